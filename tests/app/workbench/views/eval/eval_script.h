// SPDX-License-Identifier: GPL-3.0-or-later
/// A program in the place of `kvw` that prints the events of an evaluation.
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <string>
#include <vector>

#include "core/eval/eval_plan.h"
#include "core/eval/eval_record.h"

namespace kvw::tests {

/// Returns results of two lanes on a sample.
inline std::vector<eval::EvalRecord> evalResults(const std::string& id, double full, double other) {
    std::vector<eval::EvalRecord> records(2);
    for (eval::EvalRecord& record : records) {
        record.task = "passkey";
        record.subset = "2048";
        record.id = id;
        record.policy = "full";
        record.score = full;
        record.prediction = "12345";
    }
    records[1].policy = "streaming";
    records[1].score = other;
    return records;
}

inline eval::EvalPlan evalPlan() {
    eval::EvalPlan plan;
    plan.task = "passkey";
    plan.run.policies = {"full", "streaming"};
    return plan;
}

inline QByteArray sampleEvent(const std::vector<eval::EvalRecord>& records, int done, int total) {
    nlohmann::ordered_json json{{"event", "sample"}, {"done", done}, {"total", total}};
    for (const eval::EvalRecord& record : records) {
        json["records"].push_back(eval::toJson(record));
    }
    return QByteArray::fromStdString(json.dump() + '\n');
}
inline QByteArray endEvent() {
    return "{\"event\": \"end\", \"state\": \"finished\", \"message\": \"\", \"phrase\": \"\"}\n";
}

struct EvalScript {
    /// Prints `events`, then does what `rest` says in the language of the shell.
    void set(const QByteArray& events, const QByteArray& rest = "exit 0") {
        QFile printed(path("events"));
        QVERIFY(printed.open(QIODevice::WriteOnly) && printed.write(events) == events.size());
        printed.close();
        QFile script(path("kvw"));
        const QByteArray words = "#!/bin/sh\necho \"$@\" >> '" + path("seen").toUtf8() + "'\ncat '" +
                                 path("events").toUtf8() + "'\n" + rest + '\n';
        QVERIFY(script.open(QIODevice::WriteOnly) && script.write(words) == words.size());
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QString program() const { return path("kvw"); }
    /// Returns the words that the program got.
    [[nodiscard]] QString seen() const {
        QFile file(path("seen"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).trimmed() : QString();
    }
    [[nodiscard]] QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir folder;
};

}  // namespace kvw::tests
