// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/run_again.h"

#include <QObject>
#include <algorithm>
#include <limits>
#include <utility>

#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/session/runs/run_memory.h"
#include "app/workbench/session/workspace.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/repeat_command.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

/// Returns the file, or the shipped text, whose content has the hash `wanted`; empty: none.
std::filesystem::path fileOf(const std::string& wanted, const std::vector<std::filesystem::path>& files) {
    const auto same = std::ranges::find_if(files, [&](const std::filesystem::path& file) {
        const auto document = Document::load(file);
        return document && document->hash() == wanted;
    });
    return same != files.end() ? *same : shippedText(wanted);
}

void takeText(const RunDescription& run, const std::vector<std::filesystem::path>& files, RunSpec& spec) {
    const RunSpec asked = run.specs.empty() ? RunSpec() : run.specs.front();
    spec.specialTokens = asked.specialTokens;
    spec.textFile = run.textHash.empty() ? std::filesystem::path() : fileOf(run.textHash, files);
    spec.prompt.reset();
    spec.ids.reset();
    spec.question = asked.question;
    if (!spec.textFile.empty()) {
        return;
    }
    const std::vector<TextChoice> texts = shippedTextChoices();
    const auto embedded = std::ranges::find_if(texts, [&](const TextChoice& text) {
        return run.mode == "teacher" && text.title.toStdString() == run.textTitle &&
               text.tokens == static_cast<std::int64_t>(run.tokenIds.size());
    });
    if (embedded != texts.end()) {
        spec.textFile = embedded->file;
        return;
    }
    if (asked.prompt) {
        spec.prompt = asked.prompt;
        return;
    }
    // Generated tokens are no part of the text; those of the question are.
    const auto known = static_cast<std::ptrdiff_t>(run.tokenIds.size());
    const auto count = run.mode == "teacher" ? known : std::min<std::ptrdiff_t>(known, run.generatesFrom());
    spec.question.reset();
    spec.ids = std::vector<std::int32_t>(run.tokenIds.begin(), run.tokenIds.begin() + count);
}

void addOnce(QStringList& list, const QString& entry) {
    if (!entry.isEmpty() && !list.contains(entry)) {
        list << entry;
    }
}

QString placed(const RunChange& change) {
    return QStringLiteral("%1@%2").arg(QString::fromStdString(whatChanges(change))).arg(change.step);
}

/// The policies that the lanes of a run began with.
struct Beginnings {
    QStringList policies;  ///< without the full cache
    bool full = false;
    QStringList leftOut;  ///< changes and settings of the lanes that are left out
};

/// Returns whether `lane.distinguishingText` says more than the positions and prefill that are the lane's own.
bool saysMore(const RunDescription& run, const LaneInfo& lane) {
    LaneInfo named;
    if (lane.own) {
        setOwn(named, withLane(settingsOf(run, -1), laneRunOf(*lane.own)), run);
    }
    return lane.distinguishingText != named.distinguishingText;
}

Beginnings beginningsOf(const RunDescription& run) {
    Beginnings found;
    QStringList forked;
    const RunSpec spec = specOf(run);
    for (std::size_t i = 0; i < run.lanes.size(); ++i) {
        const LaneInfo& lane = run.lanes[i];
        const auto chain = parseChain(lane.policyText);
        const LaneChoice own = choiceFor(laneRunOf(settingsOf(run, static_cast<std::int32_t>(i))), spec);
        const QString policy = QString::fromStdString(chain ? chain->policy + toText(own) : lane.policyText);
        const std::string distinguishingText = saysMore(run, lane) ? lane.distinguishingText : std::string();
        const bool other = (chain && !chain->changes.empty()) || !distinguishingText.empty();
        addOnce(found.leftOut, QString::fromStdString(distinguishingText));
        for (const RunChange& change : chain ? chain->changes : std::vector<RunChange>()) {
            addOnce(found.leftOut, placed(change));
        }
        if (policy == QLatin1String("full") || lane.isFullCache()) {
            found.full = true;
            continue;
        }
        // A fork and its parent, or two of its forks, begin alike: one of them is enough.
        const bool known = found.policies.contains(policy) && (other || forked.contains(policy));
        if (other) {
            forked << policy;
        }
        if (!known) {
            found.policies << policy;
        }
    }
    return found;
}

