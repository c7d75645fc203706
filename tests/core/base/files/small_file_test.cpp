// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/small_file.h"

#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace kvw;

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class SmallFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

 private Q_SLOTS:
    void foldersAreMadeAndFilesReplaced() {
        const QString path = m_folder.filePath("a/b/list.json");
        QVERIFY(writeSmallFile(path.toStdString(), {{"n", 1}}).has_value());
        QVERIFY(writeSmallFile(path.toStdString(), {{"n", 2}}).has_value());
        QCOMPARE(contentOf(path), QByteArray("{\n \"n\": 2\n}\n"));
        QCOMPARE(QDir(m_folder.filePath("a/b")).entryList(QDir::Files), QStringList("list.json"));
    }

    /// Bytes that are no UTF-8 must not throw.
    void foreignBytesAreReplaced() {
        const QString path = m_folder.filePath("bytes.json");
        QVERIFY(writeSmallFile(path.toStdString(), {{"name", "\xff"}}).has_value());
        QVERIFY(contentOf(path).contains("\xef\xbf\xbd"));
    }

    void whatCannotBeWrittenLeavesWhatWas() {
        const QString path = m_folder.filePath("folder");
        QVERIFY(QDir().mkpath(path + "/inside"));
        const auto onFolder = writeSmallText(path.toStdString(), "text");
        QVERIFY(!onFolder);
        QCOMPARE(onFolder.error().code, Code::Io);
        QCOMPARE(onFolder.error().where.english(), path.toStdString());
        QVERIFY(QDir(path + "/inside").exists());
        QCOMPARE(QDir(m_folder.path()).entryList({"*.tmp"}, QDir::Files), QStringList());

        QFile file(m_folder.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto underFile = writeSmallText(m_folder.filePath("file/below").toStdString(), "text");
        QVERIFY(!underFile);
        QVERIFY(underFile.error().what.english().find("folder cannot be made") != std::string::npos);
    }

    void aFileIsThereOnlyAfterItsCommit() {
        const QString path = m_folder.filePath("new/rows");
        {
            auto file = NewFile::create(path.toStdString());
            QVERIFY(file && file->write("lost") && !QFile::exists(path));
        }
        QVERIFY(QDir(m_folder.filePath("new")).isEmpty());
        auto file = NewFile::create(path.toStdString());
        QVERIFY(file && file->write("one ") && file->write("two") && file->commit());
        QCOMPARE(contentOf(path), QByteArray("one two"));
        QCOMPARE(QDir(m_folder.filePath("new")).entryList(QDir::Files), QStringList("rows"));
    }

    void whatAnEarlierProcessLeftIsReplaced() {
        const QString path = m_folder.filePath("list");
        const QString temporary = path + QStringLiteral(".kvw-%1.tmp").arg(::getpid());
        QVERIFY(QFile::link(m_folder.filePath("elsewhere"), temporary));
        QVERIFY(writeSmallText(path.toStdString(), "text").has_value());
        QCOMPARE(contentOf(path), QByteArray("text"));
        QVERIFY(!QFile::exists(m_folder.filePath("elsewhere")));
    }
};

QTEST_GUILESS_MAIN(SmallFileTest)
#include "small_file_test.moc"
