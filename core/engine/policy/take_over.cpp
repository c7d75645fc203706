// SPDX-License-Identifier: Apache-2.0
// A policy takes over a cache in the middle of a run: which ones can, and what they find.
#include <fmt/format.h>

#include "core/engine/attention/cached_attention.h"

namespace kvw {

namespace {

const char* setsPer(sdk::Granularity granularity) {
    switch (granularity) {
        case sdk::Granularity::Layer:
            return "one keep-set per layer";
        case sdk::Granularity::KvHead:
            return "a keep-set per KV head";
        case sdk::Granularity::QueryHead:
            return "a keep-set per query head";
    }
    return "";
}

}  // namespace

Result<void> CachedAttention::checkTakeOver(const CachedAttention& from) const {
    const std::string& who = m_policy.who();
    if (m_codec || from.m_codec) {
        return fail(Code::BadUsage, who,
                    "another policy cannot take over a cache in codes, and a cache cannot be coded during a run",
                    (m_codec ? *m_codec : *from.m_codec).who(), "policies without a codec, or live parameters only");
    }
    if (m_reader) {
        return fail(
            Code::BadUsage, who,
            "read selection keeps bounds of every page from the first token on, so it cannot begin during a run",
            m_reader->plugin().who(), "a policy that evicts, or full");
    }
    if (m_needs.reencode || from.m_needs.reencode) {
        return fail(
            Code::BadUsage, m_needs.reencode ? who : from.m_policy.who(),
            "it encodes its tokens afresh at every step, so it can neither take over a cache nor hand one over");
    }
    const CacheShape &mine = m_cache.shape(), &found = from.m_cache.shape();
    const bool fits = mine.storedHeads == found.storedHeads && (mine.units == found.units || found.units == 1);
    if (!fits) {
        return fail(Code::BadUsage, who,
                    "the heads of the cache hold different tokens, which this policy does not support",
                    setsPer(from.granularity()),
                    fmt::format("{}; full and streaming take over any cache", setsPer(granularity())));
    }
    return {};
}

Result<void> CachedAttention::takeOver(const CachedAttention& from) {
    KVW_TRY(checkTakeOver(from));
    m_cache.adopt(from.m_cache);
    const CacheShape &mine = m_cache.shape(), &found = from.m_cache.shape();
    for (std::int32_t layer = 0; layer < mine.layers; ++layer) {
        for (std::int32_t unit = 0; unit < mine.units; ++unit) {
            m_ranks[static_cast<std::size_t>(layer * mine.units + unit)] =
                from.m_ranks[static_cast<std::size_t>(layer * found.units + unit * found.units / mine.units)];
        }
    }
    m_pinned = from.m_pinned;
    m_tokensToSave = from.m_tokensToSave;
    m_savedRows = from.m_savedRows;
    m_peakAllocated = from.m_peakAllocated;
    m_newestPhase = from.m_newestPhase;
    m_hasForeignTokens = true;
    return begin();
}

}  // namespace kvw
