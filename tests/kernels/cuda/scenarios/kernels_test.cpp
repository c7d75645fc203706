// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <vector>

#include "kernels/attention.h"
#include "kernels/cuda/check/matrices.h"
#include "kernels/emulated/library.h"
#include "kernels/linear.h"
#include "kernels/thread_pool.h"
#include "tests/kernels/support.h"

using namespace kvw;
using namespace kvw::device;

namespace {

std::unique_ptr<Device> openDevice(const Kernels& kernels, emulation::Order order) {
    std::unique_ptr<Device> device;
    EmulatedDevice::open(std::size_t{1} << 30U, kernels, &device);
    static_cast<EmulatedDevice&>(*device).setOrder(order, 11);
    return device;
}

struct CpuType {
    Dtype dtype = Dtype::F32;
    std::optional<BlockType> blocks;
};
CpuType cpuType(Coding coding) {
    switch (coding) {
        case Coding::F32:
            return {};
        case Coding::Bf16:
            return {Dtype::BF16, {}};
        case Coding::F16:
            return {Dtype::F16, {}};
        case Coding::Q8_0:
            return {Dtype::F32, BlockType::Q8_0};
        case Coding::Q4_0:
            return {Dtype::F32, BlockType::Q4_0};
        case Coding::Q4_1:
            return {Dtype::F32, BlockType::Q4_1};
        case Coding::Q4_K:
            return {Dtype::F32, BlockType::Q4_K};
        case Coding::Q5_K:
            return {Dtype::F32, BlockType::Q5_K};
        case Coding::Q6_K:
            return {Dtype::F32, BlockType::Q6_K};
        case Coding::Mxfp4:
            break;
    }
    return {Dtype::F32, BlockType::MXFP4};
}

void addCodingRows() {
    QTest::addColumn<int>("coding");
    for (int i = 0; i <= static_cast<int>(Coding::Mxfp4); ++i) {
        QTest::newRow(check::nameOf(static_cast<Coding>(i))) << i;
    }
}

}  // namespace

class KernelsTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    /// Results are right, and their bits depend neither on the order of threads and blocks nor on whether products run
    /// as kernels or as loops.
    void checks_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < check::allChecks().size(); ++i) {
            QTest::newRow(check::allChecks()[i].name) << static_cast<int>(i);
        }
    }
    void checks() {
        QFETCH(int, index);
        const check::Check& one = check::allChecks()[static_cast<std::size_t>(index)];
        const auto run = [&](const Kernels& kernels, emulation::Order order) {
            const auto device = openDevice(kernels, order);
            return one.run(*device);
        };
#if defined(__SANITIZE_THREAD__)
        // Races are found in any order; ThreadSanitizer takes its time.
        if (one.isSlow) {
            QSKIP("its kernels are checked one by one");
        }
        const check::Outcome first = run(allAsKernels(), emulation::Order::Shuffled);
        QVERIFY2(first.failure.empty(), first.failure.c_str());
#else
        const check::Outcome first = run(emulatedKernels(), emulation::Order::Ascending);
        QVERIFY2(first.failure.empty(), first.failure.c_str());
        for (const emulation::Order order : {emulation::Order::Descending, emulation::Order::Shuffled}) {
            const check::Outcome again = run(allAsKernels(), order);
            QVERIFY2(again.failure.empty(), again.failure.c_str());
            QVERIFY(again.bits == first.bits);
        }
#endif
    }

    void weightsHaveTheBitsOfTheCpu_data() {
        addCodingRows();
    }
    void weightsHaveTheBitsOfTheCpu() {
        QFETCH(int, coding);
        const auto type = static_cast<Coding>(coding);
        const auto device = openDevice(emulatedKernels(), emulation::Order::Ascending);
        check::Outcome outcome;
        check::Memory memory(*device, outcome);
        constexpr int kRows = 6, kColumns = 512;
        check::Random random(3), again(3);
        const check::HostMatrix matrix = check::makeMatrix(memory, random, type, kRows, kColumns);
        const std::vector<std::uint8_t> bytes = check::randomRows(again, type, kRows, kColumns);
        const CpuType cpu = cpuType(type);
        const Weights weights{bytes.data(), cpu.dtype, kRows, kColumns, cpu.blocks};
        std::vector<float> expected(kRows * kColumns);
        for (std::size_t row = 0; row < kRows; ++row) {
            readRow(weights, row, expected.data() + row * kColumns);
        }
        QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());
        QVERIFY(std::memcmp(matrix.exact.data(), expected.data(), expected.size() * sizeof(float)) == 0);
    }

    void productsAgreeWithTheCpu_data() {
        addCodingRows();
    }
    void productsAgreeWithTheCpu() {
        QFETCH(int, coding);
        const auto type = static_cast<Coding>(coding);
        const auto device = openDevice(emulatedKernels(), emulation::Order::Ascending);
        check::Outcome outcome;
        check::Memory memory(*device, outcome);
        constexpr int kRows = 40, kColumns = 1024;
        check::Random random(5), again(5);
        const check::HostMatrix matrix = check::makeMatrix(memory, random, type, kRows, kColumns);
        const std::vector<std::uint8_t> bytes = check::randomRows(again, type, kRows, kColumns);
        const std::vector<float> x = random.take(kColumns);
        MatVecsArgs args;
        args.weights = matrix.matrix;
        args.x = memory.put(x);
        args.xStride = kColumns;
        args.y = memory.room<float>(kRows);
        args.yStride = kRows;
        memory.check(device->kernels().matVecs(*device, args));
        const std::vector<float> y = memory.get(args.y, kRows);
        QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());
        const CpuType cpu = cpuType(type);
        ThreadPool pool(1);
        std::vector<float> expected(kRows);
        matVec({bytes.data(), cpu.dtype, kRows, kColumns, cpu.blocks}, x.data(), expected.data(), pool);
        QVERIFY(test::relativeError(y, expected) <= 1e-6);
    }

    void attentionAgreesWithTheCpu_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("dim");
        QTest::addColumn<int>("group");
        for (const Number type : {Number::F32, Number::Bf16, Number::F16}) {
            QTest::addRow("%s, 32 x 3", check::nameOf(type)) << static_cast<int>(type) << 32 << 3;
            QTest::addRow("%s, 64 x 2", check::nameOf(type)) << static_cast<int>(type) << 64 << 2;
            QTest::addRow("%s, 5 x 1", check::nameOf(type)) << static_cast<int>(type) << 5 << 1;
        }
    }
    void attentionAgreesWithTheCpu() {
        QFETCH(int, type);
        QFETCH(int, dim);
        QFETCH(int, group);
        const auto number = static_cast<Number>(type);
        const auto device = openDevice(emulatedKernels(), emulation::Order::Ascending);
        check::Outcome outcome;
        check::Memory memory(*device, outcome);
        check::Random random(9);
        check::LaneShape shape;
        shape.heads = {group, 1, dim};
        shape.type = number;
        shape.used = {147};
        const check::HostLane host = check::makeLane(memory, random, shape, 200);
        const auto heads = static_cast<std::size_t>(group), width = static_cast<std::size_t>(dim);
        const std::vector<float> q = random.take(heads * width, 3);
        const std::vector<float> sinks = random.take(heads, 2);
        AttendArgs args;
        args.heads = shape.heads;
        args.storedHeads = 1;
        args.lanes = memory.put(std::vector<Lane>{host.lane});
        args.laneCount = 1;
        args.cache = number;
        args.scale = 0.3F;
        args.softCap = 9;
        args.sinks = memory.put(sinks);
        args.q = memory.put(q);
        args.out = memory.room<float>(heads * width);
        args.scratch = memory.room<float>(attendScratch(shape.heads, 1, 1));
        args.done = memory.filled(static_cast<std::size_t>(attendCounters(shape.heads, 1, 1)), 0);
        memory.check(device->kernels().attendDecode(*device, args));
        StepArgs step;
        step.heads = shape.heads;
        step.layers = step.units = step.laneCount = 1;
        step.lanes = args.lanes;
        memory.check(device->kernels().finishRows(*device, step));
        const auto stride = static_cast<std::size_t>(host.stride);
        const std::vector<float> out = memory.get(args.out, heads * width);
        const std::vector<float> rows = memory.get(host.lane.rows, heads * stride);
        const std::vector<float> entropy = memory.get(host.lane.entropy, heads);
        QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());

        const Dtype dtype = number == Number::F32 ? Dtype::F32 : number == Number::Bf16 ? Dtype::BF16 : Dtype::F16;
        const std::size_t used = 147, room = (used + 15) / 16 * 16;
        std::vector<std::byte> keys(room * width * bytesOf(dtype)), values(keys.size());
        for (std::size_t slot = 0; slot < used; ++slot) {
            storeKey(keys.data(), dtype, slot, width, host.keys[0].data() + slot * width);
            storeValue(values.data(), dtype, slot, width, host.values[0].data() + slot * width);
        }
        const std::vector<std::int64_t> tokens(host.tokens.begin(), host.tokens.end());
        const HeadSlots slots{keys.data(), values.data(), dtype, tokens.data(), used, width, nullptr};
        std::vector<float> cpuOut(out.size()), probs(heads * room), cpuEntropy(heads);
        attendDecode(slots, q.data(), heads, Scoring(0.3F, 9, sinks.data()), cpuOut.data(), probs.data(), room, nullptr,
                     cpuEntropy.data());
        QVERIFY(test::relativeError(out, cpuOut) <= 3e-6);
        for (std::size_t h = 0; h < heads; ++h) {
            for (std::size_t slot = 0; slot < used; ++slot) {
                QVERIFY(std::abs(rows[h * stride + slot] - probs[h * room + slot]) <= 3e-6F);
            }
            QVERIFY(std::abs(entropy[h] - cpuEntropy[h]) <= 3e-6F);
        }
    }
};

QTEST_GUILESS_MAIN(KernelsTest)
#include "kernels_test.moc"
