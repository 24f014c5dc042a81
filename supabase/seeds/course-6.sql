-- Texts and quiz of "Selbsterfahrung: schwierige Verläufe"; its course, blocks and modules are rows of seed.sql.

insert into public.nemus_learning_contents (module_id, content)
values
('course-6-ausgangspunkt', $text$
Manche Behandlungen stocken. Termine fallen aus, Sitzungen wiederholen sich, Sie ertappen sich beim Blick auf die Uhr. Dieser Kurs fragt nicht zuerst nach der Technik, sondern nach Ihnen: Was bringen Sie mit, was löst die Situation in Ihnen aus, und was tun Sie dann?

## Rahmen

Die Übungen sind für Sie bestimmt. Niemand im Portal liest mit, und nichts davon wird abgefragt: Das Quiz am Ende betrifft nur den Stoff. Schreiben Sie von Hand oder in eine Datei, auf die nur Sie Zugriff haben, und verwenden Sie keine Namen von Patient*innen. Wenn etwas Sie stark belastet, unterbrechen Sie und wenden Sie sich an Ihre Selbsterfahrungsleitung, Supervision oder eine Person Ihres Vertrauens. Dieser Kurs ersetzt keine Selbsterfahrung mit anderen.

## Bestandsaufnahme: drei Behandlungen

Wählen Sie eine Behandlung, die gut läuft, eine, die stockt, und eine, die abgebrochen wurde. Notieren Sie zu jeder:

1. Was fühle ich in der Stunde davor, und was danach?
2. Woran denke ich, wenn ich unvorbereitet an diese Person denke?
3. Was tue ich bei ihr, das ich sonst nicht tue (länger bleiben, mehr erklären, Themen auslassen)?
4. Was würde ich einer Kollegin über diese Behandlung nicht erzählen?

Die vierte Frage ist oft die ergiebigste. Was wir verschweigen, hat meist mit Scham oder mit einem Wunsch zu tun.

## Der Körper als Auskunft

Setzen Sie sich aufrecht hin und rufen Sie die stockende Behandlung für zwei Minuten wach: den Raum, die Stimme, den letzten Satz. Achten Sie auf Kiefer, Schultern, Bauch, Atem. Benennen Sie, was Sie bemerken, ohne es zu deuten: „Druck hinter dem Brustbein“ genügt. Wiederholen Sie es mit der gelingenden Behandlung und vergleichen Sie.

## Was ich dafür brauche

Tragen Sie auf einer Skala von 0 bis 10 ein, wie gut derzeit versorgt sind: Schlaf, Bewegung, Freundschaften, Zeit ohne Aufgabe, finanzielle Sicherheit, fachlicher Austausch. Ein niedriger Wert ist kein Urteil. Er erklärt aber, warum manches schwerer fällt, als es müsste.

## Abschluss

Schreiben Sie einen Satz, der beginnt mit: „In schwierigen Behandlungen neige ich dazu, …“ Er muss nicht stimmen. Sie werden ihn im letzten Modul noch einmal lesen.
$text$),

