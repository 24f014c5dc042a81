import {
  formDraftSchema,
  readAmount,
  seminarFieldsOf,
  seminarFormSchema,
  unitsOf,
  type SeminarForm,
} from './seminar-form';

const FORM: SeminarForm = {
  title: 'Trauer begleiten',
  agenda: '',
  description: '',
  competency: 'beziehungsgestaltung',
  difficulty: 'Anfänger',
  theory_units: '8',
  practical_units: '6',
  elearning_units: '2',
  has_dates: true,
  price_euros: '89,50',
  credit_cost: '45',
  is_premium: false,
  zfu_status: '',
  zfu_number: '',
};
const problems = (changed: Partial<Record<keyof SeminarForm, unknown>>) => {
  const checked = seminarFormSchema.safeParse({ ...FORM, ...changed });
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.join('.'));
};

it.each([
  ['120', '120'],
  ['89,5', '89.5'],
  ['89.50', '89.5'],
  ['1.200', '1200'],
  ['1.200,50', '1200.5'],
  [' 12 € ', '12'],
  ['12,5x', null],
  ['-1', null],
  ['12,505', null],
  ['1,2,3', null],
  ['1,200', null],
  ['1e3', null],
  ['', null],
  ['100000', null],
])('reads the amount %j as %j', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

it.each<[string, Partial<Record<keyof SeminarForm, unknown>>]>([
  ['title', { title: '   ' }],
  ['title', { title: 'x'.repeat(201) }],
  ['title', { title: 'a\u0000b' }],
  ['description', { description: 'x'.repeat(4001) }],
  ['description', { description: 'a\u0000b' }],
  ['competency', { competency: '' }],
  ['difficulty', { difficulty: '' }],
  ['price_euros', { price_euros: '12,5x' }],
  ['credit_cost', { credit_cost: '0' }],
  ['practical_units', { practical_units: '1,5' }],
  ['theory_units', { theory_units: '0', practical_units: '0', elearning_units: '0' }],
  ['theory_units', { theory_units: '0', practical_units: '0' }],
  ['zfu_number', { zfu_status: 'approved' }],
])('names %s', (field, changed) => {
  expect(problems(changed)).toEqual([field]);
});

it('treats markup as text, and accepts line breaks in a description', () => {
  expect(
    problems({ title: '<img src=x onerror=alert(1)>', description: 'Erstens\n\t[x](javascript:alert(1))' }),
  ).toEqual([]);
});

it('sends amounts as text and no number without an approval', () => {
  const checked = seminarFormSchema.parse({ ...FORM, price_euros: '1.200,50', zfu_number: '123' });
  expect(seminarFieldsOf(checked)).toMatchObject({
    price_euros: '1200.5',
    credit_cost: 45,
    theory_units: 8,
    zfu_status: null,
    zfu_number: null,
  });
});

it('adds the units up as far as they are numbers', () => {
  expect(unitsOf(FORM)).toBe(16);
  expect(unitsOf({ ...FORM, theory_units: 'x' })).toBeNull();
});

it('reads nothing invalid from a draft', () => {
  expect(formDraftSchema.safeParse({ ...FORM, title: 3 }).success).toBe(false);
  expect(formDraftSchema.safeParse({ ...FORM, competency: '' }).success).toBe(true);
});

it('reads a pasted number of an approval in plain characters', () => {
  const pasted = { ...FORM, zfu_status: 'approved', zfu_number: '\u00A07 123\u201122\u200B.' };
  expect(seminarFormSchema.parse(pasted).zfu_number).toBe('7 123-22');
});
