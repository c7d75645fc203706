// SPDX-License-Identifier: Apache-2.0
/// Changes in the middle of a run: what a fork shares with the run it came from, and that the command line and the
/// bundle make it again.
#include <fmt/format.h>

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/analysis/overlap.h"
#include "core/analysis/protection.h"
#include "core/bundle/bundle.h"
#include "core/library/side_by_side.h"
#include "core/publish/write_bundle.h"
#include "core/session/spec/run_changes.h"
#include "tests/core/engine/fork_runs.h"

using namespace kvw;
using namespace kvw::test;

class ForkTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void parameterAtAStepIsTheLiveChange();
    void prefixIsTheParents_data();
    void prefixIsTheParents();
    void aPinThatComesTooLateIsSaid();
    void laneOfAComparison();
    void laneOfRunsSideBySide();
    void generating();
    void onItsParentsTokens();
    void onItsParentsTokensBesideTheFullCache();
    void thePromptIsForkedToo();
    void aPromptInChunksIsForkedBetweenThem_data();
    void aPromptInChunksIsForkedBetweenThem();
    void whatIsProtectedIsToldOverTime();
    void forkOfAForkFromItsRecording();
    void bundleTellsItsParent();
    void sameCommandSameRun();
    void replayCanBeCancelled();

 private:
    EngineRuns m_runs;
};

void ForkTest::parameterAtAStepIsTheLiveChange() {
    const auto run = m_runs.prefilled(of({"streaming:sinks=4,recent=28"}));
    while (run->position() < kFork) {
        QVERIFY(run->step());
    }
    QVERIFY(run->setParameter(0, "recent", "12"));
    EngineRuns::finish(*run);
    const auto asked = m_runs.finish(of({"streaming:sinks=4,recent=28"}, {"recent=12@100"}));
    QCOMPARE(QString::fromStdString(firstDifference(run->recording()->trace(0), asked->trace(0))), QString());
    QCOMPARE(asked->trace(0).events(), std::int64_t{2});  // and what is protected since
    QCOMPARE(asked->trace(0).event(0).step, static_cast<std::int32_t>(kFork));
    const auto given = asked->description().lanes[0].given;
    QCOMPARE(given["fork"]["step"].get<std::int64_t>(), kFork);
    QCOMPARE(given["fork"]["changes"].get<std::string>(), std::string("recent=12"));
    QCOMPARE(given["fork"]["parent"].get<std::string>(), std::string("streaming:recent=28"));
}

void ForkTest::prefixIsTheParents_data() {
    QTest::addColumn<QString>("parent");
    QTest::addColumn<QString>("then");
    QTest::newRow("streaming, h2o") << "streaming:sinks=4,recent=28"
                                    << "h2o:heavy=12,recent=12";
    QTest::newRow("h2o, streaming") << "h2o:heavy=16,recent=16"
                                    << "streaming:sinks=4,recent=12";
    QTest::newRow("tova, knorm") << "tova:capacity=32"
                                 << "knorm:capacity=24,schedule=every-step";
    QTest::newRow("snapkv, keydiff") << "snapkv:capacity=32,window=8"
                                     << "keydiff:capacity=40,schedule=every-step";
    QTest::newRow("full, cascade") << "full"
                                   << "cascade:sinks=4,window=24,cascades=3";
    QTest::newRow("streaming, cascade") << "streaming:sinks=4,recent=60"
                                        << "cascade:sinks=4,window=24,cascades=3";
    QTest::newRow("composition") << "streaming:recent=28"
                                 << "h2o-mass+uniform:capacity=24,recent=8,schedule=every-step";
}

void ForkTest::prefixIsTheParents() {
    QFETCH(QString, parent);
    QFETCH(QString, then);
    const auto before = m_runs.finish(of({parent.toStdString()}));
    const auto fork = m_runs.finish(of({parent.toStdString()}, {then.toStdString() + "@100"}));
    const Trace &a = before->trace(0), &b = fork->trace(0);
    QCOMPARE(b.steps(), kTokens);
    QCOMPARE(firstOther(a, b, kFork), std::int64_t{-1});
    // The prediction of the fork's first own token is still the parent's.
    QCOMPARE(a.step(kFork).nll, b.step(kFork).nll);
    QVERIFY(firstOther(a, b, kTokens) >= kFork);
    QVERIFY(b.step(kFork).phase == Phase::Decode);
    QVERIFY(fork->state() == RunState::Finished);
    for (const auto& problem : fork->problems()) {
        QVERIFY2(!problem.isError(), problem.sentence().c_str());
    }
}

