// SPDX-License-Identifier: GPL-3.0-or-later
/// The text of the run, coloured for the selected step, layer and head; selectors of lane, layer and head; the start
/// page while empty.
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/workbench/docks/dock.h"
#include "app/workbench/docks/predict_bar.h"
#include "app/workbench/docks/start_page.h"
#include "app/workbench/docks/strip_legend.h"
#include "app/workbench/docks/strip_preview.h"
#include "app/workbench/docks/strip_view.h"
#include "app/workbench/docks/text_line.h"
#include "app/workbench/docks/token_menu.h"
#include "app/workbench/models/lane_title.h"
#include "app/workbench/models/policy_reads.h"

namespace kvw::wb {

namespace {

constexpr const char* kTitle = QT_TRANSLATE_NOOP("QObject", "Token strip");

constexpr Dirty kInterests{DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Status | DirtyFlag::Step |
                           DirtyFlag::Tokens | DirtyFlag::Unit | DirtyFlag::Hover | DirtyFlag::Theme |
                           DirtyFlag::Draft | DirtyFlag::WhatIf};

class StripDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::StripDock)

 public:
    StripDock(Workspace& workspace, QWidget* parent)
        : Dock(QStringLiteral("strip"), QObject::tr(kTitle), kInterests, workspace, parent) {
        auto* content = new QWidget(this);
        auto* column = new QVBoxLayout(content);
        column->setContentsMargins(4, 4, 4, 2);
        column->setSpacing(3);
        column->addLayout(makeHeader(content));
        m_legend = new StripLegend(content);
        column->addWidget(m_legend);
        column->addWidget(new PredictBar(workspace, content));
        m_preview = new StripPreview(content);
        column->addWidget(m_preview);
        m_view = new StripView(content);
        column->addWidget(m_view, 1);
        content->setFocusProxy(m_view);
        m_line = new TextLine(content, "tokenLine", 2);
        column->addWidget(m_line);
        setContent(content);
        m_start = new StartPage(workspace, this);
        setEmptyPage(m_start);
        connect(m_preview, &StripPreview::dismissed, this, [&workspace] { workspace.whatIf().dismiss(); });
        allowUnlinking();
        connect(m_view, &StripView::hovered, this, &StripDock::onHover);
        connect(m_view, &StripView::picked, this, &StripDock::onPick);
        connect(m_view, &StripView::menuRequested, this, &StripDock::showMenu);
    }

    QString copyText() const override {
        QStringList lines{tr("token\ttext\tstate")};
        const TokenStates states = currentStates();
        for (std::int64_t token = 0; states.valid() && token < m_view->count(); ++token) {
            lines += QStringLiteral("%1\t%2\t%3").arg(token).arg(m_view->text(token), stateName(states[token]));
        }
        return lines.join(QLatin1Char('\n'));
    }

 protected:
    void refresh(Dirty what) override {
        Selection& selection = this->selection();
        const auto recording = workspace().recording();
        if (!recording || sight().trace() == nullptr) {
            m_start->showState(workspace().client().status());
            showEmpty({});
            return;
        }
        showContent();
        if (what & (DirtyFlag::Recording | DirtyFlag::Unit)) {
            fillSelectors();
        }
        // Lanes that generate write texts of their own.
        const bool otherText = recording->description().mode == "generate" && sight().trace() != m_shownTrace;
        const bool anew = what & DirtyFlag::Recording || recording.get() != m_shownRecording || otherText;
        if (anew) {
            m_shownRecording = recording.get();
            m_shownTrace = sight().trace();
            m_view->clear();
            m_bytes.clear();
            m_starts.clear();
        }
        appendTokens();
        m_view->setPromptEnd(recording->description().promptTokens);
        m_view->setParting(workspace().forks().partingHere());
        if (what & ~Dirty(DirtyFlag::Hover)) {
            const TokenStates states = currentStates();
            showPreview();
            m_legend->show(states.knowsReads(), states.knowsPins(), !m_cells.empty());
            m_view->setStates(states);
            m_view->setShares(m_mode->currentIndex() == 0 ? std::function<double(std::int64_t)>() : shareAtStep());
            m_view->setSelected(selection.tokens());
        }
        // A preview is of the prompt: what is decoded meanwhile does not take it away from under the hand.
        if (selection.following() ? m_cells.empty() : anew || (what & DirtyFlag::Step)) {
            m_view->reveal(sight().step());
        }
        if ((what & DirtyFlag::Tokens) && !selection.tokens().empty() && !(what & DirtyFlag::Recording)) {
            m_view->reveal(selection.tokens().front());
        }
        // The token of a step is the one that arrives with it.
        m_view->setHovered(selection.hover().token >= 0 ? selection.hover().token : selection.hover().step);
        showLine();
    }

