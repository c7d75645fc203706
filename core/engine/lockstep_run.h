// SPDX-License-Identifier: Apache-2.0
/// Lanes over one text in lock-step: no lane runs ahead, the full lane (if any) goes first in every step.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/phrase.h"
#include "core/engine/attention/shared_prefill.h"
#include "core/engine/backend/backend.h"
#include "core/engine/contained.h"
#include "core/engine/lane/lane.h"
#include "core/engine/lane/next_tokens.h"
#include "core/engine/lane/sampler.h"
#include "core/engine/policy/observed_prompt.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/engine.h"
#include "core/session/spec/lane_choice.h"

namespace kvw {

class LockstepRun final : public Run {
 public:
    struct Setup {
        RunSpec spec;
        std::shared_ptr<ThreadPool> pool;  ///< shared: the engine may replace its pool before the run ends
        std::shared_ptr<Recording> recording;
        std::vector<std::unique_ptr<Lane>> lanes;
        std::shared_ptr<const BackendModel> model;  ///< computes prompt and decode steps
        std::vector<std::int32_t> text;             ///< teacher: the whole text; generate: prompt and question
        std::int64_t promptTokens = 0, total = 0;
        std::vector<std::int32_t> endIds;  ///< generate: token ids that end a lane
        std::vector<ResolvedPolicy> policies;
        std::vector<LaneRun> settings;  ///< by lane
        std::shared_ptr<const RopeTables> rope;
        /// Planned change of a lane that exists; `changes` is in order of step.
        struct PlannedChange {
            RunChange change;
            std::size_t lane = 0;
            std::unique_ptr<CachedAttention> next;  ///< attention of a policy that takes over
            std::optional<ResolvedPolicy> policy;   ///< that policy
        };
        std::deque<PlannedChange> changes;
        AttentionMaker attentionOf;  ///< with the options of the lanes that read the prompt first
    };
    explicit LockstepRun(Setup setup);

    [[nodiscard]] std::shared_ptr<Recording> recording() const override { return m_setup.recording; }
    Result<void> prefill(const ProgressSink& progress) override;
    Result<void> step() override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] std::int64_t position() const override { return m_position; }
    [[nodiscard]] std::int64_t total() const override { return m_setup.total; }
    Result<void> setParameter(std::int32_t lane, const std::string& name, const std::string& value) override;
    [[nodiscard]] Result<std::vector<float>> nextLogits(std::int32_t lane) override;
    [[nodiscard]] Result<std::shared_ptr<ObservedPrompt>> observedPrompt() override;
    [[nodiscard]] bool takePrompt(const ObservedPrompt& read) override;
    [[nodiscard]] Result<std::shared_ptr<RunSnapshot>> snapshot() override;
    [[nodiscard]] Result<void> goOnFrom(const RunSnapshot& snapshot, const Recording& parent) override;
    [[nodiscard]] DeviceUse deviceUse() const override;
    void cancel() noexcept override { m_stop.request_stop(); }
    void close(RunState state, const Phrase& message) override;

