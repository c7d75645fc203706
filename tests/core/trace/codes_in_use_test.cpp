// SPDX-License-Identifier: Apache-2.0
#include "core/trace/codes_in_use.h"

#include <QtTest>
#include <vector>

using namespace kvw;

class CodesInUseTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatIsWrittenIsRead() {
        for (const CodesInUse& codes :
             {CodesInUse{2, 3, 3, 128}, {3, 4.5, 5, 0}, {8, 8.0 + 32.0 / 48, 8.25, 1'000'000}}) {
            const std::vector<Finding> notes{"prunes to T* = 508", codesNote(codes)};
            const auto found = codesInUse(notes);
            QVERIFY(found.has_value());
            QCOMPARE(*found, codes);
        }
        QCOMPARE(codesNote({2, 3, 3, 128}).english(),
                 std::string("codes of 2 bits, with scales 3 for keys and 3 for values; the newest 128 tokens whole"));
    }
    void otherNotesAreNone() {
        std::vector<Finding> notes{"codes of 2 bits", codesNote({0, 3, 3, 1}), codesNote({2, 3, 3, 1}),
                                   codesNote({2, 3, 3, 1})};
        notes[2].parts[0] = "x";
        notes[3].parts.pop_back();
        QVERIFY(!codesInUse(notes).has_value());
        QVERIFY(!codesInUse({}).has_value());
    }
};

QTEST_APPLESS_MAIN(CodesInUseTest)
#include "codes_in_use_test.moc"
