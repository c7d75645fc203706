// SPDX-License-Identifier: Apache-2.0
/// Boundary to plugin code: turns whatever it throws into an Error.
#pragma once

#include <type_traits>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Consequence of a plugin's error.
enum class Consequence { None, RunStopped };

/// Returns what went wrong, with the consequence: "...; the run was stopped".
[[nodiscard]] Phrase withConsequence(Phrase what, Consequence consequence = Consequence::RunStopped);

/// Returns the exception being handled as `WHERE: it threw "..."`, with the consequence. Callable only inside a catch
/// block. c10::Error is given without its stack trace; bad_alloc becomes OutOfMemory; the words of a
/// std::invalid_argument are the plugin's own sentence and are given as they are.
[[nodiscard]] Error currentException(const Phrase& where, Consequence consequence);

/// Calls `function`, which may throw anything, and returns its result or the error.
template <class Function>
auto guarded(const Phrase& where, Consequence consequence, Function&& function)
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
