// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/utf8.h"
#include "core/model/tokenizer/tokenizer_impl.h"

namespace kvw {
namespace {

/// Cost of merging a byte, in steps of a pattern.
constexpr std::uint64_t kWorkPerByte = 10;

/// Replaces ill-formed UTF-8 sequences by U+FFFD and returns their number.
std::int64_t replaceInvalid(SourceText& text) {
    const std::string_view utf8 = text.view();
    std::int64_t count = 0;
    std::string changed;
    Alignment alignment;
    std::size_t copied = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        const Utf8Step step = nextUtf8(utf8, at);
        if (!step.valid) {
            ++count;
            changed += utf8.substr(copied, at - copied);
            copied = at + step.length;
            alignment.add({changed.size(), changed.size() + kReplacementUtf8.size(), at, copied});
            changed += kReplacementUtf8;
        }
        at += step.length;
    }
    if (count > 0) {
        changed += utf8.substr(copied);
        text.change(std::move(changed), std::move(alignment));
    }
    return count;
}

/// State of one call of `encode`.
class Encoder {
 public:
    Encoder(const Tokenizer::Impl& impl, std::size_t bytes, const ContinueCallback& goOn, Encoding& out)
        : m_impl(impl), m_out(out), m_encoder(impl.bpe), m_work(bytes, goOn) {}

    Result<void> raw(SourceText& source) {
        KVW_TRY_ASSIGN(const auto segments, m_impl.rawTokens.split(source.view(), m_work));
        for (const Segment& segment : segments) {
            if (segment.id >= 0) {
                emit(segment.id, source.original(segment.begin, segment.end));
                continue;
            }
            SourceText part(source, segment.begin, segment.end);
            KVW_TRY(m_impl.normalizer.apply(part, m_work).and_then([&] { return normalized(part); }));
        }
        return {};
    }

 private:
    Result<void> normalized(SourceText& source) {
        KVW_TRY_ASSIGN(const auto segments, m_impl.normalizedTokens.split(source.view(), m_work));
        for (const Segment& segment : segments) {
            if (segment.id >= 0) {
                emit(segment.id, source.original(segment.begin, segment.end));
                continue;
            }
            SourceText part(source, segment.begin, segment.end);
            KVW_TRY_ASSIGN(const auto cut, m_impl.preTokenizer.split(part.view(), m_scratch, m_work));
            const auto& metaspace = m_impl.preTokenizer.metaspace();
            for (const Word& word : cut) {
                KVW_TRY(metaspace ? visibleSpaces(part, word, *metaspace) : oneWord(part, word));
            }
        }
        return {};
    }

    /// Lets the caller cancel. Merging has no limit, since its time is nearly linear.
    Result<void> goesOn(std::size_t bytes) {
        return m_work.goesOn(kWorkPerByte * bytes) ? Result<void>() : encodingCancelled();
    }

    Result<void> oneWord(SourceText& source, const Word& word) {
        std::string_view text = source.view().substr(word.begin, word.end - word.begin);
        if (word.prefixSpace) {
            m_prefixed.assign(1, ' ').append(text);
            text = m_prefixed;
        }
        m_tokens.clear();
        m_encoder.encode(text, m_tokens);
        const std::uint32_t shift = word.prefixSpace ? 1 : 0;
        for (const WordToken& token : m_tokens) {
            const std::size_t begin = word.begin + std::max(token.begin, shift) - shift;
            const std::size_t end = word.begin + std::max(token.end, shift) - shift;
            // A token that is only the added space gets the range of the character after it.
            emit(token.id, source.original(begin, std::max(end, begin + 1)));
        }
        return goesOn(text.size());
    }

    Result<void> visibleSpaces(SourceText& source, const Word& word, const Metaspace& metaspace) {
        SourceText part(source, word.begin, word.end);
        const bool first = part.original(0, 1).begin == 0;
        static const std::string kWhere = "Metaspace";
        KVW_TRY(replaceAll(part, m_impl.space, metaspace.replacement, m_literal, m_work, kWhere));
        const bool wanted = metaspace.prepend == Metaspace::Prepend::Always ||
                            (metaspace.prepend == Metaspace::Prepend::First && first);
        if (wanted && !part.view().starts_with(metaspace.replacement)) {
            KVW_TRY(prepend(part, metaspace.replacement, m_work, kWhere));
        }
        const std::string_view text = part.view();
        for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
            end = metaspace.split ? std::min(text.find(metaspace.replacement, begin + 1), text.size()) : text.size();
            m_tokens.clear();
            m_encoder.encode(text.substr(begin, end - begin), m_tokens);
            for (const WordToken& token : m_tokens) {
                emit(token.id, part.original(begin + token.begin, begin + token.end));
            }
        }
        return goesOn(text.size());
    }

