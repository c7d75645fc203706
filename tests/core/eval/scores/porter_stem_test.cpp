// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/porter_stem.h"

#include <QtTest>

using namespace kvw::eval;

class PorterStemTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    // Stems of nltk.stem.PorterStemmer, version 3.9.
    void stemsAreThoseOfNltk() {
        const std::pair<std::string_view, std::string_view> stems[] = {
            {"caresses", "caress"}, {"ponies", "poni"}, {"ties", "tie"}, {"caress", "caress"}, {"cats", "cat"},
            {"feed", "feed"}, {"agreed", "agre"}, {"plastered", "plaster"}, {"bled", "bled"}, {"motoring", "motor"},
            {"sing", "sing"}, {"conflated", "conflat"}, {"troubled", "troubl"}, {"sized", "size"}, {"hopping", "hop"},
            {"tanned", "tan"}, {"falling", "fall"}, {"hissing", "hiss"}, {"fizzed", "fizz"}, {"failing", "fail"},
            {"filing", "file"}, {"happy", "happi"}, {"sky", "sky"}, {"enjoy", "enjoy"}, {"relational", "relat"},
            {"conditional", "condit"}, {"rational", "ration"}, {"valenci", "valenc"}, {"digitizer", "digit"},
            {"conformabli", "conform"}, {"radically", "radic"}, {"differentli", "differ"}, {"vileli", "vile"},
            {"vietnamization", "vietnam"}, {"operator", "oper"}, {"feudalism", "feudal"}, {"hopefulness", "hope"},
            {"formality", "formal"}, {"sensitivity", "sensit"}, {"sensibility", "sensibl"}, {"triplicate", "triplic"},
            {"formative", "form"}, {"formalize", "formal"}, {"electrical", "electr"}, {"goodness", "good"},
            {"revival", "reviv"}, {"allowance", "allow"}, {"inference", "infer"}, {"airliner", "airlin"},
            {"adjustable", "adjust"}, {"replacement", "replac"}, {"adoption", "adopt"}, {"activate", "activ"},
            {"effective", "effect"}, {"probate", "probat"}, {"rate", "rate"}, {"cease", "ceas"},
            {"controll", "control"}, {"roll", "roll"}, {"dying", "die"}, {"news", "news"}, {"innings", "inning"},
            {"proceed", "proceed"}, {"died", "die"}, {"spied", "spi"}, {"biology", "biolog"},
            {"mythology", "mytholog"}, {"yyyy", "yyyi"}, {"generically", "gener"}, {"naturally", "natur"},
            {"caf\u00E9", "caf\u00E9"}, {"nationally", "nation"}, {"fully", "fulli"}, {"is", "is"}, {"aied", "aie"},
        };
        for (const auto& [word, stem] : stems) {
            QCOMPARE(QString::fromStdString(porterStem(word)), QString::fromUtf8(stem.data(), qsizetype(stem.size())));
        }
    }

    void shortAndForeignWordsStay() {
        QCOMPARE(porterStem(""), std::string());
        QCOMPARE(porterStem("as"), std::string("as"));
        QCOMPARE(porterStem("\u6BB5\u843D"), std::string("\u6BB5\u843D"));
    }
};

QTEST_APPLESS_MAIN(PorterStemTest)
#include "porter_stem_test.moc"
