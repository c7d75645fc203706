// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include <QtTest>
#include <set>

#include "core/model/model_files.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

class BenchGrowthTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void mediansAreOfTheNearestRank() {
        QCOMPARE(median({4, 1, 3, 2}), 2.0);
        QCOMPARE(median({3, 1, 2}), 2.0);
        QCOMPARE(median({}), 0.0);
    }
    void linesGoThroughTheirPoints() {
        const FittedLine exact = fitLine({{1, 5}, {2, 7}, {4, 11}});
        QVERIFY(std::abs(exact.at0 - 3) < 1e-12 && std::abs(exact.slope - 2) < 1e-12 && std::abs(exact.r2 - 1) < 1e-12);
        // Least squares of 0, 0, 3 over 0, 1, 2: -0.5 + 1.5 x, which explains 4.5 of 6.
        const FittedLine near = fitLine({{0, 0}, {1, 0}, {2, 3}});
        QVERIFY(std::abs(near.at0 + 0.5) < 1e-12 && std::abs(near.slope - 1.5) < 1e-12);
        QVERIFY(std::abs(near.r2 - 0.75) < 1e-12);
        const FittedLine flat = fitLine({{1, 2}, {3, 2}});
        QCOMPARE(flat.slope, 0.0);
        QCOMPARE(flat.r2, 1.0);
    }
    /// Every case once per round, in turns, with the numbers that its name says.
    void everythingGrowsOnce() {
        std::vector<BenchCase> asked;
        std::set<std::int64_t> layers, heads;
        const auto starter = [&](const BenchCase& what, std::int64_t steps) -> Result<std::unique_ptr<Run>> {
            asked.push_back(what);
            if (what.shape != nullptr) {
                layers.insert(what.shape->layers);
                heads.insert(what.shape->kvHeads);
            }
            RunSpec spec;
            spec.ids = embeddedIds("story", static_cast<std::size_t>(16 + steps));
            spec.policies = {"full"};
            spec.promptTokens = 16;
            return m_runs.start(spec);
        };
        const auto found = benchGrowth(starter, 64, 2, 2, {});
        QVERIFY2(found.has_value(), found ? "" : found.error().sentence().c_str());
        QStringList names;
        for (const auto& line : *found) {
            names << QString::fromStdString(line["of"]);
            QVERIFY(line["ms_at"].size() >= 3);
            for (const auto& [at, ms] : line["ms_at"].items()) {
                QVERIFY2(ms > 0, at.c_str());
            }
            QVERIFY(line["us_each"].is_number() && line["ms_at_0"].is_number() && line["r2"] <= 1.0 + 1e-9);
        }
        QCOMPARE(names, (QStringList{"tokens held, capture none", "tokens held, capture stats",
                                     "tokens held, capture maps", "lanes", "layers", "KV heads"}));
        QCOMPARE((*found)[0]["ms_at"].begin().key(), "16");
        QCOMPARE((*found)[3]["ms_at"].size(), std::size_t{4});
        QCOMPARE(asked.size(), std::size_t{2 * (3 * 4 + 4 + 3 + 3)});
        QCOMPARE(asked[0].prompt, 16);
        QCOMPARE(asked[3].prompt, 128);
        QCOMPARE(asked[4].prompt, 16);
        QCOMPARE(asked[27].policies.size(), std::size_t{4});
        QCOMPARE(layers, (std::set<std::int64_t>{4, 8, 16}));
        QCOMPARE(heads, (std::set<std::int64_t>{2, 4, 8}));
    }
    void aRandomModelIsReadAsItWasWritten() {
        const BenchShape shape{"tiny", 2, 128, 4, 2, 32, 256, 4096, 10000};
        std::filesystem::path folder;
        {
            const auto written = BenchModel::write(shape);
            QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
            folder = written->directory();
            const auto model = ModelFiles::open(folder);
            QVERIFY2(model.has_value(), model ? "" : model.error().sentence().c_str());
            QCOMPARE(model->info().layers, 2);
            QCOMPARE(model->info().kvHeads, 2);
            QCOMPARE(model->info().vocabulary, 4096);
        }
        QVERIFY(!std::filesystem::exists(folder));
    }

 private:
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(BenchGrowthTest)
#include "bench_growth_test.moc"
