-- Texts and quiz of "Diagnostik nach ICD-11"; its course, blocks and modules are rows of seed.sql.

insert into public.nemus_learning_contents (module_id, content)
values
('course-3-aufbau', $text$
Die elfte Revision der Internationalen Klassifikation der Krankheiten gilt bei der Weltgesundheitsorganisation seit Januar 2022. In Deutschland wird für die Abrechnung weiter nach ICD-10-GM verschlüsselt, bis die neue Fassung amtlich eingeführt ist. Den aktuellen Stand nennt das Bundesinstitut für Arzneimittel und Medizinprodukte (BfArM). Wer heute lernt, in beiden Systemen zu denken, ist auf den Wechsel vorbereitet.

## Was sich im Aufbau ändert

Psychische Störungen, Verhaltensstörungen und neuronale Entwicklungsstörungen stehen in Kapitel 06, ihre Codes beginnen mit der Ziffer 6. Zwei Gruppen sind ausgezogen: Schlaf-Wach-Störungen haben ein eigenes Kapitel (07), und Zustände mit Bezug zur sexuellen Gesundheit ebenso (17). Dort steht auch die Geschlechtsinkongruenz, die damit nicht mehr als psychische Störung gilt.

Die Reihenfolge folgt eher Ähnlichkeit und Lebensspanne als Ziffernblöcken. Einen eigenen Abschnitt für Störungen mit Beginn in der Kindheit gibt es nicht mehr: Trennungsangst etwa steht bei den Angststörungen und kann auch bei Erwachsenen vergeben werden.

## Codes lesen

Ein **Stammcode** benennt das Krankheitsbild, zum Beispiel 6A70 für die einzelne depressive Episode. **Erweiterungscodes** ergänzen etwa Schweregrad oder Verlauf. Mehrere Codes lassen sich zu einem Cluster verbinden, wenn sie zusammen einen Zustand beschreiben.

## Beschreibung statt Strichliste

Für die klinische Arbeit gibt es zu jeder Störung eine Darstellung mit *wesentlichen Merkmalen*, der Abgrenzung zum Normalen und zu anderen Störungen sowie Hinweisen zu Verlauf, Kultur und Geschlecht. Starre Zähl- und Zeitregeln sind seltener als früher. Das gibt Spielraum für das klinische Urteil und verlangt, es zu begründen.

Neu ist außerdem das dimensionale Denken: Schweregrade und Zusatzmerkmale beschreiben, wie ausgeprägt ein Problem ist und welche Züge es trägt. Am weitesten reicht das bei den Persönlichkeitsstörungen.

## So gehen Sie vor

1. Erheben Sie Beschwerden, Verlauf und Beeinträchtigung, bevor Sie an einen Code denken.
2. Schließen Sie Substanzwirkungen und körperliche Ursachen aus oder lassen Sie sie abklären.
3. Prüfen Sie die wesentlichen Merkmale und die Grenze zum Normalen.
4. Vergleichen Sie mindestens zwei naheliegende Alternativen.
5. Halten Sie fest, worauf Ihr Urteil beruht und was noch offen ist.
$text$),

