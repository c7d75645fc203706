// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/install.h"

#include <algorithm>
#include <system_error>

#include "core/base/files/folder_entries.h"
#include "core/policy/host/quarantine.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;

/// Returns the total size. Links are refused, because they could point outside the folder, which is all that is copied.
Result<std::uintmax_t> checkFiles(const fs::path& folder) {
    std::error_code code;
    std::uintmax_t bytes = 0;
    for (fs::recursive_directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        const fs::file_status status = entry->symlink_status(code);
        if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
            return fail(Code::BadInput, entry->path().string(),
                        "the plugin's folder contains something other than files", {}, "files and folders");
        }
        bytes += fs::is_regular_file(status) ? entry->file_size(code) : 0;
    }
    if (code) {
        return fail(Code::Io, folder.string(), "the plugin's folder cannot be read", systemReason(code));
    }
    if (bytes > kMostBytes) {
        return fail(Code::BadUsage, folder.string(), "the plugin's folder is too large", phrase("%1 MiB", bytes >> 20),
                    phrase("%1 MiB at most", 1024));
    }
    return bytes;
}

Result<void> copyFiles(const fs::path& source, const fs::path& part, std::uintmax_t total, const InstallWatch& watch) {
    std::error_code code;
    std::uintmax_t done = 0;
    fs::create_directories(part, code);
    fs::recursive_directory_iterator entry, end;
    if (!code) {
        entry = fs::recursive_directory_iterator(source, code);
    }
    while (!code && entry != end) {
        const fs::path to = part / entry->path().lexically_relative(source);
        if (fs::is_directory(entry->symlink_status(code))) {
            fs::create_directory(to, entry->path(), code);
        } else if (!code && fs::copy_file(entry->path(), to, code)) {
            done += fs::file_size(to, code);
        }
        if (!code && watch && !watch(done, total)) {
            return fail(Code::Cancelled, source.string(), "the installation was cancelled");
        }
        if (!code) {
            entry.increment(code);
        }
    }
    return code ? fail(Code::Io, part.string(), "the plugin could not be copied", systemReason(code))
                : Result<void>();
}

/// Moves `part` to `target`; the previous plugin is kept until that has succeeded.
Result<void> putInPlace(const fs::path& part, const fs::path& target, const fs::path& old) {
    std::error_code code, ignored;
    if (fs::exists(target, code)) {
        fs::remove_all(old, ignored);
        fs::rename(target, old, code);
    }
    if (!code) {
        fs::rename(part, target, code);
        if (code && fs::exists(old, ignored)) {
            fs::rename(old, target, ignored);
        }
    }
    if (code) {
        return fail(Code::Io, target.string(), "the plugin could not be installed there", systemReason(code));
    }
    fs::remove_all(old, ignored);
    return {};
}

}  // namespace

fs::path pluginFolderOf(const fs::path& path) {
    std::error_code code;
    const bool within = path.filename() == "manifest.json" || path.extension() == ".so";
    const fs::path folder = fs::is_directory(path, code) ? path : within ? path.parent_path() : fs::path();
    const bool isPlugin = !folder.empty() && fs::is_regular_file(folder / "manifest.json", code) &&
                          !anyFolderEntries(folder, ".so").empty();
    return isPlugin ? folder : fs::path();
}

Result<Installed> installPlugin(const PluginPaths& paths, const fs::path& path, bool replace,
                                const InstallWatch& watch) {
    const fs::path source = pluginFolderOf(path);
    if (source.empty()) {
        return fail(Code::BadUsage, path.string(), "this is not a plugin", {},
                    "a folder with a manifest.json and the library that it names");
    }
    if (paths.folders.size() < 2) {
        return fail(Code::NotFound, path.string(), "there is no folder for plugins of your own");
    }
    KVW_TRY_ASSIGN(auto manifest, Manifest::read(source / "manifest.json"));
    std::error_code code;
    Installed installed{std::move(manifest), {}};
    const Manifest& read = installed.manifest;
    if (!fs::is_regular_file(source / (read.id + ".so"), code)) {
        return fail(Code::NotFound, source.string(), "the library of the plugin is missing", {}, read.id + ".so");
    }
    const fs::path parent = fs::absolute(source, code).lexically_normal().parent_path();
    installed.there = std::ranges::any_of(
        paths.folders, [&](const fs::path& folder) { return fs::equivalent(folder, parent, code) && !code; });
    if (installed.there) {
        installed.folder = source;
        return installed;
    }
    installed.folder = paths.folders[1] / read.id;
    installed.replaced = fs::exists(installed.folder, code);
    if (installed.replaced && !replace) {
        const auto before = Manifest::read(installed.folder / "manifest.json");
        return fail(Code::BadUsage, read.id + " " + read.version, "a plugin of this id is installed",
                    before ? before->version : installed.folder.string(), "--replace, to put this one in its place");
    }
    KVW_TRY_ASSIGN(const auto bytes, checkFiles(source));
    const fs::path part = paths.folders[1] / ("." + read.id + ".part");
    fs::remove_all(part, code);
    if (auto copied = copyFiles(source, part, bytes, watch); !copied) {
        fs::remove_all(part, code);
        return tl::unexpected(copied.error());
    }
    // The crash record is cleared before the plugin is in place, so that a failure changes nothing.
    const Quarantine record = Quarantine::read(paths.stateFolder);
    PluginEntry put;
    put.folder = installed.folder;
    put.manifest.id = read.id;
    const PluginPlace place = put.place();
    const bool crashed = Quarantine::names(record.crashed, place) && !Quarantine::names(record.disabled, place);
    auto done = crashed ? setPluginEnabled(paths, place, true) : Result<void>();
    if (done) {
        done = putInPlace(part, installed.folder, paths.folders[1] / ("." + read.id + ".old"));
    }
    if (!done) {
        fs::remove_all(part, code);
        return tl::unexpected(done.error());
    }
    return installed;
}

}  // namespace kvw
