// SPDX-License-Identifier: GPL-3.0-or-later
/// Views beside bundles: what was saved is what is shown again; what is wrong with a file is a sentence.
#include "app/workbench/shell/layout/saved_views.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QScrollBar>
#include <QSettings>
#include <map>

#include "app/workbench/shell/modes.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/app/workbench/shell/layout/turned_view.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

struct ViewBench : Bench {
    /// `settings`: those of the user; null: of nobody.
    explicit ViewBench(QSettings* settings = nullptr) {
        window = std::make_unique<MainWindow>(*workspace, settings);
        window->show();
        showDocks(*window);
        window->resize(1400, 900);
    }
    void open(const QString& path) {
        window->openPath(path);
        QTRY_COMPARE(workspace->client().source(), path);
        QTRY_COMPARE(workspace->bundles().pending(), 0);
        QCoreApplication::processEvents();
    }
    Selection& selection() { return workspace->selection(); }
    template <class Widget>
    Widget* control(const char* dock, const char* name) {
        return window->dock(QString::fromLatin1(dock))->findChild<Widget*>(QString::fromLatin1(name));
    }
    void choose(const char* dock, const char* name, int index) {
        auto* box = control<QComboBox>(dock, name);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
};

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void spill(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// Every file of a folder.
std::map<QString, QByteArray> contents(const QString& folder) {
    std::map<QString, QByteArray> all;
    for (QDirIterator file(folder, QDir::Files, QDirIterator::Subdirectories); file.hasNext();) {
        const QString path = file.next();
        all[path] = bytesOf(path);
    }
    return all;
}

}  // namespace

class SavedViewsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString written(const char* name, const PlotRun& run) const {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        const auto done = writeBundle(*plotRecording(run), path.toStdString());
        QTest::qVerify(done.has_value(), "writeBundle", "", __FILE__, __LINE__);
        return path;
    }

 private Q_SLOTS:
    void theDockLastUsedIsOneOfThisWindow() {
        ViewBench bench;
        bench.window->focusDock(*bench.window->dock(QStringLiteral("lanes")));
        {
            ViewBench other;
            QApplication::setActiveWindow(other.window.get());
            other.window->focusDock(*other.window->dock(QStringLiteral("budgets")));
            QTRY_COMPARE(other.window->lastDock(), other.window->dock(QStringLiteral("budgets")));
            QVERIFY(bench.window->lastDock() != other.window->lastDock());
        }
        QApplication::setActiveWindow(bench.window.get());
        bench.window->focusDock(*bench.window->dock(QStringLiteral("nll")));
        QTRY_COMPARE(bench.window->lastDock(), bench.window->dock(QStringLiteral("nll")));
    }

    void theStripShowsTheTokenOfTheSavedStep() {
        const QString path = written("long", {.steps = 3000, .rows = false});
        {
            ViewBench bench;
            bench.open(path);
            bench.selection().setStep(1500);
            bench.press("saveView");
        }
        ViewBench bench;
        bench.open(path);
        QCOMPARE(bench.selection().step(), std::int64_t{1500});
        auto* strip = bench.window->findChild<StripView*>();
        const auto inSight = [strip] { return strip->viewport()->rect().contains(strip->rectOf(1500)); };
        QTRY_VERIFY(inSight());
        QVERIFY(!strip->viewport()->rect().contains(strip->rectOf(0)));
        bench.window->resize(1250, 900);
        QCoreApplication::processEvents();
        QTRY_VERIFY(inSight());
        // A token that was scrolled away is not brought back by another size.
        strip->verticalScrollBar()->setValue(0);
        bench.window->resize(1200, 800);
        QCoreApplication::processEvents();
        QVERIFY(!inSight());
    }

