// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cache/coded_pair.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Decode attention over a stored head against double over the rows that readKey and readValue give.
double attentionError(const KvCache& cache, std::int32_t layer, std::int32_t head) {
    const CacheShape& s = cache.shape();
    const std::int32_t unit = s.unitOfStored(head);
    const auto dim = static_cast<std::size_t>(s.headDim);
    const HeadSlots slots = cache.slots(layer, head, nullptr);
    const auto stride = static_cast<std::size_t>(cache.stride());
    std::vector<float> q(dim), out(dim), probs(stride), key(dim), value(dim);
    for (std::size_t c = 0; c < dim; ++c) {
        q[c] = std::sin(static_cast<float>(c + 1));
    }
    attendDecode(slots, q.data(), 1, 0.25F, out.data(), probs.data(), stride, nullptr, nullptr);
    std::vector<double> expected(dim, 0);
    double sum = 0;
    double weights = 0;
    const auto tokens = cache.tokens(layer, unit);
    for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
        weights += static_cast<double>(probs[slot]);
        if (tokens[slot] < 0) {
            continue;
        }
        cache.readKey(layer, head, static_cast<std::int32_t>(slot), key.data());
        cache.readValue(layer, head, static_cast<std::int32_t>(slot), value.data());
        double dot = 0;
        for (std::size_t c = 0; c < dim; ++c) {
            dot += static_cast<double>(q[c]) * static_cast<double>(key[c]);
        }
        const double weight = std::exp(dot * 0.25);
        sum += weight;
        for (std::size_t c = 0; c < dim; ++c) {
            expected[c] += weight * static_cast<double>(value[c]);
        }
    }
    double error = std::abs(weights - 1);
    for (std::size_t c = 0; c < dim; ++c) {
        error = std::max(error, std::abs(static_cast<double>(out[c]) - expected[c] / sum));
    }
    return error;
}

}  // namespace

class CodedUnitTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void lengthsOfTheText();
    void randomOperations_data();
    void randomOperations();
    void attentionReadsWhatIsStored();
    void everythingIsCodedOnceInFewCalls();
    void whatCodingCostsIsMeasured_data();
    void whatCodingCostsIsMeasured();
    void whatIsReadInFullPrecisionCostsNothing();
    void copiesAreIndependent();
    void anErrorLeavesTheTail();
    void numbersThatDoNotFitAreRefused_data();
    void numbersThatDoNotFitAreRefused();
};

void CodedUnitTest::lengthsOfTheText() {
    // POLICIES.md, section 17: R = 4 from S = 10.
    const std::int64_t expected[][5] = {{10, 8, 2, 6, 4},   {11, 8, 3, 7, 4},   {12, 12, 0, 8, 4}, {13, 12, 1, 9, 4},
                                        {14, 12, 2, 10, 4}, {15, 12, 3, 11, 4}, {16, 16, 0, 12, 4}};
    for (const std::int64_t chunk : {10, 3, 1}) {
        Pair pair(codedShapeOf(1, 2, 8, 2, 4, 4), 1);
        for (std::int64_t token = 0; token < 10; token += chunk) {
            pair.pass(0, token, std::min<std::int64_t>(chunk, 10 - token));
            pair.encode(0, 1);
        }
        for (const auto& row : expected) {
            if (row[0] > 10) {
                pair.pass(0, row[0] - 1, 1);
                pair.encode(0, 1);
            }
            const CodedCounts counts = pair.cache.codedUnit(0, 0)->counts();
            QCOMPARE(pair.cache.held(0, 0), row[0]);
            QCOMPARE(counts.codedKeys, row[1]);
            QCOMPARE(counts.fullKeys, row[2]);
            QCOMPARE(counts.codedValues, row[3]);
            QCOMPARE(counts.fullValues, row[4]);
        }
    }
    // Shorter than the residual, and exactly as long.
    for (const std::int64_t length : {1, 3, 4, 5}) {
        Pair pair(codedShapeOf(1, 2, 8, 2, 4, 4), 1);
        pair.pass(0, 0, length);
        pair.encode(0, 1);
        const CodedCounts counts = pair.cache.codedUnit(0, 0)->counts();
        QCOMPARE(counts.codedKeys, length - length % 4);
        QCOMPARE(counts.codedValues, std::max<std::int64_t>(length - 4, 0));
    }
}

