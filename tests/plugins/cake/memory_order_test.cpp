// SPDX-License-Identifier: Apache-2.0
/// The decode cut: in CPU memory and by tensor operations, and with ranks that somebody has disturbed.
#include <QtTest>
#include <numeric>

#include "tests/plugins/cake/memory_order_tensors.h"
#include "tests/plugins/cake/settings.h"

using namespace kvw::test;

class CakeMemoryOrderTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void hostAndDeviceCutAlike() {
        std::mt19937_64 random(31);
        const auto share = [&] { return static_cast<float>(random() >> 40U) * 0x1p-24F; };
        for (int round = 0; round < 80; ++round) {
            StepOfCake step;
            step.layers = whole(random, 1, 3);
            step.units = whole(random, 1, 2);
            step.group = whole(random, 1, 3);
            step.slots = whole(random, 12, 30);
            step.window = whole(random, 2, 5);
            step.kernel = 2 * whole(random, 0, 20) + 1;
            step.byPosition = random() % 3 == 0;
            step.seen = step.slots + 6;
            for (std::int64_t l = 0; l < step.layers; ++l) {
                step.budgets.push_back(whole(random, 0, 12));
                // Layers differ in what they hold, units of a layer do not; the newest w + 1 tokens are always there.
                const std::int64_t held = whole(random, step.window + 1, step.slots - 1);
                for (std::int64_t u = 0; u < step.units; ++u) {
                    Tokens slots(static_cast<std::size_t>(step.slots));
                    std::iota(slots.begin(), slots.end(), 0);
                    std::shuffle(slots.begin(), slots.end(), random);
                    Tokens old = range(0, step.seen - step.window - 1);
                    std::shuffle(old.begin(), old.end(), random);
                    Tokens tokens(slots.size(), -1);
                    std::vector<float> ranks(slots.size(), 0);
                    for (std::int64_t i = 0; i < held; ++i) {
                        const auto slot = static_cast<std::size_t>(slots[static_cast<std::size_t>(i)]);
                        const std::int64_t older = i - step.window - 1;
                        tokens[slot] = older < 0 ? step.seen - 1 - i : old[static_cast<std::size_t>(older)];
                        ranks[slot] = older < 0 ? 0 : static_cast<float>(older);
                    }
                    step.tokens.insert(step.tokens.end(), tokens.begin(), tokens.end());
                    step.ranks.insert(step.ranks.end(), ranks.begin(), ranks.end());
                    for (std::int64_t h = 0; h < step.group; ++h) {
                        for (const std::int64_t token : tokens) {
                            step.rows.push_back(token < 0 ? 0.0F : round % 4 == 0 ? 0.125F : share());
                        }
                    }
                }
            }
            const CutOfCake plugin = cutOfCake(step, false);
            const CutOfCake tensors = cutOfCake(step, true);
            QCOMPARE(plugin.ranks, tensors.ranks);
            QCOMPARE(plugin.cuts, tensors.cuts);
            QCOMPARE(plugin.close, tensors.close);
            for (std::size_t u = 0; u < plugin.evicted.size(); ++u) {
                QCOMPARE(text(plugin.evicted[u]), text(tensors.evicted[u]));
                const auto slots = static_cast<std::ptrdiff_t>(step.slots);
                const auto first = static_cast<std::ptrdiff_t>(u) * slots;
                // Scores count where something was cut.
                QVERIFY(plugin.evicted[u].empty() ||
                        near({plugin.scores.begin() + first, plugin.scores.begin() + first + slots},
                             {tensors.scores.begin() + first, tensors.scores.begin() + first + slots}));
            }
        }
    }
    void closeCutsAreCounted() {
        // Prefix 0 1 2, one of them leaves; the scores of 1 and 2 are equal, then 1e-5 apart.
        StepOfCake step;
        step.slots = 5;
        step.seen = 5;
        step.window = 2;
        step.budgets = {2};
        step.tokens = {0, 1, 2, 3, 4};
        step.ranks = {0, 1, 2, 0, 0};
        step.rows = {.3F, .2F, .2F, .2F, .1F};
        for (const bool tensors : {false, true}) {
            step.rows[2] = .2F;
            QCOMPARE(cutOfCake(step, tensors).close, std::int64_t{1});
            step.rows[2] = .2F * (1 - 1e-5F);
            QCOMPARE(cutOfCake(step, tensors).close, std::int64_t{0});
            QCOMPARE(cutOfCake(step, tensors).cuts, std::int64_t{1});
            // Equal among those that stay: their order is the next step's.
            step.rows = {.3F, .3F, .2F, .2F, .1F};
            QCOMPARE(cutOfCake(step, tensors).close, std::int64_t{1});
            step.byPosition = true;
            QCOMPARE(cutOfCake(step, tensors).close, std::int64_t{0});
            step.byPosition = false;
            step.rows = {.3F, .2F, .2F, .2F, .1F};
            // Nothing stays, or nothing leaves: nothing was decided.
            step.budgets = {0};
            step.rows[2] = .2F;
            QCOMPARE(cutOfCake(step, tensors).close, std::int64_t{0});
            step.budgets = {3};
            QCOMPARE(cutOfCake(step, tensors).cuts, std::int64_t{0});
            step.budgets = {2};
        }
    }
    void gapsInTheRanksAreClosed() {
        // Somebody has taken tokens 3 and 4 out by hand: ranks 0 and 3 are missing, 4 is beyond the prefix.
        StepOfCake step;
        step.slots = 6;
        step.seen = 8;
        step.window = 2;
        step.kernel = 3;
        step.budgets = {3};
        step.tokens = {7, 0, 1, 6, 2, 5};
        step.ranks = {0, 4, 2, 0, 1, 0};
        step.rows = {.1F, .2F, .1F, .1F, .1F, .4F};
        // Order 2 1 0 5, token 5 has just left the window: pooled .2, .4, .7, .6 over 3.
        const CutOfCake cut = cutOfCake(step, false);
        QCOMPARE(text(cut.evicted.front()), QByteArray("2"));
        QCOMPARE(cut.ranks, (std::vector<float>{-1, 0, 2, -1, -1, 1}));
    }
};

QTEST_GUILESS_MAIN(CakeMemoryOrderTest)
#include "memory_order_test.moc"
