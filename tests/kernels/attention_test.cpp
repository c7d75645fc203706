// SPDX-License-Identifier: Apache-2.0
#include "kernels/attention.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/elementwise.h"
#include "tests/kernels/stored_head.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Answer {
    std::vector<float> out, probs, logits, entropy;
};

Answer attend(const Head& head, const std::vector<float>& q, float scale, const RotateOnRead* rotation = nullptr) {
    const std::size_t queries = q.size() / head.headDim;
    const float nan = std::nanf("");
    Answer answer{std::vector<float>(q.size(), nan), std::vector<float>(queries * head.stride, nan),
                  std::vector<float>(queries * head.stride, nan), std::vector<float>(queries, nan)};
    attendDecode(head.slots(rotation), q.data(), queries, scale, answer.out.data(), answer.probs.data(), head.stride,
                 answer.logits.data(), answer.entropy.data());
    return answer;
}

struct Expected {
    std::vector<double> out, probs, logits, entropy;
};

/// Softmax attention in double over the occupied slots; keys(slot) gives the key to use.
template <class Keys>
Expected reference(const Head& head, const std::vector<float>& q, double scale, const Keys& keys) {
    const std::size_t queries = q.size() / head.headDim;
    Expected expected{std::vector<double>(q.size(), 0), std::vector<double>(queries * head.stride, 0),
                      std::vector<double>(queries * head.stride, -std::numeric_limits<double>::infinity()),
                      std::vector<double>(queries, 0)};
    for (std::size_t g = 0; g < queries; ++g) {
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            if (head.tokens[slot] >= 0) {
                const auto key = keys(slot);
                double dot = 0;
                for (std::size_t c = 0; c < head.headDim; ++c) {
                    dot += static_cast<double>(q[g * head.headDim + c]) * static_cast<double>(key[c]);
                }
                expected.logits[g * head.stride + slot] = dot * scale;
                most = std::max(most, dot * scale);
            }
        }
        double sum = 0;
        for (std::size_t slot = 0; slot < head.stride; ++slot) {
            sum += std::exp(expected.logits[g * head.stride + slot] - most);
        }
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            const double p = std::exp(expected.logits[g * head.stride + slot] - most) / sum;
            expected.probs[g * head.stride + slot] = p;
            expected.entropy[g] -= p > 0 ? p * std::log(p) : 0;
            if (head.tokens[slot] >= 0) {
                const std::vector<float> value = head.value(slot);
                for (std::size_t c = 0; c < head.headDim; ++c) {
                    expected.out[g * head.headDim + c] += p * static_cast<double>(value[c]);
                }
            }
        }
    }
    return expected;
}

QString mismatch(const Head& head, const Answer& actual, const Expected& expected) {
    const QString where = QString("used %1, head_dim %2: ").arg(head.used).arg(head.headDim);
    for (std::size_t i = 0; i < expected.logits.size(); ++i) {
        const double difference = std::abs(static_cast<double>(actual.logits[i]) - expected.logits[i]);
        const bool free = std::isinf(expected.logits[i]);
        if (free ? actual.logits[i] != -kInfinity || actual.probs[i] != 0.0F || std::signbit(actual.probs[i])
                 : !(difference < 3e-6 * (1 + std::abs(expected.logits[i])))) {
            return where + QString("logit or weight %1 is %2, %3")
                               .arg(i)
                               .arg(double(actual.logits[i]))
                               .arg(double(actual.probs[i]));
        }
    }
    for (std::size_t g = 0; g < expected.entropy.size(); ++g) {
        if (!(std::abs(static_cast<double>(actual.entropy[g]) - expected.entropy[g]) < 1e-5)) {
            return where + QString("entropy %1 for %2").arg(double(actual.entropy[g])).arg(expected.entropy[g]);
        }
    }
    const double outError = relativeError(actual.out, expected.out);
    const double probsError = relativeError(actual.probs, expected.probs);
    return outError < 5e-6 && probsError < 5e-6 ? QString{}
                                                : where + QString("errors %1, %2").arg(outError).arg(probsError);
}

}  // namespace

class AttentionTest : public QObject {
    Q_OBJECT

