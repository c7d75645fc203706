// SPDX-License-Identifier: Apache-2.0
/// Calls of a plugin that are guarded: what it answers is checked, and the call under way is known.
#include <ATen/ATen.h>

#include <QTest>
#include <string_view>
#include <thread>
#include <tuple>

#include "core/policy/host/loading/edit_check.h"
#include "core/policy/host/loading/guarded_policy.h"
#include "core/policy/host/loading/loader.h"
#include "tests/core/policy/host/loading/fixture_plugins.h"
#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;
using kvw::test::createdPolicy;
using kvw::test::kFixtures;
using kvw::test::text;

namespace {

/// Two layers of one unit with six slots that hold tokens 0 ... 5.
const std::vector<std::int64_t> kTokens{0, 1, 2, 3, 4, 5};
const std::vector<LayerTokens> kTable{{kTokens, 1, 6}, {kTokens, 1, 6}};

sdk::Observation observation() {
    sdk::Observation all;
    all.layers = 2;
    all.passTokens = 1;
    all.seen = 6;
    all.tokens = at::tensor(kTokens, at::kLong).view({1, 1, 6}).expand({2, 1, 6});
    all.held = {6, 6};
    return all;
}

/// Nine tokens in pages of four, two query heads.
sdk::PageView pageView() {
    sdk::PageView view;
    view.layer = 1;
    view.seen = 9;
    view.pages = 3;
    view.query = at::ones({2, 4});
    view.minimum = at::zeros({1, 3, 4});
    view.maximum = at::ones({1, 3, 4});
    return view;
}

}  // namespace

class GuardedPolicyTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void misbehavingStepIsContained_data();
    void misbehavingStepIsContained();
    void wellBehavedStepIsCut();
    void readerOverTheFullCache();
    void misbehavingReaderIsContained_data();
    void misbehavingReaderIsContained();
    void codecIsCreatedAndChecked();
    void cloneKeepsName();
    void callsUnderWayAreKnown();
    void missingTensorsAreNamed_data();
    void missingTensorsAreNamed();
    void marksStandDuringFirstCallsOnly();

 private:
    [[nodiscard]] PluginPaths paths() const { return {{kFixtures}, m_folder.root() / "state"}; }
    [[nodiscard]] Result<GuardedParts> createParts(const std::string& text) const {
        const auto policy = resolvePolicy(Catalog::scan(paths()), text);
        if (!policy) {
            return tl::unexpected(policy.error());
        }
        return PluginLoader(paths()).create(*policy).map(
            [&](CreatedPolicy&& created) { return guardParts(std::move(created), *policy); });
    }
    [[nodiscard]] Result<std::unique_ptr<sdk::Policy>> create(const std::string& id) const {
        return createdPolicy(paths(), id);
    }

    test::PluginFolder m_folder;
};

void GuardedPolicyTest::misbehavingStepIsContained_data() {
    QTest::addColumn<QString>("sentence");
    QTest::newRow("throws-in-step") << "demo 1.0.0, step 5: it threw \"no row was observed\"; the run was stopped.";
    QTest::newRow("returns-duplicates") << "demo 1.0.0, layer 0, step 5: slot 3 is listed twice; the run was stopped.";
    QTest::newRow("returns-nan")
        << "demo 1.0.0, layer 0, step 5: the score of slot 0 (token 0) is not a number; the run was stopped.";
    QTest::newRow("evicts-protected")
        << "demo 1.0.0, layer 0, step 5: slot 0 is evicted, but its token 0 is protected (sink); the run was stopped.";
    QTest::newRow("evicts-everything")
        << "demo 1.0.0, layer 0, step 5: every token is evicted, at least one must stay; the run was stopped.";
    QTest::newRow("out-of-range")
        << "demo 1.0.0, layer 0, step 5: slot 17 is out of range, there are 6 slots; the run was stopped.";
    QTest::newRow("keeps-too-many") << "demo 1.0.0, layer 0, step 5: kept 5 tokens, budget is 4; the run was stopped.";
}

