// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/run_draft.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "core/base/process/processor.h"
#include "core/model/model_files.h"
#include "core/model/text/document.h"
#include "core/session/spec/command_line.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr QLatin1String kFull("full");

/// Returns the folder of the model of `spec`, also of the embedded one.
Result<fs::path> directoryOf(const RunSpec& spec) {
    return spec.model.empty() ? embeddedModelDir() : modelRoot(spec.model);
}

}  // namespace

int automaticThreads() {
    // One of many cores is left to the window. One of two would be half the speed, and threads that decode give way to
    // the window anyway (lowerThreadPriority).
    constexpr int kFewCores = 2;
    const int cores = defaultThreads();
    return cores <= kFewCores ? cores : cores - 1;
}

RunDraft::RunDraft(QObject* parent)
    : QObject(parent),
      m_reading(new TextReading(this)),
      m_form(new PolicyForm(this)),
      m_lanes(new LaneSet(*m_form, this)) {
    m_spec.positions = Positions::Original;
    connect(this, &RunDraft::changed, this, &RunDraft::askReading);     // before anyone asks what is known
    connect(this, &RunDraft::changed, this, &RunDraft::showEffective);  // before anyone shows the rows
    connect(m_reading, &TextReading::answered, this, &RunDraft::changed);
    connect(m_form, &PolicyForm::edited, this, &RunDraft::changed);
    connect(m_form, &PolicyForm::rebuilt, this, &RunDraft::changed);
    connect(m_form, &PolicyForm::ownChanged, this, &RunDraft::changed);
    connect(m_lanes, &LaneSet::changed, this, &RunDraft::changed);
}

void RunDraft::setBase(RunSpec spec) {
    const bool other = spec.model != m_spec.model;
    const bool otherText = spec.textFile != m_spec.textFile;
    m_limited = m_limited && spec.rowsLimit == m_spec.rowsLimit;
    m_spec = std::move(spec);
    m_spec.policies.clear();
    if (!m_spec.textFile.empty() || m_spec.prompt) {
        m_spec.ids.reset();  // a chosen text replaces token ids
    }
    m_config.reset();
    m_template.reset();
    if (other && std::exchange(m_limited, false)) {
        m_spec.rowsLimit = 0;
    }
    if ((other || (otherText && !m_spec.model.empty())) && m_spec.rowsLimit == 0 && m_spec.capture == Capture::Maps &&
        (rowBytes() >> 20) > kMostRowsMib) {
        m_spec.rowsLimit = kMostRowsMib;
        m_limited = true;
    }
    Q_EMIT changed();
}

void RunDraft::chooseText(const fs::path& file) {
    RunSpec spec = m_spec;
    spec.textFile = file;
    spec.prompt.reset();
    spec.specialTokens = true;
    spec.questionTokens = -1;
    setBase(std::move(spec));
}

void RunDraft::typePrompt(const QString& text) {
    if (!m_spec.prompt) {
        m_spec.promptTokens = -1;
        m_spec.questionTokens = -1;
        m_spec.specialTokens = true;
        // By default a typed prompt is answered; the user can still choose to read it.
        m_spec.mode = Mode::Generate;
    }
    m_spec.textFile.clear();
    m_spec.ids.reset();
    m_spec.prompt = text.toStdString();
    Q_EMIT changed();
}

void RunDraft::typeQuestion(const QString& text) {
    m_spec.question = text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
    Q_EMIT changed();
}

Result<void> RunDraft::chooseModel(const fs::path& model) {
    RunSpec spec = m_spec;
    spec.model = model;
    // This checks all that can be checked before the weights are read.
    const auto files =
        directoryOf(spec).and_then([](const fs::path& place) { return ModelFiles::open(place, [] { return false; }); });
    if (!files && files.error().code != Code::Cancelled) {
        return tl::unexpected(files.error());
    }
    m_reading->forget();
    m_chatName.clear();
    setBase(std::move(spec));
    return {};
}

