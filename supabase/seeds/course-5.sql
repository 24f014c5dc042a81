-- Texts and quiz of "Die therapeutische Beziehung"; its course, blocks and modules are rows of seed.sql.

insert into public.nemus_learning_contents (module_id, content)
values
('course-5-allianz', $text$
Dass die Qualität der therapeutischen Beziehung mit dem Ergebnis zusammenhängt, gehört zu den am besten belegten Befunden der Psychotherapieforschung, quer durch Verfahren und Störungen. Der Zusammenhang ist bedeutsam, aber mittelgroß: Eine gute Beziehung ersetzt keine gute Behandlung, sie macht sie möglich.

## Das Modell von Bordin

Edward Bordin beschrieb die Allianz als Zusammenarbeit mit drei Bestandteilen:

- **Ziele:** Wir sind uns einig, wohin es gehen soll.
- **Aufgaben:** Wir sind uns einig, was wir dafür tun und warum es helfen kann.
- **Bindung:** Wir vertrauen und achten einander.

Das Modell ist praktisch, weil es zeigt, wo es hakt. Jemand kann Sie schätzen und trotzdem nicht verstehen, wozu das Gedankenprotokoll dient. Dann fehlt es an den Aufgaben, und mehr Wärme wird das Problem nicht lösen.

## Wie eine Allianz entsteht

Die ersten Sitzungen prägen sie besonders. Hilfreich sind:

1. **Auftrag klären:** Was soll anders werden, und was soll auf keinen Fall geschehen?
2. **Verstehen zeigen:** Fassen Sie nicht nur den Inhalt zusammen, sondern auch, was er bedeutet.
3. **Vorgehen begründen:** Erklären Sie jeden Schritt und holen Sie Zustimmung ein.
4. **Wahl lassen:** Zwei gangbare Wege anzubieten stärkt die Zusammenarbeit.
5. **Verlässlich sein:** Zeiten, Absprachen und Schweigepflicht sind gelebte Bindung.
6. **Rückmeldung erbitten:** „Was war heute hilfreich, was nicht?“ – und mit der Antwort etwas tun.

## Was die Allianz erschwert

Wer in Beziehungen verletzt wurde, bringt berechtigte Vorsicht mit. Misstrauen ist dann kein Hindernis der Therapie, sondern ihr Thema. Auch Unterschiede an Herkunft, Sprache, Geschlecht, Alter oder Behinderung und das Machtgefälle zwischen Behandelnden und Behandelten wirken mit, ob man sie anspricht oder nicht. Fragen Sie, statt anzunehmen.

Achten Sie auf das Gegenteil von Konflikt: Eine Sitzung, in der alle immer zustimmen, kann freundlich und trotzdem ohne Auftrag sein.

## Zur Selbstprüfung

Nehmen Sie Ihren letzten Fall und schreiben Sie zu Zielen, Aufgaben und Bindung je einen Satz: einmal aus Ihrer Sicht, einmal aus der vermuteten Sicht der anderen Person. Wo die Sätze auseinandergehen, beginnt Ihr nächstes Gespräch.
$text$),

