// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's own writer wraps code, takes its "-" for that of a list, and leaves "<" as it is.
#include "app/workbench/stories/story_markdown.h"

#include <QRegularExpression>
#include <QStringList>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>
#include <algorithm>

namespace kvw::wb {

namespace {

constexpr QChar kBreak(QChar::LineSeparator);
constexpr int kIndent = 4;  ///< columns per level of nested lists, and of a list marker with its blanks

bool isCodeLine(const QTextBlock& block) {
    const QTextBlockFormat format = block.blockFormat();
    return format.hasProperty(QTextFormat::BlockCodeFence) || format.hasProperty(QTextFormat::BlockCodeLanguage) ||
           format.nonBreakableLines();
}

/// Returns a fence longer than any run of backticks in `code`.
QString fenceAround(const QString& code, int least) {
    qsizetype longest = 0, run = 0;
    for (const QChar sign : code) {
        run = sign == QLatin1Char('`') ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return QString(std::max<qsizetype>(least, longest + 1), QLatin1Char('`'));
}

QString codeSpan(QString code) {
    code.replace(kBreak, QLatin1Char(' '));
    const QString fence = fenceAround(code, 1);
    const auto eats = [&code](QChar sign) { return code.startsWith(sign) || code.endsWith(sign); };
    const QString pad = eats(QLatin1Char('`')) || eats(QLatin1Char(' ')) ? QStringLiteral(" ") : QString();
    return fence + pad + code + pad + fence;
}

QString escaped(const QString& text) {
    static const QString kSigns = QStringLiteral("\\`*_<[~");
    QString shown;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar sign = text[i], next = i + 1 < text.size() ? text[i + 1] : QChar();
        const bool entity = sign == QLatin1Char('&') && (next == QLatin1Char('#') || next.isLetter());
        if (kSigns.contains(sign) || entity) {
            shown += QLatin1Char('\\');
        }
        shown += sign;
    }
    return shown;
}

/// Adds emphasis marks around the words, not around blanks. `plain`: a heading, which is bold anyway.
QString emphasised(const QString& text, const QTextCharFormat& format, bool plain) {
    const QString words = text.trimmed();
    QString marks;
    if (!plain && !words.isEmpty()) {
        marks += format.fontWeight() > QFont::Medium ? QStringLiteral("**") : QString();
        marks += format.fontItalic() ? QStringLiteral("*") : QString();
        marks += format.fontStrikeOut() ? QStringLiteral("~~") : QString();
    }
    QString back = marks;
    std::reverse(back.begin(), back.end());
    const qsizetype from = words.isEmpty() ? text.size() : text.indexOf(words);
    return text.left(from) + marks + escaped(words) + back + text.mid(from + words.size());
}

/// Escapes a line start that would begin a heading, a list or a quotation.
QString startEscaped(QString line) {
    static const QRegularExpression kStart(QStringLiteral("^([#+>=-]|\\d+[.)])"));
    if (const auto match = kStart.match(line); match.hasMatch()) {
        line.insert(match.capturedEnd() - 1, QLatin1Char('\\'));
    }
    return line;
}

/// Marks subscripts and superscripts, for which Markdown has no form.
QString levelled(const QString& text, const QTextCharFormat& format) {
    const auto level = format.verticalAlignment();
    if (level == QTextCharFormat::AlignNormal) {
        return text;
    }
    const QString sign = level == QTextCharFormat::AlignSubScript ? QStringLiteral("_") : QStringLiteral("^");
    return sign + (text.size() == 1 ? text : QLatin1Char('{') + text + QLatin1Char('}'));
}

QString lineOf(const QTextBlock& block, bool plain) {
    QString line, code;
    const auto endCode = [&line, &code] {
        if (code.isEmpty()) {
            return;
        }
        if (line.endsWith(QLatin1Char('`'))) {  // escape it: a fence could be taken to include it
            line.chop(2);
            line += QLatin1String("&#96;");
        }
        line += codeSpan(code);
        code.clear();
    };
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        const QTextCharFormat format = it.fragment().charFormat();
        if (format.fontFixedPitch()) {
            code += it.fragment().text();
        } else {
            endCode();
            line += emphasised(levelled(it.fragment().text(), format), format, plain);
        }
    }
    endCode();
    return line.trimmed();
}

class MarkdownWriter {
 public:
    QString write(const QTextDocument& document) {
        addFrame(*document.rootFrame());
        endCode();
        return m_text + QLatin1Char('\n');
    }

 private:
    void addFrame(const QTextFrame& frame) {
        for (auto it = frame.begin(); !it.atEnd(); ++it) {
            if (const QTextFrame* inner = it.currentFrame(); inner != nullptr) {
                const auto* table = qobject_cast<const QTextTable*>(inner);
                table != nullptr ? addTable(*table) : addFrame(*inner);
            } else {
                addBlock(it.currentBlock());
            }
        }
    }

