// SPDX-License-Identifier: Apache-2.0
/// Decode steps on the emulated device against those of the CPU: logits of every family, of every way to store keys.
/// Rules against the policies that declare them.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/engine/device/device_sweep.h"
#include "kernels/emulated/library.h"
#include "tests/support/driven_lane.h"
#include "tests/support/family_model.h"
#include "tests/support/reference_model.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr double kBound = 3e-6;

/// The emulated kernels, whose attention fails for lanes that store keys and values per query head.
const device::Kernels& failingKernels() {
    static const device::Kernels table = [] {
        device::Kernels made = device::emulatedKernels();
        made.attendDecode = [](device::Device& on, const device::AttendArgs& args) {
            return args.storedHeads == args.heads.query ? device::trouble(device::Trouble::OutOfMemory, "none is left")
                                                        : device::emulatedKernels().attendDecode(on, args);
        };
        return made;
    }();
    return table;
}

/// The emulated kernels, which count how often attention is asked for.
std::int64_t attendCalls = 0;
const device::Kernels& countingKernels() {
    static const device::Kernels table = [] {
        device::Kernels made = device::emulatedKernels();
        made.attendDecode = [](device::Device& on, const device::AttendArgs& args) {
            ++attendCalls;
            return device::emulatedKernels().attendDecode(on, args);
        };
        return made;
    }();
    return table;
}

/// The emulated kernels, which count the steps that were played.
std::int64_t playedSteps = 0;
const device::Kernels& playCountingKernels() {
    static const device::Kernels table = [] {
        device::Kernels made = device::emulatedKernels();
        made.finishRows = [](device::Device& on, const device::StepArgs& args) {
            const device::Status status = device::emulatedKernels().finishRows(on, args);
            return !status ? status : static_cast<device::EmulatedDevice&>(on).runOnHost([] { ++playedSteps; });
        };
        return made;
    }();
    return table;
}

/// The emulated kernels, which lose softmax rows once they were measured.
const device::Kernels& forgettingKernels() {
    static const device::Kernels table = [] {
        device::Kernels made = device::emulatedKernels();
        made.measureRows = [](device::Device& on, const device::MeasureArgs& args) {
            const device::Status status = device::emulatedKernels().measureRows(on, args);
            return !status ? status : static_cast<device::EmulatedDevice&>(on).runOnHost([args] {
                for (int i = 0; i < args.step.laneCount; ++i) {
                    const device::Lane& lane = args.step.lanes[i];
                    std::fill_n(lane.rows, lane.layers * args.step.heads.query * lane.stride, 0.0F);
                }
            });
        };
        return made;
    }();
    return table;
}

std::vector<std::int32_t> formulaText(std::int32_t tokens) {
    std::vector<std::int32_t> ids{0};
    for (std::int32_t i = 1; i < tokens; ++i) {
        ids.push_back(2 + i * 37 % 998);
    }
    return ids;
}

}  // namespace

class DeviceStepTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void families_data();
    void families();
    void lanes_data();
    void lanes();
    void rulesAreTheirPolicies_data();
    void rulesAreTheirPolicies();
    void errorEndsTheLanesThatShareIt();
    void memoryIsReadAtSomeRate();
    void isRecordedOnce();
    void goesAheadOfTheRecord();
    void rowsStayOnTheDevice();

 private:
    /// Returns the largest distance of logits after `prompt` tokens, and leaves both lanes in `ends`.
    double worstOf(const std::filesystem::path& model, LaneOptions options, const std::vector<std::int32_t>& ids,
                   std::size_t prompt);
    QTemporaryDir m_folder;
    EngineParts m_engine{1};
    std::vector<std::unique_ptr<DrivenLane>> m_ends;
};

double DeviceStepTest::worstOf(const std::filesystem::path& model, LaneOptions options,
                               const std::vector<std::int32_t>& ids, std::size_t prompt) {
    m_ends.clear();
    options.runTokens = static_cast<std::int64_t>(ids.size());
    for (const char* device : {"cpu", "emulated"}) {
        options.device = device;
        m_ends.push_back(m_engine.lane(model, options, static_cast<std::int64_t>(prompt)));
        m_ends.back()->prefill(std::span(ids).first(prompt));
    }
    double worst = 0;
    for (std::size_t i = prompt; i < ids.size(); ++i) {
        m_ends[0]->decode(ids[i]);
        m_ends[1]->decode(ids[i]);
        worst = std::max(worst, relativeL2(m_ends[1]->logits(), m_ends[0]->logits()));
    }
    return worst;
}

void DeviceStepTest::families_data() {
    QTest::addColumn<QString>("name");
    for (const FamilyModel& model : familyModels()) {
        QTest::addRow("%s", model.name.c_str()) << QString::fromStdString(model.name);
    }
}