    void whatIsSeenComesBack() {
        const QString path = written("run", {.steps = 200, .promptRows = true});
        const auto before = contents(path);
        QSettings user(m_folder.filePath(QStringLiteral("user.ini")), QSettings::IniFormat);
        QCPRange columns;
        {
            ViewBench bench(&user);
            bench.open(path);
            Selection& selection = bench.selection();
            selection.setLane(1);
            selection.setLayer(2);
            selection.setHead(3);
            selection.setStep(120);
            selection.setRange({40, 180});
            selection.setTokens({3, 4, 5, 77});
            selection.setCursorA(50);
            selection.setCursorB(90);
            for (const char* id : {"inequality", "budgets", "attention"}) {
                bench.window->dock(QString::fromLatin1(id))->raise();
                QTRY_VERIFY(bench.window->dock(QString::fromLatin1(id))->refreshes() > 0);
            }
            bench.choose("inequality", "viewWhat", 2);
            bench.choose("budgets", "viewPer", 2);
            bench.choose("attention", "viewPooling", 1);
            bench.control<QAbstractButton>("attention", "viewLog")->setChecked(false);
            bench.window->focusDock(*bench.window->dock(QStringLiteral("attention")));
            auto* map = bench.control<Plot>("attention", "viewMap");
            QCoreApplication::processEvents();
            map->x(0)->setRange(10, 60);
            columns = map->x(0)->range();
            QCOMPARE(selection.tokenRange(), (wb::TokenRange{10, 60}));
            bench.window->dock(QStringLiteral("memory"))->hide();
            bench.window->addDockWidget(Qt::BottomDockWidgetArea, bench.window->dock(QStringLiteral("problems")));
            bench.window->focusDock(*bench.window->dock(QStringLiteral("budgets")));
            bench.press("saveView");
            QVERIFY(QFile::exists(path + QStringLiteral(".view.json")));
        }
        QVERIFY(contents(path) == before);  // results are immutable
        ViewBench bench(&user);
        QVERIFY(!bench.window->dock(QStringLiteral("memory"))->isHidden());
        bench.open(path);
        const Selection& selection = bench.selection();
        QCOMPARE(selection.lane(), 1);
        QCOMPARE(selection.layer(), 2);
        QCOMPARE(selection.head(), 3);
        QCOMPARE(selection.step(), std::int64_t{120});
        QCOMPARE(selection.range(), (StepRange{40, 180}));
        QCOMPARE(selection.tokenRange(), (wb::TokenRange{10, 60}));
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{3, 4, 5, 77}));
        QCOMPARE(selection.cursorA(), std::optional<std::int64_t>(50));
        QCOMPARE(selection.cursorB(), std::optional<std::int64_t>(90));
        QCOMPARE(bench.control<QComboBox>("inequality", "viewWhat")->currentIndex(), 2);
        QCOMPARE(bench.control<QComboBox>("budgets", "viewPer")->currentIndex(), 2);
        QCOMPARE(bench.control<QComboBox>("attention", "viewPooling")->currentIndex(), 1);
        QVERIFY(!bench.control<QAbstractButton>("attention", "viewLog")->isChecked());
        QVERIFY(bench.window->dock(QStringLiteral("memory"))->isHidden());
        QVERIFY(!bench.window->dock(QStringLiteral("nll"))->isHidden());
        QCOMPARE(bench.window->dockWidgetArea(bench.window->dock(QStringLiteral("problems"))),
                 Qt::BottomDockWidgetArea);
        QTRY_COMPARE(bench.control<Plot>("attention", "viewMap")->x(0)->range(), columns);
        QCOMPARE(bench.window->lastDock(), bench.window->dock(QStringLiteral("budgets")));
        // Saved again, it says the same.
        const QByteArray first = bytesOf(path + QStringLiteral(".view.json"));
        bench.press("saveView");
        const auto parts = [](const QByteArray& bytes) {
            QJsonObject json = QJsonDocument::fromJson(bytes).object();
            json.remove(QStringLiteral("layout"));  // in pixels
            json.remove(QStringLiteral("seal"));
            json.remove(QStringLiteral("docks"));  // others were shown since
            return json;
        };
        QCOMPARE(parts(bytesOf(path + QStringLiteral(".view.json"))), parts(first));
    }

    /// It shows what is selected by then, which is no step of its own.
    void aTabThatIsRaisedLaterLeavesTheZoom() {
        const QString path = written("zoom", {.steps = 200, .promptRows = true});
        {
            ViewBench bench;
            bench.open(path);
            bench.window->focusDock(*bench.window->dock(QStringLiteral("attention")));
            auto* map = bench.control<Plot>("attention", "viewMap");
            QTRY_VERIFY(map->xBounds().size() > 100);
            map->x(0)->setRange(10, 60);
            QCoreApplication::processEvents();
            bench.window->focusDock(*bench.window->dock(QStringLiteral("preference")));  // another tab of its place
            QTRY_VERIFY(!bench.window->dock(QStringLiteral("attention"))->shown());
            bench.press("saveView");
        }
        ViewBench bench;
        Dock* attention = bench.window->dock(QStringLiteral("attention"));
        bench.window->dock(QStringLiteral("preference"))->raise();
        QTRY_VERIFY(!attention->shown());
        bench.open(path);
        QVERIFY(!attention->shown());
        for (int i = 0; i < 3; ++i) {
            QCoreApplication::processEvents();
        }
        QCOMPARE(bench.selection().tokenRange(), (wb::TokenRange{10, 60}));  // not what its empty axis has
        auto& history = *bench.window->findChild<ViewHistory*>();
        history.settle();  // the view is a step, too
        bench.selection().setTokenRange({20, 90});
        history.settle();
        bench.window->focusDock(*attention);
        auto* map = bench.control<Plot>("attention", "viewMap");
        QTRY_COMPARE(map->x(0)->range(), QCPRange(20, 90));
        for (int i = 0; i < 3; ++i) {
            QCoreApplication::processEvents();
        }
        QCOMPARE(bench.selection().tokenRange(), (wb::TokenRange{20, 90}));
        history.settle();
        bench.press("undo");  // of the zoom, not of the tab
        QCOMPARE(bench.selection().tokenRange(), (wb::TokenRange{10, 60}));
    }

    void undoBringsBackTheViewFromBefore() {
        const QString path = written("undone", {.steps = 200, .promptRows = true});
        QSettings user(m_folder.filePath(QStringLiteral("undone.ini")), QSettings::IniFormat);
        {
            ViewBench bench(&user);
            bench.open(path);
            for (const char* id : {"inequality", "budgets", "attention"}) {
                bench.window->dock(QString::fromLatin1(id))->raise();
                QTRY_VERIFY(bench.window->dock(QString::fromLatin1(id))->refreshes() > 0);
            }
            bench.selection().setLayer(2);
            bench.selection().setRange({40, 180});
            bench.choose("inequality", "viewWhat", 2);
            bench.choose("budgets", "viewPer", 2);
            bench.control<QAbstractButton>("attention", "viewLog")->setChecked(false);
            bench.window->dock(QStringLiteral("memory"))->hide();
            bench.window->focusDock(*bench.window->dock(QStringLiteral("budgets")));
            bench.press("saveView");
        }
        ViewBench bench(&user);
        auto& history = *bench.window->findChild<ViewHistory*>();
        QVERIFY(!history.canUndo());
        bench.open(path);
        QCoreApplication::processEvents();
        history.settle();
        const auto saved = [&] {
            return std::vector<bool>{bench.selection().layer() == 2,
                                     bench.selection().range() == StepRange{40, 180},
                                     bench.control<QComboBox>("inequality", "viewWhat")->currentIndex() == 2,
                                     bench.control<QComboBox>("budgets", "viewPer")->currentIndex() == 2,
                                     !bench.control<QAbstractButton>("attention", "viewLog")->isChecked(),
                                     bench.window->dock(QStringLiteral("memory"))->isHidden()};
        };
        QCOMPARE(saved(), std::vector<bool>(6, true));
        QVERIFY(history.canUndo());
        bench.press("undo");
        QCOMPARE(saved(), std::vector<bool>(6, false));
        QVERIFY(!history.canUndo());
        // Docks that come to the front are no step, and show what they did before.
        for (const char* id : {"inequality", "attention", "cache", "budgets"}) {
            bench.window->dock(QString::fromLatin1(id))->raise();
            QCoreApplication::processEvents();
        }
        QCOMPARE(saved(), std::vector<bool>(6, false));
        history.settle();
        QVERIFY(history.canRedo());
        bench.press("redo");
        QCoreApplication::processEvents();
        QCOMPARE(saved(), std::vector<bool>(6, true));
        QVERIFY(!history.canRedo());
    }

    /// From a desk to a projector and back: the docks are the same, in places that fit.
    void viewsOfAnotherScreenFit() {
        const QString path = written("screens", {.steps = 200, .promptRows = true});
        QSettings user(m_folder.filePath(QStringLiteral("screens.ini")), QSettings::IniFormat);
        const std::vector<std::pair<QSize, int>> screens{
            {QSize(1600, 1000), 100}, {QSize(1024, 700), 100}, {QSize(3000, 1800), 200}};
        for (std::size_t saved = 0; saved < 2; ++saved) {
            const auto& [savedOn, savedType] = screens[saved];
            QStringList shown;
            const auto shownDocks = [](const MainWindow& window) {
                QStringList ids;
                for (const DockLayout::Placed& placed : window.docks()) {
                    if (!placed.dock->isHidden()) {
                        ids += placed.dock->objectName();
                    }
                }
                return ids;
            };
            {
                ViewBench bench(&user);
                bench.window->modes().setTypeSize(savedType);
                bench.window->resize(savedOn);
                bench.open(path);
                bench.window->dock("memory")->hide();
                bench.window->dock("playground")->raise();
                bench.press("saveView");
                shown = shownDocks(*bench.window);
                QVERIFY(!shown.contains("memory"));
            }
            for (std::size_t i = 0; i < screens.size(); ++i) {
                if (i == saved) {
                    continue;
                }
                const auto& [size, type] = screens[i];
                ViewBench bench(&user);
                bench.window->modes().setTypeSize(type);
                bench.window->resize(size);
                bench.window->fitTo(size);
                bench.press("resetLayout");
                bench.open(path);
                QCOMPARE(shownDocks(*bench.window), shown);
                QTRY_VERIFY2(bench.window->width() <= size.width() && bench.window->height() <= size.height(),
                             qPrintable(QStringLiteral("%1 x %2 of %3 x %4")
                                            .arg(bench.window->width())
                                            .arg(bench.window->height())
                                            .arg(size.width())
                                            .arg(size.height())));
            }
        }
    }

    /// Whatever a dock keeps of its view, also while it lies behind a tab or is hidden.
    void aDockThatIsShownLaterShowsWhatWasSaved() {
        const QString path = written("later", {.steps = 160, .promptRows = true});
        std::map<QString, QJsonObject> saved;
        {
            ViewBench bench;
            bench.open(path);
            for (const DockLayout::Placed& placed : bench.window->docks()) {
                Dock& dock = *placed.dock;
                bench.window->focusDock(dock);
                QTRY_VERIFY(dock.shown() && dock.refreshes() > 0);
                QCoreApplication::processEvents();
                turn(dock);
                QCoreApplication::processEvents();
                if (const QJsonObject controls = settingsView(dock).value(QLatin1String("controls")).toObject();
                    !controls.isEmpty()) {
                    saved[dock.objectName()] = controls;
                }
            }
            QVERIFY(saved.size() >= 9);
            for (const auto& [id, controls] : saved) {
                bench.window->dock(id)->hide();
            }
            bench.press("saveView");
        }
        ViewBench bench;
        bench.open(path);
        // Saved again before anything was shown, nothing is lost.
        bench.press("saveView");
        const auto docks = [](const QByteArray& bytes) {
            return QJsonDocument::fromJson(bytes).object().value(QLatin1String("docks")).toObject();
        };
        for (const auto& [id, controls] : saved) {
            const QJsonObject again = docks(bytesOf(path + QStringLiteral(".view.json"))).value(id).toObject();
            QCOMPARE(again.value(QLatin1String("controls")).toObject(), controls);
        }
        for (const auto& [id, controls] : saved) {
            Dock* dock = bench.window->dock(id);
            bench.window->focusDock(*dock);
            QTRY_VERIFY(dock->shown());
            QCoreApplication::processEvents();
            const QJsonObject found = settingsView(*dock).value(QLatin1String("controls")).toObject();
            QVERIFY2(found == controls, qPrintable(id + QString::fromUtf8(QJsonDocument(found).toJson()) +
                                                   QString::fromUtf8(QJsonDocument(controls).toJson())));
        }
    }

    void aRunWithoutABundleIsSavedFirst() {
        ViewBench bench;
        bench.runToEnd();
        auto* views = bench.window->findChild<SavedViews*>();
        QVERIFY(!views->save());
        const QString path = m_folder.filePath(QStringLiteral("fresh.zip"));
        bench.selection().setStep(77);
        bench.workspace->bundles().save(bench.workspace->recording(), path, true);
        QTRY_VERIFY(QFile::exists(path + QStringLiteral(".view.json")));
        bench.selection().setStep(78);
        QVERIFY(views->save());
        bench.selection().setStep(3);
        bench.open(path);
        QCOMPARE(bench.selection().step(), std::int64_t{78});
    }

    /// The selection of the view is taken over; the places of its docks are not given to Qt.
    void anotherUsersViewIsShownInTheUsualLayout() {
        const QString path = written("theirs", {.steps = 90});
        {
            ViewBench theirs;
            theirs.open(path);
            theirs.selection().setStep(44);
            theirs.window->addDockWidget(Qt::BottomDockWidgetArea, theirs.window->dock(QStringLiteral("problems")));
            theirs.window->dock(QStringLiteral("memory"))->hide();
            theirs.press("saveView");
        }
        ViewBench bench;
        bench.open(path);
        QCOMPARE(bench.selection().step(), std::int64_t{44});
        QVERIFY(bench.window->dock(QStringLiteral("memory"))->isHidden());
        QVERIFY(bench.window->dockWidgetArea(bench.window->dock(QStringLiteral("problems"))) !=
                Qt::BottomDockWidgetArea);
    }

    void anUnlinkedDockKeepsItsOwn() {
        const QString path = written("unlinked", {.steps = 120, .promptRows = true});
        {
            ViewBench bench;
            bench.open(path);
            bench.selection().setStep(100);
            Dock* dock = bench.window->dock(QStringLiteral("inequality"));
            dock->setUnlinked(true);
            dock->selection().setStep(55);
            bench.press("saveView");
        }
        ViewBench bench;
        bench.open(path);
        Dock* dock = bench.window->dock(QStringLiteral("inequality"));
        QVERIFY(dock->unlinked());
        QCOMPARE(dock->selection().step(), std::int64_t{55});
        QCOMPARE(bench.selection().step(), std::int64_t{100});
    }

    void theViewOfAnotherRunIsLeftAlone() {
        const QString one = written("one", {.steps = 90}), two = written("two", {.steps = 100});
        ViewBench bench;
        bench.open(one);
        bench.selection().setStep(33);
        bench.press("saveView");
        QVERIFY(QFile::copy(one + QStringLiteral(".view.json"), two + QStringLiteral(".view.json")));
        QStringList told;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& sentence) { told += sentence; });
        bench.open(two);
        QVERIFY(bench.selection().step() != 33);
        QVERIFY2(told.join(QLatin1Char('\n')).contains(QStringLiteral("another run")), qPrintable(told.join('\n')));
    }

    void aHostileFileIsASentence_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("\x00\xff{{{", 6);
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QTest::newRow("large") << QByteArray("{\"format\":\"kvw-view-1\",\"x\":\"") + QByteArray(900'000, 'x') + "\"}";
        QTest::newRow("other") << QByteArray("{\"format\":\"kvw-notes-1\"}");
        QTest::newRow("future") << QByteArray("{\"format\":\"kvw-view-9\"}");
        QTest::newRow("types") << QByteArray("{\"format\":\"kvw-view-1\",\"docks\":[1,2]}");
        QTest::newRow("layout") << QByteArray("{\"format\":\"kvw-view-1\",\"layout\":\"") + QByteArray(40'000, 'A') +
                                       "\"}";
    }
    void aHostileFileIsASentence() {
        QFETCH(QByteArray, bytes);
        const QString path = m_folder.filePath(QStringLiteral("hostile"));
        if (!QFile::exists(path)) {
            written("hostile", {.steps = 80});
        }
        spill(path + QStringLiteral(".view.json"), bytes);
        ViewBench bench;
        bench.open(path);
        QCOMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY2(bench.workspace->problems().copyText().contains(QStringLiteral("was not used")),
                 qPrintable(bench.workspace->problems().copyText()));
        QCOMPARE(bench.workspace->client().steps(), 80);
        // Ctrl+S does not write over it.
        bench.press("saveView");
        QCOMPARE(bytesOf(path + QStringLiteral(".view.json")), bytes);
        QCOMPARE(bench.workspace->problems().errors(), 2);
    }

    void valuesOutOfRangeAreLimited() {
        const QString path = written("limits", {.steps = 80, .promptRows = true});
        ViewBench bench;
        bench.open(path);
        bench.press("saveView");
        const QString file = path + QStringLiteral(".view.json");
        QJsonObject json = QJsonDocument::fromJson(bytesOf(file)).object();
        json[QStringLiteral("selection")] = QJsonObject{{QStringLiteral("lane"), 77},
                                                        {QStringLiteral("layer"), 2147483647},
                                                        {QStringLiteral("step"), 1e300},
                                                        {QStringLiteral("steps"), QJsonArray{1e18, -1e300}},
                                                        {QStringLiteral("tokens"), QJsonArray{2e9, -4, "x", 7}}};
        json[QStringLiteral("docks")] = QJsonObject{
            {QStringLiteral("attention"),
             QJsonObject{
                 {QStringLiteral("columns"), QJsonObject{{QStringLiteral("viewMap"), QJsonArray{-1e308, 1e308}}}},
                 {QStringLiteral("controls"), QJsonObject{{QStringLiteral("viewPooling"), 99}}}}},
            {QStringLiteral("nowhere"), 3}};
        json[QStringLiteral("shown")] = QJsonArray{QStringLiteral("nowhere"), QStringLiteral("strip")};
        json[QStringLiteral("known")] = QJsonArray{};
        spill(file, QJsonDocument(json).toJson());
        bench.open(written("between", {.steps = 60}));
        bench.open(path);
        QCOMPARE(bench.selection().lane(), 1);
        QCOMPARE(bench.selection().step(), std::int64_t{79});
        QCOMPARE(bench.selection().tokens(), (std::vector<std::int32_t>{7}));
        QVERIFY(!bench.window->dock(QStringLiteral("strip"))->isHidden());
        QCOMPARE(bench.workspace->problems().errors(), 0);
    }

    void aBrokenLayoutHarmsNothing() {
        const QString path = written("layout", {.steps = 60});
        ViewBench bench;
        bench.open(path);
        bench.press("saveView");
        const QString file = path + QStringLiteral(".view.json");
        const auto good = readView(file);
        QVERIFY(good.has_value() && !good->layout.isEmpty());
        const QString other = written("other", {.steps = 50});
        for (int round = 0; round < 24; ++round) {
            SavedView view = *good;
            for (int at = 0; at < 12; ++at) {
                const auto place =
                    static_cast<qsizetype>(noise(round * 31 + at) * static_cast<double>(view.layout.size()));
                view.layout[place] = static_cast<char>(noise(round * 17 + at) * 255);
            }
            if (round % 4 == 3) {
                view.layout.truncate(view.layout.size() / 2);
            }
            QVERIFY(writeView(file, view).has_value());
            bench.open(other);
            bench.open(path);
        }
        bench.press("resetLayout");
        QVERIFY(!bench.window->dock(QStringLiteral("strip"))->isHidden());
    }
};

QTEST_MAIN(SavedViewsTest)
#include "saved_views_test.moc"
