// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/lane_set.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fstream>

#include "app/workbench/session/draft/run_draft.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "tests/app/workbench/manifest_catalog.h"

using namespace kvw;
using namespace kvw::wb;

class LaneSetTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        m_catalog = tests::manifestCatalog(m_folder);
        QVERIFY(!m_catalog.all(PluginKind::Policy).empty());
    }

    void theFormEditsOneOfThem() {
        RunDraft draft;
        LaneSet& lanes = draft.lanes();
        QVERIFY(draft.form().load(m_catalog, QStringLiteral("streaming:recent=256")).has_value());
        QCOMPARE(lanes.texts(), QStringList{QStringLiteral("streaming:recent=256")});
        const QSignalSpy changed(&lanes, &LaneSet::changed);
        QVERIFY(lanes.add(m_catalog).has_value());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(lanes.current(), 1);
        draft.form().parameter(QStringLiteral("recent"))->type(QStringLiteral("64"));
        QCOMPARE(lanes.texts(), (QStringList{"streaming:recent=256", "streaming:recent=64"}));
        QVERIFY(lanes.select(m_catalog, 0).has_value());
        QCOMPARE(draft.form().policyText(), QStringLiteral("streaming:recent=256"));
        QVERIFY(draft.form().load(m_catalog, QStringLiteral("tova:capacity=100")).has_value());
        QCOMPARE(lanes.texts(), (QStringList{"tova:capacity=100", "streaming:recent=64"}));
        QCOMPARE(heldTokens(lanes.resolved(0), 500, 1000).atEnd, std::int64_t{100});
        QCOMPARE(heldTokens(lanes.resolved(1), 500, 1000).atEnd, std::int64_t{68});
    }

    /// Rows of a large model would fill the disk; those of the embedded one are not limited.
    void rowsOfALargeModelAreLimited() {
        RunDraft draft;
        RunSpec base;
        base.textFile = shippedTextChoices().at(0).file;
        base.capture = Capture::Maps;
        draft.setBase(base);
        QVERIFY(draft.lanes().set(m_catalog, {"streaming:recent=8"}).has_value());
        QCOMPARE(draft.base().rowsLimit, std::int64_t{0});
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("config.json").toStdString())
            << R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
                   "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32,
                   "num_key_value_heads": 32, "vocab_size": 32000, "max_position_embeddings": 4096})";
        base.model = folder.path().toStdString();
        draft.setBase(base);
        QVERIFY(draft.rowBytes() >> 20 > RunDraft::kMostRowsMib);
        QCOMPARE(draft.base().rowsLimit, RunDraft::kMostRowsMib);
        QVERIFY(draft.savedRowBytes() >> 20 <= RunDraft::kMostRowsMib);
        base = draft.base();
        base.model.clear();
        draft.setBase(base);
        QCOMPARE(draft.base().rowsLimit, std::int64_t{0});
        // A limit that is typed stays, and the preview says what it does.
        base.rowsLimit = 2;
        draft.setBase(base);
        QCOMPARE(draft.base().rowsLimit, std::int64_t{2});
        const QString command = draft.commandLine();
        QVERIFY2(command.contains("--capture maps --rows-limit 2"), qPrintable(command));
        const QString preview = draft.preview().join('\n');
        QVERIFY2(preview.contains("the newest 2.0 MiB stay"), qPrintable(preview));
    }

    /// A bundle has the rows of a prompt once for all lanes that read it layer by layer.
    void aSavedPromptIsCountedOnce() {
        RunDraft draft;
        RunSpec base;
        base.textFile = shippedTextChoices().at(0).file;
        base.capture = Capture::Maps;
        draft.setBase(base);
        QVERIFY(draft.lanes().set(m_catalog, {"streaming:recent=8", "tova:capacity=16"}).has_value());
        QCOMPARE(draft.laneCount(), 3);
        const auto model = draft.modelFacts();
        const auto prompt = static_cast<double>(draft.planned().prompt);
        const double once = prompt * prompt / 2 * static_cast<double>(model.layers) *
                            static_cast<double>(model.queryHeads + model.kvHeads) * sizeof(float);
        QVERIFY(once > 0);
        QVERIFY(std::abs(static_cast<double>(draft.rowBytes() - draft.savedRowBytes()) - 2 * once) < 2);
        base.streamingPrefill = true;
        draft.setBase(base);
        QCOMPARE(draft.savedRowBytes(), draft.rowBytes());
    }

    void removingTheOneInTheFormPutsItsNeighbourThere() {
        RunDraft draft;
        LaneSet& lanes = draft.lanes();
        QVERIFY(lanes.set(m_catalog, {"streaming", "h2o", "tova"}).has_value());
        QCOMPARE(draft.form().id(), QStringLiteral("streaming"));
        QVERIFY(lanes.remove(m_catalog, 0).has_value());
        QCOMPARE(lanes.texts(), (QStringList{"h2o", "tova"}));
        QCOMPARE(draft.form().id(), QStringLiteral("h2o"));
        QCOMPARE(lanes.current(), 0);
        QVERIFY(lanes.select(m_catalog, 1).has_value());
        QVERIFY(lanes.remove(m_catalog, 0).has_value());
        QCOMPARE(lanes.texts(), QStringList{"tova"});
        QCOMPARE(lanes.current(), 0);
        QVERIFY(!lanes.remove(m_catalog, 0).has_value());
    }

    void thereAreAtMostSix() {
        RunDraft draft;
        LaneSet& lanes = draft.lanes();
        QVERIFY(lanes.set(m_catalog, {"streaming"}).has_value());
        for (int lane = 1; lane < LaneSet::kMost; ++lane) {
            QVERIFY(lanes.add(m_catalog).has_value());
        }
        const auto refused = lanes.add(m_catalog);
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().sentence().find("at most 6") != std::string::npos);
        QCOMPARE(lanes.count(), LaneSet::kMost);
        QVERIFY(!lanes.set(m_catalog, {}).has_value());
        QVERIFY(!lanes.set(m_catalog, {"streaming", "no-such-policy"}).has_value());
        QCOMPARE(lanes.count(), LaneSet::kMost);  // refused whole
    }

    void aFormWithAnErrorIsNotLeft() {
        RunDraft draft;
        LaneSet& lanes = draft.lanes();
        QVERIFY(lanes.set(m_catalog, {"streaming", "tova"}).has_value());
        draft.form().parameter(QStringLiteral("recent"))->type(QStringLiteral("-3"));
        QVERIFY(!draft.form().error().isEmpty());
        QVERIFY(!lanes.select(m_catalog, 1).has_value());
        QCOMPARE(lanes.current(), 0);
        QCOMPARE(draft.form().id(), QStringLiteral("streaming"));
    }

    void theRunHasTheFullCacheFirstAndOnce() {
        RunDraft draft;
        RunSpec base;
        base.prompt = "text";
        draft.setBase(base);
        LaneSet& lanes = draft.lanes();
        QVERIFY(lanes.set(m_catalog, {"streaming:recent=64", "full", "h2o"}).has_value());
        draft.setCompareWithFull(false);  // several are compared in any case
        const auto spec = draft.spec();
        QVERIFY(spec.has_value());
        QCOMPARE(spec->policies, (std::vector<std::string>{"full", "streaming:recent=64", "h2o"}));
        QVERIFY2(draft.commandLine().startsWith("kvw compare --prompt text --policy streaming:recent=64 --policy h2o"),
                 qPrintable(draft.commandLine()));
        QCOMPARE(draft.laneOfRun(draft.lanes().current()), 1);
        QVERIFY(lanes.select(m_catalog, 1).has_value());
        QCOMPARE(draft.laneOfRun(draft.lanes().current()), 0);
        QVERIFY(lanes.select(m_catalog, 2).has_value());
        QCOMPARE(draft.laneOfRun(draft.lanes().current()), 2);
        QVERIFY(lanes.set(m_catalog, {"streaming"}).has_value());
        QCOMPARE(draft.spec()->policies, std::vector<std::string>{"streaming"});
        QCOMPARE(draft.laneOfRun(draft.lanes().current()), 0);
    }

    void lanesOfAnotherRunHaveOtherKeys() {
        RunDraft draft;
        LaneSet& lanes = draft.lanes();
        QVERIFY(lanes.set(m_catalog, {"streaming", "h2o"}).has_value());
        const int first = lanes.key(0), second = lanes.key(1);
        QVERIFY(!lanes.replace(m_catalog, {"nobody"}).has_value());
        QCOMPARE(lanes.key(0), first);
        QVERIFY(lanes.replace(m_catalog, {"streaming", "h2o"}).has_value());
        QVERIFY(lanes.key(0) != first && lanes.key(1) != second && lanes.key(0) != lanes.key(1));
    }

    /// Lanes without a budget are named and stay; a budget that one of them refuses changes none.
    void oneBudgetForAllLanes() {
        RunDraft draft;
        LaneSet& lanes = draft.lanes();
        QVERIFY(lanes.set(m_catalog, {"tova:capacity=100", "full", "h2o/positions=cache-rank"}).has_value());
        QVERIFY(lanes.select(m_catalog, 2).has_value());
        const int key = lanes.key(2);
        QCOMPARE(lanes.budget(), QString());
        QCOMPARE(lanes.withoutBudget(), QStringList{"full"});
        QVERIFY(lanes.setBudget(m_catalog, " 64 ").has_value());
        QCOMPARE(lanes.texts(),
                 (QStringList{"tova:capacity=64", "full", "h2o:heavy=32,recent=32/positions=cache-rank"}));
        QCOMPARE(lanes.current(), 2);
        QCOMPARE(lanes.key(2), key);
        QCOMPARE(draft.form().id(), QStringLiteral("h2o"));
        QCOMPARE(lanes.budget(), QStringLiteral("64"));
        QVERIFY(lanes.setBudget(m_catalog, "25%").has_value());
        QCOMPARE(lanes.budget(), QStringLiteral("25%"));
        QCOMPARE(lanes.text(0), QStringLiteral("tova:capacity=25%"));
        const QStringList before = lanes.texts();
        for (const char* wrong : {"", "0", "-3", "many", "2.5", "200%"}) {
            QVERIFY2(!lanes.setBudget(m_catalog, wrong).has_value(), wrong);
            QCOMPARE(lanes.texts(), before);
        }
        QVERIFY(lanes.set(m_catalog, {"full"}).has_value());
        const auto refused = lanes.setBudget(m_catalog, "64");
        QVERIFY(!refused.has_value() && refused.error().sentence().find("none of them") != std::string::npos);
        QCOMPARE(lanes.budget(), QString());
    }

    /// Each lane has values of its own for every policy that it had.
    void aPolicyComesBackWithTheValuesThatWereTyped() {
        RunDraft draft;
        LaneSet& lanes = draft.lanes();
        const auto valuesOf = [&](const char* policy) {
            const PolicyForm::Values values = draft.form().valuesOf(m_catalog, policy);
            return values.policy + QString::fromStdString(toText(values.own));
        };
        QVERIFY(lanes.set(m_catalog, {"tova:capacity=100/prefill=streaming:8"}).has_value());
        QCOMPARE(valuesOf("h2o"), QStringLiteral("h2o"));
        QVERIFY(draft.form().load(m_catalog, "h2o:heavy=8").has_value());
        QCOMPARE(valuesOf("tova"), QStringLiteral("tova:capacity=100/prefill=streaming:8"));
        // A new lane begins with the policy of the other, and remembers nothing.
        QVERIFY(lanes.add(m_catalog).has_value());
        QCOMPARE(valuesOf("tova"), QStringLiteral("tova"));
        draft.form().parameter(QStringLiteral("heavy"))->type(QStringLiteral("9"));
        QVERIFY(draft.form().load(m_catalog, "tova").has_value());
        QCOMPARE(valuesOf("h2o"), QStringLiteral("h2o:heavy=9"));
        QVERIFY(lanes.select(m_catalog, 0).has_value());
        QCOMPARE(valuesOf("tova"), QStringLiteral("tova:capacity=100/prefill=streaming:8"));
        QVERIFY(lanes.replace(m_catalog, {"streaming"}).has_value());
        QCOMPARE(valuesOf("tova"), QStringLiteral("tova"));
    }

    void everyLaneHasToAcceptThePrefill() {
        RunDraft draft;
        RunSpec base;
        base.prompt = "text";
        base.streamingPrefill = true;
        draft.setBase(base);
        QVERIFY(draft.lanes().set(m_catalog, {"streaming", "snapkv"}).has_value());
        const auto refused = draft.spec();
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().sentence().find("snapkv") != std::string::npos, refused.error().sentence().c_str());
    }

 private:
    QTemporaryDir m_folder;
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(LaneSetTest)
#include "lane_set_test.moc"
