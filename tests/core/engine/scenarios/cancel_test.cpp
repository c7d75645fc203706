// SPDX-License-Identifier: Apache-2.0
/// A request to stop ends a prefill inside of a layer: how far it went, and what a policy was shown of it.
#include <ATen/ATen.h>

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stop_token>
#include <thread>

#include "core/engine/attention/cached_attention.h"
#include "core/model/families/decoder/decoder.h"
#include "tests/support/embedded.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kQueryHeads = 4, kKvHeads = 2, kHeadDim = 8, kTokens = 300;
constexpr std::int64_t kBlock = 64;  ///< queries at once, where they are few

/// Counts what a policy and a listener were told; asks for the stop at the block that is due.
struct Seen {
    std::int64_t policyRows = 0, listenerRows = 0;
    int layers = 0, ends = 0, steps = 0;
};

class RowsPolicy final : public sdk::Policy {
 public:
    RowsPolicy(Seen& seen, std::function<void()> stop) : m_seen(seen), m_stop(std::move(stop)) {}
    [[nodiscard]] sdk::Needs needs() const override {
        sdk::Needs needs;
        needs.rowBlocks = true;
        return needs;
    }
    void observeRows(const sdk::Observation& view, std::int64_t firstRow) override {
        m_seen.policyRows = firstRow + view.rows.size(2);
        m_stop();
    }
    sdk::Edits prefillLayer(const sdk::Observation&) override {
        ++m_seen.layers;
        return {};
    }
    sdk::Edits prefillEnd() override {
        ++m_seen.ends;
        return {};
    }
    sdk::Edits step(const sdk::Observation&) override {
        ++m_seen.steps;
        return {};
    }
    [[nodiscard]] std::unique_ptr<sdk::Policy> clone() const override { return std::make_unique<RowsPolicy>(*this); }

 private:
    Seen& m_seen;
    std::function<void()> m_stop;
};

class RowsListener final : public PrefillRows {
 public:
    RowsListener(Seen& seen, std::function<void()> stop) : m_seen(seen), m_stop(std::move(stop)) {}
    void prefillRows(std::int32_t, std::int64_t firstToken, std::int64_t rows, const float*, std::int64_t,
                     std::span<const std::vector<std::int32_t>>) override {
        m_seen.listenerRows = firstToken + rows;
        m_stop();
    }

 private:
    Seen& m_seen;
    std::function<void()> m_stop;
};

/// Attention that answers nothing, of a layer that is stopped when it was asked `until` times.
class StoppingSink final : public AttentionSink {
 public:
    explicit StoppingSink(int until) : m_until(until) {}
    Result<void> attend(std::int32_t, float*, float*, const float*, float*) override {
        attended = true;
        return {};
    }
    [[nodiscard]] bool stopped() const noexcept override { return asked++ >= m_until; }
    mutable int asked = 0;
    bool attended = false;

 private:
    int m_until;
};

}  // namespace

class CancelTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void endsAtTheNextBlockOfQueries_data();
    void endsAtTheNextBlockOfQueries();
    void decodeStepsAreWhole();
    void endsAtTheNextBlockOfTokens_data();
    void endsAtTheNextBlockOfTokens();

 private:
    /// One layer of a pass over `tokens` from `first` on; values all 1, so that what is attended is 1, else still NaN.
    Result<void> attend(CachedAttention& attention, std::int32_t layer, std::int64_t tokens) {
        const auto size = static_cast<std::size_t>(tokens * kHeadDim);
        std::vector<float> q(size * kQueryHeads, 0.5F), k(size * kKvHeads, 0.25F);
        const std::vector<float> v(size * kKvHeads, 1.0F);
        m_out.assign(q.size(), std::numeric_limits<float>::quiet_NaN());
        return attention.attend(layer, q.data(), k.data(), v.data(), m_out.data());
    }
    [[nodiscard]] std::int64_t rowsAttended() const {
        const auto unset = std::find_if(m_out.begin(), m_out.end(), [](float value) { return std::isnan(value); });
        return (unset - m_out.begin()) / (kQueryHeads * kHeadDim);
    }
    std::unique_ptr<CachedAttention> make(std::unique_ptr<sdk::Policy> policy, ThreadPool& pool) {
        AttentionOptions options;
        options.shape = {2, kQueryHeads, kKvHeads, kHeadDim};
        options.promptTokens = kTokens;
        auto made = CachedAttention::make(options, GuardedPolicy(std::move(policy), "rows"), nullptr, pool);
        return made ? std::move(*made) : nullptr;
    }
    std::vector<float> m_out;
};

