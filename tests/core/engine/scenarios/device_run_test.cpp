// SPDX-License-Identifier: Apache-2.0
/// Whole runs on the emulated device: beside those of the CPU, lanes beside each other, forks, hands and refusals.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/device/devices.h"
#include "tests/support/engine_runs.h"
#include "tests/support/family_model.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Policies that look at rows, keys, values and logits, cut alike and apart, and change in mid-run.
const std::vector<std::string> kPolicies{
    "streaming:sinks=4,recent=20",
    "expected-attention:capacity=30",
    "h2o:heavy=8,recent=16",
    "keydiff:capacity=30,schedule=every-step",
    "snapkv:capacity=24,window=4,granularity=query-head",
    "sage:top-k=16,recent=8",
    "h2o:heavy=8,recent=16/streaming:sinks=4,recent=24@60",
    "streaming:sinks=4,recent=20/recent=12@55/restore=30-33@60/evict=60@66/pin=62@68",
    "quest:budget=24,page=8,skip-layers=1/budget=32@66",
    "tova:capacity=40@kivi:bits=4,group=8,residual=16,scale-dtype=float32/evict=50@58",
};

/// Returns the first number of rows in which two recordings differ by more than `most` (relative); empty: there is
/// none. `compares`: retained mass as well.
QString otherNumber(const Trace& found, const Trace& expected, float most, bool compares = true) {
    const auto close = [most](float a, float b) {
        return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= most * (0.1F + std::abs(b));
    };
    for (std::int64_t step = 0; step < expected.steps(); ++step) {
        for (std::int32_t layer = 0; layer < expected.shape().layers; ++layer) {
            for (std::int32_t part = -1; part < expected.shape().parts(); ++part) {
                const LayerRecord &a = found.layer(step, layer, part), &b = expected.layer(step, layer, part);
                const char* name = !close(a.gini, b.gini)                               ? "gini"
                                   : !close(a.entropy, b.entropy)                       ? "entropy"
                                   : !close(a.variance, b.variance)                     ? "variance"
                                   : compares && !close(a.retainedMass, b.retainedMass) ? "retained mass"
                                                                                        : nullptr;
                if (name != nullptr) {
                    return QString("%1 of step %2, layer %3, part %4").arg(name).arg(step).arg(layer).arg(part);
                }
            }
        }
    }
    return {};
}

}  // namespace

class DeviceRunTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        TinyModel tiny;
        tiny.gain = 0.5;
        m_model = std::filesystem::path(m_folder.path().toStdString()) / "tiny";
        writeTinyModel(m_model, tiny);
    }
    void runIsThatOfTheCpu_data();
    void runIsThatOfTheCpu();
    void rulesDecide_data();
    void rulesDecide();
    void rowsAreMeasured_data();
    void rowsAreMeasured();
    void rowsOfFamiliesAreMeasured_data();
    void rowsOfFamiliesAreMeasured();
    void otherPoliciesAreAsked();
    void codesAreDecodedThere();
    void laneIsWhatItIsAlone();
    void comparedWithTheFullLane();
    void promptIsAskedAgain();
    void generatedText_data();
    void generatedText();
    void forkGoesOn();
    void namesTheDevice();
    void countsItsMemory();
    void anotherDeviceIsNamedToo();
    void lostDeviceEndsTheRun();
    void usedUpMemoryEndsTheForkThatNeedsSome();
    void largerModelIsNotRead();
    void modelIsNotReadWhereOthersHaveTheMemory();
    void refusals_data();
    void refusals();

 private:
    [[nodiscard]] RunSpec spec(const std::vector<std::string>& policies, const char* device = "emulated") const {
        RunSpec s;
        s.model = m_model;
        s.ids = patternIds(80);
        s.policies = policies;
        s.promptTokens = 50;
        s.threads = 1;
        s.device = device;
        return s;
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_model;
    EngineRuns m_runs;
};

void DeviceRunTest::runIsThatOfTheCpu_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("positions");
    for (const std::string& policy : kPolicies) {
        QTest::addRow("%s", policy.c_str()) << QString::fromStdString(policy) << 0;
    }
    // The host measures the keys of tokens that were put back.
    QTest::addRow("keys put back") << "knorm:capacity=24,schedule=every-step/restore=30-33@60" << 0;
    // Keys do not stay, so the host is asked.
    QTest::addRow("directions of keys at ranks") << "keydiff:capacity=30,schedule=every-step" << 1;
    QTest::addRow("sub-caches of what is found") << "full/cascade:window=24,cascades=3@56" << 0;
    QTest::addRow("sub-caches at ranks") << "cascade:window=24,cascades=3" << 1;
    QTest::addRow("ranks") << "h2o:heavy=8,recent=16" << 1;
    QTest::addRow("ranks that turn") << "h2o:heavy=8,recent=16" << 2;
}

