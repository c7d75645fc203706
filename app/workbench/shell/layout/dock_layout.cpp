// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/layout/dock_layout.h"

#include <QDataStream>
#include <QLayout>
#include <QMainWindow>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "app/workbench/shell/layout/kept_size.h"
#include "app/workbench/shell/layout/tasks.h"
#include "app/workbench/views/common/dock_size.h"
#include "app/workbench/views/common/dock_title.h"

namespace kvw::wb {

namespace {
constexpr quint32 kMagic = 0x4b56574c;
const QString kTaskKey = QStringLiteral("layout/task"), kLeftKeys = QStringLiteral("layout/tasks"),
              kFoldedKey = QStringLiteral("layout/folded");
}  // namespace

DockLayout::DockLayout(QMainWindow& window, std::vector<Placed> docks)
    : QObject(&window), m_window(window), m_docks(std::move(docks)), m_task(QLatin1String(tasks().front().id)) {
    for (const Placed& placed : m_docks) {
        const auto moved = [this] { m_usersOwn = m_usersOwn || !m_arranging; };
        connect(placed.dock, &QDockWidget::dockLocationChanged, this, moved);
        connect(placed.dock, &QDockWidget::topLevelChanged, this, moved);
    }
}

void DockLayout::adapt(QSize size) {
    // Placing docks may resize the window; adapting in the middle of Qt's placement is not safe.
    if (m_arranging) {
        return;
    }
    // Layouts made by the user are kept: they count as made for the current size.
    if (maximised()) {
        m_beforeMaximising.form = m_beforeMaximising.usersOwn ? formOf(size) : m_beforeMaximising.form;
        return;
    }
    if (m_usersOwn) {
        m_form = formOf(size);
    }
    if (formOf(size) == m_form) {
        return;
    }
    const Kept now = kept();
    keepSize();
    place(size, now.shown, now.front);
}

void DockLayout::adaptTo(const std::function<void()>& change) {
    if (!m_window.isVisible()) {
        change();
        adapt(m_window.size());
        return;
    }
    keepSize();
    change();
    KeptSize::settle();
    adapt(m_window.size());
}

void DockLayout::resizeTo(QSize size) {
    const KeptSize free(m_window);
    adapt(size);
    KeptSize::settle();
    m_window.resize(size);
}

void DockLayout::save(QSettings& settings) const {
    QStringList ids, folded;
    for (const Placed& placed : m_docks) {
        ids << placed.dock->objectName();
        if (placed.dock->title().folded()) {
            folded << placed.dock->objectName();
        }
    }
    settings.setValue(QStringLiteral("layout/docks"), ids);
    settings.setValue(kFoldedKey, folded);
    settings.setValue(kTaskKey, m_task);
    settings.remove(kLeftKeys);
    for (const auto& [task, left] : m_left) {
        settings.setValue(kLeftKeys + QLatin1Char('/') + task, written(left, task));
    }
    settings.setValue(QStringLiteral("layout/geometry"), m_window.saveGeometry());
    settings.setValue(QStringLiteral("layout/size"), m_window.size());
    settings.setValue(QStringLiteral("layout/own"), m_usersOwn);
    settings.setValue(QStringLiteral("layout/state"), state());
}

bool DockLayout::restore(QSettings& settings) {
    // A dock missing from the saved layout would float without a place, so start with a fresh layout.
    const QStringList known = settings.value(QStringLiteral("layout/docks")).toStringList();
    const bool complete = std::all_of(m_docks.begin(), m_docks.end(),
                                      [&](const Placed& placed) { return known.contains(placed.dock->objectName()); });
    if (!complete) {
        return false;
    }
    m_window.restoreGeometry(settings.value(QStringLiteral("layout/geometry")).toByteArray());
    const bool own = settings.value(QStringLiteral("layout/own"), true).toBool();
    if (!own && !settings.contains(kTaskKey)) {
        return false;  // the first layout of an older version, which had no tasks
    }
    const QStringList folded = settings.value(kFoldedKey).toStringList();
    for (const Placed& placed : m_docks) {
        placed.dock->title().setFolded(folded.contains(placed.dock->objectName()));
    }
    turnTo(settings.value(kTaskKey).toString());
    m_left.clear();
    for (const Task& task : tasks()) {
        const QString id = QLatin1String(task.id);
        const auto left = read(settings.value(kLeftKeys + QLatin1Char('/') + id).toByteArray());
        if (left && id != m_task) {
            m_left[id] = *left;
        }
    }
    const std::optional<Kept> kept = read(settings.value(QStringLiteral("layout/state")).toByteArray());
    const bool restored = kept && applyLayout(*kept);
    m_form = formOf(settings.value(QStringLiteral("layout/size"), m_window.size()).toSize());
    m_usersOwn = own;
    return restored;
}

void DockLayout::turnTo(const QString& task) {
    if (task == m_task || taskOf(task) == nullptr) {
        return;
    }
    m_left[m_task] = lasting();
    m_task = task;
    Q_EMIT taskChanged(task);
}

void DockLayout::setTask(const QString& id) {
    if (id == m_task || taskOf(id) == nullptr) {
        return;
    }
    Q_EMIT aboutToBeChosen();
    turnTo(id);
    const auto found = m_left.find(id);
    if (found == m_left.end()) {
        arrangeWith(taskOf(id)->ids(), {});
    } else {
        const Kept left = found->second;
        // Places that nobody chose follow the size of the window.
        const bool fits = left.usersOwn || left.size == m_window.size();
        if (!m_beforeLarge.state.isEmpty() || !fits) {
            arrangeWith(left.shown, left.front);
        } else {
            apply(left);
        }
    }
    Q_EMIT chosen();
}

void DockLayout::keepSize() {
    holdSize(std::make_shared<KeptSize>(m_window), 0);
}

void DockLayout::holdSize(const std::shared_ptr<void>& size, int attempt) {
    constexpr int kMost = 5;  // if the docks still need more space, the window grows
    QTimer::singleShot(kSettled, this, [this, size, attempt] {
        KeptSize::settle();
        const QSize needed = m_window.layout()->totalMinimumSize();
        if (needed.boundedTo(m_window.size()) != needed && attempt < kMost) {
            holdSize(size, attempt + 1);
        }
    });
}

void DockLayout::arrangeFor(const QStringList& ids, const QStringList& front) {
    Q_EMIT aboutToBeChosen();
    arrangeWith(ids, front);
    Q_EMIT chosen();
}

void DockLayout::arrangeWith(const QStringList& ids, const QStringList& front) {
    keepSize();
    if (!m_beforeLarge.state.isEmpty()) {
        m_beforeLarge = {m_beforeLarge.state, kNoForm, ids, front, false, true, m_beforeLarge.size, {}};
    }
    place(m_window.size(), ids, front);
    widenStories();
}

void DockLayout::reset() {
    arrangeFor(taskOf(m_task)->ids(), {});
}

void DockLayout::showThese(const QStringList& ids, const QStringList& front) {
    m_withheld.clear();
    m_withheldFront.clear();
    for (const Placed& placed : m_docks) {
        const QString id = placed.dock->objectName();
        const bool wanted = ids.contains(id);
        if (wanted && placed.dock->withheld()) {
            m_withheld += id;
        }
        placed.dock->setVisible(wanted && !placed.dock->withheld());
    }
    // Tabs of several places may have been merged into one row; raise its first dock last.
    for (auto id = front.rbegin(); id != front.rend(); ++id) {
        Dock* dock = m_window.findChild<Dock*>(*id, Qt::FindDirectChildrenOnly);
        if (m_withheld.contains(*id)) {
            m_withheldFront.prepend(*id);
        } else if (dock != nullptr && !dock->isHidden() && !dock->isFloating()) {
            dock->raise();
        }
    }
}

const DockLayout::Kept* DockLayout::beforeMode() const noexcept {
    return !m_beforeLarge.state.isEmpty() ? &m_beforeLarge : maximised() ? &m_beforeMaximising : nullptr;
}

DockLayout::Kept DockLayout::lasting() const {
    const Kept* before = beforeMode();
    return before != nullptr ? *before : kept();
}

void DockLayout::setShown(const QStringList& ids) {
    if (const Kept* before = beforeMode()) {
        (before == &m_beforeLarge ? m_beforeLarge : m_beforeMaximising).shown = ids;
        return;
    }
    m_returning.reset();  // from here on the actual places count
    const Kept now = kept();
    if (now.shown == ids) {
        return;
    }
    QStringList front = ids;  // docks that become visible are raised
    front.removeIf([&](const QString& id) { return now.shown.contains(id); });
    showThese(ids, front + now.front);
}

void DockLayout::withhold() {
    const std::vector<QRect> before = lasting().places;
    m_returning.reset();
    const Kept now = kept();
    showThese(now.shown, now.front);
    // A column that was empty gets an arbitrary width when its docks return, so restore their sizes.
    keepSize();
    KeptSize::settle();
    for (std::size_t i = 0; i < m_docks.size(); ++i) {
        Dock* dock = m_docks[i].dock;
        if (dock->withheld()) {
            if (i < before.size() && !before[i].isNull()) {
                m_sizesOfWithheld[dock->objectName()] = before[i].size();
            }
        } else if (const QSize was = m_sizesOfWithheld.take(dock->objectName());
                   was.isValid() && dock->shown() && !dock->isFloating()) {
            resizeDock(m_window, dock, was.width(), Qt::Horizontal);
            resizeDock(m_window, dock, was.height(), Qt::Vertical);
        }
    }
}

QByteArray DockLayout::state() const {
    return written(lasting(), m_task);
}

QByteArray DockLayout::written(const Kept& kept, const QString& task) {
    constexpr bool kUnused = false;  // older versions stacked docks on the right
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_4);
    stream << kMagic << kUnused << kept.form.right << kept.form.high << kept.shown << kept.state << kept.front
           << kept.form.low << task << kept.usersOwn << kept.size;
    return bytes;
}

