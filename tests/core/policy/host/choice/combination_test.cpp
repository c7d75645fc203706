// SPDX-License-Identifier: Apache-2.0
/// Parts that go together, by manifests alone: the shipped ones and made-up ones.
#include "core/policy/host/choice/combination.h"

#include <QTest>
#include <fstream>

#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;
using Verdict = Combination::Verdict;

class CombinationTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        for (const auto& entry : std::filesystem::directory_iterator(KVW_SOURCE_DIR "/plugins")) {
            const auto manifest = entry.path() / "manifest.json";
            if (std::filesystem::exists(manifest)) {
                const auto folder = m_folder.policies() / entry.path().filename();
                std::filesystem::create_directories(folder);
                std::filesystem::copy_file(manifest, folder / "manifest.json");
                std::ofstream(folder / (entry.path().filename().string() + ".so")) << "";
            }
        }
        auto fixed = test::manifestOf("fixed");
        fixed["provides"][0] = {{"kind", "scorer"}, {"id", "fixed"}, {"per-layer", true}};
        m_folder.add(fixed);
        m_catalog = Catalog::scan(m_folder.paths());
        QVERIFY(m_catalog.find(PluginKind::Scorer, "fixed").has_value());
    }

    void pairs_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<bool>("streaming");
        QTest::addColumn<int>("verdict");
        QTest::addColumn<QString>("says");  ///< the policy to run, or part of the reason
        const auto row = [](const char* policy, bool streaming, Verdict verdict, const char* says) {
            QTest::addRow("%s%s", policy, streaming ? ", streaming" : "")
                << policy << streaming << static_cast<int>(verdict) << says;
        };
        row("snapkv+cake-preference", false, Verdict::Runs, "snapkv+cake-preference");
        row("h2o-mass+adakv-headwise", false, Verdict::Runs, "h2o-mass+adakv-headwise");
        row("tova+adakv-headwise", false, Verdict::WithSettings, "tova+adakv-headwise:granularity=kv-head");
        row("tova+adakv-headwise:granularity=query-head", false, Verdict::Runs,
            "tova+adakv-headwise:granularity=query-head");
        row("fixed+adakv-headwise", false, Verdict::Never, "needs a scorer per head");
        row("fixed+uniform", false, Verdict::Runs, "fixed+uniform");
        row("expected-attention+uniform", false, Verdict::Runs, "expected-attention+uniform");
        row("expected-attention+uniform:schedule=every-step", false, Verdict::WithSettings,
            "expected-attention+uniform");
        row("h2o-mass+uniform", true, Verdict::WithSettings, "h2o-mass+uniform:schedule=every-step");
        row("h2o-mass+uniform:schedule=every:4", true, Verdict::Runs, "h2o-mass+uniform:schedule=every:4");
        row("snapkv+uniform", true, Verdict::Never, "snapkv 1.0.0: this policy decides on the whole prompt");
        row("h2o-mass+cake-preference", true, Verdict::Never, "cake-preference 1.0.0");
        row("snapkv", true, Verdict::Never, "expected layer-major");
        row("streaming", true, Verdict::Runs, "streaming");
        row("knorm:capacity=8", true, Verdict::WithSettings, "knorm:capacity=8,schedule=every-step");
        row("knorm:capacity=8,schedule=every-step", true, Verdict::Runs, "knorm:capacity=8,schedule=every-step");
        row("knorm", true, Verdict::WithSettings, "knorm:capacity=512,schedule=every-step");
        row("knorm:schedule=every-step", true, Verdict::WithSettings, "knorm:capacity=512,schedule=every-step");
        row("random@kivi", true, Verdict::WithSettings, "random:capacity=512,schedule=every-step@kivi");
        row("window-recompute@kivi", false, Verdict::Never, "expected no codec");
        row("full@kivi", true, Verdict::Runs, "kivi");
        row("quest@kivi", true, Verdict::Runs, "quest@kivi");
        row("nothing+uniform", false, Verdict::Never, "there is no scorer \"nothing\"");
    }
    void pairs() {
        QFETCH(QString, policy);
        QFETCH(bool, streaming);
        QFETCH(QString, says);
        RunTraits run;
        run.streamingPrefill = streaming;
        const Combination found = combinationOf(m_catalog, policy.toStdString(), run);
        QTEST(static_cast<int>(found.verdict), "verdict");
        const bool runs = found.verdict != Verdict::Never;
        const QString text = QString::fromStdString(runs ? found.policy : found.reason.english());
        QVERIFY2(runs ? text == says : text.contains(says), qPrintable(text));
        QCOMPARE(found.reason.empty(), found.verdict == Verdict::Runs);
        QCOMPARE(found.settings.empty(), found.verdict != Verdict::WithSettings);
        if (runs) {
            const auto resolved = resolvePolicy(m_catalog, found.policy);
            QVERIFY(resolved && checkCompatible(*resolved, run));
        }
    }

    void aRefusalSaysWhatToSet() {
        RunTraits run;
        run.streamingPrefill = true;
        const auto together = checkCompatible(*resolvePolicy(m_catalog, "knorm:schedule=every-step"), run);
        QVERIFY(!together);
        QCOMPARE(together.error().sentence(),
                 std::string("knorm 1.0.0: with these settings this policy cannot run with streaming prefill; found "
                             "schedule=every-step and capacity=0, expected schedule=every-step and capacity!=0, or "
                             "layer-major."));
    }

    void whatAManifestDoesNotSayIsNotRefused() {
        test::PluginFolder folder;
        for (const char* id : {"kivi", "quest", "h2o", "snapkv", "uniform"}) {
            std::ifstream file(std::string(KVW_SOURCE_DIR "/plugins/") + id + "/manifest.json");
            auto json = nlohmann::ordered_json::parse(file);
            for (auto& provided : json["provides"]) {
                provided.erase("streaming-prefill");
            }
            folder.add(json);
        }
        const Catalog catalog = Catalog::scan(folder.paths());
        QVERIFY(!catalog.find(PluginKind::Policy, "h2o")->provided->streamingPrefill.has_value());
        RunTraits run;
        run.streamingPrefill = true;
        for (const char* policy :
             {"kivi", "quest@kivi", "h2o@kivi", "snapkv", "h2o-mass+uniform:schedule=every-step"}) {
            const auto together = checkCompatible(*resolvePolicy(catalog, policy), run);
            QVERIFY2(together.has_value(), together ? "" : together.error().sentence().c_str());
        }
        QVERIFY(!checkCompatible(*resolvePolicy(catalog, "h2o-mass+uniform"), run));  // whatever the parts accept
    }

    /// Names that mean something here may have other types elsewhere.
    void typesOfOthersAreNoMatter() {
        test::PluginFolder folder;
        auto json = test::manifestOf("loose");
        json["provides"] = nlohmann::ordered_json::parse(R"([
            {"kind": "scorer", "id": "loose", "parameters": [
                {"name": "granularity", "type": "flag", "default": true}]},
            {"kind": "budget", "id": "wide", "per-head": true, "parameters": [
                {"name": "capacity", "type": "number", "default": 0.5, "minimum": 0}]},
            {"kind": "codec", "id": "coded", "parameters": [
                {"name": "bits", "type": "choice", "default": "two", "choices": ["two"]},
                {"name": "group", "type": "integer", "default": "auto", "auto": true},
                {"name": "residual", "type": "flag", "default": false},
                {"name": "scale-dtype", "type": "integer", "default": 16}]}])");
        folder.add(json);
        const auto policy = resolvePolicy(Catalog::scan(folder.paths()), "loose+wide:sinks=4,recent=9@coded");
        QVERIFY2(policy.has_value(), policy ? "" : policy.error().sentence().c_str());
        QVERIFY(checkCompatible(*policy).has_value());
        QCOMPARE(nominalBytes(*policy, 10, {256, 4, 2}), std::int64_t{2560});
    }

    void whatIsCutOnceGrows() {
        const auto held = [this](const char* policy) {
            return heldTokens(*resolvePolicy(m_catalog, policy), 400, 1600);
        };
        for (const char* once :
             {"snapkv:capacity=128", "pyramidkv:capacity=128", "adakv:capacity=128", "expected-attention:capacity=128",
              "knorm:capacity=128", "keydiff:capacity=128", "random:capacity=128", "tova+uniform:capacity=128",
              "cake:capacity=128,decode-eviction=false", "sage:sinks=8,top-k=20,recent=100,decode=grow"}) {
            QVERIFY2(held(once) == (HeldTokens{128, 1328}), once);
        }
        // A prune of lazy pruning drops 32 of the 128 that gather above 260, as far as the slack allows.
        for (const auto& [slack, tokens] : {std::pair{"slack=96", 356}, {"slack=20", 280}, {"slack=200", 356}}) {
            const std::string lazy = "streaming:sinks=4,recent=256,prune-interval=128,";
            QCOMPARE(held((lazy + "max-drop=32," + slack).c_str()).atEnd, std::int64_t{tokens});
            QCOMPARE(held((lazy + slack).c_str()).atEnd, std::int64_t{260});
            QCOMPARE(held((lazy + "max-drop=128," + slack).c_str()).atEnd, std::int64_t{260});
        }
        for (const char* always :
             {"tova:capacity=128", "cake:capacity=128", "knorm:capacity=128,schedule=every-step",
              "tova+uniform:capacity=128,schedule=every-step", "sage:sinks=8,top-k=20,recent=100"}) {
            QVERIFY2(held(always) == (HeldTokens{128, 128}), always);
        }
        QCOMPARE(held("snapkv:capacity=0,removed=0.75"), (HeldTokens{100, 1300}));
        // A prompt that fits is not cut, and so nothing is.
        QCOMPARE(held("snapkv:capacity=512"), (HeldTokens{400, 1600}));
        QCOMPARE(held("tova:capacity=512"), (HeldTokens{400, 512}));
        // A share of what was read, at every step, or once of the prompt.
        QCOMPARE(held("adap-kv:removed=0.75"), (HeldTokens{100, 400}));
        QCOMPARE(held("adap-kv:removed=0.75,variant=code"), (HeldTokens{100, 1300}));
        const auto context = [this](const char* policy) {
            const ResolvedPolicy resolved = forModel(*resolvePolicy(m_catalog, policy), 4096);
            return *valueIf<std::int64_t>(resolved.parts.front().parameters, "context");
        };
        QCOMPARE(context("adap-kv:base=context"), std::int64_t{4096});
        QCOMPARE(context("adap-kv:base=context,context=512"), std::int64_t{512});
        QCOMPARE(held("adap-kv:removed=0.75,base=prompt"), (HeldTokens{100, 100}));
        QCOMPARE(held("adap-kv:removed=0.75,base=context,context=800"), (HeldTokens{100, 200}));
        QCOMPARE(held("sage:sinks=8,top-k=20,recent=99,last-token=apart"), (HeldTokens{128, 128}));
        for (const char* everything : {"full", "kivi", "quest"}) {
            QVERIFY2(held(everything) == (HeldTokens{400, 1600}), everything);
        }
    }

    /// A set per query head stores each KV head once for every query head of its group, whatever else it does.
    void bytesCountCopiesAndCodes() {
        const auto bytes = [this](const char* policy, std::int64_t tokens) {
            return nominalBytes(*resolvePolicy(m_catalog, policy), tokens, {256, 4, 3});
        };
        QCOMPARE(bytes("snapkv", 10), std::int64_t{2560});
        for (const char* copied : {"snapkv:granularity=query-head", "sage:granularity=query-head",
                                   "snapkv+adakv-headwise:granularity=query-head"}) {
            QVERIFY2(bytes(copied, 10) == 7680, copied);
        }
        // 64 numbers a token: 128 tokens as they are, 100 with 2 bits and two 16-bit numbers for 32.
        const std::int64_t coded = 128 * 256 + 100 * 64 * 3 / 8;
        QCOMPARE(bytes("kivi", 228), coded);
        QCOMPARE(bytes("snapkv:granularity=query-head@kivi", 228), 3 * coded);
    }

    void settingsOfTheRun() {
        const auto refused = [this](const char* policy, const RunTraits& run) {
            const auto together = checkCompatible(*resolvePolicy(m_catalog, policy), run);
            return together ? std::string() : together.error().sentence();
        };
        RunTraits turned;
        turned.turnedKeys = true;
        QVERIFY(refused("streaming", turned).empty());
        QVERIFY(refused("streaming@kivi", turned).find("a rounded key is not rotated again") != std::string::npos);
        turned.roundedKeys = true;
        QVERIFY(!refused("streaming", turned).empty());
        RunTraits windowed;
        windowed.windowLayer = 1;
        windowed.window = 512;
        QVERIFY(refused("snapkv", windowed).empty());
        QVERIFY(refused("quest", windowed).find("layer 1 of this model attends a sliding window of 512 tokens") !=
                std::string::npos);
    }

    void tablesHaveEveryPair() {
        const CombinationTable table = compositions(m_catalog);
        QCOMPARE(table.rows.size(), m_catalog.all(PluginKind::Scorer).size());
        QCOMPARE(table.cells.size(), table.rows.size() * table.columns.size());
        const CombinationTable stored = storages(m_catalog);
        QCOMPARE(std::count_if(stored.cells.begin(), stored.cells.end(),
                               [](const Combination& pair) { return pair.verdict == Verdict::Never; }),
                 1);
    }

    void budgetsThatFollowFromThePrompt() {
        const auto follow = [this](const char* policy) {
            return budgetsFollowPrompt(*resolvePolicy(m_catalog, policy));
        };
        QVERIFY(follow("cake") && follow("adakv") && follow("adap-kv") && follow("snapkv+cake-preference"));
        QVERIFY(!follow("cake:allocation=pyramid") && !follow("pyramidkv") && !follow("snapkv+pyramid"));
        // Where each layer is cut as it comes, a budget cannot wait for the whole prompt.
        for (const Catalog::Found& budget : m_catalog.all(PluginKind::Budget)) {
            QCOMPARE(budget.provided->streamingPrefill, std::optional(!budget.provided->promptBudgets));
        }
    }

 private:
    test::PluginFolder m_folder;
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(CombinationTest)
#include "combination_test.moc"
