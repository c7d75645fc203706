// SPDX-License-Identifier: Apache-2.0
/// Budget `uniform` of compositions (POLICIES.md, C): the same total in every layer and head.
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

BudgetAllocator* create(const char* /*id*/, const Parameters& parameters) {
    return uniform_budget(parameters.integer("capacity")).release();
}

}  // namespace

KVW_PLUGIN(nullptr, nullptr, create)
