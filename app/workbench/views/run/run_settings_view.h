// SPDX-License-Identifier: GPL-3.0-or-later
/// Form for the model, the text and the settings of a run that belong to no policy.
#pragma once

#include <QWidget>
#include <memory>

#include "app/workbench/session/workspace.h"
#include "core/model/stored/stored_models.h"

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace kvw::wb {

class DeviceBox;
class FormRows;
class FormText;
class NumberBox;
class PromptView;

/// Edits the base of the draft and shows the draft. Thread: GUI thread.
class RunSettingsView : public QWidget {
    Q_OBJECT
 public:
    explicit RunSettingsView(Workspace& workspace, QWidget* parent = nullptr);
    ~RunSettingsView() override;
    void show(const RunDraft& draft);

 Q_SIGNALS:
    void submitted();  ///< the user submitted the prompt

 private:
    void write();
    void chooseText(int index);
    void findModels();
    void showModels(const RunDraft& draft);
    void showTexts(const RunDraft& draft);
    [[nodiscard]] static QString factsText(const RunDraft::ModelFacts& model, const QString& cacheType);
    NumberBox* number(QFormLayout& form, const QString& label, const QString& automatic, const QString& tip);
    QComboBox* choice(QFormLayout& form, const QString& label, const QStringList& words, const QString& tip);
    static void addBox(QFormLayout& form, const QString& label, QComboBox& box, const QString& tip);

    Workspace& m_workspace;
    std::vector<TextChoice> m_texts;
    std::unique_ptr<FormRows> m_rows;
    QComboBox* m_model;
    std::vector<StoredModel> m_stored;
    /// Models in the box: the embedded one (empty path), those loaded in this session, the stored ones.
    std::vector<std::filesystem::path> m_models{std::filesystem::path()};
    FormText *m_modelFacts, *m_textFacts;
    QComboBox *m_text, *m_mode, *m_cacheType, *m_positions, *m_rankKeys, *m_prefill, *m_products, *m_capture;
    DeviceBox* m_device;
    PromptView* m_typed;
    NumberBox *m_prompt, *m_steps, *m_temperature, *m_topK, *m_topP, *m_chunk, *m_seed, *m_threads, *m_rowsLimit;
};

}  // namespace kvw::wb