void CodedUnitTest::randomOperations_data() {
    QTest::addColumn<int>("units");
    QTest::addColumn<int>("storedHeads");
    QTest::addColumn<int>("headDim");
    QTest::addColumn<int>("bits");
    QTest::addColumn<int>("group");
    QTest::addColumn<int>("residual");
    QTest::addColumn<int>("scale");
    QTest::addColumn<bool>("perChannel");
    const int f16 = static_cast<int>(Dtype::F16);
    const int f32 = static_cast<int>(Dtype::F32);
    QTest::addRow("per layer, 2 bit, groups of 16") << 1 << 2 << 16 << 2 << 16 << 32 << f16 << false;
    QTest::addRow("per KV head, 4 bit, groups of 16") << 2 << 2 << 32 << 4 << 16 << 16 << f32 << false;
    QTest::addRow("per query head, 2 bit, groups of 4") << 4 << 4 << 8 << 2 << 4 << 8 << f16 << false;
    QTest::addRow("per KV head, 8 bit, groups of 3") << 2 << 2 << 6 << 8 << 3 << 9 << f16 << false;
    QTest::addRow("per layer, 3 bit, groups of 24") << 1 << 2 << 24 << 3 << 24 << 24 << f32 << false;
    QTest::addRow("per KV head, 1 bit, groups of 1") << 2 << 2 << 5 << 1 << 1 << 1 << f32 << false;
    QTest::addRow("values per channel, 2 bit, groups of 16") << 2 << 2 << 16 << 2 << 16 << 32 << f16 << true;
    QTest::addRow("values per channel, 4 bit, groups of 3") << 1 << 2 << 7 << 4 << 3 << 9 << f16 << true;
}

void CodedUnitTest::randomOperations() {
    QFETCH(int, units);
    QFETCH(int, storedHeads);
    QFETCH(int, headDim);
    QFETCH(int, bits);
    QFETCH(int, group);
    QFETCH(int, residual);
    QFETCH(int, scale);
    QFETCH(bool, perChannel);
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        Pair pair(codedShapeOf(units, storedHeads, headDim, bits, static_cast<std::size_t>(group), residual,
                               static_cast<Dtype>(scale), perChannel),
                  seed);
        std::int64_t token = 0;
        for (int operation = 0; operation < 300; ++operation) {
            const auto layer = static_cast<std::int32_t>(pair.below(2));
            const auto unit = static_cast<std::int32_t>(pair.below(units));
            switch (pair.below(8)) {
                case 0: {
                    const std::int64_t count = 1 + pair.below(60);
                    pair.pass(layer, token, count);
                    token += count;
                    break;
                }
                case 1:
                case 2:
                    pair.evictSome(layer, unit, pair.below(40));
                    break;
                case 3:
                    QVERIFY(pair.cache.compact(layer, pair.below(20)));
                    break;
                case 4:
                    pair.cache.shrinkTables();
                    break;
                case 5:
                    pair.encode(0, 2);
                    break;
                default:
                    pair.pass(layer, token++, 1);
                    pair.evictSome(layer, unit, pair.below(2));
                    pair.encode(layer, 1);
                    break;
            }
            const QString difference = pair.difference();
            QVERIFY2(difference.isEmpty(),
                     qPrintable(QString("seed %1, operation %2, %3").arg(seed).arg(operation).arg(difference)));
        }
        QVERIFY(token > 500);
        for (std::int32_t head = 0; head < storedHeads; ++head) {
            if (pair.cache.held(0, pair.cache.shape().unitOfStored(head)) > 0) {
                QVERIFY(attentionError(pair.cache, 0, head) < 1e-5);
            }
        }
    }
}

void CodedUnitTest::attentionReadsWhatIsStored() {
    Pair pair(codedShapeOf(2, 2, 64, 2, 32, 64), 3);
    pair.pass(0, 0, 300);
    pair.evictSome(0, 1, 90);
    QVERIFY(pair.cache.compact(0, 1));
    pair.encode(0, 2);
    for (std::int64_t token = 300; token < 400; ++token) {
        pair.pass(0, token, 1);
        pair.evictSome(0, 0, 1);
        pair.encode(0, 2);
    }
    QCOMPARE(pair.difference(), QString());
    QVERIFY(attentionError(pair.cache, 0, 0) < 3e-6);
    QVERIFY(attentionError(pair.cache, 0, 1) < 3e-6);
}

