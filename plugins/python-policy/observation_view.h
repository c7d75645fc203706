// SPDX-License-Identifier: Apache-2.0
/// Observation as a Python object, valid for one call.
#pragma once

#include <ATen/ATen.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <vector>

#include "core/policy/sdk/observation.h"

namespace kvw::python {

/// Python view of an observation. Its tensors are views of the engine's memory, which later passes overwrite, move and
/// free, so a view that Python still holds after the call ends the run before anything reads it. Everything needs the
/// GIL.
class ObservationView {
 public:
    /// Waits for the device first, since Python libraries use streams of their own.
    explicit ObservationView(const sdk::Observation& seen);

    [[nodiscard]] const pybind11::object& object() const noexcept { return m_object; }
    /// Ends the call, after the answer was read and released. Throws std::runtime_error naming a view that was kept.
    void takeBack();

 private:
    struct Lent {
        const char* name = "";
        at::Tensor tensor;
        pybind11::object object;
        std::size_t references = 0;  ///< use counts of tensor and storage before Python saw it
    };

    void lend(const char* name, const at::Tensor& tensor, bool writable = false);
    [[nodiscard]] const char* kept() const;

    std::vector<Lent> m_lent;
    pybind11::object m_object;
};

}  // namespace kvw::python
