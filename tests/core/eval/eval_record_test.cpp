// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_record.h"

#include <QtTest>
#include <cmath>

#include "core/base/json/json_text.h"

using namespace kvw;
using namespace kvw::eval;

class EvalRecordTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aRecordIsOneLineAndIsReadBack() {
        EvalRecord record;
        record.task = "ruler:size=4096";
        record.subset = "cwe";
        record.id = "17";
        record.policy = "snapkv:capacity=64";
        record.positions = "original";
        record.prefill = "layer-major";
        record.promptTokens = 4000;
        record.truncatedTokens = 3;
        record.newTokens = 12;
        record.prediction = "two\nlines, \"quoted\"";
        record.references = {"one", "two"};
        record.score = 50;
        record.weight = 2;
        record.parts = {{"edit", 0.25}};
        record.facts = {{"depth", 0.5}, {"length", 4000}};
        record.running = {12.5, 11};
        record.ttftMs = 12.5;
        record.heldAfterPrompt = 64;
        record.bytes = 1024;
        const std::string line = bundle::dumpLine(toJson(record));
        QCOMPARE(line.find('\n'), std::string::npos);
        const auto back = evalRecordOf(nlohmann::ordered_json::parse(line), "x");
        QVERIFY(back.has_value());
        QCOMPARE(toJson(*back), toJson(record));
        QCOMPARE(back->running, record.running);
        QCOMPARE(keyOf(*back), keyOf(record));
        QVERIFY(std::isnan(back->tpotMs));
        QCOMPARE(numberNamed(back->facts, "depth"), 0.5);
        QVERIFY(std::isnan(numberNamed(back->facts, "width")));
        QVERIFY(!back->failed());
    }

    void aProblemKeepsItsWords() {
        EvalRecord record;
        record.task = record.subset = record.id = record.policy = "x";
        record.problem = phrase("at most %1", 3);
        const auto back = evalRecordOf(toJson(record), "x");
        QVERIFY(back.has_value() && back->failed());
        QCOMPARE(back->problem, record.problem);
        QVERIFY(toJson(*back).at("score").is_null());
    }

    void whatLacksItsKeyIsNoRecord() {
        const auto read = evalRecordOf({{"task", "x"}, {"subset", "y"}, {"id", 3}}, "results.jsonl, line 4");
        QVERIFY(!read.has_value());
        QVERIFY(read.error().sentence().starts_with("results.jsonl, line 4"));
    }
};

QTEST_GUILESS_MAIN(EvalRecordTest)
#include "eval_record_test.moc"