void CodedUnitTest::everythingIsCodedOnceInFewCalls() {
    Pair pair(codedShapeOf(2, 2, 16, 4, 16, 32), 11);
    for (std::int32_t layer = 0; layer < 2; ++layer) {
        pair.pass(layer, 0, 100);
    }
    pair.encode(0, 2);
    QCOMPARE(pair.encoder.calls, std::int64_t{2});
    for (std::int64_t token = 100; token < 300; ++token) {
        for (std::int32_t layer = 0; layer < 2; ++layer) {
            pair.pass(layer, token, 1);
            pair.evictSome(layer, 0, 1);
        }
        pair.encode(0, 2);
    }
    // Units that lose tokens of their tail fill it at other steps.
    QVERIFY(pair.encoder.calls <= 2 + 3 * 2 * (200 / 32 + 1));
    // 9 blocks in the unit that evicts nothing, fewer in the other.
    const std::int64_t perBlock = 32 * 2 * 16;
    QVERIFY(pair.encoder.numbers % perBlock == 0);
    QVERIFY(pair.encoder.numbers / perBlock <= 2 * 2 * 9);
    QVERIFY(pair.encoder.numbers / perBlock >= 2 * 9 + 2 * 3);
    QCOMPARE(pair.difference(), QString());
}

void CodedUnitTest::whatCodingCostsIsMeasured_data() {
    QTest::addColumn<int>("bits");
    QTest::addRow("2 bits") << 2;
    QTest::addRow("4 bits") << 4;
}

void CodedUnitTest::whatCodingCostsIsMeasured() {
    QFETCH(int, bits);
    Pair pair(codedShapeOf(2, 2, 16, bits, 16, 32), 17);
    QVERIFY(std::isnan(pair.error.keys.relative()) && std::isnan(pair.error.values.relative()));
    pair.pass(0, 0, 20);
    pair.encode(0, 1);
    QVERIFY(std::isnan(pair.error.keys.relative()));  // all of it is in the tail
    pair.pass(0, 20, 80);
    pair.pass(1, 0, 100);
    pair.encode(0, 2);
    CodingError expected;
    for (const NaiveUnit& unit : pair.naive) {
        for (const auto& [token, entry] : unit) {
            if (entry.keyCoded) {
                expected.keys.add(entry.keys, entry.decodedKeys);
            }
            if (entry.valueCoded) {
                expected.values.add(entry.values, entry.decodedValues);
            }
        }
    }
    QVERIFY(expected.keys.numbers > 0 && expected.values.numbers > 0);
    QVERIFY(std::abs(pair.error.keys.relative() / expected.keys.relative() - 1) < 1e-9);
    QVERIFY(std::abs(pair.error.values.relative() / expected.values.relative() - 1) < 1e-9);
    // Values are as evenly spread as keys: of a group's range r in steps of r / (2^b - 1), off by r / (2^b - 1) /
    // 12^0.5.
    QVERIFY(std::abs(pair.error.values.relative() / pair.error.keys.relative() - 1) < 0.1);
    const double keys = pair.error.keys.relative();
    pair.evictSome(0, 0, 90);
    QCOMPARE(pair.error.keys.relative(), keys);  // what was coded stays counted
    QVERIFY(bits == 2 ? keys > 0.2 && keys < 0.5 : keys > 0.04 && keys < 0.1);
}

/// The values of the newest R tokens have codes, which nothing reads.
void CodedUnitTest::whatIsReadInFullPrecisionCostsNothing() {
    Pair pair(codedShapeOf(2, 2, 16, 2, 16, 32), 5);
    pair.pass(0, 0, 32);
    pair.encode(0, 1);
    QCOMPARE(pair.cache.codedUnit(0, 0)->counts().codedKeys, std::int64_t{32});
    QCOMPARE(pair.cache.codedUnit(0, 0)->counts().codedValues, std::int64_t{0});
    QVERIFY(pair.error.keys.relative() > 0);
    QVERIFY(std::isnan(pair.error.values.relative()));
    // The next token makes the oldest value one that is read as codes.
    pair.pass(0, 32, 1);
    pair.encode(0, 1);
    CodingError expected;
    for (std::int32_t unit = 0; unit < 2; ++unit) {
        const NaiveToken& oldest = pair.unit(0, unit).begin()->second;
        QVERIFY(oldest.valueCoded);
        expected.values.add(oldest.values, oldest.decodedValues);
    }
    QCOMPARE(pair.error.values.numbers, expected.values.numbers);
    QVERIFY(std::abs(pair.error.values.relative() / expected.values.relative() - 1) < 1e-9);
    // One that is evicted before was never read so.
    const double numbers = pair.error.values.numbers;
    pair.evictSome(0, 0, 32);
    pair.evictSome(0, 1, 32);
    pair.pass(0, 33, 1);
    pair.encode(0, 1);
    QCOMPARE(pair.error.values.numbers, numbers);
}

