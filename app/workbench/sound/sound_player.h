// SPDX-License-Identifier: GPL-3.0-or-later
/// Short tones through a program of the system that plays WAV files. A machine without one, or without a sound device,
/// gets one sentence.
#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>
#include <vector>

namespace kvw::wb {

/// So many clicks are one sound; of more, neighbours fall together: the one that cost most is heard. `deltas`: ΔNLL,
/// NaN: not known.
inline constexpr std::size_t kMostClicks = 16;
[[nodiscard]] std::vector<double> fallenTogether(const std::vector<double>& deltas);

/// Thread: GUI thread. Never blocks; one sound at a time, what comes meanwhile is the next one.
class SoundPlayer : public QObject {
    Q_OBJECT
 public:
    /// `programs`: the first that is installed is given the file.
    explicit SoundPlayer(QStringList programs = {QStringLiteral("pw-play"), QStringLiteral("paplay"),
                                                 QStringLiteral("aplay")},
                         QObject* parent = nullptr);
    ~SoundPlayer() override;

    /// A click for each, in their order.
    void play(const std::vector<double>& deltas);
    void forget() { m_waiting.clear(); }   ///< what has not begun
    void tryAgain() { m_silent = false; }  ///< after it failed
    [[nodiscard]] int played() const noexcept { return m_played; }

 Q_SIGNALS:
    void failed(const QString& sentence);  ///< once, until `tryAgain`
    void playing(int clicks);              ///< a sound was begun

 private:
    void fail(const QString& sentence);
    void onEnd(int code, QProcess::ExitStatus status);
    void playWaiting();

    QStringList m_programs;
    QTemporaryDir m_folder;
    QProcess m_process;
    QTimer m_patience;
    std::vector<double> m_waiting;  ///< not heard yet
    bool m_silent = false;
    int m_played = 0;
};

}  // namespace kvw::wb
