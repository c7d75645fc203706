// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/lane_set.h"

#include <algorithm>
#include <utility>

#include "core/eval/sweep.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

LaneSet::LaneSet(PolicyForm& form, QObject* parent) : QObject(parent), m_form(form), m_others(1) {}

QString LaneSet::text(int lane) const {
    return lane == m_current ? m_form.laneText() : m_others[static_cast<std::size_t>(lane)].text;
}

QStringList LaneSet::texts() const {
    QStringList all;
    for (int lane = 0; lane < count(); ++lane) {
        all += text(lane);
    }
    return all;
}

ResolvedPolicy LaneSet::resolved(int lane) const {
    return lane == m_current ? m_form.resolved() : m_others[static_cast<std::size_t>(lane)].resolved;
}

LaneChoice LaneSet::own(int lane) const {
    return lane == m_current ? m_form.own() : m_others[static_cast<std::size_t>(lane)].own;
}

Result<LaneSet::Held> LaneSet::hold(const Catalog& catalog, const QString& text) {
    const auto chain = resolveChain(catalog, text.toStdString());
    KVW_TRY_ASSIGN(auto resolved, chain ? resolvePolicy(catalog, chain->policy) : tl::unexpected(chain.error()));
    return Held{text, std::move(resolved), chain->own};
}

Result<void> LaneSet::checkForm() const {
    if (const QString error = m_form.error(); !error.isEmpty()) {
        return fail(Code::BadUsage, m_form.id().toStdString(), error.toStdString());
    }
    return {};
}

Result<void> LaneSet::keep(const Catalog& catalog) {
    KVW_TRY(checkForm());
    KVW_TRY_ASSIGN(auto held, hold(catalog, m_form.laneText()));
    m_others[static_cast<std::size_t>(m_current)] = std::move(held);
    return {};
}

Result<void> LaneSet::load(const Catalog& catalog, const QString& text) {
    return m_form.load(catalog, text, key(m_current));
}

Result<void> LaneSet::select(const Catalog& catalog, int lane) {
    if (lane == m_current) {
        return {};
    }
    KVW_TRY(keep(catalog));
    // The form announces its new rows while it loads, and m_current must be the new lane by then.
    const int before = std::exchange(m_current, lane);
    auto loaded = load(catalog, m_others[static_cast<std::size_t>(lane)].text);
    if (!loaded) {
        m_current = before;
        return loaded;
    }
    Q_EMIT changed();
    return {};
}

Result<void> LaneSet::add(const Catalog& catalog) {
    if (count() >= kMost) {
        return fail(Code::BadUsage, "lanes", "no more can run side by side", std::to_string(count()),
                    phrase("at most %1 beside the full cache; remove one first", kMost));
    }
    KVW_TRY(keep(catalog));
    m_others.push_back(m_others[static_cast<std::size_t>(m_current)]);
    m_keys.push_back(m_nextKey++);
    m_current = count() - 1;
    m_form.setOwner(key(m_current));
    Q_EMIT changed();
    return {};
}

std::vector<int> LaneSet::keysOf(const QStringList& texts) {
    const QStringList before = this->texts();
    if (before.size() == texts.size()) {
        return m_keys;
    }
    // A lane was removed or added: those before and after it keep their keys.
    std::vector<int> keys(static_cast<std::size_t>(texts.size()), -1);
    const qsizetype fewer = std::min(before.size(), texts.size());
    qsizetype front = 0, back = 0;
    while (front < fewer && before[front] == texts[front]) {
        keys[static_cast<std::size_t>(front)] = key(static_cast<int>(front));
        ++front;
    }
    while (front + back < fewer && before[before.size() - 1 - back] == texts[texts.size() - 1 - back]) {
        keys[static_cast<std::size_t>(texts.size() - 1 - back)] = key(static_cast<int>(before.size() - 1 - back));
        ++back;
    }
    for (qsizetype lane = front; lane < texts.size() - back; ++lane) {
        const auto gone = m_gone.find(texts[lane]);
        keys[static_cast<std::size_t>(lane)] = gone != m_gone.end() ? gone->second : m_nextKey++;
        if (gone != m_gone.end()) {
            m_gone.erase(gone);
        }
    }
    for (qsizetype lane = front; lane < before.size() - back; ++lane) {
        m_gone[before[lane]] = key(static_cast<int>(lane));
    }
    return keys;
}

