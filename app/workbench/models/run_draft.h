// SPDX-License-Identifier: GPL-3.0-or-later
/// What the next run will be, as the run dock edits it, and what it will cost, as far as that is known before it
/// starts.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/workbench/models/lane_set.h"
#include "app/workbench/models/text_reading.h"
#include "core/decode/run_spec.h"
#include "core/decode/run_traits.h"
#include "core/model/chat_template.h"
#include "core/model/config.h"
#include "core/model/model_fit.h"
#include "core/policy/host/nominal_budget.h"

namespace kvw::wb {

/// One embedded or recent text of the picker.
struct TextChoice {
    QString title, description;
    std::filesystem::path file;
    std::int64_t tokens = 0, probes = 0;
};

/// Thread: GUI thread. Files are opened, none is read whole, but for configuration and side-cars (small).
class RunDraft : public QObject {
    Q_OBJECT
 public:
    explicit RunDraft(QObject* parent = nullptr);

    [[nodiscard]] const RunSpec& base() const noexcept { return m_spec; }  ///< without policies
    /// A model whose attention rows would take more than kMostRowsMib gets that limit, unless another one is set:
    /// `preview` says so.
    void setBase(RunSpec spec);
    [[nodiscard]] PolicyForm& form() noexcept { return *m_form; }
    [[nodiscard]] LaneSet& lanes() noexcept { return *m_lanes; }
    /// Several lanes are compared with the full cache in any case.
    [[nodiscard]] bool compareWithFull() const { return m_compare || m_lanes->count() > 1; }
    void setCompareWithFull(bool compare);

    /// A document in place of what was read before.
    void chooseText(const std::filesystem::path& file);
    /// The text itself in place of a document; as `setBase`, but what is known of the model stays. In the place of a
    /// document it is read whole: what was set for that is not for a prompt.
    void typePrompt(const QString& text);
    /// Another model (empty: the embedded one). Errors: it cannot be read; the one before stays.
    Result<void> chooseModel(const std::filesystem::path& model);
    /// Whether a typed prompt is to be a message in the model's chat template, the system text in front of it, and
    /// which of several templates (empty: the default). A wish: `chats` says whether it acts.
    void setChat(bool wanted, const QString& system, const QString& name = {});
    [[nodiscard]] bool chatWanted() const noexcept { return m_chat; }
    [[nodiscard]] const QString& system() const noexcept { return m_system; }
    [[nodiscard]] const QString& chatName() const noexcept { return m_chatName; }
    struct ChatFacts {
        bool known = false;  ///< the model has a template
        QStringList names;   ///< of all that it has
        QString reason;      ///< where it has none, or what the template says against the message
    };
    [[nodiscard]] ChatFacts chatFacts() const;
    /// The prompt is typed, an answer is asked for, and the template is known and wanted.
    [[nodiscard]] bool chats() const;
    /// What the template makes of the prompt is on its way: `changed` tells when it is there.
    [[nodiscard]] bool rendering() const { return chats() && m_reading->answer() == nullptr; }

    /// The spec to start: `full` first if compared, then the lanes. Errors: the form's, the chat template's, and a lane
    /// that needs what the settings exclude.
    [[nodiscard]] Result<RunSpec> spec() const;
    /// Of the next run, the full cache among them.
    [[nodiscard]] int laneCount() const { return static_cast<int>(policies().size()); }
    /// What a lane of the set runs with: its own settings, else those of the run.
    [[nodiscard]] LaneRun laneSettings(int lane) const;
    [[nodiscard]] bool hasRanks() const;  ///< the run, or one of the lanes, has cache-rank positions
    /// The traits that they ask of its policy.
    [[nodiscard]] RunTraits traits(int lane) const;
    /// Of the lane in the form.
    [[nodiscard]] RunTraits traits() const { return traits(m_lanes->current()); }
    /// Which lane of the run a lane of the set will be.
    [[nodiscard]] int laneOfRun(int lane) const;
    /// `kvw run ...` or `kvw compare ...` with the same effect.
    [[nodiscard]] QString commandLine() const;

