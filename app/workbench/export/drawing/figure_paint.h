// SPDX-License-Identifier: GPL-3.0-or-later
/// Renders a drawing to the bytes of a PDF, SVG or PNG file with its provenance as metadata. Thread: GUI thread.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "app/workbench/plot/qcp.h"
#include "core/base/error.h"
#include "core/figures/figure.h"

namespace kvw::wb {

/// Draws into `size` pixels at kFigureDpi.
using Paint = std::function<void(QCPPainter& painter)>;

/// SVG and PNG are reproducible byte for byte; PDF contains its date. `about`: title, caption and provenance.
/// `millimetres`: exact size of the page, which whole pixels can only approximate; empty: that of the pixels.
[[nodiscard]] QByteArray paintSvg(const Paint& paint, const FigureSpec& about, QSize size, QSizeF millimetres = {});
[[nodiscard]] QByteArray paintPdf(const Paint& paint, const FigureSpec& about, QSize size, QSizeF millimetres = {});
[[nodiscard]] Result<QByteArray> pngOf(const QImage& image, const FigureSpec& about, const std::string& file);
[[nodiscard]] QImage paintImage(const Paint& paint, QSize size);
/// Returns the bytes of what was drawn. PNG compression happens here, which takes longer than drawing. Thread: any.
using Encode = std::function<Result<QByteArray>()>;
/// Draws in the format of the file's suffix. Errors: BadUsage (another suffix).
[[nodiscard]] Result<Encode> paintFor(const Paint& paint, const FigureSpec& about, QSize size,
                                      const std::filesystem::path& file, QSizeF millimetres = {});
/// Writes a file whole or not at all. Errors: Io.
[[nodiscard]] Result<void> saveBytes(const QByteArray& bytes, const std::filesystem::path& file);
/// Paths with contents.
using FileContents = std::vector<std::pair<std::filesystem::path, QByteArray>>;
/// Writes files of one folder. They are moved into place once all of them are written, so that a full disk changes
/// nothing. Errors: Io.
[[nodiscard]] Result<void> saveAll(const FileContents& files);
/// Returns a function that encodes a picture and writes it as `file`, and the texts with it. Thread: any.
[[nodiscard]] std::function<Result<void>()> savePicture(Encode encode, std::filesystem::path file, FileContents texts);

}  // namespace kvw::wb
