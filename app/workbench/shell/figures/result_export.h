// SPDX-License-Identifier: GPL-3.0-or-later
/// Export of what a dialog found out: its figure as a picture with data, caption and pgfplots source beside it, or its
/// table.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <memory>
#include <string>

#include "app/workbench/export/file_work.h"
#include "core/base/table.h"
#include "core/figures/figure.h"
#include "core/trace/recording.h"

class QWidget;

namespace kvw::wb {

class Workspace;

/// Thread: GUI thread unless stated otherwise.
class ResultExport {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ResultExport)

 public:
    /// Figure and table about a run whose bundle has this hash; empty: it has no bundle. Thread: any.
    ResultExport(FigureSpec figure, tables::Table table, const Recording& recording, const std::string& bundleHash);

    [[nodiscard]] const FigureSpec& figure() const noexcept { return m_figure; }
    [[nodiscard]] const tables::Table& table() const noexcept { return m_table; }

    /// Returns the work that writes the result in the format of the file's suffix: pdf, svg or png with what stands
    /// beside it, or the table as csv, tex or md. Errors of the work: BadUsage (another suffix), Io.
    [[nodiscard]] static FileWork work(const std::shared_ptr<const ResultExport>& result, const QString& file);
    /// Asks for a file and writes it; nothing without a result.
    static void ask(const std::shared_ptr<const ResultExport>& result, Workspace& workspace, QWidget& dialog);

 private:
    FigureSpec m_figure;
    tables::Table m_table;
};

}  // namespace kvw::wb
