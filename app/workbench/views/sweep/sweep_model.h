// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the points of a sweep, one row per run.
#pragma once

#include <QLocale>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/processes/sweep_runner.h"
#include "app/workbench/session/table_model.h"
#include "app/workbench/session/words/best_font.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/session/words/plain_tip.h"

namespace kvw::wb {

/// Thread: GUI thread. Rows are points, in the order of the grid; columns are the axes, then the numbers, then the
/// state.
class SweepModel : public TableModel {
    Q_OBJECT
 public:
    /// Order of the columns, the most important first.
    static constexpr std::array<SweepNumber, kSweepNumbers> kNumbers{
        SweepNumber::DeltaNll,  SweepNumber::MeanNll,   SweepNumber::MeanKl, SweepNumber::AnswersNll,
        SweepNumber::BytesLive, SweepNumber::HeldShare, SweepNumber::TpotMs};
    explicit SweepModel(const SweepRunner& runner, QObject* parent = nullptr) : TableModel(parent), m_runner(runner) {
        connect(&runner, &SweepRunner::changed, this, &SweepModel::update);
        update();
    }

    [[nodiscard]] int stateColumn() const { return axes() + static_cast<int>(kSweepNumbers); }

 private:
    struct Title {
        const char *name, *about;
    };
    static const Title& titleOf(SweepNumber number) {
        static constexpr Title kTitles[] = {
            {"NLL", QT_TRANSLATE_NOOP("kvw::wb::SweepModel", "Mean NLL of the tokens after the prompt, nats")},
            {"ΔNLL", QT_TRANSLATE_NOOP("kvw::wb::SweepModel",
                                       "Mean of NLL − NLL of the full cache over the same tokens, nats")},
            {"KL", QT_TRANSLATE_NOOP("kvw::wb::SweepModel",
                                     "Mean KL of the full cache's next-token distribution to this run's, nats")},
            {"answers", QT_TRANSLATE_NOOP("kvw::wb::SweepModel", "Mean NLL of the answers to the text's probes, nats")},
            {"live", QT_TRANSLATE_NOOP("kvw::wb::SweepModel", "Bytes of keys and values after the last step")},
            {"of full", QT_TRANSLATE_NOOP("kvw::wb::SweepModel", "Live bytes at the end, of those of the full cache")},
            {"ms",
             QT_TRANSLATE_NOOP("kvw::wb::SweepModel",
                               "Time of a decoded token, milliseconds; workers at the same time slow each other")}};
        return kTitles[static_cast<std::size_t>(number)];
    }

    int rows() const override { return m_points; }
    /// Returns the sort key of a column for Qt::UserRole.
    QVariant cell(int point, int column, int role) const override {
        const bool ofAxis = column < axes(), ofState = column == stateColumn();
        const SweepRow* known = row(point);
        if (ofAxis) {
            const QString value = QString::fromStdString(
                m_runner.points()[static_cast<std::size_t>(point)].values[static_cast<std::size_t>(column)]);
            bool isNumber = false;
            const double number = value.toDouble(&isNumber);
            return role == Qt::DisplayRole            ? QVariant(value)
                   : role == Qt::UserRole && isNumber ? QVariant(number)
                   : role == Qt::UserRole             ? QVariant(value)
                   : role == Qt::ToolTipRole          ? QVariant(plainTip(value))
                                                      : QVariant();
        }
        if (ofState) {
            return role == Qt::DisplayRole || role == Qt::UserRole ? QVariant(stateText(point))
                   : role == Qt::ToolTipRole                       ? QVariant(plainTip(stateText(point)))
                                                                   : QVariant();
        }
        const SweepNumber number = kNumbers[static_cast<std::size_t>(column - axes())];
        switch (role) {
            case Qt::DisplayRole:
                return known == nullptr ? QString() : numberText(*known, number);
            case Qt::UserRole:
                return known == nullptr ? kMissing : valueOf(*known, number);
            case Qt::FontRole:
                return bestFont(known != nullptr && best(*known, number));
            default:
                return {};
        }
    }

