// SPDX-License-Identifier: Apache-2.0
/// Properties of POLICIES.md section 19 over random draws, for every shipped policy and some compositions.
#include <QtTest>
#include <random>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

std::int64_t whole(std::mt19937_64& random, std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(last - first + 1));
}

struct Drawn {
    Choice choice;
    std::int64_t budget = 0;  ///< most that is held after a pass with a cut
    std::int64_t sinks = 0, recent = 0;
    bool growsAfterPrompt = false;
};

Drawn draw(const QByteArray& id, std::mt19937_64& random) {
    Drawn d;
    if (id == "streaming") {
        d.sinks = whole(random, 0, 3);
        d.recent = whole(random, 1, 6);
        d.budget = d.sinks + d.recent;
        d.choice.policy = {"streaming", {{"sinks", d.sinks}, {"recent", d.recent}}};
    } else if (id == "snapkv") {
        d.recent = whole(random, 1, 5);
        d.budget = whole(random, 1, 14);
        d.growsAfterPrompt = true;
        d.choice.policy = {"snapkv",
                           {{"capacity", d.budget},
                            {"window", d.recent},
                            {"kernel", 2 * whole(random, 0, 3) + 1},
                            {"pool", std::string(random() % 2 == 0 ? "avg" : "max")},
                            {"granularity", std::string(random() % 2 == 0 ? "kv-head" : "query-head")},
                            {"group-order", std::string(random() % 2 == 0 ? "pool-then-reduce" : "reduce-then-pool")},
                            {"group-reduce", std::string(random() % 2 == 0 ? "mean" : "max")}}};
    } else if (id == "h2o") {
        const std::int64_t heavy = whole(random, 0, 6);
        d.recent = whole(random, 0, 5);
        d.budget = std::max<std::int64_t>(1, heavy + d.recent);
        d.choice.policy = {"h2o",
                           {{"heavy", heavy},
                            {"recent", d.recent},
                            {"granularity", std::string(random() % 2 == 0 ? "kv-head" : "query-head")},
                            {"normalise", std::string(random() % 2 == 0 ? "none" : "observers")}}};
    } else if (id == "tova") {
        const bool newest = random() % 2 == 0;
        d.budget = whole(random, 1, 10);
        d.recent = newest ? 1 : 0;
        d.choice.policy = {"tova", {{"capacity", d.budget}, {"protect-newest", newest}}};
    } else {
        d.sinks = whole(random, 0, 3);
        d.recent = whole(random, 0, 4);
        d.budget = whole(random, 1, 12);
        d.choice.scorer = {id.toStdString(), {}};
        d.choice.budget = {"uniform", {{"capacity", d.budget}}};
        d.choice.sinks = d.sinks;
        d.choice.recent = d.recent;
        d.growsAfterPrompt = id == "expected-attention";
        d.choice.cutInterval = d.growsAfterPrompt ? 0 : 1;
    }
    return d;
}

/// Attention from hashes, and tensors for policies that ask: a third of the draws has uniform attention and few
/// different keys, ties everywhere.
FakeModel drawnModel(std::uint64_t seed, bool ties, std::int64_t layers, std::int64_t queryHeads,
                     std::int64_t kvHeads) {
    FakeModel model = randomModel(seed, layers, queryHeads, kvHeads, ties ? 0.0 : 3.0);
    for (FakeModel::Vector* of : {&model.key, &model.value, &model.query}) {
        const FakeModel::Vector vector = hashed(++seed, model.headDim);
        *of = [vector, ties](std::int64_t layer, std::int64_t head, std::int64_t token) {
            return vector(layer, head, ties ? token % 3 : token);
        };
    }
    return model;
}

void protectedAreKept(const Tokens& kept, const Drawn& d, std::int64_t seen) {
    const auto count = static_cast<std::int64_t>(kept.size());
    const std::int64_t recent = std::min(d.recent, count);
    for (std::int64_t i = 0; i < recent; ++i) {
        QCOMPARE(kept[static_cast<std::size_t>(count - 1 - i)], seen - 1 - i);
    }
    for (std::int64_t i = 0; i < std::min(d.sinks, count - recent); ++i) {
        QCOMPARE(kept[static_cast<std::size_t>(i)], i);
    }
}

}  // namespace

class PropertiesTest : public QObject {
    Q_OBJECT
 private:
    static void policies() {
        QTest::addColumn<QByteArray>("id");
        for (const char* id : {"streaming", "snapkv", "h2o", "tova", "h2o-mass", "recency", "knorm", "keydiff",
                               "expected-attention", "random"}) {
            QTest::newRow(id) << QByteArray(id);
        }
    }