/// Same tokens held, NLL within 1e-5, and rows as close.
void DeviceRunTest::runIsThatOfTheCpu() {
    QFETCH(QString, policy);
    QFETCH(int, positions);
    std::vector<std::shared_ptr<Recording>> runs;
    for (const char* device : {"cpu", "emulated"}) {
        RunSpec s = spec({policy.toStdString()}, device);
        s.positions = positions == 0 ? Positions::Original : Positions::CacheRank;
        s.rankKeys = positions == 2 ? RankKeys::Rotated : RankKeys::Raw;
        runs.push_back(m_runs.finish(s));
    }
    const Trace& expected = runs[0]->trace(0);
    const Trace& found = runs[1]->trace(0);
    QCOMPARE(found.steps(), expected.steps());
    QCOMPARE(found.evictions(), expected.evictions());
    for (std::int64_t i = 0; i < found.evictions(); ++i) {
        QVERIFY(found.eviction(i).tokens == expected.eviction(i).tokens);
    }
    for (std::int64_t i = 1; i < found.steps(); ++i) {
        const StepRecord &a = found.step(i), &b = expected.step(i);
        QVERIFY2(std::abs(a.nll - b.nll) <= 1e-5, qPrintable(QString("step %1: %2").arg(i).arg(a.nll - b.nll)));
        QVERIFY(std::abs(a.entropyNext - b.entropyNext) <= 1e-5);
        QCOMPARE(a.heldTotal, b.heldTotal);
        QCOMPARE(a.position, b.position);
        QCOMPARE(a.bytesAllocated, b.bytesAllocated);
        QCOMPARE(a.bytesRead, b.bytesRead);
    }
}

void DeviceRunTest::rulesDecide_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("capture");
    for (const char* policy : {
             "full",
             "streaming:sinks=4,recent=20",
             "streaming:sinks=2,recent=16,bridge=4,prune-interval=6,slack=3,max-drop=5",
             "streaming:prune-interval=0",
             "h2o:heavy=8,recent=16",
             "h2o:heavy=10,recent=6,normalise=observers,granularity=query-head",
             "tova:capacity=24",
             "random:capacity=20,sinks=2,recent=3,schedule=every-step",
             "recency+uniform:capacity=24,sinks=4,schedule=every:5",
             "h2o-mass+uniform:capacity=24,recent=4,schedule=every:3",
             "tova+uniform:capacity=20,sinks=1,schedule=every-step,granularity=kv-head",
             "tova+adakv-headwise:capacity=20,granularity=kv-head,schedule=every:4",
             "recency+random:capacity=24,seed=3,schedule=every:3",
             "snapkv:capacity=24,window=4",
             "quest:budget=24,page=8,skip-layers=1",
             "quest:budget=24,page=8,rule=kernel,skip-layers=0/budget=16@60/full@70",
             "h2o:heavy=8,recent=16/heavy=4@58/evict=52-54@62/pin=55@64",
             "h2o:heavy=8,recent=16/restore=30-33@60",
             "knorm:capacity=24,schedule=every-step,skip-layers=1,sinks=2,recent=3",
             "knorm+uniform:capacity=20,granularity=layer,schedule=every:4",
             "knorm+uniform:capacity=24,granularity=query-head,schedule=every-step",
             "knorm:capacity=24,schedule=every-step/capacity=20@58/evict=52-54@62/pin=55@64",
             "keydiff:capacity=24,schedule=every-step,sinks=2,recent=3",
             "keydiff+uniform:capacity=20,granularity=layer,schedule=every:4",
             "keydiff:capacity=24,schedule=every-step/capacity=20@58/evict=52-54@62/restore=30-33@64",
             "cascade:window=24,cascades=3",
             "cascade:window=24,cascades=2,sinks=2,granularity=kv-head,head-reduction=max,ties=incoming-wins",
             "cascade:sizes=8/6/6,periods=2/3/4,head-reduction=median",
             "cascade:window=24,cascades=2/gamma=0.9@56/evict=52-54@62/pin=66@67",
             "cascade:window=24,cascades=2/restore=30-33@60/token-selection=false@70",
             "cake:capacity=24,window=6,pool-order=position",
             "cake:capacity=24,window=6,kernel=1,decode-score=stored",
             "cake:capacity=24,window=6,pool-order=position,decode-score=stored,gamma=20,indicator=product",
             "cake:capacity=24,window=6,pool-order=position/decode-eviction=false@56/decode-eviction=true@64",
             "cake:capacity=24,window=6,kernel=1/evict=52-54@62/restore=30-33@64/pin=66@67",
         }) {
        QTest::addRow("%s", policy) << policy << "stats";
    }
    QTest::addRow("nothing recorded") << "h2o:heavy=8,recent=16"
                                      << "none";
    QTest::addRow("all recorded") << "tova:capacity=24"
                                  << "maps";
}

