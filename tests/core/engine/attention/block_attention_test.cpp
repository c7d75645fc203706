// SPDX-License-Identifier: Apache-2.0
/// Attention of a prefill layer in blocks of queries, against softmax attention in float64 over what each query sees.
#include "core/engine/attention/block_attention.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stop_token>
#include <vector>

using namespace kvw;

namespace {

constexpr std::int32_t kQueryHeads = 4, kKvHeads = 2, kHeadDim = 8;
constexpr std::int64_t kBefore = 20, kCount = 150, kTokens = kBefore + kCount;
constexpr double kBound = 1e-5;
/// Tokens that left before the pass.
const std::vector<std::int32_t> kGone{3, 7};

bool isGone(std::int64_t token) {
    return std::find(kGone.begin(), kGone.end(), token) != kGone.end();
}

std::vector<float> numbers(std::size_t count, double phase) {
    std::vector<float> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        all[i] =
            static_cast<float>(std::sin(phase + 1.7 * static_cast<double>(i) + 0.001 * static_cast<double>(i * i)));
    }
    return all;
}

}  // namespace

class BlockAttentionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void seesWhatIsHeld_data();
    void seesWhatIsHeld();
    void stopsBetweenHeads();

 private:
    /// Makes a store whose tokens are those of the pass and the ones before it that stayed.
    void fill(std::int64_t window);
    /// Returns the weights of query t of the pass, by token.
    [[nodiscard]] std::vector<double> weights(std::int32_t head, std::int64_t t, std::int64_t window) const;
    [[nodiscard]] static const float* row(const std::vector<float>& of, std::int64_t token, std::int32_t kvHead) {
        return of.data() + (token * kKvHeads + kvHead) * kHeadDim;
    }

    ThreadPool m_pool{2};
    std::optional<AttentionStore> m_store;
    AttentionPass m_pass;
    std::vector<float> m_q, m_keys, m_values, m_out;
};

void BlockAttentionTest::fill(std::int64_t window) {
    const auto width = static_cast<std::size_t>(kKvHeads * kHeadDim);
    m_keys = numbers(kTokens * width, 0.3);
    m_values = numbers(kTokens * width, 2.1);
    m_q = numbers(static_cast<std::size_t>(kCount * kQueryHeads * kHeadDim), 4.5);
    m_out.assign(m_q.size(), -1.0F);
    AttentionStore::Settings settings;
    settings.shape.layers = 1;
    settings.shape.queryHeads = kQueryHeads;
    settings.shape.kvHeads = settings.shape.storedHeads = kKvHeads;
    settings.shape.headDim = kHeadDim;
    settings.rules.windows.assign(window > 0 ? 1 : 0, window);
    m_store.emplace(settings, KeyPhases(nullptr, false, false, settings.shape), m_pool);
    // Slots are not in the order of tokens.
    for (std::int32_t token = kBefore - 1; token >= 0; --token) {
        if (!isGone(token)) {
            QVERIFY(m_store->insert(0, 0, token, row(m_keys, token, 0), row(m_values, token, 0)));
        }
    }
    m_pass = {};
    m_pass.first = m_pass.firstPhase = kBefore;
    m_pass.count = kCount;
    m_pass.prefill = true;
    QVERIFY(m_store->reserve(0, kCount));
    m_store->append(0, m_pass, row(m_keys, kBefore, 0), row(m_values, kBefore, 0));
}

std::vector<double> BlockAttentionTest::weights(std::int32_t head, std::int64_t t, std::int64_t window) const {
    std::vector<double> all(kTokens, 0.0);
    const float* q = m_q.data() + (t * kQueryHeads + head) * kHeadDim;
    double sum = 0;
    for (std::int64_t token = 0; token <= kBefore + t; ++token) {
        if (isGone(token) || (window > 0 && token <= kBefore + t - window)) {
            continue;
        }
        const float* key = row(m_keys, token, head * kKvHeads / kQueryHeads);
        const double dot = std::inner_product(q, q + kHeadDim, key, 0.0);
        all[static_cast<std::size_t>(token)] = std::exp(dot / std::sqrt(static_cast<double>(kHeadDim)));
        sum += all[static_cast<std::size_t>(token)];
    }
    for (double& weight : all) {
        weight /= sum;
    }
    return all;
}

void BlockAttentionTest::seesWhatIsHeld_data() {
    QTest::addColumn<int>("window");
    QTest::addRow("all") << 0;
    QTest::addRow("window") << 30;
}

