// SPDX-License-Identifier: GPL-3.0-or-later
/// A drawing as the bytes of a PDF, SVG or PNG file, with where it comes from in its metadata. Thread: GUI thread.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <filesystem>
#include <functional>

#include "app/workbench/plots/qcp.h"
#include "core/base/error.h"
#include "core/bundle/figure.h"

namespace kvw::wb {

/// Draws into `size` pixels of kFigureDpi.
using Paint = std::function<void(QCPPainter& painter)>;

/// SVG and PNG repeat byte for byte; PDF carries its date. `about`: title, caption and provenance. `millimetres`: of
/// the page, which whole pixels are not; empty: that of the pixels.
[[nodiscard]] QByteArray paintSvg(const Paint& paint, const FigureSpec& about, QSize size, QSizeF millimetres = {});
[[nodiscard]] QByteArray paintPdf(const Paint& paint, const FigureSpec& about, QSize size, QSizeF millimetres = {});
[[nodiscard]] Result<QByteArray> pngOf(const QImage& image, const FigureSpec& about, const std::string& file);
[[nodiscard]] QImage paintImage(const Paint& paint, QSize size);
/// The bytes of what was drawn; any thread. Pictures of pixels are packed here, which takes longer than to draw them.
using Encode = std::function<Result<QByteArray>()>;
/// Draws in the format of the file's suffix. Errors: BadUsage (another suffix).
[[nodiscard]] Result<Encode> paintFor(const Paint& paint, const FigureSpec& about, QSize size,
                                      const std::filesystem::path& file, QSizeF millimetres = {});
/// Whole or not at all. Errors: Io.
[[nodiscard]] Result<void> saveBytes(const QByteArray& bytes, const std::filesystem::path& file);

}  // namespace kvw::wb
