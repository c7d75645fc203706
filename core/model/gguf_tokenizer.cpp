// SPDX-License-Identifier: Apache-2.0
// Sources: gguf-py/gguf/vocab.py and llama-vocab.cpp of llama.cpp for what the file says; convert_slow_tokenizer.py of
// transformers for how merges follow from scores.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>
#include <unordered_map>

#include "core/model/gguf_model.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

/// Kinds of tokens, as stored.
enum TokenKind { kNormal = 1, kUnknown = 2, kControl = 3, kUserDefined = 4, kUnused = 5, kByte = 6 };

constexpr const char* kBeside = "a tokenizer.json of the model in the same folder, which is then used";

/// Longer than any piece that a trainer makes; cutting longer ones in all places would take long.
constexpr std::size_t kMaxPiece = 1024;

/// How text is split before byte-level BPE.
struct Splitting {
    const char* pre;
    const char* pattern;  ///< null: that of GPT-2, which the ByteLevel component knows
    bool nfc, ignoreMerges;
};

constexpr const char* kLlama3 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* kQwen2 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr Splitting kSplittings[] = {{"llama-bpe", kLlama3, false, true}, {"llama3", kLlama3, false, true},
                                     {"llama-v3", kLlama3, false, true},  {"qwen2", kQwen2, true, false},
                                     {"gpt-2", nullptr, false, false},    {"olmo", nullptr, true, false}};

