// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/font_subset.h"

#include <QRawFont>
#include <QtEndian>
#include <algorithm>
#include <map>
#include <vector>

namespace kvw::wb {
namespace {

// Table names and layouts follow the OpenType specification. Numbers are big endian.
std::uint16_t word(const QByteArray& bytes, qsizetype at) {
    return at + 2 <= bytes.size() ? qFromBigEndian<std::uint16_t>(bytes.constData() + at) : std::uint16_t{0};
}

std::uint32_t longWord(const QByteArray& bytes, qsizetype at) {
    return at + 4 <= bytes.size() ? qFromBigEndian<std::uint32_t>(bytes.constData() + at) : 0;
}

void put(QByteArray& bytes, std::uint32_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
        bytes.append(static_cast<char>((value >> shift) & 0xff));
    }
}

void set(QByteArray& bytes, qsizetype at, std::uint32_t value, int size) {
    QByteArray number;
    put(number, value, size);
    if (at + size <= bytes.size()) {
        bytes.replace(at, size, number);
    }
}

void pad(QByteArray& bytes) {
    bytes.append(QByteArray((4 - bytes.size() % 4) % 4, '\0'));
}

std::uint32_t sum(QByteArray bytes) {
    pad(bytes);
    std::uint32_t total = 0;
    for (qsizetype at = 0; at < bytes.size(); at += 4) {
        total += longWord(bytes, at);
    }
    return total;
}

class Subset {
 public:
    explicit Subset(const QRawFont& font) : m_font(font) {
        for (const char* tag : {"head", "hhea", "hmtx", "maxp", "loca", "glyf", "OS/2", "post", "name"}) {
            m_tables[tag] = font.fontTable(tag);
        }
    }

    QByteArray of(const QString& characters) {
        constexpr std::uint16_t kRestricted = 0x2, kUsage = 0xf, kWholeOnly = 0x100;
        const std::uint16_t terms = word(m_tables["OS/2"], 8);
        if (m_tables["glyf"].isEmpty() || m_tables["loca"].isEmpty() || m_tables["head"].size() < 54 ||
            (terms & kUsage) == kRestricted || (terms & kWholeOnly) != 0) {
            return {};
        }
        add(0);
        std::map<std::uint16_t, std::uint16_t> places;
        for (const QChar character : characters) {
            const QList<quint32> glyphs = m_font.glyphIndexesForString(QString(character));
            if (!character.isSurrogate() && !glyphs.isEmpty() && glyphs.first() != 0) {
                places[character.unicode()] = add(glyphs.first());
            }
        }
        outlines();
        m_tables["cmap"] = characterMap(places);
        m_tables["post"].truncate(32);
        set(m_tables["post"], 0, 0x00030000, 4);  // no glyph names
        m_tables["name"] = names();
        const auto count = static_cast<std::uint32_t>(m_glyphs.size());
        set(m_tables["maxp"], 4, count, 2);
        set(m_tables["hhea"], 34, count, 2);
        set(m_tables["head"], 50, 1, 2);  // long offsets
        return file();
    }

 private:
    std::uint16_t add(std::uint32_t glyph) {
        const auto found = std::find(m_glyphs.begin(), m_glyphs.end(), glyph);
        if (found == m_glyphs.end()) {
            m_glyphs.push_back(glyph);
            return static_cast<std::uint16_t>(m_glyphs.size() - 1);
        }
        return static_cast<std::uint16_t>(found - m_glyphs.begin());
    }

    QByteArray outlineOf(std::uint32_t glyph) const {
        const QByteArray& places = m_tables.at("loca");
        const bool large = word(m_tables.at("head"), 50) != 0;
        const auto at = [&](std::uint32_t index) {
            return large ? longWord(places, index * 4) : word(places, index * 2) * std::uint32_t{2};
        };
        const std::uint32_t begin = at(glyph), end = at(glyph + 1);
        return end > begin ? m_tables.at("glyf").mid(begin, end - begin) : QByteArray();
    }

    /// Adds the components of a composite glyph, renumbers them and removes the hints.
    void renumber(QByteArray& outline) {
        constexpr std::uint16_t kWords = 0x1, kScale = 0x8, kMore = 0x20, kTwo = 0x40, kFour = 0x80, kHints = 0x100;
        std::uint16_t flags = kMore;
        qsizetype at = 10;
        while ((flags & kMore) != 0 && at + 4 <= outline.size()) {
            flags = word(outline, at);
            set(outline, at, flags & ~std::uint32_t{kHints}, 2);
            set(outline, at + 2, add(word(outline, at + 2)), 2);
            at += 4 + ((flags & kWords) != 0 ? 4 : 2) +
                  ((flags & kScale) != 0  ? 2
                   : (flags & kTwo) != 0  ? 4
                   : (flags & kFour) != 0 ? 8
                                          : 0);
        }
        outline.truncate(at);
    }

