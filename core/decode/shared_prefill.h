// SPDX-License-Identifier: Apache-2.0
/// Prefill of several lanes over the same prompt: layer-major eviction comes after a layer has seen all of it, so the
/// hidden states of every lane are those of the full cache and are computed once.
#pragma once

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/cached_attention.h"
#include "core/decode/contained.h"
#include "core/decode/decoder.h"
#include "core/decode/prompt_tensors.h"
#include "core/decode/stopwatch.h"

namespace kvw {

struct CachedAttention::Sharer {
    explicit Sharer(CachedAttention& of, std::string inSentences = {})
        : attention(&of), where(std::move(inSentences)) {}

    CachedAttention* attention;  ///< has begun the pass
    std::string where;           ///< of the sentence about what is thrown; empty: it is not caught
    Result<void> done;           ///< what the lane's own part met; the others go on without it
    double ms = 0;               ///< in that part
    // Of the layer that is worked on:
    bool stored = false;
    sdk::Observation view;  ///< of a policy that sees blocks of rows
    at::Tensor queryMean, queryCovariance;

    /// The lane's part of the work, unless it has failed before.
    template <class Work>
    void run(const Work& work) {
        if (done) {
            const Stopwatch watch;
            done = caught(work);
            ms += watch.ms();
        }
    }
    template <class Work>
    [[nodiscard]] Result<void> caught(const Work& work) const {
        return where.empty() ? work() : contained(where, work);
    }
    /// Fails where no lane is left, and with what ends a run and not a lane: a request to stop, and what nobody
    /// expected.
    [[nodiscard]] static Result<void> anyLeft(std::span<const Sharer> lanes) {
        for (const Sharer& lane : lanes) {
            if (!lane.done && (lane.done.error().code == Code::Cancelled || lane.done.error().code == Code::Internal)) {
                return lane.done;
            }
        }
        const auto left = std::find_if(lanes.begin(), lanes.end(), [](const Sharer& lane) { return bool(lane.done); });
        return left == lanes.end() ? lanes.front().done : Result<void>{};
    }
};

/// The layers of one pass. Thread: inference thread.
class SharedPrefill final : public AttentionSink {
 public:
    using Lanes = std::span<CachedAttention::Sharer>;

    /// At least one lane, all with the same options. Cancelled as `Lane::prefill`.
    Result<void> layers(const Decoder& decoder, std::span<const std::int32_t> ids, Lanes lanes, ThreadPool& pool,
                        const std::function<void(std::int32_t layer)>& layerDone);
    /// The same where all that attention was given is kept: without the model, of attention only what the lanes look
    /// at.
    Result<void> layersAgain(const PromptTensors& kept, Lanes lanes,
                             const std::function<void(std::int32_t layer)>& layerDone);
    /// What attention is given is kept there, too; before `layers`.
    void keepIn(PromptTensors* kept) noexcept { m_kept = kept; }
    /// Behind them: what the decoder's `logits` take, [tokens, hidden].
    [[nodiscard]] const std::vector<float>& hidden() const noexcept { return m_x; }

    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override {
        if (m_kept != nullptr) {
            m_kept->add(q, k, v);
        }
        return CachedAttention::attendTogether(m_lanes, layer, q, k, v, out);
    }
    [[nodiscard]] bool stopped() const noexcept override { return m_lanes.front().attention->stopped(); }

 private:
    Lanes m_lanes;
    PromptTensors* m_kept = nullptr;
    std::vector<float> m_x;
    DecoderScratch m_scratch;
};

}  // namespace kvw
