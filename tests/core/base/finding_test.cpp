// SPDX-License-Identifier: Apache-2.0
#include "core/base/finding.h"

#include <QtTest>
#include <set>

using namespace kvw;

class FindingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyCodeHasItsForm() {
        std::set<std::string_view> codes, forms;
        for (const FindingForm& row : kFindingForms) {
            const std::string_view form = row.form;
            QVERIFY2(codes.insert(row.code).second, row.form);
            // Two codes stand for texts that come from elsewhere.
            QVERIFY2(form == "%1" || forms.insert(form).second, row.form);
            QVERIFY2(!row.code.empty() && row.code.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == row.code.npos,
                     row.form);
            // Places are numbered from 1, in ascending order, each once.
            std::size_t last = 0;
            for (std::size_t at = 0; at < form.size(); ++at) {
                if (const std::size_t place = placeAt(form, at); place > 0) {
                    QCOMPARE(place, last + 1);
                    last = place;
                }
            }
            QCOMPARE(placesOf(form), last);
            QCOMPARE(findingForm(row.code), &row);
            // The form names the parameter that has no effect.
            QVERIFY2(row.inert.empty() || form.find(row.inert.substr(0, row.inert.find(' '))) != form.npos, row.form);
            QCOMPARE(row.nothingEvicted, form.find("nothing is evicted") != form.npos ||
                                             form.find("nothing was evicted") != form.npos ||
                                             form.find("nothing is ever evicted") != form.npos);
        }
        QVERIFY(findingForm("no-such-code") == nullptr);
        QVERIFY(findingForm("") == nullptr);
    }

    void placesAreFilled() {
        const Finding made = finding("no-effect-while", "slack", finding("value-is", "max-drop", 0));
        QCOMPARE(made.sentence(), std::string("slack has no effect while max-drop is 0"));
        QCOMPARE(made.severity, Severity::Warning);
        QCOMPARE(finding("gamma", "%1 of %2").sentence(), std::string("gamma is %1 of %2"));
        QCOMPARE(counted(1, "token", "tokens").sentence(), std::string("1 token"));
        QCOMPARE(counted(0, "token", "tokens").sentence(), std::string("0 tokens"));
        QCOMPARE(joinedByAnd(std::vector<Finding>{"a", "b", "c"}).sentence(), std::string("a and b and c"));
        QCOMPARE(joinedByAnd(std::vector<Finding>{"a"}), Finding("a"));
    }

    void plainTextsAndErrorsAreFindings() {
        const Finding plain = std::string("a sentence of a plugin");
        QCOMPARE(plain.sentence(), std::string("a sentence of a plugin"));
        QVERIFY(plain.code.empty() && plain.severity == Severity::Warning);
        const Finding error = errorFinding("a.json: this is no JSON.");
        QCOMPARE(error.sentence(), std::string("a.json: this is no JSON."));
        QCOMPARE(error.severity, Severity::Error);
        QCOMPARE(errorFinding("x", Severity::Warning).severity, Severity::Warning);
        QCOMPARE(sentencesOf({plain, finding("gamma-one")}).size(), std::size_t{2});
    }

    void factsAreReadFromCodes() {
        const Finding inert = finding("no-effect-while", "slack", finding("value-is", "max-drop", 0));
        QVERIFY(inert.tellsInert("slack") && !inert.tellsInert("max-drop") && !inert.tellsInert("%1"));
        QVERIFY(finding("reads-everything", "4 layers").tellsInert("rule"));
        QVERIFY(!finding("reads-everything", "4 layers").tellsInert("skip-layers"));
        QVERIFY(finding("capacity-above-prompt").tellsNothingEvicted() && !inert.tellsNothingEvicted());
        const Finding plain = "slack has no effect: nothing is evicted";
        QVERIFY(!plain.tellsInert("slack") && !plain.tellsNothingEvicted());
    }

    void unknownAndIncompleteFindingsAreReadable() {
        Finding later;
        later.code = "of-a-later-version";
        QCOMPARE(later.sentence(), std::string("of-a-later-version"));
        later.arguments = {"7", "eight"};
        QCOMPARE(later.sentence(), std::string("of-a-later-version: 7, eight"));
        Finding incomplete;
        incomplete.code = "value-is";
        incomplete.arguments = {"slack"};
        QCOMPARE(incomplete.sentence(), std::string("slack is "));
        QVERIFY(!incomplete.tellsInert("slack"));
    }
};

QTEST_APPLESS_MAIN(FindingTest)
#include "finding_test.moc"
