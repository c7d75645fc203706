// SPDX-License-Identifier: GPL-3.0-or-later
/// The token strip dock: the text of the run, coloured for the selected step, layer and head, and beside it that of
/// another lane; selectors of lane, layer and head; the start page while there is no run.
#include <fmt/format.h>

#include <QCoreApplication>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <array>

#include "app/workbench/export/drawing/figure_paint.h"
#include "app/workbench/session/runs/lane_divergence.h"
#include "app/workbench/session/words/lane_title.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/pulse.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/strip/predict_bar.h"
#include "app/workbench/views/strip/start_page.h"
#include "app/workbench/views/strip/strip_header.h"
#include "app/workbench/views/strip/strip_picture.h"
#include "app/workbench/views/strip/strip_preview.h"
#include "app/workbench/views/strip/strip_text.h"
#include "app/workbench/views/strip/strip_values.h"
#include "app/workbench/views/strip/strip_view.h"
#include "app/workbench/views/strip/token_menu.h"
#include "app/workbench/views/strip/token_words.h"
#include "core/figures/builders/figure_parts.h"

namespace kvw::wb {

namespace {

constexpr Dirty kInterests{DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Status | DirtyFlag::Step |
                           DirtyFlag::Tokens | DirtyFlag::Unit | DirtyFlag::Hover | DirtyFlag::Theme |
                           DirtyFlag::Draft | DirtyFlag::WhatIf};

class StripDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::StripDock)

