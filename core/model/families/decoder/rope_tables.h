// SPDX-License-Identifier: Apache-2.0
/// Cosines and sines of the rotary embedding, one row per phase, grown on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/model/config.h"

namespace kvw {

/// Precision of the angles. Rounded: angles are f32, as in the reference library, so that a phase gives the same
/// rotation there and here. Linear: angles are phase times frequency exactly, so that rotations by two phases in turn
/// are the rotation by their sum.
enum class Angles : std::uint8_t { Rounded, Linear };

/// The rotation by one set of frequencies.
/// Source: Su et al. 2021, RoFormer, eq. 34. Frequencies of a model are f32, those of a conformance case f64; cosine
/// and sine of an angle are exact to f32. Thread: grown by the inference thread only.
class RopeTable {
 public:
    /// inverseFrequency [rotaryDim / 2], already scaled as the model wants.
    RopeTable(std::vector<double> inverseFrequency, bool halfSplit, Angles angles);

    /// Makes phases 0 ... phases - 1 available; addresses change.
    void ensure(std::int64_t phases);

    [[nodiscard]] const float* cosines(std::int64_t phase) const { return m_cosines.data() + row(phase); }
    [[nodiscard]] const float* sines(std::int64_t phase) const { return m_sines.data() + row(phase); }
    [[nodiscard]] std::size_t rotaryDim() const noexcept { return 2 * m_inverseFrequency.size(); }
    [[nodiscard]] bool halfSplit() const noexcept { return m_halfSplit; }
    [[nodiscard]] const std::vector<double>& inverseFrequency() const noexcept { return m_inverseFrequency; }

 private:
    [[nodiscard]] std::size_t row(std::int64_t phase) const {
        return static_cast<std::size_t>(phase) * m_inverseFrequency.size();
    }
    std::vector<double> m_inverseFrequency;
    bool m_halfSplit;
    Angles m_angles;
    std::int64_t m_phases = 0;
    std::vector<float> m_cosines, m_sines;
};

/// The rotations of a model's layers: one for all, or another for some of them (Gemma 3). Thread: as RopeTable.
class RopeTables {
 public:
    RopeTables(std::vector<double> inverseFrequency, bool halfSplit, Angles angles = Angles::Rounded);
    RopeTables(const std::vector<float>& inverseFrequency, bool halfSplit, Angles angles = Angles::Rounded)
        : RopeTables(std::vector<double>(inverseFrequency.begin(), inverseFrequency.end()), halfSplit, angles) {}
    /// Makes the layers that `isLocal` marks rotate by `inverseFrequency` instead, with as many dimensions.
    void setLocal(const std::vector<float>& inverseFrequency, std::vector<bool> isLocal);
    /// Returns tables of the same frequencies with Angles::Linear.
    [[nodiscard]] RopeTables linear() const;

    void ensure(std::int64_t phases);
    [[nodiscard]] const RopeTable& of(std::int64_t layer) const { return m_tables[tableOf(layer)]; }
    /// Tables by set of frequencies; tableOf gives the one that a layer rotates by.
    [[nodiscard]] const std::vector<RopeTable>& tables() const noexcept { return m_tables; }
    [[nodiscard]] std::size_t tableOf(std::int64_t layer) const {
        return m_isLocal.empty() || !m_isLocal[static_cast<std::size_t>(layer)] ? 0 : 1;
    }

 private:
    std::vector<RopeTable> m_tables;
    std::vector<bool> m_isLocal;  ///< by layer; empty: none is
};

/// Returns true if runs of `a` and of `b` tokens rotate alike. Only longrope has two sets of frequencies.
[[nodiscard]] bool sameRope(const RopeConfig& rope, std::int64_t a, std::int64_t b) noexcept;

/// Returns the tables for a run that ends after `tokens` tokens; one set of frequencies serves all of it.
[[nodiscard]] std::shared_ptr<RopeTables> ropeTables(const ModelConfig& config, std::int64_t tokens = 0);

/// Refuses runs whose frequencies would have to follow the length of the text (dynamic NTK scaling): with cache-rank
/// positions always, with original ones beyond the original context.
[[nodiscard]] Result<void> checkRope(const RopeConfig& rope, std::int64_t tokens, bool cacheRank);

}  // namespace kvw
