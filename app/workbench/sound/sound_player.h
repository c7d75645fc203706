// SPDX-License-Identifier: GPL-3.0-or-later
/// Plays short tones through a system program for WAV files. If there is no such program or no sound device, reports it
/// once.
#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>
#include <vector>

namespace kvw::wb {

/// Maximum number of clicks in one sound. If there are more, neighbours are merged into the click with the highest
/// cost. `deltas`: ΔNLL; NaN: unknown.
inline constexpr std::size_t kMostClicks = 16;
[[nodiscard]] std::vector<double> fallenTogether(const std::vector<double>& deltas);

/// Never blocks. Plays one sound at a time; clicks that arrive meanwhile form the next sound. Thread: GUI thread.
class SoundPlayer : public QObject {
    Q_OBJECT
 public:
    /// `programs`: candidates for playing the file; the first that is installed is used.
    explicit SoundPlayer(QStringList programs = {QStringLiteral("pw-play"), QStringLiteral("paplay"),
                                                 QStringLiteral("aplay")},
                         QObject* parent = nullptr);
    ~SoundPlayer() override;

    /// Plays a click for each value, in order.
    void play(const std::vector<double>& deltas);
    void forget() { m_waiting.clear(); }   ///< drops clicks that are not played yet
    void tryAgain() { m_silent = false; }  ///< enables playing after a failure
    [[nodiscard]] int played() const noexcept { return m_played; }

 Q_SIGNALS:
    void failed(const QString& sentence);  ///< emitted once, until `tryAgain`
    void playing(int clicks);              ///< a sound has started

 private:
    void fail(const QString& sentence);
    void onEnd(int code, QProcess::ExitStatus status);
    void playWaiting();

    QStringList m_programs;
    QTemporaryDir m_folder;
    QProcess m_process;
    QTimer m_patience;
    std::vector<double> m_waiting;  ///< clicks not played yet
    bool m_silent = false;
    int m_played = 0;
};

}  // namespace kvw::wb
