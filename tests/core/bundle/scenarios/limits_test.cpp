// SPDX-License-Identifier: Apache-2.0
/// Bundles that claim or hold far more than they should: refused by what their directory and manifest say, or at the
/// first block, never after reading it all.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>

#include "core/base/files/line_reader.h"
#include "core/base/json/json_text.h"
#include "core/bundle/archive.h"
#include "core/bundle/arrays/npy.h"
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/bundle/sums.h"

namespace fs = std::filesystem;
using namespace kvw;

namespace {

constexpr std::int64_t kBomb = 50'000'000;

/// NUL bytes without end that count how many of them were asked for.
class Zeros final : public bundle::ByteStream {
 public:
    explicit Zeros(std::int64_t size) : ByteStream("zeros", size) {}
    std::size_t given = 0;

 protected:
    Result<std::size_t> fetch(char* to, std::size_t size) override {
        std::fill_n(to, size, '\0');
        given += size;
        return size;
    }
};

}  // namespace

class LimitsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }

    fs::path bundleNamed(const char* name) const {
        const auto written = writeBundle(*sample::recording(), at(name));
        Q_ASSERT(written);
        return at(name);
    }
    /// `change` edits the manifest of the folder.
    template <class Change>
    static void edit(const fs::path& folder, Change change) {
        auto manifest = *bundle::parseJson(sample::slurp(folder / "manifest.json"), "manifest");
        change(manifest);
        sample::spill(folder / "manifest.json", bundle::dumpFile(manifest));
    }
    static std::string refusal(const fs::path& bundle) {
        const auto opened = openBundle(bundle);
        return opened ? std::string("opened") : opened.error().sentence();
    }
    static std::string stateOf(const nlohmann::ordered_json& inspected, const std::string& name) {
        for (const auto& file : inspected["integrity"]["files"]) {
            if (file["name"] == name) {
                return file["state"];
            }
        }
        return "not listed";
    }

 private Q_SLOTS:
    void moreThanTheRowsAllowIsNotUnpacked() {
        const fs::path folder = bundleNamed("bomb");
        fs::resize_file(folder / "steps.csv", 0);
        fs::resize_file(folder / "steps.csv", kBomb);
        const fs::path zip = at("bomb.zip");
        QVERIFY(bundle::packFolder(folder, zip));
        QVERIFY(fs::file_size(zip) < kBomb / 100);
        for (const fs::path& path : {folder, zip}) {
            const std::string sentence = refusal(path);
            QVERIFY2(sentence.find("steps.csv: the file is too large; found 50000000 bytes, expected at most 229376") !=
                         std::string::npos,
                     sentence.c_str());
            const auto inspected = inspectBundle(path);
            QVERIFY(inspected.has_value());
            QCOMPARE(stateOf(*inspected, "steps.csv"), std::string("changed"));
            QVERIFY((*inspected)["integrity"]["ok"] == false);
            QCOMPARE((*inspected)["integrity"]["warnings"].size(), std::size_t{1});
            QVERIFY(test::canonicalHash(path).empty());
        }
    }

    void aManifestThatListsTheBombIsNoExcuse() {
        const fs::path folder = bundleNamed("listed");
        fs::resize_file(folder / "steps.csv", kBomb);
        edit(folder, [](auto& manifest) { manifest["integrity"]["files"]["steps.csv"]["bytes"] = kBomb; });
        QVERIFY(refusal(folder).find("the file is too large") != std::string::npos);
        QCOMPARE(stateOf(*inspectBundle(folder), "steps.csv"), std::string("too large"));
    }

    void claimedRowsAreNotBelieved() {
        const fs::path folder = bundleNamed("claims");
        fs::resize_file(folder / "steps.csv", 0);
        fs::resize_file(folder / "steps.csv", kBomb);
        edit(folder, [](auto& manifest) { manifest["rows"]["steps"] = 1'000'000'000; });
        const std::string sentence = refusal(folder);
        QVERIFY2(sentence.find("steps.csv, line 1: the line is too long") != std::string::npos, sentence.c_str());
    }

    void whatExpandsBeyondReasonIsNotOpened() {
        const fs::path folder = bundleNamed("expands");
        fs::resize_file(folder / "layers.csv", 2 * kBomb);
        const fs::path zip = at("expands.zip");
        QVERIFY(bundle::packFolder(folder, zip));
        const std::string sentence = refusal(zip);
        QVERIFY2(sentence.find("expands.zip/layers.csv: the archive is too large when unpacked") != std::string::npos,
                 sentence.c_str());
    }

    void aFileTooLargeForItsArchiveIsToldWithItsSize() {
        const fs::path folder = bundleNamed("sized"), zip = at("sized.zip");
        fs::resize_file(folder / "steps.csv", kBomb);
        QVERIFY(bundle::packFolder(folder, zip));
        const auto opened = bundle::Archive::open(zip, {.fileBytes = kBomb - 1});
        QVERIFY(!opened);
        const std::string sentence = opened.error().sentence();
        QVERIFY2(sentence.ends_with("sized.zip/steps.csv: the file is too large; found 50000000 bytes, expected at "
                                    "most 49999999 bytes."),
                 sentence.c_str());
    }

    void membersWithoutEndAreNotReadInOrder() {
        std::string files = "{";
        for (int i = 0; i < 40000; ++i) {
            files += (i > 0 ? ", \"f" : "\"f") + std::to_string(i) + "\": 0";
        }
        const auto read = bundle::parseJson(files + "}", "manifest.json");
        QVERIFY(!read);
        QCOMPARE(read.error().sentence(),
                 std::string("manifest.json: the JSON has too many members; expected at most 10000 in an object."));
        std::string list = "[";
        for (int i = 0; i < 40000; ++i) {  // in small objects there may be as many
            list += i > 0 ? ", {\"a\": 0, \"b\": 1}" : "{}";
        }
        QVERIFY(bundle::parseJson(list + "]", "manifest.json").has_value());
    }

    void textsWithoutEndAreCutOrRefused() {
        const std::string text(1'000'000, 'x');
        const fs::path run = bundleNamed("texts");
        edit(run, [&](auto& manifest) {
            manifest["message"] = text;
            manifest["text"]["title"] = text;
            manifest["problems"].push_back(
                {{"severity", "error"}, {"plugin", text}, {"layer", 0}, {"step", 0}, {"sentence", text}, {"count", 1}});
        });
        const auto opened = openBundle(run);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        const Recording& recording = *opened->recording;
        const std::size_t most = Recording::kLongestText + std::string("…").size();
        QCOMPARE(recording.message().english().size(), most);
        QCOMPARE(recording.description().textTitle.size(), most);
        QVERIFY(std::ranges::all_of(recording.problems(), [&](const Recording::Problem& problem) {
            return problem.sentence().size() <= most && problem.plugin.size() <= most;
        }));
        edit(run, [&](auto& manifest) { manifest["policy"]["text"] = text; });
        QVERIFY(refusal(run).find("the text of the policy is too long") != std::string::npos);
    }

    void whatIsNamedTwiceIsNotReadTwice() {
        const fs::path run = bundleNamed("twice");
        auto index = *bundle::parseJson(sample::slurp(run / "arrays/index.json"), "index");
        index["arrays"].push_back(index["arrays"][0]);
        sample::spill(run / "arrays/index.json", bundle::dumpFile(index));
        QVERIFY(refusal(run).find("an array is listed twice") != std::string::npos);
        sample::Options options;
        options.lanes = 2;
        QVERIFY(writeBundle(*sample::recording(options), at("lanes")).has_value());
        edit(at("lanes"), [](auto& manifest) { manifest["lanes"][1]["path"] = manifest["lanes"][0]["path"]; });
        QVERIFY(refusal(at("lanes")).find("names a lane twice") != std::string::npos);
    }

    void aLineWithoutEndIsGivenUpAfterABlock() {
        Zeros zeros(std::int64_t{1} << 40);
        bundle::LineReader lines(zeros, "zeros", 1000);
        QVERIFY(!lines.next());
        QCOMPARE(zeros.given, bundle::ByteStream::kBlock);
    }

    void hugeSparseFilesInAFolder() {
        const fs::path folder = bundleNamed("sparse");
        std::error_code error;
        for (const char* name : {"layers.csv", "manifest.json"}) {
            fs::resize_file(folder / name, std::uintmax_t{1} << 36, error);
            QVERIFY2(!error, error.message().c_str());
            const std::string sentence = refusal(folder);
            QVERIFY2(sentence.find(std::string(name) + ": the file is too large") != std::string::npos,
                     sentence.c_str());
        }
    }

    void arraysAreRefusedByTheirHeaders() {
        const fs::path folder = bundleNamed("arrays");
        const auto claim = [&](const char* name, bundle::NpyType type, std::int64_t count) {
            sample::spill(folder / "arrays" / name, bundle::npyHeader(type, std::array{count}));
            const auto header = fs::file_size(folder / "arrays" / name);
            fs::resize_file(folder / "arrays" / name, header + static_cast<std::uintmax_t>(count) * npySize(type));
        };
        const std::string offsets = sample::slurp(folder / "arrays/attention-0.offsets.npy");
        claim("attention-0.probs.npy", bundle::NpyType::F32, std::int64_t{1} << 30);
        QVERIFY(refusal(folder).find("probs.npy: the array does not fit the others") != std::string::npos);
        claim("attention-0.tokens.npy", bundle::NpyType::I32, std::int64_t{1} << 30);
        QVERIFY(refusal(folder).find("tokens.npy: the array does not fit the others") != std::string::npos);
        // One row that claims more tokens than the text has.
        std::string greedy = offsets;
        greedy[greedy.size() - 3] = '\x7f';
        sample::spill(folder / "arrays/attention-0.offsets.npy", greedy);
        QVERIFY(refusal(folder).find("offsets.npy: the array does not fit the others") != std::string::npos);
    }

    void rowsBeyondTheClaimAreRefused() {
        const fs::path folder = bundleNamed("more");
        const std::string steps = sample::slurp(folder / "steps.csv");
        sample::spill(folder / "steps.csv", steps + steps.substr(steps.rfind('\n', steps.size() - 2) + 1));
        const std::string sentence = refusal(folder);
        QVERIFY2(sentence.find("steps.csv, line 42: wrong number of rows; found more rows, expected 40") !=
                     std::string::npos,
                 sentence.c_str());
    }

    void sentencesSayWhatWasFound() {
        const fs::path folder = bundleNamed("words");
        const std::string layers = sample::slurp(folder / "layers.csv");
        sample::spill(folder / "layers.csv", "");
        QVERIFY(refusal(folder).find("layers.csv, line 1: the file is empty") != std::string::npos);
        sample::spill(folder / "layers.csv", layers.substr(0, layers.find('\n') + 1));
        QVERIFY(refusal(folder).find("layers.csv: wrong number of rows; found 0, expected 240") != std::string::npos);
        sample::spill(folder / "layers.csv", layers);
        const std::string evictions = sample::slurp(folder / "evictions.jsonl");
        sample::spill(folder / "evictions.jsonl", "{\"step\":12}\n" + evictions.substr(evictions.find('\n') + 1));
        QVERIFY(refusal(folder).find("line 1: the line does not match the schema") != std::string::npos);
        edit(folder, [](auto& manifest) { manifest["format"] = 2; });
        QVERIFY(refusal(folder).find("found format 2, expected format \"kvw-bundle-1\"") != std::string::npos);
        edit(folder, [](auto& manifest) { manifest.erase("format"); });
        QVERIFY(refusal(folder).find("found no format") != std::string::npos);
    }

    void columnsAreTakenOutInPieces() {
        const std::string csv = sample::slurp(bundleNamed("pieces") / "steps.csv");
        for (const std::string& text : {csv, csv.substr(0, csv.size() - 5), std::string("a,b\n1\n"), std::string()}) {
            const std::string whole = test::withoutColumns(text, {"ms", "b"});
            for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
                bundle::ColumnFilter filter({"ms", "b"});
                std::string pieces;
                for (std::size_t at = 0; at < text.size(); at += size) {
                    filter.feed(std::string_view(text).substr(at, size), pieces);
                }
                filter.finish(pieces);
                QCOMPARE(pieces, whole);
            }
        }
        QCOMPARE(test::withoutColumns("a,b\n1,2\n3\n", {"b"}), std::string("a,\n1,\n3\n"));
    }
};

QTEST_GUILESS_MAIN(LimitsTest)
#include "limits_test.moc"
