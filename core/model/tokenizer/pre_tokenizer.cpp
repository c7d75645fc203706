// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/pre_tokenizer.h"

#include <algorithm>

#include "core/base/json/json_access.h"
#include "core/base/utf8.h"
#include "core/model/tokenizer/byte_alphabet.h"

namespace kvw {
namespace {

/// Joins each match to the text before it, or to the text after it unless `withPrevious`; a match next to another match
/// stays on its own.
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

constexpr std::size_t kMostStages = 128;
constexpr const char* kBehaviours = "Isolated, Removed, MergedWithPrevious, MergedWithNext or Contiguous";
/// ASCII punctuation, and all of the Unicode categories P.
constexpr const char* kPunctuation = R"([\p{P}\x21-\x2F\x3A-\x40\x5B-\x60\x7B-\x7E])";

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

/// Returns the parts of `bytes` after matching `pattern` in their ByteLevel letters.
Result<std::vector<TextPart>> partsOfLetters(std::string_view bytes, const TextPattern& pattern,
                                             TextPattern::Scratch& scratch, MatchWork& work) {
    const std::string letters = alphabetFromBytes(bytes);
    auto parts = pattern.parts(letters, scratch, work);
    std::size_t at = 0, byte = 0;
    const auto byteAt = [&](std::size_t target) {
        for (; at < target; ++at) {
            byte += isContinuation(letters[at]) ? 0 : 1;
        }
        return byte;
    };
    for (std::size_t i = 0; parts && i < parts->size(); ++i) {
        TextPart& part = (*parts)[i];
        part.begin = byteAt(part.begin);
        part.end = byteAt(part.end);
    }
    return parts;
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
    KVW_TRY(result.append(json, where));
    if (result.m_stages.size() > kMostStages) {
        return fail(Code::BadInput, where, "the pre_tokenizer has too many parts",
                    std::to_string(result.m_stages.size()), phrase("at most %1", kMostStages));
    }
    return result;
}

void PreTokenizer::appendOwn(const char* text, SplitBehaviour behaviour, bool invert) {
    m_stages.push_back({*TextPattern::regex(text, {}, {}), behaviour, invert, false, m_byteLevel});
}

Result<void> PreTokenizer::append(const nlohmann::json& json, const std::string& where) {
    const std::string type = textOf(json, "type");
    if (m_metaspace) {
        return fail(Code::BadInput, where, "a pre_tokenizer after Metaspace is not supported", type,
                    phrase("%1 to come last", std::string("Metaspace")));
    }
    if (type == "Sequence") {
        const auto& parts = member(json, "pretokenizers");
        if (!parts.is_array()) {
            return fail(Code::BadInput, where, "a Sequence of pre-tokenizers is malformed", "",
                        "a list named pretokenizers");
        }
        for (const auto& part : parts) {
            KVW_TRY(append(part, where));
        }
        return {};
    }
    if (type == "Split") {
        return appendSplit(json, where);
    }
    if (type == "ByteLevel") {
        return appendByteLevel(json, where);
    }
    if (type == "Digits") {
        appendOwn("\\p{N}", flagOf(json, "individual_digits") ? SplitBehaviour::Isolated : SplitBehaviour::Contiguous);
        return {};
    }
    if (type == "Punctuation") {
        const auto behaviour =
            behaviourFromText(member(json, "behavior").is_null() ? "Isolated" : textOf(json, "behavior"));
        if (!behaviour) {
            return fail(Code::BadInput, where, "this behavior of a Punctuation is not supported",
                        excerpt(member(json, "behavior")), kBehaviours);
        }
        appendOwn(kPunctuation, *behaviour);
        return {};
    }
    if (type == "WhitespaceSplit" || type == "BertPreTokenizer") {
        appendOwn("\\s", SplitBehaviour::Removed);
        if (type == "BertPreTokenizer") {
            appendOwn(kPunctuation, SplitBehaviour::Isolated);
        }
        return {};
    }
    if (type == "Whitespace") {
        // The tokenizers library counts joiners as word characters here.
        appendOwn(R"([\w\x{200C}\x{200D}]+|[^\w\s\x{200C}\x{200D}]+)", SplitBehaviour::Removed, true);
        return {};
    }
    if (type == "CharDelimiterSplit") {
        const std::string delimiter = textOf(json, "delimiter");
        if (delimiter.empty()) {
            return fail(Code::BadInput, where, "a CharDelimiterSplit has no delimiter",
                        excerpt(member(json, "delimiter")), "one character");
        }
        m_stages.push_back({TextPattern::literal(delimiter), SplitBehaviour::Removed, false, false, m_byteLevel});
        return {};
    }
    if (type == "Metaspace" && !m_byteLevel) {
        KVW_TRY_ASSIGN(m_metaspace, Metaspace::fromJson(json, where));
        return {};
    }
    if (type == "Metaspace") {
        return fail(Code::BadInput, where, "Metaspace after ByteLevel is not supported", type, "one of the two");
    }
    return fail(Code::BadInput, where, "this pre_tokenizer is not supported", typeName(json),
                "none, Split, ByteLevel, Metaspace, Digits, Punctuation, Whitespace, WhitespaceSplit, "
                "CharDelimiterSplit, BertPreTokenizer or Sequence");
}

Result<void> PreTokenizer::appendByteLevel(const nlohmann::json& json, const std::string& where) {
    if (m_byteLevel) {
        return fail(Code::BadInput, where, "ByteLevel after ByteLevel is not supported", "", "one of them");
    }
    m_byteLevel = true;
    Stage stage;
    stage.addPrefixSpace = flagOf(json, "add_prefix_space", true);
    if (flagOf(json, "use_regex", true)) {
        stage.pattern = *TextPattern::regex(std::string(kGpt2Pattern), where, "ByteLevel");
    }
    m_stages.push_back(std::move(stage));
    return {};
}

bool PreTokenizer::addsSpace() const noexcept {
    return (m_metaspace && m_metaspace->prepend != Metaspace::Prepend::Never) ||
           std::ranges::any_of(m_stages, [](const Stage& stage) { return stage.addPrefixSpace; });
}

Result<void> PreTokenizer::appendSplit(const nlohmann::json& json, const std::string& where) {
    KVW_TRY_ASSIGN(auto pattern, TextPattern::fromJson(member(json, "pattern"), where, "a Split"));
    const auto behaviour = behaviourFromText(textOf(json, "behavior"));
    if (!behaviour) {
        return fail(Code::BadInput, where, "this behavior of a Split is not supported", textOf(json, "behavior"),
                    kBehaviours);
    }
    m_stages.push_back({std::move(pattern), *behaviour, flagOf(json, "invert"), false, m_byteLevel});
    return {};
}

Result<std::vector<Word>> PreTokenizer::split(std::string_view text, Scratch& scratch, MatchWork& work) const {
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
            const bool prefix = word.prefixSpace || (stage.addPrefixSpace && own.front() != ' ');
            if (!stage.pattern) {
                next.push_back({word.begin, word.end, prefix});
                continue;
            }
            if (prefix) {
                prefixed.assign(1, ' ').append(own);
                own = prefixed;
            }
            KVW_TRY_ASSIGN(auto parts, stage.letters ? partsOfLetters(own, *stage.pattern, scratch[s], work)
                                                     : stage.pattern->parts(own, scratch[s], work));
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
