// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/gguf.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/files/file_kind.h"
#include "core/base/read_value.h"

namespace kvw {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint32_t kMaxGgufAxes = 4;
constexpr std::uint64_t kMaxAlignment = std::uint64_t{1} << 24U;
/// Smallest sizes of a metadata entry (key, type, value) and of a tensor's (name, axes, type, offset), in bytes.
constexpr std::uint64_t kLeastValue = 8 + 4 + 1, kLeastTensor = 8 + 4 + 4 + 8;

/// Names of the tensor types of ggml.h, by code.
constexpr const char* kStoredTypes[] = {
    "F32",        "F16",        "Q4_0",       "Q4_1",  "Q4_2",     "Q4_3",     "Q5_0",     "Q5_1",    "Q8_0",
    "Q8_1",       "Q2_K",       "Q3_K",       "Q4_K",  "Q5_K",     "Q6_K",     "Q8_K",     "IQ2_XXS", "IQ2_XS",
    "IQ3_XXS",    "IQ1_S",      "IQ4_NL",     "IQ3_S", "IQ2_S",    "IQ4_XS",   "I8",       "I16",     "I32",
    "I64",        "F64",        "IQ1_M",      "BF16",  "Q4_0_4_4", "Q4_0_4_8", "Q4_0_8_8", "TQ1_0",   "TQ2_0",
    "IQ4_NL_4_4", "IQ4_NL_4_8", "IQ4_NL_8_8", "MXFP4", "NVFP4",    "Q1_0"};

constexpr std::int64_t kMostParts = 99999;

/// Returns "-00002-of-00005.gguf".
std::string partEnding(std::int64_t number, std::int64_t parts) {
    return fmt::format("-{:05}-of-{:05}.gguf", number, parts);
}

/// Returns the name of a tensor type, "Q4_0"; "type 99" for an unknown code.
std::string storedName(std::uint32_t code) {
    return code < std::size(kStoredTypes) ? kStoredTypes[code] : fmt::format("type {}", code);
}

}  // namespace

/// Parser of one file, front to back; stops at the first error.
class Gguf::Parser {
 public:
    Parser(Gguf& file, std::string where)
        : m_gguf(file), m_where(std::move(where)), m_bytes(file.m_files.front()->bytes()) {}

    Result<void> parse() {
        return header().and_then([&] { return metadata(); }).and_then([&] { return tensorList(); }).and_then([&] {
            return checkOverlaps(m_gguf.m_tensors, m_where);
        });
    }

 private:
    tl::unexpected<Error> bad(Phrase what, Phrase found = {}, Phrase expected = {}) const {
        return fail(Code::BadInput, m_where, std::move(what), std::move(found), std::move(expected));
    }
    [[nodiscard]] std::uint64_t left() const noexcept { return m_bytes.size() - m_at; }

    template <class T>
    Result<T> take(const char* what) {
        if (left() < sizeof(T)) {
            return bad(phrase("the file ends within %1 (is it truncated?)", what), phrase("%1 bytes", m_bytes.size()),
                       phrase("at least %1", m_at + sizeof(T)));
        }
        const T value = readValue<T>(m_bytes.data() + m_at);
        m_at += sizeof(T);
        return value;
    }

    Result<std::string_view> takeText(const char* what) {
        KVW_TRY_ASSIGN(const auto length, take<std::uint64_t>(what));
        if (length > left()) {
            return bad(phrase("%1 is longer than the file", what), phrase("%1 bytes", length),
                       phrase("at most %1", left()));
        }
        const std::string_view text(reinterpret_cast<const char*>(m_bytes.data()) + m_at, length);
        m_at += length;
        return text;
    }

    Result<void> header() {
        if (m_bytes.size() < kMagic.size() || std::memcmp(m_bytes.data(), kMagic.data(), kMagic.size()) != 0) {
            return bad("is not a GGUF file", fileKind(m_bytes, ""), "a file that begins with GGUF");
        }
        m_at = kMagic.size();
        KVW_TRY_ASSIGN(const auto version, take<std::uint32_t>("the header"));
        if (version != 2 && version != 3) {
            const bool swapped = version == 0x02000000U || version == 0x03000000U;
            return bad("this version of GGUF is not supported",
                       swapped ? phrase("a big-endian file") : phrase("version %1", version),
                       phrase("version %1 or %2", 2, 3));
        }
        KVW_TRY_ASSIGN(m_tensorCount, take<std::uint64_t>("the header"));
        KVW_TRY_ASSIGN(m_valueCount, take<std::uint64_t>("the header"));
        if (m_valueCount > left() / kLeastValue || m_tensorCount > left() / kLeastTensor) {
            return bad("the header claims more entries than the file can hold",
                       phrase("%1 values and %2 tensors", m_valueCount, m_tensorCount),
                       phrase("what fits %1 bytes", left()));
        }
        return {};
    }

