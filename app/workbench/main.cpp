// SPDX-License-Identifier: GPL-3.0-or-later
/// Main program kvworkbench: command line, application object, workspace and window.
#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QHash>
#include <QLocale>
#include <QScreen>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "app/bench/bench.h"
#include "app/workbench/export/export_figures.h"
#include "app/workbench/help/help_pages.h"
#include "app/workbench/language/language.h"
#include "app/workbench/session/files/damaged_files.h"
#include "app/workbench/session/files/last_start.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/shell/window_style.h"
#include "app/workbench/stories/dock/story_controls.h"
#include "app/workbench/stories/story_check.h"
#include "app/workbench/stories/story_handout.h"
#include "app/workbench/stories/story_parser.h"
#include "core/base/comma_list.h"
#include "core/base/heap.h"
#include "core/base/version.h"
#include "core/bundle/bundle.h"
#include "core/figures/figure_presets.h"
#include "core/figures/print/figure_print.h"
#include "core/policy/host/plugin_calls.h"

namespace {

/// Ends the process with `code` as soon as a plugin call takes longer than kLongCall. Call it when the event loop has
/// ended and nobody can wait for the plugin any more.
void endDespiteCalls(int code) {
    static constexpr std::chrono::milliseconds kLook{200};
    std::thread([code] {
        for (;;) {
            if (const auto call = kvw::longCallUnderWay()) {
                std::fprintf(stderr, "%s; the program ends without it.\n",
                             call->words(std::chrono::steady_clock::now()).english().c_str());
                std::fflush(nullptr);
                kvw::endProcess(code);
            }
            std::this_thread::sleep_for(kLook);
        }
    }).detach();
}

using namespace kvw::wb;

/// Selects Qt's offscreen platform if there is no display, so that figure export and the bench still work.
void chooseHeadlessPlatform(int argc, char** argv) {
    const auto is = [&](const char* option) {
        for (int i = 1; i < argc; ++i) {
            const QByteArray word(argv[i]);
            if (word == option || word.startsWith(QByteArray(option) + '=')) {
                return true;
            }
        }
        return false;
    };
    const bool display = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    if (!display && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") &&
        (is("--export-figures") || is("--check-story") || is("--handout") || is("--bench") || is("--screenshot") ||
         is("--help") || is("--version"))) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
}

/// Saves a screenshot of the window once `steps` are recorded or the run has ended, then quits.
void screenshotAfter(Workspace& workspace, MainWindow& window, const QString& file, std::int64_t steps) {
    auto* timer = new QTimer(&window);
    timer->setInterval(100);
    QObject::connect(timer, &QTimer::timeout, &window, [&workspace, &window, timer, file, steps] {
        const kvw::SessionState state = workspace.client().status().state;
        const bool over = state == kvw::SessionState::Finished || state == kvw::SessionState::Failed ||
                          state == kvw::SessionState::Stopped;
        if (steps > 0 && workspace.client().steps() < steps && !over && !workspace.client().viewing()) {
            return;
        }
        timer->stop();
        workspace.client().pause();
        // Wait until the docks have painted the last steps.
        QTimer::singleShot(400, &window, [&window, file] {
            if (!window.grab().save(file)) {
                std::fprintf(stderr, "%s: the picture could not be written\n", qPrintable(file));
                QCoreApplication::exit(1);
                return;
            }
            QCoreApplication::exit();  // exit instead of quit, which would ask about the run
        });
    });
    timer->start();
}

/// Checks a story; exit code 2 and a sentence at the first mistake. `bundles`: at most one, over which the story plays.
int checkStoryFile(const QString& file, const QStringList& bundles) {
    if (bundles.size() > 1) {
        std::fprintf(stderr, "--check-story takes FILE and at most one BUNDLE; found also: %s\n",
                     qPrintable(bundles.mid(1).join(QStringLiteral(", "))));
        return 2;
    }
    std::shared_ptr<kvw::Recording> shown;
    if (!bundles.isEmpty()) {
        auto opened = kvw::openTables(QFileInfo(bundles.front()).absoluteFilePath().toStdString());
        if (!opened) {
            std::fprintf(stderr, "%s\n", opened.error().sentence().c_str());
            return 2;
        }
        shown = std::move(opened->bundle.recording);
    }
    Workspace workspace(kvw::PluginPaths::standard(), kvw::openEngine);
    const MainWindow window(workspace, nullptr);
    const std::filesystem::path path = QFileInfo(file).absoluteFilePath().toStdString();
    const StoryControls controls{[&](const QString& id) { return dockOf(window, id) != nullptr; },
                                 [&](const QString& name) { return controlOf(window, name) != nullptr; },
                                 [&](const QString& id, const QString& mode) { return hasMode(window, id, mode); },
                                 [pages = installedHelp()](const QString& term) {
                                     return std::any_of(pages.begin(), pages.end(), [&term](const HelpPage& page) {
                                         return explainsTerm(page, term);
                                     });
                                 }};
    const auto fits = readStory(path).and_then(
        [&](const Story& story) { return checkStory(story, path, workspace, controls, shown.get()); });
    if (!fits) {
        std::fprintf(stderr, "%s\n", fits.error().sentence().c_str());
        return 2;
    }
    std::printf("%s: fits\n", qPrintable(file));
    return 0;
}

int writeHandoutOf(const QString& file, const QString& out, bool overwrite) {
    const std::filesystem::path path = QFileInfo(file).absoluteFilePath().toStdString();
    const QString target = out.isEmpty() ? QFileInfo(file).completeBaseName() + QStringLiteral(".pdf") : out;
    if (!overwrite && QFileInfo::exists(target)) {
        std::fprintf(stderr, "%s: the file exists already; expected another --out, or --overwrite.\n",
                     qPrintable(target));
        return 2;
    }
    const auto titleOf = [docks = dockEntries()](const QString& id) {
        const auto found =
            std::ranges::find_if(docks, [&id](const DockEntry& entry) { return id == QLatin1String(entry.id); });
        return found == docks.end() ? QString() : QObject::tr(found->title);
    };
    const auto written = readStory(path).and_then(
        [&](const Story& story) { return writeHandout(story, target.toStdString(), titleOf); });
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().sentence().c_str());
        return 2;
    }
    std::printf("%s\n", qPrintable(target));
    return 0;
}

