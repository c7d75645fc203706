// SPDX-License-Identifier: GPL-3.0-or-later
/// A plugin whose call does not come back: which one, which call, for how long. A run cannot be stopped inside a call.
#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "core/policy/host/plugin_calls.h"

namespace kvw::wb {

/// Belongs to a workspace. Thread: GUI thread.
class LongCall : public QObject {
    Q_OBJECT
 public:
    explicit LongCall(QObject& workspace);
    [[nodiscard]] static LongCall& of(const QObject& workspace);

    /// The sentence about a call that takes longer than kLongCall; empty: none does.
    [[nodiscard]] const QString& sentence() const noexcept { return m_sentence; }
    [[nodiscard]] const std::string& english() const noexcept { return m_english; }  ///< the same, for a bundle
    void look();                                                                     ///< what the timer does
    /// What knows the calls: longCallUnderWay, but in tests.
    using Ask = std::function<std::optional<CallUnderWay>()>;
    void setAsk(Ask ask) { m_ask = std::move(ask); }

 Q_SIGNALS:
    void changed();                       ///< the sentence; also as the seconds go by
    void found(const QString& sentence);  ///< once for a call: what it is and what can be done

 private:
    QTimer m_timer;
    Ask m_ask = &longCallUnderWay;
    QString m_sentence;
    std::string m_english;
    std::chrono::steady_clock::time_point m_told{};  ///< when the call began that was told of last
};

}  // namespace kvw::wb