    Result<void> metadata() {
        for (std::uint64_t i = 0; i < m_valueCount; ++i) {
            KVW_TRY_ASSIGN(const auto key, takeText("a key of the metadata"));
            KVW_TRY_ASSIGN(const auto type, take<std::uint32_t>("the metadata"));
            KVW_TRY_ASSIGN(auto value, takeValue(std::string(key), type));
            if (!m_gguf.m_values.emplace(key, value).second) {
                return bad("two values have the same key", std::string(key), "each key once");
            }
        }
        return {};
    }

    Result<Value> takeValue(const std::string& key, std::uint32_t code) {
        if (code > static_cast<std::uint32_t>(Type::F64)) {
            return bad(phrase("the value %1 has an unknown type", key), std::to_string(code), "0 to 12");
        }
        Value value;
        value.type = static_cast<Type>(code);
        std::uint64_t count = 1;
        Type element = value.type;
        if (value.type == Type::Array) {
            KVW_TRY_ASSIGN(const auto inner, take<std::uint32_t>("an array"));
            KVW_TRY_ASSIGN(const auto length, take<std::uint64_t>("an array"));
            if (inner > static_cast<std::uint32_t>(Type::F64) || inner == static_cast<std::uint32_t>(Type::Array)) {
                return bad(phrase("the array %1 has elements of an unknown type", key), std::to_string(inner),
                           "numbers, flags or texts");
            }
            element = value.element = static_cast<Type>(inner);
            count = value.count = length;
        }
        const std::size_t begin = m_at;
        const std::size_t least = element == Type::Text ? 8 : width(element);
        if (count > left() / least) {
            return bad(phrase("the value %1 is longer than the file", key), phrase("%1 elements", count),
                       phrase("at most %1", left() / least));
        }
        if (element == Type::Text) {
            for (std::uint64_t i = 0; i < count; ++i) {
                KVW_TRY(takeText("a text of the metadata"));
            }
        } else {
            m_at += count * least;
        }
        value.bytes = m_bytes.subspan(begin, m_at - begin);
        return value;
    }

    Result<void> tensorList() {
        std::vector<std::uint64_t> offsets;
        for (std::uint64_t i = 0; i < m_tensorCount; ++i) {
            KVW_TRY_ASSIGN(auto offset, takeTensor());
            offsets.push_back(offset);
        }
        const bool stated = m_gguf.has("general.alignment");
        const auto alignment =
            static_cast<std::uint64_t>(m_gguf.integer("general.alignment").value_or(stated ? 0 : 32));
        if (alignment == 0 || alignment > kMaxAlignment || (alignment & (alignment - 1)) != 0) {
            return bad("general.alignment is not a power of two", m_gguf.shown("general.alignment"), "32");
        }
        const std::uint64_t data =
            std::min<std::uint64_t>((m_at + alignment - 1) / alignment * alignment, m_bytes.size());
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            TensorView& view = m_gguf.m_tensors[i];
            std::uint64_t bytes = blockBytes(view.type);
            std::uint64_t elements = 1;
            for (const std::int64_t axis : view.shape) {
                elements *= static_cast<std::uint64_t>(axis);
            }
            bytes *= elements / blockElements(view.type);
            const std::uint64_t room = m_bytes.size() - data;
            if (offsets[i] % alignment != 0 || offsets[i] > room || bytes > room - offsets[i]) {
                return bad(phrase("tensor %1 lies outside the file (is it truncated?)", view.name),
                           phrase("%1 bytes at offset %2", bytes, offsets[i]),
                           phrase("within %1, at a multiple of %2", room, alignment));
            }
            view.data = m_bytes.subspan(data + offsets[i], bytes);
        }
        return {};
    }

    /// Adds the next tensor, without its bytes, and returns its offset.
    Result<std::uint64_t> takeTensor() {
        TensorView view;
        KVW_TRY_ASSIGN(view.name, takeText("a tensor's name"));
        KVW_TRY_ASSIGN(const auto axes, take<std::uint32_t>("the list of tensors"));
        if (axes > kMaxGgufAxes) {
            return bad(phrase("tensor %1 has too many axes", view.name), std::to_string(axes),
                       phrase("at most %1", kMaxGgufAxes));
        }
        std::uint64_t elements = 1;
        for (std::uint32_t i = 0; i < axes; ++i) {
            KVW_TRY_ASSIGN(const auto size, take<std::uint64_t>("the list of tensors"));
            // An element has at most 8 bytes, so the size in bytes fits 64 bits.
            if (__builtin_mul_overflow(elements, size, &elements) || elements > (std::uint64_t{1} << 60U) ||
                size > (std::uint64_t{1} << 60U)) {
                return bad(phrase("tensor %1 has an impossible shape", view.name), std::to_string(size),
                           phrase("sizes whose product fits %1 bits", 60));
            }
            view.shape.insert(view.shape.begin(), static_cast<std::int64_t>(size));
        }
        KVW_TRY_ASSIGN(const auto code, take<std::uint32_t>("the list of tensors"));
        KVW_TRY_ASSIGN(const auto offset, take<std::uint64_t>("the list of tensors"));
        const auto type = tensorType(storedName(code));
        if (!type) {
            return bad(
                phrase("tensor %1 has a type that is not supported", view.name), storedName(code),
                "F32, F16, BF16, F64, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q2_K to Q6_K, IQ1 to IQ4, TQ1_0, TQ2_0, MXFP4 "
                "or NVFP4");
        }
        view.type = *type;
        const auto row = view.shape.empty() ? 1 : static_cast<std::uint64_t>(view.shape.back());
        if (row % blockElements(view.type) != 0) {
            return bad(phrase("the rows of tensor %1 are not whole blocks", view.name), std::to_string(row),
                       phrase("a multiple of %1 for %2", blockElements(view.type), toText(view.type)));
        }
        view.file = m_gguf.m_files.front().get();
        if (!m_gguf.m_byName.emplace(view.name, m_gguf.m_tensors.size()).second) {
            return bad("two tensors have the same name", view.name, "each name once");
        }
        m_gguf.m_tensors.push_back(std::move(view));
        return offset;
    }

    Gguf& m_gguf;
    std::string m_where;
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    std::uint64_t m_tensorCount = 0, m_valueCount = 0;
};

