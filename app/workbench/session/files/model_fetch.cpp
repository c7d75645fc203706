// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/model_fetch.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <QStringList>
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "core/model/stored/stored_models.h"
#include "core/model/text/document.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr int kPatienceMs = 3000;
constexpr std::size_t kMostLines = 4;  ///< lines of stderr in a failure: the last are the script's, those before pip's

/// Returns the script in the resources of an installation, or beside the resources of the sources.
QString shippedScript() {
    const auto resources = resourcesDir();
    if (!resources) {
        return QStringLiteral("packaging/model");
    }
    const fs::path installed = *resources / "packaging/model";
    std::error_code error;
    const fs::path& found = fs::exists(installed, error) ? installed : resources->parent_path() / "packaging/model";
    return QString::fromStdString(found.string());
}

/// Returns a line of stderr. The script's own sentences are a form and, behind tabs, what fills it.
Phrase sentenceOf(const QString& line) {
    const QStringList fields = line.split(QLatin1Char('\t'));
    Phrase sentence(fields.front().toUtf8().constData());
    if (placesOf(sentence.words) != static_cast<std::size_t>(fields.size() - 1)) {
        return line.toStdString();
    }
    for (const QString& field : fields.mid(1)) {
        sentence.parts.emplace_back(field.toStdString());
    }
    return sentence;
}

}  // namespace

ModelFetch::ModelFetch(QObject* parent) : QObject(parent) {
    // The script has a process group of its own, so that pip ends with it, and ends with the window, even in a crash.
    m_process.setChildProcessModifier([] {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    });
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] { signal(SIGKILL); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ModelFetch::read);
    connect(&m_process, &QProcess::finished, this, &ModelFetch::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            end(phrase("%1 could not be started: %2.", m_process.program().toStdString(),
                       m_process.errorString().toStdString()));
        }
    });
}

ModelFetch::~ModelFetch() {
    disconnect(&m_process, nullptr, this, nullptr);
    for (const int number : {SIGTERM, SIGKILL}) {
        if (running()) {
            signal(number);
            m_process.waitForFinished(kPatienceMs);
        }
    }
}

std::optional<fs::path> ModelFetch::model() {
    return storedModel(kModel);
}

void ModelFetch::start() {
    if (running()) {
        return;
    }
    m_failure = {};
    m_done = m_total = 0;
    m_cancelled = false;
    m_process.start(m_script.isEmpty() ? shippedScript() : m_script,
                    {QLatin1String(kModel), QStringLiteral("--progress")}, QIODevice::ReadOnly);
    Q_EMIT changed();
}

void ModelFetch::cancel() {
    if (running()) {
        m_cancelled = true;
        signal(SIGTERM);
        m_patience.start();
    }
}

void ModelFetch::signal(int number) {
    const auto leader = static_cast<pid_t>(m_process.processId());
    if (leader > 0 && kill(-leader, number) != 0) {
        kill(leader, number);  // the child has not made its group yet
    }
}

void ModelFetch::read() {
    while (m_process.canReadLine()) {
        std::sscanf(m_process.readLine().constData(), "progress %d of %d", &m_done, &m_total);
    }
    Q_EMIT changed();
}

void ModelFetch::finish(int code, QProcess::ExitStatus status) {
    m_patience.stop();
    const bool good = status == QProcess::NormalExit && code == 0;
    if (good && model()) {
        Q_EMIT changed();
        Q_EMIT fetched();
        return;
    }
    std::vector<Phrase> said;
    for (const QString& line : QString::fromUtf8(m_process.readAllStandardError()).split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty() && !line.startsWith(QLatin1String("WARNING:"))) {
            said.push_back(sentenceOf(line.trimmed()));
        }
    }
    const std::size_t first = said.size() - std::min(said.size(), kMostLines);
    Phrase failure =
        !said.empty() ? said[first] : phrase("%1 ended with code %2.", m_process.program().toStdString(), code);
    for (std::size_t line = first + 1; line < said.size(); ++line) {
        failure = phrase("%1\n%2", std::move(failure), std::move(said[line]));
    }
    end(m_cancelled ? Phrase() : std::move(failure));
}

void ModelFetch::end(Phrase failure) {
    m_failure = std::move(failure);
    Q_EMIT changed();
    if (!m_failure.empty()) {
        Q_EMIT failed(m_failure);
    }
}

}  // namespace kvw::wb
