// SPDX-License-Identifier: Apache-2.0
/// Bad input a command line can meet: one sentence that names file, found and expected; no bundle, no crash.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;

class BadInputTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase();
    void policies_data();
    void policies();
    void texts_data();
    void texts();
    void tokenIds_data();
    void tokenIds();
    void models_data();
    void models();
    void weightsThatAreNoNumbersEndTheRun_data();
    void weightsThatAreNoNumbersEndTheRun();
    void weightsThatAreNoNumbersGiveNoLogits();
    void refusalIsAnObjectForMachines();
    void fullDiskNamesTheBundle_data();
    void fullDiskNamesTheBundle();
    void missingEngineIsNamedOnce();
    void existingOutputIsKept();
    void overwriteReplacesBundlesOnly();
    void foreignArchiveIsFoundBeforeTheRun();
    void longNamesAreFoundBeforeTheRun();
    void fullDiskLeavesNoExport();
    void unwritableOutputIsFoundBeforeTheRun();
    void foreignFolderIsNoBundle();
    void damagedManifestOfABundle();
    void missingConformanceCase();

 private:
    void expectRefusal(const QStringList& arguments, int code, const QString& expected) const;
    /// The embedded model with another last weight.
    QString brokenModel(const QByteArray& number) const;

    QTemporaryDir m_folder;
};

namespace {

const QString kModel = QStringLiteral(KVW_SOURCE_DIR "/resources/demo-model/model");

/// A copy of the embedded model that may be damaged.
QString copyModel(const QTemporaryDir& folder, const QString& name) {
    const QString target = folder.filePath(name);
    QDir().mkpath(target);
    for (const char* file : {"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"}) {
        QFile::copy(kModel + '/' + file, target + '/' + file);
        QFile::setPermissions(target + '/' + file, QFile::ReadOwner | QFile::WriteOwner);
    }
    return target;
}

}  // namespace

void BadInputTest::expectRefusal(const QStringList& arguments, int code, const QString& expected) const {
    const QString out = m_folder.filePath("refused");
    const Outcome outcome = runKvw(QStringList(arguments) << "--out" << out);
    QVERIFY2(outcome.err.contains(expected.toUtf8()), outcome.err.constData());
    QVERIFY2(outcome.oneSentence(), outcome.err.constData());
    QCOMPARE(outcome.code, code);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!QFile::exists(out));
}

QString BadInputTest::brokenModel(const QByteArray& number) const {
    const QString model = copyModel(m_folder, "not-numbers");
    QByteArray weights = readFile(kModel + "/model.safetensors");
    weights.replace(weights.size() - 2, 2, number);
    return writeFile(model + "/model.safetensors", weights) ? model : QString();
}

void BadInputTest::initTestCase() {
    QVERIFY(m_folder.isValid());
}

void BadInputTest::policies_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("expected");
    QTest::newRow("unknown policy") << "steaming"
                                    << "did you mean \"streaming\"?";
    QTest::newRow("unknown parameter") << "streaming:recnt=4"
                                       << "did you mean \"recent\"?";
    QTest::newRow("out of range") << "streaming:recent=0"
                                  << "at least 1";
    QTest::newRow("no number") << "streaming:recent=some"
                               << "integer";
    QTest::newRow("no value") << "streaming:recent"
                              << "name=value";
    QTest::newRow("given twice") << "streaming:recent=4,recent=5"
                                 << "twice";
    QTest::newRow("empty") << ""
                           << "policy";
}

void BadInputTest::policies() {
    QFETCH(QString, policy);
    QFETCH(QString, expected);
    expectRefusal({"run", "--policy", policy}, 2, expected);
    expectRefusal({"compare", "--policy", policy}, 2, expected);
}

void BadInputTest::texts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const QString empty = m_folder.filePath("empty.txt");
    QVERIFY(writeFile(empty, ""));
    QTest::newRow("missing file") << "/nonexistent/text.txt"
                                  << "there is no such file";
    QTest::newRow("near an embedded one") << "storry"
                                          << "did you mean \"story\"?";
    QTest::newRow("near nothing") << "nofile.txt"
                                  << "\"nofile.txt\"; expected a file, or one of ";
    QTest::newRow("folder") << m_folder.path() << "this is no text file";
    QTest::newRow("empty") << empty << "the text is empty";
}

void BadInputTest::texts() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    expectRefusal({"run", "--text", text}, 1, expected);
}

