// SPDX-License-Identifier: Apache-2.0
#include "core/library/library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_text.h"
#include "core/base/json/phrase_json.h"
#include "core/base/user_folder.h"
#include "core/bundle/archive.h"
#include "core/library/filter.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

/// Version of the index, to be raised when columns or members of an entry change: the file is then rebuilt.
constexpr int kVersion = 6;
constexpr const char* kTable =
    "CREATE TABLE IF NOT EXISTS bundles (path TEXT, stamp TEXT, entry TEXT, haystack TEXT, started TEXT, "
    "model TEXT, text TEXT, policy TEXT, tag TEXT, note TEXT, state TEXT, kind TEXT, nll REAL, delta REAL, kl REAL, "
    "held REAL, tokens REAL, ms REAL, seed REAL, hash TEXT, lane INTEGER, PRIMARY KEY (path, lane))";
/// Checks the columns when it is prepared: a table of the same name may have others.
constexpr const char* kColumns =
    "SELECT path, stamp, entry, haystack, started, model, text, policy, tag, note, state, kind, nll, delta, kl, held, "
    "tokens, ms, seed, hash, lane FROM bundles";
constexpr const char* kInsert = "INSERT OR REPLACE INTO bundles VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

struct FoundBundle {
    fs::path path;
    std::string stamp;  ///< changes when the manifest, the notes or the list of files in the bundle's folder changes
};

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

/// Returns folders with a manifest (of a bundle, or one that cannot be read), folders that seem to have lost theirs
/// (they have a steps.csv), and archives that have a manifest or cannot be opened. It does not follow links and skips
/// hidden folders and the insides of bundles. It ends early if `stale` returns true.
std::vector<FoundBundle> findBundles(const fs::path& folder, const std::function<bool()>& stale) {
    Search search(stale);
    std::error_code error;
    search.look(fs::absolute(folder, error).lexically_normal(), 0);
    return search.take();
}

tl::unexpected<Error> sqlError(sqlite3* database, const fs::path& file) {
    return fail(Code::Io, file.string(), phrase("the index of the library: %1", sqlite3_errmsg(database)));
}

/// Prepared statement; parameters are bound in order.
class Statement {
 public:
    Statement(sqlite3* database, const std::string& sql) {
        sqlite3_prepare_v2(database, sql.c_str(), -1, &m_statement, nullptr);
    }
    ~Statement() { sqlite3_finalize(m_statement); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(const std::string& text) {
        sqlite3_bind_text(m_statement, ++m_bound, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
        return *this;
    }
    Statement& bind(double number) {
        // SQLite binds NaN as NULL, which matches no comparison.
        sqlite3_bind_double(m_statement, ++m_bound, number);
        return *this;
    }
    [[nodiscard]] bool fits() const { return m_statement != nullptr; }
    /// Returns SQLITE_ROW, SQLITE_DONE or an error.
    int step() { return m_statement == nullptr ? SQLITE_ERROR : sqlite3_step(m_statement); }
    void reset() {
        sqlite3_reset(m_statement);
        m_bound = 0;
    }
    [[nodiscard]] std::string text(int column) const {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
        return bytes == nullptr
                   ? std::string()
                   : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)));
    }

 private:
    sqlite3_stmt* m_statement = nullptr;
    int m_bound = 0;
};

std::string normal(const fs::path& folder) {
    std::error_code error;
    std::string text = fs::absolute(folder, error).lexically_normal().string();
    while (text.size() > 1 && text.back() == '/') {
        text.pop_back();
    }
    return text;
}

/// Returns the condition for a path that is one of the folders or below one.
std::string belowAny(const std::vector<fs::path>& folders) {
    std::string where;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        where += where.empty() ? "(" : " OR ";
        where += "path = ? OR substr(path, 1, length(?)) = ?";
    }
    return where.empty() ? "0" : where + ")";
}

void bindBelow(Statement& statement, const std::vector<fs::path>& folders) {
    for (const fs::path& folder : folders) {
        const std::string name = normal(folder);
        statement.bind(name).bind(name + '/').bind(name + '/');
    }
}

}  // namespace

struct Library::Impl {
    fs::path file;
    sqlite3* database = nullptr;
    bool damaged = false;  ///< set by openFile
    Phrase problem;

    ~Impl() { sqlite3_close(database); }
    bool run(const char* sql) { return sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK; }

    bool openFile() {
        if (sqlite3_open(file.c_str(), &database) != SQLITE_OK) {
            return false;
        }
        sqlite3_busy_timeout(database, 5000);
        Statement version(database, "PRAGMA user_version");
        const bool readable = version.step() == SQLITE_ROW;
        const std::string known = readable ? version.text(0) : std::string();
        version.reset();
        if (readable && known != std::to_string(kVersion)) {
            run("DROP TABLE IF EXISTS bundles");
        }
        if (!readable || !run(kTable) || !run(fmt::format("PRAGMA user_version = {}", kVersion).c_str())) {
            const int code = sqlite3_errcode(database);
            damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR;
            return false;
        }
        Statement check(database, "PRAGMA quick_check(1)");
        if (const int state = check.step(); state != SQLITE_ROW) {
            damaged = state == SQLITE_CORRUPT || state == SQLITE_NOTADB;
            return false;
        }
        damaged =
            check.text(0) != "ok" || !Statement(database, kInsert).fits() || !Statement(database, kColumns).fits();
        return !damaged;
    }

    /// Stores a row per lane: a filter matches single lanes, and the numbers of the matching lane are shown.
    bool store(Statement& insert, const FoundBundle& bundle) {
        Statement before(database, "DELETE FROM bundles WHERE path = ?");
        bool good = before.bind(bundle.path.string()).step() == SQLITE_DONE;
        double lane = 0;
        for (const LaneEntry& each : readLaneEntries(bundle.path)) {
            good = good && store(insert, bundle, each, lane++);
        }
        return good;
    }

