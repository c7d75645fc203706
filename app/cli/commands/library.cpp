// SPDX-License-Identifier: Apache-2.0
/// `kvw library`: lists the bundles below some folders, found by content rather than name.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/base/comma_list.h"
#include "core/base/json/json_value.h"
#include "core/base/short_text.h"
#include "core/eval/run_table.h"
#include "core/library/library.h"
#include "core/library/run_folder.h"
#include "core/library/unfinished.h"
#include "core/policy/host/catalog.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct LibraryOptions {
    std::vector<fs::path> folders;
    std::string filter, tag, note, table, columns;
    bool json = false, rebuild = false, unfinished = false, keep = false, forget = false;
};

/// Formats a date without fraction and zone, such as "2026-03-01 12:00".
std::string dateText(const tables::Cell& startedAt) {
    std::string date = tables::cellText(startedAt);
    date.resize(beginningOf(date, 16).size());
    if (date.size() > 10 && date[10] == 'T') {
        date[10] = ' ';
    }
    return oneLine(date);
}

std::string bundlesText(ordered_json bundles) {
    for (ordered_json& bundle : bundles) {
        const bool damaged = !bundle["problem"].is_null();
        bundle["place"] = bundle[damaged ? "problem" : "path"].get<std::string>() +
                          (damaged || bundle["warning"].is_null() ? "" : " (see the warning)");
    }
    return toText(tableOf(bundles, {{"/started_at", "started", {}, false, dateText},
                                    lineColumn("/model", "model"),
                                    lineColumn("/text", "text"),
                                    lineColumn("/policy", "policy"),
                                    memberColumn("/mean_nll", "NLL", decimals<4>),
                                    memberColumn("/delta_nll", "ΔNLL", decimals<4, true>),
                                    memberColumn("/held_share", "of full", shareText),
                                    lineColumn("/tags", "tags"),
                                    lineColumn("/place", "bundle")}));
}

/// Lists, keeps or removes runs left by killed programs: all, or the named ones. Errors: NotFound if a path is none of
/// them, before anything is kept or removed; those of keeping or removing a run.
Result<Exit> unfinished(const LibraryOptions& options) {
    std::vector<UnfinishedRun> runs = unfinishedRuns(unfinishedFolder(PluginPaths::standard().stateFolder));
    std::vector<fs::path> wanted;
    for (const fs::path& folder : options.folders) {
        wanted.push_back(fullPath(folder));
        if (std::ranges::none_of(runs, [&](const UnfinishedRun& run) { return run.entry.path == wanted.back(); })) {
            return fail(Code::NotFound, folder.string(), "no program left an unfinished run there", {},
                        "a path that kvw library --unfinished lists");
        }
    }
    std::erase_if(runs, [&](const UnfinishedRun& run) {
        return !wanted.empty() && std::ranges::find(wanted, run.entry.path) == wanted.end();
    });
    auto report = ordered_json::array();
    for (const UnfinishedRun& run : runs) {
        fs::path path = run.entry.path;
        if (options.keep) {
            KVW_TRY_ASSIGN(path, keepUnfinished(path, runFolder()));
        } else if (options.forget) {
            KVW_TRY(forgetUnfinished(path));
        }
        report.push_back(toJson(run.entry));
        report.back()["path"] = path.string();
        report.back()["program"] = run.program;
        report.back()["steps"] = run.steps;
    }
    if (options.json) {
        print(dumped({{"command", "library"}, {"unfinished", report}}));
    } else {
        print(report.empty() ? "No program left a run unfinished.\n" : bundlesText(report));
    }
    return Exit::Good;
}

