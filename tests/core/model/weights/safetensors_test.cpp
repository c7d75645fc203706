// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/safetensors.h"

#include <QtTest>

#include "tests/core/model/support.h"

using kvw::test::safetensors;

namespace {

/// {"a": {dtype, shape, data_offsets}} with the parts as given.
std::string oneTensor(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return "{\"a\":{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}}";
}

}  // namespace

class SafetensorsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tensorsAreListedWithTheirBytes() {
        const std::string header =
            R"({"__metadata__":{"format":"pt"},"b":{"dtype":"BF16","shape":[3],"data_offsets":[8,14]},)"
            R"("a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}, "s":{"dtype":"I64","shape":[],"data_offsets":[14,22]}})";
        const auto file = open(safetensors(header, 22));
        QVERIFY2(file.has_value(), file ? "" : file.error().sentence().c_str());
        QCOMPARE(file->tensors().size(), std::size_t{3});
        QCOMPARE(file->tensors()[0].name, std::string("a"));
        const kvw::TensorView* b = file->find("b");
        QVERIFY(b != nullptr);
        QCOMPARE(b->elements(), std::int64_t{3});
        QCOMPARE(std::to_integer<int>(b->data[0]), 8);
        QVERIFY(kvw::usableAsWeight(b->type));
        QVERIFY(!kvw::usableAsWeight(file->find("s")->type));
        QCOMPARE(file->find("s")->elements(), std::int64_t{1});
        QCOMPARE(kvw::shapeText(file->find("a")->shape), std::string("[2, 1]"));
        QCOMPARE(file->metadata().at("format"), std::string("pt"));
        QVERIFY(file->find("c") == nullptr);
    }
    void strayBuffersAreListed() {
        for (const std::string type : {"BOOL", "U8", "I8", "F8_E4M3"}) {
            QVERIFY(open(safetensors(oneTensor('"' + type + '"', "[4]", "[0,4]"), 4)).has_value());
        }
    }
    void aTensorWithoutElementsIsFine() {
        const auto file = open(safetensors(oneTensor("\"F32\"", "[0,3]", "[0,0]"), 0));
        QVERIFY(file && file->find("a")->elements() == 0);
    }
    void aFileWithoutTensorsIsFine() { QVERIFY(open(safetensors("{}", 0)).has_value()); }
    void theTextOfALinkIsFollowed() {
        kvw::test::write(m_path / "blobs" / "whole.safetensors", safetensors(oneTensor("\"F32\"", "[1]", "[0,4]"), 4));
        kvw::test::write(m_path / "link.safetensors", "blobs/whole.safetensors");
        const auto file = kvw::Safetensors::open(m_path / "link.safetensors");
        QVERIFY2(file.has_value(), file ? "" : file.error().sentence().c_str());
        QVERIFY(file->find("a") != nullptr);
        kvw::test::write(m_path / "link.safetensors", "blobs/none.safetensors");
        QVERIFY(!kvw::Safetensors::open(m_path / "link.safetensors"));
    }
    void metadataMayBeAbsentInEverySpelling() {
        for (const char* header : {R"({"__metadata__":null})", R"({"__metadata__":{}})", "{}"}) {
            const auto file = open(safetensors(header, 0));
            QVERIFY2(file.has_value(), header);
            QVERIFY(file->metadata().empty());
        }
    }

    void malformed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& bytes, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(sentence);
        };
        row("empty file", "", "too short for a safetensors header; found 0 bytes, expected at least 8.");
        row("a page", "<!DOCTYPE html>\n<html><body>Not found</body></html>",
            "is not a safetensors file; found an HTML page, expected a safetensors file");
        row("a zip archive", std::string("PK\x03\x04\0\0\0\0\0\0", 10),
            "found a zip archive, as PyTorch saves weights");
        row("zeros", std::string(64, '\0'), "found nothing but zeros, as a download leaves that did not end");
        row("a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4096\n",
            "this is a pointer of Git LFS, not the file itself; found 66 bytes, expected the file of 4096 bytes");
        row("seven bytes", "1234567", "found 7 bytes");
        row("header longer than the file", safetensors("{}", 0, 1000),
            "longer than the file or the format allows; found 1000 bytes, expected at most 2.");
        row("header of 18 EB", safetensors("{}", 0, 0xFFFFFFFFFFFFFFFE), "found 18446744073709551614 bytes");
        row("truncated header", safetensors(oneTensor("\"F32\"", "[1]", "[0,4]").substr(0, 20), 0),
            "the header is not valid JSON");
        row("no header", safetensors("", 4), "the header is not a JSON object; found nothing");
        row("header is a list", safetensors("[1,2]", 0), "the header is not a JSON object");
        row("header is no text", safetensors("\x01\x02\xff", 0), "the header is not a JSON object");
        row("header with bad UTF-8", safetensors("{\"\xff\":1}", 0), "the header is not valid JSON");
        row("nested without end", safetensors("{\"a\":" + std::string(100'000, '['), 0), "nested too deeply");
        row("metadata is a number", safetensors(R"({"__metadata__":3})", 0), "__metadata__ is malformed; found 3");
        row("metadata is a list", safetensors(R"({"__metadata__":[1]})", 0), "__metadata__ is malformed; found [1]");
        row("entry is a number", safetensors(R"({"a":7})", 0),
            "tensor a is not described as the format demands; found 7");
        row("entry without shape", safetensors(R"({"a":{"dtype":"F32","data_offsets":[0,0]}})", 0),
            "an object with dtype, shape and data_offsets");
        row("unknown dtype", safetensors(oneTensor("\"F12\"", "[1]", "[0,4]"), 4),
            "tensor a has an unknown dtype; found \"F12\"");
        row("dtype is a number", safetensors(oneTensor("7", "[1]", "[0,4]"), 4),
            "tensor a has an unknown dtype; found 7");
        row("negative size", safetensors(oneTensor("\"F32\"", "[-1]", "[0,4]"), 4), "impossible shape; found [-1]");
        row("fractional size", safetensors(oneTensor("\"F32\"", "[1.5]", "[0,4]"), 4), "impossible shape");
        row("shape is no list", safetensors(oneTensor("\"F32\"", "4", "[0,4]"), 4), "impossible shape; found 4");
        row("product overflows", safetensors(oneTensor("\"F32\"", "[4294967296,4294967296]", "[0,0]"), 0),
            "impossible shape");
        row("product overflows to the right size",
            safetensors(oneTensor("\"F32\"", "[4611686018427387905]", "[0,4]"), 4), "impossible shape");
        row("too many axes", safetensors(oneTensor("\"F32\"", "[1,1,1,1,1,1,1,1,1]", "[0,4]"), 4), "at most 8 sizes");
        row("three offsets", safetensors(oneTensor("\"F32\"", "[1]", "[0,4,8]"), 4), "malformed data_offsets");
        row("negative offset", safetensors(oneTensor("\"F32\"", "[1]", "[-4,0]"), 4), "malformed data_offsets");
        row("offset is a text", safetensors(oneTensor("\"F32\"", "[1]", "[\"0\",4]"), 4), "malformed data_offsets");
        row("end before begin", safetensors(oneTensor("\"F32\"", "[1]", "[8,4]"), 8), "lies outside the file");
        row("truncated data", safetensors(oneTensor("\"F32\"", "[2]", "[0,8]"), 7),
            "lies outside the file (is it truncated?); found offsets 0 to 8, expected 0 to 7.");
        row("offsets beyond 64 bits", safetensors(oneTensor("\"F32\"", "[1]", "[0,99999999999999999999]"), 4),
            "malformed data_offsets");
        row("too few bytes", safetensors(oneTensor("\"F32\"", "[2]", "[0,4]"), 8),
            "wrong number of bytes for its shape; found 4 bytes, expected 8 for F32 [2].");
        row("too many bytes", safetensors(oneTensor("\"BF16\"", "[2]", "[0,8]"), 8),
            "found 8 bytes, expected 4 for BF16 [2]");
        row("overlap",
            safetensors(
                R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                8),
            "two tensors share bytes; found a and b overlap");
        row("same place",
            safetensors(
                R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
                4),
            "two tensors share bytes");
        row("duplicate name",
            safetensors(
                R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                8),
            "two tensors have the same name; found a");
    }
    void malformed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        kvw::test::verifyRefused(open(bytes.toStdString()), QStringLiteral("weights.safetensors"), sentence);
    }

    void everyTruncationOfTheEmbeddedModelIsRefused() {
        const std::string whole = kvw::test::read(KVW_SOURCE_DIR "/resources/demo-model/model/model.safetensors");
        QVERIFY(open(whole).has_value());
        for (const std::size_t size :
             {std::size_t{1}, std::size_t{8}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
            QVERIFY(!open(whole.substr(0, size)));
        }
    }
    void aMissingFileIsNotFound() {
        const auto file = kvw::Safetensors::open(m_path / "none");
        QVERIFY(!file && file.error().code == kvw::Code::NotFound);
    }

 private:
    kvw::Result<kvw::Safetensors> open(const std::string& bytes) {
        kvw::test::write(m_path / "weights.safetensors", bytes);
        return kvw::Safetensors::open(m_path / "weights.safetensors");
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
