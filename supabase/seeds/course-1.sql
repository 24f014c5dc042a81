-- Texts and quiz of "Einführung in die Verhaltenstherapie"; its course, blocks and modules are rows of seed.sql.

insert into public.nemus_learning_contents (module_id, content)
values
('course-1-lerntheorien', $text$
Verhaltenstherapie beginnt mit einer Annahme, die Hoffnung macht: Erleben und Verhalten sind zu einem großen Teil gelernt, und was gelernt wurde, lässt sich durch neue Erfahrungen verändern. Wer die Lerntheorien kennt, versteht, wie ein Problem entstanden sein kann, vor allem aber, was es heute am Leben hält.

## Klassisches Konditionieren

Ein zunächst neutraler Reiz tritt wiederholt gemeinsam mit einem Reiz auf, der von sich aus eine Reaktion auslöst. Danach genügt er allein. Eine Patientin, die in der U-Bahn eine Panikattacke erlebt hat, reagiert später schon auf das Geräusch der schließenden Türen mit Herzklopfen. Ähnliche Reize können dieselbe Reaktion auslösen (Generalisierung).

Bleibt die befürchtete Folge aus, nimmt die Reaktion ab. Diese Löschung überschreibt die alte Verknüpfung nicht. Es entsteht eine zweite, hemmende Gedächtnisspur. Deshalb können Ängste in einem anderen Umfeld oder nach langer Zeit zurückkehren, und deshalb üben wir in vielen Situationen.

## Operantes Konditionieren

Verhalten wird häufiger oder seltener, je nachdem, was darauf folgt:

- **Positive Verstärkung:** Etwas Angenehmes kommt hinzu, das Verhalten nimmt zu.
- **Negative Verstärkung:** Etwas Unangenehmes fällt weg, das Verhalten nimmt ebenfalls zu.
- **Bestrafung:** Etwas Unangenehmes kommt hinzu oder etwas Angenehmes fällt weg, das Verhalten nimmt ab.
- **Löschung:** Die bisherige Verstärkung bleibt aus, das Verhalten nimmt nach einem häufigen vorübergehenden Anstieg ab.

Negative Verstärkung ist keine Bestrafung. Sie ist der Motor der Vermeidung: Wer die U-Bahn verlässt, fühlt sich sofort erleichtert und steigt das nächste Mal gar nicht erst ein.

Die Zwei-Faktoren-Theorie von Mowrer verbindet beides: Angst entsteht durch klassisches Konditionieren und bleibt durch negativ verstärkte Vermeidung bestehen. Nicht jede Angst hat ein auffindbares Lernereignis; als Modell der Aufrechterhaltung bleibt der Gedanke dennoch nützlich.

## Lernen am Modell

Nach Bandura genügt es oft, andere zu beobachten. Ob wir Beobachtetes selbst tun, hängt von Aufmerksamkeit, Erinnerung, eigenen Fertigkeiten und der erwarteten Folge ab. Auch Sie sind ein Modell: Wie Sie mit Unsicherheit und Fehlern umgehen, lernen Ihre Patient*innen mit.

## Für Ihre Praxis

1. Fragen Sie zuerst, was das Verhalten heute aufrechterhält, dann nach seiner Geschichte.
2. Achten Sie auf kurzfristige Erleichterung: Sie erklärt oft, warum ein langfristig schädliches Verhalten bleibt.
3. Prüfen Sie, was Sie selbst in der Sitzung verstärken, etwa durch besondere Zuwendung bei Klagen.
$text$),

