// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/tensor_read.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <limits>

#include "core/model/weights/dequantize.h"
#include "tests/core/model/support.h"

using kvw::TensorType;

namespace {

std::string fromHex(const std::string& hex) {
    return QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
}

kvw::TensorView view(const std::string& bytes, TensorType type, std::vector<std::int64_t> shape) {
    kvw::TensorView tensor;
    tensor.type = type;
    tensor.shape = std::move(shape);
    tensor.data = std::as_bytes(std::span(bytes));
    return tensor;
}

template <class T>
std::string bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace

class TensorReadTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// Bit for bit what the gguf package makes of the same blocks (golden/make_gguf_golden.py).
    void quantisedBlocks_data() {
        QTest::addColumn<int>("type");
        for (const TensorType type :
             {TensorType::Q8_0,    TensorType::Q4_0,  TensorType::Q4_1,    TensorType::Q5_0,   TensorType::Q5_1,
              TensorType::Q2_K,    TensorType::Q3_K,  TensorType::Q4_K,    TensorType::Q5_K,   TensorType::Q6_K,
              TensorType::IQ1_S,   TensorType::IQ1_M, TensorType::IQ2_XXS, TensorType::IQ2_XS, TensorType::IQ2_S,
              TensorType::IQ3_XXS, TensorType::IQ3_S, TensorType::IQ4_NL,  TensorType::IQ4_XS, TensorType::TQ1_0,
              TensorType::TQ2_0,   TensorType::MXFP4, TensorType::NVFP4}) {
            QTest::newRow(kvw::toText(type)) << static_cast<int>(type);
        }
    }
    void quantisedBlocks() {
        QFETCH(int, type);
        const auto kind = static_cast<TensorType>(type);
        const auto golden = nlohmann::json::parse(
            kvw::test::read(KVW_SOURCE_DIR "/tests/core/model/golden/gguf-blocks.json"))[kvw::toText(kind)];
        const std::string bytes = fromHex(golden["bytes"]), bits = fromHex(golden["bits"]);
        const auto columns = static_cast<std::int64_t>(kvw::blockElements(kind));
        const auto values = kvw::readFloats(view(bytes, kind, {4, columns}));
        QVERIFY(values.has_value());
        QCOMPARE(values->size(), bits.size() / 4);
        for (std::size_t i = 0; i < values->size(); ++i) {
            float expected;
            std::memcpy(&expected, bits.data() + 4 * i, 4);
            // The package may write -0 where ggml's order of operations gives 0.
            QVERIFY2((*values)[i] == expected, std::to_string(i).c_str());
        }
    }

