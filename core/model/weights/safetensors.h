// SPDX-License-Identifier: Apache-2.0
/// Reader of a safetensors file, mapped into memory. Every size the file claims is checked before use.
/// Source: https://github.com/huggingface/safetensors, section "Format".
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/mapped_file.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Movable. Thread: const access from any thread.
class Safetensors {
 public:
    /// Opens a file. Errors: those of MappedFile; BadInput, naming the file, for a header that is truncated, too long
    /// (above 100 MB or beyond the file) or not a JSON object, an unknown dtype, a shape that does not fit its bytes,
    /// offsets outside the file, overlaps, duplicate names.
    [[nodiscard]] static Result<Safetensors> open(const std::filesystem::path& path);

    [[nodiscard]] const std::vector<TensorView>& tensors() const noexcept { return m_tensors; }  ///< in file order
    [[nodiscard]] const TensorView* find(std::string_view name) const;                           ///< null if absent
    [[nodiscard]] const std::map<std::string, std::string>& metadata() const noexcept { return m_metadata; }
    [[nodiscard]] const std::shared_ptr<const MappedFile>& file() const noexcept { return m_file; }

 private:
    std::shared_ptr<const MappedFile> m_file;
    std::vector<TensorView> m_tensors;
    std::map<std::string, std::size_t, std::less<>> m_byName;
    std::map<std::string, std::string> m_metadata;
};

}  // namespace kvw
