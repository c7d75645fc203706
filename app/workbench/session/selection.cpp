// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/selection.h"

#include <algorithm>

namespace kvw::wb {

Selection::Selection(QObject* parent) : QObject(parent) {}

template <class T>
void Selection::assign(T& member, T value, DirtyFlag flag) {
    if (member != value) {
        member = std::move(value);
        Q_EMIT changed(flag);
    }
}

void Selection::setStep(std::int64_t step) {
    setFollowing(false);
    assign(m_step, step, DirtyFlag::Step);
}

void Selection::followTo(std::int64_t step) {
    if (m_following) {
        assign(m_step, step, DirtyFlag::Step);
    }
}

void Selection::setFollowing(bool following) {
    if (m_following != following) {
        m_following = following;
        Q_EMIT followingChanged(following);
    }
}

void Selection::setRange(StepRange range) {
    assign(m_values.range, range, DirtyFlag::Range);
}

void Selection::setTokenRange(TokenRange range) {
    assign(m_values.tokenRange, range, DirtyFlag::Range);
}

void Selection::setTokens(std::vector<std::int32_t> tokens) {
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    assign(m_values.tokens, std::move(tokens), DirtyFlag::Tokens);
}

void Selection::toggleToken(std::int32_t token) {
    std::vector<std::int32_t> tokens = m_values.tokens;
    const auto place = std::lower_bound(tokens.begin(), tokens.end(), token);
    if (place != tokens.end() && *place == token) {
        tokens.erase(place);
    } else {
        tokens.insert(place, token);
    }
    assign(m_values.tokens, std::move(tokens), DirtyFlag::Tokens);
}

void Selection::setLayer(int layer) {
    assign(m_values.layer, layer, DirtyFlag::Unit);
}

void Selection::setHead(int head) {
    assign(m_values.head, head, DirtyFlag::Unit);
}

void Selection::setLane(int lane) {
    assign(m_values.lane, lane, DirtyFlag::Unit);
}

void Selection::setHover(Hover hover) {
    assign(m_hover, hover, DirtyFlag::Hover);
}

void Selection::setCursorA(std::optional<std::int64_t> step) {
    assign(m_values.cursorA, step, DirtyFlag::Cursors);
}

void Selection::setCursorB(std::optional<std::int64_t> step) {
    assign(m_values.cursorB, step, DirtyFlag::Cursors);
}

void Selection::setValues(const SelectionValues& values) {
    setRange(values.range);
    setTokenRange(values.tokenRange);
    setTokens(values.tokens);
    setLayer(values.layer);
    setHead(values.head);
    setLane(values.lane);
    setCursorA(values.cursorA);
    setCursorB(values.cursorB);
}

void Selection::clear() {
    setTokens({});
    setRange({});
    setTokenRange({});
    setCursorA({});
    setCursorB({});
}

void Selection::reset(int lane, bool sameUnits) {
    clear();
    setHover({});
    if (!sameUnits) {
        setLayer(0);
        setHead(-1);
    }
    setLane(lane);
    assign(m_step, std::int64_t{-1}, DirtyFlag::Step);
    setFollowing(true);
}

}  // namespace kvw::wb
