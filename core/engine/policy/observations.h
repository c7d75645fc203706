// SPDX-License-Identifier: Apache-2.0
/// Views of a lane's store as a policy is shown them.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/policy/pool_workers.h"
#include "core/policy/sdk/observation.h"

namespace kvw {

/// Thread: inference thread.
class Observations {
 public:
    /// `store` and `pass` outlive this.
    Observations(const sdk::Needs& needs, AttentionStore& store, const AttentionPass& pass)
        : m_needs(needs), m_store(store), m_pass(pass), m_workers(store.pool()) {}
    Observations(const Observations&) = delete;
    Observations& operator=(const Observations&) = delete;
    ~Observations() = default;

    /// Keeps keys before rotation of a layer's new tokens, [tokens, kv_heads, head_dim], if the policy asks for them.
    void keepRawKeys(std::int32_t layer, const float* keys);
    /// Returns the token tables of a layer in a prefill pass, with the plain members.
    [[nodiscard]] sdk::Observation tables(std::int32_t layer);
    /// Returns the observation of all layers after a decode step.
    [[nodiscard]] sdk::Observation step();
    /// Returns it without keys, raw keys and values: of a step in which the policy is not asked, they may not be known.
    [[nodiscard]] sdk::Observation stepWithoutTensors();
    /// Adds keys, raw keys and values, as far as the policy asks for them.
    void addTensors(sdk::Observation& view);

 private:
    /// Rows of keys or values by slot. From step to step only rows of new tokens are read.
    struct Shown {
        at::Tensor rows;                   ///< [layers, stored_heads, stride, head_dim], 0 at free slots
        std::vector<std::int64_t> tokens;  ///< [layers, stored_heads, stride]: token of each row, -1: none
    };
    using RowReader = std::function<void(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* row)>;
    [[nodiscard]] sdk::Observation tables(std::int32_t firstLayer, std::int32_t layers);
    /// Returns the rows as [layers, stored_heads, slots, head_dim]; `again`: every row is read anew.
    [[nodiscard]] at::Tensor gathered(Shown& shown, const sdk::Observation& view, bool again, const RowReader& read);

    sdk::Needs m_needs;
    AttentionStore& m_store;
    const AttentionPass& m_pass;
    PoolWorkers m_workers;
    /// Keys before rotation: of one layer in a prefill pass, [tokens, kv_heads, head_dim]; of all layers in a decode
    /// step, [layers, kv_heads, head_dim].
    std::vector<float> m_newKeys;
    Shown m_keysShown, m_valuesShown;
};

}  // namespace kvw
