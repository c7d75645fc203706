// SPDX-License-Identifier: Apache-2.0
/// The tokenizer.json that the metadata of a GGUF file stand for.
#include <QtTest>
#include <functional>

#include "core/model/weights/gguf_model.h"
#include "tests/core/model/gguf_folder.h"

using kvw::test::GgufWriter;
using nlohmann::json;

class GgufTokenizerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tokenizersThatCannotBeReadAreNamed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const GgufWriter& file, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(file.file()) << QString(sentence);
        };
        const std::vector<std::string> tokens{"a", "b", "ab"};
        row("none", GgufWriter(), "the file has no tokenizer");
        row("kind", GgufWriter().text("tokenizer.ggml.model", "t5").texts("tokenizer.ggml.tokens", tokens),
            "this kind of tokenizer cannot be read from a GGUF file; found t5, expected a tokenizer.json");
        row("splitting",
            GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", tokens)
                .text("tokenizer.ggml.pre", "a-name-of-2031"),
            "this way of splitting text is not known (tokenizer.ggml.pre); found a-name-of-2031, expected a "
            "tokenizer.json");
        row("no splitting", GgufWriter().text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", tokens),
            "the file does not say how text is split (tokenizer.ggml.pre); found none, expected a tokenizer.json");
        row("flag as number",
            GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", tokens)
                .number("tokenizer.ggml.add_bos_token", 1),
            "tokenizer.ggml.add_bos_token is not true or false; found another type");
        row("unknown type of a token",
            GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", tokens)
                .numbers<std::int32_t>("tokenizer.ggml.token_type", GgufWriter::I32, {1, 1, 9}),
            "token 2 has a type that does not exist (tokenizer.ggml.token_type); found 9");
        row("merges",
            GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", tokens)
                .text("tokenizer.ggml.pre", "gpt-2"),
            "has no merges");
        row("scores",
            GgufWriter()
                .text("tokenizer.ggml.model", "llama")
                .texts("tokenizer.ggml.tokens", tokens)
                .numbers<float>("tokenizer.ggml.scores", GgufWriter::F32, {0, 1}),
            "found 2 scores for 3 tokens");
        row("no score",
            GgufWriter()
                .text("tokenizer.ggml.model", "llama")
                .texts("tokenizer.ggml.tokens", tokens)
                .numbers<float>("tokenizer.ggml.scores", GgufWriter::F32, {0, 1, NAN}),
            "is not a number");
        row("types",
            GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", tokens)
                .numbers<std::int32_t>("tokenizer.ggml.token_type", GgufWriter::I32, {1}),
            "tokens and their types are not equally many; found 3 and 1");
    }
    void tokenizersThatCannotBeReadAreNamed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        const auto gguf = open(bytes.toStdString());
        QVERIFY2(gguf.has_value(), gguf ? "" : gguf.error().sentence().c_str());
        const auto tokenizer = kvw::ggufTokenizer(*gguf, "model.gguf");
        QVERIFY(!tokenizer);
        QVERIFY2(QString::fromStdString(tokenizer.error().sentence()).contains(sentence),
                 tokenizer.error().sentence().c_str());
    }
    void flagsOfTheFileAreFollowed() {
        const auto written = [&](const char* pre, const std::function<void(GgufWriter&)>& more) {
            GgufWriter file;
            file.text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", {"a", "b", "ab", "<s>", "</s>", "a"})
                .texts("tokenizer.ggml.merges", {"a b"})
                .text("tokenizer.ggml.pre", pre);
            more(file);
            return *kvw::ggufTokenizer(*open(file.file()), "model.gguf");
        };
        const auto both = [](GgufWriter& file) {
            file.number("tokenizer.ggml.bos_token_id", 3).number("tokenizer.ggml.eos_token_id", 4);
        };
        const auto ids = [&](const kvw::GgufTokenizer& made) {
            return kvw::Tokenizer::parse(made.tokenizer, "model.gguf", made.config)
                .value()
                .encode("ab", true)
                .value()
                .ids;
        };
        using Ids = std::vector<std::int32_t>;
        QCOMPARE(ids(written("tekken", both)), (Ids{3, 2}));
        QCOMPARE(ids(written("gpt-4o", both)), (Ids{2}));
        QCOMPARE(
            ids(written("command-r",
                        [&](GgufWriter& file) {
                            both(file);
                            file.flag("tokenizer.ggml.add_bos_token", true).flag("tokenizer.ggml.add_eos_token", true);
                        })),
            (Ids{3, 2, 4}));
        const auto findings =
            written("tekken", [](GgufWriter& file) { file.number("tokenizer.ggml.bos_token_id", 77); }).findings;
        QCOMPARE(json(kvw::englishOf(findings)).dump(),
                 json({"model.gguf: 1 of tokenizer.ggml.tokens are the same as an earlier one and are never used.",
                       "model.gguf: tokenizer.ggml.bos_token_id is 77, which is no token of the vocabulary; it is not "
                       "followed.",
                       "model.gguf: a token is to be added to each text, but tokenizer.ggml.bos_token_id names none."})
                     .dump());
    }
    void visibleSpacesMergeAcrossWords() {
        GgufWriter file;
        file.text("tokenizer.ggml.model", "gemma4")
            .texts("tokenizer.ggml.tokens", {"<unk>", "<bos>", "▁", "a", "▁a", "a▁a", "<0xC3>", "<0xA9>"})
            .numbers<std::int32_t>("tokenizer.ggml.token_type", GgufWriter::I32, {2, 3, 1, 1, 1, 1, 6, 6})
            .texts("tokenizer.ggml.merges", {"▁ a", "a ▁a"})
            .number("tokenizer.ggml.bos_token_id", 1);
        const auto made = kvw::ggufTokenizer(*open(file.file()), "model.gguf");
        QVERIFY2(made.has_value(), made ? "" : made.error().sentence().c_str());
        const auto tokenizer = kvw::Tokenizer::parse(made->tokenizer, "model.gguf", made->config);
        const std::vector<std::int32_t> ids = tokenizer->encode("a a é", true).value().ids;
        QCOMPARE(ids, (std::vector<std::int32_t>{1, 5, 2, 6, 7}));
        QCOMPARE(tokenizer->decode(ids, true), std::string("a a é"));
    }
    void whiteSpaceBehindASpecialTokenOfPhi3BelongsToIt_data() {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("taken");
        QTest::newRow("architecture") << "phi3"
                                      << "Phi 3.5 Mini Instruct" << true;
        QTest::newRow("name") << "llama"
                              << "unsloth Phi-3-mini" << true;
        QTest::newRow("another model") << "llama"
                                       << "LLaMA v2" << false;
    }
    void whiteSpaceBehindASpecialTokenOfPhi3BelongsToIt() {
        QFETCH(QString, architecture);
        QFETCH(QString, name);
        QFETCH(bool, taken);
        const auto gguf =
            open(GgufWriter()
                     .text("general.architecture", architecture.toStdString())
                     .text("general.name", name.toStdString())
                     .text("tokenizer.ggml.model", "llama")
                     .texts("tokenizer.ggml.tokens", {"<unk>", "<s>", "<|end|>", "▁", "a", "<0x0A>", "<|endoftext|>"})
                     .numbers<std::int32_t>("tokenizer.ggml.token_type", GgufWriter::I32, {2, 3, 3, 1, 1, 6, 3})
                     .numbers<float>("tokenizer.ggml.scores", GgufWriter::F32, {0, 0, 0, -1, -2, 0, 0})
                     .flag("tokenizer.ggml.add_space_prefix", false)
                     .file());
        const auto made = kvw::ggufTokenizer(*gguf, "model.gguf");
        QVERIFY2(made.has_value(), made ? "" : made.error().sentence().c_str());
        const auto tokenizer = kvw::Tokenizer::parse(made->tokenizer, "model.gguf", made->config);
        using Ids = std::vector<std::int32_t>;
        QCOMPARE(tokenizer->encode("<|end|>\na", false).value().ids, taken ? (Ids{2, 4}) : (Ids{2, 5, 4}));
        QCOMPARE(tokenizer->encode("<|endoftext|>\na<s> ", false).value().ids, (Ids{6, 5, 4, 1, 3}));
    }
    void mergesFollowFromScores() {
        const auto gguf =
            open(GgufWriter()
                     .text("tokenizer.ggml.model", "llama")
                     .texts("tokenizer.ggml.tokens", {"<unk>", "<s>", "▁", "a", "b", "ab", "▁a", "▁ab"})
                     .numbers<std::int32_t>("tokenizer.ggml.token_type", GgufWriter::I32, {2, 3, 1, 1, 1, 1, 1, 1})
                     .numbers<float>("tokenizer.ggml.scores", GgufWriter::F32, {0, 0, -5, -6, -7, -1, -2, -3})
                     .number("tokenizer.ggml.bos_token_id", 1)
                     .file());
        const auto tokenizer = kvw::ggufTokenizer(*gguf, "model.gguf");
        QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().sentence().c_str());
        const json file = json::parse(tokenizer->tokenizer);
        // Best score first; of the two ways to "▁ab" the one with the longer left part.
        QCOMPARE(file["model"]["merges"], json::parse(R"([["a","b"],["▁","a"],["▁a","b"],["▁","ab"]])"));
        QCOMPARE(file["model"]["unk_token"], json("<unk>"));
        QCOMPARE(file["model"]["vocab"]["▁ab"], json(7));
        QCOMPARE(file["added_tokens"].size(), std::size_t{2});
        QCOMPARE(json::parse(tokenizer->config)["bos_token"], json("<s>"));
    }

 private:
    kvw::Result<kvw::Gguf> open(const std::string& bytes) { return m_files.open(bytes); }
    kvw::test::GgufFolder m_files;
};

QTEST_GUILESS_MAIN(GgufTokenizerTest)
#include "gguf_tokenizer_test.moc"
