// SPDX-License-Identifier: Apache-2.0
/// Changes of a lane's cache by hand, between two passes: tokens are evicted, pinned, released or put back on request.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "core/base/error.h"
#include "core/engine/attention/attention_store.h"

namespace kvw {

/// The lists of tokens that it is given are ascending. Thread: inference thread.
class ManualEdits {
 public:
    /// `store` outlives this.
    explicit ManualEdits(AttentionStore& store) : m_store(store) {}
    ManualEdits(const ManualEdits&) = delete;
    ManualEdits& operator=(const ManualEdits&) = delete;
    ~ManualEdits() = default;

    /// Evicts tokens from every layer and head that holds them, pinned ones too. Returns the cuts, for the trace.
    /// Errors: nothing would be left in a layer; none of the tokens is held.
    Result<std::vector<Cut>> evict(std::span<const std::int32_t> tokens);
    /// Pins tokens: the policy's edits skip them, so they stay in addition to its budget.
    void pin(std::span<const std::int32_t> tokens) { m_pinned.insert(tokens.begin(), tokens.end()); }
    void release(std::span<const std::int32_t> tokens);
    /// Keeps keys and values of these tokens aside for `putBack` when they are evicted from now on.
    void saveOnEvict(std::span<const std::int32_t> tokens) { m_tokensToSave.insert(tokens.begin(), tokens.end()); }
    /// Puts evicted tokens back with the keys and values they left with, and pins them. Returns how many came back,
    /// over layers and stored heads. Errors: all of them are held.
    Result<std::int64_t> putBack(std::span<const std::int32_t> tokens);

    /// Takes pinned tokens out of a policy's cuts, and saves the rows of those that are to be saved. Called before the
    /// cuts are made.
    void filter(std::vector<Cut>& cuts);
    /// Takes over what was pinned and saved in a lane that is forked or succeeded.
    void adopt(const ManualEdits& other);

 private:
    /// Returns the slots of those of `tokens` that the unit holds, by token; `found` gets these tokens.
    std::vector<std::int32_t> slotsOf(std::int32_t layer, std::int32_t unit, std::span<const std::int32_t> tokens,
                                      std::vector<std::int32_t>& found) const;
    void removePinned(Cut& cut) const;
    void saveRows(const Cut& cut);

    AttentionStore& m_store;
    std::set<std::int32_t> m_pinned, m_tokensToSave;
    /// By layer, stored head and token: key and value as they were stored, in f32.
    std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::vector<float>> m_savedRows;
};

}  // namespace kvw
