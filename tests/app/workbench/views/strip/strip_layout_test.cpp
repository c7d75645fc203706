// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_layout.h"

#include <QtTest>

using namespace kvw::wb;

namespace {

using Breaks = std::vector<StripBreak>;
constexpr StripBreak kNone = StripBreak::None, kWord = StripBreak::Word, kLine = StripBreak::Line,
                     kParagraph = StripBreak::Paragraph;

Breaks breaksOf(const QList<QByteArray>& tokens, bool asWritten = false) {
    StripBreaks breaks(asWritten);
    Breaks found;
    for (const QByteArray& token : tokens) {
        found.push_back(breaks.next({token.constData(), static_cast<std::size_t>(token.size())}));
    }
    return found;
}

}  // namespace

class StripLayoutTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void breaksAtTheWidthAndBeforeALine() {
        StripLayout layout;
        layout.setWidth(100);
        layout.append(60, kLine);
        layout.append(40, kWord);
        layout.append(10, kWord);
        layout.append(10, kLine);
        QCOMPARE(layout.lines(), 3);
        QCOMPARE(layout.firstOf(1), 2);
        QCOMPARE(layout.firstOf(2), 3);
        QCOMPARE(layout.lineOf(1), 0);
    }
    void aWordMovesToTheNextLineWhole() {
        StripLayout layout;
        layout.setWidth(100);
        layout.append(50, kLine);
        layout.append(30, kWord);
        QCOMPARE(layout.lines(), 1);
        QCOMPARE(layout.append(30, kNone), 0);  // the line that lost the word
        QCOMPARE(layout.lines(), 2);
        QCOMPARE(layout.firstOf(1), 1);
        QCOMPARE(layout.append(40, kNone), 1);
        QCOMPARE(layout.lines(), 2);
        // Wider than a line, it is broken at a token.
        layout.append(10, kNone);
        QCOMPARE(layout.lines(), 3);
        QCOMPARE(layout.firstOf(2), 4);
    }
    void aBoxWiderThanTheLineHasALineOfItsOwn() {
        StripLayout layout;
        layout.setWidth(50);
        layout.append(80, kLine);
        layout.append(10, kWord);
        QCOMPARE(layout.lines(), 2);
    }
    void whiteSpaceHangs() {
        StripLayout layout;
        layout.setWidth(100);
        layout.append(98, kLine);
        layout.append(5, kWord, true);
        QCOMPARE(layout.lines(), 1);
        layout.append(5, kWord, true);
        QCOMPARE(layout.lines(), 2);  // only one of them
    }
    void aParagraphBeginsBelowAnEmptyLine() {
        StripLayout layout;
        layout.setWidth(100);
        layout.append(10, kParagraph);  // nothing is above the first one
        layout.append(10, kParagraph);
        QCOMPARE(layout.lines(), 3);
        QCOMPARE(layout.lineOf(0), 0);
        QCOMPARE(layout.lineOf(1), 2);
        QCOMPARE(layout.firstOf(1), layout.lastOf(1));
    }
    void appendingEqualsBreakingAgain() {
        StripLayout grown, broken;
        grown.setWidth(333);
        broken.setWidth(7);
        for (int i = 0; i < 100000; ++i) {
            const StripBreak before = i % 997 == 0 ? kParagraph : i % 101 == 0 ? kLine : i % 3 == 0 ? kNone : kWord;
            const auto width = static_cast<float>(5 + i % 23);
            grown.append(width, before, i % 7 == 0);
            broken.append(width, before, i % 7 == 0);
        }
        broken.setWidth(333);
        QCOMPARE(broken.lines(), grown.lines());
        QVERIFY(grown.lines() > 1000);
        for (std::int64_t line = 0; line < grown.lines(); line += 97) {
            QCOMPARE(broken.firstOf(line), grown.firstOf(line));
        }
    }
    void anEmptyStripHasNoLines() {
        const StripLayout layout;
        QCOMPARE(layout.lines(), 0);
        QCOMPARE(layout.firstOf(0), 0);
    }

    void textsBreak_data() {
        QTest::addColumn<QList<QByteArray>>("tokens");
        QTest::addColumn<Breaks>("joined");
        QTest::addColumn<Breaks>("written");
        const auto row = [](const char* name, const QList<QByteArray>& tokens, const Breaks& joined,
                            const Breaks& written) { QTest::newRow(name) << tokens << joined << written; };
        row("pieces of words", {"PR", "IDE", " and", " th", "ousand"}, {kLine, kNone, kWord, kWord, kNone},
            {kLine, kNone, kWord, kWord, kNone});
        row("wrapped by hand", {"one", "\n", "two", ".\n", "three"}, {kLine, kWord, kWord, kNone, kWord},
            {kLine, kWord, kLine, kNone, kLine});
        row("blank line in one token", {"one", "\n\n", "two"}, {kLine, kWord, kParagraph}, {kLine, kWord, kParagraph});
        row("blank line in two tokens", {"one", "\n", "\n", "two"}, {kLine, kWord, kWord, kParagraph},
            {kLine, kWord, kLine, kLine});
        row("blank line with spaces", {"one\n", "  ", "\n", " two"}, {kLine, kWord, kWord, kParagraph},
            {kLine, kLine, kWord, kLine});
        row("CR LF", {"one\r\n", "\r\n", "two\r\n", "three"}, {kLine, kWord, kParagraph, kWord},
            {kLine, kLine, kLine, kLine});
        row("tab", {"a", "\tb"}, {kLine, kWord}, {kLine, kWord});
        row("no text", {"a", "", "b"}, {kLine, kNone, kNone}, {kLine, kNone, kNone});
        row("ideographs", {"\xe4\xb8\xad", "\xe6\x96\x87", "a"}, {kLine, kWord, kWord}, {kLine, kWord, kWord});
        row("bytes of one character", {"\xf0", "\x9f", "\x98", "\x80"}, {kLine, kNone, kNone, kNone},
            {kLine, kNone, kNone, kNone});
        row("longer than any word", {QByteArray(60, 'a'), QByteArray(4, 'a'), "a", "b"}, {kLine, kNone, kWord, kNone},
            {kLine, kNone, kWord, kNone});
    }
    void textsBreak() {
        QFETCH(QList<QByteArray>, tokens);
        QFETCH(Breaks, joined);
        QFETCH(Breaks, written);
        QVERIFY(breaksOf(tokens) == joined);
        QVERIFY(breaksOf(tokens, true) == written);
    }
};

QTEST_GUILESS_MAIN(StripLayoutTest)
#include "strip_layout_test.moc"
