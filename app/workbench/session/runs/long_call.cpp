// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/long_call.h"

#include <utility>

namespace kvw::wb {

namespace {

constexpr int kLookMs = 1000;

}  // namespace

LongCall::LongCall(QObject* parent) : QObject(parent) {
    connect(&m_timer, &QTimer::timeout, this, &LongCall::look);
    m_timer.start(kLookMs);
}

void LongCall::look() {
    const auto call = m_ask();
    const Phrase now = call ? phrase("%1.", call->words(std::chrono::steady_clock::now())) : Phrase();
    if (std::exchange(m_sentence, now) != now) {
        Q_EMIT changed();
    }
    if (call && call->since != m_told) {
        m_told = call->since;
        Q_EMIT found(
            phrase("%1 A run cannot be stopped inside a call. Wait, or close the window: recorded data is kept "
                   "if you want, and the program ends.",
                   now));
    }
}

}  // namespace kvw::wb
