// SPDX-License-Identifier: Apache-2.0
#include "core/figures/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/analysis/compared_steps.h"
#include "core/analysis/prune_series.h"
#include "core/analysis/spike.h"
#include "core/base/json/json_access.h"
#include "core/base/text_format.h"
#include "core/figures/builders/figure_memory.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"
#include "core/figures/latex_fit.h"
#include "core/figures/latex_text.h"
#include "core/policy/host/bibtex.h"

namespace kvw::tables {
namespace {

using nlohmann::ordered_json;

bool isTime(const std::string& name) {
    return name.ends_with("_ms") || name.ends_with("_per_s");
}

Cell cellOf(const ordered_json& value) {
    return value.is_number_float()     ? Cell(value.get<double>())
           : value.is_number_integer() ? Cell(value.get<std::int64_t>())
           : value.is_string()         ? Cell(bundle::validUtf8(value.get<std::string>()))
           : value.is_null()           ? Cell()
                                       : Cell(value.dump());
}

/// Name of a number of the summary, its title on a page, and its unit; "1": a plain number.
struct Quantity {
    const char *name, *title, *unit;
};
constexpr Quantity kQuantities[] = {{"tokens", "recorded", "tokens"},
                                    {"scored_tokens", "scored", "tokens"},
                                    {"mean_nll", "mean NLL", "nats"},
                                    {"perplexity", "perplexity", "1"},
                                    {"delta_nll", "ΔNLL", "nats"},
                                    {"mean_kl", "mean KL", "nats"},
                                    {"evictions", "evicted", "tokens"},
                                    {"prune_events", "prune events", "steps"},
                                    {"held", "held", "tokens"},
                                    {"compression", "compression", "1"},
                                    {"peak_bytes_live", "peak live", "bytes"},
                                    {"peak_bytes_allocated", "peak allocated", "bytes"},
                                    {"peak_kv_bytes_prefill", "peak in prefill", "bytes"},
                                    {"bytes_read_per_step", "read per step", "bytes"},
                                    {"answers_nll", "NLL of answers", "nats"}};

Quantity quantity(const std::string& name) {
    for (const Quantity& known : kQuantities) {
        if (name == known.name) {
            return known;
        }
    }
    return {name.c_str(), name.c_str(), ""};
}

Column columnOf(const std::string& name) {
    const Quantity known = quantity(name);
    return {name, known.title, std::string_view(known.unit) == "1" ? "" : known.unit};
}

/// Returns "streaming 1.0.0 (sinks=4, recent=256)".
std::string policyText(const Recording& recording, std::int32_t lane) {
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    const std::string settings = figures::settingsText(recording, lane, false);
    return figures::versionedName(info) + (settings.empty() ? "" : " (" + settings + ')') +
           (info.distinguishingText.empty() ? "" : " [" + info.distinguishingText + ']');
}

/// Returns "original", or "original and cache-rank" if lanes differ.
std::string positionsText(const RunDescription& run) {
    std::string text = run.positions;
    for (std::int32_t lane = 0; lane < static_cast<std::int32_t>(run.lanes.size()); ++lane) {
        const std::string own = settingsOf(run, lane).positions;
        text += text.find(own) == std::string::npos ? " and " + own : std::string();
    }
    return text;
}

std::string caption(const Recording& recording, const std::string& what, const std::string& bundleHash) {
    const RunDescription& run = recording.description();
    std::string text =
        fmt::format("{}, model {}, text {}, {} prompt tokens", what, run.model.name, run.textTitle, run.promptTokens);
    const std::string positions = positionsText(run);
    text += positions == RunDescription().positions ? "" : ", positions " + positions;
    text += run.seed == 0 ? "" : fmt::format(", seed {}", run.seed);
    text = bundle::withoutFolders(text);
    // As many digits as in the captions of figures.
    return bundle::validUtf8(bundleHash.empty() ? text : text + ", bundle " + bundleHash.substr(0, 12));
}

/// Returns a cell for a page: four digits; integers and words as they are; `none` if undefined.
std::string pageCell(const std::string& cell, const char* none) {
    if (cell.empty()) {
        return none;
    }
    const auto value = bundle::parseNumber<double>(cell);
    return value && cell.find_first_of(".e") != std::string::npos ? fmt::format("{:.4g}", *value) : cell;
}

/// A table as a page shows it.
struct Page {
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
};

/// Formats a column of numbers and undefined cells by ColumnFormat; any other column stays as it is.
void alignColumn(const Table& table, Page& page, std::size_t column) {
    const bool bytes = page.columns[column].unit == "bytes";
    std::vector<double> numbers;
    bool fractions = false;
    for (std::size_t line = 0; line < table.rows.size(); ++line) {
        const std::string& text = page.rows[line][column];
        const auto value = numberIn(table.rows[line][column]);
        if (!value && !text.empty()) {
            return;
        }
        numbers.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()) / (bytes ? figures::kMebibyte : 1));
        fractions = fractions || text.find_first_of(".e") != std::string::npos;
    }
    if (bytes) {
        page.columns[column].unit = "MiB";
    } else if (!fractions) {
        return;
    }
    const ColumnFormat format = formatFor(numbers);
    for (std::size_t line = 0; line < numbers.size(); ++line) {
        if (std::isfinite(numbers[line])) {
            page.rows[line][column] = numberText(numbers[line], format);
        }
    }
}

