// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "core/base/json/json_access.h"

using nlohmann::json;

class JsonAccessTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void membersOfTheRightTypeAreRead() {
        const nlohmann::ordered_json object{{"a", "text"}, {"b", 1.5}, {"c", -7}, {"d", true}, {"e", {{"f", 2}}}};
        QCOMPARE(kvw::textOf(object, "a"), std::string("text"));
        QCOMPARE(kvw::numberOf(object, "b"), 1.5);
        QCOMPARE(kvw::numberOf(object, "c"), -7.0);
        QCOMPARE(kvw::wholeOf(object, "c"), std::int64_t{-7});
        QVERIFY(kvw::flagOf(object, "d"));
        QCOMPARE(kvw::wholeOf(kvw::member(object, "e"), "f"), std::int64_t{2});
    }

    void othersReadAsEmpty() {
        for (const json& value : {json(), json(3), json("text"), json::array({1}), json{{"a", json::array()}}}) {
            QVERIFY(kvw::textOf(value, "a").empty());
            QVERIFY(std::isnan(kvw::numberOf(value, "a")));
            QCOMPARE(kvw::wholeOf(value, "a", 5), std::int64_t{5});
            QVERIFY(kvw::flagOf(value, "a", true) && !kvw::flagOf(value, "a"));
            QVERIFY(kvw::member(kvw::member(value, "b"), "c").is_null());
        }
    }

    void integersBeyondInt64DoNotWrap() {
        const json object = json::parse(R"({"most": 9223372036854775807, "more": 9223372036854775808, "part": 1.5})");
        QCOMPARE(kvw::wholeOf(object, "most"), std::numeric_limits<std::int64_t>::max());
        QVERIFY(!kvw::wholeOf(object["more"]) && !kvw::wholeOf(object["part"]));
    }
};

QTEST_APPLESS_MAIN(JsonAccessTest)
#include "json_access_test.moc"
