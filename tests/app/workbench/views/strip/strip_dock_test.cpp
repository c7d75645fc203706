// SPDX-License-Identifier: GPL-3.0-or-later
/// The token strip: text that is set as text, tokens that are hit where they stand; in the window another lane beside
/// it, colours by numbers, what a click leaves where it is.
#include <QAction>
#include <QComboBox>
#include <QLayout>
#include <QPainter>
#include <QRawFont>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QtTest>
#include <clocale>
#include <cmath>
#include <set>

#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/session/runs/lane_divergence.h"
#include "app/workbench/views/strip/strip_header.h"
#include "app/workbench/views/strip/strip_legend.h"
#include "app/workbench/views/strip/strip_picture.h"
#include "app/workbench/views/strip/strip_values.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

void choose(QComboBox& box, int index) {
    box.setCurrentIndex(index);
    Q_EMIT box.activated(index);
}

template <class Widget>
Widget& in(Bench& bench, const char* name = "") {
    return *bench.window->dock("strip")->findChild<Widget*>(QString::fromLatin1(name));
}

void fill(StripView& strip, const QList<QByteArray>& tokens) {
    strip.resize(800, 200);
    strip.show();
    for (const QByteArray& token : tokens) {
        strip.append({token.constData(), static_cast<std::size_t>(token.size())}, ProbePart::None);
    }
    strip.setStates({});
}

StripView& first(Bench& bench) {
    for (auto* view : bench.window->dock("strip")->findChildren<StripView*>()) {
        if (view->objectName().isEmpty()) {
            return *view;
        }
    }
    return in<StripView>(bench, "stripBeside");
}

}  // namespace

class StripDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void aNarrowBoxShowsTheNumberOfTheLayer() {
        Bench bench;
        bench.runToEnd();
        QComboBox* layers = nullptr;
        for (auto* box : bench.window->dock("strip")->findChildren<QComboBox*>()) {
            layers = box->accessibleName() == QLatin1String("Layer") ? box : layers;
        }
        QVERIFY(layers != nullptr);
        QTRY_VERIFY(layers->count() > 1);
        // Where the other boxes leave room, as wide as its words, which are longer in other languages.
        QTRY_COMPARE(layers->minimumWidth(), layers->sizeHint().width());
        const auto& header = in<StripHeader>(bench);
        QVERIFY(header.minimumSizeHint().width() < header.layout()->totalMinimumSize().width());
        layers->resize(layers->fontMetrics().averageCharWidth() * 6, layers->height());
        layers->setCurrentIndex(0);
        const QImage before = layers->grab().toImage();
        layers->setCurrentIndex(1);
        QVERIFY(layers->grab().toImage() != before);
    }
    void aNarrowLegendTakesTwoLines() {
        StripLegend legend;
        legend.resize(2000, 10);
        legend.QWidget::show();
        const int line = legend.height();
        legend.resize(legend.sizeHint().width() - 1, line);
        QCOMPARE(legend.height(), 2 * line);
    }
    /// U+10F0F0, which is in no font; on paper, too.
    void aCharacterWithoutAGlyphIsItsBytes() {
        const QString shown = QStringLiteral("<0xf4><0x8f><0x83><0xb0>a");
        StripView strip;
        strip.resize(400, 100);
        strip.append(
            "\xf4\x8f\x83\xb0"
            "a",
            ProbePart::None);
        strip.append("b", ProbePart::None);
        QCOMPARE(strip.text(0), shown);
        QCOMPARE(strip.text(0, textFont()), shown);
        QCOMPARE(strip.characters(0).right(1), QStringLiteral("a"));
        QVERIFY(strip.rectOf(0).width() > 5 * strip.rectOf(1).width());
        QFont bold = strip.font();
        bold.setBold(true);
        strip.setFont(bold);
        QCOMPARE(strip.text(0), shown);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("strip.svg"));
        FigureSpec about;
        about.id = "strip";
        about.title = "strip";
        const StripLegend legend;
        const auto picture = stripPicture(strip, legend, about, FigureWidth::TwoColumns, file.toStdString());
        QVERIFY(picture.has_value());
        const auto svg = (*picture)();
        QVERIFY(svg.has_value() && svg->contains("0xf4") && svg->contains("0xb0"));
    }
    /// Lines over tokens lie above their letters on paper, and are explained.
    void aPrintedStripExplainsItsLines() {
        const StripLegend legend;
        const QFontMetrics metrics(legend.font());
        const StripLegend::Marks all{true, true, true, true};
        QVERIFY(legend.lines(metrics, 200, all) > legend.lines(metrics, 200));
        const auto darkAt = [&](ProbePart part) {
            StripView strip;
            strip.resize(400, 100);
            strip.append("Ml", part);
            const QTemporaryDir folder;
            const QString file = folder.filePath(QStringLiteral("strip.png"));
            FigureSpec about;
            about.id = "strip";
            about.title = "strip";
            const auto picture = stripPicture(strip, legend, about, FigureWidth::OneColumn, file.toStdString());
            const QImage image = QImage::fromData((*picture)().value());
            // From below: how many rows hold ink before one without.
            const auto isDark = [&](int y) {
                for (int x = 0; x < image.width() / 8; ++x) {
                    if (qGray(image.pixel(x, y)) < 180) {
                        return true;
                    }
                }
                return false;
            };
            int bottom = image.height() - 1;
            while (bottom > 0 && !isDark(bottom)) {
                --bottom;
            }
            int top = bottom;
            while (top > 0 && isDark(top)) {
                --top;
            }
            return bottom - top;
        };
        // The letters alone: what is drawn for an answer does not touch them.
        QVERIFY(darkAt(ProbePart::None) > 5);
        QCOMPARE(darkAt(ProbePart::Answer), darkAt(ProbePart::None));
    }
    /// On paper a box has another height than a line of the screen.
    void theLineThroughATokenLiesInTheMiddleOfItsBox() {
        const auto recording = filledFakeRecording({}, 100);
        const auto index = std::make_shared<TraceIndex>(recording->trace(1));
        index->advance();
        StripView strip;
        strip.append("i", ProbePart::None);
        strip.setStates(TokenStates(*recording, index, 1, 50, 0, -1));
        strip.setValues(StripColour::Share, [](std::int64_t) { return 0.0; });
        QImage image(400, 4 * strip.fontMetrics().height(), QImage::Format_RGB32);
        QPainter painter(&image);
        strip.paintBehind(painter, 0, image.rect(), strip.palette());
        strip.paintBox(painter, 0, image.rect(), strip.palette(),
                       [&](QPainter& to) { to.drawText(1, to.fontMetrics().ascent(), strip.text(0)); });
        painter.end();
        for (int y = 0; y < image.height(); ++y) {
            const bool line = image.pixel(399, y) != image.pixel(399, 0);  // right of the letter
            QCOMPARE(line, y == image.height() / 2 + 1);
        }
    }
    /// A word of several tokens is as wide as the same word in one.
    void lettersKeepTheirDistanceAcrossTokens() {
        StripView pieces, whole;
        fill(pieces, {"A", "V", "A", "T", "o", " PR", "IDE"});
        fill(whole, {"AVATo", " PRIDE"});
        QCOMPARE(pieces.rectOf(0).left(), whole.rectOf(0).left());
        QCOMPARE(pieces.rectOf(4).right(), whole.rectOf(0).right());
        QCOMPARE(pieces.rectOf(6).right(), whole.rectOf(1).right());
        for (std::int64_t token = 1; token < pieces.count(); ++token) {
            QCOMPARE(pieces.rectOf(token).left(), pieces.rectOf(token - 1).right() + 1);
        }
        // The letters are the same, too.
        QCOMPARE(pieces.viewport()->grab().toImage(), whole.viewport()->grab().toImage());
    }
    void eachTokenIsHitWhereItStands_data() {
        QTest::addColumn<QList<QByteArray>>("tokens");
        const auto row = [](const char* name, const QList<QByteArray>& tokens) { QTest::newRow(name) << tokens; };
        row("words", {"The", " th", "ousand", " words", ".", "\n", "Next"});
        row("right to left", {"\xd7\xa9\xd7\x9c", "\xd7\x95\xd7\x9d", " \xd7\x98\xd7\x95", "\xd7\x91"});
        row("both directions", {"one ", "\xd7\xa9\xd7\x9c", "\xd7\x95\xd7\x9d", " two"});
        row("a mark of the letter before", {"e", "\xcc\x81", "t", "\xc3\xa9"});
        row("bytes of one character", {"\xf0\x9f", "\x98", "\x80", "a"});
        row("tabs and CR LF", {"a\t", "\tb", "\r", "\n", "c\r\n", "\r\n", "d"});
        row("no text", {"a", "", "b", "", ""});
        row("no width", {"a", "\xe2\x80\x8b", "b"});
        row("ends of lines inside", {"a\nb", "\xe2\x80\xa8", "c\xe2\x80\xa9", "d"});
    }
    void eachTokenIsHitWhereItStands() {
        QFETCH(QList<QByteArray>, tokens);
        for (const StripView::Shown& shown : {StripView::Shown{}, StripView::Shown{.marks = true, .borders = true},
                                              StripView::Shown{.asWritten = true}}) {
            StripView strip;
            strip.setShown(shown);
            fill(strip, tokens);
            QCOMPARE(strip.count(), tokens.size());
            int hit = 0;
            for (std::int64_t token = 0; token < strip.count(); ++token) {
                const QRect box = strip.rectOf(token);
                QVERIFY(box.width() >= 1 && box.left() >= 0);
                hit += strip.tokenAt(box.center()) == token ? 1 : 0;
            }
            QCOMPARE(hit, tokens.size());
            QCOMPARE(strip.tokenAt({strip.rectOf(0).left(), strip.viewport()->height() - 1}), -1);
            QVERIFY(!strip.viewport()->grab().isNull());
        }
    }
    void rightToLeftReadsFromTheRight() {
        StripView strip;
        fill(strip, {"\xd7\xa9\xd7\x9c", "\xd7\x95\xd7\x9d"});
        QVERIFY(strip.rectOf(0).left() > strip.rectOf(1).left());
        QVERIFY(strip.rectOf(1).left() < 10);
    }
    void whiteSpaceIsBlankUnlessItsMarksAreShown() {
        StripView strip;
        fill(strip, {"a", " b\tc\r\n"});
        QCOMPARE(strip.displayed(1, strip.font()), QStringLiteral(" b    c "));
        QCOMPARE(strip.characters(1), QStringLiteral("·b→c<0x0d>↵"));
        strip.setShown({.marks = true});
        QCOMPARE(strip.displayed(1, strip.font()), strip.text(1));
        const int plain = strip.rectOf(0).width();
        strip.setShown({.borders = true});
        QCOMPARE(strip.rectOf(0).width(), plain);
    }
    void aTextThatWasWrappedByHandIsJoined() {
        StripView strip;
        fill(strip, {"one", "\n", "two", "\n\n", "three"});
        const int line = strip.rectOf(0).top();
        QCOMPARE(strip.rectOf(2).top(), line);
        const int below = strip.rectOf(4).top();
        QVERIFY(below > line + 2 * strip.rectOf(0).height());  // with an empty line between
        strip.setShown({.asWritten = true});
        QVERIFY(strip.rectOf(2).top() > line);
        QVERIFY(strip.rectOf(4).top() > below);
        strip.setShown({});
        QCOMPARE(strip.rectOf(2).top(), line);
    }
    void aBrokenLineBeginsAtItsLetters() {
        StripView strip;
        fill(strip, QList<QByteArray>(300, " word"));
        std::int64_t second = 1;
        while (strip.rectOf(second).top() == strip.rectOf(0).top()) {
            ++second;
        }
        QVERIFY(second < 300);
        QVERIFY(strip.rectOf(second).width() < strip.rectOf(1).width());
        QCOMPARE(strip.rectOf(second).left(), strip.rectOf(0).left());
    }
    /// A long text is laid out by words; a line is set when it is looked at.
    void aLongTextCanBeScrolled() {
        StripView strip;
        QList<QByteArray> tokens;
        for (int i = 0; i < 100000; ++i) {
            tokens << (i % 3 == 0 ? QByteArray("ing") : " w" + QByteArray::number(i % 1000));
        }
        fill(strip, tokens);
        strip.reveal(99999);
        QVERIFY(strip.viewport()->rect().contains(strip.rectOf(99999)));
        QCOMPARE(strip.tokenAt(strip.rectOf(99999).center()), 99999);
        QCOMPARE(strip.visibleTokens().second, 100000);
    }
    void numbersColourTheTokens() {
        const auto recording = filledFakeRecording({}, 100);
        const auto index = std::make_shared<TraceIndex>(recording->trace(1));
        index->advance();
        const TokenPlace at{50, 0, -1};
        const auto value = [&](StripColour by, std::int64_t token) {
            const TokenValue values = tokenValues(recording, 1, index, by, at);
            return values ? values(token) : -1000;
        };
        const StepRecord& step = recording->trace(1).step(40);
        QCOMPARE(value(StripColour::State, 40), -1000.0);
        QCOMPARE(value(StripColour::Nll, 40), step.nll);
        QCOMPARE(value(StripColour::Difference, 40), step.nll - step.nllFull);
        QVERIFY(value(StripColour::Share, 40) >= 0 && value(StripColour::Share, 40) <= 1);
        QVERIFY(std::isnan(value(StripColour::Nll, 100000)));
        QVERIFY(tokenValues(nullptr, 0, nullptr, StripColour::Nll, at) == nullptr);
        QVERIFY(anyValue(tokenValues(recording, 1, index, StripColour::Nll, at), 50));
        QVERIFY(!anyValue([](std::int64_t) { return kMissing; }, 50));
        // The stronger the number, the stronger the colour; a missing one has none.
        for (const StripColour by : {StripColour::Share, StripColour::Nll, StripColour::Attention}) {
            double last = -1;
            for (const StripScale::Step& each : StripScale::steps(by)) {
                QVERIFY(!each.name.isEmpty() && StripScale::strength(by, each.value) > last);
                last = StripScale::strength(by, each.value);
            }
            QCOMPARE(last, 1.0);
            QCOMPARE(StripScale::strength(by, kMissing), 0.0);
        }
        QVERIFY(StripScale::hue(StripColour::Difference, -1) != StripScale::hue(StripColour::Difference, 1));
    }
    void arcsGoToWhatATokenReads() {
        const auto recording = tests::plotRecording({.steps = 120});
        const Trace& trace = recording->trace(1);
        const StripArcs arcs = arcsOf(trace, {100}, 0, 0);
        QCOMPARE(arcs.from, 100);
        QVERIFY(!arcs.to.empty() && arcs.to.size() <= 6);
        const auto rows = trace.rows(100, 0);
        QVERIFY(rows.has_value());
        double most = 0;
        for (std::size_t i = 0; i < rows->heads[0].tokens.size(); ++i) {
            most = std::max(most, rows->heads[0].tokens[i] == 100 ? 0 : static_cast<double>(rows->heads[0].probs[i]));
        }
        QCOMPARE(arcs.to.front().second, most);
        for (std::size_t i = 1; i < arcs.to.size(); ++i) {
            QVERIFY(arcs.to[i].second <= arcs.to[i - 1].second && arcs.to[i].first != 100);
        }
        QCOMPARE(arcsOf(trace, {}, 0, 0).from, -1);
        QCOMPARE(arcsOf(trace, {100, 101}, 0, 0).from, -1);
        QCOMPARE(arcsOf(trace, {5000}, 0, 0).from, -1);
        QVERIFY(arcsOf(trace, {3}, 0, -1).to.empty());  // rows begin with the decode
        StripView strip;
        fill(strip, QList<QByteArray>(120, " word"));
        const QImage without = strip.viewport()->grab().toImage();
        strip.setArcs({40, {{10, 0.5}, {30, 0.25}, {4000, 0.1}}});
        QVERIFY(strip.viewport()->grab().toImage() != without);
        strip.setArcs({});
        QCOMPARE(strip.viewport()->grab().toImage(), without);
    }
    void attentionIsTheMeanOverHeadsOrThatOfOne() {
        const std::vector<std::int32_t> tokens{0, 3}, other{3};
        const std::vector<float> weights{0.25F, 0.75F}, one{1.0F};
        AttentionRows rows;
        rows.heads = {{tokens, weights}, {other, one}};
        QCOMPARE(attentionReceived(rows, -1, 3), 0.875);
        QCOMPARE(attentionReceived(rows, 0, 3), 0.75);
        QCOMPARE(attentionReceived(rows, 1, 0), 0.0);
        QCOMPARE(attentionReceived(rows, 7, 0), 0.125);
        QVERIFY(std::isnan(attentionReceived(AttentionRows{}, -1, 0)));
    }
    /// A character that the font lacks is drawn with another font.
    void anotherFontDrawsInItsPlace() {
        const QFont narrow(QStringLiteral("DejaVu Sans Mono"));
        const QRawFont mono = QRawFont::fromFont(narrow),
                       sans = QRawFont::fromFont(QFont(QStringLiteral("DejaVu Sans")));
        const Glyphs glyphs(narrow);
        int borrowed = 0;
        for (char32_t each = 0x400; each < 0x600 && borrowed < 8; ++each) {
            if (!mono.supportsCharacter(each) && sans.supportsCharacter(each)) {
                ++borrowed;
                QVERIFY2(glyphs.draws(each), qPrintable(QString::number(static_cast<uint>(each), 16)));
            }
        }
        QVERIFY2(borrowed > 0 || !QFontInfo(narrow).family().contains(QStringLiteral("DejaVu")),
                 "a fallback was tried");
        QVERIFY(!glyphs.draws(0x10f0f0));
        QCOMPARE(glyphs.shown(QStringLiteral("·é")), QStringLiteral("·é"));
    }

    /// The tokens of a selection are marked while the mouse is down.
    void aDragShowsWhatItSelects() {
        Bench bench;
        bench.runToEnd();
        StripView& strip = first(bench);
        bench.window->focusDock(*bench.window->dock("strip"));
        const auto at = [&](std::int64_t token) { return strip.rectOf(token).center(); };
        const auto move = [&](QPoint place, Qt::KeyboardModifiers keys = {}) {
            QMouseEvent event(QEvent::MouseMove, place, strip.viewport()->mapToGlobal(place), Qt::NoButton,
                              Qt::LeftButton, keys);
            QCoreApplication::sendEvent(strip.viewport(), &event);
        };
        const auto dragged = [&] { return strip.dragged(); };
        using Tokens = std::pair<std::int64_t, std::int64_t>;
        const auto chosen = [&] { return bench.workspace->selection().tokens(); };
        bench.workspace->selection().setStep(5);
        const std::int64_t start = 8;
        QTRY_VERIFY(bench.window->dock("strip")->shown());
        QCoreApplication::processEvents();
        strip.verticalScrollBar()->setValue(0);
        QTRY_VERIFY(strip.viewport()->rect().contains(strip.rectOf(start + 3)));
        QTest::mousePress(strip.viewport(), Qt::LeftButton, {}, at(start));
        QCOMPARE(dragged(), (Tokens{-1, -1}));
        const QImage before = strip.viewport()->grab().toImage();
        move(at(start + 3));
        QCOMPARE(dragged(), (Tokens{start, start + 3}));
        QVERIFY(strip.viewport()->grab().toImage() != before);
        move(at(start - 2));
        QCOMPARE(dragged(), (Tokens{start - 2, start}));
        QVERIFY(chosen().empty());  // until it ends
        QTest::mouseRelease(strip.viewport(), Qt::LeftButton, {}, at(start - 2));
        QCOMPARE(dragged(), (Tokens{-1, -1}));
        const auto token = [](std::int64_t index) { return static_cast<std::int32_t>(index); };
        QCOMPARE(chosen(), (std::vector<std::int32_t>{token(start - 2), token(start - 1), token(start)}));
        // Shift adds.
        QTest::mousePress(strip.viewport(), Qt::LeftButton, Qt::ShiftModifier, at(start + 2));
        move(at(start + 3), Qt::ShiftModifier);
        QTest::mouseRelease(strip.viewport(), Qt::LeftButton, Qt::ShiftModifier, at(start + 3));
        QCOMPARE(chosen().size(), std::size_t{5});
        QCOMPARE(chosen().back(), token(start + 3));
    }

    /// Below the last line that can be seen there is more.
    void aDragBeyondAnEdgeScrolls() {
        Bench bench;
        bench.runToEnd();
        StripView& strip = first(bench);
        bench.window->resize(1000, 640);
        QCoreApplication::processEvents();
        bench.window->focusDock(*bench.window->dock("strip"));
        QTRY_VERIFY(bench.window->dock("strip")->shown());
        bench.workspace->selection().setStep(5);
        QScrollBar& bar = *strip.verticalScrollBar();
        QTRY_VERIFY(bar.maximum() > 0);
        QCoreApplication::processEvents();
        bar.setValue(0);
        const QPoint from = strip.rectOf(0).center(), below(from.x(), strip.viewport()->height() + 10);
        QTest::mousePress(strip.viewport(), Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, below, strip.viewport()->mapToGlobal(below), Qt::NoButton, Qt::LeftButton,
                         {});
        QCoreApplication::sendEvent(strip.viewport(), &move);
        QVERIFY(bar.value() > 0);
        QTRY_COMPARE(bar.value(), bar.maximum());  // it goes on while the mouse rests there
        QTest::mouseRelease(strip.viewport(), Qt::LeftButton, {}, below);
        const auto& chosen = bench.workspace->selection().tokens();
        QVERIFY(chosen.size() > 20 && chosen.front() == 0);
        QVERIFY(strip.dragged().first < 0);
    }

    void anotherLaneStandsBesideIt() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setLane(1);
        auto& beside = in<QComboBox>(bench, "viewBeside");
        auto& other = in<StripView>(bench, "stripBeside");
        QTRY_VERIFY(beside.isVisible() && beside.count() == 3);
        QVERIFY(!other.isVisible());
        choose(beside, 1);
        QTRY_VERIFY(other.isVisible());
        QCOMPARE(other.count(), 200);
        QCOMPARE(other.text(60), first(bench).text(60));
        QVERIFY(other.accessibleName().contains("full"));
        // The NLL of the two differs from the second token on: that one is boxed in both.
        QCOMPARE(other.firstDifference(), 1);
        QCOMPARE(first(bench).firstDifference(), 1);
        // They scroll together.
        bench.window->resize(1024, 700);
        QTRY_VERIFY(first(bench).verticalScrollBar()->maximum() > 40 && other.verticalScrollBar()->maximum() > 40);
        first(bench).verticalScrollBar()->setValue(40);
        QCOMPARE(other.verticalScrollBar()->value(), 40);
        other.verticalScrollBar()->setValue(7);
        QCOMPARE(first(bench).verticalScrollBar()->value(), 7);
        // One selection for both.
        Q_EMIT other.picked(30, 31, false);
        QCOMPARE(bench.workspace->selection().tokens(), (std::vector<std::int32_t>{30, 31}));
        Q_EMIT other.hovered(12);
        QTRY_COMPARE(first(bench).hoveredToken(), 12);
        QCOMPARE(other.hoveredToken(), 12);
        // A lane beside itself is alone; another selected lane brings it back.
        bench.workspace->selection().setLane(0);
        QTRY_VERIFY(!other.isVisible());
        bench.workspace->selection().setLane(1);
        QTRY_VERIFY(other.isVisible());
        choose(beside, 0);
        QTRY_VERIFY(!other.isVisible());
        QTRY_COMPARE(first(bench).firstDifference(), -1);
    }

    void sharesColourWhateverTheLayerHolds() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setLane(1);
        bench.workspace->selection().setStep(150);
        auto& colour = in<QComboBox>(bench, "viewColour");
        const auto& legend = in<StripLegend>(bench);
        QTRY_VERIFY(first(bench).count() == 200);
        const int states = legend.sizeHint().width();
        choose(colour, 1);
        QTRY_VERIFY(legend.sizeHint().width() != states);
        QCoreApplication::processEvents();
        QVERIFY(coloursOf(first(bench).viewport()->grab().toImage()) > 2);
        // The other scales have legends of their own.
        std::set<int> widths{states, legend.sizeHint().width()};
        for (int by = 2; by < colour.count(); ++by) {
            choose(colour, by);
            QTRY_VERIFY2(!widths.contains(legend.sizeHint().width()), qPrintable(colour.itemText(by)));
            widths.insert(legend.sizeHint().width());
        }
        choose(colour, 0);
        QTRY_COMPARE(legend.sizeHint().width(), states);
    }

    void theMenuOfMarksTurnsBothTexts() {
        Bench bench;
        bench.runToEnd();
        auto& borders = in<QAction>(bench, "viewBorders");
        auto& marks = in<QAction>(bench, "viewMarks");
        StripView& view = first(bench);
        QTRY_VERIFY(view.count() == 200);
        bench.workspace->selection().setStep(150);
        QCoreApplication::processEvents();
        const QString blank = view.displayed(150, view.font());
        marks.trigger();
        QTRY_VERIFY(view.displayed(150, view.font()) != blank);
        marks.trigger();
        QTRY_COMPARE(view.displayed(150, view.font()), blank);
        const QImage without = view.viewport()->grab().toImage();
        borders.trigger();
        QTRY_VERIFY(view.viewport()->grab().toImage() != without);
    }

    void aClickDoesNotScrollTheTextAway() {
        Bench bench;
        bench.window->resize(1024, 700);
        bench.runToEnd();
        StripView& view = first(bench);
        QTRY_COMPARE(view.count(), 200);
        Selection& selection = bench.workspace->selection();
        selection.setStep(199);
        selection.setTokens({10});
        QTRY_VERIFY(view.viewport()->rect().intersects(view.rectOf(10)));
        QScrollBar& bar = *view.verticalScrollBar();
        bar.setValue(bar.maximum());
        QVERIFY(bar.value() > 0);
        const int there = bar.value();
        // With Shift, on a token in sight.
        Q_EMIT view.picked(198, 198, true);
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{10, 198}));
        QCoreApplication::processEvents();
        QCOMPARE(bar.value(), there);
        // A selection that is made elsewhere is brought into sight.
        selection.setTokens({10, 11, 198});
        QTRY_VERIFY(view.viewport()->rect().intersects(view.rectOf(11)));
    }

    void divergenceIsLookedForAsFarAsBothHaveCome() {
        FakeShape shape;
        const auto recording = makeFakeRecording(shape);
        LaneDivergence divergence;
        QCOMPARE(divergence.at(recording, 0, 1), -1);
        QCOMPARE(divergence.at(nullptr, 0, 1), -1);
        addFakeSteps(shape, *recording, 0, 1);
        QCOMPARE(divergence.at(recording, 0, 1), -1);
        addFakeSteps(shape, *recording, 1, 10);
        QCOMPARE(divergence.at(recording, 0, 1), 1);
        QCOMPARE(divergence.at(recording, 1, 1), -1);
    }
};

QTEST_MAIN(StripDockTest)
#include "strip_dock_test.moc"
