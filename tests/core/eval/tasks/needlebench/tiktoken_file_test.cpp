// SPDX-License-Identifier: Apache-2.0
/// A vocabulary in the layout of tiktoken: tokens are merged in the order of their ranks.
#include "core/eval/tasks/needlebench/tiktoken_file.h"

#include <QByteArray>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/core/eval/tasks/byte_tokenizer.h"

using namespace kvw;

namespace {

std::string tiktokenLines(const std::vector<std::string>& words) {
    std::string lines;
    int rank = 0;
    const auto add = [&](const std::string& bytes) {
        lines += QByteArray::fromStdString(bytes).toBase64().toStdString() + ' ' + std::to_string(rank++) + '\n';
    };
    for (int byte = 0; byte < 256; ++byte) {
        add(std::string(1, static_cast<char>(byte)));
    }
    for (const std::string& word : words) {
        add(word);
    }
    return lines;
}

}  // namespace

class TiktokenFileTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tokensAreMergedByRank() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(eval::cl100kIn(path).empty());
        test::writeBytes(path / "cl100k_base.tiktoken", tiktokenLines({"ab", "bc", "abc", " a"}));
        const Tokenizer tokenizer = test::require(eval::readCl100k(eval::cl100kIn(path)));
        const auto ids = [&](const std::string& text) { return test::require(tokenizer.encode(text, true)).ids; };
        QCOMPARE(ids("abc"), (std::vector<std::int32_t>{258}));
        QCOMPARE(ids("abb"), (std::vector<std::int32_t>{256, 'b'}));
        QCOMPARE(ids("bcb a"), (std::vector<std::int32_t>{257, 'b', 259}));
        QCOMPARE(tokenizer.decode(ids("abc \xC3\xA4")), std::string("abc \xC3\xA4"));
    }

    void aDamagedFileIsNamedWithItsLine() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.path().toStdString() + "/cl100k_base.tiktoken";
        for (const char* lines : {"YQ== 1\n", "Y?== 0\n", "YQ==\n", ""}) {
            test::writeBytes(file, lines);
            const auto tokenizer = eval::readCl100k(file);
            QVERIFY(!tokenizer.has_value());
            QVERIFY(tokenizer.error().sentence().find("cl100k_base.tiktoken") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(TiktokenFileTest)
#include "tiktoken_file_test.moc"
