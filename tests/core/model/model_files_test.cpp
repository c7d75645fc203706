// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_files.h"

#include <QtTest>

#include "core/model/family.h"
#include "tests/core/model/support.h"

using kvw::test::TinyTensor;
using nlohmann::json;

class ModelFilesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theEmbeddedModel() {
        const auto files = kvw::ModelFiles::open(KVW_SOURCE_DIR "/resources/demo-model/model");
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        const kvw::ModelInfo info = files->info(2);
        QCOMPARE(info.name, std::string("demo-model"));
        QCOMPARE(info.architecture, std::string("LlamaForCausalLM"));
        QCOMPARE(info.dtype, std::string("bf16"));
        QCOMPARE(info.parameters, 2'755'008);
        QCOMPARE(info.weightBytes, 2 * 2'755'008);
        QCOMPARE(info.kvBytesPerToken, 1536);
        QCOMPARE(files->info().kvBytesPerToken, 3072);
        QCOMPARE(info.context, 2048);
        QCOMPARE(info.hash.size(), std::size_t{64});
        QVERIFY(files->tensor("lm_head.weight") == nullptr);
        QVERIFY(std::filesystem::exists(files->tokenizerPath()));
    }

    void openingCanBeCancelled() {
        const char* model = KVW_SOURCE_DIR "/resources/demo-model/model";
        int asked = 0;
        const auto files = kvw::ModelFiles::open(model, [&] { return ++asked < 3; });
        QVERIFY(!files.has_value());
        QCOMPARE(files.error().code, kvw::Code::Cancelled);
        QCOMPARE(asked, 3);
        // Asking whether to go on does not change what is found.
        const auto whole = kvw::ModelFiles::open(model, [] { return true; });
        QVERIFY(whole.has_value());
        QCOMPARE(whole->hash(), kvw::ModelFiles::open(model)->hash());
    }

    void aTinyModelOpens() {
        const auto files = open(kvw::test::tinyConfig(), kvw::test::tinyTensors());
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        QCOMPARE(files->info().name, std::string("tiny"));
        QCOMPARE(files->info().dtype, std::string("f32"));
        QCOMPARE(files->tensor("model.layers.1.mlp.down_proj.weight")->shape, (std::vector<std::int64_t>{8, 12}));
    }
    void namesMayLackThePrefix() {
        auto tensors = kvw::test::tinyTensors();
        for (TinyTensor& tensor : tensors) {
            tensor.name = tensor.name.starts_with("model.") ? tensor.name.substr(6) : tensor.name;
        }
        const auto files = open(kvw::test::tinyConfig(), tensors);
        QVERIFY(files.has_value());
        QVERIFY(files->tensor("model.norm.weight") != nullptr);
    }
    void strayBuffersDoNoHarm() {
        auto tensors = kvw::test::tinyTensors();
        tensors.push_back({"model.layers.0.self_attn.rotary_emb.inv_freq", {2}, "I64"});
        QVERIFY(open(kvw::test::tinyConfig(), tensors).has_value());
    }
    void storedMasksAreNoBiases() {
        const json config{{"architectures", {"GPTNeoXForCausalLM"}},
                          {"hidden_size", 8},
                          {"intermediate_size", 12},
                          {"num_hidden_layers", 1},
                          {"num_attention_heads", 1},
                          {"vocab_size", 10}};
        const auto parsed = kvw::ModelConfig::parse(config.dump(), "config.json");
        QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().sentence().c_str());
        std::vector<TinyTensor> tensors;
        for (const auto& spec : kvw::findFamily("GPTNeoXForCausalLM")->tensors(*parsed)) {
            tensors.push_back({spec.name, spec.shape});
        }
        tensors.push_back({"gpt_neox.layers.0.attention.bias", {1, 1, 4, 4}});
        tensors.push_back({"gpt_neox.layers.0.attention.masked_bias", {1}});
        const auto files = open(config, tensors);
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        tensors.push_back({"gpt_neox.layers.1.attention.dense.bias", {8}});
        QVERIFY(!open(config, tensors));
        for (TinyTensor& tensor : tensors) {
            tensor.name = tensor.name.starts_with("gpt_neox.") ? tensor.name.substr(9) : tensor.name;
        }
        tensors.pop_back();
        QVERIFY(open(config, tensors).has_value());
    }
    void aTiedModelNeedsNoHead() {
        json config = kvw::test::tinyConfig();
        config["tie_word_embeddings"] = true;
        QVERIFY(open(config, withoutTensor("lm_head.weight")).has_value());
    }
    /// As the reference library does it: another head that is stored counts, and the flag does not.
    void aStoredHeadBesideATiedFlag() {
        json config = kvw::test::tinyConfig();
        config["tie_word_embeddings"] = true;
        // The bytes of the two follow one another in the file, so they differ.
        const auto other = open(config, kvw::test::tinyTensors());
        QVERIFY2(other.has_value(), other ? "" : other.error().sentence().c_str());
        QVERIFY(!other->config().tiedEmbeddings);
        QCOMPARE(other->config().warnings.size(), std::size_t{1});
        QVERIFY2(other->config().warnings[0].english().find(
                     "model.safetensors: lm_head.weight is stored, differs from the "
                     "embedding and is used; found tie_word_embeddings true, expected "
                     "false.") != std::string::npos,
                 other->config().warnings[0].english().c_str());
        // The head counts among the parameters.
        QCOMPARE(other->info().parameters, open(kvw::test::tinyConfig(), kvw::test::tinyTensors())->info().parameters);
        // The same head, in the same and in another type.
        for (const char* dtype : {"F32", "BF16"}) {
            auto tensors = kvw::test::tinyTensors();
            tensors[2].dtype = dtype;
            std::string file = kvw::test::safetensors(tensors);
            const std::size_t head = tensors[2].dtype == "F32" ? 320 : 160;
            const std::size_t data = file.size() - dataBytes(tensors);
            file.replace(data, 320, std::string(320, '\0'));
            file.replace(data + 320 + 32, head, std::string(head, '\0'));
            kvw::test::write(m_path / "same" / "config.json", config.dump());
            kvw::test::write(m_path / "same" / "model.safetensors", file);
            const auto same = kvw::ModelFiles::open(m_path / "same");
            QVERIFY2(same.has_value(), same ? "" : same.error().sentence().c_str());
            QVERIFY(same->config().tiedEmbeddings && same->config().warnings.empty());
        }
        // A tensor of another shape belongs to another model.
        auto tensors = kvw::test::tinyTensors();
        tensors[2].shape = {11, 8};
        QVERIFY(open(config, tensors).error().sentence().find("disagrees with the tensor lm_head.weight") !=
                std::string::npos);
    }
    void biasesAreDemandedWhenConfigured() {
        json config = kvw::test::tinyConfig();
        config["attention_bias"] = true;
        const auto files = open(config, kvw::test::tinyTensors());
        QVERIFY(!files);
        QVERIFY(files.error().sentence().find("model.layers.0.self_attn.q_proj.bias") != std::string::npos);
        config["attention_bias"] = false;
        config["mlp_bias"] = true;
        QVERIFY(open(config, kvw::test::tinyTensors()).error().sentence().find("gate_proj.bias") != std::string::npos);
    }

    void disagreement_data() {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* patch, const char* sentence) {
            QTest::newRow(name) << QByteArray(patch) << QString(sentence);
        };
        row("vocabulary", R"({"vocab_size":11})",
            "config.json disagrees with the tensor model.embed_tokens.weight; found [10, 8], expected [11, 8].");
        row("kv heads", R"({"num_key_value_heads":2})",
            "config.json disagrees with the tensor model.layers.0.self_attn.k_proj.weight; found [4, 8], expected [8, "
            "8].");
        row("head dim", R"({"head_dim":6})", "q_proj.weight; found [8, 8], expected [12, 8].");
        row("intermediate", R"({"intermediate_size":16})", "gate_proj.weight; found [12, 8], expected [16, 8].");
        row("more layers", R"({"num_hidden_layers":3})",
            "config.json demands the tensor model.layers.2.input_layernorm.weight; found no such tensor, expected "
            "[8].");
        row("fewer layers", R"({"num_hidden_layers":1})",
            "the model that config.json describes has no tensor model.layers.1.");
        row("model type", R"({"model_type":"mistral"})",
            "model_type disagrees with the architecture LlamaForCausalLM; found mistral, expected llama.");
    }
    void disagreement() {
        QFETCH(QByteArray, patch);
        QFETCH(QString, sentence);
        json config = kvw::test::tinyConfig();
        config.update(json::parse(patch.toStdString()));
        const auto files = open(config, kvw::test::tinyTensors());
        QVERIFY(!files && files.error().code == kvw::Code::BadInput);
        const QString text = QString::fromStdString(files.error().sentence());
        QVERIFY2(text.contains(sentence), qPrintable(text));
        QVERIFY2(text.contains("model.safetensors: ") || text.contains("config.json: "), qPrintable(text));
    }
    void straysOutsideTheLayersDoNoHarm() {
        auto tensors = kvw::test::tinyTensors();
        for (const char* name : {"model.layers.0.self_attn.rotary_emb.inv_freq", "v_head.summary.weight"}) {
            tensors.push_back(tensors[1]);
            tensors.back().name = name;
        }
        const auto strays = open(kvw::test::tinyConfig(), tensors);
        QVERIFY(strays.has_value());
        // A table of RoPE is nothing of the model's; what another head was is said.
        QCOMPARE(strays->config().warnings.size(), std::size_t{1});
        QVERIFY(strays->config().warnings[0].english().find(
                    "tensors that this architecture does not have are not used; found "
                    "v_head.summary.weight.") != std::string::npos);
        tensors.back().name = "model.layers.0.self_attn.q_proj.bias";
        const auto files = open(kvw::test::tinyConfig(), tensors);
        QVERIFY(!files);
        QVERIFY(files.error().sentence().find("has no tensor model.layers.0.self_attn.q_proj.bias") !=
                std::string::npos);
    }
    void anUntiedModelNeedsItsHead() {
        const auto files = open(kvw::test::tinyConfig(), withoutTensor("lm_head.weight"));
        QVERIFY(!files);
        QVERIFY(files.error().sentence().find("config.json demands the tensor lm_head.weight") != std::string::npos);
    }
    void weightsOfIntegersAreRefused() {
        auto tensors = kvw::test::tinyTensors();
        tensors[1].dtype = "I64";
        const auto files = open(kvw::test::tinyConfig(), tensors);
        QVERIFY(!files);
        QVERIFY(files.error().sentence().find("model.norm.weight has a type that weights cannot have; found I64") !=
                std::string::npos);
    }

    void missingFilesAreNamed_data() {
        QTest::addColumn<QString>("present");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("nothing") << "readme"
                                 << "the folder has no weights; found no model.safetensors";
        QTest::newRow("sharded") << "model.safetensors.index.json"
                                 << "model.safetensors.index.json: is not an index of weights";
        QTest::newRow("consolidated") << "consolidated.safetensors"
                                      << "(interleaved) weight layout is not supported";
        QTest::newRow("pickled") << "pytorch_model.bin"
                                 << "pickled weights are not supported";
        QTest::newRow("pickled by another name") << "weights.pth"
                                                 << "pickled weights are not supported; found weights.pth";
        QTest::newRow("half a download")
            << "model.safetensors.incomplete"
            << "a download of the weights has not ended; found model.safetensors.incomplete";
        QTest::newRow("parts without an index")
            << "model-00001-of-00002.safetensors"
            << "the folder has no weights; found model-00001-of-00002.safetensors, expected model.safetensors, or "
               "model.safetensors.index.json";
    }
    void missingFilesAreNamed() {
        QFETCH(QString, present);
        QFETCH(QString, sentence);
        const auto folder = m_path / ("missing-" + present.toStdString());
        kvw::test::write(folder / "config.json", kvw::test::tinyConfig().dump());
        kvw::test::write(folder / present.toStdString(), "{}");
        const auto files = kvw::ModelFiles::open(folder);
        QVERIFY(!files);
        QVERIFY2(files.error().sentence().find(sentence.toStdString()) != std::string::npos,
                 files.error().sentence().c_str());
    }
    void aMissingFolderOrConfigIsNotFound() {
        QCOMPARE(kvw::ModelFiles::open(m_path / "nowhere").error().code, kvw::Code::NotFound);
        std::filesystem::create_directories(m_path / "bare");
        const auto files = kvw::ModelFiles::open(m_path / "bare");
        QCOMPARE(files.error().code, kvw::Code::NotFound);
        QVERIFY(files.error().sentence().find("config.json") != std::string::npos);
    }

    void filesOfAFolderMeanTheFolder() {
        const auto files = open(kvw::test::tinyConfig(), kvw::test::tinyTensors(), "whole");
        for (const char* name : {"config.json", "model.safetensors"}) {
            const auto same = kvw::ModelFiles::open(m_path / "whole" / name);
            QVERIFY2(same.has_value(), same ? "" : same.error().sentence().c_str());
            QCOMPARE(same->hash(), files->hash());
            QCOMPARE(same->directory(), m_path / "whole");
            QVERIFY(kvw::loadModelConfig(m_path / "whole" / name).has_value());
        }
    }
    void filesThatAreNoModelAreNamed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* title, const char* name, const QByteArray& bytes, const char* sentence) {
            QTest::newRow(title) << name << bytes << sentence;
        };
        const QByteArray page = "\n<!doctype HTML><html>404</html>";
        const QByteArray pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 77\n";
        row("pickle", "pytorch_model.bin", QByteArray("PK\x03\x04", 4),
            "pytorch_model.bin: this file is not a model; found a zip archive, as PyTorch saves weights, expected a "
            "GGUF "
            "file, or the folder with");
        row("another safetensors file", "part.safetensors", QByteArray("\x02\0\0\0\0\0\0\0{}", 10),
            "found a safetensors file, expected a GGUF file, or the folder with");
        row("page", "model", page, "this file is not a model; found an HTML page");
        row("page called GGUF", "model.gguf", page, "model.gguf: is not a GGUF file; found an HTML page");
        row("empty GGUF", "empty.gguf", "", "is not a GGUF file; found an empty file");
        row("zeros", "zeros.gguf", QByteArray(64, '\0'), "found nothing but zeros");
        row("safetensors called GGUF", "other.gguf", QByteArray("\x02\0\0\0\0\0\0\0{}", 10),
            "found a safetensors file");
        row("pointer", "pointer.gguf", pointer,
            "pointer.gguf: this is a pointer of Git LFS, not the file itself; found 64 bytes, expected the file of 77 "
            "bytes, which git lfs pull fetches");
        row("text", "notes.txt", "words", "notes.txt: is not a GGUF file");
    }
    void filesThatAreNoModelAreNamed() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        const auto path = m_path / "loose" / name.toStdString();
        kvw::test::write(path, bytes.toStdString());
        const auto files = kvw::ModelFiles::open(path);
        QVERIFY(!files && files.error().code == kvw::Code::BadInput);
        QVERIFY2(QString::fromStdString(files.error().sentence()).contains(sentence), files.error().sentence().c_str());
        QVERIFY(!kvw::loadModelConfig(path));
    }
    void pointersOfGitLfsAreNamedInEveryPlace() {
        const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 77\n";
        for (const char* name : {"config.json", "model.safetensors", "generation_config.json", "tokenizer.json",
                                 "tokenizer_config.json", "special_tokens_map.json"}) {
            const auto folder = m_path / "lfs" / name;
            kvw::test::write(folder / "config.json", kvw::test::tinyConfig().dump());
            kvw::test::write(folder / "model.safetensors", kvw::test::safetensors(kvw::test::tinyTensors()));
            kvw::test::write(folder / "tokenizer.json", "{}");
            kvw::test::write(folder / name, pointer);
            const auto files = kvw::ModelFiles::open(folder);
            const auto tokenizer = files ? files->loadTokenizer() : tl::unexpected(files.error());
            QVERIFY(!tokenizer);
            const std::string text = tokenizer.error().sentence();
            QVERIFY2(text.find(std::string(name) + ": this is a pointer of Git LFS") != std::string::npos,
                     text.c_str());
        }
    }
    void aGgufFileInAFolderIsNamed() {
        kvw::test::write(m_path / "with-gguf" / "tiny.gguf", "GGUF");
        for (const kvw::Error& error : {kvw::ModelFiles::open(m_path / "with-gguf").error(),
                                        kvw::loadModelConfig(m_path / "with-gguf").error()}) {
            QCOMPARE(error.code, kvw::Code::NotFound);
            QVERIFY2(error.sentence().find("the folder has no config.json; found tiny.gguf, expected the path of that "
                                           "file.") != std::string::npos,
                     error.sentence().c_str());
        }
    }
    void aModelWithoutATokenizerOpens() {
        const auto files = open(kvw::test::tinyConfig(), kvw::test::tinyTensors(), "no-tokenizer");
        QVERIFY(files.has_value());
        const auto tokenizer = files->loadTokenizer();
        QVERIFY(!tokenizer && tokenizer.error().code == kvw::Code::NotFound);
        QVERIFY2(
            tokenizer.error().sentence().find("the model has no tokenizer: it reads token ids, and no text; found no "
                                              "tokenizer.json") != std::string::npos,
            tokenizer.error().sentence().c_str());
        kvw::test::write(m_path / "no-tokenizer" / "tokenizer.model", "x");
        QVERIFY(files->loadTokenizer().error().sentence().find("found tokenizer.model") != std::string::npos);
    }

    void theHashFollowsContentsNotPaths() {
        const auto tensors = kvw::test::tinyTensors();
        const std::string first = open(kvw::test::tinyConfig(), tensors, "one")->hash();
        QCOMPARE(open(kvw::test::tinyConfig(), tensors, "two")->hash(), first);
        json config = kvw::test::tinyConfig();
        config["rope_theta"] = 20000;
        QVERIFY(open(config, tensors, "three")->hash() != first);
        std::string weights = kvw::test::safetensors(tensors);
        weights.back() = static_cast<char>(weights.back() + 1);
        kvw::test::write(m_path / "two" / "model.safetensors", weights);
        QVERIFY(kvw::ModelFiles::open(m_path / "two")->hash() != first);
    }
    void namesOfFolders_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "smol"
                               << "smol";
        QTest::newRow("trailing slash") << "smol/"
                                        << "smol";
        QTest::newRow("model") << "big-model/model"
                               << "big-model";
        QTest::newRow("hub cache") << "models--org--name-1B/snapshots/0123abcd"
                                   << "org/name-1B";
        QTest::newRow("hub cache without owner") << "models--gpt2/snapshots/0123abcd"
                                                 << "gpt2";
    }
    void namesOfFolders() {
        QFETCH(QString, folder);
        QFETCH(QString, name);
        const auto files = open(kvw::test::tinyConfig(), kvw::test::tinyTensors(), folder.toStdString());
        QVERIFY(files.has_value());
        QCOMPARE(QString::fromStdString(files->info().name), name);
    }

    void familiesAreFoundByArchitecture() {
        QVERIFY(kvw::findFamily("LlamaForCausalLM") != nullptr);
        QVERIFY(kvw::findFamily("llama") == nullptr);
        QVERIFY(kvw::knownArchitectures().find("LlamaForCausalLM") != std::string::npos);
    }

 private:
    kvw::Result<kvw::ModelFiles> open(const json& config, const std::vector<TinyTensor>& tensors,
                                      const std::string& folder = "tiny") {
        kvw::test::write(m_path / folder / "config.json", config.dump());
        kvw::test::write(m_path / folder / "model.safetensors", kvw::test::safetensors(tensors));
        return kvw::ModelFiles::open(m_path / folder);
    }
    static std::size_t dataBytes(const std::vector<TinyTensor>& tensors) {
        std::size_t all = 0;
        for (const TinyTensor& tensor : tensors) {
            std::size_t bytes = tensor.dtype == "F32" ? 4 : 2;
            for (const std::int64_t axis : tensor.shape) {
                bytes *= static_cast<std::size_t>(axis);
            }
            all += bytes;
        }
        return all;
    }
    static std::vector<TinyTensor> withoutTensor(const std::string& name) {
        auto tensors = kvw::test::tinyTensors();
        std::erase_if(tensors, [&](const TinyTensor& tensor) { return tensor.name == name; });
        return tensors;
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(ModelFilesTest)
#include "model_files_test.moc"
