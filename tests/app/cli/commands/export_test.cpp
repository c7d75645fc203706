// SPDX-License-Identifier: Apache-2.0
/// `kvw export`.
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using kvw::test::makeBundle;
using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class ExportTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void exportWritesTablesAndFigureData();
    void anExportThatCannotBeWholeWritesNothing();
    void anExportThatEndsHalfwaySaysWhatIsThere();
    void aFigureOfManyTokensHasANameThatFits();
    void exportWritesTheSoundOfPruneEvents();
    void exportRefusesAnUnknownFigure();
    void figuresArePrintedAsTheWordsSay();
};

void ExportTest::exportWritesTablesAndFigureData() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b.zip")));
    const QString out = folder.filePath("paper");
    const Outcome outcome = runKvw({"export", folder.filePath("b.zip"), "--out", out});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    for (const char* file : {"tables/summary.csv", "tables/summary.tex", "tables/prune_events.csv", "figures/nll.csv",
                             "figures/nll.json", "figures/nll-caption.tex", "figures/nll-panel1.dat"}) {
        QVERIFY2(!readFile(out + '/' + file).isEmpty(), file);
    }
    QVERIFY(readFile(out + "/figures/nll-panel1.dat").startsWith("x "));
    QVERIFY(readFile(out + "/tables/summary.tex").contains("\\toprule"));
    QCOMPARE(runKvw({"export", folder.filePath("b.zip"), "--out", out}).code, 2);
    QCOMPARE(runKvw({"export", folder.filePath("b.zip"), "--out", out, "--overwrite"}).code, 0);
    // Another threshold of durations, which table and figure say.
    const QString other = folder.filePath("other");
    const Outcome turned = runKvw(
        {"export", folder.filePath("b.zip"), "--out", other, "--threshold", "3.5", "--figure", "nll-threshold-3p5"});
    QVERIFY2(turned.code == 0, turned.err.constData());
    QVERIFY(readFile(other + "/tables/prune_events.tex").contains("by 3.5 scales"));
    QVERIFY(!readFile(other + "/figures/nll-threshold-3p5.csv").isEmpty());
    QCOMPARE(runKvw({"export", folder.filePath("b.zip"), "--out", other, "--threshold", "0"}).code, 2);
    for (const char* option : {"--threshold", "--width", "--sound-speed"}) {
        const Outcome refused = runKvw({"export", folder.filePath("b.zip"), "--out", other, option, "nan"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(option) && refused.err.contains("nan"), refused.err.constData());
    }
}

void ExportTest::anExportThatCannotBeWholeWritesNothing() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b.zip")));
    const QString out = folder.filePath("paper"), figures = out + "/figures";
    const QStringList arguments{"export", folder.filePath("b.zip"), "--out", out, "--figure", "nll", "--overwrite"};
    // A file where a folder belongs, and the other way round.
    QVERIFY(QDir().mkpath(out) && writeFile(figures, "mine"));
    const Outcome folderless = runKvw(arguments);
    QCOMPARE(folderless.code, 1);
    QVERIFY2(folderless.err.contains(figures.toUtf8()) && folderless.oneSentence(), folderless.err.constData());
    QVERIFY(QFile::remove(figures) && QDir().mkpath(figures + "/nll.json"));
    const Outcome fileless = runKvw(arguments);
    QCOMPARE(fileless.code, 2);
    QVERIFY2(fileless.err.contains("/nll.json") && fileless.oneSentence(), fileless.err.constData());
    QCOMPARE(QDir(out).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"figures"});
    QCOMPARE(QDir(figures).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"nll.json"});
}

void ExportTest::anExportThatEndsHalfwaySaysWhatIsThere() {
    const QTemporaryDir folder, elsewhere("/dev/shm/kvw-XXXXXX");
    if (!elsewhere.isValid() || QStorageInfo(elsewhere.path()) == QStorageInfo(folder.path())) {
        QSKIP("there is no second file system");
    }
    QVERIFY(makeBundle(folder.filePath("b.zip")));
    const QString out = folder.filePath("paper"), sound = folder.filePath("b.wav");
    QVERIFY(QDir().mkpath(out) && QFile::link(elsewhere.path(), out + "/figures"));
    const Outcome outcome =
        runKvw({"export", folder.filePath("b.zip"), "--out", out, "--figure", "nll", "--sound", sound, "--quiet"});
    QCOMPARE(outcome.code, 1);
    const QByteArray there = "; written already: " + sound.toUtf8() + ", " + out.toUtf8() + "/tables/summary.csv, ";
    QVERIFY2(outcome.err.contains("/figures/nll.csv: ") && outcome.err.contains(there), outcome.err.constData());
    QVERIFY(QFile::exists(out + "/tables/summary.csv"));
    QCOMPARE(QDir(out).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             (QStringList{"figures", "tables"}));
    QVERIFY(QDir(elsewhere.path()).isEmpty());
}

