// SPDX-License-Identifier: Apache-2.0
/// Settings that a lane chooses for itself, as text and as values, and where they depart from its policy's work.
#include <QtTest>

#include "core/session/spec/lane_choice.h"
#include "core/session/spec/run_changes.h"
#include "tests/support/engine_runs.h"

using namespace kvw;

class LaneChoiceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void textIsReadBack() {
        for (const char* text : {"full/positions=cache-rank", "tova/prefill=streaming:64", "tova/prefill=streaming",
                                 "streaming/storage=concat", "full/storage=slots", "tova/jitter=ulp:8:3",
                                 "tova/positions=original/prefill=layer-major/storage=concat/capacity=64@512"}) {
            const auto chain = parseChain(text);
            QVERIFY2(chain.has_value(), text);
            QCOMPARE(toText(*chain), std::string(text));
            QVERIFY(chain->own.any());
        }
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("word") << "tova/positions=rank"
                              << "expected positions=original or positions=cache-rank";
        QTest::newRow("chunk") << "tova/prefill=streaming:0"
                               << "CHUNK at least 1";
        QTest::newRow("storage") << "streaming/storage=list"
                                 << "expected storage=slots or storage=concat";
        QTest::newRow("noise") << "streaming/jitter=8"
                               << "expected jitter=none, jitter=ulp:N or jitter=ulp:N:STREAM";
        QTest::newRow("stored twice") << "streaming/storage=concat/storage=slots"
                                      << "a lane chooses its storage twice";
        QTest::newRow("twice") << "tova/prefill=streaming/prefill=layer-major"
                               << "a lane chooses its prefill twice";
        QTest::newRow("in mid-run") << "tova/positions=original@12"
                                    << "a lane has its positions for all of its run";
        QTest::newRow("no step") << "tova/capacity=64"
                                 << "POLICY/positions=...";
        QTest::newRow("no native settings") << "full/native"
                                            << "it declares no native settings";
    }
    void mistakesAreNamed() {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const auto chain = resolveChain(m_runs.catalog(), text.toStdString());
        QVERIFY(!chain);
        QVERIFY2(QString::fromStdString(chain.error().sentence()).contains(sentence), chain.error().sentence().c_str());
    }

    void nativeIsWhatTheManifestSays() {
        const auto text = [this](const char* typed) { return toText(*resolveChain(m_runs.catalog(), typed)); };
        QCOMPARE(text("streaming/native"), std::string("streaming/positions=cache-rank/prefill=streaming:1"));
        QCOMPARE(text("cascade:window=64/native"),
                 std::string("cascade:window=64/positions=cache-rank/prefill=streaming:1"));
        QCOMPARE(text("snapkv/native"), std::string("snapkv/positions=original/prefill=layer-major"));
        // A chosen setting stays.
        QCOMPARE(text("cascade/native/prefill=streaming:1024"),
                 std::string("cascade/positions=cache-rank/prefill=streaming:1024"));
    }

    void choiceIsWhatDiffers() {
        RunSpec run;
        run.streamingPrefill = true;
        run.chunk = 64;
        const LaneRun wanted{Positions::CacheRank, RankKeys::Raw, kLayerMajor, Storage::Slots, {8, 3}};
        const LaneChoice choice = choiceFor(wanted, run);
        QCOMPARE(toText(choice), std::string("/positions=cache-rank/prefill=layer-major/jitter=ulp:8:3"));
        QVERIFY(laneRun(run, choice) == wanted);
        QVERIFY(!choiceFor(laneRun(run), run).any());
        QCOMPARE(laneRun(run, {std::nullopt, kRunChunk}).chunk, std::int64_t{64});
        QVERIFY(laneRunOf(withLane(LaneSettings(), wanted)) == wanted);
    }

    void departures_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("lane");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<QString>("departs");
        const QString positions = "original positions (native: cache-rank positions)";
        QTest::newRow("default") << "cascade"
                                 << "" << 100
                                 << "original positions and layer-major prefill (native: cache-rank positions and "
                                    "streaming:1 prefill)";
        QTest::newRow("positions") << "cascade"
                                   << "/prefill=streaming:1" << 100 << positions;
        QTest::newRow("one token has one schedule") << "streaming"
                                                    << "" << 1 << positions;
        QTest::newRow("chunk") << "streaming"
                               << "/positions=cache-rank/prefill=streaming:64" << 100
                               << "streaming:64 prefill (native: streaming:1 prefill)";
        QTest::newRow("native") << "streaming"
                                << "/positions=cache-rank/prefill=streaming:1" << 100 << QString();
        QTest::newRow("other way round") << "snapkv"
                                         << "/positions=cache-rank" << 100
                                         << "cache-rank positions (native: original positions)";
        QTest::newRow("says nothing") << "full"
                                      << "/positions=cache-rank" << 100 << QString();
        QTest::newRow("composition") << "snapkv+uniform"
                                     << "/positions=cache-rank" << 100 << QString();
    }
    void departures() {
        QFETCH(QString, policy);
        QFETCH(QString, lane);
        QFETCH(int, prompt);
        QFETCH(QString, departs);
        const auto chain = parseChain((policy + lane).toStdString());
        const auto resolved = resolvePolicy(m_runs.catalog(), chain->policy);
        const auto found = nativeMismatchOf(*resolved, laneRun({}, chain->own), prompt);
        QCOMPARE(found ? QString::fromStdString(found->text()) : QString(),
                 departs.isEmpty() ? departs : "not native: " + departs);
    }

 private:
    test::EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(LaneChoiceTest)
#include "lane_choice_test.moc"
