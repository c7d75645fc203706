// SPDX-License-Identifier: Apache-2.0
#include "core/model/pre_tokenizer.h"

#include <unicode/ustring.h>

#include <algorithm>

#include <nlohmann/json.hpp>
#include <optional>

#include "core/model/utf8.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr const char* kGpt2Pattern = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

struct Part {
    std::size_t begin = 0, end = 0;
    bool match = false;
};

Result<std::shared_ptr<const icu::RegexPattern>> compile(const std::string& text, bool literal,
                                                         const std::string& where) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError at{};
    const auto flags = static_cast<std::uint32_t>(literal ? UREGEX_LITERAL : 0);
    std::shared_ptr<const icu::RegexPattern> pattern(
        icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(text), flags, at, status));
    if (U_FAILURE(status) || pattern == nullptr) {
        return fail(Code::BadInput, where,
                    "the regular expression of a Split cannot be compiled (" + std::string(u_errorName(status)) + ")",
                    text, "a pattern that ICU understands");
    }
    return pattern;
}

/// Matches of the pattern and the text between them, in order; they cover the text. `utf16` is scratch space.
std::vector<Part> findParts(std::string_view text, icu::RegexMatcher& matcher, std::u16string& utf16) {
    utf16.resize(text.size());
    UErrorCode status = U_ZERO_ERROR;
    std::int32_t units = 0;
    u_strFromUTF8(utf16.data(), static_cast<std::int32_t>(utf16.size()), &units, text.data(),
                  static_cast<std::int32_t>(text.size()), &status);
    const icu::UnicodeString subject(false, utf16.data(), units);
    matcher.reset(subject);

    // ICU counts UTF-16 units; matches come in order, so one walk over the text translates them all.
    std::size_t byte = 0;
    std::int32_t unit = 0;
    const auto byteAt = [&](std::int32_t target) {
        while (unit < target) {
            const Utf8Step step = nextUtf8(text, byte);
            byte += step.length;
            unit += step.codePoint > 0xFFFF ? 2 : 1;
        }
        return byte;
    };
    std::vector<Part> parts;
    std::size_t done = 0;
    while (U_SUCCESS(status) && matcher.find(status) != 0) {
        const std::size_t begin = byteAt(matcher.start(status)), end = byteAt(matcher.end(status));
        if (done < begin) {
            parts.push_back({done, begin, false});
        }
        parts.push_back({begin, end, true});
        done = end;
    }
    if (done < text.size()) {
        parts.push_back({done, text.size(), false});
    }
    return parts;
}

/// Joins each match to its neighbour on the side of `previousSide`: the first match after text, not one after a match.
std::vector<Part> mergeMatches(const std::vector<Part>& parts, bool withPrevious) {
    std::vector<Part> merged;
    bool afterMatch = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& part = parts[withPrevious ? i : parts.size() - 1 - i];
        if (part.match && !afterMatch && !merged.empty()) {
            (withPrevious ? merged.back().end : merged.back().begin) = withPrevious ? part.end : part.begin;
        } else {
            merged.push_back(part);
        }
        afterMatch = part.match;
    }
    if (!withPrevious) {
        std::reverse(merged.begin(), merged.end());
    }
    return merged;
}

std::vector<Part> applyBehaviour(std::vector<Part> parts, SplitBehaviour behaviour) {
    switch (behaviour) {
        case SplitBehaviour::Isolated:
            break;
        case SplitBehaviour::Removed:
            std::erase_if(parts, [](const Part& part) { return part.match; });
            break;
        case SplitBehaviour::MergedWithPrevious:
            return mergeMatches(parts, true);
        case SplitBehaviour::MergedWithNext:
            return mergeMatches(parts, false);
        case SplitBehaviour::Contiguous: {
            std::vector<Part> joined;
            for (const Part& part : parts) {
                if (!joined.empty() && joined.back().match == part.match) {
                    joined.back().end = part.end;
                } else {
                    joined.push_back(part);
                }
            }
            return joined;
        }
    }
    return parts;
}

std::optional<SplitBehaviour> behaviourFromText(const std::string& text) {
    static constexpr std::pair<const char*, SplitBehaviour> kNames[] = {
        {"Isolated", SplitBehaviour::Isolated},
        {"Removed", SplitBehaviour::Removed},
        {"MergedWithPrevious", SplitBehaviour::MergedWithPrevious},
        {"MergedWithNext", SplitBehaviour::MergedWithNext},
        {"Contiguous", SplitBehaviour::Contiguous}};
    for (const auto& [name, behaviour] : kNames) {
        if (text == name) {
            return behaviour;
        }
    }
    return std::nullopt;
}

std::string textOf(const json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

bool flagOf(const json& object, const char* key, bool absent) {
    const auto it = object.find(key);
    return it != object.end() && it->is_boolean() ? it->get<bool>() : absent;
}

}  // namespace