    /// Takes over the state of the runner, as soon as that changes, because views read the runner's rows at any time.
    void update() {
        const auto points = static_cast<int>(m_runner.points().size());
        const bool other = points != m_points || m_runner.axes() != m_names;
        if (other) {
            beginResetModel();
        }
        m_points = points;
        m_names = m_runner.axes();
        std::vector<Head> heads;
        for (const std::string& name : m_names) {
            heads.push_back({QString::fromStdString(name), QString::fromStdString(name), true});
        }
        for (const SweepNumber number : kNumbers) {
            heads.push_back({QString::fromUtf8(titleOf(number).name), tr(titleOf(number).about), true});
        }
        heads.push_back(
            {tr("state"), tr("Front: no other run has both fewer bytes and a lower ΔNLL; repeats over seeds "
                             "count as their mean")});
        setHeads(std::move(heads));
        m_rowOf.assign(m_runner.points().size(), -1);
        m_best.fill(kMissing);
        for (std::size_t row = 0; row < m_runner.rows().size(); ++row) {
            m_rowOf[m_runner.pointOfRow()[row]] = static_cast<int>(row);
            for (std::size_t number = 0; number < kSweepNumbers; ++number) {
                const double value = valueOf(m_runner.rows()[row], static_cast<SweepNumber>(number));
                m_best[number] = std::isfinite(m_best[number]) ? std::fmin(m_best[number], value) : value;
            }
        }
        if (other) {
            endResetModel();
        } else if (m_points > 0) {
            Q_EMIT dataChanged(index(0, 0), index(m_points - 1, columnCount() - 1));
        }
    }

    [[nodiscard]] int axes() const { return static_cast<int>(m_names.size()); }
    [[nodiscard]] const SweepRow* row(int point) const {
        const int at = m_rowOf[static_cast<std::size_t>(point)];
        return at < 0 ? nullptr : &m_runner.rows()[static_cast<std::size_t>(at)];
    }
    [[nodiscard]] QString numberText(const SweepRow& row, SweepNumber number) const {
        const double value = valueOf(row, number);
        if (!std::isfinite(value)) {
            return QStringLiteral("–");
        }
        const QLocale locale = QLocale::c();
        switch (number) {
            case SweepNumber::DeltaNll:
                return differenceText(value, 3);
            case SweepNumber::BytesLive:
                return bytesText(value);
            case SweepNumber::HeldShare:
                return locale.toString(100 * value, 'f', 1) + QStringLiteral(" %");
            case SweepNumber::TpotMs:
                return locale.toString(value, 'f', 2);
            default:
                return locale.toString(value, 'f', 3);
        }
    }

    [[nodiscard]] QString stateText(int point) const {
        const SweepRow* known = row(point);
        switch (m_runner.state(static_cast<std::size_t>(point))) {
            case SweepRunner::PointState::Waiting:
                return tr("waits");
            case SweepRunner::PointState::LeftOut:
                return tr("left out: others were better");
            case SweepRunner::PointState::Running:
                return tr("runs");
            case SweepRunner::PointState::Failed:
                return known == nullptr ? tr("failed") : phraseText(known->problem);
            case SweepRunner::PointState::Done:
                return known != nullptr && known->front ? tr("front") : tr("done");
        }
        return {};
    }

    [[nodiscard]] bool best(const SweepRow& row, SweepNumber number) const {
        const double least = m_best[static_cast<std::size_t>(number)], value = valueOf(row, number);
        return m_runner.rows().size() > 1 && std::isfinite(value) && value <= least;
    }

    const SweepRunner& m_runner;
    int m_points = 0;
    std::vector<std::string> m_names;            ///< names of the axes
    std::vector<int> m_rowOf;                    ///< [points] index of the runner's row; -1: none yet
    std::array<double, kSweepNumbers> m_best{};  ///< lowest value of each number; NaN: none
};

}  // namespace kvw::wb