/// Sets the language of --language, or the user's if it is empty. Returns false, after a sentence, if there is no such
/// language.
bool speak(const QString& wanted) {
    if (!wanted.isEmpty() && !languages().contains(wanted)) {
        std::fprintf(stderr, "%s: there is no such language; expected: %s\n", qPrintable(wanted),
                     qPrintable(languages().join(QStringLiteral(", "))));
        return false;
    }
    installLanguage(wanted.isEmpty() ? chooseLanguage(QLocale().uiLanguages()) : wanted);
    return true;
}

}  // namespace

static int runProgram(int argc, char** argv) {
    kvw::useFewArenas();
    kvw::keepFreedMemory();
    chooseHeadlessPlatform(argc, argv);
    QHashSeed::setDeterministicGlobalSeed();  // QCustomPlot draws axes in hash order: this makes files reproducible
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    TimedApplication application(argc, argv);
    std::setlocale(LC_NUMERIC,
                   "C");  // the application object set the user's locale: under de_DE strtod("0.5") is 0
    QApplication::setOrganizationName(QStringLiteral("kvworkbench"));
    QApplication::setApplicationName(QStringLiteral("kvworkbench"));
    QApplication::setApplicationVersion(QString::fromLatin1(kvw::version()));
    QApplication::setStyle(new WindowStyle);

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("An oscilloscope for KV caches."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("path"),
                                 QStringLiteral("Bundles, model folders, stories or texts to open."),
                                 QStringLiteral("[BUNDLE|MODEL_DIR|STORY|TEXT]..."));
    const auto option = [&parser](const char* name, const char* about, const char* value = nullptr,
                                  const char* otherwise = nullptr, QCommandLineOption::Flags flags = {}) {
        QCommandLineOption made(QString::fromLatin1(name), QString::fromUtf8(about), QString::fromLatin1(value),
                                QString::fromLatin1(otherwise));
        made.setFlags(flags);
        parser.addOption(made);
        return made;
    };
    const auto exportFigures = option("export-figures", "Draw all figures of BUNDLE, without a window.", "BUNDLE");
    const auto out = option(
        "out", "Folder for --export-figures (default: BUNDLE/figures) or file for --handout (STORY.pdf).", "PATH");
    const auto overwrite =
        option("overwrite", "With --export-figures and --handout: replace files that are there already.");
    const auto figure = option("figure", "With --export-figures: draw this figure on a page; repeat for more.", "ID");
    const std::string presetNames = kvw::joined(
        kvw::figures::presets(), ", ", [](const kvw::figures::FigurePreset& each) { return std::string(each.id); });
    const auto preset = option(
        "preset", ("With --export-figures: the page of a paper (" + presetNames + "); repeat for a page each.").c_str(),
        "NAME");
    const auto lane = option("lane", "Lane of the page; default: the last.", "N", "-1");
    const auto columns = option("columns", "Number of figures beside each other on the page.", "N", "0");
    const auto width = option("width", "Width of the page; default: 178 mm; slide: 254 mm, 16:9.", "MM", "178");
    const auto legend =
        option("legend", "Place of the legend: below (default), above, right, inside or none.", "PLACE", "below");
    const auto print =
        option("print", "How the figures of the page are printed: words such as font-serif-height-60-short.", "WORDS");
    const auto story = option(
        "check-story", "Check the story FILE without a window; with BUNDLE, check it against that run, too.", "FILE");
    const auto handout =
        option("handout", "Write the story FILE as a handout, PDF, HTML or Markdown, without a window.", "FILE");
    const auto example = option("example", "Start the embedded example at once.");
    const auto safeMode = option("safe-mode", "Leave out the plugins of the user's own folders.");
    const auto bench = option("bench",
                              "Run the example at full speed, print the times of frames, of answers and of opening "
                              "BUNDLE if given, and quit; with a model, decode a novel with it instead.");
    const auto screenshot = option("screenshot", "Save a picture of the window and quit.", "FILE", nullptr,
                                   QCommandLineOption::HiddenFromHelp);
    const auto after =
        option("after", "Recorded steps before --screenshot.", "STEPS", "0", QCommandLineOption::HiddenFromHelp);
    const auto language = option("language",
                                 qPrintable(QStringLiteral("Language of the window (%1); default: the user's own.")
                                                .arg(languages().join(QStringLiteral(", ")))),
                                 "LANGUAGE");
    parser.process(application);

    if (parser.isSet(figure) || parser.isSet(preset)) {
        PageRequest request;
        std::vector<std::string> presets;
        for (const QString& name : parser.values(preset)) {
            presets.push_back(name.toStdString());
        }
        for (const QString& id : parser.values(figure)) {
            request.figures.push_back(id.toStdString());
        }
        bool isLane = false, isCount = false;
        request.lane = parser.value(lane).toInt(&isLane);
        request.columns = parser.value(columns).toInt(&isCount);
        request.slide = parser.value(width) == QLatin1String("slide");
        request.millimetres = parser.value(width).toDouble();
        const bool fits = request.slide || (request.millimetres >= 30 && request.millimetres <= 2000);
        const bool counted = isCount && (request.columns >= 1 || !parser.isSet(columns));
        const int place = legendOf(parser.value(legend).toStdString());
        if (!parser.isSet(exportFigures) || place < 0 || !fits || !isLane || !counted) {
            std::fprintf(stderr,
                         "--figure and --preset need --export-figures BUNDLE, a --width of 30 to 2000 mm or slide, "
                         "a --lane that is a number, --columns from 1 and a --legend that is below, above, right, "
                         "inside or none\n");
            return 2;
        }
        const auto printed = kvw::figures::printOf(parser.value(print).toStdString());
        if (!printed) {
            std::fprintf(stderr, "%s\n", printed.error().sentence().c_str());
            return 2;
        }
        request.legend = static_cast<kvw::FigureLegend>(place);
        request.print = *printed;
        request.overwrite = parser.isSet(overwrite);
        return exportFigurePages(parser.value(exportFigures).toStdString(), parser.value(out).toStdString(), request,
                                 presets);
    }
    if (parser.isSet(lane) || parser.isSet(columns) || parser.isSet(width) || parser.isSet(legend) ||
        parser.isSet(print)) {
        std::fprintf(
            stderr,
            "--lane, --columns, --width, --legend and --print need a page; expected --export-figures BUNDLE with "
            "--preset NAME or --figure ID, too\n");
        return 2;
    }
    if (parser.isSet(exportFigures)) {
        return kvw::wb::exportFigures(parser.value(exportFigures).toStdString(), parser.value(out).toStdString(),
                                      parser.isSet(overwrite));
    }
    if (parser.isSet(overwrite) && !parser.isSet(handout)) {
        std::fprintf(stderr, "--overwrite needs --export-figures BUNDLE or --handout FILE\n");
        return 2;
    }
    if (parser.isSet(story)) {
        return checkStoryFile(parser.value(story), parser.positionalArguments());
    }
    if (!speak(parser.value(language))) {
        return 2;
    }
    if (parser.isSet(handout)) {
        return writeHandoutOf(parser.value(handout), parser.value(out), parser.isSet(overwrite));
    }
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("kvworkbench"),
                       QStringLiteral("kvworkbench"));
    const kvw::PluginPaths plugins = kvw::PluginPaths::standard();
    const bool measured = parser.isSet(bench) || parser.isSet(screenshot);
    std::optional<LastStart> lastStart;
    if (!measured) {
        lastStart.emplace(plugins);
    }
    kvw::setForeignExit(kvw::ForeignExit::Waits);
    Workspace workspace(plugins, kvw::openEngine);
    QObject::connect(&application, &TimedApplication::failed, &workspace, [&workspace](const QString& what) {
        workspace.reportError(kvw::phrase("An operation failed: %1. Recorded data is kept.", what.toStdString()));
    });
    for (const kvw::Phrase& sentence : measured ? std::vector<kvw::Phrase>() : damagedFiles(settings, plugins)) {
        workspace.reportError(sentence);
    }
    workspace.guard().setOn(!measured);
    workspace.plugins().setSafeMode(parser.isSet(safeMode));
    workspace.plugins().setEndedBadly(lastStart && lastStart->endedBadly());
    MainWindow window(workspace, measured ? nullptr : &settings);
    if (!measured) {
        window.fitTo(window.screen()->availableSize() - QSize(0, 32));  // leave room for the window frame
    }
    window.show();
    if (!measured && workspace.plugins().offersSomething()) {
        window.focusDock(*window.dock(QStringLiteral("plugins")));
    }
    const QStringList paths = parser.positionalArguments();
    if (parser.isSet(bench)) {
        return runBench(application, workspace, window, 1200, paths.value(0));
    }
    // Files are opened only now: an earlier notice would cover the state in the status bar.
    for (const QString& path : paths) {
        window.openPath(path);  // all at once, like dropped files: a model and a text, for example
    }
    // Do not load plugins unasked if one of them may have ended the program last time.
    if (!measured && !workspace.plugins().safeMode() && !workspace.plugins().endedBadly()) {
        window.openEngineSoon();
    }
    if (parser.isSet(screenshot)) {
        screenshotAfter(workspace, window, parser.value(screenshot), parser.value(after).toLongLong());
    }
    if (parser.isSet(example)) {
        QTimer::singleShot(0, &window,
                           [&workspace] { workspace.refuseIfFailed(workspace.startExample(examples().front())); });
    }
    const int code = QApplication::exec();
    lastStart.reset();
    workspace.guard().letGo();  // the process may end before its destructor runs
    endDespiteCalls(code);
    return code;
}

int main(int argc, char** argv) {
    const int code = runProgram(argc, argv);
    std::fflush(nullptr);
    kvw::endProcess(code);  // skips exit handlers of plugins
}
