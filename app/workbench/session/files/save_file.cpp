// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/save_file.h"

#include <QSaveFile>

namespace kvw::wb {

QString saveFile(const QString& file, const QByteArray& bytes) {
    QSaveFile out(file);
    // commit() does not notice that its own flush failed.
    const bool saved =
        out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.flush() && out.commit();
    return saved ? QString() : out.errorString();
}

}  // namespace kvw::wb
