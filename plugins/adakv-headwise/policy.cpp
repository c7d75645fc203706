// SPDX-License-Identifier: Apache-2.0
/// Budget `adakv-headwise` of compositions (POLICIES.md, C): as in AdaKV, the heads of a layer share its budget by the
/// number of entries that each has among the layer's best scores.
#include <algorithm>
#include <utility>

#include "core/policy/kit/competing_scores.h"
#include "core/policy/kit/headwise.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Headwise final : public BudgetAllocator {
 public:
    Headwise(std::int64_t capacity, const HeadSharing& sharing) : m_capacity(capacity), m_sharing(sharing) {}

    void begin(const RunInfo& /*run*/, const Protection& protection) override {
        m_protection = protection;
        m_totals.clear();
        m_shared = false;
    }
    [[nodiscard]] bool perUnit() const override { return true; }

    void observeLayer(const Observation& layer, const at::Tensor& scores) override {
        const std::int64_t base = m_capacity - m_protection.sinks - m_protection.recent;
        m_shared = layer.seen > m_capacity && base > 0;
        if (!m_shared) {
            m_totals.insert(m_totals.end(), static_cast<std::size_t>(layer.units()), m_capacity);
            return;
        }
        const auto entriesOf = [&](auto heads) {
            return shared_entries(std::move(heads), m_capacity, m_capacity - base, m_sharing);
        };
        const std::vector<std::int64_t> entries =
            scores.is_floating_point() ? entriesOf(competing_scores<double>(scores, layer, m_protection))
                                       : entriesOf(competing_scores<std::int64_t>(scores, layer, m_protection));
        for (const std::int64_t entry : entries) {
            m_totals.push_back(std::max<std::int64_t>(1, m_capacity - base + entry));
        }
    }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t /*promptTokens*/) override { return m_totals; }

    [[nodiscard]] Report report() const override {
        Report report;
        if (m_totals.empty()) {
            return report;
        }
        if (!m_shared) {
            report.warnings.push_back(finding("heads-equal"));
            return report;
        }
        report_shared(report, m_totals, m_capacity, m_protection.sinks + m_protection.recent, m_sharing);
        return report;
    }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override { return std::make_unique<Headwise>(*this); }

 private:
    std::int64_t m_capacity;
    HeadSharing m_sharing;
    Protection m_protection;
    std::vector<std::int64_t> m_totals;
    bool m_shared = false;
};

BudgetAllocator* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Headwise>(parameters.integer("capacity"), HeadSharing::from(parameters)).release();
}

}  // namespace

KVW_PLUGIN(nullptr, nullptr, create)
