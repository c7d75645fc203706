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

    void refused_data() {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* patch, const char* sentence) {
            QTest::newRow(name) << QByteArray(patch) << QString(sentence);
        };
        row("unknown architecture", R"({"architectures":["MambaForCausalLM"]})",
            "not supported; found MambaForCausalLM, expected one of LlamaForCausalLM");
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
        row("eps zero", R"({"rms_norm_eps":0})", "rms_norm_eps is out of range");
        row("activation", R"({"hidden_act":"gelu"})", "hidden_act is not supported; found gelu, expected silu");
        row("flag as text", R"({"tie_word_embeddings":"yes"})", "tie_word_embeddings is not a flag");
        row("yarn", R"({"rope_scaling":{"rope_type":"yarn","factor":4}})", "RoPE scaling is not supported; found yarn");
        row("dynamic", R"({"rope_scaling":{"type":"dynamic","factor":4}})", "found dynamic");
        row("longrope", R"({"rope_parameters":{"rope_type":"longrope"}})", "found longrope");
        row("scaling as text", R"({"rope_scaling":"linear"})", "the RoPE parameters are malformed");
        row("linear without factor", R"({"rope_scaling":{"type":"linear"}})", "factor is missing");
        row("llama3 incomplete", R"({"rope_scaling":{"rope_type":"llama3","factor":8}})", "low_freq_factor is missing");
        row("llama3 factors",
            R"({"rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":4,"high_freq_factor":4,
            "original_max_position_embeddings":8192}})",
            "high_freq_factor is not above low_freq_factor");
        row("theta zero", R"({"rope_theta":0})", "rope_theta is out of range");
        row("partial rotary", R"({"partial_rotary_factor":0.5})", "partial_rotary_factor is not supported");
        row("window", R"({"sliding_window":4096})", "sliding_window is not supported by LlamaForCausalLM; found 4096");
        row("quantized", R"({"quantization_config":{"quant_method":"gptq"}})",
            "quantized weights are not supported; found \"gptq\"");
        row("negative eos", R"({"eos_token_id":-1})", "eos_token_id is not a token id");
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
