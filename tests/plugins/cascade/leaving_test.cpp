// SPDX-License-Identifier: Apache-2.0
/// Who leaves at decode.
#include <QtTest>
#include <algorithm>
#include <random>

#include "tests/plugins/cascade/leaving_tensors.h"
#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

struct Drawn {
    CascadeTable table;
    std::int64_t held = 0;
};

/// Units of the same size: a contiguous recent block, older tokens with gaps, free slots, shuffled; few distinct
/// scores.
Drawn drawn(std::mt19937_64& random) {
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
    Drawn result;
    const std::int64_t recent = 1 + below(6);
    const std::int64_t older = 2 + below(12);
    const std::int64_t spare = below(5);
    result.held = recent + older;
    for (int unit = 0; unit < 3; ++unit) {
        Tokens slots;
        std::int64_t token = 100;
        for (std::int64_t i = 0; i < result.held; ++i) {
            slots.push_back(token);
            token -= i < recent ? 1 : 1 + below(4);
        }
        slots.resize(slots.size() + static_cast<std::size_t>(spare), -1);
        std::shuffle(slots.begin(), slots.end(), random);
        std::vector<float> scores;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            scores.push_back(static_cast<float>(below(3)));
        }
        result.table.tokens.push_back(slots);
        result.table.scores.push_back(scores);
    }
    return result;
}

/// The slots of a unit's tokens, the youngest first.
std::vector<std::int64_t> slotsByAge(const Tokens& tokens) {
    std::vector<std::int64_t> slots;
    for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
        if (tokens[slot] >= 0) {
            slots.push_back(static_cast<std::int64_t>(slot));
        }
    }
    std::sort(slots.begin(), slots.end(), [&](std::int64_t a, std::int64_t b) {
        return tokens[static_cast<std::size_t>(a)] > tokens[static_cast<std::size_t>(b)];
    });
    return slots;
}

}  // namespace

class CascadeLeavingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void contestsByTensorsAndOnTheHostAgree() {
        std::mt19937_64 random(3);
        for (int draw = 0; draw < 300; ++draw) {
            const Drawn d = drawn(random);
            const auto younger = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(d.held - 1));
            const bool selection = random() % 4 != 0;
            const bool ties = random() % 2 == 0;
            const auto found = loserSlots(d.table, younger, selection, ties, false);
            QCOMPARE(text(loserSlots(d.table, younger, selection, ties, true)), text(found));
            for (std::size_t unit = 0; unit < found.size(); ++unit) {
                const auto slots = slotsByAge(d.table.tokens[unit]);
                const std::int64_t carried = slots[static_cast<std::size_t>(younger)];
                const std::int64_t newest = slots[static_cast<std::size_t>(younger + 1)];
                const auto& score = d.table.scores[unit];
                const float a = selection ? score[static_cast<std::size_t>(carried)] : 0.F;
                const float b = selection ? score[static_cast<std::size_t>(newest)] : 0.F;
                QCOMPARE(found[unit], a > b || (ties && a >= b) ? newest : carried);
            }
        }
    }
    void oldestByTensorsAndOnTheHostAgree() {
        std::mt19937_64 random(4);
        for (int draw = 0; draw < 100; ++draw) {
            const Drawn d = drawn(random);
            const auto sinks = static_cast<std::int64_t>(random() % 100);
            const auto found = oldestSlots(d.table, sinks, false);
            QCOMPARE(text(oldestSlots(d.table, sinks, true)), text(found));
            for (std::size_t unit = 0; unit < found.size(); ++unit) {
                auto slots = slotsByAge(d.table.tokens[unit]);
                while (d.table.tokens[unit][static_cast<std::size_t>(slots.back())] < sinks) {
                    slots.pop_back();
                }
                QCOMPARE(found[unit], slots.back());
            }
        }
    }
    void mediansAreTheLowerOnes() {
        std::mt19937_64 random(5);
        for (std::size_t heads = 1; heads <= 33; ++heads) {
            std::vector<std::vector<float>> values(heads);
            for (auto& row : values) {
                for (int column = 0; column < 20; ++column) {
                    row.push_back(static_cast<float>(random() % 7));
                }
            }
            const auto found = lowerMedian(values);
            for (std::size_t column = 0; column < found.size(); ++column) {
                std::vector<float> sorted;
                for (const auto& row : values) {
                    sorted.push_back(row[column]);
                }
                std::sort(sorted.begin(), sorted.end());
                QCOMPARE(found[column], sorted[(heads - 1) / 2]);
            }
        }
    }
};

QTEST_GUILESS_MAIN(CascadeLeavingTest)
#include "leaving_test.moc"
