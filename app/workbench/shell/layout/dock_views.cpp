// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/layout/dock_views.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QJsonArray>
#include <QMainWindow>
#include <QMouseEvent>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/workbench/plot/plot.h"
#include "app/workbench/shell/layout/dock_layout.h"
#include "app/workbench/views/common/dock_view.h"

namespace kvw::wb {

namespace {

/// Detects the begin and end of drags of docks by their titles and of the gaps between docks. Qt's own signals arrive
/// in pieces, the first while the dock is still being dragged. Calls `begins` on a press and `over` only if the press
/// became a drag. Window and docks must outlive it. Thread: GUI thread.
class DockDrags : public QObject {
 public:
    DockDrags(QMainWindow& window, const std::vector<DockLayout::Placed>& docks, std::function<void()> begins,
              std::function<void()> over, QObject* parent)
        : QObject(parent), m_window(window), m_begins(std::move(begins)), m_over(std::move(over)) {
        window.installEventFilter(this);
        for (const DockLayout::Placed& placed : docks) {
            placed.dock->installEventFilter(this);
        }
    }

 protected:
    bool eventFilter(QObject* target, QEvent* event) override {
        const QEvent::Type type = event->type();
        if (type == QEvent::MouseButtonPress) {
            const auto& press = static_cast<const QMouseEvent&>(*event);
            if (press.button() == Qt::LeftButton && takesHold(target, press.position().toPoint())) {
                m_held = press.globalPosition().toPoint();
                m_least = target == &m_window ? 1 : QApplication::startDragDistance();
                m_dragged = false;
                m_begins();
            }
        } else if (type == QEvent::MouseMove && m_held) {
            const QPoint way = static_cast<const QMouseEvent&>(*event).globalPosition().toPoint() - *m_held;
            m_dragged = m_dragged || way.manhattanLength() >= m_least;
        } else if (type == QEvent::MouseButtonRelease && std::exchange(m_held, std::nullopt) && m_dragged) {
            // Queued, so that Qt handles the release first.
            QMetaObject::invokeMethod(this, m_over, Qt::QueuedConnection);
        }
        return QObject::eventFilter(target, event);
    }

 private:
    /// Returns whether a press hits the title of a dock or a gap between docks. Presses that a child widget ignores
    /// arrive here as well.
    bool takesHold(const QObject* target, QPoint place) const {
        if (target == &m_window) {
            return m_window.childAt(place) == nullptr;
        }
        const auto* dock = qobject_cast<const Dock*>(target);
        return dock != nullptr && dock->widget() != nullptr && !dock->widget()->geometry().contains(place);
    }

