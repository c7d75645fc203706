// SPDX-License-Identifier: GPL-3.0-or-later
/// A settings file that cannot be read is told of, and kept as it was before it is written anew.
#include "app/workbench/session/files/damaged_files.h"

#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include "core/policy/host/catalog.h"

using namespace kvw;
using namespace kvw::wb;

class DamagedFilesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        QVERIFY(m_folder.isValid());
        m_paths.stateFolder = m_folder.path().toStdString();
    }
    void aSoundFileIsNoNews() {
        const QString file = write("sound.ini", "[window]\nwide=true\n");
        QCOMPARE(damagedFiles(QSettings(file, QSettings::IniFormat), m_paths).size(), std::size_t{0});
        QVERIFY(damagedFiles(QSettings(m_folder.filePath(QStringLiteral("none.ini")), QSettings::IniFormat), m_paths)
                    .empty());
        QVERIFY(!QFile::exists(file + QStringLiteral(".damaged")));
    }
    void aDamagedFileIsToldAndKept_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("cut off in a section") << QByteArray("[window]\nwide=true\n[lay");
        QTest::newRow("no setting") << QByteArray("[window]\nwide=true\nnonsense\n");
    }
    void aDamagedFileIsToldAndKept() {
        QFETCH(QByteArray, bytes);
        const QString file = write("damaged.ini", bytes), copy = file + QStringLiteral(".damaged");
        QSettings settings(file, QSettings::IniFormat);
        const std::vector<Phrase> told = damagedFiles(settings, m_paths);
        QCOMPARE(told.size(), std::size_t{1});
        const QString sentence = QString::fromStdString(told.front().english());
        QVERIFY2(sentence.contains(file) && sentence.contains(copy), qPrintable(sentence));
        QCOMPARE(settings.value(QStringLiteral("window/wide")).toBool(), true);  // what can be read is
        settings.setValue(QStringLiteral("window/wide"), false);
        settings.sync();
        QCOMPARE(read(copy), bytes);
        // A second one takes its place.
        const QByteArray other = "[other]\nnonsense\n";
        write("damaged.ini", other);
        QCOMPARE(damagedFiles(QSettings(file, QSettings::IniFormat), m_paths).size(), std::size_t{1});
        QCOMPARE(read(copy), other);
    }
    void aCopyThatCannotBeKeptIsNotClaimed() {
        const QString file = write("alone.ini", "[window]\nnonsense\n");
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("alone.ini.damaged/full")));
        const std::vector<Phrase> told = damagedFiles(QSettings(file, QSettings::IniFormat), m_paths);
        QCOMPARE(told.size(), std::size_t{1});
        const QString sentence = QString::fromStdString(told.front().english());
        QVERIFY2(sentence.contains(file) && !sentence.contains(QStringLiteral(".damaged")), qPrintable(sentence));
    }

 private:
    QString write(const char* name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }
    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
    PluginPaths m_paths;
};

QTEST_GUILESS_MAIN(DamagedFilesTest)
#include "damaged_files_test.moc"
