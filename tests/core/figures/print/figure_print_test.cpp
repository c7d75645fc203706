// SPDX-License-Identifier: Apache-2.0
/// Words of printing behind an id: what they do to a figure, to its caption and to its sources.
#include "core/figures/print/figure_print.h"

#include <QtTest>
#include <algorithm>
#include <limits>

#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "core/figures/print/parameter_symbols.h"
#include "core/figures/svg/figure_svg.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/figures/made_figures.h"

using namespace kvw;
using namespace kvw::figures;
using kvw::test::lineFigure;
using kvw::test::mapFigure;
using kvw::test::square;

namespace {

FigureSpec printed(FigureSpec figure, const std::string& words) {
    printWith(figure, printOf(words).value());
    return figure;
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class FigurePrintTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void wordsComeBack() {
        FigurePrint print{FigureFont::Latex,
                          85,
                          62.5,
                          FigurePrint::Ends{-0.5, 300},
                          FigurePrint::Ends{0.00001, 2},
                          true,
                          FigureBest::Most,
                          true,
                          true,
                          true};
        const std::string id = withPrint("nll-lanes", print);
        QCOMPARE(id, std::string("nll-lanes-print-font-latex-width-85-height-62p5-x-m0p5-300-y-0p00001-2-values-"
                                 "best-most-robust-symbols-short"));
        const auto read = printedId(id);
        QVERIFY(read && read->figure == "nll-lanes" && read->print == print);
        QCOMPARE(withPrint(id, {}), std::string("nll-lanes"));
        print = {};
        print.values = true;
        QCOMPARE(withPrint(id, print), std::string("nll-lanes-print-values"));
    }

    void anIdWithoutWordsIsAsItWas() {
        for (const char* id : {"nll", "attention-layer-3-mean-steps-10-20", "", "printer", "a-printed-b"}) {
            const auto read = printedId(id);
            QVERIFY2(read && read->figure == id && read->print == FigurePrint(), id);
        }
        QVERIFY(printedId("nll-print").value().print == FigurePrint());
    }

    void otherWordsAreRefused() {
        for (const char* words : {"bold", "values-font-sans", "x-3", "x-3-2", "x-1-2-3", "width", "width-0", "width-5",
                                  "height-99999", "best", "best-first", "values-3", "short-short"}) {
            const auto read = printOf(words);
            QVERIFY2(!read && read.error().code == Code::BadUsage, words);
            QVERIFY2(read.error().sentence().find(words) != std::string::npos, words);
        }
    }

    void aRunDrawsAFigureWithTheWords() {
        const auto recording = sample::recording();
        const FigureSpec figure = byId(*recording, 0, "nll-print-x-2-9-short").value();
        QCOMPARE(figure.id, std::string("nll-print-x-2-9-short"));
        QCOMPARE(figure.panels[0].x.minimum, std::optional(2.0));
        QCOMPARE(figure.panels[0].x.maximum, std::optional(9.0));
        QCOMPARE(byId(*recording, 0, "nll").value().panels[0].x.minimum,
                 byId(*recording, 0, "nll-print-short").value().panels[0].x.minimum);
        QVERIFY(!byId(*recording, 0, "nll-print-bold"));
        QVERIFY(!byId(*recording, 0, "moustache-print-short"));
        // A file says how it is printed, too.
        const auto again = fromJson(toJson(figure), "figure").value();
        QVERIFY(again.print == figure.print);
    }

    void endsHoldForPanelsOfTheSameAxis() {
        FigureSpec figure = lineFigure(9);
        figure.panels.push_back(figure.panels[0]);
        figure.panels[1].y.label = "bytes";
        figure = printed(figure, "x-m1-4-y-0p5-2");
        QCOMPARE(figure.panels[1].x.maximum, std::optional(4.0));
        QCOMPARE(figure.panels[0].y.minimum, std::optional(0.5));
        QVERIFY(!figure.panels[1].y.minimum);
        FigureSpec logarithmic = lineFigure(9);
        logarithmic.panels[0].y.logarithmic = true;
        QVERIFY(!printed(logarithmic, "y-0-4").panels[0].y.minimum);
        QVERIFY(contains(toPgfplots(printed(mapFigure(4), "x-0-2")), "xmin=0, xmax=2"));
        QVERIFY(contains(toPgfplots(mapFigure(4)), "xmin=-0.5, xmax=3.5"));
    }

    void coloursMayReachOverMostCellsOnly() {
        FigureSpec figure = mapFigure(20);
        FigureMap& map = figure.panels[0].maps[0];
        map.label = "weight, max of 2 × 2";
        map.set(7, 1e6F);
        map.set(8, std::numeric_limits<float>::quiet_NaN());
        map.cells[8] = FigureCell::Missing;
        const FigureSpec robust = printed(figure, "robust");
        const FigureMap& made = robust.panels[0].maps[0];
        QVERIFY(made.minimum >= 0 && made.minimum < 6 && made.maximum > 390 && made.maximum < 400);
        QCOMPARE(made.label, std::string("weight, 1st to 99th percentile, max of 2 × 2"));
        QCOMPARE(made.values[7], 1e6F);
        // All cells alike, no cell, and categories keep their colours.
        for (FigureMap odd : {square(0), square(1), square(20)}) {
            odd.scale = odd.rows == 20 ? FigureScale::Categories : FigureScale::Linear;
            FigureSpec same = mapFigure(1);
            same.panels[0].maps = {odd};
            QCOMPARE(printed(same, "robust").panels[0].maps[0].maximum, odd.maximum);
        }
    }

    void aShortCaptionNamesNoPathAndNoCommand() {
        FigureSpec figure = lineFigure(4);
        figure.caption = "A long sentence about the figure.";
        figure.provenance = {
            {"model", "demo"}, {"text", "/home/me/novel.txt"}, {"policy", "cake 1.0.0"}, {"parameters", "gamma=2"},
            {"seed", "0"},     {"bundle", "0123456789abcdef"}, {"command", "kvw run"},   {"view", "{}"}};
        const std::string caption = toLatexCaption(printed(figure, "short"));
        QVERIFY2(contains(caption,
                          "{A line \\& more. Model demo, policy cake 1.0.0, parameters (gamma=2), seed 0, bundle "
                          "0123456789ab.}"),
                 caption.c_str());
        QVERIFY2(!contains(caption, "novel") && !contains(caption, "kvw run"), caption.c_str());
        QVERIFY2(contains(caption, "\\label{fig:line}"), caption.c_str());
        QVERIFY(contains(toLatexCaption(figure), "kvw run"));
    }

    void cellsHaveNumbersInEveryFormat() {
        const FigureSpec plain = mapFigure(3), figure = printed(plain, "values-best-most");
        const std::string tex = toPgfplots(figure), svg = toSvg(figure);
        QCOMPARE(std::count(tex.begin(), tex.end(), '{'), std::count(tex.begin(), tex.end(), '}'));
        QVERIFY2(contains(tex, "\\node[font=\\scriptsize\\bfseries") && contains(tex, "(axis cs:2,2) {8};"),
                 tex.c_str());
        QVERIFY2(contains(tex, "\\draw[line width=1pt") && contains(tex, "(axis cs:0,0) {0};"), tex.c_str());
        QVERIFY2(contains(svg, " font-weight=\"bold\">8</text>") && contains(svg, "stroke-width=\"2\""), svg.c_str());
        QVERIFY(!contains(toPgfplots(plain), "\\node[font=\\scriptsize") && !contains(toSvg(plain), ">8</text>"));
    }

    void theFontIsSaid() {
        const FigureSpec figure = lineFigure(4);
        QVERIFY(contains(toPgfplots(figure), "style={font=\\footnotesize}"));
        QCOMPARE(toPgfplots(printed(figure, "font-latex")), toPgfplots(figure));
        QVERIFY(contains(toPgfplots(printed(figure, "font-serif")), "style={font=\\rmfamily\\footnotesize}"));
        QVERIFY(contains(toSvg(printed(figure, "font-serif")), "font-family=\"serif\""));
        QVERIFY(contains(toSvg(figure), "font-family=\"sans-serif\""));
    }

    void theSizeIsSaid() {
        const FigureSpec figure = lineFigure(4);
        QCOMPARE(toPgfplots(printed(figure, "width-85"), 178), toPgfplots(figure, 85));
        QVERIFY(toPgfplots(printed(figure, "height-90"), 178) != toPgfplots(figure, 178));
    }

    void parametersHaveTheirSymbols() {
        FigureSpec figure = lineFigure(4);
        figure.panels[0].x.label = std::string("gamma");
        figure.panels[0].series[0].label = "cake:gamma=0.9,prune-gamma=2";
        figure.panels[0].marks[0].label = "gamma = 3";
        const ParameterSymbols symbols{{"gamma", "γ"}};
        FigureSpec asTyped = figure;
        writeSymbols(asTyped, symbols);
        QCOMPARE(asTyped.panels[0].x.label.english(), std::string("gamma"));
        FigureSpec figured = printed(figure, "symbols");
        writeSymbols(figured, symbols);
        QCOMPARE(figured.panels[0].x.label.english(), std::string("γ"));
        QCOMPARE(figured.panels[0].series[0].label, std::string("cake:γ=0.9,prune-gamma=2"));
        QCOMPARE(figured.panels[0].marks[0].label, std::string("γ = 3"));
        QVERIFY(figured.caption.ends_with("γ is gamma."));
        QVERIFY(contains(toPgfplots(figured), "xlabel={$\\gamma$}"));
        tables::Table table;
        table.columns = {{"gamma", "gamma"}, {"nll", "NLL"}};
        table.caption = "Sweep";
        table.spanned = tables::Table::Span{1, "recent"};
        writeSymbols(table, symbols);
        QCOMPARE(table.columns[0].title, std::string("γ"));
        QCOMPARE(table.spanned->title, std::string("recent"));
        QCOMPARE(table.caption, std::string("Sweep; γ is gamma"));
        writeSymbols(table, {{"recent", "r"}});
        QCOMPARE(table.spanned->title, std::string("r"));
        QCOMPARE(table.columns[0].id, std::string("gamma"));
    }
};

QTEST_APPLESS_MAIN(FigurePrintTest)
#include "figure_print_test.moc"
