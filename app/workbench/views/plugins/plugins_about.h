// SPDX-License-Identifier: GPL-3.0-or-later
/// Rich text about one plugin for the plugins page.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/plugins_model.h"
#include "core/base/comma_list.h"
#include "core/policy/host/refusal.h"

namespace kvw::wb {

/// Texts on plugins. Thread: GUI thread.
class PluginsAbout {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PluginsDock)

 public:
    /// Returns all that is known of the plugin of a row.
    [[nodiscard]] static QString of(const PluginsModel& plugins, int row) {
        const PluginEntry& plugin = plugins.entry(row);
        const Manifest& manifest = plugin.manifest;
        if (manifest.version.empty()) {  // only its folder is known
            return QStringLiteral("<b>%1</b>%2<p>%3</p>")
                .arg(plain(manifest.id), mendText(plugin), plain(plugin.folder.string()));
        }
        QString text = QStringLiteral("<b>%1</b> (%6) %2 · %3 · SDK %4<br>%5")
                           .arg(plain(manifest.name), plain(manifest.version),
                                plugins.index(row, PluginsModel::Kind).data().toString().toHtmlEscaped(),
                                QString::number(manifest.sdkVersion), plain(manifest.description), plain(manifest.id));
        if (!plugin.told().empty()) {
            text += mendText(plugin);
        }
        for (const Reference& reference : manifest.references) {
            std::string by = joined(reference.authors);
            by += reference.year > 0 ? " (" + std::to_string(reference.year) + ")" : "";
            text += QStringLiteral("<br><a href=\"%1\">%2</a>%3")
                        .arg(plain(reference.url), plain(reference.title),
                             by.empty() ? QString() : QStringLiteral("<br>&nbsp;&nbsp;") + plain(by));
        }
        text += QStringLiteral("<p>%1</p>").arg(conformanceText(plugins, row));
        for (const Provided& provided : manifest.provides) {
            text += QStringLiteral("<p>%1 <b>%2</b>: %3")
                        .arg(toText(provided.kind), plain(provided.id), plain(provided.description));
            for (const ParameterSpec& spec : provided.parameters) {
                text += QStringLiteral("<br>&nbsp;&nbsp;<tt>%1=%2</tt> %3")
                            .arg(plain(spec.name), plain(toText(spec.defaultValue)),
                                 phraseText(spec.range()).toHtmlEscaped());
            }
            text += QStringLiteral("</p>");
        }
        return text + QStringLiteral("<p>%1</p>").arg(plain(plugin.folder.string()));
    }

 private:
    static QString plain(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

    static QString conformanceText(const PluginsModel& plugins, int row) {
        const auto& record = plugins.checked(row);
        if (!record) {
            return tr("Conformance: not checked yet");
        }
        QString text = tr("Conformance: %1 (%2)").arg(plain(record->summary()), plain(record->when));
        for (const ConformanceRecord::Case& each : record->cases) {
            if (each.outcome != "passed") {
                text += QStringLiteral("<br>&nbsp;&nbsp;%1 <b>%2</b>: %3")
                            .arg(plain(each.outcome), plain(each.name), phraseText(each.difference).toHtmlEscaped());
            }
        }
        return text;
    }

    /// Returns what can be done about a refusal.
    static QString adviceText(const PluginEntry& plugin) {
        const auto is = [&](std::string_view reason) { return plugin.refusal == reason; };
        const QString manifest = plain((plugin.folder / "manifest.json").string()),
                      scan = tr("More > Scan again").toHtmlEscaped(), reload = tr("More > Reload").toHtmlEscaped();
        if (plugin.manifest.version.empty()) {  // the manifest could not be read
            return is(refusal::kOtherSdk)
                       ? tr("Rebuild it with the SDK that this program expects, then choose %1.").arg(scan)
                   : is(refusal::kNoManifest)
                       ? tr("Reinstall it to restore its manifest %1, or remove the folder, then choose %2.")
                             .arg(manifest, scan)
                       : tr("Correct the error in %1, then choose %2.").arg(manifest, scan);
        }
        if (is(refusal::kIdUsed)) {
            return tr("Remove one of the two folders, then choose %1.").arg(scan);
        }
        if (is(refusal::kProvided)) {
            return tr("Remove one of the two plugins, or change the id in %1, then choose %2.").arg(manifest, scan);
        }
        if (is(refusal::kNoLibrary)) {
            return tr("Build it to create its library, then choose %1.").arg(scan);
        }
        if (is(refusal::kOtherBuild)) {
            return tr("Rebuild it with what this program expects, then choose %1.").arg(reload);
        }
        if (is(refusal::kNoFunction)) {
            return tr("In its source, name a function in KVW_PLUGIN for each kind that the manifest lists. Rebuild it, "
                      "then choose %1.")
                .arg(reload);
        }
        if (is(refusal::kNotLoaded)) {
            return tr("Install what the linker reports as missing, or rebuild it, then choose %1.").arg(reload);
        }
        return tr("“More > Copy report” has the details for its author. After a repair choose %1.").arg(reload);
    }

    /// Describes what was wrong with a plugin, where, and what can be done about it if it cannot be used.
    static QString mendText(const PluginEntry& plugin) {
        const bool off = plugin.state == PluginState::Disabled || plugin.state == PluginState::CrashedLastStart;
        const QString todo = plugin.state == PluginState::Refused ? adviceText(plugin)
                             : off                                ? tr("“Enable” below tries it again.")
                                                                  : QString();
        return QStringLiteral("<br><b>%1</b>").arg(phraseText(plugin.told()).toHtmlEscaped()) +
               (todo.isEmpty() ? QString() : QStringLiteral("<br>%1").arg(todo));
    }
};

}  // namespace kvw::wb