void RunDraft::setChat(bool wanted, const QString& system, const QString& name) {
    if (m_chat != wanted || m_system != system || m_chatName != name) {
        m_chat = wanted;
        m_system = system;
        if (m_chatName != name) {
            m_chatName = name;
            m_template.reset();
        }
        Q_EMIT changed();
    }
}

RunDraft::ChatFacts RunDraft::chatFacts() const {
    const Result<ChatTemplate>& known = chatTemplate();
    ChatFacts facts;
    facts.known = known.has_value();
    if (!known) {
        facts.reason = known.error().code == Code::NotFound && m_chatName.isEmpty()
                           ? tr("The model has no chat template: it continues the text.")
                           : errorText(known.error());
        return facts;
    }
    for (const std::string& name : known->names()) {
        facts.names << QString::fromStdString(name);
    }
    if (const auto* answer = m_reading->answer(); chats() && answer != nullptr && !answer->prompt) {
        facts.reason = errorText(answer->prompt.error());
    }
    return facts;
}

bool RunDraft::chats() const {
    return m_chat && m_spec.prompt && m_spec.mode == Mode::Generate && chatTemplate();
}

void RunDraft::askReading() {
    if ((m_spec.textFile.empty() && (!m_spec.prompt || m_spec.prompt->empty())) || isCounted()) {
        return;
    }
    const auto place = directoryOf(m_spec);
    TextReading::Question question;
    question.model = place ? *place : fs::path();
    question.file = m_spec.textFile;
    if (!m_spec.textFile.empty()) {
        const QFileInfo file(QString::fromStdString(m_spec.textFile.string()));
        question.changed = file.lastModified();
        question.bytes = file.size();
    }
    question.prompt = m_spec.prompt;
    question.question = chats() ? m_spec.question : std::nullopt;
    question.specialTokens = m_spec.specialTokens;
    if (chats()) {
        question.chat = *chatTemplate();
        question.chatName = m_chatName.toStdString();
        question.system = m_system.isEmpty() ? std::nullopt : std::optional(m_system.toStdString());
    }
    m_reading->ask(std::move(question));
}

const Result<ModelConfig>& RunDraft::config() const {
    if (!m_config) {
        m_config = directoryOf(m_spec).and_then([](const fs::path& model) { return loadModelConfig(model); });
    }
    return *m_config;
}

const Result<ChatTemplate>& RunDraft::chatTemplate() const {
    if (!m_template) {
        m_template = directoryOf(m_spec).and_then(
            [this](const fs::path& model) { return ChatTemplate::load(model, m_chatName.toStdString()); });
    }
    return *m_template;
}

void RunDraft::setCompareWithFull(bool compare) {
    if (m_compare != compare) {
        m_compare = compare;
        Q_EMIT changed();
    }
}

Result<RunSpec> RunDraft::spec() const {
    if (m_form->id().isEmpty()) {
        return fail(Code::BadUsage, "policy", "none is chosen; the plugins page says what was found");
    }
    if (const QString error = m_form->error(); !error.isEmpty()) {
        return fail(Code::BadUsage, "form", error.toStdString());
    }
    if (m_spec.textFile.empty() && !m_spec.prompt && !m_spec.ids) {
        return fail(Code::BadUsage, "text", "none is chosen");
    }
    if (m_spec.prompt && m_spec.prompt->empty()) {
        return fail(Code::BadUsage, "prompt", "nothing is typed");
    }
    KVW_TRY(checkPrompt(textFacts()));
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        KVW_TRY(checkCompatible(m_lanes->resolved(lane), traits(lane)));
    }
    RunSpec spec = m_spec;
    if (chats()) {
        const auto* answer = m_reading->answer();
        if (answer == nullptr) {
            return fail(Code::BadUsage, "chat", "the chat template is being rendered");
        }
        if (!answer->prompt) {
            return tl::unexpected(answer->prompt.error());
        }
        spec.prompt = *answer->prompt;
        if (spec.question) {
            spec.question = answer->question;
        }
        spec.specialTokens = false;
    }
    if (spec.mode == Mode::Teacher) {
        spec.question.reset();  // the choices are hidden then
        spec.questionTokens = -1;
    }
    if (!hasRanks()) {
        spec.rankKeys = RankKeys::Raw;  // the choice is hidden then
    }
    spec.threads = spec.threads > 0 ? spec.threads : automaticThreads();
    spec.policies.clear();
    for (const QString& policy : policies()) {
        spec.policies.push_back(policy.toStdString());
    }
    return spec;
}