void BadInputTest::tokenIds_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no number") << QByteArray("1 2\n3 four 5") << "line 2: this is not a token id; found \"four\"";
    QTest::newRow("negative") << QByteArray("1 -2") << "found \"-2\", expected whole numbers from 0 to ";
    QTest::newRow("beyond the vocabulary") << QByteArray("1\n2\n999999999") << "line 3";
    QTest::newRow("too long for a number") << QByteArray("99999999999999999999999") << "not a token id";
    QTest::newRow("comma") << QByteArray("1,2") << "found \"1,2\"";
    QTest::newRow("binary") << QByteArray("\x00\x01\xff", 3) << "not a token id";
    QTest::newRow("nothing") << QByteArray(" \n\t ") << "no token ids in the file";
}

void BadInputTest::tokenIds() {
    QFETCH(QByteArray, content);
    QFETCH(QString, expected);
    const QString file = m_folder.filePath("ids.txt");
    QVERIFY(writeFile(file, content));
    expectRefusal({"run", "--ids", file}, 1, expected);
    expectRefusal({"logits", "--ids", file}, 1, expected);
}

void BadInputTest::models_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("expected");
    QTest::newRow("missing") << "/nonexistent/model"
                             << "/nonexistent/model";

    const QString unknown = copyModel(m_folder, "unknown");
    QByteArray config = readFile(unknown + "/config.json");
    QVERIFY(writeFile(unknown + "/config.json", config.replace("LlamaForCausalLM", "MambaForCausalLM")));
    QTest::newRow("unknown architecture") << unknown << "LlamaForCausalLM";

    const QString truncated = copyModel(m_folder, "truncated");
    QVERIFY(writeFile(truncated + "/model.safetensors", readFile(kModel + "/model.safetensors").left(5000)));
    QTest::newRow("truncated weights") << truncated << "model.safetensors";

    const QString oversized = copyModel(m_folder, "oversized");
    QVERIFY(writeFile(oversized + "/model.safetensors", QByteArray(7, '\xff') + '\x7f' + "{}"));
    QTest::newRow("oversized header") << oversized << "model.safetensors";

    const QString tokenizer = copyModel(m_folder, "tokenizer");
    QByteArray text = readFile(tokenizer + "/tokenizer.json");
    QVERIFY(writeFile(tokenizer + "/tokenizer.json", text.replace("\"BPE\"", "\"Unigram\"")));
    QTest::newRow("unknown tokenizer") << tokenizer << "Unigram";

    const QString empty = copyModel(m_folder, "empty-tokenizer");
    QVERIFY(writeFile(empty + "/tokenizer.json", {}));
    QTest::newRow("empty tokenizer") << empty << "tokenizer.json: the file is empty";

    const QString larger = copyModel(m_folder, "larger-tokenizer");
    text = readFile(larger + "/tokenizer.json");
    QVERIFY(writeFile(larger + "/tokenizer.json", text.replace("\"vocab\":{", "\"vocab\":{\"one more\":2048,")));
    QTest::newRow("more ids than rows")
        << larger << "the tokenizer has more ids than the model's embedding has rows; found 2049 ids";

    const QString deep = copyModel(m_folder, "deep");
    text = readFile(deep + "/tokenizer.json");
    const QByteArray nested = QByteArray("[").repeated(100000) + QByteArray("]").repeated(100000);
    QVERIFY(writeFile(deep + "/tokenizer.json", text.replace("\"normalizer\":null", "\"normalizer\":" + nested)));
    QTest::newRow("deeply nested tokenizer") << deep << "nested too deeply";

    const QString endless = copyModel(m_folder, "endless-pattern");
    text = readFile(endless + "/tokenizer.json");
    const QByteArray pattern = R"({"type":"Replace","pattern":{"Regex":"(\\w?){200}#"},"content":"x"})";
    QVERIFY(writeFile(endless + "/tokenizer.json", text.replace("\"normalizer\":null", "\"normalizer\":" + pattern)));
    QTest::newRow("pattern that never ends") << endless << "takes too many steps; found (\\w?){200}#";
}

void BadInputTest::models() {
    QFETCH(QString, model);
    QFETCH(QString, expected);
    expectRefusal({"run", "--model", model, "--prompt", "Once"}, 1, expected);
}

void BadInputTest::weightsThatAreNoNumbersEndTheRun_data() {
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<QStringList>("more");
    for (const auto& [name, number] : {std::pair{"NaN", "\xc0\x7f"}, std::pair{"infinity", "\x80\x7f"}}) {
        QTest::addRow("%s, quiet", name) << QByteArray(number) << QStringList{"--quiet"};
        QTest::addRow("%s, text", name) << QByteArray(number) << QStringList{};
        QTest::addRow("%s, json", name) << QByteArray(number) << QStringList{"--json"};
    }
}

