// SPDX-License-Identifier: Apache-2.0
/// The engine's side of what_if.h: a cache of its own per question, through the same attention as a run.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/cached_attention.h"
#include "core/decode/prompt_tensors.h"
#include "core/decode/run_spec.h"
#include "core/decode/what_if.h"

namespace kvw {

/// A policy over a cache of its own.
struct MadeAttention {
    std::unique_ptr<CachedAttention> attention;
    std::string policy;                 ///< canonical text
    std::vector<std::string> warnings;  ///< values that the prompt or the model cuts, as a run says them
    std::uint64_t pluginCopies = 0;     ///< PluginLoader::copies by then
};
/// Of a policy text, with the options of the run. Owns or outlives what it needs.
using AttentionMaker = std::function<Result<MadeAttention>(const std::string& policy)>;

class KeptPrompt final : public ObservedPrompt {
 public:
    /// `spec`: of the run that read it.
    KeptPrompt(std::shared_ptr<const PromptTensors> tensors, const RunSpec& spec, AttentionMaker make)
        : m_tensors(std::move(tensors)),
          m_positions(spec.positions),
          m_rankKeys(spec.rankKeys),
          m_kvDtype(spec.kvDtype),
          m_make(std::move(make)),
          m_columnSums(m_tensors->columnSums) {}

    [[nodiscard]] Result<PromptSelection> select(const std::string& policy) override;
    void prepare(const std::vector<std::string>& policies) override;
    [[nodiscard]] std::int64_t bytes() const noexcept override;
    void cancel() noexcept override { m_stop.request_stop(); }
    /// Whether a run so specified reads a prompt as this one was read.
    [[nodiscard]] bool fits(const RunSpec& spec) const {
        return spec.positions == m_positions && spec.kvDtype == m_kvDtype &&
               (m_positions == Positions::Original || spec.rankKeys == m_rankKeys);
    }
    [[nodiscard]] const std::shared_ptr<const PromptTensors>& tensors() const noexcept { return m_tensors; }

 private:
    [[nodiscard]] Result<PromptSelection> selected(const std::string& policy);

    std::shared_ptr<const PromptTensors> m_tensors;
    Positions m_positions;
    RankKeys m_rankKeys;
    std::string m_kvDtype;
    AttentionMaker m_make;
    std::vector<std::vector<double>> m_columnSums;      ///< as the run that read it has left them
    std::vector<CachedAttention::Measured> m_measured;  ///< likewise
    std::uint64_t m_pluginCopies = 0;                   ///< by the time of `m_measured`
    std::stop_source m_stop;
};

/// Says why, where a policy does not select once, on the whole prompt.
[[nodiscard]] Result<void> checkSelectsOnce(const GuardedParts& parts);

}  // namespace kvw
