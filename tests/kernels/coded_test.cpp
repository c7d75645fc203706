// SPDX-License-Identifier: Apache-2.0
#include "kernels/coded.h"

#include <QtTest>
#include <cmath>

#include "tests/kernels/coded_head.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

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
            std::size_t valueTokens = 1;
        };
        const Case cases[] = {
            {96, 33, 64, 32, 32, 4, Dtype::F32},    {600, 128, 128, 32, 64, 9, Dtype::BF16},
            {64, 1, 32, 64, 16, 1, Dtype::F16},     {1, 0, 80, 16, 80, 3, Dtype::F32},
            {0, 40, 48, 32, 48, 5, Dtype::F32},     {40, 20, 64, 8, 8, 4, Dtype::F32},
            {75, 9, 80, 5, 20, 2, Dtype::BF16},     {48, 17, 2, 24, 2, 3, Dtype::F32},
            {33, 7, 7, 3, 7, 1, Dtype::F16},        {300, 31, 96, 48, 24, 6, Dtype::F32},
            {96, 33, 64, 32, 1, 4, Dtype::F32, 32}, {75, 9, 7, 5, 1, 2, Dtype::BF16, 5},
        };
        for (const Case& c : cases) {
            HeadShape shape;
            shape.coded = c.coded;
            shape.full = c.full;
            shape.headDim = c.headDim;
            // Steps of width 8 are smaller, so that the numbers stay of one size.
            shape.format = {static_cast<std::uint32_t>(width), c.keyGroup, c.valueGroup, static_cast<Dtype>(scale),
                            c.valueTokens};
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

    void readingSomeHasTheBitsOfHoldingOnlyThose_data() { addFormatRows(); }
    void readingSomeHasTheBitsOfHoldingOnlyThose() {
        KVW_USE_ISA();
        QFETCH(int, width);
        QFETCH(int, scale);
        for (const std::size_t group : {16U, 10U}) {
            HeadShape shape;
            shape.coded = 130;
            shape.full = 40;
            shape.headDim = 80;
            shape.format = {static_cast<std::uint32_t>(width), group, group, static_cast<Dtype>(scale)};
            CodedHead head(shape);
            constexpr std::size_t kQueries = 6;
            const std::vector<float> q = Numbers(5).take(kQueries * 80, 0.5F);
            // Every second tile; query g reads the slots that are g modulo 4 and one of everything.
            std::vector<std::uint32_t> tiles;
            for (std::uint32_t tile = 0; tile < head.stride() / 16; tile += 2) {
                tiles.push_back(tile);
            }
            std::vector<std::uint16_t> lanes;
            for (std::size_t g = 0; g < kQueries; ++g) {
                const auto quarter = static_cast<std::uint16_t>(0x1111U << (g % 4));
                lanes.insert(lanes.end(), tiles.size(), g < 4 ? quarter : std::uint16_t{0xffff});
            }
            std::vector<float> out(q.size()), probs(kQueries * head.stride()), logits(probs.size()), nats(kQueries);
            attendRead(head.slots(), {tiles.data(), tiles.size(), lanes.data()}, q.data(), kQueries, 0.1F, out.data(),
                       probs.data(), head.stride(), logits.data(), nats.data());
            for (std::size_t g = 0; g < kQueries; ++g) {
                CodedHead alone(shape);
                for (std::size_t slot = 0; slot < alone.used; ++slot) {
                    const bool read = slot / 16 % 2 == 0 && (g >= 4 || slot % 4 == g % 4);
                    alone.tokens[slot] = read ? alone.tokens[slot] : -1;
                }
                for (auto* list : {&alone.keySlots, &alone.valueSlots, &alone.codedKeySlots, &alone.codedValueSlots}) {
                    for (std::int32_t& slot : *list) {
                        slot = slot >= 0 && alone.tokens[static_cast<std::size_t>(slot)] >= 0 ? slot : -1;
                    }
                }
                const auto row = [g](const std::vector<float>& all, std::size_t width_) {
                    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(g * width_);
                    return std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(width_));
                };
                const Answer expected = attend(alone, row(q, 80), 0.1F);
                QVERIFY(sameBits(row(out, 80), expected.out));
                QVERIFY(sameBits(row(probs, head.stride()), expected.probs));
                QVERIFY(sameBits(row(logits, head.stride()), expected.logits));
                QVERIFY(sameBits(row(nats, 1), expected.entropy));
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
