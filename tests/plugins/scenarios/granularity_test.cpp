// SPDX-License-Identifier: Apache-2.0
/// Compositions with one keep-set per layer, KV head or query head, whatever their scorer.
#include <QtTest>
#include <numeric>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 24, kSteps = 7;
constexpr const char* kScorers[] = {"snapkv",  "cake-indicator", "h2o-mass",           "tova",   "knorm",
                                    "keydiff", "random",         "expected-attention", "recency"};

Choice composition(const std::string& scorer, const std::string& granularity, const std::string& budget = "uniform") {
    Choice choice;
    choice.scorer = {scorer, {{"granularity", granularity}}};
    for (const char* windowed : {"snapkv", "cake-indicator"}) {
        if (scorer == windowed) {
            choice.scorer.parameters.insert({{"window", std::int64_t{4}}, {"kernel", std::int64_t{3}}});
        }
    }
    choice.budget = {budget, {{"capacity", std::int64_t{9}}}};
    choice.sinks = 1;
    choice.recent = 2;
    choice.cutInterval = scorer == "expected-attention" ? 0 : 1;
    return choice;
}

FakeModel vectors(std::int64_t queryHeads, std::int64_t kvHeads, std::uint64_t seed = 5) {
    FakeModel model = randomModel(seed, 2, queryHeads, kvHeads);
    model.key = hashed(seed, 4);
    model.value = hashed(seed + 1, 4);
    model.query = hashed(seed + 2, 4);
    return model;
}

/// Every head is head 0.
FakeModel alike(std::int64_t queryHeads, std::int64_t kvHeads) {
    FakeModel model = vectors(queryHeads, kvHeads);
    for (FakeModel::Vector* of : {&model.key, &model.value, &model.query}) {
        *of = [inner = *of](std::int64_t layer, std::int64_t, std::int64_t token) { return inner(layer, 0, token); };
    }
    model.logit = [inner = model.logit](std::int64_t layer, std::int64_t, std::int64_t query, std::int64_t key) {
        return inner(layer, 0, query, key);
    };
    return model;
}

FakeEngine run(const FakeModel& model, const Choice& choice) {
    FakeEngine engine(model, choice);
    engine.prefill(kPrompt);
    for (std::int64_t step = 0; step < kSteps; ++step) {
        engine.step();
    }
    return engine;
}

FakeEngine afterPrompt(const FakeModel& model, Choice choice) {
    choice.cutInterval = 0;
    FakeEngine engine(model, choice);
    engine.prefill(kPrompt);
    return engine;
}

void scorers() {
    QTest::addColumn<QByteArray>("scorer");
    for (const char* scorer : kScorers) {
        QTest::newRow(scorer) << QByteArray(scorer);
    }
}

Tokens allTokens() {
    Tokens tokens(kPrompt);
    std::iota(tokens.begin(), tokens.end(), 0);
    return tokens;
}

}  // namespace

class GranularityTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void setsAreAsManyAsAsked_data() { scorers(); }
    void setsAreAsManyAsAsked() {
        QFETCH(QByteArray, scorer);
        const std::string id = scorer.toStdString();
        QCOMPARE(run(vectors(6, 2), composition(id, "layer")).units(), std::int64_t{1});
        QCOMPARE(run(vectors(6, 2), composition(id, "kv-head")).units(), std::int64_t{2});
        QCOMPARE(run(vectors(6, 2), composition(id, "query-head")).units(), std::int64_t{6});
    }
    void headsWithoutAGroupAreTheSame_data() { scorers(); }
    void headsWithoutAGroupAreTheSame() {
        QFETCH(QByteArray, scorer);
        for (const char* budget : {"uniform", "adakv-headwise", "cake-preference"}) {
            const auto kv = run(vectors(3, 3), composition(scorer.toStdString(), "kv-head", budget));
            const auto query = run(vectors(3, 3), composition(scorer.toStdString(), "query-head", budget));
            for (std::int64_t unit = 0; unit < 3; ++unit) {
                QCOMPARE(text(query.kept(1, unit)), text(kv.kept(1, unit)));
            }
        }
    }
    void oneKvHeadIsTheLayer_data() { scorers(); }
    void oneKvHeadIsTheLayer() {
        QFETCH(QByteArray, scorer);
        const auto layer = run(vectors(4, 1), composition(scorer.toStdString(), "layer"));
        const auto kv = run(vectors(4, 1), composition(scorer.toStdString(), "kv-head"));
        QCOMPARE(text(layer.kept(0, 0)), text(kv.kept(0, 0)));
        QCOMPARE(text(layer.kept(1, 0)), text(kv.kept(1, 0)));
    }
    void headsThatAreAlikeAgree_data() { scorers(); }
    void headsThatAreAlikeAgree() {
        QFETCH(QByteArray, scorer);
        if (scorer == "random") {
            return;  // every set draws numbers of its own
        }
        const FakeModel model = alike(4, 2);
        const auto layer = run(model, composition(scorer.toStdString(), "layer"));
        for (const char* granularity : {"kv-head", "query-head"}) {
            const auto heads = run(model, composition(scorer.toStdString(), granularity));
            for (std::int64_t unit = 0; unit < heads.units(); ++unit) {
                QCOMPARE(text(heads.kept(1, unit)), text(layer.kept(1, 0)));
            }
        }
    }
    void aLayersScoreIsTheMeanOfItsHeads_data() {
        QTest::addColumn<QByteArray>("scorer");
        for (const char* scorer : {"cake-indicator", "h2o-mass", "tova", "knorm", "keydiff"}) {
            QTest::newRow(scorer) << QByteArray(scorer);
        }
    }
    void aLayersScoreIsTheMeanOfItsHeads() {
        QFETCH(QByteArray, scorer);
        const auto layer = afterPrompt(vectors(6, 2), composition(scorer.toStdString(), "layer"));
        const auto kv = afterPrompt(vectors(6, 2), composition(scorer.toStdString(), "kv-head"));
        // Pooling ends before the recent tokens, and free slots have no score.
        Tokens tokens = allTokens();
        tokens.resize(kPrompt - 2);
        const auto one = kv.scores(1, 0, tokens), two = kv.scores(1, 1, tokens);
        const auto mean = layer.scores(1, 0, tokens);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            QVERIFY(std::abs(mean[i] - (one[i] + two[i]) / 2) < 1e-6);
        }
    }
    void groupReduceCoversTheLayer() {
        Choice most = composition("snapkv", "layer");
        most.scorer.parameters.insert({"group-reduce", std::string("max")});
        Choice each = composition("snapkv", "query-head");
        const auto layer = afterPrompt(vectors(4, 2), most);
        const auto heads = afterPrompt(vectors(4, 2), each);
        Tokens tokens = allTokens();
        tokens.resize(kPrompt - 2);
        const auto scores = layer.scores(0, 0, tokens);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            double best = heads.scores(0, 0, tokens)[i];
            for (std::int64_t head = 1; head < 4; ++head) {
                best = std::max(best, heads.scores(0, head, tokens)[i]);
            }
            QVERIFY(std::abs(scores[i] - best) < 1e-6);
        }
    }
    void namedPoliciesPerQueryHeadAreCompositions() {
        const std::map<std::string, kvw::sdk::Value> window = {{"window", std::int64_t{4}},
                                                               {"kernel", std::int64_t{3}}};
        Choice named;
        named.policy = {"snapkv", window};
        named.policy.parameters.insert({{"capacity", std::int64_t{9}}, {"granularity", std::string("query-head")}});
        Choice composed = composition("snapkv", "query-head");
        composed.sinks = 0;
        composed.recent = 4;
        const auto one = afterPrompt(vectors(6, 2), named);
        const auto other = afterPrompt(vectors(6, 2), composed);
        Choice mass;
        mass.policy = {
            "h2o",
            {{"heavy", std::int64_t{7}}, {"recent", std::int64_t{2}}, {"granularity", std::string("query-head")}}};
        Choice parts = composition("h2o-mass", "query-head");
        parts.sinks = 0;
        const auto third = run(vectors(6, 2), mass);
        const auto fourth = run(vectors(6, 2), parts);
        for (std::int64_t unit = 0; unit < 6; ++unit) {
            QCOMPARE(text(other.kept(1, unit)), text(one.kept(1, unit)));
            QCOMPARE(text(fourth.kept(1, unit)), text(third.kept(1, unit)));
        }
    }
    void budgetsPerHeadNeedHeads() {
        QVERIFY_EXCEPTION_THROWN(run(vectors(4, 2), composition("snapkv", "layer", "adakv-headwise")),
                                 std::invalid_argument);
        QCOMPARE(run(vectors(4, 2), composition("tova", "kv-head", "adakv-headwise")).units(), std::int64_t{2});
    }
};

QTEST_GUILESS_MAIN(GranularityTest)
#include "granularity_test.moc"
