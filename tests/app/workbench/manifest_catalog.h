// SPDX-License-Identifier: GPL-3.0-or-later
/// The catalog of this checkout's manifests. Forms and pickers read those only; no plugin is built or opened for it.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "tests/app/workbench/fake_engine.h"

namespace kvw::tests {

/// Fills `folder` with the manifests, each beside an empty file in the place of its library.
inline PluginPaths manifestsOnly(const QTemporaryDir& folder) {
    const QDir source(QStringLiteral(KVW_SOURCE_DIR "/plugins"));
    for (const QString& id : source.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (QFile::exists(source.filePath(id + "/manifest.json"))) {
            QDir(folder.path()).mkpath(id);
            QFile::copy(source.filePath(id + "/manifest.json"), folder.filePath(id + "/manifest.json"));
            QFile library(folder.filePath(id + "/" + id + ".so"));
            static_cast<void>(library.open(QIODevice::WriteOnly));
        }
    }
    return fakePlugins(folder.path().toStdString(), folder.filePath("state").toStdString());
}

inline Catalog manifestCatalog(const QTemporaryDir& folder) {
    return Catalog::scan(manifestsOnly(folder));
}

}  // namespace kvw::tests
