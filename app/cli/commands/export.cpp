// SPDX-License-Identifier: Apache-2.0
/// `kvw export`: writes tables and figure data from a bundle.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/series_file.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/analysis/prune_sound.h"
#include "core/base/comma_list.h"
#include "core/base/error.h"
#include "core/base/files/small_file.h"
#include "core/bundle/bundle.h"
#include "core/bundle/figure_file.h"
#include "core/figures/figure_io.h"
#include "core/figures/figure_presets.h"
#include "core/figures/figures.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "core/figures/print/figure_print.h"
#include "core/figures/print/parameter_symbols.h"
#include "core/figures/tables.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::cli {
namespace {

/// A figure requested by name for several lanes, since not every lane has every figure.
struct NamedFigure {
    bool found = false;  ///< in a lane
    std::vector<std::string> lacking;
    Error why;  ///< it is lacking there
};

/// Prints to standard error which figures were left out of which lanes. Errors: the reason, for a figure that no lane
/// has.
Result<void> checkNamed(const std::map<std::string, NamedFigure>& figures) {
    for (const auto& [id, figure] : figures) {
        if (!figure.found) {
            return tl::unexpected(figure.why);
        }
    }
    for (const auto& [id, figure] : figures) {
        if (!figure.lacking.empty()) {
            warn(fmt::format("{} is left out of {}: {}", id, joined(figure.lacking), figure.why.what.english()));
        }
    }
    return {};
}

namespace fs = std::filesystem;

struct ExportOptions {
    std::string bundle, out;
    std::string sound;
    std::int32_t soundLane = -1;
    double soundSpeed = 50;
    std::vector<std::string> figures, presets;
    std::vector<std::int32_t> lanes;
    std::string legend = "below", print;
    double width = 178;
    double threshold = metrics::kThresholdScales;
    bool overwrite = false, json = false, quiet = false;
};

/// Names of the values of FigureLegend, in its order.
constexpr std::array<const char*, 5> kLegends{"below", "above", "right", "inside", "none"};

/// Pairs of path below the output folder and content.
using Files = std::vector<std::pair<std::string, std::string>>;

void addTable(Files& files, const std::string& name, const tables::Table& table) {
    files.emplace_back("tables/" + name + ".csv", tables::toCsv(table));
    files.emplace_back("tables/" + name + ".tex", tables::toLatex(table, "tab:" + name));
}

/// How figures are printed whose ids do not say so.
struct Printing {
    FigurePrint print;
    figures::ParameterSymbols symbols;
};

/// Reads the words of the command line. The plugins are read only if a figure has symbols.
Result<Printing> printingOf(const Recording& recording, const ExportOptions& options) {
    KVW_TRY_ASSIGN(const FigurePrint print, figures::printOf(options.print));
    const bool symbols = print.symbols || std::ranges::any_of(options.figures, [](const std::string& id) {
                             const auto asked = figures::printedId(id);
                             return asked && asked->print.symbols;
                         });
    return Printing{print, symbols ? figures::symbolsOf(Catalog::scan(PluginPaths::standard()), recording)
                                   : figures::ParameterSymbols()};
}

/// Provenance of a figure. `lane`: -1 if the figure is about all lanes or the only one.
struct Origin {
    std::string hash, command;
    std::int32_t lane = -1;
    const Printing* printing = nullptr;  ///< outlives it
};

void addFigure(Files& files, const std::string& prefix, FigureSpec figure, const Origin& origin,
               const ExportOptions& options) {
    figure.provenance.emplace_back("bundle", origin.hash);
    if (!origin.command.empty()) {
        figure.provenance.emplace_back("command", origin.command);
    }
    if (origin.lane >= 0) {
        figure.provenance.emplace_back("lane", std::to_string(origin.lane));
    }
    if (figure.print == FigurePrint()) {
        figures::printWith(figure, origin.printing->print);
    }
    figures::writeSymbols(figure, origin.printing->symbols);
    figure.legend = static_cast<FigureLegend>(std::ranges::find(kLegends, options.legend) - kLegends.begin());
    const std::string base = "figures/" + prefix + figures::fileStem(figure.id);
    files.emplace_back(base + ".csv", figures::toCsv(figure));
    files.emplace_back(base + ".json", dumped(figures::toJson(figure)));
    files.emplace_back(base + "-caption.tex", figures::toLatexCaption(figure) + '\n');
    files.emplace_back(base + "-pgfplots.tex", figures::toPgfplots(figure, options.width));
    for (std::size_t panel = 0; panel < figure.panels.size(); ++panel) {
        if (!figure.panels[panel].series.empty()) {
            files.emplace_back(fmt::format("{}-panel{}.dat", base, panel + 1), seriesData(figure.panels[panel]));
        }
    }
}

/// Returns the hash of the lane's own bundle inside a comparison, or of the bundle itself.
std::string laneHash(const OpenedBundle& opened, std::int32_t lane) {
    const auto lanes = opened.manifest.find("lanes");
    return lanes != opened.manifest.end() ? (*lanes)[static_cast<std::size_t>(lane)]["hash"].get<std::string>()
                                          : opened.hash;
}

/// Appends the ids of the figures that the presets define for a lane, in order and without duplicates.
Result<void> addPresets(const Recording& recording, std::int32_t lane, const std::vector<std::string>& presets,
                        std::vector<std::string>& ids) {
    for (const std::string& preset : presets) {
        const auto figures = figures::presetFigures(recording, lane, preset);
        if (!figures && figures.error().code != Code::NotFound) {
            return tl::unexpected(figures.error());
        }
        for (std::size_t i = 0; figures && i < figures->size(); ++i) {
            if (std::ranges::find(ids, (*figures)[i].id) == ids.end()) {
                ids.push_back((*figures)[i].id);
            }
        }
    }
    return {};
}

/// Returns a figure requested by name. Errors: BadUsage if it would be empty.
Result<FigureSpec> namedFigure(const Recording& recording, std::int32_t lane, const std::string& id) {
    auto figure = figures::byId(recording, lane, id);
    if (figure && std::ranges::all_of(figure->panels, [](const FigurePanel& panel) { return panel.empty(); })) {
        return fail(Code::BadUsage, id, "the run has nothing that this figure shows");
    }
    return figure;
}

/// Returns the requested lanes, or all lanes with a trace if none were requested.
Result<std::vector<std::int32_t>> chosenLanes(const Recording& recording, const std::vector<std::int32_t>& asked) {
    std::vector<std::int32_t> lanes = recording.tracedLanes();
    std::erase_if(lanes, [&](std::int32_t lane) { return !asked.empty() && std::ranges::count(asked, lane) == 0; });
    for (const std::int32_t lane : asked) {
        if (std::ranges::find(lanes, lane) == lanes.end()) {
            return fail(Code::BadUsage, "--lane", "there is no such lane", std::to_string(lane),
                        phrase("0 to %1", recording.lanes() - 1));
        }
    }
    return lanes;
}

Result<Files> filesOf(const OpenedBundle& opened, const ExportOptions& options) {
    const Recording& recording = *opened.recording;
    const std::string command = repeatCommand(recording);
    KVW_TRY_ASSIGN(const auto lanes, chosenLanes(recording, options.lanes));
    KVW_TRY_ASSIGN(const Printing printing, printingOf(recording, options));
    Files files;
    std::map<std::string, NamedFigure> named;
    const bool several = recording.lanes() > 1;
    std::vector<std::string> shared;  // figures about all lanes, exported once
    for (const std::int32_t lane : lanes) {
        const Origin origin{laneHash(opened, lane), command, several ? lane : -1, &printing};
        const std::string stem = figures::laneStem(lane, recording.description().lane(lane).policyId);
        const std::string suffix = several ? '-' + stem : std::string(), prefix = several ? stem + '-' : std::string();
        addTable(files, "summary" + suffix, tables::summary(recording, lane, origin.hash));
        addTable(files, "prune_events" + suffix, tables::pruneEvents(recording, lane, origin.hash, options.threshold));
        std::vector<std::string> figureIds = options.figures;
        KVW_TRY(addPresets(recording, lane, options.presets, figureIds));
        if (options.figures.empty() && options.presets.empty()) {
            for (const FigureSpec& figure : figures::standard(recording, lane)) {
                addFigure(files, prefix, figure, origin, options);
            }
        }
        for (const std::string& id : figureIds) {
            if (several && figures::isShared(id)) {
                if (std::ranges::find(shared, id) == shared.end()) {
                    shared.push_back(id);
                }
                continue;
            }
            if (const auto figure = namedFigure(recording, lane, id)) {
                named[id].found = true;
                addFigure(files, prefix, *figure, origin, options);
            } else {
                named[id].lacking.push_back(stem);
                named[id].why = figure.error();
            }
        }
    }
    const Origin ofAll{opened.hash, command, -1, &printing};
    if (several && options.lanes.empty()) {
        addTable(files, "compare", tables::comparison(recording, opened.hash));
        if (const tables::Table parts = tables::spike(recording, opened.hash); !parts.rows.empty()) {
            addTable(files, "spike", parts);
        }
        std::erase(shared, "comparison");
        shared.insert(shared.begin(), "comparison");
    }
    for (const std::string& id : shared) {
        KVW_TRY_ASSIGN(auto figure, id == "comparison" ? Result<FigureSpec>(figures::comparison(recording))
                                                       : namedFigure(recording, 0, id));
        addFigure(files, "", std::move(figure), ofAll, options);
    }
    KVW_TRY(checkNamed(named));
    return files;
}

/// Writes the prune events of one lane after the prompt as a sound file.
Result<void> writeSound(const Recording& recording, const ExportOptions& options) {
    const std::int32_t lane = options.soundLane >= 0 ? options.soundLane : std::min(1, recording.lanes() - 1);
    if (!recording.hasTrace(lane)) {
        return fail(Code::BadUsage, "--sound-lane", "there is no such lane", std::to_string(lane),
                    phrase("a number below %1", recording.lanes()));
    }
    const std::int64_t first = recording.description().promptTokens, steps = recording.trace(lane).steps();
    const std::vector<PruneClick> clicks = pruneClicks(recording, lane, first, steps);
    if (clicks.empty()) {
        warn("the lane has no prune event behind the prompt; the sound is silent");
    }
    return writeSmallText(options.sound, wavBytes(clicksSamples(clicks, first, steps, options.soundSpeed)));
}

Result<Exit> exportSound(const Recording& recording, const ExportOptions& options) {
    std::error_code error;
    if (!options.overwrite && fs::exists(options.sound, error)) {
        return fail(Code::BadUsage, options.sound, "the file exists already", {}, "another --sound, or --overwrite");
    }
    KVW_TRY(writeSound(recording, options));
    if (!options.json && !options.quiet) {
        print(options.sound + '\n');
    }
    return Exit::Good;
}

Result<Exit> exportBundle(const ExportOptions& options) {
    const fs::path out = options.out;
    std::error_code error;
    if (options.out.empty() && options.sound.empty()) {
        return fail(Code::BadUsage, "export", "there is nothing to write to", {}, "--out DIR or --sound FILE");
    }
    if (options.out.empty()) {
        KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
        return exportSound(*opened.recording, options);
    }
    if (fs::exists(out, error) && !fs::is_directory(out, error)) {
        return fail(Code::BadUsage, out.string(), "the output is a folder", "a file of this name", "another --out");
    }
    KVW_TRY(checkWritableParent(out / "tables"));
    KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
    KVW_TRY_ASSIGN(const auto files, filesOf(opened, options));
    for (const auto& [name, content] : files) {
        if (!options.overwrite && fs::exists(out / name, error)) {
            return fail(Code::BadUsage, (out / name).string(), "the file exists already", {},
                        "another --out, or --overwrite");
        }
        KVW_TRY(checkFileTarget(out / name));
    }
    std::vector<std::string> written;
    if (!options.sound.empty()) {
        KVW_TRY(exportSound(*opened.recording, options));
        written.push_back(options.sound);
    }
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    const auto fill = [&](const fs::path& folder) -> Result<std::vector<std::string>> {
        std::vector<std::string> filled;
        for (const auto& [name, content] : files) {
            KVW_TRY(writeSmallText(folder / name, content));
            filled.push_back(name);
        }
        return filled;
    };
    if (const auto done = writeFolder(out, fill, &written); !done) {
        Error failure = done.error();
        if (!written.empty()) {
            failure.what = phrase("%1; written already: %2", std::move(failure.what), joined(written));
        }
        return tl::unexpected(std::move(failure));
    }
    for (const auto& [name, content] : files) {
        names.push_back(name);
        if (!options.json && !options.quiet) {
            print((out / name).string() + '\n');
        }
    }
    if (options.json) {
        nlohmann::ordered_json report{{"out", options.out}, {"bundle_hash", opened.hash}, {"files", std::move(names)}};
        addWarnings(report, opened);
        print(dumped(report));
    }
    return Exit::Good;
}

}  // namespace

