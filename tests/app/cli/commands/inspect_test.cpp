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
using kvw::test::withDeviceLibrary;
using kvw::test::writeFile;
using nlohmann::json;

class InspectTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void inspectDescribesTheEmbeddedModel();
    void inspectListsTensors();
    void inspectSaysThatABundleIsWhole();
    void inspectFindsAChangedFile();
    void inspectSaysWhatFitsADevice();

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
    const Outcome asked = runKvw({"inspect", folder.filePath("b"), "--device", "emulated"});
    QVERIFY2(asked.err.contains("--device: a bundle is not asked what fits"), asked.err.constData());
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

void InspectTest::inspectSaysWhatFitsADevice() {
    const auto fitOn = [](const QStringList& words, const char* library) {
        const Outcome outcome = runKvw(QStringList{"inspect", "--json"} + words, withDeviceLibrary(library));
        return json::parse(outcome.out.toStdString(), nullptr, false)["fit"]["device"];
    };
    json fit = fitOn({"--device", "emulated", "--policy", "streaming:recent=60", "--context", "1k"}, "no_device");
    for (const char* part : {"weights", "with_full_cache", "with_policy"}) {
        QCOMPARE(fit[part].get<std::string>(), std::string("fits"));
    }
    const auto lane = [&](const char* name) { return fit[name]["cache_bytes"].get<std::int64_t>(); };
    QVERIFY(lane("lane_policy") > 0 && lane("lane_full") > lane("lane_policy"));
    QVERIFY(fit["lane_full"]["row_bytes"].get<std::int64_t>() > 0 && !fit.contains("what_would_fit"));
    fit = fitOn({"--device", "emulated", "--policy", "kivi:bits=2", "--context", "1k"}, "no_device");
    QCOMPARE(lane("lane_policy"), lane("lane_full"));  // a device holds what the codec gives back

    fit = fitOn({"--device", "emulated", "--context", "1024M"}, "no_device");
    QCOMPARE(fit["with_full_cache"].get<std::string>(), std::string("does not fit"));
    QVERIFY(fit["what_would_fit"].get<std::string>().find("a policy with a smaller budget") != std::string::npos);

    fit = fitOn({"--device", "cuda"}, "small_device");
    QCOMPARE(fit["weights"].get<std::string>(), std::string("does not fit"));
    QCOMPARE(fit["what_would_fit"].get<std::string>(), std::string("a quantised file"));

    fit = fitOn({"--device", "cuda"}, "no_device");
    QVERIFY(fit["reason"].get<std::string>().find("no NVIDIA driver") != std::string::npos);
    QVERIFY(!fit.contains("weights"));
}

QTEST_GUILESS_MAIN(InspectTest)
#include "inspect_test.moc"
