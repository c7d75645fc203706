// SPDX-License-Identifier: Apache-2.0
/// Experts that are stored joined: every number of every expert, taken out of stacks that are made here number by
/// number.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>

#include "core/model/weights/dequantize.h"
#include "core/model/weights/joined_experts.h"
#include "core/model/weights/tensor_read.h"

using kvw::TensorType;
using kvw::TensorView;

namespace {

constexpr std::int64_t kExperts = 2, kHidden = 64, kWide = 32;
const std::string kAt = "model.layers.0.mlp.experts.";

/// Tensors and the bytes that they lie in.
class Stacks {
 public:
    void add(const std::string& name, TensorType type, std::vector<std::int64_t> shape, std::vector<std::byte> bytes) {
        m_bytes.push_back(std::make_unique<std::vector<std::byte>>(std::move(bytes)));
        TensorView view;
        view.name = name;
        view.type = type;
        view.shape = std::move(shape);
        view.data = *m_bytes.back();
        tensors.push_back(std::move(view));
    }
    void addFloats(const std::string& name, std::vector<std::int64_t> shape,
                   const std::function<float(std::int64_t)>& value) {
        std::int64_t count = 1;
        for (const std::int64_t axis : shape) {
            count *= axis;
        }
        std::vector<std::byte> bytes(static_cast<std::size_t>(count) * sizeof(float));
        for (std::int64_t i = 0; i < count; ++i) {
            const float number = value(i);
            std::memcpy(bytes.data() + static_cast<std::size_t>(i) * sizeof(float), &number, sizeof(number));
        }
        add(name, TensorType::F32, std::move(shape), std::move(bytes));
    }
    TensorView& of(const std::string& name) {
        return *std::find_if(tensors.begin(), tensors.end(), [&](const TensorView& view) { return view.name == name; });
    }

    std::vector<TensorView> tensors;

 private:
    std::vector<std::unique_ptr<std::vector<std::byte>>> m_bytes;
};

float number(std::int64_t i) {
    return static_cast<float>(i);
}

void addBiases(Stacks& stacks) {
    stacks.addFloats(kAt + "gate_up_proj_bias", {kExperts, 2 * kWide}, number);
    stacks.addFloats(kAt + "down_proj_bias", {kExperts, kHidden}, number);
}

Stacks plain() {
    Stacks stacks;
    stacks.addFloats("model.norm.weight", {kHidden}, number);
    stacks.addFloats(kAt + "gate_up_proj", {kExperts, kHidden, 2 * kWide}, number);
    stacks.addFloats(kAt + "down_proj", {kExperts, kWide, kHidden}, number);
    addBiases(stacks);
    return stacks;
}

/// Bytes that differ from one another, and scales around 1.
Stacks blocks() {
    Stacks stacks;
    const auto fill = [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
        std::vector<std::byte> codes(static_cast<std::size_t>(kExperts * rows * columns / 2));
        std::vector<std::byte> scales(codes.size() / 16);
        for (std::size_t i = 0; i < codes.size(); ++i) {
            codes[i] = static_cast<std::byte>(i * 7 + i / 256);
        }
        for (std::size_t i = 0; i < scales.size(); ++i) {
            scales[i] = static_cast<std::byte>(120 + i % 13);
        }
        stacks.add(name + "_blocks", TensorType::U8, {kExperts, rows, columns / 32, 16}, std::move(codes));
        stacks.add(name + "_scales", TensorType::U8, {kExperts, rows, columns / 32}, std::move(scales));
    };
    fill(kAt + "gate_up_proj", 2 * kWide, kHidden);
    fill(kAt + "down_proj", kHidden, kWide);
    addBiases(stacks);
    return stacks;
}

/// Number `column` of stored row `row`, counted over all experts: four bits, the first of a pair in the lower half of
/// its byte, times a power of two (OCP Microscaling Formats 1.0).
float decoded(Stacks& stacks, const std::string& name, std::int64_t row, std::int64_t columns, std::int64_t column) {
    constexpr float kMagnitudes[] = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6};
    const auto at = static_cast<std::size_t>(row * columns + column);
    const auto code = static_cast<unsigned>(stacks.of(name + "_blocks").data[at / 2]) >> (at % 2 * 4) & 15U;
    const int power = static_cast<int>(stacks.of(name + "_scales").data[at / 32]) - 127;
    return std::ldexp((code & 8U) != 0 ? -kMagnitudes[code & 7U] : kMagnitudes[code & 7U], power);
}

}  // namespace

class JoinedExpertsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void plainNumbersAreTurned() {
        Stacks stacks = plain();
        const auto done = kvw::splitExperts(stacks.tensors, "folder");
        QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
        QCOMPARE(stacks.tensors.size(), std::size_t{1 + kExperts * 6});
        for (std::int64_t expert = 0; expert < kExperts; ++expert) {
            const std::string at = kAt + std::to_string(expert) + ".";
            for (const std::int64_t which : {0, 1}) {
                const std::string name = at + (which == 0 ? "gate_proj" : "up_proj");
                const TensorView& matrix = stacks.of(name + ".weight");
                QCOMPARE(matrix.shape, (std::vector<std::int64_t>{kWide, kHidden}));
                QCOMPARE(matrix.heldAs(), TensorType::F32);
                const auto values = kvw::readFloats(matrix).value();
                const auto bias = kvw::readFloats(stacks.of(name + ".bias")).value();
                for (std::int64_t row = 0; row < kWide; ++row) {
                    QCOMPARE(bias[static_cast<std::size_t>(row)], number(expert * 2 * kWide + 2 * row + which));
                    for (std::int64_t column = 0; column < kHidden; ++column) {
                        QCOMPARE(values[static_cast<std::size_t>(row * kHidden + column)],
                                 number((expert * kHidden + column) * 2 * kWide + 2 * row + which));
                    }
                }
            }
            const auto values = kvw::readFloats(stacks.of(at + "down_proj.weight")).value();
            QCOMPARE(values[5 * kWide + 3], number((expert * kWide + 3) * kHidden + 5));
            QCOMPARE(kvw::readFloats(stacks.of(at + "down_proj.bias")).value()[7], number(expert * kHidden + 7));
        }
    }
    /// Rows come by parts, too, as a load reads them.
    void blocksKeepTheirNumbers() {
        Stacks stored = blocks(), stacks = blocks();
        const auto done = kvw::splitExperts(stacks.tensors, "folder");
        QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
        std::vector<std::byte> scratch;
        for (std::int64_t expert = 0; expert < kExperts; ++expert) {
            for (const auto& [part, joined, first, step, rows, columns] :
                 {std::tuple("gate_proj", "gate_up_proj", 0, 2, kWide, kHidden),
                  {"up_proj", "gate_up_proj", 1, 2, kWide, kHidden},
                  {"down_proj", "down_proj", 0, 1, kHidden, kWide}}) {
                const TensorView& matrix = stacks.of(kAt + std::to_string(expert) + "." + part + ".weight");
                QCOMPARE(matrix.heldAs(), TensorType::MXFP4);
                QCOMPARE(matrix.typeText(), std::string("MXFP4"));
                std::vector<float> expected;
                for (std::int64_t row = 0; row < rows; ++row) {
                    for (std::int64_t column = 0; column < columns; ++column) {
                        expected.push_back(
                            decoded(stored, kAt + joined, expert * rows * step + row * step + first, columns, column));
                    }
                }
                QCOMPARE(kvw::readFloats(matrix).value(), expected);
                // As blocks, then decoded: the same.
                std::vector<std::byte> held(kvw::bytesOf(TensorType::MXFP4, expected.size()));
                const std::size_t rowBytes = held.size() / static_cast<std::size_t>(rows);
                QVERIFY(kvw::readRows(matrix, 0, 3, TensorType::MXFP4, held.data(), scratch));
                QVERIFY(kvw::readRows(matrix, 3, rows - 3, TensorType::MXFP4, held.data() + 3 * rowBytes, scratch));
                std::vector<float> values(expected.size());
                kvw::toFloat(TensorType::MXFP4, held.data(), values.data(), values.size());
                QCOMPARE(values, expected);
            }
        }
    }
    void whatDoesNotFitIsNamed_data() {
        QTest::addColumn<bool>("packed");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QVector<qint64>>("shape");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* what, bool packed, const char* name, const QVector<qint64>& shape,
                            const char* sentence) { QTest::addRow("%s", what) << packed << name << shape << sentence; };
        row("no matrix", false, "gate_up_proj", {}, "are not whole; expected the tensor");
        row("no scales", true, "down_proj_scales", {},
            "expected the tensor model.layers.0.mlp.experts.down_proj_scales");
        row("no bias", false, "down_proj_bias", {}, "expected the tensor model.layers.0.mlp.experts.down_proj_bias");
        row("two axes", false, "gate_up_proj", {128, 64}, "found F32 [128, 64], expected [experts, columns, rows]");
        row("other sizes", false, "down_proj", {2, 16, 64}, "do not fit together; found [2, 64, 64] and [2, 64, 16]");
        row("blocks", true, "gate_up_proj_blocks", {2, 64, 4, 8}, "expected U8 [experts, rows, columns / 32, 16]");
        row("scales", true, "gate_up_proj_scales", {2, 128}, "found U8 [2, 128], expected U8 [2, 64, 2]");
        row("bias", false, "gate_up_proj_bias", {64, 2}, "found F32 [64, 2], expected F32, BF16 or F16 [2, 64]");
        row("other experts", false, "down_proj", {1, 32, 64}, "down_proj_bias does not fit its matrix");
    }
    void whatDoesNotFitIsNamed() {
        QFETCH(bool, packed);
        QFETCH(QString, name);
        QFETCH(QVector<qint64>, shape);
        QFETCH(QString, sentence);
        Stacks stacks = packed ? blocks() : plain();
        TensorView& view = stacks.of(kAt + name.toStdString());
        if (shape.isEmpty()) {
            view.name = "other";
        } else {
            view.shape.assign(shape.begin(), shape.end());
        }
        const auto done = kvw::splitExperts(stacks.tensors, "folder");
        QVERIFY(!done);
        const QString found = QString::fromStdString(done.error().sentence());
        QVERIFY2(found.startsWith("folder: ") && found.contains(sentence), qPrintable(found));
    }
    void modelsWithoutBiasesStay() {
        Stacks stacks = plain();
        stacks.of(kAt + "gate_up_proj_bias").name = "other";
        QVERIFY(kvw::splitExperts(stacks.tensors, "folder"));
        QCOMPARE(stacks.tensors.size(), std::size_t{5});
    }
};

QTEST_GUILESS_MAIN(JoinedExpertsTest)
#include "joined_experts_test.moc"
