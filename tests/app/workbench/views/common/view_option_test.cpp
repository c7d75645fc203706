// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/view_option.h"

#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QtTest>

#include "core/figures/figure_request.h"

using kvw::figures::FigureRequest;
using kvw::wb::ViewChoice;
using kvw::wb::ViewOption;

namespace {

ViewOption& optionOf(const QObject& control) {
    return *control.findChild<ViewOption*>(QString(), Qt::FindDirectChildrenOnly);
}

QJsonValue valueIn(const ViewOption& option, const char* id) {
    return option.valueIn(FigureRequest::parse(id));
}

}  // namespace

class ViewOptionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void a_control_is_named_and_takes_part() {
        QCheckBox box;
        const ViewOption option(box, "viewLog");
        QCOMPARE(box.objectName(), QStringLiteral("viewLog"));
        QCOMPARE(option.name(), box.objectName());
        QVERIFY(box.property("view").toBool());
    }

    void a_choice_is_set_as_by_the_user() {
        ViewChoice box(nullptr, "viewUnit", "Unit", {{"tokens"}, {"share"}, {"bytes"}});
        QCOMPARE(box.accessibleName(), QStringLiteral("Unit"));
        QSignalSpy activated(&box, &QComboBox::activated), used(&optionOf(box), &ViewOption::used);
        optionOf(box).setValue(2);
        QCOMPARE(box.currentIndex(), 2);
        QCOMPARE(optionOf(box).value(), QJsonValue(2));
        QCOMPARE(activated.count(), 1);
        QCOMPARE(used.count(), 1);
        for (const QJsonValue& other :
             {QJsonValue(2), QJsonValue(3), QJsonValue(-1), QJsonValue("share"), QJsonValue(QJsonValue::Undefined)}) {
            optionOf(box).setValue(other);
        }
        QCOMPARE(box.currentIndex(), 2);
        QCOMPARE(activated.count(), 1);
        box.setCurrentIndex(0);
        QCOMPARE(used.count(), 1);
        QCOMPARE(optionOf(box).value(), QJsonValue(0));
        box.clear();
        QVERIFY(optionOf(box).value().isUndefined());
    }

    void a_choice_that_cannot_be_shown_stays() {
        ViewChoice box(nullptr, "viewPer", "Bars", {{"layer"}, {"head"}});
        optionOf(box).setValue(1);
        box.showInstead(0);
        QCOMPARE(box.currentIndex(), 0);
        QCOMPARE(box.chosen(), 1);
        QCOMPARE(box.property("chosen").toInt(), 1);
        QCOMPARE(optionOf(box).value(), QJsonValue(1));
        box.showInstead(box.chosen());
        QCOMPARE(box.currentIndex(), 1);
        optionOf(box).setValue(0);
        QCOMPARE(box.chosen(), 0);
        box.choose(1);
        QCOMPARE(box.currentIndex(), 0);
        QCOMPARE(optionOf(box).value(), QJsonValue(1));
    }

    void the_longest_word_of_an_id_counts() {
        const ViewChoice box(nullptr, "viewWhat", "View",
                             {{"run", "inequality"},
                              {"map", "entropy normalised-entropy"},
                              {"reach", "reach"},
                              {"shares", "reach-shares"}});
        const ViewOption& option = optionOf(box);
        QCOMPARE(valueIn(option, "inequality-exact"), QJsonValue(0));
        QCOMPARE(valueIn(option, "normalised-entropy-head-1"), QJsonValue(1));
        QCOMPARE(valueIn(option, "reach-head-1"), QJsonValue(2));
        QCOMPARE(valueIn(option, "reach-shares-head-1"), QJsonValue(3));
        QVERIFY(valueIn(option, "lorenz").isNull());
    }

    void an_id_without_a_word_has_the_usual_item() {
        const ViewChoice named(nullptr, "viewOrder", "Order", {{"token", ""}, {"slot", "by-slot"}});
        QCOMPARE(valueIn(optionOf(named), "cache-map-step-3"), QJsonValue(0));
        QCOMPARE(valueIn(optionOf(named), "cache-map-by-slot-step-3"), QJsonValue(1));
        const ViewChoice unnamed(nullptr, "viewRule", "Rule", {{"even"}, {"uneven"}});
        QVERIFY(valueIn(optionOf(unnamed), "playground").isNull());
    }

    void a_toggle_is_what_its_word_means() {
        QCheckBox log;
        ViewOption option(log, "viewLog", "linear", true);
        QCOMPARE(valueIn(option, "attention-layer-1-linear"), QJsonValue(false));
        QCOMPARE(valueIn(option, "attention-layer-1"), QJsonValue(true));
        QSignalSpy used(&option, &ViewOption::used);
        option.setValue(true);
        option.setValue(0);
        QVERIFY(log.isChecked());
        QCOMPARE(used.count(), 0);
        log.click();
        QCOMPARE(used.count(), 1);
        QCOMPARE(option.value(), QJsonValue(false));
    }

    void an_action_asks_the_id() {
        QAction lane;
        lane.setCheckable(true);
        ViewOption option(lane, "viewLane1", [](const FigureRequest& id) { return id.says("lanes"); });
        option.setValue(valueIn(option, "nll-lanes"));
        QVERIFY(lane.isChecked());
        option.setValue(valueIn(option, "nll"));
        QVERIFY(!lane.isChecked());
    }

    void numbers_stand_behind_their_word() {
        QSpinBox capacity;
        capacity.setMaximum(100);
        ViewOption whole(capacity, "viewCapacity", "capacity");
        whole.setValue(valueIn(whole, "preference-tau1-0p5-capacity-77"));
        QCOMPARE(whole.value(), QJsonValue(77));
        whole.setValue(valueIn(whole, "preference"));
        whole.setValue("9");
        QCOMPARE(capacity.value(), 77);
        QDoubleSpinBox scales;
        ViewOption decimal(scales, "viewThreshold", "threshold", 3.5);
        decimal.setValue(valueIn(decimal, "nll-threshold-2p25"));
        QCOMPARE(decimal.value(), QJsonValue(2.25));
        QCOMPARE(valueIn(decimal, "nll"), QJsonValue(3.5));
    }

    void sliders_and_lines_are_kept() {
        QSlider slider;
        ViewOption stage(slider, "viewStage");
        stage.setValue(7);
        QCOMPARE(stage.value(), QJsonValue(7));
        QSignalSpy turned(&stage, &ViewOption::used);
        slider.triggerAction(QAbstractSlider::SliderSingleStepAdd);
        QCOMPARE(turned.count(), 1);
        QLineEdit line;
        ViewOption filter(line, "filter");
        QSignalSpy typed(&filter, &ViewOption::used);
        filter.setValue("layer");
        QCOMPARE(filter.value(), QJsonValue("layer"));
        QCOMPARE(typed.count(), 0);
        QTest::keyClicks(&line, "s");
        QCOMPARE(typed.count(), 1);
    }

    void a_table_keeps_its_order_and_ticks() {
        QStandardItemModel rows(3, 2);
        for (int row = 0; row < rows.rowCount(); ++row) {
            auto* item = new QStandardItem(QString::number(row));
            item->setCheckable(true);
            rows.setItem(row, 0, item);
        }
        QTableView table, plain;
        table.setModel(&rows);
        plain.setModel(&rows);
        table.setSortingEnabled(true);
        table.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        ViewOption option(table, "viewTable"), order(plain, "viewOrder", ViewOption::Ticks::LeftOut);
        QCOMPARE(option.value(), QJsonValue(QJsonObject{{"sort", -1}, {"ticked", QJsonArray()}}));
        QVERIFY(!order.value().toObject().contains(QLatin1String("ticked")));
        QSignalSpy used(&option, &ViewOption::used);
        option.setValue(QJsonObject{{"sort", 9}, {"descending", true}, {"ticked", QJsonArray{1}}});
        QCOMPARE(used.count(), 1);
        QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), 1);
        QCOMPARE(option.value().toObject().value(QLatin1String("ticked")).toArray().size(), 1);
        option.setValue(1);
        QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), 1);
    }
};

QTEST_MAIN(ViewOptionTest)
#include "view_option_test.moc"
