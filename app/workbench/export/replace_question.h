// SPDX-License-Identifier: GPL-3.0-or-later
/// The question before files are written over.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <vector>

class QWidget;

namespace kvw::wb {

/// Calls `then` at once where none of `files` is there, else when the user agrees: one question for all, which names
/// those that are. Returns at once. Goes with `parent`. Thread: GUI thread.
void askToReplace(const std::vector<std::filesystem::path>& files, QWidget* parent, std::function<void()> then);
/// The same of files in `folder` of which nobody knows yet which are written over: those with the name of a figure.
void askToReplaceSome(const std::vector<std::filesystem::path>& files, const QString& folder, QWidget* parent,
                      std::function<void()> then);

}  // namespace kvw::wb
