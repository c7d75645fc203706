// SPDX-License-Identifier: Apache-2.0
/// kvw.py, the reader of bundles in Python, beside the trace that was written.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/publish/write_bundle.h"
#include "tests/core/bundle/must.h"
#include "tests/core/bundle/sample.h"

namespace fs = std::filesystem;
using namespace kvw;
using kvw::test::must;

namespace {

struct Answer {
    int code = -1;
    QByteArray out, error;
};

Answer run(const QString& program, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", QStringLiteral(KVW_SOURCE_DIR) + "/core/bundle");
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(60000)) {
        return {-1, {}, process.errorString().toUtf8()};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Returns the python3 of PATH or that of the system, whichever has numpy; empty: neither has it.
QString pythonWithNumpy() {
    for (const QString& program : {QStringLiteral("python3"), QStringLiteral("/usr/bin/python3")}) {
        if (run(program, {"-c", "import numpy"}).code == 0) {
            return program;
        }
    }
    return {};
}

/// Prints what the test compares: of each lane columns, evictions and the rows of layer 1.
constexpr const char* kScript = R"(
import json, sys
import kvw
bundle = kvw.load(sys.argv[1])
lanes = []
for lane in (bundle.lanes or {"": bundle}).values():
    steps, layers = lane.table("steps"), lane.table("layers")
    lanes.append({
        "hash": lane.manifest["hash"], "held": steps["held_total"].tolist(), "text": [text.encode("utf-8", "surrogateescape").hex() for text in steps["text"]],
        "nll": [None if nll != nll else nll for nll in steps["nll"].tolist()], "heads": layers["head"].tolist(),
        "evictions": lane.evictions(),
        "rows": [[step, [[t.tolist(), w.tolist()] for t, w in heads]] for step, heads in lane.rows(layer=1)],
        "summary": list(lane.table("tables/summary"))})
print(json.dumps({"names": list(bundle.lanes), "lanes": lanes}))
)";

void compareRows(const nlohmann::json& read, const Trace& trace) {
    std::size_t row = 0;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        const auto rows = trace.rows(step, 1);
        if (!rows) {
            continue;
        }
        QVERIFY(row < read.size());
        QCOMPARE(read[row][0].get<std::int64_t>(), step);
        const nlohmann::json& heads = read[row++][1];
        QCOMPARE(heads.size(), rows->heads.size());
        for (std::size_t head = 0; head < heads.size(); ++head) {
            const auto& written = rows->heads[head];
            QCOMPARE(heads[head][0].get<std::vector<std::int32_t>>(),
                     std::vector<std::int32_t>(written.tokens.begin(), written.tokens.end()));
            QCOMPARE(heads[head][1].get<std::vector<float>>(),
                     std::vector<float>(written.probs.begin(), written.probs.end()));
        }
    }
    QVERIFY(row > 0);
    QCOMPARE(row, read.size());
}

}  // namespace

class PythonTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    QString m_python;
    Answer python(const QString& script, const QString& path) const { return run(m_python, {"-c", script, path}); }

 private Q_SLOTS:
    void initTestCase() {
        m_python = pythonWithNumpy();
        if (m_python.isEmpty()) {
            QSKIP("No python3 has numpy.");
        }
    }

    void aBundleOpens_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("lanes");
        QTest::newRow("folder") << "run" << 1;
        QTest::newRow("zip") << "run.zip" << 1;
        QTest::newRow("lanes that share rows") << "lanes" << 3;
        QTest::newRow("the same as a zip") << "lanes.zip" << 3;
    }
    void aBundleOpens() {
        QFETCH(QString, name);
        QFETCH(int, lanes);
        const auto original = sample::recording({.lanes = lanes});
        const QString path = m_dir.filePath(name);
        must(writeBundle(*original, path.toStdString()));
        const Answer answer = python(kScript, path);
        QVERIFY2(answer.code == 0, answer.error.constData());
        const auto read = nlohmann::json::parse(answer.out.toStdString());
        QCOMPARE(read["names"].size(), static_cast<std::size_t>(lanes > 1 ? lanes : 0));
        QCOMPARE(read["lanes"].size(), static_cast<std::size_t>(lanes));
        for (std::int32_t lane = 0; lane < lanes; ++lane) {
            const nlohmann::json& one = read["lanes"][static_cast<std::size_t>(lane)];
            const Trace& trace = original->trace(lane);
            QCOMPARE(one["held"].size(), static_cast<std::size_t>(trace.steps()));
            for (std::int64_t i = 0; i < trace.steps(); ++i) {
                const auto at = static_cast<std::size_t>(i);
                const std::string_view text = trace.tokenText(i);
                QCOMPARE(QByteArray::fromHex(QByteArray::fromStdString(one["text"][at].get<std::string>())),
                         QByteArray(text.data(), static_cast<qsizetype>(text.size())));
                QCOMPARE(one["held"][at].get<std::int64_t>(), static_cast<std::int64_t>(trace.step(i).heldTotal));
                QVERIFY(one["nll"][at].is_null() ? std::isnan(trace.step(i).nll)
                                                 : one["nll"][at].get<double>() == trace.step(i).nll);
            }
            QCOMPARE(one["evictions"].size(), static_cast<std::size_t>(trace.evictions()));
            const std::size_t shown = static_cast<std::size_t>(trace.steps()) *
                                      static_cast<std::size_t>(trace.shape().layers * (1 + trace.shape().parts()));
            QCOMPARE(one["heads"].size(), shown);
            QCOMPARE(one["heads"][0].get<int>(), -1);
            QCOMPARE(one["summary"][0].get<std::string>(), std::string("quantity"));
            compareRows(one["rows"], trace);
        }
    }

    /// Bundles that were written before there were README.md files.
    void evidenceOpens() {
        for (const char* name : {"sinks", "lazy-pruning", "layer-budgets"}) {
            const QString path = QStringLiteral(KVW_SOURCE_DIR "/resources/evidence/runs/%1.zip").arg(name);
            const Answer answer = python(
                "import sys, kvw\nbundle = kvw.load(sys.argv[1])\n"
                "print(sum(len(lane.table('steps')['nll']) for lane in bundle.lanes.values()))",
                path);
            QVERIFY2(answer.code == 0 && answer.out.trimmed().toInt() > 0, answer.error.constData());
        }
    }
};

QTEST_GUILESS_MAIN(PythonTest)
#include "python_test.moc"
