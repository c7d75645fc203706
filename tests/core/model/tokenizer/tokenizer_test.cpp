// SPDX-License-Identifier: Apache-2.0
/// Ids, ranges and texts against the `tokenizers` package: golden/make_golden.py wrote what is expected here.
#include "core/model/tokenizer/tokenizer.h"

#include <QtTest>
#include <atomic>
#include <thread>

#include "core/base/files/sha256.h"
#include "core/model/text/document.h"
#include "tests/core/model/support.h"

using nlohmann::json;

namespace {

const std::filesystem::path kGolden = KVW_SOURCE_DIR "/tests/core/model/golden";
const std::filesystem::path kDemo = KVW_SOURCE_DIR "/resources/demo-model";

const json& golden() {
    static const json file = json::parse(kvw::test::read(kGolden / "tokenizer-cases.json"));
    return file;
}

std::filesystem::path pathOf(const std::string& name) {
    return name == "demo" ? kDemo / "model/tokenizer.json" : kGolden / (name + ".json");
}

std::vector<std::int64_t> flat(const kvw::Encoding& encoding) {
    std::vector<std::int64_t> values;
    for (const kvw::ByteRange& range : encoding.ranges) {
        values.push_back(range.begin);
        values.push_back(range.end);
    }
    return values;
}

template <class Values>
std::string digest(const Values& values) {
    std::string text;
    for (const auto value : values) {
        if (!text.empty()) {
            text += ',';
        }
        text += std::to_string(value);
    }
    return kvw::sha256(text);
}

std::string bytesOf(const std::string& hex) {
    return QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
}

/// The first difference, for a message; "" when there is none. An empty range may lie anywhere.
std::string difference(const kvw::Encoding& encoding, const json& expected) {
    const auto ids = expected["ids"].get<std::vector<std::int32_t>>();
    if (encoding.ids != ids) {
        return "ids " + json(encoding.ids).dump() + ", expected " + expected["ids"].dump();
    }
    if (encoding.ranges.size() != ids.size()) {
        return "not one range per id";
    }
    for (std::size_t i = 0; expected.contains("ranges") && i < ids.size(); ++i) {
        const kvw::ByteRange range{expected["ranges"][2 * i].get<std::int64_t>(),
                                   expected["ranges"][2 * i + 1].get<std::int64_t>()};
        const bool bothEmpty = range.begin == range.end && encoding.ranges[i].begin == encoding.ranges[i].end;
        if (!bothEmpty && encoding.ranges[i] != range) {
            return "ranges " + json(flat(encoding)).dump() + ", expected " + expected["ranges"].dump();
        }
    }
    return "";
}

}  // namespace

class TokenizerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        for (const json& set : golden()["sets"]) {
            const auto name = set["name"].get<std::string>();
            std::filesystem::path path = pathOf(set["tokenizer"]);
            if (!set["patch"].empty()) {
                json file = json::parse(kvw::test::read(path));
                file.update(set["patch"]);
                path = std::filesystem::path(m_folder.path().toStdString()) / (name + ".json");
                kvw::test::write(path, file.dump());
            }
            auto tokenizer = kvw::Tokenizer::load(path, name == "demo" ? kDemo / "model/tokenizer_config.json" : "");
            QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().sentence().c_str());
            m_tokenizers.emplace(name, std::move(*tokenizer));
        }
    }

    void generatedStrings_data() {
        QTest::addColumn<int>("set");
        for (std::size_t i = 0; i < golden()["sets"].size(); ++i) {
            QTest::newRow(golden()["sets"][i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
        }
    }
    void generatedStrings() {
        QFETCH(int, set);
        const json& expected = golden()["sets"][static_cast<std::size_t>(set)];
        const kvw::Tokenizer& tokenizer = m_tokenizers.at(expected["name"]);
        QVERIFY(!expected["cases"].empty());
        for (const json& row : expected["cases"]) {
            const auto text = golden()["texts"][row["text"].get<std::size_t>()].get<std::string>();
            const std::string wrong = difference(tokenizer.encode(text, true).value(), row);
            QVERIFY2(wrong.empty(), (json(text).dump(-1, ' ', true) + ": " + wrong).c_str());
        }
    }

    void documents_data() { plainSets(); }
    void documents() {
        QFETCH(int, set);
        const json& expected = golden()["sets"][static_cast<std::size_t>(set)];
        QCOMPARE(expected["documents"].size(), std::size_t{5});
        for (const json& row : expected["documents"]) {
            const auto name = row["name"].get<std::string>();
            const std::string text = kvw::test::read(kDemo / "documents" / name);
            const kvw::Encoding encoding = m_tokenizers.at(expected["name"]).encode(text, true).value();
            QVERIFY2(encoding.ids.size() == row["count"], name.c_str());
            QVERIFY2(digest(encoding.ids) == row["ids_sha256"], name.c_str());
            QVERIFY2(digest(flat(encoding)) == row["ranges_sha256"], name.c_str());
        }
    }

    void invalidUtf8IsReplacedAndCounted_data() { plainSets(); }
    void invalidUtf8IsReplacedAndCounted() {
        QFETCH(int, set);
        const json& expected = golden()["sets"][static_cast<std::size_t>(set)];
        for (const json& row : expected["invalid"]) {
            const std::string text = bytesOf(row["hex"]);
            const kvw::Encoding encoding = m_tokenizers.at(expected["name"]).encode(text, false).value();
            const std::string wrong = difference(encoding, row);
            QVERIFY2(wrong.empty(), (row["hex"].dump() + ": " + wrong).c_str());
            QCOMPARE(encoding.invalidSequences, row["count"].get<std::int64_t>());
        }
    }

    void decodedIds_data() { plainSets(); }
    void decodedIds() {
        QFETCH(int, set);
        const json& expected = golden()["sets"][static_cast<std::size_t>(set)];
        for (const json& row : expected["decoded"]) {
            const auto ids = row["ids"].get<std::vector<std::int32_t>>();
            QCOMPARE(m_tokenizers.at(expected["name"]).decode(ids, false), row["text"].get<std::string>());
            QCOMPARE(m_tokenizers.at(expected["name"]).decode(ids, true), row["skipped"].get<std::string>());
        }
    }

    void decodingUndoesEncoding_data() { plainSets(); }
    void decodingUndoesEncoding() {
        QFETCH(int, set);
        const kvw::Tokenizer& tokenizer = m_tokenizers.at(golden()["sets"][static_cast<std::size_t>(set)]["name"]);
        for (const json& row : golden()["texts"]) {
            const auto text = row.get<std::string>();
            QCOMPARE(tokenizer.decode(tokenizer.encode(text, false).value().ids), text);
        }
    }

    void rangesTileTheText() {
        const std::string text = kvw::test::read(kDemo / "documents/story.txt");
        const kvw::Encoding encoding = m_tokenizers.at("demo").encode(text, true).value();
        QCOMPARE(encoding.ranges.front(), (kvw::ByteRange{0, 0}));
        std::string joined;
        for (const kvw::ByteRange& range : encoding.ranges) {
            joined +=
                text.substr(static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.end - range.begin));
        }
        QCOMPARE(joined, text);
    }

    void rangesOfReplacedBytesAreTheOriginalOnes() {
        const kvw::Encoding encoding = m_tokenizers.at("unknown-fused-true")
                                           .encode(
                                               "ab\xE2\x82"
                                               "ab",
                                               false)
                                           .value();
        QCOMPARE(encoding.ids, (std::vector<std::int32_t>{7, 0, 7}));
        QCOMPARE(flat(encoding), (std::vector<std::int64_t>{0, 2, 2, 4, 4, 6}));
    }

    void rangesOfComposedCharactersCoverAllParts() {
        const kvw::Encoding encoding = m_tokenizers.at("qwen-nfc").encode("xe\xCC\x81y", false).value();
        QCOMPARE(encoding.ranges.front().begin, 0);
        QCOMPARE(encoding.ranges.back(), (kvw::ByteRange{4, 5}));
        QVERIFY(std::find(encoding.ranges.begin(), encoding.ranges.end(), kvw::ByteRange{1, 4}) !=
                encoding.ranges.end());
    }

    void namesOfTheDemoTokenizer() {
        const kvw::Tokenizer& tokenizer = m_tokenizers.at("demo");
        QCOMPARE(tokenizer.vocabSize(), std::int64_t{2048});
        QCOMPARE(tokenizer.bosId(), std::optional<std::int32_t>(0));
        QVERIFY(tokenizer.isSpecial(0) && !tokenizer.isSpecial(5) && !tokenizer.isSpecial(-1));
        QCOMPARE(tokenizer.pieceBytes(0), std::string("<|bos|>"));
        QCOMPARE(tokenizer.pieceBytes(-1), std::string());
        QCOMPARE(tokenizer.pieceBytes(2048), std::string());
        QCOMPARE(tokenizer.tokenHash(), kvw::sha256(kvw::test::read(pathOf("demo"))));
    }

    void bosComesFromTheTemplateWithoutConfiguration() {
        QCOMPARE(m_tokenizers.at("llama3-like").bosId(), std::optional<std::int32_t>(0));
        QCOMPARE(m_tokenizers.at("gpt2-like").bosId(), std::optional<std::int32_t>());
    }

    void aWordOf200000LettersIsEncoded() {
        // Quadratic merging would run into the time limit of the test.
        std::string word;
        for (int i = 0; i < 50'000; ++i) {
            word += "abac";
        }
        const kvw::Tokenizer& tokenizer = m_tokenizers.at("gpt2-like");
        const kvw::Encoding encoding = tokenizer.encode(word, false).value();
        QCOMPARE(tokenizer.decode(encoding.ids), word);
        QCOMPARE(encoding.ranges.back().end, static_cast<std::int64_t>(word.size()));
    }

    void longRunsOfWhiteSpaceAreOneWord() {
        const std::string text(2'000'000, ' ');
        const kvw::Tokenizer& tokenizer = m_tokenizers.at("llama3-like");
        QCOMPARE(tokenizer.decode(tokenizer.encode(text + "x", false).value().ids), text + "x");
    }

    void encodingIsTheSameFromManyThreads() {
        const kvw::Tokenizer& tokenizer = m_tokenizers.at("llama3-like");
        const std::string text = kvw::test::read(kDemo / "documents/ledger.txt");
        const auto expected = tokenizer.encode(text, true).value().ids;
        std::atomic<int> equal = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] { equal += tokenizer.encode(text, true).value().ids == expected ? 1 : 0; });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        QCOMPARE(equal.load(), 4);
    }

 private:
    void plainSets() {
        QTest::addColumn<int>("set");
        for (int i = 0; i < 3; ++i) {
            QTest::newRow(golden()["sets"][static_cast<std::size_t>(i)]["name"].get<std::string>().c_str()) << i;
        }
    }

    QTemporaryDir m_folder;
    std::map<std::string, kvw::Tokenizer> m_tokenizers;
};

QTEST_GUILESS_MAIN(TokenizerTest)
#include "tokenizer_test.moc"
