// SPDX-License-Identifier: GPL-3.0-or-later
/// Form for the model and the text of the next run, with a prompt that is typed.
#pragma once

#include <QFileInfo>
#include <QFormLayout>
#include <QSettings>
#include <QWidget>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/workbench/session/files/folder_watch.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/form_rows.h"
#include "app/workbench/views/common/widgets/form_text.h"
#include "app/workbench/views/run/prompt_view.h"
#include "app/workbench/views/run/source_box.h"
#include "core/model/stored/stored_models.h"

namespace kvw::wb {

/// Edits model and text of the draft and shows them. Thread: GUI thread.
class RunSourcesView : public QWidget {
    Q_OBJECT
 public:
    explicit RunSourcesView(Workspace& workspace, QWidget* parent = nullptr)
        : QWidget(parent), m_workspace(workspace), m_texts(shippedTextChoices()), m_shipped(m_texts.size()) {
        auto* form = formIn(this);
        m_model = named(new SourceBox(this), "model", tr("Model"),
                        tr("The embedded model, models stored on this machine, and those used before"));
        form->addRow(tr("Model"), m_model);
        m_modelFacts = factsIn(*form);
        m_text = named(new SourceBox(this), "text", tr("Text"));
        form->addRow(tr("Text"), m_text);
        m_textFacts = factsIn(*form);
        m_typed = new PromptView(workspace.draft(), this);
        form->addRow(m_typed);
        m_rows.emplace(*form);

        m_stored = storedModels();
        connect(new FolderWatch({modelFolder()}, this), &FolderWatch::changed, this, [this] {
            m_stored = storedModels();
            showModels(m_workspace.draft());
        });
        connect(m_model, &SourceBox::picked, this, [this](int model) {
            const std::filesystem::path chosen = m_models[static_cast<std::size_t>(model)];
            m_workspace.useModel(chosen);
            showModels(m_workspace.draft());  // shows the old model if this one was refused
        });
        connect(m_model, &SourceBox::browsed, this, [this] { Q_EMIT m_workspace.openRequested(OpenWhat::Model); });
        connect(m_text, &SourceBox::picked, this, &RunSourcesView::chooseText);
        connect(m_text, &SourceBox::browsed, this, [this] { Q_EMIT m_workspace.openRequested(OpenWhat::Text); });
        connect(m_typed, &PromptView::submitted, this, &RunSourcesView::submitted);
    }

    void show(const RunDraft& draft) {
        showModels(draft);
        showTexts(draft);
    }

    /// Adds the models and texts of earlier sessions from `settings`, and stores them there from now on. Null: this
    /// session only.
    void rememberIn(QSettings* settings) {
        m_settings = settings;
        for (const QString& file : remembered(kModels)) {
            addOnce(m_recent, std::filesystem::path(file.toStdString()));
        }
        for (const QString& file : remembered(kTexts)) {
            addOpened(file.toStdString(), QFileInfo(file).fileName());
        }
        show(m_workspace.draft());
    }

 Q_SIGNALS:
    void submitted();  ///< the user submitted the prompt

 private:
    /// Keys of entries that are no document.
    static constexpr int kTyped = -1, kOfTheRun = -2;
    static constexpr const char *kModels = "recent/models", *kTexts = "recent/texts";
    static constexpr qsizetype kMostRemembered = 8;

    /// Returns what earlier sessions used and is still there, the newest last.
    [[nodiscard]] QStringList remembered(const char* key) const {
        QStringList files =
            m_settings == nullptr ? QStringList() : m_settings->value(QLatin1String(key)).toStringList();
        files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
        return files.mid(std::max<qsizetype>(0, files.size() - kMostRemembered));
    }
    /// Stores `file` as the one used last. `last`: what the previous call stored.
    void remember(const char* key, const std::filesystem::path& file, std::filesystem::path& last) {
        if (m_settings != nullptr && std::exchange(last, file) != file) {
            QStringList files = remembered(key);
            const QString added = QString::fromStdString(file.string());
            files.removeAll(added);
            m_settings->setValue(QLatin1String(key), files << added);
        }
    }
    static void addOnce(std::vector<std::filesystem::path>& files, const std::filesystem::path& file) {
        if (std::ranges::find(files, file) == files.end()) {
            files.push_back(file);
        }
    }
    /// Returns false if it is a shipped text.
    bool addOpened(const std::filesystem::path& file, const QString& title) {
        const auto known = std::ranges::find(m_texts, file, &TextChoice::file);
        if (known == m_texts.end()) {
            m_texts.emplace_back();
            m_texts.back().file = file;
            m_texts.back().title = title;
            return true;
        }
        return std::cmp_greater_equal(known - m_texts.begin(), m_shipped);
    }

    FormText* factsIn(QFormLayout& form) {
        auto* facts = new FormText(this);
        facts->setForegroundRole(QPalette::PlaceholderText);
        form.addRow(facts);
        return facts;
    }

