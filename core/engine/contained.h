// SPDX-License-Identifier: Apache-2.0
/// The exception boundary of the engine: what torch and the standard library throw becomes an Error.
#pragma once

#include <string>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Returns the exception being handled as an Error. No memory (also in torch's own words): OutOfMemory; anything else:
/// Internal, with the first line of its text. Only callable inside a catch block.
[[nodiscard]] Error containedException(const Phrase& where);

/// Calls `work`, which returns a Result and may throw anything.
template <class Work>
auto contained(const Phrase& where, Work&& work) -> decltype(work()) {
    try {
        return std::forward<Work>(work)();
    } catch (...) {
        return tl::unexpected(containedException(where));
    }
}

}  // namespace kvw
