// SPDX-License-Identifier: Apache-2.0
/// Weights copied out of the mapped file into huge-page memory, with matrices that share an input joined into one.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/model_files.h"
#include "kernels/linear.h"

namespace kvw {

/// Owns its memory; the Weights it hands out are valid as long as it lives.
class WeightStore {
 public:
    WeightStore();
    ~WeightStore();
    WeightStore(WeightStore&&) noexcept;
    WeightStore& operator=(WeightStore&&) noexcept;

    /// The rows of all named matrices under one another, in one type: that of the parts, or f32 where they differ.
    [[nodiscard]] Result<Weights> join(const ModelFiles& files, std::initializer_list<std::string> names);
    [[nodiscard]] Result<Weights> matrix(const ModelFiles& files, const std::string& name) {
        return join(files, {name});
    }
    /// A vector (norm weight, bias) widened to f32; empty if the tensor is absent.
    [[nodiscard]] static std::vector<float> vector(const ModelFiles& files, const std::string& name);

    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

 private:
    struct Region;
    [[nodiscard]] Result<std::byte*> allocate(std::size_t bytes);
    std::vector<std::unique_ptr<Region>> m_regions;
    std::size_t m_bytes = 0;
};

}  // namespace kvw
