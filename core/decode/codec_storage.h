// SPDX-License-Identifier: Apache-2.0
/// A codec plugin as the cache knows one: what its codes look like in memory, and its encode over plain rows.
#pragma once

#include "core/cache/kv_cache.h"
#include "core/policy/host/guarded_codec.h"

namespace kvw {

/// Makes the cache store what the layout says.
void useCodec(const sdk::CodecLayout& layout, CacheShape& shape);

/// Lives for one call of KvCache::encode. Thread: inference thread.
class CodecEncoder final : public RowEncoder {
 public:
    explicit CodecEncoder(GuardedCodec& codec) : m_codec(codec) {}
    Result<void> encode(const float* rows, std::int64_t count, std::int64_t group, std::uint8_t* codes, float* scales,
                        float* minimums) override;

 private:
    GuardedCodec& m_codec;
};

}  // namespace kvw
