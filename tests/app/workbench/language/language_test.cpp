// SPDX-License-Identifier: GPL-3.0-or-later
/// Translations are whole and fit their sources; the window speaks German when it is asked to.
#include "app/workbench/language/language.h"

#include <QLibraryInfo>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTableView>
#include <QtTest>
#include <clocale>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/shell/layout/tasks.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/stories/story_parser.h"
#include "core/bundle/bundle.h"
#include "core/policy/host/choice/combination.h"
#include "tests/app/workbench/language/translations.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

QStringList matches(const QString& text, const QString& pattern) {
    QStringList found;
    for (auto it = QRegularExpression(pattern).globalMatch(text); it.hasNext();) {
        found += it.next().captured();
    }
    found.sort();
    return found;
}

QString lupdate() {
    for (const QString& folder : {QLibraryInfo::path(QLibraryInfo::BinariesPath), QStringLiteral("/usr/lib/qt6/bin")}) {
        const QString program = folder + QStringLiteral("/lupdate");
        if (QFileInfo(program).isExecutable()) {
            return program;
        }
    }
    return {};
}

}  // namespace

class LanguageTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void theUsersLanguageIsChosen() {
        QCOMPARE(languages().constFirst(), QStringLiteral("en"));
        QVERIFY(languages().contains("de"));
        QCOMPARE(chooseLanguage({"de-AT", "en"}), QStringLiteral("de"));
        QCOMPARE(chooseLanguage({"de_DE"}), QStringLiteral("de"));
        QCOMPARE(chooseLanguage({"fr-FR", "en-GB", "de"}), QStringLiteral("en"));
        QCOMPARE(chooseLanguage({"C"}), QStringLiteral("en"));
        QCOMPARE(chooseLanguage({}), QStringLiteral("en"));
    }

    void everyEntryIsTranslated_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("the window") << kGerman;
        QTest::newRow("forms") << kGermanForms;
    }
    void everyEntryIsTranslated() {
        QFETCH(QString, path);
        const std::vector<Message> messages = readMessages(path);
        QVERIFY2(messages.size() > 500, qPrintable(path));
        for (const Message& message : messages) {
            const QByteArray where = (message.context + QStringLiteral(": ") + message.source).toUtf8();
            QVERIFY2(message.finished && !message.translation.isEmpty(), where.constData());
            QVERIFY2(matches(message.source, "%\\d") == matches(message.translation, "%\\d"), where.constData());
            QVERIFY2(matches(message.source, "</?[a-z]+") == matches(message.translation, "</?[a-z]+"),
                     where.constData());
            QVERIFY2(message.source.contains('&') == message.translation.contains('&'), where.constData());
        }
    }

    /// The list of formats that a file dialog filters by is read by programs too.
    void fileFiltersKeepTheirPatterns() {
        for (const Message& message : readMessages(kGerman)) {
            QCOMPARE(matches(message.translation, "\\*(\\.\\w+)?"), matches(message.source, "\\*(\\.\\w+)?"));
        }
    }

    void noStringOfTheSourcesIsMissing() {
        const QString program = lupdate();
        QVERIFY2(!program.isEmpty(), "lupdate is not installed (package qt6-l10n-tools, as lrelease)");
        const QTemporaryDir folder;
        const QString copy = folder.filePath("kvworkbench_de.ts");
        QVERIFY(QFile::copy(kGerman, copy));
        QProcess run;
        run.setWorkingDirectory(QStringLiteral(KVW_SOURCE_DIR));
        run.setProcessChannelMode(QProcess::MergedChannels);
        run.start(program, {"-locations", "none", "-extensions", "cpp,h", "app/workbench", "-I", ".", "-ts", copy});
        QVERIFY(run.waitForFinished());
        const QByteArray said = run.readAll();
        QVERIFY2(run.exitCode() == 0, said.constData());
        // tr() of such a class asks under the name of its base class and finds nothing.
        QVERIFY2(!said.contains("lacks Q_OBJECT"), said.constData());
        QStringList lacking;
        for (const Message& message : readMessages(copy)) {
            if (!message.finished) {
                lacking += message.context + QStringLiteral(": ") + message.source;
            }
        }
        QVERIFY2(lacking.isEmpty(), qPrintable("not in kvworkbench_de.ts:\n" + lacking.join('\n')));
    }

    // From here on the application keeps its translator.
    void theWindowSpeaksGermanAndFits() {
        installLanguage(QStringLiteral("de"));
        Bench bench;
        QStringList titles, mnemonics;
        for (const QAction* menu : bench.window->menuBar()->actions()) {
            titles += menu->text();
            mnemonics += menu->text().mid(menu->text().indexOf('&') + 1, 1).toLower();
        }
        QCOMPARE(titles, (QStringList{"&Datei", "&Bearbeiten", "&Lauf", "&Gehe zu", "&Ansicht", "&Hilfe"}));
        QCOMPARE(mnemonics.removeDuplicates(), 0);
        QCOMPARE(bench.window->actions().named(QStringLiteral("openBundle"))->text(), QStringLiteral("Bundle öffnen…"));
        QCOMPARE(bench.window->dock(QStringLiteral("strip"))->windowTitle(), QStringLiteral("Tokenstreifen"));
        // A text of a dock's own class, and a heading of a table that is no literal where it is translated.
        QCOMPARE(bench.window->findChild<QWidget*>(QStringLiteral("start"))->property("text").toString(),
                 QStringLiteral("Starten"));
        const auto* table = bench.window->dock(QStringLiteral("probes"))->findChild<QTableView*>();
        QCOMPARE(table->model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("Fakt"));
        bench.runToEnd();
        bench.press("resetLayout");
        for (const Task& task : tasks()) {
            bench.press(qPrintable(commandOf(task)));
            QCoreApplication::processEvents();
            QStringList widths{QString::fromLatin1(task.id), QString::number(bench.window->minimumSizeHint().width())};
            for (const Dock* dock : bench.window->findChildren<Dock*>()) {
                widths += QStringLiteral("%1 %2").arg(dock->objectName()).arg(dock->minimumSizeHint().width());
            }
            QVERIFY2(bench.window->minimumSizeHint().width() <= 1024, qPrintable(widths.join(QStringLiteral(", "))));
        }
        bench.press("task-explore");
        showDocks(*bench.window);
        bench.window->fitTo(QSize(1024, 700));
        QCoreApplication::processEvents();
        QString high;
        for (const DockLayout::Placed& placed : bench.window->docks()) {
            high += QStringLiteral(" %1 %2x%3")
                        .arg(placed.dock->objectName())
                        .arg(placed.dock->minimumSizeHint().width())
                        .arg(placed.dock->minimumSizeHint().height());
        }
        QVERIFY2(
            bench.window->width() <= 1024 && bench.window->height() <= 700,
            qPrintable(QStringLiteral("%1x%2:%3").arg(bench.window->width()).arg(bench.window->height()).arg(high)));
    }

    /// Words of other languages are longer, and a story takes a column of its own.
    void theGermanWindowFitsInLargeTypeBesideAStory() {
        installLanguage(QStringLiteral("de"));
        Bench bench;
        const QString path = bench.folder.filePath(QStringLiteral("one.md"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# One page\nOne sentence.\n## First\nSome text.\n");
        file.close();
        bench.runToEnd();
        bench.window->fitTo(QSize(1024, 700));
        bench.window->modes().setTypeSize(150);
        Q_EMIT bench.workspace->storyRequested(path);
        QTRY_VERIFY(bench.window->dock(QStringLiteral("story"))->shown());
        QTRY_VERIFY(bench.window->findChild<QWidget*>(QStringLiteral("repeatPage"))->isVisible());
        const auto widths = [&bench] {
            QStringList all{QString::number(bench.window->minimumSizeHint().width())};
            for (const Dock* dock : bench.window->findChildren<Dock*>()) {
                all += QStringLiteral("%1 %2").arg(dock->objectName()).arg(dock->minimumSizeHint().width());
            }
            return all.join(QStringLiteral(", "));
        };
        QTRY_VERIFY2(bench.window->minimumSizeHint().width() <= 1024, qPrintable(widths()));
        bench.window->modes().setTypeSize(100);
    }

    /// Every reason of core/policy/host/choice/combination.cpp, by what is shipped.
    void whyPartsDoNotGoTogetherIsGerman() {
        QTemporaryDir folder;
        const Catalog catalog = Catalog::scan(manifestsOnly(folder));
        QVERIFY(catalog.all(PluginKind::Scorer).size() > 3 && catalog.all(PluginKind::Codec).size() > 0);
        RunTraits streaming, turned, windows;
        streaming.streamingPrefill = true;
        turned.turnedKeys = true;
        windows.window = 128;
        windows.windowLayer = 3;
        std::vector<Phrase> phrases;
        for (const RunTraits& run : {RunTraits{}, streaming, turned, windows}) {
            for (const CombinationTable& table : {compositions(catalog, run), storages(catalog, run)}) {
                for (const Combination& cell : table.cells) {
                    phrases.push_back(cell.reason);
                }
            }
        }
        for (const char* every : {"every-step", "every:4"}) {
            phrases.push_back(
                combinationOf(catalog, std::string("expected-attention+uniform:schedule=") + every, {}).reason);
        }
        QStringList reasons;
        for (const Phrase& each : phrases) {
            reasons += QString::fromStdString(each.english());
        }
        for (const char* reason :
             {"decides on the whole prompt", "expected layer-major.", "every:R, or layer-major",
              "nothing that was stored", "a rounded key is not rotated", "attends a sliding window of 128",
              "needs a scorer per head", "found every 1 token,", "found every 4 tokens,"}) {
            QVERIFY2(!reasons.filter(QLatin1String(reason)).isEmpty(), reason);
        }
        for (const Phrase& reason : phrases) {
            const QString german = phraseText(reason);
            QVERIFY2(reason.empty() ||
                         (german != QString::fromStdString(reason.english()) &&
                          !german.contains(QLatin1String("expected ")) && !german.contains(QLatin1String(", or ")) &&
                          !german.contains(QLatin1String(" token"))),
                     qPrintable(german));
        }
    }

    /// The first start shows its failure as the state of the session, the second goes back to what was viewed.
    void aFailureThatIsToldInTwoWaysIsListedOnce() {
        installLanguage(QStringLiteral("de"));
        const QTemporaryDir folder;
        Workspace workspace(manifestsOnly(folder), []() -> Result<std::unique_ptr<Engine>> {
            return fail(Code::NotFound, "libkvw_engine.so", "the engine could not be created");
        });
        const ProblemsModel& problems = workspace.problems();
        workspace.client().start({}, {});
        QTRY_COMPARE(problems.rowCount(), 1);
        workspace.client().view(filledFakeRecording({}, 50), QStringLiteral("bundle"));
        workspace.client().start({}, {});
        QTRY_COMPARE(problems.problem(0).count, 2);
        QCOMPARE(problems.rowCount(), 1);
        QVERIFY2(!problems.copyText().contains(QLatin1String("could not")), qPrintable(problems.copyText()));
    }

    void whatIsWrongWithABundleOrAStoryIsGerman() {
        const QTemporaryDir folder;
        const auto file = [&](const char* name, const QByteArray& bytes) {
            QFile made(folder.filePath(QLatin1String(name)));
            return made.open(QIODevice::WriteOnly) && made.write(bytes) == bytes.size()
                       ? std::filesystem::path(made.fileName().toStdString())
                       : std::filesystem::path();
        };
        QDir(folder.path()).mkpath("empty");
        QDir(folder.path()).mkpath("future");
        QDir(folder.path()).mkpath("foreign");
        QDir(folder.path()).mkpath("cut");
        file("future/manifest.json", "{\"format\": \"kvw-bundle-9\", \"kind\": \"run\"}");
        file("foreign/manifest.json", "{\"format\": \"kvw-plugin-1\"}");
        file("cut/manifest.json", "{\"format\": ");
        file("text.zip", "no archive");
        std::vector<Error> english{
            Error{Code::BadInput, "the bundle lacks this file", std::string("runs/a/layers.csv"), {}, {}},
            Error{Code::BadInput,
                  "the bundle is not complete",
                  std::string("runs/a"),
                  {},
                  phrase("%1 is missing", std::string("steps.csv"))}};
        for (const char* name : {"none", "empty", "future", "foreign", "cut", "text.zip"}) {
            const auto opened = readBundle(folder.filePath(QLatin1String(name)).toStdString());
            QVERIFY2(!opened, name);
            english.push_back(opened.error());
        }
        for (const char* text : {"", "# A\nB.\n", "# A\n## C\nText.\n", "# A\nB.\n## C\n::: fly to the moon\n",
                                 "# A\nB.\n## C\n:::\n", "# A\nB.\n## C\n```\n", "no title\n", "# A\nB.\n## C\n\x1b\n",
                                 "# A\nB.\n## C\n\xff\n", "# A\nB.\n## C\n::: load text=prose\n"}) {
            const auto story = parseStory(text, "s.md");
            QVERIFY2(!story, text);
            english.push_back(story.error());
        }
        english.push_back(readStory(folder.filePath("none.md").toStdString()).error());
        english.push_back(readStory(folder.path().toStdString()).error());
        for (const Error& error : english) {
            const QString sentence = QString::fromStdString(error.sentence()), german = errorText(error);
            const QString both = sentence + QStringLiteral(" | ") + german;
            QVERIFY2(german != sentence, qPrintable(both));
            for (const char* word : {"found ", "expected ", " the ", ", line "}) {
                QVERIFY2(!german.contains(QLatin1String(word)) || german.contains(QLatin1String("tokens matter")),
                         qPrintable(both));
            }
        }
    }
};

QTEST_MAIN(LanguageTest)
#include "language_test.moc"
