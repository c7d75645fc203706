// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/plugins_model.h"

#include <fmt/format.h>

#include <QStringList>
#include <QSysInfo>
#include <algorithm>
#include <string>
#include <vector>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "core/base/version.h"
#include "core/policy/host/quarantine.h"
#include "core/policy/host/refusal.h"

namespace kvw::wb {

namespace {

/// Returns a reason without the plugin's file or name, because a narrow column should show the fault.
QString faultText(const Phrase& reason) {
    const QString text = phraseText(withoutPlace(reason));
    return text.left(1).toUpper() + text.mid(1);
}

}  // namespace

PluginsModel::PluginsModel(PluginPaths paths, QObject* parent)
    : TableModel(parent), m_paths(std::move(paths)), m_watch(m_paths.folders) {
    setHeads({{tr("Plugin")},
              {tr("Provides")},
              {tr("Version")},
              {tr("State")},
              {tr("Check")},
              {tr("Reason")},
              {tr("Folder")}});
    scan();
    connect(&m_watch, &FolderWatch::changed, this, &PluginsModel::rescan);
    connect(&m_check, &PluginCheck::refused, this,
            [this](const QString& plugin, const Phrase& why, const QString& reason) {
                if (refusal::ofLibrary(reason.toStdString())) {
                    refuse(plugin, why, reason);
                }
            });
    connect(&m_check, &PluginCheck::ended, this, [this] {
        readRecords();
        if (rowCount() > 0) {
            Q_EMIT dataChanged(index(0, Checked), index(rowCount() - 1, Checked));
        }
    });
}

const std::optional<ConformanceRecord>& PluginsModel::checked(int row) const {
    return m_records[static_cast<std::size_t>(row)];
}

void PluginsModel::scan() {
    PluginPaths paths = m_paths;
    if (m_safe) {
        // Keeps only the folder that comes with the program.
        paths.folders.resize(std::min<std::size_t>(paths.folders.size(), 1));
    }
    m_catalog = Catalog::scan(paths);
    m_entries = m_catalog.entries();
    applyRefusals();
    readRecords();
}

PluginsModel::Refusal PluginsModel::refusalOf(const PluginEntry& plugin) {
    std::error_code code;
    Refusal refusal;
    refusal.folder = plugin.folder;
    refusal.written = std::filesystem::last_write_time(plugin.library, code);
    refusal.size = std::filesystem::file_size(plugin.library, code);
    return refusal;
}

void PluginsModel::applyRefusals() {
    for (PluginEntry& plugin : m_entries) {
        const auto known =
            std::ranges::find_if(m_refusals, [&](const Refusal& each) { return each.folder == plugin.folder; });
        if (known == m_refusals.end() || plugin.state != PluginState::Ready) {
            continue;
        }
        const Refusal now = refusalOf(plugin);
        if (now.written != known->written || now.size != known->size) {
            m_refusals.erase(known);  // another build, which nobody has tried
            continue;
        }
        plugin.state = PluginState::Refused;
        plugin.reason = known->sentence;
        plugin.refusal = known->reason;
    }
}

void PluginsModel::readRecords() {
    m_records.clear();
    for (const PluginEntry& plugin : m_entries) {
        // If two plugins have one id, the record belongs to the one in use.
        const bool another = plugin.state == PluginState::Overridden || m_catalog.replacementFor(plugin) != nullptr;
        m_records.push_back(another ? std::nullopt : readConformanceRecord(m_paths, plugin));
    }
}

void PluginsModel::rescan() {
    beginResetModel();
    scan();
    endResetModel();
    Q_EMIT rescanned();
}

Result<void> PluginsModel::setEnabled(int row, bool enabled) {
    auto done = setPluginEnabled(m_paths, entry(row).place(), enabled);
    if (done) {
        rescan();
    }
    return done;
}

bool PluginsModel::crashed(const std::string& id) const {
    if (m_paths.folders.size() < 2) {
        return false;
    }
    const Quarantine record = Quarantine::read(m_paths.stateFolder);
    PluginEntry own;
    own.folder = m_paths.folders[1] / id;
    own.manifest.id = id;
    return Quarantine::names(record.crashed, own.place()) && !Quarantine::names(record.disabled, own.place());
}

int PluginsModel::rowOf(const std::filesystem::path& folder) const {
    std::error_code code;
    const auto found = std::ranges::find_if(
        m_entries, [&](const PluginEntry& plugin) { return std::filesystem::equivalent(plugin.folder, folder, code); });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

void PluginsModel::startCheck(const QStringList& plugins) {
    m_check.start(plugins, m_catalog.paths());
}

void PluginsModel::refuse(const QString& plugin, const Phrase& sentence, const QString& reason) {
    beginResetModel();
    for (const PluginEntry& entry : m_entries) {
        if (entry.state == PluginState::Ready && entry.manifest.id == plugin.toStdString()) {
            Refusal known = refusalOf(entry);
            known.sentence = sentence;
            known.reason = reason.toStdString();
            m_refusals.push_back(std::move(known));
        }
    }
    applyRefusals();
    endResetModel();
    Q_EMIT rescanned();
}

void PluginsModel::forgetRefusal(int row) {
    std::erase_if(m_refusals, [&](const Refusal& each) { return each.folder == entry(row).folder; });
}

void PluginsModel::setSafeMode(bool safe) {
    if (m_safe != safe) {
        m_safe = safe;
        rescan();
    }
}

bool PluginsModel::hasUserPlugins() const {
    return std::ranges::any_of(m_entries, [](const PluginEntry& plugin) { return plugin.user; });
}

int PluginsModel::crashedRow() const {
    const auto found = std::ranges::find_if(
        m_entries, [](const PluginEntry& plugin) { return plugin.state == PluginState::CrashedLastStart; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

void PluginsModel::setEndedBadly(bool badly) {
    m_endedBadly = badly;
    Q_EMIT rescanned();
}

QString PluginsModel::report(int row) const {
    const PluginEntry& plugin = entry(row);
    const Manifest& manifest = plugin.manifest;
    // In English: it goes to whoever wrote the plugin, or this program.
    std::vector<std::string> lines{
        fmt::format("{} {} ({}), SDK {}", manifest.id, manifest.version, toText(plugin.state), manifest.sdkVersion)};
    if (!plugin.told().empty()) {
        lines.push_back(plugin.told().english());
    }
    lines.push_back("library: " + plugin.library.string());
    for (const Provided& provided : manifest.provides) {
        std::vector<std::string> parameters;
        for (const ParameterSpec& spec : provided.parameters) {
            parameters.push_back(fmt::format("{} = {} ({})", spec.name, toText(spec.defaultValue), spec.rangeText()));
        }
        lines.push_back(
            fmt::format("{} {}: {}", toText(provided.kind), provided.id,
                        parameters.empty() ? "no parameters" : fmt::format("{}", fmt::join(parameters, "; "))));
    }
    const auto& record = checked(row);
    lines.push_back("conformance: " +
                    (record ? fmt::format("{} ({})", record->summary(), record->when) : std::string("not checked")));
    for (const ConformanceRecord::Case& each : record ? record->cases : std::vector<ConformanceRecord::Case>()) {
        if (each.outcome != "passed") {
            lines.push_back(fmt::format("  {} {}: {}", each.outcome, each.name, each.difference.english()));
        }
    }
    lines.push_back(fmt::format("KV Workbench {}, {}, {}", kvw::version(), QSysInfo::prettyProductName().toStdString(),
                                QSysInfo::currentCpuArchitecture().toStdString()));
    return QString::fromStdString(fmt::format("{}", fmt::join(lines, "\n")));
}

QVariant PluginsModel::cell(int row, int column, int role) const {
    const PluginEntry& plugin = entry(row);
    if (role == Qt::ToolTipRole) {
        return plainTip(plugin.reason.empty() ? QString::fromStdString(plugin.manifest.description)
                                              : phraseText(plugin.reason));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
        case Id:
            return QString::fromStdString(plugin.manifest.id);
        case Kind: {
            QStringList kinds;
            for (const Provided& provided : plugin.manifest.provides) {
                kinds += QString::fromLatin1(toText(provided.kind));
            }
            kinds.removeDuplicates();
            return kinds.join(QStringLiteral(", "));
        }
        case Version:
            return QString::fromStdString(plugin.manifest.version);
        case State:
            return phraseText(toText(plugin.state));
        case Checked: {
            if (plugin.state != PluginState::Ready && !plugin.reason.empty()) {
                // The reason why the plugin is not ready.
                return faultText(plugin.reason);
            }
            const auto& record = checked(row);
            if (!record) {
                return QStringLiteral("–");
            }
            const std::int64_t failed = record->count("failed");
            const QString text = failed > 0 ? tr("%1 of %2 failed").arg(failed).arg(record->cases.size())
                                            : tr("%1 passed").arg(record->count("passed"));
            return record->stale ? tr("(%1)").arg(text) : text;
        }
        case Reason:
            return phraseText(plugin.reason);
        case Folder:
            return QString::fromStdString(plugin.folder.string());
        default:
            return {};
    }
}

}  // namespace kvw::wb
