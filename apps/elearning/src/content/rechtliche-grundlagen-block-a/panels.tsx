import type { ComicPanel } from '../../comic/panel';
import { Bubble, Desk, Laptop, Person, Phone, Plant, Room, Sheet, Window } from '../../comic/figures';

const LENA = { skin: '#f0cdb0', hair: '#7a3f2c', shirt: '#2f7f7a', longHair: true };
const AYDIN = { skin: '#d9a57e', hair: '#2a2624', shirt: '#c58a3d', beard: true };
const BRANDT = { skin: '#e9c3a4', hair: '#b9b4ab', shirt: '#5b5f8d', glasses: true };

/** „Lenas erster Fall“: Block A (Berufsrecht) of the course on legal foundations. */
export const COMIC_PANELS: readonly ComicPanel[] = [
  {
    number: 1,
    title: 'Aufklärung',
    caption: '§ 630e BGB: Die Aufklärung geschieht mündlich, rechtzeitig und verständlich – vor der Einwilligung.',
    alternative:
      'Lena, Psychotherapeutin in Weiterbildung, sitzt im Behandlungszimmer Herrn Aydın gegenüber. Sie sagt: „Bevor wir beginnen: So läuft die Therapie ab, das kann sie bewirken, und diese Risiken gibt es.“ Er antwortet: „Gut. Dann kann ich selbst entscheiden.“',
    drawing: (
      <Room wall="#e7efe9" floor="#d9c7ac">
        <Window x={296} y={150} />
        <Plant x={668} y={334} />
        <Person x={170} y={330} {...LENA} />
        <Person x={552} y={330} {...AYDIN} facing="left" />
        <Bubble
          x={24}
          y={22}
          width={362}
          lines={[
            'Bevor wir beginnen: So läuft die',
            'Therapie ab, das kann sie bewirken,',
            'und diese Risiken gibt es.',
          ]}
          tailX={190}
          tailY={226}
        />
        <Bubble
          x={410}
          y={84}
          width={286}
          lines={['Gut. Dann kann ich', 'selbst entscheiden.']}
          tailX={540}
          tailY={226}
        />
      </Room>
    ),
  },
  {
    number: 2,
    title: 'Einwilligung',
    caption:
      '§ 630d BGB: Ohne Einwilligung keine Behandlung. Sie kann jederzeit und ohne Angabe von Gründen widerrufen werden.',
    alternative:
      'Auf dem Tisch liegt ein Blatt, das Herr Aydın gerade unterschrieben hat. Er fragt: „Und wenn ich es mir anders überlege?“ Lena sagt: „Dann widerrufen Sie – jederzeit, ohne Gründe zu nennen.“',
    drawing: (
      <Room wall="#efe9df" floor="#c9b79b">
        <Person x={170} y={330} {...LENA} />
        <Person x={552} y={330} {...AYDIN} facing="left" />
        <Desk x={236} y={392} width={250} />
        <Sheet x={316} y={330} signed />
        <Bubble
          x={28}
          y={92}
          width={330}
          lines={['Dann widerrufen Sie – jederzeit,', 'ohne Gründe zu nennen.']}
          tailX={190}
          tailY={226}
        />
        <Bubble
          x={376}
          y={18}
          width={318}
          lines={['Und wenn ich es mir', 'anders überlege?']}
          tailX={556}
          tailY={226}
        />
      </Room>
    ),
  },
  {
    number: 3,
    title: 'Schweigepflicht',
    caption: '§ 203 StGB: Schon die Tatsache, dass jemand in Behandlung ist, gehört zum Geheimnis.',
    alternative:
      'Lena steht allein am Fenster und telefoniert. Aus dem Hörer: „Hier ist die Mutter von Herrn Aydın. Wie geht es ihm?“ Lena antwortet: „Dazu darf ich nichts sagen – auch nicht, ob er hier in Behandlung ist.“',
    drawing: (
      <Room wall="#e3e8f0" floor="#cdbfa9">
        <Window x={524} y={180} />
        <Plant x={476} y={334} />
        <Person x={250} y={330} {...LENA} facing="right" />
        <Phone x={300} y={286} />
        <Bubble
          x={356}
          y={24}
          width={338}
          lines={['Hier ist die Mutter von', 'Herrn Aydın. Wie geht es ihm?']}
          tailX={330}
          tailY={252}
        />
        <Bubble
          x={20}
          y={36}
          width={318}
          lines={['Dazu darf ich nichts sagen –', 'auch nicht, ob er hier', 'in Behandlung ist.']}
          tailX={236}
          tailY={228}
        />
      </Room>
    ),
  },
  {
    number: 4,
    title: 'Dokumentation',
    caption:
      '§ 630f BGB: Zeitnah, vollständig, Änderungen erkennbar. Zehn Jahre nach Abschluss der Behandlung aufbewahren.',
    alternative:
      'Es ist Abend, der Mond steht im Fenster. Lena schreibt am Laptop. Sie denkt laut: „Anamnese, Diagnose, Verlauf, Einwilligung … heute noch. Und dann zehn Jahre aufbewahren.“',
    drawing: (
      <Room wall="#d8d6e4" floor="#b3a68f">
        <Window x={500} y={110} night />
        <Person x={232} y={334} {...LENA} facing="right" />
        <Desk x={210} y={396} width={360} />
        <Laptop x={330} y={390} />
        <Bubble
          x={28}
          y={24}
          width={404}
          lines={['Anamnese, Diagnose, Verlauf, Einwilligung …', 'heute noch. Und dann zehn Jahre', 'aufbewahren.']}
          tailX={240}
          tailY={232}
        />
      </Room>
    ),
  },
  {
    number: 5,
    title: 'Einsicht in die Akte',
    caption:
      '§ 630g BGB: Patient*innen dürfen ihre vollständige Akte auf Verlangen unverzüglich einsehen. Ausnahmen sind eng.',
    alternative:
      'Herr Aydın ist wieder bei Lena. Er sagt: „Ich möchte lesen, was Sie über mich geschrieben haben.“ Lena legt ihm die Akte hin: „Das dürfen Sie. Wir sehen sie gemeinsam an.“',
    drawing: (
      <Room wall="#e7efe9" floor="#d9c7ac">
        <Person x={170} y={330} {...LENA} />
        <Person x={552} y={330} {...AYDIN} facing="left" />
        <Desk x={236} y={392} width={250} />
        <Sheet x={272} y={332} />
        <Sheet x={352} y={336} />
        <Bubble
          x={28}
          y={104}
          width={300}
          lines={['Das dürfen Sie. Wir sehen', 'sie gemeinsam an.']}
          tailX={190}
          tailY={226}
        />
        <Bubble
          x={356}
          y={20}
          width={340}
          lines={['Ich möchte lesen, was Sie', 'über mich geschrieben haben.']}
          tailX={552}
          tailY={226}
        />
      </Room>
    ),
  },
  {
    number: 6,
    title: 'Grenzen der Schweigepflicht',
    caption:
      '§ 34 StGB: Ist eine gegenwärtige Gefahr nicht anders abwendbar und überwiegt das geschützte Interesse wesentlich, darf das Geheimnis weichen.',
    alternative:
      'In der Supervision fragt Dr. Brandt: „Und wann dürften Sie doch sprechen?“ Lena sagt: „Wenn Leben in Gefahr ist und nichts anderes hilft. Und dann nur das Nötigste.“',
    drawing: (
      <Room wall="#ece6ee" floor="#cbb89f">
        <Plant x={360} y={334} />
        <Person x={170} y={330} {...LENA} />
        <Person x={552} y={330} {...BRANDT} facing="left" />
        <Bubble
          x={22}
          y={84}
          width={360}
          lines={['Wenn Leben in Gefahr ist und', 'nichts anderes hilft. Und dann', 'nur das Nötigste.']}
          tailX={190}
          tailY={228}
        />
        <Bubble x={404} y={22} width={292} lines={['Und wann dürften', 'Sie doch sprechen?']} tailX={552} tailY={226} />
      </Room>
    ),
  },
];
