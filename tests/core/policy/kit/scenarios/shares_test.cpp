// SPDX-License-Identifier: Apache-2.0
// Work that is shared among threads gives the same bits for any number of them.
#include <QtTest>

#include "core/policy/kit/select.h"
#include "tests/core/policy/kit/threads.h"

using namespace kvw::sdk;
using kvw::test::hashed;
using kvw::test::Threads;

namespace {

constexpr std::int64_t kLayers = 6, kUnits = 4, kSlots = 1500;

/// Every unit holds tokens 0 ... kSlots - 1, in an order of its own.
at::Tensor mixedTokens() {
    return hashed(kLayers, kUnits, kSlots, 1).squeeze(-1).argsort(-1, /*descending=*/false);
}

}  // namespace

class SharesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theCutIsTheSame_data() {
        QTest::addColumn<int>("leaving");
        QTest::addColumn<bool>("integers");
        QTest::newRow("one leaves") << 1 << false;
        QTest::newRow("many leave") << 700 << false;
        QTest::newRow("whole numbers") << 1 << true;
    }
    void theCutIsTheSame() {
        QFETCH(int, leaving);
        QFETCH(bool, integers);
        Observation seen;
        seen.tokens = mixedTokens();
        seen.held.assign(kLayers * kUnits, kSlots);
        at::Tensor scores = hashed(kLayers, kUnits, kSlots, 1).squeeze(-1);
        scores = integers ? scores.mul(100).to(at::kLong) : scores;
        const auto cut = [&](Workers* workers) {
            seen.workers = workers;
            return select_evicted(seen, scores, {kSlots - leaving}, {4, 32});
        };
        Threads three(3);
        QVERIFY(at::equal(cut(&three), cut(nullptr)));
        QVERIFY(three.shares > 1);
    }

    void poolingIsTheSame_data() {
        QTest::addColumn<bool>("average");
        QTest::newRow("average") << true;
        QTest::newRow("maximum") << false;
    }
    void poolingIsTheSame() {
        QFETCH(bool, average);
        const at::Tensor tokens = mixedTokens().unsqueeze(2);
        const at::Tensor range = tokens.lt(kSlots - 32);
        const at::Tensor values = hashed(kLayers, kUnits, 3, kSlots);
        const auto pooled = [&](Workers* workers) {
            return pool_by_position(values, tokens, range, 7, average ? Pool::Average : Pool::Max, workers);
        };
        Threads three(3);
        QVERIFY(at::equal(pooled(&three), pooled(nullptr)));
        QVERIFY(three.shares > 1);
    }
};

QTEST_APPLESS_MAIN(SharesTest)
#include "shares_test.moc"
