// SPDX-License-Identifier: Apache-2.0
/// Limits of manifests: what a parameter acts with where its run has no room for what was typed.
#include "core/policy/host/choice/effective_values.h"

#include <QTest>

#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;

class EffectiveValuesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        auto json = test::manifestOf("limited");
        json["provides"] = nlohmann::ordered_json::parse(R"([
            {"kind": "policy", "id": "limited", "parameters": [
                {"name": "capacity", "type": "integer", "default": 512, "minimum": 0, "share": true, "limits": [{"at-most": "prompt"}]},
                {"name": "window", "type": "integer", "default": 32, "minimum": 1, "limits":
                    [{"at-most": "prompt - 1"}, {"at-most": "capacity", "if": "capacity!=0"}]},
                {"name": "recent", "type": "integer", "default": 0, "minimum": 0, "limits": [{"at-most": "capacity - window"}]},
                {"name": "floor", "type": "integer", "default": 0, "minimum": 0, "limits": [{"at-least": "window"}]},
                {"name": "skip", "type": "integer", "default": 0, "minimum": 0, "limits": [{"at-most": "layers"}]}]},
            {"kind": "scorer", "id": "plain"},
            {"kind": "budget", "id": "even", "parameters": [
                {"name": "capacity", "type": "integer", "default": 64, "minimum": 1, "limits": [{"at-most": "prompt"}]}]},
            {"kind": "budget", "id": "share", "parameters": [
                {"name": "capacity", "type": "number", "default": 0.5, "minimum": 0}]}])");
        m_folder.add(json);
        m_catalog = Catalog::scan(m_folder.paths());
        QVERIFY2(m_catalog.findAlone("limited").has_value(), m_catalog.entries().at(0).reason.english().c_str());
    }

    void values_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QStringList>("sentences");
        const QString lower = "limited:floor=100,";
        QTest::newRow("room") << lower + "capacity=256" << QStringList{};
        QTest::newRow("prompt") << lower + "capacity=4096"
                                << QStringList{"capacity 4096 typed, 300 in effect: the prompt has 300 tokens"};
        QTest::newRow("by default") << QString("limited:floor=100")
                                    << QStringList{"capacity 512 by default, 300 in effect: the prompt has 300 tokens"};
        QTest::newRow("less") << lower + "capacity=0,window=300"
                              << QStringList{"window 300 typed, 299 in effect: the prompt has 300 tokens",
                                             "floor 100 typed, 300 in effect: window is 300"};
        QTest::newRow("another") << lower + "capacity=16"
                                 << QStringList{"window 32 by default, 16 in effect: capacity is 16"};
        QTest::newRow("difference") << lower + "capacity=64,recent=40"
                                    << QStringList{"recent 40 typed, 32 in effect: capacity is 64 and window is 32"};
        QTest::newRow("not below the minimum")
            << lower + "capacity=8,window=8,recent=3"
            << QStringList{"recent 3 typed, 0 in effect: capacity is 8 and window is 8"};
        QTest::newRow("layers") << lower + "capacity=64,skip=9"
                                << QStringList{"skip 9 typed, 6 in effect: the model has 6 layers"};
        QTest::newRow("share") << lower + "capacity=25%"
                               << QStringList{"capacity 25% typed, 75 in effect: the prompt has 300 tokens"};
        QTest::newRow("limited by a share")
            << lower + "capacity=5.5%"
            << QStringList{"capacity 5.5% typed, 16 in effect: the prompt has 300 tokens",
                           "window 32 by default, 16 in effect: capacity is 16"};
        QTest::newRow("composition") << QString("plain+even:capacity=16,sinks=4,recent=20")
                                     << QStringList{"recent 20 typed, 16 in effect: capacity is 16",
                                                    "sinks 4 typed, 0 in effect: capacity is 16 and recent is 20"};
        QTest::newRow("a capacity that is no count") << QString("plain+share:sinks=4,recent=20") << QStringList{};
        QTest::newRow("prefix") << QString("plain+even:capacity=500")
                                << QStringList{"budget.capacity 500 typed, 300 in effect: the prompt has 300 tokens"};
    }
    void values() {
        QFETCH(QString, policy);
        QFETCH(QStringList, sentences);
        const auto resolved = resolvePolicy(m_catalog, policy.toStdString());
        QVERIFY2(resolved.has_value(), resolved ? "" : resolved.error().sentence().c_str());
        QStringList said;
        for (const EffectiveValue& value : effectiveValues(*resolved, {300, 6})) {
            const Finding warning = value.warning();
            said += QString::fromStdString(warning.english());
            QVERIFY(tellsEffective(warning, value.name, value.typed));
            QVERIFY(!tellsEffective(warning, value.name + "x", value.typed));
            QVERIFY(!tellsEffective(warning, value.name, value.typed + "0"));
            QVERIFY(!tellsEffective(warning.english(), value.name, value.typed));
        }
        QCOMPARE(said, sentences);
    }

    void nothingIsSaidOfWhatIsNotKnown() {
        const auto resolved = resolvePolicy(m_catalog, "limited:capacity=4096,floor=100,skip=9");
        QVERIFY(resolved.has_value());
        QVERIFY(effectiveValues(*resolved, {}).empty());
    }

 private:
    test::PluginFolder m_folder;
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(EffectiveValuesTest)
#include "effective_values_test.moc"
