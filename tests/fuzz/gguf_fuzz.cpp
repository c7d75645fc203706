// SPDX-License-Identifier: Apache-2.0
// A GGUF file of any bytes: it is refused, or its tensors, configuration and tokenizer can be read or are refused.
#include "core/model/config.h"
#include "core/model/tokenizer/tokenizer.h"
#include "core/model/weights/gguf_model.h"
#include "core/model/weights/tensor_read.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const kvw::fuzz::File file(data, size);
    const auto opened = kvw::Gguf::open(file.path());
    if (!opened) {
        return 0;
    }
    if (const auto config = kvw::ggufConfig(*opened, "fuzz")) {
        static_cast<void>(kvw::ModelConfig::parse(config->text, "fuzz"));
    }
    if (const auto tensors = kvw::ggufTensors(*opened, "fuzz")) {
        for (const kvw::TensorView& view : *tensors) {
            if (view.usable() && !kvw::readFloats(view)) {
                std::abort();
            }
        }
    }
    if (const auto tokenizer = kvw::ggufTokenizer(*opened, "fuzz")) {
        static_cast<void>(kvw::Tokenizer::parse(tokenizer->tokenizer, "fuzz", tokenizer->config, "fuzz"));
    }
    return 0;
}
