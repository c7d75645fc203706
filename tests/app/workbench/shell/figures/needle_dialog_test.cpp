// SPDX-License-Identifier: GPL-3.0-or-later
/// The dialog about a needle: what it says of the selected tokens, and a search that ends.
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <algorithm>

#include "app/workbench/shell/figures/needle_dialog.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

constexpr int kPatience = 60000;

NeedleDialog* ask(Bench& bench, std::vector<std::int32_t> tokens) {
    bench.workspace->selection().setTokens(std::move(tokens));
    bench.press("autopsy");
    return bench.window->findChild<NeedleDialog*>(QStringLiteral("needleDialog"));
}

}  // namespace

class NeedleDialogTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void itSaysWhenTheCopiesLeft() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setLane(1);
        NeedleDialog* dialog = ask(bench, {50, 52});
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->windowTitle().contains(QStringLiteral("50–52")));
        const auto* said = dialog->findChild<QLabel*>(QStringLiteral("needleSaid"));
        QTRY_VERIFY_WITH_TIMEOUT(said->text().contains(QStringLiteral("whole at the end of step 199")), kPatience);
        const auto* copies = dialog->findChild<QPlainTextEdit*>(QStringLiteral("needleCopies"));
        QVERIFY(copies->toPlainText().contains(QStringLiteral("left at")));
        QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("findBudget"))->isEnabled());
        QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("needleExport"))->isEnabled());
        const QString file = bench.folder.filePath(QStringLiteral("copies.csv"));
        QVERIFY(doNow(ResultExport::work(dialog->result(), file)).has_value());
        QFile table(file);
        QVERIFY(table.open(QIODevice::ReadOnly));
        QCOMPARE(table.readAll().count('\n'), 1 + static_cast<qsizetype>(dialog->result()->table().rows.size()));
        const auto& origin = dialog->result()->figure().provenance;
        QVERIFY(std::ranges::any_of(origin, [](const auto& entry) { return entry.first == "command"; }));
    }

    void tokensThatAreNotReadYetHaveNoAnswer() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(20);
        NeedleDialog* dialog = ask(bench, {50});
        const auto* said = dialog->findChild<QLabel*>(QStringLiteral("needleSaid"));
        QTRY_VERIFY_WITH_TIMEOUT(said->text().contains(QStringLiteral("not in the text that was read")), kPatience);
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("findBudget"))->isEnabled());
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("needleExport"))->isEnabled());
    }

    void aSearchEndsWithASentence() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setLane(1);
        NeedleDialog* dialog = ask(bench, {50});
        auto* find = dialog->findChild<QPushButton*>(QStringLiteral("findBudget"));
        const auto* budget = dialog->findChild<QLabel*>(QStringLiteral("needleBudget"));
        const QString offer = find->text();
        find->click();
        QVERIFY(find->text() != offer);
        QTRY_COMPARE_WITH_TIMEOUT(find->text(), offer, kPatience);
        QVERIFY(!budget->text().isEmpty());
        // Closing ends one that is under way.
        find->click();
        dialog->close();
        QTRY_VERIFY(bench.window->findChild<NeedleDialog*>(QStringLiteral("needleDialog")) == nullptr);
    }
};

QTEST_MAIN(NeedleDialogTest)
#include "needle_dialog_test.moc"
