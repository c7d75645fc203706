// SPDX-License-Identifier: Apache-2.0
/// Libraries of devices are found, and refused with the first reason that holds.
#include <QtTest>

#include "core/device/devices.h"

using namespace kvw;

namespace {

constexpr const char* kVariable = "KVW_DEVICE_LIBRARY";
constexpr const char* kEmulated = "KVW_EMULATED_DEVICES";

QString refusal(const char* name) {
    const auto device = openDevice(name);
    return device ? QString() : QString::fromStdString(device.error().sentence());
}

}  // namespace

class DevicesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void cleanup() {
        qunsetenv(kVariable);
        qunsetenv(kEmulated);
    }

    void emulatedOpensOnce() {
        const auto device = openDevice("emulated");
        QVERIFY2(device, refusal("emulated").toUtf8());
        QVERIFY((*device)->info().emulated);
        QVERIFY(describeDevice((*device)->info()).starts_with("emulated device, "));
        QCOMPARE(*openDevice("emulated"), *device);
    }

    void choicesBeginWithTheCpu() {
        const auto choices = deviceChoices();
        QVERIFY(choices.size() >= 3);
        QCOMPARE(choices[0].name, std::string("cpu"));
        QVERIFY(!choices[0].reason);
        QCOMPARE(choices[1].name, std::string("cuda"));
        QVERIFY(choices[1].reason.has_value() != choices[1].info.has_value());
        QCOMPARE(choices.back().name, std::string("emulated"));
        QVERIFY(!choices.back().reason);
        QVERIFY(choices.back().info && choices.back().info->emulated);
    }

    /// The first has the name of its kind; a number that is too large says how many there are.
    void severalHaveNumbers() {
        QCOMPARE(refusal("emulated:1"),
                 QString("--device: there is no device of this number; found emulated:1, expected a number below 1, as "
                         "many as there are."));
        qputenv(kEmulated, "2");
        const auto choices = deviceChoices();
        QCOMPARE(choices[choices.size() - 2].name, std::string("emulated"));
        QCOMPARE(choices.back().name, std::string("emulated:1"));
        QCOMPARE(std::string(choices.back().info->name), std::string("emulated device 1"));
        const auto first = openDevice("emulated:0"), second = openDevice("emulated:1");
        QVERIFY(first && second && *first != *second);
        QCOMPARE(*openDevice("emulated"), *first);
        QCOMPARE(std::string((*second)->info().name), std::string("emulated device 1"));
        QVERIFY(refusal("emulated:2").contains("found emulated:2, expected a number below 2"));
    }

    void namesAreWrittenInOneWay_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        for (const char* name : {"cpu", "cuda", "cuda:12", "emulated:1"}) {
            QTest::addRow("%s", name) << name << name;
        }
        QTest::addRow("cuda:0") << "cuda:0"
                                << "cuda";
        for (const char* wrong : {"", "tpu", "cpu:1", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cuda:99999999999"}) {
            QTest::addRow("not %s", wrong) << wrong << QString();
        }
    }
    void namesAreWrittenInOneWay() {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(deviceName(text.toStdString()).value_or("")), name);
    }

    /// Needs no driver, and finds no GPU without one.
    void theKernelsAreThere() {
#ifdef KVW_CUDA_KERNELS
        const std::optional<Error> why = deviceChoices()[1].reason;
        const QString said = why ? QString::fromStdString(why->sentence()) : QString();
        QVERIFY2(!why || said.contains("that can be used") || said.contains("too old"), said.toUtf8());
#else
        QSKIP("this build has no kernels for GPUs");
#endif
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<QString>("sentence");
        const QByteArray folder = KVW_BINARY_DIR "/tests/";
        QTest::addRow("no file") << QByteArray("/nowhere/lib.so")
                                 << "KVW_DEVICE_LIBRARY: there is no device library there";
        QTest::addRow("no library") << QByteArray(KVW_SOURCE_DIR "/CMakeLists.txt")
                                    << "the device library cannot be opened";
        QTest::addRow("another library") << QByteArray(KVW_BINARY_DIR "/lib/kvworkbench/libkvw_core.so")
                                         << "not a device library";
        QTest::addRow("version") << folder + "libkvw_wrong_abi.so"
                                 << "the device library belongs to another version of this program";
        QTest::addRow("driver") << folder + "libkvw_no_device.so"
                                << "there is no device of this kind that can be used; found no NVIDIA driver";
        QTest::addRow("age") << folder + "libkvw_old_device.so"
                             << "the device is too old; found A GPU of 2017, compute capability 7.0";
    }
    void refused() {
        QFETCH(QByteArray, library);
        QFETCH(QString, sentence);
        qputenv(kVariable, library);
        const QString said = refusal("cuda");
        QVERIFY2(said.contains(sentence), said.toUtf8());
    }

    /// A library of another kind does not answer for this one.
    void variableNamesOneKind() {
        qputenv(kVariable, KVW_BINARY_DIR "/tests/libkvw_no_device.so");
        QVERIFY2(openDevice("emulated"), refusal("emulated").toUtf8());
        const auto choices = deviceChoices();
        QVERIFY(choices[1].reason.has_value());
    }

    /// A choice says what the device is, without opening it.
    void choiceNamesTheDevice() {
        qputenv(kVariable, KVW_BINARY_DIR "/tests/libkvw_small_device.so");
        const auto choices = deviceChoices();
        QVERIFY(choices[1].info && !choices[1].reason);
        QCOMPARE(describeDevice(*choices[1].info), std::string("A small GPU, 1.0 MiB, driver CUDA 13.0"));
        const auto refused = checkWeightsFit(std::int64_t{3} << 20U, *choices[1].info);
        QVERIFY(!refused);
        QCOMPARE(refused.error().sentence(),
                 std::string("--device: the weights do not fit into the memory of the device; found 3.0 MiB, expected "
                             "at most 1.0 MiB, such as a quantised file."));
        QVERIFY(checkWeightsFit(std::int64_t{1} << 20U, *choices[1].info));
        const auto taken = checkWeightsFit(std::int64_t{1} << 20U, *choices[1].info, std::int64_t{1} << 19U);
        QVERIFY(!taken);
        QCOMPARE(
            taken.error().sentence(),
            std::string("--device: the weights do not fit into what is free of the device's memory; found 1.0 MiB, "
                        "expected at most 0.5 MiB, such as a quantised file."));
    }

    void unknownKind() {
        QVERIFY(refusal("tpu").contains("there is no such device; found tpu"));
    }
};

QTEST_GUILESS_MAIN(DevicesTest)
#include "devices_test.moc"
