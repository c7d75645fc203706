// SPDX-License-Identifier: GPL-3.0-or-later
/// Tags, notes and pins of the runs in the library.
#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest>
#include <clocale>
#include <fstream>

#include "app/workbench/views/library/library_model.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/library/library_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;
namespace fs = std::filesystem;

class LibraryNotesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void tagsAndNotesStayBesideTheBundle() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("beta");
        bench.open();
        bench.waitFor(2);
        bench.choose({"alpha"});
        bench.click("libraryTags");
        auto* dialog = bench.dock->findChild<QDialog*>(QStringLiteral("libraryNotes"));
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("thesis, figure 3"));
        QVERIFY(qobject_cast<QLineEdit*>(dialog->focusWidget()) != nullptr);
        dialog->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("the <good> one"));
        dialog->accept();
        QTRY_COMPARE(bench.cell(bench.rowOf("alpha"), LibraryModel::Tags), QStringLiteral("thesis, figure 3"));
        QVERIFY(fs::exists(bench.path("alpha.notes.json")));
        QTRY_VERIFY2(bench.about().contains(QLatin1String("the &lt;good&gt; one")), qPrintable(bench.about()));
        bench.find("tag:thesis");
        bench.waitFor(1);
        QVERIFY(bench.rowOf("alpha") == 0);
    }

    void aNoteThatCannotBeWrittenIsNotLost() {
        LibraryBench bench;
        bench.write("alpha");
        std::ofstream(bench.path("alpha.notes.json")) << "of a later version";
        bench.open();
        bench.waitFor(1);
        bench.choose({"alpha"});
        bench.click("libraryTags");
        auto* dialog = bench.dock->findChild<QDialog*>(QStringLiteral("libraryNotes"));
        QVERIFY(dialog != nullptr);
        dialog->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("long thoughts"));
        dialog->accept();
        const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("libraryNotesProblem"));
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QLatin1String("alpha.notes.json")), qPrintable(problem->text()));
        QVERIFY(dialog->isVisible() && dialog->isEnabled());
        QCOMPARE(dialog->findChild<QPlainTextEdit*>()->toPlainText(), QStringLiteral("long thoughts"));
        fs::remove(bench.path("alpha.notes.json"));
        const QPointer<QDialog> open(dialog);
        dialog->accept();
        QTRY_VERIFY(open.isNull());
        QCOMPARE(readEntry(bench.path("alpha")).note, std::string("long thoughts"));
    }

    void tagsOfSeveralRunsAtOnce() {
        LibraryBench bench;
        for (const char* name : {"alpha", "beta", "gamma"}) {
            bench.write(name);
        }
        QVERIFY(writeNotes(bench.path("alpha"), {"thesis", "old"}, "the first").has_value());
        QVERIFY(writeNotes(bench.path("beta"), {"draft"}, "the second").has_value());
        bench.open();
        bench.waitFor(3);
        bench.choose({"alpha", "beta"});
        bench.click("libraryTags");
        auto* dialog = bench.dock->findChild<QDialog*>(QStringLiteral("libraryNotes"));
        QVERIFY(dialog != nullptr && dialog->findChild<QPlainTextEdit*>() == nullptr);
        auto* remove = dialog->findChild<QLineEdit*>(QStringLiteral("libraryRemoveTags"));
        for (const char* tag : {"thesis", "old", "draft"}) {
            QVERIFY(remove->placeholderText().contains(QLatin1String(tag)));
        }
        QCOMPARE(dialog->focusWidget(), dialog->findChild<QLineEdit*>(QStringLiteral("libraryAddTags")));
        dialog->findChild<QLineEdit*>(QStringLiteral("libraryAddTags"))->setText(QStringLiteral("figure 3, thesis"));
        remove->setText(QStringLiteral("old, unknown"));
        dialog->accept();
        QTRY_VERIFY(bench.settled());
        QCOMPARE(readEntry(bench.path("alpha")).tags, (std::vector<std::string>{"thesis", "figure 3"}));
        QCOMPARE(readEntry(bench.path("beta")).tags, (std::vector<std::string>{"draft", "figure 3", "thesis"}));
        QCOMPARE(readEntry(bench.path("alpha")).note, std::string("the first"));
        QCOMPARE(readEntry(bench.path("beta")).note, std::string("the second"));
        QVERIFY(!fs::exists(bench.path("gamma.notes.json")));
    }

    void pinnedRunsStayOnTop() {
        LibraryBench bench;
        for (const char* name : {"alpha", "beta", "gamma"}) {
            bench.write(name);
        }
        bench.open();
        bench.waitFor(3);
        // By its tick, whatever the table is sorted by.
        const auto tick = [&](const char* name) {
            return bench.table()->model()->index(bench.rowOf(name), LibraryModel::Started);
        };
        const QString last = bench.cell(2, LibraryModel::Name);
        QVERIFY(bench.table()->model()->setData(tick(qPrintable(last)), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(bench.cell(0, LibraryModel::Name), last);
        QTRY_VERIFY(bench.settled());
        QCOMPARE(bench.cell(0, LibraryModel::Name), last);
        QCOMPARE(bench.cell(0, LibraryModel::Tags), QStringLiteral("pinned"));
        bench.table()->model()->setData(tick(qPrintable(last)), Qt::Unchecked, Qt::CheckStateRole);
        QTRY_VERIFY(bench.settled());
        // By the button; it is kept beside the bundle, with the tags.
        QVERIFY(writeNotes(bench.path("beta"), {"thesis"}, "a note").has_value());
        bench.library().refresh();
        QTRY_COMPARE(bench.cell(bench.rowOf("beta"), LibraryModel::Tags), QStringLiteral("thesis"));
        QVERIFY(!bench.child<QPushButton>("libraryPin")->isEnabled());
        bench.choose({"beta"});
        bench.click("libraryPin");
        QCOMPARE(bench.rowOf("beta"), 0);
        QTRY_VERIFY(bench.settled());
        QCOMPARE(readEntry(bench.path("beta")).tags, (std::vector<std::string>{"thesis", "pinned"}));
        QCOMPARE(readEntry(bench.path("beta")).note, std::string("a note"));
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            bench.table()->sortByColumn(LibraryModel::Name, order);
            QCOMPARE(bench.rowOf("beta"), 0);
            QCOMPARE(bench.rowOf("alpha"), order == Qt::AscendingOrder ? 1 : 2);
        }
        bench.table()->sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(bench.rowOf("beta"), 0);
        // In the next session, too; several at once.
        bench.bench.reset();
        bench.open();
        bench.waitFor(3);
        QCOMPARE(bench.rowOf("beta"), 0);
        bench.choose({"beta", "gamma"});
        bench.click("libraryPin");
        QTRY_VERIFY(bench.settled());
        QVERIFY(bench.rowOf("beta") < 2 && bench.rowOf("gamma") < 2);
        bench.find("tag:pinned");
        bench.waitFor(2);
        bench.choose({"beta", "gamma"});
        QCOMPARE(bench.child<QPushButton>("libraryPin")->text(), QStringLiteral("Unpin"));
        bench.click("libraryPin");
        bench.waitFor(0);
        QCOMPARE(readEntry(bench.path("beta")).tags, (std::vector<std::string>{"thesis"}));
    }

    void tagsThatOthersGiveMeanwhileStay() {
        LibraryBench bench;
        bench.write("alpha");
        bench.open();
        bench.waitFor(1);
        QVERIFY(writeNotes(bench.path("alpha"), {"thesis"}, "by kvw").has_value());
        bench.choose({"alpha"});
        bench.click("libraryPin");
        QTRY_VERIFY(bench.settled());
        QCOMPARE(readEntry(bench.path("alpha")).tags, (std::vector<std::string>{"thesis", "pinned"}));
        QCOMPARE(readEntry(bench.path("alpha")).note, std::string("by kvw"));
    }
};

QTEST_MAIN(LibraryNotesTest)
#include "library_notes_test.moc"
