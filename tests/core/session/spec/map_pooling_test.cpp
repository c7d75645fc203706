// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/map_pooling.h"

#include <QtTest>

#include "core/session/spec/run_spec.h"

using namespace kvw;

class MapPoolingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void wordsSayOnlyWhatIsNotTheDefault_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("plain word") << "maps" << "maps";
        QTest::newRow("another level") << "stats" << "stats";
        QTest::newRow("size") << "maps:pooled=512" << "maps:pooled=512";
        QTest::newRow("layers") << "maps:layers=8,0,8" << "maps:layers=0,8:pooled=1024";
        QTest::newRow("everything") << "maps:pooled=128:pool=mean:heads=all:layers=31"
                                    << "maps:layers=31:heads=all:pool=mean:pooled=128";
        QTest::newRow("defaults") << "maps:heads=mean:pool=max" << "maps:pooled=1024";
    }
    void wordsSayOnlyWhatIsNotTheDefault() {
        QFETCH(QString, typed);
        QFETCH(QString, canonical);
        RunSpec spec, again;
        QVERIFY(setCapture(typed.toStdString(), spec));
        QCOMPARE(captureText(spec), canonical.toStdString());
        QVERIFY(setCapture(captureText(spec), again));
        QVERIFY(again == spec);
    }

    void otherWordsAreRefused_data() {
        QTest::addColumn<QString>("typed");
        for (const char* typed :
             {"", "all", "maps:", "stats:pooled=512", "maps:pooled", "maps:pooled=", "maps:pooled=127",
              "maps:pooled=9000", "maps:pooled=512:pooled=512", "maps:layers=", "maps:layers=a", "maps:layers=-1",
              "maps:heads=2", "maps:pool=sum", "maps:size=512", "maps:pooled=512:"}) {
            QTest::addRow("\"%s\"", typed) << QString::fromLatin1(typed);
        }
    }
    void otherWordsAreRefused() {
        QFETCH(QString, typed);
        RunSpec spec;
        spec.pooling.side = 256;
        const RunSpec before = spec;
        QVERIFY(!setCapture(typed.toStdString(), spec));
        QVERIFY(spec == before);
    }
};

QTEST_GUILESS_MAIN(MapPoolingTest)
#include "map_pooling_test.moc"
