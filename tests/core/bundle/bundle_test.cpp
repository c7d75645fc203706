// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>

#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/bundle/archive.h"
#include "core/bundle/arrays/npy.h"
#include "core/bundle/canonical.h"
#include "core/bundle/csv/columns.h"
#include "core/bundle/csv/without_columns.h"
#include "core/bundle/write_watched.h"
#include "tests/core/bundle/sample.h"

namespace fs = std::filesystem;
using namespace kvw;

namespace {

void must(const Result<void>& result) {
    QVERIFY2(result.has_value(), result ? "" : result.error().sentence().c_str());
}

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// Files with everything volatile taken out.
std::map<std::string, std::string> stable(const fs::path& folder) {
    auto files = sample::contents(folder);
    for (auto& [name, text] : files) {
        if (name.ends_with("steps.csv")) {
            text = bundle::withoutColumns(text, {"ms"});
        } else if (name.ends_with("calls.csv")) {
            text = bundle::withoutColumns(text, {"us"});
        } else if (name.ends_with("times.csv")) {
            text = bundle::withoutColumns(text, {"decode_ms", "capture_ms", "policy_ms", "evict_ms"});
        } else if (name.ends_with("manifest.json")) {
            auto json = *bundle::parseJson(text, name);
            json.erase("times");
            json.erase("command_line");
            for (const auto& field : json["volatile"]) {
                const std::string pointer = field;
                if (pointer[0] == '/') {
                    const nlohmann::ordered_json::json_pointer at(pointer);
                    if (json.contains(at)) {
                        json[at] = nullptr;
                    }
                }
            }
            text = bundle::dumpFile(json);
        }
    }
    return files;
}

}  // namespace

class BundleTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }
    void damage(const char* name, const char* file, const std::string& from, const std::string& to) {
        must(writeBundle(*sample::recording(), at(name)));
        std::string text = sample::slurp(at(name) / file);
        const auto found = text.find(from);
        QVERIFY2(found != std::string::npos, from.c_str());
        sample::spill(at(name) / file, text.replace(found, from.size(), to));
    }
    static nlohmann::ordered_json jsonOf(const fs::path& file) {
        return *bundle::parseJson(sample::slurp(file), file.string());
    }
    static void hasTheRowsOf(const Trace& found, const Trace& expected) {
        QCOMPARE(found.steps(), expected.steps());
        for (std::int64_t step = 0; step < expected.steps(); ++step) {
            for (std::int32_t layer = 0; layer < expected.shape().layers; ++layer) {
                const auto a = found.rows(step, layer), b = expected.rows(step, layer);
                QVERIFY2(a && b &&
                             std::ranges::equal(a->heads, b->heads,
                                                [](const auto& x, const auto& y) {
                                                    return std::ranges::equal(x.tokens, y.tokens) &&
                                                           std::ranges::equal(x.probs, y.probs);
                                                }),
                         std::to_string(step).c_str());
            }
        }
    }
    void refused(const char* name, const char* words) {
        const auto opened = openBundle(at(name));
        QVERIFY(!opened);
        const std::string sentence = opened.error().sentence();
        QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
    }

 private Q_SLOTS:
    void writingIsTold() {
        for (const char* name : {"told", "told.zip"}) {
            std::int64_t last = 0, whole = 0;
            must(writeBundle(*sample::recording(), at(name), {}, [&](std::int64_t done, std::int64_t total) {
                const bool forth = done >= last && done <= total;
                last = forth ? done : -1;
                whole = total;
                return forth;
            }));
            QVERIFY(last > 0 && last <= whole);
            QVERIFY(openBundle(at(name)).has_value());
        }
    }

    void writingCanBeGivenUp() {
        QTemporaryDir empty;
        for (const char* name : {"stopped", "stopped.zip"}) {
            for (const bool late : {false, true}) {  // at the first byte; where a .zip is packed, a folder written
                const fs::path target = fs::path(empty.path().toStdString()) / name;
                std::int64_t written = 0;
                const auto done = writeBundle(*sample::recording(), target, {}, [&](std::int64_t at, std::int64_t all) {
                    written = std::max(written, at);
                    return late && (!target.has_extension() || 2 * at <= all);
                });
                if (late && !target.has_extension()) {
                    must(done);
                    fs::remove_all(target);
                } else {
                    QCOMPARE(done.error().code, Code::Cancelled);
                }
                QVERIFY(written > 0 && fs::is_empty(empty.path().toStdString()));
            }
        }
    }

    /// The command that makes a stopped run again asks for as many steps, and proves it by the hash.
    void aStoppedRunIsTheOneThatWasAskedForSoManySteps() {
        const auto hashOf = [this](RunState state, const char* message, const char* name) {
            const auto recording = sample::recording();
            recording->setState(state, message);
            must(writeBundle(*recording, at(name)));
            return openBundle(at(name))->hash;
        };
        const std::string whole = hashOf(RunState::Finished, "Finished.", "ended");
        QCOMPARE(hashOf(RunState::Stopped, "Stopped on request.", "stopped-early"), whole);
        QVERIFY(hashOf(RunState::Failed, "cake: a token is kept twice.", "broken") != whole);
    }

    void headersAreThoseOfTheTable() {
        must(writeBundle(*sample::recording(), at("headers")));
        QCOMPARE(firstLine(sample::slurp(at("headers") / "steps.csv")),
                 std::string("step,position,token_id,text,phase,nll,nll_full,kl,entropy_next,held_total,evicted_now,"
                             "bytes_live,bytes_"
                             "allocated,bytes_full,ms"));
        QCOMPARE(firstLine(sample::slurp(at("headers") / "layers.csv")),
                 std::string("step,layer,head,held,budget,gini,entropy,variance,retained_mass"));
    }

    void headersAgreeWithTheSchemas() {
        for (const auto& [name, header] :
             {std::pair{"steps-row", bundle::kStepsHeader}, std::pair{"layers-row", bundle::kLayersHeader},
              std::pair{"prefill-memory-row", bundle::kMemoryHeader}, std::pair{"calls-row", bundle::kCallsHeader},
              std::pair{"times-row", bundle::kTimesHeader}}) {
            std::string joined;
            const auto schema = *schema::named(name);
            for (const auto& [column, unused] : schema["properties"].items()) {
                joined += (joined.empty() ? "" : ",") + column;
            }
            QCOMPARE(joined, std::string(header));
        }
    }

    void undefinedIsEmptyInCsvAndNullInJson() {
        must(writeBundle(*sample::recording(), at("undefined")));
        const std::string steps = sample::slurp(at("undefined") / "steps.csv");
        const std::string second = steps.substr(steps.find('\n') + 1);
        QCOMPARE(firstLine(second), std::string("0,0,0,\"\"\"t0\"\"\",prefill,,,,0,4,0,256,4352,256,0.4"));
        const std::string evictions = sample::slurp(at("undefined") / "evictions.jsonl");
        QVERIFY(evictions.find("\"cut\":null") != std::string::npos);
        QCOMPARE(
            firstLine(evictions),
            std::string(R"({"step":12,"layer":0,"head":0,"evicted":[2],"scores":[0.1],"cut":0.3,"reason":"recency"})"));
        for (const auto& [name, text] : sample::contents(at("undefined"))) {
            const bool table = name.ends_with(".csv") || name.ends_with(".jsonl");
            QVERIFY2(!table || text.find("nan") == std::string::npos, name.c_str());
        }
    }

    void roundTripGivesTheSameBytes_data() {
        QTest::addColumn<int>("lanes");
        QTest::addColumn<int>("units");
        QTest::addColumn<bool>("half");
        QTest::addColumn<bool>("reads");
        QTest::newRow("one lane, per head") << 1 << 2 << false << false;
        QTest::newRow("one lane, per layer") << 1 << 1 << false << false;
        QTest::newRow("three lanes") << 3 << 2 << false << false;
        QTest::newRow("lanes in float16") << 3 << 2 << true << false;
        QTest::newRow("float16") << 1 << 2 << true << false;
        QTest::newRow("read selection") << 2 << 1 << false << true;
    }
    void roundTripGivesTheSameBytes() {
        QFETCH(int, lanes);
        QFETCH(int, units);
        QFETCH(bool, half);
        QFETCH(bool, reads);
        const BundleOptions options{true, true, half, true};
        must(writeBundle(*sample::recording({lanes, units, 40, 1, reads}), at("first"), options));
        if (half) {
            // The first bundle's figures still come from float32 rows.
            must(writeBundle(**readBundle(at("first")), at("first"), options));
        }
        const auto opened = openBundle(at("first"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        QVERIFY2(opened->warnings.empty(), opened->warnings.empty() ? "" : opened->warnings[0].c_str());
        QCOMPARE(opened->recording->lanes(), lanes);
        must(writeBundle(*opened->recording, at("second"), options));
        const auto a = stable(at("first"));
        const auto b = stable(at("second"));
        QCOMPARE(a.size(), b.size());
        for (const auto& [name, text] : a) {
            QVERIFY2(b.contains(name) && b.at(name) == text, name.c_str());
        }
    }

    void rowsThatLanesShareAreWrittenOnce_data() {
        QTest::addColumn<bool>("zip");
        QTest::addColumn<int>("units");
        for (const int units : {1, 2}) {
            QTest::addRow("folder, %d", units) << false << units;
            QTest::addRow("archive, %d", units) << true << units;
        }
    }
    void rowsThatLanesShareAreWrittenOnce() {
        QFETCH(bool, zip);
        QFETCH(int, units);
        const auto original = sample::recording({.lanes = 3, .units = units});
        // The full lane has one keep-set for all heads, as a policy that evicts by head has not.
        original->setTrace(0, sample::recording({.lanes = 2, .units = 1})->trace(0).fork());
        const fs::path target = at(zip ? "shared.zip" : "shared");
        must(writeBundle(*original, target, {.overwrite = true}));
        const auto opened = openBundle(target);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        QVERIFY2(opened->warnings.empty(), opened->warnings.empty() ? "" : opened->warnings[0].c_str());
        QCOMPARE(opened->manifest["format"], nlohmann::ordered_json(kSharingFormat));
        for (std::int32_t lane = 0; lane < 3; ++lane) {
            hasTheRowsOf(opened->recording->trace(lane), original->trace(lane));
            QVERIFY(opened->recording->trace(lane).rowBytesStored() > 0);
        }
        if (zip) {
            return;
        }
        QVERIFY((*inspectBundle(target))["integrity"]["ok"]);
        // The size of the rows is known before: 13 of 40 are shared, until the first eviction.
        std::int64_t bytes = 0;
        for (const auto& [name, text] : sample::contents(target)) {
            const bool rows = name.find("arrays/attention-") != std::string::npos;
            const bool wide = rows && (name.ends_with("tokens.npy") || name.ends_with("probs.npy"));
            bytes += wide ? static_cast<std::int64_t>(text.size()) - 128 : 0;
        }
        const std::int64_t about = aboutRowBytes(*opened->recording);
        QVERIFY2(std::abs(about - bytes) <= bytes / 20, std::to_string(about).c_str());
        const auto index = jsonOf(target / "lanes/2-streaming/arrays/index.json");
        QCOMPARE(index["format"], nlohmann::ordered_json("kvw-arrays-2"));
        const auto& entry = index["attention"][1];
        QCOMPARE(entry["rows"], nlohmann::ordered_json(27));
        QCOMPARE(entry["shared"]["lane"], nlohmann::ordered_json("0-full"));
        QCOMPARE(entry["shared"]["rows"], nlohmann::ordered_json(13));
        const auto full = jsonOf(target / "lanes/0-full/manifest.json");
        QCOMPARE(full["format"], nlohmann::ordered_json(kBundleFormat));
        QCOMPARE(entry["shared"]["files"]["arrays/attention-1.probs.npy"],
                 full["integrity"]["files"]["arrays/attention-1.probs.npy"]["sha256"]);
        // A lane by itself, where it lies and elsewhere.
        const auto alone = openBundle(target / "lanes/2-streaming/manifest.json");
        QVERIFY2(alone.has_value(), alone ? "" : alone.error().sentence().c_str());
        QVERIFY(alone->warnings.empty() && alone->recording->lanes() == 1);
        hasTheRowsOf(alone->recording->trace(0), original->trace(2));
        QVERIFY((*inspectBundle(target / "lanes/2-streaming"))["integrity"]["ok"]);
        fs::remove_all(at("elsewhere"));
        fs::copy(target / "lanes/2-streaming", at("elsewhere"), fs::copy_options::recursive);
        refused("elsewhere",
                "elsewhere/arrays/index.json: layer 0 refers to rows of a lane that is not before this "
                "one; found 0-full");
    }

    void damagedReferencesAreNamed_data() {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("words");
        const QString before = QStringLiteral("layer 1 refers to rows of a lane that is not before this one; found ");
        QTest::newRow("missing") << "lane"
                                 << "\"7-gone\"" << before + "7-gone";
        QTest::newRow("itself") << "lane"
                                << "\"2-streaming\"" << before + "2-streaming";
        QTest::newRow("circular") << "lane"
                                  << "\"3-streaming\"" << before + "3-streaming";
        QTest::newRow("out of the folder") << "lane"
                                           << "\"../0-full\""
                                           << "../0-full";
        QTest::newRow("chained")
            << "lane"
            << "\"1-streaming\""
            << "layer 1 refers to rows that the other lane does not hold itself; found 1-streaming";
        QTest::newRow("other files") << "files"
                                     << "{}"
                                     << "layer 1 refers to rows that the other lane does not hold itself; found 0-full";
        QTest::newRow("none") << "rows"
                              << "0"
                              << "/attention/1/shared/rows";
        QTest::newRow("too many") << "rows"
                                  << "41"
                                  << "layer 1 refers to more rows than the other lane has; found 41 rows of 0-full, "
                                     "expected at most 40";
        QTest::newRow("huge") << "rows"
                              << "9007199254740991"
                              << "found 9007199254740991 rows of 0-full";
        QTest::newRow("overlapping") << "rows"
                                     << "14"
                                     << "layer 1 refers to rows that do not fit its own; found 14 rows of 0-full";
    }
    void damagedReferencesAreNamed() {
        QFETCH(QString, member);
        QFETCH(QString, value);
        QFETCH(QString, words);
        must(writeBundle(*sample::recording({.lanes = 4}), at("references"), {.overwrite = true}));
        const fs::path file = at("references") / "lanes/2-streaming/arrays/index.json";
        auto index = jsonOf(file);
        index["attention"][1]["shared"][member.toStdString()] = *bundle::parseJson(value.toStdString(), "value");
        sample::spill(file, bundle::dumpFile(index));
        refused("references", words.toUtf8().constData());
        refused("references", "lanes/2-streaming/arrays/index.json");
        QCOMPARE((*inspectBundle(at("references")))["integrity"]["ok"], nlohmann::ordered_json(false));
    }

    void aLaneThatIsNotTheOneReferredToIsAWarning() {
        must(writeBundle(*sample::recording({.lanes = 2}), at("exchanged")));
        must(writeBundle(*sample::recording({.lanes = 2}), at("halves"), {.halfArrays = true}));
        // A whole lane with sums of its own: only who refers to it can tell.
        fs::remove_all(at("exchanged") / "lanes/0-full");
        fs::copy(at("halves") / "lanes/0-full", at("exchanged") / "lanes/0-full", fs::copy_options::recursive);
        const auto opened = openBundle(at("exchanged"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        const std::string sentence =
            "lanes/1-streaming/arrays/index.json: the rows of lane 0-full are not those that this lane refers to.";
        QVERIFY(std::ranges::any_of(opened->warnings,
                                    [&](const std::string& warning) { return warning.ends_with(sentence); }));
    }

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
                   trace.call(before).violation == "slot 3 is listed twice." && trace.events() == 1 &&
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
            QCOMPARE(y.name + '|' + y.given + '|' + y.reason + '|' + y.violation,
                     x.name + '|' + x.given + '|' + x.reason + '|' + x.violation);
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

    void onlyVolatileBytesDifferBetweenSlowAndFastRuns() {
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("fast")));
        must(writeBundle(*sample::recording({2, 2, 40, 3}), at("slow")));
        QVERIFY(sample::slurp(at("fast") / "lanes/0-full/steps.csv") !=
                sample::slurp(at("slow") / "lanes/0-full/steps.csv"));
        const auto a = stable(at("fast"));
        const auto b = stable(at("slow"));
        for (const auto& [name, text] : a) {
            QVERIFY2(b.at(name) == text, name.c_str());
        }
        QCOMPARE(*canonicalHash(at("fast")), *canonicalHash(at("slow")));
        QCOMPARE(openBundle(at("fast"))->hash, *canonicalHash(at("slow")));
    }

    void twoWritesAreIdentical() {
        const auto recording = sample::recording();
        must(writeBundle(*recording, at("one.zip")));
        must(writeBundle(*recording, at("two.zip")));
        QVERIFY(sample::slurp(at("one.zip")) == sample::slurp(at("two.zip")));
    }

    void hashCoversTheData() {
        must(writeBundle(*sample::recording({1, 2, 40, 1}), at("h40")));
        must(writeBundle(*sample::recording({1, 2, 39, 1}), at("h39")));
        QVERIFY(*canonicalHash(at("h40")) != *canonicalHash(at("h39")));
    }

    void zipHoldsTheSame() {
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("pack.zip")));
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("pack")));
        const auto zip = bundle::Archive::open(at("pack.zip"));
        QVERIFY(zip.has_value());
        const auto files = sample::contents(at("pack"));
        QCOMPARE((*zip)->names().size(), files.size());
        for (const auto& [name, text] : files) {
            QVERIFY2(*(*zip)->read(name) == text, name.c_str());
        }
        const auto opened = openBundle(at("pack.zip"));
        QVERIFY(opened.has_value() && opened->warnings.empty() && opened->recording->lanes() == 2);
    }

    void existingTargetIsRefused() {
        must(writeBundle(*sample::recording(), at("taken")));
        const auto before = sample::contents(at("taken"));
        const auto again = writeBundle(*sample::recording({1, 2, 20, 1}), at("taken"));
        QVERIFY(!again && again.error().code == Code::BadUsage);
        QVERIFY(sample::contents(at("taken")) == before);
    }

    void overwriteSwaps() {
        must(writeBundle(*sample::recording(), at("swap")));
        BundleOptions options;
        options.overwrite = true;
        must(writeBundle(*sample::recording({1, 2, 20, 1}), at("swap"), options));
        QCOMPARE(readBundle(at("swap")).value()->trace(0).steps(), std::int64_t{20});
    }

    void overwriteNeverTakesAForeignFolder() {
        fs::create_directories(at("papers"));
        sample::spill(at("papers") / "thesis.tex", "years of work");
        BundleOptions options;
        options.overwrite = true;
        const auto written = writeBundle(*sample::recording(), at("papers"), options);
        QVERIFY(!written);
        QCOMPARE(sample::slurp(at("papers") / "thesis.tex"), std::string("years of work"));
    }

    void noTemporariesStay() {
        must(writeBundle(*sample::recording(), at("tidy/deep/bundle")));
        QCOMPARE(std::distance(fs::directory_iterator(at("tidy/deep")), fs::directory_iterator()), std::ptrdiff_t{1});
    }

    void brokenJson() {
        damage("json", "manifest.json", "\"format\"", "\"format");
        refused("json", "not valid JSON");
    }
    void futureVersion() {
        damage("future", "manifest.json", "kvw-bundle-1", "kvw-bundle-9");
        refused("future", "found format 9, expected format 2");
    }
    void foreignManifest() {
        damage("foreign", "manifest.json", "kvw-bundle-1", "kvw-plugin-1");
        refused("foreign", "not the manifest of a bundle");
    }
    void wrongType() {
        damage("type", "manifest.json", "\"seed\": 7", "\"seed\": \"7\"");
        refused("type", "/seed does not match the schema");
    }
    void wrongColumn() {
        damage("column", "steps.csv", "token_id", "tokenid");
        refused("column", "line 1: wrong columns");
    }
    void wrongCell() {
        damage("cell", "steps.csv", "decode,", "decode,x");
        refused("cell", "wrong value in column nll");
    }
    void missingFile() {
        must(writeBundle(*sample::recording(), at("missing")));
        fs::remove(at("missing") / "layers.csv");
        refused("missing", "layers.csv: the bundle lacks this file");
    }
    void missingRows() {
        must(writeBundle(*sample::recording(), at("rows")));
        std::string text = sample::slurp(at("rows") / "evictions.jsonl");
        sample::spill(at("rows") / "evictions.jsonl", text.substr(text.find('\n') + 1));
        refused("rows", "wrong number of rows");
    }
    void cutOffFile() {
        must(writeBundle(*sample::recording(), at("cut")));
        fs::resize_file(at("cut") / "steps.csv", 1000);
        refused("cut", "cut off");
    }
    void hostileShape() {
        damage("shape", "manifest.json", "\"units\": 2", "\"units\": 60000");
        refused("shape", "shape is not valid");
    }
    void hostileRows() {
        damage("claims", "manifest.json", "\"steps\": 40", "\"steps\": 9007199254740991");
        refused("claims", "wrong number of rows");
    }
    void linksAreRefused() {
        must(writeBundle(*sample::recording(), at("link")));
        fs::remove(at("link") / "steps.csv");
        fs::create_symlink("/dev/zero", at("link") / "steps.csv");
        refused("link", "plain files only");
    }
    void changedNumberIsAWarning() {
        damage("changed", "steps.csv", "prefill,0.6", "prefill,0.7");
        const auto opened = openBundle(at("changed"));
        QVERIFY(opened.has_value());
        QCOMPARE(opened->warnings.size(), std::size_t{2});
        QVERIFY(opened->warnings[0].find("steps.csv: the file was changed") != std::string::npos);
        QVERIFY(opened->recording->problems().size() > 1);
    }

    void whatTheHashLeavesOutIsUnderTheManifestsOwnSum() {
        for (const auto& [name, from, to] : {std::tuple{"command", "\"command_line\": \"", "\"command_line\": \"x"},
                                             std::tuple{"date", "\"started_at\": \"", "\"started_at\": \"1"},
                                             std::tuple{"state", "\"message\": \"", "\"message\": \"y"}}) {
            damage(name, "manifest.json", from, to);
            const auto opened = openBundle(at(name));
            QVERIFY2(opened && opened->warnings.size() == 1, name);
            QVERIFY2(opened->warnings[0].find("manifest.json: the manifest was changed") != std::string::npos,
                     opened->warnings[0].c_str());
            QVERIFY((*inspectBundle(at(name)))["integrity"]["ok"] == false);
        }
        // A sum that was made to fit, too.
        damage("sum", "steps.csv", "prefill,0.6", "prefill,0.7");
        const std::string inspected = inspectBundle(at("sum"))->dump();
        QVERIFY(inspected.find("steps.csv: the file was changed") != std::string::npos);
    }

    void theManifestsOwnSumIsMissedOnlyWhereItWasWritten() {
        must(writeBundle(*sample::recording(), at("own")));
        auto manifest = nlohmann::ordered_json::parse(sample::slurp(at("own") / "manifest.json"));
        QVERIFY(manifest["integrity"]["manifest"].is_string());
        manifest["integrity"].erase("manifest");
        sample::spill(at("own") / "manifest.json", manifest.dump(1) + '\n');
        const auto lost = openBundle(at("own"));
        QVERIFY(lost && lost->warnings.size() == 1);
        QVERIFY(lost->warnings[0].find("lacks its own checksum") != std::string::npos);
        // Older versions wrote none, and did not say that it may differ.
        auto& fields = manifest["volatile"];
        fields.erase(std::find(fields.begin(), fields.end(), "/integrity/manifest"));
        sample::spill(at("own") / "manifest.json", manifest.dump(1) + '\n');
        manifest["hash"] = *canonicalHash(at("own"));
        sample::spill(at("own") / "manifest.json", manifest.dump(1) + '\n');
        const auto old = openBundle(at("own"));
        QVERIFY2(old && old->warnings.empty(), old && !old->warnings.empty() ? old->warnings.front().c_str() : "");
    }

    void aChangedLaneIsAProblemOfIt() {
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("lanes")));
        const auto folder =
            at("lanes") /
            nlohmann::json::parse(sample::slurp(at("lanes") / "manifest.json"))["lanes"][1]["path"].get<std::string>();
        std::string text = sample::slurp(folder / "steps.csv");
        const auto found = text.find("prefill,0.6");
        QVERIFY(found != std::string::npos);
        sample::spill(folder / "steps.csv", text.replace(found, 11, "prefill,0.7"));
        const auto opened = openBundle(at("lanes"));
        bool told = false;
        for (const Recording::Problem& problem : opened->recording->problems()) {
            told = told || (problem.plugin == kBundleProblem && problem.lane == 1);
        }
        QVERIFY(told);
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

    void everyJsonFileMatchesItsSchema() {
        must(writeBundle(*sample::recording(), at("valid")));
        for (const auto& [name, text] : sample::contents(at("valid"))) {
            const std::string kind = name == "manifest.json"       ? "manifest"
                                     : name == "arrays/index.json" ? "arrays"
                                     : name.ends_with(".json")     ? "figure"
                                                                   : "";
            if (!kind.empty()) {
                must(schema::check(kind, *bundle::parseJson(text, name), name));
            }
        }
    }
};

QTEST_GUILESS_MAIN(BundleTest)
#include "bundle_test.moc"
