// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes maps that were pooled while they were recorded.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include "core/trace/pooled_maps.h"

namespace kvw::wb {

class PooledWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PooledWords)

 public:
    /// Returns the head that is shown if `head` is selected: -1 if there are maps of the mean only.
    [[nodiscard]] static int headOf(const Trace* trace, int head) {
        const PooledMaps* pooled = trace == nullptr ? nullptr : trace->pooledMaps();
        return pooled != nullptr && !pooled->pooling().heads ? -1 : head;
    }

    /// Returns " · pooled while recorded: a cell is the largest of 8 × 8 weights".
    [[nodiscard]] static QString cells(const PooledMaps& pooled) {
        const QString cell = QString::number(pooled.cellSize());
        return (pooled.pooling().pool == MapPool::Mean
                    ? tr(" · pooled while recorded: a cell is the mean of %1 × %1 weights")
                    : tr(" · pooled while recorded: a cell is the largest of %1 × %1 weights"))
            .arg(cell);
    }

    /// Says which layers have maps, up to a number that a sentence can hold.
    [[nodiscard]] static QString otherLayers(const PooledMaps& pooled) {
        constexpr int kMost = 20;
        QStringList names;
        for (const std::int32_t layer : pooled.layers()) {
            if (names.size() == kMost) {
                names += QStringLiteral("…");
                break;
            }
            names += QString::number(layer);
        }
        return tr("Maps of other layers were recorded: %1.").arg(names.join(QStringLiteral(", ")));
    }
};

}  // namespace kvw::wb
