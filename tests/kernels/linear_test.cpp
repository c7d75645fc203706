// SPDX-License-Identifier: Apache-2.0
#include "kernels/linear.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/thread_pool.h"
#include "tests/kernels/support.h"

using namespace kvw;
using namespace kvw::test;

namespace {

struct Shape {
    std::size_t tokens, rows, columns;
};
/// Whole vectors, tails of every kind, more than one block of columns, of panels, and of tokens.
constexpr Shape kShapes[] = {{1, 1, 1},    {1, 5, 3},     {2, 16, 16},   {3, 17, 65},   {5, 33, 47},
                             {12, 32, 64}, {13, 31, 255}, {25, 70, 257}, {7, 64, 1000}, {800, 34, 40}};

std::vector<double> product(const std::vector<float>& x, const std::vector<float>& w, const Shape& shape) {
    std::vector<double> y(shape.tokens * shape.rows);
    for (std::size_t t = 0; t < shape.tokens; ++t) {
        for (std::size_t r = 0; r < shape.rows; ++r) {
            double sum = 0;
            for (std::size_t c = 0; c < shape.columns; ++c) {
                sum += static_cast<double>(x[t * shape.columns + c]) * static_cast<double>(w[r * shape.columns + c]);
            }
            y[t * shape.rows + r] = sum;
        }
    }
    return y;
}

/// Returns the number that 16 bits of a type stand for, from the definition of the format.
double meaning(std::uint16_t bits, int exponentBits) {
    const int mantissaBits = 15 - exponentBits;
    const int bias = (1 << (exponentBits - 1)) - 1;
    const int exponent = (bits >> mantissaBits) & ((1 << exponentBits) - 1);
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == (1 << exponentBits) - 1) {
        return mantissa != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
    }
    if (exponent == 0) {
        return sign * std::ldexp(mantissa, 1 - bias - mantissaBits);
    }
    return sign * std::ldexp(mantissa + (1 << mantissaBits), exponent - bias - mantissaBits);
}

}  // namespace

class LinearTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void widenIsExactForAllBitPatterns_data() { addIsaAndDtypeRows(); }
    void widenIsExactForAllBitPatterns() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        const auto type = static_cast<Dtype>(dtype);
        if (type == Dtype::F32) {
            const std::vector<float> values = Numbers(1).take(37);
            std::vector<float> copy(37);
            widen(values.data(), type, copy.data(), 37);
            QVERIFY(sameBits(copy, values));
            return;
        }
        std::vector<std::uint16_t> all(65535);  // an odd count: the tail is converted too
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = static_cast<std::uint16_t>(i);
        }
        std::vector<float> wide(all.size());
        widen(all.data(), type, wide.data(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double expected = meaning(all[i], type == Dtype::BF16 ? 8 : 5);
            const auto actual = static_cast<double>(wide[i]);
            const bool same = std::isnan(expected)
                                  ? std::isnan(actual)
                                  : actual == expected && std::signbit(actual) == std::signbit(expected);
            QVERIFY2(same, qPrintable(QString("bits %1: %2 for %3").arg(i).arg(actual).arg(expected)));
        }
    }

    void narrowRoundsToNearestEven_data() {
        QTest::addColumn<int>("dtype");
        QTest::newRow("bf16") << static_cast<int>(Dtype::BF16);
        QTest::newRow("f16") << static_cast<int>(Dtype::F16);
    }
    void narrowRoundsToNearestEven() {
        QFETCH(int, dtype);
        const auto type = static_cast<Dtype>(dtype);
        const int exponentBits = type == Dtype::BF16 ? 8 : 5;
        const std::uint16_t infinity = type == Dtype::BF16 ? 0x7f80 : 0x7c00;
        for (std::uint16_t lower = 0; lower + 1 < infinity; ++lower) {
            const double low = meaning(lower, exponentBits);
            const double high = meaning(static_cast<std::uint16_t>(lower + 1), exponentBits);
            const auto middle = static_cast<float>((low + high) / 2);
            const float inputs[] = {static_cast<float>(low), std::nextafter(middle, 0.0F), middle,
                                    std::nextafter(middle, std::numeric_limits<float>::infinity())};
            const auto upper = static_cast<std::uint16_t>(lower + 1);
            const std::uint16_t expected[] = {lower, lower, (lower & 1U) != 0 ? upper : lower, upper};
            std::uint16_t actual[4];
            narrow(inputs, type, actual, 4);
            // The midpoint of the smallest bf16 subnormals is still an f32, so every case is exact.
            for (int i = 0; i < 4; ++i) {
                QVERIFY2(actual[i] == expected[i],
                         qPrintable(QString("%1 gave %2").arg(double(inputs[i])).arg(actual[i])));
            }
            const float negative = -inputs[3];
            std::uint16_t mirrored = 0;
            narrow(&negative, type, &mirrored, 1);
            QCOMPARE(mirrored, static_cast<std::uint16_t>(upper | 0x8000));
        }
    }

    void narrowKeepsInfinityAndNan() {
        const float inputs[] = {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::max()};
        for (const Dtype type : {Dtype::BF16, Dtype::F16}) {
            std::uint16_t bits[4];
            float back[4];
            narrow(inputs, type, bits, 4);
            widen(bits, type, back, 4);
            QCOMPARE(back[0], inputs[0]);
            QCOMPARE(back[1], inputs[1]);
            QVERIFY(std::isnan(back[2]));
            QVERIFY(std::isinf(back[3]));
        }
    }

    void matVecMatchesDouble_data() { addIsaAndDtypeRows(); }
    void matVecMatchesDouble() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        ThreadPool pool(2);
        for (Shape shape : kShapes) {
            shape.tokens = 1;
            const Stored w(Numbers(2).take(shape.rows * shape.columns), static_cast<Dtype>(dtype));
            const std::vector<float> x = Numbers(3).take(shape.columns);
            std::vector<float> y(shape.rows, std::nanf(""));
            matVec({w.bytes.data(), w.dtype, shape.rows, shape.columns}, x.data(), y.data(), pool);
            const double error = relativeError(y, product(x, w.exact, shape));
            QVERIFY2(error < 5e-7, qPrintable(QString("%1 x %2: %3").arg(shape.rows).arg(shape.columns).arg(error)));
        }
    }

    void matVecBitsDoNotDependOnThreadsOrRow_data() { addIsaAndDtypeRows(); }
    void matVecBitsDoNotDependOnThreadsOrRow() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        const std::size_t columns = 199;
        const std::size_t rows = 501;
        const std::vector<float> one = Numbers(4).take(columns);
        std::vector<float> repeated;
        for (std::size_t r = 0; r < rows; ++r) {
            repeated.insert(repeated.end(), one.begin(), one.end());
        }
        const Stored w(repeated, static_cast<Dtype>(dtype));
        const std::vector<float> x = Numbers(5).take(columns);
        std::vector<float> first;
        for (const int threads : {1, 2, 5}) {
            ThreadPool pool(threads);
            std::vector<float> y(rows);
            matVec({w.bytes.data(), w.dtype, rows, columns}, x.data(), y.data(), pool);
            QVERIFY(sameBits(y, std::vector<float>(rows, y[0])));
            first = first.empty() ? y : first;
            QVERIFY(sameBits(y, first));
        }
    }

    void matVecsGivesTheBitsOfMatVec_data() { addIsaAndDtypeRows(); }
    void matVecsGivesTheBitsOfMatVec() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        constexpr std::size_t kMost = 17;  // more than one block on every instruction set
        for (const std::size_t columns : {1, 15, 16, 63, 64, 65, 199, 256, 3000}) {
            const std::size_t rows = 37;
            const std::size_t xStride = columns + 3;
            const std::size_t yStride = rows + 5;
            const Stored w(Numbers(10).take(rows * columns), static_cast<Dtype>(dtype));
            const Weights weights{w.bytes.data(), w.dtype, rows, columns};
            const std::vector<float> x = Numbers(11).take(kMost * xStride);
            for (const std::size_t count : {1, 2, 3, 6, 7, 8, 17}) {
                ThreadPool pool(count == 3 ? 1 : 2);
                std::vector<float> all(kMost * yStride, -7.0F);
                matVecs(weights, x.data(), xStride, all.data(), yStride, count, pool);
                std::vector<float> expected(all.size(), -7.0F);
                for (std::size_t v = 0; v < count; ++v) {
                    matVec(weights, x.data() + v * xStride, expected.data() + v * yStride, pool);
                }
                QVERIFY2(sameBits(all, expected), qPrintable(QString("%1 columns, %2").arg(columns).arg(count)));
            }
        }
    }

    void matMulMatchesDouble_data() { addIsaAndDtypeRows(); }
    void matMulMatchesDouble() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        ThreadPool pool(2);
        for (const Shape& shape : kShapes) {
            const Stored w(Numbers(6).take(shape.rows * shape.columns), static_cast<Dtype>(dtype));
            const std::vector<float> x = Numbers(7).take(shape.tokens * shape.columns);
            std::vector<float> y(shape.tokens * shape.rows, std::nanf(""));
            matMul({w.bytes.data(), w.dtype, shape.rows, shape.columns}, x.data(), shape.columns, y.data(), shape.rows,
                   shape.tokens, pool);
            const double error = relativeError(y, product(x, w.exact, shape));
            QVERIFY2(error < 1e-6,
                     qPrintable(
                         QString("%1 x %2 x %3: %4").arg(shape.tokens).arg(shape.rows).arg(shape.columns).arg(error)));
        }
    }

    void matMulBitsDoNotDependOnThreadsOrTokens_data() { addIsaAndDtypeRows(); }
    void matMulBitsDoNotDependOnThreadsOrTokens() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        const Shape shape{29, 131, 301};
        const Stored w(Numbers(8).take(shape.rows * shape.columns), static_cast<Dtype>(dtype));
        const Weights weights{w.bytes.data(), w.dtype, shape.rows, shape.columns};
        const std::vector<float> x = Numbers(9).take(shape.tokens * shape.columns);
        std::vector<float> whole(shape.tokens * shape.rows);
        ThreadPool one(1);
        matMul(weights, x.data(), shape.columns, whole.data(), shape.rows, shape.tokens, one);
        ThreadPool three(3);
        for (const std::size_t step : {std::size_t{1}, std::size_t{7}, shape.tokens}) {
            std::vector<float> parts(whole.size());
            for (std::size_t t = 0; t < shape.tokens; t += step) {
                matMul(weights, x.data() + t * shape.columns, shape.columns, parts.data() + t * shape.rows, shape.rows,
                       std::min(step, shape.tokens - t), three);
            }
            QVERIFY(sameBits(parts, whole));
        }
    }

    void bf16ProductsMatchDouble_data() { addIsaAndDtypeRows(); }
    void bf16ProductsMatchDouble() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        for (const Shape& shape : kShapes) {
            const Stored w(Numbers(6).take(shape.rows * shape.columns), static_cast<Dtype>(dtype));
            const std::vector<float> x = Numbers(7).take(shape.tokens * shape.columns);
            const std::vector<double> rounded =
                product(Stored(x, Dtype::BF16).exact, Stored(w.exact, Dtype::BF16).exact, shape);
            const Weights weights{w.bytes.data(), w.dtype, shape.rows, shape.columns};
            for (const int threads : {1, 3}) {
                ThreadPool pool(threads);
                // Rows of y are further apart than their numbers.
                const std::size_t stride = shape.rows + 3;
                std::vector<float> y(shape.tokens * stride, -7.0F);
                matMulBf16(weights, x.data(), shape.columns, y.data(), stride, shape.tokens, pool);
                std::vector<float> found;
                for (std::size_t t = 0; t < shape.tokens; ++t) {
                    const auto row = y.begin() + static_cast<std::ptrdiff_t>(t * stride);
                    found.insert(found.end(), row, row + static_cast<std::ptrdiff_t>(shape.rows));
                    QVERIFY(std::all_of(row + static_cast<std::ptrdiff_t>(shape.rows),
                                        row + static_cast<std::ptrdiff_t>(stride),
                                        [](float gap) { return gap == -7; }));
                }
                const double error = relativeError(found, rounded);
                QVERIFY2(
                    error < 1e-6,
                    qPrintable(
                        QString("%1 x %2 x %3: %4").arg(shape.tokens).arg(shape.rows).arg(shape.columns).arg(error)));
            }
        }
    }

    void bf16BitsDoNotDependOnThreadsOrTokens_data() { addIsaAndDtypeRows(); }
    void bf16BitsDoNotDependOnThreadsOrTokens() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        const Shape shape{29, 131, 301};
        const Stored w(Numbers(8).take(shape.rows * shape.columns), static_cast<Dtype>(dtype));
        const Weights weights{w.bytes.data(), w.dtype, shape.rows, shape.columns};
        const std::vector<float> x = Numbers(9).take(shape.tokens * shape.columns);
        std::vector<float> whole(shape.tokens * shape.rows);
        ThreadPool one(1);
        matMulBf16(weights, x.data(), shape.columns, whole.data(), shape.rows, shape.tokens, one);
        ThreadPool three(3);
        for (const std::size_t step : {std::size_t{1}, std::size_t{7}}) {
            std::vector<float> parts(whole.size());
            for (std::size_t t = 0; t < shape.tokens; t += step) {
                matMulBf16(weights, x.data() + t * shape.columns, shape.columns, parts.data() + t * shape.rows,
                           shape.rows, std::min(step, shape.tokens - t), three);
            }
            QVERIFY(sameBits(parts, whole));
        }
    }

    void stridesLeaveTheGapsAlone_data() { addIsaRows(); }
    void stridesLeaveTheGapsAlone() {
        KVW_USE_ISA();
        const Shape shape{5, 19, 21};
        const std::size_t xStride = 24;
        const std::size_t yStride = 40;
        const std::vector<float> w = Numbers(10).take(shape.rows * shape.columns);
        std::vector<float> x(shape.tokens * xStride, std::nanf(""));
        std::vector<float> dense;
        Numbers numbers(11);
        for (std::size_t t = 0; t < shape.tokens; ++t) {
            for (std::size_t c = 0; c < shape.columns; ++c) {
                dense.push_back(x[t * xStride + c] = numbers.next());
            }
        }
        std::vector<float> y(shape.tokens * yStride, -7.0F);
        ThreadPool pool(2);
        matMul({w.data(), Dtype::F32, shape.rows, shape.columns}, x.data(), xStride, y.data(), yStride, shape.tokens,
               pool);
        std::vector<float> packed;
        for (std::size_t t = 0; t < shape.tokens; ++t) {
            for (std::size_t r = 0; r < yStride; ++r) {
                if (r < shape.rows) {
                    packed.push_back(y[t * yStride + r]);
                } else {
                    QCOMPARE(y[t * yStride + r], -7.0F);
                }
            }
        }
        QVERIFY(relativeError(packed, product(dense, w, shape)) < 1e-6);
    }

    void matMulTransposedMatchesDouble_data() { addIsaRows(); }
    void matMulTransposedMatchesDouble() {
        KVW_USE_ISA();
        for (const Shape& shape : kShapes) {
            const std::vector<float> a = Numbers(12).take(shape.tokens * shape.columns);
            const std::vector<float> b = Numbers(13).take(shape.rows * shape.columns);
            std::vector<float> c(shape.tokens * shape.rows);
            matMulTransposed(a.data(), shape.columns, b.data(), shape.columns, c.data(), shape.rows, shape.tokens,
                             shape.rows, shape.columns);
            QVERIFY(relativeError(c, product(a, b, shape)) < 1e-6);
        }
    }

    void matMulPlainMatchesDouble_data() { addIsaRows(); }
    void matMulPlainMatchesDouble() {
        KVW_USE_ISA();
        for (const Shape& shape : kShapes) {
            const std::vector<float> a = Numbers(14).take(shape.tokens * shape.columns);
            const std::vector<float> b = Numbers(15).take(shape.columns * shape.rows);
            std::vector<float> transposed(b.size());
            for (std::size_t k = 0; k < shape.columns; ++k) {
                for (std::size_t n = 0; n < shape.rows; ++n) {
                    transposed[n * shape.columns + k] = b[k * shape.rows + n];
                }
            }
            std::vector<float> c(shape.tokens * shape.rows);
            matMulPlain(a.data(), shape.columns, b.data(), shape.rows, c.data(), shape.rows, shape.tokens, shape.rows,
                        shape.columns);
            QVERIFY(relativeError(c, product(a, transposed, shape)) < 1e-6);
        }
    }

    void aSumOfNothingIsZero_data() { addIsaRows(); }
    void aSumOfNothingIsZero() {
        KVW_USE_ISA();
        std::vector<float> c(6, std::nanf(""));
        const float unused = 0;
        matMulPlain(&unused, 0, &unused, 3, c.data(), 3, 2, 3, 0);
        QVERIFY(sameBits(c, std::vector<float>(6, 0.0F)));
    }
};

QTEST_GUILESS_MAIN(LinearTest)
#include "linear_test.moc"
