// SPDX-License-Identifier: Apache-2.0
/// NumPy's .npy files, version 1.0, little-endian, C order. Source: numpy.lib.format.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/archive.h"

namespace kvw::bundle {

/// "<f2", "<f4", "<i4", "<i8"
enum class NpyType { F16, F32, I32, I64 };
[[nodiscard]] std::string_view npyName(NpyType type) noexcept;
[[nodiscard]] std::size_t npySize(NpyType type) noexcept;

/// Returns everything before the data; a multiple of 64 bytes.
[[nodiscard]] std::string npyHeader(NpyType type, std::span<const std::int64_t> shape);
/// Appends values as their bytes in the file.
template <class T>
void appendValues(std::string& out, std::span<const T> values) {
    out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}
void appendHalf(std::string& out, std::span<const float> values);

/// Content of a header.
struct NpyHeader {
    NpyType type = NpyType::F32;
    std::vector<std::int64_t> shape;
    std::int64_t count = 0;  ///< product of the shape
    std::size_t bytes = 0;   ///< of the header
};
/// Parses a header. `bytes`: the beginning of a file, at least the header. Errors: BadInput (no .npy, another byte
/// order or type, Fortran order, cut off).
[[nodiscard]] Result<NpyHeader> readNpyHeader(std::string_view bytes, const std::string& where);
/// Checks that a file of `bytes` holds exactly the data that its header claims. Errors: BadInput.
[[nodiscard]] Result<void> checkNpySize(const NpyHeader& header, std::int64_t bytes, const std::string& where);
/// Most bytes of a header.
inline constexpr std::size_t kLongestNpyHeader = 1010;

/// A view of values of a file. Valid as long as the bytes.
struct NpyView {
    NpyType type = NpyType::F32;
    std::vector<std::int64_t> shape;
    std::int64_t count = 0;  ///< product of the shape
    std::string_view data;

    [[nodiscard]] std::int64_t integer(std::int64_t index) const noexcept;
    [[nodiscard]] float number(std::int64_t index) const noexcept;
};

/// Converts to IEEE 754 binary16, round to nearest even; and back, exactly.
[[nodiscard]] std::uint16_t halfOf(float value) noexcept;
[[nodiscard]] float floatOf(std::uint16_t half) noexcept;

struct NpyVisitor {
    std::function<bool(NpyType type, std::int64_t count)> fits;  ///< asked before the data is read
    std::function<bool(const NpyView& block)> take;              ///< values in order; false: they make no sense
    const char* misfit = "the array does not fit the others";    ///< the error if one of them returns false
};

/// Reads the header alone, with the checks of `readArray`. Errors: NotFound, Io, BadInput.
[[nodiscard]] Result<NpyHeader> readArrayHeader(const Archive& archive, const std::string& name,
                                                const NpyVisitor& visitor);
/// Reads an array. Errors: NotFound, Io, BadInput.
[[nodiscard]] Result<void> readArray(const Archive& archive, const std::string& name, const NpyVisitor& visitor);

}  // namespace kvw::bundle
