// SPDX-License-Identifier: Apache-2.0
// Sources: gguf-py/gguf/vocab.py and llama-vocab.cpp of llama.cpp for what the file says; convert_slow_tokenizer.py of
// transformers for how merges follow from scores.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>
#include <unordered_map>

#include "core/model/tokenizer/gguf_splittings.h"
#include "core/model/weights/gguf_model.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

/// Kinds of tokens as stored in tokenizer.ggml.token_type.
enum TokenKind { kNormal = 1, kUnknown = 2, kControl = 3, kUserDefined = 4, kUnused = 5, kByte = 6 };

constexpr const char* kBeside = "a tokenizer.json of the model in the same folder, which is then used";

/// Bytes of the longest token that is tried at every cut; longer than any that a trainer makes.
constexpr std::size_t kMaxPiece = 1024;

template <class Json>
std::string dumped(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
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
        KVW_TRY(checkTypes());
        m_kinds = m_file.numbers("tokenizer.ggml.token_type").value_or(std::vector<double>());
        if (!m_kinds.empty() && m_kinds.size() != m_tokens.size()) {
            return bad("tokens and their types are not equally many",
                       phrase("%1 and %2", m_tokens.size(), m_kinds.size()));
        }
        for (std::size_t id = 0; id < m_kinds.size(); ++id) {
            if (m_kinds[id] < 0 || m_kinds[id] > static_cast<double>(kByte) || m_kinds[id] != std::floor(m_kinds[id])) {
                return bad(phrase("token %1 has a type that does not exist (tokenizer.ggml.token_type)", id),
                           fmt::format("{}", m_kinds[id]));
            }
        }
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            // A text that occurs twice (unused slots) keeps its first id.
            if (!m_ids.emplace(m_tokens[id], id).second && kind(id) == kNormal && !m_tokens[id].empty()) {
                ++m_repeated;
            }
        }
        if (m_repeated > 0) {
            m_findings.push_back(finding("tokens-repeated", m_where, m_repeated));
        }
        m_isPhi3 = isPhi3();
        m_json["version"] = "1.0";
        m_json["added_tokens"] = addedTokens();
        KVW_TRY(model == "gpt2" || model == "gemma4" ? bytePairs(model)
                : model == "llama"
                    ? sentencePiece()
                    : Result<void>(bad("this kind of tokenizer cannot be read from a GGUF file", model)));
        return GgufTokenizer{dumped(m_json), dumped(ggufTokenizerConfig(m_file)), std::move(m_findings)};
    }

 private:
    tl::unexpected<Error> bad(Phrase what, Phrase found) const {
        return fail(Code::BadInput, m_where, std::move(what), std::move(found), kBeside);
    }

    /// Refuses values of another type, which would read as if they were absent.
    Result<void> checkTypes() const {
        for (const char* key :
             {"tokenizer.ggml.add_bos_token", "tokenizer.ggml.add_eos_token", "tokenizer.ggml.add_space_prefix"}) {
            if (m_file.has(key) && !m_file.flag(key)) {
                return bad(phrase("%1 is not true or false", key), "another type");
            }
        }
        for (const char* key : {"tokenizer.ggml.token_type", "tokenizer.ggml.scores"}) {
            if (m_file.has(key) && !m_file.numbers(key)) {
                return bad(phrase("%1 is not a list of numbers", key), "another type");
            }
        }
        if (m_file.has("tokenizer.ggml.pre") && !m_file.text("tokenizer.ggml.pre")) {
            return bad("tokenizer.ggml.pre is not a text", "another type");
        }
        return {};
    }

    [[nodiscard]] int kind(std::size_t id) const { return m_kinds.empty() ? kNormal : static_cast<int>(m_kinds[id]); }

    /// Returns the token id under `key`; none if it is absent or -1.
    [[nodiscard]] std::optional<std::size_t> idOf(const char* key) {
        const auto id = m_file.integer(key);
        const bool absent = !m_file.has(key) || id == -1 || id == std::int64_t{UINT32_MAX};
        if (!absent && (!id || *id < 0 || static_cast<std::size_t>(*id) >= m_tokens.size())) {
            m_findings.push_back(
                finding("no-token-of-vocabulary", m_where, key, id ? Finding(*id) : finding("no-number")));
            return std::nullopt;
        }
        return absent ? std::nullopt : std::optional(static_cast<std::size_t>(*id));
    }

    /// Tells whether the model is Phi-3 or 3.5, by its name or its architecture (Phi-4 has the same architecture, but
    /// another kind of tokenizer).
    [[nodiscard]] bool isPhi3() const {
        std::string name(m_file.text("general.name").value_or(""));
        std::transform(name.begin(), name.end(), name.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        const bool named = name.find("phi-3") != std::string::npos || name.find("phi3") != std::string::npos;
        return m_file.text("tokenizer.ggml.model") == "llama" &&
               (named || m_file.text("general.architecture") == "phi3");
    }

    /// Tells whether the white space after `token` belongs to it. GGUF files do not store this; it is known of Phi-3.
    [[nodiscard]] bool takesBlanks(const std::string& token) const {
        return m_isPhi3 && token != "<unk>" && token != "<s>" && token != "<|endoftext|>";
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
                                {"rstrip", takesBlanks(m_tokens[id])},
                                {"normalized", false},
                                {"special", special}});
            }
        }
        return list;
    }

    ordered_json vocabulary() const {
        ordered_json result = ordered_json::object();
        // Appends to the list of members: operator[] of ordered_json searches linearly.
        auto& members = result.get_ref<ordered_json::object_t&>();
        members.reserve(m_ids.size());
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            if (m_ids.at(m_tokens[id]) == id) {
                members.push_back({m_tokens[id], ordered_json(id)});
            }
        }
        return result;
    }

    /// Returns the post-processor that adds the begin token and the end token if the file asks for them. `usual`: the
    /// begin token is added if the file does not say; `usualBegin`: its id if the file names none.
    ordered_json template_(bool usual, std::optional<std::size_t> usualBegin) {
        ordered_json single = ordered_json::array(), tokens = ordered_json::object();
        const auto add = [&](const char* key, bool wanted, std::optional<std::size_t> otherwise) {
            auto id = idOf(key);
            if (!id && !m_file.has(key) && otherwise.value_or(m_tokens.size()) < m_tokens.size()) {
                id = otherwise;
            }
            if (id && wanted) {
                const std::string& content = m_tokens[*id];
                single.push_back({{"SpecialToken", {{"id", content}, {"type_id", 0}}}});
                tokens[content] = {{"id", content}, {"ids", {*id}}, {"tokens", {content}}};
            } else if (wanted) {
                m_findings.push_back(finding("added-token-unnamed", m_where, key));
            }
        };
        add("tokenizer.ggml.bos_token_id", m_file.flag("tokenizer.ggml.add_bos_token").value_or(usual), usualBegin);
        single.push_back({{"Sequence", {{"id", "A"}, {"type_id", 0}}}});
        add("tokenizer.ggml.eos_token_id", m_file.flag("tokenizer.ggml.add_eos_token").value_or(false), std::nullopt);
        if (tokens.empty()) {
            return nullptr;
        }
        return {{"type", "TemplateProcessing"},
                {"single", std::move(single)},
                {"pair", ordered_json::array()},
                {"special_tokens", std::move(tokens)}};
    }

    Result<void> bytePairs(const std::string& model) {
        std::string pre(m_file.text("tokenizer.ggml.pre").value_or(""));
        if (model == "gemma4") {
            pre = model;  // such files state no tokenizer.ggml.pre
        }
        if (pre.empty()) {
            return bad("the file does not say how text is split (tokenizer.ggml.pre)", "none");
        }
        const GgufSplitting* splitting = ggufSplitting(pre);
        if (splitting == nullptr) {
            return bad("this way of splitting text is not known (tokenizer.ggml.pre)", pre);
        }
        const auto merges = m_file.texts("tokenizer.ggml.merges");
        if (!merges) {
            return bad("the tokenizer has no merges", "no tokenizer.ggml.merges");
        }
        if (pre == "default") {
            m_findings.push_back(finding("splitting-unknown", m_where));
        }
        if (splitting->visibleSpaces) {
            marked(m_file.flag("tokenizer.ggml.add_space_prefix").value_or(false));
        } else {
            byteLevel(*splitting);
        }
        m_json["post_processor"] = template_(splitting->addBegin, std::nullopt);
        ordered_json list = ordered_json::array();
        for (const std::string_view merge : *merges) {
            list.push_back(std::string(merge));
        }
        m_json["model"] = {{"type", "BPE"}, {"ignore_merges", splitting->ignoreMerges}};
        if (splitting->visibleSpaces) {
            m_json["model"]["byte_fallback"] = true;
            m_json["model"]["fuse_unk"] = true;
            setUnknown();
        }
        m_json["model"]["vocab"] = vocabulary();
        m_json["model"]["merges"] = std::move(list);
        return {};
    }

    void byteLevel(const GgufSplitting& splitting) {
        m_json["normalizer"] = splitting.nfc ? ordered_json{{"type", "NFC"}} : ordered_json(nullptr);
        ordered_json parts = ordered_json::array();
        for (const std::string_view pattern : splitting.patterns) {
            parts.push_back({{"type", "Split"},
                             {"pattern", {{"Regex", std::string(pattern)}}},
                             {"behavior", "Isolated"},
                             {"invert", false}});
        }
        ordered_json bytes{
            {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", false}, {"use_regex", false}};
        parts.push_back(bytes);
        m_json["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", std::move(parts)}};
        m_json["decoder"] = std::move(bytes);
    }

    /// Writes spaces as "▁", with one in front of a text if `prefix`.
    void marked(bool prefix) {
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
        m_json["decoder"] = {{"type", "Sequence"}, {"decoders", std::move(decoders)}};
    }

    void setUnknown() {
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            if (kind(id) == kUnknown) {
                m_json["model"]["unk_token"] = m_tokens[id];
                return;
            }
        }
    }

    Result<void> sentencePiece() {
        const auto scores = m_file.numbers("tokenizer.ggml.scores");
        if (!scores || scores->size() != m_tokens.size()) {
            return bad("the SentencePiece tokenizer has no score for each token",
                       phrase("%1 scores for %2 tokens", scores ? scores->size() : 0, m_tokens.size()));
        }
        if (!std::ranges::all_of(*scores, [](double score) { return std::isfinite(score); })) {
            return bad("a score of the SentencePiece tokenizer is not a number", "NaN or an infinity");
        }
        marked(m_file.flag("tokenizer.ggml.add_space_prefix").value_or(true));
        m_json["post_processor"] = template_(true, 1);
        m_json["model"] = {{"type", "BPE"}, {"byte_fallback", true}, {"fuse_unk", true}};
        setUnknown();
        m_json["model"]["vocab"] = vocabulary();
        m_json["model"]["merges"] = mergesFrom(*scores);
        return {};
    }

    /// Returns every way to make a token from two others, best score first.
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
    std::size_t m_repeated = 0;
    bool m_isPhi3 = false;
    std::vector<Finding> m_findings;
    ordered_json m_json;
};

}  // namespace