void DeviceStepTest::families() {
    QFETCH(QString, name);
    const FamilyModel model = familyModel(name.toStdString());
    const auto path = std::filesystem::path(m_folder.filePath(name).toStdString());
    writeFamilyModel(path, model);
    const double worst = worstOf(path, {}, formulaIds(model, 30), 20);
    qInfo("%s: %.2e", qPrintable(name), worst);
    QVERIFY(worst <= kBound);
}

void DeviceStepTest::lanes_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("kvDtype");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<bool>("rotated");
    const auto add = [](const char* policy, const char* dtype = "f32", bool rank = false, bool rotated = false) {
        QTest::addRow("%s %s %d%d", policy, dtype, rank, rotated) << policy << dtype << rank << rotated;
    };
    add("streaming:sinks=4,recent=20");
    add("h2o:heavy=8,recent=8");
    add("tova:capacity=24", "f32", true);
    add("h2o:heavy=8,recent=8", "f32", true, true);
    add("snapkv:capacity=24,window=4,granularity=query-head");
    add("cascade:window=16,cascades=2");
    add("full", "bf16");
    add("streaming:sinks=4,recent=20", "f16", true);
    // Keys and values in codes, which grow while tokens are decoded. A scale of 16 bits may be rounded to the
    // neighbour.
    add("kivi:bits=4,group=8,residual=16,scale-dtype=float32");
    add("kivi:group=8,residual=8,values=per-channel,scale-dtype=float32", "f32", true);
    add("h2o:heavy=16,recent=16,granularity=query-head@kivi:group=8,residual=8,scale-dtype=float32");
    add("keydiff:capacity=30,schedule=every-step@kivi:group=8,residual=8,scale-dtype=float32");
    // Pages that query heads choose.
    add("quest:budget=24,page=8,min-pages=1,skip-layers=1");
    add("quest:budget=20,page=5,rule=kernel,skip-layers=0", "f32", true);
    add("quest:budget=24,page=4,skip-layers=0@kivi:group=8,residual=8,scale-dtype=float32");
}

/// Same evictions and reads, and logits within rounding; 16-bit keys may be rounded to the neighbour, and the CPU does
/// not decode before it adds.
void DeviceStepTest::lanes() {
    QFETCH(QString, policy);
    QFETCH(QString, kvDtype);
    QFETCH(bool, cacheRank);
    QFETCH(bool, rotated);
    TinyModel tiny;
    tiny.gain = 0.5;
    const auto path = std::filesystem::path(m_folder.filePath("tiny").toStdString());
    writeTinyModel(path, tiny);
    LaneOptions options;
    options.policy = policy.toStdString();
    options.kvDtype = kvDtype.toStdString();
    options.cacheRank = cacheRank;
    options.rotatedRanks = rotated;
    const double worst = worstOf(path, options, patternIds(80), 40);
    qInfo("%s: %.2e", qPrintable(policy), worst);
    QVERIFY(worst <= (kvDtype != "f32" ? 1e-4 : policy.contains("kivi") ? 2e-5 : kBound));
    QVERIFY(m_ends[0]->dropped() == m_ends[1]->dropped());
    const TraceShape& shape = m_ends[0]->trace().shape();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
            QVERIFY(m_ends[0]->tokensRead(layer, head) == m_ends[1]->tokensRead(layer, head));
        }
    }
    QCOMPARE(m_ends[1]->bytes().allocated, m_ends[0]->bytes().allocated);
}

