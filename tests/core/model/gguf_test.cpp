// SPDX-License-Identifier: Apache-2.0
#include "core/model/gguf.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>

#include "core/model/gguf_model.h"
#include "core/model/model_files.h"
#include "core/model/sha256.h"
#include "core/model/tensor_read.h"
#include "tests/core/model/gguf_writer.h"
#include "tests/core/model/support.h"

using kvw::test::GgufWriter;
using nlohmann::json;

namespace {

const std::string kGolden = KVW_SOURCE_DIR "/tests/core/model/golden/";

/// All settings of a small model but `left`.
GgufWriter llamaWithout(const std::string& left) {
    GgufWriter file;
    file.text("general.architecture", "llama");
    for (const auto& [name, value] : {std::pair("block_count", 1U),
                                      {"embedding_length", 8U},
                                      {"feed_forward_length", 12U},
                                      {"attention.head_count", 2U},
                                      {"attention.head_count_kv", 1U},
                                      {"context_length", 64U}}) {
        if (left != name) {
            file.number(std::string("llama.") + name, value);
        }
    }
    if (left != "attention.layer_norm_rms_epsilon") {
        file.real("llama.attention.layer_norm_rms_epsilon", 1e-5F);
    }
    return file;
}
GgufWriter llama() {
    return llamaWithout("");
}

}  // namespace

class GgufTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theConvertersFileIsReadExactly() {
        const auto files = kvw::ModelFiles::open(kGolden + "tiny.gguf");
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        const json sums = json::parse(kvw::test::read(kGolden + "tiny.gguf.json"));
        QCOMPARE(files->weights().tensors().size(), sums.size());
        for (const auto& [name, sum] : sums.items()) {
            const kvw::TensorView* view = files->tensor(name);
            QVERIFY2(view != nullptr, name.c_str());
            QCOMPARE(view->shape, sum["shape"].get<std::vector<std::int64_t>>());
            const auto values = kvw::readFloats(*view);
            QVERIFY(values.has_value());
            const std::string_view bytes(reinterpret_cast<const char*>(values->data()), 4 * values->size());
            QVERIFY2(kvw::sha256(bytes) == sum["sha256"], name.c_str());
        }
    }
    void theConvertersFileIsAModel() {
        const auto files = kvw::ModelFiles::open(kGolden + "tiny.gguf");
        QVERIFY(files.has_value());
        const kvw::ModelConfig& config = files->config();
        QCOMPARE(config.layers, 2);
        QCOMPARE(config.headDim, 32);
        QCOMPARE(config.rmsNormEps, 1e-5);
        QCOMPARE(config.rope.theta, 500000.0);
        QCOMPARE(config.eosIds, (std::vector<std::int32_t>{1, 2}));
        QVERIFY(!config.tiedEmbeddings);
        QCOMPARE(files->info().name, std::string("tiny"));
        QCOMPARE(files->info().vocabulary, std::int64_t{263});
        const auto tokenizer = files->loadTokenizer();
        QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().sentence().c_str());
        const kvw::Encoding encoding = tokenizer->encode("in the<|turn|>", true).value();
        // <|begin|> "in" "Ġthe" <|turn|>
        QCOMPARE(encoding.ids, (std::vector<std::int32_t>{0, 262, 261, 2}));
        QCOMPARE(tokenizer->decode(encoding.ids, true), std::string("in the"));
        QVERIFY(tokenizer->isSpecial(2));
        QCOMPARE(tokenizer->eosId(), std::optional<std::int32_t>(1));
    }
    void aTokenizerBesideTheFileWins() {
        const auto folder = m_path / "beside";
        kvw::test::write(folder / "tiny.gguf", kvw::test::read(kGolden + "tiny.gguf"));
        kvw::test::write(folder / "tokenizer.json", kvw::test::read(kGolden + "gpt2-like.json"));
        const auto files = kvw::ModelFiles::open(folder / "tiny.gguf");
        QVERIFY(files.has_value());
        QVERIFY(!files->loadTokenizer()->idOf("<|turn|>"));
    }

    void metadataOfEveryType() {
        GgufWriter file;
        file.raw("u8", GgufWriter::U8, GgufWriter::bytes(std::uint8_t{200}))
            .raw("i8", GgufWriter::I8, GgufWriter::bytes(std::int8_t{-3}))
            .raw("u16", GgufWriter::U16, GgufWriter::bytes(std::uint16_t{60000}))
            .raw("i16", GgufWriter::I16, GgufWriter::bytes(std::int16_t{-300}))
            .raw("i32", GgufWriter::I32, GgufWriter::bytes(std::int32_t{-70000}))
            .raw("u64", GgufWriter::U64, GgufWriter::bytes(std::uint64_t{1} << 40U))
            .raw("i64", GgufWriter::I64, GgufWriter::bytes(std::int64_t{-5}))
            .raw("f64", GgufWriter::F64, GgufWriter::bytes(0.25))
            .flag("yes", true)
            .text("name", "x")
            .texts("list", {"", "ab"})
            .numbers<std::uint16_t>("numbers", GgufWriter::U16, {1, 2});
        const auto read = open(file.file());
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        QCOMPARE(read->integer("u8"), std::optional<std::int64_t>(200));
        QCOMPARE(read->integer("i8"), std::optional<std::int64_t>(-3));
        QCOMPARE(read->integer("u16"), std::optional<std::int64_t>(60000));
        QCOMPARE(read->integer("i16"), std::optional<std::int64_t>(-300));
        QCOMPARE(read->integer("i32"), std::optional<std::int64_t>(-70000));
        QCOMPARE(read->integer("u64"), std::optional<std::int64_t>(std::int64_t{1} << 40U));
        QCOMPARE(read->integer("i64"), std::optional<std::int64_t>(-5));
        QCOMPARE(read->number("f64"), std::optional<double>(0.25));
        QVERIFY(!read->integer("f64") && !read->integer("name") && !read->integer("absent") && !read->text("u8"));
        QCOMPARE(read->flag("yes"), std::optional<bool>(true));
        QCOMPARE(read->text("name").value(), std::string_view("x"));
        QCOMPARE(read->texts("list").value(), (std::vector<std::string_view>{"", "ab"}));
        QCOMPARE(read->numbers("numbers").value(), (std::vector<double>{1, 2}));
        QVERIFY(!read->numbers("list") && !read->texts("numbers"));
    }
    void versionTwoIsTheSame() {
        const auto read = open(GgufWriter(2).text("a", "b").tensor("t", {2, 3}, 0, 24).file());
        QVERIFY(read.has_value());
        QCOMPARE(read->find("t")->shape, (std::vector<std::int64_t>{3, 2}));
    }

    void malformed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& bytes, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(sentence);
        };
        const std::string head = "GGUF" + GgufWriter::bytes(std::uint32_t{3});
        constexpr std::uint64_t kHuge = std::uint64_t{1} << 62U;
        row("empty file", "", "is not a GGUF file; found an empty file");
        row("another file", "PK\x03\x04 and so on", "is not a GGUF file");
        row("only the magic", "GGUF", "the file ends within the header (is it truncated?); found 4 bytes");
        row("version 1", GgufWriter(1).file(), "this version of GGUF is not supported; found version 1");
        row("version 4", GgufWriter(4).file(), "found version 4, expected version 2 or 3");
        row("big-endian", GgufWriter(0x03000000).file(), "found a big-endian file");
        row("no counts", head, "the file ends within the header");
        row("more tensors than bytes", GgufWriter().claim(kHuge, 0).file(),
            "claims more entries than the file can hold");
        row("more values than bytes", GgufWriter().claim(0, kHuge).file(),
            "claims more entries than the file can hold");
        row("truncated metadata", GgufWriter().claim(0, 1).file().substr(0, 24), "more entries than the file can hold");
        row("key without end", GgufWriter().raw("", 4, "").claim(0, 1).file().replace(24, 8, GgufWriter::bytes(kHuge)),
            "a key of the metadata is longer than the file");
        row("unknown value type", GgufWriter().raw("k", 13, "1234").file(),
            "the value k has an unknown type; found 13");
        row("text without end", GgufWriter().raw("k", GgufWriter::Text, GgufWriter::bytes(kHuge)).file(),
            "a text of the metadata is longer than the file");
        const auto array = [](std::uint32_t type, std::uint64_t count) {
            return GgufWriter().raw("k", GgufWriter::Array, GgufWriter::bytes(type) + GgufWriter::bytes(count)).file();
        };
        row("array without end", array(GgufWriter::U32, kHuge), "the value k is longer than the file");
        row("texts without end", array(GgufWriter::Text, kHuge), "the value k is longer than the file");
        row("array of arrays", array(GgufWriter::Array, 1), "the array k has elements of an unknown type; found 9");
        row("two keys", GgufWriter().number("k", 1).number("k", 2).file(), "two values have the same key; found k");
        row("a part under another name", GgufWriter().number("split.count", 3).number("split.no", 1).file(),
            "the parts of a split model are found by their names; found part 2 of 3, called");
        row("alignment of 3", GgufWriter().number("general.alignment", 3).tensor("t", {1}, 0, 4).file(),
            "general.alignment is not a power of two; found 3");
        row("alignment as a text", GgufWriter().text("general.alignment", "32").tensor("t", {1}, 0, 4).file(),
            "general.alignment is not a power of two; found \"32\"");
        row("alignment of 0", GgufWriter().number("general.alignment", 0).tensor("t", {1}, 0, 4).file(),
            "general.alignment is not a power of two");
        row("too many axes", GgufWriter().tensor("t", {1, 1, 1, 1, 1}, 0, 4).file(),
            "tensor t has too many axes; found 5");
        row("impossible shape", GgufWriter().tensor("t", {kHuge, kHuge}, 0, 4).file(),
            "tensor t has an impossible shape");
        row("unknown type", GgufWriter().tensor("t", {1}, 99, 4).file(),
            "tensor t has a type that is not supported; found type 99");
        // By the names of ggml, those of types that were taken out again, too.
        for (const auto& [code, name] : {std::pair(4U, "Q4_2"),
                                         {9U, "Q8_1"},
                                         {15U, "Q8_K"},
                                         {31U, "Q4_0_4_4"},
                                         {36U, "IQ4_NL_4_4"},
                                         {41U, "Q1_0"}}) {
            row(name, GgufWriter().tensor("t", {256}, code, 84).file(),
                ("tensor t has a type that is not supported; found " + std::string(name) + ", expected").c_str());
        }
        row("half a block", GgufWriter().tensor("t", {48, 2}, 8, 102).file(),
            "the rows of tensor t are not whole blocks; found 48, expected a multiple of 32 for Q8_0");
        row("beyond the end", GgufWriter().tensor("t", {16}, 0, 60).file(),
            "tensor t lies outside the file (is it truncated?)");
        row("offset beyond the end", GgufWriter().tensor("t", {1}, 0, 4, kHuge).file(),
            "tensor t lies outside the file");
        row("offset between", GgufWriter().tensor("t", {1}, 0, 64, 7).file(), "at a multiple of 32");
        row("overlap", GgufWriter().tensor("a", {16}, 0, 64).tensor("b", {16}, 0, 64, 32).file(),
            "two tensors share bytes");
        row("two names", GgufWriter().tensor("a", {1}, 0, 4).tensor("a", {1}, 0, 4).file(),
            "two tensors have the same name");
    }
    void malformed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        kvw::test::verifyRefused(open(bytes.toStdString()), QStringLiteral("model.gguf"), sentence);
    }
    void everyTruncationIsRefused() {
        const std::string whole = kvw::test::read(kGolden + "tiny.gguf");
        for (std::size_t size = 0; size < whole.size(); size += size < 9000 ? 97 : 9973) {
            QVERIFY2(!open(whole.substr(0, size)), std::to_string(size).c_str());
        }
    }

    void settingsBecomeAConfiguration() {
        GgufWriter file = llama();
        file.number("llama.rope.dimension_count", 4)
            .text("llama.rope.scaling.type", "linear")
            .real("llama.rope.scaling.factor", 4)
            .tensor("token_embd.weight", {8, 10}, 0, 320);
        const json config = configOf(file);
        QCOMPARE(config["architectures"][0], json("LlamaForCausalLM"));
        QCOMPARE(config["vocab_size"], json(10));
        QCOMPARE(config["tie_word_embeddings"], json(true));
        QCOMPARE(config["attention_bias"], json(false));
        QCOMPARE(config["rms_norm_eps"], json(1e-5));
        QCOMPARE(config["rope_scaling"]["rope_type"], json("linear"));
        QCOMPARE(config["rope_scaling"]["factor"], json(4.0));
        QVERIFY(!config.contains("partial_rotary_factor"));
    }
    /// One number, or a list with the same for each layer: of every width, for every count.
    void countsAsListsPerLayer() {
        GgufWriter plain = llama();
        plain.tensor("blk.0.attn_q.weight", {8, 8}, 0, 256).tensor("blk.0.attn_k.weight", {8, 4}, 0, 128);
        GgufWriter lists;
        lists.text("general.architecture", "llama")
            .numbers<std::uint32_t>("llama.block_count", GgufWriter::U32, {1})
            .number("llama.embedding_length", 8)
            .numbers<std::int32_t>("llama.feed_forward_length", GgufWriter::I32, {12, 12})
            .numbers<std::uint16_t>("llama.attention.head_count", GgufWriter::U16, {2, 2})
            .numbers<std::uint64_t>("llama.attention.head_count_kv", GgufWriter::U64, {1, 1})
            .number("llama.context_length", 64)
            .numbers<float>("llama.attention.layer_norm_rms_epsilon", GgufWriter::F32, {1e-5F, 1e-5F})
            .tensor("blk.0.attn_q.weight", {8, 8}, 0, 256)
            .tensor("blk.0.attn_k.weight", {8, 4}, 0, 128);
        QCOMPARE(configOf(lists), configOf(plain));
        // One after the other: both are written to the same file.
        const auto left =
            open(plain.file()).and_then([](const kvw::Gguf& file) { return kvw::ggufTensors(file, "a"); });
        const auto right =
            open(lists.file()).and_then([](const kvw::Gguf& file) { return kvw::ggufTensors(file, "b"); });
        QVERIFY(left && right);
        for (std::size_t i = 0; i < left->size(); ++i) {
            // Rows of queries and of keys lie in the order of their own heads.
            QCOMPARE(static_cast<int>((*right)[i].order.kind), static_cast<int>(kvw::RowOrder::Kind::RopePairs));
            QCOMPARE((*right)[i].order.heads, (*left)[i].order.heads);
            QCOMPARE((*right)[i].order.headDim, (*left)[i].order.headDim);
        }
        QCOMPARE((*right)[0].order.heads, 2);
        QCOMPARE((*right)[1].order.heads, 1);
    }
    void countsThatDifferByLayerAreRefused() {
        GgufWriter file = llamaWithout("attention.head_count_kv");
        file.numbers<std::uint32_t>("llama.attention.head_count_kv", GgufWriter::U32, {1, 2})
            .tensor("token_embd.weight", {8, 10}, 0, 320);
        const json config = configOf(file);
        const auto parsed = kvw::ModelConfig::parse(config.dump(), "model.gguf");
        QVERIFY(!parsed);
        QVERIFY2(
            parsed.error().sentence().find("num_key_value_heads is out of range; found [1.0,2.0]") != std::string::npos,
            parsed.error().sentence().c_str());
    }
    /// As llama.cpp does it: as many as query heads, and the head from the sizes, whatever the architecture.
    void countsThatAreMissingFollowFromTheOthers() {
        for (const char* architecture :
             {"llama", "qwen2", "qwen3", "gemma", "gemma2", "gemma3", "granite", "olmo2", "smollm3"}) {
            GgufWriter file;
            const std::string name = architecture;
            file.text("general.architecture", name)
                .number(name + ".block_count", 1)
                .number(name + ".embedding_length", 8)
                .number(name + ".feed_forward_length", 12)
                .number(name + ".attention.head_count", 2)
                .tensor("token_embd.weight", {8, 10}, 0, 320);
            const auto gguf = open(file.file());
            const auto stored = kvw::ggufConfig(*gguf, "model.gguf");
            QVERIFY2(stored.has_value(), stored ? "" : stored.error().sentence().c_str());
            const auto config = kvw::ModelConfig::parse(stored->text, "model.gguf");
            QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
            QCOMPARE(config->kvHeads, 2);
            QCOMPARE(config->headDim, 4);
            QCOMPARE(config->rope.theta, 1e4);
            QVERIFY(stored->warnings.at(0).find("context_length is missing") != std::string::npos);
            QVERIFY(stored->warnings.at(1).find("layer_norm_rms_epsilon is missing") != std::string::npos);
            QVERIFY2(config->warnings.empty(), config->warnings.empty() ? "" : config->warnings[0].c_str());
        }
    }
    void settings_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, GgufWriter file, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(file.tensor("token_embd.weight", {8, 10}, 0, 320).file())
                                << QString(sentence);
        };
        // Refused.
        row("count as a text", llamaWithout("block_count").text("llama.block_count", "1"),
            "model.gguf: llama.block_count is not a number; found \"1\", expected a number.");
        row("epsilon as a text",
            llamaWithout("attention.layer_norm_rms_epsilon").text("llama.attention.layer_norm_rms_epsilon", "1e-5"),
            "llama.attention.layer_norm_rms_epsilon is not a number; found \"1e-5\"");
        row("count with a fraction", llamaWithout("attention.head_count").real("llama.attention.head_count", 1.5F),
            "llama.attention.head_count is not a whole number; found 1.5");
        row("scaling as a number", llama().number("llama.rope.scaling.type", 2),
            "llama.rope.scaling.type is not a text; found 2");
        row("end token as a text", llama().text("tokenizer.ggml.eos_token_id", "2"),
            "tokenizer.ggml.eos_token_id is not a token id; found \"2\"");
        row("experts", llama().number("llama.expert_count", 8),
            "mixtures of experts are not supported; found llama.expert_count 8");
        row("not causal", llama().flag("llama.attention.causal", false), "llama.attention.causal is not supported");
        row("values of another length",
            llama().number("llama.attention.key_length", 4).number("llama.attention.value_length", 8),
            "keys and values of different lengths are not supported; found 4 and 8");
        row("part of a head", llama().number("llama.rope.dimension_count", 2),
            "llama.rope.dimension_count is not supported; found 2, expected 4");
        row("an adapter", llama().text("general.type", "adapter"),
            "the file does not hold a model; found adapter, expected general.type model");
        // Noted.
        row("not used", llama().real("llama.logit_scale", 2), "model.gguf: llama.logit_scale has no effect; found 2.");
        row("vocabulary", llama().number("llama.vocab_size", 11),
            "llama.vocab_size disagrees with the embedding, whose rows count; found 11, expected 10");
        row("nothing to say",
            llama()
                .number("llama.expert_count", 0)
                .number("llama.vocab_size", 10)
                .number("llama.attention.value_length", 4)
                .text("llama.tensor_data_layout", "x")
                .number("llama.attention.sliding_window", 0)
                .number("tokenizer.ggml.bos_token_id", 0xFFFFFFFF),
            "");
    }
    void settings() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        const auto gguf = open(bytes.toStdString());
        QVERIFY2(gguf.has_value(), gguf ? "" : gguf.error().sentence().c_str());
        const auto config = kvw::ggufConfig(*gguf, "model.gguf");
        std::string said = config ? "" : config.error().sentence();
        for (const std::string& warning : config ? config->warnings : std::vector<std::string>()) {
            said += warning;
        }
        QVERIFY2(sentence.isEmpty() ? said.empty() : QString::fromStdString(said).contains(sentence), said.c_str());
        if (config) {
            const auto parsed = kvw::ModelConfig::parse(config->text, "model.gguf");
            QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().sentence().c_str());
            QVERIFY(parsed->warnings.empty() && parsed->bosIds.empty());
        }
    }
    void scalingsOfRope() {
        // llama.cpp takes a factor without a kind as linear, and none where the kind says so.
        QCOMPARE(configOf(llama().real("llama.rope.scaling.factor", 4))["rope_scaling"],
                 json({{"rope_type", "linear"}, {"factor", 4.0}}));
        QVERIFY(!configOf(llama().real("llama.rope.scaling.factor", 1)).contains("rope_scaling"));
        QVERIFY(!configOf(llama().text("llama.rope.scaling.type", "none").real("llama.rope.scaling.factor", 4))
                     .contains("rope_scaling"));
        const json yarn = configOf(llama()
                                       .text("llama.rope.scaling.type", "yarn")
                                       .real("llama.rope.scaling.factor", 4)
                                       .real("llama.rope.scaling.attn_factor", 0.5F)
                                       .real("llama.rope.scaling.yarn_beta_fast", 16)
                                       .number("llama.rope.scaling.original_context_length", 32))["rope_scaling"];
        QCOMPARE(yarn["original_max_position_embeddings"], json(32));
        QCOMPARE(yarn["beta_fast"], json(16.0));
        QCOMPARE(yarn["attention_factor"].get<double>(), 0.5 * 1.138629436111989);
    }
    void longropeOfPhi3() {
        GgufWriter file;
        file.text("general.architecture", "phi3")
            .number("phi3.block_count", 1)
            .number("phi3.embedding_length", 8)
            .number("phi3.feed_forward_length", 12)
            .number("phi3.attention.head_count", 2)
            .number("phi3.context_length", 128)
            .real("phi3.attention.layer_norm_rms_epsilon", 1e-5F)
            .number("phi3.rope.scaling.original_context_length", 32)
            .real("phi3.rope.scaling.attn_factor", 1.25F)
            .tensor("token_embd.weight", {8, 10}, 0, 320)
            .tensor("rope_factors_long.weight", {2}, 0, 8)
            .tensor("rope_factors_short.weight", {2}, 0, 8);
        std::string bytes = file.file();
        const std::string factors = GgufWriter::bytes(2.0F) + GgufWriter::bytes(3.0F);
        bytes.replace(bytes.size() - 8, 8, factors);
        bytes.replace(bytes.size() - 40, 8, GgufWriter::bytes(4.0F) + GgufWriter::bytes(5.0F));
        const auto gguf = open(bytes);
        QVERIFY2(gguf.has_value(), gguf ? "" : gguf.error().sentence().c_str());
        const auto stored = kvw::ggufConfig(*gguf, "model.gguf");
        QVERIFY2(stored.has_value(), stored ? "" : stored.error().sentence().c_str());
        const auto config = kvw::ModelConfig::parse(stored->text, "model.gguf");
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(static_cast<int>(config->rope.scaling), static_cast<int>(kvw::RopeScaling::LongRope));
        QCOMPARE(config->rope.shortFactors, (std::vector<double>{2, 3}));
        QCOMPARE(config->rope.longFactors, (std::vector<double>{4, 5}));
        QCOMPARE(config->rope.originalContext, 32.0);
        QCOMPARE(config->rope.attentionFactor, 1.25);
        QVERIFY(stored->warnings.empty() && config->warnings.empty());
    }
    void llama3ScalingIsRecognised() {
        kvw::RopeConfig rope;
        rope.theta = 500000;
        const std::vector<float> plain = rope.inverseFrequencies(64);
        rope.scaling = kvw::RopeScaling::Llama3;
        rope.factor = 32;
        rope.lowFrequencyFactor = 1;
        const std::vector<float> scaled = rope.inverseFrequencies(64);
        std::string factors;
        for (std::size_t i = 0; i < plain.size(); ++i) {
            factors += GgufWriter::bytes(plain[i] / scaled[i]);
        }
        GgufWriter file = llama();
        file.real("llama.rope.freq_base", 500000).tensor("rope_freqs.weight", {32}, 0, 128);
        std::string bytes = file.file();
        bytes.replace(bytes.size() - 128, 128, factors);
        const auto gguf = open(bytes);
        const auto text = kvw::ggufConfig(*gguf, "model.gguf");
        QVERIFY2(text.has_value(), text ? "" : text.error().sentence().c_str());
        const json config = json::parse(text->text);
        QCOMPARE(config["rope_scaling"]["rope_type"], json("llama3"));
        QCOMPARE(config["rope_scaling"]["factor"], json(32.0));
        // Other factors would be another model.
        const auto other = open(file.file());
        QVERIFY(kvw::ggufConfig(*other, "model.gguf").error().sentence().find("not those of Llama 3") !=
                std::string::npos);
    }
    void anotherArchitectureIsNamed() {
        const auto gguf = open(GgufWriter().text("general.architecture", "mamba").file());
        const auto config = kvw::ggufConfig(*gguf, "model.gguf");
        QCOMPARE(
            config.error().sentence(),
            std::string("model.gguf: this architecture is not supported; found mamba, expected llama, qwen2, qwen3, "
                        "gemma, gemma2, gemma3, phi3, gptneox, granite, olmo2, smollm3, stablelm."));
        QVERIFY(!kvw::ggufConfig(*open(GgufWriter().file()), "model.gguf"));
    }
    void partsAreReadTogether() {
        const QTemporaryDir folder;
        const auto at = [&](const char* name) { return std::filesystem::path(folder.path().toStdString()) / name; };
        const auto part = [](std::uint32_t number) {
            return GgufWriter().number("split.count", 2).number("split.no", number);
        };
        const std::string first =
            part(0).number("split.tensors.count", 2).text("a", "b").tensor("one", {2}, 0, 8).file();
        kvw::test::write(at("m-00001-of-00002.gguf"), first);
        const auto alone = kvw::Gguf::open(at("m-00001-of-00002.gguf"));
        QVERIFY(!alone);
        QVERIFY(alone.error().sentence().find("m-00002-of-00002.gguf") != std::string::npos);
        kvw::test::write(at("m-00002-of-00002.gguf"), part(1).tensor("two", {4}, 0, 16).file());
        for (const char* name : {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"}) {
            const auto both = kvw::Gguf::open(at(name));
            QVERIFY2(both.has_value(), both ? "" : both.error().sentence().c_str());
            QCOMPARE(both->text("a"), std::optional<std::string_view>("b"));
            QCOMPARE(both->tensors().size(), std::size_t{2});
            QCOMPARE(both->find("two")->shape, (std::vector<std::int64_t>{4}));
            QCOMPARE(both->find("two")->file, both->files()[1].get());
        }
        const auto refused = [&](const std::string& second, const char* words) {
            kvw::test::write(at("m-00002-of-00002.gguf"), second);
            const auto both = kvw::Gguf::open(at("m-00001-of-00002.gguf"));
            const std::string sentence = both ? std::string() : both.error().sentence();
            QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
        };
        refused(part(0).tensor("two", {4}, 0, 16).file(), "another part than its name says; found part 1 of 2");
        refused(part(1).tensor("one", {2}, 0, 8).file(), "a tensor of this part is in an earlier one, too; found one");
        refused(part(1).file(), "hold another number of tensors; found 1, expected 2");
    }
    /// As llama.cpp has it: two bases, the scaling of layers that see all, windows only where there is one.
    void gemma3TurnsByTwoBases() {
        GgufWriter file;
        file.text("general.architecture", "gemma3")
            .number("gemma3.block_count", 7)
            .number("gemma3.embedding_length", 8)
            .number("gemma3.feed_forward_length", 12)
            .number("gemma3.attention.head_count", 2)
            .number("gemma3.attention.key_length", 8)
            .number("gemma3.attention.sliding_window", 5)
            .real("gemma3.rope.freq_base", 1e6F)
            .text("gemma3.rope.scaling.type", "linear")
            .real("gemma3.rope.scaling.factor", 8)
            .tensor("token_embd.weight", {8, 10}, 0, 320);
        const auto read = [this](const GgufWriter& stored) {
            return *kvw::ModelConfig::parse(kvw::ggufConfig(*open(stored.file()), "model.gguf")->text, "model.gguf");
        };
        const kvw::ModelConfig config = read(file);
        QCOMPARE(config.rope.theta, 1e6);
        QCOMPARE(config.rope.factor, 8.0);
        QCOMPARE(config.localRope->theta, 1e4);
        QCOMPARE(config.localRope->scaling, kvw::RopeScaling::None);
        QCOMPARE(config.windows, (std::vector<std::int64_t>{5, 5, 5, 5, 5, 0, 5}));
        QCOMPARE(config.queryScalar, 8.0);
        file.number("gemma3.attention.sliding_window_pattern", 2).real("gemma3.rope.freq_base_swa", 300);
        const kvw::ModelConfig own = read(file);
        QCOMPARE(own.localRope->theta, 300.0);
        QCOMPARE(own.windows, (std::vector<std::int64_t>{5, 0, 5, 0, 5, 0, 5}));
        GgufWriter bare;
        bare.text("general.architecture", "gemma3")
            .number("gemma3.block_count", 2)
            .number("gemma3.embedding_length", 8)
            .number("gemma3.feed_forward_length", 12)
            .number("gemma3.attention.head_count", 2)
            .tensor("token_embd.weight", {8, 10}, 0, 320);
        const kvw::ModelConfig all = read(bare);
        QVERIFY(all.windows.empty());
        QCOMPARE(all.rope.theta, 1e4);
        QCOMPARE(all.localLayers, (std::vector<bool>{false, false}));
    }
    /// As llama.cpp has it: a scale of 0 is none, and scores without one are over the root of the head.
    void graniteHasItsScales() {
        const auto granite = [] {
            GgufWriter file;
            return file.text("general.architecture", "granite")
                .number("granite.block_count", 1)
                .number("granite.embedding_length", 8)
                .number("granite.feed_forward_length", 12)
                .number("granite.attention.head_count", 2)
                .tensor("token_embd.weight", {8, 10}, 0, 320)
                .tensor("blk.0.attn_q.weight", {8, 8}, 0, 256);
        };
        const auto read = [this](const GgufWriter& file) {
            return kvw::ModelConfig::parse(kvw::ggufConfig(*open(file.file()), "model.gguf")->text, "model.gguf");
        };
        const auto bare = read(granite().real("granite.residual_scale", 0));
        QVERIFY2(bare.has_value(), bare ? "" : bare.error().sentence().c_str());
        QCOMPARE(bare->queryScalar, 4.0);
        QCOMPARE(bare->embeddingFactor + bare->residualFactor + bare->logitDivisor, 3.0);
        const auto full = read(granite()
                                   .real("granite.embedding_scale", 12)
                                   .real("granite.residual_scale", 0.22F)
                                   .real("granite.logit_scale", 8)
                                   .real("granite.attention.scale", 0.25F));
        QCOMPARE(full->embeddingFactor, 12.0);
        QCOMPARE(full->residualFactor, 0.22);
        QCOMPARE(full->logitDivisor, 8.0);
        QCOMPARE(full->queryScalar, 16.0);
        const auto tensors = kvw::ggufTensors(*open(granite().file()), "model.gguf");
        QCOMPARE(static_cast<int>(tensors->at(1).order.kind), static_cast<int>(kvw::RowOrder::Kind::RopePairs));
        const auto still =
            kvw::ggufConfig(*open(granite().flag("granite.rope.scaling.finetuned", false).file()), "model.gguf");
        QVERIFY(!still);
        QVERIFY(still.error().sentence().find("granite.rope.scaling.finetuned is not supported; found false") !=
                std::string::npos);
    }
    void olmo3IsNotTakenForOlmo2() {
        GgufWriter file;
        file.text("general.architecture", "olmo2")
            .number("olmo2.attention.sliding_window", 4096)
            .tensor("token_embd.weight", {8, 10}, 0, 320);
        const auto config = kvw::ggufConfig(*open(file.file()), "model.gguf");
        QVERIFY(!config);
        QVERIFY2(config.error().sentence().find("OLMo 3 is not supported: it is nearest to olmo2, which lacks") !=
                     std::string::npos,
                 config.error().sentence().c_str());
    }
    /// The tensors say what a model of StableLM has; norms of heads are one tensor each.
    void stableLmFollowsItsTensors() {
        const auto stable = [] {
            GgufWriter file;
            return file.text("general.architecture", "stablelm")
                .number("stablelm.block_count", 1)
                .number("stablelm.embedding_length", 8)
                .number("stablelm.feed_forward_length", 12)
                .number("stablelm.attention.head_count", 2)
                .number("stablelm.rope.dimension_count", 2)
                .real("stablelm.attention.layer_norm_epsilon", 1e-3F)
                .flag("stablelm.use_parallel_residual", true)
                .tensor("token_embd.weight", {8, 10}, 0, 320);
        };
        const auto read = [this](const GgufWriter& file) {
            return kvw::ModelConfig::parse(kvw::ggufConfig(*open(file.file()), "model.gguf")->text, "model.gguf");
        };
        const auto plain = read(stable().tensor("blk.0.ffn_norm.weight", {8}, 0, 32));
        QVERIFY2(plain.has_value(), plain ? "" : plain.error().sentence().c_str());
        QVERIFY(!plain->parallelResidual && !plain->headNorms && !plain->attentionBias);
        QCOMPARE(plain->rotaryDim(), 2);
        QCOMPARE(plain->rmsNormEps, 1e-3);
        const GgufWriter normed = stable().tensor("blk.0.attn_q_norm.weight", {4, 2}, 0, 32);
        const auto parallel = read(normed);
        QVERIFY(parallel->parallelResidual && parallel->headNorms);
        const auto gguf = open(normed.file());
        const auto tensors = kvw::ggufTensors(*gguf, "model.gguf");
        QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().sentence().c_str());
        QCOMPARE(tensors->size(), std::size_t{3});
        QCOMPARE(tensors->at(2).name, std::string("model.layers.0.self_attn.q_layernorm.norms.1.weight"));
        QCOMPARE(tensors->at(2).shape, (std::vector<std::int64_t>{4}));
        QVERIFY(tensors->at(2).data.data() == tensors->at(1).data.data() + 16);
    }
    void gemmaNormsAreStoredWithOneAdded() {
        const auto gguf = open(GgufWriter()
                                   .text("general.architecture", "gemma")
                                   .tensor("output_norm.weight", {4}, 0, 16)
                                   .tensor("token_embd.weight", {4, 1}, 0, 16)
                                   .file());
        const auto tensors = kvw::ggufTensors(*gguf, "model.gguf");
        QCOMPARE(tensors->at(0).name, std::string("model.norm.weight"));
        QCOMPARE(kvw::readFloats(tensors->at(0))->at(0), kvw::readFloats(tensors->at(1))->at(0) - 1);
    }
    void neoxQueriesKeysAndValuesAreMixedAgain() {
        // Two heads of two dimensions: stored q0 q1 k0 k1 v0 v1, wanted q0 k0 v0 q1 k1 v1, two rows each.
        const auto gguf = open(GgufWriter()
                                   .text("general.architecture", "gptneox")
                                   .number("gptneox.attention.head_count", 2)
                                   .tensor("blk.0.attn_qkv.weight", {1, 12}, 24, 12)
                                   .file());
        auto tensors = kvw::ggufTensors(*gguf, "model.gguf");
        QVERIFY(tensors.has_value());
        QCOMPARE(tensors->at(0).name, std::string("gpt_neox.layers.0.attention.query_key_value.weight"));
        std::vector<std::int64_t> stored;
        for (std::int64_t row = 0; row < 12; ++row) {
            stored.push_back(tensors->at(0).order.stored(row));
        }
        QCOMPARE(stored, (std::vector<std::int64_t>{0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11}));
    }
    void headsThatDoNotDivideAreRefused() {
        const auto gguf = open(llama().tensor("blk.0.attn_q.weight", {8, 7}, 0, 224).file());
        QVERIFY(kvw::ggufTensors(*gguf, "model.gguf")
                    .error()
                    .sentence()
                    .find("tensor blk.0.attn_q.weight does not divide into its heads; found 7 rows, expected a "
                          "multiple of 4") != std::string::npos);
    }

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
            "is no number");
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
        QCOMPARE(json(findings).dump(),
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
    kvw::Result<kvw::Gguf> open(const std::string& bytes) {
        kvw::test::write(m_path / "model.gguf", bytes);
        return kvw::Gguf::open(m_path / "model.gguf");
    }
    json configOf(const GgufWriter& file) {
        const auto gguf = open(file.file());
        const auto text = gguf ? kvw::ggufConfig(*gguf, "model.gguf") : tl::unexpected(gguf.error());
        return text ? json::parse(text->text) : json(text.error().sentence());
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(GgufTest)
#include "gguf_test.moc"
