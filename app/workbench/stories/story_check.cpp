// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_check.h"

#include <algorithm>
#include <string_view>

#include "app/workbench/session/files/bundle_files.h"
#include "app/workbench/session/trace_index.h"
#include "app/workbench/stories/story_lines.h"
#include "app/workbench/stories/story_loader.h"
#include "core/base/comma_list.h"
#include "core/policy/host/choice/choice.h"

namespace kvw::wb {

namespace {

/// Goes through the directives in order and tracks what the current run would be.
class Checker {
 public:
    Checker(const std::filesystem::path& file, Workspace& workspace, const StoryControls& controls,
            const Recording* shown)
        : m_name(file.filename().string()),
          m_folder(file.parent_path()),
          m_workspace(workspace),
          m_controls(controls),
          m_shown(shown),
          m_lane(shown != nullptr && shown->lanes() > 1 ? 1 : 0) {}

    Result<void> check(const StoryDirective& directive) {
        m_line = directive.line;
        return std::visit([this](const auto& action) { return fits(action); }, directive.action);
    }

 private:
    [[nodiscard]] tl::unexpected<Error> wrong(Phrase what, Phrase found = {}, Phrase expected = {}) const {
        return StoryPlace{m_name, m_line}.wrong(std::move(what), std::move(found), std::move(expected));
    }
    [[nodiscard]] Result<void> at(const Result<void>& applied) {
        if (applied) {
            m_loaded = true;
            m_shown = nullptr;
            return {};
        }
        return wrong(applied.error().asPhrase());
    }
    /// Checks that a number is below `count`. Without a `load`, the story plays over the shown run, of which only a
    /// bundle's counts are known.
    [[nodiscard]] Result<void> below(std::int64_t number, std::int64_t count, const char* lacking,
                                     const char* bundleLacks) const {
        if (count <= 0 || number < count) {
            return {};
        }
        return wrong(m_shown != nullptr ? bundleLacks : lacking, number, phrase("a number below %1", count));
    }
    [[nodiscard]] Result<void> hasStep(std::int64_t number) const {
        return below(number, steps(), "there is no such step", "the bundle has no such step");
    }
    // Returns the steps of the current run; 0: unknown.
    [[nodiscard]] std::int64_t steps() const {
        return m_loaded             ? m_workspace.draft().planned().total()
               : m_shown != nullptr ? BundleFiles::stepsOf(*m_shown)
                                    : 0;
    }
    [[nodiscard]] std::int64_t countOf(SelectAction::What what) const {
        if (m_shown != nullptr) {
            const ModelInfo& model = m_shown->description().model;
            return what == SelectAction::Layer  ? model.layers
                   : what == SelectAction::Head ? model.queryHeads
                   : m_forked                   ? 0
                                                : m_shown->lanes();
        }
        if (!m_loaded) {
            return 0;
        }
        const RunDraft::ModelFacts model = m_workspace.draft().modelFacts();
        if (what != SelectAction::Lane) {
            return what == SelectAction::Layer ? model.layers : model.queryHeads;
        }
        const auto spec = m_workspace.draft().spec();
        return spec ? static_cast<std::int64_t>(spec->policies.size()) : 0;
    }
    /// Returns the prune events of the selected lane; -1: unknown, as for a future run.
    [[nodiscard]] std::int64_t prunes() const {
        if (m_shown == nullptr || m_forked || !m_shown->hasTrace(m_lane)) {
            return -1;
        }
        TraceIndex index(m_shown->trace(m_lane));
        index.advance();
        return static_cast<std::int64_t>(index.pruneSteps().size());
    }
    [[nodiscard]] Result<void> hasPrune(std::int64_t number) const {
        const std::int64_t count = prunes();
        return count < 0 || number <= count ? Result<void>()
                                            : wrong(phrase("lane %1 of the bundle has no such prune event", m_lane),
                                                    number, phrase("at most %1", count));
    }
    [[nodiscard]] Result<void> hasProbe(std::int64_t number) const {
        if (!m_loaded && m_shown == nullptr) {
            return {};
        }
        const std::int64_t probes = m_shown != nullptr ? static_cast<std::int64_t>(m_shown->description().probes.size())
                                                       : m_workspace.draft().textFacts().probes;
        return number <= probes ? Result<void>()
                                : wrong(m_shown != nullptr ? "the text of the bundle has no such probe"
                                                           : "the text has no such probe",
                                        number, phrase("at most %1", probes));
    }

    [[nodiscard]] Result<void> hasDock(const std::string& dock) const {
        return m_controls.dock(QString::fromStdString(dock)) ? Result<void>() : wrong("there is no such dock", dock);
    }
    [[nodiscard]] Result<void> hasParameter(const std::string& name) const {
        PolicyForm& form = m_workspace.draft().form();
        if (form.parameter(QString::fromStdString(name)) != nullptr) {
            return {};
        }
        return wrong(
            phrase("%1 has no such parameter", form.id().toStdString()), name,
            joined(form.parameters(), ", ", [](const ParameterModel* known) { return known->name().toStdString(); }));
    }

