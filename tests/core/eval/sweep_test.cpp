// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "core/eval/sweep_file.h"
#include "core/policy/host/choice/choice.h"

using namespace kvw;

namespace {

using Words = std::vector<std::string>;

Words valuesOf(const std::string& text) {
    const auto axis = parseAxis(text);
    return axis ? axis->values : Words{};
}

Sweep gridOf(Words policies, const Words& axes) {
    Sweep sweep;
    sweep.policies = std::move(policies);
    for (const std::string& text : axes) {
        sweep.axes.push_back(parseAxis(text).value());
    }
    return sweep;
}

}  // namespace

class SweepTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        m_catalog = Catalog::scan(paths);
        QVERIFY(m_catalog.entries().size() > 10);
    }

    void anAxisIsAListOrARange() {
        QCOMPARE(parseAxis("capacity=64,8,256")->name, std::string("capacity"));
        QCOMPARE(valuesOf("capacity=64,8,256"), (Words{"64", "8", "256"}));
        QCOMPARE(valuesOf("capacity=64:256:64"), (Words{"64", "128", "192", "256"}));
        QCOMPARE(valuesOf("capacity=64:1000:x2"), (Words{"64", "128", "256", "512"}));
        QCOMPARE(valuesOf("capacity=10%:30%:10%"), (Words{"10%", "20%", "30%"}));
        QCOMPARE(valuesOf("capacity=12.5%:50%:x2"), (Words{"12.5%", "25%", "50%"}));
        QCOMPARE(valuesOf("sizes=8/4/4,16"), (Words{"8/4/4", "16"}));
        QCOMPARE(valuesOf("gamma=0.1:0.3:0.1"), (Words{"0.1", "0.2", "0.3"}));
        QCOMPARE(valuesOf("n=1,4:6:1"), (Words{"1", "4", "5", "6"}));
        QCOMPARE(valuesOf("pool=avg,max"), (Words{"avg", "max"}));
        QCOMPARE(valuesOf("n=7:7:3"), Words{"7"});
        QCOMPARE(valuesOf("schedule=once,every:8"), (Words{"once", "every:8"}));
    }

    /// The plan and the jobs of a sweep are JSON: another name would be read back.
    void namesAndPromptsAreUtf8() {
        const auto refusal = [&](const auto& set) {
            Sweep sweep = gridOf({"streaming"}, {"recent=8,16"});
            set(sweep.base);
            const auto points = sweepPoints(sweep, m_catalog);
            return points ? std::string() : points.error().sentence();
        };
        QCOMPARE(refusal([](RunSpec& spec) { spec.textFile = "/texts/caf\xC3\xA9.txt"; }), std::string());
        const std::string model = refusal([](RunSpec& spec) { spec.model = "/models/caf\xE9"; });
        QVERIFY2(model.starts_with("--model: ") && model.find("caf\xEF\xBF\xBD") != std::string::npos, model.c_str());
        QVERIFY(refusal([](RunSpec& spec) { spec.textFile = "\xFF.txt"; }).starts_with("--text: "));
        QVERIFY(refusal([](RunSpec& spec) { spec.prompt = "a\xFF"; }).starts_with("--prompt: "));
    }

    void whatIsNoAxisIsASentence_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"capacity", "=3", "capacity=", "c=1,,2", "c=4:1:1", "c=1:4:0", "c=1:4:-1", "c=1:4:x1", "c=1:4%:1",
              "c=0:4:x2", "c=1:2", "c=a:b:c", "c=1:1e9:1", "c=1:4:", "c=3,3", "c=1:nan:1", "c=1:inf:1"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }
    void whatIsNoAxisIsASentence() {
        QFETCH(QByteArray, text);
        const auto axis = parseAxis(text.toStdString());
        QVERIFY(!axis.has_value());
        QCOMPARE(axis.error().code, Code::BadUsage);
        QVERIFY(axis.error().sentence().find("axis") != std::string::npos);
    }

    void theLastAxisIsTheFastest() {
        const auto points = sweepPoints(gridOf({"snapkv"}, {"capacity=64,128", "window=8,16"}), m_catalog);
        QVERIFY2(points.has_value(), points ? "" : points.error().sentence().c_str());
        QCOMPARE(points->size(), std::size_t{4});
        QCOMPARE((*points)[1].values, (Words{"64", "16"}));
        QCOMPARE((*points)[2].values, (Words{"128", "8"}));
        QCOMPARE((*points)[2].id, std::string("capacity=128,window=8"));
        QCOMPARE((*points)[2].spec.policies, (Words{"full", "snapkv:capacity=128,window=8"}));
        QCOMPARE(axisNames(gridOf({"snapkv"}, {"capacity=64,128", "window=8,16"})), (Words{"capacity", "window"}));
    }

    void severalPoliciesAreAnAxisOfTheirOwn() {
        const Sweep sweep = gridOf({"streaming:recent=64", "tova", "full"}, {"seed=3,4"});
        QCOMPARE(axisNames(sweep), (Words{"policy", "seed"}));
        const auto points = sweepPoints(sweep, m_catalog);
        QVERIFY(points.has_value());
        QCOMPARE(points->size(), std::size_t{6});
        QCOMPARE((*points)[1].values, (Words{"streaming:recent=64", "4"}));
        QCOMPARE((*points)[1].spec.seed, 4);
        QCOMPARE((*points)[1].spec.policies, (Words{"full", "streaming:recent=64"}));
        QCOMPARE((*points)[4].spec.policies, Words{"full"});
        std::set<std::string> ids;
        for (const SweepPoint& point : *points) {
            QVERIFY(point.id.find_first_of("/: \\") == std::string::npos);
            QVERIFY(ids.insert(point.id).second);
        }
    }

    void theSeedIsThatOfTheRunAndOfAPolicyThatDraws() {
        const auto points = sweepPoints(gridOf({"random", "streaming"}, {"seed=1,2"}), m_catalog);
        QVERIFY2(points.has_value(), points ? "" : points.error().sentence().c_str());
        QCOMPARE((*points)[1].spec.seed, 2);
        QCOMPARE((*points)[1].spec.policies.back(), std::string("random:seed=2"));
        QCOMPARE((*points)[3].spec.policies.back(), std::string("streaming"));
    }

    void theRunsOwnNumbersVary() {
        const auto points = sweepPoints(gridOf({"streaming"}, {"prompt-tokens=10:30:10"}), m_catalog);
        QVERIFY(points.has_value());
        QCOMPARE((*points)[2].spec.promptTokens, 30);
        QVERIFY(!sweepPoints(gridOf({"streaming"}, {"prompt-tokens=0"}), m_catalog).has_value());
        QVERIFY(!sweepPoints(gridOf({"streaming"}, {"seed=1.5"}), m_catalog).has_value());
    }

    void textModelAndStepsVary() {
        const auto points = sweepPoints(gridOf({"streaming"}, {"text=story,needle", "steps=4,8"}), m_catalog);
        QVERIFY2(points.has_value(), points ? "" : points.error().sentence().c_str());
        QCOMPARE((*points)[2].spec.textFile.stem().string(), std::string("needle"));
        QVERIFY((*points)[2].spec.textFile.is_absolute());
        QCOMPARE((*points)[1].spec.steps, 8);
        QCOMPARE((*points)[3].id, std::string("text=needle,steps=8"));
        Sweep texts = gridOf({"streaming"}, {"text=story,needle"});
        texts.base.textFile = "/texts/other.txt";
        dropUnusedText(texts);
        QVERIFY(texts.base.textFile.empty());
        QCOMPARE(sweepCommand(texts, "/out", 1),
                 std::string("kvw sweep --policy streaming --axis text=story,needle --out /out"));
        QVERIFY(sweepCommandAnywhere(gridOf({"streaming"}, {"text=/home/me/a.txt,story"}), "out")
                    .find(" --axis text=a.txt,story ") != std::string::npos);
        const auto models = sweepPoints(gridOf({"streaming"}, {"model=embedded"}), m_catalog);
        QVERIFY(models.has_value() && models->front().spec.model.empty());
        const QTemporaryDir place;
        QVERIFY(QDir(place.path()).mkpath("a/tiny") && QDir(place.path()).mkpath("b/tiny"));
        const std::string one = place.filePath("a/tiny").toStdString(), two = place.filePath("b/tiny").toStdString();
        const auto both = sweepPoints(gridOf({"streaming"}, {"model=embedded," + one + ',' + two}), m_catalog);
        QVERIFY2(both.has_value(), both ? "" : both.error().sentence().c_str());
        QCOMPARE((*both)[1].spec.model.string(), one);
        QVERIFY((*both)[1].id != (*both)[2].id);
        QVERIFY(!sweepPoints(gridOf({"streaming"}, {"text=/nowhere/x.txt"}), m_catalog).has_value());
        QVERIFY(!sweepPoints(gridOf({"streaming"}, {"model=/nowhere"}), m_catalog).has_value());
    }

    void aBudgetIsThatOfAnyPolicy() {
        const auto policyOf = [this](const std::string& policy, const std::string& budget) {
            const auto points = sweepPoints(gridOf({policy}, {"budget=" + budget}), m_catalog);
            return points ? points->front().policy : points.error().sentence();
        };
        QCOMPARE(policyOf("tova", "64"), std::string("tova:capacity=64"));
        QCOMPARE(policyOf("h2o", "101"), std::string("h2o:heavy=50,recent=51"));
        QCOMPARE(policyOf("h2o", "25%"), std::string("h2o:heavy=12.5%,recent=12.5%"));
        QCOMPARE(policyOf("streaming", "32"), std::string("streaming:recent=32"));
        QVERIFY(policyOf("full", "32").find("no budget") != std::string::npos);
        const auto budgetIn = [this](const char* policy) {
            return budgetOf(*resolvePolicy(m_catalog, policy)).value_or("none");
        };
        QCOMPARE(budgetIn("h2o:heavy=50,recent=51"), std::string("101"));
        QCOMPARE(budgetIn("h2o:heavy=12.5%,recent=12.5%"), std::string("25%"));
        QCOMPARE(budgetIn("h2o:heavy=12.5%,recent=51"), std::string("none"));
        QCOMPARE(budgetIn("quest:budget=64"), std::string("64"));
        QCOMPARE(budgetIn("full"), std::string("none"));
        for (const char* wrong : {"0", "-4", "2.5", "x", "%"}) {
            QVERIFY2(policyOf("tova", wrong).find("budget") != std::string::npos, wrong);
        }
    }

    void whatACompositionHasItselfVaries() {
        const Sweep sweep = gridOf({"recency+uniform"}, {"schedule=once,every:8", "recent=0,4"});
        const auto points = sweepPoints(sweep, m_catalog);
        QVERIFY2(points.has_value(), points ? "" : points.error().sentence().c_str());
        QCOMPARE(points->back().policy, std::string("recency+uniform:recent=4,schedule=every:8"));
        QVERIFY(hasParameter(*resolvePolicy(m_catalog, "recency+uniform"), "schedule"));
        QVERIFY(!hasParameter(*resolvePolicy(m_catalog, "snapkv"), "schedule"));
    }

    void runsThatAnotherPlanWouldNotListAreNamed() {
        const QTemporaryDir place;
        const std::filesystem::path folder = place.path().toStdString();
        const Sweep sweep = gridOf({"snapkv"}, {"capacity=64,128", "window=8,16"});
        const auto left = [&](const Sweep& other) {
            const auto found = orphanedRuns(folder, *sweepPoints(other, m_catalog), m_catalog);
            return found ? found->size() : std::size_t{99};
        };
        QCOMPARE(left(sweep), std::size_t{0});  // there is no plan
        QVERIFY(writeSweep(folder, sweep).has_value());
        const Sweep narrow = gridOf({"snapkv"}, {"capacity=64,128"});
        QCOMPARE(left(narrow), std::size_t{0});  // nor a run
        const auto points = sweepPoints(sweep, m_catalog);
        QVERIFY(points.has_value());
        for (const SweepPoint& point : *points) {
            std::filesystem::create_directories(bundleOf(folder, point));
        }
        QCOMPARE(left(sweep), std::size_t{0});
        QCOMPARE(left(gridOf({"snapkv"}, {"capacity=64,128,256", "window=8,16"})), std::size_t{0});
        QCOMPARE(left(gridOf({"snapkv"}, {"capacity=64", "window=8,16"})), std::size_t{2});
        QCOMPARE(left(narrow), std::size_t{4});
        QCOMPARE(left(gridOf({"pyramidkv"}, {"capacity=64,128", "window=8,16"})), std::size_t{4});
    }

    void withoutAxesThereIsOnePointPerPolicy() {
        const auto points = sweepPoints(gridOf({"streaming:recent=64"}, {}), m_catalog);
        QVERIFY(points.has_value());
        QCOMPARE(points->size(), std::size_t{1});
        QCOMPARE(points->front().id, std::string("streaming_recent=64"));
    }

    void mistakesNameTheAxis() {
        const auto sentence = [this](Words policies, const Words& axes) {
            const auto points = sweepPoints(gridOf(std::move(policies), axes), m_catalog);
            return points ? std::string() : points.error().sentence();
        };
        QVERIFY(sentence({"snapkv"}, {"windw=8"}).find("window") != std::string::npos);
        QVERIFY(sentence({"snapkv"}, {"window=-4"}).find("window") != std::string::npos);
        QVERIFY(sentence({"snapkv"}, {"window=8", "window=9"}).find("twice") != std::string::npos);
        QVERIFY(sentence({"snapkw"}, {}).find("snapkv") != std::string::npos);
        QVERIFY(sentence({"snapkv"}, {"capacity=1:900:1", "window=1:900:1"}).find("too many") != std::string::npos);
        QVERIFY(sentence(Words(20000, "full"), {}).find("too many") != std::string::npos);
    }

 private:
    Catalog m_catalog;
};

QTEST_APPLESS_MAIN(SweepTest)
#include "sweep_test.moc"
