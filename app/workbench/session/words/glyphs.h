// SPDX-License-Identifier: GPL-3.0-or-later
/// Tells which characters can be drawn, by a font or by one of Qt's fallback fonts.
#pragma once

#include <QFont>
#include <QHash>
#include <QString>

namespace kvw::wb {

/// Looks up each character once. Thread: GUI thread.
class Glyphs {
 public:
    explicit Glyphs(const QFont& font) : m_font(font) {}

    [[nodiscard]] const QFont& font() const noexcept { return m_font; }
    [[nodiscard]] bool draws(char32_t character) const;
    /// Returns `text` with each character that would be an empty box replaced by its UTF-8 bytes, `<0xe4><0xb8><0xad>`.
    [[nodiscard]] QString shown(const QString& text) const;

 private:
    QFont m_font;
    mutable QHash<char32_t, bool> m_known;
};

}  // namespace kvw::wb