Page pageOf(const Table& table, const char* none) {
    Page page{table.columns, {}};
    for (const auto& row : table.rows) {
        std::transform(row.begin(), row.end(), std::back_inserter(page.rows.emplace_back()), cellText);
    }
    for (std::size_t column = 0; table.digits == Digits::Aligned && column < table.columns.size(); ++column) {
        alignColumn(table, page, column);
    }
    for (auto& row : page.rows) {
        for (std::string& cell : row) {
            cell = table.digits != Digits::Four && !cell.empty() ? cell : pageCell(cell, none);
        }
    }
    return page;
}

/// Returns a cell in LaTeX: a number (and its deviation) with a true minus sign and power of ten, or escaped text.
std::string latexCell(const std::string& cell) {
    constexpr std::string_view kSpread = " ± ";
    if (const std::size_t at = cell.find(kSpread); at != std::string::npos) {
        return latexCell(cell.substr(0, at)) + figures::latexText(std::string(kSpread)) +
               latexCell(cell.substr(at + kSpread.size()));
    }
    const std::size_t power = cell.find("e-") != std::string::npos ? cell.find("e-") : cell.find("e+");
    if (!bundle::parseNumber<double>(cell)) {
        return figures::latexText(cell);
    }
    std::string out = cell.front() == '-' ? "$-$" : "";
    const std::string digits = cell.substr(out.empty() ? 0 : 1);
    if (power == std::string::npos) {
        return out + figures::latexText(digits);
    }
    const auto exponent = bundle::parseNumber<double>(cell.substr(power + (cell[power + 1] == '+' ? 2 : 1)));
    return fmt::format("{}{}$\\times10^{{{:.0f}}}$", out, digits.substr(0, digits.find('e')), exponent.value_or(0));
}

/// Protects a line that begins with "*" or "[", even after blanks: TeX would read it as an argument of the line end
/// before.
std::string afterLineEnd(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first != std::string::npos && (line[first] == '*' || line[first] == '[') ? "{}" + line : line;
}

/// Returns the lines of a heading: its unit is one of its own, and so is the last word of a long title. None is much
/// wider than the numbers below.
std::vector<std::string> headingLines(const Column& column) {
    constexpr std::size_t kLong = 12;
    const std::string& title = column.title;
    const std::size_t word = title.rfind(' ');
    std::vector<std::string> lines{title};
    if (figures::lettersOf(title) >= kLong && word != std::string::npos) {
        lines = {title.substr(0, word), title.substr(word + 1)};
    }
    if (!column.unit.empty()) {
        lines.push_back('(' + column.unit + ')');
    }
    return lines;
}

