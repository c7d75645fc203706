// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/run_tree.h"

#include <QFont>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/session/words/lane_title.h"
#include "app/workbench/session/words/plain_tip.h"
#include "core/base/json/json_access.h"

namespace kvw::wb {

namespace {

QString number(double value, bool sign) {
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    return sign ? differenceText(value, 3) : QLocale::c().toString(value, 'f', 3);
}

/// Hash of the bundle that a run was forked from; empty: none, or it was no bundle.
QString parentBundle(const RunTree::Node& node) {
    const LaneInfo& lane = node.recording->description().lane(node.lane);
    return QString::fromStdString(textOf(member(lane.given, "fork"), "bundle"));
}

}  // namespace

int RunTree::add(Node node) {
    if (const int known = find(node.recording.get()); known >= 0) {
        return known;
    }
    const int run = count();
    const int row = static_cast<int>(childrenOf(node.parent).size());
    beginInsertRows(node.parent < 0 ? QModelIndex() : indexOf(node.parent), row, row);
    m_runs.emplace_back().node = std::move(node);
    endInsertRows();
    dropOldest();
    update();
    return run;
}

void RunTree::setDemonstration(const Recording& recording) {
    if (const int run = find(&recording); run >= 0) {
        m_runs[static_cast<std::size_t>(run)].node.demonstration = true;
    }
}

void RunTree::dropOldest() {
    std::vector<int> alone;
    for (const int run : childrenOf(-1)) {
        if (childrenOf(run).empty()) {
            alone.push_back(run);
        }
    }
    const auto oldest = std::ranges::find_if(alone, [this](int run) { return node(run).recording.get() != m_shown; });
    if (static_cast<int>(alone.size()) <= kMostAlone || oldest == alone.end()) {
        return;
    }
    drop(*oldest);
}

void RunTree::drop(int run) {
    const int parent = node(run).parent;
    const int row = indexOf(run).row();
    beginRemoveRows(parent < 0 ? QModelIndex() : indexOf(parent), row, row);
    Run& of = m_runs[static_cast<std::size_t>(run)];
    of.was = of.node.recording;
    of.node.recording.reset();
    endRemoveRows();
}

bool RunTree::dropped(const std::shared_ptr<Recording>& recording) const {
    return std::ranges::any_of(m_runs,
                               [&recording](const Run& run) { return recording && run.was.lock() == recording; });
}

int RunTree::find(const Recording* recording) const {
    const auto found =
        std::ranges::find_if(m_runs, [recording](const Run& run) { return run.node.recording.get() == recording; });
    return recording == nullptr || found == m_runs.end() ? -1 : static_cast<int>(found - m_runs.begin());
}

void RunTree::setShown(const Recording* recording) {
    if (m_shown != recording) {
        m_shown = recording;
        for (int run = 0; run < count(); ++run) {
            if (!node(run).recording) {
                continue;
            }
            Q_EMIT dataChanged(indexOf(run), indexOf(run, ColumnCount - 1), {Qt::FontRole});
        }
    }
}

std::int64_t RunTree::firstScored(const Node& node) {
    return node.step >= 0 ? node.step : node.recording->description().promptTokens;
}

void RunTree::advance(Run& run, const Compared& compared) {
    const Node& node = run.node;
    if (!node.recording->hasTrace(node.lane)) {
        return;
    }
    const Trace& trace = node.recording->trace(node.lane);
    const std::int64_t first = firstScored(node);
    const std::int64_t steps = run.steps = trace.steps();
    for (run.done = std::max(run.done, first); run.done < steps; ++run.done) {
        if (const double nll = trace.step(run.done).nll; std::isfinite(nll)) {
            run.sum += nll;
            ++run.scored;
        }
    }
    const Trace* parent = compared.trace();
    // Generated texts part ways, so they are not compared.
    if (parent == nullptr || node.recording->description().mode != "teacher") {
        return;
    }
    const Trace& before = *parent;
    const std::int64_t both = std::min(steps, before.steps());
    // A fork's first own token was predicted before anything differed.
    for (run.compared = std::max(run.compared, node.step >= 0 ? first + 1 : first); run.compared < both;
         ++run.compared) {
        const double difference = trace.step(run.compared).nll - before.step(run.compared).nll;
        if (std::isfinite(difference)) {
            run.difference += difference;
            ++run.pairs;
        }
    }
}

void RunTree::update() {
    for (int i = 0; i < count(); ++i) {
        Run& run = m_runs[static_cast<std::size_t>(i)];
        if (!run.node.recording) {
            continue;
        }
        const auto before = run.progress();
        advance(run, parentOf(i));
        if (before != run.progress()) {
            Q_EMIT dataChanged(indexOf(i, Nll), indexOf(i, Steps), {Qt::DisplayRole});
        }
    }
}

const Trace* RunTree::Compared::trace() const {
    return recording && recording->hasTrace(lane) ? &recording->trace(lane) : nullptr;
}

RunTree::Compared RunTree::parentOf(int run) const {
    const Node& of = node(run);
    if (of.besideLane >= 0) {
        return {of.recording, of.besideLane};
    }
    return of.parent < 0 ? Compared{} : Compared{node(of.parent).recording, of.parentLane};
}

double RunTree::nll(int run) const {
    const Run& of = m_runs[static_cast<std::size_t>(run)];
    return of.scored > 0 ? of.sum / static_cast<double>(of.scored) : kMissing;
}

double RunTree::delta(int run) const {
    const Run& of = m_runs[static_cast<std::size_t>(run)];
    return of.pairs > 0 ? of.difference / static_cast<double>(of.pairs) : kMissing;
}

QString RunTree::name(int run) const {
    const Node& of = node(run);
    const RunDescription& description = of.recording->description();
    if (of.step >= 0 && m_namesHidden) {
        return tr("fork %1").arg(run);
    }
    if (of.step >= 0) {
        const LaneInfo& lane = description.lane(of.lane);
        const nlohmann::ordered_json& fork = member(lane.given, "fork");
        const QString changes = QString::fromStdString(fork.is_object() ? textOf(fork, "changes") : lane.policyText);
        const auto& lanes = node(of.parent).recording->description().lanes;
        const bool several = lanes.size() > 2 || (lanes.size() == 2 && !lanes[0].isFullCache());
        return several ? tr("%1: %2").arg(
                             QString::fromStdString(lanes[static_cast<std::size_t>(of.parentLane)].policyId), changes)
                       : changes;
    }
    QStringList lanes;
    for (int lane = 0; lane < static_cast<int>(description.lanes.size()); ++lane) {
        lanes += laneTitle(*of.recording, lane, m_namesHidden);
    }
    const QString text = textWords(QString::fromStdString(description.textTitle));
    return of.source.isEmpty() ? tr("%1 on %2").arg(lanes.join(QStringLiteral(" | ")), text)
                               : tr("%1 on %2 (bundle)").arg(lanes.join(QStringLiteral(" | ")), text);
}

void RunTree::hideNames(bool hidden) {
    Q_EMIT layoutAboutToBeChanged();
    m_namesHidden = hidden;
    Q_EMIT layoutChanged();
}

std::vector<int> RunTree::childrenOf(int run) const {
    std::vector<int> children;
    for (int i = 0; i < count(); ++i) {
        if (node(i).parent == run && node(i).recording) {
            children.push_back(i);
        }
    }
    return children;
}

QModelIndex RunTree::indexOf(int run, int column) const {
    const std::vector<int> siblings = childrenOf(node(run).parent);
    const auto row = std::ranges::find(siblings, run) - siblings.begin();
    return createIndex(static_cast<int>(row), column, static_cast<quintptr>(run));
}

QModelIndex RunTree::index(int row, int column, const QModelIndex& parent) const {
    const std::vector<int> children = childrenOf(parent.isValid() ? runOf(parent) : -1);
    const bool there =
        row >= 0 && static_cast<std::size_t>(row) < children.size() && column >= 0 && column < ColumnCount;
    return there ? createIndex(row, column, static_cast<quintptr>(children[static_cast<std::size_t>(row)]))
                 : QModelIndex();
}

QModelIndex RunTree::parent(const QModelIndex& child) const {
    const int parent = child.isValid() ? node(runOf(child)).parent : -1;
    return parent < 0 ? QModelIndex() : indexOf(parent);
}

int RunTree::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent.isValid() ? runOf(parent) : -1).size());
}

