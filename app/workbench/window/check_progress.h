// SPDX-License-Identifier: GPL-3.0-or-later
/// How far the check of an opened bundle is, in the status bar, and the button that gives it up.
#pragma once

#include <QWidget>

class QProgressBar;

namespace kvw::wb {

class BundleFiles;

/// Hidden while nothing is checked. Thread: GUI thread.
class CheckProgress : public QWidget {
    Q_OBJECT
 public:
    CheckProgress(BundleFiles& files, QWidget* parent);

 private:
    QProgressBar* m_bar;
};

}  // namespace kvw::wb
