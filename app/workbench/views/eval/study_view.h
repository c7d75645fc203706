// SPDX-License-Identifier: GPL-3.0-or-later
/// Page of the evaluation dock for a study: what it asks, its options, a button, and the table that `kvw` computes for
/// the model and the text of the Run dock.
#pragma once

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QWidget>
#include <string>
#include <vector>

#include "app/workbench/session/draft/parameter_model.h"
#include "app/workbench/session/processes/study_process.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/parameter_row.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/eval/study_model.h"
#include "core/eval/studies/disagreements.h"
#include "core/eval/studies/study_options.h"
#include "core/session/spec/command_line.h"

namespace kvw::wb {

/// Thread: GUI thread.
class StudyView : public QWidget {
    Q_OBJECT
 public:
    /// A command of kvw; its name is that of the page's widgets, too.
    struct Study {
        const char* command;
        QString about;                     ///< a sentence on what it finds out
        std::vector<std::string> columns;  ///< of its table, as far as they are shown
        int stretched = 0;                 ///< column that takes the room that is left
    };
    StudyView(Workspace& workspace, const Study& study, QWidget* parent = nullptr)
        : QWidget(parent),
          m_workspace(workspace),
          m_command(QString::fromLatin1(study.command)),
          m_about(study.about),
          m_process(new StudyProcess(this)),
          m_model(new StudyModel(*m_process, study.columns, this)) {
        const auto name = [&study](const char* part) -> QByteArray { return QByteArray(study.command) + part; };
        m_state = new TextLine(this, name("State").constData(), 4);
        m_progress = explained(new QProgressBar(this), tr("Work that is done"));
        m_progress->setRange(0, 100);
        m_start = buttonIn(this, tr("Start"), name("Start").constData());
        auto* copy = buttonIn(this, tr("Copy as kvw"), name("Copy").constData(), tr("Copies the kvw command"));
        for (QWidget* each : std::initializer_list<QWidget*>{m_start, copy, m_progress}) {
            each->setMinimumWidth(kLeastWidth);
        }
        m_start->setFocusPolicy(Qt::TabFocus);
        QTableView* table = makeTable(m_model, study.stretched, study.about, this);
        table->setObjectName(QString::fromLatin1(name("Table")));
        auto* halves = splitOf(new QSplitter(Qt::Horizontal, this), {makeForm(), {table, 1}}, {260, 900});
        columnOf({m_state, rowOf({m_start, copy, {m_progress, 1}, BoxPart::room(1)}), {halves, 1}}, this, {2});
        connect(m_process, &StudyProcess::changed, this, &StudyView::showState);
        // A stretched column keeps its width while others grow beyond the table.
        connect(
            m_model, &QAbstractItemModel::modelReset, table,
            [table, column = study.stretched] {
                table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
                table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
            },
            Qt::QueuedConnection);
        connect(m_start, &QPushButton::clicked, this,
                [this] { m_process->running() ? m_process->stop() : m_process->start(words()); });
        connect(copy, &QPushButton::clicked, this, [this] {
            QStringList quoted{QStringLiteral("kvw")};
            for (const QString& word : words()) {
                quoted << QString::fromStdString(shellWord(word.toStdString()));
            }
            const QString line = quoted.join(QLatin1Char(' '));
            QApplication::clipboard()->setText(line);
            Q_EMIT m_workspace.notice(tr("Copied: %1").arg(line));
        });
        showState();
    }

    [[nodiscard]] StudyProcess& process() const noexcept { return *m_process; }
    [[nodiscard]] const StudyModel& model() const noexcept { return *m_model; }

