// SPDX-License-Identifier: Apache-2.0
/// The bytes of one fuzzing round as a file, without a disk.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace kvw::fuzz {

class File {
 public:
    File(const std::uint8_t* data, std::size_t size) : m_descriptor(memfd_create("fuzz", MFD_CLOEXEC)) {
        if (m_descriptor < 0 || ::write(m_descriptor, data, size) != static_cast<ssize_t>(size)) {
            std::abort();
        }
    }
    ~File() { ::close(m_descriptor); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

 private:
    int m_descriptor;
};

}  // namespace kvw::fuzz