 private:
    /// A block of queries in double; window 0: none, cap 0: none.
    static void compareBlock(std::size_t firstVisible, std::size_t headDim, std::size_t window, float cap) {
        const std::size_t queries = 19;
        const std::size_t count = firstVisible + queries + 3;
        const std::size_t stride = count + 5;
        const std::vector<float> q = Numbers(13).take(queries * headDim, 3);
        const std::vector<float> keys = Numbers(14).take(count * headDim);
        const std::vector<float> values = Numbers(15).take(count * headDim);
        std::vector<float> probs(queries * stride, -1.0F);
        std::vector<float> out(queries * headDim);
        std::vector<std::size_t> first(queries, 0);
        for (std::size_t i = 0; i < queries && window > 0; ++i) {
            first[i] = firstVisible + i > window ? firstVisible + i - window : 0;
        }
        attendBlock(q.data(), headDim, queries, keys.data(), values.data(), count, headDim,
                    {firstVisible, window > 0 ? first.data() : nullptr}, {0.2F, cap}, probs.data(), stride, out.data(),
                    headDim);
        std::vector<double> expected(out.size(), 0);
        for (std::size_t i = 0; i < queries; ++i) {
            std::vector<double> weights(count, 0);
            double sum = 0;
            for (std::size_t k = first[i]; k < firstVisible + i; ++k) {
                double dot = 0;
                for (std::size_t c = 0; c < headDim; ++c) {
                    dot += static_cast<double>(q[i * headDim + c]) * static_cast<double>(keys[k * headDim + c]);
                }
                dot *= static_cast<double>(0.2F);
                weights[k] =
                    std::exp(cap > 0 ? static_cast<double>(cap) * std::tanh(dot / static_cast<double>(cap)) : dot);
                sum += weights[k];
            }
            for (std::size_t k = 0; k < count; ++k) {
                const double p = weights[k] / sum;
                QVERIFY(std::abs(static_cast<double>(probs[i * stride + k]) - p) <= 5e-6 * p);
                for (std::size_t c = 0; c < headDim; ++c) {
                    expected[i * headDim + c] += p * static_cast<double>(values[k * headDim + c]);
                }
            }
            QCOMPARE(probs[i * stride + count], -1.0F);
        }
        QVERIFY(relativeError(out, expected) < 2e-6);
    }

 private Q_SLOTS:
    void storedRowsComeBack() {
        for (const Dtype dtype : kDtypes) {
            Head head(37, 7, dtype, 0, 0);
            const Stored key(Numbers(1).take(7), dtype);
            const Stored value(Numbers(2).take(7), dtype);
            const std::vector<float> before = head.key(17);
            head.put(18, key.exact, value.exact);
            QVERIFY(sameBits(head.key(18), key.exact));
            QVERIFY(sameBits(head.value(18), value.exact));
            QVERIFY(sameBits(head.key(17), before));
        }
    }

