// SPDX-License-Identifier: Apache-2.0
/// The boundary to plugin code: whatever it throws becomes an Error.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// What follows from an error of a plugin in a run.
inline constexpr const char* kStopped = "; the run was stopped";

/// The exception being handled as `WHERE: it threw "..."CONSEQUENCE`. Only callable inside a catch block. c10::Error is
/// given without its stack trace; bad_alloc becomes OutOfMemory; std::invalid_argument is the plugin's own sentence and is
/// given as it is.
[[nodiscard]] Error currentException(const std::string& where, const std::string& consequence);

/// Calls `function`, which may throw anything.
template <class Function>
auto guarded(const std::string& where, const std::string& consequence, Function&& function)
    -> Result<std::invoke_result_t<Function>> {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Function>>) {
            std::forward<Function>(function)();
            return {};
        } else {
            return std::forward<Function>(function)();
        }
    } catch (...) {
        return tl::unexpected(currentException(where, consequence));
    }
}

}  // namespace kvw
