// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/loader.h"

#include <ATen/ATen.h>

#include <QProcess>
#include <QTest>
#include <fstream>
#include <set>
#include <string_view>
#include <thread>
#include <tuple>

#include "core/policy/host/loading/edit_check.h"
#include "core/policy/host/loading/guarded_policy.h"
#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;

namespace {

constexpr const char* kFixtures = KVW_BINARY_DIR "/tests/fixtures/plugins";

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

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

class LoaderTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void probeRefuses_data();
    void probeRefuses();
    void probePasses();
    void createIsContained_data();
    void createIsContained();
    void notReadyIsRefused();
    void misbehavingStepIsContained_data();
    void misbehavingStepIsContained();
    void wellBehavedStepIsCut();
    void missingKindIsRefused();
    void vanishedLibraryIsRefused();
    void changedLibraryIsLoadedAgain();
    void reloadTakesAFreshCopy();
    void shortDescriptorHasNoReader();
    void readerOverTheFullCache();
    void misbehavingReaderIsContained_data();
    void misbehavingReaderIsContained();
    void codecIsCreatedAndChecked();
    void loadingLeavesNoMark();
    void cloneKeepsName();
    void crashIsNamedAtNextStart_data();
    void crashIsNamedAtNextStart();
    void whatEndsTheProgramIsTold_data();
    void whatEndsTheProgramIsTold();
    void exitMayWait();
    void crashBetweenCallsNamesNobody();
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
        const auto policy = resolvePolicy(Catalog::scan(paths()), id);
        if (!policy) {
            return tl::unexpected(policy.error());
        }
        return PluginLoader(paths()).create(*policy).map(
            [](CreatedPolicy&& created) { return std::move(created.policy); });
    }
    [[nodiscard]] PluginEntry entry(const std::string& folder) const {
        const Catalog catalog = Catalog::scan(paths());
        for (const PluginEntry& candidate : catalog.entries()) {
            if (candidate.folder.filename() == folder) {
                return candidate;
            }
        }
        return {};
    }

    test::PluginFolder m_folder;
};

void LoaderTest::probeRefuses_data() {
    QTest::addColumn<QString>("sentence");
    QTest::newRow("old-abi")
        << "old-abi 1.0.0: the plugin was built for another version of the SDK; found ABI 1, expected ABI 7.";
    QTest::newRow("short-struct")
        << "short-struct 1.0.0: the descriptor is too short; found 40 bytes, expected at least 48 bytes.";
    QTest::newRow("wrong-torch")
        << "wrong-torch 1.0.0: the plugin was built with another libtorch; found 1.13.1, expected " TORCH_VERSION ".";
    QTest::newRow("missing-symbol") << "missing-symbol 1.0.0: the library does not export the function kvwPlugin";
    QTest::newRow("null-descriptor") << "null-descriptor 1.0.0: kvwPlugin returned nothing";
    QTest::newRow("undefined-function") << "undefined-function 1.0.0: the library could not be loaded; found ";
    QTest::newRow("bad-create") << "bad-create 1.0.0, policy \"throws-in-create\", while being created: it threw";
    QTest::newRow("missing-library")
        << "missing-library 1.0.0: it cannot be used: missing-library 1.0.0: the library of the plugin is "
           "missing";
    QTest::newRow("truncated-json") << "truncated-json: it cannot be used: ";
}

void LoaderTest::probeRefuses() {
    QFETCH(QString, sentence);
    const PluginEntry plugin = entry(QTest::currentDataTag());
    QVERIFY(!plugin.folder.empty());
    const auto probed = PluginLoader(paths()).probe(plugin);
    QVERIFY(!probed);
    const QString said = text(probed.error().sentence());
    QVERIFY2(said.contains(sentence), qPrintable(said));
    QVERIFY2(!said.contains('\n'), qPrintable(said));
}

void LoaderTest::probePasses() {
    const auto probed = PluginLoader(paths()).probe(entry("bad-edits"));
    QVERIFY2(probed.has_value(), probed ? "" : probed.error().sentence().c_str());
}

void LoaderTest::createIsContained_data() {
    QTest::addColumn<QString>("sentence");
    QTest::newRow("throws-in-create")
        << "bad-create 1.0.0, policy \"throws-in-create\", while being created: it threw \"the kernel must be odd\".";
    QTest::newRow("refuses-settings") << "while being created: the window of 10 tokens cannot be divided into 3 parts.";
    QTest::newRow("throws-a-number") << "it threw something that is not a std::exception.";
    QTest::newRow("throws-torch")
        << "while being created: it threw \"mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)\".";
    QTest::newRow("asks-unknown-parameter") << "it asked for a parameter that its manifest does not have.";
    QTest::newRow("returns-null") << "policy \"returns-null\": it created no policy; found null, expected an object.";
}

