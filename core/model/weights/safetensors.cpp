// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/safetensors.h"
#include "core/base/json/json_depth.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/files/file_kind.h"
#include "core/base/json/json_access.h"
#include "core/base/short_text.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeader = 100'000'000;  // the limit of the reference implementation
constexpr std::size_t kMaxAxes = 8;
constexpr const char* kSafetensors = "a safetensors file";

/// Last type that a safetensors file can hold; later ones are blocks of other formats.
constexpr TensorType kLastType = TensorType::Bool;

/// Reads entry `name` of the header; `dataBytes` are the bytes after the header.
Result<TensorView> readEntry(const std::string& name, const json& entry, std::span<const std::byte> dataBytes,
                             const std::string& where) {
    const std::string tensor = fmt::format("tensor {}", name);
    if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") || !entry.contains("data_offsets")) {
        return fail(Code::BadInput, where, phrase("%1 is not described as the format demands", tensor), excerpt(entry),
                    "an object with dtype, shape and data_offsets");
    }
    TensorView view;
    view.name = name;
    const json& dtype = entry["dtype"];
    const auto type = dtype.is_string() ? tensorType(dtype.get_ref<const std::string&>()) : std::nullopt;
    if (!type || *type > kLastType) {
        return fail(Code::BadInput, where, phrase("%1 has an unknown dtype", tensor), excerpt(dtype),
                    "F32, BF16, F16 or another type of the safetensors format");
    }
    view.type = *type;

    const json& shape = entry["shape"];
    bool shapeValid = shape.is_array() && shape.size() <= kMaxAxes;
    std::uint64_t bytes = blockBytes(*type);
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
        return fail(Code::BadInput, where, phrase("%1 has an impossible shape", tensor), excerpt(shape),
                    phrase("at most %1 sizes whose product fits %2 bits", kMaxAxes, 64));
    }

    const json& offsets = entry["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned()) {
        return fail(Code::BadInput, where, phrase("%1 has malformed data_offsets", tensor), excerpt(offsets),
                    "two numbers, begin and end");
    }
    const auto begin = offsets[0].get<std::uint64_t>();
    const auto end = offsets[1].get<std::uint64_t>();
    if (begin > end || end > dataBytes.size()) {
        return fail(Code::BadInput, where, phrase("%1 lies outside the file (is it truncated?)", tensor),
                    phrase("offsets %1 to %2", begin, end), phrase("0 to %1", dataBytes.size()));
    }
    if (end - begin != bytes) {
        return fail(Code::BadInput, where, phrase("%1 has the wrong number of bytes for its shape", tensor),
                    phrase("%1 bytes", end - begin),
                    phrase("%1 for %2 %3", bytes, toText(*type), shapeText(view.shape)));
    }
    view.data = dataBytes.subspan(begin, bytes);
    return view;
}

/// Parses the header; refuses names that occur twice, which a JSON parser would silently merge.
Result<json> parseHeader(std::string_view text, const std::string& where) {
    if (text.empty() || text.front() != '{') {
        return fail(Code::BadInput, where, "the header is not a JSON object",
                    text.empty() ? phrase("nothing") : Phrase(excerpt(json(std::string(beginningOf(text, 16))))),
                    "{ ... }");
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
        return fail(Code::BadInput, where, "the header is not valid JSON", phrase("%1 bytes", text.size()),
                    "a JSON object");
    }
    if (!duplicate.empty()) {
        return fail(Code::BadInput, where, "two tensors have the same name", duplicate, "each name once");
    }
    return header;
}

}  // namespace

Result<Safetensors> Safetensors::open(const std::filesystem::path& path) {
    static_assert(std::endian::native == std::endian::little, "the format is little-endian");
    KVW_TRY_ASSIGN(auto opened, MappedFile::openLinked(path));
    const auto file = std::make_shared<const MappedFile>(std::move(opened));
    const std::string where = path.string();
    const auto bytes = file->bytes();
    if (bytes.size() < kLengthBytes) {
        return fail(Code::BadInput, where, "the file is too short for a safetensors header",
                    phrase("%1 bytes", bytes.size()), phrase("at least %1", 8));
    }
    if (const Phrase kind = fileKind(bytes, ""); !kind.empty() && kind != kSafetensors) {
        return fail(Code::BadInput, where, "is not a safetensors file", kind, kSafetensors);
    }
    std::uint64_t headerBytes = 0;
    std::memcpy(&headerBytes, bytes.data(), kLengthBytes);
    const std::uint64_t limit = std::min<std::uint64_t>(kMaxHeader, bytes.size() - kLengthBytes);
    if (headerBytes > limit) {
        return fail(Code::BadInput, where, "the header is longer than the file or the format allows",
                    phrase("%1 bytes", headerBytes), phrase("at most %1", limit));
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, headerBytes);
    KVW_TRY_ASSIGN(const auto header, parseHeader(text, where));

    Safetensors result;
    const auto dataBytes = bytes.subspan(kLengthBytes + headerBytes);
    for (const auto& [name, entry] : header.items()) {
        if (name == "__metadata__") {
            if (!entry.is_object() && !entry.is_null()) {
                return fail(Code::BadInput, where, "__metadata__ is malformed", excerpt(entry), "an object of texts");
            }
            for (const auto& [key, value] : entry.items()) {
                result.m_metadata[key] = value.is_string() ? value.get<std::string>() : value.dump();
            }
            continue;
        }
        KVW_TRY_ASSIGN(auto view, readEntry(name, entry, dataBytes, where));
        view.file = file.get();
        result.m_tensors.push_back(std::move(view));
    }
    KVW_TRY(checkOverlaps(result.m_tensors, where));
    std::stable_sort(result.m_tensors.begin(), result.m_tensors.end(),
                     [](const TensorView& a, const TensorView& b) { return a.data.data() < b.data.data(); });
    for (std::size_t i = 0; i < result.m_tensors.size(); ++i) {
        result.m_byName.emplace(result.m_tensors[i].name, i);
    }
    result.m_file = file;
    return result;
}

const TensorView* Safetensors::find(std::string_view name) const {
    const auto it = m_byName.find(name);
    return it == m_byName.end() ? nullptr : &m_tensors[it->second];
}

}  // namespace kvw
