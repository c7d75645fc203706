// SPDX-License-Identifier: Apache-2.0
#include "core/trace/pooled_maps.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

constexpr std::int32_t kSteps = 150, kLayers = 3, kHeads = 4, kUnits = 2;
constexpr TraceShape kShape{kLayers, kHeads, kUnits, 8, kUnits};

/// Tokens that a unit holds at a step: the first three, the newest twenty, and a few that depend on the unit.
std::vector<std::int32_t> heldBy(std::int32_t unit, std::int32_t step) {
    std::vector<std::int32_t> tokens;
    for (std::int32_t token = 0; token <= step; ++token) {
        if (token < 3 || token + 20 > step || token % 11 == unit) {
            tokens.push_back(token);
        }
    }
    return tokens;
}

float weightOf(std::int32_t layer, std::int32_t head, std::int32_t step, std::int32_t token) {
    return static_cast<float>((token * 37 + step * 11 + head * 5 + layer * 3) % 101 + 1) / 1000.0F;
}

/// Adds the rows of steps [first, last) of all layers; no row of steps 40 to 59 is recorded.
void addRows(PooledMaps& maps, std::int32_t first, std::int32_t last) {
    for (std::int32_t step = first; step < last; ++step) {
        for (std::int32_t layer = 0; layer < kLayers && (step < 40 || step >= 60); ++layer) {
            std::vector<std::vector<std::int32_t>> tokens;
            std::vector<std::vector<float>> weights;
            for (std::int32_t head = 0; head < kHeads; ++head) {
                if (head % (kHeads / kUnits) == 0) {
                    tokens.push_back(heldBy(kShape.unitOf(head), step));
                }
                weights.emplace_back();
                for (const std::int32_t token : tokens.back()) {
                    weights.back().push_back(weightOf(layer, head, step, token));
                }
            }
            maps.add(step, layer, std::vector<std::span<const std::int32_t>>(tokens.begin(), tokens.end()),
                     std::vector<std::span<const float>>(weights.begin(), weights.end()));
        }
    }
}

/// Returns the weight of a token in a row, head -1: the mean over heads; negative: nobody holds it.
float entry(std::int32_t layer, std::int32_t head, std::int32_t step, std::int32_t token) {
    float weight = -1;
    for (std::int32_t h = head < 0 ? 0 : head; h < (head < 0 ? kHeads : head + 1); ++h) {
        const auto tokens = heldBy(kShape.unitOf(h), step);
        if (std::ranges::binary_search(tokens, token)) {
            weight = std::max(weight, 0.0F) + weightOf(layer, h, step, token) * (head < 0 ? 1.0F / kHeads : 1.0F);
        }
    }
    return weight;
}

/// Pools all entries of steps below `steps` afresh and compares.
void equalsPooled(const PooledMap& map, std::int32_t layer, std::int32_t head, std::int32_t steps) {
    const auto size = static_cast<std::int32_t>(map.cellSize());
    QCOMPARE(map.rows, (steps - 1) / size + 1);
    for (std::int32_t row = 0; row < map.rows; ++row) {
        for (std::int32_t column = 0; column <= row; ++column) {
            std::uint32_t held = 0, entries = 0;
            double sum = 0, largest = 0;
            for (std::int32_t step = row * size; step < std::min((row + 1) * size, steps); ++step) {
                for (std::int32_t token = column * size; token < (column + 1) * size; ++token) {
                    const bool recorded = token <= step && (step < 40 || step >= 60);
                    const auto weight = recorded ? static_cast<double>(entry(layer, head, step, token)) : -1;
                    entries += recorded ? 1 : 0;
                    held += weight >= 0 ? 1 : 0;
                    sum += std::max(weight, 0.0);
                    largest = std::max(largest, weight);
                }
            }
            const PooledCell& cell = map.cells[PooledMap::at(row, column)];
            QCOMPARE(cell.entries, entries);
            QCOMPARE(cell.held, held);
            const float shown = cell.shown(map.pool);
            QCOMPARE(std::isnan(shown), held == 0);
            if (held > 0 && map.pool == MapPool::Max) {
                QCOMPARE(shown, static_cast<float>(largest));
            } else if (held > 0) {
                QVERIFY(std::abs(static_cast<double>(shown) - sum / held) < 1e-7);
            }
        }
    }
}

}  // namespace

class PooledMapsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// The size of cells is known from the beginning, or doubles as the rows come.
    void aMapIsThePoolingOfAllRows_data() {
        QTest::addColumn<bool>("mean");
        QTest::addColumn<bool>("heads");
        QTest::addColumn<int>("expected");
        QTest::addColumn<int>("side");
        for (const bool mean : {false, true}) {
            for (const bool heads : {false, true}) {
                for (const auto& [expected, side] : {std::pair{kSteps, 20}, {0, 20}, {0, 7}, {kSteps, 1000}}) {
                    QTest::addRow("%s, %s, %d in %d", mean ? "mean" : "max", heads ? "all heads" : "mean of heads",
                                  expected, side)
                        << mean << heads << expected << side;
                }
            }
        }
    }
    void aMapIsThePoolingOfAllRows() {
        QFETCH(bool, mean);
        QFETCH(bool, heads);
        QFETCH(int, expected);
        QFETCH(int, side);
        PooledMaps maps(kShape, {side, {0, 2}, heads, mean ? MapPool::Mean : MapPool::Max}, expected);
        QVERIFY(!maps.map(0));
        addRows(maps, 0, kSteps);
        QCOMPARE(maps.steps(), std::int64_t{kSteps});
        QVERIFY(!maps.map(1));
        for (const std::int32_t layer : {0, 2}) {
            for (std::int32_t head = -1; head < kHeads; ++head) {
                const auto map = maps.map(layer, head);
                QCOMPARE(map.has_value(), head < 0 || heads);
                if (map) {
                    QVERIFY(map->rows <= side);
                    equalsPooled(*map, layer, head, kSteps);
                }
            }
        }
    }

    /// As a prompt adds them: pass by pass, each in maps of its own.
    void mapsOfPassesAreJoined() {
        PooledMaps whole(kShape, {20, {}, true, MapPool::Max}, 0);
        PooledMaps pass(kShape, whole);
        for (std::int32_t first = 0; first < kSteps; first += 30) {
            pass.clear();
            addRows(pass, first, first + 30);
            whole.add(pass);
        }
        for (std::int32_t layer = 0; layer < kLayers; ++layer) {
            equalsPooled(*whole.map(layer), layer, -1, kSteps);
            equalsPooled(*whole.map(layer, 3), layer, 3, kSteps);
        }
    }

    /// A row of cells cannot be divided, so a copy ends before the one with later queries.
    void aCopyHasWholeRowsOfCells() {
        PooledMaps maps(kShape, {20, {1}, false, MapPool::Mean}, kSteps);
        addRows(maps, 0, kSteps);
        QCOMPARE(maps.map(1)->cellSize(), std::int64_t{8});
        PooledMaps all(kShape, maps), first(kShape, maps);
        all.copy(maps, kSteps + 5);
        equalsPooled(*all.map(1), 1, -1, kSteps);
        first.copy(maps, 100);
        QCOMPARE(first.steps(), std::int64_t{96});
        equalsPooled(*first.map(1), 1, -1, 96);
        addRows(first, 96, kSteps);
        equalsPooled(*first.map(1), 1, -1, kSteps);
    }

    void aTracePoolsInsteadOfKeepingRows() {
        Trace trace(smallShape(), {true, 0, {.side = 128}, 0});
        const TraceShape& shape = trace.shape();
        const std::vector<std::vector<std::int32_t>> tokens(static_cast<std::size_t>(shape.units), {0});
        const std::vector<std::vector<float>> weights(static_cast<std::size_t>(shape.queryHeads), {0.5F});
        QVERIFY(trace.addRows(0, 0, tokens, weights).has_value());
        QVERIFY(addStep(trace, 0));
        trace.publish();
        QVERIFY(!trace.rows(0, 0));
        QCOMPARE(trace.rowBytesStored(), 0);
        QCOMPARE(trace.pooledMaps()->map(0)->cells[0].shown(MapPool::Max), 0.5F);
        const auto fork = trace.fork();
        QCOMPARE(fork->pooledMaps()->map(0)->cells[0].held, 1U);
        Trace other(smallShape(), {true, 0, {.side = 128}, 0});
        QVERIFY(!other.shareRows(trace, 1));
    }
};

QTEST_GUILESS_MAIN(PooledMapsTest)
#include "pooled_maps_test.moc"
