// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/sha256.h"

#include <QCryptographicHash>
#include <QtTest>

class Sha256Test : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void vectorOfTheStandard() {
        QCOMPARE(kvw::sha256("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }
    void everyLengthAroundTheBlockBorders() {
        for (int length = 0; length < 200; ++length) {
            const std::string text(static_cast<std::size_t>(length), static_cast<char>('a' + length % 26));
            const auto expected = QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256);
            QCOMPARE(kvw::sha256(text), expected.toHex().toStdString());
        }
    }
    void piecesGiveTheSameAsTheWhole() {
        const std::string text(1000, 'x');
        kvw::Sha256 hash;
        for (std::size_t at = 0, length = 0; at < text.size(); at += length, ++length) {
            hash.update(std::string_view(text).substr(at, length));
        }
        QCOMPARE(hash.finish(), kvw::sha256(text));
    }
};

QTEST_GUILESS_MAIN(Sha256Test)
#include "sha256_test.moc"
