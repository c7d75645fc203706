// SPDX-License-Identifier: Apache-2.0
/// Results of the engine in support code: a failure ends the test with its sentence.
#pragma once

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/base/error.h"

namespace kvw::test {

/// Throws std::runtime_error with the error's sentence.
template <class T>
T require(Result<T>&& result) {
    if (!result) {
        throw std::runtime_error(result.error().sentence());
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

}  // namespace kvw::test
