-- Texts and quiz of "Rechtliche Grundlagen"; its course, blocks and modules are rows of seed.sql. Blocks B and D are
-- not open yet: their texts here are previews.

insert into public.nemus_learning_contents (module_id, content)
values
('rechtliche-grundlagen-aufklaerung', $text$
Vor der ersten Behandlung klären Sie Ihre Patient*innen auf. Aufklärung ist kein Formular, sondern ein Gespräch: Sie soll eine selbstbestimmte Entscheidung ermöglichen. Die Pflicht steht in § 630e BGB und in den Berufsordnungen der Kammern.

## Worüber

Zu erläutern sind alle Umstände, die für die Einwilligung wesentlich sind:

- Art, Umfang, Durchführung, zu erwartende Folgen und Risiken der Behandlung
- Notwendigkeit, Dringlichkeit, Eignung und Erfolgsaussichten
- Alternativen, wenn mehrere übliche Methoden zu wesentlich unterschiedlichen Belastungen, Risiken oder Heilungschancen führen können

Für eine Psychotherapie heißt das auch: vorübergehende Verschlechterung, Auswirkungen auf Beziehungen, Rahmen und Dauer, Ausfallregelung. Wissen Sie, dass die Kosten nicht vollständig übernommen werden, informieren Sie vorab in Textform über die voraussichtlichen Kosten (§ 630c Abs. 3 BGB). Als Person in Weiterbildung sagen Sie, welchen Stand Sie haben und wer die Behandlung begleitet.

## Wie

1. **Mündlich,** durch Sie oder eine Person mit der nötigen Ausbildung. Texte dürfen ergänzen, nicht ersetzen.
2. **Rechtzeitig,** sodass die Entscheidung wohlüberlegt sein kann.
3. **Verständlich** für diese Person; fragen Sie nach, und ziehen Sie bei Bedarf eine Sprachmittlung hinzu.

Von Unterlagen, die im Zusammenhang mit Aufklärung oder Einwilligung unterzeichnet wurden, ist eine Abschrift auszuhändigen. Wer nicht selbst einwilligen kann, etwa ein Kind, bekommt das Wesentliche dennoch seinem Verständnis gemäß erklärt (§ 630e Abs. 5 BGB).

## Ausnahmen

Die Aufklärung kann entfallen, soweit sie ausnahmsweise entbehrlich ist, insbesondere wenn die Behandlung unaufschiebbar ist oder die Person ausdrücklich auf sie verzichtet hat. Halten Sie Inhalt und Zeitpunkt der Aufklärung in der Akte fest, und ergänzen Sie sie, wenn sich die Methode ändert.
$text$),

('rechtliche-grundlagen-einwilligung', $text$
Keine Behandlung ohne Einwilligung: Vor jeder Maßnahme ist sie einzuholen (§ 630d BGB). Wirksam ist sie nur, wenn die Aufklärung vorausging und die Person einwilligungsfähig ist.

## Einwilligungsfähigkeit

Maßgeblich ist, ob jemand Bedeutung, Tragweite und Risiken erfassen und danach entscheiden kann. Das ist keine Frage der Geschäftsfähigkeit und keine feste Altersgrenze. Auch bei Minderjährigen kommt es auf die Einsichtsfähigkeit an; meist ist zusätzlich mit den Sorgeberechtigten zu klären, wer einwilligt. Bei gemeinsamer Sorge ist grundsätzlich die Zustimmung beider Eltern nötig.

Fehlt die Einwilligungsfähigkeit, entscheidet die dazu berechtigte Person, etwa Eltern oder eine rechtliche Betreuung, soweit nicht eine Patientenverfügung die Maßnahme gestattet oder untersagt. Nur bei unaufschiebbaren Maßnahmen genügt der mutmaßliche Wille.

## Form und Widerruf

Die Einwilligung braucht keine Schriftform. Aus Beweisgründen ist ein unterschriebenes Blatt sinnvoll; das Gespräch ersetzt es nicht. Wer einwilligt, kann die Einwilligung jederzeit, ohne Angabe von Gründen und formlos widerrufen. Ein Kopfschütteln in der Exposition ist ein Widerruf für diesen Schritt.

Einwilligung ist deshalb kein einmaliger Akt. Fragen Sie vor neuen Methoden, vor Aufzeichnungen, vor Gesprächen mit Angehörigen und vor der Weitergabe von Berichten jeweils eigens nach.

## Für die Akte

1. Wozu wurde eingewilligt, und wann?
2. Wer war beteiligt, und worauf stützt sich die Berechtigung (zum Beispiel Sorgerecht, Betreuungsurkunde)?
3. Gab es Einschränkungen oder einen Widerruf?

Im Comic unterschreibt Herr Aydın und fragt, was geschieht, wenn er es sich anders überlegt. Lenas Antwort ist die ganze Regel.
$text$),