template <class Json>
std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class TokenizerWriter {
 public:
    TokenizerWriter(const Gguf& file, std::string where) : m_file(file), m_where(std::move(where)) {}

    Result<GgufTokenizer> write() {
        const std::string model(m_file.text("tokenizer.ggml.model").value_or(""));
        const auto tokens = m_file.texts("tokenizer.ggml.tokens");
        if (model.empty() || !tokens || tokens->empty()) {
            return bad("the file has no tokenizer", "");
        }
        m_tokens.assign(tokens->begin(), tokens->end());
        m_kinds = m_file.numbers("tokenizer.ggml.token_type").value_or(std::vector<double>());
        if (!m_kinds.empty() && m_kinds.size() != m_tokens.size()) {
            return bad("tokens and their types are not equally many",
                       fmt::format("{} and {}", m_tokens.size(), m_kinds.size()));
        }
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            // A text that occurs twice (unused slots) keeps its first id.
            m_ids.emplace(m_tokens[id], id);
        }
        m_json["version"] = "1.0";
        m_json["added_tokens"] = addedTokens();
        auto done = model == "gpt2" ? byteLevel()
                    : model == "llama"
                        ? sentencePiece()
                        : Result<void>(bad("this kind of tokenizer cannot be read from a GGUF file", model));
        if (!done) {
            return tl::unexpected(done.error());
        }
        return GgufTokenizer{dumped(m_json), dumped(ggufTokenizerConfig(m_file))};
    }

 private:
    tl::unexpected<Error> bad(std::string what, std::string found) const {
        return fail(Code::BadInput, m_where, std::move(what), std::move(found), kBeside);
    }
    [[nodiscard]] int kind(std::size_t id) const {
        return m_kinds.empty() ? kNormal : static_cast<int>(std::clamp(m_kinds[id], 0., 100.));
    }
    [[nodiscard]] std::optional<std::size_t> idOf(const char* key) const {
        const auto id = m_file.integer(key);
        return id && *id >= 0 && static_cast<std::size_t>(*id) < m_tokens.size()
                   ? std::optional(static_cast<std::size_t>(*id))
                   : std::nullopt;
    }

    ordered_json addedTokens() const {
        ordered_json list = ordered_json::array();
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            const bool special = kind(id) == kControl || kind(id) == kUnknown;
            if ((special || kind(id) == kUserDefined) && !m_tokens[id].empty() && m_ids.at(m_tokens[id]) == id) {
                list.push_back({{"id", id},
                                {"content", m_tokens[id]},
                                {"single_word", false},
                                {"lstrip", false},
                                {"rstrip", false},
                                {"normalized", false},
                                {"special", special}});
            }
        }
        return list;
    }

    ordered_json vocabulary() const {
        ordered_json json = ordered_json::object();
        // Straight into the list of members: looking each name up again would be quadratic.
        auto& members = json.get_ref<ordered_json::object_t&>();
        members.reserve(m_ids.size());
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            if (m_ids.at(m_tokens[id]) == id) {
                members.push_back({m_tokens[id], ordered_json(id)});
            }
        }
        return json;
    }

    /// The begin token in front, where the file asks for it.
    ordered_json template_(bool usual) const {
        const auto begin = idOf("tokenizer.ggml.bos_token_id");
        if (!begin || !m_file.flag("tokenizer.ggml.add_bos_token").value_or(usual)) {
            return nullptr;
        }
        const std::string& content = m_tokens[*begin];
        return {
            {"type", "TemplateProcessing"},
            {"single",
             {{{"SpecialToken", {{"id", content}, {"type_id", 0}}}}, {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}}},
            {"pair", ordered_json::array()},
            {"special_tokens", {{content, {{"id", content}, {"ids", {*begin}}, {"tokens", {content}}}}}}};
    }

    Result<void> byteLevel() {
        const std::string pre(m_file.text("tokenizer.ggml.pre").value_or("default"));
        const auto* splitting = std::find_if(std::begin(kSplittings), std::end(kSplittings),
                                             [&](const Splitting& s) { return pre == s.pre; });
        if (splitting == std::end(kSplittings)) {
            return bad("this way of splitting text is not known (tokenizer.ggml.pre)", pre);
        }
        const auto merges = m_file.texts("tokenizer.ggml.merges");
        if (!merges) {
            return bad("the byte-level tokenizer has no merges", "no tokenizer.ggml.merges");
        }
        m_json["normalizer"] = splitting->nfc ? ordered_json{{"type", "NFC"}} : ordered_json(nullptr);
        const bool gpt2 = splitting->pattern == nullptr;
        ordered_json bytes{
            {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", false}, {"use_regex", gpt2}};
        if (gpt2) {
            m_json["pre_tokenizer"] = bytes;
        } else {
            const ordered_json split{{"type", "Split"},
                                     {"pattern", {{"Regex", splitting->pattern}}},
                                     {"behavior", "Isolated"},
                                     {"invert", false}};
            m_json["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", {split, bytes}}};
        }
        m_json["post_processor"] = template_(splitting->ignoreMerges);
        bytes["use_regex"] = true;
        m_json["decoder"] = bytes;
        ordered_json list = ordered_json::array();
        for (const std::string_view merge : *merges) {
            list.push_back(std::string(merge));
        }
        m_json["model"] = {{"type", "BPE"}, {"ignore_merges", splitting->ignoreMerges}};
        m_json["model"]["vocab"] = vocabulary();
        m_json["model"]["merges"] = std::move(list);
        return {};
    }

    Result<void> sentencePiece() {
        const auto scores = m_file.numbers("tokenizer.ggml.scores");
        if (!scores || scores->size() != m_tokens.size()) {
            return bad("the SentencePiece tokenizer has no score for each token",
                       fmt::format("{} scores for {} tokens", scores ? scores->size() : 0, m_tokens.size()));
        }
        if (!std::all_of(scores->begin(), scores->end(), [](double score) { return std::isfinite(score); })) {
            return bad("a score of the SentencePiece tokenizer is no number", "NaN or an infinity");
        }
        const bool prefix = m_file.flag("tokenizer.ggml.add_space_prefix").value_or(true);
        const ordered_json toMark{{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "▁"}};
        const ordered_json toSpace{{"type", "Replace"}, {"pattern", {{"String", "▁"}}}, {"content", " "}};
        ordered_json normalizers = ordered_json::array(), decoders = ordered_json::array();
        if (prefix) {
            normalizers.push_back({{"type", "Prepend"}, {"prepend", "▁"}});
        }
        normalizers.push_back(toMark);
        decoders.push_back(toSpace);
        decoders.push_back({{"type", "ByteFallback"}});
        decoders.push_back({{"type", "Fuse"}});
        if (prefix) {
            decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
        }
        m_json["normalizer"] = {{"type", "Sequence"}, {"normalizers", std::move(normalizers)}};
        m_json["pre_tokenizer"] = nullptr;
        m_json["post_processor"] = template_(true);
        m_json["decoder"] = {{"type", "Sequence"}, {"decoders", std::move(decoders)}};
        m_json["model"] = {{"type", "BPE"}, {"byte_fallback", true}, {"fuse_unk", true}};
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            if (kind(id) == kUnknown) {
                m_json["model"]["unk_token"] = m_tokens[id];
                break;
            }
        }
        m_json["model"]["vocab"] = vocabulary();
        m_json["model"]["merges"] = mergesFrom(*scores);
        return {};
    }

    /// Every way to put a token together from two others, best score first.
    ordered_json mergesFrom(const std::vector<double>& scores) const {
        struct Merge {
            double score;
            std::size_t left, right, leftLength, rightLength;
        };
        std::vector<Merge> merges;
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            const std::string& whole = m_tokens[id];
            if (m_ids.at(whole) != id || kind(id) == kControl || kind(id) == kUnknown || kind(id) == kByte ||
                whole.size() > kMaxPiece) {
                continue;
            }
            const std::size_t first = merges.size();
            std::size_t characters = 0, total = 0;
            for (const char c : whole) {
                total += isStart(c) ? 1 : 0;
            }
            for (std::size_t cut = 1; cut < whole.size(); ++cut) {
                characters += isStart(whole[cut - 1]) ? 1 : 0;
                if (!isStart(whole[cut])) {
                    continue;
                }
                const auto left = m_ids.find(whole.substr(0, cut)), right = m_ids.find(whole.substr(cut));
                if (left != m_ids.end() && right != m_ids.end()) {
                    merges.push_back({scores[id], left->second, right->second, characters, total - characters});
                }
            }
            std::sort(
                merges.begin() + static_cast<std::ptrdiff_t>(first), merges.end(),
                [](const Merge& a, const Merge& b) { return std::tie(a.left, a.right) < std::tie(b.left, b.right); });
        }
        std::stable_sort(merges.begin(), merges.end(), [](const Merge& a, const Merge& b) {
            return std::tie(a.score, a.leftLength, a.rightLength) > std::tie(b.score, b.leftLength, b.rightLength);
        });
        ordered_json list = ordered_json::array();
        for (const Merge& merge : merges) {
            list.push_back({m_tokens[merge.left], m_tokens[merge.right]});
        }
        return list;
    }
    static bool isStart(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

    const Gguf& m_file;
    std::string m_where;
    std::vector<std::string> m_tokens;
    std::vector<double> m_kinds;
    std::unordered_map<std::string, std::size_t> m_ids;
    ordered_json m_json;
};

}  // namespace

Result<GgufTokenizer> ggufTokenizer(const Gguf& file, const std::string& where) {
    return TokenizerWriter(file, where).write();
}

nlohmann::json ggufTokenizerConfig(const Gguf& file) {
    nlohmann::json json = nlohmann::json::object();
    const auto tokens = file.texts("tokenizer.ggml.tokens").value_or(std::vector<std::string_view>());
    for (const auto& [key, name] : {std::pair("tokenizer.ggml.bos_token_id", "bos_token"),
                                    std::pair("tokenizer.ggml.eos_token_id", "eos_token")}) {
        const auto id = file.integer(key);
        if (id && *id >= 0 && static_cast<std::size_t>(*id) < tokens.size()) {
            json[name] = std::string(tokens[static_cast<std::size_t>(*id)]);
        }
    }
    if (const auto chat = file.text("tokenizer.chat_template")) {
        json["chat_template"] = std::string(*chat);
    }
    return json;
}

}  // namespace kvw
