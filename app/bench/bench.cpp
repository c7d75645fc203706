// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench.h"

#include <unistd.h>

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QSize>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "app/bench/bench_engine.h"
#include "app/bench/bench_measure.h"
#include "app/bench/bench_run.h"
#include "app/workbench/views/common/plots/attention_map.h"
#include "app/workbench/views/common/refresh_turns.h"
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"

namespace kvw::wb {

namespace {

constexpr int kZooms = 80, kOneWay = 10;
constexpr std::int64_t kMapTokens = 16'384;  ///< tokens, and attention rows, of the map

RunDescription describeMap() {
    RunDescription description;
    description.model = {"bench", "", "none", "f32", 1, 1, 1, 16, 64, 512, kMapTokens, 0, 0, 1024};
    description.textTitle = "a wide map";
    description.promptTokens = 1;
    description.capture = "maps";
    description.tokenIds.assign(static_cast<std::size_t>(kMapTokens), 7);
    description.tokenTexts.assign(static_cast<std::size_t>(kMapTokens), " token");
    LaneInfo full;
    full.policyId = full.policyText = "full";
    description.lanes = {full};
    return description;
}

/// Run that is recorded at once; every row reads all tokens before it, with different weights.
class MapRun : public MadeRun {
 public:
    MapRun() : MadeRun(describeMap()) {
        recorded().setTrace(0, std::make_unique<Trace>(TraceShape{1, 1, 1, 16, 1}, Trace::Options{true, 0}));
    }
    Result<void> prefill(const ProgressSink&) override {
        std::vector<float> weights(static_cast<std::size_t>(2 * kMapTokens));
        std::minstd_rand random(1);
        std::exponential_distribution<float> uneven;
        for (float& weight : weights) {
            weight = uneven(random);
        }
        std::vector<std::int32_t> all(static_cast<std::size_t>(kMapTokens));
        std::iota(all.begin(), all.end(), 0);
        Trace& trace = recorded().writer(0);
        for (std::int64_t step = 0; step < kMapTokens; ++step) {
            const auto held = static_cast<std::ptrdiff_t>(step + 1);
            const auto from = weights.begin() + step * 31 % kMapTokens;
            std::vector<float> row(from, from + held);
            const float sum = std::accumulate(row.begin(), row.end(), 0.0F);
            for (float& weight : row) {
                weight /= sum;
            }
            const auto at = static_cast<std::int32_t>(step);
            StepRecord record;
            record.step = record.position = at;
            record.tokenId = 7;
            record.phase = step == 0 ? Phase::Prefill : Phase::Decode;
            record.heldTotal = step + 1;
            record.bytesLive = record.bytesAllocated = record.bytesFull = (step + 1) * 1024;
            const std::vector<std::vector<std::int32_t>> tokens{{all.begin(), all.begin() + held}};
            const std::vector<std::vector<float>> rows{std::move(row)};
            KVW_TRY(trace.addRows(at, 0, tokens, rows).and_then([&] {
                return trace.addStep(record, " token", std::vector<LayerRecord>(2));
            }));
        }
        trace.publish();
        return {};
    }
    Result<void> step() override { return {}; }
    bool finished() const override { return true; }
    std::int64_t position() const override { return kMapTokens; }
    std::int64_t total() const override { return kMapTokens; }
};

void turnWheel(QWidget& plot, bool in) {
    const QPointF centre = plot.rect().center() * 0.9;
    QWheelEvent event(centre, plot.mapToGlobal(centre), {}, {0, in ? 120 : -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plot, &event);
}

/// Records a full cache of `kMapTokens` tokens with every attention row, in a separate window filled by its Attention
/// dock, zooms in and out with the wheel, and prints how soon the map is redrawn. Returns the 95th percentile of the
/// time from wheel to paint in milliseconds; none: the map was never drawn.
std::optional<double> zoomAbout(TimedApplication& application, const QSize& size) {
    std::printf("\na map of attention, %lld x %lld\n", static_cast<long long>(kMapTokens),
                static_cast<long long>(kMapTokens));
    Workspace workspace(kvw::PluginPaths::standard(), madeRunEngine([] { return std::make_unique<MapRun>(); }));
    workspace.guard().setOn(false);
    MainWindow window(workspace, nullptr);
    window.resize(size);
    window.show();
    window.focusDock(*window.dock(QStringLiteral("attention")));
    window.actions().named(QStringLiteral("maximise"))->trigger();
    application.watchPaint();
    auto* map = window.findChild<AttentionMap*>();
    if (const Result<void> started = workspace.startExample(examples().front()); !started || map == nullptr) {
        std::fprintf(stderr, "%s\n", started ? "there is no map" : started.error().sentence().c_str());
        return std::nullopt;
    }
    const auto drawn = [map] { return map->window().rows * map->window().columns > 0; };
    if (!settle(application, [&] { return drawn() && workspace.client().status().state == SessionState::Finished; })) {
        std::fprintf(stderr, "the map was not drawn\n");
        return std::nullopt;
    }
    std::vector<double> first, sharp;
    for (int zoom = 0; zoom < kZooms; ++zoom) {
        application.watchPaint();
        turnWheel(*map, zoom / kOneWay % 2 == 0);
        if (settle(application, drawn)) {
            first.push_back(application.firstPaintAfterMs());
            sharp.push_back(application.lastPaintAfterMs());
        }
    }
    std::printf("wheel to paint   %s p50, %s p95, %s max of %zu zooms\n", percentileText(first, 0.50).c_str(),
                percentileText(first, 0.95).c_str(), percentileText(first, 1.0).c_str(), first.size());
    std::printf("wheel to sharp   %s p50, %s p95, %s max\n", percentileText(sharp, 0.50).c_str(),
                percentileText(sharp, 0.95).c_str(), percentileText(sharp, 1.0).c_str());
    return percentile(first, 0.95);
}

constexpr int kMoves = 60;
/// Steps of the long run during which frames are measured.
constexpr std::int64_t kLongSteps = 6000;
/// Promised limits in milliseconds; the map is promised 30 frames per second.
constexpr double kFrameMs = 16, kInputMs = 50, kMapFrameMs = 1000.0 / 30, kPictureMs = 1000;

double residentMegabytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QList<QByteArray> fields = file.readAll().split(' ');
    return fields.size() < 2 ? 0 : static_cast<double>(fields[1].toLongLong() * sysconf(_SC_PAGESIZE)) / 1e6;
}

struct FrameRun {
    std::map<QString, std::vector<double>> turns;
    double tokensPerSecond = 0;
    std::int64_t steps = 0;              ///< decoded during the measurement
    double seconds = 0, guiSeconds = 0;  ///< that it took, and those of them that the GUI thread computed
    std::int64_t points = 0;             ///< at the start of the measurement
    QStringList docks;                   ///< visible at the start of the measurement
    bool failed = false;
};

/// Returns the time that this thread has computed.
double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

QStringList docksInSight(const MainWindow& window) {
    QStringList names;
    for (const auto& placed : window.docks()) {
        if (placed.dock->shown()) {
            names << placed.dock->objectName();
        }
    }
    return names;
}

template <class Start>
FrameRun decodeAtFullSpeed(TimedApplication& application, Workspace& workspace, MainWindow& window, std::int64_t steps,
                           const Start& start) {
    FrameRun run;
    QEventLoop loop;
    QElapsedTimer clock;
    std::int64_t first = 0;
    bool decoding = false;
    QObject::connect(&RefreshTurns::of(&window), &RefreshTurns::took, &loop, [&](QObject* owner, double ms) {
        if (decoding && owner != nullptr) {
            run.turns[owner->objectName()].push_back(ms);
        }
    });
    QObject::connect(&workspace, &Workspace::dirty, &loop, [&](Dirty what) {
        if (!(what & DirtyFlag::Status)) {
            return;
        }
        const SessionStatus status = workspace.client().status();
        if (status.state == SessionState::Running && !decoding) {
            decoding = true;
            run.docks = docksInSight(window);
            run.points = workspace.recording() ? recordedPoints(*workspace.recording()) : 0;
            application.measure(true);
            clock.start();
            first = status.position;
            run.guiSeconds = threadSeconds();
        }
        run.tokensPerSecond = std::max(run.tokensPerSecond, status.tokensPerSecond);
        const bool over = status.state == SessionState::Finished || status.state == SessionState::Failed ||
                          status.state == SessionState::Stopped;
        if (over || (decoding && status.position >= steps)) {
            application.measure(false);
            run.failed = status.state == SessionState::Failed;
            if (decoding) {
                run.steps = status.position - first;
                run.seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
                run.guiSeconds = threadSeconds() - run.guiSeconds;
            }
            loop.quit();
        }
    });
    QTimer::singleShot(0, &window, [&] {
        if (const Result<void> started = start(); !started) {
            std::fprintf(stderr, "%s\n", started.error().sentence().c_str());
            run.failed = true;
            loop.quit();
        }
    });
    loop.exec();
    return run;
}

void print(const TimedApplication& application, const FrameRun& run) {
    const std::vector<double>& frames = application.frames();
    std::printf("docks in sight   %7lld: %s\n", static_cast<long long>(run.docks.size()),
                qPrintable(run.docks.join(QStringLiteral(", "))));
    std::printf("recorded points  %7lld when the frames began\n", static_cast<long long>(run.points));
    std::printf("frames           %7zu while decoding\n", frames.size());
    std::printf("frame p50        %s\n", percentileText(frames, 0.50).c_str());
    std::printf("frame p95        %s\n", percentileText(frames, 0.95).c_str());
    std::printf("frame max        %s\n", percentileText(frames, 1.0).c_str());
    std::printf("other rounds max %s of %zu\n", percentileText(application.others(), 1.0).c_str(),
                application.others().size());
    for (const auto& [name, ms] : run.turns) {
        std::printf("  %-14s %s p50, %s p95 of %zu turns\n", name.toUtf8().constData(),
                    percentileText(ms, 0.50).c_str(), percentileText(ms, 0.95).c_str(), ms.size());
    }
    std::printf("decode           %7.0f tokens/s at best\n", run.tokensPerSecond);
    if (run.seconds > 0) {
        std::printf("GUI thread       %7.0f %% of a core\n", 100 * run.guiSeconds / run.seconds);
    }
}

/// Moves through steps, layers and heads, the most frequent user actions. Returns the 95th percentile of the time to
/// the first paint in milliseconds; none: nothing was painted.
std::optional<double> moveAbout(TimedApplication& application, Workspace& workspace) {
    Selection& selection = workspace.selection();
    const Trace* trace = workspace.trace();
    if (trace == nullptr) {
        return std::nullopt;
    }
    const TraceShape shape = trace->shape();
    const std::int64_t steps = trace->steps();
    std::vector<double> first, last;
    for (int move = 0; move < kMoves; ++move) {
        application.watchPaint();
        switch (move % 3) {
            case 0:
                selection.setStep(steps * (move + 1) / (kMoves + 1));
                break;
            case 1:
                selection.setLayer(move % shape.layers == selection.layer() ? (move + 1) % shape.layers
                                                                            : move % shape.layers);
                break;
            default:
                selection.setHead(selection.head() + 1 < shape.queryHeads ? selection.head() + 1 : -1);
        }
        if (settle(application, [] { return true; })) {
            first.push_back(application.firstPaintAfterMs());
            last.push_back(application.lastPaintAfterMs());
        }
    }
    std::printf("input to paint   %s p50, %s p95, %s max of %zu moves\n", percentileText(first, 0.50).c_str(),
                percentileText(first, 0.95).c_str(), percentileText(first, 1.0).c_str(), first.size());
    std::printf("all docks follow %s p50, %s p95, %s max\n", percentileText(last, 0.50).c_str(),
                percentileText(last, 0.95).c_str(), percentileText(last, 1.0).c_str());
    return percentile(first, 0.95);
}

/// Decodes a novel with `model`, chosen in the draft: streaming beside the full cache, with attention rows.
int decodeModel(TimedApplication& application, Workspace& workspace, MainWindow& window) {
    constexpr std::int64_t kPrompt = 800, kSteps = 400;
    const FrameRun run =
        decodeAtFullSpeed(application, workspace, window, kPrompt + kSteps, [&workspace]() -> Result<void> {
            Example novel;
            novel.text = QStringLiteral("persuasion.txt");
            novel.policy = QStringLiteral("streaming:sinks=4,recent=508");
            KVW_TRY(workspace.propose(novel));
            RunSpec spec = workspace.draft().base();
            spec.promptTokens = kPrompt;
            workspace.draft().setBase(std::move(spec));
            return workspace.startDraft();
        });
    print(application, run);
    if (run.failed || run.seconds <= 0) {
        std::fprintf(stderr, "%s\n", workspace.client().status().message.english().c_str());
        return 1;
    }
    const auto lanes = static_cast<double>(workspace.recording()->lanes());
    std::printf("decode           %7.0f tokens/s of %.0f lanes together\n",
                lanes * static_cast<double>(run.steps) / run.seconds, lanes);
    Promises promises;
    promises.add("frame, 95th percentile", percentile(application.frames(), 0.95), kFrameMs);
    workspace.client().stop();
    promises.add("input to paint, 95th percentile", moveAbout(application, workspace), kInputMs);
    promises.print();
    return promises.measured() ? 0 : 1;
}

/// Opens a bundle. Returns milliseconds to the first picture; none: it did not open.
std::optional<double> openBundle(TimedApplication& application, Workspace& workspace, MainWindow& window,
                                 const QString& bundle) {
    const auto before = workspace.recording();
    double shown = -1;
    application.watchPaint();
    const auto watching = QObject::connect(&workspace, &Workspace::dirty, &window, [&] {
        if (shown < 0 && workspace.recording() != before) {
            shown = application.watchedMs();
        }
    });
    window.openPath(bundle);
    double picture = -1;
    const bool opened = settle(application, [&] {
        if (picture < 0 && shown >= 0 && application.lastPaintAfterMs() > shown) {
            picture = application.lastPaintAfterMs();
        }
        return picture >= 0;
    });
    QObject::disconnect(watching);
    if (!opened) {
        std::fprintf(stderr, "%s: did not open\n", qPrintable(bundle));
        return std::nullopt;
    }
    std::printf("bundle           %7.0f ms to the first picture, %.0f ms until all docks have drawn\n", picture,
                application.lastPaintAfterMs());
    return picture;
}

/// Makes a bundle of more than 500 MB in a temporary folder and opens it in a separate window.
std::optional<double> openWide(TimedApplication& application, const QSize& size) {
    constexpr std::int64_t kSteps = 20'000;
    const QTemporaryDir folder;
    const std::filesystem::path target = std::filesystem::path(folder.path().toStdString()) / "wide";
    const auto written = wideRecording(kSteps).and_then(
        [&](const std::shared_ptr<Recording>& recording) { return writeBundle(*recording, target); });
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().sentence().c_str());
        return std::nullopt;
    }
    std::uintmax_t bytes = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(target)) {
        bytes += file.is_regular_file() ? file.file_size() : 0;
    }
    std::printf("\na bundle of %.0f MB\n", static_cast<double>(bytes) / 1e6);
    Workspace workspace(kvw::PluginPaths::standard(), longRunEngine());
    workspace.guard().setOn(false);
    MainWindow window(workspace, nullptr);
    window.resize(size);
    window.show();
    const auto picture = openBundle(application, workspace, window, QString::fromStdString(target.string()));
    window.hide();
    return picture;
}

}  // namespace