('rechtliche-grundlagen-schweigepflicht', $text$
Die Schweigepflicht schützt das Vertrauen, ohne das Psychotherapie nicht möglich ist. Ihre Verletzung ist strafbar (§ 203 StGB) und verstößt gegen die Berufsordnung.

## Was geschützt ist

Geschützt ist alles, was Ihnen beruflich anvertraut oder sonst bekannt geworden ist und was die betroffene Person geheim halten will: Inhalte, Befunde, Lebensumstände, auch über Dritte, und schon die Tatsache, dass jemand bei Ihnen in Behandlung ist. Der Schutz besteht über den Tod hinaus.

## Wem gegenüber

Die Pflicht gilt gegenüber allen, solange keine Entbindung oder andere Befugnis vorliegt:

- Angehörige, auch wenn sie sich sorgen oder die Behandlung bezahlen
- andere Behandelnde, auch wenn sie selbst schweigepflichtig sind
- Arbeitgeber, Behörden und Polizei
- Freund*innen und die eigene Familie

Mitarbeitende der Praxis und Personen, die zur Vorbereitung auf den Beruf dort tätig sind, dürfen erfahren, was sie für ihre Aufgabe brauchen. Sie sind selbst zur Verschwiegenheit verpflichtet. In Supervision und Intervision berichten Sie so, dass niemand erkennbar ist, oder mit Einwilligung.

## Entbindung

Entbinden kann nur, wen das Geheimnis betrifft. Die Erklärung soll freiwillig und bestimmt sein: wem gegenüber, worüber, wozu, bis wann. Schriftform ist ratsam. Sie kann jederzeit widerrufen werden. Bei Minderjährigen kommt es auf die Einsichtsfähigkeit an.

## Im Alltag

1. Am Telefon weder bestätigen noch verneinen: „Dazu darf ich Ihnen keine Auskunft geben, zu niemandem.“
2. Keine Namen im Wartezimmer, keine Akten in Sichtweite, verschlüsselte Post.
3. Vor Gericht: In Strafsachen besteht ein Zeugnisverweigerungsrecht (§ 53 StPO). Wer nicht entbunden ist, schweigt.

Zuhören dürfen Sie immer: Die Mutter von Herrn Aydın darf erzählen, was sie beunruhigt. Lena verrät damit nichts.
$text$),

