// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/user_presets.h"

#include <QTest>

#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;

class UserPresetsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void savedReadReplacedRemoved() {
        const test::PluginFolder folder;
        const auto file = folder.root() / "deep" / "presets.json";
        QVERIFY(readUserPresets(file)->empty());
        QVERIFY(saveUserPreset(file, {"short-memory", "streaming:recent=64"}));
        QVERIFY(saveUserPreset(file, {"big", "snapkv:capacity=1024@kivi"}));
        QVERIFY(saveUserPreset(file, {"short-memory", "streaming:recent=32"}));
        const auto read = readUserPresets(file);
        QVERIFY(read);
        const std::vector<UserPreset>& presets = *read;
        QCOMPARE(presets.size(), std::size_t{2});
        QCOMPARE(presets[0].name, std::string("big"));
        QCOMPARE(presets[1].policy, std::string("streaming:recent=32"));
        const auto unknown = removeUserPreset(file, "short-memry");
        QVERIFY(!unknown && unknown.error().sentence().find("short-memory") != std::string::npos);
        QVERIFY(removeUserPreset(file, "big"));
        QCOMPARE(readUserPresets(file)->size(), std::size_t{1});
    }

    void aNameIsOneWord() {
        const test::PluginFolder folder;
        for (const char* name : {"", "Big", "a b", "a@b", "../x"}) {
            QVERIFY2(!saveUserPreset(folder.root() / "presets.json", {name, "full"}), name);
        }
        QVERIFY(!saveUserPreset({}, {"good", "full"}));
    }

    void aDamagedFileIsToldWithThePlace() {
        const test::PluginFolder folder;
        const auto file = folder.root() / "presets.json";
        for (const char* text :
             {"", "[]", "{\"format\":\"kvw-presets-1\"}",
              "{\"format\":\"kvw-presets-1\",\"presets\":[{\"name\":3},{\"name\":\"A B\",\"policy\":\"full\"}]}",
              "{\"format\":\"kvw-presets-9\",\"presets\":[{\"name\":\"a\",\"policy\":\"full\"}]}"}) {
            std::ofstream(file, std::ios::binary) << text;
            const auto read = readUserPresets(file);
            QVERIFY2(!read && read.error().code == Code::BadInput, text);
            QVERIFY2(read.error().sentence().find("presets.json") != std::string::npos, text);
        }
        std::ofstream(file, std::ios::binary) << "{\n\"format\": \"kvw-presets-1\",\n\"presets\": [}";
        QVERIFY(readUserPresets(file).error().sentence().find("line 3") != std::string::npos);
        std::ofstream(file, std::ios::binary)
            << "{\"format\":\"kvw-presets-1\",\"presets\":[{\"name\":\"a\",\"policy\":\"full\"},{\"name\":\"b\"}]}";
        QVERIFY(readUserPresets(file).error().sentence().find("preset 2") != std::string::npos);
        QVERIFY(readUserPresets(folder.root() / "none.json")->empty());
    }

    void whatCannotBeReadIsKept() {
        const test::PluginFolder folder;
        const auto file = folder.root() / "presets.json";
        for (const char* text : {"", "{\"format\":\"kvw-presets-1\",\"presets\":[{\"name\":\"a\",",
                                 "{\"format\":\"kvw-presets-9\",\"presets\":[{\"name\":\"a\",\"policy\":\"full\"}]}"}) {
            std::ofstream(file, std::ios::binary) << text;
            const auto saved = saveUserPreset(file, {"b", "full"});
            QVERIFY2(!saved && saved.error().code == Code::BadInput, text);
            QCOMPARE(std::filesystem::file_size(file), std::string(text).size());
        }
    }

    void theNameStandsForThePolicy() {
        test::PluginFolder folder;
        folder.add(test::manifestOf("mine"));
        const Catalog catalog = Catalog::scan(folder.paths());
        const std::vector<UserPreset> presets{{"short", "streaming:recent=64"},
                                              {"mine", "full"},
                                              {"ranks", "cascade/positions=cache-rank/prefill=streaming:1"},
                                              {"works", "streaming/native"},
                                              {"steps", "cascade:sizes=128/64/64/positions=cache-rank"}};
        QCOMPARE(withoutPreset("short", presets, catalog), std::string("streaming:recent=64"));
        QCOMPARE(withoutPreset("short@kivi:bits=2", presets, catalog), std::string("streaming:recent=64@kivi:bits=2"));
        QCOMPARE(withoutPreset("short/pin=3@20", presets, catalog), std::string("streaming:recent=64/pin=3@20"));
        QCOMPARE(withoutPreset("short:recent=2", presets, catalog), std::string("short:recent=2"));
        // Settings of the lane stay behind the policy and its codec; those behind the name go before them.
        QCOMPARE(withoutPreset("ranks", presets, catalog),
                 std::string("cascade/positions=cache-rank/prefill=streaming:1"));
        QCOMPARE(withoutPreset("ranks@kivi/window=8@20", presets, catalog),
                 std::string("cascade@kivi/positions=cache-rank/prefill=streaming:1/window=8@20"));
        QCOMPARE(withoutPreset("ranks/positions=original", presets, catalog),
                 std::string("cascade/prefill=streaming:1/positions=original"));
        QCOMPARE(withoutPreset("works", presets, catalog), std::string("streaming/native"));
        // A list's slashes are its own.
        QCOMPARE(withoutPreset("steps@kivi/window=8@20", presets, catalog),
                 std::string("cascade:sizes=128/64/64@kivi/positions=cache-rank/window=8@20"));
        QCOMPARE(withoutPreset("other", presets, catalog), std::string("other"));
        QCOMPARE(withoutPreset("mine", presets, catalog), std::string("mine"));  // what is installed keeps its id
    }
};

QTEST_APPLESS_MAIN(UserPresetsTest)
#include "user_presets_test.moc"
