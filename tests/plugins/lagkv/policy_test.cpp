// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

Choice lagkv(std::int64_t sinks, std::int64_t lag, double ratio) {
    Choice choice;
    choice.policy = {"lagkv", {{"sinks", sinks}, {"lag", lag}, {"ratio", ratio}}};
    return choice;
}

/// Softmax over a partition of the standard deviations over channels, normalised by the next partition, in double.
std::vector<double> relative(const FakeModel::Vector& of, std::int64_t layer, std::int64_t head, const Tokens& own,
                             const Tokens& next) {
    const auto row = [&](std::int64_t token) { return of(layer, head, token); };
    std::vector<double> least = row(next.front()), most = least;
    for (const std::int64_t token : next) {
        const std::vector<double> values = row(token);
        for (std::size_t c = 0; c < values.size(); ++c) {
            least[c] = std::min(least[c], values[c]);
            most[c] = std::max(most[c], values[c]);
        }
    }
    std::vector<double> weights;
    double all = 0;
    for (const std::int64_t token : own) {
        std::vector<double> values = row(token);
        double mean = 0, squares = 0;
        for (std::size_t c = 0; c < values.size(); ++c) {
            values[c] = most[c] > least[c] ? (values[c] - least[c]) / (most[c] - least[c]) : 0;
            mean += values[c] / static_cast<double>(values.size());
        }
        for (const double value : values) {
            squares += (value - mean) * (value - mean);
        }
        const auto free = static_cast<double>(std::max<std::size_t>(values.size(), 2) - 1);
        weights.push_back(std::exp(std::sqrt(squares / free)));
        all += weights.back();
    }
    for (double& weight : weights) {
        weight /= all;
    }
    return weights;
}

/// The rule, token by token, for one head.
class Reference {
 public:
    Reference(const FakeModel& model, std::int64_t layer, std::int64_t head, std::int64_t sinks, std::int64_t lag,
              double ratio)
        : m_model(model),
          m_layer(layer),
          m_head(head),
          m_sinks(sinks),
          m_lag(lag),
          m_kept(static_cast<std::int64_t>(ratio * static_cast<double>(lag))) {}

    void pass(std::int64_t tokens) {
        for (std::int64_t i = 0; i < tokens; ++i, ++m_next) {
            (m_next < m_sinks ? m_settled : m_fresh).push_back(m_next);
        }
        while (static_cast<std::int64_t>(m_fresh.size()) >= 2 * m_lag) {
            const Tokens own(m_fresh.begin(), m_fresh.begin() + m_lag);
            const Tokens next(m_fresh.begin() + m_lag, m_fresh.begin() + 2 * m_lag);
            m_scores = relative(m_model.key, m_layer, m_head, own, next);
            const std::vector<double> ofValues = relative(m_model.value, m_layer, m_head, own, next);
            std::transform(m_scores.begin(), m_scores.end(), ofValues.begin(), m_scores.begin(), std::plus<>());
            const Tokens stay = keptByRule(own, m_scores, m_kept, 0, 0);
            m_settled.insert(m_settled.end(), stay.begin(), stay.end());
            m_fresh.erase(m_fresh.begin(), m_fresh.begin() + m_lag);
        }
    }
    [[nodiscard]] Tokens held() const { return joined(m_settled, m_fresh); }
    /// Scores of the last partition that was cut.
    [[nodiscard]] const std::vector<double>& scores() const { return m_scores; }

 private:
    const FakeModel& m_model;
    std::int64_t m_layer, m_head, m_sinks, m_lag, m_kept;
    std::int64_t m_next = 0;
    Tokens m_settled, m_fresh;
    std::vector<double> m_scores;
};

/// One head of two channels; values as keys, so that the score is twice that of the keys.
FakeModel table() {
    FakeModel model{1, 1, 1, {}};
    model.headDim = 2;
    // Tokens 4, 5 and 6 have the ranges 0 … 2 and 0 … 4.
    model.key = fromTable({{9, 9}, {0, 0}, {2, 0}, {0, 4}, {0, 4}, {2, 0}, {1, 1}, {3, 0}});
    model.value = model.key;
    return model;
}

}  // namespace

class LagkvTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// Partitions behind sink 0: {1, 2}, {3, 4}, {5, 6}; 7 fills none. Range of {3, 4}: 0 in both channels, so {1, 2}
    /// have standard deviation 0 and tie; range of {5, 6}: 1 … 2 and 0 … 1, so 3 and 4 are alike, too.
    void tiesStayOlder() {
        FakeEngine engine(table(), lagkv(1, 2, 0.5));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 3 5 6 7"));
        QVERIFY(near(engine.scores(0, 0, {1, 2, 3, 4}), {1, 1, 1, 1}));
    }
    /// With sink 0 the partitions are {1, 2, 3} and {4, 5, 6}. By the ranges of the second the keys of the first are (0, 0),
    /// (1, 0) and (0, 1), whose deviations are 0, √½ and √½.
    void goldenScores() {
        FakeEngine engine(table(), lagkv(1, 3, 0.34));
        engine.prefill(7);
        const double high = std::exp(std::sqrt(0.5)), all = 1 + 2 * high;
        QVERIFY(near(engine.scores(0, 0, {1, 2, 3}), {2 / all, 2 * high / all, 2 * high / all}));
        QVERIFY(near(engine.scores(0, 0, {0, 4, 5, 6}), {2, 2, 2, 2}));  // they have not competed
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 2 4 5 6"));
    }
    void promptsAndStepsFollowTheRule() {
        for (std::uint64_t draw = 0; draw < 40; ++draw) {
            const auto sinks = static_cast<std::int64_t>(draw % 4), lag = static_cast<std::int64_t>(1 + draw % 5);
            const double ratio = 0.25 * static_cast<double>(draw % 5);
            const std::int64_t chunk = draw % 2 == 0 ? 0 : 1 + static_cast<std::int64_t>(draw % 7);
            const FakeModel model = hashedModel(draw, 2, 4, 2, 2 + static_cast<std::int64_t>(draw % 9));
            FakeEngine engine(model, lagkv(sinks, lag, ratio), draw);
            engine.prefill(23, chunk);
            Reference rule(model, 1, 1, sinks, lag, ratio);
            rule.pass(23);
            for (int step = 0; step < 14; ++step) {
                QCOMPARE(text(engine.kept(1, 1)), text(rule.held()));
                engine.step();
                rule.pass(1);
            }
        }
    }
    void scoresAreThoseOfTheRule() {
        const FakeModel model = hashedModel(5, 2, 4, 2, 8);
        FakeEngine engine(model, lagkv(2, 6, 0.5));
        engine.prefill(14);
        Reference rule(model, 1, 1, 2, 6, 0.5);
        rule.pass(14);
        QVERIFY(near(engine.scores(1, 1, range(2, 8)), rule.scores()));
    }
    void aForkGoesOnAlike() {
        FakeEngine engine(hashedModel(9, 2, 4, 2, 4), lagkv(1, 4, 0.5));
        engine.prefill(13);
        FakeEngine fork = engine.fork();
        for (int step = 0; step < 9; ++step) {
            engine.step();
            fork.step();
            QCOMPARE(text(fork.kept(1, 0)), text(engine.kept(1, 0)));
        }
        QVERIFY(engine.edits() > 2);
    }
    void shortTextsAreKept() {
        FakeEngine engine(hashedModel(1, 1, 1, 1, 4), lagkv(2, 8, 0.5));
        engine.prefill(17);  // sinks and 15 tokens: one whole partition
        QCOMPARE(text(engine.kept(0, 0)), text(range(0, 17)));
        QCOMPARE(engine.edits(), 0);
        QCOMPARE(QByteArray::fromStdString(engine.warnings().at(0)),
                 QByteArray("the prompt has no two partitions behind the sinks: nothing is evicted from it"));
        engine.step();
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(14));
    }
    void aWholePartitionIsTold() {
        FakeEngine engine(hashedModel(1, 1, 1, 1, 4), lagkv(0, 4, 1));
        engine.prefill(17);
        QCOMPARE(engine.edits(), 0);
        QCOMPARE(QByteArray::fromStdString(engine.warnings().at(0)),
                 QByteArray("ratio keeps whole partitions: nothing is evicted"));
    }
    void takesAFoundCacheOver() {
        FakeEngine engine(hashedModel(3, 1, 1, 1, 4), lagkv(1, 3, 0.34));
        engine.find({0, 2, 5, 6, 7, 9, 11});
        engine.prefill(13, 1);  // token 12: the fresh ones are 2 5 6 | 7 9 11 | 12
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(6));
        for (const std::int64_t token : {0, 7, 9, 11, 12}) {
            const Tokens kept = engine.kept(0, 0);
            QVERIFY(std::find(kept.begin(), kept.end(), token) != kept.end());
        }
    }
};

QTEST_GUILESS_MAIN(LagkvTest)
#include "tests/plugins/lagkv/policy_test.moc"