void CodedUnitTest::copiesAreIndependent() {
    Pair pair(codedShapeOf(2, 2, 16, 2, 16, 16), 13);
    pair.pass(0, 0, 90);
    pair.encode(0, 1);
    KvCache copy(pair.cache);
    std::vector<std::int32_t> slots;
    copy.slotsInTokenOrder(0, 0, slots);
    slots.resize(70);
    copy.evict(0, 0, slots);
    const std::vector<float> ones(32, 1.0F);
    for (std::int64_t token = 100; token < 150; ++token) {
        QVERIFY(copy.reserve(0, 1));
        copy.append(0, token, ones.data(), ones.data(), 2);
        QVERIFY(copy.encode(0, 1, pair.encoder));
    }
    QCOMPARE(pair.difference(), QString());
    KvCache second(pair.cache);
    pair.evictSome(0, 1, 60);
    pair.pass(0, 90, 40);
    pair.encode(0, 1);
    QCOMPARE(pair.difference(), QString());
    QCOMPARE(second.held(0, 1), std::int64_t{90});
    QVERIFY(attentionError(second, 0, 1) < 1e-5);
}

void CodedUnitTest::anErrorLeavesTheTail() {
    Pair pair(codedShapeOf(1, 2, 16, 2, 16, 16), 15);
    pair.pass(0, 0, 40);
    pair.encoder.failing = true;
    QVERIFY(!pair.cache.encode(0, 1, pair.encoder));
    QCOMPARE(pair.cache.codedUnit(0, 0)->counts().codedKeys, std::int64_t{0});
    QCOMPARE(pair.difference(), QString());
    pair.encoder.failing = false;
    pair.encode(0, 1);
    QCOMPARE(pair.difference(), QString());
    pair.pass(0, 40, 16);
    pair.encoder.tooLarge = true;
    const auto refused = pair.cache.encode(0, 1, pair.encoder);
    QVERIFY(!refused);
    QCOMPARE(refused.error().sentence(), std::string("layer 0: a code is too large; found 255, expected 0 to 3."));
    QCOMPARE(pair.difference(), QString());
}

void CodedUnitTest::numbersThatDoNotFitAreRefused_data() {
    QTest::addColumn<float>("number");
    QTest::addColumn<int>("scale");
    QTest::addColumn<bool>("fits");
    QTest::addRow("65504 in float16") << 65504.0F << static_cast<int>(Dtype::F16) << true;
    QTest::addRow("-65519 in float16, which rounds to -65504") << -65519.0F << static_cast<int>(Dtype::F16) << true;
    QTest::addRow("-65520 in float16, which rounds to infinity") << -65520.0F << static_cast<int>(Dtype::F16) << false;
    QTest::addRow("200000 in float16, whose step is 66666.7") << 200000.0F << static_cast<int>(Dtype::F16) << false;
    QTest::addRow("-3e38 in float32") << -3e38F << static_cast<int>(Dtype::F32) << true;
    QTest::addRow("infinity in float32") << std::numeric_limits<float>::infinity() << static_cast<int>(Dtype::F32)
                                         << false;
}

void CodedUnitTest::numbersThatDoNotFitAreRefused() {
    QFETCH(float, number);
    QFETCH(int, scale);
    QFETCH(bool, fits);
    KvCache cache(codedShapeOf(1, 2, 8, 2, 4, 4, static_cast<Dtype>(scale)));
    QVERIFY(cache.reserve(0, 4));
    for (std::int64_t token = 0; token < 4; ++token) {
        std::vector<float> row(16, 0.0F);
        row[3] = token == 2 ? number : 0.0F;
        cache.append(0, token, row.data(), row.data(), 2);
    }
    Encoder encoder(2);
    const auto done = cache.encode(0, 1, encoder);
    QCOMPARE(done.has_value(), fits);
    if (fits) {
        float key[8];
        cache.readKey(0, 0, 2, key);
        QVERIFY(std::abs(key[3] - number) <= 1e-3F * std::abs(number));
    } else if (std::isfinite(number)) {
        QVERIFY(done.error().sentence().find("scale-dtype=float32 takes more") != std::string::npos);
    }
}

QTEST_GUILESS_MAIN(CodedUnitTest)
#include "coded_unit_test.moc"
