// SPDX-License-Identifier: GPL-3.0-or-later
/// Tags and notes of runs in the library: asked for in a dialog, kept beside the bundles.
#pragma once

#include <QString>
#include <vector>

#include "core/library/entry.h"

class QWidget;

namespace kvw::wb {

class LibraryClient;

/// As they are typed: with commas.
[[nodiscard]] QString typedTags(const LibraryEntry& entry);
/// A dialog without a wait: of one run its tags and its note; of several, tags to add to and remove from all of them.
/// `library` outlives `parent`.
void askForNotes(const std::vector<const LibraryEntry*>& entries, LibraryClient& library, QWidget* parent);

}  // namespace kvw::wb
