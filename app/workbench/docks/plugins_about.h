// SPDX-License-Identifier: GPL-3.0-or-later
/// What the plugins page says of one plugin, as rich text.
#pragma once

#include <QString>

#include "app/workbench/models/plugins_model.h"

namespace kvw::wb {

[[nodiscard]] QString aboutPlugin(const PluginsModel& plugins, int row);

}  // namespace kvw::wb
