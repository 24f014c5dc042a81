-- Texts and quiz of "Traumafokussierte Verfahren"; its course, blocks and modules are rows of seed.sql.

insert into public.nemus_learning_contents (module_id, content)
values
('course-4-grundlagen', $text$
Die meisten Menschen erholen sich nach einem traumatischen Ereignis aus eigener Kraft und mit Hilfe ihres Umfelds. Eine Behandlung brauchen diejenigen, bei denen die Erholung stecken bleibt. Wer versteht, woran das liegt, versteht auch, warum traumafokussierte Verfahren trotz ihrer Unterschiede an denselben Stellen ansetzen.

## Was im Gedächtnis geschieht

Unter extremer Bedrohung wird vor allem gespeichert, was Sinne und Körper wahrnehmen: Geräusche, Gerüche, Bilder, Herzschlag. Ort, Zeit und Zusammenhang werden weniger gut verknüpft. Später genügt ein ähnlicher Reiz, und die Erinnerung drängt sich auf, als geschähe alles jetzt. Erinnern und Wiedererleben fallen auseinander: Die Person weiß, dass es vorbei ist, und fühlt, dass es geschieht.

## Was die Störung aufrechterhält

Das kognitive Modell von Ehlers und Clark nennt drei Bausteine, die das Gefühl *gegenwärtiger* Bedrohung nähren:

1. **Die Art der Erinnerung:** bruchstückhaft, wenig in die Lebensgeschichte eingeordnet, leicht auszulösen.
2. **Die Bewertung:** „Nirgends ist es sicher“, „Ich bin schuld“, „Ich werde verrückt“.
3. **Der Umgang damit:** Vermeidung, Grübeln, Sicherheitsverhalten, Unterdrücken von Gedanken, Substanzen.

Der dritte Baustein ist verständlich und bringt kurz Entlastung. Zugleich verhindert er, dass die Erinnerung geordnet und die Bewertung überprüft wird.

## Was daraus folgt

Alle wirksamen Verfahren wenden sich der Erinnerung und ihrer Bedeutung zu. *Prolonged Exposure* betont die Annäherung an das Gemiedene, die *kognitive Verarbeitungstherapie* die Überprüfung von Überzeugungen, *EMDR* die Verarbeitung der Erinnerung unter geteilter Aufmerksamkeit. Die deutschsprachige S3-Leitlinie zur PTBS empfiehlt traumafokussierte Psychotherapie als Behandlung der ersten Wahl.

## Vor der Entscheidung

- **Diagnose sichern:** PTBS, komplexe PTBS, Depression, Dissoziation, Substanzkonsum; ein strukturiertes Interview hilft.
- **Gegenwart prüfen:** Besteht noch Gefahr, etwa durch Gewalt in der Partnerschaft? Dann steht Schutz an erster Stelle.
- **Risiken klären:** Suizidalität, Selbstverletzung, körperliche Erkrankungen.
- **Aufklären:** Wirkweise, Belastung zu Beginn, Alternativen, Freiwilligkeit jedes Schritts.

Manche Patient*innen erleben zu Beginn eine vorübergehende Zunahme der Symptome. Wer das weiß, deutet es nicht als Scheitern. Und für Sie gilt: Die Arbeit mit traumatischen Erinnerungen berührt. Supervision gehört von Anfang an dazu.
$text$),

