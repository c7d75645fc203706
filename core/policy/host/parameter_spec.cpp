// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/comma_list.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/policy/host/choice/prompt_share.h"
#include "core/policy/host/manifest.h"

namespace kvw {

namespace {

/// Largest integer, 2^53: exact in every JSON reader, and sums of a few stay within 64 bits.
constexpr std::int64_t kLargestInteger = 9007199254740992;

std::string boundText(double bound) {
    return fmt::format("{}", bound);
}

/// Parses a number that may have a plus sign.
template <class T>
std::optional<T> parseSigned(std::string_view text) {
    return parsedNumber<T>(text.substr(text.starts_with('+') ? 1 : 0));
}

tl::unexpected<Error> refuse(const ParameterSpec& spec, const Phrase& where, Phrase found) {
    return fail(Code::BadUsage, where, phrase("parameter \"%1\" is not valid", spec.name), std::move(found),
                spec.range());
}

bool inRange(const ParameterSpec& spec, double value) {
    if (!std::isfinite(value) || (spec.minimum && value < *spec.minimum)) {
        return false;
    }
    return !spec.maximum || (spec.maximumExclusive ? value < *spec.maximum : value <= *spec.maximum);
}

bool isListed(const ParameterSpec& spec, const std::string& word) {
    return std::ranges::find(spec.choices, word) != spec.choices.end();
}

/// Returns true for one of the choices, or several where the parameter allows it.
bool areListed(const ParameterSpec& spec, const std::string& text) {
    const std::vector<std::string> words = spec.several ? splitAt(text, '+') : std::vector<std::string>{text};
    return std::set<std::string>(words.begin(), words.end()).size() == words.size() &&
           std::ranges::all_of(words, [&](const std::string& word) { return isListed(spec, word); });
}

Result<sdk::Value> checkInteger(const ParameterSpec& spec, std::int64_t value, const Phrase& where) {
    if (value > kLargestInteger || value < -kLargestInteger) {
        return fail(Code::BadUsage, where, phrase("parameter \"%1\" is too large", spec.name), fmt::format("{}", value),
                    spec.maximum ? spec.range() : phrase("%1 and at most %2", spec.range(), kLargestInteger));
    }
    const bool listed = spec.choices.empty() || isListed(spec, fmt::format("{}", value));
    if (!inRange(spec, static_cast<double>(value)) || (spec.odd && value % 2 == 0) || !listed) {
        return refuse(spec, where, fmt::format("{}", value));
    }
    return sdk::Value(value);
}

Result<sdk::Value> checkNumber(const ParameterSpec& spec, double value, const Phrase& where) {
    if (!inRange(spec, value)) {
        return refuse(spec, where, fmt::format("{}", value));
    }
    return sdk::Value(value);
}

/// Parses a list such as "4/2/1"; commas already separate parameters.
std::optional<std::vector<std::int64_t>> parseList(const std::string& text) {
    std::vector<std::int64_t> items;
    for (const std::string& part : splitAt(text, '/')) {
        const auto item = parseSigned<std::int64_t>(part);
        if (!item) {
            return std::nullopt;
        }
        items.push_back(*item);
    }
    return items;
}

Result<sdk::Value> checkList(const ParameterSpec& spec, std::vector<std::int64_t> items, const Phrase& where) {
    if (items.empty() || std::ssize(items) > spec.mostItems) {
        return refuse(spec, where, phrase("a list of %1", items.size()));
    }
    for (const std::int64_t item : items) {
        KVW_TRY(checkInteger(spec, item, where));
    }
    return sdk::Value(std::move(items));
}

/// Returns the range of a number, or of each number of a list.
Finding numberRange(const ParameterSpec& spec) {
    Finding range = spec.type == ParameterType::Number ? finding("number")
                    : spec.odd                         ? finding("odd-integer")
                                                       : finding("integer");
    if (spec.minimum && spec.maximum) {
        range = finding("from-to", std::move(range), boundText(*spec.minimum), boundText(*spec.maximum));
    } else if (spec.minimum) {
        range = finding("at-least", std::move(range), boundText(*spec.minimum));
    } else if (spec.maximum) {
        range = finding("at-most", std::move(range), boundText(*spec.maximum));
    }
    range = spec.maximumExclusive ? finding("excluded", std::move(range)) : range;
    return spec.type == ParameterType::Integers ? finding("list-of", spec.mostItems, std::move(range)) : range;
}

}  // namespace

Finding ParameterSpec::range() const {
    if (type == ParameterType::Flag) {
        return finding("true-or-false");
    }
    const std::string words = joined(choices);
    Finding range = choices.empty() ? numberRange(*this)
                    : several       ? finding("some-of", words)
                                    : finding("one-of", words);
    range = allowsShare ? finding("or-share", std::move(range)) : range;
    return allowsAuto ? finding("or-auto", std::move(range)) : range;
}

Result<sdk::Value> ParameterSpec::parse(const std::string& text, const Phrase& where) const {
    const std::string quoted = '"' + shortText(text, 60) + '"';
    if (allowsAuto && text == "auto") {
        return sdk::Value(text);
    }
    if (const auto share = allowsShare ? parseShare(text) : std::nullopt) {
        return sdk::Value(shareText(*share));
    }
    switch (type) {
        case ParameterType::Flag:
            if (text == "true" || text == "false") {
                return sdk::Value(text == "true");
            }
            break;
        case ParameterType::Choice:
            if (areListed(*this, text)) {
                return sdk::Value(text);
            }
            break;
        case ParameterType::Integer:
            if (const auto value = parseSigned<std::int64_t>(text)) {
                return checkInteger(*this, *value, where);
            }
            break;
        case ParameterType::Number:
            if (const auto value = parseSigned<double>(text)) {
                return checkNumber(*this, *value, where);
            }
            break;
        case ParameterType::Integers:
            if (auto items = parseList(text)) {
                return checkList(*this, std::move(*items), where);
            }
            break;
    }
    return refuse(*this, where, quoted);
}

Result<sdk::Value> ParameterSpec::fromJson(const nlohmann::json& value, const Phrase& where) const {
    if (allowsAuto && value.is_string() && value.get_ref<const std::string&>() == "auto") {
        return sdk::Value(std::string("auto"));
    }
    if (allowsShare && value.is_string()) {
        return parse(value.get<std::string>(), where);
    }
    switch (type) {
        case ParameterType::Flag:
            if (value.is_boolean()) {
                return sdk::Value(value.get<bool>());
            }
            break;
        case ParameterType::Choice:
            if (value.is_string() && areListed(*this, value.get_ref<const std::string&>())) {
                return sdk::Value(value.get<std::string>());
            }
            break;
        case ParameterType::Integer:
            if (const auto whole = wholeOf(value)) {
                return checkInteger(*this, *whole, where);
            }
            if (value.is_number_float() && std::abs(value.get<double>()) <= static_cast<double>(kLargestInteger) &&
                std::trunc(value.get<double>()) == value.get<double>()) {
                return checkInteger(*this, static_cast<std::int64_t>(value.get<double>()), where);
            }
            break;
        case ParameterType::Number:
            if (value.is_number()) {
                return checkNumber(*this, value.get<double>(), where);
            }
            break;
        case ParameterType::Integers:
            if (value.is_array() && std::all_of(value.begin(), value.end(),
                                                [](const nlohmann::json& item) { return wholeOf(item).has_value(); })) {
                return checkList(*this, value.get<std::vector<std::int64_t>>(), where);
            }
            break;
    }
    return refuse(*this, where, describe(value));
}

std::string toText(const sdk::Value& value) {
    struct Visitor {
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t whole) const { return fmt::format("{}", whole); }
        std::string operator()(double number) const { return fmt::format("{}", number); }
        std::string operator()(const std::string& word) const { return word; }
        std::string operator()(const std::vector<std::int64_t>& items) const {
            return fmt::format("{}", fmt::join(items, "/"));
        }
    };
    return std::visit(Visitor{}, value);
}

nlohmann::ordered_json toJson(const sdk::Value& value) {
    return std::visit([](const auto& plain) { return nlohmann::ordered_json(plain); }, value);
}

}  // namespace kvw
