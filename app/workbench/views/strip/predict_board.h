// SPDX-License-Identifier: GPL-3.0-or-later
/// Scoreboard of a revealed prediction: a row for the choice of people, of the policy and of hindsight, the lowest NLL
/// first, each with the set that it keeps as a band in its colour.
#pragma once

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/workbench/session/theme.h"
#include "app/workbench/session/workspace.h"

namespace kvw::wb {

/// Band over the tokens of the text: coloured where they are kept, empty where they are not. Thread: GUI thread.
class KeepBand : public QWidget {
 public:
    explicit KeepBand(QWidget* parent) : QWidget(parent) { setMinimumHeight(kHeight); }
    /// `tokens`: length of the text; `held`: ascending, before the event; `dropped`: some of them, ascending.
    void setSets(std::int64_t tokens, std::vector<std::int32_t> held, std::vector<std::int32_t> dropped, QColor color) {
        m_tokens = tokens;
        m_held = std::move(held);
        m_dropped = std::move(dropped);
        m_color = color;
        update();
    }

 protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        if (m_tokens <= 0) {
            return;
        }
        QPainter painter(this);
        const double wide = static_cast<double>(width()) / static_cast<double>(m_tokens);
        for (std::size_t from = 0, to = 0; from < m_held.size(); from = to) {
            for (to = from + 1; to < m_held.size() && m_held[to] == m_held[to - 1] + 1; ++to) {
            }
            painter.fillRect(QRectF(m_held[from] * wide, 0, static_cast<double>(to - from) * wide, height()), m_color);
        }
        for (const std::int32_t token : m_dropped) {
            painter.fillRect(QRectF(token * wide, 0, std::max(kGap, wide), height()), palette().base());
        }
    }

 private:
    static constexpr int kHeight = 12;
    static constexpr double kGap = 2;  ///< so that a single token is seen in a long text

    std::int64_t m_tokens = 0;
    std::vector<std::int32_t> m_held, m_dropped;
    QColor m_color;
};

/// Thread: GUI thread.
class PredictBoard : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PredictBoard)
 public:
    explicit PredictBoard(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
        setObjectName(QStringLiteral("predictBoard"));
        auto* grid = new QGridLayout(this);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setColumnStretch(2, 1);
        for (std::size_t place = 0; place < m_rows.size(); ++place) {
            Row& row = m_rows[place];
            row.who = new QPushButton(this);
            row.who->setObjectName(QStringLiteral("score%1").arg(place + 1));
            row.who->setFocusPolicy(Qt::TabFocus);  // after a click, Space is meant for the run
            row.nll = new QLabel(this);
            row.nll->setObjectName(QStringLiteral("scoreNll%1").arg(place + 1));
            row.band = new KeepBand(this);
            row.band->setObjectName(QStringLiteral("scoreBand%1").arg(place + 1));
            const int at = static_cast<int>(place);
            grid->addWidget(row.who, at, 0);
            grid->addWidget(row.nll, at, 1);
            grid->addWidget(row.band, at, 2);
            connect(row.who, &QPushButton::clicked, this,
                    [this, &row] { m_workspace.selection().setTokens(row.dropped); });
        }
    }

    /// Shows the outcome; hindsight that is not known has no row.
    void showOutcome(const Prediction& prediction) {
        const Prediction::Outcome& outcome = prediction.outcome();
        std::array<Score, 3> scores{
            {{tr("You"), outcome.people, prediction.dropped(Prediction::Who::People), colorOf(figures::kBlue)},
             {tr("Policy"), outcome.policy, prediction.dropped(Prediction::Who::Policy), colorOf(figures::kVermilion)},
             {tr("Hindsight"), outcome.hindsight, prediction.dropped(Prediction::Who::Hindsight),
              colorOf(figures::kGreen)}}};
        const auto cost = [](double nll) { return std::isfinite(nll) ? nll : HUGE_VAL; };
        std::stable_sort(scores.begin(), scores.end(),
                         [&cost](const Score& a, const Score& b) { return cost(a.nll) < cost(b.nll); });
        for (std::size_t place = 0; place < m_rows.size(); ++place) {
            Row& row = m_rows[place];
            const Score& score = scores[place];
            const bool known = std::isfinite(score.nll);
            row.dropped = score.dropped;
            row.who->setText(QStringLiteral("%1. %2").arg(place + 1).arg(score.who));
            row.who->setToolTip(tr("Selects the %1 tokens that it dropped").arg(score.dropped.size()));
            row.nll->setText(known ? tr("%1 nats").arg(QLocale::c().toString(score.nll, 'f', 3)) : QString());
            row.band->setSets(prediction.step() + 1, prediction.heldBefore(), score.dropped, score.color);
            row.band->setAccessibleName(tr("Tokens that it keeps, over the text"));
            row.band->setToolTip(row.band->accessibleName());
            for (QWidget* part : std::initializer_list<QWidget*>{row.who, row.nll, row.band}) {
                part->setVisible(known);
            }
        }
    }

 private:
    struct Score {
        QString who;
        double nll;
        std::vector<std::int32_t> dropped;
        QColor color;
    };
    struct Row {
        QPushButton* who;
        QLabel* nll;
        KeepBand* band;
        std::vector<std::int32_t> dropped;
    };

    Workspace& m_workspace;
    std::array<Row, 3> m_rows{};
};

}  // namespace kvw::wb
