// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/folder_writer.h"

#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"

namespace kvw::bundle {

namespace fs = std::filesystem;

Result<OutputFile> FolderWriter::create(const std::string& name) {
    const fs::path path = m_folder / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        return fail(Code::Io, path.parent_path().string(),
                    phrase("the folder cannot be made: %1", error.message().c_str()));
    }
    return OutputFile::create(path, m_meter);
}

Result<void> FolderWriter::finish(const std::string& name, OutputFile file) {
    KVW_TRY_ASSIGN(m_sums[name], file.finish());
    return {};
}

Result<void> FolderWriter::write(const std::string& name, std::string_view bytes) {
    KVW_TRY_ASSIGN(auto file, create(name));
    file.write(bytes);
    return finish(name, std::move(file));
}

Result<void> FolderWriter::writeJson(const std::string& name, const nlohmann::ordered_json& json,
                                     std::string_view schema) {
    if (auto valid = schema::check(schema, json, (m_folder / name).string()); !valid) {
        Error error = valid.error();
        error.code = Code::Internal;
        return tl::unexpected(error);
    }
    // Figures are mostly numbers, which would take a line each.
    return write(name, schema == "figure" ? dumpLine(json) + '\n' : dumpFile(json));
}

Result<void> FolderWriter::sync() const {
    std::error_code error;
    for (fs::recursive_directory_iterator at(m_folder, error), end; !error && at != end; at.increment(error)) {
        if (at->is_directory(error)) {
            KVW_TRY(syncFolder(at->path()));
        }
    }
    return error ? Result<void>(fail(Code::Io, m_folder.string(),
                                     phrase("the folder cannot be listed: %1", error.message().c_str())))
                 : syncFolder(m_folder);
}

}  // namespace kvw::bundle
