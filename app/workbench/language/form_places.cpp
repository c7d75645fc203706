// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/form_places.h"

#include <QRegularExpression>

namespace kvw::wb {

namespace {

const QRegularExpression& numberedPlace() {
    static const QRegularExpression kPlace(QStringLiteral("%\\d"));
    return kPlace;
}

}  // namespace

QString formPattern(const QString& form, const char* place) {
    QString pattern = QRegularExpression::escape(form);
    pattern.replace(QStringLiteral("\\%"), QStringLiteral("%")).replace(numberedPlace(), QLatin1String(place));
    return pattern;
}

QStringList formPieces(const QString& form) {
    return form.split(numberedPlace());
}

}  // namespace kvw::wb
