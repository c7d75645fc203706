// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/normalizer.h"

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <optional>

#include "core/base/json/json_access.h"
#include "core/base/utf8.h"

namespace kvw {
namespace {

std::optional<NormalForm> formFromText(const std::string& text) {
    return text == "NFC"    ? std::optional(NormalForm::C)
           : text == "NFD"  ? std::optional(NormalForm::D)
           : text == "NFKC" ? std::optional(NormalForm::KC)
           : text == "NFKD" ? std::optional(NormalForm::KD)
                            : std::nullopt;
}

const icu::Normalizer2* instanceOf(NormalForm form, UErrorCode& status) {
    switch (form) {
        case NormalForm::C:
            return icu::Normalizer2::getNFCInstance(status);
        case NormalForm::D:
            return icu::Normalizer2::getNFDInstance(status);
        case NormalForm::KC:
            return icu::Normalizer2::getNFKCInstance(status);
        case NormalForm::KD:
            break;
    }
    return icu::Normalizer2::getNFKDInstance(status);
}

/// Limit on the steps of a normalizer; real tokenizers have far fewer.
constexpr std::size_t kMostSteps = 128;

/// Refuses a text that grew from `before` to `after` bytes if that is more than `work` allows.
Result<void> checkGrowth(std::size_t before, std::size_t after, MatchWork& work, const std::string& where) {
    if (after > before && (after > INT32_MAX || !work.grow(after - before))) {
        return fail(Code::BadInput, where, "the normalizer makes the text too large", {},
                    "at most 32 times as many bytes");
    }
    return {};
}

Result<void> normalize(SourceText& text, NormalForm form, MatchWork& work, const std::string& where) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* normalizer = instanceOf(form, status);
    const icu::StringPiece piece(text.view().data(), static_cast<std::int32_t>(text.view().size()));
    const auto failed = [&] {
        return fail(Code::Internal, where, "the text could not be brought into its normal form", u_errorName(status));
    };
    if (U_FAILURE(status)) {
        return failed();
    }
    const bool done = normalizer->isNormalizedUTF8(piece, status) != 0;
    if (done && U_SUCCESS(status)) {
        return {};
    }
    std::string changed;
    icu::Edits edits;
    icu::StringByteSink<std::string> sink(&changed);
    normalizer->normalizeUTF8(0, piece, sink, &edits, status);
    if (U_FAILURE(status)) {
        return failed();
    }
    KVW_TRY(checkGrowth(text.view().size(), changed.size(), work, where));
    Alignment alignment;
    for (auto edit = edits.getFineChangesIterator(); edit.next(status) != 0;) {
        const auto begin = static_cast<std::size_t>(edit.destinationIndex());
        const auto oldBegin = static_cast<std::size_t>(edit.sourceIndex());
        alignment.add({begin, begin + static_cast<std::size_t>(edit.newLength()), oldBegin,
                       oldBegin + static_cast<std::size_t>(edit.oldLength())});
    }
    text.change(std::move(changed), std::move(alignment));
    return {};
}

}  // namespace

Result<void> replaceAll(SourceText& text, const TextPattern& pattern, const std::string& content,
                        TextPattern::Scratch& scratch, MatchWork& work, const std::string& where) {
    const std::string_view old = text.view();
    KVW_TRY_ASSIGN(const auto parts, pattern.parts(old, scratch, work));
    std::size_t matches = 0, size = 0;
    for (const TextPart& part : parts) {
        matches += part.match ? 1 : 0;
        size += part.match ? content.size() : part.end - part.begin;
    }
    if (matches == 0) {
        return {};
    }
    KVW_TRY(checkGrowth(old.size(), size, work, where));
    std::string changed;
    changed.reserve(size);
    Alignment alignment;
    for (const TextPart& part : parts) {
        const std::size_t begin = changed.size();
        changed += part.match ? std::string_view(content) : old.substr(part.begin, part.end - part.begin);
        if (part.match) {
            alignment.add({begin, changed.size(), part.begin, part.end});
        }
    }
    text.change(std::move(changed), std::move(alignment));
    return {};
}

Result<void> prepend(SourceText& text, const std::string& content, MatchWork& work, const std::string& where) {
    const std::string_view old = text.view();
    if (old.empty() || content.empty()) {
        return {};
    }
    KVW_TRY(checkGrowth(old.size(), old.size() + content.size(), work, where));
    const std::size_t first = nextUtf8(old, 0).length;
    Alignment alignment;
    alignment.add({0, content.size() + first, 0, first});
    text.change(content + std::string(old), std::move(alignment));
    return {};
}

Result<Normalizer> Normalizer::fromJson(const nlohmann::json& rule, const std::string& where) {
    Normalizer normalizer;
    normalizer.m_where = where;
    KVW_TRY(normalizer.append(rule, where));
    if (normalizer.m_steps.size() > kMostSteps) {
        return fail(Code::BadInput, where, "the normalizer has too many steps",
                    std::to_string(normalizer.m_steps.size()), phrase("at most %1", kMostSteps));
    }
    return normalizer;
}

Result<void> Normalizer::append(const nlohmann::json& rule, const std::string& where) {
    if (rule.is_null()) {
        return {};
    }
    const std::string type = textOf(rule, "type");
    if (const auto form = formFromText(type)) {
        m_steps.emplace_back(*form);
        return {};
    }
    if (const auto& parts = member(rule, "normalizers"); type == "Sequence" && parts.is_array()) {
        for (const auto& part : parts) {
            KVW_TRY(append(part, where));
        }
        return {};
    }
    if (type == "Prepend") {
        m_steps.emplace_back(Prepend{textOf(rule, "prepend")});
        return {};
    }
    if (type == "Replace") {
        KVW_TRY_ASSIGN(auto pattern, TextPattern::fromJson(member(rule, "pattern"), where, "a Replace"));
        std::string content = textOf(rule, "content");
        if (pattern.isRegex() && content.find('$') != std::string::npos) {
            return fail(Code::BadInput, where, "groups in the content of a Replace are not supported", content,
                        "a content without $");
        }
        m_steps.emplace_back(Replace{std::move(pattern), std::move(content)});
        return {};
    }
    return fail(Code::BadInput, where, "this normalizer is not supported", typeName(rule),
                "none, NFC, NFD, NFKC, NFKD, Prepend, Replace or Sequence");
}

Result<void> Normalizer::apply(SourceText& text, MatchWork& work) const {
    for (const auto& step : m_steps) {
        Result<void> done;
        if (const auto* form = std::get_if<NormalForm>(&step)) {
            done = normalize(text, *form, work, m_where);
        } else if (const auto* before = std::get_if<Prepend>(&step)) {
            done = prepend(text, before->content, work, m_where);
        } else {
            const auto& replace = std::get<Replace>(step);
            TextPattern::Scratch scratch;
            done = replaceAll(text, replace.pattern, replace.content, scratch, work, m_where);
        }
        KVW_TRY(done);
    }
    return {};
}

Result<std::string> Normalizer::applied(const std::string& text, MatchWork& work) const {
    SourceText source(text);
    return apply(source, work).map([&] { return std::string(source.view()); });
}

bool Normalizer::prepends() const noexcept {
    return std::ranges::any_of(m_steps, [](const auto& step) { return std::holds_alternative<Prepend>(step); });
}

}  // namespace kvw
