// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "tests/core/policy/kit/tensors.h"

using namespace kvw::test;

namespace {

Rows randomRows(std::uint64_t seed, std::size_t count, std::size_t width) {
    std::mt19937_64 random(seed);
    std::normal_distribution<float> normal;
    Rows rows(count, std::vector<float>(width));
    for (auto& row : rows) {
        std::generate(row.begin(), row.end(), [&] { return normal(random); });
    }
    return rows;
}

}  // namespace

class PagesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bounds_data() {
        QTest::addColumn<int>("width");
        for (const int width : {1, 2, 15, 16, 33, 128}) {
            QTest::addRow("%d channels", width) << width;
        }
    }
    void bounds() {
        QFETCH(int, width);
        const auto channels = static_cast<std::size_t>(width);
        const Rows queries = randomRows(1, 6, channels);
        std::vector<Rows> low{randomRows(2, 9, channels), randomRows(3, 9, channels)};
        std::vector<Rows> high{randomRows(4, 9, channels), randomRows(5, 9, channels)};
        for (std::size_t head = 0; head < 2; ++head) {
            for (std::size_t page = 0; page < 9; ++page) {
                for (std::size_t c = 0; c < channels; ++c) {
                    if (low[head][page][c] > high[head][page][c]) {
                        std::swap(low[head][page][c], high[head][page][c]);
                    }
                }
            }
        }
        for (const bool asOnDevice : {false, true}) {
            const Rows found = pageBounds(queries, low, high, asOnDevice);
            QCOMPARE(found.size(), std::size_t{6});
            for (std::size_t h = 0; h < 6; ++h) {
                for (std::size_t page = 0; page < 9; ++page) {
                    double sum = 0;
                    double size = 0;
                    for (std::size_t c = 0; c < channels; ++c) {
                        const double q = queries[h][c];
                        const double larger = std::max(q * low[h / 3][page][c], q * high[h / 3][page][c]);
                        sum += larger;
                        size += std::abs(larger);
                    }
                    QVERIFY(std::abs(static_cast<double>(found[h][page]) - sum) <= 1e-6 * size);
                }
            }
        }
    }
    void equalPagesGetEqualBounds_data() { bounds_data(); }
    void equalPagesGetEqualBounds() {
        QFETCH(int, width);
        const auto channels = static_cast<std::size_t>(width);
        const Rows one = randomRows(7, 1, channels);
        const std::vector<Rows> pages{Rows(77, one[0])};
        for (const bool asOnDevice : {false, true}) {
            for (const auto& row : pageBounds(randomRows(8, 5, channels), pages, pages, asOnDevice)) {
                QVERIFY(std::all_of(row.begin(), row.end(), [&](float x) { return x == row[0]; }));
            }
        }
    }
    void wrongShapesAreRefused() {
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(pageBounds({{1, 2}}, {{{1, 2, 3}}}, {{{1, 2, 3}}}, false)),
                                 std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(pageBounds({{1}, {2}, {3}}, {{{1}}, {{1}}}, {{{1}}, {{1}}}, false)),
                                 std::invalid_argument);
    }
    void bestAreThoseOfAStableSort() {
        std::mt19937_64 random(11);
        for (int round = 0; round < 60; ++round) {
            const std::size_t pages = 1 + random() % 40;
            Rows score(3, std::vector<float>(pages));
            for (auto& row : score) {
                for (float& value : row) {
                    // Few different values: ties everywhere.
                    const auto draw = random() % 9;
                    value = draw == 0   ? std::numeric_limits<float>::quiet_NaN()
                            : draw == 1 ? -std::numeric_limits<float>::infinity()
                                        : static_cast<float>(draw);
                }
            }
            const auto k = static_cast<std::int64_t>(random() % (pages + 3));
            const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(k), pages);
            for (const bool asOnDevice : {false, true}) {
                const auto found = bestPages(score, k, asOnDevice);
                for (std::size_t r = 0; r < score.size(); ++r) {
                    Tokens order(pages);
                    std::iota(order.begin(), order.end(), 0);
                    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
                        const auto value = [&](std::int64_t page) {
                            const float x = score[r][static_cast<std::size_t>(page)];
                            return std::isnan(x) ? -std::numeric_limits<float>::infinity() : x;
                        };
                        return value(a) > value(b);
                    });
                    order.resize(wanted);
                    std::sort(order.begin(), order.end());
                    QCOMPARE(found[r], order);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(PagesTest)
#include "pages_test.moc"