int runBench(TimedApplication& application, Workspace& workspace, MainWindow& window, std::int64_t steps,
             const QString& path) {
    if (!path.isEmpty() && workspace.draft().chooseModel(path.toStdString())) {
        return decodeModel(application, workspace, window);
    }
    const QString& bundle = path;
    const FrameRun run = decodeAtFullSpeed(application, workspace, window, steps,
                                           [&] { return workspace.startExample(examples().front()); });
    std::printf("first paint      %7.0f ms after the process was started\n", application.firstPaintMs());
    print(application, run);
    if (run.failed) {
        std::fprintf(stderr, "%s\n", workspace.client().status().message.english().c_str());
        return 1;
    }
    Promises promises;
    promises.add("frame, example, 95th percentile", percentile(application.frames(), 0.95), kFrameMs);
    workspace.client().stop();
    promises.add("input to paint, example, 95th percentile", moveAbout(application, workspace), kInputMs);
    const auto own = bundle.isEmpty() ? std::optional(0.0) : openBundle(application, workspace, window, bundle);
    window.hide();

    std::printf("\na long run, which goes on\n");
    Workspace another(kvw::PluginPaths::standard(), longRunEngine());
    another.guard().setOn(false);
    MainWindow second(another, nullptr);
    second.resize(window.size());
    second.show();
    application.forget();
    const FrameRun longRun = decodeAtFullSpeed(application, another, second, kLongRun + kLongSteps,
                                               [&] { return another.startExample(examples().front()); });
    print(application, longRun);
    promises.add("frame, long run, 95th percentile", percentile(application.frames(), 0.95), kFrameMs);
    another.client().stop();
    promises.add("input to paint, long run, 95th percentile", moveAbout(application, another), kInputMs);
    second.hide();
    const auto drawn = zoomAbout(application, window.size());
    promises.add("wheel to paint, map, 95th percentile", drawn, kMapFrameMs);
    std::printf("resident         %7.0f MB\n", residentMegabytes());
    const auto wide = openWide(application, window.size());
    promises.add("bundle of 500 MB to its first picture", wide, kPictureMs);
    promises.print();
    return own && promises.measured() && !longRun.failed ? 0 : 1;
}

}  // namespace kvw::wb