/// Policies with a rule are not asked at decode, and the record is that of the CPU: cuts with their scores, budgets,
/// scores that were compared, calls.
void DeviceRunTest::rulesDecide() {
    QFETCH(QString, policy);
    QFETCH(QString, capture);
    std::vector<std::shared_ptr<Recording>> runs;
    for (const char* device : {"cpu", "emulated"}) {
        RunSpec s = spec({policy.toStdString()}, device);
        s.capture = *choiceNamed<Capture>(capture.toStdString());
        runs.push_back(m_runs.finish(s));
    }
    const auto close = [](float a, float b) {
        return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-5F * (1 + std::abs(b));
    };
    const Trace &expected = runs[0]->trace(0), &found = runs[1]->trace(0);
    QCOMPARE(found.evictions(), expected.evictions());
    for (std::int64_t i = 0; i < found.evictions(); ++i) {
        const auto a = found.eviction(i), b = expected.eviction(i);
        QVERIFY(a.step == b.step && a.layer == b.layer && a.head == b.head && a.tokens == b.tokens);
        QCOMPARE(a.reason, b.reason);
        QVERIFY(close(a.cut, b.cut));
        QVERIFY(std::equal(a.scores.begin(), a.scores.end(), b.scores.begin(), b.scores.end(), close));
    }
    for (std::int64_t i = 0; i < found.steps(); ++i) {
        QCOMPARE(found.step(i).heldTotal, expected.step(i).heldTotal);
        QCOMPARE(found.step(i).evictedNow, expected.step(i).evictedNow);
    }
    QCOMPARE(found.calls(), expected.calls());
    for (std::int64_t i = 0; i < found.calls(); ++i) {
        const CallRecord a = found.call(i), b = expected.call(i);
        QVERIFY(a.name == b.name && a.step == b.step && a.held == b.held && a.after == b.after);
        QVERIFY(a.budget == b.budget && a.edits == b.edits && a.evicted == b.evicted && a.reason == b.reason);
        QCOMPARE(a.given.starts_with("not asked"), a.name == "step" || a.name == "pages");
        QVERIFY(!b.given.starts_with("not asked"));
    }
    QVERIFY(runs[1]->notes(0) == runs[0]->notes(0));
}

void DeviceRunTest::rowsAreMeasured_data() {
    QTest::addColumn<QStringList>("policies");
    QTest::addColumn<int>("positions");
    QTest::addRow("one table") << QStringList{"full", "streaming:sinks=4,recent=20", "h2o:heavy=8,recent=16"} << 0;
    QTest::addRow("tables per head")
        << QStringList{"full", "tova+uniform:capacity=20,sinks=1,schedule=every-step,granularity=kv-head",
                       "h2o:heavy=10,recent=6,normalise=observers,granularity=query-head"}
        << 0;
    QTest::addRow("asked on the CPU") << QStringList{"full", "keydiff:capacity=30,schedule=every-step"} << 0;
    QTest::addRow("by hand") << QStringList{"full", kPolicies.back().c_str()} << 0;
    QTest::addRow("taken over") << QStringList{"full", "h2o:heavy=8,recent=16/streaming:sinks=4,recent=24@60"} << 0;
    QTest::addRow("switched") << QStringList{"full/capture=rows@64/capture=stats@66",
                                             "h2o:heavy=8,recent=16/capture=none@56/capture=stats@60/capture=maps@70"}
                              << 0;
    QTest::addRow("keys that turn") << QStringList{"full", "h2o:heavy=8,recent=16"} << 2;
    QTest::addRow("nothing to compare with") << QStringList{"tova:capacity=24"} << 0;
}

