// SPDX-License-Identifier: Apache-2.0
/// The config.json that a GGUF file stands for, and the names and order of its tensors.
#include <QtTest>

#include "core/model/weights/gguf_model.h"
#include "core/model/weights/tensor_read.h"
#include "tests/core/model/gguf_folder.h"

using kvw::test::GgufWriter;
using nlohmann::json;

namespace {

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

class GgufConfigTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
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
    /// Those that the file names, and control tokens that are known to end a turn; not a word that reads like one.
    void tokensThatEndATurnEndTheText() {
        GgufWriter file = llama();
        file.texts("tokenizer.ggml.tokens", {"<s>", "</s>", "<|end|>", "<|im_end|>", "<|eom|>", "<end_of_turn>"})
            .numbers<std::int32_t>("tokenizer.ggml.token_type", GgufWriter::I32, {3, 3, 3, 1, 3, 4})
            .number("tokenizer.ggml.eos_token_id", 1)
            .number("tokenizer.ggml.eom_token_id", 4)
            .tensor("token_embd.weight", {8, 6}, 0, 192);
        QCOMPARE(configOf(file)["eos_token_id"], json({1, 2, 4}));
        QCOMPARE(configOf(llama().tensor("token_embd.weight", {8, 6}, 0, 192))["eos_token_id"], json::array());
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
            QVERIFY(stored->warnings.at(0).english().find("context_length is missing") != std::string::npos);
            QVERIFY(stored->warnings.at(1).english().find("layer_norm_rms_epsilon is missing") != std::string::npos);
            QVERIFY2(config->warnings.empty(), config->warnings.empty() ? "" : config->warnings[0].english().c_str());
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
        row("experts", GgufWriter().text("general.architecture", "qwen2").number("qwen2.expert_count", 8),
            "mixtures of experts are not supported; found qwen2.expert_count 8");
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
        for (const kvw::Phrase& warning : config ? config->warnings : std::vector<kvw::Phrase>()) {
            said += warning.english();
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
                        "gemma, gemma2, gemma3, phi3, gptneox, granite, olmo2, smollm3, stablelm, qwen3moe, gpt-oss."));
        QVERIFY(!kvw::ggufConfig(*open(GgufWriter().file()), "model.gguf"));
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
        QCOMPARE(config.secondaryRope->theta, 1e4);
        QCOMPARE(config.secondaryRope->scaling, kvw::RopeScaling::None);
        QCOMPARE(config.windows, (std::vector<std::int64_t>{5, 5, 5, 5, 5, 0, 5}));
        QCOMPARE(config.queryPreAttnScalar, 8.0);
        file.number("gemma3.attention.sliding_window_pattern", 2).real("gemma3.rope.freq_base_swa", 300);
        const kvw::ModelConfig own = read(file);
        QCOMPARE(own.secondaryRope->theta, 300.0);
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
        QCOMPARE(all.secondaryRopeLayers, (std::vector<bool>{false, false}));
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
        QCOMPARE(bare->queryPreAttnScalar, 4.0);
        QCOMPARE(bare->embeddingFactor + bare->residualFactor + bare->logitDivisor, 3.0);
        const auto full = read(granite()
                                   .real("granite.embedding_scale", 12)
                                   .real("granite.residual_scale", 0.22F)
                                   .real("granite.logit_scale", 8)
                                   .real("granite.attention.scale", 0.25F));
        QCOMPARE(full->embeddingFactor, 12.0);
        QCOMPARE(full->residualFactor, 0.22);
        QCOMPARE(full->logitDivisor, 8.0);
        QCOMPARE(full->queryPreAttnScalar, 16.0);
        const auto tensors = kvw::ggufTensors(*open(granite().file()), "model.gguf");
        QCOMPARE(static_cast<int>(tensors->at(1).order.kind), static_cast<int>(kvw::RowOrder::Kind::RopePairs));
        const auto still =
            kvw::ggufConfig(*open(granite().flag("granite.rope.scaling.finetuned", false).file()), "model.gguf");
        QVERIFY(!still);
        QVERIFY(still.error().sentence().find("granite.rope.scaling.finetuned is not supported; found false") !=
                std::string::npos);
    }
    /// A file of llama with experts is Mixtral; the experts of a layer are one tensor of three axes.
    void expertsAreTakenApart() {
        GgufWriter file = llama();
        file.number("llama.expert_count", 2)
            .number("llama.expert_used_count", 1)
            .tensor("token_embd.weight", {8, 10}, 0, 320)
            .tensor("blk.0.ffn_gate_inp.weight", {8, 2}, 0, 64)
            .tensor("blk.0.ffn_gate_exps.weight", {8, 12, 2}, 0, 768)
            .tensor("blk.0.ffn_down_exps.weight", {12, 8, 2}, 0, 768);
        const auto gguf = open(file.file());
        QVERIFY2(gguf.has_value(), gguf ? "" : gguf.error().sentence().c_str());
        const auto stored = kvw::ggufConfig(*gguf, "model.gguf");
        QVERIFY2(stored.has_value(), stored ? "" : stored.error().sentence().c_str());
        const auto config = kvw::ModelConfig::parse(stored->text, "model.gguf");
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->architecture, std::string("MixtralForCausalLM"));
        QCOMPARE(config->experts, 2);
        QCOMPARE(config->expertsUsed, 1);
        QVERIFY2(config->warnings.empty(), config->warnings.empty() ? "" : config->warnings[0].english().c_str());
        const auto tensors = kvw::ggufTensors(*gguf, "model.gguf");
        QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().sentence().c_str());
        QCOMPARE(tensors->size(), std::size_t{6});
        QCOMPARE(tensors->at(1).name, std::string("model.layers.0.block_sparse_moe.gate.weight"));
        QCOMPARE(tensors->at(3).name, std::string("model.layers.0.block_sparse_moe.experts.1.w1.weight"));
        QCOMPARE(tensors->at(3).shape, (std::vector<std::int64_t>{12, 8}));
        QVERIFY(tensors->at(3).data.data() == tensors->at(2).data.data() + 384);
        QCOMPARE(tensors->at(5).name, std::string("model.layers.0.block_sparse_moe.experts.1.w2.weight"));
    }
    /// A setting that a file of gpt-oss does not have is as its makers have it; a message is not a turn.
    void gptOssHasSinksAndBiasedExperts() {
        const auto oss = [] {
            GgufWriter file;
            return file.text("general.architecture", "gpt-oss")
                .number("gpt-oss.block_count", 1)
                .number("gpt-oss.embedding_length", 8)
                .number("gpt-oss.feed_forward_length", 12)
                .number("gpt-oss.expert_feed_forward_length", 12)
                .number("gpt-oss.attention.head_count", 2)
                .number("gpt-oss.attention.head_count_kv", 1)
                .number("gpt-oss.attention.sliding_window", 16)
                .number("gpt-oss.context_length", 128)
                .number("gpt-oss.expert_count", 2)
                .number("gpt-oss.expert_used_count", 1)
                .real("gpt-oss.attention.layer_norm_rms_epsilon", 1e-5F)
                .texts("tokenizer.ggml.tokens", {"<|end|>", "<|return|>", "<|call|>", "<|endoftext|>"})
                .numbers("tokenizer.ggml.token_type", GgufWriter::I32, std::vector<std::int32_t>{3, 3, 3, 3})
                .tensor("token_embd.weight", {8, 4}, 0, 128)
                .tensor("output.weight", {8, 4}, 0, 128)
                .tensor("blk.0.attn_q.bias", {8}, 0, 32)
                .tensor("blk.0.attn_sinks.weight", {2}, 0, 8)
                .tensor("blk.0.post_attention_norm.weight", {8}, 0, 32)
                .tensor("blk.0.ffn_gate_inp.bias", {2}, 0, 8)
                .tensor("blk.0.ffn_up_exps.weight", {8, 12, 2}, 0, 768)
                .tensor("blk.0.ffn_up_exps.bias", {12, 2}, 0, 96);
        };
        const auto configOf = [this](const GgufWriter& file) {
            const auto stored = kvw::ggufConfig(*open(file.file()), "model.gguf");
            return stored ? kvw::ModelConfig::parse(stored->text, "model.gguf") : tl::unexpected(stored.error());
        };
        const auto config = configOf(oss());
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QVERIFY2(config->warnings.empty(), config->warnings.empty() ? "" : config->warnings[0].english().c_str());
        QCOMPARE(config->architecture, std::string("GptOssForCausalLM"));
        QCOMPARE(config->windows, std::vector<std::int64_t>{16});
        QVERIFY(config->attentionBias);
        QCOMPARE(config->gateLimit, 7.0);
        QCOMPARE(config->eosIds, (std::vector<std::int32_t>{1, 2, 3}));
        QCOMPARE(static_cast<int>(config->rope.scaling), static_cast<int>(kvw::RopeScaling::None));
        const auto scaled = configOf(oss()
                                         .text("gpt-oss.rope.scaling.type", "yarn")
                                         .real("gpt-oss.rope.scaling.factor", 32)
                                         .number("gpt-oss.rope.scaling.original_context_length", 4));
        QVERIFY2(scaled.has_value(), scaled ? "" : scaled.error().sentence().c_str());
        QCOMPARE(static_cast<int>(scaled->rope.scaling), static_cast<int>(kvw::RopeScaling::Yarn));
        QVERIFY(!scaled->rope.truncate);
        const auto gguf = open(oss().file());
        const auto tensors = kvw::ggufTensors(*gguf, "model.gguf");
        QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().sentence().c_str());
        std::vector<std::string> names;
        for (const auto& tensor : *tensors) {
            names.push_back(tensor.name);
        }
        const std::string at = "model.layers.0.";
        QCOMPARE(names, (std::vector<std::string>{
                            "model.embed_tokens.weight", "lm_head.weight", at + "self_attn.q_proj.bias",
                            at + "self_attn.sinks", at + "post_attention_layernorm.weight", at + "mlp.router.bias",
                            at + "mlp.experts.0.up_proj.weight", at + "mlp.experts.1.up_proj.weight",
                            at + "mlp.experts.0.up_proj.bias", at + "mlp.experts.1.up_proj.bias"}));
        QCOMPARE(tensors->back().shape, std::vector<std::int64_t>{12});
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

 private:
    kvw::Result<kvw::Gguf> open(const std::string& bytes) { return m_files.open(bytes); }
    json configOf(const GgufWriter& file) {
        const auto gguf = open(file.file());
        const auto text = gguf ? kvw::ggufConfig(*gguf, "model.gguf") : tl::unexpected(gguf.error());
        return text ? json::parse(text->text) : json(text.error().sentence());
    }
    kvw::test::GgufFolder m_files;
};

QTEST_GUILESS_MAIN(GgufConfigTest)
#include "gguf_config_test.moc"
