// SPDX-License-Identifier: Apache-2.0
// Cases of kind `eviction`: which tokens are held after the prompt and after every step (golden format, section 2).
#include <algorithm>
#include <iterator>

#include "core/conformance/conformance_case.h"

namespace kvw {

namespace {

using json = nlohmann::json;

class EvictionRun {
 public:
    explicit EvictionRun(CasePasses& passes) : m_case(passes.theCase()), m_passes(passes) {}

    /// Returns the first difference, or an empty text.
    Result<Phrase> run() {
        const json& expect = m_case.file.at("expect");
        KVW_TRY(m_passes.begin().and_then([&] { return m_passes.prompt(); }));
        if (expect.contains("prefill")) {
            if (Phrase difference = compareAll(expect.at("prefill"), "after the prompt"); !difference.empty()) {
                return difference;
            }
        }
        if (Phrase difference = compareNumbers(expect, true); !difference.empty()) {
            return difference;
        }
        for (std::int64_t s = 0; s < m_case.decode; ++s) {
            const auto before = heldSets(m_passes.attention());
            KVW_TRY(m_passes.step(s));
            if (expect.contains("steps")) {
                Phrase difference = compareStep(expect.at("steps").at(static_cast<std::size_t>(s)), before, s);
                if (!difference.empty()) {
                    return difference;
                }
            }
            if (s == 0) {
                if (Phrase difference = compareNumbers(expect, false); !difference.empty()) {
                    return difference;
                }
            }
        }
        if (expect.contains("final")) {
            if (Phrase difference = compareAll(expect.at("final"), "at the end"); !difference.empty()) {
                return difference;
            }
        }
        return compareCaseScores(m_case, m_passes.attention().policy().firstScores());
    }

 private:
    /// Returns the stored units of a listed unit: all that it covers, or the one that covers it.
    [[nodiscard]] std::vector<std::size_t> storedUnits(std::int64_t listed) const {
        const std::int64_t units = m_passes.attention().cache().shape().units;
        std::vector<std::size_t> covered;
        if (units < m_case.listedUnits) {
            covered.push_back(static_cast<std::size_t>(listed * units / m_case.listedUnits));
            return covered;
        }
        for (std::int64_t u = 0; u < units; ++u) {
            if (u * m_case.listedUnits / units == listed) {
                covered.push_back(static_cast<std::size_t>(u));
            }
        }
        return covered;
    }

    static Phrase differ(const Phrase& at, std::int64_t layer, std::int64_t head,
                         const std::vector<std::int64_t>& found, const std::vector<std::int64_t>& expected) {
        std::vector<std::int64_t> missing;
        std::vector<std::int64_t> extra;
        std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(), std::back_inserter(missing));
        std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(), std::back_inserter(extra));
        return phrase("%1, layer %2, head %3: missing [%4], not expected [%5]", at, layer, head, listText(missing),
                      listText(extra));
    }

    [[nodiscard]] Phrase compareAll(const json& expected, const Phrase& at) const {
        const auto held = heldSets(m_passes.attention());
        if (expected.size() != held.size()) {
            return phrase("%1: %2 layers are listed, the case has %3", at, expected.size(), held.size());
        }
        for (std::size_t l = 0; l < held.size(); ++l) {
            if (static_cast<std::int64_t>(expected[l].size()) != m_case.listedUnits) {
                return phrase("%1, layer %2: %3 sets are listed, the granularity has %4", at, l, expected[l].size(),
                              m_case.listedUnits);
            }
            for (std::size_t h = 0; h < expected[l].size(); ++h) {
                const auto want = expected[l][h].get<std::vector<std::int64_t>>();
                for (const std::size_t unit : storedUnits(static_cast<std::int64_t>(h))) {
                    if (held[l][unit] != want) {
                        return differ(at, static_cast<std::int64_t>(l), static_cast<std::int64_t>(h), held[l][unit],
                                      want);
                    }
                }
            }
        }
        return {};
    }

    [[nodiscard]] Phrase compareStep(const json& expected, const TokenSets& before, std::int64_t step) const {
        const auto after = heldSets(m_passes.attention());
        for (std::size_t l = 0; l < after.size(); ++l) {
            for (std::int64_t h = 0; h < m_case.listedUnits; ++h) {
                std::vector<std::int64_t> want;
                if (!expected.is_null() && !expected.at(l).is_null()) {
                    want = expected.at(l).at(static_cast<std::size_t>(h)).get<std::vector<std::int64_t>>();
                }
                for (const std::size_t unit : storedUnits(h)) {
                    std::vector<std::int64_t> had = before[l][unit];
                    had.push_back(m_case.prompt + step);
                    std::vector<std::int64_t> dropped;
                    std::set_difference(had.begin(), had.end(), after[l][unit].begin(), after[l][unit].end(),
                                        std::back_inserter(dropped));
                    if (dropped != want) {
                        return differ(phrase("step %1 dropped", step), static_cast<std::int64_t>(l), h, dropped, want);
                    }
                }
            }
        }
        return {};
    }

    static Phrase compareList(const char* what, const std::vector<double>& found, const std::vector<double>& expected,
                              bool exact) {
        if (found.size() != expected.size()) {
            return phrase("%1: %2 numbers, expected %3", what, found.size(), expected.size());
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (exact ? found[i] != expected[i] : !caseNumberAgrees(found[i], expected[i])) {
                return phrase("%1[%2]: found %3, expected %4", what, i, found[i], expected[i]);
            }
        }
        return {};
    }

    static std::vector<double> flat(const json& values) {
        std::vector<double> list;
        for (const json& value : values) {
            if (value.is_array()) {
                for (const json& inner : value) {
                    list.push_back(inner.get<double>());
                }
            } else {
                list.push_back(value.get<double>());
            }
        }
        return list;
    }

    /// Compares pinned budgets, preferences and Gini. Budgets and preferences are pinned after the prompt; a Gini that
    /// only exists at decode is taken at the first step.
    [[nodiscard]] Phrase compareNumbers(const json& expect, bool afterPrompt) const {
        const sdk::Report& report = m_passes.attention().policy().report();
        if (afterPrompt && expect.contains("budgets")) {
            const json& listed = expect.at("budgets");
            std::vector<double> found(report.budgets.begin(), report.budgets.end());
            const bool nested = !listed.empty() && listed[0].is_array();
            if (!nested && report.budgetsPerUnit) {
                found.clear();
                const auto units = static_cast<std::size_t>(m_passes.attention().cache().shape().units);
                for (std::size_t i = 0; i < report.budgets.size(); i += units) {
                    found.push_back(static_cast<double>(report.budgets[i]));
                }
            }
            if (Phrase difference = compareList("budgets", found, flat(listed), true); !difference.empty()) {
                return difference;
            }
        }
        if (afterPrompt && expect.contains("preference")) {
            if (Phrase difference = compareList("preference", report.preference, flat(expect.at("preference")), false);
                !difference.empty()) {
                return difference;
            }
        }
        if (expect.contains("gini") && (afterPrompt ? !report.gini.empty() : m_giniLate)) {
            return compareList("gini", report.gini, flat(expect.at("gini")), false);
        }
        m_giniLate = afterPrompt && expect.contains("gini");
        return {};
    }

    const ConformanceCase& m_case;
    CasePasses& m_passes;
    mutable bool m_giniLate = false;
};

}  // namespace

Result<Phrase> runEvictionCase(CasePasses& passes) {
    return EvictionRun(passes).run();
}

}  // namespace kvw
