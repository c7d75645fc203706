// SPDX-License-Identifier: Apache-2.0
/// One decode step of several lanes: the weights are read once; every lane has its own attention, cache and policy, and
/// gets the bits that it has alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/families/decoder/attention_sink.h"
#include "core/model/families/decoder/decoder.h"

namespace kvw {

class Lane;

/// Runs the model for the newest tokens of several lanes. Keeps only buffers between steps. Thread: inference thread.
class LaneBatch final : public AttentionSink {
 public:
    struct Member {
        Lane* lane = nullptr;  ///< lane whose `beginDecode` asked for the model
        std::int32_t id = 0;
        std::int64_t step = 0;
        Result<void> done;  ///< result of its own part of the step; after an error the others go on without it
    };

    /// Runs the step for at least one member, all of one decoder and pool. The shared time counts in full for each
    /// member. Fails if the shared work fails or no member is left; a member's Internal or Cancelled error ends the
    /// step of all.
    Result<void> step(std::span<Member> members);

    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override;
    [[nodiscard]] RowProducts rowProducts() const noexcept override { return RowProducts::Apart; }

 private:
    Result<void> attendAlone(Member& member, std::int32_t layer, float* q, float* k, const float* v, float* out);

    std::span<Member> m_members;
    std::size_t m_querySize = 0, m_keySize = 0;  ///< floats of a row of queries, and of keys or values
    std::vector<double> m_ownMs;                 ///< per member, in its attention
    std::vector<std::int32_t> m_ids;
    std::vector<float> m_x, m_logits;  ///< [members, hidden], [members, vocabulary]
    DecoderScratch m_scratch;
};

}  // namespace kvw