('course-1-verhaltensanalyse', $text$
Eine Diagnose sagt, was jemand hat. Die funktionale Analyse fragt, wozu ein bestimmtes Verhalten in einer bestimmten Situation dient. Sie ist die Brücke zwischen Problem und Intervention, denn an jeder Stelle der Kette kann eine Veränderung ansetzen.

## Das SORKC-Schema

- **S – Situation:** Was ging unmittelbar voraus, äußerlich (Ort, Person, Uhrzeit) und innerlich (Gedanke, Körperempfindung)?
- **O – Organismus:** Was bringt die Person mit, etwa Schlafmangel, körperliche Erkrankung, Grundannahmen und Lerngeschichte?
- **R – Reaktion:** Was geschieht auf den Ebenen Gedanken, Gefühle, Körper und beobachtbares Verhalten?
- **K – Kontingenz:** Wie regelmäßig und wie rasch folgt die Konsequenz?
- **C – Konsequenz:** Was kommt hinzu oder fällt weg, kurzfristig und langfristig?

## Ein Fall

Herr K., 34, meldet sich wegen Vortragsangst. Sie wählen mit ihm eine konkrete Situation der vergangenen Woche: Die Leiterin bittet ihn am Montag, am Donnerstag die Zahlen vorzustellen.

1. **S:** Bitte der Leiterin vor dem Team, innerlich das Bild, mitten im Satz zu verstummen.
2. **O:** Überzeugung „Wer stockt, ist unfähig“, seit Tagen wenig Schlaf, frühere Beschämung in der Schule.
3. **R:** Gedanke „Ich blamiere mich“, Angst, Herzklopfen und trockener Mund, er schreibt eine Absage.
4. **K:** Die Entlastung tritt bei jeder Absage und sofort ein.
5. **C:** Kurzfristig fällt die Angst ab (negative Verstärkung). Langfristig fehlt die Erfahrung, dass es gut gehen kann, die Überzeugung festigt sich, und ein beruflicher Nachteil entsteht.

## Worauf es ankommt

Bleiben Sie bei *einer* Situation und fragen Sie wie durch eine Kamera: Was war zu sehen, was kam danach? „Er ist vermeidend“ ist eine Eigenschaft, „er sagt ab“ ist ein Verhalten.

Beschreiben Sie Reaktionen auf allen Ebenen. Häufig ist ein Element zugleich Reaktion und neuer Auslöser: Das Herzklopfen wird selbst zum Reiz für den Gedanken „Gleich kippe ich um“.

Trennen Sie kurz- und langfristige Folgen. Problematisches Verhalten hat fast immer einen kurzfristigen Nutzen. Wer ihn würdigt, statt ihn zu entlarven, gewinnt Patient*innen für die Veränderung.

## Von der Analyse zur Intervention

Aus der Kette ergeben sich Ansatzpunkte: an S Stimuluskontrolle oder Exposition, an O Schlaf und Grundannahmen, an R Fertigkeiten und kognitive Techniken, an K und C der Abbau der Vermeidung und der Aufbau von Verstärkung für Annäherung. Halten Sie die Analyse als Hypothese fest und prüfen Sie sie mit Selbstbeobachtung.
$text$),

('course-1-stoerungsmodell', $text$
Patient*innen kommen mit einer eigenen Erklärung: „Ich bin zu schwach“, „Das liegt an den Nerven“. Ein gemeinsames Störungsmodell ersetzt diese Erklärung nicht von außen. Es ordnet die Beobachtungen der Person so, dass das Leiden verständlich wird und ein Weg der Veränderung erkennbar ist.

## Was ein gutes Modell leistet

- Es ist **individuell:** Es enthält die Worte und Beispiele der Person.
- Es ist **entlastend:** Es erklärt, ohne zu beschuldigen.
- Es ist **handlungsleitend:** Jede Zeile zeigt, wo Behandlung ansetzen kann.
- Es ist **vorläufig:** Neue Erfahrungen dürfen es verändern.

## Drei Arten von Bedingungen

Bewährt hat sich die Unterscheidung zwischen *Vulnerabilität* (Veranlagung, frühe Erfahrungen, Grundannahmen), *Auslösern* (Belastungen, Verluste, Übergänge) und *aufrechterhaltenden Bedingungen* (Vermeidung, Sicherheitsverhalten, Rückzug, Grübeln). Für die Behandlung zählen die letzten am meisten: Die Kindheit lässt sich nicht ändern, der Umgang mit ihren Folgen schon.

Bei Panikstörung zeichnen viele den Teufelskreis: Auslöser, Körperempfindung, Bewertung als Gefahr, Angst, stärkere Körperempfindung. Bei Depression ist es oft die Spirale aus Rückzug, weniger angenehmen Erfahrungen, gedrückter Stimmung und weiterem Rückzug. Zeichnen Sie gemeinsam, am besten auf ein Blatt, das die Person mitnimmt.

## Psychoedukation als Gespräch

Information wirkt, wenn sie an eine Frage anschließt. Halten Sie deshalb keine Vorträge:

1. Erfragen Sie, was die Person schon weiß und vermutet.
2. Geben Sie eine kurze Information in Alltagssprache.
3. Fragen Sie, was davon zu ihrer Erfahrung passt und was nicht.
4. Bitten Sie sie, das Modell in eigenen Worten zusammenzufassen.

> Therapeutin: „Sie sagten, das Herzklopfen kam zuerst. Was ging Ihnen in diesem Moment durch den Kopf?“ – Patient: „Dass ich einen Infarkt bekomme.“ – Therapeutin: „Und was hat Ihr Körper aus diesem Gedanken gemacht?“

## Grenzen

Ein Modell ist keine Diagnose der Ursache. Sagen Sie „Das kann dazu beigetragen haben“ statt „Das kommt daher“. Körperliche Ursachen müssen abgeklärt sein, bevor Sie Beschwerden psychologisch erklären. Lehnt jemand das Modell ab, ist das eine wichtige Information: Fragen Sie nach der eigenen Erklärung und suchen Sie die gemeinsame Schnittmenge. Ein Modell, dem nur die Behandelnden zustimmen, trägt keine Exposition.
$text$),