Result<void> LaneSet::set(const Catalog& catalog, const QStringList& texts) {
    if (texts.isEmpty() || texts.size() > kMost) {
        return fail(Code::BadUsage, "lanes", "so many cannot run side by side", std::to_string(texts.size()),
                    phrase("%1 to %2 beside the full cache", 1, kMost));
    }
    std::vector<Held> lanes;
    for (const QString& text : texts) {
        KVW_TRY_ASSIGN(auto held, hold(catalog, text));
        lanes.push_back(std::move(held));
    }
    m_keys = keysOf(texts);
    m_others = std::move(lanes);
    m_current = 0;
    auto loaded = load(catalog, texts.front());
    Q_EMIT changed();
    return loaded;
}

Result<void> LaneSet::replace(const Catalog& catalog, const QStringList& texts) {
    const std::vector<int> keys = m_keys;
    auto gone = std::exchange(m_gone, {});
    for (int& key : m_keys) {
        key = m_nextKey++;
    }
    auto done = set(catalog, texts);
    if (!done) {
        m_keys = keys;
        m_gone = std::move(gone);
    }
    return done;
}

Result<void> LaneSet::setBudget(const Catalog& catalog, const QString& budget) {
    KVW_TRY(checkForm());
    QStringList all = texts();
    bool any = false;
    for (int lane = 0; lane < count(); ++lane) {
        if (ResolvedPolicy policy = resolved(lane); takesBudget(policy)) {
            KVW_TRY(kvw::setBudget(policy, budget.trimmed().toStdString()));
            all[lane] = QString::fromStdString(policy.text + toText(own(lane)));
            any = true;
        }
    }
    if (!any) {
        return fail(Code::BadUsage, "lanes", "none of them has a budget");
    }
    const int shown = m_current;
    KVW_TRY(set(catalog, all));
    return select(catalog, shown);
}

QString LaneSet::budget() const {
    std::optional<std::string> common;
    for (int lane = 0; lane < count(); ++lane) {
        const ResolvedPolicy policy = resolved(lane);
        if (!takesBudget(policy)) {
            continue;
        }
        const auto own = budgetOf(policy);
        if (!own || own != common.value_or(*own)) {
            return {};
        }
        common = own;
    }
    return QString::fromStdString(common.value_or(std::string()));
}

QStringList LaneSet::withoutBudget() const {
    QStringList names;
    for (int lane = 0; lane < count(); ++lane) {
        if (const ResolvedPolicy policy = resolved(lane); !takesBudget(policy)) {
            names += QString::fromStdString(policy.id());
        }
    }
    names.removeDuplicates();
    return names;
}

Result<void> LaneSet::remove(const Catalog& catalog, int lane) {
    if (count() == 1) {
        return fail(Code::BadUsage, "lanes", "the last one cannot be removed");
    }
    const QString went = text(lane);
    if (lane == m_current) {
        const int neighbour = lane > 0 ? lane - 1 : 1;
        const int before = std::exchange(m_current, neighbour);
        if (auto loaded = load(catalog, m_others[static_cast<std::size_t>(neighbour)].text); !loaded) {
            m_current = before;
            return loaded;
        }
    }
    m_gone[went] = key(lane);
    m_keys.erase(m_keys.begin() + lane);
    m_others.erase(m_others.begin() + lane);
    m_current -= m_current > lane ? 1 : 0;
    Q_EMIT changed();
    return {};
}

}  // namespace kvw::wb
