// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/sweep_draft.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/eval/sweep_file.h"

namespace kvw::wb {

namespace {

constexpr const char* kPromptTokens = "prompt-tokens";

QString number(double value) {
    return QString::number(value, 'g', 6);
}

/// A handful of values around the default, within the range: doubled where the scale is logarithmic.
QString around(const ParameterSpec& spec) {
    const QString usual = QString::fromStdString(toText(spec.defaultValue));
    if (spec.type == ParameterType::Flag) {
        return QStringLiteral("false,true");
    }
    if (!spec.choices.empty()) {
        QStringList words;
        for (const std::string& word : spec.choices) {
            words << QString::fromStdString(word);
        }
        return words.join(QLatin1Char(','));
    }
    bool isNumber = false;
    const double middle = usual.toDouble(&isNumber);
    const double low = spec.minimum.value_or(isNumber ? middle / 4 : 0);
    const double high = spec.maximum.value_or(isNumber ? std::max(middle, 1.0) * 4 : 1);
    if (!isNumber) {
        return number(low) + QLatin1Char(',') + number(high);
    }
    const bool whole = spec.type == ParameterType::Integer;
    if (spec.logarithmic && middle > 0) {
        const double first = std::max({low, whole ? std::ceil(middle / 4) : middle / 4, whole ? 1.0 : low});
        const double last = std::min(high, middle * 2);
        if (first > 0 && last > first) {
            return QStringLiteral("%1:%2:x2").arg(number(first), number(last));
        }
    }
    // Four steps of a size that the schema would take, centred on the default as far as the range allows.
    const double wanted = spec.maximum && spec.minimum ? (high - low) / 4 : std::max(std::abs(middle) / 2, spec.step);
    const double least = whole ? std::max(1.0, std::round(spec.step)) * (spec.odd ? 2 : 1) : spec.step;
    const double step = std::max(least, std::round(wanted / least) * least);
    double first = std::max(low, middle - 2 * step);
    if (whole) {
        first = std::round(first);
    }
    const double last = std::min(spec.maximumExclusive ? high - least : high, first + 4 * step);
    return last > first ? QStringLiteral("%1:%2:%3").arg(number(first), number(last), number(step)) : usual;
}

}  // namespace

SweepDraft::SweepDraft(RunDraft& run, const PluginsModel& plugins, QObject* parent)
    : QObject(parent), m_run(run), m_plugins(plugins) {
    connect(&run, &RunDraft::changed, this, [this] {
        dropUnknown();
        Q_EMIT changed();
    });
}

void SweepDraft::propose() {
    const std::vector<Parameter> known = parameters();
    for (std::size_t axis = 0; axis < m_axes.size() && axis + 1 < known.size(); ++axis) {
        m_axes[axis] = {known[axis].name, suggested(known[axis].name)};
    }
    Q_EMIT changed();
}

void SweepDraft::dropUnknown() {
    const std::vector<Parameter> known = parameters();
    for (Axis& axis : m_axes) {
        const bool there = std::any_of(known.begin(), known.end(),
                                       [&](const Parameter& parameter) { return parameter.name == axis.name; });
        axis = there ? axis : Axis{};
    }
}

void SweepDraft::setAxis(int which, Axis axis) {
    Axis& held = m_axes[static_cast<std::size_t>(which)];
    if (axis.values.isEmpty() && axis.name != held.name) {
        axis.values = suggested(axis.name);
    }
    if (axis != held) {
        held = std::move(axis);
        Q_EMIT changed();
    }
}

void SweepDraft::setSeeds(const QString& seeds) {
    if (seeds != m_seeds) {
        m_seeds = seeds;
        Q_EMIT changed();
    }
}

void SweepDraft::setFolder(const QString& folder) {
    if (folder != m_folder) {
        m_folder = folder;
        Q_EMIT changed();
    }
}

void SweepDraft::setWorkers(int workers) {
    if (workers != m_workers) {
        m_workers = workers;
        Q_EMIT changed();
    }
}

std::vector<ResolvedPolicy> SweepDraft::policies() const {
    std::vector<ResolvedPolicy> resolved;
    for (const QString& text : m_run.lanes().texts()) {
        if (auto policy = resolvePolicy(m_plugins.catalog(), text.toStdString())) {
            resolved.push_back(std::move(*policy));
        }
    }
    return resolved;
}

std::vector<const ParameterSpec*> SweepDraft::schemas(const QString& name,
                                                      const std::vector<ResolvedPolicy>& policies) const {
    std::vector<const ParameterSpec*> found;
    for (const ResolvedPolicy& policy : policies) {
        if (const ParameterSpec* spec = policy.parameter(name.toStdString())) {
            found.push_back(spec);
        }
    }
    return found;
}

std::vector<SweepDraft::Parameter> SweepDraft::parameters() const {
    std::vector<Parameter> known;
    const std::vector<ResolvedPolicy> all = policies();
    std::set<std::string> names;
    for (const ResolvedPolicy& policy : all) {
        for (const ResolvedPart& part : policy.parts) {
            for (const ParameterSpec& spec : part.provided.parameters) {
                const QString name = QString::fromStdString(spec.name);
                if (spec.name != kSeedAxis && names.insert(spec.name).second &&
                    schemas(name, all).size() == all.size()) {
                    known.push_back({name, QString::fromStdString(spec.label),
                                     QString::fromStdString(spec.tooltip + " (" + spec.rangeText() + ")")});
                }
            }
        }
    }
    known.push_back({QString::fromLatin1(kPromptTokens), tr("Prompt"), tr("Tokens processed in the prefill")});
    return known;
}

QString SweepDraft::suggested(const QString& name) const {
    if (name == QLatin1String(kPromptTokens)) {
        const std::int64_t tokens = std::max<std::int64_t>(8, m_run.planned().total());
        return QStringLiteral("%1:%2:%1").arg(tokens / 8).arg(tokens / 2);
    }
    const std::vector<ResolvedPolicy> all = policies();
    const auto found = schemas(name, all);
    if (found.empty()) {
        return {};
    }
    // What the schema would refuse of an evenly spaced range is left out.
    const QString range = around(*found.front());
    const auto axis = parseAxis((name + QLatin1Char('=') + range).toStdString());
    QStringList taken;
    bool whole = axis.has_value();
    for (const std::string& value : axis ? axis->values : std::vector<std::string>{}) {
        const bool good = found.front()->parse(value, "axis").has_value();
        whole = whole && good;
        if (good) {
            taken << QString::fromStdString(value);
        }
    }
    return whole             ? range
           : taken.isEmpty() ? QString::fromStdString(toText(found.front()->defaultValue))
                             : taken.join(QLatin1Char(','));
}

Result<Sweep> SweepDraft::sweep() const {
    auto base = m_run.spec();
    if (!base) {
        return tl::unexpected(base.error());
    }
    Sweep sweep;
    for (const QString& policy : m_run.lanes().texts()) {
        sweep.policies.push_back(policy.toStdString());
    }
    sweep.base = std::move(*base);
    sweep.base.policies.clear();
    // Threads are shared out among the workers, and rows of every run would fill the disk.
    sweep.base.threads = m_run.base().threads;
    sweep.base.capture = std::min(sweep.base.capture, Capture::Stats);
    const auto add = [&sweep](const QString& name, const QString& values) -> Result<void> {
        auto axis = parseAxis((name + QLatin1Char('=') + values).toStdString());
        return axis.map([&](SweepAxis& parsed) { sweep.axes.push_back(std::move(parsed)); });
    };
    for (const Axis& each : m_axes) {
        if (!each.name.isEmpty()) {
            if (auto added = add(each.name, each.values); !added) {
                return tl::unexpected(added.error());
            }
        }
    }
    if (!m_seeds.isEmpty()) {
        if (auto added = add(QString::fromLatin1(kSeedAxis), m_seeds); !added) {
            return tl::unexpected(added.error());
        }
    }
    return sweep;
}

Result<std::vector<SweepPoint>> SweepDraft::points() const {
    return sweep().and_then([this](const Sweep& grid) { return sweepPoints(grid, m_plugins.catalog()); });
}

QString SweepDraft::commandLine() const {
    const auto grid = sweep();
    if (!grid || !points()) {
        return {};
    }
    return QString::fromStdString(sweepCommand(*grid, m_folder.toStdString(), m_workers));
}

Result<void> SweepDraft::load(const Sweep& sweep, const QString& folder) {
    QStringList names;
    for (const std::string& policy : sweep.policies) {
        names << QString::fromStdString(policy);
    }
    if (auto set = m_run.lanes().set(m_plugins.catalog(), names); !set) {
        return set;
    }
    m_run.setBase(sweep.base);
    m_axes = {};
    m_seeds.clear();
    std::size_t used = 0;
    for (const SweepAxis& axis : sweep.axes) {
        QStringList values;
        for (const std::string& value : axis.values) {
            values << QString::fromStdString(value);
        }
        if (axis.name == kSeedAxis) {
            m_seeds = values.join(QLatin1Char(','));
        } else if (used < m_axes.size()) {
            m_axes[used++] = {QString::fromStdString(axis.name), values.join(QLatin1Char(','))};
        }
    }
    m_folder = folder;
    Q_EMIT changed();
    return {};
}

}  // namespace kvw::wb