void GuardedPolicyTest::misbehavingStepIsContained() {
    QFETCH(QString, sentence);
    auto made = create(QTest::currentDataTag());
    QVERIFY(made.has_value());
    GuardedPolicy policy(std::move(*made), "demo 1.0.0");
    const auto cuts = policy.step(observation()).and_then([&](const sdk::Edits& edits) {
        return checkEdits(edits, kTable, policy.protection().value(), policy.report().value(), policy.who(), 5);
    });
    QVERIFY(!cuts);
    QCOMPARE(cuts.error().code, Code::Policy);
    QCOMPARE(text(cuts.error().sentence()), sentence);
}

void GuardedPolicyTest::wellBehavedStepIsCut() {
    auto made = create("well-behaved");
    QVERIFY(made.has_value());
    GuardedPolicy policy(std::move(*made), "demo 1.0.0");
    const auto edits = policy.step(observation());
    const auto cuts = checkEdits(*edits, kTable, *policy.protection(), *policy.report(), policy.who(), 5);
    QVERIFY2(cuts.has_value(), cuts ? "" : cuts.error().sentence().c_str());
    QCOMPARE(cuts->size(), std::size_t{2});
    QVERIFY((cuts->at(1).slots == std::vector<std::int32_t>{2, 3}));
}

void GuardedPolicyTest::readerOverTheFullCache() {
    auto parts = createParts("reads-last@codes-zero");
    QVERIFY2(parts.has_value(), parts ? "" : parts.error().sentence().c_str());
    QCOMPARE(parts->policy.who(), std::string("reads-last 1.0.0 @ codes-zero 1.0.0"));
    QCOMPARE(parts->reader->who(), std::string("reads-last 1.0.0"));
    QCOMPARE(parts->codec->who(), std::string("codes-zero 1.0.0"));
    QVERIFY(parts->policy.step(observation())->empty());
    QVERIFY(parts->policy.acceptsStreaming().value());
    auto copy = parts->reader->clone();
    QCOMPARE(copy->pageSize().value(), std::int64_t{4});
    const auto rule = copy->readRule();
    QVERIFY(rule && !rule->has_value());
    const auto read = copy->pages(pageView());
    QVERIFY(!read->everything);
    QVERIFY((read->pages == std::vector<std::vector<std::int32_t>>{{2}, {2}}));
    QVERIFY(createParts("reads-all")->reader->pages(pageView())->everything);
}

void GuardedPolicyTest::misbehavingReaderIsContained_data() {
    QTest::addColumn<QString>("sentence");
    QTest::newRow("throws-in-pages")
        << "throws-in-pages 1.0.0, layer 1, step 8: it threw \"no query came\"; the run was stopped.";
    QTest::newRow("page-out-of-range") << "page-out-of-range 1.0.0, layer 1, step 8: page 3 of query head 0 is out of "
                                          "range, there are 3 pages; the run was stopped.";
    QTest::newRow("page-twice")
        << "page-twice 1.0.0, layer 1, step 8: page 0 of query head 0 is listed twice; the run was stopped.";
    QTest::newRow("reads-nothing")
        << "reads-nothing 1.0.0, layer 1, step 8: query head 0 reads no page, it must read at "
           "least one; the run was stopped.";
    QTest::newRow("wrong-shape")
        << "wrong-shape 1.0.0, layer 1, step 8: the pages must be int64 [2 query heads, n]; the "
           "run was stopped.";
    QTest::newRow("page-size-zero")
        << "page-size-zero 1.0.0: its page size is too small; found 0, expected at least 1.";
}

void GuardedPolicyTest::misbehavingReaderIsContained() {
    QFETCH(QString, sentence);
    auto parts = createParts(QTest::currentDataTag());
    QVERIFY(parts.has_value());
    const auto read =
        parts->reader->pageSize().and_then([&](std::int64_t) { return parts->reader->pages(pageView()); });
    QVERIFY(!read);
    QCOMPARE(read.error().code, Code::Policy);
    QCOMPARE(text(read.error().sentence()), sentence);
}

