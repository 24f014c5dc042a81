import type { LearningModule } from '@nemus/data';
import type { BlockState } from '../course/module-state';
import { describeEnd, type BlockEnd } from './end-of-block';

const moduleOf = (id: string): LearningModule => ({
  id,
  block_id: 'block-a',
  position: 1,
  title: id,
  duration_minutes: 30,
  type: 'reading',
});
const having = (completed: number): BlockState => ({
  block: { id: 'block-a', position: 1, title: 'Berufsrecht', description: '', units: 6, is_open: true },
  letter: 'A',
  access: 'open',
  modules: Array.from({ length: 6 }, (_value, index) => ({
    module: moduleOf(`m${index}`),
    completed: index < completed,
    locked: false,
  })),
});
const end = (change: Partial<BlockEnd>) =>
  describeEnd({
    state: having(6),
    title: 'Berufsrecht',
    hasQuiz: true,
    best: { score: 3, total_questions: 3 },
    summary: { sections: [{ title: 'Aufklärung', source: '', points: [] }] },
    ...change,
  });

it('says that the learner knows the rules after all modules, with every answer right', () => {
  expect(end({})).toBe('Sie kennen jetzt die Regeln aus „Berufsrecht“: Aufklärung.');
  expect(end({ hasQuiz: false, best: null })).toContain('Sie kennen jetzt die Regeln');
});

it.each<[string, Partial<BlockEnd>, string]>([
  ['two of six modules', { state: having(2) }, 'gehören noch Module, die Sie nicht abgeschlossen haben'],
  ['the quiz alone', { state: having(1) }, 'Sie haben das Quiz beendet.'],
  [
    '33 % of the quiz',
    { best: { score: 1, total_questions: 3 } },
    'Sie haben alle Module von „Berufsrecht“ abgeschlossen.',
  ],
  ['a result that is not known', { best: null }, 'Sie haben alle Module von „Berufsrecht“ abgeschlossen.'],
  ['a record that is not known', { state: null }, 'Sie sind am Ende von „Berufsrecht“ angekommen.'],
  ['texts without a summary', { summary: null }, 'Sie haben „Berufsrecht“ durchgearbeitet.'],
])('claims nothing after %s', (_case, change, text) => {
  expect(end(change)).toContain(text);
  expect(end(change)).not.toContain('kennen');
});
