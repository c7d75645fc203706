// SPDX-License-Identifier: Apache-2.0
/// Files of NeedleBench: haystacks, needles, chains for reasoning, and the prompts around them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/eval/tasks/records.h"

namespace kvw::eval {

enum class NeedleLanguage { English, Chinese };
[[nodiscard]] constexpr const char* toText(NeedleLanguage language) noexcept {
    return language == NeedleLanguage::English ? "en" : "zh";
}

struct Needle {
    std::string sentence, question;
    std::string about, says;  ///< `arg1`, `arg2`
};

struct NeedleChain {
    std::vector<std::string> sentences;
    std::string question, answer;
};

/// Prompts of a language; "{context}" and "{question}" stand in them.
struct NeedlePrompts {
    std::string single, retrieval, reasoning;
    std::string guide, before;  ///< sentence that goes into a question, and the words it goes before
    std::string format;         ///< asks for several answers in "{format}"

    /// Returns the question with the guide in it.
    [[nodiscard]] std::string guided(const std::string& question) const;
    /// Returns the questions of needles in a row, with the format of their answers.
    [[nodiscard]] std::string joinedQuestions(const std::vector<Needle>& needles, NeedleLanguage language) const;
};

/// Everything of a language, in the order of the files.
struct NeedleData {
    std::vector<std::string> haystack;
    std::vector<Needle> needles;
    std::vector<NeedleChain> chains;
    NeedlePrompts prompts;
};

/// Parts of the data that are wanted.
struct NeedleParts {
    bool needles = false, chains = false;
};

/// Reads the files of a language. `folder` empty: the needles that ship, in a novel that ships. Malformed records are
/// given to `malformed` and skipped. Errors: NotFound that names the file; BadInput for files without a usable record.
[[nodiscard]] Result<NeedleData> readNeedleData(const std::filesystem::path& folder, NeedleLanguage language,
                                                const NeedleParts& parts, const MalformedRecord& malformed);

}  // namespace kvw::eval
