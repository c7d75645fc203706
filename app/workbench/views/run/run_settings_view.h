// SPDX-License-Identifier: GPL-3.0-or-later
/// Form for the settings of a run that belong to no policy.
#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QWidget>
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>

#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/device_box.h"
#include "app/workbench/views/common/widgets/form_rows.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/number_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"
#include "app/workbench/views/common/widgets/seed_buttons.h"
#include "app/workbench/views/run/prompt_view.h"
#include "core/base/comma_list.h"
#include "core/base/process/processor.h"

namespace kvw::wb {

/// Edits the base of the draft and shows the draft. Thread: GUI thread.
class RunSettingsView : public QWidget {
    Q_OBJECT
 public:
    explicit RunSettingsView(Workspace& workspace, QWidget* parent = nullptr)
        : QWidget(parent), m_workspace(workspace) {
        auto* form = formIn(this);

        m_mode = choice(*form, tr("Mode"), {tr("read (teacher-forced)"), tr("generate")},
                        tr("Reading a fixed text gives comparable NLL; generating shows what the model would write."));
        m_prompt = number(*form, tr("Prompt"), tr("a quarter"),
                          tr("Tokens processed in the prefill. Automatic: a quarter of the text, or all of it when "
                             "generating. Compress the context only: when generating, the prompt may end before the "
                             "question, and the rest of the text is read token by token."));
        m_question = new TextBox(kQuestionLines, tr("Text behind the prompt, may be empty"), this);
        m_question->setObjectName(QStringLiteral("questionText"));
        explained(m_question, tr("Question"),
                  tr("Compress the context only: this text comes behind the other and is no part of the prompt. It is "
                     "read token by token, and policies that select from the prompt do not see it."));
        form->addRow(tr("Question"), m_question);
        m_steps =
            number(*form, tr("Steps"), tr("to the end"),
                   tr("Tokens decoded after the prompt. Automatic: to the end of the text, or 256 when generating."));
        m_temperature =
            number(*form, tr("Temperature"), {}, tr("For sampling generated tokens; 0 takes the likeliest"));
        m_temperature->setDecimals(4);
        m_temperature->setRange(0, 100);
        m_temperature->setSingleStep(0.1);
        m_temperature->setSpecialValueText(tr("greedy"));
        m_topK = number(*form, tr("Top-k"), {}, tr("Sample from the k likeliest tokens"));
        m_topK->setSpecialValueText(tr("all"));
        m_topP = number(*form, tr("Top-p"), {}, tr("Sample from the likeliest tokens of this total probability"));
        m_topP->setDecimals(4);
        m_topP->setRange(0.0001, 1);
        m_topP->setSingleStep(0.05);
        m_cacheType =
            choice(*form, tr("Cache type"), {QStringLiteral("f32"), QStringLiteral("bf16"), QStringLiteral("f16")},
                   tr("Type of stored keys and values. bf16 and f16 take half the bytes and round; with a codec, type "
                      "of the part in full precision."));
        m_positions = choice(*form, tr("Positions"), {QStringLiteral("original"), QStringLiteral("cache-rank")},
                             tr("original: a kept key keeps the RoPE phase of its place in the text. cache-rank: "
                                "phases are ranks in the cache."));
        m_rankKeys = choice(*form, tr("Rank keys"), {QStringLiteral("raw"), QStringLiteral("rotated")},
                            tr("raw: keys are stored as they are and rotated when they are read. rotated: stored "
                               "rotated, and turned back at every prune; that needs the cache type f32 and no codec."));
        m_prefill = choice(*form, tr("Prefill"), {QStringLiteral("layer-major"), QStringLiteral("streaming")},
                           tr("layer-major: the whole prompt through one layer after the other. streaming: chunks of "
                              "tokens through all layers."));
        m_chunk = number(*form, tr("Chunk"), {}, tr("Tokens of the prompt that go through all layers at once"));
        m_chunk->setObjectName(QStringLiteral("chunk"));
        m_chunk->setRange(1, 1e9);
        m_products = choice(*form, tr("Products"), {QStringLiteral("f32"), QStringLiteral("bf16")},
                            tr("Type in which the tokens of a prompt are multiplied with the weights. bf16 rounds both "
                               "and reads a prompt up to twice as fast; decode steps are always f32."));
        m_products->setObjectName(QStringLiteral("products"));
        m_capture = choice(*form, tr("Record"),
                           {tr("nothing of attention"), tr("row statistics"), tr("and variance"), tr("and the rows")},
                           tr("How much of the attention is recorded; the attention map needs the rows."));
        m_rowsLimit = number(
            *form, tr("Rows at most"), {},
            tr("MiB that the recorded rows of all lanes take on disk: when there are more, the oldest are dropped"));
        m_rowsLimit->setObjectName(QStringLiteral("rowsLimit"));
        m_rowsLimit->setSuffix(QStringLiteral(" MiB"));
        m_rowsLimit->setSpecialValueText(tr("all"));
        m_rowsLimit->setSingleStep(256);
        m_pooledSide = number(*form, tr("Pooled to"), {},
                              tr("Most cells a side of a map into which the rows are pooled while they are recorded, "
                                 "so that a long run takes megabytes. Rows as such are not kept then."));
        m_pooledSide->setObjectName(QStringLiteral("pooledSide"));
        m_pooledSide->setRange(0, static_cast<double>(MapPooling::kMostSide));
        m_pooledSide->setSpecialValueText(tr("whole rows"));
        m_pooledSide->setSingleStep(static_cast<double>(MapPooling::kLeastSide));
        m_pooledLayers = named(new QLineEdit(this), "pooledLayers", tr("Map layers"),
                               tr("Layers whose maps are recorded, such as 0,8,31; empty: all"));
        m_pooledLayers->setPlaceholderText(tr("all"));
        form->addRow(tr("Map layers"), m_pooledLayers);
        m_pooledCells = choice(*form, tr("Cells"), {tr("largest weight"), tr("mean weight")},
                               tr("What a cell shows of the weights that it stands for"));
        m_pooledHeads = choice(*form, tr("Heads"), {tr("mean over heads"), tr("every head, too")},
                               tr("Whether each query head gets a map beside that of their mean"));
        m_seed = number(*form, tr("Seed"), {}, tr("For sampling and for random policies"));
        auto* label = form->labelForField(m_seed);
        form->takeRow(m_seed);
        auto* seed = rowOf({{m_seed, 1}}, nullptr, {-1, 2});
        addSeedButtons(*seed, *m_seed, this);
        form->addRow(label, seed);
        m_device = named(new DeviceBox(workspace.devices(), this), "device");
        addBox(*form, tr("Device"), *m_device,
               tr("Where the prompt is read and decode steps are computed. Policies that a device does not carry out "
                  "are asked on the CPU."));
        m_threads = number(*form, tr("Threads"), {},
                           tr("Cores that decode. Automatic: all but one, which paints; with two cores, both. Results "
                              "do not depend on it."));
        m_threads->setRange(0, availableCores());
        m_threads->setSpecialValueText(tr("automatic (%1)").arg(automaticThreads()));

        m_rows.emplace(*form);

        connect(m_question, &TextBox::submitted, this, &RunSettingsView::submitted);
        connect(m_question, &QPlainTextEdit::textChanged, this,
                [this] { m_workspace.draft().typeQuestion(m_question->toPlainText()); });
        for (QComboBox* box : {m_mode, m_cacheType, m_positions, m_rankKeys, m_prefill, m_products, m_capture,
                               m_pooledCells, m_pooledHeads, static_cast<QComboBox*>(m_device)}) {
            connect(box, &QComboBox::activated, this, &RunSettingsView::write);
        }
        for (NumberBox* box :
             {m_prompt, m_steps, m_temperature, m_topK, m_topP, m_chunk, m_seed, m_threads, m_rowsLimit}) {
            connect(box, &QDoubleSpinBox::valueChanged, this, &RunSettingsView::write);
        }
        // Half-typed numbers are no pooling yet.
        connect(m_pooledSide, &QDoubleSpinBox::editingFinished, this, &RunSettingsView::write);
        connect(m_pooledLayers, &QLineEdit::editingFinished, this, &RunSettingsView::write);
    }

