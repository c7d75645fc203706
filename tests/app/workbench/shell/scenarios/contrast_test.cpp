// SPDX-License-Identifier: GPL-3.0-or-later
/// Text of every dock has enough contrast, by the colours that its widget asks for: labels with their rich text and
/// links, buttons, fields, tables, pages and plots.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>
#include <clocale>

#include "app/workbench/plot/plot.h"
#include "app/workbench/shell/modes.h"
#include "tests/app/workbench/seen.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr double kAsked = 4.5;

/// `color` as it looks on `ground`.
QColor onto(const QColor& ground, const QColor& color) {
    const double share = color.alphaF();
    const auto channel = [share](double under, double over) { return under + (over - under) * share; };
    return QColor::fromRgbF(static_cast<float>(channel(ground.redF(), color.redF())),
                            static_cast<float>(channel(ground.greenF(), color.greenF())),
                            static_cast<float>(channel(ground.blueF(), color.blueF())));
}

/// Returns the colour behind a widget that paints no ground itself.
QColor groundOf(const QWidget* widget) {
    while (!widget->autoFillBackground() && !widget->isWindow()) {
        widget = widget->parentWidget();
    }
    return widget->palette().color(widget->backgroundRole());
}

bool saysSomething(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber(); });
}

class Reader {
 public:
    explicit Reader(QString where) : m_where(std::move(where)) {}
    [[nodiscard]] const QStringList& faint() const noexcept { return m_faint; }
    [[nodiscard]] int texts() const noexcept { return m_texts; }
    [[nodiscard]] int links() const noexcept { return m_links; }

    void look(const QWidget& root) {
        for (const QWidget* widget : root.findChildren<QWidget*>()) {
            if (widget->isVisible() && widget->isEnabled()) {
                lookAt(*widget);
            }
        }
    }

 private:
    void lookAt(const QWidget& widget) {
        const QPalette& palette = widget.palette();
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
            lookAtLabel(*label);
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
            const auto* tool = qobject_cast<const QToolButton*>(button);
            const bool flat = !button->inherits("QPushButton") && (tool == nullptr || tool->autoRaise());
            const auto role =
                button->inherits("QPushButton") || tool != nullptr ? QPalette::ButtonText : QPalette::WindowText;
            note(button->text(), palette.color(role), flat ? groundOf(button) : palette.color(QPalette::Button));
        } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
            note(box->currentText(), palette.color(QPalette::ButtonText), palette.color(QPalette::Button));
        } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
            note(line->text(), palette.color(QPalette::Text), palette.color(QPalette::Base));
            note(line->placeholderText(), palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base));
        } else if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget)) {
            note(text->toPlainText(), palette.color(QPalette::Text), palette.color(QPalette::Base));
            note(text->placeholderText(), palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base));
        } else if (const auto* page = qobject_cast<const QTextEdit*>(&widget)) {
            lookAtDocument(*page->document(), palette.color(QPalette::Text), palette.color(QPalette::Base));
        } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) {
            lookAtItems(*view);
        } else if (const auto* plot = qobject_cast<const QCustomPlot*>(&widget)) {
            lookAtPlot(*plot);
        }
    }

    void lookAtLabel(const QLabel& label) {
        const QColor ink = label.palette().color(label.foregroundRole());
        if (label.textFormat() == Qt::PlainText ||
            (label.textFormat() == Qt::AutoText && !Qt::mightBeRichText(label.text()))) {
            note(label.text(), ink, groundOf(&label));
            return;
        }
        QTextDocument document;
        document.setHtml(label.text());
        lookAtDocument(document, ink, groundOf(&label));
    }

    void lookAtDocument(const QTextDocument& document, const QColor& ink, const QColor& ground) {
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const QTextCharFormat format = it.fragment().charFormat();
                const bool own = format.foreground().style() != Qt::NoBrush;
                const bool below = format.background().style() != Qt::NoBrush;
                m_links += format.isAnchor() ? 1 : 0;
                note(it.fragment().text(), own ? format.foreground().color() : ink,
                     below ? format.background().color() : ground);
            }
        }
    }

    void lookAtItems(const QAbstractItemView& view) {
        const QPalette& palette = view.palette();
        if (const auto* header = qobject_cast<const QHeaderView*>(&view)) {
            note(header->accessibleName() + QStringLiteral(" header"), palette.color(QPalette::ButtonText),
                 palette.color(QPalette::Button));
            return;
        }
        const QAbstractItemModel* model = view.model();
        if (model == nullptr || model->rowCount() == 0) {
            return;
        }
        note(QStringLiteral("chosen row"), palette.color(QPalette::HighlightedText),
             palette.color(QPalette::Highlight));
        for (int row = 0; row < std::min(model->rowCount(), 50); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const QModelIndex index = model->index(row, column);
                if (!index.flags().testFlag(Qt::ItemIsEnabled)) {
                    continue;
                }
                const QVariant own = index.data(Qt::ForegroundRole), below = index.data(Qt::BackgroundRole);
                const QColor ink = own.isValid() ? own.value<QColor>() : palette.color(QPalette::Text);
                const QString text = index.data().toString();
                for (const auto ground : {QPalette::Base, QPalette::AlternateBase}) {
                    note(text, ink, below.isValid() ? below.value<QBrush>().color() : palette.color(ground));
                }
            }
        }
    }

    void lookAtPlot(const QCustomPlot& plot) {
        // A plot paints its own ground, which is what applyTheme says.
        const QColor ground = plot.palette().color(QPalette::Base);
        for (const QCPAxisRect* rect : plot.axisRects()) {
            for (const QCPAxis* axis : rect->axes()) {
                if (axis->visible()) {
                    note(axis->label(), axis->labelColor(), ground);
                    note(QStringLiteral("0"), axis->tickLabelColor(), ground);
                }
            }
        }
        for (int i = 0; i < plot.itemCount(); ++i) {
            if (const auto* text = qobject_cast<const QCPItemText*>(plot.item(i)); text != nullptr && text->visible()) {
                note(text->text(), text->color(), ground);
            }
        }
    }

    void note(const QString& text, const QColor& ink, const QColor& ground) {
        if (!saysSomething(text)) {
            return;
        }
        ++m_texts;
        if (const double found = contrast(onto(ground, ink), ground); found < kAsked) {
            m_faint += QStringLiteral("%1: “%2”, %3 on %4: %5")
                           .arg(m_where, text.left(40), ink.name(QColor::HexArgb), ground.name())
                           .arg(found, 0, 'f', 2);
        }
    }

    QString m_where;
    QStringList m_faint;
    int m_texts = 0, m_links = 0;
};

}  // namespace

