// SPDX-License-Identifier: Apache-2.0
/// Engine libraries for the tests of the loader: KVW_FIXTURE_KIND 0 exports nothing, 1 throws, 2 works.
#include <stdexcept>

#include "tests/core/session/fake_engine.h"

#if KVW_FIXTURE_KIND == 1
extern "C" kvw::Engine* kvwCreateEngine() {
    throw std::runtime_error("out of luck");
}
#elif KVW_FIXTURE_KIND == 2
extern "C" kvw::Engine* kvwCreateEngine() {
    return std::make_unique<kvw::tests::FakeEngine>(std::make_shared<kvw::tests::Script>()).release();
}
#endif
