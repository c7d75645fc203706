// SPDX-License-Identifier: Apache-2.0
#include "core/model/safetensors.h"
#include "core/base/json_depth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeader = 100'000'000;  // the limit of the reference implementation
constexpr std::size_t kMaxAxes = 8;

struct TypeRow {
    TensorType type;
    const char* text;
    std::size_t bytes;
};

constexpr std::array<TypeRow, 15> kTypes{{{TensorType::F32, "F32", 4},
                                          {TensorType::BF16, "BF16", 2},
                                          {TensorType::F16, "F16", 2},
                                          {TensorType::F64, "F64", 8},
                                          {TensorType::I64, "I64", 8},
                                          {TensorType::U64, "U64", 8},
                                          {TensorType::I32, "I32", 4},
                                          {TensorType::U32, "U32", 4},
                                          {TensorType::I16, "I16", 2},
                                          {TensorType::U16, "U16", 2},
                                          {TensorType::I8, "I8", 1},
                                          {TensorType::U8, "U8", 1},
                                          {TensorType::F8E5M2, "F8_E5M2", 1},
                                          {TensorType::F8E4M3, "F8_E4M3", 1},
                                          {TensorType::Bool, "BOOL", 1}}};

const TypeRow& rowOf(TensorType type) noexcept {
    return kTypes[static_cast<std::size_t>(type)];
}

std::optional<TensorType> typeFromText(std::string_view text) {
    for (const TypeRow& row : kTypes) {
        if (text == row.text) {
            return row.type;
        }
    }
    return std::nullopt;
}

/// Long or binary things from a file, cut for a sentence.
std::string excerpt(const json& value) {
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > 60) {
        text = text.substr(0, 60) + "...";
    }
    return text;
}

/// Entry `name` of the header; `dataBytes` follow the header.
Result<TensorView> readEntry(const std::string& name, const json& entry, std::span<const std::byte> dataBytes,
                             const std::string& where) {
    const std::string tensor = fmt::format("tensor {}", name);
    if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") || !entry.contains("data_offsets")) {
        return fail(Code::BadInput, where, tensor + " is not described as the format demands", excerpt(entry),
                    "an object with dtype, shape and data_offsets");
    }
    TensorView view;
    view.name = name;
    const json& dtype = entry["dtype"];
    const auto type = dtype.is_string() ? typeFromText(dtype.get_ref<const std::string&>()) : std::nullopt;
    if (!type) {
        return fail(Code::BadInput, where, tensor + " has an unknown dtype", excerpt(dtype),
                    "F32, BF16, F16 or another type of the safetensors format");
    }
    view.type = *type;

    const json& shape = entry["shape"];
    bool shapeValid = shape.is_array() && shape.size() <= kMaxAxes;
    std::uint64_t bytes = byteSize(*type);
    if (shapeValid) {
        for (const json& axis : shape) {
            if (!axis.is_number_unsigned() || axis.get<std::uint64_t>() > (1ULL << 62) ||
                __builtin_mul_overflow(bytes, axis.get<std::uint64_t>(), &bytes)) {
                shapeValid = false;
                break;
            }
            view.shape.push_back(axis.get<std::int64_t>());
        }
    }
    if (!shapeValid) {
        return fail(Code::BadInput, where, tensor + " has an impossible shape", excerpt(shape),
                    fmt::format("at most {} sizes whose product fits 64 bits", kMaxAxes));
    }

    const json& offsets = entry["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned()) {
        return fail(Code::BadInput, where, tensor + " has malformed data_offsets", excerpt(offsets),
                    "two numbers, begin and end");
    }
    const auto begin = offsets[0].get<std::uint64_t>();
    const auto end = offsets[1].get<std::uint64_t>();
    if (begin > end || end > dataBytes.size()) {
        return fail(Code::BadInput, where, tensor + " lies outside the file (is it truncated?)",
                    fmt::format("offsets {} to {}", begin, end), fmt::format("0 to {}", dataBytes.size()));
    }
    if (end - begin != bytes) {
        return fail(Code::BadInput, where, tensor + " has the wrong number of bytes for its shape",
                    fmt::format("{} bytes", end - begin),
                    fmt::format("{} for {} {}", bytes, rowOf(*type).text, shapeText(view.shape)));
    }
    view.data = dataBytes.subspan(begin, bytes);
    return view;
}