('rechtliche-grundlagen-dokumentation', $text$
Die Akte dient zuerst der Behandlung: Sie hält fest, was für das weitere Vorgehen gebraucht wird. Zugleich ist sie Beweismittel und gehört zu den Rechten der Patient*innen (§§ 630f, 630g BGB).

## Führen

Zu dokumentieren sind in unmittelbarem zeitlichem Zusammenhang alle fachlich wesentlichen Maßnahmen und ihre Ergebnisse, insbesondere Anamnese, Diagnosen, Befunde, Therapien und ihre Wirkungen, Einwilligungen und Aufklärungen. Arztbriefe kommen in die Akte. Papier und elektronische Form sind gleichwertig.

Berichtigungen sind zulässig, wenn der ursprüngliche Inhalt und der Zeitpunkt der Änderung erkennbar bleiben. Was an Wesentlichem fehlt, gilt im Streit zunächst als nicht geschehen (§ 630h Abs. 3 BGB).

Aufzubewahren ist die Akte zehn Jahre nach Abschluss der Behandlung, soweit nicht nach anderen Vorschriften andere Fristen gelten.

## Einsicht

Auf Verlangen ist unverzüglich Einsicht in die *vollständige* Akte zu gewähren. Gründe müssen Patient*innen nicht nennen. Auch Ihre Notizen über die Behandlung können dazugehören. Ablehnen dürfen Sie nur, soweit erhebliche therapeutische Gründe oder sonstige erhebliche Rechte Dritter entgegenstehen. Die Ablehnung ist zu begründen, und sie betrifft nur die Stellen, für die sie gilt: Der Rest wird gezeigt.

Eine Kopie kann verlangt werden, auch elektronisch; die erste ist nach Art. 15 DSGVO unentgeltlich. Nach dem Tod können Erb*innen und nächste Angehörige in bestimmten Grenzen Einsicht erhalten, soweit der ausdrückliche oder mutmaßliche Wille der verstorbenen Person nicht entgegensteht.

## Bewährt

1. Schreiben Sie so, dass die Person es lesen darf: Beobachtung vor Deutung, keine Abwertung.
2. Trennen Sie Angaben über Dritte, damit sich Einsicht leichter gewähren lässt.
3. Bieten Sie an, die Akte gemeinsam anzusehen, wie Lena es tut. Eine Bedingung darf das nicht sein.
$text$),

('rechtliche-grundlagen-grenzen-der-schweigepflicht', $text$
Die Schweigepflicht ist stark, aber nicht grenzenlos. Wer sprechen will, braucht eine Befugnis. Es gibt mehrere, und jede hat eigene Voraussetzungen.

## Entbindung

Der einfachste und beste Weg ist fast immer die Zustimmung der Person. Fragen Sie zuerst: „Wäre es für Sie in Ordnung, wenn ich mit der Klinik spreche?“

## Rechtfertigender Notstand (§ 34 StGB)

Ohne Entbindung dürfen Sie sprechen, wenn eine gegenwärtige Gefahr für Leben, Leib, Freiheit oder ein anderes Rechtsgut nicht anders abwendbar ist und das geschützte Interesse das beeinträchtigte *wesentlich überwiegt*. Das Mittel muss angemessen sein. Prüfen Sie nacheinander:

1. Ist die Gefahr gegenwärtig und konkret, nicht nur denkbar?
2. Gibt es ein milderes Mittel: Gespräch, Krisenplan, freiwillige Einweisung?
3. Was steht auf beiden Seiten, und überwiegt der Schutz wesentlich?
4. Wer muss was wissen? Nur das Nötigste, nur an die richtige Stelle.
5. Mit wem habe ich mich beraten, und steht die Abwägung in der Akte?

## Kinder schützen (§ 4 KKG)

Bei gewichtigen Anhaltspunkten für die Gefährdung des Wohls eines Kindes sollen Sie die Lage mit dem Kind oder Jugendlichen und den Erziehungsberechtigten erörtern und auf Hilfe hinwirken, soweit dadurch der wirksame Schutz nicht in Frage gestellt wird. Sie haben Anspruch auf Beratung durch eine insoweit erfahrene Fachkraft und dürfen ihr dafür pseudonymisierte Angaben machen. Lässt sich die Gefahr so nicht abwenden, dürfen Sie das Jugendamt informieren; die Betroffenen sind vorab darauf hinzuweisen, außer der Schutz würde dadurch in Frage gestellt. Bei dringender Gefahr sollen Sie das Jugendamt unverzüglich informieren.

## Geplante schwere Straftaten (§§ 138, 139 StGB)

Von bestimmten geplanten Straftaten, etwa Mord oder Totschlag, muss glaubhafte Kenntnis rechtzeitig angezeigt werden. Für Psychotherapeut*innen enthält § 139 Abs. 3 StGB eine begrenzte Ausnahme, die gerade für einige der schwersten Taten nicht gilt. Vergangene Taten sind davon nicht erfasst: Über sie schweigen Sie.

## Wenn es ernst wird

Holen Sie Rat, bevor Sie handeln, sofern die Zeit reicht: Supervision, Leitung, Kammer, anwaltliche Beratung. Dieser Kurs gibt einen Überblick und ersetzt keine Beratung im Einzelfall.
$text$),

