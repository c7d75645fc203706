// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_player.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kvw::wb {

namespace {

/// Returns whether the directive waits for something that only the learner can do.
bool isForLearner(const StoryDirective& directive) {
    if (const auto* wait = std::get_if<WaitAction>(&directive.action)) {
        return wait->what != WaitAction::Finished && wait->what != WaitAction::Step;
    }
    return isOneOf<AskAction, PredictAction>(directive);
}

/// Returns whether the directive waits for the outcome that the learner's guess is compared with.
bool waitsForOutcome(const StoryDirective& directive) {
    return isOneOf<RunAction>(directive) || (isOneOf<WaitAction>(directive) && !isForLearner(directive));
}

}  // namespace

StoryPlayer::StoryPlayer(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace) {
    // Queued until all signals of a change have arrived: the status arrives before the steps it refers to.
    connect(&workspace, &Workspace::dirty, this, [this] {
        if (!pageDone()) {
            advanceSoon();
        }
    });
    connect(
        &workspace.prediction(), &Prediction::changed, this, [this] { advance(); }, Qt::QueuedConnection);
}

void StoryPlayer::open(Story story, std::filesystem::path folder) {
    leavePage();
    endPrediction();
    m_leftStory.reset();
    m_story = std::move(story);
    m_folder = std::move(folder);
    m_left.assign(m_story->pages.size(), std::nullopt);
    m_loaded = false;
    m_loadedOn = -1;
    m_answers.assign(m_story->pages.size(), -1);
    m_typed.assign(m_story->pages.size(), 0);
    turnTo(0);
}

void StoryPlayer::leave() {
    if (m_story) {
        leavePage();
        m_leftStory = std::exchange(m_story, std::nullopt);
    }
    endPrediction();
    clearPage();
    Q_EMIT highlight({});
    Q_EMIT pageChanged();
}

void StoryPlayer::clearPage() {
    m_start.reset();
    m_wait.reset();
    m_question = nullptr;
    m_waitingFor.clear();
    m_mistake.clear();
    m_highlighted.clear();
}

const Story* StoryPlayer::left() const {
    if (!m_leftStory) {
        return nullptr;
    }
    const auto then = m_left[static_cast<std::size_t>(m_page)]->recording.lock();
    const bool there = then == m_workspace.recording() || m_workspace.forks().tree().find(then.get()) >= 0;
    return there ? &*m_leftStory : nullptr;
}

void StoryPlayer::resume() {
    if (m_leftStory) {
        m_story = std::exchange(m_leftStory, std::nullopt);
        turnTo(m_page);
    }
}

void StoryPlayer::leavePage() {
    if (!m_story) {
        return;
    }
    playHook(current().leave);
    const Selection& selection = m_workspace.selection();
    m_left[static_cast<std::size_t>(m_page)] = Left{m_at,
                                                    m_workspace.recording(),
                                                    selection.lane(),
                                                    selection.layer(),
                                                    selection.head(),
                                                    selection.following() ? -1 : selection.step(),
                                                    selection.tokens()};
    const Prediction::State state = m_workspace.prediction().state();
    if (state == Prediction::State::Seeking || state == Prediction::State::Marking) {
        endPrediction();  // the prediction line would ask for marks on pages about something else
    }
}

void StoryPlayer::next() {
    if (m_story && m_page + 1 < static_cast<int>(m_story->pages.size())) {
        leavePage();
        turnTo(m_page + 1);
    }
}

void StoryPlayer::skip() {
    if (m_story) {
        m_skipping = true;
        advance();  // also turns the page when the rest was played
        Q_EMIT changed();
    }
}

void StoryPlayer::back() {
    if (m_story && m_page > 0) {
        leavePage();
        turnTo(m_page - 1);
    }
}

void StoryPlayer::repeat() {
    if (m_story) {
        leavePage();
        m_answers[static_cast<std::size_t>(m_page)] = -1;
        m_left[static_cast<std::size_t>(m_page)].reset();
        turnTo(m_page);
    }
}

