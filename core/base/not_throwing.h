// SPDX-License-Identifier: Apache-2.0
/// Where an exception would lose more than the work that threw it.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Calls `work`, which returns a Result; what it throws becomes an error about `where`: OutOfMemory, else Internal with
/// the exception's text.
template <class Work>
auto notThrowing(const std::string& where, Work&& work) -> decltype(work()) {
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, where, "there is not enough memory");
    } catch (const std::exception& error) {
        return fail(Code::Internal, where, error.what());
    }
}

}  // namespace kvw
