// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/device.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/emulated/library.h"

using namespace kvw::device;

namespace {

constexpr std::size_t kMemory = std::size_t{1} << 24U;

std::unique_ptr<Device> openDevice() {
    std::unique_ptr<Device> device;
    EmulatedDevice::open(kMemory, emulatedKernels(), &device);
    return device;
}

/// Returns true if a program that does this is ended by the system.
template <class Work>
bool isFatal(const Work& work) {
    const pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        work();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace

class DeviceTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void copiesGoRound() {
        const auto device = openDevice();
        std::vector<int> numbers(1000), back(1000);
        std::iota(numbers.begin(), numbers.end(), 0);
        const std::size_t bytes = numbers.size() * sizeof(int);
        void *first = nullptr, *second = nullptr, *pinned = nullptr;
        QVERIFY(device->allocate(bytes, &first));
        QVERIFY(device->allocate(bytes, &second));
        QVERIFY(device->allocatePinned(bytes, &pinned));
        QCOMPARE(reinterpret_cast<std::uintptr_t>(first) % 256, std::uintptr_t{0});
        QVERIFY(device->copyIn(first, numbers.data(), bytes));
        QVERIFY(device->copyWithin(second, first, bytes));
        QVERIFY(device->fill(first, 0, bytes));
        QVERIFY(device->copyOut(pinned, second, bytes));
        QVERIFY(device->copyOut(back.data(), first, bytes));
        std::uint64_t ticket = 0;
        QVERIFY(device->mark(&ticket));
        QVERIFY(device->wait(ticket));
        QVERIFY(std::equal(numbers.begin(), numbers.end(), static_cast<int*>(pinned)));
        QCOMPARE(back, std::vector<int>(1000, 0));
        device->releasePinned(pinned);
        device->release(first);
        device->release(second);
        device->release(nullptr);
    }

    void memoryEnds() {
        const auto device = openDevice();
        void* at = nullptr;
        const Status status = device->allocate(kMemory, &at);
        QCOMPARE(status.trouble, Trouble::OutOfMemory);
        QVERIFY(std::string(status.text) == "out of memory");
    }

    void theHostCannotFollowAPointer() {
        const auto device = openDevice();
        void* at = nullptr;
        QVERIFY(device->allocate(4, &at));
        QVERIFY(isFatal([at] { *static_cast<volatile int*>(at) = 1; }));
    }

    void aRecordedStepIsPlayedAgain() {
        const auto device = openDevice();
        void *from = nullptr, *to = nullptr;
        QVERIFY(device->allocate(4, &from));
        QVERIFY(device->allocate(4, &to));
        std::unique_ptr<Recorded> step;
        QVERIFY(!device->endRecording(&step));
        QVERIFY(device->fill(to, 1, 4));
        QVERIFY(device->beginRecording());
        QVERIFY(!device->beginRecording());
        QVERIFY(device->copyWithin(to, from, 4));
        // Nothing of these belongs to a step.
        void* more = nullptr;
        int number = 7;
        std::uint64_t ticket = 0;
        QVERIFY(!device->allocate(4, &more));
        QVERIFY(!device->copyIn(from, &number, 4));
        QVERIFY(!device->copyOut(&number, from, 4));
        QVERIFY(!device->mark(&ticket));
        QVERIFY(device->endRecording(&step));
        QVERIFY(device->copyOut(&number, to, 4));
        QCOMPARE(number, 0x01010101);  // recorded, not run
        for (int round = 2; round < 5; ++round) {
            QVERIFY(device->copyIn(from, &round, 4));
            QVERIFY(device->play(*step));
            QVERIFY(device->copyOut(&number, to, 4));
            QCOMPARE(number, round);
        }
    }

    void theLibraryOpens() {
#if defined(__SANITIZE_THREAD__)
        QSKIP("a second copy of the emulation is in the library; its device is the same");
#endif
        void* library = dlopen(KVW_BINARY_DIR "/lib/kvworkbench/libkvw_emulated.so", RTLD_NOW | RTLD_LOCAL);
        QVERIFY2(library != nullptr, dlerror());
        auto* entry = reinterpret_cast<decltype(&kvwDeviceLibrary)>(dlsym(library, "kvwDeviceLibrary"));
        QVERIFY(entry != nullptr);
        const Library* table = entry();
        QCOMPARE(table->abi, kDeviceAbi);
        QCOMPARE(table->size, static_cast<std::uint32_t>(sizeof(Library)));
        QVERIFY(std::string(table->name) == "emulated");
        Status why;
        QCOMPARE(table->count(&why), 1);
        Info info;
        QVERIFY(table->describe(0, &info));
        QVERIFY(info.emulated);
        std::unique_ptr<Device> device;
        QVERIFY(table->open(0, &device));
        QVERIFY(device->info().emulated);
        QCOMPARE(device->info().memory, info.memory);
        QVERIFY(device->kernels().attendDecode != nullptr);
        std::size_t before = 0, after = 0;
        void* at = nullptr;
        QVERIFY(device->freeMemory(&before) && device->allocate(1 << 20, &at) && device->freeMemory(&after));
        QVERIFY(before - after >= std::size_t{1} << 20U);
    }
};

QTEST_GUILESS_MAIN(DeviceTest)
#include "device_test.moc"
