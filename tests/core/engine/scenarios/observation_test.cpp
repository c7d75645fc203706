// SPDX-License-Identifier: Apache-2.0
/// A policy is shown the keys, values and queries that went in, by slot or by token, rotated or not.
#include <ATen/ATen.h>

#include <QtTest>
#include <cmath>
#include <numeric>

#include "core/engine/attention/cached_attention.h"
#include "core/policy/kit/random.h"

using namespace kvw;

namespace {

constexpr std::int64_t kLayers = 2, kQueryHeads = 4, kKvHeads = 2, kHeadDim = 6, kRotaryDim = 4;
const std::vector<float> kFrequencies{1.0F, 0.125F};

enum Kind : std::uint64_t { Query, Key, Value };

float input(Kind kind, std::int64_t layer, std::int64_t head, std::int64_t token, std::int64_t channel) {
    const auto u = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    return static_cast<float>(sdk::hash(7, {kind, u(layer), u(head), u(token), u(channel)}) >> 40U) * 0x1p-23F - 1.0F;
}

/// Half-split planes (0, 2) and (1, 3); channels 4 and 5 do not turn.
std::vector<double> rotated(std::int64_t layer, std::int64_t head, std::int64_t token, std::int64_t phase) {
    std::vector<double> key(kHeadDim);
    for (std::int64_t c = 0; c < kHeadDim; ++c) {
        key[static_cast<std::size_t>(c)] = static_cast<double>(input(Key, layer, head, token, c));
    }
    for (std::size_t m = 0; m < kFrequencies.size(); ++m) {
        const double angle = static_cast<double>(phase) * static_cast<double>(kFrequencies[m]);
        const double a = key[m];
        const double b = key[m + 2];
        key[m] = a * std::cos(angle) - b * std::sin(angle);
        key[m + 2] = b * std::cos(angle) + a * std::sin(angle);
    }
    return key;
}

/// Copies what it sees; the oldest token of every unit goes at the end of each pass but the first.
class Probe final : public sdk::Policy {
 public:
    Probe(sdk::Needs needs, std::vector<sdk::Observation>& seen) : m_needs(needs), m_seen(seen) {}
    [[nodiscard]] sdk::Needs needs() const override { return m_needs; }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    sdk::Edits prefillLayer(const sdk::Observation& layer) override { return see(layer); }
    sdk::Edits step(const sdk::Observation& all) override { return see(all); }
    [[nodiscard]] std::unique_ptr<sdk::Policy> clone() const override { return std::make_unique<Probe>(*this); }

