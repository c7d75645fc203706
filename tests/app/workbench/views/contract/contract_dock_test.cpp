// SPDX-License-Identifier: GPL-3.0-or-later
/// The contract scope: what a policy was called with, what it answered, a call as a conformance case.
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <semaphore>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/contract/case_maker.h"
#include "app/workbench/views/contract/contract_client.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"
#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

nlohmann::ordered_json call(const char* name, std::int64_t step, const char* violation = "") {
    return {{"call", name},
            {"step", step},
            {"layer", nullptr},
            {"ms", 0.25},
            {"shown", "96 slots, rows 1×4×8×96"},
            {"held", 96},
            {"after", 64},
            {"budget", 64},
            {"edits", 1},
            {"evicted", 32},
            {"reason", ""},
            {"violation", violation},
            {"phrase", violation}};
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
             {{{"policy", "h2o"}, {"check", "edits"}, {"outcome", "pass"}, {"detail", "fine"}, {"phrase", "fine"}},
              {{"policy", "h2o"},
               {"check", "fork"},
               {"outcome", "fail"},
               {"detail", "a copy differs"},
               {"phrase", "a copy differs"}}}},
            {"calls",
             {{{"policy", "h2o:heavy=16"},
               {"needs", "one set per layer"},
               {"calls", calls},
               {"case", broken ? nlohmann::ordered_json() : whole}}}}};
}

void addCalls(Trace& trace) {
    trace.addCall({-1, -1, "begin", "asked for one set per layer, keys", 0, 0, 0, -1, -1, 0, 0, "", "", 3});
    for (std::int32_t step = 60; step < 400; ++step) {
        trace.addCall({step, -1, "step", "1 row", 128, 97, 96, step == 100 ? 96 : 64, 64, 1, 1, "budget", "", 12.5F});
    }
    trace.addCall({400, 2, "prefillLayer", "", 128, 97, 97, 64, 64, 1, 2, "", "slot 3 is listed twice", 9});
    trace.publish();
}

