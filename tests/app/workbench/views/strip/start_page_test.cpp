// SPDX-License-Identifier: GPL-3.0-or-later
/// The start page's way to a real model: scripts of a test in the place of `packaging/model`, pipes in that of time,
/// and the embedded model in that of the fetched one.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>
#include <cerrno>
#include <fstream>

#include "app/workbench/session/draft/examples.h"
#include "app/workbench/session/files/model_fetch.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;
namespace fs = std::filesystem;

namespace {

/// A pipe that the processes of a script hold open while they live.
class Alive {
 public:
    explicit Alive(const QString& path) {
        mkfifo(path.toUtf8().constData(), 0600);
        m_end = open(path.toUtf8().constData(), O_RDONLY | O_NONBLOCK);
    }
    ~Alive() { close(m_end); }
    [[nodiscard]] bool held() const {
        char byte = 0;
        return read(m_end, &byte, 1) < 0 && errno == EAGAIN;
    }

 private:
    int m_end;
};

}  // namespace

class StartPageTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("KVW_MODELS", path("models").toUtf8());
        qputenv("TEST_FOLDER", m_folder->path().toUtf8());
        qputenv("TEST_MODEL", QByteArray::fromStdString(embeddedModelDir()->string()));
    }
    void cleanup() { qunsetenv("KVW_MODELS"); }

    void nothingIsFetchedUnasked() {
        Bench bench;
        script(bench, ": >called");
        QCOMPARE(button(bench)->text(), QString("Try it on a real model"));
        QVERIFY(button(bench)->isVisible() && button(bench)->isEnabled());
        const QString said = text(bench);
        QVERIFY2(said.contains("SmolLM2 135M") && said.contains("93 MB") && said.contains("Apache-2.0"),
                 qPrintable(said));
        QVERIFY(!bar(bench)->isVisible());
        bench.runToEnd();
        QVERIFY(!QFile::exists(path("called")));
    }

    /// The page says what `packaging/model` would do.
    void theOfferIsThatOfTheScript() {
        QFile shipped(KVW_SOURCE_DIR "/packaging/model");
        QVERIFY(shipped.open(QIODevice::ReadOnly));
        const QString entry = QString::fromUtf8(shipped.readAll()).section(QLatin1String(ModelFetch::kModel), 1, 1);
        QVERIFY(entry.startsWith(QStringLiteral("|") + QLatin1String(ModelFetch::kTitle)));
        for (const QString& fact :
             {QString::number(ModelFetch::kMegabytes), QString(ModelFetch::kLicence), QStringLiteral("free")}) {
            QVERIFY2(entry.contains(QLatin1Char('|') + fact + QLatin1Char('|')), qPrintable(fact));
        }
    }

    /// Every run that ships is offered, opens, and is one of the model that the page names.
    void finishedRunsOpen() {
        const auto runs = finishedRuns();
        QDir shipped(KVW_SOURCE_DIR "/resources/evidence/runs");
        QCOMPARE(runs.size(), static_cast<std::size_t>(shipped.entryList({"*.zip"}).size()));
        QVERIFY2(!runs.empty(), "no finished run ships: packaging/evidence makes them");
        for (std::size_t i = 0; i < runs.size(); ++i) {
            Bench bench;
            auto* look = page(bench)->findChild<QPushButton*>(QStringLiteral("finishedRuns"));
            QVERIFY(look != nullptr && look->isVisible());
            QCOMPARE(look->menu()->actions().size(), static_cast<qsizetype>(runs.size()));
            QAction* action = look->menu()->actions().at(static_cast<qsizetype>(i));
            QCOMPARE(action->text(), runs[i].title);
            action->trigger();
            QTRY_VERIFY(bench.workspace->recording() != nullptr);
            const auto recording = bench.workspace->recording();
            QVERIFY2(recording->description().model.name.starts_with("SmolLM2"),
                     recording->description().model.name.c_str());
            QVERIFY(recording->lanes() >= 3);
            QCOMPARE(bench.workspace->problems().errors(), 0);
        }
    }

    void aFetchedModelIsChosenAndTheExamplesRunOnIt() {
        Bench bench;
        // A pipe for each signal: one that is opened anew at once may still have the writer of before.
        for (const char* signal : {"go", "on"}) {
            mkfifo(path(signal).toUtf8().constData(), 0600);
        }
        script(bench,
               "[[ $* == 'smollm2-135m --progress' ]] || exit 1\n"
               "echo 'Fetching'; echo 'progress 12 of 93'\n"
               "read -r <go; echo 'progress 93 of 93'; read -r <on\n"
               "mkdir -p models/.part; cp \"$TEST_MODEL\"/{config.json,tokenizer.json,model.safetensors} models/.part\n"
               "mv models/.part models/smollm2-135m");
        button(bench)->click();
        QTRY_COMPARE(bar(bench)->value(), 12);
        QCOMPARE(bar(bench)->maximum(), 93);
        QVERIFY2(text(bench).contains("12 of 93 MB"), qPrintable(text(bench)));
        QVERIFY(bar(bench)->isVisible() && !button(bench)->isEnabled());
        std::ofstream(path("go").toStdString()) << "\n";
        QTRY_VERIFY2(text(bench).startsWith("Unpacking"), qPrintable(text(bench)));
        QCOMPARE(bar(bench)->maximum(), 0);  // nobody knows how far
        QVERIFY(bench.workspace->draft().base().model.empty());
        std::ofstream(path("on").toStdString()) << "\n";
        const fs::path model = path("models/smollm2-135m").toStdString();
        QTRY_COMPARE(bench.workspace->draft().base().model, model);
        const auto* models = bench.window->findChild<QComboBox*>(QStringLiteral("model"));
        QTRY_COMPARE(models->currentText(), QString("smollm2-135m"));
        QVERIFY(!bar(bench)->isVisible());
        QVERIFY2(text(bench).startsWith("The examples run on SmolLM2 135M"), qPrintable(text(bench)));

        // There and back.
        QCOMPARE(button(bench)->text(), QString("Back to the embedded model"));
        button(bench)->click();
        QVERIFY(bench.workspace->draft().base().model.empty());
        QCOMPARE(button(bench)->text(), QString("Run the examples on SmolLM2 135M"));
        button(bench)->click();
        QCOMPARE(bench.workspace->draft().base().model, model);

        bench.window->findChild<QPushButton*>(QStringLiteral("runExample"))->click();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(bench.workspace->draft().base().model, model);
        QCOMPARE(bench.workspace->client().loadedModel(), model);
        QCOMPARE(bench.workspace->draft().base().textFile.filename(), fs::path("story.txt"));
        QCOMPARE(bench.workspace->problems().errors(), 0);
    }

    void aModelThatIsThereIsNotFetched() {
        copyModel();
        Bench bench;
        script(bench, ": >called");
        QCOMPARE(button(bench)->text(), QString("Run the examples on SmolLM2 135M"));
        button(bench)->click();
        QCOMPARE(bench.workspace->draft().base().model, fs::path(path("models/smollm2-135m").toStdString()));
        QVERIFY(!bench.workspace->modelFetch().running() && !QFile::exists(path("called")));
    }

    void aModelThatComesByAnotherWayIsSeen() {
        QVERIFY(QDir().mkpath(path("models")));
        Bench bench;
        QCOMPARE(button(bench)->text(), QString("Try it on a real model"));
        copyModel();
        QTRY_COMPARE(button(bench)->text(), QString("Run the examples on SmolLM2 135M"));
        QVERIFY(QDir(path("models/smollm2-135m")).removeRecursively());
        QTRY_COMPARE(button(bench)->text(), QString("Try it on a real model"));
    }

    /// Beside a run it is told in the status bar, for the start page has gone.
    void cancelEndsAllThatTheScriptStarted_data() {
        QTest::addColumn<bool>("inTheStatusBar");
        QTest::newRow("start page") << false;
        QTest::newRow("status bar") << true;
    }
    void cancelEndsAllThatTheScriptStarted() {
        QFETCH(bool, inTheStatusBar);
        Bench bench;
        const Alive alive(path("alive"));
        script(bench, kWaitsForEver);
        button(bench)->click();
        QTRY_COMPARE(bar(bench)->value(), 1);
        QVERIFY(alive.held());
        auto* cancel = page(bench)->findChild<QPushButton*>(QStringLiteral("realModelCancel"));
        auto* stop = bench.window->findChild<QToolButton*>(QStringLiteral("stopFetch"));
        QVERIFY(cancel->isVisible() && !stop->isVisible());
        if (inTheStatusBar) {
            bench.runToEnd();
            QTRY_VERIFY(stop->isVisible() && !cancel->isVisible());
            stop->click();
        } else {
            cancel->click();
        }
        QTRY_VERIFY(button(bench)->isEnabled());
        QTRY_VERIFY(!alive.held());
        QVERIFY(!cancel->isVisible() && !stop->isVisible() && failure(bench)->isHidden());
        QCOMPARE(button(bench)->text(), QString("Try it on a real model"));
        QCOMPARE(bench.workspace->problems().errors(), 0);
    }

    void aWindowThatEndsEndsTheScript() {
        const Alive alive(path("alive"));
        {
            Bench bench;
            script(bench, kWaitsForEver);
            button(bench)->click();
            QTRY_COMPARE(bar(bench)->value(), 1);
            QVERIFY(alive.held());
        }
        QTRY_VERIFY(!alive.held());
    }

    void aFailureIsTheSentenceOfTheScript_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no network") << "echo 'WARNING: Retrying' >&2; echo 'ERROR: no route' >&2\n"
                                       "echo 'smollm2-135m could not be fetched.' >&2; exit 1"
                                    << "ERROR: no route\nsmollm2-135m could not be fetched.";
        QTest::newRow("no words") << "exit 7"
                                  << "script ended with code 7.";
        QTest::newRow("not where it should be") << "exit 0"
                                                << "script ended with code 0.";
        QTest::newRow("no script") << QString() << "script could not be started";
    }
    void aFailureIsTheSentenceOfTheScript() {
        QFETCH(QString, body);
        QFETCH(QString, sentence);
        Bench bench;
        script(bench, body);
        if (body.isEmpty()) {
            QVERIFY(QFile::remove(path("script")));
        }
        button(bench)->click();
        QTRY_VERIFY(failure(bench)->isVisible());
        QVERIFY2(failure(bench)->text().contains(sentence), qPrintable(failure(bench)->text()));
        QCOMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY(button(bench)->isEnabled() && !bar(bench)->isVisible());
        // Again, and well.
        copyModel();
        script(bench, "exit 0");
        button(bench)->click();
        QTRY_VERIFY(!bench.workspace->draft().base().model.empty());
        QVERIFY(failure(bench)->isHidden());
    }

    /// The one that ships is found and started; it needs pip.
    void theScriptThatShipsSaysWhatIsMissing() {
        QVERIFY(QDir().mkpath(path("bin")));
        write(path("bin/python3"), "exit 1");
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", path("bin").toUtf8() + ':' + before);
        Bench bench;
        button(bench)->click();
        QTRY_VERIFY(failure(bench)->isVisible());
        qputenv("PATH", before);
        QVERIFY2(failure(bench)->text().startsWith("python3 has no pip."), qPrintable(failure(bench)->text()));
    }

 private:
    static constexpr const char* kWaitsForEver =
        "exec 8>alive; mkfifo never; cat <never & echo 'progress 1 of 93'; wait";

    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    static void write(const QString& file, const QString& body) {
        std::ofstream(file.toStdString()) << "#!/bin/bash\ncd \"$TEST_FOLDER\"\n" << body.toStdString() << '\n';
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    void script(const Bench& bench, const QString& body) const {
        write(path("script"), body);
        bench.workspace->modelFetch().setScript(path("script"));
    }
    void copyModel() const {
        fs::create_directories(path("models/.part").toStdString());
        for (const char* part : {"config.json", "tokenizer.json", "model.safetensors"}) {
            fs::copy_file(*embeddedModelDir() / part, fs::path(path("models/.part").toStdString()) / part);
        }
        fs::rename(path("models/.part").toStdString(), path("models/smollm2-135m").toStdString());
    }
    static QWidget* page(const Bench& bench) { return bench.window->findChild<QWidget*>(QStringLiteral("startPage")); }
    static QPushButton* button(const Bench& bench) {
        return page(bench)->findChild<QPushButton*>(QStringLiteral("realModel"));
    }
    static QString text(const Bench& bench) {
        return page(bench)->findChild<QLabel*>(QStringLiteral("realModelText"))->text();
    }
    static QLabel* failure(const Bench& bench) {
        return page(bench)->findChild<QLabel*>(QStringLiteral("realModelFailure"));
    }
    static QProgressBar* bar(const Bench& bench) {
        return page(bench)->findChild<QProgressBar*>(QStringLiteral("realModelBar"));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(StartPageTest)
#include "start_page_test.moc"
