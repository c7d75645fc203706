// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the window's one-key shortcuts from stealing keys that the focused control needs (arrows in a slider, Space on
/// a button).
#pragma once

#include <QObject>

namespace kvw::wb {

/// An event filter for the application object. Thread: GUI thread.
class KeyGuard : public QObject {
    Q_OBJECT
 public:
    using QObject::QObject;
    bool eventFilter(QObject* target, QEvent* event) override;
};

}  // namespace kvw::wb
