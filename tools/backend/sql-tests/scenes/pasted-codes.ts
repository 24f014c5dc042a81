const FULL_WIDTH = (text: string) =>
  text.replaceAll(/[0-9A-Z]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfe_e0));

/** A code as people paste it: from a PDF, a mail, a chat, a phone. Each form means the same code. */
export function pastedForms(code: string): readonly string[] {
  const signs = code.replaceAll('-', '');
  const size = signs.length === 16 ? 4 : 3;
  const groups = signs.match(new RegExp(`.{${size}}`, 'g')) ?? [];
  return [
    ...['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uFE63', '\uFF0D'].map((dash) =>
      groups.join(dash),
    ),
    ...[' ', '\u00A0', '\u202F', '\u2009', '\u3000', ' - ', ' \u2013 ', '.', '/', '\n'].map((gap) => groups.join(gap)),
    ...['\u200B', '\u200D', '\u00AD', '\u2060', '\uFEFF'].map((hidden) => `${hidden}${groups.join(hidden)}${hidden}`),
    ...[
      'Nr. ',
      'Nr.',
      'nr: ',
      'Nr.\u00A0',
      'Zertifikat Nr.: ',
      'Zertifikats-Nummer: ',
      'Code: ',
      'No. ',
      '\u2116 ',
      '#',
      'Prüfnummer: ',
    ].map((label) => `${label}${groups.join('-')}`),
    ...['.', ',', '. ', '\u00A0', '\n', ')'].map((end) => `${groups.join('-')}${end}`),
    `„${groups.join('-')}“`,
    FULL_WIDTH(groups.join('-')),
    groups.join('-').toLowerCase(),
    signs.toLowerCase(),
    groups.join('-').replaceAll('0', 'O').replaceAll('1', 'l'),
  ];
}
