// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/sweep_draft.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "core/eval/sweep_file.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

constexpr const char *kPromptTokens = "prompt-tokens", *kPositions = "positions", *kPrefill = "prefill";
constexpr int kUsualCount = 16;  // points to draw

QString number(double value) {
    return QString::number(value, 'g', 6);
}

/// Returns whether a maximum says something about useful values; some only keep numbers finite.
bool isUseful(double maximum, double middle) {
    constexpr double kFar = 1000;
    return maximum <= kFar * std::max(std::abs(middle), 1.0);
}

/// Lowers a count of tokens beyond half of the prompt, which would evict hardly anything, to a power of two within it.
double within(double middle, std::int64_t prompt) {
    const double half = static_cast<double>(prompt) / 2;
    return prompt > 1 && middle > half ? std::exp2(std::floor(std::log2(half))) : middle;
}

/// Returns a few values around the default, within the range, doubled each time on a logarithmic scale. `prompt`:
/// tokens of the prompt; 0: not known.
QString around(const ParameterSpec& spec, std::int64_t prompt) {
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
    if (spec.type == ParameterType::Integers) {
        return usual;  // the schema suggests no other lists
    }
    bool isNumber = false;
    const double given = usual.toDouble(&isNumber);
    const bool counts = spec.type == ParameterType::Integer && spec.unit == "tok" && !spec.odd;
    const double middle = isNumber && counts ? within(given, prompt) : given;
    const bool bounded = spec.maximum && isUseful(*spec.maximum, middle);
    const double low = spec.minimum.value_or(isNumber ? middle / 4 : 0);
    const double high = bounded ? *spec.maximum : isNumber ? std::max(middle, 1.0) * 4 : 1;
    if (!isNumber) {
        return number(low) + QLatin1Char(',') + number(high);
    }
    const bool whole = spec.type == ParameterType::Integer;
    if (whole && middle == 0 && !spec.maximum && spec.unit == "tok") {
        return QStringLiteral("0,4,16");  // the schema suggests no number
    }
    if (spec.logarithmic && middle > 0) {
        const double first = std::max({low, whole ? std::ceil(middle / 4) : middle / 4, whole ? 1.0 : low});
        const double last = std::min(high, middle * 2);
        if (first > 0 && last > first) {
            return QStringLiteral("%1:%2:x2").arg(number(first), number(last));
        }
    }
    // Four steps of a size that the schema accepts, centred on the default as far as the range allows.
    const double wanted = bounded && spec.minimum ? (high - low) / 4 : std::max(std::abs(middle) / 2, spec.step);
    const double least = whole ? std::max(1.0, std::round(spec.step)) * (spec.odd ? 2 : 1) : spec.step;
    const double step = std::max(least, std::round(wanted / least) * least);
    double first = std::max(low, middle - 2 * step);
    if (whole) {
        first = std::round(first);
    }
    const double last = std::min(spec.maximumExclusive ? high - least : high, first + 4 * step);
    return last > first ? QStringLiteral("%1:%2:%3").arg(number(first), number(last), number(step)) : usual;
}

bool isOfEveryRun(const QString& name) {
    return name.isEmpty() || name == QLatin1String(kPromptTokens) || name == QLatin1String(kSeedAxis) ||
           name == QLatin1String(kPositions) || name == QLatin1String(kPrefill) || name == QLatin1String(kStepsAxis) ||
           name == QLatin1String(kTextAxis) || name == QLatin1String(kModelAxis);
}

/// Returns the schema of a parameter, by its name in a policy text; none: the policy has none of that name.
std::optional<ParameterSpec> schemaOf(const ResolvedPolicy& policy, const std::string& name) {
    if (const ParameterSpec* spec = policy.parameter(name)) {
        return *spec;
    }
    for (const ParameterSpec& own : policy.composed() ? compositionParameters() : std::vector<ParameterSpec>()) {
        if (own.name == name) {
            return own;
        }
    }
    return std::nullopt;
}

