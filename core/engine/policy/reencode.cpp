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
    m_store.appendLengths(token);
    KVW_TRY(decide());
    if (!m_cuts.empty()) {
        return true;
    }
    m_store.dropNewest();
    return false;
}

Result<std::span<const std::int64_t>> CachedAttention::beginReencode() {
    const std::int64_t newest = m_pass.newest();
    std::vector<std::int64_t> kept;
    for (std::int32_t layer = 0; layer < m_store.shape().layers; ++layer) {
        std::vector<std::int64_t> tokens = m_store.takeAll(layer);
        if (layer > 0 && tokens != kept) {
            return fail(Code::Policy, m_policy.who(),
                        phrase("layer %1, step %2: tokens that are encoded afresh must be the same in every layer",
                               layer, newest));
        }
        kept = std::move(tokens);
    }
    if (kept.back() != newest) {
        return fail(Code::Policy, m_policy.who(),
                    phrase("step %1: the newest token was evicted, so nothing can be predicted from it", newest));
    }
    m_pass.count = static_cast<std::int64_t>(kept.size());
    m_pass.afresh = std::move(kept);
    m_pass.firstPhase = 0;
    m_pass.prefill = true;
    m_store.sizeRows();
    return m_pass.afresh;
}

}  // namespace kvw
