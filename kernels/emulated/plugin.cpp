// SPDX-License-Identifier: Apache-2.0
// The exported function of libkvw_emulated.so.
#include <cstdlib>
#include <string_view>

#include "kernels/emulated/library.h"

namespace kvw::device {
namespace {

/// Returns a number that a test sets in the environment.
long numberOf(const char* variable, long otherwise) {
    const char* text = std::getenv(variable);
    const long number = text == nullptr ? 0 : std::strtol(text, nullptr, 10);
    return number > 0 ? number : otherwise;
}

/// Address space of a device; memory is taken as it is written to.
std::size_t memoryOfDevice() {
    return static_cast<std::size_t>(numberOf("KVW_EMULATED_MIB", 65536)) << 20U;
}

/// Breakdown that KVW_EMULATED_FAULT asks for: lost@STEP or memory@STEP, in steps of decoding since the device was
/// opened, from 1.
struct Breakdown {
    Trouble kind = Trouble::None;
    long step = 0;
};
Breakdown breakdownAsked() {
    const char* text = std::getenv("KVW_EMULATED_FAULT");
    const std::string_view asked = text == nullptr ? "" : text;
    const std::size_t at = asked.find('@');
    if (at == std::string_view::npos) {
        return {};
    }
    return {asked.substr(0, at) == "lost" ? Trouble::Lost : Trouble::OutOfMemory,
            std::strtol(text + at + 1, nullptr, 10)};
}

/// The kernels of a device that breaks down; one device of a process may.
const Kernels& breakingKernels(Breakdown wanted) {
    static Breakdown breakdown;
    static long steps;
    breakdown = wanted;
    steps = 0;
    static const Kernels table = [] {
        Kernels made = emulatedKernels();
        made.takeSlots = [](Device& device, const StepArgs& args) {
            auto& emulated = static_cast<EmulatedDevice&>(device);
            const Status status = emulated.runOnHost([&emulated] {
                if (++steps == breakdown.step) {
                    emulated.breakDown(breakdown.kind);
                }
            });
            return status ? emulatedKernels().takeSlots(device, args) : status;
        };
        return made;
    }();
    return table;
}

int count(Status* why) {
    *why = {};
    return static_cast<int>(numberOf("KVW_EMULATED_DEVICES", 1));
}

Status describe(int index, Info* info) {
    *info = EmulatedDevice::describe(memoryOfDevice(), index);
    return {};
}

Status open(int index, std::unique_ptr<Device>* device) {
    const Breakdown breakdown = breakdownAsked();
    const Kernels& kernels = breakdown.kind == Trouble::None ? emulatedKernels() : breakingKernels(breakdown);
    return EmulatedDevice::open(memoryOfDevice(), kernels, device, index);
}

}  // namespace
}  // namespace kvw::device

__attribute__((visibility("default"))) const kvw::device::Library* kvwDeviceLibrary() {
    static const kvw::device::Library library{kvw::device::kDeviceAbi, sizeof(kvw::device::Library), "emulated",
                                              kvw::device::count,      kvw::device::describe,        kvw::device::open};
    return &library;
}
