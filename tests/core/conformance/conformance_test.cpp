// SPDX-License-Identifier: Apache-2.0
/// The public conformance cases of the installed policies through the engine, none left out. Copied from the golden
/// cases; a case of another kind or of a policy that is not installed is skipped, never failed.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

std::vector<std::filesystem::path> filesIn(const char* folder) {
    std::vector<std::filesystem::path> files;
    const auto root = std::filesystem::path(KVW_SOURCE_DIR) / "tests/core/conformance" / folder;
    for (const auto& entry : std::filesystem::directory_iterator(root)) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

nlohmann::json readJson(const std::filesystem::path& path) {
    std::ifstream stream(path);
    return nlohmann::json::parse(stream);
}

void listFiles(const char* folder) {
    QTest::addColumn<QString>("file");
    for (const auto& file : filesIn(folder)) {
        QTest::addRow("%s", file.stem().c_str()) << QString::fromStdString(file.string());
    }
}

}  // namespace

class ConformanceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void cases_data() { listFiles("cases"); }
    void cases();
    void casesOnADevice_data() { listFiles("cases"); }
    void casesOnADevice();
    void otherKindsAreSkipped();
    void unknownPolicyIsSkipped();
    void wrongExpectationFails_data();
    void wrongExpectationFails();
    void wrongCodesFail_data();
    void wrongCodesFail();
    void damagedCodecCaseIsAnError_data();
    void damagedCodecCaseIsAnError();
    void damagedCaseIsAnError_data();
    void damagedCaseIsAnError();

 private:
    Result<ConformanceResult> run(const std::filesystem::path& file, const char* device = "cpu") {
        return m_runs.engine().conformance(file, m_runs.catalog(), device);
    }
    std::filesystem::path write(const std::string& text) {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "case.json";
        std::ofstream(path) << text;
        return path;
    }
    QTemporaryDir m_folder;
    EngineRuns m_runs;
};

void ConformanceTest::cases() {
    QFETCH(QString, file);
    const auto result = run(file.toStdString());
    QVERIFY2(result, result ? "" : result.error().sentence().c_str());
    QVERIFY2(!result->skipped, result->difference.english().c_str());
    QVERIFY2(result->passed, result->difference.english().c_str());
    QVERIFY(result->difference.empty());
}

/// Decode steps on the emulated device; only what devices refuse is skipped.
void ConformanceTest::casesOnADevice() {
    QFETCH(QString, file);
    const auto result = run(file.toStdString(), "emulated");
    QVERIFY2(result, result ? "" : result.error().sentence().c_str());
    QVERIFY2(result->passed || result->skipped, result->difference.english().c_str());
    QCOMPARE(result->skipped, result->difference.english().find("device yet") != std::string::npos);
    QVERIFY(!result->skipped || (!file.contains("quest") && !file.contains("kivi")));
}

void ConformanceTest::otherKindsAreSkipped() {
    nlohmann::json file = readJson(filesIn("cases").front());
    file["kind"] = "compression";
    const auto result = run(write(file.dump()));
    QVERIFY2(result, result ? "" : result.error().sentence().c_str());
    QVERIFY(result->skipped);
    QVERIFY(!result->passed);
    QVERIFY(!result->difference.empty());
}

void ConformanceTest::unknownPolicyIsSkipped() {
    auto json = readJson(filesIn("cases").front());
    json["policy"] = {{"id", "no-such-policy"}, {"params", nlohmann::json::object()}};
    const auto result = run(write(json.dump()));
    QVERIFY2(result, result ? "" : result.error().sentence().c_str());
    QVERIFY(result->skipped);
    QVERIFY(result->difference.english().find("no-such-policy") != std::string::npos);
}

void ConformanceTest::wrongExpectationFails_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"prefill", "steps", "final", "scores", "values", "layers", "heads"}) {
        QTest::addRow("%s", what) << what;
    }
}

