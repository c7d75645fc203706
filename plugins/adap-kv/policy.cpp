// SPDX-License-Identifier: Apache-2.0
/// Adap-KV (POLICIES.md, section 6): the inequality of a layer's attention sets its budget. The thesis (at every step,
/// diffuse layers keep more) and its author's code (once, diffuse layers keep less) are two algorithms. Also the budget
/// `adap-gini` of compositions.
#include "core/policy/sdk/plugin.h"
#include "plugins/adap-kv/kinds.h"

namespace {

using namespace kvw::sdk;

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    const bool code = parameters.text("variant") == "code";
    return (code ? kvw::adap::as_coded(parameters) : kvw::adap::as_written(parameters)).release();
}

BudgetAllocator* createBudget(const char* /*id*/, const Parameters& parameters) {
    return kvw::adap::gini_budget(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, nullptr, createBudget)
