import { readTable } from '@nemus/area/tables';
import { missingSeminarColumn, readSeminarRows, readSeminarTable } from './seminar-list';

const HEAD = 'Titel;Kompetenz;Niveau;Theorie;Praxis;Preis;Credits';
const read = (text: string, present: readonly string[] = []) =>
  readSeminarRows(readSeminarTable(readTable(text)), present);

it('reads a seminar in German words and numbers', () => {
  expect(read(`${HEAD}\nTrauer;Beziehungsgestaltung;Anfänger;8;4;1.089,50 €;45`)).toMatchObject([
    {
      line: 2,
      problems: [],
      doubts: [],
      form: {
        title: 'Trauer',
        competency: 'beziehungsgestaltung',
        difficulty: 'Anfänger',
        theory_units: '8',
        practical_units: '4',
        elearning_units: '0',
        has_dates: true,
        price_euros: '1.089,50',
        credit_cost: '45',
        zfu_status: '',
        is_premium: false,
      },
    },
  ]);
});

it.each([
  ['Trauer;Zauberei;Anfänger;8;4;10;5', /Kompetenz: Bitte wählen Sie eine Kompetenz/],
  ['Trauer;Beziehungsgestaltung;Anfänger;0;0;10;5', /mindestens eine Unterrichtseinheit/],
  ['Trauer;Beziehungsgestaltung;Anfänger;8;4;viel;5', /Preis in Euro \(brutto\): Bitte geben Sie einen Betrag/],
  ['Trauer;Beziehungsgestaltung;Anfänger;8;4;10;', /Preis in Credits: /],
  [';Beziehungsgestaltung;Anfänger;8;4;10;5', /Titel: /],
  ['angst;Beziehungsgestaltung;Anfänger;8;4;10;5', /mit diesem Titel gibt es schon/],
])('names what is wrong with %s', (row, problem) => {
  const [found] = read(`${HEAD}\n${row}`, ['Angst']);
  expect(found?.form).toBeNull();
  expect(found?.problems.join(' ')).toMatch(problem);
});

it('takes a title once, and doubts a price of 0', () => {
  const row = 'Trauer;Beziehungsgestaltung;Experte;8;4;0;5';
  const rows = read(`${HEAD}\n${row}\n${row}`);
  expect(rows.map(({ form }) => form !== null)).toEqual([true, false]);
  expect(rows[0]?.doubts).toEqual(['Der Preis ist 0 €: nicht mit Karte zu kaufen, nur mit Credits.']);
});

it('reads whether there are dates, and refuses other words', () => {
  const rows = read(
    `${HEAD};Termine;E-Learning\nA;Beziehungsgestaltung;Experte;0;0;10;5;nein;4\nB;Beziehungsgestaltung;Experte;8;0;10;5;vielleicht;0`,
  );
  expect(rows[0]?.form).toMatchObject({ has_dates: false, elearning_units: '4' });
  expect(rows[1]?.problems).toContain('„vielleicht“ ist weder ja noch nein.');
});

it('asks for the columns that a seminar needs', () => {
  expect(missingSeminarColumn(readSeminarTable(readTable('Titel;Preis\nTrauer;10')))).toMatch(/„Kompetenz“/);
  expect(missingSeminarColumn(readSeminarTable(readTable('Trauer;10;20')))).toMatch(/was in den Spalten steht/);
});
