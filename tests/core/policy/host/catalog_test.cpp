// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/catalog.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <csignal>

#include "core/policy/host/quarantine.h"
#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;

namespace {

const PluginEntry* entryOf(const Catalog& catalog, const std::string& folder) {
    for (const PluginEntry& entry : catalog.entries()) {
        if (entry.folder.filename() == folder) {
            return &entry;
        }
    }
    return nullptr;
}

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

/// Ends a process from outside while it is in a call of the plugin.
void killWithin(const PluginPaths& paths, const PluginPlace& plugin, const char* call) {
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const LoadingMark mark(paths, plugin, call);
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

}  // namespace

class CatalogTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void listsReadyPlugins();
    void missingFoldersAreEmpty();
    void refusesFixtures_data();
    void refusesFixtures();
    void loadsNoLibrary();
    void laterFolderOverrides();
    void brokenOverrideKeepsShipped();
    void secondOfSameIdIsRefused();
    void providedTwiceIsRefused();
    void unknownNameSuggestsNearest();
    void refusedPluginSaysWhy();
    void otherKindIsNamed();
    void disablingPersists();
    void disablingUnknownIsRefused();
    void damagedRecordIsIgnored();
    void crashIsNamedAtNextScan();
    void whatChangedSinceItsCrashIsTriedAgain_data();
    void whatChangedSinceItsCrashIsTriedAgain();
    void aKillIsNoCrash();
    void killsInARowAre();
    void anEmptyMarkIsNoCrash();
    void loadingOnAnotherMachineIsNoCrash();
    void enablingClearsCrash();
    void disablingClearsCrash();
    void oneCopyThatCrashedLeavesTheOther();
    void oneCopyIsDisabled();
    void olderRecordsAreOfAllCopies();
    void livingProcessIsNoCrash();
    void reusedProcessNumberIsACrash();
    void standardPathsComeFromEnvironment();
};

void CatalogTest::listsReadyPlugins() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("beta"));
    folder.add(test::manifestOf("alpha"), "user");
    const Catalog catalog = Catalog::scan(folder.paths());
    const auto all = catalog.all(PluginKind::Policy);
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(all[0].provided->id, std::string("alpha"));
    QVERIFY(all[0].entry->user);
    QVERIFY(!all[1].entry->user);
    QCOMPARE(all[1].entry->library, folder.policies() / "beta" / "beta.so");
}

void CatalogTest::missingFoldersAreEmpty() {
    QVERIFY(Catalog::scan({{"/nowhere/at/all"}, "/nowhere/state"}).entries().empty());
}

void CatalogTest::refusesFixtures_data() {
    QTest::addColumn<QString>("sentence");
    QTest::newRow("truncated-json") << "not valid JSON";
    QTest::newRow("unknown-member") << "member \"licence\" is wrong; found an unknown member, expected \"license\"";
    QTest::newRow("wrong-default")
        << "member \"provides[0].parameters[0].default\" is wrong; found 0, expected integer, at least 1";
    QTest::newRow("missing-library") << "missing-library 1.0.0: the library of the plugin is missing";
}

void CatalogTest::refusesFixtures() {
    QFETCH(QString, sentence);
    const Catalog catalog = Catalog::scan({{KVW_BINARY_DIR "/tests/fixtures/plugins"}, "/nowhere/state"});
    const PluginEntry* entry = entryOf(catalog, QTest::currentDataTag());
    QVERIFY(entry != nullptr);
    QCOMPARE(entry->state, PluginState::Refused);
    QVERIFY2(text(entry->reason.english()).contains(sentence), entry->reason.english().c_str());
    QVERIFY(entry->reason.english().find('\n') == std::string::npos);
}

