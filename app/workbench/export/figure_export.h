// SPDX-License-Identifier: GPL-3.0-or-later
/// All figures of a recording, one file after the other: for the command line at once, for the window between its
/// frames.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Every standard figure of every lane as PDF, SVG, PNG, data (.csv), caption (.tex) and pgfplots source; several lanes: a folder
/// `<n>-<policy id>` each, and the comparison beside them. Reads published steps, so a run may go on.
/// Thread: GUI thread, and no display (figures are drawn by a widget that is never shown).
class FigureWriter {
 public:
    FigureWriter(std::shared_ptr<const Recording> recording, std::string bundleHash, std::filesystem::path folder);

    [[nodiscard]] int total() const noexcept;  ///< of steps; one file each, some without
    [[nodiscard]] int done() const noexcept { return m_done; }
    /// One step. Returns the file it wrote; empty: there was nothing to write.
    [[nodiscard]] Result<std::filesystem::path> next();
    /// Sentences: figures with nothing to draw, and why.
    [[nodiscard]] const std::vector<std::string>& skipped() const noexcept { return m_skipped; }

 private:
    void load(std::int32_t part);

    std::shared_ptr<const Recording> m_recording;
    std::string m_hash;
    std::filesystem::path m_folder, m_partFolder;
    std::int32_t m_part = -1;         ///< lane, or the number of lanes: the comparison
    std::vector<FigureSpec> m_specs;  ///< of the part; one without panels has nothing to draw
    std::vector<std::string> m_skipped;
    int m_done = 0;
};

/// The same for the window: a file per turn of the event loop.
class FigureExport : public QObject {
    Q_OBJECT
 public:
    FigureExport(std::shared_ptr<const Recording> recording, const std::string& bundleHash, const QString& folder,
                 QObject* parent);

    [[nodiscard]] int total() const noexcept { return m_writer.total(); }
    void start();
    void cancel();  ///< files that are written stay

 Q_SIGNALS:
    void progressed(int done);
    /// Last. `error` empty: all were written, or it was cancelled.
    void finished(int files, const QString& error);

 private:
    void turn();

    FigureWriter m_writer;
    int m_files = 0;
    bool m_cancelled = false;
};

}  // namespace kvw::wb
