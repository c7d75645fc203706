// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/layout/saved_views.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <array>

#include "app/workbench/session/view_history.h"
#include "app/workbench/shell/layout/dock_layout.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/views/common/dock_view.h"
#include "core/base/files/small_file.h"
#include "core/library/entry.h"

namespace kvw::wb {

namespace {

constexpr const char *kFormat = "kvw-view-1", *kOwn = "own";
/// Limits on a view file: a view takes about ten kilobytes, and Qt parses layouts recursively.
constexpr qint64 kMostBytes = 512 << 10;
constexpr qsizetype kMostLayout = 16 << 10;
constexpr int kMostDocks = 1000, kKeyWords = 8;

QStringList words(const QJsonValue& list) {
    QStringList found;
    for (const auto each : list.toArray()) {
        if (each.isString() && found.size() < kMostDocks) {
            found += each.toString();
        }
    }
    return found;
}

/// Returns the first member of a wrong type; null: none.
const char* wrongMember(const QJsonObject& view) {
    static constexpr std::pair<const char*, QJsonValue::Type> kMembers[] = {
        {"bundle", QJsonValue::String}, {"selection", QJsonValue::Object}, {"docks", QJsonValue::Object},
        {"shown", QJsonValue::Array},   {"known", QJsonValue::Array},      {"front", QJsonValue::String},
        {"layout", QJsonValue::String}, {"seal", QJsonValue::String}};
    for (const auto& [name, type] : kMembers) {
        if (const QJsonValue value = view.value(QLatin1String(name)); !value.isUndefined() && value.type() != type) {
            return name;
        }
    }
    return nullptr;
}

/// Returns the key for seals, created once per user.
QByteArray keyOf(QSettings* settings) {
    const QString name = QStringLiteral("views/key");
    QByteArray key = settings == nullptr ? QByteArray() : QByteArray::fromHex(settings->value(name).toByteArray());
    if (key.size() != kKeyWords * 4) {
        std::array<quint32, kKeyWords> words{};
        QRandomGenerator::system()->generate(words.begin(), words.end());
        key = QByteArray(reinterpret_cast<const char*>(words.data()), kKeyWords * 4);
        if (settings != nullptr) {
            settings->setValue(name, key.toHex());
        }
    }
    return key;
}

}  // namespace

Result<SavedView> readView(const QString& path) {
    const auto refuse = [where = path.toStdString()](const Phrase& what) {
        return fail(Code::BadInput, where, what, {}, "a view that Ctrl+S saved");
    };
    QFile file(path);
    if (!file.exists()) {
        return fail(Code::NotFound, path.toStdString(), "there is no saved view");
    }
    if (!QFileInfo(path).isFile()) {  // opening a pipe would block
        return refuse("the view beside the bundle is not a file and was not used");
    }
    if (file.size() > kMostBytes) {
        return refuse("the view beside the bundle is too large and was not used");
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(Code::Io, path.toStdString(),
                    phrase("the view cannot be read: %1", file.errorString().toStdString()));
    }
    const QJsonObject json = QJsonDocument::fromJson(file.read(kMostBytes)).object();
    const QString format = json.value(QLatin1String("format")).toString();
    if (format != QLatin1String(kFormat)) {
        return refuse(format.startsWith(QLatin1String("kvw-view-"))
                          ? "the view beside the bundle is of another version and was not used"
                          : "the file beside the bundle is not a view and was not used");
    }
    if (const char* wrong = wrongMember(json)) {
        return refuse(phrase("in the view beside the bundle “%1” is of another type; it was not used", wrong));
    }
    SavedView view;
    view.bundle = json.value(QLatin1String("bundle")).toString();
    view.selection = json.value(QLatin1String("selection")).toObject();
    view.docks = json.value(QLatin1String("docks")).toObject();
    view.shown = words(json.value(QLatin1String("shown")));
    view.known = words(json.value(QLatin1String("known")));
    view.front = json.value(QLatin1String("front")).toString();
    view.layout = QByteArray::fromBase64(json.value(QLatin1String("layout")).toString().toLatin1());
    view.seal = QByteArray::fromHex(json.value(QLatin1String("seal")).toString().toLatin1());
    if (view.layout.size() > kMostLayout) {
        return refuse("the layout in the view beside the bundle is too large; the view was not used");
    }
    return view;
}

Result<void> writeView(const QString& file, const SavedView& view) {
    if (const auto there = readView(file); !there && there.error().code != Code::NotFound) {
        return fail(Code::BadInput, file.toStdString(),
                    "the file beside the bundle is not a known view and stays unchanged", {},
                    "a file that is repaired or moved away");
    }
    const QJsonObject json{{QLatin1String("format"), QLatin1String(kFormat)},
                           {QLatin1String("bundle"), view.bundle},
                           {QLatin1String("selection"), view.selection},
                           {QLatin1String("docks"), view.docks},
                           {QLatin1String("shown"), QJsonArray::fromStringList(view.shown)},
                           {QLatin1String("known"), QJsonArray::fromStringList(view.known)},
                           {QLatin1String("front"), view.front},
                           {QLatin1String("layout"), QString::fromLatin1(view.layout.toBase64())},
                           {QLatin1String("seal"), QString::fromLatin1(view.seal.toHex())}};
    return writeSmallText(file.toStdString(), QJsonDocument(json).toJson().toStdString());
}

SavedViews::SavedViews(Workspace& workspace, ViewHistory& history, MainWindow& window, DockLayout& layout,
                       QSettings* settings)
    : QObject(&window),
      m_workspace(workspace),
      m_history(history),
      m_window(window),
      m_layout(layout),
      m_key(keyOf(settings)) {
    BundleFiles& bundles = workspace.bundles();
    connect(&bundles, &BundleFiles::known, this,
            [this](const std::shared_ptr<Recording>& recording) { m_known = recording; });
    connect(&bundles, &BundleFiles::opened, this,
            [this](const std::shared_ptr<Recording>& recording, const QString& path) {
                found(recording, path);
                if (recording == m_workspace.recording()) {
                    show(path);
                }
            });
    // Deferred, so that the dock refreshes first.
    for (const DockLayout::Placed& placed : window.docks()) {
        connect(placed.dock, &QDockWidget::visibilityChanged, this, [this] {
            if (!m_settings.empty()) {
                QTimer::singleShot(0, this, [this] { showLater(); });
            }
        });
        // Later changes or undo must not be overridden.
        connect(placed.dock, &Dock::viewAboutToBeSet, this, [this, dock = placed.dock] { m_settings.erase(dock); });
    }
    connect(&bundles, &BundleFiles::saved, this, [this](const QString& path) {
        const auto recording = m_known.lock();
        if (recording == nullptr) {
            return;
        }
        found(recording, path);
        if (m_waiting.lock() == recording && recording == m_workspace.recording()) {
            m_waiting.reset();
            write(path);
        }
    });
}

void SavedViews::found(const std::shared_ptr<const Recording>& recording, const QString& path) {
    std::erase_if(m_places, [&](const Place& place) {
        const auto known = place.recording.lock();
        return known == nullptr || known == recording;
    });
    m_places.push_back({recording, path});
}

bool SavedViews::save() {
    const auto recording = m_workspace.recording();
    const auto at = std::find_if(m_places.begin(), m_places.end(), [&](const Place& place) {
        return recording != nullptr && place.recording.lock() == recording && QFileInfo::exists(place.path);
    });
    if (at == m_places.end()) {
        m_waiting = recording;
        return false;
    }
    write(at->path);
    return true;
}

QByteArray SavedViews::sealOf(const QByteArray& layout) const {
    return QMessageAuthenticationCode::hash(layout, m_key, QCryptographicHash::Sha256);
}

void SavedViews::write(const QString& path) {
    const QString file = QString::fromStdString(viewFile(path.toStdString()).string());
    if (const auto written = writeView(file, now()); written) {
        Q_EMIT m_workspace.notice(tr("Saved the view beside the bundle, as %1").arg(file));
    } else {
        m_workspace.tellError(written.error());
    }
}

SavedView SavedViews::now() const {
    SavedView view;
    view.shown = m_layout.shown();
    const bool ofThisRun = m_settingsOf.lock() == m_workspace.recording();
    view.bundle = QString::fromStdString(m_workspace.kept().hashOf(m_workspace.recording()));
    view.selection = selectionView({m_workspace.client(), m_workspace.selection()}, m_workspace.selection());
    for (const DockLayout::Placed& placed : m_window.docks()) {
        const QString id = placed.dock->objectName();
        view.known += id;
        // a dock that was never shown has no settings yet
        QJsonObject settings = placed.dock->refreshes() > 0 ? settingsView(*placed.dock) : QJsonObject();
        if (const auto waiting = m_settings.find(placed.dock); waiting != m_settings.end() && ofThisRun) {
            settings = waiting->second;
        }
        settings.remove(QLatin1String(kOwn));
        if (placed.dock->unlinked()) {
            settings[QLatin1String(kOwn)] = selectionView(placed.dock->shownSelection(), placed.dock->selection());
        }
        if (!settings.isEmpty()) {
            view.docks[id] = settings;
        }
    }
    view.front = m_window.lastDock() == nullptr ? QString() : m_window.lastDock()->objectName();
    view.layout = m_layout.state();
    view.seal = sealOf(view.layout);
    return view;
}

void SavedViews::show(const QString& path) {
    const QString file = QString::fromStdString(viewFile(path.toStdString()).string());
    const auto view = readView(file);
    if (!view) {
        if (view.error().code != Code::NotFound) {
            m_workspace.tellError(view.error());
        }
        return;
    }
    if (view->bundle.toStdString() != m_workspace.kept().hashOf(m_workspace.recording())) {
        Q_EMIT m_workspace.notice(tr("The view %1 was saved for another run and was not used.").arg(file));
        return;
    }
    show(*view);
    Q_EMIT m_workspace.notice(tr("Shown as saved in %1").arg(QFileInfo(file).fileName()));
}

void SavedViews::show(const SavedView& view) {
    m_history.settle();
    m_settings.clear();
    const bool complete =
        std::all_of(m_window.docks().begin(), m_window.docks().end(),
                    [&](const DockLayout::Placed& placed) { return view.known.contains(placed.dock->objectName()); });
    const bool trusted = complete && view.seal == sealOf(view.layout);
    if (!view.shown.isEmpty() && (!trusted || !m_layout.restoreState(view.layout))) {
        m_layout.arrangeFor(view.shown, {view.front});
    }
    showSelection(m_workspace, m_workspace.selection(), view.selection);
    m_settingsOf = m_workspace.recording();
    for (const DockLayout::Placed& placed : m_window.docks()) {
        const QJsonObject settings = view.docks.value(placed.dock->objectName()).toObject();
        const QJsonValue own = settings.value(QLatin1String(kOwn));
        placed.dock->setUnlinked(own.isObject());
        if (placed.dock->unlinked()) {
            showSelection(m_workspace, placed.dock->selection(), own.toObject());
        }
        showSettings(*placed.dock, settings);
        if (!settings.isEmpty()) {
            m_settings[placed.dock] = settings;
        }
    }
    QTimer::singleShot(0, this, [this] { showWaiting(); });  // after the front docks have taken over the run
    if (Dock* front = m_window.dock(view.front); front != nullptr && !front->isHidden()) {
        m_window.focusDock(*front);
    }
}

void SavedViews::showWaiting() {
    if (m_settingsOf.lock() != m_workspace.recording()) {
        m_settings.clear();
    }
    for (const DockLayout::Placed& placed : m_window.docks()) {
        if (const auto waiting = m_settings.find(placed.dock); waiting != m_settings.end() && placed.dock->shown()) {
            const QJsonObject settings = waiting->second;
            showSettings(*placed.dock, settings);  // this also removes the pending settings
        }
    }
}

void SavedViews::showLater() {
    const bool any =
        std::any_of(m_settings.begin(), m_settings.end(), [](const auto& waiting) { return waiting.first->shown(); });
    if (any) {  // raising a dock is not an undoable step
        m_history.leaveOut([this] { showWaiting(); });
    }
}

}  // namespace kvw::wb