('rechtliche-grundlagen-quiz-berufsrecht', $text$
Drei Fragen, drei Leben. Nach jeder Antwort lesen Sie, warum sie stimmt oder nicht.
$text$),

('rechtliche-grundlagen-behandlungsvertrag', $text$
Rechte und Pflichten aus dem Behandlungsvertrag (§§ 630a ff. BGB), Haftung für Fehler und die Beweislast.
$text$),

('rechtliche-grundlagen-notstand', $text$
Wann Sie handeln dürfen und wann Sie handeln müssen.
$text$),

('rechtliche-grundlagen-aussage-vor-gericht', $text$
Zeugnisverweigerungsrecht, Entbindung von der Schweigepflicht und die Vorbereitung auf den Termin.
$text$),

('rechtliche-grundlagen-fernbehandlung', $text$
Videosprechstunde: was die Berufsordnung erlaubt und was vorab zu klären ist.
$text$),

('rechtliche-grundlagen-minderjaehrige', $text$
Einsichtsfähigkeit, Sorgerecht und die Einwilligung beider Eltern.
$text$),

('rechtliche-grundlagen-datenschutz', $text$
Verzeichnis von Verarbeitungstätigkeiten, Auskunft und Meldung von Pannen.
$text$)

on conflict (module_id) do nothing;

insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
values
  ('rechtliche-grundlagen-a-schweigepflicht', 'rechtliche-grundlagen', 'block-a', 1, 'Die Mutter eines erwachsenen Patienten fragt am Telefon, wie es ihm geht. Er hat Sie nicht von der Schweigepflicht entbunden. Was dürfen Sie sagen?',
   array['Nur allgemein, dass es ihm besser geht.', 'Nichts – auch nicht, ob er in Behandlung ist.', 'Alles, denn sie ist eine nahe Angehörige.'], 3),
  ('rechtliche-grundlagen-a-aufbewahrung', 'rechtliche-grundlagen', 'block-a', 2, 'Wie lange bewahren Sie die Akte nach Abschluss der Behandlung auf?',
   array['Zwei Jahre', 'Fünf Jahre', 'Zehn Jahre'], 4),
  ('rechtliche-grundlagen-a-notstand', 'rechtliche-grundlagen', 'block-a', 3, 'Wann dürfen Sie ohne Entbindung von der Schweigepflicht sprechen?',
   array['Wenn eine gegenwärtige Gefahr nicht anders abwendbar ist und das geschützte Interesse wesentlich überwiegt.', 'Wenn Angehörige ein berechtigtes Interesse nennen und zusagen, alles für sich zu behalten.', 'Wenn eine Kollegin fachlich nachfragt, denn auch sie unterliegt der Schweigepflicht.'], 6),
  ('rechtliche-grundlagen-a-aufklaerung', 'rechtliche-grundlagen', 'block-a', 4, 'Wie klären Sie vor einer Behandlung auf?',
   array['Mit einem Merkblatt, das die Person zu Hause liest.', 'Mündlich, verständlich und rechtzeitig; Texte dürfen ergänzen.',
     'Nach der dritten Sitzung, wenn Vertrauen entstanden ist.'], 1),
  ('rechtliche-grundlagen-a-widerruf', 'rechtliche-grundlagen', 'block-a', 5, 'Ein Patient möchte eine begonnene Methode nicht fortsetzen. Was gilt?',
   array['Er muss seine Gründe schriftlich darlegen.', 'Er ist an seine Unterschrift gebunden.',
     'Er kann die Einwilligung jederzeit ohne Angabe von Gründen widerrufen.'], 2),
  ('rechtliche-grundlagen-a-einsicht', 'rechtliche-grundlagen', 'block-a', 6, 'Eine Patientin verlangt Einsicht in ihre Akte. Was tun Sie?',
   array['Ich gewähre sie unverzüglich, soweit nicht erhebliche therapeutische Gründe oder erhebliche Rechte Dritter entgegenstehen.',
     'Ich gebe ihr eine Zusammenfassung, denn meine Akte gehört mir.', 'Ich frage nach ihren Gründen und entscheide danach.'], 5),
  ('rechtliche-grundlagen-a-berichtigung', 'rechtliche-grundlagen', 'block-a', 7, 'Sie bemerken einen Fehler in einem Eintrag von letzter Woche. Wie berichtigen Sie ihn?',
   array['Ich überschreibe den Eintrag.', 'Ich ergänze ihn so, dass ursprünglicher Inhalt und Zeitpunkt der Änderung erkennbar bleiben.',
     'Gar nicht, Einträge dürfen nicht geändert werden.'], 4),
  ('rechtliche-grundlagen-a-kollegin', 'rechtliche-grundlagen', 'block-a', 8,
   'Die Hausärztin Ihres Patienten ruft an und fragt nach dem Stand der Therapie. Eine Entbindung liegt nicht vor. Was tun Sie?',
   array['Ich gebe Auskunft, denn auch sie unterliegt der Schweigepflicht.', 'Ich gebe nur die Diagnose weiter.',
     'Ich gebe keine Auskunft und bitte meinen Patienten um eine Entbindung.'], 3),
  ('rechtliche-grundlagen-a-umfang', 'rechtliche-grundlagen', 'block-a', 9,
   'Eine akute Gefahr für ein Leben lässt sich nur durch einen Anruf beim Rettungsdienst abwenden. Wie viel sagen Sie?',
   array['Die ganze Vorgeschichte, damit das Team alles weiß.', 'Nur, was zur Abwendung der Gefahr nötig ist.',
     'Nichts, denn die Schweigepflicht gilt ausnahmslos.'], 6)
