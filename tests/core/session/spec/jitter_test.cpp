// SPDX-License-Identifier: Apache-2.0
/// Noise in the last bits as words, and as a setting of lanes.
#include "core/session/spec/jitter.h"

#include <QtTest>

#include "core/session/spec/run_changes.h"

using namespace kvw;

class JitterTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void wordsAreReadBack() {
        for (const char* words : {"none", "ulp:1", "ulp:8", "ulp:1048576", "ulp:8:3"}) {
            const auto jitter = jitterOf(words);
            QVERIFY2(jitter.has_value(), words);
            QCOMPARE(toText(*jitter), std::string(words));
        }
        QVERIFY(!jitterOf("none")->on());
        QCOMPARE(jitterOf("ulp:8:3")->stream, std::int64_t{3});
        QCOMPARE(toText(*jitterOf("ulp:8:0")), std::string("ulp:8"));
    }

    void otherWordsAreNone_data() {
        QTest::addColumn<QString>("words");
        for (const char* words : {"", "8", "ulp", "ulp:", "ulp:0", "ulp:-1", "ulp:1048577", "ulp:8:", "ulp:8:-1",
                                  "ulp:8:1:2", "ulp:8 ", "bits:8"}) {
            QTest::addRow("'%s'", words) << words;
        }
    }
    void otherWordsAreNone() {
        QFETCH(QString, words);
        QVERIFY(!jitterOf(words.toStdString()));
        if (!words.isEmpty()) {
            const auto refused = withJitter({"full"}, words.toStdString());
            QVERIFY(!refused);
            QVERIFY2(refused.error().sentence().find("jitter=ulp:N") != std::string::npos,
                     refused.error().sentence().c_str());
        }
    }

    void lanesThatChooseTheirOwnKeepIt() {
        const auto lanes =
            withJitter({"full", "tova:capacity=64/jitter=none", "tova/jitter=ulp:2:5/capacity=64@90"}, "ulp:8");
        QVERIFY(lanes.has_value());
        QCOMPARE(*lanes, (std::vector<std::string>{"full/jitter=ulp:8", "tova:capacity=64/jitter=none",
                                                   "tova/jitter=ulp:2:5/capacity=64@90"}));
        QCOMPARE(*withJitter({"full"}, {}), std::vector<std::string>{"full"});
    }
};

QTEST_GUILESS_MAIN(JitterTest)
#include "jitter_test.moc"
