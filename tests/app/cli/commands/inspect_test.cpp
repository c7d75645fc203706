// SPDX-License-Identifier: Apache-2.0
/// `kvw inspect` on models and bundles.
#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using kvw::test::makeBundle;
using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class InspectTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void inspectDescribesTheEmbeddedModel();
    void inspectListsTensors();
    void inspectSaysThatABundleIsWhole();
    void inspectFindsAChangedFile();

 private:
    static json inspectedModel() {
        return json::parse(runKvw({"inspect", "--json"}).out.toStdString(), nullptr, false);
    }
};

void InspectTest::inspectDescribesTheEmbeddedModel() {
    const json model = inspectedModel();
    QCOMPARE(model["architecture"].get<std::string>(), std::string("LlamaForCausalLM"));
    QCOMPARE(model["kv_bytes_per_token"]["f32"].get<std::int64_t>(), 2 * 4 * model["layers"].get<std::int64_t>() *
                                                                         model["kv_heads"].get<std::int64_t>() *
                                                                         model["head_dim"].get<std::int64_t>());
    const Outcome outcome = runKvw({"inspect"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("LlamaForCausalLM"));
}

void InspectTest::inspectListsTensors() {
    const Outcome outcome = runKvw({"inspect", KVW_SOURCE_DIR "/resources/demo-model/model", "--tensors"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("model.embed_tokens.weight"));
}

void InspectTest::inspectSaysThatABundleIsWhole() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const Outcome outcome = runKvw({"inspect", folder.filePath("b"), "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(json::parse(outcome.out.toStdString())["integrity"]["ok"].get<bool>());
}

void InspectTest::inspectFindsAChangedFile() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const QString file = folder.filePath("b/layers.csv");
    QVERIFY(writeFile(file, readFile(file) + "\n"));
    const Outcome outcome = runKvw({"inspect", folder.filePath("b")});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.contains("changed"), outcome.out.constData());
}

QTEST_GUILESS_MAIN(InspectTest)
#include "inspect_test.moc"
