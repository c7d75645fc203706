// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer.h"

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>

#include <algorithm>

#include "core/model/tokenizer_impl.h"
#include "core/model/utf8.h"

namespace kvw {
namespace {

constexpr std::size_t kMaxCachedWord = 64;

/// Text on its way through the pipeline, and where each of its bytes comes from.
struct SourceText {
    std::string_view text;
    std::int64_t base = 0;              ///< of `text` in the original, where the bytes are the same
    const ByteRange* ranges = nullptr;  ///< otherwise: per byte, the bytes of the original its character stands for

    [[nodiscard]] SourceText part(std::size_t begin, std::size_t end) const {
        return {text.substr(begin, end - begin), base + static_cast<std::int64_t>(begin),
                ranges == nullptr ? nullptr : ranges + begin};
    }
    /// Bytes of the original behind [begin, end), which is not empty; whole characters.
    [[nodiscard]] ByteRange range(std::size_t begin, std::size_t end) const {
        if (ranges != nullptr) {
            return {ranges[begin].begin, ranges[end - 1].end};
        }
        while (begin > 0 && isContinuation(text[begin])) {
            --begin;
        }
        while (end < text.size() && isContinuation(text[end])) {
            ++end;
        }
        return {base + static_cast<std::int64_t>(begin), base + static_cast<std::int64_t>(end)};
    }
};

/// A changed text that owns what a SourceText borrows.
struct ChangedText {
    std::string text;
    std::vector<ByteRange> ranges;

    [[nodiscard]] SourceText source() const { return {text, 0, ranges.data()}; }
};

/// Replaces ill-formed parts and counts them; leaves `changed` empty when there are none.
std::int64_t replaceInvalid(std::string_view utf8, ChangedText& changed) {
    std::int64_t count = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        const Utf8Step step = nextUtf8(utf8, at);
        if (!step.valid && count++ == 0) {
            changed.text = utf8.substr(0, at);
            for (std::size_t i = 0; i < at; ++i) {
                changed.ranges.push_back(SourceText{utf8}.range(i, i + 1));
            }
        }
        if (count > 0) {
            changed.text += step.valid ? utf8.substr(at, step.length) : kReplacementUtf8;
            changed.ranges.resize(changed.text.size(),
                                  {static_cast<std::int64_t>(at), static_cast<std::int64_t>(at + step.length)});
        }
        at += step.length;
    }
    return count;
}

/// Normal form C of `source`; false when it is in that form already.
bool normalize(const SourceText& source, ChangedText& changed) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
    const icu::StringPiece piece(source.text.data(), static_cast<std::int32_t>(source.text.size()));
    if (U_FAILURE(status) || (nfc->isNormalizedUTF8(piece, status) != 0 && U_SUCCESS(status))) {
        return false;
    }
    icu::Edits edits;
    icu::StringByteSink<std::string> sink(&changed.text);
    nfc->normalizeUTF8(0, piece, sink, &edits, status);
    if (U_FAILURE(status)) {
        return false;
    }
    changed.ranges.reserve(changed.text.size());
    for (auto edit = edits.getFineIterator(); edit.next(status) != 0;) {
        const auto begin = static_cast<std::size_t>(edit.sourceIndex());
        const auto length = static_cast<std::size_t>(edit.oldLength());
        for (std::size_t i = 0; i < static_cast<std::size_t>(edit.newLength()); ++i) {
            changed.ranges.push_back(edit.hasChange() ? source.range(begin, begin + std::max<std::size_t>(length, 1))
                                                      : source.range(begin + i, begin + i + 1));
        }
    }
    return true;
}

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
};

/// One call of `encode`: words that occur again are merged once.
class Encoder {
 public:
    Encoder(const Tokenizer::Impl& impl, Encoding& out) : m_impl(impl), m_out(out), m_scratch(impl.preTokenizer) {}

    void raw(const SourceText& source) {
        for (const Segment& segment : m_impl.rawTokens.split(source.text)) {
            if (segment.id >= 0) {
                emit(segment.id, source.range(segment.begin, segment.end));
                continue;
            }
            ChangedText changed;
            const SourceText part = source.part(segment.begin, segment.end);
            normalized(m_impl.nfc && normalize(part, changed) ? changed.source() : part);
        }
    }

 private:
    void normalized(const SourceText& source) {
        for (const Segment& segment : m_impl.normalizedTokens.split(source.text)) {
            if (segment.id >= 0) {
                emit(segment.id, source.range(segment.begin, segment.end));
            } else {
                words(source.part(segment.begin, segment.end));
            }
        }
    }

