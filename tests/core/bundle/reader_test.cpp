// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/base/json/json_text.h"
#include "core/bundle/write_watched.h"
#include "tests/core/bundle/must.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/bundle/sums.h"

namespace fs = std::filesystem;
using namespace kvw;
using kvw::test::must;

/// Bundles that are damaged, and lanes that refer to others.
class ReaderTest : public QObject {
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
        QVERIFY2(opened->warnings.empty(), opened->warnings.empty() ? "" : opened->warnings[0].english().c_str());
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
                                    [&](const Phrase& warning) { return warning.english().ends_with(sentence); }));
    }

    void brokenJson() {
        damage("json", "manifest.json", "\"format\"", "\"format");
        refused("json", "not valid JSON");
    }
    void futureVersion() {
        damage("future", "manifest.json", "kvw-bundle-1", "kvw-bundle-9");
        refused("future", "found format 9, expected format 3");
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
    void specificationsThatAreNotValidAreRefused() {
        damage("speed", "manifest.json", "\"command_line\": ", "\"specs\": [{\"speed\": 3}],\n \"command_line\": ");
        refused("speed", "\"speed\" is wrong");
        damage("none", "manifest.json", "\"command_line\": ", "\"specs\": [],\n \"command_line\": ");
        refused("none", "specs");
        damage("mode", "manifest.json", "\"command_line\": ", "\"specs\": [{\"mode\": 3}],\n \"command_line\": ");
        refused("mode", "mode");
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
        QVERIFY(opened->warnings[0].english().find("steps.csv: the file was changed") != std::string::npos);
        QVERIFY(opened->recording->problems().size() > 1);
    }

    void whatTheHashLeavesOutIsUnderTheManifestsOwnSum() {
        for (const auto& [name, from, to] : {std::tuple{"command", "\"command_line\": \"", "\"command_line\": \"x"},
                                             std::tuple{"date", "\"started_at\": \"", "\"started_at\": \"1"},
                                             std::tuple{"state", "\"message\": \"", "\"message\": \"y"}}) {
            damage(name, "manifest.json", from, to);
            const auto opened = openBundle(at(name));
            QVERIFY2(opened && opened->warnings.size() == 1, name);
            QVERIFY2(opened->warnings[0].english().find("manifest.json: the manifest was changed") != std::string::npos,
                     opened->warnings[0].english().c_str());
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
        QVERIFY(lost->warnings[0].english().find("lacks its own checksum") != std::string::npos);
        // Older versions wrote none, and did not say that it may differ.
        auto& fields = manifest["volatile"];
        fields.erase(std::find(fields.begin(), fields.end(), "/integrity/manifest"));
        sample::spill(at("own") / "manifest.json", manifest.dump(1) + '\n');
        manifest["hash"] = test::canonicalHash(at("own"));
        sample::spill(at("own") / "manifest.json", manifest.dump(1) + '\n');
        const auto old = openBundle(at("own"));
        QVERIFY2(old && old->warnings.empty(),
                 old && !old->warnings.empty() ? old->warnings.front().english().c_str() : "");
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
};

QTEST_GUILESS_MAIN(ReaderTest)
#include "reader_test.moc"
