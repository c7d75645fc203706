// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBoxLayout>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>

#include "app/workbench/shell/modes.h"
#include "core/policy/host/user_presets.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/run/run_form.h"

using namespace kvw;
using namespace kvw::tests;

/// Rows of parameters: budgets in tokens and as a share, lists, few choices, seeds.
class ParameterRowTest : public QObject {
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

 private:
    QTemporaryDir m_data;
};

QTEST_MAIN(ParameterRowTest)
#include "parameter_row_test.moc"
