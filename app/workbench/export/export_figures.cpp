// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/export_figures.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbench/export/figure_export.h"
#include "app/workbench/export/figure_files.h"
#include "app/workbench/export/figure_page.h"
#include "core/base/files/small_file.h"
#include "core/base/visible_text.h"
#include "core/bundle/bundle.h"
#include "core/figures/figure_presets.h"
#include "core/figures/figures.h"
#include "core/figures/print/figure_print.h"
#include "core/figures/print/parameter_symbols.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

/// Returns the same error as `kvw export`.
tl::unexpected<Error> wouldReplace(const std::vector<fs::path>& files) {
    return fail(Code::BadUsage, files.front().string(), "the file exists already",
                files.size() == 1 ? Phrase() : phrase("%1 more that would be replaced", files.size() - 1),
                "another --out, or --overwrite");
}

Result<void> exportAll(const OpenedBundle& bundle, const fs::path& folder, bool overwrite) {
    FigureWriter writer(bundle.recording, bundle.hash, folder);
    if (!overwrite) {
        if (const auto there = writer.replaced(); !there.empty()) {
            return wouldReplace(there);
        }
    }
    while (writer.done() < writer.total()) {
        if (const std::int32_t part = writer.neededPart(); part >= 0) {
            writer.take(writer.compute(part));
        }
        KVW_TRY_ASSIGN(const auto file, writer.draw().and_then([](const FigureWriter::Write& write) {
            return write ? write() : Result<fs::path>(fs::path());
        }));
        if (!file.empty()) {
            std::printf("%s\n", visibleLine(file.string()).c_str());
        }
    }
    for (const std::string& sentence : writer.skipped()) {
        std::fprintf(stderr, "%s\n", visibleLine(sentence).c_str());
    }
    return {};
}

fs::path defaultFolder(const fs::path& bundle) {
    std::error_code unknown;
    if (fs::is_directory(bundle, unknown)) {
        return bundle / "figures";
    }
    if (bundle.filename() == "manifest.json") {
        return bundle.parent_path() / "figures";
    }
    fs::path beside = bundle;
    beside.replace_extension();
    return beside += "-figures";
}

void tellWarnings(const OpenedBundle& bundle) {
    for (const Phrase& warning : bundle.warnings) {
        std::fprintf(stderr, "warning: %s\n", visibleLine(warning.english()).c_str());
    }
}

Result<FigurePage> pageOf(const OpenedBundle& bundle, const PageRequest& request) {
    const Recording& recording = *bundle.recording;
    const std::int32_t lane = request.lane < 0 ? recording.lanes() - 1 : request.lane;
    if (lane >= recording.lanes()) {
        return fail(Code::BadUsage, "--lane", "there is no such lane", std::to_string(lane),
                    phrase("0 to %1", recording.lanes() - 1));
    }
    FigurePage page;
    page.columns = request.columns;
    page.millimetres = request.millimetres;
    page.slide = request.slide;
    if (!request.preset.empty()) {
        auto figures = figures::presetFigures(recording, lane, request.preset);
        if (!figures) {
            return tl::unexpected(figures.error());
        }
        page.figures = std::move(*figures);
        page.id = request.preset;
        for (const figures::FigurePreset& preset : figures::presets()) {
            if (request.preset == preset.id) {
                page.title = preset.title;
                page.columns = request.columns > 0 ? request.columns : preset.columns;
            }
        }
    }
    for (const std::string& id : request.figures) {
        KVW_TRY_ASSIGN(auto figure, figures::byId(recording, lane, id));
        page.title += (page.title.empty() ? "" : "; ") + figure.title.text();
        page.figures.push_back(std::move(figure));
    }
    page.columns = page.columns > 0 ? page.columns : 2;
    std::optional<figures::ParameterSymbols> symbols;  // of the plugin folders, which are read once and only if needed
    for (FigureSpec& figure : page.figures) {
        if (figure.print == FigurePrint()) {
            figures::printWith(figure, request.print);
        }
        if (figure.print.symbols) {
            if (!symbols) {
                symbols = figures::symbolsOf(Catalog::scan(PluginPaths::standard()), recording);
            }
            figures::writeSymbols(figure, *symbols);
        }
        figure.legend = request.legend;
        setProvenance(figure, "bundle", bundle.hash);
        setProvenance(figure, "command", repeatCommand(recording));
        setProvenance(figure, "lane", std::to_string(lane));
    }
    return page;
}

