// SPDX-License-Identifier: GPL-3.0-or-later
/// What the start page offers with one click: an embedded text under a policy that shows something on it.
#pragma once

#include <QString>
#include <vector>

namespace kvw::wb {

struct Example {
    QString title, about;
    QString text;        ///< file name of an embedded text
    QString policy;      ///< as on the command line
    QString story = {};  ///< name of the one that leads through it
};

/// The first is "the example" of the documentation.
[[nodiscard]] std::vector<Example> examples();

}  // namespace kvw::wb