('course-5-rueckzug-und-konfrontation', $text$
Ein Allianzbruch ist eine Spannung oder ein Zusammenbruch in der Zusammenarbeit. Das klingt dramatisch, ist aber meist leise: ein knappes „Ja, schon“, ein verschobener Termin, ein Lächeln an der falschen Stelle. Brüche kommen in jeder Behandlung vor. Entscheidend ist, ob sie bemerkt und bearbeitet werden.

## Zwei Formen

Jeremy Safran und Christopher Muran unterscheiden zwei Bewegungen:

**Rückzug** führt von der anderen Person oder vom eigenen Erleben weg:

- knappe Antworten, langes Schweigen, Themenwechsel
- Zustimmung, der nichts folgt
- abstraktes Sprechen ohne Gefühl
- vergessene Aufgaben, Zuspätkommen

**Konfrontation** richtet sich gegen die andere Person oder die Therapie:

- Klagen über Vorgehen, Tempo oder fehlende Fortschritte
- Zweifel an Ihrer Erfahrung
- Forderungen, die den Rahmen verändern
- Vorwürfe, Drohung mit Abbruch

Beides tritt auch gemischt auf. Ein spöttisches „Wenn Sie meinen“ zieht sich zurück und greift an. Rückzug wird leichter übersehen, weil er bequem ist: Die Sitzung verläuft höflich, und erst nach dem Abbruch wird klar, was fehlte.

## Woran Sie es zuerst bemerken

Oft meldet sich der Bruch bei Ihnen: Sie werden müde, erklären mehr als sonst, arbeiten härter als die andere Person, sind gereizt oder erleichtert, wenn jemand absagt. Nehmen Sie solche Reaktionen als Hinweis, nicht als Beweis. Sie können mit der Situation zu tun haben, mit der Person oder mit Ihnen.

## Wie Brüche entstehen

Meist ist es keine Person allein. Ein Beispiel: Eine Patientin hat gelernt, dass Widerspruch Zuwendung kostet. Sie stimmt der Exposition zu, obwohl sie ihr zu schnell geht. Der Therapeut ist erfreut und erhöht das Tempo. Sie sagt zweimal ab. Er erinnert an die Vereinbarung, sie fühlt sich bestätigt: Wer nicht mithält, enttäuscht. Beide tragen etwas bei, und beide haben verständliche Gründe.

## Was nicht hilft

1. Den Plan mit mehr Nachdruck verfolgen.
2. Das Verhalten der Person als Widerstand deuten und ihr mitteilen.
3. Sich rechtfertigen oder vorschnell entschuldigen, damit es vorbei ist.
4. Schweigen und hoffen.

Was hilft, ist Thema des nächsten Blocks. Beobachten Sie bis dahin eine Woche lang: Notieren Sie nach jeder Sitzung einen Moment, in dem die Verbindung enger, und einen, in dem sie loser wurde.
$text$),

('course-5-ansprechen', $text$
Einen Bruch anzusprechen verlangt Mut, denn es macht die eigene Beteiligung sichtbar. Gelingt es, erleben Patient*innen etwas, das vielen neu ist: Eine Beziehung kann Spannung aushalten und danach tragfähiger sein.

## Fünf Schritte

1. **Innehalten:** Unterbrechen Sie das Vorgehen. Der Inhalt kann warten.
2. **Benennen:** Beschreiben Sie, was Sie beobachten, ohne Deutung und vorsichtig.
3. **Einladen:** Fragen Sie, wie die Person den Moment erlebt hat.
4. **Verantwortung übernehmen:** Sagen Sie, was Ihr Anteil ist, konkret und ohne Selbstanklage.
5. **Weitergehen:** Klären Sie, was das für Ziele, Aufgaben und Tempo heißt; später, was es mit anderen Beziehungen zu tun haben könnte.

## Formulierungen

Bei Rückzug:

- „Mir fällt auf, dass wir gerade beide leiser geworden sind. Wie ist es für Sie?“
- „Ich habe den Eindruck, ich war eben zu schnell. Trifft das zu, oder ist es etwas anderes?“
- „Sie haben zugestimmt, und ich frage mich, ob es auch ein Nein geben dürfte.“

Bei Konfrontation:

- „Gut, dass Sie das sagen. Was an meinem Vorgehen hat Sie am meisten gestört?“
- „Sie haben recht, ich habe beim letzten Mal nicht nachgefragt. Das tut mir leid.“
- „Ich möchte verstehen, was Sie gebraucht hätten.“

## Ein Ausschnitt

> Patient: „Dieses Protokoll bringt doch nichts.“ – Therapeutin: „Sie klingen enttäuscht. Habe ich gut genug erklärt, wozu es dienen soll?“ – Patient: „Ich fühle mich wie in der Schule.“ – Therapeutin: „Das hatte ich nicht im Blick. Ich habe Ihnen eine Aufgabe gegeben, statt sie mit Ihnen zu entwickeln. Wie war das, mir das jetzt zu sagen?“ – Patient: „Ungewohnt. Ich dachte, Sie werden sauer.“

*Kommentar:* Die Therapeutin verteidigt das Protokoll nicht. Sie übernimmt ihren Anteil und lenkt dann auf das Erleben im Moment. Erst dadurch wird die Erwartung sichtbar, dass Widerspruch Ärger auslöst.

## Das richtige Maß

Nicht jede Spannung braucht ein Gespräch über die Beziehung. Oft genügt es, das Vorgehen neu zu begründen, das Tempo zu ändern oder eine Aufgabe anzupassen. Prüfen Sie zuerst den einfachen Weg. Besteht die Spannung fort, sprechen Sie sie an.

Grenzen gehören dazu: Beleidigungen, Drohungen und Grenzverletzungen müssen Sie nicht aushalten. Benennen Sie die Grenze ruhig, sichern Sie sich und andere, und holen Sie sich Unterstützung. Für Fehler, die der Person schaden konnten, gilt: offen ansprechen, dokumentieren, in die Supervision bringen.
$text$),

