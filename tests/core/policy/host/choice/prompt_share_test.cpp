// SPDX-License-Identifier: Apache-2.0
/// Budgets that are given as a share of the prompt: as text, as tokens, in what a policy keeps.
#include "core/policy/host/choice/prompt_share.h"

#include <QTest>

#include "core/policy/host/choice/nominal_budget.h"
#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;

class PromptShareTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        auto json = test::manifestOf("shares");
        json["provides"] = nlohmann::ordered_json::parse(R"([
            {"kind": "policy", "id": "shares", "grows-after-prompt": true, "parameters": [
                {"name": "capacity", "type": "integer", "default": 512, "minimum": 4, "share": true},
                {"name": "removed", "type": "number", "default": 0.5, "minimum": 0, "maximum": 1, "enabled-if": "capacity=4"},
                {"name": "parts", "type": "integer", "default": 4, "minimum": 1},
                {"name": "window", "type": "integer", "default": 64, "minimum": 1, "share": true, "share-multiple-of": "parts"}]},
            {"kind": "policy", "id": "listed", "parameters": [
                {"name": "window", "type": "integer", "default": 2048, "minimum": 1},
                {"name": "sizes", "type": "integers", "default": "auto", "minimum": 1, "auto": true}]},
            {"kind": "scorer", "id": "plain"},
            {"kind": "budget", "id": "even", "parameters": [
                {"name": "capacity", "type": "integer", "default": 64, "minimum": 1, "share": true}]}])");
        m_folder.add(json);
        m_catalog = Catalog::scan(m_folder.paths());
        QVERIFY2(m_catalog.findAlone("shares").has_value(), m_catalog.entries().at(0).reason.english().c_str());
    }

    void textIsWhatWasAskedFor() {
        const auto policy = resolve("shares:capacity=25.0%");
        QCOMPARE(policy.text, std::string("shares:capacity=25%"));
        QCOMPARE(firstShare(policy), std::string("capacity=25%"));
        const ResolvedPolicy acting = inTokens(policy, 403);
        QCOMPARE(acting.text, policy.text);
        QCOMPARE(acting.parametersJson()["capacity"].dump(), std::string("100"));
        QCOMPARE(firstShare(acting), std::string());
    }
    void tokens_data() {
        QTest::addColumn<double>("percent");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<int>("tokens");
        QTest::newRow("quarter") << 25. << 403 << 100;
        QTest::newRow("half, as kvpress counts it") << 50. << 4097 << 2048;
        QTest::newRow("all") << 100. << 403 << 403;
        QTest::newRow("exact where the share is") << 30. << 10 << 3;
        QTest::newRow("fraction") << 12.5 << 80 << 10;
    }
    void tokens() {
        QFETCH(double, percent);
        QFETCH(int, prompt);
        QTEST(static_cast<int>(tokensOf(percent, prompt)), "tokens");
    }
    void rangeAndMultipleHold() {
        QCOMPARE(integer("shares:capacity=1%", "capacity", 100), std::int64_t{4});
        QCOMPARE(integer("shares:window=30%", "window", 100), std::int64_t{28});
        QCOMPARE(integer("shares:window=1%", "window", 100), std::int64_t{4});
        QCOMPARE(integer("shares:window=30%,parts=7", "window", 100), std::int64_t{28});
    }
    void compositionsHaveThem() {
        const auto policy = resolve("plain+even:capacity=10%,sinks=2");
        QCOMPARE(policy.text, std::string("plain+even:capacity=10%,sinks=2"));
        QCOMPARE(firstShare(policy), std::string("budget.capacity=10%"));
        QCOMPARE(inTokens(policy, 50).parametersJson()["budget.capacity"].dump(), std::string("5"));
    }
    void budgetsAreOfThePrompt() {
        QCOMPARE(nominalBudget(resolve("shares:capacity=25%"), 400), std::optional<std::int64_t>(100));
        QCOMPARE(heldTokens(resolve("shares:capacity=25%"), 400, 1000), (HeldTokens{100, 700}));
        QCOMPARE(nominalBudget(resolve("listed:sizes=8/4/4"), 400), std::optional<std::int64_t>(16));
        QCOMPARE(nominalBudget(resolve("listed"), 400), std::optional<std::int64_t>(2048));
    }
    void listsAreReadBack() {
        const auto policy = resolve("listed:sizes=8/4/4");
        QCOMPARE(policy.text, std::string("listed:sizes=8/4/4"));
        QCOMPARE(policy.parametersJson()["sizes"].dump(), std::string("[8,4,4]"));
        const auto again = resolvePolicy(
            m_catalog, nlohmann::json{{"id", "listed"}, {"params", {{"sizes", std::vector<int>{8, 4, 4}}}}});
        QVERIFY(again.has_value());
        QCOMPARE(again->text, policy.text);
    }

 private:
    ResolvedPolicy resolve(const char* text) const { return resolvePolicy(m_catalog, text).value(); }
    std::int64_t integer(const char* text, const char* name, std::int64_t prompt) const {
        return inTokens(resolve(text), prompt).parts[0].parameters.integer(name);
    }

    test::PluginFolder m_folder;
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(PromptShareTest)
#include "prompt_share_test.moc"