void ExportTest::aFigureOfManyTokensHasANameThatFits() {
    const QTemporaryDir folder;
    const QString ids = QStringList(150, QStringLiteral("7")).join(QLatin1Char(' '));
    QVERIFY(writeFile(folder.filePath("ids.txt"), ids.toUtf8()));
    QCOMPARE(runKvw({"run", "--ids", folder.filePath("ids.txt"), "--prompt-tokens", "100", "--capture", "maps", "--out",
                     folder.filePath("b"), "--quiet"})
                 .code,
             0);
    QString id = QStringLiteral("attention-margins-layer-0-step-140-tokens");
    for (int token = 3; token < 130; token += 2) {
        id += QStringLiteral("-%1-%1").arg(token);
    }
    QVERIFY(id.size() > 255);
    const QString out = folder.filePath("paper");
    const Outcome outcome = runKvw({"export", folder.filePath("b"), "--out", out, "--figure", id});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QStringList files = QDir(out + "/figures").entryList({"attention-margins-*.json"}, QDir::Files);
    QCOMPARE(files.size(), 1);
    QVERIFY2(files.front().size() < 160, qPrintable(files.front()));
    // All of it is in the file.
    QCOMPARE(json::parse(readFile(out + "/figures/" + files.front()).toStdString())["id"].get<std::string>(),
             id.toStdString());
}

void ExportTest::exportWritesTheSoundOfPruneEvents() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const QString wav = folder.filePath("b.wav");
    const Outcome outcome = runKvw({"export", folder.filePath("b"), "--sound", wav, "--sound-speed", "20"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QByteArray bytes = readFile(wav);
    QVERIFY(bytes.startsWith("RIFF") && bytes.size() > 4000);
    QCOMPARE(runKvw({"export", folder.filePath("b"), "--sound", wav}).code, 2);
    QCOMPARE(runKvw({"export", folder.filePath("b"), "--sound", wav, "--overwrite"}).code, 0);
    QCOMPARE(runKvw({"export", folder.filePath("b"), "--sound", wav, "--overwrite", "--sound-lane", "9"}).code, 2);
    QCOMPARE(runKvw({"export", folder.filePath("b")}).code, 2);
}

void ExportTest::exportRefusesAnUnknownFigure() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const Outcome outcome =
        runKvw({"export", folder.filePath("b"), "--out", folder.filePath("paper"), "--figure", "moustache"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("moustache") && outcome.oneSentence(), outcome.err.constData());
    QVERIFY(!QFile::exists(folder.filePath("paper")));
}

void ExportTest::figuresArePrintedAsTheWordsSay() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const QString out = folder.filePath("paper");
    const Outcome outcome = runKvw({"export", folder.filePath("b"), "--out", out, "--figure", "nll-print-x-2-9",
                                    "--figure", "memory", "--print", "font-serif-symbols-short"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QByteArray own = readFile(out + "/figures/nll-print-x-2-9-pgfplots.tex");
    QVERIFY2(own.contains("xmin=2, xmax=9") && !own.contains("rmfamily"), own.constData());
    const QString memory = out + "/figures/memory-print-font-serif-symbols-short";
    QVERIFY(readFile(memory + "-pgfplots.tex").contains("\\rmfamily"));
    const QByteArray caption = readFile(memory + "-caption.tex");
    QVERIFY2(caption.contains("Model ") && caption.contains("seed 0") && !caption.contains("command"),
             caption.constData());
    for (const QStringList& wrong : {QStringList{"--figure", "nll-print-bold"}, QStringList{"--print", "bold"}}) {
        const Outcome refused =
            runKvw(QStringList{"export", folder.filePath("b"), "--out", folder.filePath("wrong")} + wrong);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("bold") && refused.oneSentence(), refused.err.constData());
    }
}

QTEST_GUILESS_MAIN(ExportTest)
#include "export_test.moc"
