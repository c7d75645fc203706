// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/files/file_kind.h"
#include "core/base/files/mapped_file.h"
#include "core/base/files/sha256.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"
#include "core/base/utf8.h"
#include "core/model/tokenizer/byte_alphabet.h"
#include "core/model/tokenizer/tokenizer_checks.h"
#include "core/model/tokenizer/tokenizer_config.h"
#include "core/model/tokenizer/tokenizer_impl.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20, kMaxPieceBytes = std::size_t{1} << 30;
constexpr std::uint64_t kMaxVocabulary = 1U << 24;
/// Limit on ids: kAlwaysPossible + kMostGaps times the number of tokens. Ids may have gaps, but memory is allocated up
/// to the largest.
constexpr std::uint64_t kMostGaps = 8, kAlwaysPossible = 1U << 16;

/// Text by which a normalizer replaces a space, and whether it also puts it in front of a text.
struct WrittenSpace {
    std::string space;
    bool inFront = false;
};

void findWrittenSpace(const json& normalizer, WrittenSpace& found) {
    for (const json& part : member(normalizer, "normalizers")) {
        findWrittenSpace(part, found);
    }
    const std::string type = textOf(normalizer, "type");
    if (type == "Replace" && textOf(member(normalizer, "pattern"), "String") == " ") {
        found.space = textOf(normalizer, "content");
    }
    found.inFront = found.inFront || type == "Prepend";
}

/// Returns the decoder of the file or, if it has none, one that undoes normalizer and pre-tokenizer.
json decoderOf(const json& file) {
    if (const json& own = member(file, "decoder"); !own.is_null()) {
        return own;
    }
    const json& pre = member(file, "pre_tokenizer");
    json last = pre;
    for (const json& part : member(pre, "pretokenizers")) {
        last = textOf(part, "type") == "ByteLevel" || textOf(part, "type") == "Metaspace" ? part : last;
    }
    if (textOf(last, "type") == "ByteLevel" || textOf(last, "type") == "Metaspace") {
        return last;
    }
    WrittenSpace written;
    findWrittenSpace(member(file, "normalizer"), written);
    json steps = json::array();
    if (!written.space.empty()) {
        steps.push_back({{"type", "Replace"}, {"pattern", {{"String", written.space}}}, {"content", " "}});
    }
    if (flagOf(member(file, "model"), "byte_fallback")) {
        steps.push_back({{"type", "ByteFallback"}});
    }
    steps.push_back({{"type", "Fuse"}});
    if (written.inFront && !written.space.empty()) {
        steps.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1U}, {"stop", 0U}});
    }
    return {{"type", "Sequence"}, {"decoders", std::move(steps)}};
}

/// Reader of the parts of a tokenizer.json into an Impl.
class Loader {
 public:
    Loader(std::string where, Tokenizer::Impl& impl, const ContinueCallback& goOn)
        : m_where(std::move(where)), m_impl(impl), m_goOn(goOn) {}

    Result<void> read(const json& file) {
        const json& model = member(file, "model");
        const std::uint64_t tokens = member(model, "vocab").size() + member(file, "added_tokens").size();
        m_idsBelow = std::min(kMaxVocabulary, kAlwaysPossible + kMostGaps * tokens);
        KVW_TRY(checkTokenizerTypes(file, m_where));
        KVW_TRY_ASSIGN(m_impl.preTokenizer, PreTokenizer::fromJson(member(file, "pre_tokenizer"), m_where));
        KVW_TRY_ASSIGN(m_impl.decoder, TokenDecoder::fromJson(decoderOf(file), m_where));
        KVW_TRY_ASSIGN(m_impl.normalizer, Normalizer::fromJson(member(file, "normalizer"), m_where));
        KVW_TRY(readModel(model));
        KVW_TRY(readMerges(member(model, "merges")));
        KVW_TRY(readAddedTokens(member(file, "added_tokens")));
        return readPostProcessor(member(file, "post_processor"));
    }

 private:
    tl::unexpected<Error> bad(Phrase what, Phrase found, Phrase expected) const {
        return fail(Code::BadInput, m_where, std::move(what), std::move(found), std::move(expected));
    }

