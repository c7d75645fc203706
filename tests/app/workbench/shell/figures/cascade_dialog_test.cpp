// SPDX-License-Identifier: GPL-3.0-or-later
/// The dialog that designs a cascade: what it says without rows, and what it lists with them.
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
    }
};

QTEST_MAIN(CascadeDialogTest)
#include "cascade_dialog_test.moc"
