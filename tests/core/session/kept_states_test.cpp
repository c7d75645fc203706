// SPDX-License-Identifier: Apache-2.0
/// A run takes two things over from one before it: the prompt that was read, and a state to fork from. Both give the
/// run that is made from its start, bit by bit.
#include <QtTest>

#include "core/base/process/proc_bytes.h"
#include "core/session/kept_states.h"
#include "core/session/session.h"
#include "core/session/spec/run_changes.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 60, kTokens = 120, kFork = 97, kEvery = 8, kBytes = 64LL << 20U;

RunSpec of(const std::vector<std::string>& policies) {
    RunSpec spec;
    spec.ids = embeddedIds("story", kTokens);
    spec.promptTokens = kPrompt;
    spec.policies = policies;
    spec.capture = Capture::Maps;
    spec.threads = 1;
    return spec;
}

/// Lanes, problems and notes; empty: the same.
QString difference(const Recording& a, const Recording& b) {
    if (a.lanes() != b.lanes()) {
        return QStringLiteral("lanes");
    }
    for (std::int32_t lane = 0; lane < a.lanes(); ++lane) {
        if (const std::string found = firstDifference(a.trace(lane), b.trace(lane)); !found.empty()) {
            return QStringLiteral("lane %1: %2").arg(lane).arg(QString::fromStdString(found));
        }
        if (a.notes(lane) != b.notes(lane)) {
            return QStringLiteral("notes of lane %1").arg(lane);
        }
    }
    const auto told = [](const Recording& of) {
        QStringList list;
        for (const Recording::Problem& problem : of.problems()) {
            list += QStringLiteral("%1 %2 %3 %4")
                        .arg(problem.lane)
                        .arg(problem.step)
                        .arg(problem.count)
                        .arg(QString::fromStdString(problem.sentence()));
        }
        return list.join(QLatin1Char('\n'));
    };
    return told(a) == told(b) ? QString() : QStringLiteral("problems:\n%1\nnot\n%2").arg(told(a), told(b));
}

/// A state of so many bytes.
class FakeState final : public RunSnapshot {
 public:
    FakeState(std::int64_t position, std::int64_t bytes) : m_position(position), m_bytes(bytes) {}
    std::int64_t position() const noexcept override { return m_position; }
    std::int64_t bytes() const noexcept override { return m_bytes; }

 private:
    std::int64_t m_position, m_bytes;
};

class FakeRun final : public Run {
 public:
    explicit FakeRun(std::int64_t bytes) : m_bytes(bytes) {}
    std::shared_ptr<Recording> recording() const override { return m_recording; }
    Result<void> prefill(const ProgressSink&) override { return {}; }
    Result<void> step() override {
        ++m_position;
        return {};
    }
    bool finished() const override { return false; }
    std::int64_t position() const override { return m_position; }
    std::int64_t total() const override { return 1 << 20; }
    Result<void> setParameter(std::int32_t, const std::string&, const std::string&) override { return {}; }
    Result<std::shared_ptr<RunSnapshot>> snapshot() override {
        return std::make_shared<FakeState>(m_position, m_bytes);
    }
    void cancel() noexcept override {}
    void close(RunState, const Phrase&) override {}

 private:
    std::int64_t m_bytes, m_position = 0;
    std::shared_ptr<Recording> m_recording = std::make_shared<Recording>(RunDescription());
};

}  // namespace

class KeptStatesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void promptIsNotReadAgain_data();
    void promptIsNotReadAgain();
    void promptOfAnotherKindIsRead();
    void forkGoesOn_data();
    void forkGoesOn();
    void turnedParametersAreNotForeseen();
    void generatedTextsGoOn();
    void generatedTextsAreReadOn();
    void whatLeftIsMadeAgain();
    void aLaneOfTheSameShapeIsFound();
    void otherRunsAreRefused();
    void memoryIsBounded();
    void theBoundIsAShareOfTheFreeMemory();
    void aSessionTakesThemOver();

 private:
    /// Run to its end with states kept.
    std::unique_ptr<Run> visited(const RunSpec& spec, KeptStates& states) {
        auto run = m_runs.prefilled(spec);
        states.visit(*run);
        while (!run->finished() && run->step()) {
            states.visit(*run);
        }
        return run;
    }

    EngineRuns m_runs;
};

