// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/interrupt.h"

#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/policy/host/plugin_calls.h"

namespace kvw::cli {
namespace {

// A signal handler can reach only static variables.
std::atomic<bool> g_requested = false, g_exists = false;
std::atomic<const char*> g_lastWords = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free);
// A semaphore is the only waitable object that a signal handler may post to.
sem_t g_news;

void onSignal(int signal) {
    if (g_requested.exchange(true)) {
        for (const char* words : {g_lastWords.load(), lastWords(), lastWords() == nullptr ? nullptr : "\n"}) {
            if (words != nullptr && ::write(STDERR_FILENO, words, std::strlen(words)) < 0) {
                // Nobody is left to tell.
            }
        }
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    const int error = errno;
    sem_post(&g_news);
    errno = error;
}

}  // namespace

Interrupt::Interrupt(const char* lastWords) {
    g_requested = false;
    g_exists = true;
    sem_init(&g_news, 0, 0);
    setLastWords(lastWords);
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &m_oldInterrupt);
    sigaction(SIGTERM, &action, &m_oldTerminate);
}

Interrupt::~Interrupt() {
    g_exists = false;
    sigaction(SIGINT, &m_oldInterrupt, nullptr);
    sigaction(SIGTERM, &m_oldTerminate, nullptr);
}

void Interrupt::setLastWords(const char* lastWords) noexcept {
    g_lastWords = lastWords;
}

bool Interrupt::requested() const noexcept {
    return g_requested;
}

bool Interrupt::pending() noexcept {
    return g_exists && g_requested;
}

Interrupt::Call::Call(std::function<void()> action)
    : m_waiting([action = std::move(action)] {
          while (sem_wait(&g_news) != 0 && errno == EINTR) {
          }
          if (g_requested) {
              action();
          }
      }) {}

Interrupt::Call::~Call() {
    sem_post(&g_news);
    m_waiting.join();
}

}  // namespace kvw::cli
