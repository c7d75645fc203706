// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/edit_check.h"

#include <ATen/ATen.h>

#include <QTest>
#include <cmath>
#include <limits>

using namespace kvw;

namespace {

/// Two layers of two heads with five slots; slot order is not token order, slot 4 of head 1 is free.
const std::vector<std::int64_t> kTokens{40, 0, 20, 10, 30, 40, 0, 20, 10, -1};
const std::vector<LayerTokens> kTable{{kTokens, 2, 5}, {kTokens, 2, 5}};

/// Edits `layer` only; -1 fills the shorter head.
sdk::Edit edit(std::int64_t layer, const std::vector<std::int64_t>& first, const std::vector<std::int64_t>& second) {
    const auto width = static_cast<std::int64_t>(std::max(first.size(), second.size()));
    sdk::Edit result;
    result.firstLayer = layer;
    result.evict = at::full({1, 2, width}, -1, at::kLong);
    for (std::size_t i = 0; i < first.size(); ++i) {
        result.evict[0][0][static_cast<std::int64_t>(i)] = first[i];
    }
    for (std::size_t i = 0; i < second.size(); ++i) {
        result.evict[0][1][static_cast<std::int64_t>(i)] = second[i];
    }
    return result;
}

Result<std::vector<Cut>> check(const sdk::Edits& edits, sdk::Protection protection = {},
                               const sdk::Report& report = {}) {
    return checkEdits(edits, kTable, protection, report, "demo 1.0.0", 40);
}

QString sentence(const Result<std::vector<Cut>>& cuts) {
    return cuts ? QString("accepted") : QString::fromStdString(cuts.error().sentence());
}

}  // namespace

class EditCheckTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void nothingIsAnAnswer();
    void raggedCutsAreListed();
    void cutIsTheRecordOfWhatLeaves();
    void editsOfOneAnswerAreMerged();
    void duplicateAcrossEditsIsRefused();
    void freeSlotIsRefused();
    void cutIsLowestKeptScore();
    void cutLeavesProtectedOut();
    void cutIsNanWhereAllKeptAreProtected();
    void nanAtFreeSlotIsFine();
    void infinityIsForProtectedTokens();
    void hashesAreScores();
    void wrongShapes_data();
    void wrongShapes();
    void layerBehindTheLastIsRefused();
    void emptyLayerIsRefused();
    void emptyHeadIsRefused();
    void protection_data();
    void protection();
    void budgetHoldsWhereSomethingWasFreed();
    void budgetPerHead();
    void budgetsBesideAWindow();
    void tooFewBudgetsAreRefused();
};

void EditCheckTest::nothingIsAnAnswer() {
    QVERIFY(check({})->empty());
    QVERIFY(check({sdk::Edit{}})->empty());
    QVERIFY(check({edit(0, {}, {})})->empty());
    QVERIFY(check({edit(0, {-1}, {-1})})->empty());
}

void EditCheckTest::raggedCutsAreListed() {
    const auto cuts = check({edit(1, {2, 3}, {1})});
    QVERIFY2(cuts.has_value(), qPrintable(sentence(cuts)));
    QCOMPARE(cuts->size(), std::size_t{2});
    QCOMPARE(cuts->at(0).layer, std::int32_t{1});
    QVERIFY((cuts->at(0).slots == std::vector<std::int32_t>{2, 3}));
    QCOMPARE(cuts->at(1).head, std::int32_t{1});
    QVERIFY(cuts->at(0).scores.empty());
    QVERIFY(std::isnan(cuts->at(0).cut));
}

void EditCheckTest::cutIsTheRecordOfWhatLeaves() {
    auto one = edit(0, {2, 3}, {});
    one.scores = at::tensor({9.F, 1.F, 5.F, 4.F, 7.F, 8.F, 2.F, 3.F, 6.F, -1.F}).view({1, 2, 5});
    one.reason = "low";
    const auto cuts = check({one});
    QVERIFY2(cuts.has_value(), qPrintable(sentence(cuts)));
    QCOMPARE(cuts->size(), std::size_t{1});
    QCOMPARE(cuts->at(0).tokens, (std::vector<std::int32_t>{10, 20}));
    QCOMPARE(cuts->at(0).scores, (std::vector<float>{4.F, 5.F}));
    QCOMPARE(cuts->at(0).reason, std::string("low"));
    QCOMPARE(cuts->at(0).head, 0);
    auto shared = edit(0, {3}, {});
    shared.evict = shared.evict.narrow(1, 0, 1);
    const std::vector<LayerTokens> table{{std::span(kTokens).first(5), 1, 5}};
    const auto whole = checkEdits({shared}, table, {}, {}, "demo 1.0.0", 40);
    QVERIFY2(whole.has_value(), qPrintable(sentence(whole)));
    QCOMPARE(whole->at(0).head, -1);
    QCOMPARE(whole->at(0).unit(), 0);
}

