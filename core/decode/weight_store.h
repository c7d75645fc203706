// SPDX-License-Identifier: Apache-2.0
/// Weights read out of a model's files into huge-page memory, with matrices that share an input joined into one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/decode/weight_reader.h"
#include "core/model/model_files.h"
#include "kernels/linear.h"

namespace kvw {

/// Owns its memory; the Weights it hands out are valid as long as it lives. `join` only lays out the memory and notes
/// what goes where; `fill` reads it all, so that threads read in the order of the files and the progress is known
/// beforehand. Until then the numbers are undefined.
class WeightStore {
 public:
    WeightStore();
    ~WeightStore();
    WeightStore(WeightStore&&) noexcept;
    WeightStore& operator=(WeightStore&&) noexcept;

    /// Lays out the rows of all matrices below one another, in the type they are held in (TensorView::heldAs). Returns
    /// one matrix, or several if the type or the order of columns changes. `files` must live until `fill`.
    [[nodiscard]] Result<std::vector<Weights>> join(const ModelFiles& files, const std::vector<std::string>& names);
    /// Reads a vector (norm weight, bias) widened to f32, at once; empty if the tensor is absent.
    [[nodiscard]] static std::vector<float> vector(const ModelFiles& files, const std::string& name);

    /// Reads everything noted, with `threads` threads. `progress` counts bytes of memory, from the calling thread;
    /// returning false cancels within a few milliseconds. Errors: Cancelled, Io.
    [[nodiscard]] Result<void> fill(int threads, const LoadProgress& progress);
    /// Names of matrices in which `fill` found NaN or an infinity, sorted.
    [[nodiscard]] const std::vector<std::string>& notFinite() const noexcept { return m_notFinite; }

    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

 private:
    struct Region;
    [[nodiscard]] Result<std::byte*> allocate(std::size_t bytes);
    void note(const TensorView& view, std::byte* target);
    std::vector<std::unique_ptr<Region>> m_regions;
    std::vector<std::shared_ptr<const PackedMatrix>> m_orders;  ///< their order of columns is borrowed by matrices
    std::vector<ReadJob> m_pending;
    std::vector<std::string> m_notFinite;
    std::size_t m_bytes = 0;
};

}  // namespace kvw