/// Returns a heading with its lines above each other.
std::string stackedHeading(const Column& column) {
    const std::vector<std::string> lines = headingLines(column);
    std::string out = figures::latexText(lines[0]);
    for (std::size_t line = 1; line < lines.size(); ++line) {
        out += "\\\\" + afterLineEnd(figures::latexText(lines[line]));
    }
    return lines.size() == 1 ? out : "\\shortstack[r]{" + out + '}';
}

/// Marks the lowest number of each column among the policies; the highest in columns of `highest`.
void markBest(Table& table, const std::vector<std::size_t>& policies, const std::set<std::string>& highest) {
    const Page page = pageOf(table, "");
    for (std::size_t column = 3; column < table.columns.size(); ++column) {
        if (table.columns[column].id == "evictions") {
            continue;  // neither good nor bad
        }
        const double sign = highest.contains(table.columns[column].id) ? -1 : 1;
        std::vector<Compared> compared;
        for (const std::size_t line : policies) {
            const auto value = numberIn(table.rows[line][column]);
            compared.push_back({line, sign * value.value_or(0), value ? page.rows[line][column] : std::string()});
        }
        markLeast(table, column, compared);
    }
}

/// Returns whether a column has only numbers, with or without a deviation, and undefined cells.
bool isNumeric(const Page& page, std::size_t column) {
    return std::all_of(page.rows.begin(), page.rows.end(), [&](const auto& row) {
        const std::string& cell = row[column];
        return cell == "--" || cell == "–" ||
               bundle::parseNumber<double>(std::string_view(cell).substr(0, cell.find(" ±"))).has_value();
    });
}

/// Returns the letters of the longest line of a heading.
std::size_t headingLetters(const Column& column, bool stacked) {
    std::size_t most = 0;
    for (const std::string& line : stacked ? headingLines(column) : std::vector{column.heading()}) {
        most = std::max(most, figures::lettersOf(line));
    }
    return most;
}

/// `stacked`: the lines of its headings are above each other. `below`: as in Table.
LatexFit fitOf(const Page& page, std::optional<std::size_t> below, bool stacked) {
    std::vector<std::size_t> letters;
    std::vector<bool> words;
    for (std::size_t column = 0; column < page.columns.size(); ++column) {
        letters.push_back(column == below ? 0 : headingLetters(page.columns[column], stacked));
        for (const auto& row : page.rows) {
            letters.back() = column == below ? 0 : std::max(letters.back(), figures::lettersOf(row[column]));
        }
        words.push_back(!isNumeric(page, column));
    }
    return latexFit(letters, words);
}

/// Escapes text for a Markdown table or below it: nothing in it ends a cell, or is HTML, a link, code or emphasis.
std::string markdownText(const std::string& text) {
    return figures::withEscapes(text, {{'&', "&amp;"},
                                       {'<', "&lt;"},
                                       {'>', "&gt;"},
                                       {'\\', "&#92;"},
                                       {'|', "\\|"},
                                       {'`', "\\`"},
                                       {'*', "\\*"},
                                       {'_', "\\_"},
                                       {'[', "\\["},
                                       {']', "\\]"},
                                       {'~', "\\~"}});
}

}  // namespace

ColumnFormat formatFor(std::span<const double> numbers) {
    constexpr double kNoise = 1e-6;
    constexpr int kMostDigits = 7;
    const auto powerOf = [](double size) { return static_cast<int>(std::floor(std::log10(size))); };
    double largest = 0;
    for (const double each : numbers) {
        largest = std::isfinite(each) ? std::max(largest, std::abs(each)) : largest;
    }
    if (largest == 0) {
        return {};
    }
    double least = largest;
    for (const double each : numbers) {
        least = std::abs(each) >= kNoise * largest ? std::min(least, std::abs(each)) : least;
    }
    const int most = std::max(kMostDigits - std::max(powerOf(largest) + 1, 1), 0);
    const int decimals = std::clamp(std::max(3 - powerOf(largest), 2 - powerOf(least)), 0, most);
    return {decimals, decimals < 1 - powerOf(least)};
}