void KeptStatesTest::promptIsNotReadAgain_data() {
    QTest::addColumn<QStringList>("policies");
    QTest::addColumn<int>("capture");
    const auto add = [](const char* name, const QStringList& policies, Capture capture = Capture::Maps) {
        QTest::newRow(name) << policies << static_cast<int>(capture);
    };
    add("snapkv", {"snapkv:capacity=40"});
    add("nothing captured", {"snapkv:capacity=40,window=8"}, Capture::None);
    add("column sums", {"h2o:heavy=16,recent=16"}, Capture::None);
    add("lanes", {"full", "cake:capacity=40", "h2o:heavy=16,recent=16", "streaming:recent=28"});
    add("lanes, nothing captured", {"full", "cake:capacity=40,window=8", "adap-kv"}, Capture::None);
    add("codes", {"snapkv:capacity=40@kivi:bits=4,group=8,residual=16"});
    add("afresh", {"window-recompute:window=40"}, Capture::Stats);
    add("readers", {"quest:budget=32,page=8"}, Capture::Rows);
    add("changes", {"full", "streaming:recent=28/recent=16@80/h2o:heavy=8,recent=8@100"});
}

void KeptStatesTest::promptIsNotReadAgain() {
    QFETCH(QStringList, policies);
    QFETCH(int, capture);
    RunSpec first = of({"full"});
    first.observationBytes = kBytes;
    const auto read = m_runs.prefilled(first)->observedPrompt();
    QVERIFY(read);
    RunSpec next = of({});
    next.capture = static_cast<Capture>(capture);
    for (const QString& policy : policies) {
        next.policies.push_back(policy.toStdString());
    }
    const auto run = m_runs.start(next);
    QVERIFY(run->takePrompt(**read));
    QVERIFY(run->prefill({}));
    EngineRuns::finish(*run);
    QCOMPARE(difference(*run->recording(), *m_runs.finish(next)), QString());
    // It stays for the next question.
    const auto again = run->observedPrompt();
    QVERIFY(again);
    QCOMPARE((*again)->select("snapkv:capacity=32,window=8")->kept,
             (*read)->select("snapkv:capacity=32,window=8")->kept);
}

void KeptStatesTest::promptOfAnotherKindIsRead() {
    RunSpec first = of({"full"});
    first.observationBytes = kBytes;
    const auto read = m_runs.prefilled(first)->observedPrompt();
    QVERIFY(read);
    RunSpec longer = of({"full"}), ranks = longer, chunks = longer, bf16 = longer, rounded = longer;
    longer.promptTokens = kPrompt + 1;
    ranks.positions = Positions::CacheRank;
    chunks.streamingPrefill = true;
    bf16.kvDtype = "bf16";
    rounded.dtype = "bf16";
    for (const RunSpec& other : {longer, ranks, chunks, bf16, rounded}) {
        QVERIFY(!m_runs.start(other)->takePrompt(**read));
    }
}

void KeptStatesTest::forkGoesOn_data() {
    QTest::addColumn<QStringList>("parent");
    QTest::addColumn<QString>("change");
    const auto add = [](const char* name, const QStringList& parent, const QString& change) {
        QTest::newRow(name) << parent << change;
    };
    add("parameter", {"full", "streaming:sinks=4,recent=28"}, "recent=16");
    add("h2o to streaming", {"h2o:heavy=16,recent=16"}, "streaming:recent=12");
    add("tova to everything", {"full", "tova:capacity=32"}, "full");
    add("cake", {"cake:capacity=40,window=8"}, "full");
    add("cascade", {"full", "cascade:window=16,cascades=2"}, "full");
    add("codes", {"full", "streaming:recent=40@kivi:bits=4,group=8,residual=16"}, "recent=20");
    add("pages", {"quest:budget=32,page=8"}, "budget=16");
    add("afresh", {"window-recompute:window=40"}, "window=30");
    add("every step", {"snapkv+uniform:capacity=40,recent=8,schedule=every-step"}, "h2o:heavy=8,recent=8");
    add("by hand", {"full", "streaming:recent=28"}, "evict=80-82");
    add("pinned", {"full", "streaming:recent=28"}, "pin=80-82");
    add("random", {"random:capacity=40,schedule=every-step"}, "full");
}

