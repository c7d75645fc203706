// SPDX-License-Identifier: Apache-2.0
#include "core/base/not_throwing.h"

#include <QtTest>
#include <stdexcept>

using namespace kvw;

class NotThrowingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatIsThrownIsAnError() {
        const auto memory = notThrowing("here", []() -> Result<int> { throw std::bad_alloc(); });
        QCOMPARE(memory.error().code, Code::OutOfMemory);
        const auto other = notThrowing("here", []() -> Result<void> { throw std::runtime_error("broken"); });
        QCOMPARE(other.error().code, Code::Internal);
        QVERIFY(other.error().sentence().find("broken") != std::string::npos);
        QVERIFY(other.error().sentence().find("here") != std::string::npos);
        QCOMPARE(notThrowing("here", []() -> Result<int> { return 3; }).value(), 3);
    }
};

QTEST_APPLESS_MAIN(NotThrowingTest)
#include "not_throwing_test.moc"
