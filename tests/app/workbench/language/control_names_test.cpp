// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/control_names.h"

#include <QRegularExpression>
#include <QtTest>

#include "app/workbench/language/phrase_text.h"
#include "tests/app/workbench/language/translations.h"

using namespace kvw::wb;

class ControlNamesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void flagsBecomeControls_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("words");
        QTest::newRow("place") << "--prompt-tokens: the prompt would be longer than the text; found 357, expected at "
                                  "most 34."
                               << "Prompt: the prompt would be longer than the text; found 357, expected at most 34.";
        QTest::newRow("with a value")
            << "quality falls beyond it (--positions cache-rank keeps phases inside the cache)."
            << "quality falls beyond it (“Positions: cache-rank” keeps phases inside the "
               "cache).";
        QTest::newRow("a value in other words") << "they are recorded with --capture maps only"
                                                << "they are recorded with “Record: and the rows” only";
        QTest::newRow("several") << "--rank-keys: keys are rounded; found rotated, expected raw, or --kv-dtype f32 "
                                    "without a codec."
                                 << "Rank keys: keys are rounded; found rotated, expected raw, or “Cache type: f32” "
                                    "without a codec.";
        QTest::newRow("no value of a control") << "another --seed than 7"
                                               << "another “Seed” than 7";
        QTest::newRow("a button") << "x is disabled; enable it with `kvw policies --enable x`."
                                  << "x is disabled; enable it with “Enable” in the Plugins dock.";
        QTest::newRow("a lane's form")
            << "streaming runs with original positions, its work with cache-rank positions; Native settings, or "
               "/native "
               "behind the policy, takes these."
            << "streaming runs with original positions, its work with cache-rank positions; “Native settings” of the "
               "lane in the Run dock takes these.";
        QTest::newRow("a command") << "`kvw run --seed 3` does"
                                   << "`kvw run --seed 3` does";
        QTest::newRow("another program") << "llama-gguf-split --merge joins"
                                         << "llama-gguf-split --merge joins";
        QTest::newRow("no flag") << "a--seed, -- and a-b"
                                 << "a--seed, -- and a-b";
    }
    void flagsBecomeControls() {
        QFETCH(QString, sentence);
        QFETCH(QString, words);
        QCOMPARE(withControlNames(sentence), words);
        QCOMPARE(phraseText(sentence.toStdString()), words);  // as every sentence of the engine is shown
    }

    void aLongTextStays() {
        const QString sentence = QStringLiteral("`a` --seed ");
        QCOMPARE(withControlNames(sentence.repeated(2)), QString("`a` “Seed” `a` “Seed” "));
        QCOMPARE(withControlNames(sentence.repeated(500)), sentence.repeated(500));
    }

    void notesOfPoliciesToo() {
        QCOMPARE(phraseText(kvw::finding("scores-left-out", 9)),
                 QString("the scores of a selection take more than 9 MiB, so they are recorded with “Record: and the "
                         "rows” only"));
    }

    /// A sentence of the engine names no flag where the window shows it.
    void noSentenceOfTheEngineNamesAFlag() {
        static const QRegularExpression kFlag("--[a-z]"), kOthers("llama-gguf-split --merge|`kvw check-policy [^`]*`");
        for (const kvw::tests::Message& form : kvw::tests::readMessages(kvw::tests::kGermanForms)) {
            QString shown = withControlNames(form.source);
            QVERIFY2(!shown.remove(kOthers).contains(kFlag), qPrintable(form.source));
        }
    }
};

QTEST_GUILESS_MAIN(ControlNamesTest)
#include "control_names_test.moc"
