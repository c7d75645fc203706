// SPDX-License-Identifier: Apache-2.0
/// Runs whose cache is stored by a codec: lengths and bytes of every step, identities, warnings and refusals. What is
/// stored and how it is read is tested in core/cache and kernels.
#include <QtTest>
#include <bit>
#include <cmath>

#include "core/trace/codes_in_use.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kLayers = 6, kKvHeads = 2, kQueryHeads = 6, kHeadDim = 32;  // of the embedded model
constexpr std::int64_t kRow = kHeadDim * 4;                                        // one key or value in f32

RunSpec spec(const std::string& policy, std::size_t tokens, std::int64_t prompt) {
    RunSpec s;
    s.ids = embeddedIds("story", tokens);
    s.policies = {policy};
    s.promptTokens = prompt;
    // So small a model waits for a second thread longer than it computes; any number of them gives the same bits
    // (reproducible_test).
    s.threads = 1;
    return s;
}

/// Live bytes of a head that holds `held` tokens and never lost one of its tail.
double liveOf(std::int64_t held, std::int64_t residual, double perElement) {
    const std::int64_t codedKeys = held - held % residual;
    const std::int64_t codedValues = std::max<std::int64_t>(held - residual, 0);
    return static_cast<double>((2 * held - codedKeys - codedValues) * kRow) +
           static_cast<double>((codedKeys + codedValues) * kHeadDim) * perElement;
}

/// Empty, or the first token at which two lanes' predictions differ in a bit.
QString difference(const Trace& a, const Trace& b) {
    if (a.steps() != b.steps()) {
        return "number of steps";
    }
    for (std::int64_t step = 1; step < a.steps(); ++step) {
        if (std::bit_cast<std::uint64_t>(a.step(step).nll) != std::bit_cast<std::uint64_t>(b.step(step).nll) ||
            std::bit_cast<std::uint64_t>(a.step(step).entropyNext) !=
                std::bit_cast<std::uint64_t>(b.step(step).entropyNext)) {
            return QString("step %1").arg(step);
        }
    }
    return {};
}

double meanNll(const Trace& trace, std::int64_t from) {
    double sum = 0;
    for (std::int64_t step = from; step < trace.steps(); ++step) {
        sum += trace.step(step).nll;
    }
    return sum / static_cast<double>(trace.steps() - from);
}

bool warns(const Recording& recording, const std::string& words) {
    const auto problems = recording.problems();
    return std::any_of(problems.begin(), problems.end(), [&](const Recording::Problem& problem) {
        return !problem.isError() && problem.sentence().find(words) != std::string::npos;
    });
}

}  // namespace

class CodecTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bytesOfEveryStep_data();
    void bytesOfEveryStep();
    void slidingWindowFallsToTheCodes();
    void promptOfALayerIsCodedBeforeTheNextComes();
    void residualAboveTheTextIsTheFullCache_data();
    void residualAboveTheTextIsTheFullCache();
    void roomyPolicyIsTheCodecAlone_data();
    void roomyPolicyIsTheCodecAlone();
    void aReaderReadsCodes();
    void moreBitsAreCloser();
    void aPromptAttendsInFullPrecision();
    void warnings();
    void refusals_data();
    void refusals();
    void everyGranularityAndDtypeRuns_data();
    void everyGranularityAndDtypeRuns();

 private:
    std::shared_ptr<Recording> finish(const RunSpec& s) { return m_runs.finish(s); }
    /// kivi over the full cache, what policies and readers that leave everything are compared with.
    const Trace& alone() {
        if (!m_alone) {
            m_alone = finish(spec("kivi:residual=32", 220, 110));
        }
        return m_alone->trace(0);
    }
    EngineRuns m_runs;
    std::shared_ptr<Recording> m_alone;
};

void CodecTest::bytesOfEveryStep_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<int>("residual");
    QTest::addColumn<double>("perElement");
    QTest::addColumn<int>("storedHeads");
    QTest::addRow("2 bit") << "kivi:residual=32" << 0 << 32 << 0.375 << 2;
    QTest::addRow("2 bit, in chunks") << "kivi:residual=32" << 24 << 32 << 0.375 << 2;
    QTest::addRow("4 bit, float32 scales") << "kivi:bits=4,residual=64,scale-dtype=float32" << 0 << 64 << 0.75 << 2;
    QTest::addRow("groups of 8") << "kivi:group=8,residual=8" << 16 << 8 << 0.75 << 2;
    // Nothing falls out, but the sets are per query head.
    QTest::addRow("per query head") << "h2o:heavy=4096,granularity=query-head@kivi:residual=32" << 24 << 32 << 0.375
                                    << 6;
}

