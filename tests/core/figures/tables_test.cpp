// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <algorithm>
#include <set>
#include <sstream>

#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "core/figures/tables.h"
#include "core/policy/host/bibtex.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;

/// Tables of lanes and policies, in every format.
class TablesTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Recording> m_single = sample::recording();
    std::shared_ptr<Recording> m_compare = sample::recording({2, 2, 40, 1});

 private Q_SLOTS:
    void aTableComparesLanesOverWhatAllHave() {
        const auto mean = [](const Recording& recording) {
            return tables::cellText(tables::comparison(recording).rows[0][3]);
        };
        RunDescription description = m_compare->description();
        Recording unlike(description);
        unlike.setTrace(0, m_compare->trace(0).fork());
        unlike.setTrace(1, m_compare->trace(1).fork(30));
        QCOMPARE(mean(unlike), mean(*m_compare->fork({30, 30})));
        QVERIFY(mean(unlike) != mean(*m_compare));
        QVERIFY(tables::comparison(unlike).caption.find("over tokens 0 to 29, which all lanes have") !=
                std::string::npos);
        QVERIFY(tables::comparison(*m_compare).caption.find("all lanes have") == std::string::npos);
    }

    void aTableTooWideForItsPageIsMadeToFit() {
        tables::Table table;
        table.columns = {{"policy", "policy"}, {"mean_nll", "mean NLL", "nats"}};
        table.rows = {{"full", 1.5}, {"snapkv:capacity=64", 1.6}};
        const std::string narrow = tables::toLatex(table, "tab:x");
        QVERIFY2(narrow.starts_with("\\begin{table}") && narrow.find("\\begin{tabular}{lr}") != std::string::npos &&
                     narrow.find("resizebox") == std::string::npos,
                 narrow.c_str());
        table.rows.push_back({"streaming:recent=256/pin=300-304@500/recent=64@700/evict=800-805@850/recent=32@900", 2});
        const std::string wide = tables::toLatex(table, "tab:x");
        QVERIFY2(wide.find("\\resizebox{\\ifdim\\width>\\linewidth") != std::string::npos &&
                     wide.find("{p{12em}r}") != std::string::npos && wide.find("graphicx") != std::string::npos &&
                     wide.find("recent=\\allowbreak{}256/\\allowbreak{}pin=") != std::string::npos,
                 wide.c_str());
    }

    void columnsAreReadableAtBothEnds() {
        const auto cells = [](const std::vector<double>& numbers) {
            std::vector<std::string> texts;
            for (const double each : numbers) {
                texts.push_back(tables::numberText(each, tables::formatFor(numbers)));
            }
            return texts;
        };
        using Texts = std::vector<std::string>;
        QCOMPARE(cells({2.1, 2.34567}), (Texts{"2.100", "2.346"}));
        QCOMPARE(cells({8.31, 8.49, 12000}), (Texts{"8.31", "8.49", "12000.00"}));
        QCOMPARE(cells({8.31, 5e6}), (Texts{"8.31", "5e+06"}));
        QCOMPARE(cells({3e-9, 5e-8}), (Texts{"3e-09", "5e-08"}));
        QCOMPARE(cells({-1e-12, 0.5}), (Texts{"0.0000", "0.5000"}));
        QCOMPARE(cells({0, 0}), (Texts{"0", "0"}));
        tables::Table table;
        tables::markLeast(table, 1, {{0, 2, "2.0"}, {1, 1, "1.0"}, {2, 1.01, "1.0"}, {3, 0, ""}});
        QCOMPARE(table.marked, (std::set<std::pair<std::size_t, std::size_t>>{{1, 1}, {2, 1}}));
        tables::Table alone;
        tables::markLeast(alone, 1, {{0, 2, "2.0"}, {1, 0, ""}});
        QVERIFY(alone.marked.empty());
    }
    void aPageOfPoliciesMarksTheBestAndIsNoWiderThanItsNumbers() {
        tables::Table table = tables::comparison(*m_compare);
        QVERIFY(table.marked.empty());  // one policy beside the full cache is no contest
        table.rows.push_back(table.rows.back());
        table.marked = {{1, 3}};
        table.rows[1][4] = -9.732e-05;
        const std::string latex = tables::toLatex(table, "tab:x");
        QVERIFY2(latex.find("parameters of lane 0: ") != std::string::npos, latex.c_str());
        QCOMPARE(latex.find("& sinks=2"), std::string::npos);
        QVERIFY2(latex.find("\\shortstack[r]{peak live\\\\(MiB)}") != std::string::npos, latex.c_str());
        QVERIFY2(latex.find("$-$0.000097") != std::string::npos, latex.c_str());
        QVERIFY2(latex.find("\\textbf{") != std::string::npos, latex.c_str());
        // Prune events have as many columns, without notes below.
        const std::string events = tables::toLatex(tables::pruneEvents(*m_single, 0), "tab:x");
        QVERIFY2(events.find("\\shortstack[r]{duration\\\\(tokens)}") != std::string::npos, events.c_str());
        // Its line has no name without the first column.
        const std::string chosen = tables::toLatex(tables::withColumns(table, {"parameters", "policy"}), "tab:x");
        QVERIFY2(chosen.find("\\raggedright") == std::string::npos &&
                     chosen.find("step 15 & streaming") != std::string::npos,
                 chosen.c_str());
        table.digits = tables::Digits::Four;
        QVERIFY(tables::toLatex(table, "tab:x").find("$-$9.732$\\times10^{-5}$") != std::string::npos);
    }

    void wordsStayInTheirMarkdownCells() {
        tables::Table table{{{"n", "n"}, {"text", "a | b"}},
                            {{"1", "x|y\\|z"},
                             {"2", "<script>alert(1)</script> & `code` **b** [l](u) <!-- "},
                             {"3", "one\ntwo\r\n| 4 | five |\n```\n"}},
                            "Of\n\n# <b>a run</b>"};
        table.marked = {{0, 1}};
        const std::string markdown = tables::toMarkdown(table);
        std::vector<std::string> lines;
        for (std::istringstream in(markdown); lines.emplace_back(), std::getline(in, lines.back());) {
        }
        lines.pop_back();
        QCOMPARE(lines.size(), std::size_t(7));  // two of the head, three rows, an empty one, the caption
        for (std::size_t line = 0; line < 5; ++line) {
            std::size_t borders = 0;
            for (std::size_t i = 0; i < lines[line].size(); ++i) {
                borders += lines[line][i] == '|' && (i == 0 || lines[line][i - 1] != '\\') ? 1 : 0;
            }
            QVERIFY2(borders == 3, lines[line].c_str());
        }
        QCOMPARE(lines[2], std::string("| 1 | **x\\|y&#92;\\|z** |"));
        QVERIFY(markdown.find('<') == std::string::npos);
        for (std::size_t at = markdown.find('`'); at != std::string::npos; at = markdown.find('`', at + 1)) {
            QCOMPARE(markdown[at - 1], '\\');
        }
        QCOMPARE(lines[6], std::string("Of  # &lt;b&gt;a run&lt;/b&gt;."));
    }

    /// A bundle of others brings the titles of the works behind its policies.
    void worksStayInTheCommentsOfLatex() {
        auto description = m_single->description();
        description.lanes[0].references = toJson({Reference{"50% {off}\n}\n\\input{/etc/passwd}\r\\end",
                                                            "https://x.org/}\r\\input{y}",
                                                            "k\n\\input{z}",
                                                            {"A\nB"},
                                                            2024,
                                                            "1\n2"}});
        Recording recording(description);
        recording.setTrace(0, m_single->trace(0).fork());
        const std::string latex = tables::toLatex(tables::summary(recording, 0), "tab:x");
        const std::string comments = latex.substr(0, latex.find("\\begin{table}"));
        QVERIFY2(comments.find("50\\% ") != std::string::npos, comments.c_str());
        QVERIFY(comments.find('\r') == std::string::npos);
        for (std::size_t at = 0; at < comments.size(); at = comments.find('\n', at) + 1) {
            QVERIFY2(comments[at] == '%', comments.c_str() + at);
        }
        QCOMPARE(std::count(comments.begin(), comments.end(), '{'), std::count(comments.begin(), comments.end(), '}'));
    }

    void tablesQuoteTheBundleAndTheUnits() {
        const tables::Table table = tables::summary(*m_single, 0, std::string(64, 'd'));
        QVERIFY2(table.caption.starts_with("Summary of streaming 1.0.0 (sinks=2, recent=10") &&
                     table.caption.ends_with(", bundle dddddddddddd"),
                 table.caption.c_str());
        for (const auto& row : table.rows) {
            QVERIFY(tables::cellText(row[0]) != "mean_nll" || tables::cellText(row[2]) == "nats");
        }
    }

    void tablesHoldNoTimes() {
        const tables::Table table = tables::summary(*m_single, 0);
        for (const auto& row : table.rows) {
            QVERIFY(tables::cellText(row[0]).find("_ms") == std::string::npos);
        }
        const std::string latex = tables::toLatex(tables::comparison(*m_compare), "tab:compare");
        QVERIFY(latex.find("\\toprule") != std::string::npos && latex.find("mean NLL\\\\(nats)") != std::string::npos);
        QVERIFY(latex.find("$\\Delta$NLL\\\\(nats)") != std::string::npos);
        QVERIFY(tables::toCsv(tables::comparison(*m_compare)).find(",mean_nll,") != std::string::npos);
        QCOMPARE(tables::comparison(*m_compare).rows.size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(TablesTest)
#include "tables_test.moc"
