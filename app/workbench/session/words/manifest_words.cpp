// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/manifest_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

namespace kvw::wb {

namespace {

/// Manifests have a w in place of %1.
constexpr const char* kNeeds[] = {
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "last %1 rows at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "last rows at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "last row at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "attention row at decode"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "attention row at decode (thesis)"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "last %1 rows and keys before rotation at prefill (code)"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "every attention row at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "column sums of attention at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "length of the cache"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "the scores of the prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "logits or attention row of one query"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "query of every layer at decode"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "minimum and maximum of the keys of every page"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "mean and covariance of the prompt's queries before rotation"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "keys, rotated, and values of the prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "keys, rotated, of everything held, also at decode"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "keys, rotated, and values of everything held, also at decode"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "keys, rotated: of the prompt, and with every-step of everything held"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords",
                      "keys before rotation: of the prompt, and with every-step of each new token"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "values"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "Python with numpy"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "what is held encoded afresh")};

QString withWindow(QString form, const QString& window) {
    return form.replace(QLatin1String("%1"), window);
}

}  // namespace

QString needWords(const std::string& english, int window) {
    const QString letter = QStringLiteral("w"), need = QString::fromStdString(english);
    const auto* known = std::ranges::find_if(
        kNeeds, [&](const char* form) { return withWindow(QString::fromUtf8(form), letter) == need; });
    return known == std::end(kNeeds) ? need
                                     : withWindow(QCoreApplication::translate("kvw::wb::ManifestWords", *known),
                                                  window < 0 ? letter : QString::number(window));
}

}  // namespace kvw::wb
