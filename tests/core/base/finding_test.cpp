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
            QVERIFY2(forms.insert(form).second, row.form);
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
        QCOMPARE(made.english(), std::string("slack has no effect while max-drop is 0"));
        QCOMPARE(made.severity, Severity::Warning);
        QCOMPARE(finding("gamma", "%1 of %2").english(), std::string("gamma is %1 of %2"));
        QCOMPARE(counted(1, "token", "tokens").english(), std::string("1 token"));
        QCOMPARE(counted(0, "token", "tokens").english(), std::string("0 tokens"));
        QCOMPARE(joinedByAnd({"a", "b", "c"}).english(), std::string("a and b and c"));
        QCOMPARE(joinedByAnd({std::string("a")}), Finding("a"));
    }

    void plainTextsAndErrorsAreFindings() {
        const Finding plain = std::string("a sentence of a plugin");
        QCOMPARE(plain.english(), std::string("a sentence of a plugin"));
        QVERIFY(plain.code.empty() && plain.severity == Severity::Warning);
        const Finding error = errorFinding("a.json: this is no JSON.");
        QCOMPARE(error.english(), std::string("a.json: this is no JSON."));
        QCOMPARE(error.severity, Severity::Error);
        QCOMPARE(errorFinding("x", Severity::Warning).severity, Severity::Warning);
        QCOMPARE(englishOf(std::vector<Finding>{plain, finding("value-is", "a", 1)}),
                 (std::vector<std::string>{"a sentence of a plugin", "a is 1"}));
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

    void anIncompleteFindingIsReadable() {
        Finding incomplete = finding("value-is", "slack", 0);
        incomplete.parts.pop_back();
        QCOMPARE(incomplete.english(), std::string("slack is "));
        QVERIFY(!incomplete.tellsInert("slack"));
    }

    void aLiteralIsAPlainTextOfAFindingAndAFormOfAPhrase() {
        QVERIFY(!Finding("x").isForm && !finding("gamma", "x").parts.front().isForm);
        QVERIFY(finding("gamma", Phrase("x")).parts.front().isForm);
        QCOMPARE(phrase("%1.", finding("gamma", 1)).parts.front().code, std::string_view("gamma"));
    }
};

QTEST_APPLESS_MAIN(FindingTest)
#include "finding_test.moc"
