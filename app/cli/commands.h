// SPDX-License-Identifier: Apache-2.0
/// Interface between the commands of `kvw` and its main program.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

enum class Exit : int {
    Good = 0,
    Failed = 1,    ///< the work started but failed; a message says why
    BadUsage = 2,  ///< no work was started
};

/// Declared options of a command and the action to run once they are parsed. An Error is printed as a sentence; its
/// code decides between Failed and BadUsage. Actions throw no exceptions.
struct Command {
    CLI::App* app = nullptr;
    std::function<Result<Exit>()> action;
};

/// A command that was just added: its options are declared next.
template <class Options>
struct Added {
    CLI::App& app;
    Options& options;
};

class Commands {
 public:
    explicit Commands(CLI::App& root) : m_root(&root) {}

    /// Adds a command. `examples`: lines for the end of its help. `action` gets the parsed options and command.
    template <class Options>
    Added<Options> add(const char* name, const char* purpose, const char* examples,
                       std::function<Result<Exit>(const Options&, const CLI::App&)> action) {
        CLI::App* app = m_root->add_subcommand(name, purpose);
        app->footer(std::string("Examples:\n") + examples);
        // Unknown options are collected so that a message can name the nearest known one.
        app->allow_extras();
        const auto options = std::make_shared<Options>();
        m_commands.push_back({app, [=, run = std::move(action)] { return run(*options, *app); }});
        return {*app, *options};
    }
    /// Does the same for an action that needs the options only.
    template <class Options>
    Added<Options> add(const char* name, const char* purpose, const char* examples,
                       Result<Exit> (*action)(const Options& options)) {
        return add<Options>(name, purpose, examples,
                            [action](const Options& options, const CLI::App&) { return action(options); });
    }

    /// Adds a command without arguments, which prints a list as text or JSON.
    void addList(const char* name, const char* purpose, const char* examples, Result<Exit> (*list)(bool json)) {
        const auto [app, json] =
            add<bool>(name, purpose, examples, [list](const bool& asked, const CLI::App&) { return list(asked); });
        app.add_flag("--json", json, "print one JSON object");
    }

    [[nodiscard]] const std::vector<Command>& all() const noexcept { return m_commands; }

 private:
    CLI::App* m_root;
    std::vector<Command> m_commands;
};

}  // namespace kvw::cli