void CodecTest::bytesOfEveryStep() {
    QFETCH(QString, policy);
    QFETCH(int, chunk);
    QFETCH(int, residual);
    QFETCH(double, perElement);
    QFETCH(int, storedHeads);
    RunSpec s = spec(policy.toStdString(), 230, 100);
    s.streamingPrefill = chunk > 0;
    s.chunk = chunk;
    const auto recording = finish(s);
    const Trace& trace = recording->trace(0);
    QCOMPARE(trace.steps(), std::int64_t{230});
    const auto heads = static_cast<double>(kLayers * storedHeads);
    for (std::int64_t t = 99; t < 230; ++t) {
        const StepRecord& step = trace.step(t);
        QCOMPARE(step.bytesLive, static_cast<std::int64_t>(std::ceil(heads * liveOf(t + 1, residual, perElement))));
        QCOMPARE(step.bytesFull, (t + 1) * kLayers * kKvHeads * 2 * kRow);
        // Beside what is live: the tail's capacity and the codes that its values already have.
        const double spare = heads * (static_cast<double>((2 * residual + 32) * kRow) +
                                      static_cast<double>(residual * kHeadDim) * perElement);
        QVERIFY(step.bytesLive <= step.bytesAllocated);
        QVERIFY(static_cast<double>(step.bytesAllocated - step.bytesLive) <= spare);
    }
}

void CodecTest::slidingWindowFallsToTheCodes() {
    const auto recording = finish(spec("streaming:sinks=4,recent=252@kivi:residual=32", 900, 300));
    // The bits are those of the codec, and a note of the lane.
    const std::vector<Finding> notes = recording->notes(0);
    const auto inUse = codesInUse(notes);
    QVERIFY(inUse.has_value());
    QCOMPARE(*inUse, (CodesInUse{2, 3, 3, 32}));
    const Trace& trace = recording->trace(0);
    const double heads = kLayers * kKvHeads;
    const double full = heads * 256 * 2 * kRow;
    // The tail and three groups of holes at most (sinks, and the window's two ends).
    const double codes = heads * 2 * 256 * kHeadDim * 0.375;
    const double tail = heads * (32 + 33) * kRow;
    const double holes = heads * 3 * 32 * kHeadDim * 0.375;
    std::int64_t most = 0;
    for (std::int64_t t = 500; t < 900; ++t) {
        QCOMPARE(trace.step(t).heldTotal, static_cast<std::int64_t>(heads * 256));
        most = std::max(most, trace.step(t).bytesAllocated);
    }
    QVERIFY(static_cast<double>(most) <= codes + tail + holes);
    QVERIFY(static_cast<double>(most) < 0.3 * full);
    QVERIFY(static_cast<double>(trace.step(899).bytesLive) < codes + tail);
}

void CodecTest::promptOfALayerIsCodedBeforeTheNextComes() {
    // Bytes allocated at the end of the prompt, with those that a step needs: no copy of the prompt stays.
    const auto recording = finish(spec("kivi:residual=32", 520, 512));
    const double heads = kLayers * kKvHeads;
    const double codes = heads * 2 * 512 * kHeadDim * 0.375;
    const auto allocated = static_cast<double>(recording->trace(0).step(511).bytesAllocated);
    QVERIFY(allocated <= codes + heads * (16 + 33) * kRow);
}

void CodecTest::residualAboveTheTextIsTheFullCache_data() {
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<bool>("streaming");
    QTest::addRow("original, layer-major") << false << false;
    QTest::addRow("cache-rank, layer-major") << true << false;
    QTest::addRow("original, streaming") << false << true;
}

void CodecTest::residualAboveTheTextIsTheFullCache() {
    QFETCH(bool, cacheRank);
    QFETCH(bool, streaming);
    for (const std::string policy : {"full", "streaming:sinks=4,recent=60"}) {
        RunSpec s = spec(policy, 200, 90);
        s.positions = cacheRank ? Positions::CacheRank : Positions::Original;
        s.streamingPrefill = streaming;
        s.chunk = 40;
        const auto plain = finish(s);
        s.policies = {policy + "@kivi:residual=4096"};
        const auto coded = finish(s);
        if (streaming && policy != "full") {
            // Between chunks freed slots and freed places of the tail may be filled in other orders: the same tokens,
            // summed otherwise.
            for (std::int64_t step = 1; step < 200; ++step) {
                QVERIFY(std::abs(coded->trace(0).step(step).nll - plain->trace(0).step(step).nll) < 1e-4);
            }
        } else {
            QVERIFY2(difference(plain->trace(0), coded->trace(0)).isEmpty(),
                     (policy + ": " + difference(plain->trace(0), coded->trace(0)).toStdString()).c_str());
        }
        QCOMPARE(plain->trace(0).step(199).bytesLive, coded->trace(0).step(199).bytesLive);
    }
}