void CatalogTest::loadsNoLibrary() {
    const Catalog catalog = Catalog::scan({{KVW_BINARY_DIR "/tests/fixtures/plugins"}, "/nowhere/state"});
    QVERIFY(entryOf(catalog, "old-abi") != nullptr);
    QCOMPARE(entryOf(catalog, "old-abi")->state, PluginState::Ready);
    std::ifstream maps("/proc/self/maps");
    const std::string mapped{std::istreambuf_iterator<char>(maps), {}};
    QVERIFY(mapped.find("libkvw_core") != std::string::npos);
    QVERIFY(mapped.find("fixtures/plugins") == std::string::npos);
    QVERIFY(mapped.find("libtorch") == std::string::npos);
}

void CatalogTest::laterFolderOverrides() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    auto newer = test::manifestOf("snapkv");
    newer["version"] = "2.0.0";
    folder.add(newer, "user");
    const Catalog catalog = Catalog::scan(folder.paths());
    QCOMPARE(catalog.entries().at(0).state, PluginState::Overridden);
    QVERIFY(text(catalog.entries()[0].reason.english()).contains("snapkv 1.0.0 is overridden by"));
    QCOMPARE(catalog.find(PluginKind::Policy, "snapkv")->entry->manifest.version, std::string("2.0.0"));
}

void CatalogTest::brokenOverrideKeepsShipped() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    folder.write("snapkv", "{", "user");
    const Catalog catalog = Catalog::scan(folder.paths());
    QCOMPARE(catalog.entries().at(1).state, PluginState::Refused);
    QVERIFY(catalog.find(PluginKind::Policy, "snapkv").has_value());
}

void CatalogTest::secondOfSameIdIsRefused() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    const auto copy = folder.write("zz-copy", test::manifestOf("snapkv").dump());
    std::ofstream(copy / "snapkv.so") << "";
    const Catalog catalog = Catalog::scan(folder.paths());
    QCOMPARE(entryOf(catalog, "zz-copy")->state, PluginState::Refused);
    QVERIFY(text(entryOf(catalog, "zz-copy")->reason.english()).contains("id \"snapkv\" is already used by"));
}

void CatalogTest::providedTwiceIsRefused() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    auto thief = test::manifestOf("thief");
    thief["provides"][0]["id"] = "snapkv";
    folder.add(thief);
    const Catalog catalog = Catalog::scan(folder.paths());
    QVERIFY(text(entryOf(catalog, "thief")->reason.english())
                .contains("policy \"snapkv\" is already provided by plugin \"snapkv\""));
}

void CatalogTest::unknownNameSuggestsNearest() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("streaming"));
    const Catalog catalog = Catalog::scan(folder.paths());
    const auto found = catalog.find(PluginKind::Policy, "steaming");
    QVERIFY(!found);
    QCOMPARE(text(found.error().sentence()), QString("there is no policy \"steaming\"; did you mean \"streaming\"?"));
    QVERIFY(text(catalog.find(PluginKind::Policy, "quest").error().sentence()).contains("one of streaming"));
}

void CatalogTest::refusedPluginSaysWhy() {
    test::PluginFolder folder;
    folder.write("snapkv", "{");
    const auto found = Catalog::scan(folder.paths()).find(PluginKind::Policy, "snapkv");
    QVERIFY(!found);
    QVERIFY(text(found.error().sentence()).contains("policy \"snapkv\": it cannot be used: "));
    QVERIFY(text(found.error().sentence()).contains("not valid JSON"));
}

void CatalogTest::otherKindIsNamed() {
    test::PluginFolder folder;
    auto json = test::manifestOf("uniform");
    json["provides"][0]["kind"] = "budget";
    folder.add(json);
    const auto found = Catalog::scan(folder.paths()).find(PluginKind::Policy, "uniform");
    QVERIFY(!found);
    QCOMPARE(text(found.error().sentence()), QString("there is no policy \"uniform\"; found a budget of that name, "
                                                     "expected a policy, or a composition scorer+budget."));
}

void CatalogTest::disablingPersists() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", false).has_value());
    const Catalog disabled = Catalog::scan(folder.paths());
    QCOMPARE(disabled.entries().at(0).state, PluginState::Disabled);
    QVERIFY(text(disabled.entries()[0].reason.english()).contains("kvw policies --enable snapkv"));
    QVERIFY(!disabled.find(PluginKind::Policy, "snapkv"));
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", true).has_value());
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Ready);
}

