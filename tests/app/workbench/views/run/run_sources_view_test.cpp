// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/run/run_sources_view.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "core/model/model_files.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/run/run_form.h"

using namespace kvw;
using namespace kvw::tests;

/// Model and text of the next run, in one box each.
class RunSourcesViewTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        QVERIFY(m_data.isValid());
        qputenv("XDG_DATA_HOME", m_data.path().toLocal8Bit());
    }

    void aModelIsChosenInItsRowAndTheGoodOneStays() {
        Bench bench;
        const QString good = QDir(m_data.path()).filePath("good"), bad = QDir(m_data.path()).filePath("bad");
        const QString demo = QString::fromStdString(embeddedModelDir()->string());
        for (const QString& folder : {good, bad}) {
            QVERIFY(QDir().mkpath(folder));
            for (const char* part : {"/config.json", "/tokenizer.json"}) {
                QVERIFY(QFile::copy(demo + part, folder + part));
            }
        }
        QVERIFY(QFile::copy(demo + "/model.safetensors", good + "/model.safetensors"));
        auto* models = dock(bench).findChild<QComboBox*>("model");
        QTRY_COMPARE(models->currentText(), QString("embedded model"));
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.window->openPath(good);
        QCOMPARE(notices.last().at(0).toString(), QString("The next run uses good."));
        QTRY_COMPARE(models->currentText(), QString("good"));
        bench.window->openPath(bad);
        const QString refusal = notices.last().at(0).toString();
        QVERIFY2(refusal.contains(bad) && refusal.endsWith(" The next run still uses good."), qPrintable(refusal));
        QCOMPARE(draft(bench).base().model, std::filesystem::path(good.toStdString()));
        QVERIFY(bench.workspace->problems().rowCount() > 0);
        QTRY_COMPARE(models->currentText(), QString("good"));
        QCOMPARE(texts(*models), (QStringList{"embedded model", "Used before", "good", "Browse…"}));
        models->setFocus();
        QTest::keyClick(models, Qt::Key_Home);
        QVERIFY(draft(bench).base().model.empty());
        QTest::keyClick(models, Qt::Key_End);
        QCOMPARE(draft(bench).base().model, std::filesystem::path(good.toStdString()));
    }

    void aStoredModelIsChosenByItsNameAsSoonAsItIsThere() {
        const QString folder = QDir(m_data.path()).filePath("models");
        QVERIFY(QDir().mkpath(folder));
        qputenv("KVW_MODELS", folder.toUtf8());
        Bench bench;
        auto* models = dock(bench).findChild<QComboBox*>("model");
        QTRY_COMPARE(texts(*models), (QStringList{"embedded model", "Browse…"}));
        const QString demo = QString::fromStdString(embeddedModelDir()->string());
        QVERIFY(QDir().mkpath(folder + "/.small.part"));
        for (const char* part : {"/config.json", "/tokenizer.json", "/model.safetensors"}) {
            QVERIFY(QFile::copy(demo + part, folder + "/.small.part" + part));
        }
        QVERIFY(QDir(folder).rename(".small.part", "small"));
        QTRY_COMPARE(texts(*models), (QStringList{"embedded model", "Fetched", "small", "Browse…"}));
        models->setFocus();
        QTest::keyClick(models, Qt::Key_End);
        QCOMPARE(draft(bench).base().model, std::filesystem::path((folder + "/small").toStdString()));
        QVERIFY(QDir(folder + "/small").removeRecursively());
        QTRY_COMPARE(models->itemText(1), QString("Used before"));  // it is chosen: it stays
        models->setCurrentIndex(0);
        Q_EMIT models->activated(0);
        QVERIFY(draft(bench).base().model.empty());
        qunsetenv("KVW_MODELS");
    }

    /// The last entry opens a dialog; keys pass over it, and the model stays.
    void anotherModelOrTextIsBrowsedFor() {
        Bench bench;
        QSignalSpy asked(bench.workspace.get(), &Workspace::openRequested);
        bench.workspace->disconnect(bench.window.get());  // no dialog opens
        for (const char* name : {"model", "text"}) {
            auto* box = dock(bench).findChild<QComboBox*>(name);
            QTRY_VERIFY2(box != nullptr && box->currentIndex() >= 0, name);
            const int before = box->currentIndex();
            const int browse = box->findText("Browse…");
            QCOMPARE(browse, box->count() - 1);
            box->setFocus();
            QTest::keyClick(box, Qt::Key_End);
            QVERIFY2(box->currentIndex() < browse && asked.isEmpty(), name);
            QTest::keyClick(box, Qt::Key_Home);
            QCOMPARE(box->currentIndex(), 0);
            box->setCurrentIndex(browse);
            Q_EMIT box->activated(browse);
            QCOMPARE(asked.count(), 1);
            QVERIFY2(box->currentIndex() != browse && before >= 0, name);
            asked.clear();
        }
    }

    /// Files that are no longer there are left out.
    void modelsAndTextsAreRememberedBetweenSessions() {
        Bench bench;
        QSettings store(QDir(m_data.path()).filePath("recent.ini"), QSettings::IniFormat);
        const QString here = QDir(m_data.path()).filePath("here.txt"), gone = QDir(m_data.path()).filePath("gone.txt");
        RunSourcesView first(*bench.workspace);
        first.rememberIn(&store);
        const std::filesystem::path shipped = draft(bench).base().textFile;
        for (const QString& name : {here, gone}) {
            QFile file(name);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("words\n") > 0);
            file.close();
            draft(bench).chooseText(name.toStdString());
            first.show(draft(bench));
        }
        // The text that is used again is the newest.
        draft(bench).chooseText(here.toStdString());
        first.show(draft(bench));
        draft(bench).chooseText(shipped);
        first.show(draft(bench));
        QCOMPARE(store.value("recent/texts").toStringList(), (QStringList{gone, here}));
        QVERIFY(QFile::remove(gone));
        RunSourcesView next(*bench.workspace);
        next.rememberIn(&store);
        const auto* box = next.findChild<QComboBox*>("text");
        QVERIFY(box != nullptr && box->findText("here.txt") > box->findText("Used before"));
        QCOMPARE(box->findText("gone.txt"), -1);
        QCOMPARE(next.findChild<QComboBox*>("model")->findText("Used before"), -1);
    }

 private:
    static QStringList texts(const QComboBox& box) {
        QStringList all;
        for (int item = 0; item < box.count(); ++item) {
            all += box.itemText(item);
        }
        return all;
    }

    QTemporaryDir m_data;
};

QTEST_MAIN(RunSourcesViewTest)
#include "run_sources_view_test.moc"
