// SPDX-License-Identifier: Apache-2.0
/// Prompts on the emulated device against those of the CPU: logits, what is held, and what is recorded of the rows.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/emulated/library.h"
#include "tests/support/driven_lane.h"
#include "tests/support/family_model.h"
#include "tests/support/reference_model.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr double kBound = 3e-6;

/// Counts the blocks of attention that were computed.
int blocksComputed = 0;

const device::Kernels& countingKernels() {
    static const device::Kernels table = [] {
        device::Kernels made = device::emulatedKernels();
        made.attendBlock = [](device::Device& on, const device::BlockArgs& args) {
            ++blocksComputed;
            return device::emulatedKernels().attendBlock(on, args);
        };
        return made;
    }();
    return table;
}

}  // namespace

class DevicePromptTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase();
    void families_data();
    void families();
    void lanes_data();
    void lanes();
    void takesBlockAfterBlock();
    void goesOnOnTheCpu();
    void stops();

 private:
    /// Reads a prompt on both, and leaves the lanes in `m_ends`. Returns the distance of the logits after it.
    double distance(const std::filesystem::path& model, LaneOptions options, const std::vector<std::int32_t>& ids);
    QTemporaryDir m_folder;
    std::filesystem::path m_tiny;
    EngineParts m_engine{1};
    std::vector<std::unique_ptr<DrivenLane>> m_ends;
};

void DevicePromptTest::initTestCase() {
    TinyModel tiny;
    tiny.gain = 0.5;
    m_tiny = std::filesystem::path(m_folder.filePath("tiny").toStdString());
    writeTinyModel(m_tiny, tiny);
}

double DevicePromptTest::distance(const std::filesystem::path& model, LaneOptions options,
                                  const std::vector<std::int32_t>& ids) {
    m_ends.clear();
    for (const char* device : {"cpu", "emulated"}) {
        options.device = device;
        m_ends.push_back(m_engine.lane(model, options, static_cast<std::int64_t>(ids.size())));
        m_ends.back()->prefill(ids);
    }
    return relativeL2(m_ends[1]->logits(), m_ends[0]->logits());
}

void DevicePromptTest::families_data() {
    QTest::addColumn<QString>("name");
    for (const FamilyModel& model : familyModels()) {
        QTest::addRow("%s", model.name.c_str()) << QString::fromStdString(model.name);
    }
}

/// Every family, with experts, windows, caps, sinks and parallel layers.
void DevicePromptTest::families() {
    QFETCH(QString, name);
    const FamilyModel model = familyModel(name.toStdString());
    const auto path = std::filesystem::path(m_folder.filePath(name).toStdString());
    writeFamilyModel(path, model);
    for (const std::int64_t chunk : {0, 7}) {
        LaneOptions options;
        options.chunk = chunk;
        const double worst = distance(path, options, formulaIds(model, 30));
        qInfo("%s: %.2e", qPrintable(name), worst);
        QVERIFY(worst <= kBound);
    }
}

void DevicePromptTest::lanes_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<QString>("kvDtype");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<bool>("rotated");
    const auto add = [](const char* policy, int chunk = 0, const char* dtype = "f32", bool rank = false,
                        bool rotated = false) {
        QTest::addRow("%s %d %s %d%d", policy, chunk, dtype, rank, rotated)
            << policy << chunk << dtype << rank << rotated;
    };
    // Last rows, per layer and per query head; column sums; moments of queries; blocks of rows; keys and values.
    add("snapkv:capacity=24,window=4");
    add("snapkv:capacity=24,window=4,granularity=query-head");
    add("pyramidkv:capacity=64,window=8");
    add("adakv:capacity=48,window=8");
    add("h2o:heavy=8,recent=8");
    add("expected-attention:capacity=48");
    add("cake:capacity=64,window=8");
    add("keydiff:capacity=24");
    add("tova:capacity=24");
    // Chunks, cut in between: keys that were held before the pass.
    add("h2o:heavy=8,recent=8", 16);
    add("streaming:sinks=4,recent=20", 16);
    add("tova:capacity=24", 16, "f32", true);
    add("h2o:heavy=8,recent=8", 16, "f32", true, true);
    // Older chunks in codes, and page bounds.
    add("kivi:bits=4,group=8,residual=16,scale-dtype=float32", 16);
    add("quest:budget=24,page=8", 16);
    add("full", 33, "bf16");
    add("full", 0, "bf16");
    add("streaming:sinks=4,recent=20", 16, "f16", true);
}

