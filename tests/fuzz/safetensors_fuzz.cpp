// SPDX-License-Identifier: Apache-2.0
// A weights file of any bytes: it is refused, or everything it lists can be read.
#include "core/model/weights/packed_tensors.h"
#include "core/model/weights/safetensors.h"
#include "core/model/weights/tensor_read.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const kvw::fuzz::File file(data, size);
    const auto opened = kvw::Safetensors::open(file.path());
    if (!opened) {
        return 0;
    }
    using Method = kvw::Quantization::Method;
    for (const Method method : {Method::Fp8, Method::Gptq, Method::Awq, Method::Compressed}) {
        kvw::Quantization quantization;
        quantization.method = method;
        quantization.group = 0;
        quantization.schemes = {{4, 0}, {8, 32}};
        auto tensors = opened->tensors();
        if (!kvw::attachScales(tensors, quantization, "fuzz") || !kvw::attachPacked(tensors, quantization, "fuzz")) {
            continue;
        }
        for (const kvw::TensorView& view : tensors) {
            if (view.usable() && !kvw::readFloats(view)) {
                std::abort();
            }
        }
    }
    return 0;
}
