// SPDX-License-Identifier: Apache-2.0
// A weights file of any bytes: it is refused, or everything it lists can be read.
#include "core/model/fp8_scales.h"
#include "core/model/safetensors.h"
#include "core/model/tensor_read.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const kvw::fuzz::File file(data, size);
    const auto opened = kvw::Safetensors::open(file.path());
    if (!opened) {
        return 0;
    }
    auto tensors = opened->tensors();
    if (!kvw::attachScales(tensors, "fuzz")) {
        return 0;
    }
    for (const kvw::TensorView& view : tensors) {
        if (view.usable() && !kvw::readFloats(view)) {
            std::abort();
        }
    }
    return 0;
}
