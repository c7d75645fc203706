// SPDX-License-Identifier: GPL-3.0-or-later
/// The what-if dock: what the policy of the next run would keep of the prompt that was read, selected again while a
/// slider moves, beside what the shown lane held there.
#include <QCoreApplication>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/language/phrase_text.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/whole_range.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/what_if/question_inside.h"
#include "core/figures/builders/figure_parts.h"

namespace kvw::wb {

namespace {

constexpr Dirty kWhatIfInterests{DirtyFlag::Recording | DirtyFlag::Status | DirtyFlag::Range | DirtyFlag::Unit |
                                 DirtyFlag::Theme | DirtyFlag::Draft | DirtyFlag::WhatIf};
/// Most columns of the map. Tokens that share a column show a difference to the run first.
constexpr std::int64_t kMostColumns = 512;
constexpr std::size_t kMostNamed = 8;
constexpr double kBarWidth = 0.64;
const QColor kBoth = whatIfColor(WhatIfCell::Both), kOnlyRun = whatIfColor(WhatIfCell::OnlyRun),
             kOnlyNext = whatIfColor(WhatIfCell::OnlyNext);

class WhatIfDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::WhatIfDock)

 public:
    WhatIfDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, kWhatIfInterests, workspace, parent) {
        auto* content = new QWidget(this);
        m_policy = explained(new TextLine(content, "whatIfPolicy"), tr("Policy that is tried"));
        auto* plots = makePlots(content);
        m_tokens = explained(new TextLine(content, "whatIfTokens"), tr("Tokens of the selected layer that differ"));
        m_line = explained(new TextLine(content, "whatIfLine"), tr("Comparison with the run"));
        auto* run = buttonIn(content, tr("Run with it"), "runWhatIf",
                             tr("Starts the next run with this policy; the same prompt is not read again"));
        m_insideLine = explained(new TextLine(content, "whatIfInside"), tr("Selection with the question inside"));
        m_askInside = buttonIn(content, tr("Question inside"), "questionInside",
                               tr("Reads the question as part of the prompt, and shows what the policy keeps of the "
                                  "context then"));
        columnOf({m_policy, {plots, 1}, m_tokens, m_line, m_insideLine, rowOf({run, m_askInside, BoxPart::room(1)})},
                 content, {-1, 2})
            ->setContentsMargins(4, 4, 4, 2);
        connect(m_askInside, &QPushButton::clicked, this, [this] { askInside(); });
        connect(&m_inside, &QuestionInside::changed, this, [this] { mark(DirtyFlag::WhatIf); });
        setContent(content);
        connect(run, &QPushButton::clicked, this, [this] {
            if (const auto started = this->workspace().startDraft(false, {.prompt = true, .parent = nullptr});
                !started) {
                this->workspace().tellError(started.error());
            }
        });
    }

    QStringList exportFormats() const override { return namesIn("pdf svg png csv"); }

    FileWork exportWork(const QString& file, FigureWidth width) override {
        if (!m_shown) {
            return nothingToExport(phrase("a run whose prompt was read"));
        }
        FigureSpec spec = figure();
        addEvidence(spec);
        return plotWork([spec = std::move(spec)] { return spec; }, file.toStdString(), width);
    }

    QString copyText() const override {
        if (!m_shown) {
            return {};
        }
        QStringList lines{
            QStringLiteral("layer\theld by the run\theld by %1").arg(QString::fromStdString(m_shown->next.policy))};
        for (std::int32_t layer = 0; layer < m_shown->next.layers; ++layer) {
            lines << QStringLiteral("%1\t%2\t%3")
                         .arg(layer)
                         .arg(m_shown->run.heldOf(layer))
                         .arg(m_shown->next.heldOf(layer));
        }
        return lines.join(QLatin1Char('\n'));
    }

 protected:
    void refresh(Dirty what) override {
        const EngineClient& client = workspace().client();
        const SessionState state = client.status().state;
        m_shown.reset();
        if (!workspace().recording() || state == SessionState::Loading || state == SessionState::Failed) {
            offerRun();
            return;
        }
        if (!workspace().whatIf().observed()) {
            offerReading();
            return;
        }
        workspace().whatIf().ask();
        const auto answer = client.whatIf();
        if (state == SessionState::Prefill || !answer) {
            showEmpty(tr("The prompt is being read …"));
            return;
        }
        if (!answer->selection) {
            showRefusal(*answer);
            return;
        }
        m_shown = workspace().whatIf().preview();
        if (!m_shown) {
            showEmpty(tr("The prompt is being read …"));
            return;
        }
        showContent();
        if (what & DirtyFlag::Theme) {
            m_same->setPen(Qt::NoPen);
            m_added->setPen(Qt::NoPen);
            m_recorded->setPen(QPen(m_bars->foreground(), 1));
        }
        say();
        sayInside();
        paint();
    }

 private:
    void askInside() {
        if (m_shown) {
            m_inside.ask(workspace().recording(), lane(), m_shown->next.policy, workspace().plugins().catalog());
        }
    }

    /// Says what the policy keeps of the context if the question is part of the prompt.
    void sayInside() {
        const bool asks = workspace().recording()->description().questionTokens > 0;
        const QuestionInside::Answer* answer =
            m_inside.answer(workspace().recording().get(), lane(), m_shown->next.policy);
        m_askInside->setVisible(asks);
        m_askInside->setEnabled(!m_inside.working() && answer == nullptr);
        m_insideLine->setVisible(asks && (m_inside.working() || answer != nullptr));
        if (m_inside.working()) {
            m_insideLine->setText(tr("Prompt and question are being read …"));
        } else if (answer != nullptr && !answer->selection) {
            m_insideLine->setText(errorText(answer->selection.error()).toHtmlEscaped());
        } else if (answer != nullptr) {
            const PromptSelection context = keptOfFirst(*answer->selection, m_shown->next.promptTokens);
            QStringList overlaps;
            for (const double overlap : overlapOf(context, m_shown->next)) {
                overlaps << numberText(overlap, 'f', 2);
            }
            m_insideLine->setText(
                tr("With the question inside the prompt it keeps %1\u00a0% of the context. Overlap with "
                   "the selection without it, by layer: %2")
                    .arg(numberText(shareOf(context), 'f', 1), overlaps.join(QStringLiteral(", "))));
        }
    }

    /// Returns the percentage of the tokens that is kept, mean over layers and heads.
    static double shareOf(const PromptSelection& of) {
        double held = 0;
        for (std::int32_t layer = 0; layer < of.layers; ++layer) {
            held += of.heldOf(layer);
        }
        return 100 * held / static_cast<double>(std::max<std::int64_t>(1, of.promptTokens) * of.layers);
    }

    void offerRun() {
        showEmpty(tr("Once a prompt is read, the tokens that the policy of the run dock would keep appear here while "
                     "you change its parameters. The prompt is not read again."),
                  workspace().client().underWay() ? QString() : tr("Start a run"),
                  [this] { this->workspace().refuseIfFailed(this->workspace().startDraft()); });
    }

    /// Offers to read the prompt again, because the observations are of another prompt.
    void offerReading() {
        showEmpty(tr("Observations are kept only for the prompt that the engine read last, and not in bundles. Read "
                     "this prompt again, and the tokens that other parameters would keep appear here."),
                  workspace().client().underWay() ? tr("Stop the run and read this prompt again")
                                                  : tr("Read the prompt again"),
                  [this] { readAgain(); });
    }

    void readAgain() {
        const auto shown = workspace().recording();
        workspace().refuseIfFailed(readPromptAgain(*shown, workspace()));
    }

    void showRefusal(const EngineClient::WhatIf& answer) {
        const QString why = errorText(answer.selection.error());
        if (answer.bytes > 0) {
            showEmpty(why, tr("Try SnapKV"), [this] { trySnapKv(); });
            return;
        }
        const SessionStatus status = workspace().client().status();
        if (workspace().client().viewing()) {
            offerReading();
        } else {
            // If the prompt was read but its observations cannot be kept, reading it again does not help.
            const bool unread = status.continuedFrom >= 0 || status.state == SessionState::Stopped;
            showEmpty(why, unread ? tr("Read the prompt again") : QString(), [this] { readAgain(); });
        }
    }

    void trySnapKv() {
        const Catalog& catalog = workspace().plugins().catalog();
        if (const auto loaded = workspace().draft().form().load(catalog, QStringLiteral("snapkv")); !loaded) {
            workspace().tellError(loaded.error());
        }
    }

    QWidget* makePlots(QWidget* content) {
        m_map = named(new Plot(content, tr("Kept tokens by layer"), tr("token of the prompt")), "whatIfMap");
        m_map->addPanel(tr("layer"));
        m_map->setProperty("view", true);
        m_cells = m_map->addLayerMap(0, nullptr);
        QCPColorGradient gradient;
        gradient.setColorInterpolation(QCPColorGradient::ciRGB);
        gradient.setLevelCount(4);
        gradient.setColorStops(
            {{0, QColor(0x88, 0x88, 0x88, 0x30)}, {1. / 3, kBoth}, {2. / 3, kOnlyRun}, {1, kOnlyNext}});
        m_cells->setGradient(gradient);
        m_cells->setDataRange(
            QCPRange(static_cast<double>(WhatIfCell::Neither), static_cast<double>(WhatIfCell::OnlyNext)));
        connect(m_map, &Plot::picked, this, [this](int, double, double y) { choose(std::lround(y)); });
        connect(m_map, &Plot::zoomedX, this, &WhatIfDock::zoom);
        connect(m_map, &QCustomPlot::mouseWheel, this, &Dock::ownViewChanged);

        m_bars = new Plot(content, tr("Tokens held per layer"), tr("layer"));
        m_bars->addPanel(tr("held (tokens)"));
        m_bars->setInteractions(QCP::Interactions());
        m_same = m_bars->addBars(0, kBoth, kBarWidth);
        m_added = m_bars->addBars(0, kOnlyNext, kBarWidth);
        m_added->moveAbove(m_same);
        m_recorded = m_bars->addBars(0, Qt::NoBrush, 0.84);
        m_recorded->setPen(QPen(m_bars->foreground(), 1));
        connect(m_bars, &Plot::picked, this, [this](int, double x, double) { choose(std::lround(x)); });
        for (Plot* plot : {m_map, m_bars}) {
            connect(plot, &QCustomPlot::mouseDoubleClick, this, [this] { command("maximise"); });
        }
        return splitOf(new Halves(content), {m_map, m_bars});
    }

    /// Returns the figure of what is shown: kept tokens by layer, and their number.
    FigureSpec figure() const {
        const auto recording = workspace().recording();
        FigureSpec spec = figures::startFigure(
            *recording, lane(), "what-if", "What another policy would keep of the prompt",
            "Tokens of the prompt that " + m_shown->next.policy + " would keep, against what the run held behind it (" +
                m_shown->run.policy + "), by layer.");
        setProvenance(spec, "what if", m_shown->next.policy);
        FigurePanel kept = figures::startPanel("kept tokens", {"token", "index"}, figures::layersDown());
        const QCPColorMapData& cells = *m_cells->data();
        FigureMap map;
        map.label = "kept by";
        map.columns = cells.keySize();
        map.rows = cells.valueSize();
        map.scale = FigureScale::Categories;
        map.categories = {"neither", "both", "the run only", "this only"};
        map.xBegin = static_cast<double>(m_columns.first) - 0.5;
        map.xEnd = static_cast<double>(m_columns.last) + 0.5;
        map.yBegin = -0.5;
        map.yEnd = map.rows - 0.5;
        map.maximum = 3;
        FigureSeries now{"would hold", {}, {}, FigureStyle::Bars, FigureRole::Layer, 0};
        FigureSeries was{"held by the run", {}, {}, FigureStyle::Points, FigureRole::Budget, 0};
        for (std::int32_t layer = 0; layer < map.rows; ++layer) {
            for (int column = 0; column < map.columns; ++column) {
                map.values.push_back(static_cast<float>(m_cells->data()->cell(column, layer)));
                map.cells.push_back(FigureCell::Value);
            }
            now.x.push_back(layer);
            now.y.push_back(m_shown->next.heldOf(layer));
            was.x.push_back(layer);
            was.y.push_back(m_shown->run.heldOf(layer));
        }
        kept.maps.push_back(std::move(map));
        FigurePanel budgets = figures::startPanel("budgets", {"layer"}, {"held", "tokens"});
        budgets.series = {std::move(now), std::move(was)};
        spec.panels = {std::move(kept), std::move(budgets)};
        return spec;
    }

    /// Selects a range of tokens, as in every view with a token axis; a range beyond the prompt selects everything.
    void zoom(double lower, double upper) {
        if (m_shown) {
            workspace().selection().setTokenRange(numbersOn(QCPRange(lower, upper), m_shown->next.promptTokens));
            mark(DirtyFlag::Range);  // a zoom by a part of a token changes no selection
        }
    }

    /// Shows the token range of all views if part of it is in the prompt.
    void showColumns() {
        const std::int64_t end = std::max<std::int64_t>(1, m_shown->next.promptTokens);
        const TokenRange range = workspace().selection().tokenRange();
        const bool whole = range.all() || range.first >= end;
        m_map->setXBounds(-0.5, static_cast<double>(whole ? end : std::max(end, range.last + 1)) - 0.5);
        const TokenRange wanted = whole ? TokenRange{} : range;
        if (std::exchange(m_end, end) != end || !shows(m_map->x(0)->range(), m_map->xBounds(), wanted, end)) {
            m_map->showX(
                whole ? std::nullopt
                      : std::optional(QCPRange(static_cast<double>(range.first), static_cast<double>(range.last))));
        }
        const QCPRange axis = m_map->x(0)->range();
        m_columns.first = std::clamp<std::int64_t>(std::llround(std::floor(axis.lower + 0.5)), 0, end - 1);
        m_columns.last = std::clamp<std::int64_t>(std::llround(std::ceil(axis.upper - 0.5)), m_columns.first, end - 1);
    }

    void choose(long layer) {
        if (m_shown && layer >= 0 && layer < m_shown->next.layers) {
            workspace().selection().setLayer(static_cast<int>(layer));
        }
    }

    void say() {
        const auto mark = [](WhatIfCell cell) {
            return QStringLiteral("<span style='color:%1'>■</span> %2").arg(whatIfColor(cell).name(), whatIfName(cell));
        };
        m_policy->setText(
            tr("<b>%1</b> against what %2 held behind the prompt (outlined): %3")
                .arg(QString::fromStdString(m_shown->next.policy).toHtmlEscaped(),
                     QString::fromStdString(m_shown->run.policy).toHtmlEscaped(),
                     QStringList{mark(WhatIfCell::Both), mark(WhatIfCell::OnlyNext), mark(WhatIfCell::OnlyRun)}.join(
                         QStringLiteral(", "))));
        const std::vector<double> overlap = overlapOf(m_shown->next, m_shown->run);
        QString line = tr("Keeps %1\u00a0% of %2 tokens (the run %3\u00a0%), overlap %4. Selected in %5\u00a0ms; the "
                          "observations take %6.")
                           .arg(numberText(shareOf(m_shown->next), 'f', 1))
                           .arg(m_shown->next.promptTokens)
                           .arg(numberText(shareOf(m_shown->run), 'f', 1),
                                numberText(std::accumulate(overlap.begin(), overlap.end(), 0.0) /
                                               static_cast<double>(std::max<std::size_t>(1, overlap.size())),
                                           'f', 2),
                                numberText(m_shown->next.ms, 'f', 1), bytesText(static_cast<double>(m_shown->bytes)));
        for (const Finding& warning : m_shown->next.warnings) {
            line += QLatin1Char(' ') + phraseText(warning).toHtmlEscaped() + QLatin1Char('.');
        }
        m_line->setText(line);
    }

    /// Lists the first tokens of the selected layer that only one of the two holds.
    void nameTokens(const std::vector<WhatIfCell>& cells) {
        const std::vector<std::string>& texts = workspace().recording()->description().tokenTexts;
        const auto list = [&](WhatIfCell which) {
            QStringList words;
            std::size_t more = 0;
            for (std::size_t token = 0; token < cells.size() && token < texts.size(); ++token) {
                if (cells[token] == which) {
                    static_cast<std::size_t>(words.size()) < kMostNamed
                        ? static_cast<void>(words << tokenShown(texts[token]).trimmed().toHtmlEscaped())
                        : static_cast<void>(++more);
                }
            }
            return words.isEmpty() ? tr("nothing")
                                   : words.join(QStringLiteral(" · ")) + (more > 0 ? tr(" and %1 more").arg(more) : "");
        };
        m_tokens->setText(
            tr("Layer %1 <span style='color:%2'>■</span> keeps also: %3<br><span style='color:%4'>■</span> "
               "no longer: %5")
                .arg(workspace().layer())
                .arg(kOnlyNext.name(), list(WhatIfCell::OnlyNext), kOnlyRun.name(), list(WhatIfCell::OnlyRun)));
    }

    void paint() {
        const int head = workspace().selection().head();
        const int queryHeads = workspace().trace()->shape().queryHeads;
        showColumns();
        const std::int64_t tokens = std::min(m_columns.last + 1, m_shown->next.promptTokens) - m_columns.first;
        const std::int64_t columns = std::clamp<std::int64_t>(tokens, 1, kMostColumns);
        m_cells->data()->setSize(static_cast<int>(columns), m_shown->next.layers);
        m_cells->data()->setRange(QCPRange(static_cast<double>(m_columns.first),
                                           static_cast<double>(std::max(m_columns.first + 1, m_columns.last))),
                                  QCPRange(0, std::max(1, m_shown->next.layers - 1)));
        m_same->data()->clear();
        m_added->data()->clear();
        m_recorded->data()->clear();
        double most = 1;
        for (std::int32_t layer = 0; layer < m_shown->next.layers; ++layer) {
            const std::vector<WhatIfCell> cells = m_shown->cells(layer, head, queryHeads);
            std::vector<std::array<int, 4>> seen(static_cast<std::size_t>(columns));
            for (std::int64_t token = 0; token < tokens; ++token) {
                ++seen[static_cast<std::size_t>(token * columns / tokens)]
                      [static_cast<std::size_t>(cells[static_cast<std::size_t>(m_columns.first + token)])];
            }
            for (std::int64_t column = 0; column < columns; ++column) {
                const auto [neither, both, onlyRun, onlyNext] = seen[static_cast<std::size_t>(column)];
                const WhatIfCell shown = onlyNext + onlyRun > 0
                                             ? (onlyNext >= onlyRun ? WhatIfCell::OnlyNext : WhatIfCell::OnlyRun)
                                             : (both > 0 ? WhatIfCell::Both : WhatIfCell::Neither);
                m_cells->data()->setCell(static_cast<int>(column), layer, static_cast<double>(shown));
            }
            const double both = m_shown->keptByBoth(layer);
            m_same->addData(layer, both);
            m_added->addData(layer, m_shown->next.heldOf(layer) - both);
            m_recorded->addData(layer, m_shown->run.heldOf(layer));
            most = std::max({most, m_shown->next.heldOf(layer), m_shown->run.heldOf(layer)});
            if (layer == workspace().layer()) {
                nameTokens(cells);
            }
        }
        m_map->y(0)->setRange(-0.5, std::max(1, m_shown->next.layers) - 0.5);
        m_bars->showBars(m_shown->next.layers, most * 1.06);
        m_map->redraw();
    }

    TextLine *m_policy, *m_tokens, *m_line, *m_insideLine;
    QPushButton* m_askInside;
    QuestionInside m_inside{workspace().client()};
    Plot *m_map = nullptr, *m_bars = nullptr;
    QCPColorMap* m_cells = nullptr;
    QCPBars *m_same = nullptr, *m_added = nullptr, *m_recorded = nullptr;
    TokenRange m_columns{0, 0};  ///< range of the map
    std::int64_t m_end = -1;     ///< length of the prompt that it shows
    std::shared_ptr<const WhatIfPreview> m_shown;
};

}  // namespace

DockEntry whatIfDock() {
    return {"what-if", QT_TRANSLATE_NOOP("QObject", "What if"), Place::Middle, 17, makeDock<WhatIfDock>};
}

}  // namespace kvw::wb
