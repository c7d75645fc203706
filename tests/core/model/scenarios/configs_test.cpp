// SPDX-License-Identifier: Apache-2.0
/// The config.json of the models that papers use: shapes, bytes of KV, parameters against published numbers.
#include <QtTest>

#include "core/model/config.h"
#include "core/model/family.h"

class ConfigsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void published_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("queryHeads");
        QTest::addColumn<int>("kvHeads");
        QTest::addColumn<int>("headDim");
        QTest::addColumn<int>("rotaryDim");
        QTest::addColumn<qint64>("kvBytes");       // of a token in 16 bit
        QTest::addColumn<qint64>("kvBytesLayer");  // of it in one layer
        QTest::addColumn<qint64>("parameters");
        const auto row = [](const char* name, int layers, int queries, int kv, int dim, int rotary, qint64 bytes,
                            qint64 perLayer, qint64 parameters) {
            QTest::newRow(name) << layers << queries << kv << dim << rotary << bytes << perLayer << parameters;
        };
        // Bytes by hand: K and V, heads, head_dim, 2 bytes; e.g. Pythia 2 * 32 * 80 * 2 = 10240 a layer, 32 layers.
        row("pythia-2.8b", 32, 32, 32, 80, 20, 327'680, 10'240, 2'775'208'960);
        row("llama-2-7b", 32, 32, 32, 128, 128, 524'288, 16'384, 6'738'415'616);
        row("llama-2-13b", 40, 40, 40, 128, 128, 819'200, 20'480, 13'015'864'320);
        row("llama-3.1-8b", 32, 32, 8, 128, 128, 131'072, 4'096, 8'030'261'248);
        row("mistral-7b-v0.3", 32, 32, 8, 128, 128, 131'072, 4'096, 7'248'023'552);
        row("qwen2.5-0.5b", 24, 14, 2, 64, 64, 12'288, 512, 494'032'768);
        row("qwen2.5-1.5b", 28, 12, 2, 128, 128, 28'672, 1'024, 1'543'714'304);
        row("qwen2.5-7b", 28, 28, 4, 128, 128, 57'344, 2'048, 7'615'616'512);
        row("gemma-7b", 28, 16, 16, 256, 256, 458'752, 16'384, 8'537'680'896);
    }
    void published() {
        const auto path = std::filesystem::path(KVW_SOURCE_DIR "/tests/core/model/configs") /
                          (std::string(QTest::currentDataTag()) + ".json");
        const auto config = kvw::ModelConfig::load(path);
        QVERIFY2(config.has_value(), config ? "" : config.error().sentence().c_str());
        QFETCH(int, layers);
        QFETCH(int, queryHeads);
        QFETCH(int, kvHeads);
        QFETCH(int, headDim);
        QFETCH(int, rotaryDim);
        QFETCH(qint64, kvBytes);
        QFETCH(qint64, kvBytesLayer);
        QFETCH(qint64, parameters);
        QCOMPARE(config->layers, layers);
        QCOMPARE(config->queryHeads, queryHeads);
        QCOMPARE(config->kvHeads, kvHeads);
        QCOMPARE(config->headDim, headDim);
        QCOMPARE(config->rotaryDim(), rotaryDim);
        QCOMPARE(config->kvBytesPerToken(2), kvBytes);
        QCOMPARE(config->kvBytesPerToken(4), 2 * kvBytes);
        QCOMPARE(config->kvBytesPerToken(2) / config->layers, kvBytesLayer);
        // None of them has a window that acts.
        QVERIFY(!config->slidingWindow && config->windows.empty());
        std::int64_t elements = 0;
        for (const kvw::TensorSpec& spec : kvw::findFamily(config->architecture)->tensors(*config)) {
            std::int64_t count = spec.optional ? 0 : 1;
            for (const std::int64_t axis : spec.shape) {
                count *= axis;
            }
            elements += count;
        }
        QCOMPARE(elements, parameters);
    }
};

QTEST_GUILESS_MAIN(ConfigsTest)
#include "configs_test.moc"
