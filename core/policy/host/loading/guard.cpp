// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/guard.h"

#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

#include "core/base/short_text.h"

namespace kvw {

namespace {

/// Returns the first line without its full stop, cut to a length that fits a sentence.
std::string firstLine(std::string_view message) {
    constexpr std::size_t longest = 300;
    const std::string_view line = message.substr(0, message.find('\n'));
    return shortText(line.substr(0, line.find_last_not_of(". ") + 1), longest);
}

Phrase thrown(std::string_view message) {
    return phrase("it threw \"%1\"", firstLine(message));
}

}  // namespace

Phrase withConsequence(Phrase what, Consequence consequence) {
    return consequence == Consequence::None ? std::move(what) : phrase("%1; the run was stopped", std::move(what));
}

Error currentException(const Phrase& where, Consequence consequence) {
    Error error{Code::Policy, {}, where, {}, {}};
    try {
        throw;
    } catch (const c10::Error& problem) {
        error.what = thrown(problem.what_without_backtrace());
    } catch (const std::bad_alloc&) {
        error.code = Code::OutOfMemory;
        error.what = "the memory was not enough";
    } catch (const std::bad_variant_access&) {
        error.what = "it asked for a parameter as another type than that of its manifest";
    } catch (const std::invalid_argument& problem) {
        // The plugin refuses in its own words, for example settings that contradict each other.
        error.what = firstLine(problem.what()).c_str();  // a shipped plugin's have a translation
    } catch (const std::exception& problem) {
        error.what = std::string_view(problem.what()) == "map::at"
                         ? phrase("it asked for a parameter that its manifest does not have")
                         : thrown(problem.what());
    } catch (...) {
        error.what = "it threw something that is not a std::exception";
    }
    error.what = withConsequence(std::move(error.what), consequence);
    return error;
}

}  // namespace kvw
