import { readTableFile } from '@nemus/area/tables';
import { programFiles } from '@nemus/testing/files';
import { readList } from './invitation-list';

const textOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const found = await readTableFile(new Blob([bytes]));
  return found?.ways[0]?.text ?? '';
};

const PEOPLE = [
  ['Jörg', 'Müller-Weiß', 'joerg@praxis.example', '+49 221 123456'],
  ['Renée', 'Öztürk, Dr.', 'renee@praxis.example', '0221 123457'],
  ['Änne', "O'Neil", 'aenne@praxis.example', ''],
] as const;
const FOUND = PEOPLE.map(([firstName, lastName, email, phone]) => ({
  firstName,
  lastName,
  email,
  phone,
  problems: [],
}));

it.each(programFiles([['Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefon'], ...PEOPLE]))(
  'invites the people of a file from $program',
  async ({ bytes }) => {
    const { lines, missing } = readList(await textOf(bytes));
    expect(missing).toBeNull();
    expect(lines).toEqual(FOUND.map((person) => expect.objectContaining(person)));
  },
);

it.each(
  programFiles([
    ['Name', 'Anschrift', 'E-Mail'],
    ['Jörg Müller', 'Am Markt 1\n50667 Köln', 'joerg@praxis.example'],
  ]),
)('keeps a cell with a line break in one person, from $program', async ({ bytes }) => {
  expect(readList(await textOf(bytes)).lines).toEqual([
    expect.objectContaining({ firstName: 'Jörg', lastName: 'Müller', email: 'joerg@praxis.example', problems: [] }),
  ]);
});

/** Heads of address books and learning platforms, shortened, with one person. */
const BOOKS: readonly (readonly [string, string])[] = [
  [
    'Outlook, English',
    'First Name,Middle Name,Last Name,Title,Suffix,Nickname,E-mail Address,E-mail 2 Address,Home Phone,Business Phone,Mobile Phone,Company,Notes\nJörg,,Müller,,,,joerg@praxis.example,jm@home.example,,0221 1,0151 123456,Praxis,',
  ],
  [
    'Outlook, German',
    '"Anrede","Vorname","Weitere Vornamen","Nachname","Suffix","Firma","Abteilung","Telefon geschäftlich","Telefon (privat)","Mobiltelefon","E-Mail-Adresse","E-Mail-Typ","E-Mail: Angezeigter Name","E-Mail 2: Adresse"\n"","Jörg","","Müller","","Praxis","","0151 123456","","","joerg@praxis.example","SMTP","Jörg Müller (joerg@praxis.example)",""',
  ],
  [
    'Google Contacts',
    'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,File As,Organization Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value\nJörg,,Müller,,,,,Praxis,,,,* myContacts,* Work,joerg@praxis.example,,,Mobile,0151 123456',
  ],
  [
    'Google Contacts before 2024',
    'Name,Given Name,Additional Name,Family Name,Yomi Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value\nJörg Müller,Jörg,,Müller,,* myContacts,* Work,joerg@praxis.example,Mobile,0151 123456',
  ],
  [
    'Thunderbird, English',
    'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Home Address\nJörg,Müller,Jörg Müller,,joerg@praxis.example,,,0151 123456,,,,,',
  ],
  [
    'Thunderbird, German',
    'Vorname,Nachname,Anzeigename,Spitzname,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Messenger-Name,Tel. dienstlich,Tel. privat,Fax-Nummer,Pager-Nummer,Mobil-Tel.-Nr.\nJörg,Müller,Jörg Müller,,joerg@praxis.example,,,0151 123456,,,,',
  ],
  ['Moodle, English', 'First name,Last name,Email address,Groups\nJörg,Müller,joerg@praxis.example,'],
  ['Moodle, German', 'Vorname,Nachname,E-Mail-Adresse,Gruppen\nJörg,Müller,joerg@praxis.example,'],
  ['Moodle, for upload', 'username,firstname,lastname,email,phone1\njm,Jörg,Müller,joerg@praxis.example,0151 123456'],
  [
    'Microsoft 365',
    'First name,Last name,Display name,User principal name,Work email,Mobile Phone\nJörg,Müller,Jörg Müller,joerg@praxis.example,,0151 123456',
  ],
  [
    'Zoom',
    'First Name,Last Name,Email,Registration Time,Approval Status\nJörg,Müller,joerg@praxis.example,2026-03-02 10:00:00,approved',
  ],
  [
    'pretix',
    'Bestellnummer;Name des Teilnehmers: Vorname;Name des Teilnehmers: Nachname;E-Mail\nA1B2C;Jörg;Müller;joerg@praxis.example',
  ],
];

it.each(BOOKS)('%s: the person is found without a question', (_program, text) => {
  const { lines, missing } = readList(text);
  expect([missing, lines]).toEqual([
    null,
    [expect.objectContaining({ firstName: 'Jörg', lastName: 'Müller', email: 'joerg@praxis.example', problems: [] })],
  ]);
});