    void words(const SourceText& source) {
        for (const Word& word : m_impl.preTokenizer.split(source.text, m_scratch)) {
            std::string_view text = source.text.substr(word.begin, word.end - word.begin);
            if (word.prefixSpace) {
                m_prefixed.assign(1, ' ').append(text);
                text = m_prefixed;
            }
            const std::uint32_t shift = word.prefixSpace ? 1 : 0;
            for (const WordToken& token : tokens(text)) {
                const std::size_t begin = word.begin + std::max(token.begin, shift) - shift;
                const std::size_t end = word.begin + std::max(token.end, shift) - shift;
                // A token that is only the added space stands for the character it was put before.
                emit(token.id, source.range(begin, std::max(end, begin + 1)));
            }
        }
    }

    std::span<const WordToken> tokens(std::string_view word) {
        if (word.size() > kMaxCachedWord) {
            m_long.clear();
            m_impl.bpe.encode(word, m_long);
            return m_long;
        }
        auto it = m_cache.find(word);
        if (it == m_cache.end()) {
            it = m_cache.emplace(std::string(word), std::vector<WordToken>()).first;
            m_impl.bpe.encode(word, it->second);
        }
        return it->second;
    }

    void emit(std::int32_t id, ByteRange range) {
        m_out.ids.push_back(id);
        m_out.ranges.push_back(range);
    }

    const Tokenizer::Impl& m_impl;
    Encoding& m_out;
    PreTokenizer::Scratch m_scratch;
    std::unordered_map<std::string, std::vector<WordToken>, TextHash, std::equal_to<>> m_cache;
    std::vector<WordToken> m_long;
    std::string m_prefixed;
};

}  // namespace

std::string toNfc(const std::string& text) {
    ChangedText changed;
    return normalize(SourceText{text}, changed) ? changed.text : text;
}

Tokenizer::Tokenizer(std::unique_ptr<const Impl> impl) : m_impl(std::move(impl)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Encoding Tokenizer::encode(std::string_view utf8, bool addSpecial) const {
    Encoding encoding;
    const auto add = [&](const std::vector<std::int32_t>& ids, std::size_t at) {
        for (const std::int32_t id : addSpecial ? ids : std::vector<std::int32_t>()) {
            encoding.ids.push_back(id);
            encoding.ranges.push_back({static_cast<std::int64_t>(at), static_cast<std::int64_t>(at)});
        }
    };
    ChangedText replaced;
    encoding.invalidSequences = replaceInvalid(utf8, replaced);
    add(m_impl->prefix, 0);
    Encoder(*m_impl, encoding).raw(encoding.invalidSequences > 0 ? replaced.source() : SourceText{utf8});
    add(m_impl->suffix, utf8.size());
    return encoding;
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids, bool skipSpecial) const {
    std::string bytes;
    for (const std::int32_t id : ids) {
        if (!skipSpecial || !isSpecial(id)) {
            bytes += pieceBytes(id);
        }
    }
    return lossyUtf8(bytes);
}

const std::string& Tokenizer::pieceBytes(std::int32_t id) const {
    static const std::string none;
    return id >= 0 && id < vocabSize() ? m_impl->pieces[static_cast<std::size_t>(id)] : none;
}

bool Tokenizer::isSpecial(std::int32_t id) const {
    return id >= 0 && id < vocabSize() && m_impl->special[static_cast<std::size_t>(id)] != 0;
}

std::optional<std::int32_t> Tokenizer::idOf(std::string_view content) const {
    const auto it = m_impl->ids.find(std::string(content));
    return it == m_impl->ids.end() ? std::nullopt : std::optional(it->second);
}

std::int64_t Tokenizer::vocabSize() const noexcept {
    return static_cast<std::int64_t>(m_impl->pieces.size());
}
std::optional<std::int32_t> Tokenizer::bosId() const noexcept {
    return m_impl->bos;
}
std::optional<std::int32_t> Tokenizer::eosId() const noexcept {
    return m_impl->eos;
}
const std::string& Tokenizer::tokenHash() const noexcept {
    return m_impl->hash;
}

std::string StreamDecoder::push(std::int32_t id) {
    if (m_skipSpecial && m_tokenizer->isSpecial(id)) {
        return {};
    }
    m_pending += m_tokenizer->pieceBytes(id);
    std::size_t done = 0;
    while (done < m_pending.size()) {
        const Utf8Step step = nextUtf8(m_pending, done);
        if (step.truncated) {
            break;
        }
        done += step.length;
    }
    const std::string text = lossyUtf8(std::string_view(m_pending).substr(0, done));
    m_pending.erase(0, done);
    return text;
}

std::string StreamDecoder::finish() {
    const std::string text = lossyUtf8(m_pending);
    m_pending.clear();
    return text;
}

}  // namespace kvw
