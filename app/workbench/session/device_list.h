// SPDX-License-Identifier: GPL-3.0-or-later
/// Devices of this machine that compute decode steps.
#pragma once

#include <QObject>
#include <vector>

#include "core/device/devices.h"

namespace kvw::wb {

/// Devices are looked for on another thread, because a driver may take seconds to answer. Thread: GUI thread.
class DeviceList : public QObject {
    Q_OBJECT
 public:
    using QObject::QObject;

    /// Begins to look for devices, unless that was done before.
    void look();
    /// Returns true once all devices are known.
    [[nodiscard]] bool complete() const noexcept { return m_complete; }
    /// Returns what `deviceChoices` found; until then the CPU alone.
    [[nodiscard]] const std::vector<DeviceChoice>& choices() const noexcept { return m_choices; }

 Q_SIGNALS:
    void found();  ///< the list is complete

 private:
    std::vector<DeviceChoice> m_choices{DeviceChoice{"cpu", {}}};
    bool m_looked = false, m_complete = false;
};

}  // namespace kvw::wb
