// SPDX-License-Identifier: GPL-3.0-or-later
/// Plays a story in the real window: its directives act on the selection, the next run and the engine; actions that
/// only a window can do are requested by signals.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/session/workspace.h"
#include "app/workbench/stories/story.h"
#include "app/workbench/stories/story_wait.h"

namespace kvw::wb {

/// Never blocks: a directive that must wait is retried when the workspace changes, at most one directive that prepares
/// a run is executed per turn of the event loop, and the learner may turn the page at any time. Leaving a story undoes
/// and stops nothing. Thread: GUI thread.
class StoryPlayer : public QObject {
    Q_OBJECT
 public:
    explicit StoryPlayer(Workspace& workspace, QObject* parent = nullptr);

    /// Opens a story at its first page. `folder`: folder of the story's own texts.
    void open(Story story, std::filesystem::path folder);
    void leave();
    /// Returns the story left last, if its page had no run or the page's run is still in the session; null: there is
    /// none.
    [[nodiscard]] const Story* left() const;
    void resume();                                                                      ///< continues `left`
    [[nodiscard]] const Story* story() const { return m_story ? &*m_story : nullptr; }  ///< null: none is open
    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    [[nodiscard]] int page() const noexcept { return m_page; }  ///< also of `left`
    [[nodiscard]] const StoryPage& current() const { return m_story->pages[static_cast<std::size_t>(m_page)]; }

    /// Turns pages. The first visit plays the directives of a page from its start; later visits show the run that was
    /// there and continue where the page was left; `repeat` plays all directives again. Hooks are played at every
    /// visit.
    void next();
    /// Skips what the page waits for the learner to do, plays the rest, then does as `next`.
    void skip();
    void back();
    void repeat();
    /// Returns whether every directive of the page was played.
    [[nodiscard]] bool pageDone() const;

    /// Returns the question of the page once it is reached; null: none.
    [[nodiscard]] const AskAction* question() const noexcept { return m_question; }
    /// Returns the chosen option, or 0 for a typed number; -1: not answered; AskAction::choices: revealed without a
    /// guess.
    [[nodiscard]] int answer() const { return m_story ? m_answers[static_cast<std::size_t>(m_page)] : -1; }
    /// Returns the number that answered the page's question, if it was answered by one.
    [[nodiscard]] double typed() const { return m_story ? m_typed[static_cast<std::size_t>(m_page)] : 0; }
    /// Returns whether the answer may be shown: the question was answered and, if the page makes a run that shows the
    /// answer, that run has ended. True at once if the learner asked for the answer without a guess.
    [[nodiscard]] bool revealed() const;
    void answerWith(int option);
    void answerWithNumber(double number);
    void reveal();
    /// Reports that a directive was left out; called by the owner of a dock or control that is missing.
    void leaveOut(const QString& why);

    [[nodiscard]] QString waitingFor() const noexcept { return m_waitingFor; }  ///< empty: it does not wait
    [[nodiscard]] bool waitsForLearner() const;                                 ///< only the learner can end this wait
    /// Returns the reason of the first directive of the page that was left out. Each mistake of the story is also a
    /// warning in the list of problems.
    [[nodiscard]] QString mistake() const noexcept { return m_mistake; }
    [[nodiscard]] QString highlighted() const noexcept { return m_highlighted; }

 Q_SIGNALS:
    void pageChanged();                                     ///< another page, or none
    void changed();                                         ///< question, answer, wait or mistake
    void showDock(const QString& id, const QString& mode);  ///< `mode` empty: as it is
    void showOnly(const QStringList& docks);                ///< beside the page; empty: the docks from before
    void highlight(const QString& control);                 ///< empty: none

 private:
    /// State when a run was requested; it has started once another recording is shown.
    struct Start {
        std::shared_ptr<Recording> recording;
        std::uint64_t generation = 0;
        bool failed = false, tried = false;  ///< Failed already before; another state was seen since
    };

    /// State of a page when it was left.
    struct Left {
        std::size_t at = 0;  ///< next directive
        std::weak_ptr<Recording> recording;
        int lane = 0, layer = 0, head = -1;
        std::int64_t step = -1;  ///< -1: the newest
        std::vector<std::int32_t> tokens;
    };

