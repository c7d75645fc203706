// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/hindsight.h"

#include <QTest>
#include <algorithm>
#include <limits>
#include <random>

using namespace kvw::metrics;

namespace {

using Held = std::vector<std::uint8_t>;

/// The best sum over all sets of the size, by trying them.
double bestByTrying(const std::vector<double>& future, const Held& held, const Held& forced) {
    const auto count = std::count(held.begin(), held.end(), 1);
    double best = -1;
    for (unsigned set = 0; set < 1U << future.size(); ++set) {
        double sum = 0;
        std::ptrdiff_t size = 0;
        bool whole = true;
        for (std::size_t j = 0; j < future.size(); ++j) {
            const bool in = (set >> j & 1U) != 0;
            size += in ? 1 : 0;
            sum += in ? future[j] : 0.0;
            whole = whole && (in || forced[j] == 0);
        }
        best = whole && size == count ? std::max(best, sum) : best;
    }
    return best;
}

}  // namespace

class HindsightTest : public QObject {
    Q_OBJECT

    HindsightScratch m_scratch;

 private Q_SLOTS:
    void golden() {
        // Tokens 0 and 5 are protected (one sink, one recent); 1 and 5 are of no use, 3 was missed.
        const std::vector<double> future{0.5, 0.25, 1, 2, 0.125, 0.125};
        const HindsightMass mass = hindsightMass(future, Held{1, 1, 1, 0, 0, 1}, 1, 1, m_scratch);
        QCOMPARE(mass.all, 4.0);
        QCOMPARE(mass.held, 1.875);
        QCOMPARE(mass.best, 3.75);
        QCOMPARE(mass.bestProtected, 3.625);
        QCOMPARE(mass.retained().value(), 0.46875);
        QCOMPARE(mass.regret().value(), 0.46875);
        QCOMPARE(mass.regretProtected().value(), 0.4375);
    }
    void whoHoldsEverythingRegretsNothing() {
        const HindsightMass mass = hindsightMass(std::vector<double>{0.1, 0.2, 0.3}, Held{1, 1, 1}, 0, 0, m_scratch);
        QCOMPARE(mass.retained().value(), 1.0);
        QCOMPARE(mass.regret().value(), 0.0);
    }
    void whoHoldsWhatIsProtectedAloneCouldNotChoose() {
        const std::vector<double> future{1, 5, 5, 1};
        const HindsightMass mass = hindsightMass(future, Held{1, 0, 0, 1}, 1, 1, m_scratch);
        QCOMPARE(mass.regretProtected().value(), 0.0);
        QCOMPARE(mass.regret().value(), 8.0 / 12);
    }
    void nothingLaterIsUndefined() {
        const HindsightMass mass = hindsightMass(std::vector<double>{0, 0}, Held{1, 0}, 0, 0, m_scratch);
        QVERIFY(!mass.retained() && !mass.regret() && !mass.regretProtected());
    }
    void isTheBestOfAllSets() {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> weight(0, 1);
        for (int round = 0; round < 50; ++round) {
            std::vector<double> future(8);
            Held held(8), forced(8);
            for (std::size_t j = 0; j < future.size(); ++j) {
                future[j] = weight(random);
                held[j] = weight(random) < 0.5 ? 1 : 0;
                forced[j] = held[j] != 0 && (j < 2 || j >= 6) ? 1 : 0;
            }
            const HindsightMass mass = hindsightMass(future, held, 2, 2, m_scratch);
            QVERIFY(std::abs(mass.best - bestByTrying(future, held, Held(8))) < 1e-12);
            QVERIFY(std::abs(mass.bestProtected - bestByTrying(future, held, forced)) < 1e-12);
            const auto count = static_cast<std::size_t>(std::count(held.begin(), held.end(), 1));
            const double cut = bestSetCut(future, count, m_scratch);
            QCOMPARE(static_cast<std::size_t>(
                         std::count_if(future.begin(), future.end(), [&](double f) { return f >= cut; })),
                     count);
        }
        QCOMPARE(bestSetCut(std::vector<double>{1}, 0, m_scratch), std::numeric_limits<double>::infinity());
    }
};

QTEST_GUILESS_MAIN(HindsightTest)
#include "hindsight_test.moc"
