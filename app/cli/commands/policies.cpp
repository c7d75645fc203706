// SPDX-License-Identifier: Apache-2.0
/// `kvw policies`: lists installed and refused plugins and their parameters, and manages presets and plugins. Reads
/// manifests only, unless asked to check.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/report/combination_report.h"
#include "app/cli/report/policy_report.h"
#include "app/cli/report/text_table.h"
#include "core/policy/host/bibtex.h"
#include "core/policy/host/choice/choice.h"
#include "core/policy/host/install.h"
#include "core/policy/host/user_presets.h"
#include "core/session/engine.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

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
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
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
    if (!options.save.empty() || !options.forget.empty()) {
        Result<void> done = options.save.empty() ? Result<void>() : savePreset(catalog, options.save);
        if (done && !options.forget.empty()) {
            done = removeUserPreset(userPresetsFile(), options.forget);
        }
        if (!done) {
            return tl::unexpected(done.error());
        }
    }
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
    const bool refused = std::any_of(entries.begin(), entries.end(), [](const PluginEntry& entry) {
        return entry.state == PluginState::Refused || entry.state == PluginState::CrashedLastStart;
    });
    return options.check && refused ? Exit::Failed : Exit::Good;
}

}  // namespace

void addPolicies(Commands& commands) {
    const auto options = std::make_shared<PoliciesOptions>();
    CLI::App* app = commands.add("policies", "List the installed policies, their parameters and references",
                                 "  kvw policies\n"
                                 "  kvw policies streaming\n"
                                 "  kvw policies --json\n"
                                 "  kvw policies --bibtex snapkv\n"
                                 "  kvw policies --combinations\n"
                                 "  kvw policies --check\n"
                                 "  kvw policies --disable h2o\n"
                                 "  kvw policies --install build/my-policy\n"
                                 "  kvw policies --save-preset short-memory=streaming:recent=64\n");
    auto* id = app->add_option("id", options->id,
                               "show all about a plugin, or about a policy, scorer, budget, reader or codec")
                   ->type_name("ID");
    auto* json = app->add_flag("--json", options->json, "print one JSON object");
    app->add_flag("--bibtex", options->bibtex, "print the papers behind all plugins, or behind one ID, as BibTeX")
        ->excludes(json);
    app->add_option("--disable", options->disable, "do not use this plugin from now on")->type_name("ID");
    app->add_option("--enable", options->enable, "use this plugin again, also after it ended the program")
        ->type_name("ID");
    app->add_option(
           "--save-preset", options->save,
           "name a policy with its settings and the positions and prefill of its lane; the name stands for it anywhere")
        ->type_name("NAME=POLICY");
    app->add_option("--forget-preset", options->forget, "delete one")->type_name("NAME");
    auto* install = app->add_option("--install", options->install,
                                    "copy a plugin (a folder with manifest.json and library) to your own plugins")
                        ->type_name("FOLDER");
    app->add_flag("--replace", options->replace, "with --install: replace a plugin with the same id")->needs(install);
    app->add_flag("--combinations", options->combinations,
                  "list which scorers and budgets, and which codecs and policies, can be combined")
        ->excludes(id);
    app->add_flag("--check", options->check, "load every plugin; exit code 1 if one is refused");
    commands.setAction([options] { return list(*options); });
}

}  // namespace kvw::cli
