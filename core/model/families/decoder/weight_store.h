// SPDX-License-Identifier: Apache-2.0
/// Weights of a model. Large matrices stay where they lie in the mapped file; others are read into huge-page memory,
/// where those that share an input are joined into one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/families/decoder/weight_reader.h"
#include "core/model/model_files.h"
#include "kernels/linear.h"

namespace kvw {

/// Owns its memory; the Weights it hands out are valid as long as it lives. `join` only lays out the memory
/// and notes what goes where; `fill` reads it all, so that threads read in the order of the files and the progress is
/// known beforehand. Until then the numbers are undefined. Mapped matrices are read, too, to find numbers that are not
/// finite; a file that another program shortens afterwards ends the process, as with every mapped file.
class WeightStore {
 public:
    /// Joining and huge pages gain nothing for matrices of this size; a copy would cost their memory.
    static constexpr std::size_t kMapFrom = std::size_t{16} << 20U;

    /// Matrices of `mapFrom` bytes and more are mapped, if the file holds them as the kernels read them: rows in order,
    /// the type that is held (TensorView::heldAs), numbers on their alignment.
    explicit WeightStore(std::size_t mapFrom = kMapFrom);
    ~WeightStore();
    WeightStore(WeightStore&&) noexcept;
    WeightStore& operator=(WeightStore&&) noexcept;

    /// The rows of all matrices under one another, as they are held (TensorView::heldAs): one matrix, or several where
    /// the type or the order of columns changes or a matrix is mapped. `files` must live until `fill`.
    [[nodiscard]] Result<std::vector<Weights>> join(const ModelFiles& files, const std::vector<std::string>& names);
    /// Reads a vector (norm weight, bias) widened to f32, at once; empty if the tensor is absent.
    [[nodiscard]] static std::vector<float> vector(const ModelFiles& files, const std::string& name);

    /// Reads everything noted, with `threads` threads. `progress` counts bytes of memory, from the calling thread;
    /// returning false cancels within a few milliseconds. Errors: Cancelled, Io.
    [[nodiscard]] Result<void> fill(int threads, const LoadProgress& progress);
    /// Names of matrices in which `fill` found NaN or an infinity, sorted.
    [[nodiscard]] const std::vector<std::string>& notFinite() const noexcept { return m_notFinite; }

    /// Bytes of all matrices, and of the mapped ones among them.
    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }
    [[nodiscard]] std::size_t mappedBytes() const noexcept { return m_mappedBytes; }

 private:
    struct Region;
    [[nodiscard]] bool mappable(const TensorView& view) const;
    [[nodiscard]] Result<std::byte*> allocate(std::size_t bytes);
    /// `target` null: the matrix is mapped.
    void note(const TensorView& view, std::byte* target);
    std::vector<std::unique_ptr<Region>> m_regions;
    std::vector<std::shared_ptr<const PackedMatrix>> m_orders;  ///< their order of columns is borrowed by matrices
    std::vector<ReadJob> m_pending;
    std::vector<std::string> m_notFinite;
    std::vector<std::shared_ptr<const MappedFile>> m_files;  ///< that hold mapped matrices
    std::size_t m_mapFrom, m_bytes = 0, m_mappedBytes = 0;
};

}  // namespace kvw
