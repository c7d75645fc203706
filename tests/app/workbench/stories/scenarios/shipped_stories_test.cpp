// SPDX-License-Identifier: GPL-3.0-or-later
/// Every shipped story is played to its end in the real window with the real engine, as a learner would: no warning
/// stays, what a page speaks of is in sight, and its numbers are those of the run (story_numbers.h). A page of a model
/// that is not on this machine says that, and no more: KVW_MODELS=FOLDER has it played where the folder has the model.
/// With KVW_STORY_PICTURES=FOLDER a picture of each page is saved there.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <clocale>

#include "app/workbench/help/help_pages.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/stories/dock/story_controls.h"
#include "app/workbench/stories/story_check.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/stories/story_loader.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_player.h"
#include "tests/app/workbench/real_bench.h"
#include "tests/app/workbench/stories/story_numbers.h"
#include "tests/support/slowness.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kPageMs = 300'000 * kSanitizerSlowness;  // also where other tests run beside it

StoryControls controlsOf(const MainWindow& window) {
    return {[&window](const QString& id) { return dockOf(window, id) != nullptr; },
            [&window](const QString& name) { return controlOf(window, name) != nullptr; },
            [&window](const QString& id, const QString& mode) { return hasMode(window, id, mode); },
            [pages = helpPages(KVW_SOURCE_DIR "/resources/help")](const QString& term) {
                return std::ranges::any_of(pages, [&term](const HelpPage& page) { return explainsTerm(page, term); });
            }};
}

StoryPlayer& playerOf(const RealBench& bench) {
    return *bench.window.findChild<StoryPlayer*>();
}

/// Does what the page waits for: gives the answer, clicks, types the value.
void obey(RealBench& bench, const StoryPage& page) {
    StoryPlayer& player = playerOf(bench);
    Selection& selection = bench.workspace.selection();
    if (player.question() != nullptr && player.answer() < 0) {
        player.answerWith(static_cast<int>(player.question()->right));
        return;
    }
    if (Prediction& prediction = bench.workspace.prediction(); prediction.state() == Prediction::State::Marking) {
        // Somewhere in the middle of what is held.
        std::vector<std::int32_t> tokens;
        for (int i = 0; i < prediction.count(); ++i) {
            tokens.push_back(static_cast<std::int32_t>(prediction.step()) / 2 + i);
        }
        selection.setTokens(std::move(tokens));
        const auto revealed = prediction.reveal();
        QVERIFY2(revealed.has_value(), revealed ? "" : revealed.error().sentence().c_str());
        return;
    }
    for (const StoryDirective& directive : page.directives) {
        const auto* wait = std::get_if<WaitAction>(&directive.action);
        if (wait == nullptr || StoryWait(*wait, bench.workspace).sentence() != player.waitingFor()) {
            continue;
        }
        switch (wait->what) {
            case WaitAction::Token:
                selection.setTokens({static_cast<std::int32_t>(selection.tokens().size()) + 20});
                return;
            case WaitAction::Layer:
                selection.setLayer(selection.layer() + 1);
                return;
            case WaitAction::Head:
                selection.setHead(selection.head() + 1);
                return;
            case WaitAction::Lane:
                selection.setLane(selection.lane() == 1 ? 2 : 1);
                return;
            case WaitAction::Parameter:
                bench.workspace.draft()
                    .form()
                    .parameter(QString::fromStdString(wait->parameter))
                    ->type(QString::number(wait->number));
                return;
            case WaitAction::Fork:
                QVERIFY(bench.workspace.forks()
                            .fork(bench.workspace.forks().stepHere(), QStringLiteral("full"))
                            .has_value());
                return;
            case WaitAction::Finished:
            case WaitAction::Step:
                return;
        }
    }
}

bool rests(SessionState state) {
    return state != SessionState::Loading && state != SessionState::Prefill && state != SessionState::Running;
}

QStringList wrongNumbers(const std::vector<StoryNumber>& numbers, const RealBench& bench, const QString& story,
                         int page) {
    const StoryPage& shown = playerOf(bench).current();
    QString text = QString::fromStdString(shown.text);
    for (const StoryDirective& directive : shown.directives) {
        if (const auto* ask = std::get_if<AskAction>(&directive.action)) {
            text += QLatin1Char('\n') + QString::fromStdString(ask->question) + QLatin1Char('\n') +
                    QString::fromStdString(ask->explanation);
        }
    }
    QStringList wrong;
    for (const StoryNumber& number : numbers) {
        if (story == QLatin1String(number.story) && page == number.page) {
            wrong += wrongNumber(number, text, *bench.workspace.recording());
        }
    }
    wrong.removeAll(QString());
    return wrong;
}