('course-4-stabilisierung', $text$
Stabilisierung soll handlungsfähig machen, damit die Arbeit an der Erinnerung möglich wird. Sie ist Vorbereitung, kein Ersatz. Eine lange Stabilisierungsphase für alle ist nicht nötig und kann der Vermeidung dienen, auch der Vermeidung der Behandelnden. Fragen Sie bei jeder Übung: Was fehlt dieser Person, um sich der Erinnerung zuzuwenden?

## Äußere Sicherheit zuerst

Klären Sie Wohnung, Kontakt zu Täter*innen, laufende Verfahren, Kinder im Haushalt und Zugang zu Mitteln der Selbstgefährdung. Bei anhaltender Gewalt entwickeln Sie gemeinsam einen Schutzplan und nennen Fachberatungsstellen. Bei Anhaltspunkten für eine Kindeswohlgefährdung gelten eigene Regeln (§ 4 KKG).

## Innere Sicherheit

- **Wissen:** Symptome als verständliche Reaktion erklären.
- **Spannung steuern:** eine Skala von 0 bis 100, frühe Anzeichen, Fertigkeiten für verschiedene Bereiche.
- **Schlaf und Alltag:** Tagesstruktur, Albträume ansprechen, Koffein und Alkohol prüfen.
- **Unterstützung:** Wer weiß Bescheid, wer kann nach einer schweren Sitzung da sein?
- **Krisenplan:** schriftlich, mit Telefonnummern und den ersten drei Schritten.

## Dissoziation erkennen und unterbrechen

Anzeichen sind ein leerer oder starrer Blick, verlangsamtes oder ausbleibendes Antworten, Sprechen wie aus der Vergangenheit, Taubheitsgefühl. So holen Sie die Person in die Gegenwart zurück:

1. Sprechen Sie sie mit Namen an, ruhig und etwas lauter als sonst.
2. Nennen Sie Ort, Datum und wer Sie sind.
3. Lenken Sie auf die Sinne: Füße auf den Boden drücken, fünf blaue Dinge im Raum benennen, einen Igelball greifen, einen starken Geruch wahrnehmen.
4. Fragen Sie nach dem Unterschied zu damals: „Was ist heute anders?“
5. Fassen Sie die Person nicht ohne Absprache an.

Üben Sie das, bevor Sie es brauchen. Dissoziation schließt traumafokussierte Arbeit nicht aus, sie verlangt Dosierung und geteilte Aufmerksamkeit.

## Wann ist es genug?

Es gibt keinen Test, der Stabilität beweist. Für den Beginn spricht, dass die Person zustimmt und den Ablauf versteht, nach Anspannung zurückfindet, ohne sich ernsthaft zu gefährden, und dass Sie Krisen gemeinsam abfangen können. Akute Suizidalität, eine akute Psychose oder eine schwere Entzugssituation werden vorrangig behandelt. Legen Sie einen Zeitpunkt fest, an dem Sie gemeinsam entscheiden. Offenes Warten erzeugt die Botschaft, die Erinnerung sei zu gefährlich.
$text$),

('course-4-prolonged-exposure', $text$
Prolonged Exposure (PE) wurde von Edna Foa und ihrem Team entwickelt. Der Gedanke ist einfach: Wer sich Erinnerungen und sicheren, aber gemiedenen Situationen wiederholt zuwendet, lernt, dass Erinnern nicht dasselbe ist wie Erleben, dass Angst abnimmt und dass die Welt unterschiedlich gefährlich ist. Üblich sind etwa 8 bis 15 Sitzungen von 90 Minuten.

## Vier Bausteine

1. **Psychoedukation:** Symptome, Vermeidung, Begründung des Vorgehens.
2. **Atemübung:** ein ruhiger Atemrhythmus für den Alltag, nicht während der Exposition.
3. **Exposition in vivo:** sichere Situationen, die seit dem Trauma gemieden werden, nach Schwierigkeit geordnet.
4. **Imaginative Exposition:** die Erinnerung in der Gegenwartsform und mit geschlossenen Augen erzählen, mehrfach in einer Sitzung, anschließend gemeinsam verarbeiten.

Die Belastung wird auf einer Skala von 0 bis 100 angegeben. Die Aufnahme der Erzählung hören Patient*innen zwischen den Sitzungen möglichst täglich.

## In vivo planen

Wählen Sie nur, was objektiv sicher ist. Beginnen Sie im mittleren Bereich, bleiben Sie lange genug, und achten Sie auf Sicherheitsverhalten: Wer im Bus nur am Ausgang steht, lernt, dass es der Ausgang war, der geschützt hat. Halten Sie vorher fest, was die Person befürchtet, und nachher, was geschehen ist.

## Ein kommentierter Ausschnitt

> Patientin: „Ich gehe den Flur entlang. Es riecht nach Farbe. Da steht er.“ – Therapeut: „Sie machen das gut. Bleiben Sie dabei. Was sehen Sie?“ – Patientin: „Seine Hand. Ich kann nicht schreien.“ – Therapeut: „Wie hoch?“ – Patientin: „85.“ – Therapeut: „Sie sind hier im Raum, und Sie erzählen es mir. Was geschieht als Nächstes?“

*Kommentar:* Kurze Sätze, kein Deuten, kein Trösten mitten im Bild. Die Frage nach der Zahl hält Kontakt. Der Hinweis auf den Raum teilt die Aufmerksamkeit zwischen damals und heute.

In der **Verarbeitung** danach öffnet sich das Gespräch: „Was ist Ihnen heute aufgefallen?“ Die Patientin bemerkt, dass sie erstarrt war und deshalb nicht schreien konnte. Aus „Ich habe es zugelassen“ wird „Mein Körper hat mich auf diese Weise geschützt“.

## Dosieren

Ziel ist Beteiligung ohne Überflutung. Bei *Unterbeteiligung* fragen Sie nach Einzelheiten der Sinne und nach Gefühlen. Bei *Überflutung* öffnen sich die Augen, die Vergangenheitsform hilft, Sie sprechen mehr. Planen Sie am Ende jeder Sitzung Zeit ein, damit die Belastung sinken kann, und beenden Sie keine Sitzung auf dem Höhepunkt. Besprechen Sie, wer in den ersten Tagen unterstützt.
$text$),

