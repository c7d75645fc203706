// SPDX-License-Identifier: Apache-2.0
#include "core/trace/lane_name.h"

#include <QtTest>

using namespace kvw;

class LaneNameTest : public QObject {
    Q_OBJECT

    static LaneInfo lane(const char* id, const char* text, const char* parameters) {
        LaneInfo info;
        info.policyId = id;
        info.policyText = text;
        info.parameters = nlohmann::ordered_json::parse(parameters);
        return info;
    }

 private Q_SLOTS:
    void aDefaultIsNamedWhereLanesDiffer() {
        RunDescription run;
        run.lanes = {lane("full", "full", "{}"),
                     lane("streaming", "streaming:recent=124", R"({"sinks": 4, "recent": 124, "slack": 0})"),
                     lane("streaming", "streaming:sinks=0,recent=128", R"({"sinks": 0, "recent": 128, "slack": 0})")};
        QCOMPARE(laneName(run, 0), std::string("full"));
        QCOMPARE(laneName(run, 1), std::string("streaming:sinks=4,recent=124"));
        QCOMPARE(laneName(run, 2), std::string("streaming:sinks=0,recent=128"));
    }
    void aDefaultIsNotNamedWhereNothingDiffers() {
        RunDescription run;
        run.lanes = {lane("full", "full", "{}"),
                     lane("streaming", "streaming:recent=124", R"({"sinks": 4, "recent": 124})"),
                     lane("h2o", "h2o:heavy=8", R"({"heavy": 8, "recent": 256})")};
        QCOMPARE(laneName(run, 1), std::string("streaming:recent=124"));
        QCOMPARE(laneName(run, 2), std::string("h2o:heavy=8"));
    }
    void codecsAndCompositionsKeepTheirGrammar() {
        RunDescription run;
        run.lanes = {lane("kivi", "kivi", R"({"bits": 2, "group": 32})"),
                     lane("kivi", "kivi:bits=4", R"({"bits": 4, "group": 32})"),
                     lane("snapkv+uniform@kivi", "snapkv+uniform:capacity=256@kivi",
                          R"({"scorer.window": 32, "budget.capacity": 256, "sinks": 0, "codec.bits": 2})"),
                     lane("snapkv+uniform@kivi", "snapkv+uniform:window=8,capacity=256@kivi:bits=4",
                          R"({"scorer.window": 8, "budget.capacity": 256, "sinks": 0, "codec.bits": 4})")};
        QCOMPARE(laneName(run, 0), std::string("kivi:bits=2"));
        QCOMPARE(laneName(run, 1), std::string("kivi:bits=4"));
        QCOMPARE(laneName(run, 2), std::string("snapkv+uniform:scorer.window=32,capacity=256@kivi:bits=2"));
        QCOMPARE(laneName(run, 3), std::string("snapkv+uniform:window=8,capacity=256@kivi:bits=4"));
    }
    void theLastPartEndsWithTheCodec() {
        RunDescription run;
        run.lanes = {lane("h2o@kivi", "h2o:heavy=8,recent=4@kivi:bits=2", R"({"heavy": 8, "recent": 4})"),
                     lane("kivi", "kivi", "{}")};
        QCOMPARE(laneNameParts(run, 0).policy, std::string("h2o"));
        QCOMPARE(laneNameParts(run, 0).values, (std::vector<std::string>{"heavy=8", "recent=4@kivi:bits=2"}));
        QVERIFY(laneNameParts(run, 1).values.empty());
    }
    void whatTellsALaneApartStays() {
        RunDescription run;
        run.lanes = {lane("random", "random", R"({"capacity": 0})"), lane("random", "random", R"({"capacity": 8})")};
        run.lanes[0].distinguishingText = "seed 3";
        QCOMPARE(laneName(run, 0), std::string("random:capacity=0 [seed 3]"));
    }
    void aForkNamesItsChangesOnly() {
        RunDescription run;
        run.lanes = {lane("streaming", "streaming:recent=64/sinks=0@70", R"({"sinks": 4, "recent": 64})"),
                     lane("streaming", "streaming:sinks=1,recent=64", R"({"sinks": 1, "recent": 64})")};
        QCOMPARE(laneName(run, 0), std::string("streaming:recent=64/sinks=0@70"));
        QCOMPARE(laneName(run, 1), std::string("streaming:sinks=1,recent=64"));
    }
};

QTEST_GUILESS_MAIN(LaneNameTest)
#include "lane_name_test.moc"