Result<Gguf> Gguf::openPart(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto file, MappedFile::openLinked(path));
    Gguf gguf;
    gguf.m_files.push_back(std::make_shared<const MappedFile>(std::move(file)));
    KVW_TRY(Parser(gguf, path.string()).parse());
    return gguf;
}

Result<void> Gguf::append(Gguf part, const std::filesystem::path& path) {
    for (TensorView& view : part.m_tensors) {
        if (!m_byName.emplace(view.name, m_tensors.size()).second) {
            return fail(Code::BadInput, path.string(), "a tensor of this part is in an earlier one, too", view.name,
                        "each name once");
        }
        m_tensors.push_back(std::move(view));
    }
    m_files.push_back(std::move(part.m_files.front()));
    return {};
}

Result<Gguf> Gguf::open(const std::filesystem::path& path) {
    auto opened = openPart(path);
    const std::int64_t parts = opened ? opened->integer("split.count").value_or(1) : 1;
    if (parts <= 1) {
        return opened;
    }
    // llama-gguf-split numbers parts from 1 in file names and writes the metadata into the first part.
    const std::int64_t number = opened->integer("split.no").value_or(0) + 1;
    const std::string name = path.filename().string();
    const std::string ending = partEnding(number, parts);
    if (parts > kMostParts || !name.ends_with(ending)) {
        return fail(Code::BadInput, path.string(), "the parts of a split model are found by their names",
                    phrase("part %1 of %2, called %3", number, parts, name),
                    phrase("a name that ends in %1, with the other parts beside it", ending));
    }
    const std::string stem = name.substr(0, name.size() - ending.size());
    const auto partAt = [&](std::int64_t i) { return path.parent_path() / (stem + partEnding(i, parts)); };
    auto whole = number == 1 ? std::move(opened) : openPart(partAt(1));
    for (std::int64_t i = 1; whole && i <= parts; ++i) {
        const std::filesystem::path file = partAt(i);
        KVW_TRY_ASSIGN(auto part, i == 1 ? Result<Gguf>(Gguf()) : openPart(file));
        const Gguf& stated = i == 1 ? *whole : part;
        if (stated.integer("split.count") != parts || stated.integer("split.no") != i - 1) {
            return fail(Code::BadInput, file.string(), "this is not the part that its name says",
                        phrase("part %1 of %2", stated.integer("split.no").value_or(-1) + 1,
                               stated.integer("split.count").value_or(0)),
                        phrase("part %1 of %2", i, parts));
        }
        if (i > 1) {
            KVW_TRY(whole->append(std::move(part), file));
        }
    }
    const auto tensors = whole ? whole->integer("split.tensors.count") : std::nullopt;
    if (tensors && *tensors != static_cast<std::int64_t>(whole->m_tensors.size())) {
        return fail(Code::BadInput, path.string(), "the parts of this split model hold another number of tensors",
                    std::to_string(whole->m_tensors.size()), std::to_string(*tensors));
    }
    return whole;
}

const TensorView* Gguf::find(std::string_view name) const {
    const auto it = m_byName.find(name);
    return it == m_byName.end() ? nullptr : &m_tensors[it->second];
}

}  // namespace kvw
