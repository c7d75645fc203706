// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contained.h"

#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <string_view>

#include "core/base/short_text.h"

namespace kvw {

namespace {

/// Returns the first line, cut to a length that fits a sentence.
std::string firstLine(std::string_view text) {
    constexpr std::size_t kLongest = 300;
    const std::string_view line = text.substr(0, text.find('\n'));
    return shortText(line.substr(0, line.find_last_not_of(". ") + 1), kLongest);
}

Error outOfMemory(const Phrase& where) {
    return Error{
        Code::OutOfMemory, "there is not enough memory", where, "a shorter text, a smaller budget or less capture", {}};
}

Error unexpected(const Phrase& where, std::string found) {
    return Error{Code::Internal, "an unexpected exception", where, {}, std::move(found)};
}

}  // namespace

Error containedException(const Phrase& where) {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return outOfMemory(where);
    } catch (const c10::OutOfMemoryError&) {
        return outOfMemory(where);
    } catch (const c10::Error& error) {
        // Torch's CPU allocator has no exception of its own for missing memory.
        const std::string text = error.what_without_backtrace();
        const bool memory = text.find("can't allocate memory") != std::string::npos ||
                            text.find("not enough memory") != std::string::npos;
        return memory ? outOfMemory(where) : unexpected(where, firstLine(text));
    } catch (const std::exception& error) {
        return unexpected(where, firstLine(error.what()));
    } catch (...) {
        return unexpected(where, "one without a text");
    }
}

}  // namespace kvw
