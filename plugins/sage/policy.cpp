// SPDX-License-Identifier: Apache-2.0
/// SAGE-KV (POLICIES.md, section 7): one query selects, once, the best tokens between sinks and recent tokens; after
/// that only the recent ones change.
#include <algorithm>

#include "core/policy/kit/select.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"
#include "plugins/sage/sliding.h"

namespace {

using namespace kvw::sdk;

class Sage final : public Policy {
 public:
    explicit Sage(const Parameters& parameters)
        : m_sinks(parameters.integer("sinks")),
          m_topK(parameters.integer("top-k")),
          m_recent(parameters.integer("recent") + (parameters.text("last-token") == "apart" ? 1 : 0)),
          m_skipLayers(parameters.integer("skip-layers")),
          m_granularity(granularity_of(parameters)),
          m_sumLogits(parameters.text("group-score") == "sum-logits"),
          m_firstGenerated(parameters.text("query") == "first-generated") {
        set(parameters);
    }

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.logits = byLogits();
        needs.lastRows = byLogits() || m_firstGenerated ? 0 : 1;
        needs.decodeRow = !byLogits() && m_firstGenerated;
        needs.statistics = 1;  // 1 if the token was held at the selection
        return needs;
    }
    [[nodiscard]] Protection protection() const override { return {m_sinks, m_recent}; }

    void begin(const RunInfo& run) override {
        m_run = run;
        m_selected = false;
        m_anchor = 0;
        describe();
    }

    Edits prefillLayer(const Observation& layer) override {
        if (m_firstGenerated) {
            return {};
        }
        // Every layer selects at the same prompt length.
        m_selected = true;
        m_anchor = layer.seen - m_recent;
        return select(layer);
    }

    Edits step(const Observation& all) override {
        if (!m_selected) {
            m_selected = true;
            m_anchor = all.seen - m_recent;
            return select(all);
        }
        return m_slide ? slide(all) : Edits{};
    }

    void set(const Parameters& values) override { m_slide = values.text("decode") == "slide"; }
    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<Sage>(*this); }

 private:
    /// Tells whether scores are logits; for a single head, where probabilities would rank alike, they are.
    [[nodiscard]] bool byLogits() const { return m_sumLogits || m_granularity == Granularity::QueryHead; }
    [[nodiscard]] std::int64_t total() const { return m_sinks + m_topK + m_recent; }
    /// Returns T at the selection.
    [[nodiscard]] std::int64_t lengthAtSelection() const { return m_run.promptTokens + (m_firstGenerated ? 1 : 0); }
    [[nodiscard]] bool active(std::int64_t layer) const {
        return layer >= m_skipLayers && lengthAtSelection() > total();
    }

    /// Returns the number of tokens that each unit may hold; inactive layers keep everything.
    [[nodiscard]] std::vector<std::int64_t> limits(const Observation& seen) const {
        std::vector<std::int64_t> result = seen.held;
        const auto units = static_cast<std::size_t>(seen.units());
        for (std::size_t i = 0; i < result.size(); ++i) {
            if (active(seen.firstLayer + static_cast<std::int64_t>(i / units))) {
                result[i] = std::min(result[i], total());
            }
        }
        return result;
    }

    /// Keeps the sinks, the best of the middle and the recent tokens (rule B3).
    [[nodiscard]] Edits select(const Observation& seen) const {
        seen.statistics.select(0, 0).fill_(1);
        const at::Tensor perHead = byLogits() ? seen.logits : newest_row(seen);
        const at::Tensor score = reduce_heads(seen, perHead, Reduce::Sum);
        return cut(seen, score, limits(seen), protection(), "not among the best of the middle");
    }

    /// Evicts the oldest of the recent tokens; tokens older than the anchor are frozen.
    [[nodiscard]] Edits slide(const Observation& all) const {
        const std::int64_t first = std::min(m_skipLayers, all.layers);
        if (first == all.layers || !active(first)) {
            return {};
        }
        Edit edit;
        const auto ofActive = [&](const at::Tensor& values) { return values.narrow(0, first, all.layers - first); };
        edit.evict = kvw::sage::sliding_slots(ofActive(all.tokens), ofActive(all.statistics.select(0, 0)),
                                              {m_sinks, m_recent, m_anchor});
        if (!edit.evict.defined()) {
            return {};
        }
        edit.firstLayer = first;
        edit.reason = "older than the recent tokens";
        return {std::move(edit)};
    }

    void describe();

    std::int64_t m_sinks, m_topK;
    std::int64_t m_recent;  ///< includes the last token, also with last-token=apart
    std::int64_t m_skipLayers;
    Granularity m_granularity;
    bool m_sumLogits, m_firstGenerated;
    bool m_slide = true;
    RunInfo m_run;
    Report m_report;
    bool m_selected = false;
    std::int64_t m_anchor = 0;  ///< first token that was recent at the selection
};

void Sage::describe() {
    m_report = {};
    for (std::int64_t layer = 0; layer < m_run.shape.layers; ++layer) {
        m_report.budgets.push_back(active(layer) ? total() : lengthAtSelection());
    }
    auto& warnings = m_report.warnings;
    if (lengthAtSelection() <= total()) {
        warnings.push_back(finding("prompt-within-sets", m_run.promptTokens, total()));
    } else if (m_skipLayers >= m_run.shape.layers) {
        warnings.push_back(finding("skips-all-layers", m_run.shape.layers));
    }
    if (m_topK == 0) {
        warnings.push_back(finding("top-k-zero"));
    }
    if (m_granularity == Granularity::QueryHead && m_run.shape.group() > 1) {
        m_report.notes.push_back(finding("stored-per-query-head", m_run.shape.group()));
    }
}

Policy* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Sage>(parameters).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
