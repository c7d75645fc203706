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

FigureWriter::Part FigureWriter::compute(std::int32_t part) const {
    const Recording& recording = *m_recording;
    Part made{part, m_folder, {}, {}};
    if (part == recording.lanes()) {
        made.specs = figures::shared(recording);
    } else {
        const std::string& policy = recording.description().lanes[static_cast<std::size_t>(part)].policyId;
        const std::string name = std::to_string(part) + '-' + policy;
        made.folder = recording.lanes() == 1 ? m_folder : m_folder / name;
        made.specs = figures::standard(recording, part);
        if (made.specs.size() < static_cast<std::size_t>(figures::kStandardFigures)) {
            made.skipped.push_back(name + ": no map of attention, because none was recorded (--capture maps does)");
        }
        for (FigureSpec& figure : figures::further(recording, part)) {
            made.specs.push_back(std::move(figure));
        }
    }
    for (FigureSpec& figure : made.specs) {
        if (figures::nothingToDraw(figure)) {
            made.skipped.push_back(figure.id + ": nothing to draw");
            figure.panels.clear();
        }
        if (!m_hash.empty()) {
            setProvenance(figure, "bundle", m_hash);
        }
        setProvenance(figure, "command", recording.description().commandLine);
        if (part < recording.lanes()) {
            setProvenance(figure, "lane", std::to_string(part));
        }
    }
    return made;
}

std::int32_t FigureWriter::partOfStep() const noexcept {
    const int perLane = static_cast<int>(kSuffixes.size()) * kPerLane;
    return std::min(m_done / perLane, m_recording->lanes());
}

std::int32_t FigureWriter::neededPart() const noexcept {
    return m_done < total() && partOfStep() != m_current.part ? partOfStep() : -1;
}

void FigureWriter::take(Part part) {
    m_current = std::move(part);
    m_skipped.insert(m_skipped.end(), m_current.skipped.begin(), m_current.skipped.end());
}

Result<fs::path> FigureWriter::next() {
    const auto files = static_cast<int>(kSuffixes.size());
    const int perLane = files * kPerLane;
    const std::int32_t part = partOfStep();
    const auto at = static_cast<std::size_t>((m_done - part * perLane) / files);
    const std::string_view suffix = kSuffixes[static_cast<std::size_t>(m_done % files)];
    if (const std::int32_t needed = neededPart(); needed >= 0) {
        take(compute(needed));
    }
    ++m_done;
    if (at >= m_current.specs.size() || m_current.specs[at].panels.empty()) {
        return fs::path();
    }
    const FigureSpec& figure = m_current.specs[at];
    fs::path file = m_current.folder / (figure.id + std::string(suffix));
    const bool text = suffix == ".csv" || suffix == ".tex";
    if (text && fs::exists(file) && fs::exists(m_current.folder / (figure.id + ".json"))) {
        return fs::path();  // a bundle's own figures/: the file is there, and its sum is in the manifest
    }
    std::error_code error;
    fs::create_directories(m_current.folder, error);
    if (error) {
        return fail(Code::Io, m_current.folder.string(), "the folder could not be made", error.message(),
                    "a place that can be written");
    }
    if (const auto written = writeFigure(figure, file); !written) {
        return tl::unexpected(written.error());
    }
    return file;
}

FigureExport::FigureExport(std::shared_ptr<const Recording> recording, const std::string& bundleHash,
                           const QString& folder, QObject* parent)
    : QObject(parent),
      m_writer(std::make_shared<FigureWriter>(std::move(recording), bundleHash, folder.toStdString())) {
    connect(&m_job, &LatestJob::failed, this, [this, folder](const QString& thrown) {
        finish(QString::fromStdString(notComputed(folder.toStdString(), thrown.toStdString()).value().sentence()));
    });
}

void FigureExport::start() {
    QTimer::singleShot(0, this, &FigureExport::turn);
}

void FigureExport::cancel() {
    m_cancelled = true;
    m_job.cancel();
    finish({});
}

void FigureExport::finish(const QString& error) {
    if (!m_finished) {
        m_finished = true;
        Q_EMIT finished(m_files, error);
    }
}

void FigureExport::computeThenTurn(std::int32_t part) {
    m_job.request(
        [this, writer = m_writer, part](const LatestJob::Stale&) {
            // Nothing that the GUI thread changes meanwhile.
            return LatestJob::Report([this, made = writer->compute(part)] {
                m_writer->take(made);
                turn();
            });
        },
        true);
}

void FigureExport::turn() {
    if (m_cancelled) {
        return;
    }
    if (m_writer->done() >= m_writer->total()) {
        finish({});
        return;
    }
    if (const std::int32_t part = m_writer->neededPart(); part >= 0) {
        computeThenTurn(part);
        return;
    }
    const auto file = m_writer->next();
    if (!file) {
        finish(QString::fromStdString(file.error().sentence()));
        return;
    }
    m_files += file->empty() ? 0 : 1;
    Q_EMIT progressed(m_writer->done());
    start();
}

}  // namespace kvw::wb
