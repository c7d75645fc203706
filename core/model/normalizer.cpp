// SPDX-License-Identifier: Apache-2.0
#include "core/model/normalizer.h"

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <optional>

#include "core/model/json_access.h"
#include "core/model/utf8.h"

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

void normalize(SourceText& text, NormalForm form) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* normalizer = instanceOf(form, status);
    const icu::StringPiece piece(text.view().data(), static_cast<std::int32_t>(text.view().size()));
    if (U_FAILURE(status) || (normalizer->isNormalizedUTF8(piece, status) != 0 && U_SUCCESS(status))) {
        return;
    }
    std::string changed;
    icu::Edits edits;
    icu::StringByteSink<std::string> sink(&changed);
    normalizer->normalizeUTF8(0, piece, sink, &edits, status);
    if (U_FAILURE(status)) {
        return;
    }
    Alignment alignment;
    for (auto edit = edits.getFineChangesIterator(); edit.next(status) != 0;) {
        const auto begin = static_cast<std::size_t>(edit.destinationIndex());
        const auto oldBegin = static_cast<std::size_t>(edit.sourceIndex());
        alignment.add({begin, begin + static_cast<std::size_t>(edit.newLength()), oldBegin,
                       oldBegin + static_cast<std::size_t>(edit.oldLength())});
    }
    text.change(std::move(changed), std::move(alignment));
}

}  // namespace

void replaceAll(SourceText& text, const TextPattern& pattern, const std::string& content,
                TextPattern::Scratch& scratch) {
    const std::string_view old = text.view();
    const std::vector<TextPart> parts = pattern.parts(old, scratch);
    if (std::none_of(parts.begin(), parts.end(), [](const TextPart& part) { return part.match; })) {
        return;
    }
    std::string changed;
    changed.reserve(old.size());
    Alignment alignment;
    for (const TextPart& part : parts) {
        const std::size_t begin = changed.size();
        changed += part.match ? std::string_view(content) : old.substr(part.begin, part.end - part.begin);
        if (part.match) {
            alignment.add({begin, changed.size(), part.begin, part.end});
        }
    }
    text.change(std::move(changed), std::move(alignment));
}

void prepend(SourceText& text, const std::string& content) {
    const std::string_view old = text.view();
    if (old.empty() || content.empty()) {
        return;
    }
    const std::size_t first = nextUtf8(old, 0).length;
    Alignment alignment;
    alignment.add({0, content.size() + first, 0, first});
    text.change(content + std::string(old), std::move(alignment));
}

Result<Normalizer> Normalizer::fromJson(const nlohmann::json& json, const std::string& where) {
    Normalizer normalizer;
    if (auto appended = normalizer.append(json, where); !appended) {
        return tl::unexpected(appended.error());
    }
    return normalizer;
}

Result<void> Normalizer::append(const nlohmann::json& json, const std::string& where) {
    if (json.is_null()) {
        return {};
    }
    const std::string type = textOf(json, "type");
    if (const auto form = formFromText(type)) {
        m_steps.emplace_back(*form);
        return {};
    }
    if (const auto& parts = member(json, "normalizers"); type == "Sequence" && parts.is_array()) {
        for (const auto& part : parts) {
            if (auto appended = append(part, where); !appended) {
                return appended;
            }
        }
        return {};
    }
    if (type == "Prepend") {
        m_steps.emplace_back(Prepend{textOf(json, "prepend")});
        return {};
    }
    if (type == "Replace") {
        auto pattern = TextPattern::fromJson(member(json, "pattern"), where, "a Replace");
        if (!pattern) {
            return tl::unexpected(pattern.error());
        }
        std::string content = textOf(json, "content");
        if (pattern->isRegex() && content.find('$') != std::string::npos) {
            return fail(Code::BadInput, where, "groups in the content of a Replace are not supported", content,
                        "a content without $");
        }
        m_steps.emplace_back(Replace{std::move(*pattern), std::move(content)});
        return {};
    }
    return fail(Code::BadInput, where, "this normalizer is not supported", typeName(json),
                "none, NFC, NFD, NFKC, NFKD, Prepend, Replace or Sequence");
}

void Normalizer::apply(SourceText& text) const {
    for (const auto& step : m_steps) {
        if (const auto* form = std::get_if<NormalForm>(&step)) {
            normalize(text, *form);
        } else if (const auto* before = std::get_if<Prepend>(&step)) {
            prepend(text, before->content);
        } else {
            const auto& replace = std::get<Replace>(step);
            TextPattern::Scratch scratch;
            replaceAll(text, replace.pattern, replace.content, scratch);
        }
    }
}

std::string Normalizer::applied(const std::string& text) const {
    SourceText source(text);
    apply(source);
    return std::string(source.view());
}

}  // namespace kvw