('course-3-affektive-stoerungen', $text$
Affektive Störungen werden weiterhin aus Episoden zusammengesetzt. Eine Episode ist noch keine Diagnose: Erst ihr Muster über die Zeit entscheidet, ob eine depressive oder eine bipolare Störung vorliegt. Fragen Sie deshalb bei jeder Depression nach früheren Zeiten mit gehobener oder gereizter Stimmung und ungewöhnlich viel Energie.

## Die depressive Episode

Verlangt werden mindestens fünf von zehn Symptomen, die fast jeden Tag die meiste Zeit bestehen und mindestens zwei Wochen andauern. Eines davon muss gedrückte Stimmung oder deutlich vermindertes Interesse sein. Die Symptome verteilen sich auf drei Gruppen:

- **Affektiv:** gedrückte Stimmung, Verlust von Interesse oder Freude.
- **Kognitiv und im Verhalten:** verminderte Konzentration, Gefühle von Wertlosigkeit oder unangemessener Schuld, Hoffnungslosigkeit, wiederkehrende Gedanken an den Tod oder Suizid.
- **Neurovegetativ:** veränderter Schlaf, veränderter Appetit oder veränderte Körpermasse, psychomotorische Unruhe oder Hemmung, verminderte Energie.

Hoffnungslosigkeit zählt damit als eigenes Symptom. Die Beeinträchtigung muss bedeutsam sein. Schweregrad, psychotische Symptome und Remission werden zusätzlich angegeben.

## Trauer ist keine Depression

Nach einem Verlust sind gedrückte Stimmung und Rückzug zu erwarten. An eine Depression ist zu denken, wenn die Symptome länger anhalten und Merkmale hinzukommen, die für Trauer untypisch sind, etwa ausgeprägte Wertlosigkeit, Schuld ohne Bezug zur verstorbenen Person, psychotische Symptome, Suizidalität oder psychomotorische Hemmung. Maßstab ist immer auch, was im kulturellen Umfeld üblich ist.

## Bipolare Störungen

Für die manische Episode genügt gehobene oder gereizte Stimmung allein nicht. Hinzukommen muss gesteigerte Aktivität oder das Erleben gesteigerter Energie. Sie dauert mindestens eine Woche, sofern sie nicht durch Behandlung verkürzt wird. Die **Bipolar-I-Störung** setzt mindestens eine manische oder gemischte Episode voraus, die **Bipolar-II-Störung** mindestens eine hypomanische und eine depressive Episode. Die Hypomanie ist milder, führt nicht zu erheblichen Einbrüchen und hat keine psychotischen Symptome.

## Häufige Fehler

1. Es wird nur nach dem heutigen Zustand gefragt, nicht nach dem Lebensverlauf.
2. Reizbarkeit und Getriebenheit werden als Charakter gedeutet.
3. Körperliche Ursachen (zum Beispiel Schilddrüse) und Substanzen werden nicht abgeklärt.
4. Suizidalität wird nur einmal erfragt. Fragen Sie wiederholt und konkret.
$text$),

('course-3-traumafolgestoerungen', $text$
Störungen, die spezifisch mit Belastung verbunden sind, bilden in der ICD-11 eine eigene Gruppe. Zu ihr gehören unter anderem die posttraumatische Belastungsstörung (PTBS, 6B40), die komplexe PTBS (6B41), die anhaltende Trauerstörung (6B42) und die Anpassungsstörung (6B43). Die akute Belastungsreaktion gilt nicht mehr als Störung, sondern als verständliche Antwort auf ein extremes Ereignis.

## PTBS: drei Kernmerkmale

Vorausgesetzt ist ein extrem bedrohliches oder entsetzliches Ereignis oder eine Reihe solcher Ereignisse. Danach bestehen über mindestens mehrere Wochen:

1. **Wiedererleben im Hier und Jetzt:** lebhafte aufdrängende Erinnerungen, Flashbacks oder Albträume, begleitet von starken Gefühlen. Bloßes Nachdenken über das Ereignis genügt nicht.
2. **Vermeidung** von Gedanken und Erinnerungen oder von Menschen, Orten und Tätigkeiten, die daran erinnern.
3. **Anhaltendes Gefühl gegenwärtiger Bedrohung,** erkennbar an erhöhter Wachsamkeit oder verstärkter Schreckreaktion.

Die Symptome müssen das Leben bedeutsam beeinträchtigen. Wer ein Trauma erlebt hat, entwickelt nicht zwangsläufig eine PTBS, und nicht jede Störung nach einem Trauma ist eine.

## Komplexe PTBS

Alle Merkmale der PTBS sind erfüllt. Hinzu kommen schwere und anhaltende Probleme in drei Bereichen der Selbstorganisation:

- **Affektregulation:** heftige Reaktionen auf kleine Anlässe, Dissoziation unter Belastung oder emotionale Taubheit.
- **Selbstbild:** tiefe Überzeugungen, minderwertig, unterlegen oder wertlos zu sein, mit Scham, Schuld oder Versagensgefühlen, die mit dem Trauma zu tun haben.
- **Beziehungen:** anhaltende Schwierigkeiten, Nähe zu empfinden und Beziehungen aufrechtzuerhalten.

Lang anhaltende oder wiederholte Traumata, denen kaum zu entkommen war, sind ein Risikofaktor. Entscheidend sind die Symptome, nicht die Art des Ereignisses. PTBS und komplexe PTBS werden nicht gemeinsam vergeben.

## Abgrenzen

Bei der **anhaltenden Trauerstörung** stehen Sehnsucht nach der verstorbenen Person und dauernde gedankliche Beschäftigung mit ihr im Mittelpunkt, mindestens sechs Monate und deutlich über das kulturell Übliche hinaus. Bei der **Anpassungsstörung** ist der Auslöser eine Belastung, etwa eine Trennung; im Zentrum steht die ständige Beschäftigung mit ihr und ihren Folgen.

Die Abgrenzung zum Borderline-Muster gelingt über den Verlauf: Bei komplexer PTBS ist das Selbstbild eher anhaltend negativ und Nähe wird gemieden; beim Borderline-Muster wechseln Selbstbild und Beziehungen stärker. Beides kann zugleich vorliegen.

Fragen Sie behutsam: Für die Diagnose brauchen Sie zunächst die Symptome, keine Einzelheiten des Geschehens.
$text$),

