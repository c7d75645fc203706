// SPDX-License-Identifier: Apache-2.0
/// An observation as Python sees it, for one call.
#pragma once

#include <ATen/ATen.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <vector>

#include "core/policy/sdk/observation.h"

namespace kvw::python {

/// The tensors are views of the engine's memory, which later passes overwrite, move and free. So a view that Python
/// still holds after the call ends the run, before anything reads it. Everything needs the GIL.
class Shown {
 public:
    /// Waits for the device first: Python's libraries have streams of their own.
    explicit Shown(const sdk::Observation& seen);

    [[nodiscard]] const pybind11::object& object() const noexcept { return m_object; }
    /// After the answer was read and released. Throws std::runtime_error with the name of what was kept.
    void takeBack();

 private:
    struct Lent {
        const char* name = "";
        at::Tensor tensor;
        pybind11::object object;
        std::size_t references = 0;  ///< of tensor and storage, before Python saw it
    };

    void lend(const char* name, const at::Tensor& tensor, bool writable = false);
    [[nodiscard]] const char* kept() const;

    std::vector<Lent> m_lent;
    pybind11::object m_object;
};

}  // namespace kvw::python
