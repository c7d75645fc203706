// SPDX-License-Identifier: GPL-3.0-or-later
/// Budgets of the layers that a temperature gives for a recorded prompt, and the policy of the run that has them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/session/draft/policy_form.h"
#include "core/analysis/attention/gini_budgets.h"
#include "core/analysis/attention/preference.h"

namespace kvw::wb {

/// Rule for a layer's share: softmax(-G / T) as in the budget `adap-gini`, in the direction of the thesis (EvenGain) or
/// of its code (UnevenGain); or (H V)^(1 / T) as in `cake`.
enum class ShareRule { EvenGain, UnevenGain, Preference };

/// Measurements of one lane's prompt for all rules.
struct LayerMeasures {
    LayerGinis ginis;
    LayerPreferences preferences;
};

struct LayerShares {
    std::vector<double> asked;         ///< [layers] tokens before limits
    std::vector<std::int64_t> tokens;  ///< [layers] tokens after limits
    std::vector<char> clamped;         ///< [layers] 1: limited to the prompt or to the protected tokens
    std::int64_t sum = 0, nominal = 0, prompt = 0;
    bool guarded = false;  ///< there is nothing to share out
    [[nodiscard]] std::int64_t limited() const { return std::ranges::count(clamped, 1); }
};

/// Thread: GUI thread, except for the function that `measure` returns.
class Playground {
 public:
    ShareRule rule = ShareRule::EvenGain;
    double temperature = 1;
    std::int64_t capacity = 512;  ///< tokens per layer on average

    /// Takes over rule, temperature and capacity of a lane where it has them.
    void takeOver(const LaneInfo& lane, std::int64_t prompt, const Catalog& catalog);
    /// Returns a function that measures a lane, for any thread. Errors: those of `layerGinis` and `layerPreferences`.
    [[nodiscard]] std::function<Result<LayerMeasures>(const std::function<bool()>& stale)> measure(
        std::shared_ptr<const Recording> recording, int lane) const;
    [[nodiscard]] LayerShares shares(const LayerMeasures& measured);
    /// Returns the policy with these budgets: "snapkv+adap-gini:…". Errors: a missing plugin, a refused value.
    [[nodiscard]] Result<QString> policy();

 private:
    [[nodiscard]] PolicyForm& form() { return rule == ShareRule::Preference ? m_cake : m_gini; }

    PolicyForm m_gini, m_cake;
    Result<void> m_giniLoaded, m_cakeLoaded;
};

}  // namespace kvw::wb
