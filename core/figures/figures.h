// SPDX-License-Identifier: Apache-2.0
/// The figures of a recording; those with settings of their own are in figure_attention.h, figure_budgets.h,
/// figure_cache.h, figure_hindsight.h and figure_layers.h. Every builder reads published steps only and may be called
/// while the run goes on. Time (the step) runs along x, tokens and layers along y; in maps of attention steps run down
/// and tokens along x. Definitions of the numbers: METRICS.md. A figure with nothing to show has panels without series
/// and maps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/attention/preference.h"
#include "core/base/error.h"
#include "core/figures/figure.h"
#include "core/figures/figure_request.h"
#include "core/figures/step_mean.h"
#include "core/metrics/prune_events.h"
#include "core/session/spec/pruning.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Maps are pooled (mean of budgets, maximum of probabilities, last state of keep-sets) to at most this many cells per
/// side.
inline constexpr std::int32_t kMapSide = 256;

/// Returns the lanes whose curves can stand behind that of `lane`: policies with a trace.
[[nodiscard]] std::vector<std::int32_t> nllLanesBeside(const Recording& recording, std::int32_t lane);
/// Settings of the figure of NLL. Its id names what differs from the default: "nll-lanes-threshold-2p5".
struct NllFigure {
    bool lanes = false;  ///< the curves of those lanes stand behind that of the lane
    StepMean difference = StepMean::Smoothed;
    double thresholdScales = metrics::kThresholdScales;
};
/// NLL per token with that of the full lane and prune events as marks; in a second panel the difference to the full
/// lane, if there is one. In the panel of what events are judged by, unless it shows means, the threshold that their
/// duration is measured with.
[[nodiscard]] FigureSpec nll(const Recording& recording, std::int32_t lane, const NllFigure& what = {});
/// Reads a request. None: it is no such figure.
[[nodiscard]] std::optional<NllFigure> nllFigureOf(const FigureRequest& request);
/// Live, allocated and full bytes over steps.
[[nodiscard]] FigureSpec memory(const Recording& recording, std::int32_t lane);
/// NLL of the answers to the text's probes by the step of the answer, with the full cache and with the policy, and how
/// much of each fact was held just before it. Empty if none was answered.
[[nodiscard]] FigureSpec probes(const Recording& recording, std::int32_t lane);
/// Tokens that a layer (unit -1) or a unit of it holds: x = step, y = token, with categories evicted, held, sink,
/// recent, and pinned if any token is. `keepsetOf` draws "keepset-layer-N[-head-N]"; none: it is another figure.
[[nodiscard]] FigureSpec keepset(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int32_t unit);
[[nodiscard]] std::optional<FigureSpec> keepsetOf(const Recording& recording, std::int32_t lane,
                                                  const FigureRequest& request);
/// Lorenz curve of the row of `step`; queryHead -1: mean over heads. Empty if no row is recorded.
[[nodiscard]] FigureSpec lorenz(const Recording& recording, std::int32_t lane, std::int32_t layer,
                                std::int32_t queryHead, std::int64_t step);
/// Draws "lorenz-layer-N[-head-N][-step-N]"; without a step the last one. None: the request is of another figure.
[[nodiscard]] std::optional<FigureSpec> lorenzOf(const Recording& recording, std::int32_t lane,
                                                 const FigureRequest& request);
/// Attention by age of token, a line per layer, over the rows recorded of steps [first, last]: the temporal U-shape. Id
/// "ages" if these are all steps after the prompt (all steps where nothing was decoded), else "ages-steps-100-300".
[[nodiscard]] FigureSpec ages(const Recording& recording, std::int32_t lane, std::int64_t first, std::int64_t last);
/// Plane of H and V with a point per layer, and the budgets that follow from `plan`. Empty without the prompt's rows.
/// Id "preference" with what differs from the settings of the lane: "preference-tau1-0p5-tau2-2-capacity-256".
[[nodiscard]] FigureSpec preference(const Recording& recording, std::int32_t lane, const PreferencePlan& plan);
/// Reads a request. None: it is no such figure.
[[nodiscard]] std::optional<PreferencePlan> preferencePlanOf(const Recording& recording, std::int32_t lane,
                                                             const FigureRequest& request);