    void show(const RunDraft& draft) {
        const RunSpec& spec = draft.base();
        const bool generates = spec.mode == Mode::Generate, samples = spec.sampling.temperature > 0;
        m_mode->setCurrentIndex(generates ? 1 : 0);
        m_prompt->setSpecialValueText(generates ? tr("all") : tr("a quarter"));
        m_steps->setSpecialValueText(generates ? tr("256") : tr("to the end"));
        m_prompt->follow(static_cast<double>(spec.promptTokens));
        m_steps->follow(static_cast<double>(spec.steps));
        m_rows->show(m_question, generates);
        setPlainText(*m_question, QString::fromStdString(spec.question.value_or(std::string())));
        for (NumberBox* box : {m_temperature, m_topK, m_topP}) {
            m_rows->show(box, generates && (samples || box == m_temperature));
        }
        m_temperature->follow(spec.sampling.temperature);
        m_topK->follow(static_cast<double>(spec.sampling.topK));
        m_topP->follow(spec.sampling.topP);
        m_positions->setCurrentIndex(spec.positions == Positions::CacheRank ? 1 : 0);
        m_cacheType->setCurrentIndex(std::max(0, m_cacheType->findText(QString::fromStdString(spec.kvDtype))));
        m_rankKeys->setCurrentIndex(spec.rankKeys == RankKeys::Rotated ? 1 : 0);
        m_rows->show(m_rankKeys, draft.hasRanks());
        m_prefill->setCurrentIndex(spec.streamingPrefill ? 1 : 0);
        m_products->setCurrentIndex(spec.dtype == "bf16" ? 1 : 0);
        m_chunk->follow(static_cast<double>(spec.chunk));
        m_rows->show(m_chunk, spec.streamingPrefill);
        m_capture->setCurrentIndex(static_cast<int>(spec.capture));
        m_rowsLimit->follow(static_cast<double>(spec.rowsLimit));
        m_rows->show(m_rowsLimit, spec.capture == Capture::Maps && !spec.pooling.on());
        showPooling(spec);
        m_seed->follow(static_cast<double>(spec.seed));
        m_device->choose(QString::fromStdString(spec.device));
        m_threads->follow(spec.threads);
    }

