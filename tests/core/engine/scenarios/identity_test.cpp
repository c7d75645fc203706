// SPDX-License-Identifier: Apache-2.0
/// A policy with room for the whole text is the full cache, bit for bit; the schedule of prefill does not matter.
#include <QTemporaryDir>
#include <QtTest>
#include <bit>
#include <cstring>
#include <map>

#include "tests/support/driven_lane.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 70;
constexpr std::size_t kTokens = 160;

struct Outcome {
    std::vector<std::vector<float>> logits;  ///< after the prompt, then after every token
    std::vector<double> nll, entropy;        ///< per token
};

}  // namespace

class IdentityTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void roomyPolicyIsFull_data();
    void roomyPolicyIsFull();
    void documentNllOfBothSchedules_data();
    void documentNllOfBothSchedules();

 private:
    Outcome run(const LaneOptions& options, const std::vector<std::int32_t>& ids, std::int64_t prompt) {
        const auto lane = m_engine.lane(embeddedModel(), options, prompt);
        lane->prefill(std::span(ids).first(static_cast<std::size_t>(prompt)));
        Outcome outcome;
        outcome.logits.emplace_back(lane->logits().begin(), lane->logits().end());
        for (auto t = static_cast<std::size_t>(prompt); t < ids.size(); ++t) {
            lane->decode(ids[t]);
            outcome.logits.emplace_back(lane->logits().begin(), lane->logits().end());
        }
        for (std::int64_t step = 0; step < lane->trace().steps(); ++step) {
            outcome.nll.push_back(lane->trace().step(step).nll);
            outcome.entropy.push_back(lane->trace().step(step).entropyNext);
        }
        if (lane->trace().evictions() > 0) {
            throw std::runtime_error("something was evicted");
        }
        return outcome;
    }
    /// Returns the outcome of the full cache, which many policies are compared with.
    const Outcome& full(const LaneOptions& options) {
        Outcome& known = m_full[{options.cacheRank, options.chunk}];
        return known.logits.empty() ? known = run(options, embeddedIds("story", kTokens), kPrompt) : known;
    }
    EngineParts m_engine{1};
    std::map<std::pair<bool, std::int64_t>, Outcome> m_full;
};

void IdentityTest::roomyPolicyIsFull_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<int>("chunk");
    // Text of a policy, and whether it accepts streaming prefill.
    std::vector<std::pair<std::string, bool>> policies{{"h2o:heavy=4096,granularity=query-head", true},
                                                       {"snapkv:capacity=4096,granularity=query-head", false},
                                                       {"recency+uniform:capacity=4096", false},
                                                       {"h2o-mass+uniform:capacity=4096,schedule=every-step", true},
                                                       {"tova+uniform:capacity=4096,schedule=every:3", true},
                                                       {"quest:budget=4096,skip-layers=0", true},
                                                       {"quest:budget=4096,page=7,rule=kernel,skip-layers=1", true}};
    // Every installed policy, with each of its budgets above the length of the text.
    static const std::map<std::string, std::string> kRoomy{{"capacity", "4096"}, {"recent", "4096"}, {"heavy", "4096"},
                                                           {"budget", "4096"},   {"removed", "0"},   {"cascades", "1"}};
    for (const InstalledPolicy& policy : m_engine.policies()) {
        std::string text = policy.id;
        bool scheduled = false;
        for (const std::string& name : policy.parameters) {
            scheduled = scheduled || name == "schedule";
            if (const auto value = kRoomy.find(name); value != kRoomy.end()) {
                text += (text == policy.id ? ":" : ",") + name + "=" + value->second;
            }
        }
        policies.emplace_back(text, policy.streamingPrefill && !scheduled);
        if (scheduled) {
            policies.emplace_back(text + ",schedule=every-step", policy.streamingPrefill);
        }
    }
    QVERIFY(policies.size() >= 10);
    for (const auto& [policy, streaming] : policies) {
        for (const bool cacheRank : {false, true}) {
            for (const int chunk : {0, 32}) {
                if (chunk == 0 || streaming) {
                    QTest::addRow("%s, %s, chunk %d", policy.c_str(), cacheRank ? "cache-rank" : "original", chunk)
                        << QString::fromStdString(policy) << cacheRank << chunk;
                }
            }
        }
    }
}

void IdentityTest::roomyPolicyIsFull() {
    QFETCH(QString, policy);
    QFETCH(bool, cacheRank);
    QFETCH(int, chunk);
    const auto ids = embeddedIds("story", kTokens);
    LaneOptions options;
    options.cacheRank = cacheRank;
    options.chunk = chunk;
    const Outcome& full = this->full(options);
    options.policy = policy.toStdString();
    const Outcome found = run(options, ids, kPrompt);
    QCOMPARE(found.logits.size(), full.logits.size());
    for (std::size_t i = 0; i < full.logits.size(); ++i) {
        QCOMPARE(found.logits[i].size(), full.logits[i].size());
        QVERIFY2(std::memcmp(found.logits[i].data(), full.logits[i].data(), full.logits[i].size() * sizeof(float)) == 0,
                 qPrintable(QString("logits %1 tokens after the prompt").arg(i)));
    }
    for (std::size_t t = 0; t < kTokens; ++t) {
        QCOMPARE(std::bit_cast<std::uint64_t>(found.nll[t]), std::bit_cast<std::uint64_t>(full.nll[t]));
        QCOMPARE(std::bit_cast<std::uint64_t>(found.entropy[t]), std::bit_cast<std::uint64_t>(full.entropy[t]));
    }
}

void IdentityTest::documentNllOfBothSchedules_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<int>("chunk");
    for (const char* document : {"story", "needle", "ledger", "prose"}) {
        QTest::addRow("%s, streaming:7", document) << document << 7;
        QTest::addRow("%s, streaming:64", document) << document << 64;
    }
}

void IdentityTest::documentNllOfBothSchedules() {
    QFETCH(QString, document);
    QFETCH(int, chunk);
    const auto ids = embeddedIds(document.toStdString(), 400);
    LaneOptions options;
    const Outcome whole = run(options, ids, 300);
    options.chunk = chunk;
    const Outcome chunks = run(options, ids, 300);
    double sums[2] = {0, 0};
    for (std::size_t t = 1; t < ids.size(); ++t) {
        QVERIFY(std::abs(whole.nll[t] - chunks.nll[t]) <= 1e-5 * std::max(1.0, whole.nll[t]));
        sums[0] += whole.nll[t];
        sums[1] += chunks.nll[t];
    }
    const auto count = static_cast<double>(ids.size() - 1);
    QVERIFY2(std::abs(sums[0] - sums[1]) / count <= 1e-6, qPrintable(QString::number((sums[0] - sums[1]) / count)));
}

QTEST_GUILESS_MAIN(IdentityTest)
#include "identity_test.moc"
