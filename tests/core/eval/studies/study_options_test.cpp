// SPDX-License-Identifier: Apache-2.0
#include "core/eval/studies/study_options.h"

#include <QtTest>
#include <algorithm>

using namespace kvw;
using eval::studyOptions;

class StudyOptionsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyOptionIsWhole_data() {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<std::size_t>("count");
        QTest::newRow("disagreements") << QByteArray("disagreements") << std::size_t{2};
        QTest::newRow("predictors") << QByteArray("predictors") << std::size_t{5};
        QTest::newRow("no study") << QByteArray("sweep") << std::size_t{0};
    }
    void everyOptionIsWhole() {
        QFETCH(QByteArray, command);
        QFETCH(std::size_t, count);
        const auto options = studyOptions(command.toStdString());
        QCOMPARE(options.size(), count);
        for (const ParameterSpec& spec : options) {
            const std::string text = toText(spec.defaultValue);
            const auto value = spec.parse(text, "test");
            QVERIFY2(value.has_value(), spec.name.c_str());
            QCOMPARE(toText(*value), text);
            QVERIFY(!spec.tooltip.empty() && !spec.label.empty());
        }
    }

    void pluginsAreChoicesBehindTheDefault() {
        const auto options = studyOptions("predictors", {{}, {"h2o-mass", "snapkv", "tova"}});
        const auto scorer = std::ranges::find(options, std::string("scorer"), &ParameterSpec::name);
        QVERIFY(scorer != options.end());
        QCOMPARE(scorer->choices, (std::vector<std::string>{"snapkv", "h2o-mass", "tova"}));
        const auto names = studyOptions("disagreements", {{"cake", "tova"}, {}}).front();
        QCOMPARE(names.choices, (std::vector<std::string>{"all", "cake", "tova"}));
        QCOMPARE(toText(names.defaultValue), std::string("all"));
    }

    void aCapacityMayBeAShare() {
        const ParameterSpec capacity = studyOptions("predictors").front();
        QCOMPARE(capacity.name, std::string("capacity"));
        QVERIFY(capacity.parse("10%", "test").has_value() && capacity.parse("64", "test").has_value());
        QVERIFY(!capacity.parse("0", "test").has_value() && !capacity.parse("some", "test").has_value());
    }
};

QTEST_APPLESS_MAIN(StudyOptionsTest)
#include "study_options_test.moc"
