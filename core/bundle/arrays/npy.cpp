// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/arrays/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <regex>

#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"

namespace kvw::bundle {

namespace {

static_assert(std::endian::native == std::endian::little, "values are written as they lie in memory");

constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t kPreamble = 10;

template <class T>
T valueAt(std::string_view data, std::int64_t index) noexcept {
    T value;
    std::memcpy(&value, data.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
    return value;
}

/// Parses "3, 4" of "(3, 4)", "3," or "": numbers whose product does not overflow.
bool parseShape(std::string_view text, NpyHeader& view) {
    view.count = 1;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view part = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        while (!part.empty() && part.front() == ' ') {
            part.remove_prefix(1);
        }
        if (part.empty()) {
            return text.empty();
        }
        const auto size = parsedNumber<std::int64_t>(part);
        if (!size || *size < 0 || view.shape.size() >= 8 ||
            (*size > 0 && view.count > std::numeric_limits<std::int64_t>::max() / 8 / *size)) {
            return false;
        }
        view.shape.push_back(*size);
        view.count *= *size;
    }
    return true;
}

}  // namespace

std::string_view npyName(NpyType type) noexcept {
    constexpr std::string_view kNames[] = {"<f2", "<f4", "<i4", "<i8"};
    return kNames[static_cast<std::size_t>(type)];
}

std::size_t npySize(NpyType type) noexcept {
    constexpr std::size_t kSizes[] = {2, 4, 4, 8};
    return kSizes[static_cast<std::size_t>(type)];
}

std::string npyHeader(NpyType type, std::span<const std::int64_t> shape) {
    std::string sizes;
    for (const std::int64_t size : shape) {
        appendInteger(sizes, size);
        sizes += shape.size() == 1 ? "," : ", ";
    }
    if (shape.size() > 1) {
        sizes.resize(sizes.size() - 2);
    }
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", npyName(type), sizes);
    text.resize((kPreamble + text.size() + 1 + 63) / 64 * 64 - kPreamble - 1, ' ');
    text += '\n';
    std::string header(kMagic);
    header += static_cast<char>(text.size() & 0xFF);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
}

void appendHalf(std::string& out, std::span<const float> values) {
    for (const float value : values) {
        const std::uint16_t half = halfOf(value);
        out += static_cast<char>(half & 0xFF);
        out += static_cast<char>(half >> 8);
    }
}

std::int64_t NpyView::integer(std::int64_t index) const noexcept {
    return type == NpyType::I64 ? valueAt<std::int64_t>(data, index) : valueAt<std::int32_t>(data, index);
}

float NpyView::number(std::int64_t index) const noexcept {
    return type == NpyType::F16 ? floatOf(valueAt<std::uint16_t>(data, index)) : valueAt<float>(data, index);
}

Result<NpyHeader> readNpyHeader(std::string_view bytes, const std::string& where) {
    if (bytes.size() < kPreamble || bytes.substr(0, kMagic.size()) != kMagic) {
        return fail(Code::BadInput, where, "this is not an .npy file of version 1.0");
    }
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(bytes[8])) |
                        static_cast<std::size_t>(static_cast<unsigned char>(bytes[9])) << 8;
    if (kPreamble + length > std::min(kLongestNpyHeader, bytes.size())) {
        return fail(Code::BadInput, where, "the header is cut off or too long", phrase("%1 bytes", length));
    }
    const std::string text(bytes.substr(kPreamble, length));
    static const std::regex kHeader(
        R"(^\{'descr': '(<f2|<f4|<i4|<i8)', 'fortran_order': False, 'shape': \(([0-9, ]*)\), \} *\n$)");
    std::smatch match;
    NpyHeader header;
    if (!std::regex_match(text, match, kHeader) || !parseShape(match[2].str(), header)) {
        return fail(Code::BadInput, where, "the header of the array is not supported",
                    std::string(beginningOf(text, 80)), "<f2, <f4, <i4 or <i8 in C order");
    }
    for (const NpyType type : {NpyType::F16, NpyType::F32, NpyType::I32, NpyType::I64}) {
        header.type = npyName(type) == match[1].str() ? type : header.type;
    }
    header.bytes = kPreamble + length;
    return header;
}