/// Gini, entropy, variance and retained mass are those of the CPU.
void DeviceRunTest::rowsAreMeasured() {
    QFETCH(QStringList, policies);
    QFETCH(int, positions);
    std::vector<std::string> texts;
    for (const QString& policy : policies) {
        texts.push_back(policy.toStdString());
    }
    std::vector<std::shared_ptr<Recording>> runs;
    for (const char* device : {"cpu", "emulated"}) {
        RunSpec s = spec(texts, device);
        s.positions = positions == 0 ? Positions::Original : Positions::CacheRank;
        s.rankKeys = positions == 2 ? RankKeys::Rotated : RankKeys::Raw;
        runs.push_back(m_runs.finish(s));
    }
    for (std::int32_t lane = 0; lane < runs[0]->lanes(); ++lane) {
        QCOMPARE(runs[1]->trace(lane).steps(), runs[0]->trace(lane).steps());
        const QString other = otherNumber(runs[1]->trace(lane), runs[0]->trace(lane), 5e-5F);
        QVERIFY2(other.isEmpty(), qPrintable(QString("lane %1: %2").arg(lane).arg(other)));
    }
}

void DeviceRunTest::rowsOfFamiliesAreMeasured_data() {
    QTest::addColumn<QString>("family");
    QTest::addRow("windows") << "gemma3";
    QTest::addRow("a window in every layer") << "mistral";
    QTest::addRow("learned sinks") << "gpt-oss";
}

void DeviceRunTest::rowsOfFamiliesAreMeasured() {
    QFETCH(QString, family);
    FamilyModel model = familyModel(family.toStdString());
    model.config["vocab_size"] = 300;
    const auto path = std::filesystem::path(m_folder.filePath(family).toStdString());
    writeFamilyModel(path, model);
    std::vector<std::shared_ptr<Recording>> runs;
    for (const char* device : {"cpu", "emulated"}) {
        RunSpec s = spec({"full", "streaming:sinks=4,recent=20"}, device);
        s.model = path;
        s.ids = patternIds(60, 300);
        s.promptTokens = 40;
        runs.push_back(m_runs.finish(s));
    }
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        const QString other = otherNumber(runs[1]->trace(lane), runs[0]->trace(lane), 5e-5F);
        QVERIFY2(other.isEmpty(), qPrintable(QString("lane %1: %2").arg(lane).arg(other)));
    }
}

void DeviceRunTest::otherPoliciesAreAsked() {
    for (const char* device : {"cpu", "emulated"}) {
        const auto run = m_runs.finish(spec({"sage:top-k=16,recent=8", "tova:capacity=24"}, device));
        const auto asked = [&](std::int32_t lane) {
            const auto notes = run->notes(lane);
            return std::find(notes.begin(), notes.end(), finding("asked-on-cpu")) != notes.end();
        };
        QCOMPARE(asked(0), device == std::string("emulated"));
        QVERIFY(!asked(1));
    }
}

/// The policy above a codec is not asked, and a note says in which form the device holds keys and values.
void DeviceRunTest::codesAreDecodedThere() {
    const auto run = m_runs.prefilled(spec({"full", "kivi:bits=4,group=8,residual=16"}));
    QVERIFY(run->step());
    QVERIFY(run->step());
    const DeviceUse use = run->deviceUse();
    const Trace& trace = run->recording()->trace(1);
    QVERIFY(trace.step(trace.steps() - 1).bytesAllocated < use.lanes[1].cache);
    EngineRuns::finish(*run);
    const auto noted = [&](std::int32_t lane, const Finding& note) {
        const auto notes = run->recording()->notes(lane);
        return std::find(notes.begin(), notes.end(), note) != notes.end();
    };
    QVERIFY(noted(1, finding("decoded-on-device")) && !noted(1, finding("asked-on-cpu")));
    QVERIFY(!noted(0, finding("decoded-on-device")));
}

