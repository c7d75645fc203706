// SPDX-License-Identifier: Apache-2.0
/// Lanes over one text in lock-step: no lane runs ahead, the full lane (if any) goes first in every step.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/decode/contained.h"
#include "core/decode/engine.h"
#include "core/decode/lane.h"
#include "core/decode/lane_batch.h"
#include "core/decode/lane_choice.h"
#include "core/decode/next_tokens.h"
#include "core/decode/observed_prompt.h"
#include "core/decode/sampler.h"
#include "core/decode/shared_prefill.h"
#include "core/policy/host/choice.h"

namespace kvw {

class LockstepRun final : public Run {
 public:
    struct Setup {
        RunSpec spec;
        std::shared_ptr<ThreadPool> pool;  ///< of the lanes: the engine may take another before the run ends
        std::shared_ptr<Recording> recording;
        std::vector<std::unique_ptr<Lane>> lanes;
        std::vector<std::int32_t> text;  ///< teacher: the whole text; generate: the prompt
        std::int64_t promptTokens = 0, total = 0;
        std::vector<std::int32_t> endIds;  ///< generate: ends the lane
        std::vector<ResolvedPolicy> policies;
        std::vector<LaneRun> settings;  ///< by lane
        std::shared_ptr<const RopeTables> rope;
        /// In order of step, of lanes that are there.
        struct Due {
            RunChange change;
            std::size_t lane = 0;
            std::unique_ptr<CachedAttention> next;  ///< of a policy that takes over
            std::optional<ResolvedPolicy> policy;   ///< likewise
        };
        std::deque<Due> changes;
        AttentionMaker attentionOf;  ///< with what the lanes that read the prompt first share
    };
    explicit LockstepRun(Setup setup);

    [[nodiscard]] std::shared_ptr<Recording> recording() const override { return m_setup.recording; }
    Result<void> prefill(const ProgressSink& progress) override;
    Result<void> step() override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] std::int64_t position() const override { return m_position; }
    [[nodiscard]] std::int64_t total() const override { return m_setup.total; }
    Result<void> setParameter(std::int32_t lane, const std::string& name, const std::string& value) override;
    [[nodiscard]] Result<std::unique_ptr<Run>> fork() override;
    [[nodiscard]] Result<std::shared_ptr<ObservedPrompt>> observedPrompt() override;
    [[nodiscard]] bool takePrompt(const ObservedPrompt& read) override;
    [[nodiscard]] Result<std::shared_ptr<RunSnapshot>> snapshot() override;
    [[nodiscard]] Result<void> goOnFrom(const RunSnapshot& snapshot, const Recording& parent) override;
    void cancel() noexcept override { m_stop.request_stop(); }
    void close(RunState state, const std::string& message) override;

 private:
    class Snapshot;
    /// The lane of the snapshot that this run's lane `lane` is the same as up to there. Errors: none is.
    [[nodiscard]] Result<std::size_t> sourceOf(std::size_t lane, const Snapshot& snapshot,
                                               const Recording& parent) const;
    /// The full lane, if lane 0 is one and still runs.
    [[nodiscard]] const Lane* fullLane() const;
    [[nodiscard]] bool anyLeft() const;
    [[nodiscard]] std::vector<std::size_t> everyLane() const;
    // What the public calls do, less the containing of exceptions.
    Result<void> prefillAll(const ProgressSink& progress);
    Result<void> stepAll();
    /// The model over the tokens of all lanes that wait for it.
    Result<void> modelStep(std::span<LaneBatch::Member> members);
    /// What is to be changed in these lanes before the next token.
    Result<void> applyChanges(std::span<const std::size_t> of);
    Result<void> takeOver(Setup::Due& due);
    /// What a lane had before tokens are put back is kept until the next token.
    Result<void> layHand(const Setup::Due& due);
    /// Behind the model's pass over `id`: what the next token would have been, and is.
    void tellNext(const BeforeRestore& before, std::int32_t id);
    /// `planned`: by the spec. By hand, a value that the policy has already is no change.
    Result<void> tune(std::int32_t lane, const std::string& name, const std::string& value, bool planned);
    Result<void> recordAs(std::int32_t lane, const std::string& level);
    /// An event of the lane, if its policy protects other tokens than `before`.
    void tellProtection(std::size_t lane, const sdk::Protection& before);
    [[nodiscard]] Result<void> checkLane(std::int32_t lane) const;
    [[nodiscard]] Result<std::unique_ptr<Run>> copy() const;
    /// Lanes that read the prompt alike, by number.
    using Group = std::vector<std::size_t>;
    /// Those with the same settings where a prompt is read layer by layer, with the same chunks where it is not; that
    /// of lane 0 first.
    [[nodiscard]] std::vector<Group> groups() const;
    /// Whether what the layers observe can be kept: the group of lane 0 reads the prompt layer by layer.
    [[nodiscard]] bool canObserve() const { return m_setup.settings.front().layerMajor(); }
    Result<void> prefillGroup(const Group& group, const ProgressSink& progress);
    /// Layer-major: the layers once for all lanes.
    Result<void> prefillTogether(const Group& group, const ProgressSink& progress);
    /// Empty, to keep what the layers observe; null: it is not asked for, or too large.
    [[nodiscard]] std::shared_ptr<PromptTensors> roomToObserve() const;
    /// The layers of the prompt: by the model, or from what is kept of it where these lanes `observe` it. Gives the
    /// milliseconds they took.
    Result<void> promptLayers(SharedPrefill& shared, std::span<CachedAttention::Sharer> sharers, bool observe,
                              const std::function<void(std::int32_t layer)>& layerDone, double& ms);
    [[nodiscard]] std::int64_t observedBytes() const;
    Result<void> prefillSteps(SharedPrefill& shared, std::span<const std::size_t> passing);
    /// Streaming: chunk by chunk, each a pass of every lane, one after the other.
    Result<void> prefillInChunks(const Group& group, const ProgressSink& progress);
    Result<void> prefillPass(const Group& group, std::int64_t first, std::int64_t count, const ProgressSink& progress);
    /// Runs `work` for one lane. A failure of its policy, its logits or its memory ends that lane only; a request to
    /// stop and what nobody expected end the run.
    template <class Work>
    Result<void> guarded(std::size_t lane, std::int64_t step, const Work& work) {
        const Result<void> done = contained(m_setup.lanes[lane]->whereOf(step), work);
        return done ? done : endLane(*m_setup.lanes[lane], step, done.error());
    }
    /// What `guarded` does with an error.
    Result<void> endLane(Lane& lane, std::int64_t step, const Error& error);
    /// What is computed for several lanes, `of`.
    [[nodiscard]] std::string whereOf(std::span<const std::size_t> of, std::int64_t step) const;

    Setup m_setup;
    std::vector<Sampler> m_samplers;   ///< generate: one per lane
    std::vector<std::int32_t> m_next;  ///< generate: the chosen next token per lane
    std::vector<bool> m_ended;         ///< generate: end of sequence was chosen
    LaneBatch m_batch;
    std::vector<BeforeRestore> m_beforeRestore;  ///< until the next token is decoded
    std::shared_ptr<const PromptTensors> m_observed;
    bool m_promptTaken = false;  ///< those of a run before; its prompt is this one's
    /// Hidden states of the full lane's prompt, [tokens, hidden], while lanes read it in other passes.
    std::vector<float> m_fullHidden;
    bool m_keepFullHidden = false;
    std::int64_t m_position = 0;
    std::stop_source m_stop;
};

}  // namespace kvw
