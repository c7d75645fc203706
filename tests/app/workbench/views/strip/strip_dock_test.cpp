// SPDX-License-Identifier: GPL-3.0-or-later
/// The token strip in the window: another lane beside it, colours by share, what a click leaves where it is.
#include <QComboBox>
#include <QLayout>
#include <QPainter>
#include <QRawFont>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QtTest>
#include <clocale>

#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/session/runs/lane_divergence.h"
#include "app/workbench/views/strip/strip_header.h"
#include "app/workbench/views/strip/strip_legend.h"
#include "app/workbench/views/strip/strip_picture.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/app/workbench/colours.h"
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
        strip.setShares([](std::int64_t) { return 0.0; });
        QImage image(400, 4 * strip.fontMetrics().height(), QImage::Format_RGB32);
        QPainter painter(&image);
        strip.paintBox(painter, 0, image.rect(), strip.palette());
        painter.end();
        for (int y = 0; y < image.height(); ++y) {
            const bool line = image.pixel(399, y) != image.pixel(399, 0);  // right of the letter
            QCOMPARE(line, y == image.height() / 2 + 1);
        }
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
        choose(colour, 0);
        QTRY_COMPARE(legend.sizeHint().width(), states);
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