void GuardedPolicyTest::codecIsCreatedAndChecked() {
    const at::Tensor groups = at::rand({3, 4});
    auto good = createParts("codes-zero");
    QCOMPARE(good->codec->layout(8)->residual, std::int64_t{8});
    QCOMPARE(text(good->codec->layout(6).error().sentence()),
             QString("codes-zero 1.0.0: the group does not divide the width of a head; found groups of 4, expected a "
                     "divisor of 6."));
    QVERIFY(good->codec->clone()->encode(groups).has_value());
    auto wrong = createParts("wrong-types");
    QCOMPARE(text(wrong->codec->encode(groups).error().sentence()),
             QString("wrong-types 1.0.0: codes must be uint8 [3, 4], scale and minimum f32 [3]; the run was stopped."));
    QVERIFY(!createParts("odd-layout")->codec->layout(8));
}

void GuardedPolicyTest::cloneKeepsName() {
    auto made = create("throws-in-step");
    GuardedPolicy policy(std::move(*made), "demo 1.0.0");
    auto copy = policy.clone();
    QVERIFY(copy.has_value());
    const auto edits = copy->step(observation());
    QVERIFY(!edits);
    QVERIFY(text(edits.error().where.english()).startsWith("demo 1.0.0"));
}

namespace {

/// Says in each call which call is known to be under way.
class Asks final : public sdk::Policy {
 public:
    explicit Asks(std::vector<std::string>& calls) : m_calls(calls) {}
    ~Asks() override { ask(); }
    sdk::Needs needs() const override { return ask(), sdk::Needs(); }
    void begin(const sdk::RunInfo&) override { ask(); }
    sdk::Edits step(const sdk::Observation&) override { return ask(), sdk::Edits(); }
    std::unique_ptr<sdk::Policy> clone() const override { return std::make_unique<Asks>(m_calls); }

 private:
    void ask() const {
        std::thread([this] {
            const auto call = callUnderWay();
            m_calls.push_back(call ? call->words(call->since + std::chrono::seconds(7)).english() : "none");
        }).join();
    }
    std::vector<std::string>& m_calls;
};

}  // namespace

void GuardedPolicyTest::callsUnderWayAreKnown() {
    std::vector<std::string> calls;
    {
        GuardedPolicy policy(std::make_unique<Asks>(calls), "demo 1.0.0");
        QVERIFY(policy.needs() && policy.begin({}) && policy.step(observation()));
        QVERIFY(!callUnderWay());
    }
    const std::string words = "demo 1.0.0 has not come back from ";
    QCOMPARE(calls, (std::vector<std::string>{words + "needs for 7 s", words + "begin for 7 s",
                                              words + "step (token 5) for 7 s", words + "its destructor for 7 s"}));
    QVERIFY(!longCallUnderWay());
}

void GuardedPolicyTest::missingTensorsAreNamed_data() {
    QTest::addColumn<QString>("sentence");
    for (const auto& [id, name, by] : {std::tuple{"rows", "rows", "lastRows"},
                                       {"column-sums", "columnSums", ""},
                                       {"logits", "logits", ""},
                                       {"keys", "keys", ""},
                                       {"raw-keys", "rawKeys", ""},
                                       {"values", "values", ""},
                                       {"query-mean", "queryMean", "queryMomentsFrom"},
                                       {"query-covariance", "queryCovariance", "queryMomentsFrom"},
                                       {"statistics", "statistics", ""}}) {
        for (const char* call : {"layer", "step"}) {
            const bool decode = call == std::string_view("step");
            const QString asks = id == std::string_view("rows") && decode          ? "decodeRow"
                                 : id == std::string_view("column-sums") && decode ? "decodeRow"
                                                                                   : by;
            QTest::addRow("uses-%s-in-%s", id, call)
                << QString("step 5: `%1` was not asked for in needs()%2 (it threw \"")
                       .arg(name, asks.isEmpty() ? QString() : " (`" + asks + "`)");
        }
    }
    QTest::newRow("uses-values-at-decode")
        << "step 5: `values` was asked for in needs(), but not for decoding (`tensorsAtDecode`) (it threw \"";
    QTest::newRow("uses-two-in-step")
        << "step 5: `keys` was not asked for in needs(); `values` was not asked for in needs() (it threw \"";
}

