// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/prompt_template.h"

#include <QTemporaryDir>
#include <QtTest>

#include "tests/core/eval/tasks/byte_tokenizer.h"

using namespace kvw;
using namespace kvw::eval;

class PromptTemplateTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void contextEndsWithItsField() {
        const auto form =
            test::require(PromptTemplate::parse("Read: {context}\n{{Q}}: {input}?", "context", {"input"}, "x"));
        const auto filled = form.filled({{"context", "a {input} b"}, {"input", "who"}});
        QCOMPARE(filled.context, std::string("Read: a {input} b"));
        QCOMPARE(filled.question, std::string("\n{Q}: who?"));
    }

    void whatStandsBeforeTheContextBelongsToIt() {
        const auto form = test::require(PromptTemplate::parse("{input} {context}", "context", {"input"}, "x"));
        const auto filled = form.filled({{"context", "c"}, {"input", "i"}});
        QCOMPARE(filled.context, std::string("i c"));
        QCOMPARE(filled.question, std::string());
    }

    void otherTextsAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        int number = 0;
        for (const char* text : {"{context} {other}", "{context} {", "{context} }", "{}{context}", "no field", ""}) {
            QTest::addRow("text %d", number++) << QByteArray(text);
        }
    }
    void otherTextsAreRefused() {
        QFETCH(QByteArray, text);
        const auto form = PromptTemplate::parse(text.toStdString(), "context", {"input"}, "x");
        QVERIFY(!form && form.error().code == Code::BadInput);
        QVERIFY(QString::fromStdString(form.error().sentence()).startsWith("x: the template cannot be read"));
    }

    void filesAreFoundInConfig() {
        const QTemporaryDir folder;
        const std::filesystem::path data = folder.path().toStdString();
        const auto read = [&] { return PromptFiles::read(data, "p.json", "n.json"); };
        QVERIFY(read().error().code == Code::NotFound);
        QVERIFY(PromptFiles::read({}, "p.json", "n.json").error().code == Code::BadUsage);
        test::writeBytes(data / "config/p.json", R"({"a": "{context}", "b": "x"})");
        test::writeBytes(data / "n.json", R"({"a": 32})");
        const PromptFiles files = test::require(read());
        const auto of = [&](const char* subtask) { return files.of(subtask, "context", {}); };
        QCOMPARE(test::require(of("a")).newTokens, std::int64_t{32});
        QVERIFY(of("b").error().sentence().find("n.json") != std::string::npos);
        QVERIFY(of("c").error().sentence().find("p.json") != std::string::npos);
        test::writeBytes(data / "n.json", R"({"a": -1})");
        QVERIFY(read().error().code == Code::BadInput);
    }

    void recordsAreFoundByTheirEndings() {
        const QTemporaryDir folder;
        const std::filesystem::path data = folder.path().toStdString();
        test::writeBytes(data / "b/x.csv", "a");
        QCOMPARE(test::require(findRecordFile(data, {"a/", "b/"}, "x")), data / "b/x.csv");
        test::writeBytes(data / "b/x.jsonl", "{}");
        QCOMPARE(test::require(findRecordFile(data, {"a/", "b/"}, "x")), data / "b/x.jsonl");
        const auto missing = findRecordFile(data, {""}, "y");
        QVERIFY(missing.error().sentence().find("y.jsonl, y.json, y.csv") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(PromptTemplateTest)
#include "prompt_template_test.moc"