/// Tokens that each layer holds after each layer of the prefill (map). Empty if that was not recorded.
[[nodiscard]] FigureSpec cascade(const Recording& recording, std::int32_t lane);
/// Entropy, variance and budget by layer (bars): CAKE. Empty without the prompt's rows.
[[nodiscard]] FigureSpec layerShape(const Recording& recording, std::int32_t lane);
/// Running perplexity of every lane over the positions of the text.
[[nodiscard]] FigureSpec perplexity(const Recording& recording);
/// Bytes held by every lane over the length of the text.
[[nodiscard]] FigureSpec memoryLength(const Recording& recording);
/// Overlap (Jaccard) of the keep-sets of all lanes with those of `lane` after a step, by layer.
[[nodiscard]] FigureSpec overlap(const Recording& recording, std::int32_t lane, std::int64_t step);
/// Appends that figure below the curves of lanes, as the window does: "lanes-kl-overlap-lane-1-step-512".
void addOverlap(FigureSpec& curves, FigureSpec overlap);
/// Quantity of a figure with one curve per lane.
enum class LaneCurve { MeanNll, MeanDelta, Nll, Delta, Kl, Live, MeanLess, Less };
/// Draws the curves. `of`: the lane whose NLL is subtracted by MeanLess and Less.
[[nodiscard]] FigureSpec laneCurves(const Recording& recording, LaneCurve which, std::int32_t of);
/// Returns the id: "lanes-kl", "lanes-less-lane-2".
[[nodiscard]] std::string laneCurveId(LaneCurve which, std::int32_t of);
/// Draws curves or an overlap, or both ("lanes-kl-overlap-lane-1-step-512"), as a request names them; without a step
/// the overlap is of the last one. None: it is no such figure, or names a lane or step that is not there.
[[nodiscard]] std::optional<FigureSpec> laneFigureOf(const Recording& recording, const FigureRequest& request);
/// NLL of the tokens behind a prune event that lanes take apart (analysis/spike.h), and the difference to no prune.
/// Empty if no lanes do.
[[nodiscard]] FigureSpec spike(const Recording& recording);
/// Returns the name of such a lane: "eviction alone".
[[nodiscard]] const char* spikeWords(Pruning pruning);
/// Difference in NLL and held tokens of all lanes, for a recording with several.
[[nodiscard]] FigureSpec comparison(const Recording& recording);

/// Returns the figures of a bundle: nll, budgets, inequality, memory, keepset of the first layer, and its attention if
/// recorded. At most `kStandardFigures`.
inline constexpr int kStandardFigures = 6;
[[nodiscard]] std::vector<FigureSpec> standard(const Recording& recording, std::int32_t lane);
/// Returns the figures that are exported beside `standard` and are no part of a bundle: Lorenz curve of the last row,
/// ages, Gini, preference, layer shape, cascade, hindsight, probes, each only if there is something to show. At most
/// `kExportOnlyFigures`.
inline constexpr int kExportOnlyFigures = 8;
[[nodiscard]] std::vector<FigureSpec> exportOnly(const Recording& recording, std::int32_t lane);
/// Returns the figures of all lanes together, for a recording with several: comparison, perplexity over position,
/// memory over length, a prune event taken apart, attention of layer 0 side by side; the last two only if there is
/// something to show. At most `kSharedFigures`.
inline constexpr int kSharedFigures = 5;
[[nodiscard]] std::vector<FigureSpec> shared(const Recording& recording);
/// Returns whether the figure of this id is of all lanes.
[[nodiscard]] bool isShared(const std::string& id);
/// Returns a figure by its id: those of `standard`, `exportOnly` and `shared`; "budgets…", "cache-map…",
/// "attention-layer-3…", "attention-lanes-layer-3…" and "hindsight…" with the parts that their headers name
/// (figure_budgets.h, figure_cache.h, figure_attention.h, figure_hindsight.h), as the window shows them;
/// "keepset-layer-3-head-0", "gini-head-1", "reach", "span-head-1" (figure_layers.h), "nll-lanes",
/// "lorenz-layer-3-head-0-step-512", "attention-margins-layer-3-step-512-tokens-40-44", "lanes-kl",
/// "lanes-less-lane-2", "overlap-lane-1-step-512", "lanes-kl-overlap-lane-1-step-512". For any with steps along an
/// axis, "-steps-100-300" at the end selects a part. Words of printing may follow (print/figure_print.h). Errors:
/// BadUsage (no such figure, or one that only the window draws, and why).
[[nodiscard]] Result<FigureSpec> byId(const Recording& recording, std::int32_t lane, const std::string& id);

}  // namespace kvw::figures
