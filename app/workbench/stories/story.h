// SPDX-License-Identifier: GPL-3.0-or-later
/// A guided story as plain data: pages of Markdown and, per page, what happens in the window when the page is opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kvw::wb {

/// The next run: a text and policies, one lane each. Values of -1: as a new run has them.
struct LoadAction {
    std::string text;  ///< name of an embedded text, or of a file beside the story
    std::vector<std::string> policies;
    std::string model;  ///< name of a model on this machine; empty: the embedded one
    std::int64_t prompt = -1, steps = -1;
    bool cacheRank = false;
    bool full = true;  ///< the full cache is a lane, too
};
/// Other policies for the next run, which keeps its text.
struct CompareAction {
    std::vector<std::string> policies;
};
/// Starts what was loaded, or continues a paused run; pauses once `to` is recorded (-1: runs on).
struct RunAction {
    std::int64_t to = -1;
};
struct PauseAction {};
/// Moves the cursor. Number: the step, the prune event (from 1) or the probe (from 1).
struct GoAction {
    enum Where { Start, End, Step, Prune, Probe } where = Start;
    std::int64_t number = 0;
};
/// Selects a layer, a head or a lane; head -1: all.
struct SelectAction {
    enum What { Layer, Head, Lane } what = Layer;
    int number = 0;
};
struct ShowAction {
    std::string dock;
};
/// Empty: no control is marked any more.
struct HighlightAction {
    std::string control;
};
/// Forks the shown run in its selected lane. `text`: the policy that goes on there, or the tokens that are laid hands
/// on. Forget: what was evicted of a probe's fact is put back before its question.
struct ForkAction {
    enum What { Policy, Forget, Evict, Pin, Release, Restore } what = Policy;
    enum Where { Step, Probe, Prune, Here } where = Here;
    std::int64_t number = 0;  ///< the step, the probe or the prune event
    std::string text;
};
/// A fork and what it was forked from, as lanes of one picture.
struct BesideAction {};
/// Before the next prune event the learner marks what would go; the page goes on once it is revealed.
struct PredictAction {};
/// What the learner, or the run, has to do before the page goes on.
struct WaitAction {
    enum For { Finished, Step, Parameter, Token, Layer, Head, Lane, Fork } what = Finished;
    std::string parameter;  ///< of the policy in the form
    enum Relation { AtLeast, AtMost, Changed } relation = AtLeast;
    double number = 0;  ///< the step, or the parameter's value
};
/// Predict, then reveal: the page goes on once it is answered.
struct AskAction {
    std::string question;
    std::vector<std::string> options;
    std::size_t right = 0;
    std::string explanation;
};

using StoryAction = std::variant<LoadAction, CompareAction, RunAction, PauseAction, GoAction, SelectAction, ShowAction,
                                 HighlightAction, ForkAction, BesideAction, PredictAction, WaitAction, AskAction>;

struct StoryDirective {
    int line = 0;  ///< in the file, from 1
    StoryAction action;
};

struct StoryPage {
    std::string title;  ///< empty: none
    std::string text;   ///< Markdown, without directives
    int line = 0;
    std::vector<StoryDirective> directives;
    /// Hooks, of directives that never wait: whenever the page is turned to, whenever it is left, and once all of
    /// `directives` were played, also when such a page is turned to again.
    std::vector<StoryDirective> enter, leave, done;
};

struct Story {
    std::string file;              ///< its name, without a folder
    std::string title, summary;    ///< lines of Markdown (lineAsWords in story_text.h)
    std::vector<StoryPage> pages;  ///< at least one
};

/// At most so much of a file is read and shown; more is refused with a sentence.
struct StoryLimits {
    static constexpr std::size_t kBytes = 1 << 20;
    static constexpr std::size_t kLine = 2000, kPageText = 20000;  ///< characters
    static constexpr std::size_t kPages = 100, kDirectives = 1000, kPolicies = 6, kOptions = 6;
    static constexpr std::size_t kBars = 32, kCells = 4000;  ///< | of a line; cells of the tables of a page
};

}  // namespace kvw::wb