('course-6-muster', $text$
Wir reagieren auf schwierige Verläufe nicht zufällig. Wir alle haben früh gelernt, wie man mit Enttäuschung, Ärger oder Hilflosigkeit anderer umgeht. Diese Muster waren einmal sinnvoll. In der Behandlung können sie zum Teil des Problems werden, besonders wenn sie genau zu den Mustern der anderen Person passen.

## Fünf verbreitete Muster

- **Retten:** mehr geben, länger bleiben, erreichbar sein. Dahinter oft: „Wenn ich nicht helfe, geschieht etwas Schlimmes.“
- **Überzeugen:** erklären, belegen, diskutieren. Dahinter oft: „Ich muss recht haben, um sicher zu sein.“
- **Gefallen:** zustimmen, Kritik vermeiden, Grenzen dehnen. Dahinter oft: „Ablehnung halte ich schlecht aus.“
- **Erstarren:** still werden, an Techniken festhalten, Zeit vergehen lassen. Dahinter oft: „Ein Fehler wäre unverzeihlich.“
- **Abwerten:** innerlich aufgeben, über die Person spotten, Diagnosen als Urteil verwenden. Dahinter oft: „Ich ertrage meine Hilflosigkeit nicht.“

Die meisten kennen mehrere. Entscheidend ist, welches unter Druck zuerst kommt.

## Übung: vom Auslöser zur Handlung

Nehmen Sie die stockende Behandlung und analysieren Sie *sich selbst*:

1. **Situation:** Was genau hat die Person gesagt oder getan?
2. **Erleben:** Gedanke, Gefühl, Körper, Handlungsimpuls.
3. **Verhalten:** Was habe ich getan?
4. **Kurzfristige Folge:** Was wurde dadurch leichter, für mich und für sie?
5. **Langfristige Folge:** Was wurde dadurch schwerer?
6. **Vertrautheit:** Woher kenne ich das, und wie alt fühle ich mich dabei?

## Wenn zwei Muster ineinandergreifen

Ein Therapeut neigt zum Retten. Sein Patient hat gelernt, dass Not Zuwendung bringt. Je mehr der Therapeut anbietet, desto weniger traut sich der Patient zu; je hilfloser der Patient wirkt, desto mehr bietet der Therapeut an. Keiner handelt böswillig. Der Kreis öffnet sich erst, wenn einer von beiden etwas anderes tut und die Spannung aushält, die dann entsteht.

Zeichnen Sie einen solchen Kreis für Ihre Behandlung: links Ihr Erleben und Tun, rechts das vermutete der anderen Person. Markieren Sie die Stelle, an der *Sie* am ehesten anders handeln können.

## Vorsicht vor zu viel Selbstbezug

Nicht alles, was Sie fühlen, stammt von der anderen Person, und nicht alles hat mit Ihrer Geschichte zu tun. Müdigkeit kann Schlafmangel sein. Und ein stockender Verlauf kann bedeuten, dass Diagnose, Methode oder Rahmen nicht passen. Prüfen Sie beides, bevor Sie deuten.
$text$),

('course-6-grenzen', $text$
Erschöpfung entsteht selten allein aus der Zahl der Stunden. Häufiger entsteht sie, wenn wir uns für etwas verantwortlich fühlen, das wir nicht beeinflussen können. Dieses Modul hilft, Verantwortung zu ordnen.

## Drei Kreise

**In meiner Hand** liegen: fachgerechtes Vorgehen, Aufklärung, verlässlicher Rahmen, Dokumentation, Einschätzung von Gefährdungen, Supervision und mein eigener Umgang mit Belastung.

**Gemeinsam** tragen wir: Ziele, Aufgaben, Tempo, Gesprächsklima und das Ansprechen von Spannungen.

**Nicht in meiner Hand** liegen: die Entscheidungen der anderen Person, ihr Umfeld, Vergangenes, Wartezeiten, Bewilligungen und auch das Ergebnis.

Schreiben Sie zu Ihrer stockenden Behandlung je drei Punkte in jeden Kreis. Prüfen Sie danach, wohin Ihre Kraft tatsächlich geht.

## Grenzen setzen

Eine Grenze beschreibt, was *ich* tue, nicht, was die andere Person soll. „Ich beende die Sitzung nach fünfzig Minuten“ ist eine Grenze. „Sie müssen pünktlicher sein“ ist eine Forderung. Hilfreich ist die Reihenfolge: Anliegen würdigen, Grenze nennen, Möglichkeit anbieten.

> „Ich merke, wie wichtig Ihnen das gerade ist. Zwischen den Sitzungen kann ich keine Nachrichten beantworten. Lassen Sie uns jetzt überlegen, was Ihnen bis Donnerstag hilft und wen Sie in einer Krise erreichen.“

Freundlichkeit und Klarheit schließen sich nicht aus. Unklare Grenzen sind selten ein Geschenk: Sie müssen später zurückgenommen werden, und das trifft härter.

## Verantwortung bei Gefährdung

Bei Suizidalität oder Gefahr für andere wächst die Verantwortung, und mit ihr die Versuchung, allein zu handeln. Halten Sie sich an Ihren Ablauf: einschätzen, ansprechen, Maßnahmen vereinbaren oder veranlassen, beraten lassen, dokumentieren. In der Weiterbildung gehört die Rücksprache mit der anleitenden oder supervidierenden Person dazu. Eine sorgfältige Einschätzung kann sich im Nachhinein als falsch erweisen, ohne ein Fehler gewesen zu sein.

## Wenn ich nicht die richtige Person bin

Eine Behandlung zu beenden oder zu übergeben kann die fachlich bessere Entscheidung sein: bei fehlender Qualifikation, Befangenheit, anhaltender Wirkungslosigkeit oder einem nicht lösbaren Konflikt. Besprechen Sie es früh und offen, benennen Sie Ihren Anteil, unterstützen Sie bei der Suche, und beenden Sie nicht in der Krise.

## Frage für die Supervision

„Wofür fühle ich mich hier verantwortlich, obwohl es nicht in meiner Hand liegt, und was müsste ich fühlen, wenn ich es losließe?“
$text$),

