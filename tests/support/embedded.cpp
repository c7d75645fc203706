// SPDX-License-Identifier: Apache-2.0
#include "tests/support/embedded.h"

#include "core/model/text/document.h"
#include "core/model/tokenizer/tokenizer.h"
#include "tests/support/require.h"

namespace kvw::test {

std::filesystem::path embeddedModel() {
    return require(embeddedModelDir());
}

std::vector<std::int32_t> embeddedIds(const std::string& document, std::size_t count) {
    const auto tokenizer =
        require(Tokenizer::load(embeddedModel() / "tokenizer.json", embeddedModel() / "tokenizer_config.json"));
    for (const auto& path : require(embeddedDocuments())) {
        if (path.stem() == document) {
            auto ids = tokenizer.encode(require(Document::load(path)).text, true).value().ids;
            if (ids.size() < count) {
                throw std::runtime_error("the document has only " + std::to_string(ids.size()) + " tokens");
            }
            ids.resize(count);
            return ids;
        }
    }
    throw std::runtime_error("no such document");
}

}  // namespace kvw::test
