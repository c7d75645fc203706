// SPDX-License-Identifier: Apache-2.0
#include "core/model/family.h"

#include "core/model/families/families.h"

namespace kvw {

const std::vector<const Family*>& families() {
    static const std::vector<const Family*> list{&kLlama, &kMistral, &kQwen2,  &kQwen3,
                                                 &kPhi3,  &kGemma,   &kGemma2, &kGptNeoX};
    return list;
}

const Family* findFamily(std::string_view architecture) {
    for (const Family* family : families()) {
        if (architecture == family->architecture) {
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
