// SPDX-License-Identifier: Apache-2.0
/// Passes tensors to Python without a copy, and reads arrays from Python.
#pragma once

#include <ATen/ATen.h>
#include <pybind11/pybind11.h>

namespace kvw::python {

/// Registers the Python class of tensors for this library alone: other libraries in the process have their own. Must be
/// called before policies are created, one call at a time. Needs the GIL.
void registerTensor();

/// Returns an object with __dlpack__ (for numpy, torch, cupy), __array_interface__ (numpy), numpy() and shape; None for
/// an undefined tensor. numpy may write into it only if `writable`. Needs the GIL.
[[nodiscard]] pybind11::object toPython(const at::Tensor& tensor, bool writable = false);

/// Returns a copy of a numpy array, a list, or anything with __dlpack__; undefined for None. Needs the GIL.
[[nodiscard]] at::Tensor fromPython(const pybind11::object& array);

}  // namespace kvw::python
