// SPDX-License-Identifier: Apache-2.0
/// `kvw devices`, and what commands say of devices that are not there, are too small, or are of no use to them.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::withDeviceLibrary;
using nlohmann::json;

namespace {

/// Returns the entry of a device in the report of `kvw devices`; null: there is none.
json device(const std::string& name, const QProcessEnvironment& environment) {
    const json report = json::parse(runKvw({"devices", "--json"}, environment).out.toStdString(), nullptr, false);
    for (const json& each : report.value("devices", json::array())) {
        if (each["device"] == name) {
            return each;
        }
    }
    return nullptr;
}

}  // namespace

class DevicesCommandTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void listsThem() {
        const json cpu = device("cpu", withDeviceLibrary("no_device"));
        QVERIFY(cpu["total_bytes"].get<std::int64_t>() > 0 && cpu["reason"].is_null());
        const json emulated = device("emulated", withDeviceLibrary("no_device"));
        QCOMPARE(emulated["name"].get<std::string>(), std::string("emulated device"));
        QVERIFY(emulated["compute_capability"].is_null());
        QVERIFY(emulated["free_bytes"].get<std::int64_t>() > 0);
        const json small = device("cuda", withDeviceLibrary("small_device"));
        QCOMPARE(small["name"].get<std::string>(), std::string("A small GPU"));
        QCOMPARE(small["compute_capability"].get<std::string>(), std::string("9.0"));
        QCOMPARE(small["total_bytes"].get<std::int64_t>(), std::int64_t{1} << 20);
        QCOMPARE(small["free_bytes"].get<std::int64_t>(), std::int64_t{1} << 19);
        QCOMPARE(small["driver"].get<std::string>(), std::string("CUDA 13.0"));
    }

    void severalHaveNumbers() {
        const QProcessEnvironment two = with("KVW_EMULATED_DEVICES", "2");
        QCOMPARE(device("emulated", two)["name"].get<std::string>(), std::string("emulated device"));
        const json second = device("emulated:1", two);
        QCOMPARE(second["name"].get<std::string>(), std::string("emulated device 1"));
        QVERIFY(second["free_bytes"].get<std::int64_t>() > 0);
        const QStringList run{"run", "--prompt-tokens", "40", "--steps", "2", "--overwrite", "--out", bundle()};
        const Outcome made = runKvw(run + QStringList{"--device", "emulated:1"}, two);
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY2(made.out.contains("memory of emulated:1, emulated device 1"), made.out.constData());
        const json manifest = json::parse(readFile(bundle() + "/manifest.json").toStdString());
        QCOMPARE(manifest["device"].get<std::string>(), std::string("emulated:1"));
        QVERIFY(manifest["environment"]["gpu"].get<std::string>().starts_with("emulated device 1"));
        const Outcome refused = runKvw(run + QStringList{"--device", "emulated:2"}, two);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.oneSentence() && refused.err.contains("found emulated:2, expected a number below 2"),
                 refused.err.constData());
    }

    void lostDeviceKeepsTheRecord() {
        const Outcome outcome = runKvw(
            {"run", "--device", "emulated", "--prompt-tokens", "40", "--steps", "9", "--overwrite", "--out", bundle()},
            with("KVW_EMULATED_FAULT", "lost@4"));
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("the device was lost"), outcome.err.constData());
        const json manifest = json::parse(readFile(bundle() + "/manifest.json").toStdString());
        QCOMPARE(manifest["state"].get<std::string>(), std::string("failed"));
        const auto tokens = readFile(bundle() + "/steps.csv").count('\n') - 1;
        QVERIFY2(tokens > 40 && tokens <= 43, QByteArray::number(tokens).constData());
    }

    void benchMeasuresDecodeStepsThere() {
        const QStringList bench{"bench", "--device", "emulated", "--wait", "0", "--quiet"};
        const Outcome outcome = runKvw(bench + QStringList{"--part", "decode", "--policy", "full", "--steps", "1",
                                                           "--rounds", "1", "--held", "32", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const json report = json::parse(outcome.out.toStdString());
        QCOMPARE(report["device"].get<std::string>(), std::string("emulated"));
        QVERIFY(report["environment"]["gpu"].get<std::string>().starts_with("emulated device"));
        QVERIFY(report["decode"][0]["ms_per_token"].get<double>() > 0);
        QVERIFY(report["decode"][0]["time_over_sweep"].is_null());
        const Outcome refused = runKvw(bench + QStringList{"--part", "cache"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("this part measures the CPU; found cache"), refused.err.constData());
    }

    void saysWhyThereIsNone() {
        const json cuda = device("cuda", withDeviceLibrary("no_device"));
        QVERIFY(cuda["name"].is_null() && cuda["free_bytes"].is_null());
        QVERIFY(cuda["reason"].get<std::string>().find("no NVIDIA driver") != std::string::npos);
        const Outcome text = runKvw({"devices"}, withDeviceLibrary("no_device"));
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("cuda: --device: there is no device of this kind"), text.out.constData());
    }

    void oldDriverNamesBothVersions() {
        const QString folder = QStringLiteral(KVW_BINARY_DIR "/tests/old_driver");
        if (!QFile::exists(folder + "/libcuda.so.1")) {
            QSKIP("this build has no kernels for GPUs");
        }
        const json cuda = device("cuda", with("LD_LIBRARY_PATH", folder.toUtf8().constData()));
        const QString said = QString::fromStdString(cuda["reason"].get<std::string>());
        QVERIFY2(said.contains("an NVIDIA driver for CUDA 12.2, where CUDA 13.") && said.endsWith("expected cpu."),
                 said.toUtf8());
    }

    void runsAreRefused_data() {
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<QString>("sentence");
        QTest::addRow("no driver") << QByteArray("no_device")
                                   << "there is no device of this kind that can be used; found no NVIDIA driver";
        QTest::addRow("too small") << QByteArray("small_device")
                                   << "expected at most 0.5 MiB, such as a quantised file.";
    }
    void runsAreRefused() {
        QFETCH(QByteArray, library);
        QFETCH(QString, sentence);
        const Outcome outcome = runKvw({"run", "--device", "cuda", "--quiet"}, withDeviceLibrary(library.constData()));
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.oneSentence() && outcome.err.contains(sentence.toUtf8()), outcome.err.constData());
    }

    void runsSayWhatTheyTake() {
        const QStringList words{"run", "--device", "emulated", "--prompt-tokens", "40", "--steps", "3"};
        const Outcome outcome = runKvw(words + QStringList{"--json"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const json use = json::parse(outcome.out.toStdString())["device_memory"];
        QVERIFY(use["weight_bytes"].get<std::int64_t>() > 5'000'000);
        QCOMPARE(use["lanes"].size(), std::size_t{1});
        QVERIFY(use["lanes"][0]["cache_bytes"].get<std::int64_t>() > 0);
        const Outcome text = runKvw(words);
        QVERIFY2(text.out.contains("memory of emulated device"), text.out.constData());
    }

 private:
    static QProcessEnvironment with(const char* variable, const char* value) {
        QProcessEnvironment environment;
        environment.insert(QString::fromLatin1(variable), QString::fromLatin1(value));
        return environment;
    }
    [[nodiscard]] QString bundle() const { return m_folder.filePath("bundle"); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(DevicesCommandTest)
#include "devices_test.moc"
