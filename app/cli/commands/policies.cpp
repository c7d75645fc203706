// SPDX-License-Identifier: Apache-2.0
/// `kvw policies`: lists installed and refused plugins and their parameters, and manages presets and plugins. Reads
/// manifests only, unless asked to check.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/report/policy_report.h"
#include "app/cli/report/text_table.h"
#include "core/base/json/json_value.h"
#include "core/policy/host/bibtex.h"
#include "core/policy/host/choice/choice.h"
#include "core/policy/host/choice/combination.h"
#include "core/policy/host/install.h"
#include "core/policy/host/user_presets.h"
#include "core/session/engine.h"
#include "core/session/spec/run_changes.h"

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
        const auto found = std::ranges::find(m_texts, text);
        const auto number = static_cast<std::size_t>(found - m_texts.begin()) + 1;
        if (found == m_texts.end()) {
            m_texts.push_back(text);
        }
        return std::to_string(number);
    }
    std::string text() const {
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

/// Returns a table of scorers by budgets with a mark in each cell, a legend of the marks, and the pairs of codec and
/// policy that do not run.
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

/// Returns every pair with its verdict and required settings, for layer-major and for streaming prefill.
ordered_json combinationsJson(const Catalog& catalog) {
    return {{"compositions", tableJson(compositions(catalog), compositions(catalog, streaming()), "scorer", "budget")},
            {"codecs", tableJson(storages(catalog), storages(catalog, streaming()), "policy", "codec")}};
}

struct PoliciesOptions {
    std::string id, disable, enable, save, forget, install;
    bool json = false, check = false, replace = false, combinations = false, bibtex = false;
};

/// Checks that a plugin or something it provides has this id. Errors: BadUsage, naming the nearest id.
Result<void> checkKnown(const std::vector<PluginEntry>& entries, const std::string& id, const std::string& where) {
    std::vector<std::string> ids;
    for (const PluginEntry& entry : entries) {
        ids.push_back(entry.manifest.id);
        for (const Provided& provided : entry.manifest.provides) {
            ids.push_back(provided.id);
        }
    }
    if (std::ranges::find(ids, id) != ids.end()) {
        return {};
    }
    const std::string near = nearest(id, ids);
    return fail(Code::BadUsage, where,
                near.empty() ? phrase("no plugin \"%1\" is installed; kvw policies lists them", id)
                             : phrase("no plugin \"%1\" is installed; did you mean \"%2\"?", id, near));
}

Result<void> setEnabled(const Catalog& catalog, const std::string& id, bool enabled) {
    KVW_TRY(checkKnown(catalog.entries(), id, enabled ? "--enable" : "--disable"));
    return setPluginEnabled(catalog.paths(), id, enabled);
}

/// Saves a preset given as `name=policy`, after checking it, in canonical form and with the lane's own settings.
Result<void> savePreset(const Catalog& catalog, const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) {
        return fail(Code::BadUsage, "--save-preset", "this names no policy", text, "NAME=POLICY");
    }
    const std::string name = text.substr(0, equals);
    if (catalog.findAlone(name)) {
        return fail(Code::BadUsage, "--save-preset", phrase("\"%1\" is installed", name), {}, "another name");
    }
    return resolveChain(catalog, text.substr(equals + 1)).and_then([&](const PolicyChain& chain) -> Result<void> {
        if (!chain.changes.empty()) {
            return fail(Code::BadUsage, "--save-preset", "a preset is a policy without changes in mid-run", text,
                        name + '=' + toText(PolicyChain{chain.policy, {}, chain.own}));
        }
        return saveUserPreset(userPresetsFile(), {name, toText(chain)});
    });
}

Result<Exit> install(const PluginPaths& paths, const PoliciesOptions& options) {
    return installPlugin(paths, options.install, options.replace).map([](const Installed& installed) {
        print(fmt::format("{} {} {} {}\n", installed.manifest.id, installed.manifest.version,
                          installed.there      ? "is already installed:"
                          : installed.replaced ? "is replaced:"
                                               : "is installed:",
                          installed.folder.string()));
        return Exit::Good;
    });
}

