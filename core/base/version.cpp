// SPDX-License-Identifier: Apache-2.0
#include "core/base/version.h"

namespace kvw {

const char* version() noexcept {
    return KVW_VERSION;
}

}  // namespace kvw
