// SPDX-License-Identifier: Apache-2.0
/// The meaning of the blocks is tested by core/model/weights/tensor_read_test, against the gguf package. Here: every
/// instruction set gives the same bits, and a product with blocks has the bits of the product with the decoded matrix.
#include "kernels/blocks.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/thread_pool.h"
#include "tests/kernels/support.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Blocks of random bytes without NaN and infinities.
std::vector<std::byte> randomBlocks(BlockType type, std::size_t blocks) {
    const BlockShape shape = shapeOf(type);
    Numbers random(static_cast<std::uint64_t>(type) + 1);
    std::vector<std::byte> bytes(blocks * shape.bytes);
    std::vector<float> values(shape.numbers);
    for (std::size_t block = 0; block < blocks; ++block) {
        std::byte* at = bytes.data() + block * shape.bytes;
        do {
            for (std::size_t i = 0; i < shape.bytes; ++i) {
                at[i] = static_cast<std::byte>(static_cast<int>(random.next() * 128 + 128));
            }
            decodeBlocks(type, at, values.data(), shape.numbers);
        } while (!std::all_of(values.begin(), values.end(), [](float value) { return std::abs(value) < 1e6F; }));
    }
    return bytes;
}

void addIsaAndTypeRows() {
    QTest::addColumn<int>("isa");
    QTest::addColumn<int>("type");
    for (const Isa isa : availableIsas()) {
        for (std::size_t type = 0; type < kBlockShapes.size(); ++type) {
            QTest::addRow("%s %zu", isaName(isa), type) << static_cast<int>(isa) << static_cast<int>(type);
        }
    }
}

}  // namespace

class BlocksTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void everyInstructionSetGivesTheSameBits_data() { addIsaAndTypeRows(); }
    void everyInstructionSetGivesTheSameBits() {
        QFETCH(int, type);
        const auto blocks = static_cast<BlockType>(type);
        constexpr std::size_t kBlocks = 40;
        const std::size_t count = kBlocks * shapeOf(blocks).numbers;
        QVERIFY(selectIsa(Isa::Portable));
        const std::vector<std::byte> bytes = randomBlocks(blocks, kBlocks);
        std::vector<float> expected(count), decoded(count);
        decodeBlocks(blocks, bytes.data(), expected.data(), count);
        KVW_USE_ISA();
        decodeBlocks(blocks, bytes.data(), decoded.data(), count);
        QVERIFY(sameBits(decoded, expected));
    }

    void productsAreThoseOfTheDecodedMatrix_data() { addIsaAndTypeRows(); }
    void productsAreThoseOfTheDecodedMatrix() {
        KVW_USE_ISA();
        QFETCH(int, type);
        const auto blocks = static_cast<BlockType>(type);
        const std::size_t numbers = shapeOf(blocks).numbers;
        ThreadPool pool(2);
        // Rows of one block, of a part of a turn behind whole ones, of many; rows that are no multiple of a panel.
        for (const std::size_t inRow : {std::size_t{1}, 256 / numbers + 3, 1024 / numbers}) {
            constexpr std::size_t kRows = 71;
            const std::size_t columns = inRow * numbers;
            const std::vector<std::byte> bytes = randomBlocks(blocks, kRows * inRow);
            const Weights stored{bytes.data(), Dtype::F32, kRows, columns, blocks};
            QCOMPARE(stored.rowBytes() * kRows, bytes.size());
            std::vector<float> matrix(kRows * columns), row(columns);
            decodeBlocks(blocks, bytes.data(), matrix.data(), matrix.size());
            const Weights decoded{matrix.data(), Dtype::F32, kRows, columns};
            readRow(stored, 5, row.data());
            QVERIFY(sameBits(row, {matrix.begin() + static_cast<std::ptrdiff_t>(5 * columns),
                                   matrix.begin() + static_cast<std::ptrdiff_t>(6 * columns)}));
            constexpr std::size_t kTokens = 5;
            const std::vector<float> x = Numbers(7).take(kTokens * columns);
            std::vector<float> actual(kTokens * kRows), expected(kTokens * kRows);
            const auto compare = [&](auto product) {
                product(stored, actual.data());
                product(decoded, expected.data());
                return sameBits(actual, expected);
            };
            std::vector<float> each(kTokens * kRows);
            for (std::size_t t = 0; t < kTokens; ++t) {
                matVec(stored, x.data() + t * columns, each.data() + t * kRows, pool);
                matVec(decoded, x.data() + t * columns, expected.data() + t * kRows, pool);
            }
            // Integer products round the vector, all others give the bits of the decoded matrix.
            QVERIFY(Isa(isa) >= Isa::Avx512Vnni ? relativeError(each, expected) < 5e-7 : sameBits(each, expected));
            for (std::size_t count = 2; count <= kTokens; ++count) {
                std::vector<float> together(kTokens * kRows);
                matVecs(stored, x.data(), columns, together.data(), kRows, count, pool);
                together.resize(count * kRows);
                QVERIFY(sameBits(together, {each.begin(), each.begin() + static_cast<std::ptrdiff_t>(count * kRows)}));
            }
            QVERIFY(compare([&](const Weights& weights, float* y) {
                matMul(weights, x.data(), columns, y, kRows, kTokens, pool);
            }));
            QVERIFY(compare([&](const Weights& weights, float* y) {
                matMulBf16(weights, x.data(), columns, y, kRows, kTokens, pool);
            }));
        }
    }

    /// Vectors of every size, also mixed in a block of columns, and numbers that are not finite.
    void productsOfVectorsOfAnySize_data() { addIsaAndTypeRows(); }
    void productsOfVectorsOfAnySize() {
        KVW_USE_ISA();
        QFETCH(int, type);
        const auto blocks = static_cast<BlockType>(type);
        constexpr std::size_t kRows = 33, kColumns = 768;
        ThreadPool pool(1);
        const std::vector<std::byte> bytes = randomBlocks(blocks, kRows * kColumns / shapeOf(blocks).numbers);
        const Weights stored{bytes.data(), Dtype::F32, kRows, kColumns, blocks};
        std::vector<float> matrix(kRows * kColumns), found(kRows), expected(kRows);
        decodeBlocks(blocks, bytes.data(), matrix.data(), matrix.size());
        const Weights decoded{matrix.data(), Dtype::F32, kRows, kColumns};
        for (const float size : {1e-25F, 1e-3F, 1.0F, 1e20F}) {
            std::vector<float> x = Numbers(3).take(kColumns, size);
            for (std::size_t i = 0; i < kColumns; ++i) {
                x[i] *= std::pow(10.0F, static_cast<float>(i % 7) - 3);
            }
            std::fill_n(x.begin() + 64, 32, 0.0F);
            matVec(stored, x.data(), found.data(), pool);
            matVec(decoded, x.data(), expected.data(), pool);
            QVERIFY(relativeError(found, expected) < 5e-7);
        }
        for (const float odd : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            std::vector<float> x = Numbers(3).take(kColumns);
            x[705] = odd;
            matVec(stored, x.data(), found.data(), pool);
            QVERIFY(std::none_of(found.begin(), found.end(), [](float y) { return std::isfinite(y); }));
        }
    }

    /// A matrix whose numbers lie in another order than its columns gives the bits of x in that order.
    void columnsInAnotherOrder() {
        constexpr std::size_t kRows = 71, kColumns = 256, kTokens = 5;
        ThreadPool pool(2);
        const std::vector<std::byte> bytes = randomBlocks(BlockType::Int4x32, kRows * kColumns / 32);
        const Weights plain{bytes.data(), Dtype::F32, kRows, kColumns, BlockType::Int4x32};
        Weights ordered = plain;
        std::vector<std::uint32_t> order(kColumns);
        for (std::size_t i = 0; i < kColumns; ++i) {
            order[i] = static_cast<std::uint32_t>(i * 77 % kColumns);
        }
        ordered.order = order.data();
        // Rows of x are further apart than their numbers.
        constexpr std::size_t kStride = kColumns + 3;
        const std::vector<float> x = Numbers(7).take(kTokens * kStride);
        std::vector<float> moved(kTokens * kStride), expected(kTokens * kRows), found(kTokens * kRows);
        for (std::size_t i = 0; i < kTokens * kColumns; ++i) {
            moved[i / kColumns * kStride + i % kColumns] = x[i / kColumns * kStride + order[i % kColumns]];
        }
        matVec(plain, moved.data(), expected.data(), pool);
        matVec(ordered, x.data(), found.data(), pool);
        QVERIFY(sameBits(found, expected));
        matVecs(plain, moved.data(), kStride, expected.data(), kRows, kTokens, pool);
        matVecs(ordered, x.data(), kStride, found.data(), kRows, kTokens, pool);
        QVERIFY(sameBits(found, expected));
        matMul(plain, moved.data(), kStride, expected.data(), kRows, kTokens, pool);
        matMul(ordered, x.data(), kStride, found.data(), kRows, kTokens, pool);
        QVERIFY(sameBits(found, expected));
        matMulBf16(plain, moved.data(), kStride, expected.data(), kRows, kTokens, pool);
        matMulBf16(ordered, x.data(), kStride, found.data(), kRows, kTokens, pool);
        QVERIFY(sameBits(found, expected));
        std::vector<float> row(kColumns), orderedRow(kColumns);
        readRow(plain, 9, row.data());
        readRow(ordered, 9, orderedRow.data());
        for (std::size_t i = 0; i < kColumns; ++i) {
            QCOMPARE(orderedRow[order[i]], row[i]);
        }
    }
};

QTEST_GUILESS_MAIN(BlocksTest)
#include "blocks_test.moc"
