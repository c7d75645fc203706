// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_files.h"

#include <QFileInfo>

#include "app/workbench/export/figure_paint.h"
#include "app/workbench/export/figure_plot.h"
#include "core/bundle/figure_io.h"
#include "core/bundle/figure_pgfplots.h"

namespace kvw::wb {

namespace {

constexpr const char* kPgfplots = "-pgfplots";

Result<QByteArray> bytesOf(const FigureSpec& figure, const std::filesystem::path& file, FigureWidth width) {
    const QString suffix = QFileInfo(QString::fromStdString(file.string())).suffix().toLower();
    if (suffix == QLatin1String("csv")) {
        return QByteArray::fromStdString(figures::toCsv(figure));
    }
    if (suffix == QLatin1String("tex")) {
        const bool source = file.stem().string().ends_with(kPgfplots);
        return QByteArray::fromStdString(source ? figures::toPgfplots(figure, millimetres(width))
                                                : figures::toLatexCaption(figure));
    }
    // A slide is seen from afar: the drawing of a smaller one, enlarged.
    const bool slide = width == FigureWidth::Slide;
    const double enlarged = slide ? 1.5 : 1, wide = millimetres(width) / enlarged;
    const QSizeF drawn(wide, slide ? wide * 9 / 16 : figureHeight(figure, wide));
    const QSize size(figurePixels(drawn.width() * enlarged), figurePixels(drawn.height() * enlarged));
    QCustomPlot plot;
    plot.setBufferDevicePixelRatio(1);
    drawFigure(plot, figure, drawn);
    return paintFile(
        [&](QCPPainter& painter) {
            painter.scale(enlarged, enlarged);
            plot.toPainter(&painter, figurePixels(drawn.width()), figurePixels(drawn.height()));
        },
        figure, size, file);
}

}  // namespace

double millimetres(FigureWidth width) {
    return width == FigureWidth::OneColumn ? 85 : width == FigureWidth::TwoColumns ? 178 : 254;
}

Result<void> writePicture(const QImage& picture, const FigureSpec& about, const std::filesystem::path& file) {
    if (QFileInfo(QString::fromStdString(file.string())).suffix().toLower() != QLatin1String("png")) {
        return fail(Code::BadUsage, file.string(), "a picture of the screen is not written in this format", {},
                    "a name that ends in .png");
    }
    return pngOf(picture, about, file.string()).and_then([&](const QByteArray& bytes) {
        return saveBytes(bytes, file);
    });
}

Result<void> writeFigure(const FigureSpec& figure, const std::filesystem::path& file, FigureWidth width) {
    const auto bytes = bytesOf(figure, file, width);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    return saveBytes(*bytes, file);
}

Result<std::vector<std::filesystem::path>> exportPlot(const FigureSpec& figure, const std::filesystem::path& file,
                                                      FigureWidth width) {
    std::vector<std::filesystem::path> files{file};
    for (const char* suffix : {".csv", ".tex", "-pgfplots.tex"}) {
        const std::filesystem::path beside = file.parent_path() / (file.stem().string() + suffix);
        if (beside != file) {
            files.push_back(beside);
        }
    }
    for (const auto& each : files) {
        if (const auto written = writeFigure(figure, each, width); !written) {
            return tl::unexpected(written.error());
        }
    }
    return files;
}

void setProvenance(FigureSpec& figure, const std::string& name, const std::string& value) {
    for (auto& [key, known] : figure.provenance) {
        if (key == name) {
            known = value;
            return;
        }
    }
    figure.provenance.emplace_back(name, value);
}

}  // namespace kvw::wb
