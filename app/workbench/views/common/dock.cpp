// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/dock.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPalette>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/token_states.h"
#include "app/workbench/views/common/dock_title.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/common/refresh_turns.h"
#include "app/workbench/views/common/transport_icon.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/tables.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

constexpr Dirty kSelected{DirtyFlag::Step | DirtyFlag::Range | DirtyFlag::Tokens | DirtyFlag::Unit | DirtyFlag::Hover |
                          DirtyFlag::Cursors};

/// Grabs `shown` in the light theme. The screen does not change: it is painted by the event loop, after the palette is
/// back.
QImage lightPictureOf(QWidget& shown) {
    if (!isDark(shown.palette())) {
        return shown.grab().toImage();
    }
    const QPalette own = shown.testAttribute(Qt::WA_SetPalette) ? shown.palette() : QPalette();
    shown.setPalette(themePalette(ThemeChoice::Light, {}));
    QImage picture = shown.grab().toImage();
    shown.setPalette(own);
    return picture;
}

QAction* actionNamed(const QWidget& widget, const char* name) {
    for (QAction* action : widget.actions()) {
        if (action->objectName() == QLatin1String(name)) {
            return action;
        }
    }
    return nullptr;
}

}  // namespace

Dock::Dock(const DockEntry& entry, Dirty interests, Workspace& workspace, QWidget* parent)
    : QDockWidget(QObject::tr(entry.title), parent),
      m_workspace(workspace),
      m_interests(interests),
      m_glyphs(font()),
      m_title(new DockTitle(*this, [this] { command("maximise"); })),
      m_link(new QToolButton(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new QWidget(m_stack)),
      m_emptyText(new QLabel(m_empty)),
      m_emptyButton(new QPushButton(m_empty)) {
    setObjectName(QLatin1String(entry.id));
    setAccessibleName(windowTitle());
    m_emptyText->setWordWrap(true);
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    columnOf({BoxPart::room(), m_emptyText, {m_emptyButton, 0, Qt::AlignHCenter}, BoxPart::room()}, m_empty);
    m_stack->addWidget(m_empty);
    m_link->setObjectName(QStringLiteral("unlinked"));
    m_link->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_link->setIcon(transportIcon(Sign::Unlinked));
    m_link->setToolTip(tr("Links this view with the others again (U)"));
    m_link->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_link->setAutoRaise(true);
    m_link->hide();
    connect(m_link, &QToolButton::clicked, this, [this] { setUnlinked(false); });
    auto* page = new QWidget(this);
    columnOf({m_link, {m_stack, 1}}, page, {0, 0});
    page->setFocusProxy(m_stack);
    setWidget(page);
    connect(m_emptyButton, &QPushButton::clicked, this, [this] {
        if (m_emptyAction) {
            m_emptyAction();
        }
    });
    connect(&workspace, &Workspace::dirty, this, &Dock::markDirty);
    // A story marks controls.
    connect(&workspace, &Workspace::storyRequested, m_title, [this] { m_title->setFolded(false); });
    // Qt calls a dock behind another tab visible; only this signal tells the difference.
    connect(this, &QDockWidget::visibilityChanged, this, &Dock::setShown);
}

bool Dock::revealsPolicyNames() const {
    static const QStringList kTellNothing =
        namesIn("strip nll lanes budgets side-by-side attention inequality memory probes cache");
    return !kTellNothing.contains(objectName());
}

bool Dock::mayShow() const {
    if (withheld()) {
        Q_EMIT m_workspace.notice(tr("Examiner mode hides the dock “%1”; X ends it.").arg(windowTitle()));
    }
    return !withheld();
}

void Dock::markDirty(Dirty what) {
    // Late rows of the same recording are reported as Recording, too.
    if (unlinked() && (what & DirtyFlag::Recording) && m_ownOf.lock() != m_workspace.recording()) {
        setUnlinked(false);
    }
    mark(unlinked() ? what & ~kSelected : what);
}

void Dock::setUnlinked(bool unlinked) {
    if (unlinked == this->unlinked() || (unlinked && !m_canUnlink)) {
        return;
    }
    if (!unlinked) {
        m_own.reset();
    } else {
        m_own = std::make_unique<Selection>();
        m_ownOf = m_workspace.recording();
        m_own->setValues(m_workspace.selection().values());
        m_own->setStep(m_workspace.selection().step());
        m_workspace.selection().setHover({});  // the hover of this dock is no longer the window's
        connect(m_own.get(), &Selection::changed, this, [this](Dirty what) {
            showLink();
            mark(what);
            if (what & ~Dirty(DirtyFlag::Hover)) {
                Q_EMIT ownViewChanged();
            }
        });
    }
    Q_EMIT ownViewChanged();
    showLink();
    mark(kEverything & ~Dirty(DirtyFlag::Recording));
}

void Dock::showLink() {
    if (!unlinked() && m_link->hasFocus()) {
        m_stack->setFocus(Qt::OtherFocusReason);  // else Qt moves the focus to the next field, which takes the keys
    }
    m_link->setVisible(unlinked());
    if (unlinked()) {
        const int head = m_own->head();
        m_link->setText(tr("own view: step %1, layer %2, %3")
                            .arg(shownSelection().step())
                            .arg(shownSelection().layer())
                            .arg(head < 0 ? tr("all heads") : tr("head %1").arg(head)));
        m_link->setAccessibleName(m_link->text());
    }
}

void Dock::addCommands(QMenu& menu, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        const bool unlinks = name == std::string_view("unlink");
        if (unlinked() && unlinks) {
            menu.addAction(transportIcon(Sign::Unlinked), tr("Link this view again"), this,
                           [this] { setUnlinked(false); });
            continue;
        }
        if (QAction* action = actionNamed(*this, name); action != nullptr && (m_canUnlink || !unlinks)) {
            menu.addAction(action);
        }
    }
}