    void turnTo(int page);
    void goOnFrom(const Left& left);
    void showAsItWas(const Left& left);  ///< if another run is on screen
    void leavePage();
    void clearPage();  ///< forgets what the page showed and waited for
    void advance();
    void advanceSoon();
    void finishPage();  ///< plays `on done` once every directive was played
    void playHook(const std::vector<StoryDirective>& hook);

    [[nodiscard]] bool act(const LoadAction& action);
    [[nodiscard]] bool act(const CompareAction& action);
    [[nodiscard]] bool act(const RunAction& action);
    [[nodiscard]] bool act(const PauseAction& action);
    [[nodiscard]] bool act(const GoAction& action);
    [[nodiscard]] bool act(const SelectAction& action);
    [[nodiscard]] bool act(const ShowAction& action);
    [[nodiscard]] bool act(const LayoutAction& action);
    [[nodiscard]] bool act(const FillAction& action);
    [[nodiscard]] bool act(const HighlightAction& action);
    [[nodiscard]] bool act(const ForkAction& action);
    [[nodiscard]] bool act(const BesideAction& action);
    [[nodiscard]] bool act(const PredictAction& action);
    [[nodiscard]] bool act(const WaitAction& action);
    [[nodiscard]] bool act(const AskAction& action);

    [[nodiscard]] bool begin(const RunAction& action);
    void endPrediction();                             ///< ends a prediction begun by a page
    void endPredictionBefore(const StoryPage& page);  ///< does so if the page makes another run
    /// Restarts a prediction on a revisited page that was left before its marks were revealed.
    void predictAgain();
    void runIsGone();   ///< ends the page because the run that its rest is about is gone
    void pointAgain();  ///< marks the control that the page marked when it was left
    void expectStart();
    [[nodiscard]] bool started();
    [[nodiscard]] bool awaitStart();
    [[nodiscard]] bool runTo(std::int64_t step);
    [[nodiscard]] bool goToProbe(std::int64_t number);
    [[nodiscard]] bool wait(const QString& what);        ///< always returns false
    [[nodiscard]] bool refuse(const QString& sentence);  ///< always returns true: the directive is left out
    /// Does the same for a place in a run. If that run was passed over or another one is shown, the story is correct:
    /// the reason appears on the page but not among the problems.
    [[nodiscard]] bool refusePlace(const QString& why);
    [[nodiscard]] bool passedOver() const;  ///< the learner skipped the last run before this point

    Workspace& m_workspace;
    std::optional<Story> m_story, m_leftStory;  ///< at most one of them; the state of pages belongs to it
    std::filesystem::path m_folder;
    int m_page = 0;
    std::vector<std::optional<Left>> m_left;     ///< [pages]; none: not visited yet, or to be played again
    std::size_t m_at = 0;                        ///< next directive of the page
    int m_line = 0;                              ///< line of the directive being played
    bool m_begun = false;                        ///< the directive was tried before
    bool m_advancing = false, m_queued = false;  ///< `m_advancing`: guards against changes caused by a directive itself
    bool m_loaded = false;                       ///< the draft was set by the story and not started yet
    int m_loadedOn = -1;                         ///< last page that loaded a run
    bool m_elsewhere = false;                    ///< the page was left with another run than the shown one
    bool m_finished = false;                     ///< `on done` was played in this visit
    bool m_stepping = false;                     ///< `run to`: the steps were requested
    bool m_skipping = false;                     ///< the page is turned once its rest was played
    std::optional<Start> m_start;                ///< pending start of a run
    std::optional<StoryWait> m_wait;
    bool m_predicts = false;                       ///< a page began the current prediction
    std::weak_ptr<const Recording> m_predictedOn;  ///< run of the last page that began one
    const AskAction* m_question = nullptr;
    std::vector<int> m_answers;   ///< [pages]
    std::vector<double> m_typed;  ///< [pages]
    QString m_waitingFor, m_mistake, m_highlighted;
};

}  // namespace kvw::wb
