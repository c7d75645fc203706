// SPDX-License-Identifier: Apache-2.0
/// Adapts a codec plugin to the cache: the layout of its codes in memory, and its encode over plain rows.
#pragma once

#include "core/cache/kv_cache.h"
#include "core/policy/host/loading/guarded_codec.h"

namespace kvw {

/// Makes the cache store codes of this layout.
void useCodec(const sdk::CodecLayout& layout, CacheShape& shape);

/// Lives for one call of KvCache::encode. Thread: inference thread.
class CodecEncoder final : public RowEncoder {
 public:
    /// `timed`: the calls of the codec are counted and timed.
    explicit CodecEncoder(GuardedCodec& codec, bool timed = false) : m_codec(codec), m_timed(timed) {}
    Result<void> encode(const float* rows, std::int64_t count, std::int64_t group, std::uint8_t* codes, float* scales,
                        float* minimums) override;

    [[nodiscard]] std::int64_t groups() const noexcept { return m_groups; }  ///< groups that the codec was given
    [[nodiscard]] double ms() const noexcept { return m_ms; }                ///< time inside the codec

 private:
    GuardedCodec& m_codec;
    bool m_timed;
    std::int64_t m_groups = 0;
    double m_ms = 0;
};

}  // namespace kvw
