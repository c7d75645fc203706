// SPDX-License-Identifier: Apache-2.0
/// Attention of the last queries of a pass as a matrix A, and its statistics, in double.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "core/policy/kit/cpu/row_window_host.h"
#include "core/policy/kit/select.h"

namespace kvw::sdk {

/// The rows of the last min(w, rows) queries of an observation, which must outlive the window. The prefix is the tokens
/// before these queries.
class RowWindow {
 public:
    RowWindow(const Observation& seen, std::int64_t window) : m_seen(seen), m_rows(last_rows(seen, window)) {}
    explicit operator const Observation&() const { return m_seen; }

    [[nodiscard]] const Observation& seen() const { return m_seen; }
    /// Returns A, [layers, query_heads, w, slots].
    [[nodiscard]] const at::Tensor& rows() const { return m_rows; }
    [[nodiscard]] std::int64_t size() const { return m_rows.size(2); }
    /// Mean and unbiased variance over the rows, [layers, query_heads, slots], computed by the first call; undefined
    /// for a single row. Equal columns give equal values, and all forms of the computation the same bits.
    [[nodiscard]] const at::Tensor& mean() const { return moments().mean; }
    [[nodiscard]] const at::Tensor& variance() const { return moments().variance; }

    /// Returns -sum A ln(A + inside) over heads, rows and prefix; at least 0. Reads a number back from a device. In CPU
    /// memory, where the prefix comes first, the order of the sums and the last bit of a logarithm are other ones.
    [[nodiscard]] double entropy(double inside) const;
    /// Returns the sum of the variance over heads and prefix; 0 for a single row. Reads a number back from a device.
    [[nodiscard]] double varianceSum() const;
    /// Returns the mean of A over the heads for the prefix, in token order: [w, prefix]; of one layer.
    [[nodiscard]] at::Tensor headMean() const;

 private:
    [[nodiscard]] const RowMoments& moments() const;
    [[nodiscard]] bool onHost() const;

    const Observation& m_seen;
    at::Tensor m_rows;
    mutable RowMoments m_moments;
};

}  // namespace kvw::sdk
