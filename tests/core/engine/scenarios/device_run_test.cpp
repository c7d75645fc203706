// SPDX-License-Identifier: Apache-2.0
/// Whole runs on the emulated device: beside those of the CPU, lanes beside each other, forks, hands and refusals.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/support/engine_runs.h"
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
};

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
    void laneIsWhatItIsAlone();
    void promptIsAskedAgain();
    void generatedText();
    void forkGoesOn();
    void namesTheDevice();
    void countsItsMemory();
    void largerModelIsNotRead();
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
    }
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
    }
}

/// What a prompt that was read on the device answers, and what runs make of it, are those of the CPU.
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

void DeviceRunTest::generatedText() {
    std::vector<std::vector<std::int32_t>> texts;
    for (const char* device : {"cpu", "emulated"}) {
        RunSpec s = spec({"full", "streaming:sinks=4,recent=20"}, device);
        s.ids->resize(50);
        s.mode = Mode::Generate;
        s.steps = 16;
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
    const RunSpec s = spec({"full", "h2o:heavy=8,recent=16"});
    auto run = m_runs.prefilled(s);
    for (int i = 0; i < 8; ++i) {
        QVERIFY(run->step());
    }
    auto fork = run->fork();
    QVERIFY(fork);
    EngineRuns::finish(*run);
    EngineRuns::finish(**fork);
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        QCOMPARE(firstDifference(run->recording()->trace(lane), (*fork)->recording()->trace(lane)), std::string());
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

void DeviceRunTest::refusals_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("sentence");
    QTest::addRow("device") << "full"
                            << "tpu"
                            << "there is no such device";
    QTest::addRow("reader") << "quest:budget=64,page=8"
                            << "emulated"
                            << "read selection does not run on a device yet";
    QTest::addRow("reader that hands over") << "quest:budget=64,page=8/full@60"
                                            << "emulated"
                                            << "read selection does not run on a device yet";
    QTest::addRow("codec") << "kivi:residual=32"
                           << "emulated"
                           << "a storage codec does not run on a device yet";
    QTest::addRow("afresh") << "window-recompute:window=60"
                            << "emulated"
                            << "what is held cannot be encoded afresh on a device yet";
    QTest::addRow("raw keys") << "knorm:capacity=30,schedule=every-step"
                              << "emulated"
                              << "keys before rotation cannot be shown at every step of a device yet";
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
