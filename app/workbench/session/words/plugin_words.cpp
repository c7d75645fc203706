// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/plugin_words.h"

#include <QStringList>
#include <algorithm>

namespace kvw::wb {

QString pluginWords(const Catalog::Found& found) {
    QStringList words{QString::fromStdString(found.provided->description)};
    for (const Reference& reference : found.entry->manifest.references) {
        words << QString::fromStdString(reference.title);
    }
    for (const ParameterSpec& parameter : found.provided->parameters) {
        words << QString::fromStdString(parameter.name) << QString::fromStdString(parameter.label);
    }
    return words.join(QLatin1Char(' '));
}

bool containsAllWords(const QString& about, const QString& typed) {
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return !about.isEmpty() && std::ranges::all_of(words, [&about](const QString& word) {
        return about.contains(word, Qt::CaseInsensitive);
    });
}

}  // namespace kvw::wb
