// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/sound/sound_player.h"

#include <QFile>
#include <QStandardPaths>
#include <cmath>
#include <limits>
#include <utility>

#include "core/analysis/prune_sound.h"

namespace kvw::wb {

namespace {

constexpr int kPatienceMs = 4000;
constexpr double kClicksPerSecond = 20;

}  // namespace

std::vector<double> fallenTogether(const std::vector<double>& deltas) {
    if (deltas.size() <= kMostClicks) {
        return deltas;
    }
    std::vector<double> heard(kMostClicks, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < deltas.size(); ++i) {
        double& click = heard[i * kMostClicks / deltas.size()];
        click = std::fmax(click, deltas[i]);  // fmax ignores NaN
    }
    return heard;
}

SoundPlayer::SoundPlayer(QStringList programs, QObject* parent) : QObject(parent), m_programs(std::move(programs)) {
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMs);
    connect(&m_patience, &QTimer::timeout, &m_process, &QProcess::kill);
    connect(&m_process, &QProcess::finished, this, &SoundPlayer::onEnd);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            fail(tr("Sound: %1 could not be started.").arg(m_process.program()));
        }
    });
}

SoundPlayer::~SoundPlayer() {
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(200);
}

void SoundPlayer::fail(const QString& sentence) {
    if (!m_silent) {
        m_silent = true;
        m_waiting.clear();
        Q_EMIT failed(sentence);
    }
}

void SoundPlayer::onEnd(int code, QProcess::ExitStatus status) {
    const bool inTime = m_patience.isActive();
    m_patience.stop();
    if (code == 0 && status == QProcess::NormalExit) {
        ++m_played;
        QTimer::singleShot(0, this, &SoundPlayer::playWaiting);
        return;
    }
    const QString said =
        QString::fromLocal8Bit(m_process.readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
    fail(tr("Sound: %1 played nothing: %2.")
             .arg(m_process.program(), !inTime          ? tr("it did not end")
                                       : said.isEmpty() ? tr("is there a sound device?")
                                                        : said));
}

void SoundPlayer::play(const std::vector<double>& deltas) {
    if (!m_silent) {
        m_waiting.insert(m_waiting.end(), deltas.begin(), deltas.end());
        m_waiting = fallenTogether(m_waiting);
        playWaiting();
    }
}

void SoundPlayer::playWaiting() {
    if (m_silent || m_waiting.empty() || m_process.state() != QProcess::NotRunning) {
        return;
    }
    QString program;
    for (const QString& name : std::as_const(m_programs)) {
        if (program = QStandardPaths::findExecutable(name); !program.isEmpty()) {
            break;
        }
    }
    if (program.isEmpty()) {
        fail(tr("Sound: none of %1 is installed (Debian: pipewire-bin, pulseaudio-utils or alsa-utils).")
                 .arg(m_programs.join(QStringLiteral(", "))));
        return;
    }
    std::vector<PruneClick> clicks;
    for (const double delta : std::exchange(m_waiting, {})) {
        clicks.push_back({static_cast<std::int64_t>(clicks.size()), delta});
    }
    const auto count = static_cast<std::int64_t>(clicks.size());
    const std::string bytes = wavBytes(clicksSamples(clicks, 0, count - 1, kClicksPerSecond));
    const QString path = m_folder.filePath(QStringLiteral("clicks.wav"));
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0) {
            fail(tr("Sound: %1 cannot be written.").arg(path));
            return;
        }
    }
    m_process.start(program, {path});
    m_patience.start();
    Q_EMIT playing(static_cast<int>(count));
}

}  // namespace kvw::wb
