// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/gguf.h"

#include <QtTest>

#include "core/base/files/sha256.h"
#include "core/model/model_files.h"
#include "core/model/weights/tensor_read.h"
#include "tests/core/model/gguf_folder.h"

using kvw::test::GgufWriter;
using nlohmann::json;

namespace {

const std::string kGolden = KVW_SOURCE_DIR "/tests/core/model/golden/";

}  // namespace

class GgufTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theConvertersFileIsReadExactly() {
        const auto files = kvw::ModelFiles::open(kGolden + "tiny.gguf");
        QVERIFY2(files.has_value(), files ? "" : files.error().sentence().c_str());
        const json sums = json::parse(kvw::test::read(kGolden + "tiny.gguf.json"));
        QCOMPARE(files->weights().tensors().size(), sums.size());
        for (const auto& [name, sum] : sums.items()) {
            const kvw::TensorView* view = files->tensor(name);
            QVERIFY2(view != nullptr, name.c_str());
            QCOMPARE(view->shape, sum["shape"].get<std::vector<std::int64_t>>());
            const auto values = kvw::readFloats(*view);
            QVERIFY(values.has_value());
            const std::string_view bytes(reinterpret_cast<const char*>(values->data()), 4 * values->size());
            QVERIFY2(kvw::sha256(bytes) == sum["sha256"], name.c_str());
        }
    }
    void theConvertersFileIsAModel() {
        const auto files = kvw::ModelFiles::open(kGolden + "tiny.gguf");
        QVERIFY(files.has_value());
        const kvw::ModelConfig& config = files->config();
        QCOMPARE(config.layers, 2);
        QCOMPARE(config.headDim, 32);
        QCOMPARE(config.rmsNormEps, 1e-5);
        QCOMPARE(config.rope.theta, 500000.0);
        QCOMPARE(config.eosIds, (std::vector<std::int32_t>{1, 2}));
        QVERIFY(!config.tiedEmbeddings);
        QCOMPARE(files->info().name, std::string("tiny"));
        QCOMPARE(files->info().vocabulary, std::int64_t{263});
        const auto tokenizer = files->loadTokenizer();
        QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().sentence().c_str());
        const kvw::Encoding encoding = tokenizer->encode("in the<|turn|>", true).value();
        // <|begin|> "in" "Ġthe" <|turn|>
        QCOMPARE(encoding.ids, (std::vector<std::int32_t>{0, 262, 261, 2}));
        QCOMPARE(tokenizer->decode(encoding.ids, true), std::string("in the"));
        QVERIFY(tokenizer->isSpecial(2));
    }
    void aTokenizerBesideTheFileWins() {
        const auto folder = m_files.path() / "beside";
        kvw::test::write(folder / "tiny.gguf", kvw::test::read(kGolden + "tiny.gguf"));
        kvw::test::write(folder / "tokenizer.json", kvw::test::read(kGolden + "gpt2-like.json"));
        const auto files = kvw::ModelFiles::open(folder / "tiny.gguf");
        QVERIFY(files.has_value());
        QVERIFY(files->loadTokenizer()->encode("<|turn|>", false)->ids.size() > 1);
    }
    void metadataOfEveryType() {
        GgufWriter file;
        file.raw("u8", GgufWriter::U8, GgufWriter::bytes(std::uint8_t{200}))
            .raw("i8", GgufWriter::I8, GgufWriter::bytes(std::int8_t{-3}))
            .raw("u16", GgufWriter::U16, GgufWriter::bytes(std::uint16_t{60000}))
            .raw("i16", GgufWriter::I16, GgufWriter::bytes(std::int16_t{-300}))
            .raw("i32", GgufWriter::I32, GgufWriter::bytes(std::int32_t{-70000}))
            .raw("u64", GgufWriter::U64, GgufWriter::bytes(std::uint64_t{1} << 40U))
            .raw("i64", GgufWriter::I64, GgufWriter::bytes(std::int64_t{-5}))
            .raw("f64", GgufWriter::F64, GgufWriter::bytes(0.25))
            .flag("yes", true)
            .text("name", "x")
            .texts("list", {"", "ab"})
            .numbers<std::uint16_t>("numbers", GgufWriter::U16, {1, 2});
        const auto read = open(file.file());
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        QCOMPARE(read->integer("u8"), std::optional<std::int64_t>(200));
        QCOMPARE(read->integer("i8"), std::optional<std::int64_t>(-3));
        QCOMPARE(read->integer("u16"), std::optional<std::int64_t>(60000));
        QCOMPARE(read->integer("i16"), std::optional<std::int64_t>(-300));
        QCOMPARE(read->integer("i32"), std::optional<std::int64_t>(-70000));
        QCOMPARE(read->integer("u64"), std::optional<std::int64_t>(std::int64_t{1} << 40U));
        QCOMPARE(read->integer("i64"), std::optional<std::int64_t>(-5));
        QCOMPARE(read->number("f64"), std::optional<double>(0.25));
        QVERIFY(!read->integer("f64") && !read->integer("name") && !read->integer("absent") && !read->text("u8"));
        QCOMPARE(read->flag("yes"), std::optional<bool>(true));
        QCOMPARE(read->text("name").value(), std::string_view("x"));
        QCOMPARE(read->texts("list").value(), (std::vector<std::string_view>{"", "ab"}));
        QCOMPARE(read->numbers("numbers").value(), (std::vector<double>{1, 2}));
        QVERIFY(!read->numbers("list") && !read->texts("numbers"));
    }
    void versionTwoIsTheSame() {
        const auto read = open(GgufWriter(2).text("a", "b").tensor("t", {2, 3}, 0, 24).file());
        QVERIFY(read.has_value());
        QCOMPARE(read->find("t")->shape, (std::vector<std::int64_t>{3, 2}));
    }
    void malformed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& bytes, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(sentence);
        };
        const std::string head = "GGUF" + GgufWriter::bytes(std::uint32_t{3});
        constexpr std::uint64_t kHuge = std::uint64_t{1} << 62U;
        row("empty file", "", "is not a GGUF file; found an empty file");
        row("another file", "PK\x03\x04 and so on", "is not a GGUF file");
        row("only the magic", "GGUF", "the file ends within the header (is it truncated?); found 4 bytes");
        row("version 1", GgufWriter(1).file(), "this version of GGUF is not supported; found version 1");
        row("version 4", GgufWriter(4).file(), "found version 4, expected version 2 or 3");
        row("big-endian", GgufWriter(0x03000000).file(), "found a big-endian file");
        row("no counts", head, "the file ends within the header");
        row("more tensors than bytes", GgufWriter().claim(kHuge, 0).file(),
            "claims more entries than the file can hold");
        row("more values than bytes", GgufWriter().claim(0, kHuge).file(),
            "claims more entries than the file can hold");
        row("truncated metadata", GgufWriter().claim(0, 1).file().substr(0, 24), "more entries than the file can hold");
        row("key without end", GgufWriter().raw("", 4, "").claim(0, 1).file().replace(24, 8, GgufWriter::bytes(kHuge)),
            "a key of the metadata is longer than the file");
        row("unknown value type", GgufWriter().raw("k", 13, "1234").file(),
            "the value k has an unknown type; found 13");
        row("text without end", GgufWriter().raw("k", GgufWriter::Text, GgufWriter::bytes(kHuge)).file(),
            "a text of the metadata is longer than the file");
        const auto array = [](std::uint32_t type, std::uint64_t count) {
            return GgufWriter().raw("k", GgufWriter::Array, GgufWriter::bytes(type) + GgufWriter::bytes(count)).file();
        };
        row("array without end", array(GgufWriter::U32, kHuge), "the value k is longer than the file");
        row("texts without end", array(GgufWriter::Text, kHuge), "the value k is longer than the file");
        row("array of arrays", array(GgufWriter::Array, 1), "the array k has elements of an unknown type; found 9");
        row("two keys", GgufWriter().number("k", 1).number("k", 2).file(), "two values have the same key; found k");
        row("a part under another name", GgufWriter().number("split.count", 3).number("split.no", 1).file(),
            "the parts of a split model are found by their names; found part 2 of 3, called");
        row("alignment of 3", GgufWriter().number("general.alignment", 3).tensor("t", {1}, 0, 4).file(),
            "general.alignment is not a power of two; found 3");
        row("alignment as a text", GgufWriter().text("general.alignment", "32").tensor("t", {1}, 0, 4).file(),
            "general.alignment is not a power of two; found \"32\"");
        std::string umlauts;
        for (int i = 0; i < 40; ++i) {
            umlauts += "ä";
        }
        row("alignment as a long text", GgufWriter().text("general.alignment", umlauts).tensor("t", {1}, 0, 4).file(),
            ("found \"" + umlauts.substr(0, 56) + "..., expected 32").c_str());
        row("alignment of 0", GgufWriter().number("general.alignment", 0).tensor("t", {1}, 0, 4).file(),
            "general.alignment is not a power of two");
        row("too many axes", GgufWriter().tensor("t", {1, 1, 1, 1, 1}, 0, 4).file(),
            "tensor t has too many axes; found 5");
        row("impossible shape", GgufWriter().tensor("t", {kHuge, kHuge}, 0, 4).file(),
            "tensor t has an impossible shape");
        row("unknown type", GgufWriter().tensor("t", {1}, 99, 4).file(),
            "tensor t has a type that is not supported; found type 99");
        // By the names of ggml, those of types that were taken out again, too.
        for (const auto& [code, name] : {std::pair(4U, "Q4_2"),
                                         {9U, "Q8_1"},
                                         {15U, "Q8_K"},
                                         {31U, "Q4_0_4_4"},
                                         {36U, "IQ4_NL_4_4"},
                                         {41U, "Q1_0"}}) {
            row(name, GgufWriter().tensor("t", {256}, code, 84).file(),
                ("tensor t has a type that is not supported; found " + std::string(name) + ", expected").c_str());
        }
        row("half a block", GgufWriter().tensor("t", {48, 2}, 8, 102).file(),
            "the rows of tensor t are not whole blocks; found 48, expected a multiple of 32 for Q8_0");
        row("beyond the end", GgufWriter().tensor("t", {16}, 0, 60).file(),
            "tensor t lies outside the file (is it truncated?)");
        row("offset beyond the end", GgufWriter().tensor("t", {1}, 0, 4, kHuge).file(),
            "tensor t lies outside the file");
        row("offset between", GgufWriter().tensor("t", {1}, 0, 64, 7).file(), "at a multiple of 32");
        row("overlap", GgufWriter().tensor("a", {16}, 0, 64).tensor("b", {16}, 0, 64, 32).file(),
            "two tensors share bytes");
        row("two names", GgufWriter().tensor("a", {1}, 0, 4).tensor("a", {1}, 0, 4).file(),
            "two tensors have the same name");
    }
    void malformed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        kvw::test::verifyRefused(open(bytes.toStdString()), QStringLiteral("model.gguf"), sentence);
    }
    void everyTruncationIsRefused() {
        const std::string whole = kvw::test::read(kGolden + "tiny.gguf");
        for (std::size_t size = 0; size < whole.size(); size += size < 9000 ? 97 : 9973) {
            QVERIFY2(!open(whole.substr(0, size)), std::to_string(size).c_str());
        }
    }
    void partsAreReadTogether() {
        const QTemporaryDir folder;
        const auto at = [&](const char* name) { return std::filesystem::path(folder.path().toStdString()) / name; };
        const auto part = [](std::uint32_t number) {
            return GgufWriter().number("split.count", 2).number("split.no", number);
        };
        const std::string first =
            part(0).number("split.tensors.count", 2).text("a", "b").tensor("one", {2}, 0, 8).file();
        kvw::test::write(at("m-00001-of-00002.gguf"), first);
        const auto alone = kvw::Gguf::open(at("m-00001-of-00002.gguf"));
        QVERIFY(!alone);
        QVERIFY(alone.error().sentence().find("m-00002-of-00002.gguf") != std::string::npos);
        kvw::test::write(at("m-00002-of-00002.gguf"), part(1).tensor("two", {4}, 0, 16).file());
        for (const char* name : {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"}) {
            const auto both = kvw::Gguf::open(at(name));
            QVERIFY2(both.has_value(), both ? "" : both.error().sentence().c_str());
            QCOMPARE(both->text("a"), std::optional<std::string_view>("b"));
            QCOMPARE(both->tensors().size(), std::size_t{2});
            QCOMPARE(both->find("two")->shape, (std::vector<std::int64_t>{4}));
            QCOMPARE(both->find("two")->file, both->files()[1].get());
        }
        const auto refused = [&](const std::string& second, const char* words) {
            kvw::test::write(at("m-00002-of-00002.gguf"), second);
            const auto both = kvw::Gguf::open(at("m-00001-of-00002.gguf"));
            const std::string sentence = both ? std::string() : both.error().sentence();
            QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
        };
        refused(part(0).tensor("two", {4}, 0, 16).file(), "not the part that its name says; found part 1 of 2");
        refused(part(1).tensor("one", {2}, 0, 8).file(), "a tensor of this part is in an earlier one, too; found one");
        refused(part(1).file(), "hold another number of tensors; found 1, expected 2");
    }

 private:
    kvw::Result<kvw::Gguf> open(const std::string& bytes) { return m_files.open(bytes); }
    kvw::test::GgufFolder m_files;
};

QTEST_GUILESS_MAIN(GgufTest)
#include "gguf_test.moc"