    void decodeMatchesDoubleWithNanInFreeSlots_data() { addIsaAndDtypeRows(); }
    void decodeMatchesDoubleWithNanInFreeSlots() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        for (const std::size_t used : {1U, 5U, 16U, 37U, 300U, 600U}) {
            for (const std::size_t headDim : {7U, 32U, 64U, 80U, 128U}) {
                for (const std::size_t queries : {1U, 3U, 4U, 9U}) {
                    const Head head(used, headDim, static_cast<Dtype>(dtype), 3, std::nanf(""));
                    const std::vector<float> q = Numbers(queries).take(queries * headDim, 3);
                    const float scale = 1.0F / std::sqrt(static_cast<float>(headDim));
                    const Expected expected = reference(head, q, static_cast<double>(scale),
                                                        [&](std::size_t slot) { return head.key(slot); });
                    const QString problem = mismatch(head, attend(head, q, scale), expected);
                    QVERIFY2(problem.isEmpty(), qPrintable(problem));
                }
            }
        }
    }

    void peakedScoresStayFinite_data() { addIsaRows(); }
    void peakedScoresStayFinite() {
        KVW_USE_ISA();
        const Head head(200, 64, Dtype::F32, 5, kInfinity, 40.0F);
        const std::vector<float> q = Numbers(4).take(4 * 64, 10);
        const Answer answer = attend(head, q, 0.125F);
        const Expected expected = reference(head, q, 0.125, [&](std::size_t slot) { return head.key(slot); });
        QVERIFY(*std::max_element(answer.logits.begin(), answer.logits.end()) > 40);
        // Scores near 400 in f32 move weights by 1e-5 or so.
        QVERIFY(relativeError(answer.out, expected.out) < 3e-4);
        for (std::size_t g = 0; g < 4; ++g) {
            QVERIFY(std::abs(answer.entropy[g] - expected.entropy[g]) < 1e-3);
        }
    }

    void bitsDoNotDependOnTheOtherQueries_data() { addIsaAndDtypeRows(); }
    void bitsDoNotDependOnTheOtherQueries() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        const std::size_t headDim = 80;
        const Head head(333, headDim, static_cast<Dtype>(dtype), 4, 0);
        const std::vector<float> q = Numbers(5).take(9 * headDim, 3);
        const Answer together = attend(head, q, 0.1F);
        for (std::size_t g = 0; g < 9; ++g) {
            const auto row = [g](const std::vector<float>& all, std::size_t width) {
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(g * width);
                return std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(width));
            };
            const Answer alone = attend(head, row(q, headDim), 0.1F);
            QVERIFY(sameBits(alone.out, row(together.out, headDim)));
            QVERIFY(sameBits(alone.probs, row(together.probs, head.stride)));
            QVERIFY(sameBits(alone.entropy, row(together.entropy, 1)));
        }
    }

    void bitsDoNotDependOnWhatFreeSlotsHold_data() { addIsaAndDtypeRows(); }
    void bitsDoNotDependOnWhatFreeSlotsHold() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        const std::vector<float> q = Numbers(6).take(4 * 64, 3);
        const Answer zeros = attend(Head(123, 64, static_cast<Dtype>(dtype), 2, 0), q, 0.125F);
        for (const float junk : {std::nanf(""), kInfinity, -30000.0F}) {
            const Answer other = attend(Head(123, 64, static_cast<Dtype>(dtype), 2, junk), q, 0.125F);
            QVERIFY(sameBits(other.out, zeros.out));
            QVERIFY(sameBits(other.probs, zeros.probs));
            QVERIFY(sameBits(other.logits, zeros.logits));
            QVERIFY(sameBits(other.entropy, zeros.entropy));
        }
    }

    void optionalOutputsDoNotChangeTheOthers_data() { addIsaRows(); }
    void optionalOutputsDoNotChangeTheOthers() {
        KVW_USE_ISA();
        const Head head(50, 32, Dtype::BF16, 3, 0);
        const std::vector<float> q = Numbers(7).take(3 * 32);
        const Answer all = attend(head, q, 0.2F);
        std::vector<float> out(q.size());
        std::vector<float> probs(3 * head.stride);
        attendDecode(head.slots(), q.data(), 3, 0.2F, out.data(), probs.data(), head.stride, nullptr, nullptr);
        QVERIFY(sameBits(out, all.out));
        QVERIFY(sameBits(probs, all.probs));
    }

    /// Parts of the passes, in any size, give what one call gives.
    void partsGiveTheBitsOfTheWhole_data() { addIsaAndDtypeRows(); }
    void partsGiveTheBitsOfTheWhole() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        for (const std::size_t headDim : {std::size_t{24}, std::size_t{64}, std::size_t{80}}) {
            const Head head(403, headDim, static_cast<Dtype>(dtype), 3, 0);
            constexpr std::size_t kQueries = 5;
            const std::vector<float> q = Numbers(7).take(kQueries * headDim);
            const float sinks[kQueries] = {0.5F, -1, 0, 2, 1};
            const auto compute = [&](bool inParts) {
                const float nan = std::nanf("");
                Answer answer{std::vector<float>(q.size(), nan), std::vector<float>(kQueries * head.stride, nan),
                              std::vector<float>(kQueries * head.stride, nan), std::vector<float>(kQueries, nan)};
                const DecodeHead at{head.slots(),
                                    q.data(),
                                    kQueries,
                                    {0.2F, 3, sinks},
                                    answer.out.data(),
                                    answer.probs.data(),
                                    head.stride,
                                    answer.logits.data(),
                                    answer.entropy.data()};
                if (!inParts) {
                    attendDecode(at.head, at.q, at.queries, at.scoring, at.out, at.probs, at.probsStride, at.logits,
                                 at.entropy);
                    return answer;
                }
                const std::size_t tiles = (head.used + 15) / 16;
                for (std::size_t tile = 0; tile < tiles; tile += 7) {
                    scoreHead(at, tile, std::min(tile + 7, tiles));
                }
                for (std::size_t query = 0; query < kQueries; query += 2) {
                    weighHead(at, query, std::min(query + 2, kQueries));
                }
                for (std::size_t c = 0; c < headDim; c += 16) {
                    mixHead(at, c, std::min(c + 16, headDim));
                }
                return answer;
            };
            const Answer whole = compute(false);
            const Answer parts = compute(true);
            QVERIFY(sameBits(parts.out, whole.out));
            QVERIFY(sameBits(parts.probs, whole.probs));
            QVERIFY(sameBits(parts.logits, whole.logits));
            QVERIFY(sameBits(parts.entropy, whole.entropy));
        }
    }

    void equalKeysGetExactlyEqualWeights_data() { addIsaAndDtypeRows(); }
    void equalKeysGetExactlyEqualWeights() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        const std::size_t headDim = 33;
        Head head(101, headDim, static_cast<Dtype>(dtype), 7, std::nanf(""));
        const std::vector<float> key = Numbers(8).take(headDim);
        const std::size_t twins[] = {0, 7, 15, 16, 31, 50, 96, 100};  // first and last lanes, whole tiles and the tail
        for (const std::size_t slot : twins) {
            head.put(slot, key, Numbers(slot).take(headDim));
        }
        std::vector<std::int32_t> phase(head.used, 3);
        const std::vector<float> cosines = Numbers(9).take(4 * 16);
        const std::vector<float> sines = Numbers(10).take(4 * 16);
        const RotateOnRead rotation{phase.data(), cosines.data(), sines.data(), 32, true};
        for (const RotateOnRead* how : {static_cast<const RotateOnRead*>(nullptr), &rotation}) {
            const Answer answer = attend(head, Numbers(11).take(5 * headDim, 3), 0.3F, how);
            for (std::size_t g = 0; g < 5; ++g) {
                for (const std::size_t slot : twins) {
                    QCOMPARE(answer.logits[g * head.stride + slot], answer.logits[g * head.stride]);
                    QVERIFY(answer.probs[g * head.stride + slot] == answer.probs[g * head.stride]);
                    QVERIFY(answer.probs[g * head.stride] > 0);
                }
            }
        }
    }

    void rotationOnReadMatchesRotatedKeys_data() {
        QTest::addColumn<int>("isa");
        QTest::addColumn<int>("rotaryDim");
        QTest::addColumn<bool>("halfSplit");
        for (const Isa isa : availableIsas()) {
            for (const int rotaryDim : {16, 20, 64}) {
                for (const bool halfSplit : {true, false}) {
                    QTest::addRow("%s, %d of 64, %s", isaName(isa), rotaryDim, halfSplit ? "half-split" : "interleaved")
                        << static_cast<int>(isa) << rotaryDim << halfSplit;
                }
            }
        }
    }
    void rotationOnReadMatchesRotatedKeys() {
        KVW_USE_ISA();
        QFETCH(int, rotaryDim);
        QFETCH(bool, halfSplit);
        const auto planes = static_cast<std::size_t>(rotaryDim / 2);
        const std::size_t phases = 300;
        std::vector<float> cosines(phases * planes);
        std::vector<float> sines(phases * planes);
        for (std::size_t p = 0; p < phases; ++p) {
            for (std::size_t i = 0; i < planes; ++i) {
                const double angle =
                    static_cast<double>(p) / std::pow(10000.0, static_cast<double>(i) / static_cast<double>(planes));
                cosines[p * planes + i] = static_cast<float>(std::cos(angle));
                sines[p * planes + i] = static_cast<float>(std::sin(angle));
            }
        }
        for (const Dtype dtype : kDtypes) {
            const Head head(75, 64, dtype, 4, std::nanf(""));
            std::vector<std::int32_t> phase(head.used);
            for (std::size_t slot = 0; slot < head.used; ++slot) {
                // Free slots carry what would read far outside the tables.
                phase[slot] = head.tokens[slot] < 0 ? 2000000000 : static_cast<std::int32_t>(slot * 97 % phases);
            }
            const RotateOnRead rotation{phase.data(), cosines.data(), sines.data(), static_cast<std::size_t>(rotaryDim),
                                        halfSplit};
            const std::vector<float> q = Numbers(12).take(5 * 64, 2);
            const Expected expected = reference(head, q, 0.125, [&](std::size_t slot) {
                const std::vector<float> raw = head.key(slot);
                std::vector<double> key(raw.begin(), raw.end());
                for (std::size_t i = 0; i < planes; ++i) {
                    const std::size_t a = halfSplit ? i : 2 * i;
                    const std::size_t b = halfSplit ? i + planes : 2 * i + 1;
                    const std::size_t entry = static_cast<std::size_t>(phase[slot]) * planes + i;
                    key[a] = static_cast<double>(raw[a]) * cosines[entry] - static_cast<double>(raw[b]) * sines[entry];
                    key[b] = static_cast<double>(raw[b]) * cosines[entry] + static_cast<double>(raw[a]) * sines[entry];
                }
                return key;
            });
            const QString problem = mismatch(head, attend(head, q, 0.125F, &rotation), expected);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }

    void keysRotateBack_data() { rotationOnReadMatchesRotatedKeys_data(); }
    /// Tiles whose keys turn alike, tiles where they differ, tiles where none turns; free slots join either.
    void keysRotateBack() {
        KVW_USE_ISA();
        QFETCH(int, rotaryDim);
        QFETCH(bool, halfSplit);
        const auto planes = static_cast<std::size_t>(rotaryDim / 2);
        const std::size_t phases = 40;
        std::vector<float> cosines(phases * planes);
        std::vector<float> sines(phases * planes);
        for (std::size_t i = 0; i < phases * planes; ++i) {
            const double angle = static_cast<double>(i / planes) * std::pow(0.5, static_cast<double>(i % planes));
            cosines[i] = static_cast<float>(std::cos(angle));
            sines[i] = static_cast<float>(std::sin(angle));
        }
        Head head(75, 64, Dtype::F32, 5, std::nanf(""));
        std::vector<std::int32_t> back(head.stride, RotateBack::kAny);
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            if (head.tokens[slot] >= 0) {
                const std::size_t tile = slot / kTileSlots;
                back[slot] = tile == 0 ? 0 : tile == 1 ? 7 : static_cast<std::int32_t>(slot * 13 % phases);
            }
        }
        const Head before = head;
        const RotateBack turn{back.data(), cosines.data(), sines.data(), static_cast<std::size_t>(rotaryDim),
                              halfSplit};
        rotateKeysBack(reinterpret_cast<float*>(head.keys.data()), head.used, head.headDim, turn);
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            if (head.tokens[slot] < 0) {
                continue;
            }
            const std::vector<float> found = head.key(slot);
            const std::vector<float> old = before.key(slot);
            if (back[slot] == 0) {
                QVERIFY(sameBits(found, old));
                continue;
            }
            std::vector<double> expected(old.begin(), old.end());
            for (std::size_t i = 0; i < planes; ++i) {
                const std::size_t a = halfSplit ? i : 2 * i;
                const std::size_t b = halfSplit ? i + planes : 2 * i + 1;
                const std::size_t entry = static_cast<std::size_t>(back[slot]) * planes + i;
                const double c = static_cast<double>(cosines[entry]);
                const double s = static_cast<double>(sines[entry]);
                expected[a] = static_cast<double>(old[a]) * c + static_cast<double>(old[b]) * s;
                expected[b] = static_cast<double>(old[b]) * c - static_cast<double>(old[a]) * s;
            }
            QVERIFY(relativeError(found, expected) < 2e-7);
        }
    }

    void blockMatchesDouble_data() { addIsaRows(); }
    void blockMatchesDouble() {
        KVW_USE_ISA();
        for (const std::size_t firstVisible : {1U, 2U, 40U, 290U}) {
            for (const std::size_t headDim : {7U, 32U, 80U}) {
                compareBlock(firstVisible, headDim, 0, 0);
            }
        }
    }

    void blockWithWindowAndCap_data() { addIsaRows(); }
    void blockWithWindowAndCap() {
        KVW_USE_ISA();
        for (const std::size_t firstVisible : {1U, 40U, 290U, 700U}) {
            for (const std::size_t window : {1U, 13U, 60U}) {
                compareBlock(firstVisible, 32, window, 0);
                compareBlock(firstVisible, 32, window, 1.5F);
            }
            compareBlock(firstVisible, 48, 0, 1.5F);
        }
    }

    void scoresAreCapped_data() { addIsaRows(); }
    void scoresAreCapped() {
        KVW_USE_ISA();
        const Head head(77, 32, Dtype::F32, 5, std::nanf(""), 2);
        const std::vector<float> q = Numbers(31).take(2 * head.headDim, 2);
        const Answer plain = attend(head, q, 0.5F);
        Answer capped = plain;
        attendDecode(head.slots(nullptr), q.data(), 2, {0.5F, 2.0F}, capped.out.data(), capped.probs.data(),
                     head.stride, capped.logits.data(), capped.entropy.data());
        double sum = 0;
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            if (head.tokens[slot] < 0) {
                QCOMPARE(capped.logits[slot], -kInfinity);
                QCOMPARE(capped.probs[slot], 0.0F);
                continue;
            }
            const double expected = 2 * std::tanh(static_cast<double>(plain.logits[slot]) / 2);
            QVERIFY(std::abs(static_cast<double>(capped.logits[slot]) - expected) <= 1e-6);
            sum += std::exp(expected);
        }
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            if (head.tokens[slot] >= 0) {
                const double p = std::exp(static_cast<double>(capped.logits[slot])) / sum;
                QVERIFY(std::abs(static_cast<double>(capped.probs[slot]) - p) <= 2e-6 * p);
            }
        }
        // Read selection of everything gives the same bits.
        std::vector<std::uint32_t> tiles;
        for (std::uint32_t tile = 0; tile < (head.used + kTileSlots - 1) / kTileSlots; ++tile) {
            tiles.push_back(tile);
        }
        const std::vector<std::uint16_t> lanes(2 * tiles.size(), 0xFFFF);
        Answer read = plain;
        attendRead(head.slots(nullptr), {tiles.data(), tiles.size(), lanes.data()}, q.data(), 2, {0.5F, 2.0F},
                   read.out.data(), read.probs.data(), head.stride, read.logits.data(), read.entropy.data());
        QVERIFY(sameBits(read.out, capped.out));
        QVERIFY(sameBits(read.probs, capped.probs));
    }

    /// Weights of a row are those without the sink, times what the sink leaves; the greatest score may be the sink's.
    void learnedSinksTakeTheirShare_data() { addIsaRows(); }
    void learnedSinksTakeTheirShare() {
        KVW_USE_ISA();
        const Head head(77, 32, Dtype::F32, 5, std::nanf(""), 2);
        const std::vector<float> q = Numbers(31).take(3 * head.headDim, 2);
        const Answer plain = attend(head, q, 0.5F);
        const float sinks[] = {-200.0F, 1.0F, 30.0F};
        Answer found = plain;
        attendDecode(head.slots(nullptr), q.data(), 3, {0.5F, 0, sinks}, found.out.data(), found.probs.data(),
                     head.stride, found.logits.data(), found.entropy.data());
        QVERIFY(sameBits(found.logits, plain.logits));
        for (std::size_t g = 0; g < 3; ++g) {
            double sum = 0, entropy = 0;
            for (std::size_t slot = 0; slot < head.used; ++slot) {
                sum += std::exp(static_cast<double>(plain.logits[g * head.stride + slot]));
            }
            const double left = sum / (sum + std::exp(static_cast<double>(sinks[g])));
            for (std::size_t i = g * head.stride; i < g * head.stride + head.used; ++i) {
                const double p = static_cast<double>(plain.probs[i]) * left;
                QVERIFY(std::abs(static_cast<double>(found.probs[i]) - p) <= 5e-6 * p + 1e-44);
                entropy -= p > 0 ? p * std::log(p) : 0;
            }
            QVERIFY(std::abs(static_cast<double>(found.entropy[g]) - entropy) < 1e-5);
            for (std::size_t c = g * head.headDim; c < (g + 1) * head.headDim; ++c) {
                const double out = static_cast<double>(plain.out[c]) * left;
                QVERIFY(std::abs(static_cast<double>(found.out[c]) - out) <= 5e-6 * left);
            }
        }
        std::vector<std::uint32_t> tiles;
        for (std::uint32_t tile = 0; tile < (head.used + kTileSlots - 1) / kTileSlots; ++tile) {
            tiles.push_back(tile);
        }
        const std::vector<std::uint16_t> lanes(3 * tiles.size(), 0xFFFF);
        Answer read = plain;
        attendRead(head.slots(nullptr), {tiles.data(), tiles.size(), lanes.data()}, q.data(), 3, {0.5F, 0, sinks},
                   read.out.data(), read.probs.data(), head.stride, read.logits.data(), read.entropy.data());
        QVERIFY(sameBits(read.out, found.out) && sameBits(read.probs, found.probs) &&
                sameBits(read.entropy, found.entropy));
    }

    /// The same in a block of queries, whose one sink counts for every row.
    void learnedSinksOfABlock_data() { addIsaRows(); }
    void learnedSinksOfABlock() {
        KVW_USE_ISA();
        constexpr std::size_t kDim = 32, kQueries = 19, kCount = 58;
        const std::vector<float> q = Numbers(13).take(kQueries * kDim, 3), keys = Numbers(14).take(kCount * kDim),
                                 values = Numbers(15).take(kCount * kDim);
        const auto run = [&](const Scoring& scoring, std::vector<float>& probs, std::vector<float>& out) {
            attendBlock(q.data(), kDim, kQueries, keys.data(), values.data(), kCount, kDim, {40, nullptr}, scoring,
                        probs.data(), kCount, out.data(), kDim);
        };
        for (const float cap : {0.0F, 1.5F}) {
            for (const float sink : {-3.0F, 2.0F, 60.0F}) {
                std::vector<float> plain(kQueries * kCount), probs(plain.size());
                std::vector<float> plainOut(kQueries * kDim), out(plainOut.size());
                run({0.2F, cap}, plain, plainOut);
                run({0.2F, cap, &sink}, probs, out);
                for (std::size_t i = 0; i < kQueries; ++i) {
                    double sum = 0;
                    for (std::size_t k = 0; k < 40 + i; ++k) {
                        double dot = 0;
                        for (std::size_t c = 0; c < kDim; ++c) {
                            dot += static_cast<double>(q[i * kDim + c]) * static_cast<double>(keys[k * kDim + c]);
                        }
                        dot *= static_cast<double>(0.2F);
                        sum += std::exp(cap > 0 ? static_cast<double>(cap) * std::tanh(dot / static_cast<double>(cap))
                                                : dot);
                    }
                    const double left = sum / (sum + std::exp(static_cast<double>(sink)));
                    for (std::size_t k = 0; k < kCount; ++k) {
                        const double p = static_cast<double>(plain[i * kCount + k]) * left;
                        QVERIFY(std::abs(static_cast<double>(probs[i * kCount + k]) - p) <= 1e-5 * p);
                    }
                    for (std::size_t c = i * kDim; c < (i + 1) * kDim; ++c) {
                        QVERIFY(std::abs(static_cast<double>(out[c]) - static_cast<double>(plainOut[c]) * left) <=
                                1e-5 * left);
                    }
                }
            }
        }
    }

    void aRowOfABlockDoesNotDependOnTheOthers_data() { addIsaRows(); }
    void aRowOfABlockDoesNotDependOnTheOthers() {
        KVW_USE_ISA();
        const std::size_t headDim = 48;
        const std::size_t queries = 300;
        const std::size_t firstVisible = 11;
        const std::size_t count = firstVisible + queries - 1;
        const std::vector<float> q = Numbers(16).take(queries * headDim, 3);
        const std::vector<float> keys = Numbers(17).take(count * headDim);
        const std::vector<float> values = Numbers(18).take(count * headDim);
        const auto run = [&](std::size_t step, std::vector<float>& probs, std::vector<float>& out) {
            for (std::size_t i = 0; i < queries; i += step) {
                attendBlock(q.data() + i * headDim, headDim, std::min(step, queries - i), keys.data(), values.data(),
                            count, headDim, {firstVisible + i}, 0.15F, probs.data() + i * count, count,
                            out.data() + i * headDim, headDim);
            }
        };
        std::vector<float> probs(queries * count);
        std::vector<float> out(queries * headDim);
        run(queries, probs, out);
        for (const std::size_t step : {std::size_t{1}, std::size_t{64}}) {
            std::vector<float> otherProbs(probs.size());
            std::vector<float> otherOut(out.size());
            run(step, otherProbs, otherOut);
            QVERIFY(sameBits(otherProbs, probs));
            QVERIFY(sameBits(otherOut, out));
        }
    }
};

QTEST_GUILESS_MAIN(AttentionTest)
#include "attention_test.moc"
