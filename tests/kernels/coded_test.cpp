// SPDX-License-Identifier: Apache-2.0
#include "kernels/coded.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "kernels/attention.h"
#include "tests/kernels/support.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::size_t roundUp(std::size_t count, std::size_t multiple) {
    return (count + multiple - 1) / multiple * multiple;
}

struct HeadShape {
    std::size_t coded = 0;  ///< coded tokens; as many keys as values
    std::size_t full = 0;   ///< tokens in full precision
    std::size_t headDim = 64;
    CodeFormat format{2, 32, 32, Dtype::F16};
    Dtype dtype = Dtype::F32;
    float junk = 0;  ///< at positions of nobody
};

/// A stored head whose slots lie at shuffled positions, with holes. The double reference reads `keys` and `values`,
/// which are code * scale + minimum computed here.
struct CodedHead {
    explicit CodedHead(const HeadShape& shape_) : shape(shape_), used(shape.coded + shape.full + 3) {
        const std::size_t dim = shape.headDim;
        tokens.assign(used, -1);
        keys.assign(used, {});
        values.assign(used, {});
        std::vector<std::int32_t> slots(used);
        for (std::size_t i = 0; i < used; ++i) {
            slots[i] = static_cast<std::int32_t>(i);
        }
        std::shuffle(slots.begin(), slots.end(), random);
        slots.resize(shape.coded + shape.full);  // the others stay free
        for (const std::int32_t slot : slots) {
            tokens[static_cast<std::size_t>(slot)] = slot;
        }
        const auto split = slots.begin() + static_cast<std::ptrdiff_t>(shape.coded);
        place({slots.begin(), split}, codedKeySlots);
        std::shuffle(slots.begin(), split, random);
        place({slots.begin(), split}, codedValueSlots);
        place({split, slots.end()}, keySlots);
        std::shuffle(split, slots.end(), random);
        place({split, slots.end()}, valueSlots);
        fillKeys(dim);
        fillValues(dim);
        fillFull(dim);
    }