void KeptStatesTest::forkGoesOn() {
    QFETCH(QStringList, parent);
    QFETCH(QString, change);
    std::vector<std::string> policies;
    for (const QString& policy : parent) {
        policies.push_back(policy.toStdString());
    }
    KeptStates states(kBytes, kEvery);
    const auto from = visited(of(policies), states);
    const auto lane = static_cast<std::int32_t>(policies.size()) - 1;
    const auto changed = parseChange(change.toStdString(), kFork);
    QVERIFY(changed);
    RunSpec like;
    like.ids = of(policies).ids;
    like.threads = 1;
    auto spec = forkSpec(*from->recording(), lane, kFork, {*changed}, like);
    QVERIFY2(spec, spec ? "" : spec.error().sentence().c_str());
    // The run it comes from goes on beside it, as where it had not ended.
    spec->policies.insert(spec->policies.end() - 1, policies.back());
    const auto fork = m_runs.start(*spec);
    const auto at = states.goOn(*fork, *from->recording(), kFork);
    QVERIFY2(at, at ? "" : at.error().sentence().c_str());
    QCOMPARE(*at, kPrompt + (kFork - kPrompt) / kEvery * kEvery);
    QVERIFY(fork->prefill({}));
    QCOMPARE(fork->position(), kFork);
    EngineRuns::finish(*fork);
    QCOMPARE(difference(*fork->recording(), *m_runs.finish(*spec)), QString());
    // One that ends earlier, as choices in the predict game do.
    spec->steps = kFork + 3 - kPrompt;
    const auto shorter = m_runs.start(*spec);
    const auto there = states.goOn(*shorter, *from->recording(), kFork);
    QVERIFY2(there, there ? "" : there.error().sentence().c_str());
    QCOMPARE(*there, *at);
    QVERIFY(shorter->prefill({}));
    EngineRuns::finish(*shorter);
    QCOMPARE(shorter->position(), std::int64_t{kFork + 3});
    QCOMPARE(difference(*shorter->recording(), *m_runs.finish(*spec)), QString());
}

void KeptStatesTest::turnedParametersAreNotForeseen() {
    KeptStates states(kBytes, kEvery);
    auto run = m_runs.prefilled(of({"full", "streaming:sinks=4,recent=28"}));
    while (!run->finished()) {
        states.visit(*run);
        if (run->position() == 90) {
            QVERIFY(run->setParameter(1, "recent", "20"));
        }
        QVERIFY(run->step());
    }
    RunSpec like;
    like.ids = of({}).ids;
    for (const std::int64_t at : {std::int64_t{88}, std::int64_t{110}}) {
        const auto spec = forkSpec(*run->recording(), 1, at, {*parseChange("recent=12", at)}, like);
        QVERIFY(spec);
        const auto fork = m_runs.start(*spec);
        const auto from = states.goOn(*fork, *run->recording(), at);
        QVERIFY2(from, from ? "" : from.error().sentence().c_str());
        QCOMPARE(*from, kPrompt + (at - kPrompt) / kEvery * kEvery);
        QVERIFY(fork->prefill({}));
        EngineRuns::finish(*fork);
        QCOMPARE(difference(*fork->recording(), *m_runs.finish(*spec)), QString());
    }
}

void KeptStatesTest::generatedTextsGoOn() {
    RunSpec spec = of({"streaming:sinks=4,recent=28"});
    spec.mode = Mode::Generate;
    spec.promptTokens = kTokens;
    spec.steps = 40;
    spec.sampling.temperature = 0.8;
    spec.seed = 5;
    KeptStates states(kBytes, kEvery);
    const auto run = visited(spec, states);
    RunSpec like;
    like.ids = spec.ids;
    const auto forked = forkSpec(*run->recording(), 0, kTokens + 20, {*parseChange("recent=8", kTokens + 20)}, like);
    QVERIFY2(forked, forked ? "" : forked.error().sentence().c_str());
    const auto fork = m_runs.start(*forked);
    QVERIFY(states.goOn(*fork, *run->recording(), kTokens + 20));
    QVERIFY(fork->prefill({}));
    EngineRuns::finish(*fork);
    QCOMPARE(difference(*fork->recording(), *m_runs.finish(*forked)), QString());
}

