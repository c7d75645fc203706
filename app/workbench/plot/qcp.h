// SPDX-License-Identifier: GPL-3.0-or-later
/// The only file that includes QCustomPlot: its header needs Qt's keywords as macros, which our headers must not have.
#pragma once

#pragma push_macro("signals")
#pragma push_macro("slots")
#pragma push_macro("emit")
#pragma push_macro("foreach")
#undef signals
#undef slots
#undef emit
#undef foreach
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
#pragma pop_macro("foreach")
#pragma pop_macro("emit")
#pragma pop_macro("slots")
#pragma pop_macro("signals")
