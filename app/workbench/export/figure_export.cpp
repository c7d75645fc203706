// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_export.h"

#include <QTimer>
#include <algorithm>
#include <array>
#include <string_view>

#include "app/workbench/export/figure_files.h"
#include "core/bundle/figure_presets.h"
#include "core/bundle/figures.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kSuffixes{".pdf", ".svg", ".png", ".csv", ".tex", "-pgfplots.tex"};

constexpr int kPerLane = figures::kStandardFigures + figures::kFurtherFigures;

}  // namespace

FigureWriter::FigureWriter(std::shared_ptr<const Recording> recording, std::string bundleHash, fs::path folder)
    : m_recording(std::move(recording)), m_hash(std::move(bundleHash)), m_folder(std::move(folder)) {}

int FigureWriter::total() const noexcept {
    const int lanes = m_recording->lanes();
    return static_cast<int>(kSuffixes.size()) * (lanes * kPerLane + (lanes > 1 ? figures::kSharedFigures : 0));
}

void FigureWriter::load(std::int32_t part) {
    m_part = part;
    m_specs.clear();
    m_partFolder = m_folder;
    if (part == m_recording->lanes()) {
        m_specs = figures::shared(*m_recording);
    } else {
        const std::string& policy = m_recording->description().lanes[static_cast<std::size_t>(part)].policyId;
        const std::string name = std::to_string(part) + '-' + policy;
        m_partFolder = m_recording->lanes() == 1 ? m_folder : m_folder / name;
        m_specs = figures::standard(*m_recording, part);
        if (m_specs.size() < static_cast<std::size_t>(figures::kStandardFigures)) {
            m_skipped.push_back(name + ": no map of attention, because none was recorded (--capture maps does)");
        }
        for (FigureSpec& figure : figures::further(*m_recording, part)) {
            m_specs.push_back(std::move(figure));
        }
    }
    for (FigureSpec& figure : m_specs) {
        if (figures::nothingToDraw(figure)) {
            m_skipped.push_back(figure.id + ": nothing to draw");
            figure.panels.clear();
        }
        if (!m_hash.empty()) {
            setProvenance(figure, "bundle", m_hash);
        }
        setProvenance(figure, "command", m_recording->description().commandLine);
        if (part < m_recording->lanes()) {
            setProvenance(figure, "lane", std::to_string(part));
        }
    }
}

Result<fs::path> FigureWriter::next() {
    const auto files = static_cast<int>(kSuffixes.size());
    const int perLane = files * kPerLane;
    const std::int32_t part = std::min(m_done / perLane, m_recording->lanes());
    const auto at = static_cast<std::size_t>((m_done - part * perLane) / files);
    const std::string_view suffix = kSuffixes[static_cast<std::size_t>(m_done % files)];
    ++m_done;
    if (part != m_part) {
        load(part);
    }
    if (at >= m_specs.size() || m_specs[at].panels.empty()) {
        return fs::path();
    }
    const FigureSpec& figure = m_specs[at];
    fs::path file = m_partFolder / (figure.id + std::string(suffix));
    const bool text = suffix == ".csv" || suffix == ".tex";
    if (text && fs::exists(file) && fs::exists(m_partFolder / (figure.id + ".json"))) {
        return fs::path();  // a bundle's own figures/: the file is there, and its sum is in the manifest
    }
    std::error_code error;
    fs::create_directories(m_partFolder, error);
    if (error) {
        return fail(Code::Io, m_partFolder.string(), "the folder could not be made", error.message(),
                    "a place that can be written");
    }
    if (const auto written = writeFigure(figure, file); !written) {
        return tl::unexpected(written.error());
    }
    return file;
}

FigureExport::FigureExport(std::shared_ptr<const Recording> recording, const std::string& bundleHash,
                           const QString& folder, QObject* parent)
    : QObject(parent), m_writer(std::move(recording), bundleHash, folder.toStdString()) {}

void FigureExport::start() {
    QTimer::singleShot(0, this, &FigureExport::turn);
}

void FigureExport::cancel() {
    m_cancelled = true;
}

void FigureExport::turn() {
    if (m_cancelled || m_writer.done() >= m_writer.total()) {
        Q_EMIT finished(m_files, {});
        return;
    }
    const auto file = m_writer.next();
    if (!file) {
        Q_EMIT finished(m_files, QString::fromStdString(file.error().sentence()));
        return;
    }
    m_files += file->empty() ? 0 : 1;
    Q_EMIT progressed(m_writer.done());
    start();
}

}  // namespace kvw::wb
