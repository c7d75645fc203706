// SPDX-License-Identifier: Apache-2.0
/// Tensors on their way to Python, without a copy, and answers on their way back.
#pragma once

#include <ATen/ATen.h>
#include <pybind11/pybind11.h>

namespace kvw::python {

/// Makes the class of such an object known, for this library alone: other Python policies of the process bring their
/// own. Called where policies are created, which happens one at a time. Needs the GIL.
void registerTensor();

/// An object with __dlpack__ (numpy, torch, cupy take it), __array_interface__ (numpy), numpy() and shape; None for an
/// undefined tensor. numpy may write into it only if `writable`. Needs the GIL.
[[nodiscard]] pybind11::object toPython(const at::Tensor& tensor, bool writable = false);

/// A copy of an array of numpy, a list, or anything with __dlpack__; undefined for None. Needs the GIL.
[[nodiscard]] at::Tensor fromPython(const pybind11::object& array);

}  // namespace kvw::python
