// SPDX-License-Identifier: Apache-2.0
/// Integers, scales and zeros of GPTQ, AWQ and compressed-tensors: every number is the product that the file states.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <functional>

#include "core/model/model_files.h"
#include "core/model/weights/dequantize.h"
#include "core/model/weights/packed_ints.h"
#include "core/model/weights/tensor_read.h"
#include "tests/core/model/support.h"
#include "tests/core/model/weights/quantised_file.h"

using kvw::TensorType;
using kvw::test::columnWords;
using kvw::test::compressed;
using kvw::test::gptq;
using kvw::test::inOrder;
using kvw::test::IntMatrix;
using kvw::test::numbers;
using kvw::test::QuantisedFile;
using kvw::test::quantizationOf;
using kvw::test::rowWords;
using kvw::test::transposed;
using nlohmann::json;

namespace {

/// Each eight numbers in AWQ's order.
IntMatrix interleaved(const IntMatrix& matrix) {
    IntMatrix mixed = matrix;
    constexpr std::size_t kOrder[] = {0, 2, 4, 6, 1, 3, 5, 7};
    for (std::size_t r = 0; r < matrix.size(); ++r) {
        for (std::size_t i = 0; i < matrix[r].size(); ++i) {
            mixed[r][i] = matrix[r][i / 8 * 8 + kOrder[i % 8]];
        }
    }
    return mixed;
}

IntMatrix less(IntMatrix matrix, int number) {
    for (auto& row : matrix) {
        for (int& one : row) {
            one -= number;
        }
    }
    return matrix;
}

/// scale · (number - zero), exact in double.
std::vector<float> products(const IntMatrix& q, const IntMatrix& scales, const IntMatrix& zeros,
                            const std::vector<int>& group) {
    std::vector<float> made;
    for (std::size_t r = 0; r < q.size(); ++r) {
        for (std::size_t c = 0; c < q[r].size(); ++c) {
            const auto g = static_cast<std::size_t>(group[c]);
            made.push_back(static_cast<float>(std::ldexp(scales[r][g] * (q[r][c] - zeros[r][g]), -12)));
        }
    }
    return made;
}

}  // namespace

class PackedIntsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void gptqIsItsProducts_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<bool>("second");
        QTest::addColumn<int>("group");
        QTest::addColumn<QString>("order");
        for (const int bits : {2, 3, 4, 8}) {
            for (const bool second : {false, true}) {
                for (const int group : {-1, 32, 64, 128}) {
                    for (const char* order : {"none", "stated", "mixed"}) {
                        QTest::addRow("%d bits, v%d, groups of %d, %s", bits, second ? 2 : 1, group, order)
                            << bits << second << group << order;
                    }
                }
            }
        }
    }
    void gptqIsItsProducts() {
        QFETCH(int, bits);
        QFETCH(bool, second);
        QFETCH(int, group);
        QFETCH(QString, order);
        constexpr std::size_t kRows = 64, kColumns = 256;
        const std::size_t each = group > 0 ? static_cast<std::size_t>(group) : kColumns;
        const int most = (1 << bits) - 1;
        const IntMatrix q = numbers(kRows, kColumns, 0, most, 1), zeros = numbers(kRows, kColumns / each, 1, most, 2),
                        scales = numbers(kRows, kColumns / each, 1, 255, 3);
        std::vector<int> groups = inOrder(kColumns, each);
        if (order == "mixed") {
            std::reverse(groups.begin(), groups.end());
            std::swap(groups[0], groups[200]);
        }
        QuantisedFile file;
        file.add("x.qweight", "I32", columnWords(transposed(q), bits));
        file.add("x.qzeros", "I32", rowWords(transposed(second ? zeros : less(zeros, 1)), bits));
        file.add("x.scales", "F16", transposed(scales));
        if (order != "none") {
            file.add("x.g_idx", "I32", {groups}, {kColumns});
        }
        const bool nibbles = bits <= 4;
        verify(file, gptq(bits, group, second), products(q, scales, zeros, groups), kColumns,
               each > 100 ? (nibbles ? TensorType::INT4 : TensorType::INT8)
                          : (nibbles ? TensorType::INT4_32 : TensorType::INT8_32));
    }
    /// Such groups fit no blocks.
    void gptqWithGroupsOfOtherSizes() {
        const IntMatrix q = numbers(8, 64, 0, 15, 1), zeros = numbers(8, 2, 1, 15, 2),
                        scales = numbers(8, 2, 1, 255, 3);
        std::vector<int> groups = inOrder(64, 32);
        groups[3] = 1;
        QuantisedFile file;
        file.add("x.qweight", "I32", columnWords(transposed(q), 4));
        file.add("x.qzeros", "I32", rowWords(transposed(zeros), 4));
        file.add("x.scales", "F16", transposed(scales));
        file.add("x.g_idx", "I32", {groups}, {64});
        verify(file, gptq(4, 32, true), products(q, scales, zeros, groups), 64, TensorType::F32);
    }
    /// A borrow, where one was taken from a zero of 0, comes back, as in the library that writes such files.
    void aZeroOfNothingLessOne() {
        const IntMatrix q = numbers(8, 32, 0, 15, 1), scales = numbers(8, 1, 1, 255, 2);
        IntMatrix zeros = numbers(8, 1, 0, 0, 3);
        zeros[1][0] = 5;
        IntMatrix words = rowWords(transposed(zeros), 4);
        words[0][0] = static_cast<int>(static_cast<unsigned>(words[0][0]) - 0x11111111U);
        QuantisedFile file;
        file.add("x.qweight", "I32", columnWords(transposed(q), 4));
        file.add("x.qzeros", "I32", words);
        file.add("x.scales", "F16", transposed(scales));
        json config = gptq(4, -1, false);
        config["sym"] = false;
        verify(file, config, products(q, scales, zeros, inOrder(32, 32)), 32, TensorType::INT4_32);
        kvw::test::write(m_path / "zeros" / "model.safetensors", file.bytes());
        const auto tensors = kvw::ModelTensors::open(m_path / "zeros", quantizationOf(config));
        QCOMPARE(tensors->warnings().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(tensors->warnings().front().english())
                    .contains("other readers do not carry; found x.qzeros."));
    }
    void awqIsItsProducts_data() {
        QTest::addColumn<int>("group");
        QTest::addColumn<QString>("scale");
        for (const int group : {-1, 16, 32, 64, 128}) {
            for (const char* scale : {"F16", "BF16", "F32"}) {
                QTest::addRow("groups of %d, %s", group, scale) << group << scale;
            }
        }
    }
    void awqIsItsProducts() {
        QFETCH(int, group);
        QFETCH(QString, scale);
        constexpr std::size_t kRows = 72, kColumns = 128;
        const std::size_t each = group > 0 ? static_cast<std::size_t>(group) : kColumns;
        const IntMatrix q = numbers(kRows, kColumns, 0, 15, 1), zeros = numbers(kRows, kColumns / each, 0, 15, 2),
                        scales = numbers(kRows, kColumns / each, 1, 255, 3);
        QuantisedFile file;
        file.add("x.qweight", "I32", rowWords(interleaved(transposed(q)), 4));
        file.add("x.qzeros", "I32", rowWords(interleaved(transposed(zeros)), 4));
        file.add("x.scales", scale.toLatin1().constData(), transposed(scales));
        verify(file, {{"quant_method", "awq"}, {"bits", 4}, {"group_size", group}, {"version", "GEMM"}},
               products(q, scales, zeros, inOrder(kColumns, each)), kColumns,
               each == kColumns ? TensorType::INT4
               : each == 16     ? TensorType::F32
                                : TensorType::INT4_32);
    }
    void packedIsItsProducts_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("group");
        QTest::addColumn<QString>("zeros");
        QTest::addColumn<bool>("mixed");
        for (const int bits : {2, 4, 8}) {
            for (const int group : {0, 32, 64}) {
                for (const char* zeros : {"none", "I8", "I32"}) {
                    QTest::addRow("%d bits, groups of %d, zeros %s", bits, group, zeros)
                        << bits << group << zeros << false;
                }
            }
        }
        QTest::addRow("by activation") << 4 << 32 << "I32" << true;
    }
    void packedIsItsProducts() {
        QFETCH(int, bits);
        QFETCH(int, group);
        QFETCH(QString, zeros);
        QFETCH(bool, mixed);
        // Rows that are no whole words of packed zeros.
        constexpr std::size_t kRows = 37, kColumns = 192;
        const std::size_t each = group > 0 ? static_cast<std::size_t>(group) : kColumns;
        const int offset = 1 << (bits - 1);
        const IntMatrix q = numbers(kRows, kColumns, -offset, offset - 1, 1),
                        scales = numbers(kRows, kColumns / each, 1, 255, 2);
        const IntMatrix z = zeros == "none" ? numbers(kRows, kColumns / each, 0, 0, 3)
                                            : numbers(kRows, kColumns / each, -offset, offset - 1, 3);
        std::vector<int> groups = inOrder(kColumns, each);
        QuantisedFile file;
        if (mixed) {
            std::reverse(groups.begin(), groups.end());
            file.add("x.weight_g_idx", "I32", {groups}, {kColumns});
        } else {
            file.add("x.weight_g_idx", "I32", numbers(1, kColumns, -1, -1, 1), {kColumns});
        }
        file.add("x.weight_packed", "I32", rowWords(less(q, -offset), bits));
        file.add("x.weight_scale", "BF16", scales);
        file.add("x.weight_shape", "I64", {{kRows, kColumns}}, {2});
        if (zeros == "I8") {
            file.add("x.weight_zero_point", "I8", z);
        } else if (zeros == "I32") {
            file.add("x.weight_zero_point", "I32", columnWords(less(z, -offset), bits));
        }
        json weights{{"num_bits", bits}, {"type", "int"}, {"symmetric", zeros == "none"}, {"strategy", "channel"}};
        if (group > 0) {
            weights["strategy"] = "group";
            weights["group_size"] = group;
        }
        verify(file, compressed("pack-quantized", weights), products(q, scales, z, groups), kColumns,
               bits <= 4 ? TensorType::INT4_32 : TensorType::INT8_32);
    }
    void bytesAreTheirProducts_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<bool>("zeros");
        QTest::addColumn<bool>("mixed");
        for (const char* strategy : {"tensor", "channel", "vector", "group"}) {
            QTest::addRow("%s", strategy) << strategy << false << false;
            QTest::addRow("%s, zeros", strategy) << strategy << true << false;
        }
        QTest::addRow("group, by activation") << "group" << false << true;
    }
    void bytesAreTheirProducts() {
        QFETCH(QString, strategy);
        QFETCH(bool, zeros);
        QFETCH(bool, mixed);
        constexpr std::size_t kRows = 9, kColumns = 256;
        const std::size_t each = strategy == "group" ? 128 : kColumns;
        const IntMatrix q = numbers(kRows, kColumns, -128, 127, 1);
        IntMatrix scales = numbers(kRows, kColumns / each, 1, 255, 2);
        IntMatrix z = zeros ? numbers(kRows, kColumns / each, -128, 127, 3) : numbers(kRows, kColumns / each, 0, 0, 3);
        QuantisedFile file;
        file.add("x.weight", "I8", q);
        std::vector<int> groups = inOrder(kColumns, each);
        if (mixed) {
            std::reverse(groups.begin(), groups.end());
            file.add("x.weight_g_idx", "I32", {groups}, {kColumns});
        }
        if (strategy == "tensor") {
            std::fill(scales.begin(), scales.end(), scales.front());
            std::fill(z.begin(), z.end(), z.front());
            file.add("x.weight_scale", "F32", {scales.front()}, {1});
        } else {
            file.add("x.weight_scale", "F32", scales,
                     strategy == "vector" ? std::vector<std::size_t>{kRows} : std::vector<std::size_t>{});
        }
        if (zeros) {
            file.add("x.weight_zero_point", "I8", strategy == "tensor" ? IntMatrix{z.front()} : z,
                     strategy == "tensor" ? std::vector<std::size_t>{1} : std::vector<std::size_t>{});
        }
        json weights{{"num_bits", 8}, {"symmetric", !zeros}, {"strategy", "channel"}};
        if (strategy == "group") {
            weights["strategy"] = "group";
            weights["group_size"] = 128;
        }
        verify(file, compressed("int-quantized", weights), products(q, scales, z, groups), kColumns, TensorType::INT8);
    }

    void fp8WithScalesOfGroupsAndBlocks_data() {
        QTest::addColumn<QByteArray>("scheme");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addRow("groups") << QByteArray(R"({"strategy":"group","group_size":32})") << 1 << 32;
        QTest::addRow("blocks") << QByteArray(R"({"strategy":"block","block_structure":[4,128]})") << 4 << 128;
        QTest::addRow("rows") << QByteArray(R"({"strategy":"channel"})") << 1 << 256;
    }
    void fp8WithScalesOfGroupsAndBlocks() {
        QFETCH(QByteArray, scheme);
        QFETCH(int, rows);
        QFETCH(int, columns);
        json weights = json::parse(scheme.toStdString());
        weights["type"] = "float";
        weights["num_bits"] = 8;
        const auto down = static_cast<std::size_t>(8 / rows), across = static_cast<std::size_t>(256 / columns);
        const IntMatrix scales = numbers(down, across, 1, 255, 1);
        QuantisedFile file;
        file.add("x.weight", "F8_E4M3", numbers(8, 256, 0x38, 0x38, 1));  // ones
        file.add("x.weight_scale", "BF16", scales);
        const std::filesystem::path path = m_path / ("fp8-" + std::to_string(columns));
        kvw::test::write(path / "model.safetensors", file.bytes());
        const auto tensors = kvw::ModelTensors::open(path, quantizationOf(compressed("float-quantized", weights)));
        QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().sentence().c_str());
        const kvw::TensorView* view = tensors->find("x.weight");
        QCOMPARE(view->heldAs(), columns == 32 ? TensorType::FP8_32 : TensorType::FP8);
        const auto found = kvw::readFloats(*view).value();
        for (std::size_t i = 0; i < found.size(); ++i) {
            const int scale =
                scales[i / 256 / static_cast<std::size_t>(rows)][i % 256 / static_cast<std::size_t>(columns)];
            QCOMPARE(found[i], std::ldexp(static_cast<float>(scale), -12));
        }
    }

 private:
    static void verify(const QuantisedFile& file, const json& quantization, const std::vector<float>& expected,
                       std::size_t columns, TensorType held) {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        kvw::test::write(path / "model.safetensors", file.bytes());
        const auto tensors = kvw::ModelTensors::open(path, quantizationOf(quantization));
        QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().sentence().c_str());
        QCOMPARE(tensors->tensors().size(), std::size_t{1});
        QVERIFY(tensors->warnings().empty() || quantization.value("sym", true) == false);
        const kvw::TensorView* view = tensors->find("x.weight");
        QVERIFY(view != nullptr && view->usable());
        const auto all = static_cast<std::int64_t>(expected.size()), width = static_cast<std::int64_t>(columns);
        QCOMPARE(view->shape, (std::vector<std::int64_t>{all / width, width}));
        QCOMPARE(view->elements(), all);
        QCOMPARE(view->heldAs(), held);
        QCOMPARE(kvw::readFloats(*view).value(), expected);
        // The held form, also of some rows.
        std::vector<std::byte> scratch;
        for (const std::int64_t first : {std::int64_t{0}, std::int64_t{3}}) {
            const std::int64_t count = all / width - first - (first > 0 ? 1 : 0);
            std::vector<float> memory(static_cast<std::size_t>(count * width)), found(memory.size());
            auto* bytes = reinterpret_cast<std::byte*>(memory.data());
            QVERIFY(kvw::readRows(*view, first, count, held, bytes, scratch).has_value());
            kvw::toFloat(held, bytes, found.data(), found.size());
            // Number i of a row is that of column order[i].
            const auto& order = view->packed->order;
            for (std::size_t i = 0; i < found.size() && !order.empty(); ++i) {
                memory[i / columns * columns + order[i % columns]] = found[i];
            }
            found = order.empty() ? found : memory;
            QCOMPARE(found, (std::vector<float>{expected.begin() + first * width,
                                                expected.begin() + (first + count) * width}));
        }
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(PackedIntsTest)
#include "packed_ints_test.moc"
