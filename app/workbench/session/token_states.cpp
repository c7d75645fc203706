// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/token_states.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/difference_text.h"
#include "core/base/utf8.h"

namespace kvw::wb {

namespace {

QString scoreNumber(double value) {
    return QString::number(value, 'g', 3);
}

/// Stand for white space.
struct Blanks {
    QString space, feed, tab;
};

QString spelled(std::string_view bytes, const Blanks& blanks) {
    QString text;
    while (!bytes.empty()) {
        const auto lead = static_cast<unsigned char>(bytes.front());
        const Utf8Step character = nextUtf8(bytes, 0);
        if (lead == ' ') {
            text += blanks.space;
        } else if (lead == '\n') {
            text += blanks.feed;
        } else if (lead == '\t') {
            text += blanks.tab;
        } else if (lead < 0x20 || lead == 0x7f || !character.valid) {
            text += QStringLiteral("<0x%1>").arg(lead, 2, 16, QLatin1Char('0'));
        } else {
            text += QString::fromUtf8(bytes.data(), static_cast<qsizetype>(character.length));
        }
        bytes.remove_prefix(character.valid ? character.length : 1);
    }
    return text;
}

}  // namespace

QString stateName(TokenState state) {
    static constexpr const char* kNames[] = {QT_TRANSLATE_NOOP("QObject", "sink"),
                                             QT_TRANSLATE_NOOP("QObject", "recent"),
                                             QT_TRANSLATE_NOOP("QObject", "kept"),
                                             QT_TRANSLATE_NOOP("QObject", "pinned"),
                                             QT_TRANSLATE_NOOP("QObject", "held, not read"),
                                             QT_TRANSLATE_NOOP("QObject", "evicted now"),
                                             QT_TRANSLATE_NOOP("QObject", "evicted earlier"),
                                             QT_TRANSLATE_NOOP("QObject", "current"),
                                             QT_TRANSLATE_NOOP("QObject", "not read yet")};
    return QObject::tr(kNames[static_cast<std::size_t>(state)]);
}

TokenStates::TokenStates(const Recording& recording, std::shared_ptr<const TraceIndex> index, int lane,
                         std::int64_t step, int layer, int unit, int queryHead)
    : m_index(std::move(index)), m_step(step), m_layer(layer), m_unit(unit), m_queryHead(queryHead) {
    const std::vector<LaneInfo>& lanes = recording.description().lanes;
    if (lane >= 0 && static_cast<std::size_t>(lane) < lanes.size()) {
        const LaneInfo& info = lanes[static_cast<std::size_t>(lane)];
        m_protections.emplace(recording, lane);
        m_ends = m_protections->at(step);
        m_evicts = !info.isFullCache();
        const Trace& trace = recording.trace(lane);
        m_trace = &trace;
        if (step >= 0 && step < trace.steps() && trace.step(step).bytesRead >= 0) {
            m_rows = trace.rows(step, layer);
        }
    }
}

bool TokenStates::read(std::int64_t token) const {
    if (!m_rows) {
        return true;
    }
    const auto reads = [token](const AttentionRows::Head& head) {
        const auto found = std::lower_bound(head.tokens.begin(), head.tokens.end(), static_cast<std::int32_t>(token));
        return found != head.tokens.end() && *found == token &&
               head.probs[static_cast<std::size_t>(found - head.tokens.begin())] > 0;
    };
    const auto& heads = m_rows->heads;
    return m_queryHead >= 0 && static_cast<std::size_t>(m_queryHead) < heads.size()
               ? reads(heads[static_cast<std::size_t>(m_queryHead)])
               : std::ranges::any_of(heads, reads);
}

TokenState TokenStates::operator[](std::int64_t token) const {
    if (token > m_step || m_index == nullptr) {
        return TokenState::Ahead;
    }
    const auto index = static_cast<std::int32_t>(token);
    if (const std::int32_t dropped = m_index->droppedAt(index, m_layer, m_unit, m_step); dropped >= 0) {
        return dropped == m_step ? TokenState::EvictedNow : TokenState::EvictedEarlier;
    }
    if (token == m_step) {
        return TokenState::Current;
    }
    if (!read(token)) {
        return TokenState::Unread;
    }
    if (m_index->pinnedAt(index, m_step)) {
        return TokenState::Pinned;
    }
    if (token < m_ends.sinks) {
        return TokenState::Sink;
    }
    return token > m_step - m_ends.recent ? TokenState::Recent : TokenState::Kept;
}

bool TokenStates::held(std::int64_t token) const {
    const TokenState state = (*this)[token];
    return state != TokenState::Ahead && state != TokenState::EvictedNow && state != TokenState::EvictedEarlier;
}

/// Describes the last prune event that a token survived.
QString TokenStates::stay(std::int32_t token) const {
    const TraceIndex::Stay last = m_index->lastStay(token, m_layer, m_unit, m_step);
    if (last.step < 0) {
        return {};
    }
    QString text = QObject::tr("; kept at step %1 (%2 evicted)").arg(last.step).arg(last.evicted);
    const auto of = scoreAt(token, m_step);
    if (of && of->step == last.step) {
        return text + QObject::tr(": score %1, rank %2 of %3 compared, lowest kept score %4")
                          .arg(scoreNumber(static_cast<double>(of->score)))
                          .arg(of->rank)
                          .arg(of->among)
                          .arg(scoreNumber(static_cast<double>(of->cut)));
    }
    const bool compared =
        token <= last.step - m_protections->at(last.step).recent && !m_index->pinnedAt(token, last.step);
    if (compared && !std::isnan(last.cut)) {
        text += QObject::tr(": its score was no lower than %1").arg(scoreNumber(static_cast<double>(last.cut)));
    }
    if (of) {
        text += QObject::tr("; at step %1 it had score %2, rank %3 of %4 compared")
                    .arg(of->step)
                    .arg(scoreNumber(static_cast<double>(of->score)))
                    .arg(of->rank)
                    .arg(of->among);
    }
    return text;
}

std::optional<TokenScore> TokenStates::scoreAt(std::int32_t token, std::int64_t step) const {
    return m_trace == nullptr || step < 0 ? std::nullopt : tokenScore(*m_trace, token, step, m_layer, m_unit);
}

QString TokenStates::sentence(std::int64_t token, bool fateOnly) const {
    const auto index = static_cast<std::int32_t>(token);
    const TokenState state = (*this)[token];
    if (fateOnly && (state == TokenState::Sink || state == TokenState::Recent || state == TokenState::Kept)) {
        return QObject::tr("held");
    }
    switch (state) {
        case TokenState::Sink:
            return QObject::tr("held: one of the first %1 tokens, which this policy always keeps (sink)")
                .arg(m_ends.sinks);
        case TokenState::Recent:
            return QObject::tr("held: one of the last %1 tokens (recent)").arg(m_ends.recent);
        case TokenState::Kept:
            return m_evicts ? QObject::tr("held: kept by the policy, protected by neither sinks nor recent tokens") +
                                  stay(index)
                            : QObject::tr("held: this policy keeps everything");
        case TokenState::Pinned:
            return m_index->backAt(index, m_layer, m_unit, m_step)
                       ? QObject::tr("held: put back by hand with its old keys and values, and pinned")
                       : QObject::tr("held: pinned by hand, the policy cannot evict it");
        case TokenState::Unread:
            return QObject::tr("held, but not read at this step: its page was not chosen");
        case TokenState::Current:
            return QObject::tr("held: the token of this step");
        case TokenState::Ahead:
            return QObject::tr("not read yet at this step");
        case TokenState::EvictedNow:
        case TokenState::EvictedEarlier:
            break;
    }
    const std::int32_t dropped = m_index->droppedAt(index, m_layer, m_unit, m_step);
    const TraceIndex::Verdict verdict = m_index->verdict(index, m_layer, m_unit, m_step);
    QString text = dropped == m_step
                       ? QObject::tr("evicted at this step")
                       : QObject::tr("evicted at step %1, %2 steps ago").arg(dropped).arg(m_step - dropped);
    if (fateOnly) {
        return text;
    }
    if (!std::isnan(verdict.score)) {
        text += QObject::tr(", score %1").arg(scoreNumber(static_cast<double>(verdict.score)));
    }
    if (!std::isnan(verdict.cut)) {
        text += QObject::tr(", lowest kept score %1").arg(scoreNumber(static_cast<double>(verdict.cut)));
    }
    if (const auto of = m_trace == nullptr ? std::nullopt : tokenScoreAt(*m_trace, token, dropped, m_layer, m_unit);
        of) {
        text += QObject::tr(", rank %1 of %2 compared").arg(of->rank).arg(of->among);
    } else if (verdict.among > 1) {
        text += QObject::tr(", rank %1 of %2 evicted").arg(verdict.rank).arg(verdict.among);
    }
    if (!verdict.reason.empty()) {
        text += QStringLiteral(" (%1)").arg(phraseText(verdict.reason.c_str()));
    }
    return text;
}

QString visibleText(std::string_view bytes) {
    static const Blanks kSigns{QChar(0x00b7), QChar(0x21b5),
                               QChar(0x2192)};  // the dot is in every font, unlike the open box
    return spelled(bytes, kSigns);
}

QString plainText(std::string_view bytes) {
    static const Blanks kBlanks{QChar(' '), QChar(' '), QStringLiteral("    ")};
    std::string kept(bytes);
    std::erase(kept, '\r');
    return spelled(kept, kBlanks);
}

QString summarySentence(const Recording& recording, int lane, std::int64_t step) {
    if (lane < 0 || lane >= recording.lanes() || step < 0 || step >= recording.trace(lane).steps()) {
        return {};
    }
    const Trace& trace = recording.trace(lane);
    const StepRecord& record = trace.step(step);
    const TraceShape& shape = trace.shape();
    const auto sets = std::max<std::int64_t>(1, std::int64_t{shape.layers} * std::max(shape.units, shape.kvHeads));
    QString text = QObject::tr("step %1: %2 of %3 tokens held")
                       .arg(record.step)
                       .arg((record.heldTotal + sets / 2) / sets)
                       .arg(step + 1);
    if (!std::isnan(record.nll)) {
        text += QObject::tr(", NLL %1").arg(record.nll, 0, 'f', 2);
        if (!std::isnan(record.nllFull) && lane > 0) {
            text += QObject::tr(", %1 to full").arg(differenceText(record.nll - record.nllFull));
        }
    }
    return text;
}

}  // namespace kvw::wb
