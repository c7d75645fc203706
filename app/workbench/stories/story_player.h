// SPDX-License-Identifier: GPL-3.0-or-later
/// Plays a story in the real window: what its directives say happens to the selection, the next run and the engine;
/// what only a window can do is asked for by signal.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/models/workspace.h"
#include "app/workbench/stories/story.h"
#include "app/workbench/stories/story_wait.h"

namespace kvw::wb {

/// Thread: GUI thread. Never blocks: a directive that has to wait is tried again when the workspace changes, of those
/// that prepare a run there is one between two turns of the event loop, and the learner may turn the page at any time.
/// Leaving undoes nothing and stops nothing.
class StoryPlayer : public QObject {
    Q_OBJECT
 public:
    explicit StoryPlayer(Workspace& workspace, QObject* parent = nullptr);

    /// From its first page. `folder`: where texts of its own lie.
    void open(Story story, std::filesystem::path folder);
    void leave();
    /// The story that was left last, while the run of its page is in the session, or none was; null: there is no such.
    [[nodiscard]] const Story* left() const;
    void resume();                                                                      ///< `left`, where it was left
    [[nodiscard]] const Story* story() const { return m_story ? &*m_story : nullptr; }  ///< null: none is open
    [[nodiscard]] int page() const noexcept { return m_page; }                          ///< of `left`, too
    [[nodiscard]] const StoryPage& current() const { return m_story->pages[static_cast<std::size_t>(m_page)]; }

    /// Directives of a page are played when it is first turned to, and on from where it was left when it is turned to
    /// again, with the run on screen that was there; `repeat` plays all of them again. Hooks: at every turn.
    void next();
    /// What the page waits for the learner to do is left out, what is behind it is played; then as `next`.
    void skip();
    void back();
    void repeat();
    /// Every directive of the page was played.
    [[nodiscard]] bool pageDone() const;

    /// The question of the page once it was reached; null: none.
    [[nodiscard]] const AskAction* question() const noexcept { return m_question; }
    /// -1: not answered; the number of options: revealed without a guess.
    [[nodiscard]] int answer() const { return m_story ? m_answers[static_cast<std::size_t>(m_page)] : -1; }
    /// The answer may be told: the question was answered and the run that shows it, if the page makes one, is over. At
    /// once where the learner asked for it without a guess.
    [[nodiscard]] bool revealed() const;
    void answerWith(int option);
    void reveal();
    /// By who was asked for a dock or a control that is not there.
    void leaveOut(const QString& why);

    [[nodiscard]] QString waitingFor() const noexcept { return m_waitingFor; }  ///< empty: for nothing
    [[nodiscard]] bool waitsForLearner() const;                                 ///< nothing else ends this wait
    /// Why a directive of the page was left out, the first one; each mistake of the story is a warning in the list of
    /// problems, too.
    [[nodiscard]] QString mistake() const noexcept { return m_mistake; }
    [[nodiscard]] QString highlighted() const noexcept { return m_highlighted; }

 Q_SIGNALS:
    void pageChanged();  ///< another page, or none
    void changed();      ///< question, answer, wait or mistake
    void showDock(const QString& id);
    void highlight(const QString& control);  ///< empty: none

 private:
    /// What was shown when a run was started: there is another recording once it has begun.
    struct Start {
        std::shared_ptr<Recording> recording;
        std::uint64_t generation = 0;
        bool failed = false, tried = false;  ///< failed before; something else was seen since
    };

    /// How a page was left.
    struct Left {
        std::size_t at = 0;  ///< next directive
        std::weak_ptr<Recording> recording;
        int lane = 0, layer = 0, head = -1;
        std::int64_t step = -1;  ///< -1: the newest
        std::vector<std::int32_t> tokens;
    };

    void turnTo(int page);
    void goOnFrom(const Left& left);
    void showAsItWas(const Left& left);  ///< where another run is on screen
    void leavePage();
    void advance();
    void advanceSoon();
    void finishPage();  ///< `on done`, once every directive was played
    void playHook(const std::vector<StoryDirective>& hook);

    [[nodiscard]] bool act(const LoadAction& action);
    [[nodiscard]] bool act(const CompareAction& action);
    [[nodiscard]] bool act(const RunAction& action);
    [[nodiscard]] bool act(const PauseAction& action);
    [[nodiscard]] bool act(const GoAction& action);
    [[nodiscard]] bool act(const SelectAction& action);
    [[nodiscard]] bool act(const ShowAction& action);
    [[nodiscard]] bool act(const HighlightAction& action);
    [[nodiscard]] bool act(const ForkAction& action);
    [[nodiscard]] bool act(const BesideAction& action);
    [[nodiscard]] bool act(const PredictAction& action);
    [[nodiscard]] bool act(const WaitAction& action);
    [[nodiscard]] bool act(const AskAction& action);

    [[nodiscard]] bool begin(const RunAction& action);
    void endPrediction();                             ///< that a page began
    void endPredictionBefore(const StoryPage& page);  ///< where that makes another run
    /// On a page that was left, whose directives go on from `at`, before its marks were revealed.
    void predictAgain();
    void runIsGone();   ///< that the rest of the page is about
    void pointAgain();  ///< at what the page pointed at when it was left
    void expectStart();
    [[nodiscard]] bool started();
    [[nodiscard]] bool awaitStart();
    [[nodiscard]] bool runTo(std::int64_t step);
    [[nodiscard]] bool goToProbe(std::int64_t number);
    [[nodiscard]] bool wait(const QString& what);   ///< false
    [[nodiscard]] bool refuse(const QString& why);  ///< true: the directive is left out
    /// The same of a place in a run. Where that run was passed over, or another one is shown, the story is right: it is
    /// said on the page and no problem.
    [[nodiscard]] bool refusePlace(const QString& why);
    [[nodiscard]] bool passedOver() const;  ///< the run that the story has made up to here, by a learner in a hurry

    Workspace& m_workspace;
    std::optional<Story> m_story, m_leftStory;  ///< one of them at most; what is kept of pages is of it
    std::filesystem::path m_folder;
    int m_page = 0;
    std::vector<std::optional<Left>> m_left;     ///< [pages]; none: not turned to yet, or to be played anew
    std::size_t m_at = 0;                        ///< next directive of the page
    int m_line = 0;                              ///< of the directive that is played
    bool m_begun = false;                        ///< it was tried before
    bool m_advancing = false, m_queued = false;  ///< what a directive does comes back as a change
    bool m_loaded = false;                       ///< the draft is the story's, and was not started yet
    int m_loadedOn = -1;                         ///< the page that loaded last
    bool m_elsewhere = false;                    ///< the page was left with another run than the one that is shown
    bool m_finished = false;                     ///< `on done` of this visit was played
    bool m_stepping = false;                     ///< `run to`: the steps were asked for
    bool m_skipping = false;                     ///< the page is turned once its rest was played
    std::optional<Start> m_start;                ///< under way
    std::optional<StoryWait> m_wait;
    bool m_predicts = false;                       ///< a page began it
    std::weak_ptr<const Recording> m_predictedOn;  ///< by the last page that did
    const AskAction* m_question = nullptr;
    std::vector<int> m_answers;  ///< [pages]
    QString m_waitingFor, m_mistake, m_highlighted;
};

}  // namespace kvw::wb
