// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/figure_opener.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QString>
#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/view_history.h"
#include "app/workbench/session/words/copy_command.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/dock_view.h"
#include "core/base/catch_exceptions.h"
#include "core/library/entry.h"
#include "core/session/spec/command_words.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

/// Says what a dock needs before it can show an exported figure's data that no bundle holds.
struct FigureNeed {
    QString sentence;  ///< empty: the dock can show the figure
    QString action;    ///< text of a button that helps; empty: nothing can be done here
    std::function<void()> act;
};

QString evidenceText(const FigureEvidence& evidence, const char* name) {
    return QString::fromStdString(evidence.value(name));
}

FigureNeed needOfWhatIf(const QString& name, const FigureEvidence& evidence, Workspace& workspace, MainWindow& window) {
    if (!workspace.client().viewing() || !workspace.recording()) {
        return {};
    }
    const QString spaced = workspace.namesHidden() ? QString() : evidenceText(evidence, "what if");
    const QString policy = workspace.namesHidden() ? QString() : evidenceText(evidence, "what-if");
    return {
        QObject::tr("%1 shows what %2 would keep of the prompt. Bundles do not hold the observations for that; this is "
                    "the run without them. Run it again and choose that policy.")
            .arg(name, !policy.isEmpty()   ? policy
                       : !spaced.isEmpty() ? spaced
                                           : QObject::tr("another policy")),
        QObject::tr("Run again…"), [&workspace, &window] {
            const auto shown = workspace.recording();
            if (!shown) {
                return;
            }
            const auto taken = loadIntoDraft(*shown, workspace);
            if (!taken) {
                workspace.refuse(taken.error());
                return;
            }
            if (Dock* run = window.dock(QStringLiteral("run")); run != nullptr) {
                window.focusDock(*run);
            }
            Q_EMIT workspace.notice(QObject::tr("The Run dock has this run's settings; change them and press Start.") +
                                    (workspace.namesHidden() ? QString() : leftOutText(*taken)));
        }};
}

FigureNeed needOfRuns(const QString& name, const FigureEvidence& evidence, Workspace& workspace) {
    const RunTree& tree = workspace.forks().tree();
    const int current = workspace.forks().current();
    const QString beside = evidenceText(evidence, "beside");
    // Figures of older versions store the original command instead of the repeating one.
    const auto isBeside = [&beside](const RunTree::Compared& run) {
        return run.recording && (QString::fromStdString(repeatCommand(*run.recording)) == beside ||
                                 QString::fromStdString(run.recording->description().commandLine) == beside);
    };
    if (current >= 0 && tree.node(current).parent >= 0 && isBeside(tree.parentOf(current))) {
        return {};
    }
    QStringList commands;
    for (const std::string& command : {evidence.value("command"), evidence.value("beside")}) {
        if (isOurCommand(command)) {
            commands += QString::fromStdString(command);
        }
    }
    if (workspace.namesHidden() || commands.isEmpty()) {
        return {QObject::tr("%1 shows several runs of one session, but a bundle holds only one.").arg(name), {}, {}};
    }
    const QString all = commands.join(QLatin1Char('\n'));
    return {QObject::tr("%1 shows several runs of one session, but a bundle holds only one. To see it again, repeat "
                        "the runs in one session:\n%2")
                .arg(name, all),
            QObject::tr("Copy as kvw"), [&workspace, all] {
                QApplication::clipboard()->setText(all);
                Q_EMIT workspace.notice(QObject::tr("Copied: %1").arg(all));
            }};
}

/// Returns what this dock still needs once the figure's run is open and its view is set. `name`: name of the figure's
/// file.
FigureNeed needOfFigure(const QString& dock, const QString& name, const FigureEvidence& evidence, Workspace& workspace,
                        MainWindow& window) {
    if (dock == QLatin1String("what-if")) {
        return needOfWhatIf(name, evidence, workspace, window);
    }
    return dock == QLatin1String("runs") ? needOfRuns(name, evidence, workspace) : FigureNeed{};
}

