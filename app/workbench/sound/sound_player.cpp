// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/sound/sound_player.h"

#include <QFile>
#include <QStandardPaths>
#include <cmath>

#include "core/trace/prune_sound.h"

namespace kvw::wb {

namespace {

constexpr int kPatienceMs = 4000;
constexpr int kNotesPerOctave = 12;

}  // namespace

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
        Q_EMIT failed(sentence);
    }
}

void SoundPlayer::onEnd(int code, QProcess::ExitStatus status) {
    const bool inTime = m_patience.isActive();
    m_patience.stop();
    if (code == 0 && status == QProcess::NormalExit) {
        ++m_played;
        return;
    }
    const QString said =
        QString::fromLocal8Bit(m_process.readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
    fail(tr("Sound: %1 played nothing: %2.")
             .arg(m_process.program(), !inTime          ? tr("it did not end")
                                       : said.isEmpty() ? tr("is there a sound device?")
                                                        : said));
}

void SoundPlayer::play(double hertz) {
    if (m_silent || m_process.state() != QProcess::NotRunning) {
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
    const int note = static_cast<int>(std::lround(kNotesPerOctave * std::log2(hertz)));
    const QString path = m_folder.filePath(QStringLiteral("click-%1.wav").arg(note));
    if (!QFile::exists(path)) {
        const std::string bytes = wavBytes(clickSamples(std::exp2(static_cast<double>(note) / kNotesPerOctave)));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0) {
            fail(tr("Sound: %1 cannot be written.").arg(path));
            return;
        }
    }
    m_process.start(program, {path});
    m_patience.start();
}

}  // namespace kvw::wb
