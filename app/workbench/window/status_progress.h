// SPDX-License-Identifier: GPL-3.0-or-later
/// How far the check of an opened bundle, the writing of one and the fetch of a model are, in the status bar, and the
/// buttons that give them up.
#pragma once

#include <QWidget>

namespace kvw::wb {

class Workspace;

/// Each part is hidden while there is nothing to tell. Thread: GUI thread.
class StatusProgress : public QWidget {
    Q_OBJECT
 public:
    StatusProgress(Workspace& workspace, QWidget* parent);
};

}  // namespace kvw::wb
