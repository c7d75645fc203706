// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_map.h"

#include <QWheelEvent>
#include <cstdio>
#include <numeric>
#include <random>

#include "app/bench/bench_engine.h"
#include "app/bench/bench_measure.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/views/common/plots/attention_map.h"

namespace kvw::wb {

namespace {

constexpr int kZooms = 80, kOneWay = 10;

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

}  // namespace

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

}  // namespace kvw::wb
