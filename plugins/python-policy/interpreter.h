// SPDX-License-Identifier: Apache-2.0
/// Python interpreter of this process, and the policy files that it runs.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>

namespace kvw::python {

namespace py = pybind11;

/// Starts Python if it does not run yet, and leaves the GIL free. Throws std::runtime_error with a sentence; after a
/// failed start every further call throws the same.
void startPython();

/// Returns the path of policy.py beside the library of a policy, `<id>.so`; also works for the copy made when a changed
/// library is loaded again. Throws std::runtime_error if there is none.
[[nodiscard]] std::string findFile(const std::string& library);

/// Runs the current contents of the file as a new module and returns its class Policy. Needs the GIL.
[[nodiscard]] py::object policyClass(const std::string& id, const std::string& file);

/// Returns "policy.py, line 12: ValueError: message". Needs the GIL.
[[nodiscard]] std::string describe(const py::error_already_set& raised, const std::string& file);

/// Calls `use` with the GIL, which is free between calls. Throws Python exceptions as std::runtime_error.
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
