import { peopleOf, readInvitationList, writeInvitationList } from './invitation-list';

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

it('keeps two given names together', () => {
  expect(readInvitationList('Anna Maria Berg <anna@praxis.example>')[0]).toMatchObject({
    firstName: 'Anna Maria',
    lastName: 'Berg',
  });
});

it('finds nobody in nothing', () => expect(readInvitationList(' \n\n')).toEqual([]));

it('writes people as a list that it reads again', () => {
  const people = [
    { first_name: 'Anna Maria', last_name: 'von der; "Au"', email: 'anna@praxis.example', phone: '+49 30 1' },
    { first_name: 'Paul', last_name: 'Kern', email: 'paul@praxis.example', phone: '' },
  ];
  expect(peopleOf(readInvitationList(writeInvitationList(people)))).toEqual(people);
});
