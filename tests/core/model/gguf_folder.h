// SPDX-License-Identifier: Apache-2.0
/// A GGUF file in a folder of its own, for the tests of what is made of one.
#pragma once

#include <QTemporaryDir>

#include "core/model/weights/gguf.h"
#include "tests/core/model/gguf_writer.h"
#include "tests/core/model/support.h"

namespace kvw::test {

class GgufFolder {
 public:
    Result<Gguf> open(const std::string& bytes) const {
        write(path() / "model.gguf", bytes);
        return Gguf::open(path() / "model.gguf");
    }
    std::filesystem::path path() const { return m_folder.path().toStdString(); }

 private:
    QTemporaryDir m_folder;
};

}  // namespace kvw::test