void addExport(Commands& commands) {
    const auto [app, options] =
        commands.add<ExportOptions>("export", "Write a bundle's tables (CSV, LaTeX) and the data of its figures",
                                    "  kvw export run.zip --out paper\n"
                                    "  kvw export lanes --out paper --figure nll --figure keepset-layer-3\n"
                                    "  kvw export lanes --sound lanes.wav\n"
                                    "  kvw export lanes --out paper --preset cascading --preset cake --width 85\n"
                                    "Drawn figures: kvworkbench --export-figures BUNDLE\n",
                                    exportBundle);
    addOption(app, "bundle", options.bundle, "a bundle", somePath().named("BUNDLE"))->required();
    addOption(app, "--out", options.out, "folder for tables/ and figures/", somePath().named("DIR"));
    addRepeated(app, "--figure", options.figures,
                "nll[-lanes][-mean|-each][-threshold-K], budgets[-share|-bytes][-heads-layer-L|-all-lanes][-step-S], "
                "inequality[-exact], memory, hindsight[-protected], ages, gini, entropy, variance (each with "
                "[-exact]), preference[-tau1-T][-tau2-T][-capacity-C], layer-shape, cascade, probes, reach, "
                "reach-shares, effective-tokens, mean-distance, span, normalised-entropy, evicted-mass (each with "
                "[-head-H]), comparison, perplexity, memory-length, lanes-nll (-delta, -kl, -bytes, -mean-nll, "
                "-mean-delta), lanes-less-lane-N, overlap-lane-N[-step-S] (also behind lanes-…), keepset-layer-L, "
                "cache-map[-age|-attention|-score][-by-slot][-head-H][-step-S][-tokens-A-B|-slots-A-B], "
                "attention-layer-L[-head-H][-mean][-linear][-steps-A-B][-tokens-A-B][-margins-step-S[-of-A-B]], "
                "attention-lanes-layer-L likewise with [-lanes-0-2], attention-margins-layer-L[-step-S][-tokens-A-B], "
                "lorenz-layer-L[-head-H][-step-S]; any figure over steps with -steps-A-B at its end; exports of the "
                "window name the ID of a figure; repeat for more; default: the standard set",
                anyText("ID"));
    addRepeated(app, "--lane", options.lanes,
                "only this lane of a comparison; repeat for more; default: all lanes, and figures that show them "
                "together",
                wholeNumber(0));
    addOption(app, "--sound", options.sound,
              "a WAV file: a click for every prune event, higher the more ΔNLL the tokens since the previous event "
              "have",
              somePath());
    addOption(app, "--sound-lane", options.soundLane, "default: the first lane behind the full cache",
              wholeNumber(0, 64).named("LANE"));
    addOption(app, "--sound-speed", options.soundSpeed, "tokens a second, default 50",
              realNumber(0.5, 1000).named("TOKENS"));
    std::vector<std::string> names;
    for (const figures::FigurePreset& preset : figures::presets()) {
        names.emplace_back(preset.id);
    }
    addRepeated(app, "--preset", options.presets, "the figures of a paper or a page, drawn from this run",
                oneOf(names));
    addOption(app, "--legend", options.legend, "place of the legend in pgfplots",
              oneOf(std::vector<std::string>(kLegends.begin(), kLegends.end())));
    addOption(app, "--print", options.print,
              "how figures are printed whose IDs do not say so: font-serif, width-85, x-0-300, values, best-least, "
              "robust, symbols, short, joined by hyphens in the order of the README",
              anyText("WORDS"));
    addOption(app, "--width", options.width, "width of pgfplots in mm", realNumber(30, 2000).named("MM"));
    addOption(app, "--threshold", options.threshold,
              "threshold of durations in the table of prune events, in scales above the median, default 2; for the "
              "figure: nll-threshold-K, 2p5 for 2.5",
              realNumber(0.01, 1000).named("K"));
    app.add_flag("--overwrite", options.overwrite, "replace existing files");
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--quiet", options.quiet, "print errors only");
}

}  // namespace kvw::cli
