// SPDX-License-Identifier: Apache-2.0
/// Settings without effect are warnings of the run and of its bundle; defaults that do not matter are not.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kTokens = 60, kPrompt = 40;

QStringList sentences(const Recording& recording) {
    QStringList list;
    for (const auto& problem : recording.problems()) {
        list << QString::fromStdString(problem.sentence());
    }
    return list;
}

}  // namespace

class RunWarningsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void settingsOfTheRun_data();
    void settingsOfTheRun();
    void parametersOfThePolicy_data();
    void parametersOfThePolicy();
    void nameThatIsNotUtf8();
    void changedWhileItRuns();
    void budgetNeverReached();
    void notesSayWhatFollows();
    void bundleHasThem();

 private:
    static RunSpec spec() {
        RunSpec s;
        s.ids = embeddedIds("story", kTokens);
        s.promptTokens = kPrompt;
        return s;
    }
    EngineRuns m_runs;
};

void RunWarningsTest::settingsOfTheRun_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QStringList>("expected");
    const QString followed = "the text is followed, no token is chosen.";
    const QString greedy = "at temperature 0 the likeliest token is taken.";
    QTest::newRow("nothing") << "" << QStringList{};
    QTest::newRow("teacher, temperature") << "temperature" << QStringList{"temperature has no effect: " + followed};
    QTest::newRow("teacher, all") << "sampling"
                                  << QStringList{"temperature, top-k, top-p, seed have no effect: " + followed};
    QTest::newRow("greedy") << "greedy" << QStringList{"top-k has no effect: " + greedy};
    QTest::newRow("sampled") << "sampled" << QStringList{};
    QTest::newRow("steps") << "steps"
                           << QStringList{"500 steps were asked for, but the text ends 20 tokens after the prompt."};
    QTest::newRow("exactly the rest") << "rest" << QStringList{};
    QTest::newRow("chunk") << "chunk"
                           << QStringList{"The prefill chunk of 64 is longer than the prompt of 40: it is one pass."};
    QTest::newRow("default chunk") << "default chunk" << QStringList{};
}

void RunWarningsTest::settingsOfTheRun() {
    QFETCH(QString, setting);
    QFETCH(QStringList, expected);
    RunSpec s = spec();
    if (setting == "temperature") {
        s.sampling.temperature = 0.7;
    } else if (setting == "sampling") {
        s.sampling = {0.7, 5, 0.9};
        s.seed = 3;
    } else if (setting == "greedy" || setting == "sampled") {
        s.mode = Mode::Generate;
        s.steps = 2;
        s.sampling = {setting == "greedy" ? 0.0 : 0.5, 5, 1};
        s.seed = setting == "greedy" ? 0 : 3;
    } else if (setting == "steps" || setting == "rest") {
        s.steps = setting == "rest" ? kTokens - kPrompt : 500;
    } else if (setting.endsWith("chunk")) {
        s.streamingPrefill = true;
        s.chunk = setting == "chunk" ? 64 : s.chunk;
    }
    const auto recording = m_runs.finish(s);
    QCOMPARE(sentences(*recording), expected);
    for (const auto& problem : recording->problems()) {
        QVERIFY(!problem.isError());
        QCOMPARE(problem.lane, -1);
    }
}

