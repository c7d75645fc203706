// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/sage_sliding_tensors.h"

#include <QtTest>
#include <algorithm>
#include <random>
#include <stdexcept>

#include "tests/plugins/check.h"

using namespace kvw::test;

class SageSlidingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tensorsAndHostAgree() {
        std::mt19937_64 random(6);
        for (int draw = 0; draw < 50; ++draw) {
            std::vector<Tokens> units;
            for (int unit = 0; unit < 3; ++unit) {
                units.push_back(joined(range(0, 12), {-1, -1}));
                std::shuffle(units.back().begin(), units.back().end(), random);
            }
            const auto token = static_cast<std::int64_t>(random() % 12);
            const auto found = slotsOf(units, token, false);
            QCOMPARE(text(slotsOf(units, token, true)), text(found));
            for (std::size_t unit = 0; unit < units.size(); ++unit) {
                QCOMPARE(units[unit][static_cast<std::size_t>(found[unit])], token);
            }
        }
    }
    void missingTokensAreAnError() {
        bool refused = false;
        try {
            static_cast<void>(slotsOf({{1, 2, -1}}, 3, false));
        } catch (const std::logic_error&) {
            refused = true;
        }
        QVERIFY(refused);
    }
};

QTEST_GUILESS_MAIN(SageSlidingTest)
#include "sage_sliding_test.moc"
