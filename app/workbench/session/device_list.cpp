// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/device_list.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>
#include <memory>
#include <utility>

namespace kvw::wb {

void DeviceList::look() {
    if (std::exchange(m_looked, true)) {
        return;
    }
    using Choices = std::vector<DeviceChoice>;
    auto promise = std::make_shared<QPromise<Choices>>();
    auto* watcher = new QFutureWatcher<Choices>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        m_choices = watcher->result();
        m_complete = true;
        watcher->deleteLater();
        Q_EMIT found();
    });
    watcher->setFuture(promise->future());
    // Nothing of `this` is captured: the window may close before a driver has answered.
    QThreadPool::globalInstance()->start([promise] {
        promise->start();
        promise->addResult(deviceChoices());
        promise->finish();
    });
}

}  // namespace kvw::wb
