// SPDX-License-Identifier: Apache-2.0
/// Token ids as text, the tokenizer that shows ids, and kinds of files.
#include "core/model/text/token_ids.h"

#include <QtTest>

#include "core/base/files/file_kind.h"
#include "core/model/tokenizer/tokenizer.h"
#include "tests/core/model/support.h"

class TokenIdsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void idsAreSeparatedByWhiteSpace() {
        const auto ids = kvw::parseTokenIds(" 1\n22\t3\r\n", "ids.txt", 23);
        QVERIFY2(ids.has_value(), ids ? "" : ids.error().sentence().c_str());
        QCOMPARE(*ids, (std::vector<std::int32_t>{1, 22, 3}));
    }
    void wordsThatAreNoIdsAreNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* text, const char* sentence) {
            QTest::newRow(name) << QByteArray(text) << QString(sentence);
        };
        row("word", "1 2\n3 four",
            "ids.txt, line 2: this is not a token id; found \"four\", expected whole numbers from 0 to 9.");
        row("above", "10", "found \"10\"");
        row("negative", "-1", "found \"-1\"");
        row("fraction", "1.5", "found \"1.5\"");
        row("huge", "99999999999999999999", "found \"99999999999999999999\"");
        row("nothing", " \n", "there are no token ids in the file; found nothing but white space");
    }
    void wordsThatAreNoIdsAreNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        const auto ids = kvw::parseTokenIds(text.toStdString(), "ids.txt", 10);
        QVERIFY(!ids);
        QVERIFY2(QString::fromStdString(ids.error().sentence()).contains(sentence), ids.error().sentence().c_str());
    }

    void aTokenizerOfIdsShowsThem() {
        const kvw::Tokenizer tokenizer = kvw::Tokenizer::ofIds(12);
        QCOMPARE(tokenizer.pieceBytes(11), std::string(" 11"));
        QCOMPARE(tokenizer.decode(std::vector<std::int32_t>{3, 11, 12}), std::string(" 3 11"));
        QCOMPARE(tokenizer.vocabSize(), 12);
        QVERIFY(tokenizer.tokenHash().empty() && !tokenizer.bosId() && !tokenizer.isSpecial(0));
        QVERIFY(tokenizer.encode("12", true)->ids.empty());
    }
    void kindsOfFiles() {
        using namespace std::string_view_literals;
        for (const auto& [bytes, kind] : {std::pair(""sv, "an empty file"sv),
                                          {"GGUF\3\0\0\0{"sv, "a GGUF file"},
                                          {"PK\3\4\0\0\0\0"sv, "a zip archive, as PyTorch saves weights"},
                                          {"\x80\2}q"sv, "a pickle, as PyTorch saves weights"},
                                          // A header of 640 bytes begins like a pickle.
                                          {"\x80\2\0\0\0\0\0\0{}"sv, "a safetensors file"},
                                          {"  <HTML lang=en>"sv, "an HTML page"},
                                          {"\0\0\0\0"sv, "nothing but zeros, as a download leaves that did not end"},
                                          {"words"sv, "else"},
                                          {"<!"sv, "else"}}) {
            QCOMPARE(kvw::fileKind(bytes, "else").english(), std::string(kind));
        }
    }
};

QTEST_GUILESS_MAIN(TokenIdsTest)
#include "token_ids_test.moc"