/// Returns files of this session whose content may be the text of the run.
std::vector<std::filesystem::path> textFilesOf(const RunDescription& run, Workspace& workspace) {
    std::vector<std::filesystem::path> files;
    if (workspace.draft().textFacts().title.toStdString() == run.textTitle) {
        files.push_back(workspace.draft().base().textFile);
    }
    const RunTree& tree = workspace.forks().tree();
    for (int made = 0; made < tree.count(); ++made) {
        const RunTree::Node& node = tree.node(made);
        if (node.recording != nullptr && node.recording->description().textHash == run.textHash) {
            files.push_back(node.spec.textFile);
        }
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    std::erase(files, std::filesystem::path());
    return files;
}

/// Returns the folder of the model of a run; empty: it is the embedded one, or not known.
std::filesystem::path placeOfModel(const RunDescription& run, Workspace& workspace) {
    std::vector<std::filesystem::path> models;
    const RunTree& tree = workspace.forks().tree();
    for (int made = 0; made < tree.count(); ++made) {
        const RunTree::Node& node = tree.node(made);
        if (node.recording != nullptr && node.recording->description().model.name == run.model.name) {
            models.push_back(node.spec.model);
        }
    }
    models.push_back(workspace.draft().base().model);
    models.push_back(workspace.client().loadedModel());
    std::error_code ignored;
    const auto known = std::ranges::find_if(models, [&](const std::filesystem::path& model) {
        return !model.empty() && recordedName(model) == run.model.name && std::filesystem::exists(model, ignored);
    });
    return known != models.end() ? *known : std::filesystem::path();
}

tl::unexpected<Error> anotherModel(const RunDescription& run) {
    return fail(Code::NotFound, "model", "this run is of another model than the chosen one", run.model.name,
                "its folder, loaded first");
}

}  // namespace

std::string recordedName(const std::filesystem::path& model) {
    const auto place = model.empty() ? embeddedModelDir() : Result<std::filesystem::path>(model);
    return place ? modelName(*place) : std::string();
}

Result<std::filesystem::path> modelOf(const RunDescription& run, const RunDraft& draft) {
    for (const std::filesystem::path& model : {draft.base().model, std::filesystem::path()}) {
        if (recordedName(model) == run.model.name) {
            return model;
        }
    }
    return anotherModel(run);
}

Result<QStringList> loadIntoDraft(const RunDescription& run, const Catalog& catalog, RunDraft& draft,
                                  const std::vector<std::filesystem::path>& files) {
    const std::string wanted = run.model.name;
    RunSpec spec = draft.base();
    if (recordedName(spec.model) != wanted) {
        if (recordedName({}) != wanted) {
            return anotherModel(run);
        }
        spec.model.clear();
        draft.setBase(spec);
    }
    Beginnings lanes = beginningsOf(run);
    KVW_TRY(draft.lanes().replace(catalog,
                                  lanes.policies.isEmpty() ? QStringList{QStringLiteral("full")} : lanes.policies));
    takeText(run, files, spec);
    const RunSpec was = specOf(run);
    spec.mode = was.mode;
    // A prompt length that followed from the text was not chosen; another text gives another length.
    const bool chosen = !run.specs.empty() && run.specs.front().promptTokens >= 0;
    spec.promptTokens = chosen || (spec.ids && run.questionTokens > 0) ? was.promptTokens : -1;
    // Older versions left the rest of the text out.
    spec.questionTokens = chosen && run.questionTokens == 0 ? was.questionTokens
                          : run.specs.empty()               ? -1
                                                            : run.specs.front().questionTokens;
    spec.steps = was.steps;
    spec.capture = was.capture;
    spec.pooling = was.pooling;
    spec.positions = was.positions;
    spec.rankKeys = was.rankKeys;
    spec.streamingPrefill = was.streamingPrefill;
    spec.chunk = was.chunk;
    spec.dtype = was.dtype;
    spec.kvDtype = was.kvDtype;
    spec.device = was.device;
    spec.seed = was.seed;
    spec.sampling = was.sampling;
    if (spec.prompt) {
        draft.setChat(false, draft.system());  // it contains a template already
    }
    draft.setBase(std::move(spec));
    draft.setCompareWithFull(lanes.full);
    return std::move(lanes.leftOut);
}

