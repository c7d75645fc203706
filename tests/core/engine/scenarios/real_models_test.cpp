// SPDX-License-Identifier: Apache-2.0
/// The models that `packaging/model` fetches, where they are present (`packaging/check` fetches one in CI): tokens and
/// logits against the transformers library in float64 (golden/make_real.py), and the memory of the weights.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/model/families/decoder/decoder.h"
#include "core/model/model_files.h"
#include "tests/core/model/support.h"
#include "tests/support/driven_lane.h"
#include "tests/support/reference_model.h"

using namespace kvw;
using namespace kvw::test;
using nlohmann::json;

namespace {

constexpr double kLogits = 3e-5;  ///< relative L2 of a row: 30 layers of f32 sums, and the library's f32 angles
constexpr double kNll = 1e-4;     ///< nats

const json& golden() {
    static const json file = json::parse(read(KVW_GOLDEN_DIR "/real.json"));
    return file;
}

/// $KVW_REAL_MODELS, else where `packaging/check` fetches them to.
std::filesystem::path realModels() {
    const char* folder = std::getenv("KVW_REAL_MODELS");
    return folder == nullptr ? KVW_SOURCE_DIR "/build/models" : folder;
}

double nllOf(const std::vector<float>& logits, std::int32_t id) {
    const auto most = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
    double sum = 0;
    for (const float logit : logits) {
        sum += std::exp(static_cast<double>(logit) - most);
    }
    return most + std::log(sum) - static_cast<double>(logits[static_cast<std::size_t>(id)]);
}

}  // namespace

class RealModelsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void asTheLibrarySays_data() { addModels(); }
    void asTheLibrarySays();
    void theTextHasTheLibrarysTokens_data() { addModels(); }
    void theTextHasTheLibrarysTokens();
    void weightsTakeTheBytesOfTheFile_data() { addModels(); }
    void weightsTakeTheBytesOfTheFile();

 private:
    static void addModels() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, value] : golden().items()) {
            if (value.is_object()) {
                QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
            }
        }
    }
    EngineParts m_engine{2};
};

/// The file of the row's model, and what is expected of it.
#define KVW_REAL_MODEL()                                                                                          \
    QFETCH(QString, name);                                                                                        \
    const json& expected = golden()[name.toStdString()];                                                          \
    const auto path = realModels() / name.toStdString() / expected["file"].get<std::string>();                    \
    if (!std::filesystem::exists(path)) {                                                                         \
        QSKIP(qPrintable(QStringLiteral("packaging/model %1 fetches the model that this test reads").arg(name))); \
    }

void RealModelsTest::asTheLibrarySays() {
    KVW_REAL_MODEL();
    const auto ids = expected["ids"].get<std::vector<std::int32_t>>();
    const auto logits = m_engine.fullLogits(path, ids);
    const auto step = golden()["step"].get<std::size_t>();
    const auto rows = expected["rows"].get<std::vector<std::size_t>>();
    double most = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto wanted = expected["logits"][i].get<std::vector<double>>();
        std::vector<float> some;
        for (std::size_t at = 0; at < logits[rows[i]].size(); at += step) {
            some.push_back(logits[rows[i]][at]);
        }
        QCOMPARE(some.size(), wanted.size());
        const double error = relativeL2(some, wanted);
        QVERIFY2(error <= kLogits, qPrintable(QStringLiteral("row %1: %2").arg(rows[i]).arg(error)));
        most = std::max(most, error);
    }
    double furthest = 0;
    for (std::size_t t = 0; t + 1 < ids.size(); ++t) {
        const double difference = std::abs(nllOf(logits[t], ids[t + 1]) - expected["nll"][t].get<double>());
        QVERIFY2(difference <= kNll, qPrintable(QStringLiteral("token %1: %2 nats").arg(t + 1).arg(difference)));
        furthest = std::max(furthest, difference);
    }
    qInfo("logits %.1e, NLL %.1e nats", most, furthest);
}

void RealModelsTest::theTextHasTheLibrarysTokens() {
    KVW_REAL_MODEL();
    const auto tokenizer = ModelFiles::tokenizerOf(path);
    QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().sentence().c_str());
    const auto ids = expected["ids"].get<std::vector<std::int32_t>>();
    const auto text = read(KVW_SOURCE_DIR "/resources/texts/persuasion.txt").substr(0, 2000);
    const auto encoding = tokenizer->encode(text, true);
    QVERIFY(encoding.has_value() && encoding->ids.size() >= ids.size());
    QVERIFY(std::equal(ids.begin(), ids.end(), encoding->ids.begin()));
}

void RealModelsTest::weightsTakeTheBytesOfTheFile() {
    KVW_REAL_MODEL();
    const auto files = ModelFiles::open(path);
    QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
    const auto decoder = loadDecoder(*files, {});
    QVERIFY2(decoder.has_value(), decoder ? "" : decoder.error().sentence().c_str());
    QVERIFY((*decoder)->weightBytes() > 0);
    QVERIFY((*decoder)->weightBytes() <= std::filesystem::file_size(path));
}

QTEST_GUILESS_MAIN(RealModelsTest)
#include "real_models_test.moc"