std::string numberText(double value, const ColumnFormat& format) {
    std::string text = format.each ? fmt::format("{:.4g}", value) : fmt::format("{:.{}f}", value, format.decimals);
    if (text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos) {
        text.erase(0, 1);
    }
    return text;
}

void markLeast(Table& table, std::size_t column, const std::vector<Compared>& compared) {
    const Compared* best = nullptr;
    int defined = 0;
    for (const Compared& each : compared) {
        if (each.text.empty() || !std::isfinite(each.value)) {
            continue;
        }
        ++defined;
        best = best == nullptr || each.value < best->value ? &each : best;
    }
    for (const Compared& each : compared) {
        if (defined > 1 && each.text == best->text) {
            table.marked.insert({each.row, column});
        }
    }
}

namespace {

/// Returns an empty table of a lane, or of all (-1), with the works that their policies cite.
Table madeOf(const Recording& recording, std::int32_t lane) {
    std::vector<Reference> works;
    for (std::int32_t at = 0; at < recording.lanes(); ++at) {
        if (lane < 0 || at == lane) {
            const auto some = referencesIn(recording.description().lanes[static_cast<std::size_t>(at)].references);
            works.insert(works.end(), some.begin(), some.end());
        }
    }
    Table table;
    table.works = bibtexOf(works);
    return table;
}

/// Returns the lines of `text` as TeX comments.
std::string commented(const std::string& text) {
    std::string out;
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        out += "% " + text.substr(begin, end - begin) + '\n';
    }
    return out;
}

}  // namespace

Table summary(const Recording& recording, std::int32_t lane, const std::string& bundleHash) {
    Table table = madeOf(recording, lane);
    table.columns = {{"quantity", "quantity"}, {"value", "value"}, {"unit", "unit"}};
    table.caption = caption(recording, "Summary of " + policyText(recording, lane), bundleHash);
    const ordered_json values = summarize(recording, lane);
    for (const auto& [name, value] : values.items()) {
        if (!isTime(name) && !value.is_structured()) {
            table.rows.push_back({name, cellOf(value), quantity(name).unit});
        }
    }
    return table;
}

Table comparison(const Recording& recording, const std::string& bundleHash) {
    constexpr const char* kNumbers[] = {"mean_nll",    "delta_nll",       "mean_kl",
                                        "perplexity",  "evictions",       "held",
                                        "compression", "peak_bytes_live", "peak_kv_bytes_prefill",
                                        "answers_nll"};
    Table table = madeOf(recording, -1);
    table.columns = {{"lane", "lane"}, {"policy", "policy"}, {"parameters", "parameters"}};
    for (const char* name : kNumbers) {
        table.columns.push_back(columnOf(name));
    }
    const std::int64_t compared = comparedSteps(recording);
    const std::shared_ptr<const Recording> cut = cutTo(recording, compared);
    std::vector<std::size_t> policies;
    table.digits = Digits::Aligned;
    table.below = 2;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
        const ordered_json values = summarize(cut ? *cut : recording, lane);
        const std::string mark = info.distinguishingText.empty() ? "" : " [" + info.distinguishingText + ']';
        std::vector<Cell> row{lane, bundle::validUtf8(info.policyId + mark),
                              bundle::validUtf8(figures::settingsText(recording, lane))};
        for (const char* name : kNumbers) {
            row.push_back(cellOf(member(values, name)));
        }
        const bool brokenOff = failedAlone(recording, lane) && recording.trace(lane).steps() < compared;
        if (info.policyId != "full" && !brokenOff) {
            policies.push_back(table.rows.size());
        }
        table.rows.push_back(std::move(row));
    }
    const bool generated = recording.description().mode == "generate";
    if (!generated) {  // else each has a text of its own
        markBest(table, policies, {"compression"});
    }
    const std::string what = generated              ? "Policies side by side, each on the text that it generated"
                             : table.marked.empty() ? "Policies side by side"
                                                    : "Policies side by side, the best policy of each column bold";
    const std::string over = cut ? fmt::format("; over tokens 0 to {}, which all lanes have", compared - 1) : "";
    table.caption = caption(recording, what + "; held and evicted are sums over layers and heads" + over, bundleHash);
    return table;
}

