// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/base/comma_list.h"
#include "core/base/text_format.h"
#include "core/eval/sweep_file.h"
#include "core/figures/figure_request.h"
#include "core/library/entry.h"
#include "core/policy/host/bibtex.h"

namespace kvw {

namespace {

/// Returns the distinct values of an axis, in the order in which they first occur.
std::vector<std::string> axisValues(const std::vector<SweepGroup>& groups, std::size_t axis) {
    std::vector<std::string> values;
    for (const SweepGroup& group : groups) {
        addOnce(values, group.values[axis]);
    }
    return values;
}

FigureAxis axisOf(SweepNumber number, bool logarithmic) {
    const SweepNumberText& text = describe(number);
    return {text.title, text.unit, logarithmic, std::nullopt, std::nullopt};
}

std::size_t placeOf(const std::vector<std::string>& values, const std::string& value) {
    return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

/// Adds the mean of every group as a point, with the deviations if any group has repeats.
void addLine(FigurePanel& panel, const std::string& name, const std::vector<SweepGroup>& groups, SweepNumber number) {
    const std::vector<std::string> across = axisValues(groups, 0);
    panel.x = namedAxis(name, across);
    panel.y = axisOf(number, false);
    FigureSeries line{describe(number).title, {}, {}, FigureStyle::Points, FigureRole::Lane, 0};
    bool repeated = false;
    for (const SweepGroup& group : groups) {
        if (std::isfinite(group[number].mean)) {
            line.x.push_back(static_cast<double>(placeOf(across, group.values[0])));
            line.y.push_back(group[number].mean);
            line.deviation.push_back(group[number].deviation);
            repeated = repeated || group[number].count > 1;
        }
    }
    if (!repeated) {
        line.deviation.clear();
    }
    if (!line.x.empty()) {
        panel.series.push_back(std::move(line));
    }
}

/// Axes that are drawn, as indices into the values of a group.
struct MapSides {
    std::size_t across, up;
};

FigureMap mapOf(const std::vector<SweepGroup>& groups, SweepNumber number, MapSides sides,
                const std::vector<std::string>& across, const std::vector<std::string>& up) {
    FigureMap map = emptyMap(up.size(), across.size());
    map.label = describe(number).title;
    map.unit = describe(number).unit;
    std::map<std::size_t, std::vector<double>> found;
    for (const SweepGroup& group : groups) {
        if (std::isfinite(group[number].mean)) {
            found[placeOf(up, group.values[sides.up]) * across.size() + placeOf(across, group.values[sides.across])]
                .push_back(group[number].mean);
        }
    }
    map.minimum = 0;
    map.maximum = 0;
    for (const auto& [at, values] : found) {
        const double mean = spreadOf(values).mean;
        map.set(at, static_cast<float>(mean));
        map.minimum = std::min(map.minimum, mean);
        map.maximum = std::max(map.maximum, mean);
    }
    map.maximum = map.maximum > map.minimum ? map.maximum : map.minimum + 1;
    return map;
}

}  // namespace

FigureAxis namedAxis(const std::string& name, std::vector<std::string> values) {
    FigureAxis axis{name, "", false, -0.5, static_cast<double>(values.size()) - 0.5};
    axis.names = std::move(values);
    return axis;
}

FigureMap emptyMap(std::size_t rows, std::size_t columns) {
    FigureMap map;
    map.rows = static_cast<std::int32_t>(rows);
    map.columns = static_cast<std::int32_t>(columns);
    map.xBegin = map.yBegin = -0.5;
    map.xEnd = static_cast<double>(columns) - 0.5;
    map.yEnd = static_cast<double>(rows) - 0.5;
    map.values.assign(rows * columns, kMissingF);
    map.cells.assign(rows * columns, FigureCell::Missing);
    return map;
}

FigureSpec sweepFront(const std::vector<std::string>& names, const std::vector<SweepRow>& rows, SweepNumber cost) {
    const bool time = cost == SweepNumber::TpotMs;
    FigureSpec figure;
    figure.id = time ? "sweep-front-time" : "sweep-front";
    figure.title = time ? "Time per token against the cost in NLL" : "Bytes held against the cost in NLL";
    figure.caption = fmt::format(
        "Every run of the sweep: {} against the mean difference in NLL to the full cache; the line joins those that no "
        "other beats in both.",
        time ? "time per decoded token, with everything recorded," : "bytes of keys and values at its end");
    FigurePanel panel;
    panel.x = axisOf(cost, true);
    panel.y = axisOf(SweepNumber::DeltaNll, false);
    struct Points {
        std::string policy;
        std::vector<std::array<double, 3>> all;  // cost, ΔNLL, its deviation; in the order of the cost
    };
    std::vector<Points> policies;
    std::vector<std::pair<double, double>> best;
    bool repeated = false;
    const bool several = !names.empty() && names.front() == kPolicyAxis;
    for (const SweepGroup& group : sweepGroups(names, rows)) {
        const Spread& delta = group[SweepNumber::DeltaNll];
        if (std::isfinite(group[cost].mean) && std::isfinite(delta.mean)) {
            const std::string policy = several ? group.values.front() : "runs";
            const auto known = std::ranges::find(policies, policy, &Points::policy);
            Points& points = known == policies.end() ? policies.emplace_back(Points{policy, {}}) : *known;
            points.all.push_back({group[cost].mean, delta.mean, delta.deviation});
            repeated = repeated || delta.count > 1;
            if (time ? group.frontTime : group.front) {
                best.emplace_back(group[cost].mean, delta.mean);
            }
        }
    }
    for (Points& points : policies) {
        std::ranges::sort(points.all, {}, [](const auto& each) { return each[0]; });
        const auto place = static_cast<std::int32_t>(panel.series.size());
        FigureSeries series{points.policy, {}, {}, FigureStyle::Points, FigureRole::Lane, several ? place + 1 : 0};
        for (const auto& [at, delta, deviation] : points.all) {
            series.x.push_back(at);
            series.y.push_back(delta);
            series.deviation.push_back(deviation);
        }
        if (!repeated) {
            series.deviation.clear();
        }
        panel.series.push_back(std::move(series));
    }
    if (repeated) {
        figure.caption += " Points are means over the seeds, bars their standard deviation.";
    }
    std::sort(best.begin(), best.end());
    // If policies have colours, the front has none of them.
    FigureSeries front{"front", {}, {}, FigureStyle::Line, several ? FigureRole::Threshold : FigureRole::Difference, 1};
    for (const auto& [at, delta] : best) {
        front.x.push_back(at);
        front.y.push_back(delta);
    }
    if (!policies.empty()) {
        panel.series.push_back(std::move(front));
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

FigureSpec sweepMap(const std::vector<std::string>& names, const std::vector<SweepRow>& all, SweepNumber number,
                    const std::string& policy) {
    const bool ofOne = !policy.empty() && mapPolicyAxis(names).has_value();
    const std::vector<SweepRow> rows = ofOne ? rowsOfPolicy(names, all, policy) : all;
    FigureSpec figure;
    figure.id = "sweep-map";
    FigurePanel panel;
    const std::vector<std::string> axes = groupAxes(names);
    const std::vector<SweepGroup> groups = sweepGroups(names, rows);
    if (axes.empty() || rows.empty()) {
        figure.title = "Nothing is varied";
    } else if (axes.size() == 1) {
        figure.title = fmt::format("{} over {}", describe(number).title, axes[0]);
        figure.caption = figure.title.text() + " (points; bars are the standard deviation over the seeds).";
        addLine(panel, axes[0], groups, number);
    } else {
        const std::vector<std::size_t> drawn = mapSides(axes);
        const MapSides sides{drawn[0], drawn[1]};
        const std::vector<std::string> across = axisValues(groups, sides.across), up = axisValues(groups, sides.up);
        const std::vector<std::string> means = mapMeans(names, ofOne);
        figure.title = fmt::format("{} over two parameters{}", describe(number).title, ofOne ? ", " + policy : "");
        figure.caption = fmt::format("{}{} over {} and {}{}.", ofOne ? policy + ": " : "", describe(number).title,
                                     axes[sides.across], axes[sides.up],
                                     means.empty() ? std::string() : ", mean over " + joined(means));
        panel.x = namedAxis(axes[sides.across], across);
        panel.y = namedAxis(axes[sides.up], up);
        panel.maps.push_back(mapOf(groups, number, sides, across, up));
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

std::vector<FigureSpec> sweepMaps(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                  SweepNumber number) {
    const std::optional<std::size_t> axis = mapPolicyAxis(names);
    if (!axis) {
        return {sweepMap(names, rows, number)};
    }
    std::vector<std::string> policies;
    for (const SweepRow& row : rows) {
        addOnce(policies, row.values[*axis]);
    }
    std::vector<FigureSpec> maps;
    for (const std::string& policy : policies) {
        FigureSpec map = sweepMap(names, rows, number, policy);
        // Only the policy's name: its settings have characters that do not belong in a file name.
        const auto end = policy.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-");
        map.id = figures::FigureRequest::parse("sweep").with("map", maps.size() + 1).with(policy.substr(0, end)).id();
        maps.push_back(std::move(map));
    }
    return maps;
}

namespace {

/// Returns "streaming" for "streaming:recent=64/sinks=2@80".
std::string nameOf(const std::string& policy) {
    return policy.substr(0, policy.find_first_of(":/"));
}

}  // namespace

std::vector<SweepPoint> onePerPolicy(const std::vector<SweepPoint>& points, const std::vector<std::size_t>& done) {
    std::vector<SweepPoint> runs;
    for (const std::size_t at : done) {
        const bool known = std::ranges::any_of(
            runs, [&](const SweepPoint& run) { return nameOf(run.policy) == nameOf(points[at].policy); });
        if (!known) {
            runs.push_back(points[at]);
        }
    }
    return runs;
}

std::vector<std::pair<std::string, std::string>> sweepOrigin(const Sweep& sweep, const std::filesystem::path& folder,
                                                             const std::vector<SweepPoint>& runs) {
    std::vector<std::string> models, versions;
    std::string hash;
    for (const SweepPoint& run : runs) {
        const LibraryEntry entry = readEntry(bundleOf(folder, run));
        addOnce(models, entry.model);
        for (const std::string& settings : entry.effective) {  // "streaming 1.0.0: sinks=4, recent=256"
            addOnce(versions, settings.substr(0, settings.find(':')));
        }
        hash = hash.empty() ? entry.hash : hash;
    }
    std::erase(models, std::string());
    std::erase(versions, std::string());
    std::vector<std::pair<std::string, std::string>> origin{
        {"model", hasAxis(sweep, kModelAxis) ? std::string() : joined(models, "; ")},
        {"text", hasAxis(sweep, kTextAxis) ? std::string() : sweep.base.textFile.stem().string()},
        {"policy", joined(sweep.policies, "; ")},
        {"versions", joined(versions, "; ")}};
    for (const SweepAxis& axis : sweep.axes) {
        origin.emplace_back("axis " + axis.name, joined(axis.values, ",", [&](const std::string& value) {
                                return bundle::withoutFolders(shownValue(axis, value));
                            }));
    }
    origin.emplace_back("seed", std::to_string(sweep.base.seed));
    // Figures show the command, so it must not contain the folders of this machine.
    origin.emplace_back("command", sweepCommandAnywhere(sweep, folder));
    origin.emplace_back("bundle", hash);
    std::erase_if(origin, [](const auto& entry) { return entry.second.empty(); });
    return origin;
}

std::string sweepWorks(const Sweep& sweep, const Catalog& catalog) {
    std::vector<Reference> works;
    for (const std::string& policy : sweep.policies) {
        if (const auto resolved = resolvePolicy(catalog, policy)) {
            const auto some = referencesOf(*resolved);
            works.insert(works.end(), some.begin(), some.end());
        }
    }
    return bibtexOf(works);
}

}  // namespace kvw
