// SPDX-License-Identifier: Apache-2.0
/// Interface between the commands of `kvw` and its main program.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
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

class Commands {
 public:
    explicit Commands(CLI::App& root) : m_root(&root) {}

    /// Adds a command. `examples`: lines for the end of its help.
    CLI::App* add(const char* name, const char* purpose, const char* examples) {
        CLI::App* app = m_root->add_subcommand(name, purpose);
        app->footer(std::string("Examples:\n") + examples);
        // Unknown options are collected so that a message can name the nearest known one.
        app->allow_extras();
        m_commands.push_back({app, {}});
        return app;
    }
    /// Sets the action of the command added last.
    void setAction(std::function<Result<Exit>()> action) { m_commands.back().action = std::move(action); }
    /// Adds a command that prints a list. Its only option is `--json`; `action` is told whether that was given.
    void addList(const char* name, const char* purpose, const char* examples, Result<Exit> (*action)(bool json)) {
        const auto json = std::make_shared<bool>(false);
        add(name, purpose, examples)->add_flag("--json", *json, "print one JSON object");
        setAction([json, action] { return action(*json); });
    }

    [[nodiscard]] const std::vector<Command>& all() const noexcept { return m_commands; }

 private:
    CLI::App* m_root;
    std::vector<Command> m_commands;
};

}  // namespace kvw::cli