void Dock::command(const char* name) {
    if (window()->focusWidget() == nullptr || !isAncestorOf(window()->focusWidget())) {
        widget()->setFocus(Qt::OtherFocusReason);
    }
    if (QAction* action = actionNamed(*this, name)) {
        action->trigger();
    }
}

void Dock::contextMenuEvent(QContextMenuEvent* event) {
    if (actions().isEmpty() || !widget()->geometry().contains(event->pos())) {
        event->ignore();  // over the title, the window lists its docks
        return;
    }
    widget()->setFocus(Qt::PopupFocusReason);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addOwnCommands(*menu);
    addCommands(*menu, {"copy", "exportFigure"});
    menu->addSeparator();
    addCommands(*menu, {"maximise", "unlink", "explain"});
    menu->popup(event->globalPos());
}

void Dock::mark(Dirty what) {
    m_pending |= what & m_interests;
    if (!m_pending || !m_shown || m_queued) {
        return;
    }
    // New data waits for its turn; what the user did shows at once.
    const bool patient =
        parentWidget() != nullptr &&
        !(m_pending & ~(DirtyFlag::Data | DirtyFlag::Status | DirtyFlag::Step | DirtyFlag::Problems)) &&
        selection().following();
    if (patient && !m_waiting) {
        m_waiting = true;
        RefreshTurns::of(parentWidget()).wait(this, [this] {
            m_waiting = false;
            return m_shown && refreshNow();
        });
    } else if (!patient) {
        m_queued = true;
        QTimer::singleShot(0, this, [this] {
            m_queued = false;
            if (m_shown) {
                refreshNow();
            }
        });
    }
}

void Dock::reportInTurn(LatestJob& job) {
    job.holdReports([this](std::function<bool()> report) {
        if (parentWidget() == nullptr) {
            report();
        } else {
            RefreshTurns::of(parentWidget()).waitInFront(this, std::move(report));
        }
    });
}

void Dock::setShown(bool shown) {
    m_shown = shown;
    if (shown) {
        refreshNow();
    }
}

void Dock::refreshIfPending() {
    if (m_shown) {
        refreshNow();
    }
}

bool Dock::refreshNow() {
    const Dirty what = std::exchange(m_pending, {});
    if (what) {
        ++m_refreshes;
        refresh(what);
    }
    return static_cast<bool>(what);
}

FileWork Dock::exportWork(const QString& file, FigureWidth width) {
    if (m_content == nullptr) {
        return nothingToExport({});
    }
    FigureSpec about;
    if (const auto recording = m_workspace.recording(); recording && recording->lanes() > 0) {
        about = figures::startFigure(*recording, lane(), {}, {}, {});
        addEvidence(about);
    }
    about.id = objectName().toStdString();
    about.title = windowTitle().toStdString();
    return pictureWork(lightPictureOf(*m_content), about, file.toStdString(), width);
}

std::vector<std::filesystem::path> Dock::exportFiles(const QString& file) const {
    const QStringList formats = exportFormats();
    const bool drawn = formats.contains(QLatin1String("pdf")) && formats.contains(QLatin1String("csv"));
    return drawn && !isTable(file) ? figureFiles(file.toStdString())
                                   : std::vector<std::filesystem::path>{file.toStdString()};
}

