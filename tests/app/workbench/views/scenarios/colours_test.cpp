// SPDX-License-Identifier: GPL-3.0-or-later
/// Colours that mean something can be told apart with deuteranopia, and in grey where no form doubles them; maps rise
/// in lightness for everybody.
#include <QPainter>
#include <QtTest>
#include <set>
#include <vector>

#include "app/workbench/plot/colors.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/strip/strip_legend.h"
#include "core/figures/figure_lines.h"
#include "tests/app/workbench/seen.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

struct Named {
    const char* name;
    QColor color;
};

QString told(const Named& a, const Named& b, double found, double asked) {
    return QStringLiteral("%1 and %2: %3 of %4")
        .arg(QLatin1String(a.name), QLatin1String(b.name))
        .arg(found)
        .arg(asked);
}

/// Each pair, in flat colours.
void allApart(const std::vector<Named>& colours, Seen seen, double least) {
    for (std::size_t a = 0; a < colours.size(); ++a) {
        for (std::size_t b = a + 1; b < colours.size(); ++b) {
            const double found = apart(colours[a].color, colours[b].color, seen);
            QVERIFY2(found >= least, qPrintable(told(colours[a], colours[b], found, least)));
        }
    }
}

const std::vector<std::pair<const char*, TokenState>> kStates{
    {"sink", TokenState::Sink},       {"recent", TokenState::Recent},
    {"kept", TokenState::Kept},       {"pinned", TokenState::Pinned},
    {"not read", TokenState::Unread}, {"evicted now", TokenState::EvictedNow},
    {"current", TokenState::Current}, {"evicted earlier", TokenState::EvictedEarlier}};

QImage swatchOf(TokenState state, const QPalette& paper) {
    QImage image(12, 12, QImage::Format_RGB32);
    image.fill(paper.color(QPalette::Base));
    QPainter painter(&image);
    StripLegend::paintState(painter, image.rect(), state, paper.color(QPalette::Text));
    painter.end();
    return image;
}

/// Pixels in which they differ by `least` or more.
int differing(const QImage& a, const QImage& b, Seen seen, double least) {
    int count = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            count += apart(a.pixelColor(x, y), b.pixelColor(x, y), seen) >= least ? 1 : 0;
        }
    }
    return count;
}

}  // namespace

class ColoursTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// In flat colour, as the cache map paints them. What was evicted earlier is no cell there: in the strip a line
    /// through the token says it.
    void statesAreApartWithDeuteranopia() {
        std::vector<Named> flat;
        for (const auto& [name, state] : kStates) {
            if (state != TokenState::EvictedEarlier && state != TokenState::Unread) {
                flat.push_back({name, stateColor(state)});
            }
        }
        allApart(flat, Seen::Usual, 25);
        allApart(flat, Seen::Deuteranopia, 17);
    }

    /// As the strip and its legend paint them, in both themes.
    void statesWithTheirFormsAreApartInGreyToo() {
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            const QPalette paper = themePalette(theme, {});
            for (std::size_t a = 0; a < kStates.size(); ++a) {
                for (std::size_t b = a + 1; b < kStates.size(); ++b) {
                    const QImage one = swatchOf(kStates[a].second, paper), other = swatchOf(kStates[b].second, paper);
                    // Two plain tints: lighter and darker, and no more than that.
                    const bool plain = kStates[a].second == TokenState::Recent && kStates[b].second == TokenState::Kept;
                    for (const Seen seen : {Seen::Usual, Seen::Deuteranopia, Seen::Grey}) {
                        const double least = plain && seen == Seen::Grey ? 4 : 9;
                        const int found = differing(one, other, seen, least);
                        QVERIFY2(found >= 10, qPrintable(QStringLiteral("%1 and %2, theme %3, seen %4: %5 pixels")
                                                             .arg(kStates[a].first, kStates[b].first)
                                                             .arg(static_cast<int>(theme))
                                                             .arg(static_cast<int>(seen))
                                                             .arg(found)));
                    }
                }
            }
        }
    }

    /// The first six policies and the full lane, which has the foreground colour.
    void lanesAreApartWithDeuteranopia() {
        static const char* const kNames[] = {"lane 1", "lane 2", "lane 3", "lane 4", "lane 5", "lane 6"};
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            std::vector<Named> lanes{{"full", themePalette(theme, {}).color(QPalette::WindowText)}};
            for (int place = 0; place < 6; ++place) {
                lanes.push_back({kNames[place], policyColor(place)});
            }
            allApart(lanes, Seen::Usual, 25);
            allApart(lanes, Seen::Deuteranopia, 17);
        }
    }

    /// In grey some are alike; what is printed tells lines by their dashes as well.
    void linesOfFiguresHaveDashesOfTheirOwn() {
        std::set<std::vector<double>> dashes{{}};  // the full cache has none
        for (int lane = 1; lane <= 6; ++lane) {
            FigureSeries series;
            series.role = FigureRole::Lane;
            series.index = lane;
            dashes.insert(figures::dashOf(series));
        }
        QCOMPARE(dashes.size(), std::size_t{7});
    }

    void layersAreApartWithDeuteranopia() {
        static const char* const kNames[] = {"layer 0", "layer 1", "layer 2", "layer 3",
                                             "layer 4", "layer 5", "layer 6", "layer 7"};
        std::vector<Named> layers;
        for (int layer = 0; layer < 8; ++layer) {
            layers.push_back({kNames[layer], layerColor(layer, 8)});
        }
        allApart(layers, Seen::Usual, 25);
        allApart(layers, Seen::Deuteranopia, 17);
    }

    void bytesAreApartWithDeuteranopia() {
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            const QColor ink = themePalette(theme, {}).color(QPalette::WindowText);
            const std::vector<Named> kinds{{"live", lineColor({FigureRole::Live}, ink)},
                                           {"allocated", lineColor({FigureRole::Allocated}, ink)},
                                           {"full", lineColor({FigureRole::Full}, ink)}};
            allApart(kinds, Seen::Deuteranopia, 25);
            allApart(kinds, Seen::Grey, 12);
        }
    }

    void whatIsKeptByWhomIsApartWithDeuteranopia() {
        const std::vector<Named> cells{{"both", whatIfColor(WhatIfCell::Both)},
                                       {"only the run", whatIfColor(WhatIfCell::OnlyRun)},
                                       {"only the next", whatIfColor(WhatIfCell::OnlyNext)}};
        allApart(cells, Seen::Usual, 25);
        allApart(cells, Seen::Deuteranopia, 25);
    }

    void mapsRiseInLightnessForEverybody() {
        for (const Shades shades : {Shades::Usual, Shades::Contrast}) {
            for (const Seen seen : {Seen::Usual, Seen::Deuteranopia, Seen::Grey}) {
                const double direction = shades == Shades::Usual ? 1 : -1;  // on a projector, much is dark
                constexpr int kParts = 64;
                const double whole = direction * (labOf(sequentialColor(1, shades), seen)[0] -
                                                  labOf(sequentialColor(0, shades), seen)[0]);
                QVERIFY2(whole >= 70, qPrintable(QString::number(whole)));
                double before = labOf(sequentialColor(0, shades), seen)[0];
                for (int i = 1; i <= kParts; ++i) {
                    const double now = labOf(sequentialColor(i / double{kParts}, shades), seen)[0];
                    const double step = direction * (now - before);
                    // Even steps: none is less than a third of the mean, or more than twice as large.
                    QVERIFY2(step > whole / kParts / 3 && step < 2.2 * whole / kParts,
                             qPrintable(QStringLiteral("%1 of %2: %3").arg(i).arg(kParts).arg(step)));
                    before = now;
                }
            }
        }
    }
};

QTEST_MAIN(ColoursTest)
#include "colours_test.moc"
