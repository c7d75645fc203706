// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_text.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/base/utf8.h"
#include "core/eval/sweep.h"
#include "core/eval/sweep_results.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMostListBytes = std::size_t{16} << 20;
constexpr std::int64_t kMostFactor = 1000;

SweepCombination combinationAt(const Sweep& sweep, const std::vector<std::size_t>& at) {
    SweepCombination made{sweep.policies[at.front()], {}};
    for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
        made.values.push_back(sweep.axes[axis].values[at[axis + 1]]);
    }
    return made;
}

/// Returns the number of choices of each place: policies, then the values of each axis.
std::vector<std::size_t> sizesOf(const Sweep& sweep) {
    std::vector<std::size_t> sizes{sweep.policies.size()};
    for (const SweepAxis& axis : sweep.axes) {
        sizes.push_back(axis.values.size());
    }
    return sizes;
}

/// Returns the product of the sizes, or `most` + 1 if it is larger.
std::size_t productOf(const std::vector<std::size_t>& sizes, std::size_t most) {
    std::size_t product = 1;
    for (const std::size_t size : sizes) {
        product = size > 0 && product > most / size ? most + 1 : product * size;
        if (product > most) {
            return most + 1;
        }
    }
    return product;
}

std::vector<SweepCombination> gridCombinations(const Sweep& sweep) {
    const std::vector<std::size_t> sizes = sizesOf(sweep);
    std::vector<SweepCombination> all;
    std::vector<std::size_t> at(sizes.size(), 0);
    for (bool more = productOf(sizes, kMostPoints) > 0; more;) {
        all.push_back(combinationAt(sweep, at));
        more = false;
        for (std::size_t place = at.size(); place-- > 0 && !more;) {
            at[place] = (at[place] + 1) % sizes[place];
            more = at[place] != 0;
        }
    }
    return all;
}

/// Returns a number below `size`, the same on every machine: the distributions of the standard library are not.
std::size_t drawn(std::mt19937_64& source, std::size_t size) {
    const std::uint64_t count = size, rest = (0 - count) % count;  // 2^64 modulo count
    std::uint64_t value = source();
    while (value < rest) {
        value = source();
    }
    return static_cast<std::size_t>(value % count);
}

Result<std::vector<SweepCombination>> drawnCombinations(const Sweep& sweep) {
    const std::vector<std::size_t> sizes = sizesOf(sweep);
    const std::size_t there = productOf(sizes, kMostPoints);
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(0, sweep.plan.count));
    if (count > kMostPoints) {
        return tooManyPoints();
    }
    if (count == 0 || count > there) {
        return fail(Code::BadUsage, "--random", "the grid has not that many points", sweep.plan.count,
                    phrase("from 1 to %1", there));
    }
    std::mt19937_64 source(static_cast<std::uint64_t>(sweep.plan.seed));
    std::set<std::vector<std::size_t>> seen;
    std::vector<SweepCombination> all;
    while (all.size() < count) {
        std::vector<std::size_t> at;
        for (const std::size_t size : sizes) {
            at.push_back(drawn(source, size));
        }
        if (seen.insert(at).second) {
            all.push_back(combinationAt(sweep, at));
        }
    }
    return all;
}

/// A line of a list of points.
struct ListLine {
    std::vector<std::string> names, values;
};

/// Returns the value as text; none: it is neither text nor number nor flag.
std::optional<std::string> valueText(const ordered_json& value) {
    if (value.is_string()) {
        return value.get<std::string>();
    }
    return value.is_number() || value.is_boolean() ? std::optional(value.dump()) : std::nullopt;
}

/// Reads one JSON object; none: it is no object of plain values.
std::optional<ListLine> listLineOfJson(const std::string& text) {
    const ordered_json json = ordered_json::parse(text, nullptr, false);
    if (!json.is_object() || json.empty()) {
        return std::nullopt;
    }
    ListLine line;
    for (const auto& [name, value] : json.items()) {
        const auto plain = valueText(value);
        if (!plain || plain->empty()) {
            return std::nullopt;
        }
        line.names.push_back(name);
        line.values.push_back(*plain);
    }
    return line;
}

/// Sorts the values of a line as `names` are; none: it has other names.
std::optional<std::vector<std::string>> inOrderOf(const std::vector<std::string>& names, const ListLine& line) {
    std::vector<std::string> values;
    for (const std::string& name : names) {
        const auto at = std::ranges::find(line.names, name);
        if (at == line.names.end()) {
            return std::nullopt;
        }
        values.push_back(line.values[static_cast<std::size_t>(at - line.names.begin())]);
    }
    return line.names.size() == names.size() ? std::optional(values) : std::nullopt;
}

struct PointList {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;  ///< [points][names]
};

