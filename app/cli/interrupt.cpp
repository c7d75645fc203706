// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cstring>

namespace kvw::cli {
namespace {

// A signal handler reaches nothing but statics.
volatile std::sig_atomic_t g_requested = 0;
std::atomic<const char*> g_lastWords = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free);

void onSignal(int signal) {
    if (g_requested != 0) {
        const char* words = g_lastWords.load();
        if (words != nullptr && ::write(STDERR_FILENO, words, std::strlen(words)) < 0) {
            // Nobody is left to tell.
        }
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    g_requested = 1;
}

}  // namespace

Interrupt::Interrupt(const char* lastWords) {
    g_requested = 0;
    setLastWords(lastWords);
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &m_oldInterrupt);
    sigaction(SIGTERM, &action, &m_oldTerminate);
}

Interrupt::~Interrupt() {
    sigaction(SIGINT, &m_oldInterrupt, nullptr);
    sigaction(SIGTERM, &m_oldTerminate, nullptr);
}

void Interrupt::setLastWords(const char* lastWords) noexcept {
    g_lastWords = lastWords;
}

bool Interrupt::requested() const noexcept {
    return g_requested != 0;
}

}  // namespace kvw::cli