void DeviceRunTest::laneIsWhatItIsAlone() {
    std::vector<std::string> all{"full"};
    all.insert(all.end(), kPolicies.begin(), kPolicies.end());
    all.emplace_back("tova:capacity=24");
    const auto together = m_runs.finish(spec(all));
    QCOMPARE(together->lanes(), static_cast<std::int32_t>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto alone = m_runs.finish(spec({all[i]}));
        const Trace &a = together->trace(static_cast<std::int32_t>(i)), &b = alone->trace(0);
        QCOMPARE(a.steps(), b.steps());
        QCOMPARE(a.evictions(), b.evictions());
        for (std::int64_t step = 0; step < a.steps(); ++step) {
            QVERIFY2(std::bit_cast<std::uint64_t>(a.step(step).nll) == std::bit_cast<std::uint64_t>(b.step(step).nll),
                     all[i].c_str());
            QCOMPARE(std::bit_cast<std::uint64_t>(a.step(step).entropyNext),
                     std::bit_cast<std::uint64_t>(b.step(step).entropyNext));
        }
        QCOMPARE(otherNumber(a, b, 0, i == 0), QString());
    }
}

/// Lanes that are alike get NLL and KL from the device; what is alike with no other lane, and what takes over, is
/// compared all the same.
void DeviceRunTest::comparedWithTheFullLane() {
    std::vector<std::shared_ptr<Recording>> runs;
    for (const char* device : {"cpu", "emulated"}) {
        runs.push_back(m_runs.finish(
            spec({"full", "streaming:sinks=4,recent=20", "snapkv:capacity=24,window=4,granularity=query-head",
                  "h2o:heavy=8,recent=16/streaming:sinks=4,recent=24@60"},
                 device)));
    }
    for (std::int32_t lane = 0; lane < 4; ++lane) {
        const Trace &expected = runs[0]->trace(lane), &found = runs[1]->trace(lane);
        for (std::int64_t i = 1; i < found.steps(); ++i) {
            const StepRecord &a = found.step(i), &b = expected.step(i);
            QVERIFY2(std::abs(a.kl - b.kl) <= 2e-5, qPrintable(QString("lane %1, step %2").arg(lane).arg(i)));
            QVERIFY(std::abs(a.nllFull - b.nllFull) <= 1e-5);
        }
    }
}

/// A prompt that was read on the device gives the answers and the runs of the CPU.
void DeviceRunTest::promptIsAskedAgain() {
    const std::vector<std::string> once{"snapkv:capacity=24,window=4", "expected-attention:capacity=30",
                                        "cake:capacity=30,window=8", "h2o:heavy=8,recent=16"};
    std::vector<std::shared_ptr<ObservedPrompt>> prompts;
    for (const char* device : {"cpu", "emulated"}) {
        RunSpec s = spec({"full"}, device);
        s.observationBytes = 1 << 26;
        const auto prompt = m_runs.prefilled(s)->observedPrompt();
        QVERIFY2(prompt, prompt ? "" : prompt.error().sentence().c_str());
        prompts.push_back(*prompt);
    }
    for (const std::string& policy : once) {
        if (policy.find("h2o") == std::string::npos) {
            const auto expected = prompts[0]->select(policy), found = prompts[1]->select(policy);
            QVERIFY2(expected && found, policy.c_str());
            QVERIFY2(expected->kept == found->kept, policy.c_str());
        }
        const auto run = m_runs.start(spec({policy}));
        QVERIFY(run->takePrompt(*prompts[1]));
        QVERIFY(run->prefill({}));
        EngineRuns::finish(*run);
        const auto alone = m_runs.finish(spec({policy}));
        const Trace &a = run->recording()->trace(0), &b = alone->trace(0);
        QCOMPARE(a.evictions(), b.evictions());
        for (std::int64_t i = 0; i < a.evictions(); ++i) {
            QVERIFY2(a.eviction(i).tokens == b.eviction(i).tokens, policy.c_str());
        }
    }
}

void DeviceRunTest::generatedText_data() {
    QTest::addColumn<double>("temperature");
    QTest::addRow("likeliest") << 0.0;
    QTest::addRow("drawn") << 0.7;
}

void DeviceRunTest::generatedText() {
    QFETCH(double, temperature);
    std::vector<std::vector<std::int32_t>> texts;
    for (const char* device : {"cpu", "emulated"}) {
        RunSpec s = spec({"full", "streaming:sinks=4,recent=20"}, device);
        s.ids->resize(50);
        s.mode = Mode::Generate;
        s.steps = 16;
        s.sampling.temperature = temperature;
        const auto run = m_runs.finish(s);
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            texts.emplace_back();
            for (std::int64_t i = 50; i < run->trace(lane).steps(); ++i) {
                texts.back().push_back(run->trace(lane).step(i).tokenId);
            }
        }
    }
    QVERIFY(texts[0] == texts[2]);
    QVERIFY(texts[1] == texts[3]);
}

