// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/dock_layout.h"

#include <QApplication>
#include <QDataStream>
#include <QMainWindow>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <utility>

namespace kvw::wb {

namespace {
/// Another number when docks or places change so that an old layout would be wrong.
constexpr int kVersion = 1;
constexpr std::chrono::milliseconds kSettled{100};
constexpr quint32 kMagic = 0x4b56574c;
/// Pixels at type of the usual size, or smaller.
constexpr int kWide = 1400, kWithRight = 1200, kHigh = 880;
constexpr double kUsualPoints = 10;
constexpr std::initializer_list<Place> kRight{Place::RightTop, Place::RightMiddle, Place::RightBottom};
constexpr std::initializer_list<Place> kBelow{Place::Middle,   Place::BottomLeft,  Place::BottomRight,
                                              Place::RightTop, Place::RightMiddle, Place::RightBottom};
constexpr std::initializer_list<Place> kMiddleAndRight{Place::Middle, Place::RightTop, Place::RightMiddle,
                                                       Place::RightBottom};
constexpr std::initializer_list<Place> kRows{Place::Middle, Place::BottomLeft, Place::BottomRight};

double typeScale() {
    return std::max(1.0, QApplication::font().pointSizeF() / kUsualPoints);
}
}  // namespace

DockLayout::DockLayout(QMainWindow& window, std::vector<Placed> docks) : m_window(window), m_docks(std::move(docks)) {
    for (const Placed& placed : m_docks) {
        const auto moved = [this] { m_usersOwn = m_usersOwn || !m_arranging; };
        connect(placed.dock, &QDockWidget::dockLocationChanged, this, moved);
        connect(placed.dock, &QDockWidget::topLevelChanged, this, moved);
    }
}

DockLayout::Form DockLayout::formOf(QSize size) {
    const double width = size.width() / typeScale(), height = size.height() / typeScale();
    return {width >= kWide, width >= kWithRight, height >= kHigh};
}

void DockLayout::adapt(QSize size) {
    if (m_usersOwn || !m_beforeMaximising.state.isEmpty() || formOf(size) == m_form) {
        return;
    }
    std::vector<bool> shown;
    for (const Placed& placed : m_docks) {
        shown.push_back(!placed.dock->isHidden());
    }
    arrange(size);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        m_docks[i].dock->setVisible(shown[i]);
    }
}

std::vector<Dock*> DockLayout::at(std::initializer_list<Place> places) const {
    std::vector<Dock*> found;
    for (const Placed& placed : m_docks) {
        if (std::find(places.begin(), places.end(), placed.entry.place) != places.end()) {
            found.push_back(placed.dock);
        }
    }
    return found;
}

Dock* DockLayout::anchor(std::initializer_list<Place> places, Dock* beside, Qt::Orientation orientation) {
    const std::vector<Dock*> docks = at(places);
    if (docks.empty()) {
        return beside;
    }
    if (beside == nullptr) {
        m_window.addDockWidget(Qt::LeftDockWidgetArea, docks.front());
    } else {
        m_window.splitDockWidget(beside, docks.front(), orientation);
    }
    docks.front()->show();
    return docks.front();
}

void DockLayout::tabify(std::initializer_list<Place> places) {
    const std::vector<Dock*> docks = at(places);
    for (std::size_t i = 1; i < docks.size(); ++i) {
        m_window.tabifyDockWidget(docks[i - 1], docks[i]);
        docks[i]->show();
    }
    if (!docks.empty()) {
        docks.front()->raise();
    }
}

void DockLayout::arrange(QSize size) {
    m_arranging = true;
    m_beforeMaximising = {};
    m_form = formOf(size);
    for (const Placed& placed : m_docks) {
        placed.dock->setFloating(false);
        m_window.removeDockWidget(placed.dock);
    }
    for (Dock* beside : at({Place::Story})) {
        m_window.addDockWidget(Qt::RightDockWidgetArea, beside);
    }
    // All splits first: beside a dock that is a tab already, Qt adds another tab instead of splitting.
    Dock* left = anchor({Place::Left}, nullptr, Qt::Horizontal);
    Dock* middle = anchor({Place::Top}, left, Qt::Horizontal);
    if (m_form.wide) {
        Dock* right = anchor({Place::RightTop}, middle, Qt::Horizontal);
        Dock* lower = anchor({Place::RightMiddle}, right, right != middle ? Qt::Vertical : Qt::Horizontal);
        anchor({Place::RightBottom}, lower, lower != middle ? Qt::Vertical : Qt::Horizontal);
    } else if (m_form.right) {
        anchor(kRight, middle, Qt::Horizontal);
    }
    Dock* lower = anchor({Place::Middle}, middle, Qt::Vertical);
    if (m_form.high) {
        Dock* bottom = anchor({Place::BottomLeft}, lower, Qt::Vertical);
        anchor({Place::BottomRight}, bottom, bottom == lower ? Qt::Vertical : Qt::Horizontal);
    }
    tabify({Place::Left});
    tabify({Place::Top});
    if (m_form.wide) {
        tabify({Place::RightTop});
        tabify({Place::RightMiddle});
        tabify({Place::RightBottom});
    } else if (m_form.right) {
        tabify(kRight);
    }
    if (m_form.high) {
        if (m_form.right) {
            tabify({Place::Middle});
        } else {
            tabify(kMiddleAndRight);
        }
        tabify({Place::BottomLeft});
        tabify({Place::BottomRight});
    } else {
        tabify(m_form.right ? kRows : kBelow);
    }
    for (const Placed& placed : m_docks) {
        placed.dock->setVisible(placed.entry.visible);
    }
    distribute(size);
    m_arranging = m_usersOwn = false;
}

