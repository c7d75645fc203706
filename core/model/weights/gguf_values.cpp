// SPDX-License-Identifier: Apache-2.0
/// Access to the metadata of a GGUF file; the parser has checked that every value lies within the file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/read_value.h"
#include "core/base/short_text.h"
#include "core/model/weights/gguf.h"

namespace kvw {

namespace {

template <class T>
double asDouble(const std::byte* bytes) noexcept {
    return static_cast<double>(readValue<T>(bytes));
}

/// Bytes of a value and its number, in the order of Gguf::Type; texts and arrays begin with their length, and they and
/// flags are no numbers.
struct ValueKind {
    std::size_t bytes;
    double (*number)(const std::byte* bytes) noexcept;
};
template <class T>
constexpr ValueKind kNumberKind{sizeof(T), &asDouble<T>};
constexpr ValueKind kValueKinds[] = {kNumberKind<std::uint8_t>,
                                     kNumberKind<std::int8_t>,
                                     kNumberKind<std::uint16_t>,
                                     kNumberKind<std::int16_t>,
                                     kNumberKind<std::uint32_t>,
                                     kNumberKind<std::int32_t>,
                                     kNumberKind<float>,
                                     {1, nullptr},
                                     {8, nullptr},
                                     {8, nullptr},
                                     kNumberKind<std::uint64_t>,
                                     kNumberKind<std::int64_t>,
                                     kNumberKind<double>};

}  // namespace

std::size_t Gguf::width(Type type) noexcept {
    return kValueKinds[static_cast<std::size_t>(type)].bytes;
}

double Gguf::numberAt(Type type, const std::byte* bytes) noexcept {
    const auto number = kValueKinds[static_cast<std::size_t>(type)].number;
    return number == nullptr ? 0 : number(bytes);
}

const Gguf::Value* Gguf::value(std::string_view key) const {
    const auto it = m_values.find(key);
    return it == m_values.end() ? nullptr : &it->second;
}

std::vector<std::string> Gguf::keysBehind(std::string_view beginning) const {
    std::vector<std::string> found = keys(beginning);
    for (std::string& key : found) {
        key.erase(0, beginning.size());
    }
    return found;
}

std::optional<std::string_view> Gguf::text(std::string_view key) const {
    const Value* found = value(key);
    if (found == nullptr || found->type != Type::Text) {
        return std::nullopt;
    }
    return std::string_view(reinterpret_cast<const char*>(found->bytes.data()) + 8, found->bytes.size() - 8);
}

std::optional<double> Gguf::number(std::string_view key) const {
    const Value* found = value(key);
    if (found == nullptr || found->type == Type::Text || found->type == Type::Array || found->type == Type::Bool) {
        return std::nullopt;
    }
    return numberAt(found->type, found->bytes.data());
}

std::optional<std::int64_t> Gguf::integer(std::string_view key) const {
    const auto found = number(key);
    // No count here exceeds 2^53; beyond it a double is not exact.
    if (!found || *found != std::floor(*found) || std::abs(*found) > 0x1p53) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*found);
}

std::optional<double> Gguf::perLayer(std::string_view key) const {
    const auto list = numbers(key);
    if (!list) {
        return number(key);
    }
    const bool same = std::ranges::all_of(*list, [&](double one) { return one == list->front(); });
    return same && !list->empty() ? std::optional(list->front()) : std::nullopt;
}

std::vector<std::string> Gguf::keys(std::string_view prefix) const {
    std::vector<std::string> found;
    for (auto it = m_values.lower_bound(prefix); it != m_values.end() && it->first.starts_with(prefix); ++it) {
        found.push_back(it->first);
    }
    return found;
}

std::string Gguf::shown(std::string_view key) const {
    constexpr std::size_t kShown = 60;
    std::string all = "a value of another type";
    if (const auto one = number(key)) {
        all = fmt::format("{}", *one);
    } else if (const auto yes = flag(key)) {
        all = *yes ? "true" : "false";
    } else if (const auto words = text(key)) {
        all = fmt::format("\"{}\"", *words);
    } else if (const auto list = numbers(key)) {
        all = fmt::format("{}", *list);
    } else if (const auto strings = texts(key)) {
        all = fmt::format("{} texts", strings->size());
    }
    return shortText(all, kShown);
}

std::optional<bool> Gguf::flag(std::string_view key) const {
    const Value* found = value(key);
    return found == nullptr || found->type != Type::Bool ? std::nullopt
                                                         : std::optional(found->bytes.front() != std::byte{0});
}

std::optional<std::vector<std::string_view>> Gguf::texts(std::string_view key) const {
    const Value* found = value(key);
    if (found == nullptr || found->type != Type::Array || found->element != Type::Text) {
        return std::nullopt;
    }
    std::vector<std::string_view> list;
    list.reserve(found->count);
    const std::byte* at = found->bytes.data();
    for (std::uint64_t i = 0; i < found->count; ++i) {
        const auto length = readValue<std::uint64_t>(at);
        list.emplace_back(reinterpret_cast<const char*>(at) + 8, length);
        at += 8 + length;
    }
    return list;
}

std::optional<std::vector<double>> Gguf::numbers(std::string_view key) const {
    const Value* found = value(key);
    if (found == nullptr || found->type != Type::Array || found->element == Type::Text ||
        found->element == Type::Bool) {
        return std::nullopt;
    }
    std::vector<double> list;
    list.reserve(found->count);
    for (std::uint64_t i = 0; i < found->count; ++i) {
        list.push_back(numberAt(found->element, found->bytes.data() + i * width(found->element)));
    }
    return list;
}

}  // namespace kvw
