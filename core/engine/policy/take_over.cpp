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
        return fail(Code::BadUsage, who, "a cache in codes cannot change hands, nor can a cache be coded in mid-run",
                    (m_codec ? *m_codec : *from.m_codec).who(), "policies without a codec, or live parameters only");
    }
    if (m_reader) {
        return fail(Code::BadUsage, who,
                    "read selection keeps bounds of every page from the first token on, so it cannot begin in mid-run",
                    m_reader->plugin().who(), "a policy that evicts, or full");
    }
    if (m_needs.reencode || from.m_needs.reencode) {
        return fail(Code::BadUsage, m_needs.reencode ? who : from.m_policy.who(),
                    "what it holds is encoded afresh at every step, which is no cache that can change hands");
    }
    const CacheShape &mine = m_store.shape(), &found = from.m_store.shape();
    const bool fits = mine.storedHeads == found.storedHeads && (mine.units == found.units || found.units == 1);
    if (!fits) {
        return fail(Code::BadUsage, who,
                    "the heads of the cache hold different tokens, which this policy cannot decide over",
                    setsPer(from.granularity()),
                    fmt::format("{}; full and streaming take over any cache", setsPer(granularity())));
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