 public:
    StripDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, kInterests, workspace, parent) {
        auto* content = new QWidget(this);
        m_header = new StripHeader(content);
        auto* predict = new PredictBar(workspace, content);
        m_preview = new StripPreview(content);
        auto* halves = new Halves(content);
        m_view = new StripView(halves);
        m_pulse = new Pulse(*m_view, [this] { m_view->setPulse(false); });
        m_beside = new StripBeside(halves);
        m_beside->setVisible(false);
        content->setFocusProxy(m_view);
        m_line = new TextLine(content, "tokenLine", 3);
        columnOf({m_header, predict, m_preview, {halves, 1}, m_line}, content, {-1, 3})->setContentsMargins(4, 4, 4, 2);
        setContent(content);
        m_start = new StartPage(workspace, this);
        setEmptyPage(m_start);
        connect(m_preview, &StripPreview::dismissed, this, [&workspace] { workspace.whatIf().dismiss(); });
        allowUnlinking();
        for (StripView* view : {m_view, &m_beside->view()}) {
            connect(view, &StripView::hovered, this, [this, view](qint64 token) { onHover(*view, token); });
            connect(view, &StripView::picked, this, &StripDock::onPick);
        }
        scrollTogether(*m_view, m_beside->view());
        scrollTogether(m_beside->view(), *m_view);
        connect(m_header, &StripHeader::laneChosen, this, [this](int at) { selection().setLane(at); });
        connect(m_header, &StripHeader::layerChosen, this, [this](int at) { selection().setLayer(at); });
        connect(m_header, &StripHeader::headChosen, this, [this](int at) { selection().setHead(at); });
        connect(m_header, &StripHeader::changed, this, [this] { markDirty(DirtyFlag::Unit); });
        connect(m_header, &StripHeader::marksChosen, this, &Dock::ownViewChanged);
        connect(m_header, &StripHeader::findNext, this, &StripDock::findNext);
        connect(m_view, &StripView::menuRequested, this, &StripDock::showMenu);
    }

    QStringList exportFormats() const override { return namesIn("pdf svg png"); }

    /// Exports the visible lines.
    FileWork exportWork(const QString& file, FigureWidth width) override {
        const auto recording = workspace().recording();
        if (!recording || m_view->count() == 0) {
            return nothingToExport(phrase("a run or an open bundle"));
        }
        const int shown = lane(), head = selection().head();
        const std::string here = fmt::format("layer {}, {}", shownSelection().layer(),
                                             head < 0 ? "all heads" : fmt::format("head {}", head));
        const std::array<std::string, 5> colours{here, "share of all layers and heads that hold a token",
                                                 "NLL of each token", "NLL of each token minus that of the full cache",
                                                 "attention received, " + here};
        const std::string& where = colours[static_cast<std::size_t>(m_header->colour())];
        FigureSpec about = figures::startFigure(*recording, shown, "strip",
                                                fmt::format("{} at step {}: {}", figures::laneLabel(*recording, shown),
                                                            std::max<std::int64_t>(0, shownSelection().step()), where),
                                                "The text, coloured token by token.");
        addEvidence(about);
        const std::filesystem::path target = file.toStdString();
        auto picture = stripPicture(*m_view, m_header->legend(), about, width, target);
        if (!picture) {
            return failedWork(picture.error());
        }
        return [encode = std::move(*picture), target](const LatestJob::Stale&) -> PaintFiles {
            return [encode, target]() -> Result<SaveFiles> {
                return SaveFiles([encode, target] {
                    return encode().and_then([&](const QByteArray& bytes) { return saveBytes(bytes, target); });
                });
            };
        };
    }

    QString copyText() const override {
        QStringList lines{tr("token\ttext\tstate")};
        const TokenStates states = statesOf(lane());
        for (std::int64_t token = 0; states.valid() && token < m_view->count(); ++token) {
            lines += QStringLiteral("%1\t%2\t%3").arg(token).arg(m_view->characters(token), stateName(states[token]));
        }
        return lines.join(QLatin1Char('\n'));
    }

 protected:
    void refresh(Dirty what) override {
        Selection& selection = this->selection();
        const auto recording = workspace().recording();
        if (!recording || shownSelection().trace() == nullptr) {
            m_start->showState(workspace().client().status());
            showEmpty({});
            return;
        }
        showContent();
        if (what & (DirtyFlag::Recording | DirtyFlag::Unit)) {
            m_header->fill(recording, shownSelection(), selection, workspace().namesHidden(),
                           workspace().forks().besideHere(lane()));
        }
        // Each lane that generates has a text of its own.
        const bool otherText = recording->description().mode == "generate" && shownSelection().trace() != m_shownTrace;
        const bool anew = what & DirtyFlag::Recording || recording.get() != m_shownRecording || otherText;
        if (anew) {
            m_shownRecording = recording.get();
            m_shownTrace = shownSelection().trace();
            m_text.clear(*m_view);
        }
        m_view->setShown(m_header->shown());
        m_beside->view().setShown(m_header->shown());
        m_text.appendTo(*m_view, recording->description(), *shownSelection().trace());
        m_view->setPromptEnd(recording->description().promptTokens);
        if (what & ~Dirty(DirtyFlag::Hover)) {
            const TokenStates states = statesOf(lane());
            showPreview();
            TokenValue values = valuesOf(lane());
            m_header->legend().show(states.knowsReads(), states.knowsPins(), !m_cells.empty(), m_header->colour(),
                                    values != nullptr && !anyValue(values, shownSelection().step()));
            m_view->setStates(states);
            const bool live = selection.following() && !workspace().client().viewing();
            if (m_pulse->shouldPulse(recording.get(), shownSelection().step(), live)) {
                m_view->setPulse(true);
                m_pulse->start();
            }
            m_view->setValues(m_header->colour(), std::move(values));
            m_view->setSelected(selection.tokens());
            m_arcs = m_header->arcs() ? arcsOf(*shownSelection().trace(), selection.tokens(), shownSelection().layer(),
                                               selection.head())
                                      : StripArcs();
            m_view->setArcs(m_arcs);
            showBeside(*recording);
        }
        m_view->setFirstDifference(divergenceHere());
        // A preview shows the prompt: decoded tokens do not scroll it away.
        if (selection.following() ? m_cells.empty() : anew || (what & DirtyFlag::Step)) {
            reveal(shownSelection().step());
        }
        if (what & DirtyFlag::Tokens) {
            if (!(what & DirtyFlag::Recording)) {
                revealSelected();
            }
            m_chosen = selection.tokens();
        }
        // The token of a step is the one that arrives with it.
        const std::int64_t hovered = selection.hover().alongTokens();
        m_view->setHovered(hovered);
        m_beside->view().setHovered(hovered);
        showLine();
    }

 private:
    /// Scrolls both views together: their texts begin alike, and their lines are equally wide. Only the scrolled view
    /// moves the other, so a shorter text does not stop the longer one.
    void scrollTogether(StripView& moved, StripView& other) {
        connect(moved.verticalScrollBar(), &QScrollBar::valueChanged, this, [this, &other](int line) {
            if (!m_scrolling && !m_beside->isHidden()) {
                const QScopedValueRollback<bool> scrolling(m_scrolling, true);
                other.verticalScrollBar()->setValue(line);
            }
        });
    }

    /// Shows, over the tokens of the prompt, what the policy of the Run dock would keep.
    void showPreview() {
        auto preview = workspace().whatIf().overlay();
        if (workspace().namesHidden()) {
            preview = {};  // the preview would show the policy of the Run dock
        }
        m_cells = !preview ? std::vector<WhatIfCell>()
                           : preview->cells(shownSelection().layer(), selection().head(),
                                            shownSelection().trace()->shape().queryHeads);
        m_cells.empty() ? m_preview->say({}, 0)
                        : m_preview->say(QString::fromStdString(preview->next.policy), keptShare(preview->next));
        m_view->setPreview(m_cells);
        const auto differs = std::find_if(m_cells.begin(), m_cells.end(), [](WhatIfCell cell) {
            return cell == WhatIfCell::OnlyRun || cell == WhatIfCell::OnlyNext;
        });
        if (const std::string policy = preview ? preview->next.policy : std::string(); policy != m_previewed) {
            m_previewed = policy;
            m_view->reveal(differs == m_cells.end() ? -1 : differs - m_cells.begin());
        }
    }

    /// Returns the share in the selected head, or the mean over heads.
    double keptShare(const PromptSelection& next) const {
        const auto kept = std::count_if(m_cells.begin(), m_cells.end(), [](WhatIfCell cell) {
            return cell == WhatIfCell::Both || cell == WhatIfCell::OnlyNext;
        });
        const double held = selection().head() < 0 ? next.heldOf(shownSelection().layer()) : static_cast<double>(kept);
        return held / static_cast<double>(std::max<std::size_t>(1, m_cells.size()));
    }

    /// Returns -1 if the text stands alone.
    int laneBeside() const {
        const int beside = m_header->beside();
        const auto recording = workspace().recording();
        return beside == lane() || beside >= recording->lanes() || !recording->hasTrace(beside) ? -1 : beside;
    }

    TokenStates statesOf(int of) const {
        const auto recording = workspace().recording();
        auto index = recording ? workspace().client().index(of) : nullptr;
        if (index == nullptr) {
            return {};
        }
        const std::int64_t last = recording->trace(of).steps() - 1;
        return {*recording,
                std::move(index),
                of,
                std::min(shownSelection().step(), last),
                shownSelection().layer(),
                shownSelection().unit(),
                selection().head()};
    }

    /// Returns the numbers that colour the tokens of a lane; null: their states do.
    TokenValue valuesOf(int of) const {
        return tokenValues(workspace().recording(), of, workspace().client().index(of), m_header->colour(),
                           {shownSelection().step(), shownSelection().layer(), selection().head()});
    }

    void showBeside(const Recording& recording) {
        const int beside = laneBeside();
        if (beside < 0) {
            m_beside->forget();
            return;
        }
        m_beside->show(recording, beside, laneTitle(recording, beside, workspace().namesHidden()), statesOf(beside));
        StripView& view = m_beside->view();
        view.setValues(m_header->colour(), valuesOf(beside));
        view.setSelected(selection().tokens());
        view.setFirstDifference(m_divergence.at(workspace().recording(), lane(), beside));
    }

    /// Returns the first token that differs from the lane beside it, else from the related run in the tree, else from
    /// the text of the full lane.
    std::int64_t divergenceHere() {
        const auto recording = workspace().recording();
        if (const int beside = laneBeside(); beside >= 0) {
            return m_divergence.at(recording, lane(), beside);
        }
        const std::int64_t divergence = workspace().forks().divergenceHere(lane());
        const bool generated = recording->description().mode == "generate";
        return divergence < 0 && generated && lane() > 0 ? m_divergence.at(recording, 0, lane()) : divergence;
    }

    void reveal(std::int64_t token) {
        m_view->reveal(token);
        m_beside->view().reveal(token);
    }

    /// Scrolls to the first newly selected token, unless one of them is visible: a click must not move the text.
    void revealSelected() {
        const std::vector<std::int32_t>& now = selection().tokens();
        std::vector<std::int32_t> added;
        std::set_difference(now.begin(), now.end(), m_chosen.begin(), m_chosen.end(), std::back_inserter(added));
        const QRect visible = m_view->viewport()->rect();
        const bool seen = std::any_of(added.begin(), added.end(),
                                      [&](std::int32_t token) { return visible.intersects(m_view->rectOf(token)); });
        if (!added.empty() && !seen) {
            reveal(added.front());
        }
    }

    /// Describes a token of lane `of`, whose text is in `view`.
    QString describe(const StripView& view, int of, std::int64_t token) const {
        if (workspace().client().trace(of) == nullptr || token < 0 || token >= view.count()) {
            return {};
        }
        QString text = TokenWords::of(workspace(), shownSelection(), view, of, statesOf(of), token);
        if (&view == m_view && token < static_cast<std::int64_t>(m_cells.size())) {
            text += tr(" · preview: %1").arg(whatIfName(m_cells[static_cast<std::size_t>(token)]));
        }
        return &view == m_view && token == m_arcs.from ? text + whatItReads() : text;
    }

    /// Says in numbers what the arcs show.
    QString whatItReads() const {
        QStringList most;
        for (const auto& [token, weight] : m_arcs.to) {
            if (token < m_view->count()) {
                most << tr("%1 “%2” %3 %")
                            .arg(QString::number(token), m_view->text(token), QString::number(100 * weight, 'f', 1));
            }
        }
        return most.isEmpty() ? tr(" · its attention is not recorded")
                              : tr(" · reads most: ") + most.join(QStringLiteral(", "));
    }

    void showLine() {
        const Selection& selection = this->selection();
        const std::int64_t token = selection.hover().token >= 0  ? selection.hover().token
                                   : !selection.tokens().empty() ? selection.tokens().front()
                                                                 : -1;
        m_line->setText(token < 0 ? tr("Point at a token or click it to read its state.")
                                  : describe(*m_view, lane(), token).toHtmlEscaped());
    }

    void onHover(StripView& view, qint64 token) {
        selection().setHover({.token = token, .step = -1, .layer = -1});
        if (token < 0) {
            QToolTip::hideText();
        } else {
            const int of = &view == m_view ? lane() : laneBeside();
            QToolTip::showText(QCursor::pos(),
                               QStringLiteral("<qt>%1</qt>").arg(describe(view, of, token).toHtmlEscaped()), &view);
        }
    }

    void onPick(qint64 first, qint64 last, bool add) {
        Selection& selection = this->selection();
        if (first < 0) {
            selection.setTokens({});
        } else if (add && first == last) {
            selection.toggleToken(static_cast<std::int32_t>(first));
        } else {
            std::vector<std::int32_t> tokens = add ? selection.tokens() : std::vector<std::int32_t>{};
            for (qint64 token = first; token <= last; ++token) {
                tokens.push_back(static_cast<std::int32_t>(token));
            }
            selection.setTokens(std::move(tokens));
        }
    }

    /// Opens the menu for the selected tokens if the mouse is on one, else for the token under the mouse, which it
    /// selects.
    void showMenu(qint64 token, const QPoint& place) {
        Selection& selection = this->selection();
        if (token >= 0 && !std::binary_search(selection.tokens().begin(), selection.tokens().end(),
                                              static_cast<std::int32_t>(token))) {
            selection.setTokens({static_cast<std::int32_t>(token)});
        }
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        if (!selection.tokens().empty() && workspace().forks().current() >= 0) {
            if (unlinked()) {
                menu->addAction(tr("Link this view first (U): forks start at the step that all views show."))
                    ->setEnabled(false);
            } else {
                addTokenCommands(*menu, workspace());
                menu->addSeparator();
                addCommands(*menu, {"autopsy"});
            }
            menu->addSeparator();
        }
        addCommands(*menu, {"copy", "exportFigure", "maximise", "unlink", "explain"});
        menu->popup(place);
    }

    void findNext() {
        const std::string word = m_header->wanted().toStdString();
        const auto& selected = selection().tokens();
        std::vector<std::int32_t> tokens = m_text.find(word, selected.empty() ? -1 : selected.back());
        if (!tokens.empty()) {
            reveal(tokens.front());
            selection().setTokens(std::move(tokens));
        } else if (!word.empty()) {
            Q_EMIT workspace().notice(tr("“%1” is not in the text.").arg(m_header->wanted()));
        }
    }

    StripPreview* m_preview;
    StripView* m_view;
    StripBeside* m_beside;
    StartPage* m_start;
    TextLine* m_line;
    StripArcs m_arcs;  // of the selected token
    StripHeader* m_header;
    const Recording* m_shownRecording = nullptr;
    const Trace* m_shownTrace = nullptr;
    std::string m_previewed;          // policy of the preview
    std::vector<WhatIfCell> m_cells;  // cells of the preview, by token of the prompt
    Pulse* m_pulse;
    StripText m_text;
    LaneDivergence m_divergence;
    bool m_scrolling = false;
    std::vector<std::int32_t> m_chosen;  // tokens that were selected at the last refresh
};

}  // namespace

DockEntry stripDock() {
    return {"strip", QT_TRANSLATE_NOOP("QObject", "Token strip"), Place::Top, 2, makeDock<StripDock>};
}

}  // namespace kvw::wb
