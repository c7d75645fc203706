// SPDX-License-Identifier: Apache-2.0
#include "core/model/family.h"

#include <algorithm>

#include "core/model/families/families.h"

namespace kvw {

const std::vector<const Family*>& families() {
    static const std::vector<const Family*> list{&kLlama, &kMistral, &kQwen2,  &kQwen3,   &kPhi3,
                                                 &kGemma, &kGemma2,  &kGemma3, &kGptNeoX, &kGranite,
                                                 &kOlmo2, &kSmolLm3, &kStableLm};
    return list;
}

bool Family::has(std::string_view setting) const {
    return std::find(settings.begin(), settings.end(), setting) != settings.end();
}

const Family* findFamily(std::string_view architecture) {
    for (const Family* family : families()) {
        if (architecture == family->architecture) {
            return family;
        }
    }
    return nullptr;
}

const Family* familyOfType(std::string_view modelType) {
    for (const Family* family : families()) {
        if (modelType == family->modelType) {
            return family;
        }
    }
    return nullptr;
}

std::string knownArchitectures() {
    std::string text;
    for (const Family* family : families()) {
        text += (text.empty() ? "" : ", ") + std::string(family->architecture);
    }
    return text;
}

}  // namespace kvw
