// SPDX-License-Identifier: Apache-2.0
/// What is handed to a Python policy, and what its methods return, as the SDK has it. Everything needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "core/policy/sdk/policy.h"

namespace kvw::python {

/// What Python shows of a value, shortened to fit a sentence.
[[nodiscard]] std::string textOf(const pybind11::handle& value);

[[nodiscard]] pybind11::dict toPython(const sdk::Parameters& parameters);
[[nodiscard]] pybind11::object toPython(const sdk::RunInfo& run);

/// The readers throw std::invalid_argument, with a sentence, for what is not of the contract.
[[nodiscard]] sdk::Needs readNeeds(const pybind11::object& given);
[[nodiscard]] sdk::Protection readProtection(const pybind11::object& given);
[[nodiscard]] sdk::Report readReport(const pybind11::object& given);
/// None, slots, or (slots, scores).
[[nodiscard]] sdk::Edits readEdits(const pybind11::object& given, std::int64_t firstLayer, at::Device device);

}  // namespace kvw::python
