// SPDX-License-Identifier: Apache-2.0
#include "core/base/catch_exceptions.h"

#include <QtTest>
#include <stdexcept>

using namespace kvw;

class CatchExceptionsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatIsThrownIsAnError() {
        const auto memory = catchExceptions("here", []() -> Result<int> { throw std::bad_alloc(); });
        QCOMPARE(memory.error().code, Code::OutOfMemory);
        const auto other = catchExceptions("here", []() -> Result<void> { throw std::runtime_error("broken"); });
        QCOMPARE(other.error().code, Code::Internal);
        QVERIFY(other.error().sentence().find("broken") != std::string::npos);
        QVERIFY(other.error().sentence().find("here") != std::string::npos);
        QCOMPARE(catchExceptions("here", []() -> Result<int> { return 3; }).value(), 3);
    }
};

QTEST_APPLESS_MAIN(CatchExceptionsTest)
#include "catch_exceptions_test.moc"
