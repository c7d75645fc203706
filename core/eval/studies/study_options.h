// SPDX-License-Identifier: Apache-2.0
/// Options of the studies, declared as parameters of policies are: the flags of `kvw` with their help, and the form of
/// the window, are made of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/policy/host/manifest.h"

namespace kvw::eval {

/// Plugins that options of a study choose from, where they are known.
struct StudyPlugins {
    std::vector<std::string> documented;  ///< plugins with documented disagreements
    std::vector<std::string> scorers;
};

/// Returns the options of a study by its command: "disagreements" or "predictors"; none for another one. Choices of
/// plugins are the default and `plugins`.
[[nodiscard]] std::vector<ParameterSpec> studyOptions(std::string_view command, const StudyPlugins& plugins = {});

/// Option of `disagreements` that is typed without its name, and the choice of it that stands for nothing typed.
inline constexpr std::string_view kStudyNames = "names", kAllNames = "all";

}  // namespace kvw::eval