LaneRun RunDraft::laneSettings(int lane) const {
    return laneRun(m_spec, m_lanes->own(lane));
}

bool RunDraft::hasRanks() const {
    bool ranks = m_spec.positions == Positions::CacheRank;
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        ranks = ranks || laneSettings(lane).positions == Positions::CacheRank;
    }
    return ranks;
}

RunTraits RunDraft::traits(int lane) const {
    const Result<ModelConfig>& model = config();
    return traitsOf(withLane(m_spec, laneSettings(lane)), model ? *model : ModelConfig());
}

RunSizes RunDraft::sizes(const Plan& run) const {
    const Result<ModelConfig>& model = config();
    return {run.prompt, model ? model->layers : 0};
}

void RunDraft::showEffective() {
    const TextFacts text = textFacts();
    RunSizes known = sizes(plan(text));
    known.prompt = text.estimated ? 0 : known.prompt;
    const std::vector<EffectiveValue> values = effectiveValues(m_form->resolved(), known);
    for (ParameterModel* row : m_form->parameters()) {
        const auto found = std::ranges::find_if(
            values, [row](const EffectiveValue& value) { return value.name == row->name().toStdString(); });
        row->setEffective(found == values.end() ? std::nullopt : std::optional(*found));
    }
}

QStringList RunDraft::policies() const {
    QStringList all = m_lanes->texts();
    const bool full = all.removeAll(QString(kFull)) > 0;
    if (full || compareWithFull()) {
        all.prepend(QString(kFull));
    }
    return all;
}

int RunDraft::laneOfRun(int lane) const {
    if (m_lanes->text(lane) == kFull) {
        return 0;
    }
    int ofRun = policies().front() == kFull ? 1 : 0;
    for (int other = 0; other < lane; ++other) {
        ofRun += m_lanes->text(other) == kFull ? 0 : 1;
    }
    return ofRun;
}

QString RunDraft::commandLine() const {
    QStringList compared = policies();
    const bool compare = compared.size() > 1;
    if (compare) {
        compared.removeFirst();  // the full cache, which `kvw compare` adds by itself
    }
    RunSpec spec = m_spec;
    spec.policies.clear();
    for (const QString& policy : compared) {
        spec.policies.push_back(policy.toStdString());
    }
    if (!spec.textFile.empty()) {
        spec.prompt.reset();
    }
    spec.specialTokens = spec.specialTokens || chats();
    if (!hasRanks()) {
        spec.rankKeys = RankKeys::Raw;
    }
    if (spec.mode != Mode::Generate) {
        spec.sampling = {};
        spec.question.reset();
        spec.questionTokens = -1;
    }
    if (spec.capture != Capture::Maps || spec.pooling.on()) {
        spec.rowsLimit = 0;
    }
    std::string command = commandLineHere(compare ? "kvw compare" : "kvw run", spec);
    if (chats()) {
        command += " --chat";
        if (!m_system.isEmpty()) {
            command += " --system " + shellWord(m_system.toStdString());
        }
        if (!m_chatName.isEmpty()) {
            command += " --chat-template " + shellWord(m_chatName.toStdString());
        }
    }
    return QString::fromStdString(command);
}

}  // namespace kvw::wb