('course-4-cpt', $text$
Die kognitive Verarbeitungstherapie (Cognitive Processing Therapy, CPT) von Patricia Resick und ihrem Team richtet sich auf die Bedeutung des Erlebten. Sie umfasst üblicherweise zwölf Sitzungen und kann mit oder ohne schriftlichen Traumabericht durchgeführt werden, einzeln oder in der Gruppe.

## Hängepunkte

Ein Trauma widerspricht oft dem, was jemand zuvor geglaubt hat. Die Person kann das Erlebte an alte Überzeugungen angleichen („Guten Menschen geschieht nichts Böses, also bin ich schuld“, *Assimilation*) oder ihre Überzeugungen zu stark verändern („Man kann niemandem trauen“, *Überakkommodation*). Solche Sätze halten die Erholung auf und heißen **Hängepunkte.** Angestrebt wird eine ausgewogene Sicht, die das Erlebte aufnimmt, ohne alles umzustürzen.

Ein Hängepunkt ist ein Gedanke, kein Gefühl und keine Tatsache. „Ich schäme mich“ ist ein Gefühl. „Ich hätte es verhindern müssen“ ist ein Hängepunkt.

## Ablauf

1. **Bedeutung des Traumas:** Die Person schreibt auf, warum das Ereignis ihrer Meinung nach geschehen ist und was es für ihr Bild von sich, anderen und der Welt heißt.
2. **Gedanken und Gefühle:** Arbeitsblätter verbinden Ereignis, Gedanke und Gefühl.
3. **Hinterfragen:** Welche Belege gibt es? Verwechsle ich Absicht und Ausgang? Urteile ich mit dem Wissen von heute?
4. **Denkmuster erkennen:** etwa Verallgemeinern oder Gefühle als Beweis nehmen.
5. **Fünf Themen:** Sicherheit, Vertrauen, Macht und Kontrolle, Wertschätzung, Nähe, jeweils auf sich selbst und auf andere bezogen.
6. **Abschluss:** Die Person schreibt die Bedeutung neu und vergleicht sie mit der ersten Fassung.

## Sokratisch fragen

> Patient: „Ich hätte merken müssen, dass er betrunken war.“ – Therapeutin: „Was wussten Sie, als Sie einstiegen?“ – Patient: „Er wirkte müde. Getrunken hatte er heimlich.“ – Therapeutin: „Was hätten Sie getan, wenn Sie es gewusst hätten?“ – Patient: „Ich wäre nicht eingestiegen.“ – Therapeutin: „Was sagt das über Ihre Schuld?“

*Kommentar:* Die Therapeutin widerspricht nicht. Sie trennt, was damals bekannt war, von dem, was heute bekannt ist. Beginnen Sie mit Hängepunkten der Selbstbeschuldigung: Solange sie bestehen, lassen sich die übrigen schwer lösen.

## Achtsam bleiben

Wo jemand tatsächlich Verantwortung trägt, etwa nach einem verursachten Unfall, geht es nicht um das Wegreden, sondern um das rechte Maß: Verantwortung, Absicht und Unabsehbares werden unterschieden. Natürliche Gefühle wie Trauer und Angst brauchen Raum, sie werden nicht disputiert. Ohne Übung zwischen den Sitzungen bleibt CPT ein Gespräch. Fragen Sie deshalb jede Woche zuerst nach den Arbeitsblättern.
$text$),