    void chooseText(int key) {
        if (key >= 0) {
            m_workspace.draft().chooseText(m_texts[static_cast<std::size_t>(key)].file);
        } else if (key == kTyped) {
            m_workspace.draft().typePrompt(m_typed->text());
            m_typed->startTyping();
        }
    }

    [[nodiscard]] bool isStored(const std::filesystem::path& model) const {
        return std::ranges::find(m_stored, model, &StoredModel::path) != m_stored.end();
    }

    void addModel(const QString& title, const std::filesystem::path& model, const std::filesystem::path& chosen) {
        m_models.push_back(model);
        m_model->add(title, static_cast<int>(m_models.size()) - 1, QString::fromStdString(model.string()),
                     model == chosen);
    }

    void showModels(const RunDraft& draft) {
        const std::filesystem::path& chosen = draft.base().model;
        const RunDraft::ModelFacts facts = draft.modelFacts();
        if (!chosen.empty()) {
            addOnce(m_recent, chosen);
            remember(kModels, chosen, m_lastModel);
        }
        const auto title = [&](const std::filesystem::path& model, const QString& name) {
            return model == chosen && facts.name.isEmpty() ? tr("cannot be read") : name;
        };
        m_models.clear();
        m_model->start();
        addModel(title({}, RunDraft::modelTitle({})), {}, chosen);
        QString group;
        for (const StoredModel& model : m_stored) {
            if (const QString keeper = QString::fromStdString(model.keeper); keeper != group) {
                group = keeper;
                addGroup(*m_model, model.keeper == kOwnKeeper ? tr("Fetched") : tr("Cache of %1").arg(keeper));
            }
            addModel(title(model.path, QString::fromStdString(model.name)), model.path, chosen);
        }
        bool first = true;
        for (const std::filesystem::path& model : m_recent) {
            if (isStored(model)) {
                continue;
            }
            if (std::exchange(first, false)) {
                addGroup(*m_model, tr("Used before"));
            }
            addModel(title(model, RunDraft::modelTitle(model)), model, chosen);
        }
        m_model->end(tr("Browse…"), tr("Load a model folder"));
        m_modelFacts->say(facts.name.isEmpty() ? facts.reason
                                               : factsText(facts, QString::fromStdString(draft.base().kvDtype)));
    }

    void addText(std::size_t text, const std::filesystem::path& chosen) {
        m_text->add(textWords(m_texts[text].title), static_cast<int>(text),
                    QString::fromStdString(m_texts[text].file.string()), m_texts[text].file == chosen);
    }

    void showTexts(const RunDraft& draft) {
        const RunSpec& spec = draft.base();
        const RunDraft::TextFacts facts = draft.textFacts();
        if (!spec.textFile.empty() && addOpened(spec.textFile, facts.title)) {
            remember(kTexts, spec.textFile, m_lastText);
        }
        m_text->start();
        for (std::size_t text = 0; text < m_shipped; ++text) {
            addText(text, spec.textFile);
        }
        if (m_texts.size() > m_shipped) {
            addGroup(*m_text, tr("Used before"));
        }
        for (std::size_t text = m_shipped; text < m_texts.size(); ++text) {
            addText(text, spec.textFile);
        }
        addGroup(*m_text, tr("Your own"));
        m_text->add(tr("typed here"), kTyped, tr("A prompt of your own"), spec.textFile.empty() && spec.prompt);
        if (spec.textFile.empty() && spec.ids && !spec.prompt) {
            m_text->add(facts.title, kOfTheRun, {}, true);
        }
        m_text->end(tr("Browse…"), tr("Open a text file"));
        m_textFacts->say(textWords(facts.description));
        m_rows->show(m_textFacts, !facts.description.isEmpty());
        m_rows->show(m_typed, spec.prompt.has_value());
        m_typed->follow();
    }

    [[nodiscard]] static QString factsText(const RunDraft::ModelFacts& model, const QString& cacheType) {
        const QString weights =
            model.dtype.isEmpty() ? model.architecture : tr("%1, weights %2").arg(model.architecture, model.dtype);
        const QString shape =
            tr("%1 layers, %2 query and %3 KV heads, %4 of KV per token as %5")
                .arg(QString::number(model.layers), QString::number(model.queryHeads), QString::number(model.kvHeads),
                     bytesText(static_cast<double>(model.kvBytesPerToken)), cacheType);
        return weights.isEmpty() ? shape : weights + QLatin1Char('\n') + shape;
    }

    static constexpr const char* kOwnKeeper = "KV Workbench";

    Workspace& m_workspace;
    std::vector<TextChoice> m_texts;  ///< shipped ones, then those used before
    std::size_t m_shipped;
    std::vector<StoredModel> m_stored;
    std::vector<std::filesystem::path> m_recent, m_models;  ///< used before; in the box, by key
    std::filesystem::path m_lastModel, m_lastText;          ///< stored as used last
    QSettings* m_settings = nullptr;
    std::optional<FormRows> m_rows;
    SourceBox *m_model, *m_text;
    FormText *m_modelFacts, *m_textFacts;
    PromptView* m_typed;
};

}  // namespace kvw::wb