/// A fork has the bits of the run that it left, which goes on as if nothing had happened.
void DeviceRunTest::forkGoesOn() {
    const RunSpec s = spec(
        {"full", "h2o:heavy=8,recent=16", "tova+uniform:capacity=20,sinks=1,schedule=every-step,granularity=kv-head",
         "quest:budget=24,page=8,skip-layers=1", "streaming:sinks=4,recent=30@kivi:bits=4,group=8,residual=8",
         "knorm:capacity=24,schedule=every-step", "cascade:window=24,cascades=3", "cake:capacity=24,window=6",
         "keydiff:capacity=24,schedule=every-step"});
    auto run = m_runs.prefilled(s);
    for (int i = 0; i < 8; ++i) {
        QVERIFY(run->step());
    }
    const auto fork = m_runs.forked(s, *run);
    EngineRuns::finish(*run);
    EngineRuns::finish(*fork);
    for (std::int32_t lane = 0; lane < run->recording()->lanes(); ++lane) {
        QCOMPARE(firstDifference(run->recording()->trace(lane), fork->recording()->trace(lane)), std::string());
    }
}

void DeviceRunTest::namesTheDevice() {
    const auto run = m_runs.finish(spec({"full"}));
    QCOMPARE(run->description().device, std::string("emulated"));
    QVERIFY(run->description().environment.at("gpu").get<std::string>().starts_with("emulated device"));
    QVERIFY(m_runs.finish(spec({"full"}, "cpu"))->description().environment.at("gpu").is_null());
}

void DeviceRunTest::countsItsMemory() {
    const auto run = m_runs.prefilled(spec({"full", "streaming:sinks=4,recent=20"}));
    DeviceUse use = run->deviceUse();
    QVERIFY(use.device.starts_with("emulated device"));
    QVERIFY(use.weights >= m_runs.engine().model().weightBytes);
    QVERIFY(use.buffers > 0);
    QVERIFY(use.stepWeights > 0 && use.stepWeights <= use.weights);
    QCOMPARE(use.lanes.size(), std::size_t{2});
    QCOMPARE(use.lanes[0].cache, std::int64_t{0});  // there is no copy yet
    QVERIFY(run->step());
    use = run->deviceUse();
    for (std::size_t i = 0; i < 2; ++i) {
        const Trace& trace = run->recording()->trace(static_cast<std::int32_t>(i));
        QVERIFY(use.lanes[i].cache >= trace.step(trace.steps() - 1).bytesLive);
        QVERIFY(use.lanes[i].rows > 0);
    }
    QVERIFY(m_runs.prefilled(spec({"full"}, "cpu"))->deviceUse().device.empty());
}

void DeviceRunTest::anotherDeviceIsNamedToo() {
    qputenv("KVW_EMULATED_DEVICES", "2");
    const auto run = m_runs.prefilled(spec({"full"}, "emulated:1"));
    qunsetenv("KVW_EMULATED_DEVICES");
    QCOMPARE(run->recording()->description().device, std::string("emulated:1"));
    QVERIFY(run->recording()->description().environment.at("gpu").get<std::string>().starts_with("emulated device 1"));
    QVERIFY2(run->deviceUse().device.starts_with("emulated:1, emulated device 1"), run->deviceUse().device.c_str());
}

/// The record ends before the step that failed; runs on other devices do not notice.
void DeviceRunTest::lostDeviceEndsTheRun() {
    qputenv("KVW_EMULATED_DEVICES", "3");
    qputenv("KVW_EMULATED_FAULT", "lost@5");
    const auto run = m_runs.prefilled(spec({"full"}, "emulated:2"));
    qunsetenv("KVW_EMULATED_DEVICES");
    qunsetenv("KVW_EMULATED_FAULT");
    Result<void> done;
    while (done && !run->finished()) {
        done = run->step();
    }
    QVERIFY(!done);
    const QString said = QString::fromStdString(done.error().sentence());
    QVERIFY2(said.contains("the device was lost"), said.toUtf8());
    run->close(RunState::Failed, done.error().sentence());
    const std::int64_t steps = run->recording()->trace(0).steps();
    QVERIFY2(steps > 50 && steps <= 54, QByteArray::number(static_cast<qlonglong>(steps)));
    QCOMPARE(m_runs.finish(spec({"full"}))->trace(0).steps(), std::int64_t{80});
}