    void fp8() {
        const std::vector<std::uint8_t> codes{0x00, 0x80, 0x01, 0x07, 0x08, 0x38, 0x40, 0x7E, 0xFE, 0x7F};
        const std::string bytes = bytesOf(codes);
        std::vector<float> values(codes.size());
        kvw::toFloat(TensorType::F8E4M3, std::as_bytes(std::span(bytes)).data(), values.data(), values.size());
        const std::vector<float> expected{0, -0.0F, 0x1p-9F, 7 * 0x1p-9F, 0x1p-6F, 1, 2, 448, -448};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(values[i], expected[i]);
        }
        QVERIFY(std::isnan(values.back()));
    }
    void fp8WithScalesOfBlocks() {
        const std::string bytes(static_cast<std::size_t>(3 * 5), '\x38');
        auto tensor = view(bytes, TensorType::F8E4M3, {3, 5});
        QVERIFY(!tensor.usable());
        auto scales = std::make_shared<kvw::BlockScales>();
        scales->factors = {1, 2, 3, 4};
        scales->blockRows = 2;
        scales->blockColumns = 3;
        scales->perRow = 2;
        tensor.scales = scales;
        QVERIFY(tensor.usable());
        QCOMPARE(tensor.heldAs(), TensorType::F32);
        QCOMPARE(kvw::readFloats(tensor).value(), (std::vector<float>{1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4}));
    }
    /// Every code, times scales of 32 x 128: the bits of its product, and NaN for the block that holds one.
    void fp8AsBlocks() {
        std::vector<std::uint8_t> codes(static_cast<std::size_t>(64 * 256));
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const std::size_t code = i / 128 % 128 + i % 2 * 128;
            codes[i] = static_cast<std::uint8_t>((code & 127) == 127 ? 0 : code);
        }
        codes[5] = 0xFF;
        const std::string bytes = bytesOf(codes);
        auto tensor = view(bytes, TensorType::F8E4M3, {64, 256});
        auto scales = std::make_shared<kvw::BlockScales>();
        scales->factors = {0.3F, -1e-3F, 7.7F, 3e-30F};
        scales->blockRows = 32;
        scales->blockColumns = 128;
        scales->perRow = 2;
        tensor.scales = scales;
        for (const std::int64_t columns : {128, 32}) {
            scales->blockColumns = columns;
            scales->perRow = 256 / columns;
            scales->factors.resize(static_cast<std::size_t>(2 * scales->perRow), 1.25F);
            const TensorType held = tensor.heldAs();
            QCOMPARE(held, columns == 128 ? TensorType::FP8 : TensorType::FP8_32);
            const auto expected = kvw::readFloats(tensor).value();
            std::vector<std::byte> scratch, blocks(kvw::bytesOf(held, codes.size()));
            std::vector<float> found(codes.size());
            QVERIFY(kvw::readRows(tensor, 0, 64, held, blocks.data(), scratch).has_value());
            kvw::toFloat(held, blocks.data(), found.data(), found.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                const bool broken = i < static_cast<std::size_t>(columns);
                QVERIFY2(broken ? std::isnan(found[i]) : found[i] == expected[i], std::to_string(i).c_str());
            }
            QVERIFY(!kvw::allFinite(held, blocks.data(), found.size()));
        }
    }
    void halves() {
        const std::vector<std::uint16_t> codes{0, 0x8001, 0x03FF, 0x3C00, 0x7BFF, 0xFC00};
        const std::string bytes = bytesOf(codes);
        const auto values = kvw::readFloats(view(bytes, TensorType::F16, {6}));
        QCOMPARE(values.value(), (std::vector<float>{0, -0x1p-24F, 1023 * 0x1p-24F, 1, 65504,
                                                     -std::numeric_limits<float>::infinity()}));
    }
    void rowsInTheOrderOfPairs() {
        std::vector<float> rows(8 * 3);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i] = static_cast<float>(i / 3);
        }
        const std::string bytes = bytesOf(rows);
        auto tensor = view(bytes, TensorType::F32, {8, 3});
        tensor.order = {kvw::RowOrder::Kind::RopePairs, 2, 4};
        const auto values = kvw::readFloats(tensor);
        std::vector<int> first;
        for (std::size_t row = 0; row < 8; ++row) {
            first.push_back(static_cast<int>((*values)[3 * row]));
        }
        QCOMPARE(first, (std::vector<int>{0, 2, 1, 3, 4, 6, 5, 7}));
        // A piece that begins and ends within heads.
        std::vector<std::byte> scratch;
        std::vector<float> part(4 * 3);
        QVERIFY(kvw::readRows(tensor, 2, 4, TensorType::F32, reinterpret_cast<std::byte*>(part.data()), scratch));
        QCOMPARE(part[0], 1.0F);
        QCOMPARE(part[3], 3.0F);
        QCOMPARE(part[9], 6.0F);
    }

    void notFiniteNumbersAreFound() {
        std::vector<float> values(10'000, 1);
        const auto finite = [&](TensorType type) {
            std::vector<std::uint16_t> words;
            for (const float value : values) {
                const auto bits = std::bit_cast<std::uint32_t>(value);
                words.push_back(static_cast<std::uint16_t>(type == TensorType::BF16 ? bits >> 16U
                                                           : value == 1             ? 0x3C00U
                                                                                    : 0x7C00U));
            }
            return type == TensorType::F32
                       ? kvw::allFinite(type, std::as_bytes(std::span(values)).data(), values.size())
                       : kvw::allFinite(type, std::as_bytes(std::span(words)).data(), words.size());
        };
        for (const TensorType type : {TensorType::F32, TensorType::BF16, TensorType::F16}) {
            for (const std::size_t at : {std::size_t{0}, std::size_t{4096}, values.size() - 1}) {
                values.assign(values.size(), 1);
                QVERIFY(finite(type));
                values[at] = std::numeric_limits<float>::infinity();
                QVERIFY(!finite(type));
                values[at] = std::numeric_limits<float>::quiet_NaN();
                QVERIFY(!finite(type));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TensorReadTest)
#include "tensor_read_test.moc"