    /// Facts about the model directory from its config.json; empty name: not readable, `reason` says why.
    struct ModelFacts {
        QString name, reason;
        QString architecture;  ///< "LlamaForCausalLM"
        QString dtype;         ///< of the weights as stored: "bfloat16"; may be empty
        std::int64_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0, context = 0;
        std::int64_t kvBytesPerToken = 0;  ///< in the type of the cache that is chosen
        std::int64_t weightBytes = 0;      ///< in memory, as the configuration has it
        RopeConfig rope;
        std::int64_t rotaryDim = 0;
    };
    [[nodiscard]] ModelFacts modelFacts() const;
    /// As it is called where models are chosen.
    [[nodiscard]] static QString modelTitle(const std::filesystem::path& model);
    /// Tokens of the chosen text as the chosen model's tokenizer counts them, those of a template included. Until then
    /// they are estimated at four bytes a token: for scales, and never to be shown.
    struct TextFacts {
        QString title, description;
        std::int64_t tokens = 0, probes = 0;
        bool estimated = false;
        QString reason;  ///< why they cannot be counted
    };
    [[nodiscard]] TextFacts textFacts() const;
    /// Lines for the preview: text and prompt length, budget per layer of a policy with a capacity, bytes against full,
    /// warnings.
    [[nodiscard]] QStringList preview() const;
    /// Tokens of the run as it would come out, as far as the text is known.
    struct Plan {
        std::int64_t prompt = 0, decode = 0;
        [[nodiscard]] std::int64_t total() const { return prompt + decode; }
    };
    [[nodiscard]] Plan planned() const { return plan(textFacts()); }
    /// About as many bytes as the rows of attention of all lanes take, where they are recorded and not limited.
    static constexpr std::int64_t kMostRowsMib = 1024;
    [[nodiscard]] std::int64_t rowBytes() const { return rowBytes(false); }
    /// Likewise in a bundle, which has the rows of a prompt that lanes read alike once; within the limit.
    [[nodiscard]] std::int64_t savedRowBytes() const;
    /// Bytes that the caches of all lanes take at the end, as far as budgets tell.
    [[nodiscard]] std::int64_t cacheBytes() const;
    /// What of it fits this machine; empty where model or text are not known. `loaded`: the folder of the model in
    /// memory, whose weights are there already; empty: none.
    [[nodiscard]] QStringList fit(const Machine& machine, const std::filesystem::path& loaded = {}) const;

 Q_SIGNALS:
    void changed();

 private:
    [[nodiscard]] Plan plan(const TextFacts& text) const;
    [[nodiscard]] std::int64_t rowBytes(bool promptOnce) const;
    /// Errors: a prompt that is longer than the text, where that is known.
    [[nodiscard]] Result<void> checkPrompt(const TextFacts& text) const;
    [[nodiscard]] TokenSize tokenSize(const ModelFacts& model) const;
    /// Of the lane at the end of the run, with its codec and its copies.
    [[nodiscard]] RunSizes sizes(const Plan& run) const;
    [[nodiscard]] std::int64_t laneBytes(int lane, const Plan& run, const TokenSize& size) const;
    /// Tells the rows of the form what they will act with.
    void showEffective();
    /// Asks for what is not known of text and model.
    void askReading();
    /// An embedded text for the embedded model, whose tokens its side-car knows.
    [[nodiscard]] bool isCounted() const;
    /// Read once per `setBase`: a key typed into the prompt opens no file.
    [[nodiscard]] const Result<ModelConfig>& config() const;
    [[nodiscard]] const Result<ChatTemplate>& chatTemplate() const;
    /// What lies beside the text; read once while it does not change: each edit of the form asks for it several times.
    [[nodiscard]] const TextChoice& beside() const;

    /// Of the whole run, `full` first where it is one of them.
    [[nodiscard]] QStringList policies() const;

    struct Beside {
        QDateTime changed;
        qint64 bytes = 0;
        TextChoice choice;
    };

    RunSpec m_spec;
    TextReading* m_reading;
    PolicyForm* m_form;
    LaneSet* m_lanes;
    bool m_compare = true, m_chat = true;
    bool m_limited = false;  ///< the limit of rows is for the chosen model
    QString m_system, m_chatName;
    mutable std::optional<Result<ModelConfig>> m_config;
    mutable std::optional<Result<ChatTemplate>> m_template;
    mutable std::optional<Beside> m_beside;
};

/// Threads of a run whose spec names none: one core stays free for the window.
[[nodiscard]] int automaticThreads();

/// The texts that come with the program (core/model/document.h).
[[nodiscard]] std::vector<TextChoice> shippedTextChoices();

}  // namespace kvw::wb