/// The device has no memory left in mid-run, as if another program had taken the rest.
void DeviceRunTest::usedUpMemoryEndsTheForkThatNeedsSome() {
    qputenv("KVW_EMULATED_DEVICES", "4");
    qputenv("KVW_EMULATED_FAULT", "memory@5");
    const RunSpec s = spec({"streaming:sinks=4,recent=20"}, "emulated:3");
    const auto run = m_runs.prefilled(s);
    qunsetenv("KVW_EMULATED_DEVICES");
    qunsetenv("KVW_EMULATED_FAULT");
    for (int i = 0; i < 5; ++i) {
        QVERIFY(run->step());
    }
    const auto fork = m_runs.forked(s, *run);
    const auto done = fork->step();
    QVERIFY(!done);
    const QString said = QString::fromStdString(done.error().sentence());
    QVERIFY2(said.contains("the device has not enough memory") && said.contains("a smaller budget"), said.toUtf8());
    QCOMPARE(fork->recording()->trace(0).steps(), std::int64_t{55});
}

/// The device has 1 MiB, the embedded model 5.
void DeviceRunTest::largerModelIsNotRead() {
    qputenv("KVW_DEVICE_LIBRARY", KVW_BINARY_DIR "/tests/libkvw_small_device.so");
    QVERIFY(m_runs.engine().loadModel(m_model, {}));
    RunSpec s = spec({"full"}, "cuda");
    s.model.clear();
    const auto run = m_runs.engine().start(s, m_runs.catalog(), {});
    qunsetenv("KVW_DEVICE_LIBRARY");
    QVERIFY(!run);
    const QString said = QString::fromStdString(run.error().sentence());
    QVERIFY2(said.contains("the weights do not fit into the memory of the device"), said.toUtf8());
    QCOMPARE(m_runs.engine().modelDirectory(), m_model);
}

/// The device has 16 MiB, of which another program holds 14.
void DeviceRunTest::modelIsNotReadWhereOthersHaveTheMemory() {
    qputenv("KVW_EMULATED_DEVICES", "5");
    qputenv("KVW_EMULATED_MIB", "16");
    QVERIFY(m_runs.engine().loadModel(m_model, {}));
    const auto device = openDevice("emulated:4");
    QVERIFY(device);
    void* taken = nullptr;
    QVERIFY((*device)->allocate(std::size_t{14} << 20U, &taken));
    RunSpec s = spec({"full"}, "emulated:4");
    s.model.clear();
    const auto run = m_runs.engine().start(s, m_runs.catalog(), {});
    qunsetenv("KVW_EMULATED_DEVICES");
    qunsetenv("KVW_EMULATED_MIB");
    QVERIFY(!run);
    const QString said = QString::fromStdString(run.error().sentence());
    QVERIFY2(said.contains("the weights do not fit into what is free of the device's memory"), said.toUtf8());
    QCOMPARE(m_runs.engine().modelDirectory(), m_model);
}

void DeviceRunTest::refusals_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("sentence");
    QTest::addRow("device") << "full"
                            << "tpu"
                            << "there is no such device";
    QTest::addRow("reader") << "reads-last"
                            << "emulated"
                            << "this read selection has no rule that a device can follow";
    QTest::addRow("reader that hands over") << "reads-last/full@60"
                                            << "emulated"
                                            << "this read selection has no rule that a device can follow";
    QTest::addRow("afresh") << "window-recompute:window=60"
                            << "emulated"
                            << "what is held cannot be encoded afresh on a device yet";
    QTest::addRow("concatenated") << "streaming:sinks=4,recent=20/storage=concat"
                                  << "emulated"
                                  << "a cache that concatenates is on the CPU only";
    QTest::addRow("later") << "h2o/kivi:residual=32@60"
                           << "emulated"
                           << "";
}

void DeviceRunTest::refusals() {
    QFETCH(QString, policy);
    QFETCH(QString, device);
    QFETCH(QString, sentence);
    const auto run =
        m_runs.engine().start(spec({policy.toStdString()}, device.toUtf8().constData()), m_runs.catalog(), {});
    QVERIFY(!run);
    const QString said = QString::fromStdString(run.error().sentence());
    QVERIFY2(said.contains(sentence), said.toUtf8());
}

QTEST_GUILESS_MAIN(DeviceRunTest)
#include "device_run_test.moc"
