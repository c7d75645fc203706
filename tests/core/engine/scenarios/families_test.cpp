// SPDX-License-Identifier: Apache-2.0
/// Every model family against the float64 oracle and against the transformers library: prompts, schedules, positions,
/// types of weights, evictions.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <map>

#include "tests/support/driven_lane.h"
#include "tests/support/family_model.h"
#include "tests/support/reference_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr double kBound = 3e-6;

void addFamilies() {
    QTest::addColumn<QString>("name");
    for (const FamilyModel& model : familyModels()) {
        QTest::addRow("%s", model.name.c_str()) << QString::fromStdString(model.name);
    }
}

}  // namespace

class FamiliesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void prompts_data() { addFamilies(); }
    void prompts();
    void schedules_data() { addFamilies(); }
    void schedules();
    void sixteenBits_data() { addFamilies(); }
    void sixteenBits();
    void asTheLibrarySays_data() { addFamilies(); }
    void asTheLibrarySays();
    void theTextPartOfAMultimodalModel();
    void aRouterThatIsNotFiniteGivesNoLogits();
    void farPositions_data();
    void farPositions();
    void droppedIsMasked_data();
    void droppedIsMasked();

 private:
    struct OnDisk {
        FamilyModel model;
        std::filesystem::path path;
    };
    /// `layers`: 0 is the model's own number.
    OnDisk written(const QString& name, const std::string& dtype = "F32", int layers = 0) {
        OnDisk found{familyModel(name.toStdString()), {}};
        found.model.dtype = dtype;
        if (layers > 0) {
            found.model.config["num_hidden_layers"] = layers;
        }
        found.path =
            std::filesystem::path(m_folder.path().toStdString()) / (found.model.name + dtype + std::to_string(layers));
        if (!std::filesystem::exists(found.path)) {
            writeFamilyModel(found.path, found.model);
        }
        return found;
    }
    QTemporaryDir m_folder;
    EngineParts m_engine{2};
    EngineParts m_alone{1};  ///< where single tokens are decoded: a second thread would only wait for so small a model
};

void FamiliesTest::prompts() {
    QFETCH(QString, name);
    const OnDisk tiny = written(name);
    const auto ids = formulaIds(tiny.model, 300);
    const ReferenceModel reference(tiny.path);
    const auto whole = reference.logits(ids);
    // Longrope turns by the length of the text; all others see the same in a shorter one.
    const bool byLength = name.contains("longrope");
    double most = 0;
    for (const std::size_t count : {1U, 2U, 3U, 17U, 48U, 49U, 129U, 300U}) {
        const auto some = std::span(ids).first(count);
        const auto expected = byLength ? reference.logits(some)
                                       : std::vector(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count));
        const double error = worst(m_engine.fullLogits(tiny.path, some), expected);
        QVERIFY2(error <= kBound, qPrintable(QString("%1 tokens: %2").arg(count).arg(error)));
        most = std::max(most, error);
    }
    qInfo("%.2e", most);
}

void FamiliesTest::schedules() {
    QFETCH(QString, name);
    const OnDisk tiny = written(name);
    const auto ids = formulaIds(tiny.model, 130);
    const ReferenceModel reference(tiny.path);
    constexpr std::size_t kPrompt = 70;
    for (const bool cacheRank : {false, true}) {
        ReferenceOptions asked;
        asked.cacheRank = cacheRank;
        asked.lastRows = ids.size() - kPrompt + 1;
        const auto expected = reference.logits(ids, asked);
        for (const std::int64_t chunk : {0, 1, 7, 64}) {
            LaneOptions options;
            options.chunk = chunk;
            options.cacheRank = cacheRank;
            options.runTokens = static_cast<std::int64_t>(ids.size());
            const auto lane = m_alone.lane(tiny.path, options, kPrompt);
            lane->prefill(std::span(ids).first(kPrompt));
            double error = relativeL2(lane->logits(), expected[0]);
            for (std::size_t t = kPrompt; t < ids.size(); ++t) {
                lane->decode(ids[t]);
                error = std::max(error, relativeL2(lane->logits(), expected[t - kPrompt + 1]));
            }
            QVERIFY2(error <= kBound,
                     qPrintable(QString("chunk %1, cache-rank %2: %3").arg(chunk).arg(cacheRank).arg(error)));
        }
    }
}

