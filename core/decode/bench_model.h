// SPDX-License-Identifier: Apache-2.0
/// A model of a given shape with random weights, for timing only: nothing that large is shipped.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// A model directory among the temporary files, removed at the end of its life.
class BenchModel {
 public:
    /// `shape`: "m300" (24 layers, hidden 1024, 16 query heads, 4 KV heads of 64 channels, bf16, 607 MB). The
    /// tokenizer is the embedded model's. Errors: BadUsage (another shape), what writing 607 MB can meet.
    [[nodiscard]] static Result<BenchModel> write(const std::string& shape);
    BenchModel(BenchModel&& other) noexcept;
    BenchModel& operator=(BenchModel&&) = delete;
    ~BenchModel();

    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return m_directory; }

 private:
    explicit BenchModel(std::filesystem::path directory) : m_directory(std::move(directory)) {}
    std::filesystem::path m_directory;
};

}  // namespace kvw
