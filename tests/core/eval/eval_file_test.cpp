// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_file.h"

#include <sys/resource.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <memory>

using namespace kvw;
using namespace kvw::eval;

namespace {

EvalRecord recordOf(const std::string& id, const std::string& policy, double score) {
    EvalRecord record;
    record.task = "sums";
    record.subset = "small";
    record.id = id;
    record.policy = policy;
    record.score = score;
    return record;
}

std::vector<EvalRecord> sampleOf(const std::string& id, double score) {
    return {recordOf(id, "full", score), recordOf(id, "tova", score / 2)};
}

}  // namespace

class EvalFileTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatWasAppendedIsThere() {
        {
            auto file = EvalFile::open(folder());
            QVERIFY(file.has_value());
            QVERIFY(file->append(sampleOf("1", 10)).has_value());
            QVERIFY(file->append(sampleOf("2", 20)).has_value());
            QVERIFY(file->has({"sums", "small", "2", "tova"}));
            QVERIFY(!file->has({"sums", "small", "3", "tova"}));
        }
        const auto again = EvalFile::open(folder());
        QVERIFY(again.has_value());
        QCOMPARE(again->records().size(), std::size_t{4});
        QVERIFY(again->has({"sums", "small", "1", "full"}));
        QVERIFY(!again->droppedTornLine());
        QCOMPARE(readResults(folder())->at(3).score, 10.0);
    }

    /// A lane that has failed runs again, and its newer line is the one that counts.
    void aLaterLineWins() {
        auto file = EvalFile::open(folder());
        std::vector<EvalRecord> records = sampleOf("1", 10);
        records[1].problem = Phrase("it failed");
        QVERIFY(file->append(records).has_value());
        QVERIFY(file->has({"sums", "small", "1", "full"}));
        QVERIFY(!file->has({"sums", "small", "1", "tova"}));
        QVERIFY(file->append({recordOf("1", "tova", 7)}).has_value());
        QVERIFY(file->has({"sums", "small", "1", "tova"}));
        QCOMPARE(file->records().size(), std::size_t{2});
        QCOMPARE(file->records()[1].score, 7.0);
        const auto read = readResults(folder());
        QCOMPARE(read->size(), std::size_t{2});
        QVERIFY(!read->at(1).failed());
    }

    /// Wherever a kill cuts the file, the whole lines stay, and what is appended then is as if there was no kill.
    void aTornLineIsDroppedAndNothingElse() {
        {
            auto file = EvalFile::open(folder());
            QVERIFY(file->append(sampleOf("1", 10)).has_value());
            QVERIFY(file->append(sampleOf("2", 20)).has_value());
        }
        const QByteArray whole = bytes();
        const qsizetype third = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;  // where sample 2 begins
        for (const qsizetype cut : {third, third + 1, third + 20, whole.indexOf('\n', third), whole.size() - 1}) {
            setBytes(whole.first(cut));
            {
                auto file = EvalFile::open(folder());
                QVERIFY(file.has_value());
                QCOMPARE(file->droppedTornLine(), cut != third);
                QVERIFY(file->has({"sums", "small", "1", "tova"}));
                QVERIFY(!file->has({"sums", "small", "2", "tova"}));
                std::vector<EvalRecord> missing;
                for (const EvalRecord& record : sampleOf("2", 20)) {
                    if (!file->has(keyOf(record))) {
                        missing.push_back(record);
                    }
                }
                QVERIFY(file->append(missing).has_value());
            }
            QCOMPARE(bytes(), whole);
        }
    }

    void aTornLineMayEndInZeros() {
        {
            auto file = EvalFile::open(folder());
            QVERIFY(file->append(sampleOf("1", 10)).has_value());
        }
        const QByteArray whole = bytes();
        setBytes(whole + QByteArray(100, '\0'));
        QVERIFY(EvalFile::open(folder())->droppedTornLine());
        QCOMPARE(bytes(), whole);
    }

    void aDamagedLineIsNamed() {
        {
            auto file = EvalFile::open(folder());
            QVERIFY(file->append(sampleOf("1", 10)).has_value());
        }
        setBytes("{\"task\":\n" + bytes());
        const auto file = EvalFile::open(folder());
        QVERIFY(!file.has_value());
        QVERIFY2(file.error().sentence().find("results.jsonl, line 1") != std::string::npos,
                 file.error().sentence().c_str());
    }

    void aFolderHasOneProcess() {
        const auto first = EvalFile::open(folder());
        QVERIFY(first.has_value());
        const auto second = EvalFile::open(folder());
        QVERIFY(!second.has_value());
        QCOMPARE(second.error().code, Code::BadUsage);
        QVERIFY(second.error().sentence().find("another process") != std::string::npos);
    }

    void aFullDiskLosesNothing() {
        auto file = EvalFile::open(folder());
        QVERIFY(file->append(sampleOf("1", 10)).has_value());
        const QByteArray whole = bytes();
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        const rlimit small{static_cast<rlim_t>(whole.size() + 100), before.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto failed = file->append(sampleOf("2", 20));
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!failed.has_value());
        QCOMPARE(failed.error().code, Code::Io);
        QCOMPARE(bytes(), whole);
        QVERIFY(!file->has({"sums", "small", "2", "full"}));
        QVERIFY(file->append(sampleOf("2", 20)).has_value());
        QCOMPARE(readResults(folder())->size(), std::size_t{4});
    }

 private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->filePath("out").toStdString(); }
    [[nodiscard]] QString path() const { return m_folder->filePath("out/results.jsonl"); }
    [[nodiscard]] QByteArray bytes() const {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void setBytes(const QByteArray& to) const {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(to) == to.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(EvalFileTest)
#include "eval_file_test.moc"
