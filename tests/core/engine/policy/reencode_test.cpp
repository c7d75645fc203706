// SPDX-License-Identifier: Apache-2.0
/// A window that is encoded afresh gives what the oracle gives for that window alone, as a text of its own.
#include <QtTest>
#include <cmath>
#include <cstring>

#include "tests/support/driven_lane.h"
#include "tests/support/reference_model.h"
#include "tests/support/tiny_folder.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr double kBound = 3e-6;
constexpr std::int64_t kPrompt = 40;
constexpr std::size_t kTokens = 64;

std::string policyOf(std::int64_t window) {
    return "window-recompute:window=" + std::to_string(window);
}

/// Logits after the token before `end`, from the newest `window` tokens alone.
std::vector<double> alone(const ReferenceModel& reference, const std::vector<std::int32_t>& ids, std::size_t end,
                          std::size_t window, ReferenceOptions angles) {
    const std::size_t first = end - std::min(end, window);
    angles.lastRows = 1;
    return reference.logits(std::span(ids).subspan(first, end - first), angles).back();
}

}  // namespace

class ReencodeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void followsTheOracleOfTheWindow_data();
    void followsTheOracleOfTheWindow();
    void traceShowsTheWindow_data();
    void traceShowsTheWindow();
    void rowsAreThoseOfTheNewPass();
    void forkGoesOnAsTheOriginal();
    void staysSanePastTheTrainedContext();
    void refusesWhatItCannotUse_data();
    void refusesWhatItCannotUse();

 private:
    TinyFolder m_tiny{TinyModel{}};
    EngineParts m_engine{1};
};

void ReencodeTest::followsTheOracleOfTheWindow_data() {
    QTest::addColumn<int>("window");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<QString>("positions");
    QTest::addColumn<bool>("demo");
    for (const bool demo : {true, false}) {
        for (const char* positions : {"original", "cache-rank", "cache-rank, keys rotated"}) {
            for (const int window : demo ? std::vector{1, 2, 40, 41, 100} : std::vector{1, 17, 64}) {
                QTest::addRow("%s, window %d, %s", demo ? "embedded" : "tiny", window, positions)
                    << window << 0 << QString(positions) << demo;
            }
        }
        QTest::addRow("%s, token by token", demo ? "embedded" : "tiny") << 17 << 1 << QString("original") << demo;
    }
}

