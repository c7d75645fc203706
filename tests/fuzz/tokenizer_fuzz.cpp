// SPDX-License-Identifier: Apache-2.0
// A tokenizer.json of any bytes: it is refused, or it encodes and decodes.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/model/tokenizer/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto tokenizer = kvw::Tokenizer::parse(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
    if (!tokenizer) {
        return 0;
    }
    const auto encoding = tokenizer->encode("In the 12 end,\n  déjà vu \xff<|bos|>", true);
    if (!encoding) {
        return 0;
    }
    static_cast<void>(tokenizer->decode(encoding->ids));
    return 0;
}
