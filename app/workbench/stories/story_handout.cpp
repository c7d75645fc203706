// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_handout.h"

#include <QCoreApplication>
#include <QFont>
#include <QLocale>

#include "app/workbench/session/files/save_file.h"
#include "app/workbench/stories/story_markdown.h"
#include "app/workbench/stories/story_text.h"
#include "core/model/text/document.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

constexpr int kPoints = 10;

/// Escapes the characters that have a meaning in Markdown.
QString plain(const std::string& text) {
    static const QString kSigns = QStringLiteral("\\`*_{}[]()<>#+-.!|~&");
    QString shown;
    for (const QChar sign : QString::fromStdString(text)) {
        if (kSigns.contains(sign)) {
            shown += QLatin1Char('\\');
        }
        shown += sign;
    }
    return shown;
}

/// Returns a line of the story as plain text.
QString words(const std::string& line) {
    return plain(lineAsWords(QString::fromStdString(line)).toStdString());
}

/// Returns text as typed, as a code span.
QString code(const std::string& text) {
    return QLatin1Char('`') + QString::fromStdString(text).replace(QLatin1Char('`'), QLatin1Char('\'')) +
           QLatin1Char('`');
}

/// Returns the embedded text of that name, which a command can name too; otherwise a file beside the story.
std::filesystem::path textCalled(const std::string& name) {
    if (const auto documents = embeddedDocuments()) {
        for (const std::filesystem::path& document : *documents) {
            if (document.stem() == name) {
                return document;
            }
        }
    }
    return name;
}