void StoryPlayer::turnTo(int page) {
    m_page = page;
    const std::optional<Left> left = m_left[static_cast<std::size_t>(page)];
    m_at = 0;
    if (!left) {
        endPredictionBefore(current());
    }
    m_begun = false;
    m_finished = false;
    m_skipping = false;
    clearPage();
    if (left) {
        goOnFrom(*left);
    }
    m_elsewhere = left && left->recording.lock() != m_workspace.recording();
    Q_EMIT highlight({});
    Q_EMIT pageChanged();
    playHook(current().enter);
    if (left && !pageDone()) {
        pointAgain();
    }
    advance();
    finishPage();
}

void StoryPlayer::showAsItWas(const Left& left) {
    const auto then = left.recording.lock();
    const int run = m_workspace.forks().tree().find(then.get());
    if (then == m_workspace.recording() || run < 0) {
        return;
    }
    m_workspace.forks().show(run);
    Selection& selection = m_workspace.selection();
    selection.setLane(left.lane);
    selection.setLayer(left.layer);
    selection.setHead(left.head);
    selection.setTokens(left.tokens);
    if (left.step >= 0) {
        selection.setStep(left.step);
    } else {
        selection.setFollowing(true);
    }
}

void StoryPlayer::goOnFrom(const Left& left) {
    showAsItWas(left);
    const auto& directives = current().directives;
    m_at = left.at;
    const auto rest = directives.begin() + static_cast<std::ptrdiff_t>(left.at);
    for (auto played = directives.begin(); played != rest; ++played) {
        if (const auto* ask = std::get_if<AskAction>(&played->action)) {
            m_question = ask;
        }
    }
    const bool steers = std::any_of(rest, directives.end(), &isOneOf<RunAction>);
    if (rest != directives.end() && std::none_of(rest, directives.end(), &isOneOf<LoadAction, CompareAction>) &&
        (left.recording.lock() != m_workspace.recording() ||
         (steers && (m_workspace.client().viewing() || (m_loaded && m_loadedOn > m_page))))) {
        runIsGone();
        return;
    }
    predictAgain();
}

void StoryPlayer::runIsGone() {
    m_at = current().directives.size();
    m_mistake = tr("The run of this page is over: “Page again” repeats it.");
}

void StoryPlayer::pointAgain() {
    const auto& directives = current().directives;
    const auto played = std::make_reverse_iterator(directives.begin() + static_cast<std::ptrdiff_t>(m_at));
    const auto at = std::find_if(played, directives.rend(), &isOneOf<HighlightAction>);
    if (at != directives.rend()) {
        static_cast<void>(act(std::get<HighlightAction>(at->action)));
    }
}

void StoryPlayer::playHook(const std::vector<StoryDirective>& hook) {
    const QString waited = m_waitingFor, wrong = m_mistake;
    for (const StoryDirective& directive : hook) {
        m_line = directive.line;
        static_cast<void>(std::visit([this](const auto& action) { return act(action); }, directive.action));
    }
    m_waitingFor = waited;  // a hook never waits: a place that is not recorded yet is left out
    if (m_mistake != wrong) {
        Q_EMIT changed();
    }
}

void StoryPlayer::finishPage() {
    if (m_story && pageDone() && !std::exchange(m_finished, true)) {
        playHook(current().done);
    }
}

bool StoryPlayer::waitsForLearner() const {
    return m_story && !pageDone() && !m_skipping && isForLearner(current().directives[m_at]);
}

bool StoryPlayer::pageDone() const {
    return !m_story || m_at >= current().directives.size();
}

bool StoryPlayer::revealed() const {
    if (m_question == nullptr || answer() < 0) {
        return false;
    }
    const auto& directives = current().directives;
    const auto rest = directives.begin() + static_cast<std::ptrdiff_t>(std::min(m_at, directives.size()));
    return answer() >= static_cast<int>(m_question->choices()) ||
           std::none_of(rest, directives.end(), &waitsForOutcome);
}

void StoryPlayer::answerWith(int option) {
    if (m_question != nullptr && answer() < 0 && option >= 0) {
        m_answers[static_cast<std::size_t>(m_page)] = option;
        Q_EMIT changed();
        advance();
    }
}

