// SPDX-License-Identifier: GPL-3.0-or-later
/// Clicks of prune events: when they are heard, and what is said where nothing can play them.
#include <QSignalSpy>
#include <cmath>

#include "app/workbench/sound/prune_sounds.h"
#include "core/analysis/prune_sound.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

class PruneSoundsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aProgramPlaysTheFile() {
        SoundPlayer player({QStringLiteral("no-such-program"), QStringLiteral("true")});
        QSignalSpy failed(&player, &SoundPlayer::failed);
        player.play({2});
        QTRY_COMPARE(player.played(), 1);
        QCOMPARE(failed.size(), 0);
    }
    void whatComesMeanwhileIsTheNextSound() {
        SoundPlayer player({QStringLiteral("true")});
        QSignalSpy playing(&player, &SoundPlayer::playing);
        player.play({0, 1, 2});
        player.play({3});
        player.play({});
        player.play({4, 5});
        QTRY_COMPARE(player.played(), 2);
        QCOMPARE(playing.size(), 2);
        QCOMPARE(playing[0][0].toInt(), 3);
        QCOMPARE(playing[1][0].toInt(), 3);
        player.play(std::vector<double>(1000, 1.0));
        QTRY_COMPARE(player.played(), 3);
        QCOMPARE(playing[2][0].toInt(), static_cast<int>(kMostClicks));
    }
    void ofTooManyNeighboursFallTogether() {
        const double none = std::nan("");
        const std::vector<double> few(kMostClicks, 1.0);
        QCOMPARE(fallenTogether(few), few);
        std::vector<double> many(2 * kMostClicks, none);
        many[0] = 0.5;
        many[1] = 3;
        many[2 * kMostClicks - 1] = -1;
        const std::vector<double> heard = fallenTogether(many);
        QCOMPARE(heard.size(), kMostClicks);
        QCOMPARE(heard.front(), 3.0);
        QCOMPARE(heard.back(), -1.0);
        QVERIFY(std::isnan(heard[1]));
    }
    void nothingThatPlaysIsOneSentence() {
        SoundPlayer player({QStringLiteral("no-such-program")});
        QSignalSpy failed(&player, &SoundPlayer::failed);
        player.play({2});
        player.play({2});
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().contains(QLatin1String("none of no-such-program is installed")));
        player.tryAgain();
        player.play({2});
        QCOMPARE(failed.size(), 2);
    }
    void noDeviceIsOneSentence() {
        SoundPlayer player({QStringLiteral("false")});
        QSignalSpy failed(&player, &SoundPlayer::failed);
        player.play({2});
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().contains(QLatin1String("is there a sound device?")));
        player.play({2});
        QCOMPARE(failed.size(), 1);
    }
    void clicksComeWithPruneEventsAndWithTheCursor() {
        Bench bench;
        PruneSounds sounds(*bench.workspace, new SoundPlayer({QStringLiteral("true")}));
        QSignalSpy clicked(&sounds, &PruneSounds::clicked);
        bench.startPaused();
        QCOMPARE(clicked.size(), 0);  // off at first
        sounds.setOn(true);
        bench.workspace->client().stepBy(1);
        QTRY_COMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].toDouble(), clickPitch(0.25));
        bench.workspace->selection().setStep(20);
        QCOMPARE(clicked.size(), 1);  // nothing was evicted there
        bench.workspace->selection().setStep(40);
        QTRY_COMPARE(clicked.size(), 2);
        sounds.setOn(false);
        bench.workspace->client().stepBy(1);
        QTRY_COMPARE(bench.workspace->client().steps(), 42);
        QCOMPARE(clicked.size(), 2);
    }
    void everyPruneEventClicksHoweverManyComeAtOnce() {
        Bench bench;
        PruneSounds sounds(*bench.workspace, new SoundPlayer({QStringLiteral("true")}));
        QSignalSpy clicked(&sounds, &PruneSounds::clicked);
        bench.startPaused();
        sounds.setOn(true);
        bench.workspace->client().resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(clicked.size(), 160);  // steps 40 to 199
    }
    void theSettingIsKept() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
        Bench bench;
        {
            MainWindow window(*bench.workspace, &settings);
            QAction* sound = window.actions().named(QStringLiteral("sound"));
            QVERIFY(!sound->isChecked());
            sound->trigger();
            QVERIFY(sound->isChecked());
        }
        MainWindow window(*bench.workspace, &settings);
        QVERIFY(window.actions().named(QStringLiteral("sound"))->isChecked());
    }
    void aSoundThatCannotBePlayedIsAProblemNotAnError() {
        Bench bench;
        PruneSounds sounds(*bench.workspace, new SoundPlayer({QStringLiteral("no-such-program")}));
        sounds.setOn(true);
        bench.runToEnd();
        QTRY_COMPARE(bench.workspace->problems().warnings(), 1);
        QCOMPARE(bench.workspace->problems().errors(), 0);
    }
};

QTEST_MAIN(PruneSoundsTest)
#include "prune_sounds_test.moc"
