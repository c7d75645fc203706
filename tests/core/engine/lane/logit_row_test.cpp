// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/logit_row.h"

#include <QtTest>
#include <cmath>

using namespace kvw;

namespace {

/// Probabilities 0.5, 0.25, 0.25.
const std::vector<float> kHalf{std::log(0.5F), std::log(0.25F), std::log(0.25F)};

class FakePlace final : public LogitPlace {
 public:
    Result<void> copy(std::uint64_t /*step*/, std::size_t /*row*/, std::vector<float>& to) const override {
        if (broken) {
            return fail(Code::Internal, "the place", "it has no such row");
        }
        ++copies;
        to = kHalf;
        return {};
    }
    mutable int copies = 0;
    bool broken = false;
};

}  // namespace

class LogitRowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tellsNll() {
        LogitRow row;
        QVERIFY(row.empty());
        row.copy(kHalf);
        QVERIFY(!row.empty());
        QVERIFY(std::abs(*row.nllOf(0) - std::log(2.0)) < 1e-6);
        QVERIFY(std::abs(*row.nllOf(2) - std::log(4.0)) < 1e-6);
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
        QVERIFY(std::abs(*full.klFrom(full)) < 1e-12);
        QVERIFY(std::abs(*other.klFrom(full) - (std::log(3.0) - 1.5 * std::log(2.0))) < 1e-6);
    }
    void placedRowIsCopiedWhenItIsNeeded() {
        LogitRow full, other;
        const auto place = std::make_shared<FakePlace>();
        full.place({place, 7, 0, {1, 0.5, 2}, 0.25, 4, 3, {}});
        other.place({place, 7, 1, {2, 0.5, 1}, 0.75, -1, 0, 0.125});
        QVERIFY(!full.empty() && full.values().empty());
        QCOMPARE(*full.nllOf(4), 3.0);
        QCOMPARE(*full.nllOf(2), 0.75);
        QCOMPARE(*other.nllOf(1), 1.25);
        QCOMPARE(*other.klFrom(full), 0.125);
        QCOMPARE(place->copies, 0);
        QCOMPARE(*full.nllOf(1), 1.0 - static_cast<double>(kHalf[1]));
        QVERIFY(full.fetch() && full.values().size() == kHalf.size());
        QCOMPARE(place->copies, 1);
        // Only the first row of the same step is the one that is known.
        LogitRow later;
        later.place({place, 8, 0, {1, 0.5, 2}, 0.25, 4, 3, {}});
        QVERIFY(other.klFrom(later) && place->copies == 3);
        place->broken = true;
        LogitRow gone;
        gone.place({place, 9, 0, {1, 0.5, 2}, 0.25, 4, 3, {}});
        QVERIFY(gone.nllOf(4) && !gone.nllOf(0) && !gone.klFrom(full));
    }
};

QTEST_GUILESS_MAIN(LogitRowTest)
#include "logit_row_test.moc"
