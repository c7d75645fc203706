// SPDX-License-Identifier: Apache-2.0
/// Changes of a run, as the text of a policy has them.
#include <QtTest>

#include "core/session/spec/run_changes.h"

using namespace kvw;

class RunChangesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void changesAsText_data();
    void changesAsText();
    void theFullCacheIsFound();
};

void RunChangesTest::changesAsText_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("changes");  // -1: refused
    QTest::newRow("none") << "streaming:recent=64" << 0;
    QTest::newRow("parameter") << "streaming/recent=64@700" << 1;
    QTest::newRow("policy") << "streaming/h2o:heavy=64,recent=8@700" << 1;
    QTest::newRow("codec") << "full/streaming@kivi:bits=4@700" << 1;
    QTest::newRow("part") << "h2o-mass+uniform/scorer.normalise=observers@5" << 1;
    QTest::newRow("several") << "full/evict=3,5-9@80/streaming@90/pin=2@95/release=2@99/restore=3@99" << 5;
    QTest::newRow("recording") << "full/capture=maps@80/capture=none@90" << 2;
    QTest::newRow("pruning") << "streaming/prune=once@80/prune=evict-only@81/prune=phases-only@82/prune=off@83" << 4;
    QTest::newRow("no way to prune") << "streaming/prune=on@80" << -1;
    QTest::newRow("no level") << "streaming/capture=all@700" << -1;
    QTest::newRow("no step") << "streaming/recent=64" << -1;
    QTest::newRow("no name") << "streaming/=64@700" << -1;
    QTest::newRow("nothing") << "streaming/@700" << -1;
    QTest::newRow("negative") << "streaming/recent=64@-1" << -1;
    QTest::newRow("too large") << "streaming/recent=64@99999999999999999999" << -1;
    QTest::newRow("no tokens") << "streaming/evict=@700" << -1;
    QTest::newRow("backwards") << "streaming/pin=5-2@700" << -1;
    QTest::newRow("no number") << "streaming/restore=a@700" << -1;
}

void RunChangesTest::changesAsText() {
    QFETCH(QString, text);
    QFETCH(int, changes);
    const auto chain = parseChain(text.toStdString());
    QCOMPARE(chain.has_value(), changes >= 0);
    if (changes >= 0) {
        QCOMPARE(QString::fromStdString(toText(*chain)), text);
        QCOMPARE(chain->changes.size(), static_cast<std::size_t>(changes));
    } else {
        QCOMPARE(chain.error().code, Code::BadUsage);
    }
    QCOMPARE(toText(*parseChain("full/pin=7,5,6,9@8/evict=1@4")), std::string("full/evict=1@4/pin=5-7,9@8"));
}

void RunChangesTest::theFullCacheIsFound() {
    QCOMPARE(fullCacheIn({"h2o", "full/capture=maps@8", "full"}), std::string("full/capture=maps@8"));
    QCOMPARE(fullCacheIn({"h2o", "full/evict=3@80"}), std::string());
}

QTEST_GUILESS_MAIN(RunChangesTest)
#include "run_changes_test.moc"