void CancelTest::endsAtTheNextBlockOfQueries_data() {
    QTest::addColumn<bool>("byPolicy");
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 3}) {
        QTest::addRow("by the policy, %d threads", threads) << true << threads;
        QTest::addRow("by another thread, %d threads", threads) << false << threads;
    }
}

void CancelTest::endsAtTheNextBlockOfQueries() {
    QFETCH(bool, byPolicy);
    QFETCH(int, threads);
    ThreadPool pool(threads);
    std::stop_source source;
    Seen seen;
    std::int64_t left = -1;  ///< blocks until the request; negative: none
    const auto countDown = [&] {
        if (left-- == 0) {
            std::thread([&] { source.request_stop(); }).join();
        }
    };
    const auto nothing = [] {};
    RowsListener listener(seen, byPolicy ? std::function<void()>(nothing) : countDown);
    const auto attention =
        make(std::make_unique<RowsPolicy>(seen, byPolicy ? std::function<void()>(countDown) : nothing), pool);
    QVERIFY(attention && attention->begin());
    attention->stopOn(source.get_token());
    attention->listenToPrefill(&listener);
    QVERIFY(attention->beginPass(0, kTokens, true, true));
    QVERIFY(attend(*attention, 0, kTokens));
    QCOMPARE(rowsAttended(), kTokens);
    QCOMPARE(seen.policyRows, kTokens);
    QCOMPARE(seen.layers, 1);
    left = 1;
    const auto done = attend(*attention, 1, kTokens);
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
    QCOMPARE(rowsAttended(), 2 * kBlock);
    QCOMPARE(seen.listenerRows, 2 * kBlock);
    QCOMPARE(seen.policyRows, 2 * kBlock);
    QCOMPARE(seen.layers, 1);
    QCOMPARE(seen.ends, 0);
}

void CancelTest::decodeStepsAreWhole() {
    ThreadPool pool(2);
    std::stop_source source;
    Seen seen;
    const auto attention = make(std::make_unique<RowsPolicy>(seen, [] {}), pool);
    QVERIFY(attention && attention->begin());
    attention->stopOn(source.get_token());
    QVERIFY(attention->beginPass(0, kTokens, true, true));
    QVERIFY(attend(*attention, 0, kTokens) && attend(*attention, 1, kTokens) && attention->endPass());
    QVERIFY(attention->beginPass(kTokens, 1, false, false));
    source.request_stop();
    QVERIFY(!attention->stopped());
    QVERIFY(attend(*attention, 0, 1) && attend(*attention, 1, 1) && attention->endPass() && attention->decide());
    QCOMPARE(seen.steps, 1);
}

void CancelTest::endsAtTheNextBlockOfTokens_data() {
    QTest::addColumn<int>("until");
    QTest::addColumn<bool>("attended");
    QTest::addColumn<int>("rows");  ///< of the MLP
    // 1200 tokens are three blocks of each projection and of the MLP.
    const int rows[] = {0, 512, 1024};
    for (int until = 0; until < 9; ++until) {
        QTest::addRow("block %d", until) << until << (until >= 3) << (until < 6 ? 0 : rows[until - 6]);
    }
    QTest::addRow("never") << 9 << true << 1200;
}

void CancelTest::endsAtTheNextBlockOfTokens() {
    QFETCH(int, until);
    QFETCH(bool, attended);
    QFETCH(int, rows);
    const auto files = ModelFiles::open(embeddedModel());
    QVERIFY(files);
    const auto decoder = loadDecoder(*files, {});
    QVERIFY(decoder);
    const auto ids = embeddedIds("story", 1200);
    const auto hidden = static_cast<std::size_t>((*decoder)->config().hidden);
    std::vector<float> x(ids.size() * hidden);
    (*decoder)->embed(ids, x.data());
    const std::vector<float> before = x;
    ThreadPool pool(2);
    DecoderScratch scratch;
    StoppingSink sink(until);
    const auto done = (*decoder)->layer(0, x.data(), static_cast<std::int64_t>(ids.size()), sink, scratch, pool);
    QCOMPARE(done.has_value(), until == 9);
    if (!done) {
        QCOMPARE(done.error().code, Code::Cancelled);
    }
    QCOMPARE(sink.asked, std::min(until + 1, 9));
    QCOMPARE(sink.attended, attended);
    // Nothing attended is nothing projected: what changes is the MLP's.
    const auto changed = std::mismatch(x.rbegin(), x.rend(), before.rbegin()).first;
    QCOMPARE(static_cast<std::size_t>(x.rend() - changed), static_cast<std::size_t>(rows) * hidden);
}

QTEST_GUILESS_MAIN(CancelTest)
#include "cancel_test.moc"