    /// Positions for the slots, every fifth a hole.
    static void place(const std::vector<std::int32_t>& slots, std::vector<std::int32_t>& positions) {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (i % 5 == 4) {
                positions.push_back(-1);
            }
            positions.push_back(slots[i]);
        }
        positions.resize(roundUp(positions.size(), kTileSlots), -1);
    }

    std::vector<std::uint8_t> someCodes(std::size_t count) {
        std::vector<std::uint8_t> codes(count);
        for (std::uint8_t& code : codes) {
            code = static_cast<std::uint8_t>(random() & ((1U << shape.format.width) - 1U));
        }
        return codes;
    }
    /// Numbers as stored, and their bytes.
    std::vector<float> someNumbers(std::size_t count, float low, float high, std::vector<std::byte>& bytes) {
        std::vector<float> numbers(count);
        std::uniform_real_distribution<float> any(low, high);
        std::generate(numbers.begin(), numbers.end(), [&] { return any(random); });
        const Stored stored(numbers, shape.format.scale);
        bytes = stored.bytes;
        return stored.exact;
    }
    static float decoded(std::uint8_t code, float scale, float minimum) {
        const float product = static_cast<float>(code) * scale;
        return product + minimum;
    }

    void fillKeys(std::size_t dim) {
        const std::size_t positions = codedKeySlots.size();
        const std::size_t groups = roundUp(positions, shape.format.keyGroup) / shape.format.keyGroup;
        const std::vector<float> scales = someNumbers(groups * dim, 0.0F, 1.0F, keyScales);
        const std::vector<float> minimums = someNumbers(groups * dim, -1.5F, 0.5F, keyMinimums);
        const std::size_t word = codeWordBytes(shape.format.width);
        keyCodes.resize(positions / kTileSlots * dim * word);
        for (std::size_t p = 0; p < positions; ++p) {
            const std::vector<std::uint8_t> codes = someCodes(dim);
            std::vector<float> key(dim);
            for (std::size_t c = 0; c < dim; ++c) {
                storeCode(keyCodes.data() + (p / kTileSlots * dim + c) * word, shape.format.width, p % kTileSlots,
                          codes[c]);
                const std::size_t at = p / shape.format.keyGroup * dim + c;
                key[c] = decoded(codes[c], scales[at], minimums[at]);
            }
            if (codedKeySlots[p] >= 0) {
                keys[static_cast<std::size_t>(codedKeySlots[p])] = key;
            }
        }
    }
    void fillValues(std::size_t dim) {
        const std::size_t groups = dim / shape.format.valueGroup;
        const std::vector<float> scales = someNumbers(codedValueSlots.size() * groups, 0.0F, 1.0F, valueScales);
        const std::vector<float> minimums = someNumbers(codedValueSlots.size() * groups, -1.5F, 0.5F, valueMinimums);
        const std::size_t word = codeWordBytes(shape.format.width);
        const std::size_t words = roundUp(dim, kTileSlots) / kTileSlots;
        valueCodes.resize(codedValueSlots.size() * words * word);
        for (std::size_t row = 0; row < codedValueSlots.size(); ++row) {
            const std::vector<std::uint8_t> codes = someCodes(dim);
            std::vector<float> value(dim);
            for (std::size_t c = 0; c < dim; ++c) {
                storeCode(valueCodes.data() + (row * words + c / kTileSlots) * word, shape.format.width, c % kTileSlots,
                          codes[c]);
                const std::size_t at = row * groups + c / shape.format.valueGroup;
                value[c] = decoded(codes[c], scales[at], minimums[at]);
            }
            if (codedValueSlots[row] >= 0) {
                values[static_cast<std::size_t>(codedValueSlots[row])] = value;
            }
        }
    }
    void fillFull(std::size_t dim) {
        fullKeys.resize(keySlots.size() * dim * bytesOf(shape.dtype));
        fullValues.resize(valueSlots.size() * dim * bytesOf(shape.dtype));
        Numbers numbers(shape.full * 131 + dim);
        std::vector<float> row(dim);
        for (std::size_t p = 0; p < keySlots.size(); ++p) {
            row = keySlots[p] < 0 ? std::vector<float>(dim, shape.junk) : numbers.take(dim, 2);
            storeKey(fullKeys.data(), shape.dtype, p, dim, row.data());
            loadKey(fullKeys.data(), shape.dtype, p, dim, row.data());
            if (keySlots[p] >= 0) {
                keys[static_cast<std::size_t>(keySlots[p])] = row;
            }
            row = valueSlots[p] < 0 ? std::vector<float>(dim, shape.junk) : numbers.take(dim, 2);
            storeValue(fullValues.data(), shape.dtype, p, dim, row.data());
            loadValue(fullValues.data(), shape.dtype, p, dim, row.data());
            if (valueSlots[p] >= 0) {
                values[static_cast<std::size_t>(valueSlots[p])] = row;
            }
        }
    }

    [[nodiscard]] HeadSlots slots(const RotateOnRead* rotation = nullptr) const {
        HeadSlots head{fullKeys.data(), fullValues.data(), shape.dtype, tokens.data(), used, shape.headDim, rotation};
        head.coded = {shape.format,      keySlots.data(),      keySlots.size(),        valueSlots.data(),
                      valueSlots.size(), codedKeySlots.data(), codedKeySlots.size(),   keyCodes.data(),
                      keyScales.data(),  keyMinimums.data(),   codedValueSlots.data(), codedValueSlots.size(),
                      valueCodes.data(), valueScales.data(),   valueMinimums.data()};
        return head;
    }
    [[nodiscard]] std::size_t stride() const { return roundUp(used, kTileSlots); }

    HeadShape shape;
    std::size_t used;
    std::mt19937 random{static_cast<std::uint32_t>(shape.coded * 7 + shape.full)};
    std::vector<std::int64_t> tokens;
    std::vector<std::vector<float>> keys, values;  ///< by slot
    std::vector<std::int32_t> keySlots, valueSlots, codedKeySlots, codedValueSlots;
    std::vector<std::byte> keyCodes, keyScales, keyMinimums, valueCodes, valueScales, valueMinimums;
    std::vector<std::byte> fullKeys, fullValues;
};

struct Answer {
    std::vector<float> out, probs, logits, entropy;
};

Answer attend(const CodedHead& head, const std::vector<float>& q, float scale, const RotateOnRead* rotation = nullptr) {
    const std::size_t queries = q.size() / head.shape.headDim;
    const float nan = std::nanf("");
    Answer answer{std::vector<float>(q.size(), nan), std::vector<float>(queries * head.stride(), nan),
                  std::vector<float>(queries * head.stride(), nan), std::vector<float>(queries, nan)};
    attendDecode(head.slots(rotation), q.data(), queries, scale, answer.out.data(), answer.probs.data(), head.stride(),
                 answer.logits.data(), answer.entropy.data());
    return answer;
}

