// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/model/config.h"
#include "tests/core/model/parsed_config.h"

using kvw::test::parsedConfig;
using kvw::test::without;
using nlohmann::json;

/// Members of a config.json that are accepted, refused, or have no effect.
class ConfigReaderTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
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
        QVERIFY(config->warnings[0].english().find(
                    "config.json, text_config: only the text part of this multimodal model is "
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
            const auto config = parsedConfig(patch);
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
        const auto config = parsedConfig(json::parse(patch.toStdString()));
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->warnings.size(), static_cast<std::size_t>(warnings.size()));
        for (const QString& expected : warnings) {
            QVERIFY2(std::any_of(config->warnings.begin(), config->warnings.end(),
                                 [&](const kvw::Phrase& warning) {
                                     const std::string found = warning.english();
                                     return found.starts_with("config.json: ") &&
                                            found.find(expected.toStdString()) != std::string::npos;
                                 }),
                     config->warnings.front().english().c_str());
        }
    }
    /// A key of another family changes no number of this one.
    void leftoversHaveNoEffect() {
        const auto plain = parsedConfig(json::object());
        const auto rich = parsedConfig({{"attn_logit_softcapping", 50.0},
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
        const auto config = parsedConfig(
            {{"architectures", {"Phi3ForCausalLM"}}, {"max_position_embeddings", 8192}, {"rope_scaling", scaling}});
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->rope.originalContext, 4096.0);
        QCOMPARE(config->rope.factor, 2.0);
    }
    void llama3WithoutAContextHasTheModels() {
        const auto config =
            parsedConfig({{"rope_scaling",
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
        const auto config = parsedConfig(json::parse(patch.toStdString()));
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

QTEST_GUILESS_MAIN(ConfigReaderTest)
#include "config_reader_test.moc"
