// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/phrase_text.h"

#include <QCoreApplication>

#include "app/workbench/language/control_names.h"

namespace kvw::wb {

namespace {

QString translatedForm(const std::string& form) {
    const QString english = QString::fromStdString(form);
    if (form.empty()) {
        return english;
    }
    const QString known = QCoreApplication::translate("kvw::wb::Engine", form.c_str());
    return known != english ? known : QCoreApplication::translate("Finding", form.c_str());
}

QString translated(const Phrase& phrase) {
    if (!phrase.isForm) {
        return QString::fromStdString(phrase.words);
    }
    const QString form = translatedForm(phrase.words);
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