/// Shows the sentence and offers the action in a box: not modal, a child of the window, deletes itself.
QMessageBox* tellNeed(const FigureNeed& need, MainWindow& window) {
    auto* box = new QMessageBox(QMessageBox::Information, QObject::tr("Run of a figure"), need.sentence,
                                QMessageBox::Close, &window);
    box->setObjectName(QStringLiteral("figureNeed"));
    box->setTextFormat(Qt::PlainText);  // the text comes from a file
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    if (!need.action.isEmpty()) {
        QObject::connect(box->addButton(need.action, QMessageBox::AcceptRole), &QPushButton::clicked, &window,
                         [act = need.act] { act(); });
    }
    box->show();
    return box;
}

constexpr int kShownDigits = 12;
constexpr int kLevelsAround = 3;  // BUNDLE/figures/PAGE/file
// Maximum number of figures of a page. Each is looked up, and a file's metadata may name any number.
constexpr qsizetype kMostFigures = 64;

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

/// Shortens text from a file for use in a question; it may have any length.
QString brief(const std::string& utf8) {
    constexpr qsizetype kMost = 200;
    const QString said = text(utf8).simplified();
    return said.size() > kMost ? said.left(kMost) + QStringLiteral("…") : said;
}

bool isHash(const std::string& text) {
    return text.size() >= 8 && text.size() <= 128 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Returns what the file says about its run, such as " (policy h2o 1.0.0, seed 0)"; empty: nothing.
QString saidOfRun(const FigureEvidence& evidence) {
    QStringList said;
    const auto add = [&](const QString& form, const char* name) {
        if (const QString value = brief(evidence.value(name)); !value.isEmpty()) {
            said << form.arg(value);
        }
    };
    add(FigureOpener::tr("policy %1"), "policy");
    add(FigureOpener::tr("parameters %1"), "parameters");
    add(FigureOpener::tr("text %1"), "text");
    add(FigureOpener::tr("model %1"), "model");
    add(FigureOpener::tr("seed %1"), "seed");
    return said.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(said.join(QStringLiteral(", ")));
}

/// Returns the lane; an unreadable number becomes one that no lane has.
int laneIn(const FigureEvidence& evidence) {
    const QString lane = text(evidence.value("lane"));
    bool read = lane.isEmpty();
    const int number = read ? 0 : lane.toInt(&read);
    return read ? number : std::numeric_limits<int>::max();
}

/// Returns whether the hash is that of the bundle or of a lane in it.
bool holds(const LibraryEntry& entry, const std::string& hash) {
    return entry.hash == hash || std::ranges::find(entry.laneHashes, hash) != entry.laneHashes.end();
}

/// Returns the bundle that contains the file and holds the figure's run, since figures may be written to the bundle's
/// `figures` folder. Empty: there is none.
QString bundleAround(const QString& file, const FigureEvidence& evidence) {
    const std::string hash = evidence.value("bundle");
    QString folder = QFileInfo(file).absolutePath();
    for (int level = 0; isHash(hash) && level < kLevelsAround; ++level) {
        if (QFileInfo::exists(folder + QStringLiteral("/manifest.json"))) {
            const LibraryEntry entry = readEntry(folder.toStdString());
            if (entry.problem.empty() && holds(entry, hash)) {
                return folder;
            }
        }
        folder = QFileInfo(folder).path();
    }
    return {};
}

}  // namespace

FigureOpener::FigureOpener(Workspace& workspace, ViewHistory& history, MainWindow& window)
    : QObject(&window), m_workspace(workspace), m_history(history), m_window(window) {
    connect(&workspace.bundles(), &BundleFiles::opened, this,
            [this](const std::shared_ptr<Recording>&, const QString& path) {
                if (m_wanted && !m_wanted->path.isEmpty() && path == m_wanted->path) {
                    m_history.settleOther();
                    show();
                }
            });
}

