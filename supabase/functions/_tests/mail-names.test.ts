import { institutionName, personName } from '../_shared/mail-names.ts';

it.each([
  ['Ambulanz am Park', 'Ambulanz am Park'],
  ['Praxis Dr. med. Müller & Söhne', 'Praxis Dr. med. Müller & Söhne'],
  ['Praxis Dr.med. Müller', 'Praxis Dr. med. Müller'],
  ['Institut für VT e.V.', 'Institut für VT e. V.'],
  ['St.Georg-Klinik, Haus 2.1', 'St. Georg-Klinik, Haus 2.1'],
  ['Verhaltenstherapie/Tiefenpsychologie Köln', 'Verhaltenstherapie/Tiefenpsychologie Köln'],
  ['  viel   Luft  ', 'viel Luft'],
])('leaves the name %p as it is meant', (name, shown) => expect(institutionName(name)).toBe(shown));

it.each([
  ['a line break', 'Haus\r\nBcc: a', 'Haus Bcc: a'],
  ['a paragraph separator', 'Haus\u2029am\u2028See', 'Haus am See'],
  ['a control character', 'Ha\u0000us\u001b[31m', 'Haus[31m'],
  ['letters that turn around', 'Haus \u202eeeS ma', 'Haus eeS ma'],
  ['an address of a page', 'Gewinn https://evil.example/x?y jetzt', 'Gewinn jetzt'],
  ['one in brackets', 'Gewinn (http://evil.example) jetzt', 'Gewinn jetzt'],
  ['one without a scheme', 'Gewinn evil.example/konto jetzt', 'Gewinn jetzt'],
  ['a host alone', 'Gewinn evil.example jetzt', 'Gewinn jetzt'],
  ['a host of our letters', 'Gewinn bücher.example jetzt', 'Gewinn jetzt'],
  ['www', 'Gewinn www.evil jetzt', 'Gewinn jetzt'],
  ['a title before a host', 'dr.evil.example', 'dr. evil. example'],
  ['a title behind a host', 'evil.example/dr.med', 'Eine Weiterbildungsstätte'],
  ['a mailbox', 'Schreiben Sie boss@evil.example bitte', 'Schreiben Sie bitte'],
  ['a mailbox in full-width letters', 'boss＠evil．example', 'Eine Weiterbildungsstätte'],
  ['a host with a hidden joint', 'evil\u200b.\u00adexample', 'Eine Weiterbildungsstätte'],
  ['an ideographic full stop', 'evil。example', 'Eine Weiterbildungsstätte'],
  ['a scheme without slashes', 'mailto:boss', 'Eine Weiterbildungsstätte'],
  ['a share of a network', String.raw`Haus \\evil\share`, 'Haus'],
  ['a number to call', 'Rufen Sie 0190 / 12 34 56 an', 'Rufen Sie an'],
  ['letters piled up', `Ha${'\u0301'.repeat(30)}us`, 'Há\u0301\u0301us'],
  ['nothing readable', ' \u200b\n– !', 'Eine Weiterbildungsstätte'],
])('takes %s out of a name', (_what, name, shown) => expect(institutionName(name)).toBe(shown));

it('names an institution without a name, and a person without one not at all', () => {
  expect(institutionName(null)).toBe('Eine Weiterbildungsstätte');
  expect(personName('https://evil.example', '\n')).toBe('');
  expect(personName('Anna', 'Alt')).toBe('Anna Alt');
});

it('shortens without cutting a character in two', () => {
  const name = institutionName('𠮷'.repeat(200));
  expect([...name]).toHaveLength(80);
  expect(name.endsWith('𠮷…')).toBe(true);
  expect([...personName('A'.repeat(100), 'B'.repeat(100))]).toHaveLength(60);
});
