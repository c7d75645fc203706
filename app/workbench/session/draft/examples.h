// SPDX-License-Identifier: GPL-3.0-or-later
/// Examples that the start page offers with one click: an embedded text and a policy whose effect shows on it.
#pragma once

#include <QString>
#include <vector>

namespace kvw::wb {

struct Example {
    QString title, about;
    QString text;        ///< file name of an embedded text
    QString policy;      ///< as on the command line
    QString story = {};  ///< name of the guided story about it
};

/// Returns all examples; the first is "the example" of the documentation.
[[nodiscard]] std::vector<Example> examples();

/// A finished run of a real model that ships as a bundle (`resources/evidence/runs`).
struct FinishedRun {
    QString title, about;
    QString path;  ///< of the bundle
};
/// Returns those that are there.
[[nodiscard]] std::vector<FinishedRun> finishedRuns();

}  // namespace kvw::wb
