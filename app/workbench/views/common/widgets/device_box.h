// SPDX-License-Identifier: GPL-3.0-or-later
/// A choice of the device that computes decode steps.
#pragma once

#include <QComboBox>
#include <string>

#include "app/workbench/session/device_list.h"

namespace kvw::wb {

/// Lists the devices of this machine as soon as they are known. One that cannot be used is grey, with the reason as its
/// tool tip. Thread: GUI thread.
class DeviceBox : public QComboBox {
    Q_OBJECT
 public:
    /// `devices` outlives the box. `otherwise`: text of an entry without a device, which comes first; empty: none.
    explicit DeviceBox(DeviceList& devices, QWidget* parent = nullptr, const QString& otherwise = {});

    /// Returns the chosen word of `--device`; empty: the entry without one.
    [[nodiscard]] std::string chosen() const { return currentData().toString().toStdString(); }
    /// Chooses a device. One that is not listed gets a grey entry.
    void choose(const QString& word);

 private:
    void fill();
    void list(const DeviceChoice& choice);
    /// Adds an entry that cannot be chosen.
    void addGrey(const QString& title, const QVariant& word, const QString& reason);

    DeviceList& m_devices;
    QString m_otherwise;
};

}  // namespace kvw::wb
