// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/dock/story_controls.h"

#include <QAction>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolBar>
#include <utility>
#include <vector>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/view_option.h"
#include "core/figures/figure_request.h"

namespace kvw::wb {

namespace {

constexpr int kAgainMs = 200;
/// Number of scroll attempts: after a change of policy, a form needs a few event loop turns to lay out its rows.
constexpr int kScrolls = 3;
const QColor kColor = colorOf(figures::kVermilion);

class Frame : public QWidget {
 public:
    explicit Frame(QWidget& control) : QWidget(&control) {
        setObjectName(QStringLiteral("storyMark"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        control.installEventFilter(this);
        resize(control.size());
        raise();
        show();
    }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == parent() && event->type() == QEvent::Resize) {
            resize(parentWidget()->size());
            raise();
        }
        return false;
    }
    void paintEvent(QPaintEvent* /*event*/) override {
        const int width = height() < 40 ? 2 : 3;
        QPainter painter(this);
        painter.setPen(QPen(kColor, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(QRectF(rect()).adjusted(width / 2.0, width / 2.0, -width / 2.0, -width / 2.0));
    }
};

/// Returns the controls of a dock that a mode sets, with their values in it.
std::vector<std::pair<ViewOption*, QJsonValue>> optionsIn(const QWidget& window, const QString& id,
                                                          const QString& mode) {
    std::vector<std::pair<ViewOption*, QJsonValue>> options;
    const QDockWidget* dock = dockOf(window, id);
    if (dock == nullptr || mode.isEmpty()) {
        return options;
    }
    const auto usual = figures::FigureRequest::parse(id.toStdString());
    const auto wanted = figures::FigureRequest::parse((id + QLatin1Char('-') + mode).toStdString());
    for (ViewOption* option : dock->findChildren<ViewOption*>()) {
        if (const QJsonValue value = option->valueIn(wanted); !value.isNull() && value != option->valueIn(usual)) {
            options.emplace_back(option, value);
        }
    }
    return options;
}

}  // namespace

QDockWidget* dockOf(const QWidget& window, const QString& id) {
    return window.findChild<QDockWidget*>(id, Qt::FindDirectChildrenOnly);
}

QWidget* controlOf(const QWidget& window, const QString& name) {
    static const QString kAction = QStringLiteral("action:");
    if (name.isEmpty()) {
        return nullptr;
    }
    if (QDockWidget* dock = dockOf(window, name)) {
        return dock;
    }
    if (name.startsWith(kAction)) {
        for (const QToolBar* bar : window.findChildren<QToolBar*>()) {
            for (QAction* action : bar->actions()) {
                if (action->objectName() == name.mid(kAction.size())) {
                    return bar->widgetForAction(action);
                }
            }
        }
        return nullptr;
    }
    return window.findChild<QWidget*>(name);
}

bool hasMode(const QWidget& window, const QString& dock, const QString& mode) {
    return !optionsIn(window, dock, mode).empty();
}

bool setMode(const QWidget& window, const QString& dock, const QString& mode) {
    const auto options = optionsIn(window, dock, mode);
    for (const auto& [option, value] : options) {
        option->setValue(value);
    }
    return !options.empty();
}

ControlMarker::ControlMarker(QWidget& window, QDockWidget& home) : QObject(&home), m_window(window), m_home(home) {
    m_again.setInterval(kAgainMs);
    connect(&m_again, &QTimer::timeout, this, [this] {
        static_cast<void>(place(false));
        if (m_frame != nullptr && m_scrolls > 0) {
            --m_scrolls;
            scrollTo(*m_frame->parentWidget());
        }
    });
}

bool ControlMarker::mark(const QString& name) {
    delete m_frame;
    m_name = name;
    if (name.isEmpty()) {
        m_again.stop();
        return true;
    }
    m_again.start();
    m_scrolls = kScrolls;
    return place(true);
}

bool ControlMarker::place(bool show) {
    if (m_frame != nullptr) {
        return true;
    }
    QWidget* control = controlOf(m_window, m_name);
    if (control == nullptr) {
        return false;
    }
    if (show) {
        reveal(*control);
    }
    m_frame = new Frame(*control);
    return true;
}

void ControlMarker::reveal(QWidget& control) {
    for (QWidget* above = &control; above != nullptr; above = above->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(above); dock != nullptr && dock != &m_home) {
            dock->show();
            dock->raise();
        }
    }
    scrollTo(control);
}

void ControlMarker::scrollTo(QWidget& control) {
    for (QWidget* above = control.parentWidget(); above != nullptr; above = above->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(above)) {
            area->ensureWidgetVisible(&control);
        }
    }
}

}  // namespace kvw::wb