/// A runner that compares nothing would pass every case.
void ConformanceTest::wrongExpectationFails() {
    QFETCH(QString, what);
    auto json = readJson(std::filesystem::path(KVW_SOURCE_DIR) / "tests/core/conformance/cases/h2o-mha.json");
    auto& expect = json["expect"];
    if (what == "prefill" || what == "final") {
        auto& tokens = expect[what.toStdString()][0][0];
        QVERIFY(tokens.size() > 1);
        tokens.erase(0);
    } else if (what == "layers") {
        expect["prefill"].erase(0);
    } else if (what == "heads") {
        expect["prefill"][0].push_back(expect["prefill"][0][0]);
    } else if (what == "values") {
        expect["scores"][0]["values"].erase(0);
    } else if (what == "scores") {
        auto& value = expect["scores"][0]["values"][0];
        value = value.get<double>() * 1.01 + 1e-3;
    } else {
        auto& steps = expect["steps"];
        const auto changed = std::find_if(steps.begin(), steps.end(), [](const auto& step) { return !step.is_null(); });
        QVERIFY(changed != steps.end());
        *changed = nullptr;
    }
    const auto result = run(write(json.dump()));
    QVERIFY2(result, result ? "" : result.error().sentence().c_str());
    QVERIFY(!result->passed);
    QVERIFY(!result->skipped);
    QVERIFY(!result->difference.empty());
}

void ConformanceTest::wrongCodesFail_data() {
    QTest::addColumn<QString>("pointer");
    for (const char* pointer :
         {"/lengths/3/2", "/lengths/6/3", "/k/codes/5/1", "/v/codes/2/6", "/k/scale/1/3", "/k/min/0/2", "/v/scale/4/1",
          "/v/min/3/0", "/k/decoded/9/4", "/v/decoded/8/7", "/bytes_per_element"}) {
        QTest::addRow("%s", pointer) << pointer;
    }
    QTest::addRow("fewer tokens than coded") << "k";
    QTest::addRow("nothing coded") << "v";
}

void ConformanceTest::wrongCodesFail() {
    QFETCH(QString, pointer);
    auto json = readJson(std::filesystem::path(KVW_SOURCE_DIR) / "tests/core/conformance/cases/kivi-2bit.json");
    auto& expect = json["expect"];
    if (pointer == "k") {
        expect["k"]["codes"].erase(0);
    } else if (pointer == "v") {
        expect["v"] = nullptr;
    } else {
        auto& number = expect[nlohmann::json::json_pointer(pointer.toStdString())];
        number = number.is_number_integer() ? nlohmann::json(number.get<int>() ^ 1)
                                            : nlohmann::json(number.get<double>() * 1.01 + 1e-3);
    }
    const auto result = run(write(json.dump()));
    QVERIFY2(result, result ? "" : result.error().sentence().c_str());
    QVERIFY(!result->passed && !result->skipped);
    QVERIFY(!result->difference.empty());
}

void ConformanceTest::damagedCodecCaseIsAnError_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addRow("prompt beyond the text") << "/prompt"
                                            << "4000000000";
    QTest::addRow("negative prompt") << "/prompt"
                                     << "-1";
    QTest::addRow("negative decode") << "/decode"
                                     << "-6";
    QTest::addRow("no keys") << "/tensors/explicit/k"
                             << "[]";
    QTest::addRow("a short row") << "/tensors/explicit/k/3"
                                 << "[1, 2]";
    QTest::addRow("values of another width") << "/tensors/explicit/v/0"
                                             << "[1]";
    QTest::addRow("text for a number") << "/tensors/explicit/v/0/0"
                                       << R"("x")";
    QTest::addRow("no tensors") << "/tensors"
                                << "{}";
    QTest::addRow("a number beyond f32") << "/tensors/explicit/k/0/0"
                                         << "1e300";
    QTest::addRow("lengths too short") << "/expect/lengths"
                                       << "[]";
    QTest::addRow("codes of text") << "/expect/k/codes/0/0"
                                   << R"("x")";
}