int RunTree::columnCount(const QModelIndex& /*parent*/) const {
    return ColumnCount;
}

QString RunTree::tipOf(int run, int column) const {
    const Node& of = node(run);
    const Run& counted = m_runs[static_cast<std::size_t>(run)];
    if (column == Nll && counted.scored > 0) {
        return tr("Mean over tokens %1 to %2").arg(firstScored(of)).arg(counted.done - 1);
    }
    if (m_namesHidden) {
        return name(run);
    }
    const QString command = QString::fromStdString(of.recording->description().commandLine);
    const QString bundle = parentBundle(of);
    return bundle.isEmpty() ? command : tr("Forked from the bundle %1").arg(bundle) + QLatin1Char('\n') + command;
}

QVariant RunTree::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const int run = runOf(index);
    const Node& of = node(run);
    if (role == Qt::TextAlignmentRole && index.column() != Name) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::FontRole && of.recording.get() == m_shown) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::ToolTipRole) {
        return plainTip(tipOf(run, index.column()));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case Name:
            return name(run);
        case From:
            return of.step < 0 ? QString() : QString::number(of.step);
        case Nll:
            return number(nll(run), false);
        case Delta:
            return of.parent < 0 ? QString() : number(delta(run), true);
        default:
            return of.recording->hasTrace(of.lane) ? QString::number(of.recording->trace(of.lane).steps()) : QString();
    }
}

QVariant RunTree::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    static const std::array<std::pair<QString, QString>, ColumnCount> kHeads{{
        {tr("run"), tr("Runs, and below each the changes of its forks")},
        {tr("from"), tr("First token of the fork itself; everything before it is its parent's")},
        {tr("NLL"), tr("Mean NLL, nats: of a fork over the tokens of its own, of a run over those after the prompt")},
        {tr("Δ parent"), tr("Mean of NLL − NLL of the parent, over the tokens that both have, nats")},
        {tr("tokens"), tr("Tokens recorded")},
    }};
    const auto& [name, about] = kHeads[static_cast<std::size_t>(section)];
    return role == Qt::DisplayRole ? QVariant(name) : role == Qt::ToolTipRole ? QVariant(about) : QVariant();
}

}  // namespace kvw::wb