void CodecTest::roomyPolicyIsTheCodecAlone_data() {
    QTest::addColumn<QString>("policy");
    QTest::addRow("snapkv") << "snapkv:capacity=4096";
    QTest::addRow("h2o") << "h2o:heavy=4096";
    QTest::addRow("tova") << "tova:capacity=4096";
    QTest::addRow("a composition") << "h2o-mass+uniform:capacity=4096,schedule=every-step";
    QTest::addRow("snapkv per query head") << "snapkv:capacity=4096,granularity=query-head";
}

void CodecTest::roomyPolicyIsTheCodecAlone() {
    QFETCH(QString, policy);
    const auto under = finish(spec(policy.toStdString() + "@kivi:residual=32", 220, 110));
    QCOMPARE(under->trace(0).evictions(), std::int64_t{0});
    QCOMPARE(difference(alone(), under->trace(0)), QString());
    if (!policy.contains("query-head")) {
        QCOMPARE(under->trace(0).step(219).bytesLive, alone().step(219).bytesLive);
        QCOMPARE(under->trace(0).step(219).bytesAllocated, alone().step(219).bytesAllocated);
    }
}

void CodecTest::aReaderReadsCodes() {
    const auto everything = finish(spec("quest:budget=4096,skip-layers=0@kivi:residual=32", 220, 110));
    const auto some = finish(spec("quest:budget=48,skip-layers=0@kivi:residual=32", 220, 110));
    QCOMPARE(difference(alone(), everything->trace(0)), QString());
    QVERIFY(!difference(alone(), some->trace(0)).isEmpty());
    QVERIFY(std::abs(meanNll(some->trace(0), 110) - meanNll(alone(), 110)) < 1);
    // A read takes as many bytes as the cache holds for it, and reading everything those that are live. (What is live
    // at the end of a step has lost a block's or a value's full precision since it was read.)
    const StepRecord& last = everything->trace(0).step(219);
    QVERIFY(last.bytesRead >= last.bytesLive);
    QVERIFY(last.bytesRead <= last.bytesLive + kLayers * kKvHeads * 33 * 2 * kRow);
    const std::int64_t bounds = kLayers * kKvHeads * ((220 + 15) / 16) * 2 * kRow;
    QVERIFY(some->trace(0).step(219).bytesRead < last.bytesRead + bounds);
}

void CodecTest::moreBitsAreCloser() {
    RunSpec s = spec("full", 500, 200);
    s.policies = {"full", "kivi:bits=4,residual=32", "kivi:bits=2,residual=32", "kivi:bits=2,group=8,residual=32"};
    const auto lanes = finish(s);
    const auto meanKl = [&](std::int32_t lane) {
        double sum = 0;
        for (std::int64_t step = 201; step < 500; ++step) {
            sum += lanes->trace(lane).step(step).kl;
        }
        return sum / 299;
    };
    QVERIFY2(meanKl(1) > 0 && meanKl(1) < 0.02, qPrintable(QString::number(meanKl(1))));
    QVERIFY2(meanKl(1) < meanKl(3) && meanKl(3) < meanKl(2), qPrintable(QString::number(meanKl(3))));
    QVERIFY2(meanKl(2) < 0.3, qPrintable(QString::number(meanKl(2))));
    const auto last = [&](std::int32_t lane) { return lanes->trace(lane).step(499); };
    QVERIFY(std::isnan(last(0).keyError) && std::isnan(last(0).valueError));
    QVERIFY(std::isnan(lanes->trace(1).step(198).keyError));  // inside the prompt
    QVERIFY(lanes->trace(1).step(199).keyError > 0);
    // A prompt of as many tokens as the residual codes keys, but reads every value in full precision.
    RunSpec tail = spec("full", 40, 32);
    tail.policies = {"kivi:bits=2,residual=32"};
    const auto shortest = finish(tail);
    QVERIFY(shortest->trace(0).step(31).keyError > 0 && std::isnan(shortest->trace(0).step(31).valueError));
    QVERIFY(shortest->trace(0).step(32).valueError > 0);
    QVERIFY(last(1).keyError > 0 && last(1).keyError < last(3).keyError && last(3).keyError < last(2).keyError);
    QVERIFY(last(1).valueError > 0 && last(1).valueError < last(3).valueError &&
            last(3).valueError < last(2).valueError && last(2).valueError < 1);
}

