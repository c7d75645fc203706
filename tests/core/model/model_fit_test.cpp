// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_fit.h"

#include <QtTest>

#include "core/model/family.h"
#include "tests/core/model/support.h"

using nlohmann::json;

class ModelFitTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// The papers' models by their config.json alone. Keys and values: 2 · layers · KV heads · head_dim · 2 bytes;
    /// parameters as published.
    void thePapersModels_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::int64_t>("perLayer");
        QTest::addColumn<std::int64_t>("perToken");
        QTest::addColumn<std::int64_t>("parameters");
        const auto row = [](const char* name, std::int64_t perLayer, std::int64_t perToken, std::int64_t parameters) {
            QTest::newRow(name) << QString(name) << perLayer << perToken << parameters;
        };
        row("pythia-2.8b", 10'240, 327'680, 2'775'208'960);
        row("llama-2-7b", 16'384, 524'288, 6'738'415'616);
        row("llama-2-13b", 20'480, 819'200, 13'015'864'320);
        row("llama-3.1-8b", 4'096, 131'072, 8'030'261'248);
        row("mistral-7b-v0.3", 4'096, 131'072, 7'248'023'552);
        row("qwen2.5-0.5b", 512, 12'288, 494'032'768);
        row("qwen2.5-1.5b", 1'024, 28'672, 1'543'714'304);
        row("qwen2.5-7b", 2'048, 57'344, 7'615'616'512);
        row("gemma-7b", 16'384, 458'752, 8'537'680'896);
    }
    void thePapersModels() {
        QFETCH(QString, file);
        QFETCH(std::int64_t, perLayer);
        QFETCH(std::int64_t, perToken);
        QFETCH(std::int64_t, parameters);
        const std::string text =
            kvw::test::read(KVW_SOURCE_DIR "/tests/core/model/configs/" + file.toStdString() + ".json");
        kvw::test::write(m_path / "config.json", text);
        const auto config = kvw::ModelConfig::load(m_path / "config.json");
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QCOMPARE(config->kvBytesPerToken(2), perToken);
        QCOMPARE(config->kvBytesPerToken(2) / config->layers, perLayer);
        QCOMPARE(config->kvBytesPerToken(4), 2 * perToken);
        const auto weights = kvw::weightSize(m_path);
        QVERIFY2(weights.has_value(), weights ? "" : weights.error().sentence().c_str());
        QVERIFY(!weights->fromFiles);
        QCOMPARE(weights->parameters, parameters);
        QCOMPARE(weights->bytes, 2 * parameters);
    }

    void weightsThatAreThereAreMeasured() {
        kvw::test::write(m_path / "whole" / "config.json", kvw::test::tinyConfig().dump());
        kvw::test::write(m_path / "whole" / "model.safetensors", kvw::test::safetensors(kvw::test::tinyTensors()));
        const auto weights = kvw::weightSize(m_path / "whole");
        QVERIFY(weights && weights->fromFiles);
        QCOMPARE(weights->bytes, 4 * weights->parameters);
        kvw::test::write(m_path / "whole" / "model.safetensors", "");
        QVERIFY(!kvw::weightSize(m_path / "whole"));
        std::filesystem::remove(m_path / "whole" / "model.safetensors");
        const auto absent = kvw::weightSize(m_path / "whole");
        QVERIFY(absent && !absent->fromFiles);
        QCOMPARE(absent->bytes, weights->bytes);
    }
    void aFolderWithoutAConfigurationIsNoModel() { QVERIFY(!kvw::weightSize(m_path / "nothing")); }

    void theLongestContextIsWhatIsLeft() {
        QCOMPARE(kvw::longestContext(1000, 400, 7), std::int64_t{85});
        QCOMPARE(kvw::longestContext(400, 400, 7), std::int64_t{0});
        QCOMPARE(kvw::longestContext(100, 400, 7), std::int64_t{0});
    }
    void weightsLargerThanTheMachineAreRefused() {
        QVERIFY(kvw::checkMemory(1000, "x.gguf"));
        const auto refused = kvw::checkMemory(std::int64_t{1} << 50, "x.gguf");
        QCOMPARE(refused.error().code, kvw::Code::OutOfMemory);
        QVERIFY(refused.error().sentence().starts_with(
            "x.gguf: the weights do not fit this machine's memory; found 1125899.9 GB, expected at most "));
    }
    void typesOfConfigurations() {
        auto config = *kvw::ModelConfig::parse(kvw::test::tinyConfig().dump(), "config.json");
        const auto bytes = [&](const char* dtype) {
            config.dtype = dtype;
            return kvw::weightSize(config).bytes;
        };
        const std::int64_t parameters = kvw::weightSize(config).parameters;
        QCOMPARE(bytes("bfloat16"), 2 * parameters);
        QCOMPARE(bytes("float16"), 2 * parameters);
        QCOMPARE(bytes("float32"), 4 * parameters);
        QCOMPARE(bytes(""), 4 * parameters);
        QCOMPARE(bytes("Q8_0"), parameters / 32 * 34);
    }
    void thisMachineHasMemory() {
        const kvw::Machine machine = kvw::thisMachine();
        QVERIFY(machine.ramTotal >= machine.ramAvailable && machine.ramAvailable > 0);
    }

 private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(ModelFitTest)
#include "model_fit_test.moc"
