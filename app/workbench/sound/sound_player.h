// SPDX-License-Identifier: GPL-3.0-or-later
/// Short tones through a program of the system that plays WAV files. A machine without one, or without a sound device,
/// gets one sentence.
#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

namespace kvw::wb {

/// Thread: GUI thread. Never blocks; one tone at a time, what comes meanwhile is left out.
class SoundPlayer : public QObject {
    Q_OBJECT
 public:
    /// `programs`: the first that is installed is given the file.
    explicit SoundPlayer(QStringList programs = {QStringLiteral("pw-play"), QStringLiteral("paplay"),
                                                 QStringLiteral("aplay")},
                         QObject* parent = nullptr);
    ~SoundPlayer() override;

    void play(double hertz);
    void tryAgain() { m_silent = false; }  ///< after it failed
    [[nodiscard]] int played() const noexcept { return m_played; }

 Q_SIGNALS:
    void failed(const QString& sentence);  ///< once, until `tryAgain`

 private:
    void fail(const QString& sentence);
    void onEnd(int code, QProcess::ExitStatus status);

    QStringList m_programs;
    QTemporaryDir m_folder;
    QProcess m_process;
    QTimer m_patience;
    bool m_silent = false;
    int m_played = 0;
};

}  // namespace kvw::wb
