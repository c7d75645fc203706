// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/word_match.h"

#include <QtTest>

using namespace kvw::wb;

class WordMatchTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void lettersInOrderMatch() {
        QVERIFY(matchWords(QStringLiteral("snap"), QStringLiteral("Policy: SnapKV (snapkv)")).has_value());
        QVERIFY(matchWords(QStringLiteral("pol snap"), QStringLiteral("Policy: SnapKV")).has_value());
        QVERIFY(matchWords(QStringLiteral("nxtprn"), QStringLiteral("Next prune event")).has_value());
        QVERIFY(!matchWords(QStringLiteral("prunex"), QStringLiteral("Next prune event")).has_value());
        QVERIFY(!matchWords(QStringLiteral("snap tova"), QStringLiteral("Policy: SnapKV")).has_value());
    }
    void whatBeginsAWordComesFirst() {
        const auto cost = [](const char* typed, const char* text) {
            return matchWords(QString::fromLatin1(typed), QString::fromLatin1(text)).value();
        };
        QVERIFY(cost("run", "Run") < cost("run", "Next prune event"));
        QVERIFY(cost("step", "Step 1") < cost("step", "First step"));
        QVERIFY(cost("step", "First step") < cost("step", "Save the plot"));
        QCOMPARE(cost("", "anything"), 0);
    }
};

QTEST_APPLESS_MAIN(WordMatchTest)
#include "word_match_test.moc"
