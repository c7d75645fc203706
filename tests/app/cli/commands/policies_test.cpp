// SPDX-License-Identifier: Apache-2.0
/// `kvw policies` on the plugins of this build.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::runKvw;

class PoliciesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void listNamesThePolicies();
    void oneHasParametersAndReferences();
    void jsonHasDefaults();
    void unknownIdNamesTheNearest();
    void torchIsNotLoaded();
    void disabledPluginIsListedAndRefusedToRuns();
    void brokenManifestIsListedWithItsReason();
    void checkLoadsThePlugins();
    void presetsStandForTheirPolicies();
    void damagedPresetsAreNamedAndKept();
    void combinationsSayWhatGoesTogether();
    void worksAreBibtex();
};

namespace {

QProcessEnvironment stateIn(const QTemporaryDir& folder) {
    QProcessEnvironment environment;
    environment.insert("KVW_STATE_DIR", folder.path());
    return environment;
}

}  // namespace

void PoliciesTest::listNamesThePolicies() {
    const Outcome outcome = runKvw({"policies"});
    QCOMPARE(outcome.code, 0);
    for (const char* id : {"full", "streaming", "snapkv", "h2o", "tova"}) {
        QVERIFY2(outcome.out.contains(QByteArray("\n") + id + " "), id);
    }
}

void PoliciesTest::oneHasParametersAndReferences() {
    const Outcome outcome = runKvw({"policies", "streaming"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("prune-interval"));
    QVERIFY(outcome.out.contains("https://arxiv.org/abs/2309.17453"));
    QVERIFY(!outcome.out.contains("h2o"));
}

void PoliciesTest::jsonHasDefaults() {
    const Outcome outcome = runKvw({"policies", "streaming", "--json"});
    QCOMPARE(outcome.code, 0);
    const auto json = nlohmann::json::parse(outcome.out.toStdString());
    const auto& parameters = json["plugins"][0]["provides"][0]["parameters"];
    const auto sinks =
        std::find_if(parameters.begin(), parameters.end(), [](const auto& p) { return p["name"] == "sinks"; });
    QVERIFY(sinks != parameters.end());
    QCOMPARE((*sinks)["default"].get<int>(), 4);
}

void PoliciesTest::worksAreBibtex() {
    const Outcome one = runKvw({"policies", "--bibtex", "snapkv"});
    QCOMPARE(one.code, 0);
    QVERIFY2(one.out.startsWith("@misc{li2024snapkv,\n  author = {Yuhong Li and Yingbing Huang and "),
             one.out.constData());
    QVERIFY(one.out.contains("\n  title = {{SnapKV: LLM Knows What You are Looking for Before Generation}},\n"));
    QVERIFY(one.out.contains("\n  year = {2024},\n  eprint = {2404.14469},\n  archivePrefix = {arXiv},\n"));
    const Outcome all = runKvw({"policies", "--bibtex"});
    QCOMPARE(all.code, 0);
    QCOMPARE(all.out.count("@misc{li2024snapkv,"), 1);  // of several plugins
    // Every work that arXiv has names its authors and its year.
    QCOMPARE(all.out.count("archivePrefix"), all.out.count("author = {") - all.out.count("{steele2014fast,"));
    QCOMPARE(runKvw({"policies", "--bibtex", "--json"}).code, 2);
}

void PoliciesTest::unknownIdNamesTheNearest() {
    const Outcome outcome = runKvw({"policies", "steaming"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("did you mean \"streaming\"?"), outcome.err.constData());
}

void PoliciesTest::torchIsNotLoaded() {
    QProcessEnvironment environment;
    environment.insert("LD_DEBUG", "files");
    const Outcome outcome = runKvw({"policies"}, environment);
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.contains("libkvw_core"));
    QVERIFY(!outcome.err.contains("libtorch"));
    QVERIFY(!outcome.err.contains("libQt6"));
}

void PoliciesTest::disabledPluginIsListedAndRefusedToRuns() {
    const QTemporaryDir state;
    const Outcome outcome = runKvw({"policies", "--disable", "h2o"}, stateIn(state));
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("disabled"), outcome.out.constData());
    const Outcome run = runKvw({"run", "--policy", "h2o"}, stateIn(state));
    QVERIFY(run.code != 0);
    QVERIFY2(run.err.contains("h2o") && run.oneSentence(), run.err.constData());
    QVERIFY(!runKvw({"policies", "--enable", "h2o"}, stateIn(state)).out.contains("disabled"));
}

void PoliciesTest::brokenManifestIsListedWithItsReason() {
    const QTemporaryDir plugins;
    QVERIFY(QDir(plugins.path()).mkpath("mine"));
    QVERIFY(kvw::test::writeFile(plugins.filePath("mine/manifest.json"), "{ \"format\": "));
    QProcessEnvironment environment;
    environment.insert("KVW_POLICY_PATH", plugins.path());
    const Outcome outcome = runKvw({"policies"}, environment);
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("mine  refused"));
    QVERIFY(outcome.out.contains("manifest.json"));
    QVERIFY(outcome.out.contains("streaming"));
}

void PoliciesTest::checkLoadsThePlugins() {
    const Outcome outcome = runKvw({"policies", "--check"});
    QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).constData());
    QVERIFY(!outcome.out.contains("Not in use"));
}

