// SPDX-License-Identifier: Apache-2.0
/// `kvw conformance`: runs golden cases on the installed plugins; for all cases of one plugin it also stores the
/// results.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/report/event_lines.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/values.h"
#include "core/base/json/phrase_json.h"
#include "core/conformance/conformance_files.h"
#include "core/device/devices.h"
#include "core/session/engine.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

struct ConformanceOptions {
    std::vector<std::string> paths;
    std::string plugin, device = "cpu";
    int threads = 0;
    bool json = false, quiet = false, events = false;
};

/// Returns the plugin whose cases are requested; null: cases are given as files, which may be about any plugin.
Result<const PluginEntry*> pluginOf(const ConformanceOptions& options, const Catalog& catalog) {
    if (options.plugin.empty()) {
        if (options.paths.empty()) {
            return fail(Code::BadUsage, "kvw conformance", "nothing to check was named", {}, "FILES or --plugin ID");
        }
        return nullptr;
    }
    std::vector<std::string> ids;
    for (const PluginEntry& entry : catalog.entries()) {
        if (entry.manifest.id == options.plugin && entry.state != PluginState::Overridden) {
            if (entry.state == PluginState::Ready) {
                return &entry;
            }
            return fail(Code::BadUsage, options.plugin, phrase("it cannot be used: %1", entry.reason));
        }
        ids.push_back(entry.manifest.id);
    }
    const std::string near = nearest(options.plugin, ids);
    return fail(Code::BadUsage, "--plugin", "there is no plugin of that id", options.plugin,
                near.empty() ? "one that kvw policies lists" : near);
}

void printResult(const ConformanceResult& result) {
    const std::string name = oneLine(result.name), why = oneLine(result.difference.english());
    print(result.skipped  ? fmt::format("skip {}: {}\n", name, why)
          : result.passed ? fmt::format("pass {}\n", name)
                          : fmt::format("FAIL {}: {}\n", name, why));
    std::fflush(output());
}

Result<Exit> check(const ConformanceOptions& options) {
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    KVW_TRY_ASSIGN(const auto plugin, pluginOf(options, catalog));
    const auto files = options.paths.empty() ? conformanceFilesOf(*plugin)
                                             : conformanceFiles({options.paths.begin(), options.paths.end()});
    const EventLines events(options.events);
    KVW_TRY_ASSIGN(const auto engine, files || plugin != nullptr ? openEngine() : tl::unexpected(files.error()));
    if (!files) {
        // If the plugin does not load, report that rather than the missing cases.
        const auto loads = engine->reloadPlugin(*plugin, catalog);
        if (!loads) {
            events.emitEvent("refused",
                             {{"reason", loads.error().reason}, {"phrase", phraseJson(loads.error().asPhrase())}});
        }
        return tl::unexpected(loads ? files.error() : loads.error());
    }
    engine->setThreads(options.threads);
    if (options.device != "cpu") {
        KVW_TRY(openDevice(options.device));
    }
    const Interrupt interrupt;
    events.emitEvent("plan", {{"cases", files->size()}});
    ConformanceRecord record;
    nlohmann::ordered_json cases = nlohmann::ordered_json::array();
    for (const fs::path& file : *files) {
        if (interrupt.requested()) {
            return fail(Code::Cancelled, "kvw conformance", "stopped on request");
        }
        auto result = engine->conformance(file, catalog, options.device);
        if (!result) {
            ConformanceResult broken;
            broken.name = file.stem().string();
            broken.difference = result.error().asPhrase();
            result = std::move(broken);
        }
        const char* outcome = result->skipped ? "skipped" : result->passed ? "passed" : "failed";
        const std::string difference = result->difference.english();
        const bool worthALine = !options.quiet || (!result->passed && !result->skipped);
        record.cases.push_back({result->name, outcome, withTexts(result->difference, oneLine)});
        events.emitEvent("case",
                         {{"name", result->name}, {"outcome", outcome}, {"difference", oneLine(difference)}});
        if (options.json) {
            cases.push_back({{"name", result->name},
                             {"file", file.string()},
                             {"outcome", outcome},
                             {"difference", difference}});
        } else if (worthALine && !options.events) {
            printResult(*result);
        }
    }
    if (plugin != nullptr && options.paths.empty()) {
        record.when = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
        KVW_TRY(writeConformanceRecord(catalog.paths(), *plugin, record));
    }
    const std::int64_t passed = record.count("passed"), failed = record.count("failed");
    const std::int64_t skipped = record.count("skipped");
    if (options.json) {
        print(dumped({{"passed", passed}, {"failed", failed}, {"skipped", skipped}, {"cases", std::move(cases)}}));
    } else if (!options.events) {
        print(fmt::format("{} passed, {} failed, {} skipped\n", passed, failed, skipped));
    }
    return failed > 0 ? Exit::Failed : Exit::Good;
}

}  // namespace

void addConformance(Commands& commands) {
    const auto [app, options] = commands.add<ConformanceOptions>(
        "conformance", "Run conformance cases on the installed plugins",
        "  kvw conformance tests/core/conformance/cases\n"
        "  kvw conformance --plugin snapkv\n"
        "  kvw conformance snapkv-kv-head.json h2o-mha.json --json\n", check);
    addOption(app, "paths", options.paths, "cases, or folders of cases", anyText("FILES"));
    addOption(app, "--plugin", options.plugin,
              "without files: all cases of this plugin; the result is kept, kvw policies ID shows it", anyText("ID"));
    addDevice(app, options.device, "where decode steps run")->capture_default_str();
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--events", options.events, "print events as they happen, one JSON object per line");
    app.add_flag("--quiet", options.quiet, "only failed cases and the count");
}

}  // namespace kvw::cli
