// SPDX-License-Identifier: Apache-2.0
#include "kernels/emulated/emulation.h"

#include <QProcess>
#include <QtTest>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "kernels/cuda/primitives.h"

using namespace kvw;

namespace {

constexpr int kThreads = 64;

/// Shifts numbers by one place through shared memory; without its barrier it reads what nobody has written yet.
void shift(const float* in, float* out, bool withBarrier) {
    auto* shared = device::sharedMemory<float>();
    const int thread = device::threadIndex();
    shared[thread] = in[thread];
    if (withBarrier) {
        device::syncBlock();
    }
    out[thread] = shared[(thread + 1) % kThreads];
}

emulation::Launch launch(emulation::Order order) {
    return {2, kThreads, kThreads * sizeof(float), order, 3};
}

std::vector<float> shifted(bool withBarrier, emulation::Order order) {
    std::vector<float> in(kThreads), out(kThreads, 0.0F);
    std::iota(in.begin(), in.end(), 1.0F);
    emulation::Launch one = launch(order);
    one.blocks = 1;
    emulation::run(one, [&] { shift(in.data(), out.data(), withBarrier); });
    return out;
}

/// Environment variable with which the program plants a missing barrier, for the race detector.
constexpr const char* kPlanted = "KVW_PLANTED_RACE";

}  // namespace

class EmulationTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void ordersGiveTheSameResults() {
        const std::vector<float> first = shifted(true, emulation::Order::Ascending);
        QCOMPARE(first.front(), 2.0F);
        QCOMPARE(first.back(), 1.0F);
        QCOMPARE(shifted(true, emulation::Order::Descending), first);
        QCOMPARE(shifted(true, emulation::Order::Shuffled), first);
    }

    void aMissingBarrierIsFound() {
#if defined(__SANITIZE_THREAD__)
        // A race that is reported ends the program with another code, so another one plants it.
        QProcess planted;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(kPlanted, "1");
        environment.insert("TSAN_OPTIONS", "exitcode=66");
        planted.setProcessEnvironment(environment);
        planted.start(QCoreApplication::arguments().constFirst(), {"plantedRace"});
        QVERIFY(planted.waitForFinished(-1));
        QCOMPARE(planted.exitCode(), 66);
#else
        const std::vector<float> right = shifted(true, emulation::Order::Ascending);
        const std::vector<float> ascending = shifted(false, emulation::Order::Ascending);
        const std::vector<float> descending = shifted(false, emulation::Order::Descending);
        QVERIFY(ascending != right);
        QVERIFY(descending != right);
        QVERIFY(std::isnan(ascending.front()));  // poison of shared memory
#endif
    }
    void plantedRace() {
        if (qEnvironmentVariableIsSet(kPlanted)) {
            shifted(false, emulation::Order::Ascending);
        }
    }

    void warpsExchange() {
        std::vector<float> sums(kThreads), shuffled(kThreads);
        std::vector<std::uint64_t> least(kThreads);
        std::vector<int> up(kThreads), from(kThreads);
        emulation::Launch one = launch(emulation::Order::Shuffled);
        one.blocks = 1;
        emulation::run(one, [&] {
            const auto t = static_cast<std::size_t>(device::threadIndex());
            sums[t] = device::warpSum(static_cast<float>(t));
            shuffled[t] = device::shuffleXor(static_cast<float>(t), 5);
            least[t] = device::warpLeast(100 - t);
            up[t] = device::shuffleUp(static_cast<int>(t), 2);
            from[t] = device::shuffleFrom(static_cast<int>(t), 7);
        });
        QCOMPARE(sums[3], 496.0F);
        QCOMPARE(sums[40], 1520.0F);
        QCOMPARE(shuffled[34], 39.0F);
        QCOMPARE(least[0], std::uint64_t{69});
        QCOMPARE(up[1], 1);
        QCOMPARE(up[33], 33);
        QCOMPARE(up[40], 38);
        QCOMPARE(from[50], 39);
    }

    void blocksMeetInAtomics() {
        constexpr int kBlocks = 9;
        int counter = 0, last = 0;
        std::vector<int> parts(kBlocks, 0);
        emulation::Launch many = launch(emulation::Order::Shuffled);
        many.blocks = kBlocks;
        emulation::run(many, [&] {
            if (device::threadIndex() != 0) {
                return;
            }
            parts[static_cast<std::size_t>(device::blockIndex())] = device::blockIndex();
            device::fence();
            if (device::atomicIncrement(&counter) == device::blocks() - 1) {
                last = std::accumulate(parts.begin(), parts.end(), 0);
            }
        });
        QCOMPARE(last, 36);
    }

    void aDeadlockIsAnError() {
        QVERIFY_THROWS_EXCEPTION(std::logic_error, emulation::run(launch(emulation::Order::Ascending), [] {
                                     if (device::threadIndex() != 0) {
                                         device::syncBlock();
                                     }
                                 }));
    }

    void anExceptionOfAThreadComesOut() {
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, emulation::run(launch(emulation::Order::Ascending), [] {
                                     if (device::threadIndex() == 7) {
                                         throw std::runtime_error("thread 7");
                                     }
                                     device::syncBlock();
                                 }));
    }
};

QTEST_GUILESS_MAIN(EmulationTest)
#include "emulation_test.moc"