void ForkTest::aPinThatComesTooLateIsSaid() {
    const auto warned = [this](const char* pin, const char* start) {
        const auto problems = m_runs.finish(of({"streaming:sinks=4,recent=28"}, {pin}))->problems();
        return std::any_of(problems.begin(), problems.end(), [start](const Recording::Problem& each) {
            return !each.isError() && each.sentence().starts_with(start);
        });
    };
    QVERIFY(!warned("pin=2,98-99@100", "no layer or head holds "));
    QVERIFY(warned("pin=40-42@100",
                   "no layer or head holds the 3 tokens any more that were pinned at token 100: a pin keeps"));
    QVERIFY(warned("pin=2,40-42,99@100",
                   "no layer or head holds 3 of the 5 tokens any more that were pinned at token 100: a pin keeps"));
}

void ForkTest::laneOfAComparison() {
    const auto before = m_runs.finish(of({"full", "streaming:sinks=4,recent=28"}));
    const auto fork = m_runs.finish(of({"full", "streaming:sinks=4,recent=28"}, {"tova:capacity=16@100"}));
    QCOMPARE(QString::fromStdString(firstDifference(before->trace(0), fork->trace(0))), QString());
    const Trace &a = before->trace(1), &b = fork->trace(1);
    QCOMPARE(firstOther(a, b, kFork), std::int64_t{-1});
    QCOMPARE(b.step(kFork).nllFull, a.step(kFork).nllFull);
    QCOMPARE(b.step(kFork).kl, a.step(kFork).kl);
    // Before its first cut it holds what the parent did, and full's row is the same.
    for (std::int32_t layer = 0; layer < b.shape().layers; ++layer) {
        QVERIFY(a.layer(kFork, layer).retainedMass < 1);
        QVERIFY(std::abs(b.layer(kFork, layer).retainedMass - a.layer(kFork, layer).retainedMass) < 1e-5F);
    }
    QVERIFY(std::isfinite(b.step(kTokens - 1).kl));
    QCOMPARE(b.layer(kTokens - 1, 0).held, 16.0F);
}

void ForkTest::laneOfRunsSideBySide() {
    const std::vector<std::string> policies{"streaming:sinks=4,recent=28"};
    RunSpec ranks = of(policies);
    ranks.positions = Positions::CacheRank;
    const auto one = m_runs.finish(of(policies)), other = m_runs.finish(ranks);
    const auto joined = sideBySide({one, other});
    QVERIFY2(joined, joined ? "" : joined.error().sentence().c_str());
    QCOMPARE((*joined)->lanes(), 2);
    const auto fork = forkSpec(**joined, 1, kFork, {*parseChange("recent=12", kFork)}, of({}));
    QVERIFY2(fork, fork ? "" : fork.error().sentence().c_str());
    QVERIFY(fork->positions == Positions::CacheRank && fork->policies.size() == 1);
    const auto after = m_runs.finish(*fork);
    QCOMPARE(firstOther(other->trace(0), after->trace(0), kFork), std::int64_t{-1});
    // The other lane begins alike, and is not what it was forked from.
    const std::size_t problems = after->problems().size();
    reportUnequal(**joined, *after, kFork);
    QCOMPARE(after->problems().size(), problems);
    // A bundle that does not keep the settings leaves them unknown.
    RunDescription lost = (*joined)->description();
    lost.lanes[1].own.reset();
    Recording old(std::move(lost));
    old.setTrace(0, one->trace(0).fork());
    old.setTrace(1, other->trace(0).fork());
    QCOMPARE(forkSpec(old, 1, kFork, {*parseChange("recent=12", kFork)}, of({})).error().code, Code::BadUsage);
}

