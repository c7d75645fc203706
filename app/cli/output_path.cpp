// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output_path.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/base/files/small_file.h"
#include "core/base/short_text.h"
#include "core/bundle/bundle.h"
#include "core/bundle/staging.h"

namespace kvw::cli {

namespace fs = std::filesystem;

namespace {

/// Bytes kept free in a path for the files inside a bundle and the suffix of a temporary file.
constexpr long kInside = 256;

/// Checks the lengths of the names and of the path. `folder`: existing folder whose file system sets the limit.
Result<void> checkLength(const fs::path& target, const fs::path& folder) {
    const long longestName = pathconf(folder.c_str(), _PC_NAME_MAX);
    std::error_code error;
    const fs::path whole = fs::absolute(target, error).lexically_normal();
    for (const fs::path& name : whole) {
        if (longestName > 0 && static_cast<long>(name.native().size()) > longestName) {
            return fail(Code::BadUsage, "--out", "a name is too long for a file",
                        phrase("%1..., %2 bytes", beginningOf(name.native(), 40), name.native().size()),
                        phrase("at most %1 bytes", longestName));
        }
    }
    if (static_cast<long>(whole.native().size()) + kInside > PATH_MAX) {
        return fail(Code::BadUsage, "--out", "the path is too long", phrase("%1 bytes", whole.native().size()),
                    phrase("at most %1 bytes", PATH_MAX - kInside));
    }
    return {};
}

}  // namespace

Result<void> checkWritableParent(const fs::path& target) {
    std::error_code error;
    fs::path folder = fs::absolute(target, error).lexically_normal();
    if (error) {
        return fail(Code::Io, target.string(), phrase("the path cannot be used: %1", systemReason(error)));
    }
    if (!folder.has_filename()) {
        folder = folder.parent_path();  // "name/"
    }
    do {
        folder = folder.parent_path();
    } while (!fs::exists(folder, error) && folder != folder.root_path());
    if (!fs::is_directory(folder, error)) {
        return fail(Code::Io, target.string(), "nothing can be written there",
                    phrase("%1, which is no folder", folder.string()), "a folder");
    }
    KVW_TRY(checkLength(target, folder));
    // Permissions are not enough: the file system may be read-only, or the user may be root.
    std::string probe = (folder / ".kvw-probe-XXXXXX").string();
    if (mkdtemp(probe.data()) == nullptr) {
        return fail(Code::Io, target.string(), phrase("the folder %1 cannot be written", folder.string()),
                    systemReason(errno), "a folder that can be written; choose another --out");
    }
    rmdir(probe.c_str());
    return {};
}

Result<void> checkBundleTarget(const fs::path& target, bool overwrite) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(target, error))) {
        if (!overwrite) {
            return fail(Code::BadUsage, target.string(), "it exists already", {},
                        "another --out, or --overwrite to replace a bundle");
        }
        if (!isBundle(target) && !fs::is_empty(target, error)) {
            return fail(
                Code::BadUsage, target.string(), "--overwrite replaces bundles only",
                fs::is_directory(target, error) ? "a folder that is not a bundle" : "a file that is not a bundle",
                "another --out");
        }
    }
    return checkWritableParent(target).and_then([&] { return checkTarget(target, overwrite); });
}

Result<void> checkFileTarget(const fs::path& target) {
    std::error_code error;
    if (fs::is_directory(target, error)) {
        return fail(Code::BadUsage, target.string(), "the output is a file", "a folder of this name", "another --out");
    }
    // The file is written beside the target and renamed, which would replace a device by a file.
    if (fs::exists(target, error) && !fs::is_regular_file(target, error)) {
        return fail(Code::BadUsage, target.string(), "the output is a file", "a device of this name", "another --out");
    }
    return checkWritableParent(target);
}

fs::path fullPath(const fs::path& folder) {
    return (fs::absolute(folder) / "").lexically_normal().parent_path();
}

Result<void> writeFolder(const fs::path& target, const FillFolder& fill, std::vector<std::string>* written) {
    const fs::path whole = fullPath(target);
    std::error_code error;
    const bool there = fs::exists(whole, error);
    const fs::path parent = there ? whole : whole.parent_path();
    KVW_TRY(makeFolder(parent));
    KVW_TRY_ASSIGN(const auto temporary, bundle::TemporaryFolder::make(parent));
    KVW_TRY_ASSIGN(const auto names, fill(temporary.path()).map_error([&](Error failure) {
        return bundle::withPath(std::move(failure), temporary.path(), target);
    }));
    if (!there) {
        fs::rename(temporary.path(), whole, error);
        return error ? Result<void>(
                           fail(Code::Io, target.string(), phrase("cannot be written: %1", systemReason(error))))
                     : Result<void>();
    }
    for (const std::string& name : names) {
        fs::create_directories((whole / name).parent_path(), error);
        fs::rename(temporary.path() / name, whole / name, error);
        if (error) {
            return fail(Code::Io, (target / name).string(), phrase("cannot be written: %1", systemReason(error)));
        }
        if (written != nullptr) {
            written->push_back((target / name).string());
        }
    }
    return {};
}

}  // namespace kvw::cli
