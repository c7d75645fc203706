// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "core/session/engine.h"

using namespace kvw;

namespace {

Error refusal() {
    auto engine = openEngine();
    return engine.has_value() ? Error{} : engine.error();
}

bool says(const Error& error, const char* part) {
    return error.sentence().find(part) != std::string::npos;
}

}  // namespace

class EngineLoaderTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPathThatDoesNotExistIsNamed() {
        qputenv("KVW_ENGINE", "/nonexistent/engine.so");
        const Error error = refusal();
        QCOMPARE(error.code, Code::NotFound);
        QVERIFY(says(error, "/nonexistent/engine.so"));
        QVERIFY(says(error, "KVW_ENGINE"));
    }
    void aFileThatIsNoLibraryIsRefused() {
        QTemporaryDir folder;
        QFile file(folder.filePath("engine.so"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write("not a library"), 13);
        file.close();
        qputenv("KVW_ENGINE", file.fileName().toUtf8());
        const Error error = refusal();
        QCOMPARE(error.code, Code::BadInput);
        QVERIFY(says(error, "cannot be opened"));
    }
    void aLibraryWithoutTheFunctionIsRefused() {
        qputenv("KVW_ENGINE", KVW_FIXTURE_EMPTY);
        const Error error = refusal();
        QCOMPARE(error.code, Code::BadInput);
        QVERIFY(says(error, "kvwCreateEngine"));
    }
    void anEngineThatThrowsWhenItIsMadeIsRefused() {
        qputenv("KVW_ENGINE", KVW_FIXTURE_THROWS);
        const Error error = refusal();
        QCOMPARE(error.code, Code::Internal);
        QVERIFY(says(error, "out of luck"));
    }
    void anEngineIsMade() {
        qputenv("KVW_ENGINE", KVW_FIXTURE_WORKS);
        auto engine = openEngine();
        QVERIFY2(engine.has_value(), engine.has_value() ? "" : engine.error().sentence().c_str());
        QCOMPARE((*engine)->threads(), 2);
    }
};

QTEST_GUILESS_MAIN(EngineLoaderTest)
#include "engine_loader_test.moc"
