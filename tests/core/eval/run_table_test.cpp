// SPDX-License-Identifier: Apache-2.0
#include "core/eval/run_table.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/bundle/bundle.h"
#include "core/library/side_by_side.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
namespace fs = std::filesystem;

class RunTableTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_runs = m_folder.path().toStdString();
    }

    void lanesAreRowsAndWhatIsThereTwiceIsOne() {
        write("both", 2);
        const auto one = runRows({m_runs / "both"});
        QVERIFY2(one.has_value(), one ? "" : one.error().sentence().c_str());
        QCOMPARE(one->names, std::vector<std::string>{"policy"});
        QCOMPARE(one->rows.size(), std::size_t{2});
        QCOMPARE(one->rows[0].policy, std::string("full:sinks=2/recent=12@15"));
        QCOMPARE(one->rows[0].deltaNll, 0.0);
        QVERIFY(one->rows[1].heldShare > 0 && one->rows[1].heldShare < 1);
        const auto opened = openBundle(m_runs / "both");
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            const Trace& trace = opened->recording->trace(lane);
            QCOMPARE(one->rows[static_cast<std::size_t>(lane)].bytesLive,
                     static_cast<double>(trace.step(trace.steps() - 1).bytesLive));
        }
        QVERIFY(one->rows[1].front);
        write("again", 2);
        QCOMPARE(runRows({m_runs / "both", m_runs / "again"})->rows.size(), std::size_t{2});
    }

    void numbersThatWereChangedAreTold() {
        write("intact", 2);
        std::vector<Phrase> warnings;
        QVERIFY(runRows({m_runs / "intact"}, &warnings));
        QVERIFY2(warnings.empty(), warnings.empty() ? "" : warnings.front().english().c_str());
        write("changed", 1);
        edit("changed", [](nlohmann::ordered_json& manifest) { manifest["summary"]["mean_nll"] = 0.5; });
        QVERIFY(runRows({m_runs / "changed"}, &warnings));
        QVERIFY(!warnings.empty() && warnings.front().english().find("the manifest was changed") != std::string::npos);
        warnings.clear();
        write("rows", 1);
        std::string text = sample::slurp(m_runs / "rows/layers.csv");
        text[text.size() - 2] = text[text.size() - 2] == '1' ? '2' : '1';
        sample::spill(m_runs / "rows/layers.csv", text);
        QVERIFY(runTableText({m_runs / "rows"}, "md", {}, &warnings));
        QVERIFY(!warnings.empty() &&
                warnings.front().english().find("layers.csv: the file was changed") != std::string::npos);
    }

    void repeatsAreMeansWithTheirDeviation() {
        write("seed0", 1);
        write("seed1", 1);
        reseed("seed1", 1);
        const std::vector<fs::path> bundles{m_runs / "seed0", m_runs / "seed1"};
        const auto rows = runRows(bundles);
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().sentence().c_str());
        QCOMPARE(rows->names, (std::vector<std::string>{"policy", "seed"}));
        QCOMPARE(rows->rows.size(), std::size_t{2});
        const auto tex = runTableText(bundles, "tex");
        QVERIFY(tex.has_value());
        QVERIFY2(tex->find("\\toprule") != std::string::npos && tex->find("\\pm") != std::string::npos, tex->c_str());
        const auto csv = runTableText(bundles, "csv");
        QVERIFY2(csv && csv->find("mean_nll_sd") != std::string::npos, csv ? csv->c_str() : "");
        QCOMPARE(std::count(csv->begin(), csv->end(), '\n'), 2);
        QVERIFY2(tex->find("live at the\\\\end\\\\(MiB)") != std::string::npos, tex->c_str());
        QVERIFY2(tex->find("of full at the\\\\end\\\\(\\%)") != std::string::npos, tex->c_str());
    }

    void columnsAreChosen() {
        write("column0", 1);
        write("column1", 1);
        reseed("column1", 1);
        const std::vector<fs::path> bundles{m_runs / "column0", m_runs / "column1"};
        const auto csv = runTableText(bundles, "csv", {"mean_nll", "text", "policy"});
        QVERIFY(csv.has_value());
        QCOMPARE(csv->substr(0, csv->find('\n')), std::string("mean_nll,mean_nll_sd,policy"));
        const auto page = runTableText(bundles, "md", {"policy", "held_share"});
        QVERIFY(page.has_value());
        QVERIFY2(
            page->find("of full at the end (%)") != std::string::npos && page->find("NLL (nats)") == std::string::npos,
            page->c_str());
        QVERIFY2(page->find("± standard deviation") != std::string::npos && page->find("front") == std::string::npos &&
                     page->find("bold") == std::string::npos,
                 page->c_str());
        const auto words = runTableText(bundles, "md", {"policy"});
        QVERIFY(words && words->find("±") == std::string::npos);
        for (const std::vector<std::string>& wrong :
             {std::vector<std::string>{"nll"}, std::vector<std::string>{"policy", "policy"},
              std::vector<std::string>{"text"}}) {
            QCOMPARE(runTableText(bundles, "tex", wrong).error().code, Code::BadUsage);
        }
    }

    void otherTextsAreAColumn() {
        write("first", 1);
        write("second", 1);
        retitle("second", "another text");
        const auto rows = runRows({m_runs / "first", m_runs / "second"});
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().sentence().c_str());
        QCOMPARE(rows->names, (std::vector<std::string>{"text", "policy"}));
    }

    void whatElseDiffersIsAColumnAndNoRepeat_data() {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QByteArray>("change");  // of the manifest of the second run, as a merge patch
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        const auto row = [](const char* column, const char* change, const char* first, const char* second) {
            QTest::newRow(qPrintable(QString("%1: %2").arg(column, second)))
                << QString(column) << QByteArray(change) << QString(first) << QString(second);
        };
        row("tokens", R"({"rows": {"steps": 25}})", "30", "15");
        row("tokens", R"({"mode": "generate", "command_line": "kvw run --steps 12"})", "30", "12");
        row("tokens", R"({"mode": "generate"})", "30", "256");
        row("sampling", R"({"mode": "generate", "sampling": {"temperature": 0.5, "top_k": 40, "top_p": 0.9}})",
            "greedy", "temperature 0.5 top-k 40 top-p 0.9");
        row("sampling", R"({"mode": "generate", "sampling": {"temperature": 2, "top_k": 0, "top_p": 1}})", "greedy",
            "temperature 2");
        row("rank-keys", R"({"positions": "cache-rank", "rank_keys": "rotated"})", "raw", "rotated");
        row("dtype", R"({"model": {"dtype": "bf16"}})", "f32", "bf16");
        row("device", R"({"device": "cuda"})", "cpu", "cuda");
        row("policy", R"({"policy": {"version": "1.0.10"}})", "streaming:sinks=2/recent=12@15 (1.0.0)",
            "streaming:sinks=2/recent=12@15 (1.0.10)");
        row("policy", R"({"policy": {"changes": [{"step": 20, "parameter": "recent", "value": "8"}]}})",
            "streaming:sinks=2/recent=12@15", "streaming:sinks=2/recent=8@20");
        row("policy", R"({"policy": {"changes": null}})", "streaming:sinks=2/recent=12@15", "streaming:sinks=2");
    }
    void whatElseDiffersIsAColumnAndNoRepeat() {
        QFETCH(QString, column);
        QFETCH(QByteArray, change);
        QFETCH(QString, first);
        QFETCH(QString, second);
        const std::string name = column.toStdString(), tag = std::to_string(m_pairs++);
        const std::string plain = "plain" + tag, changed = "changed" + tag;
        write(plain.c_str(), 1);
        write(changed.c_str(), 1);
        if (name == "sampling" || name == "rank-keys") {
            edit(plain.c_str(), [&name](nlohmann::ordered_json& manifest) {
                manifest[name == "sampling" ? "mode" : "positions"] = name == "sampling" ? "generate" : "cache-rank";
                manifest["rank_keys"] = name == "sampling" ? nlohmann::ordered_json() : nlohmann::ordered_json("raw");
            });
        }
        edit(changed.c_str(), [&change](nlohmann::ordered_json& manifest) {
            manifest.merge_patch(nlohmann::ordered_json::parse(change.toStdString()));
        });
        const auto rows = runRows({m_runs / plain, m_runs / changed});
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().sentence().c_str());
        const auto at = std::find(rows->names.begin(), rows->names.end(), name);
        QVERIFY(at != rows->names.end());
        QCOMPARE(rows->rows.size(), std::size_t{2});
        const auto index = static_cast<std::size_t>(at - rows->names.begin());
        QCOMPARE(rows->rows[0].values[index], first.toStdString());
        QCOMPARE(rows->rows[1].values[index], second.toStdString());
        const auto csv = runTableText({m_runs / plain, m_runs / changed}, "csv");
        QVERIFY(csv.has_value());
        QCOMPARE(std::count(csv->begin(), csv->end(), '\n'), 3);  // two groups
    }

    void aRepeatOfASeedCountsAndTheSameLaneDoesNot() {
        write("once", 1);
        write("repeat", 1);
        reseed("repeat", 7);  // the seed that it has, another result
        const std::vector<fs::path> bundles{m_runs / "once", m_runs / "repeat", m_runs / "once"};
        const auto rows = runRows(bundles);
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().sentence().c_str());
        QCOMPARE(rows->names, std::vector<std::string>{"policy"});
        QCOMPARE(rows->rows.size(), std::size_t{2});
        const auto csv = runTableText(bundles, "csv", {"policy", "runs"});
        QVERIFY2(csv == std::string("policy,runs\nstreaming:sinks=2/recent=12@15,2\n"), csv ? csv->c_str() : "");
        // Beside a full cache the same run knows what it lost, and has another command.
        write("beside", 1);
        edit("beside", [](nlohmann::ordered_json& manifest) {
            manifest["command_line"] = "kvw compare --policy full --policy streaming";
            manifest["summary"]["delta_nll"] = 0.125;
        });
        const auto same = runRows({m_runs / "once", m_runs / "beside"});
        QCOMPARE(same->rows.size(), std::size_t{1});
        QCOMPARE(same->rows.front().deltaNll, 0.125);
    }

    void aChangeThatThePolicyNamesIsNamedOnce() {
        write("named", 1);
        edit("named", [](nlohmann::ordered_json& manifest) {
            manifest["policy"]["text"] = "streaming:sinks=2/recent=12@15/evict=3@18";
        });
        const auto rows = runRows({m_runs / "named"});
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().sentence().c_str());
        QCOMPARE(rows->rows.front().policy, std::string("streaming:sinks=2/recent=12@15/evict=3@18"));
    }

    void generatedTextIsComparedWithNone() {
        const std::vector<fs::path> bundles{m_runs / "teller", m_runs / "narrator"};
        for (const char* name : {"teller", "narrator"}) {
            write(name, 2);
        }
        QVERIFY(runRows(bundles)->rows[1].front);
        for (const char* name : {"teller", "narrator"}) {
            for (const auto& entry : fs::directory_iterator(m_runs / name / "lanes")) {
                const std::string lane = name + std::string("/lanes/") + entry.path().filename().string();
                edit(lane.c_str(), [&](nlohmann::ordered_json& manifest) {
                    manifest["mode"] = "generate";
                    manifest["summary"]["delta_nll"] = nullptr;
                    manifest["summary"]["mean_nll"] = name == std::string("teller") ? 1.5 : 2.5;
                    manifest["policy"]["text"] = std::string(name) + manifest["policy"]["text"].get<std::string>();
                });
            }
        }
        const auto rows = runRows(bundles);
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().sentence().c_str());
        QCOMPARE(rows->rows.size(), std::size_t{4});
        for (const SweepRow& row : rows->rows) {
            QVERIFY(row.generated && !row.front && !row.frontTime);
            QVERIFY(!std::isfinite(row.deltaNll));
        }
        const auto page = runTableText(bundles, "md");
        QVERIFY2(page && page->find("**") == std::string::npos && page->find("bold") == std::string::npos &&
                     page->find("generated text") != std::string::npos,
                 page ? page->c_str() : "");
    }

    void runsOfOtherTextsAreComparedWithNoneOfThem() {
        for (const char* name : {"story", "needle", "alone"}) {
            write(name, name == std::string("alone") ? 1 : 3);
        }
        // The other text is easier: all of it has a lower loss, and every policy fewer bytes than those of the story.
        for (const std::string& lane : lanesOf("needle")) {
            edit(lane.c_str(), [](nlohmann::ordered_json& manifest) {
                manifest["text"]["title"] = "needle";
                manifest["text"]["hash"] = "other";
                manifest["summary"]["mean_nll"] = manifest["summary"]["mean_nll"].get<double>() / 8;
                manifest["summary"]["delta_nll"] = -1;
            });
        }
        int policy = 0;
        for (const char* run : {"story", "needle"}) {
            for (const std::string& lane : lanesOf(run)) {
                edit(lane.c_str(), [&policy](nlohmann::ordered_json& manifest) {
                    if (manifest["policy"]["id"] != "full") {
                        manifest["policy"]["text"] = "streaming:recent=" + std::to_string(++policy);
                    }
                });
            }
        }
        retitle("alone", "a third text");
        const std::vector<fs::path> bundles{m_runs / "story", m_runs / "needle", m_runs / "alone"};
        const auto rows = runRows(bundles);
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().sentence().c_str());
        std::map<std::string, int> fronts;
        for (const SweepRow& row : rows->rows) {
            fronts[row.values.front()] += row.front ? 1 : 0;
        }
        QCOMPARE(fronts.size(), std::size_t{3});
        QVERIFY(fronts[sample::recording({})->description().textTitle] > 0);
        QVERIFY(fronts["needle"] > 0);
        QCOMPARE(fronts["a third text"], 0);
        const auto page = runTableText(bundles, "md");
        QVERIFY(page.has_value());
        for (const std::string& text : {sample::recording({})->description().textTitle, std::string("needle")}) {
            QVERIFY2(lineWith(*page, "| " + text + " | streaming").find("**") != std::string::npos, page->c_str());
        }
        QVERIFY2(lineWith(*page, "| a third text").find_first_of("*") == std::string::npos, page->c_str());
        QVERIFY2(
            page->find("of the runs of the same text and settings the best policy of a column is bold, \\* marks") !=
                std::string::npos,
            page->c_str());
    }

    void aLaneSavedBesideOthersIsTheRunItWas() {
        write("own", 1);
        write("beside others", 1);
        edit("beside others", [](nlohmann::ordered_json& manifest) {
            manifest["policy"]["apart"] = "seed 1, 2026-01-02 03:04:05";
            manifest["policy"]["own_settings"] = true;
            manifest["command_line"] = "kvw run; kvw run";
        });
        const std::vector<fs::path> bundles{m_runs / "own", m_runs / "beside others"};
        QCOMPARE(runRows(bundles)->rows.size(), std::size_t{1});
        // An older bundle does not say whose settings these are.
        edit("beside others", [](nlohmann::ordered_json& manifest) { manifest["policy"]["own_settings"] = false; });
        QCOMPARE(runRows(bundles)->rows.size(), std::size_t{2});
        QVERIFY(runRows(bundles)->rows[1].policy.ends_with(" [seed 1, 2026-01-02 03:04:05]"));
    }

    void aBundleOfSeveralRunsAddsNoRow() {
        const std::vector<fs::path> runs{m_runs / "first seed", m_runs / "second seed"};
        write("first seed", 2);
        write("second seed", 2);
        std::vector<std::string> parts = lanesOf("second seed");
        parts.emplace_back("second seed");
        for (const std::string& part : parts) {
            edit(part.c_str(), [](nlohmann::ordered_json& manifest) { manifest["seed"] = 5; });
        }
        std::vector<std::shared_ptr<const Recording>> recordings;
        for (const fs::path& run : runs) {
            const auto opened = openBundle(run);
            QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
            recordings.push_back(opened->recording);
        }
        const auto joined = sideBySide(recordings);
        QVERIFY2(joined.has_value(), joined ? "" : joined.error().sentence().c_str());
        QVERIFY(!(*joined)->description().lanes.back().distinguishingText.empty());
        QVERIFY(writeBundle(**joined, m_runs / "joined").has_value());
        const auto apart = runRows(runs), all = runRows({runs[0], runs[1], m_runs / "joined"});
        QVERIFY2(all.has_value(), all ? "" : all.error().sentence().c_str());
        QCOMPARE(all->names, apart->names);
        QCOMPARE(all->rows.size(), apart->rows.size());
    }

    void whatCannotBeAFigureIsASentence() {
        QCOMPARE(runRows({}).error().code, Code::NotFound);
        QVERIFY(!runRows({m_runs / "nowhere"}).has_value());
        write("whole", 1);
        QCOMPARE(runTableText({m_runs / "whole"}, "doc").error().code, Code::BadUsage);
    }

 private:
    void write(const char* name, std::int32_t lanes) {
        sample::Options options;
        options.lanes = lanes;
        const auto recording = sample::recording(options);
        recording->setState(RunState::Finished);
        const auto written = writeBundle(*recording, m_runs / name);
        QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
    }
    /// Only manifests are read, so that is where another seed and another text come from.
    void edit(const char* name, const std::function<void(nlohmann::ordered_json&)>& change) {
        const fs::path file = m_runs / name / "manifest.json";
        auto manifest = nlohmann::ordered_json::parse(sample::slurp(file));
        change(manifest);
        sample::spill(file, manifest.dump(1));
    }
    void reseed(const char* name, int seed) {
        edit(name, [seed](nlohmann::ordered_json& manifest) {
            manifest["seed"] = seed;
            manifest["summary"]["mean_nll"] = manifest["summary"]["mean_nll"].get<double>() + 0.25;
        });
    }
    std::vector<std::string> lanesOf(const char* name) const {
        std::vector<std::string> lanes;
        for (const auto& entry : fs::directory_iterator(m_runs / name / "lanes")) {
            lanes.push_back(name + std::string("/lanes/") + entry.path().filename().string());
        }
        std::sort(lanes.begin(), lanes.end());
        return lanes;
    }
    static std::string lineWith(const std::string& page, const std::string& begin) {
        const std::size_t at = page.find('\n' + begin);
        return at == std::string::npos ? std::string() : page.substr(at + 1, page.find('\n', at + 1) - at);
    }
    void retitle(const char* name, const char* title) {
        edit(name, [title](nlohmann::ordered_json& manifest) { manifest["text"]["title"] = title; });
    }

    QTemporaryDir m_folder;
    fs::path m_runs;
    int m_pairs = 0;
};

QTEST_APPLESS_MAIN(RunTableTest)
#include "run_table_test.moc"
