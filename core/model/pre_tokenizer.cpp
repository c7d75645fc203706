// SPDX-License-Identifier: Apache-2.0
#include "core/model/pre_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/json_access.h"
#include "core/model/utf8.h"

namespace kvw {
namespace {

/// Joins each match to its neighbour on the side of `previousSide`: the first match after text, not one after a match.
std::vector<TextPart> mergeMatches(const std::vector<TextPart>& parts, bool withPrevious) {
    std::vector<TextPart> merged;
    bool afterMatch = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const TextPart& part = parts[withPrevious ? i : parts.size() - 1 - i];
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

std::vector<TextPart> applyBehaviour(std::vector<TextPart> parts, SplitBehaviour behaviour) {
    switch (behaviour) {
        case SplitBehaviour::Isolated:
            break;
        case SplitBehaviour::Removed:
            std::erase_if(parts, [](const TextPart& part) { return part.match; });
            break;
        case SplitBehaviour::MergedWithPrevious:
            return mergeMatches(parts, true);
        case SplitBehaviour::MergedWithNext:
            return mergeMatches(parts, false);
        case SplitBehaviour::Contiguous: {
            std::vector<TextPart> joined;
            for (const TextPart& part : parts) {
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

}  // namespace

Result<Metaspace> Metaspace::fromJson(const nlohmann::json& json, const std::string& where) {
    Metaspace metaspace;
    metaspace.replacement = textOf(json, "replacement");
    if (metaspace.replacement.empty() || nextUtf8(metaspace.replacement, 0).length != metaspace.replacement.size()) {
        return fail(Code::BadInput, where, "the replacement of a Metaspace is malformed",
                    excerpt(member(json, "replacement")), "one character");
    }
    const std::string scheme = textOf(json, "prepend_scheme");
    if (scheme == "first") {
        metaspace.prepend = Prepend::First;
    } else if (scheme == "never" || (scheme.empty() && !flagOf(json, "add_prefix_space", true))) {
        metaspace.prepend = Prepend::Never;
    } else if (scheme != "always" && !scheme.empty()) {
        return fail(Code::BadInput, where, "this prepend_scheme of a Metaspace is not supported", scheme,
                    "always, first or never");
    }
    metaspace.split = flagOf(json, "split", true);
    return metaspace;
}

Result<PreTokenizer> PreTokenizer::fromJson(const nlohmann::json& json, const std::string& where) {
    PreTokenizer result;
    if (json.is_null()) {
        return result;
    }
    if (auto appended = result.append(json, where); !appended) {
        return tl::unexpected(appended.error());
    }
    return result;
}

Result<void> PreTokenizer::append(const nlohmann::json& json, const std::string& where) {
    const std::string type = textOf(json, "type");
    if (m_byteLevel || m_metaspace) {
        return fail(Code::BadInput, where,
                    fmt::format("a pre_tokenizer after {} is not supported", m_byteLevel ? "ByteLevel" : "Metaspace"),
                    type, fmt::format("{} to come last", m_byteLevel ? "ByteLevel" : "Metaspace"));
    }
    if (type == "Sequence") {
        const auto& parts = member(json, "pretokenizers");
        if (!parts.is_array()) {
            return fail(Code::BadInput, where, "a Sequence of pre-tokenizers is malformed", "",
                        "a list named pretokenizers");
        }
        for (const auto& part : parts) {
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
        const bool individual = flagOf(json, "individual_digits");
        m_stages.push_back({*TextPattern::regex("\\p{N}", where, "Digits"),
                            individual ? SplitBehaviour::Isolated : SplitBehaviour::Contiguous, false, false});
        return {};
    }
    if (type == "ByteLevel") {
        m_byteLevel = true;
        Stage stage;
        stage.addPrefixSpace = flagOf(json, "add_prefix_space", true);
        if (flagOf(json, "use_regex", true)) {
            stage.pattern = *TextPattern::regex(std::string(kGpt2Pattern), where, "ByteLevel");
        }
        m_stages.push_back(std::move(stage));
        return {};
    }
    if (type == "Metaspace") {
        auto metaspace = Metaspace::fromJson(json, where);
        if (!metaspace) {
            return tl::unexpected(metaspace.error());
        }
        m_metaspace = std::move(*metaspace);
        return {};
    }
    return fail(Code::BadInput, where, "this pre_tokenizer is not supported", typeName(json),
                "none, Split, ByteLevel, Metaspace, Digits or Sequence");
}

Result<void> PreTokenizer::appendSplit(const nlohmann::json& json, const std::string& where) {
    auto pattern = TextPattern::fromJson(member(json, "pattern"), where, "a Split");
    if (!pattern) {
        return tl::unexpected(pattern.error());
    }
    const auto behaviour = behaviourFromText(textOf(json, "behavior"));
    if (!behaviour) {
        return fail(Code::BadInput, where, "this behavior of a Split is not supported", textOf(json, "behavior"),
                    "Isolated, Removed, MergedWithPrevious, MergedWithNext or Contiguous");
    }
    m_stages.push_back({std::move(*pattern), *behaviour, flagOf(json, "invert"), false});
    return {};
}

std::vector<Word> PreTokenizer::split(std::string_view text, Scratch& scratch) const {
    std::vector<Word> words;
    if (!text.empty()) {
        words.push_back({0, text.size(), false});
    }
    scratch.resize(m_stages.size());
    std::vector<Word> next;
    std::string prefixed;
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        const Stage& stage = m_stages[s];
        next.clear();
        for (const Word& word : words) {
            std::string_view own = text.substr(word.begin, word.end - word.begin);
            const bool prefix = stage.addPrefixSpace && own.front() != ' ';
            if (!stage.pattern) {
                next.push_back({word.begin, word.end, prefix});
                continue;
            }
            if (prefix) {
                prefixed.assign(1, ' ').append(own);
                own = prefixed;
            }
            std::vector<TextPart> parts = stage.pattern->parts(own, scratch[s]);
            if (stage.invert) {
                for (TextPart& part : parts) {
                    part.match = !part.match;
                }
            }
            const std::size_t shift = prefix ? 1 : 0;
            for (const TextPart& part : applyBehaviour(std::move(parts), stage.behaviour)) {
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
