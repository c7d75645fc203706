// SPDX-License-Identifier: GPL-3.0-or-later
/// Export of a page about the folder of a sweep or an evaluation, as `kvw report` writes it.
#pragma once

#include <filesystem>
#include <utility>

#include "app/workbench/export/file_work.h"
#include "core/eval/report/report.h"

namespace kvw::wb {

/// Returns the export of the page: settings, tables, figures, environment and command. Errors of the work: those of
/// reportPart; Io.
[[nodiscard]] inline FileWork reportWork(std::filesystem::path folder, std::filesystem::path file) {
    return textWork(
        [folder = std::move(folder)](const LatestJob::Stale&) {
            return reportPart(folder).map([](ReportPart part) {
                Report report;
                report.title = "Report on " + part.title;
                report.parts.push_back(std::move(part));
                return reportHtml(report);
            });
        },
        std::move(file));
}

}  // namespace kvw::wb
