// SPDX-License-Identifier: GPL-3.0-or-later
/// Form of the next evaluation: task with its options, data, samples, folder. Model and lanes are those of the Run
/// dock.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QWidget>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workbench/session/draft/parameter_model.h"
#include "app/workbench/session/draft/policy_form.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/form_rows.h"
#include "app/workbench/views/common/widgets/form_text.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/parameter_row.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"
#include "core/eval/eval_plan.h"
#include "core/eval/presets.h"
#include "core/eval/tasks/tasks.h"
#include "core/library/run_folder.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

/// Thread: GUI thread. After `load` it stands for that plan, until something in it is edited.
class EvalForm : public QWidget {
    Q_OBJECT
 public:
    explicit EvalForm(Workspace& workspace, QWidget* parent = nullptr) : QWidget(parent), m_workspace(workspace) {
        auto* form = formIn(this);
        m_preset =
            named(new QComboBox(this), "evalPreset", tr("Preset"),
                  tr("Task, lanes and settings of a table of a work, or of a claim on a small real model. Model, "
                     "data and samples stay yours."));
        setContentsLength(*m_preset, 8);
        m_preset->addItem(tr("none"));
        for (const eval::EvalPreset& preset : eval::evalPresets().value_or(std::vector<eval::EvalPreset>())) {
            m_preset->addItem(QString::fromStdString(preset.name));
            m_preset->setItemData(m_preset->count() - 1,
                                  plainTip(QString::fromStdString(preset.table + "\n" + preset.note)), Qt::ToolTipRole);
        }
        form->addRow(tr("Preset"), m_preset);
        m_task = named(new QComboBox(this), "evalTask", tr("Task"));
        setContentsLength(*m_task, 8);
        for (const auto& task : eval::tasks()) {
            const eval::TaskInfo& info = task->info();
            m_task->addItem(QString::fromStdString(info.title), QString::fromStdString(info.name));
            m_task->setItemData(m_task->count() - 1, plainTip(QString::fromStdString(info.description)),
                                Qt::ToolTipRole);
        }
        form->addRow(tr("Task"), m_task);
        m_about = named(new FormText(this), "evalAbout");
        form->addRow(m_about);
        m_options = new QWidget(this);
        columnOf({}, m_options, {0});
        form->addRow(m_options);
        m_data = named(new QLineEdit(this), "evalData", tr("Data"),
                       tr("Folder with the files of the task, as they are published"));
        auto* openData = signButton(this, QStringLiteral("…"), tr("Choose the folder of the data"));
        form->addRow(tr("Data"), rowOf({{m_data, 1}, openData}, nullptr, {-1, 3}));
        m_model = named(new FormText(this), "evalModel", {}, tr("The model of the Run dock"));
        form->addRow(tr("Model"), m_model);
        m_lanes = named(new FormText(this), "evalLanes", {},
                        tr("The lanes of the Run dock; all of them answer the same prompts"));
        m_take = signButton(this, QStringLiteral("⟲"), tr("Take model and lanes from the Run dock again"), "evalTake");
        form->addRow(tr("Lanes"), rowOf({{m_lanes, 1}, m_take}, nullptr, {-1, 3}));
        m_full = named(new QCheckBox(tr("Beside the full cache"), this), "evalFull", {},
                       tr("The full cache is a lane, too: others are compared with it"));
        m_full->setChecked(true);
        form->addRow(QString(), m_full);
        m_limit = named(new QSpinBox(this), "evalLimit", tr("Samples"), tr("Most samples of each subset"));
        m_limit->setRange(0, std::numeric_limits<int>::max());
        m_limit->setSpecialValueText(tr("all"));
        form->addRow(tr("Samples"), m_limit);
        m_range = named(new QLineEdit(this), "evalRange", tr("Range"),
                        tr("Samples a to b - 1 of the task's order, counted from 0, as a:b"));
        m_range->setPlaceholderText(tr("all"));
        form->addRow(tr("Range"), m_range);
        m_compress = named(
            new QComboBox(this), "evalCompressAt", tr("Compress at"),
            tr("Prompt: policies see the question when they select. Context: they select from the context alone, and "
               "the question is read behind it."));
        m_compress->addItem(tr("prompt"));
        m_compress->addItem(tr("context"));
        form->addRow(tr("Compress at"), m_compress);
        m_seed = named(new QSpinBox(this), "evalSeed", tr("Seed"), tr("Seed of samples that are made or drawn"));
        m_seed->setRange(0, std::numeric_limits<int>::max());
        m_seed->setValue(static_cast<int>(eval::EvalPlan().seed));
        form->addRow(tr("Seed"), m_seed);
        m_folder = named(new QLineEdit(newFolder(), this), "evalFolder", tr("Folder"),
                         tr("Folder of the results. Samples that have results in it are not run again."));
        auto* openFolder = signButton(this, QStringLiteral("…"), tr("Choose a folder, or an evaluation to continue"));
        form->addRow(tr("Folder"), rowOf({{m_folder, 1}, openFolder}, nullptr, {-1, 3}));

        for (QWidget* box : std::initializer_list<QWidget*>{m_preset, m_task, m_limit, m_compress, m_seed}) {
            quietWheel(*box);
        }
        connect(m_task, &QComboBox::currentIndexChanged, this, [this] {
            showTask();
            edit();
        });
        connect(m_preset, &QComboBox::activated, this, &EvalForm::choosePreset);
        connect(m_data, &QLineEdit::textEdited, this, &EvalForm::editSamples);
        connect(m_full, &QCheckBox::toggled, this, &EvalForm::edit);
        connect(m_limit, &QSpinBox::valueChanged, this, &EvalForm::editSamples);
        connect(m_range, &QLineEdit::textEdited, this, &EvalForm::editSamples);
        connect(m_compress, &QComboBox::currentIndexChanged, this, &EvalForm::editSamples);
        connect(m_seed, &QSpinBox::valueChanged, this, &EvalForm::editSamples);
        connect(m_folder, &QLineEdit::textEdited, this, &EvalForm::edited);
        connect(m_take, &QToolButton::clicked, this, &EvalForm::edit);
        connect(openData, &QToolButton::clicked, this, [this] {
            const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the data"), m_data->text());
            if (!folder.isEmpty()) {
                m_data->setText(folder);
                editSamples();
            }
        });
        connect(openFolder, &QToolButton::clicked, this, [this] {
            const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the results"),
                                                                     QString::fromStdString(runFolder().string()));
            if (!folder.isEmpty()) {
                Q_EMIT folderChosen(folder);
            }
        });
        showTask();
        follow();
    }

    /// Returns a folder for a new evaluation in the folder of runs, which does not exist yet.
    [[nodiscard]] static QString newFolder() {
        for (int number = 1;; ++number) {
            const std::filesystem::path folder = runFolder() / ("eval-" + std::to_string(number));
            std::error_code error;
            if (!std::filesystem::exists(folder, error)) {
                return QString::fromStdString(folder.string());
            }
        }
    }

    [[nodiscard]] QString folder() const {
        const QString folder = m_folder->text().trimmed();
        return folder.isEmpty() || QDir::isAbsolutePath(folder)
                   ? folder
                   : QString::fromStdString((runFolder() / folder.toStdString()).string());
    }
    void setFolder(const QString& folder) {
        m_folder->setText(folder);
        Q_EMIT edited();
    }

    /// Returns a sentence on what is missing for a start; empty: nothing.
    [[nodiscard]] QString lacking() const {
        eval::EvalPlan range;
        return (!m_loaded || m_ofPreset) && info().needsData && m_data->text().trimmed().isEmpty()
                   ? tr("Choose the folder with the data of the task.")
               : !takeRange(range)  ? tr("The range of samples is a:b, a: or :b, such as 0:100.")
               : folder().isEmpty() ? tr("Choose a folder for the results.")
                                    : QString();
    }

    /// Returns the plan. Errors: those of the options and the lanes.
    [[nodiscard]] Result<eval::EvalPlan> plan() const {
        if (m_loaded) {
            return *m_loaded;
        }
        eval::EvalPlan plan;
        KVW_TRY_ASSIGN(const auto text, eval::readTaskText(info(), taskText().toStdString()));
        plan.task = text.text;
        takeSamples(plan);
        KVW_TRY(takeRange(plan));
        const RunSpec& base = m_workspace.draft().base();
        plan.run.model = base.model;
        plan.run.device = base.device;
        plan.run.dtype = base.dtype;
        plan.run.kvDtype = base.kvDtype;
        plan.run.threads = base.threads;
        plan.run.positions = base.positions;
        plan.run.rankKeys = base.rankKeys;
        plan.run.streamingPrefill = base.streamingPrefill;
        plan.run.chunk = base.chunk;
        plan.run.policies = draftLanes();
        KVW_TRY_ASSIGN(plan.run.policies, eval::lanesOf(plan.run, {true, true}, m_workspace.plugins().catalog()));
        return plan;
    }

    /// Shows a plan, and stands for it until something is edited.
    void load(const eval::EvalPlan& plan, const QString& folder) {
        m_loading = true;
        const std::string name = plan.task.substr(0, plan.task.find(':'));
        if (const int at = m_task->findData(QString::fromStdString(name)); at >= 0) {
            m_task->setCurrentIndex(at);
            if (const auto text = eval::readTaskText(info(), plan.task)) {
                for (ParameterModel* parameter : m_parameters) {
                    if (const auto value = text->values.find(parameter->name().toStdString());
                        value != text->values.end()) {
                        parameter->setValue(value->second);
                    }
                }
            }
        }
        m_data->setText(QString::fromStdString(plan.data.string()));
        m_limit->setValue(static_cast<int>(std::max<std::int64_t>(0, plan.limit)));
        m_compress->setCurrentIndex(plan.compressAt == eval::CompressAt::Context ? 1 : 0);
        m_seed->setValue(static_cast<int>(plan.seed));
        const bool all = plan.first == 0 && plan.last < 0;
        m_range->setText(all ? QString() : QString::fromStdString(eval::samplesText(plan)));
        m_folder->setText(folder);
        m_preset->setCurrentIndex(std::max(0, m_preset->findText(QString::fromStdString(plan.preset))));
        m_loaded = plan;
        m_ofPreset = false;
        m_loading = false;
        follow();
        Q_EMIT edited();
    }

    /// Shows model and lanes: of the plan that was loaded, else of the Run dock.
    void follow() {
        const std::filesystem::path& model = m_loaded ? m_loaded->run.model : m_workspace.draft().base().model;
        m_model->say(model.empty() ? tr("the embedded model") : QString::fromStdString(model.filename().string()));
        QStringList lanes;
        for (const std::string& lane : m_loaded ? m_loaded->run.policies : draftLanes()) {
            lanes << QString::fromStdString(lane);
        }
        m_lanes->say(lanes.join(QLatin1Char('\n')));
        m_take->setEnabled(m_editable && m_loaded.has_value());
        m_full->setEnabled(m_editable && !m_loaded);
        m_compress->setEnabled(m_editable && info().hasQuestions);
    }

    /// `editable`: false while an evaluation runs.
    void setEditable(bool editable) {
        m_editable = editable;
        for (QWidget* each : std::initializer_list<QWidget*>{m_preset, m_task, m_options, m_data, m_limit, m_range,
                                                             m_compress, m_seed, m_folder}) {
            each->setEnabled(editable);
        }
        follow();
    }

 Q_SIGNALS:
    void edited();
    void folderChosen(const QString& folder);

 private:
    [[nodiscard]] const eval::TaskInfo& info() const {
        return eval::tasks()[static_cast<std::size_t>(std::max(0, m_task->currentIndex()))]->info();
    }

    void takeSamples(eval::EvalPlan& plan) const {
        plan.data = m_data->text().trimmed().toStdString();
        plan.limit = m_limit->value() > 0 ? m_limit->value() : -1;
        plan.compressAt = info().hasQuestions && m_compress->currentIndex() == 1 ? eval::CompressAt::Context
                                                                                 : eval::CompressAt::Prompt;
        plan.seed = m_seed->value();
    }
    /// Puts the range of samples into the plan. Errors: it is none.
    [[nodiscard]] Result<void> takeRange(eval::EvalPlan& plan) const {
        const std::string text = m_range->text().trimmed().toStdString();
        return eval::readSamples(text.empty() ? ":" : text, plan);
    }

    /// Returns the plan of a preset on the model of the Run dock. Errors: those of task and lanes.
    [[nodiscard]] Result<eval::EvalPlan> presetPlan(const std::string& name) const {
        KVW_TRY_ASSIGN(const auto preset, eval::evalPresetNamed(name));
        eval::EvalPlan plan = eval::planOf(preset);
        plan.preset = name;
        plan.data = m_data->text().trimmed().toStdString();
        const RunSpec& base = m_workspace.draft().base();
        plan.run.model = base.model;
        plan.run.device = base.device;
        plan.run.threads = base.threads;
        KVW_TRY_ASSIGN(const auto task, eval::taskOf(plan.task));
        KVW_TRY_ASSIGN(const auto text, eval::readTaskText(task->info(), plan.task));
        plan.task = text.text;
        const Catalog& catalog = m_workspace.plugins().catalog();
        if (!preset.against.empty()) {
            RunSpec alone = plan.run;
            alone.policies = {preset.against};
            KVW_TRY_ASSIGN(const auto against, eval::lanesOf(alone, {}, catalog));
            plan.against = against.front();
        }
        KVW_TRY_ASSIGN(plan.run.policies, eval::lanesOf(plan.run, {}, catalog));
        return plan;
    }

    void choosePreset() {
        if (m_preset->currentIndex() == 0) {
            edit();
            return;
        }
        const auto plan = presetPlan(m_preset->currentText().toStdString());
        if (!plan) {
            m_workspace.refuse(plan.error());
            m_preset->setCurrentIndex(0);
            return;
        }
        load(*plan, newFolder());
        m_ofPreset = true;
        Q_EMIT edited();
    }

    /// Returns the task with the options that are not the defaults. Those without effect are disabled with the reason.
    [[nodiscard]] QString taskText() const {
        QStringList options;
        for (const ParameterModel* parameter : m_parameters) {
            if (!parameter->isDefault() && parameter->enabled()) {
                options << parameter->name() + QLatin1Char('=') + parameter->text();
            }
        }
        const QString name = QString::fromStdString(info().name);
        return options.isEmpty() ? name : name + QLatin1Char(':') + options.join(QLatin1Char(','));
    }

    [[nodiscard]] std::vector<std::string> draftLanes() const {
        std::vector<std::string> lanes;
        bool full = false;
        for (const QString& lane : m_workspace.draft().lanes().texts()) {
            lanes.push_back(lane.toStdString());
            full = full || isFullCache(lanes.back());
        }
        if (m_full->isChecked() && !full) {
            lanes.insert(lanes.begin(), "full");
        }
        return lanes;
    }

    /// Makes the rows of the task's options.
    void showTask() {
        const eval::TaskInfo& task = info();
        m_about->say(QString::fromStdString(task.description));
        m_data->setPlaceholderText(task.needsData ? tr("a folder") : tr("not needed"));
        delete m_rows;
        m_parameters.clear();
        m_rows = new QWidget(m_options);
        auto* grid = new QGridLayout(m_rows);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(3);
        grid->setVerticalSpacing(1);
        grid->setColumnStretch(1, 1);
        int row = 0;
        for (const ParameterSpec& spec : task.parameters) {
            auto* parameter = new ParameterModel(spec, QString::fromStdString(spec.name), m_rows);
            m_parameters.push_back(parameter);
            (new ParameterRow(*parameter, *grid, row, m_rows))->dropBadge();
            row += ParameterRow::kGridRows;
            connect(parameter, &ParameterModel::valueChanged, this, [this] {
                PolicyForm::applyConditions(m_parameters);
                edit();
            });
        }
        PolicyForm::applyConditions(m_parameters);
        m_options->layout()->addWidget(m_rows);
    }

    void edit() {
        if (m_loading) {
            return;
        }
        if (std::exchange(m_loaded, std::nullopt)) {
            m_folder->setText(newFolder());  // the one of the loaded plan is of that plan
        }
        m_ofPreset = false;
        m_preset->setCurrentIndex(0);
        follow();
        Q_EMIT edited();
    }

    /// A preset keeps its task and lanes with other samples; any other plan that was loaded does not.
    void editSamples() {
        if (!m_ofPreset || m_loading) {
            edit();
            return;
        }
        takeSamples(*m_loaded);
        static_cast<void>(takeRange(*m_loaded));  // `lacking` tells of a wrong one
        Q_EMIT edited();
    }

    Workspace& m_workspace;
    QComboBox *m_preset, *m_task, *m_compress;
    FormText *m_about, *m_model, *m_lanes;
    QWidget *m_options, *m_rows = nullptr;
    std::vector<ParameterModel*> m_parameters;  ///< owned by `m_rows`
    QLineEdit *m_data, *m_range, *m_folder;
    QToolButton* m_take;
    QCheckBox* m_full;
    QSpinBox *m_limit, *m_seed;
    std::optional<eval::EvalPlan> m_loaded;
    bool m_loading = false, m_editable = true;
    bool m_ofPreset = false;  ///< `m_loaded` is a preset that has not been started
};

}  // namespace kvw::wb
