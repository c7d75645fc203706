// SPDX-License-Identifier: Apache-2.0
/// Converts between types of the SDK and the arguments and results of a Python policy. Everything needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "core/policy/sdk/policy.h"

namespace kvw::python {

/// Returns the repr of a value, shortened to fit a sentence.
[[nodiscard]] std::string textOf(const pybind11::handle& value);

[[nodiscard]] pybind11::dict toPython(const sdk::Parameters& parameters);
[[nodiscard]] pybind11::object toPython(const sdk::RunInfo& run);

/// The read functions throw std::invalid_argument, with a sentence, for values that violate the contract.
[[nodiscard]] sdk::Needs readNeeds(const pybind11::object& given);
[[nodiscard]] sdk::Protection readProtection(const pybind11::object& given);
[[nodiscard]] sdk::Report readReport(const pybind11::object& given);
/// Reads None, slots, or (slots, scores).
[[nodiscard]] sdk::Edits readEdits(const pybind11::object& given, std::int64_t firstLayer, at::Device device);

}  // namespace kvw::python
