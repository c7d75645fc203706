// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/bibtex.h"

#include <QTest>
#include <algorithm>

using namespace kvw;

namespace {

Reference work() {
    return {"50% of A & B", "https://arxiv.org/abs/2401.00001", "rich2024", {"Ada Rich", "Simon J\xc3\xa9gou"}, 2024,
            "2401.00001"};
}

}  // namespace

class BibtexTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void allThatIsKnown() {
        QCOMPARE(bibtexOf(work()), std::string("@misc{rich2024,\n  author = {Ada Rich and Simon J\xc3\xa9gou},\n"
                                               "  title = {{50\\% of A \\& B}},\n  year = {2024},\n"
                                               "  eprint = {2401.00001},\n  archivePrefix = {arXiv},\n"
                                               "  url = {https://arxiv.org/abs/2401.00001}\n}\n"));
    }
    void whatIsNotKnownIsLeftOut() {
        QCOMPARE(bibtexOf(Reference{"Code", "https://example.org", "code", {}, 0, {}}),
                 std::string("@misc{code,\n  title = {{Code}},\n  url = {https://example.org}\n}\n"));
        QCOMPARE(bibtexOf(Reference{"Page", "https://example.org", {}, {}, 0, {}}), std::string());
    }
    /// Titles come out of manifests of others, also out of those of bundles.
    void nothingEndsAFieldOrALine() {
        const std::string text = bibtexOf(
            Reference{"50%\nof } {\r\\end^", "https://x.org/a}\nb%20c", "k{ey},\nx", {"A }\n\tB"}, 2024, "24}\r01"});
        QCOMPARE(text,
                 std::string("@misc{keyx,\n  author = {A {\\textbraceright}  B},\n"
                             "  title = {{50\\% of {\\textbraceright} {\\textbraceleft} "
                             "{\\textbackslash}end{\\textasciicircum}}},\n  year = {2024},\n"
                             "  eprint = {2401},\n  archivePrefix = {arXiv},\n  url = {https://x.org/ab%20c}\n}\n"));
        QCOMPARE(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
        QCOMPARE(bibtexOf(Reference{"Page", "https://example.org", " {}", {}, 0, {}}), std::string());
    }
    void eachWorkOnce() {
        const Reference other{"Code", "https://example.org", "code", {}, 0, {}};
        QCOMPARE(bibtexOf({work(), other, work()}), bibtexOf(work()) + bibtexOf(other));
    }
    void referencesAreReadBack() {
        const std::vector<Reference> all{work(), {"Code", "https://example.org", {}, {}, 0, {}}};
        const std::vector<Reference> read = referencesIn(toJson(all));
        QCOMPARE(toJson(read).dump(), toJson(all).dump());
        QCOMPARE(bibtexOf(read), bibtexOf(all));
        QVERIFY(referencesIn(nullptr).empty());
    }
};

QTEST_GUILESS_MAIN(BibtexTest)
#include "bibtex_test.moc"