    void outlines() {
        QByteArray glyf, loca, metrics;
        const QByteArray& widths = m_tables["hmtx"];
        const std::uint32_t last = std::max<std::uint32_t>(1, word(m_tables["hhea"], 34)) - 1;
        for (std::size_t i = 0; i < m_glyphs.size(); ++i) {  // m_glyphs grows in this loop
            const std::uint32_t glyph = m_glyphs[i];
            QByteArray outline = outlineOf(glyph);
            const auto contours = static_cast<std::int16_t>(word(outline, 0));
            if (contours < 0) {
                renumber(outline);
            } else if (!outline.isEmpty()) {
                const qsizetype hints = 10 + 2 * contours;
                outline.remove(hints + 2, word(outline, hints));
                set(outline, hints, 0, 2);
            }
            put(loca, static_cast<std::uint32_t>(glyf.size()), 4);
            glyf += outline;
            pad(glyf);
            put(metrics, word(widths, std::min(glyph, last) * 4), 2);
            put(metrics, word(widths, glyph <= last ? glyph * 4 + 2 : (last + 1) * 4 + (glyph - last - 1) * 2), 2);
        }
        put(loca, static_cast<std::uint32_t>(glyf.size()), 4);
        m_tables["glyf"] = glyf;
        m_tables["loca"] = loca;
        m_tables["hmtx"] = metrics;
    }

    /// Returns a cmap of format 4, with a segment for each character.
    static QByteArray characterMap(const std::map<std::uint16_t, std::uint16_t>& places) {
        const auto segments = static_cast<std::uint32_t>(places.size()) + 1;
        std::uint32_t power = 1, exponent = 0;
        for (; power * 2 <= segments; power *= 2) {
            ++exponent;
        }
        QByteArray ends, starts, shifts;
        for (const auto& [character, glyph] : places) {
            put(ends, character, 2);
            put(starts, character, 2);
            put(shifts, static_cast<std::uint32_t>(glyph - character) & 0xffff, 2);
        }
        put(ends, 0xffff, 2);
        put(starts, 0xffff, 2);
        put(shifts, 1, 2);
        QByteArray map;
        for (const std::uint32_t number : {0U, 1U, 3U, 1U}) {  // version, one table: Windows, Unicode
            put(map, number, 2);
        }
        put(map, 12, 4);
        for (const std::uint32_t number :
             {4U, 16 + 8 * segments, 0U, 2 * segments, 2 * power, exponent, 2 * (segments - power)}) {
            put(map, number, 2);
        }
        return map + ends + QByteArray(2, '\0') + starts + shifts +
               QByteArray(2 * static_cast<qsizetype>(segments), '\0');
    }

    /// Returns copyright and names of the font.
    QByteArray names() const {
        const QByteArray& all = m_tables.at("name");
        QByteArray records, texts;
        std::uint32_t count = 0;
        for (int i = 0; i < word(all, 2); ++i) {
            const qsizetype at = 6 + 12 * i;
            const std::uint16_t kind = word(all, at + 6);
            if (word(all, at) == 3 && word(all, at + 4) == 0x409 && (kind <= 2 || kind == 4 || kind == 6)) {
                const QByteArray text = all.mid(word(all, 4) + word(all, at + 10), word(all, at + 8));
                records += all.mid(at, 8);
                put(records, static_cast<std::uint32_t>(text.size()), 2);
                put(records, static_cast<std::uint32_t>(texts.size()), 2);
                texts += text;
                ++count;
            }
        }
        QByteArray table;
        put(table, 0, 2);
        put(table, count, 2);
        put(table, 6 + 12 * count, 2);
        return table + records + texts;
    }

    QByteArray file() {
        QByteArray directory, body;
        const auto count = static_cast<std::uint32_t>(m_tables.size());
        std::uint32_t power = 1, exponent = 0;
        for (; power * 2 <= count; power *= 2) {
            ++exponent;
        }
        put(directory, 0x00010000, 4);
        for (const std::uint32_t number : {count, 16 * power, exponent, 16 * (count - power)}) {
            put(directory, number, 2);
        }
        const std::uint32_t begin = 12 + 16 * count;
        std::uint32_t head = 0;
        set(m_tables["head"], 8, 0, 4);
        for (const auto& [tag, table] : m_tables) {
            head = tag == "head" ? begin + static_cast<std::uint32_t>(body.size()) : head;
            directory += tag;
            put(directory, sum(table), 4);
            put(directory, begin + static_cast<std::uint32_t>(body.size()), 4);
            put(directory, static_cast<std::uint32_t>(table.size()), 4);
            body += table;
            pad(body);
        }
        QByteArray whole = directory + body;
        set(whole, head + 8, 0xb1b0afbaU - sum(whole), 4);
        return whole;
    }

    const QRawFont& m_font;
    std::map<QByteArray, QByteArray> m_tables;  // by tag, in file order
    std::vector<std::uint32_t> m_glyphs;        // [glyph of the subset]: glyph of the whole font
};

}  // namespace

QByteArray fontSubset(const QFont& font, const QString& characters) {
    const QRawFont raw = QRawFont::fromFont(font);
    return raw.isValid() ? Subset(raw).of(characters) : QByteArray();
}

}  // namespace kvw::wb