    /// Shows what model and text of the Run dock allow.
    void showState() {
        const bool running = m_process->running();
        const QString lacking = lackingText();
        m_form->setEnabled(!running);
        m_progress->setVisible(running);
        m_progress->setValue(m_process->percent());
        m_start->setText(running ? tr("Stop") : tr("Start"));
        m_start->setEnabled(running || lacking.isEmpty());
        m_state->setText((running                            ? tr("%1 % are done.").arg(m_process->percent())
                          : !lacking.isEmpty()               ? lacking
                          : !m_process->message().isEmpty()  ? m_process->message()
                          : m_process->shown().texts.empty() ? m_about
                                                             : QString::fromStdString(m_process->shown().table.caption))
                             .toHtmlEscaped());
    }

 private:
    static constexpr int kLeastWidth = 48;

    /// Makes a row for each option of the study.
    QWidget* makeForm() {
        eval::StudyPlugins plugins;
        for (const Catalog::Found& scorer : m_workspace.plugins().catalog().all(PluginKind::Scorer)) {
            plugins.scorers.push_back(scorer.provided->id);
        }
        for (const eval::Disagreement& entry : eval::disagreements().value_or(std::vector<eval::Disagreement>())) {
            plugins.documented.push_back(entry.plugin);
        }
        auto* scroll = new QScrollArea(this);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setMinimumHeight(kLeastWidth);
        auto* rows = new QWidget;
        auto* grid = new QGridLayout(rows);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(3);
        grid->setVerticalSpacing(1);
        grid->setColumnStretch(1, 1);
        int row = 0;
        for (const ParameterSpec& spec : eval::studyOptions(m_command.toStdString(), plugins)) {
            // Other docks have parameters of the same names.
            auto* option =
                new ParameterModel(spec, m_command + QLatin1Char('.') + QString::fromStdString(spec.name), rows);
            m_options.push_back(option);
            (new ParameterRow(*option, *grid, row, rows))->dropBadge();
            row += ParameterRow::kGridRows;
        }
        m_form = new QWidget(scroll);
        columnOf({rows, BoxPart::room(1)}, m_form, {0});
        scroll->setWidget(m_form);
        return scroll;
    }

    [[nodiscard]] QString lackingText() const {
        const RunSpec& base = m_workspace.draft().base();
        return base.textFile.empty() && base.prompt.value_or(std::string()).empty()
                   ? tr("This reads a text: choose or type one in the Run dock.")
                   : QString();
    }

    /// Returns the command for model, text and lengths of the Run dock, and the options that are not the defaults.
    /// Lanes and their settings are those of the study.
    [[nodiscard]] QStringList words() const {
        const RunSpec& base = m_workspace.draft().base();
        QStringList words{m_command};
        const auto add = [&words](const char* flag, const std::string& value) {
            words << QString::fromLatin1(flag) << QString::fromStdString(value);
        };
        if (!base.model.empty()) {
            add("--model", base.model.string());
        }
        base.textFile.empty() ? add("--prompt", base.prompt.value_or(std::string()))
                              : add("--text", base.textFile.string());
        if (base.promptTokens > 0) {
            add("--prompt-tokens", std::to_string(base.promptTokens));
        }
        if (base.steps > 0) {
            add("--steps", std::to_string(base.steps));
        }
        if (base.device != "cpu") {
            add("--device", base.device);
        }
        if (base.dtype != "f32") {
            add("--dtype", base.dtype);
        }
        if (base.kvDtype != "f32") {
            add("--kv-dtype", base.kvDtype);
        }
        if (base.threads > 0) {
            add("--threads", std::to_string(base.threads));
        }
        for (const ParameterModel* option : m_options) {
            const std::string& name = option->spec().name;
            if (!option->isDefault() && name != eval::kStudyNames) {
                add(("--" + name).c_str(), option->text().toStdString());
            } else if (!option->isDefault()) {
                words << option->text();
            }
        }
        return words;
    }

    Workspace& m_workspace;
    QString m_command, m_about;
    StudyProcess* m_process;
    StudyModel* m_model;
    std::vector<ParameterModel*> m_options;  ///< owned by `m_form`
    QWidget* m_form = nullptr;
    TextLine* m_state = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_start = nullptr;
};

}  // namespace kvw::wb
