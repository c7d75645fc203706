// SPDX-License-Identifier: Apache-2.0
/// A model of a given shape with random weights, for timing only: no model that large is shipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Sizes of a Llama model in bf16.
struct BenchShape {
    const char* name;
    std::int64_t layers, hidden, queryHeads, kvHeads, headDim, mlp, vocabulary;
    double theta;
};

/// Model directory among the temporary files; the destructor removes it.
class BenchModel {
 public:
    /// Writes the shape called `name`: "m300" (24 layers, hidden 1024, 16 query heads, 4 KV heads of 64 channels, bf16,
    /// 607 MB), "1b" (the shape of Llama-3.2-1B: 16 layers, hidden 2048, 32 query heads, 8 KV heads of 64 channels,
    /// bf16, 2.5 GB) or "8b" (that of Llama-3.1-8B but for a head that is the embedding, bf16, 15 GB). The tokenizer is
    /// the embedded model's. Errors: BadUsage (another shape), Io (the files cannot be written).
    [[nodiscard]] static Result<BenchModel> write(const std::string& name);
    [[nodiscard]] static Result<BenchModel> write(const BenchShape& shape);
    BenchModel(BenchModel&& other) noexcept;
    BenchModel& operator=(BenchModel&&) = delete;
    ~BenchModel();

    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return m_directory; }

 private:
    explicit BenchModel(std::filesystem::path directory) : m_directory(std::move(directory)) {}
    std::filesystem::path m_directory;
};

}  // namespace kvw
