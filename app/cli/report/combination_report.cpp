// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/combination_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/cli/report/text_table.h"
#include "core/base/json/json_value.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;
using Verdict = Combination::Verdict;

const char* toText(Verdict verdict) {
    switch (verdict) {
        case Verdict::Runs:
            return "runs";
        case Verdict::WithSettings:
            return "runs with settings";
        case Verdict::Never:
            break;
    }
    return "does not run";
}

RunTraits streaming() {
    RunTraits run;
    run.streamingPrefill = true;
    return run;
}

/// Numbered notes below a table; equal texts share a number.
class Notes {
 public:
    std::string numberOf(const std::string& text) {
        const auto found = std::find(m_texts.begin(), m_texts.end(), text);
        const auto number = static_cast<std::size_t>(found - m_texts.begin()) + 1;
        if (found == m_texts.end()) {
            m_texts.push_back(text);
        }
        return std::to_string(number);
    }
    [[nodiscard]] std::string text() const {
        tables::Table table;
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            table.add({std::to_string(i + 1), oneLine(m_texts[i])});
        }
        return toText(table, 2);
    }

 private:
    std::vector<std::string> m_texts;
};

/// Returns the reason without its subject, since one note may cover several pairs.
std::string whyOf(const Combination& combination) {
    return withoutPlace(combination.reason).english();
}

std::string markOf(const Combination& whole, const Combination& chunks, Notes& notes) {
    if (whole.verdict == Verdict::Never) {
        return "- " + notes.numberOf("does not run: " + whyOf(whole));
    }
    std::string mark = chunks.verdict == Verdict::Never ? "+" : "+s";
    if (whole.verdict == Verdict::WithSettings) {
        mark += ' ' + notes.numberOf(fmt::format("runs with {}: {}", whole.settings, whyOf(whole)));
    }
    return mark;
}

ordered_json verdictJson(const Combination& combination) {
    return {{"verdict", toText(combination.verdict)},
            {"policy", orNull(combination.policy)},
            {"settings", combination.settings},
            {"reason", combination.reason.english()}};
}

ordered_json tableJson(const CombinationTable& whole, const CombinationTable& chunks, const char* row,
                       const char* column) {
    ordered_json list = ordered_json::array();
    for (std::size_t r = 0; r < whole.rows.size(); ++r) {
        for (std::size_t c = 0; c < whole.columns.size(); ++c) {
            list.push_back({{row, whole.rows[r].provided->id},
                            {column, whole.columns[c].provided->id},
                            {"layer_major", verdictJson(whole.at(r, c))},
                            {"streaming", verdictJson(chunks.at(r, c))}});
        }
    }
    return list;
}

}  // namespace

std::string combinationsText(const Catalog& catalog) {
    const CombinationTable whole = compositions(catalog), chunks = compositions(catalog, streaming());
    if (whole.cells.empty()) {
        return "No scorer or no budget is installed.\n";
    }
    Notes notes;
    tables::Table table{{textColumn("SCORER \\ BUDGET")}};
    for (const Catalog::Found& budget : whole.columns) {
        table.columns.push_back(textColumn(budget.provided->id));
    }
    for (std::size_t row = 0; row < whole.rows.size(); ++row) {
        std::vector<tables::Cell> cells{whole.rows[row].provided->id};
        for (std::size_t column = 0; column < whole.columns.size(); ++column) {
            cells.push_back(markOf(whole.at(row, column), chunks.at(row, column), notes));
        }
        table.add(std::move(cells));
    }
    std::string text = toText(table);
    text += "\n  +  runs\n  s  with streaming prefill, too (schedule=every-step or every:R)\n" + notes.text();
    const CombinationTable stored = storages(catalog);
    std::string refused;
    for (std::size_t row = 0; row < stored.rows.size(); ++row) {
        for (std::size_t column = 0; column < stored.columns.size(); ++column) {
            if (const Combination& pair = stored.at(row, column); pair.verdict == Verdict::Never) {
                refused += fmt::format("  {}\n", oneLine(pair.reason.english()));
            }
        }
    }
    if (!stored.columns.empty()) {
        text += refused.empty() ? "\nEvery codec goes under every policy, composition and reader.\n"
                                : "\nCodecs go under every policy, composition and reader, but for:\n" + refused;
    }
    return text;
}

ordered_json combinationsJson(const Catalog& catalog) {
    return {{"compositions", tableJson(compositions(catalog), compositions(catalog, streaming()), "scorer", "budget")},
            {"codecs", tableJson(storages(catalog), storages(catalog, streaming()), "policy", "codec")}};
}

}  // namespace kvw::cli
