// SPDX-License-Identifier: Apache-2.0
#include "core/model/config.h"

#include <QtTest>

#include "tests/core/model/support.h"

using nlohmann::json;

namespace {

kvw::Result<kvw::ModelConfig> parse(const json& patch) {
    json file = kvw::test::tinyConfig();
    file.update(patch);
    return kvw::ModelConfig::parse(file.dump(), "config.json");
}

json without(const char* key) {
    json file = kvw::test::tinyConfig();
    file.erase(key);
    return file;
}

}  // namespace

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
        QCOMPARE(parse(json::object())->headDim, 4);
        QCOMPARE(parse({{"head_dim", nullptr}})->headDim, 4);
        QCOMPARE(parse({{"head_dim", 16}})->headDim, 16);
    }
    void withoutKvHeadsEveryHeadHasItsOwn() {
        const auto config = kvw::ModelConfig::parse(without("num_key_value_heads").dump(), "config.json");
        QCOMPARE(config->kvHeads, 2);
        QCOMPARE(config->group(), 1);
    }
    void dtypeInBothSpellings() {
        QCOMPARE(parse({{"torch_dtype", "float16"}})->dtype, std::string("float16"));
        QCOMPARE(parse({{"torch_dtype", "float16"}, {"dtype", "float32"}})->dtype, std::string("float32"));
    }
    void idsAsNumberListOrNull() {
        QCOMPARE(parse({{"eos_token_id", 7}})->eosIds, std::vector<std::int32_t>{7});
        QCOMPARE(parse({{"eos_token_id", {7, 8}}})->eosIds, (std::vector<std::int32_t>{7, 8}));
        QVERIFY(parse({{"eos_token_id", nullptr}})->eosIds.empty());
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
        const auto config = parse(json::parse(patch.toStdString()));
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->rope.theta, theta);
        QCOMPARE(static_cast<int>(config->rope.scaling), scaling);
    }

    void yarnHasTheLibrarysFactors() {
        const auto yarn = [](const char* block) {
            const auto config = parse({{"max_position_embeddings", 256}, {"rope_scaling", json::parse(block)}});
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
            const auto config = parse(patch);
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
        const auto old = parse(file);
        QVERIFY2(old.has_value(), old ? "" : old.error().sentence().c_str());
        QCOMPARE(old->rope.theta, 1e6);
        QCOMPARE(old->rope.factor, 8.0);
        QCOMPARE(old->secondaryRope->theta, 1e4);
        QCOMPARE(old->secondaryRope->scaling, kvw::RopeScaling::None);
        QCOMPARE(old->secondaryRopeLayers, (std::vector<bool>{true, false}));
        file.erase("rope_scaling");
        file["rope_local_base_freq"] = 500;
        QCOMPARE(parse(file)->secondaryRope->theta, 500.0);
        file["rope_parameters"] = {{"full_attention", {{"rope_theta", 70}}},
                                   {"sliding_attention", {{"rope_theta", 50}, {"rope_type", "default"}}},
                                   {"factor", 3}};
        const auto both = parse(file);
        QVERIFY2(both.has_value(), both ? "" : both.error().sentence().c_str());
        QCOMPARE(both->rope.theta, 70.0);
        QCOMPARE(both->secondaryRope->theta, 50.0);
        QCOMPARE(both->warnings.size(), std::size_t{2});
        QVERIFY(both->warnings[0].find("rope_local_base_freq has no effect beside the RoPE parameters; found 500") !=
                std::string::npos);
        QVERIFY(both->warnings[1].find("factor has no effect beside RoPE parameters for each kind of layer; found 3") !=
                std::string::npos);
        file["rope_parameters"] = {{"sliding_attention", {{"rope_type", "dynamic"}, {"factor", 2}}}};
        QVERIFY(parse(file).error().sentence().find("of the layers that slide is not supported; found dynamic") !=
                std::string::npos);
        file["architectures"] = {"LlamaForCausalLM"};
        QVERIFY(parse(file).error().sentence().find("RoPE parameters for each kind of layer are not supported") !=
                std::string::npos);
    }
    void windows() {
        QFETCH(QByteArray, patch);
        QFETCH(QList<int>, windows);
        json all = json::parse(patch.toStdString());
        all["num_hidden_layers"] = 4;
        const auto config = parse(all);
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
        const auto config = parse({{"architectures", {"GraniteForCausalLM"}},
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
            return parse(more);
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
        const auto mixtral = parse({{"architectures", {"MixtralForCausalLM"}}});
        QVERIFY2(mixtral.has_value(), mixtral ? "" : mixtral.error().sentence().c_str());
        QCOMPARE(mixtral->experts, 8);
        QVERIFY(mixtral->sharesAddToOne && mixtral->windows.empty());
    }
    /// What a file of gpt-oss leaves out is what the reference library takes.
    void gptOssWithoutSettings() {
        const auto oss = parse({{"architectures", {"GptOssForCausalLM"}}, {"num_hidden_layers", 3}});
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
            parse({{"architectures", {"GptOssForCausalLM"}}, {"rope_parameters", {{"rope_type", "default"}}}});
        QCOMPARE(static_cast<int>(plain->rope.scaling), static_cast<int>(kvw::RopeScaling::None));
        QCOMPARE(plain->rope.theta, 150000.0);
    }
    /// By interval or by list; a list that says something else wins and is said.
    void layersThatDoNotTurn() {
        const auto smol = [](json more) {
            more.update({{"architectures", {"SmolLM3ForCausalLM"}}, {"num_hidden_layers", 4}});
            return parse(more);
        };
        const std::vector<bool> last{false, false, false, true}, second{false, true, false, false};
        QCOMPARE(smol(json::object())->secondaryRopeLayers, last);
        QVERIFY(!smol(json::object())->secondaryRope);
        QVERIFY(smol(json::object())->hasRope(0) && !smol(json::object())->hasRope(3));
        QVERIFY(smol({{"no_rope_layers", {1, 1, 1, 0, 1}}, {"no_rope_layer_interval", 4}})->warnings.empty());
        const auto listed = smol({{"no_rope_layers", {1, 0, 1, 1}}, {"no_rope_layer_interval", 4}});
        QCOMPARE(listed->secondaryRopeLayers, second);
        QCOMPARE(listed->warnings.size(), std::size_t{1});
        QVERIFY(listed->warnings[0].find("no_rope_layer_interval has no effect beside other no_rope_layers; found 4") !=
                std::string::npos);
        for (const json& bad : {json{1, 1, 1}, json{1, 1, 1, 2}, json("0")}) {
            const auto refused = smol({{"no_rope_layers", bad}});
            QVERIFY(!refused);
            QVERIFY(refused.error().sentence().find("no_rope_layers does not mark every layer") != std::string::npos);
        }
    }
    /// The text part alone counts, in the spelling of the hub's files, which leave out what is the library's default.
    void theTextPartOfAMultimodalModel() {
        const json file{{"architectures", {"Gemma3ForConditionalGeneration"}},
                        {"model_type", "gemma3"},
                        {"torch_dtype", "bfloat16"},
                        {"eos_token_id", {1, 106}},
                        {"text_config",
                         {{"hidden_size", 2560},
                          {"intermediate_size", 10240},
                          {"model_type", "gemma3_text"},
                          {"num_hidden_layers", 34},
                          {"rope_scaling", {{"factor", 8.0}, {"rope_type", "linear"}}},
                          {"sliding_window", 1024}}},
                        {"vision_config", {{"hidden_size", 1152}}}};
        const auto config = kvw::ModelConfig::parse(file.dump(), "config.json");
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->architecture, std::string("Gemma3ForCausalLM"));
        QCOMPARE(config->queryHeads, 8);
        QCOMPARE(config->vocabulary, 262208);
        QCOMPARE(config->window(0), 1024);
        QCOMPARE(config->dtype, std::string("bfloat16"));
        QCOMPARE(config->eosIds, (std::vector<std::int32_t>{1, 106}));
        QCOMPARE(config->warnings.size(), std::size_t{1});
        QVERIFY(config->warnings[0].find("config.json, text_config: only the text part of this multimodal model is "
                                         "read; found Gemma3ForConditionalGeneration") != std::string::npos);
        json other = file;
        other["text_config"]["model_type"] = "olmoe";
        QVERIFY(kvw::ModelConfig::parse(other.dump(), "config.json")
                    .error()
                    .sentence()
                    .find("this model_type is not supported: it is nearest to olmo2, which lacks experts") !=
                std::string::npos);
        other = file;
        other["text_config"]["num_hidden_layers"] = 0;
        QVERIFY(kvw::ModelConfig::parse(other.dump(), "config.json")
                    .error()
                    .sentence()
                    .starts_with("config.json, text_config: num_hidden_layers is out of range"));
        other["text_config"] = "none";
        QVERIFY(!kvw::ModelConfig::parse(other.dump(), "config.json"));
        // A file of its own has to say its shape.
        json flat = file["text_config"];
        flat["architectures"] = {"Gemma3ForCausalLM"};
        QVERIFY(!kvw::ModelConfig::parse(flat.dump(), "config.json"));
    }
    void whatAFamilyCannotDo() {
        const auto sentence = [](const json& patch) {
            const auto config = parse(patch);
            return config ? std::string() : config.error().sentence();
        };
        const auto says = [&](const json& patch, const char* text) {
            return sentence(patch).find(text) != std::string::npos;
        };
        QVERIFY(says(
            {{"architectures", {"GPTNeoXForCausalLM"}}, {"rotary_pct", 1.0}, {"hidden_act", "gelu"}, {"head_dim", 8}},
            "has a head_dim of hidden_size / num_attention_heads; found 8, expected 4"));
        QVERIFY(says({{"architectures", {"StableLmForCausalLM"}}, {"partial_rotary_factor", 0.5}, {"head_dim", 8}},
                     "StableLmForCausalLM has a head_dim of hidden_size / num_attention_heads; found 8, expected 4"));
        QVERIFY(says({{"architectures", {"GraniteForCausalLM"}}, {"attention_multiplier", 0}},
                     "attention_multiplier is out of range; found 0"));
        QVERIFY(says({{"architectures", {"GraniteForCausalLM"}}, {"attention_multiplier", 1e-200}},
                     "attention_multiplier is out of range; found 1e-200"));
        QVERIFY(says({{"architectures", {"Gemma2ForCausalLM"}}, {"head_dim", 4}, {"hidden_activation", "gelu"}},
                     "hidden_activation is not supported; found gelu"));
        QVERIFY(says({{"architectures", {"GemmaForCausalLM"}},
                      {"head_dim", 4},
                      {"hidden_act", "gelu"},
                      {"use_bidirectional_attention", true}},
                     "use_bidirectional_attention is not supported; found true"));
        QVERIFY(says({{"architectures", {"GemmaForCausalLM"}}, {"head_dim", 4}, {"hidden_act", "silu"}},
                     "hidden_act is not supported; found silu"));
        QVERIFY(says({{"architectures", {"Qwen2ForCausalLM"}}, {"model_type", "qwen3"}},
                     "model_type disagrees with the architecture Qwen2ForCausalLM; found qwen3, expected qwen2"));
        QVERIFY(says({{"architectures", {"Qwen3ForCausalLM"}},
                      {"head_dim", 4},
                      {"use_sliding_window", true},
                      {"layer_types", {"full_attention", "linear_attention"}}},
                     "layer_types names a kind of layer 1 that is not supported"));
    }

    /// Accepted, as by the reference library, with what whoever reads the results must know.
    void accepted_data() {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QStringList>("warnings");
        const auto row = [](const char* name, const char* patch, const QStringList& warnings = {}) {
            QTest::newRow(name) << QByteArray(patch) << warnings;
        };
        // No architectures.
        row("model_type alone", R"({"architectures":null,"model_type":"llama"})");
        row("empty architectures", R"({"architectures":[],"model_type":"llama"})");
        row("architectures of nothing", R"({"architectures":[null],"model_type":"llama"})");
        row("other weights", R"({"transformers_weights":"other.safetensors"})",
            {"transformers_weights has no effect: model.safetensors is read; found \"other.safetensors\""});
        row("architectures as a text", R"({"architectures":"LlamaForCausalLM"})");
        row("the body alone", R"({"architectures":["LlamaModel"],"model_type":"llama"})",
            {"architectures names no language model; the one of its model_type is read; found LlamaModel, expected "
             "LlamaForCausalLM"});
        // Absent in other spellings.
        row("nulls", R"({"head_dim":null,"num_key_value_heads":null,"rope_scaling":null,"rope_parameters":null,
            "rope_theta":null,"eos_token_id":null,"quantization_config":null,"tie_word_embeddings":null,
            "sliding_window":null,"max_position_embeddings":null,"partial_rotary_factor":null,"dtype":null})");
        row("empty objects", R"({"rope_scaling":{},"rope_parameters":{},"quantization_config":{}})");
        row("no scaling", R"({"rope_scaling":{"type":"none","factor":1}})");
        row("head_dim 0", R"({"head_dim":0})", {"head_dim is taken as absent; found 0, expected 4"});
        row("kv heads -1", R"({"num_key_value_heads":-1})",
            {"num_key_value_heads is taken as absent; found -1, expected 2"});
        row("context 0", R"({"max_position_embeddings":0})",
            {"max_position_embeddings is taken as absent; found 0, expected 2048"});
        row("window -1", R"({"architectures":["MistralForCausalLM"],"sliding_window":-1})",
            {"sliding_window is taken as absent; found -1, expected full attention"});
        row("cap 0",
            R"({"architectures":["Gemma2ForCausalLM"],"head_dim":4,"final_logit_softcapping":0,"query_pre_attn_scalar":4})",
            {"final_logit_softcapping is taken as absent; found 0, expected no cap"});
        row("ids", R"({"bos_token_id":-1,"eos_token_id":[2,10,3]})",
            {"bos_token_id is no token of the model and is left out; found -1, expected 0 to 9",
             "eos_token_id is no token of the model and is left out; found 10, expected 0 to 9"});
        row("original context 0", R"({"rope_scaling":{"type":"yarn","factor":4,"original_max_position_embeddings":0}})",
            {"original_max_position_embeddings is taken as absent; found 0, expected 64"});
        row("zeros of yarn",
            R"({"rope_scaling":{"type":"yarn","factor":4,"mscale":0,"mscale_all_dim":0,"beta_fast":0}})");
        // Left over from another family.
        row("window of Llama", R"({"sliding_window":4096})",
            {"LlamaForCausalLM has no setting sliding_window: it has no effect; found 4096"});
        row("window not used", R"({"sliding_window":4096,"use_sliding_window":false,"max_window_layers":28})");
        row("caps of Llama", R"({"attn_logit_softcapping":50,"query_pre_attn_scalar":256})",
            {"no setting query_pre_attn_scalar", "no setting attn_logit_softcapping"});
        row("another activation", R"({"hidden_activation":"gelu_pytorch_tanh"})",
            {"LlamaForCausalLM has no setting hidden_activation: it has no effect; found \"gelu_pytorch_tanh\""});
        row("the same activation", R"({"hidden_act":"silu","hidden_activation":"silu"})");
        row("another epsilon", R"({"layer_norm_eps":1e-3})", {"no setting layer_norm_eps"});
        row("multipliers of Llama", R"({"embedding_multiplier":12,"residual_multiplier":1,"logits_scaling":8,
            "no_rope_layer_interval":4})",
            {"LlamaForCausalLM has no setting embedding_multiplier: it has no effect; found 12",
             "no setting logits_scaling", "no setting no_rope_layer_interval"});
        row("share of NeoX", R"({"rotary_pct":0.25,"rotary_emb_base":500})",
            {"no setting rotary_pct: it has no effect; found 0.25", "no setting rotary_emb_base"});
        row("part of a head", R"({"partial_rotary_factor":0.5})",
            {"no setting partial_rotary_factor: it has no effect; found 0.5"});
        row("part of a head, parameters", R"({"rope_parameters":{"rope_type":"default","partial_rotary_factor":0.5}})",
            {"no setting partial_rotary_factor: it has no effect; found 0.5"});
        row("layers of Mistral", R"({"architectures":["MistralForCausalLM"],"sliding_window":5,
            "layer_types":["full_attention","sliding_attention"]})",
            {"MistralForCausalLM has no setting layer_types: it has no effect"});
        row("layers without a window", R"({"architectures":["Qwen2ForCausalLM"],"sliding_window":5,
            "layer_types":["full_attention","sliding_attention"]})",
            {"layer_types has sliding layers, but no window is in use: all layers see all; found use_sliding_window "
             "false"});
        row("KV heads of NeoX", R"({"architectures":["GPTNeoXForCausalLM"],"rotary_pct":1.0,"hidden_act":"gelu",
            "rope_theta":500,"rms_norm_eps":1e-5})",
            {"no setting num_key_value_heads: it has no effect; found 1", "no setting rope_theta"});
        // RoPE settings.
        row("both blocks", R"({"rope_scaling":{"type":"linear","factor":4},"rope_parameters":{"rope_type":"default"}})",
            {"rope_parameters has no effect beside another rope_scaling; found {\"rope_type\":\"default\"}"});
        row("the same twice",
            R"({"rope_scaling":{"type":"linear","factor":4},"rope_parameters":{"type":"linear","factor":4}})");
        row("two kinds", R"({"rope_scaling":{"rope_type":"linear","type":"yarn","factor":4}})",
            {"type has no effect beside another rope_type; found yarn, expected linear"});
        row("a factor without a kind", R"({"rope_scaling":{"factor":4}})",
            {"factor has no effect on RoPE of the kind default; found 4"});
        row("another kind's keys", R"({"rope_scaling":{"type":"linear","factor":4,"low_freq_factor":1}})",
            {"low_freq_factor has no effect on RoPE of the kind linear; found 1"});
        row("two contexts", R"({"original_max_position_embeddings":32,
            "rope_scaling":{"type":"yarn","factor":4,"original_max_position_embeddings":16}})",
            {"has no effect among the RoPE parameters of this architecture; found 16, expected 32, as beside them"});
        row("two bases", R"({"rope_theta":500,"rope_parameters":{"rope_type":"default","rope_theta":1000}})",
            {"rope_theta has no effect beside the RoPE parameters; found 500, expected 1000"});
        row("a type with its library", R"({"torch_dtype":"torch.bfloat16"})");
    }
    void accepted() {
        QFETCH(QByteArray, patch);
        QFETCH(QStringList, warnings);
        const auto config = parse(json::parse(patch.toStdString()));
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->warnings.size(), static_cast<std::size_t>(warnings.size()));
        for (const QString& expected : warnings) {
            QVERIFY2(std::any_of(config->warnings.begin(), config->warnings.end(),
                                 [&](const std::string& found) {
                                     return found.starts_with("config.json: ") &&
                                            found.find(expected.toStdString()) != std::string::npos;
                                 }),
                     config->warnings.front().c_str());
        }
    }
    /// A key of another family changes no number of this one.
    void leftoversHaveNoEffect() {
        const auto plain = parse(json::object());
        const auto rich = parse({{"attn_logit_softcapping", 50.0},
                                 {"final_logit_softcapping", 30.0},
                                 {"query_pre_attn_scalar", 256},
                                 {"layer_norm_eps", 1e-3},
                                 {"rotary_pct", 0.5},
                                 {"rotary_emb_base", 500},
                                 {"partial_rotary_factor", 0.5},
                                 {"sliding_window", 3},
                                 {"hidden_activation", "gelu"},
                                 {"use_parallel_residual", true}});
        QVERIFY2(rich.has_value(), rich ? "" : rich.error().sentence().c_str());
        QCOMPARE(rich->attentionSoftCap, 0.0);
        QCOMPARE(rich->logitSoftCap, 0.0);
        QCOMPARE(rich->queryPreAttnScalar, plain->queryPreAttnScalar);
        QCOMPARE(rich->rmsNormEps, 1e-5);
        QCOMPARE(rich->rotaryFraction, 1.0);
        QCOMPARE(rich->rope.theta, 10000.0);
        QVERIFY(!rich->slidingWindow && rich->windows.empty() && !rich->parallelResidual);
        QCOMPARE(rich->activation, std::string("silu"));
        QCOMPARE(rich->warnings.size(), std::size_t{10});
    }
    void theContextOfPhi3IsBesideItsScaling() {
        const json scaling{{"type", "su"}, {"short_factor", {1, 2}}, {"long_factor", {1, 2}}};
        const auto config = parse(
            {{"architectures", {"Phi3ForCausalLM"}}, {"max_position_embeddings", 8192}, {"rope_scaling", scaling}});
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->rope.originalContext, 4096.0);
        QCOMPARE(config->rope.factor, 2.0);
    }
    void llama3WithoutAContextHasTheModels() {
        const auto config =
            parse({{"rope_scaling",
                    {{"rope_type", "llama3"}, {"factor", 8}, {"low_freq_factor", 1}, {"high_freq_factor", 4}}}});
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->rope.originalContext, 64.0);
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* patch, const char* sentence) {
            QTest::newRow(name) << QByteArray(patch) << QString(sentence);
        };
        row("unknown architecture", R"({"architectures":["MambaForCausalLM"]})",
            "not supported; found MambaForCausalLM, expected one of LlamaForCausalLM");
        row("an architecture near one", R"({"architectures":["OlmoeForCausalLM"]})",
            "this architecture is not supported: it is nearest to olmo2, which lacks experts; found "
            "OlmoeForCausalLM, expected one of LlamaForCausalLM");
        row("no architecture", R"({"architectures":null})", "architectures does not name one; found nothing");
        row("empty architectures", R"({"architectures":[]})", "architectures does not name one; found []");
        row("text for a number", R"({"hidden_size":"8"})", "hidden_size is out of range; found \"8\"");
        row("zero layers", R"({"num_hidden_layers":0})", "num_hidden_layers is out of range; found 0");
        row("negative", R"({"vocab_size":-5})", "vocab_size is out of range; found -5");
        row("fraction", R"({"vocab_size":10.5})", "vocab_size is out of range; found 10.5");
        row("huge", R"({"intermediate_size":18446744073709551615})", "intermediate_size is out of range");
        row("missing", R"({"intermediate_size":null})", "intermediate_size is missing");
        row("heads", R"({"num_key_value_heads":3,"num_attention_heads":4})",
            "num_attention_heads is not a multiple of num_key_value_heads; found 4 and 3");
        row("more kv heads", R"({"num_key_value_heads":4})", "not a multiple");
        row("odd head", R"({"head_dim":5})", "head_dim is odd");
        row("hidden not divisible", R"({"hidden_size":9})", "hidden_size is not divisible");
        row("tiny hidden", R"({"hidden_size":1,"num_attention_heads":2})", "hidden_size is not divisible");
        row("eps below zero", R"({"rms_norm_eps":-1e-6})", "rms_norm_eps is out of range");
        row("unknown model_type", R"({"architectures":null,"model_type":"mamba"})",
            "this model_type is not supported; found \"mamba\", expected one of llama, mistral");
        row("another architecture of a known type", R"({"architectures":["MambaForCausalLM"],"model_type":"llama"})",
            "not supported; found MambaForCausalLM");
        row("rope by kind of layer", R"({"rope_parameters":{"full_attention":{"rope_type":"default"}}})",
            "RoPE parameters for each kind of layer are not supported");
        row("attention factor below zero", R"({"rope_scaling":{"type":"yarn","factor":4,"attention_factor":-1}})",
            "attention_factor is out of range; found -1");
        row("longrope over one token", R"({"original_max_position_embeddings":1,
            "rope_scaling":{"type":"longrope","short_factor":[1,2],"long_factor":[1,2]}})",
            "give no attention_factor");
        row("activation", R"({"hidden_act":"gelu"})", "hidden_act is not supported; found gelu, expected silu");
        row("flag as text", R"({"tie_word_embeddings":"yes"})", "tie_word_embeddings is not a flag");
        row("another scaling", R"({"rope_scaling":{"rope_type":"mrope"}})",
            "RoPE scaling is not supported; found mrope, expected default, linear, llama3, yarn, longrope or dynamic");
        row("longrope without factors", R"({"rope_parameters":{"rope_type":"longrope"}})",
            "short_factor does not fit; found nothing, expected 2 positive numbers");
        row("longrope, too few", R"({"rope_scaling":{"type":"longrope","short_factor":[1],"long_factor":[1,2]}})",
            "short_factor does not fit; found 1 entries, expected 2 positive numbers");
        row("longrope, negative", R"({"rope_scaling":{"type":"longrope","short_factor":[1,2],"long_factor":[1,-2]}})",
            "long_factor does not fit");
        row("dynamic without factor", R"({"rope_scaling":{"type":"dynamic"}})", "factor is missing");
        row("yarn, flat", R"({"rope_theta":1,"rope_scaling":{"type":"yarn","factor":4}})",
            "yarn scaling needs a rope_theta above 1");
        row("half a pair", R"({"architectures":["Phi3ForCausalLM"],"partial_rotary_factor":0.3})",
            "not whole pairs; found 0.3 of 4");
        row("more than all", R"({"architectures":["Phi3ForCausalLM"],"partial_rotary_factor":1.5})",
            "not whole pairs; found 1.5 of 4");
        row("scaling as text", R"({"rope_scaling":"linear"})", "the RoPE parameters are malformed");
        row("linear without factor", R"({"rope_scaling":{"type":"linear"}})", "factor is missing");
        row("llama3 incomplete", R"({"rope_scaling":{"rope_type":"llama3","factor":8}})", "low_freq_factor is missing");
        row("llama3 factors",
            R"({"rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":4,"high_freq_factor":4,
            "original_max_position_embeddings":8192}})",
            "high_freq_factor is not above low_freq_factor");
        row("theta zero", R"({"rope_theta":0})", "rope_theta is out of range");
        row("partial rotary, scaled", R"({"partial_rotary_factor":0.5,"rope_scaling":{"type":"linear","factor":2}})",
            "partial_rotary_factor is not supported by LlamaForCausalLM; found 0.5");
        row("quantized", R"({"quantization_config":{"quant_method":"bitsandbytes"}})",
            "quantized weights are not supported; found \"bitsandbytes\"");
        row("eos with a fraction", R"({"eos_token_id":1.5})", "eos_token_id is not a token id");
        row("eos list of texts", R"({"eos_token_id":["a"]})", "eos_token_id is not a token id");
    }
    void refused() {
        QFETCH(QByteArray, patch);
        QFETCH(QString, sentence);
        const auto config = parse(json::parse(patch.toStdString()));
        QVERIFY(!config);
        const QString text = QString::fromStdString(config.error().sentence());
        QVERIFY2(text.contains(sentence), qPrintable(text));
        QVERIFY2(text.startsWith("config.json: "), qPrintable(text));
    }

    void otherThanAnObjectIsRefused() {
        for (const char* text : {"", "not json", "[1]", "null", "{\"architectures\""}) {
            const auto config = kvw::ModelConfig::parse(text, "config.json");
            QVERIFY(!config);
            QVERIFY(config.error().sentence().find("is not a model configuration") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(ConfigTest)
#include "config_test.moc"
