// SPDX-License-Identifier: Apache-2.0
// A config.json of any bytes: it is refused, or its figures can be computed.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/model/config.h"
#include "core/model/model_fit.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto config = kvw::ModelConfig::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (config) {
        static_cast<void>(config->rope.inverseFrequencies(config->headDim));
        static_cast<void>(config->kvBytesPerToken(4));
        static_cast<void>(kvw::weightSize(*config));
    }
    return 0;
}