/// Describes the window's actions in words; empty: nothing worth printing.
class Teller {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::Handout)

 public:
    explicit Teller(const TitleOfDock& dockTitle) : m_dockTitle(dockTitle) {}
    QString operator()(const LoadAction& load) {
        m_spec = RunSpec();
        m_spec.model = load.model;
        m_spec.textFile = textCalled(load.text);
        m_spec.policies = load.policies;
        m_full = load.full;
        m_spec.promptTokens = load.prompt;
        m_spec.steps = load.steps;
        m_spec.positions = load.cacheRank ? Positions::CacheRank : Positions::Original;
        return prepared();
    }
    QString operator()(const CompareAction& compare) {
        m_spec.policies = compare.policies;
        return m_spec.textFile.empty() ? QString() : prepared();
    }
    QString operator()(const RunAction& run) const {
        return run.to < 0 ? tr("The run goes on.") : tr("The run goes on to token %1.").arg(run.to);
    }
    QString operator()(const PauseAction& /*pause*/) const { return tr("The run pauses."); }
    QString operator()(const GoAction& go) const {
        switch (go.where) {
            case GoAction::Start:
                return tr("Look at the first token.");
            case GoAction::End:
                return tr("Look at the last token.");
            case GoAction::Step:
                return tr("Look at token %1.").arg(go.number);
            case GoAction::Prune:
                return tr("Look at prune event %1.").arg(go.number);
            case GoAction::Probe:
                return tr("Look at probe %1.").arg(go.number);
        }
        return {};
    }
    QString operator()(const SelectAction& select) const {
        return select.number < 0                    ? tr("All heads are selected.")
               : select.what == SelectAction::Layer ? tr("Layer %1 is selected.").arg(select.number)
               : select.what == SelectAction::Head  ? tr("Head %1 is selected.").arg(select.number)
                                                    : tr("Lane %1 is selected.").arg(select.number);
    }
    QString operator()(const ShowAction& show) const { return tr("Look at the dock %1.").arg(titleOf(show.dock)); }
    QString operator()(const LayoutAction& layout) const {
        QStringList titles;
        for (const std::string& dock : layout.docks) {
            titles += titleOf(dock);
        }
        return titles.isEmpty() ? QString() : tr("Look at the docks %1.").arg(titles.join(QLatin1String(", ")));
    }
    QString operator()(const FillAction& fill) const {
        return tr("%1 is set to %2 in the run dock.").arg(code(fill.parameter), code(fill.value));
    }
    QString operator()(const HighlightAction& /*mark*/) const { return {}; }
    QString operator()(const ForkAction& fork) const {
        const QString place = fork.where == ForkAction::Here   ? tr("here")
                              : fork.where == ForkAction::Step ? tr("at token %1").arg(fork.number)
                              : fork.where == ForkAction::Prune
                                  ? tr("behind prune event %1").arg(fork.number)
                                  : tr("before the question of probe %1").arg(fork.number);
        switch (fork.what) {
            case ForkAction::Policy:
                return tr("The run is forked %1 and continues with %2.").arg(place, code(fork.text));
            case ForkAction::Forget:
                return tr("The run is forked %1, and the evicted tokens of its fact are put back.").arg(place);
            case ForkAction::Evict:
                return tr("The run is forked %1, and tokens %2 are evicted by hand.").arg(place, code(fork.text));
            case ForkAction::Pin:
                return tr("The run is forked %1, and no policy can evict tokens %2.").arg(place, code(fork.text));
            case ForkAction::Release:
                return tr("The run is forked %1, and tokens %2 can be evicted again.").arg(place, code(fork.text));
            case ForkAction::Restore:
                return tr("The run is forked %1, and tokens %2 are put back.").arg(place, code(fork.text));
        }
        return {};
    }
    QString operator()(const BesideAction& /*beside*/) const {
        return tr("The fork and its parent stand side by side.");
    }
    QString operator()(const PredictAction& /*predict*/) const {
        return tr("**Your turn**: before the next prune event, mark the tokens that you would drop.");
    }
    QString operator()(const WaitAction& wait) const {
        const QString name = code(wait.parameter), number = QString::number(wait.number);
        switch (wait.what) {
            case WaitAction::Finished:
                return tr("The run goes to its end.");
            case WaitAction::Step:
                return tr("The run goes on to token %1.").arg(number);
            case WaitAction::Token:
                return tr("**Your turn**: click a token in the token strip.");
            case WaitAction::Layer:
                return tr("**Your turn**: choose another layer.");
            case WaitAction::Head:
                return tr("**Your turn**: choose another head.");
            case WaitAction::Lane:
                return tr("**Your turn**: choose another lane.");
            case WaitAction::Fork:
                return tr("**Your turn**: fork the run.");
            case WaitAction::Parameter:
                break;
        }
        return wait.relation == WaitAction::Changed   ? tr("**Your turn**: change %1 in the run dock.").arg(name)
               : wait.relation == WaitAction::AtLeast ? tr("**Your turn**: set %1 to %2 or more.").arg(name, number)
                                                      : tr("**Your turn**: set %1 to %2 or less.").arg(name, number);
    }
    QString operator()(const AskAction& /*ask*/) const { return {}; }

 private:
    [[nodiscard]] QString prepared() const {
        RunSpec spec = m_spec;
        if (m_full && !spec.policies.empty() && !isFullCache(spec.policies.front())) {
            spec.policies.insert(spec.policies.begin(), "full");
        }
        return tr("The run is %1").arg(code(commandLine(spec)));
    }

    [[nodiscard]] QString titleOf(const std::string& dock) const {
        const QString title = m_dockTitle(QString::fromStdString(dock));
        return title.isEmpty() ? code(dock) : plain(title.toStdString());
    }

    const TitleOfDock& m_dockTitle;
    RunSpec m_spec;
    bool m_full = true;
};

