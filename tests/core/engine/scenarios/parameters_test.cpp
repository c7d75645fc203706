// SPDX-License-Identifier: Apache-2.0
/// Parameters of a run: those that change while it goes on, shares of the prompt, lists.
#include <QtTest>
#include <algorithm>

#include "core/model/text/document.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

class ParametersTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void liveParameterActsAtTheNextStep();
    void liveCompositionIsTheLivePolicy();
    void liveCompositionKeepsItsRule();
    void otherParametersAreRefused_data();
    void otherParametersAreRefused();
    void shareOfThePromptIsTokens();
    void aQuarterEvictsOnEveryShippedText_data();
    void aQuarterEvictsOnEveryShippedText();
    void listsAreNoChanges();

 private:
    EngineRuns m_runs;
};

void ParametersTest::shareOfThePromptIsTokens() {
    RunSpec s;
    s.ids = embeddedIds("story", 90);
    s.promptTokens = 60;
    s.policies = {"snapkv:capacity=25%,window=8", "snapkv:capacity=15,window=8", "tova:capacity=20%"};
    const auto run = m_runs.prefilled(s);
    QVERIFY(run->setParameter(2, "capacity", "10%"));
    EngineRuns::finish(*run);
    const auto recording = run->recording();
    const auto& lanes = recording->description().lanes;
    QCOMPARE(lanes[0].policyText, std::string("snapkv:capacity=25%,window=8"));
    QCOMPARE(lanes[0].parameters["capacity"].dump(), std::string("15"));
    QCOMPARE(lanes[2].parameters["capacity"].dump(), std::string("12"));
    QVERIFY(!lanes[0].references.empty());
    for (std::int64_t step = 0; step < 90; ++step) {
        QCOMPARE(recording->trace(0).step(step).heldTotal, recording->trace(1).step(step).heldTotal);
        QCOMPARE(recording->trace(0).step(step).nll, recording->trace(1).step(step).nll);
    }
    QCOMPARE(recording->trace(2).step(89).heldTotal, std::int64_t{6 * 2 * 6});
    QVERIFY(recording->problems().empty());
}

void ParametersTest::aQuarterEvictsOnEveryShippedText_data() {
    QTest::addColumn<QString>("text");
    const auto texts = shippedTexts();
    QVERIFY(texts && texts->size() >= 5);
    for (const std::filesystem::path& text : *texts) {
        if (text.stem() != "persuasion") {  // for real models
            QTest::newRow(text.stem().c_str()) << QString::fromStdString(text.string());
        }
    }
}

/// The presets for the shipped texts do what the defaults, made for contexts of thousands of tokens, cannot do there.
void ParametersTest::aQuarterEvictsOnEveryShippedText() {
    QFETCH(QString, text);
    RunSpec s;
    s.textFile = text.toStdString();
    s.steps = 1;
    for (const char* id : {"snapkv", "pyramidkv", "adakv", "sage", "cake"}) {
        const auto found = m_runs.catalog().findAlone(id);
        QVERIFY2(found, id);
        const std::vector<Preset>& presets = found->provided->presets;
        const auto quarter =
            std::find_if(presets.begin(), presets.end(), [](const Preset& preset) { return preset.id == "quarter"; });
        QVERIFY2(quarter != presets.end(), id);
        std::string policy = id;
        for (const auto& [name, value] : quarter->parameters) {
            policy += (policy == id ? ":" : ",") + name + '=' + toText(value);
        }
        s.policies.push_back(policy);
    }
    const auto run = m_runs.prefilled(s);
    std::int32_t lane = 0;
    for (const LaneInfo& info : run->recording()->description().lanes) {
        const Trace& trace = run->recording()->trace(lane++);
        const StepRecord& last = trace.step(trace.steps() - 1);
        QVERIFY2(info.policyId == "full" || last.bytesLive < last.bytesFull, info.policyText.c_str());
    }
}

void ParametersTest::listsAreNoChanges() {
    RunSpec s;
    s.ids = embeddedIds("story", 60);
    s.promptTokens = 40;
    s.policies = {"cascade:sinks=2,sizes=8/4/4,periods=1/2/8/ties=incoming-wins@50"};
    const auto recording = m_runs.finish(s);
    const LaneInfo& lane = recording->description().lanes[0];
    QCOMPARE(lane.policyText, s.policies[0]);
    QCOMPARE(lane.parameters["sizes"].dump(), std::string("[8,4,4]"));
    QCOMPARE(lane.parameters["periods"].dump(), std::string("[1,2,8]"));
    QCOMPARE(recording->trace(0).step(59).heldTotal, std::int64_t{6 * 2 * (2 + 16)});
}

void ParametersTest::liveParameterActsAtTheNextStep() {
    RunSpec s;
    s.ids = embeddedIds("story", 120);
    s.promptTokens = 60;
    s.policies = {"streaming:sinks=4,recent=28"};
    const auto run = m_runs.prefilled(s);
    for (int i = 0; i < 5; ++i) {
        QVERIFY(run->step());
    }
    const Trace& trace = run->recording()->trace(0);
    QCOMPARE(trace.layer(64, 0).held, 32.0F);
    QVERIFY(run->setParameter(0, "recent", "12"));
    QCOMPARE(trace.layer(64, 0).held, 32.0F);
    QVERIFY(run->step());
    QCOMPARE(trace.layer(65, 0).held, 16.0F);
    QCOMPARE(trace.layer(65, 0).budget, 16.0F);
    QCOMPARE(trace.events(), std::int64_t{2});  // and what is protected since
    QCOMPARE(trace.event(0).step, 65);
    QCOMPARE(trace.event(0).kind, std::string("parameter"));
    QCOMPARE(trace.event(1).text, std::string("sinks 4, recent 28 > sinks 4, recent 12"));
    QVERIFY(contains(trace.event(0).text, "recent"));
    QVERIFY(contains(trace.event(0).text, "12"));
    // A value that it has already is no change.
    QVERIFY(run->setParameter(0, "recent", "12"));
    QVERIFY(run->setParameter(0, "sinks", "4"));
    // Up again: the cache grows into it.
    QVERIFY(run->setParameter(0, "recent", "20"));
    for (int i = 0; i < 20; ++i) {
        QVERIFY(run->step());
    }
    QCOMPARE(trace.layer(85, 3).held, 24.0F);
    QCOMPARE(trace.events(), std::int64_t{4});
    EngineRuns::finish(*run);
}

