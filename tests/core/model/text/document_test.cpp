// SPDX-License-Identifier: Apache-2.0
#include "core/model/text/document.h"

#include <QtTest>

#include "tests/core/model/support.h"

using nlohmann::json;

namespace {

const std::filesystem::path kDemo = KVW_SOURCE_DIR "/resources/demo-model";

json sideCar() {
    return json::parse(
        R"({"title":"Two facts","offsets":"utf-8 bytes","probes":[{"name":"code","fact_char_range":[0,11],
        "question_char_range":[12,15],"answer_char_range":[16,20],"answer":"1234"}]})");
}

}  // namespace

class DocumentTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() { qunsetenv("KVW_RESOURCES"); }

    void aNovelIsBehindTheEmbeddedTexts() {
        const auto texts = kvw::shippedTexts(), embedded = kvw::embeddedDocuments();
        QVERIFY(texts && embedded);
        QCOMPARE(texts->size(), embedded->size() + 1);
        const auto novel = kvw::Document::load(texts->back());
        QVERIFY2(novel.has_value(), novel ? "" : novel.error().sentence().c_str());
        QCOMPARE(novel->title, std::string("Persuasion"));
        QVERIFY(novel->text.size() > 400'000);
    }
    void everyEmbeddedProbeMapsToItsAnswer() {
        const auto tokenizer = kvw::Tokenizer::load(kDemo / "model/tokenizer.json");
        const auto paths = kvw::embeddedDocuments();
        QVERIFY(tokenizer && paths);
        QCOMPARE(paths->size(), std::size_t{5});
        std::size_t probes = 0;
        for (const auto& path : *paths) {
            const auto document = kvw::Document::load(path);
            QVERIFY2(document.has_value(), document ? "" : document.error().sentence().c_str());
            QVERIFY(document->title != path.filename().string());
            const kvw::Encoding encoding = tokenizer->encode(document->text, true).value();
            for (const kvw::ProbeInfo& probe : kvw::probesIn(encoding, document->probes)) {
                ++probes;
                QVERIFY(probe.factBegin < probe.factEnd && probe.factEnd <= probe.questionBegin);
                QVERIFY(probe.questionBegin < probe.questionEnd && probe.questionEnd <= probe.answerBegin);
                std::string answer;
                for (std::int32_t i = probe.answerBegin; i < probe.answerEnd; ++i) {
                    answer += tokenizer->pieceBytes(encoding.ids[static_cast<std::size_t>(i)]);
                }
                // The first token brings the space before the answer, the last may bring what follows it.
                QVERIFY2(answer.find(probe.answer) <= 1, answer.c_str());
            }
        }
        QCOMPARE(probes, std::size_t{20 + 16 + 8 + 0 + 232});
    }

    void aTextWithoutSideCarHasItsFileNameAsTitle() {
        kvw::test::write(m_path / "plain.txt", "hello");
        const auto document = kvw::Document::load(m_path / "plain.txt");
        QVERIFY(document.has_value());
        QCOMPARE(document->title, std::string("plain.txt"));
        QCOMPARE(document->text, std::string("hello"));
        QVERIFY(document->probes.empty());
    }
    void theSideCarGivesTitleAndProbes() {
        const auto document = load(sideCar());
        QVERIFY2(document.has_value(), document ? "" : document.error().sentence().c_str());
        QCOMPARE(document->title, std::string("Two facts"));
        QCOMPARE(document->probes.size(), std::size_t{1});
        QCOMPARE(document->probes[0].answer, std::string("1234"));
        QCOMPARE(document->probes[0].answerRange, (kvw::ByteRange{16, 20}));
    }
    void aForeignJsonWithTheSameNameIsNoSideCar() {
        QCOMPARE(load(json::parse(R"({"a":1})"))->title, std::string("text.txt"));
        QCOMPARE(load(json::parse("[1,2]"))->title, std::string("text.txt"));
    }
    void whatIsNoTextIsRefused() {
        std::string noise;
        for (int i = 0; i < 4000; ++i) {
            noise += static_cast<char>(i * 37 % 255 + 1);
        }
        const std::string utf16("h\0i\0", 4);
        for (const std::string& bytes : {noise, utf16, std::string("\xff\xd8\xff\xe0\0\x10JFIF", 10)}) {
            kvw::test::write(m_path / "picture.jpg", bytes);
            const auto document = kvw::Document::load(m_path / "picture.jpg");
            QVERIFY(!document);
            QVERIFY(document.error().sentence().find("picture.jpg: this file is not a text") != std::string::npos);
            QVERIFY(!kvw::checkTextFile(m_path / "picture.jpg"));
        }
        kvw::test::write(m_path / "latin1.txt",
                         "Gr\xfc\xdf Gott, sch\xf6ne Stra\xdf"
                         "en in M\xfcnchen.");
        QVERIFY(kvw::checkTextFile(m_path / "latin1.txt").has_value());
        QVERIFY(kvw::Document::load(m_path / "latin1.txt").has_value());
        // A sequence that the end of the judged part cuts is none.
        kvw::test::write(m_path / "cut.txt", "\xe2\x82");
        QVERIFY(kvw::checkTextFile(m_path / "cut.txt").has_value());
    }

    void byteOrderMarksAreNoPartOfTheText() {
        const std::string text = "h\u00e9 \U0001F600\r\nend";
        const auto units = [](const std::u16string& wide, bool bigEndian) {
            std::string bytes;
            for (const char16_t unit : wide) {
                const char low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
                bytes += bigEndian ? high : low;
                bytes += bigEndian ? low : high;
            }
            return bytes;
        };
        const auto quads = [](const std::u32string& wide, bool bigEndian) {
            std::string bytes;
            for (const char32_t unit : wide) {
                for (unsigned i = 0; i < 4; ++i) {
                    bytes += static_cast<char>(unit >> (bigEndian ? 24 - 8 * i : 8 * i) & 0xFF);
                }
            }
            return bytes;
        };
        const std::u16string sixteen = u"\uFEFFh\u00e9 \U0001F600\r\nend";
        const std::u32string thirtyTwo = U"\uFEFFh\u00e9 \U0001F600\r\nend";
        for (const std::string& bytes : {"\xEF\xBB\xBF" + text, units(sixteen, false), units(sixteen, true),
                                         quads(thirtyTwo, false), quads(thirtyTwo, true)}) {
            kvw::test::write(m_path / "marked.txt", bytes);
            const auto document = kvw::Document::load(m_path / "marked.txt");
            QVERIFY2(document.has_value(), document ? "" : document.error().sentence().c_str());
            QCOMPARE(document->text, text);
            QVERIFY(document->findings.empty());
            QVERIFY(kvw::checkTextFile(m_path / "marked.txt").has_value());
        }
        QCOMPARE(kvw::Document::fromText("\xEF\xBB\xBFtyped", "prompt")->text, std::string("typed"));
        QVERIFY(!kvw::Document::fromText("\xEF\xBB\xBF", "prompt"));
        // Half of a pair, half of a unit.
        for (const std::u16string& wide : {std::u16string(u"\uFEFFa\xD800z"), std::u16string(u"\uFEFFa\xDC00")}) {
            kvw::test::write(m_path / "broken.txt", units(wide, false));
            const auto document = kvw::Document::load(m_path / "broken.txt");
            QVERIFY(!document);
            QCOMPARE(document.error().what.english(),
                     std::string("the file begins with the mark of UTF-16, but is not"));
            QCOMPARE(document.error().found.english(), std::string("no character at byte 4"));
        }
        kvw::test::write(m_path / "odd.txt", units(sixteen, false) + "x");
        QVERIFY(!kvw::Document::load(m_path / "odd.txt"));
    }
    void aSideCarMayCountTheMark() {
        for (const std::int64_t mark : {0, 3}) {
            json side = sideCar();
            for (const char* key : {"fact_char_range", "question_char_range", "answer_char_range"}) {
                for (json& at : side["probes"][0][key]) {
                    at = at.get<std::int64_t>() + mark;
                }
            }
            kvw::test::write(m_path / "text.txt",
                             "\xEF\xBB\xBF"
                             "code = 1234 ask 1234 end");
            kvw::test::write(m_path / "text.json", side.dump());
            const auto document = kvw::Document::load(m_path / "text.txt");
            QVERIFY2(document.has_value(), document ? "" : document.error().sentence().c_str());
            QCOMPARE(document->probes.size(), std::size_t{1});
            QCOMPARE(document->probes[0].answerRange, (kvw::ByteRange{16, 20}));
        }
    }
    void signsThatNobodySeesAreSaid() {
        const auto findings =
            kvw::Document::fromText("a\xFF z\xEF\xBB\xBF\xEF\xBB\xBF" + std::string(1, '\0'), "t.txt")->findings;
        QCOMPARE(json(kvw::englishOf(findings)).dump(),
                 json({"t.txt: 1 sequence is not valid UTF-8; each was replaced by U+FFFD.",
                       "t.txt: 2 byte order marks lie inside the text (U+FEFF), unseen, but tokens as any other.",
                       "t.txt: 1 zero byte lies in the text; they are tokens as any other."})
                     .dump());
        kvw::test::write(m_path / "twice.txt", "\xEF\xBB\xBF\xEF\xBB\xBFtext");
        QCOMPARE(kvw::Document::load(m_path / "twice.txt")->findings.size(), std::size_t{1});
    }

    void emptyTextIsRefused() {
        kvw::test::write(m_path / "empty.txt", "");
        const auto document = kvw::Document::load(m_path / "empty.txt");
        QVERIFY(!document && document.error().code == kvw::Code::BadInput);
        QVERIFY(document.error().sentence().find("empty.txt: the text is empty") != std::string::npos);
        QVERIFY(!kvw::Document::fromText("", "prompt"));
    }
    void aMissingTextIsNotFound() {
        QCOMPARE(kvw::Document::load(m_path / "none.txt").error().code, kvw::Code::NotFound);
    }
    void aSideCarThatIsNoJsonIsRefused() {
        kvw::test::write(m_path / "broken.txt", "text");
        kvw::test::write(m_path / "broken.json", "{\"probes\":[");
        const auto document = kvw::Document::load(m_path / "broken.txt");
        QVERIFY(!document);
        QVERIFY(document.error().sentence().find("broken.json: the side-car of the text is not JSON") !=
                std::string::npos);
    }

    void malformedSideCars_data() {
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* pointer, const char* value, const char* sentence) {
            QTest::newRow(name) << QByteArray(pointer) << QByteArray(value) << QString(sentence);
        };
        row("probes is no list", "/probes", "7", "probes is malformed");
        row("probe is no object", "/probes/0", "7", "probe 0: is malformed");
        row("beyond the text", "/probes/0/answer_char_range", "[16,99]",
            "answer_char_range is not a range of the text; found [16,99]");
        row("backwards", "/probes/0/fact_char_range", "[11,0]", "fact_char_range is not a range");
        row("negative", "/probes/0/fact_char_range", "[-1,3]", "fact_char_range is not a range");
        row("missing", "/probes/0/question_char_range", "null",
            "question_char_range is not a range of the text; found null");
        row("another unit", "/offsets", "\"characters\"",
            "offsets are in an unknown unit; found characters, expected utf-8 bytes");
        row("another answer", "/probes/0/answer", "\"4321\"",
            "the text does not have the answer where the probe says; found 1234, expected 4321");
    }
    void malformedSideCars() {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QString, sentence);
        json file = sideCar();
        file[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        const auto document = load(file);
        QVERIFY(!document && document.error().code == kvw::Code::BadInput);
        const QString text = QString::fromStdString(document.error().sentence());
        QVERIFY2(text.contains(sentence) && text.contains("text.json"), qPrintable(text));
    }

    void tokensThatOverlapCount() {
        const kvw::Encoding encoding{{0, 5, 6, 7}, {{0, 0}, {0, 3}, {3, 6}, {6, 9}}, 0};
        QCOMPARE(kvw::tokensOf(encoding, {3, 6}), (kvw::TokenRange{2, 3}));
        QCOMPARE(kvw::tokensOf(encoding, {2, 7}), (kvw::TokenRange{1, 4}));
        QCOMPARE(kvw::tokensOf(encoding, {0, 1}), (kvw::TokenRange{1, 2}));
        QCOMPARE(kvw::tokensOf(encoding, {20, 30}), (kvw::TokenRange{4, 4}));
    }
    void anEmptyRangeHasNoTokens() {
        const kvw::Encoding encoding{{0, 5, 6}, {{0, 0}, {0, 3}, {3, 6}}, 0};
        QCOMPARE(kvw::tokensOf(encoding, {3, 3}), (kvw::TokenRange{2, 2}));
    }
    void theHashIsThatOfTheText() {
        QCOMPARE(kvw::Document::fromText("abc", "t")->hash(),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    void resourcesCanBeNamed() {
        std::filesystem::create_directories(m_path / "shipped/demo-model/documents");
        kvw::test::write(m_path / "shipped/demo-model/documents/b.txt", "b");
        kvw::test::write(m_path / "shipped/demo-model/documents/a.txt", "a");
        kvw::test::write(m_path / "shipped/demo-model/documents/a.json", "{}");
        qputenv("KVW_RESOURCES", (m_path / "shipped").c_str());
        QCOMPARE(kvw::embeddedModelDir().value(), m_path / "shipped/demo-model/model");
        const auto documents = kvw::embeddedDocuments();
        QCOMPARE(documents->size(), std::size_t{2});
        QCOMPARE(documents->front().filename().string(), std::string("a.txt"));
    }
    void theSourceTreeIsTheLastResort() {
        qputenv("KVW_RESOURCES", (m_path / "no such folder").c_str());
        QVERIFY(std::filesystem::equivalent(kvw::embeddedModelDir().value(), kDemo / "model"));
    }

 private:
    kvw::Result<kvw::Document> load(const json& side) {
        kvw::test::write(m_path / "text.txt", "code = 1234 ask 1234 end");
        kvw::test::write(m_path / "text.json", side.dump());
        return kvw::Document::load(m_path / "text.txt");
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(DocumentTest)
#include "document_test.moc"
