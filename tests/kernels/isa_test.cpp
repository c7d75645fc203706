// SPDX-License-Identifier: Apache-2.0
#include "kernels/isa.h"

#include <QtTest>

using namespace kvw;

class IsaTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void cleanup() { qunsetenv("KVW_ISA"); }

    void environmentChoosesBeforeFirstUse() {
        // Runs first: nothing in this process has used a kernel yet.
        qputenv("KVW_ISA", "portable");
        QCOMPARE(activeIsa(), "portable");
    }

    void portableIsAlwaysAvailable() {
        QVERIFY(isaAvailable(Isa::Portable));
        QVERIFY(selectIsa(Isa::Portable));
        QCOMPARE(activeIsa(), "portable");
    }

    void selectionFollowsAvailability() {
        for (const Isa isa : {Isa::Avx2, Isa::Avx512, Isa::Avx512Vnni, Isa::Amx, Isa::Portable}) {
            const std::string before = activeIsa();
            QCOMPARE(selectIsa(isa), isaAvailable(isa));
            QCOMPARE(std::string(activeIsa()), isaAvailable(isa) ? isaName(isa) : before);
        }
    }

    void noRequestNoWarning() { QCOMPARE(isaWarning(), std::string{}); }

    void fulfilledRequestNoWarning() {
        qputenv("KVW_ISA", "portable");
        QCOMPARE(isaWarning(), std::string{});
    }

    void unknownRequestIsNamed() {
        qputenv("KVW_ISA", "sse9");
        const QString warning = QString::fromStdString(isaWarning());
        QVERIFY2(warning.contains("KVW_ISA=sse9"), qPrintable(warning));
        QVERIFY2(warning.contains("portable, avx2, avx512, avx512vnni, amx"), qPrintable(warning));
    }
};

QTEST_GUILESS_MAIN(IsaTest)
#include "isa_test.moc"
