// SPDX-License-Identifier: Apache-2.0
/// The makers of RULER's samples, one for each of its five kinds of task. The texts are this program's own, in the form
/// of RULER's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/eval/tasks/made_text.h"
#include "core/eval/tasks/sample.h"

namespace kvw::eval {

/// Makes the samples of one task.
struct RulerMaker {
    /// Makes sample `index` with a haystack of so many units: index and units alone decide, beside the seed.
    std::function<Sample(std::int64_t index, std::int64_t units)> make;
    std::int64_t leastUnits = 1, mostUnits = std::int64_t{1} << 24;
};

/// Text around needles.
enum class RulerHaystack {
    Noise,    ///< five sentences again and again; a unit is one round
    Prose,    ///< essays or a novel; a unit is a word
    Needles,  ///< other needles; a unit is one
};

/// A task that states values of keys and asks for some.
struct NiahKind {
    std::string_view task;
    RulerHaystack haystack;
    bool uuidKeys, uuidValues;
    std::int64_t keys, values, queries;  ///< keys stated, values of each, keys asked for
};
/// The eight of RULER.
inline constexpr NiahKind kNiahKinds[] = {
    {"niah_single_1", RulerHaystack::Noise, false, false, 1, 1, 1},
    {"niah_single_2", RulerHaystack::Prose, false, false, 1, 1, 1},
    {"niah_single_3", RulerHaystack::Prose, false, true, 1, 1, 1},
    {"niah_multikey_1", RulerHaystack::Prose, false, false, 4, 1, 1},
    {"niah_multikey_2", RulerHaystack::Needles, false, false, 1, 1, 1},
    {"niah_multikey_3", RulerHaystack::Needles, true, true, 1, 1, 1},
    {"niah_multivalue", RulerHaystack::Prose, false, false, 1, 4, 1},
    {"niah_multiquery", RulerHaystack::Prose, false, false, 4, 1, 4},
};

/// A question with the documents that answer it, as numbers of documents.
struct QaItem {
    std::string question;
    std::vector<std::string> answers;
    std::vector<std::int64_t> gold;     ///< always in the haystack
    std::vector<std::int64_t> related;  ///< taken before documents of other questions
};
struct QaSet {
    std::vector<std::string> documents;
    std::vector<QaItem> items;
};

/// `prose`: words of the haystack, for RulerHaystack::Prose; it is read again from its beginning where it ends.
[[nodiscard]] RulerMaker makeNiahMaker(const NiahKind& kind, std::int64_t seed, std::shared_ptr<const WordLists> words,
                                       std::shared_ptr<const std::vector<std::string>> prose);
/// Variables that are assigned in a chain. A unit is one round of noise.
[[nodiscard]] RulerMaker makeChainMaker(std::int64_t seed);
/// A numbered list of which ten words occur more often. A unit is a different word. `size`: tokens; below 4096, words
/// are repeated less.
[[nodiscard]] RulerMaker makeCommonWordsMaker(std::int64_t seed, std::int64_t size,
                                              const std::shared_ptr<const WordLists>& words);
/// Coded words whose frequencies follow Zipf's law. A unit is a word of the text.
[[nodiscard]] RulerMaker makeFrequentWordsMaker(std::int64_t seed, std::int64_t size);
/// Questions on numbered documents. A unit is a document.
[[nodiscard]] RulerMaker makeQaMaker(const std::string& task, std::int64_t seed,
                                     const std::shared_ptr<const QaSet>& set);

/// Noise of the tasks that use it: five short sentences.
inline constexpr std::string_view kRulerNoise =
    "The hill is steep. The river is wide. The moon is pale. Off we walk. Out and home again.";

/// Most new tokens of a task, by RULER's name of it; 0: there is no such task.
[[nodiscard]] std::int64_t rulerNewTokens(std::string_view task);
/// All tasks, in RULER's order.
[[nodiscard]] const std::vector<std::string>& rulerTasks();

}  // namespace kvw::eval