/// Each policy with some random settings.
void DeviceStepTest::rulesAreTheirPolicies_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("kvDtype");
    std::mt19937 random(1);
    const auto drawn = [&](int low, int high) {
        return QString::number(low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)));
    };
    const auto oneOf = [&](std::initializer_list<const char*> words) {
        return QString(*(words.begin() + random() % words.size()));
    };
    const auto add = [](const QString& policy, const char* dtype = "f32") {
        QTest::addRow("%s %s", qPrintable(policy), dtype) << policy << dtype;
    };
    for (int i = 0; i < 2; ++i) {
        add("h2o:heavy=" + drawn(4, 12) + ",recent=" + drawn(0, 12) +
            ",granularity=" + oneOf({"kv-head", "query-head"}));
        add("knorm:capacity=" + drawn(8, 34) + ",schedule=every-step,skip-layers=" + drawn(0, 2) +
            ",sinks=" + drawn(0, 3) + ",recent=" + drawn(0, 4));
        add("knorm+uniform:capacity=" + drawn(8, 34) + ",granularity=" + oneOf({"layer", "query-head"}) +
            ",schedule=every:" + drawn(1, 5));
        add("keydiff:capacity=" + drawn(8, 34) + ",schedule=every-step,sinks=" + drawn(0, 3) + ",recent=" + drawn(0, 4),
            i == 0 ? "f32" : "bf16");
        add("keydiff+uniform:capacity=" + drawn(8, 34) + ",granularity=" + oneOf({"layer", "query-head"}) +
            ",schedule=every:" + drawn(1, 5));
        const QString cascade = "cascade:gamma=0." + drawn(80, 99) +
                                ",head-reduction=" + oneOf({"mean", "max", "median"}) +
                                ",granularity=" + oneOf({"layer", "kv-head"}) +
                                ",ties=" + oneOf({"strict", "incoming-wins"}) + ",sinks=" + drawn(0, 4);
        add(cascade + ",cascades=" + drawn(2, 4) + ",window=24,rate=" + drawn(2, 3) +
            ",eager-fill=" + oneOf({"true", "false"}));
        add(cascade + ",sizes=" + drawn(2, 8) + "/" + drawn(2, 8) + "/" + drawn(2, 8) + ",periods=" + drawn(1, 2) +
            "/" + drawn(2, 4) + "/" + drawn(2, 6));
        for (const char* order : {"memory", "position"}) {
            for (const char* score : {"row", "stored"}) {
                add("cake:capacity=" + drawn(12, 30) + ",window=" + drawn(2, 8) + ",kernel=" + oneOf({"1", "3", "7"}) +
                    ",indicator=" + oneOf({"sum", "mean", "variance", "product"}) + ",pool-order=" + order +
                    ",decode-score=" + score);
            }
        }
    }
    add("cascade:window=24,cascades=2,token-selection=false,ties=incoming-wins");
    add("cascade:window=16,cascades=1");
}

/// With rules and without them lanes on the device have the same bits, cuts and scores.
void DeviceStepTest::rulesAreTheirPolicies() {
    QFETCH(QString, policy);
    QFETCH(QString, kvDtype);
    TinyModel tiny;
    tiny.gain = 0.5;
    const auto path = std::filesystem::path(m_folder.filePath("ruled").toStdString());
    writeTinyModel(path, tiny);
    const std::vector<std::int32_t> ids = patternIds(72);
    LaneOptions options;
    options.policy = policy.toStdString();
    options.kvDtype = kvDtype.toStdString();
    options.device = "emulated";
    options.runTokens = 72;
    std::vector<std::unique_ptr<DrivenLane>> lanes;
    for (const bool follows : {true, false}) {
        options.followsRules = follows;
        lanes.push_back(m_engine.lane(path, options, 40));
        lanes.back()->prefill(std::span(ids).first(40));
    }
    for (std::size_t i = 40; i < ids.size(); ++i) {
        lanes[0]->decode(ids[i]);
        lanes[1]->decode(ids[i]);
        const auto a = lanes[0]->logits(), b = lanes[1]->logits();
        QVERIFY2(std::equal(a.begin(), a.end(), b.begin(), b.end()), qPrintable(QString("step %1").arg(i)));
    }
    const Trace &ruled = lanes[0]->trace(), &asked = lanes[1]->trace();
    const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    QCOMPARE(ruled.evictions(), asked.evictions());
    std::int64_t atDecode = 0;
    for (std::int64_t i = 0; i < ruled.evictions(); ++i) {
        const EvictionRecord a = ruled.eviction(i), b = asked.eviction(i);
        QVERIFY(a.step == b.step && a.layer == b.layer && a.head == b.head && a.tokens == b.tokens);
        QVERIFY(a.reason == b.reason && same(a.cut, b.cut));
        QVERIFY(std::equal(a.scores.begin(), a.scores.end(), b.scores.begin(), b.scores.end(), same));
        atDecode += a.step >= 40 ? 1 : 0;
    }
    QVERIFY(atDecode > 0);
}

void DeviceStepTest::errorEndsTheLanesThatShareIt() {
    const auto path = std::filesystem::path(m_folder.filePath("grouped").toStdString());
    writeTinyModel(path, {});
    const std::vector<std::int32_t> ids = formulaText(60);
    std::unique_ptr<device::Device> opened;
    QVERIFY(device::EmulatedDevice::open(std::size_t{1} << 28U, failingKernels(), &opened));
    const std::string apart = "snapkv:capacity=24,window=4,granularity=query-head";
    const auto run =
        m_engine.deviceRun(path, {apart, "streaming:sinks=4,recent=20", "h2o:heavy=8,recent=8"}, ids, 40, *opened);
    QVERIFY(run->prefill({}));
    while (!run->finished()) {
        QVERIFY(run->step());
    }
    run->close(RunState::Finished, {});
    QCOMPARE(run->recording()->trace(0).steps(), std::int64_t{40});
    QCOMPARE(run->recording()->trace(1).steps(), std::int64_t{60});
    QCOMPARE(run->recording()->trace(2).steps(), std::int64_t{60});
    const auto problems = run->recording()->problems();
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].lane, 0);
    QVERIFY(problems[0].sentence().find("the device has not enough memory") != std::string::npos);
}