std::optional<DockLayout::Kept> DockLayout::read(const QByteArray& bytes) {
    QDataStream stream(bytes);
    stream.setVersion(QDataStream::Qt_6_4);
    quint32 magic = 0;
    bool unused = false;
    Kept kept{{}, {}, {}, {}, true, true};
    stream >> magic >> unused >> kept.form.right >> kept.form.high >> kept.shown >> kept.state;
    if (!stream.atEnd()) {  // older versions did not store which tabs are in front
        stream >> kept.front;
    }
    if (!stream.atEnd()) {
        stream >> kept.form.low;
    }
    if (!stream.atEnd()) {
        stream >> kept.task >> kept.usersOwn >> kept.size;
    }
    return magic == kMagic && stream.status() == QDataStream::Ok ? std::optional(kept) : std::nullopt;
}

bool DockLayout::applyLayout(const Kept& kept) {
    // Place all docks side by side first: restoring over differently nested tabs makes Qt 6.4 access deleted tab bars.
    ++m_turn;
    const QScopedValueRollback<bool> arranging(m_arranging, true);
    for (const Placed& placed : m_docks) {
        m_window.removeDockWidget(placed.dock);
    }
    for (const Placed& placed : m_docks) {
        m_window.addDockWidget(Qt::LeftDockWidgetArea, placed.dock);
    }
    const bool restored = m_window.restoreState(kept.state, kVersion);
    if (restored) {
        showThese(kept.shown, kept.front);
    }
    return restored;
}

