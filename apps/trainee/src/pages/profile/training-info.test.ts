import type { TrainingInfo } from '@nemus/data';
import { TRAINING_FORM_FIELDS, trainingFormOf, trainingFormSchema, trainingInfoOf } from './training-info';

const info: TrainingInfo = {
  field: 'Erwachsene',
  procedure: null,
  chamber: 'Psychotherapeutenkammer NRW',
  training_site: '',
  supervisor_name: '',
  started_on: '2024-10-01',
  expected_end_on: null,
};

it('is read from the row and saved unchanged', () => {
  expect(trainingInfoOf(trainingFormSchema.parse(trainingFormOf(info)))).toEqual(info);
});

it.each([
  ['2024-10-01', '2029-09-30', true],
  ['2024-10-01', '2024-10-01', false],
  ['2024-10-01', '2020-01-01', false],
  ['', '2020-01-01', true],
])('from %s to %s: %s', (started_on, expected_end_on, valid) => {
  const parsed = trainingFormSchema.safeParse({ ...trainingFormOf(info), started_on, expected_end_on });
  expect(parsed.error?.issues.map(({ path }) => path) ?? []).toEqual(valid ? [] : [['expected_end_on']]);
});

it.each(['0024-10-01', '2124-10-01', '1. Oktober'])('refuses the beginning %s', (started_on) => {
  const parsed = trainingFormSchema.safeParse({ ...trainingFormOf(info), started_on });
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['started_on']]);
});

it('has an input for every value', () => {
  const inputs = TRAINING_FORM_FIELDS.flat().map(({ name }) => name);
  expect(inputs.sort()).toEqual(Object.keys(trainingFormSchema.shape).sort());
});
