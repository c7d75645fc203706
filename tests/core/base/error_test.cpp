// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <QtTest>

class ErrorTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void sentenceJoinsTheParts() {
        const kvw::Error error{kvw::Code::BadInput, "the header is too long", "m.safetensors", "at most 100 MB", "18 EB"};
        QCOMPARE(error.sentence(),
                 std::string("m.safetensors: the header is too long; found 18 EB, expected at most 100 MB."));
    }
    void emptyPartsAreLeftOut() {
        QCOMPARE((kvw::Error{kvw::Code::Io, "disk full", "", "", ""}).sentence(), std::string("disk full."));
    }
    void nearestFindsATypo() {
        const std::vector<std::string> ids{"full", "streaming", "snapkv"};
        QCOMPARE(kvw::nearest(std::string("snapvk"), ids), std::string("snapkv"));
        QCOMPARE(kvw::nearest(std::string("zzzzzz"), ids), std::string());
    }
};

QTEST_GUILESS_MAIN(ErrorTest)
#include "error_test.moc"
