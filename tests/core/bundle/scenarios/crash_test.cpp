// SPDX-License-Identifier: Apache-2.0
/// The target of a bundle when writing goes wrong: killed, disk full, read-only.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include "core/bundle/archive.h"
#include "core/bundle/bundle.h"
#include "core/bundle/output_file.h"
#include "core/bundle/staging.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/sample.h"

namespace fs = std::filesystem;
using namespace kvw;

class CrashTest : public QObject {
    Q_OBJECT

    /// The child writes again and again until it is killed.
    static void killWriter(const fs::path& folder, const fs::path& target, int point) {
        const pid_t child = ::fork();
        if (child == 0) {
            const auto recording = sample::recording({1, 2, 40, 1});
            for (;;) {
                BundleOptions options;
                options.overwrite = true;
                if (!writeBundle(*recording, target, options)) {
                    ::_exit(1);
                }
            }
        }
        // No clock: the number of looks at the folder differs from point to point, so the kill lands in different
        // phases.
        for (int looks = 0, seen = 0; seen < 1 || looks < point * 17; ++looks) {
            for (const auto& entry : fs::directory_iterator(folder)) {
                seen += entry.path().extension() == ".tmp" ? 1 : 0;
            }
        }
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFSIGNALED(status));
    }

 private Q_SLOTS:
    void killedAtAnyMomentLeavesNothingOrAll_data() {
        QTest::addColumn<bool>("zip");
        QTest::newRow("folder") << false;
        QTest::newRow("zip") << true;
    }
    void killedAtAnyMomentLeavesNothingOrAll() {
        QFETCH(bool, zip);
        QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        const fs::path target = folder / (zip ? "b.zip" : "b");
        for (int point = 0; point < 20; ++point) {
            killWriter(folder, target, point);
            if (fs::exists(target)) {
                const auto opened = openBundle(target);
                QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
                QVERIFY2(opened->warnings.empty(),
                         opened->warnings.empty() ? "" : opened->warnings[0].english().c_str());
            }
        }
        BundleOptions options;
        options.overwrite = true;
        QVERIFY(writeBundle(*sample::recording(), target, options));
        QCOMPARE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), std::ptrdiff_t{1});
    }

    void fullDiskIsASentence_data() {
        QTest::addColumn<int>("limit");
        for (const int limit : {0, 1, 3000, 20000}) {
            QTest::newRow(std::to_string(limit).c_str()) << limit;
        }
    }
    void fullDiskIsASentence() {
        QFETCH(int, limit);
        QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const ::rlimit files{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
            const auto recording = sample::recording({1, 2, 200, 1});
            ::setrlimit(RLIMIT_FSIZE, &files);
            const auto written = writeBundle(*recording, folder / "b");
            const bool named = !written && written.error().code == Code::Io &&
                               written.error().where.english().find(folder.string()) == 0;
            ::_exit(named && fs::is_empty(folder) ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }

    void filesAreSummedAndNeverReplaced() {
        QTemporaryDir dir;
        const fs::path file = fs::path(dir.path().toStdString()) / "f";
        auto out = bundle::OutputFile::create(file);
        QVERIFY(out.has_value());
        QVERIFY(!bundle::OutputFile::create(file));
        out->write("abc");
        const auto sum = out->finish();
        QVERIFY(sum.has_value());
        QCOMPARE(sum->sha256, std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    void readOnlyFolderIsASentence() {
        QTemporaryDir dir;
        fs::path folder = dir.path().toStdString();
        if (::geteuid() == 0) {
            folder = "/proc";  // nobody makes folders there, not even root
        } else {
            fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
        }
        const auto written = writeBundle(*sample::recording(), folder / "b");
        if (::geteuid() != 0) {
            fs::permissions(folder, fs::perms::owner_all);
        }
        QVERIFY(!written);
        QCOMPARE(static_cast<int>(written.error().code), static_cast<int>(Code::Io));
        QVERIFY(written.error().sentence().find(folder.string()) != std::string::npos);
    }

    void leftoversOfTheDeadGo() {
        QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        const pid_t child = ::fork();
        if (child == 0) {
            const auto staging = bundle::Staging::begin(folder / "b.zip", false);
            ::_exit(staging ? 0 : 1);  // like a kill: no destructor runs
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        const fs::path left = fs::directory_iterator(folder)->path();
        // The archive, and what libzip calls it until it is whole.
        std::string archive = left.string();
        archive.replace(archive.size() - 4, 4, ".zip.tmp");
        sample::spill(archive, "PK");
        sample::spill(archive + ".aB3xYz", "PK");
        const fs::path mine = folder / (left.filename().string() + ".notes");
        sample::spill(mine, "a file of the user");
        bundle::removeLeftovers(folder);
        QCOMPARE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), std::ptrdiff_t{1});
        QVERIFY(fs::exists(mine));
    }

    void whatIsBeingWrittenStays() {
        QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        const auto first = bundle::Staging::begin(folder / "a.zip", false);
        QVERIFY(first.has_value());
        sample::spill(first->archive().string() + ".aB3xYz", "PK");
        const auto second = bundle::Staging::begin(folder / "b.zip", false);
        QVERIFY(second.has_value());
        QVERIFY(fs::exists(first->folder()) && fs::exists(first->archive().string() + ".aB3xYz"));
        QVERIFY(first->folder() != second->folder());
    }

    void targetsAreCheckedBeforeHand() {
        QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        QVERIFY(checkTarget(folder / "free.zip", false));
        sample::spill(folder / "mine.zip", "mine");
        QVERIFY(!checkTarget(folder / "mine.zip", true));
        QVERIFY(writeBundle(*sample::recording(), folder / "b.zip"));
        QVERIFY(!checkTarget(folder / "b.zip", false));
        QVERIFY(checkTarget(folder / "b.zip", true));
        QVERIFY(!checkTarget(folder / std::string(300, 'n'), false));
    }

    void leftoversOfOthersStay() {
        QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        fs::create_directories(folder / ".kvw-00000000-1-0.tmp");
        bundle::removeLeftovers(folder);
        QVERIFY(fs::exists(folder / ".kvw-00000000-1-0.tmp"));
    }

    void unsafeNamesAreRefused_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "/etc/passwd", "../up", "a/../../b", "a//b", "./a", "a\\b", "c:x", "a/", "a\nb"}) {
            QTest::newRow(name) << QString(name);
        }
    }
    void unsafeNamesAreRefused() {
        QFETCH(QString, name);
        QVERIFY(!bundle::isSafeName(name.toStdString()));
        QVERIFY(bundle::isSafeName("lanes/0-full/arrays/index.json"));
    }
};

QTEST_GUILESS_MAIN(CrashTest)
#include "crash_test.moc"
