// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/core_words.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <iterator>

namespace kvw::wb {

namespace {

QString inWindow(const QByteArray& english, const char* context = "kvw::wb::CoreWords") {
    return english.isEmpty() ? QString() : QCoreApplication::translate(context, english.constData());
}

}  // namespace

QString figureTitle(const FigureTitle& title) {
    QStringList parts;
    std::ranges::transform(title.parts, std::back_inserter(parts), figureWords);
    return parts.join(QStringLiteral(", "));
}

QString figureWords(const Phrase& words) {
    QString shown = words.isForm ? inWindow(words.words.c_str()) : QString::fromStdString(words.words);
    for (const Phrase& part : words.parts) {
        shown = shown.arg(figureWords(part));
    }
    return shown;
}

QString textWords(const QString& english) {
    return inWindow(english.toUtf8(), "kvw::wb::TextWords");
}

QString sweepTitle(SweepNumber number) {
    return inWindow(describe(number).title);
}

QString progressUnit(const char* unit) {
    return inWindow(unit);
}

}  // namespace kvw::wb
