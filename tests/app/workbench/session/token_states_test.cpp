// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/token_states.h"

#include <QtTest>
#include <numeric>

#include "core/trace/row_source.h"
#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class TokenStatesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_recording = filledFakeRecording({}, 100);
        m_index = std::make_shared<TraceIndex>(m_recording->trace(1));
        m_index->advance();
    }
    void everyStateOccursWhereItShould() {
        const TokenStates states(*m_recording, m_index, 1, 50, 0, -1);
        QCOMPARE(states[0], TokenState::Sink);
        QCOMPARE(states[17], TokenState::EvictedEarlier);
        QCOMPARE(states[18], TokenState::EvictedNow);
        QCOMPARE(states[19], TokenState::Recent);
        QCOMPARE(states[50], TokenState::Current);
        QCOMPARE(states[51], TokenState::Ahead);
    }
    void protectedIsWhatWasProtectedThen() {
        m_recording->writer(1).addEvent({60, kProtectionEvent, protectionChange({4, 32}, {0, 8})});
        m_recording->writer(1).publish();
        const TokenStates before(*m_recording, m_index, 1, 59, 0, -1), then(*m_recording, m_index, 1, 60, 0, -1);
        QCOMPARE(before[0], TokenState::Sink);
        QCOMPARE(before[40], TokenState::Recent);
        QCOMPARE(then[0], TokenState::Kept);
        QCOMPARE(then[40], TokenState::Kept);
        QCOMPARE(then[55], TokenState::Recent);
        QVERIFY2(then.sentence(55).contains(QStringLiteral("last 8 tokens")), qPrintable(then.sentence(55)));
    }
    void rewindingBringsTokensBack() {
        QVERIFY(!TokenStates(*m_recording, m_index, 1, 99, 0, -1).held(18));
        QVERIFY(TokenStates(*m_recording, m_index, 1, 49, 0, -1).held(18));
    }
    void whatAReaderPassedOverIsHeldAndUnread() {
        RunDescription run;
        run.lanes.resize(1);
        run.lanes[0].policyId = "quest";
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(TraceShape{1, 2, 1, 4, 1}, Trace::Options{true, 0}));
        Trace& trace = recording.writer(0);
        for (std::int32_t t = 0; t < 4; ++t) {
            StepRecord step;
            step.step = t;
            step.bytesRead = t < 3 ? -1 : 64;
            const std::vector<LayerRecord> layers(2);
            QVERIFY(trace.addStep(step, "t", layers));
            const auto held = static_cast<std::size_t>(t + 1);
            std::vector<std::int32_t> tokens(held);
            std::iota(tokens.begin(), tokens.end(), 0);
            std::vector<std::vector<float>> probs(2, std::vector<float>(held, 0.0F));
            probs[0][0] = 0.25F;
            probs[1][held - 1] = 0.5F;
            QVERIFY(trace.addRows(t, 0, {{tokens}}, probs));
            trace.publish();
        }
        const auto index = std::make_shared<TraceIndex>(trace);
        index->advance();
        const TokenStates any(recording, index, 0, 3, 0, -1);
        QVERIFY(any.knowsReads());
        QCOMPARE(any[0], TokenState::Kept);
        QCOMPARE(any[1], TokenState::Unread);
        QCOMPARE(any[3], TokenState::Current);
        QVERIFY(any.held(1));
        QVERIFY(any.sentence(1).contains("not read"));
        const TokenStates second(recording, index, 0, 3, 0, -1, 1);
        QCOMPARE(second[0], TokenState::Unread);
        // No reader chose at step 2, so a weight of 0 is no more than that.
        const TokenStates before(recording, index, 0, 2, 0, -1);
        QVERIFY(!before.knowsReads());
        QCOMPARE(before[1], TokenState::Kept);
    }
    void sentencesSayWhenAndWhy() {
        const TokenStates states(*m_recording, m_index, 1, 60, 0, -1);
        const QString sentence = states.sentence(18);
        QVERIFY2(sentence.contains("step 50") && sentence.contains("0.125") && sentence.contains("window"),
                 qPrintable(sentence));
        QVERIFY(states.sentence(0).contains("sink"));
    }
    void oneEvictionIsLookedUpWhateverWasEvictedBefore() {
        /// Scores of an opened bundle, of which none are of these steps.
        struct Counting : RowSource {
            mutable std::int64_t finds = 0;
            std::int64_t has = 1;
            std::optional<AttentionRows> find(std::int64_t, std::int32_t) const override {
                ++finds;
                return std::nullopt;
            }
            std::int64_t bytes() const noexcept override { return has; }
            std::int64_t arrivals() const noexcept override { return 0; }
        };
        const auto source = std::make_shared<Counting>();
        RunDescription run;
        run.lanes.resize(1);
        run.lanes[0].policyId = "streaming";
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(TraceShape{1, 1, 1, 4, 1}, Trace::Options{}));
        Trace& trace = recording.writer(0);
        trace.readScoresFrom(source);
        constexpr std::int32_t kSteps = 600, kHeld = 20;
        const std::vector<LayerRecord> layers(2);
        for (std::int32_t t = 0; t < kSteps; ++t) {
            StepRecord step;
            step.step = t;
            QVERIFY(trace.addStep(step, "t", layers));
            if (t >= kHeld) {
                trace.addEviction({t, 0, -1, {t - kHeld}, {}, kMissingF, "window"});
            }
            trace.publish();
        }
        const auto index = std::make_shared<TraceIndex>(trace);
        index->advance();
        const TokenStates states(recording, index, 0, kSteps - 1, 0, -1);
        QVERIFY(states.sentence(550).contains("step 570"));
        QCOMPARE(source->finds, std::int64_t{1});
        // Where nothing was compared, nothing is looked for.
        source->has = source->finds = 0;
        QVERIFY(states.sentence(585).contains("held"));
        QCOMPARE(source->finds, std::int64_t{0});
    }
    void whatStayedHasItsScoreAndRank() {
        RunDescription run;
        run.lanes.resize(1);
        run.lanes[0].policyId = "h2o";
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(TraceShape{1, 2, 1, 4, 1}, Trace::Options{}));
        Trace& trace = recording.writer(0);
        for (std::int32_t t = 0; t < 8; ++t) {
            StepRecord step;
            step.step = t;
            QVERIFY(trace.addStep(step, "t", std::vector<LayerRecord>(2)));
            if (t == 3 || t == 5) {
                trace.addEviction({t, 0, -1, {t - 2}, {0.125F}, 0.25F, "score"});
            }
            if (t == 3) {
                QVERIFY(trace.addScores(t, 0, {{{0, 1, 2}}}, {{{0.75F, 0.125F, 0.25F}}}));
            }
            trace.publish();
        }
        const auto index = std::make_shared<TraceIndex>(trace);
        index->advance();
        const QString then = TokenStates(recording, index, 0, 4, 0, -1).sentence(2);
        QVERIFY2(then.contains("score 0.25, rank 2 of 3 compared, lowest kept score 0.25"), qPrintable(then));
        const QString gone = TokenStates(recording, index, 0, 4, 0, -1).sentence(1);
        QVERIFY2(gone.contains("score 0.125") && gone.contains("rank 3 of 3 compared"), qPrintable(gone));
        // The scores of step 5 are not there: a bound, and what is known from before.
        const QString later = TokenStates(recording, index, 0, 6, 0, -1).sentence(0);
        QVERIFY2(later.contains("no lower than 0.25") && later.contains("at step 3 it had score 0.75, rank 1 of 3"),
                 qPrintable(later));
    }
    void bytesAndSpacesAreVisible_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("space") << QByteArray(" a") << QStringLiteral("·a");
        QTest::newRow("line feed") << QByteArray("\n") << QStringLiteral("↵");
        QTest::newRow("half a character") << QByteArray("\xe2\x82") << QStringLiteral("<0xe2><0x82>");
        QTest::newRow("whole character") << QByteArray("\xe2\x82\xac") << QStringLiteral("€");
        QTest::newRow("control") << QByteArray(1, '\x01') << QStringLiteral("<0x01>");
    }
    void bytesAndSpacesAreVisible() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(visibleText({bytes.constData(), static_cast<std::size_t>(bytes.size())}), shown);
    }
    void whiteSpaceIsBlankInPlainText() {
        QCOMPARE(plainText(" a\tb\r\n\xe2\x82"), QStringLiteral(" a    b <0xe2><0x82>"));
        QCOMPARE(plainText("\r"), QString());
        QCOMPARE(plainText({}), QString());
    }
    void theSummaryIsOneSentence() {
        QCOMPARE(summarySentence(*m_recording, 1, 99),
                 QStringLiteral("step 99: 36 of 100 tokens held, NLL 2.25, +0.25 to full"));
        QCOMPARE(summarySentence(*m_recording, 1, 100), QString());
    }

 private:
    std::shared_ptr<Recording> m_recording;
    std::shared_ptr<TraceIndex> m_index;
};

QTEST_GUILESS_MAIN(TokenStatesTest)
#include "token_states_test.moc"
