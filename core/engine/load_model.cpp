// SPDX-License-Identifier: Apache-2.0
#include "core/engine/load_model.h"

#include "core/engine/backend/cpu_backend.h"
#include "core/model/families/decoder/rope_tables.h"

namespace kvw {

Result<LoadedModel> loadModel(const std::filesystem::path& directory, const LoadListener& listener,
                              const RunSpec* spec) {
    const auto goesOn = [&] { return !listener.goOn || listener.goOn(); };
    if (!goesOn()) {
        return loadCancelled();
    }
    KVW_TRY_ASSIGN(auto files, ModelFiles::open(directory, goesOn));
    const std::int64_t vocabulary = files.config().vocabulary;
    auto tokenizer = files.loadTokenizer(goesOn);
    const auto reads = tokenizer ? tokenizer->checkFits(vocabulary, files.tokenizerPath().string())
                                 : Result<void>(tl::unexpected(tokenizer.error()));
    const bool needed = spec != nullptr && !spec->ids && !tokenIdsIn(*spec, vocabulary);
    if (!reads && (needed || reads.error().code == Code::Cancelled)) {
        return tl::unexpected(reads.error());
    }
    if (!goesOn()) {
        return loadCancelled();
    }
    KVW_TRY_ASSIGN(auto decoder, loadDecoder(files, listener.progress));
    LoadedModel model;
    model.info = files.info();
    model.directory = directory;
    model.decoder = std::move(decoder);
    model.backends.push_back(std::make_shared<const CpuModel>(model.decoder));
    if (!reads) {
        model.tokenizerError = reads.error();
    }
    model.tokenizer = std::make_shared<const Tokenizer>(reads ? std::move(*tokenizer) : Tokenizer::ofIds(vocabulary));
    model.rope = ropeTables(files.config());
    return model;
}

}  // namespace kvw