void StoryPlayer::answerWithNumber(double number) {
    if (m_question != nullptr && m_question->number && answer() < 0) {
        m_typed[static_cast<std::size_t>(m_page)] = number;
        answerWith(0);
    }
}

void StoryPlayer::reveal() {
    if (m_question != nullptr) {
        answerWith(static_cast<int>(m_question->choices()));
    }
}

void StoryPlayer::advanceSoon() {
    if (std::exchange(m_queued, true)) {
        return;
    }
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_queued = false;
            advance();
        },
        Qt::QueuedConnection);
}

void StoryPlayer::advance() {
    if (m_advancing || pageDone()) {
        return;
    }
    m_advancing = true;
    const std::size_t before = m_at;
    const QString waited = m_waitingFor, wrong = m_mistake;
    const AskAction* asked = m_question;
    m_waitingFor.clear();
    bool prepared = false;
    while (!pageDone()) {
        const StoryDirective& directive = current().directives[m_at];
        m_line = directive.line;
        // Each of these directives reads a text, and a page may have hundreds of them.
        if (isOneOf<LoadAction, CompareAction>(directive) && std::exchange(prepared, true)) {
            advanceSoon();
            break;
        }
        const bool skipped = m_skipping && isForLearner(directive);
        const bool done = skipped || std::visit([this](const auto& action) { return act(action); }, directive.action);
        m_begun = !done;
        if (!done) {
            break;
        }
        ++m_at;
        m_start.reset();
        m_wait.reset();
        m_stepping = false;
    }
    m_advancing = false;
    finishPage();
    if (m_skipping && pageDone()) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_skipping) {
                    next();
                }
            },
            Qt::QueuedConnection);
    }
    if (m_at != before || m_waitingFor != waited || m_mistake != wrong || m_question != asked) {
        Q_EMIT changed();
    }
}

bool StoryPlayer::wait(const QString& what) {
    m_waitingFor = what;
    return false;
}

bool StoryPlayer::refuse(const QString& sentence) {
    m_workspace.problems().report(
        {tr("Story %1, line %2: %3")
             .arg(m_story ? QString::fromStdString(m_story->file) : QString(), QString::number(m_line), sentence)
             .toStdString(),
         -1});
    Q_EMIT m_workspace.dirty(DirtyFlag::Problems);
    if (m_mistake.isEmpty()) {  // later mistakes usually follow from the first
        m_mistake = sentence;
    }
    return true;
}

bool StoryPlayer::refusePlace(const QString& why) {
    // If the learner stopped the run or left its page before it began, the story is not at fault.
    const EngineClient& client = m_workspace.client();
    const auto recording = client.recording();
    const RunState shown = recording == nullptr ? RunState::Finished : recording->state();
    // A reopened run has no session whose state could be checked; a run that is being stopped still has the state
    // Running.
    const bool stopped = client.status().state == SessionState::Stopped || shown == RunState::Stopped ||
                         (shown == RunState::Running && client.viewing());
    if (!m_elsewhere && !passedOver() && !stopped) {
        return refuse(why);
    }
    if (m_mistake.isEmpty()) {
        m_mistake =
            stopped ? tr("The run was stopped before the step of this page: “Page again” repeats it.")
                    : tr("The run of this page is not shown: go back to the page that starts it, then “Page again”.");
    }
    return true;
}

bool StoryPlayer::passedOver() const {
    std::size_t played = m_at;
    for (int page = m_page; page >= 0; --page) {
        const auto& directives = m_story->pages[static_cast<std::size_t>(page)].directives;
        // Directives after the current one have not been played.
        for (std::size_t i = page == m_page ? m_at : directives.size(); i-- > 0;) {
            if (isOneOf<RunAction>(directives[i])) {
                return i >= played;
            }
        }
        if (page > 0) {
            const auto& before = m_left[static_cast<std::size_t>(page - 1)];
            played = before ? before->at : 0;
        }
    }
    return false;
}

void StoryPlayer::leaveOut(const QString& why) {
    static_cast<void>(refuse(why));
}

}  // namespace kvw::wb
