// SPDX-License-Identifier: GPL-3.0-or-later
/// Guided story as plain data: pages of Markdown with the directives that run when a page is opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kvw::wb {

/// Directive that sets up the next run: a text and policies, one lane each. Values of -1: the defaults of a new run.
struct LoadAction {
    std::string text;  ///< name of an embedded text, or of a file beside the story
    std::vector<std::string> policies;
    std::string model;  ///< model on this machine; empty: the embedded model
    std::int64_t prompt = -1, steps = -1;
    bool cacheRank = false;
    bool full = true;  ///< adds a lane with the full cache
};
/// Directive that sets other policies for the next run, which keeps its text.
struct CompareAction {
    std::vector<std::string> policies;
};
/// Directive that starts the loaded run, or continues a paused one; pauses once step `to` is recorded (-1: does not
/// pause).
struct RunAction {
    std::int64_t to = -1;
};
struct PauseAction {};
/// Directive that moves the cursor. `number`: the step, the prune event (from 1) or the probe (from 1).
struct GoAction {
    enum Where { Start, End, Step, Prune, Probe } where = Start;
    std::int64_t number = 0;
};
/// Directive that selects a layer, a head or a lane; head -1: all.
struct SelectAction {
    enum What { Layer, Head, Lane } what = Layer;
    int number = 0;
};
struct ShowAction {
    std::string dock;
    std::string mode;  ///< words of the dock's controls, as in names of figures; empty: as it is
};
/// Directive that shows only these docks beside the page; none: the docks from before.
struct LayoutAction {
    std::vector<std::string> docks;
};
/// Directive that sets a parameter of the policy in the form, as the learner would.
struct FillAction {
    std::string parameter, value;
};
/// Directive that marks a control; empty: removes the mark.
struct HighlightAction {
    std::string control;
};
/// Directive that forks the shown run in its selected lane. `text`: the policy that the fork continues with, or the
/// tokens to change. Forget: puts the evicted tokens of a probe's fact back before its question.
struct ForkAction {
    enum What { Policy, Forget, Evict, Pin, Release, Restore } what = Policy;
    enum Where { Step, Probe, Prune, Here } where = Here;
    std::int64_t number = 0;  ///< the step, the probe or the prune event
    std::string text;
};
/// Directive that shows a fork and its parent as lanes of one picture.
struct BesideAction {};
/// Directive that lets the learner mark what the next prune event will evict; the page continues after the reveal.
struct PredictAction {};
/// Directive that waits for the learner or the run.
struct WaitAction {
    enum For { Finished, Step, Parameter, Token, Layer, Head, Lane, Fork } what = Finished;
    std::string parameter;  ///< of the policy in the form
    enum Relation { AtLeast, AtMost, Changed } relation = AtLeast;
    double number = 0;  ///< the step, or the parameter value
};
/// Directive that asks a question; the page continues once it is answered. Its answer is an option, or a number that
/// the learner types.
struct AskAction {
    std::string question;
    std::vector<std::string> options;
    std::size_t right = 0;
    std::optional<double> number;  ///< the right one; there are no options then
    double within = 0;             ///< largest difference that still counts as right
    std::string explanation;

    /// Returns the number of possible answers; an answer of that value means revealed without a guess.
    [[nodiscard]] std::size_t choices() const { return number ? 1 : options.size(); }
};

using StoryAction =
    std::variant<LoadAction, CompareAction, RunAction, PauseAction, GoAction, SelectAction, ShowAction, LayoutAction,
                 FillAction, HighlightAction, ForkAction, BesideAction, PredictAction, WaitAction, AskAction>;

struct StoryDirective {
    int line = 0;  ///< in the file, from 1
    StoryAction action;
};

/// Returns whether the directive is one of these.
template <class... Actions>
[[nodiscard]] bool isOneOf(const StoryDirective& directive) {
    return (std::holds_alternative<Actions>(directive.action) || ...);
}

struct StoryPage {
    std::string title;  ///< empty: none
    std::string text;   ///< Markdown, without directives
    int line = 0;
    std::vector<StoryDirective> directives;
    /// Hooks of directives that never wait: `enter` whenever the page is shown, `leave` whenever it is left, and `done`
    /// once all `directives` have run, also when a finished page is shown again.
    std::vector<StoryDirective> enter, leave, done;
};

struct Story {
    std::string file;              ///< file name without its folder
    std::string title, summary;    ///< lines of Markdown (lineAsWords in story_text.h)
    std::vector<StoryPage> pages;  ///< at least one
};

/// Upper limits on what is read from a file and shown; more is refused with a sentence.
struct StoryLimits {
    static constexpr std::size_t kBytes = 1 << 20;
    static constexpr std::size_t kLine = 2000, kPageText = 20000;  ///< characters
    static constexpr std::size_t kPages = 100, kDirectives = 1000, kPolicies = 6, kOptions = 6;
    static constexpr std::size_t kViews = 2;                 ///< docks beside the page in a layout
    static constexpr std::size_t kBars = 32, kCells = 4000;  ///< `|` per line; table cells per page
};

}  // namespace kvw::wb
