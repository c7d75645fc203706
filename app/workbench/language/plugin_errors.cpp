// SPDX-License-Identifier: GPL-3.0-or-later
/// Messages of errors about plugins.
#include <QtGlobal>

#include "app/workbench/language/engine_forms.h"

namespace kvw::wb::forms {

namespace {

/// Catalog, loader, manifests, settings and presets of policies (core/policy/host).
constexpr const char* kPluginErrors[] = {
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no policy \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no scorer \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no budget \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no reader \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no codec \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no plugin \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no preset \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no parameter \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "parameter \"%1\" is not valid"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "parameter \"%1\" is too large"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "parameter \"%1\" is given twice"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a parameter is not written as name=value"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it is a codec itself, so no codec can be put under it"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a share of the prompt needs a prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it cannot be used: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the file is missing"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "member \"%1\" is wrong"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the document is wrong"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it is nested deeper than %1 levels"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "member %1 is given twice"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this is not a regular file"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the file is too large"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the file cannot be read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this is not valid JSON (line %1)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the library of the plugin is missing"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the library could not be loaded"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the library does not export the function %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the library could not be copied"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the manifest lists the %1 \"%2\", but the library has no function that creates one"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin was built for another version of the SDK"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin was built with another libtorch"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin was built with another compiler ABI"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the descriptor is too short"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 returned nothing"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it created no %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "no folder could be made for a fresh copy of %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this cannot be read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin's folder contains something other than files"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin's folder cannot be read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin's folder is too large"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the installation was cancelled"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin could not be copied"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the plugin could not be installed there"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this is not a plugin"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no folder for plugins of your own"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a plugin of this id is installed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this cannot be the id of a plugin"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the record of a crash cannot be removed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this cannot be the name of a preset"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no folder for presets"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the presets are damaged or of a newer version, and stay unchanged"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the list of disabled plugins is damaged and stays unchanged"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "there is no such plugin"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the schedule every-step needs a capacity above 0, found %1"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "with the schedule once the parameters act on the prompt, expected every-step for a change while decoding"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a composition needs a scorer and a budget, found only one of them"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the schedule is every %1 tokens, expected 0 (once) or more"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "a budget asks for statistics, blocks of rows or a fresh encoding, which only scorers and policies get"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this scorer only works with the schedule once"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "this budget differs per head and needs a scorer per head"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "every step encodes what is held afresh, so nothing that was stored is read again"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "keys are rounded when they are stored, and a rounded key is not rotated again"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "layer %1 of this model attends a sliding window of %2 tokens, and read selection chooses among all pages"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "this policy decides on the whole prompt, so it cannot run with streaming prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "with these settings this policy cannot run with streaming prefill"),
};

/// Violations by plugins: exceptions, edits, pages, codes (core/policy/host/loading/guard*, edit_check).
constexpr const char* kContractErrors[] = {
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it threw \"%1\""),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it threw something that is not a std::exception"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the memory was not enough"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it asked for a parameter as another type than that of its manifest"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "it asked for a parameter that its manifest does not have"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "another answer when the same text comes again"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "its copy is null"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the list of evicted slots is %1 of %2, it must be [layers, units, slots] of int64"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 layers are edited from here, the cache has %2 layers"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the layer is edited before it holds anything"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the edit lists %1 heads, the layer keeps %2 sets"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the scores are %1 of %2, they must be %3 of floating point or int64"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the score of %1 (token %2) is %3"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the report lists %1 budgets, %2 are needed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is out of range, there are %2 slots"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is listed twice"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is evicted, but it is free"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is evicted, but its token %2 is protected (recent)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is evicted, but its token %2 is protected (sink)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "every token is evicted, at least one must stay"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "every token of head %1 is evicted, at least one must stay"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "kept %1 tokens, budget is %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "codes of this width cannot be stored"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the group does not divide the width of a head"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the residual is not a multiple of the group of tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "codes must be uint8 [%1], scale and minimum f32 [%2]"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a group of keys or values does not fit its scale"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a code is too large"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "its page size is too small"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the pages must be int64 [%1 query heads, n]"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "page %1 of query head %2 is out of range, there are %3 pages"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "page %1 of query head %2 is listed twice"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "query head %1 reads no page, it must read at least one"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "layer %1, step %2: tokens that are encoded afresh must be the same in every layer"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "step %1: the newest token was evicted, so nothing can be predicted from it"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "what is held is encoded afresh, so nothing can be observed"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "`%1` is not there in this call, though needs() asks for it"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "`%1` is shown at prefill only"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "`%1` was asked for in needs(), but not for decoding (`%2`)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "`%1` was asked for in needs(), but not for the prompt (`%2`)"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "`%1` was not asked for in needs()%2"),
};

}  // namespace

std::span<const char* const> pluginErrors() {
    return kPluginErrors;
}

std::span<const char* const> contractErrors() {
    return kContractErrors;
}

}  // namespace kvw::wb::forms