void CodecTest::aPromptAttendsInFullPrecision() {
    RunSpec s = spec("full", 160, 120);
    const auto full = finish(s);
    s.policies = {"kivi:residual=32"};
    const auto coded = finish(s);
    // Token 120 is the first whose logits (after token 120, of token 121) come from codes.
    for (std::int64_t step = 1; step <= 120; ++step) {
        QCOMPARE(coded->trace(0).step(step).nll, full->trace(0).step(step).nll);
    }
    QVERIFY(coded->trace(0).step(121).nll != full->trace(0).step(121).nll);
    // In chunks, the second chunk already reads what the first one left.
    s.streamingPrefill = true;
    s.chunk = 64;
    const auto chunks = finish(s);
    QCOMPARE(chunks->trace(0).step(64).nll, full->trace(0).step(64).nll);
    QVERIFY(chunks->trace(0).step(66).nll != full->trace(0).step(66).nll);
}

void CodecTest::warnings() {
    const auto small = finish(spec("tova:capacity=40@kivi", 200, 100));
    QVERIFY(warns(*small, "no layer or head holds more than 40 tokens; nothing is coded below the residual of 128"));
    const auto enough = finish(spec("tova:capacity=40@kivi:residual=32", 200, 100));
    QVERIFY(!warns(*enough, "nothing is coded"));
    RunSpec s = spec("kivi:residual=32", 150, 80);
    QVERIFY(!warns(*finish(s), "before rotation"));
    s.positions = Positions::CacheRank;
    QVERIFY(warns(*finish(s), "kivi 1.0.0: keys are coded before rotation"));
    QVERIFY(warns(*finish(spec("kivi:group=2,bits=4,residual=32", 80, 60)), "no smaller than 16-bit storage"));
}

void CodecTest::refusals_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("words");
    QTest::addRow("group and head") << "kivi:group=48,residual=96"
                                    << "the group does not divide the width of a head";
    QTest::addRow("residual and group") << "kivi:residual=100"
                                        << "the residual is not a multiple of the group";
    QTest::addRow("residual below group") << "full@kivi:residual=16"
                                          << "the residual is not a multiple of the group";
    QTest::addRow("bits") << "kivi:bits=3"
                          << "one of 2, 4";
}

void CodecTest::refusals() {
    QFETCH(QString, policy);
    QFETCH(QString, words);
    try {
        (void)m_runs.start(spec(policy.toStdString(), 60, 30));
        QFAIL("it started");
    } catch (const std::runtime_error& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
    }
}

void CodecTest::everyGranularityAndDtypeRuns_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("kvDtype");
    QTest::addColumn<bool>("cacheRank");
    for (const char* policy : {"streaming:sinks=2,recent=50", "h2o:heavy=20,recent=20", "tova:capacity=40",
                               "h2o:heavy=20,recent=20,granularity=query-head", "snapkv:capacity=40,window=8",
                               "adakv:capacity=40,window=8", "pyramidkv:capacity=48,window=8,beta=4"}) {
        for (const auto& [dtype, cacheRank] :
             {std::pair{"f32", false}, std::pair{"bf16", true}, std::pair{"f16", false}}) {
            QTest::addRow("%s, %s, %s", policy, dtype, cacheRank ? "cache-rank" : "original")
                << policy << dtype << cacheRank;
        }
    }
}

void CodecTest::everyGranularityAndDtypeRuns() {
    QFETCH(QString, policy);
    QFETCH(QString, kvDtype);
    QFETCH(bool, cacheRank);
    RunSpec s = spec(policy.toStdString(), 180, 100);
    s.kvDtype = kvDtype.toStdString();
    s.positions = cacheRank ? Positions::CacheRank : Positions::Original;
    const auto plain = finish(s);
    s.policies = {policy.toStdString() + "@kivi:bits=4,group=8,residual=16"};
    const auto coded = finish(s);
    const double found = meanNll(coded->trace(0), 100);
    const double expected = meanNll(plain->trace(0), 100);
    // 4 bits change what later evictions choose, so this is only near.
    QVERIFY2(std::abs(found - expected) < 0.35, qPrintable(QString("%1 for %2").arg(found).arg(expected)));
    QVERIFY(coded->trace(0).step(179).bytesLive < plain->trace(0).step(179).bytesLive);
}

QTEST_GUILESS_MAIN(CodecTest)
#include "codec_test.moc"