void EditCheckTest::editsOfOneAnswerAreMerged() {
    const auto cuts = check({edit(0, {1, 2}, {}), edit(0, {3}, {3})});
    QVERIFY2(cuts.has_value(), qPrintable(sentence(cuts)));
    QCOMPARE(cuts->size(), std::size_t{3});
    QCOMPARE(cuts->at(1).edit, std::size_t{1});
    QCOMPARE(sentence(check({edit(0, {1, 2}, {}), edit(0, {0, 3, 4}, {})})),
             QString("demo 1.0.0, layer 0, step 40: every token of head 0 is evicted, at least one must stay; the run "
                     "was stopped."));
}

void EditCheckTest::duplicateAcrossEditsIsRefused() {
    QCOMPARE(sentence(check({edit(0, {}, {1}), edit(0, {}, {1})})),
             QString("demo 1.0.0, layer 0, step 40: slot 1 of head 1 is listed twice; the run was stopped."));
}

void EditCheckTest::freeSlotIsRefused() {
    QCOMPARE(
        sentence(check({edit(1, {}, {4})})),
        QString("demo 1.0.0, layer 1, step 40: slot 4 of head 1 is evicted, but it is free; the run was stopped."));
}

void EditCheckTest::cutIsLowestKeptScore() {
    auto one = edit(0, {1}, {1});
    one.scores = at::tensor({9.F, 1.F, 5.F, 4.F, 7.F, 8.F, 2.F, 3.F, 6.F, -1.F}).view({1, 2, 5});
    const auto cuts = check({one});
    QVERIFY2(cuts.has_value(), qPrintable(sentence(cuts)));
    QCOMPARE(cuts->at(0).scores, std::vector<float>{1.F});
    QCOMPARE(cuts->at(0).cut, 4.F);
    QCOMPARE(cuts->at(1).cut, 3.F);  // the free slot with -1 does not count
}

void EditCheckTest::cutLeavesProtectedOut() {
    auto one = edit(0, {2}, {});
    one.scores = at::tensor({1.F, 2.F, 5.F, 6.F, 7.F, 0.F, 0.F, 0.F, 0.F, 0.F}).view({1, 2, 5});
    // Token 40 (slot 0) is recent, token 0 (slot 1) a sink.
    QCOMPARE(check({one}, {1, 1})->at(0).cut, 6.F);
}

void EditCheckTest::cutIsNanWhereAllKeptAreProtected() {
    auto one = edit(0, {1}, {});
    one.scores = at::ones({1, 2, 5});
    const auto cuts = check({one}, {0, 4});
    QVERIFY2(cuts.has_value(), qPrintable(sentence(cuts)));
    QVERIFY(std::isnan(cuts->at(0).cut));
}

void EditCheckTest::nanAtFreeSlotIsFine() {
    auto one = edit(0, {}, {1});
    one.scores = at::ones({1, 2, 5});
    one.scores[0][1][4] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(check({one}).has_value());
    one.scores[0][0][3] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(sentence(check({one})).contains("the score of slot 3 of head 0 (token 10) is not a number"));
}

void EditCheckTest::infinityIsForProtectedTokens() {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    auto one = edit(0, {}, {1});
    one.scores = at::ones({1, 2, 5});
    one.scores[0][1][3] = -kInfinity;
    QVERIFY(check({one}).has_value());
    one.scores[0][0][0] = kInfinity;
    QVERIFY(sentence(check({one})).contains("the score of slot 0 of head 0 (token 40) is infinite"));
    QVERIFY(check({one}, {0, 1}).has_value());
    one.scores = one.scores.to(at::kDouble);
    one.scores[0][0][3] = 1e300;
    QVERIFY(sentence(check({one}, {0, 1})).contains("(token 10) is infinite, or too large for f32"));
}

void EditCheckTest::hashesAreScores() {
    auto one = edit(0, {1}, {});
    one.scores = at::arange(10, at::kLong).view({1, 2, 5}).mul(std::int64_t{1} << 59U);
    const auto cuts = check({one});
    QVERIFY2(cuts.has_value(), qPrintable(sentence(cuts)));
    QCOMPARE(cuts->at(0).scores, std::vector<float>{0x1p59F});
    QCOMPARE(cuts->at(0).cut, 0.0F);
}

void EditCheckTest::wrongShapes_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("part");
    QTest::newRow("int32 slots") << 0 << "the list of evicted slots is [1, 2, 1] of Int";
    QTest::newRow("two dimensions") << 1 << "the list of evicted slots is [2, 1] of Long";
    QTest::newRow("one head") << 2 << "the edit lists 1 heads, the layer keeps 2 sets";
    QTest::newRow("short scores") << 3 << "the scores are [1, 2, 4] of Float";
    QTest::newRow("int32 scores") << 4 << "the scores are [1, 2, 5] of Int";
}

void EditCheckTest::wrongShapes() {
    QFETCH(int, which);
    QFETCH(QString, part);
    auto one = edit(0, {1}, {});
    switch (which) {
        case 0:
            one.evict = one.evict.to(at::kInt);
            break;
        case 1:
            one.evict = one.evict[0];
            break;
        case 2:
            one.evict = at::ones({1, 1, 1}, at::kLong);
            break;
        case 3:
            one.scores = at::ones({1, 2, 4});
            break;
        default:
            one.scores = at::ones({1, 2, 5}, at::kInt);
            break;
    }
    const QString said = sentence(check({one}));
    QVERIFY2(said.startsWith("demo 1.0.0, layer 0, step 40: " + part), qPrintable(said));
}

