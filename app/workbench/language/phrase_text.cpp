// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/phrase_text.h"

#include <QCoreApplication>

#include "app/workbench/language/control_names.h"

namespace kvw::wb {

namespace {

QString translated(const Phrase& phrase) {
    if (!phrase.isForm || phrase.empty()) {
        return QString::fromStdString(phrase.words);
    }
    const QString form = QCoreApplication::translate("kvw::wb::Engine", phrase.words.c_str());
    if (phrase.parts.empty()) {
        return form;
    }
    return QString::fromStdString(filledForm(form.toStdString(), [&phrase](std::size_t place) {
        return place <= phrase.parts.size() ? translated(phrase.parts[place - 1]).toStdString() : std::string();
    }));
}

}  // namespace

QString phraseText(const Phrase& phrase) {
    return withControlNames(translated(phrase));
}

QString errorText(const Error& error) {
    return phraseText(error.asPhrase());
}

}  // namespace kvw::wb