 private:
    sdk::Edits see(const sdk::Observation& view) {
        sdk::Observation copy = view;
        for (at::Tensor* tensor :
             {&copy.tokens, &copy.keys, &copy.rawKeys, &copy.values, &copy.queryMean, &copy.queryCovariance}) {
            *tensor = tensor->defined() ? tensor->clone() : at::Tensor();
        }
        m_seen.push_back(copy);
        if (view.seen == view.passTokens) {
            return {};
        }
        sdk::Edit edit;
        edit.firstLayer = view.firstLayer;
        const at::Tensor age = view.tokens.masked_fill(view.tokens.lt(0), 1000);
        edit.evict = age.argmin(-1, true);
        return {edit};
    }
    sdk::Needs m_needs;
    std::vector<sdk::Observation>& m_seen;
};

struct Setting {
    sdk::Granularity granularity = sdk::Granularity::KvHead;
    bool cacheRank = false;
    std::int64_t chunk = 0;
    bool atDecode = true;
};

constexpr std::int64_t kPrompt = 9, kSteps = 4;

/// A run of the policy, with its calls recorded.
std::unique_ptr<CachedAttention> drive(const Setting& setting, std::unique_ptr<sdk::Policy> policy, ThreadPool& pool) {
    AttentionOptions options;
    options.shape = {kLayers, kQueryHeads, kKvHeads, kHeadDim};
    options.cacheRank = setting.cacheRank;
    options.layerMajor = setting.chunk == 0;
    options.promptTokens = kPrompt;
    auto attention = CachedAttention::make(options, GuardedPolicy(std::move(policy), "probe"),
                                           std::make_shared<RopeTables>(kFrequencies, true), pool);
    const auto require = [](bool good) {
        if (!good) {
            throw std::runtime_error("the engine refused the probe");
        }
    };
    require(attention.has_value());
    (*attention)->policy().recordCalls(true, {});
    require((*attention)->begin().has_value());
    const auto pack = [](Kind kind, std::int64_t layer, std::int64_t heads, std::int64_t first, std::int64_t count) {
        std::vector<float> all;
        for (std::int64_t t = first; t < first + count; ++t) {
            for (std::int64_t h = 0; h < heads; ++h) {
                for (std::int64_t c = 0; c < kHeadDim; ++c) {
                    all.push_back(input(kind, layer, h, t, c));
                }
            }
        }
        return all;
    };
    std::int64_t count = 0;
    for (std::int64_t first = 0; first < kPrompt + kSteps; first += count) {
        const bool prefill = first < kPrompt;
        count = !prefill ? 1 : std::min(setting.chunk == 0 ? kPrompt : setting.chunk, kPrompt - first);
        require((*attention)->beginPass(first, count, prefill, prefill && first + count == kPrompt).has_value());
        for (std::int64_t layer = 0; layer < kLayers; ++layer) {
            auto q = pack(Query, layer, kQueryHeads, first, count);
            auto k = pack(Key, layer, kKvHeads, first, count);
            const auto v = pack(Value, layer, kKvHeads, first, count);
            std::vector<float> out(q.size());
            require((*attention)
                        ->attend(static_cast<std::int32_t>(layer), q.data(), k.data(), v.data(), out.data())
                        .has_value());
        }
        require((*attention)->endPass().has_value());
        require(prefill || (*attention)->decide().has_value());
    }
    return std::move(*attention);
}

std::vector<sdk::Observation> observe(const Setting& setting) {
    sdk::Needs needs;
    needs.granularity = setting.granularity;
    needs.keys = needs.rawKeys = needs.values = true;
    needs.tensorsAtDecode = setting.atDecode;
    needs.queryMomentsFrom = 2;
    std::vector<sdk::Observation> seen;
    ThreadPool pool(2);
    drive(setting, std::make_unique<Probe>(needs, seen), pool);
    return seen;
}

/// Takes the oldest token by its score; another edit is of no layer, with scores of no shape.
class Vague final : public sdk::Policy {
 public:
    [[nodiscard]] sdk::Needs needs() const override { return {}; }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    sdk::Edits step(const sdk::Observation& all) override {
        const at::Tensor age = all.tokens.masked_fill(all.tokens.lt(0), 1000);
        sdk::Edit nothing, oldest;
        nothing.evict = at::zeros({0, all.units(), 0}, at::kLong);
        nothing.scores = at::zeros({3});
        oldest.evict = age.argmin(-1, true);
        oldest.scores = age.to(at::kFloat);
        return {nothing, oldest};
    }
    [[nodiscard]] std::unique_ptr<sdk::Policy> clone() const override { return std::make_unique<Vague>(*this); }
};

double at4(const at::Tensor& tensor, std::int64_t l, std::int64_t h, std::int64_t i, std::int64_t c) {
    return static_cast<double>(tensor[l][h][i][c].item<float>());
}

void settings() {
    QTest::addColumn<int>("granularity");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<int>("chunk");
    const std::pair<const char*, sdk::Granularity> units[] = {{"layer", sdk::Granularity::Layer},
                                                              {"kv-head", sdk::Granularity::KvHead},
                                                              {"query-head", sdk::Granularity::QueryHead}};
    for (const auto& [name, granularity] : units) {
        for (const bool cacheRank : {false, true}) {
            for (const int chunk : {0, 4}) {
                QTest::addRow("%s, %s, chunk %d", name, cacheRank ? "cache-rank" : "original", chunk)
                    << static_cast<int>(granularity) << cacheRank << chunk;
            }
        }
    }
}

Setting fetch() {
    QFETCH(int, granularity);
    QFETCH(bool, cacheRank);
    QFETCH(int, chunk);
    return {static_cast<sdk::Granularity>(granularity), cacheRank, chunk, true};
}

}  // namespace

class ObservationTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void keysAndValuesLieInTheirSlots_data() { settings(); }
    void keysAndValuesLieInTheirSlots();
    void rawKeysAreThoseOfThePass_data() { settings(); }
    void rawKeysAreThoseOfThePass();
    void momentsAreOfTheUnrotatedQueries();
    void momentsOfNoTokensAreUndefined();
    void tensorsAtDecodeOnlyWhereAsked();
    void scoresOfAnEditThatIsOfNoLayerAreNotRead();
};

void ObservationTest::scoresOfAnEditThatIsOfNoLayerAreNotRead() {
    ThreadPool pool(2);
    const auto attention = drive({}, std::make_unique<Vague>(), pool);
    const auto scored = attention->policy().scores().take();
    QCOMPARE(scored.size(), static_cast<std::size_t>(kLayers));
    // The tokens that stay and the one that went, of the last step.
    QCOMPARE(scored[0].tokens[0].size(), static_cast<std::size_t>(kPrompt + 1));
}

