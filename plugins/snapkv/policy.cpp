// SPDX-License-Identifier: Apache-2.0
/// SnapKV (POLICIES.md, section 8): the last w prompt rows vote on the tokens before them, the votes are pooled, and
/// the best C - w tokens stay with the window. Also the scorer `snapkv` of compositions.
#include "core/policy/sdk/plugin.h"
#include "core/policy/sdk/window_votes.h"

namespace {

using namespace kvw::sdk;

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    const std::int64_t capacity = parameters.integer("capacity");
    Composition parts;
    parts.scorer = std::make_unique<WindowVotes>(WindowVotes::Options::from(parameters));
    parts.budget = one_shot_allocator(capacity, parameters.number("removed"));
    parts.protection.recent = parameters.integer("window");
    if (capacity > 0 && capacity <= parts.protection.recent) {
        parts.warnings.emplace_back("the capacity is not above the window: the newest tokens stay, nothing is scored");
    }
    return compose(std::move(parts)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<WindowVotes>(WindowVotes::Options::from(parameters)).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
