// SPDX-License-Identifier: Apache-2.0
/// `kvw report`: a page of bundles and sweeps.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;

class ReportTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPageHasWhatWasRun() {
        const QTemporaryDir folder;
        QVERIFY(makeBundle(folder.filePath("run")));
        QCOMPARE(runKvw({"sweep", "--text", "ledger", "--prompt-tokens", "60", "--steps", "4", "--policy", "streaming",
                         "--axis", "recent=8,16", "--out", folder.filePath("grid"), "--quiet"})
                     .code,
                 0);
        const QString out = folder.filePath("page.html");
        const QStringList words{"report", folder.filePath("run"), folder.filePath("grid"), "--out",
                                out,      "--question",           "Is 8 enough?"};
        const Outcome made = runKvw(words + QStringList{"--json"});
        QVERIFY2(made.code == 0, made.err.constData());
        QCOMPARE(nlohmann::json::parse(made.out.toStdString()).at("files").size(), std::size_t{1});
        const QByteArray html = readFile(out);
        for (const char* part : {"<!DOCTYPE html>", "Is 8 enough?", "<h2>run</h2>", "<h2>grid</h2>", "<svg",
                                 "kvw sweep", "kvw run", "Environment", "axis recent"}) {
            QVERIFY2(html.contains(part), part);
        }
        QVERIFY(!html.contains("<script") && !html.contains(folder.path().toUtf8()));
        const Outcome again = runKvw(words);
        QVERIFY2(again.code == 2 && again.oneSentence() && again.err.contains("--overwrite"), again.err.constData());
        QCOMPARE(runKvw(words + QStringList{"--overwrite", "--figure", "nll", "--quiet"}).code, 0);
        QVERIFY(readFile(out).size() < html.size());
    }

    /// A sweep that was killed has its plan and bundles, and no tables.
    void aKilledSweepIsNotComplete() {
        const QTemporaryDir folder;
        const QString grid = folder.filePath("grid");
        QCOMPARE(runKvw({"sweep", "--text", "ledger", "--prompt-tokens", "60", "--steps", "4", "--policy", "streaming",
                         "--axis", "recent=8", "--out", grid, "--quiet"})
                     .code,
                 0);
        QVERIFY(QFile::remove(grid + "/table.md"));
        const Outcome made = runKvw({"report", grid, "--out", folder.filePath("page.html")});
        QVERIFY2(made.code == 0 && made.err.contains("The sweep is not complete"), made.err.constData());
        QVERIFY(readFile(folder.filePath("page.html")).contains("<b>Note:</b> The sweep is not complete"));
    }

    void whatCannotBeReportedIsASentence() {
        const QTemporaryDir folder;
        for (const QStringList& wrong : {QStringList{folder.path()}, QStringList{folder.filePath("nowhere")}}) {
            const Outcome refused = runKvw(QStringList{"report", "--out", folder.filePath("x.html")} + wrong);
            QVERIFY2(refused.code != 0 && refused.oneSentence(), refused.err.constData());
        }
        QVERIFY(!QFile::exists(folder.filePath("x.html")));
        const Outcome pdf = runKvw({"report", "--out", folder.filePath("x.pdf"), folder.path()});
        QVERIFY2(pdf.code == 2 && pdf.oneSentence() && pdf.err.contains("the page is HTML"), pdf.err.constData());
    }

    void aPdfNeedsTex() {
        const QTemporaryDir folder;
        QVERIFY(makeBundle(folder.filePath("run")));
        QProcessEnvironment none;
        none.insert("PATH", folder.path());
        const Outcome made =
            runKvw({"report", folder.filePath("run"), "--out", folder.filePath("x.html"), "--pdf"}, none);
        QVERIFY2(made.code == 1 && made.oneSentence() && made.err.contains("lualatex or pdflatex"),
                 made.err.constData());
        QVERIFY(QFile::exists(folder.filePath("x.html")));
    }
};

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
