// SPDX-License-Identifier: Apache-2.0
#include "core/library/small_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/bundle/output_file.h"

namespace kvw {

Result<void> writeSmallFile(const std::filesystem::path& target, const nlohmann::ordered_json& json) {
    return writeSmallText(target, json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

Result<void> writeSmallText(const std::filesystem::path& target, std::string_view text) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (target.has_parent_path()) {
        fs::create_directories(target.parent_path(), error);
        if (error) {
            return fail(Code::Io, target.parent_path().string(), "the folder cannot be made: " + error.message());
        }
    }
    const fs::path temporary = target.string() + fmt::format(".kvw-{}.tmp", getpid());
    fs::remove(temporary, error);
    auto file = bundle::OutputFile::create(temporary);
    if (!file) {
        return tl::unexpected(file.error());
    }
    file->write(text);
    if (const auto written = file->finish(); !written) {
        fs::remove(temporary, error);
        return tl::unexpected(written.error());
    }
    fs::rename(temporary, target, error);
    return error ? fail(Code::Io, target.string(), "cannot be written: " + error.message()) : Result<void>();
}

}  // namespace kvw