/// Activations are f32, so against float64 on the rounded weights the same bound holds.
void FamiliesTest::sixteenBits() {
    QFETCH(QString, name);
    for (const char* dtype : {"BF16", "F16"}) {
        const OnDisk tiny = written(name, dtype);
        const auto ids = formulaIds(tiny.model, 60);
        const double error = worst(m_engine.fullLogits(tiny.path, ids), ReferenceModel(tiny.path).logits(ids));
        QVERIFY2(error <= kBound, qPrintable(QString("%1: %2").arg(dtype).arg(error)));
    }
}

/// The committed logits of the transformers library (golden/make_families.py); of bf16 weights the engine has to be
/// nearer to float64 than the library's own bf16 is.
void FamiliesTest::asTheLibrarySays() {
    QFETCH(QString, name);
    std::ifstream file(KVW_GOLDEN_DIR "/" + name.toStdString() + ".json");
    const auto golden = nlohmann::json::parse(file);
    for (const bool half : {false, true}) {
        const OnDisk tiny = written(name, half ? "BF16" : "F32");
        const auto ids = formulaIds(tiny.model, static_cast<std::size_t>(tiny.model.prompt));
        const auto all = m_engine.fullLogits(tiny.path, ids);
        std::vector<std::vector<float>> found;
        for (const std::size_t row : golden["rows"]) {
            found.push_back(all[row]);
        }
        const double error =
            worst(found, golden[half ? "bf16_logits" : "logits"].get<std::vector<std::vector<double>>>());
        const double theirs = golden[half ? "bf16_error" : "f32_error"];
        qInfo("%s: %.2e, the library's own %.2e", half ? "bf16" : "f32", error, theirs);
        QVERIFY2(error <= kBound, qPrintable(QString::number(error)));
        QVERIFY(!half || error < theirs);
    }
}

/// The same bits under every name that the tensors of a text part have, in a config.json around its own.
void FamiliesTest::theTextPartOfAMultimodalModel() {
    const OnDisk plain = written("gemma3");
    const auto ids = formulaIds(plain.model, 40);
    const auto expected = m_engine.fullLogits(plain.path, ids);
    FamilyModel nested = plain.model;
    nested.config = {{"architectures", {"Gemma3ForConditionalGeneration"}},
                     {"model_type", "gemma3"},
                     {"text_config", plain.model.config}};
    for (const char* prefix : {"language_model.model.", "model.language_model."}) {
        nested.prefix = prefix;
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / ("nested-" + nested.prefix);
        writeFamilyModel(path, nested);
        QCOMPARE(m_engine.fullLogits(path, ids), expected);
    }
}

/// No expert is preferred where the router's numbers say nothing: the logits are not finite, and that is said.
void FamiliesTest::aRouterThatIsNotFiniteGivesNoLogits() {
    const OnDisk tiny = written("mixtral", "F32", 1);
    const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / "broken-router";
    std::filesystem::copy(tiny.path, path);
    std::fstream file(path / "model.safetensors", std::ios::in | std::ios::out | std::ios::binary);
    std::uint64_t length = 0;
    file.read(reinterpret_cast<char*>(&length), sizeof(length));
    std::string header(length, ' ');
    file.read(header.data(), static_cast<std::streamsize>(length));
    const auto offsets = nlohmann::json::parse(header)["model.layers.0.block_sparse_moe.gate.weight"]["data_offsets"];
    const float infinite = std::numeric_limits<float>::infinity();
    file.seekp(static_cast<std::streamoff>(8 + length + offsets[0].get<std::uint64_t>()));
    file.write(reinterpret_cast<const char*>(&infinite), sizeof(infinite));
    file.close();
    try {
        static_cast<void>(m_engine.fullLogits(path, formulaIds(tiny.model, 10)));
        QFAIL("logits were given");
    } catch (const std::runtime_error& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains("finite"), error.what());
    }
}

