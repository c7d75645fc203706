// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/policy_form.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/manifest_words.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/marking.h"

using namespace kvw;
using namespace kvw::wb;

class PolicyFormTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void rangesAndNeedsOfShippedPluginsAreInTheWindowsLanguage() {
        QCOMPARE(needWords("last w rows at prefill", 32), QStringLiteral("last 32 rows at prefill"));
        QCOMPARE(needWords("last w rows at prefill"), QStringLiteral("last w rows at prefill"));
        tests::Marking marking("kvw::wb::ManifestWords");
        QVERIFY(QCoreApplication::installTranslator(&marking));
        for (const PluginEntry& entry : m_catalog.entries()) {
            for (const std::string& need : entry.manifest.needs) {
                QVERIFY2(needWords(need).startsWith(QLatin1Char('<')), need.c_str());
            }
            for (const Provided& provided : entry.manifest.provides) {
                for (const ParameterSpec& spec : provided.parameters) {
                    tests::Marking ranges("kvw::wb::Engine");
                    QVERIFY(QCoreApplication::installTranslator(&ranges));
                    QVERIFY2(phraseText(spec.range()).startsWith(QLatin1Char('<')), spec.rangeText().c_str());
                    QCoreApplication::removeTranslator(&ranges);
                }
            }
        }
        QCoreApplication::removeTranslator(&marking);
    }
    void initTestCase() {
        m_catalog = tests::manifestCatalog(m_folder);
        QVERIFY(!m_catalog.all(PluginKind::Policy).empty());
    }
    void everyManifestYieldsAFormThatRoundTrips() {
        QStringList ids;
        for (const PluginKind kind : {PluginKind::Policy, PluginKind::Reader, PluginKind::Codec}) {
            for (const Catalog::Found& found : m_catalog.all(kind)) {
                const QString id = QString::fromStdString(found.provided->id);
                ids += id;
                ids += kind == PluginKind::Codec
                           ? QStringList{QStringLiteral("streaming@") + id, QStringLiteral("recency+uniform@") + id}
                           : QStringList{};
            }
        }
        for (const QString& id : ids) {
            PolicyForm form;
            QVERIFY2(form.load(m_catalog, id).has_value(), qPrintable(id));
            QCOMPARE(form.policyText(), id);
            for (ParameterModel* parameter : form.parameters()) {
                change(*parameter);
                QVERIFY2(parameter->error().isEmpty(),
                         qPrintable(id + " " + parameter->name() + ": " + parameter->error()));
            }
            const QString text = form.policyText();
            const auto resolved = resolvePolicy(m_catalog, text.toStdString());
            QVERIFY2(resolved.has_value(), qPrintable(text));
            if (!resolved->composed()) {  // a composition has a shorter form, with prefixes only where they are needed
                QCOMPARE(QString::fromStdString(resolved->text), text);
            }
            PolicyForm again;
            QVERIFY(again.load(m_catalog, text).has_value());
            QCOMPARE(again.policyText(), text);
        }
    }
    void compositionsHaveBothPartsAndTheirOwn() {
        PolicyForm form;
        QVERIFY(
            form.load(m_catalog, QStringLiteral("recency+uniform:capacity=64,sinks=4,schedule=every:7")).has_value());
        QVERIFY(form.parameter(QStringLiteral("sinks")) != nullptr);
        QVERIFY(form.parameter(QStringLiteral("budget.capacity")) != nullptr);
        const auto resolved = resolvePolicy(m_catalog, form.policyText().toStdString());
        QVERIFY2(resolved.has_value(), qPrintable(form.policyText()));
        QCOMPARE(resolved->cutInterval, 7);
        QCOMPARE(resolved->sinks, 4);
    }
    void aRefusedValueStaysTypedAndHasNoEffect() {
        PolicyForm form;
        QVERIFY(form.load(m_catalog, QStringLiteral("streaming")).has_value());
        ParameterModel* recent = form.parameter(QStringLiteral("recent"));
        recent->type(QStringLiteral("-3"));
        QCOMPARE(recent->typed(), QStringLiteral("-3"));
        QCOMPARE(recent->text(), QStringLiteral("508"));
        QVERIFY(recent->error().contains("at least 1"));
        QCOMPARE(form.error(), recent->error());
    }
    void aRowIsGreyWhileAnotherMakesItUseless() {
        PolicyForm form;
        QVERIFY(form.load(m_catalog, QStringLiteral("streaming")).has_value());
        ParameterModel* slack = form.parameter(QStringLiteral("slack"));
        QVERIFY(!slack->enabled());
        QVERIFY(slack->disabledBecause().contains("Max drop"));
        form.parameter(QStringLiteral("max-drop"))->type(QStringLiteral("8"));
        QVERIFY(slack->enabled());
    }
    void aRowSaysAllThatWouldMakeItUseful() {
        PolicyForm form;
        QVERIFY(form.load(m_catalog, QStringLiteral("snapkv")).has_value());
        const ParameterModel* order = form.parameter(QStringLiteral("group-order"));
        QVERIFY(order->enabled());
        form.parameter(QStringLiteral("pool"))->type(QStringLiteral("avg"));
        QVERIFY(order->disabledBecause().contains(" or "));
        form.parameter(QStringLiteral("group-reduce"))->type(QStringLiteral("max"));
        QVERIFY(order->enabled());
        form.parameter(QStringLiteral("kernel"))->type(QStringLiteral("1"));
        QVERIFY(!order->enabled());
    }
    void sliderPositionsRoundTripAtBothEnds() {
        for (const Catalog::Found& found : m_catalog.all(PluginKind::Policy)) {
            for (const ParameterSpec& spec : found.provided->parameters) {
                ParameterModel parameter(spec, QString::fromStdString(spec.name));
                for (int at = 0; parameter.hasSlider() && at <= ParameterModel::kSliderSteps; at += 50) {
                    parameter.setValue(parameter.valueAt(at));
                    QVERIFY2(parameter.error().isEmpty(), qPrintable(parameter.error()));
                }
            }
        }
    }
    void sliderPositionsStayInRangesOfAnyLength() {
        for (const ParameterType type : {ParameterType::Integer, ParameterType::Number}) {
            for (const bool excluded : {false, true}) {
                for (const bool odd : {false, true}) {
                    ParameterSpec spec;
                    spec.name = "length";
                    spec.type = type;
                    spec.odd = odd && type == ParameterType::Integer;
                    spec.minimum = 1;
                    spec.maximum = spec.odd ? 16 : 11;
                    spec.maximumExclusive = excluded;
                    spec.step = spec.odd ? 1 : 4;
                    spec.defaultValue = type == ParameterType::Integer ? sdk::Value(std::int64_t{1}) : sdk::Value(1.0);
                    ParameterModel parameter(spec, QStringLiteral("length"));
                    QVERIFY(parameter.hasSlider());
                    for (int at = 0; at <= ParameterModel::kSliderSteps; at += 50) {
                        parameter.setValue(parameter.valueAt(at));
                        QVERIFY2(parameter.error().isEmpty(), qPrintable(parameter.error()));
                    }
                }
            }
        }
    }
    void aShareIsTurnedInPerCent() {
        PolicyForm form;
        QVERIFY(form.load(m_catalog, QStringLiteral("snapkv:capacity=25%")).has_value());
        ParameterModel* capacity = form.parameter(QStringLiteral("capacity"));
        QCOMPARE(capacity->share(), std::optional<double>(25));
        QCOMPARE(capacity->sliderPosition(), ParameterModel::kSliderSteps / 4);
        for (int at = 0; at <= ParameterModel::kSliderSteps; at += 125) {
            capacity->setValue(capacity->valueAt(at));
            QVERIFY2(capacity->error().isEmpty(), qPrintable(capacity->error()));
        }
        QCOMPARE(form.policyText(), QStringLiteral("snapkv:capacity=100%"));
        capacity->type(QStringLiteral("64"));
        QVERIFY(!capacity->share());
        QCOMPARE(form.policyText(), QStringLiteral("snapkv:capacity=64"));
    }
    void listsAreTyped() {
        PolicyForm form;
        QVERIFY(form.load(m_catalog, QStringLiteral("cascade")).has_value());
        ParameterModel* sizes = form.parameter(QStringLiteral("sizes"));
        QVERIFY(!sizes->hasSlider());
        sizes->type(QStringLiteral("128/64/64"));
        QCOMPARE(form.policyText(), QStringLiteral("cascade:sizes=128/64/64"));
        QVERIFY(!form.parameter(QStringLiteral("window"))->enabled());
        sizes->type(QStringLiteral("128/-1"));
        QVERIFY(!sizes->error().isEmpty());
        QCOMPARE(form.policyText(), QStringLiteral("cascade:sizes=128/64/64"));
        sizes->type(QStringLiteral("auto"));
        QCOMPARE(form.policyText(), QStringLiteral("cascade"));
    }
    void resettingGivesThePlainId() {
        PolicyForm form;
        QVERIFY(form.load(m_catalog, QStringLiteral("streaming:recent=64")).has_value());
        QCOMPARE(form.policyText(), QStringLiteral("streaming:recent=64"));
        for (ParameterModel* row : form.parameters()) {
            row->reset();
        }
        QCOMPARE(form.policyText(), QStringLiteral("streaming"));
    }

 private:
    /// Another legal value.
    static void change(ParameterModel& parameter) {
        const ParameterSpec& spec = parameter.spec();
        if (spec.type == ParameterType::Flag) {
            parameter.setValue(!std::get<bool>(parameter.value()));
        } else if (!spec.choices.empty()) {
            parameter.type(QString::fromStdString(spec.choices.back()));
        } else if (parameter.hasSlider()) {
            parameter.setValue(parameter.valueAt(ParameterModel::kSliderSteps / 2));
        }
    }

    QTemporaryDir m_folder;
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(PolicyFormTest)
#include "policy_form_test.moc"
