// SPDX-License-Identifier: Apache-2.0
/// The copy that a run keeps of itself, where its bundle cannot be written in the end.
#include "app/cli/run/copy_while_running.h"

#include <sys/resource.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <new>

#include "core/bundle/bundle.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
using namespace kvw::cli;
namespace fs = std::filesystem;

namespace {

/// No file may be longer, as on a full disk.
class FullDisk {
 public:
    FullDisk() {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{16, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

 private:
    rlimit m_before{};
};

constexpr std::chrono::hours kNever{1};

}  // namespace

class CopyWhileRunningTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("KVW_STATE_DIR", m_home->path().toUtf8());
    }
    void whatCannotBeBroughtUpToDateStays() {
        fs::path path;
        {
            CopyWhileRunning copy(sample::recording()->fork(), CopyPace(std::chrono::seconds(0), kNever));
            QTRY_COMPARE(copies(), 1);
            const FullDisk full;
            const auto left = copy.leave();
            QVERIFY(!left.whole);
            path = left.path;
        }
        QVERIFY(!path.empty());
        const auto opened = readBundle(path);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        QCOMPARE((*opened)->trace(0).steps(), 40);
    }
    void whatCanBeWrittenIsWhole() {
        fs::path path;
        {
            CopyWhileRunning copy(sample::recording(), CopyPace(kNever, kNever));
            const auto left = copy.leave();
            QVERIFY(left.whole);
            path = left.path;
        }
        QVERIFY(readBundle(path).has_value());
    }
    void nothingIsLeftOfWhatWasNeverWritten() {
        CopyWhileRunning copy(sample::recording(), CopyPace(kNever, kNever));
        const FullDisk full;
        QVERIFY(copy.leave().path.empty());
    }
    void withoutAPaceItIsWrittenInTheEndOnly() {
        fs::path path;
        {
            CopyWhileRunning copy(sample::recording(), std::nullopt);
            copy.stop();
            QCOMPARE(copies(), 0);
            const auto left = copy.leave();
            QVERIFY(left.whole);
            path = left.path;
        }
        QVERIFY(readBundle(path).has_value());
    }
    void aBundleThatCannotBeWrittenLeavesTheCopy_data() {
        QTest::addColumn<bool>("thrown");
        QTest::newRow("no memory") << true;
        QTest::newRow("no room") << false;
    }
    void aBundleThatCannotBeWrittenLeavesTheCopy() {
        QFETCH(bool, thrown);
        {
            CopyWhileRunning copy(sample::recording(), CopyPace(kNever, kNever));
            const RunWritten written = writeOrLeave(copy, "out", [thrown]() -> Result<void> {
                if (thrown) {
                    throw std::bad_alloc();
                }
                return fail(Code::Io, "out", "the disk is full");
            });
            QCOMPARE(written.done.error().code, thrown ? Code::OutOfMemory : Code::Io);
            QVERIFY(written.left.whole);
            QVERIFY(readBundle(written.left.path).has_value());
        }
        QCOMPARE(copies(), 1);
    }
    void aBundleThatIsWrittenTakesTheCopyAlong() {
        {
            CopyWhileRunning copy(sample::recording()->fork(), CopyPace(std::chrono::seconds(0), kNever));
            QTRY_COMPARE(copies(), 1);
            const RunWritten written = writeOrLeave(copy, "out", [] { return Result<void>(); });
            QVERIFY(written.done && written.left.path.empty());
        }
        QCOMPARE(copies(), 0);
    }
    void whatBeginsLateIsFoundSoon() {
        const auto whole = sample::recording();
        const auto recording = std::make_shared<Recording>(whole->description());
        using namespace std::chrono_literals;
        CopyWhileRunning copy(recording, CopyPace(0s, kNever, 1ms));
        recording->setTrace(0, whole->trace(0).fork());
        QTRY_COMPARE(copies(), 1);
    }
    void itGoesWithTheRun() {
        {
            CopyWhileRunning copy(sample::recording()->fork(), CopyPace(std::chrono::seconds(0), kNever));
            QTRY_COMPARE(copies(), 1);
        }
        QCOMPARE(copies(), 0);
    }

 private:
    [[nodiscard]] int copies() const {
        return static_cast<int>(QDir(m_home->filePath("unfinished")).entryList({"kvw-*"}, QDir::Dirs).size());
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_GUILESS_MAIN(CopyWhileRunningTest)
#include "copy_while_running_test.moc"
