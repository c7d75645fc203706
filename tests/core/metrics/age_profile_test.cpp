// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/age_profile.h"

#include <QTest>

using kvw::metrics::AgeProfile;

class AgeProfileTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aRowIsSharedOverThePartsOfTheText() {
        AgeProfile profile(4);
        QVERIFY(profile.mean().empty());
        // Eight tokens in four parts of two; 2 and 3 were evicted, -1 is a free slot.
        const std::vector<float> row{0.25F, 0.125F, 0.125F, 9, 0.125F, 0.125F, 0.25F};
        const std::vector<std::int32_t> tokens{0, 1, 4, -1, 5, 6, 7};
        profile.add(row, tokens, 7);
        QCOMPARE(profile.mean(), (std::vector<double>{0.375, 0, 0.25, 0.375}));
        // An even row over six tokens: parts of 2, 1, 2 and 1 tokens.
        profile.add(std::vector<float>(6, 0.125F), std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}, 5);
        QCOMPARE(profile.rows(), 2);
        QCOMPARE(profile.mean(), (std::vector<double>{0.3125, 0.0625, 0.25, 0.25}));
    }
    void shortRowsAreLeftOut() {
        AgeProfile profile(4);
        profile.add(std::vector<float>{1}, std::vector<std::int32_t>{0}, 2);
        QCOMPARE(profile.rows(), 0);
    }
};

QTEST_GUILESS_MAIN(AgeProfileTest)
#include "age_profile_test.moc"