    bool store(Statement& insert, const FoundBundle& bundle, const LaneEntry& lane, double place) {
        const LibraryEntry& entry = lane.entry;
        const auto dump = [](const nlohmann::ordered_json& json) {
            return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
        };
        const std::string tags = fmt::format("{}", fmt::join(entry.tags, ", "));
        nlohmann::ordered_json json = toJson(entry);
        json["problem"] = phraseJson(entry.problem);
        json["warning"] = phraseJson(entry.warning);
        const std::string haystack =
            fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", entry.path.string(), entry.model, entry.text,
                        entry.policy, tags, entry.note, entry.state, entry.startedAt, entry.problem.english());
        insert.bind(entry.path.string()).bind(bundle.stamp).bind(dump(json)).bind(haystack);
        insert.bind(entry.startedAt).bind(entry.model).bind(entry.text).bind(lane.policy).bind(tags).bind(entry.note);
        insert.bind(entry.state).bind(entry.kind).bind(entry.meanNll).bind(entry.deltaNll).bind(entry.meanKl);
        insert.bind(entry.heldShare).bind(static_cast<double>(entry.tokens)).bind(entry.tpotMs);
        insert.bind(static_cast<double>(entry.seed))
            .bind(fmt::format("{} {}", entry.hash, fmt::join(entry.laneHashes, ", ")))
            .bind(place);
        const bool good = insert.step() == SQLITE_DONE;
        insert.reset();
        return good;
    }
};

Library::Library(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Library::Library(Library&&) noexcept = default;
Library& Library::operator=(Library&&) noexcept = default;
const Phrase& Library::problem() const noexcept {
    return m_impl->problem;
}
Library::~Library() = default;

fs::path Library::usualIndex() {
    return userFolder("XDG_CACHE_HOME", ".cache") / "library.sqlite";
}

Result<Library> Library::open(const fs::path& index) {
    std::error_code error;
    fs::create_directories(index.parent_path(), error);
    Phrase problem;
    // A damaged file, or one that is no index, can be deleted: everything in it comes from the bundles.
    for (const bool again : {false, true}) {
        auto impl = std::make_unique<Impl>();
        impl->file = index;
        if (impl->openFile()) {
            return Library(std::move(impl));
        }
        problem = sqlError(impl->database, index).value().asPhrase();
        if (!impl->damaged) {
            break;
        }
        impl.reset();
        if (!again) {
            fs::remove(index, error);
        }
    }
    auto impl = std::make_unique<Impl>();
    impl->file = ":memory:";
    impl->problem = std::move(problem);
    return impl->openFile() ? Result<Library>(Library(std::move(impl))) : sqlError(impl->database, index);
}

Result<Library::Changes> Library::refresh(const std::vector<fs::path>& folders, const std::function<bool()>& stale) {
    std::map<std::string, std::string> known;
    {
        Statement select(m_impl->database, "SELECT path, stamp FROM bundles WHERE " + belowAny(folders));
        bindBelow(select, folders);
        while (select.step() == SQLITE_ROW) {
            known.emplace(select.text(0), select.text(1));
        }
    }
    Changes changes;
    std::set<std::string> there;
    Statement insert(m_impl->database, kInsert);
    // Kept until the end, because the database only reports the error of its last call.
    std::optional<Error> failure;
    const auto noted = [&](bool done) {
        if (!done && !failure) {
            failure = sqlError(m_impl->database, m_impl->file).value();
        }
        return done;
    };
    bool good = noted(m_impl->run("BEGIN"));
    for (const fs::path& folder : folders) {
        for (const FoundBundle& bundle : findBundles(folder, stale)) {
            const std::string path = bundle.path.string();
            if (!good || (stale && stale()) || !there.insert(path).second) {
                continue;
            }
            ++changes.found;
            if (const auto before = known.find(path); before == known.end() || before->second != bundle.stamp) {
                good = noted(m_impl->store(insert, bundle));
                ++changes.read;
            }
        }
    }
    if (good && !(stale && stale())) {
        Statement remove(m_impl->database, "DELETE FROM bundles WHERE path = ?");
        for (const auto& [path, stamp] : known) {
            if (!there.contains(path)) {
                good = noted(remove.bind(path).step() == SQLITE_DONE) && good;
                remove.reset();
                ++changes.removed;
            }
        }
    }
    noted(m_impl->run("COMMIT"));
    return failure ? tl::unexpected(*failure) : Result<Changes>(changes);
}

Result<std::vector<LibraryEntry>> Library::entries(const std::vector<fs::path>& folders,
                                                   const std::string& filter) const {
    KVW_TRY_ASSIGN(const auto parsed, parseFilter(filter));
    Statement select(m_impl->database, "SELECT entry, path FROM bundles WHERE " + belowAny(folders) +
                                           (parsed.where.empty() ? "" : " AND " + parsed.where) +
                                           " ORDER BY started DESC, path, lane");
    bindBelow(select, folders);
    for (const auto& value : parsed.values) {
        std::visit([&select](const auto& bound) { select.bind(bound); }, value);
    }
    std::vector<LibraryEntry> found;
    std::string last;
    int state = select.step();
    for (; state == SQLITE_ROW; state = select.step()) {
        if (const std::string path = select.text(1); path != std::exchange(last, path)) {  // its best lane comes first
            found.push_back(libraryEntryOf(nlohmann::ordered_json::parse(select.text(0), nullptr, false)));
        }
    }
    return state == SQLITE_DONE ? Result<std::vector<LibraryEntry>>(std::move(found))
                                : sqlError(m_impl->database, m_impl->file);
}

}  // namespace kvw
