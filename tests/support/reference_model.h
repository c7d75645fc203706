// SPDX-License-Identifier: Apache-2.0
/// A float64 forward pass of every family's models, written from their configuration and tensors only: the oracle of
/// the engine's tests. Shares nothing with core/engine, core/model/families or the kernels; files are read through
/// core/model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kvw::test {

struct ReferenceOptions {
    /// False: inverse frequencies and angles are rounded to f32, as the engine documents. True: everything in f64.
    bool exactAngles = false;
    /// Inverse frequencies rounded to f32, angles not: what keys that are turned again and again add up to.
    bool linearAngles = false;
    /// Every vector that an f32 engine has to store between two operations is rounded to f32, each operation itself is
    /// exact: the error no f32 engine can avoid, i.e. how well conditioned model and text are.
    bool storeF32 = false;
    /// Phases are ranks among what a query sees, so keys turn anew for every query; else token indices.
    bool cacheRank = false;
    /// Logits of the last so many tokens only; 0: of all.
    std::size_t lastRows = 0;
    /// Tokens of the run, where its frequencies depend on that; 0: as many as there are ids.
    std::int64_t ropeTokens = 0;
    /// May `query` see `token` (token <= query)? Empty: always.
    std::function<bool(std::int64_t layer, std::int64_t queryHead, std::int64_t query, std::int64_t token)> visible;
};

class ReferenceModel {
 public:
    /// Throws std::runtime_error with the sentence of what is wrong.
    explicit ReferenceModel(const std::filesystem::path& directory);
    ~ReferenceModel();
    ReferenceModel(const ReferenceModel&) = delete;
    ReferenceModel& operator=(const ReferenceModel&) = delete;

    /// Logits after every token (or the last rows), [tokens][vocabulary].
    [[nodiscard]] std::vector<std::vector<double>> logits(std::span<const std::int32_t> ids,
                                                          const ReferenceOptions& options = {}) const;
    [[nodiscard]] std::int64_t queryHeads() const noexcept;
    [[nodiscard]] std::int64_t vocabulary() const noexcept;

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// |found - expected| / |expected|, both as vectors; infinite where lengths differ or a number is not finite.
[[nodiscard]] double relativeL2(std::span<const float> found, std::span<const double> expected);
[[nodiscard]] double relativeL2(std::span<const float> found, std::span<const float> expected);
/// Returns the distance of the row of logits that is furthest from its own; infinite for another number of rows.
template <class Number>
double worst(const std::vector<std::vector<Number>>& found, const std::vector<std::vector<double>>& expected) {
    double most = found.size() == expected.size() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < std::min(found.size(), expected.size()); ++t) {
        most = std::max(most, relativeL2(std::vector<float>(found[t].begin(), found[t].end()), expected[t]));
    }
    return most;
}
/// -ln softmax(logits)[id].
[[nodiscard]] double negativeLogLikelihood(std::span<const double> logits, std::int32_t id);

}  // namespace kvw::test