on conflict (id) do nothing;

insert into private.nemus_quiz_answers (question_id, correct_option, explanation)
values
  ('rechtliche-grundlagen-a-schweigepflicht', 1,
   'Ohne Entbindung gilt die Schweigepflicht auch gegenüber Angehörigen. Schon die Tatsache der Behandlung gehört zum Geheimnis (§ 203 StGB).'),
  ('rechtliche-grundlagen-a-aufbewahrung', 2,
   'Zehn Jahre nach Abschluss der Behandlung, sofern keine anderen Fristen gelten (§ 630f Abs. 3 BGB).'),
  ('rechtliche-grundlagen-a-notstand', 0,
   'Der rechtfertigende Notstand erlaubt es, wenn das geschützte Interesse wesentlich überwiegt: gegenwärtige Gefahr, kein milderes Mittel, und dann nur das Nötigste (§ 34 StGB).'),
  ('rechtliche-grundlagen-a-aufklaerung', 1, 'Die Aufklärung geschieht mündlich, verständlich und so rechtzeitig, dass die Entscheidung wohlüberlegt sein kann (§ 630e Abs. 2 BGB).'),
  ('rechtliche-grundlagen-a-widerruf', 2, 'Die Einwilligung kann jederzeit, ohne Angabe von Gründen und formlos widerrufen werden (§ 630d Abs. 3 BGB).'),
  ('rechtliche-grundlagen-a-einsicht', 0, 'Gründe muss sie nicht nennen. Eine Ablehnung ist nur so weit zulässig, wie die Gegengründe reichen, und zu begründen (§ 630g Abs. 1 BGB).'),
  ('rechtliche-grundlagen-a-berichtigung', 1, 'Änderungen sind zulässig, wenn neben dem ursprünglichen Inhalt erkennbar bleibt, wann sie vorgenommen wurden (§ 630f Abs. 1 BGB).'),
  ('rechtliche-grundlagen-a-kollegin', 2, 'Die Schweigepflicht gilt auch unter Schweigepflichtigen. Entbinden kann nur die betroffene Person (§ 203 StGB).'),
  ('rechtliche-grundlagen-a-umfang', 1, 'Ist die Gefahr nicht anders abwendbar und überwiegt das geschützte Interesse wesentlich, ist nur das Erforderliche erlaubt (§ 34 StGB).')
on conflict (question_id) do nothing;
