// SPDX-License-Identifier: Apache-2.0
#include "kernels/thread_pool.h"

#include <sched.h>

#include <QtTest>
#include <atomic>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <utility>
#include <vector>

using kvw::ThreadPool;

namespace {

std::vector<std::pair<std::size_t, std::size_t>> rangesOf(ThreadPool& pool, std::size_t items, std::size_t grain) {
    std::mutex mutex;
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    pool.parallelFor(items, grain, [&](std::size_t begin, std::size_t end) {
        const std::lock_guard lock(mutex);
        ranges.emplace_back(begin, end);
    });
    std::sort(ranges.begin(), ranges.end());
    return ranges;
}

}  // namespace

class ThreadPoolTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void coversEveryItemOnce_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("items");
        QTest::addColumn<int>("grain");
        for (const int threads : {1, 2, 3, 7}) {
            for (const int items : {1, 2, 31, 32, 33, 1000}) {
                for (const int grain : {1, 7, 32}) {
                    QTest::addRow("%d threads, %d items of %d", threads, items, grain) << threads << items << grain;
                }
            }
        }
    }
    void coversEveryItemOnce() {
        QFETCH(int, threads);
        QFETCH(int, items);
        QFETCH(int, grain);
        ThreadPool pool(threads);
        const auto ranges = rangesOf(pool, static_cast<std::size_t>(items), static_cast<std::size_t>(grain));
        std::size_t covered = 0;
        for (const auto& [begin, end] : ranges) {
            QCOMPARE(begin, covered);
            QVERIFY(end > begin);
            QVERIFY(end == static_cast<std::size_t>(items) || end % static_cast<std::size_t>(grain) == 0);
            covered = end;
        }
        QCOMPARE(covered, static_cast<std::size_t>(items));
    }

    void nothingToDoCallsNothing() {
        ThreadPool pool(3);
        QVERIFY(rangesOf(pool, 0, 8).empty());
    }

    void spreadsOverAllThreads() {
        ThreadPool pool(3);
        std::mutex mutex;
        std::set<std::thread::id> ids;
        std::atomic<int> arrived{0};
        pool.parallelFor(3, 1, [&](std::size_t, std::size_t) {
            {
                const std::lock_guard lock(mutex);
                ids.insert(std::this_thread::get_id());
            }
            arrived.fetch_add(1);
            while (arrived.load() < 3) {  // else a fast thread would take what is left of the others'
                std::this_thread::yield();
            }
        });
        QCOMPARE(pool.threads(), 3);
        QCOMPARE(ids.size(), std::size_t{3});
        QVERIFY(ids.contains(std::this_thread::get_id()));
    }

    /// A thread that is held up holds up only the piece that it has taken.
    void threadsTakeWhatOthersHaveNotBegun() {
        ThreadPool pool(2);
        std::atomic<std::size_t> done{0};
        pool.parallelFor(8, 1, [&](std::size_t begin, std::size_t end) {
            while (begin == 0 && done.load() < 7) {
                std::this_thread::yield();
            }
            done.fetch_add(end - begin);
        });
        QCOMPARE(done.load(), std::size_t{8});
    }

    void resultsAreVisibleToTheCallerRoundAfterRound() {
        ThreadPool pool(3);
        std::vector<int> values(64, 0);  // plain memory: a missing happens-before shows under TSan
        for (int round = 1; round <= 500; ++round) {
            pool.parallelFor(values.size(), 4, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    ++values[i];
                }
            });
            QCOMPARE(values, std::vector<int>(64, round));
        }
    }

    void wakesWorkersThatSleep() {
        ThreadPool pool(2);
        // The caller's share keeps the worker waiting far beyond its spinning, and the worker's share the caller.
        for (int round = 0; round < 20; ++round) {
            std::atomic<int> done{0};
            pool.parallelFor(2, 1, [&](std::size_t begin, std::size_t) {
                volatile int work = 0;
                for (int i = 0; i < (begin == static_cast<std::size_t>(round % 2) ? 1000000 : 1); ++i) {
                    work = work + 1;
                }
                done.fetch_add(1);
            });
            QCOMPARE(done.load(), 2);
        }
    }

    void poolsEndWhileAWorkerIsBusyBesideJobs() {
        for (int round = 0; round < 20; ++round) {
            std::atomic<bool> begun{false};
            ThreadPool pool(2);
            pool.addBeside([&begun] {
                begun.store(true);
                volatile int work = 0;
                for (int i = 0; i < 1'000'000; ++i) {  // it lasts beyond the job and into the destructor
                    work = work + 1;
                }
            });
            while (!begun.load()) {
                QCOMPARE(rangesOf(pool, 2, 1).empty(), false);
            }
        }
    }

    void exceptionsReachTheCaller_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("thrower");
        for (const int threads : {1, 2, 4}) {
            for (int thrower = 0; thrower < threads; ++thrower) {
                QTest::addRow("%d threads, share %d throws", threads, thrower) << threads << thrower;
            }
        }
    }
    void exceptionsReachTheCaller() {
        QFETCH(int, threads);
        QFETCH(int, thrower);
        ThreadPool pool(threads);
        for (int round = 0; round < 20; ++round) {
            std::atomic<int> done{0};
            const auto work = [&] {
                pool.parallelFor(static_cast<std::size_t>(threads), 1, [&](std::size_t begin, std::size_t) {
                    if (static_cast<int>(begin) == thrower) {
                        throw std::bad_alloc();
                    }
                    done.fetch_add(1);
                });
            };
            QVERIFY_EXCEPTION_THROWN(work(), std::bad_alloc);
            QCOMPARE(done.load(), threads - 1);
            // And the pool goes on.
            QCOMPARE(rangesOf(pool, 8, 1).empty(), false);
        }
    }

    /// Cores that the process may not use do not count.
    void spinsWhereEveryThreadHasACore() {
        cpu_set_t all, one;
        if (sched_getaffinity(0, sizeof all, &all) != 0) {
            QSKIP("this machine has more than 1024 processors");
        }
        std::size_t first = 0;
        while (!CPU_ISSET(first, &all)) {
            ++first;
        }
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
        const bool alone = ThreadPool(1).spins(), shared = ThreadPool(2).spins();
        QCOMPARE(sched_setaffinity(0, sizeof all, &all), 0);
        QVERIFY(alone);
        QVERIFY(!shared);
        QCOMPARE(ThreadPool(2).spins(), CPU_COUNT(&all) >= 2);
    }

    void workBesideJobsIsDoneOnce_data() {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 3, 8}) {
            QTest::addRow("%d threads", threads) << threads;
        }
    }
    void workBesideJobsIsDoneOnce() {
        QFETCH(int, threads);
        ThreadPool pool(threads);
        std::vector<int> rows(64, 0), seen(16, 0);  // plain memory: a missing happens-before shows under TSan
        for (int round = 1; round <= 100; ++round) {
            for (std::size_t layer = 0; layer < seen.size(); ++layer) {
                pool.parallelFor(4, 1, [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                        rows[layer * 4 + i] = round;
                    }
                });
                pool.addBeside([&, layer] { seen[layer] += rows[layer * 4] + rows[layer * 4 + 3]; });
            }
            pool.finishBeside();
            QCOMPARE(seen, std::vector<int>(16, round * (round + 1)));
        }
    }

    void jobsEndBeforeTheWorkBesideThem() {
        ThreadPool pool(2);
        std::atomic<bool> jobEnded{false};
        pool.addBeside([&] {
            while (!jobEnded.load()) {
                std::this_thread::yield();
            }
        });
        std::atomic<int> done{0};
        pool.parallelFor(8, 1,
                         [&](std::size_t begin, std::size_t end) { done.fetch_add(static_cast<int>(end - begin)); });
        QCOMPARE(done.load(), 8);
        jobEnded.store(true);
        pool.finishBeside();
    }

    void exceptionsOfWorkBesideJobsReachItsEnd() {
        for (const int threads : {1, 2, 4}) {
            ThreadPool pool(threads);
            int later = 0;
            pool.addBeside([] { throw std::bad_alloc(); });
            pool.addBeside([&] { ++later; });
            QCOMPARE(rangesOf(pool, 100, 1).empty(), false);  // the job does not throw it
            QVERIFY_EXCEPTION_THROWN(pool.finishBeside(), std::bad_alloc);
            QCOMPARE(later, 1);
            pool.finishBeside();  // it is thrown once
        }
    }

    void droppedWorkDoesNotRunLater() {
        for (const int threads : {1, 2, 4}) {
            ThreadPool pool(threads);
            std::atomic<int> ran{0};
            for (int i = 0; i < 100; ++i) {
                pool.addBeside([&] { ++ran; });
                pool.addBeside([] { throw std::bad_alloc(); });
                pool.dropBeside();
                const int before = ran.load();
                QCOMPARE(rangesOf(pool, 100, 1).empty(), false);
                pool.finishBeside();
                QCOMPARE(ran.load(), before);
            }
        }
    }

    void anUnusedPoolEnds() {
        for (int i = 0; i < 50; ++i) {
            const ThreadPool pool(4);
            QCOMPARE(pool.threads(), 4);
        }
    }
};

QTEST_GUILESS_MAIN(ThreadPoolTest)
#include "thread_pool_test.moc"
