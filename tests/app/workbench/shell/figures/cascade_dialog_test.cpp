// SPDX-License-Identifier: GPL-3.0-or-later
/// The dialog that designs a cascade: what it says without rows, and what it lists with them.
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>

#include "app/workbench/shell/figures/cascade_dialog.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

constexpr int kPatience = 60000;

CascadeDialog* ask(Bench& bench) {
    bench.runToEnd();
    bench.press("designCascade");
    return bench.window->findChild<CascadeDialog*>(QStringLiteral("cascadeDialog"));
}

}  // namespace

class CascadeDialogTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void withoutRowsItSaysWhatIsMissing() {
        Bench bench;
        const CascadeDialog* dialog = ask(bench);
        QVERIFY(dialog != nullptr);
        const auto* said = dialog->findChild<QLabel*>(QStringLiteral("designSaid"));
        QTRY_VERIFY_WITH_TIMEOUT(said->text().contains(QStringLiteral("are not recorded")), kPatience);
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("useDesign"))->isEnabled());
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("designExport"))->isEnabled());
        QVERIFY(dialog->result() == nullptr);
    }

    void designsAreListedByWhatTheyRetain() {
        FakeShape shape;
        shape.rows = true;
        Bench bench(shape);
        const CascadeDialog* dialog = ask(bench);
        auto* designs = dialog->findChild<QListWidget*>(QStringLiteral("designs"));
        dialog->findChild<QSpinBox*>(QStringLiteral("designTotal"))->setValue(32);
        QTRY_VERIFY_WITH_TIMEOUT(designs->count() > 4, kPatience);
        double before = 2;
        for (int row = 0; row < designs->count(); ++row) {
            const double retained = designs->item(row)->text().section(QLatin1Char(' '), 0, 0).toDouble();
            QVERIFY(retained <= before && retained >= 0);
            before = retained;
            QVERIFY(designs->item(row)->data(Qt::UserRole).toString().startsWith(QStringLiteral("cascade:sinks=4,")));
        }
        QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("useDesign"))->isEnabled());
        QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("designExport"))->isEnabled());
        const auto result = dialog->result();
        QVERIFY(result != nullptr);
        for (const char* name : {"designs.csv", "picture.svg"}) {
            const QString file = bench.folder.filePath(QLatin1String(name));
            const auto done = doNow(ResultExport::work(result, file));
            QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
            QVERIFY(QFileInfo(file).size() > 0);
        }
        QFile table(bench.folder.filePath(QStringLiteral("designs.csv")));
        QVERIFY(table.open(QIODevice::ReadOnly));
        QVERIFY(table.readAll().contains("cascade:sinks=4,"));
        QVERIFY(QFile::exists(bench.folder.filePath(QStringLiteral("picture.csv"))));  // its data
        QVERIFY(!doNow(ResultExport::work(result, bench.folder.filePath(QStringLiteral("designs.txt")))));
    }
};

QTEST_MAIN(CascadeDialogTest)
#include "cascade_dialog_test.moc"