    Result<void> fits(const LoadAction& action) {
        if (lacksModel(action)) {
            m_loaded = false;  // its run is unknown
            m_shown = nullptr;
            return {};
        }
        return at(applyLoad(action, m_folder, m_workspace));
    }
    Result<void> fits(const CompareAction& action) { return at(applyCompare(action, m_workspace)); }
    Result<void> fits(const RunAction& action) { return hasStep(action.to); }
    Result<void> fits(const PauseAction& /*action*/) { return {}; }
    Result<void> fits(const AskAction& /*action*/) { return {}; }
    Result<void> fits(const GoAction& action) {
        return action.where == GoAction::Step    ? hasStep(action.number)
               : action.where == GoAction::Probe ? hasProbe(action.number)
               : action.where == GoAction::Prune ? hasPrune(action.number)
                                                 : Result<void>();
    }
    Result<void> fits(const SelectAction& action) {
        const bool layer = action.what == SelectAction::Layer, head = action.what == SelectAction::Head;
        auto there = below(action.number, countOf(action.what),
                           layer  ? "there is no such layer"
                           : head ? "there is no such head"
                                  : "there is no such lane",
                           layer  ? "the bundle has no such layer"
                           : head ? "the bundle has no such head"
                                  : "the bundle has no such lane");
        if (there && action.what == SelectAction::Lane) {
            m_lane = action.number;
        }
        return there;
    }
    Result<void> fits(const ShowAction& action) {
        KVW_TRY(hasDock(action.dock));
        return action.mode.empty() || !m_controls.mode ||
                       m_controls.mode(QString::fromStdString(action.dock), QString::fromStdString(action.mode))
                   ? Result<void>()
                   : wrong(phrase("%1 has no such mode", action.dock), action.mode);
    }
    Result<void> fits(const LayoutAction& action) {
        for (const std::string& dock : action.docks) {
            KVW_TRY(hasDock(dock));
        }
        return {};
    }
    Result<void> fits(const FillAction& action) {
        if (!m_loaded) {
            return {};
        }
        KVW_TRY(hasParameter(action.parameter));
        ParameterModel* parameter = m_workspace.draft().form().parameter(QString::fromStdString(action.parameter));
        parameter->type(QString::fromStdString(action.value));
        return parameter->error().isEmpty() ? Result<void>()
                                            : wrong(phrase("%1 takes no such value", action.parameter), action.value);
    }
    Result<void> fits(const HighlightAction& action) {
        return action.control.empty() || m_controls.control(QString::fromStdString(action.control))
                   ? Result<void>()
                   : wrong("there is no such control", action.control);
    }
    Result<void> fits(const BesideAction& /*action*/) { return {}; }
    Result<void> fits(const PredictAction& /*action*/) {
        if (m_shown != nullptr && m_shown->description().mode != "teacher") {
            return wrong("the text of the bundle is generated, so nothing can be predicted",
                         m_shown->description().mode, "teacher");
        }
        return hasPrune(1);
    }
    Result<void> fits(const ForkAction& action) {
        if (action.what == ForkAction::Policy) {
            if (const auto known = resolvePolicy(m_workspace.plugins().catalog(), action.text); !known) {
                return wrong(known.error().asPhrase());
            }
        }
        auto there = action.where == ForkAction::Probe   ? hasProbe(action.number)
                     : action.where == ForkAction::Step  ? hasStep(action.number)
                     : action.where == ForkAction::Prune ? hasPrune(action.number)
                                                         : Result<void>();
        m_forked = true;
        return there;
    }
    Result<void> fits(const WaitAction& action) {
        if (action.what == WaitAction::Step) {
            return hasStep(static_cast<std::int64_t>(action.number));
        }
        return action.what != WaitAction::Parameter || !m_loaded ? Result<void>() : hasParameter(action.parameter);
    }

    std::string m_name;
    std::filesystem::path m_folder;
    Workspace& m_workspace;
    const StoryControls& m_controls;
    const Recording* m_shown;  ///< the bundle, until the story loads its own run
    int m_lane;                ///< selected lane of m_shown
    int m_line = 0;
    bool m_loaded = false;
    bool m_forked = false;  ///< the shown run is a fork: same text, other lanes
};

/// Returns the terms of the links to the glossary in a page.
std::vector<std::string> termsIn(std::string_view text) {
    static constexpr std::string_view kLink = "](term:";
    std::vector<std::string> terms;
    for (std::size_t at = 0; (at = text.find(kLink, at)) != std::string_view::npos;) {
        at += kLink.size();
        const std::size_t end = std::min(text.find(')', at), text.size());
        terms.emplace_back(text.substr(at, end - at));
    }
    return terms;
}

}  // namespace

Result<void> checkStory(const Story& story, const std::filesystem::path& file, Workspace& workspace,
                        const StoryControls& controls, const Recording* shown) {
    Checker checker(file, workspace, controls, shown);
    for (const StoryPage& page : story.pages) {
        for (const std::string& term : termsIn(page.text)) {
            if (controls.term && !controls.term(QString::fromStdString(term))) {
                return StoryPlace{story.file, page.line}.wrong("the help explains no such term", term);
            }
        }
        // Check in the order of play.
        for (const auto* part : {&page.enter, &page.directives, &page.done, &page.leave}) {
            for (const StoryDirective& directive : *part) {
                KVW_TRY(checker.check(directive));
            }
        }
    }
    return {};
}

}  // namespace kvw::wb
