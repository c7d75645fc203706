// SPDX-License-Identifier: Apache-2.0
#include "core/base/comma_list.h"

#include <QtTest>

using namespace kvw;

class CommaListTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aListIsJoinedAgain() {
        QCOMPARE(joined(std::vector<std::string>{"a", "b", "c"}), std::string("a, b, c"));
        QCOMPARE(joined(std::vector<int>{1, 2}, " + ", [](int n) { return std::to_string(n); }), std::string("1 + 2"));
        QCOMPARE(joined(std::vector<std::string>()), std::string());
    }

    void partsHaveNoBlanksAroundThem() {
        using Texts = std::vector<std::string>;
        QCOMPARE(commaList(" a, b c,,\ta , "), (Texts{"a", "b c", "a"}));
        QVERIFY(commaList("").empty() && commaList(" ,").empty());
        QCOMPARE(commaList("policy"), Texts{"policy"});
    }
};

QTEST_APPLESS_MAIN(CommaListTest)
#include "comma_list_test.moc"
