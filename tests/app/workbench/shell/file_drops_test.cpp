// SPDX-License-Identifier: GPL-3.0-or-later
/// Files that are dropped: of every kind, on every place of the window, with what the window system sends. Exported
/// figures: figure_opener_test; what follows from a plugin: plugin_installer_test.
#include <sys/stat.h>

#include <QDir>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QStatusBar>

#include "app/workbench/plot/plot.h"
#include "core/model/text/document.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/dropped.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/policy/host/plugin_folder.h"

namespace fs = std::filesystem;
using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class FileDropsTest : public QObject {
    Q_OBJECT

    struct Dropping : Bench {
        QString at(const QString& name) const { return folder.filePath(name); }
        static QUrl url(const QString& file) { return QUrl::fromLocalFile(file); }
        QString write(const QString& name, const QByteArray& bytes) const {
            QFileInfo(at(name)).absoluteDir().mkpath(QStringLiteral("."));
            QFile file(at(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? at(name) : QString();
        }
        QString text(const char* name = "text.txt") const { return write(QString::fromLatin1(name), "Once upon."); }
        /// The embedded one at another place.
        QString model(const char* name = "model") const {
            const QString place = at(QString::fromLatin1(name));
            QDir().mkpath(place);
            for (const auto& file : std::filesystem::directory_iterator(*embeddedModelDir())) {
                QFile::copy(QString::fromStdString(file.path().string()),
                            place + QLatin1Char('/') + QString::fromStdString(file.path().filename().string()));
            }
            return place;
        }
        QString bundle(const char* name) const {
            const QString path = at(QString::fromUtf8(name));
            return writeBundle(*sample::recording(), path.toStdString()) ? path : QString();
        }
        bool drop(const QList<QUrl>& urls) const { return dropOn(*window, urls); }
        QString textFile() const { return QString::fromStdString(workspace->draft().base().textFile.string()); }
        QString modelPath() const { return QString::fromStdString(workspace->draft().base().model.string()); }
        QString problems() const { return workspace->problems().copyText(); }
    };

    /// On `widget`, which may do something else with text: the text is that of the next run, nothing else changed.
    static void textReaches(Dropping& bench, QWidget& widget, const char* where) {
        static int number = 0;
        const QString file = bench.write(QStringLiteral("text %1.txt").arg(++number), "Some text.");
        QTRY_VERIFY2(widget.isVisible(), where);
        QVERIFY2(dropOn(widget, {QUrl::fromLocalFile(file)}), where);
        QVERIFY2(bench.textFile() == file, where);
        QVERIFY2(bench.workspace->problems().errors() == 0, where);
    }

 private Q_SLOTS:
    void aTextAndAModelAreOfTheNextRun() {
        Dropping bench;
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        QVERIFY(bench.drop({Dropping::url(bench.text())}));
        QCOMPARE(bench.textFile(), bench.at(QStringLiteral("text.txt")));
        QCOMPARE(notices.last().front().toString(), QStringLiteral("The next run reads text.txt."));
        QVERIFY(bench.drop({Dropping::url(bench.model())}));
        QCOMPARE(bench.modelPath(), bench.at(QStringLiteral("model")));
        // The file that makes the folder a model means the folder.
        QVERIFY(bench.drop({Dropping::url(bench.model("other") + QStringLiteral("/config.json"))}));
        QCOMPARE(bench.modelPath(), bench.at(QStringLiteral("other")));
        QCOMPARE(bench.textFile(), bench.at(QStringLiteral("text.txt")));
        QCOMPARE(bench.problems(), QString());
    }

    void aBundleIsShown_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("dropped");
        QTest::newRow("folder") << "run"
                                << "run";
        QTest::newRow("zip") << "run.zip"
                             << "run.zip";
        QTest::newRow("its manifest") << "run"
                                      << "run/manifest.json";
        QTest::newRow("a name with blanks and letters") << "läuft gut #1 %20"
                                                        << "läuft gut #1 %20";
    }
    void aBundleIsShown() {
        QFETCH(QString, name);
        QFETCH(QString, dropped);
        Dropping bench;
        const QString path = bench.bundle(name.toUtf8().constData());
        QVERIFY(!path.isNull());
        QVERIFY(bench.drop({Dropping::url(bench.at(dropped))}));
        QTRY_COMPARE(bench.workspace->client().source(), bench.at(name));
        QCOMPARE(bench.workspace->client().steps(), 40);
        QCOMPARE(bench.workspace->problems().errors(), 0);
    }

    void aPluginIsOffered() {
        Dropping bench;
        test::PluginFolder plugins;
        auto manifest = test::manifestOf("mine");
        manifest["provides"][0]["id"] = "mine";
        const fs::path plugin = plugins.add(manifest, "build");
        QVERIFY(bench.drop({Dropping::url(QString::fromStdString(plugin.string()))}));
        const auto* box = bench.window->findChild<QMessageBox*>(QStringLiteral("offerPlugin"));
        QVERIFY(box != nullptr && !box->isModal());
        QVERIFY2(box->text().contains(QLatin1String("mine")), qPrintable(box->text()));
    }

    void severalAtOnce() {
        Dropping bench;
        const QString bundle = bench.bundle("run");
        QVERIFY(bench.drop({Dropping::url(bench.model()), Dropping::url(bench.at(QStringLiteral("gone.txt"))),
                            Dropping::url(bench.text()), Dropping::url(bundle)}));
        QCOMPARE(bench.modelPath(), bench.at(QStringLiteral("model")));
        QCOMPARE(bench.textFile(), bench.at(QStringLiteral("text.txt")));
        QTRY_COMPARE(bench.workspace->client().source(), bundle);
        // One that is wrong is said, and keeps none of the others.
        QCOMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY2(bench.problems().contains(QLatin1String("gone.txt does not exist")), qPrintable(bench.problems()));
    }

    void whatCannotBeOpenedIsOneSentence_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("words");
        QTest::newRow("neither text nor figure") << "file:picture.jpg"
                                                 << "picture.jpg: this file is not a text";
        QTest::newRow("empty") << "file:empty.txt"
                               << "the text is empty";
        QTest::newRow("a folder of nothing") << "file:nothing"
                                             << "neither a model folder";
        QTest::newRow("not there") << "file:gone"
                                   << "gone does not exist";
        QTest::newRow("no figure of ours") << "file:plain.svg"
                                           << "plain.svg";
        QTest::newRow("no bundle") << "file:broken.zip"
                                   << "the archive cannot be opened";
        QTest::newRow("a pipe") << "file:pipe.png"
                                << "pipe.png is neither a file nor a folder";
        QTest::newRow("on the network") << "https://example.org/run.zip"
                                        << "nothing is fetched from the network";
    }
    void whatCannotBeOpenedIsOneSentence() {
        QFETCH(QString, url);
        QFETCH(QString, words);
        Dropping bench;
        bench.runToEnd();
        const auto shown = bench.workspace->recording();
        const QString text = bench.textFile();
        QVERIFY(QDir(bench.folder.path()).mkpath(QStringLiteral("nothing")));
        bench.write(QStringLiteral("picture.jpg"), QByteArray("\xff\xd8\xff\xe0\0\x10JFIF", 10));
        bench.write(QStringLiteral("empty.txt"), {});
        bench.write(QStringLiteral("plain.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>");
        bench.write(QStringLiteral("broken.zip"), "no archive");
        QCOMPARE(mkfifo(qPrintable(bench.at(QStringLiteral("pipe.png"))), 0600), 0);
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        const bool local = url.startsWith(QLatin1String("file:"));
        QVERIFY(bench.drop({local ? Dropping::url(bench.at(url.mid(5))) : QUrl(url)}));
        QTRY_COMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY2(bench.problems().contains(words), qPrintable(bench.problems()));
        // The status bar says the same.
        QVERIFY2(notices.last().front().toString().contains(words), qPrintable(notices.last().front().toString()));
        QCOMPARE(bench.workspace->recording(), shown);
        QCOMPARE(bench.textFile(), text);
    }

    void everyDockTakesThem() {
        Dropping bench;
        for (const DockLayout::Placed& placed : bench.window->docks()) {
            bench.window->focusDock(*placed.dock);
            textReaches(bench, *placed.dock, placed.entry.id);
        }
        bench.runToEnd();
        int plots = 0;
        for (const DockLayout::Placed& placed : bench.window->docks()) {
            bench.window->focusDock(*placed.dock);
            QCoreApplication::processEvents();
            textReaches(bench, *placed.dock->widget(), placed.entry.id);
            for (Plot* plot : placed.dock->findChildren<Plot*>()) {
                if (plot->isVisible()) {
                    textReaches(bench, *plot, placed.entry.id);
                    ++plots;
                }
            }
        }
        QVERIFY(plots > 2);
        textReaches(bench, *bench.window->menuBar(), "menus");
        textReaches(bench, *bench.window->statusBar(), "status bar");
    }

    void aTextFieldTakesNoFileAsText() {
        Dropping bench;
        int fields = 0;
        for (const DockLayout::Placed& placed : bench.window->docks()) {
            bench.window->focusDock(*placed.dock);
            QCoreApplication::processEvents();
            for (auto* field : placed.dock->findChildren<QLineEdit*>()) {
                if (field->isVisible() && field->isEnabled()) {
                    textReaches(bench, *field, placed.entry.id);
                    QVERIFY2(!field->text().contains(QLatin1String("file:")), placed.entry.id);
                    ++fields;
                }
            }
        }
        QVERIFY(fields > 0);
        bench.window->focusDock(*bench.window->dock(QStringLiteral("run")));
        bench.workspace->draft().typePrompt(QStringLiteral("typed"));
        auto* prompt = bench.window->findChild<QPlainTextEdit*>(QStringLiteral("promptText"));
        QTRY_VERIFY(prompt->isVisible());
        textReaches(bench, *prompt, "prompt");
        QVERIFY(!bench.workspace->draft().base().prompt);
        QVERIFY(!prompt->toPlainText().contains(QLatin1String("file:")));
    }

    void aFloatingDockAndADialogTakeThem() {
        Dropping bench;
        bench.runToEnd();
        Dock* dock = bench.window->dock(QStringLiteral("nll"));
        bench.window->focusDock(*dock);
        dock->setFloating(true);
        QTRY_VERIFY(dock->isWindow() && dock->isVisible());
        textReaches(bench, *dock->widget(), "floating");
        bench.press("help");
        QWidget* help = nullptr;
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (window->isVisible() && window != bench.window.get() && window != dock) {
                help = window;
            }
        }
        QVERIFY(help != nullptr);
        textReaches(bench, *help, "help");
    }

    void aDialogThatAsksKeepsTheWindowAsItIs() {
        Dropping bench;
        const QString before = bench.textFile(), text = bench.text();
        QMessageBox box(bench.window.get());
        box.setModal(true);
        box.show();
        QVERIFY(!bench.drop({Dropping::url(text)}));
        QVERIFY(!dropOn(box, {Dropping::url(text)}));
        QCOMPARE(bench.textFile(), before);
    }

    void whatIsOfferedToBeMovedOnlyIsLeft() {
        Dropping bench;
        const QString before = bench.textFile(), text = bench.text();
        QVERIFY(!dropOn(*bench.window, {Dropping::url(text)}, Qt::MoveAction));
        QCOMPARE(bench.textFile(), before);
        QVERIFY(dropOn(*bench.window, {Dropping::url(text)}, Qt::LinkAction, Qt::LinkAction));
        QCOMPARE(bench.textFile(), text);
    }
};

QTEST_MAIN(FileDropsTest)
#include "file_drops_test.moc"
