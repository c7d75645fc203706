// SPDX-License-Identifier: Apache-2.0
// Source of the names, their flags and their patterns: llama-vocab.cpp of llama.cpp. A pattern is written as in the
// models' tokenizer.json, which llama.cpp quotes if it has to rewrite it.
#include "core/model/tokenizer/gguf_splittings.h"

#include <algorithm>

#include "core/model/tokenizer/patterns/word_scanner.h"

namespace kvw {
namespace {

using std::string_view;

/// Letters that begin a camel-case word (KVW_UPPER) and letters that continue it (KVW_LOWER).
#define KVW_UPPER R"re([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])re"
#define KVW_LOWER R"re([\p{Ll}\p{Lm}\p{Lo}\p{M}])re"
#define KVW_SHORT R"re((?i:'s|'t|'re|'ve|'m|'ll|'d))re"
#define KVW_LEAD R"re([^\r\n\p{L}\p{N}]?)re"
#define KVW_BLANKS R"re(\s*[\r\n]+|\s+(?!\S)|\s+)re"
#define KVW_CAMEL(tail) KVW_LEAD KVW_UPPER "*" KVW_LOWER "+" tail "|" KVW_LEAD KVW_UPPER "+" KVW_LOWER "*" tail

constexpr string_view kDigit = R"(\p{N})", kThreeDigits = R"(\p{N}{1,3})", kDigits = R"(\p{N}+)";
constexpr string_view kThreeAscii = "[0-9][0-9][0-9]";
constexpr string_view kGpt4o = KVW_CAMEL(KVW_SHORT "?") R"re(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|)re" KVW_BLANKS;
constexpr string_view kTekken = KVW_CAMEL("") R"re(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|)re" KVW_BLANKS;
constexpr string_view kYoutuWords = KVW_CAMEL(KVW_SHORT "?") R"re(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|)re" KVW_BLANKS;
constexpr string_view kKimi =
    R"re([\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+)re" KVW_SHORT
    R"re(?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*)re" KVW_SHORT
    R"re(?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|)re" KVW_BLANKS;
constexpr string_view kQwen35 =
    KVW_SHORT R"re(|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|)re" KVW_BLANKS;
/// Cuts blanks into pieces whose lengths are powers of two.
constexpr string_view kJais2 = KVW_SHORT
    R"re(|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|)re"
    R"re(\s{512}(?!\S)|\s{256}(?!\S)|\s{128}(?!\S)|\s{64}(?!\S)|\s{32}(?!\S)|\s{16}(?!\S)|\s{8}(?!\S)|\s{4}(?!\S)|\s{1,2}(?!\S)|\s{1})re";
constexpr string_view kBailing =
    R"re('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)re";
constexpr string_view kSeedCoder =
    KVW_SHORT R"re(|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|)re" KVW_BLANKS;
constexpr string_view kWithoutShort = R"re([^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|)re" KVW_BLANKS;
constexpr string_view kLongNumbers =
    KVW_SHORT R"re(|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}+| ?[^\s\p{L}\p{N}]+[\r\n]*|)re" KVW_BLANKS;
constexpr string_view kExaoneMoe =
    KVW_SHORT R"re(|[^\r\n\p{L}\p{N}]?(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]?|)re"
              R"re(\s*[\r\n]|\s+(?!\S)|\s+)re";
constexpr string_view kBloom = R"re( ?[^(\s|.,!?…。，、।۔،)]+)re";
constexpr string_view kLines = R"([^\n]+|[\n]+)", kLineEnd = R"([\r\n])";
constexpr string_view kFalconSigns = R"([\p{P}\$\+<=>\^~\|`]+)", kDefaultSigns = R"([\p{P}\$\+<=>\^~\|]+)";
constexpr string_view kChineseJapanese = "[一-龥぀-ゟ゠-ヿ]+";
constexpr string_view kDeepSeekHan = "[一-龥ࠀ-一가-퟿]+",
                      kDeepSeekSigns = R"re(\s?[!-/:-~！-／：-～‘-‟　-。]+)re";
constexpr string_view kDeepSeekLetters =
    R"re(\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ)re"
    R"re(-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-)re"
    R"re(ﬆﬓ-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃]+)re";
constexpr string_view kDeepSeek3 =
    R"re([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p)re"
    R"re({S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re";
constexpr string_view kSpark =
    R"re([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p)re"
    R"re({S}]+|[\r\n]|\s+(?!\S)|\s+)re";
constexpr string_view kYoutuScripts =
    R"re([가-힣ㄱ-ㆎ]+|[！…“”‘’—：；，、-〿︰-﹏]+|[ㄅ-ㄯ]+|[一-龥぀-ゟ゠-ヿ]+)re";
constexpr string_view kAfmoeScripts =
    "[一-鿿㐀-䶿豈-﫿぀-ゟ゠-ヿ･-ﾟ⼀-⿟เ-๿຀-໿ក-៿က-႟ꩠ-ꩿꧠ-꧿가-힯ᄀ-ᇿ]+";
/// Matches groups of three digits, counted from the right.
constexpr string_view kThreeFromRight = R"(\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N})))";

struct NamedSplitting {
    std::vector<string_view> names;
    GgufSplitting splitting;
};

const NamedSplitting kNamed[] = {
    {{"llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano"},
     {.patterns = {kLlama3Pattern}, .ignoreMerges = true, .addBegin = true}},
    {{"glm4", "glm5"}, {.patterns = {kLlama3Pattern}, .ignoreMerges = true}},
    {{"dbrx", "smaug-bpe", "chatglm-bpe"}, {.patterns = {kLlama3Pattern}}},
    {{"qwen2", "f2llmv2"}, {.patterns = {kQwen2Pattern}, .nfc = true}},
    {{"deepseek-r1-qwen", "kormo", "megrez", "stablelm2", "hunyuan", "solar-open", "grok-2"},
     {.patterns = {kQwen2Pattern}}},
    {{"qwen35"}, {.patterns = {kQwen35}}},
    {{"laguna"}, {.patterns = {kLines, kQwen2Pattern}}},
    {{"gpt-2", "phi-2", "jina-es", "jina-de", "jina-v2-es", "jina-v2-de", "jina-v1-en", "jina-v2-code", "roberta-bpe",
      "gigachat", "a.x-4.0", "mellum", "modern-bert", "jais", "trillion", "granite-docling", "exaone4"},
     {.patterns = {kGpt2Pattern}}},
    {{"olmo", "mpt"}, {.patterns = {kGpt2Pattern}, .nfc = true}},
    {{"command-r"}, {.patterns = {kDigit, kGpt2Pattern}, .nfc = true}},
    {{"starcoder", "refact", "smollm", "codeshell", "exaone", "minerva-7b", "mellum2"},
     {.patterns = {kDigit, kGpt2Pattern}}},
    {{"falcon"}, {.patterns = {kFalconSigns, kGpt2Pattern, kThreeAscii}}},
    {{"default"}, {.patterns = {kDefaultSigns, kGpt2Pattern, kDigits, kThreeAscii}}},
    {{"chameleon"},
     {.patterns = {"<sentinel:[0-9]+>", "(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z", R"([\t\n]|    |  )", kDigit,
                   R"([\p{P}!-/:-@\[-`{-~])", kGpt2Pattern},
      .addBegin = true}},
    {{"deepseek-llm"}, {.patterns = {kLineEnd, kDeepSeekLetters, kDeepSeekSigns, R"(\s+$)", kDeepSeekHan, kDigits}}},
    {{"deepseek-coder"}, {.patterns = {kLineEnd, R"(\s?\p{L}+)", R"(\s?\p{P}+)", kDeepSeekHan, kDigit}}},
    {{"deepseek-v3", "hunyuan-dense", "joyai-llm", "hy_v4"},
     {.patterns = {kThreeDigits, kChineseJapanese, kDeepSeek3}}},
    {{"spark2_5"}, {.patterns = {kThreeDigits, kChineseJapanese, kSpark, kDigit}}},
    {{"youtu"}, {.patterns = {kYoutuScripts, kYoutuWords}, .ignoreMerges = true}},
    {{"afmoe"}, {.patterns = {kThreeFromRight, kAfmoeScripts, kDeepSeek3}}},
    {{"gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2"}, {.patterns = {kGpt4o}}},
    {{"granite-embed-multi-97m"}, {.patterns = {kGpt4o}, .ignoreMerges = true}},
    {{"tiny_aya", "cohere2moe"}, {.patterns = {R"(\d{1,3}(?=(?:\d{3})*\b))", kGpt4o}}},
    {{"tekken"}, {.patterns = {kTekken}, .ignoreMerges = true, .addBegin = true}},
    {{"kimi-k2"}, {.patterns = {kKimi}}},
    {{"jais-2"}, {.patterns = {kJais2}}},
    {{"superbpe"}, {.patterns = {kDigits, R"((?=(\d{3})+(?!\d)))"}}},
    {{"bailingmoe", "bailingmoe2", "llada-moe"}, {.patterns = {kBailing}}},
    {{"seed-coder"}, {.patterns = {kSeedCoder}}},
    {{"ufakzeka"}, {.patterns = {kWithoutShort}}},
    {{"exaone-moe"}, {.patterns = {kExaoneMoe}}},
    {{"minicpm5"}, {.patterns = {kThreeDigits, kLongNumbers}, .ignoreMerges = true}},
    {{"bloom", "gpt3-finnish", "poro-chat"}, {.patterns = {kBloom}}},
    {{"viking"}, {.patterns = {kBloom, kDigit}}},
    {{"gemma4", "granite-embed-multi-311m"}, {.visibleSpaces = true, .addBegin = true}},
    {{"sarvam-moe"}, {.visibleSpaces = true}},
};

}  // namespace

const GgufSplitting* ggufSplitting(string_view name) {
    for (const NamedSplitting& entry : kNamed) {
        if (std::ranges::find(entry.names, name) != entry.names.end()) {
            return &entry.splitting;
        }
    }
    return nullptr;
}

}  // namespace kvw
