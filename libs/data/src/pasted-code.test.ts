import { groupedCode, readCode, readDigits } from './pasted-code';

const NUMBER = '7K3M9QXT2B4CHW8P';

it.each([
  '7K3M-9QXT-2B4C-HW8P',
  '7k3m9qxt2b4chw8p',
  '7K3M\u20139QXT\u20132B4C\u2013HW8P',
  '7K3M\u20119QXT\u20112B4C\u2011HW8P',
  '7K3M \u2212 9QXT \u2212 2B4C \u2212 HW8P',
  '7K3M\u00A09QXT\u00A02B4C\u00A0HW8P',
  '7K3M\u202F9QXT\u20092B4C\u3000HW8P',
  '\uFEFF7K3M\u00AD-9QXT\u200B-2B4C\u2060-HW8P\u200B',
  'Nr. 7K3M-9QXT-2B4C-HW8P',
  'Nr.7K3M-9QXT-2B4C-HW8P.',
  'Zertifikat Nr.: 7K3M-9QXT-2B4C-HW8P',
  'Zertifikatsnummer: 7K3M-9QXT-2B4C-HW8P',
  'Teilnahmebescheinigung Nr 7K3M-9QXT-2B4C-HW8P, ausgestellt am 24.11.2026',
  '№ 7K3M-9QXT-2B4C-HW8P',
  '#7K3M9QXT2B4CHW8P',
  '„7K3M-9QXT-2B4C-HW8P“',
  '7K3M-9Q\nXT-2B4C-HW8P',
  '７Ｋ３Ｍ－９ＱＸＴ－２Ｂ４Ｃ－ＨＷ８Ｐ',
  '7К3М-9QХТ-2В4С-НW8Р',
  '• 7K3M-9QXT-2B4C-HW8P',
  '> 7K3M-9QXT-2B4C-HW8P\r\n',
  '(7K3M-9QXT-2B4C-HW8P)',
  'Certificate No. 7K3M-9QXT-2B4C-HW8P',
  '7K3M\u00AD-9QXT-2B4C\u2060-HW8P\u180E',
  '7K3M.9QXT.2B4C.HW8P',
  '7K3M/9QXT/2B4C/HW8P',
])('reads the number in %j', (text) => {
  expect(readCode(text, 16)).toBe(NUMBER);
  expect(groupedCode(text)).toBe('7K3M-9QXT-2B4C-HW8P');
});

it('reads look-alikes that the alphabet lacks, and no others', () => {
  expect(readCode('OIL0-1111-8B5S-2Z6G', 16)).toBe('011011118B5S2Z6G');
});

it.each([
  'AB3D5F',
  'ab3-d5f',
  'AB3\u00A0D5F',
  'AB3\u2013D5F',
  'Code: AB3D5F',
  'Nr. AB3 D5F.',
  'ＡＢ３Ｄ５Ｆ',
  'A B 3 D 5 F',
])('reads the attendance code in %j', (text) => expect(readCode(text, 6)).toBe('AB3D5F'));

it.each([
  '123456',
  '123 456',
  '123-456',
  '123\u00A0456',
  '123\u202F456.',
  '\u200B123456\u200E',
  '１２３４５６',
  'Ihr Code lautet 123456. Er gilt 10 Minuten.',
  '123456 ist Ihr Code für Nemus',
  'Code: 123\u2013456',
  '<#> 123456',
  '123.456',
  '\u2066123456\u2069',
  '12 34 56',
  'G-123456 ist Ihr Code',
])('reads the six digits in %j', (text) => expect(readDigits(text)).toBe('123456'));

it.each(['12345', '1234567', '', 'abc', '12345O', '1234 5678'])('finds no six digits in %j', (text) => {
  expect(readDigits(text)).not.toMatch(/^\d{6}$/);
});

it.each(['T-1234ABCD', '', '7K3M-9QXT-2B4C-HW8', '7K3M-9QXT-2B4C-HW8PX'])('finds no number in %j', (text) => {
  expect(readCode(text, 16)).not.toHaveLength(16);
});
