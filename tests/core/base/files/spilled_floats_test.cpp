// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/spilled_floats.h"

#include <QtTest>
#include <algorithm>
#include <numeric>

using kvw::SpilledFloats;

class SpilledFloatsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void floatsComeBack_data() {
        QTest::addColumn<int>("count");
        QTest::newRow("none") << 0;
        QTest::newRow("in memory") << 1000;
        QTest::newRow("in a file") << 3'000'000;
    }
    void floatsComeBack() {
        QFETCH(int, count);
        std::vector<float> floats(static_cast<std::size_t>(count));
        std::iota(floats.begin(), floats.end(), 1.0F);
        SpilledFloats spilled(floats.size());
        const std::size_t half = floats.size() / 2;
        spilled.append({floats.data(), half});
        spilled.append({floats.data() + half, floats.size() - half});
        QCOMPARE(spilled.size(), floats.size());
        spilled.leaveMemory();
        QVERIFY(std::ranges::equal(spilled.all(), floats));
        QVERIFY(std::ranges::equal(spilled.read(half, floats.size() - half), std::span(floats).subspan(half)));
        const SpilledFloats moved(std::move(spilled));
        QVERIFY(std::ranges::equal(moved.all(), floats));
        QVERIFY(std::ranges::equal(SpilledFloats(std::span<const float>(floats)).all(), floats));
    }
    void withoutRoomForAFileTheyAreInMemory() {
        qputenv("TMPDIR", "/nowhere");
        const std::vector<float> floats(1'000'000, 2.5F);
        const SpilledFloats spilled{std::span<const float>(floats)};
        qunsetenv("TMPDIR");
        QVERIFY(std::ranges::equal(spilled.all(), floats));
    }
};

QTEST_GUILESS_MAIN(SpilledFloatsTest)
#include "spilled_floats_test.moc"