Table pruneEvents(const Recording& recording, std::int32_t lane, const std::string& bundleHash,
                  double thresholdScales) {
    const PruneSeries series = pruneSeries(recording, lane);
    Table table = madeOf(recording, lane);
    table.digits = Digits::Aligned;
    table.columns = {{"first_step", "first step"},
                     {"last_step", "last step"},
                     {"events", "events"},
                     {"size_nats", "size", "nats"},
                     {"size_scales", "size", "scales"},
                     {"peak_token", "peak", "token"},
                     {"excess_nats_tokens", "excess", "nats × tokens"},
                     {"duration_tokens", "duration", "tokens"},
                     {"open", "open"},
                     {"mean_nats", "mean", "nats"}};
    table.caption = caption(
        recording,
        "Prune events of " + policyText(recording, lane) + ", measured on " +
            (series.difference ? "the difference to the full cache" : "NLL, not the difference to the full cache") +
            (thresholdScales == metrics::kThresholdScales
                 ? std::string()
                 : fmt::format(", durations above the median by {} scales", thresholdScales)),
        bundleHash);
    for (const metrics::PruneGroup& group : series.groups(thresholdScales)) {
        std::vector<Cell> row{group.first, group.last, group.events};
        if (group.spike) {
            const metrics::Spike& spike = *group.spike;
            row.insert(row.end(), {spike.size, spike.sizeInScales, spike.peakToken, spike.excess, spike.duration,
                                   spike.open ? 1 : 0});
        } else {
            row.resize(row.size() + 6);
        }
        row.push_back(group.windowMean ? Cell(*group.windowMean) : Cell());
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table spike(const Recording& recording, const std::string& bundleHash) {
    const auto parts = spikeParts(recording);
    Table table = madeOf(recording, parts ? parts->branches.back().lane : 0);
    table.digits = Digits::Aligned;
    table.columns = {{"branch", "branch"},
                     {"mean_nll", "mean NLL", "nats"},
                     {"cost", "more than no prune", "nats"},
                     {"largest", "most for a token", "nats"},
                     {"largest_token", "token"}};
    if (!parts) {
        return table;
    }
    table.caption = caption(
        recording,
        fmt::format("Prune event at step {} taken apart, over tokens {} to {}{}", parts->step, parts->begin,
                    parts->end - 1, parts->hasPhases() ? "" : "; keys keep their positions, so no phase changes"),
        bundleHash);
    const std::vector<double>& none = parts->branches.front().nll;
    for (const SpikeBranch& branch : parts->branches) {
        std::vector<Cell> row{std::string(figures::spikeWords(branch.pruning)), branch.mean};
        if (branch.pruning == Pruning::Off) {
            row.resize(table.columns.size());
        } else {
            double largest = -std::numeric_limits<double>::infinity();
            std::size_t at = 0;
            for (std::size_t i = 0; i < branch.nll.size(); ++i) {
                if (branch.nll[i] - none[i] > largest) {
                    largest = branch.nll[i] - none[i];
                    at = i;
                }
            }
            const bool any = std::isfinite(largest);
            row.insert(row.end(), {parts->cost(branch.pruning), any ? largest : kMissing,
                                   any ? Cell(parts->begin + static_cast<std::int64_t>(at)) : Cell()});
        }
        table.rows.push_back(std::move(row));
    }
    if (parts->hasPhases()) {
        table.rows.push_back({"interaction", {}, parts->interaction(), {}, {}});
    }
    return table;
}

Table probes(const Recording& recording, std::int32_t lane, const std::string& bundleHash) {
    Table table = madeOf(recording, lane);
    table.digits = Digits::Aligned;
    table.columns = {{"probe", "probe"},
                     {"fact_token", "stated", "token"},
                     {"question_token", "asked", "token"},
                     {"fact_held_percent", "held", "%"},
                     {"nll", "NLL", "nats"},
                     {"nll_full", "NLL, full", "nats"},
                     {"delta_nll", "ΔNLL", "nats"}};
    table.caption =
        caption(recording, "Answers to the questions of the text under " + policyText(recording, lane), bundleHash);
    const std::vector<ProbeInfo>& asked = recording.description().probes;
    const std::vector<ProbeResult> results = probeResults(recording, lane);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const ProbeResult& result = results[i];
        table.rows.push_back({bundle::validUtf8(result.name + ": " + result.answer), asked[i].factBegin,
                              asked[i].questionBegin, 100 * result.factHeld, result.nll, result.nllFull,
                              result.nll - result.nllFull});
    }
    return table;
}

namespace {

std::string shortNumber(const Cell& cell) {
    const auto number = numberIn(cell);
    return number && std::isfinite(*number) ? fmt::format("{:.4g}", *number) : cellText(cell);
}

}  // namespace

Table needle(const Recording& recording, std::int32_t lane, const NeedleAutopsy& autopsy,
             const std::string& bundleHash) {
    const Needle& needle = autopsy.needle;
    Table table = madeOf(recording, lane);
    table.columns = {{"layer", "layer"},
                     {"head", "head"},
                     {"held", "held", "tokens"},
                     {"left_at", "left at", "step"},
                     {"gone_at", "gone at", "step"},
                     {"token", "token"},
                     {"score", "score", {}, false, shortNumber},
                     {"cut", "cut", {}, false, shortNumber},
                     {"reason", "reason"}};
    table.caption = caption(
        recording,
        fmt::format("Copies of tokens {} to {} under {}, at the end of step {}: {} of {} are whole", needle.begin,
                    needle.end - 1, policyText(recording, lane), needle.at, autopsy.whole(), autopsy.copies.size()),
        bundleHash);
    const auto stepCell = [](std::int64_t step) { return step < 0 ? Cell() : Cell(step); };
    for (const NeedleCopy& copy : autopsy.copies) {
        table.rows.push_back({copy.layer, autopsy.units == 1 ? Cell("all") : Cell(copy.unit), copy.held,
                              stepCell(copy.left), stepCell(copy.gone), stepCell(copy.token),
                              static_cast<double>(copy.score), static_cast<double>(copy.cut),
                              bundle::validUtf8(copy.reason)});
    }
    return table;
}

Table cascadeDesigns(const Recording& recording, std::int32_t lane, const CascadeStudy& study,
                     const std::string& bundleHash) {
    Table table = madeOf(recording, lane);
    table.columns = {{"retained", "retained"}, {"reach", "reach", "tokens"}, {"policy", "policy"}};
    table.caption = caption(
        recording,
        fmt::format("Designs of a cascade by the share of the full cache's attention that they retain, over {} rows",
                    study.rows),
        bundleHash);
    for (const JudgedCascade& judged : study.designs) {
        table.rows.push_back({judged.retained, judged.design.reach(), judged.design.policy()});
    }
    return table;
}

bool isFormat(std::string_view format) noexcept {
    return format == "csv" || format == "tex" || format == "md";
}

std::string inFormat(const Table& table, std::string_view format, const std::string& label) {
    return format == "csv" ? toCsv(table) : format == "tex" ? toLatex(table, label) : toMarkdown(table);
}

/// Returns the line of titles above the others, with a rule below the columns that it names.
static std::string spanText(const Table& table) {
    if (!table.spanned || table.spanned->first >= table.columns.size()) {
        return {};
    }
    const std::size_t first = table.spanned->first, count = table.columns.size();
    return fmt::format("{} & \\multicolumn{{{}}}{{c}}{{{}}} \\\\\n\\cmidrule(lr){{{}-{}}}\n",
                       first > 1 ? fmt::format("\\multicolumn{{{}}}{{l}}{{}}", first) : std::string(), count - first,
                       figures::latexText(table.spanned->title), first + 1, count);
}

std::string toLatex(const Table& table, const std::string& label) {
    constexpr std::size_t kMany = 9;  // columns that a page has no room for in its usual type
    const Page page = pageOf(table, "--");
    const bool wide = table.below.has_value() || table.spanned || page.columns.size() >= kMany ||
                      fitOf(page, table.below, false).small;
    LatexFit fit = fitOf(page, table.below, wide);
    fit.scaled = fit.scaled || table.spanned;
    std::string columns, titles, rows, notes;
    for (std::size_t i = 0; i < page.columns.size(); ++i) {
        if (i != table.below) {
            columns += fit.wrapped.contains(i) ? wrappedColumn() : isNumeric(page, i) ? "r" : "l";
            titles += (titles.empty() ? "" : " & ") +
                      (wide ? stackedHeading(page.columns[i]) : figures::latexText(page.columns[i].heading()));
        }
    }
    for (std::size_t line = 0; line < page.rows.size(); ++line) {
        std::string cells;
        for (std::size_t i = 0; i < page.rows[line].size(); ++i) {
            const std::string cell =
                fit.wrapped.contains(i) ? wrappedCell(page.rows[line][i]) : latexCell(page.rows[line][i]);
            if (i != table.below) {
                cells += (i == 0 ? "" : " & ") + (table.marked.contains({line, i}) ? "\\textbf{" + cell + '}' : cell);
            } else if (!cellText(table.rows[line][i]).empty()) {
                notes += (notes.empty() ? "" : "; ") + latexCell(page.rows[line][0]) + ": " + cell;
            }
        }
        rows += afterLineEnd(cells) + (fit.wrapped.empty() ? " \\\\\n" : " \\tabularnewline\n");
    }
    return commented(table.works) + std::string(fit.scaled ? "% \\usepackage{booktabs,graphicx}\n" : "") +
           "\\begin{table}\n\\centering\n\\caption{" + figures::latexText(table.caption) + ".}\n\\label{" + label +
           "}\n" + (wide ? "\\footnotesize\n\\setlength{\\tabcolsep}{3pt}\n" : "") + (fit.scaled ? scaledBegin() : "") +
           "\\begin{tabular}{" + columns + "}\n\\toprule\n" + spanText(table) + afterLineEnd(titles) +
           " \\\\\n\\midrule\n" + rows + "\\bottomrule\n\\end{tabular}" + (fit.scaled ? scaledEnd() : "\n") +
           (notes.empty()
                ? ""
                : "\\par\\smallskip\\raggedright " + figures::latexText(page.columns[*table.below].heading()) + " of " +
                      figures::latexText(page.columns[0].heading()) + ' ' + notes + ".\n") +
           "\\end{table}\n";
}

std::string toMarkdown(const Table& table) {
    const Page page = pageOf(table, "–");
    std::string out, rule;
    for (std::size_t i = 0; i < page.columns.size(); ++i) {
        out += "| " + markdownText(page.columns[i].heading()) + ' ';
        rule += isNumeric(page, i) ? "|--:" : "|---";
    }
    out += "|\n" + rule + "|\n";
    for (std::size_t line = 0; line < page.rows.size(); ++line) {
        for (std::size_t i = 0; i < page.rows[line].size(); ++i) {
            const std::string cell = markdownText(page.rows[line][i]);
            out += "| " + (table.marked.contains({line, i}) ? "**" + cell + "**" : cell) + ' ';
        }
        out += "|\n";
    }
    return table.caption.empty() ? out : out + '\n' + markdownText(table.caption) + ".\n";
}

}  // namespace kvw::tables
