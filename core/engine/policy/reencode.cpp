// SPDX-License-Identifier: Apache-2.0
// A sliding window with re-computation: the policy evicts, and the tokens that are left are encoded as a text of their
// own. The lane runs the model; this file makes room for the token and begins the pass.
#include "core/engine/policy/reencode.h"

#include <fmt/format.h>

#include "core/engine/attention/cached_attention.h"
#include "core/policy/host/choice/combination.h"

namespace kvw {

Result<void> checkReencoding(const sdk::Needs& needs, const GuardedParts& parts) {
    sdk::Needs alone;
    alone.reencode = true;
    if (needs != alone) {
        return fail(Code::Policy, parts.policy.who(), "what is held is encoded afresh, so nothing can be observed",
                    "further needs", "reencode and no other need");
    }
    if (parts.codec) {
        return tl::unexpected(storesNothing(parts.policy.who(), parts.codec->who()));
    }
    return {};
}

Result<bool> CachedAttention::decideBeforeToken(std::int64_t token) {
    KVW_TRY(beginPass(token, 1, false, false));
    // Only lengths decide, so the new token is appended without its key and value.
    const CacheShape& shape = m_cache.shape();
    const std::vector<float> nothing(static_cast<std::size_t>(shape.kvHeads * shape.headDim));
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        m_cache.append(layer, token, nothing.data(), nothing.data(), shape.kvHeads);
        if (m_rawKeys || m_atRank) {
            updateRanks(layer, 0);
        }
    }
    m_peakAllocated = std::max(m_peakAllocated, m_cache.bytesAllocated());
    KVW_TRY(decide());
    if (!m_cuts.empty()) {
        return true;
    }
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        const std::int32_t slot = m_cache.slotOfNewest(layer, 0);
        m_cache.evict(layer, 0, {&slot, 1});
    }
    return false;
}

Result<std::span<const std::int64_t>> CachedAttention::beginReencode() {
    const auto tokensOf = [this](std::int32_t layer, std::vector<std::int32_t>& slots) {
        m_cache.slotsInTokenOrder(layer, 0, slots);
        const auto table = m_cache.tokens(layer, 0);
        std::vector<std::int64_t> tokens;
        for (const std::int32_t slot : slots) {
            tokens.push_back(table[static_cast<std::size_t>(slot)]);
        }
        return tokens;
    };
    const std::int64_t newest = m_first + m_count - 1;
    std::vector<std::int64_t> kept;
    std::vector<std::int32_t> slots;
    for (std::int32_t layer = 0; layer < m_cache.shape().layers; ++layer) {
        std::vector<std::int64_t> tokens = tokensOf(layer, slots);
        if (layer > 0 && tokens != kept) {
            return fail(Code::Policy, m_policy.who(),
                        fmt::format("layer {}, step {}: tokens that are encoded afresh must be the same in every layer",
                                    layer, newest));
        }
        m_cache.evict(layer, 0, slots);
        kept = std::move(tokens);
    }
    if (kept.back() != newest) {
        return fail(Code::Policy, m_policy.who(),
                    fmt::format("step {}: the newest token was evicted, so nothing can be predicted from it", newest));
    }
    m_afresh = std::move(kept);
    m_count = static_cast<std::int64_t>(m_afresh.size());
    m_firstPhase = 0;
    m_prefill = true;
    sizeRows();
    return m_afresh;
}

}  // namespace kvw