/// Softmax attention in double over the decoded keys and values. Empty: it agrees, and free slots have no weight.
QString mismatch(const CodedHead& head, const std::vector<float>& q, double scale, const Answer& actual) {
    const std::size_t dim = head.shape.headDim;
    const std::size_t stride = head.stride();
    for (std::size_t g = 0; g < q.size() / dim; ++g) {
        std::vector<double> weights(stride, 0);
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            double dot = 0;
            for (std::size_t c = 0; head.tokens[slot] >= 0 && c < dim; ++c) {
                dot += static_cast<double>(q[g * dim + c]) * static_cast<double>(head.keys[slot][c]);
            }
            weights[slot] = dot * scale;
            most = head.tokens[slot] >= 0 ? std::max(most, weights[slot]) : most;
        }
        double sum = 0;
        double entropy = 0;
        std::vector<double> out(dim, 0);
        for (std::size_t slot = 0; slot < stride; ++slot) {
            const bool held = slot < head.used && head.tokens[slot] >= 0;
            const float logit = actual.logits[g * stride + slot];
            const bool wrong =
                held ? !(std::abs(static_cast<double>(logit) - weights[slot]) < 3e-6 * (1 + std::abs(weights[slot])))
                     : logit != -kInfinity || actual.probs[g * stride + slot] != 0.0F;
            if (wrong) {
                return QString("query %1, slot %2: logit %3 for %4")
                    .arg(g)
                    .arg(slot)
                    .arg(double(logit))
                    .arg(weights[slot]);
            }
            weights[slot] = held ? std::exp(weights[slot] - most) : 0;
            sum += weights[slot];
        }
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            weights[slot] /= sum;
            entropy -= weights[slot] > 0 ? weights[slot] * std::log(weights[slot]) : 0;
            for (std::size_t c = 0; head.tokens[slot] >= 0 && c < dim; ++c) {
                out[c] += weights[slot] * static_cast<double>(head.values[slot][c]);
            }
        }
        const auto row = [g](const std::vector<float>& all, std::size_t width) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(g * width);
            return std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(width));
        };
        const double outError = relativeError(row(actual.out, dim), out);
        const double probsError = relativeError(row(actual.probs, stride), weights);
        if (!(outError < 3e-6 && probsError < 3e-6) ||
            !(std::abs(static_cast<double>(actual.entropy[g]) - entropy) < 1e-5)) {
            return QString("query %1: errors %2, %3").arg(g).arg(outError).arg(probsError);
        }
    }
    return {};
}

void addFormatRows() {
    QTest::addColumn<int>("isa");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("scale");
    for (const Isa isa : availableIsas()) {
        for (const int width : {2, 4, 8}) {
            for (const Dtype scale : {Dtype::F16, Dtype::F32}) {
                QTest::addRow("%s, %d bit, %s", isaName(isa), width, dtypeName(scale))
                    << static_cast<int>(isa) << width << static_cast<int>(scale);
            }
        }
    }
}

}  // namespace

class CodedTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void codesComeBack() {
        for (const std::uint32_t width : {2U, 4U, 8U}) {
            std::vector<std::byte> word(codeWordBytes(width), std::byte{0xff});
            const unsigned most = (1U << width) - 1U;
            for (std::size_t lane = 0; lane < 16; ++lane) {
                storeCode(word.data(), width, lane, static_cast<std::uint8_t>((lane * 37 + 1) & most));
            }
            for (std::size_t lane = 0; lane < 16; ++lane) {
                QCOMPARE(unsigned(loadCode(word.data(), width, lane)), unsigned((lane * 37 + 1) & most));
            }
            // One code changes alone.
            storeCode(word.data(), width, 7, 0);
            for (std::size_t lane = 0; lane < 16; ++lane) {
                QCOMPARE(unsigned(loadCode(word.data(), width, lane)),
                         lane == 7 ? 0U : unsigned((lane * 37 + 1) & most));
            }
        }
        for (std::uint32_t bits = 1; bits <= 8; ++bits) {
            QVERIFY(codeWidth(bits) >= bits && codeWidth(bits) <= std::max(2 * bits, 2U));
        }
    }

    void rowsAreCodeTimesScalePlusMinimum_data() { addFormatRows(); }
    void rowsAreCodeTimesScalePlusMinimum() {
        KVW_USE_ISA();
        QFETCH(int, width);
        QFETCH(int, scale);
        for (const std::size_t group : {1U, 4U, 16U, 20U, 40U, 80U}) {
            HeadShape shape;
            shape.coded = 70;
            shape.headDim = 80;
            shape.format = {static_cast<std::uint32_t>(width), group, group, static_cast<Dtype>(scale)};
            const CodedHead head(shape);
            const CodedSlots coded = head.slots().coded;
            std::vector<float> row(shape.headDim);
            for (std::size_t p = 0; p < coded.codedKeys; ++p) {
                if (head.codedKeySlots[p] >= 0) {
                    loadCodedKey(coded, shape.headDim, p, row.data());
                    QVERIFY(sameBits(row, head.keys[static_cast<std::size_t>(head.codedKeySlots[p])]));
                }
            }
            for (std::size_t r = 0; r < coded.codedValues; ++r) {
                if (head.codedValueSlots[r] >= 0) {
                    loadCodedValue(coded, shape.headDim, r, row.data());
                    QVERIFY(sameBits(row, head.values[static_cast<std::size_t>(head.codedValueSlots[r])]));
                }
            }
        }
    }

    void attentionMatchesDoubleOverDecodedRows_data() { addFormatRows(); }
    void attentionMatchesDoubleOverDecodedRows() {
        KVW_USE_ISA();
        QFETCH(int, width);
        QFETCH(int, scale);
        struct Case {
            std::size_t coded, full, headDim, keyGroup, valueGroup, queries;
            Dtype dtype;
        };
        const Case cases[] = {
            {96, 33, 64, 32, 32, 4, Dtype::F32}, {600, 128, 128, 32, 64, 9, Dtype::BF16},
            {64, 1, 32, 64, 16, 1, Dtype::F16},  {1, 0, 80, 16, 80, 3, Dtype::F32},
            {0, 40, 48, 32, 48, 5, Dtype::F32},  {40, 20, 64, 8, 8, 4, Dtype::F32},
            {75, 9, 80, 5, 20, 2, Dtype::BF16},  {48, 17, 2, 24, 2, 3, Dtype::F32},
            {33, 7, 7, 3, 7, 1, Dtype::F16},     {300, 31, 96, 48, 24, 6, Dtype::F32},
        };
        for (const Case& c : cases) {
            HeadShape shape;
            shape.coded = c.coded;
            shape.full = c.full;
            shape.headDim = c.headDim;
            // Steps of width 8 are smaller, so that the numbers stay of one size.
            shape.format = {static_cast<std::uint32_t>(width), c.keyGroup, c.valueGroup, static_cast<Dtype>(scale)};
            shape.dtype = c.dtype;
            shape.junk = std::nanf("");
            const CodedHead head(shape);
            const float size = 3.0F / static_cast<float>(1U << static_cast<unsigned>(width));
            const std::vector<float> q = Numbers(c.queries).take(c.queries * c.headDim, size);
            const float factor = 1.0F / std::sqrt(static_cast<float>(c.headDim));
            const QString problem = mismatch(head, q, static_cast<double>(factor), attend(head, q, factor));
            QVERIFY2(
                problem.isEmpty(),
                qPrintable(QString("head_dim %1, groups %2 and %3: ").arg(c.headDim).arg(c.keyGroup).arg(c.valueGroup) +
                           problem));
        }
    }

    void rotationOnReadTurnsDecodedKeys_data() { addFormatRows(); }
    void rotationOnReadTurnsDecodedKeys() {
        KVW_USE_ISA();
        QFETCH(int, width);
        QFETCH(int, scale);
        for (const bool halfSplit : {true, false}) {
            for (const std::size_t keyGroup : {32U, 6U}) {
                HeadShape shape;
                shape.coded = 96;
                shape.full = 20;
                shape.format = {static_cast<std::uint32_t>(width), keyGroup, 32, static_cast<Dtype>(scale)};
                CodedHead head(shape);
                constexpr std::size_t kPlanes = 24;
                std::vector<float> cosines, sines;
                std::vector<std::int32_t> phase(head.used);
                for (std::size_t slot = 0; slot < head.used; ++slot) {
                    phase[slot] = head.tokens[slot] < 0 ? 2000000000 : static_cast<std::int32_t>(slot);
                    for (std::size_t i = 0; i < kPlanes; ++i) {
                        const double angle =
                            static_cast<double>(slot) / std::pow(100.0, static_cast<double>(i) / kPlanes);
                        cosines.push_back(static_cast<float>(std::cos(angle)));
                        sines.push_back(static_cast<float>(std::sin(angle)));
                    }
                }
                const RotateOnRead rotation{phase.data(), cosines.data(), sines.data(), 2 * kPlanes, halfSplit};
                const std::vector<float> q = Numbers(3).take(5 * 64, 3.0F / static_cast<float>(1 << width));
                const Answer answer = attend(head, q, 0.125F, &rotation);
                for (std::size_t slot = 0; slot < head.used; ++slot) {
                    const std::vector<float> raw = head.keys[slot];
                    for (std::size_t i = 0; head.tokens[slot] >= 0 && i < kPlanes; ++i) {
                        const std::size_t a = halfSplit ? i : 2 * i;
                        const std::size_t b = halfSplit ? i + kPlanes : 2 * i + 1;
                        const std::size_t at = slot * kPlanes + i;
                        head.keys[slot][a] = raw[a] * cosines[at] - raw[b] * sines[at];
                        head.keys[slot][b] = raw[b] * cosines[at] + raw[a] * sines[at];
                    }
                }
                const QString problem = mismatch(head, q, 0.125, answer);
                QVERIFY2(problem.isEmpty(), qPrintable(problem));
            }
        }
    }

    void bitsDoNotDependOnTheOtherQueriesOrOnHoles_data() { addFormatRows(); }
    void bitsDoNotDependOnTheOtherQueriesOrOnHoles() {
        KVW_USE_ISA();
        QFETCH(int, width);
        QFETCH(int, scale);
        for (const std::size_t group : {16U, 10U}) {
            HeadShape shape;
            shape.coded = 130;
            shape.full = 21;
            shape.headDim = 80;
            shape.format = {static_cast<std::uint32_t>(width), group, group, static_cast<Dtype>(scale)};
            const std::vector<float> q = Numbers(5).take(9 * 80, 0.5F);
            const Answer together = attend(CodedHead(shape), q, 0.1F);
            shape.junk = kInfinity;
            const CodedHead head(shape);
            for (std::size_t g = 0; g < 9; ++g) {
                const auto row = [g](const std::vector<float>& all, std::size_t width_) {
                    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(g * width_);
                    return std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(width_));
                };
                const Answer alone = attend(head, row(q, 80), 0.1F);
                QVERIFY(sameBits(alone.out, row(together.out, 80)));
                QVERIFY(sameBits(alone.probs, row(together.probs, head.stride())));
                QVERIFY(sameBits(alone.entropy, row(together.entropy, 1)));
            }
        }
    }

    /// Nothing coded and every slot in its place: the plain path.
    void fullPrecisionInPlaceHasTheBitsOfPlainSlots_data() { addIsaAndDtypeRows(); }
    void fullPrecisionInPlaceHasTheBitsOfPlainSlots() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        HeadShape shape;
        shape.full = 100;
        shape.dtype = static_cast<Dtype>(dtype);
        CodedHead head(shape);
        HeadSlots placed = head.slots();
        std::vector<std::int32_t> slots(head.keySlots.size(), -1);
        std::vector<std::int64_t> tokens(slots.size(), -1);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            // Key and value of a position belong to one token here, whatever they were made for.
            const bool held = head.keySlots[i] >= 0 && head.valueSlots[i] >= 0;
            slots[i] = held ? static_cast<std::int32_t>(i) : -1;
            tokens[i] = held ? 1 : -1;
        }
        placed.tokens = tokens.data();
        placed.used = slots.size();
        placed.coded.keySlots = placed.coded.valueSlots = slots.data();
        HeadSlots plain = placed;
        plain.coded = {};
        const std::vector<float> q = Numbers(6).take(4 * 64);
        std::vector<float> out[2], probs[2];
        for (const HeadSlots* how : {&placed, &plain}) {
            auto& o = out[how == &plain ? 1 : 0];
            auto& p = probs[how == &plain ? 1 : 0];
            o.resize(q.size());
            p.resize(4 * slots.size());
            attendDecode(*how, q.data(), 4, 0.125F, o.data(), p.data(), slots.size(), nullptr, nullptr);
        }
        QVERIFY(sameBits(probs[0], probs[1]));
        QVERIFY(sameBits(out[0], out[1]));
    }

    void equalKeysGetExactlyEqualWeights_data() { addFormatRows(); }
    void equalKeysGetExactlyEqualWeights() {
        KVW_USE_ISA();
        QFETCH(int, width);
        QFETCH(int, scale);
        HeadShape shape;
        shape.coded = 90;
        shape.format = {static_cast<std::uint32_t>(width), 32, 32, static_cast<Dtype>(scale)};
        CodedHead head(shape);
        std::fill(head.keyCodes.begin(), head.keyCodes.end(), std::byte{0});
        std::fill(head.keyMinimums.begin(), head.keyMinimums.end(), std::byte{0x30});
        const Answer answer = attend(head, Numbers(11).take(5 * 64), 0.3F);
        for (std::size_t g = 0; g < 5; ++g) {
            float weight = -1;
            for (std::size_t slot = 0; slot < head.used; ++slot) {
                if (head.tokens[slot] >= 0) {
                    weight = weight < 0 ? answer.probs[g * head.stride() + slot] : weight;
                    QVERIFY(answer.probs[g * head.stride() + slot] == weight);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(CodedTest)
#include "coded_test.moc"