void FigureOpener::open(const QString& file) {
    ++m_reading;
    LatestJob::leftThreads().start([self = QPointer(this), file, search = ++m_searches] {
        auto evidence = catchExceptions(file.toStdString(), [&file] { return readEvidence(file.toStdString()); });
        const QString around = evidence ? bundleAround(file, *evidence) : QString();
        QMetaObject::invokeMethod(
            qApp,
            [self, file, search, around, evidence = std::move(evidence)]() mutable {
                if (self == nullptr) {
                    return;
                }
                --self->m_reading;
                if (!evidence) {
                    self->m_workspace.tellError(evidence.error());
                } else if (search == self->m_searches) {
                    self->take(file, around, std::move(*evidence));
                }
            },
            Qt::QueuedConnection);
    });
}

void FigureOpener::take(const QString& file, const QString& around, FigureEvidence evidence) {
    delete m_question;
    m_wanted = Wanted{file, {}, std::move(evidence)};
    const std::string hash = m_wanted->evidence.value("bundle");
    if (!isHash(hash)) {
        ask();
        return;
    }
    if (!ofSweep() && hash == m_workspace.kept().hashOf(m_workspace.recording())) {
        m_history.settle();
        show();
        return;
    }
    if (!around.isEmpty()) {
        found(around);
        return;
    }
    // The library outlives the window, so guard against a deleted `this`.
    m_workspace.library().find(text(hash), [self = QPointer(this), search = ++m_searches](const QString& path) {
        if (self != nullptr && self->m_wanted && search == self->m_searches) {
            path.isEmpty() ? self->ask() : self->found(path);
        }
    });
}

void FigureOpener::found(const QString& path) {
    m_wanted->path = path;
    const QFileInfo sweep(QFileInfo(path).path() + QStringLiteral("/../sweep.json"));
    if (ofSweep() && sweep.exists()) {
        Q_EMIT m_workspace.sweepRequested(QFileInfo(sweep.canonicalFilePath()).path());
        m_history.settle();
        show();
        return;
    }
    m_workspace.bundles().open(path);
}

void FigureOpener::openBundle(const QString& path) {
    if (!m_wanted) {
        return;
    }
    const LibraryEntry entry = readEntry(path.toStdString());
    const std::string hash = m_wanted->evidence.value("bundle");
    if (!entry.problem.empty()) {
        m_workspace.reportError(entry.problem);
    } else if (!hash.empty() && !holds(entry, hash)) {
        Q_EMIT m_workspace.notice(tr("%1 holds another run than %2 shows: bundle %3, not %4.")
                                      .arg(QFileInfo(path).fileName(), QFileInfo(m_wanted->file).fileName(),
                                           text(entry.hash).left(kShownDigits), text(hash).left(kShownDigits)));
    } else {
        found(path);
    }
}

void FigureOpener::ask() {
    const FigureEvidence& evidence = m_wanted->evidence;
    const std::string hash = evidence.value("bundle");
    const QString file = QFileInfo(m_wanted->file).fileName(), said = saidOfRun(evidence);
    m_question = new QMessageBox(
        QMessageBox::Question, tr("Run of a figure"),
        !hash.empty() ? tr("The run of %1 is not in the library: bundle %2%3. Where is it?")
                            .arg(file, text(hash).left(kShownDigits), said)
        : evidence.damaged
            ? tr("The metadata of %1 is damaged and does not name its run%2. Is there a bundle of it?").arg(file, said)
            : tr("%1 was drawn from a run that was not kept%2. Is there a bundle of it?").arg(file, said),
        QMessageBox::Cancel, &m_window);
    m_question->setObjectName(QStringLiteral("askForBundle"));
    m_question->setTextFormat(Qt::PlainText);  // the text comes from a file
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setModal(false);
    QPushButton* choose = m_question->addButton(tr("Choose bundle…"), QMessageBox::AcceptRole);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString path =
            QFileDialog::getOpenFileName(&m_window, tr("Open bundle"), {}, tr("Bundles (*.zip manifest.json)"));
        if (!path.isEmpty()) {
            const bool folder = QFileInfo(path).fileName() == QLatin1String("manifest.json");
            openBundle(folder ? QFileInfo(path).absolutePath() : path);
        }
    });
    if (const std::string command = evidence.value("command"); isOurCommand(command)) {
        QPushButton* copy = m_question->addButton(tr("Copy as kvw"), QMessageBox::ActionRole);
        copy->setToolTip(plainTip(text(command)));
        connect(copy, &QPushButton::clicked, this, [this, command] { copyCommand(m_workspace, command); });
    }
    m_question->show();
}