void GuardedPolicyTest::missingTensorsAreNamed() {
    QFETCH(QString, sentence);
    const QString id = QTest::currentDataTag();
    auto made = create(id.toStdString());
    QVERIFY(made.has_value());
    GuardedPolicy policy(std::move(*made), "demo 1.0.0");
    sdk::RunInfo run;
    run.shape = {2, 4, 2, 8};
    QVERIFY(policy.begin(run));
    sdk::Observation seen = observation();
    seen.prefill = id.endsWith("layer");
    const auto edits = seen.prefill ? policy.prefillLayer(seen) : policy.step(seen);
    QVERIFY(!edits);
    QVERIFY2(text(edits.error().sentence()).contains(sentence), edits.error().sentence().c_str());
    QVERIFY2(text(edits.error().sentence()).endsWith("; the run was stopped."), edits.error().sentence().c_str());
}

namespace {

/// Counts the marks that stand while it is called; a crash or a kill in that moment would leave them.
class MarkCounter final : public sdk::Policy {
 public:
    MarkCounter(std::filesystem::path folder, std::vector<std::ptrdiff_t>& counts)
        : m_folder(std::move(folder)), m_counts(counts) {}
    sdk::Needs needs() const override { return {}; }
    void begin(const sdk::RunInfo&) override { count(); }
    sdk::Edits prefillLayer(const sdk::Observation&) override { return count(); }
    sdk::Edits prefillEnd() override { return count(); }
    sdk::Edits step(const sdk::Observation&) override { return count(); }
    std::unique_ptr<sdk::Policy> clone() const override { return std::make_unique<MarkCounter>(*this); }

 private:
    sdk::Edits count() {
        namespace fs = std::filesystem;
        const bool there = fs::exists(m_folder);
        m_counts.push_back(there ? std::distance(fs::directory_iterator(m_folder), fs::directory_iterator()) : 0);
        return {};
    }
    std::filesystem::path m_folder;
    std::vector<std::ptrdiff_t>& m_counts;
};

}  // namespace

void GuardedPolicyTest::marksStandDuringFirstCallsOnly() {
    const PluginPaths state{{kFixtures}, m_folder.root() / "marks"};
    std::vector<std::ptrdiff_t> counts;
    GuardedPolicy policy(std::make_unique<MarkCounter>(state.stateFolder, counts), "demo 1.0.0");
    policy.watch(FirstCalls("demo 1.0.0", state, {{"tova", {}}, {"uniform", {}}, {"tova", {}}}));
    const auto none = [&] { return std::filesystem::is_empty(state.stateFolder); };
    sdk::Observation layer = observation();
    layer.prefill = true;
    QVERIFY(policy.begin({}) && none());
    for (int chunk = 0; chunk < 2; ++chunk) {
        for (int l = 0; l < 2; ++l) {
            QVERIFY(policy.prefillLayer(layer) && none());
        }
        QVERIFY(policy.prefillEnd() && none());
    }
    QVERIFY(policy.step(observation()) && none());
    auto copy = policy.clone();
    QVERIFY(copy && copy->step(observation()) && policy.step(observation()));
    QCOMPARE(counts, (std::vector<std::ptrdiff_t>{2, 2, 2, 2, 0, 0, 0, 2, 0, 0}));
}

QTEST_GUILESS_MAIN(GuardedPolicyTest)
#include "guarded_policy_test.moc"
