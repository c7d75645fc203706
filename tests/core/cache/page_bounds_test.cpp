// SPDX-License-Identifier: Apache-2.0
#include "core/cache/page_bounds.h"

#include <QtTest>
#include <algorithm>
#include <random>
#include <vector>

using namespace kvw;

namespace {

constexpr std::int32_t kLayers = 2, kHeads = 3, kHeadDim = 5;
constexpr std::int64_t kTokens = 70;

}  // namespace

class PageBoundsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void followTheKeys_data() {
        QTest::addColumn<int>("page");
        QTest::addColumn<int>("pass");
        for (const int page : {1, 4, 16, 100}) {
            for (const int pass : {1, 7, 70}) {
                QTest::addRow("pages of %d, %d tokens at once", page, pass) << page << pass;
            }
        }
    }
    void followTheKeys() {
        QFETCH(int, page);
        QFETCH(int, pass);
        PageBounds bounds(kLayers, kHeads, kHeadDim, page);
        for (std::int64_t first = 0; first < kTokens; first += pass) {
            const std::int64_t end = std::min<std::int64_t>(first + pass, kTokens);
            for (std::int32_t layer = 0; layer < kLayers; ++layer) {
                add(bounds, layer, first, end);
                compare(bounds, layer, end);
            }
        }
        QCOMPARE(bounds.bytes(kTokens), 2 * kHeads * bounds.pagesOf(kTokens) * kHeadDim * 4);
    }
    void aPageGivenAgainStartsAnew() {
        PageBounds bounds(kLayers, kHeads, kHeadDim, 8);
        add(bounds, 1, 0, 20);
        for (float& value : m_keys) {
            value = -value;
        }
        add(bounds, 1, 8, 16);
        for (std::int64_t i = 0; i < kTokens * kHeads * kHeadDim * kLayers; ++i) {
            const std::int64_t token = i / (kHeads * kHeadDim) % kTokens;
            m_keys[static_cast<std::size_t>(i)] *= token < 8 || token >= 16 ? -1.0F : 1.0F;
        }
        compare(bounds, 1, 20);
    }
    void copiesAreIndependent() {
        PageBounds bounds(kLayers, kHeads, kHeadDim, 8);
        add(bounds, 0, 0, 12);
        PageBounds copy = bounds;
        add(copy, 0, 12, 30);
        compare(copy, 0, 30);
        compare(bounds, 0, 12);
    }

 private:
    [[nodiscard]] const float* key(std::int32_t layer, std::int32_t head, std::int64_t token) const {
        return m_keys.data() + ((layer * kTokens + token) * kHeads + head) * kHeadDim;
    }
    void add(PageBounds& bounds, std::int32_t layer, std::int64_t begin, std::int64_t end) const {
        bounds.reserve(layer, end);
        for (std::int64_t token = begin; token < end; ++token) {
            for (std::int32_t head = 0; head < kHeads; ++head) {
                bounds.add(layer, head, token, key(layer, head, token));
            }
        }
    }
    void compare(PageBounds& bounds, std::int32_t layer, std::int64_t tokens) const {
        for (std::int32_t head = 0; head < kHeads; ++head) {
            for (std::int64_t p = 0; p < bounds.pagesOf(tokens); ++p) {
                for (std::int64_t c = 0; c < kHeadDim; ++c) {
                    float low = key(layer, head, p * bounds.page())[c];
                    float high = low;
                    for (std::int64_t t = p * bounds.page(); t < std::min((p + 1) * bounds.page(), tokens); ++t) {
                        low = std::min(low, key(layer, head, t)[c]);
                        high = std::max(high, key(layer, head, t)[c]);
                    }
                    const auto at = (head * bounds.capacity(layer) + p) * kHeadDim + c;
                    QCOMPARE(bounds.minimum(layer)[at], low);
                    QCOMPARE(bounds.maximum(layer)[at], high);
                }
            }
        }
    }
    static std::vector<float> randomKeys() {
        std::mt19937 random(5);
        std::vector<float> keys(static_cast<std::size_t>(kLayers * kHeads * kHeadDim * kTokens));
        std::generate(keys.begin(), keys.end(),
                      [&] { return static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 64.0F; });
        return keys;
    }
    std::vector<float> m_keys = randomKeys();
};

QTEST_GUILESS_MAIN(PageBoundsTest)
#include "page_bounds_test.moc"
