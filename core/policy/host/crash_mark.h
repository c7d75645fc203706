// SPDX-License-Identifier: Apache-2.0
/// A fatal signal inside a call of a plugin leaves the mark that names it at the next start (quarantine.h), at whatever
/// call it comes. Only the thread that makes the call is looked at, so a crash elsewhere names nobody, and neither does
/// a program that is killed from outside.
#pragma once

#include <string>
#include <vector>

#include "core/policy/host/catalog.h"

namespace kvw {

/// The marks of plugins that are called together, ready to be written where nothing may be allocated any more.
class CrashMarks {
 public:
    /// The first of a program takes the fatal signals; what handled them before is called afterwards. Under the address
    /// and the thread sanitizer, which report those themselves, nothing is taken.
    CrashMarks(const PluginPaths& paths, const std::vector<PluginPlace>& plugins);

    /// While it lives, this thread is inside a call of them; calls may nest. `marks` outlives it; null: of nobody.
    class InCall {
     public:
        explicit InCall(const CrashMarks* marks) noexcept;
        ~InCall();
        InCall(const InCall&) = delete;
        InCall& operator=(const InCall&) = delete;

     private:
        const CrashMarks* m_outer;
    };

    /// Safe in a handler of signals.
    void write() const noexcept;

 private:
    struct File {
        std::string path, content;
    };
    std::vector<File> m_files;
};

}  // namespace kvw
