// SPDX-License-Identifier: Apache-2.0
/// Starts the `kvw` of this build and says what came of it.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace kvw::test {

struct Outcome {
    int code = -1;  ///< -1: did not start, or was ended by a signal
    QByteArray out, err;

    /// One sentence: a single line that ends in a full stop or a question mark.
    [[nodiscard]] bool oneSentence() const {
        const QByteArray line = err.trimmed();
        return !line.isEmpty() && !line.contains('\n') && (line.endsWith('.') || line.endsWith('?'));
    }
};

inline QString program() {
    return QStringLiteral(KVW_BINARY_DIR "/bin/kvw");
}

inline Outcome runKvw(const QStringList& arguments, const QProcessEnvironment& extra = {}) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(extra);
    process.setProcessEnvironment(environment);
    process.start(program(), arguments);
    Outcome outcome;
    if (!process.waitForFinished(120000)) {
        process.kill();
        process.waitForFinished();
        return outcome;
    }
    outcome.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

/// Returns the environment in which `cuda` is a library that tests/core/device builds.
inline QProcessEnvironment withDeviceLibrary(const char* name) {
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("KVW_DEVICE_LIBRARY"),
                       QStringLiteral(KVW_BINARY_DIR "/tests/libkvw_%1.so").arg(QLatin1String(name)));
    return environment;
}

/// Makes a bundle of a short run; false: it failed.
inline bool makeBundle(const QString& out) {
    return runKvw({"run", "--policy", "streaming:recent=16", "--prompt-tokens", "40", "--steps", "12", "--out", out})
               .code == 0;
}

inline bool writeFile(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

inline QByteArray readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace kvw::test
