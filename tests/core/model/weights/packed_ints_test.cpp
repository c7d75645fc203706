// SPDX-License-Identifier: Apache-2.0
/// Integers, scales and zeros of GPTQ, AWQ and compressed-tensors: every number is the product that the file states.
/// The files are packed here bit by bit.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <functional>

#include "core/model/model_files.h"
#include "core/model/weights/dequantize.h"
#include "core/model/weights/packed_ints.h"
#include "core/model/weights/tensor_read.h"
#include "tests/core/model/support.h"

using kvw::Quantization;
using kvw::TensorType;
using nlohmann::json;

namespace {

using Matrix = std::vector<std::vector<int>>;  ///< by row

Matrix numbers(std::size_t rows, std::size_t columns, int least, int most, unsigned seed) {
    Matrix made(rows, std::vector<int>(columns));
    for (auto& row : made) {
        for (int& number : row) {
            seed = seed * 1664525U + 1013904223U;
            number = least + static_cast<int>((seed >> 8U) % static_cast<unsigned>(most - least + 1));
        }
    }
    return made;
}

Matrix transposed(const Matrix& matrix) {
    Matrix turned(matrix.front().size(), std::vector<int>(matrix.size()));
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        for (std::size_t j = 0; j < matrix[i].size(); ++j) {
            turned[j][i] = matrix[i][j];
        }
    }
    return turned;
}

/// The bits of each row one after another, in words of 32.
Matrix rowWords(const Matrix& matrix, int bits) {
    Matrix words;
    for (const auto& row : matrix) {
        std::vector<unsigned> packed((row.size() * static_cast<std::size_t>(bits) + 31) / 32);
        for (std::size_t i = 0; i < row.size() * static_cast<std::size_t>(bits); ++i) {
            const auto number = static_cast<unsigned>(row[i / static_cast<std::size_t>(bits)]);
            packed[i / 32] |= (number >> (i % static_cast<std::size_t>(bits)) & 1U) << (i % 32);
        }
        words.emplace_back(packed.begin(), packed.end());
    }
    return words;
}

Matrix columnWords(const Matrix& matrix, int bits) {
    return transposed(rowWords(transposed(matrix), bits));
}

/// Each eight numbers in AWQ's order.
Matrix interleaved(const Matrix& matrix) {
    Matrix mixed = matrix;
    constexpr std::size_t kOrder[] = {0, 2, 4, 6, 1, 3, 5, 7};
    for (std::size_t r = 0; r < matrix.size(); ++r) {
        for (std::size_t i = 0; i < matrix[r].size(); ++i) {
            mixed[r][i] = matrix[r][i / 8 * 8 + kOrder[i % 8]];
        }
    }
    return mixed;
}

Matrix less(Matrix matrix, int number) {
    for (auto& row : matrix) {
        for (int& one : row) {
            one -= number;
        }
    }
    return matrix;
}

/// A file of matrices of integers, and of scales: those are integers times 2^-12.
class File {
 public:
    void add(const std::string& name, const char* type, const Matrix& matrix, std::vector<std::size_t> shape = {}) {
        const std::size_t begin = m_data.size();
        for (const auto& row : matrix) {
            for (const int number : row) {
                put(type, number);
            }
        }
        if (shape.empty()) {
            shape = {matrix.size(), matrix.front().size()};
        }
        m_header[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {begin, m_data.size()}}};
    }
    void drop(const std::string& name) { m_header.erase(name); }
    void rename(const std::string& name, const std::string& other) {
        m_header[other] = m_header[name];
        m_header.erase(name);
    }
    [[nodiscard]] std::string bytes() const { return kvw::test::safetensors(m_header.dump(), 0) + m_data; }

 private:
    void put(const std::string& type, int number) {
        const float scale = std::ldexp(static_cast<float>(number), -12);
        if (type == "I8" || type == "F8_E4M3") {
            append(static_cast<std::int8_t>(number));
        } else if (type == "I32") {
            append(number);
        } else if (type == "I64") {
            append(static_cast<std::int64_t>(number));
        } else if (type == "F32") {
            append(scale);
        } else if (type == "BF16") {
            append(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(scale) >> 16U));
        } else {  // F16, of positive numbers that are normal there
            const std::uint32_t bits = std::bit_cast<std::uint32_t>(scale);
            append(static_cast<std::uint16_t>((bits >> 13U) - (112U << 10U)));
        }
    }
    template <class T>
    void append(T value) {
        m_data.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    json m_header = json::object();
    std::string m_data;
};

