// SPDX-License-Identifier: GPL-3.0-or-later
/// Selects the language of the window and installs the translations of the program and of Qt.
#pragma once

#include <QStringList>

namespace kvw::wb {

/// Returns "en", the language of the sources, then every built-in translation ("de").
[[nodiscard]] QStringList languages();

/// Returns the first available language of `wanted` ("de", or a locale name such as "de-AT"); "en" if none is
/// available.
[[nodiscard]] QString chooseLanguage(const QStringList& wanted);

/// Returns the language of the application: "en", or the argument of `installLanguage`.
[[nodiscard]] QString currentLanguage();

/// Sets the language of the application to one of `languages()`. Call it before the first widget is created, since
/// existing texts do not change. The format of numbers stays.
void installLanguage(const QString& language);

}  // namespace kvw::wb