void ForkTest::generating() {
    RunSpec spec = of({"streaming:sinks=4,recent=28"});
    spec.mode = Mode::Generate;
    spec.ids->resize(kPrompt);
    spec.steps = 40;
    spec.sampling = {0.9, 0, 1};
    spec.seed = 3;
    const auto before = m_runs.finish(spec);
    const auto fork = forkSpec(*before, 0, 80, {*parseChange("full", 80)}, spec);
    QVERIFY2(fork, fork ? "" : fork.error().sentence().c_str());
    QCOMPARE(fork->steps, std::int64_t{40});
    const auto after = m_runs.finish(*fork);
    QCOMPARE(firstOther(before->trace(0), after->trace(0), 80), std::int64_t{-1});
    QCOMPARE(after->trace(0).step(80).tokenId, before->trace(0).step(80).tokenId);
}

/// A fork reads the tokens that its parent generated: the same bits up to the fork, and the same tokens behind it.
void ForkTest::onItsParentsTokens() {
    RunSpec spec = of({"streaming:sinks=4,recent=28"});
    spec.mode = Mode::Generate;
    spec.ids->resize(kPrompt);
    spec.steps = 40;
    spec.sampling = {0.9, 0, 1};
    spec.seed = 3;
    const auto before = m_runs.finish(spec);
    const Trace& a = before->trace(0);
    const RunChange evicted = *parseChange("evict=0-3", 80);
    const auto fork = forkSpec(*before, 0, 80, {evicted}, spec, ForkText::Parents);
    QVERIFY2(fork, fork ? "" : fork.error().sentence().c_str());
    QVERIFY(fork->mode == Mode::Teacher);
    QCOMPARE(static_cast<std::int64_t>(fork->ids->size()), a.steps());
    const auto after = m_runs.finish(*fork);
    const Trace& b = after->trace(0);
    QCOMPARE(b.steps(), a.steps());
    QCOMPARE(firstOther(a, b, 80), std::int64_t{-1});
    QCOMPARE(a.step(80).nll, b.step(80).nll);
    QVERIFY(firstOther(a, b, a.steps()) >= 80);
    bool costs = false;
    for (std::int64_t step = 0; step < a.steps(); ++step) {
        QCOMPARE(b.step(step).tokenId, a.step(step).tokenId);
        costs = costs || (step > 80 && a.step(step).nll != b.step(step).nll);
    }
    QVERIFY(costs);
    QVERIFY(checkSameText(*before, *after).has_value());
    const std::size_t problems = after->problems().size();
    reportUnequal(*before, *after, 80);
    QCOMPARE(after->problems().size(), problems);
    for (const auto& problem : after->problems()) {
        QVERIFY2(problem.sentence().find("no effect") == std::string::npos, problem.sentence().c_str());
    }
    // Another text than the one that was generated.
    RunSpec other = *fork;
    other.ids->back() = (other.ids->back() + 1) % 100;
    QCOMPARE(checkSameText(*before, *m_runs.finish(other)).error().code, Code::BadInput);
    // Nothing was generated behind the last token, and its own was chosen before anything changed.
    const std::int64_t last = a.steps() - 1;
    QCOMPARE(forkSpec(*before, 0, last, {*parseChange("evict=0-3", last)}, spec, ForkText::Parents).error().code,
             Code::BadUsage);
    QVERIFY(forkSpec(*before, 0, last, {*parseChange("evict=0-3", last)}, spec));
    // A run that reads a text has forks that read it.
    const auto reading = m_runs.finish(of({"streaming:sinks=4,recent=28"}));
    const auto same = forkSpec(*reading, 0, kFork, {*parseChange("evict=0-3", kFork)}, of({}), ForkText::Parents);
    QVERIFY(same && *same->ids == *of({}).ids && same->promptTokens == kPrompt);
}

/// It reads what the policy's lane generated, too, and so is what that one can be compared with.
void ForkTest::onItsParentsTokensBesideTheFullCache() {
    RunSpec spec = of({"full", "streaming:sinks=2,recent=6"});
    spec.mode = Mode::Generate;
    spec.ids->resize(kPrompt);
    spec.steps = 40;
    const auto before = m_runs.finish(spec);
    const auto fork = forkSpec(*before, 1, 70, {*parseChange("evict=0", 70)}, spec, ForkText::Parents);
    QVERIFY2(fork, fork ? "" : fork.error().sentence().c_str());
    QCOMPARE(fork->policies.size(), std::size_t{2});
    const auto after = m_runs.finish(*fork);
    QCOMPARE(firstUnequal(before->trace(1), after->trace(1), 70), std::int64_t{-1});
    QVERIFY(std::isnan(before->trace(1).step(69).nllFull));
    QVERIFY(std::isfinite(after->trace(1).step(69).nllFull));
    const std::size_t problems = after->problems().size();
    reportUnequal(*before, *after, 70);
    QCOMPARE(after->problems().size(), problems);
}

