// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/folder_lock.h"

#include <QTemporaryDir>
#include <QtTest>
#include <optional>

using namespace kvw;
using kvw::cli::FolderLock;

class FolderLockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void oneAtATime() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.filePath("a/grid").toStdString();
        auto first = std::optional(FolderLock::take(place));
        QVERIFY(first->has_value());
        const auto second = FolderLock::take(place);
        QVERIFY(!second.has_value());
        QCOMPARE(second.error().code, Code::BadUsage);
        QVERIFY(second.error().sentence().find(place.string()) != std::string::npos);
        first.reset();
        QVERIFY(FolderLock::take(place).has_value());
    }

    void aPlaceThatIsNoFolderIsASentence() {
        const auto lock = FolderLock::take("/proc/nowhere");
        QVERIFY(!lock.has_value());
        QCOMPARE(lock.error().code, Code::Io);
    }
};

QTEST_APPLESS_MAIN(FolderLockTest)
#include "folder_lock_test.moc"
