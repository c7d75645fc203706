// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/folder_entries.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace kvw;

namespace {

QStringList namesOf(const std::vector<std::filesystem::path>& paths) {
    QStringList names;
    for (const std::filesystem::path& path : paths) {
        names.append(QString::fromStdString(path.filename().string()));
    }
    return names;
}

}  // namespace

class FolderEntriesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

 private Q_SLOTS:
    void initTestCase() {
        QVERIFY(QDir(m_folder.path()).mkdir("c.json"));
        for (const char* name : {"b.txt", "a.json", ".json", "b.json.bak"}) {
            QVERIFY(QFile(m_folder.filePath(name)).open(QIODevice::WriteOnly));
        }
    }

    void filesAndFoldersAreSorted() {
        const auto all = folderEntries(m_folder.path().toStdString());
        QVERIFY(all.has_value());
        QCOMPARE(namesOf(*all), (QStringList{".json", "a.json", "b.json.bak", "b.txt", "c.json"}));
    }

    void anEndingStandsBehindOtherCharacters() {
        QCOMPARE(namesOf(anyFolderEntries(m_folder.path().toStdString(), ".json")), (QStringList{"a.json", "c.json"}));
        QCOMPARE(namesOf(anyFolderEntries(m_folder.path().toStdString(), ".json.bak")), QStringList{"b.json.bak"});
    }

    void aFolderThatIsNotThereIsAnError() {
        const std::filesystem::path nowhere = m_folder.filePath("nowhere").toStdString();
        QCOMPARE(folderEntries(nowhere).error().code, Code::Io);
        QCOMPARE(folderEntries(nowhere).error().where, Phrase(nowhere.string()));
        QVERIFY(anyFolderEntries(nowhere).empty());
    }
};

QTEST_GUILESS_MAIN(FolderEntriesTest)
#include "folder_entries_test.moc"