void CatalogTest::disablingUnknownIsRefused() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    const auto done = setPluginEnabled(folder.paths(), "snapvk", false);
    QVERIFY(!done);
    QVERIFY(text(done.error().sentence()).contains("there is no plugin \"snapvk\"; expected \"snapkv\""));
    QVERIFY(!setPluginEnabled(folder.paths(), "../snapkv", true));
}

void CatalogTest::damagedRecordIsIgnored() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    std::filesystem::create_directories(folder.paths().stateFolder);
    std::ofstream(folder.paths().stateFolder / "disabled.json") << "{\"disabled\": [";
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Ready);
    // It may be mended by hand.
    const auto done = setPluginEnabled(folder.paths(), "snapkv", false);
    QVERIFY(!done && done.error().code == Code::BadInput);
    QCOMPARE(std::filesystem::file_size(folder.paths().stateFolder / "disabled.json"), std::uintmax_t{14});
}

void CatalogTest::crashIsNamedAtNextScan() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    folder.leaveMark("snapkv");
    const Catalog catalog = Catalog::scan(folder.paths());
    QCOMPARE(catalog.entries().at(0).state, PluginState::CrashedLastStart);
    QCOMPARE(text(catalog.entries()[0].reason.english()),
             QString("snapkv crashed while it was being loaded or called; disable it with "
                     "`kvw policies --disable snapkv`, or try again with "
                     "`kvw policies --enable snapkv`."));
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::CrashedLastStart);
}

void CatalogTest::whatChangedSinceItsCrashIsTriedAgain_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("changes");
    QTest::newRow("the library was built again") << "snapkv.so" << true;
    QTest::newRow("policy.py was edited") << "policy.py" << true;
    QTest::newRow("nothing that runs") << "README.md" << false;
}

void CatalogTest::whatChangedSinceItsCrashIsTriedAgain() {
    QFETCH(QString, file);
    QFETCH(bool, changes);
    test::PluginFolder folder;
    const auto plugin = folder.add(test::manifestOf("snapkv"));
    const PluginPlace place{"snapkv", plugin.string()};
    const auto mark = folder.leaveMark("snapkv", plugin);
    std::ofstream(mark, std::ios::app) << pluginContent(place) << '\n';
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::CrashedLastStart);
    std::ofstream(plugin / file.toStdString(), std::ios::app) << "another";
    const PluginEntry now = Catalog::scan(folder.paths()).entries().at(0);
    QCOMPARE(now.state, changes ? PluginState::Ready : PluginState::CrashedLastStart);
    if (changes) {
        QCOMPARE(text(now.reason.english()),
                 QString("snapkv crashed as it was before; its files have changed since, so it is tried again."));
    }
    forgetOutdatedCrash(folder.paths(), place);
    QCOMPARE(std::filesystem::exists(mark), !changes);
    QVERIFY(!changes || Catalog::scan(folder.paths()).entries().at(0).reason.empty());
}

void CatalogTest::aKillIsNoCrash() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer ends the process itself, so every mark counts as a crash");
#endif
    test::PluginFolder folder;
    const auto plugin = folder.add(test::manifestOf("snapkv"));
    const PluginPlace place{"snapkv", plugin.string()};
    const auto entry = [&] { return Catalog::scan(folder.paths()).entries().at(0); };
    // A program that comes through the same call removes what was left there: twenty kills are as few as one.
    for (int kill = 0; kill < 20; ++kill) {
        killWithin(folder.paths(), place, "begin");
        QCOMPARE(entry().state, PluginState::Ready);
        QVERIFY(entry().reason.empty());  // nothing that a run would say
        QCOMPARE(text(entry().told().english()),
                 QString("A program ended while snapkv was being loaded or called, perhaps because it was killed; it "
                         "is used as before, and left out if that happens 3 times in a row."));
        const LoadingMark through(folder.paths(), place, "begin");
    }
    QVERIFY(entry().told().empty());
    QVERIFY(std::filesystem::is_empty(folder.paths().stateFolder));
}

