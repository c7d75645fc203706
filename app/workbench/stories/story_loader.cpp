// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_loader.h"

#include <algorithm>

#include "core/base/comma_list.h"
#include "core/model/stored/stored_models.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

/// Attention rows of longer runs would take too much memory for a lesson.
constexpr std::int64_t kMostTokensWithMaps = 4096;

Result<fs::path> textOf(const std::string& name, const fs::path& folder) {
    std::vector<std::string> names;
    for (const TextChoice& text : shippedTextChoices()) {
        if (text.file.filename() == name || text.file.stem() == name) {
            return text.file;
        }
        names.push_back(text.file.stem().string());
    }
    // Accept only a plain file name, so that a story cannot read outside its folder.
    std::error_code error;
    const fs::path beside = folder / name;
    if (fs::path(name).filename() == name && name != ".." && fs::is_regular_file(beside, error)) {
        return fs::weakly_canonical(beside, error).parent_path() == fs::weakly_canonical(folder, error)
                   ? Result<fs::path>(beside)
                   : fail(Code::BadUsage, "text", "it is a link to a file outside the story's folder", name,
                          "the file itself, beside the story");
    }
    const std::string near = nearest(name, names);
    return fail(Code::NotFound, "text", "there is no such text", name,
                near.empty() ? phrase("%1, or a file beside the story", joined(names)) : Phrase(near));
}

QStringList textsOf(const std::vector<std::string>& policies) {
    QStringList texts;
    for (const std::string& policy : policies) {
        texts += QString::fromStdString(policy);
    }
    return texts;
}

}  // namespace

bool lacksModel(const LoadAction& load) {
    return !load.model.empty() && !storedModel(load.model);
}

Result<void> applyLoad(const LoadAction& load, const fs::path& folder, Workspace& workspace) {
    KVW_TRY_ASSIGN(const auto text, textOf(load.text, folder));
    RunDraft& draft = workspace.draft();
    KVW_TRY(draft.lanes().replace(workspace.plugins().catalog(), textsOf(load.policies)));
    RunSpec spec;
    spec.textFile = text;
    if (!load.model.empty()) {
        const auto model = storedModel(load.model);
        if (!model) {
            return fail(Code::NotFound, "model", "it is not on this machine", load.model);
        }
        spec.model = *model;
    }
    spec.promptTokens = load.prompt;
    spec.steps = load.steps;
    spec.positions = load.cacheRank ? Positions::CacheRank : Positions::Original;
    draft.setBase(spec);
    draft.setCompareWithFull(load.full);
    const std::int64_t tokens = draft.textFacts().tokens;
    if (tokens > 0 && load.prompt >= tokens) {
        return fail(Code::BadUsage, load.text, "the prompt takes the whole text",
                    "prompt=" + std::to_string(load.prompt), phrase("less than its %1 tokens", tokens));
    }
    spec.capture = draft.planned().total() > kMostTokensWithMaps ? Capture::Rows : Capture::Maps;
    draft.setBase(std::move(spec));
    const auto ready = draft.spec();
    return ready ? Result<void>() : tl::unexpected(ready.error());
}

Result<void> applyCompare(const CompareAction& compare, Workspace& workspace) {
    KVW_TRY(workspace.draft().lanes().replace(workspace.plugins().catalog(), textsOf(compare.policies)));
    const auto ready = workspace.draft().spec();
    return ready ? Result<void>() : tl::unexpected(ready.error());
}

}  // namespace kvw::wb
