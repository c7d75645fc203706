// SPDX-License-Identifier: GPL-3.0-or-later
/// Dialog for tags and notes of runs in the library, which are stored beside the bundles.
#pragma once

#include <QString>
#include <vector>

#include "core/library/entry.h"

class QWidget;

namespace kvw::wb {

class LibraryClient;

/// Returns the tags as the user types them, separated by commas.
[[nodiscard]] QString typedTags(const LibraryEntry& entry);
/// Opens the dialog and returns at once. For one run it asks for tags and note; for several, for tags to add to and
/// remove from all of them. `library` must outlive `parent`.
void askForNotes(const std::vector<const LibraryEntry*>& entries, LibraryClient& library, QWidget* parent);

}  // namespace kvw::wb