    void addBlock(const QTextBlock& block) {
        const QTextBlockFormat format = block.blockFormat();
        const QTextList* list = block.textList();
        const int level = list != nullptr ? list->format().indent() - 1 : format.indent();
        const QString margin = QStringLiteral("> ").repeated(format.intProperty(QTextFormat::BlockQuoteLevel)) +
                               QString(kIndent * std::max(0, level), QLatin1Char(' '));
        if (isCodeLine(block)) {
            if (!m_code.isEmpty() && margin != m_codeMargin) {
                endCode();
            }
            m_codeMargin = margin;
            m_code += block.text().split(kBreak);
            return;
        }
        endCode();
        const QString line = lineOf(block, format.headingLevel() > 0);
        if (format.hasProperty(QTextFormat::BlockTrailingHorizontalRulerWidth)) {
            put(margin + QStringLiteral("---"), false);
        } else if (format.headingLevel() > 0) {
            put(margin + QString(format.headingLevel(), QLatin1Char('#')) + QLatin1Char(' ') +
                    QString(line).replace(kBreak, QLatin1Char(' ')),
                false);
        } else if (list != nullptr) {
            const QString under = margin + QString(kIndent, QLatin1Char(' '));
            put(margin + signOf(block, *list) + broken(line, under), true);
        } else if (!line.isEmpty()) {
            put(margin + broken(line, margin), false);
        }
    }

    static QString signOf(const QTextBlock& block, const QTextList& list) {
        const auto style = list.format().style();
        const bool plain = style == QTextListFormat::ListDisc || style == QTextListFormat::ListCircle ||
                           style == QTextListFormat::ListSquare;
        const QString sign = plain ? QStringLiteral("- ") : QStringLiteral("%1. ").arg(list.itemNumber(block) + 1);
        const auto marker = block.blockFormat().marker();
        return sign.leftJustified(kIndent, QLatin1Char(' ')) +
               (marker == QTextBlockFormat::MarkerType::Checked     ? QStringLiteral("[x] ")
                : marker == QTextBlockFormat::MarkerType::Unchecked ? QStringLiteral("[ ] ")
                                                                    : QString());
    }

    /// Keeps explicit line breaks.
    static QString broken(const QString& line, const QString& under) {
        QStringList lines = line.split(kBreak);
        std::transform(lines.begin(), lines.end(), lines.begin(),
                       [](const QString& each) { return startEscaped(each.trimmed()); });
        lines.removeAll(QString());
        return lines.join(QStringLiteral("\\\n") + under);
    }

    void addTable(const QTextTable& table) {
        endCode();
        QStringList rows;
        for (int row = 0; row < table.rows(); ++row) {
            QString line = QStringLiteral("|");
            for (int column = 0; column < table.columns(); ++column) {
                const QTextTableCell cell = table.cellAt(row, column);
                QStringList parts;
                for (auto it = cell.begin(); !it.atEnd(); ++it) {
                    parts += lineOf(it.currentBlock(), row == 0);
                }
                QString text = parts.join(QLatin1Char(' ')).replace(kBreak, QLatin1Char(' '));
                line += QLatin1Char(' ') + text.replace(QLatin1Char('|'), QLatin1String("\\|")) + QLatin1String(" |");
            }
            rows += line;
            if (row == 0) {
                rows += QLatin1Char('|') + QStringLiteral("---|").repeated(table.columns());
            }
        }
        put(rows.join(QLatin1Char('\n')), false);
    }

    void endCode() {
        if (m_code.isEmpty()) {
            return;
        }
        const QString fence = fenceAround(m_code.join(QLatin1Char('\n')), 3);
        put(m_codeMargin + fence + QLatin1Char('\n') + m_codeMargin + m_code.join(QLatin1Char('\n') + m_codeMargin) +
                QLatin1Char('\n') + m_codeMargin + fence,
            false);
        m_code.clear();
    }

    /// Appends a block; list items follow each other directly, other blocks are separated by an empty line.
    void put(const QString& lines, bool item) {
        if (!m_text.isEmpty()) {
            m_text += item && m_item ? QStringLiteral("\n") : QStringLiteral("\n\n");
        }
        m_text += lines;
        m_item = item;
    }

    QString m_text;
    bool m_item = false;  ///< the last block was a list item
    QStringList m_code;   ///< lines of the current code block
    QString m_codeMargin;
};

}  // namespace

QString markdownOf(const QTextDocument& document) {
    return MarkdownWriter().write(document);
}

}  // namespace kvw::wb