/// A prompt is read in one piece, so any point of it is forked with any policy: it is the one of the run.
void ForkTest::thePromptIsForkedToo() {
    const auto parent = m_runs.finish(of({"full", "streaming:sinks=4,recent=28"}, {"recent=20@80"}));
    const RunDescription& run = parent->description();
    QCOMPARE(readTogether(run, 1, 0), (ReadTogether{0, kPrompt}));
    QCOMPARE(readTogether(run, 1, kPrompt), (ReadTogether{kPrompt, kPrompt + 1}));
    const std::string snapkv = "snapkv:capacity=24,window=8";
    for (const std::int64_t at : {std::int64_t{0}, std::int64_t{17}, kPrompt - 1}) {
        const auto to = changesTo(m_runs.catalog(), *chainBefore(*parent, 1, at), snapkv, at, true);
        QVERIFY(to);
        const auto spec = forkSpec(*parent, 1, at, *to, of({}));
        QVERIFY2(spec, spec ? "" : spec.error().sentence().c_str());
        QCOMPARE(spec->policies, (std::vector<std::string>{"full", snapkv}));
    }
    // Live parameters are those of the policy from the start, too; the run's own change from there on is left out.
    const auto turned =
        changesTo(m_runs.catalog(), *chainBefore(*parent, 1, 17), "streaming:sinks=4,recent=12", 17, true);
    QCOMPARE(forkSpec(*parent, 1, 17, *turned, of({}))->policies.back(), std::string("streaming:recent=12"));
    QCOMPARE(forkSpec(*parent, 1, 17, {}, of({}))->policies.back(), std::string("streaming:recent=28"));
    const auto fork =
        m_runs.finish(*forkSpec(*parent, 1, 17, *changesTo(m_runs.catalog(), {"full", {}}, snapkv, 17, true), of({})));
    for (std::int64_t step = 1; step <= kPrompt; ++step) {
        QCOMPARE(fork->trace(1).step(step).nll, parent->trace(1).step(step).nll);
    }
    QCOMPARE(firstUnequal(parent->trace(1), fork->trace(1), kTokens), kPrompt - 1);  // where they cut
}

void ForkTest::aPromptInChunksIsForkedBetweenThem_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("at");
    QTest::addColumn<QString>("chain");
    QTest::newRow("first chunk") << "tova:capacity=12" << 9 << "tova:capacity=12";
    QTest::newRow("a parameter") << "streaming:recent=8" << 37 << "streaming:recent=28/recent=8@32";
    QTest::newRow("begin of a chunk") << "streaming:recent=8" << 32 << "streaming:recent=28/recent=8@32";
    QTest::newRow("another policy") << "h2o:heavy=8,recent=8" << 37 << "streaming:recent=28/h2o:heavy=8,recent=8@32";
    QTest::newRow("last chunk") << "tova:capacity=12" << 59 << "streaming:recent=28/tova:capacity=12@48";
}