Result<GgufTokenizer> ggufTokenizer(const Gguf& file, const std::string& where) {
    return TokenizerWriter(file, where).write();
}

nlohmann::json ggufTokenizerConfig(const Gguf& file) {
    nlohmann::json config = nlohmann::json::object();
    const auto tokens = file.texts("tokenizer.ggml.tokens").value_or(std::vector<std::string_view>());
    for (const auto& [key, name] :
         {std::pair("tokenizer.ggml.bos_token_id", "bos_token"), std::pair("tokenizer.ggml.eos_token_id", "eos_token"),
          std::pair("tokenizer.ggml.unknown_token_id", "unk_token"),
          std::pair("tokenizer.ggml.seperator_token_id", "sep_token"),  // as GGUF spells it
          std::pair("tokenizer.ggml.padding_token_id", "pad_token"),
          std::pair("tokenizer.ggml.cls_token_id", "cls_token"),
          std::pair("tokenizer.ggml.mask_token_id", "mask_token")}) {
        const auto id = file.integer(key);
        if (id && *id >= 0 && static_cast<std::size_t>(*id) < tokens.size()) {
            config[name] = std::string(tokens[static_cast<std::size_t>(*id)]);
        }
    }
    nlohmann::json chats = nlohmann::json::array();
    if (const auto chat = file.text("tokenizer.chat_template")) {
        chats.push_back({{"name", "default"}, {"template", std::string(*chat)}});
    }
    const std::string beginning = "tokenizer.chat_template.";
    for (const std::string& name : file.keysBehind(beginning)) {
        if (const auto chat = file.text(beginning + name)) {
            chats.push_back({{"name", name}, {"template", std::string(*chat)}});
        }
    }
    if (!chats.empty()) {
        config["chat_template"] = std::move(chats);
    }
    return config;
}

}  // namespace kvw
