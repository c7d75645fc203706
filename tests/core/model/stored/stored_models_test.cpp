// SPDX-License-Identifier: Apache-2.0
/// Models that lie where people's programs keep them, found by name.
#include "core/model/stored/stored_models.h"

#include <QtTest>

#include "core/model/model_name.h"
#include "tests/core/model/support.h"

using namespace kvw;
using namespace kvw::test;
namespace fs = std::filesystem;

class StoredModelsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_home;
    fs::path home() const { return m_home->path().toStdString(); }

    static std::string shown(const fs::path& below) {
        std::string lines;
        for (const StoredModel& model : storedModels()) {
            lines += model.keeper + "|" + model.name + "|" + model.path.lexically_relative(below).string() + "\n";
        }
        return lines;
    }

 private Q_SLOTS:
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_home->path().toUtf8());
        for (const char* name : {"KVW_MODELS", "HF_HUB_CACHE", "HF_HOME", "OLLAMA_MODELS", "XDG_CACHE_HOME"}) {
            qunsetenv(name);
        }
        qputenv("XDG_DATA_HOME", (m_home->path() + "/data").toUtf8());
    }

    void aHomeWithoutModelsHasNone() {
        QVERIFY(storedModels().empty());
        QVERIFY(!storedModel("smollm2-135m"));
        QCOMPARE(modelFolder(), home() / "data/kvworkbench/models");
    }

    /// A file alone in its folder is called as the folder is; folders need weights, split files are the first part.
    void ownModelsAreCalledAsTheirFolders() {
        const fs::path folder = modelFolder();
        for (const char* file :
             {"alone/Alone-Q4.gguf", "two/a.gguf", "two/b.gguf", "loose.gguf", "split/s-00001-of-00002.gguf",
              "split/s-00002-of-00002.gguf", "split/mmproj-s.gguf", "plain/config.json", "plain/model.safetensors",
              "org/parts/config.json", "org/parts/model.safetensors.index.json", "no-weights/config.json",
              ".fetched.part/x.gguf", "notes.txt"}) {
            write(folder / file, "x");
        }
        QCOMPARE(shown(folder), std::string("KV Workbench|alone|alone/Alone-Q4.gguf\n"
                                            "KV Workbench|loose|loose.gguf\n"
                                            "KV Workbench|org/parts|org/parts\n"
                                            "KV Workbench|plain|plain\n"
                                            "KV Workbench|split|split/s-00001-of-00002.gguf\n"
                                            "KV Workbench|a|two/a.gguf\n"
                                            "KV Workbench|b|two/b.gguf\n"));
        QCOMPARE(storedModel("alone"), std::optional(folder / "alone/Alone-Q4.gguf"));
    }

    void aChosenFolderGoesFirst() {
        qputenv("KVW_MODELS", (m_home->path() + "/elsewhere").toUtf8());
        write(home() / "elsewhere/m/x.gguf", "x");
        QCOMPARE(storedModel("m"), std::optional(home() / "elsewhere/m/x.gguf"));
    }

    void otherProgramsModelsAreFound() {
        const fs::path hub = home() / ".cache/huggingface/hub";
        write(hub / "models--org--name/snapshots/abc/config.json", "{}");
        write(hub / "models--org--name/blobs/weights", "x");
        fs::create_symlink("../../blobs/weights", hub / "models--org--name/snapshots/abc/model.safetensors");
        write(hub / "models--org--quants/snapshots/def/Name-Q4_K_M.gguf", "x");
        write(hub / "datasets--org--data/snapshots/abc/config.json", "{}");
        write(home() / ".lmstudio/models/publisher/repository/file.gguf", "x");
        const fs::path ollama = home() / ".ollama/models";
        write(ollama / "manifests/registry.ollama.ai/library/qwen/0.5b",
              R"({"layers": [{"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:no"},
                             {"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:aa"}]})");
        write(ollama / "manifests/registry.ollama.ai/me/mine/latest",
              R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:bb"}]})");
        write(ollama / "blobs/sha256-aa", "x");
        write(ollama / "blobs/sha256-bb", "x");
        QCOMPARE(shown(home()),
                 std::string("Hugging Face|org/name|.cache/huggingface/hub/models--org--name/snapshots/abc\n"
                             "Hugging Face|org/quants/Name-Q4_K_M|"
                             ".cache/huggingface/hub/models--org--quants/snapshots/def/Name-Q4_K_M.gguf\n"
                             "LM Studio|publisher/repository/file|.lmstudio/models/publisher/repository/file.gguf\n"
                             "Ollama|qwen:0.5b|.ollama/models/blobs/sha256-aa\n"
                             "Ollama|me/mine:latest|.ollama/models/blobs/sha256-bb\n"));
        QCOMPARE(modelName(ollama / "blobs/sha256-aa"), std::string("qwen:0.5b"));
    }

    void aDotInTheNameOfAFolderBeginsNoExtension() {
        for (const char* file :
             {"org/Qwen2.5-0.5B/config.json", "org/Qwen2.5-0.5B/model.safetensors", "org/Qwen2.5-1.5B-Q4.gguf"}) {
            write(home() / ".lmstudio/models" / file, "x");
        }
        QCOMPARE(shown(home()), std::string("LM Studio|org/Qwen2.5-0.5B|.lmstudio/models/org/Qwen2.5-0.5B\n"
                                            "LM Studio|org/Qwen2.5-1.5B-Q4|"
                                            ".lmstudio/models/org/Qwen2.5-1.5B-Q4.gguf\n"));
    }

    /// None of it is ours to judge; a name that two keepers have is the first one's.
    void whatIsDamagedThereIsLeftOut() {
        const fs::path ollama = home() / ".ollama/models";
        for (const char* manifest :
             {"", "[]", "{", R"({"layers": 4})", R"({"layers": [4, {"mediaType": 4}]})",
              R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": ["sha256:aa"]}]})",
              R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "../../secret"}]})",
              R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:absent"}]})"}) {
            write(ollama / "manifests/registry.ollama.ai/library/qwen/latest", manifest);
            write(home() / ".ollama/secret", "x");
            QVERIFY2(storedModels().empty(), manifest);
        }
        write(modelFolder() / "publisher/same/x.gguf", "x");
        write(home() / ".lmstudio/models/publisher/same.gguf", "x");
        QCOMPARE(shown(home()),
                 std::string("KV Workbench|publisher/same|data/kvworkbench/models/publisher/same/x.gguf\n"));
    }
};

QTEST_APPLESS_MAIN(StoredModelsTest)
#include "stored_models_test.moc"
