// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/eval/tasks/draws.h"
#include "core/eval/tasks/ruler/ruler_makers.h"

namespace kvw::eval {
namespace {

constexpr std::string_view kQaTask =
    "Answer the question from the documents. Give the answer alone, without further words.\n\nThe documents "
    "are:\n\n";
constexpr std::string_view kQaAsk =
    "\n\nAnswer the question from the documents above. Give the answer alone, without further words.\n\nQuestion: ";
constexpr std::string_view kQaAnswer = " Answer:";

class QaMaker : public RulerMaker {
 public:
    QaMaker(std::string task, std::int64_t seed, std::shared_ptr<const QaSet> set)
        : m_task(std::move(task)), m_seed(seed), m_set(std::move(set)) {
        for (const QaItem& item : m_set->items) {
            m_least = std::max(m_least, static_cast<std::int64_t>(item.gold.size()));
        }
    }

    [[nodiscard]] std::int64_t leastUnits() const override { return m_least; }
    [[nodiscard]] std::int64_t mostUnits() const override { return std::ssize(m_set->documents); }

    [[nodiscard]] Sample make(std::int64_t index, std::int64_t units) const override {
        const QaItem& item = m_set->items[static_cast<std::size_t>(index) % m_set->items.size()];
        Draws draws(m_seed, m_task, index);
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
        for (std::int64_t i = 0; i < std::ssize(m_set->documents); ++i) {
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
                              m_set->documents[static_cast<std::size_t>(chosen[i])];
        }
        sample.question = std::string(kQaAsk) + item.question;
        sample.answerPrefix = kQaAnswer;
        sample.references = item.answers;
        return sample;
    }

 private:
    std::string m_task;
    std::int64_t m_seed, m_least = 1;
    std::shared_ptr<const QaSet> m_set;
};

}  // namespace

std::unique_ptr<const RulerMaker> makeQaMaker(std::string task, std::int64_t seed, std::shared_ptr<const QaSet> set) {
    return std::make_unique<QaMaker>(std::move(task), seed, std::move(set));
}

}  // namespace kvw::eval
