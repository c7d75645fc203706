// SPDX-License-Identifier: GPL-3.0-or-later
/// Every shipped story is played to its end in the real window with the real engine, as a learner would.
/// With KVW_STORY_PICTURES=FOLDER a picture of each page is saved there.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <clocale>

#include "app/workbench/stories/story_check.h"
#include "app/workbench/stories/story_controls.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_player.h"
#include "app/workbench/window/modes.h"
#include "tests/app/workbench/real_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kPageMs = 120'000;

StoryControls controlsOf(const MainWindow& window) {
    return {[&window](const QString& id) { return dockOf(window, id) != nullptr; },
            [&window](const QString& name) { return controlOf(window, name) != nullptr; }};
}

StoryPlayer& playerOf(const RealBench& bench) {
    return *bench.window.findChild<StoryPlayer*>();
}

/// What the page waits for, done as it asks: the answer, a click, a value.
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

}  // namespace

class ShippedStoriesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        RealBench::useBuiltEngine();
        QVERIFY(listStories().size() >= 6);
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
            qEnvironmentVariable("KVW_STORY_SIZE", QStringLiteral("1600x1000")).split(QLatin1Char('x'));
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
        for (int page = 0; page < pages; ++page) {
            QCOMPARE(player.page(), page);
            QElapsedTimer clock;
            clock.start();
            while (!player.pageDone()) {
                obey(bench, player.current());
                QTest::qWait(10);
                QVERIFY2(clock.elapsed() < kPageMs, qPrintable(player.waitingFor()));
            }
            QCOMPARE(player.mistake(), QString());
            QCOMPARE(player.waitingFor(), QString());
            QVERIFY(bench.workspace.client().status().state != SessionState::Failed);
            bench.save("KVW_STORY_PICTURES", bench.window,
                       QStringLiteral("%1-%2").arg(QFileInfo(file).completeBaseName()).arg(page + 1));
            player.next();
        }
        QCOMPARE(bench.workspace.problems().errors(), 0);
        // Lanes of a lesson have the settings of their works, or others on purpose.
        QVERIFY2(!bench.workspace.problems().copyText().contains(QLatin1String("its work with")),
                 qPrintable(bench.workspace.problems().copyText()));
        bench.workspace.client().stop();
    }
};

QTEST_MAIN(ShippedStoriesTest)
#include "shipped_stories_test.moc"