    void emit(std::int32_t id, ByteRange range) {
        m_out.ids.push_back(id);
        m_out.ranges.push_back(range);
    }

    const Tokenizer::Impl& m_impl;
    Encoding& m_out;
    WordEncoder m_encoder;
    PreTokenizer::Scratch m_scratch;
    TextPattern::Scratch m_literal;
    std::vector<WordToken> m_tokens;
    std::string m_prefixed;
    MatchWork m_work;
};

}  // namespace

Tokenizer::Tokenizer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer Tokenizer::ofIds(std::int64_t vocabulary) {
    auto impl = std::make_unique<Impl>();
    for (std::int64_t id = 0; id < vocabulary; ++id) {
        impl->pieces.push_back(fmt::format(" {}", id));
    }
    impl->contents = impl->pieces;
    impl->special.resize(impl->pieces.size());
    impl->isByte.resize(impl->pieces.size());
    impl->modelVocabulary = vocabulary;
    return Tokenizer(std::move(impl));
}

Result<Encoding> Tokenizer::encode(std::string_view utf8, bool addSpecial, const ContinueCallback& goOn) const {
    Encoding encoding;
    const auto add = [&](const std::vector<std::int32_t>& ids, std::size_t at) {
        for (const std::int32_t id : addSpecial ? ids : std::vector<std::int32_t>()) {
            encoding.ids.push_back(id);
            encoding.ranges.push_back({static_cast<std::int64_t>(at), static_cast<std::int64_t>(at)});
        }
    };
    SourceText text(utf8);
    encoding.invalidSequences = replaceInvalid(text);
    add(m_impl->prefix, 0);
    KVW_TRY(Encoder(*m_impl, utf8.size(), goOn, encoding).raw(text));
    add(m_impl->suffix, utf8.size());
    return encoding;
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids, bool skipSpecial) const {
    const TokenDecoder& decoder = m_impl->decoder;
    std::string text, bytes;
    bool isFirst = decoder.changesFirst();
    // A run of byte tokens that is not well-formed as a whole gives one U+FFFD per token.
    const auto endRun = [&] {
        const bool valid = lossyUtf8(bytes) == bytes;
        for (std::size_t i = 0; !valid && i < bytes.size(); ++i) {
            text += kReplacementUtf8;
        }
        text += valid ? bytes : "";
        bytes.clear();
    };
    for (const std::int32_t id : ids) {
        if ((skipSpecial && isSpecial(id)) || id < 0 || id >= vocabSize()) {
            continue;
        }
        const auto index = static_cast<std::size_t>(id);
        if (m_impl->contents[index].empty()) {
            continue;
        }
        if (m_impl->isByte[index] != 0) {
            bytes += m_impl->pieces[index];
        } else {
            endRun();
            text += isFirst ? decoder.firstPiece(m_impl->contents[index]) : m_impl->pieces[index];
        }
        isFirst = false;
    }
    endRun();
    std::size_t begin = 0;
    for (std::size_t i = 0;
         i < decoder.stripCount() && text.compare(begin, decoder.stripped().size(), decoder.stripped()) == 0; ++i) {
        begin += decoder.stripped().size();
    }
    return decoder.byteLevel() ? lossyUtf8(text) : text.substr(begin);
}

const std::string& Tokenizer::pieceBytes(std::int32_t id) const {
    static const std::string none;
    return id >= 0 && id < vocabSize() ? m_impl->pieces[static_cast<std::size_t>(id)] : none;
}

bool Tokenizer::isSpecial(std::int32_t id) const {
    return id >= 0 && id < vocabSize() && m_impl->special[static_cast<std::size_t>(id)] != 0;
}

std::int64_t Tokenizer::vocabSize() const noexcept {
    return std::ssize(m_impl->pieces);
}

Result<void> Tokenizer::checkFits(std::int64_t rows, const std::string& where) const {
    if (m_impl->modelVocabulary > rows) {
        return fail(Code::BadInput, where, "the tokenizer has more ids than the model's embedding has rows",
                    phrase("%1 ids", m_impl->modelVocabulary),
                    phrase("at most %1, as in the tokenizer.json that belongs to the model", rows));
    }
    return {};
}

std::optional<std::int32_t> Tokenizer::bosId() const noexcept {
    return m_impl->bos;
}
const std::vector<Finding>& Tokenizer::findings() const noexcept {
    return m_impl->findings;
}
void Tokenizer::addFindings(const std::vector<Finding>& findings) {
    m_impl->findings.insert(m_impl->findings.end(), findings.begin(), findings.end());
}
const std::string& Tokenizer::tokenHash() const noexcept {
    return m_impl->hash;
}

}  // namespace kvw