Result<QStringList> loadIntoDraft(const Recording& recording, Workspace& workspace) {
    const RunDescription& run = recording.description();
    // The files are read, so only those that can be the text are given.
    auto leftOut = loadIntoDraft(run, workspace.plugins().catalog(), workspace.draft(), textFilesOf(run, workspace));
    if (!leftOut) {
        return leftOut;
    }
    // The texts of policies do not contain parameters that were changed in mid-run.
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const auto went = chainBefore(recording, lane, std::numeric_limits<std::int64_t>::max());
        for (const RunChange& change : went ? went->changes : std::vector<RunChange>()) {
            if (change.kind == RunChange::Kind::Parameter || change.kind == RunChange::Kind::Capture) {
                addOnce(*leftOut, placed(change));
            }
        }
    }
    return leftOut;
}

Result<void> readPromptAgain(const Recording& recording, Workspace& workspace) {
    const RunDescription& run = recording.description();
    KVW_TRY_ASSIGN(auto model, modelOf(run, workspace.draft()));
    RunSpec spec = specOf(run);
    spec.model = std::move(model);
    spec.threads = automaticThreads();
    spec.device = "cpu";  // prompts are read there, and the device of the run may be on another machine
    takeText(run, textFilesOf(run, workspace), spec);
    const Catalog& catalog = workspace.plugins().catalog();
    KVW_TRY(checkForkMemory(spec, run, catalog, workspace.client()));
    workspace.client().start(std::move(spec), catalog, true, {.prompt = true, .parent = nullptr});
    return {};
}

std::function<std::string()> commandHere(const Recording& recording, Workspace& workspace,
                                         const std::filesystem::path& bundle) {
    const RunDescription& run = recording.description();
    const RunTree& tree = workspace.forks().tree();
    const int made = tree.find(&recording);
    std::vector<std::filesystem::path> files;
    if (!run.textHash.empty()) {
        files = textFilesOf(run, workspace);
    } else if (made >= 0) {
        files = {tree.node(made).spec.textFile};
    }
    QString place = QString::fromStdString(bundle.string());
    if (place.isEmpty() && made >= 0) {
        place = tree.node(made).source;
    }
    if (place.isEmpty()) {
        place = workspace.bundles().saves().pathOf(recording);
    }
    return [specs = repeatSpecs(recording), hash = run.textHash, files = std::move(files),
            model = placeOfModel(run, workspace),
            ids = place.isEmpty() ? std::filesystem::path() : std::filesystem::path(place.toStdString()) / kIdsFile] {
        std::error_code ignored;
        const bool there = hash.empty() && !files.empty() && std::filesystem::exists(files.front(), ignored);
        return kvw::commandHere(specs,
                                !hash.empty() ? fileOf(hash, files)
                                : there       ? files.front()
                                              : std::filesystem::path(),
                                model, std::filesystem::is_regular_file(ids, ignored) ? ids : std::filesystem::path());
    };
}

QString leftOutText(const QStringList& leftOut) {
    constexpr qsizetype kMost = 6;
    QStringList told = leftOut.mid(0, kMost);
    if (leftOut.size() > kMost) {
        told << QStringLiteral("…");
    }
    return told.isEmpty() ? QString() : QObject::tr(" Left out: %1.").arg(told.join(QStringLiteral(", ")));
}

}  // namespace kvw::wb