void DevicePromptTest::lanes() {
    QFETCH(QString, policy);
    QFETCH(int, chunk);
    QFETCH(QString, kvDtype);
    QFETCH(bool, cacheRank);
    QFETCH(bool, rotated);
    LaneOptions options;
    options.policy = policy.toStdString();
    options.chunk = chunk;
    options.kvDtype = kvDtype.toStdString();
    options.cacheRank = cacheRank;
    options.rotatedRanks = rotated;
    // More than a block of queries.
    const double worst = distance(m_tiny, options, patternIds(100));
    qInfo("%s: %.2e", qPrintable(policy), worst);
    QVERIFY(worst <= (kvDtype == "f32" ? kBound : 1e-4));
    QVERIFY(m_ends[0]->dropped() == m_ends[1]->dropped());
    QCOMPARE(m_ends[1]->bytes().allocated, m_ends[0]->bytes().allocated);
    QCOMPARE(m_ends[1]->bytes().peakAllocated, m_ends[0]->bytes().peakAllocated);
    const Trace &expected = m_ends[0]->trace(), &found = m_ends[1]->trace();
    QCOMPARE(found.steps(), expected.steps());
    for (std::int64_t step = 0; step < found.steps(); ++step) {
        QVERIFY(step == 0 || std::abs(found.step(step).nll - expected.step(step).nll) <= 1e-4);
        for (std::int32_t layer = 0; layer < found.shape().layers; ++layer) {
            const LayerRecord &a = found.layer(step, layer), &b = expected.layer(step, layer);
            QCOMPARE(a.held, b.held);
            for (const auto& [mine, theirs] : {std::pair(a.gini, b.gini), std::pair(a.entropy, b.entropy)}) {
                QVERIFY(std::isnan(mine) == std::isnan(theirs) && !(std::abs(mine - theirs) > 1e-3F));
            }
        }
    }
}

/// More tokens than products and queries take at once; the rows of the newest ones are recorded.
void DevicePromptTest::takesBlockAfterBlock() {
    LaneOptions options;
    options.policy = "snapkv:capacity=40,window=8";
    options.capture = Capture::Stats;
    const double worst = distance(m_tiny, options, patternIds(1050));
    qInfo("%.2e", worst);
    QVERIFY(worst <= 1e-5);
    QVERIFY(m_ends[0]->dropped() == m_ends[1]->dropped());
}

/// Without room on the device the CPU reads the prompt, the run says so once, and steps go on on the device.
void DevicePromptTest::goesOnOnTheCpu() {
    // The prompt takes some 1.6 MB, the steps 0.7: tables of rotations, and what is left of the cache.
    constexpr std::size_t kLeft = 1'200'000;
    for (const bool full : {true, false}) {
        std::unique_ptr<device::Device> opened;
        QVERIFY(device::EmulatedDevice::open(std::size_t{1} << 25U, countingKernels(), &opened));
        const auto run = m_engine.deviceRun(m_tiny, {"h2o:heavy=8,recent=8"}, patternIds(210), 200, *opened);
        std::size_t free = 0;
        void* taken = nullptr;
        QVERIFY(opened->freeMemory(&free));
        QVERIFY(free > 4 * kLeft);
        QVERIFY(!full || opened->allocate(free - kLeft, &taken));
        blocksComputed = 0;
        QVERIFY(run->prefill({}));
        QCOMPARE(blocksComputed == 0, full);
        while (!run->finished()) {
            QVERIFY(run->step());
        }
        run->close(RunState::Finished, {});
        QCOMPARE(run->recording()->trace(0).steps(), std::int64_t{210});
        const auto problems = run->recording()->problems();
        const auto said = std::count_if(problems.begin(), problems.end(),
                                        [](const auto& problem) { return problem.finding.code == "prompt-on-cpu"; });
        QCOMPARE(static_cast<int>(said), full ? 1 : 0);
    }
}

void DevicePromptTest::stops() {
    std::unique_ptr<device::Device> opened;
    QVERIFY(device::EmulatedDevice::open(std::size_t{1} << 28U, countingKernels(), &opened));
    const auto run = m_engine.deviceRun(m_tiny, {"full"}, patternIds(150), 140, *opened);
    blocksComputed = 0;
    const auto done = run->prefill([&](const Progress&) {
        // The first layer is done, and the second one is not begun.
        if (blocksComputed > 0) {
            run->cancel();
        }
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
    QCOMPARE(blocksComputed, 3);
}

QTEST_GUILESS_MAIN(DevicePromptTest)
#include "device_prompt_test.moc"
