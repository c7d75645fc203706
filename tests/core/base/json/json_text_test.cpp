// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/base/json/json_text.h"
#include "core/base/text_format.h"

using namespace kvw::bundle;

class JsonTextTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void textsSurviveWhateverTheirBytes() {
        std::string all;
        for (int byte = 0; byte < 256; ++byte) {
            all += static_cast<char>(byte);
        }
        for (const std::string& text :
             {all, std::string("é\xC3"), std::string("\xED\xA0\x80"), std::string("😀\"\\"), std::string()}) {
            QCOMPARE(*bytesOfJsonText(jsonText(text)), text);
        }
        QCOMPARE(jsonText("\xC3"), std::string("\"\\udcc3\""));
        QCOMPARE(*bytesOfJsonText("\"\\ud83d\\ude00\""), std::string("😀"));
        QVERIFY(!bytesOfJsonText("\"\\ud83d\"") && !bytesOfJsonText("\"a") && !bytesOfJsonText("\"\\x\"") &&
                !bytesOfJsonText("\"\\u12\""));
    }

    void deepJsonIsRefused() {
        QVERIFY(!parseJson(std::string(100000, '['), "deep"));
        QVERIFY(!parseJson("{\"a\":", "cut"));
        QVERIFY(parseJson("[[1]]", "fine").has_value());
    }
};

QTEST_GUILESS_MAIN(JsonTextTest)
#include "json_text_test.moc"
