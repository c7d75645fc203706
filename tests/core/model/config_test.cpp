// SPDX-License-Identifier: Apache-2.0
#include "core/model/config.h"

#include <QtTest>

#include "tests/core/model/parsed_config.h"

using kvw::test::parsedConfig;
using kvw::test::without;
using nlohmann::json;

class ConfigTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theEmbeddedModel() {
        const auto config = kvw::ModelConfig::load(KVW_SOURCE_DIR "/resources/demo-model/model/config.json");
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->architecture, std::string("LlamaForCausalLM"));
        QCOMPARE(config->dtype, std::string("bfloat16"));
        QCOMPARE(config->layers, 6);
        QCOMPARE(config->hidden, 192);
        QCOMPARE(config->intermediate, 512);
        QCOMPARE(config->vocabulary, 2048);
        QCOMPARE(config->queryHeads, 6);
        QCOMPARE(config->kvHeads, 2);
        QCOMPARE(config->group(), 3);
        QCOMPARE(config->headDim, 32);
        QCOMPARE(config->context, 2048);
        QCOMPARE(config->rmsNormEps, 1e-5);
        QVERIFY(config->tiedEmbeddings && !config->attentionBias && !config->mlpBias);
        QCOMPARE(config->bosIds, std::vector<std::int32_t>{0});
        QCOMPARE(config->kvBytesPerToken(2), 1536);
    }
    void headDimIsDerivedWhenAbsentOrNull() {
        QCOMPARE(parsedConfig(json::object())->headDim, 4);
        QCOMPARE(parsedConfig({{"head_dim", nullptr}})->headDim, 4);
        QCOMPARE(parsedConfig({{"head_dim", 16}})->headDim, 16);
    }
    void withoutKvHeadsEveryHeadHasItsOwn() {
        const auto config = kvw::ModelConfig::parse(without("num_key_value_heads").dump(), "config.json");
        QCOMPARE(config->kvHeads, 2);
        QCOMPARE(config->group(), 1);
    }
    void dtypeInBothSpellings() {
        QCOMPARE(parsedConfig({{"torch_dtype", "float16"}})->dtype, std::string("float16"));
        QCOMPARE(parsedConfig({{"torch_dtype", "float16"}, {"dtype", "float32"}})->dtype, std::string("float32"));
    }
    void idsAsNumberListOrNull() {
        QCOMPARE(parsedConfig({{"eos_token_id", 7}})->eosIds, std::vector<std::int32_t>{7});
        QCOMPARE(parsedConfig({{"eos_token_id", {7, 8}}})->eosIds, (std::vector<std::int32_t>{7, 8}));
        QVERIFY(parsedConfig({{"eos_token_id", nullptr}})->eosIds.empty());
    }
    void absentFlagsAndNumbersHaveTheLibrarysDefaults() {
        const auto config = kvw::ModelConfig::parse(without("rms_norm_eps").dump(), "config.json");
        QCOMPARE(config->rmsNormEps, 1e-6);
        QCOMPARE(config->rope.theta, 10000.0);
        QVERIFY(!config->tiedEmbeddings);
    }
    void ropeInOldAndNewSpelling_data() {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<double>("theta");
        QTest::addColumn<int>("scaling");
        using kvw::RopeScaling;
        const auto row = [](const char* name, const char* patch, double theta, RopeScaling scaling) {
            QTest::newRow(name) << QByteArray(patch) << theta << static_cast<int>(scaling);
        };
        row("theta", R"({"rope_theta":5e5})", 5e5, RopeScaling::None);
        row("null scaling", R"({"rope_theta":5e5,"rope_scaling":null})", 5e5, RopeScaling::None);
        row("parameters", R"({"rope_parameters":{"rope_theta":5e5,"rope_type":"default"}})", 5e5, RopeScaling::None);
        row("parameters win", R"({"rope_theta":1,"rope_parameters":{"rope_theta":5e5,"rope_type":"default"}})", 5e5,
            RopeScaling::None);
        row("parameters without theta", R"({"rope_theta":5e5,"rope_parameters":{"rope_type":"default"}})", 5e5,
            RopeScaling::None);
        row("linear, old key", R"({"rope_scaling":{"type":"linear","factor":4}})", 1e4, RopeScaling::Linear);
        row("linear, new key", R"({"rope_scaling":{"rope_type":"linear","factor":4}})", 1e4, RopeScaling::Linear);
        row("llama3",
            R"({"rope_theta":5e5,"rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":1,"high_freq_factor":4,
            "original_max_position_embeddings":8192}})",
            5e5, RopeScaling::Llama3);
        row("llama3, parameters",
            R"({"rope_parameters":{"rope_theta":5e5,"rope_type":"llama3","factor":8,"low_freq_factor":1,
            "high_freq_factor":4,"original_max_position_embeddings":8192}})",
            5e5, RopeScaling::Llama3);
    }
    void ropeInOldAndNewSpelling() {
        QFETCH(QByteArray, patch);
        QFETCH(double, theta);
        QFETCH(int, scaling);
        const auto config = parsedConfig(json::parse(patch.toStdString()));
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->rope.theta, theta);
        QCOMPARE(static_cast<int>(config->rope.scaling), scaling);
    }

    void yarnHasTheLibrarysFactors() {
        const auto yarn = [](const char* block) {
            const auto config = parsedConfig({{"max_position_embeddings", 256}, {"rope_scaling", json::parse(block)}});
            return config ? config->rope : kvw::RopeConfig{};
        };
        // 0.1 ln(4) + 1, and the quotient of two of them where a file states both weights.
        QCOMPARE(yarn(R"({"type":"yarn","factor":4})").attentionFactor, 1.138629436111989);
        QCOMPARE(yarn(R"({"type":"yarn","factor":8,"mscale":0.707,"mscale_all_dim":0.3})").attentionFactor,
                 1.0796635969600201);
        QCOMPARE(yarn(R"({"type":"yarn","factor":8,"attention_factor":1.5})").attentionFactor, 1.5);
        QCOMPARE(yarn(R"({"type":"yarn","factor":4})").originalContext, 256.0);
        const auto stated = yarn(R"({"type":"yarn","original_max_position_embeddings":64})");
        QCOMPARE(stated.originalContext, 64.0);
        QCOMPARE(stated.factor, 4.0);
    }
    void longropeOfPhi3() {
        json patch{{"architectures", {"Phi3ForCausalLM"}},
                   {"model_type", "phi3"},
                   {"max_position_embeddings", 6144},
                   {"original_max_position_embeddings", 48}};
        // "su" and "yarn" are its earlier names.
        for (const char* name : {"longrope", "su", "yarn"}) {
            patch["rope_scaling"] = {{"type", name}, {"short_factor", {1, 2}}, {"long_factor", {3, 4}}};
            const auto config = parsedConfig(patch);
            QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
            QCOMPARE(static_cast<int>(config->rope.scaling), static_cast<int>(kvw::RopeScaling::LongRope));
            QCOMPARE(config->rope.originalContext, 48.0);
            QCOMPARE(config->rope.attentionFactor, 1.5011214548654248);
        }
    }
    void windows_data() {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QList<int>>("windows");  // of 4 layers; empty: none
        const auto row = [](const char* name, const char* patch, const QList<int>& windows) {
            QTest::newRow(name) << QByteArray(patch) << windows;
        };
        row("mistral", R"({"architectures":["MistralForCausalLM"],"sliding_window":5})", {5, 5, 5, 5});
        row("mistral, null", R"({"architectures":["MistralForCausalLM"],"sliding_window":null})", {});
        row("mistral, not stated", R"({"architectures":["MistralForCausalLM"]})", {4096, 4096, 4096, 4096});
        row("phi3, not stated", R"({"architectures":["Phi3ForCausalLM"]})", {});
        row("qwen2, not used", R"({"architectures":["Qwen2ForCausalLM"],"sliding_window":5})", {});
        row("qwen2, used", R"({"architectures":["Qwen2ForCausalLM"],"sliding_window":5,"use_sliding_window":true,
            "max_window_layers":3})",
            {0, 0, 0, 5});
        row("qwen2, beyond the layers",
            R"({"architectures":["Qwen2ForCausalLM"],"sliding_window":5,"use_sliding_window":true})", {});
        row("qwen3, by layer", R"({"architectures":["Qwen3ForCausalLM"],"head_dim":4,"use_sliding_window":true,
            "sliding_window":7,"layer_types":["full_attention","sliding_attention","full_attention",
            "sliding_attention"]})",
            {0, 7, 0, 7});
        row("gemma2", R"({"architectures":["Gemma2ForCausalLM"],"hidden_act":"gelu_pytorch_tanh","sliding_window":9})",
            {9, 0, 9, 0});
        row("gemma3", R"({"architectures":["Gemma3ForCausalLM"],"head_dim":4,"sliding_window":9})", {9, 9, 9, 9});
        row("smollm3, not used", R"({"architectures":["SmolLM3ForCausalLM"],"sliding_window":9})", {});
        row("smollm3, used", R"({"architectures":["SmolLM3ForCausalLM"],"sliding_window":9,"use_sliding_window":true,
            "no_rope_layer_interval":2})",
            {0, 9, 0, 9});
        row("smollm3, by layer", R"({"architectures":["SmolLM3ForCausalLM"],"sliding_window":9,
            "layer_types":["sliding_attention","full_attention","full_attention","full_attention"]})",
            {9, 0, 0, 0});
        row("gemma3, by pattern",
            R"({"architectures":["Gemma3ForCausalLM"],"head_dim":4,"sliding_window":9,"sliding_window_pattern":2})",
            {9, 0, 9, 0});
    }
    /// Two bases, in both spellings; the scaling of an older file is that of the layers that see all.
    void layersThatSlideTurnByTheirOwnBase() {
        json file{{"architectures", {"Gemma3ForCausalLM"}},
                  {"head_dim", 4},
                  {"layer_types", {"sliding_attention", "full_attention"}},
                  {"rope_scaling", {{"rope_type", "linear"}, {"factor", 8}}}};
        const auto old = parsedConfig(file);
        QVERIFY2(old.has_value(), old ? "" : old.error().sentence().c_str());
        QCOMPARE(old->rope.theta, 1e6);
        QCOMPARE(old->rope.factor, 8.0);
        QCOMPARE(old->secondaryRope->theta, 1e4);
        QCOMPARE(old->secondaryRope->scaling, kvw::RopeScaling::None);
        QCOMPARE(old->secondaryRopeLayers, (std::vector<bool>{true, false}));
        file.erase("rope_scaling");
        file["rope_local_base_freq"] = 500;
        QCOMPARE(parsedConfig(file)->secondaryRope->theta, 500.0);
        file["rope_parameters"] = {{"full_attention", {{"rope_theta", 70}}},
                                   {"sliding_attention", {{"rope_theta", 50}, {"rope_type", "default"}}},
                                   {"factor", 3}};
        const auto both = parsedConfig(file);
        QVERIFY2(both.has_value(), both ? "" : both.error().sentence().c_str());
        QCOMPARE(both->rope.theta, 70.0);
        QCOMPARE(both->secondaryRope->theta, 50.0);
        QCOMPARE(both->warnings.size(), std::size_t{2});
        QVERIFY(both->warnings[0].english().find(
                    "rope_local_base_freq has no effect beside the RoPE parameters; found 500") != std::string::npos);
        QVERIFY(both->warnings[1].english().find(
                    "factor has no effect beside RoPE parameters for each kind of layer; found 3") !=
                std::string::npos);
        file["rope_parameters"] = {{"sliding_attention", {{"rope_type", "dynamic"}, {"factor", 2}}}};
        QVERIFY(parsedConfig(file).error().sentence().find(
                    "of the layers that slide is not supported; found dynamic") != std::string::npos);
        file["architectures"] = {"LlamaForCausalLM"};
        QVERIFY(parsedConfig(file).error().sentence().find(
                    "RoPE parameters for each kind of layer are not supported") != std::string::npos);
    }
    void windows() {
        QFETCH(QByteArray, patch);
        QFETCH(QList<int>, windows);
        json all = json::parse(patch.toStdString());
        all["num_hidden_layers"] = 4;
        const auto config = parsedConfig(all);
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QList<int> found;
        for (std::int64_t i = 0; i < 4 && !config->windows.empty(); ++i) {
            found << static_cast<int>(config->window(i));
        }
        QCOMPARE(found, windows);
        QCOMPARE(config->slidingWindow.has_value(), !windows.isEmpty());
    }
    void everyFamilyHasItsDefaults() {
        const auto only = [](const char* architecture, const json& more) {
            json file{{"architectures", {architecture}}, {"hidden_size", 32},        {"intermediate_size", 48},
                      {"num_hidden_layers", 2},          {"num_attention_heads", 4}, {"vocab_size", 10}};
            file.update(more);
            return kvw::ModelConfig::parse(file.dump(), "config.json");
        };
        const auto neox = only("GPTNeoXForCausalLM", json::object());
        QVERIFY2(neox.has_value(), neox ? "" : neox.error().sentence().c_str());
        QCOMPARE(neox->rotaryDim(), 2);
        QVERIFY(neox->parallelResidual && neox->attentionBias && !neox->tiedEmbeddings);
        QCOMPARE(neox->rmsNormEps, 1e-5);
        const auto gemma = only("GemmaForCausalLM", {{"num_key_value_heads", 1}});
        QVERIFY2(gemma.has_value(), gemma ? "" : gemma.error().sentence().c_str());
        QVERIFY(gemma->tiedEmbeddings);
        QCOMPARE(gemma->headDim, 256);
        const auto gemma2 =
            only("Gemma2ForCausalLM", {{"num_key_value_heads", 2}, {"attn_logit_softcapping", nullptr}});
        QVERIFY2(gemma2.has_value(), gemma2 ? "" : gemma2.error().sentence().c_str());
        QCOMPARE(gemma2->attentionSoftCap, 0.0);
        QCOMPARE(gemma2->logitSoftCap, 30.0);
        QCOMPARE(gemma2->queryPreAttnScalar, 256.0);
        const auto gemma3 = only("Gemma3ForCausalLM", json::object());
        QVERIFY2(gemma3.has_value(), gemma3 ? "" : gemma3.error().sentence().c_str());
        QCOMPARE(gemma3->kvHeads, 4);
        QCOMPARE(gemma3->slidingWindow, 4096);
        QCOMPARE(gemma3->attentionSoftCap + gemma3->logitSoftCap, 0.0);
        const auto qwen3 = only("Qwen3ForCausalLM", {{"num_key_value_heads", 2}});
        QVERIFY2(qwen3.has_value(), qwen3 ? "" : qwen3.error().sentence().c_str());
        QCOMPARE(qwen3->headDim, 128);
        QVERIFY(!only("MistralForCausalLM", json::object()));  // 8 KV heads of 4
        const auto granite = only("GraniteForCausalLM", json::object());
        QVERIFY2(granite.has_value(), granite ? "" : granite.error().sentence().c_str());
        QCOMPARE(granite->queryPreAttnScalar, 1.0);
        QCOMPARE(granite->embeddingFactor + granite->residualFactor + granite->logitDivisor, 3.0);
        const auto olmo2 = only("Olmo2ForCausalLM", json::object());
        QVERIFY2(olmo2.has_value(), olmo2 ? "" : olmo2.error().sentence().c_str());
        QCOMPARE(olmo2->rmsNormEps, 1e-5);
        const auto smol = only("SmolLM3ForCausalLM", json::object());
        QVERIFY2(smol.has_value(), smol ? "" : smol.error().sentence().c_str());
        QCOMPARE(smol->rope.theta, 2e6);
        QVERIFY(smol->tiedEmbeddings && smol->windows.empty());
        const auto stable = only("StableLmForCausalLM", {{"num_key_value_heads", 2}});
        QVERIFY2(stable.has_value(), stable ? "" : stable.error().sentence().c_str());
        QCOMPARE(stable->rotaryDim(), 2);
        QVERIFY(!stable->parallelResidual && !stable->headNorms && !stable->attentionBias);
    }
    void multipliersOfGranite() {
        const auto config = parsedConfig({{"architectures", {"GraniteForCausalLM"}},
                                          {"embedding_multiplier", 12},
                                          {"attention_multiplier", 0.5},
                                          {"residual_multiplier", 0.22},
                                          {"logits_scaling", 8}});
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->embeddingFactor, 12.0);
        QCOMPARE(config->queryPreAttnScalar, 4.0);
        QCOMPARE(config->residualFactor, 0.22);
        QCOMPARE(config->logitDivisor, 8.0);
    }
    /// Both spellings of the count; experts in some layers only are refused.
    void experts() {
        const auto qwen = [](json more) {
            more.update({{"architectures", {"Qwen3MoeForCausalLM"}}, {"moe_intermediate_size", 6}});
            return parsedConfig(more);
        };
        const auto config = qwen({{"num_experts", 16}, {"num_experts_per_tok", 4}, {"norm_topk_prob", true}});
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->experts, 16);
        QCOMPARE(config->expertsUsed, 4);
        QCOMPARE(config->intermediate, 6);
        QVERIFY(config->sharesAddToOne && config->windows.empty());
        QCOMPARE(qwen({{"num_local_experts", 8}})->experts, 8);
        QVERIFY(!qwen(json::object())->sharesAddToOne);
        for (const auto& [more, sentence] :
             {std::pair(json{{"num_experts", 4}}, "num_experts_per_tok is more than there are; found 8"),
              {json{{"num_experts", 8}, {"num_local_experts", 9}}, "num_experts and num_local_experts differ"},
              {json{{"num_experts", 4096}, {"num_hidden_layers", 1000}}, "there are too many experts in all layers"},
              {json{{"mlp_only_layers", {0}}}, "mlp_only_layers is not supported; found [0]"},
              {json{{"decoder_sparse_step", 2}}, "decoder_sparse_step is not supported; found 2"}}) {
            const auto refused = qwen(more);
            QVERIFY(!refused);
            QVERIFY2(refused.error().sentence().find(sentence) != std::string::npos,
                     refused.error().sentence().c_str());
        }
        const auto mixtral = parsedConfig({{"architectures", {"MixtralForCausalLM"}}});
        QVERIFY2(mixtral.has_value(), mixtral ? "" : mixtral.error().sentence().c_str());
        QCOMPARE(mixtral->experts, 8);
        QVERIFY(mixtral->sharesAddToOne && mixtral->windows.empty());
    }
    /// A setting that a file of gpt-oss leaves out is that of the reference library.
    void gptOssWithoutSettings() {
        const auto oss = parsedConfig({{"architectures", {"GptOssForCausalLM"}}, {"num_hidden_layers", 3}});
        QVERIFY2(oss.has_value(), oss ? "" : oss.error().sentence().c_str());
        QCOMPARE(oss->windows, (std::vector<std::int64_t>{128, 0, 128}));
        QCOMPARE(oss->experts, 128);
        QCOMPARE(oss->expertsUsed, 4);
        QCOMPARE(oss->gateLimit, 7.0);
        QCOMPARE(oss->gateSlope, 1.702);
        QCOMPARE(oss->rope.theta, 150000.0);
        QCOMPARE(static_cast<int>(oss->rope.scaling), static_cast<int>(kvw::RopeScaling::Yarn));
        QCOMPARE(oss->rope.factor, 32.0);
        QVERIFY(!oss->rope.truncate && oss->attentionBias && oss->sharesAddToOne);
        const auto plain =
            parsedConfig({{"architectures", {"GptOssForCausalLM"}}, {"rope_parameters", {{"rope_type", "default"}}}});
        QCOMPARE(static_cast<int>(plain->rope.scaling), static_cast<int>(kvw::RopeScaling::None));
        QCOMPARE(plain->rope.theta, 150000.0);
    }
    /// By interval or by list; a list that says something else wins and is said.
    void layersThatDoNotTurn() {
        const auto smol = [](json more) {
            more.update({{"architectures", {"SmolLM3ForCausalLM"}}, {"num_hidden_layers", 4}});
            return parsedConfig(more);
        };
        const std::vector<bool> last{false, false, false, true}, second{false, true, false, false};
        QCOMPARE(smol(json::object())->secondaryRopeLayers, last);
        QVERIFY(!smol(json::object())->secondaryRope);
        QVERIFY(smol(json::object())->hasRope(0) && !smol(json::object())->hasRope(3));
        QVERIFY(smol({{"no_rope_layers", {1, 1, 1, 0, 1}}, {"no_rope_layer_interval", 4}})->warnings.empty());
        const auto listed = smol({{"no_rope_layers", {1, 0, 1, 1}}, {"no_rope_layer_interval", 4}});
        QCOMPARE(listed->secondaryRopeLayers, second);
        QCOMPARE(listed->warnings.size(), std::size_t{1});
        QVERIFY(listed->warnings[0].english().find(
                    "no_rope_layer_interval has no effect beside other no_rope_layers; found 4") != std::string::npos);
        for (const json& bad : {json{1, 1, 1}, json{1, 1, 1, 2}, json("0")}) {
            const auto refused = smol({{"no_rope_layers", bad}});
            QVERIFY(!refused);
            QVERIFY(refused.error().sentence().find("no_rope_layers does not mark every layer") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(ConfigTest)
#include "config_test.moc"
