// SPDX-License-Identifier: GPL-3.0-or-later
/// The catalog of this checkout's manifests. Forms and pickers read those only; no plugin is built or opened for it.
#pragma once

#include <QTemporaryDir>

#include "tests/support/fake_engine.h"

namespace kvw::tests {

/// Fills `folder` with the manifests, each beside an empty file in the place of its library.
PluginPaths manifestsOnly(const QTemporaryDir& folder);
[[nodiscard]] Catalog manifestCatalog(const QTemporaryDir& folder);

}  // namespace kvw::tests
