// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/stopwatch.h"
#include "core/session/spec/command_line.h"

namespace kvw {

namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kGrowthWarmSteps = 4;
constexpr int kMostLanes = 4;
constexpr std::int64_t kLayers[] = {4, 8, 16}, kHeads[] = {2, 4, 8};
/// The shape that the random models share: small enough that three of them are written in a second.
constexpr BenchShape kSmall{"growth", 8, 512, 8, 2, 64, 1024, 4096, 10000};

/// One kind of growth: cases by the number that grows.
struct Growth {
    std::string of;
    std::vector<std::pair<std::int64_t, BenchCase>> cases;
    std::vector<std::vector<double>> ms{};  ///< per case, by round
};

Result<double> stepMs(const BenchStart& start, const BenchCase& what, std::int64_t steps) {
    KVW_TRY_ASSIGN(auto run, prefilled(start, what, kGrowthWarmSteps + steps));
    Result<void> done;
    for (std::int64_t i = 0; done && i < kGrowthWarmSteps; ++i) {
        done = run->step();
    }
    const Stopwatch watch;
    for (std::int64_t i = 0; done && i < steps; ++i) {
        done = run->step();
    }
    const double ms = watch.ms() / static_cast<double>(steps);
    run->close(RunState::Stopped, {});
    return done ? Result<double>(ms) : tl::unexpected(done.error());
}

Result<void> measure(const BenchStart& start, std::int64_t steps, std::int64_t rounds, const ProgressSink& progress,
                     Growth& growth) {
    growth.ms.resize(growth.cases.size());
    for (std::int64_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < growth.cases.size(); ++i) {
            KVW_TRY_ASSIGN(const auto ms, stepMs(start, growth.cases[i].second, steps));
            growth.ms[i].push_back(ms);
            if (progress) {
                progress({round + 1, rounds, "rounds", growth.of});
            }
        }
    }
    return {};
}

ordered_json lineOf(const Growth& growth) {
    std::vector<std::pair<double, double>> points;
    ordered_json at = ordered_json::object();
    for (std::size_t i = 0; i < growth.cases.size(); ++i) {
        const double ms = median(growth.ms[i]);
        points.emplace_back(static_cast<double>(growth.cases[i].first), ms);
        at[std::to_string(growth.cases[i].first)] = ms;
    }
    const FittedLine line = fitLine(points);
    return {{"of", growth.of},
            {"ms_at", std::move(at)},
            {"ms_at_0", line.at0},
            {"us_each", line.slope * 1e3},
            {"r2", line.r2}};
}

}  // namespace

FittedLine fitLine(const std::vector<std::pair<double, double>>& points) {
    const auto count = static_cast<double>(points.size());
    double meanX = 0, meanY = 0;
    for (const auto& [x, y] : points) {
        meanX += x / count;
        meanY += y / count;
    }
    double xx = 0, xy = 0, yy = 0;
    for (const auto& [x, y] : points) {
        xx += (x - meanX) * (x - meanX);
        xy += (x - meanX) * (y - meanY);
        yy += (y - meanY) * (y - meanY);
    }
    const double slope = xy / xx;
    return {meanY - slope * meanX, slope, yy > 0 ? xy * xy / (xx * yy) : 1};
}

Result<ordered_json> benchGrowth(const BenchStart& start, std::int64_t held, std::int64_t steps, std::int64_t rounds,
                                 const ProgressSink& progress) {
    std::vector<Growth> all;
    for (const Capture capture : {Capture::None, Capture::Stats, Capture::Maps}) {
        Growth depth{fmt::format("tokens held, capture {}", toText(capture)), {}};
        for (const std::int64_t tokens : {held / 4, held / 2, held, 2 * held}) {
            depth.cases.emplace_back(tokens, BenchCase{{"full"}, capture, tokens});
        }
        all.push_back(std::move(depth));
    }
    Growth lanes{"lanes", {}};
    for (int count = 1; count <= kMostLanes; ++count) {
        const std::string policy = fmt::format("streaming:sinks=4,recent={}", held - 4);
        lanes.cases.emplace_back(count,
                                 BenchCase{std::vector(static_cast<std::size_t>(count), policy), Capture::Stats, held});
    }
    all.push_back(std::move(lanes));
    // The cases point to the shapes.
    std::vector<BenchShape> shapes;
    shapes.reserve(std::size(kLayers) + std::size(kHeads));
    Growth layers{"layers", {}}, heads{"KV heads", {}};
    for (const std::int64_t count : kLayers) {
        BenchShape& shape = shapes.emplace_back(kSmall);
        shape.layers = count;
        layers.cases.emplace_back(count, BenchCase{{"full"}, Capture::Stats, held, &shape});
    }
    for (const std::int64_t count : kHeads) {
        BenchShape& shape = shapes.emplace_back(kSmall);
        shape.kvHeads = count;
        heads.cases.emplace_back(count, BenchCase{{"full"}, Capture::Stats, held, &shape});
    }
    all.push_back(std::move(layers));
    all.push_back(std::move(heads));
    ordered_json list = ordered_json::array();
    for (Growth& growth : all) {
        KVW_TRY(measure(start, steps, rounds, progress, growth));
        list.push_back(lineOf(growth));
    }
    return list;
}

}  // namespace kvw
