// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes a file that the user chose.
#pragma once

#include <QByteArray>
#include <QString>

namespace kvw::wb {

/// Writes a file whole or not at all; missing folders are not created, and a symbolic link stays one. Returns why the
/// file could not be written; empty: it is written. Thread: any.
[[nodiscard]] QString saveFile(const QString& file, const QByteArray& bytes);

}  // namespace kvw::wb
