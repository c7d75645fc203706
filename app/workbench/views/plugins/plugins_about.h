// SPDX-License-Identifier: GPL-3.0-or-later
/// Rich text about one plugin for the plugins page.
#pragma once

#include <QString>

#include "app/workbench/session/plugins_model.h"

namespace kvw::wb {

[[nodiscard]] QString aboutPlugin(const PluginsModel& plugins, int row);

}  // namespace kvw::wb
