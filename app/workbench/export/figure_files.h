// SPDX-License-Identifier: GPL-3.0-or-later
/// Figures as files: PDF, SVG and PNG at exact sizes, with their data, their caption and where they come from.
#pragma once

#include <QImage>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/workbench/export/file_work.h"
#include "core/base/error.h"
#include "core/bundle/figure.h"

namespace kvw::wb {

enum class FigureWidth { OneColumn, TwoColumns, Slide };
/// 85, 178 and 254 mm.
[[nodiscard]] double millimetres(FigureWidth width);

/// Writes `file` in the format of its suffix: pdf, svg, png, csv (the data) or tex (the caption; the pgfplots source
/// where the name ends in "-pgfplots.tex"). The picture carries
/// the figure's provenance: XMP and title in PDF, <metadata> in SVG, text chunks in PNG; SVG and PNG repeat byte for
/// byte. Thread: GUI thread. Errors: BadUsage (another suffix), Io (names the file).
[[nodiscard]] Result<void> writeFigure(const FigureSpec& figure, const std::filesystem::path& file,
                                       FigureWidth width = FigureWidth::TwoColumns);

/// The same in two parts: draws what is a picture, and returns what makes the rest of the file and writes it, on any
/// thread. Errors: BadUsage.
[[nodiscard]] Result<SaveFiles> drawFigure(std::shared_ptr<const FigureSpec> figure, std::filesystem::path file,
                                           FigureWidth width = FigureWidth::TwoColumns);

/// The picture and, beside it, `<name>.csv`, `<name>.tex` and `<name>-pgfplots.tex`. Returns what was written. For the
/// window's "Export figure".
[[nodiscard]] Result<std::vector<std::filesystem::path>> exportPlot(const FigureSpec& figure,
                                                                    const std::filesystem::path& file,
                                                                    FigureWidth width = FigureWidth::TwoColumns);

/// The names of what that writes: the file, and those beside it. A page (figure_page.h) has the same.
[[nodiscard]] std::vector<std::filesystem::path> figureFiles(const std::filesystem::path& file);

/// The same in parts. `figure`: any thread, holds what it reads.
[[nodiscard]] FileWork plotWork(std::function<FigureSpec()> figure, std::filesystem::path file, FigureWidth width);

/// A picture of the screen as PNG, as wide in print, with the provenance of `about`, which is not drawn.
[[nodiscard]] FileWork pictureWork(const QImage& picture, const FigureSpec& about, std::filesystem::path file,
                                   FigureWidth width);

/// Sets an entry of the provenance.
void setProvenance(FigureSpec& figure, const std::string& name, const std::string& value);

}  // namespace kvw::wb
