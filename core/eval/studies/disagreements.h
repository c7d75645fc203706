// SPDX-License-Identifier: Apache-2.0
/// Documented differences between papers and their published codes (resources/disagreements), each as two forms of a
/// policy, and what they come to in a run that has both as lanes.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/table.h"
#include "core/eval/statistics.h"
#include "core/policy/host/catalog.h"
#include "core/trace/recording.h"

namespace kvw::eval {

struct Disagreement {
    std::string id;             ///< kebab-case
    std::string plugin;         ///< folder of the plugin that documents it
    std::string work, section;  ///< title; section of plugins/POLICIES.md
    std::string differs;        ///< a sentence
    struct Form {
        std::string name;    ///< who has it: "paper: strict"
        std::string policy;  ///< text of a lane
    };
    std::array<Form, 2> forms;  ///< empty policies if there is a reason
    std::string reason;         ///< why no parameter expresses it; empty: there are forms

    [[nodiscard]] bool runs() const noexcept { return reason.empty(); }
};

/// Reads a file of disagreements. Errors: BadInput with file and member.
[[nodiscard]] Result<std::vector<Disagreement>> readDisagreements(const std::filesystem::path& file);
/// Returns those that are shipped. Errors: those of reading.
[[nodiscard]] Result<std::vector<Disagreement>> disagreements();
/// Returns those with one of these ids, or of one of these plugins or works; none named: all. Errors: BadUsage for a
/// name that none has, with the nearest one.
[[nodiscard]] Result<std::vector<Disagreement>> chosenDisagreements(std::vector<Disagreement> all,
                                                                    std::span<const std::string> names);
/// Returns the policies of the forms in canonical form, each once, in their order. Errors: those of resolveChain.
[[nodiscard]] Result<std::vector<std::string>> lanesOfForms(std::span<const Disagreement> entries,
                                                            const Catalog& catalog);

/// Results of the two forms on one text.
enum class FormsVerdict {
    NotRun,   ///< no parameter expresses it, or a form could not run
    Same,     ///< at every step the same number of tokens and the same NLL; the same keep-sets
    NoScore,  ///< the forms differ, the score does not
    Matters   ///< the score differs by the threshold or more, and its interval does not contain 0
};
/// Mean difference in nats per token from which the score differs.
inline constexpr double kMattersNats = 0.01;

struct FormsResult {
    FormsVerdict verdict = FormsVerdict::NotRun;
    Phrase problem;                                         ///< why it was not run; empty: it was
    double overlapPrompt = kMissing, overlapEnd = kMissing;  ///< of the keep-sets, mean over layers
    double nllA = kMissing, nllB = kMissing;                 ///< mean over the tokens behind the prompt that both have
    Paired difference;                                       ///< NLL of form B less that of form A, over the same tokens
    double bytesShare = kMissing;                            ///< bytes of form B over those of form A, at the end
};
/// Compares two lanes of a recording. `threshold`: in nats per token. Thread: any.
[[nodiscard]] FormsResult compareForms(const Recording& recording, std::int32_t a, std::int32_t b, double threshold);

[[nodiscard]] const char* toText(FormsVerdict verdict) noexcept;
/// Returns a table with a row per entry; `results` is as long.
[[nodiscard]] tables::Table disagreementTable(std::span<const Disagreement> entries,
                                              std::span<const FormsResult> results, std::string caption);

}  // namespace kvw::eval
