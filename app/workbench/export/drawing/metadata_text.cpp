// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/metadata_text.h"

namespace kvw::wb {

namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";
constexpr const char* kNoCharacters[] = {"\xEF\xBF\xBE", "\xEF\xBF\xBF"};

}  // namespace

QString xmlText(const QString& text) {
    return text.toHtmlEscaped().replace(QLatin1Char('\r'), QLatin1String("&#13;"));
}

QByteArray validXml(const QByteArray& document) {
    QByteArray out;
    out.reserve(document.size());
    for (const char c : document) {
        if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') {
            out += kReplacement;
        } else {
            out += c;
        }
    }
    for (const char* none : kNoCharacters) {
        out.replace(none, kReplacement);
    }
    return out;
}

QString pngText(const QString& text) {
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool blank = c == QLatin1Char(' ');
        const bool inner = blank && i > 0 && i + 1 < text.size() && text[i - 1] != QLatin1Char(' ');
        const bool control = c.unicode() < 0x20 || (c.unicode() >= 0x7F && c.unicode() < 0xA0);
        const bool changed = c.isSpace() || control || c == QLatin1Char('%');
        out += inner || !changed ? QString(c) : QString::fromLatin1(QString(c).toUtf8().toPercentEncoding());
    }
    return out;
}

QString metadataName(const QString& name) {
    QString out = name;
    return out.replace(QLatin1Char(' '), QLatin1Char('-'));
}

QString textOfPng(const QString& encoded) {
    return QString::fromUtf8(QByteArray::fromPercentEncoding(encoded.toUtf8()));
}

}  // namespace kvw::wb
