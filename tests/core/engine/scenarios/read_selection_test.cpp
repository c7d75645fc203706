// SPDX-License-Identifier: Apache-2.0
/// Reading a part of the cache is hiding the rest from the oracle, for that step only; what it costs is what was read.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "tests/support/driven_lane.h"
#include "tests/support/reference_model.h"
#include "tests/support/tiny_folder.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr double kBound = 3e-6;
constexpr std::int64_t kPrompt = 90;
constexpr std::size_t kTokens = 150;

using Reads = std::vector<std::vector<std::vector<std::int32_t>>>;  ///< [layer][query head], ascending tokens

Reads readsOf(const DrivenLane& lane) {
    const TraceShape& shape = lane.trace().shape();
    Reads reads(static_cast<std::size_t>(shape.layers));
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
            reads[static_cast<std::size_t>(layer)].push_back(lane.tokensRead(layer, head));
        }
    }
    return reads;
}

std::vector<float> logitsOf(const DrivenLane& lane) {
    return {lane.logits().begin(), lane.logits().end()};
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

class ReadSelectionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void unreadIsMasked_data();
    void unreadIsMasked();
    void bytesAreThoseOfWhatIsRead_data();
    void bytesAreThoseOfWhatIsRead();
    void unreadTokensWeighNothingAndStay();
    void forksGoOnAlike();
    void boundsAreOfKeysAsStored_data();
    void boundsAreOfKeysAsStored();

 private:
    TinyFolder m_tiny{peakedModel()};
    EngineParts m_engine{1};
};

void ReadSelectionTest::unreadIsMasked_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<bool>("demo");
    for (const char* policy : {"quest:budget=32,skip-layers=0", "quest:budget=20,page=5,skip-layers=1",
                               "quest:budget=48,rule=kernel", "quest:budget=30,page=3,rule=kernel,skip-layers=0"}) {
        for (const bool cacheRank : {false, true}) {
            for (const int chunk : {0, 16}) {
                for (const bool demo : {true, false}) {
                    QTest::addRow("%s, %s, chunk %d, %s", policy, cacheRank ? "cache-rank" : "original", chunk,
                                  demo ? "embedded" : "tiny")
                        << policy << cacheRank << chunk << demo;
                }
            }
        }
    }
}

void ReadSelectionTest::unreadIsMasked() {
    QFETCH(QString, policy);
    QFETCH(bool, cacheRank);
    QFETCH(int, chunk);
    QFETCH(bool, demo);
    const auto path = demo ? embeddedModel() : m_tiny.path();
    auto ids = embeddedIds("story", kTokens);
    for (std::int32_t& id : ids) {
        id = demo ? id : id % 1000;
    }
    LaneOptions options;
    options.policy = policy.toStdString();
    options.cacheRank = cacheRank;
    options.chunk = chunk;
    const auto lane = m_engine.lane(path, options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    std::vector<std::vector<float>> found{logitsOf(*lane)};
    std::vector<Reads> reads;
    std::size_t unread = 0;
    for (std::size_t t = kPrompt; t < kTokens; ++t) {
        lane->decode(ids[t]);
        found.push_back(logitsOf(*lane));
        reads.push_back(readsOf(*lane));
        for (const auto& layer : reads.back()) {
            for (const auto& head : layer) {
                unread += t + 1 - head.size();
            }
        }
    }
    QVERIFY(unread > 1000);
    QCOMPARE(lane->trace().evictions(), std::int64_t{0});

    // Nothing is evicted, so ranks in the cache are token indices: the oracle is the same for both.
    ReferenceOptions mask;
    mask.visible = [&](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t token) {
        if (query < kPrompt) {
            return true;
        }
        const auto& read = reads[static_cast<std::size_t>(query - kPrompt)][static_cast<std::size_t>(layer)]
                                [static_cast<std::size_t>(head)];
        return std::binary_search(read.begin(), read.end(), static_cast<std::int32_t>(token));
    };
    const auto expected = ReferenceModel(path).logits(ids, mask);
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        worst = std::max(worst, relativeL2(found[i], expected[kPrompt - 1 + i]));
    }
    QVERIFY2(worst <= kBound, qPrintable(QString::number(worst)));
}

void ReadSelectionTest::bytesAreThoseOfWhatIsRead_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<int>("page");
    QTest::addColumn<int>("skipped");
    QTest::newRow("f32") << "quest:budget=48"
                         << "f32" << 16 << 2;
    QTest::newRow("bf16") << "quest:budget=48,skip-layers=0"
                          << "bf16" << 16 << 0;
    QTest::newRow("pages across tiles") << "quest:budget=48,page=10,skip-layers=1"
                                        << "f32" << 10 << 1;
}

