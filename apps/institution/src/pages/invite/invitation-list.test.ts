import {
  faultyPeopleOf,
  peopleOf,
  readInvitationList,
  readList,
  writeInvitationList,
  writtenOut,
} from './invitation-list';

const ANNA = { firstName: 'Anna', lastName: 'Berg', email: 'anna@praxis.example', phone: '' };

it.each([
  ['semicolons', 'Anna;Berg;anna@praxis.example'],
  ['commas', 'Anna, Berg, anna@praxis.example'],
  ['cells of a spreadsheet', 'Anna\tBerg\tanna@praxis.example\t'],
  ['a mail address', 'Anna Berg <anna@praxis.example>'],
  ['a head in another order', 'E-Mail;Nachname;Vorname\r\nanna@praxis.example;Berg;Anna\r\n'],
  ['a byte order mark', '\uFEFFVorname;Nachname;E-Mail\r\nAnna;Berg;anna@praxis.example'],
  ['quotes', '"Anna";"Berg";"anna@praxis.example"'],
])('reads a person from %s', (_name, text) => {
  expect(readInvitationList(text)).toEqual([expect.objectContaining({ ...ANNA, problems: [] })]);
});

it('names each bad line by its number in the list as it was given', () => {
  const lines = readInvitationList(
    [
      'Vorname;Nachname;E-Mail;Telefon',
      'Anna;Berg;anna@praxis.example;',
      '',
      ';Kern;kern',
      'Anna;Berg;ANNA@praxis.example;',
      'Paul;Kern;paul@praxis.example;anrufen!',
    ].join('\n'),
  );
  expect(lines.map(({ line, problems }) => [line, problems])).toEqual([
    [2, []],
    [4, ['Bitte geben Sie den Vornamen ein.', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.']],
    [5, ['Diese E-Mail-Adresse steht schon in Zeile 2.']],
    [6, ['Bitte geben Sie eine gültige Telefonnummer ein.']],
  ]);
  expect(peopleOf(lines)).toEqual([{ first_name: 'Anna', last_name: 'Berg', email: 'anna@praxis.example', phone: '' }]);
});

it.each([
  ['a title and other heads', 'Herbst 2026\n\nE-Mail Adresse;Nachname;Vorname\nanna@praxis.example;Berg;Anna'],
  ['English heads', 'Email address,Last Name,First Name\nanna@praxis.example,Berg,Anna'],
  ['Excel with its separator', 'sep=;\r\nVorname;Nachname;E-Mail\r\nAnna;Berg;anna@praxis.example'],
  ['cells with line breaks', 'Vorname;Nachname;Anschrift;E-Mail\nAnna;Berg;"Am Markt 1\nKöln";anna@praxis.example'],
  ['Outlook', 'Berg, Anna <anna@praxis.example>'],
  ['one column for the name', 'Name;E-Mail\nAnna Berg;anna@praxis.example'],
])('reads a person from %s', (_name, text) => {
  const { lines, missing } = readList(text);
  expect(lines).toEqual([expect.objectContaining({ ...ANNA, problems: [] })]);
  expect(missing).toBeNull();
});

it('asks for columns that it does not know, and uses the answer', () => {
  const text = 'Imię;Nazwisko;E-Mail\nAnna;Berg;anna@praxis.example';
  expect(readList(text).missing).not.toBeNull();
  const { lines, missing } = readList(
    text,
    new Map([
      [0, 'firstName'],
      [1, 'lastName'],
    ] as const),
  );
  expect(missing).toBeNull();
  expect(lines).toEqual([expect.objectContaining({ ...ANNA, problems: [] })]);
});

it.each([
  ['Anna\u0007;Berg;anna@praxis.example', 'Die Zeile enthält Steuerzeichen.'],
  ['\u202EAnna;Berg;anna@praxis.example', 'Die Zeile enthält Steuerzeichen.'],
  [
    'JÃ¶rg;Berg;anna@praxis.example',
    'Umlaute sind in der Liste falsch gespeichert. Bitte speichern Sie sie als UTF-8.',
  ],
  [
    'J\uFFFDrg;Berg;anna@praxis.example',
    'Umlaute sind in der Liste falsch gespeichert. Bitte speichern Sie sie als UTF-8.',
  ],
  ['anna@praxis.example', 'Zu dieser Adresse fehlt der Name, zum Beispiel: Anna Berg <anna.berg@praxis.example>.'],
])('refuses %j', (text, problem) => expect(readInvitationList(text)[0]?.problems).toEqual([problem]));

it('keeps two given names together', () => {
  expect(readInvitationList('Anna Maria Berg <anna@praxis.example>')[0]).toMatchObject({
    firstName: 'Anna Maria',
    lastName: 'Berg',
  });
});

it.each([
  ['anna.berg@praxis.example', 'Anna', 'Berg'],
  ['ANNA-MARIA_berg+kurs@praxis.example', 'Anna-Maria', 'Berg'],
  ['anna.von.der.heide@praxis.example', 'Anna', 'von der Heide'],
  ['<ben.kern@praxis.example>', 'Ben', 'Kern'],
])('reads a name from the plain address %s, and says so', (text, firstName, lastName) => {
  const [person] = readInvitationList(text);
  expect(person).toMatchObject({ firstName, lastName, isNameGuessed: true, problems: [] });
  expect(readInvitationList(writtenOut([person].flatMap((one) => one ?? [])))).toMatchObject([
    { firstName, lastName, isNameGuessed: false, problems: [] },
  ]);
});

it.each(['praxis@praxis.example', 'a.berg@praxis.example', 'anna.berg2@praxis.example', 'anna..berg@praxis.example'])(
  'guesses no name from %s',
  (text) => expect(readInvitationList(text)).toMatchObject([{ firstName: '', isNameGuessed: false }]),
);

it('keeps a name that the list has, also half of one', () => {
  expect(readInvitationList('Jörg Berg <joerg.kern@praxis.example>')).toMatchObject([
    { lastName: 'Berg', isNameGuessed: false },
  ]);
  expect(readInvitationList('Vorname;Nachname;E-Mail\n;Berg;anna.kern@praxis.example')).toMatchObject([
    { firstName: '', lastName: 'Berg', isNameGuessed: false, problems: ['Bitte geben Sie den Vornamen ein.'] },
  ]);
});

it('finds no people in an empty text', () => expect(readInvitationList(' \n\n')).toEqual([]));

it('writes people as a list that it reads again', () => {
  const people = [
    { first_name: 'Anna Maria', last_name: 'von der; "Au"', email: 'anna@praxis.example', phone: '+49 30 1' },
    { first_name: 'Paul', last_name: 'Kern', email: 'paul@praxis.example', phone: '' },
  ];
  expect(peopleOf(readInvitationList(writeInvitationList(people)))).toEqual(people);
});

it('reads a name with a comma in quotes as one person and swallows no other line', () => {
  const lines = readInvitationList(
    ['"Groß, Ida" <ida@praxis.example>', 'Anna;Berg;anna@praxis.example', '"Kern, Paul <paul@praxis.example>'].join(
      '\n',
    ),
  );
  expect(lines.map(({ line, firstName, lastName, email }) => [line, firstName, lastName, email])).toEqual([
    [1, 'Ida', 'Groß', 'ida@praxis.example'],
    [2, 'Anna', 'Berg', 'anna@praxis.example'],
    [3, 'Paul', 'Kern', 'paul@praxis.example'],
  ]);
});

it('reads all people of a line from a mail program', () => {
  const lines = readInvitationList(
    'Anna Berg <anna@praxis.example>, "Groß, Ida" <ida@praxis.example>; <x@praxis.example>',
  );
  expect(
    lines.map(({ line, firstName, lastName, email, problems }) => [line, firstName, lastName, email, problems.length]),
  ).toEqual([
    [1, 'Anna', 'Berg', 'anna@praxis.example', 0],
    [1, 'Ida', 'Groß', 'ida@praxis.example', 0],
    [1, '', '', 'x@praxis.example', 1],
  ]);
});

it('treats a repeated address in one line as one person, and in two lines as a mistake', () => {
  const lines = readInvitationList(
    'Anna Berg <anna@praxis.example>, "Berg, Anna" <ANNA@praxis.example>, Paul Kern <paul@praxis.example>\nAnna;Berg;anna@praxis.example',
  );
  expect(lines.map(({ place, line, email, problems }) => [place, line, email, problems])).toEqual([
    [1, 1, 'anna@praxis.example', []],
    [2, 1, 'paul@praxis.example', []],
    [3, 2, 'anna@praxis.example', ['Diese E-Mail-Adresse steht schon in Zeile 1.']],
  ]);
});

it('does not invite people who are already in the list', () => {
  const lines = readInvitationList('Anna;Berg;Anna@praxis.example\nPaul;Kern;paul@praxis.example');
  expect(peopleOf(lines, new Map([['anna@praxis.example', 'linked']])).map(({ email }) => email)).toEqual([
    'paul@praxis.example',
  ]);
});

it('limits an unclosed quote to its own line', () => {
  const lines = readInvitationList('"Anna;Berg;anna@praxis.example\nPaul;Kern;paul@praxis.example');
  expect(lines.map(({ line, problems }) => [line, problems.length > 0])).toEqual([
    [1, true],
    [2, false],
  ]);
});

it('keeps lines to correct, without those that only repeat an invited person', () => {
  const lines = readInvitationList(
    ['Anna;Berg;anna@praxis.example', 'Anna;Berg;ANNA@praxis.example', ';Kern;kern', 'Ida;Groß;ida'].join('\n'),
  );
  expect(faultyPeopleOf(lines)).toEqual([
    { first_name: '', last_name: 'Kern', email: 'kern', phone: '' },
    { first_name: 'Ida', last_name: 'Groß', email: 'ida', phone: '' },
  ]);
});

it('a person is the same in both forms of a mail domain, whatever the list has', () => {
  const lines = readInvitationList(
    'Vorname;Nachname;E-Mail\nIda;Roth;ida@bücher.example\nIda;Roth;ida@xn--bcher-kva.example\nOtto;Roth;otto@b\u0075\u0308cher.example',
  );
  expect(lines.map(({ email, problems }) => [email, problems])).toEqual([
    ['ida@xn--bcher-kva.example', []],
    ['ida@xn--bcher-kva.example', ['Diese E-Mail-Adresse steht schon in Zeile 2.']],
    ['otto@xn--bcher-kva.example', []],
  ]);
  const listed = new Map([['ida@xn--bcher-kva.example', 'linked' as const]]);
  expect(peopleOf(lines, listed).map(({ first_name: name }) => name)).toEqual(['Otto']);
});

it('accepts numbers and addresses with the invisible characters of address books', () => {
  const [line] = readInvitationList(
    'Vorname;Nachname;E-Mail;Telefon\nIda;Roth;\u202Aida@praxis.example\u202C;\u202A+49\u00A0221\u2011123456\u202C',
  );
  expect(line).toMatchObject({ email: 'ida@praxis.example', problems: [] });
  expect(peopleOf(line === undefined ? [] : [line])).toHaveLength(1);
  expect(readInvitationList('I\u202Eda;Roth;ida@praxis.example')[0]?.problems).toEqual([
    'Die Zeile enthält Steuerzeichen.',
  ]);
});
