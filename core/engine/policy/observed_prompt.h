// SPDX-License-Identifier: Apache-2.0
/// Implements what_if.h: each question gets a cache of its own, through the same attention as a run.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/attention/cached_attention.h"
#include "core/engine/policy/prompt_tensors.h"
#include "core/session/spec/lane_choice.h"
#include "core/session/what_if.h"

namespace kvw {

/// Attention of a policy over a cache of its own.
struct MadeAttention {
    std::unique_ptr<CachedAttention> attention;
    std::string policy;              ///< canonical text
    std::vector<Finding> warnings;   ///< about values that the prompt or the model cuts, as those of a run
    std::uint64_t pluginCopies = 0;  ///< PluginLoader::copies at that time
};
/// Makes the attention of a policy text, with the options of the run. Owns what it needs, or needs what outlives it.
using AttentionMaker = std::function<Result<MadeAttention>(const std::string& policy)>;

class KeptPrompt final : public ObservedPrompt {
 public:
    /// `lane`, `run`: settings of the lanes that read the prompt, and of their run.
    KeptPrompt(std::shared_ptr<const PromptTensors> tensors, const LaneRun& lane, const RunSpec& run,
               AttentionMaker make)
        : m_tensors(std::move(tensors)),
          m_lane(lane),
          m_dtype(run.dtype),
          m_kvDtype(run.kvDtype),
          m_seed(run.seed),
          m_make(std::move(make)),
          m_memory(m_tensors->layers.size(), m_tensors->columnSums, PromptMemory::Keeps::Everything) {}

    [[nodiscard]] Result<PromptSelection> select(const std::string& policy) override;
    void prepare(const std::vector<std::string>& policies) override;
    [[nodiscard]] std::int64_t bytes() const noexcept override;
    void cancel() noexcept override { m_stop.request_stop(); }
    /// Returns true if lanes with these settings read a prompt as this one was read.
    [[nodiscard]] bool fits(const LaneRun& lane, const RunSpec& run) const {
        return lane.readsAs(m_lane) && run.dtype == m_dtype && run.kvDtype == m_kvDtype &&
               (run.seed == m_seed || !lane.jitter.on());
    }
    [[nodiscard]] const std::shared_ptr<const PromptTensors>& tensors() const noexcept { return m_tensors; }

 private:
    [[nodiscard]] Result<PromptSelection> selected(const std::string& policy);

    std::shared_ptr<const PromptTensors> m_tensors;
    LaneRun m_lane;
    std::string m_dtype, m_kvDtype;
    std::int64_t m_seed;  ///< of the noise of the lanes
    AttentionMaker m_make;
    PromptMemory m_memory;             ///< from the run that read the prompt, and from earlier questions
    std::uint64_t m_pluginCopies = 0;  ///< PluginLoader::copies when policies measured last
    std::stop_source m_stop;
};

/// Fails if the policy does not select once, on the whole prompt.
[[nodiscard]] Result<void> checkSelectsOnce(const GuardedParts& parts);

}  // namespace kvw