void KeptStatesTest::generatedTextsAreReadOn() {
    RunSpec spec = of({"streaming:sinks=4,recent=28"});
    spec.mode = Mode::Generate;
    spec.promptTokens = kTokens;
    spec.steps = 40;
    spec.sampling.temperature = 0.8;
    spec.seed = 5;
    KeptStates states(kBytes, kEvery);
    const auto run = visited(spec, states);
    constexpr std::int64_t kAt = kTokens + 20;
    RunSpec like;
    like.ids = spec.ids;
    like.threads = 1;
    const auto changed = parseChange("evict=0-3", kAt);
    auto forked = forkSpec(*run->recording(), 0, kAt, {*changed}, like, ForkText::Parents);
    QVERIFY2(forked, forked ? "" : forked.error().sentence().c_str());
    // As the window asks for it: what it was forked from reads the text beside it.
    forked->policies.insert(forked->policies.begin(), "streaming:sinks=4,recent=28");
    const auto fork = m_runs.start(*forked);
    const auto from = states.goOn(*fork, *run->recording(), kAt);
    QVERIFY2(from, from ? "" : from.error().sentence().c_str());
    QCOMPARE(*from, kTokens + 20 / kEvery * kEvery);
    QVERIFY(fork->prefill({}));
    EngineRuns::finish(*fork);
    QCOMPARE(fork->recording()->trace(1).steps(), run->recording()->trace(0).steps());
    QCOMPARE(difference(*fork->recording(), *m_runs.finish(*forked)), QString());
    // A state of another text is good as far as both are the same; one that ends later is made from its start.
    RunSpec other = *forked;
    (*other.ids)[kTokens + 1] = ((*other.ids)[kTokens + 1] + 1) % 100;
    const auto another = m_runs.start(other);
    const auto part = states.goOn(*another, *run->recording(), kAt);
    QVERIFY2(part, part ? "" : part.error().sentence().c_str());
    QCOMPARE(*part, kTokens);
    QVERIFY(another->prefill({}));
    EngineRuns::finish(*another);
    QCOMPARE(difference(*another->recording(), *m_runs.finish(other)), QString());
    other = *forked;
    other.ids->push_back(other.ids->back());
    const auto longer = m_runs.start(other);
    const auto gone = states.goOn(*longer, *run->recording(), kAt);
    QVERIFY(!gone && gone.error().sentence().find("another token") != std::string::npos);
}

void KeptStatesTest::whatLeftIsMadeAgain() {
    KeptStates states(kBytes, kEvery);
    const auto run = visited(of({"full", "streaming:sinks=4,recent=28"}), states);
    RunSpec like;
    like.ids = of({}).ids;
    // Token 10 went with the prompt; token 60 is held until 88, so the state at 84 can still put it aside.
    const auto restored = [&](const std::string& tokens, std::unique_ptr<Run>& fork) {
        const auto spec = forkSpec(*run->recording(), 1, kFork, {*parseChange("restore=" + tokens, kFork)}, like);
        fork = spec ? m_runs.start(*spec) : nullptr;
        const auto at = states.goOn(*fork, *run->recording(), kFork);
        if (fork->prefill({})) {
            EngineRuns::finish(*fork);
        }
        return std::pair(at, difference(*fork->recording(), *m_runs.finish(*spec)));
    };
    std::unique_ptr<Run> fork;
    const auto [none, same] = restored("10", fork);
    QVERIFY(!none);
    QVERIFY2(none.error().sentence().find("were evicted before") != std::string::npos, none.error().sentence().c_str());
    QCOMPARE(same, QString());
    const auto [some, alike] = restored("62", fork);
    QVERIFY(some);
    QVERIFY(*some < 92);
    QCOMPARE(alike, QString());
}

/// Two lanes that went the same way so far, one of them with a set of tokens per head for what comes.
void KeptStatesTest::aLaneOfTheSameShapeIsFound() {
    KeptStates states(kBytes, kEvery);
    const std::string common = "streaming:sinks=4,recent=28";
    const auto from = visited(of({common, common + "/h2o:heavy=8,recent=8@" + std::to_string(kFork)}), states);
    const std::int64_t later = kFork + 2;
    const RunSpec spec = of({common + "/h2o:heavy=12,recent=8@" + std::to_string(later)});
    const auto fork = m_runs.start(spec);
    const auto at = states.goOn(*fork, *from->recording(), later);
    QVERIFY2(at, at ? "" : at.error().sentence().c_str());
    QCOMPARE(*at, kFork);
    QVERIFY(fork->prefill({}));
    EngineRuns::finish(*fork);
    QCOMPARE(difference(*fork->recording(), *m_runs.finish(spec)), QString());
}
void KeptStatesTest::otherRunsAreRefused() {
    KeptStates states(kBytes, kEvery);
    const auto run = visited(of({"streaming:sinks=4,recent=28"}), states);
    const auto refusal = [&](const RunSpec& spec) {
        const auto fork = m_runs.start(spec);
        const auto gone = states.goOn(*fork, *run->recording(), kFork);
        return gone ? QString() : QString::fromStdString(gone.error().sentence());
    };
    QVERIFY(!refusal(of({"streaming:sinks=4,recent=20"})).isEmpty());
    RunSpec other = of({"streaming:sinks=4,recent=28"});
    other.kvDtype = "bf16";
    QVERIFY(!refusal(other).isEmpty());
    other = of({"streaming:sinks=4,recent=28"});
    other.dtype = "bf16";
    QVERIFY(!refusal(other).isEmpty());
    other = of({"streaming:sinks=4,recent=28"});
    other.capture = Capture::Stats;
    QVERIFY(!refusal(other).isEmpty());
    // One with a set of tokens per head.
    RunSpec like;
    like.ids = of({}).ids;
    const auto heads = forkSpec(*run->recording(), 0, kFork, {*parseChange("h2o:heavy=8,recent=8", kFork)}, like);
    QVERIFY(heads);
    QVERIFY2(refusal(*heads).contains("sets of tokens per layer"), qPrintable(refusal(*heads)));
    // A lane that would be measured against the full cache, which the run was not.
    QVERIFY(!refusal(of({"full", "streaming:sinks=4,recent=28"})).isEmpty());
    const auto unknown = m_runs.start(of({"streaming:sinks=4,recent=28"}));
    QVERIFY(!states.goOn(*unknown, *unknown->recording(), kFork));
}

