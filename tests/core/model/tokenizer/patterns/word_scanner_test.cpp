// SPDX-License-Identifier: Apache-2.0
/// The patterns scanned by hand against ICU's regular expressions.
#include "core/model/tokenizer/patterns/word_scanner.h"

#include <QtTest>
#include <random>

#include "core/model/tokenizer/patterns/text_pattern.h"
#include "tests/core/model/support.h"

namespace {

std::vector<std::string> texts() {
    const auto file =
        nlohmann::json::parse(kvw::test::read(KVW_SOURCE_DIR "/tests/core/model/golden/corpus-texts.json"));
    auto all = file["texts"].get<std::vector<std::string>>();
    std::mt19937 random(3);
    const std::vector<std::string> parts{" ",   "  ",     "\n",      "\r",     "\t",         "\u00a0", "'",
                                         "'s",  "'S",     "'\u017f", "'l",     "'Ll",        "'VE",    "r",
                                         "re",  "a",      "\u00e9",  "7",      "42",         "\u0665", "!",
                                         "-\n", "\u0301", "\u3000",  "\u6f22", "\U0001F600", "\u2028"};
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (std::size_t k = random() % 8; k < 9; ++k) {
            text += parts[random() % parts.size()];
        }
        all.push_back(text);
    }
    return all;
}

}  // namespace

class WordScannerTest : public QObject {
    Q_OBJECT private Q_SLOTS : void sameMatchesAsTheRegularExpression_data() {
        QTest::addColumn<QByteArray>("pattern");
        for (const std::string_view pattern : {kvw::kGpt2Pattern, kvw::kLlama3Pattern, kvw::kQwen2Pattern}) {
            QTest::newRow(std::string(pattern).c_str()) << QByteArray(pattern.data(), static_cast<int>(pattern.size()));
        }
    }
    void sameMatchesAsTheRegularExpression() {
        QFETCH(QByteArray, pattern);
        QVERIFY(kvw::scannerFor(pattern.toStdString()) != nullptr);
        const auto fast = kvw::TextPattern::regex(pattern.toStdString(), "", "");
        const kvw::TextPattern plain = fast->plain();
        kvw::TextPattern::Scratch scratch;
        kvw::MatchWork work(std::size_t{1} << 20);
        for (const std::string& text : texts()) {
            const auto found = fast->parts(text, scratch, work).value(),
                       expected = plain.parts(text, scratch, work).value();
            const auto same = [](const kvw::TextPart& a, const kvw::TextPart& b) {
                return a.begin == b.begin && a.end == b.end && a.match == b.match;
            };
            QVERIFY2(std::equal(found.begin(), found.end(), expected.begin(), expected.end(), same),
                     nlohmann::json(text).dump(-1, ' ', true).c_str());
        }
    }
    void otherPatternsHaveNoScanner() {
        QVERIFY(kvw::scannerFor("\\s+") == nullptr);
        QVERIFY(kvw::scannerFor("") == nullptr);
    }
};

QTEST_GUILESS_MAIN(WordScannerTest)
#include "word_scanner_test.moc"