 Q_SIGNALS:
    void submitted();  ///< the user submitted the question

 private:
    static constexpr int kQuestionLines = 2;

    static QString layersText(const MapPooling& pooling) {
        return QString::fromStdString(
            joined(pooling.layers, ",", [](std::int32_t layer) { return std::to_string(layer); }));
    }

    void showPooling(const RunSpec& spec) {
        const MapPooling& pooling = spec.pooling;
        m_pooledSide->follow(static_cast<double>(pooling.side));
        m_rows->show(m_pooledSide, spec.capture == Capture::Maps);
        const bool pooled = spec.capture == Capture::Maps && pooling.on();
        for (QWidget* field : std::initializer_list<QWidget*>{m_pooledLayers, m_pooledCells, m_pooledHeads}) {
            m_rows->show(field, pooled);
        }
        if (!m_pooledLayers->hasFocus()) {
            m_pooledLayers->setText(layersText(pooling));
        }
        m_pooledCells->setCurrentIndex(pooling.pool == MapPool::Mean ? 1 : 0);
        m_pooledHeads->setCurrentIndex(pooling.heads ? 1 : 0);
    }

    /// Returns the pooling that the fields say. Layers that are no list are told, and stay as they were.
    [[nodiscard]] MapPooling typedPooling() {
        MapPooling pooling;
        const auto side = static_cast<std::int64_t>(m_pooledSide->value());
        const std::string layers = m_pooledLayers->text().remove(QLatin1Char(' ')).toStdString();
        const bool isList = layers.find(':') == std::string::npos && fromText("layers=" + layers, pooling);
        if (side > 0 && !layers.empty() && !isList) {
            pooling.layers = m_workspace.draft().base().pooling.layers;
            m_workspace.tellError(fail(Code::BadUsage, tr("Map layers").toStdString(), "these are no layers",
                                       m_pooledLayers->text().toStdString(),
                                       "numbers joined by commas, such as 0,8,31; nothing: all")
                                      .value());
            m_pooledLayers->setText(layersText(pooling));
        }
        pooling.layers = side > 0 ? pooling.layers : std::vector<std::int32_t>();
        pooling.side = side > 0 ? std::max(side, MapPooling::kLeastSide) : 0;
        pooling.pool = side > 0 && m_pooledCells->currentIndex() == 1 ? MapPool::Mean : MapPool::Max;
        pooling.heads = side > 0 && m_pooledHeads->currentIndex() == 1;
        return pooling;
    }

