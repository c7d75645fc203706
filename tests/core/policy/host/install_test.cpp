// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/install.h"

#include <QtTest>
#include <algorithm>
#include <vector>

#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;
namespace fs = std::filesystem;

namespace {

std::string sentenceOf(const Result<Installed>& result) {
    return result ? std::string() : result.error().sentence();
}

/// A plugin as its author built it, outside of all folders that are searched.
fs::path built(test::PluginFolder& folder, const std::string& id, const std::string& version = "1.0.0") {
    auto manifest = test::manifestOf(id);
    manifest["version"] = version;
    const fs::path path = folder.add(manifest, "build");
    fs::create_directories(path / "conformance");
    std::ofstream(path / "conformance" / "case.json") << "{}";
    return path;
}

}  // namespace

class InstallTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPluginIsItsFolderItsManifestOrItsLibrary() {
        test::PluginFolder folder;
        const fs::path path = built(folder, "mine");
        for (const fs::path& each : {path, path / "manifest.json", path / "mine.so"}) {
            QCOMPARE(pluginFolderOf(each), path);
        }
        const fs::path alone = folder.write("alone", test::manifestOf("alone").dump(), "build");
        for (const fs::path& each : {folder.root(), folder.root() / "nowhere", alone, alone / "manifest.json"}) {
            QCOMPARE(pluginFolderOf(each), fs::path());
        }
    }

    void itIsCopiedWholeAndFound() {
        test::PluginFolder folder;
        const fs::path path = built(folder, "mine");
        const auto done = installPlugin(folder.paths(), path / "mine.so", false);
        QVERIFY2(done.has_value(), sentenceOf(done).c_str());
        QCOMPARE(done->folder, folder.policies("user") / "mine");
        QVERIFY(!done->replaced && !done->there);
        QVERIFY(fs::exists(done->folder / "conformance" / "case.json"));
        const Catalog catalog = Catalog::scan(folder.paths());
        QVERIFY(catalog.find(PluginKind::Policy, "mine").has_value());
        QCOMPARE(catalog.entries().size(), std::size_t{1});
        QVERIFY(installPlugin(folder.paths(), done->folder, false)->there);
    }

    void anotherBuildOfOneThatCrashedIsTriedAgain() {
        test::PluginFolder folder;
        const fs::path path = built(folder, "mine");
        QVERIFY(installPlugin(folder.paths(), path, false).has_value());
        const auto state = [&] { return Catalog::scan(folder.paths()).entries().front().state; };
        folder.leaveMark("mine");
        QCOMPARE(state(), PluginState::CrashedLastStart);
        QVERIFY(!installPlugin(folder.paths(), path, false).has_value());
        QCOMPARE(state(), PluginState::CrashedLastStart);
        QVERIFY(installPlugin(folder.paths(), path, true).has_value());
        QCOMPARE(state(), PluginState::Ready);
        QVERIFY(setPluginEnabled(folder.paths(), "mine", false).has_value());
        folder.leaveMark("mine");
        QVERIFY(installPlugin(folder.paths(), path, true).has_value());
        QCOMPARE(state(), PluginState::Disabled);
    }

    void whatCannotBeFinishedChangesNothing() {
        test::PluginFolder folder;
        QVERIFY(installPlugin(folder.paths(), built(folder, "mine"), false));
        // Beside the record of a crash, one that cannot be removed: a folder that is not empty, for want of a read-only
        // disk.
        folder.leaveMark("mine");
        fs::create_directories(folder.paths().stateFolder / "loading-999999998-mine" / "within");
        const auto failed = installPlugin(folder.paths(), built(folder, "mine", "2.0.0"), true);
        QVERIFY2(sentenceOf(failed).find("the record of a crash cannot be removed") != std::string::npos,
                 sentenceOf(failed).c_str());
        QCOMPARE(Manifest::read(folder.policies("user") / "mine" / "manifest.json")->version, std::string("1.0.0"));
        QVERIFY(std::distance(fs::directory_iterator(folder.policies("user")), fs::directory_iterator()) == 1);
    }

    void anotherVersionMakesWayOnlyWhenAsked() {
        test::PluginFolder folder;
        QVERIFY(installPlugin(folder.paths(), built(folder, "mine"), false));
        const fs::path later = built(folder, "mine", "2.0.0");
        const std::string sentence = sentenceOf(installPlugin(folder.paths(), later, false));
        QVERIFY2(sentence.find("mine 2.0.0") != std::string::npos && sentence.find("1.0.0") != std::string::npos,
                 sentence.c_str());
        const auto done = installPlugin(folder.paths(), later, true);
        QVERIFY2(done.has_value(), sentenceOf(done).c_str());
        QVERIFY(done->replaced);
        QCOMPARE(Manifest::read(done->folder / "manifest.json")->version, std::string("2.0.0"));
        QVERIFY(std::distance(fs::directory_iterator(folder.policies("user")), fs::directory_iterator()) == 1);
    }

    void itTellsHowFarAndCanBeGivenUp() {
        test::PluginFolder folder;
        const fs::path path = built(folder, "mine");
        std::vector<std::uintmax_t> told;
        std::uintmax_t whole = 0;
        const auto given = installPlugin(folder.paths(), path, false, [&](std::uintmax_t done, std::uintmax_t) {
            told.push_back(done);
            return false;
        });
        QVERIFY(!given && given.error().code == Code::Cancelled);
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(fs::is_empty(folder.policies("user")));
        told.clear();
        QVERIFY(installPlugin(folder.paths(), path, false, [&](std::uintmax_t done, std::uintmax_t total) {
            told.push_back(done);
            whole = total;
            return true;
        }));
        QVERIFY(whole > 0 && std::is_sorted(told.begin(), told.end()));
        QCOMPARE(told.back(), whole);
    }

    void whatIsNoPluginIsASentenceAndNothingIsLeft() {
        test::PluginFolder folder;
        const fs::path linked = built(folder, "linked");
        fs::create_symlink("/etc/passwd", linked / "notes.txt");
        QVERIFY(sentenceOf(installPlugin(folder.paths(), linked, false)).find("notes.txt") != std::string::npos);
        const fs::path misnamed = built(folder, "misnamed");
        fs::rename(misnamed / "misnamed.so", misnamed / "other.so");
        QVERIFY(sentenceOf(installPlugin(folder.paths(), misnamed, false)).find("misnamed.so") != std::string::npos);
        const fs::path broken = folder.write("broken", "{", "build");
        std::ofstream(broken / "broken.so") << "";
        QVERIFY(!installPlugin(folder.paths(), broken, false));
        QVERIFY(!installPlugin(folder.paths(), folder.root(), false));
        QVERIFY(!installPlugin(PluginPaths{{folder.policies()}, folder.root()}, built(folder, "mine"), false));
        QVERIFY(!fs::exists(folder.policies("user")));
    }
};

QTEST_APPLESS_MAIN(InstallTest)
#include "install_test.moc"
