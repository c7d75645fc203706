// SPDX-License-Identifier: GPL-3.0-or-later
/// The language of the window: which ones there are, and what one needs of this program's words and of Qt's own.
#pragma once

#include <QStringList>

namespace kvw::wb {

/// "en", which is what the sources say, then every translation that is built in ("de").
[[nodiscard]] QStringList languages();

/// The first of `wanted` ("de", or a locale's name as in "de-AT") that there is; "en" if none.
[[nodiscard]] QString chooseLanguage(const QStringList& wanted);

/// What the application speaks: "en", or what `installLanguage` was given.
[[nodiscard]] QString currentLanguage();

/// From now on the application speaks `language`, one of `languages()`. Before the first widget is made: what stands in
/// a window stays as it is. Numbers keep their form.
void installLanguage(const QString& language);

}  // namespace kvw::wb