('course-3-persoenlichkeitsstoerungen', $text$
Nirgends ist der Bruch mit der ICD-10 so deutlich wie hier. Die bisherigen Typen entfallen. An ihre Stelle tritt *eine* Diagnose, die Persönlichkeitsstörung (6D10), mit drei Schweregraden. Merkmale der Persönlichkeit werden bei Bedarf ergänzt.

## Schritt 1: Liegt eine Persönlichkeitsstörung vor?

Gefragt wird nach andauernden Beeinträchtigungen in zwei Bereichen:

- **Selbst:** Identität, Selbstwert, Genauigkeit der Selbsteinschätzung, Selbststeuerung.
- **Beziehungen:** Interesse an anderen, Verständnis für ihre Sicht, Nähe und Gegenseitigkeit, Umgang mit Konflikten.

Das Muster besteht über längere Zeit (als Anhalt: zwei Jahre oder mehr), zeigt sich in verschiedenen Situationen, ist nicht durch Entwicklung, Kultur, Substanzen oder eine andere Störung besser erklärt und führt zu Leiden oder deutlicher Beeinträchtigung. Im Jugendalter ist besondere Vorsicht geboten.

## Schritt 2: Wie schwer?

- **Leicht (6D10.0):** Einzelne Bereiche sind betroffen, manche Beziehungen und Aufgaben gelingen.
- **Mittelgradig (6D10.1):** Mehrere Bereiche sind betroffen, Beziehungen und Arbeit leiden deutlich; mitunter Gefährdung für sich oder andere.
- **Schwer (6D10.2):** Das Selbsterleben ist tiefgreifend gestört, nahezu alle Beziehungen sind betroffen; häufig Gefährdung für sich oder andere.

Der Schweregrad ist die wichtigste Angabe: Er hilft, Behandlungsintensität und Risiko einzuschätzen. Unterhalb der Schwelle lässt sich eine *Persönlichkeitsschwierigkeit* festhalten. Sie ist keine Störung.

## Schritt 3: Welche Merkmale?

Fünf Merkmale können einzeln oder gemeinsam angegeben werden:

1. **Negative Affektivität:** häufige, heftige unangenehme Gefühle.
2. **Distanziertheit:** sozialer und emotionaler Abstand.
3. **Dissozialität:** Missachtung der Rechte und Gefühle anderer.
4. **Enthemmung:** unüberlegtes Handeln nach dem Augenblick.
5. **Anankasmus:** enges Festhalten an Ordnung, Kontrolle und Perfektion.

Zusätzlich steht das **Borderline-Muster** zur Verfügung, damit bewährte Behandlungswege erhalten bleiben.

## Gespräch und Haltung

Die Diagnose beschreibt Schwierigkeiten, keinen schlechten Charakter. Besprechen Sie sie als gemeinsames Verständnis: „Sie beschreiben, dass Sie in Konflikten rasch das Gefühl für sich selbst verlieren. Das nennen wir …“ Stellen Sie sie nie aus einem einzelnen Gespräch in einer Krise, nutzen Sie mehrere Zeitpunkte, Fremdangaben mit Einwilligung und strukturierte Verfahren. Und prüfen Sie Ihre eigene Reaktion: Ärger über jemanden ist kein Diagnosekriterium.
$text$),

