// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/followed_cosines.h"

#include <ATen/ATen.h>

#include <QtTest>
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "core/policy/kit/key_geometry.h"
#include "core/policy/kit/random.h"
#include "tests/core/policy/kit/threads.h"

using namespace kvw::sdk;
using kvw::test::Threads;

namespace {

constexpr std::int64_t kLayers = 2, kUnits = 3, kSlots = 40;

Observation observed(const at::Tensor& keys, const at::Tensor& lengths, const at::Tensor& tokens,
                     Workers* workers = nullptr) {
    Observation seen;
    seen.keysStay = true;
    seen.keys = keys;
    seen.statistics = lengths;
    seen.tokens = tokens;
    seen.workers = workers;
    return seen;
}

/// A cache of full units: one token leaves each, the next takes its slot.
struct Cache {
    std::int64_t channels;
    std::int64_t kind;  ///< of the keys: 0 any direction, 1 about one direction, 2 few directions, many equal
    at::Tensor keys = at::zeros({kLayers, kUnits, kSlots, channels}, at::kFloat);
    at::Tensor lengths = at::zeros({2, kLayers, kUnits, kSlots}, at::kFloat);
    at::Tensor tokens = at::full({kLayers, kUnits, kSlots}, -1, at::kLong);
    std::int64_t next = 0;

    void put(std::int64_t layer, std::int64_t unit, std::int64_t slot) {
        float* key = keys[layer][unit][slot].mutable_data_ptr<float>();
        const auto number = [&](std::uint64_t of) {
            const auto about = static_cast<std::uint64_t>(kind == 2 ? next % 5 : next * 7 + layer * 3 + unit);
            return static_cast<float>(hash(5, {about, of}) >> 40U) * 0x1p-23F - 1.0F;
        };
        for (std::int64_t c = 0; c < channels; ++c) {
            key[c] = number(static_cast<std::uint64_t>(c)) + (kind == 1 ? 1.5F : 0.0F);
        }
        if (kind == 2 && next % 11 == 0) {
            std::fill_n(key, channels, 0.0F);
        }
        tokens[layer][unit][slot] = next;
        lengths.select(1, layer).select(1, unit).select(1, slot).zero_();
    }
    void fill() {
        for (std::int64_t slot = 0; slot < kSlots; ++slot, ++next) {
            each([&](std::int64_t layer, std::int64_t unit) { put(layer, unit, slot); });
        }
    }
    static void each(const auto& body) {
        for (std::int64_t layer = 0; layer < kLayers; ++layer) {
            for (std::int64_t unit = 0; unit < kUnits; ++unit) {
                body(layer, unit);
            }
        }
    }
    [[nodiscard]] Observation seen(Workers* workers = nullptr) const {
        return observed(keys, lengths, tokens, workers);
    }
    /// Neither the first two nor the last three.
    [[nodiscard]] at::Tensor competing() const { return tokens.ge(2).logical_and(tokens.lt(next - 3)); }
};

struct Asked {
    double value;
    std::int64_t token, slot;
};

/// Highest first, of equal ones the newest.
std::vector<Asked> ranked(const at::Tensor& cosines, const at::Tensor& tokens, const at::Tensor& competing) {
    std::vector<Asked> all;
    for (std::int64_t slot = 0; slot < cosines.size(0); ++slot) {
        if (competing[slot].item<bool>()) {
            all.push_back({cosines[slot].item<double>(), tokens[slot].item<std::int64_t>(), slot});
        }
    }
    std::sort(all.begin(), all.end(), [](const Asked& a, const Asked& b) {
        return a.value != b.value ? a.value > b.value : a.token > b.token;
    });
    return all;
}

}  // namespace

