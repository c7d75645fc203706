// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows in the status bar the progress of checking or writing a bundle and of fetching a model, with buttons to
/// cancel.
#pragma once

#include <QWidget>

namespace kvw::wb {

class Workspace;

/// Each part is hidden while it is idle. Thread: GUI thread.
class StatusProgress : public QWidget {
    Q_OBJECT
 public:
    StatusProgress(Workspace& workspace, QWidget* parent);
};

}  // namespace kvw::wb
