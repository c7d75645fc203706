// SPDX-License-Identifier: Apache-2.0
/// cosines_to_mean from step to step, where only the highest of each unit count: a key is read again only if it may be
/// one of them.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/policy/sdk/workers.h"

namespace kvw::sdk {

/// Keeps the sum of unit vectors of every unit, exactly (UnitGrid), and each unit vector in 8 bits per channel with the
/// length of what that leaves out. A step adds what came, takes off what left, and bounds every cosine from the short
/// forms: |u.d - u'.d'| <= |u - u'| + |u'| |d - d'|. Memory beside the cache: a quarter of the keys in f32, and 16
/// bytes a slot.
///
/// It only follows what it foresaw (the highest left, others came, all else is in its place); a unit where anything
/// else happened is read afresh. So an answer never depends on the steps before it. Not for several threads at once.
class FollowedCosines {
 public:
    /// keys [layers, units, slots, channels] f32 in CPU memory and lengths [2, layers, units, slots] as for
    /// cosines_to_mean, of tokens that keep their keys as long as they are held; tokens [layers, units, slots] int64,
    /// -1 = free; competing: bool likewise. Result [layers, units, slots] f64, good until the next call: the negative
    /// cosines, of the two highest per unit among those competing the bits of cosines_to_mean; of others these, or that
    /// of a bound from above that is below the second highest.
    [[nodiscard]] at::Tensor negativeHighest(const at::Tensor& keys, const at::Tensor& lengths,
                                             const at::Tensor& tokens, const at::Tensor& competing, Workers* workers);
    /// Forgets everything; the next call reads afresh.
    void clear() { m_units = 0; }

 private:
    struct Unit;
    void resize(std::size_t units, std::size_t slots, std::size_t channels);
    [[nodiscard]] Unit unit(std::size_t number);

    std::size_t m_units = 0, m_slots = 0, m_channels = 0;
    std::vector<std::int64_t> m_tokens;  ///< [units, slots]: whose vectors are in the sum, -1 = free
    std::vector<std::int8_t> m_codes;    ///< [units, slots, channels]
    std::vector<float> m_scale;          ///< [units, slots]: u' = code * scale
    std::vector<float> m_error;          ///< [units, slots]: |u - u'|, rounded up
    std::vector<std::int64_t> m_sum;     ///< [units, channels], in steps of the grid
    std::vector<std::int64_t> m_leaver;  ///< [units]: the token with the highest cosine in the last answer, or -1
    std::vector<std::int64_t> m_left;    ///< [units, channels]: its part of the sum
    std::vector<char> m_known;           ///< [units]: was read
    std::vector<double> m_result;        ///< [units, slots]; kept, as fresh memory costs more than filling it
};

}  // namespace kvw::sdk
