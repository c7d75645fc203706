// SPDX-License-Identifier: Apache-2.0
/// A device library that is refused, in one of three ways.
#include <cstring>

#include "kernels/device/device.h"

namespace {

using namespace kvw::device;

#if defined(OLD_DEVICE)
/// Says what it is, and does nothing.
class OldDevice final : public Device {
 public:
    OldDevice() {
        std::strcpy(m_info.name, "A GPU of 2017");
        m_info.major = 7;
    }
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

 private:
    Info m_info;
    Kernels m_kernels;
};
#endif

int count(Status* why) {
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
#if defined(OLD_DEVICE)
    *device = std::make_unique<OldDevice>();
#else
    device->reset();
#endif
    return {};
}

}  // namespace

__attribute__((visibility("default"))) const kvw::device::Library* kvwDeviceLibrary() {
#if defined(WRONG_ABI)
    static const Library library{kDeviceAbi + 1, sizeof(Library), "cuda", count, open};
#else
    static const Library library{kDeviceAbi, sizeof(Library), "cuda", count, open};
#endif
    return &library;
}