void RunWarningsTest::parametersOfThePolicy_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("expected");
    QTest::newRow("removed beside capacity") << "snapkv:capacity=30,window=8,removed=0.3"
                                             << "removed has no effect while capacity is 30";
    QTest::newRow("removed beside the default capacity") << "snapkv:removed=0.3,window=8"
                                                         << "removed has no effect while capacity is 2048";
    QTest::newRow("removed alone") << "snapkv:capacity=0,removed=0.3,window=8"
                                   << "";
    QTest::newRow("order without a group") << "snapkv:capacity=30,window=8,granularity=query-head,group-reduce=max"
                                           << "group-reduce has no effect while granularity is query-head";
    QTest::newRow("slack without max-drop") << "streaming:recent=20,slack=3"
                                            << "slack has no effect while max-drop is 0";
    const auto inert = [](const char* policy, const char* sentence) { QTest::newRow(policy) << policy << sentence; };
    inert("adakv:capacity=30,window=8,variant=kvpress",
          "floor has no effect: its share of the capacity of 30 is not more than the 8 tokens that stay in any case");
    inert("adakv:capacity=30,window=8,floor=0.5,variant=kvpress,normalise=true",
          "normalise has no effect while variant is kvpress");
    inert("adakv:capacity=30,window=8,floor=1,normalise=true", "normalise has no effect while floor is 1");
    inert("h2o:heavy=0,recent=20,normalise=observers", "normalise has no effect while heavy is 0 and recent is 20");
    inert("snapkv:capacity=30,window=8,kernel=1,pool=avg", "pool has no effect while kernel is 1");
    inert("snapkv:capacity=30,window=8,pool=avg,group-order=reduce-then-pool",
          "group-order has no effect while pool is avg and group-reduce is mean");
    inert("pyramidkv:capacity=30,window=8,kernel=1,group-order=reduce-then-pool",
          "group-order has no effect while kernel is 1");
    inert("snapkv:capacity=30,window=8,group-reduce=max,group-order=reduce-then-pool",
          "group-order has no effect while pool is max and group-reduce is max");
    inert("adakv:capacity=30,window=8,floor=0,variant=kvpress",
          "variant has no effect while floor is 0 and normalise is false");
    inert("pyramidkv:capacity=30,window=8,beta=1,variant=kvpress",
          "variant has no effect while beta is 1 and capacity is 30");
    inert("cascade:window=16,sinks=2,gamma=1,head-reduction=max", "head-reduction has no effect while gamma is 1");
    inert("cake:capacity=20,window=8,allocation=uniform,tau1=1.5", "tau1 has no effect while allocation is uniform");
    inert("cake:capacity=20,window=8,kernel=1,pool-order=position", "pool-order has no effect while kernel is 1");
    inert("cascade:window=16,sinks=2,cascades=1,rate=3", "rate has no effect while sizes is auto and cascades is 1");
    inert("cascade:window=16,sinks=2,token-selection=false,gamma=0.5",
          "gamma has no effect while token-selection is false");
    inert("cascade:sinks=2,sizes=8/8,window=32", "window has no effect while sizes is 8/8");
    inert("cascade:sinks=2,sizes=8/8,periods=1/3,rate=3", "rate has no effect while periods is 1/3");
    inert("streaming:recent=20,prune-interval=0,max-drop=4", "max-drop has no effect while prune-interval is 0");
    inert("adap-kv:gini-window=8", "gini-window has no effect while variant is thesis");
    inert("sage:sinks=2,recent=4,top-k=8,granularity=query-head,group-score=sum-logits",
          "group-score has no effect while granularity is query-head");
    inert("sage:sinks=2,recent=4,top-k=0,group-score=sum-logits", "group-score has no effect while top-k is 0");
    inert("quest:budget=32,rule=kernel,min-pages=5", "min-pages has no effect while rule is kernel");
    inert("expected-attention:capacity=30,value-norm=false,epsilon=0.5",
          "epsilon has no effect while value-norm is false");
    QTest::newRow("slack without a limit")
        << "streaming:recent=20,prune-interval=4,max-drop=2,slack=4"
        << "slack beyond prune-interval - max-drop (2) limits nothing while tokens come one by one";
    QTest::newRow("codes of nothing") << "kivi:bits=4,residual=64"
                                      << "residual is 64 and the run has 60 tokens: nothing is stored in codes";
    QTest::newRow("newest alone") << "tova:capacity=1,protect-newest=true"
                                  << "the newest token takes the whole capacity: no score matters";
    QTest::newRow("no step") << "pyramidkv:capacity=16,window=8,beta=1"
                             << "beta and capacity leave no step between the layers: every layer gets the same, which "
                                "is SnapKV";
    QTest::newRow("schedule beyond the run")
        << "knorm+uniform:capacity=16,schedule=every:21"
        << "the schedule every:21 cuts after 21 decode steps at the earliest, the run has 20: nothing is evicted after "
           "the prompt";
    QTest::newRow("schedule within the run") << "knorm+uniform:capacity=16,schedule=every:19"
                                             << "";
    QTest::newRow("window of a budget beyond the prompt")
        << "knorm+cake-preference:capacity=16,budget.window=40"
        << "budget.window 40 typed, 39 in effect: the prompt has 40 tokens";
    QTest::newRow("protected beyond the capacity")
        << "snapkv+uniform:capacity=16,sinks=4,recent=20,window=8"
        << "sinks and recent (24) take all of the capacity (16): only protected tokens stay, no score matters";
    QTest::newRow("protected within the capacity") << "snapkv+uniform:capacity=32,sinks=4,recent=20,window=8"
                                                   << "";
    QTest::newRow("capacity beyond the prompt") << "snapkv:capacity=64,window=8"
                                                << "capacity 64 typed, 40 in effect: the prompt has 40 tokens";
    QTest::newRow("window above the capacity") << "snapkv:capacity=16,window=20"
                                               << "window 20 typed, 16 in effect: capacity is 16";
    QTest::newRow("window of Gini beyond the prompt") << "adap-kv:variant=code,gini-window=50"
                                                      << "gini-window 50 typed, 39 in effect: the prompt has 40 tokens";
    QTest::newRow("more layers than there are") << "knorm:capacity=16,skip-layers=9"
                                                << "skip-layers 9 typed, 6 in effect: the model has 6 layers";
    QTest::newRow("capacity below the window") << "cake:capacity=8,window=16"
                                               << "capacity 8 typed, 16 in effect: window is 16";
    QTest::newRow("recent above the capacity") << "snapkv+uniform:capacity=16,sinks=4,recent=20,window=8"
                                               << "recent 20 typed, 16 in effect: capacity is 16";
    QTest::newRow("window beyond the prompt") << "snapkv+uniform:capacity=32,window=50"
                                              << "scorer.window 50 typed, 40 in effect: the prompt has 40 tokens";
}