void ForkTest::aPromptInChunksIsForkedBetweenThem() {
    QFETCH(QString, policy);
    QFETCH(int, at);
    QFETCH(QString, chain);
    RunSpec asked = of({"full", "streaming:sinks=4,recent=28"});
    asked.streamingPrefill = true;
    asked.chunk = 16;
    const auto parent = m_runs.finish(asked);
    const ReadTogether chunk = readTogether(parent->description(), 1, at);
    QCOMPARE(chunk, (ReadTogether{at / 16 * 16, std::min<std::int64_t>(at / 16 * 16 + 16, kPrompt)}));
    const auto to =
        changesTo(m_runs.catalog(), *chainBefore(*parent, 1, at), policy.toStdString(), at, chunk.begin == 0);
    const auto spec = forkSpec(*parent, 1, at, *to, of({}));
    QVERIFY2(spec, spec ? "" : spec.error().sentence().c_str());
    QCOMPARE(QString::fromStdString(spec->policies.back()), chain);
    const auto fork = m_runs.finish(*spec);
    QCOMPARE(fork->state(), RunState::Finished);
    const Trace &before = parent->trace(1), &now = fork->trace(1);
    // The chunk is read over the same cache; behind its last token the policy of the fork has cut.
    QCOMPARE(firstUnequal(before, now, kTokens), chunk.end - 1);
    QCOMPARE(now.step(at).phase, Phase::Prefill);
    QCOMPARE(now.layer(kTokens - 1, 0).held, policy.startsWith("h2o") ? 16.0F : 12.0F);
    QCOMPARE(now.passMemories(), before.passMemories());
    // The recording says the same of it.
    QCOMPARE(QString::fromStdString(toText(*chainBefore(*fork, 1, kTokens))), chain);
    reportUnequal(*parent, *fork, at);
    for (const auto& problem : fork->problems()) {
        QVERIFY2(problem.sentence().find("made again") == std::string::npos, problem.sentence().c_str());
    }
    asked.policies.back() += "/recent=8@37";
    const auto inside = m_runs.engine().start(asked, m_runs.catalog(), {});
    QVERIFY(!inside && inside.error().sentence().find("a multiple of 16") != std::string::npos);
}

void ForkTest::whatIsProtectedIsToldOverTime() {
    const auto run = m_runs.finish(of({"streaming:sinks=4,recent=28"}, {"recent=20@80", "h2o:heavy=8,recent=6@100"}));
    const Protections protections(*run, 0);
    QCOMPARE(protections.at(kPrompt - 1), (ProtectedEnds{4, 28}));
    QCOMPARE(protections.at(79), (ProtectedEnds{4, 28}));
    QCOMPARE(protections.at(80), (ProtectedEnds{4, 20}));
    QCOMPARE(protections.at(100), (ProtectedEnds{0, 6}));
    QCOMPARE(protections.at(kTokens - 1), (ProtectedEnds{0, 6}));
}

void ForkTest::forkOfAForkFromItsRecording() {
    const auto run = m_runs.prefilled(of({"full", "streaming:sinks=4,recent=28"}));
    while (run->position() < 80) {
        QVERIFY(run->step());
    }
    QVERIFY(run->setParameter(1, "recent", "20"));
    EngineRuns::finish(*run);
    const RunSpec like = of({});
    const auto first = forkSpec(*run->recording(), 1, kFork, {*parseChange("h2o:heavy=8,recent=8", kFork)}, like);
    QVERIFY2(first, first ? "" : first.error().sentence().c_str());
    QCOMPARE(first->policies,
             (std::vector<std::string>{"full", "streaming:recent=28/recent=20@80/h2o:heavy=8,recent=8@100"}));
    const auto child = m_runs.finish(*first);
    QCOMPARE(firstOther(run->recording()->trace(1), child->trace(1), kFork), std::int64_t{-1});
    const auto second = forkSpec(*child, 1, 120, {*parseChange("heavy=4", 120)}, like);
    QVERIFY2(second, second ? "" : second.error().sentence().c_str());
    const auto grandchild = m_runs.finish(*second);
    QCOMPARE(firstOther(child->trace(1), grandchild->trace(1), 120), std::int64_t{-1});
    QCOMPARE(grandchild->trace(1).layer(kTokens - 1, 0).held, 12.0F);
    const std::vector<RunChange> some{*parseChange("heavy=4", 120)};
    QCOMPARE(forkSpec(*child, 1, -1, some, like).error().code, Code::BadUsage);
    QCOMPARE(forkSpec(*child, 1, kPrompt - 1, {*parseChange("evict=3", kPrompt - 1)}, like).error().code,
             Code::BadUsage);
    QCOMPARE(forkSpec(*child, 1, kTokens, some, like).error().code, Code::BadUsage);
    QCOMPARE(forkSpec(*child, 1, 120, {}, like).error().code, Code::BadUsage);
    // Before the parent's own change there is something to leave out.
    const auto unchanged = forkSpec(*child, 1, 90, {}, like);
    QVERIFY2(unchanged, unchanged ? "" : unchanged.error().sentence().c_str());
    QCOMPARE(unchanged->policies, (std::vector<std::string>{"full", "streaming:recent=28/recent=20@80"}));
    QCOMPARE(forkSpec(*child, 7, 120, some, like).error().code, Code::BadUsage);
}

