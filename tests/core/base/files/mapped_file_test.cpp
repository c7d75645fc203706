// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/mapped_file.h"

#include <QtTest>
#include <utility>

#include "tests/core/model/support.h"

class MappedFileTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bytesAreThoseOfTheFile() {
        const auto file = kvw::MappedFile::open(make("plain", "hello"));
        QVERIFY(file.has_value());
        QCOMPARE(file->bytes().size(), std::size_t{5});
        QCOMPARE(static_cast<char>(file->bytes()[4]), 'o');
    }
    void anEmptyFileHasNoBytes() {
        const auto file = kvw::MappedFile::open(make("empty", ""));
        QVERIFY(file.has_value());
        QVERIFY(file->bytes().empty());
    }
    void bytesSurviveAMove() {
        auto file = kvw::MappedFile::open(make("moved", "hello"));
        QVERIFY(file.has_value());
        const auto* place = file->bytes().data();
        kvw::MappedFile other;
        other = std::move(*file);
        QCOMPARE(other.bytes().data(), place);
        QCOMPARE(static_cast<char>(other.bytes()[0]), 'h');
    }
    void aMissingFileIsNotFound() {
        const auto file = kvw::MappedFile::open(m_path / "missing");
        QVERIFY(!file && file.error().code == kvw::Code::NotFound);
        QVERIFY(file.error().sentence().find("missing: there is no such file") != std::string::npos);
    }
    void aFolderIsRefused() {
        const auto file = kvw::MappedFile::open(m_path);
        QVERIFY(!file && file.error().code == kvw::Code::BadInput);
        QVERIFY(file.error().sentence().find("found a folder") != std::string::npos);
    }
    void partsAreReadWithoutTheMapping() {
        const auto file = kvw::MappedFile::open(make("parts", "0123456789"));
        QVERIFY(file.has_value());
        std::string part(4, ' ');
        file->willNeed(file->bytes());
        QVERIFY(file->read(file->bytes().subspan(3, 4), reinterpret_cast<std::byte*>(part.data())));
        QCOMPARE(part, std::string("3456"));
        file->release();
        QCOMPARE(static_cast<char>(file->bytes()[9]), '9');
    }
    void aFileThatBecameShorterIsAnError() {
        const auto path = make("shrunk", std::string(10'000, 'x'));
        const auto file = kvw::MappedFile::open(path);
        std::filesystem::resize_file(path, 6000);
        std::string part(10'000, ' ');
        const auto read = file->read(file->bytes(), reinterpret_cast<std::byte*>(part.data()));
        QVERIFY(!read && read.error().code == kvw::Code::Io);
        QVERIFY(read.error().sentence().find("the file became shorter while it was read; found 6000 bytes") !=
                std::string::npos);
    }
    void linksInACircleAreRefused() {
        std::filesystem::create_symlink(m_path / "circle", m_path / "circle");
        const auto file = kvw::MappedFile::open(m_path / "circle");
        QVERIFY(!file && file.error().code == kvw::Code::BadInput);
    }
    void aTextAboveTheLimitIsRefused() {
        const auto path = make("long", "0123456789");
        QCOMPARE(kvw::readFile(path, 10).value_or(""), std::string("0123456789"));
        QVERIFY(!kvw::readFile(path, 9));
    }

 private:
    std::filesystem::path make(const char* name, const std::string& bytes) {
        kvw::test::write(m_path / name, bytes);
        return m_path / name;
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(MappedFileTest)
#include "mapped_file_test.moc"
