// SPDX-License-Identifier: Apache-2.0
/// A device library that is refused, or whose device is too old or too small.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "kernels/device/device.h"

namespace {

using namespace kvw::device;

Status describe(int /*index*/, Info* info) {
#if defined(OLD_DEVICE)
    std::strcpy(info->name, "A GPU of 2017");
    info->major = 7;
#else
    std::strcpy(info->name, "A small GPU");
    std::strcpy(info->driver, "CUDA 13.0");
    info->major = 9;
    info->memory = std::size_t{1} << 20U;
#endif
    return {};
}

#if defined(SMALL_DEVICE)
/// Says what it is, and does nothing.
class SmallDevice final : public Device {
 public:
    SmallDevice() { describe(0, &m_info); }
    const Info& info() const noexcept override { return m_info; }
    const Kernels& kernels() const noexcept override { return m_kernels; }
    Status allocate(std::size_t, void**) override { return {}; }
    void release(void*) noexcept override {}
    Status allocatePinned(std::size_t, void**) override { return {}; }
    void releasePinned(void*) noexcept override {}
    Status copyIn(void*, const void*, std::size_t) override { return {}; }
    Status copyOut(void*, const void*, std::size_t) override { return {}; }
    Status copyWithin(void*, const void*, std::size_t) override { return {}; }
    Status fill(void*, int, std::size_t) override { return {}; }
    Status mark(std::uint64_t*) override { return {}; }
    Status wait(std::uint64_t) override { return {}; }
    Status beginRecording() override { return {}; }
    Status endRecording(std::unique_ptr<Recorded>*) override { return {}; }
    Status play(Recorded&) override { return {}; }
    Status freeMemory(std::size_t* bytes) override {
        *bytes = m_info.memory / 2;
        return {};
    }

 private:
    Info m_info;
    Kernels m_kernels;
};
#endif

/// Answers late, as a slow driver: as long as the file is there that a test names.
void waitAtGate() {
    const char* gate = std::getenv("KVW_DEVICE_GATE");
    const std::string file = gate == nullptr ? "" : gate;
    while (!file.empty() && access(file.c_str(), F_OK) == 0) {
        usleep(1000);
    }
}

int count(Status* why) {
    waitAtGate();
    *why = {};
#if defined(NO_DEVICE)
    why->trouble = Trouble::Unsupported;
    std::strcpy(why->text, "no NVIDIA driver");
    return 0;
#else
    return 1;
#endif
}

Status open(int /*index*/, std::unique_ptr<Device>* device) {
#if defined(SMALL_DEVICE)
    *device = std::make_unique<SmallDevice>();
#else
    device->reset();
#endif
    return {};
}

}  // namespace

__attribute__((visibility("default"))) const kvw::device::Library* kvwDeviceLibrary() {
#if defined(WRONG_ABI)
    static const Library library{kDeviceAbi + 1, sizeof(Library), "cuda", count, describe, open};
#else
    static const Library library{kDeviceAbi, sizeof(Library), "cuda", count, describe, open};
#endif
    return &library;
}
