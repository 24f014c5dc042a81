import { agendaPoints } from './agenda-points';

const point = (line: string) => {
  const [{ when, title } = { when: '', title: '' }] = agendaPoints(line);
  return [when, title];
};

it.each([
  ['10:00 Begrüßung', '10:00', 'Begrüßung'],
  ['10:00–11:30 Einführung', '10:00–11:30', 'Einführung'],
  ['10.00 bis 11.30 Uhr: Einführung', '10.00 bis 11.30 Uhr', 'Einführung'],
  ['9:00\tAnkommen', '9:00', 'Ankommen'],
  ['Tag 1', 'Tag 1', ''],
  ['Tag 1: Grundlagen', 'Tag 1', 'Grundlagen'],
  ['Tag 2, 10:00 – 11:30 Übung – zu zweit', 'Tag 2, 10:00 – 11:30', 'Übung – zu zweit'],
  ['Samstag | Praxis', 'Samstag', 'Praxis'],
  ['12.03.2027 Supervision', '12.03.2027', 'Supervision'],
  ['Begrüßung', '', 'Begrüßung'],
  // No days or times.
  ['Tagesausklang', '', 'Tagesausklang'],
  ['10 Fragen zum Anfang', '', '10 Fragen zum Anfang'],
  ['Teilhabe und Recht', '', 'Teilhabe und Recht'],
  ['Freitagsrunde', '', 'Freitagsrunde'],
  ['10:00er-Regel', '', '10:00er-Regel'],
])('sets the day or time of "%s" apart', (line, when, title) => {
  expect(point(line)).toEqual([when, title]);
});

it('has one point per line, and none for an empty one', () => {
  expect(agendaPoints(' Tag 1 \r\n\n10:00  Begrüßung\n')).toEqual([
    { when: 'Tag 1', title: '' },
    { when: '10:00', title: 'Begrüßung' },
  ]);
  expect(agendaPoints(' \n ')).toEqual([]);
});
