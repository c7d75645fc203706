// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/ruler/ruler_files.h"

#include <QTemporaryDir>
#include <QtTest>

#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using eval::Record;
using eval::Sample;
namespace fs = std::filesystem;
using nlohmann::json;

class RulerFilesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_path = m_folder.path().toStdString();
    }

    void theContextEndsWhereTheQuestionBegins_data() {
        QTest::addColumn<QByteArray>("task");
        QTest::addColumn<QByteArray>("context");
        QTest::addColumn<QByteArray>("question");
        QTest::newRow("one") << QByteArray("niah_single_1") << QByteArray("A text.\n")
                             << QByteArray("What is the special magic number for x?");
        QTest::newRow("several") << QByteArray("niah_multiquery") << QByteArray("A text. ")
                                 << QByteArray("What are all the special magic numbers for x?");
        QTest::newRow("behind a worked example")
            << QByteArray("vt") << QByteArray("A. Question: Find. Answer: X\n\nB\n") << QByteArray("Question: Find y");
        QTest::newRow("words") << QByteArray("cwe") << QByteArray("1. a\nQuestion: one\n2. b\n")
                               << QByteArray("Question: What are the words?");
        QTest::newRow("the second instruction")
            << QByteArray("qa_2") << QByteArray("Answer the question based on the given documents. D\n\n")
            << QByteArray("Answer the question based on the given documents. E\n\nQuestion: F?");
    }
    void theContextEndsWhereTheQuestionBegins() {
        QFETCH(QByteArray, task);
        QFETCH(QByteArray, context);
        QFETCH(QByteArray, question);
        const std::string input = context.toStdString() + question.toStdString();
        for (const bool inside : {false, true}) {
            const json record{{"index", 7},
                              {"input", input + (inside ? " It is" : "")},
                              {"outputs", {"1", "2"}},
                              {"length", 4000},
                              {"answer_prefix", " It is"}};
            const auto sample = eval::sampleOfValidation({record, 1}, "v.jsonl", task.toStdString());
            QVERIFY2(sample.has_value(), sample ? "" : sample.error().sentence().c_str());
            QCOMPARE(sample->context, context.toStdString());
            QCOMPARE(sample->question, question.toStdString());
            QCOMPARE(sample->answerPrefix, std::string(" It is"));
            QCOMPARE(sample->references, (std::vector<std::string>{"1", "2"}));
            QCOMPARE(sample->id, std::string("7"));
            QCOMPARE(sample->subset, task.toStdString());
            QCOMPARE(sample->newTokens, eval::rulerNewTokens(task.toStdString()));
        }
    }

    void malformedSamplesNameFileAndLine() {
        const auto refused = [](const json& record) {
            return eval::sampleOfValidation({record, 3}, "v.jsonl", "vt").error().sentence();
        };
        QCOMPARE(refused({{"input", "Nothing is asked."}, {"outputs", {"1"}}}),
                 std::string("v.jsonl, line 3: the input has no question of this task; found vt, expected a sample as "
                             "RULER's scripts write it."));
        QVERIFY(refused({{"input", "Question: x"}, {"outputs", 1}}).starts_with("v.jsonl, line 3: there is no answer"));
        const auto row = eval::sampleOfRow({{{"task", "vs"}, {"context", "a"}, {"answer", {"1"}}}, 4}, "test.jsonl");
        QCOMPARE(row.error().sentence(),
                 std::string("test.jsonl, line 4: this is not a task of RULER; found vs, expected "
                             "a task such as niah_single_1."));
        QVERIFY(!eval::sampleOfRow({{{"task", "vt"}, {"context", ""}, {"answer", {"1"}}}, 4}, "test.jsonl"));
    }

    void rowsOfKvpress() {
        const json row{{"context", "Text. "}, {"question", "What?"}, {"answer_prefix", "It is"},
                       {"answer", {"1"}},     {"task", "cwe"},       {"max_new_tokens", 99}};
        const Sample sample = eval::sampleOfRow({row, 12}, "test.jsonl").value();
        QCOMPARE(sample.subset, std::string("cwe"));
        QVERIFY(sample.id.empty());
        QCOMPARE(test::promptOf(sample), std::string("Text. What?It is"));
        QCOMPARE(sample.newTokens, std::int64_t{99});
    }

    void essaysAreWords() {
        const fs::path file = m_path / "PaulGrahamEssays.json";
        test::writeText(file, R"({"text": "One  two.\nThree"})");
        QCOMPARE(eval::readEssays(file, m_malformed).value(), (std::vector<std::string>{"One", "two.", "Three"}));
        const fs::path lines = m_path / "PaulGrahamEssays.jsonl";
        test::writeText(lines, "{\"text\": \"One\"}\n{\"text\": \"two\"}\n");
        QCOMPARE(eval::readEssays(lines, m_malformed).value(), (std::vector<std::string>{"One", "two"}));
        test::writeText(lines, "{\"text\": \" \"}\n");
        QVERIFY(!eval::readEssays(lines, m_malformed));
        test::writeText(lines, "{\"words\": \"One\"}\n");
        QVERIFY(!eval::readEssays(lines, m_malformed));
        m_refused = 0;
        test::writeText(lines, "{\"text\": 1}\n{\"text\": \"One\"}\n{\n{\"words\": \"two\"}\n{\"text\": \"three\"}\n");
        QCOMPARE(eval::readEssays(lines, m_malformed).value(), (std::vector<std::string>{"One", "three"}));
        QCOMPARE(m_refused, 3);
    }

    void numbersAreAnswers() {
        const json row{{"context", "a"}, {"task", "vt"}, {"answer", {1, "b"}}};
        QCOMPARE(eval::sampleOfRow({row, 1}, "f").value().references, (std::vector<std::string>{"1", "b"}));
        json wrong = row;
        wrong["answer"] = json::array({nullptr, "b"});
        QVERIFY(!eval::sampleOfRow({wrong, 1}, "f"));
    }

    void squad() {
        const fs::path file = m_path / "squad.json";
        const auto asked = [](const char* question, const char* answer, bool impossible) {
            json answers = json::array();
            if (!impossible) {
                answers = {{{"text", answer}}, {{"text", answer}}};
            }
            return json{{"question", question}, {"answers", answers}, {"is_impossible", impossible}};
        };
        const json article1{{"title", "T"},
                            {"paragraphs",
                             {{{"context", "First."}, {"qas", {asked("A?", "a", false), asked("B?", "", true)}}},
                              {{"context", "Second."}, {"qas", {asked("C?", "c", false)}}}}}};
        const json article2{{"title", "U"},
                            {"paragraphs", {{{"context", "Third."}, {"qas", {asked("D?", "d", false)}}}}}};
        test::writeText(file, json{{"version", "v2.0"}, {"data", {article1, article2}}}.dump());
        const auto set = eval::readSquad(file, m_malformed);
        QVERIFY2(set.has_value(), set ? "" : set.error().sentence().c_str());
        QCOMPARE(set->documents, (std::vector<std::string>{"First.", "Second.", "Third."}));
        QCOMPARE(set->items.size(), std::size_t{3});
        QCOMPARE(set->items[0].answers, (std::vector<std::string>{"a", "a"}));
        QCOMPARE(set->items[0].gold, std::vector<std::int64_t>{0});
        QCOMPARE(set->items[0].related, std::vector<std::int64_t>{1});
        QCOMPARE(set->items[2].question, std::string("D?"));
        QCOMPARE(set->items[2].gold, std::vector<std::int64_t>{2});
        QVERIFY(set->items[2].related.empty());
    }

    void hotpotQa() {
        const fs::path file = m_path / "hotpotqa.json";
        const auto document = [](const char* title, const char* one, const char* two) {
            return json::array({title, json::array({one, two})});
        };
        const json records = json::array(
            {{{"question", "A?"},
              {"answer", "a"},
              {"context", json::array({document("T", "One.", " Two."), document("U", "Three.", "")})}},
             {{"question", "B?"}, {"answer", "b"}, {"context", json::array({document("T", "One.", " Two.")})}}});
        test::writeText(file, records.dump());
        const auto set = eval::readHotpotQa(file, m_malformed);
        QVERIFY2(set.has_value(), set ? "" : set.error().sentence().c_str());
        QCOMPARE(set->documents, (std::vector<std::string>{"T\nOne. Two.", "U\nThree."}));
        QCOMPARE(set->items[0].gold, (std::vector<std::int64_t>{0, 1}));
        QCOMPARE(set->items[1].gold, std::vector<std::int64_t>{0});
        QCOMPARE(set->items[1].answers, std::vector<std::string>{"b"});
    }

 private:
    QTemporaryDir m_folder;
    fs::path m_path;
    int m_refused = 0;
    const eval::MalformedRecord m_malformed = [this](const Error&) { ++m_refused; };
};

QTEST_APPLESS_MAIN(RulerFilesTest)
#include "ruler_files_test.moc"
