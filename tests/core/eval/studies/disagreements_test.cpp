// SPDX-License-Identifier: Apache-2.0
#include "core/eval/studies/disagreements.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "core/base/json/schema.h"
#include "core/model/text/document.h"
#include "core/session/spec/run_changes.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::eval;
using namespace kvw::tests;

namespace {

const QByteArray kTwo = R"({"format": "kvw-disagreements-1", "disagreements": [
  {"id": "one-pool", "plugin": "snapkv", "work": "One", "section": "8", "differs": "Pooling differs.",
   "forms": [{"name": "paper", "policy": "snapkv:pool=avg"}, {"name": "code", "policy": "snapkv:pool=max"}]},
  {"id": "two-mask", "plugin": "h2o", "work": "Two", "section": "16", "differs": "It masks.", "reason": "It is another."}
]})";

/// Eight tokens behind a prompt of four; `nll` of each.
std::unique_ptr<Trace> lane(const std::vector<double>& nll, const std::vector<EvictionRecord>& evictions) {
    return traceOf({.steps = 12, .evictions = evictions, .step = [nll](StepRecord& step) {
                        step.nll = nll[static_cast<std::size_t>(step.step) % nll.size()];
                        step.bytesLive = 100;
                        step.heldTotal = 7;
                    }});
}

}  // namespace

class DisagreementsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        m_catalog = Catalog::scan(paths);
        QVERIFY(m_catalog.entries().size() > 10);
    }

    void anEntryHasTwoFormsOrAReason() {
        const auto entries = read(kTwo);
        QVERIFY2(entries.has_value(), entries ? "" : entries.error().sentence().c_str());
        QCOMPARE(entries->size(), std::size_t{2});
        QVERIFY(entries->at(0).runs() && !entries->at(1).runs());
        QCOMPARE(entries->at(0).forms[1].policy, std::string("snapkv:pool=max"));
        QCOMPARE(lanesOfForms(*entries, m_catalog)->size(), std::size_t{2});
    }

    void aWrongFileIsASentence_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("another format") << QByteArray("disagreements-1") << QByteArray("disagreements-9");
        QTest::newRow("unknown member") << QByteArray("\"work\"") << QByteArray("\"works\"");
        QTest::newRow("neither forms nor reason") << QByteArray(", \"reason\": \"It is another.\"") << QByteArray("");
        QTest::newRow("both") << QByteArray("\"differs\": \"Pooling differs.\"")
                              << QByteArray("\"differs\": \"Pooling differs.\", \"reason\": \"None.\"");
        QTest::newRow("an id twice") << QByteArray("two-mask") << QByteArray("one-pool");
        QTest::newRow("an id with blanks") << QByteArray("two-mask") << QByteArray("two mask");
    }
    void aWrongFileIsASentence() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const auto entries = read(QByteArray(kTwo).replace(from, to));
        QVERIFY(!entries.has_value());
        QVERIFY2(entries.error().sentence().find("list.json") != std::string::npos,
                 entries.error().sentence().c_str());
    }

    void theShippedListFollowsItsSchema() {
        std::ifstream file(resourcesDir().value() / "disagreements" / "disagreements.json");
        const auto checked = schema::check("disagreements", nlohmann::ordered_json::parse(file), "the shipped list");
        QVERIFY2(checked.has_value(), checked ? "" : checked.error().sentence().c_str());
    }

    /// Every shipped entry names plugins, parameters and values that exist, and its two forms differ.
    void theShippedFormsAreOfRealPlugins() {
        const auto entries = disagreements();
        QVERIFY2(entries.has_value(), entries ? "" : entries.error().sentence().c_str());
        QVERIFY(entries->size() >= 25);
        for (const Disagreement& entry : *entries) {
            QVERIFY2(std::ranges::any_of(m_catalog.entries(),
                                         [&](const PluginEntry& plugin) { return plugin.manifest.id == entry.plugin; }),
                     entry.id.c_str());
            if (!entry.runs()) {
                continue;
            }
            std::vector<std::string> texts;
            for (const Disagreement::Form& form : entry.forms) {
                const auto chain = resolveChain(m_catalog, form.policy);
                QVERIFY2(chain.has_value(), chain ? "" : (entry.id + ": " + chain.error().sentence()).c_str());
                texts.push_back(toText(*chain));
            }
            QVERIFY2(texts[0] != texts[1], entry.id.c_str());
        }
    }

    void entriesAreChosenByIdPluginOrWork() {
        const auto all = disagreements();
        const auto chosen = [&](std::vector<std::string> names) { return chosenDisagreements(*all, names); };
        QCOMPARE(chosen({})->size(), all->size());
        QCOMPARE(chosen({"tova-newest"})->size(), std::size_t{1});
        QCOMPARE(chosen({"CAKE"})->size(), chosen({"cake"})->size());
        QVERIFY(chosen({"cake", "tova-newest"})->size() > chosen({"cake"})->size());
        const auto wrong = chosen({"tova-newer"});
        QVERIFY(!wrong.has_value());
        QVERIFY(wrong.error().sentence().find("did you mean \"tova-newest\"") != std::string::npos);
    }

    void equalLanesDoNotDiffer() {
        const auto recording = twoLanes(lane({1, 2}, {evictionOf(5, 0, -1, {1})}), lane({1, 2}, {evictionOf(5, 0, -1, {1})}));
        const FormsResult result = compareForms(*recording, 0, 1, 0.01);
        QVERIFY(result.verdict == FormsVerdict::Same);
        QCOMPARE(result.overlapEnd, 1.0);
        QCOMPARE(result.difference.mean, 0.0);
        QCOMPARE(result.bytesShare, 1.0);
    }

    void otherSetsWithTheSameScoreHardlyDiffer() {
        const auto recording = twoLanes(lane({1, 2}, {evictionOf(5, 0, -1, {1})}), lane({1, 2}, {evictionOf(5, 0, -1, {2})}));
        const FormsResult result = compareForms(*recording, 0, 1, 0.01);
        QVERIFY(result.verdict == FormsVerdict::NoScore);
        QCOMPARE(result.overlapPrompt, 1.0);
        // Layer 0 holds eleven of twelve tokens in either lane, ten of them in both; layer 1 all.
        QVERIFY(std::abs(result.overlapEnd - (10.0 / 12 + 1) / 2) < 1e-12);
    }

    void itMattersFromTheThresholdOn() {
        const auto recording = twoLanes(lane({1, 2}, {}), lane({1.5, 2.25}, {evictionOf(5, 0, -1, {1})}));
        const FormsResult result = compareForms(*recording, 0, 1, 0.01);
        QVERIFY(result.verdict == FormsVerdict::Matters);
        QCOMPARE(result.nllA, 1.5);
        QCOMPARE(result.nllB, 1.875);
        QCOMPARE(result.difference.mean, 0.375);
        QCOMPARE(result.difference.count, std::size_t{8});
        QVERIFY(result.difference.interval.low > 0);
        QVERIFY(compareForms(*recording, 0, 1, 0.5).verdict == FormsVerdict::NoScore);
        QCOMPARE(compareForms(*recording, 1, 0, 0.01).difference.mean, -0.375);
    }

    /// One token differs by much: the mean is above the threshold, and its interval has 0.
    void aDifferenceOfOneTokenIsNone() {
        const auto recording = twoLanes(lane({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {}),
                                        lane({1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1}, {}));
        const FormsResult result = compareForms(*recording, 0, 1, 0.01);
        QCOMPARE(result.difference.mean, 0.25);
        QVERIFY(result.verdict == FormsVerdict::NoScore);
    }

    void aLaneThatFailedWasNotRun() {
        const auto recording = twoLanes(lane({1, 2}, {}), lane({1, 2}, {}));
        Recording::Problem problem;
        problem.lane = 1;
        problem.finding = errorFinding(phrase("no token behind the prompt was read"));
        recording->report(problem);
        const FormsResult result = compareForms(*recording, 0, 1, 0.01);
        QVERIFY(result.verdict == FormsVerdict::NotRun);
        QVERIFY(!result.problem.empty());
    }

    void theTableHasARowForEachEntry() {
        const auto entries = read(kTwo);
        std::vector<FormsResult> results(2);
        results[0].verdict = FormsVerdict::Matters;
        results[0].difference.mean = 0.5;
        results[1].problem = entries->at(1).reason;
        const tables::Table table = disagreementTable(*entries, results, "caption");
        QCOMPARE(table.rows.size(), std::size_t{2});
        const nlohmann::ordered_json json = tables::toJson(table);
        QCOMPARE(json[0]["verdict"].get<std::string>(), std::string("it matters here"));
        QCOMPARE(json[0]["delta_nll"].get<double>(), 0.5);
        QVERIFY(json[1]["delta_nll"].is_null());
        QCOMPARE(json[1]["verdict"].get<std::string>(), std::string("It is another."));
        QCOMPARE(table.marked.size(), std::size_t{1});
    }

 private:
    Result<std::vector<Disagreement>> read(const QByteArray& text) {
        const QString path = m_folder.filePath("list.json");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            return fail(Code::Io, path.toStdString(), "cannot be written");
        }
        file.close();
        return readDisagreements(path.toStdString());
    }

    QTemporaryDir m_folder;
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(DisagreementsTest)
#include "disagreements_test.moc"