('course-1-therapieziele', $text$
„Ich möchte, dass es mir besser geht“ ist ein verständlicher Wunsch, aber noch kein Therapieziel. Ziele geben der Behandlung Richtung, machen Fortschritt sichtbar und beugen der Enttäuschung vor, wenn beide Seiten stillschweigend Verschiedenes erwarten.

## Vom Anliegen zum Ziel

Gute Ziele sind positiv formuliert, konkret, durch eigenes Handeln erreichbar und für die Person wichtig. Fragen, die dabei helfen:

- Woran würden Sie im Alltag merken, dass die Therapie sich gelohnt hat?
- Was würden Sie tun, das Sie heute nicht tun?
- Wer würde es als Erstes bemerken, und woran?
- Was wäre ein kleiner Schritt, mit dem Sie schon zufrieden wären?

Aus „weniger Angst“ wird: „Ich fahre zweimal in der Woche mit der U-Bahn zur Arbeit, auch wenn ich dabei Angst spüre.“ Das Ziel hängt nicht davon ab, dass ein Gefühl verschwindet, sondern davon, was die Person tut.

## Ordnen und auswählen

Meist liegen mehrere Ziele vor. Für die Reihenfolge sprechen vier Gesichtspunkte: **Dringlichkeit** (Suizidalität, Gewalt, Substanzkonsum und andere Gefährdungen zuerst), **Bedeutung** für die Person, **Aussicht auf baldigen Erfolg** und **Wirkung auf andere Probleme**. Wer mit einem erreichbaren Ziel beginnt, sammelt Zuversicht für das schwierigere.

Achten Sie auf Zielkonflikte. Selbstständiger zu werden kann bedeuten, Fürsorge zu verlieren. Solche Ambivalenz ist kein Widerstand, sondern gehört in die Besprechung der Ziele.

## Fortschritt zeigen

1. Legen Sie vor der Behandlung einen Ausgangswert fest: Häufigkeit, Dauer, ein geeigneter Fragebogen.
2. Erheben Sie ihn in gleichbleibenden Abständen und besprechen Sie den Verlauf gemeinsam.
3. Vereinbaren Sie mit Zielerreichungsskalen, was „etwas besser“ und „viel besser“ konkret heißt.
4. Prüfen Sie den Plan, wenn sich nach mehreren Sitzungen nichts bewegt: Stimmt das Modell, das Ziel, die Methode, die Beziehung?

## Der Behandlungsplan

Ein Plan verbindet jedes Ziel mit einer aufrechterhaltenden Bedingung und einer Intervention. Er nennt die Reihenfolge, den Umfang und die Aufgaben zwischen den Sitzungen. Besprechen Sie ihn offen, auch Alternativen und Belastungen. Das gehört zur Aufklärung und ist Voraussetzung einer wirksamen Einwilligung. Planen Sie zugleich das Ende: Ab der Hälfte der Therapie sollte Platz sein für die Frage, was die Person ohne Sie weiterführt.
$text$),

