// SPDX-License-Identifier: Apache-2.0
/// Noise in the last bits: how far numbers move, and what the draws depend on.
#include "core/engine/attention/query_noise.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

using namespace kvw;

namespace {

/// Places among the f32 numbers of one sign.
std::int64_t placeOf(float number) {
    return static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(std::abs(number)));
}

std::vector<float> noisy(const Jitter& jitter, std::int64_t seed, std::int32_t layer, std::int64_t token) {
    std::vector<float> query(512, 1.5F);
    query[1] = -1.5F;
    addNoise(jitter, seed, layer, token, query);
    return query;
}

}  // namespace

class QueryNoiseTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPlaceIsTheNextNumber() {
        const float inf = std::numeric_limits<float>::infinity();
        QCOMPARE(movedByPlaces(1.5F, 1), std::nextafter(1.5F, inf));
        QCOMPARE(movedByPlaces(1.5F, -1), std::nextafter(1.5F, 0.0F));
        QCOMPARE(movedByPlaces(-1.5F, 1), std::nextafter(-1.5F, -inf));
        QCOMPARE(movedByPlaces(1.5F, 0), 1.5F);
    }

    void theEndsHold() {
        const float most = std::numeric_limits<float>::max(), inf = std::numeric_limits<float>::infinity();
        QCOMPARE(movedByPlaces(most, 8), most);
        QCOMPARE(movedByPlaces(0.0F, -8), 0.0F);
        QCOMPARE(movedByPlaces(std::numeric_limits<float>::denorm_min(), -8), 0.0F);
        QVERIFY(std::signbit(movedByPlaces(-0.0F, -8)));
        QCOMPARE(movedByPlaces(inf, 8), inf);
        QVERIFY(std::isnan(movedByPlaces(std::numeric_limits<float>::quiet_NaN(), 8)));
    }

    /// 512 draws of 5 places have each of them, and about as often.
    void everyPlaceIsDrawn() {
        std::set<std::int64_t> places;
        double sum = 0;
        for (const float number : noisy({2, 0}, 7, 3, 11)) {
            const std::int64_t moved = placeOf(number) - placeOf(1.5F);
            QVERIFY(std::abs(moved) <= 2);
            places.insert(moved);
            sum += static_cast<double>(moved);
        }
        QCOMPARE(places.size(), std::size_t{5});
        QVERIFY(std::abs(sum / 512) < 0.25);  // 4 standard deviations of the mean
        QVERIFY(noisy({2, 0}, 7, 3, 11)[1] < 0);
    }

    void drawsFollowFromWhereTheyAre() {
        const std::vector<float> once = noisy({8, 0}, 7, 3, 11);
        QCOMPARE(noisy({8, 0}, 7, 3, 11), once);
        QVERIFY(noisy({8, 1}, 7, 3, 11) != once);
        QVERIFY(noisy({8, 0}, 8, 3, 11) != once);
        QVERIFY(noisy({8, 0}, 7, 4, 11) != once);
        QVERIFY(noisy({8, 0}, 7, 3, 12) != once);
    }
};

QTEST_APPLESS_MAIN(QueryNoiseTest)
#include "query_noise_test.moc"
