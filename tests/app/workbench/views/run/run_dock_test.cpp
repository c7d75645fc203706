// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBoxLayout>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>

#include "app/workbench/session/runs/live_changes.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/shell/modes.h"
#include "core/model/model_files.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "core/policy/host/user_presets.h"
#include "core/trace/capture_changes.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

/// The form of the next run: budgets in tokens and as a share, few choices, seeds, presets of the user, and back.
class RunDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        QVERIFY(m_data.isValid());
        qputenv("XDG_DATA_HOME", m_data.path().toLocal8Bit());
        std::filesystem::remove(userPresetsFile());
    }

    void aBudgetIsOneValueInTwoUnits() {
        Bench bench;
        load(bench, "snapkv:capacity=64");
        auto* tokens = bench.window->findChild<QDoubleSpinBox*>("parameter:capacity");
        auto* share = bench.window->findChild<QDoubleSpinBox*>("share:capacity");
        QVERIFY(tokens != nullptr && share != nullptr);
        const auto total = static_cast<double>(draft(bench).planned().total());
        QVERIFY(total > 100);
        QTRY_COMPARE(share->value(), std::round(10 * 6400 / total) / 10);
        share->setValue(50);
        QCOMPARE(form(bench).number("capacity").value(), std::round(total / 2));
        QCOMPARE(tokens->value(), std::round(total / 2));
        tokens->setValue(100);
        QCOMPARE(share->value(), std::round(10 * 10000 / total) / 10);
        const auto layers = draft(bench).modelFacts().layers;
        const QString sum = QString::number(layers * 100);
        bool said = false;
        for (const QLabel* label : dock(bench).findChildren<QLabel*>()) {
            said = said || (label->isVisible() && label->text().contains(QString("= %1 tokens").arg(sum)));
        }
        QVERIFY(said);
        // Another text, another share.
        RunSpec spec = draft(bench).base();
        spec.steps = 10;
        draft(bench).setBase(spec);
        QTRY_COMPARE(share->value(), std::round(10 * 10000 / static_cast<double>(draft(bench).planned().total())) / 10);
    }

    void countsAndSharesOfTokensAreShownInBothUnits() {
        Bench bench;
        load(bench, "streaming:sinks=4,recent=64");
        const auto box = [&](const char* name) { return bench.window->findChild<QDoubleSpinBox*>(name); };
        QVERIFY(box("share:sinks") != nullptr && box("share:recent") != nullptr);
        const RunDraft::Plan plan = draft(bench).planned();
        QVERIFY(plan.prompt > 50);
        QTRY_COMPARE(box("share:recent")->value(), std::round(10 * 6400 / static_cast<double>(plan.total())) / 10);
        box("share:recent")->setValue(10);
        QCOMPARE(form(bench).number("recent").value(), std::round(static_cast<double>(plan.total()) / 10));
        // A share of the prompt, in its tokens.
        load(bench, "snapkv:capacity=0,removed=0.25");
        QVERIFY(box("share:removed") != nullptr);
        QTRY_COMPARE(box("share:removed")->value(), 25.0);
        const QString tokens =
            QString("%: %1 of %2").arg(std::llround(0.25 * static_cast<double>(plan.prompt))).arg(plan.prompt);
        bool said = false;
        for (const QLabel* label : dock(bench).findChildren<QLabel*>()) {
            said = said || label->text() == tokens;
        }
        QVERIFY(said);
        box("share:removed")->setValue(40);
        QCOMPARE(form(bench).number("removed").value(), 0.4);
        QVERIFY(box("share:kernel") == nullptr);
    }

    void aBudgetMayBeAShareOfThePrompt() {
        Bench bench;
        load(bench, "snapkv:capacity=64");
        auto* share = bench.window->findChild<QDoubleSpinBox*>("share:capacity");
        auto* ofPrompt = bench.window->findChild<QCheckBox*>("ofPrompt:capacity");
        QVERIFY(share != nullptr && ofPrompt != nullptr && !ofPrompt->isChecked());
        const auto prompt = static_cast<double>(draft(bench).planned().prompt);
        QVERIFY(prompt > 64);
        ofPrompt->click();
        QTRY_COMPARE(share->value(), std::round(64000 / prompt) / 10);
        share->setValue(25);
        QCOMPARE(form(bench).policyText(), QStringLiteral("snapkv:capacity=25%"));
        auto* tokens = bench.window->findChild<QDoubleSpinBox*>("parameter:capacity");
        QTRY_COMPARE(tokens->value(), std::floor(prompt / 4));
        QVERIFY(!tokens->isEnabled());
        ofPrompt->click();
        QCOMPARE(form(bench).policyText(), QStringLiteral("snapkv:capacity=%1").arg(std::floor(prompt / 4)));
        // A policy that no list or kernel can be a share of has no such box.
        QVERIFY(bench.window->findChild<QCheckBox*>("ofPrompt:kernel") == nullptr);
    }

    void aListIsTypedWithSlashes() {
        Bench bench;
        load(bench, "cascade:window=64");
        auto* sizes = bench.window->findChild<QLineEdit*>("parameter:sizes");
        QVERIFY(sizes != nullptr && sizes->text().isEmpty());
        sizes->setText(QStringLiteral("32/16/16"));
        Q_EMIT sizes->editingFinished();
        QCOMPARE(form(bench).policyText(), QStringLiteral("cascade:window=64,sizes=32/16/16"));
        sizes->clear();
        Q_EMIT sizes->editingFinished();
        QCOMPARE(form(bench).policyText(), QStringLiteral("cascade:window=64"));
    }

    void aValueWithoutRoomSaysWhatIsInEffect() {
        Bench bench;
        load(bench, "snapkv:capacity=64,window=8");
        const std::int64_t prompt = draft(bench).planned().prompt;
        const auto said = [&](const QString& words) {
            const auto labels = dock(bench).findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text().contains(words);
            });
        };
        const QString effect = QString("4096 typed, <b>%1 in effect</b>: the prompt has %1 tokens").arg(prompt);
        QVERIFY(!said("in effect"));
        auto* capacity = bench.window->findChild<QDoubleSpinBox*>("parameter:capacity");
        capacity->setValue(4096);
        QTRY_VERIFY(said(effect));
        QCOMPARE(capacity->value(), 4096.0);  // what is typed stays
        // With the sum over the layers, of what is in effect.
        const auto layers = draft(bench).modelFacts().layers;
        QVERIFY(said(QString("<br>%1 layers × %2 = %3 tokens").arg(layers).arg(prompt).arg(layers * prompt)));
        // A longer prompt has room for more.
        RunSpec spec = draft(bench).base();
        spec.promptTokens = prompt + 10;
        draft(bench).setBase(spec);
        QTRY_VERIFY(said(QString("%1 in effect").arg(prompt + 10)));
        capacity->setValue(4);
        QTRY_VERIFY(said("8 typed, <b>4 in effect</b>: capacity is 4"));
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
        QTRY_VERIFY(preview->text().contains("prefill"));
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
            return draft(bench).preview().join(QLatin1Char('\n'));
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
                     QString("128 tokens per layer and head after the prompt, on average, %1 at the end").arg(atEnd)) &&
                     once.contains(percent(atEnd)),
                 qPrintable(once));
        const QString one = preview("streaming:sinks=0,recent=1");
        QVERIFY2(one.contains("Budget 1 token per layer and head"), qPrintable(one));
        // Between prompt and end: nothing is cut, and no eviction is promised.
        const QString fits = preview(qPrintable(QString("snapkv:capacity=%1").arg(plan.prompt + 1)));
        QVERIFY2(fits.contains("Nothing will be evicted") && !fits.contains("first eviction"), qPrintable(fits));
        const QString later = preview(qPrintable(QString("tova:capacity=%1").arg(plan.prompt + 1)));
        QVERIFY2(later.contains("first eviction") && later.contains(percent(plan.prompt + 1)), qPrintable(later));
        // A codec keeps all of it in fewer bytes; what the dock says is counted, too.
        const std::int64_t full = plan.total() * draft(bench).modelFacts().kvBytesPerToken;
        draft(bench).setCompareWithFull(false);
        const QString coded = preview("kivi");
        QVERIFY2(coded.contains("Keeps everything, in fewer bytes"), qPrintable(coded));
        QVERIFY(draft(bench).cacheBytes() < full / 2);
        QVERIFY(preview("full").contains("Keeps everything: "));
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
        QVERIFY(draft(bench).fit({}).isEmpty());
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

    void unitsAreWhole() {
        Bench bench;
        load(bench, "adakv");
        bench.window->dock("run")->raise();
        const auto labels = dock(bench).findChildren<QLabel*>();
        const auto unit = std::find_if(labels.begin(), labels.end(),
                                       [](const QLabel* label) { return label->text() == QString("fraction"); });
        QVERIFY(unit != labels.end());
        QTRY_VERIFY((*unit)->width() >= (*unit)->fontMetrics().horizontalAdvance((*unit)->text()));
    }

    void theWheelTurnsNothingThatHasNoFocus() {
        Bench bench;
        load(bench, "snapkv:capacity=64");
        bench.window->dock("run")->raise();
        int turned = 0;
        const auto turn = [](QWidget& box) {
            const QPointF at = QRectF(box.rect()).center();
            QWheelEvent wheel(at, box.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                              false);
            QApplication::sendEvent(&box, &wheel);
        };
        for (QComboBox* box : dock(bench).findChildren<QComboBox*>()) {
            if (box->isVisible() && box->isEnabled() && box->count() > 1) {
                const int before = box->currentIndex();
                turn(*box);
                QVERIFY2(box->currentIndex() == before, qPrintable(box->accessibleName()));
                QVERIFY(box->focusPolicy() == Qt::StrongFocus);  // else the wheel gives it the focus first
                ++turned;
            }
        }
        QVERIFY(turned >= 4);
        for (QSlider* slider : dock(bench).findChildren<QSlider*>()) {
            slider->setFocus(Qt::TabFocusReason);  // which it gets unnoticed
            const int before = slider->value();
            turn(*slider);
            QCOMPARE(slider->value(), before);
        }
        QCOMPARE(form(bench).policyText(), QString("snapkv:capacity=64"));
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

    void aFewChoicesAreRadioButtons() {
        Bench bench;
        load(bench, "snapkv");
        auto* box = bench.window->findChild<QWidget*>("parameter:pool");
        QVERIFY(box != nullptr);
        const auto radios = box->findChildren<QRadioButton*>();
        QCOMPARE(radios.size(), 2);
        const QString other = radios[0]->isChecked() ? radios[1]->text() : radios[0]->text();
        (radios[0]->isChecked() ? radios[1] : radios[0])->click();
        QCOMPARE(form(bench).parameter("pool")->text(), other);
        form(bench).parameter("pool")->reset();
        QVERIFY(radios[0]->text() == other ? radios[1]->isChecked() : radios[0]->isChecked());
        load(bench, "snapkv+uniform");  // five schedules stay in a list
        QVERIFY(bench.window->findChild<QComboBox*>("parameter:schedule") != nullptr);
    }

    void arrowsChooseAmongRadioButtonsWhileARunIsShown() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.runToEnd();
        load(bench, "snapkv");
        bench.window->focusDock(dock(bench));
        bench.workspace->selection().setStep(100);
        bench.workspace->selection().setLayer(1);
        const auto choose = [&](const char* name, Qt::Key forward, Qt::Key back) {
            const auto radios =
                bench.window->findChild<QWidget*>(QStringLiteral("parameter:") + name)->findChildren<QRadioButton*>();
            QCOMPARE(radios.size(), 2);
            const bool first = radios[0]->isChecked();
            auto *chosen = radios[first ? 0 : 1], *other = radios[first ? 1 : 0];
            chosen->setFocus();
            QTRY_VERIFY(chosen->hasFocus());
            bench.key(first ? forward : back);
            QVERIFY(other->hasFocus() && other->isChecked());
            QCOMPARE(form(bench).parameter(name)->text(), other->text());
            bench.key(first ? back : forward);
            QVERIFY(chosen->hasFocus() && chosen->isChecked());
        };
        choose("granularity", Qt::Key_Down, Qt::Key_Up);
        choose("pool", Qt::Key_Right, Qt::Key_Left);
        QCOMPARE(bench.workspace->layer(), 1);
        QCOMPARE(bench.workspace->step(), 100);
        bench.key(Qt::Key_Home);  // it has no such key
        QCOMPARE(bench.workspace->step(), 0);
    }

    void radioButtonsStandAlikeInEverySizeOfType() {
        Bench bench;
        load(bench, "snapkv");
        const auto upright = [&](const char* name) {
            const auto* box = bench.window->findChild<QWidget*>(name)->layout();
            return static_cast<const QBoxLayout*>(box)->direction() == QBoxLayout::TopToBottom;
        };
        for (const int percent : {100, 200, 80}) {
            bench.window->modes().setTypeSize(percent);
            for (const bool again : {false, true}) {
                if (again) {  // the rows are made in this size
                    load(bench, "full");
                    load(bench, "snapkv");
                }
                QVERIFY(!upright("parameter:pool"));
                QVERIFY(upright("parameter:granularity"));
                const auto cut = [&] {
                    for (const auto* radio : dock(bench).findChildren<QRadioButton*>()) {
                        if (radio->isVisible() && radio->width() < radio->minimumSizeHint().width()) {
                            return radio->objectName();
                        }
                    }
                    return QString();
                };
                QTRY_COMPARE(cut(), QString());
            }
        }
        bench.window->modes().setTypeSize(100);
    }

    void aSeedIsThrownAndCopied() {
        Bench bench;
        load(bench, "random:capacity=64,seed=7");
        auto* seed = bench.window->findChild<QDoubleSpinBox*>("parameter:seed");
        QVERIFY(seed != nullptr);
        const auto beside = [&](const char* name) {
            for (auto* button : dock(bench).findChildren<QToolButton*>(name)) {
                if (button->parentWidget() == seed->parentWidget()) {
                    return button;
                }
            }
            return static_cast<QToolButton*>(nullptr);
        };
        QVERIFY(beside("throwSeed") != nullptr && beside("copySeed") != nullptr);
        beside("copySeed")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("7"));
        const double before = seed->value();
        for (int i = 0; i < 5 && seed->value() == before; ++i) {
            beside("throwSeed")->click();
        }
        QVERIFY(seed->value() != before && seed->value() >= 1);
        QCOMPARE(form(bench).parameter("seed")->text(), QString::number(seed->value(), 'f', 0));
        QCOMPARE(dock(bench).findChildren<QToolButton*>("throwSeed").size(), 2);  // that of the run is beside its own
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
        description.commandLine = "kvw compare --policy streaming:recent=32 --steps 64";
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
        QVERIFY(!draft(bench).preview().front().contains("Choose"));
        QVERIFY(draft(bench).commandLine().contains("--ids"));
        auto* text = bench.window->dock("run")->findChild<QComboBox*>("text");
        QTRY_COMPARE(text->currentText(), QString("the tokens of a run"));
        // A file that is chosen then is what is read.
        RunSpec chosen = draft(bench).base();
        chosen.textFile = shippedTextChoices().front().file;
        draft(bench).setBase(chosen);
        QVERIFY(!draft(bench).base().ids);
        // What was typed comes back as it was typed.
        QVERIFY(loadIntoDraft(description, bench.workspace->plugins().catalog(), draft(bench), {}, "typed words"));
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

    void theTokenizerOfTheChosenModelCounts() {
        Bench bench;
        const QString name = QDir(m_data.path()).filePath("read.txt");
        const QByteArray text = QByteArray("The quick brown fox jumps over the lazy dog. ").repeated(20);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0 && file.flush());
        // Another model: it has no merges.
        const QString other = QDir(m_data.path()).filePath("other");
        QVERIFY(QDir().mkpath(other));
        const auto demo = embeddedModelDir().value();
        for (const char* part : {"config.json", "model.safetensors"}) {
            QVERIFY(QFile::copy(QString::fromStdString((demo / part).string()), other + '/' + part));
        }
        QFile from(QString::fromStdString((demo / "tokenizer.json").string())), to(other + "/tokenizer.json");
        QVERIFY(from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly));
        auto json = nlohmann::json::parse(from.readAll().toStdString());
        json["model"]["merges"] = nlohmann::json::array();
        QVERIFY(to.write(QByteArray::fromStdString(json.dump())) > 0 && to.flush());
        const auto tokensOf = [&](const std::filesystem::path& model) {
            return static_cast<std::int64_t>(
                ModelFiles::tokenizerOf(model)->encode(text.toStdString(), true)->ids.size());
        };
        const std::int64_t own = tokensOf(demo), others = tokensOf(other.toStdString());
        QVERIFY(own > 0 && others > own);
        const auto* preview = bench.window->findChild<QLabel*>("preview");
        const auto shows = [&](std::int64_t tokens) {
            return !draft(bench).textFacts().estimated && draft(bench).textFacts().tokens == tokens &&
                   preview->text().startsWith(QString("%1 tokens: ").arg(tokens));
        };
        draft(bench).chooseText(name.toStdString());
        QVERIFY(draft(bench).textFacts().estimated);
        QTRY_VERIFY(preview->text().contains("The tokens of the text are being counted.") || shows(own));
        QTRY_VERIFY2(shows(own), qPrintable(preview->text()));
        bench.window->openPath(other);
        QTRY_VERIFY2(shows(others), qPrintable(preview->text()));
        // The side-car of an embedded text counts those of the embedded model.
        draft(bench).chooseText(shippedTextChoices().front().file);
        const std::int64_t embedded = shippedTextChoices().front().tokens;
        QTRY_VERIFY(!draft(bench).textFacts().estimated && draft(bench).textFacts().tokens > embedded);
        QVERIFY(draft(bench).chooseModel({}));
        QVERIFY(!draft(bench).textFacts().estimated && draft(bench).textFacts().tokens == embedded);
        // A file that changes is counted again.
        draft(bench).chooseText(name.toStdString());
        QTRY_VERIFY2(shows(own), qPrintable(preview->text()));
        QVERIFY(file.write(text) > 0 && file.flush());
        draft(bench).setBase(draft(bench).base());
        QTRY_VERIFY(!draft(bench).textFacts().estimated && draft(bench).textFacts().tokens > own);
    }

    void aModelIsChosenInItsRowAndTheGoodOneStays() {
        Bench bench;
        const QString good = QDir(m_data.path()).filePath("good"), bad = QDir(m_data.path()).filePath("bad");
        const QString demo = QString::fromStdString(embeddedModelDir()->string());
        for (const QString& folder : {good, bad}) {
            QVERIFY(QDir().mkpath(folder));
            for (const char* part : {"/config.json", "/tokenizer.json"}) {
                QVERIFY(QFile::copy(demo + part, folder + part));
            }
        }
        QVERIFY(QFile::copy(demo + "/model.safetensors", good + "/model.safetensors"));
        auto* models = dock(bench).findChild<QComboBox*>("model");
        QTRY_COMPARE(models->currentText(), QString("embedded model"));
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.window->openPath(good);
        QCOMPARE(notices.last().at(0).toString(), QString("The next run uses good."));
        QTRY_COMPARE(models->currentText(), QString("good"));
        bench.window->openPath(bad);
        const QString refusal = notices.last().at(0).toString();
        QVERIFY2(refusal.contains(bad) && refusal.endsWith(" The next run still uses good."), qPrintable(refusal));
        QCOMPARE(draft(bench).base().model, std::filesystem::path(good.toStdString()));
        QVERIFY(bench.workspace->problems().rowCount() > 0);
        QTRY_COMPARE(models->currentText(), QString("good"));
        QCOMPARE(models->count(), 2);
        models->setFocus();
        QTest::keyClick(models, Qt::Key_Home);
        QVERIFY(draft(bench).base().model.empty());
        QTest::keyClick(models, Qt::Key_End);
        QCOMPARE(draft(bench).base().model, std::filesystem::path(good.toStdString()));
    }

    void aStoredModelIsChosenByItsNameAsSoonAsItIsThere() {
        const QString folder = QDir(m_data.path()).filePath("models");
        QVERIFY(QDir().mkpath(folder));
        qputenv("KVW_MODELS", folder.toUtf8());
        Bench bench;
        auto* models = dock(bench).findChild<QComboBox*>("model");
        QTRY_COMPARE(models->count(), 1);
        const QString demo = QString::fromStdString(embeddedModelDir()->string());
        QVERIFY(QDir().mkpath(folder + "/.small.part"));
        for (const char* part : {"/config.json", "/tokenizer.json", "/model.safetensors"}) {
            QVERIFY(QFile::copy(demo + part, folder + "/.small.part" + part));
        }
        QVERIFY(QDir(folder).rename(".small.part", "small"));
        QTRY_COMPARE(models->count(), 2);
        QCOMPARE(models->itemText(1), QString("small"));
        models->setFocus();
        QTest::keyClick(models, Qt::Key_End);
        QCOMPARE(draft(bench).base().model, std::filesystem::path((folder + "/small").toStdString()));
        QVERIFY(QDir(folder + "/small").removeRecursively());
        QTRY_COMPARE(models->count(), 2);  // it is chosen: it stays until another is
        models->setCurrentIndex(0);
        Q_EMIT models->activated(0);
        QVERIFY(draft(bench).base().model.empty());
        qunsetenv("KVW_MODELS");
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
        for (const char* name : {"preview", "fit"}) {
            const auto* note = bench.window->findChild<QLabel*>(QLatin1String(name));
            QVERIFY2(note != nullptr && note->textFormat() == Qt::PlainText, name);
        }
    }

    /// What is recorded names a file without its folder; what is copied runs in any folder.
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
        // Of a bundle whose text lies there.
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

    void theCacheTypeChangesBytesAndCommandAndComesBack() {
        Bench bench;
        load(bench, "streaming:sinks=4,recent=64");
        const auto facts = [&] {
            for (const QLabel* label : dock(bench).findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains("of KV per token")) {
                    return label->text();
                }
            }
            return QString();
        };
        const RunDraft::ModelFacts model = draft(bench).modelFacts();
        QVERIFY(!model.architecture.isEmpty());
        QTRY_VERIFY2(facts().contains(model.architecture) && facts().contains("as f32"), qPrintable(facts()));
        QVERIFY2(model.dtype.isEmpty() || facts().contains("weights " + model.dtype), qPrintable(facts()));
        auto* type = boxNamed(bench, "Cache type");
        QVERIFY(type != nullptr);
        QCOMPARE(type->currentText(), QString("f32"));
        const std::int64_t bytes = draft(bench).cacheBytes();
        const QStringList before = draft(bench).preview();
        QVERIFY(bytes > 0 && !draft(bench).commandLine().contains("--kv-dtype"));
        for (const char* half : {"bf16", "f16"}) {
            turnTo(*type, QString::fromLatin1(half));
            QCOMPARE(draft(bench).base().kvDtype, std::string(half));
            QCOMPARE(2 * draft(bench).cacheBytes(), bytes);
            QCOMPARE(2 * draft(bench).modelFacts().kvBytesPerToken, model.kvBytesPerToken);
            QVERIFY(draft(bench).preview() != before);
            QVERIFY(draft(bench).commandLine().contains(QString("--kv-dtype %1").arg(half)));
            QCOMPARE(draft(bench).spec()->kvDtype, std::string(half));
            QTRY_VERIFY2(facts().contains(QString("as %1").arg(half)), qPrintable(facts()));
        }
        // A run of that type brings it back: revert, and run again with changes.
        RunDescription description = fakeDescription({});
        description.model.name = modelName(*embeddedModelDir());
        description.kvDtype = "bf16";
        description.positions = "cache-rank";
        description.rankKeys = "raw";
        description.prefill = "streaming:48";
        for (LaneInfo& lane : description.lanes) {
            lane.policyText = lane.policyId == "full" ? "full" : "streaming:recent=32";
        }
        auto recording = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
        }
        recording->setState(RunState::Finished);
        turnTo(*type, "f32");
        bench.workspace->client().view(recording, "a run");
        auto* revert = bench.window->findChild<QPushButton*>("revert");
        QTRY_VERIFY(revert->isEnabled());
        revert->click();
        QCOMPARE(draft(bench).base().kvDtype, std::string("bf16"));
        QTRY_COMPARE(type->currentText(), QString("bf16"));
        auto* chunk = bench.window->findChild<QDoubleSpinBox*>("chunk");
        QVERIFY(chunk != nullptr && chunk->isVisibleTo(bench.window.get()));
        QCOMPARE(chunk->value(), 48.0);
        QVERIFY(draft(bench).commandLine().contains("--prefill streaming:48"));
    }

    void whatOnlySomeRunsHaveIsShownForThemOnly() {
        Bench bench;
        load(bench, "streaming:sinks=4,recent=64");
        auto *positions = boxNamed(bench, "Positions"), *rank = boxNamed(bench, "Rank keys"),
             *prefill = boxNamed(bench, "Prefill");
        auto* chunk = bench.window->findChild<QDoubleSpinBox*>("chunk");
        QVERIFY(positions != nullptr && rank != nullptr && prefill != nullptr && chunk != nullptr);
        QTRY_VERIFY(!rank->isVisibleTo(bench.window.get()) && !chunk->isVisibleTo(bench.window.get()));
        turnTo(*positions, "cache-rank");
        QTRY_VERIFY(rank->isVisibleTo(bench.window.get()));
        turnTo(*rank, "rotated");
        QCOMPARE(draft(bench).spec()->rankKeys, RankKeys::Rotated);
        QVERIFY(draft(bench).commandLine().contains("--positions cache-rank --rank-keys rotated"));
        // Rounded keys are not turned: said before the start.
        auto* start = bench.window->findChild<QPushButton*>("start");
        QTRY_VERIFY(start->isEnabled());
        turnTo(*boxNamed(bench, "Cache type"), "f16");
        QTRY_VERIFY(!start->isEnabled());
        QVERIFY2(start->toolTip().contains("a rounded key is not rotated again"), qPrintable(start->toolTip()));
        turnTo(*boxNamed(bench, "Cache type"), "f32");
        QTRY_VERIFY(start->isEnabled());
        // What is not shown has no part in the run.
        turnTo(*positions, "original");
        QTRY_VERIFY(!rank->isVisibleTo(bench.window.get()));
        QCOMPARE(draft(bench).spec()->rankKeys, RankKeys::Raw);
        QVERIFY(!draft(bench).commandLine().contains("--rank-keys"));
        turnTo(*prefill, "streaming");
        QTRY_VERIFY(chunk->isVisibleTo(bench.window.get()));
        QCOMPARE(chunk->value(), 256.0);
        chunk->setValue(32);
        QCOMPARE(draft(bench).spec()->chunk, std::int64_t{32});
        QVERIFY(draft(bench).commandLine().contains("--prefill streaming:32"));
    }

    void theRecordLevelIsTurnedWhereItsCostIsShown() {
        Bench bench({.rows = true});
        auto* level = bench.window->findChild<QComboBox*>("captureLevel");
        QVERIFY(level != nullptr);
        bench.window->focusDock(*bench.window->dock("memory"));
        QCOMPARE(level->currentIndex(), static_cast<int>(Capture::Maps));
        QVERIFY(level->itemText(0).contains("not measured"));
        bench.runToEnd();
        QTRY_VERIFY2(level->itemText(1).contains(" ms ("), qPrintable(level->itemText(1)));  // the fake run's level
        level->setCurrentIndex(0);
        Q_EMIT level->activated(0);
        QCOMPARE(draft(bench).base().capture, Capture::None);
        RunSpec spec = draft(bench).base();
        spec.capture = Capture::Stats;
        draft(bench).setBase(spec);
        QCOMPARE(level->currentIndex(), static_cast<int>(Capture::Stats));
    }

    void theRecordLevelOfTheRunThatGoesOnIsSwitched() {
        Bench bench;
        auto* level = bench.window->findChild<QComboBox*>("captureLevel");
        auto* now = bench.window->findChild<QPushButton*>("captureNow");
        QVERIFY(level != nullptr && now != nullptr);
        bench.window->focusDock(*bench.window->dock("memory"));
        QVERIFY(!now->isEnabled());
        bench.startPaused();
        bench.workspace->client().stepBy(5);
        QTRY_COMPARE(bench.workspace->client().steps(), std::int64_t{45});
        level->setCurrentIndex(3);
        Q_EMIT level->activated(3);
        QTRY_VERIFY2(now->isEnabled(), qPrintable(now->toolTip()));
        QVERIFY(now->toolTip().contains("next token"));
        QTest::mouseClick(now, Qt::LeftButton);
        bench.workspace->client().stepBy(3);
        QTRY_COMPARE(bench.workspace->client().steps(), std::int64_t{48});
        const auto recording = bench.workspace->recording();
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            QCOMPARE(captureAt(*recording, lane, 44), std::string("rows"));
            QCOMPARE(captureAt(*recording, lane, 45), std::string("maps"));
        }
        const auto changes = liveChanges(recording->trace(1));
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].label, QStringLiteral("capture maps"));
        QTRY_VERIFY2(!now->isEnabled(), qPrintable(now->toolTip()));
        QVERIFY(now->toolTip().contains("already"));
        // A run that has ended cannot be switched.
        bench.runToEnd();
        QTRY_VERIFY(now->toolTip().contains("No run is in progress"));
    }

 private:
    static RunDraft& draft(Bench& bench) { return bench.workspace->draft(); }
    static PolicyForm& form(Bench& bench) { return draft(bench).form(); }
    static Dock& dock(Bench& bench) { return *bench.window->dock("run"); }
    /// By the name that is read out.
    static QComboBox* boxNamed(Bench& bench, const char* name) {
        for (auto* each : dock(bench).findChildren<QComboBox*>()) {
            if (each->accessibleName() == QString::fromLatin1(name)) {
                return each;
            }
        }
        return nullptr;
    }
    static void turnTo(QComboBox& box, const QString& word) {
        box.setCurrentText(word);
        Q_EMIT box.activated(box.currentIndex());
    }
    static void load(Bench& bench, const char* policy) {
        const auto done = form(bench).load(bench.workspace->plugins().catalog(), policy);
        QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
        QCoreApplication::processEvents();
    }

    QTemporaryDir m_data;
};

QTEST_MAIN(RunDockTest)
#include "run_dock_test.moc"
