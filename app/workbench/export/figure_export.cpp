// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_export.h"

#include <QTimer>
#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/workbench/export/figure_files.h"
#include "core/base/files/small_file.h"
#include "core/bundle/figure_file.h"
#include "core/figures/figure_presets.h"
#include "core/figures/figures.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kSuffixes{".pdf", ".svg", ".png", ".csv", ".tex", "-pgfplots.tex"};

/// Returns such as "1-streaming".
std::string laneFolder(const Recording& recording, std::int32_t lane) {
    return figures::laneStem(lane, recording.description().lanes[static_cast<std::size_t>(lane)].policyId);
}

/// Returns whether this is the figures folder of a bundle. The bundle wrote the texts in it, and its manifest has their
/// checksums.
bool isOfBundle(const fs::path& folder) {
    const fs::path plain = folder.has_filename() ? folder : folder.parent_path();
    std::error_code unknown;
    return plain.filename() == "figures" && fs::is_regular_file(plain.parent_path() / "manifest.json", unknown);
}

/// Returns whether the file is a text written by the bundle around it, which must not be written again.
bool bundleHas(const fs::path& file) {
    const std::string name = file.filename().string();
    if (!name.ends_with(".csv") && (!name.ends_with(".tex") || name.ends_with("-pgfplots.tex"))) {
        return false;
    }
    std::error_code unknown;
    return isOfBundle(file.parent_path()) && fs::exists(file, unknown) &&
           fs::exists(fs::path(file).replace_extension(".json"), unknown);
}

constexpr int kPerLane = figures::kStandardFigures + figures::kExportOnlyFigures;

}  // namespace

FigureWriter::FigureWriter(std::shared_ptr<const Recording> recording, std::string bundleHash, fs::path folder,
                           std::vector<std::int64_t> steps)
    : m_recording(std::move(recording)),
      m_steps(std::move(steps)),
      m_hash(std::move(bundleHash)),
      m_folder(std::move(folder)) {}

const Recording& FigureWriter::drawn() const {
    std::call_once(m_made, [this] { m_drawn = m_steps.empty() ? m_recording : m_recording->fork(m_steps); });
    return *m_drawn;
}