class FollowedCosinesTest : public QObject {
    Q_OBJECT
 private:
    /// The two highest are exact, all others bounded; returns the slot of the highest.
    static std::int64_t check(const Cache& cache, const at::Tensor& found, std::int64_t layer, std::int64_t unit) {
        const at::Tensor exact = cosines_to_mean(cache.keys, cache.lengths)[layer][unit];
        const at::Tensor mine = found[layer][unit];
        const at::Tensor competing = cache.competing()[layer][unit], tokens = cache.tokens[layer][unit];
        const auto expected = ranked(exact, tokens, competing), given = ranked(mine, tokens, competing);
        for (std::size_t i = 0; i < std::min<std::size_t>(2, expected.size()); ++i) {
            if (expected[i].token != given[i].token || expected[i].value != given[i].value) {
                qWarning("layer %d, unit %d: found token %d %.17g, expected token %d %.17g", static_cast<int>(layer),
                         static_cast<int>(unit), static_cast<int>(given[i].token), given[i].value,
                         static_cast<int>(expected[i].token), expected[i].value);
                return -1;
            }
        }
        const bool bounded = mine.ge(exact).logical_or(competing.logical_not()).all().item<bool>();
        return !bounded ? -1 : expected.empty() ? 0 : expected.front().slot;
    }
 private Q_SLOTS:
    void theHighestAreExact_data() {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("threads");
        for (const int channels : {3, 16, 33, 64}) {
            for (const int kind : {0, 1, 2}) {
                QTest::addRow("%d channels, keys %d", channels, kind) << channels << kind << 1 + channels % 3;
            }
        }
    }
    void theHighestAreExact() {
        QFETCH(int, channels);
        QFETCH(int, kind);
        QFETCH(int, threads);
        Cache cache{channels, kind};
        cache.fill();
        FollowedCosines followed;
        Threads workers(static_cast<std::size_t>(threads));
        for (int step = 0; step < 60; ++step) {
            const at::Tensor found = followed.negativeHighest(cache.seen(&workers), cache.competing()).neg();
            std::vector<std::int64_t> leaving;
            Cache::each(
                [&](std::int64_t layer, std::int64_t unit) { leaving.push_back(check(cache, found, layer, unit)); });
            QVERIFY2(std::count(leaving.begin(), leaving.end(), -1) == 0, qPrintable(QString::number(step)));
            auto slot = leaving.begin();
            Cache::each([&](std::int64_t layer, std::int64_t unit) {
                // Now and then another one leaves than was foreseen, two do, or none.
                const auto odd = hash(3, {static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(layer)}) % 8;
                if (odd != 0) {
                    cache.put(layer, unit, odd == 1 ? (*slot + 1) % kSlots : *slot);
                }
                if (odd == 2) {
                    cache.tokens[layer][unit][(*slot + 2) % kSlots] = -1;
                    cache.keys[layer][unit][(*slot + 2) % kSlots].zero_();
                }
                ++slot;
            });
            ++cache.next;
        }
    }
    void aKeyThatCannotBeHighestIsNotReadAgain() {
        Cache cache{32, 1};
        cache.fill();
        FollowedCosines followed;
        const at::Tensor first = followed.negativeHighest(cache.seen(), cache.competing()).neg();
        const auto order = ranked(first[0][0], cache.tokens[0][0], cache.competing()[0][0]);
        for (std::size_t i = order.size() / 2; i < order.size(); ++i) {
            cache.keys[0][0][order[i].slot].fill_(std::numeric_limits<float>::quiet_NaN());
        }
        const at::Tensor second = followed.negativeHighest(cache.seen(), cache.competing()).neg();
        QVERIFY(second.isfinite().all().item<bool>());
        const auto again = ranked(second[0][0], cache.tokens[0][0], cache.competing()[0][0]);
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(again[i].token, order[i].token);
            QCOMPARE(again[i].value, order[i].value);
        }
    }
    void aCopyGoesItsOwnWay() {
        Cache cache{16, 0};
        cache.fill();
        FollowedCosines followed;
        (void)followed.negativeHighest(cache.seen(), cache.competing()).neg();
        FollowedCosines copy = followed;
        Cache other{16, 0, cache.keys.clone(), cache.lengths.clone(), cache.tokens.clone(), cache.next};
        Cache::each([&](std::int64_t layer, std::int64_t unit) {
            cache.put(layer, unit, 7);
            other.put(layer, unit, 9);
        });
        ++cache.next;
        ++other.next;
        const at::Tensor one = followed.negativeHighest(cache.seen(), cache.competing()).neg();
        const at::Tensor two = copy.negativeHighest(other.seen(), other.competing()).neg();
        Cache::each([&](std::int64_t layer, std::int64_t unit) {
            QVERIFY(check(cache, one, layer, unit) >= 0);
            QVERIFY(check(other, two, layer, unit) >= 0);
        });
    }
    void whatHasNoDirectionGivesNothing() {
        const at::Tensor key = at::tensor({1.F, 0.F, -1.F, 0.F, 0.F, 2.F, 0.F, -2.F}, at::kFloat).view({1, 1, 4, 2});
        const at::Tensor lengths = at::zeros({2, 1, 1, 4}, at::kFloat);
        const at::Tensor tokens = at::arange(4, at::kLong).view({1, 1, 4});
        FollowedCosines followed;
        for (int call = 0; call < 2; ++call) {
            const at::Tensor found =
                followed.negativeHighest(observed(key, lengths, tokens), at::ones({1, 1, 4}, at::kBool)).neg();
            QVERIFY(found.eq(0).all().item<bool>());
        }
    }
};

QTEST_APPLESS_MAIN(FollowedCosinesTest)
#include "followed_cosines_test.moc"
