// SPDX-License-Identifier: Apache-2.0
/// Updates cosines_to_mean from step to step where only the highest of each unit count: a key is read again only if it
/// may be one of them.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

/// Keeps, for every unit, the exact sum of its unit vectors (UnitGrid), and each unit vector u as a short form u' in 8
/// bits per channel with the length of the rest. A step adds the tokens that arrived, subtracts those that left, and
/// bounds every cosine from the short forms: |u.d - u'.d'| <= |u - u'| + |u'| |d - d'|. Memory beside the cache: a
/// quarter of the keys in f32, and 24 bytes a slot.
///
/// A unit is updated only if its highest token left, others arrived and all else is in its place; otherwise it is read
/// afresh. So an answer never depends on the steps before it. Thread: one at a time.
class FollowedCosines {
 public:
    /// Returns the negative cosines of seen.keys, [layers, units, slots] f64, valid until the next call. `competing`:
    /// bool of the same shape. The two highest cosines per unit among those competing have the bits of cosines_to_mean.
    /// Any other may be an upper bound instead, which for a competing slot is below the second highest. Keys that do
    /// not stay, are on a device or have no lengths are all read.
    [[nodiscard]] at::Tensor negativeHighest(const Observation& seen, const at::Tensor& competing);
    /// Forgets everything; the next call reads all keys afresh.
    void clear() { m_units = 0; }

 private:
    struct Unit;
    void resize(std::size_t units, std::size_t slots, std::size_t channels);
    [[nodiscard]] Unit unit(std::size_t number);

    std::size_t m_units = 0, m_slots = 0, m_channels = 0;
    std::vector<std::int64_t> m_tokens;  ///< [units, slots]: tokens whose vectors are in the sum, -1 = free
    std::vector<std::int8_t> m_codes;    ///< [units, slots, channels]
    std::vector<float> m_scale;          ///< [units, slots]: u' = code * scale
    std::vector<float> m_error;          ///< [units, slots]: |u - u'|, rounded up
    std::vector<std::int64_t> m_sum;     ///< [units, channels], in steps of the grid
    std::vector<std::int64_t> m_leaver;  ///< [units]: the token with the highest cosine in the last answer, or -1
    std::vector<std::int64_t> m_left;    ///< [units, channels]: the leaver's part of the sum
    std::vector<char> m_known;           ///< [units]: 1 once the unit has been read
    std::vector<double> m_result;        ///< [units, slots]; kept, because fresh memory costs more than filling it
};

}  // namespace kvw::sdk
