import type { CompetencyProgress } from '@nemus/data';
import { describeProgress, joinCompetencies, meanProgress } from './competency-overview';

const progress = (...values: [number, number, number, number, number, number]): CompetencyProgress => ({
  fachliche_kompetenz: values[0],
  diagnostische_kompetenz: values[1],
  methoden_kompetenz: values[2],
  beziehungsgestaltung: values[3],
  personale_kompetenz: values[4],
  professionelle_haltung: values[5],
  isSample: false,
});
const plan = {
  competency: 'methoden_kompetenz',
  modules_total: 10,
  modules_completed: 4,
  next_module: 'Exposition',
  is_sample: false,
} as const;

it('joins progress and plan; the plan is optional', () => {
  const states = joinCompetencies(progress(10, 20, 30, 40, 50, 60), [plan]);
  expect(states.map(({ label }) => label)).toEqual([
    'Fachliche Kompetenz',
    'Diagnostische Kompetenz',
    'Methoden & Intervention',
    'Beziehungsgestaltung',
    'Personale Kompetenz',
    'Professionelle Haltung',
  ]);
  expect(states[2]).toMatchObject({ percentage: 30, plan });
  expect(states[0]?.plan).toBeNull();
});

it.each([
  [progress(72, 61, 50, 39, 28, 0), 42],
  [progress(0, 0, 0, 0, 0, 0), 0],
  [progress(100, 100, 100, 100, 100, 100), 100],
])('takes the mean, rounded', (values, mean) => {
  expect(meanProgress(joinCompetencies(values, []))).toBe(mean);
});

it.each([
  [progress(0, 0, 0, 0, 0, 0), 'Sie haben noch mit keiner Kompetenz begonnen.'],
  [progress(40, 40, 40, 40, 40, 40), 'Alle sechs Kompetenzen stehen bei 40 %.'],
  [
    progress(72, 61, 50, 39, 0, 0),
    'Durchschnitt: 37 %. Am weitesten: Fachliche Kompetenz (72 %). Größter Rückstand: Personale Kompetenz, Professionelle Haltung (0 %).',
  ],
])('describes the picture in words', (values, text) => {
  expect(describeProgress(joinCompetencies(values, []))).toBe(text);
});
