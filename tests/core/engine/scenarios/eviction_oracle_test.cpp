// SPDX-License-Identifier: Apache-2.0
/// Evicting a set is the same as hiding it from the oracle: the mask follows from the recorded evictions alone.
#include <QtTest>

#include "tests/support/driven_lane.h"
#include "tests/support/reference_model.h"
#include "tests/support/tiny_folder.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr double kBound = 3e-6;
constexpr std::int64_t kPrompt = 96;
constexpr std::size_t kTokens = 220;

}  // namespace

class EvictionOracleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void evictedIsMasked_data();
    void evictedIsMasked();

 private:
    TinyFolder m_tiny{peakedModel()};
    ReferenceModel m_oracle{m_tiny.path()}, m_demoOracle{embeddedModel()};
    EngineParts m_engine{1};
};

void EvictionOracleTest::evictedIsMasked_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<bool>("rotated");
    QTest::addColumn<bool>("demo");
    const std::pair<const char*, std::vector<int>> policies[] = {
        {"streaming:sinks=4,recent=28", {0, 1, 16}},
        {"streaming:sinks=2,recent=20,bridge=4,prune-interval=8,slack=3,max-drop=5", {0, 16}},
        {"h2o:heavy=16,recent=16", {0, 16}},
        {"h2o:heavy=16,recent=16,granularity=query-head", {0, 16}},
        {"tova:capacity=32", {0, 16}},
        {"snapkv:capacity=40,window=8", {0}},
        {"snapkv:capacity=40,window=8,granularity=query-head", {0}},
        {"recency+uniform:budget.capacity=24,sinks=2,recent=4,schedule=every:5", {0}}};
    for (const auto& [policy, chunks] : policies) {
        for (const int chunk : chunks) {
            for (const char* positions : {"original", "cache-rank", "cache-rank, keys rotated"}) {
                for (const bool demo : {true, false}) {
                    QTest::addRow("%s, chunk %d, %s, %s", policy, chunk, positions, demo ? "embedded" : "tiny")
                        << policy << chunk << QByteArray(positions).startsWith("cache")
                        << QByteArray(positions).endsWith("rotated") << demo;
                }
            }
        }
    }
}

void EvictionOracleTest::evictedIsMasked() {
    QFETCH(QString, policy);
    QFETCH(int, chunk);
    QFETCH(bool, cacheRank);
    QFETCH(bool, rotated);
    QFETCH(bool, demo);
    const auto path = demo ? embeddedModel() : m_tiny.path();
    auto ids = embeddedIds("story", kTokens);
    for (std::int32_t& id : ids) {
        id = demo ? id : id % 1000;
    }
    LaneOptions options;
    options.policy = policy.toStdString();
    options.chunk = chunk;
    options.cacheRank = cacheRank;
    options.rotatedRanks = rotated;
    const auto lane = m_engine.lane(path, options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    std::vector<std::vector<float>> found{{lane->logits().begin(), lane->logits().end()}};
    for (std::size_t t = kPrompt; t < kTokens; ++t) {
        lane->decode(ids[t]);
        found.emplace_back(lane->logits().begin(), lane->logits().end());
    }
    const auto dropped = lane->dropped();
    std::int64_t evicted = 0;
    for (const auto& layer : dropped) {
        for (const auto& head : layer) {
            evicted += std::count_if(head.begin(), head.end(), [](std::int32_t step) { return step >= 0; });
        }
    }
    QVERIFY(evicted > 100);

    ReferenceOptions mask;
    mask.cacheRank = cacheRank;
    mask.linearAngles = rotated;
    mask.visible = [&](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t token) {
        const std::int32_t step =
            dropped[static_cast<std::size_t>(layer)][static_cast<std::size_t>(head)][static_cast<std::size_t>(token)];
        return step < 0 || query <= step;
    };
    const auto expected = (demo ? m_demoOracle : m_oracle).logits(ids, mask);
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        worst = std::max(worst, relativeL2(found[i], expected[kPrompt - 1 + i]));
    }
    QVERIFY2(worst <= kBound, qPrintable(QString::number(worst)));
}

QTEST_GUILESS_MAIN(EvictionOracleTest)
#include "eviction_oracle_test.moc"
