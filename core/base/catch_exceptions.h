// SPDX-License-Identifier: Apache-2.0
/// Turns exceptions into errors, for work that must not take more than itself down.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Calls `work`, which returns a Result, and turns an exception into an error about `where`: std::bad_alloc into
/// OutOfMemory, any other into Internal with the exception's text.
template <class Work>
auto catchExceptions(const Phrase& where, Work&& work) -> decltype(work()) {
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, where, "there is not enough memory");
    } catch (const std::exception& error) {
        return fail(Code::Internal, where, std::string(error.what()));
    }
}

}  // namespace kvw
