// SPDX-License-Identifier: GPL-3.0-or-later
/// Asks before existing files are replaced.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <vector>

class QWidget;

namespace kvw::wb {

/// Calls `then` at once if none of `files` exists, or later if the user agrees: one question names all that exist.
/// Returns at once. The question is a child of `parent`. Thread: GUI thread.
void askToReplace(const std::vector<std::filesystem::path>& files, QWidget* parent, std::function<void()> then);
/// Does the same for files in `folder` when it is not yet known which will be replaced: those with the name of a
/// figure.
void askToReplaceSome(const std::vector<std::filesystem::path>& files, const QString& folder, QWidget* parent,
                      std::function<void()> then);

}  // namespace kvw::wb
