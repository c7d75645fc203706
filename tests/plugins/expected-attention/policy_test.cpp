// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <stdexcept>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

using Given = std::map<std::string, kvw::sdk::Value>;

Choice expectedAttention(Given given) {
    Choice choice;
    choice.policy = {"expected-attention", std::move(given)};
    return choice;
}

Given small(std::int64_t capacity, std::int64_t sinks = 1, std::int64_t future = 2) {
    return {{"capacity", capacity}, {"sinks", sinks}, {"future", future}};
}

/// The golden of section 11.
FakeModel golden(std::vector<double> frequencies) {
    FakeModel model = fixtureK5();
    model.query = fromTable({{9, 9}, {1, 0}, {3, 0}, {2, 1}, {2, -1}});
    model.value = fromTable({{1, 0}, {1, 0}, {0, 2}, {1, 0}, {0, 1}});
    model.inverseFrequency = std::move(frequencies);
    return model;
}

struct Setting {
    std::int64_t prompt = 0, sinks = 0, future = 1;
    bool covariance = true, valueNorm = true;
    double epsilon = 0;
};

using Vector = std::vector<double>;

/// Mean over the future positions of the rotation of `v`, one rotation after the other.
Vector turned(const FakeModel& model, const Setting& s, const Vector& v) {
    Vector sum(v.size(), 0.0);
    const std::size_t planes = model.inverseFrequency.size();
    for (std::int64_t p = s.prompt; p < s.prompt + s.future; ++p) {
        Vector rotated = v;
        for (std::size_t m = 0; m < planes; ++m) {
            const std::size_t a = model.halfSplit ? m : 2 * m;
            const std::size_t b = model.halfSplit ? m + planes : 2 * m + 1;
            const double angle = static_cast<double>(p) * model.inverseFrequency[m];
            rotated[a] = v[a] * std::cos(angle) - v[b] * std::sin(angle);
            rotated[b] = v[b] * std::cos(angle) + v[a] * std::sin(angle);
        }
        for (std::size_t c = 0; c < v.size(); ++c) {
            sum[c] += rotated[c] / static_cast<double>(s.future);
        }
    }
    return sum;
}

/// z of one query head and key: the second-order term is the mean square of k.(R q - R mu) over the prompt's queries.
double exponent(const FakeModel& model, const Setting& s, std::int64_t layer, std::int64_t head, std::int64_t token) {
    const auto width = static_cast<double>(model.headDim);
    const Vector key = model.key(layer, head * model.kvHeads / model.queryHeads, token);
    Vector projections;
    for (std::int64_t t = s.sinks; t < s.prompt; ++t) {
        const Vector query = turned(model, s, model.query(layer, head, t));
        double dot = 0;
        for (std::size_t c = 0; c < key.size(); ++c) {
            dot += key[c] * query[c];
        }
        projections.push_back(dot);
    }
    double mean = 0;
    for (const double p : projections) {
        mean += p / static_cast<double>(projections.size());
    }
    double variance = 0;
    for (const double p : projections) {
        variance += (p - mean) * (p - mean) / static_cast<double>(projections.size());
    }
    return mean / std::sqrt(width) + (s.covariance ? variance / (2 * width) : 0);
}

/// Scores of the tokens from `sinks` on of one KV head, written out.
Vector scoresOf(const FakeModel& model, const Setting& s, std::int64_t layer, std::int64_t kvHead) {
    const std::int64_t group = model.queryHeads / model.kvHeads;
    Vector scores(static_cast<std::size_t>(s.prompt - s.sinks), 0.0);
    for (std::int64_t h = kvHead * group; h < (kvHead + 1) * group; ++h) {
        Vector weights;
        double total = 0;
        for (std::int64_t t = s.sinks; t < s.prompt; ++t) {
            weights.push_back(std::exp(exponent(model, s, layer, h, t)));
            total += weights.back();
        }
        for (std::size_t i = 0; i < weights.size(); ++i) {
            scores[i] += weights[i] / total / static_cast<double>(group);
        }
    }
    for (std::size_t i = 0; s.valueNorm && i < scores.size(); ++i) {
        double squares = 0;
        for (const double channel : model.value(layer, kvHead, s.sinks + static_cast<std::int64_t>(i))) {
            squares += channel * channel;
        }
        scores[i] = (scores[i] + s.epsilon) * std::sqrt(squares);
    }
    return scores;
}

}  // namespace

class ExpectedAttentionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenScores_data() {
        QTest::addColumn<bool>("rotary");
        QTest::addColumn<double>("theta");
        QTest::addColumn<QByteArray>("values");
        QTest::newRow("theta 0") << true << 0.0 << QByteArray(".0886523784 .0627185012 .0052398650 .8747485060");
        QTest::newRow("no rotary positions")
            << false << 0.0 << QByteArray(".0886523784 .0627185012 .0052398650 .8747485060");
        QTest::newRow("positions 5 and 6")
            << true << 1.0 << QByteArray(".4787392329 .0920480420 .0824433424 .3927934037");
    }
    void goldenScores() {
        QFETCH(bool, rotary);
        QFETCH(double, theta);
        QFETCH(QByteArray, values);
        FakeEngine engine(golden(rotary ? Vector{theta} : Vector{}), expectedAttention(small(3)));
        engine.prefill(5);
        Vector expected;
        for (const QByteArray& value : values.split(' ')) {
            expected.push_back(value.toDouble());
        }
        QVERIFY(near(engine.scores(0, 0, {1, 2, 3, 4}), expected));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 4"));
    }
    void epsilonCountsBeforeTheValueNorm() {
        Given given = small(3);
        given["epsilon"] = .5;
        FakeEngine engine(golden({0}), expectedAttention(given));
        engine.prefill(5);
        QVERIFY(near(engine.scores(0, 0, {1, 2, 3, 4}), {.5886523784, 1.0627185012, .5052398650, 1.3747485060}));
        QVERIFY(engine.warnings().empty());
    }
    void withoutValueNormEpsilonIsInert() {
        Given given = small(3);
        given["epsilon"] = .5;
        given["value-norm"] = false;
        FakeEngine engine(golden({0}), expectedAttention(given));
        engine.prefill(5);
        QVERIFY(near(engine.scores(0, 0, {1, 2, 3, 4}), {.0886523784, .0313592506, .0052398650, .8747485060}));
    }
    void writtenOut_data() {
        QTest::addColumn<int>("planes");
        QTest::addColumn<bool>("halfSplit");
        QTest::addColumn<bool>("covariance");
        QTest::addColumn<bool>("valueNorm");
        QTest::newRow("half") << 3 << true << true << true;
        QTest::newRow("interleaved") << 3 << false << true << true;
        QTest::newRow("partial, half") << 2 << true << true << true;
        QTest::newRow("partial, interleaved") << 1 << false << true << true;
        QTest::newRow("none") << 0 << true << true << true;
        QTest::newRow("mean only") << 3 << true << false << true;
        QTest::newRow("no values") << 3 << true << true << false;
    }
    void writtenOut() {
        QFETCH(int, planes);
        QFETCH(bool, halfSplit);
        QFETCH(bool, covariance);
        QFETCH(bool, valueNorm);
        for (std::uint64_t draw = 0; draw < 12; ++draw) {
            FakeModel model = hashedModel(draw, 2, 4, 2, 6);
            for (int m = 0; m < planes; ++m) {
                model.inverseFrequency.push_back(std::pow(10.0, -m));
            }
            model.halfSplit = halfSplit;
            const auto sinks = static_cast<std::int64_t>(draw % 4);
            const Setting setting{13, sinks, 1 + static_cast<std::int64_t>(draw % 5) * 9, covariance, valueNorm, .01};
            FakeEngine engine(model,
                              expectedAttention({{"capacity", std::int64_t{7}},
                                                 {"sinks", sinks},
                                                 {"future", setting.future},
                                                 {"covariance", covariance},
                                                 {"value-norm", valueNorm},
                                                 {"epsilon", setting.epsilon}}),
                              draw);
            engine.prefill(13);
            for (std::int64_t head = 0; head < 2; ++head) {
                const Vector scores = scoresOf(model, setting, 1, head);
                QVERIFY(near(engine.scores(1, head, range(sinks, 13)), scores));
                Vector all(static_cast<std::size_t>(sinks), 0.0);
                all.insert(all.end(), scores.begin(), scores.end());
                QCOMPARE(text(engine.kept(1, head)), text(keptByRule(range(0, 13), all, 7, sinks, 0)));
            }
        }
    }
    void futureCostsNothing() {
        // The mean rotation of a far future shrinks to nothing: what is left are the channels that do not turn.
        FakeModel model = hashedModel(1, 1, 1, 1, 6);
        model.inverseFrequency = {1.0, 0.3};
        FakeEngine far(model, expectedAttention(small(5, 1, std::int64_t{1} << 50)));
        far.prefill(12);
        FakeModel still = model;
        still.inverseFrequency.clear();
        const auto query = model.query;
        still.query = [query](std::int64_t layer, std::int64_t head, std::int64_t token) {
            auto vector = query(layer, head, token);
            std::fill_n(vector.begin(), 4, 0.0);
            return vector;
        };
        FakeEngine none(still, expectedAttention(small(5, 1)));
        none.prefill(12);
        QVERIFY(near(far.scores(0, 0, range(1, 12)), none.scores(0, 0, range(1, 12))));
    }
    void budgetWithinTheSinksKeepsTheOldest() {
        FakeEngine engine(golden({1}), expectedAttention(small(2, 3)));
        engine.prefill(5);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1"));
        QCOMPARE(engine.warnings().size(), std::size_t(1));
    }
    void promptOfSinksIsNotScored_data() {
        QTest::addColumn<int>("prompt");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("one token") << 1 << QByteArray("0");
        QTest::newRow("fewer than the sinks") << 3 << QByteArray("0");
        QTest::newRow("exactly the sinks") << 4 << QByteArray("0 1");
        QTest::newRow("one more") << 5 << QByteArray("0 1");
    }
    void promptOfSinksIsNotScored() {
        QFETCH(int, prompt);
        FakeEngine engine(golden({1}), expectedAttention({}));
        engine.prefill(prompt);
        QTEST(text(engine.kept(0, 0)), "kept");
    }
    void equalTokensTie() {
        FakeModel model = hashedModel(5, 1, 2, 1, 7);
        for (FakeModel::Vector* of : {&model.key, &model.value}) {
            const auto vector = *of;
            *of = [vector](std::int64_t layer, std::int64_t head, std::int64_t token) {
                return vector(layer, head, token % 3);
            };
        }
        FakeEngine engine(model, expectedAttention({{"capacity", std::int64_t{26}}, {"sinks", std::int64_t{0}}}), 1,
                          90);
        engine.prefill(67);
        const Setting setting{67, 0, 512, true, true, 0};
        Vector scores = scoresOf(model, setting, 0, 0);
        for (std::size_t i = 3; i < scores.size(); ++i) {
            scores[i] = scores[i % 3];
        }
        QCOMPARE(text(engine.kept(0, 0)), text(keptByRule(range(0, 67), scores, 26, 0, 0)));
    }
    void compositionLeavesItsSinksOut() {
        FakeModel model = hashedModel(3, 1, 4, 2, 6);
        model.inverseFrequency = {1.0, 0.1, 0.01};
        Choice composed;
        composed.scorer = {"expected-attention", {{"future", std::int64_t{9}}}};
        composed.budget = {"uniform", {{"capacity", std::int64_t{8}}}};
        composed.sinks = 3;
        composed.recent = 2;
        FakeEngine engine(model, composed);
        engine.prefill(14);
        const Setting setting{14, 3, 9, true, true, 0};
        Vector all(3, 0.0);
        for (const double score : scoresOf(model, setting, 0, 1)) {
            all.push_back(score);
        }
        QVERIFY(near(engine.scores(0, 1, range(3, 14)), Vector(all.begin() + 3, all.end())));
        QCOMPARE(text(engine.kept(0, 1)), text(keptByRule(range(0, 14), all, 8, 3, 2)));
    }
    void onlyOnce() {
        Choice composed;
        composed.scorer = {"expected-attention", {}};
        composed.budget = {"uniform", {}};
        composed.cutInterval = 1;
        QVERIFY_EXCEPTION_THROWN(FakeEngine(golden({1}), composed), std::invalid_argument);
        FakeEngine engine(golden({1}), expectedAttention(small(3)));
        QVERIFY(!engine.acceptsStreaming());
    }
};

QTEST_GUILESS_MAIN(ExpectedAttentionTest)
#include "tests/plugins/expected-attention/policy_test.moc"
