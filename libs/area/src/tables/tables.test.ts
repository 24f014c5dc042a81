import { decodeAs, decodeText } from './decode-text';
import { checkedColumns, readColumns } from './columns';
import { readMailboxes } from './mailboxes';
import { readTable } from './read-table';

const LIST = 'Vorname;Nachname;E-Mail\r\nJörg;Müller;joerg@praxis.example\r\nÄnne;Weiß;aenne@praxis.example\r\n';
const UTF8 = new TextEncoder().encode(LIST);
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((sign) => {
      const code = sign.charCodeAt(0);
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );
/** Bytes of a text in a single-byte encoding. */
const inOneByte = (text: string, encoding: 'windows-1252' | 'macintosh' | 'cp850') =>
  Uint8Array.from(
    [...text].map((sign) => {
      const found = Array.from({ length: 256 }, (_, byte) => byte).find(
        (byte) => decodeAs(Uint8Array.of(byte), encoding) === sign,
      );
      if (found === undefined) throw new RangeError(sign);
      return found;
    }),
  );

test.each([
  ['UTF-8', UTF8],
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...UTF8)],
  ['UTF-16, little endian, with a mark', Uint8Array.of(0xff, 0xfe, ...utf16(LIST, false))],
  ['UTF-16, big endian, with a mark', Uint8Array.of(0xfe, 0xff, ...utf16(LIST, true))],
  ['UTF-16, little endian', utf16(LIST, false)],
  ['UTF-16, big endian', utf16(LIST, true)],
  ['Windows', inOneByte(LIST, 'windows-1252')],
  ['Mac', inOneByte(LIST, 'macintosh')],
  ['DOS', inOneByte(LIST, 'cp850')],
])('reads a list saved as %s', (_name, bytes) => {
  const read = decodeText(bytes);
  expect(read?.text.replace('\uFEFF', '')).toBe(LIST);
  expect(read?.others).toEqual([]);
});

test('a file whose letters fit several encodings is not decided alone, and a workbook is no text', () => {
  expect(decodeText(Uint8Array.from([0x41, 0x8a, 0x62]))?.others.length).toBeGreaterThan(0);
  expect(decodeText(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8, 0, 0x41]))).toBeNull();
});

test.each([
  ['sep=;\r\nVorname;E-Mail\r\nAnna;a@x.example', 2, ['Anna', 'a@x.example']],
  ['Name,E-Mail\n"Berg, Anna",a@x.example', 2, ['Berg, Anna', 'a@x.example']],
  ['Vorname|E-Mail\nAnna|a@x.example', 2, ['Anna', 'a@x.example']],
  ['"Anna";"Am Markt 1\nKöln";"a@x.example"\n"Paul";"";"p@x.example"', 2, ['Paul', '', 'p@x.example']],
  ['Anna\u00A0Maria;a@x.example\nMu\u0308ller;m@x.example', 2, ['Müller', 'm@x.example']],
])('reads the rows of %j', (text, count, last) => {
  const rows = readTable(text);
  expect(rows).toHaveLength(count);
  expect(rows.at(-1)?.cells).toEqual(last);
});

const fieldsOf = (text: string) => readColumns(readTable(text)).columns.map(({ field }) => field);
test.each([
  ['E-Mail Adresse;Nachname;Vorname\na@x.example;Berg;Anna', ['email', 'lastName', 'firstName']],
  ['Email address,Last Name,First Name\na@x.example,Berg,Anna', ['email', 'lastName', 'firstName']],
  [
    'Teilnehmerliste Herbst\n\nNachname;Vorname;E-Mail-Adresse (dienstlich)\nBerg;Anna;a@x.example',
    ['lastName', 'firstName', 'email'],
  ],
  ['Name;Vorname;Mail;Telefonnummer\nBerg;Anna;a@x.example;0221', ['lastName', 'firstName', 'email', 'phone']],
  ['Name;E-Mail\nAnna Berg;a@x.example', ['name', 'email']],
  [
    'Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value,Notes\nAnna,Berg,a@x.example,,x',
    ['firstName', 'lastName', 'email', 'phone', 'ignored'],
  ],
  ['Anna;Berg;a@x.example', ['firstName', 'lastName', 'email']],
  ['Anna Berg;a@x.example', ['name', 'email']],
  // Which of them is the family name cannot be known.
  ['a@x.example;Anna;Berg', ['email', null, null]],
  ['Imię;Nazwisko;E-mail\nAnna;Berg;a@x.example', [null, null, 'email']],
])('understands the columns of %j', (text, fields) => expect(fieldsOf(text)).toEqual(fields));

test('columns that are unknown or contradict each other are asked for', () => {
  const checked = (...fields: Parameters<typeof checkedColumns>[0][number]['field'][]) =>
    checkedColumns(fields.map((field) => ({ label: '', field })));
  expect([checked('firstName', 'lastName', 'email'), checked('name', 'email', 'ignored')]).toEqual([null, null]);
  expect(checked('email', null)).toMatch('was in den Spalten steht');
  expect(checked('firstName', 'lastName')).toMatch('E-Mail-Adresse');
  expect(checked('lastName', 'email')).toMatch('Vor- und Nachnamen');
  expect(checked('name', 'lastName', 'email')).toMatch('Vor- und Nachnamen');
});

test.each([
  ['Müller, Hans Peter <h@x.example>', [['Hans Peter', 'Müller', 'h@x.example']]],
  [
    'Müller, Hans Peter <h@x.example>; Berg, Anna <a@x.example>',
    [
      ['Hans Peter', 'Müller', 'h@x.example'],
      ['Anna', 'Berg', 'a@x.example'],
    ],
  ],
  [
    'Hans Müller <h@x.example>, Anna von der Au <a@x.example>',
    [
      ['Hans', 'Müller', 'h@x.example'],
      ['Anna', 'von der Au', 'a@x.example'],
    ],
  ],
  [
    '"Müller, Hans" <h@x.example>, \'Anna Berg\' <a@x.example>,',
    [
      ['Hans', 'Müller', 'h@x.example'],
      ['Anna', 'Berg', 'a@x.example'],
    ],
  ],
  [
    'p@x.example, Anna Berg <a@x.example>; q@x.example',
    [
      ['', '', 'p@x.example'],
      ['Anna', 'Berg', 'a@x.example'],
      ['', '', 'q@x.example'],
    ],
  ],
  ['a@x.example <a@x.example>', [['', '', 'a@x.example']]],
  [
    'a@x.example; b@x.example',
    [
      ['', '', 'a@x.example'],
      ['', '', 'b@x.example'],
    ],
  ],
  ['Hans; Anna Berg <mailto:a@x.example>', [['', '', 'a@x.example']]],
  ['Anna;Berg;a@x.example', []],
])('reads people of a mail program from %j', (line, people) =>
  expect(readMailboxes(line).map(({ firstName, lastName, email }) => [firstName, lastName, email])).toEqual(people),
);