void ReencodeTest::followsTheOracleOfTheWindow() {
    QFETCH(int, window);
    QFETCH(int, chunk);
    QFETCH(QString, positions);
    QFETCH(bool, demo);
    const auto path = demo ? embeddedModel() : m_tiny.path();
    auto ids = embeddedIds("story", kTokens);
    for (std::int32_t& id : ids) {
        id = demo ? id : id % 1000;
    }
    const ReferenceModel reference(path);
    LaneOptions options;
    options.policy = policyOf(window);
    options.cacheRank = positions.startsWith("cache-rank");
    options.rotatedRanks = positions.endsWith("rotated");
    ReferenceOptions angles;
    angles.linearAngles = options.rotatedRanks;
    options.chunk = chunk;
    const auto lane = m_engine.lane(path, options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    // Token by token the prompt is scored in windows, too; in one pass it is scored as a whole.
    const std::size_t from = chunk == 1 ? 1 : kPrompt;
    std::vector<std::vector<double>> expected;
    for (std::size_t end = from; end <= kTokens; ++end) {
        expected.push_back(alone(reference, ids, end, static_cast<std::size_t>(window), angles));
    }
    double worst = relativeL2(lane->logits(), expected[kPrompt - from]);
    for (std::size_t t = kPrompt; t < kTokens; ++t) {
        lane->decode(ids[t]);
        worst = std::max(worst, relativeL2(lane->logits(), expected[t + 1 - from]));
    }
    qInfo("%.2e", worst);
    QVERIFY2(worst <= kBound, qPrintable(QString::number(worst)));
    for (std::size_t t = from; t < kTokens; ++t) {
        const double nll = lane->trace().step(static_cast<std::int64_t>(t)).nll;
        QVERIFY(std::abs(nll - negativeLogLikelihood(expected[t - from], ids[t])) < 1e-4);
    }
}

void ReencodeTest::traceShowsTheWindow_data() {
    QTest::addColumn<int>("window");
    QTest::addColumn<int>("chunk");
    for (const int window : {1, 8, 40, 50}) {
        for (const int chunk : {0, 1, 12}) {
            QTest::addRow("window %d, chunk %d", window, chunk) << window << chunk;
        }
    }
}

void ReencodeTest::traceShowsTheWindow() {
    QFETCH(int, window);
    QFETCH(int, chunk);
    const auto ids = embeddedIds("story", kTokens);
    LaneOptions options;
    options.policy = policyOf(window);
    options.chunk = chunk;
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    for (std::size_t t = kPrompt; t < kTokens; ++t) {
        lane->decode(ids[t]);
    }
    const Trace& trace = lane->trace();
    const TraceShape& shape = trace.shape();
    QCOMPARE(trace.steps(), static_cast<std::int64_t>(kTokens));
    for (std::int64_t t = kPrompt - 1; t < trace.steps(); ++t) {
        const std::int64_t held = std::min<std::int64_t>(t + 1, window);
        const StepRecord& step = trace.step(t);
        QCOMPARE(step.heldTotal, held * shape.layers * shape.kvHeads);
        QCOMPARE(step.bytesLive, step.heldTotal * lane->bytes().perTokenRow);
        if (t < kPrompt) {
            continue;
        }
        QCOMPARE(std::int64_t{step.position}, held - 1);
        QCOMPARE(step.evictedNow, (t + 1 > window ? 1 : 0) * shape.layers * shape.kvHeads);
        QVERIFY(step.bytesAllocated <= (window + 1 + 16) * shape.layers * shape.kvHeads * lane->bytes().perTokenRow ||
                t < window);
    }
    // Each token but the newest of the window left once, when the window passed it.
    const auto dropped = lane->dropped();
    const auto last = static_cast<std::int64_t>(kTokens) - 1;
    for (const auto& layer : dropped) {
        for (std::int64_t token = 0; token <= last; ++token) {
            const std::int32_t step = layer[0][static_cast<std::size_t>(token)];
            QCOMPARE(step >= 0, token <= last - window);
            if (step >= kPrompt) {
                QCOMPARE(std::int64_t{step}, token + window);
            }
        }
    }
}

/// The trace measures a step as it measures the same window as a text of its own.
void ReencodeTest::rowsAreThoseOfTheNewPass() {
    constexpr std::size_t kWindow = 24;
    const auto ids = embeddedIds("story", kTokens);
    LaneOptions options;
    options.policy = policyOf(kWindow);
    options.capture = Capture::Maps;
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    for (std::size_t t = kPrompt; t < kTokens; ++t) {
        lane->decode(ids[t]);
    }
    LaneOptions whole;
    const auto text = m_engine.lane(embeddedModel(), whole, kWindow);
    text->prefill(std::span(ids).last(kWindow));
    const auto close = [](float a, float b) { return std::abs(a - b) <= 1e-5F * std::max(1.0F, std::abs(b)); };
    const std::int32_t layers = lane->trace().shape().layers;
    for (std::int32_t layer = 0; layer < layers; ++layer) {
        const LayerRecord& found = lane->trace().layer(kTokens - 1, layer, -1);
        const LayerRecord& expected = text->trace().layer(kWindow - 1, layer, -1);
        QVERIFY(close(found.gini, expected.gini));
        QVERIFY(close(found.entropy, expected.entropy));
        QCOMPARE(found.held, static_cast<float>(kWindow));
        QCOMPARE(found.budget, static_cast<float>(kWindow));
    }
}

void ReencodeTest::forkGoesOnAsTheOriginal() {
    const auto ids = embeddedIds("story", kTokens);
    LaneOptions options;
    options.policy = policyOf(24);
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    for (std::size_t t = kPrompt; t < 50; ++t) {
        lane->decode(ids[t]);
    }
    const auto fork = lane->fork();
    for (std::size_t t = 50; t < kTokens; ++t) {
        lane->decode(ids[t]);
        fork->decode(ids[t]);
        QVERIFY(std::memcmp(lane->logits().data(), fork->logits().data(), lane->logits().size_bytes()) == 0);
    }
}

void ReencodeTest::staysSanePastTheTrainedContext() {
    constexpr std::int64_t kLong = 2400, kContext = 2048, kSteps = 40;
    const auto ids = embeddedIds("long-stream", kLong + kSteps);
    LaneOptions options;
    options.policy = policyOf(256);
    options.capture = Capture::None;
    const auto lane = m_engine.lane(embeddedModel(), options, kLong);
    lane->prefill(std::span(ids).first(kLong));
    double sum = 0;
    for (std::int64_t t = kLong; t < kLong + kSteps; ++t) {
        lane->decode(ids[static_cast<std::size_t>(t)]);
        sum += lane->trace().step(t).nll;
    }
    // The same tokens in windows that no position distinguishes from the beginning of a text.
    double whole = 0;
    const std::int64_t first = kLong - 256;
    LaneOptions full;
    const auto text = m_engine.lane(embeddedModel(), full, 256);
    text->prefill(std::span(ids).subspan(first, 256));
    for (std::int64_t t = kLong; t < kLong + kSteps; ++t) {
        text->decode(ids[static_cast<std::size_t>(t)]);
        whole += text->trace().step(256 + t - kLong).nll;
    }
    qInfo("mean NLL %.4f past %lld tokens; %.4f in the full cache of a text of %lld", sum / kSteps,
          static_cast<long long>(kContext), whole / kSteps, static_cast<long long>(256 + kSteps));
    QVERIFY(std::isfinite(sum));
    QVERIFY(std::abs(sum - whole) / kSteps < 0.3);
}

void ReencodeTest::refusesWhatItCannotUse_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a codec") << "window-recompute:window=8@kivi"
                             << "nothing that was stored is read again";
    QTest::newRow("no window") << "window-recompute:window=0"
                               << "window";
}

void ReencodeTest::refusesWhatItCannotUse() {
    QFETCH(QString, policy);
    QFETCH(QString, sentence);
    LaneOptions options;
    options.policy = policy.toStdString();
    try {
        const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
        QFAIL("accepted");
    } catch (const std::runtime_error& error) {
        QVERIFY2(QString(error.what()).contains(sentence), error.what());
    }
}

QTEST_GUILESS_MAIN(ReencodeTest)
#include "reencode_test.moc"