void FamiliesTest::farPositions_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"llama-3.2", "gemma2", "gpt-neox", "phi3-longrope-long", "smollm3"}) {
        QTest::addRow("%s", name) << name;
    }
}

/// A prompt of 5000 tokens, the last of them decoded one by one. Of two layers, the first of which is quadratic for the
/// oracle.
void FamiliesTest::farPositions() {
    QFETCH(QString, name);
    const OnDisk tiny = written(name, "F32", 2);
    constexpr std::size_t kTokens = 5000, kDecoded = 6;
    const auto ids = formulaIds(tiny.model, kTokens);
    ReferenceOptions last;
    last.lastRows = kDecoded + 1;
    const auto expected = ReferenceModel(tiny.path).logits(ids, last);
    LaneOptions options;
    options.capture = Capture::None;
    options.runTokens = kTokens;
    const auto lane = m_engine.lane(tiny.path, options, kTokens - kDecoded);
    lane->prefill(std::span(ids).first(kTokens - kDecoded));
    double error = relativeL2(lane->logits(), expected[0]);
    for (std::size_t i = 0; i < kDecoded; ++i) {
        lane->decode(ids[kTokens - kDecoded + i]);
        error = std::max(error, relativeL2(lane->logits(), expected[i + 1]));
    }
    qInfo("%.2e", error);
    QVERIFY2(error <= kBound, qPrintable(QString::number(error)));
}

void FamiliesTest::droppedIsMasked_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<bool>("rotated");
    for (const char* name : {"gpt-neox", "mistral", "gemma2", "llama-yarn", "phi3-longrope-long", "smollm3-yarn-window",
                             "stablelm-parallel", "gpt-oss"}) {
        for (const char* policy : {"streaming:sinks=4,recent=28", "h2o:heavy=16,recent=16,granularity=kv-head"}) {
            for (const int chunk : {0, 16}) {
                for (const int positions : {0, 1, 2}) {
                    QTest::addRow("%s, %s, chunk %d, %s", name, policy, chunk,
                                  positions == 0   ? "original"
                                  : positions == 1 ? "cache-rank"
                                                   : "cache-rank, keys rotated")
                        << name << policy << chunk << (positions > 0) << (positions > 1);
                }
            }
        }
    }
}

/// Evicting is hiding from the oracle, windows and soft caps included; phases are token indices or ranks.
void FamiliesTest::droppedIsMasked() {
    QFETCH(QString, name);
    QFETCH(QString, policy);
    QFETCH(int, chunk);
    QFETCH(bool, cacheRank);
    QFETCH(bool, rotated);
    const OnDisk tiny = written(name);
    const auto ids = formulaIds(tiny.model, 150);
    constexpr std::size_t kPrompt = 80;
    LaneOptions options;
    options.policy = policy.toStdString();
    options.chunk = chunk;
    options.cacheRank = cacheRank;
    options.rotatedRanks = rotated;
    options.runTokens = static_cast<std::int64_t>(ids.size());
    const auto lane = m_alone.lane(tiny.path, options, kPrompt);
    lane->prefill(std::span(ids).first(kPrompt));
    std::vector<std::vector<float>> found{{lane->logits().begin(), lane->logits().end()}};
    for (std::size_t t = kPrompt; t < ids.size(); ++t) {
        lane->decode(ids[t]);
        found.emplace_back(lane->logits().begin(), lane->logits().end());
    }
    const auto dropped = lane->dropped();
    const auto& first = dropped[0][0];
    QVERIFY(std::count_if(first.begin(), first.end(), [](std::int32_t step) { return step >= 0; }) > 50);
    ReferenceOptions mask;
    mask.cacheRank = cacheRank;
    mask.linearAngles = rotated;
    mask.lastRows = found.size();
    mask.visible = [&](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t token) {
        const std::int32_t step =
            dropped[static_cast<std::size_t>(layer)][static_cast<std::size_t>(head)][static_cast<std::size_t>(token)];
        return step < 0 || query <= step;
    };
    const double error = worst(found, ReferenceModel(tiny.path).logits(ids, mask));
    QVERIFY2(error <= kBound, qPrintable(QString::number(error)));
}

QTEST_GUILESS_MAIN(FamiliesTest)
#include "families_test.moc"