class Handout {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::Handout)

 public:
    explicit Handout(const TitleOfDock& dockTitle) : m_teller(dockTitle) {}
    HandoutText of(const Story& story) {
        m_text = QStringLiteral("# %1\n\n%2\n\n").arg(words(story.title), words(story.summary));
        for (std::size_t i = 0; i < story.pages.size(); ++i) {
            add(story.pages[i], static_cast<int>(i) + 1);
        }
        return {lineAsWords(QString::fromStdString(story.title)), m_text,
                m_answers.isEmpty() ? QString() : QStringLiteral("## %1\n\n%2").arg(tr("Answers"), m_answers)};
    }

 private:
    void add(const StoryPage& page, int number) {
        const QString title = words(page.title);
        m_text += title.isEmpty() ? QStringLiteral("## %1\n\n").arg(number)
                                  : QStringLiteral("## %1. %2\n\n").arg(number).arg(title);
        m_text += QString::fromStdString(page.text) + QStringLiteral("\n\n");
        QStringList told;
        for (const StoryDirective& directive : page.directives) {
            if (const auto* ask = std::get_if<AskAction>(&directive.action)) {
                tell(told);
                m_text += questionOf(*ask, number);
                continue;
            }
            if (const QString sentence = std::visit(m_teller, directive.action);
                !sentence.isEmpty() && (told.isEmpty() || told.back() != sentence)) {
                told += sentence;
            }
        }
        tell(told);
    }
    void tell(QStringList& told) {
        if (!told.isEmpty()) {
            m_text += QStringLiteral("*%1:*\n\n").arg(tr("In the window"));
            for (const QString& sentence : std::as_const(told)) {
                m_text += QStringLiteral("- %1\n").arg(sentence);
            }
            m_text += QLatin1Char('\n');
            told.clear();
        }
    }
    QString questionOf(const AskAction& ask, int number) {
        QString text = QStringLiteral("**%1**\n\n").arg(words(ask.question));
        if (ask.number) {
            text += tr("Your number: %1").arg(QStringLiteral("\\_").repeated(12)) + QStringLiteral("\n\n");
        }
        for (std::size_t i = 0; i < ask.options.size(); ++i) {
            text += QStringLiteral("%1 %2: %3\n\n")
                        .arg(QChar(0x2610))
                        .arg(optionLetter(i), QString::fromStdString(ask.options[i]));
        }
        m_answers += QStringLiteral("%1: **%2**. %3\n\n")
                         .arg(tr("Page %1").arg(number),
                              ask.number ? QString::number(*ask.number, 'g', QLocale::FloatingPointShortest)
                                         : optionLetter(ask.right),
                              QString::fromStdString(ask.explanation));
        return text;
    }

    Teller m_teller;
    QString m_text, m_answers;
};

Result<void> save(const QString& file, const QByteArray& bytes) {
    const QString reason = saveFile(file, bytes);
    return reason.isEmpty() ? Result<void>()
                            : fail(Code::Io, file.toStdString(), phrase("cannot be written: %1", reason.toStdString()));
}

}  // namespace

QString handoutMarkdown(const Story& story, const TitleOfDock& dockTitle) {
    const HandoutText text = Handout(dockTitle).of(story);
    return text.front + text.answers;
}

Result<void> writeHandout(const Story& story, const std::filesystem::path& file, const TitleOfDock& dockTitle,
                          const std::vector<HandoutFigure>& figures) {
    const QString path = QString::fromStdString(file.string());
    const QString suffix = QString::fromStdString(file.extension().string()).toLower();
    if (!QStringList{QStringLiteral(".html"), QStringLiteral(".pdf"), QStringLiteral(".md")}.contains(suffix)) {
        return fail(Code::BadUsage, file.string(), "a handout cannot be such a file", suffix.toStdString(),
                    ".pdf, .html or .md");
    }
    const HandoutText text = Handout(dockTitle).of(story);
    if (suffix == QLatin1String(".pdf")) {
        return save(path, printedHandout(text, figures));
    }
    StoryDocument document;
    document.setDefaultFont(QFont(QStringLiteral("DejaVu Sans"), kPoints));
    document.setMetaInformation(QTextDocument::DocumentTitle, text.title);
    document.setStory(text.front + text.answers);
    spaceHeadings(document, kPoints);
    if (suffix == QLatin1String(".md")) {
        return save(path, markdownOf(document).toUtf8());
    }
    return save(path, document.toHtml().toUtf8());
}

}  // namespace kvw::wb
