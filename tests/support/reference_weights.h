// SPDX-License-Identifier: Apache-2.0
/// Settings and weights of a checkpoint in float64, for the oracle: what config.json says is read here anew, so that a
/// mistake of core/model does not hide in both.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/model_files.h"

namespace kvw::test {

struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;
    /// y = W x (+ bias) of each x, with W read from memory once.
    [[nodiscard]] std::vector<std::vector<double>> times(std::span<const std::vector<double>> xs,
                                                         const std::vector<double>& bias = {}) const;
    [[nodiscard]] Matrix someRows(std::size_t first, std::size_t count) const;
};

struct ReferenceNorm {
    std::vector<double> weight, bias;  ///< bias: LayerNorm
};

struct ReferenceLayer {
    Matrix q, k, v, o, gate, up, down;  ///< gate empty: the MLP has none
    std::vector<double> qBias, kBias, vBias, oBias, gateBias, upBias, downBias;
    ReferenceNorm inputNorm, mlpNorm, attentionOut, mlpOut, queryNorm, keyNorm;  ///< empty weight: none
    Matrix router;                                                               ///< of experts; empty: there are none
    std::vector<double> routerBias;
    std::vector<double> sinks;            ///< by query head; empty: none
    std::vector<ReferenceLayer> experts;  ///< of each gate, up and down
    std::int64_t window = 0;              ///< 0: none
    bool turns = true;
    bool local = false;  ///< turns by localRope
};

struct ReferenceRope {
    std::string kind = "default";
    double theta = 10000, factor = 1, low = 1, high = 4, original = 0, betaFast = 32, betaSlow = 1, attention = 1;
    std::vector<double> shortFactors, longFactors;
    bool truncate = true;  ///< yarn: the edges of its ramp are whole pairs
};

struct ReferenceWeights {
    std::int64_t layerCount = 0, queryHeads = 0, kvHeads = 0, headDim = 0, rotaryDim = 0;
    double epsilon = 1e-6, embeddingFactor = 1, residualFactor = 1, logitDivisor = 1, scoreScale = 1, scoreCap = 0,
           logitCap = 0;
    bool normsHeads = true;  ///< query and key norms are of each head; else of all together
    std::int64_t expertsUsed = 0;
    double gateLimit = 0, gateSlope = 1;  ///< gpt-oss; 0: gate and up rows are not clamped
    bool sharesAddToOne = true;
    bool parallel = false, geluTanh = false, silu = true;
    ReferenceRope rope, localRope;
    Matrix embedding, head;
    ReferenceNorm finalNorm;
    std::vector<ReferenceLayer> layers;

    /// Throws std::runtime_error.
    static ReferenceWeights read(const std::filesystem::path& directory);
    [[nodiscard]] std::int64_t group() const { return queryHeads / kvHeads; }
};

}  // namespace kvw::test
