// SPDX-License-Identifier: GPL-3.0-or-later
/// A choice of the device that computes decode steps.
#pragma once

#include <QComboBox>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <string>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/device_list.h"
#include "app/workbench/session/words/plain_tip.h"
#include "core/base/process/processor.h"

namespace kvw::wb {

/// Lists the devices of this machine as soon as they are known. One that cannot be used is grey, with the reason as its
/// tool tip. Thread: GUI thread.
class DeviceBox : public QComboBox {
    Q_OBJECT
 public:
    /// `devices` outlives the box. `otherwise`: text of an entry without a device, which comes first; empty: none.
    explicit DeviceBox(DeviceList& devices, QWidget* parent = nullptr, const QString& otherwise = {})
        : QComboBox(parent), m_devices(devices), m_otherwise(otherwise) {
        fill();
        connect(&devices, &DeviceList::found, this, &DeviceBox::fill);
        devices.look();
    }

    /// Returns the chosen word of `--device`; empty: the entry without one.
    [[nodiscard]] std::string chosen() const { return currentData().toString().toStdString(); }
    /// Chooses a device. One that is not listed gets a grey entry.
    void choose(const QString& word) {
        if (findData(word) < 0) {
            // The settings are of a machine or a build that had it, unless it is still to be found.
            addGrey(word, word,
                    m_devices.complete() ? tr("This build has no such device") : tr("looking for devices…"));
        }
        setCurrentIndex(findData(word));
    }

 private:
    void fill() {
        const QVariant chosen = currentData();
        const QSignalBlocker blocked(this);
        clear();
        if (!m_otherwise.isEmpty()) {
            addItem(m_otherwise, QString());
        }
        for (const DeviceChoice& choice : m_devices.choices()) {
            list(choice);
        }
        if (!m_devices.complete()) {
            addGrey(tr("looking for devices…"), {}, {});
        }
        if (chosen.isValid()) {
            choose(chosen.toString());
        }
    }

    void list(const DeviceChoice& choice) {
        const QString word = QString::fromStdString(choice.name);
        QString title, tip;
        if (choice.info && choice.info->emulated) {
            title = tr("emulated device");
            tip = tr("Computes on the CPU, step by step, what a GPU would: slow, for tests and teaching");
        } else if (choice.info) {
            title = QString::fromUtf8(choice.info->name);
            tip = QString::fromStdString(describeDevice(*choice.info));
        } else if (choice.reason) {
            title = tr("GPU (CUDA)");
            tip = errorText(*choice.reason);
        } else {
            title = tr("CPU");
            tip = QString::fromStdString(cpuName());
        }
        if (word.contains(QLatin1Char(':'))) {
            title += QStringLiteral(" (%1)").arg(word);  // GPUs of one machine often have the same name
        }
        if (choice.reason) {
            addGrey(title, word, tip);
        } else {
            addItem(title, word);
            setItemData(count() - 1, plainTip(tip), Qt::ToolTipRole);
        }
    }

    /// Adds an entry that cannot be chosen.
    void addGrey(const QString& title, const QVariant& word, const QString& reason) {
        addItem(title, word);
        const int index = count() - 1;
        qobject_cast<QStandardItemModel*>(model())->item(index)->setEnabled(false);
        if (!reason.isEmpty()) {
            setItemData(index, title + QStringLiteral(": ") + reason, Qt::AccessibleTextRole);
            setItemData(index, plainTip(reason), Qt::ToolTipRole);
        }
    }

    DeviceList& m_devices;
    QString m_otherwise;
};

}  // namespace kvw::wb
