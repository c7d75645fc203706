// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes figures as files: PDF, SVG and PNG at exact sizes, with data, caption and provenance.
#pragma once

#include <QImage>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/workbench/export/file_work.h"
#include "core/base/error.h"
#include "core/figures/figure.h"

namespace kvw::wb {

enum class FigureWidth { OneColumn, TwoColumns, Slide };
/// Returns 85, 178 or 254 mm.
[[nodiscard]] double millimetres(FigureWidth width);

/// Writes `file` in the format of its suffix: pdf, svg, png, csv (the data) or tex (the caption, or the pgfplots source
/// if the name ends in "-pgfplots.tex"). Pictures carry the figure's provenance: XMP and title in PDF, <metadata> in
/// SVG, text chunks in PNG. SVG and PNG are reproducible byte for byte. Errors: BadUsage (another suffix), Io (names
/// the file). Thread: GUI thread.
[[nodiscard]] Result<void> writeFigure(const FigureSpec& figure, const std::filesystem::path& file,
                                       FigureWidth width = FigureWidth::TwoColumns);

/// Does the same in two parts: draws a picture now, and returns a function that encodes and writes the file on any
/// thread. Errors: BadUsage.
[[nodiscard]] Result<SaveFiles> drawFigure(std::shared_ptr<const FigureSpec> figure, std::filesystem::path file,
                                           FigureWidth width = FigureWidth::TwoColumns);

/// Returns the paths that `plotWork` writes: the file, and beside it `<name>.csv`, `<name>.tex` and
/// `<name>-pgfplots.tex`. A page (figure_page.h) has the same.
[[nodiscard]] std::vector<std::filesystem::path> figureFiles(const std::filesystem::path& file);

/// Returns a preview of the figure, `pixels` wide. Thread: GUI thread.
[[nodiscard]] QImage figurePicture(const FigureSpec& figure, FigureWidth width, int pixels);

/// Returns the window's "Export figure". `figure`: called on any thread, so it must own what it reads.
[[nodiscard]] FileWork plotWork(std::function<FigureSpec()> figure, std::filesystem::path file, FigureWidth width);

/// Returns the export of a screenshot as PNG with this printed width and the provenance of `about`, which is not drawn.
[[nodiscard]] FileWork pictureWork(const QImage& picture, const FigureSpec& about, std::filesystem::path file,
                                   FigureWidth width);

/// Sets or replaces an entry of the provenance.
void setProvenance(FigureSpec& figure, const std::string& name, const std::string& value);

}  // namespace kvw::wb