void RunWarningsTest::parametersOfThePolicy() {
    QFETCH(QString, policy);
    QFETCH(QString, expected);
    RunSpec s = spec();
    s.policies = {policy.toStdString()};
    const auto recording = m_runs.finish(s);
    // Plugins have warnings of their own; here each sentence is said once, by whoever knows it.
    const QStringList found = sentences(*recording);
    QCOMPARE(found.count(expected), expected.isEmpty() ? 0 : 1);
    QCOMPARE(found.filter("no effect").size(), expected.contains("no effect") ? 1 : 0);
    for (const auto& problem : recording->problems()) {
        QCOMPARE(problem.count, std::int64_t{1});
        QCOMPARE(problem.lane, 0);
        QVERIFY(!problem.plugin.empty());
    }
}

void RunWarningsTest::nameThatIsNotUtf8() {
    const QTemporaryDir folder;
    RunSpec s;
    s.textFile = std::filesystem::path(folder.path().toStdString()) / "caf\xE9.txt";
    std::ofstream(s.textFile) << "One two three four five six seven eight.";
    s.promptTokens = 4;
    const auto recording = m_runs.finish(s);
    const QString told = QString::fromUtf8("--text: the name is not valid UTF-8; it is recorded as \"caf\uFFFD.txt\".");
    QVERIFY2(sentences(*recording).contains(told), qPrintable(sentences(*recording).join('\n')));
}

void RunWarningsTest::changedWhileItRuns() {
    RunSpec s = spec();
    s.policies = {"streaming:sinks=4,recent=20/positions=original/prefill=layer-major"};
    const auto run = m_runs.prefilled(s);
    QVERIFY(run->step());
    QVERIFY(run->recording()->problems().empty());
    QVERIFY(run->setParameter(0, "slack", "3"));
    QVERIFY(run->setParameter(0, "slack", "4"));
    EngineRuns::finish(*run);
    const auto problems = run->recording()->problems();
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].sentence(), std::string("slack has no effect while max-drop is 0"));
    QCOMPARE(problems[0].step, static_cast<int>(kPrompt + 1));
}

