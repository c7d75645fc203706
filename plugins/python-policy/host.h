// SPDX-License-Identifier: Apache-2.0
/// Entry point of python-host.so, which the library of a Python policy calls. The number in its name changes with the
/// signature.
#pragma once

#include "core/policy/sdk/policy.h"

/// Creates a policy from policy.py beside `library`, the path of the calling plugin. Throws what the policy throws.
extern "C" kvw::sdk::Policy* kvwPythonPolicy1(const char* library, const char* id,
                                              const kvw::sdk::Parameters& parameters);

#define KVW_PYTHON_HOST_SYMBOL "kvwPythonPolicy1"
