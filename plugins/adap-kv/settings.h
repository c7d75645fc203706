// SPDX-License-Identifier: Apache-2.0
/// Parameters, budgets and report that both variants of Adap-KV share.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/kit/gini_shares.h"
#include "core/policy/kit/nominal.h"
#include "core/policy/kit/select.h"
#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/policy.h"
#include "plugins/adap-kv/gini.h"

namespace kvw::adap {

/// Returns "all layers together: 4272 tokens, nominal 4096".
[[nodiscard]] inline sdk::Finding together(const std::vector<std::int64_t>& budgets, double nominal) {
    return sdk::finding("layers-together", sdk::total_of(budgets), static_cast<std::int64_t>(std::nearbyint(nominal)));
}

struct Settings {
    double removed = 0.5;
    sdk::Protection protection;

    explicit Settings(const sdk::Parameters& values)
        : removed(values.number("removed")), protection{values.integer("sinks"), values.integer("recent")} {}
    [[nodiscard]] std::int64_t isProtected() const { return protection.sinks + protection.recent; }
    [[nodiscard]] bool operator==(const Settings& other) const {
        return removed == other.removed && protection.sinks == other.protection.sinks &&
               protection.recent == other.protection.recent;
    }
};

/// Budgets of the layers, and the report on them.
struct LayerBudgets {
    std::vector<double> gini;
    std::vector<std::int64_t> budgets;
    bool clamped = false;

    /// Sets `budgets` from the Gini coefficients of all layers; `kept` converts a layer's share to tokens, `tokens` is
    /// the number of tokens seen.
    template <class Kept>
    void share(const Settings& settings, std::int64_t tokens, const Kept& kept) {
        budgets.clear();
        for (const double share : sdk::gini_shares(gini)) {
            clamped = clamped || (kept(share) < 1 && tokens > 1);
            budgets.push_back(sdk::whole_tokens(kept(share), settings.isProtected(), tokens));
        }
    }
    /// Returns the report; `base` is the number of tokens that the shares refer to.
    [[nodiscard]] sdk::Report report(const Settings& settings, Metric metric, std::int64_t base) const {
        sdk::Report report;
        report.budgets = budgets;
        report.gini = gini;
        if (clamped) {
            report.warnings.push_back(sdk::finding("share-leaves-none"));
        }
        if (metric == Metric::Entropy) {
            report.notes.push_back(sdk::finding("gini-is-entropy"));
        }
        if (!budgets.empty()) {
            report.notes.push_back(together(
                budgets, (1.0 - settings.removed) * static_cast<double>(base) * static_cast<double>(budgets.size())));
        }
        return report;
    }
};

inline constexpr const char* kReason = "more tokens than the layer's share";

}  // namespace kvw::adap