void ObservationTest::keysAndValuesLieInTheirSlots() {
    const Setting setting = fetch();
    for (const sdk::Observation& view : observe(setting)) {
        const std::int64_t stored = setting.granularity == sdk::Granularity::QueryHead ? kQueryHeads : kKvHeads;
        QCOMPARE(view.keys.size(1), stored);
        for (std::int64_t l = 0; l < view.layers; ++l) {
            for (std::int64_t h = 0; h < stored; ++h) {
                const at::Tensor table = view.tokens[l][h * view.units() / stored];
                for (std::int64_t s = 0; s < view.slotCount(); ++s) {
                    const auto token = table[s].item<std::int64_t>();
                    const auto rank = table.ge(0).logical_and(table.lt(token)).sum().item<std::int64_t>();
                    const std::int64_t head = h * kKvHeads / stored;
                    const auto key = rotated(view.firstLayer + l, head, token, setting.cacheRank ? rank : token);
                    for (std::int64_t c = 0; c < kHeadDim; ++c) {
                        const double expected = token < 0 ? 0 : key[static_cast<std::size_t>(c)];
                        QVERIFY(std::abs(at4(view.keys, l, h, s, c) - expected) < 2e-6);
                        const double value =
                            token < 0 ? 0 : static_cast<double>(input(Value, view.firstLayer + l, head, token, c));
                        QCOMPARE(at4(view.values, l, h, s, c), value);
                    }
                }
            }
        }
    }
}

void ObservationTest::rawKeysAreThoseOfThePass() {
    const Setting setting = fetch();
    const auto seen = observe(setting);
    QVERIFY(seen.size() > 5);
    for (const sdk::Observation& view : seen) {
        const std::int64_t stored = setting.granularity == sdk::Granularity::QueryHead ? kQueryHeads : kKvHeads;
        QCOMPARE(view.rawKeys.sizes().vec(),
                 (std::vector<std::int64_t>{view.layers, stored, view.passTokens, kHeadDim}));
        for (std::int64_t l = 0; l < view.layers; ++l) {
            for (std::int64_t h = 0; h < stored; ++h) {
                for (std::int64_t t = 0; t < view.passTokens; ++t) {
                    for (std::int64_t c = 0; c < kHeadDim; ++c) {
                        QCOMPARE(at4(view.rawKeys, l, h, t, c),
                                 static_cast<double>(input(Key, view.firstLayer + l, h * kKvHeads / stored,
                                                           view.seen - view.passTokens + t, c)));
                    }
                }
            }
        }
    }
}

void ObservationTest::momentsAreOfTheUnrotatedQueries() {
    const auto seen = observe({});
    for (std::int64_t layer = 0; layer < kLayers; ++layer) {
        const sdk::Observation& view = seen[static_cast<std::size_t>(layer)];
        QCOMPARE(view.firstLayer, layer);
        for (std::int64_t h = 0; h < kQueryHeads; ++h) {
            constexpr auto kCount = static_cast<double>(kPrompt - 2);
            const auto mean = [&](auto&& of) {
                double sum = 0;
                for (std::int64_t t = 2; t < kPrompt; ++t) {
                    sum += of(t);
                }
                return sum / kCount;
            };
            const auto q = [&](std::int64_t t, std::int64_t c) {
                return static_cast<double>(input(Query, layer, h, t, c));
            };
            for (std::int64_t c = 0; c < kHeadDim; ++c) {
                const double first = mean([&](std::int64_t t) { return q(t, c); });
                QVERIFY(std::abs(view.queryMean[0][h][c].item<double>() - first) < 1e-12);
                for (std::int64_t e = 0; e < kHeadDim; ++e) {
                    const double second = mean([&](std::int64_t t) { return q(t, e); });
                    const double expected =
                        mean([&](std::int64_t t) { return (q(t, c) - first) * (q(t, e) - second); });
                    QVERIFY(std::abs(view.queryCovariance[0][h][c][e].item<double>() - expected) < 1e-12);
                }
            }
        }
    }
}

void ObservationTest::momentsOfNoTokensAreUndefined() {
    // Chunks of 2: the first has no token from index 2 on.
    const auto seen = observe({sdk::Granularity::KvHead, false, 2, true});
    QVERIFY(!seen.front().queryMean.defined());
    QVERIFY(!seen.front().queryCovariance.defined());
    QVERIFY(seen[kLayers].queryMean.defined());
}

void ObservationTest::tensorsAtDecodeOnlyWhereAsked() {
    for (const sdk::Observation& view : observe({sdk::Granularity::KvHead, false, 0, false})) {
        QCOMPARE(view.keys.defined(), view.prefill);
        QCOMPARE(view.rawKeys.defined(), view.prefill);
        QCOMPARE(view.values.defined(), view.prefill);
    }
}

QTEST_GUILESS_MAIN(ObservationTest)
#include "observation_test.moc"