std::vector<fs::path> FigureWriter::existingFigureFiles(const Recording& recording, const fs::path& folder) {
    std::vector<fs::path> folders{folder}, found;
    for (std::int32_t lane = 0; recording.lanes() > 1 && lane < recording.lanes(); ++lane) {
        folders.push_back(folder / laneFolder(recording, lane));
    }
    for (const fs::path& each : folders) {
        std::error_code unknown;
        for (fs::directory_iterator file(each, unknown), end; !unknown && file != end; file.increment(unknown)) {
            const std::string name = file->path().filename().string();
            if (std::any_of(kSuffixes.begin(), kSuffixes.end(),
                            [&name](std::string_view suffix) { return name.ends_with(suffix); })) {
                found.push_back(file->path());
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<fs::path> FigureWriter::replaced() const {
    std::vector<fs::path> there = existingFigureFiles(*m_recording, m_folder), found;
    std::erase_if(there, bundleHas);
    const std::int32_t parts = m_recording->lanes() > 1 ? m_recording->lanes() + 1 : 1;
    for (std::int32_t part = 0; part < parts; ++part) {
        const fs::path folder = folderOf(part);
        if (std::none_of(there.begin(), there.end(),
                         [&folder](const fs::path& file) { return file == folder / file.filename(); })) {
            continue;
        }
        const Part made = compute(part);
        for (const auto& figure : made.figures) {
            for (const std::string_view suffix : kSuffixes) {
                if (figure == nullptr) {
                    continue;
                }
                const fs::path file = folder / (figures::fileStem(figure->id) + std::string(suffix));
                if (std::find(there.begin(), there.end(), file) != there.end()) {
                    found.push_back(file);
                }
            }
        }
    }
    return found;
}

fs::path FigureWriter::folderOf(std::int32_t part) const {
    const bool ofLane = m_recording->lanes() > 1 && part < m_recording->lanes();
    return ofLane ? m_folder / laneFolder(*m_recording, part) : m_folder;
}

int FigureWriter::total() const noexcept {
    const int lanes = m_recording->lanes();
    return static_cast<int>(kSuffixes.size()) * (lanes * kPerLane + (lanes > 1 ? figures::kSharedFigures : 0));
}

FigureWriter::Part FigureWriter::compute(std::int32_t part) const {
    const Recording& recording = drawn();
    Part made{part, folderOf(part), {}, {}};
    std::vector<FigureSpec> specs;
    if (part == recording.lanes()) {
        specs = figures::shared(recording);
    } else {
        const std::string name = laneFolder(recording, part);
        specs = figures::standard(recording, part);
        if (specs.size() < static_cast<std::size_t>(figures::kStandardFigures)) {
            made.skipped.push_back(name + ": no map of attention, because none was recorded (--capture maps does)");
        }
        std::vector<FigureSpec> further = figures::exportOnly(recording, part);
        std::move(further.begin(), further.end(), std::back_inserter(specs));
    }
    const std::string command = repeatCommand(recording);
    for (FigureSpec& figure : specs) {
        if (figures::nothingToDraw(figure)) {
            made.skipped.push_back(figure.id + ": nothing to draw");
            made.figures.push_back(nullptr);
            continue;
        }
        if (!m_hash.empty()) {
            setProvenance(figure, "bundle", m_hash);
        }
        setProvenance(figure, "command", command);
        if (part < recording.lanes()) {
            setProvenance(figure, "lane", std::to_string(part));
        }
        made.figures.push_back(std::make_shared<const FigureSpec>(std::move(figure)));
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

Result<FigureWriter::Write> FigureWriter::draw() {
    const auto files = static_cast<int>(kSuffixes.size());
    const int first = m_current.part * files * kPerLane;
    while (m_done < total() && neededPart() < 0) {
        const auto at = static_cast<std::size_t>((m_done - first) / files);
        const std::string suffix(kSuffixes[static_cast<std::size_t>(m_done % files)]);
        ++m_done;
        if (at >= m_current.figures.size() || m_current.figures[at] == nullptr) {
            continue;
        }
        const std::shared_ptr<const FigureSpec>& figure = m_current.figures[at];
        const std::string stem = figures::fileStem(figure->id);
        const fs::path folder = m_current.folder, file = folder / (stem + suffix);
        return drawFigure(figure, file).map([&](const SaveFiles& save) {
            return Write([save, folder, file]() -> Result<fs::path> {
                if (bundleHas(file)) {
                    return fs::path();
                }
                KVW_TRY(makeFolder(folder));
                return save().map([&] { return fs::path(file); });
            });
        });
    }
    return Write();
}

FigureExport::FigureExport(std::shared_ptr<const Recording> recording, const std::string& bundleHash,
                           const QString& folder, QObject* parent, std::vector<std::int64_t> steps)
    : QObject(parent),
      m_writer(
          std::make_shared<FigureWriter>(std::move(recording), bundleHash, folder.toStdString(), std::move(steps))) {
    connect(&m_job, &LatestJob::failed, this, [this, folder](const QString& thrown) {
        finish(notComputed(folder.toStdString(), thrown.toStdString()).value().asPhrase());
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

void FigureExport::finish(const Phrase& error) {
    if (!m_finished) {
        m_finished = true;
        Q_EMIT finished(m_files, error);
    }
}

void FigureExport::compute(std::int32_t part) {
    m_job.request(
        [this, writer = m_writer, part](const LatestJob::Stale&) {
            // Runs on another thread: uses only data that the GUI thread does not change meanwhile.
            const auto made = std::make_shared<FigureWriter::Part>(writer->compute(part));
            return LatestJob::Report([this, made] {
                m_writer->take(std::move(*made));
                turn();
            });
        },
        true);
}

void FigureExport::write(FigureWriter::Write file) {
    m_job.request(
        [this, file = std::move(file)](const LatestJob::Stale&) {
            return LatestJob::Report([this, written = file()] {
                if (!written) {
                    finish(written.error().asPhrase());
                    return;
                }
                m_files += written->empty() ? 0 : 1;
                Q_EMIT progressed(m_writer->done());
                start();
            });
        },
        true);
}

void FigureExport::turn() {
    if (m_cancelled || m_finished) {
        return;
    }
    if (m_writer->done() >= m_writer->total()) {
        finish({});
        return;
    }
    if (const std::int32_t part = m_writer->neededPart(); part >= 0) {
        compute(part);
        return;
    }
    auto file = m_writer->draw();
    if (!file) {
        finish(file.error().asPhrase());
    } else if (*file) {
        write(std::move(*file));
    } else {
        start();
    }
}

}  // namespace kvw::wb