/// Returns all parameters of the policy, each with the shortest name that identifies it.
std::vector<std::pair<std::string, ParameterSpec>> namedParameters(const ResolvedPolicy& policy) {
    std::vector<std::pair<std::string, ParameterSpec>> all;
    for (const ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            // A short name means the composition's own parameter first, then that of a part, then the codec's.
            const ParameterSpec* meant = policy.parameter(spec.name);
            const bool hidden = meant == nullptr || (part.kind == PluginKind::Codec && meant != &spec);
            all.emplace_back((hidden ? policy.prefixOf(part) : std::string()) + spec.name, spec);
        }
    }
    for (const ParameterSpec& own : policy.composed() ? compositionParameters() : std::vector<ParameterSpec>()) {
        all.emplace_back(own.name, own);
    }
    return all;
}

}  // namespace

SweepDraft::SweepDraft(RunDraft& run, const PluginsModel& plugins, QObject* parent)
    : QObject(parent), m_run(run), m_plugins(plugins) {
    connect(&run, &RunDraft::changed, this, &SweepDraft::changed);
}

void SweepDraft::propose() {
    const std::vector<Parameter> known = parameters();
    for (std::size_t axis = 0; axis < m_axes.size() && !isOfEveryRun(known[axis].name); ++axis) {
        m_axes[axis] = {known[axis].name, suggested(known[axis].name)};
    }
    Q_EMIT changed();
}

void SweepDraft::leaveList() {
    if (m_plan.kind == SweepPlan::Kind::Points) {
        m_plan = {};
    }
}

void SweepDraft::setKind(SweepPlan::Kind kind) {
    if (kind != m_plan.kind) {
        m_plan = {};
        m_plan.kind = kind;
        m_plan.count = kUsualCount;
        Q_EMIT changed();
    }
}

void SweepDraft::setCount(int count) {
    if (count != m_plan.count) {
        m_plan.count = count;
        Q_EMIT changed();
    }
}

void SweepDraft::setHalving(const QString& text) {
    if (text != m_halving) {
        m_halving = text;
        Q_EMIT changed();
    }
}

Result<void> SweepDraft::readPoints(const QString& file) {
    KVW_TRY_ASSIGN(auto base, m_run.spec());
    Sweep sweep;
    sweep.base = std::move(base);
    sweep.base.threads = m_run.base().threads;
    KVW_TRY(readSweepPoints(file.toStdString(), sweep));
    if (sweep.plan.points.empty()) {  // the list names no policies
        for (const QString& policy : m_run.lanes().texts()) {
            sweep.policies.push_back(policy.toStdString());
        }
        KVW_TRY(readSweepPoints(file.toStdString(), sweep));
    }
    if (!m_halving.isEmpty()) {
        KVW_TRY_ASSIGN(sweep.halving, parseHalving(m_halving.toStdString()));
    }
    return load(sweep, m_folder);
}

void SweepDraft::dropFurther() {
    leaveList();
    m_further.clear();
    m_order.erase(std::remove_if(m_order.begin(), m_order.end(), [](std::size_t place) { return place > kSeedPlace; }),
                  m_order.end());
    Q_EMIT changed();
}

QString SweepDraft::lacking(const QString& name) const {
    QStringList without;
    for (const ResolvedPolicy& policy : policies()) {
        const bool budget = name == QLatin1String(kBudgetAxis) && takesBudget(policy);
        if (!isOfEveryRun(name) && !budget && !hasParameter(policy, name.toStdString())) {
            without << QString::fromStdString(policy.id());
        }
    }
    without.removeDuplicates();
    return without.join(QStringLiteral(", "));
}

void SweepDraft::setAxis(int which, Axis axis) {
    Axis& held = m_axes[static_cast<std::size_t>(which)];
    if (axis.values.isEmpty() && axis.name != held.name) {
        axis.values = suggested(axis.name);
    }
    if (axis != held) {
        leaveList();
        held = std::move(axis);
        Q_EMIT changed();
    }
}

void SweepDraft::setSeeds(const QString& seeds) {
    if (seeds != m_seeds) {
        leaveList();
        m_seeds = seeds;
        Q_EMIT changed();
    }
}

