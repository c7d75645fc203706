// SPDX-License-Identifier: GPL-3.0-or-later
/// Exports all figures of a recording, one file after the other. The command line does it in one go; the window
/// computes, packs and writes on another thread and draws between its frames.
#pragma once

#include <QObject>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/workbench/plot/latest_job.h"
#include "core/base/error.h"
#include "core/figures/figure.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Writes every standard figure of every lane as PDF, SVG, PNG, data (.csv), caption (.tex) and pgfplots source. For
/// several lanes, each has a folder `<n>-<policy id>`, beside the figures of the comparison. Reads only published
/// steps, so a run may continue. Thread: GUI thread unless stated otherwise; needs no display (figures are drawn by a
/// widget that is never shown).
class FigureWriter {
 public:
    /// `steps`: number of steps of each lane that are drawn; empty: all.
    FigureWriter(std::shared_ptr<const Recording> recording, std::string bundleHash, std::filesystem::path folder,
                 std::vector<std::int64_t> steps = {});

    /// Returns the existing files with figure suffixes in the folders where the recording's figures go; those with the
    /// name of a figure would be replaced.
    [[nodiscard]] static std::vector<std::filesystem::path> existingFigureFiles(const Recording& recording,
                                                                                const std::filesystem::path& folder);
    /// Returns those of them that this export would replace. Texts written by a bundle stay and are not among them.
    /// Computes the figures only if there may be some. Thread: any.
    [[nodiscard]] std::vector<std::filesystem::path> replaced() const;
    [[nodiscard]] int total() const noexcept;                   ///< number of figures times file types
    [[nodiscard]] int done() const noexcept { return m_done; }  ///< number of them already handled
    /// Figures of one lane, or of the comparison.
    struct Part {
        std::int32_t part = -1;  ///< lane; the number of lanes: the comparison
        std::filesystem::path folder;
        std::vector<std::shared_ptr<const FigureSpec>> figures;  ///< null: nothing to draw
        std::vector<std::string> skipped;
    };
    /// Returns the part that the next step needs if `take` has not received it; -1: no part is needed.
    [[nodiscard]] std::int32_t neededPart() const noexcept;
    /// Computes a part, the slowest step of an export. Thread: any.
    [[nodiscard]] Part compute(std::int32_t part) const;
    void take(Part part);
    /// Encodes a file and writes it. Returns its path; empty: a bundle has the file already. Thread: any.
    using Write = std::function<Result<std::filesystem::path>()>;
    /// Goes to the next file of the current part and draws it if it is a picture. Empty: the part has no more files.
    [[nodiscard]] Result<Write> draw();
    /// Returns a sentence for each figure with nothing to draw.
    [[nodiscard]] const std::vector<std::string>& skipped() const noexcept { return m_skipped; }

 private:
    [[nodiscard]] std::int32_t partOfStep() const noexcept;
    [[nodiscard]] const Recording& drawn() const;
    [[nodiscard]] std::filesystem::path folderOf(std::int32_t part) const;

    const std::shared_ptr<const Recording> m_recording;
    const std::vector<std::int64_t> m_steps;
    mutable std::shared_ptr<const Recording> m_drawn;  ///< the first m_steps of the recording
    mutable std::once_flag m_made;
    const std::string m_hash;
    const std::filesystem::path m_folder;
    Part m_current;
    std::vector<std::string> m_skipped;
    int m_done = 0;
};

/// Export for the window: another thread computes, packs and writes; the GUI thread draws at most one picture per turn
/// of the event loop.
class FigureExport : public QObject {
    Q_OBJECT
 public:
    FigureExport(std::shared_ptr<const Recording> recording, const std::string& bundleHash, const QString& folder,
                 QObject* parent, std::vector<std::int64_t> steps = {});

    [[nodiscard]] int total() const noexcept { return m_writer->total(); }
    void start();
    void cancel();  ///< takes effect at once; finished files stay, a file being written is either whole or absent

 Q_SIGNALS:
    void progressed(int done);
    /// Emitted last. `error` empty: all files were written, or the export was cancelled.
    void finished(int files, const Phrase& error);

 private:
    void turn();
    void compute(std::int32_t part);
    void write(FigureWriter::Write file);
    void finish(const Phrase& error);

    std::shared_ptr<FigureWriter> m_writer;  ///< shared with the thread, which may outlive the export
    LatestJob m_job{this, LatestJob::End::Leave};
    int m_files = 0;
    bool m_cancelled = false, m_finished = false;
};

}  // namespace kvw::wb
