// SPDX-License-Identifier: Apache-2.0
/// Policies written in Python for a test: their folder, and a step of them through the host. Torch stays in the .cpp
/// file.
#pragma once

#include <string>

namespace kvw::test {

/// Writes FOLDER/<id> with the library, a manifest without parameters and policy.py.
void writePythonPolicy(const std::string& folder, const std::string& id, const std::string& source);

/// Puts a host beside the library of FOLDER/<id> that asks for a libpython which no machine has.
void takePythonAway(const std::string& folder, const std::string& id);

/// Creates the policy and lets it see a prompt of 6 tokens in one layer of one unit with 8 slots, then `steps` steps
/// that evict nothing but what the policy says; every other one is a step of a fork that is thrown away. Returns what
/// the last step evicts ("1 2"), or the sentence of the first error.
[[nodiscard]] std::string stepPythonPolicy(const std::string& folder, const std::string& id, int steps = 1);

}  // namespace kvw::test
