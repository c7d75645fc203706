// SPDX-License-Identifier: GPL-3.0-or-later
/// How a temperature would share the cache among the layers of a recorded prompt, and the run that does so.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/models/policy_form.h"
#include "core/trace/gini_budgets.h"
#include "core/trace/preference.h"

namespace kvw::wb {

/// What makes a layer's share: softmax(-G / T) as the budget `adap-gini` has it, in the direction of the thesis or of
/// its code; or (H V)^(1 / T) as `cake` has it.
enum class ShareRule { EvenGain, UnevenGain, Preference };

/// Of one lane's prompt, for all rules.
struct LayerMeasures {
    LayerGinis ginis;
    LayerPreferences preferences;
};

struct LayerShares {
    std::vector<double> asked;         ///< per layer: what its share comes to
    std::vector<std::int64_t> tokens;  ///< what it gets
    std::vector<char> clamped;         ///< limited to the prompt, or to what is protected
    std::int64_t sum = 0, nominal = 0, prompt = 0;
    bool guarded = false;  ///< nothing to share out
    [[nodiscard]] std::int64_t limited() const;
};

/// Thread: GUI thread, but for `measure`.
class Playground {
 public:
    ShareRule rule = ShareRule::EvenGain;
    double temperature = 1;
    std::int64_t capacity = 512;  ///< tokens per layer on average

    /// Another lane is shown: its own rule, temperature and capacity, as far as it has them.
    void look(const LaneInfo& lane, std::int64_t prompt, const Catalog& catalog);
    /// Any thread. Errors: as `layerGinis`.
    [[nodiscard]] std::function<Result<LayerMeasures>(const std::function<bool()>& stale)> measure(
        std::shared_ptr<const Recording> recording, int lane) const;
    [[nodiscard]] LayerShares shares(const LayerMeasures& measured);
    /// The policy whose budgets these are: "snapkv+adap-gini:…". Errors: a plugin that is not there.
    [[nodiscard]] Result<QString> policy();

 private:
    [[nodiscard]] PolicyForm& form() { return rule == ShareRule::Preference ? m_cake : m_gini; }

    PolicyForm m_gini, m_cake;
    Result<void> m_giniLoaded, m_cakeLoaded;
};

}  // namespace kvw::wb
