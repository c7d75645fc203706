// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>

#include "core/bundle/archive.h"
#include "core/bundle/arrays/npy.h"
#include "core/bundle/manifest_json.h"
#include "tests/core/bundle/must.h"
#include "tests/core/bundle/sample.h"

namespace fs = std::filesystem;
using namespace kvw;
using kvw::test::must;

class BundleTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }

 private Q_SLOTS:
    void readingRebuildsTheRecording() {
        const auto original = sample::recording();
        must(writeBundle(*original, at("rebuilt")));
        const auto read = readBundle(at("rebuilt"));
        QVERIFY(read.has_value());
        const Trace& a = original->trace(0);
        const Trace& b = (*read)->trace(0);
        QCOMPARE(b.steps(), a.steps());
        QCOMPARE(b.evictions(), a.evictions());
        QCOMPARE(b.events(), a.events());
        QCOMPARE(std::string(b.tokenText(3)), std::string("\xC3,\"\n"));
        QCOMPARE(b.evictedAt(39, 1, 1), a.evictedAt(39, 1, 1));
        const auto rows = b.rows(20, 1);
        QVERIFY(rows.has_value());
        QCOMPARE(rows->heads[3].probs[0], a.rows(20, 1)->heads[3].probs[0]);
        QVERIFY(std::isnan(b.layer(5, 0).variance));
        QCOMPARE((*read)->description().tokenTexts, original->description().tokenTexts);
        QVERIFY((*read)->description().lanes[0].parameters == original->description().lanes[0].parameters);
        QCOMPARE((*read)->problems().size(), original->problems().size());
        QCOMPARE((*read)->problems()[0].count, std::int64_t{3});
        QVERIFY((*read)->state() == RunState::Finished);
        QVERIFY(summarize(**read, 0) == summarize(*original, 0));
    }

    void aLaneThatWasRefusedInThePromptKeepsItsCallsAndWhatWasSaid() {
        const auto whole = sample::recording();
        RunDescription run = whole->description();
        run.lanes.push_back(run.lanes[0]);
        Recording original(run);
        original.setTrace(0, whole->trace(0).fork());
        original.setTrace(1, whole->trace(0).fork(0));
        Trace& refused = original.writer(1);
        const std::int64_t before = refused.calls();
        refused.addCall({39, 0, "prefillLayer", "8 rows", 40, 40, 40, -1, -1, 1, 3, "", "slot 3 is listed twice.", 2});
        refused.addEvent({39, "parameter", "recent = 8"});  // of a step that never came
        refused.addEvent({39, "problem", "slot 3 is listed twice."});
        refused.publish();
        original.setState(RunState::Failed, "A lane ended early.");
        const auto isThere = [&](const Trace& trace) {
            return trace.steps() == 0 && trace.calls() == before + 1 &&
                   trace.call(before).violation.english() == "slot 3 is listed twice." && trace.events() == 1 &&
                   trace.event(0).step == 39 && trace.event(0).kind == "problem";
        };
        must(writeBundle(original, at("once")));
        const auto once = readBundle(at("once"));
        QVERIFY2(once.has_value(), once ? "" : once.error().sentence().c_str());
        QVERIFY(isThere((*once)->trace(1)));
        QVERIFY(isThere(*(*once)->trace(1).fork()));
        must(writeBundle(**once, at("again")));
        QVERIFY(isThere((*readBundle(at("again")))->trace(1)));
    }
    void callsComeBackAndAnOlderBundleHasNone() {
        const auto original = sample::recording();
        original->writer(0).addCall(
            {41, 0, "step", "1 row", 13, 12, 12, 12, 12, 1, 3, "", "slot 3 is listed twice.", 2});
        original->writer(0).publish();
        must(writeBundle(*original, at("calls")));
        const auto read = readBundle(at("calls"));
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        const Trace &a = original->trace(0), &b = (*read)->trace(0);
        QCOMPARE(b.calls(), a.calls());
        for (std::int64_t i = 0; i < a.calls(); ++i) {
            const CallRecord x = a.call(i), y = b.call(i);
            QCOMPARE(y.name + '|' + y.given + '|' + y.reason + '|' + y.violation.english(),
                     x.name + '|' + x.given + '|' + x.reason + '|' + x.violation.english());
            QVERIFY(x.step == y.step && x.layer == y.layer && x.slots == y.slots && x.held == y.held &&
                    x.after == y.after && x.budgetBefore == y.budgetBefore && x.budget == y.budget &&
                    x.edits == y.edits && x.evicted == y.evicted && x.us == y.us);
        }
        // As it was before there were calls.
        const std::filesystem::path old = at("older");
        std::filesystem::copy(at("calls"), old, std::filesystem::copy_options::recursive);
        std::filesystem::remove(old / "calls.csv");
        auto manifest = nlohmann::ordered_json::parse(sample::slurp(old / "manifest.json"));
        manifest["rows"].erase("calls");
        manifest["integrity"]["files"].erase("calls.csv");
        sample::spill(old / "manifest.json", manifest.dump());
        const auto older = readBundle(old);
        QVERIFY2(older.has_value(), older ? "" : older.error().sentence().c_str());
        QCOMPARE((*older)->trace(0).calls(), std::int64_t{0});
        std::string csv = sample::slurp(at("calls") / "calls.csv");
        csv.replace(csv.find("\n10,"), 4, "\n99,");
        sample::spill(at("calls") / "calls.csv", csv);
        const auto damaged = readBundle(at("calls"));
        QVERIFY(!damaged);
        QVERIFY2(damaged.error().sentence().find("out of order") != std::string::npos,
                 damaged.error().sentence().c_str());
    }

    void partsOfAStepsTimeAreKept() {
        const auto original = sample::recording();
        must(writeBundle(*original, at("times")));
        const auto read = readBundle(at("times"));
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        const Trace &a = original->trace(0), &b = (*read)->trace(0);
        std::int64_t decoded = 0;
        for (std::int64_t i = 0; i < a.steps(); ++i) {
            const StepRecord &x = a.step(i), &y = b.step(i);
            QCOMPARE(y.ms(), x.ms());
            const bool timed = x.phase == Phase::Decode;
            decoded += timed ? 1 : 0;
            QCOMPARE(y.partsKnown(), timed);  // the tokens of a prompt come at once
            QVERIFY(!timed || (y.decodeMs == x.decodeMs && y.captureMs == x.captureMs && y.policyMs == x.policyMs &&
                               y.evictMs == x.evictMs));
        }
        QVERIFY(decoded > 0);
        // Written again it is the same file, and its numbers are no part of what the run is.
        must(writeBundle(**read, at("times-again")));
        QCOMPARE(sample::slurp(at("times-again") / "times.csv"), sample::slurp(at("times") / "times.csv"));
        const auto manifest = nlohmann::ordered_json::parse(sample::slurp(at("times") / "manifest.json"));
        QCOMPARE(manifest["rows"]["times"].get<std::int64_t>(), decoded);
        const auto fields = manifest["volatile"].get<std::vector<std::string>>();
        QVERIFY(std::find(fields.begin(), fields.end(), "times.csv:evict_ms") != fields.end());
        // As it was before there were parts.
        const std::filesystem::path old = at("times-older");
        std::filesystem::copy(at("times"), old, std::filesystem::copy_options::recursive);
        std::filesystem::remove(old / "times.csv");
        auto before = manifest;
        before["rows"].erase("times");
        before["integrity"]["files"].erase("times.csv");
        sample::spill(old / "manifest.json", before.dump());
        const auto older = readBundle(old);
        QVERIFY2(older.has_value(), older ? "" : older.error().sentence().c_str());
        const std::int64_t last = a.steps() - 1;
        QVERIFY(!(*older)->trace(0).step(last).partsKnown());
        QCOMPARE((*older)->trace(0).step(last).ms(), a.step(last).ms());
        must(writeBundle(**older, at("times-older-again")));
        QVERIFY(!std::filesystem::exists(at("times-older-again") / "times.csv"));
        std::string csv = sample::slurp(at("times") / "times.csv");
        csv.replace(csv.find('\n') + 1, 0, "9999,1,1,1,1\n");
        sample::spill(at("times") / "times.csv", csv);
        const auto damaged = readBundle(at("times"));
        QVERIFY(!damaged);
        QVERIFY2(damaged.error().sentence().find("times.csv") != std::string::npos, damaged.error().sentence().c_str());
    }

    void bytesReadAreKeptWhereAReaderChose() {
        must(writeBundle(*sample::recording(), at("plain")));
        QVERIFY(!std::filesystem::exists(at("plain") / "arrays/bytes-read.npy"));
        QCOMPARE((*readBundle(at("plain")))->trace(0).step(20).bytesRead, std::int64_t{-1});
        const auto original = sample::recording({1, 2, 40, 1, true});
        // Also without attention rows.
        must(writeBundle(*original, at("reads"), BundleOptions{false, false, false, true}));
        const auto read = readBundle(at("reads"));
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        for (std::int64_t step = 0; step < 40; ++step) {
            QCOMPARE((*read)->trace(0).step(step).bytesRead, original->trace(0).step(step).bytesRead);
        }
        QVERIFY(summarize(**read, 0)["bytes_read_per_step"].is_number());
        QVERIFY(sample::slurp(at("reads") / "figures/memory.csv").find("read by a step") != std::string::npos);
        QVERIFY(sample::slurp(at("plain") / "figures/memory.csv").find("read by a step") == std::string::npos);
        QVERIFY(summarize(**read, 0) == summarize(*original, 0));
        std::string bytes = bundle::npyHeader(bundle::NpyType::I64, std::array<std::int64_t, 1>{3});
        bytes.append(24, '\0');
        sample::spill(at("reads") / "arrays/bytes-read.npy", bytes);
        const auto damaged = readBundle(at("reads"));
        QVERIFY(!damaged);
        QVERIFY(damaged.error().sentence().find("bytes-read.npy: the array does not fit the steps") !=
                std::string::npos);
    }

    void slotsOfLayersAreKept() {
        for (const std::int32_t units : {1, 2}) {
            const auto original = sample::recording({1, units, 40, 1});
            const fs::path folder = at(units == 1 ? "slots-1" : "slots-2");
            must(writeBundle(*original, folder, BundleOptions{false, false, false, true}));
            const auto read = readBundle(folder);
            QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
            const Trace &found = (*read)->trace(0), &expected = original->trace(0);
            QVERIFY(std::isnan(found.layer(2, 1).capacity));
            for (std::int64_t step = 0; step < 40; ++step) {
                for (std::int32_t layer = 0; layer < found.shape().layers; ++layer) {
                    for (std::int32_t part = -1; part < found.shape().parts(); ++part) {
                        const float a = found.layer(step, layer, part).capacity;
                        const float b = expected.layer(step, layer, part).capacity;
                        QVERIFY(a == b || (std::isnan(a) && std::isnan(b)));
                    }
                }
            }
        }
        // More slots than any cache has are cut to what can be written again.
        const fs::path folder = at("slots-2");
        std::string most = bundle::npyHeader(bundle::NpyType::I32, std::array<std::int64_t, 1>{160});
        for (int i = 0; i < 160; ++i) {
            most += "\xff\xff\xff\x7f";
        }
        sample::spill(folder / "arrays/capacity.npy", most);
        const auto hostile = readBundle(folder);
        QVERIFY2(hostile.has_value(), hostile ? "" : hostile.error().sentence().c_str());
        QCOMPARE((*hostile)->trace(0).layer(20, 1, 0).capacity, 16777216.0F);
        must(writeBundle(**hostile, at("slots-again")));
        // A bundle of before has none, and one that does not fit is refused.
        std::string bytes = bundle::npyHeader(bundle::NpyType::I32, std::array<std::int64_t, 1>{40});
        bytes.append(160, '\0');
        sample::spill(folder / "arrays/capacity.npy", bytes);
        const auto damaged = readBundle(folder);
        QVERIFY(!damaged);
        QVERIFY(damaged.error().sentence().find("capacity.npy: the array does not fit the steps") != std::string::npos);
        std::filesystem::remove_all(folder / "arrays");
        const auto older = readBundle(folder);
        QVERIFY(older.has_value() && std::isnan((*older)->trace(0).layer(20, 1).capacity));
        QVERIFY((*older)->trace(0).layer(20, 1).held > 0);
    }

    void whatCodingCostsIsKept() {
        must(writeBundle(*sample::recording(), at("uncoded")));
        QVERIFY(!std::filesystem::exists(at("uncoded") / "arrays/key-error.npy"));
        QVERIFY(std::isnan((*readBundle(at("uncoded")))->trace(0).step(20).keyError));
        sample::Options options;
        options.coded = true;
        const auto original = sample::recording(options);
        must(writeBundle(*original, at("coded")));
        const auto read = readBundle(at("coded"));
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
        for (std::int64_t step = 0; step < 40; ++step) {
            const StepRecord &found = (*read)->trace(0).step(step), &expected = original->trace(0).step(step);
            QVERIFY(same(found.keyError, expected.keyError) && same(found.valueError, expected.valueError));
        }
        // Numbers that no codec gives are none.
        const std::vector<float> wrong(40, -1.0F);
        std::string bytes = bundle::npyHeader(bundle::NpyType::F32, std::array<std::int64_t, 1>{40});
        bundle::appendValues(bytes, std::span<const float>(wrong));
        sample::spill(at("coded") / "arrays/value-error.npy", bytes);
        const auto odd = readBundle(at("coded"));
        QVERIFY(odd.has_value() && std::isnan((*odd)->trace(0).step(20).valueError));
        sample::spill(at("coded") / "arrays/key-error.npy",
                      bundle::npyHeader(bundle::NpyType::F32, std::array<std::int64_t, 1>{0}));
        const auto damaged = readBundle(at("coded"));
        QVERIFY(!damaged);
        QVERIFY(damaged.error().sentence().find("key-error.npy: the array does not fit the steps") !=
                std::string::npos);
    }

    void inspectionListsFiles() {
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("inspect")));
        const auto good = inspectBundle(at("inspect"));
        QVERIFY(good.has_value());
        QVERIFY((*good)["integrity"]["ok"] == true);
        QCOMPARE((*good)["policies"].size(), std::size_t{2});
        fs::remove(at("inspect") / "tables/compare.csv");
        const auto bad = inspectBundle(at("inspect"));
        QVERIFY((*bad)["integrity"]["ok"] == false);
    }

    void liveChangesStandWithThePolicy() {
        must(writeBundle(*sample::recording(), at("tuned")));
        const auto manifest = readBundle(at("tuned")) ? openBundle(at("tuned"))->manifest : nlohmann::ordered_json();
        QCOMPARE(manifest["policy"]["changes"].dump(),
                 std::string(R"([{"step":15,"parameter":"recent","value":"12"}])"));
        QCOMPARE(manifest["policy"]["parameters"]["recent"].get<int>(), 10);
        QVERIFY(manifest["command_line_note"].get<std::string>().find("without the changes") != std::string::npos);
        must(writeBundle(*sample::recording({.planned = true}), at("planned")));
        QVERIFY(!openBundle(at("planned"))->manifest.contains("command_line_note"));
        const auto switched = sample::recording({.planned = true});
        switched->writer(0).addEvent({16, "capture", "capture = maps"});
        switched->writer(0).publish();
        must(writeBundle(*switched, at("switched")));
        QVERIFY(openBundle(at("switched"))->manifest.contains("command_line_note"));
        const std::string table = sample::slurp(at("tuned") / "tables/summary.tex");
        QVERIFY(table.find("recent = 12 from step 15") != std::string::npos);
        QVERIFY(table.find("bundle " + manifest["hash"].get<std::string>().substr(0, 12)) != std::string::npos);
    }

    void aChangeEndsWhereTheTextOfAPolicyHasItsNext() {
        QVERIFY(bundle::hasChange("streaming/recent=64@15/sinks=2@20", "/recent=64@15"));
        QVERIFY(bundle::hasChange("streaming/recent=64@15", "/recent=64@15"));
        QVERIFY(!bundle::hasChange("streaming/recent=64@150", "/recent=64@15"));
        QVERIFY(!bundle::hasChange("streaming", "/recent=64@15"));
    }

    void whatWasAskedForIsReadFromTheSpecifications() {
        const auto original = sample::recording();
        RunDescription description = original->description();
        RunSpec spec;
        spec.textFile = "my own.txt";
        spec.ids.emplace();
        spec.policies = {"streaming:sinks=2"};
        spec.steps = 30;
        description.specs = {spec, spec};
        description.specs.back().seed = 3;
        description.commandLine = "kvw run --steps 5";  // another one, which nothing reads
        const auto made = std::make_shared<Recording>(std::move(description));
        made->setTrace(0, original->trace(0).fork());
        made->setTtft(0, original->ttft(0));
        for (const Recording::Problem& problem : original->problems()) {
            made->report(problem);
        }
        made->setState(RunState::Finished);
        must(writeBundle(*made, at("asked")));
        const auto opened = openBundle(at("asked"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        QVERIFY(opened->recording->description().specs == made->description().specs);
        QCOMPARE(opened->recording->description().commandLine, std::string("kvw run --steps 5"));
        QCOMPARE(opened->manifest["specs"][0].dump(),
                 std::string(R"({"text":"my own.txt","ids":[],"policies":["streaming:sinks=2"],"steps":30})"));
        // The ids were given, so the command needs their file.
        QVERIFY(fs::exists(at("asked") / "ids.txt"));
        // The specification is no part of the hash of a run.
        must(writeBundle(*original, at("unasked")));
        QVERIFY(!openBundle(at("unasked"))->manifest.contains("specs"));
        QCOMPARE(openBundle(at("unasked"))->hash, opened->hash);
    }

    void aBundleOfAnOlderVersionHasItsCommandOnly() {
        const auto specsBeside = [this](const char* name, const char* command) {
            const auto original = sample::recording();
            RunDescription description = original->description();
            description.specs.clear();
            description.commandLine = command;
            Recording made(std::move(description));
            made.setTrace(0, original->trace(0).fork());
            made.setState(RunState::Finished);
            must(writeBundle(made, at(name)));
            return openBundle(at(name))->recording->description().specs;
        };
        const std::vector<RunSpec> specs = specsBeside("old", "kvw run --text story --policy streaming --steps 30");
        QCOMPARE(specs.size(), std::size_t{1});
        QCOMPARE(specs.front().textFile.string(), std::string("story"));
        QCOMPARE(specs.front().steps, std::int64_t{30});
        QCOMPARE(specsBeside("several", "kvw run --policy h2o; kvw run --policy h2o --seed 2").size(), std::size_t{2});
        QVERIFY(specsBeside("foreign", "kvw run --policy streaming; echo x").empty());
    }
};

QTEST_GUILESS_MAIN(BundleTest)
#include "bundle_test.moc"