/// scale · (number - zero), exact in double.
std::vector<float> products(const Matrix& q, const Matrix& scales, const Matrix& zeros, const std::vector<int>& group) {
    std::vector<float> made;
    for (std::size_t r = 0; r < q.size(); ++r) {
        for (std::size_t c = 0; c < q[r].size(); ++c) {
            const auto g = static_cast<std::size_t>(group[c]);
            made.push_back(static_cast<float>(std::ldexp(scales[r][g] * (q[r][c] - zeros[r][g]), -12)));
        }
    }
    return made;
}

std::vector<int> inOrder(std::size_t columns, std::size_t each) {
    std::vector<int> group(columns);
    for (std::size_t c = 0; c < columns; ++c) {
        group[c] = static_cast<int>(c / each);
    }
    return group;
}

Quantization of(const json& quantization) {
    const auto read = kvw::readQuantization({{"quantization_config", quantization}}, "config.json");
    return read ? *read : throw std::runtime_error(read.error().sentence());
}

json gptq(int bits, int group, bool second) {
    json made{{"quant_method", "gptq"}, {"bits", bits}, {"group_size", group}};
    if (second) {
        made["checkpoint_format"] = "gptq_v2";
    }
    return made;
}

json compressed(const char* format, const json& weights) {
    return {{"quant_method", "compressed-tensors"},
            {"format", format},
            {"config_groups", {{"group_0", {{"targets", {"Linear"}}, {"weights", weights}}}}}};
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
        const Matrix q = numbers(kRows, kColumns, 0, most, 1), zeros = numbers(kRows, kColumns / each, 1, most, 2),
                     scales = numbers(kRows, kColumns / each, 1, 255, 3);
        std::vector<int> groups = inOrder(kColumns, each);
        if (order == "mixed") {
            std::reverse(groups.begin(), groups.end());
            std::swap(groups[0], groups[200]);
        }
        File file;
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
        const Matrix q = numbers(8, 64, 0, 15, 1), zeros = numbers(8, 2, 1, 15, 2), scales = numbers(8, 2, 1, 255, 3);
        std::vector<int> groups = inOrder(64, 32);
        groups[3] = 1;
        File file;
        file.add("x.qweight", "I32", columnWords(transposed(q), 4));
        file.add("x.qzeros", "I32", rowWords(transposed(zeros), 4));
        file.add("x.scales", "F16", transposed(scales));
        file.add("x.g_idx", "I32", {groups}, {64});
        verify(file, gptq(4, 32, true), products(q, scales, zeros, groups), 64, TensorType::F32);
    }
    /// A borrow, where one was taken from a zero of 0, comes back, as in the library that writes such files.
    void aZeroOfNothingLessOne() {
        const Matrix q = numbers(8, 32, 0, 15, 1), scales = numbers(8, 1, 1, 255, 2);
        Matrix zeros = numbers(8, 1, 0, 0, 3);
        zeros[1][0] = 5;
        Matrix words = rowWords(transposed(zeros), 4);
        words[0][0] = static_cast<int>(static_cast<unsigned>(words[0][0]) - 0x11111111U);
        File file;
        file.add("x.qweight", "I32", columnWords(transposed(q), 4));
        file.add("x.qzeros", "I32", words);
        file.add("x.scales", "F16", transposed(scales));
        json config = gptq(4, -1, false);
        config["sym"] = false;
        verify(file, config, products(q, scales, zeros, inOrder(32, 32)), 32, TensorType::INT4_32);
        kvw::test::write(m_path / "zeros" / "model.safetensors", file.bytes());
        const auto tensors = kvw::ModelTensors::open(m_path / "zeros", of(config));
        QCOMPARE(tensors->warnings().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(tensors->warnings().front())
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
        const Matrix q = numbers(kRows, kColumns, 0, 15, 1), zeros = numbers(kRows, kColumns / each, 0, 15, 2),
                     scales = numbers(kRows, kColumns / each, 1, 255, 3);
        File file;
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
        const Matrix q = numbers(kRows, kColumns, -offset, offset - 1, 1),
                     scales = numbers(kRows, kColumns / each, 1, 255, 2);
        const Matrix z = zeros == "none" ? numbers(kRows, kColumns / each, 0, 0, 3)
                                         : numbers(kRows, kColumns / each, -offset, offset - 1, 3);
        std::vector<int> groups = inOrder(kColumns, each);
        File file;
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
        const Matrix q = numbers(kRows, kColumns, -128, 127, 1);
        Matrix scales = numbers(kRows, kColumns / each, 1, 255, 2);
        Matrix z = zeros ? numbers(kRows, kColumns / each, -128, 127, 3) : numbers(kRows, kColumns / each, 0, 0, 3);
        File file;
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
            file.add("x.weight_zero_point", "I8", strategy == "tensor" ? Matrix{z.front()} : z,
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
        const Matrix scales = numbers(down, across, 1, 255, 1);
        File file;
        file.add("x.weight", "F8_E4M3", numbers(8, 256, 0x38, 0x38, 1));  // ones
        file.add("x.weight_scale", "BF16", scales);
        const std::filesystem::path path = m_path / ("fp8-" + std::to_string(columns));
        kvw::test::write(path / "model.safetensors", file.bytes());
        const auto tensors = kvw::ModelTensors::open(path, of(compressed("float-quantized", weights)));
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

    void partsThatDoNotFitAreNamed_data() {
        QTest::addColumn<int>("damage");
        QTest::addColumn<QString>("sentence");
        QTest::addRow("no scales") << 0 << "the quantised matrix x is not whole; expected the tensor x.scales.";
        QTest::addRow("no zeros") << 1 << "the quantised matrix x is not whole; expected the tensor x.qzeros.";
        QTest::addRow("scales") << 2
                                << "the tensor x.scales does not fit its matrix; found F16 [1, 8], expected F16, BF16 "
                                   "or F32 [2, 8].";
        QTest::addRow("zeros") << 3
                               << "the tensor x.qzeros does not fit its matrix; found I32 [1, 1], expected I32 [2, 1].";
        QTest::addRow("order")
            << 4 << "the tensor x.qweight does not fit its matrix; found I32 [8, 8], expected I32 [4, 8].";
        QTest::addRow("group") << 5 << "the tensor x.g_idx names a group without scales; found 2, expected 0 to 1.";
        QTest::addRow("type") << 6
                              << "the tensor x.qweight does not fit its matrix; found I8 [8, 8], expected a matrix of "
                                 "I32.";
        QTest::addRow("no order") << 8 << "the quantised matrix x is not whole; expected the tensor x.g_idx.";
        QTest::addRow("twice") << 7 << "the matrix x.weight is stored twice; found x.qweight, expected one of the two.";
    }
    void partsThatDoNotFitAreNamed() {
        QFETCH(int, damage);
        QFETCH(QString, sentence);
        const Matrix q = numbers(8, 64, 0, 15, 1), zeros = numbers(8, 2, 1, 15, 2), scales = numbers(8, 2, 1, 255, 3);
        File file;
        file.add("x.qweight", damage == 6 ? "I8" : "I32", columnWords(transposed(q), 4));
        if (damage != 1) {
            const Matrix words = rowWords(transposed(zeros), 4);
            file.add("x.qzeros", "I32", damage == 3 ? Matrix{words.front()} : words);
        }
        if (damage != 0) {
            const Matrix turned = transposed(scales);
            file.add("x.scales", "F16", damage == 2 ? Matrix{turned.front()} : turned);
        }
        if (damage == 4 || damage == 5) {
            std::vector<int> groups = inOrder(damage == 4 ? 32 : 64, 32);
            groups.back() = damage == 5 ? 2 : groups.back();
            file.add("x.g_idx", "I32", {groups}, {groups.size()});
        }
        if (damage == 7) {
            file.add("x.weight", "F32", q);
        }
        json config = gptq(4, 32, false);
        config["desc_act"] = damage == 8;
        verifyRefused(file, config, sentence);
    }
    void compressedPartsThatDoNotFitAreNamed_data() {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("sentence");
        QTest::addRow("no shape") << "-x.weight_shape"
                                  << "the quantised matrix x is not whole; expected the tensor x.weight_shape.";
        QTest::addRow("no zeros") << "-x.weight_zero_point"
                                  << "the quantised matrix x is not whole; expected the tensor x.weight_zero_point.";
        QTest::addRow("scale") << "x.weight_scale"
                               << "the tensor x.weight_scale does not fit its matrix; found BF16 [8, 3], expected F16, "
                                  "BF16 or F32: one number, one per row or one per group of [8, 64] columns, as "
                                  "config_groups says.";
        QTest::addRow("zeros") << "x.weight_zero_point"
                               << "the tensor x.weight_zero_point does not fit its matrix; found I32 [8, 3], expected "
                                  "I32 [1, 2].";
        QTest::addRow("sizes") << "x.weight_shape"
                               << "the sizes in x.weight_shape do not fit; found [3, 3], expected 8 rows.";
        QTest::addRow("bits") << "x.weight_packed"
                              << "the tensor x.weight_packed does not fit its matrix; found I32 [8, 3], expected I32 "
                                 "[8, 8] of 4 bits.";
    }
    void compressedPartsThatDoNotFitAreNamed() {
        QFETCH(QString, part);
        QFETCH(QString, sentence);
        File file;
        file.add("x.weight_packed", "I32", rowWords(numbers(8, 64, 0, 15, 1), 4));
        file.add("x.weight_scale", "BF16", numbers(8, 2, 1, 255, 2));
        file.add("x.weight_zero_point", "I32", columnWords(numbers(8, 2, 0, 15, 3), 4));
        file.add("x.weight_shape", "I64", {{8, 64}}, {2});
        const std::string name = part.toStdString();
        if (name.front() == '-') {
            file.drop(name.substr(1));
        } else {
            const bool sizes = name == "x.weight_shape";
            file.drop(name);
            file.add(name,
                     sizes                      ? "I64"
                     : name == "x.weight_scale" ? "BF16"
                                                : "I32",
                     sizes ? Matrix{{3, 3}} : numbers(8, 3, 1, 3, 1),
                     sizes ? std::vector<std::size_t>{2} : std::vector<std::size_t>{});
        }
        // Bytes between tensors are nobody's.
        verifyRefused(file,
                      compressed("pack-quantized",
                                 {{"num_bits", 4}, {"strategy", "group"}, {"group_size", 32}, {"symmetric", false}}),
                      sentence);
    }

    void configurationsThatAreRefused_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* config, const char* sentence) {
            QTest::addRow("%s", name) << QByteArray(config) << sentence;
        };
        row("another method", R"({"quant_method":"bitsandbytes","load_in_4bit":true})",
            "quantized weights are not supported; found \"bitsandbytes\", expected quant_method gptq, awq, "
            "compressed-tensors, fp8, fbgemm_fp8 or mxfp4.");
        row("no method", R"({"bits":4})", "quantized weights are not supported; found no quant_method");
        row("no object", R"([1])", "quantized weights are not supported; found no quant_method");
        row("no bits", R"({"quant_method":"gptq"})", "bits is missing");
        row("bits", R"({"quant_method":"gptq","bits":5})",
            "bits has a value that is not supported; found 5, expected one of 2, 3, 4, 8.");
        row("bits as text", R"({"quant_method":"gptq","bits":"4"})", "bits is out of range; found \"4\"");
        row("group", R"({"quant_method":"gptq","bits":4,"group_size":0})", "group_size is out of range; found 0");
        row("marlin", R"({"quant_method":"gptq","bits":4,"checkpoint_format":"marlin"})",
            "checkpoint_format has a value that is not supported; found \"marlin\", expected one of gptq, gptq_v2.");
        row("marlin, older", R"({"quant_method":"gptq","bits":4,"is_marlin_format":true})",
            "is_marlin_format has a value");
        row("rules", R"({"quant_method":"gptq","bits":4,"dynamic":{"-:a":{},"+:b":{"bits":8}}})",
            "dynamic has rules that are not supported; found \"+:b\", expected rules that begin with -:.");
        row("gemv", R"({"quant_method":"awq","version":"gemv"})",
            "version has a value that is not supported; found \"gemv\", expected one of gemm.");
        row("awq, 8 bits", R"({"quant_method":"awq","bits":8})", "bits has a value that is not supported; found 8");
        row("no zeros", R"({"quant_method":"awq","zero_point":false})", "zero_point has a value that is not supported");
        row("llm-awq", R"({"quant_method":"awq","backend":"llm-awq"})", "backend has a value that is not supported");
        row("e5m2", R"({"quant_method":"fp8","fmt":"e5m2"})", "fmt has a value that is not supported; found \"e5m2\"");
        row("block", R"({"quant_method":"fp8","weight_block_size":[128]})",
            "weight_block_size does not fit; found [128], expected two positive whole numbers.");
        row("nvfp4", R"({"quant_method":"compressed-tensors","format":"nvfp4-pack-quantized","config_groups":{}})",
            "format has a value that is not supported; found \"nvfp4-pack-quantized\"");
        row("no groups", R"({"quant_method":"compressed-tensors","format":"pack-quantized"})",
            "config_groups is missing");
        row("preset",
            R"({"quant_method":"compressed-tensors","format":"pack-quantized","config_groups":{"W4A16":["Linear"]}})",
            "the scheme W4A16 of config_groups is not supported");
        row("3 bits, packed", R"({"quant_method":"compressed-tensors","format":"pack-quantized","config_groups":
            {"g":{"weights":{"num_bits":3}}}})",
            "config.json, quantization_config, config_groups, g, weights: num_bits has a value that is not supported; "
            "found 3, expected one of 2, 4, 8.");
        row("fp4", R"({"quant_method":"compressed-tensors","format":"naive-quantized","config_groups":
            {"g":{"weights":{"num_bits":4,"type":"float"}}}})",
            "num_bits has a value that is not supported; found 4");
        row("asymmetric floats", R"({"quant_method":"compressed-tensors","format":"float-quantized","config_groups":
            {"g":{"weights":{"num_bits":8,"type":"float","symmetric":false}}}})",
            "symmetric has a value");
        row("strategy", R"({"quant_method":"compressed-tensors","format":"int-quantized","config_groups":
            {"g":{"weights":{"num_bits":8,"strategy":"block"}}}})",
            "strategy has a value that is not supported");
        row("sparse", R"({"quant_method":"compressed-tensors","format":"int-quantized","config_groups":{},
            "sparsity_config":{"format":"sparse-24-bitmask"}})",
            "sparsity_config: format has a value that is not supported; found \"sparse-24-bitmask\"");
        row("turned", R"({"quant_method":"compressed-tensors","format":"int-quantized","config_groups":{},
            "transform_config":{"config_groups":{"R1":{}}}})",
            "transform_config has a value that is not supported");
    }
    void configurationsThatAreRefused() {
        QFETCH(QByteArray, config);
        QFETCH(QString, sentence);
        const auto read =
            kvw::readQuantization({{"quantization_config", json::parse(config.toStdString())}}, "config.json");
        kvw::test::verifyRefused(read, sentence.startsWith("config.json") ? "weights" : "", sentence);
        QVERIFY(QString::fromStdString(read.error().sentence()).startsWith("config.json"));
    }
    void whatHasNoEffectIsSaid() {
        const auto notes =
            of({{"quant_method", "compressed-tensors"},
                {"format", "int-quantized"},
                {"kv_cache_scheme", {{"num_bits", 8}}},
                {"new_setting", 3},
                {"config_groups", {{"a", {{"weights", {{"num_bits", 8}}}, {"input_activations", {{"num_bits", 8}}}}}}}})
                .notes;
        QCOMPARE(notes.size(), std::size_t{3});
        QCOMPARE(notes[0], std::string("config.json, quantization_config, config_groups, a: the quantisation of "
                                       "activations is not applied (input_activations): they are f32 here; found "
                                       "{\"num_bits\":8}."));
        QVERIFY(notes[1].find("the quantisation of the cache is not applied") != std::string::npos);
        QVERIFY(notes[2].find("the setting new_setting is not known here and has no effect; found 3.") !=
                std::string::npos);
        QCOMPARE(of({{"quant_method", "fp8"}, {"activation_scheme", "static"}}).notes.front(),
                 std::string("config.json, quantization_config: the quantisation of activations is not applied: they "
                             "are f32 here; found static."));
        QVERIFY(of(gptq(4, 128, true)).notes.empty());
        // A key with a zero byte is a key as others.
        QCOMPARE(of({{"quant_method", "fp8"}, {std::string("a\0b", 3), 1}}).notes.size(),
                 of({{"quant_method", "fp8"}}).notes.size() + 1);
    }
    /// Matrices that are not quantised stay as they are stored; biases that the model does not have are zero in old
    /// GPTQ files.
    void aModelWithMatricesOfBothKinds() {
        for (const int bias : {0, 1}) {
            const auto folder = m_path / std::to_string(bias);
            json config = kvw::test::tinyConfig();
            config["quantization_config"] = gptq(4, -1, false);
            config["quantization_config"]["later"] = true;
            kvw::test::write(folder / "config.json", config.dump());
            File file;
            for (const auto& tensor : kvw::test::tinyTensors()) {
                const std::string stem = tensor.name.substr(0, tensor.name.size() - 7);
                if (stem.ends_with("q_proj")) {
                    file.add(stem + ".qweight", "I32", numbers(1, 8, 0, 9, 1));
                    file.add(stem + ".qzeros", "I32", numbers(1, 1, 0, 0, 1));
                    file.add(stem + ".scales", "F16", numbers(1, 8, 1, 9, 1));
                    file.add(stem + ".bias", "F32", numbers(1, 8, bias, bias, 1), {8});
                } else {
                    const std::vector<std::size_t> shape(tensor.shape.begin(), tensor.shape.end());
                    file.add(tensor.name, "F32", numbers(shape.front(), shape.size() > 1 ? shape[1] : 1, -9, 9, 1),
                             shape);
                }
            }
            kvw::test::write(folder / "model.safetensors", file.bytes());
            const auto files = kvw::ModelFiles::open(folder);
            if (bias != 0) {
                kvw::test::verifyRefused(files, "model.safetensors",
                                         "has no tensor model.layers.0.self_attn.q_proj.bias");
                continue;
            }
            QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
            QCOMPARE(files->tensor("model.layers.1.self_attn.q_proj.weight")->typeText(), std::string("INT4"));
            QVERIFY(files->tensor("model.layers.1.self_attn.k_proj.weight")->packed == nullptr);
            // A tensor that is said to be unused cannot be found.
            QVERIFY(files->tensor("model.layers.0.self_attn.q_proj.bias") == nullptr);
            const auto& warnings = files->config().warnings;
            QCOMPARE(warnings.size(), std::size_t{3});
            QVERIFY(warnings[0].find("the setting later is not known here") != std::string::npos);
            QVERIFY(warnings[1].find("quantised matrices whose groups are not whole blocks of 32 columns are held as "
                                     "f32; found model.layers.0.self_attn.q_proj.weight and 1 more.") !=
                    std::string::npos);
            QVERIFY(warnings[2].find("q_proj.bias and 1 more") != std::string::npos);
        }
    }
    void aFileThatDoesNotSayHow() {
        const auto folder = m_path / "silent";
        kvw::test::write(folder / "config.json", kvw::test::tinyConfig().dump());
        auto tensors = kvw::test::tinyTensors();
        for (auto& tensor : tensors) {
            if (tensor.name == "model.layers.0.mlp.up_proj.weight") {
                tensor = {"model.layers.0.mlp.up_proj.qweight", {1, 12}};
            }
        }
        kvw::test::write(folder / "model.safetensors", kvw::test::safetensors(tensors));
        kvw::test::verifyRefused(kvw::ModelFiles::open(folder), "model.safetensors",
                                 "config.json demands the tensor model.layers.0.mlp.up_proj.weight; found "
                                 "model.layers.0.mlp.up_proj.qweight, which is quantised, expected a "
                                 "quantization_config in config.json that says how.");
    }

 private:
    static void verify(const File& file, const json& quantization, const std::vector<float>& expected,
                       std::size_t columns, TensorType held) {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        kvw::test::write(path / "model.safetensors", file.bytes());
        const auto tensors = kvw::ModelTensors::open(path, of(quantization));
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
    static void verifyRefused(const File& file, const json& quantization, const QString& sentence) {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        kvw::test::write(path / "model.safetensors", file.bytes());
        kvw::test::verifyRefused(kvw::ModelTensors::open(path, of(quantization)), "model.safetensors", sentence);
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(PackedIntsTest)
#include "packed_ints_test.moc"
