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
    if (const LaneCodec* codec = m_policy.codec() != nullptr ? m_policy.codec() : from.m_policy.codec();
        codec != nullptr) {
        return fail(Code::BadUsage, who,
                    "another policy cannot take over a cache in codes, and a cache cannot be coded during a run",
                    codec->plugin().who(), "policies without a codec, or live parameters only");
    }
    if (const PageReader* reader = m_policy.reader(); reader != nullptr) {
        return fail(
            Code::BadUsage, who,
            "read selection keeps bounds of every page from the first token on, so it cannot begin during a run",
            reader->plugin().who(), "a policy that evicts, or full");
    }
    if (reencodes() || from.reencodes()) {
        return fail(
            Code::BadUsage, reencodes() ? who : from.m_policy.who(),
            "it encodes its tokens afresh at every step, so it can neither take over a cache nor hand one over");
    }
    const CacheShape &mine = m_store.shape(), &found = from.m_store.shape();
    const bool fits = mine.storedHeads == found.storedHeads && (mine.units == found.units || found.units == 1);
    if (!fits) {
        return fail(
            Code::BadUsage, who, "the heads of the cache hold different tokens, which this policy does not support",
            setsPer(from.granularity()), phrase("%1; full and streaming take over any cache", setsPer(granularity())));
    }
    return {};
}

Result<void> CachedAttention::takeOver(const CachedAttention& from) {
    KVW_TRY(checkTakeOver(from));
    m_store.adopt(from.m_store);
    m_manualEdits.adopt(from.m_manualEdits);
    m_newestPhase = from.m_newestPhase;
    return begin();
}

}  // namespace kvw