void CatalogTest::killsInARowAre() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer ends the process itself, so every mark counts as a crash");
#endif
    test::PluginFolder folder;
    const auto plugin = folder.add(test::manifestOf("snapkv"));
    const PluginPlace place{"snapkv", plugin.string()};
    const auto entry = [&] { return Catalog::scan(folder.paths()).entries().at(0); };
    for (int kill = 1; kill <= kMostEnds; ++kill) {
        QCOMPARE(entry().state, PluginState::Ready);
        { const LoadingMark other(folder.paths(), place, "load"); }  // it was loaded each time
        killWithin(folder.paths(), place, "begin");
    }
    QCOMPARE(entry().state, PluginState::CrashedLastStart);
    QCOMPARE(text(entry().reason.english()),
             QString("3 programs in a row ended while snapkv was being loaded or called; disable it with `kvw policies "
                     "--disable snapkv`, or try again with `kvw policies --enable snapkv`."));
    // Another build is tried again, and nothing is said.
    std::ofstream(plugin / "snapkv.so", std::ios::app) << "another";
    QCOMPARE(entry().state, PluginState::Ready);
    QVERIFY(entry().told().empty());
    std::filesystem::resize_file(plugin / "snapkv.so", 0);
    QCOMPARE(entry().state, PluginState::CrashedLastStart);
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", true).has_value());
    QVERIFY(entry().state == PluginState::Ready && entry().told().empty());
}

void CatalogTest::anEmptyMarkIsNoCrash() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    std::filesystem::create_directories(folder.paths().stateFolder);
    std::ofstream(folder.paths().stateFolder / "loading-999999999-snapkv") << "";
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Ready);
    QVERIFY(!Catalog::scan(folder.paths()).entries().at(0).told().empty());
    { const LoadingMark through(folder.paths(), Catalog::scan(folder.paths()).entries().at(0).place()); }
    QVERIFY(Catalog::scan(folder.paths()).entries().at(0).told().empty());
}

void CatalogTest::loadingOnAnotherMachineIsNoCrash() {
    test::PluginFolder folder;
    const auto plugin = folder.add(test::manifestOf("snapkv"));
    std::filesystem::create_directories(folder.paths().stateFolder);
    const auto mark = folder.paths().stateFolder / "loading-999999999-snapkv";
    const std::string known = "1 a-node-of-a-cluster\n" + plugin.string() + "\n\n";
    std::ofstream(mark) << known << "3 load\n";
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Ready);
    QVERIFY(Catalog::scan(folder.paths()).entries().at(0).told().empty());
    std::ofstream(mark) << known << "crashed\n";
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::CrashedLastStart);
}

void CatalogTest::enablingClearsCrash() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    const auto mark = folder.leaveMark("snapkv");
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", true).has_value());
    QVERIFY(!std::filesystem::exists(mark));
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Ready);
}

void CatalogTest::disablingClearsCrash() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    folder.leaveMark("snapkv");
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", false).has_value());
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Disabled);
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", true).has_value());
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Ready);
}

void CatalogTest::oneCopyThatCrashedLeavesTheOther() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    const auto own = folder.add(test::manifestOf("snapkv"), "user");
    folder.leaveMark("snapkv", own);
    const Catalog catalog = Catalog::scan(folder.paths());
    QCOMPARE(catalog.entries().at(0).state, PluginState::Ready);
    QCOMPARE(catalog.entries().at(1).state, PluginState::CrashedLastStart);
    const auto found = catalog.find(PluginKind::Policy, "snapkv");
    QVERIFY(found && !found->entry->user);
    QVERIFY2(text(catalog.entries()[1].reason.english())
                 .endsWith(text(" snapkv 1.0.0 in " + found->entry->folder.string() + " is used instead.")),
             catalog.entries()[1].reason.english().c_str());
    QCOMPARE(catalog.replacementFor(catalog.entries()[1]), found->entry);
    QVERIFY(catalog.replacementFor(catalog.entries()[0]) == nullptr);
    // The advice of the sentence is about the crashed plugin.
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", false).has_value());
    const Catalog disabled = Catalog::scan(folder.paths());
    QCOMPARE(disabled.entries().at(0).state, PluginState::Ready);
    QCOMPARE(disabled.entries().at(1).state, PluginState::Disabled);
    QVERIFY(setPluginEnabled(folder.paths(), "snapkv", true).has_value());
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(1).state, PluginState::Ready);
}

