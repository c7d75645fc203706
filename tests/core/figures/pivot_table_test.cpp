// SPDX-License-Identifier: Apache-2.0
#include "core/figures/pivot_table.h"

#include <QtTest>

#include "core/figures/tables.h"

using namespace kvw;
using tables::cellText, tables::pivotChoice, tables::pivoted;

class PivotTableTest : public QObject {
    Q_OBJECT

    const std::vector<std::string> m_axes{"policy", "capacity"};

    static tables::Table results() {
        tables::Table table;
        table.columns = {{"policy", "policy"},
                         {"capacity", "capacity"},
                         {"runs", "runs"},
                         {"delta_nll", "ΔNLL", "nats"},
                         {"mean_kl", "KL", "nats"}};
        table.rows = {{"snapkv", "64", 2, "0.12 ± 0.01", "0.3"},
                      {"snapkv", "128", 2, "0.08 ± 0.01", "0.2"},
                      {"h2o", "64", 2, "0.31 ± 0.02", "0.4"}};
        table.marked = {{1, 3}, {1, 4}};
        table.digits = tables::Digits::Written;
        table.works = "@misc{a}";
        return table;
    }

 private Q_SLOTS:
    void anAxisBecomesColumns() {
        const auto made = pivoted(results(), m_axes, {"capacity", "delta_nll"}, "Sweep").value();
        QCOMPARE(made.columns.size(), std::size_t{3});
        QCOMPARE(made.columns[0].title, std::string("policy"));
        QCOMPARE(made.columns[2].title, std::string("128"));
        QCOMPARE(made.rows.size(), std::size_t{2});
        QCOMPARE(cellText(made.rows[0][1]), std::string("0.12 ± 0.01"));
        QCOMPARE(cellText(made.rows[1][0]), std::string("h2o"));
        QVERIFY(cellText(made.rows[1][2]).empty());  // was not run
        QCOMPARE(made.marked.size(), std::size_t{1});
        QVERIFY(made.marked.contains({0, 2}));
        QCOMPARE(made.works, std::string("@misc{a}"));
        QCOMPARE(made.caption, std::string("Sweep. ΔNLL (nats) by policy and capacity; mean ± standard deviation over "
                                           "repeats; the best is bold"));
        const auto other = pivoted(results(), m_axes, {"policy", "mean_kl"}, "").value();
        QCOMPARE(other.columns[1].title, std::string("snapkv"));
        QCOMPARE(cellText(other.rows[1][1]), std::string("0.2"));
        QCOMPARE(other.caption, std::string("KL (nats) by capacity and policy; the best is bold"));
    }

    void latexNamesTheAxisAboveItsValues() {
        const auto made = pivoted(results(), m_axes, {"capacity", "delta_nll"}, "Sweep").value();
        const std::string text = tables::toLatex(made, "tab:p");
        QVERIFY2(text.find(" & \\multicolumn{2}{c}{capacity} \\\\\n\\cmidrule(lr){2-3}\n") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("\\resizebox") != std::string::npos && text.find("\\footnotesize") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("h2o & 0.31 $\\pm$ 0.02 & -- \\\\") != std::string::npos, text.c_str());
        QVERIFY2(text.find("\\textbf{0.08 $\\pm$ 0.01}") != std::string::npos, text.c_str());
        QCOMPARE(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
        // A choice of its columns is an ordinary table.
        QVERIFY(tables::toLatex(tables::withColumns(made, {"policy", "64"}), "tab:p").find("cmidrule") ==
                std::string::npos);
    }

    void whatATableDoesNotHaveIsRefused() {
        for (const tables::PivotChoice& choice :
             {tables::PivotChoice{"window", "delta_nll"}, {"capacity", "policy"}, {"capacity", "tpot"}, {"", ""}}) {
            const auto made = pivoted(results(), m_axes, choice, "");
            QVERIFY(!made && made.error().code == Code::BadUsage);
        }
        QVERIFY(!pivoted(results(), {"policy"}, {"policy", "delta_nll"}, ""));
        tables::Table empty = results();
        empty.rows.clear();
        empty.marked.clear();
        QVERIFY(pivoted(empty, m_axes, {"capacity", "delta_nll"}, "").value().rows.empty());
    }

    void aChoiceIsTyped() {
        QCOMPARE(pivotChoice("capacity", "delta_nll").value, std::string("delta_nll"));
        QCOMPARE(pivotChoice("capacity:mean_kl", "delta_nll").value, std::string("mean_kl"));
        QCOMPARE(pivotChoice("capacity:mean_kl", "delta_nll").columns, std::string("capacity"));
    }
};

QTEST_APPLESS_MAIN(PivotTableTest)
#include "pivot_table_test.moc"
