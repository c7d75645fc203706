// SPDX-License-Identifier: Apache-2.0
#include "plugins/python-policy/answers.h"

#include <pybind11/stl.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "plugins/python-policy/tensors.h"

namespace kvw::python {

namespace py = pybind11;

namespace {

template <class Value>
Value as(const py::handle& value, const std::string& what, const char* expected) {
    try {
        return value.cast<Value>();
    } catch (const py::cast_error&) {
        throw std::invalid_argument(what + " is " + textOf(value) + ", it must be " + expected);
    }
}

std::int64_t whole(const py::handle& value, const std::string& what) {
    return as<std::int64_t>(value, what, "a whole number");
}

sdk::Granularity granularity(const py::handle& value) {
    const std::string word = as<std::string>(value, "granularity in needs()", "layer, kv-head or query-head");
    if (word == "layer") {
        return sdk::Granularity::Layer;
    }
    if (word == "kv-head") {
        return sdk::Granularity::KvHead;
    }
    if (word == "query-head") {
        return sdk::Granularity::QueryHead;
    }
    throw std::invalid_argument("granularity in needs() is '" + word + "', it must be layer, kv-head or query-head");
}

constexpr std::pair<const char*, bool sdk::Needs::*> kFlags[] = {{"column_sums", &sdk::Needs::columnSums},
                                                                 {"row_blocks", &sdk::Needs::rowBlocks},
                                                                 {"logits", &sdk::Needs::logits},
                                                                 {"decode_row", &sdk::Needs::decodeRow},
                                                                 {"keys", &sdk::Needs::keys},
                                                                 {"raw_keys", &sdk::Needs::rawKeys},
                                                                 {"values", &sdk::Needs::values},
                                                                 {"tensors_at_decode", &sdk::Needs::tensorsAtDecode}};

constexpr std::pair<const char*, std::int64_t sdk::Needs::*> kCounts[] = {
    {"last_rows", &sdk::Needs::lastRows},
    {"query_moments_from", &sdk::Needs::queryMomentsFrom},
    {"statistics", &sdk::Needs::statistics}};

bool readNeed(const std::string& name, const py::handle& value, sdk::Needs& needs) {
    if (name == "granularity") {
        needs.granularity = granularity(value);
        return true;
    }
    for (const auto& [known, member] : kFlags) {
        if (name == known) {
            needs.*member = as<bool>(value, name + " in needs()", "True or False");
            return true;
        }
    }
    for (const auto& [known, member] : kCounts) {
        if (name == known) {
            needs.*member = whole(value, name + " in needs()");
            return true;
        }
    }
    return false;
}

py::dict dictOf(const py::object& given, const char* method) {
    if (!py::isinstance<py::dict>(given)) {
        throw std::invalid_argument(std::string(method) + " returned " + textOf(given) + ", it must return a dict");
    }
    return given;
}

/// Reads a member of the dict, if present, into `into` and counts it in `taken`.
template <class Value>
void take(const py::dict& from, const char* name, Value& into, std::size_t& taken, const char* expected) {
    if (from.contains(name)) {
        into = as<Value>(from[name], std::string(name) + " in report()", expected);
        ++taken;
    }
}

}  // namespace

std::string textOf(const py::handle& value) {
    constexpr std::size_t longest = 60;
    const std::string text = py::repr(value);
    const std::string line = text.substr(0, text.find('\n'));
    std::size_t end = longest;
    while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) {
        --end;  // a character is not cut
    }
    return line.size() > longest ? line.substr(0, end) + "..." : line;
}

py::dict toPython(const sdk::Parameters& parameters) {
    py::dict result;
    for (const auto& [name, value] : parameters.values()) {
        result[py::str(name)] = py::cast(value);
    }
    return result;
}

py::object toPython(const sdk::RunInfo& run) {
    using py::literals::operator""_a;
    return py::module_::import("types").attr("SimpleNamespace")(
        "layers"_a = run.shape.layers, "query_heads"_a = run.shape.queryHeads, "kv_heads"_a = run.shape.kvHeads,
        "head_dim"_a = run.shape.headDim, "rope"_a = run.rope.enabled, "rope_half_split"_a = run.rope.halfSplit,
        "rotary_dim"_a = run.rope.rotaryDim, "inverse_frequency"_a = run.rope.inverseFrequency,
        "cache_rank_positions"_a = run.cacheRankPositions, "layer_major"_a = run.layerMajor,
        "prompt_tokens"_a = run.promptTokens);
}

sdk::Needs readNeeds(const py::object& given) {
    sdk::Needs needs;
    for (const auto& [name, value] : dictOf(given, "needs()")) {
        const std::string word = as<std::string>(name, "a name in needs()", "text");
        if (!readNeed(word, value, needs)) {
            throw std::invalid_argument("needs() names '" + word + "', which nothing is called");
        }
    }
    return needs;
}

sdk::Protection readProtection(const py::object& given) {
    if (!py::isinstance<py::sequence>(given) || py::len(given) != 2) {
        throw std::invalid_argument("protection() returned " + textOf(given) + ", it must return (sinks, recent)");
    }
    const py::sequence pair = given;
    return {whole(pair[0], "sinks in protection()"), whole(pair[1], "recent in protection()")};
}

sdk::Report readReport(const py::object& given) {
    const py::dict said = dictOf(given, "report()");
    sdk::Report report;
    std::size_t taken = 0;
    take(said, "budgets", report.budgets, taken, "a list of whole numbers");
    take(said, "budgets_per_unit", report.budgetsPerUnit, taken, "True or False");
    take(said, "beside_budgets", report.extraTokensPerUnit, taken, "a whole number");
    take(said, "preference", report.preference, taken, "a list of numbers");
    take(said, "gini", report.gini, taken, "a list of numbers");
    std::vector<std::string> warnings, notes;
    take(said, "warnings", warnings, taken, "a list of sentences");
    take(said, "notes", notes, taken, "a list of sentences");
    report.warnings.assign(warnings.begin(), warnings.end());
    report.notes.assign(notes.begin(), notes.end());
    if (taken != said.size()) {
        throw std::invalid_argument(
            "report() returned something else than budgets, budgets_per_unit, beside_budgets, preference, gini, "
            "warnings and notes");
    }
    return report;
}

sdk::Edits readEdits(const py::object& given, std::int64_t firstLayer, at::Device device) {
    if (given.is_none()) {
        return {};
    }
    py::object slots = given;
    py::object scores = py::none();
    if (py::isinstance<py::tuple>(given)) {
        const py::tuple pair = given;
        if (pair.size() != 2) {
            throw std::invalid_argument("the answer is a tuple of " + std::to_string(pair.size()) +
                                        ", it must be the slots, or (slots, scores)");
        }
        slots = pair[0];
        scores = pair[1];
    }
    const auto moved = [&](const at::Tensor& tensor) { return tensor.defined() ? tensor.to(device) : tensor; };
    sdk::Edit edit;
    edit.firstLayer = firstLayer;
    edit.evict = moved(fromPython(slots));
    edit.scores = moved(fromPython(scores));
    return {edit};
}

}  // namespace kvw::python