('course-4-emdr', $text$
Eye Movement Desensitization and Reprocessing (EMDR) wurde von Francine Shapiro entwickelt. Während sich die Person kurz einer belastenden Erinnerung zuwendet, folgt sie zugleich einem Außenreiz, meist mit den Augen, manchmal über Töne oder Berührungen. Die Wirksamkeit bei PTBS ist gut belegt. Warum es wirkt, wird noch erforscht. Eine verbreitete Erklärung ist die Belastung des Arbeitsgedächtnisses: Wer erinnert und zugleich eine zweite Aufgabe löst, erlebt das Bild weniger lebhaft.

## Acht Phasen

1. **Anamnese und Behandlungsplanung:** Erinnerungen, Auslöser und Ziele sammeln.
2. **Vorbereitung:** Ablauf erklären, Stoppsignal vereinbaren, Fertigkeiten zur Beruhigung einüben.
3. **Bewertung:** das schlimmste Bild, eine negative Überzeugung über sich („Ich bin hilflos“), eine gewünschte positive („Ich kann heute handeln“), Gefühle, Körperempfindung. Die Stimmigkeit der positiven Überzeugung wird von 1 bis 7 eingeschätzt (VoC), die Belastung von 0 bis 10 (SUD).
4. **Desensibilisierung:** kurze Folgen von Augenbewegungen; danach jeweils „Was ist jetzt da?“
5. **Verankerung:** die positive Überzeugung mit der Erinnerung verbinden.
6. **Körper-Test:** verbliebene Spannung aufspüren und verarbeiten.
7. **Abschluss:** Rückkehr in die Gegenwart, auch wenn die Verarbeitung nicht beendet ist.
8. **Überprüfung:** zu Beginn der nächsten Sitzung Veränderungen erfragen.

## Ein Ausschnitt

> Therapeutin: „Was ist jetzt da?“ – Patient: „Das Bild ist weiter weg. Ich höre die Bremsen.“ – Therapeutin: „Gehen Sie damit weiter.“ – (eine Folge) – Patient: „Komisch, ich denke an meinen Vater.“ – Therapeutin: „Gehen Sie damit.“

*Kommentar:* Die Therapeutin deutet und lenkt nicht. Sie vertraut dem Verlauf, solange er sich bewegt. Wiederholt sich dasselbe, verändert sie Richtung oder Tempo oder stellt eine kurze Frage („Wie alt fühlen Sie sich gerade?“).

## Indikation und Grenzen

EMDR eignet sich besonders, wenn abgrenzbare Erinnerungen belasten und ausführliches Erzählen schwerfällt. Vorsicht gilt bei schwerer Dissoziation, akuter Suizidalität, akuter Psychose, Anfallsleiden (ärztlich klären) und Augenerkrankungen (dann Töne oder Berührung). Steht eine Aussage vor Gericht bevor, besprechen Sie mögliche Folgen vorher mit der Person und raten Sie zu anwaltlicher Beratung.

In der Versorgung gesetzlich Versicherter kann EMDR bei Erwachsenen mit PTBS innerhalb eines Richtlinienverfahrens eingesetzt werden, wenn die Behandelnden dafür fachlich befähigt sind. Lesen befähigt nicht: EMDR lernt man in anerkannten Kursen mit Übung und Supervision.
$text$),

