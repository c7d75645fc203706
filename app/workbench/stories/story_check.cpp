// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_check.h"

#include "app/workbench/stories/story_lines.h"
#include "app/workbench/stories/story_loader.h"
#include "core/policy/host/choice.h"

namespace kvw::wb {

namespace {

/// Goes through the directives in order and knows what the run at hand would be.
class Checker {
 public:
    Checker(const std::filesystem::path& file, Workspace& workspace, const StoryControls& controls)
        : m_name(file.filename().string()),
          m_folder(file.parent_path()),
          m_workspace(workspace),
          m_controls(controls) {}

    Result<void> check(const StoryDirective& directive) {
        m_line = directive.line;
        return std::visit([this](const auto& action) { return fits(action); }, directive.action);
    }

 private:
    [[nodiscard]] tl::unexpected<Error> wrong(std::string what, const std::string& found,
                                              std::string expected = {}) const {
        return StoryPlace{m_name, m_line}.wrong(std::move(what), found, std::move(expected));
    }
    [[nodiscard]] Result<void> at(const Result<void>& applied) {
        if (applied) {
            m_loaded = true;
            return {};
        }
        return fail(Code::BadInput, m_name + ", line " + std::to_string(m_line), applied.error().sentence());
    }
    /// Without a `load` the story plays over whatever is shown: nothing is known of that.
    [[nodiscard]] Result<void> below(std::int64_t number, std::int64_t count, const char* what) const {
        if (!m_loaded || count <= 0 || number < count) {
            return {};
        }
        return wrong(std::string("there is no such ") + what, std::to_string(number),
                     "a number below " + std::to_string(count));
    }

    Result<void> fits(const LoadAction& action) { return at(applyLoad(action, m_folder, m_workspace)); }
    Result<void> fits(const CompareAction& action) { return at(applyCompare(action, m_workspace)); }
    Result<void> fits(const RunAction& action) { return below(action.to, lastStep(), "step"); }
    Result<void> fits(const PauseAction& /*action*/) { return {}; }
    Result<void> fits(const AskAction& /*action*/) { return {}; }
    Result<void> fits(const GoAction& action) {
        if (action.where == GoAction::Step) {
            return below(action.number, lastStep(), "step");
        }
        if (action.where == GoAction::Probe && m_loaded) {
            const std::int64_t probes = m_workspace.draft().textFacts().probes;
            return action.number <= probes ? Result<void>()
                                           : wrong("the text has no such probe", std::to_string(action.number),
                                                   "at most " + std::to_string(probes));
        }
        return {};
    }
    Result<void> fits(const SelectAction& action) {
        const RunDraft::ModelFacts model = m_workspace.draft().modelFacts();
        if (action.what == SelectAction::Layer) {
            return below(action.number, model.layers, "layer");
        }
        if (action.what == SelectAction::Head) {
            return below(action.number, model.queryHeads, "head");
        }
        const auto spec = m_workspace.draft().spec();
        return below(action.number, spec ? static_cast<std::int64_t>(spec->policies.size()) : 0, "lane");
    }
    Result<void> fits(const ShowAction& action) {
        return m_controls.dock(QString::fromStdString(action.dock)) ? Result<void>()
                                                                    : wrong("there is no such dock", action.dock);
    }
    Result<void> fits(const HighlightAction& action) {
        return action.control.empty() || m_controls.control(QString::fromStdString(action.control))
                   ? Result<void>()
                   : wrong("there is no such control", action.control);
    }
    Result<void> fits(const BesideAction& /*action*/) { return {}; }
    Result<void> fits(const PredictAction& /*action*/) { return {}; }
    Result<void> fits(const ForkAction& action) {
        if (action.what == ForkAction::Policy) {
            if (const auto known = resolvePolicy(m_workspace.plugins().catalog(), action.text); !known) {
                return fail(Code::BadInput, m_name + ", line " + std::to_string(m_line), known.error().sentence());
            }
        }
        return action.where == ForkAction::Probe  ? fits(GoAction{GoAction::Probe, action.number})
               : action.where == ForkAction::Step ? below(action.number, lastStep(), "step")
                                                  : Result<void>();
    }
    Result<void> fits(const WaitAction& action) {
        if (action.what == WaitAction::Step) {
            return below(static_cast<std::int64_t>(action.number), lastStep(), "step");
        }
        if (action.what != WaitAction::Parameter || !m_loaded) {
            return {};
        }
        PolicyForm& form = m_workspace.draft().form();
        const ParameterModel* parameter = form.parameter(QString::fromStdString(action.parameter));
        if (parameter != nullptr) {
            return {};
        }
        std::string names;
        for (const ParameterModel* known : form.parameters()) {
            names += (names.empty() ? "" : ", ") + known->name().toStdString();
        }
        return wrong(form.id().toStdString() + " has no such parameter", action.parameter, names);
    }
    [[nodiscard]] std::int64_t lastStep() const {
        const RunSpec& spec = m_workspace.draft().base();
        const std::int64_t tokens = m_workspace.draft().textFacts().tokens;
        const std::int64_t prompt = spec.promptTokens < 0 ? std::max<std::int64_t>(1, tokens / 4) : spec.promptTokens;
        return spec.steps < 0 ? tokens : std::min(tokens, prompt + spec.steps);
    }

    std::string m_name;
    std::filesystem::path m_folder;
    Workspace& m_workspace;
    const StoryControls& m_controls;
    int m_line = 0;
    bool m_loaded = false;
};

}  // namespace

Result<void> checkStory(const Story& story, const std::filesystem::path& file, Workspace& workspace,
                        const StoryControls& controls) {
    Checker checker(file, workspace, controls);
    for (const StoryPage& page : story.pages) {
        // In the order in which they are played.
        for (const auto* part : {&page.enter, &page.directives, &page.done, &page.leave}) {
            for (const StoryDirective& directive : *part) {
                if (auto fits = checker.check(directive); !fits) {
                    return fits;
                }
            }
        }
    }
    return {};
}

}  // namespace kvw::wb
