import { pointsOf, ranked } from './rank';

const entry = (label: string, ...keywords: string[]) => ({ id: label, label, keywords });

describe('German spellings', () => {
  it.each([
    ['Müller', 'mueller'],
    ['Müller', 'muller'],
    ['Müller', 'MÜLLER'],
    ['Mueller', 'Müller'],
    ['Straße', 'strasse'],
    ['Fälle', 'faelle'],
    ['Cafe\u0301', 'café'],
  ])('finds %s by %s', (label, typed) => expect(pointsOf(entry(label), typed)).toBeGreaterThan(0));

  it('does not find another word', () => expect(pointsOf(entry('Müller'), 'maller')).toBe(0));

  it('takes signs as the ends of words', () => {
    const course = entry('  E-Learning: (neu) ');
    expect(['neu', 'learning', 'elearning', 'e'].map((typed) => pointsOf(course, typed))).toEqual([3, 3, 3, 4]);
  });
});

describe('the order', () => {
  it('prefers the beginning of a name, then the beginning of a word, then a keyword, then the middle', () => {
    const entries = [
      entry('Anrechnungen'),
      entry('Belege', 'Rechnung'),
      entry('Offene Rechnungen'),
      entry('Rechnungen'),
    ];
    expect(ranked(entries, 'rechnung', []).map(({ label }) => label)).toEqual([
      'Rechnungen',
      'Offene Rechnungen',
      'Belege',
      'Anrechnungen',
    ]);
  });

  it('requires every word', () => {
    expect(ranked([entry('Kurs buchen'), entry('Kurse')], 'kurs bu', []).map(({ label }) => label)).toEqual([
      'Kurs buchen',
    ]);
  });

  it('puts recently chosen entries first among equals, and keeps the order otherwise', () => {
    const entries = [entry('Kurs A'), entry('Kurs B'), entry('Kurs C')];
    expect(ranked(entries, 'kurs', ['Kurs C']).map(({ label }) => label)).toEqual(['Kurs C', 'Kurs A', 'Kurs B']);
  });

  it('finds nothing by signs alone', () => expect(ranked([entry('A')], '***', [])).toEqual([]));
});
