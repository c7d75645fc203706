// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_origin.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "core/eval/sweep_file.h"
#include "core/library/entry.h"
#include "core/policy/host/bibtex.h"

namespace kvw {
namespace {

/// Returns "streaming" for "streaming:recent=64/sinks=2@80".
std::string nameOf(const std::string& policy) {
    return policy.substr(0, policy.find_first_of(":/"));
}

void addOnce(std::vector<std::string>& words, const std::string& word) {
    if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) {
        words.push_back(word);
    }
}

}  // namespace

std::vector<SweepPoint> onePerPolicy(const std::vector<SweepPoint>& points, const std::vector<std::size_t>& done) {
    std::vector<SweepPoint> runs;
    for (const std::size_t at : done) {
        const bool known = std::any_of(runs.begin(), runs.end(), [&](const SweepPoint& run) {
            return nameOf(run.policy) == nameOf(points[at].policy);
        });
        if (!known) {
            runs.push_back(points[at]);
        }
    }
    return runs;
}

std::vector<std::pair<std::string, std::string>> sweepOrigin(const Sweep& sweep, const std::filesystem::path& folder,
                                                             const std::vector<SweepPoint>& runs) {
    std::vector<std::string> models, versions;
    std::string hash;
    for (const SweepPoint& run : runs) {
        const LibraryEntry entry = readEntry(bundleOf(folder, run));
        addOnce(models, entry.model);
        for (const std::string& settings : entry.effective) {  // "streaming 1.0.0: sinks=4, recent=256"
            addOnce(versions, settings.substr(0, settings.find(':')));
        }
        hash = hash.empty() ? entry.hash : hash;
    }
    std::vector<std::pair<std::string, std::string>> origin{
        {"model", fmt::format("{}", fmt::join(models, "; "))},
        {"text", sweep.base.textFile.stem().string()},
        {"policy", fmt::format("{}", fmt::join(sweep.policies, "; "))},
        {"versions", fmt::format("{}", fmt::join(versions, "; "))}};
    for (const SweepAxis& axis : sweep.axes) {
        origin.emplace_back("axis " + axis.name, fmt::format("{}", fmt::join(axis.values, ",")));
    }
    origin.emplace_back("seed", std::to_string(sweep.base.seed));
    // Figures show the command, so it must not contain the folders of this machine.
    origin.emplace_back("command", sweepCommandAnywhere(sweep, folder));
    origin.emplace_back("bundle", hash);
    std::erase_if(origin, [](const auto& entry) { return entry.second.empty(); });
    return origin;
}

std::string sweepWorks(const Sweep& sweep, const Catalog& catalog) {
    std::vector<Reference> works;
    for (const std::string& policy : sweep.policies) {
        if (const auto resolved = resolvePolicy(catalog, policy)) {
            const auto some = referencesOf(*resolved);
            works.insert(works.end(), some.begin(), some.end());
        }
    }
    return bibtexOf(works);
}

}  // namespace kvw