std::string Dock::formatOf(const QString& file) {
    return QFileInfo(file).suffix().toLower().toStdString();
}

FileWork Dock::nothingToExport(const Phrase& expected) const {
    return failedWork(
        fail(Code::NotFound, windowTitle().toStdString(), "there is nothing to export yet", {}, expected).value());
}

int Dock::lane() const {
    const auto recording = m_workspace.recording();
    return recording ? std::clamp(selection().lane(), 0, std::max(0, recording->lanes() - 1)) : 0;
}

FileWork Dock::tableWork(TableOf make, const QString& file) const {
    const std::shared_ptr<const Recording> recording = m_workspace.recording();
    return textWork(
        [make = std::move(make), recording, ofLane = lane(), format = formatOf(file),
         hash = m_workspace.kept().hashOf(recording), held = KeptRuns::stepsNow(*recording),
         label = "tab:" + objectName().toStdString()](const LatestJob::Stale&) {
            const tables::Table table = make(*KeptRuns::held(recording, held), ofLane, hash);
            return Result<std::string>(tables::inFormat(table, format, label));
        },
        file.toStdString());
}

std::function<FigureSpec()> Dock::withEvidence(std::function<FigureSpec(const Recording& recording)> make,
                                               std::vector<std::int64_t> held) const {
    FigureSpec evidence;
    addEvidence(evidence);
    return [make = std::move(make), recording = std::shared_ptr<const Recording>(m_workspace.recording()),
            evidence = std::move(evidence.provenance), held = std::move(held)] {
        const std::shared_ptr<const Recording> of = KeptRuns::held(recording, held);
        FigureSpec spec = make(*of);
        for (const auto& [name, value] : evidence) {
            setProvenance(spec, name, value);
        }
        if (!held.empty()) {
            setProvenance(spec, "command", repeatCommand(*of));
        }
        return spec;
    };
}

void Dock::addEvidence(FigureSpec& figure) const {
    const auto recording = exportedRun();
    if (!recording) {
        return;
    }
    if (const std::string hash = m_workspace.kept().hashOf(recording); !hash.empty()) {
        setProvenance(figure, "bundle", hash);
    }
    setProvenance(figure, "command", repeatCommand(*recording));
    setProvenance(figure, "view", dockView(*this).toStdString());
}

void Dock::setContent(QWidget* content) {
    m_content = content;
    m_stack->addWidget(content);
    m_stack->setCurrentWidget(content);
}

void Dock::allowUnlinking() {
    m_canUnlink = true;
    m_title->setContent(*m_content);
}

void Dock::showEmpty(const QString& sentence, const QString& actionLabel, std::function<void()> action) {
    m_emptyText->setText(sentence);
    m_emptyButton->setText(actionLabel);
    m_emptyButton->setVisible(!actionLabel.isEmpty());
    m_emptyAction = std::move(action);
    turnTo(m_empty);
}

void Dock::showEmptyWithExample(const QString& sentence) {
    showEmpty(sentence, m_workspace.client().underWay() ? QString() : QObject::tr("Run the example"), [this] {
        if (const auto started = m_workspace.startExample(examples().front()); !started) {
            m_workspace.tellError(started.error());
        }
    });
}

void Dock::showContent() {
    if (m_content != nullptr) {
        turnTo(m_content);
    }
}

void Dock::turnTo(QWidget* page) {
    m_stack->setFocusProxy(page);
    if (page == m_stack->currentWidget()) {
        return;
    }
    // If the page that has the focus were hidden, Qt would pass the focus to another widget of the window.
    const QWidget* focused = window()->focusWidget();
    const bool kept = focused != nullptr && m_stack->isAncestorOf(focused);
    m_stack->setCurrentWidget(page);
    if (kept) {
        page->setFocus(Qt::OtherFocusReason);
    }
}

void Dock::setEmptyPage(QWidget* page) {
    m_stack->removeWidget(m_empty);
    m_stack->addWidget(page);
    m_empty = page;
}

QString Dock::tokenShown(std::string_view bytes) const {
    if (m_glyphs.font() != font()) {
        m_glyphs = Glyphs(font());
    }
    return m_glyphs.shown(visibleText(bytes));
}

void Dock::changeEvent(QEvent* event) {
    QDockWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange) {
        markDirty(DirtyFlag::Theme);
    }
}

}  // namespace kvw::wb