void DockLayout::distribute(QSize size) {
    const auto first = [this](Place place) -> Dock* {
        const std::vector<Dock*> docks = at({place});
        return docks.empty() ? nullptr : docks.front();
    };
    const auto resize = [this](std::initializer_list<std::pair<Dock*, int>> sizes, Qt::Orientation orientation) {
        QList<QDockWidget*> docks;
        QList<int> pixels;
        for (const auto& [dock, length] : sizes) {
            if (dock != nullptr) {
                docks << dock;
                pixels << length;
            }
        }
        if (docks.size() > 1) {
            m_window.resizeDocks(docks, pixels, orientation);
        }
    };
    const int width = size.width(), height = size.height();
    const auto ofType = [scale = typeScale()](int pixels) { return static_cast<int>(pixels * scale); };
    const int left = std::clamp(width / 5, ofType(260), ofType(330));
    const int right = m_form.right ? width * 27 / 100 : 0;
    resize({{first(Place::Left), left},
            {first(Place::Top), width - left - right},
            {m_form.right ? first(Place::RightTop) : nullptr, right}},
           Qt::Horizontal);
    if (m_form.high) {
        resize({{first(Place::Top), height * 36 / 100},
                {first(Place::Middle), height * 30 / 100},
                {first(Place::BottomLeft), height * 24 / 100}},
               Qt::Vertical);
    } else {
        resize({{first(Place::Top), height * 40 / 100}, {first(Place::Middle), height * 60 / 100}}, Qt::Vertical);
    }
    if (m_form.wide) {
        resize({{first(Place::RightTop), height * 38 / 100},
                {first(Place::RightMiddle), height * 27 / 100},
                {first(Place::RightBottom), height * 25 / 100}},
               Qt::Vertical);
    }
}

void DockLayout::save(QSettings& settings) const {
    QStringList ids;
    for (const Placed& placed : m_docks) {
        ids << placed.dock->objectName();
    }
    settings.setValue(QStringLiteral("layout/docks"), ids);
    settings.setValue(QStringLiteral("layout/geometry"), m_window.saveGeometry());
    settings.setValue(QStringLiteral("layout/size"), m_window.size());
    settings.setValue(QStringLiteral("layout/own"), m_usersOwn);
    settings.setValue(QStringLiteral("layout/state"), state());
}

bool DockLayout::restore(QSettings& settings) {
    // A dock that the saved layout does not know would float without a place: then the layout starts afresh.
    const QStringList known = settings.value(QStringLiteral("layout/docks")).toStringList();
    const bool complete = std::all_of(m_docks.begin(), m_docks.end(),
                                      [&](const Placed& placed) { return known.contains(placed.dock->objectName()); });
    if (!complete) {
        return false;
    }
    m_window.restoreGeometry(settings.value(QStringLiteral("layout/geometry")).toByteArray());
    const std::optional<Kept> kept = read(settings.value(QStringLiteral("layout/state")).toByteArray());
    const bool restored = kept && lay(kept->state);
    m_form = formOf(settings.value(QStringLiteral("layout/size"), m_window.size()).toSize());
    m_usersOwn = settings.value(QStringLiteral("layout/own"), true).toBool();
    return restored;
}

void DockLayout::keepSize() {
    // While the docks change places and type they ask for more room than they need once that is done.
    QTimer::singleShot(kSettled, this, [this, before = m_window.size()] {
        if (!m_window.isMaximized() && !m_window.isFullScreen()) {
            m_window.resize(before);
        }
    });
}