void KeptStatesTest::memoryIsBounded() {
    constexpr std::int64_t kState = 1 << 20, kMost = 16 * kState;
    KeptStates states(kMost, 4);
    FakeRun first(kState), second(kState), large(kMost);
    for (FakeRun* run : {&first, &second}) {
        while (run->position() < 1000) {
            states.visit(*run);
            QVERIFY(states.bytes() <= kMost);
            QVERIFY(run->step());
        }
    }
    const auto kept = states.positions(*second.recording());
    QVERIFY(kept.size() >= 7);
    QCOMPARE(kept.front(), std::int64_t{0});
    QVERIFY(kept.back() > 800);
    QVERIFY(states.positions(*first.recording()).size() <= 1);
    states.visit(large);
    QVERIFY(states.positions(*large.recording()).empty());
    const auto gone = states.goOn(first, *large.recording(), 10);
    QVERIFY(!gone);
    QVERIFY(gone.error().sentence().find("too much memory") != std::string::npos);
}

void KeptStatesTest::theBoundIsAShareOfTheFreeMemory() {
    const std::int64_t free = procBytes("/proc/meminfo", "MemAvailable");
    QVERIFY(free > std::int64_t{1} << 31U);
    KeptStates states;
    FakeRun small(free / 64), large(free / 8);  // a state may take a quarter of a quarter
    QVERIFY(states.visit(small));
    QCOMPARE(states.bytes(), free / 64);
    QVERIFY(!states.visit(large));
    QVERIFY(states.positions(*large.recording()).empty());
}

void KeptStatesTest::aSessionTakesThemOver() {
    Session session;
    const auto finish = [&](RunSpec spec, RunFrom from) {
        spec.observationBytes = kBytes;
        const std::uint64_t before = session.status().generation;
        session.start(std::move(spec), m_runs.catalog(), false, std::move(from));
        return QTest::qWaitFor(
            [&] { return session.status().generation > before && session.status().state == SessionState::Finished; },
            30'000);
    };
    // As the window asks for it: a quarter of the text is the prompt.
    RunSpec quarter = of({"full", "streaming:sinks=4,recent=28"});
    quarter.promptTokens = -1;
    QVERIFY(finish(quarter, {}));
    QVERIFY(!session.status().promptTaken);
    const auto parent = session.recording();
    RunSpec cake = of({"cake:capacity=20,window=8"});
    cake.promptTokens = kTokens / 4;
    QVERIFY(finish(cake, {true, nullptr, -1}));
    QVERIFY(session.status().promptTaken);
    QCOMPARE(session.status().continuedFrom, std::int64_t{-1});
    QCOMPARE(difference(*session.recording(), *m_runs.finish(cake)), QString());
    QVERIFY(finish(of({"full"}), {}));
    QVERIFY(!session.status().promptTaken);
    // A fork of a run before that one.
    RunSpec like;
    like.ids = of({}).ids;
    like.threads = 1;
    const auto spec = forkSpec(*parent, 1, kFork, {*parseChange("recent=12", kFork)}, like);
    QVERIFY(spec);
    QVERIFY(finish(*spec, {true, parent, kFork}));
    QCOMPARE(session.status().continuedFrom, std::int64_t{kTokens / 4 + 64});
    QVERIFY(session.status().replayed.empty());
    QCOMPARE(session.status().takenBy.lock(), session.recording());
    QCOMPARE(difference(*session.recording(), *m_runs.finish(*spec)), QString());
    const auto restored = forkSpec(*parent, 1, kFork, {*parseChange("restore=10", kFork)}, like);
    QVERIFY(restored);
    QVERIFY(finish(*restored, {true, parent, kFork}));
    QCOMPARE(session.status().continuedFrom, std::int64_t{kTokens / 4});
    QCOMPARE(difference(*session.recording(), *m_runs.finish(*restored)), QString());
}

QTEST_GUILESS_MAIN(KeptStatesTest)
#include "kept_states_test.moc"
