// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/shown_selection.h"

#include <algorithm>

namespace kvw::wb {

std::int64_t ShownSelection::step() const {
    const Trace* shown = trace();
    const std::int64_t last = shown == nullptr ? -1 : std::min(shown->steps(), m_end) - 1;
    return std::min(m_selection.step() < 0 ? last : m_selection.step(), last);
}

int ShownSelection::layer() const {
    const Trace* shown = trace();
    return shown == nullptr ? 0 : std::clamp(m_selection.layer(), 0, std::max(0, shown->shape().layers - 1));
}

int ShownSelection::part() const {
    const Trace* shown = trace();
    const int head = m_selection.head();
    return shown == nullptr || head < 0 || head >= shown->shape().queryHeads ? -1 : shown->shape().partOf(head);
}

int ShownSelection::unit() const {
    const Trace* shown = trace();
    if (shown == nullptr || m_selection.head() < 0 || shown->shape().units <= 1 ||
        m_selection.head() >= shown->shape().queryHeads) {
        return -1;
    }
    return shown->shape().unitOf(m_selection.head());
}

}  // namespace kvw::wb