    Result<void> readModel(const json& model) {
        // Files from before 2021 have no type.
        const std::string type = model.is_object() ? model.value("type", json("BPE")).dump() : model.type_name();
        if (type != "\"BPE\"") {
            return bad("this tokenizer model is not supported", type, "BPE");
        }
        for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
            if (!textOf(model, key).empty()) {
                return bad(phrase("%1 is not supported", key), textOf(model, key), "none");
            }
        }
        if (const json& dropout = member(model, "dropout"); dropout.is_number() && dropout.get<double>() != 0) {
            return bad(phrase("%1 is not supported", std::string("dropout")), dropout.dump(), "none");
        }
        const json& vocabulary = member(model, "vocab");
        if (!vocabulary.is_object() || vocabulary.empty()) {
            return bad("the BPE model has no vocabulary", excerpt(vocabulary), "an object of tokens and ids");
        }
        m_impl.bpe.byteLevel = m_impl.preTokenizer.byteLevel();
        m_impl.bpe.ignoreMerges = flagOf(model, "ignore_merges");
        for (const auto& [content, id] : vocabulary.items()) {
            if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= m_idsBelow) {
                return bad(phrase("the token %1 has an impossible id", content), excerpt(id),
                           phrase("a number below %1, for %2 tokens", m_idsBelow, vocabulary.size()));
            }
            KVW_TRY(place(id.get<std::int32_t>(), content));
            addToModel(id.get<std::int32_t>(), content);
        }
        m_impl.modelVocabulary = std::ssize(m_impl.pieces);
        KVW_TRY(readByteFallback(flagOf(model, "byte_fallback")));
        m_impl.bpe.fuseUnknown = flagOf(model, "fuse_unk");
        if (const std::string unknown = textOf(model, "unk_token"); !unknown.empty()) {
            const auto it = m_impl.ids.find(unknown);
            if (it == m_impl.ids.end()) {
                return bad("unk_token is not in the vocabulary", unknown, "a token of the vocabulary");
            }
            m_impl.bpe.unknownId = it->second;
        }
        return {};
    }

    /// Enters a token under `id`.
    Result<void> place(std::int32_t id, const std::string& content) {
        const auto index = static_cast<std::size_t>(id);
        if (index >= m_impl.pieces.size()) {
            m_impl.pieces.resize(index + 1);
            m_impl.contents.resize(index + 1);
            m_impl.special.resize(index + 1, 0);
            m_impl.isByte.resize(index + 1, 0);
            m_taken.resize(index + 1, false);
        }
        if (m_taken[index]) {
            return bad(phrase("two tokens have the id %1", id), content, "one token for each id");
        }
        m_taken[index] = true;
        m_impl.ids.emplace(content, id);
        m_impl.contents[index] = content;
        TokenDecoder::Piece piece = m_impl.decoder.piece(content);
        m_pieceBytes += piece.bytes.size();
        if (std::max(piece.bytes.size(), content.size()) > TokenDecoder::kLongestPiece ||
            m_pieceBytes > kMaxPieceBytes) {
            return bad(phrase("the text of the token with the id %1 is too long", id),
                       phrase("%1 bytes, %2 in all", piece.bytes.size(), m_pieceBytes),
                       phrase("at most %1, %2 in all", TokenDecoder::kLongestPiece, kMaxPieceBytes));
        }
        m_impl.pieces[index] = std::move(piece.bytes);
        m_impl.isByte[index] = piece.isByte ? 1 : 0;
        return {};
    }

    /// Enters a token of the BPE model, as opposed to an added one.
    void addToModel(std::int32_t id, const std::string& content) {
        Bpe& bpe = m_impl.bpe;
        if (!bpe.byteLevel) {
            if (bpe.ignoreMerges) {
                bpe.words.emplace(content, id);
            }
            if (!content.empty() && nextUtf8(content, 0).length == content.size()) {
                const char32_t point = nextUtf8(content, 0).codePoint;
                if (point >= bpe.characterIds.size()) {
                    bpe.characterIds.resize(point + 1, -1);
                }
                bpe.characterIds[point] = id;
            }
            return;
        }
        const auto bytes = bytesFromAlphabet(content);
        if (bytes && bpe.ignoreMerges) {
            bpe.words.emplace(*bytes, id);
        }
        if (bytes && bytes->size() == 1) {
            bpe.byteIds[static_cast<unsigned char>(bytes->front())] = id;
        }
    }

    /// Enters the tokens <0x00> to <0xFF>, which spell characters without a token.
    Result<void> readByteFallback(bool wanted) {
        Bpe& bpe = m_impl.bpe;
        if (wanted && bpe.byteLevel && std::ranges::find(bpe.byteIds, -1) != bpe.byteIds.end()) {
            return bad("byte_fallback with a ByteLevel pre_tokenizer is not supported",
                       "a vocabulary without some of the 256 bytes", "all of them, or byte_fallback false");
        }
        for (std::size_t byte = 0; wanted && !bpe.byteLevel && byte < bpe.byteIds.size(); ++byte) {
            const auto it = m_impl.ids.find(fmt::format("<0x{:02X}>", byte));
            bpe.byteIds[byte] = it != m_impl.ids.end() ? it->second : -1;
        }
        return {};
    }

    Result<void> readMerges(const json& merges) {
        if (!merges.is_array()) {
            return bad("the BPE model has no merges", excerpt(merges), "a list");
        }
        m_impl.bpe.merges.reserve(merges.size());
        for (std::size_t rank = 0; rank < merges.size(); ++rank) {
            const json& merge = merges[rank];
            std::string left, right;
            if (merge.is_string()) {
                const auto& both = merge.get_ref<const std::string&>();
                const auto space = both.find(' ');
                left = both.substr(0, space);
                right = space == std::string::npos ? "" : both.substr(space + 1);
            } else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) {
                left = merge[0].get<std::string>();
                right = merge[1].get<std::string>();
            }
            const auto a = m_impl.ids.find(left), b = m_impl.ids.find(right), merged = m_impl.ids.find(left + right);
            if (a == m_impl.ids.end() || b == m_impl.ids.end() || merged == m_impl.ids.end()) {
                return bad(phrase("merge %1 does not join two tokens of the vocabulary to a third", rank),
                           excerpt(merge), "\"a b\" or [\"a\", \"b\"] with a, b and ab in the vocabulary");
            }
            const auto readAs = [&](const std::string& content) {
                return m_impl.bpe.byteLevel ? bytesFromAlphabet(content).value_or("") : content;
            };
            m_impl.bpe.addMerge(a->second, readAs(left), b->second, readAs(right),
                                {static_cast<std::int32_t>(rank), merged->second});
        }
        return {};
    }

    Result<void> readAddedTokens(const json& list) {
        std::size_t bytes = 0;
        for (const json& entry : list) {
            bytes += textOf(entry, "content").size();
        }
        MatchWork work(bytes, m_goOn);
        if (!list.is_null() && !list.is_array()) {
            return bad("added_tokens is malformed", excerpt(list), "a list");
        }
        for (const json& entry : list) {
            const json& id = member(entry, "id");
            const std::string content = textOf(entry, "content");
            if (content.empty() || !id.is_number_unsigned() || id.get<std::uint64_t>() >= m_idsBelow) {
                return bad("an added token is malformed", excerpt(entry),
                           phrase("an object with content and an id below %1", m_idsBelow));
            }
            AddedToken token;
            token.id = id.get<std::int32_t>();
            token.content = content;
            token.special = flagOf(entry, "special");
            token.lstrip = flagOf(entry, "lstrip");
            token.rstrip = flagOf(entry, "rstrip");
            token.singleWord = flagOf(entry, "single_word");
            token.normalized = flagOf(entry, "normalized");
            if (const auto known = m_impl.ids.find(content); known == m_impl.ids.end()) {
                KVW_TRY(place(token.id, content));
            } else if (known->second != token.id) {
                return bad(phrase("the added token %1 has another id in the vocabulary", content),
                           std::to_string(token.id), std::to_string(known->second));
            }
            if (m_impl.decoder.byteLevel()) {
                m_impl.pieces[static_cast<std::size_t>(token.id)] = content;
            }
            m_impl.special[static_cast<std::size_t>(token.id)] = token.special ? 1 : 0;
            if (token.normalized) {
                KVW_TRY_ASSIGN(token.content, m_impl.normalizer.applied(content, work));
            }
            (token.normalized ? m_impl.normalizedTokens : m_impl.rawTokens).add(std::move(token));
        }
        return {};
    }

    Result<void> readPostProcessor(const json& processor) {
        const std::string type = textOf(processor, "type");
        if (processor.is_null() || type == "ByteLevel") {
            return {};
        }
        if (const json& parts = member(processor, "processors"); type == "Sequence" && parts.is_array()) {
            for (const json& part : parts) {
                KVW_TRY(readPostProcessor(part));
            }
            return {};
        }
        if (type == "TemplateProcessing") {
            return readTemplate(processor);
        }
        return bad("this post_processor is not supported", type.empty() ? excerpt(processor) : type,
                   "ByteLevel, TemplateProcessing or Sequence");
    }

    /// Reads the ids around the one sequence of `single`; a later template encloses an earlier one.
    Result<void> readTemplate(const json& processor) {
        std::vector<std::int32_t> before, after;
        bool seen = false;
        for (const json& piece : member(processor, "single")) {
            if (textOf(member(piece, "Sequence"), "id") == "A" && !seen) {
                seen = true;
                continue;
            }
            const std::string name = textOf(member(piece, "SpecialToken"), "id");
            const json& ids = member(member(member(processor, "special_tokens"), name.c_str()), "ids");
            if (name.empty() || !ids.is_array()) {
                return bad("a piece of TemplateProcessing is not supported", excerpt(piece),
                           "one Sequence A and tokens listed in special_tokens");
            }
            for (const json& id : ids) {
                if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= m_impl.pieces.size()) {
                    return bad("TemplateProcessing adds an id that is not in the vocabulary", excerpt(id),
                               phrase("below %1", m_impl.pieces.size()));
                }
                (seen ? after : before).push_back(id.get<std::int32_t>());
            }
        }
        if (!seen) {
            return bad("TemplateProcessing has no text in its template", excerpt(member(processor, "single")),
                       "Sequence A");
        }
        m_impl.prefix.insert(m_impl.prefix.begin(), before.begin(), before.end());
        m_impl.suffix.insert(m_impl.suffix.end(), after.begin(), after.end());
        return {};
    }

    std::string m_where;
    Tokenizer::Impl& m_impl;
    const ContinueCallback& m_goOn;
    std::uint64_t m_idsBelow = 0;
    std::size_t m_pieceBytes = 0;  ///< total bytes of all tokens
    std::vector<bool> m_taken;
};

