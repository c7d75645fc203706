// SPDX-License-Identifier: GPL-3.0-or-later
/// The sweep dock: a grid over parameters that `kvw` runs in processes of its own; a heat map, the front of bytes or
/// time against ΔNLL and a line per run fill in as results arrive.
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/export/report_work.h"
#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/sweep_cost.h"
#include "app/workbench/session/files/library_client.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/common/export_dialog.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "app/workbench/views/sweep/sweep_figure.h"
#include "app/workbench/views/sweep/sweep_form.h"
#include "app/workbench/views/sweep/sweep_results_view.h"
#include "core/base/process/processor.h"
#include "core/eval/sweep_figures.h"
#include "core/eval/sweep_file.h"
#include "core/eval/sweep_halving.h"
#include "core/eval/sweep_table.h"
#include "core/figures/tables.h"
#include "core/library/entry.h"

namespace kvw::wb {

namespace {

constexpr int kLeastPart = 48;

constexpr int kClockMs = 1000;

class SweepDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::SweepDock)

 public:
    SweepDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Sweep | DirtyFlag::Draft | DirtyFlag::Plugins | DirtyFlag::Theme, workspace, parent),
          m_results(new SweepResultsView(workspace, this)) {
        auto* halves = new QSplitter(Qt::Horizontal, this);
        setContent(splitOf(halves, {makeSetup(), {m_results, 1}}, {300, 900}));
        connect(&workspace, &Workspace::sweepRequested, this, &SweepDock::showFolder);
        workspace.sweepDraft().propose();
        workspace.sweepDraft().setFolder(SweepForm::newFolder());
        connect(&workspace.library(), &LibraryClient::changed, this, [this] { markDirty(DirtyFlag::Draft); });
        m_clock.setInterval(kClockMs);
        connect(&m_clock, &QTimer::timeout, this, [this] {
            if (shown()) {
                showPlan();
            }
        });
    }

    /// A page is about what `kvw` has written into the folder.
    QStringList exportFormats() const override {
        const bool page = QFileInfo::exists(runner().folder() + "/sweep.json");
        return namesIn(page ? "pdf svg png csv tex md html" : "pdf svg png csv tex md");
    }

    FileWork exportWork(const QString& file, FigureWidth width) override {
        const SweepRunner& runner = this->runner();
        if (runner.rows().empty()) {
            return nothingToExport(phrase("a sweep with a run that is done"));
        }
        const std::string format = formatOf(file);
        if (format == "html") {
            return reportWork(runner.folder().toStdString(), file.toStdString());
        }
        const std::string caption = tr("Sweep in %1").arg(QFileInfo(runner.folder()).fileName()).toStdString();
        if (!isTable(file)) {
            return plotWork(shownFigure(), file.toStdString(), width);
        }
        tables::Table table = format == "csv" ? sweepMeans(runner.axes(), runner.rows())
                                              : sweepTable(runner.axes(), runner.rows(), caption);
        table.works = sweepWorks(runner.sweep(), workspace().plugins().catalog());
        return textWork([text = tables::inFormat(table, format, "tab:sweep")](
                            const LatestJob::Stale&) { return Result<std::string>(text); },
                        file.toStdString());
    }

    /// Like a table, a page has no files beside it.
    bool isTable(const QString& file) const override {
        return tables::isFormat(formatOf(file)) || formatOf(file) == "html";
    }

    QString copyText() const override { return m_results->copyText(); }

 protected:
    void refresh(Dirty) override {
        LibraryClient& library = workspace().library();
        if (!library.searched() && !library.busy()) {
            library.refresh();  // its runs are the basis of time estimates
        }
        m_form->setEditable(!runner().running());
        m_form->follow();
        showPlan();
        m_results->refresh();
        showContent();
    }

    void addOwnCommands(QMenu& menu) override {
        menu.addAction(tr("Export figure with settings …"), this, [this] {
                auto* dialog = new ExportDialog(
                    workspace(), shownFigure(),
                    figures::symbolsOf(workspace().plugins().catalog(), runner().sweep().policies), windowTitle(),
                    QStringLiteral("sweep"), parentWidget());
                dialog->show();
            })->setEnabled(!runner().rows().empty());
    }

 private:
    SweepRunner& runner() const { return workspace().sweeps(); }
    std::function<FigureSpec()> shownFigure() const {
        return withSweepOrigin(runner(), m_results->figure(), dockView(*this).toStdString());
    }

    /// Returns the command of the running sweep, else of the next one; empty: the next one has an error.
    QString command() const {
        return runner().running() ? QString::fromStdString(sweepCommand(
                                        runner().sweep(), runner().folder().toStdString(), runner().workers()))
                                  : workspace().sweepDraft().commandLine();
    }

    QWidget* makeSetup() {
        auto* side = new QWidget(this);
        auto* scroll = new QScrollArea(side);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setMinimumHeight(kLeastPart);
        m_form = new SweepForm(workspace(), scroll);
        scroll->setWidget(m_form);
        m_plan = new TextLine(side, "sweepPlan", 8);
        m_progress = explained(new QProgressBar(side), tr("Runs that are done"));
        m_progress->setMinimumWidth(kLeastPart);
        fitToType(*m_progress, [](QProgressBar& bar) { bar.setMaximumHeight(bar.fontMetrics().height() + 4); });
        m_start = buttonIn(side, tr("Start"), "sweepStart");
        m_start->setMinimumWidth(kLeastPart);
        m_start->setFocusPolicy(Qt::TabFocus);
        auto* copy = buttonIn(side, tr("Copy as kvw"), "sweepCopy", tr("Copies the kvw command of this sweep"));
        columnOf({{scroll, 1}, m_plan, m_progress, rowOf({{m_start, 1}, copy})}, side, {2});
        connect(m_start, &QPushButton::clicked, this, &SweepDock::startOrStop);
        connect(copy, &QPushButton::clicked, this, [this] {
            const QString line = command();
            if (line.isEmpty()) {
                Q_EMIT workspace().notice(tr("The sweep is not complete yet."));
                return;
            }
            QApplication::clipboard()->setText(line);
            Q_EMIT workspace().notice(tr("Copied: %1").arg(line));
        });
        connect(m_form, &SweepForm::folderChosen, this, &SweepDock::showFolder);
        return side;
    }

    /// Returns the shown rows if they are of runs like those of the draft, which differ only in the values of the axes.
    std::vector<SweepRow> rowsAlike() const {
        const auto sweep = workspace().sweepDraft().sweep();
        const bool alike = sweep && !runner().rows().empty() && runner().isLike(*sweep);
        return alike ? runner().rows() : std::vector<SweepRow>();
    }

    /// Returns the time of one run by itself; none: nothing like it was measured here.
    std::optional<SecondsRange> secondsOfOne(const std::vector<SweepRow>& alike) const {
        if (const auto told = secondsOfRun(alike)) {
            return told;
        }
        const EngineClient& client = workspace().client();
        const auto recording = client.recording();
        const bool ofThisMachine = recording != nullptr && !client.viewing();
        const RunDraft& draft = workspace().draft();
        return ofThisMachine && recording->description().model.name == recordedName(draft.base().model)
                   ? secondsOfRun(*recording, draft.planned())
                   : std::nullopt;
    }

    /// Returns the same from runs of the model that the library has of this machine.
    std::optional<SecondsRange> secondsOfRecorded() const {
        const RunDraft& draft = workspace().draft();
        const std::string here = machineText({{"cpu", m_cpu}, {"cores", availableCores()}}, draft.base().device);
        return secondsOfRun(workspace().library().measured(), recordedName(draft.base().model), here, draft.planned());
    }

    struct Time {
        SecondsRange seconds;
        bool ofRecorded = false;  ///< estimated from earlier runs of the model
    };
    /// Returns the time that `runs` runs of the draft take; none: nothing like them was measured.
    std::optional<Time> timeOf(std::size_t runs, const std::vector<SweepRow>& alike) const {
        const int workers = workspace().sweepDraft().workers();
        if (!alike.empty() && runner().workers() == workers && !runner().durations().empty()) {
            const double seconds = secondsLeft(runner().durations(), {}, runs, workers).value_or(0);
            return Time{{seconds, seconds}};
        }
        const auto now = secondsOfOne(alike), one = now ? now : secondsOfRecorded();
        return one ? std::optional(Time{secondsOfAll(*one, runs, workers), !now}) : std::nullopt;
    }

    /// Returns the number of runs that a start would do.
    std::size_t missing(const std::vector<SweepPoint>& points) const {
        const std::size_t all = planned(points);
        return all - std::min(isShown(points) ? runner().done() : 0, all);
    }

    /// Returns the number of runs that the draft has in the end.
    std::size_t planned(const std::vector<SweepPoint>& points) const {
        const auto sweep = workspace().sweepDraft().sweep();
        return sweep ? plannedRuns(*sweep, points) : points.size();
    }

    QString costText(std::size_t runs) const {
        const SweepDraft& draft = workspace().sweepDraft();
        const std::vector<SweepRow> alike = rowsAlike();
        const auto time = timeOf(runs, alike);
        const QString words =
            !time              ? tr("how long they take is known after the first")
            : time->ofRecorded ? tr("%1 (estimated from recorded runs of this model)").arg(durationText(time->seconds))
                               : aboutText(time->seconds);
        return tr("%1, %2 %3 on disk, %4 of memory.")
            .arg(words, alike.empty() ? tr("roughly") : tr("about"),
                 bytesText(diskBytesOf(alike, runs, workspace().draft())),
                 bytesText(memoryBytesOf(workspace().draft(), draft.workers())));
    }

    void showPlan() {
        const SweepDraft& draft = workspace().sweepDraft();
        const auto points = draft.points();
        const bool running = runner().running(), reading = runner().activity() == SweepRunner::Activity::Reading;
        const bool shown = points && isShown(*points);
        QString sentence;
        if (running || reading) {
            std::optional<SecondsRange> left;
            if (const auto seconds = runner().secondsLeft()) {
                left = {*seconds, *seconds};
            } else if (running && m_planned) {
                left = leftOf(*m_planned, runner().elapsed());
            }
            sentence = reading ? tr("Reading the runs that are there…")
                       : runner().activity() == SweepRunner::Activity::Stopping
                           ? tr("Stopping; finished runs stay.")
                           : tr("%1 of %2 runs are done%3.")
                                 .arg(runner().done())
                                 .arg(runner().planned())
                                 .arg(left ? tr(", %1 left").arg(aboutText(*left))
                                           : tr("; how long the others take is known after the first"));
        } else if (!points) {
            sentence = errorText(points.error());
        } else {
            const std::size_t known = shown ? runner().done() : 0;
            const std::size_t all = planned(*points);
            sentence = missing(*points) == 0
                           ? (all == 1 ? tr("The run is done.") : tr("All %1 runs are done.").arg(all))
                           : tr("%1%2: %3")
                                 .arg(all == 1 ? tr("1 run") : tr("%1 runs").arg(all))
                                 .arg(known > 1    ? tr(", %1 are done").arg(known)
                                      : known == 1 ? tr(", one is done")
                                                   : QString())
                                 .arg(costText(missing(*points)));
            QStringList names;
            for (int which = 0; which < SweepDraft::kAxes; ++which) {
                names << draft.axis(which).name;
            }
            for (const SweepDraft::Axis& axis : draft.further()) {
                names << axis.name;
            }
            for (const QString& name : names) {
                if (const QString lacking = draft.lacking(name); !lacking.isEmpty()) {
                    sentence += QLatin1Char(' ') + tr("“%1” is left out: not a parameter of %2.").arg(name, lacking);
                }
            }
            if (draft.folder().isEmpty()) {
                sentence += QLatin1Char(' ') + tr("Choose a folder for the runs.");
            }
            if (!shown && !runner().points().empty()) {
                sentence += QLatin1Char(' ') + tr("The results shown are of another sweep: %1.").arg(shownWords());
                if (const auto sweep = draft.sweep(); sweep && !SweepRunner::takes(draft.folder(), *sweep)) {
                    sentence += QLatin1Char(' ') + tr("This one gets a folder of its own.");
                }
            }
            if (!runner().message().isEmpty() && shown) {
                sentence = runner().message() + QLatin1Char(' ') + sentence;
            }
        }
        m_plan->setText(sentence.toHtmlEscaped());
        running ? m_clock.start() : m_clock.stop();
        m_progress->setVisible(running || (shown && runner().done() > 0));
        m_progress->setRange(0, static_cast<int>(std::max<std::size_t>(1, runner().planned())));
        m_progress->setValue(static_cast<int>(runner().done()));
        const bool more = shown && runner().done() > 0;
        const bool all = more && runner().done() == runner().planned();
        m_start->setText(running || reading ? tr("Pause") : more ? tr("Go on") : tr("Start"));
        m_start->setEnabled(runner().activity() == SweepRunner::Activity::Running ||
                            (!running && !reading && points && !all && !draft.folder().isEmpty()));
        m_start->setToolTip(running ? tr("Drops the current runs; they run again when the sweep goes on")
                            : all   ? tr("All runs are done: change a range or the folder")
                            : draft.folder().isEmpty() ? tr("Choose a folder first")
                                                       : tr("Runs what is missing in the folder"));
    }

    /// Returns policies, text and model of the results on screen.
    QString shownWords() const {
        const Sweep& sweep = runner().sweep();
        QStringList policies;
        for (const std::string& policy : sweep.policies) {
            policies << QString::fromStdString(policy);
        }
        const QString text = sweep.base.prompt ? tr("typed in the Run dock")
                             : sweep.base.textFile.empty()
                                 ? tr("token ids")
                                 : QString::fromStdString(sweep.base.textFile.stem().string());
        const QString model = QString::fromStdString(recordedName(sweep.base.model));
        return tr("%1 on “%2” with %3").arg(policies.join(QStringLiteral(", ")), text, model);
    }

    /// Returns true if the results on screen are those of the draft: the same folder, text, model, settings and points.
    bool isShown(const std::vector<SweepPoint>& points) const {
        const SweepDraft& draft = workspace().sweepDraft();
        const auto sweep = draft.sweep();
        const auto& shown = runner().points();
        return sweep && draft.folder() == runner().folder() && runner().isLike(*sweep) &&
               points.size() == shown.size() &&
               std::equal(points.begin(), points.end(), shown.begin(),
                          [](const auto& a, const auto& b) { return a.id == b.id; });
    }

    void startOrStop() {
        if (runner().running()) {
            runner().stop();
            return;
        }
        SweepDraft& draft = workspace().sweepDraft();
        if (const auto sweep = draft.sweep(); sweep && !SweepRunner::takes(draft.folder(), *sweep)) {
            draft.setFolder(SweepForm::newFolder());
        }
        const auto started = draft.sweep().and_then([&](const Sweep& sweep) {
            return draft.points().and_then([&](const std::vector<SweepPoint>& points) -> Result<void> {
                if (auto kept =
                        checkRunsKept(draft.folder().toStdString(), sweep, points, workspace().plugins().catalog());
                    !kept) {
                    return kept;
                }
                m_results->chooseNothing();
                const auto time = timeOf(missing(points), rowsAlike());
                m_planned = time ? std::optional(time->seconds) : std::nullopt;
                return runner().start(sweep, points, draft.folder(), draft.workers(), sweep.base.threads);
            });
        });
        if (!started) {
            workspace().tellError(started.error());
        } else {
            m_form->fillFolders();
        }
    }

    /// Loads an existing sweep into the form and reads its results; any other folder becomes the place of a new one.
    void showFolder(const QString& folder) {
        if (!QFileInfo::exists(folder + QStringLiteral("/sweep.json"))) {
            workspace().sweepDraft().setFolder(folder);
            return;
        }
        if (runner().running()) {  // the running sweep stays on screen
            if (folder != runner().folder()) {
                workspace().refuse(fail(Code::BadUsage, "sweep", "another one is in progress").value());
            }
            return;
        }
        const auto loaded = readSweep(folder.toStdString()).and_then([&](const Sweep& sweep) {
            return sweepPoints(sweep, workspace().plugins().catalog()).and_then([&](const auto& points) {
                m_results->chooseNothing();
                runner().showFolder(sweep, points, folder);  // even axes that the form cannot show
                return workspace().sweepDraft().load(sweep, folder);
            });
        });
        if (!loaded) {
            workspace().tellError(loaded.error());
        }
    }

    SweepForm* m_form = nullptr;
    SweepResultsView* m_results;
    TextLine* m_plan = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_start = nullptr;
    QTimer m_clock;
    const std::string m_cpu = cpuName();
    std::optional<SecondsRange> m_planned;  ///< estimate made at the last start
};

}  // namespace

DockEntry sweepDock() {
    return {"sweep", QT_TRANSLATE_NOOP("QObject", "Sweep"), Place::Middle, 16, makeDock<SweepDock>};
}

}  // namespace kvw::wb
