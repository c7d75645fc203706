// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/glyphs.h"

#include <QGlyphRun>
#include <QTextLayout>
#include <algorithm>

namespace kvw::wb {

namespace {

/// Returns whether every font has it: ASCII, and the dot that stands for the space at the start of nearly every token.
bool inEveryFont(char32_t character) {
    return character < 0x80 || character == 0xb7;
}

/// Lays the character out as the painter would, since the font alone does not know what a fallback font draws.
bool hasGlyph(const QFont& font, char32_t character) {
    QTextLayout layout(QString::fromUcs4(&character, 1), font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    const QList<QGlyphRun> runs = layout.glyphRuns();
    return std::ranges::none_of(runs, [](const QGlyphRun& run) { return run.glyphIndexes().contains(0U); });
}

QString bytesOfCharacter(char32_t character) {
    QString bytes;
    for (const char byte : QString::fromUcs4(&character, 1).toUtf8()) {
        bytes += QStringLiteral("<0x%1>").arg(static_cast<unsigned char>(byte), 2, 16, QLatin1Char('0'));
    }
    return bytes;
}

}  // namespace

bool Glyphs::draws(char32_t character) const {
    if (inEveryFont(character)) {
        return true;
    }
    auto known = m_known.constFind(character);
    if (known == m_known.constEnd()) {
        known = m_known.insert(character, hasGlyph(m_font, character));
    }
    return *known;
}

QString Glyphs::shown(const QString& text) const {
    if (std::ranges::all_of(text, [](QChar unit) { return inEveryFont(unit.unicode()); })) {
        return text;
    }
    QString shown;
    for (const char32_t character : text.toStdU32String()) {
        shown += draws(character) ? QString::fromUcs4(&character, 1) : bytesOfCharacter(character);
    }
    return shown;
}

}  // namespace kvw::wb
