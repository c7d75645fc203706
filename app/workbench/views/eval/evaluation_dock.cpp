// SPDX-License-Identifier: GPL-3.0-or-later
/// The evaluation dock: policies on the samples of a task, which `kvw` runs in a process of its own; the table of scores
/// fills in as samples are done. Beside it are studies of policies on the text of the Run dock.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <algorithm>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/export/report_work.h"
#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/sweep_cost.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "app/workbench/views/eval/eval_form.h"
#include "app/workbench/views/eval/eval_model.h"
#include "app/workbench/views/eval/study_view.h"
#include "core/eval/eval_table.h"
#include "core/figures/tables.h"

namespace kvw::wb {

namespace {

constexpr int kLeastWidth = 48, kSecondMs = 1000;

class EvaluationDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::EvaluationDock)

 public:
    EvaluationDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Evaluation | DirtyFlag::Draft | DirtyFlag::Plugins | DirtyFlag::Theme, workspace,
               parent),
          m_model(new EvalModel(workspace.evaluation(), this)) {
        auto* halves = new QSplitter(Qt::Horizontal, this);
        m_pages = named(new QTabWidget(this), "evalPages", tr("Evaluation and studies"));
        m_pages->setDocumentMode(true);
        m_pages->addTab(splitOf(halves, {makeSetup(), {makeResults(), 1}}, {300, 900}), tr("Tasks"));
        addStudy(tr("Papers and codes"),
                 {"disagreements",
                  tr("Runs both forms of documented differences between papers and their published codes, and says which "
                     "of them matter on the text of the Run dock."),
                  {"id", "form_a", "form_b", "overlap_prompt", "overlap_end", "bytes_share", "nll_a", "nll_b", "delta_nll",
                   "low", "high", "verdict"},
                  1});
        addStudy(tr("Budgets of layers"),
                 {"predictors",
                  tr("Tells which signal of the prompt (Gini, entropy, variance, CAKE's preference) predicts how many "
                     "tokens a layer needs, on the text of the Run dock."),
                  {"signal", "spearman", "spearman_low", "spearman_high", "kendall", "kendall_low", "kendall_high", "nll",
                   "delta_nll", "delta_low", "delta_high"}});
        setContent(m_pages);
        m_second.setInterval(kSecondMs);
        connect(&m_second, &QTimer::timeout, this, [this] {
            if (shown()) {
                showState();
            }
        });
    }

    /// A page is about what `kvw` has written into the folder.
    QStringList exportFormats() const override {
        const bool page = shownStudy() == nullptr && QFileInfo::exists(evaluation().folder() + "/results.jsonl");
        return namesIn(page ? "csv tex md html" : "csv tex md");
    }

    FileWork exportWork(const QString& file, FigureWidth /*width*/) override {
        const std::string format = formatOf(file);
        if (const StudyView* study = shownStudy()) {
            return studyWork(*study, format, file);
        }
        if (evaluation().rows().empty()) {
            return nothingToExport(phrase("an evaluation with a sample that is done"));
        }
        if (format == "html") {
            return reportWork(evaluation().folder().toStdString(), file.toStdString());
        }
        return textWork([text = scores(format)](const LatestJob::Stale&) { return Result<std::string>(text); },
                        file.toStdString());
    }

    QString copyText() const override {
        const StudyView* study = shownStudy();
        return study != nullptr ? tabSeparated(study->model()) : tabSeparated(*m_model);
    }

 protected:
    void refresh(Dirty) override {
        m_form->setEditable(evaluation().activity() == EvalProcess::Activity::Idle);
        showAgainst();
        showState();
        for (StudyView* study : m_studies) {
            study->showState();
        }
        showContent();
    }

 private:
    void addStudy(const QString& title, const StudyView::Study& study) {
        m_studies.push_back(new StudyView(workspace(), study, m_pages));
        m_pages->addTab(m_studies.back(), title);
    }
    /// Returns the study whose page is shown; null: the tasks are.
    [[nodiscard]] StudyView* shownStudy() const { return qobject_cast<StudyView*>(m_pages->currentWidget()); }

    [[nodiscard]] FileWork studyWork(const StudyView& study, const std::string& format, const QString& file) {
        const StudyProcess& process = study.process();
        if (process.shown().texts.empty()) {
            return failedWork(fail(Code::NotFound, windowTitle().toStdString(), "there is nothing to export yet", {},
                                   "a study that is done")
                                  .value());
        }
        const tables::Table table = format == "csv"
                                        ? process.shown().table
                                        : tables::withColumns(process.shown().table, process.pageColumns());
        return textWork([text = tables::inFormat(table, format, "tab:study")](
                            const LatestJob::Stale&) { return Result<std::string>(text); },
                        file.toStdString());
    }

    EvalProcess& evaluation() const { return workspace().evaluation(); }

    /// Returns the scores that are shown, of which there are some.
    [[nodiscard]] std::string scores(const std::string& format) const {
        const EvalProcess& shown = evaluation();
        const tables::Table table = format == "csv"
                                        ? eval::evalNumbers(shown.rows(), *shown.task())
                                        : eval::evalPage(shown.rows(), *shown.task(), caption().toStdString());
        return tables::inFormat(table, format, "tab:" + shown.task()->name);
    }

    void copyLatex() {
        if (evaluation().rows().empty()) {
            Q_EMIT workspace().notice(tr("No sample is done yet."));
            return;
        }
        QApplication::clipboard()->setText(QString::fromStdString(scores("tex")));
        Q_EMIT workspace().notice(tr("The table is in the clipboard."));
    }

    QWidget* makeSetup() {
        auto* side = new QWidget(this);
        auto* scroll = new QScrollArea(side);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setMinimumHeight(kLeastWidth);
        m_form = new EvalForm(workspace(), scroll);
        scroll->setWidget(m_form);
        m_state = new TextLine(side, "evalState", 8);
        m_progress = explained(new QProgressBar(side), tr("Samples that are done"));
        m_progress->setMinimumWidth(kLeastWidth);
        fitToType(*m_progress, [](QProgressBar& bar) { bar.setMaximumHeight(bar.fontMetrics().height() + 4); });
        m_start = buttonIn(side, tr("Start"), "evalStart");
        m_start->setMinimumWidth(kLeastWidth);
        m_start->setFocusPolicy(Qt::TabFocus);
        auto* copy = buttonIn(side, tr("Copy as kvw"), "evalCopy", tr("Copies the kvw command of this evaluation"));
        columnOf({{scroll, 1}, m_state, m_progress, rowOf({{m_start, 1}, copy})}, side, {2});
        connect(m_start, &QPushButton::clicked, this, &EvaluationDock::startOrStop);
        connect(copy, &QPushButton::clicked, this, [this] {
            const auto plan = m_form->plan();
            if (!plan) {
                workspace().refuse(plan.error());
                return;
            }
            const QString line = QString::fromStdString(eval::evalCommand(*plan, m_form->folder().toStdString()));
            QApplication::clipboard()->setText(line);
            Q_EMIT workspace().notice(tr("Copied: %1").arg(line));
        });
        connect(m_form, &EvalForm::edited, this, [this] { markDirty(DirtyFlag::Evaluation); });
        connect(m_form, &EvalForm::folderChosen, this, &EvaluationDock::showFolder);
        return side;
    }

    QWidget* makeResults() {
        auto* side = new QWidget(this);
        m_against = named(new QComboBox(side), "evalAgainst", tr("Difference from"),
                          tr("Lane that the others are compared with, sample by sample"));
        setContentsLength(*m_against, 12);
        quietWheel(*m_against);
        auto* label = new QLabel(tr("Difference from"), side);
        label->setBuddy(m_against);
        QTableView* table = makeTable(m_model, EvalModel::Lane, tr("Scores"), side);
        table->setObjectName(QStringLiteral("evalTable"));
        auto* latex = buttonIn(side, tr("LaTeX table"), "evalLatex", tr("Copies the scores as a table of LaTeX"));
        latex->setMinimumWidth(kLeastWidth);
        columnOf({rowOf({label, m_against, latex, BoxPart::room(1)}), {table, 1}}, side, {2});
        connect(latex, &QPushButton::clicked, this, &EvaluationDock::copyLatex);
        connect(m_against, &QComboBox::activated, this,
                [this] { evaluation().setAgainst(m_against->currentData().toString().toStdString()); });
        return side;
    }

    /// Lists the lanes of the evaluation that is shown.
    void showAgainst() {
        const QSignalBlocker blocked(m_against);
        m_against->clear();
        m_against->addItem(tr("no lane"), QString());
        for (const std::string& lane : evaluation().plan().run.policies) {
            if (evaluation().task() != nullptr) {
                m_against->addItem(QString::fromStdString(lane), QString::fromStdString(lane));
            }
        }
        m_against->setCurrentIndex(std::max(0, m_against->findData(QString::fromStdString(evaluation().against()))));
    }

    QString caption() const {
        const eval::EvalPlan& plan = evaluation().plan();
        return tr("%1 (%2), %3, seed %4")
            .arg(QString::fromStdString(evaluation().task()->title), QString::fromStdString(plan.task),
                 plan.run.model.empty() ? tr("the embedded model")
                                        : QString::fromStdString(plan.run.model.filename().string()))
            .arg(plan.seed);
    }

    bool isShown() const { return evaluation().folder() == m_form->folder() && evaluation().task() != nullptr; }

    QString stateText() const {
        const EvalProcess& shown = evaluation();
        switch (shown.activity()) {
            case EvalProcess::Activity::Reading:
                return tr("Reading the results that are there…");
            case EvalProcess::Activity::Stopping:
                return tr("Stopping; samples that are done stay.");
            case EvalProcess::Activity::Running: {
                const auto left = shown.secondsLeft();
                const QString done = shown.total() > 0
                                         ? tr("%1 of %2 samples are done").arg(shown.done()).arg(shown.total())
                                         : shown.done() == 1  ? tr("One sample is done")
                                                              : tr("%1 samples are done").arg(shown.done());
                return left ? tr("%1, %2 left.").arg(done, aboutText({*left, *left})) : done + QLatin1Char('.');
            }
            case EvalProcess::Activity::Idle:
                break;
        }
        if (const QString lacking = m_form->lacking(); !lacking.isEmpty()) {
            return lacking;
        }
        if (const auto plan = m_form->plan(); !plan) {
            return errorText(plan.error());
        }
        if (!isShown()) {
            return shown.task() == nullptr
                       ? tr("How long it takes is known after the first sample.")
                       : tr("The results shown are of another evaluation, in %1.").arg(shown.folder());
        }
        return !shown.message().isEmpty() ? shown.message()
               : shown.done() == 1        ? shown.complete() ? tr("The sample is done.") : tr("One sample is done.")
               : shown.complete()         ? tr("All %1 samples are done.").arg(shown.done())
                                          : tr("%1 samples are done.").arg(shown.done());
    }

    void showState() {
        const EvalProcess& shown = evaluation();
        const bool idle = shown.activity() == EvalProcess::Activity::Idle, running = shown.running();
        m_state->setText(stateText().toHtmlEscaped());
        running ? m_second.start() : m_second.stop();
        m_progress->setVisible(running);
        m_progress->setRange(0, static_cast<int>(shown.total()));
        m_progress->setValue(static_cast<int>(shown.done()));
        const bool complete = isShown() && shown.complete();
        m_start->setText(!idle ? tr("Stop") : isShown() && shown.done() > 0 ? tr("Go on") : tr("Start"));
        m_start->setEnabled(idle ? !complete && m_form->lacking().isEmpty() && m_form->plan().has_value()
                                 : shown.activity() != EvalProcess::Activity::Stopping);
        m_start->setToolTip(!idle      ? tr("Drops the sample under way; it runs again when the evaluation goes on")
                            : complete ? tr("All samples are done: change the form")
                                       : tr("Runs the samples that have no result in the folder"));
    }

    void startOrStop() {
        if (evaluation().activity() != EvalProcess::Activity::Idle) {
            evaluation().stop();
            return;
        }
        const QString folder = m_form->folder();
        const auto started = m_form->plan().and_then([&](const eval::EvalPlan& plan) {
            const std::string against = isShown() ? evaluation().against() : EvalProcess::againstOf(plan);
            return evaluation().start(plan, folder, against).map([&] { m_form->load(plan, folder); });
        });
        if (!started) {
            workspace().tellError(started.error());
        }
    }

    /// Loads an evaluation into the form and shows its results; any other folder becomes the place of a new one.
    void showFolder(const QString& folder) {
        if (!QFileInfo::exists(folder + QStringLiteral("/eval.json"))) {
            m_form->setFolder(folder);
            return;
        }
        const auto loaded = evaluation().showFolder(folder).map([&] { m_form->load(evaluation().plan(), folder); });
        if (!loaded) {
            workspace().tellError(loaded.error());
        }
    }

    EvalModel* m_model;
    QTabWidget* m_pages = nullptr;
    std::vector<StudyView*> m_studies;
    EvalForm* m_form = nullptr;
    TextLine* m_state = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_start = nullptr;
    QComboBox* m_against = nullptr;
    QTimer m_second;
};

}  // namespace

DockEntry evaluationDock() {
    return {
        "evaluation", QT_TRANSLATE_NOOP("QObject", "Evaluation"), Place::Middle, 42, makeDock<EvaluationDock>};
}

}  // namespace kvw::wb
