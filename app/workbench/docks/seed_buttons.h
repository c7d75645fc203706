// SPDX-License-Identifier: GPL-3.0-or-later
/// What stands beside a seed: a dice, and copy.
#pragma once

class QHBoxLayout;
class QWidget;

namespace kvw::wb {

class NumberBox;

/// Behind what is in `row`. `seed`: what they throw for and copy.
void addSeedButtons(QHBoxLayout& row, NumberBox& seed, QWidget* parent);

}  // namespace kvw::wb
