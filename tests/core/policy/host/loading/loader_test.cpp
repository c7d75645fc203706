// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/loader.h"

#include <QProcess>
#include <QTest>
#include <fstream>
#include <set>

#include "tests/core/policy/host/loading/fixture_plugins.h"
#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;
using kvw::test::createdPolicy;
using kvw::test::kFixtures;
using kvw::test::text;

class LoaderTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void probeRefuses_data();
    void probeRefuses();
    void probePasses();
    void createIsContained_data();
    void createIsContained();
    void notReadyIsRefused();
    void missingKindIsRefused();
    void vanishedLibraryIsRefused();
    void changedLibraryIsLoadedAgain();
    void reloadTakesAFreshCopy();
    void shortDescriptorHasNoReader();
    void loadingLeavesNoMark();
    void crashIsNamedAtNextStart_data();
    void crashIsNamedAtNextStart();
    void whatEndsTheProgramIsTold_data();
    void whatEndsTheProgramIsTold();
    void exitMayWait();
    void crashBetweenCallsNamesNobody();

 private:
    [[nodiscard]] PluginPaths paths() const { return {{kFixtures}, m_folder.root() / "state"}; }
    [[nodiscard]] Result<std::unique_ptr<sdk::Policy>> create(const std::string& id) const {
        return createdPolicy(paths(), id);
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
        << "old-abi 1.0.0: the plugin was built for another version of the SDK; found ABI 1, expected ABI 8.";
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

void LoaderTest::loadingLeavesNoMark() {
    QVERIFY(create("well-behaved").has_value());
    QVERIFY(!create("throws-in-create"));
    QVERIFY(std::filesystem::is_empty(paths().stateFolder));
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

QTEST_GUILESS_MAIN(LoaderTest)
#include "loader_test.moc"
