// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

struct Settings {
    std::int64_t capacity = 4, buffer = 1, window = 1, kernel = 1;
    double lambda = 0.5, threshold = 0.5;
    std::int64_t retain = 1;
};

Choice rkv(const Settings& s) {
    Choice choice;
    choice.policy = {"r-kv",
                     {{"capacity", s.capacity},
                      {"buffer", s.buffer},
                      {"window", s.window},
                      {"kernel", s.kernel},
                      {"lambda", s.lambda},
                      {"threshold", s.threshold},
                      {"retain", s.retain}}};
    return choice;
}

double cosine(const std::vector<double>& a, const std::vector<double>& b) {
    double product = 0, aa = 0, bb = 0;
    for (std::size_t c = 0; c < a.size(); ++c) {
        product += a[c] * b[c];
        aa += a[c] * a[c];
        bb += b[c] * b[c];
    }
    const double value = product / ((std::sqrt(aa) + 1e-8) * (std::sqrt(bb) + 1e-8));
    return std::nearbyint(value * 0x1p40) / 0x1p40;
}

/// The rule for one head of one layer, in double.
class Reference {
 public:
    Reference(const FakeModel& model, std::int64_t layer, std::int64_t head, const Settings& settings)
        : m_model(model), m_layer(layer), m_head(head), m_settings(settings) {}

    /// Adds tokens; `cut`: the prompt ends with them.
    void pass(std::int64_t tokens, bool cut) {
        for (std::int64_t i = 0; i < tokens; ++i) {
            held.push_back(m_next++);
        }
        for (std::int64_t query = std::max(m_next - tokens, m_next - m_settings.window); query < m_next; ++query) {
            Row row{query, {}};
            for (const std::int64_t key : held) {
                row.weights.push_back({key, key > query ? 0 : weight(query, key)});
            }
            m_rows.push_back(row);
        }
        while (static_cast<std::int64_t>(m_rows.size()) > m_settings.window) {
            m_rows.erase(m_rows.begin());
        }
        if (static_cast<std::int64_t>(held.size()) - m_settings.capacity >= (cut ? 1 : m_settings.buffer)) {
            scores = joint();
            held = keptByRule(held, scores, m_settings.capacity, 0, m_settings.window);
        }
    }

    Tokens held;
    std::vector<double> scores;  ///< of the last cut, of what was held before it

 private:
    struct Row {
        std::int64_t query;
        std::vector<std::pair<std::int64_t, double>> weights;
    };

    /// Attention of the query to the key, the largest of the heads of the group.
    [[nodiscard]] double weight(std::int64_t query, std::int64_t key) const {
        const std::int64_t group = m_model.queryHeads / m_model.kvHeads;
        double most = 0;
        for (std::int64_t head = m_head * group; head < (m_head + 1) * group; ++head) {
            double all = 0;
            for (const std::int64_t other : held) {
                all += other > query ? 0 : std::exp(m_model.logit(m_layer, head, query, other));
            }
            most = std::max(most, std::exp(m_model.logit(m_layer, head, query, key)) / all);
        }
        return most;
    }
    [[nodiscard]] std::vector<double> joint() const {
        const std::size_t n = held.size();
        std::vector<double> mean(n, 0), sums(n, 0);
        for (std::size_t j = 0; j < n; ++j) {
            for (const Row& row : m_rows) {
                for (const auto& [token, value] : row.weights) {
                    mean[j] += token == held[j] ? value / static_cast<double>(m_rows.size()) : 0;
                }
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            std::int64_t left = m_settings.retain;
            for (std::size_t j = n; j-- > 0;) {
                const double similar = i == j ? 0 : cosine(key(held[i]), key(held[j]));
                const bool spared = similar > m_settings.threshold && left > 0;
                left -= spared ? 1 : 0;
                sums[j] += spared ? 0 : similar / static_cast<double>(n);
            }
        }
        double all = 0;
        for (const double sum : sums) {
            all += std::exp(sum);
        }
        std::vector<double> result(n);
        for (std::size_t j = 0; j < n; ++j) {
            double important = 0;
            for (std::size_t k = 0; k < n && held[j] < m_next - m_settings.window; ++k) {
                const auto apart = static_cast<std::int64_t>(k > j ? k - j : j - k);
                const bool beside = apart <= m_settings.kernel / 2 && held[k] < m_next - m_settings.window;
                important = beside ? std::max(important, mean[k]) : important;
            }
            result[j] = m_settings.lambda * important - (1 - m_settings.lambda) * std::exp(sums[j]) / all;
        }
        return result;
    }
    [[nodiscard]] std::vector<double> key(std::int64_t token) const { return m_model.key(m_layer, m_head, token); }

    const FakeModel& m_model;
    std::int64_t m_layer, m_head;
    Settings m_settings;
    std::int64_t m_next = 0;
    std::vector<Row> m_rows;
};

FakeModel model(std::uint64_t seed, std::int64_t headDim) {
    FakeModel made = randomModel(seed, 2, 4, 2, 3.0);
    made.headDim = headDim;
    made.key = hashed(seed + 7, headDim);
    return made;
}

/// Uniform attention of one head, keys of two channels.
FakeModel keysOf(const Table& rows) {
    FakeModel made = randomModel(1, 1, 1, 1, 0.0);
    made.headDim = 2;
    made.key = fromTable(rows);
    return made;
}

}  // namespace

class RkvTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// Keys (1, 0), (1, 0), (0, 1), (1, 0) and that of the query, (0, −1). By redundancy alone: 0, 1 and 3 are similar.
    /// Each spares its newest similar token: row 0 spares 3, row 1 spares 3, row 3 spares 1. The column sums are
    /// 2 (rows 1 and 3), 1 (row 0), −1 (row 4), 0, −1 (row 2), over 5.
    void goldenRedundancy() {
        FakeEngine engine(keysOf({{1, 0}, {1, 0}, {0, 1}, {1, 0}, {0, -1}}), rkv({.capacity = 3, .lambda = 0}));
        engine.prefill(5);
        const std::vector<double> means{0.4, 0.2, -0.2, 0, -0.2};
        double all = 0;
        for (const double mean : means) {
            all += std::exp(mean);
        }
        std::vector<double> expected;
        for (const double mean : means) {
            expected.push_back(-std::exp(mean) / all);
        }
        QVERIFY(near(engine.scores(0, 0, range(0, 5)), expected));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("2 3 4"));
    }
    void equalKeysLeaveTheYoungest() {
        FakeEngine engine(keysOf(Table(12, {0.3, 0.7})), rkv({.capacity = 5, .lambda = 0, .retain = 0}));
        engine.prefill(12);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3 11"));
    }
    void importanceAloneIsTheWindowsAttention() {
        FakeModel made = keysOf(Table(6, {1, 0}));
        made.logit = [](std::int64_t, std::int64_t, std::int64_t, std::int64_t key) {
            return std::log(std::vector<double>{5, 1, 4, 2, 3, 1}.at(static_cast<std::size_t>(key)));
        };
        FakeEngine engine(made, rkv({.capacity = 3, .lambda = 1}));
        engine.prefill(6);
        QVERIFY(near(engine.scores(0, 0, range(0, 5)), {5 / 16.0, 1 / 16.0, 4 / 16.0, 2 / 16.0, 3 / 16.0}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 2 5"));
    }
    void promptsAndStepsFollowTheRule() {
        for (std::uint64_t draw = 0; draw < 40; ++draw) {
            Settings s;
            s.capacity = static_cast<std::int64_t>(5 + draw % 6);
            s.buffer = static_cast<std::int64_t>(1 + draw % 4);
            s.window = static_cast<std::int64_t>(1 + draw % 3);
            s.kernel = static_cast<std::int64_t>(1 + 2 * (draw % 3));
            s.lambda = 0.25 * static_cast<double>(draw % 5);
            s.threshold = draw % 2 == 0 ? 0.1 : 0.4;
            s.retain = static_cast<std::int64_t>(draw % 3);
            const FakeModel made = model(draw, 2 + static_cast<std::int64_t>(draw % 7));
            FakeEngine engine(made, rkv(s), draw);
            Reference rule(made, 1, 1, s);
            engine.prefill(17);
            rule.pass(17, true);
            for (int step = 0; step < 9; ++step) {
                QCOMPARE(text(engine.kept(1, 1)), text(rule.held));
                engine.step();
                rule.pass(1, false);
            }
        }
    }
    void scoresAreThoseOfTheRule() {
        Settings s{.capacity = 6, .buffer = 2, .window = 3, .kernel = 3, .lambda = 0.3, .threshold = 0.2, .retain = 2};
        const FakeModel made = model(3, 5);
        FakeEngine engine(made, rkv(s));
        Reference rule(made, 0, 1, s);
        engine.prefill(11);
        rule.pass(11, true);
        QVERIFY(near(engine.scores(0, 1, range(0, 11)), rule.scores));
        for (int step = 0; step < 2; ++step) {
            QCOMPARE(engine.kept(0, 1).size(), static_cast<std::size_t>(6 + step));
            engine.step();
            rule.pass(1, false);
        }
        QCOMPARE(text(engine.kept(0, 1)), text(rule.held));
        QCOMPARE(engine.kept(0, 1).size(), std::size_t(6));
    }
    void aForkGoesOnAlike() {
        const FakeModel made = model(9, 4);
        FakeEngine engine(made, rkv({.capacity = 5, .buffer = 2, .window = 3, .kernel = 3}));
        engine.prefill(13);
        FakeEngine fork = engine.fork();
        for (int step = 0; step < 6; ++step) {
            engine.step();
            fork.step();
            QCOMPARE(text(fork.kept(1, 0)), text(engine.kept(1, 0)));
        }
    }
    void chunksWaitForTheBuffer() {
        FakeEngine engine(model(2, 4), rkv({.capacity = 4, .buffer = 5, .window = 2}));
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(8, 3);  // 3, 6 and 8 tokens: only the last chunk is cut
        QCOMPARE(engine.edits(), 2);
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(4));
    }
    void windowAlone() {
        FakeEngine engine(model(2, 4), rkv({.capacity = 2, .window = 3}));
        engine.prefill(9);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("7 8"));
        QCOMPARE(QByteArray::fromStdString(engine.warnings().at(0)),
                 QByteArray("the capacity is not above the window: the window alone stays"));
    }
};

QTEST_GUILESS_MAIN(RkvTest)
#include "tests/plugins/r-kv/policy_test.moc"