void BlockAttentionTest::seesWhatIsHeld() {
    QFETCH(int, window);
    constexpr std::int64_t kLast = 70;  // rows of two blocks
    fill(window);
    BlockAttention::Buffers buffers;
    BlockAttention blocks(*m_store, m_pass, 0, buffers);
    const std::int64_t held = kTokens - static_cast<std::int64_t>(kGone.size());
    QCOMPARE(blocks.most(), held);
    QCOMPARE(blocks.slots(), held);
    QVERIFY(blocks.blockRows() < kLast);
    std::vector<double> sums(static_cast<std::size_t>(kQueryHeads * held), 0.0);
    std::vector<float> lastRows(static_cast<std::size_t>(kQueryHeads * kLast * held), 0.0F);
    blocks.keep({sums.data(), lastRows.data(), kLast});
    const std::vector<float> given = m_q;
    float* q = blocks.begin(m_q.data(), false);
    QVERIFY(q != m_q.data());
    std::vector<float> bySlot(static_cast<std::size_t>(kQueryHeads * blocks.blockRows() * held), 0.0F);
    for (std::int64_t first = 0; first < kCount; first += blocks.blockRows()) {
        const std::int64_t rows = std::min(blocks.blockRows(), kCount - first);
        blocks.attend(first, rows, q, m_out.data(), {});
        blocks.copyBySlot(bySlot.data(), blocks.blockRows());
        for (std::int32_t head = 0; head < kQueryHeads; ++head) {
            const std::vector<double> expected = weights(head, first, window);
            const std::vector<std::int32_t>& tokens = blocks.tokens()[0];
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                const double weight = expected[static_cast<std::size_t>(tokens[i])];
                const auto slot = static_cast<std::size_t>(blocks.order(head)[i]);
                const float* shown = bySlot.data() + head * blocks.blockRows() * held;
                QVERIFY(std::abs(static_cast<double>(shown[slot]) - weight) < kBound);
                const auto column = static_cast<std::int64_t>(i);
                QVERIFY(column >= held - kCount + first + rows ||
                        std::abs(static_cast<double>(blocks.probs()[head * rows * blocks.stride() + column]) - weight) <
                            kBound);
            }
        }
    }
    QVERIFY(m_q == given);
    for (std::int32_t head = 0; head < kQueryHeads; ++head) {
        std::vector<double> sum(kTokens, 0.0);
        for (std::int64_t t = 0; t < kCount; ++t) {
            const std::vector<double> expected = weights(head, t, window);
            std::vector<double> out(kHeadDim, 0.0);
            for (std::int64_t token = 0; token < kTokens; ++token) {
                const double weight = expected[static_cast<std::size_t>(token)];
                sum[static_cast<std::size_t>(token)] += weight;
                const float* value = row(m_values, token, head * kKvHeads / kQueryHeads);
                for (std::size_t d = 0; d < out.size(); ++d) {
                    out[d] += weight * static_cast<double>(value[d]);
                }
            }
            for (std::size_t d = 0; d < out.size(); ++d) {
                const float found = m_out[static_cast<std::size_t>((t * kQueryHeads + head) * kHeadDim) + d];
                QVERIFY(std::abs(static_cast<double>(found) - out[d]) < kBound);
            }
            if (t >= kCount - kLast) {
                const float* kept = lastRows.data() + (head * kLast + t - (kCount - kLast)) * held;
                for (std::size_t i = 0; i < blocks.order(head).size(); ++i) {
                    const auto token = static_cast<std::size_t>(blocks.tokens()[0][i]);
                    const float found = kept[blocks.order(head)[i]];
                    QVERIFY(std::abs(static_cast<double>(found) - expected[token]) < kBound);
                }
            }
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(held); ++i) {
            const double found = sums[static_cast<std::size_t>(head * held) + i];
            QVERIFY(std::abs(found - sum[static_cast<std::size_t>(blocks.tokens()[0][i])]) < kBound * kCount);
        }
    }
}

void BlockAttentionTest::stopsBetweenHeads() {
    fill(0);
    BlockAttention::Buffers buffers;
    BlockAttention blocks(*m_store, m_pass, 0, buffers);
    float* q = blocks.begin(m_q.data(), true);
    QVERIFY(q == m_q.data());
    std::stop_source source;
    source.request_stop();
    blocks.attend(0, blocks.blockRows(), q, m_out.data(), source.get_token());
    QVERIFY(std::all_of(m_out.begin(), m_out.end(), [](float x) { return x == -1.0F; }));
}

QTEST_GUILESS_MAIN(BlockAttentionTest)
#include "block_attention_test.moc"