('course-5-uebung', $text$
Über Beziehung zu lesen ist das eine, die eigene Stimme zu hören das andere. In dieser Übung werten Sie eine eigene Sitzung aus. Planen Sie etwa eineinhalb Stunden ein, am besten innerhalb von zwei Tagen nach der Sitzung.

## Vorbereitung

1. Nutzen Sie eine Aufzeichnung nur mit ausdrücklicher, widerruflicher Einwilligung der Person. Speichern Sie sie verschlüsselt und löschen Sie sie wie vereinbart.
2. Ohne Aufzeichnung arbeiten Sie mit einem Gedächtnisprotokoll, das Sie gleich nach der Sitzung schreiben.
3. Entfernen Sie alles, was die Person erkennbar macht, bevor Sie in der Gruppe darüber sprechen.

## Schritt 1: Verlauf zeichnen

Teilen Sie die Sitzung in Abschnitte von fünf Minuten. Geben Sie jedem einen Wert von 1 (lose) bis 5 (eng) für die Zusammenarbeit, zuerst nach Gefühl, dann mit einem Stichwort zur Begründung.

## Schritt 2: Einen Wendepunkt wählen

Suchen Sie eine Stelle, an der der Wert fällt. Schreiben Sie drei Minuten wörtlich auf, auch Pausen und Tonfall. Beantworten Sie dann:

- Was ging unmittelbar voraus, und was habe ich dabei gedacht und gespürt?
- War es eher Rückzug, Konfrontation oder beides?
- Betraf es Ziele, Aufgaben oder Bindung?
- Was habe ich getan, und was geschah danach?
- Was könnte die Person gebraucht haben?

## Schritt 3: Anders antworten

Formulieren Sie drei mögliche Antworten für diese Stelle: eine, die das Vorgehen anpasst; eine, die Ihren Anteil benennt; eine, die nach dem Erleben fragt. Sprechen Sie sie laut. Welche passt zu Ihnen, und welche vermeiden Sie?

## Schritt 4: In die Supervision bringen

Stellen Sie den Ausschnitt in fünf Minuten vor und schließen Sie mit *einer* Frage. Gute Fragen sind offen und betreffen Sie selbst: „Was übersehe ich, wenn ich müde werde?“ statt „Ist die Patientin motiviert?“ Bitten Sie um Rückmeldung zu Ihrem Tonfall, nicht nur zum Inhalt.

## Schritt 5: Zurück in die Behandlung

Entscheiden Sie, ob Sie die Stelle in der nächsten Sitzung ansprechen. Ein möglicher Anfang: „Ich habe über unsere letzte Stunde nachgedacht. Als Sie von Ihrem Bruder sprachen, habe ich rasch das Thema gewechselt. Wie war das für Sie?“

Wiederholen Sie die Übung nach einigen Wochen mit derselben Behandlung. Beziehungskompetenz wächst nicht durch fehlerlose Sitzungen, sondern durch ausgewertete.
$text$),

('course-5-quiz', $text$
Drei Fragen aus einem größeren Vorrat, drei Leben. Nach jeder Antwort lesen Sie, warum sie stimmt oder nicht.
$text$)

on conflict (module_id) do nothing;

insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
values
  ('course-5-b-bordin', 'course-5', 'block-b', 1, 'Welche drei Bestandteile hat die Allianz nach Bordin?',
   array['Empathie, Echtheit, Wertschätzung', 'Ziele, Aufgaben, Bindung', 'Nähe, Distanz, Rahmen'], null),
  ('course-5-b-aufgaben', 'course-5', 'block-b', 2,
   'Ein Patient schätzt Sie, versteht aber nicht, wozu das Gedankenprotokoll dient. Wo hakt es?',
   array['Bei der Bindung', 'Bei den Zielen', 'Bei den Aufgaben'], null),
  ('course-5-b-rueckzug', 'course-5', 'block-b', 3, 'Was ist ein typisches Zeichen von Rückzug?',
   array['Zustimmung, der nichts folgt', 'Eine offene Klage über das Tempo', 'Die Drohung, die Therapie abzubrechen'], null),
  ('course-5-b-eigene-reaktion', 'course-5', 'block-b', 4,
   'Sie sind erleichtert, wenn eine Patientin absagt. Wie gehen Sie damit um?',
   array['Als Beweis, dass die Patientin Sie ablehnt', 'Als Hinweis auf einen möglichen Bruch, den Sie prüfen',
     'Gar nicht, denn eigene Gefühle gehören nicht in die Therapie'], null),
  ('course-5-b-erster-schritt', 'course-5', 'block-b', 5, 'Was tun Sie zuerst, wenn Sie einen Bruch bemerken?',
   array['Das Verhalten als Widerstand deuten', 'Den Plan mit mehr Nachdruck verfolgen',
     'Innehalten und das Vorgehen unterbrechen'], null),
  ('course-5-b-anteil', 'course-5', 'block-b', 6, 'Welche Antwort übernimmt den eigenen Anteil am besten?',
   array['„Ich habe Ihnen die Aufgabe gegeben, statt sie mit Ihnen zu entwickeln.“',
     '„Es tut mir leid, dass Sie das so empfinden.“', '„So ist die Methode nun einmal aufgebaut.“'], null),
  ('course-5-b-mass', 'course-5', 'block-b', 7, 'Wann sprechen Sie über die Beziehung selbst?',
   array['Nach jeder kleinen Spannung', 'Wenn einfache Anpassungen nicht genügen und die Spannung fortbesteht',
     'Nie, denn das gehört nur in die Supervision'], null),
  ('course-5-b-konfrontation', 'course-5', 'block-b', 8,
   'Ein Patient sagt: „Sie haben mit so etwas doch gar keine Erfahrung.“ Welche Antwort öffnet das Gespräch am ehesten?',
   array['„Ich habe sehr wohl Erfahrung damit.“', '„Das ist Ihr Widerstand gegen die Therapie.“',
     '„Gut, dass Sie das sagen. Was macht Ihnen dabei Sorge?“'], null),
  ('course-5-b-aufzeichnung', 'course-5', 'block-b', 9,
   'Sie möchten eine Sitzung für die Supervision aufzeichnen. Was gilt?',
   array['Es braucht eine ausdrückliche Einwilligung, die widerrufen werden kann.', 'Eine mündliche Ankündigung genügt.',
     'Für die Weiterbildung ist es immer erlaubt.'], null)
on conflict (id) do nothing;

insert into private.nemus_quiz_answers (question_id, correct_option, explanation)
values
  ('course-5-b-bordin', 1, 'Bordin beschreibt Einigkeit über Ziele und Aufgaben sowie die Bindung. Empathie, Echtheit und Wertschätzung gehen auf Rogers zurück.'),
  ('course-5-b-aufgaben', 2, 'Die Bindung ist gut, das Vorgehen leuchtet nicht ein. Hier hilft, den Zweck zu erklären oder die Aufgabe gemeinsam zu ändern.'),
  ('course-5-b-rueckzug', 0, 'Zustimmung ohne Folgen führt von der Zusammenarbeit weg, ohne dass es auffällt. Klage und Drohung sind Formen der Konfrontation.'),
  ('course-5-b-eigene-reaktion', 1, 'Eigene Reaktionen sind Hinweise, keine Beweise. Sie können mit der Situation, der Person oder mit Ihnen zu tun haben.'),
  ('course-5-b-erster-schritt', 2, 'Wer weitermacht oder deutet, vertieft den Bruch meist. Erst innehalten, dann vorsichtig benennen und einladen.'),
  ('course-5-b-anteil', 0, 'Der erste Satz nennt konkret das eigene Tun. Der zweite verlegt das Problem in das Empfinden der anderen Person, der dritte rechtfertigt.'),
  ('course-5-b-mass', 1, 'Oft genügt es, Tempo, Erklärung oder Aufgabe anzupassen. Besteht die Spannung fort, wird sie zum Thema.'),
  ('course-5-b-konfrontation', 2, 'Die Antwort nimmt den Zweifel ernst und fragt nach dem Erleben. Rechtfertigung und Deutung vertiefen den Bruch meist.'),
  ('course-5-b-aufzeichnung', 0, 'Aufzeichnungen setzen eine ausdrückliche, widerrufliche Einwilligung voraus. Sie werden geschützt gespeichert und wie vereinbart gelöscht.')
on conflict (question_id) do nothing;
