// SPDX-License-Identifier: Apache-2.0
/// Models as people have them, through `kvw`: GGUF files, folders of parts, folders without weights; what fits.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"
#include "tests/core/model/gguf_writer.h"

using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

namespace {

const QString kGguf = QStringLiteral(KVW_SOURCE_DIR "/tests/core/model/golden/tiny.gguf");

json parsed(const Outcome& outcome) {
    return json::parse(outcome.out.toStdString(), nullptr, false);
}

}  // namespace

class ModelsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aGgufFileRuns() {
        const Outcome outcome = runKvw({"run", "--model", kGguf, "--prompt", "in the end the inn", "--prompt-tokens",
                                        "4", "--policy", "streaming:sinks=1,recent=4", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const json report = parsed(outcome);
        QCOMPARE(report["state"], json("finished"));
        QCOMPARE(report["model"]["name"], json("tiny"));
    }
    void aStoredModelIsFoundByItsName() {
        const QString models = m_folder.filePath("models");
        QVERIFY(QDir().mkpath(models + "/tiny-one"));
        QVERIFY(QFile::copy(kGguf, models + "/tiny-one/weights.gguf"));
        qputenv("KVW_MODELS", models.toUtf8());
        const json listed = parsed(runKvw({"models", "--json"}));
        const Outcome text = runKvw({"models"}), described = runKvw({"inspect", "tiny-one", "--json"});
        const Outcome run = runKvw({"run", "--model", "tiny-one", "--prompt", "in the end the inn", "--json"});
        const Outcome unknown = runKvw({"run", "--model", "tiny-two", "--prompt", "in the end the inn"});
        qunsetenv("KVW_MODELS");
        QCOMPARE(listed["folder"], json(models.toStdString()));
        QCOMPARE(listed["models"].size(), std::size_t{1});
        QCOMPARE(listed["models"][0]["name"], json("tiny-one"));
        QCOMPARE(listed["models"][0]["path"], json((models + "/tiny-one/weights.gguf").toStdString()));
        QVERIFY2(text.code == 0 && text.out.contains("tiny-one"), text.out.constData());
        QCOMPARE(parsed(described)["architecture"], json("LlamaForCausalLM"));
        QVERIFY2(run.code == 0, run.err.constData());
        QVERIFY(unknown.code != 0 && unknown.oneSentence());
    }
    void aGgufFileIsDescribed() {
        const json model = parsed(runKvw({"inspect", kGguf, "--json"}));
        QCOMPARE(model["architecture"], json("LlamaForCausalLM"));
        QCOMPARE(model["vocabulary"], json(263));
        QCOMPARE(model["tensor_count"], json(21));
        QCOMPARE(model["tensors"][0]["name"], json("model.embed_tokens.weight"));
        QCOMPARE(model["tensors"][0]["type"], json("Q8_0"));
    }
    void aFileOfAFolderMeansTheFolder() {
        const QString model = QStringLiteral(KVW_SOURCE_DIR "/resources/demo-model/model");
        const json whole = parsed(runKvw({"inspect", model, "--json"}));
        const json file = parsed(runKvw({"inspect", model + "/model.safetensors", "--json"}));
        QCOMPARE(file["hash"], whole["hash"]);
        const Outcome outcome =
            runKvw({"run", "--model", model + "/config.json", "--prompt", "Once upon a time", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
    }
    /// Its tokens are ids: in `logits`, in `run` and `compare`, in the bundle. A text is refused, but one of ids.
    void aModelWithoutATokenizerReadsIds() {
        const QString model = m_folder.filePath("no-tokenizer"), ids = m_folder.filePath("ids.txt");
        QVERIFY(QDir().mkpath(model));
        for (const char* file : {"/config.json", "/model.safetensors"}) {
            QVERIFY(QFile::copy(QStringLiteral(KVW_SOURCE_DIR "/resources/demo-model/model") + file, model + file));
        }
        QVERIFY(writeFile(ids, "0 17 300 5 17 300 5 17 300 9 12 40"));
        QVERIFY(writeFile(m_folder.filePath("words.txt"), "No number"));
        const QString out = m_folder.filePath("no-tokenizer-run");
        for (const QStringList& command :
             {QStringList{"logits", "--ids", ids, "--out", m_folder.filePath("no-tokenizer.f32")},
              QStringList{"compare", "--ids", ids, "--policy", "streaming:sinks=1,recent=4"},
              QStringList{"run", "--ids", ids, "--out", out}, QStringList{"run", "--text", ids},
              QStringList{"run", "--ids", ids, "--mode", "generate", "--steps", "4"}}) {
            const Outcome outcome = runKvw(command + QStringList{"--model", model});
            QVERIFY2(outcome.code == 0, outcome.err.constData());
        }
        QVERIFY(readFile(out + "/steps.csv").contains(" 300"));
        QVERIFY(readFile(out + "/manifest.json").contains("Tokens are shown as ids. "));
        QVERIFY(runKvw({"inspect", out}).code == 0);
        for (const QString& flag : {QStringLiteral("--text"), QStringLiteral("--prompt")}) {
            const Outcome outcome = runKvw({"run", "--model", model, flag, m_folder.filePath("words.txt")});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.oneSentence() && outcome.err.contains("the model has no tokenizer: it reads token ids"),
                     outcome.err.constData());
        }
        // A tokenizer that cannot be read is told where a text is, and in the run where none is.
        QVERIFY(writeFile(model + "/tokenizer.json", "{}"));
        QCOMPARE(runKvw({"run", "--model", model, "--ids", ids}).code, 0);
        QVERIFY(runKvw({"run", "--model", model, "--prompt", "word"}).err.contains("tokenizer.json: "));
    }
    /// Texts of several lines, an empty one, and a file without weights, layers and an architecture.
    void aVocabularyAloneHasTokens() {
        const QString file = m_folder.filePath("vocabulary.gguf");
        const std::string bytes =
            kvw::test::GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .text("tokenizer.ggml.pre", "llama-bpe")
                .texts("tokenizer.ggml.tokens", {"a", "b", "ab", "Ġ", "Ċ", "<s>"})
                .texts("tokenizer.ggml.merges", {"a b"})
                .numbers<std::int32_t>("tokenizer.ggml.token_type", kvw::test::GgufWriter::I32, {1, 1, 1, 1, 1, 3})
                .number("tokenizer.ggml.bos_token_id", 5)
                .file();
        QVERIFY(writeFile(file, QByteArray::fromStdString(bytes)));
        const QStringList command{"tokens", "--model", file, "--prompt", "ab\nb a", "--prompt", ""};
        const Outcome outcome = runKvw(command);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray("5 2 4 1 3 0\n5\n"));
        const json report = parsed(runKvw(command + QStringList{"--no-special-tokens", "--json"}));
        QCOMPARE(report["texts"].dump(), std::string(R"([{"count":5,"ids":[2,4,1,3,0]},{"count":0,"ids":[]}])"));
        QCOMPARE(report["warnings"], json::array());
    }
    void tokensOfATextAreThoseOfItsRun() {
        const QString text = m_folder.filePath("short.txt"), ids = m_folder.filePath("short-ids.txt");
        QVERIFY(writeFile(text, "Once upon a time\nthere was a cache."));
        const Outcome outcome = runKvw({"tokens", "--text", text});
        QVERIFY2(outcome.code == 0 && writeFile(ids, outcome.out), outcome.err.constData());
        const auto nll = [](const QString& flag, const QString& value) {
            return parsed(runKvw({"run", flag, value, "--prompt-tokens", "4", "--json"}))["summary"]["mean_nll"];
        };
        QVERIFY(nll("--ids", ids).is_number());
        QCOMPARE(nll("--ids", ids), nll("--text", text));
        for (const QStringList& wrong :
             {QStringList{"tokens"}, QStringList{"tokens", "--text", text, "--prompt", "a"}}) {
            const Outcome refused = runKvw(wrong);
            QVERIFY2(refused.code == 2 && refused.oneSentence(), refused.err.constData());
        }
    }
    void warningsOfAModelAreShown() {
        const QString model = m_folder.filePath("left-over"), ids = m_folder.filePath("few-ids.txt");
        const QString embedded = QStringLiteral(KVW_SOURCE_DIR "/resources/demo-model/model");
        QVERIFY(QDir().mkpath(model) && writeFile(ids, "0 17 300 5"));
        QVERIFY(QFile::copy(embedded + "/model.safetensors", model + "/model.safetensors"));
        json config = json::parse(readFile(embedded + "/config.json").toStdString());
        config["sliding_window"] = 4096;
        QVERIFY(writeFile(model + "/config.json", QByteArray::fromStdString(config.dump())));
        const QByteArray warning = "LlamaForCausalLM has no setting sliding_window: it has no effect; found 4096.";
        const Outcome logits = runKvw({"logits", "--model", model, "--ids", ids, "--out", m_folder.filePath("l.f32")});
        QVERIFY2(logits.code == 0 && logits.err.contains(warning), logits.err.constData());
        const Outcome run = runKvw({"run", "--model", model, "--ids", ids});
        QVERIFY2(run.code == 0 && (run.err + run.out).contains(warning), run.err.constData());
        // The advice of the model's makers is not followed; where the run does the same, there is nothing to say.
        QVERIFY(writeFile(model + "/generation_config.json", R"({"do_sample":true,"temperature":0.6,"top_p":0.9})"));
        const QByteArray advice =
            "The model's files advise do_sample true, temperature 0.6, top_p 0.9; tokens are chosen";
        const QStringList generate{"run", "--model", model, "--ids", ids, "--mode", "generate", "--steps", "2"};
        const Outcome greedy = runKvw(generate);
        QVERIFY2(greedy.code == 0 && (greedy.err + greedy.out).contains(advice), greedy.err.constData());
        const Outcome sampled = runKvw(generate + QStringList{"--temperature", "0.6", "--top-p", "0.9"});
        QVERIFY2(sampled.code == 0 && !(sampled.err + sampled.out).contains("files advise"), sampled.err.constData());
        const json inspected = parsed(runKvw({"inspect", model, "--json"}));
        QVERIFY(inspected["warnings"][0].get<std::string>().find(warning.toStdString()) != std::string::npos);
    }
    void aFileThatIsNoModelIsRefused() {
        QVERIFY(writeFile(m_folder.filePath("empty.gguf"), ""));
        const Outcome outcome = runKvw({"run", "--model", m_folder.filePath("empty.gguf")});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.oneSentence() && outcome.err.contains("empty.gguf: is not a GGUF file"),
                 outcome.err.constData());
    }
    void aMissingPartIsNamed() {
        const QString model = folderWithConfig(QStringLiteral("parts"), "llama-3.1-8b");
        QVERIFY(writeFile(model + "/model.safetensors.index.json",
                          R"({"weight_map":{"model.norm.weight":"model-00004-of-00004.safetensors"}})"));
        for (const QStringList& command : {QStringList{"run", "--model", model}, QStringList{"inspect", model}}) {
            const Outcome outcome = runKvw(command);
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("model-00004-of-00004.safetensors: this part of the weights is missing"),
                     outcome.err.constData());
        }
    }

    void whatFitsFollowsFromTheConfigurationAlone() {
        const QString model = folderWithConfig(QStringLiteral("llama"), "llama-3.1-8b");
        const Outcome outcome = runKvw({"inspect", model, "--context", "128k", "--policy", "snapkv:capacity=2048",
                                        "--kv-dtype", "bf16", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const json fit = parsed(outcome)["fit"];
        QCOMPARE(fit["context"], json(131072));
        QCOMPARE(fit["weight_bytes"], json(16060522496));
        QCOMPARE(fit["weights_from"], json("config.json"));
        QCOMPARE(fit["kv_bytes_per_token"], json(131072));
        QCOMPARE(fit["kv_bytes_per_token_and_layer"], json(4096));
        QCOMPARE(fit["kv_bytes_full"], json(17179869184));
        QCOMPARE(fit["held_tokens"], json(2048));
        QCOMPARE(fit["prompt_tokens"], json(131072));
        QCOMPARE(fit["kv_bytes_policy"], json(268435456));
        QCOMPARE(fit["total_bytes_policy"], json(16328957952));
        QVERIFY(fit["ram"]["available_bytes"].get<std::int64_t>() > 0);
        QVERIFY(fit["ram"]["with_full_cache"] == json("fits") || fit["ram"]["with_full_cache"] == json("does not fit"));
        QVERIFY(runKvw({"inspect", model, "--context", "128k"}).out.contains("does not fit") ||
                runKvw({"inspect", model, "--context", "128k"}).out.contains("fits"));
    }
    void budgetsPerLayerAreThePolicysOwn() {
        const auto fit = [](const char* policy) {
            return parsed(runKvw({"inspect", "--context", "1000", "--policy", policy, "--json"}))["fit"];
        };
        QCOMPARE(fit("pyramidkv:capacity=64,window=8")["budgets_per_layer"], json("118 97 76 55 34 13"));
        QCOMPARE(fit("knorm:capacity=64")["budgets_per_layer"], json("2 x 1000, 4 x 64"));  // the first two are skipped
        QVERIFY(fit("cake:capacity=64")["budgets_per_layer"].get<std::string>().find("known after prefill") !=
                std::string::npos);
        // The window alone is kept, whatever the prompt.
        QCOMPARE(fit("cake:capacity=16")["budgets_per_layer"], json("6 x 32"));
        // A setting that a run refuses is no budget.
        const Outcome refused = runKvw({"inspect", "--context", "200", "--policy", "tova+adakv-headwise"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("needs a scorer per head"), refused.err.constData());
        QVERIFY(!fit("full").contains("budgets_per_layer"));
        QCOMPARE(fit("snapkv:capacity=4096")["policy_warnings"],
                 json(std::vector<std::string>{"the capacity exceeds the prompt: nothing is evicted"}));
    }
    void windowsAndScalingAreShown() {
        const auto model = [&](const char* name) {
            const json all =
                json::parse(readFile(KVW_SOURCE_DIR "/tests/core/engine/golden/families.json").toStdString());
            for (const json& each : all) {
                if (each["name"] == name) {
                    const QString folder = m_folder.filePath(name);
                    QDir().mkpath(folder);
                    writeFile(folder + "/config.json", QByteArray::fromStdString(each["config"].dump()));
                    return parsed(runKvw({"inspect", folder, "--context", "1000", "--json"}));
                }
            }
            return json();
        };
        const json gemma = model("gemma2");
        // 256 bytes of f32 per token and layer; two of four layers see 8192 tokens, two the last 16.
        QCOMPARE(gemma["sliding_window"]["tokens"], json(16));
        QCOMPARE(gemma["sliding_window"]["layers"], json("0, 2"));
        QCOMPARE(gemma["sliding_window"]["kv_bytes_at_context"]["f32"], json(2 * (8192 + 16) * 256));
        QCOMPARE(gemma["sliding_window"]["kv_bytes_without_it"]["f32"], json(4 * 8192 * 256));
        QCOMPARE(gemma["fit"]["kv_bytes_within_windows"], json(2 * (1000 + 16) * 256));
        QCOMPARE(model("mistral")["sliding_window"]["layers"], json("all"));
        QCOMPARE(model("qwen2-window")["sliding_window"]["layers"], json("1-2"));
        QCOMPARE(model("qwen2")["sliding_window"], json());
        const json phi = model("phi3-longrope-long")["rope"];
        QCOMPARE(phi["scaling"], json("longrope"));
        QCOMPARE(phi["long_factors"]["to"], json(60.0));
        QCOMPARE(phi["original_context"], json(48.0));
        QCOMPARE(model("llama-3.2")["rope"]["high_frequency_factor"], json(4.0));
        QCOMPARE(model("llama-yarn")["rope"]["beta_fast"], json(32.0));
    }
    void aCodecCountsItsScales() {
        const QString model = folderWithConfig(QStringLiteral("kivi"), "llama-3.1-8b");
        const json fit = parsed(runKvw({"inspect", model, "--context", "1k", "--policy",
                                        "streaming:sinks=4,recent=508@kivi", "--kv-dtype", "bf16", "--json"}))["fit"];
        // 128 tokens as they are, 384 with 2 bits and two 16-bit numbers per 32: 65536 elements a token.
        QCOMPARE(fit["held_tokens"], json(512));
        QCOMPARE(fit["kv_bytes_policy"], json(128 * 65536 * 2 + 384 * 65536 * 3 / 8));
    }
    void policiesThatKeepEverything() {
        for (const char* policy : {"full", "quest", "streaming:sinks=4,recent=100000"}) {
            const json fit = parsed(runKvw({"inspect", "--context", "1000", "--policy", policy, "--json"}))["fit"];
            QCOMPARE(fit["held_tokens"], json(1000));
            QCOMPARE(fit["kv_bytes_policy"], fit["kv_bytes_full"]);
        }
    }
    void whatIsCutOnceGrowsAfterThePrompt() {
        const auto fit = [](const char* policy) {
            return parsed(runKvw(
                {"inspect", "--context", "1614", "--prompt-tokens", "403", "--policy", policy, "--json"}))["fit"];
        };
        const json once = fit("snapkv:capacity=128,window=16");
        QCOMPARE(once["prompt_tokens"], json(403));
        QCOMPARE(once["held_after_prompt"], json(128));
        QCOMPARE(once["held_tokens"], json(128 + 1614 - 403));
        QCOMPARE(once["kv_bytes_policy"],
                 json(once["held_tokens"].get<std::int64_t>() * once["kv_bytes_per_token"].get<std::int64_t>()));
        QCOMPARE(fit("tova:capacity=128")["held_tokens"], json(128));
        // A set per query head stores the pairs of a KV head once for each of them.
        const json config = parsed(runKvw({"inspect", "--json"}));
        const auto group = config["query_heads"].get<std::int64_t>() / config["kv_heads"].get<std::int64_t>();
        QVERIFY(group > 1);
        QCOMPARE(fit("snapkv:capacity=128,window=16,granularity=query-head")["kv_bytes_policy"],
                 json(group * once["kv_bytes_policy"].get<std::int64_t>()));
    }
    void badQuestionsAreRefused() {
        for (const QStringList& wrong :
             {QStringList{"--context", "12x"}, QStringList{"--context", "0"}, QStringList{"--context", "-5"},
              QStringList{"--policy", "snapkw"}, QStringList{"--context", "100", "--prompt-tokens", "101"}}) {
            const Outcome outcome = runKvw(QStringList{"inspect"} + wrong);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.oneSentence(), outcome.err.constData());
        }
    }

 private:
    QString folderWithConfig(const QString& name, const QByteArray& fixture) {
        const QString folder = m_folder.filePath(name);
        QDir().mkpath(folder);
        writeFile(folder + "/config.json", readFile(KVW_SOURCE_DIR "/tests/core/model/configs/" + fixture + ".json"));
        return folder;
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ModelsTest)
#include "models_test.moc"
