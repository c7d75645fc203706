// SPDX-License-Identifier: Apache-2.0
#include "core/eval/studies/study_options.h"

#include <algorithm>
#include <utility>

#include "core/eval/studies/disagreements.h"
#include "core/eval/tasks/option_specs.h"

namespace kvw::eval {
namespace {

/// Returns an option whose default is followed by the other choices, each once.
ParameterSpec pluginOption(std::string_view name, std::string_view usual, const std::vector<std::string>& plugins,
                           std::string tooltip) {
    std::vector<std::string> choices{std::string(usual)};
    for (const std::string& plugin : plugins) {
        if (std::ranges::find(choices, plugin) == choices.end()) {
            choices.push_back(plugin);
        }
    }
    return choiceOption(std::string(name), std::move(choices), std::move(tooltip));
}

ParameterSpec thresholdOption() {
    ParameterSpec spec;
    spec.name = spec.label = "threshold";
    spec.type = ParameterType::Number;
    spec.defaultValue = kMattersNats;
    spec.minimum = 0;
    spec.step = kMattersNats;
    spec.unit = "nats";
    spec.tooltip = "difference in nats per token from which it matters";
    return spec;
}

ParameterSpec capacityOption() {
    ParameterSpec spec = integerOption("capacity", std::string("25%"), 1, "tok",
                                       "tokens per layer and head on average, or a share of the prompt");
    spec.allowsAuto = false;
    spec.allowsShare = true;
    return spec;
}

ParameterSpec seedOption() {
    ParameterSpec spec = integerOption("seed", std::int64_t{0}, 0, "", "seed of the random weights");
    spec.maximum.reset();
    return spec;
}

}  // namespace

std::vector<ParameterSpec> studyOptions(std::string_view command, const StudyPlugins& plugins) {
    if (command == "disagreements") {
        return {
            pluginOption(kStudyNames, kAllNames, plugins.documented, "ids, plugins or works of the list; default: all"),
            thresholdOption()};
    }
    if (command == "predictors") {
        return {capacityOption(),
                pluginOption("scorer", "snapkv", plugins.scorers, "scorer that chooses the tokens of every layer"),
                integerOption("window", std::int64_t{32}, 2, "tok",
                              "last rows of the prompt that the signals are measured on; so many newest tokens stay",
                              1 << 20),
                integerOption("samples", std::int64_t{1}, 1, "",
                              "number of parts of equal length that the text is cut into", 1000),
                seedOption()};
    }
    return {};
}

}  // namespace kvw::eval