    const QMainWindow& m_window;
    std::function<void()> m_begins, m_over;
    std::optional<QPoint> m_held;  ///< position of the press, on the screen
    int m_least = 0;               ///< distance from there at which it becomes a drag
    bool m_dragged = false;
};

constexpr QLatin1String kShown("shown"), kDocks("docks"), kOwnViews("own"), kControls("controls"), kColumns("columns"),
    kLayout("layout"), kPlaces("places");

}  // namespace

DockViews::DockViews(Workspace& workspace, ViewHistory& history, DockLayout& layout,
                     const std::vector<DockLayout::Placed>& docks, QMainWindow& window)
    : m_workspace(workspace), m_history(history), m_layout(layout), m_docks(docks), m_shown(layout.shown()) {
    for (const DockLayout::Placed& placed : docks) {
        watch(*placed.dock);
    }
    connect(&layout, &DockLayout::aboutToBeChosen, &history, [&history] { history.expect({kLayout}); });
    connect(&layout, &DockLayout::chosen, &history, [&history] { history.touch({kLayout}); });
    new DockDrags(
        window, docks, [this] { m_beforeDrag = layoutNow(); },
        [this] {
            m_history.expect({kLayout}, m_beforeDrag);
            m_history.touch({kLayout});
        },
        this);
    history.setDocks([this] { return now(); }, [this](const QJsonObject& views) { show(views); });
}

DockViews::~DockViews() {
    m_history.setDocks({}, {});
}

void DockViews::watch(Dock& dock) {
    const QString id = dock.objectName();
    connect(&dock, &Dock::ownViewChanged, &m_history, [this, id, &dock] {
        m_history.touch({kDocks, id, kOwnViews});
        for (const Plot* plot : viewControls<Plot>(dock)) {
            m_history.touch({kDocks, id, kColumns, plot->objectName()});
        }
        for (const QAction* action : viewControls<QAction>(dock)) {  // actions of menus that change with the run
            m_history.touch({kDocks, id, kControls, action->objectName()});
        }
    });
    connect(&dock, &Dock::viewAboutToBeSet, this, [this, &dock] { expectAll(dock); });
    connect(&dock, &Dock::viewSet, this, [this, &dock] { touchAll(dock); });
    connect(&dock, &QDockWidget::visibilityChanged, this, [this] {
        if (const QStringList shown = m_layout.shown(); shown != m_shown) {  // otherwise only another tab was raised
            m_shown = shown;
            m_history.touch({kShown});
        }
    });
    for (ViewOption* option : dock.findChildren<ViewOption*>()) {
        connect(option, &ViewOption::used, this,
                [this, path = watch(dock, option->control())] { m_history.touch(path); });
    }
    for (auto* plot : viewControls<Plot>(dock)) {
        watch(dock, *plot, kColumns);
    }
    for (QWidget* widget : dock.findChildren<QWidget*>()) {
        for (const QString& control : widget->property(kTurns).toStringList()) {
            m_watched[widget].push_back({{kDocks, id, kControls, control}, true});
            widget->installEventFilter(this);
        }
    }
}

void DockViews::expectAll(const Dock& dock) {
    if (m_history.applying()) {
        m_leftOut.insert(&dock);
        return;
    }
    m_leftOut.erase(&dock);
    const QJsonObject view = settingsView(dock);
    for (const QLatin1String part : {kControls, kColumns}) {
        const QJsonObject all = view.value(part).toObject();
        for (auto each = all.begin(); each != all.end(); ++each) {
            m_history.expect({kDocks, dock.objectName(), part, each.key()}, each.value());
        }
    }
}

void DockViews::touchAll(const Dock& dock) {
    if (m_leftOut.erase(&dock) > 0) {
        return;
    }
    const QJsonObject view = settingsView(dock);
    for (const QLatin1String part : {kControls, kColumns}) {
        const QStringList names = view.value(part).toObject().keys();
        for (const QString& name : names) {
            m_history.touch({kDocks, dock.objectName(), part, name});
        }
    }
}

ViewHistory::Path DockViews::watch(const Dock& dock, QObject& control, QLatin1String part) {
    const ViewHistory::Path path{kDocks, dock.objectName(), part, control.objectName()};
    m_watched[&control].push_back({path, false});
    control.installEventFilter(this);
    return path;
}

bool DockViews::eventFilter(QObject* target, QEvent* event) {
    // Docks set controls when they are shown, so the value before a change is read when the user starts to use a
    // control.
    const QEvent::Type type = event->type();
    const bool used = type == QEvent::FocusIn || type == QEvent::MouseButtonPress || type == QEvent::KeyPress ||
                      type == QEvent::Wheel;
    const bool done = type == QEvent::MouseButtonRelease || type == QEvent::KeyRelease || type == QEvent::Wheel;
    if (const auto watched = used || done ? m_watched.find(target) : m_watched.end(); watched != m_watched.end()) {
        for (const Watched& each : watched->second) {
            if (each.gesture && type == QEvent::MouseButtonPress) {
                m_history.hold(each.path);
            } else if (used) {
                m_history.expect(each.path);
            }
            if (done && each.gesture) {
                m_history.touch(each.path);
            }
        }
    }
    return QObject::eventFilter(target, event);
}

QJsonObject DockViews::layoutNow() const {
    return {{kPlaces, QString::fromLatin1(m_layout.state().toBase64())}, {kOwnViews, m_layout.usersOwn()}};
}

QJsonObject DockViews::now() const {
    QJsonObject docks;
    for (const DockLayout::Placed& placed : m_docks) {
        QJsonObject view = settingsView(*placed.dock);
        view[kOwnViews] = QJsonValue::Null;
        if (placed.dock->unlinked()) {
            view[kOwnViews] = selectionView(placed.dock->shownSelection(), placed.dock->selection());
        }
        docks[placed.dock->objectName()] = view;
    }
    return {{kLayout, layoutNow()}, {kShown, QJsonArray::fromStringList(m_layout.shown())}, {kDocks, docks}};
}

void DockViews::show(const QJsonObject& views) {
    if (const QJsonObject layout = views.value(kLayout).toObject(); !layout.isEmpty()) {
        m_layout.restoreState(QByteArray::fromBase64(layout.value(kPlaces).toString().toLatin1()),
                              layout.value(kOwnViews).toBool());
    }
    if (views.contains(kShown)) {
        QStringList shown;
        for (const auto id : views.value(kShown).toArray()) {
            shown += id.toString();
        }
        m_layout.setShown(shown);
    }
    const QJsonObject docks = views.value(kDocks).toObject();
    for (const DockLayout::Placed& placed : m_docks) {
        Dock& dock = *placed.dock;
        const QJsonObject view = docks.value(dock.objectName()).toObject();
        if (const QJsonValue own = view.value(kOwnViews); !own.isUndefined()) {
            dock.setUnlinked(own.isObject());
            if (dock.unlinked()) {
                showSelection(m_workspace, dock.selection(), own.toObject());
            }
        }
        if (view.contains(kControls) || view.contains(kColumns)) {
            showSettings(dock, {{kControls, view.value(kControls)}, {kColumns, view.value(kColumns)}});
        }
    }
}

}  // namespace kvw::wb