Result<PointList> pointListOf(const std::string& text, const std::string& where) {
    PointList list;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool json = first != std::string::npos && text[first] == '{';
    std::size_t number = 0;
    for (const std::string& whole : splitAt(text, '\n')) {
        ++number;
        const std::string line(trimmed(whole));
        if (line.empty()) {
            continue;
        }
        const auto wrong = [&](const char* expected) {
            constexpr std::size_t kMost = 80;
            return fail(Code::BadInput, phrase("%1, line %2", where, number), "this is no point of a sweep",
                        shortText(lossyUtf8(line), kMost), expected);
        };
        if (json) {
            const auto read = listLineOfJson(line);
            if (!read) {
                return wrong("a JSON object of texts, numbers and flags");
            }
            list.names = list.names.empty() ? read->names : list.names;
            const auto values = inOrderOf(list.names, *read);
            if (!values) {
                return wrong("the names of the first line");
            }
            list.rows.push_back(*values);
        } else {
            const auto cells = bundle::splitCells(line);
            if (!cells || (!list.names.empty() && cells->size() != list.names.size()) ||
                std::ranges::any_of(*cells, [](const std::string& cell) { return cell.empty(); })) {
                return wrong("a value for each name of the heading, with commas between them");
            }
            if (list.names.empty()) {
                list.names = *cells;
            } else {
                list.rows.push_back(*cells);
            }
        }
        if (list.rows.size() > kMostPoints) {
            return tooManyPoints();
        }
    }
    if (list.rows.empty()) {
        return fail(Code::BadInput, where, "there is no point in this list", {}, "JSON lines, or CSV with a heading");
    }
    if (std::set<std::string>(list.names.begin(), list.names.end()).size() != list.names.size()) {
        return fail(Code::BadInput, where, "a name is there twice", joined(list.names));
    }
    return list;
}

}  // namespace

tl::unexpected<Error> tooManyPoints() {
    return fail(Code::BadUsage, "sweep", "the grid has too many points", phrase("more than %1", kMostPoints),
                "fewer values");
}

Result<SweepHalving> parseHalving(const std::string& text) {
    const std::vector<std::string> parts = splitAt(text, ':');
    const auto factor = parsedNumber<std::int64_t>(parts.front());
    if (parts.size() > 2 || !factor || *factor < 2 || *factor > kMostFactor) {
        return fail(Code::BadUsage, "--halving", "this is no factor of a halving", text,
                    phrase("an integer from 2 to %1, or one with a number: 3:mean_kl", kMostFactor));
    }
    SweepHalving halving;
    halving.factor = *factor;
    std::vector<std::string> names;
    for (std::size_t number = 0; number < kSweepNumbers; ++number) {
        names.emplace_back(describe(static_cast<SweepNumber>(number)).name);
    }
    if (parts.size() == 2) {
        halving.by = parts[1];
    }
    if (std::ranges::find(names, halving.by) == names.end()) {
        return fail(Code::BadUsage, "--halving", "a row has no such number", halving.by,
                    phrase("one of %1", joined(names)));
    }
    return halving;
}

Result<std::vector<SweepCombination>> combinations(const Sweep& sweep) {
    switch (sweep.plan.kind) {
        case SweepPlan::Kind::Random:
            return drawnCombinations(sweep);
        case SweepPlan::Kind::Points:
            return sweep.plan.points.size() > kMostPoints ? Result<std::vector<SweepCombination>>(tooManyPoints())
                                                          : sweep.plan.points;
        case SweepPlan::Kind::Grid:
            break;
    }
    return productOf(sizesOf(sweep), kMostPoints) > kMostPoints ? Result<std::vector<SweepCombination>>(tooManyPoints())
                                                                : gridCombinations(sweep);
}

Result<void> readSweepPoints(const fs::path& file, Sweep& sweep) {
    KVW_TRY_ASSIGN(const std::string text, readFile(file, kMostListBytes));
    KVW_TRY_ASSIGN(const auto list, pointListOf(text, file.string()));
    const auto named = std::ranges::find(list.names, kPolicyAxis);
    const auto policyAt = static_cast<std::size_t>(named - list.names.begin());
    const bool ownPolicies = named != list.names.end();
    if (ownPolicies && !sweep.policies.empty()) {
        return fail(Code::BadUsage, file.string(), "the list names the policies of its points", "--policy",
                    "the list without policies, or no --policy");
    }
    sweep.axes.clear();
    for (const std::string& name : list.names) {
        if (name != kPolicyAxis) {
            sweep.axes.push_back({name, {}});
        }
    }
    sweep.plan = {};
    sweep.plan.kind = SweepPlan::Kind::Points;
    std::set<std::pair<std::string, std::vector<std::string>>> seen;
    const std::vector<std::string> all = sweep.policies;
    for (std::size_t row = 0; row < list.rows.size(); ++row) {
        SweepCombination point;
        for (std::size_t column = 0; column < list.names.size(); ++column) {
            const std::string& value = list.rows[row][column];
            if (column == policyAt) {
                point.policy = value;
                addOnce(sweep.policies, value);
            } else {
                addOnce(sweep.axes[point.values.size()].values, value);
                point.values.push_back(value);
            }
        }
        for (const std::string& policy : ownPolicies ? std::vector{point.policy} : all) {
            point.policy = policy;
            if (!seen.emplace(policy, point.values).second) {
                return fail(Code::BadInput, file.string(), "a point is there twice", joined(list.rows[row]));
            }
            sweep.plan.points.push_back(point);
        }
    }
    return {};
}

std::string sweepPointsText(const Sweep& sweep) {
    std::string text;
    for (const SweepCombination& point : sweep.plan.points) {
        ordered_json line{{kPolicyAxis, point.policy}};
        for (std::size_t axis = 0; axis < sweep.axes.size() && axis < point.values.size(); ++axis) {
            line[sweep.axes[axis].name] = point.values[axis];
        }
        text += bundle::dumpLine(line) + '\n';
    }
    return text;
}

}  // namespace kvw
