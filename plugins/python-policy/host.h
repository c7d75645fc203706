// SPDX-License-Identifier: Apache-2.0
/// What the library of a Python policy asks python-host.so for. The number in the name changes with the signature.
#pragma once

#include "core/policy/sdk/policy.h"

/// A policy of the file policy.py beside `library`, the path of the asking plugin. Throws what the policy throws.
extern "C" kvw::sdk::Policy* kvwPythonPolicy1(const char* library, const char* id,
                                              const kvw::sdk::Parameters& parameters);

#define KVW_PYTHON_HOST_SYMBOL "kvwPythonPolicy1"
