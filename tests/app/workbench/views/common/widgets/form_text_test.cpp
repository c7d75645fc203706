// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/form_text.h"

#include <QComboBox>
#include <QFormLayout>
#include <QScrollArea>
#include <QTest>

#include "app/workbench/views/common/widgets/form_rows.h"

using namespace kvw::wb;

namespace {

/// A form as the Run dock has it: sentences between fields, in a narrow column that scrolls.
struct Column {
    Column() {
        auto* page = new QWidget;
        auto* form = new QFormLayout(page);
        form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        facts = new FormText(page);
        facts->say(QStringLiteral("6 layers, 6 query and 2 KV heads, 3.0 KiB of KV per token as f32"));
        text = new FormText(page);
        form->addRow(QStringLiteral("Model"), new QComboBox);
        form->addRow(facts);
        form->addRow(QStringLiteral("Text"), new QComboBox);
        form->addRow(text);
        for (int row = 0; row < 8; ++row) {
            form->addRow(QStringLiteral("Row"), new QComboBox);
        }
        rows = std::make_unique<FormRows>(*form);
        area.setWidgetResizable(true);
        area.setWidget(page);
        area.resize(300, 200);
        area.show();
        settle();
    }
    static void settle() {
        for (int round = 0; round < 5; ++round) {
            QCoreApplication::processEvents();
        }
    }
    void say(const QString& sentence) {
        text->say(sentence);
        rows->show(text, !sentence.isEmpty());
        settle();
    }
    static bool whole(const QLabel& label) { return label.height() >= label.heightForWidth(label.width()); }

    QScrollArea area;
    FormText *facts, *text;
    std::unique_ptr<FormRows> rows;
};

}  // namespace

class FormTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyLineIsSeenAtEveryWidth() {
        Column column;
        const QString brief = QStringLiteral("Documentation prose without planted facts.");
        const QString longer = QStringLiteral(
            "Twenty entries of a market ledger stated early, and all asked for again at the end in another order.");
        for (int width = 200; width < 420; ++width) {
            column.area.resize(width, 200);
            for (const QString& sentence : {QString(), brief, longer, QString(), longer, brief}) {
                column.say(sentence);
                QCOMPARE(column.text->isVisible(), !sentence.isEmpty());
                if (!sentence.isEmpty()) {
                    QVERIFY2(Column::whole(*column.text), qPrintable(QString::number(width) + sentence));
                }
                QVERIFY2(Column::whole(*column.facts), qPrintable(QString::number(width)));
            }
        }
    }
    void aShorterSentenceGivesItsRoomBack() {
        Column column;
        column.say(QString(300, QLatin1Char('m')).replace(QStringLiteral("mmmm"), QStringLiteral("mmm ")));
        const int high = column.text->height();
        column.say(QStringLiteral("m"));
        QVERIFY(column.text->height() < high);
    }
    void largerTypeIsFollowed() {
        Column column;
        column.say(QStringLiteral("Documentation prose without planted facts."));
        QFont font = column.text->font();
        font.setPointSizeF(font.pointSizeF() * 1.8);
        column.text->setFont(font);
        Column::settle();
        QVERIFY(Column::whole(*column.text));
    }
};

QTEST_MAIN(FormTextTest)
#include "form_text_test.moc"
