// SPDX-License-Identifier: Apache-2.0
/// Adapts a codec plugin to the cache: the layout of its codes in memory, its encode over plain rows, and what a run
/// says about it.
#pragma once

#include <cstdint>
#include <utility>

#include "core/cache/kv_cache.h"
#include "core/policy/host/loading/guarded_policy.h"

namespace kvw {

/// Makes the cache store codes of this layout.
void useCodec(const sdk::CodecLayout& layout, CacheShape& shape);

/// Lives for one call of AttentionStore::encode. Thread: inference thread.
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

/// The codec of a lane. Thread: inference thread.
class LaneCodec {
 public:
    explicit LaneCodec(GuardedCodec codec) : m_plugin(std::move(codec)) {}
    /// Makes a fork, with a clone of the other's codec.
    LaneCodec(const LaneCodec& other, GuardedCodec codec)
        : m_plugin(std::move(codec)), m_error(other.m_error), m_uncodedPrompt(other.m_uncodedPrompt) {}

    [[nodiscard]] GuardedCodec& plugin() noexcept { return m_plugin; }
    [[nodiscard]] const GuardedCodec& plugin() const noexcept { return m_plugin; }
    /// Error of the coded keys and values since the start of the run, as far as it was measured.
    [[nodiscard]] CodingError& error() noexcept { return m_error; }
    [[nodiscard]] const CodingError& error() const noexcept { return m_error; }
    /// Called after the prompt: looks whether any of it exceeded the full-precision tails.
    void notePrompt(const KvCache& cache);
    /// Adds what the codec, and what the engine has to say about it. `beforeRotation`: keys are coded unrotated.
    Result<void> addTo(sdk::Report& report, const CacheShape& shape, bool beforeRotation) const;

 private:
    GuardedCodec m_plugin;
    CodingError m_error;
    std::int64_t m_uncodedPrompt = -1;  ///< fullest unit's tokens, if none of the prompt was coded; -1: else
};

}  // namespace kvw
