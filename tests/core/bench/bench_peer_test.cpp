// SPDX-License-Identifier: Apache-2.0
/// A bench beside a program that answers as llama-bench does, or does not.
#include "core/bench/bench_parts.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

class BenchPeerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bothReadAndDecodeInTurns() {
        // Notes how it was called; three times as fast at prefill as at decode.
        const PeerSettings settings = peer(
            "echo \"$@\" >>" + file("calls") +
            "\ncase \"$*\" in *\"-n 0\"*) echo '[{\"avg_ts\": 300.0}]' ;; *) echo '[{\"avg_ts\": 100.0}]' ;; esac");
        const auto found = benchPeer(starter(), settings, {});
        QVERIFY2(found.has_value(), found ? "" : found.error().sentence().c_str());
        const auto& measures = (*found)["measures"];
        QCOMPARE(measures.size(), std::size_t{2});
        QCOMPARE(measures[0]["measure"], "prefill");
        QCOMPARE(measures[0]["peer_tokens_per_s"], 300.0);
        QCOMPARE(measures[1]["measure"], "decode");
        QCOMPARE(measures[1]["peer_tokens_per_s"], 100.0);
        for (const auto& measure : measures) {
            QVERIFY(measure["tokens_per_s"] > 0);
            const double ratio = measure["tokens_per_s"].get<double>() / measure["peer_tokens_per_s"].get<double>();
            QVERIFY(measure["over_peer"].get<double>() > 0 && (measure["over_peer"].get<double>() / ratio < 1000));
        }
        std::ifstream calls(file("calls"));
        std::vector<std::string> lines;
        for (std::string line; std::getline(calls, line);) {
            lines.push_back(line);
        }
        const std::string model = "-m " + settings.model.string() + " -t 3 -fa 1 -r 1 -o json ";
        const std::vector<std::string> expected{model + "-p 512 -n 0", model + "-p 0 -n 4 -d 40"};
        QCOMPARE(lines, (std::vector<std::string>{expected[0], expected[1], expected[0], expected[1]}));
    }
    void otherProgramsAreNamed_data() {
        QTest::addColumn<QString>("script");
        QTest::newRow("fails") << "exit 3";
        QTest::newRow("says nothing") << "exit 0";
        QTest::newRow("no JSON") << "echo hello";
        QTest::newRow("another JSON") << "echo '{\"avg_ts\": 1}'";
        QTest::newRow("no speed") << "echo '[{\"avg_ts\": 0}]'";
    }
    void otherProgramsAreNamed() {
        QFETCH(QString, script);
        const auto found = benchPeer(starter(), peer(script.toStdString()), {});
        QVERIFY(!found);
        QCOMPARE(found.error().code, Code::BadUsage);
        QVERIFY(found.error().sentence().find("does not answer as llama-bench does") != std::string::npos);
    }
    void onlyGgufFilesAreCompared() {
        PeerSettings settings = peer("exit 0");
        settings.model = "/models/folder";
        const auto found = benchPeer(starter(), settings, {});
        QVERIFY(!found);
        QVERIFY(found.error().sentence().find("expected a GGUF file") != std::string::npos);
    }

 private:
    std::string file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    PeerSettings peer(const std::string& script) const {
        std::ofstream(file("llama-bench")) << "#!/bin/sh\n" << script << "\n";
        std::filesystem::permissions(file("llama-bench"), std::filesystem::perms::owner_all);
        return {file("llama-bench"), "/models/model.gguf", 3, 40, 4, 2};
    }
    BenchStart starter() {
        return [this](const BenchCase& what, std::int64_t steps) -> Result<std::unique_ptr<Run>> {
            RunSpec spec;
            spec.ids = embeddedIds("story", static_cast<std::size_t>(what.prompt + steps));
            spec.policies = what.policies;
            spec.promptTokens = what.prompt;
            spec.capture = what.capture;
            return m_runs.start(spec);
        };
    }
    QTemporaryDir m_folder;
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(BenchPeerTest)
#include "bench_peer_test.moc"
