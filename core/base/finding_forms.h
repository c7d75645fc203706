// SPDX-License-Identifier: Apache-2.0
/// Codes of findings and their English forms, the one place where these sentences stand. A form has numbered places in
/// ascending order; what fills them is a name, a number or a phrase. A row is added here, its translation in
/// resources/translations/kvwforms_*.ts. A code keeps its meaning: bundles store it. A form may be reworded.
#pragma once

#include <cstddef>
#include <string_view>

namespace kvw {

enum class Severity { Note, Warning, Error };

[[nodiscard]] constexpr const char* toText(Severity severity) {
    return severity == Severity::Note ? "note" : severity == Severity::Warning ? "warning" : "error";
}

struct FindingForm {
    std::string_view code;
    Severity severity = Severity::Warning;  ///< Note also where the form only fills places of others
    const char* form = "";
    bool nothingEvicted = false;  ///< the run evicts nothing, or nothing after the prompt
    /// Names of parameters that have no effect, separated by spaces; "%1": the one that the first argument names.
    std::string_view inert = {};
};

inline constexpr FindingForm kFindingForms[] = {
    // An error, also as a warning.
    {"error", Severity::Error, "%1"},

    // Texts that fill places.
    {"and", Severity::Note, "%1 and %2"},
    {"value-is", Severity::Note, "%1 is %2"},
    {"token", Severity::Note, "%1 token"},
    {"tokens", Severity::Note, "%1 tokens"},
    {"page", Severity::Note, "%1 page"},
    {"pages", Severity::Note, "%1 pages"},
    {"layer", Severity::Note, "%1 layer"},
    {"layers", Severity::Note, "%1 layers"},
    {"below-one-page", Severity::Note, "less than one page"},
    {"every-layer", Severity::Note, "every layer"},
    {"some-layers", Severity::Note, "%1 of %2 layers"},
    {"prompt-has", Severity::Note, "the prompt has %1"},
    {"model-has", Severity::Note, "the model has %1"},
    {"positions", Severity::Note, "%1 positions"},
    {"prefill", Severity::Note, "%1 prefill"},
    {"no-number", Severity::Note, "no number"},
    {"a-token", Severity::Note, "a token"},
    {"true-or-false", Severity::Note, "true or false"},
    {"and-more", Severity::Note, "%1 and %2 more"},
    {"sequence", Severity::Note, "%1 sequence is"},
    {"sequences", Severity::Note, "%1 sequences are"},
    {"order-mark", Severity::Note, "%1 byte order mark lies"},
    {"order-marks", Severity::Note, "%1 byte order marks lie"},
    {"zero-byte", Severity::Note, "%1 zero byte lies"},
    {"zero-bytes", Severity::Note, "%1 zero bytes lie"},
    {"budgets-together", Severity::Note, "all budgets together are %1 tokens, %2 are nominal"},

    // Ranges of parameters.
    {"integer", Severity::Note, "integer"},
    {"odd-integer", Severity::Note, "odd integer"},
    {"number", Severity::Note, "number"},
    {"from-to", Severity::Note, "%1 from %2 to %3"},
    {"at-least", Severity::Note, "%1, at least %2"},
    {"at-most", Severity::Note, "%1, at most %2"},
    {"excluded", Severity::Note, "%1 (excluded)"},
    {"one-of", Severity::Note, "one of %1"},
    {"some-of", Severity::Note, "one or more of %1, joined by +"},
    {"list-of", Severity::Note, "list such as 4/2/1 of at most %1, each an %2"},
    {"or-share", Severity::Note, "%1, or a share of the prompt such as 25%"},
    {"or-auto", Severity::Note, "%1, or auto"},

    // Settings of a run.
    {"no-effect-while", Severity::Warning, "%1 has no effect while %2", false, "%1"},
    {"no-effect-one-query-head", Severity::Warning, "%1 has no effect: every KV head has one query head", false, "%1"},
    {"no-effect-one-kv-head", Severity::Warning, "%1 has no effect: the model has one KV head", false, "%1"},
    {"value-typed", Severity::Warning, "%1 %2 typed, %3 in effect: %4"},
    {"value-by-default", Severity::Warning, "%1 %2 by default, %3 in effect: %4"},
    {"sampling-one-unused", Severity::Warning, "%1 has no effect: %2."},
    {"sampling-unused", Severity::Warning, "%1 have no effect: %2."},
    {"text-followed", Severity::Note, "the text is followed, no token is chosen"},
    {"likeliest-taken", Severity::Note, "at temperature 0 the likeliest token is taken"},
    {"sampling-advised", Severity::Warning, "The model's files advise %1; tokens are chosen as the run says."},
    {"text-ends", Severity::Warning, "%1 steps were asked for, but the text ends %2 after the prompt."},
    {"rank-keys-unused", Severity::Warning,
     "rank-keys has no effect with original positions: a key's phase never changes."},
    {"rows-limit-unused", Severity::Warning,
     "rows-limit has no effect unless rows of attention are recorded (--capture maps)."},
    {"chunk-above-prompt", Severity::Warning,
     "The prefill chunk of %1 is longer than the prompt of %2: it is one pass."},
    {"rounded-products-slow", Severity::Warning,
     "--dtype bf16 rounds the prompt and is slower than f32 on this processor: it has no products of bf16."},
    {"prompt-on-cpu", Severity::Warning,
     "A pass over %1 tokens of the prompt takes %2 MB on the device, and %3 MB are free there: the CPU reads "
     "them."},
    {"nothing-in-codes", Severity::Warning, "residual is %1 and the run has %2 tokens: nothing is stored in codes"},
    {"protected-take-capacity", Severity::Warning,
     "sinks and recent (%1) take all of the capacity (%2): only protected tokens stay, no score matters"},
    {"schedule-above-run", Severity::Warning,
     "the schedule every:%1 cuts after %2 decode steps at the earliest, the run has %3: nothing is evicted "
     "after the prompt",
     true},
    {"not-native", Severity::Warning,
     "%1 runs with %2, its work with %3; Native settings, or /native behind the policy, takes these."},

    // Model, tokenizer and text.
    {"sliding-window", Severity::Warning,
     "The model has a sliding window of %1 tokens in %2: what is older is held but not attended."},
    {"sliding-window-of-ranks", Severity::Warning,
     "The model has a sliding window of %1 tokens in %2: what is older is held but not attended; with "
     "cache-rank positions it counts ranks."},
    {"long-rope", Severity::Warning,
     "The run is longer than the %1 tokens of the short RoPE factors: the long ones serve all of it."},
    {"above-context", Severity::Warning,
     "%1: %2 tokens are longer than the model's context of %3; with original positions quality falls beyond "
     "it (--positions cache-rank keeps phases inside the cache)."},
    {"weights-not-finite", Severity::Warning,
     "%1 holds numbers that are not finite (NaN or infinite); what the model computes from them is "
     "worthless."},
    {"more-weights-not-finite", Severity::Warning, "%1 more tensors hold numbers that are not finite."},
    {"tokens-as-ids", Severity::Warning, "Tokens are shown as ids. %1"},
    {"own-begin-token", Severity::Warning,
     "%1: the text begins with the begin token itself, so the tokenizer adds none."},
    {"text-invalid", Severity::Warning, "%1: %2 not valid UTF-8; each was replaced by U+FFFD."},
    {"name-invalid", Severity::Warning, "%1: the name is not valid UTF-8; it is recorded as \"%2\"."},
    {"text-order-marks", Severity::Warning, "%1: %2 inside the text (U+FEFF), unseen, but tokens as any other."},
    {"text-zeros", Severity::Warning, "%1: %2 in the text; they are tokens as any other."},
    {"tokens-repeated", Severity::Warning,
     "%1: %2 of tokenizer.ggml.tokens are the same as an earlier one and are never used."},
    {"no-token-of-vocabulary", Severity::Warning,
     "%1: %2 is %3, which is no token of the vocabulary; it is not followed."},
    {"added-token-unnamed", Severity::Warning, "%1: a token is to be added to each text, but %2 names none."},
    {"splitting-unknown", Severity::Warning,
     "%1: tokenizer.ggml.pre is \"default\": the converter did not know how the model splits text; a "
     "tokenizer.json beside the file would say."},
    {"setting-not-followed", Severity::Warning, "%1: %2 is %3, not %4; it is not followed."},
    {"token-missing", Severity::Warning,
     "%1: %2 is not in the vocabulary of tokenizer.json and is read as plain text."},
    {"tokens-missing", Severity::Warning,
     "%1: %2 are not in the vocabulary of tokenizer.json and are read as plain text."},
    {"tokenizer-followed", Severity::Warning, "%1: %2 is %3, but tokenizer.json %4; tokenizer.json is followed."},
    {"begins-texts", Severity::Note, "puts a token in front of a text"},
    {"never-begins-texts", Severity::Note, "never puts a token in front of a text"},
    {"ends-texts", Severity::Note, "puts a token behind a text"},
    {"never-ends-texts", Severity::Note, "never puts a token behind a text"},
    {"spaces-texts", Severity::Note, "puts a space in front of a text"},
    {"never-spaces-texts", Severity::Note, "never puts a space in front of a text"},
    {"never-splits-special", Severity::Note, "never reads special tokens as plain text"},

    // Events of a lane while it ran.
    {"never-evicted", Severity::Warning, "nothing was evicted: the budget was never reached", true},
    {"pinned-too-late", Severity::Warning,
     "no layer or head holds the %1 tokens any more that were pinned at token %2: a pin keeps what is there, "
     "putting back brings tokens back"},
    {"some-pinned-too-late", Severity::Warning,
     "no layer or head holds %1 of the %2 tokens any more that were pinned at token %3: a pin keeps what is "
     "there, putting back brings tokens back"},
    {"pruned-nothing", Severity::Warning,
     "the policy evicted nothing after token %1, whose prune was to be the last: there is nothing to take apart"},
    {"rows-dropped", Severity::Warning,
     "the oldest attention rows are dropped: those of all lanes take more than --rows-limit allows"},
    {"rows-kept-from", Severity::Warning,
     "attention rows are recorded from token %1 on: those of the tokens before it were dropped, because --rows-limit "
     "allows %2 MiB for all lanes"},
    {"scores-left-out", Severity::Note,
     "the scores of a selection take more than %1 MiB, so they are recorded with --capture maps only"},
    {"asked-on-cpu", Severity::Note,
     "the policy is asked on the CPU after every step: it has no rule that the device can follow"},
    {"decoded-on-device", Severity::Note,
     "the device holds keys and values as the codec gives them back, in f32: they take more memory there than "
     "their codes"},
    {"takes-over", Severity::Warning,
     "%1 takes over from %2 at token %3: it finds the tokens that are held there, has observed nothing "
     "before, and makes its first cut behind this token."},
    {"takes-over-in-prompt", Severity::Warning,
     "%1 takes over from %2 at token %3 of the prompt: it finds the tokens that are held there, has observed "
     "nothing before, and makes its first cut behind this chunk."},
    {"full-takes-over", Severity::Warning,
     "%1 takes over from %2 at token %3: it keeps the tokens that are held there and all that follow."},
    {"full-takes-over-in-prompt", Severity::Warning,
     "%1 takes over from %2 at token %3 of the prompt: it keeps the tokens that are held there and all that "
     "follow."},
    {"keys-coded-unrotated", Severity::Warning,
     "%1: keys are coded before rotation, since positions are ranks in the cache"},
    {"prompt-below-residual", Severity::Warning,
     "%1: after the prompt no layer or head holds more than %2 tokens; nothing is coded below the residual "
     "of %3"},
    {"codes-in-use", Severity::Note,
     "codes of %1 bits, with scales %2 for keys and %3 for values; the newest %4 tokens whole"},

    // Evaluations.
    {"chinese-words", Severity::Note,
     "The words of Chinese answers are those of ICU, not of jieba: their scores differ a little from published ones."},
    {"bertscore-absent", Severity::Note, "BERTScore is left out: it needs a model that encodes both texts."},

    // Recordings.
    {"run-differs", Severity::Warning,
     "The run was made again up to the fork, and from token %1 on it is not what was recorded: another "
     "machine, version or plugin made the recording."},
    {"shown-once", Severity::Warning, "%1 is in %2 of the compared runs, the same token by token, and is shown once."},
    {"more-problems", Severity::Warning, "There are more problems than are listed; this entry counts the rest."},

    // Policies.
    {"capacity-above-prompt", Severity::Warning, "the capacity exceeds the prompt: nothing is evicted", true},
    {"capacity-not-below-prompt", Severity::Warning, "the capacity is not below the prompt: nothing is evicted", true},
    {"capacity-in-window", Severity::Warning,
     "the capacity is not above the window: the newest tokens stay, nothing is scored"},
    {"fraction-leaves-none", Severity::Warning, "the fraction removed would leave no token: the budget is 1"},
    {"skips-every-layer", Severity::Warning, "skip-layers covers every layer: nothing is evicted", true},
    {"protected-take-budget", Severity::Warning,
     "sinks and recent take the whole budget: protected tokens alone stay, scores decide nothing"},
    {"floor-inert", Severity::Warning,
     "floor has no effect: its share of the capacity of %1 is not more than the %2 tokens that stay in any "
     "case",
     false, "floor"},
    {"shares-rounded", Severity::Warning, "the heads' shares are rounded: %1"},
    {"heads-equal", Severity::Warning,
     "the capacity is not below the prompt or not above the protected tokens: every head gets the capacity"},
    {"layers-equal", Severity::Warning, "the capacity is not above the protected tokens: all layers get the same"},
    {"prompt-within-capacity", Severity::Note, "the prompt is not longer than the capacity"},
    {"capacity-within-protected", Severity::Note, "the capacity is not above the protected tokens"},

    // adap-kv
    {"code-decides-once", Severity::Warning,
     "the variant code decides once, after the prompt: changes of removed, sinks and recent have no effect", false,
     "removed sinks recent"},
    {"share-leaves-none", Severity::Warning, "the share of a layer leaves it no token: it keeps the least allowed"},
    {"gini-is-entropy", Severity::Note, "what is shown as Gini is 1 - H / ln n of the attention (metric=entropy)"},
    {"layers-together", Severity::Note, "all layers together: %1 tokens, nominal %2"},
    {"shares-of-context", Severity::Note, "the shares are those of a context window of %1 tokens"},
    {"within-shares", Severity::Note, "no layer holds more than its share yet: nothing is evicted", true},

    // lagkv
    {"partitions-kept-whole", Severity::Warning, "ratio keeps whole partitions: nothing is evicted", true},
    {"prompt-without-partitions", Severity::Warning,
     "the prompt has no two partitions behind the sinks: nothing is evicted from it", true},

    // cake
    {"window-alone", Severity::Warning, "the capacity is not above the window: the window alone stays"},
    {"prompt-within-window", Severity::Warning, "the prompt is not longer than the window: nothing is evicted from it",
     true},
    {"prompt-within-prefix", Severity::Warning,
     "the prompt is not longer than the capacity less the window: nothing is evicted from it", true},
    {"prompt-within-total", Severity::Warning, "the capacity is not below the prompt: nothing is evicted from it",
     true},
    {"prompt-within-both", Severity::Warning,
     "the prompt is not longer than capacity and window together: nothing is evicted from it", true},
    {"pyramid-without-room", Severity::Warning,
     "the pyramid has no room and falls back to the same budget for all layers"},
    {"preferences-indecisive", Severity::Warning,
     "the preferences of the layers add up to 0 or are not numbers: every layer gets the same share"},
    {"rounding-decides", Severity::Warning,
     "scores on both sides of a decode cut agree to 6 digits: rounding decides which token leaves, and "
     "another machine may keep others"},
    {"rounding-orders", Severity::Warning,
     "decode scores agree to 6 digits: rounding decides the order in memory along which the next step pools, "
     "and so which tokens leave; another machine may keep others (pool-order=position does not depend on "
     "it)"},
    {"cuts-rounded", Severity::Note, "rounding may have decided %1 of %2 decode cuts of single heads"},
    {"beside-window", Severity::Note, "beside the window: %1 to %2 tokens per layer, together %3, nominal %4"},
    {"layer-grows", Severity::Note, "%1 layer holds less than its last budget after the cascade and grows back to it"},
    {"layers-grow", Severity::Note, "%1 layers hold less than their last budget after the cascade and grow back to it"},

    // cascade
    {"one-sub-cache", Severity::Note, "one sub-cache: nothing competes, sinks and the newest tokens stay"},
    {"selection-off", Severity::Note, "token-selection is off: every comparison is a tie"},
    {"gamma-one", Severity::Warning,
     "gamma is 1: scores stay as they are, 0 from the start of a run, where every comparison is a tie"},
    {"head-reduction-inert", Severity::Warning, "every set has one query head: head-reduction has no effect", false,
     "head-reduction"},
    {"prompt-kept-whole", Severity::Warning, "the prompt of %1 tokens is kept whole: sinks and window hold %2"},
    {"gamma", Severity::Note, "gamma is %1"},
    {"equal-sub-caches", Severity::Note, "%1 x %2 tokens reach back over %3 tokens"},
    {"sub-caches", Severity::Note, "sub-caches of %1 tokens reach back over %2 tokens"},
    {"period-keeps-none-out", Severity::Warning,
     "sub-cache %1 takes every token that comes to it: its period %2 keeps none out, so nothing competes "
     "there"},
    {"interval-beside-period", Severity::Note,
     "sub-cache %1 takes one token in %2: those before it must take the token, too"},
    {"newest-compete", Severity::Warning, "the newest sub-cache takes one token in %1: even the newest tokens compete"},

    // h2o, tova
    {"budget-of-one", Severity::Warning, "heavy and recent are both 0: the budget is 1 and the best token stays"},
    {"newest-takes-capacity", Severity::Warning, "the newest token takes the whole capacity: no score matters"},

    // kivi
    {"codes-not-smaller", Severity::Warning,
     "with groups this small, codes, scales and minima together are no smaller than 16-bit storage"},
    {"code-size", Severity::Note,
     "%1 bit codes, scale and minimum per %2: %3 bytes per element; the newest %4 tokens in full precision"},

    // pyramid, pyramidkv, random
    {"no-pyramid", Severity::Warning, "%1: no pyramid, every layer gets the capacity"},
    {"model-of-one-layer", Severity::Note, "the model has one layer"},
    {"prompt-within-twice", Severity::Note,
     "the prompt is shorter than twice the capacity without the protected tokens"},
    {"one-layer-no-pyramid", Severity::Warning, "the model has one layer: no pyramid, it gets the capacity"},
    {"short-prompt-no-pyramid", Severity::Warning,
     "the prompt is shorter than twice the capacity without its window: no pyramid, every layer gets the "
     "capacity"},
    {"pyramid-out-of-range", Severity::Warning,
     "the pyramid's largest and smallest budget do not lie between the prompt and the window: every layer "
     "gets the same, which is SnapKV"},
    {"no-step", Severity::Warning, "beta and capacity leave no step between the layers: every layer gets the same"},
    {"no-step-snapkv", Severity::Warning,
     "beta and capacity leave no step between the layers: every layer gets the same, which is SnapKV"},
    {"step-rounded", Severity::Warning, "the step from layer to layer is rounded down: %1"},
    {"pyramid", Severity::Note, "from %1 tokens in the first layer to %2 in the last; %3"},
    {"nothing-drawn", Severity::Warning, "%1: nothing is drawn, every layer gets the capacity"},
    {"nothing-weighed", Severity::Warning, "%1: the weights have no effect, every layer gets the capacity", false,
     "weights"},
    {"drawn-limited", Severity::Warning, "a layer holds at least one token and at most the prompt: %1"},

    // quest
    {"reads-everything", Severity::Warning,
     "skip-layers covers all %1: budget, page and rule have no effect, everything is read", false, "budget page rule"},
    {"reads-last-page", Severity::Warning, "budget %1 is %2 of %3: the last page alone is read"},
    {"reads-least-pages", Severity::Warning, "budget %1 is %2 of %3: %4 are read, as min-pages demands"},
    {"reads-whole-pages", Severity::Warning, "budget %1 is not a multiple of page %2: %3, %4, are read"},
    {"reads-prompt", Severity::Warning,
     "the budget covers the prompt of %1: every page is read until there are more than %2"},
    {"reads-pages", Severity::Note, "reads %1 of %2 per query head and step, from layer %3 on"},

    // probes, passkey, ruler (tasks of kvw eval)
    {"probes-too-far", Severity::Warning,
     "%1: %2, because the facts lie further back than the model's %3 positions reach"},
    {"probe-left-out", Severity::Note, "%1 probe is left out"},
    {"probes-left-out", Severity::Note, "%1 probes are left out"},
    {"passkey-too-long", Severity::Warning, "lengths above the model's %1 positions are left out: %2"},
    {"ruler-lacks-essays", Severity::Warning,
     "%1: left out, because --data has no PaulGrahamEssays.json (haystack=novel takes a novel that ships)"},
    {"ruler-lacks-documents", Severity::Warning, "%1: left out, because --data has no %2"},
    {"ruler-too-long", Severity::Warning,
     "%1: left out, because its smallest prompt of %2 tokens and its %3 new tokens are more than size"},
    {"ruler-other-haystack", Severity::Note, "%1: the haystack is %2 in place of essays"},
    {"ruler-own-sentences", Severity::Note,
     "the samples are made here, with sentences in the form of RULER's, not RULER's own"},

    // sage
    {"prompt-within-sets", Severity::Warning,
     "the prompt of %1 tokens is not above sinks, top-k and recent together (%2): nothing is evicted", true},
    {"skips-all-layers", Severity::Warning, "skip-layers covers all %1 layers: nothing is evicted", true},
    {"top-k-zero", Severity::Warning, "top-k is 0: only sinks and recent tokens stay, nothing is scored"},
    {"stored-per-query-head", Severity::Note, "one set per query head: keys and values are stored %1 times"},

    // streaming
    {"never-prunes", Severity::Warning, "prune-interval is 0: nothing is ever evicted", true},
    {"max-drop-large", Severity::Warning,
     "max-drop is not below prune-interval: slack and max-drop have no effect while tokens come one by one", false,
     "slack max-drop"},
    {"slack-large", Severity::Warning,
     "slack beyond prune-interval - max-drop (%1) limits nothing while tokens come one by one"},
    {"max-drop-small", Severity::Warning,
     "max-drop below prune-interval - slack (%1) acts like that value: the slack limits the prune while "
     "tokens come one by one"},
    {"prunes-every-token", Severity::Note, "token by token: down to %1 every token, at most %2 held"},
    {"prunes", Severity::Note, "token by token: down to %1 every %2 tokens, at most %3 held"},

    // window-recompute
    {"window-holds-prompt", Severity::Warning,
     "the window of %1 tokens holds the whole prompt: while the text is no longer than it, this is the full "
     "cache and nothing is encoded again"},
    {"recomputes", Severity::Note, "beyond %1 tokens every step is a prefill of %2 tokens at positions 0 to %3"},
};

/// Returns the row of a code; null: there is none.
[[nodiscard]] constexpr const FindingForm* findingForm(std::string_view code) {
    for (const FindingForm& form : kFindingForms) {
        if (form.code == code) {
            return &form;
        }
    }
    return nullptr;
}

/// Returns the number of the place at `at` of a form; 0: there is none.
[[nodiscard]] constexpr std::size_t placeAt(std::string_view form, std::size_t at) {
    const bool place = form[at] == '%' && at + 1 < form.size() && form[at + 1] >= '1' && form[at + 1] <= '9';
    return place ? static_cast<std::size_t>(form[at + 1] - '0') : 0;
}

/// Returns the highest number among the places of a form.
[[nodiscard]] constexpr std::size_t placesOf(std::string_view form) {
    std::size_t places = 0;
    for (std::size_t at = 0; at < form.size(); ++at) {
        places = placeAt(form, at) > places ? placeAt(form, at) : places;
    }
    return places;
}

}  // namespace kvw
