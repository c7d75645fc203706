// SPDX-License-Identifier: GPL-3.0-or-later
/// Which characters can be drawn: by a font, or by one that Qt takes where that has none.
#pragma once

#include <QFont>
#include <QHash>
#include <QString>

namespace kvw::wb {

/// A character is looked up once. Thread: GUI thread.
class Glyphs {
 public:
    explicit Glyphs(const QFont& font) : m_font(font) {}

    [[nodiscard]] const QFont& font() const noexcept { return m_font; }
    [[nodiscard]] bool draws(char32_t character) const;
    /// What would be an empty box as the bytes of its UTF-8, `<0xe4><0xb8><0xad>`.
    [[nodiscard]] QString shown(const QString& text) const;

 private:
    QFont m_font;
    mutable QHash<char32_t, bool> m_known;
};

}  // namespace kvw::wb
