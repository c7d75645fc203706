// SPDX-License-Identifier: GPL-3.0-or-later
/// All figures of a recording, one file after the other: for the command line at once; for the window they are
/// computed, packed and written off the GUI thread, and drawn between its frames.
#pragma once

#include <QObject>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/workbench/plots/latest_job.h"
#include "core/base/error.h"
#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Every standard figure of every lane as PDF, SVG, PNG, data (.csv), caption (.tex) and pgfplots source; several
/// lanes: a folder
/// `<n>-<policy id>` each, and the comparison beside them. Reads published steps, so a run may go on.
/// Thread: GUI thread where it does not say any, and no display (figures are drawn by a widget that is never shown).
class FigureWriter {
 public:
    /// `steps`: so many of each lane are drawn; empty: all.
    FigureWriter(std::shared_ptr<const Recording> recording, std::string bundleHash, std::filesystem::path folder,
                 std::vector<std::int64_t> steps = {});

    /// What lies where the figures of a recording go, in a format of theirs: those of the same name are written over.
    [[nodiscard]] static std::vector<std::filesystem::path> inTheWay(const Recording& recording,
                                                                     const std::filesystem::path& folder);
    /// Those of them that this export itself would write over; texts of a bundle, which stay, are none. Computes what
    /// is drawn only where there may be some. Any thread.
    [[nodiscard]] std::vector<std::filesystem::path> replaced() const;
    [[nodiscard]] int total() const noexcept;                   ///< of steps; one file each, some without
    [[nodiscard]] int done() const noexcept { return m_done; }  ///< those that were drawn
    /// The figures of one lane, or of the comparison.
    struct Part {
        std::int32_t part = -1;  ///< lane, or the number of lanes: the comparison
        std::filesystem::path folder;
        std::vector<std::shared_ptr<const FigureSpec>> figures;  ///< null: it has nothing to draw
        std::vector<std::string> skipped;
    };
    /// The part that the next step is about, if it is not here yet; -1: it is, or all is done.
    [[nodiscard]] std::int32_t neededPart() const noexcept;
    /// Computes it: the long part of the work. Any thread.
    [[nodiscard]] Part compute(std::int32_t part) const;
    void take(Part part);
    /// Makes the rest of a file and writes it; any thread. Returns its name; empty: a bundle has it already.
    using Write = std::function<Result<std::filesystem::path>()>;
    /// Goes on to the next file of the part that is here, and draws it if it is a picture. Empty: there is none.
    [[nodiscard]] Result<Write> draw();
    /// Sentences: figures with nothing to draw, and why.
    [[nodiscard]] const std::vector<std::string>& skipped() const noexcept { return m_skipped; }

 private:
    [[nodiscard]] std::int32_t partOfStep() const noexcept;
    [[nodiscard]] const Recording& drawn() const;
    [[nodiscard]] std::filesystem::path folderOf(std::int32_t part) const;

    const std::shared_ptr<const Recording> m_recording;
    const std::vector<std::int64_t> m_steps;
    mutable std::shared_ptr<const Recording> m_drawn;  ///< that much of it
    mutable std::once_flag m_made;
    const std::string m_hash;
    const std::filesystem::path m_folder;
    Part m_current;
    std::vector<std::string> m_skipped;
    int m_done = 0;
};

/// The same for the window: a thread computes, packs and writes; in between, at most one picture is drawn in a turn of
/// the event loop.
class FigureExport : public QObject {
    Q_OBJECT
 public:
    FigureExport(std::shared_ptr<const Recording> recording, const std::string& bundleHash, const QString& folder,
                 QObject* parent, std::vector<std::int64_t> steps = {});

    [[nodiscard]] int total() const noexcept { return m_writer->total(); }
    void start();
    void cancel();  ///< at once; files that are written stay, one that is being written is whole or not there

 Q_SIGNALS:
    void progressed(int done);
    /// Last. `error` empty: all were written, or it was cancelled.
    void finished(int files, const QString& error);

 private:
    void turn();
    void compute(std::int32_t part);
    void write(FigureWriter::Write file);
    void finish(const QString& error);

    std::shared_ptr<FigureWriter> m_writer;  ///< also of the thread, which may outlive the export
    LatestJob m_job{this, LatestJob::End::Leave};
    int m_files = 0;
    bool m_cancelled = false, m_finished = false;
};

}  // namespace kvw::wb