('course-3-fallbeispiele', $text$
In diesem Quiz ordnen Sie kurze Fälle ein. Alle Personen sind erfunden. Sie haben drei Leben; nach jeder Antwort lesen Sie, was für und gegen die Diagnose spricht.
$text$)

on conflict (module_id) do nothing;

insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
values
  ('course-3-b-trauer', 'course-3', 'block-b', 1,
   'Herr S., 58, verlor vor fünf Wochen seine Frau. Er weint täglich, schläft schlecht und zieht sich zurück. Er spricht liebevoll von ihr, hält sich nicht für wertlos und hat keine Suizidgedanken. Was liegt am nächsten?',
   array['Eine schwere depressive Episode', 'Eine Trauerreaktion, die vorerst keine Diagnose braucht',
     'Eine anhaltende Trauerstörung'], null),
  ('course-3-b-bipolar', 'course-3', 'block-b', 2,
   'Frau T., 31, kommt wegen einer Depression. Auf Nachfrage berichtet sie von fünf Tagen mit gehobener Stimmung, wenig Schlaf und ungewohnt viel Energie; sie arbeitete weiter, anderen fiel es auf, es kam zu keinen Einbrüchen. Woran denken Sie?',
   array['An eine Bipolar-I-Störung', 'An eine rezidivierende depressive Störung', 'An eine Bipolar-II-Störung'], null),
  ('course-3-b-ptbs', 'course-3', 'block-b', 3,
   'Herr U., 26, hatte vor vier Monaten einen lebensbedrohlichen Unfall. Er erlebt ihn in Flashbacks wieder, fährt nicht mehr Auto und ist schreckhaft. Selbstbild und Beziehungen sind wie früher. Was liegt am nächsten?',
   array['Eine PTBS', 'Eine komplexe PTBS', 'Eine Anpassungsstörung'], null),
  ('course-3-b-kptbs', 'course-3', 'block-b', 4,
   'Frau V., 40, erlebte über Jahre Gewalt. Alle Kernmerkmale der PTBS sind erfüllt. Dazu kommen heftige Gefühlsausbrüche, die feste Überzeugung, wertlos zu sein, und dauerhaft gemiedene Nähe. Was vergeben Sie?',
   array['PTBS und komplexe PTBS gemeinsam', 'Die komplexe PTBS', 'Die PTBS, denn das Ereignis liegt lange zurück'], null),
  ('course-3-b-anpassung', 'course-3', 'block-b', 5,
   'Herr W., 45, wurde vor sechs Wochen gekündigt. Er kann an nichts anderes denken, schläft schlecht und vernachlässigt seine Aufgaben. Eine depressive Episode liegt nicht vor. Was liegt am nächsten?',
   array['Eine PTBS, denn der Verlust der Arbeit ist ein Trauma', 'Eine Persönlichkeitsschwierigkeit',
     'Eine Anpassungsstörung'], null),
  ('course-3-b-schweregrad', 'course-3', 'block-b', 6,
   'Frau X., 29, hat seit Jahren ein instabiles Selbstbild und in fast allen Beziehungen schwere Konflikte, wiederholt mit Selbstgefährdung. Was legen Sie nach ICD-11 zuerst fest?',
   array['Den Schweregrad der Persönlichkeitsstörung', 'Den Typ der Persönlichkeitsstörung',
     'Das Merkmal, das am meisten auffällt'], null),
  ('course-3-b-merkmale', 'course-3', 'block-b', 7,
   'Herr Y., 37, erfüllt die Merkmale einer leichten Persönlichkeitsstörung. Er hält starr an Regeln fest, prüft alles mehrfach und kann nichts abgeben. Welches Merkmal passt?',
   array['Enthemmung', 'Anankasmus', 'Dissozialität'], null),
  ('course-3-b-sucht', 'course-3', 'block-b', 8,
   'Herr Z., 33, ist seit zwei Wochen gedrückt, erschöpft und schläft schlecht. Er trinkt seit Monaten täglich viel Alkohol. Was tun Sie vor der Diagnose einer depressiven Störung?',
   array['Nichts, denn die Symptome genügen', 'Die Rolle des Alkohols und körperliche Ursachen abklären',
     'Eine bipolare Störung annehmen'], null),
  ('course-3-b-manie', 'course-3', 'block-b', 9,
   'Frau A., 27, ist seit zehn Tagen gereizt, schläft drei Stunden, sprüht vor Energie und hat hohe Schulden gemacht. Substanzen und Erkrankungen sind ausgeschlossen. Welche Episode liegt nahe?',
   array['Eine hypomanische Episode', 'Eine Anpassungsstörung',
     'Eine manische Episode'], null)