 private:
    class Snapshot;
    /// Returns the lane of the snapshot that equals this run's lane `lane` up to there. Errors: there is none.
    [[nodiscard]] Result<std::size_t> sourceOf(std::size_t lane, const Snapshot& snapshot,
                                               const Recording& parent) const;
    /// Returns lane 0 if it is the full lane beside others and has not failed; else null.
    [[nodiscard]] const Lane* fullLane() const;
    [[nodiscard]] bool anyLeft() const;
    [[nodiscard]] std::vector<std::size_t> everyLane() const;
    // Bodies of the public calls, without the exception boundary.
    Result<void> prefillAll(const ProgressSink& progress);
    Result<void> stepAll();
    /// Returns true if every lane chooses its token `index`, false if all read it from the text.
    [[nodiscard]] bool isGenerated(std::int64_t index) const {
        return m_setup.spec.mode == Mode::Generate && index >= static_cast<std::int64_t>(m_setup.text.size());
    }
    /// Chooses the token `index` of a lane, if it is generated. The likeliest one is known without the logits.
    Result<void> chooseNext(std::size_t lane, std::int64_t index);
    /// Runs the model over the tokens of all lanes that need it.
    Result<void> modelStep(std::span<StepMember> members);
    /// Applies the changes of these lanes that are due before the next token.
    Result<void> applyChanges(std::span<const std::size_t> of);
    Result<void> takeOver(Setup::PlannedChange& due);
    /// Applies a change by hand. Before tokens are put back, keeps a copy of the lane's attention until the next token.
    Result<void> layHand(const Setup::PlannedChange& due);
    /// Adds an event with the likeliest next tokens before and after tokens were put back. Called after the model's
    /// pass over `id`.
    void addNextTokenEvent(const BeforeRestore& before, std::int32_t id);
    /// Changes a parameter. `planned`: by the specification; otherwise a value that the policy has already is no
    /// change.
    Result<void> applyParameter(std::int32_t lane, const std::string& name, const std::string& value, bool planned);
    Result<void> recordAs(std::int32_t lane, const std::string& level);
    /// Adds an event to the lane if its policy protects other tokens than `before`.
    void tellProtection(std::size_t lane, const sdk::Protection& before);
    [[nodiscard]] Result<void> checkLane(std::int32_t lane) const;
    /// Lanes, by index, that read the prompt in the same way.
    using Group = std::vector<std::size_t>;
    /// Groups lanes with the same settings for a layer-major prefill, and lanes with the same chunk for a streaming
    /// one; the group of lane 0 comes first.
    [[nodiscard]] std::vector<Group> groups() const;
    /// Returns true if the observations of the layers can be kept: the group of lane 0 has a layer-major prefill.
    [[nodiscard]] bool canObserve() const { return m_setup.settings.front().layerMajor(); }
    Result<void> prefillGroup(const Group& group, const ProgressSink& progress);
    /// Layer-major prefill: computes the layers once for all lanes.
    Result<void> prefillTogether(const Group& group, const ProgressSink& progress);
    /// Returns empty tensors, to keep what the layers observe; null: it is not asked for, or would be too large.
    [[nodiscard]] std::shared_ptr<PromptTensors> roomToObserve() const;
    /// Computes the layers of the prompt with the model. `observe`: from the tensors that were kept of this prompt, if
    /// there are any; otherwise keeps them if there is room. `ms`: the milliseconds that the layers took.
    Result<void> promptLayers(SharedPrefill& shared, std::span<PrefillLane> prefillLanes, bool observe,
                              const std::function<void(std::int32_t layer)>& layerDone, double& ms);
    [[nodiscard]] std::int64_t observedBytes() const;
    Result<void> prefillSteps(SharedPrefill& shared, std::span<const std::size_t> passing);
    /// Streaming prefill: chunk by chunk, each a pass of every lane, one lane after the other.
    Result<void> prefillInChunks(const Group& group, const ProgressSink& progress);
    Result<void> prefillPass(const Group& group, std::int64_t first, std::int64_t count, const ProgressSink& progress);
    /// Runs `work` for one lane. A failure of its policy, its logits or its memory ends that lane only; a request to
    /// stop or an Internal error ends the run.
    template <class Work>
    Result<void> guarded(std::size_t lane, std::int64_t step, const Work& work) {
        const Result<void> done = contained(m_setup.lanes[lane]->whereOf(step), work);
        return done ? done : endLane(*m_setup.lanes[lane], step, done.error());
    }
    /// Handles an error as `guarded` does.
    Result<void> endLane(Lane& lane, std::int64_t step, const Error& error);
    /// Names work for the lanes `of` in error sentences.
    [[nodiscard]] Phrase whereOf(std::span<const std::size_t> of, std::int64_t step) const;

    Setup m_setup;
    std::vector<Sampler> m_samplers;   ///< generate: one per lane
    std::vector<std::int32_t> m_next;  ///< generate: the chosen next token per lane
    std::vector<bool> m_ended;         ///< generate: end of sequence was chosen
    std::unique_ptr<StepRunner> m_steps;
    std::unique_ptr<PromptRunner> m_prompts;
    std::vector<BeforeRestore> m_beforeRestore;  ///< until the next token is decoded
    std::shared_ptr<const PromptTensors> m_observed;
    bool m_promptTaken = false;  ///< m_observed is of an earlier run with the same prompt
    /// Hidden states of the full lane's prompt, [tokens, hidden], while lanes read it in other passes.
    std::vector<float> m_fullHidden;
    bool m_keepFullHidden = false;
    std::int64_t m_position = 0;
    std::stop_source m_stop;
};

}  // namespace kvw
