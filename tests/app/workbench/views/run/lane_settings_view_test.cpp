// SPDX-License-Identifier: GPL-3.0-or-later
/// Positions and prefill of one lane: shown, chosen, and taken from the policy's work.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QtTest>

#include "app/workbench/views/run/lane_settings_view.h"
#include "app/workbench/views/run/policy_picker.h"

using namespace kvw;
using namespace kvw::wb;

class LaneSettingsViewTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_DATA_HOME", "/nonexistent");  // presets of whoever runs this are not its business
        PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        m_catalog = Catalog::scan(paths);
    }
    void init() {
        m_draft = std::make_unique<RunDraft>();
        RunSpec spec;
        spec.prompt = "Some text that is long enough to be read in more than one piece.";
        m_draft->setBase(spec);
        QVERIFY(m_draft->lanes().set(m_catalog, {"cascade:window=64", "snapkv:capacity=64"}).has_value());
        m_view = std::make_unique<LaneSettingsView>(*m_draft);
        m_view->show();
        connect(m_draft.get(), &RunDraft::changed, m_view.get(), &LaneSettingsView::follow);
    }
    void cleanup() {
        m_view.reset();
        m_draft.reset();
    }

    void nativeSettingsAreOneClick() {
        QVERIFY(child<QLabel>("native")->text().contains(QLatin1String("cache-rank positions, streaming:1 prefill")));
        QVERIFY(child<QPushButton>("takeNative")->isEnabled());
        QVERIFY(m_draft->preview().join(' ').contains(QLatin1String("cascade runs with original positions")));
        child<QPushButton>("takeNative")->click();
        QCOMPARE(m_draft->lanes().text(0),
                 QStringLiteral("cascade:window=64/positions=cache-rank/prefill=streaming:1"));
        QCOMPARE(m_draft->lanes().text(1), QStringLiteral("snapkv:capacity=64"));
        QVERIFY(!child<QPushButton>("takeNative")->isEnabled());
        QCOMPARE(child<QComboBox>("lanePositions")->currentText(), QStringLiteral("cache-rank"));
        QVERIFY(!m_draft->preview().join(' ').contains(QLatin1String("its work with")));
        const auto spec = m_draft->spec();
        QVERIFY2(spec.has_value(), spec ? "" : spec.error().sentence().c_str());
        QCOMPARE(spec->positions, Positions::Original);
        QCOMPARE(spec->policies.at(1), std::string("cascade:window=64/positions=cache-rank/prefill=streaming:1"));
        QVERIFY(m_draft->commandLine().contains(
            QLatin1String("--policy cascade:window=64/positions=cache-rank/prefill=streaming:1")));
    }

    void chosenByHandAndKeptByLane() {
        activate("lanePositions", 2);
        activate("lanePrefill", 2);
        QCOMPARE(m_draft->lanes().text(0),
                 QStringLiteral("cascade:window=64/positions=cache-rank/prefill=streaming:1"));
        QVERIFY(m_draft->lanes().select(m_catalog, 1).has_value());
        QCOMPARE(child<QComboBox>("lanePositions")->currentIndex(), 0);
        QVERIFY(m_draft->lanes().select(m_catalog, 0).has_value());
        QCOMPARE(child<QComboBox>("lanePositions")->currentIndex(), 2);
        activate("lanePositions", 0);
        activate("lanePrefill", 0);
        QCOMPARE(m_draft->lanes().text(0), QStringLiteral("cascade:window=64"));
    }

    /// A stream that was typed stays where the size changes; 0 is no noise.
    void noiseIsOfTheLane() {
        auto* noise = child<NumberBox>("laneJitter");
        QCOMPARE(noise->value(), 0.0);
        noise->setValue(8);
        QCOMPARE(m_draft->lanes().text(0), QStringLiteral("cascade:window=64/jitter=ulp:8"));
        QVERIFY(m_draft->commandLine().contains(QLatin1String("--policy cascade:window=64/jitter=ulp:8")));
        m_draft->form().setOwn({{}, {}, {}, Jitter{8, 3}});
        QCOMPARE(noise->value(), 8.0);
        noise->setValue(2);
        QCOMPARE(m_draft->lanes().text(0), QStringLiteral("cascade:window=64/jitter=ulp:2:3"));
        child<QPushButton>("takeNative")->click();
        QVERIFY(m_draft->lanes().text(0).endsWith(QLatin1String("/prefill=streaming:1/jitter=ulp:2:3")));
        QVERIFY(m_draft->lanes().select(m_catalog, 1).has_value());
        QCOMPARE(noise->value(), 0.0);
        QVERIFY(m_draft->lanes().select(m_catalog, 0).has_value());
        noise->setValue(0);
        QVERIFY(!m_draft->lanes().text(0).contains(QLatin1String("jitter")));
    }

    void whoChoosesIsNotWarnedBeforehand() {
        activate("lanePositions", 1);
        QVERIFY(m_draft->preview().join(' ').contains(QLatin1String("cascade runs with layer-major prefill")));
        activate("lanePrefill", 1);
        QCOMPARE(m_draft->lanes().text(0), QStringLiteral("cascade:window=64/positions=original/prefill=layer-major"));
        QVERIFY(!m_draft->preview().join(' ').contains(QLatin1String("its work with")));
        QVERIFY(child<QPushButton>("takeNative")->isEnabled());
    }

    /// A policy that needs the whole prompt is refused with the lane's prefill, not with the run's.
    void theLanesOwnPrefillIsWhatGoesTogether() {
        RunSpec spec = m_draft->base();
        spec.streamingPrefill = true;
        m_draft->setBase(spec);
        QVERIFY(!m_draft->spec().has_value());
        QVERIFY(m_draft->lanes().select(m_catalog, 1).has_value());
        activate("lanePrefill", 1);
        QVERIFY(m_draft->spec().has_value());
    }

    void presetsBringTheSettingsOfTheirWork() {
        PolicyPicker picker(m_draft->form());
        picker.setCatalog(m_catalog);
        for (auto* box : picker.findChildren<QComboBox*>()) {
            if (box->accessibleName() == QLatin1String("Preset")) {
                const int preset = box->findText(QStringLiteral("Paper, MMLU"), Qt::MatchStartsWith);
                QVERIFY(preset > 0);
                QMetaObject::invokeMethod(box, "activated", Q_ARG(int, preset));
            }
        }
        QCOMPARE(m_draft->lanes().text(0),
                 QStringLiteral("cascade:window=1024,cascades=2/positions=cache-rank/prefill=streaming:1"));
    }

 private:
    template <class Widget>
    Widget* child(const char* name) const {
        return m_view->findChild<Widget*>(QString::fromLatin1(name));
    }
    void activate(const char* name, int index) const {
        auto* box = child<QComboBox>(name);
        box->setCurrentIndex(index);
        QMetaObject::invokeMethod(box, "activated", Q_ARG(int, index));
    }

    Catalog m_catalog;
    std::unique_ptr<RunDraft> m_draft;
    std::unique_ptr<LaneSettingsView> m_view;
};

QTEST_MAIN(LaneSettingsViewTest)
#include "lane_settings_view_test.moc"