std::vector<QString> FigureOpener::views() const {
    const FigureEvidence& evidence = m_wanted->evidence;
    if (const std::string view = evidence.value("view"); !view.empty()) {
        return {text(view)};
    }
    const int lane = laneIn(evidence);
    std::vector<QString> views;
    const QStringList ids = figuresOnPage().mid(0, kMostFigures);
    for (const QString& id : ids) {
        views.push_back(viewOfFigure(id.toStdString(), lane));
    }
    if (views.empty()) {
        views.push_back(viewOfFigure(evidence.figure, lane));
    }
    return views;
}

QStringList FigureOpener::figuresOnPage() const {
    return text(m_wanted->evidence.value("figures")).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

bool FigureOpener::ofSweep() const {
    return dockOfView(views().front()) == QLatin1String("sweep");
}

void FigureOpener::show() {
    const std::vector<QString> wanted = views();
    const QString file = QFileInfo(m_wanted->file).fileName();
    if (const qsizetype named = figuresOnPage().size();
        named > kMostFigures && m_wanted->evidence.value("view").empty()) {
        m_workspace.reportError(phrase("%1 names %2 figures, more than fit a page; only the first %3 are used.",
                                       file.toStdString(), named, kMostFigures));
    }
    const FigureEvidence evidence = std::move(m_wanted->evidence);
    const bool page = evidence.value("view").empty() && !evidence.value("figures").empty();
    m_wanted.reset();
    std::vector<std::pair<Dock*, QString>> shown;  // for a dock with several figures, the first one
    QStringList titles;
    for (const QString& view : wanted) {
        Dock* dock = m_window.dock(dockOfView(view));
        if (dock != nullptr && !titles.contains(dock->windowTitle())) {
            shown.emplace_back(dock, view);
            titles << dock->windowTitle();
        }
    }
    if (shown.empty()) {
        if (!wanted.front().isEmpty()) {
            showView(nullptr, m_workspace, wanted.front());
        }
        Q_EMIT m_workspace.notice(tr("No dock shows %1; its run is open.").arg(file));
        return;
    }
    // Show the first figure last, so that its dock is on top and its selection stays.
    for (auto each = shown.rbegin(); each != shown.rend(); ++each) {
        m_window.focusDock(*each->first);
        showView(each->first, m_workspace, each->second);
    }
    if (const QString missing = missingOf(m_workspace, shown.front().second); !missing.isEmpty()) {
        m_workspace.reportError(phrase("%1 names %2, which its run does not have; the nearest is shown.",
                                       file.toStdString(), missing.toStdString()));
        return;
    }
    if (const FigureNeed need = needOfFigure(dockOfView(shown.front().second), file, evidence, m_workspace, m_window);
        !page && !need.sentence.isEmpty()) {
        m_question = tellNeed(need, m_window);
        return;
    }
    Q_EMIT m_workspace.notice(
        page ? tr("%1 is a page; its parts are shown by: %2.").arg(file, titles.join(QStringLiteral(", ")))
             : tr("This is what %1 shows.").arg(file));
}

}  // namespace kvw::wb
