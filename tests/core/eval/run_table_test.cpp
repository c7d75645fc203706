// SPDX-License-Identifier: Apache-2.0
#include "core/eval/run_table.h"

#include <QTemporaryDir>
#include <QtTest>
#include <functional>

#include "core/bundle/bundle.h"
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
        QCOMPARE(one->rows[0].policy, std::string("full:sinks=2"));
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
        QVERIFY2(tex->find("live at the end (MiB)") != std::string::npos, tex->c_str());
        QVERIFY2(tex->find("held (\\%)") != std::string::npos, tex->c_str());
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
        QVERIFY2(page->find("held (%)") != std::string::npos && page->find("NLL (nats)") == std::string::npos,
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
    void retitle(const char* name, const char* title) {
        edit(name, [title](nlohmann::ordered_json& manifest) { manifest["text"]["title"] = title; });
    }

    QTemporaryDir m_folder;
    fs::path m_runs;
};

QTEST_APPLESS_MAIN(RunTableTest)
#include "run_table_test.moc"