class ContrastTest : public QObject {
    Q_OBJECT

    const QPalette m_before = QApplication::palette();

 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }
    void cleanup() { QApplication::setPalette(m_before); }

    void everyDockCanBeRead_data() {
        QTest::addColumn<int>("theme");
        QTest::addColumn<bool>("run");
        for (const auto& [name, theme] :
             {std::pair{"system", ThemeChoice::System}, std::pair{"light", ThemeChoice::Light},
              std::pair{"dark", ThemeChoice::Dark}}) {
            for (const bool run : {false, true}) {
                QTest::addRow("%s, %s", name, run ? "a run" : "empty") << static_cast<int>(theme) << run;
            }
        }
    }
    void everyDockCanBeRead() {
        QFETCH(int, theme);
        QFETCH(bool, run);
        Bench bench;
        bench.window->modes().setTheme(static_cast<ThemeChoice>(theme));
        if (run) {
            bench.runToEnd();
        }
        QStringList faint;
        int texts = 0, links = 0;
        for (const DockLayout::Placed& placed : bench.window->docks()) {
            bench.window->focusDock(*placed.dock);
            QCoreApplication::processEvents();
            placed.dock->refreshIfPending();
            Reader reader(QString::fromLatin1(placed.entry.id));
            reader.look(*placed.dock);
            faint += reader.faint();
            texts += reader.texts();
            links += reader.links();
        }
        Reader around(QStringLiteral("around"));
        for (const QWidget* bar : bench.window->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (bar->isVisible() && qobject_cast<const QDockWidget*>(bar) == nullptr) {
                around.look(*bar);
            }
        }
        faint += around.faint();
        faint.removeDuplicates();
        QVERIFY2(faint.isEmpty(), qPrintable(faint.join(QLatin1Char('\n'))));
        QVERIFY2(texts > 60, qPrintable(QString::number(texts)));
        qInfo("%d texts, %d links", texts, links);
    }

    /// A system may have a palette with placeholders that are too pale, as Fusion has.
    void whatIsFaintIsLegible() {
        QPalette pale = themePalette(ThemeChoice::Light, {});
        pale.setColor(QPalette::PlaceholderText, QColor(0, 0, 0, 90));
        QPalette night = themePalette(ThemeChoice::Dark, {});
        night.setColor(QPalette::PlaceholderText, QColor(0x60, 0x60, 0x60));
        for (const QPalette& system : {pale, night}) {
            const QPalette palette = themePalette(ThemeChoice::System, system);
            const QColor faint = palette.color(QPalette::PlaceholderText);
            for (const auto ground : {QPalette::Window, QPalette::Base}) {
                QVERIFY(contrast(faint, palette.color(ground)) >= kAsked);
            }
            // Still fainter than what is not.
            QVERIFY(contrast(faint, palette.color(QPalette::Window)) <
                    contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) / 1.5);
        }
        QPalette good = themePalette(ThemeChoice::Dark, {});
        QVERIFY(themePalette(ThemeChoice::System, good) == good);
    }
};

QTEST_MAIN(ContrastTest)
#include "contrast_test.moc"