on conflict (id) do nothing;

insert into private.nemus_quiz_answers (question_id, correct_option, explanation)
values
  ('course-3-b-trauer', 1,
   'Verlauf und Inhalt passen zu Trauer. Für die anhaltende Trauerstörung sind mindestens sechs Monate verlangt; für eine Depression fehlen untypische Merkmale wie Wertlosigkeit. Begleiten und beobachten ist angemessen.'),
  ('course-3-b-bipolar', 2,
   'Eine hypomanische und eine depressive Episode sprechen für Bipolar II. Für Bipolar I wäre eine manische oder gemischte Episode nötig.'),
  ('course-3-b-ptbs', 0,
   'Wiedererleben, Vermeidung und Gefühl gegenwärtiger Bedrohung bestehen seit Monaten. Die Probleme der Selbstorganisation, die für die komplexe PTBS hinzukommen müssten, fehlen.'),
  ('course-3-b-kptbs', 1,
   'Zu den Kernmerkmalen kommen Probleme der Affektregulation, des Selbstbilds und der Beziehungen. Beide Diagnosen werden nicht gemeinsam vergeben; der Zeitabstand schließt keine aus.'),
  ('course-3-b-anpassung', 2,
   'Die ständige Beschäftigung mit einer Belastung und ihren Folgen kennzeichnet die Anpassungsstörung. Eine Kündigung ist belastend, aber kein extrem bedrohliches oder entsetzliches Ereignis.'),
  ('course-3-b-schweregrad', 0,
   'Die ICD-11 kennt keine Typen mehr. Der Schweregrad ist die wichtigste Angabe, Merkmale und Borderline-Muster werden ergänzt.'),
  ('course-3-b-merkmale', 1, 'Anankasmus meint enges Festhalten an Ordnung, Kontrolle und Perfektion.'),
  ('course-3-b-sucht', 1, 'Substanzwirkungen und körperliche Ursachen müssen abgeklärt sein. Beides kann auch nebeneinander bestehen.'),
  ('course-3-b-manie', 2, 'Gereizte Stimmung mit gesteigerter Energie über mindestens eine Woche und erhebliche Folgen sprechen für eine manische Episode.')
on conflict (question_id) do nothing;
