// SPDX-License-Identifier: Apache-2.0
/// The engine's side of what_if.h: a cache of its own per question, through the same attention as a run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/decode/cached_attention.h"
#include "core/decode/prompt_tensors.h"
#include "core/decode/what_if.h"

namespace kvw {

/// Canonical text and attention of a policy text, with the options of the run. Owns or outlives what it needs.
using AttentionMaker =
    std::function<Result<std::unique_ptr<CachedAttention>>(const std::string& policy, std::string& canonical)>;

class KeptPrompt final : public ObservedPrompt {
 public:
    KeptPrompt(std::shared_ptr<const PromptTensors> tensors, AttentionMaker make)
        : m_tensors(std::move(tensors)), m_make(std::move(make)) {}

    [[nodiscard]] Result<PromptSelection> select(const std::string& policy) override;
    [[nodiscard]] std::int64_t bytes() const noexcept override;

 private:
    [[nodiscard]] Result<PromptSelection> selected(const std::string& policy);

    std::shared_ptr<const PromptTensors> m_tensors;
    AttentionMaker m_make;
};

/// Says why, where a policy does not select once, on the whole prompt.
[[nodiscard]] Result<void> checkSelectsOnce(const GuardedParts& parts);

}  // namespace kvw
