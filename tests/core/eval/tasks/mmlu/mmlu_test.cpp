// SPDX-License-Identifier: Apache-2.0
/// MMLU's layouts as samples.
#include <QTemporaryDir>
#include <QtTest>

#include "core/eval/tasks/mmlu/mmlu_prompt.h"
#include "core/eval/tasks/tasks.h"
#include "tests/core/eval/tasks/byte_tokenizer.h"
#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

class MmluData {
 public:
    void write(const std::string& name, const std::string& text) const { test::writeBytes(path() / name, text); }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] Result<std::unique_ptr<SampleSource>> open(const std::map<std::string, std::string>& options) const {
        return m_task->open({path(), m_tokenizer, 0, 42, test::optionValues(*m_task, options)});
    }
    [[nodiscard]] std::vector<Sample> samples(const std::map<std::string, std::string>& options) const {
        return test::allSamples(*test::require(open(options)));
    }

 private:
    QTemporaryDir m_folder;
    Tokenizer m_tokenizer = test::byteTokenizer();
    const Task* m_task = &kMmlu;
};

std::string row(const std::string& question, const char* answer) {
    return R"({"input": ")" + question + R"(", "A": "one", "B": "two", "C": "three", "D": "four", "target": ")" +
           answer + "\"}\n";
}

constexpr const char* kShots =
    "Multiple choice question about anatomy, with its answer:\n\n1. q1\n\nA. one\nB. two\nC. three\nD. four\n\n"
    "Answer:B\n\n"
    "Multiple choice question about anatomy, with its answer:\n\n2. q2\n\nA. one\nB. two\nC. three\nD. four\n\n"
    "Answer:D";
constexpr const char* kAsked =
    "\n\nMultiple choice question about anatomy:\n\n3. q3\n\nA. one\nB. two\nC. three\nD. four\n\nAnswer:";

}  // namespace

class MmluTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bothLayoutsGiveTheSamePrompts_data() {
        QTest::addColumn<int>("layout");
        QTest::newRow("a folder per subject") << 0;
        QTest::newRow("a folder per split") << 1;
        QTest::newRow("CSV with a header") << 2;
    }
    void bothLayoutsGiveTheSamePrompts() {
        QFETCH(int, layout);
        const MmluData data;
        const std::string tail = ",one,two,three,four,", header = layout == 2 ? "input,A,B,C,D,target\n" : "";
        if (layout == 0) {
            data.write("anatomy/train.jsonl", row("q1", "B"));
            data.write("anatomy/validation.jsonl", row("q2", "D"));
            data.write("anatomy/test.jsonl", row("q3", "C"));
        } else {
            data.write("data/dev/anatomy_dev.csv", header + "q1" + tail + "B\n");
            data.write("data/val/anatomy_val.csv", header + "\"q2\"" + tail + "D\n");
            data.write("data/test/anatomy_test.csv", header + "q3" + tail + "C\n");
        }
        const std::vector<Sample> samples = data.samples({{"subjects", "anatomy"}});
        QCOMPARE(samples.size(), 1U);
        QCOMPARE(samples[0].context, std::string(kShots));
        QCOMPARE(samples[0].question, std::string(kAsked));
        QVERIFY(samples[0].kind == AnswerKind::Choice);
        QCOMPARE(samples[0].subset, std::string("anatomy"));
        QCOMPARE(samples[0].id, std::string("0"));
        QCOMPARE(samples[0].references, std::vector<std::string>{"C"});
        QCOMPARE(samples[0].choices.size(), 4U);
        QVERIFY(!samples[0].chat);
    }

    void shotsAreTheFirst() {
        const MmluData data;
        std::string many;
        for (int i = 1; i <= 30; ++i) {
            many += row("s" + std::to_string(i), "A");
        }
        data.write("anatomy/train.jsonl", row("q1", "B") + "{\n");
        data.write("anatomy/validation.jsonl", many);
        data.write("anatomy/test.jsonl", row("q3", "C") + row("q4", "X") + row("q5", "A"));
        const auto source = test::require(data.open({{"subjects", "anatomy"}}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(samples.size(), 2U);
        QCOMPARE(samples[1].id, std::string("2"));
        QCOMPARE(source->malformed(), 2);
        const QString context = QString::fromStdString(samples[0].context);
        QCOMPARE(context.count("Answer:"), 20);
        QVERIFY(context.contains("\n\n20. s19\n\n"));
        QVERIFY(QString::fromStdString(samples[0].question).contains("\n\n21. q3\n\n"));
        const Sample alone = data.samples({{"subjects", "anatomy"}, {"shots", "0"}})[0];
        QVERIFY(alone.context.empty());
        QVERIFY(alone.question.starts_with("Multiple choice question about anatomy:\n\n1. q3"));
    }

    void otherWordsOfThePrompt() {
        const MmluData data;
        data.write("anatomy/train.jsonl", row("q1", "B"));
        data.write("anatomy/validation.jsonl", row("q2", "D"));
        data.write("anatomy/test.jsonl", row("q3", "C"));
        data.write("mmlu_prompt.json",
                   R"({"shot": "{number} {question} {A}:", "question": "{question} on {subject}"})");
        const Sample sample = data.samples({{"subjects", "anatomy"}})[0];
        QCOMPARE(sample.context, std::string("1 q1 one:B\n\n2 q2 one:D"));
        QCOMPARE(sample.question, std::string("\n\nq3 on anatomy"));
        data.write("mmlu_prompt.json", R"({"shot": "{number}", "question": "{question}"})");
        QVERIFY(data.open({{"subjects", "anatomy"}}).error().code == Code::BadInput);
    }

    void subjectsAreGroups() {
        const auto subjects = mmluSubjects();
        QCOMPARE(subjects.size(), 57U);
        QCOMPARE(std::count_if(subjects.begin(), subjects.end(), [](const MmluSubject& each) { return each.stem; }),
                 19);
        QVERIFY(std::is_sorted(subjects.begin(), subjects.end(),
                               [](const MmluSubject& a, const MmluSubject& b) { return a.name < b.name; }));
        const MmluData data;
        const auto source = data.open({});
        QVERIFY(source.error().code == Code::NotFound);
        QVERIFY(source.error().sentence().find("abstract_algebra") != std::string::npos);
    }

    void spellingsOfALetter() {
        QCOMPARE(mmluSpellings('B'), (std::vector<std::string>{"B", ":B", ": B", ":  B", "b", ":b", ": b", ":  b"}));
    }

    void malformedQuestionsAreSkipped() {
        const MmluData data;
        data.write("anatomy/test.jsonl",
                   R"({"input": "q", "A": null, "B": "two", "C": "three", "D": "four", "target": "A"})"
                   "\n"
                   R"({"input": 3, "A": "one", "B": "two", "C": "three", "D": "four", "target": "A"})"
                   "\n"
                   R"({"input": "q", "A": 1, "B": "two", "C": "three", "D": "four", "target": "A"})");
        const auto source = test::require(data.open({{"subjects", "anatomy"}, {"shots", "0"}}));
        QCOMPARE(test::allSamples(*source).size(), 1U);
        QCOMPARE(source->malformed(), 2);
    }

    void aHeaderNamesAllChoices() {
        const MmluData data;
        data.write("test/anatomy_test.csv", "Which?,A,x,y,D,C\n");
        QCOMPARE(data.samples({{"subjects", "anatomy"}, {"shots", "0"}}).size(), 1U);
        data.write("test/anatomy_test.csv", "input,A,B,C,D,target\n");
        QCOMPARE(data.samples({{"subjects", "anatomy"}, {"shots", "0"}}).size(), 0U);
    }

    void anotherLayoutIsAnError() {
        const MmluData data;
        data.write("anatomy/test.jsonl", R"({"question": "q", "choices": ["a", "b"], "answer": 1})");
        const auto sample = test::require(data.open({{"subjects", "anatomy"}, {"shots", "0"}}))->next();
        QVERIFY(!sample);
        QVERIFY(sample.error().sentence().find(
                    "found answer, choices, question, expected question, A, B, C, D, answer") != std::string::npos);
    }

    void aTokenizerWithoutTheLettersIsRefused() {
        const MmluData data;
        data.write("anatomy/test.jsonl", row("q", "C"));
        const auto open = [&](const Tokenizer& tokenizer) {
            return kMmlu.open(
                {data.path(), tokenizer, 0, 42, test::optionValues(kMmlu, {{"subjects", "anatomy"}, {"shots", "0"}})});
        };
        QVERIFY(open(test::asciiTokenizer("abcd")).has_value());  // either case is one of the spellings
        const auto refused = open(test::asciiTokenizer("AaCc"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().sentence(),
                 std::string("mmlu: the model's tokenizer lacks 2 characters of this task; found 'A' 'C', expected a "
                             "model whose tokenizer keeps every character of the task."));
    }

    void rightOrWrong() {
        Sample sample;
        sample.references = {"C"};
        Answer answer;
        const auto* const task = &kMmlu;
        QCOMPARE(task->score(sample, answer).value, 0.0);
        answer.choice = 2;
        QCOMPARE(task->score(sample, answer).value, 100.0);
        answer.choice = 3;
        QCOMPARE(task->score(sample, answer).value, 0.0);
    }
};

QTEST_GUILESS_MAIN(MmluTest)
#include "mmlu_test.moc"
