// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/file_work.h"

#include <memory>
#include <utility>

#include "core/base/files/small_file.h"

namespace kvw::wb {

Result<void> doNow(const FileWork& work) {
    return work([] { return false; })().and_then([](const SaveFiles& save) { return save ? save() : Result<void>(); });
}

FileWork textWork(std::function<Result<std::string>(const LatestJob::Stale& stale)> text, std::filesystem::path file) {
    return [text = std::move(text), file = std::move(file)](const LatestJob::Stale& stale) -> PaintFiles {
        const auto made = std::make_shared<const Result<std::string>>(text(stale));
        return [made, file]() -> Result<SaveFiles> {
            return SaveFiles([made, file] {
                return *made ? writeSmallText(file, **made) : Result<void>(tl::unexpected(made->error()));
            });
        };
    };
}

FileWork paintWork(std::function<Result<void>()> make) {
    return [make = std::move(make)](const LatestJob::Stale&) -> PaintFiles {
        return [make]() -> Result<SaveFiles> { return make().map([] { return SaveFiles(); }); };
    };
}

FileWork failedWork(Error error) {
    return paintWork([error = std::move(error)]() -> Result<void> { return tl::unexpected(error); });
}

tl::unexpected<Error> notComputed(const std::string& where, const std::string& thrown) {
    return fail(Code::OutOfMemory, where, "it could not be computed", thrown, "a shorter run or more free memory");
}

}  // namespace kvw::wb
