// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/loogle/loogle_scores.h"

#include <algorithm>
#include <vector>

#include "core/base/comma_list.h"
#include "core/eval/scores/rouge.h"
#include "core/eval/scores/translation.h"
#include "core/eval/scores/words.h"
#include "core/eval/tasks/loogle/python_literal.h"

namespace kvw::eval {
namespace {

bool shareWord(const std::string& a, const std::string& b) {
    const std::vector<std::string_view> first = words(a), second = words(b);
    return std::find_first_of(first.begin(), first.end(), second.begin(), second.end()) != first.end();
}

}  // namespace

Score loogleTextScore(std::string_view answer, std::string_view reference) {
    Score score;
    score.value = rougeL(answer, reference).recall;
    score.parts = {{"rouge-1", rougeN(answer, reference, 1).recall},
                   {"rouge-2", rougeN(answer, reference, 2).recall},
                   {"rouge-l", score.value},
                   {"rouge-l-textbook-f", rougeLTextbook(answer, reference).f},
                   {"bleu-1", bleu(answer, reference, 1)},
                   {"bleu-4", bleu(answer, reference, 4)},
                   {"meteor", meteor(answer, reference)}};
    return score;
}

Score loogleClozeScore(std::string_view answer, std::string_view reference) {
    Score score;
    score.value = 0;
    score.parts = {{"partial-match", 0.0}};
    const auto right = jsonOrLiteral(trimmed(reference)), given = jsonOrLiteral(trimmed(answer));
    if (!right || !right->is_object() || right->empty()) {
        return score;
    }
    score.weight = static_cast<double>(right->size());
    if (!given || !given->is_object()) {
        return score;
    }
    double exact = 0, partial = 0;
    for (const auto& [mask, value] : right->items()) {
        const auto filled = given->find(mask);
        if (filled == given->end()) {
            continue;
        }
        exact += *filled == value ? 1 : 0;
        partial +=
            value.is_string() && filled->is_string() && shareWord(value.get<std::string>(), filled->get<std::string>())
                ? 1
                : 0;
    }
    score.value = exact / score.weight;
    score.parts = {{"partial-match", partial / score.weight}};
    return score;
}

}  // namespace kvw::eval