void EditCheckTest::layerBehindTheLastIsRefused() {
    QVERIFY(sentence(check({edit(2, {1}, {})})).contains("1 layers are edited from here, the cache has 2 layers"));
    QVERIFY(sentence(check({edit(-1, {1}, {})})).contains("the cache has 2 layers"));
    QVERIFY(
        sentence(check({edit(std::numeric_limits<std::int64_t>::max(), {1}, {})})).contains("the cache has 2 layers"));
}

void EditCheckTest::emptyLayerIsRefused() {
    const std::vector<LayerTokens> table{{kTokens, 2, 5}, {}};
    const auto cuts = checkEdits({edit(1, {1}, {})}, table, {}, {}, "demo 1.0.0", 40);
    QVERIFY(sentence(cuts).contains("layer 1, step 40: the layer is edited before it holds anything"));
    QVERIFY(checkEdits({edit(0, {1}, {})}, table, {}, {}, "demo 1.0.0", 40).has_value());
}

void EditCheckTest::emptyHeadIsRefused() {
    QVERIFY(sentence(check({edit(0, {}, {0, 1, 2, 3})})).contains("every token of head 1 is evicted"));
    QVERIFY(check({edit(0, {}, {0, 1, 2})}).has_value());
}

void EditCheckTest::protection_data() {
    QTest::addColumn<QList<int>>("slots");
    QTest::addColumn<int>("sinks");
    QTest::addColumn<int>("recent");
    QTest::addColumn<QString>("refused");
    // Head 0 holds tokens 40 0 20 10 30 in slots 0 ... 4.
    QTest::newRow("newest") << QList<int>{0} << 0 << 1
                            << "slot 0 of head 0 is evicted, but its token 40 is protected (recent)";
    QTest::newRow("second newest") << QList<int>{4} << 0 << 2 << "its token 30 is protected (recent)";
    QTest::newRow("third newest") << QList<int>{2} << 0 << 2 << "";
    QTest::newRow("sink") << QList<int>{1} << 1 << 0 << "its token 0 is protected (sink)";
    QTest::newRow("sink by index, not rank") << QList<int>{3} << 2 << 0 << "";
    QTest::newRow("both sinks") << QList<int>{3} << 11 << 0 << "its token 10 is protected (sink)";
    QTest::newRow("recent before sinks") << QList<int>{1, 3, 2} << 11 << 2 << "";
    QTest::newRow("oldest sink first") << QList<int>{1, 3} << 11 << 2 << "its token 0 is protected (sink)";
    QTest::newRow("younger sink gives way") << QList<int>{3, 2} << 11 << 2 << "";
    QTest::newRow("all recent, one kept") << QList<int>{1, 2, 3, 4} << 5 << 9 << "";
    QTest::newRow("all recent, newest not kept")
        << QList<int>{0, 1, 2, 3} << 0 << 9 << "its token 40 is protected (recent)";
}

void EditCheckTest::protection() {
    QFETCH(QList<int>, slots);
    QFETCH(int, sinks);
    QFETCH(int, recent);
    QFETCH(QString, refused);
    const auto cuts = check({edit(0, {slots.begin(), slots.end()}, {})}, {sinks, recent});
    const QString said = sentence(cuts);
    QVERIFY2(refused.isEmpty() ? cuts.has_value() : said.contains(refused), qPrintable(said));
}

void EditCheckTest::budgetHoldsWhereSomethingWasFreed() {
    sdk::Report report;
    report.budgets = {3, 1};
    QVERIFY(sentence(check({edit(0, {1}, {})}, {}, report)).contains("layer 0, step 40: kept 4 tokens, budget is 3"));
    QVERIFY(check({edit(0, {1, 2}, {})}, {}, report).has_value());
    QVERIFY(check({edit(1, {}, {})}, {}, report).has_value());
}

void EditCheckTest::budgetPerHead() {
    sdk::Report report;
    report.budgetsPerUnit = true;
    report.budgets = {9, 2, 9, 3};
    QVERIFY(sentence(check({edit(0, {}, {1})}, {}, report)).contains("kept 3 tokens, budget is 2"));
    QVERIFY(check({edit(1, {}, {1})}, {}, report).has_value());
}

void EditCheckTest::budgetsBesideAWindow() {
    sdk::Report report;
    report.budgets = {1, 1};
    report.extraTokensPerUnit = 2;
    QVERIFY(sentence(check({edit(0, {1}, {})}, {}, report)).contains("kept 4 tokens, budget is 3"));
    QVERIFY(check({edit(0, {1, 2}, {})}, {}, report).has_value());
}

void EditCheckTest::tooFewBudgetsAreRefused() {
    sdk::Report report;
    report.budgets = {3};
    QVERIFY(sentence(check({edit(0, {1}, {})}, {}, report)).contains("the report lists 1 budgets, 2 are needed"));
}

QTEST_GUILESS_MAIN(EditCheckTest)
#include "edit_check_test.moc"
