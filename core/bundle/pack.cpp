// SPDX-License-Identifier: Apache-2.0
/// Packing of a bundle's folder into a .zip.
#include <fcntl.h>
#include <unistd.h>
#include <zip.h>

#include <cerrno>

#include "core/bundle/archive.h"
#include "core/bundle/output_file.h"
#include "core/bundle/write_meter.h"

namespace kvw::bundle {
namespace {

namespace fs = std::filesystem;

constexpr double kReported = 0.002;  ///< share of the archive between two reports to the meter

/// 1 January 1980, 0:00: the first date a .zip can hold.
constexpr zip_uint16_t kDate = (0 << 9) | (1 << 5) | 1;

Result<void> zipFailed(zip_t* zip, const fs::path& file) {
    const std::string reason = zip_strerror(zip);
    zip_discard(zip);
    return fail(Code::Io, file.string(), phrase("the archive cannot be written: %1", reason));
}

Result<void> syncFile(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return fail(Code::Io, file.string(), phrase("the archive cannot be opened: %1", systemReason(errno)));
    }
    const int error = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    return error == 0 ? Result<void>()
                      : fail(Code::Io, file.string(), phrase("the archive cannot be synced: %1", systemReason(error)));
}

}  // namespace

Result<void> packFolder(const fs::path& folder, const fs::path& file, WriteMeter* meter) {
    KVW_TRY_ASSIGN(auto files, Archive::open(folder));
    int code = 0;
    zip_t* zip = zip_open(file.c_str(), ZIP_CREATE | ZIP_EXCL, &code);
    if (zip == nullptr) {
        return fail(Code::Io, file.string(), phrase("the archive cannot be created: %1", systemReason(errno)));
    }
    for (const std::string& name : files->names()) {
        zip_source_t* source = zip_source_file(zip, (folder / name).c_str(), 0, -1);
        const zip_int64_t index = source == nullptr ? -1 : zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(source);
            return zipFailed(zip, file);
        }
        const auto at = static_cast<zip_uint64_t>(index);
        if (zip_file_set_dostime(zip, at, 0, kDate, 0) != 0 ||
            zip_set_file_compression(zip, at, ZIP_CM_DEFLATE, 6) != 0) {
            return zipFailed(zip, file);
        }
    }
    if (meter != nullptr) {
        zip_register_progress_callback_with_state(
            zip, kReported,
            [](zip_t*, double share, void* state) { (void)static_cast<WriteMeter*>(state)->packed(share); }, nullptr,
            meter);
        zip_register_cancel_callback_with_state(
            zip, [](zip_t*, void* state) { return static_cast<WriteMeter*>(state)->stopped() ? 1 : 0; }, nullptr,
            meter);
    }
    if (zip_close(zip) != 0) {
        return zipFailed(zip, file);
    }
    return syncFile(file);
}

}  // namespace kvw::bundle
