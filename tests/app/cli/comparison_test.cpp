// SPDX-License-Identifier: Apache-2.0
/// The preset lists of `kvw compare`.
#include <QtTest>
#include <nlohmann/json.hpp>
#include <set>

#include "core/policy/host/choice.h"
#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::runKvw;

class ComparisonTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyListedPolicyIsAccepted() {
        kvw::PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        const kvw::Catalog catalog = kvw::Catalog::scan(paths);
        std::set<std::string> ids;
        for (const kvw::PluginEntry& entry : catalog.entries()) {
            for (const kvw::Comparison& comparison : entry.manifest.comparisons) {
                QVERIFY2(ids.insert(comparison.id).second, comparison.id.c_str());
                QVERIFY(!comparison.source.empty());
                for (const std::string& policy : comparison.policies) {
                    const auto resolved = kvw::resolvePolicy(catalog, policy);
                    QVERIFY2(resolved.has_value(), resolved ? "" : resolved.error().sentence().c_str());
                }
            }
        }
        for (const char* id :
             {"cake-allocation", "cake-indicator", "cascade-number", "cascade-gamma", "cascade-rate",
              "cascade-head-reduction", "cascade-selection", "lazy-interval", "lazy-slack", "lazy-max-drop"}) {
            QVERIFY2(ids.contains(id), id);
        }
    }

    void presetRunsWithChangedParameters() {
        const Outcome outcome = runKvw({"compare", "--preset", "cascade-rate", "--set", "window=64", "--text", "ledger",
                                        "--prompt-tokens", "96", "--steps", "4", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const auto report = nlohmann::json::parse(outcome.out.toStdString());
        const auto& lanes = report.at("lanes");
        QCOMPARE(lanes.size(), std::size_t{4});
        for (std::size_t i = 1; i < lanes.size(); ++i) {
            const std::string policy = lanes[i].dump();
            QVERIFY2(policy.find("window=64") != std::string::npos, policy.c_str());
        }
    }

    void theFullCacheIsOneLaneWhateverIsRecordedOfIt() {
        const Outcome outcome =
            runKvw({"compare", "--policy", "streaming:sinks=2,recent=32", "--policy", "full/capture=maps@98", "--text",
                    "ledger", "--prompt-tokens", "96", "--steps", "4", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const auto report = nlohmann::json::parse(outcome.out.toStdString());
        const auto& lanes = report.at("lanes");
        QCOMPARE(lanes.size(), std::size_t{2});
        const std::string first = lanes[0].dump();
        QVERIFY2(first.find("full/capture=maps@98") != std::string::npos, first.c_str());
    }

    void mistakesAreNamed() {
        const Outcome near = runKvw({"compare", "--preset", "cake-alocation"});
        QCOMPARE(near.code, 2);
        QVERIFY(near.oneSentence() && near.err.contains("cake-allocation"));
        const Outcome unknown = runKvw({"compare", "--preset", "cascade-rate", "--set", "heavy=3"});
        QCOMPARE(unknown.code, 2);
        QVERIFY(unknown.oneSentence() && unknown.err.contains("heavy"));
        const Outcome shape = runKvw({"compare", "--preset", "cascade-rate", "--set", "window"});
        QCOMPARE(shape.code, 2);
        QVERIFY(shape.oneSentence() && shape.err.contains("name=value"));
        const Outcome none = runKvw({"compare"});
        QCOMPARE(none.code, 2);
        QVERIFY(none.oneSentence() && none.err.contains("--policy"));
    }
};

QTEST_GUILESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
