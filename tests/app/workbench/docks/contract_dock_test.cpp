// SPDX-License-Identifier: GPL-3.0-or-later
/// The contract scope: what a policy was called with, what it answered, a call as a conformance case.
#include <QCheckBox>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include "app/workbench/models/contract_client.h"
#include "tests/app/workbench/plots/shown_dock.h"

namespace kvw::wb {
DockEntry contractDock();
}  // namespace kvw::wb

using namespace kvw;
using namespace kvw::wb;

namespace {

nlohmann::ordered_json call(const char* name, std::int64_t step, const char* violation = "") {
    return {
        {"call", name}, {"step", step},          {"layer", nullptr}, {"ms", 0.25}, {"shown", "96 slots, rows 1×4×8×96"},
        {"held", 96},   {"after", 64},           {"budget", 64},     {"edits", 1}, {"evicted", 32},
        {"reason", ""}, {"violation", violation}};
}

nlohmann::ordered_json report(bool broken) {
    auto calls = nlohmann::ordered_json::array({call("begin", -1), call("prefillEnd", 95), call("step", 96),
                                                call("step", 97, broken ? "it keeps a token twice" : "")});
    const nlohmann::ordered_json sets{{{1}}};
    nlohmann::ordered_json whole{{"name", "h2o"},
                                 {"prompt", 96},
                                 {"decode", 2},
                                 {"expect", {{"prefill", sets}, {"steps", {nullptr, nullptr}}, {"final", sets}}}};
    return {{"passed", !broken},
            {"checks",
             {{{"policy", "h2o"}, {"check", "edits"}, {"outcome", "pass"}, {"detail", "fine"}},
              {{"policy", "h2o"}, {"check", "fork"}, {"outcome", "fail"}, {"detail", "a copy differs"}}}},
            {"calls",
             {{{"policy", "h2o:heavy=16"},
               {"needs", "one set per layer"},
               {"calls", calls},
               {"case", broken ? nlohmann::ordered_json() : whole}}}}};
}

}  // namespace

class ContractDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void listsEveryCall() {
        Shown shown(contractDock());
        shown.settle();
        QVERIFY(shown.button() != nullptr);  // the empty page offers to call
        auto* client = shown.dock->findChild<ContractClient*>();
        client->show(report(true));
        shown.settle();
        QVERIFY2(shown.text("contractAbout").contains(QStringLiteral("4 calls, 1 violations")),
                 qPrintable(shown.text("contractAbout")));
        QVERIFY(shown.text("contractAbout").contains(QStringLiteral("a copy differs")));
        auto* table = shown.dock->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 4);
        QCOMPARE(table->model()->index(1, ContractClient::Layer).data().toString(), QStringLiteral("all"));
        QCOMPARE(table->model()->index(1, ContractClient::After).data().toString(), QStringLiteral("64"));
        shown.dock->findChild<QCheckBox*>()->setChecked(true);
        QCOMPARE(table->model()->rowCount(), 1);
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("it keeps a token twice")));
        // A run that broke off is no case.
        table->selectRow(0);
        QVERIFY(!shown.dock->findChild<QPushButton*>(QStringLiteral("saveCase"))->isEnabled());
        shown.save(QStringLiteral("contract"));
    }
    void aCallIsACaseThatEndsWithIt() {
        ContractClient client;
        client.show(report(false));
        const auto afterPrompt = client.caseOf(1), oneStep = client.caseOf(2), all = client.caseOf(3);
        QVERIFY(afterPrompt && oneStep && all);
        QCOMPARE(afterPrompt->at("decode").get<int>(), 0);
        QVERIFY(!afterPrompt->at("expect").contains("final"));
        QCOMPARE(oneStep->at("decode").get<int>(), 1);
        QCOMPARE(oneStep->at("expect").at("steps").size(), std::size_t{1});
        QCOMPARE(all->at("decode").get<int>(), 2);
        QVERIFY(all->at("expect").contains("final"));
        QVERIFY(!client.caseOf(9));
    }
};

QTEST_MAIN(ContractDockTest)
#include "contract_dock_test.moc"
