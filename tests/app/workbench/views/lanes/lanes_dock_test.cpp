// SPDX-License-Identifier: GPL-3.0-or-later
/// Several policies side by side, by mouse and keyboard: the list in the run dock, the table of the lanes dock.
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QtTest>
#include <clocale>
#include <nlohmann/json.hpp>

#include "app/workbench/plot/change_marks.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/shell/scrubber.h"
#include "app/workbench/views/lanes/lanes_model.h"
#include "app/workbench/views/run/lane_list_view.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class LanesDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void lanesAreAddedChosenAndRemoved() {
        Bench bench;
        auto* list = bench.window->findChild<QListWidget*>(QStringLiteral("lanes"));
        auto* add = bench.window->findChild<QPushButton*>(QStringLiteral("addLane"));
        auto* remove = bench.window->findChild<QPushButton*>(QStringLiteral("removeLane"));
        QVERIFY(list != nullptr && add != nullptr && remove != nullptr);
        RunDraft& draft = bench.workspace->draft();
        QTRY_VERIFY(add->isVisible());
        QVERIFY(!list->isVisible() && !remove->isEnabled());
        QTest::mouseClick(add, Qt::LeftButton);
        QTRY_COMPARE(list->count(), 2);
        QVERIFY(list->isVisible());
        QVERIFY(
            draft.form().load(bench.workspace->plugins().catalog(), QStringLiteral("tova:capacity=64")).has_value());
        QTRY_COMPARE(list->item(1)->text(), QStringLiteral("tova:capacity=64"));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
        QCOMPARE(draft.form().id(), QStringLiteral("streaming"));
        const auto spec = draft.spec();
        QVERIFY(spec.has_value());
        QCOMPARE(spec->policies,
                 (std::vector<std::string>{"full", "streaming:recent=256/positions=original/prefill=layer-major",
                                           "tova:capacity=64"}));
        // Also where the key would evict a token.
        bench.runToEnd();
        bench.workspace->selection().setTokens({4});
        const QAction* evict = bench.window->actions().named(QStringLiteral("evictTokens"));
        QTRY_VERIFY(evict->isEnabled());
        const QSignalSpy evicted(evict, &QAction::triggered);
        QVERIFY(bench.activate());
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE(list->count(), 1);
        QCOMPARE(evicted.count(), 0);
        QCOMPARE(draft.lanes().texts(), QStringList{"tova:capacity=64"});
        QTRY_VERIFY(!list->isVisible());
    }

    /// A budget that is refused is told, and the field shows what the lanes have.
    void allLanesGetTheSameBudget() {
        Bench bench;
        auto* budget = bench.window->findChild<QLineEdit*>(QStringLiteral("sameBudget"));
        auto* without = bench.window->findChild<QLabel*>(QStringLiteral("withoutBudget"));
        QVERIFY(budget != nullptr && without != nullptr);
        QTRY_VERIFY(bench.window->dock(QStringLiteral("run"))->shown());
        QVERIFY(budget->isHidden() || budget->parentWidget()->isHidden());
        LaneSet& lanes = bench.workspace->draft().lanes();
        const Catalog& catalog = bench.workspace->plugins().catalog();
        QVERIFY(lanes.set(catalog, {"tova:capacity=64", "full", "h2o"}).has_value());
        QTRY_VERIFY(!budget->parentWidget()->isHidden() && without->text().contains(QStringLiteral("full")));
        QCOMPARE(budget->text(), QString());
        const auto type = [budget](const char* text) {
            budget->setText(QLatin1String(text));
            Q_EMIT budget->editingFinished();
        };
        type("32");
        QCOMPARE(lanes.texts(), (QStringList{"tova:capacity=32", "full", "h2o:heavy=16,recent=16"}));
        const auto* list = bench.window->findChild<QListWidget*>(QStringLiteral("lanes"));
        QTRY_COMPARE(list->item(0)->data(LaneRows::kBudgetRole).toString(), QStringLiteral("32"));
        QCOMPARE(list->item(1)->data(LaneRows::kBudgetRole).toString(), QStringLiteral("all"));
        const QSignalSpy told(bench.workspace.get(), &Workspace::notice);
        type("much");
        QVERIFY(!told.isEmpty());
        QCOMPARE(budget->text(), QStringLiteral("32"));
        QCOMPARE(lanes.text(0), QStringLiteral("tova:capacity=32"));
        QTRY_VERIFY(bench.window->actions().named(QStringLiteral("undo"))->isEnabled());
        bench.press("undo");
        QVERIFY(lanes.texts() != (QStringList{"tova:capacity=32", "full", "h2o:heavy=16,recent=16"}));
    }

    void aPublishedTableFillsTheLanes() {
        Bench bench;
        auto* tables = bench.window->findChild<QToolButton*>(QStringLiteral("tables"));
        QTRY_VERIFY(tables != nullptr && tables->menu() != nullptr && !tables->menu()->isEmpty());
        for (QAction* action : tables->menu()->actions()) {
            action->trigger();
            const auto spec = bench.workspace->draft().spec();
            QVERIFY2(spec.has_value(), qPrintable(action->text()));
            QCOMPARE(spec->policies.front(), std::string("full"));
            QVERIFY2(spec->policies.size() >= 3, qPrintable(action->text()));
        }
    }

    void theExaminerHidesWhichPolicyIsWhich() {
        FakeShape shape;
        shape.lanes = 3;
        Bench bench(shape);
        bench.runToEnd();
        bench.workspace->selection().setLane(1);
        const auto& lanes = bench.workspace->recording()->description().lanes;
        // Texts of docks that are in front: a dock behind a tab catches up when it is shown.
        const auto texts = [&] {
            QStringList all;
            for (const Dock* dock : bench.window->findChildren<Dock*>()) {
                if (!dock->shown()) {
                    continue;
                }
                for (const QLabel* label : dock->findChildren<QLabel*>()) {
                    all += label->text();
                }
                for (const QComboBox* box : dock->findChildren<QComboBox*>()) {
                    all += box->currentText();
                }
                for (const QTableView* table : dock->findChildren<QTableView*>()) {
                    for (int row = 0; row < table->model()->rowCount(); ++row) {
                        all += table->model()->index(row, 0).data().toString();
                    }
                }
            }
            return all.join(QLatin1Char('\n'));
        };
        bench.window->focusDock(*bench.window->dock(QStringLiteral("lanes")));
        QTRY_VERIFY(texts().contains(QString::fromStdString(lanes[1].policyText)));
        bench.press("examiner");
        bench.window->focusDock(*bench.window->dock(QStringLiteral("lanes")));
        QTRY_VERIFY(texts().contains(QStringLiteral("Policy A")));
        QVERIFY(texts().contains(QStringLiteral("Policy B")));
        for (std::size_t lane = 1; lane < lanes.size(); ++lane) {
            QTRY_VERIFY2(!texts().contains(QString::fromStdString(lanes[lane].policyText)), qPrintable(texts()));
        }
        QVERIFY(!bench.window->dock(QStringLiteral("run"))->isVisible());
        // Nothing that is asked for brings a name back: docks, notices, the title, forks, exports.
        bench.window->focusDock(*bench.window->dock(QStringLiteral("run")));
        bench.window->dock(QStringLiteral("library"))->show();
        QVERIFY(bench.window->dock(QStringLiteral("run"))->isHidden());
        QVERIFY(bench.window->dock(QStringLiteral("library"))->isHidden());
        QVERIFY(!bench.window->actions().named(QStringLiteral("copyCommand"))->isEnabled());
        QVERIFY(!bench.window->actions().named(QStringLiteral("exportFigure"))->isEnabled());
        Q_EMIT bench.workspace->notice(QStringLiteral("The STREAMING policy (streaming:sinks=4,recent=32) failed."));
        QVERIFY2(!bench.window->findChild<QLabel*>(QStringLiteral("notice"))
                      ->text()
                      .contains(QLatin1String("streaming"), Qt::CaseInsensitive),
                 qPrintable(bench.window->findChild<QLabel*>(QStringLiteral("notice"))->text()));
        QCOMPARE(bench.workspace->forks().tree().name(0),
                 QStringLiteral("full cache | Policy A | Policy B on a fake text"));
        bench.workspace->selection().setStep(99);
        QVERIFY(bench.workspace->forks().fork(100, QStringLiteral("streaming:recent=16")).has_value());
        QTRY_COMPARE(bench.workspace->forks().tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(bench.workspace->forks().tree().name(1), QStringLiteral("fork 1"));
        QVERIFY2(!bench.workspace->forks().consequence(1).contains(QLatin1String("recent")),
                 qPrintable(bench.workspace->forks().consequence(1)));
        bench.workspace->forks().show(0);
        QTRY_VERIFY2(bench.window->windowTitle().startsWith(QLatin1String("A recorded run")),
                     qPrintable(bench.window->windowTitle()));
        QVERIFY(bench.window->actions().named(QStringLiteral("exportFigure"))->isEnabled() == false);
        bench.press("examiner");
        QTRY_VERIFY(texts().contains(QString::fromStdString(lanes[1].policyText)));
        QVERIFY(bench.window->dock(QStringLiteral("run"))->isVisible());
    }

    void theExaminerHidesWhatChangedMidway() {
        Bench bench;
        const auto recording = filledFakeRecording({}, 150);
        for (const TraceEvent& event : {TraceEvent{70, "parameter", "recent = 64"}, TraceEvent{70, "hand", "evict=12"},
                                        TraceEvent{90, "policy", "h2o:heavy=32"}}) {
            recording->writer(1).addEvent(event);
        }
        recording->writer(1).publish();
        bench.workspace->client().view(recording, QStringLiteral("/runs/h2o"));
        bench.workspace->selection().setLane(1);
        bench.window->focusDock(*bench.window->dock(QStringLiteral("nll")));
        const auto marks = [&] {
            QStringList all;
            for (const ChangeMarks* each : bench.window->dock(QStringLiteral("nll"))->findChildren<ChangeMarks*>()) {
                all += each->labels();
            }
            all.removeDuplicates();
            return all;
        };
        auto* scrubber = bench.window->findChild<Scrubber*>();
        const auto toldAt = [&](int step) {
            const QPoint place(scrubber->xOf(step), scrubber->height() / 2);
            QHelpEvent help(QEvent::ToolTip, place, scrubber->mapToGlobal(place));
            QApplication::sendEvent(scrubber, &help);
            return QToolTip::text();
        };
        QTRY_COMPARE(marks(), (QStringList{"recent 64, evict=12", "h2o:heavy=32"}));
        QVERIFY2(toldAt(90).contains(QLatin1String("h2o")), qPrintable(toldAt(90)));
        auto* recent = bench.window->findChild<QMenu*>(QStringLiteral("recentBundles"));
        recent->addAction(QStringLiteral("h2o · /runs"));
        bench.press("examiner");
        QTRY_COMPARE(marks(), QStringList{"change"});
        QVERIFY2(toldAt(90).endsWith(QLatin1String("from step 90: change")), qPrintable(toldAt(90)));
        QVERIFY(!recent->isEnabled() && !recent->menuAction()->isEnabled());
        bench.press("examiner");
        QTRY_COMPARE(marks(), (QStringList{"recent 64, evict=12", "h2o:heavy=32"}));
        QVERIFY(toldAt(90).contains(QLatin1String("h2o")));
        QVERIFY(recent->isEnabled());
    }

    void aRowOfTheTableIsTheLaneThatAllViewsShow() {
        FakeShape shape;
        shape.lanes = 4;
        Bench bench(shape);
        Dock* dock = bench.window->dock(QStringLiteral("lanes"));
        QVERIFY(dock != nullptr);
        QVERIFY(bench.activate());
        bench.key(Qt::Key_4, Qt::AltModifier);
        QTRY_VERIFY(dock->shown());
        bench.runToEnd();
        auto* table = dock->findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 4);
        QTRY_COMPARE(table->model()->index(3, LanesModel::Nll).data().toString(), QStringLiteral("2.750"));
        QCOMPARE(bench.workspace->selection().lane(), 1);
        QTRY_COMPARE(table->currentIndex().row(), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(3, LanesModel::Nll)).center());
        QCOMPARE(bench.workspace->selection().lane(), 3);
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(bench.workspace->selection().lane(), 2);
        const QPoint below(20, table->viewport()->height() - 4);
        QVERIFY(!table->indexAt(below).isValid());
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, below);
        QCOMPARE(bench.workspace->selection().lane(), 2);
        QVERIFY(table->selectionModel()->isRowSelected(2, {}));
        bench.workspace->selection().setLane(1);
        QTRY_COMPARE(table->currentIndex().row(), 1);
        const QStringList rows = dock->copyText().split(QLatin1Char('\n'));
        QCOMPARE(rows.size(), 5);
        QVERIFY2(rows[1].startsWith("full\t2.000\t–"), qPrintable(rows[1]));
    }

    void spaceOnALanePinsIt() {
        FakeShape shape;
        shape.lanes = 3;
        Bench bench(shape);
        bench.runToEnd();
        Dock* dock = bench.window->dock(QStringLiteral("lanes"));
        bench.window->focusDock(*dock);
        QTRY_VERIFY(dock->shown());
        auto* table = dock->findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto ticked = [&](int row) {
            return table->model()->index(row, LanesModel::Name).data(Qt::CheckStateRole).toInt() == Qt::Checked;
        };
        QVERIFY(bench.activate());
        table->setFocus();
        for (const int column : {int{LanesModel::Name}, int{LanesModel::Nll}}) {
            table->setCurrentIndex(table->model()->index(2, column));
            const QString lane = table->model()->index(2, LanesModel::Name).data().toString();
            QTest::keyClick(table, Qt::Key_Space);
            QVERIFY(ticked(0));
            QCOMPARE(table->model()->index(0, LanesModel::Name).data().toString(), lane);
            table->setCurrentIndex(table->model()->index(0, column));
            QTest::keyClick(table, Qt::Key_Space);
            QVERIFY(!ticked(0) && !ticked(1) && !ticked(2));
        }
        QCOMPARE(bench.state(), SessionState::Finished);
    }

    void aNarrowTableShowsWhatLanesAreComparedBy() {
        FakeShape shape;
        shape.lanes = 3;
        Bench bench(shape);
        bench.runToEnd();
        bench.window->resize(1024, 700);
        Dock* dock = bench.window->dock(QStringLiteral("lanes"));
        bench.window->focusDock(*dock);
        QTRY_VERIFY(dock->shown());
        auto* table = dock->findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto rightOf = [&](int column) {
            return table->columnViewportPosition(column) + table->columnWidth(column);
        };
        QTRY_VERIFY(rightOf(LanesModel::Milliseconds) <= table->viewport()->width());
        // The others by keyboard or scroll bar.
        table->setCurrentIndex(table->model()->index(1, LanesModel::Evicted));
        QTRY_VERIFY(rightOf(LanesModel::Evicted) <= table->viewport()->width());
    }

    void aTableAboveItsCurvesIsAsHighAsItsRows() {
        FakeShape shape;
        shape.lanes = 3;
        Bench bench(shape);
        bench.runToEnd();
        Dock* dock = bench.window->dock(QStringLiteral("lanes"));
        bench.window->focusDock(*dock);
        dock->setFloating(true);
        dock->resize(460, 420);
        auto* table = dock->findChild<QTableView*>();
        QTRY_VERIFY(dock->shown() && table->model()->rowCount() == 3);
        const auto unused = [&] {
            return table->viewport()->height() - 3 * table->verticalHeader()->defaultSectionSize();
        };
        QTRY_VERIFY2(unused() >= 0 && unused() < 30, qPrintable(QString::number(unused())));
        const auto* curves = dock->findChild<Plot*>();
        QVERIFY2(curves->height() > 100, qPrintable(QString::number(curves->height())));
        // Beside them it is as high as they are.
        dock->resize(900, 420);
        QTRY_VERIFY(unused() > 100);
    }

    void namesAreCutWhereTheyCanBeToldApart() {
        const auto cutOf = [](const std::vector<std::string>& policies) {
            Bench bench;
            RunDescription description = fakeDescription({.lanes = static_cast<std::int32_t>(policies.size()) + 1});
            for (std::size_t lane = 0; lane < policies.size(); ++lane) {
                description.lanes[lane + 1].policyText = policies[lane];
            }
            auto recording = std::make_shared<Recording>(description);
            for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
                recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
            }
            addFakeSteps({.lanes = recording->lanes()}, *recording, 0, 60);
            recording->setState(RunState::Finished);
            bench.workspace->client().view(recording, QStringLiteral("lanes"));
            Dock* dock = bench.window->dock(QStringLiteral("lanes"));
            bench.window->focusDock(*dock);
            dock->setFloating(true);
            dock->resize(460, 420);
            auto* table = dock->findChild<QTableView*>();
            const auto narrow = [&] { return dock->shown() && table->columnWidth(LanesModel::Name) < 250; };
            return QTest::qWaitFor(narrow) ? table->textElideMode() : Qt::ElideNone;
        };
        QCOMPARE(cutOf({"streaming:sinks=0,recent=124", "streaming:sinks=0,recent=127"}), Qt::ElideMiddle);
        QCOMPARE(cutOf({"snapkv+pyramid:capacity=256,recent=32", "snapkv+cake-preference:capacity=256,recent=32"}),
                 Qt::ElideRight);
    }

    void theColourOfALaneIsTheSameInARowThatIsSelected() {
        FakeShape shape;
        shape.lanes = 4;
        Bench bench(shape);
        bench.runToEnd();
        Dock* dock = bench.window->dock(QStringLiteral("lanes"));
        bench.window->focusDock(*dock);
        auto* table = dock->findChild<QTableView*>();
        QTRY_VERIFY(dock->shown() && table->model()->rowCount() == 4);
        for (int lane = 1; lane < 4; ++lane) {
            bench.workspace->selection().setLane(lane);
            QTRY_COMPARE(table->currentIndex().row(), lane);
            const QImage row =
                table->viewport()->grab(table->visualRect(table->model()->index(lane, LanesModel::Name))).toImage();
            int seen = 0;
            for (int x = 0; x < row.width(); ++x) {
                seen += row.pixelColor(x, row.height() / 2) == policyColor(lane - 1) ? 1 : 0;
            }
            QVERIFY2(seen >= 8, qPrintable(QString::number(lane)));
        }
    }

    void whatDoesNotFitIsRefusedWithTheNumber() {
        Bench bench;
        RunSpec base = bench.workspace->draft().base();
        base.steps = std::int64_t{1} << 40;
        base.mode = Mode::Generate;
        bench.workspace->draft().setBase(base);
        const auto started = bench.workspace->startDraft();
        QVERIFY(!started.has_value());
        QVERIFY2(started.error().sentence().find("do not fit the memory that is free") != std::string::npos,
                 started.error().sentence().c_str());
    }

    /// Weights in memory are missing from what is free already: what ran once runs again.
    void weightsInMemoryAreNotCountedTwice() {
        const QTemporaryDir folder;
        QFile given(QString::fromStdString((embeddedModelDir().value() / "config.json").string()));
        QVERIFY(given.open(QIODevice::ReadOnly));
        auto config = nlohmann::json::parse(given.readAll().toStdString());
        config["hidden_size"] = 1 << 18;
        config["intermediate_size"] = 1 << 22;  // terabytes
        QFile file(folder.filePath(QStringLiteral("config.json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(config.dump())) > 0);
        file.close();
        QVERIFY(QFile::copy(QString::fromStdString((embeddedModelDir().value() / "tokenizer.json").string()),
                            folder.filePath(QStringLiteral("tokenizer.json"))));  // counts the tokens of the text
        const std::filesystem::path model = folder.path().toStdString();
        Bench bench;
        RunSpec base = bench.workspace->draft().base();
        base.model = model;
        bench.workspace->draft().setBase(base);
        auto* fit = bench.window->findChild<QLabel*>(QStringLiteral("fit"));
        QTRY_VERIFY2(fit->text().contains(QStringLiteral("does not fit")), qPrintable(fit->text()));
        const auto refused = bench.workspace->startDraft();
        QVERIFY(!refused.has_value());
        QVERIFY2(
            refused.error().sentence().find("weights and the caches of its 2 lanes do not fit") != std::string::npos,
            refused.error().sentence().c_str());
        bench.workspace->client().post([model](Engine& engine) { static_cast<void>(engine.loadModel(model, {})); });
        QTRY_VERIFY(bench.workspace->client().loadedModel() == model);
        const auto started = bench.workspace->startDraft();
        QVERIFY2(started.has_value(), started ? "" : started.error().sentence().c_str());
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_VERIFY2(
            fit->text().contains(QStringLiteral("(loaded)")) && fit->text().contains(QStringLiteral(", fits<")),
            qPrintable(fit->text()));
    }
};

QTEST_MAIN(LanesDockTest)
#include "lanes_dock_test.moc"