void LoaderTest::createIsContained() {
    QFETCH(QString, sentence);
    const auto made = create(QTest::currentDataTag());
    QVERIFY(!made);
    QCOMPARE(made.error().code, Code::Policy);
    const QString said = text(made.error().sentence());
    QVERIFY2(said.contains(sentence), qPrintable(said));
    QVERIFY2(said.contains("bad-create 1.0.0"), qPrintable(said));
}

void LoaderTest::notReadyIsRefused() {
    auto policy = resolvePolicy(Catalog::scan(paths()), "well-behaved");
    policy->parts[0].entry.state = PluginState::CrashedLastStart;
    policy->parts[0].entry.reason = "it crashed.";
    const auto made = PluginLoader(paths()).create(*policy);
    QVERIFY(!made);
    QCOMPARE(text(made.error().sentence()), QString("bad-edits 1.0.0: it cannot be used: it crashed."));
}

void LoaderTest::misbehavingStepIsContained_data() {
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

void LoaderTest::misbehavingStepIsContained() {
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

void LoaderTest::wellBehavedStepIsCut() {
    auto made = create("well-behaved");
    QVERIFY(made.has_value());
    GuardedPolicy policy(std::move(*made), "demo 1.0.0");
    const auto edits = policy.step(observation());
    const auto cuts = checkEdits(*edits, kTable, *policy.protection(), *policy.report(), policy.who(), 5);
    QVERIFY2(cuts.has_value(), cuts ? "" : cuts.error().sentence().c_str());
    QCOMPARE(cuts->size(), std::size_t{2});
    QVERIFY((cuts->at(1).slots == std::vector<std::int32_t>{2, 3}));
}

void LoaderTest::missingKindIsRefused() {
    PluginEntry plugin = entry("bad-edits");
    plugin.manifest.provides[0].kind = PluginKind::Scorer;
    const auto probed = PluginLoader(paths()).probe(plugin);
    QVERIFY(!probed);
    QVERIFY(
        text(probed.error().sentence())
            .contains(
                "the manifest lists the scorer \"well-behaved\", but the library has no function that creates one"));
}

void LoaderTest::vanishedLibraryIsRefused() {
    PluginEntry plugin = entry("bad-edits");
    plugin.library = m_folder.root() / "gone.so";
    const auto probed = PluginLoader(paths()).probe(plugin);
    QVERIFY(!probed);
    QVERIFY(text(probed.error().sentence())
                .contains("the library of the plugin is missing; expected " + text(plugin.library.string())));
}

void LoaderTest::changedLibraryIsLoadedAgain() {
    // The file is exchanged between two uses: first one that is refused, then a good one under the same name.
    PluginEntry plugin = entry("bad-edits");
    const auto good = plugin.library;
    plugin.library = m_folder.root() / "exchanged.so";
    std::filesystem::copy_file(std::filesystem::path(kFixtures) / "missing-symbol" / "missing-symbol.so",
                               plugin.library);
    PluginLoader loader(paths());
    QVERIFY(!loader.probe(plugin));
    std::filesystem::remove(plugin.library);
    std::filesystem::copy_file(good, plugin.library);
    const auto probed = loader.probe(plugin);
    QVERIFY2(probed.has_value(), probed ? "" : probed.error().sentence().c_str());
}

void LoaderTest::reloadTakesAFreshCopy() {
    const PluginEntry plugin = entry("bad-edits");
    PluginLoader loader(paths());
    const auto copies = [] {
        std::ifstream maps("/proc/self/maps");
        std::string line;
        std::set<std::string> found;
        while (std::getline(maps, line)) {
            if (line.find("kvw-plugin-") != std::string::npos && line.find("bad-edits.so") != std::string::npos) {
                found.insert(line.substr(line.find('/')));
            }
        }
        return found.size();
    };
    QVERIFY(loader.probe(plugin));
    const std::size_t before = copies();
    QVERIFY(loader.probe(plugin));
    QCOMPARE(copies(), before);
    const auto again = loader.reload(plugin);
    QVERIFY2(again.has_value(), again ? "" : again.error().sentence().c_str());
    QCOMPARE(copies(), before + 1);
    QCOMPARE(loader.copies(), std::uint64_t{1});
}

void LoaderTest::shortDescriptorHasNoReader() {
    const auto probed = PluginLoader(paths()).probe(entry("old-reader"));
    QVERIFY(!probed);
    QVERIFY(text(probed.error().sentence()).contains("the manifest lists the reader \"old-reader\", but the library"));
    PluginEntry older = entry("old-reader");
    older.manifest.provides.pop_back();
    const auto passed = PluginLoader(paths()).probe(older);
    QVERIFY2(passed.has_value(), passed ? "" : passed.error().sentence().c_str());
}

void LoaderTest::readerOverTheFullCache() {
    auto parts = createParts("reads-last@codes-zero");
    QVERIFY2(parts.has_value(), parts ? "" : parts.error().sentence().c_str());
    QCOMPARE(parts->policy.who(), std::string("reads-last 1.0.0 @ codes-zero 1.0.0"));
    QCOMPARE(parts->reader->who(), std::string("reads-last 1.0.0"));
    QCOMPARE(parts->codec->who(), std::string("codes-zero 1.0.0"));
    QVERIFY(parts->policy.step(observation())->empty());
    QVERIFY(parts->policy.acceptsStreaming().value());
    auto copy = parts->reader->clone();
    QCOMPARE(copy->pageSize().value(), std::int64_t{4});
    const auto read = copy->pages(pageView());
    QVERIFY(!read->everything);
    QVERIFY((read->pages == std::vector<std::vector<std::int32_t>>{{2}, {2}}));
    QVERIFY(createParts("reads-all")->reader->pages(pageView())->everything);
}

void LoaderTest::misbehavingReaderIsContained_data() {
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

void LoaderTest::misbehavingReaderIsContained() {
    QFETCH(QString, sentence);
    auto parts = createParts(QTest::currentDataTag());
    QVERIFY(parts.has_value());
    const auto read =
        parts->reader->pageSize().and_then([&](std::int64_t) { return parts->reader->pages(pageView()); });
    QVERIFY(!read);
    QCOMPARE(read.error().code, Code::Policy);
    QCOMPARE(text(read.error().sentence()), sentence);
}

void LoaderTest::codecIsCreatedAndChecked() {
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

void LoaderTest::loadingLeavesNoMark() {
    QVERIFY(create("well-behaved").has_value());
    QVERIFY(!create("throws-in-create"));
    QVERIFY(std::filesystem::is_empty(paths().stateFolder));
}

void LoaderTest::cloneKeepsName() {
    auto made = create("throws-in-step");
    GuardedPolicy policy(std::move(*made), "demo 1.0.0");
    auto copy = policy.clone();
    QVERIFY(copy.has_value());
    const auto edits = copy->step(observation());
    QVERIFY(!edits);
    QVERIFY(text(edits.error().where).startsWith("demo 1.0.0"));
}

void LoaderTest::crashIsNamedAtNextStart_data() {
    QTest::addColumn<QString>("plugin");
    QTest::newRow("crashes-in-create") << "crashes-in-create";
    for (const char* id : {"crashes-in-begin", "crashes-in-layer", "crashes-in-end", "crashes-in-step"}) {
        QTest::newRow(id) << "crashes-in-run";
    }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they report fatal signals themselves
    for (const char* id : {"crashes-in-third-step", "aborts-in-third-step", "overflows-in-third-step"}) {
        QTest::newRow(id) << "crashes-in-run";
    }
#endif
}

void LoaderTest::whatEndsTheProgramIsTold_data() {
    QTest::addColumn<QString>("plugin");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* id, const char* sentence) { QTest::newRow(id) << "misbehaves" << sentence; };
    const QString exits = "%3 1.0.0 called %1(0) in %2; a plugin must not end the program.";
    for (const auto& [id, function] : {std::pair{"exits-in-third-step", "exit"},
                                       {"underscore-exits-in-third-step", "_exit"},
                                       {"capital-exits-in-third-step", "_Exit"},
                                       {"quick-exits-in-third-step", "quick_exit"}}) {
        row(id, qPrintable(exits.arg(function, "step (token 0)", id)));
    }
    row("exits-in-begin", qPrintable(exits.arg("exit", "begin", "exits-in-begin")));
    row("exits-in-layer", qPrintable(exits.arg("exit", "prefillLayer (token 0)", "exits-in-layer")));
    row("exits-in-create", qPrintable(exits.arg("exit", "create", "misbehaves")));
    row("exits-in-destructor", qPrintable(exits.arg("exit", "its destructor", "exits-in-destructor")));
    row("thread-exits-in-third-step", "misbehaves 1.0.0 called exit(0) in code that runs beside its calls; a plugin");
    QTest::newRow("ends-at-load") << "ends-at-load"
                                  << "ends-at-load 1.0.0 called exit(0) in its static";
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they report fatal signals themselves
    row("gives-up-in-third-step", "gives-up-in-third-step 1.0.0 crashed in step (token 0): SIGABRT");
    row("terminates-in-third-step", "terminates-in-third-step 1.0.0 crashed in step (token 0): SIGABRT");
    row("leaves-the-thread-in-third-step", "leaves-the-thread-in-third-step 1.0.0 crashed in step (token 0): SIGABRT");
    row("terminates-in-destructor", "terminates-in-destructor 1.0.0 crashed in its destructor");
    row("thread-throws-in-third-step", "misbehaves 1.0.0 crashed in code that runs beside its calls: SIGABRT");
    row("thread-crashes-in-third-step", "misbehaves 1.0.0 crashed in code that runs beside its calls: SIGSEGV");
#endif
}

void LoaderTest::whatEndsTheProgramIsTold() {
    QFETCH(QString, plugin);
    QFETCH(QString, sentence);
    const QString id = QTest::currentDataTag();
    const PluginPaths state{{kFixtures}, m_folder.root() / id.toStdString()};
    QProcess child;
    child.start(KVW_BINARY_DIR "/tests/kvw_load_plugin", {kFixtures, text(state.stateFolder), id});
    QVERIFY(child.waitForFinished(60000));
    const QString told = QString::fromUtf8(child.readAllStandardError());
    QVERIFY2(told.contains(sentence), qPrintable(told));
    // As a crash, or as failed: never as if all were well.
    const bool exits = sentence.contains("called ");
    QCOMPARE(child.exitStatus(), exits ? QProcess::NormalExit : QProcess::CrashExit);
    QVERIFY(!exits || child.exitCode() == 1);
    QVERIFY(id.endsWith("destructor") || !child.readAllStandardOutput().contains("called"));
    const auto next = resolvePolicy(Catalog::scan(state), id.toStdString());
    QVERIFY(!next);
    QVERIFY2(text(next.error().sentence()).contains(plugin + " crashed while it was being loaded or called"),
             next.error().sentence().c_str());
}

void LoaderTest::exitMayWait() {
    const PluginPaths state{{kFixtures}, m_folder.root() / "waits"};
    QProcess child;
    child.start(KVW_BINARY_DIR "/tests/kvw_load_plugin",
                {kFixtures, text(state.stateFolder), "exits-in-third-step", "waits"});
    QVERIFY(child.waitForFinished(60000));
    QCOMPARE(child.exitCode(), 7);
    QCOMPARE(child.readAllStandardOutput(),
             QByteArray("exits-in-third-step 1.0.0 called exit(0) in step (token 0) and does not come back\n"));
    QVERIFY(child.readAllStandardError().contains("a plugin must not end the program."));
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
            m_calls.push_back(call ? call->words(call->since + std::chrono::seconds(7)) : "none");
        }).join();
    }
    std::vector<std::string>& m_calls;
};

}  // namespace

