// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/next_tokens.h"

#include <QtTest>
#include <cmath>

using namespace kvw;

class NextTokensTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theLikeliestNextTokens() {
        const std::vector<float> before{0, 1, 2, 1, -9}, after{3, 1, 2, 1, -9};
        const auto next = likeliestNext(before, 3);
        QCOMPARE(next.size(), std::size_t{3});
        QCOMPARE(next[0].id, 2);
        QCOMPARE(next[1].id, 1);  // of equals the smaller
        const double sum = 1 + 2 * std::exp(1.0) + std::exp(2.0) + std::exp(-9.0);
        QVERIFY(std::abs(next[0].probability - std::exp(2.0) / sum) < 1e-6);
        QCOMPARE(likeliestNext(before, 9).size(), before.size());
        const auto text = [](std::int32_t id) { return std::string(1, static_cast<char>('a' + id)); };
        const std::string change = changeOfNext(before, after, text);
        QVERIFY2(change.rfind("\"a\" 7.2 % → 61.0 %", 0) == 0, change.c_str());
        QVERIFY(change.find("\"d\"") != std::string::npos && change.find("\"e\"") == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(NextTokensTest)
#include "next_tokens_test.moc"