('course-1-fallkonzeption', $text$
Die Fallkonzeption führt zusammen, was bisher einzeln stand: Anamnese, Befund, Diagnosen, funktionale Analysen, Störungsmodell und Ziele. Sie beantwortet drei Fragen: Warum diese Person? Warum dieses Problem? Warum gerade jetzt?

## Bausteine

1. **Anlass und Auftrag:** Wer wünscht die Behandlung, und was wird erwartet?
2. **Befund und Diagnosen:** psychischer Befund, Differenzialdiagnosen, körperliche Abklärung, Risiken.
3. **Lebensgeschichte:** nur, was zum Verständnis beiträgt, mit den daraus gelernten Regeln und Annahmen.
4. **Mikroanalyse:** eine typische Situation nach SORKC.
5. **Makroanalyse:** Zusammenhänge zwischen den Problemen, Pläne und Grundbedürfnisse, Rolle der Umgebung.
6. **Ressourcen:** Fähigkeiten, Beziehungen, frühere Bewältigung.
7. **Ziele und Plan:** Interventionen in ihrer Reihenfolge, mit Begründung und Prognose.

## Mikro und Makro gehören zusammen

Die Mikroanalyse zeigt, wie Herr K. einen Vortrag absagt. Die Makroanalyse zeigt, dass er auch Rückfragen an Kolleg*innen vermeidet, abends lange nacharbeitet und dadurch Freunde verloren hat. Hinter den Verhaltensweisen steht ein gemeinsamer Plan: „Zeige keine Schwäche.“ Wer nur die Vortragsangst behandelt, übersieht, warum Lob ihn kaum erreicht.

## Hypothesen statt Gewissheiten

Formulieren Sie so, dass Beobachtungen die Annahme widerlegen können: „Wenn der Rückzug vor Kritik schützt, sollte er nach Feedbackgesprächen zunehmen.“ Halten Sie Beobachtung und Deutung auseinander. Prüfen Sie mindestens eine andere Erklärung, besonders wenn Ihre erste sofort überzeugt. Auch kulturelle Zugehörigkeit, Diskriminierung, Armut oder Pflegeaufgaben gehören hinein: Nicht jede Belastung ist ein persönliches Muster.

## Typische Fehler

- Die Lebensgeschichte wird nacherzählt, ohne Bezug zum Problem.
- Die Interventionen passen zur Diagnose, aber nicht zur Analyse.
- Ressourcen stehen als Liste am Ende und kommen im Plan nicht vor.
- Eigene Reaktionen auf die Person bleiben unerwähnt, obwohl sie Wichtiges zeigen.

## Ihre Aufgabe

Wählen Sie einen eigenen Fall und schreiben Sie die drei Fragen auf höchstens einer Seite auf, ohne Namen und ohne Angaben, die die Person erkennbar machen. Bringen Sie den Text in die Supervision mit und fragen Sie dort: Welche Annahme ist am schwächsten belegt, und wie könnte ich sie prüfen?
$text$),

('course-1-quiz', $text$
Drei Fragen aus einem größeren Vorrat, drei Leben. Nach jeder Antwort lesen Sie, warum sie stimmt oder nicht.
$text$)

on conflict (module_id) do nothing;

insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
values
  ('course-1-b-negative-verstaerkung', 'course-1', 'block-b', 1,
   'Eine Patientin verlässt bei Angst den Supermarkt und ist sofort erleichtert. Was hält das Verhalten aufrecht?',
   array['Positive Verstärkung durch eine Belohnung', 'Negative Verstärkung durch den Wegfall der Angst',
     'Bestrafung durch den Verzicht auf den Einkauf'], null),
  ('course-1-b-loeschung', 'course-1', 'block-b', 2, 'Warum kann eine gelöschte Angst in einem anderen Umfeld zurückkehren?',
   array['Weil Löschung neues, hemmendes Lernen ist und die alte Verknüpfung bestehen bleibt.',
     'Weil die Behandlung zu früh begonnen wurde.', 'Weil Angst grundsätzlich nicht gelernt ist.'], null),
  ('course-1-b-sorkc-k', 'course-1', 'block-b', 3, 'Was beschreibt das K im SORKC-Schema?',
   array['Die Kognitionen der Person', 'Die körperliche Verfassung der Person',
     'Wie regelmäßig und rasch auf die Reaktion eine Konsequenz folgt'], null),
  ('course-1-b-verhalten', 'course-1', 'block-b', 4,
   'Welche Beschreibung eignet sich am besten als Reaktion in einer funktionalen Analyse?',
   array['Er ist ein vermeidender Mensch.', 'Er schreibt eine Absage und schaltet das Telefon aus.',
     'Er leidet an mangelndem Selbstwert.'], null),
  ('course-1-b-bedingungen', 'course-1', 'block-b', 5,
   'An welchen Bedingungen setzt eine Verhaltenstherapie vor allem an?',
   array['An den aufrechterhaltenden Bedingungen', 'An der genetischen Veranlagung',
     'Ausschließlich am auslösenden Ereignis'], null),
  ('course-1-b-ziel', 'course-1', 'block-b', 6, 'Welches Ziel ist am besten formuliert?',
   array['Ich möchte keine Angst mehr haben.', 'Meine Familie soll mich endlich verstehen.',
     'Ich fahre zweimal in der Woche mit der U-Bahn, auch wenn ich dabei Angst spüre.'], null),
  ('course-1-b-hypothese', 'course-1', 'block-b', 7, 'Was macht eine gute Hypothese in der Fallkonzeption aus?',
   array['Sie erklärt alle Probleme aus der Kindheit.', 'Beobachtungen können sie stützen oder widerlegen.',
     'Sie bleibt bis zum Ende der Therapie unverändert.'], null),
  ('course-1-b-modell', 'course-1', 'block-b', 8,
   'Was gehört zum Lernen am Modell nach Bandura?',
   array['Nur wer selbst belohnt wird, kann etwas lernen.', 'Es wirkt ausschließlich bei Kindern.',
     'Aufmerksamkeit, Erinnerung, eigene Fertigkeiten und erwartete Folge'], null),
  ('course-1-b-fortschritt', 'course-1', 'block-b', 9,
   'Nach mehreren Sitzungen bewegt sich nichts. Was ist der nächste sinnvolle Schritt?',
   array['Modell, Ziel, Methode und Beziehung gemeinsam prüfen', 'Die Übungen ohne Absprache verdoppeln',
     'Abwarten, denn Veränderung braucht Zeit'], null)
on conflict (id) do nothing;

insert into private.nemus_quiz_answers (question_id, correct_option, explanation)
values
  ('course-1-b-negative-verstaerkung', 1,
   'Etwas Unangenehmes fällt weg, und das Verhalten wird häufiger: Das ist negative Verstärkung, keine Bestrafung.'),
  ('course-1-b-loeschung', 0,
   'Löschung löscht nicht das Gelernte, sondern ergänzt es. In einem neuen Umfeld kann die alte Verknüpfung wieder überwiegen.'),
  ('course-1-b-sorkc-k', 2,
   'K steht für Kontingenz: das Verhältnis zwischen Reaktion und Konsequenz. Gedanken gehören zur Reaktion oder zum Organismus.'),
  ('course-1-b-verhalten', 1, 'Nur die zweite Beschreibung nennt etwas Beobachtbares. Eigenschaften und Deutungen erklären noch nicht, was geschieht.'),
  ('course-1-b-bedingungen', 0,
   'Veranlagung und Auslöser helfen beim Verstehen. Verändern lassen sich vor allem die Bedingungen, die das Problem heute aufrechterhalten.'),
  ('course-1-b-ziel', 2, 'Es ist konkret, überprüfbar und durch eigenes Handeln erreichbar. Es verlangt nicht, dass ein Gefühl verschwindet.'),
  ('course-1-b-hypothese', 1, 'Eine Hypothese muss geprüft werden können. Neue Beobachtungen dürfen und sollen sie verändern.'),
  ('course-1-b-modell', 2, 'Beobachten kann genügen, um etwas zu lernen. Ob wir es selbst tun, hängt von diesen vier Bedingungen ab.'),
  ('course-1-b-fortschritt', 0, 'Ausbleibender Fortschritt ist eine Information. Prüfen Sie mit der Person, welcher Teil des Plans nicht trägt.')
on conflict (question_id) do nothing;
