// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/python-policy/policy_tensors.h"

#include <QTemporaryDir>
#include <QtTest>
#include <thread>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

/// Value vectors of length `of(token)`.
FakeModel withValues(double (*of)(std::int64_t)) {
    FakeModel model = randomModel(3, 2, 4, 2);
    model.value = [of](std::int64_t, std::int64_t head, std::int64_t token) {
        return std::vector<double>{of(token + 3 * head), 0, 0, 0};
    };
    return model;
}

Choice valueNorm(std::int64_t capacity, std::int64_t sinks, std::int64_t recent) {
    Choice choice;
    choice.policy = {"python-policy", {{"capacity", capacity}, {"sinks", sinks}, {"recent", recent}}};
    return choice;
}

/// A policy of which one method is given.
QByteArray policyWith(const char* method) {
    return QByteArray("import numpy as np\nclass Policy:\n    def __init__(self, parameters):\n        self.n = 0\n") +
           method;
}

}  // namespace

class PythonPolicyTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theExampleKeepsTheLongest() {
        FakeEngine engine(withValues([](std::int64_t t) { return static_cast<double>(t * 5 % 11); }),
                          valueNorm(4, 1, 1));
        engine.prefill(9);
        // Lengths 0 5 10 4 9 3 8 2 7 of head 0, 4 9 3 8 2 7 1 6 0 of head 1.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 2 4 8"));
        QCOMPARE(text(engine.kept(1, 1)), QByteArray("0 1 3 8"));
        QVERIFY(near(engine.scores(0, 0, range(0, 4)), {0, 5, 10, 4}));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 2 4 9"));
    }
    void equalLengthsLeaveTheYoungest() {
        FakeEngine engine(withValues([](std::int64_t) { return 1.0; }), valueNorm(4, 1, 2));
        engine.prefill(9);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 7 8"));
    }
    void chunksForksAndLiveTuning() {
        FakeEngine engine(withValues([](std::int64_t) { return 1.0; }), valueNorm(5, 0, 2));
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(9, 3);
        FakeEngine fork = engine.fork();
        fork.tune({{"capacity", std::int64_t{1}}});
        engine.step();
        fork.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 8 9"));
        QCOMPARE(text(fork.kept(0, 0)), QByteArray("9"));
    }
    void oneTokenAndCapacityOne() {
        FakeEngine engine(withValues([](std::int64_t) { return 1.0; }), valueNorm(1, 4, 32));
        engine.prefill(1);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0"));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1"));
    }
    void answers_data() {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const char* method, const QByteArray& says) {
            QTest::newRow(name) << policyWith(method) << says;
        };
        row("nothing", "    def step(self, seen):\n        return None\n", "");
        row("slots as an array", "    def step(self, seen):\n        return np.full((1, 1, 2), [3, -1])\n", "3");
        row("slots as a list, and scores",
            "    def step(self, seen):\n        return [[[4]]], -np.from_dlpack(seen.tokens).astype(np.float32)\n",
            "4");
        row("state is copied by forks",
            "    def step(self, seen):\n        self.n += 1\n        return [[[(0, 1, 3)[self.n - 1]]]]\n", "3");
        row("statistics are written in place",
            "    def needs(self):\n        return {'statistics': 1}\n    def step(self, seen):\n        s = "
            "seen.statistics.numpy()\n"
            "        s += 1\n        return [[[int(s[0, 0, 0, 0])]]] if s[0, 0, 0, 0] != 2 else None\n",
            "3");
        row("other tensors are not", "    def step(self, seen):\n        seen.tokens.numpy()[:] = 0\n",
            "ValueError: assignment destination is read-only");
        row("an exception", "    def step(self, seen):\n        raise ValueError('too bad')\n",
            "step 5: it threw \"policy.py, line 6: ValueError: too bad\"; the run was stopped.");
        row("a syntax error", "    def step(self seen):\n        pass\n",
            "policy.py, line 5: SyntaxError: invalid syntax\"");
        row("an unknown need", "    def needs(self):\n        return {'valuse': True}\n",
            "needs() names 'valuse', which nothing is called");
        row("a need of another type", "    def needs(self):\n        return {'last_rows': 'many'}\n",
            "last_rows in needs() is 'many', it must be a whole number");
        row("a need that is a long text", "    def needs(self):\n        return {'last_rows': '\\u00e4' * 40}\n",
            "last_rows in needs() is '" + QByteArray("ä").repeated(29) + "..., it must be a whole number");
        row("slots that are no integers", "    def step(self, seen):\n        return np.zeros((1, 1, 1))\n",
            "must be [layers, units, slots] of int64");
        row("words for slots", "    def step(self, seen):\n        return ['a']\n", "it must hold integers (slots)");
        row("three things", "    def step(self, seen):\n        return 1, 2, 3\n",
            "a tuple of 3, it must be the slots");
        row("no method that decides", "    def stpe(self, seen):\n        return None\n",
            "class Policy of policy.py has no method prefill_layer, prefill_end or step");
        row("a method with other arguments", "    def step(self):\n        return None\n",
            "policy.py: TypeError: Policy.step() takes 1 positional argument but 2 were given");
        row("rows that nobody observes",
            "    def needs(self):\n        return {'row_blocks': True}\n    def step(self, seen):\n        pass\n",
            "there is no method observe_rows");
        row("a view kept", "    def step(self, seen):\n        self.old = seen.tokens.numpy()\n",
            "policy.py keeps tokens of what it was shown beyond the call");
        row("a view kept through DLPack", "    def step(self, seen):\n        self.old = np.from_dlpack(seen.tokens)\n",
            "policy.py keeps tokens of what it was shown beyond the call");
        row("all that was shown kept", "    def step(self, seen):\n        self.old = seen\n",
            "policy.py keeps tokens");
        row("a copy kept", "    def step(self, seen):\n        self.old = seen.tokens.numpy().copy()\n", "");
        row("a view in a cycle", "    def step(self, seen):\n        a = [seen.tokens.numpy()]\n        a.append(a)\n",
            "");
        row("a copy of another kind",
            "    def step(self, seen):\n        pass\n    def clone(self):\n        return 1\n",
            "clone() of policy.py returned 1, it must return a Policy");
        row("the end of the program", "    def step(self, seen):\n        import sys\n        sys.exit(3)\n",
            "policy.py, line 7: SystemExit: 3");
        row("a long answer",
            "    def report(self):\n        return 'x' * 1000\n    def step(self, seen):\n        pass\n", "");
        for (const auto& [name, by] : {std::pair{"rows", " (`decode_row`)"},
                                       {"column_sums", " (`decode_row`)"},
                                       {"logits", ""},
                                       {"keys", ""},
                                       {"raw_keys", ""},
                                       {"values", ""},
                                       {"query_mean", " (`query_moments_from`)"},
                                       {"query_covariance", " (`query_moments_from`)"}}) {
            QTest::addRow("%s were not asked for", name)
                << QByteArray(policyWith("    def step(self, seen):\n        return seen.") + name +
                              ".numpy().argmin()\n")
                << QByteArray(
                       "step 5: `" + QByteArray(name) + "` was not asked for in needs()" + by +
                       " (it threw \"policy.py, line 6: AttributeError: 'NoneType' object has no attribute 'numpy'");
        }
        row("values are not shown at decode",
            "    def needs(self):\n        return {'values': True}\n    def step(self, seen):\n        v = "
            "seen.values\n"
            "        return np.linalg.norm(v.numpy(), axis=-1).argmin()\n",
            "`values` was asked for in needs(), but not for decoding (`tensors_at_decode`)");
        row("a free slot", "    def step(self, seen):\n        return [[[2]]]\n", "slot 2 is evicted, but it is free");
        QTest::newRow("no class") << QByteArray("x = 1\n") << QByteArray("policy.py has no class Policy");
        QTest::newRow("no module") << QByteArray("\nimport nosuchmodule\n")
                                   << QByteArray("policy.py, line 2: ModuleNotFoundError: No module named");
    }
    void answers() {
        QFETCH(QByteArray, source);
        QFETCH(QByteArray, says);
        const std::string id = "test-" + std::to_string(++m_made);
        writePythonPolicy(m_folder.path().toStdString(), id, source.toStdString());
        const QByteArray said = QByteArray::fromStdString(stepPythonPolicy(m_folder.path().toStdString(), id, 3));
        QVERIFY2(says.isEmpty() ? said.isEmpty() : said.contains(says), said.constData());
    }
    void aChangedFileIsRunAnew() {
        const std::string folder = m_folder.path().toStdString();
        writePythonPolicy(folder, "changing", policyWith("    def step(self, seen):\n        pass\n").toStdString());
        QCOMPARE(stepPythonPolicy(folder, "changing"), std::string());
        writePythonPolicy(folder, "changing",
                          policyWith("    def step(self, seen):\n        return [[[6]]]\n").toStdString());
        QCOMPARE(stepPythonPolicy(folder, "changing"), std::string("6"));
    }
    void twoFilesDoNotMeet() {
        const std::string folder = m_folder.path().toStdString();
        const auto counting = [](int first) {
            return "count = " + std::to_string(first) +
                   "\nclass Policy:\n    def __init__(self, parameters):\n        pass\n"
                   "    def step(self, seen):\n        global count\n        count += 1\n"
                   "        return [[[(0, 1, 3, 4, 6, 7)[count // 2]]]]\n";
        };
        writePythonPolicy(folder, "one", counting(-1));
        writePythonPolicy(folder, "other", counting(7));
        // A fork and its origin count together; another policy, and a later run of the same file, do not.
        QCOMPARE(stepPythonPolicy(folder, "one"), std::string("0"));
        QCOMPARE(stepPythonPolicy(folder, "other"), std::string("6"));
        QCOMPARE(stepPythonPolicy(folder, "one"), std::string("0"));
    }
    void anyThreadMayCall() {
        const std::string folder = m_folder.path().toStdString();
        writePythonPolicy(folder, "threaded",
                          policyWith("    def step(self, seen):\n        return [[[6]]]\n").toStdString());
        std::string elsewhere;
        std::thread([&] { elsewhere = stepPythonPolicy(folder, "threaded"); }).join();
        QCOMPARE(elsewhere, std::string("6"));
        QCOMPARE(stepPythonPolicy(folder, "threaded"), std::string("6"));
    }
    void withoutPythonIsASentence() {
        const std::string folder = m_folder.path().toStdString();
        writePythonPolicy(folder, "lonely", policyWith("").toStdString());
        takePythonAway(folder, "lonely");
        const QByteArray said = QByteArray::fromStdString(stepPythonPolicy(folder, "lonely"));
        QVERIFY2(said.contains("Python policies need Python 3.") && said.contains("install libpython3.") &&
                     said.contains("python3-numpy"),
                 said.constData());
    }

 private:
    QTemporaryDir m_folder;
    int m_made = 0;
};

QTEST_GUILESS_MAIN(PythonPolicyTest)
#include "tests/plugins/python-policy/policy_test.moc"
