// SPDX-License-Identifier: GPL-3.0-or-later
/// The wheel over boxes and sliders of a scrolling form.
#pragma once

#include "app/workbench/views/common/widgets/event_hook.h"

namespace kvw::wb {

/// Lets the wheel change `box` only while it has the focus, and else scroll the form. `never`: for a slider, which
/// would get the focus unnoticed from the box before it.
inline void quietWheel(QWidget& box, bool never = false) {
    box.setFocusPolicy(Qt::StrongFocus);  // the wheel does not give it the focus
    new EventHook(box, &box, [&box, never](QEvent& event) {
        const bool scrolls = event.type() == QEvent::Wheel && (never || !box.hasFocus());
        if (scrolls) {
            event.ignore();  // the parent scrolls
        }
        return scrolls;
    });
}

}  // namespace kvw::wb
