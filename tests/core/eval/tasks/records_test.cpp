// SPDX-License-Identifier: Apache-2.0
/// Records of files as people have them: marks, line ends, quotes, damage.
#include "core/eval/tasks/records.h"

#include <QTemporaryDir>
#include <QtTest>

#include "tests/core/eval/tasks/byte_tokenizer.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

/// Returns a line per record: its line, a colon, and its JSON or the sentence of its error without the folder.
QStringList readAs(const char* name, const std::string& bytes, std::vector<std::string> columns = {}) {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath(name).toStdString();
    test::writeBytes(file, bytes);
    auto reader = RecordReader::open(file, std::move(columns));
    const auto sentence = [&](const Error& error) {
        return QString::fromStdString(error.sentence()).remove(folder.path() + '/');
    };
    if (!reader) {
        return {sentence(reader.error())};
    }
    QStringList lines;
    for (int i = 0; i < 20; ++i) {
        const auto record = reader->next();
        if (record && !*record) {
            return lines;
        }
        lines += record ? QString::number((*record)->line) + ':' + QString::fromStdString((*record)->json.dump())
                        : sentence(record.error());
    }
    return lines;
}

}  // namespace

class RecordsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void recordsAreRead_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("records");
        const auto row = [](const char* what, const char* name, const QByteArray& bytes, const QStringList& records) {
            QTest::newRow(what) << QByteArray(name) << bytes << records;
        };
        row("lines", "a.jsonl", "{\"a\":1}\n\n{\"a\":\"x\\ny\"}", {"1:{\"a\":1}", "3:{\"a\":\"x\\ny\"}"});
        row("byte order mark, CRLF", "a.jsonl", "\xEF\xBB\xBF{\"a\":1}\r\n{\"a\":2}\r\n",
            {"1:{\"a\":1}", "2:{\"a\":2}"});
        row("array", "a.json", "[ {\"a\":[1,{\"b\":\"]\"}]},\n {\"a\":\"\\\"}\"} ]",
            {"1:{\"a\":[1,{\"b\":\"]\"}]}", "2:{\"a\":\"\\\"}\"}"});
        row("empty array", "a.json", "[]", {});
        row("array in data", "a.json", "{\"version\":\"2\",\"data\":[{\"a\":1},{\"a\":2}],\"more\":[3]}",
            {"1:{\"a\":1}", "1:{\"a\":2}"});
        row("array in rows", "a.json", "\n{\"rows\":\n[{\"a\":1}]}\n", {"3:{\"a\":1}"});
        row("lines that have rows", "a.json", "{\"rows\":[1]}\n{\"rows\":[2]}",
            {"1:{\"rows\":[1]}", "2:{\"rows\":[2]}"});
        row("one object", "a.json", "{\"a\":1}", {"1:{\"a\":1}"});
        row("one object in lines", "a.json", "{\n \"a\": 1,\n \"b\": [2]\n}\n", {"1:{\"a\":1,\"b\":[2]}"});
        row("nothing", "a.jsonl", "", {});
        row("csv", "a.csv", "a,b\r\n1,\"x, \"\"y\"\"\r\nz\"\r\n,\n",
            {"2:{\"a\":\"1\",\"b\":\"x, \\\"y\\\"\\r\\nz\"}", "4:{\"a\":\"\",\"b\":\"\"}"});
        row("csv, no line end", "a.csv",
            "\xEF\xBB\xBF"
            "a\n1",
            {"2:{\"a\":\"1\"}"});
    }
    void recordsAreRead() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, records);
        QCOMPARE(readAs(name.constData(), bytes.toStdString()), records);
    }

    void columnsOfAFileWithoutHeader() {
        QCOMPARE(readAs("a.csv", "1,2\n", {"x", "y"}), QStringList{"1:{\"x\":\"1\",\"y\":\"2\"}"});
    }

    void malformedRecordsAreSkipped_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("records");
        const auto row = [](const char* what, const char* name, const QByteArray& bytes, const QStringList& records) {
            QTest::newRow(what) << QByteArray(name) << bytes << records;
        };
        row("no JSON", "a.jsonl", "{\"a\":\n{\"a\":2}",
            {"a.jsonl, line 1: this is not valid JSON, or it is cut off.", "2:{\"a\":2}"});
        row("not UTF-8", "a.jsonl", "{\"a\":\"\xFF\"}\n{\"a\":2}",
            {"a.jsonl, line 1: this is not valid JSON, or it is cut off.", "2:{\"a\":2}"});
        row("no object", "a.json", "[1,{\"a\":2}]",
            {"a.json, line 1: the record is not valid; found 1, expected an object.", "1:{\"a\":2}"});
        row("a member twice", "a.jsonl", "{\"a\":1,\"b\":{\"a\":1},\"a\":2}\n{\"a\":2}",
            {"a.jsonl, line 1: member \"a\" is given twice.", "2:{\"a\":2}"});
        const QByteArray deep = QByteArray(101, '[') + QByteArray(101, ']');
        row("deep", "a.json", "[{\"a\":" + deep + "},{\"a\":2}]",
            {"a.json, line 1: the JSON is nested too deeply; expected at most 100 levels.", "1:{\"a\":2}"});
        row("array cut off", "a.json",
            "[{\"a\":1},\n{\"a\":", {"1:{\"a\":1}", "a.json, line 2: the array is cut off."});
        row("comma missing", "a.json", "[{\"a\":1} {\"a\":2}]",
            {"a.json, line 1: a comma or the end of the array is missing."});
        row("columns", "a.csv", "a,b\n1\n1,2",
            {"a.csv, line 2: the row has another number of columns; found 1, expected 2.",
             "3:{\"a\":\"1\",\"b\":\"2\"}"});
        row("quote misplaced", "a.csv", "a\n\"x\"y\nz\"\n\"\"z\n1",
            {"a.csv, line 2: a quote is misplaced.", "a.csv, line 3: a quote is misplaced.",
             "a.csv, line 4: a quote is misplaced.", "5:{\"a\":\"1\"}"});
        row("quote open", "a.csv", "a\n1\n\"x\n2", {"2:{\"a\":\"1\"}", "a.csv, line 3: a quote is not closed."});
        row("cell not UTF-8", "a.csv", "a\n\xFF\n1",
            {"a.csv, line 2: the record is not valid UTF-8.", "3:{\"a\":\"1\"}"});
    }
    void malformedRecordsAreSkipped() { recordsAreRead(); }

    void filesAreRefused_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("other ending")
            << QByteArray("a.txt") << QByteArray("x")
            << "a.txt: this is no file of records; found .txt, expected .jsonl, .json or .csv.";
        QTest::newRow("UTF-16") << QByteArray("a.jsonl") << QByteArray("\xFF\xFE{\0", 4)
                                << "a.jsonl: the file is UTF-16; expected UTF-8.";
        QTest::newRow("empty CSV") << QByteArray("a.csv") << QByteArray()
                                   << "a.csv: the file is empty; expected a row with the names of the columns.";
        QTest::newRow("name twice") << QByteArray("a.csv") << QByteArray("x,y,x\n")
                                    << "a.csv, line 1: two columns have the same name; found x, y, x.";
    }
    void filesAreRefused() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        QCOMPARE(readAs(name.constData(), bytes.toStdString()), QStringList{sentence});
    }

    void parquetNamesItsConversion() {
        const QStringList said = readAs("test-0.parquet", "PAR1");
        QVERIFY2(said.constFirst().contains("pandas.read_parquet('test-0.parquet').to_json('test-0.jsonl', "
                                            "orient='records', lines=True)"),
                 qPrintable(said.constFirst()));
    }

    void aMissingFileIsNotFound() {
        const auto reader = RecordReader::open("/nowhere/a.jsonl");
        QVERIFY(!reader && reader.error().code == Code::NotFound);
    }

    void aRecordOfManyMegabytesIsRead() {
        const std::string text(std::size_t{20} << 20, 'x');
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("a.csv").toStdString();
        test::writeBytes(file, "a\n\"" + text + "\"\n");
        auto reader = RecordReader::open(file);
        const auto record = reader.value().next();
        QVERIFY(record && *record);
        QVERIFY((*record)->json["a"] == text);
    }

    void missingMembersAreNamed() {
        const Record record{nlohmann::json{{"a", 1}, {"b", 2}}, 7};
        QVERIFY(checkMembers(record, "x.json", {"a", "b"}).has_value());
        const auto checked = checkMembers(record, "x.json", {"a", "c"});
        QCOMPARE(QString::fromStdString(checked.error().sentence()),
                 QString("x.json, line 7: the record has no member \"c\"; found a, b, expected a, c."));
    }
};

QTEST_GUILESS_MAIN(RecordsTest)
#include "records_test.moc"
