// SPDX-License-Identifier: Apache-2.0
#include "core/publish/write_bundle.h"

#include <string>
#include <utility>

#include "core/bundle/folder_writer.h"
#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "core/figures/tables.h"

namespace kvw {

namespace {

using bundle::FolderWriter;

Result<void> writeTable(FolderWriter& folder, const std::string& name, const tables::Table& table) {
    KVW_TRY(folder.write("tables/" + name + ".csv", tables::toCsv(table)));
    return folder.write("tables/" + name + ".tex", tables::toLatex(table, "tab:" + name));
}

Result<void> writeFigure(FolderWriter& folder, FigureSpec figure, const std::string& hash) {
    figure.provenance.emplace_back("bundle", hash);
    const std::string base = "figures/" + figure.id;
    KVW_TRY(folder.writeJson(base + ".json", figures::toJson(figure), "figure"));
    KVW_TRY(folder.write(base + ".csv", figures::toCsv(figure)));
    return folder.write(base + ".tex", figures::toLatexCaption(figure));
}

Result<void> writeTables(FolderWriter& folder, const Recording& recording, std::int32_t lane, const std::string& hash) {
    if (lane == kAllLanes) {
        return writeTable(folder, "compare", tables::comparison(recording, hash));
    }
    KVW_TRY(writeTable(folder, "summary", tables::summary(recording, lane, hash)));
    return writeTable(folder, "prune_events", tables::pruneEvents(recording, lane, hash));
}

Result<void> writeFigures(FolderWriter& folder, const Recording& recording, std::int32_t lane,
                          const std::string& hash) {
    if (lane == kAllLanes) {
        return writeFigure(folder, figures::comparison(recording), hash);
    }
    for (FigureSpec& figure : figures::standard(recording, lane)) {
        KVW_TRY(writeFigure(folder, std::move(figure), hash));
    }
    return {};
}

}  // namespace

Result<void> writeBundle(const Recording& recording, const std::filesystem::path& target, const BundleOptions& options,
                         const WriteWatch& watch) {
    return writeBundleFiles(recording, target, options, watch,
                            [&options](FolderWriter& folder, const Recording& written, std::int32_t lane,
                                       const std::string& hash) -> Result<void> {
                                if (options.tables) {
                                    KVW_TRY(writeTables(folder, written, lane, hash));
                                }
                                return options.figures ? writeFigures(folder, written, lane, hash) : Result<void>();
                            });
}

}  // namespace kvw
