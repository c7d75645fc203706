// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/characters.h"

#include "core/base/utf8.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::eval {
namespace {

constexpr std::int64_t kNamedCharacters = 20;

bool isAsciiLetter(std::string_view character) {
    return character.size() == 1 &&
           ((character[0] >= 'a' && character[0] <= 'z') || (character[0] >= 'A' && character[0] <= 'Z'));
}

/// Tells whether a character is still there after encoding and decoding: between others, since a tokenizer may trim
/// blanks, or alone, since an accent may become part of the letter before it.
Result<bool> keepsCharacter(const Tokenizer& tokenizer, const std::string& character) {
    for (const std::string& text : {"a" + character + "a", character}) {
        KVW_TRY_ASSIGN(const Encoding encoded, tokenizer.encode(text, false));
        const std::string decoded = tokenizer.decode(encoded.ids, true);
        const bool otherCase =
            isAsciiLetter(character) && decoded.find(static_cast<char>(character[0] ^ 0x20)) != std::string::npos;
        if (otherCase || decoded.find(character) != std::string::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

Result<LackingCharacters> CharacterCheck::newIn(std::string_view text) {
    std::set<std::string> characters;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = nextUtf8(text, at);
        const std::string_view character = text.substr(at, step.length);
        if (step.valid && m_tried.find(character) == m_tried.end()) {
            characters.emplace(character);
            m_tried.emplace(character);
        }
        at += step.length;
    }
    LackingCharacters lacking;
    for (const std::string& character : characters) {
        KVW_TRY_ASSIGN(const bool kept, keepsCharacter(m_tokenizer, character));
        if (!kept && ++lacking.count <= kNamedCharacters) {
            lacking.shown += (lacking.shown.empty() ? "" : " ") + (character == "\n" ? "\\n" : "'" + character + "'");
        }
    }
    return lacking;
}

Result<LackingCharacters> CharacterCheck::newIn(const Sample& sample) {
    std::string text = sample.context + sample.question + sample.answerPrefix;
    for (const std::string& reference : sample.references) {
        text += reference;
    }
    return newIn(text);
}

Result<void> checkCharacters(const Tokenizer& tokenizer, const Sample& sample, const std::string& task) {
    KVW_TRY_ASSIGN(const LackingCharacters lacking, CharacterCheck(tokenizer).newIn(sample));
    if (lacking.count == 0) {
        return {};
    }
    return fail(Code::BadInput, task,
                lacking.count == 1 ? Phrase("the model's tokenizer lacks one character of this task")
                                   : phrase("the model's tokenizer lacks %1 characters of this task", lacking.count),
                lacking.shown, "a model whose tokenizer keeps every character of the task");
}

}  // namespace kvw::eval
