// SPDX-License-Identifier: Apache-2.0
// The exported function of libkvw_emulated.so.
#include "kernels/emulated/library.h"

namespace kvw::device {
namespace {

/// Address space of a device; memory is taken as it is written to.
constexpr std::size_t kMemory = std::size_t{64} << 30U;

int count(Status* why) {
    *why = {};
    return 1;
}

Status describe(int /*index*/, Info* info) {
    *info = EmulatedDevice::describe(kMemory);
    return {};
}

Status open(int /*index*/, std::unique_ptr<Device>* device) {
    return EmulatedDevice::open(kMemory, emulatedKernels(), device);
}

}  // namespace
}  // namespace kvw::device

__attribute__((visibility("default"))) const kvw::device::Library* kvwDeviceLibrary() {
    static const kvw::device::Library library{kvw::device::kDeviceAbi, sizeof(kvw::device::Library), "emulated",
                                              kvw::device::count,      kvw::device::describe,        kvw::device::open};
    return &library;
}
