// SPDX-License-Identifier: Apache-2.0
#include "core/library/scan.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_text.h"
#include "core/bundle/archive.h"
#include "core/library/entry.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 12;
constexpr std::size_t kMostBundles = 200000;
constexpr std::size_t kMostManifest = std::size_t{32} << 20;

/// Returns size and modification time of a file; "-;" if it does not exist.
std::string stampOf(const fs::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0
               ? fmt::format("{}:{}.{:09};", static_cast<long long>(status.st_size),
                             static_cast<long long>(status.st_mtim.tv_sec), status.st_mtim.tv_nsec)
               : "-;";
}

/// Returns true for a manifest of something else (plugins have one too). One that cannot be read may be a bundle's.
bool isForeign(const fs::path& manifest) {
    const auto text = readFile(manifest, kMostManifest);
    const auto read = text ? bundle::parseJson(*text, manifest.string()) : tl::unexpected(text.error());
    const std::string format = read ? textOf(*read, "format") : std::string();
    return !format.empty() && !format.starts_with("kvw-bundle-");
}

bool hasManifest(const fs::path& archive) {
    const auto opened = bundle::Archive::open(archive);
    return !opened || (*opened)->contains("manifest.json");
}

class Search {
 public:
    explicit Search(const std::function<bool()>& stale) : m_stale(stale) {}

    void look(const fs::path& folder, int depth) {
        std::error_code error;
        if (depth > kDeepest || m_found.size() >= kMostBundles || (m_stale && m_stale())) {
            return;
        }
        const fs::path manifest = folder / "manifest.json";
        const bool there = fs::is_regular_file(manifest, error);
        const bool lost = !there && fs::is_regular_file(folder / "steps.csv", error);
        if (lost || (there && !isForeign(manifest))) {
            m_found.push_back({folder, stampOf(manifest) + stampOf(folder) + stampOf(notesFile(folder))});
            return;
        }
        if (there) {
            return;
        }
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            std::error_code ignored;
            const fs::path& path = entry->path();
            if (entry->is_symlink(ignored) || path.filename().string().front() == '.') {
                continue;
            }
            if (entry->is_directory(ignored)) {
                look(path, depth + 1);
            } else if (path.extension() == ".zip" && entry->is_regular_file(ignored) && hasManifest(path)) {
                m_found.push_back({path, stampOf(path) + stampOf(notesFile(path))});
            }
        }
    }
    std::vector<FoundBundle> take() { return std::move(m_found); }

 private:
    const std::function<bool()>& m_stale;
    std::vector<FoundBundle> m_found;
};

}  // namespace

std::vector<FoundBundle> findBundles(const fs::path& folder, const std::function<bool()>& stale) {
    Search search(stale);
    std::error_code error;
    search.look(fs::absolute(folder, error).lexically_normal(), 0);
    return search.take();
}

}  // namespace kvw