void ReadSelectionTest::bytesAreThoseOfWhatIsRead() {
    QFETCH(QString, policy);
    QFETCH(QString, dtype);
    QFETCH(int, page);
    QFETCH(int, skipped);
    const auto ids = embeddedIds("story", kTokens);
    LaneOptions options;
    options.policy = policy.toStdString();
    options.kvDtype = dtype.toStdString();
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    QCOMPARE(lane->trace().step(kPrompt - 1).bytesRead, std::int64_t{-1});
    const TraceShape& shape = lane->trace().shape();
    const std::int32_t group = shape.queryHeads / shape.kvHeads;
    for (std::size_t t = kPrompt; t < kTokens; ++t) {
        lane->decode(ids[t]);
        const Reads reads = readsOf(*lane);
        std::int64_t expected = 0;
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t kv = 0; kv < shape.kvHeads; ++kv) {
                std::set<std::int32_t> any;
                for (std::int32_t h = kv * group; h < (kv + 1) * group; ++h) {
                    const auto& read = reads[static_cast<std::size_t>(layer)][static_cast<std::size_t>(h)];
                    any.insert(read.begin(), read.end());
                }
                expected += static_cast<std::int64_t>(any.size()) * lane->bytes().perTokenRow;
                const std::int64_t pages = (static_cast<std::int64_t>(t) + page) / page;
                expected += layer < skipped ? 0 : 2 * pages * shape.headDim * 4;
            }
        }
        const StepRecord& step = lane->trace().step(static_cast<std::int64_t>(t));
        QCOMPARE(step.bytesRead, expected);
        QVERIFY(step.bytesRead < step.bytesLive);
    }
}

void ReadSelectionTest::unreadTokensWeighNothingAndStay() {
    const auto ids = embeddedIds("story", 120);
    LaneOptions options;
    options.policy = "quest:budget=32,skip-layers=1";
    options.capture = Capture::Maps;
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    for (std::size_t t = kPrompt; t < ids.size(); ++t) {
        lane->decode(ids[t]);
        const auto step = static_cast<std::int64_t>(t);
        const TraceShape& shape = lane->trace().shape();
        QCOMPARE(lane->trace().step(step).evictedNow, std::int64_t{0});
        QCOMPARE(lane->trace().layer(step, 2).held, static_cast<float>(t + 1));
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            const auto rows = lane->trace().rows(step, layer);
            QVERIFY(rows.has_value());
            for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
                const AttentionRows::Head& row = rows->heads[static_cast<std::size_t>(head)];
                QCOMPARE(row.tokens.size(), t + 1);
                const auto read = lane->tokensRead(layer, head);
                double sum = 0;
                for (std::size_t i = 0; i < row.tokens.size(); ++i) {
                    const bool chosen = std::binary_search(read.begin(), read.end(), row.tokens[i]);
                    QVERIFY(chosen || row.probs[i] == 0);
                    sum += static_cast<double>(row.probs[i]);
                }
                QVERIFY(std::abs(sum - 1) < 1e-5);
            }
        }
    }
}

void ReadSelectionTest::forksGoOnAlike() {
    const auto ids = embeddedIds("story", kTokens);
    LaneOptions options;
    options.policy = "quest:budget=32,skip-layers=0";
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    for (std::size_t t = kPrompt; t < 110; ++t) {
        lane->decode(ids[t]);
    }
    const auto fork = lane->fork();
    // The two part ways, so that shared bounds would show.
    const auto other = lane->fork();
    for (std::size_t t = 110; t < kTokens; ++t) {
        other->decode(ids[kTokens - 1 - t]);
        lane->decode(ids[t]);
        fork->decode(ids[t]);
        QVERIFY(sameBits(logitsOf(*fork), logitsOf(*lane)));
        QVERIFY(readsOf(*fork) == readsOf(*lane));
    }
    QVERIFY(!sameBits(logitsOf(*other), logitsOf(*lane)));
}

void ReadSelectionTest::boundsAreOfKeysAsStored_data() {
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<bool>("cacheRank");
    for (const char* dtype : {"f32", "bf16", "f16"}) {
        for (const bool cacheRank : {false, true}) {
            QTest::addRow("%s, %s", dtype, cacheRank ? "cache-rank" : "original") << dtype << cacheRank;
        }
    }
}

/// With pages of one token the bound is the logit itself: each head then reads the tokens that weigh most in the full
/// row, up to the rounding of two sums of the same products.
void ReadSelectionTest::boundsAreOfKeysAsStored() {
    QFETCH(QString, dtype);
    QFETCH(bool, cacheRank);
    const auto ids = embeddedIds("story", 100);
    LaneOptions options;
    options.kvDtype = dtype.toStdString();
    options.cacheRank = cacheRank;
    options.capture = Capture::Maps;
    const auto full = m_engine.lane(embeddedModel(), options, kPrompt);
    options.policy = "quest:page=1,budget=10,skip-layers=0";
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    full->prefill(std::span(ids).first(kPrompt));
    lane->prefill(std::span(ids).first(kPrompt));
    full->decode(ids[kPrompt]);
    lane->decode(ids[kPrompt]);
    // Only layer 0 has the same queries in both.
    const auto rows = full->trace().rows(kPrompt, 0);
    for (std::int32_t head = 0; head < full->trace().shape().queryHeads; ++head) {
        const auto& probs = rows->heads[static_cast<std::size_t>(head)].probs;
        std::vector<float> sorted(probs.begin(), probs.end());
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        const auto read = lane->tokensRead(0, head);
        QCOMPARE(read.size(), std::size_t{10});
        for (const std::int32_t token : read) {
            QVERIFY(probs[static_cast<std::size_t>(token)] >= sorted[9] * (1 - 1e-5F));
        }
    }
}

QTEST_GUILESS_MAIN(ReadSelectionTest)
#include "read_selection_test.moc"