Result<Exit> library(const LibraryOptions& options, const CLI::App& app) {
    if (options.unfinished) {
        return unfinished(options);
    }
    const bool marks = app.count("--tag") + app.count("--note") > 0;
    if (marks) {
        if (options.folders.size() != 1) {
            return fail(Code::BadUsage, "--tag and --note", "they are about one bundle",
                        std::to_string(options.folders.size()), "one");
        }
        const LibraryEntry before = readEntry(options.folders.front());
        if (!before.problem.empty()) {
            return fail(Code::BadInput, options.folders.front().string(), before.problem);
        }
        KVW_TRY(writeNotes(options.folders.front(), app.count("--tag") > 0 ? tagsOf(options.tag) : before.tags,
                           app.count("--note") > 0 ? options.note : before.note));
        return Exit::Good;
    }
    const std::vector<fs::path> folders = options.folders.empty() ? libraryFolders() : options.folders;
    std::error_code error;
    for (const fs::path& folder : folders) {
        if (!options.folders.empty() && !fs::is_directory(folder, error)) {
            return fail(Code::NotFound, folder.string(), "there is no such folder");
        }
    }
    const fs::path index = Library::usualIndex();
    if (options.rebuild) {
        fs::remove(index, error);
    }
    KVW_TRY_ASSIGN(auto opened, Library::open(index));
    if (!opened.problem().empty()) {
        warn(opened.problem().english() + " The index is kept in memory this time.");
    }
    KVW_TRY(opened.refresh(folders));
    KVW_TRY_ASSIGN(const auto entries, opened.entries(folders, options.filter));
    for (const LibraryEntry& entry : entries) {
        if (!entry.warning.empty() && options.table.empty()) {
            warn(entry.warning.english());
        }
    }
    if (!options.table.empty()) {
        std::vector<fs::path> bundles;
        for (const LibraryEntry& entry : entries) {
            if (entry.state == "finished" && entry.problem.empty()) {
                bundles.push_back(entry.path);
            } else {
                warn(entry.path.string() + " is not in the table: " +
                     (entry.problem.empty() ? "it " + entry.state : entry.problem.english()));
            }
        }
        std::vector<Phrase> warnings;
        KVW_TRY_ASSIGN(const auto text, runTableText(bundles, options.table, commaList(options.columns), &warnings));
        std::ranges::for_each(englishOf(warnings), warn);
        print(text);
        return Exit::Good;
    }
    const ordered_json bundles = jsonList(entries, [](const LibraryEntry& entry) { return toJson(entry); });
    print(options.json      ? dumped({{"command", "library"}, {"bundles", bundles}})
          : bundles.empty() ? "No bundle was found.\n"
                            : bundlesText(bundles));
    return Exit::Good;
}

}  // namespace

void addLibrary(Commands& commands) {
    const auto [app, options] = commands.add<LibraryOptions>(
        "library", "List, filter and tag the bundles of folders",
        "  kvw library\n"
        "  kvw library sweeps --filter 'policy:snapkv delta<0.1 tag:thesis'\n"
        "  kvw library sweeps --filter tag:thesis --table tex --columns policy,delta_nll,held_share\n"
        "  kvw library sweeps/grid/runs/capacity=64 --tag 'thesis, figure 3'\n"
        "  kvw library --unfinished --keep\n", library);
    addOption(app, "folders", options.folders,
              "folders to search; default: the folder of the window's runs. With --tag or --note: a bundle",
              somePath().named("DIR"));
    addOption(app, "--filter", options.filter,
              "words that must all occur, and conditions: model:, text:, policy:, tag:, note:, state:, kind:, path:, "
              "and nll, delta, kl, held, tokens, ms or seed with <, <=, >, >= or = and a number",
              anyText("TEXT"));
    addOption(app, "--tag", options.tag, "replace the tags of a bundle; separated by commas", anyText("TAGS"));
    addOption(app, "--note", options.note, "replace the note of a bundle", anyText("TEXT"));
    CLI::Option* table = addOption(app, "--table", options.table,
                                   "print a table for a page (tex, md) or for programs (csv): a row per lane, mean "
                                   "and standard deviation over repeats, the best value of a column marked",
                                   oneOf({"tex", "md", "csv"}));
    addOption(app, "--columns", options.columns,
              "with --table: the columns, in this order, of " + joined(runTableColumns(), ", ", &RunTableColumn::name),
              anyText("NAMES"))
        ->needs(table);
    app.add_flag("--rebuild", options.rebuild, "rebuild the index from the bundles");
    CLI::Option* left = app.add_flag("--unfinished", options.unfinished,
                                     "list the recordings of runs during which the window or kvw was killed");
    app.add_flag("--keep", options.keep,
                 "with --unfinished: move these (default: all) to the folder of the window's runs and print their "
                 "paths")
        ->needs(left);
    app.add_flag("--forget", options.forget, "with --unfinished: remove these (default: all)")
        ->needs(left)
        ->excludes("--keep");
    for (const char* other : {"--filter", "--tag", "--note", "--table", "--rebuild"}) {
        left->excludes(app.get_option(other));  // these options would seem to narrow what --forget removes, but cannot
    }
    app.add_flag("--json", options.json, "print one JSON object instead of a table");
}

}  // namespace kvw::cli
