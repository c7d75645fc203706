// SPDX-License-Identifier: Apache-2.0
/// `kvw fork` and `kvw run --at`: the fork of a bundle is the run that its command line makes.
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

namespace {

const QStringList kShort{"--text", "story", "--prompt-tokens", "40", "--steps", "60"};

json manifest(const QString& bundle) {
    return json::parse(readFile(bundle + "/manifest.json").toStdString());
}

/// The lines of steps.csv without their last column, the times.
QList<QByteArray> rows(const QString& bundle) {
    QList<QByteArray> lines = readFile(bundle + "/steps.csv").split('\n');
    for (QByteArray& line : lines) {
        line.truncate(std::max(0, static_cast<int>(line.lastIndexOf(','))));
    }
    return lines;
}

}  // namespace

class ForkCommandTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        m_run = m_folder.filePath("run");
        QCOMPARE(runKvw(QStringList{"run", "--policy", "streaming:sinks=4,recent=16", "--out", m_run} << kShort).code,
                 0);
    }

    void forkSharesAndTellsItsParent() {
        const QString out = m_folder.filePath("fork");
        const Outcome made = runKvw({"fork", m_run, "--at", "70", "--policy", "h2o:heavy=8,recent=8", "--out", out});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY2(!made.err.contains("made again"), made.err.constData());
        const QList<QByteArray> before = rows(m_run), after = rows(out);
        QCOMPARE(after.size(), before.size());
        for (int line = 0; line < 71; ++line) {  // the head, and tokens 0 to 69
            QCOMPARE(after[line], before[line]);
        }
        QVERIFY(after[72] != before[72]);
        const json told = manifest(out);
        const json fork = told["policy"]["given"]["fork"];
        QCOMPARE(fork["step"].get<int>(), 70);
        QCOMPARE(fork["changes"].get<std::string>(), std::string("h2o:heavy=8,recent=8"));
        QCOMPARE(fork["parent"], manifest(m_run)["policy"]["text"]);
        QCOMPARE(told["policy"]["id"].get<std::string>(), std::string("streaming>h2o"));
    }

    void itMayRunOnADevice() {
        const QString run = m_folder.filePath("short"), out = m_folder.filePath("on-device");
        QCOMPARE(runKvw({"run", "--policy", "streaming:sinks=4,recent=16", "--prompt-tokens", "40", "--steps", "8",
                         "--out", run})
                     .code,
                 0);
        const Outcome made =
            runKvw({"fork", run, "--at", "44", "--set", "recent=8", "--device", "emulated", "--out", out});
        QVERIFY2(made.code == 0, made.err.constData());
        QCOMPARE(manifest(out)["device"].get<std::string>(), std::string("emulated"));
        // A fork of it stays there, unless it is asked elsewhere.
        const QString again = m_folder.filePath("on-device-again");
        const QStringList fork{"fork", out, "--at", "46", "--set", "recent=6", "--overwrite", "--out", again};
        for (const QStringList& asked : {QStringList(), QStringList{"--device", "cpu"}}) {
            QCOMPARE(runKvw(fork + asked).code, 0);
            QCOMPARE(manifest(again)["device"].get<std::string>(), std::string(asked.isEmpty() ? "emulated" : "cpu"));
        }
        // It reads the prompt on the CPU.
        const Outcome selected = runKvw({"what-if", out, "--policy", "snapkv:capacity=16,window=4"});
        QVERIFY2(selected.code == 0, selected.err.constData());
    }

    void itsCommandLineMakesIt() {
        const QString out = m_folder.filePath("turned"), again = m_folder.filePath("again");
        QCOMPARE(runKvw({"fork", m_run, "--at", "60", "--set", "recent=8", "--out", out, "--quiet"}).code, 0);
        const std::string command = manifest(out)["command_line"].get<std::string>();
        QStringList words = QString::fromStdString(command).split(' ');
        QCOMPARE(words.takeFirst(), QString("kvw"));
        QVERIFY(command.find("/recent=8@60") != std::string::npos);
        QCOMPARE(runKvw(words << "--out" << again << "--quiet").code, 0);
        QCOMPARE(manifest(again)["hash"], manifest(out)["hash"]);
    }

    /// Without a change of its own it leaves out what the run changed from there on.
    void withoutAChangeItIsTheRunWithoutIts() {
        const QString changed = m_folder.filePath("changed"), out = m_folder.filePath("unchanged");
        QCOMPARE(runKvw(QStringList{"run", "--policy", "streaming:sinks=4,recent=16/recent=8@70", "--out", changed}
                        << kShort)
                     .code,
                 0);
        const Outcome made = runKvw({"fork", changed, "--at", "50", "--out", out});
        QVERIFY2(made.code == 0, made.err.constData());
        QCOMPARE(rows(out), rows(m_run));
        QVERIFY(rows(changed) != rows(m_run));
    }

    /// A prompt is read before a policy decides: forked there, it is the run with that policy, whichever it is.
    void inThePromptItIsTheOtherRun() {
        const QString own = m_folder.filePath("own"), out = m_folder.filePath("in-prompt");
        for (const auto& [policy, words] :
             {std::pair(QString("snapkv:capacity=20,window=8"),
                        QStringList{"--at", "3", "--policy", "snapkv:capacity=20,window=8"}),
              std::pair(QString("streaming:sinks=4,recent=8"), QStringList{"--at", "20", "--set", "recent=8"})}) {
            QCOMPARE(
                runKvw(QStringList{"run", "--policy", policy, "--out", own, "--overwrite", "--quiet"} << kShort).code,
                0);
            const Outcome made = runKvw(QStringList{"fork", m_run, "--out", out, "--overwrite", "--quiet"} << words);
            QVERIFY2(made.code == 0, made.err.constData());
            QCOMPARE(manifest(out)["hash"], manifest(own)["hash"]);
        }
    }

    void handsOfTheCommandLine() {
        const QString out = m_folder.filePath("hands");
        const Outcome made =
            runKvw(QStringList{"run", "--policy", "streaming:sinks=4,recent=16/pin=38-39@50/evict=1@60", "--out", out}
                   << kShort);
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY(readFile(out + "/evictions.jsonl").contains("by hand"));
        QVERIFY(manifest(out)["events"].dump().find("pin=38-39") != std::string::npos);
    }

    /// The document behind a generated run's prompt is no part of it, and generated tokens can be forked.
    void generatedFromAPartOfAText() {
        const QString run = m_folder.filePath("generated"), out = m_folder.filePath("generated-fork");
        const Outcome generated = runKvw({"run", "--text", "needle", "--mode", "generate", "--prompt-tokens", "60",
                                          "--question-tokens", "0", "--steps", "30", "--policy", "streaming:sinks=4,recent=16", "--out", run});
        QVERIFY2(generated.code == 0, generated.err.constData());
        QCOMPARE(manifest(run)["text"]["tokens"].get<int>(), 60);
        QVERIFY(manifest(run)["probes"].empty());
        QVERIFY(!QFileInfo::exists(run + "/rest.csv"));
        const Outcome made = runKvw({"fork", run, "--at", "75", "--policy", "full", "--out", out});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY2(!made.err.contains("made again"), made.err.constData());
        const QList<QByteArray> before = rows(run), after = rows(out);
        QCOMPARE(after.size(), before.size());
        for (int line = 0; line < 76; ++line) {
            QCOMPARE(after[line], before[line]);
        }
    }

    /// Forked on what it generated: the same tokens to its end, and the command makes it again from the ids in the
    /// bundle.
    void onTheTokensOfItsParent() {
        const QString run = m_folder.filePath("generated-2"), out = m_folder.filePath("scored");
        const Outcome generated = runKvw({"run", "--text", "needle", "--mode", "generate", "--prompt-tokens", "60",
                                          "--question-tokens", "0", "--steps", "30", "--policy", "streaming:sinks=4,recent=16", "--out", run});
        QVERIFY2(generated.code == 0, generated.err.constData());
        const Outcome made = runKvw({"fork", run, "--at", "70", "--set", "evict=0-3", "--parent-tokens", "--out", out});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY2(!made.err.contains("made again"), made.err.constData());
        const json told = manifest(out);
        QCOMPARE(told["mode"].get<std::string>(), std::string("teacher"));
        QCOMPARE(told["policy"]["given"]["fork"]["step"].get<int>(), 70);
        QCOMPARE(readFile(out + "/ids.txt").trimmed().split('\n').size(), rows(run).size() - 2);  // head, end
        QCOMPARE(manifest(run)["mode"].get<std::string>(), std::string("generate"));
        const QList<QByteArray> before = rows(run), after = rows(out);
        QCOMPARE(after.size(), before.size());
        for (int line = 0; line < 71; ++line) {
            QCOMPARE(after[line], before[line]);
        }
        QVERIFY(after[72] != before[72]);
        const QString again = m_folder.filePath("scored-again");
        QStringList words = QString::fromStdString(told["command_line"].get<std::string>()).split(' ');
        QCOMPARE(words.takeFirst(), QString("kvw"));
        words.replaceInStrings("ids.txt", out + "/ids.txt");
        QCOMPARE(runKvw(words << "--out" << again << "--quiet").code, 0);
        QCOMPARE(manifest(again)["hash"], told["hash"]);
        // Nothing was generated behind the last token.
        const Outcome refused = runKvw({"fork", run, "--at", "89", "--set", "evict=0-3", "--parent-tokens"});
        QVERIFY(refused.code != 0);
        QVERIFY2(refused.oneSentence() && refused.err.contains("behind"), refused.err.constData());
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        QTest::newRow("nothing") << QStringList{"--at", "60"} << "no effect";
        QTest::newRow("the same") << QStringList{"--at", "60", "--policy", "streaming:sinks=4,recent=16"}
                                  << "no effect";
        QTest::newRow("hands in the prompt") << QStringList{"--at", "20", "--set", "evict=3"} << "a decoded token";
        QTest::newRow("behind the end") << QStringList{"--at", "5000", "--set", "recent=8"} << "5000";
        QTest::newRow("one-shot") << QStringList{"--at", "60", "--policy", "snapkv"} << "while the prompt was read";
        QTest::newRow("another text") << QStringList{"--at", "60", "--set", "recent=8", "--text", "prose"}
                                      << "another text";
        QTest::newRow("no number") << QStringList{"--at", "x", "--set", "recent=8"} << "--at";
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, word);
        const Outcome outcome = runKvw(QStringList{"fork", m_run} << arguments);
        QVERIFY(outcome.code != 0);
        QVERIFY2(outcome.oneSentence() && outcome.err.contains(word.toUtf8()), outcome.err.constData());
    }

 private:
    QTemporaryDir m_folder;
    QString m_run;
};

QTEST_GUILESS_MAIN(ForkCommandTest)
#include "fork_test.moc"
