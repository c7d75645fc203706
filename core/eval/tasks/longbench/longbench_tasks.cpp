// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/longbench/longbench_tasks.h"

#include <algorithm>
#include <cstdint>

#include "core/base/comma_list.h"
#include "core/base/parse_number.h"
#include "core/eval/scores/chinese_scores.h"
#include "core/eval/scores/choice_scores.h"
#include "core/eval/scores/rouge.h"
#include "core/eval/scores/similarity.h"
#include "core/eval/scores/text_scores.h"

namespace kvw::eval {
namespace {

using BenchKind = LongBenchScore;

constexpr LongBenchTask kLongBenchTasks[] = {
    {"narrativeqa", BenchKind::Qa},
    {"qasper", BenchKind::Qa, true, false, true},
    {"multifieldqa_en", BenchKind::Qa, true, false, true},
    {"multifieldqa_zh", BenchKind::Qa, true, false, false, true},
    {"hotpotqa", BenchKind::Qa, true, false, true},
    {"2wikimqa", BenchKind::Qa, true, false, true},
    {"musique", BenchKind::Qa},
    {"dureader", BenchKind::Rouge, true, false, false, true},
    {"gov_report", BenchKind::Rouge, true, false, true},
    {"qmsum", BenchKind::Rouge},
    {"multi_news", BenchKind::Rouge, true, false, true},
    {"vcsum", BenchKind::Rouge, true, false, false, true},
    {"trec", BenchKind::Classification, false, true, true},
    {"triviaqa", BenchKind::Qa, false, true, true},
    {"samsum", BenchKind::Rouge, false, true, true},
    {"lsht", BenchKind::Classification, false, true, false, true},
    {"passage_count", BenchKind::Count, true, false, true},
    {"passage_retrieval_en", BenchKind::Retrieval, true, false, true},
    {"passage_retrieval_zh", BenchKind::Retrieval, true, false, false, true},
    {"lcc", BenchKind::Code, false, false, true},
    {"repobench-p", BenchKind::Code, false, false, true},
};

constexpr std::string_view kEnglishGroup = "english", kChineseGroup = "chinese", kAllGroup = "all";

bool isInGroup(const LongBenchTask& task, std::string_view group, bool extended) {
    const bool in =
        group == kAllGroup || (group == kEnglishGroup && !task.chinese) || (group == kChineseGroup && task.chinese);
    return in && (task.extended || !extended);
}

double goldScore(const LongBenchTask& task, const Sample& sample, std::string_view answer, const std::string& gold) {
    switch (task.score) {
        case BenchKind::Qa:
            return task.chinese ? tokenF1Chinese(answer, gold) : tokenF1(answer, gold);
        case BenchKind::Rouge:
            return task.chinese ? rougeLChinese(answer, gold).f : rougeL(answer, gold).f;
        case BenchKind::Classification:
            return classification(answer, gold, sample.classes);
        case BenchKind::Count: {
            const auto count = parsedNumber<std::int64_t>(trimmed(gold));
            return count ? countScore(answer, *count) : 0;
        }
        case BenchKind::Retrieval:
            return retrievalScore(answer, gold);
        case BenchKind::Code:
            return codeSimilarity(answer, gold);
    }
    return 0;
}

}  // namespace

std::span<const LongBenchTask> longBenchTasks() {
    return kLongBenchTasks;
}

const LongBenchTask* longBenchTask(std::string_view subset) {
    const std::string_view name = subset.substr(0, subset.find('/'));
    const auto found =
        std::ranges::find_if(kLongBenchTasks, [&](const LongBenchTask& task) { return task.name == name; });
    return found == std::end(kLongBenchTasks) ? nullptr : found;
}

std::vector<std::string> longBenchWords() {
    std::vector<std::string> words;
    for (const std::string_view group : {kEnglishGroup, kChineseGroup, kAllGroup}) {
        words.emplace_back(group);
    }
    for (const LongBenchTask& task : kLongBenchTasks) {
        words.emplace_back(task.name);
    }
    return words;
}

std::vector<const LongBenchTask*> longBenchSelected(const std::string& words, bool extended) {
    const std::vector<std::string> chosen = splitAt(words, '+');
    std::vector<const LongBenchTask*> tasks;
    for (const LongBenchTask& task : kLongBenchTasks) {
        if (std::ranges::any_of(chosen, [&](const std::string& word) {
                return word == task.name || isInGroup(task, word, extended);
            })) {
            tasks.push_back(&task);
        }
    }
    return tasks;
}

std::string_view longBenchBucket(double length) noexcept {
    return length < 4000 ? "0-4k" : length < 8000 ? "4-8k" : "8k+";
}

Score longBenchScore(const LongBenchTask& task, const Sample& sample, const std::string& answer) {
    const std::string text = task.firstLine ? firstLine(answer) : answer;
    Score score;
    score.value = 0;
    for (const std::string& gold : sample.references) {
        score.value = std::max(score.value, 100 * goldScore(task, sample, text, gold));
    }
    if (task.score == BenchKind::Classification) {
        double corrected = 0;
        for (const std::string& gold : sample.references) {
            corrected = std::max(corrected, 100 * classification(text, gold, sample.classes, true));
        }
        score.parts.emplace_back("corrected", corrected);
    }
    return score;
}

}  // namespace kvw::eval
