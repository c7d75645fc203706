// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/workspace.h"

#include <algorithm>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/runs/run_memory.h"
#include "app/workbench/session/words/lane_title.h"
#include "core/model/model_fit.h"
#include "core/policy/host/choice/effective_values.h"

namespace kvw::wb {

namespace {

/// Shows warnings that a parameter has no effect, or another value in effect, in its row of the form.
void showInert(PolicyForm& form, const std::vector<Recording::Problem>& problems) {
    for (ParameterModel* parameter : form.parameters()) {
        const std::string name = parameter->name().toStdString(), typed = parameter->text().toStdString();
        Finding told;
        for (const Recording::Problem& problem : problems) {
            if (problem.finding.tellsInert(parameter->spec().name) || tellsEffective(problem.finding, name, typed)) {
                told = problem.finding;
            }
        }
        parameter->setInert(phraseText(told));
    }
}

}  // namespace

Workspace::Workspace(PluginPaths plugins, EngineClient::EngineFactory makeEngine, QObject* parent)
    : QObject(parent),
      m_plugins(std::move(plugins)),
      m_kept(m_bundles),
      m_recent(m_bundles),
      m_client(std::move(makeEngine)),
      m_tuning(m_client, m_draft),
      m_sweepDraft(m_draft, m_plugins),
      m_forks(m_client, m_draft, m_plugins, m_selection),
      m_whatIf(m_client, m_draft, m_plugins, m_selection),
      m_planned(m_client, m_draft, m_plugins),
      m_prediction(m_client, m_forks, m_selection),
      m_guard(m_client, m_bundles, m_forks.tree(), unfinishedFolder(m_plugins.catalog().paths().stateFolder)),
      m_unfinished(m_bundles, unfinishedFolder(m_plugins.catalog().paths().stateFolder)) {
    qRegisterMetaType<Dirty>();
    connect(&m_selection, &Selection::changed, this, &Workspace::dirty);
    connect(&m_selection, &Selection::changed, this, [this](Dirty what) {
        if (what & DirtyFlag::Unit) {
            m_probes.update(recording().get(), m_selection.lane());
        }
    });
    connect(&m_client, &EngineClient::recordingChanged, this, [this] {
        m_selection.reset(m_forks.laneToShow(), isOfModelShown());
        m_selection.setRange(decodeAlone());
        m_probes.update(recording().get(), m_selection.lane());
        Q_EMIT dirty(DirtyFlag::Recording);
    });
    connect(&m_client, &EngineClient::traceAdvanced, this, [this](qint64, qint64 to) {
        m_selection.followTo(to - 1);
        Q_EMIT dirty(DirtyFlag::Data);
    });
    connect(&m_client, &EngineClient::statusChanged, this, [this] {
        tellFailure();
        Q_EMIT dirty(DirtyFlag::Status);
    });
    connect(&m_client, &EngineClient::problemsChanged, this, [this] {
        m_problems.update(recording().get());
        showInert(m_draft.form(), recording() ? recording()->problems() : std::vector<Recording::Problem>{});
        Q_EMIT dirty(DirtyFlag::Problems);
    });
    connect(&m_bundles, &BundleFiles::opened, this,
            [this](const std::shared_ptr<Recording>& opened, const QString& path) {
                const auto before = m_client.sessionRecording();
                m_client.view(opened, path);
                if (before && before == m_client.sessionRecording() && m_client.underWay()) {
                    Q_EMIT notice(tr("The run continues; Runs shows it again."));
                }
                if (path == m_takenOver) {
                    m_takenOver.clear();
                    const auto taken = loadIntoDraft(*opened, *this);
                    if (taken) {
                        Q_EMIT notice(tr("The Run dock has this run's settings; change them and press Start.") +
                                      leftOutText(*taken));
                    } else {
                        refuse(taken.error());
                    }
                }
                if (const Phrase why = opened->message(); !why.empty()) {
                    m_problems.report({errorFinding(why, Severity::Warning), -1});
                }
                Q_EMIT dirty(DirtyFlag::Problems);
            });
    connect(&m_client, &EngineClient::rowsArrived, this, [this] { Q_EMIT dirty(DirtyFlag::Recording); });
    // No timer runs while a bundle is shown, so changes by its check are polled here.
    connect(&m_bundles, &BundleFiles::checkAdvanced, &m_client, &EngineClient::poll);
    connect(&m_bundles, &BundleFiles::checked, this, [this](const QString&, const QString& found) {
        m_client.poll();
        if (!found.isEmpty()) {
            Q_EMIT notice(found);
        }
    });
    connect(&m_forks, &Forks::told, this, &Workspace::notice);
    connect(&m_prediction, &Prediction::told, this, &Workspace::notice);
    connect(&m_forks, &Forks::problem, this, &Workspace::reportError);
    connect(&m_whatIf, &WhatIfModel::changed, this, [this] { Q_EMIT dirty(DirtyFlag::WhatIf); });
    connect(&m_planned, &PlannedBudgets::changed, this, [this] { Q_EMIT dirty(DirtyFlag::Draft); });
    connect(&m_bundles, &BundleFiles::failed, this, &Workspace::reportError);
    connect(&m_guard, &RunGuard::failed, this, &Workspace::reportError);
    connect(&m_longCall, &LongCall::changed, this, [this] { Q_EMIT dirty(DirtyFlag::Status); });
    connect(&m_longCall, &LongCall::found, this, &Workspace::reportError);
    connect(&m_modelFetch, &ModelFetch::fetched, this,
            [this] { useModel(ModelFetch::model().value_or(m_draft.base().model)); });
    connect(&m_modelFetch, &ModelFetch::failed, this, &Workspace::reportError);
    connect(&m_unfinished, &UnfinishedRuns::failed, this, &Workspace::reportError);
    connect(&m_unfinished, &UnfinishedRuns::kept, &m_library, &LibraryClient::refresh);
    connect(&m_unfinished, &UnfinishedRuns::changed, this, [this] {
        if (const QString sentence = m_unfinished.sentence(); !sentence.isEmpty()) {
            Q_EMIT notice(sentence);
        }
    });
    connect(&m_draft, &RunDraft::changed, this, [this] {
        Q_EMIT dirty(DirtyFlag::Draft);
        if (m_startRendered && !m_draft.rendering()) {
            auto [paused, from] = *std::exchange(m_startRendered, std::nullopt);
            refuseIfFailed(startDraft(paused, std::move(from)));
        }
    });
    connect(&m_sweepDraft, &SweepDraft::changed, this, [this] { Q_EMIT dirty(DirtyFlag::Sweep); });
    connect(&m_sweeps, &SweepRunner::changed, this, [this] { Q_EMIT dirty(DirtyFlag::Sweep); });
    connect(&m_sweeps, &SweepRunner::ended, this, &Workspace::notice);
    connect(&m_evaluation, &EvalProcess::changed, this, [this] { Q_EMIT dirty(DirtyFlag::Evaluation); });
    connect(&m_evaluation, &EvalProcess::ended, this, &Workspace::notice);
    connect(&m_library, &LibraryClient::changed, this, [this] { Q_EMIT dirty(DirtyFlag::Library); });
    connect(&m_bundles, &BundleFiles::saved, &m_library, &LibraryClient::refresh);
    connect(&m_sweeps, &SweepRunner::ended, &m_library, &LibraryClient::refresh);
    connect(&m_plugins.check(), &PluginCheck::changed, this, [this] { Q_EMIT dirty(DirtyFlag::Plugins); });
    connect(&m_plugins.check(), &PluginCheck::ended, this, [this](const QString&, const QString& sentence) {
        Q_EMIT notice(sentence);
        Q_EMIT dirty(DirtyFlag::Plugins);
    });
    connect(&m_client, &EngineClient::refused, this, &Workspace::reportError);
    connect(&m_recent, &RecentBundles::missing, this, &Workspace::notice);
    connect(&m_client, &EngineClient::pluginReloaded, this,
            [this](const QString& plugin, const Phrase& refusal, const QString& reason) {
                if (refusal.empty()) {
                    Q_EMIT notice(tr("%1 is reloaded; new runs use it.").arg(plugin));
                } else {
                    m_plugins.refuse(plugin, refusal, reason);
                    reportError(refusal);
                }
            });
    connect(&m_plugins, &PluginsModel::rescanned, this, [this] {
        m_draft.form().refresh(m_plugins.catalog());
        Q_EMIT dirty(DirtyFlag::Plugins);
    });
    // Without plugins or resources the window opens all the same; the run dock says what is missing.
    static_cast<void>(propose(examples().front()));
}

StepRange Workspace::decodeAlone() const {
    const auto shown = recording();
    if (shown == nullptr) {
        return {};
    }
    const auto known = static_cast<std::int64_t>(shown->description().tokenIds.size());
    const std::int64_t steps = shown->stepsOf(0);
    return decodeRange(shown->description().promptTokens, std::max(known, steps));
}

void Workspace::useModel(const std::filesystem::path& model) {
    if (const auto chosen = m_draft.chooseModel(model); !chosen) {
        refuse(chosen.error());
        Q_EMIT notice(tr("%1 The next run still uses %2.").arg(errorText(chosen.error()), m_draft.modelFacts().name));
        return;
    }
    Q_EMIT notice(tr("The next run uses %1.").arg(m_draft.modelFacts().name));
}

Result<void> Workspace::startDraft(bool paused, RunFrom from) {
    if (m_draft.rendering()) {
        m_startRendered.emplace(paused, std::move(from));
        return {};
    }
    m_startRendered.reset();
    KVW_TRY_ASSIGN(auto spec, m_draft.spec());
    const std::int64_t weights = isLoaded(spec.model, m_client.loadedModel()) ? 0 : m_draft.modelFacts().weightBytes;
    const RunMemory memory{weights, m_draft.cacheBytes(), cachesUnderWay(m_client), spec.policies.size()};
    KVW_TRY(checkRunMemory(memory, thisMachine().ramAvailable));
    m_client.start(std::move(spec), m_plugins.catalog(), paused, std::move(from));
    return {};
}

Result<void> Workspace::propose(const Example& example) {
    const std::vector<TextChoice> texts = shippedTextChoices();
    const auto found = std::ranges::find_if(
        texts, [&](const TextChoice& text) { return text.file.filename() == example.text.toStdString(); });
    if (found == texts.end()) {
        return fail(Code::NotFound, "example", phrase("the embedded text %1 is missing", example.text.toStdString()),
                    {}, "the resources folder beside the program, or KVW_RESOURCES");
    }
    KVW_TRY(m_draft.lanes().replace(m_plugins.catalog(), {example.policy}));
    const std::filesystem::path model = m_draft.base().model;
    RunSpec spec;
    spec.textFile = found->file;
    spec.capture = Capture::Maps;
    m_draft.setBase(std::move(spec));
    m_draft.setCompareWithFull(true);
    return model.empty() ? Result<void>() : m_draft.chooseModel(model);
}

Result<void> Workspace::startExample(const Example& example) {
    auto proposed = propose(example);
    return proposed ? startDraft() : proposed;
}

void Workspace::hideNames(bool hidden) {
    if (m_namesHidden != hidden) {
        m_namesHidden = hidden;
        m_forks.tree().hideNames(hidden);
        Q_EMIT dirty(kEverything);
    }
}

QString Workspace::withoutNames(const QString& sentence) const {
    const auto shown = recording();
    return m_namesHidden && shown ? lettersForNames(sentence, shown->description()) : sentence;
}

void Workspace::runAgain(const QString& bundle) {
    m_takenOver = bundle;
    m_bundles.open(bundle);
}

void Workspace::refuseIfFailed(const Result<void>& done) {
    if (!done) {
        refuse(done.error());
    }
}

bool Workspace::isOfModelShown() {
    if (recording() == nullptr) {
        return false;
    }
    const ModelInfo& model = recording()->description().model;
    std::tuple<std::string, std::int64_t, std::int64_t> now{model.hash, model.layers, model.queryHeads};
    return std::exchange(m_modelShown, now) == now;
}

/// Adds a failure to the list of problems: a run that could not start has no list of its own, and the status bar shows
/// the failure only while it lasts.
void Workspace::tellFailure() {
    const SessionStatus status = m_client.status();
    Phrase failure = status.state == SessionState::Failed ? status.message : Phrase();
    if (std::exchange(m_failure, failure) != failure && !failure.empty()) {
        m_problems.report({errorFinding(failure), -1});
        Q_EMIT dirty(DirtyFlag::Problems);
    }
}

void Workspace::report(const Phrase& sentence, Severity severity) {
    m_problems.report({errorFinding(sentence, severity), -1});
    Q_EMIT dirty(DirtyFlag::Problems);
    Q_EMIT notice(phraseText(sentence));
}

}  // namespace kvw::wb
