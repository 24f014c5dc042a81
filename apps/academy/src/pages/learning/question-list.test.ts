import { readTable } from '@nemus/area/tables';
import { missingQuestionColumn, readQuestionRows, readQuestionTable } from './question-list';

const read = (text: string, present: readonly string[] = []) => {
  const table = readQuestionTable(readTable(text));
  return readQuestionRows(
    table,
    present.map((question) => ({ question })),
  );
};
const HEAD = 'Frage;Antwort A;Antwort B;Antwort C;Richtig;Erklärung';

it.each([
  ['a letter', 'B', 1],
  ['a small letter with a bracket', 'b)', 1],
  ['a number', '3', 2],
  ['several letters', 'A, C', [0, 2]],
  ['letters without a space', 'AC', [0, 2]],
  ['three of them', 'ABC', [0, 1, 2]],
  ['numbers', '"1; 2"', [0, 1]],
  ['words', 'A und B', [0, 1]],
  ['the text of an answer', 'Zwei', 1],
  ['the texts of two', '"Drei; Eins"', [0, 2]],
])('reads what is right by %s', (_how, cell, correct) => {
  expect(read(`${HEAD}\nWas?;Eins;Zwei;Drei;${cell};Darum.`)).toMatchObject([
    {
      line: 2,
      problems: [],
      doubts: [],
      question: { options: ['Eins', 'Zwei', 'Drei'], correct, explanation: 'Darum.' },
    },
  ]);
});

it('reads the right answer in a column of its own, and other heads', () => {
  const rows = read('Aufgabe\tRichtige Antwort\tFalsche Antwort 1\tFalsche Antwort 2\nWas?\tDas\tJenes\t');
  expect(rows).toMatchObject([{ question: { options: ['Das', 'Jenes'], correct: 0 } }]);
  expect(rows[0]?.doubts).toHaveLength(1);
});

it.each([
  ['Was?;Eins;Zwei;Drei;G;x', /„G“ nennt eine Antwort, die es nicht gibt; möglich ist A bis C/],
  ['Was?;Eins;Zwei;Drei;D;x', /„D“ nennt eine Antwort, die es nicht gibt; möglich ist A bis C/],
  ['Was?;Eins;Zwei;Drei;0;x', /„0“ nennt/],
  ['Was?;Eins;Zwei;Drei;;x', /Es fehlt, was richtig ist/],
  [';Eins;Zwei;Drei;A;x', /Die Frage fehlt/],
  ['Was?;Eins;;;A;x', /zwei bis sechs/],
  ['Was?;Eins;;Drei;C;x', /eine leer/],
  ['Was?;Eins;Eins;Drei;A;x', /Zwei Antworten sind gleich/],
  [`${'x'.repeat(1001)};Eins;Zwei;Drei;A;x`, /zu lang/],
])('names what is wrong with %s', (row, problem) => {
  const [found] = read(`${HEAD}\n${row}`);
  expect(found?.question).toBeNull();
  expect(found?.problems.join(' ')).toMatch(problem);
});

it('doubts a right answer that is in no column', () => {
  const [row] = read(`${HEAD}\nWas?;Eins;Zwei;Drei;Ich, Du;x`);
  expect(row).toMatchObject({ question: { options: ['Ich, Du', 'Eins', 'Zwei', 'Drei'], correct: 0 } });
  expect(row?.doubts.join(' ')).toMatch(/„Ich, Du“ steht in keiner Spalte/);
});

it('takes a question once, of the list and of the block', () => {
  const rows = read(`${HEAD}\nWas?;Eins;Zwei;;A;x\nwas?;Eins;Zwei;;A;x\nWer?;Eins;Zwei;;A;x`, ['Wer?']);
  expect(rows.map(({ question }) => question !== null)).toEqual([true, false, false]);
});

it('asks for columns that it does not know', () => {
  expect(missingQuestionColumn(readQuestionTable(readTable('Was?;Eins;Zwei')))).toMatch(/was in den Spalten steht/);
  expect(missingQuestionColumn(readQuestionTable(readTable('Frage;Antwort A;Antwort B\nWas?;Eins;Zwei')))).toMatch(
    /„Richtige Antworten“/,
  );
  expect(missingQuestionColumn(readQuestionTable(readTable(`Titel\n${HEAD}\nWas?;Eins;Zwei;;A;x`)))).toBeNull();
});