void ConformanceTest::damagedCodecCaseIsAnError() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    auto json = readJson(std::filesystem::path(KVW_SOURCE_DIR) / "tests/core/conformance/cases/kivi-2bit.json");
    json[nlohmann::json::json_pointer(pointer.toStdString())] = nlohmann::json::parse(value.toStdString());
    const auto result = run(write(json.dump()));
    QVERIFY2(!result, result ? result->difference.english().c_str() : "");
    QVERIFY(result.error().sentence().find("case.json") != std::string::npos);
}

void ConformanceTest::damagedCaseIsAnError_data() {
    QTest::addColumn<QString>("text");
    const auto base = readJson(std::filesystem::path(KVW_SOURCE_DIR) / "tests/core/conformance/cases/h2o-mha.json");
    const auto with = [&](const char* pointer, const nlohmann::json& value) {
        auto changed = base;
        changed[nlohmann::json::json_pointer(pointer)] = value;
        return QString::fromStdString(changed.dump());
    };
    const auto without = [&](const char* member) {
        auto changed = base;
        changed.erase(member);
        return QString::fromStdString(changed.dump());
    };
    QTest::addRow("not JSON") << "{";
    QTest::addRow("a list") << "[]";
    QTest::addRow("another format") << with("/format", "kvw-conformance-9");
    QTest::addRow("format is a number") << with("/format", 1);
    QTest::addRow("kind is a number") << with("/kind", 1);
    QTest::addRow("no shape") << without("shape");
    QTest::addRow("heads do not divide") << with("/shape/kv_heads", 5);
    QTest::addRow("negative prompt") << with("/prompt", -1);
    QTest::addRow("huge prompt") << with("/prompt", 4000000000LL);
    QTest::addRow("huge head_dim") << with("/shape/head_dim", 4000000000LL);
    QTest::addRow("sizes whose product wraps round")
        << with("/shape", {{"layers", 1LL << 32}, {"query_heads", 1LL << 20}, {"kv_heads", 1}, {"head_dim", 1 << 12}});
    QTest::addRow("probe beyond the text") << with("/tensors/probe", {{"token", 1 << 20}, {"q", {0.0}}});
    QTest::addRow("probe with too many channels")
        << with("/tensors/probe", {{"token", 0}, {"q", std::vector<double>(4096, 0.0)}});
    QTest::addRow("no expect") << without("expect");
    QTest::addRow("steps too short") << with("/expect/steps", nlohmann::json::array());
    QTest::addRow("sets of text") << with("/expect/prefill/0/0", "all");
    QTest::addRow("rotary_dim beyond head_dim") << with("/rope", {{"theta", 10000}, {"rotary_dim", 4096}});
    QTest::addRow("chunk of nothing") << with("/prefill", {{"schedule", "streaming"}, {"chunk", 0}});
    QTest::addRow("unknown schedule") << with("/prefill/schedule", "backwards");
    QTest::addRow("heads in parts") << with("/shape/kv_heads", 1.5);
    QTest::addRow("unknown rope style") << with("/rope", {{"theta", 10000}, {"style", "quarter"}});
    QTest::addRow("rope is no object") << with("/rope", "none");
    QTest::addRow("unknown positions") << with("/rope", {{"theta", 10000}, {"positions", "newest"}});
    QTest::addRow("unknown granularity") << with("/expect/granularity", "token");
    QTest::addRow("unknown generator") << with("/tensors/generator", "dice");
}

void ConformanceTest::damagedCaseIsAnError() {
    QFETCH(QString, text);
    const auto result = run(write(text.toStdString()));
    QVERIFY(!result);
    QVERIFY(result.error().sentence().find("case.json") != std::string::npos);
}

QTEST_GUILESS_MAIN(ConformanceTest)
#include "conformance_test.moc"
