// SPDX-License-Identifier: Apache-2.0
/// The preset lists of `kvw compare`.
#include <QtTest>
#include <nlohmann/json.hpp>
#include <set>

#include "core/session/spec/run_changes.h"
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
                    const auto chain = kvw::resolveChain(catalog, policy);
                    QVERIFY2(chain.has_value(), chain ? "" : chain.error().sentence().c_str());
                }
                // Numbers that were measured come with how.
                QVERIFY2(comparison.source.find("perplexity") == std::string::npos || comparison.promptTokens,
                         comparison.id.c_str());
            }
        }
        for (const char* id : {"cake-allocation",   "cake-indicator",     "cascade-number",
                               "cascade-gamma",     "cascade-rate",       "cascade-head-reduction",
                               "cascade-selection", "lazy-interval",      "lazy-slack",
                               "lazy-max-drop",     "lazy-tables",        "cake-components",
                               "cake-p2a-128",      "cake-p2a-512",       "cake-as-written",
                               "cake-quantisation", "sage-equal-budgets", "sage-memory",
                               "adap-kv-loogle",    "adap-kv-ruler",      "adap-kv-timing"}) {
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

    void tableIsRunAsItWasMeasured() {
        const QStringList table{"compare", "--preset", "cascade-rate", "--set",     "window=64", "--text", "ledger",
                                "--steps", "8",        "--json",       "--capture", "none"};
        const auto report = [](const Outcome& outcome) { return nlohmann::json::parse(outcome.out.toStdString()); };
        const Outcome native = runKvw(table);
        QVERIFY2(native.code == 0, native.err.constData());
        const auto measured = report(native);
        QCOMPARE(measured["positions"], "cache-rank");
        QCOMPARE(measured["prefill"], "streaming:1");
        QCOMPARE(measured["text"]["prompt_tokens"], 1);
        QVERIFY2(!native.out.contains("its work with"), native.out.constData());
        // A typed option comes before the native setting, and the departure is told.
        const Outcome typed = runKvw(table + QStringList{"--positions", "original", "--prompt-tokens", "32"});
        QVERIFY2(typed.code == 0, typed.err.constData());
        QCOMPARE(report(typed)["positions"], "original");
        QCOMPARE(report(typed)["text"]["prompt_tokens"], 32);
        QVERIFY(typed.out.contains("cascade runs with original positions, its work with cache-rank positions"));
    }

    void laneThatDepartsSaysSo() {
        QTemporaryDir folder;
        const QString bundle = folder.filePath("bundle");
        const Outcome outcome = runKvw({"compare", "--policy", "cascade:window=32", "--policy",
                                        "cascade:window=32/native", "--policy", "snapkv:capacity=48,window=8", "--text",
                                        "ledger", "--prompt-tokens", "64", "--steps", "4", "--out", bundle});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(outcome.err.count("its work with"), 1);
        QVERIFY2(outcome.err.contains("cascade runs with original positions and layer-major prefill, its work with "
                                      "cache-rank positions and streaming:1 prefill"),
                 outcome.err.constData());
        const auto manifest = [&](const char* lane) {
            QFile file(QDir(bundle).filePath(QStringLiteral("lanes/%1/manifest.json").arg(lane)));
            return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString())
                                                  : nlohmann::json();
        };
        const auto departs = manifest("1-cascade"), native = manifest("2-cascade");
        QCOMPARE(departs["positions"], "original");
        QVERIFY(departs["policy"]["given"].contains("departs"));
        QCOMPARE(native["positions"], "cache-rank");
        QCOMPARE(native["prefill"], "streaming:1");
        QVERIFY(!native["policy"]["given"].contains("departs"));
        QFile file(QDir(bundle).filePath("tables/compare.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray table = file.readAll();
        QCOMPARE(table.count("not native: original positions and layer-major prefill"), 1);
        QVERIFY2(table.contains("[cache-rank raw, streaming:1]"), table.constData());
        QVERIFY2(outcome.out.contains("cascade:window=32 [cache-rank raw, streaming:1]"), outcome.out.constData());
        // Figures say it in their captions.
        for (const auto& [lane, count] : {std::pair("1", 1), std::pair("2", 0)}) {
            const QString out = folder.filePath(QStringLiteral("of-%1").arg(QLatin1String(lane)));
            const Outcome drawn = runKvw({"export", bundle, "--figure", "nll", "--lane", lane, "--out", out});
            QVERIFY2(drawn.code == 0, drawn.err.constData());
            QFile figure(QDir(out).filePath(QStringLiteral("figures/%1-cascade-nll-caption.tex").arg(lane)));
            QVERIFY(figure.open(QIODevice::ReadOnly));
            const QByteArray words = figure.readAll();
            QVERIFY2(words.contains("not native: original positions and layer-major prefill") == (count == 1),
                     words.constData());
        }
        // A fork makes the lane again as it was, beside the full cache as that was.
        const Outcome fork =
            runKvw({"fork", bundle, "--lane", "2", "--at", "66", "--set", "token-selection=false", "--json"});
        QVERIFY2(fork.code == 0, fork.err.constData());
        const auto forked = nlohmann::json::parse(fork.out.toStdString());
        QVERIFY2(!fork.out.contains("is not what it was"), fork.out.constData());
        QVERIFY2(forked["command_line"].dump().find("cascade:window=32/positions=cache-rank/prefill=streaming:1") !=
                     std::string::npos,
                 forked.dump().c_str());
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
