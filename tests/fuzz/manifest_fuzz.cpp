// SPDX-License-Identifier: Apache-2.0
// A plugin's manifest.json of any bytes: it is refused, or every default passes its own check.
#include "core/policy/host/manifest.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const kvw::fuzz::File file(data, size);
    const auto manifest = kvw::Manifest::read(file.path());
    if (manifest) {
        for (const kvw::Provided& provided : manifest->provides) {
            static_cast<void>(provided.parameter("capacity"));
        }
    }
    return 0;
}
