// SPDX-License-Identifier: Apache-2.0
/// The incremental live temporal variance against the definition, with evictions, slot reuse and growth.
#include "tests/core/metrics/fixture_a.h"

#include <QTest>
#include <deque>
#include <limits>
#include <map>
#include <set>

using namespace kvw::metrics;
using Tokens = std::vector<std::int64_t>;

namespace {

/// The definition: rows as token -> probability per head, two passes over the tokens held in all of the last w rows.
class BruteForce {
 public:
    BruteForce(std::size_t heads, std::size_t window) : m_heads(heads), m_window(window) {}

    void push(const Tokens& tokens, const std::vector<float>& probs) {
        std::map<std::int64_t, std::vector<double>> row;
        for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
            if (tokens[slot] >= 0) {
                for (std::size_t head = 0; head < m_heads; ++head) {
                    row[tokens[slot]].push_back(static_cast<double>(probs[head * tokens.size() + slot]));
                }
            }
        }
        m_rows.push_back(row);
        if (m_rows.size() > m_window) {
            m_rows.pop_front();
        }
    }

    [[nodiscard]] std::size_t common() const {
        std::size_t count = 0;
        for (const auto& [token, probs] : m_rows.front()) {
            count += heldInAll(token) ? 1U : 0U;
        }
        return count;
    }

    [[nodiscard]] std::optional<double> value() const {
        if (m_rows.size() < 2 || common() == 0) {
            return std::nullopt;
        }
        double total = 0;
        for (const auto& [token, probs] : m_rows.front()) {
            for (std::size_t head = 0; heldInAll(token) && head < m_heads; ++head) {
                double mean = 0;
                for (const auto& row : m_rows) {
                    mean += row.at(token)[head] / static_cast<double>(m_rows.size());
                }
                for (const auto& row : m_rows) {
                    total += std::pow(row.at(token)[head] - mean, 2);
                }
            }
        }
        return total / static_cast<double>(m_rows.size() - 1);
    }

 private:
    [[nodiscard]] bool heldInAll(std::int64_t token) const {
        return std::all_of(m_rows.begin(), m_rows.end(), [token](const auto& row) { return row.contains(token); });
    }

    std::size_t m_heads, m_window;
    std::deque<std::map<std::int64_t, std::vector<double>>> m_rows;
};

}  // namespace

class LiveVarianceTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void golden() {
        LiveVariance two(1);
        two.push(Tokens{0}, std::vector<float>{.1F});
        QVERIFY(!two.value());
        two.push(Tokens{0}, std::vector<float>{.3F});
        KVW_NEAR(two.value(), 0.02, 1e-8);  // float input
        LiveVariance three(1);
        for (const float a : {.2F, .4F, .6F}) {
            three.push(Tokens{0}, std::vector<float>{a});
        }
        KVW_NEAR(three.value(), 0.04, 1e-8);
    }

    void fixtureA() {
        for (int layer = 0; layer < 2; ++layer) {
            LiveVariance live(fixture::kHeads, fixture::kWindow);
            for (std::size_t query = fixture::kPrefix; query < fixture::kTokens; ++query) {
                std::vector<float> probs;
                for (std::size_t head = 0; head < fixture::kHeads; ++head) {
                    const auto row = fixture::narrow(fixture::row(layer, head, query));
                    probs.insert(probs.end(), row.begin(), row.begin() + fixture::kPrefix);
                }
                live.push(Tokens{0, 1, 2, 3, 4, 5}, probs);
            }
            KVW_NEAR(live.value(), layer == 0 ? 0.0332956766 : 0.0158674356, 5e-9);
        }
    }

    void bruteForce_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("budget");
        QTest::addColumn<double>("evictions");
        QTest::newRow("one eviction a step") << 1 << 8 << 40 << 1.0;
        QTest::newRow("window of 2") << 2 << 2 << 13 << 1.0;
        QTest::newRow("bursts") << 3 << 8 << 100 << 4.0;
        QTest::newRow("most tokens leave") << 1 << 5 << 20 << 9.0;
        QTest::newRow("rare evictions") << 4 << 16 << 30 << 0.2;
    }
    void bruteForce() {
        QFETCH(int, heads);
        QFETCH(int, window);
        QFETCH(int, budget);
        QFETCH(double, evictions);
        LiveVariance live(static_cast<std::size_t>(heads), static_cast<std::size_t>(window));
        BruteForce reference(static_cast<std::size_t>(heads), static_cast<std::size_t>(window));
        std::mt19937 random(3);
        std::poisson_distribution<int> evicted(evictions);
        Tokens slots;
        for (std::int64_t token = 0; token < 300; ++token) {
            const auto free = std::find(slots.begin(), slots.end(), -1);
            if (free != slots.end()) {
                *free = token;
            } else if (static_cast<int>(slots.size()) < budget) {
                slots.push_back(token);
            } else {
                slots[random() % slots.size()] = token;
            }
            std::vector<float> probs;
            for (int head = 0; head < heads; ++head) {
                const auto row = fixture::softmaxRow(random, slots.size(), 3);
                probs.insert(probs.end(), row.begin(), row.end());
            }
            live.push(slots, probs);
            reference.push(slots, probs);
            QCOMPARE(live.commonTokens(), reference.common());
            const auto expected = reference.value();
            QCOMPARE(live.value().has_value(), expected.has_value());
            if (expected) {
                KVW_NEAR(live.value(), *expected, 1e-12 * *expected + 1e-15);
            }
            for (int leaving = evicted(random); leaving > 0; --leaving) {
                slots[random() % slots.size()] = -1;
            }
        }
    }

    void reusedSlotIsANewToken() {
        LiveVariance live(1, 3);
        live.push(Tokens{0, 1}, std::vector<float>{.5F, .5F});
        live.push(Tokens{0, 2}, std::vector<float>{.4F, .6F});
        QCOMPARE(live.commonTokens(), std::size_t{1});
        KVW_NEAR(live.value(), 0.005, 1e-8);
        live.push(Tokens{0, 2}, std::vector<float>{.4F, .6F});
        QCOMPARE(live.commonTokens(), std::size_t{1});
        live.push(Tokens{0, 2}, std::vector<float>{.4F, .6F});
        QCOMPARE(live.commonTokens(), std::size_t{2});
    }

    void noCommonTokenIsUndefined() {
        LiveVariance live(1, 3);
        live.push(Tokens{0}, std::vector<float>{1});
        live.push(Tokens{1}, std::vector<float>{1});
        QVERIFY(!live.value());
        live.push(Tokens{}, std::vector<float>{});
        QVERIFY(!live.value());
    }

    void garbageInFreeSlotsIsIgnored() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        LiveVariance live(1, 3);
        live.push(Tokens{0, -1}, std::vector<float>{.1F, nan});
        live.push(Tokens{0, -1}, std::vector<float>{.3F, nan});
        KVW_NEAR(live.value(), 0.02, 1e-8);
    }

    void nanIsUndefinedAndLeavesWithItsRow() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        LiveVariance live(1, 2);
        live.push(Tokens{0}, std::vector<float>{.1F});
        live.push(Tokens{0}, std::vector<float>{nan});
        QVERIFY(!live.value());
        for (int i = 0; i < 4; ++i) {
            live.push(Tokens{0}, std::vector<float>{.1F});
        }
        KVW_NEAR(live.value(), 0.0, 1e-15);
    }

    void spikesLeaveNoResidue() {
        LiveVariance live(1, 8);
        for (int i = 0; i < 1000; ++i) {
            live.push(Tokens{0}, std::vector<float>{i % 11 == 0 ? .9F : 1e-7F});
        }
        for (int i = 0; i < 16; ++i) {
            live.push(Tokens{0}, std::vector<float>{i % 2 == 0 ? 1e-7F : 3e-7F});
        }
        KVW_NEAR(live.value(), 8e-14 / 7, 1e-19);
    }

    void headsAddUp() {
        LiveVariance live(2, 4);
        live.push(Tokens{0}, std::vector<float>{.1F, .2F});
        live.push(Tokens{0}, std::vector<float>{.3F, .6F});
        KVW_NEAR(live.head(0), 0.02, 1e-8);
        KVW_NEAR(live.head(1), 0.08, 1e-8);
        KVW_NEAR(live.value(), 0.10, 2e-8);
    }
};

QTEST_GUILESS_MAIN(LiveVarianceTest)
#include "live_variance_test.moc"
