// SPDX-License-Identifier: Apache-2.0
/// SnapKV (POLICIES.md, section 8): the last w prompt rows vote on the tokens before them, the votes are pooled, and
/// the best C - w tokens and the window stay. Also the scorer `snapkv` of compositions.
#include "core/policy/kit/window_votes.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    Composition parts;
    parts.scorer = std::make_unique<WindowVotes>(WindowVotes::Options::from(parameters));
    parts.budget = one_shot_allocator(parameters.integer("capacity"), parameters.number("removed"));
    parts.protection.recent = parameters.integer("window");
    return compose(std::move(parts)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<WindowVotes>(WindowVotes::Options::from(parameters)).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
