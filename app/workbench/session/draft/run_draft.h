// SPDX-License-Identifier: GPL-3.0-or-later
/// Settings of the next run, as the run dock edits them, and its cost as far as that is known before it starts.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/workbench/session/draft/fit_rows.h"
#include "app/workbench/session/draft/lane_set.h"
#include "app/workbench/session/draft/text_reading.h"
#include "core/model/config.h"
#include "core/model/model_fit.h"
#include "core/model/text/chat_template.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/session/spec/run_spec.h"
#include "core/session/spec/run_warnings.h"

namespace kvw::wb {

/// An embedded or recent text in the picker.
struct TextChoice {
    QString title, description;
    std::filesystem::path file;
    std::int64_t tokens = 0, probes = 0;
};

/// Thread: GUI thread. It reads no file whole except configurations and side-cars, which are small.
class RunDraft : public QObject {
    Q_OBJECT
 public:
    explicit RunDraft(QObject* parent = nullptr);

    [[nodiscard]] const RunSpec& base() const noexcept { return m_spec; }  ///< without policies
    /// Replaces the settings. If the attention rows of another model or text would take more than kMostRowsMib, that
    /// becomes their limit unless one is set; `preview` says so.
    void setBase(RunSpec spec);
    [[nodiscard]] PolicyForm& form() noexcept { return *m_form; }
    [[nodiscard]] LaneSet& lanes() noexcept { return *m_lanes; }
    /// Several lanes are compared with the full cache in any case.
    [[nodiscard]] bool compareWithFull() const { return m_compare || m_lanes->count() > 1; }
    void setCompareWithFull(bool compare);

    /// Chooses a document in place of the previous text.
    void chooseText(const std::filesystem::path& file);
    /// Sets a typed prompt; unlike `setBase`, it keeps what is known of the model. If it replaces a document, the
    /// settings for that are reset: the prompt is read whole, and an answer is generated.
    void typePrompt(const QString& text);
    /// Sets the text behind the prompt, for a run that generates; empty: none.
    void typeQuestion(const QString& text);
    /// Chooses a model (empty: the embedded one). Errors: it cannot be read; the previous one stays.
    Result<void> chooseModel(const std::filesystem::path& model);
    /// Sets whether a typed prompt becomes a message in the model's chat template, the system text in front of it, and
    /// which of several templates is used (empty: the default). `chats` says whether this takes effect.
    void setChat(bool wanted, const QString& system, const QString& name = {});
    [[nodiscard]] bool chatWanted() const noexcept { return m_chat; }
    [[nodiscard]] const QString& system() const noexcept { return m_system; }
    [[nodiscard]] const QString& chatName() const noexcept { return m_chatName; }
    struct ChatFacts {
        bool known = false;  ///< the model has a template
        QStringList names;   ///< names of all its templates
        QString reason;      ///< why it has none, or why the template refuses the message
    };
    [[nodiscard]] ChatFacts chatFacts() const;
    /// Returns whether the prompt is typed, an answer is generated, and the template is known and wanted.
    [[nodiscard]] bool chats() const;
    /// Returns whether the template is still being rendered; `changed` follows.
    [[nodiscard]] bool rendering() const { return chats() && m_reading->answer() == nullptr; }

    /// The spec to start: `full` first if compared, then the lanes. Errors: those of the form and the chat template, no
    /// text, a prompt longer than the text, a lane that needs what the settings exclude.
    [[nodiscard]] Result<RunSpec> spec() const;
    /// Returns whether settings of the run stand in the way of `spec`, or the run leaves the context of the model.
    [[nodiscard]] bool settingsRefused() const;
    /// Returns the number of lanes of the next run, including the full cache.
    [[nodiscard]] int laneCount() const { return static_cast<int>(policies().size()); }
    /// Returns the settings of a lane of the set: its own, else those of the run.
    [[nodiscard]] LaneRun laneSettings(int lane) const;
    [[nodiscard]] bool hasRanks() const;  ///< the run, or one of the lanes, has cache-rank positions
    /// Returns the traits that the settings of a lane require of its policy.
    [[nodiscard]] RunTraits traits(int lane) const;
    /// Returns the traits of the lane in the form.
    [[nodiscard]] RunTraits traits() const { return traits(m_lanes->current()); }
    /// Returns the lane of the run that a lane of the set will be.
    [[nodiscard]] int laneOfRun(int lane) const;
    /// Returns `kvw run ...` or `kvw compare ...` with the same effect.
    [[nodiscard]] QString commandLine() const;

