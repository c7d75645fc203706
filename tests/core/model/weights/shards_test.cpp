// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/shards.h"

#include <QtTest>

#include "core/model/model_files.h"
#include "core/model/weights/tensor_read.h"
#include "tests/core/model/support.h"

using kvw::test::TinyTensor;
using nlohmann::json;

namespace {

const char* const kFirst = "model-00001-of-00002.safetensors";
const char* const kSecond = "model-00002-of-00002.safetensors";

/// The tiny model in two files; the index as it should be.
json writeShards(const std::filesystem::path& folder) {
    std::vector<TinyTensor> halves[2];
    json map;
    for (const TinyTensor& tensor : kvw::test::tinyTensors()) {
        const int half = tensor.name.find("layers.1.") != std::string::npos ? 1 : 0;
        halves[half].push_back(tensor);
        map[tensor.name] = half == 0 ? kFirst : kSecond;
    }
    kvw::test::write(folder / kFirst, kvw::test::safetensors(halves[0]));
    kvw::test::write(folder / kSecond, kvw::test::safetensors(halves[1]));
    kvw::test::write(folder / "config.json", kvw::test::tinyConfig().dump());
    const json index{{"metadata", {{"total_size", 1}}}, {"weight_map", map}};
    kvw::test::write(folder / kvw::kShardIndex, index.dump());
    return index;
}

}  // namespace

class ShardsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void shardsAreOneModel() {
        const auto folder = fresh();
        writeShards(folder);
        const auto files = kvw::ModelFiles::open(folder);
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        QCOMPARE(files->weights().files().size(), std::size_t{2});
        QCOMPARE(files->tensor("model.layers.1.mlp.down_proj.weight")->shape, (std::vector<std::int64_t>{8, 12}));
        QVERIFY(kvw::readFloats(*files->tensor("model.norm.weight")).has_value());
        const std::string before = files->hash();
        std::string second = kvw::test::read(folder / kSecond);
        second.back() = static_cast<char>(second.back() + 1);
        kvw::test::write(folder / kSecond, second);
        QVERIFY(kvw::ModelFiles::open(folder)->hash() != before);
    }
    void oneFileWinsOverAnIndex() {
        const auto folder = fresh();
        writeShards(folder);
        kvw::test::write(folder / "model.safetensors", kvw::test::safetensors(kvw::test::tinyTensors()));
        const auto files = kvw::ModelFiles::open(folder);
        QCOMPARE(files->weights().files().size(), std::size_t{1});
        QCOMPARE(files->config().warnings.size(), std::size_t{1});
        QVERIFY(files->config().warnings[0].english().find(
                    "model.safetensors: this one file is used, and not the parts that lie "
                    "beside it; found model.safetensors.index.json.") != std::string::npos);
    }
    /// As in the reference library, which reads the parts whole.
    void tensorsThatTheIndexDoesNotListCount() {
        const auto folder = fresh();
        json index = writeShards(folder);
        index["weight_map"].erase("model.norm.weight");
        kvw::test::write(folder / kvw::kShardIndex, index.dump());
        const auto files = kvw::ModelFiles::open(folder);
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        QVERIFY(files->tensor("model.norm.weight") != nullptr && files->config().warnings.empty());
    }
    void aTensorInTwoPartsIsTheOneThatTheIndexNames() {
        const auto folder = fresh();
        json index = writeShards(folder);
        std::vector<TinyTensor> second{{"model.norm.weight", {8}}};
        for (const TinyTensor& tensor : kvw::test::tinyTensors()) {
            if (tensor.name.find("layers.1.") != std::string::npos) {
                second.push_back(tensor);
            }
        }
        kvw::test::write(folder / kSecond, kvw::test::safetensors(second));
        const auto files = kvw::ModelFiles::open(folder);
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        QCOMPARE(files->tensor("model.norm.weight")->file->path().filename(), std::filesystem::path(kFirst));
        QCOMPARE(files->config().warnings.size(), std::size_t{1});
        QVERIFY(files->config().warnings[0].english().find(
                    "a tensor lies in two files; the one that the index names is used; "
                    "found model.norm.weight in model-00002") != std::string::npos);
    }

    void malformedIndex_data() {
        QTest::addColumn<QByteArray>("index");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* index, const char* sentence) {
            QTest::newRow(name) << QByteArray(index) << QString(sentence);
        };
        row("empty file", "", "is not an index of weights; found an empty file");
        row("no JSON", "{", "found text that is not JSON");
        row("a list", "[]", "is not an index of weights; found array");
        row("no map", "{\"metadata\":{}}", "is not an index of weights");
        row("empty map", R"({"weight_map":{}})", "is not an index of weights");
        row("map is a list", R"({"weight_map":["a"]})", "is not an index of weights");
        row("file is a number", R"({"weight_map":{"a":7}})", "the file of the tensor a is not a name; found 7");
        row("folder above", R"({"weight_map":{"a":"../x.safetensors"}})",
            "the tensor a lies outside the model's folder; found \"../x.safetensors\"");
        row("absolute", R"({"weight_map":{"a":"/etc/passwd"}})", "lies outside the model's folder");
        row("the folder itself", R"({"weight_map":{"a":".."}})", "lies outside the model's folder");
        row("no name", R"({"weight_map":{"a":""}})", "lies outside the model's folder");
        row("zero byte", R"({"weight_map":{"a":"x\u0000y"}})", "lies outside the model's folder");
        row("missing",
            R"({"weight_map":{"a":"model-00001-of-00002.safetensors","b":"model-00003-of-00003.safetensors"}})",
            "model-00003-of-00003.safetensors: this part of the weights is missing; model.safetensors.index.json "
            "demands "
            "it for 1 of 2 tensors");
        row("another tensor", R"({"weight_map":{"a":"model-00001-of-00002.safetensors"}})",
            "model-00001-of-00002.safetensors: model.safetensors.index.json says that the tensor a is here; found no "
            "such "
            "tensor");
    }
    void malformedIndex() {
        QFETCH(QByteArray, index);
        QFETCH(QString, sentence);
        const auto folder = fresh();
        writeShards(folder);
        kvw::test::write(folder / kFirst, kvw::test::safetensors({{"model.norm.weight", {8}}, {"b", {1}}}));
        if (sentence.contains("is missing")) {
            kvw::test::write(folder / kFirst, kvw::test::safetensors({{"a", {1}}}));
        }
        kvw::test::write(folder / kvw::kShardIndex, index.toStdString());
        const QString text = QString::fromStdString(this->sentence(folder));
        QVERIFY2(text.contains(sentence), qPrintable(text));
    }
    void indexNestedWithoutEnd() {
        const auto folder = fresh();
        writeShards(folder);
        kvw::test::write(folder / kvw::kShardIndex, "{\"weight_map\":" + std::string(100'000, '['));
        QVERIFY(sentence(folder).find("nested too deeply") != std::string::npos);
    }

    void emptyFilesAreNamed() {
        for (const char* name : {"config.json", "model.safetensors", kFirst}) {
            const auto folder = fresh();
            writeShards(folder);
            kvw::test::write(folder / name, "");
            QVERIFY2(sentence(folder).find(std::string(name) + ": ") != std::string::npos, sentence(folder).c_str());
        }
    }
    void linksInACircleAreNamed() {
        for (const char* name : {"config.json", "model.safetensors", kSecond, kvw::kShardIndex}) {
            const auto folder = fresh();
            writeShards(folder);
            std::filesystem::remove(folder / name);
            std::filesystem::create_symlink(folder / name, folder / name);
            QVERIFY2(sentence(folder).find(std::string(name) + ": its symbolic links form a loop") != std::string::npos,
                     sentence(folder).c_str());
        }
        const auto folder = fresh();
        std::filesystem::create_directories(folder);
        std::filesystem::create_symlink("b", folder / "a");
        std::filesystem::create_symlink("a", folder / "b");
        QVERIFY(sentence(folder / "a").find("its symbolic links form a loop") != std::string::npos);
    }
    void linksIntoACacheAreFollowed() {
        const auto folder = fresh();
        writeShards(folder);
        std::filesystem::create_directories(folder / "blobs");
        std::filesystem::rename(folder / kSecond, folder / "blobs" / "0123");
        std::filesystem::create_symlink("blobs/0123", folder / kSecond);
        QVERIFY(kvw::ModelFiles::open(folder).has_value());
    }

    void fp8NeedsScales() {
        const auto folder = fresh();
        auto tensors = kvw::test::tinyTensors();
        for (TinyTensor& tensor : tensors) {
            if (tensor.name.find("_proj") != std::string::npos) {
                tensor.dtype = "F8_E4M3";
            }
        }
        writeFp8(folder, tensors, {});
        QVERIFY2(sentence(folder).find("self_attn.q_proj.weight is fp8 and has no scales; expected "
                                       "model.layers.0.self_attn.q_proj.weight_scale or") != std::string::npos,
                 sentence(folder).c_str());
        writeFp8(folder, tensors, {8, 8});
        QVERIFY2(
            sentence(folder).find("the scales model.layers.0.self_attn.q_proj.weight_scale do not fit their weights; "
                                  "found F32 [8, 8], expected F32, BF16 or F16: one number") != std::string::npos,
            sentence(folder).c_str());
        for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{1}, {}, {1, 1}}) {
            writeFp8(folder, tensors, shape);
            const auto files = kvw::ModelFiles::open(folder);
            QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
            QCOMPARE(files->info().dtype, std::string("fp8-e4m3"));
            QCOMPARE(files->tensor("model.layers.0.mlp.up_proj.weight")->heldAs(), kvw::TensorType::F32);
        }
    }
    void scalesPerRowAndPerBlock() {
        const auto folder = fresh();
        const auto scalesOf = [&](const std::vector<std::int64_t>& shape) {
            std::vector<TinyTensor> tensors{{"w", {130, 260}, "F8_E4M3"}, {"w_scale_inv", shape}};
            kvw::test::write(folder / "model.safetensors", kvw::test::safetensors(tensors));
            const auto opened = kvw::ModelTensors::open(folder);
            return opened ? opened->find("w")->scales : nullptr;
        };
        const auto rows = scalesOf({130, 1});
        QVERIFY(rows != nullptr);
        QCOMPARE(rows->blockRows, 1);
        QCOMPARE(rows->perRow, 1);
        const auto blocks = scalesOf({2, 3});
        QVERIFY(blocks != nullptr);
        QCOMPARE(blocks->blockRows, 128);
        QCOMPARE(blocks->perRow, 3);
        QCOMPARE(blocks->factors.size(), std::size_t{6});
        QVERIFY(scalesOf({3, 2}) == nullptr);
        QVERIFY(scalesOf({130, 2}) == nullptr);
    }

    void endIdsOfTheGenerationConfigurationJoin() {
        const auto folder = fresh();
        writeShards(folder);
        json config = kvw::test::tinyConfig();
        config["eos_token_id"] = 2;
        kvw::test::write(folder / "config.json", config.dump());
        kvw::test::write(folder / "generation_config.json", R"({"bos_token_id":1,"eos_token_id":[2,7,9]})");
        const auto files = kvw::ModelFiles::open(folder);
        QCOMPARE(files->config().eosIds, (std::vector<std::int32_t>{2, 7, 9}));
        QCOMPARE(files->config().bosIds, (std::vector<std::int32_t>{1}));
        kvw::test::write(folder / "generation_config.json", R"({"eos_token_id":null})");
        QCOMPARE(kvw::ModelFiles::open(folder)->config().eosIds, (std::vector<std::int32_t>{2}));
        // Ids that the model does not have stop nothing.
        kvw::test::write(folder / "generation_config.json", R"({"eos_token_id":[7,10,-1],"bos_token_id":4294967295})");
        const auto beyond = kvw::ModelFiles::open(folder);
        QVERIFY2(beyond.has_value(), beyond ? "" : beyond.error().sentence().c_str());
        QCOMPARE(beyond->config().eosIds, (std::vector<std::int32_t>{2, 7}));
        QVERIFY(beyond->config().bosIds.empty());
        QCOMPARE(beyond->config().warnings.size(), std::size_t{3});
        QVERIFY(beyond->config().warnings[1].english().find(
                    "generation_config.json: eos_token_id is no token of the model and is left out; found 10, expected "
                    "0 to 9.") != std::string::npos);
        kvw::test::write(folder / "generation_config.json", R"({"eos_token_id":"</s>"})");
        QVERIFY(sentence(folder).find("generation_config.json: eos_token_id is not a token id") != std::string::npos);
        for (const char* wrong : {"", "[]", "{"}) {
            kvw::test::write(folder / "generation_config.json", wrong);
            QVERIFY(sentence(folder).find("is not a generation configuration") != std::string::npos);
        }
    }

 private:
    std::filesystem::path fresh() { return m_path / std::to_string(m_count++); }
    static std::string sentence(const std::filesystem::path& folder) {
        const auto files = kvw::ModelFiles::open(folder);
        return files ? std::string("opened") : files.error().sentence();
    }
    static void writeFp8(const std::filesystem::path& folder, std::vector<TinyTensor> tensors,
                         const std::vector<std::int64_t>& scaleShape) {
        const std::size_t count = tensors.size();
        for (std::size_t i = 0; i < count; ++i) {
            // {} as a shape is a scalar; the first call leaves the scales out.
            if (tensors[i].dtype == "F8_E4M3" &&
                (!scaleShape.empty() || std::filesystem::exists(folder / "config.json"))) {
                tensors.push_back({tensors[i].name + "_scale", scaleShape});
            }
        }
        json config = kvw::test::tinyConfig();
        config["quantization_config"] = {{"quant_method", "fp8"}, {"weight_block_size", {128, 128}}};
        kvw::test::write(folder / "config.json", config.dump());
        kvw::test::write(folder / "model.safetensors", kvw::test::safetensors(tensors));
    }
    int m_count = 0;
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(ShardsTest)
#include "shards_test.moc"
