// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/check/open_library.h"

#include <dlfcn.h>

namespace kvw::device::check {

std::unique_ptr<Device> openDevice(const std::string& name, std::string& why) {
    const std::string path = std::string(KVW_LIBRARY_FOLDER) + "/lib" + name + ".so";
    // Never closed: the device's code lies in it.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    auto* entry = library == nullptr
                      ? nullptr
                      : reinterpret_cast<decltype(&kvwDeviceLibrary)>(dlsym(library, "kvwDeviceLibrary"));
    if (entry == nullptr) {
        why = dlerror();
        return nullptr;
    }
    const Library* table = entry();
    if (table->abi != kDeviceAbi || table->size != sizeof(Library)) {
        why = path + " is of another version";
        return nullptr;
    }
    Status status;
    std::unique_ptr<Device> device;
    if (table->count(&status) > 0) {
        status = table->open(0, &device);
    }
    why = status.text;
    return device;
}

}  // namespace kvw::device::check
