// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/eval/tasks/draws.h"
#include "core/eval/tasks/ruler/ruler_makers.h"

namespace kvw::eval {
namespace {

constexpr std::string_view kQaTask =
    "Answer the question from the documents. Give the answer alone, without further words.\n\nThe documents are:\n\n";
constexpr std::string_view kQaAsk =
    "\n\nAnswer the question from the documents above. Give the answer alone, without further words.\n\nQuestion: ";
constexpr std::string_view kQaAnswer = " Answer:";

Sample qaSample(const QaSet& set, const QaItem& item, std::int64_t units, Draws draws) {
    std::vector<std::int64_t> chosen = item.gold;
    // Documents on the same matter first, then any.
    const auto take = [&](const std::vector<std::int64_t>& from) {
        const std::int64_t room = std::max<std::int64_t>(units - std::ssize(chosen), 0);
        for (const std::int64_t place : draws.different(room, std::ssize(from))) {
            chosen.push_back(from[static_cast<std::size_t>(place)]);
        }
    };
    take(item.related);
    std::unordered_set<std::int64_t> known(item.gold.begin(), item.gold.end());
    known.insert(item.related.begin(), item.related.end());
    std::vector<std::int64_t> others;
    for (std::int64_t i = 0; i < std::ssize(set.documents); ++i) {
        if (!known.contains(i)) {
            others.push_back(i);
        }
    }
    take(others);
    draws.shuffle(chosen);
    Sample sample;
    sample.context = kQaTask;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        sample.context += (i == 0 ? "" : "\n\n") + ("Document " + std::to_string(i + 1)) + ":\n" +
                          set.documents[static_cast<std::size_t>(chosen[i])];
    }
    sample.question = std::string(kQaAsk) + item.question;
    sample.answerPrefix = kQaAnswer;
    sample.references = item.answers;
    return sample;
}

}  // namespace

RulerMaker makeQaMaker(const std::string& task, std::int64_t seed, const std::shared_ptr<const QaSet>& set) {
    std::int64_t least = 1;
    for (const QaItem& item : set->items) {
        least = std::max(least, std::ssize(item.gold));
    }
    return {[task, seed, set](std::int64_t index, std::int64_t units) {
                const QaItem& item = set->items[static_cast<std::size_t>(index) % set->items.size()];
                return qaSample(*set, item, units, Draws(seed, task, index));
            },
            least, std::ssize(set->documents)};
}

}  // namespace kvw::eval
