// SPDX-License-Identifier: GPL-3.0-or-later
/// Watches for a call of a plugin that does not return: which plugin, which call, for how long. A run cannot be stopped
/// inside a call.
#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>
#include <functional>
#include <optional>

#include "core/policy/host/plugin_calls.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LongCall : public QObject {
    Q_OBJECT
 public:
    explicit LongCall(QObject* parent = nullptr);

    /// Returns a sentence about the call that takes longer than kLongCall; empty: none does.
    [[nodiscard]] const Phrase& sentence() const noexcept { return m_sentence; }
    void look();  ///< called by the timer
    /// Function that returns the long call under way: longCallUnderWay, except in tests.
    using Ask = std::function<std::optional<CallUnderWay>()>;
    void setAsk(Ask ask) { m_ask = std::move(ask); }

 Q_SIGNALS:
    void changed();                      ///< the sentence, also its seconds
    void found(const Phrase& sentence);  ///< once per call: `sentence`, and what the user can do

 private:
    QTimer m_timer;
    Ask m_ask = &longCallUnderWay;
    Phrase m_sentence;
    std::chrono::steady_clock::time_point m_told{};  ///< start of the call that `found` told of last
};

}  // namespace kvw::wb
