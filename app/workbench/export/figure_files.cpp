// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_files.h"

#include <QFileInfo>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/workbench/export/drawing/figure_paint.h"
#include "app/workbench/export/drawing/figure_plot.h"
#include "core/figures/figure_io.h"
#include "core/figures/pgfplots/figure_pgfplots.h"

namespace kvw::wb {

namespace {

constexpr const char* kPgfplots = "-pgfplots";

QString suffixOf(const std::filesystem::path& file) {
    return QFileInfo(QString::fromStdString(file.string())).suffix().toLower();
}

bool isText(const std::filesystem::path& file) {
    const QString suffix = suffixOf(file);
    return suffix == QLatin1String("csv") || suffix == QLatin1String("tex");
}

/// Returns data, caption or source; none: the file is a picture. Thread: any.
std::optional<QByteArray> textOf(const FigureSpec& figure, const std::filesystem::path& file, FigureWidth width) {
    const QString suffix = suffixOf(file);
    if (suffix == QLatin1String("csv")) {
        return QByteArray::fromStdString(figures::toCsv(figure));
    }
    if (suffix == QLatin1String("tex")) {
        const bool source = file.stem().string().ends_with(kPgfplots);
        return QByteArray::fromStdString(source ? figures::toPgfplots(figure, millimetres(width))
                                                : figures::toLatexCaption(figure));
    }
    return std::nullopt;
}

/// Returns the width that the figure asks for itself, else that of the page.
double widthOf(const FigureSpec& figure, FigureWidth width) {
    return figure.print.width > 0 ? figure.print.width : millimetres(width);
}

/// Size in which a figure is drawn, and its scale on the page.
struct Sheet {
    QSizeF drawn;  ///< millimetres
    double enlarged = 1;
    [[nodiscard]] QSizeF size() const { return drawn * enlarged; }
    [[nodiscard]] QSize pixels() const { return {figurePixels(size().width()), figurePixels(size().height())}; }
};

Sheet sheetOf(const FigureSpec& figure, FigureWidth width) {
    // Slides are viewed from afar, so draw a smaller figure and enlarge it.
    const bool slide = width == FigureWidth::Slide && figure.print.width <= 0;
    const double enlarged = slide ? 1.5 : 1, wide = widthOf(figure, width) / enlarged;
    return {{wide, slide ? wide * 9 / 16 : printedHeight(figure, wide)}, enlarged};
}

void paintSheet(QCPPainter& painter, QCustomPlot& plot, const Sheet& sheet) {
    painter.scale(sheet.enlarged, sheet.enlarged);
    plot.toPainter(&painter, figurePixels(sheet.drawn.width()), figurePixels(sheet.drawn.height()));
}

Result<Encode> pictureOf(const FigureSpec& figure, const std::filesystem::path& file, FigureWidth width) {
    const Sheet sheet = sheetOf(figure, width);
    QCustomPlot plot;
    plot.setBufferDevicePixelRatio(1);
    drawFigure(plot, figure, sheet.drawn);
    return paintFor([&](QCPPainter& painter) { paintSheet(painter, plot, sheet); }, figure, sheet.pixels(), file,
                    sheet.size());
}

}  // namespace

std::vector<std::filesystem::path> figureFiles(const std::filesystem::path& file) {
    std::vector<std::filesystem::path> files{file};
    for (const char* suffix : {".csv", ".tex", "-pgfplots.tex"}) {
        const std::filesystem::path beside = file.parent_path() / (file.stem().string() + suffix);
        if (beside != file) {
            files.push_back(beside);
        }
    }
    return files;
}

QImage figurePicture(const FigureSpec& figure, FigureWidth width, int pixels) {
    const Sheet sheet = sheetOf(figure, width);
    const QSize full = sheet.pixels();
    QCustomPlot plot;
    plot.setBufferDevicePixelRatio(1);
    drawFigure(plot, figure, sheet.drawn);
    const double scale = static_cast<double>(pixels) / std::max(1, full.width());
    return paintImage(
        [&](QCPPainter& painter) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.scale(scale, scale);
            paintSheet(painter, plot, sheet);
        },
        {pixels, std::max(1, qRound(full.height() * scale))});
}

double millimetres(FigureWidth width) {
    return width == FigureWidth::OneColumn ? 85 : width == FigureWidth::TwoColumns ? 178 : 254;
}

FileWork pictureWork(const QImage& picture, const FigureSpec& about, std::filesystem::path file, FigureWidth width) {
    return [picture, about, file = std::move(file), width](const LatestJob::Stale&) -> PaintFiles {
        Result<QByteArray> bytes;
        if (suffixOf(file) == QLatin1String("png")) {
            QImage printed = picture;
            const int dots = qRound(picture.width() / (millimetres(width) / 1000));
            printed.setDotsPerMeterX(dots);
            printed.setDotsPerMeterY(dots);
            bytes = pngOf(printed, about, file.string());
        } else {
            bytes = fail(Code::BadUsage, file.string(), "a picture of the screen is not written in this format", {},
                         "a name that ends in .png");
        }
        return [bytes, file]() -> Result<SaveFiles> {
            return bytes.map(
                [&](const QByteArray& made) { return SaveFiles([made, file] { return saveBytes(made, file); }); });
        };
    };
}

Result<SaveFiles> drawFigure(std::shared_ptr<const FigureSpec> figure, std::filesystem::path file, FigureWidth width) {
    if (isText(file)) {
        return SaveFiles([figure, file, width] { return saveBytes(*textOf(*figure, file, width), file); });
    }
    return pictureOf(*figure, file, width).map([&](const Encode& encode) {
        return SaveFiles([encode, file] {
            return encode().and_then([&](const QByteArray& bytes) { return saveBytes(bytes, file); });
        });
    });
}

Result<void> writeFigure(const FigureSpec& figure, const std::filesystem::path& file, FigureWidth width) {
    // non-owning pointer: the file is written before this returns
    return drawFigure(std::shared_ptr<const FigureSpec>(std::shared_ptr<void>(), &figure), file, width)
        .and_then([](const SaveFiles& save) { return save(); });
}

FileWork plotWork(std::function<FigureSpec()> figure, std::filesystem::path file, FigureWidth width) {
    return [figure = std::move(figure), file = std::move(file), width](const LatestJob::Stale& stale) -> PaintFiles {
        const auto drawn = std::make_shared<const FigureSpec>(figure());
        FileContents texts;
        for (const auto& each : figureFiles(file)) {
            if (auto text = stale() ? std::nullopt : textOf(*drawn, each, width)) {
                texts.emplace_back(each, std::move(*text));
            }
        }
        return [drawn, texts, file, width]() -> Result<SaveFiles> {
            if (!texts.empty() && texts.front().first == file) {
                return SaveFiles([texts] { return saveAll(texts); });
            }
            return pictureOf(*drawn, file, width).map([&](const Encode& encode) {
                return savePicture(encode, file, texts);
            });
        };
    };
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