 private Q_SLOTS:
    void countsAndProtection_data() { policies(); }
    void countsAndProtection() {
        QFETCH(QByteArray, id);
        std::mt19937_64 random(11);
        for (int round = 0; round < 100; ++round) {
            const Drawn d = draw(id, random);
            const std::int64_t kvHeads = whole(random, 1, 2);
            const std::int64_t prompt = whole(random, 1, 18);
            const std::int64_t queryHeads = kvHeads * whole(random, 1, 3);
            FakeEngine engine(drawnModel(random(), round % 3 == 0, 2, queryHeads, kvHeads), d.choice, random(), 32);
            engine.prefill(prompt);
            for (std::int64_t step = 0; step < 4; ++step) {
                const std::int64_t seen = prompt + step;
                const std::int64_t expected =
                    std::min(seen, d.growsAfterPrompt ? std::min(d.budget, prompt) + step : d.budget);
                for (std::int64_t unit = 0; unit < engine.units(); ++unit) {
                    const Tokens kept = engine.kept(1, unit);
                    QCOMPARE(static_cast<std::int64_t>(kept.size()), expected);
                    if (step == 0 || !d.growsAfterPrompt) {
                        protectedAreKept(kept, d, seen);
                    }
                }
                engine.step();
            }
        }
    }
    void slotOrderDoesNotMatter_data() { policies(); }
    void slotOrderDoesNotMatter() {
        QFETCH(QByteArray, id);
        std::mt19937_64 random(12);
        for (int round = 0; round < 40; ++round) {
            const Drawn d = draw(id, random);
            const FakeModel model = drawnModel(random(), round % 3 == 0, 2, 4, 2);
            FakeEngine one(model, d.choice, 1, 24);
            FakeEngine other(model, d.choice, 2, 41);
            one.prefill(16);
            other.prefill(16);
            for (int step = 0; step < 3; ++step) {
                QCOMPARE(text(one.kept(1, engineUnit(one))), text(other.kept(1, engineUnit(other))));
                one.step();
                other.step();
            }
        }
    }
    void budgetAboveTheLengthIsTheIdentity_data() {
        QTest::addColumn<Choice>("choice");
        Choice choice;
        choice.policy = {"streaming", {}};
        QTest::newRow("streaming") << choice;
        choice.policy = {"snapkv", {}};
        QTest::newRow("snapkv") << choice;
        choice.policy = {"h2o", {}};
        QTest::newRow("h2o") << choice;
        choice.policy = {"tova", {}};
        QTest::newRow("tova") << choice;
        for (const char* scorer : {"snapkv", "h2o-mass", "tova", "recency", "knorm", "keydiff", "random"}) {
            Choice composed;
            composed.scorer = {scorer, {}};
            composed.budget = {"uniform", {}};
            composed.sinks = 2;
            composed.cutInterval = 1;
            QTest::newRow(qPrintable(QString(scorer) + " x uniform")) << composed;
        }
    }
    void budgetAboveTheLengthIsTheIdentity() {
        QFETCH(Choice, choice);
        FakeEngine engine(drawnModel(4, false, 2, 4, 2), choice, 5, 32);
        engine.prefill(20);
        for (int i = 0; i < 5; ++i) {
            engine.step();
        }
        QCOMPARE(engine.edits(), 0);
    }
    void orderOfQueryHeadsInsideAGroupDoesNotMatter_data() { policies(); }
    void orderOfQueryHeadsInsideAGroupDoesNotMatter() {
        QFETCH(QByteArray, id);
        std::mt19937_64 random(13);
        for (int round = 0; round < 30; ++round) {
            const Drawn d = draw(id, random);
            const FakeModel model = drawnModel(random(), false, 1, 4, 2);
            FakeModel swapped = model;
            swapped.query = [&](std::int64_t layer, std::int64_t head, std::int64_t token) {
                return model.query(layer, head ^ 1, token);
            };
            swapped.logit = [&](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key) {
                return model.logit(layer, head ^ 1, query, key);
            };
            FakeEngine one(model, d.choice, 1);
            FakeEngine other(swapped, d.choice, 1);
            one.prefill(15);
            other.prefill(15);
            one.step();
            other.step();
            const bool perQueryHead = one.units() == 4;
            QCOMPARE(text(one.kept(0, 0)), text(other.kept(0, perQueryHead ? 1 : 0)));
        }
    }

 private:
    static std::int64_t engineUnit(const FakeEngine& engine) { return engine.units() - 1; }
};

QTEST_GUILESS_MAIN(PropertiesTest)
#include "properties_test.moc"
