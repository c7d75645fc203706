// SPDX-License-Identifier: Apache-2.0
/// Small operations of a decoder layer on one row each; f32, single-threaded.
#pragma once

#include <cstddef>
#include <span>

namespace kvw {

/// out[i] = x[i] * weight[i] / sqrt(mean(x^2) + epsilon). Source: Zhang & Sennrich 2019, RMSNorm, eq. 4.
void rmsNorm(const float* x, const float* weight, float epsilon, float* out, std::size_t count);
/// gate[i] = silu(gate[i]) * up[i].
void siluMultiply(float* gate, const float* up, std::size_t count);
/// out[i] = (x[i] - mean) * weight[i] / sqrt(variance + epsilon) + bias[i], the variance over `count`. Source: Ba et
/// al. 2016, Layer Normalization, eq. 3.
void layerNorm(const float* x, const float* weight, const float* bias, float epsilon, float* out, std::size_t count);
/// Form of GELU: with the error function (Exact) or the tanh approximation. Source: Hendrycks & Gimpel 2016, GELU,
/// section 2.
enum class Gelu : bool { Tanh, Exact };
/// gate[i] = gelu(gate[i]) * up[i], or gelu(gate[i]) if `up` is null.
void geluMultiply(Gelu form, float* gate, const float* up, std::size_t count);
/// row[i] = cap * tanh(row[i] / cap); -infinity stays. Source: Gemma Team 2024, Gemma 2, section 2.
void softCap(float* row, float cap, std::size_t count);
/// x[i] += y[i].
void addTo(float* x, const float* y, std::size_t count);

/// Rotates one head in place. cosines, sines [rotaryDim / 2]; halfSplit: planes (i, i + rotaryDim / 2), else (2i, 2i +
/// 1). Channels from rotaryDim on stay unchanged. Source: Su et al. 2021, RoFormer, eq. 34.
void rotate(float* head, const float* cosines, const float* sines, std::size_t rotaryDim, bool halfSplit);

/// Computes the softmax of the first `visible` entries in place (maximum subtracted) and sets the entries from
/// `visible` to `count` to 0.
void softmaxPrefix(float* row, std::size_t visible, std::size_t count);

struct LogitStatistics {
    double logSumExp = 0;    ///< natural, max subtracted, summed in double
    double entropy = 0;      ///< nats, of the softmax
    std::size_t argMax = 0;  ///< ties: lowest index
};
/// Returns the statistics of a row of logits, for NLL, entropy and the greedy choice.
[[nodiscard]] LogitStatistics logitStatistics(const float* logits, std::size_t count);
/// Returns KL(full || other) of two rows of logits; log-softmax in double.
[[nodiscard]] double klDivergence(const float* full, const float* other, std::size_t count);

}  // namespace kvw