void ForkTest::bundleTellsItsParent() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("fork").toStdString();
    const auto fork = m_runs.finish(of({"streaming:sinks=4,recent=28"}, {"recent=20@80", "h2o:heavy=8,recent=8@100"}));
    const auto written = writeBundle(*fork, path);
    QVERIFY2(written, written ? "" : written.error().sentence().c_str());
    const auto opened = openBundle(path);
    QVERIFY2(opened, opened ? "" : opened.error().sentence().c_str());
    const RunDescription& run = opened->recording->description();
    const auto& told = run.lanes[0].given["fork"];
    QCOMPARE(told["step"].get<std::int64_t>(), kFork);
    QCOMPARE(told["changes"].get<std::string>(), std::string("h2o:heavy=8,recent=8"));
    QCOMPARE(told["parent"].get<std::string>(), std::string("streaming:recent=28/recent=20@80"));
    QVERIFY(run.commandLine.find("/h2o:heavy=8,recent=8@100") != std::string::npos);
    QCOMPARE(QString::fromStdString(firstDifference(fork->trace(0), opened->recording->trace(0))), QString());
    // It can be forked again from what the bundle holds.
    const auto again = forkSpec(*opened->recording, 0, 120, {*parseChange("full", 120)}, RunSpec{});
    QVERIFY2(again, again ? "" : again.error().sentence().c_str());
    QCOMPARE(again->parentBundle, opened->hash);
    const auto grandchild = m_runs.finish(*again);
    QCOMPARE(grandchild->description().lanes[0].given["fork"]["bundle"].get<std::string>(), opened->hash);
    // Where it came from is told, and is no part of what it is.
    RunSpec asked = *again;
    asked.parentBundle.clear();
    std::vector<std::string> hashes;
    for (const auto& [made, name] : {std::pair(grandchild, "child"), std::pair(m_runs.finish(asked), "asked")}) {
        const std::filesystem::path to = folder.filePath(QString::fromLatin1(name)).toStdString();
        QVERIFY(writeBundle(*made, to));
        const auto back = openBundle(to);
        QVERIFY(back);
        hashes.push_back(back->hash);
        QCOMPARE(back->recording->description().lanes[0].given["fork"].contains("bundle"), made == grandchild);
    }
    QCOMPARE(hashes[0], hashes[1]);
    QCOMPARE(firstOther(fork->trace(0), grandchild->trace(0), 120), std::int64_t{-1});
    QVERIFY(checkSameText(*opened->recording, *grandchild));
    reportUnequal(*opened->recording, *grandchild, 120);
    for (const auto& problem : grandchild->problems()) {
        QVERIFY(problem.sentence().find("made again") == std::string::npos);
    }
    reportUnequal(*opened->recording, *grandchild, kTokens);
    QVERIFY(grandchild->problems().back().sentence().find("made again") != std::string::npos);
}

void ForkTest::sameCommandSameRun() {
    const QTemporaryDir folder;
    std::string hash;
    for (const char* name : {"a", "b"}) {
        RunSpec made = of({"streaming:sinks=4,recent=28"}, {"h2o:heavy=8,recent=8@100", "recent=20@70"});
        made.threads = *name == 'a' ? 1 : 2;
        const std::filesystem::path path = folder.filePath(name).toStdString();
        QVERIFY(writeBundle(*m_runs.finish(made), path));
        const std::string found = openBundle(path)->hash;
        QVERIFY(hash.empty() || hash == found);
        hash = found;
    }
}

void ForkTest::replayCanBeCancelled() {
    const RunSpec spec = of({"streaming:sinks=4,recent=28"}, {"recent=20@100"});
    const auto run = m_runs.start(spec);
    std::vector<std::int64_t> totals;
    const auto done = run->prefill([&](const Progress& progress) {
        if (std::string(progress.unit) == "tokens again") {
            totals.push_back(progress.total);
            if (progress.done == 5) {
                run->cancel();
            }
        }
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
    QCOMPARE(run->position(), kPrompt + 5);
    QCOMPARE(totals.back(), kFork - kPrompt);
    const auto whole = m_runs.prefilled(spec);
    QCOMPARE(whole->position(), kFork);
}

QTEST_GUILESS_MAIN(ForkTest)
#include "fork_test.moc"
