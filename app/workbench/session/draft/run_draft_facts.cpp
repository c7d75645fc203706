// SPDX-License-Identifier: GPL-3.0-or-later
/// Facts about the model and the text of the next run.
#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/run_draft.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"

namespace kvw::wb {

namespace {

QString sideCarOf(const std::filesystem::path& text) {
    std::filesystem::path sideCar = text;
    sideCar.replace_extension(".json");
    return QString::fromStdString(sideCar.string());
}

/// Reads the side-car of a text, without reading the text.
TextChoice readSideCar(const std::filesystem::path& text) {
    TextChoice choice;
    choice.file = text;
    choice.title = QString::fromStdString(text.filename().string());
    QFile file(sideCarOf(text));
    // Opening a pipe would block.
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly) || file.size() > (std::int64_t{16} << 20)) {
        return choice;
    }
    const std::string bytes = file.readAll().toStdString();
    const auto json = isTooDeepJson(bytes) ? nlohmann::json() : nlohmann::json::parse(bytes, nullptr, false);
    if (const std::string title = textOf(json, "title"); !title.empty()) {
        choice.title = QString::fromStdString(title);
    }
    choice.description = QString::fromStdString(textOf(json, "description"));
    choice.tokens = wholeOf(json, "tokens", choice.tokens);
    if (const auto& probes = member(json, "probes"); probes.is_array()) {
        choice.probes = static_cast<std::int64_t>(probes.size());
    }
    return choice;
}

}  // namespace

std::vector<TextChoice> shippedTextChoices() {
    std::vector<TextChoice> choices;
    if (const auto files = shippedTexts()) {
        for (const std::filesystem::path& file : *files) {
            choices.push_back(readSideCar(file));
        }
    }
    return choices;
}

bool RunDraft::isCounted() const {
    if (m_spec.textFile.empty() || !m_spec.model.empty() || sideCar().tokens == 0) {
        return false;
    }
    const auto embedded = embeddedDocuments();
    return embedded && std::ranges::find(*embedded, m_spec.textFile) != embedded->end();
}

QString RunDraft::modelTitle(const std::filesystem::path& model) {
    return model.empty() ? tr("embedded model") : QString::fromStdString(modelName(model));
}

RunDraft::ModelFacts RunDraft::modelFacts() const {
    ModelFacts facts;
    const Result<ModelConfig>& config = this->config();
    if (!config) {
        facts.reason = errorText(config.error());
        return facts;
    }
    facts.name = modelTitle(m_spec.model);
    facts.architecture = QString::fromStdString(config->architecture);
    facts.dtype = QString::fromStdString(config->dtype);
    facts.layers = config->layers;
    facts.queryHeads = config->queryHeads;
    facts.kvHeads = config->kvHeads;
    facts.headDim = config->headDim;
    facts.rope = config->rope;
    facts.rotaryDim = config->rotaryDim();
    facts.context = config->context;
    facts.kvBytesPerToken = config->kvBytesPerToken(m_spec.kvDtype == "f32" ? 4 : 2);
    facts.weightBytes = weightSize(*config).bytes;
    return facts;
}

const TextChoice& RunDraft::sideCar() const {
    const QFileInfo now(sideCarOf(m_spec.textFile));
    if (!m_sideCar || m_sideCar->choice.file != m_spec.textFile || m_sideCar->changed != now.lastModified() ||
        m_sideCar->bytes != now.size()) {
        m_sideCar = SideCar{now.lastModified(), now.size(), readSideCar(m_spec.textFile)};
    }
    return m_sideCar->choice;
}

RunDraft::TextFacts RunDraft::textFacts() const {
    TextFacts facts;
    qint64 bytes = 0;
    if (!m_spec.textFile.empty()) {
        const TextChoice& choice = sideCar();
        facts.title = choice.title;
        facts.description = choice.description;
        facts.probes = choice.probes;
        if (isCounted()) {
            facts.tokens = choice.tokens;
            return facts;
        }
        bytes = QFileInfo(QString::fromStdString(m_spec.textFile.string())).size();
    } else if (m_spec.prompt) {
        facts.title = tr("typed prompt");
        if (m_spec.prompt->empty()) {
            return facts;
        }
        bytes = static_cast<qint64>(m_spec.prompt->size());
    } else if (m_spec.ids) {
        facts.title = tr("the tokens of a run");
        facts.description = tr("Taken from a run whose text file is not here.");
        facts.tokens = static_cast<std::int64_t>(m_spec.ids->size());
        return facts;
    } else {
        return facts;
    }
    const auto* answer = m_reading->answer();
    if (answer != nullptr && answer->tokens) {
        facts.tokens = *answer->tokens;
        return facts;
    }
    facts.tokens = bytes / 4 + 1;
    facts.estimated = true;
    if (answer != nullptr) {
        facts.reason = errorText(answer->tokens.error());
    }
    return facts;
}

RunDraft::Plan RunDraft::plan(const TextFacts& text) const {
    const bool teacher = m_spec.mode == Mode::Teacher;
    std::int64_t prompt = m_spec.promptTokens >= 0 ? m_spec.promptTokens
                          : teacher                ? std::max<std::int64_t>(1, text.tokens / 4)
                                                   : text.tokens;
    prompt = std::min(prompt, text.tokens);
    const std::int64_t rest = text.tokens - prompt;
    if (teacher) {
        return {prompt, m_spec.steps >= 0 ? std::min(m_spec.steps, rest) : rest};
    }
    // The question is short, so that its tokens are estimated.
    const std::int64_t most =
        rest + (m_spec.question ? static_cast<std::int64_t>(m_spec.question->size()) / 4 + 1 : 0);
    const std::int64_t read = m_spec.questionTokens >= 0 ? std::min(m_spec.questionTokens, most) : most;
    return {prompt, read + (m_spec.steps >= 0 ? m_spec.steps : kGenerateSteps)};
}

}  // namespace kvw::wb