void CatalogTest::oneCopyIsDisabled() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    folder.add(test::manifestOf("snapkv"), "user");
    const auto states = [&] {
        const Catalog catalog = Catalog::scan(folder.paths());
        return std::vector<PluginState>{catalog.entries().at(0).state, catalog.entries().at(1).state};
    };
    QCOMPARE(states(), (std::vector<PluginState>{PluginState::Overridden, PluginState::Ready}));
    const PluginPlace own = Catalog::scan(folder.paths()).entries().at(1).place();
    const PluginPlace shipped = Catalog::scan(folder.paths()).entries().at(0).place();
    QVERIFY(setPluginEnabled(folder.paths(), own, false).has_value());
    QCOMPARE(states(), (std::vector<PluginState>{PluginState::Ready, PluginState::Disabled}));
    QVERIFY(setPluginEnabled(folder.paths(), shipped, false).has_value());
    QCOMPARE(states(), (std::vector<PluginState>{PluginState::Disabled, PluginState::Disabled}));
    QVERIFY(setPluginEnabled(folder.paths(), own, true).has_value());
    QCOMPARE(states(), (std::vector<PluginState>{PluginState::Disabled, PluginState::Ready}));
}

void CatalogTest::olderRecordsAreOfAllCopies() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    folder.add(test::manifestOf("snapkv"), "user");
    std::filesystem::create_directories(folder.paths().stateFolder);
    std::ofstream(folder.paths().stateFolder / "disabled.json") << R"({"disabled": ["snapkv"]})";
    const Catalog catalog = Catalog::scan(folder.paths());
    QCOMPARE(catalog.entries().at(0).state, PluginState::Disabled);
    QCOMPARE(catalog.entries().at(1).state, PluginState::Disabled);
    QVERIFY(setPluginEnabled(folder.paths(), catalog.entries()[1].place(), true).has_value());
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(1).state, PluginState::Ready);
}

void CatalogTest::livingProcessIsNoCrash() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    {
        const LoadingMark mark(folder.paths(), {"snapkv", {}});
        QVERIFY(!std::filesystem::is_empty(folder.paths().stateFolder));
        QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::Ready);
    }
    QVERIFY(std::filesystem::is_empty(folder.paths().stateFolder));
}

void CatalogTest::reusedProcessNumberIsACrash() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("snapkv"));
    std::filesystem::create_directories(folder.paths().stateFolder);
    std::ofstream(folder.paths().stateFolder / ("loading-" + std::to_string(::getpid()) + "-snapkv")) << "1\n";
    QCOMPARE(Catalog::scan(folder.paths()).entries().at(0).state, PluginState::CrashedLastStart);
}

void CatalogTest::standardPathsComeFromEnvironment() {
    qputenv("KVW_STATE_DIR", "/one/state");
    qputenv("XDG_DATA_HOME", "/two");
    qputenv("KVW_POLICY_PATH", "/three:/four:");
    const PluginPaths paths = PluginPaths::standard();
    QCOMPARE(paths.folders.size(), std::size_t{4});
    QCOMPARE(text(paths.folders[0].string()), QString(KVW_BINARY_DIR "/lib/kvworkbench/policies"));
    QCOMPARE(text(paths.folders[1].string()), QString("/two/kvworkbench/policies"));
    QCOMPARE(text(paths.folders[3].string()), QString("/four"));
    QCOMPARE(text(paths.stateFolder.string()), QString("/one/state"));
}

QTEST_GUILESS_MAIN(CatalogTest)
#include "catalog_test.moc"