('course-4-abschluss', $text$
Das Ende einer Traumabehandlung ist ein eigener Abschnitt. Wer monatelang über das Schlimmste gesprochen hat, braucht Zeit, um zu prüfen, was sich verändert hat und was ohne Begleitung weitergeht. Für Menschen mit Verlusterfahrungen kann der Abschied selbst ein Auslöser sein. Kündigen Sie ihn früh an.

## Woran Sie erkennen, dass es Zeit ist

- Die Erinnerung lässt sich erzählen, ohne dass sie überwältigt. Traurig darf sie bleiben.
- Gemiedenes ist wieder zugänglich.
- Überzeugungen über Schuld, Sicherheit und Vertrauen sind beweglicher geworden.
- Alltag, Schlaf und Beziehungen haben sich gebessert.
- Fragebögen zeigen eine bedeutsame Veränderung gegenüber dem Beginn.

Nicht alles muss erreicht sein. Bleiben Symptome, prüfen Sie gemeinsam, ob eine weitere Erinnerung, eine andere Störung oder die Lebenslage der Grund ist.

## Bilanz ziehen

Schreiben Sie zusammen auf, was geholfen hat, in den Worten der Person. Vergleichen Sie die ersten Aufzeichnungen mit den letzten. Viele staunen, wie weit sie gekommen sind, weil sich Besserung langsam einstellt. Würdigen Sie auch, was verloren ist: Jahre, Gesundheit, Vertrauen. Trauer darüber ist kein Rückschritt.

## Rückfallvorbeugung

1. **Unterscheiden:** Ein schlechter Tag ist kein Rückfall. Jahrestage, Gerichtstermine, Nachrichten und neue Belastungen können Symptome vorübergehend zurückbringen.
2. **Frühzeichen sammeln:** Was wäre das Erste, was Sie selbst und was andere bemerken würden?
3. **Plan schreiben:** drei Dinge, die ich dann tue; eine Person, die ich anrufe; eine Übung, die ich wiederaufnehme.
4. **Vermeidung im Blick behalten:** Was habe ich zuletzt ausgelassen, und wovor schützt mich das?
5. **Hilfe regeln:** Wann melde ich mich wieder, und bei wem?

Planen Sie Auffrischungssitzungen mit wachsendem Abstand, zum Beispiel nach einem, drei und sechs Monaten, soweit das Kontingent es zulässt.

## Und Sie selbst

Wer Traumata behandelt, hört viel Leid. Warnzeichen sind eigene Bilder aus den Erzählungen, Zynismus, Schlafstörungen oder das Gefühl, als einzige Person helfen zu können. Begrenzen Sie die Zahl schwerer Sitzungen am Tag, halten Sie Pausen ein, nutzen Sie Intervision. Ihr Wohlergehen ist keine Privatsache: Es ist eine Bedingung guter Behandlung.
$text$),

('course-4-quiz', $text$
Drei Fragen aus einem größeren Vorrat, drei Leben. Nach jeder Antwort lesen Sie, warum sie stimmt oder nicht.
$text$)

on conflict (module_id) do nothing;

insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
values
  ('course-4-b-aufrechterhaltung', 'course-4', 'block-b', 1, 'Was hält eine PTBS nach Ehlers und Clark mit aufrecht?',
   array['Dass die Person zu wenig über das Ereignis weiß', 'Bewertungen und Strategien, die das Gefühl gegenwärtiger Bedrohung nähren',
     'Dass seit dem Ereignis zu viel Zeit vergangen ist'], null),
  ('course-4-b-stabilisierung', 'course-4', 'block-b', 2, 'Welche Aussage zur Stabilisierung trifft zu?',
   array['Sie muss bei allen mindestens ein halbes Jahr dauern.', 'Sie ersetzt die Arbeit an der Erinnerung.',
     'Sie bereitet vor, und zu langes Warten kann der Vermeidung dienen.'], null),
  ('course-4-b-dissoziation', 'course-4', 'block-b', 3,
   'Eine Patientin antwortet nicht mehr und starrt ins Leere. Was tun Sie zuerst?',
   array['Sie ansprechen, Ort und Datum nennen und auf die Sinne lenken', 'Ihre Hand nehmen, damit sie Nähe spürt',
     'Abwarten, bis sie von selbst weiterspricht'], null),
  ('course-4-b-in-vivo', 'course-4', 'block-b', 4, 'Was gilt für die Exposition in vivo bei Prolonged Exposure?',
   array['Man beginnt immer mit der schwierigsten Situation.', 'Gewählt werden Situationen, die objektiv sicher sind.',
     'Sicherheitsverhalten soll beibehalten werden, damit die Angst klein bleibt.'], null),
  ('course-4-b-haengepunkt', 'course-4', 'block-b', 5, 'Welcher Satz ist ein Hängepunkt im Sinne der CPT?',
   array['„Ich schäme mich.“', '„Es war dunkel.“', '„Ich hätte es verhindern müssen.“'], null),
  ('course-4-b-sud', 'course-4', 'block-b', 6, 'Was schätzt die Person bei EMDR von 1 bis 7 ein (VoC)?',
   array['Wie stimmig sich die gewünschte positive Überzeugung anfühlt', 'Wie belastend das Bild ist',
     'Wie viele Erinnerungen noch zu bearbeiten sind'], null),
  ('course-4-b-rueckfall', 'course-4', 'block-b', 7,
   'Am Jahrestag des Ereignisses schläft ein Patient drei Nächte schlecht. Wie ordnen Sie das ein?',
   array['Als Beweis, dass die Behandlung gescheitert ist', 'Als vorübergehende Reaktion, für die der Plan aus der Rückfallvorbeugung da ist',
     'Als Anlass, den Ort des Geschehens künftig zu meiden'], null),
  ('course-4-b-gefahr', 'course-4', 'block-b', 8,
   'Eine Patientin mit PTBS lebt mit einem gewalttätigen Partner. Was steht an erster Stelle?',
   array['Imaginative Exposition', 'Ein Abschlussbericht an die Krankenkasse', 'Schutz und äußere Sicherheit'], null),
  ('course-4-b-ende', 'course-4', 'block-b', 9,
   'Wie beenden Sie eine Sitzung mit imaginativer Exposition?',
   array['Auf dem Höhepunkt der Belastung, damit sie nachwirkt', 'Mit Zeit zum Verarbeiten und zum Sinken der Belastung',
     'Ohne weiteres Gespräch, um nichts zu zerreden'], null)
on conflict (id) do nothing;

insert into private.nemus_quiz_answers (question_id, correct_option, explanation)
values
  ('course-4-b-aufrechterhaltung', 1,
   'Das Modell nennt die Art der Erinnerung, ihre Bewertung und den Umgang damit. Zusammen erzeugen sie das Gefühl, die Bedrohung bestehe noch.'),
  ('course-4-b-stabilisierung', 2,
   'Stabilisierung soll handlungsfähig machen. Eine lange Phase für alle ist nicht nötig; offenes Warten vermittelt, die Erinnerung sei zu gefährlich.'),
  ('course-4-b-dissoziation', 0,
   'Ansprache, Orientierung und Sinnesreize holen in die Gegenwart zurück. Berührung ohne Absprache kann selbst auslösend wirken.'),
  ('course-4-b-in-vivo', 1,
   'Geübt wird, was sicher ist und dennoch gemieden wird, meist im mittleren Bereich beginnend. Sicherheitsverhalten verhindert die neue Erfahrung.'),
  ('course-4-b-haengepunkt', 2, 'Hängepunkte sind Gedanken, die die Erholung aufhalten. Scham ist ein Gefühl, die Dunkelheit eine Tatsache.'),
  ('course-4-b-sud', 0, 'VoC steht für die Stimmigkeit der positiven Überzeugung. Die Belastung wird von 0 bis 10 angegeben (SUD).'),
  ('course-4-b-rueckfall', 1, 'Jahrestage bringen Symptome oft vorübergehend zurück. Wer das erwartet, greift zum Plan statt zur Vermeidung.'),
  ('course-4-b-gefahr', 2, 'Solange Gefahr besteht, ist Angst angemessen. Schutz geht der Arbeit an der Erinnerung vor.'),
  ('course-4-b-ende', 1, 'Die gemeinsame Verarbeitung gehört zum Verfahren. Planen Sie Zeit ein, und beenden Sie keine Sitzung auf dem Höhepunkt.')
on conflict (question_id) do nothing;
