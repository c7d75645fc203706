// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_file.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace kvw;

namespace {

Sweep example() {
    Sweep sweep;
    sweep.policies = {"snapkv:window=8", "tova"};
    sweep.axes = {{"capacity", {"64", "128"}}, {"seed", {"0", "1"}}};
    sweep.base.model = "/models/one";
    sweep.base.textFile = "/texts/my story.txt";
    sweep.base.policies.clear();
    sweep.base.mode = Mode::Generate;
    sweep.base.steps = 64;
    sweep.base.positions = Positions::CacheRank;
    sweep.base.rankKeys = RankKeys::Rotated;
    sweep.base.capture = Capture::Rows;
    sweep.base.sampling.temperature = 0.7;
    return sweep;
}

}  // namespace

class SweepFileTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatIsWrittenIsRead() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.filePath("a/grid").toStdString();
        const Sweep sweep = example();
        QVERIFY(writeSweep(place, sweep).has_value());
        QVERIFY(writeSweep(place, sweep).has_value());  // again, in its place
        const auto back = readSweep(place);
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QCOMPARE(toJson(*back), toJson(sweep));
        QCOMPARE(back->axes[1].values, sweep.axes[1].values);
        QCOMPARE(back->base.mode, Mode::Generate);
        QCOMPARE(QDir(folder.filePath("a/grid")).entryList(QDir::Files), QStringList{"sweep.json"});
    }

    void aPromptAndIdsAreKept() {
        Sweep sweep = example();
        sweep.base.textFile.clear();
        sweep.base.prompt = "Who?";
        QCOMPARE(sweepOf(toJson(sweep), "x")->base.prompt, sweep.base.prompt);
        sweep.base.prompt.reset();
        sweep.base.ids = std::vector<std::int32_t>{1, 2, 3};
        QCOMPARE(sweepOf(toJson(sweep), "x")->base.ids, sweep.base.ids);
    }

    void thePlanIsKept() {
        Sweep sweep = example();
        QVERIFY(!toJson(sweep).contains("plan") && !toJson(sweep).contains("halving"));
        sweep.plan.kind = SweepPlan::Kind::Random;
        sweep.plan.count = 3;
        sweep.plan.seed = 9;
        sweep.halving = parseHalving("4:mean_kl").value();
        auto back = sweepOf(toJson(sweep), "x");
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QCOMPARE(toJson(*back), toJson(sweep));
        QCOMPARE(back->plan.seed, 9);
        QCOMPARE(back->halving.by, std::string("mean_kl"));
        QVERIFY(sweepCommand(sweep, "/out", 1)
                    .ends_with(" --axis capacity=64,128 --axis seed=0,1 --random 3 --halving 4:mean_kl --out /out"));
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        sweep.plan = {};
        sweep.plan.kind = SweepPlan::Kind::Points;
        sweep.plan.points = {{"tova", {"64", "1"}}, {"snapkv:window=8", {"128", "0"}}};
        QVERIFY(writeSweep(place, sweep).has_value());
        back = readSweep(place);
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QCOMPARE(toJson(*back), toJson(sweep));
        Sweep listed;
        QVERIFY(readSweepPoints(place / "points.jsonl", listed).has_value());
        QCOMPARE(listed.plan.points[1].values, sweep.plan.points[1].values);
        const std::string line = sweepCommand(sweep, "/out", 1);
        QVERIFY(line.find("--policy") == std::string::npos && line.find("--axis") == std::string::npos);
        QVERIFY(line.find(" --points /out/points.jsonl ") != std::string::npos);
    }

    void aListMayHaveMoreValuesThanAnAxisOfAGrid() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        Sweep sweep = example();
        sweep.axes = {{"capacity", {}}};
        for (std::size_t i = 1; i <= kMostValues + 1; ++i) {
            sweep.axes[0].values.push_back(std::to_string(i));
            sweep.plan.points.push_back({"tova", {std::to_string(i)}});
        }
        QVERIFY(!sweepOf(toJson(sweep), "x").has_value());  // a grid
        sweep.plan.kind = SweepPlan::Kind::Points;
        QVERIFY(writeSweep(place, sweep).has_value());
        const auto back = readSweep(place);
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QCOMPARE(toJson(*back), toJson(sweep));
    }

    void whatIsNoSweepIsASentence_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"", "[]", "{}", "{\"format\": \"kvw-sweep-9\"}", "{\"format\": \"kvw-sweep-1\"}",
              "{\"format\": \"kvw-sweep-1\", \"policies\": [\"tova\"], \"axes\": [], \"run\": {\"steps\": \"many\"}}",
              "{\"format\": \"kvw-sweep-1\", \"policies\": [\"tova\"], \"axes\": [{\"name\": \"n\"}], \"run\": {}}",
              "{\"format\": \"kvw-sweep-1\", \"policies\": 3, \"axes\": [], \"run\": {}}",
              "{\"format\": \"kvw-sweep-1\", \"policies\": [\"tova\"], \"axes\": [], \"run\": {\"mode\": \"x\"}}",
              "{\"format\": \"kvw-sweep-1\", \"policies\": [\"tova\"], \"axes\": [], \"plan\": {\"kind\": \"all\"}, "
              "\"run\": {}}",
              "{\"format\": \"kvw-sweep-1\", \"policies\": [\"tova\"], \"axes\": [], \"plan\": {\"kind\": \"points\", "
              "\"points\": [{\"policy\": \"tova\", \"values\": [\"1\"]}]}, \"run\": {}}",
              "{\"format\": \"kvw-sweep-1\", \"policies\": [\"tova\"], \"axes\": [], \"halving\": {\"factor\": 1}, "
              "\"run\": {}}"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }
    void whatIsNoSweepIsASentence() {
        QFETCH(QByteArray, text);
        const QTemporaryDir folder;
        QFile file(folder.filePath("sweep.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const auto read = readSweep(folder.path().toStdString());
        QVERIFY(!read.has_value());
        QVERIFY(read.error().sentence().find("sweep.json") != std::string::npos);
    }

    void theCommandHasWholePathsAndAllAxes() {
        Sweep sweep = example();
        const std::string line = sweepCommand(sweep, "/out/my grid", 3);
        QCOMPARE(line, std::string("kvw sweep --model /models/one --text '/texts/my story.txt' --policy "
                                   "snapkv:window=8 --policy tova --mode generate --steps 64 --positions cache-rank "
                                   "--rank-keys rotated --capture rows --temperature 0.7 --axis capacity=64,128 --axis "
                                   "seed=0,1 --workers 3 --out '/out/my grid'"));
    }
};

QTEST_APPLESS_MAIN(SweepFileTest)
#include "sweep_file_test.moc"
