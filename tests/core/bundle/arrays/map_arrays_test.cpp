// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/arrays/map_arrays.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/json/json_text.h"
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/must.h"
#include "tests/core/bundle/sample.h"
#include "tests/support/pooled_copy.h"

namespace fs = std::filesystem;
using namespace kvw;
using kvw::test::must;

/// Bundles of runs whose attention rows were pooled.
class MapArraysTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }

    static void sameMaps(const Trace& found, const Trace& expected) {
        QVERIFY(found.pooledMaps() != nullptr);
        QVERIFY(found.pooledMaps()->pooling() == expected.pooledMaps()->pooling());
        QCOMPARE(found.pooledMaps()->steps(), expected.pooledMaps()->steps());
        for (std::int32_t layer = 0; layer < expected.shape().layers; ++layer) {
            for (std::int32_t head = -1; head < expected.shape().queryHeads; ++head) {
                const auto a = found.pooledMaps()->map(layer, head), b = expected.pooledMaps()->map(layer, head);
                QCOMPARE(a.has_value(), b.has_value());
                if (!a) {
                    continue;
                }
                QCOMPARE(a->level, b->level);
                QCOMPARE(a->rows, b->rows);
                QVERIFY(std::ranges::equal(a->cells, b->cells, [&](const PooledCell& x, const PooledCell& y) {
                    const float p = x.shown(a->pool), q = y.shown(b->pool);
                    return x.held == y.held && x.entries == y.entries && (p == q || (std::isnan(p) && std::isnan(q)));
                }));
            }
        }
    }

 private Q_SLOTS:
    void mapsComeBack_data() {
        QTest::addColumn<bool>("zip");
        QTest::addColumn<bool>("mean");
        QTest::addColumn<int>("lanes");
        QTest::newRow("folder") << false << false << 1;
        QTest::newRow("folder, mean") << false << true << 1;
        QTest::newRow("archive, two lanes") << true << true << 2;
    }
    void mapsComeBack() {
        QFETCH(bool, zip);
        QFETCH(bool, mean);
        QFETCH(int, lanes);
        const auto whole = sample::recording({.lanes = lanes, .steps = 300});
        const auto pooled = test::pooledCopy(*whole, {128, {1}, true, mean ? MapPool::Mean : MapPool::Max});
        QVERIFY(pooled->trace(0).pooledMaps()->map(1)->cellSize() == 4);
        const fs::path target = at(zip ? "maps.zip" : "maps");
        must(writeBundle(*pooled, target, {.overwrite = true}));
        const auto opened = openBundle(target);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        QVERIFY2(opened->warnings.empty(), opened->warnings.empty() ? "" : opened->warnings[0].english().c_str());
        QCOMPARE(opened->manifest["format"], nlohmann::ordered_json(kPoolingFormat));
        QCOMPARE(opened->recording->description().capture, pooled->description().capture);
        for (std::int32_t lane = 0; lane < lanes; ++lane) {
            sameMaps(opened->recording->trace(lane), pooled->trace(lane));
            QVERIFY(!opened->recording->trace(lane).rows(5, 1));
        }
        // The same maps have the same bytes, also when they were read.
        const fs::path again = at(zip ? "again.zip" : "again");
        must(writeBundle(*opened->recording, again, {.overwrite = true}));
        QCOMPARE(openBundle(again)->hash, opened->hash);
    }

    void rowsStayInTheOlderFormat() {
        must(writeBundle(*sample::recording(), at("rows")));
        const auto opened = openBundle(at("rows"));
        QVERIFY(opened.has_value());
        QCOMPARE(opened->manifest["format"], nlohmann::ordered_json(kBundleFormat));
        QVERIFY(opened->recording->trace(0).pooledMaps() == nullptr);
    }

    void mapsCanBeLeftOut() {
        const auto pooled = test::pooledCopy(*sample::recording({.steps = 300}), {.side = 128});
        must(writeBundle(*pooled, at("without"), {.attention = false}));
        const auto opened = openBundle(at("without"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        QVERIFY(opened->recording->trace(0).pooledMaps() == nullptr);
    }

    void mapsThatDoNotFitAreRefused_data() {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("value");
        QTest::newRow("no power of two") << "cell" << "3";
        QTest::newRow("other rows") << "rows" << "74";
        QTest::newRow("more steps") << "steps" << "301";
        QTest::newRow("unknown pooling") << "pooling" << "\"pooled=7\"";
        QTest::newRow("a layer twice") << "maps" << "";
    }
    void mapsThatDoNotFitAreRefused() {
        QFETCH(QString, member);
        QFETCH(QString, value);
        const auto pooled = test::pooledCopy(*sample::recording({.steps = 300}), {.side = 128});
        must(writeBundle(*pooled, at("damaged"), {.overwrite = true}));
        const fs::path file = at("damaged") / "arrays/index.json";
        auto index = *bundle::parseJson(sample::slurp(file), file.string());
        auto& maps = index["maps"];
        if (value.isEmpty()) {
            maps["maps"].push_back(maps["maps"][0]);
        } else {
            maps[member.toStdString()] = nlohmann::ordered_json::parse(value.toStdString());
        }
        sample::spill(file, index.dump());
        const auto opened = openBundle(at("damaged"));
        QVERIFY(!opened);
        QVERIFY2(opened.error().sentence().find("maps") != std::string::npos, opened.error().sentence().c_str());
    }
};

QTEST_GUILESS_MAIN(MapArraysTest)
#include "map_arrays_test.moc"
