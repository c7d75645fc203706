// SPDX-License-Identifier: Apache-2.0
/// Named tensors of a safetensors file, mapped into memory; every size the file claims is checked before it is used.
/// Source: https://github.com/huggingface/safetensors, section "Format".
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/mapped_file.h"

namespace kvw {

/// Element types of the format. Only F32, BF16 and F16 can be weights; the others are listed so that stray buffers do
/// no harm.
enum class TensorType : std::uint8_t {
    F32,
    BF16,
    F16,
    F64,
    I64,
    U64,
    I32,
    U32,
    I16,
    U16,
    I8,
    U8,
    F8E5M2,
    F8E4M3,
    Bool
};

[[nodiscard]] const char* toText(TensorType type) noexcept;    ///< as in the file: "BF16"
[[nodiscard]] std::size_t byteSize(TensorType type) noexcept;  ///< of one element
[[nodiscard]] bool usableAsWeight(TensorType type) noexcept;

/// `data` points into the mapped file: valid while its Safetensors lives. No alignment is promised: read with memcpy.
struct TensorView {
    std::string name;
    TensorType type = TensorType::F32;
    std::vector<std::int64_t> shape;  ///< row-major, outermost first; empty for a scalar
    std::span<const std::byte> data;

    [[nodiscard]] std::int64_t elements() const noexcept;
};

/// "[64, 192]"
[[nodiscard]] std::string shapeText(const std::vector<std::int64_t>& shape);

/// Movable. Thread: const access from any thread.
class Safetensors {
 public:
    /// Errors: those of MappedFile; BadInput, naming the file, for a header that is truncated, too long (above 100 MB
    /// or beyond the file) or not a JSON object, an unknown dtype, a shape that does not fit its bytes, offsets outside
    /// the file, overlaps, duplicate names.
    [[nodiscard]] static Result<Safetensors> open(const std::filesystem::path& path);

    [[nodiscard]] const std::vector<TensorView>& tensors() const noexcept { return m_tensors; }  ///< in file order
    [[nodiscard]] const TensorView* find(std::string_view name) const;                           ///< null when absent
    [[nodiscard]] const std::map<std::string, std::string>& metadata() const noexcept { return m_metadata; }
    [[nodiscard]] std::span<const std::byte> fileBytes() const noexcept { return m_file.bytes(); }

 private:
    MappedFile m_file;
    std::vector<TensorView> m_tensors;
    std::map<std::string, std::size_t, std::less<>> m_byName;
    std::map<std::string, std::string> m_metadata;
};

}  // namespace kvw
