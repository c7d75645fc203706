// SPDX-License-Identifier: GPL-3.0-or-later
/// Buttons beside a seed: a dice, and copy.
#pragma once

class QHBoxLayout;
class QWidget;

namespace kvw::wb {

class NumberBox;

/// Appends the buttons to `row`. They set `seed` to a random number, and copy it.
void addSeedButtons(QHBoxLayout& row, NumberBox& seed, QWidget* parent);

}  // namespace kvw::wb
