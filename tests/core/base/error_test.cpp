// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <QtTest>
#include <memory>
#include <vector>

#include "core/base/visible_text.h"

namespace {

struct NoCopy {
    explicit NoCopy(int n) : number(std::make_unique<int>(n)) {}
    std::unique_ptr<int> number;
};

kvw::Result<NoCopy> make(int number) {
    if (number < 0) {
        return kvw::fail(kvw::Code::BadInput, "number", "below zero");
    }
    return NoCopy(number);
}

kvw::Result<int> sum(const std::vector<int>& numbers) {
    int all = 0;
    for (const int number : numbers) {
        KVW_TRY(make(number));
        KVW_TRY_ASSIGN(const auto made, make(number));
        KVW_TRY_ASSIGN(const int twice, [&]() -> kvw::Result<int> {
            KVW_TRY_ASSIGN(auto again, make(number - 1));
            return 2 * (*again.number + 1);
        }());
        all += *made.number + twice;
    }
    return all;
}

}  // namespace

class ErrorTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void sentenceJoinsTheParts() {
        const kvw::Error error{kvw::Code::BadInput, "the header is too long", "m.safetensors", "at most 100 MB",
                               "18 EB"};
        QCOMPARE(error.sentence(),
                 std::string("m.safetensors: the header is too long; found 18 EB, expected at most 100 MB."));
    }
    void emptyPartsAreLeftOut() {
        QCOMPARE((kvw::Error{kvw::Code::Io, "disk full", "", "", ""}).sentence(), std::string("disk full."));
    }
    void aSentenceGoesOnAndLosesItsPlace() {
        using kvw::Code, kvw::Error, kvw::Phrase;
        const Error error{Code::BadInput, kvw::phrase("%1: %2", "a", "b"), "m: n", "one", "two"};
        QCOMPARE(error.clause().english(), std::string("m: n: a: b; found two, expected one"));
        QCOMPARE(withoutPlace(error.asPhrase()).english(), std::string("a: b; found two, expected one."));
        QCOMPARE(withoutPlace((Error{Code::Io, "disk full", "", "", ""}).asPhrase()).english(),
                 std::string("disk full."));
        QCOMPARE(withoutPlace(Phrase(std::string("m: plain"))).english(), std::string("m: plain"));
    }
    void nothingSteersATerminal() {
        QCOMPARE(kvw::visibleText("a\x1b[31mb\x7f\nc\td"), std::string("a\\x1b[31mb\\x7f\nc\td"));
        QCOMPARE(kvw::visibleLine("a\nb\tc"), std::string("a\\nb\\tc"));
        QCOMPARE(kvw::visibleLine("\xC2\x9B"
                                  "31m"),
                 std::string("\\u009b31m"));
        QCOMPARE(kvw::visibleLine("x\xE2\x80\xAEtxt.exe"), std::string("x\\u202etxt.exe"));
        QCOMPARE(kvw::visibleLine("\xE2\x81\xA6\xE2\x80\x8F\xEF\xBB\xBF\xF3\xA0\x80\x81"),
                 std::string("\\u2066\\u200f\\ufeff\\udb40\\udc01"));
        QCOMPARE(kvw::visibleLine("\x9B\xFF\xC0\xAF"), std::string("\\x9b\\xff\\xc0\\xaf"));
        QCOMPARE(kvw::visibleLine("Größe 模型 😀"), std::string("Größe 模型 😀"));
        QCOMPARE((kvw::Error{kvw::Code::Io, "gone", "a\xC2\x9B.txt", "", ""}).sentence(),
                 std::string("a\\u009b.txt: gone."));
    }
    void anErrorIsReturnedToTheCaller() {
        QCOMPARE(sum({1, 2}).value(), 9);
        QCOMPARE(sum({1, -1}).error().sentence(), std::string("number: below zero."));
        QCOMPARE(sum({0}).error().where.english(), std::string("number"));  // by the inner function
    }
    void nearestFindsATypo() {
        const std::vector<std::string> ids{"full", "streaming", "snapkv"};
        QCOMPARE(kvw::nearest(std::string("snapvk"), ids), std::string("snapkv"));
        QCOMPARE(kvw::nearest(std::string("zzzzzz"), ids), std::string());
        const auto sentence = [&](const char* name) {
            return kvw::unknownName("policy", "there is no such policy", name, ids, "one of three").value().sentence();
        };
        QCOMPARE(sentence("snapvk"), std::string("policy: there is no such policy; did you mean \"snapkv\"?"));
        QCOMPARE(sentence("zzzzzz"), std::string("policy: there is no such policy; expected one of three."));
    }
};

QTEST_GUILESS_MAIN(ErrorTest)
#include "error_test.moc"
