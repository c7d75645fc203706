// SPDX-License-Identifier: Apache-2.0
/// The Python of this process, and the files that it runs.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>

namespace kvw::python {

namespace py = pybind11;

/// Starts Python where it does not run yet, and leaves the GIL free. Throws std::runtime_error with a sentence, the
/// same at every further call.
void startPython();

/// policy.py beside the library of a policy, `<id>.so`; also found for the copy of a library that is loaded again.
/// Throws std::runtime_error where there is none.
[[nodiscard]] std::string findFile(const std::string& library);

/// Runs the file, as it is now, as a module of its own and returns its class Policy. Needs the GIL.
[[nodiscard]] py::object policyClass(const std::string& id, const std::string& file);

/// "policy.py, line 12: ValueError: message". Needs the GIL.
[[nodiscard]] std::string describe(const py::error_already_set& raised, const std::string& file);

/// Calls `use` with the GIL, which nobody holds between calls. What Python raises is thrown as std::runtime_error.
template <class Use>
auto inPython(const std::string& file, const Use& use) {
    const py::gil_scoped_acquire gil;
    try {
        return use();
    } catch (const py::error_already_set& raised) {
        throw std::runtime_error(describe(raised, file));
    }
}

}  // namespace kvw::python
