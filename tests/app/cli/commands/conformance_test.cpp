// SPDX-License-Identifier: Apache-2.0
/// `kvw conformance`.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class ConformanceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void conformanceCountsOutcomes();
    void conformanceOfAPluginIsKept();
};

void ConformanceTest::conformanceCountsOutcomes() {
    const QTemporaryDir folder;
    QVERIFY(writeFile(folder.filePath("broken.json"), "{\"format\": "));
    QVERIFY(writeFile(
        folder.filePath("other.json"),
        R"({"format":"kvw-conformance-1","name":"other","about":"a policy nobody has","policy":{"id":"nobody","params":{}},
            "shape":{"layers":1,"query_heads":1,"kv_heads":1,"head_dim":2},"rope":null,"prompt":1,"decode":0,
            "prefill":{"schedule":"layer-major"},
            "tensors":{"explicit":{"q":[[[[1,0]]]],"k":[[[[1,0]]]],"v":[[[[1,0]]]]}},
            "expect":{"granularity":"layer","prefill":[[[0]]],"final":[[[0]]]}})"));
    const Outcome outcome = runKvw({"conformance", folder.path()});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.contains("FAIL broken: "), outcome.out.constData());
    QVERIFY2(outcome.out.contains("skip other: "), outcome.out.constData());
    QVERIFY(outcome.out.endsWith("0 passed, 1 failed, 1 skipped\n"));
}

void ConformanceTest::conformanceOfAPluginIsKept() {
    const QTemporaryDir folder;
    QProcessEnvironment state;
    state.insert("KVW_STATE_DIR", folder.path());
    QVERIFY(runKvw({"policies", "knorm"}, state).out.contains("not checked; kvw conformance --plugin knorm"));
    const Outcome outcome = runKvw({"conformance", "--plugin", "knorm", "--events"}, state);
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    const json plan = json::parse(lines.first().toStdString());
    QCOMPARE(plan["event"], "plan");
    QCOMPARE(lines.size(), plan["cases"].get<int>() + 1);
    QVERIFY(lines.size() > 1);
    const json first = json::parse(lines.at(1).toStdString());
    QCOMPARE(first["event"], "case");
    QCOMPARE(first["outcome"], "passed");
    QVERIFY(runKvw({"policies", "knorm"}, state).out.contains(QByteArray::number(lines.size() - 1) + " passed (20"));
    // Files that are named are no check of the plugin.
    QCOMPARE(runKvw({"conformance"}, state).code, 2);
    const Outcome unknown = runKvw({"conformance", "--plugin", "knrom"}, state);
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.oneSentence() && unknown.err.contains("knorm"), unknown.err.constData());
}

QTEST_GUILESS_MAIN(ConformanceTest)
#include "conformance_test.moc"
