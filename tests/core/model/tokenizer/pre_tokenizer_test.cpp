// SPDX-License-Identifier: Apache-2.0
/// Words are those of the tokenizers library; patterns and normalizers that never end or grow without end are refused.
#include "core/model/tokenizer/pre_tokenizer.h"

#include <QtTest>

#include "core/model/tokenizer/byte_alphabet.h"
#include "core/model/tokenizer/gguf_splittings.h"
#include "core/model/tokenizer/normalizer.h"
#include "tests/core/model/support.h"

using nlohmann::json;

namespace {

constexpr const char* kWhere = "tokenizer.json";

json isolated(const std::string& pattern) {
    return {{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Isolated"}, {"invert", false}};
}

/// The words of `text` as the library shows them: in letters behind ByteLevel.
kvw::Result<std::vector<std::string>> wordsOf(const json& part, const std::string& text,
                                              const kvw::ContinueCallback& goOn = {}) {
    const auto pre = kvw::PreTokenizer::fromJson(part, kWhere);
    if (!pre) {
        return tl::unexpected(pre.error());
    }
    kvw::PreTokenizer::Scratch scratch;
    kvw::MatchWork work(text.size(), goOn);
    const auto cut = pre->split(text, scratch, work);
    if (!cut) {
        return tl::unexpected(cut.error());
    }
    std::vector<std::string> words;
    for (const kvw::Word& word : *cut) {
        const std::string own = (word.prefixSpace ? " " : "") + text.substr(word.begin, word.end - word.begin);
        words.push_back(pre->byteLevel() ? kvw::alphabetFromBytes(own) : own);
    }
    return words;
}

std::string repeated(const std::string& text, std::size_t bytes) {
    std::string all;
    while (all.size() < bytes) {
        all += text;
    }
    return all;
}

}  // namespace

class PreTokenizerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void wordsAreThoseOfTheLibrary() {
        const json golden = json::parse(kvw::test::read(KVW_SOURCE_DIR "/tests/core/model/golden/pattern-cases.json"));
        QVERIFY(golden["cases"].size() > 150);
        for (const json& entry : golden["cases"]) {
            for (std::size_t i = 0; i < golden["texts"].size(); ++i) {
                const auto words = wordsOf(entry["pre_tokenizer"], golden["texts"][i].get<std::string>());
                const std::string name = entry["pre_tokenizer"].dump();
                QVERIFY2(words.has_value(), words ? "" : words.error().sentence().c_str());
                const json found = *words;
                QVERIFY2(found == entry["words"][i],
                         (name + ": " + found.dump(-1, ' ', true, json::error_handler_t::replace) + ", expected " +
                          entry["words"][i].dump(-1, ' ', true))
                             .c_str());
            }
        }
    }

    void patternsThatNeverEndAreNamed_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* pattern, const QByteArray& text) {
            QTest::addRow("%s on %d bytes", pattern, static_cast<int>(text.size())) << QByteArray(pattern) << text;
        };
        for (const int letters : {40, 150}) {
            row("(a+)+$", QByteArray(letters, 'a') + '!');
            row("((?:a|a)*)*b", QByteArray(letters, 'a'));
            row(R"((\w+\s*)+[!])", QByteArray("word ").repeated(letters / 5));
            row("(a|a)+b", QByteArray(letters, 'a'));
            row("(a*)*b", QByteArray(letters, 'a'));
            row(R"((.*a){12}b)", QByteArray(letters, 'a'));
        }
    }
    void patternsThatNeverEndAreNamed() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        const auto words = wordsOf(isolated(pattern.toStdString()), text.toStdString());
        QVERIFY(!words);
        QCOMPARE(words.error().code, kvw::Code::BadInput);
        QCOMPARE(words.error().where.english(), std::string(kWhere));
        QCOMPARE(words.error().found.english(), pattern.toStdString());
        QCOMPARE(words.error().what.english(),
                 std::string("matching the regular expression of a Split with this text takes too many steps"));
    }
    void splittingIsCancelled() {
        int asked = 0;
        const auto words = wordsOf(isolated("(a+)+$"), std::string(150, 'a') + "!", [&] { return ++asked < 3; });
        QVERIFY(!words);
        QCOMPARE(words.error().code, kvw::Code::Cancelled);
        QCOMPARE(asked, 3);
    }

    void everyNameOfAGgufSplitsALongText_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"llama-bpe",  "chatglm-bpe", "qwen2",     "qwen35",       "gpt-2",          "command-r",
              "falcon",     "default",     "chameleon", "deepseek-llm", "deepseek-coder", "deepseek-v3",
              "spark2_5",   "youtu",       "afmoe",     "gpt-4o",       "tiny_aya",       "tekken",
              "kimi-k2",    "jais-2",      "superbpe",  "bailingmoe",   "seed-coder",     "ufakzeka",
              "exaone-moe", "minicpm5",    "bloom",     "viking",       "laguna"}) {
            QTest::newRow(name) << QByteArray(name);
        }
    }
    void everyNameOfAGgufSplitsALongText() {
        QFETCH(QByteArray, name);
        const kvw::GgufSplitting* splitting = kvw::ggufSplitting(name.toStdString());
        QVERIFY(splitting != nullptr && !splitting->patterns.empty());
        json parts = json::array();
        for (const std::string_view pattern : splitting->patterns) {
            parts.push_back(isolated(std::string(pattern)));
        }
        constexpr std::size_t kBytes = std::size_t{1} << 17;
        for (const char* piece : {"x", "It's 12 o'clock, they said.\n", "\u4e2d\u6587\u3002", "        y\n", "-= "}) {
            const std::string text = repeated(piece, kBytes);
            const auto words = wordsOf({{"type", "Sequence"}, {"pretokenizers", parts}}, text);
            QVERIFY2(words.has_value(), words ? "" : words.error().sentence().c_str());
            std::string together;
            for (const std::string& word : *words) {
                together += word;
            }
            QVERIFY(together == text);
        }
    }
    void aNameThatNobodyKnowsIsNone() { QVERIFY(kvw::ggufSplitting("a-name-of-2031") == nullptr); }

    void normalizersThatMultiplyTheTextAreRefused() {
        const json twice{{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aa"}};
        const json front{{"type", "Prepend"}, {"prepend", std::string(2'000'000, 'x')}};
        const json large{{"type", "Replace"}, {"pattern", {{"Regex", "(?:)"}}}, {"content", std::string(100'000, 'x')}};
        for (const json& steps : {json(40, twice), json::array({front}), json::array({large})}) {
            const auto normalizer = kvw::Normalizer::fromJson({{"type", "Sequence"}, {"normalizers", steps}}, kWhere);
            QVERIFY(normalizer.has_value());
            kvw::MatchWork work(100);
            const auto applied = normalizer->applied(std::string(100, 'a'), work);
            QVERIFY(!applied);
            QCOMPARE(applied.error().where.english(), std::string(kWhere));
            QCOMPARE(applied.error().what.english(), std::string("the normalizer makes the text too large"));
        }
        QVERIFY(!kvw::Normalizer::fromJson({{"type", "Sequence"}, {"normalizers", json(200, twice)}}, kWhere));
    }
    void aRegularExpressionInANormalizerIsBoundedToo() {
        const auto normalizer = kvw::Normalizer::fromJson(
            {{"type", "Replace"}, {"pattern", {{"Regex", "(a+)+$"}}}, {"content", "b"}}, kWhere);
        kvw::MatchWork work(100);
        const auto applied = normalizer->applied(std::string(60, 'a') + "!", work);
        QVERIFY(!applied);
        QVERIFY(applied.error().sentence().find("(a+)+$") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(PreTokenizerTest)
#include "pre_tokenizer_test.moc"