void DeviceStepTest::memoryIsReadAtSomeRate() {
    std::unique_ptr<device::Device> opened;
    QVERIFY(device::EmulatedDevice::open(std::size_t{1} << 20U, device::emulatedKernels(), &opened));
    const auto rate = sweepRate(*opened, std::size_t{1} << 16U);
    QVERIFY(rate && *rate > 0);
    QVERIFY(!sweepRate(*opened, std::size_t{1} << 21U));
    QCOMPARE(sweepRate(*opened), 0.0);
}

/// Kernels are asked for while a step is recorded, and never again: what grows or is evicted, they read on the device.
void DeviceStepTest::isRecordedOnce() {
    const auto path = std::filesystem::path(m_folder.filePath("recorded").toStdString());
    writeTinyModel(path, {});
    std::unique_ptr<device::Device> opened;
    QVERIFY(device::EmulatedDevice::open(std::size_t{1} << 28U, countingKernels(), &opened));
    const auto run =
        m_engine.deviceRun(path, {"full", "h2o:heavy=8,recent=8", "snapkv:capacity=24,window=4,granularity=query-head"},
                           formulaText(70), 40, *opened);
    attendCalls = 0;
    QVERIFY(run->prefill({}));
    while (!run->finished()) {
        QVERIFY(run->step());
    }
    run->close(RunState::Finished, {});
    QVERIFY(run->recording()->problems().empty());
    // Two groups, and two places for what a step writes.
    const std::int64_t layers = run->recording()->trace(0).shape().layers;
    QCOMPARE(attendCalls, 4 * layers);
}

/// Each step has its whole record when the call ends, and the device has played the next one by then; none in vain.
void DeviceStepTest::goesAheadOfTheRecord() {
    const auto path = std::filesystem::path(m_folder.filePath("ahead").toStdString());
    writeTinyModel(path, {});
    std::unique_ptr<device::Device> opened;
    QVERIFY(device::EmulatedDevice::open(std::size_t{1} << 28U, playCountingKernels(), &opened));
    constexpr std::int64_t kPrompt = 40, kTokens = 60;
    const auto run =
        m_engine.deviceRun(path, {"full", "streaming:sinks=4,recent=20"}, formulaText(kTokens), kPrompt, *opened);
    QVERIFY(run->prefill({}));
    playedSteps = 0;
    for (std::int64_t decoded = 1; !run->finished(); ++decoded) {
        QVERIFY(run->step());
        QVERIFY(playedSteps >= decoded);
        QVERIFY(decoded > 1 || playedSteps == 2);
        for (const std::int32_t lane : {0, 1}) {
            QCOMPARE(run->recording()->trace(lane).steps(), kPrompt + decoded);
        }
    }
    QCOMPARE(playedSteps, kTokens - kPrompt);
    run->close(RunState::Finished, {});
}

/// Where rules decide, nobody needs the rows but the device, which measures them.
void DeviceStepTest::rowsStayOnTheDevice() {
    const auto path = std::filesystem::path(m_folder.filePath("measured").toStdString());
    writeTinyModel(path, {});
    std::vector<std::shared_ptr<Recording>> runs;
    for (const device::Kernels* kernels : {&device::emulatedKernels(), &forgettingKernels()}) {
        std::unique_ptr<device::Device> opened;
        QVERIFY(device::EmulatedDevice::open(std::size_t{1} << 28U, *kernels, &opened));
        const auto run = m_engine.deviceRun(path, {"full", "streaming:sinks=4,recent=20", "h2o:heavy=8,recent=8"},
                                            formulaText(60), 40, *opened);
        QVERIFY(run->prefill({}));
        while (!run->finished()) {
            QVERIFY(run->step());
        }
        run->close(RunState::Finished, {});
        QVERIFY(run->recording()->problems().empty());
        runs.push_back(run->recording());
    }
    for (std::int32_t lane = 0; lane < 3; ++lane) {
        const Trace &a = runs[0]->trace(lane), &b = runs[1]->trace(lane);
        QCOMPARE(a.steps(), std::int64_t{60});
        for (std::int64_t step = 41; step < 60; ++step) {
            const LayerRecord &x = a.layer(step, 1), &y = b.layer(step, 1);
            QVERIFY(x.gini > 0 && x.gini == y.gini && x.entropy > 0 && x.entropy == y.entropy);
            QVERIFY(x.variance > 0 && x.variance == y.variance);
            QVERIFY(x.retainedMass > 0 && x.retainedMass == y.retainedMass);
        }
    }
}

QTEST_GUILESS_MAIN(DeviceStepTest)
#include "device_step_test.moc"
