// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_formula.h"

#include <QHash>

namespace kvw::wb {

namespace {

/// Deepest nesting of braces that is read; deeper ones are shown as typed.
constexpr int kDeepest = 8;

const QHash<QString, QString>& signsByName() {
    static const QHash<QString, QString> kSigns = [] {
        static constexpr const char16_t* kNames[][2] = {
            {u"alpha", u"α"},  {u"beta", u"β"},  {u"gamma", u"γ"}, {u"delta", u"δ"}, {u"epsilon", u"ε"},
            {u"zeta", u"ζ"},   {u"eta", u"η"},   {u"theta", u"θ"}, {u"iota", u"ι"},  {u"kappa", u"κ"},
            {u"lambda", u"λ"}, {u"mu", u"μ"},    {u"nu", u"ν"},    {u"xi", u"ξ"},    {u"pi", u"π"},
            {u"rho", u"ρ"},    {u"sigma", u"σ"}, {u"tau", u"τ"},   {u"phi", u"φ"},   {u"chi", u"χ"},
            {u"psi", u"ψ"},    {u"omega", u"ω"}, {u"Gamma", u"Γ"}, {u"Delta", u"Δ"}, {u"Theta", u"Θ"},
            {u"Lambda", u"Λ"}, {u"Pi", u"Π"},    {u"Sigma", u"Σ"}, {u"Phi", u"Φ"},   {u"Psi", u"Ψ"},
            {u"Omega", u"Ω"},  {u"sum", u"∑"},   {u"prod", u"∏"},  {u"sqrt", u"√"},  {u"cdot", u"·"},
            {u"times", u"×"},  {u"le", u"≤"},    {u"ge", u"≥"},    {u"ne", u"≠"},    {u"approx", u"≈"},
            {u"infty", u"∞"},  {u"in", u"∈"},    {u"to", u"→"},    {u"pm", u"±"},    {u"ldots", u"…"},
            {u"log", u"log"},  {u"exp", u"exp"}, {u"min", u"min"}, {u"max", u"max"}, {u"softmax", u"softmax"}};
        QHash<QString, QString> signs;
        for (const auto& [name, sign] : kNames) {
            signs.insert(QString::fromUtf16(name), QString::fromUtf16(sign));
        }
        return signs;
    }();
    return kSigns;
}

class FormulaReader {
 public:
    explicit FormulaReader(const QString& formula) : m_text(formula) {}

    std::vector<FormulaRun> read() {
        while (m_at < m_text.size()) {
            step(FormulaRun::Line, 0);
        }
        return std::move(m_runs);
    }

 private:
    void put(const QString& text, FormulaRun::Level level) {
        if (m_runs.empty() || m_runs.back().level != level) {
            m_runs.push_back({level, {}});
        }
        m_runs.back().text += text;
    }

    /// Reads one character, command, group or script.
    void step(FormulaRun::Level level, int depth) {
        const QChar sign = m_text[m_at];
        if (sign == QLatin1Char('\\')) {
            command(level, depth);
        } else if (sign == QLatin1Char('{') && depth < kDeepest) {
            ++m_at;
            while (m_at < m_text.size() && m_text[m_at] != QLatin1Char('}')) {
                step(level, depth + 1);
            }
            ++m_at;
        } else if ((sign == QLatin1Char('_') || sign == QLatin1Char('^')) && m_at + 1 < m_text.size() &&
                   depth < kDeepest) {
            ++m_at;
            const auto script = sign == QLatin1Char('_') ? FormulaRun::Sub : FormulaRun::Super;
            step(level == FormulaRun::Line ? script : level, depth + 1);
        } else {
            ++m_at;
            put(sign == QLatin1Char('-') ? QStringLiteral("−") : QString(sign), level);
        }
    }

    void command(FormulaRun::Level level, int depth) {
        qsizetype end = m_at + 1;
        while (end < m_text.size() && m_text[end].isLetter()) {
            ++end;
        }
        const QString name = m_text.mid(m_at + 1, end - m_at - 1);
        m_at = end;
        if (name == QLatin1String("frac") && depth < kDeepest) {
            part(level, depth);
            put(QStringLiteral("/"), level);
            part(level, depth);
        } else {
            put(signsByName().value(name, QLatin1Char('\\') + name), level);
        }
    }

    /// Reads a part of a fraction, with brackets around more than one character.
    void part(FormulaRun::Level level, int depth) {
        const bool group = m_at < m_text.size() && m_text[m_at] == QLatin1Char('{');
        const qsizetype from = m_at;
        const auto runs = m_runs.size();
        const qsizetype before = runs == 0 ? 0 : m_runs.back().text.size();
        if (m_at < m_text.size()) {
            step(level, depth + 1);
        }
        if (group && m_at - from > 3) {
            // Behind what stood before the part, which may share a run with it.
            const bool shared = runs > 0 && m_runs[runs - 1].text.size() > before;
            if (shared) {
                m_runs[runs - 1].text.insert(before, QLatin1Char('('));
            } else if (m_runs.size() > runs) {
                m_runs.insert(m_runs.begin() + static_cast<std::ptrdiff_t>(runs), {level, QStringLiteral("(")});
            }
            put(QStringLiteral(")"), level);
        }
    }

    const QString m_text;
    qsizetype m_at = 0;
    std::vector<FormulaRun> m_runs;
};

}  // namespace

std::vector<FormulaRun> formulaRuns(const QString& formula) {
    return FormulaReader(formula).read();
}

}  // namespace kvw::wb