void RunWarningsTest::budgetNeverReached() {
    RunSpec s = spec();
    s.policies = {"full",
                  "streaming:sinks=4,recent=56/positions=original/prefill=layer-major",
                  "streaming:sinks=4,recent=55/positions=original/prefill=layer-major",
                  "tova:capacity=100",
                  "snapkv:capacity=100,window=8",
                  "kivi:bits=4"};
    const auto recording = m_runs.finish(s);
    std::map<int, std::string> said;
    for (const auto& problem : recording->problems()) {
        said[problem.lane] += problem.sentence() + ';';
    }
    const std::string never = "nothing was evicted: the budget was never reached;";
    QCOMPARE(said[0], std::string());
    QCOMPARE(said[1], never);
    QCOMPARE(said[2], std::string());
    QCOMPARE(said[3], never);
    QCOMPARE(said[4], std::string("capacity 100 typed, 40 in effect: the prompt has 40 tokens;the capacity exceeds the "
                                  "prompt: nothing is evicted;"));
    QVERIFY2(said[5].find("evicted") == std::string::npos, said[5].c_str());
    // A run that was stopped might still have come to it.
    const auto run = m_runs.prefilled(s);
    run->close(RunState::Stopped, {});
    for (const auto& problem : run->recording()->problems()) {
        QVERIFY(problem.sentence() + ';' != never);
    }
}

void RunWarningsTest::notesSayWhatFollows() {
    RunSpec s = spec();
    s.policies = {"full", "streaming:sinks=4,recent=20,prune-interval=8"};
    const auto run = m_runs.prefilled(s);
    const auto notes = [&run] { return englishOf(run->recording()->notes(1)); };
    QVERIFY(run->recording()->notes(0).empty());
    const std::string before = "token by token: down to 24 every 8 tokens, at most 32 held";
    QCOMPARE(notes(), std::vector<std::string>{before});
    QVERIFY(run->setParameter(1, "prune-interval", "4"));
    QVERIFY(run->step());
    const std::string after = "token by token: down to 24 every 4 tokens, at most 28 held";
    QCOMPARE(notes(), std::vector<std::string>{after});
    EngineRuns::finish(*run);
    QTemporaryDir folder;
    const auto target = std::filesystem::path(folder.path().toStdString()) / "bundle";
    QVERIFY(writeBundle(*run->recording(), target));
    const auto lane = openBundle(target / "lanes" / "1-streaming");
    QVERIFY(lane);
    QCOMPARE(lane->manifest["policy"]["notes"], nlohmann::ordered_json::array({after}));
    QCOMPARE(lane->recording->notes(0), run->recording()->notes(1));
}

void RunWarningsTest::bundleHasThem() {
    QTemporaryDir folder;
    RunSpec s = spec();
    s.policies = {"full", "snapkv:capacity=30,window=8,removed=0.3"};
    s.steps = 500;
    const auto target = std::filesystem::path(folder.path().toStdString()) / "bundle";
    const auto written = writeBundle(*m_runs.finish(s), target);
    QVERIFY2(written, written ? "" : written.error().sentence().c_str());
    const auto lane = openBundle(target / "lanes" / "1-snapkv");
    QVERIFY(lane);
    QCOMPARE(lane->manifest["policy"]["warnings"].dump(),
             std::string(R"(["removed has no effect while capacity is 30"])"));
    QCOMPARE(lane->manifest["problems"][0]["severity"].get<std::string>(), std::string("warning"));
    const auto opened = openBundle(target);
    QVERIFY(opened);
    const QStringList all = sentences(*opened->recording);
    QVERIFY(all.contains("removed has no effect while capacity is 30"));
    QVERIFY(all.filter("500 steps were asked for").size() == 1);
}

QTEST_GUILESS_MAIN(RunWarningsTest)
#include "run_warnings_test.moc"
