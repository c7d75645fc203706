// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/damaged_files.h"

#include <QCoreApplication>
#include <QFile>
#include <QSettings>

#include "app/workbench/language/phrase_text.h"
#include "core/library/user_files.h"

namespace kvw::wb {

QStringList damagedFiles(const QSettings& settings, const PluginPaths& paths) {
    QStringList sentences;
    static_cast<void>(settings.allKeys());  // QSettings parses sections only when they are read
    if (settings.status() == QSettings::FormatError) {
        const QString copy = settings.fileName() + QStringLiteral(".damaged");
        QFile::remove(copy);
        const bool kept = QFile::copy(settings.fileName(), copy);
        const QString told = QCoreApplication::translate(
            "kvw::wb::DamagedFiles",
            "%1: the settings of the window are damaged; unreadable ones have their defaults.");
        sentences += told.arg(settings.fileName());
        if (kept) {
            sentences.back() +=
                QLatin1Char(' ') +
                QCoreApplication::translate("kvw::wb::DamagedFiles", "A copy of the file is in %1.").arg(copy);
        }
    }
    for (const Error& damaged : damagedUserFiles(paths)) {
        sentences += errorText(damaged);
    }
    return sentences;
}

}  // namespace kvw::wb