bool DockLayout::restoreState(const QByteArray& state, bool usersOwn) {
    Q_EMIT aboutToBeChosen();
    const bool applied = applyState(state, usersOwn);
    Q_EMIT chosen();
    return applied;
}

bool DockLayout::applyState(const QByteArray& state, bool usersOwn) {
    std::optional<Kept> wanted = read(state);
    if (!wanted) {
        return false;
    }
    turnTo(wanted->task);
    wanted->usersOwn = usersOwn;
    if (!m_beforeLarge.state.isEmpty()) {
        wanted->size = m_beforeLarge.size;
        m_beforeLarge = *wanted;  // a layout for small type would not fit now
        return true;
    }
    return apply(*wanted);
}

bool DockLayout::apply(const Kept& kept) {
    if (kept.form != formOf(m_window.size())) {
        arrangeWith(kept.shown, kept.front);
        return true;
    }
    m_beforeMaximising = {};
    keepSize();
    if (!applyLayout(kept)) {
        arrange(m_window.size());
        return false;
    }
    m_form = kept.form;
    m_usersOwn = kept.usersOwn;
    return true;
}

QStringList DockLayout::shownNow() const {
    QStringList ids;
    for (const Placed& placed : m_docks) {
        if (!placed.dock->isHidden() || m_withheld.contains(placed.dock->objectName())) {
            ids += placed.dock->objectName();
        }
    }
    return ids;
}

bool DockLayout::usersOwn() const {
    const Kept* before = beforeMode();
    return before != nullptr ? before->usersOwn : m_usersOwn;
}

QStringList DockLayout::shown() const {
    const Kept* before = beforeMode();
    return before != nullptr ? before->shown : shownNow();
}

DockLayout::Kept DockLayout::kept() const {
    if (m_returning && m_returning->first == m_turn && m_returning->second.shown == shownNow()) {
        return withRaised(m_returning->second);  // the docks are still being placed
    }
    QStringList front = m_withheldFront;
    for (const Placed& placed : m_docks) {
        if (placed.dock->shown()) {
            front += placed.dock->objectName();
        }
    }
    return {m_window.saveState(kVersion), m_form, shownNow(), front, m_usersOwn, false, m_window.size(), places()};
}

}  // namespace kvw::wb
