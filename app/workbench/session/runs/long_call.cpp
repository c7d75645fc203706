// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/long_call.h"

namespace kvw::wb {

namespace {

constexpr int kLookMs = 1000;

QString sentenceOf(const CallUnderWay& call) {
    const QString who = QString::fromStdString(call.who);
    const QString name = call.token < 0
                             ? QString::fromStdString(call.call)
                             : LongCall::tr("%1 at token %2").arg(QString::fromStdString(call.call)).arg(call.token);
    if (call.exitCode) {
        return LongCall::tr("%1 called exit(%2) in %3 and does not come back.").arg(who).arg(*call.exitCode).arg(name);
    }
    const auto past = std::chrono::steady_clock::now() - call.since;
    return LongCall::tr("%1 has not come back from %2 for %3 s.")
        .arg(who, name)
        .arg(std::chrono::duration_cast<std::chrono::seconds>(past).count());
}

}  // namespace

LongCall::LongCall(QObject& workspace) : QObject(&workspace) {
    connect(&m_timer, &QTimer::timeout, this, &LongCall::look);
    m_timer.start(kLookMs);
}

LongCall& LongCall::of(const QObject& workspace) {
    return *workspace.findChild<LongCall*>(QString(), Qt::FindDirectChildrenOnly);
}

void LongCall::look() {
    const auto call = m_ask();
    const QString now = call ? sentenceOf(*call) : QString();
    if (now != m_sentence) {
        m_sentence = now;
        m_english = call ? call->words(std::chrono::steady_clock::now()) + '.' : std::string();
        Q_EMIT changed();
    }
    if (call && call->since != m_told) {
        m_told = call->since;
        Q_EMIT found(now + QLatin1Char(' ') +
                     tr("A run cannot be stopped inside a call. Wait, or close the window: recorded data is kept if "
                        "you want, and the program ends."));
    }
}

}  // namespace kvw::wb
