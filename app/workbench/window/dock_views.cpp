// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/dock_views.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonArray>
#include <QSpinBox>

#include "app/workbench/docks/dock_view.h"

namespace kvw::wb {

namespace {

constexpr QLatin1String kShown("shown"), kDocks("docks"), kOwn("own"), kControls("controls");

}  // namespace

DockViews::DockViews(Workspace& workspace, ViewHistory& history, DockLayout& layout,
                     const std::vector<DockLayout::Placed>& docks)
    : m_workspace(workspace), m_history(history), m_layout(layout), m_docks(docks), m_shown(layout.shown()) {
    for (const DockLayout::Placed& placed : docks) {
        watch(*placed.dock);
    }
    history.setDocks([this] { return now(); }, [this](const QJsonObject& views) { show(views); });
}

DockViews::~DockViews() {
    m_history.setDocks({}, {});
}

void DockViews::watch(Dock& dock) {
    ViewHistory* history = &m_history;
    connect(&dock, &Dock::ownViewChanged, history, &ViewHistory::touch);
    connect(&dock, &QDockWidget::visibilityChanged, this, [this] {
        if (const QStringList shown = m_layout.shown(); shown != m_shown) {  // else another tab is in front
            m_shown = shown;
            m_history.touch();
        }
    });
    // By hand: what a dock sets itself, for the run it shows, is nothing to take back.
    for (auto* box : viewControls<QComboBox>(dock)) {
        connect(box, &QComboBox::activated, history, &ViewHistory::touch);
    }
    for (auto* button : viewControls<QAbstractButton>(dock)) {
        connect(button, &QAbstractButton::clicked, history, &ViewHistory::touch);
    }
    const auto turned = [this](const QWidget* box) {
        if (box->hasFocus()) {
            m_history.touch();
        }
    };
    for (auto* box : viewControls<QSpinBox>(dock)) {
        connect(box, &QSpinBox::valueChanged, this, [turned, box] { turned(box); });
    }
    for (auto* box : viewControls<QDoubleSpinBox>(dock)) {
        connect(box, &QDoubleSpinBox::valueChanged, this, [turned, box] { turned(box); });
    }
}

QJsonObject DockViews::now() const {
    QJsonObject docks;
    for (const DockLayout::Placed& placed : m_docks) {
        QJsonObject view;
        const QJsonObject controls = settingsView(*placed.dock).value(kControls).toObject();
        if (!controls.isEmpty()) {
            view[kControls] = controls;
        }
        if (placed.dock->unlinked()) {
            QJsonObject own = selectionView(placed.dock->sight(), placed.dock->selection());
            own.remove(QStringLiteral("step"));  // the way through time is not taken back
            view[kOwn] = own;
        }
        if (!view.isEmpty()) {
            docks[placed.dock->objectName()] = view;
        }
    }
    return {{kShown, QJsonArray::fromStringList(m_layout.shown())}, {kDocks, docks}};
}

void DockViews::show(const QJsonObject& views) {
    QStringList shown;
    for (const auto id : views.value(kShown).toArray()) {
        shown += id.toString();
    }
    m_layout.setShown(shown);
    const QJsonObject docks = views.value(kDocks).toObject();
    for (const DockLayout::Placed& placed : m_docks) {
        Dock& dock = *placed.dock;
        const QJsonObject view = docks.value(dock.objectName()).toObject();
        const QJsonValue own = view.value(kOwn);
        dock.setUnlinked(own.isObject());
        if (dock.unlinked()) {
            showSelection(m_workspace, dock.selection(), own.toObject());
        }
        showSettings(dock, {{kControls, view.value(kControls)}});
    }
}

}  // namespace kvw::wb
