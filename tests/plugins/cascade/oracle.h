// SPDX-License-Identifier: Apache-2.0
/// Settings of the policy cascade, and its rule written out once more on lists and in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "tests/plugins/check.h"

namespace kvw::test {

struct CascadeSetting {
    std::int64_t sinks = 0, window = 4, cascades = 2, rate = 2;
    double gamma = -1;  ///< negative: auto
    std::string heads = "mean";
    bool perKvHead = false, eager = false, incomingWins = false, selection = true;
    std::vector<std::int64_t> sizes = {}, periods = {};  ///< empty: auto

    [[nodiscard]] std::vector<std::int64_t> effectiveSizes() const {
        return sizes.empty() ? std::vector<std::int64_t>(static_cast<std::size_t>(cascades), window / cascades) : sizes;
    }
    [[nodiscard]] std::int64_t effectiveWindow() const {
        const auto all = effectiveSizes();
        return std::accumulate(all.begin(), all.end(), std::int64_t{0});
    }
    [[nodiscard]] double effectiveGamma() const {
        return gamma >= 0 ? gamma
                          : std::exp(-static_cast<double>(effectiveSizes().size()) * std::log(100.0) /
                                     static_cast<double>(effectiveWindow()));
    }
};

inline Choice cascade(const CascadeSetting& s) {
    Choice choice;
    choice.policy = {"cascade",
                     {{"sinks", s.sinks},
                      {"window", s.window},
                      {"cascades", s.cascades},
                      {"rate", s.rate},
                      {"sizes", s.sizes.empty() ? sdk::Value(std::string("auto")) : sdk::Value(s.sizes)},
                      {"periods", s.periods.empty() ? sdk::Value(std::string("auto")) : sdk::Value(s.periods)},
                      {"gamma", s.gamma >= 0 ? sdk::Value(s.gamma) : sdk::Value(std::string("auto"))},
                      {"head-reduction", s.heads},
                      {"granularity", std::string(s.perKvHead ? "kv-head" : "layer")},
                      {"eager-fill", s.eager},
                      {"ties", std::string(s.incomingWins ? "incoming-wins" : "strict")},
                      {"token-selection", s.selection}}};
    return choice;
}

/// The rule of POLICIES.md section 4 on lists, in double, for one unit.
class CascadeOracle {
 public:
    CascadeOracle(const CascadeSetting& setting, const FakeModel& model, std::int64_t layer,
                  std::vector<std::int64_t> heads)
        : m_setting(setting),
          m_model(&model),
          m_layer(layer),
          m_heads(std::move(heads)),
          m_caches(setting.effectiveSizes().size()) {}

    void pass(std::int64_t tokens) {
        const std::int64_t first = m_seen;
        for (std::int64_t t = 0; t < tokens; ++t) {
            m_scores[m_seen++] = 0;
        }
        for (std::int64_t query = first; query < m_seen; ++query) {
            const auto row = reducedRow(query);
            const double gamma = m_setting.effectiveGamma();
            for (auto& [token, score] : m_scores) {
                score = gamma * score + (1 - gamma) * (token <= query ? row.at(token) : 0.0);
            }
        }
        for (std::int64_t token = first; token < m_seen; ++token) {
            insert(token);
        }
    }

    /// Sinks, then the oldest sub-cache to the newest, in the order of their lists: ascending by the invariant.
    [[nodiscard]] Tokens kept() const {
        Tokens all = range(0, std::min(m_seen, m_setting.sinks));
        for (std::size_t i = m_caches.size(); i-- > 0;) {
            all = joined(all, m_caches[i]);
        }
        return all;
    }
    [[nodiscard]] std::vector<double> scores() const {
        std::vector<double> values;
        for (const std::int64_t token : kept()) {
            values.push_back(m_scores.at(token));
        }
        return values;
    }

 private:
    [[nodiscard]] std::map<std::int64_t, double> reducedRow(std::int64_t query) const {
        std::map<std::int64_t, std::vector<double>> perHead;
        for (const std::int64_t head : m_heads) {
            double total = 0;
            std::map<std::int64_t, double> weights;
            for (const auto& [token, score] : m_scores) {
                if (token <= query) {
                    total += weights[token] = std::exp(m_model->logit(m_layer, head, query, token));
                }
            }
            for (const auto& [token, weight] : weights) {
                perHead[token].push_back(weight / total);
            }
        }
        std::map<std::int64_t, double> row;
        for (auto& [token, values] : perHead) {
            std::sort(values.begin(), values.end());
            double sum = 0;
            for (const double value : values) {
                sum += value;
            }
            row[token] = m_setting.heads == "mean"  ? sum / static_cast<double>(values.size())
                         : m_setting.heads == "max" ? values.back()
                                                    : values[(values.size() - 1) / 2];
        }
        return row;
    }

    [[nodiscard]] bool incomingWins(std::int64_t incoming, std::int64_t newest) const {
        const double a = m_setting.selection ? m_scores.at(incoming) : 0;
        const double b = m_setting.selection ? m_scores.at(newest) : 0;
        return m_setting.incomingWins ? a >= b : a > b;
    }

    void insert(std::int64_t token) {
        const std::int64_t place = token - m_setting.sinks;
        if (place < 0) {
            return;
        }
        std::int64_t carried = token;
        std::int64_t power = 1;
        for (std::size_t i = 0; i < m_caches.size(); ++i) {
            Tokens& cache = m_caches[i];
            const std::int64_t period = m_setting.periods.empty() ? power : m_setting.periods[i];
            const bool eager = m_setting.eager && token <= m_setting.effectiveWindow() + m_setting.sinks;
            const bool accepts = eager || place % period == 0;
            if (!accepts && !cache.empty()) {
                std::int64_t loser = carried;
                if (incomingWins(carried, cache.back())) {
                    std::swap(loser, cache.back());
                }
                m_scores.erase(loser);
                return;
            }
            cache.push_back(carried);
            if (static_cast<std::int64_t>(cache.size()) <= m_setting.effectiveSizes()[i]) {
                return;
            }
            carried = cache.front();
            cache.erase(cache.begin());
            power *= m_setting.rate;
        }
        m_scores.erase(carried);
    }

    CascadeSetting m_setting;
    const FakeModel* m_model;
    std::int64_t m_layer;
    std::vector<std::int64_t> m_heads;
    std::vector<Tokens> m_caches;
    std::map<std::int64_t, double> m_scores;
    std::int64_t m_seen = 0;
};

}  // namespace kvw::test
