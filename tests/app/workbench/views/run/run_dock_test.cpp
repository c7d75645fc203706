// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "app/workbench/session/runs/live_changes.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/views/run/cost_table.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "core/policy/host/user_presets.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/run/run_form.h"

using namespace kvw;
using namespace kvw::tests;

/// The form of the next run: what is said before the start, presets of the user, and back.
class RunDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        QVERIFY(m_data.isValid());
        qputenv("XDG_DATA_HOME", m_data.path().toLocal8Bit());
        std::filesystem::remove(userPresetsFile());
    }

    void whatDoesNotGoTogetherIsSaidBeforeTheStart() {
        Bench bench;
        load(bench, "snapkv:capacity=64");
        auto* start = bench.window->findChild<QPushButton*>("start");
        auto* preview = bench.window->findChild<QLabel*>("preview");
        QTRY_VERIFY(start->isEnabled());
        RunSpec spec = draft(bench).base();
        spec.streamingPrefill = true;
        draft(bench).setBase(spec);
        QTRY_VERIFY(!start->isEnabled());
        QVERIFY(start->toolTip().contains("decides on the whole prompt"));
        QVERIFY(preview->text().contains("decides on the whole prompt"));
        load(bench, "h2o-mass+uniform:schedule=every-step");
        QTRY_VERIFY(start->isEnabled());
        load(bench, "cake");
        spec.streamingPrefill = false;
        draft(bench).setBase(spec);
        // Once the engine is open, which is asked.
        QTRY_VERIFY(start->isEnabled());
        QVERIFY(!preview->text().contains("Budgets per layer"));
        bench.startPaused();
        QTRY_VERIFY(preview->text().contains("they follow from the prompt and are known after prefill"));
    }

    void budgetsPerLayerAreThereBeforeTheFirstRun() {
        Bench bench;
        load(bench, "cake");
        auto* preview = bench.window->findChild<QLabel*>("preview");
        const auto* costs = bench.window->findChild<QLabel*>("fit");
        QTRY_VERIFY(costs->text().contains("prefill"));
        QVERIFY(!preview->text().contains("known after prefill"));
        bench.window->openEngineSoon();
        QTRY_VERIFY(preview->text().contains("they follow from the prompt and are known after prefill"));
        QCOMPARE(bench.state(), SessionState::Empty);
        QVERIFY(!bench.workspace->client().polling());
    }

    void whatIsHeldAfterThePromptAndAtTheEndIsSaid() {
        Bench bench;
        const auto preview = [&](const char* policy) {
            load(bench, policy);
            QStringList said = draft(bench).preview();
            for (const CostRow& row : draft(bench).costs({})) {
                said += row.what + QStringLiteral(": ") + row.value;
            }
            return said.join(QLatin1Char('\n'));
        };
        const RunDraft::Plan plan = draft(bench).planned();
        QVERIFY(plan.prompt > 128 && plan.decode > plan.prompt);
        const auto percent = [&](std::int64_t tokens) {
            return QString("(%1 %)").arg(
                std::lround(100.0 * static_cast<double>(tokens) / static_cast<double>(plan.total())));
        };
        const std::int64_t atEnd = 128 + plan.decode;
        const QString once = preview("snapkv:capacity=128");
        QVERIFY2(once.contains(
                     QString("Budget: 128 tokens per layer and head after the prompt, %1 at the end").arg(atEnd)) &&
                     once.contains(percent(atEnd)),
                 qPrintable(once));
        const QString one = preview("streaming:sinks=0,recent=1");
        QVERIFY2(one.contains("Budget: 1 token per layer and head"), qPrintable(one));
        // Between prompt and end: nothing is cut, and no eviction is promised.
        const QString fits = preview(qPrintable(QString("snapkv:capacity=%1").arg(plan.prompt + 1)));
        QVERIFY2(fits.contains("Nothing will be evicted") && !fits.contains("first eviction"), qPrintable(fits));
        const QString later = preview(qPrintable(QString("tova:capacity=%1").arg(plan.prompt + 1)));
        QVERIFY2(later.contains("first eviction") && later.contains(percent(plan.prompt + 1)), qPrintable(later));
        // A codec keeps all of it in fewer bytes; what the dock says is counted, too.
        const std::int64_t full = plan.total() * draft(bench).modelFacts().kvBytesPerToken;
        draft(bench).setCompareWithFull(false);
        const QString coded = preview("kivi");
        QVERIFY2(coded.contains("Budget: everything is kept") && coded.contains(" %)"), qPrintable(coded));
        QVERIFY(draft(bench).cacheBytes() < full / 2);
        QVERIFY(preview("full").contains("Budget: everything is kept"));
        QCOMPARE(draft(bench).cacheBytes(), full);
        load(bench, "snapkv:capacity=128");
        const std::int64_t perHead = draft(bench).cacheBytes();
        QCOMPARE(perHead, atEnd * draft(bench).modelFacts().kvBytesPerToken);
        load(bench, "snapkv:capacity=128,granularity=query-head");
        const RunDraft::ModelFacts model = draft(bench).modelFacts();
        QCOMPARE(draft(bench).cacheBytes(), perHead * (model.queryHeads / model.kvHeads));
    }

    void aPromptLongerThanTheTextIsSaidBeforeTheStart() {
        Bench bench;
        load(bench, "streaming:recent=32");
        const std::int64_t tokens = draft(bench).textFacts().tokens;
        RunSpec spec = draft(bench).base();
        spec.promptTokens = tokens + 1;
        draft(bench).setBase(spec);
        const auto refused = draft(bench).spec();
        QVERIFY(!refused);
        const QString said = QString::fromStdString(refused.error().sentence());
        QVERIFY2(said.contains("longer than the text") && said.contains(QString("at most %1").arg(tokens)) &&
                     !said.contains("--"),
                 qPrintable(said));
        QCOMPARE(draft(bench).preview(), QStringList{said});
        QVERIFY(draft(bench).costs({}).empty());
        auto* start = bench.window->findChild<QPushButton*>("start");
        QTRY_VERIFY(!start->isEnabled() && start->toolTip().contains("longer than the text"));
        spec.promptTokens = tokens;
        draft(bench).setBase(spec);
        QVERIFY(draft(bench).spec());
        QTRY_VERIFY(start->isEnabled());
        // Another model may find as many tokens in it.
        spec.model = "/another/model";
        spec.promptTokens = tokens + 1;
        draft(bench).setBase(spec);
        QVERIFY(draft(bench).spec());
    }

    void noPolicyWidensTheDock() {
        Bench bench;
        for (const char* beside : {"plugins", "problems"}) {
            QVERIFY2(bench.window->dock(beside)->minimumSizeHint().width() <= 300, beside);
        }
        for (const Catalog::Found& policy : bench.workspace->plugins().catalog().all(PluginKind::Policy)) {
            load(bench, policy.provided->id.c_str());
            QTRY_COMPARE(form(bench).id().toStdString(), policy.provided->id);
            for (int turn = 0; turn < 3; ++turn) {  // what a form asks for comes to the dock in several
                QCoreApplication::processEvents();
            }
            const int wide = dock(bench).minimumSizeHint().width();
            QVERIFY2(wide <= 300, qPrintable(QString("%1: %2").arg(form(bench).id()).arg(wide)));
        }
    }

    void costsAreWholeInANarrowDock() {
        Bench bench;
        load(bench, "snapkv:capacity=64");
        const auto* costs = bench.window->findChild<QLabel*>("fit");
        QTRY_VERIFY(costs->text().contains("prefill"));
        for (const int percent : {100, 200}) {
            bench.window->modes().setTypeSize(percent);
            bench.window->resizeDocks({&dock(bench)}, {300}, Qt::Horizontal);
            QTRY_VERIFY2(costs->minimumSizeHint().width() <= costs->width() &&
                             costs->height() >= costs->heightForWidth(costs->width()),
                         qPrintable(QString::number(percent)));
        }
        bench.window->modes().setTypeSize(100);
    }

    void settingsBecomeAPreset() {
        Bench bench;
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        load(bench, "snapkv:capacity=99");
        auto* box = bench.window->findChild<QToolButton*>("presetMenu");
        QVERIFY(box != nullptr);
        const auto trigger = [&](const char* menu, const QString& entry) {
            Q_EMIT box->menu()->aboutToShow();
            for (QAction* action : box->menu()->actions()) {
                QMenu* under = action->menu();
                if (under == nullptr ? action->objectName() == menu : under->title() == QLatin1String(menu)) {
                    if (under == nullptr) {
                        return action->trigger();
                    }
                    for (QAction* each : under->actions()) {
                        if (each->text() == entry) {
                            return each->trigger();
                        }
                    }
                }
            }
            QFAIL(menu);
        };
        auto* name = bench.window->findChild<QLineEdit*>("presetName");
        QVERIFY(!name->isVisible());
        trigger("savePreset", {});
        QVERIFY(name->isVisible());
        QCOMPARE(name->text(), QString("snapkv-capacity-99"));
        name->setText("snapkv");
        bench.window->findChild<QPushButton*>("presetSave")->click();
        QVERIFY(notices.last().at(0).toString().contains("name of a policy"));
        name->setText("small");
        bench.window->findChild<QPushButton*>("presetSave")->click();
        QVERIFY(!name->isVisible());
        QCOMPARE(readUserPresets(userPresetsFile())->size(), std::size_t{1});
        // It is listed whatever is in the form, and picked as those of the papers are.
        load(bench, "streaming");
        QComboBox* list = nullptr;
        for (QComboBox* each : dock(bench).findChildren<QComboBox*>()) {
            list = each->accessibleName() == "Preset" ? each : list;
        }
        QVERIFY(list != nullptr);
        QTRY_VERIFY(list->findText("small") > 0);
        list->setCurrentIndex(list->findText("small"));
        Q_EMIT list->activated(list->currentIndex());
        QCOMPARE(form(bench).policyText(), QString("snapkv:capacity=99"));
        // With what the lane has of its own.
        load(bench, "streaming:recent=64/positions=cache-rank/prefill=streaming:1");
        trigger("savePreset", {});
        QCOMPARE(name->text(), QString("streaming-recent-64-positions-cache-rank-prefill-streaming-1"));
        name->setText("ranks");
        bench.window->findChild<QPushButton*>("presetSave")->click();
        load(bench, "snapkv");
        QTRY_VERIFY(list->findText("ranks") > 0);
        list->setCurrentIndex(list->findText("ranks"));
        Q_EMIT list->activated(list->currentIndex());
        QCOMPARE(form(bench).laneText(), QString("streaming:recent=64/positions=cache-rank/prefill=streaming:1"));
        trigger("Copy as kvw", "ranks");
        QCOMPARE(
            QGuiApplication::clipboard()->text(),
            QString("kvw policies --save-preset ranks=streaming:recent=64/positions=cache-rank/prefill=streaming:1"));
        trigger("Delete", "ranks");
        trigger("Copy as kvw", "small");
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("kvw policies --save-preset small=snapkv:capacity=99"));
        trigger("Delete", "small");
        QVERIFY(readUserPresets(userPresetsFile())->empty());
        QCOMPARE(list->findText("small"), -1);
    }

    void backToTheSettingsOfTheRun() {
        Bench bench;
        auto* revert = bench.window->findChild<QPushButton*>("revert");
        QVERIFY(!revert->isEnabled());
        RunDescription description = fakeDescription({});
        description.model.name = modelName(embeddedModelDir().value());
        description.seed = 77;
        description.specs.resize(1);
        description.specs.front().steps = 64;
        description.capture = "rows";
        auto recording = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
        }
        addFakeSteps({}, *recording, 0, 60);
        recording->setState(RunState::Finished);
        bench.workspace->client().view(recording, "a run");
        QTRY_VERIFY(revert->isEnabled());
        load(bench, "snapkv:capacity=99");
        revert->click();
        QCOMPARE(form(bench).policyText(), QString("streaming:recent=32"));
        QCOMPARE(draft(bench).base().seed, std::int64_t{77});
        QVERIFY(draft(bench).compareWithFull());
        QCOMPARE(draft(bench).base().steps, std::int64_t{64});
        QCOMPARE(draft(bench).base().capture, Capture::Rows);
        // Its text is no file: the tokens are what is read, and said.
        QVERIFY(draft(bench).base().ids);
        QCOMPARE(draft(bench).textFacts().tokens, static_cast<std::int64_t>(description.tokenIds.size()));
        QVERIFY(!draft(bench).preview().join(' ').contains("Choose"));
        QVERIFY(draft(bench).commandLine().contains("--ids"));
        auto* text = bench.window->dock("run")->findChild<QComboBox*>("text");
        QTRY_COMPARE(text->currentText(), QString("the tokens of a run"));
        // A file that is chosen then is what is read.
        RunSpec chosen = draft(bench).base();
        chosen.textFile = shippedTextChoices().front().file;
        draft(bench).setBase(chosen);
        QVERIFY(!draft(bench).base().ids);
        // A typed prompt comes back as it was typed.
        description.specs.front().prompt = "typed words";
        QVERIFY(loadIntoDraft(description, bench.workspace->plugins().catalog(), draft(bench)));
        QCOMPARE(draft(bench).base().prompt, std::optional<std::string>("typed words"));
        QVERIFY(!draft(bench).base().ids && !draft(bench).chats());
        // Its text is a file of the user: that file again, not its tokens.
        const QString file = QDir(m_data.path()).filePath("own.txt");
        QFile own(file);
        QVERIFY(own.open(QIODevice::WriteOnly) && own.write("a text of one's own\n") > 0);
        own.close();
        RunSpec spec = draft(bench).base();
        spec.textFile = file.toStdString();
        spec.ids.reset();
        draft(bench).setBase(spec);
        description.textHash = kvw::Document::load(file.toStdString())->hash();
        description.textTitle = "own.txt";
        auto mine = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < mine->lanes(); ++lane) {
            mine->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
        }
        bench.workspace->client().view(mine, "my run");
        load(bench, "h2o");
        bench.press("asShown");
        QCOMPARE(form(bench).policyText(), QString("streaming:recent=32"));
        QCOMPARE(QString::fromStdString(draft(bench).base().textFile.string()), file);
        QVERIFY(!draft(bench).base().ids);
        // A model that is not there: a sentence.
        bench.workspace->client().view(filledFakeRecording({}, 60), "another run");
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        revert->click();
        QVERIFY(notices.count() > 0 && notices.last().at(0).toString().contains("another model"));
    }

    void aNewRunIsDescribedFirst() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.press("newRun");
        QTRY_VERIFY(dock(bench).isAncestorOf(bench.window->focusWidget()));
        QVERIFY(!bench.workspace->recording());
        bench.press("startRun");
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }

    /// They tell of files and plugins.
    void notesAreReadAsTheyAre() {
        Bench bench;
        const auto* note = bench.window->findChild<QLabel*>("preview");
        QVERIFY(note != nullptr && note->textFormat() == Qt::PlainText);
        QCOMPARE(costTable({{"A <b>GPU</b>", "1 & 2"}}).count("<b>"), qsizetype{0});
        QVERIFY(costTable({}).isEmpty());
    }

    /// A recorded command names a file without its folder; a copied one runs in any folder.
    void theCopiedCommandHasTheFolderOfItsText() {
        Bench bench;
        const QString file = QDir(m_data.path()).filePath("my own.txt");
        const auto write = [&file](const char* text) {
            QFile own(file);
            return own.open(QIODevice::WriteOnly) && own.write(text) > 0;
        };
        const auto copied = [&bench] {
            const auto text = [] { return QGuiApplication::clipboard()->text(); };
            QGuiApplication::clipboard()->clear();
            bench.press("copyCommand");
            // A text may be of any size: the window does not wait for it.
            const bool later = bench.workspace->recording()->description().textHash.empty() || text().isEmpty();
            const bool done = QTest::qWaitFor([&text] { return !text().isEmpty(); });
            return later && done ? text() : QString();
        };
        const QString bare = "--text 'my own.txt'", whole = QString("--text '%1'").arg(file);
        QVERIFY(write("a text of one's own\n"));
        RunSpec spec = draft(bench).base();
        spec.textFile = file.toStdString();
        spec.prompt.reset();
        draft(bench).setBase(spec);
        bench.runToEnd();
        const std::shared_ptr<Recording> run = bench.workspace->recording();
        QVERIFY2(copied().contains(whole), qPrintable(copied()));
        QVERIFY(QString::fromStdString(run->description().commandLine).contains(bare));
        // The same for a bundle whose text lies there.
        RunDescription description = run->description();
        description.textHash = kvw::Document::load(file.toStdString())->hash();
        description.textTitle = "my own.txt";
        auto mine = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < mine->lanes(); ++lane) {
            mine->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
        }
        addFakeSteps({}, *mine, 0, 60);
        mine->setState(RunState::Finished);
        bench.workspace->client().view(mine, "my run");
        QVERIFY2(copied().contains(whole), qPrintable(copied()));
        // It is another text now, or none.
        QVERIFY(write("another text\n"));
        QVERIFY2(copied().contains(bare), qPrintable(copied()));
        QVERIFY(QFile::remove(file));
        QVERIFY2(copied().contains(bare), qPrintable(copied()));
    }

    void whatWasChangedInMidRunIsLeftOutAndTold() {
        Bench bench;
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        const auto takeBack = [&](const RunDescription& description) {
            const FakeShape shape{.lanes = static_cast<std::int32_t>(description.lanes.size())};
            auto recording = std::make_shared<Recording>(description);
            for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
                recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
            }
            recording->writer(recording->lanes() - 1).addEvent({55, "parameter", "recent = 16"});
            addFakeSteps(shape, *recording, 0, 60);
            recording->setState(RunState::Finished);
            bench.workspace->client().view(recording, "a fork");
            load(bench, "snapkv:capacity=99");
            bench.press("asShown");
            return notices.isEmpty() ? QString() : notices.last().at(0).toString();
        };
        // A fork, beside what it was forked from and the full cache.
        RunDescription description = fakeDescription({.lanes = 3});
        description.model.name = modelName(embeddedModelDir().value());
        description.lanes[1].policyText = "streaming:recent=32";
        description.lanes[2].policyText = "streaming:recent=32/evict=12,14@50";
        description.lanes[2].given = {{"text", description.lanes[2].policyText}};
        QString told = takeBack(description);
        QCOMPARE(draft(bench).lanes().texts(), QStringList{"streaming:recent=32"});
        QVERIFY(draft(bench).compareWithFull());
        QVERIFY2(told.endsWith("Left out: evict=12,14@50, recent=16@55."), qPrintable(told));
        // Runs of different days side by side: the policy is no longer called after the seed.
        description.lanes[2].policyText = "streaming:recent=32";
        description.lanes[2].given = nullptr;
        description.lanes[2].distinguishingText = "seed 3";
        told = takeBack(description);
        QCOMPARE(draft(bench).lanes().texts(), QStringList{"streaming:recent=32"});
        QVERIFY2(told.endsWith("Left out: seed 3, recent=16@55."), qPrintable(told));
        // Another policy beside them stays, and a full cache that lost tokens by hand is one again.
        description.lanes[1].policyId = "full>by-hand";
        description.lanes[1].policyText = "full/evict=3@50";
        description.lanes[2].policyText = "h2o/streaming:recent=32@50";
        told = takeBack(description);
        QCOMPARE(form(bench).id(), QString("h2o"));
        QCOMPARE(draft(bench).lanes().count(), 1);
        QVERIFY2(told.contains("evict=3@50") && told.contains("streaming:recent=32@50"), qPrintable(told));
    }

 private:
    QTemporaryDir m_data;
};

QTEST_MAIN(RunDockTest)
#include "run_dock_test.moc"
