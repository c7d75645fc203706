// SPDX-License-Identifier: Apache-2.0
/// A policy's edits on their way to the cache: checked, and turned from its slots into tokens.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/cache/kv_cache.h"
#include "core/engine/attention/attention_pass.h"
#include "core/policy/host/loading/edit_check.h"

namespace kvw {

/// Scores of unit 0 of layer 0 by token (with a reader: of query head 0 by page) that conformance cases pin: at the
/// first cut that compared any, and by the last edit of the prompt.
struct FirstScores {
    std::int64_t step = -1;
    std::map<std::int64_t, float> scores;
    std::map<std::int64_t, float> afterPrompt;
};

/// Edits of one answer. Borrows edits, cache and pass. Thread: inference thread.
class AcceptedCuts {
 public:
    AcceptedCuts(const sdk::Edits& edits, const KvCache& cache, const AttentionPass& pass);
    AcceptedCuts(const AcceptedCuts&) = delete;
    AcceptedCuts& operator=(const AcceptedCuts&) = delete;
    ~AcceptedCuts() = default;

    /// Checks the edits (edit_check.h). Nothing is taken unless all are accepted.
    Result<void> check(const sdk::Protection& protection, const sdk::Report& report, const std::string& who);
    /// Adds the scores that a conformance case pins.
    void noteScores(FirstScores& first) const;
    /// Returns the accepted cuts with the slots of the cache that they free, and keeps none.
    [[nodiscard]] std::vector<Cut> take();

 private:
    /// Fills m_layers with the token tables as the policy saw them: the cache's own, or tables made in m_byToken if its
    /// slots are tokens.
    void listTables();
    [[nodiscard]] std::map<std::int64_t, float> scoresOfFirstUnit(const sdk::Edit& edit) const;
    /// Lists the slots of the cache in place of those that the policy saw.
    void findSlots(Cut& cut) const;

    const sdk::Edits& m_edits;
    const KvCache& m_cache;
    const AttentionPass& m_pass;
    std::vector<std::int64_t> m_byToken;
    std::vector<LayerTokens> m_layers;
    std::vector<Cut> m_cuts;
};

}  // namespace kvw
