// SPDX-License-Identifier: GPL-3.0-or-later
/// A map of layers by steps reads each value when it has to, and no more.
#include "app/workbench/plot/maps/layer_map.h"

#include <QtTest>

using namespace kvw;
using namespace kvw::wb;

class LayerMapTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatIsShownAlreadyIsNotReadAgain() {
        Plot plot;
        LayerMap map(plot, QStringLiteral("V"));
        std::int64_t reads = 0;
        const auto value = [&reads](std::int64_t step, int layer) {
            ++reads;
            return static_cast<double>(step + layer);
        };
        const auto run = std::make_shared<Recording>(RunDescription{});
        map.follow({run, 1, -1, 0}, 3, value);
        map.extendTo(5000);
        QCOMPARE(reads, std::int64_t{15000});
        map.show({});
        map.follow({run, 1, -1, 0}, 3, value);  // as a selected layer asks for
        map.extendTo(5000);
        map.show({});
        QCOMPARE(reads, std::int64_t{15000});
        // A range that is read step by step, once; also while the run goes on behind it.
        map.show({100, 199});
        QCOMPARE(reads, std::int64_t{15300});
        map.show({100, 199});
        map.extendTo(5001);
        map.show({100, 199});
        QCOMPARE(reads, std::int64_t{15303});
        map.show({100, 209});
        QCOMPARE(reads, std::int64_t{15633});
        map.show({});
        map.show({100, 209});
        QCOMPARE(reads, std::int64_t{15963});
        // Another lane or number starts over.
        map.follow({run, 0, -1, 0}, 3, value);
        map.extendTo(5001);
        map.show({100, 209});
        QCOMPARE(reads, std::int64_t{15963 + 15003 + 330});
    }

    /// Few steps have this number, so a column stands for several steps: none falls between pixels.
    void fewValuesAreJoined() {
        Plot plot;
        LayerMap map(plot, QStringLiteral("evicted mass"));
        const auto run = std::make_shared<Recording>(RunDescription{});
        const auto value = [](std::int64_t step, int) { return step == 700 ? 0.25 : qQNaN(); };
        map.follow({run, 1, -1, 0}, 2, value, LayerMap::kFewColumns);
        map.extendTo(1000);
        map.show({});
        const auto* shown = dynamic_cast<QCPColorMap*>(plot.plottable(0));
        QVERIFY(shown != nullptr && shown->data()->keySize() <= LayerMap::kFewColumns);
        QCOMPARE(shown->data()->data(700, 1), 0.25);
        QCOMPARE(shown->data()->data(702, 1), 0.25);
        // A part that has room for each step has each.
        map.show({650, 750});
        QCOMPARE(shown->data()->data(700, 1), 0.25);
        QVERIFY(qIsNaN(shown->data()->data(702, 1)));
    }
};

QTEST_MAIN(LayerMapTest)
#include "layer_map_test.moc"