Result<void> checkOverlaps(const std::vector<TensorView>& tensors, const std::string& where) {
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return tensors[i].data.empty(); });
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return tensors[a].data.data() < tensors[b].data.data(); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const TensorView& before = tensors[order[i - 1]];
        const TensorView& after = tensors[order[i]];
        if (before.data.data() + before.data.size() > after.data.data()) {
            return fail(Code::BadInput, where, "two tensors share bytes",
                        fmt::format("{} and {} overlap", before.name, after.name), "one place in the file for each");
        }
    }
    return {};
}

/// The header's text as JSON; also refuses names that occur twice, which a JSON parser would silently merge.
Result<json> parseHeader(std::string_view text, const std::string& where) {
    if (text.empty() || text.front() != '{') {
        return fail(Code::BadInput, where, "the header is not a JSON object",
                    text.empty() ? "nothing" : excerpt(json(std::string(text.substr(0, 16)))), "{ ... }");
    }
    if (isTooDeepJson(text)) {
        return fail(Code::BadInput, where, "the header is nested too deeply", "", "names with flat entries");
    }
    std::set<std::string> names;
    std::string duplicate;
    const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
        if (depth == 1 && event == json::parse_event_t::key && !names.insert(parsed.get<std::string>()).second) {
            duplicate = parsed.get<std::string>();
        }
        return true;
    };
    json header = json::parse(text.begin(), text.end(), watch, false);
    if (!header.is_object()) {
        return fail(Code::BadInput, where, "the header is not valid JSON", fmt::format("{} bytes", text.size()),
                    "a JSON object");
    }
    if (!duplicate.empty()) {
        return fail(Code::BadInput, where, "two tensors have the same name", duplicate, "each name once");
    }
    return header;
}

}  // namespace

const char* toText(TensorType type) noexcept {
    return rowOf(type).text;
}
std::size_t byteSize(TensorType type) noexcept {
    return rowOf(type).bytes;
}

bool usableAsWeight(TensorType type) noexcept {
    return type == TensorType::F32 || type == TensorType::BF16 || type == TensorType::F16;
}

std::int64_t TensorView::elements() const noexcept {
    return static_cast<std::int64_t>(data.size() / byteSize(type));
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

Result<Safetensors> Safetensors::open(const std::filesystem::path& path) {
    static_assert(std::endian::native == std::endian::little, "the format is little-endian");
    auto file = MappedFile::open(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const std::string where = path.string();
    const auto bytes = file->bytes();
    if (bytes.size() < kLengthBytes) {
        return fail(Code::BadInput, where, "the file is too short for a safetensors header",
                    fmt::format("{} bytes", bytes.size()), "at least 8");
    }
    std::uint64_t headerBytes = 0;
    std::memcpy(&headerBytes, bytes.data(), kLengthBytes);
    const std::uint64_t limit = std::min<std::uint64_t>(kMaxHeader, bytes.size() - kLengthBytes);
    if (headerBytes > limit) {
        return fail(Code::BadInput, where, "the header is longer than the file or the format allows",
                    fmt::format("{} bytes", headerBytes), fmt::format("at most {}", limit));
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, headerBytes);
    const auto header = parseHeader(text, where);
    if (!header) {
        return tl::unexpected(header.error());
    }

    Safetensors result;
    const auto dataBytes = bytes.subspan(kLengthBytes + headerBytes);
    for (const auto& [name, entry] : header->items()) {
        if (name == "__metadata__") {
            if (!entry.is_object()) {
                return fail(Code::BadInput, where, "__metadata__ is malformed", excerpt(entry), "an object of texts");
            }
            for (const auto& [key, value] : entry.items()) {
                result.m_metadata[key] = value.is_string() ? value.get<std::string>() : value.dump();
            }
            continue;
        }
        auto view = readEntry(name, entry, dataBytes, where);
        if (!view) {
            return tl::unexpected(view.error());
        }
        result.m_tensors.push_back(std::move(*view));
    }
    if (auto overlaps = checkOverlaps(result.m_tensors, where); !overlaps) {
        return tl::unexpected(overlaps.error());
    }
    std::stable_sort(result.m_tensors.begin(), result.m_tensors.end(),
                     [](const TensorView& a, const TensorView& b) { return a.data.data() < b.data.data(); });
    for (std::size_t i = 0; i < result.m_tensors.size(); ++i) {
        result.m_byName.emplace(result.m_tensors[i].name, i);
    }
    result.m_file = std::move(*file);
    return result;
}

const TensorView* Safetensors::find(std::string_view name) const {
    const auto it = m_byName.find(name);
    return it == m_byName.end() ? nullptr : &m_tensors[it->second];
}

}  // namespace kvw