/// Returns the files of a page that exist already.
std::vector<fs::path> pageFilesThere(const FigurePage& page, const fs::path& folder) {
    std::vector<fs::path> files = figureFiles(folder / (page.id + ".pdf"));
    files.push_back(folder / (page.id + ".svg"));
    files.push_back(folder / (page.id + ".png"));
    std::erase_if(files, [](const fs::path& file) {
        std::error_code unknown;
        return !fs::exists(file, unknown);
    });
    return files;
}

}  // namespace

int legendOf(const std::string& word) {
    constexpr std::array<std::string_view, 5> kWords{"below", "above", "right", "inside", "none"};
    const auto found = std::find(kWords.begin(), kWords.end(), word);
    return found == kWords.end() ? -1 : static_cast<int>(found - kWords.begin());
}

int exportFigurePage(const std::filesystem::path& path, const std::filesystem::path& outDir,
                     const PageRequest& request) {
    const auto bundle = openBundle(path);
    if (!bundle) {
        std::fprintf(stderr, "%s\n", bundle.error().sentence().c_str());
        return 1;
    }
    tellWarnings(*bundle);
    const fs::path folder = outDir.empty() ? defaultFolder(path) : outDir;
    const auto written =
        pageOf(*bundle, request).and_then([&](const FigurePage& page) -> Result<std::vector<fs::path>> {
            if (const auto there = pageFilesThere(page, folder); !there.empty() && !request.overwrite) {
                return wouldReplace(there);
            }
            KVW_TRY(makeFolder(folder));
            for (const std::string& id : legendsBelow(page)) {
                std::fprintf(stderr, "%s: the legend has no room inside and stands below\n", id.c_str());
            }
            std::vector<fs::path> files;
            for (const char* suffix : {".svg", ".png", ".pdf"}) {
                KVW_TRY_ASSIGN(auto each, exportPage(page, folder / (page.id + suffix)));
                files.insert(files.begin(), each.front());
                if (std::string_view(suffix) == ".pdf") {
                    files.insert(files.end(), each.begin() + 1, each.end());
                }
            }
            return files;
        });
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().sentence().c_str());
        return 1;
    }
    for (const fs::path& file : *written) {
        std::printf("%s\n", visibleLine(file.string()).c_str());
    }
    return 0;
}

int exportFigurePages(const std::filesystem::path& path, const std::filesystem::path& outDir, PageRequest request,
                      const std::vector<std::string>& presets) {
    int result = presets.empty() ? exportFigurePage(path, outDir, request) : 0;
    for (std::size_t i = 0; i < presets.size() && result == 0; ++i) {
        request.preset = presets[i];
        result = exportFigurePage(path, outDir, request);
        request.figures.clear();
    }
    return result;
}

int exportFigures(const std::filesystem::path& path, const std::filesystem::path& outDir, bool overwrite) {
    const auto bundle = openBundle(path);
    if (!bundle) {
        std::fprintf(stderr, "%s\n", bundle.error().sentence().c_str());
        return 1;
    }
    tellWarnings(*bundle);
    const auto done = exportAll(*bundle, outDir.empty() ? defaultFolder(path) : outDir, overwrite);
    if (!done) {
        std::fprintf(stderr, "%s\n", done.error().sentence().c_str());
        return 1;
    }
    return 0;
}

}  // namespace kvw::wb
