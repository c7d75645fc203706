// SPDX-License-Identifier: Apache-2.0
/// Quantised files whose parts do not fit each other or their configuration: each is refused with one sentence.
#include <QTemporaryDir>
#include <QtTest>

#include "core/model/model_files.h"
#include "core/model/weights/quantization.h"
#include "tests/core/model/support.h"
#include "tests/core/model/weights/quantised_file.h"

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

class QuantizationTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
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
        const IntMatrix q = numbers(8, 64, 0, 15, 1), zeros = numbers(8, 2, 1, 15, 2),
                        scales = numbers(8, 2, 1, 255, 3);
        QuantisedFile file;
        file.add("x.qweight", damage == 6 ? "I8" : "I32", columnWords(transposed(q), 4));
        if (damage != 1) {
            const IntMatrix words = rowWords(transposed(zeros), 4);
            file.add("x.qzeros", "I32", damage == 3 ? IntMatrix{words.front()} : words);
        }
        if (damage != 0) {
            const IntMatrix turned = transposed(scales);
            file.add("x.scales", "F16", damage == 2 ? IntMatrix{turned.front()} : turned);
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
        QuantisedFile file;
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
                     sizes ? IntMatrix{{3, 3}} : numbers(8, 3, 1, 3, 1),
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
            quantizationOf({{"quant_method", "compressed-tensors"},
                            {"format", "int-quantized"},
                            {"kv_cache_scheme", {{"num_bits", 8}}},
                            {"new_setting", 3},
                            {"config_groups",
                             {{"a", {{"weights", {{"num_bits", 8}}}, {"input_activations", {{"num_bits", 8}}}}}}}})
                .notes;
        QCOMPARE(notes.size(), std::size_t{3});
        QCOMPARE(notes[0].english(),
                 std::string("config.json, quantization_config, config_groups, a: the quantisation of "
                             "activations is not applied (input_activations): they are f32 here; found "
                             "{\"num_bits\":8}."));
        QVERIFY(notes[1].english().find("the quantisation of the cache is not applied") != std::string::npos);
        QVERIFY(notes[2].english().find("the setting new_setting is not known here and has no effect; found 3.") !=
                std::string::npos);
        QCOMPARE(quantizationOf({{"quant_method", "fp8"}, {"activation_scheme", "static"}}).notes.front().english(),
                 std::string("config.json, quantization_config: the quantisation of activations is not applied: they "
                             "are f32 here; found static."));
        QVERIFY(quantizationOf(gptq(4, 128, true)).notes.empty());
        // A key with a zero byte is a key as others.
        QCOMPARE(quantizationOf({{"quant_method", "fp8"}, {std::string("a\0b", 3), 1}}).notes.size(),
                 quantizationOf({{"quant_method", "fp8"}}).notes.size() + 1);
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
            QuantisedFile file;
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
            QVERIFY(warnings[0].english().find("the setting later is not known here") != std::string::npos);
            QVERIFY(warnings[1].english().find(
                        "quantised matrices whose groups are not whole blocks of 32 columns are held as "
                        "f32; found model.layers.0.self_attn.q_proj.weight and 1 more.") != std::string::npos);
            QVERIFY(warnings[2].english().find("q_proj.bias and 1 more") != std::string::npos);
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
    static void verifyRefused(const QuantisedFile& file, const json& quantization, const QString& sentence) {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        kvw::test::write(path / "model.safetensors", file.bytes());
        kvw::test::verifyRefused(kvw::ModelTensors::open(path, quantizationOf(quantization)), "model.safetensors",
                                 sentence);
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(QuantizationTest)
#include "quantization_test.moc"
