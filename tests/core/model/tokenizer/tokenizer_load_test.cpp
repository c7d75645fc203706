// SPDX-License-Identifier: Apache-2.0
/// Tokenizer files that are refused, each with one sentence that names the component.
#include <QtTest>

#include "core/model/tokenizer/tokenizer.h"
#include "tests/core/model/support.h"

using nlohmann::json;

namespace {

/// A byte-level tokenizer of four tokens.
json minimal() {
    return json::parse(
        R"({"added_tokens":[{"id":3,"content":"<s>","special":true,"normalized":false}],"normalizer":null,
        "pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"use_regex":true},"post_processor":null,
        "decoder":{"type":"ByteLevel"},
        "model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}})");
}

}  // namespace

class TokenizerLoadTest : public QObject {
    Q_OBJECT private Q_SLOTS : void theMinimalFileIsAccepted() {
        const auto tokenizer = load(minimal().dump());
        QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().sentence().c_str());
        QCOMPARE(tokenizer->encode("abab<s>b", true).value().ids, (std::vector<std::int32_t>{2, 2, 3, 1}));
        QCOMPARE(tokenizer->vocabSize(), std::int64_t{4});
    }

    void beginTokenOfTheMap() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        kvw::test::write(path / "tokenizer.json", minimal().dump());
        const auto begin = [&] {
            return kvw::Tokenizer::load(path / "tokenizer.json", path / "tokenizer_config.json")->bosId();
        };
        QVERIFY(!begin());
        kvw::test::write(path / "special_tokens_map.json", R"({"bos_token": {"content": "<s>"}})");
        QCOMPARE(begin(), std::optional<std::int32_t>(3));
        kvw::test::write(path / "tokenizer_config.json", R"({"bos_token": "ab"})");
        QCOMPARE(begin(), std::optional<std::int32_t>(2));
        kvw::test::write(path / "special_tokens_map.json", "");
        QVERIFY(!kvw::Tokenizer::load(path / "tokenizer.json", path / "tokenizer_config.json"));
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* pointer, const char* value, const char* sentence) {
            QTest::newRow(name) << QByteArray(pointer) << QByteArray(value) << QString(sentence);
        };
        row("unigram", "/model/type", R"("Unigram")",
            "this tokenizer model is not supported; found \"Unigram\", expected BPE");
        row("wordpiece", "/model/type", R"("WordPiece")", "found \"WordPiece\"");
        row("no model", "/model", "null", "this tokenizer model is not supported; found null");
        row("byte fallback", "/model/byte_fallback", "true",
            "byte_fallback with a ByteLevel pre_tokenizer is not supported; found a vocabulary without some of the 256 "
            "bytes");
        row("subword prefix", "/model/continuing_subword_prefix", R"("##")",
            "continuing_subword_prefix is not supported; found ##");
        row("word suffix", "/model/end_of_word_suffix", R"("</w>")", "end_of_word_suffix is not supported");
        row("dropout", "/model/dropout", "0.1", "dropout is not supported; found 0.1");
        row("no vocabulary", "/model/vocab", "[]", "the BPE model has no vocabulary");
        row("empty vocabulary", "/model/vocab", "{}", "the BPE model has no vocabulary");
        row("negative id", "/model/vocab/a", "-1", "the token a has an impossible id; found -1");
        row("huge id", "/model/vocab/a", "4000000000", "the token a has an impossible id");
        row("id far from the others", "/model/vocab/a", "16777215", "the token a has an impossible id; found 16777215");
        row("same id twice", "/model/vocab/a", "1", "two tokens have the id 1");
        row("no merges", "/model/merges", "null", "the BPE model has no merges");
        row("merge out of the vocabulary", "/model/merges", R"(["a c"])",
            "merge 0 does not join two tokens of the vocabulary to a third; found \"a c\"");
        row("merge to nothing known", "/model/merges", R"(["b a"])", "merge 0 does not join");
        row("merge of three", "/model/merges", R"([["a","b","a"]])", "merge 0 does not join");
        row("merge of numbers", "/model/merges", "[7]", "merge 0 does not join");
        row("unknown token", "/model/unk_token", R"("<unk>")", "unk_token is not in the vocabulary; found <unk>");
        row("normalizer", "/normalizer", R"({"type":"Lowercase"})",
            "this normalizer is not supported; found Lowercase, expected none, NFC, NFD, NFKC, NFKD, "
            "Prepend, Replace or Sequence");
        row("replace without pattern", "/normalizer", R"({"type":"Replace","content":"x"})",
            "a Replace has no pattern");
        row("replace with groups", "/normalizer", R"j({"type":"Replace","pattern":{"Regex":"(a)"},"content":"$1$1"})j",
            "groups in the content of a Replace are not supported; found $1$1");
        row("precompiled", "/normalizer", R"({"type":"Precompiled","precompiled_charsmap":"AA=="})",
            "found Precompiled");
        row("normalizer inside", "/normalizer",
            R"({"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"StripAccents"}]})", "found StripAccents");
        row("normalizer as text", "/normalizer", R"("NFC")", "this normalizer is not supported; found \"NFC\"");
        row("metaspace", "/pre_tokenizer", R"({"type":"Metaspace"})", "the replacement of a Metaspace is malformed");
        row("metaspace of two", "/pre_tokenizer", R"({"type":"Metaspace","replacement":"__"})",
            "expected one character");
        row("metaspace scheme", "/pre_tokenizer", R"({"type":"Metaspace","replacement":"_","prepend_scheme":"often"})",
            "this prepend_scheme of a Metaspace is not supported; found often, expected always, first or never");
        row("after metaspace", "/pre_tokenizer",
            R"({"type":"Sequence","pretokenizers":[{"type":"Metaspace","replacement":"_"},{"type":"Digits"}]})",
            "a pre_tokenizer after Metaspace is not supported; found Digits, expected Metaspace to come last");
        row("unknown pre-tokenizer", "/pre_tokenizer", R"({"type":"UnicodeScripts"})",
            "this pre_tokenizer is not supported; found UnicodeScripts, expected none, Split, ByteLevel, Metaspace, "
            "Digits, Punctuation");
        row("sequence without list", "/pre_tokenizer", R"({"type":"Sequence"})",
            "a Sequence of pre-tokenizers is malformed");
        row("byte-level twice", "/pre_tokenizer",
            R"({"type":"Sequence","pretokenizers":[{"type":"ByteLevel"},{"type":"ByteLevel"}]})",
            "ByteLevel after ByteLevel is not supported");
        row("metaspace after byte-level", "/pre_tokenizer",
            R"({"type":"Sequence","pretokenizers":[{"type":"ByteLevel"},{"type":"Metaspace","replacement":"_"}]})",
            "Metaspace after ByteLevel is not supported");
        row("punctuation behaviour", "/pre_tokenizer", R"({"type":"Punctuation","behavior":"Sideways"})",
            "this behavior of a Punctuation is not supported; found \"Sideways\"");
        row("delimiter", "/pre_tokenizer", R"({"type":"CharDelimiterSplit"})", "a CharDelimiterSplit has no delimiter");
        row("sign of a regular expression", "/pre_tokenizer",
            R"({"type":"Split","pattern":{"Regex":"a\\Kb"},"behavior":"Isolated"})",
            "the regular expression of a Split is not supported: a sign that ICU reads differently; found a\\Kb, "
            "expected a pattern without \\K");
        row("flag as text", "/model/ignore_merges", R"("yes")",
            "ignore_merges of BPE is of another type; found \"yes\", expected true or false");
        row("flag as number", "/pre_tokenizer/add_prefix_space", "0",
            "add_prefix_space of ByteLevel is of another type; found 0, expected true or false");
        row("text as number", "/model/unk_token", "7", "unk_token of BPE is of another type; found 7, expected a text");
        row("flag of an added token", "/added_tokens/0/special", R"("true")",
            "special of added_tokens is of another type");
        row("dropout as text", "/model/dropout", R"("0.1")", "dropout of BPE is of another type");
        row("regular expression", "/pre_tokenizer",
            R"({"type":"Split","pattern":{"Regex":"a(?<1>b)c"},"behavior":"Isolated","invert":false})",
            "the regular expression of a Split cannot be compiled (U_REGEX_RULE_SYNTAX); found "
            "a(?<1>b)c");
        row("regular expression is shown", "/pre_tokenizer",
            R"({"type":"Split","pattern":{"Regex":"[z-a]"},"behavior":"Isolated"})",
            "found [z-a], expected a pattern that ICU understands");
        row("no pattern", "/pre_tokenizer", R"({"type":"Split","behavior":"Isolated"})", "a Split has no pattern");
        row("behaviour", "/pre_tokenizer", R"({"type":"Split","pattern":{"String":" "},"behavior":"Sideways"})",
            "this behavior of a Split is not supported; found Sideways");
        row("post-processor", "/post_processor", R"({"type":"RobertaProcessing"})",
            "this post_processor is not supported; found RobertaProcessing");
        row("template id", "/post_processor",
            R"({"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"x"}},{"Sequence":{"id":"A"}}],"special_tokens":{"x":{"ids":[99]}}})",
            "adds an id that is not in the vocabulary; found 99, expected below 4");
        row("template token", "/post_processor",
            R"({"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"x"}}],"special_tokens":{}})",
            "a piece of TemplateProcessing is not supported");
        row("template without text", "/post_processor",
            R"({"type":"TemplateProcessing","single":[],"special_tokens":{}})", "TemplateProcessing has no text");
        row("decoder", "/decoder", R"({"type":"WordPiece"})",
            "this decoder is not supported; found WordPiece, expected ByteLevel, Metaspace or a Sequence");
        row("decoder inside", "/decoder", R"({"type":"Sequence","decoders":[{"type":"CTC"},{"type":"Fuse"}]})",
            "this decoder is not supported; found CTC");
        row("decoder order", "/decoder", R"({"type":"Sequence","decoders":[{"type":"Fuse"},{"type":"ByteFallback"}]})",
            "a decoder ByteFallback at this place is not supported");
        row("decoder strip of each token", "/decoder",
            R"({"type":"Sequence","decoders":[{"type":"Strip","content":" ","start":1,"stop":0}]})",
            "a decoder Strip for each token is not supported");
        row("decoder strip at the end", "/decoder",
            R"({"type":"Sequence","decoders":[{"type":"Fuse"},{"type":"Strip","content":" ","start":1,"stop":1}]})",
            "this Strip of the decoder is not supported");
        row("decoder replace", "/decoder",
            R"({"type":"Sequence","decoders":[{"type":"Replace","pattern":{"Regex":"a"},"content":""},{"type":"Fuse"}]})",
            "the pattern of a decoder Replace is not supported");
        row("added token", "/added_tokens/0/id", "null", "an added token is malformed");
        row("added token of another id", "/added_tokens/0/content", R"("ab")",
            "the added token ab has another id in the vocabulary; found 3, expected 2");
        row("added token far from the others", "/added_tokens/0/id", "16777215", "an added token is malformed");
        row("added token takes an id", "/added_tokens/0/id", "1", "two tokens have the id 1");
        row("added tokens", "/added_tokens", "7", "added_tokens is malformed");
    }
    void refused() {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QString, sentence);
        json file = minimal();
        file[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        const auto tokenizer = load(file.dump());
        QVERIFY(!tokenizer && tokenizer.error().code == kvw::Code::BadInput);
        const QString text = QString::fromStdString(tokenizer.error().sentence());
        QVERIFY2(text.contains(sentence), qPrintable(text));
        QVERIFY2(text.contains("tokenizer.json: "), qPrintable(text));
    }

    void otherThanAnObjectIsRefused() {
        for (const char* text : {"[]", "{\"model\":", "7", "\xff\xfe"}) {
            const auto tokenizer = load(text);
            QVERIFY(!tokenizer);
            QVERIFY(tokenizer.error().sentence().find("is not a tokenizer") != std::string::npos);
        }
    }
    void anEmptyFileIsNamed() {
        QCOMPARE(load("").error().what.english(), std::string("the file is empty"));
        kvw::test::write(m_path / "empty.json", "");
        QVERIFY(load(minimal().dump(), "empty.json").error().sentence().find("empty.json: is not a tokenizer") !=
                std::string::npos);
    }
    /// Each prefix and each copy with a byte changed is read or refused with a sentence.
    void damagedFilesNeverDoMore() {
        const std::string whole = minimal().dump();
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 1 << at % 7);
            for (const std::string& text : {whole.substr(0, at), changed}) {
                const auto tokenizer = kvw::Tokenizer::parse(text, "tokenizer.json");
                QVERIFY(tokenizer ? tokenizer->encode("ab <s>x", true).value().ids.size() < 9
                                  : tokenizer.error().sentence().starts_with("tokenizer.json: "));
            }
        }
    }
    void moreIdsThanRowsAreRefused() {
        const auto tokenizer = load(minimal().dump());
        // The added token 3 matters only where a text has it.
        QVERIFY(tokenizer->checkFits(3, "model").has_value());
        const auto fits = tokenizer->checkFits(2, "model");
        QVERIFY(!fits && fits.error().code == kvw::Code::BadInput);
        QCOMPARE(fits.error().sentence(),
                 std::string("model: the tokenizer has more ids than the model's embedding has rows; found 3 ids, "
                             "expected at most 2, as in the tokenizer.json that belongs to the model."));
    }
    void someByteTokensServeOnlyTheirCharacters() {
        json file = minimal();
        file["pre_tokenizer"] = nullptr;
        file["decoder"] = json::parse(R"({"type":"Sequence","decoders":[{"type":"ByteFallback"},{"type":"Fuse"}]})");
        file["model"]["byte_fallback"] = true;
        file["model"]["unk_token"] = "a";
        file["model"]["vocab"]["<0xC3>"] = 4;
        file["model"]["vocab"]["<0xA9>"] = 5;
        const auto tokenizer = load(file.dump());
        const kvw::Encoding encoding = tokenizer->encode("b\u00e9\u00e8", false).value();
        QCOMPARE(encoding.ids, (std::vector<std::int32_t>{1, 4, 5, 0}));
        QCOMPARE(encoding.ranges[1], (kvw::ByteRange{1, 3}));
        QCOMPARE(encoding.ranges[3], (kvw::ByteRange{3, 5}));
        QCOMPARE(tokenizer->decode(encoding.ids), std::string("b\u00e9"
                                                              "a"));
    }
    void aFileWithoutDecoderReadsAsItsOtherPartsSay() {
        json file = minimal();
        file["decoder"] = nullptr;
        file["model"]["vocab"]["\u0120"] = 4;
        QCOMPARE(load(file.dump())->decode(std::vector<std::int32_t>{2, 4, 3}), std::string("ab <s>"));
        file.erase("decoder");
        file["pre_tokenizer"] = nullptr;
        file["normalizer"] = json::parse(
            R"({"type":"Sequence","normalizers":[{"type":"Prepend","prepend":"_"},
            {"type":"Replace","pattern":{"String":" "},"content":"_"}]})");
        file["model"]["vocab"]["_"] = 5;
        file["model"]["vocab"]["<0xC3>"] = 6;
        file["model"]["vocab"]["<0xA9>"] = 7;
        file["model"]["byte_fallback"] = true;
        QCOMPARE(load(file.dump())->decode(std::vector<std::int32_t>{5, 2, 5, 6, 7}), std::string("ab \u00e9"));
        file["normalizer"] = nullptr;
        file["pre_tokenizer"] = json::parse(R"({"type":"Metaspace","replacement":"_"})");
        QCOMPARE(load(file.dump())->decode(std::vector<std::int32_t>{5, 2, 5, 2}), std::string("ab ab"));
    }
    void whatTheConfigurationAsksForInVainIsSaid() {
        const auto findings = [&](const char* config) {
            kvw::test::write(m_path / "asked.json", config);
            return json(kvw::englishOf(load(minimal().dump(), "asked.json")->findings())).dump();
        };
        QCOMPARE(findings(R"({"bos_token":"<s>","add_bos_token":false,"add_prefix_space":false})"), std::string("[]"));
        for (const auto& [config, sentence] : std::vector<std::pair<const char*, const char*>>{
                 {R"({"add_bos_token":true})",
                  "add_bos_token is true, but tokenizer.json never puts a token in front of a text"},
                 {R"({"add_eos_token":true})", "never puts a token behind a text"},
                 {R"({"add_prefix_space":true})", "never puts a space in front of a text"},
                 {R"({"split_special_tokens":true})", "never reads special tokens as plain text"},
                 {R"({"eos_token":"</s>"})",
                  "</s> is not in the vocabulary of tokenizer.json and is read as plain text"},
                 {R"({"additional_special_tokens":["<a>","<b>"]})", "<a>, <b> are not in the vocabulary"},
                 {R"({"added_tokens_decoder":{"9":{"content":"<c>"}}})", "<c> is not in the vocabulary"},
                 {R"({"add_bos_token":"no"})", "add_bos_token is \"no\", not true or false; it is not followed"},
                 {R"({"bos_token":3})", "bos_token is 3, not a token; it is not followed"}}) {
            const std::string said = findings(config);
            QVERIFY2(QString::fromStdString(said).replace("\\\"", "\"").contains(sentence), said.c_str());
            QVERIFY2(said.find("asked.json: ") != std::string::npos, said.c_str());
        }
    }
    void aMissingFileIsNotFound() {
        QCOMPARE(kvw::Tokenizer::load(m_path / "none.json").error().code, kvw::Code::NotFound);
    }
    void configurationNamesBosAsTextOrObject() {
        kvw::test::write(m_path / "named.json", R"({"bos_token":"<s>"})");
        QCOMPARE(load(minimal().dump(), "named.json")->bosId(), std::optional<std::int32_t>(3));
        kvw::test::write(m_path / "named.json", R"({"bos_token":{"content":"ab"}})");
        QCOMPARE(load(minimal().dump(), "named.json")->bosId(), std::optional<std::int32_t>(2));
    }
    void aConfigurationThatIsNoObjectIsRefused() {
        kvw::test::write(m_path / "wrong.json", "[");
        QVERIFY(load(minimal().dump(), "wrong.json")
                    .error()
                    .sentence()
                    .find("wrong.json: is not a tokenizer configuration") != std::string::npos);
    }
    void anAbsentConfigurationIsFine() { QVERIFY(load(minimal().dump(), "no-such-file.json").has_value()); }
    void bytesWithoutTokenAreDropped() {
        const kvw::Encoding encoding = load(minimal().dump())->encode("axb", false).value();
        QCOMPARE(encoding.ids, (std::vector<std::int32_t>{2}));
        QCOMPARE(encoding.ranges.front(), (kvw::ByteRange{0, 3}));
    }

 private:
    kvw::Result<kvw::Tokenizer> load(const std::string& text, const char* config = "none.json") {
        kvw::test::write(m_path / "tokenizer.json", text);
        return kvw::Tokenizer::load(m_path / "tokenizer.json", m_path / config);
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(TokenizerLoadTest)
#include "tokenizer_load_test.moc"
