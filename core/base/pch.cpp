// SPDX-License-Identifier: Apache-2.0
/// Gives the precompiled headers of core a target to belong to.
#include <nlohmann/json.hpp>
