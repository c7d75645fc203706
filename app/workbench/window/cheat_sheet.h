// SPDX-License-Identifier: GPL-3.0-or-later
/// F1: every key of the window, from the actions themselves, and what the colours mean.
#pragma once

#include <QDialog>

#include "app/workbench/window/actions.h"

namespace kvw::wb {

class CheatSheet : public QDialog {
    Q_OBJECT
 public:
    explicit CheatSheet(const Actions& actions, QWidget* parent = nullptr);
};

}  // namespace kvw::wb