    void write() {
        RunSpec spec = m_workspace.draft().base();
        spec.mode = m_mode->currentIndex() == 1 ? Mode::Generate : Mode::Teacher;
        spec.promptTokens = static_cast<std::int64_t>(m_prompt->value());
        spec.steps = static_cast<std::int64_t>(m_steps->value());
        spec.positions = m_positions->currentIndex() == 1 ? Positions::CacheRank : Positions::Original;
        spec.kvDtype = m_cacheType->currentText().toStdString();
        spec.dtype = m_products->currentText().toStdString();
        spec.rankKeys = m_rankKeys->currentIndex() == 1 ? RankKeys::Rotated : RankKeys::Raw;
        spec.streamingPrefill = m_prefill->currentIndex() == 1;
        spec.chunk = static_cast<std::int64_t>(m_chunk->value());
        spec.capture = static_cast<Capture>(m_capture->currentIndex());
        spec.pooling = typedPooling();
        spec.device = m_device->chosen();
        spec.rowsLimit = static_cast<std::int64_t>(m_rowsLimit->value());
        spec.sampling.temperature = m_temperature->value();
        spec.sampling.topK = static_cast<std::int64_t>(m_topK->value());
        spec.sampling.topP = m_topP->value();
        spec.seed = static_cast<std::int64_t>(m_seed->value());
        spec.threads = static_cast<int>(m_threads->value());
        m_workspace.draft().setBase(std::move(spec));
    }

    NumberBox* number(QFormLayout& form, const QString& label, const QString& automatic, const QString& tip) {
        auto* box = new NumberBox(this);
        box->setDecimals(0);
        box->setRange(automatic.isEmpty() ? 0 : -1, 1e9);
        box->setSpecialValueText(automatic);
        explained(box, label, tip);
        form.addRow(label, box);
        return box;
    }

    QComboBox* choice(QFormLayout& form, const QString& label, const QStringList& words, const QString& tip) {
        auto* box = new QComboBox(this);
        box->addItems(words);
        addBox(form, label, *box, tip);
        return box;
    }
    static void addBox(QFormLayout& form, const QString& label, QComboBox& box, const QString& tip) {
        explained(&box, label, tip);
        setContentsLength(box, 10);
        quietWheel(box);
        form.addRow(label, &box);
    }

    Workspace& m_workspace;
    std::optional<FormRows> m_rows;
    QComboBox *m_mode, *m_cacheType, *m_positions, *m_rankKeys, *m_prefill, *m_products, *m_capture;
    QComboBox *m_pooledCells, *m_pooledHeads;
    QLineEdit* m_pooledLayers;
    NumberBox* m_pooledSide;
    DeviceBox* m_device;
    TextBox* m_question;
    NumberBox *m_prompt, *m_steps, *m_temperature, *m_topK, *m_topP, *m_chunk, *m_seed, *m_threads, *m_rowsLimit;
};

}  // namespace kvw::wb
