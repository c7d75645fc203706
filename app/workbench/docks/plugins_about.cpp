// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/plugins_about.h"

#include <QCoreApplication>

namespace kvw::wb {

namespace {

struct About {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PluginsDock)
};

QString plain(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

QString conformanceText(const PluginsModel& plugins, int row) {
    const auto& record = plugins.checked(row);
    if (!record) {
        return About::tr("Conformance: not checked yet");
    }
    QString text = About::tr("Conformance: %1 (%2)").arg(plain(record->summary()), plain(record->when));
    for (const ConformanceRecord::Case& each : record->cases) {
        if (each.outcome != "passed") {
            text += QStringLiteral("<br>&nbsp;&nbsp;%1 <b>%2</b>: %3")
                        .arg(plain(each.outcome), plain(each.name), plain(each.difference));
        }
    }
    return text;
}

}  // namespace

QString aboutPlugin(const PluginsModel& plugins, int row) {
    const PluginEntry& plugin = plugins.entry(row);
    const Manifest& manifest = plugin.manifest;
    QString text = QStringLiteral("<b>%1</b> %2 · %3 · SDK %4<br>%5")
                       .arg(plain(manifest.name), plain(manifest.version),
                            plugins.index(row, PluginsModel::Kind).data().toString().toHtmlEscaped(),
                            QString::number(manifest.sdkVersion), plain(manifest.description));
    if (!plugin.reason.empty()) {
        text += QStringLiteral("<br><b>%1</b>").arg(plain(plugin.reason));
    }
    for (const Reference& reference : manifest.references) {
        text += QStringLiteral("<br><a href=\"%1\">%2</a>").arg(plain(reference.url), plain(reference.title));
    }
    text += QStringLiteral("<p>%1</p>").arg(conformanceText(plugins, row));
    for (const Provided& provided : manifest.provides) {
        text += QStringLiteral("<p>%1 <b>%2</b>: %3")
                    .arg(toText(provided.kind), plain(provided.id), plain(provided.description));
        for (const ParameterSpec& spec : provided.parameters) {
            text += QStringLiteral("<br>&nbsp;&nbsp;<tt>%1=%2</tt> %3")
                        .arg(plain(spec.name), plain(toText(spec.defaultValue)), plain(spec.rangeText()));
        }
        text += QStringLiteral("</p>");
    }
    return text + QStringLiteral("<p>%1</p>").arg(plain(plugin.folder.string()));
}

}  // namespace kvw::wb
