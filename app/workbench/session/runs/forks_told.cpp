// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about forks: their effect on the NLL, and where they part from the run they are compared with.
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/runs/forks.h"
#include "app/workbench/session/words/difference_text.h"
#include "core/analysis/overlap.h"

namespace kvw::wb {

namespace {

constexpr std::int64_t kFewTokens = 16;

QString digits(double value, int after) {
    return QLocale::c().toString(value, 'f', after);
}

/// Formats a loss, with a minus sign but no plus sign.
QString lossText(double value) {
    return value < 0 ? differenceText(value, 3) : digits(value, 3);
}

/// Returns the first token in [from, end) that is another one in the other trace, as in generated texts; `end`: none.
std::int64_t firstOtherToken(const Trace& a, const Trace& b, std::int64_t from, std::int64_t end) {
    while (from < end && a.step(from).tokenId == b.step(from).tokenId) {
        ++from;
    }
    return from;
}

/// Returns the NLL of each token in [begin, end) without and with the change: “Zir” 8.12 → 0.03.
QString byToken(const Trace& without, const Trace& with, std::int64_t begin, std::int64_t end) {
    QStringList tokens;
    for (std::int64_t i = begin; i < end; ++i) {
        const std::string_view piece = with.tokenText(i);
        const QString text = QString::fromUtf8(piece.data(), static_cast<qsizetype>(piece.size()));
        tokens << QStringLiteral("“%1” %2 → %3")
                      .arg(text.simplified(), digits(without.step(i).nll, 2), digits(with.step(i).nll, 2));
    }
    return tokens.join(QStringLiteral(", "));
}

}  // namespace

QString Forks::consequence(int run) const {
    const RunTree::Node& fork = m_tree.node(run);
    const double delta = m_tree.delta(run);
    if (!std::isfinite(delta)) {
        return consequenceOfGenerated(run);
    }
    return tr("%1 from token %2 on: NLL %3 a token, %4 nats to its parent.")
               .arg(m_tree.name(run))
               .arg(fork.step)
               .arg(QLocale::c().toString(m_tree.nll(run), 'f', 3), differenceText(delta, 3)) +
           (readsParent(run) ? tr(" Both read the generated text.") : QString());
}

QString Forks::consequenceOfGenerated(int run) const {
    const RunTree::Node& fork = m_tree.node(run);
    const RunTree::Compared parent = m_tree.parentOf(run);
    if (parent.trace() == nullptr || fork.step < 0 || !fork.recording->hasTrace(fork.lane) ||
        fork.recording->description().mode == "teacher") {
        return {};
    }
    const Trace &now = fork.recording->trace(fork.lane), &before = *parent.trace();
    // The fork's first own token was chosen before the change.
    const std::int64_t first = fork.step + 1, both = std::min(now.steps(), before.steps());
    const std::int64_t end = firstOtherToken(now, before, std::min(fork.step, both), both);
    const QString divergence =
        end < both ? tr(" The texts differ from token %1 on; later tokens are not compared.").arg(end) : QString();
    double sum = 0, difference = 0;
    for (std::int64_t i = first; i < end; ++i) {
        sum += now.step(i).nll;
        difference += now.step(i).nll - before.step(i).nll;
    }
    if (end <= first && divergence.isEmpty() && fork.recording->state() != RunState::Running) {
        return tr("%1 from token %2 on: no NLL, because the comparison ends at token %3.")
            .arg(m_tree.name(run))
            .arg(fork.step)
            .arg(end);
    }
    if (end <= first) {
        return divergence.isEmpty() ? QString()
                                    : tr("%1 from token %2 on: no NLL, because the texts share no token after it.")
                                              .arg(m_tree.name(run))
                                              .arg(fork.step) +
                                          divergence;
    }
    const auto tokens = static_cast<double>(end - first);
    return tr("%1 from token %2 on, over the next %3 tokens, which both texts share: NLL %4 a token, %5 nats to its "
              "parent.")
               .arg(m_tree.name(run))
               .arg(fork.step)
               .arg(end - first)
               .arg(digits(sum / tokens, 3), differenceText(difference / tokens, 3)) +
           divergence;
}

void Forks::tellPrices() {
    std::vector<int> known;
    for (auto& [run, price] : m_prices) {
        const RunTree::Node& fork = m_tree.node(run);
        if (price.told || !fork.recording || !fork.recording->hasTrace(fork.lane)) {
            continue;
        }
        // A fork ends before price.end if it was stopped, failed or generated the end of its text.
        const bool ended = fork.recording->state() != RunState::Running;
        if (ended || fork.recording->trace(fork.lane).steps() >= price.end) {
            price.told = true;
            known.push_back(run);
        }
    }
    // Who is told may let forks go.
    for (const int run : known) {
        if (const QString sentence = price(run); !sentence.isEmpty()) {
            Q_EMIT told(sentence);
        }
    }
}

QString Forks::price(int run) const {
    const auto found = m_prices.find(run);
    if (found == m_prices.end()) {
        return {};
    }
    const Price& price = found->second;
    const RunTree::Node& fork = m_tree.node(run);
    const RunTree::Compared parent = m_tree.parentOf(run);
    if (parent.trace() == nullptr) {
        return {};
    }
    const Trace &with = fork.recording->trace(fork.lane), &without = *parent.trace();
    QString next;
    for (const TraceEvent& event : eventsOf(with)) {
        // An event at the start of a question says nothing about its answer.
        if (event.kind == "next" && event.step >= fork.step && event.step + 1 >= price.begin) {
            next = tr(" Likeliest after token %1, before → now: %2.")
                       .arg(event.step)
                       .arg(QString::fromStdString(event.text));
            break;
        }
    }
    const std::int64_t both = std::min({price.end, with.steps(), without.steps()});
    // NLLs of different tokens cannot be compared.
    const std::int64_t end = firstOtherToken(with, without, std::min(fork.step, both), both);
    if (end < both) {
        next.prepend(tr(" The texts differ from token %1 on; nothing is compared there.").arg(end));
    }
    double before = 0, after = 0;
    for (std::int64_t i = price.begin; i < end; ++i) {
        before += without.step(i).nll;
        after += with.step(i).nll;
    }
    if (end <= price.begin && end < both) {
        return tr("%1: no price; the evicted tokens are put back at token %2.").arg(price.subject).arg(fork.step) +
               next;
    }
    const bool ended = end < price.end && fork.recording->state() != RunState::Running;
    if (end <= price.begin && ended) {
        return tr("%1: no price, because the comparison ends at token %2; the evicted tokens are put back at token %3.")
                   .arg(price.subject)
                   .arg(end)
                   .arg(fork.step) +
               next;
    }
    if (end <= price.begin) {
        return tr("%1: still to come. Evicted tokens are put back at token %2.").arg(price.subject).arg(fork.step) +
               next;
    }
    const auto tokens = static_cast<double>(end - price.begin);
    if (ended && end == both) {
        next.prepend(tr(" The comparison ends at token %1: %2 of %3 tokens count.")
                         .arg(end)
                         .arg(end - price.begin)
                         .arg(price.end - price.begin));
    }
    const auto number = [](double value) { return digits(value, 3); };
    if (readsParent(run)) {
        next.prepend(tr(" Both read the generated text."));
    }
    if (end - price.begin <= kFewTokens) {
        next.prepend(tr(" By token: %1.").arg(byToken(without, with, price.begin, end)));
    }
    return tr("%1: NLL %2 before, %3 with the evicted tokens put back at token %4. The price of forgetting: %5 nats a "
              "token.")
               .arg(price.subject, number(before / tokens), number(after / tokens))
               .arg(fork.step)
               .arg(lossText((before - after) / tokens)) +
           next;
}

std::int64_t Forks::divergenceAt(Divergence& divergence, const Trace& a, const Trace& b) {
    const std::int64_t both = std::min(a.steps(), b.steps());
    // Called with every frame of a run, so only new steps are compared.
    if (divergence.at < 0) {
        divergence.at = firstUnequal(a, b, both, divergence.looked);
        divergence.looked = both;
    }
    return divergence.at;
}

RunTree::Compared Forks::besideRun(int a, int b) const {
    const RunTree::Node& left = m_tree.node(a);
    return m_tree.node(b).parent == a ? m_tree.parentOf(b) : RunTree::Compared{left.recording, left.lane};
}

Result<void> Forks::comparable(int a, int b) const {
    const RunTree::Compared first = besideRun(a, b);
    const RunTree::Node& second = m_tree.node(b);
    if (second.parent == a) {
        return {};  // checked when it was forked
    }
    return checkComparable(*first.recording, first.lane, *second.recording, second.lane);
}

QString Forks::divergence(int a, int b) const {
    const RunTree::Node& right = m_tree.node(b);
    const RunTree::Compared first = besideRun(a, b);
    const RunTree::Compared second{right.recording, right.lane};
    if (first.trace() == nullptr || second.trace() == nullptr) {
        return {};
    }
    if (const auto alike = comparable(a, b); !alike) {
        return errorText(alike.error());
    }
    const std::int64_t step = divergenceAt(m_divergences[{a, b}], *first.trace(), *second.trace());
    return step < 0 ? tr("Equal in all %1 tokens that both have.")
                          .arg(std::min(first.trace()->steps(), second.trace()->steps()))
                    : tr("They differ from token %1 on; before, they are equal bit for bit.").arg(step);
}

std::int64_t Forks::divergenceHere(int lane) const {
    const std::shared_ptr<Recording> shown = m_client.recording();
    const int run = current();
    if (run >= 0) {
        const RunTree::Node& node = m_tree.node(run);
        const RunTree::Compared parent = m_tree.parentOf(run);
        const bool ofPair = lane == node.lane || (node.besideLane >= 0 && lane == node.besideLane);
        return node.parent < 0 || !ofPair || parent.trace() == nullptr || !node.recording->hasTrace(node.lane)
                   ? -1
                   : divergenceAt(m_divergences[{node.parent, run}], *parent.trace(), node.recording->trace(node.lane));
    }
    if (!shown || shown != m_together || shown->lanes() < 2 || lane < shown->lanes() - 2) {
        return -1;
    }
    return divergenceAt(m_togetherDivergence, shown->trace(shown->lanes() - 2), shown->trace(shown->lanes() - 1));
}

int Forks::besideHere(int lane) const {
    const std::shared_ptr<Recording> shown = m_client.recording();
    const int run = current();
    if (run >= 0) {
        const RunTree::Node& node = m_tree.node(run);
        return node.parent < 0 || node.besideLane < 0 ? -1
               : lane == node.lane                    ? node.besideLane
               : lane == node.besideLane              ? node.lane
                                                      : -1;
    }
    if (!shown || shown != m_together || shown->lanes() < 2 || lane < shown->lanes() - 2) {
        return -1;
    }
    return lane == shown->lanes() - 1 ? lane - 1 : lane + 1;
}

}  // namespace kvw::wb