('course-6-plan', $text$
Vorsätze halten selten, Pläne eher. In diesem Modul machen Sie aus Ihren Einsichten eine Vereinbarung mit sich selbst. Sie ist kurz, konkret und hat einen Zeitpunkt, zu dem Sie sie prüfen.

## Rückblick

Lesen Sie den Satz aus dem ersten Modul: „In schwierigen Behandlungen neige ich dazu, …“ Stimmt er noch? Ergänzen Sie: „… weil es mich davor schützt, …“ und „… und es kostet mich, …“

## Die vier Teile des Plans

**1. Frühzeichen.** Notieren Sie drei Anzeichen, an denen Sie selbst merken, dass Sie in Ihr Muster geraten, und eines, an dem andere es merken. Beispiel: Ich schreibe Sitzungsnotizen erst am Wochenende.

**2. Unterbrechung.** Was tun Sie in den nächsten zehn Minuten? Wenn-dann-Sätze helfen: „Wenn ich mich beim dritten Erklärungsversuch ertappe, dann halte ich inne und frage, wie es der Person gerade geht.“

**3. Unterstützung.** Wer wird wann angesprochen? Nennen Sie eine Person für fachliche Fragen, eine für persönliche und eine für den Notfall. Vereinbaren Sie mit Ihrer Intervisionsgruppe, dass schwierige Verläufe ausdrücklich willkommen sind.

**4. Vorsorge.** Welche zwei Gewohnheiten tragen Sie durch belastete Wochen? Planen Sie sie wie einen Termin. Klein und verlässlich ist besser als groß und selten: zehn Minuten Gehen zwischen zwei Sitzungen, ein fester Abend ohne Fachliches.

## Den Rahmen mitdenken

Selbstfürsorge darf nicht verdecken, was an Bedingungen liegt. Zu viele Fälle, fehlende Anleitung oder unklare Zuständigkeiten sind kein persönliches Versagen. Prüfen Sie, was Sie an Ihrer Weiterbildungsstätte ansprechen können und mit wem. Auch das ist Teil des Plans.

## Wenn es zu viel wird

Anhaltende Schlafstörungen, Niedergeschlagenheit, vermehrter Konsum, Gedanken, nicht mehr leben zu wollen: Dann brauchen *Sie* Unterstützung, und zwar bald. Ärztliche und psychotherapeutische Hilfe steht auch Ihnen zu. In einer akuten Krise wählen Sie 112; die Telefonseelsorge ist rund um die Uhr kostenlos erreichbar unter 0800 111 0 111.

## Vereinbarung

Schreiben Sie Ihren Plan auf eine Seite und setzen Sie ein Datum in drei Monaten. Fragen Sie sich dann:

1. Welches Frühzeichen habe ich bemerkt?
2. Was habe ich anders gemacht?
3. Was hat es in der Behandlung verändert?
4. Was passe ich an?

Besprechen Sie die Antworten mit einer vertrauten Person aus dem Kollegium. Schwierige Verläufe wird es weiter geben. Sie werden sie nicht allein tragen.
$text$),

('course-6-quiz', $text$
Drei Fragen aus einem größeren Vorrat, drei Leben. Nach jeder Antwort lesen Sie, warum sie stimmt oder nicht.
$text$)

on conflict (module_id) do nothing;

insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
values
  ('course-6-b-verschwiegen', 'course-6', 'block-b', 1,
   'Warum lohnt die Frage, was Sie einer Kollegin über eine Behandlung nicht erzählen würden?',
   array['Weil Verschwiegenes oft auf Scham oder einen Wunsch hinweist', 'Weil Kolleg*innen alles wissen müssen',
     'Weil sie die Dokumentation ersetzt'], null),
  ('course-6-b-retten', 'course-6', 'block-b', 2,
   'Eine Therapeutin verlängert Sitzungen, schreibt abends Nachrichten und ist erschöpft. Welches Muster liegt nahe?',
   array['Abwerten', 'Retten', 'Erstarren'], null),
  ('course-6-b-kreis', 'course-6', 'block-b', 3, 'Zwei Muster greifen ineinander. Wo setzen Sie an?',
   array['Beim Verhalten der anderen Person', 'Bei der Deutung ihrer Kindheit',
     'An der Stelle, an der Sie selbst am ehesten anders handeln können'], null),
  ('course-6-b-hand', 'course-6', 'block-b', 4, 'Was liegt in einer Behandlung nicht in Ihrer Hand?',
   array['Die Entscheidungen der anderen Person', 'Eine sorgfältige Dokumentation', 'Ein verlässlicher Rahmen'], null),
  ('course-6-b-grenze', 'course-6', 'block-b', 5, 'Welcher Satz ist eine Grenze und keine Forderung?',
   array['„Sie müssen pünktlicher sein.“', '„Ich beende die Sitzung nach fünfzig Minuten.“',
     '„Hören Sie auf, mir zu schreiben.“'], null),
  ('course-6-b-gefaehrdung', 'course-6', 'block-b', 6,
   'Sie sind in Weiterbildung, und ein Patient äußert konkrete Suizidgedanken. Was gehört zu Ihrem Vorgehen?',
   array['Allein entscheiden, um niemanden zu beunruhigen', 'Das Thema wechseln, um nichts auszulösen',
     'Einschätzen, ansprechen, Maßnahmen veranlassen, Rücksprache halten und dokumentieren'], null),
  ('course-6-b-wenn-dann', 'course-6', 'block-b', 7, 'Welcher Vorsatz hat die besten Aussichten?',
   array['„Ich will gelassener werden.“',
     '„Wenn ich mich beim dritten Erklären ertappe, frage ich, wie es der Person gerade geht.“',
     '„Ab morgen mache ich alles anders.“'], null),
  ('course-6-b-deutung', 'course-6', 'block-b', 8,
   'Sie sind in einer Sitzung müde. Wie deuten Sie das?',
   array['Als sicheres Zeichen, dass die Person etwas verschweigt', 'Zunächst gar nicht: Es kann auch Schlafmangel sein',
     'Als Beweis für ein eigenes ungelöstes Thema'], null),
  ('course-6-b-uebergabe', 'course-6', 'block-b', 9,
   'Sie merken, dass Ihnen für eine Behandlung die Qualifikation fehlt. Was ist fachlich angemessen?',
   array['Weitermachen, um die Person nicht zu enttäuschen', 'Die Sitzungen ohne Erklärung auslaufen lassen',
     'Es offen besprechen und bei einer Übergabe unterstützen'], null)
on conflict (id) do nothing;

insert into private.nemus_quiz_answers (question_id, correct_option, explanation)
values
  ('course-6-b-verschwiegen', 0, 'Was wir auslassen, zeigt oft, wo es um uns selbst geht. Genau das gehört in Supervision und Selbsterfahrung.'),
  ('course-6-b-retten', 1, 'Mehr geben, länger bleiben und immer erreichbar sein kennzeichnet das Retten.'),
  ('course-6-b-kreis', 2, 'Beeinflussen können Sie Ihr eigenes Tun. Verändert sich Ihr Teil, muss sich der Kreis verändern.'),
  ('course-6-b-hand', 0, 'Rahmen und Dokumentation sind Ihre Aufgabe. Entscheidungen trifft die andere Person selbst.'),
  ('course-6-b-grenze', 1, 'Eine Grenze beschreibt das eigene Handeln. Die anderen Sätze verlangen etwas von der anderen Person.'),
  ('course-6-b-gefaehrdung', 2,
   'Gefährdung wird offen angesprochen und nicht allein getragen. Nachfragen löst keine Suizidalität aus, sondern entlastet häufig.'),
  ('course-6-b-wenn-dann', 1, 'Wenn-dann-Sätze verbinden ein erkennbares Zeichen mit einer konkreten Handlung.'),
  ('course-6-b-deutung', 1, 'Nicht jede Reaktion stammt von der anderen Person, und nicht jede hat mit der eigenen Geschichte zu tun. Erst prüfen, dann deuten.'),
  ('course-6-b-uebergabe', 2, 'Eine gut begleitete Übergabe kann die bessere Behandlung sein. Sie wird früh und offen besprochen und nicht in der Krise vollzogen.')
on conflict (question_id) do nothing;
