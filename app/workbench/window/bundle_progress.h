// SPDX-License-Identifier: GPL-3.0-or-later
/// How far the check of an opened bundle and the writing of one are, in the status bar, and the buttons that give them
/// up.
#pragma once

#include <QWidget>

namespace kvw::wb {

class BundleFiles;

/// Each part is hidden while there is nothing to tell. Thread: GUI thread.
class BundleProgress : public QWidget {
    Q_OBJECT
 public:
    BundleProgress(BundleFiles& files, QWidget* parent);
};

}  // namespace kvw::wb
