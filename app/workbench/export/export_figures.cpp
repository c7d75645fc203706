// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/export_figures.h"

#include <cstdio>
#include <string>
#include <string_view>

#include "app/workbench/export/figure_files.h"
#include "core/bundle/bundle.h"
#include "core/bundle/figures.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

bool empty(const FigureSpec& figure) {
    for (const FigurePanel& panel : figure.panels) {
        if (!panel.empty()) {
            return false;
        }
    }
    return true;
}

Result<void> writeAll(FigureSpec figure, const OpenedBundle& bundle, const fs::path& folder) {
    if (empty(figure)) {
        return {};
    }
    setProvenance(figure, "bundle", bundle.hash);
    setProvenance(figure, "command", bundle.recording->description().commandLine);
    for (const char* suffix : {".pdf", ".svg", ".png", ".csv", ".tex"}) {
        const fs::path file = folder / (figure.id + suffix);
        const bool text = std::string_view(suffix) == ".csv" || std::string_view(suffix) == ".tex";
        if (text && fs::exists(file) && fs::exists(folder / (figure.id + ".json"))) {
            continue;  // a bundle's own figures/: the file is there, and its sum is in the manifest
        }
        if (const auto written = writeFigure(figure, file); !written) {
            return written;
        }
        std::printf("%s\n", file.string().c_str());
    }
    return {};
}

Result<void> makeFolder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return fail(Code::Io, folder.string(), "the folder could not be made", error.message(),
                    "a place that can be written");
    }
    return {};
}

Result<void> exportAll(const OpenedBundle& bundle, const fs::path& out) {
    const Recording& recording = *bundle.recording;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const fs::path folder = recording.lanes() == 1
                                    ? out
                                    : out / (std::to_string(lane) + '-' +
                                             recording.description().lanes[static_cast<std::size_t>(lane)].policyId);
        if (auto made = makeFolder(folder); !made) {
            return made;
        }
        for (FigureSpec& figure : figures::standard(recording, lane)) {
            if (auto written = writeAll(std::move(figure), bundle, folder); !written) {
                return written;
            }
        }
    }
    return recording.lanes() > 1 ? writeAll(figures::comparison(recording), bundle, out) : Result<void>{};
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