void SweepDraft::setFolder(const QString& folder) {
    if (folder != m_folder) {
        m_folder = folder;
        m_mostCapture = Capture::Stats;
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
    for (int lane = 0; lane < m_run.lanes().count(); ++lane) {
        if (ResolvedPolicy policy = m_run.lanes().resolved(lane); !policy.parts.empty()) {
            resolved.push_back(std::move(policy));
        }
    }
    return resolved;
}

std::vector<SweepDraft::Parameter> SweepDraft::parameters() const {
    std::vector<Parameter> known;
    const std::vector<ResolvedPolicy> all = policies();
    std::set<std::string> names;
    for (const ResolvedPolicy& policy : all) {
        for (const auto& [name, spec] : namedParameters(policy)) {
            const bool ofAll = std::ranges::all_of(
                all, [&wanted = name](const ResolvedPolicy& each) { return schemaOf(each, wanted).has_value(); });
            if (name != kSeedAxis && ofAll && names.insert(name).second) {
                known.push_back(
                    {QString::fromStdString(name), QString::fromStdString(spec.label),
                     QString::fromStdString(spec.tooltip) + QStringLiteral(" (%1)").arg(phraseText(spec.range()))});
            }
        }
    }
    if (!all.empty() && names.count(kBudgetAxis) == 0 && lacking(QString::fromLatin1(kBudgetAxis)).isEmpty()) {
        known.push_back({QString::fromLatin1(kBudgetAxis), tr("Budget"),
                         tr("Tokens that any policy keeps, or a share of the prompt (25%); several parameters share it "
                            "in the proportion of their defaults")});
    }
    known.push_back({QString::fromLatin1(kPromptTokens), tr("Prompt"), tr("Tokens processed in the prefill")});
    known.push_back({QString::fromLatin1(kStepsAxis), tr("Steps"), tr("Tokens that are decoded")});
    known.push_back({QString::fromLatin1(kTextAxis), tr("Text"), tr("Names of shipped texts, or files")});
    known.push_back({QString::fromLatin1(kModelAxis), tr("Model"),
                     tr("Names of stored models, folders or files; embedded is the one that ships")});
    // A setting that a lane has chosen for itself cannot vary.
    LaneChoice chosen;
    for (const QString& lane : m_run.lanes().texts()) {
        if (const auto chain = parseChain(lane.toStdString())) {
            chosen.positions = chosen.positions ? chosen.positions : chain->own.positions;
            chosen.chunk = chosen.chunk ? chosen.chunk : chain->own.chunk;
        }
    }
    if (!chosen.positions) {
        known.push_back({QString::fromLatin1(kPositions), tr("Positions"),
                         tr("RoPE phase of kept keys: of the text, or of their rank in the cache")});
    }
    if (!chosen.chunk) {
        known.push_back({QString::fromLatin1(kPrefill), tr("Prefill"),
                         tr("Layer by layer, or chunk by chunk through all layers (streaming:64 is chunks of 64)")});
    }
    return known;
}

QString SweepDraft::suggested(const QString& name) const {
    if (name == QLatin1String(kPromptTokens)) {
        const std::int64_t tokens = std::max<std::int64_t>(8, m_run.planned().total());
        return QStringLiteral("%1:%2:%1").arg(tokens / 8).arg(tokens / 2);
    }
    if (name == QLatin1String(kStepsAxis)) {
        const RunDraft::Plan planned = m_run.planned();
        const std::int64_t steps = std::max<std::int64_t>(4, planned.total() - planned.prompt);
        return QStringLiteral("%1:%2:x2").arg(steps / 4).arg(steps);
    }
    if (name == QLatin1String(kTextAxis)) {
        return QStringLiteral("story,needle");
    }
    if (name == QLatin1String(kModelAxis)) {
        return QString::fromLatin1(kEmbeddedModel);
    }
    if (name == QLatin1String(kPositions)) {
        return QStringLiteral("original,cache-rank");
    }
    if (name == QLatin1String(kPrefill)) {
        return QStringLiteral("layer-major,streaming");
    }
    std::optional<ParameterSpec> found;
    for (const ResolvedPolicy& policy : policies()) {
        if (!found) {
            found = schemaOf(policy, name.toStdString());
        }
    }
    if (!found) {
        return name == QLatin1String(kBudgetAxis) ? QStringLiteral("12.5%:50%:x2") : QString();
    }
    // Values of an evenly spaced range that the schema refuses are left out.
    const QString range = around(*found, m_run.planned().prompt);
    const auto axis = parseAxis((name + QLatin1Char('=') + range).toStdString());
    QStringList taken;
    bool whole = axis.has_value();
    for (const std::string& value : axis ? axis->values : std::vector<std::string>{}) {
        const bool good = found->parse(value, "axis").has_value();
        whole = whole && good;
        if (good) {
            taken << QString::fromStdString(value);
        }
    }
    return whole             ? range
           : taken.isEmpty() ? QString::fromStdString(toText(found->defaultValue))
                             : taken.join(QLatin1Char(','));
}

SweepDraft::Axis SweepDraft::at(std::size_t place) const {
    if (place == kSeedPlace) {
        return {m_seeds.isEmpty() ? QString() : QString::fromLatin1(kSeedAxis), m_seeds};
    }
    return place < kSeedPlace ? m_axes[place] : m_further[place - kSeedPlace - 1];
}

Result<Sweep> SweepDraft::sweep() const {
    KVW_TRY_ASSIGN(auto base, m_run.spec());
    Sweep sweep;
    for (const QString& policy : m_run.lanes().texts()) {
        sweep.policies.push_back(policy.toStdString());
    }
    sweep.base = std::move(base);
    sweep.base.policies.clear();
    sweep.base.threads = m_run.base().threads;  // shared out among the workers
    sweep.base.capture = std::min(sweep.base.capture, m_mostCapture);
    for (const std::size_t place : m_order) {
        const Axis each = at(place);
        const bool listed = m_plan.kind == SweepPlan::Kind::Points;
        if (each.name.isEmpty() || (!listed && !lacking(each.name).isEmpty())) {
            continue;
        }
        KVW_TRY_ASSIGN(auto axis, parseAxis((each.name + QLatin1Char('=') + each.values).toStdString()));
        sweep.axes.push_back(std::move(axis));
    }
    sweep.plan = m_plan;
    sweep.plan.seed = m_plan.kind == SweepPlan::Kind::Random ? sweep.base.seed : 0;
    if (m_plan.kind == SweepPlan::Kind::Points) {
        sweep.policies.clear();
        for (const SweepCombination& point : m_plan.points) {
            if (std::ranges::find(sweep.policies, point.policy) == sweep.policies.end()) {
                sweep.policies.push_back(point.policy);
            }
        }
    }
    if (!m_halving.isEmpty()) {
        KVW_TRY_ASSIGN(sweep.halving, parseHalving(m_halving.toStdString()));
    }
    dropUnusedText(sweep);
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
    KVW_TRY(m_run.lanes().set(m_plugins.catalog(), names));
    if (sweep.base.prompt) {
        m_run.setChat(false, m_run.system());  // it contains a template already
    }
    RunSpec base = sweep.base;
    if (hasAxis(sweep, kTextAxis)) {  // the run dock keeps its text
        base.textFile = m_run.base().textFile;
        base.prompt = m_run.base().prompt;
        base.ids = m_run.base().ids;
    }
    m_run.setBase(base);
    m_axes = {};
    m_further.clear();
    m_seeds.clear();
    m_order.clear();
    std::size_t used = 0;
    for (const SweepAxis& axis : sweep.axes) {
        QStringList words;
        for (const std::string& value : axis.values) {
            words << QString::fromStdString(value);
        }
        const Axis taken{QString::fromStdString(axis.name), words.join(QLatin1Char(','))};
        if (axis.name == kSeedAxis) {
            m_seeds = taken.values;
            m_order.push_back(kSeedPlace);
        } else if (used < m_axes.size()) {
            m_axes[used] = taken;
            m_order.push_back(used++);
        } else {
            m_further.push_back(taken);
            m_order.push_back(kSeedPlace + m_further.size());
        }
    }
    for (std::size_t place = 0; place <= kSeedPlace; ++place) {
        if (std::ranges::find(m_order, place) == m_order.end()) {
            m_order.push_back(place);
        }
    }
    m_plan = sweep.plan;
    m_halving = !sweep.halving ? QString()
                : sweep.halving.by == SweepHalving().by
                    ? QString::number(sweep.halving.factor)
                    : QStringLiteral("%1:%2").arg(sweep.halving.factor).arg(QString::fromStdString(sweep.halving.by));
    m_mostCapture = std::max(Capture::Stats, sweep.base.capture);
    m_folder = folder;
    Q_EMIT changed();
    return {};
}

}  // namespace kvw::wb