void LoaderTest::callsUnderWayAreKnown() {
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

void LoaderTest::missingTensorsAreNamed_data() {
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

void LoaderTest::missingTensorsAreNamed() {
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

void LoaderTest::crashBetweenCallsNamesNobody() {
    const PluginPaths state{{kFixtures}, m_folder.root() / "between"};
    QProcess child;
    child.start(KVW_BINARY_DIR "/tests/kvw_load_plugin", {kFixtures, text(state.stateFolder), "well-behaved", "crash"});
    QVERIFY(child.waitForFinished(60000));
    QCOMPARE(child.readAll().trimmed(), QByteArray("called"));
    QVERIFY(child.exitStatus() == QProcess::CrashExit || child.exitCode() > 1);
    QVERIFY(std::filesystem::is_empty(state.stateFolder));
}

void LoaderTest::crashIsNamedAtNextStart() {
    QFETCH(QString, plugin);
    const QString id = QTest::currentDataTag();
    const PluginPaths state{{kFixtures}, m_folder.root() / id.toStdString()};
    QProcess child;
    child.start(KVW_BINARY_DIR "/tests/kvw_load_plugin", {kFixtures, text(state.stateFolder), id});
    QVERIFY(child.waitForFinished(60000));
    QVERIFY2(child.exitStatus() == QProcess::CrashExit || child.exitCode() > 1, child.readAll().constData());

    const auto next = resolvePolicy(Catalog::scan(state), id.toStdString());
    QVERIFY(!next);
    QVERIFY2(
        text(next.error().sentence())
            .contains(plugin + " crashed while it was being loaded or called; disable it with `kvw policies --disable"),
        next.error().sentence().c_str());
    QVERIFY(resolvePolicy(Catalog::scan(state), "well-behaved").has_value());
    QVERIFY(setPluginEnabled(state, plugin.toStdString(), false).has_value());
    QVERIFY(std::filesystem::exists(state.stateFolder / "disabled.json"));
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

void LoaderTest::marksStandDuringFirstCallsOnly() {
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

QTEST_GUILESS_MAIN(LoaderTest)
#include "loader_test.moc"
