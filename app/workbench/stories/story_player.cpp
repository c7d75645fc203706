// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_player.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/files/model_fetch.h"
#include "app/workbench/stories/story_loader.h"

namespace kvw::wb {

namespace {

/// Returns whether the directive waits for something that only the learner can do.
bool isForLearner(const StoryDirective& directive) {
    if (const auto* wait = std::get_if<WaitAction>(&directive.action)) {
        return wait->what != WaitAction::Finished && wait->what != WaitAction::Step;
    }
    return std::holds_alternative<AskAction>(directive.action) ||
           std::holds_alternative<PredictAction>(directive.action);
}

/// Returns a sentence that there is no such layer, head or lane. Numbers count from 0, as in stories.
QString noSuchPlace(SelectAction::What what, int count, int number) {
    switch (what) {
        case SelectAction::Layer:
            return StoryPlayer::tr("There is no layer %1: the model's are 0 to %2.").arg(number).arg(count - 1);
        case SelectAction::Head:
            return StoryPlayer::tr("There is no head %1: the model's are 0 to %2.").arg(number).arg(count - 1);
        case SelectAction::Lane:
            break;
    }
    return count == 1 ? StoryPlayer::tr("There is no lane %1: the run has lane 0 only.").arg(number)
                      : StoryPlayer::tr("There is no lane %1: the run's are 0 to %2.").arg(number).arg(count - 1);
}

/// Returns whether the run is paused or will pause at its first step, so that `resume` makes it run on.
bool canGoOn(SessionState state) {
    return state == SessionState::Loading || state == SessionState::Prefill || state == SessionState::Paused;
}

/// Returns whether the directive waits for the outcome that the learner's guess is compared with.
bool waitsForOutcome(const StoryDirective& directive) {
    const auto* wait = std::get_if<WaitAction>(&directive.action);
    return std::holds_alternative<RunAction>(directive.action) ||
           (wait != nullptr && (wait->what == WaitAction::Finished || wait->what == WaitAction::Step));
}

bool makesRun(const StoryDirective& directive) {
    return std::holds_alternative<LoadAction>(directive.action) ||
           std::holds_alternative<CompareAction>(directive.action);
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
    turnTo(0);
}

void StoryPlayer::leave() {
    if (m_story) {
        leavePage();
        m_leftStory = std::exchange(m_story, std::nullopt);
    }
    endPrediction();
    m_question = nullptr;
    m_start.reset();
    m_wait.reset();
    m_waitingFor.clear();
    m_mistake.clear();
    m_highlighted.clear();
    Q_EMIT highlight({});
    Q_EMIT pageChanged();
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
    m_start.reset();
    m_wait.reset();
    m_question = nullptr;
    m_waitingFor.clear();
    m_mistake.clear();
    m_highlighted.clear();
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
    const bool steers = std::any_of(rest, directives.end(), [](const StoryDirective& each) {
        return std::holds_alternative<RunAction>(each.action);
    });
    if (rest != directives.end() && std::none_of(rest, directives.end(), &makesRun) &&
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
    const auto at = std::find_if(played, directives.rend(), [](const StoryDirective& directive) {
        return std::holds_alternative<HighlightAction>(directive.action);
    });
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
    return answer() >= static_cast<int>(m_question->options.size()) ||
           std::none_of(rest, directives.end(), &waitsForOutcome);
}

void StoryPlayer::answerWith(int option) {
    if (m_question != nullptr && answer() < 0 && option >= 0) {
        m_answers[static_cast<std::size_t>(m_page)] = option;
        Q_EMIT changed();
        advance();
    }
}

void StoryPlayer::reveal() {
    if (m_question != nullptr) {
        answerWith(static_cast<int>(m_question->options.size()));
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
        const bool prepares = std::holds_alternative<LoadAction>(directive.action) ||
                              std::holds_alternative<CompareAction>(directive.action);
        if (prepares && std::exchange(prepared, true)) {
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
            if (std::holds_alternative<RunAction>(directives[i].action)) {
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

bool StoryPlayer::act(const LoadAction& action) {
    if (lacksModel(action)) {
        m_at = current().directives.size() - 1;  // the other directives of the page are about this run
        m_mistake = tr("The run of this page needs %1, which is not on this machine.")
                        .arg(QString::fromStdString(action.model));
        if (action.model == ModelFetch::kModel) {
            m_mistake += QLatin1Char(' ') + tr("“Try it on a real model” on the start page fetches it, and so does "
                                               "packaging/model %1; then “Page again” makes the run.")
                                                .arg(QLatin1String(ModelFetch::kModel));
        }
        return true;
    }
    const auto applied = applyLoad(action, m_folder, m_workspace);
    m_loaded = applied.has_value();
    m_loadedOn = m_page;
    return m_loaded || refuse(errorText(applied.error()));
}

bool StoryPlayer::act(const CompareAction& action) {
    const auto applied = applyCompare(action, m_workspace);
    m_loaded = applied.has_value();
    m_loadedOn = m_page;
    return m_loaded || refuse(errorText(applied.error()));
}

void StoryPlayer::expectStart() {
    const EngineClient& client = m_workspace.client();
    const SessionStatus status = client.status();
    m_start = Start{client.recording(), status.generation, status.state == SessionState::Failed};
}

bool StoryPlayer::begin(const RunAction& action) {
    EngineClient& client = m_workspace.client();
    if (m_loaded) {
        expectStart();
        // Pages expect the first layer and all heads, unless they select others after the run.
        m_workspace.selection().setLayer(0);
        m_workspace.selection().setHead(-1);
        if (const auto asked = m_workspace.startDraft(action.to >= 0); !asked) {
            return !refuse(errorText(asked.error()));
        }
        m_loaded = false;
    } else if (action.to < 0 && canGoOn(client.status().state) && !client.viewing()) {
        m_workspace.selection().setFollowing(true);
        client.resume();
    } else if (action.to >= 0 && client.busy()) {
        client.pause();
    }
    return true;
}

bool StoryPlayer::started() {
    const EngineClient& client = m_workspace.client();
    const SessionStatus status = client.status();
    if (client.recording() != m_start->recording && status.generation != m_start->generation) {
        m_start.reset();
        m_elsewhere = false;
        m_workspace.forks().tree().setDemonstration(*client.recording());
        return true;
    }
    const bool failed = status.state == SessionState::Failed;
    m_start->tried = m_start->tried || !failed;
    return failed && (m_start->tried || !m_start->failed);
}

/// Returns false while the run has not started. If the start failed, m_start is still set and the failure was reported.
bool StoryPlayer::awaitStart() {
    if (m_start && !started()) {
        return wait(tr("the run to start"));
    }
    return !m_start || refuse(tr("The run did not start. %1").arg(phraseText(m_workspace.client().status().message)));
}

bool StoryPlayer::act(const RunAction& action) {
    if (!m_begun && !begin(action)) {
        return true;
    }
    if (!awaitStart()) {
        return false;
    }
    if (m_start) {
        return true;
    }
    return action.to < 0 || runTo(action.to);
}

bool StoryPlayer::runTo(std::int64_t step) {
    EngineClient& client = m_workspace.client();
    const SessionStatus status = client.status();
    if (runIsOver(client) || (client.steps() > step && status.state == SessionState::Paused)) {
        return true;
    }
    if (!m_stepping && status.state == SessionState::Paused) {
        m_stepping = true;
        m_workspace.selection().setFollowing(true);
        client.stepBy(step + 1 - status.position);
    }
    return wait(tr("step %1 to be recorded (Space runs and pauses)").arg(step));
}

bool StoryPlayer::act(const PauseAction& /*action*/) {
    m_workspace.client().pause();
    return true;
}

bool StoryPlayer::act(const GoAction& action) {
    const std::int64_t steps = m_workspace.client().steps();
    const bool over = runIsOver(m_workspace.client());
    Selection& selection = m_workspace.selection();
    switch (action.where) {
        case GoAction::Probe:
            return goToProbe(action.number);
        case GoAction::Prune: {
            const auto index = m_workspace.index();
            const auto prunes = index == nullptr ? std::span<const std::int32_t>() : index->pruneSteps();
            if (prunes.size() >= static_cast<std::size_t>(action.number)) {
                selection.setStep(prunes[static_cast<std::size_t>(action.number - 1)]);
                return true;
            }
            return over ? refusePlace(tr("This lane has %1 prune events, so there is no number %2.")
                                          .arg(prunes.size())
                                          .arg(action.number))
                        : wait(tr("prune event %1 (Space runs and pauses)").arg(action.number));
        }
        case GoAction::Start:
        case GoAction::End:
        case GoAction::Step:
            break;
    }
    const std::int64_t step = action.where == GoAction::End ? std::max<std::int64_t>(0, steps - 1) : action.number;
    if (steps > step) {
        selection.setStep(step);
        return true;
    }
    return over ? refusePlace(tr("The run has %1 steps, so there is no step %2.").arg(steps).arg(step))
                : wait(tr("step %1 to be recorded (Space runs and pauses)").arg(step));
}

bool StoryPlayer::goToProbe(std::int64_t number) {
    const auto recording = m_workspace.recording();
    const bool over = runIsOver(m_workspace.client());
    if (recording == nullptr) {
        return over ? refusePlace(tr("There is no run yet.")) : wait(tr("the run to start"));
    }
    const std::vector<ProbeInfo>& probes = recording->description().probes;
    if (static_cast<std::size_t>(number) > probes.size()) {
        return refusePlace(tr("The text has %1 probes, so there is no number %2.").arg(probes.size()).arg(number));
    }
    const ProbeInfo& probe = probes[static_cast<std::size_t>(number - 1)];
    if (m_workspace.client().steps() < probe.answerEnd && !over) {
        return wait(tr("the answer of probe %1 to be read (Space runs and pauses)").arg(number));
    }
    std::vector<std::int32_t> fact;
    for (std::int32_t token = probe.factBegin; token < probe.factEnd; ++token) {
        fact.push_back(token);
    }
    m_workspace.selection().setTokens(std::move(fact));
    m_workspace.selection().setStep(std::max(0, probe.answerBegin - 1));
    return true;
}

bool StoryPlayer::act(const SelectAction& action) {
    const Trace* trace = m_workspace.trace();
    if (trace == nullptr) {
        return runIsOver(m_workspace.client()) ? refusePlace(tr("There is no run yet.")) : wait(tr("the run to start"));
    }
    Selection& selection = m_workspace.selection();
    const int count = action.what == SelectAction::Layer  ? trace->shape().layers
                      : action.what == SelectAction::Head ? trace->shape().queryHeads
                                                          : m_workspace.client().lanes();
    if (action.number >= count) {
        return refusePlace(noSuchPlace(action.what, count, action.number));
    }
    switch (action.what) {
        case SelectAction::Layer:
            selection.setLayer(action.number);
            break;
        case SelectAction::Head:
            selection.setHead(action.number);
            break;
        case SelectAction::Lane:
            selection.setLane(action.number);
            break;
    }
    return true;
}

bool StoryPlayer::act(const ShowAction& action) {
    Q_EMIT showDock(QString::fromStdString(action.dock));
    return true;
}

bool StoryPlayer::act(const HighlightAction& action) {
    m_highlighted = QString::fromStdString(action.control);
    Q_EMIT highlight(m_highlighted);
    return true;
}

bool StoryPlayer::act(const WaitAction& action) {
    if (!m_wait) {
        m_wait.emplace(action, m_workspace);
    }
    return m_wait->done() || wait(m_wait->sentence());
}

bool StoryPlayer::act(const AskAction& action) {
    m_question = &action;
    return answer() >= 0 || wait(tr("your answer"));
}

}  // namespace kvw::wb
