// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workbench/manifest_catalog.h"

#include <QDir>
#include <QFile>

namespace kvw::tests {

PluginPaths manifestsOnly(const QTemporaryDir& folder) {
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

Catalog manifestCatalog(const QTemporaryDir& folder) {
    return Catalog::scan(manifestsOnly(folder));
}

}  // namespace kvw::tests
