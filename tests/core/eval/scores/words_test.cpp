// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/words.h"

#include <QtTest>

using namespace kvw::eval;

class WordsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void wordsAreBetweenWhiteSpaceOfAnyKind() {
        QCOMPARE(words("\ta\u00A0b\u3000 c\x1F"), (std::vector<std::string_view>{"a", "b", "c"}));
        QCOMPARE(words(" \n"), std::vector<std::string_view>());
        QCOMPARE(stripped("\n a b\u2003"), std::string_view("a b"));
        QCOMPARE(stripped("  "), std::string_view());
    }

    void lowerCaseIsUnicode() {
        QCOMPARE(lowered("\u00C4\u03A3"), std::string("\u00E4\u03C2"));  // a final sigma
        QCOMPARE(lowered(""), std::string());
    }

    void illFormedBytesAreOneReplacement() {
        QCOMPARE(codePoints("a\xFF" "b"), std::u32string(U"a\uFFFDb"));
        QCOMPARE(words("a\xFF" " b").size(), std::size_t{2});
    }

    void digitsRunTogether() {
        QCOMPARE(digitRuns("a12b3 \u0664"), (std::vector<std::string_view>{"12", "3", "\u0664"}));
    }

    void theCommonSubsequenceIsTheLongest() {
        QCOMPARE(commonLength({1, 2, 3, 2, 4}, {2, 3, 4, 2}), std::size_t{3});
        QCOMPARE(commonLength({}, {1}), std::size_t{0});
        QCOMPARE(commonCount<int>({1, 1, 2}, {1, 2, 2, 3}), std::size_t{2});
    }
};

QTEST_APPLESS_MAIN(WordsTest)
#include "words_test.moc"
