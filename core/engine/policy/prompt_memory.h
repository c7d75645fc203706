// SPDX-License-Identifier: Apache-2.0
/// Measurements of one prompt that passes over it share.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/engine/policy/kept_measures.h"

namespace kvw {

/// A pass over the prompt into empty layers takes the measurements that are there and adds missing ones. Thread:
/// inference thread.
class PromptMemory {
 public:
    /// [layers][query_heads * tokens]: attention that each token gets from the prompt; empty: not measured yet.
    using ColumnSums = std::vector<std::vector<double>>;
    enum class Keeps { ColumnSums, Everything };

    PromptMemory(std::size_t layers, ColumnSums sums, Keeps keeps)
        : m_columnSums(std::move(sums)), m_layers(keeps == Keeps::Everything ? layers : 0) {
        m_columnSums.resize(layers);
    }

    /// Measurements of a layer beside its column sums.
    struct Layer {
        at::Tensor lastRows;  ///< newest rows, [1, query_heads, rows, tokens]; for passes that want as many or fewer
        std::int64_t momentsFrom = -1;
        at::Tensor queryMean, queryCovariance;  ///< as policies see them, over the queries from `momentsFrom` on
        KeptMeasures byPolicies;
    };

    [[nodiscard]] bool keepsEverything() const noexcept { return !m_layers.empty(); }
    [[nodiscard]] std::vector<double>& columnSums(std::int32_t layer) {
        return m_columnSums[static_cast<std::size_t>(layer)];
    }
    /// Returns the other measurements of a layer; null: only column sums are kept.
    [[nodiscard]] Layer* layer(std::int32_t layer) {
        return m_layers.empty() ? nullptr : &m_layers[static_cast<std::size_t>(layer)];
    }
    [[nodiscard]] ColumnSums takeColumnSums() { return std::exchange(m_columnSums, {}); }
    /// Forgets what policies measured, because other copies of their plugins are loaded now.
    void forgetPolicies();
    [[nodiscard]] std::int64_t bytes() const noexcept;

 private:
    ColumnSums m_columnSums;
    std::vector<Layer> m_layers;
};

}  // namespace kvw
