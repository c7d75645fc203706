// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/logit_row.h"

#include <QtTest>
#include <cmath>

using namespace kvw;

namespace {

/// Probabilities 0.5, 0.25, 0.25.
const std::vector<float> kHalf{std::log(0.5F), std::log(0.25F), std::log(0.25F)};

}  // namespace

class LogitRowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tellsNll() {
        LogitRow row;
        QVERIFY(row.empty());
        row.copy(kHalf);
        QVERIFY(!row.empty());
        QVERIFY(std::abs(row.nllOf(0) - std::log(2.0)) < 1e-6);
        QVERIFY(std::abs(row.nllOf(2) - std::log(4.0)) < 1e-6);
        QCOMPARE(row.statistics().argMax, std::size_t{0});
    }
    void statisticsFollowTheNumbers() {
        LogitRow row;
        row.copy(kHalf);
        QCOMPARE(row.statistics().argMax, std::size_t{0});
        row.overwrite() = {0, 0, 5};
        QCOMPARE(row.statistics().argMax, std::size_t{2});
        row.copy(kHalf, {0, 0, 1});
        QCOMPARE(row.statistics().argMax, std::size_t{1});
        row.copy(kHalf);
        QCOMPARE(row.statistics().argMax, std::size_t{0});
    }
    void divergence() {
        LogitRow full, other;
        full.copy(kHalf);
        other.copy(std::vector<float>{0, 0, 0});
        QVERIFY(std::abs(full.klFrom(full)) < 1e-12);
        QVERIFY(std::abs(other.klFrom(full) - (std::log(3.0) - 1.5 * std::log(2.0))) < 1e-6);
    }
};

QTEST_GUILESS_MAIN(LogitRowTest)
#include "logit_row_test.moc"