void BadInputTest::weightsThatAreNoNumbersEndTheRun() {
    QFETCH(QByteArray, number);
    QFETCH(QStringList, more);
    const QString model = brokenModel(number);
    const Outcome outcome = runKvw(QStringList{"run", "--model", model, "--prompt", "Once upon a time"} << more);
    // The last lane's reason is the run's: said once, behind the warning that names the tensor.
    QCOMPARE(outcome.err.count("the logits are not all finite numbers"), 1);
    const QList<QByteArray> lines = outcome.err.trimmed().split('\n');
    const bool quiet = more.contains("--quiet");
    QCOMPARE(lines.size(), quiet ? 1 : 2);
    QVERIFY2(quiet || lines[0].startsWith("warning: model.norm.weight holds numbers that are not finite"),
             lines[0].constData());
    QVERIFY(lines.last().endsWith('.'));
    QCOMPARE(outcome.code, 1);
    if (more.contains("--json")) {
        const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(report["state"].toString(), QString("failed"));
        QVERIFY(report["message"].toString().contains("the logits are not all finite numbers"));
    }
}

void BadInputTest::weightsThatAreNoNumbersGiveNoLogits() {
    for (const char* number : {"\xc0\x7f", "\x80\x7f"}) {
        const QString out = m_folder.filePath("none.f32");
        const QString ids = m_folder.filePath("three.txt");
        QVERIFY(writeFile(ids, "1 2 3"));
        const Outcome outcome = runKvw({"logits", "--model", brokenModel(number), "--ids", ids, "--out", out});
        QVERIFY2(outcome.err.contains("step 0: the logits are not all finite numbers") && outcome.oneSentence(),
                 outcome.err.constData());
        QCOMPARE(outcome.code, 1);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY(!QFile::exists(out));
        QVERIFY(QDir(m_folder.path()).entryList({"none.f32*"}, QDir::Files | QDir::Hidden).isEmpty());
    }
}

void BadInputTest::refusalIsAnObjectForMachines() {
    const QString empty = m_folder.filePath("nothing.txt");
    QVERIFY(writeFile(empty, ""));
    const Outcome outcome = runKvw({"run", "--text", empty, "--json"});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.oneSentence(), outcome.err.constData());
    const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(report["command"].toString(), QString("run"));
    QCOMPARE(report["state"].toString(), QString("failed"));
    QCOMPARE(report["message"].toString().toUtf8(), outcome.err.trimmed());
}

void BadInputTest::fullDiskNamesTheBundle_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("folder") << "full";
    QTest::newRow("archive") << "full.zip";
}

void BadInputTest::fullDiskNamesTheBundle() {
    QFETCH(QString, name);
    const QString out = m_folder.filePath(name);
    // The limit of file sizes stands in for a full disk: the same write fails in the same place.
    QProcess process;
    process.start("/bin/sh", {"-c", "ulimit -f 8; exec \"$0\" \"$@\"", kvw::test::program(), "run", "--prompt-tokens",
                              "300", "--steps", "2", "--quiet", "--out", out});
    QVERIFY(process.waitForFinished(120000));
    const Outcome outcome{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.err.contains(out.toUtf8()) && outcome.oneSentence(), outcome.err.constData());
    QVERIFY2(!outcome.err.contains(".kvw-"), outcome.err.constData());
    QVERIFY(!QFile::exists(out));
    QVERIFY(QDir(m_folder.path()).entryList({".kvw-*"}, QDir::AllEntries | QDir::Hidden).isEmpty());
}

void BadInputTest::missingEngineIsNamedOnce() {
    // An installation whose engine was not installed.
    const QString root = m_folder.filePath("installed");
    QVERIFY(QDir().mkpath(root + "/bin") && QDir().mkpath(root + "/lib/kvworkbench"));
    QVERIFY(QFile::copy(kvw::test::program(), root + "/bin/kvw"));
    const QString core = "/lib/kvworkbench/libkvw_core.so";
    QVERIFY(QFile::copy(KVW_BINARY_DIR + core, root + core));
    const QString file = m_folder.filePath("case.json");
    QVERIFY(writeFile(file, "{}"));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_LIBRARY_PATH", root + "/lib/kvworkbench");
    process.setProcessEnvironment(environment);
    process.start(root + "/bin/kvw", {"conformance", file});
    QVERIFY(process.waitForFinished(120000));
    const QByteArray err = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(err.contains("the engine library is not installed"), err.constData());
    QCOMPARE(err.count("/libkvw_engine.so"), 1);
    QVERIFY2(err.contains((root + "/lib/kvworkbench/libkvw_engine.so").toUtf8()), err.constData());
}

void BadInputTest::existingOutputIsKept() {
    const QString out = m_folder.filePath("mine.zip");
    QVERIFY(writeFile(out, "mine"));
    const Outcome outcome = runKvw({"run", "--prompt", "Once", "--out", out});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("mine.zip") && outcome.oneSentence(), outcome.err.constData());
    QCOMPARE(readFile(out), QByteArray("mine"));
}

