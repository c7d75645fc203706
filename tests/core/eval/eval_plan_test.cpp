// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_plan.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace kvw;
using namespace kvw::eval;

namespace {

/// A task "sums" with an integer and a choice.
TaskInfo sums() {
    ParameterSpec size;
    size.name = "size";
    size.defaultValue = std::int64_t{4096};
    size.minimum = 16;
    ParameterSpec form;
    form.name = "form";
    form.type = ParameterType::Choice;
    form.choices = {"short", "long"};
    form.defaultValue = std::string("short");
    ParameterSpec terms = size;
    terms.name = "terms";
    terms.enabledIf = "form=long";
    TaskInfo info;
    info.name = "sums";
    info.parameters = {size, form, terms};
    return info;
}

EvalPlan example() {
    EvalPlan plan;
    plan.task = "ruler:size=4096";
    plan.data = "/data/ruler";
    plan.run.model = "/models/one";
    plan.run.policies = {"full", "snapkv:capacity=64"};
    plan.run.kvDtype = "bf16";
    plan.run.threads = 4;
    plan.limit = 10;
    plan.first = 5;
    plan.last = 20;
    plan.seed = 7;
    plan.compressAt = CompressAt::Context;
    return plan;
}

}  // namespace

class EvalPlanTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        m_catalog = Catalog::scan(paths);
        QVERIFY(m_catalog.entries().size() > 10);
    }

    void aTaskTextHasAllValues() {
        const auto plain = readTaskText(sums(), "sums");
        QVERIFY(plain.has_value());
        QCOMPARE(plain->text, std::string("sums"));
        QCOMPARE(std::get<std::int64_t>(plain->values.at("size")), std::int64_t{4096});
        const auto other = readTaskText(sums(), "sums: form=long, size=4096");
        QVERIFY(other.has_value());
        QCOMPARE(other->text, std::string("sums:form=long"));
        QCOMPARE(std::get<std::string>(other->values.at("form")), std::string("long"));
        const auto both = readTaskText(sums(), "sums:terms=20,form=long");  // in any order
        QVERIFY(both.has_value());
        QCOMPARE(both->text, std::string("sums:form=long,terms=20"));
        QVERIFY(readTaskText(sums(), "sums:terms=4096").has_value());  // the default changes nothing
    }

    void aWrongTaskTextIsASentence_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("unknown option") << QByteArray("sums:sizes=20") << QByteArray("did you mean \"size\"");
        QTest::newRow("out of range") << QByteArray("sums:size=3") << QByteArray("at least 16");
        QTest::newRow("no pair") << QByteArray("sums:long") << QByteArray("name=value");
        QTest::newRow("twice") << QByteArray("sums:size=20,size=30") << QByteArray("given twice");
        QTest::newRow("without effect") << QByteArray("sums:terms=20")
                                        << QByteArray("terms has no effect with another option; found form=short, "
                                                      "expected form=long");
        QTest::newRow("other task") << QByteArray("products") << QByteArray("another task");
    }
    void aWrongTaskTextIsASentence() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, said);
        const auto read = readTaskText(sums(), text.toStdString());
        QVERIFY(!read.has_value());
        QVERIFY2(read.error().sentence().starts_with("task \"sums\""), read.error().sentence().c_str());
        QVERIFY2(read.error().sentence().find(said.toStdString()) != std::string::npos,
                 read.error().sentence().c_str());
    }

    void samplesAreARange() {
        EvalPlan plan;
        QVERIFY(readSamples("5:20", plan).has_value());
        QCOMPARE(plan.first, std::int64_t{5});
        QCOMPARE(plan.last, std::int64_t{20});
        QCOMPARE(samplesText(plan), std::string("5:20"));
        QVERIFY(readSamples("5:", plan).has_value());
        QCOMPARE(plan.last, std::int64_t{-1});
        QVERIFY(readSamples(":3", plan).has_value());
        QCOMPARE(plan.first, std::int64_t{0});
        for (const char* wrong : {"", "5", "5:5", "7:2", "-1:4", "a:b"}) {
            QVERIFY2(!readSamples(wrong, plan).has_value(), wrong);
        }
    }

    void lanesTakeNativeSettings() {
        RunSpec run;
        run.policies = {"full", "streaming", "snapkv"};
        const auto lanes = lanesOf(run, {}, m_catalog);
        QVERIFY2(lanes.has_value(), lanes ? "" : lanes.error().sentence().c_str());
        QCOMPARE(lanes->at(0), std::string("full"));
        QVERIFY2(lanes->at(1).find("/positions=cache-rank") != std::string::npos, lanes->at(1).c_str());
        QCOMPARE(lanes->at(2), std::string("snapkv"));
        // Settings typed for all lanes go before it, and so do those of a lane.
        QCOMPARE(lanesOf(run, {true, true}, m_catalog)->at(1), std::string("streaming"));
        run.policies = {"streaming/positions=original/prefill=layer-major"};
        QCOMPARE(lanesOf(run, {}, m_catalog)->at(0), std::string("streaming"));
    }

    void aWrongLaneIsRefused() {
        RunSpec run;
        run.policies = {"snapkv", "snapkv"};
        QVERIFY(!lanesOf(run, {}, m_catalog).has_value());
        run.policies = {"snapkw"};
        QVERIFY(!lanesOf(run, {}, m_catalog).has_value());
        run.policies = {"snapkv/prefill=streaming:16"};
        QVERIFY(!lanesOf(run, {}, m_catalog).has_value());
    }

    void whatIsWrittenIsRead() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        QVERIFY(keepEvalPlan(place, example()).has_value());
        const auto back = readEvalPlan(place);
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QCOMPARE(toJson(*back), toJson(example()));
    }

    void anotherPlanInTheFolderIsRefused() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        QVERIFY(keepEvalPlan(place, example()).has_value());
        EvalPlan other = example();
        other.run.threads = 1;
        QVERIFY(keepEvalPlan(place, other).has_value());  // it has the same results
        other.compressAt = CompressAt::Prompt;
        const auto refused = keepEvalPlan(place, other);
        QVERIFY(!refused.has_value());
        const std::string sentence = refused.error().sentence();
        QVERIFY2(sentence.find("\"compress_at\"; found context, expected prompt") != std::string::npos,
                 sentence.c_str());
        other = example();
        other.run.policies.pop_back();
        QVERIFY(keepEvalPlan(place, other).error().sentence().find("policies") != std::string::npos);
    }

    void whatIsNoPlanIsASentence() {
        for (const char* text :
             {"[]", "{}", "{\"format\": \"kvw-eval-9\"}", "{\"format\": \"kvw-eval-1\", \"task\": 3}",
              "{\"format\": \"kvw-eval-1\", \"task\": \"x\", \"policies\": [\"full\"], \"samples\": \"b\"}"}) {
            QVERIFY2(!evalPlanOf(nlohmann::json::parse(text), "eval.json").has_value(), text);
        }
    }

    void theCommandHasWhatDiffersFromTheDefaults() {
        QCOMPARE(evalCommand(example(), "out"),
                 std::string("kvw eval ruler:size=4096 --model /models/one --policy full --policy snapkv:capacity=64 "
                             "--kv-dtype bf16 --positions original --prefill layer-major --data /data/ruler --limit 10 "
                             "--samples 5:20 --seed 7 --compress-at "
                             "context --out out"));
        EvalPlan other = example();
        other.run.positions = Positions::CacheRank;
        other.against = "full";
        const std::string command = evalCommand(other, "out");
        QVERIFY2(command.find("--positions original") == std::string::npos, command.c_str());
        QVERIFY2(command.find(" --positions cache-rank ") != std::string::npos, command.c_str());
        QVERIFY2(command.find(" --against full ") != std::string::npos, command.c_str());
    }

    void theTableOfAPlanMayDiffer() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        EvalPlan plan = example();
        plan.preset = "000-table-1";
        plan.against = "full";
        QVERIFY(keepEvalPlan(place, plan).has_value());
        QVERIFY(keepEvalPlan(place, example()).has_value());
        QCOMPARE(toJson(*readEvalPlan(place)), toJson(plan));
    }

    void anotherModelIsRefused() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        QVERIFY(keepEvalPlan(place, example()).has_value());
        QVERIFY(keepModelOf(place, "m1", "t1").has_value());
        QVERIFY(keepModelOf(place, "m1", "t1").has_value());
        QVERIFY(keepEvalPlan(place, example()).has_value());
        QCOMPARE(readEvalPlan(place)->modelHash, std::string("m1"));
        const auto model = keepModelOf(place, "m2", "t1"), tokenizer = keepModelOf(place, "m1", "t2");
        QVERIFY(!model.has_value() && model.error().sentence().find("another model") != std::string::npos);
        QVERIFY(!tokenizer.has_value() && tokenizer.error().sentence().find("tokenizer") != std::string::npos);
    }

 private:
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(EvalPlanTest)
#include "eval_plan_test.moc"
