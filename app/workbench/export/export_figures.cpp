// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/export_figures.h"

#include <cstdio>
#include <string>

#include "app/workbench/export/figure_export.h"
#include "core/bundle/bundle.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

Result<void> exportAll(const OpenedBundle& bundle, const fs::path& folder) {
    FigureWriter writer(bundle.recording, bundle.hash, folder);
    while (writer.done() < writer.total()) {
        const auto file = writer.next();
        if (!file) {
            return tl::unexpected(file.error());
        }
        if (!file->empty()) {
            std::printf("%s\n", file->string().c_str());
        }
    }
    for (const std::string& sentence : writer.skipped()) {
        std::fprintf(stderr, "%s\n", sentence.c_str());
    }
    return {};
}

fs::path defaultFolder(const fs::path& bundle) {
    if (fs::is_directory(bundle)) {
        return bundle / "figures";
    }
    if (bundle.filename() == "manifest.json") {
        return bundle.parent_path() / "figures";
    }
    fs::path beside = bundle;
    beside.replace_extension();
    return beside += "-figures";
}

}  // namespace

int exportFigures(const std::filesystem::path& path, const std::filesystem::path& outDir) {
    const auto bundle = openBundle(path);
    if (!bundle) {
        std::fprintf(stderr, "%s\n", bundle.error().sentence().c_str());
        return 1;
    }
    for (const std::string& warning : bundle->warnings) {
        std::fprintf(stderr, "warning: %s\n", warning.c_str());
    }
    const auto done = exportAll(*bundle, outDir.empty() ? defaultFolder(path) : outDir);
    if (!done) {
        std::fprintf(stderr, "%s\n", done.error().sentence().c_str());
        return 1;
    }
    return 0;
}

}  // namespace kvw::wb