void PoliciesTest::combinationsSayWhatGoesTogether() {
    QProcessEnvironment environment;
    environment.insert("LD_DEBUG", "files");
    const Outcome outcome = runKvw({"policies", "--combinations"}, environment);
    QCOMPARE(outcome.code, 0);
    QVERIFY(!outcome.err.contains("libtorch"));
    QVERIFY2(outcome.out.contains("runs with scorer.granularity=kv-head: this budget differs per head"),
             outcome.out.constData());
    QVERIFY(outcome.out.contains("window-recompute 1.0.0: every step encodes what is held afresh"));
    const auto json = nlohmann::json::parse(runKvw({"policies", "--combinations", "--json"}).out.toStdString());
    const auto& pairs = json["compositions"];
    const auto tova = std::find_if(pairs.begin(), pairs.end(), [](const auto& pair) {
        return pair["scorer"] == "tova" && pair["budget"] == "adakv-headwise";
    });
    QVERIFY(tova != pairs.end());
    QCOMPARE((*tova)["layer_major"]["policy"].get<std::string>(),
             std::string("tova+adakv-headwise:granularity=kv-head"));
    QCOMPARE((*tova)["streaming"]["verdict"].get<std::string>(), std::string("does not run"));
    QVERIFY(json["codecs"].size() > 10);
    const auto stored = std::find_if(json["codecs"].begin(), json["codecs"].end(),
                                     [](const auto& pair) { return pair["policy"] == "knorm"; });
    QVERIFY(stored != json["codecs"].end());
    QCOMPARE((*stored)["streaming"]["settings"].get<std::string>(), std::string("schedule=every-step,capacity=512"));
    QCOMPARE(runKvw({"policies", "snapkv", "--combinations"}).code, 2);
    const Outcome both = runKvw({"policies", "--combinations", "--check"});
    QCOMPARE(both.code, 2);
    QVERIFY2(both.err.contains("found --combinations and --check, expected one of them"), both.err.constData());
}

void PoliciesTest::damagedPresetsAreNamedAndKept() {
    const QTemporaryDir folder;
    QProcessEnvironment environment = stateIn(folder);
    environment.insert("XDG_DATA_HOME", folder.path());
    const QString file = folder.filePath("kvworkbench/presets.json");
    const QByteArray text = "{\"format\": \"kvw-presets-1\",\n\"presets\": [{\"name\": \"short-memory\",}]}";
    QVERIFY(QDir().mkpath(folder.filePath("kvworkbench")) && kvw::test::writeFile(file, text));
    const QStringList run{"run", "--text", "ledger", "--prompt-tokens", "20", "--steps", "2", "--quiet", "--policy"};
    const Outcome own = runKvw(run + QStringList{"short-memory"}, environment);
    QVERIFY2(own.code == 2 && own.err.contains("presets.json") && own.err.contains("line 2"), own.err.constData());
    const Outcome shipped = runKvw(run + QStringList{"streaming"}, environment);
    QVERIFY2(shipped.code == 0 && shipped.err.contains("presets.json"), shipped.err.constData());
    const Outcome saved = runKvw({"policies", "--save-preset", "other=full"}, environment);
    QVERIFY2(saved.code == 1 && saved.err.contains("presets.json"), saved.err.constData());
    QCOMPARE(kvw::test::readFile(file), text);
}

void PoliciesTest::presetsStandForTheirPolicies() {
    const QTemporaryDir data;
    QProcessEnvironment environment;
    environment.insert("XDG_DATA_HOME", data.path());
    const Outcome saved =
        runKvw({"policies", "--save-preset", "short-memory=streaming:recent=16,sinks=4"}, environment);
    QVERIFY2(saved.code == 0, saved.err.constData());
    QVERIFY2(saved.out.contains("Your presets") && saved.out.contains("short-memory  streaming:recent=16"),
             saved.out.constData());
    const Outcome run =
        runKvw({"run", "--policy", "short-memory", "--prompt-tokens", "40", "--steps", "4", "--json"}, environment);
    QVERIFY2(run.code == 0, run.err.constData());
    const auto json = nlohmann::json::parse(run.out.toStdString());
    QCOMPARE(json["policy"]["text"].get<std::string>(), std::string("streaming:recent=16"));
    QVERIFY(json["command_line"].get<std::string>().find("short-memory") == std::string::npos);  // anyone's
    // With the settings that a lane has for itself, native ones by their values.
    const Outcome native = runKvw({"policies", "--save-preset", "as-its-work=streaming:recent=16/native"}, environment);
    QVERIFY2(native.out.contains("streaming:recent=16/positions=cache-rank/prefill=streaming:1"),
             native.out.constData());
    const auto positionsOf = [&](const char* policy) {
        const Outcome made =
            runKvw({"run", "--policy", policy, "--prompt-tokens", "40", "--steps", "4", "--json"}, environment);
        const auto told = nlohmann::json::parse(made.out.toStdString(), nullptr, false);
        return told.is_object() ? told["command_line"].get<std::string>() : made.err.toStdString();
    };
    QVERIFY2(positionsOf("as-its-work").find("cache-rank") != std::string::npos, positionsOf("as-its-work").c_str());
    QVERIFY2(positionsOf("as-its-work/positions=original").find("cache-rank") == std::string::npos,
             positionsOf("as-its-work/positions=original").c_str());
    for (const char* wrong :
         {"short-memory", "snapkv=full", "good=nothing-like-it", "Bad=full", "good=streaming:recent=16/recent=8@50"}) {
        const Outcome refused = runKvw({"policies", "--save-preset", wrong}, environment);
        QVERIFY2(refused.code == 2 && refused.oneSentence(), wrong);
    }
    const Outcome gone = runKvw({"policies", "--forget-preset", "short-memory"}, environment);
    QVERIFY(gone.code == 0 && !gone.out.contains("short-memory"));
    QVERIFY(runKvw({"run", "--policy", "short-memory"}, environment).code != 0);
}

QTEST_GUILESS_MAIN(PoliciesTest)
#include "policies_test.moc"
