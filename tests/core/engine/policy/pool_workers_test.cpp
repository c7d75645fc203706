// SPDX-License-Identifier: Apache-2.0
/// The threads that the engine lends to a policy: in every call that shows it something, as many as the pool has.
#include <ATen/ATen.h>

#include <QtTest>
#include <algorithm>
#include <functional>
#include <stdexcept>

#include "core/engine/attention/cached_attention.h"

using namespace kvw;

namespace {

constexpr std::int64_t kQueryHeads = 2, kHeadDim = 4, kPrompt = 10;
constexpr std::size_t kItems = 100, kGrain = 7;

using Call = std::function<void(sdk::Workers*)>;

/// Makes `call` wherever it is shown something, and counts that.
class WorkingPolicy final : public sdk::Policy {
 public:
    WorkingPolicy(Call call, int& calls) : m_call(std::move(call)), m_calls(calls) {}
    [[nodiscard]] sdk::Needs needs() const override {
        sdk::Needs needs;
        needs.rowBlocks = true;
        needs.keys = true;
        needs.tensorsAtDecode = true;
        return needs;
    }
    void observeRows(const sdk::Observation& view, std::int64_t) override { show(view); }
    sdk::Edits prefillLayer(const sdk::Observation& view) override { return show(view); }
    sdk::Edits step(const sdk::Observation& view) override { return show(view); }
    [[nodiscard]] std::unique_ptr<sdk::Policy> clone() const override { return std::make_unique<WorkingPolicy>(*this); }

 private:
    sdk::Edits show(const sdk::Observation& view) {
        ++m_calls;
        m_call(view.workers);
        return {};
    }
    Call m_call;
    int& m_calls;
};

Result<void> pass(CachedAttention& attention, std::int64_t first, std::int64_t count, bool prefill) {
    const auto size = static_cast<std::size_t>(count * kQueryHeads * kHeadDim);
    std::vector<float> q(size, 1.0F), k(size, 1.0F), out(size);
    const std::vector<float> v(size, 1.0F);
    return attention.beginPass(first, count, prefill, prefill)
        .and_then([&] { return attention.attend(0, q.data(), k.data(), v.data(), out.data()); })
        .and_then([&] { return attention.endPass(); })
        .and_then([&] { return prefill ? Result<void>{} : attention.decide(); });
}

std::unique_ptr<CachedAttention> make(const Call& call, int& calls, ThreadPool& pool) {
    AttentionOptions options;
    options.shape = {1, kQueryHeads, kQueryHeads, kHeadDim};
    options.promptTokens = kPrompt;
    auto made = CachedAttention::make(options, GuardedPolicy(std::make_unique<WorkingPolicy>(call, calls), "working"),
                                      nullptr, pool);
    return made && (*made)->begin() ? std::move(*made) : nullptr;
}

}  // namespace

class PoolWorkersTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void shareEveryCall_data() { threadCounts(); }
    void shareEveryCall();
    void bodyThatThrowsEndsTheRun_data() { threadCounts(); }
    void bodyThatThrowsEndsTheRun();
    void bodyThatSharesAgainIsRefused_data() { threadCounts(); }
    void bodyThatSharesAgainIsRefused();
    void noneIsOneThread();

 private:
    static void threadCounts() {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 3}) {
            QTest::addRow("%d", threads) << threads;
        }
    }
};

void PoolWorkersTest::shareEveryCall() {
    QFETCH(int, threads);
    ThreadPool pool(threads);
    int calls = 0, good = 0;
    const Call work = [&](sdk::Workers* workers) {
        std::vector<int> times(kItems, 0);
        std::vector<int> begins(kItems, 0);
        const auto count = [&](std::size_t begin, std::size_t end) {
            begins[begin] = 1;
            for (std::size_t i = begin; i < end; ++i) {
                ++times[i];
            }
        };
        sdk::in_shares(workers, kItems, kGrain, count);
        bool whole = workers != nullptr && workers->threads() == threads;
        for (std::size_t i = 0; i < kItems; ++i) {
            whole = whole && times[i] == 1 && (begins[i] == 0 || i % kGrain == 0);
        }
        good += whole && std::count(begins.begin(), begins.end(), 1) >= threads ? 1 : 0;
    };
    const auto attention = make(work, calls, pool);
    QVERIFY(attention);
    QVERIFY(pass(*attention, 0, kPrompt, true));
    QVERIFY(pass(*attention, kPrompt, 1, false));
    const auto fork = attention->fork();
    QVERIFY(fork);
    QVERIFY(pass(**fork, kPrompt + 1, 1, false));
    // One block of rows, one layer, a step each.
    QCOMPARE(calls, 4);
    QCOMPARE(good, 4);
}

void PoolWorkersTest::bodyThatThrowsEndsTheRun() {
    QFETCH(int, threads);
    ThreadPool pool(threads);
    int calls = 0;
    bool other = false;
    const Call work = [&](sdk::Workers* workers) {
        const auto last = [](std::size_t, std::size_t end) {
            if (end == kItems) {
                throw std::runtime_error("the last item");
            }
        };
        try {
            workers->parallelFor(kItems, kGrain, last);
        } catch (const std::runtime_error&) {
            // Work that comes after it is shared as ever.
            workers->parallelFor(kItems, kItems, [&](std::size_t, std::size_t) { other = true; });
            throw;
        }
    };
    const auto attention = make(work, calls, pool);
    QVERIFY(attention);
    const auto done = pass(*attention, 0, kPrompt, true);
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Policy);
    QVERIFY(done.error().sentence().find("the last item") != std::string::npos);
    QCOMPARE(calls, 2);  // once on a copy, to see whether a tensor was missing
    QVERIFY(other);
}

void PoolWorkersTest::bodyThatSharesAgainIsRefused() {
    QFETCH(int, threads);
    ThreadPool pool(threads);
    int calls = 0;
    const Call work = [&](sdk::Workers* workers) {
        workers->parallelFor(kItems, kGrain, [&](std::size_t begin, std::size_t) {
            if (begin == 0) {
                workers->parallelFor(kItems, kGrain, [](std::size_t, std::size_t) {});
            }
        });
    };
    const auto attention = make(work, calls, pool);
    QVERIFY(attention);
    const auto done = pass(*attention, 0, kPrompt, true);
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Policy);
    QVERIFY(done.error().sentence().find("inside of a body") != std::string::npos);
}

void PoolWorkersTest::noneIsOneThread() {
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    const auto note = [&](std::size_t begin, std::size_t end) { ranges.emplace_back(begin, end); };
    sdk::in_shares(nullptr, kItems, kGrain, note);
    sdk::in_shares(nullptr, 0, kGrain, note);
    QCOMPARE(ranges, (std::vector<std::pair<std::size_t, std::size_t>>{{0, kItems}}));
}

QTEST_GUILESS_MAIN(PoolWorkersTest)
#include "pool_workers_test.moc"
