// SPDX-License-Identifier: GPL-3.0-or-later
/// Sentences about the runs of figure files that are damaged.
#include "app/workbench/export/figure_evidence.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/workbench/export/figure_files.h"

using namespace kvw;
using namespace kvw::wb;

class FigureEvidenceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatStandsBeforeADamageIsRead_data() {
        QTest::addColumn<QByteArray>("behind");
        QTest::newRow("entity") << QByteArray("<kvw:model>&nothing;</kvw:model>");
        QTest::newRow("cut off") << QByteArray("<kvw:model>demo");
    }
    void whatStandsBeforeADamageIsRead() {
        QFETCH(QByteArray, behind);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("a.svg"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("<svg xmlns:kvw=\"urn:kvworkbench:figure\"><metadata><kvw:text>prose</kvw:text>" + behind);
        out.close();
        const auto evidence = readEvidence(file.toStdString());
        QVERIFY(evidence && evidence->damaged);
        QCOMPARE(evidence->entries, (std::vector<std::pair<std::string, std::string>>{{"text", "prose"}}));
    }

    void aWholeFileIsNotDamaged() {
        const QTemporaryDir folder;
        FigureSpec figure;
        figure.id = "nll";
        figure.panels.emplace_back().series = {{"a", {0, 1}, {0, 1}}};
        figure.provenance = {{"text", "prose"}};
        for (const char* name : {"a.svg", "a.pdf", "a.png"}) {
            const std::string file = folder.filePath(QString::fromLatin1(name)).toStdString();
            QVERIFY(writeFigure(figure, file).has_value());
            const auto evidence = readEvidence(file);
            QVERIFY2(evidence && !evidence->damaged && evidence->value("text") == "prose", name);
        }
    }
};

QTEST_MAIN(FigureEvidenceTest)
#include "figure_evidence_test.moc"