Result<Exit> list(const PoliciesOptions& options) {
    if (options.combinations && options.check) {
        return fail(Code::BadUsage, "kvw policies",
                    "--combinations reads manifests only, so --check would load nothing for it",
                    "--combinations and --check", "one of them");
    }
    const PluginPaths paths = PluginPaths::standard();
    Catalog catalog = Catalog::scan(paths);
    KVW_TRY(options.save.empty() ? Result<void>() : savePreset(catalog, options.save));
    KVW_TRY(options.forget.empty() ? Result<void>() : removeUserPreset(userPresetsFile(), options.forget));
    if (!options.install.empty()) {
        return install(paths, options);
    }
    for (const bool enabled : {false, true}) {
        const std::string& id = enabled ? options.enable : options.disable;
        if (id.empty()) {
            continue;
        }
        KVW_TRY(setEnabled(catalog, id, enabled));
        catalog = Catalog::scan(paths);
    }
    if (options.combinations) {
        print(options.json ? dumped(combinationsJson(catalog)) : combinationsText(catalog));
        return Exit::Good;
    }
    std::vector<PluginEntry> entries = catalog.entries();
    if (options.check) {
        KVW_TRY_ASSIGN(const auto engine, openEngine());
        entries = engine->probePlugins(catalog);
    }
    if (!options.id.empty()) {
        KVW_TRY(checkKnown(entries, options.id, "kvw policies"));
        std::erase_if(entries, [&](const PluginEntry& entry) { return !isAbout(entry, options.id); });
    }
    std::string text;
    // Damaged user files were reported before the command began.
    const std::vector<UserPreset> presets = readUserPresets(userPresetsFile()).value_or(std::vector<UserPreset>());
    if (options.bibtex) {
        std::vector<Reference> works;
        for (const PluginEntry& entry : entries) {
            works.insert(works.end(), entry.manifest.references.begin(), entry.manifest.references.end());
        }
        text = bibtexOf(works);
    } else if (options.json) {
        text = dumped(policiesJson(entries, presets));
    } else if (options.id.empty()) {
        text = policiesText(entries, presets);
    } else {
        for (const PluginEntry& entry : entries) {
            text += policyText(entry, options.id, readConformanceRecord(paths, entry));
        }
    }
    print(text);
    const bool refused = std::ranges::any_of(entries, [](const PluginEntry& entry) {
        return entry.state == PluginState::Refused || entry.state == PluginState::CrashedLastStart;
    });
    return options.check && refused ? Exit::Failed : Exit::Good;
}

}  // namespace

void addPolicies(Commands& commands) {
    const auto [app, options] = commands.add<PoliciesOptions>(
        "policies", "List the installed policies, their parameters and references",
        "  kvw policies\n"
        "  kvw policies streaming\n"
        "  kvw policies --json\n"
        "  kvw policies --bibtex snapkv\n"
        "  kvw policies --combinations\n"
        "  kvw policies --check\n"
        "  kvw policies --disable h2o\n"
        "  kvw policies --install build/my-policy\n"
        "  kvw policies --save-preset short-memory=streaming:recent=64\n", list);
    auto* id = addOption(app, "id", options.id,
                         "show all about a plugin, or about a policy, scorer, budget, reader or codec", anyText("ID"));
    auto* json = app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--bibtex", options.bibtex, "print the papers behind all plugins, or behind one ID, as BibTeX")
        ->excludes(json);
    addOption(app, "--disable", options.disable, "do not use this plugin from now on", anyText("ID"));
    addOption(app, "--enable", options.enable, "use this plugin again, also after it ended the program", anyText("ID"));
    addOption(app, "--save-preset", options.save,
              "name a policy with its settings and the positions and prefill of its lane; the name stands for it "
              "anywhere",
              anyText("NAME=POLICY"));
    addOption(app, "--forget-preset", options.forget, "delete one", anyText("NAME"));
    auto* install = addOption(app, "--install", options.install,
                              "copy a plugin (a folder with manifest.json and library) to your own plugins",
                              anyText("FOLDER"));
    app.add_flag("--replace", options.replace, "with --install: replace a plugin with the same id")->needs(install);
    app.add_flag("--combinations", options.combinations,
                 "list which scorers and budgets, and which codecs and policies, can be combined")
        ->excludes(id);
    app.add_flag("--check", options.check, "load every plugin; exit code 1 if one is refused");
}

}  // namespace kvw::cli