/// streaming(s, r) = recency x uniform(s + r), sinks s, every-step (POLICIES.md C), also while both are tuned.
void ParametersTest::liveCompositionIsTheLivePolicy() {
    RunSpec s;
    s.ids = embeddedIds("story", 140);
    s.promptTokens = 60;
    s.policies = {"streaming:sinks=4,recent=28", "recency+uniform:capacity=32,sinks=4,schedule=every-step"};
    const auto run = m_runs.prefilled(s);
    const auto both = [&](const char* sinks, const char* recent, const char* capacity) {
        QVERIFY(run->setParameter(0, "sinks", sinks));
        QVERIFY(run->setParameter(0, "recent", recent));
        QVERIFY(run->setParameter(1, "sinks", sinks));
        QVERIFY(run->setParameter(1, "budget.capacity", capacity));
        for (int i = 0; i < 20; ++i) {
            QVERIFY(run->step());
        }
    };
    both("4", "28", "32");
    both("4", "12", "16");
    both("2", "30", "32");
    both("2", "6", "8");
    const Trace& policy = run->recording()->trace(0);
    const Trace& composition = run->recording()->trace(1);
    QCOMPARE(policy.layer(139, 0).held, 8.0F);
    for (std::int32_t layer = 0; layer < policy.shape().layers; ++layer) {
        QCOMPARE(composition.evictedAt(139, layer, 0), policy.evictedAt(139, layer, 0));
        QCOMPARE(composition.layer(90, layer).budget, policy.layer(90, layer).budget);
    }
    // Four of the eight values are others, and one of them is what is protected.
    QCOMPARE(composition.events(), std::int64_t{5});
}

void ParametersTest::liveCompositionKeepsItsRule() {
    // Only the protection changes: the scorer's running sums go on, and the budget of the prompt stays.
    RunSpec s;
    s.ids = embeddedIds("story", 100);
    s.promptTokens = 60;
    s.policies = {"h2o:heavy=16,recent=8", "h2o-mass+uniform:capacity=24,recent=8,schedule=every-step"};
    const auto run = m_runs.prefilled(s);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(run->step());
    }
    QVERIFY(run->setParameter(0, "heavy", "12"));
    QVERIFY(run->setParameter(0, "recent", "12"));
    QVERIFY(run->setParameter(1, "recent", "12"));
    EngineRuns::finish(*run);
    for (std::int32_t unit = 0; unit < 2; ++unit) {
        QCOMPARE(run->recording()->trace(1).evictedAt(99, 3, unit), run->recording()->trace(0).evictedAt(99, 3, unit));
    }
}

void ParametersTest::otherParametersAreRefused_data() {
    QTest::addColumn<int>("lane");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("part");
    QTest::addRow("not live") << 1 << "capacity"
                              << "20"
                              << "next run";
    QTest::addRow("unknown, nearest named") << 0 << "recnt"
                                            << "20"
                                            << "recent";
    QTest::addRow("out of range") << 0 << "recent"
                                  << "0"
                                  << "1";
    QTest::addRow("not a number") << 0 << "recent"
                                  << "many"
                                  << "recent";
    QTest::addRow("a composition that cuts once") << 2 << "capacity"
                                                  << "20"
                                                  << "cuts once";
    QTest::addRow("the schedule of a composition") << 3 << "schedule"
                                                   << "once"
                                                   << "next run";
    QTest::addRow("an unknown parameter of a composition") << 3 << "capacty"
                                                           << "20"
                                                           << "capacity";
    QTest::addRow("no such lane") << 7 << "recent"
                                  << "20"
                                  << "7";
    QTest::addRow("negative lane") << -1 << "recent"
                                   << "20"
                                   << "-1";
}

void ParametersTest::otherParametersAreRefused() {
    QFETCH(int, lane);
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, part);
    RunSpec s;
    s.ids = embeddedIds("story", 60);
    s.promptTokens = 30;
    s.policies = {"streaming:sinks=4,recent=28", "snapkv:capacity=20,window=8", "recency+uniform:capacity=20",
                  "recency+uniform:capacity=20,schedule=every-step"};
    const auto run = m_runs.prefilled(s);
    const auto done = run->setParameter(lane, name.toStdString(), value.toStdString());
    QVERIFY(!done);
    QVERIFY2(contains(done.error().sentence(), part.toStdString().c_str()), done.error().sentence().c_str());
    // And the run is none the worse.
    EngineRuns::finish(*run);
    QCOMPARE(run->recording()->trace(0).events(), std::int64_t{0});
    QCOMPARE(run->recording()->trace(2).steps(), std::int64_t{60});
}

QTEST_GUILESS_MAIN(ParametersTest)
#include "parameters_test.moc"