void DockLayout::arrangeFor(const QStringList& ids, const QString& front) {
    keepSize();
    for (Kept* before : {&m_held, &m_beforeLarge}) {
        if (!before->state.isEmpty()) {
            *before = {before->state, kAnew, ids, false, true};
        }
    }
    arrange(m_window.size());
    showThese(ids);
    for (const Placed& placed : m_docks) {
        if (placed.dock->objectName() == front) {
            placed.dock->raise();
        }
    }
}

void DockLayout::showThese(const QStringList& ids) {
    for (const Placed& placed : m_docks) {
        placed.dock->setVisible(ids.contains(placed.dock->objectName()));
    }
}

DockLayout::Kept DockLayout::lasting() const {
    for (const Kept* before : {&m_held, &m_beforeLarge, &m_beforeMaximising}) {
        if (!before->state.isEmpty()) {
            return *before;
        }
    }
    return kept();
}

void DockLayout::hold(bool on) {
    m_held = on ? kept() : Kept{};
}

QByteArray DockLayout::state() const {
    const Kept now = lasting();
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_4);
    stream << kMagic << now.form.wide << now.form.right << now.form.high << now.shown << now.state;
    return bytes;
}

std::optional<DockLayout::Kept> DockLayout::read(const QByteArray& bytes) {
    QDataStream stream(bytes);
    stream.setVersion(QDataStream::Qt_6_4);
    quint32 magic = 0;
    Kept kept{{}, {}, {}, true, true};
    stream >> magic >> kept.form.wide >> kept.form.right >> kept.form.high >> kept.shown >> kept.state;
    return magic == kMagic && stream.status() == QDataStream::Ok ? std::optional(kept) : std::nullopt;
}

bool DockLayout::lay(const QByteArray& state) {
    // Docks side by side first: over tabs of another nesting Qt 6.4 reads tab bars that are gone.
    m_arranging = true;
    for (const Placed& placed : m_docks) {
        m_window.removeDockWidget(placed.dock);
    }
    for (const Placed& placed : m_docks) {
        m_window.addDockWidget(Qt::LeftDockWidgetArea, placed.dock);
    }
    const bool restored = m_window.restoreState(state, kVersion);
    m_arranging = false;
    return restored;
}

bool DockLayout::restoreState(const QByteArray& state) {
    const std::optional<Kept> wanted = read(state);
    if (!wanted) {
        return false;
    }
    if (!m_beforeLarge.state.isEmpty()) {
        m_beforeLarge = *wanted;  // what is placed for small type would not fit
        return true;
    }
    if (wanted->form != formOf(m_window.size())) {
        arrangeFor(wanted->shown, {});
        return true;
    }
    m_beforeMaximising = {};
    keepSize();
    if (!lay(wanted->state)) {
        arrange(m_window.size());
        return false;
    }
    m_usersOwn = true;
    return true;
}

DockLayout::Kept DockLayout::kept() const {
    QStringList shown;
    for (const Placed& placed : m_docks) {
        if (!placed.dock->isHidden()) {
            shown += placed.dock->objectName();
        }
    }
    return {m_window.saveState(kVersion), m_form, shown, m_usersOwn};
}

bool DockLayout::bringBack(Kept& kept) {
    if (kept.state.isEmpty()) {
        return false;
    }
    keepSize();
    const Kept was = std::exchange(kept, {});
    if (was.ofAnother && was.form != formOf(m_window.size())) {
        arrangeFor(was.shown, {});
        return true;
    }
    if (!lay(was.state)) {
        arrange(m_window.size());
        return true;
    }
    m_form = was.form;
    m_usersOwn = was.usersOwn;
    return true;
}

void DockLayout::showOnly(const QStringList& ids) {
    bringBack(m_beforeMaximising);
    if (ids.isEmpty()) {
        adapt(m_window.size());
        return;
    }
    m_beforeMaximising = kept();
    showThese(ids);
}

void DockLayout::showLarge(const QStringList& ids) {
    bringBack(m_beforeMaximising);
    bringBack(m_beforeLarge);
    if (ids.isEmpty()) {
        adapt(m_window.size());
        return;
    }
    m_beforeLarge = kept();
    arrange(m_window.size());
    showThese(ids);
}

void DockLayout::toggleMaximised(Dock* dock) {
    const bool restore = !m_beforeMaximising.state.isEmpty() || dock == nullptr;
    showOnly(restore ? QStringList() : QStringList{dock->objectName()});
    if (!restore && dock->isFloating()) {
        // In the window until it is brought back.
        const QScopedValueRollback<bool> arranging(m_arranging, true);
        dock->setFloating(false);
    }
}

}  // namespace kvw::wb