Result<PreTokenizer> PreTokenizer::fromJson(const json& json, const std::string& where) {
    PreTokenizer result;
    if (auto appended = result.append(json, where); !appended) {
        return tl::unexpected(appended.error());
    }
    if (!result.m_hasByteLevel) {
        return fail(Code::BadInput, where, "the pre_tokenizer is not byte-level",
                    json.is_null() ? "none" : textOf(json, "type"), "ByteLevel, last in a Sequence or alone");
    }
    return result;
}

Result<void> PreTokenizer::append(const json& json, const std::string& where) {
    const std::string type = json.is_object() ? textOf(json, "type") : "";
    if (m_hasByteLevel) {
        return fail(Code::BadInput, where, "a pre_tokenizer after ByteLevel is not supported", type,
                    "ByteLevel to come last");
    }
    if (type == "Sequence") {
        const auto parts = json.find("pretokenizers");
        if (parts == json.end() || !parts->is_array()) {
            return fail(Code::BadInput, where, "a Sequence of pre-tokenizers is malformed", "",
                        "a list named pretokenizers");
        }
        for (const auto& part : *parts) {
            if (auto appended = append(part, where); !appended) {
                return appended;
            }
        }
        return {};
    }
    if (type == "Split") {
        return appendSplit(json, where);
    }
    if (type == "Digits") {
        const bool individual = flagOf(json, "individual_digits", false);
        auto pattern = compile("\\p{N}", false, where);
        m_stages.push_back(
            {*pattern, individual ? SplitBehaviour::Isolated : SplitBehaviour::Contiguous, false, false});
        return {};
    }
    if (type == "ByteLevel") {
        m_hasByteLevel = true;
        Stage stage;
        stage.addPrefixSpace = flagOf(json, "add_prefix_space", true);
        if (flagOf(json, "use_regex", true)) {
            stage.pattern = *compile(kGpt2Pattern, false, where);
        }
        m_stages.push_back(std::move(stage));
        return {};
    }
    return fail(Code::BadInput, where, "this pre_tokenizer is not supported", type.empty() ? json.dump() : type,
                "Split, ByteLevel, Digits or Sequence");
}

Result<void> PreTokenizer::appendSplit(const json& json, const std::string& where) {
    const auto pattern = json.find("pattern");
    const bool isObject = pattern != json.end() && pattern->is_object();
    const bool literal = isObject && pattern->contains("String");
    const std::string text = isObject ? textOf(*pattern, literal ? "String" : "Regex") : "";
    if (text.empty()) {
        return fail(Code::BadInput, where, "a Split has no pattern", isObject ? pattern->dump() : "",
                    "a Regex or a String that is not empty");
    }
    const auto behaviour = behaviourFromText(textOf(json, "behavior"));
    if (!behaviour) {
        return fail(Code::BadInput, where, "this behavior of a Split is not supported", textOf(json, "behavior"),
                    "Isolated, Removed, MergedWithPrevious, MergedWithNext or Contiguous");
    }
    auto compiled = compile(text, literal, where);
    if (!compiled) {
        return tl::unexpected(compiled.error());
    }
    m_stages.push_back({std::move(*compiled), *behaviour, flagOf(json, "invert", false), false});
    return {};
}

PreTokenizer::Scratch::Scratch(const PreTokenizer& owner) {
    for (const Stage& stage : owner.m_stages) {
        UErrorCode status = U_ZERO_ERROR;
        m_matchers.emplace_back(stage.pattern ? stage.pattern->matcher(status) : nullptr);
        if (m_matchers.back()) {
            // The default of 8 MB ends a search inside long runs of white space.
            m_matchers.back()->setStackLimit(0, status);
        }
    }
}

std::vector<Word> PreTokenizer::split(std::string_view text, Scratch& scratch) const {
    std::vector<Word> words;
    if (!text.empty()) {
        words.push_back({0, text.size(), false});
    }
    std::vector<Word> next;
    std::string prefixed;
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        const Stage& stage = m_stages[s];
        next.clear();
        for (const Word& word : words) {
            const std::string_view own = text.substr(word.begin, word.end - word.begin);
            const bool prefix = stage.addPrefixSpace && own.front() != ' ';
            if (!stage.pattern) {
                next.push_back({word.begin, word.end, prefix});
                continue;
            }
            prefixed.assign(prefix ? 1 : 0, ' ').append(own);
            std::vector<Part> parts = findParts(prefixed, *scratch.m_matchers[s], scratch.m_utf16);
            if (stage.invert) {
                for (Part& part : parts) {
                    part.match = !part.match;
                }
            }
            const std::size_t shift = prefix ? 1 : 0;
            for (const Part& part : applyBehaviour(std::move(parts), stage.behaviour)) {
                if (part.begin < part.end) {
                    const bool first = prefix && part.begin == 0;
                    next.push_back(
                        {word.begin + part.begin - (first ? 0 : shift), word.begin + part.end - shift, first});
                }
            }
        }
        words.swap(next);
    }
    return words;
}

}  // namespace kvw