void BadInputTest::overwriteReplacesBundlesOnly() {
    const QString out = m_folder.filePath("precious");
    QVERIFY(QDir().mkpath(out));
    QVERIFY(writeFile(out + "/letter.txt", "dear"));
    const Outcome outcome = runKvw({"run", "--prompt", "Once", "--out", out, "--overwrite"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("not a bundle"), outcome.err.constData());
    QCOMPARE(readFile(out + "/letter.txt"), QByteArray("dear"));
}

void BadInputTest::foreignArchiveIsFoundBeforeTheRun() {
    const QString out = m_folder.filePath("photos.zip");
    QVERIFY(writeFile(out, "photos"));
    // A model that is not there would be the next thing to fail.
    const Outcome outcome = runKvw({"run", "--model", "/nonexistent", "--out", out, "--overwrite"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("only a bundle of the same kind can be replaced") && outcome.oneSentence(),
             outcome.err.constData());
    QCOMPARE(readFile(out), QByteArray("photos"));
}

void BadInputTest::longNamesAreFoundBeforeTheRun() {
    const QString name(300, 'n');
    const QString path = QString("deep/").repeated(800) + "b";
    for (const QString& out : {m_folder.filePath(name), m_folder.filePath("new/" + name + "/b.zip")}) {
        const Outcome outcome = runKvw({"run", "--model", "/nonexistent", "--out", out});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("a name is too long") && outcome.oneSentence(), outcome.err.constData());
    }
    const Outcome outcome = runKvw({"run", "--model", "/nonexistent", "--out", m_folder.filePath(path)});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("the path is too long") && outcome.oneSentence(), outcome.err.constData());
}

void BadInputTest::fullDiskLeavesNoExport() {
    const QString bundle = m_folder.filePath("exported.zip");
    QCOMPARE(runKvw({"run", "--prompt-tokens", "300", "--steps", "2", "--quiet", "--out", bundle}).code, 0);
    const QString kept = m_folder.filePath("kept");
    QVERIFY(QDir().mkpath(kept) && writeFile(kept + "/notes.txt", "mine"));
    for (const QString& out : {m_folder.filePath("paper"), kept}) {
        QProcess process;
        process.start("/bin/sh", {"-c", "ulimit -f 8; exec \"$0\" \"$@\"", kvw::test::program(), "export", bundle,
                                  "--quiet", "--out", out});
        QVERIFY(process.waitForFinished(120000));
        const Outcome outcome{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains(out.toUtf8() + "/figures/") && outcome.oneSentence(), outcome.err.constData());
        QVERIFY2(!outcome.err.contains(".kvw-"), outcome.err.constData());
    }
    QVERIFY(!QFile::exists(m_folder.filePath("paper")));
    QCOMPARE(QDir(kept).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"notes.txt"});
    QVERIFY(QDir(m_folder.path()).entryList({".kvw-*"}, QDir::AllEntries | QDir::Hidden).isEmpty());
}

void BadInputTest::unwritableOutputIsFoundBeforeTheRun() {
    // Nobody, root included, makes folders in /proc; below a file nobody does either.
    const QString file = m_folder.filePath("file");
    QVERIFY(writeFile(file, "x"));
    for (const QString& out : {QStringLiteral("/proc/kvw-bundle"), file + "/bundle"}) {
        const Outcome outcome = runKvw({"run", "--out", out});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains(out.toUtf8()) && outcome.oneSentence(), outcome.err.constData());
    }
}

void BadInputTest::foreignFolderIsNoBundle() {
    const Outcome outcome = runKvw({"inspect", m_folder.path()});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.err.contains("neither a model nor a bundle") && outcome.oneSentence(), outcome.err.constData());
}

void BadInputTest::damagedManifestOfABundle() {
    const QString bundle = m_folder.filePath("damaged");
    QVERIFY(QDir().mkpath(bundle));
    for (const char* manifest : {"{\"format\": \"kvw-bundle-1\", ", "{\"format\": \"kvw-bundle-99\"}"}) {
        QVERIFY(writeFile(bundle + "/manifest.json", manifest));
        for (const char* command : {"inspect", "export"}) {
            QStringList arguments{command, bundle};
            if (arguments.front() == "export") {
                arguments << "--out" << m_folder.filePath("exported");
            }
            const Outcome outcome = runKvw(arguments);
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("manifest") && outcome.oneSentence(), outcome.err.constData());
        }
    }
}

void BadInputTest::missingConformanceCase() {
    const Outcome outcome = runKvw({"conformance", "/nonexistent/case.json"});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.err.contains("/nonexistent/case.json") && outcome.oneSentence(), outcome.err.constData());
}

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"