std::optional<std::int32_t> configuredId(const json& config, const char* key, const Tokenizer::Impl& impl) {
    const std::string content = specialToken(config, key);
    const auto it = impl.ids.find(content);
    return content.empty() || it == impl.ids.end() ? std::nullopt : std::optional(it->second);
}

}  // namespace

Result<Tokenizer> Tokenizer::load(const std::filesystem::path& path, const std::filesystem::path& configPath,
                                  const ContinueCallback& goOn) {
    KVW_TRY_ASSIGN(const auto text, readFile(path, kMaxFileBytes));
    if (configPath.empty()) {
        return parse(text, path.string(), {}, {}, goOn);
    }
    KVW_TRY_ASSIGN(const auto config, readTokenizerConfig(configPath));
    return parse(text, path.string(), config.is_null() ? "" : config.dump(), configPath.string(), goOn);
}

Result<Tokenizer> Tokenizer::parse(const std::string& text, const std::string& where, const std::string& configText,
                                   const std::string& configWhere, const ContinueCallback& goOn) {
    if (text.empty()) {
        return fail(Code::BadInput, where, "the file is empty", phrase("%1 bytes", 0), "a tokenizer.json");
    }
    if (isTooDeepJson(text)) {
        return fail(Code::BadInput, where, "the JSON is nested too deeply", "", phrase("at most %1 levels", 100));
    }
    const json file = json::parse(text, nullptr, false);
    if (!file.is_object()) {
        return fail(Code::BadInput, where, "is not a tokenizer",
                    file.is_discarded() ? fileKind(text, "text that is not JSON") : file.type_name(), "a JSON object");
    }
    auto impl = std::make_unique<Impl>();
    impl->hash = sha256(text);
    KVW_TRY(Loader(where, *impl, goOn).read(file));
    json config;
    if (!configText.empty()) {
        if (!isTooDeepJson(configText)) {
            config = json::parse(configText, nullptr, false);
        }
        if (!config.is_object()) {
            return fail(Code::BadInput, configWhere, "is not a tokenizer configuration", "", "a JSON object");
        }
    }
    impl->bos = configuredId(config, "bos_token", *impl);
    if (!impl->bos && !impl->prefix.empty()) {
        impl->bos = impl->prefix.front();
    }
    impl->findings = tokenizerFindings(*impl, config, configWhere);
    return Tokenizer(std::move(impl));
}

}  // namespace kvw