Result<void> checkNpySize(const NpyHeader& header, std::int64_t bytes, const std::string& where) {
    const auto data = bytes - static_cast<std::int64_t>(header.bytes);
    if (data != header.count * static_cast<std::int64_t>(npySize(header.type))) {
        return fail(Code::BadInput, where, "the data does not fit the shape", phrase("%1 bytes", data),
                    phrase("%1 values of %2 bytes", header.count, npySize(header.type)));
    }
    return {};
}

std::uint16_t halfOf(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude >= 0x47800000U) {  // 65536 and above, infinity, NaN
        const std::uint32_t rest = magnitude > 0x7F800000U ? 0x7E00U : 0x7C00U;
        return static_cast<std::uint16_t>(sign | rest);
    }
    if (magnitude < 0x38800000U) {  // below 2^-14: the sum with 0.5 rounds to multiples of 2^-24
        const float sum = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(sum) - 0x3F000000U));
    }
    const std::uint32_t odd = magnitude >> 13 & 1U;
    return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000U + 0xFFFU + odd) >> 13));
}

float floatOf(std::uint16_t half) noexcept {
    const auto sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
    const std::uint32_t exponent = half >> 10 & 0x1FU;
    const std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
    }
    const std::uint32_t biased = exponent == 31 ? 255 : exponent + 112;
    return std::bit_cast<float>(sign | biased << 23 | fraction << 13);
}

namespace {

static_assert(ByteStream::kBlock % sizeof(std::int64_t) == 0 && ByteStream::kBlock > kLongestNpyHeader,
              "a block holds a header, and whole values");

/// Returns the checked header of the file whose beginning is in `block`.
Result<NpyHeader> checkedHeader(std::string_view block, const ByteStream& stream, const std::string& where,
                                const NpyVisitor& visitor) {
    KVW_TRY_ASSIGN(auto header, readNpyHeader(block, where));
    KVW_TRY(checkNpySize(header, stream.size(), where));
    if (!visitor.fits(header.type, header.count)) {
        return fail(Code::BadInput, where, visitor.misfit);
    }
    return header;
}

}  // namespace

Result<NpyHeader> readArrayHeader(const Archive& archive, const std::string& name, const NpyVisitor& visitor) {
    KVW_TRY_ASSIGN(const auto stream, archive.stream(name));
    // Reads all that the file claims, up to a block, so that a truncated file is reported.
    std::string block(static_cast<std::size_t>(std::min<std::int64_t>(stream->size(), ByteStream::kBlock)), '\0');
    KVW_TRY(stream->read(block.data(), block.size()));
    return checkedHeader(block, *stream, archive.label(name), visitor);
}

Result<void> readArray(const Archive& archive, const std::string& name, const NpyVisitor& visitor) {
    const std::string where = archive.label(name);
    KVW_TRY_ASSIGN(const auto stream, archive.stream(name));
    std::string block(ByteStream::kBlock, '\0');
    KVW_TRY_ASSIGN(std::size_t held, stream->read(block.data(), block.size()));
    KVW_TRY_ASSIGN(const auto header, checkedHeader(std::string_view(block).substr(0, held), *stream, where, visitor));
    // Remove the header; from here on the buffer begins with a value.
    held -= header.bytes;
    block.erase(0, header.bytes);
    block.resize(ByteStream::kBlock);
    for (;;) {
        KVW_TRY_ASSIGN(const std::size_t read, stream->read(block.data() + held, block.size() - held));
        held += read;
        if (held == 0) {
            return {};
        }
        NpyView view{header.type, {}, static_cast<std::int64_t>(held / npySize(header.type)), {}};
        view.data = std::string_view(block).substr(0, held);
        if (!visitor.take(view)) {
            return fail(Code::BadInput, where, visitor.misfit);
        }
        held = 0;
    }
}

}  // namespace kvw::bundle
