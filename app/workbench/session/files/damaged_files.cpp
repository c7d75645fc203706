// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/damaged_files.h"

#include <QFile>
#include <QSettings>
#include <utility>

#include "core/library/run_folder.h"

namespace kvw::wb {

std::vector<Phrase> damagedFiles(const QSettings& settings, const PluginPaths& paths) {
    std::vector<Phrase> sentences;
    static_cast<void>(settings.allKeys());  // QSettings parses sections only when they are read
    if (settings.status() == QSettings::FormatError) {
        const QString copy = settings.fileName() + QStringLiteral(".damaged");
        QFile::remove(copy);
        Phrase told = phrase("%1: the settings of the window are damaged; unreadable ones have their defaults.",
                             settings.fileName().toStdString());
        sentences.push_back(QFile::copy(settings.fileName(), copy)
                                ? phrase("%1 A copy of the file is in %2.", std::move(told), copy.toStdString())
                                : std::move(told));
    }
    for (const Error& damaged : damagedUserFiles(paths)) {
        sentences.push_back(damaged.asPhrase());
    }
    return sentences;
}

}  // namespace kvw::wb
