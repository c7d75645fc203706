// SPDX-License-Identifier: GPL-3.0-or-later
/// A sweep dock, and what a user does with it.
#pragma once

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/workbench/shell/window_bench.h"

namespace kvw::tests {

/// A window whose sweep dock is on top; six tokens of the ledger a run.
struct SweepBench : Bench {
    SweepBench() {
        RunSpec base = workspace->draft().base();
        for (const TextChoice& text : shippedTextChoices()) {
            base.textFile = text.file.filename() == "ledger.txt" ? text.file : base.textFile;
        }
        base.promptTokens = 60;
        base.steps = 6;
        workspace->draft().setBase(base);
        dock = window->dock(QStringLiteral("sweep"));
        dock->show();
        dock->raise();
        draft().setAxis(0, {QStringLiteral("recent"), QStringLiteral("8,16")});
        draft().setAxis(1, {QStringLiteral("sinks"), QStringLiteral("1,2")});
        draft().setFolder(runs.filePath(QStringLiteral("grid")));
    }
    SweepDraft& draft() { return workspace->sweepDraft(); }
    SweepRunner& runner() { return workspace->sweeps(); }
    template <class T>
    T* child(const char* name) {
        return dock->findChild<T*>(QString::fromLatin1(name));
    }
    void setPolicy(const char* policy) {
        QVERIFY2(
            workspace->draft().lanes().set(workspace->plugins().catalog(), {QString::fromLatin1(policy)}).has_value(),
            policy);
    }
    QString plan() { return child<QLabel>("sweepPlan")->text(); }
    void start() { child<QPushButton>("sweepStart")->click(); }
    bool idle() { return runner().activity() == SweepRunner::Activity::Idle; }
    /// In the place of `kvw`: tells which folder it got in "seen" and ends when it is told.
    void setSilentProgram() {
        const QString silent = runs.filePath(QStringLiteral("silent"));
        QFile script(silent);
        const QByteArray words = "#!/bin/sh\necho \"$3\" >> " + runs.filePath("seen").toUtf8() + "\nexec sleep 60\n";
        QVERIFY(script.open(QIODevice::WriteOnly) && script.write(words) > 0);
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        script.close();
        runner().setProgram(silent);
    }
    QString seen() {
        QFile file(runs.filePath(QStringLiteral("seen")));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// Shows points of these values over two axes.
    void look(const char* across, const std::vector<std::vector<std::string>>& values, const char* place) {
        Sweep sweep;
        sweep.policies = {"streaming"};
        sweep.axes = {{across, {}}, {"sinks", {}}};
        std::vector<SweepPoint> points;
        for (const std::vector<std::string>& each : values) {
            SweepPoint point;
            point.id = std::to_string(points.size());
            point.policy = "streaming";
            point.values = each;
            points.push_back(point);
        }
        runner().showFolder(sweep, points, runs.filePath(QString::fromLatin1(place)));
    }

    QTemporaryDir runs;
    Dock* dock = nullptr;
};

}  // namespace kvw::tests
