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

#include "core/base/stopwatch.h"
#include "core/engine/attention/cached_attention.h"
#include "core/engine/contained.h"
#include "core/engine/policy/prompt_tensors.h"
#include "core/model/families/decoder/decoder.h"

namespace kvw {

class PromptRunner;

/// One of several lanes that pass over the same prompt together.
struct PrefillLane {
    explicit PrefillLane(CachedAttention& of, Phrase inSentences = {})
        : attention(&of), where(std::move(inSentences)) {}

    CachedAttention* attention;  ///< its pass has begun
    Phrase where;                ///< names the lane in errors made of exceptions; empty: they are not caught
    Result<void> done;           ///< result of the lane's own part; after an error the others go on without it
    double ms = 0;               ///< time in that part
    // State of the current layer:
    bool stored = false;
    sdk::Observation view;  ///< for a policy that sees blocks of rows
    at::Tensor queryMean, queryCovariance;

    /// Runs the lane's part of the work, unless it has failed before.
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
    /// Fails if no lane is left, or with an error that ends the whole run: Cancelled or Internal.
    [[nodiscard]] static Result<void> anyLeft(std::span<const PrefillLane> lanes) {
        for (const PrefillLane& lane : lanes) {
            if (!lane.done && (lane.done.error().code == Code::Cancelled || lane.done.error().code == Code::Internal)) {
                return lane.done;
            }
        }
        const auto left =
            std::find_if(lanes.begin(), lanes.end(), [](const PrefillLane& lane) { return bool(lane.done); });
        return left == lanes.end() ? lanes.front().done : Result<void>{};
    }
};

/// Runs the layers of one pass. Thread: inference thread.
class SharedPrefill final : public PromptSink {
 public:
    using Lanes = std::span<PrefillLane>;

    /// Runs the layers for at least one lane, all with the same options. Cancelled as `Lane::prefill`.
    Result<void> layers(PromptRunner& model, std::span<const std::int32_t> ids, Lanes lanes,
                        const std::function<void(std::int32_t layer)>& layerDone);
    /// Does the same from the kept inputs of attention: without the model, and of attention computes only what the
    /// lanes observe. `kept` outlives this.
    Result<void> layersAgain(const PromptTensors& kept, Lanes lanes,
                             const std::function<void(std::int32_t layer)>& layerDone);
    /// Makes `layers` also store the inputs of attention in `kept`; called before it.
    void keepIn(PromptTensors* kept) noexcept { m_kept = kept; }
    /// Hidden states after the layers, the input of the decoder's `logits`, [tokens, hidden].
    [[nodiscard]] std::span<const float> hidden() const noexcept { return m_hidden; }

    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override {
        m_lanes.front().attention->addNoiseTo(q, layer);  // lanes of one prefill have the same
        if (m_kept != nullptr) {
            m_kept->add(q, k, v);
        }
        return CachedAttention::attendTogether(m_lanes, layer, q, k, v, out);
    }
    Result<void> attend(std::int32_t layer, PromptBlocks& there) override;
    [[nodiscard]] Keys mostKeys() const override;
    [[nodiscard]] ThreadPool& pool() const noexcept override { return m_lanes.front().attention->pool(); }
    [[nodiscard]] RowProducts rowProducts() const noexcept override { return m_lanes.front().attention->rowProducts(); }
    [[nodiscard]] bool stopped() const noexcept override { return m_lanes.front().attention->stopped(); }

 private:
    Lanes m_lanes;
    PromptTensors* m_kept = nullptr;
    DecoderPass m_pass;
    std::span<const float> m_hidden;
};

}  // namespace kvw
