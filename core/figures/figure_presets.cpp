// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_presets.h"

#include <algorithm>

#include "core/base/comma_list.h"
#include "core/figures/figures.h"

namespace kvw::figures {

const std::vector<FigurePreset>& presets() {
    static const std::vector<FigurePreset> kPresets{
        {"overview",
         "Overview of a run",
         "NLL, budgets, shape of attention and bytes on one page",
         {"nll", "budgets", "inequality", "memory"},
         2},
        {"cascading",
         "Attention reconstructions",
         "as in Cascading KV Cache: the same maps of all policies side by "
         "side, first and last layer",
         {"attention-lanes-layer-first", "attention-lanes-layer-last"},
         1},
        {"maps",
         "Attention of all layers",
         "the maps of all recorded layers and policies on one scale",
         {"attention-grid"},
         1},
        {"cake",
         "Entropy, variance, budget",
         "as in CAKE: what its layers prefer, and what they held while the prompt "
         "was read",
         {"layer-shape", "preference", "cascade"},
         2},
        {"cake-steps",
         "Entropy and variance over the run",
         "as in CAKE: entropy and variance of attention by layer and step",
         {"entropy", "variance"},
         1},
        {"adap-kv",
         "Gini by layer",
         "as in the Adap-KV thesis: Gini by layer and step, Lorenz curve, attention by age",
         {"gini", "lorenz-layer-first", "ages"},
         2},
        {"sage",
         "What one query keeps",
         "as in SAGE-KV: entropy of attention by layer, and what is kept in the first and the last layer",
         {"entropy", "keepset-layer-first", "keepset-layer-last"},
         1},
        {"lazy",
         "Length and loss of lazy pruning",
         "as in lazy pruning: bytes held between prunes, and perplexity, of every policy",
         {"memory-length", "perplexity"},
         1},
        {"perplexity", "Perplexity over position", "running perplexity of every policy", {"perplexity"}, 1},
        {"memory", "Memory over length", "bytes held by every policy", {"memory-length"}, 1}};
    return kPresets;
}

bool nothingToDraw(const FigureSpec& figure) {
    return std::all_of(figure.panels.begin(), figure.panels.end(), [](const FigurePanel& panel) {
        return panel.series.empty() && std::all_of(panel.maps.begin(), panel.maps.end(), [](const FigureMap& map) {
                   return std::find(map.cells.begin(), map.cells.end(), FigureCell::Value) == map.cells.end();
               });
    });
}

Result<std::vector<FigureSpec>> presetFigures(const Recording& recording, std::int32_t lane,
                                              const std::string& preset) {
    const auto found =
        std::find_if(presets().begin(), presets().end(), [&](const FigurePreset& each) { return preset == each.id; });
    if (found == presets().end()) {
        return fail(Code::BadUsage, "figures", "there is no such preset", '"' + preset + '"',
                    joined(presets(), ", ", &FigurePreset::id));
    }
    std::vector<FigureSpec> figures;
    const int layers = recording.trace(lane).shape().layers;
    for (const char* id : found->figures) {
        FigureRequest request = FigureRequest::parse(id);
        if (const std::string word = request.parts.back().word; word == "first" || word == "last") {
            request.parts.pop_back();
            request.parts.back().numbers.push_back(word == "first" ? 0 : layers - 1);
        }
        KVW_TRY_ASSIGN(auto figure, byId(recording, lane, request.id()));
        const bool twice =
            std::any_of(figures.begin(), figures.end(), [&](const FigureSpec& each) { return each.id == figure.id; });
        if (!nothingToDraw(figure) && !twice) {
            figures.push_back(std::move(figure));
        }
    }
    if (figures.empty()) {
        return fail(Code::NotFound, preset, "the run has no data for these figures", {},
                    "a run with --capture maps, whose prompt was decoded or whose rows of it are recorded");
    }
    return figures;
}

}  // namespace kvw::figures