 private:
    /// What the policy of the run dock would keep, over the tokens of the prompt.
    void showPreview() {
        auto preview = workspace().whatIf().overlay();
        if (workspace().namesHidden()) {
            preview = {};  // it is of the policy in the run dock
        }
        m_cells = !preview ? std::vector<WhatIfCell>()
                           : preview->cells(sight().layer(), selection().head(), sight().trace()->shape().queryHeads);
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

    /// Of the selected head, or the mean over heads.
    double keptShare(const PromptSelection& next) const {
        const auto kept = std::count_if(m_cells.begin(), m_cells.end(), [](WhatIfCell cell) {
            return cell == WhatIfCell::Both || cell == WhatIfCell::OnlyNext;
        });
        const double held = selection().head() < 0 ? next.heldOf(sight().layer()) : static_cast<double>(kept);
        return held / static_cast<double>(std::max<std::size_t>(1, m_cells.size()));
    }

    QHBoxLayout* makeHeader(QWidget* parent) {
        auto* row = new QHBoxLayout;
        const auto combo = [&](const QString& name, const QString& tip) {
            auto* box = new QComboBox(parent);
            box->setAccessibleName(name);
            box->setToolTip(tip);
            box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
            row->addWidget(box);
            return box;
        };
        m_lane = combo(tr("Lane"), tr("Which run of the comparison"));
        m_layer = combo(tr("Layer"), tr("Layer whose cache colours the text (Up, Down)"));
        m_head = combo(tr("Head"), tr("Query head whose keep-set colours the text ([ and ])"));
        m_mode =
            combo(tr("Colour by"),
                  tr("State in the selected layer and head, or the share of all layers and heads that hold the token"));
        m_mode->addItems({tr("state"), tr("share that holds it")});
        row->addStretch();
        m_find = new QLineEdit(parent);
        m_find->setPlaceholderText(tr("Find in the text"));
        m_find->setAccessibleName(tr("Find in the text"));
        m_find->setClearButtonEnabled(true);
        m_find->setMaximumWidth(170);
        row->addWidget(m_find);
        connect(m_lane, &QComboBox::activated, this, [this](int at) { selection().setLane(at); });
        connect(m_layer, &QComboBox::activated, this, [this](int at) { selection().setLayer(at); });
        connect(m_head, &QComboBox::activated, this, [this](int at) { selection().setHead(at - 1); });
        connect(m_mode, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Unit); });
        connect(m_find, &QLineEdit::returnPressed, this, &StripDock::findNext);
        return row;
    }

    void fillSelectors() {
        const auto recording = workspace().recording();
        const TraceShape& shape = sight().trace()->shape();
        const QSignalBlocker blocked[] = {QSignalBlocker(m_lane), QSignalBlocker(m_layer), QSignalBlocker(m_head)};
        m_lane->clear();
        for (int lane = 0; lane < recording->lanes(); ++lane) {
            m_lane->addItem(laneTitle(recording->description(), lane, workspace().namesHidden()));
        }
        m_lane->setVisible(m_lane->count() > 1);
        m_lane->setCurrentIndex(std::clamp(selection().lane(), 0, std::max(0, m_lane->count() - 1)));
        m_layer->clear();
        for (int layer = 0; layer < shape.layers; ++layer) {
            m_layer->addItem(tr("layer %1").arg(layer));
        }
        m_layer->setCurrentIndex(sight().layer());
        m_head->clear();
        m_head->addItem(shape.units <= 1 ? tr("one set for all heads") : tr("all heads"));
        for (int head = 0; head < shape.queryHeads; ++head) {
            m_head->addItem((shape.units <= 1 ? tr("head %1 (KV %2), one set") : tr("head %1 (KV %2)"))
                                .arg(head)
                                .arg(shape.queryHeads == 0 ? 0 : head * shape.kvHeads / shape.queryHeads));
        }
        m_head->setCurrentIndex(std::clamp(selection().head() + 1, 0, std::max(0, m_head->count() - 1)));
    }

    void appendTokens() {
        const RunDescription& description = workspace().recording()->description();
        const Trace& trace = *sight().trace();
        const auto known = static_cast<std::int64_t>(description.tokenTexts.size());
        const std::int64_t end = std::max(known, trace.steps());
        for (std::int64_t token = m_view->count(); token < end; ++token) {
            const std::string_view bytes =
                token < known ? std::string_view(description.tokenTexts[static_cast<std::size_t>(token)])
                              : trace.tokenText(token);
            m_starts.push_back(m_bytes.size());
            m_bytes += bytes;
            m_view->append(bytes, partOf(description, static_cast<std::int32_t>(token)));
        }
    }

    static ProbePart partOf(const RunDescription& description, std::int32_t token) {
        ProbePart part = ProbePart::None;
        for (const ProbeInfo& probe : description.probes) {
            if (token >= probe.answerBegin && token < probe.answerEnd) {
                return ProbePart::Answer;
            }
            if (token >= probe.questionBegin && token < probe.questionEnd) {
                part = ProbePart::Question;
            } else if (token >= probe.factBegin && token < probe.factEnd && part == ProbePart::None) {
                part = ProbePart::Fact;
            }
        }
        return part;
    }

    TokenStates currentStates() const {
        const auto recording = workspace().recording();
        auto index = sight().index();
        if (!recording || index == nullptr) {
            return {};
        }
        return {*recording,        std::move(index), std::clamp(selection().lane(), 0, recording->lanes() - 1),
                sight().step(),    sight().layer(),  sight().unit(),
                selection().head()};
    }

    std::function<double(std::int64_t)> shareAtStep() const {
        return [index = sight().index(), step = sight().step()](std::int64_t token) {
            return index->heldShare(static_cast<std::int32_t>(token), step);
        };
    }

    QString describe(std::int64_t token) const {
        const Trace* trace = sight().trace();
        if (trace == nullptr || token < 0 || token >= m_view->count()) {
            return {};
        }
        QString text = tr("token %1 “%2”").arg(token).arg(m_view->text(token));
        if (token > 0 && token == workspace().recording()->description().promptTokens) {
            text += tr(" · the first behind the prompt");
        }
        if (token == workspace().forks().partingHere()) {
            text += tr(" · the first that is not as in the run beside it");
        }
        if (token < trace->steps() && !std::isnan(trace->step(token).nll)) {
            text += tr(" · NLL %1").arg(trace->step(token).nll, 0, 'f', 2);
        }
        text += tr(" · at step %1, layer %2: %3")
                    .arg(sight().step())
                    .arg(sight().layer())
                    .arg(currentStates().sentence(token, workspace().namesHidden()));
        text += positionInCache(token);
        text += scoredBy(token);
        if (token < static_cast<std::int64_t>(m_cells.size())) {
            text += tr(" · preview: %1").arg(whatIfName(m_cells[static_cast<std::size_t>(token)]));
        }
        for (const ProbeInfo& probe : workspace().recording()->description().probes) {
            QString about;
            const QString name = QString::fromStdString(probe.name);
            if (token >= probe.answerBegin && token < probe.answerEnd) {
                about = tr(" · answer of “%1”").arg(name);
            } else if (token >= probe.questionBegin && token < probe.questionEnd) {
                about = tr(" · asks for “%1”").arg(name);
            } else if (token >= probe.factBegin && token < probe.factEnd) {
                about = tr(" · states “%1”").arg(name);
            }
            text += text.contains(about) ? QString() : about;  // a fact may be asked for twice
        }
        return text;
    }

    void showLine() {
        const Selection& selection = this->selection();
        const std::int64_t token = selection.hover().token >= 0  ? selection.hover().token
                                   : !selection.tokens().empty() ? selection.tokens().front()
                                                                 : -1;
        m_line->say(token < 0 ? tr("Point at a token, or click it: its fate is told here.")
                              : describe(token).toHtmlEscaped());
    }

    void onHover(qint64 token) {
        selection().setHover({.token = token, .step = -1, .layer = -1});
        if (token < 0) {
            QToolTip::hideText();
        } else {
            QToolTip::showText(QCursor::pos(), QStringLiteral("<qt>%1</qt>").arg(describe(token).toHtmlEscaped()),
                               m_view);
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

    /// With cache-rank positions: how many held tokens come before it. Of several sets, that of the selected head.
    QString positionInCache(std::int64_t token) const {
        const TokenStates states = currentStates();
        const bool oneSet = sight().trace()->shape().units <= 1 || sight().unit() >= 0;
        if (workspace().recording()->description().positions != "cache-rank" || !oneSet || !states.held(token)) {
            return {};
        }
        std::int64_t rank = 0;
        for (std::int64_t before = 0; before < token; ++before) {
            rank += states.held(before) ? 1 : 0;
        }
        return tr(" · position %1 in the cache").arg(rank);
    }

    /// Which rows the policy's score of a token comes from, as its plugin says.
    QString scoredBy(std::int64_t token) const {
        const TokenState state = currentStates()[token];
        const auto& lanes = workspace().recording()->description().lanes;
        const auto lane = static_cast<std::size_t>(std::max(0, selection().lane()));
        const bool judged =
            state == TokenState::Kept || state == TokenState::EvictedNow || state == TokenState::EvictedEarlier;
        const QString reads = !judged || workspace().namesHidden() || lane >= lanes.size()
                                  ? QString()
                                  : whatItReads(lanes[lane], workspace().plugins().catalog());
        return reads.isEmpty() ? reads : tr(" · scored by: %1").arg(reads);
    }

    /// On what is selected, if the mouse is on it; else on the token under the mouse, which is then selected.
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
            }
            menu->addSeparator();
        }
        addCommands(*menu, {"copy", "exportFigure", "maximise", "unlink", "explain"});
        menu->popup(place);
    }

    void findNext() {
        const std::string word = m_find->text().toStdString();
        if (word.empty() || m_starts.empty()) {
            return;
        }
        const auto& selected = selection().tokens();
        const std::size_t after = selected.empty() ? 0 : static_cast<std::size_t>(selected.back()) + 1;
        std::size_t found = after < m_starts.size() ? m_bytes.find(word, m_starts[after]) : std::string::npos;
        if (found == std::string::npos) {
            found = m_bytes.find(word);
        }
        if (found == std::string::npos) {
            Q_EMIT workspace().notice(tr("“%1” is not in the text.").arg(m_find->text()));
            return;
        }
        const auto tokenOf = [this](std::size_t byte) {
            return static_cast<std::int32_t>(std::upper_bound(m_starts.begin(), m_starts.end(), byte) -
                                             m_starts.begin() - 1);
        };
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = tokenOf(found); token <= tokenOf(found + word.size() - 1); ++token) {
            tokens.push_back(token);
        }
        m_view->reveal(tokens.front());
        selection().setTokens(std::move(tokens));
    }

    StripLegend* m_legend;
    StripPreview* m_preview;
    StripView* m_view;
    StartPage* m_start;
    TextLine* m_line;
    QComboBox *m_lane, *m_layer, *m_head, *m_mode;
    QLineEdit* m_find;
    const Recording* m_shownRecording = nullptr;
    const Trace* m_shownTrace = nullptr;
    std::string m_previewed;            // policy of the preview
    std::vector<WhatIfCell> m_cells;    // of a preview, by token of the prompt
    std::string m_bytes;                // the whole text
    std::vector<std::size_t> m_starts;  // of each token in it
};

}  // namespace

DockEntry stripDock() {
    return {
        "strip",    kTitle,
        Place::Top, 2,
        true,       [](Workspace& workspace, QWidget* parent) -> Dock* { return new StripDock(workspace, parent); }};
}

}  // namespace kvw::wb
