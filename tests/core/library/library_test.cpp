// SPDX-License-Identifier: Apache-2.0
#include "core/library/library.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <functional>
#include <map>

#include "core/bundle/bundle.h"
#include "core/library/filter.h"
#include "core/library/run_folder.h"
#include "core/library/side_by_side.h"
#include "core/model/text/document.h"
#include "core/publish/write_bundle.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/command_words.h"
#include "core/session/spec/repeat_command.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
namespace fs = std::filesystem;

class LibraryTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_runs = m_folder->filePath("runs").toStdString();
        fs::create_directories(m_runs);
    }

    void bundlesAreFoundWhereverTheyAre() {
        write("a");
        write("deep/er/b", 2);
        write("c.zip");
        write(".hidden/d");
        fs::create_directories(m_runs / "plugin");
        sample::spill(m_runs / "plugin/manifest.json", "{\"format\": \"kvw-plugin-1\"}");
        fs::create_directory_symlink(m_runs / "a", m_runs / "link");
        const auto entries = all();
        QCOMPARE(names(entries), (QStringList{"a", "b", "c.zip"}));
        for (const LibraryEntry& entry : entries) {
            QVERIFY2(entry.problem.empty(), entry.problem.english().c_str());
            QVERIFY(!entry.model.empty() && !entry.text.empty() && !entry.policy.empty() && !entry.hash.empty());
            QCOMPARE(libraryEntryOf(toJson(entry)).policy, entry.policy);
            // Given was one of three settings; of the full cache nothing is said.
            QCOMPARE(entry.effective, std::vector<std::string>{"streaming 1.0.0: sinks=2, recent=10, scale=0.5"});
            QCOMPARE(libraryEntryOf(toJson(entry)).effective, entry.effective);
        }
        QCOMPARE(entries[1].kind, std::string("compare"));
        QCOMPARE(entries[1].lanes, 2);
    }

    void timesAreKnownWithTheirMachine() {
        write("one");
        write("two", 2);
        for (const LibraryEntry& entry : all()) {
            QVERIFY2(entry.ttftMs > 0 && entry.tpotMs > 0, entry.path.c_str());
            QCOMPARE(entry.machine, std::string("sample, 0 cores, device cpu"));
        }
        QCOMPARE(machineText({{"cpu", "A CPU"}, {"cores", 8}, {"threads", 2}}, "cpu"),
                 std::string("A CPU, 8 cores, device cpu"));
        QVERIFY(machineText({{"cpu", "unknown"}, {"cores", 8}}, "cpu").empty() && machineText({}, "cpu").empty());
    }

    void onlyWhatChangedIsReadAgain() {
        write("a");
        write("b");
        Library library = open();
        QCOMPARE(library.refresh({m_runs})->read, 2);
        QCOMPARE(library.refresh({m_runs})->read, 0);
        QVERIFY(writeNotes(m_runs / "a", {"thesis"}, "a note").has_value());
        fs::remove_all(m_runs / "b");
        const auto changes = library.refresh({m_runs});
        QCOMPARE(changes->read, 1);
        QCOMPARE(changes->removed, 1);
        const auto entries = library.entries({m_runs});
        QCOMPARE(entries->size(), std::size_t{1});
        QCOMPARE(entries->front().tags, std::vector<std::string>{"thesis"});
        QCOMPARE(entries->front().note, std::string("a note"));
        QVERIFY(writeNotes(m_runs / "a", {}, {}).has_value());
        QVERIFY(!fs::exists(notesFile(m_runs / "a")));
    }

    void notesThatCannotBeReadAreKept() {
        write("a");
        for (const char* text : {"", "{\"format\": \"kvw-notes-1\", \"note\": \"mine\",}",
                                 "{\"format\": \"kvw-notes-2\", \"note\": \"mine\"}"}) {
            sample::spill(notesFile(m_runs / "a"), text);
            const auto written = writeNotes(m_runs / "a", {"thesis"}, {});
            QVERIFY(!written && written.error().code == Code::BadInput);
            QVERIFY(!writeNotes(m_runs / "a", {}, {}));
            QCOMPARE(sample::slurp(notesFile(m_runs / "a")), std::string(text));
        }
        fs::remove(notesFile(m_runs / "a"));
        QVERIFY(writeNotes(m_runs / "a", {"thesis"}, {}).has_value());
    }

    void whatOthersWroteMeanwhileStays() {
        write("a");
        const fs::path run = m_runs / "a";
        QVERIFY(writeNotes(run, {"thesis", "old"}, "mine").has_value());
        const Notes seen{{"old"}, "mine"};  // before "thesis" came
        QVERIFY(changeNotes(run, seen, {{"pinned"}, "mine"}).has_value());
        QCOMPARE(readEntry(run).tags, (std::vector<std::string>{"thesis", "pinned"}));
        QCOMPARE(readEntry(run).note, std::string("mine"));
        QVERIFY(changeNotes(run, {{"thesis"}, "mine"}, {{"thesis"}, "mine, longer"}).has_value());
        QCOMPARE(readEntry(run).note, std::string("mine, longer"));
        QVERIFY(changeNotes(run, {{}, "mine"}, {{}, "another"}).has_value());
        QCOMPARE(readEntry(run).note, std::string("mine, longer\nanother"));
        QCOMPARE(readEntry(run).tags, (std::vector<std::string>{"thesis", "pinned"}));
    }

    void notesWithoutEndAreNone() {
        write("a");
        std::string text = "{\"format\": \"kvw-notes-1\", \"note\": \"mine\"";
        for (int i = 0; i < 40000; ++i) {  // in order each is looked for among all before it
            text += ", \"n" + std::to_string(i) + "\": 0";
        }
        sample::spill(notesFile(m_runs / "a"), text + "}");
        QVERIFY(readEntry(m_runs / "a").note.empty());
    }

    void theIndexIsMadeAnewFromTheFiles() {
        write("a");
        QCOMPARE(all().size(), std::size_t{1});
        for (const char* damaged : {"this is no database at all, but it is long enough to look at", ""}) {
            sample::spill(index(), damaged);
            QCOMPARE(all().size(), std::size_t{1});
        }
        fs::remove(index());
        QCOMPARE(all().size(), std::size_t{1});
        // A table of ours, it seems, with a column of another name.
        std::string file = sample::slurp(index());
        const std::size_t column = file.find("seed REAL");
        QVERIFY(column != std::string::npos);
        sample::spill(index(), file.replace(column, 4, "seeX"));
        QCOMPARE(all().size(), std::size_t{1});
        // Pages within it that are lost.
        for (const char* name : {"b", "c", "d", "e"}) {
            write(name, 2);
        }
        QCOMPARE(all().size(), std::size_t{5});
        file = sample::slurp(index());
        constexpr std::size_t kPage = 4096;
        QVERIFY(file.size() > 4 * kPage);
        sample::spill(index(), file.replace(kPage, file.size() - kPage, std::string(file.size() - kPage, '\xff')));
        QCOMPARE(all().size(), std::size_t{5});
        QVERIFY(!Library::open("/proc/nowhere/library.sqlite")->problem().empty());
    }

    void whatIsDamagedIsARowWithASentence() {
        write("future");
        sample::spill(m_runs / "future/manifest.json", "{\"format\": \"kvw-bundle-9\", \"kind\": \"run\"}");
        write("half");
        fs::remove(m_runs / "half/layers.csv");
        write("lost");
        fs::remove(m_runs / "lost/manifest.json");
        write("torn");
        sample::spill(m_runs / "torn/manifest.json", "{\"format\": \"kvw-bun");
        sample::spill(m_runs / "wrong.zip", "PK no archive");
        const auto entries = all();
        QCOMPARE(names(entries), (QStringList{"future", "half", "lost", "torn", "wrong.zip"}));
        for (const LibraryEntry& entry : entries) {
            QVERIFY2(!entry.problem.empty() && entry.problem.english().back() == '.', entry.path.c_str());
        }
        QVERIFY2(entries[0].problem.english().find("newer") != std::string::npos, entries[0].problem.english().c_str());
        QVERIFY2(entries[1].problem.english().find("layers.csv") != std::string::npos,
                 entries[1].problem.english().c_str());
    }

    void runsAreFoundByWhatTheyAre() {
        write("first", 2);
        write("second");
        QVERIFY(writeNotes(m_runs / "second", {"thesis", "fig 3"}, "100 % sure").has_value());
        Library library = open();
        QVERIFY(library.refresh({m_runs}).has_value());
        const auto count = [&](const char* filter) {
            const auto found = library.entries({m_runs}, filter);
            return found ? static_cast<int>(found->size()) : -1;
        };
        QCOMPARE(count(""), 2);
        QCOMPARE(count("second"), 1);
        QCOMPARE(count("kind:compare"), 1);
        QCOMPARE(count("tag:thesis"), 1);
        QCOMPARE(count("tag:\"fig 3\" thesis"), 1);
        QCOMPARE(count("tag:nothing"), 0);
        QCOMPARE(count("note:\"100 %\""), 1);
        QCOMPARE(count("note:%"), 1);
        QCOMPARE(count("tokens>1"), 2);
        QCOMPARE(count("tokens<1"), 0);
        QCOMPARE(count("'; DROP TABLE bundles; --"), 0);
        QCOMPARE(count(""), 2);
        QCOMPARE(count("streaming:sinks=2"), count("streaming"));
        QCOMPARE(count("tokens>many"), -1);
        QVERIFY(parseFilter("modl:x").error().sentence().find("model") != std::string::npos);
        QCOMPARE(library.entries({m_runs / "elsewhere"})->size(), std::size_t{0});
    }

    void aComparisonIsFoundByEachOfItsPolicies() {
        write("several", 3);
        const fs::path file = m_runs / "several/manifest.json";
        auto manifest = nlohmann::ordered_json::parse(sample::slurp(file));
        const auto lane = [&](std::size_t place, const char* text, double nll, double delta) {
            auto& changed = manifest["lanes"][place];
            changed["text"] = text;
            changed["summary"]["mean_nll"] = nll;
            changed["summary"]["delta_nll"] = delta;
        };
        lane(1, "h2o:heavy=8", 3.5, 0.5);
        lane(2, "snapkv:capacity=8", 2.5, -0.5);
        sample::spill(file, manifest.dump());
        Library library = open();
        QVERIFY(library.refresh({m_runs}).has_value());
        const auto found = [&](const char* filter) {
            const auto entries = library.entries({m_runs}, filter);
            return entries && entries->size() == 1 ? entries->front() : LibraryEntry();
        };
        QCOMPARE(found("").meanNll, 2.5);
        QCOMPARE(found("").policy, std::string("h2o:heavy=8, snapkv:capacity=8*"));
        QCOMPARE(readEntry(m_runs / "several").policy, found("").policy);
        QCOMPARE(found("policy:snapkv delta<0.1").deltaNll, -0.5);
        QCOMPARE(found("policy:h2o").deltaNll, 0.5);
        QCOMPARE(found("policy:h2o").policy, std::string("h2o:heavy=8*, snapkv:capacity=8"));
        QVERIFY(found("policy:h2o delta<0.1").path.empty());
        QVERIFY(std::isfinite(found("").heldShare));
        // Read anew, no row of before is left.
        QVERIFY(writeNotes(m_runs / "several", {"thesis"}, {}).has_value());
        QCOMPARE(library.refresh({m_runs})->read, 1);
        QCOMPARE(found("tag:thesis").meanNll, 2.5);
    }

    void aChangedManifestIsTold() {
        write("a", 2);
        QVERIFY(all().front().warning.empty());
        std::string text = sample::slurp(m_runs / "a/manifest.json");
        text.replace(text.find("\"command_line\": \""), 17, "\"command_line\": \"x");
        sample::spill(m_runs / "a/manifest.json", text);
        const LibraryEntry entry = all().front();
        QVERIFY2(entry.warning.english().find("the manifest was changed") != std::string::npos,
                 entry.warning.english().c_str());
        QCOMPARE(libraryEntryOf(toJson(entry)).warning.english(), entry.warning.english());
        write("noted");
        sample::spill(m_runs / "noted.notes.json", "{\"format\": ");
        const LibraryEntry noted = readEntry(m_runs / "noted");
        QVERIFY2(noted.problem.empty() && noted.warning.english().find("noted.notes.json") != std::string::npos,
                 noted.warning.english().c_str());
        // Side by side, too.
        const std::shared_ptr<const Recording> one = *readBundle(m_runs / "a"), other = sample::recording();
        const auto joined = sideBySide({other, one});
        QVERIFY(joined);
        bool told = false;
        for (const Recording::Problem& problem : (*joined)->problems()) {
            told = told || problem.plugin == kBundleProblem;
        }
        QVERIFY(told);
    }

    void withoutAWritableCacheTheIndexIsInMemory() {
        write("a");
        sample::spill(m_folder->filePath("file").toStdString(), "no folder");
        auto library = Library::open(m_folder->filePath("file/library.sqlite").toStdString());
        QVERIFY(library.has_value());
        QVERIFY(!library->problem().empty());
        QCOMPARE(library->refresh({m_runs})->read, 1);
        QCOMPARE(library->entries({m_runs})->size(), std::size_t{1});
        QVERIFY(open().problem().empty());
    }

    void damagedFilesOfTheUserAreTold() {
        const fs::path home = m_folder->filePath("home").toStdString();
        qputenv("XDG_DATA_HOME", QByteArray::fromStdString(home.string()));
        qputenv("KVW_RUNS", QByteArray::fromStdString(m_runs.string()));
        PluginPaths paths;
        paths.stateFolder = home / "state";
        fs::create_directories(home / "kvworkbench");
        fs::create_directories(paths.stateFolder);
        QVERIFY(damagedUserFiles(paths).empty());
        const std::map<fs::path, std::string> files{
            {home / "kvworkbench/presets.json", "{\"format\": \"kvw-presets-1\",\n\"presets\": ["},
            {paths.stateFolder / "disabled.json", "{\"disabled\": [3]}"},
            {m_runs / "library.json", "{\"format\": \"kvw-library-1\", \"folders\": [1]}"}};
        for (const auto& [file, text] : files) {
            sample::spill(file, text);
        }
        const auto damaged = damagedUserFiles(paths);
        QCOMPARE(damaged.size(), std::size_t{3});
        for (const Error& each : damaged) {
            QVERIFY2(files.contains(each.where.english()), each.where.english().c_str());
        }
        QVERIFY2(damaged[0].sentence().find("line 2") != std::string::npos, damaged[0].sentence().c_str());
        for (const auto& [file, text] : files) {
            QCOMPARE(sample::slurp(file), text);
        }
        qunsetenv("XDG_DATA_HOME");
        qunsetenv("KVW_RUNS");
    }

    void tagsAreWordsBetweenCommas() {
        QCOMPARE(tagsOf(" a, b c,,a , "), (std::vector<std::string>{"a", "b c"}));
        QVERIFY(tagsOf("").empty());
    }

    void addedFoldersAreRemembered() {
        qputenv("KVW_RUNS", QByteArray::fromStdString(m_runs.string()));
        QCOMPARE(libraryFolders(), std::vector<fs::path>{m_runs});
        QVERIFY(setLibraryFolders({m_runs, "/somewhere"}).has_value());
        QCOMPARE(libraryFolders(), (std::vector<fs::path>{m_runs, "/somewhere"}));
        // A file that cannot be read is kept.
        for (const char* text : {"{\"folders\": 3}", "{\"format\": \"kvw-library-2\", \"folders\": [\"/x\"]}"}) {
            sample::spill(m_runs / "library.json", text);
            QCOMPARE(libraryFolders().size(), std::size_t{1});
            QVERIFY(!setLibraryFolders({m_runs, "/elsewhere"}));
            QCOMPARE(sample::slurp(m_runs / "library.json"), std::string(text));
        }
        // A name alone is a folder of where the program was started.
        qputenv("KVW_RUNS", "run");
        QCOMPARE(runFolder().string(), (fs::current_path() / "run").string());
        qunsetenv("KVW_RUNS");
    }

    void runsOfDifferentDaysAreLanes() {
        sample::Options options;
        options.lanes = 2;
        const std::shared_ptr<const Recording> both = sample::recording(options);
        const std::shared_ptr<const Recording> one = sample::recording();
        const auto joined = sideBySide({both, both});
        QVERIFY2(joined.has_value(), joined ? "" : joined.error().sentence().c_str());
        QCOMPARE((*joined)->lanes(), both->lanes());
        QCOMPARE((*joined)->trace(1).steps(), both->trace(1).steps());
        QCOMPARE((*joined)->state(), RunState::Finished);
        const std::string told = (*joined)->problems().back().sentence();
        QVERIFY2(told.find("in 2 of the compared runs") != std::string::npos, told.c_str());
        QCOMPARE(sideBySide({one}).error().code, Code::BadUsage);
        RunDescription other = one->description();
        other.textHash = "another";
        const auto apart = sideBySide({one, std::make_shared<Recording>(other)});
        QVERIFY(!apart.has_value());
        QVERIFY2(apart.error().sentence().find("different texts") != std::string::npos,
                 apart.error().sentence().c_str());
    }

    void whatDiffersIsALaneWithAName() {
        using Names = std::vector<std::string>;
        const auto names = [](const std::shared_ptr<const Recording>& other) {
            Names found;
            const auto joined = sideBySide({again(), other});
            for (const LaneInfo& lane : joined ? (*joined)->description().lanes : std::vector<LaneInfo>{}) {
                found.push_back(laneName(lane));
            }
            return found;
        };
        const std::string name = "streaming:sinks=2";
        QCOMPARE(names(again()), Names{name});
        QCOMPARE(names(again([](RunDescription& run) { run.lanes[0].policyVersion = "2.0.0"; })),
                 (Names{name, name + " [version 2.0.0]"}));
        const auto ranks = again([](RunDescription& run) {
            run.positions = "cache-rank";
            run.rankKeys = "rotated";
            run.seed = 3;
        });
        QCOMPARE(names(ranks), (Names{name, name + " [cache-rank rotated, seed 3]"}));
        const auto drawn = again([](RunDescription& run) {
            run.sampling = {{"temperature", 0.5}, {"top_k", 40}, {"top_p", 1.0}};
        });
        QCOMPARE(names(drawn), (Names{name, name + " [temperature 0.5, top-k 40, top-p 1]"}));
        const std::shared_ptr<Recording> sampled = sample::recording();
        QCOMPARE(names(again({}, sampled->trace(0).fork(30))), (Names{name, name + " [30 tokens]"}));
        auto turned = sampled->trace(0).fork();
        turned->addEvent({20, "parameter", "recent = 8"});
        turned->publish();
        QCOMPARE(names(again({}, std::move(turned))),
                 (Names{name, name + " [recent = 12 from step 15, recent = 8 from step 20]"}));
        // Nothing but the numbers: of another day.
        sample::Options two;
        two.lanes = 2;
        const auto later = [](RunDescription& run) { run.startedAt = "2025-02-02T10:20:30Z"; };
        QCOMPARE(names(again(later, sample::recording(two)->trace(0).fork())),
                 (Names{name, name + " [2025-02-02 10:20:30]"}));

        // The policy is what it was, also in a bundle of the comparison.
        const auto joined = sideBySide({again(), ranks});
        QCOMPARE((*joined)->description().lanes[1].policyText, name);
        QVERIFY(writeBundle(**joined, m_runs / "joined").has_value());
        const auto read = readBundle(m_runs / "joined");
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        QCOMPARE((*read)->description().lanes[1].policyText, name);
        QCOMPARE(laneName((*read)->description().lanes[1]), name + " [cache-rank rotated, seed 3]");
        QVERIFY(readEntry(m_runs / "joined").policy.find("seed 3") != std::string::npos);
        // With the settings of its own run.
        QVERIFY(settingsOf((*joined)->description(), 1) == settingsOf(ranks->description(), 0));
        QVERIFY(settingsOf((*read)->description(), 1) == settingsOf(ranks->description(), 0));
        QVERIFY(settingsOf((*read)->description(), 0) == settingsOf(again()->description(), 0));
        const auto more = sideBySide({ranks, *read});
        for (const LaneInfo& lane : (*more)->description().lanes) {
            QVERIFY(!settingsLost(lane));
        }
    }

    void fullCachesThatComputedTheSameAreOne() {
        const auto full = [](std::int64_t seed, const char* dtype, std::unique_ptr<Trace> trace) {
            return again(
                [&](RunDescription& run) {
                    run.lanes[0].policyId = run.lanes[0].policyText = "full";
                    run.seed = seed;
                    run.kvDtype = dtype;
                },
                std::move(trace));
        };
        sample::Options two;
        two.lanes = 2;
        const std::shared_ptr<Recording> both = sample::recording(two);
        // As far as both go; the longer one stays.
        const auto one = full(7, "f32", both->trace(0).fork(30)), longer = full(8, "f32", both->trace(0).fork());
        const auto joined = sideBySide({one, again(), longer});
        QCOMPARE((*joined)->lanes(), 2);
        QCOMPARE((*joined)->description().lanes[0].policyId, std::string("full"));
        QCOMPARE((*joined)->trace(0).steps(), both->trace(0).steps());
        const auto coarse = sideBySide({one, full(7, "bf16", both->trace(1).fork())});
        QCOMPARE((*coarse)->lanes(), 2);
        QCOMPARE(laneName((*coarse)->description().lanes[1]), std::string("full [bf16]"));
    }

    void runsSideBySideHaveTheirCommandAndTheirEnd() {
        const std::string begin = "kvw run --text story", h2o = " --policy 'h2o:note=a b;'", end = " --steps 8";
        const std::string first = begin + " --policy streaming:recent=8" + end;
        const std::string both = "kvw compare --text story --policy streaming:recent=8 --policy full" + end;
        const auto joinedCommand = [](const std::vector<std::string>& commands) {
            std::vector<std::vector<RunSpec>> runs;
            for (const std::string& command : commands) {
                runs.push_back(specsOfOldCommand(command));
            }
            return commandLine(joinedSpecs(runs));
        };
        QCOMPARE(joinedCommand({first, begin + h2o + end, both}),
                 "kvw compare --text story --policy full --policy streaming:recent=8" + h2o + end);
        QCOMPARE(joinedCommand({first, first}), first);
        const std::string longer = begin + h2o + " --steps 9";
        QCOMPARE(joinedCommand({first, longer, first}), first + "; " + longer);
        QCOMPARE(joinedCommand({first + "; " + longer, first}), first + "; " + longer);
        QCOMPARE(joinedCommand({first, {}}), std::string());

        const auto run = [](const std::string& command, RunState state) {
            const auto made = sample::recording();
            RunDescription description = made->description();
            description.specs = specsOfOldCommand(command);
            auto other = std::make_shared<Recording>(std::move(description));
            other->setTrace(0, made->trace(0).fork());
            other->setState(state, "how it ended");
            return std::shared_ptr<const Recording>(other);
        };
        const auto joined = sideBySide({run(first, RunState::Finished), run(longer, RunState::Stopped)});
        QVERIFY2(joined.has_value(), joined ? "" : joined.error().sentence().c_str());
        // A run that was stopped is made again as far as it came.
        const std::int64_t came = (*joined)->trace(0).steps() - (*joined)->description().promptTokens;
        QCOMPARE((*joined)->description().commandLine, first + "; " + begin + h2o + " --steps " + std::to_string(came));
        QCOMPARE((*joined)->state(), RunState::Stopped);
        QCOMPARE((*joined)->message().english(), std::string("how it ended"));
        for (const auto& [state, wanted] :
             {std::pair{RunState::Failed, RunState::Failed}, {RunState::Running, RunState::Stopped}}) {
            QCOMPARE((*sideBySide({run(first, state), run(first, RunState::Finished)}))->state(), wanted);
        }
    }

    void theCommandMakesWhatARunWentThrough() {
        const auto told = [](const std::string& command, std::int64_t steps, RunState state) {
            const std::shared_ptr<Recording> one = sample::recording();
            RunDescription run = one->description();
            run.specs = specsOfOldCommand(command);
            run.commandLine = command;
            Recording other(std::move(run));
            other.setTrace(0, one->trace(0).fork(steps));
            other.setState(state);
            return repeatCommand(other);
        };
        const std::string begin = "kvw run --prompt 'a --steps 3' --policy streaming:sinks=2", end = " --seed 2";
        const std::string turned = begin + "/recent=12@15";
        const std::int64_t prompt = sample::recording()->description().promptTokens;
        const auto steps = [prompt](std::int64_t tokens) { return " --steps " + std::to_string(tokens - prompt); };
        QCOMPARE(told(begin + end, 40, RunState::Finished), turned + end);
        QCOMPARE(told(turned + end, 40, RunState::Finished), turned + end);
        QCOMPARE(told(begin + end, 30, RunState::Stopped), turned + steps(30) + end);
        // A change behind the last token that is there is no part of the command.
        QCOMPARE(told(begin + " --steps 35" + end, 15, RunState::Stopped), begin + steps(15) + end);
        QCOMPARE(told(begin + "; " + begin, 30, RunState::Stopped), begin + "; " + begin);
        QCOMPARE(told({}, 30, RunState::Stopped), std::string());
    }

    void aBundleIsRepeatedFromItsSpecificationsAndAnOldOneFromItsCommand() {
        const QTemporaryDir folder;
        const auto repeated = [&folder](const char* name, const std::string& command, std::vector<RunSpec> specs) {
            const auto original = sample::recording();
            RunDescription description = original->description();
            description.commandLine = command;
            description.specs = std::move(specs);
            Recording made(std::move(description));
            made.setTrace(0, original->trace(0).fork());
            made.setState(RunState::Finished);
            const auto path = std::filesystem::path(folder.path().toStdString()) / name;
            const auto opened = writeBundle(made, path).and_then([&path] { return openBundle(path); });
            return opened ? repeatCommand(*opened->recording) : opened.error().sentence();
        };
        const std::string begin = "kvw run --prompt 'a b' --policy streaming:sinks=2", end = " --steps 30";
        QCOMPARE(repeated("old", begin + end, {}), begin + "/recent=12@15" + end);
        // The command of a bundle with specifications is not read.
        QCOMPARE(repeated("new", "kvw run --steps 5", specsOfOldCommand(begin + end)), begin + "/recent=12@15" + end);
        QCOMPARE(repeated("foreign", "make it again", {}), std::string("make it again"));
    }

    void aCommandForThisMachineHasItsFolders() {
        const std::filesystem::path text = "/home/me/my texts/a story.txt", model = "/models/tiny/";
        RunSpec spec;
        spec.textFile = text;
        spec.model = model;
        spec.policies = {"h2o"};
        const std::string bare = commandLine(spec), here = commandLineHere("kvw run", spec);
        QCOMPARE(bare, std::string("kvw run --model tiny --text 'a story.txt' --policy h2o"));
        const auto toHere = [](const std::string& command, const std::filesystem::path& file,
                               const std::filesystem::path& folder, const std::filesystem::path& ids = {}) {
            return commandHere(specsOfOldCommand(command), file, folder, ids);
        };
        QCOMPARE(toHere(bare, text, {}),
                 std::string("kvw run --model tiny --text '/home/me/my texts/a story.txt' --policy h2o"));
        QCOMPARE(toHere(bare, text, model), here);
        QVERIFY(isOurCommand(here));
        QCOMPARE(toHere(bare, {}, {}), bare);
        // Other files, what is typed and embedded texts stay.
        QCOMPARE(toHere(bare, "/home/me/other.txt", "/models/large"), bare);
        const std::string typed = "kvw run --prompt '--text a.txt' --policy h2o";
        QCOMPARE(toHere(typed, "/home/me/a.txt", {}), typed);
        QCOMPARE(toHere("kvw run --ids ids.txt --policy h2o", {}, {}, "/home/me/my runs/fork/ids.txt"),
                 std::string("kvw run --ids '/home/me/my runs/fork/ids.txt' --policy h2o"));
        spec.model.clear();
        spec.textFile = embeddedDocuments().value().front();
        QCOMPARE(toHere(commandLine(spec), spec.textFile, {}), commandLine(spec));
        // A file of such a name, and several commands.
        const std::string named = spec.textFile.filename().string();
        const std::string again = "kvw run --text ./" + named + " --policy h2o";
        const std::string whole = "kvw run --text /home/" + named + " --policy h2o";
        QCOMPARE(toHere(again + "; " + again, "/home/" + named, {}), whole + "; " + whole);
        QCOMPARE(commandHere({}, text, model), std::string());
    }

    void aCommandOutOfAFileIsOursOrNone() {
        RunSpec spec;
        spec.prompt = "It's 1 < 2; $(rm x) & `y`\n\t\\ \"z\" | #!~*\u00e4";
        spec.policies = {"streaming:recent=8/recent=12@15", "h2o:note=a b;"};
        const std::string typed = commandLine(spec), plain = "kvw run --policy h2o";
        for (const std::string& ours : {typed, plain, plain + "; " + typed, "kvw sweep --out 'a b'" + std::string()}) {
            QVERIFY2(isOurCommand(ours), ours.c_str());
        }
        const std::string behind[] = {"; echo pwned\n",
                                      "\necho pwned",
                                      "; kvw library",
                                      " | sh",
                                      " && x",
                                      " $(x)",
                                      " `x`",
                                      " > ~/.bashrc",
                                      " \"$(x)\"",
                                      " 'open",
                                      " \\\nx",
                                      "\r",
                                      " <x",
                                      " 'a\x03"
                                      "b'",
                                      " '\x1b[201~'",
                                      " {a,b}",
                                      " !!",
                                      ";",
                                      "; ; " + plain,
                                      " #x"};
        for (const std::string& more : behind) {
            QVERIFY2(!isOurCommand(plain + more), more.c_str());
        }
        for (const char* other : {"", " ", "kvw", "ls", "kvw library", "sudo kvw run", "x=1 kvw run", "'kvw' run"}) {
            QVERIFY2(!isOurCommand(other), other);
        }
    }

 private:
    /// The sample of one lane as another run.
    static std::shared_ptr<const Recording> again(const std::function<void(RunDescription&)>& change = {},
                                                  std::unique_ptr<Trace> trace = nullptr) {
        const std::shared_ptr<Recording> one = sample::recording();
        RunDescription run = one->description();
        if (change) {
            change(run);
        }
        auto made = std::make_shared<Recording>(std::move(run));
        made->setTrace(0, trace ? std::move(trace) : one->trace(0).fork());
        made->setState(RunState::Finished);
        return made;
    }

    void write(const char* name, std::int32_t lanes = 1) {
        sample::Options options;
        options.lanes = lanes;
        const auto recording = sample::recording(options);
        const auto written = writeBundle(*recording, m_runs / name);
        QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
    }
    fs::path index() const { return m_folder->filePath("library.sqlite").toStdString(); }
    Library open() { return Library::open(index()).value(); }
    /// In the order of their names.
    std::vector<LibraryEntry> all() {
        Library library = open();
        const auto refreshed = library.refresh({m_runs});
        auto entries = refreshed ? library.entries({m_runs}).value() : std::vector<LibraryEntry>{};
        std::sort(entries.begin(), entries.end(),
                  [](const auto& a, const auto& b) { return a.path.filename() < b.path.filename(); });
        return entries;
    }
    static QStringList names(const std::vector<LibraryEntry>& entries) {
        QStringList list;
        for (const LibraryEntry& entry : entries) {
            list << QString::fromStdString(entry.path.filename().string());
        }
        return list;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_runs;
};

QTEST_APPLESS_MAIN(LibraryTest)
#include "library_test.moc"
