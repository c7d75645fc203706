// SPDX-License-Identifier: Apache-2.0
/// Quest (POLICIES.md, section 18): evicts nothing; at every decode step each query head reads the pages with the
/// largest upper bounds on their logits.
#include <ATen/ATen.h>

#include <algorithm>
#include <optional>

#include "core/policy/kit/pages.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Quest final : public RuleReader {
 public:
    explicit Quest(const Parameters& parameters) : m_page(parameters.integer("page")) { set(parameters); }

    [[nodiscard]] std::int64_t pageSize() const override { return m_page; }

    void begin(const RunInfo& run) override {
        m_layers = run.shape.layers;
        m_promptTokens = run.promptTokens;
    }

    [[nodiscard]] PageSelection pages(const PageView& view) override {
        if (view.layer < m_skipLayers) {
            return {};
        }
        const at::Tensor scores = page_bounds(view.query, view.minimum, view.maximum);
        if (!m_kernelRule) {
            return {best_pages(scores, wanted()), scores};
        }
        const std::int64_t last = view.pages - 1;
        const at::Tensor others = best_pages(scores.narrow(1, 0, last), wanted() - 1);
        return {at::constant_pad_nd(others, {0, 1}, last), scores};
    }

    [[nodiscard]] std::optional<ReadRule> readRule() const override {
        return ReadRule{wanted(), m_kernelRule, m_skipLayers};
    }

    void set(const Parameters& values) override {
        m_budget = values.integer("budget");
        m_kernelRule = values.text("rule") == "kernel";
        m_minPages = values.integer("min-pages");
        m_skipLayers = values.integer("skip-layers");
    }

    [[nodiscard]] Report report() const override {
        Report report;
        const std::int64_t whole = m_budget / m_page;
        const std::int64_t read = wanted();
        const Finding size = counted(m_page, "token", "tokens");
        if (m_skipLayers >= m_layers && m_layers > 0) {
            report.warnings.push_back(finding("reads-everything", counted(m_layers, "layer", "layers")));
            return report;
        }
        if (read > whole) {
            const Finding asked = whole == 0 ? finding("below-one-page") : counted(whole, "page", "pages");
            report.warnings.push_back(
                m_kernelRule ? finding("reads-last-page", m_budget, asked, size)
                             : finding("reads-least-pages", m_budget, asked, size, counted(read, "page", "pages")));
        } else if (m_budget % m_page != 0) {
            report.warnings.push_back(finding("reads-whole-pages", m_budget, m_page, counted(read, "page", "pages"),
                                              counted(read * m_page, "token", "tokens")));
        }
        if (m_promptTokens > 0 && read >= (m_promptTokens - 1) / m_page + 1) {
            report.warnings.push_back(finding("reads-prompt", counted(m_promptTokens, "token", "tokens"), read));
        }
        report.notes.push_back(finding("reads-pages", counted(read, "page", "pages"), size, m_skipLayers));
        return report;
    }

    [[nodiscard]] std::unique_ptr<ReadSelector> clone() const override { return std::make_unique<Quest>(*this); }

 private:
    /// Returns the number of pages a head reads if there are that many.
    [[nodiscard]] std::int64_t wanted() const { return std::max(m_kernelRule ? 1 : m_minPages, m_budget / m_page); }

    std::int64_t m_page;
    std::int64_t m_budget = 0;
    std::int64_t m_minPages = 0;
    std::int64_t m_skipLayers = 0;
    bool m_kernelRule = false;
    std::int64_t m_layers = 0;
    std::int64_t m_promptTokens = 0;
};

ReadSelector* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Quest>(parameters).release();
}

}  // namespace

KVW_READER_PLUGIN(create)
