// SPDX-License-Identifier: GPL-3.0-or-later
/// The window on the real engine: every embedded document to its end, and a plugin that takes the window along.
/// `real_window_test --crash FOLDER` is that window: it keeps its state in FOLDER.
#include <sys/resource.h>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

#include <clocale>
#include <cmath>

#include "app/workbench/session/files/last_start.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/real_bench.h"
#include "tests/support/slowness.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kRunMs = 300'000 * kSanitizerSlowness;
constexpr const char* kCrash = "--crash";
constexpr int kNoCrash = 3;

SessionState stateOf(RealBench& bench) {
    return bench.workspace.client().status().state;
}

bool over(RealBench& bench) {
    const SessionState state = stateOf(bench);
    return state == SessionState::Finished || state == SessionState::Failed || state == SessionState::Stopped;
}

PluginPaths withFixtures(const QString& state) {
    PluginPaths paths = RealBench::paths();
    paths.folders.emplace_back(KVW_BINARY_DIR "/tests/fixtures/plugins");
    paths.stateFolder = state.toStdString();
    return paths;
}

/// As a user would: the plugin is chosen, the run started, and there the window ends.
int crash(const QString& state) {
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    const PluginPaths plugins = withFixtures(state);
    const LastStart start(plugins);
    RealBench bench(plugins);
    const Example example{{}, {}, QStringLiteral("story.txt"), QStringLiteral("crashes-in-third-step")};
    if (const auto started = bench.workspace.startExample(example); !started) {
        std::fprintf(stderr, "%s\n", started.error().sentence().c_str());
        return kNoCrash;
    }
    static_cast<void>(QTest::qWaitFor([&] { return over(bench); }, kRunMs));
    return kNoCrash;
}

}  // namespace

class RealWindowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyDocumentRunsToItsEnd_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("policy");
        const QStringList policies{QStringLiteral("streaming:sinks=4,recent=124"),
                                   QStringLiteral("snapkv:capacity=128"), QStringLiteral("h2o:heavy=64,recent=64"),
                                   QStringLiteral("cake:capacity=128"), QStringLiteral("cascade")};
        int row = 0;
        const auto documents = embeddedDocuments();
        QVERIFY(documents.has_value());
        for (const std::filesystem::path& text : *documents) {
            const QString name = QString::fromStdString(text.filename().string());
            QTest::newRow(qPrintable(name)) << name << policies[row++ % policies.size()];
        }
        QCOMPARE(row, 5);
    }
    void everyDocumentRunsToItsEnd() {
        QFETCH(QString, text);
        QFETCH(QString, policy);
        RealBench bench;
        Workspace& workspace = bench.workspace;
        QVERIFY(workspace.propose({{}, {}, text, policy}).has_value());
        RunSpec spec = workspace.draft().base();
        const std::int64_t tokens = workspace.draft().textFacts().tokens;
        spec.promptTokens = tokens - 300;
        spec.capture = tokens < 5000 ? Capture::Maps : Capture::Stats;  // rows of a long prompt take their time
        workspace.draft().setBase(spec);
        QVERIFY(workspace.startDraft().has_value());
        QTRY_VERIFY_WITH_TIMEOUT(over(bench), kRunMs);
        QVERIFY2(stateOf(bench) == SessionState::Finished, workspace.client().status().message.english().c_str());
        QCOMPARE(workspace.client().steps(), tokens);
        const auto recording = workspace.recording();
        std::string read;
        for (const std::string& token : recording->description().tokenTexts) {
            read += token;
        }
        QFile file(QString::fromStdString(spec.textFile.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(QString::fromStdString(read).contains(QString::fromUtf8(file.readAll()).trimmed()), qPrintable(text));
        for (int lane = 0; lane < 2; ++lane) {
            for (const std::int64_t step : {tokens - 300, tokens - 1}) {
                QVERIFY(std::isfinite(recording->trace(lane).step(step).nll));
            }
        }
        QVERIFY(recording->trace(1).step(tokens - 1).heldTotal < recording->trace(0).step(tokens - 1).heldTotal);
        for (const DockEntry& entry : dockEntries()) {
            Dock* dock = bench.window.dock(QString::fromLatin1(entry.id));
            bench.window.focusDock(*dock);
            QTRY_VERIFY2(dock->shown() && dock->refreshes() > 0, entry.id);
            QVERIFY2(coloursOf(dock->widget()->grab().toImage()) > 2, entry.id);
        }
        QVERIFY2(workspace.problems().errors() == 0, qPrintable(workspace.problems().copyText()));
    }

    void aPluginThatTakesTheWindowAlongIsNamedAtTheNextStart() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer reports fatal signals itself");
#endif
        const QTemporaryDir state;
        QProcess window;
        window.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kCrash), state.path()});
        QVERIFY(window.waitForFinished(kRunMs));
        const QByteArray said = window.readAllStandardError();
        QVERIFY2(window.exitStatus() == QProcess::CrashExit || window.exitCode() != kNoCrash, said.constData());

        const PluginPaths plugins = withFixtures(state.path());
        LastStart next(plugins);
        QVERIFY(next.endedBadly());
        RealBench bench(plugins);
        PluginsModel& model = bench.workspace.plugins();
        model.setEndedBadly(next.endedBadly());
        QVERIFY(model.offersSomething());
        bench.window.focusDock(*bench.window.dock(QStringLiteral("plugins")));
        auto* offer = bench.window.findChild<QWidget*>(QStringLiteral("pluginsOffer"));
        QTRY_VERIFY(offer->isVisible());
        const QString sentence = offer->findChild<QLabel*>()->text();
        QVERIFY2(sentence.contains(QStringLiteral("crashes-in-run")), qPrintable(sentence));
        // It is not used, whatever is asked for.
        QVERIFY(
            !bench.workspace.propose({{}, {}, QStringLiteral("story.txt"), QStringLiteral("crashes-in-third-step")}));
        QTest::mouseClick(offer->findChild<QPushButton*>(QStringLiteral("disableCrashed")), Qt::LeftButton);
        QTRY_COMPARE(model.crashedRow(), -1);
        // Everything else goes on.
        QVERIFY(bench.workspace.startExample({{}, {}, QStringLiteral("prose.txt"), QStringLiteral("streaming")}));
        QTRY_VERIFY_WITH_TIMEOUT(bench.workspace.client().steps() > 0, kRunMs);
        bench.workspace.client().stop();
        QTRY_VERIFY_WITH_TIMEOUT(over(bench), kRunMs);
        QVERIFY(stateOf(bench) != SessionState::Failed);
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    RealBench::useBuiltEngine();
    if (argc == 3 && QByteArray(argv[1]) == kCrash) {
        return crash(QString::fromLocal8Bit(argv[2]));
    }
    RealWindowTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "real_window_test.moc"