/// Warnings that a correct story leaves: in the list of problems, and beside the settings of its runs.
QStringList whatStays(RealBench& bench, int page) {
    QStringList wrong = bench.workspace.problems().copyText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    wrong += bench.workspace.draft().preview().filter(QStringLiteral("its work with"));
    for (QString& each : wrong) {
        each.prepend(QStringLiteral("page %1 leaves: ").arg(page));
    }
    return wrong;
}

/// Docks that a page speaks of and that lie behind others.
QStringList namedButNotSeen(const MainWindow& window, const QString& text, int page) {
    static const std::pair<const char*, const char*> kWords[] = {{"run", "run dock"},
                                                                 {"strip", "strip"},
                                                                 {"nll", "plot"},
                                                                 {"nll", "lower half"},
                                                                 {"lanes", "*Lanes*"},
                                                                 {"lanes", "mean ΔNLL of the lanes"},
                                                                 {"runs", "Runs dock"},
                                                                 {"attention", "attention view"},
                                                                 {"budgets", "The bars"},
                                                                 {"inequality", "inequality view"},
                                                                 {"probes", "*Probes*"},
                                                                 {"inequality", "*Inequality*"},
                                                                 {"probes", "the probes"},
                                                                 {"preference", "*Preference*"},
                                                                 {"probes", "last four rows"}};
    QStringList wrong;
    for (const auto& [dock, words] : kWords) {
        if (text.contains(QString::fromUtf8(words)) &&
            dockOf(window, QString::fromUtf8(dock))->visibleRegion().isEmpty()) {
            wrong +=
                QStringLiteral("page %1 speaks of “%2” and does not show it").arg(page).arg(QString::fromUtf8(words));
        }
    }
    return wrong;
}

bool lacksItsModel(const StoryPage& page) {
    return std::ranges::any_of(page.directives, [](const StoryDirective& directive) {
        const auto* load = std::get_if<LoadAction>(&directive.action);
        return load != nullptr && lacksModel(*load);
    });
}

QStringList numbersOf(const StoryPage& page) {
    static const QRegularExpression kNumber(QStringLiteral("[0-9]+([.,][0-9]+)?"));
    QStringList numbers;
    for (auto found = kNumber.globalMatch(QString::fromStdString(page.text)); found.hasNext();) {
        numbers += found.next().captured();
    }
    for (const StoryDirective& directive : page.directives) {
        if (const auto* ask = std::get_if<AskAction>(&directive.action)) {
            QString words = QString::fromStdString(ask->question + ' ' + ask->explanation);
            for (auto found = kNumber.globalMatch(words); found.hasNext();) {
                numbers += found.next().captured();
            }
        }
    }
    numbers.sort();
    return numbers;
}

}  // namespace

class ShippedStoriesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        RealBench::useBuiltEngine();
        QVERIFY(listStories().size() >= 8);
    }
    void everyStoryFitsAndAsks_data() {
        QTest::addColumn<QString>("file");
        for (const StoryEntry& entry : listStories({KVW_SOURCE_DIR "/resources/stories"})) {
            QTest::newRow(entry.file.stem().c_str()) << QString::fromStdString(entry.file.string());
        }
    }
    void everyStoryFitsAndAsks() {
        QFETCH(QString, file);
        const auto story = readStory(file.toStdString());
        QVERIFY2(story.has_value(), story ? "" : story.error().sentence().c_str());
        RealBench bench;
        const auto fits = checkStory(*story, file.toStdString(), bench.workspace, controlsOf(bench.window));
        QVERIFY2(fits.has_value(), fits ? "" : fits.error().sentence().c_str());
        int questions = 0;
        for (const StoryPage& page : story->pages) {
            QVERIFY(!page.title.empty());
            for (const StoryDirective& directive : page.directives) {
                questions += std::holds_alternative<AskAction>(directive.action) ? 1 : 0;
            }
        }
        QVERIFY(questions >= 1);
        QVERIFY(story->pages.back().text.find("trained in") != std::string::npos ||
                story->pages.back().title.find("particular here") != std::string::npos);
    }
    void theExampleForTeachersFits() {
        QFile readme(QStringLiteral(KVW_SOURCE_DIR "/resources/stories/README.md"));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QByteArray text = readme.readAll();
        const auto from = text.indexOf("```markdown\n") + 12, to = text.indexOf("\n```", from);
        QVERIFY(from > 12 && to > from);
        const auto story = parseStory(text.mid(from, to - from).toStdString(), "README.md");
        QVERIFY2(story.has_value(), story ? "" : story.error().sentence().c_str());
        RealBench bench;
        QVERIFY(checkStory(*story, "README.md", bench.workspace, controlsOf(bench.window)).has_value());
    }
    void everyStoryIsPlayedToItsEnd_data() { everyStoryFitsAndAsks_data(); }
    void everyStoryIsPlayedToItsEnd() {
        QFETCH(QString, file);
        RealBench bench;
        const QString theme = qEnvironmentVariable("KVW_STORY_THEME");
        bench.window.modes().setTheme(theme == QLatin1String("dark")    ? ThemeChoice::Dark
                                      : theme == QLatin1String("light") ? ThemeChoice::Light
                                                                        : ThemeChoice::System);
        const QStringList size =
            qEnvironmentVariable("KVW_STORY_SIZE", QStringLiteral("1280x800")).split(QLatin1Char('x'));
        const QSize wanted(size.value(0).toInt(), size.value(1).toInt());
        bench.window.fitTo(wanted);
        bench.window.resize(wanted);
        if (qEnvironmentVariableIsSet("KVW_STORY_PROJECTOR")) {
            bench.window.actions().named(QStringLiteral("projector"))->trigger();
        }
        bench.window.openPath(file);
        StoryPlayer& player = playerOf(bench);
        QVERIFY(player.story() != nullptr);
        const auto pages = static_cast<int>(player.story()->pages.size());
        const QString name = QFileInfo(file).completeBaseName();
        QStringList wrong;
        for (int page = 0; page < pages; ++page) {
            QCOMPARE(player.page(), page);
            QElapsedTimer clock;
            clock.start();
            while (!player.pageDone()) {
                obey(bench, player.current());
                QTest::qWait(10);
                QVERIFY2(clock.elapsed() < kPageMs, qPrintable(player.waitingFor()));
            }
            QCOMPARE(player.waitingFor(), QString());
            if (lacksItsModel(player.current())) {
                QVERIFY2(player.mistake().contains(QLatin1String("is not on this machine")),
                         qPrintable(player.mistake()));
                wrong += whatStays(bench, page + 1);
                player.next();
                continue;
            }
            QCOMPARE(player.mistake(), QString());
            QVERIFY(bench.workspace.client().status().state != SessionState::Failed);
            bench.save("KVW_STORY_PICTURES", bench.window, QStringLiteral("%1-%2").arg(name).arg(page + 1));
            if (std::ranges::any_of(storyNumbers(), [&](const StoryNumber& number) {
                    return name == QLatin1String(number.story) && number.page == page + 1;
                })) {
                // A page may be done while its run still goes on.
                QTRY_VERIFY_WITH_TIMEOUT(rests(bench.workspace.client().status().state), kPageMs);
            }
            wrong += wrongNumbers(storyNumbers(), bench, name, page + 1);
            wrong += whatStays(bench, page + 1);
            wrong += namedButNotSeen(bench.window, QString::fromStdString(player.current().text), page + 1);
            player.next();
        }
        if (name == QLatin1String("03-heavy-hitters")) {
            const auto before = bench.workspace.recording();
            QVERIFY(bench.workspace.startDraft().has_value());
            QTRY_VERIFY(bench.workspace.recording() != before);
            QTRY_VERIFY_WITH_TIMEOUT(bench.workspace.client().status().state == SessionState::Finished, kPageMs);
            wrong += wrongNumbers(numbersOfLastRuns(), bench, name, pages);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        bench.workspace.client().stop();
    }
    void nothingStaysBehindALearnerInAHurry_data() { everyStoryFitsAndAsks_data(); }
    /// Whose pages lack the runs that they speak of.
    void nothingStaysBehindALearnerInAHurry() {
        QFETCH(QString, file);
        for (const int ms : {0, 30}) {
            RealBench bench;
            bench.window.openPath(file);
            StoryPlayer& player = playerOf(bench);
            const auto pages = static_cast<int>(player.story()->pages.size());
            for (int turn = 1; turn < 2 * pages; ++turn) {
                QTest::qWait(ms);
                turn < pages ? player.next() : player.back();
            }
            QTest::qWait(100);
            QCOMPARE(player.page(), 0);
            QCOMPARE(bench.workspace.problems().copyText(), QString());
            bench.workspace.client().stop();
        }
    }
    void translationsSayTheSameNumbers_data() { everyStoryFitsAndAsks_data(); }
    void translationsSayTheSameNumbers() {
        QFETCH(QString, file);
        const auto story = readStory(file.toStdString());
        const auto german =
            readStory(QString(file).replace(QLatin1String(".md"), QLatin1String(".de.md")).toStdString());
        QVERIFY(story.has_value() && german.has_value());
        QCOMPARE(german->pages.size(), story->pages.size());
        for (std::size_t page = 0; page < story->pages.size(); ++page) {
            QCOMPARE(numbersOf(german->pages[page]), numbersOf(story->pages[page]));
        }
    }
};

QTEST_MAIN(ShippedStoriesTest)
#include "shipped_stories_test.moc"
