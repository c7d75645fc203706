// SPDX-License-Identifier: Apache-2.0
/// Quantised checkpoints as they are published, against the transformers library in float64 over what they mean
/// (golden/make_quantised.py).
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/model/families/decoder/weight_store.h"
#include "core/model/model_files.h"
#include "core/model/weights/tensor_read.h"
#include "tests/core/model/support.h"
#include "tests/support/driven_lane.h"
#include "tests/support/reference_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr double kBound = 3e-6;

std::filesystem::path folderOf(const QString& name) {
    return std::filesystem::path(KVW_GOLDEN_DIR) / "quantised" / name.toStdString();
}

}  // namespace

class QuantisedTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void asTheLibrarySays_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("held");
        QTest::addColumn<QString>("matrix");
        const auto row = [](const char* name, const char* type, TensorType held,
                            const char* matrix = "self_attn.q_proj") {
            QTest::addRow("%s", name) << type << static_cast<int>(held) << matrix;
        };
        row("gptq-4", "int4", TensorType::INT4);
        row("gptq-4-order", "int4", TensorType::INT4_32);
        row("gptq-8-v2", "int8", TensorType::INT8_32);
        row("awq", "int4", TensorType::INT4_32);
        row("packed-4", "int4", TensorType::INT4_32);
        row("packed-8", "int8", TensorType::INT8_32);
        row("int-8", "int8", TensorType::INT8_32);
        row("fp8-blocks", "fp8-e4m3", TensorType::FP8_32);
        row("gpt-oss-mxfp4", "bf16", TensorType::MXFP4, "mlp.experts.2.up_proj");
        row("gpt-oss-bf16", "bf16", TensorType::BF16, "mlp.experts.2.up_proj");
    }
    void asTheLibrarySays() {
        const auto folder = folderOf(QTest::currentDataTag());
        QFETCH(QString, type);
        QFETCH(int, held);
        QFETCH(QString, matrix);
        const auto files = ModelFiles::open(folder);
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        QCOMPARE(QString::fromStdString(files->info().dtype), type);
        const auto name = QStringLiteral("model.layers.0.%1.weight").arg(matrix).toStdString();
        QCOMPARE(files->tensor(name)->heldAs(), static_cast<TensorType>(held));
        const auto golden = nlohmann::json::parse(read(folder / "golden.json"));
        const auto all = m_engine.fullLogits(folder, golden["ids"].get<std::vector<std::int32_t>>());
        std::vector<std::vector<float>> found;
        for (const std::size_t row : golden["rows"]) {
            found.push_back(all[row]);
        }
        const double error = worst(found, golden["logits"].get<std::vector<std::vector<double>>>());
        qInfo("%.2e", error);
        QVERIFY2(error <= kBound, qPrintable(QString::number(error)));
    }

    /// Matrices of one input are joined where their columns have one order, and each row is that of its own order.
    void matricesOfOneOrderAreJoined() {
        const QTemporaryDir place;
        const std::filesystem::path folder = place.path().toStdString();
        std::filesystem::copy(folderOf("gptq-4-order"), folder, std::filesystem::copy_options::recursive);
        const std::string at = "model.layers.0.self_attn.";
        const std::vector<std::string> names{at + "q_proj.weight", at + "k_proj.weight", at + "v_proj.weight"};
        for (const std::size_t expected : {1U, 3U}) {
            if (expected == 3) {
                // Two columns of k change groups.
                std::string bytes = read(folder / "model.safetensors");
                std::uint64_t length = 0;
                std::memcpy(&length, bytes.data(), sizeof(length));
                const auto header = nlohmann::json::parse(bytes.substr(8, length));
                const std::size_t groups =
                    8 + length + header[at + "k_proj.g_idx"]["data_offsets"][0].get<std::size_t>();
                std::int32_t first = 0, other = 0;
                std::size_t which = groups;
                std::memcpy(&first, bytes.data() + groups, 4);
                for (other = first; other == first; std::memcpy(&other, bytes.data() + which, 4)) {
                    which += 4;
                }
                std::memcpy(bytes.data() + groups, &other, 4);
                std::memcpy(bytes.data() + which, &first, 4);
                write(folder / "model.safetensors", bytes);
            }
            const auto files = ModelFiles::open(folder);
            QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
            WeightStore store;
            const auto joined = store.join(*files, names);
            QVERIFY(joined.has_value() && store.fill(1, {}).has_value());
            QCOMPARE(joined->size(), expected);
            std::vector<float> all, row(64);
            for (const Weights& weights : *joined) {
                for (std::size_t r = 0; r < weights.rows; ++r) {
                    readRow(weights, r, row.data());
                    all.insert(all.end(), row.begin(), row.end());
                }
            }
            std::vector<float> stored;
            for (const std::string& name : names) {
                const auto values = readFloats(*files->tensor(name)).value();
                stored.insert(stored.end(), values.begin(), values.end());
            }
            QCOMPARE(all, stored);
        }
    }

 private:
    EngineParts m_engine{2};
};

QTEST_GUILESS_MAIN(QuantisedTest)
#include "quantised_test.moc"
