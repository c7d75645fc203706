// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/base/json/json_reader.h"

using namespace kvw;
using nlohmann::json;

namespace {

/// Returns the error of reading `value` with `read`; empty: there is none.
template <class Read>
QString errorOf(const json& value, const Read& read) {
    JsonDocument document("file.json", Code::BadInput);
    read(JsonObject(document, value, {}, {"name", "count", "share", "mode", "list", "part"}));
    return document.good() ? QString() : QString::fromStdString(document.error().sentence());
}

}  // namespace

class JsonReaderTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void membersAreRead() {
        const json value = json::parse(R"({"name": "a-b", "count": 3, "share": 0.5, "mode": "two", "list": ["x", "y"],
                                           "part": [{"count": 7}]})");
        const QString error = errorOf(value, [](const JsonObject& object) {
            QCOMPARE(object.kebab("name"), std::string("a-b"));
            QCOMPARE(object.integerOr("count", 1, 0, 3), std::int64_t{3});
            QCOMPARE(object.number("share").value_or(0), 0.5);
            QCOMPARE(object.wordOr("mode", {"one", "two"}), std::size_t{1});
            QCOMPARE(object.texts("list"), (std::vector<std::string>{"x", "y"}));
            QCOMPARE(object.objects("part", {"count"}).at(0).integerOr("count", 0), std::int64_t{7});
        });
        QCOMPARE(error, QString());
    }

    void absentMembersAndNullHaveTheirDefault() {
        for (const char* text : {"{}", R"({"name": null, "part": null, "count": null})"}) {
            const json value = json::parse(text);
            const QString error = errorOf(value, [](const JsonObject& object) {
                QVERIFY(!object.has("name") && !object.has("part"));
                QCOMPARE(object.textOr("name", "none"), std::string("none"));
                QCOMPARE(object.integerOr("count", 9), std::int64_t{9});
                QCOMPARE(object.wordOr("mode", {"one", "two"}, 1), std::size_t{1});
                QVERIFY(object.object("part").flagOr("on", true) && !object.number("share"));
            });
            QCOMPARE(error, QString());
        }
        const QString error =
            errorOf(json::object(), [](const JsonObject& object) { static_cast<void>(object.text("name")); });
        QCOMPARE(error, QStringLiteral("file.json: member \"name\" is wrong; found nothing, expected a text."));
    }

    void theFirstErrorNamesItsPath() {
        const auto read = [](const JsonObject& object) {
            for (const JsonObject& part : object.objects("part", {"count"})) {
                static_cast<void>(part.integerOr("count", 0, 0, 5));
            }
            object.word("mode", {"one", "two"});
        };
        QCOMPARE(errorOf(json::parse(R"({"mode": "two", "part": [{"count": 5}, {"count": 6}]})"), read),
                 QStringLiteral("file.json: member \"part[1].count\" is wrong; found 6, expected at most 5."));
        QCOMPARE(errorOf(json::parse(R"({"mode": "three"})"), read),
                 QStringLiteral("file.json: member \"mode\" is wrong; found \"three\", expected one of one, two."));
        QCOMPARE(errorOf(json::parse(R"({"nam": 1})"), read),
                 QStringLiteral("file.json: member \"nam\" is wrong; found an unknown member, expected \"name\"."));
        QCOMPARE(errorOf(json::parse("[1]"), read),
                 QStringLiteral("file.json: the document is wrong; found a list, expected an object."));
    }
};

QTEST_APPLESS_MAIN(JsonReaderTest)
#include "json_reader_test.moc"
