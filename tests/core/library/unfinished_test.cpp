// SPDX-License-Identifier: Apache-2.0
/// Leftovers of a killed program, and of one that ends by itself.
#include "core/library/unfinished.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/bundle/bundle.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
namespace fs = std::filesystem;

namespace {

constexpr const char* kWriter = "--write-and-wait";

/// A run that goes on.
std::shared_ptr<Recording> running(std::int32_t lanes = 1) {
    sample::Options options;
    options.lanes = lanes;
    return sample::recording(options)->fork();
}

/// The program that is killed: writes a copy, says so and waits.
int writeAndWait(const char* folder) {
    UnfinishedCopy copy(folder, "window", 0);
    const auto written = copy.write(*running(2));
    std::puts(written ? "written" : written.error().sentence().c_str());
    std::fflush(stdout);
    return std::getchar() == EOF ? 0 : 0;
}

}  // namespace

class UnfinishedTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = unfinishedFolder(m_home->path().toStdString());
    }

    void aKilledProgramLeavesItsRun() {
        QProcess writer;
        begin(writer);
        // While it lives the run is its own, and other programs' runs are not touched by it.
        QVERIFY(unfinishedRuns(m_folder).empty());
        writer.kill();
        QVERIFY(writer.waitForFinished());
        const auto left = unfinishedRuns(m_folder);
        QCOMPARE(left.size(), std::size_t{1});
        const LibraryEntry& entry = left.front().entry;
        QCOMPARE(left.front().program, std::string("window"));
        QVERIFY2(entry.problem.empty(), entry.problem.english().c_str());
        QCOMPARE(left.front().steps, 40);
        QCOMPARE(entry.state, std::string("stopped"));
        const auto opened = readBundle(entry.path);
        QVERIFY(opened.has_value());
        QCOMPARE((*opened)->state(), RunState::Stopped);
        QVERIFY((*opened)->message().english().find("ended during the run") != std::string::npos);
        QCOMPARE((*opened)->trace(1).steps(), 40);

        const fs::path runs = fs::path(m_home->path().toStdString()) / "runs";
        const auto kept = keepUnfinished(entry.path, runs);
        QVERIFY2(kept.has_value(), kept ? "" : kept.error().sentence().c_str());
        QCOMPARE(kept->parent_path(), runs);
        QVERIFY(readBundle(*kept).has_value());
        QVERIFY(unfinishedRuns(m_folder).empty());
        // Another window that offered it, too.
        QCOMPARE(keepUnfinished(entry.path, runs).error().code, Code::NotFound);
        QCOMPARE(forgetUnfinished(entry.path).error().code, Code::NotFound);
    }

    void aProgramThatEndsByItselfLeavesNothing() {
        QProcess writer;
        begin(writer);
        QVERIFY(!fs::is_empty(m_folder));
        writer.closeWriteChannel();
        QVERIFY(writer.waitForFinished());
        QVERIFY(fs::is_empty(m_folder));
    }

    void aCopyIsReplacedAndCanStay() {
        fs::path path;
        {
            UnfinishedCopy copy(m_folder, "kvw", 3);
            path = copy.path();
            QVERIFY(copy.write(*running()).has_value());
            QVERIFY(copy.write(*sample::recording()).has_value());
            QCOMPARE((*readBundle(path))->state(), RunState::Finished);
            copy.remove();
            QVERIFY(!fs::exists(path));
            QVERIFY(copy.write(*sample::recording()).has_value());
            copy.leave();
        }
        QVERIFY(fs::exists(path));
        QVERIFY(unfinishedRuns(m_folder).empty());  // this process lives
        QVERIFY(forgetUnfinished(path).has_value());
        QVERIFY(!fs::exists(path));
    }

    void aCopyThatCannotBeMadeLeavesTheOneBefore() {
        UnfinishedCopy copy(m_folder, "kvw", 0);
        QVERIFY(copy.write(*running()).has_value());
        const auto without = copy.write(*running(), [](auto, auto) -> bool { throw std::bad_alloc(); });
        QCOMPARE(without.error().code, Code::OutOfMemory);
        const auto broken = copy.write(*running(), [](auto, auto) -> bool { throw std::runtime_error("broken"); });
        QVERIFY(broken.error().sentence().find("broken") != std::string::npos);
        const auto stopped = copy.write(*running(), [](auto, auto) { return false; });
        QCOMPARE(stopped.error().code, Code::Cancelled);
        QVERIFY(readBundle(copy.path()).has_value());
        QCOMPARE(std::distance(fs::directory_iterator(m_folder), fs::directory_iterator()), std::ptrdiff_t{1});
    }

    void aLaneWithoutAStepIsNoReasonToKeepNothing() {
        const auto whole = sample::recording();
        RunDescription run = whole->description();
        run.lanes.push_back(run.lanes[0]);
        Recording recording(run);
        QVERIFY(!anythingRecorded(recording));
        recording.setTrace(0, whole->trace(0).fork());
        QVERIFY(!anythingRecorded(recording));  // the second lane is not made yet
        recording.setTrace(1, whole->trace(0).fork(0));
        QVERIFY(anythingRecorded(recording));
        UnfinishedCopy copy(m_folder, "kvw", 0);
        const auto written = copy.write(recording);
        QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
        recording.setTrace(0, whole->trace(0).fork(0));
        QVERIFY(!anythingRecorded(recording));
    }

    void aDateOfAForeignManifestIsNoPath() {
        UnfinishedCopy copy(m_folder, "kvw", 0);
        QVERIFY(copy.write(*running()).has_value());
        const fs::path file = copy.path() / "manifest.json";
        auto manifest = nlohmann::ordered_json::parse(sample::slurp(file));
        manifest["started_at"] = "../../../../../x";
        sample::spill(file, manifest.dump());
        const fs::path runs = fs::path(m_home->path().toStdString()) / "a" / "b" / "c" / "d" / "runs";
        const auto kept = keepUnfinished(copy.path(), runs);
        QVERIFY2(kept.has_value(), kept ? "" : kept.error().sentence().c_str());
        QCOMPARE(kept->parent_path(), runs);
    }

    void foreignNamesAreLeftAlone() {
        for (const char* name : {"notes", "window-1-2", "window-00000000-1-1-0", "window-x-y-z-0"}) {
            fs::create_directories(m_folder / name);
        }
        QVERIFY(unfinishedRuns(m_folder).empty());
    }

    void aFolderThatCannotBeWrittenIsSaid() {
        fs::create_directories(m_folder.parent_path());
        std::ofstream(m_folder) << "a file\n";
        UnfinishedCopy copy(m_folder, "window", 0);
        QCOMPARE(copy.write(*running()).error().code, Code::Io);
        QVERIFY(unfinishedRuns(m_folder).empty());
    }

    void thePaceLeavesTheTimeToTheRun() {
        using namespace std::chrono_literals;
        const CopyPace::Clock::time_point start{};
        CopyPace pace;
        pace.begin(start);
        QVERIFY(pace.due() == start + 2s);
        pace.skipped(start + 2s);
        QVERIFY(pace.due() == start + 3s);
        pace.wrote(start + 2s, start + 2100ms);
        QVERIFY(pace.due() == start + 12100ms);
        pace.wrote(start, start + 3s);
        QVERIFY(pace.due() == start + 63s);
    }

 private:
    void begin(QProcess& writer) {
        writer.start(QCoreApplication::applicationFilePath(), {kWriter, QString::fromStdString(m_folder.string())});
        QVERIFY(writer.waitForReadyRead());
        QCOMPARE(writer.readLine().trimmed(), QByteArray("written"));
    }

    std::unique_ptr<QTemporaryDir> m_home;
    fs::path m_folder;
};

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == kWriter) {
        return writeAndWait(argv[2]);
    }
    QCoreApplication application(argc, argv);
    UnfinishedTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "unfinished_test.moc"