/// Returns a run whose model has the name of the model of a fresh draft.
std::shared_ptr<Recording> runOfTheModelHere() {
    tests::PlotRun run;
    RunDescription description = tests::plotDescription(run);
    description.model.name = modelName(*embeddedModelDir());
    auto recording = std::make_shared<Recording>(std::move(description));
    for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
        auto trace =
            std::make_unique<Trace>(TraceShape{run.layers, run.queryHeads, 2, 16, run.units}, Trace::Options{});
        if (!tests::fillPlotLane(run, *trace, run.withFull && lane == 0)) {
            return nullptr;
        }
        recording->setTrace(lane, std::move(trace));
    }
    addCalls(recording->writer(1));
    recording->setState(RunState::Finished);
    return recording;
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
        QVERIFY2(shown.text("contractAbout").contains(QStringLiteral("4 calls, 1 violation.")),
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
    void olderRunsDoNotSayWhatWasAskedFor() {
        const auto recording = tests::plotRecording({});
        QVERIFY(recording != nullptr);
        recording->writer(1).addCall({-1, -1, "begin", "", 0, 0, 0, -1, -1, 0, 0, "", "", 3});
        recording->writer(1).publish();
        Shown shown(contractDock());
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        QVERIFY2(shown.text("contractAbout").contains(QStringLiteral("Its requirements were not recorded.")),
                 qPrintable(shown.text("contractAbout")));
    }
    void theCallsOfTheRunOnScreen() {
        const auto recording = tests::plotRecording({});
        QVERIFY(recording != nullptr);
        addCalls(recording->writer(1));
        Shown shown(contractDock());
        shown.view(recording);
        Selection& selection = shown.workspace->selection();
        selection.setLane(1);
        shown.settle();
        auto* table = shown.dock->findChild<QTableView*>();
        const QAbstractItemModel& rows = *table->model();
        QCOMPARE(rows.rowCount(), 1 + 340 + 1);
        QVERIFY2(shown.text("contractAbout").contains(QStringLiteral("342 calls, 1 violation,")),
                 qPrintable(shown.text("contractAbout")));
        QVERIFY2(shown.text("contractAbout").contains(QStringLiteral("It asked for: one set per layer, keys.")),
                 qPrintable(shown.text("contractAbout")));
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("\none set per layer, keys\n")));
        const auto cell = [&](int row, int column) { return rows.index(row, column).data().toString(); };
        QCOMPARE(cell(0, CallTable::Call), QStringLiteral("begin"));
        QCOMPARE(cell(0, CallTable::Step), QStringLiteral("–"));
        QCOMPARE(cell(41, CallTable::Step), QStringLiteral("100"));
        QCOMPARE(cell(41, CallTable::Time), QStringLiteral("12.5"));
        // Two KV heads share the set: tokens are told over both, as in all docks.
        QCOMPARE(cell(41, CallTable::Budget), QStringLiteral("192 → 128"));
        QCOMPARE(cell(42, CallTable::Budget), QStringLiteral("128"));
        QCOMPARE(cell(42, CallTable::Evicted), QStringLiteral("2"));
        QCOMPARE(cell(41, CallTable::Shown), QStringLiteral("128 slots, 1 row · reason: budget"));
        // A run of another model than the draft's cannot be made again here, and one that broke off has no answer.
        auto* keep = shown.dock->findChild<QPushButton*>(QStringLiteral("saveCase"));
        QVERIFY(keep->isVisible());
        // Another step of the views is another row, and a click on a row is another step.
        selection.setStep(100);
        shown.settle();
        QCOMPARE(table->currentIndex().row(), 41);
        shown.dock->findChild<QCheckBox*>()->setChecked(true);
        QCOMPARE(rows.rowCount(), 1);
        table->setCurrentIndex(rows.index(0, 0));
        Q_EMIT table->clicked(rows.index(0, 0));
        QCOMPARE(selection.step(), std::int64_t{399});
        QCOMPARE(selection.layer(), 2);
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("slot 3 is listed twice")));
        QVERIFY(!keep->isEnabled());
        QVERIFY2(keep->toolTip().contains(QStringLiteral("failed in this call")), qPrintable(keep->toolTip()));
        shown.dock->findChild<QCheckBox*>()->setChecked(false);
        // It stays the chosen one, though its step is not recorded.
        selection.setStep(100);
        shown.settle();
        table->setCurrentIndex(rows.index(341, 0));
        Q_EMIT table->clicked(rows.index(341, 0));
        shown.settle();
        QCOMPARE(selection.step(), std::int64_t{399});
        QCOMPARE(table->currentIndex().row(), 341);
        shown.save(QStringLiteral("contract-run"));
        // Calls that come meanwhile are added.
        recording->writer(1).addCall({400, -1, "set", "", 0, 0, 0, -1, -1, 0, 0, "", "", 1});
        recording->writer(1).publish();
        shown.dock->markDirty(DirtyFlag::Data);
        shown.settle();
        QCOMPARE(rows.rowCount(), 343);
        // A lane without calls shows the check for want of others: a view keeps what was chosen.
        const auto saved = [&] {
            return settingsView(*shown.dock)[QStringLiteral("controls")].toObject()[QStringLiteral("callsOf")].toInt(
                -1);
        };
        QCOMPARE(saved(), 0);
        selection.setLane(0);
        shown.settle();
        QCOMPARE(shown.dock->findChild<QComboBox*>(QStringLiteral("callsOf"))->currentIndex(), 1);
        QCOMPARE(saved(), 0);
        const auto choose = [&](int calls) {
            showSettings(*shown.dock,
                         QJsonObject{{QStringLiteral("controls"), QJsonObject{{QStringLiteral("callsOf"), calls}}}});
            shown.settle();
        };
        choose(1);
        QCOMPARE(saved(), 1);
        selection.setLane(1);
        shown.settle();
        QCOMPARE(shown.dock->findChild<QComboBox*>(QStringLiteral("callsOf"))->currentIndex(), 1);
        choose(0);
        QCOMPARE(rows.rowCount(), 343);
        // A check is the other choice, and the way back stays.
        auto* of = shown.dock->findChild<QComboBox*>(QStringLiteral("callsOf"));
        shown.dock->findChild<ContractClient*>()->show(report(false));
        shown.settle();
        QCOMPARE(of->currentIndex(), 0);  // who went back to the run meanwhile stays there
        of->setCurrentIndex(1);
        Q_EMIT of->activated(1);
        QCOMPARE(of->currentIndex(), 1);
        QCOMPARE(rows.rowCount(), 4);
        QVERIFY(shown.dock->findChild<QPushButton*>(QStringLiteral("saveCase"))->isVisible());
        of->setCurrentIndex(0);
        Q_EMIT of->activated(0);
        QCOMPARE(rows.rowCount(), 343);
        // The full cache of this run has none.
        selection.setLane(0);
        shown.settle();
        QCOMPARE(rows.rowCount(), 4);
    }
    void aCallOfTheRunOnScreenIsACase() {
        const auto recording = runOfTheModelHere();
        QVERIFY(recording != nullptr);
        Shown shown(contractDock(), {}, tests::fakeEngine());
        QStringList told;
        QObject::connect(shown.workspace.get(), &Workspace::notice, shown.dock,
                         [&told](const QString& sentence) { told << sentence; });
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(100);
        shown.settle();
        auto* keep = shown.dock->findChild<QPushButton*>(QStringLiteral("saveCase"));
        QVERIFY2(keep->isEnabled(), qPrintable(keep->toolTip()));
        QVERIFY(keep->toolTip().contains(QStringLiteral("repeated")));
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("call.json"));
        QTimer::singleShot(0, shown.dock, [&file] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            dialog->selectFile(file);
            static_cast<QDialog*>(dialog)->accept();
        });
        QTest::mouseClick(keep, Qt::LeftButton);
        QTRY_VERIFY2(told.join(QLatin1Char(' ')).contains(QStringLiteral("call.json")),
                     qPrintable(told.join(QLatin1Char(' '))));
        QFile made(file);
        QVERIFY(made.open(QIODevice::ReadOnly));
        const auto json = nlohmann::json::parse(made.readAll().toStdString());
        QCOMPARE(json.at("lane").get<int>(), 1);
        QCOMPARE(json.at("tokens").get<int>(), 101);
        QTRY_COMPARE(keep->text(), QStringLiteral("Save as case…"));
        shown.save(QStringLiteral("contract-case"));
    }
    void aCaseThatIsGivenUpIsNoFile() {
        const auto recording = runOfTheModelHere();
        const auto gate = std::make_shared<std::binary_semaphore>(0);
        Workspace workspace({}, [gate] {
            gate->acquire();  // given up before it begins
            return tests::fakeEngine()();
        });
        CaseMaker maker(workspace.client());
        QStringList refusals;
        QObject::connect(&maker, &CaseMaker::refused, &maker, [&](const Phrase& why) { refusals << phraseText(why); });
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("call.json"));
        maker.make({recording, 1, 100, {}}, {}, file);
        QVERIFY(maker.working());
        maker.giveUp();
        QTRY_VERIFY(!maker.working());
        gate->release();
        QCOMPARE(refusals, QStringList{QString()});
        QVERIFY(!QFile::exists(file));
        // A refusal of the engine is told, and so is an engine that is not there.
        maker.make({recording, 1, 100'000, {}}, {}, file);
        QTRY_VERIFY(!maker.working());
        QVERIFY2(refusals.last().contains(QStringLiteral("token 100000")), qPrintable(refusals.last()));
        Workspace none({}, [] { return Result<std::unique_ptr<Engine>>(fail(Code::NotFound, "engine", "none here")); });
        CaseMaker without(none.client());
        QObject::connect(&without, &CaseMaker::refused, &without,
                         [&](const Phrase& why) { refusals << phraseText(why); });
        without.make({recording, 1, 100, {}}, {}, file);
        QTRY_VERIFY(!without.working());
        QVERIFY2(refusals.last().contains(QStringLiteral("engine")), qPrintable(refusals.last()));
        QVERIFY(!QFile::exists(file));
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
