// SPDX-License-Identifier: Apache-2.0
/// Backends are opened by their names; an emulated device stands for any that has memory of its own.
#include "core/engine/backend/backend.h"

#include <QtTest>

#include "core/model/families/decoder/decoder.h"
#include "kernels/device/device.h"
#include "tests/support/embedded.h"

using namespace kvw;
using namespace kvw::test;

class BackendTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void opensByName();
    void refusesOtherNames();
    void modelsKnowWhereTheyAre();
};

void BackendTest::opensByName() {
    const auto cpu = openBackend("cpu"), emulated = openBackend("emulated");
    QVERIFY(cpu && emulated);
    QVERIFY((*cpu)->name() == "cpu" && (*emulated)->name() == "emulated");
    QVERIFY((*cpu)->info() == nullptr);
    QVERIFY((*emulated)->info() != nullptr && (*emulated)->info()->emulated);
    QVERIFY((*cpu)->makeTensorSteps() && (*emulated)->makeTensorSteps());
}

void BackendTest::refusesOtherNames() {
    const auto opened = openBackend("tpu");
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, Code::BadUsage);
    QCOMPARE(opened.error().found.english(), std::string("tpu"));
}

void BackendTest::modelsKnowWhereTheyAre() {
    const auto files = ModelFiles::open(embeddedModel());
    QVERIFY(files);
    const auto decoder = loadDecoder(*files, {});
    QVERIFY(decoder);
    for (const char* name : {"cpu", "emulated"}) {
        const auto backend = openBackend(name);
        QVERIFY(backend);
        const auto model = (*backend)->put(*decoder);
        QVERIFY(model);
        QVERIFY((*model)->backend().name() == name);
        QVERIFY((*model)->makeSteps() != nullptr && (*model)->makePrompts() != nullptr);
    }
}

QTEST_GUILESS_MAIN(BackendTest)
#include "backend_test.moc"