    /// Facts about the model directory from its config.json; empty name: not readable, `reason` says why.
    struct ModelFacts {
        QString name, reason;
        QString architecture;  ///< "LlamaForCausalLM"
        QString dtype;         ///< of the weights as stored: "bfloat16"; may be empty
        std::int64_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0, context = 0;
        std::int64_t kvBytesPerToken = 0;  ///< in the chosen type of the cache
        std::int64_t weightBytes = 0;      ///< in memory, computed from the configuration
        RopeConfig rope;
        std::int64_t rotaryDim = 0;
    };
    [[nodiscard]] ModelFacts modelFacts() const;
    /// Returns the name of a model where models are chosen.
    [[nodiscard]] static QString modelTitle(const std::filesystem::path& model);
    /// Facts about the chosen text. The chosen model's tokenizer counts `tokens`, including those of a template; until
    /// then they are estimated at four bytes a token, which is for scales and must never be shown.
    struct TextFacts {
        QString title, description;
        std::int64_t tokens = 0, probes = 0;
        bool estimated = false;
        QString reason;  ///< why the tokens cannot be counted
    };
    [[nodiscard]] TextFacts textFacts() const;
    /// Sentences for the preview: what is missing or does not go together, and warnings.
    [[nodiscard]] QStringList preview() const;
    /// Returns what the run costs: tokens, budget of the lane in the form, its bytes against full, and whether weights
    /// and caches fit this machine; empty if model or text are not known. `loaded`: folder of the model whose weights
    /// are in memory already; empty: none.
    [[nodiscard]] std::vector<CostRow> costs(const Machine& machine, const std::filesystem::path& loaded = {}) const;
    /// Tokens of the next run, as far as the text is known.
    struct Plan {
        std::int64_t prompt = 0, decode = 0;
        [[nodiscard]] std::int64_t total() const { return prompt + decode; }
    };
    [[nodiscard]] Plan planned() const { return plan(textFacts()); }
    /// Largest size of attention rows, in MiB, for which `setBase` sets no limit.
    static constexpr std::int64_t kMostRowsMib = 1024;
    /// Returns about how many bytes the attention rows of all lanes take, if they are recorded without a limit.
    [[nodiscard]] std::int64_t rowBytes() const { return rowBytes(false); }
    /// Returns about how many bytes they take in a bundle, within the limit. A bundle has the prompt rows that lanes
    /// share once.
    [[nodiscard]] std::int64_t savedRowBytes() const;
    /// Returns the bytes that the caches of all lanes take at the end, as far as budgets tell.
    [[nodiscard]] std::int64_t cacheBytes() const;

 Q_SIGNALS:
    void changed();

 private:
    [[nodiscard]] Plan plan(const TextFacts& text) const;
    /// Returns whether the run is longer than the context of the model and counts original positions.
    [[nodiscard]] bool leavesContext(const ModelFacts& model, std::int64_t tokens) const;
    [[nodiscard]] std::int64_t rowBytes(bool promptOnce) const;
    /// Checks the length of the prompt. Errors: it is longer than the text, if that is known.
    [[nodiscard]] Result<void> checkPrompt(const TextFacts& text) const;
    [[nodiscard]] TokenSize tokenSize(const ModelFacts& model) const;
    [[nodiscard]] RunSizes sizes(const Plan& run) const;
    /// Returns the budget of the lane in the form, in words.
    [[nodiscard]] QString budgetText(const Plan& run) const;
    /// Returns the bytes of a lane at the end of the run, with its codec and the copies of sets per query head.
    [[nodiscard]] std::int64_t laneBytes(int lane, const Plan& run, const TokenSize& size) const;
    /// Tells the rows of the form their values in effect.
    void showEffective();
    /// Asks for the token count and the rendered template that are not known yet.
    void askReading();
    /// Returns whether the text is an embedded one for the embedded model, so that its side-car has the token count.
    [[nodiscard]] bool isCounted() const;
    /// Returns the configuration of the model, read once per `setBase`, so that typing a prompt opens no file.
    [[nodiscard]] const Result<ModelConfig>& config() const;
    [[nodiscard]] const Result<ChatTemplate>& chatTemplate() const;
    /// Returns the contents of the text's side-car. It is read again only after it changes, because each edit of the
    /// form asks for it several times.
    [[nodiscard]] const TextChoice& sideCar() const;

    /// Returns the policies of the whole run, `full` first if it is one of them.
    [[nodiscard]] QStringList policies() const;

    struct SideCar {
        QDateTime changed;
        qint64 bytes = 0;
        TextChoice choice;
    };

    RunSpec m_spec;
    TextReading* m_reading;
    PolicyForm* m_form;
    LaneSet* m_lanes;
    bool m_compare = true, m_chat = true;
    bool m_limited = false;  ///< `setBase` set the limit of rows, for the chosen model
    QString m_system, m_chatName;
    mutable std::optional<Result<ModelConfig>> m_config;
    mutable std::optional<Result<ChatTemplate>> m_template;
    mutable std::optional<SideCar> m_sideCar;
};

/// Threads of a run whose spec names none: one core stays free for the window.
[[nodiscard]] int automaticThreads();

/// The texts that come with the program (core/model/text/document.h).
[[nodiscard]] std::vector<TextChoice> shippedTextChoices();

}  // namespace kvw::wb
