// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/maps/step_map.h"

#include <QTest>
#include <cmath>
#include <limits>

using kvw::wb::StepMap;

class StepMapTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void aColumnPerStepWhileThereIsRoom() {
        StepMap map(2, 4);
        const float first[] = {1, 2};
        const float second[] = {3, 4};
        map.append(first);
        map.append(second);
        QCOMPARE(map.columns(), 2);
        QCOMPARE(map.binSize(), 1);
        QCOMPARE(map.at(0, 1), 3.0F);
        QCOMPARE(map.at(1, 0), 2.0F);
    }

    void joinsNeighboursByTheirMean() {
        StepMap map(1, 4);
        for (const float value : {1.0F, 3.0F, 5.0F, 7.0F, 100.0F}) {
            map.append({&value, 1});
        }
        QCOMPARE(map.binSize(), 2);
        QCOMPARE(map.columns(), 3);
        QCOMPARE(map.at(0, 0), 2.0F);
        QCOMPARE(map.at(0, 1), 6.0F);
        QCOMPARE(map.at(0, 2), 100.0F);
    }

    void staysSmallForALongRun() {
        StepMap map(1, 64);
        for (int step = 0; step < 100000; ++step) {
            const auto value = static_cast<float>(step);
            map.append({&value, 1});
        }
        QCOMPARE(map.steps(), 100000);
        QVERIFY(map.columns() <= 64 && map.columns() > 32);
        QVERIFY(map.at(0, 1) > map.at(0, 0));
    }

    void aMissingValueIsNoZero() {
        StepMap map(1, 2);
        const float values[] = {std::numeric_limits<float>::quiet_NaN(), 4.0F, 6.0F};
        map.append({values, 1});
        QVERIFY(std::isnan(map.at(0, 0)));
        map.append({values + 1, 1});
        map.append({values + 2, 1});
        QCOMPARE(map.at(0, 0), 4.0F);
    }

    void tellsWhichColumnsChanged() {
        StepMap map(1, 4);
        const float value = 1;
        for (int i = 0; i < 3; ++i) {
            map.append({&value, 1});
        }
        QCOMPARE(map.takeFirstChanged(), 0);
        QCOMPARE(map.takeFirstChanged(), 3);
        map.append({&value, 1});
        QCOMPARE(map.takeFirstChanged(), 3);
        map.append({&value, 1});
        QCOMPARE(map.takeFirstChanged(), 0);
    }
};

QTEST_GUILESS_MAIN(StepMapTest)
#include "step_map_test.moc"
