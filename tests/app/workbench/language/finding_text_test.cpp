// SPDX-License-Identifier: GPL-3.0-or-later
/// Findings are shown in the language of the window, by their code.
#include "app/workbench/language/phrase_text.h"

#include <QtTest>

#include "app/workbench/language/language.h"

using namespace kvw;
using namespace kvw::wb;

class FindingTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void englishIsAsInCore() {
        QCOMPARE(findingText(finding("no-effect-while", "slack", finding("value-is", "max-drop", 0))),
                 QStringLiteral("slack has no effect while max-drop is 0"));
        QCOMPARE(findingText("a sentence of a plugin"), QStringLiteral("a sentence of a plugin"));
        QCOMPARE(findingText({}), QString());
    }

    // From here on the application keeps its translator.
    void everyCodeIsGerman() {
        installLanguage(QStringLiteral("de"));
        for (const FindingForm& form : kFindingForms) {
            if (form.code == "error" || form.code == "form") {
                continue;
            }
            Finding made;
            made.code = form.code;
            for (std::size_t place = 1; place <= placesOf(form.form); ++place) {
                made.arguments.emplace_back("<" + std::to_string(place) + ">");
            }
            const QString german = findingText(made);
            QVERIFY2(german != QString::fromStdString(made.sentence()), form.form);
            for (const Finding& argument : made.arguments) {
                QVERIFY2(german.contains(QString::fromStdString(argument.text)), form.form);
            }
        }
    }

    void placesAreTranslatedToo() {
        QCOMPARE(findingText(finding("no-effect-while", "slack", finding("value-is", "max-drop", 0))),
                 QStringLiteral("slack hat keine Wirkung, solange gilt: max-drop ist 0"));
        QCOMPARE(findingText(finding("floor-inert", 30, 8)),
                 QStringLiteral("floor hat keine Wirkung: sein Anteil an der Kapazität von 30 ist nicht mehr als die 8 "
                                "Token, die ohnehin bleiben"));
        QCOMPARE(findingText(finding("reads-pages", counted(1, "page", "pages"), counted(16, "token", "tokens"), 2)),
                 QStringLiteral("liest 1 Seite zu 16 Token je Query-Head und Schritt, ab Schicht 2"));
    }

    void plainTextsStay() {
        QCOMPARE(findingText("slack has no effect while max-drop is 0"),
                 QStringLiteral("slack has no effect while max-drop is 0"));
        // A text that is put into a place may have a place of its own.
        QVERIFY(findingText(finding("gamma", "%1 %2")).endsWith(QLatin1String("%1 %2")));
    }

    void errorsAreTranslatedByTheirForm() {
        const Error error{Code::BadInput, "the bundle lacks this file", "runs/a/layers.csv", {}, {}};
        QVERIFY(!findingText(errorFinding(error.asPhrase())).contains(QLatin1String("lacks")));
        QVERIFY(!findingText(finding("tokens-as-ids", errorFinding(error.asPhrase()))).contains("lacks"));
    }

    void anUnknownCodeStandsForItself() {
        Finding later;
        later.code = "of-a-later-version";
        later.arguments = {"7"};
        QCOMPARE(findingText(later), QStringLiteral("of-a-later-version: 7"));
    }
};

QTEST_GUILESS_MAIN(FindingTextTest)
#include "finding_text_test.moc"
