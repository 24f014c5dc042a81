import { fakeProfile } from '@nemus/testing';
import { examplePersonalData } from '../../examples/rows';
import {
  PERSONAL_FIELDS,
  personalDataOf,
  personalFormOf,
  personalFormSchema,
  type PersonalForm,
} from './personal-data';

const form = personalFormOf(fakeProfile('piw'), examplePersonalData);
const inputs = PERSONAL_FIELDS.flat();

it.each<[string, Partial<PersonalForm>]>([
  ['nothing but the names', Object.fromEntries(inputs.flatMap(({ name, optional }) => (optional ? [[name, '']] : [])))],
  ['a number with prefix', { phone: '+49 (221) 12 34-56' }],
  ['a postcode with a leading zero', { postal_code: '01067' }],
  ['a postcode of Austria or Switzerland', { postal_code: 'A-1010' }],
  ['a number with a zero in brackets and an invisible sign', { phone: '\u202A+49\u00A0(0)221 1234\u202C' }],
  ['a date of birth', { birth_date: '1991-04-12' }],
])('accepts %s', (_case, change) => {
  expect(personalFormSchema.safeParse({ ...form, ...change }).success).toBe(true);
});

it.each<[string, Partial<PersonalForm>, string]>([
  ['an empty first name', { first_name: '  ' }, 'first_name'],
  ['an empty last name', { last_name: '' }, 'last_name'],
  ['a number with letters', { phone: 'zu Hause' }, 'phone'],
  ['an unassigned postcode', { postal_code: '00000' }, 'postal_code'],
  ['a postcode of three digits', { postal_code: '506' }, 'postal_code'],
  ['a postcode of six digits', { postal_code: '506671' }, 'postal_code'],
  ['a birth in the future', { birth_date: '2999-01-01' }, 'birth_date'],
  ['a birth in the year 25', { birth_date: '0025-02-24' }, 'birth_date'],
  ['a birth of a child', { birth_date: '2025-02-24' }, 'birth_date'],
  ['a birth that cannot be read', { birth_date: '24.02.' }, 'birth_date'],
  ['a birth before 1900', { birth_date: '1899-12-31' }, 'birth_date'],
])('refuses %s', (_case, change, field) => {
  const parsed = personalFormSchema.safeParse({ ...form, ...change });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

it('is read from the account and saved unchanged', () => {
  const filled = personalFormOf(fakeProfile('piw', { firstName: 'Ada' }), examplePersonalData);
  expect(personalDataOf(filled)).toEqual({
    names: { first_name: 'Ada', last_name: 'Probe' },
    data: examplePersonalData,
  });
});

it('stores a date that was not given as none', () => {
  expect(personalDataOf({ ...form, birth_date: '' }).data).toEqual({ ...examplePersonalData, birth_date: null });
});

it('has an input for every value', () => {
  expect(inputs.map(({ name }) => name)).toEqual(Object.keys(personalFormSchema.shape));
});

it.each(inputs)('limits the input of $label', ({ name }) => {
  const parsed = personalFormSchema.safeParse({ ...form, [name]: 'x'.repeat(1_000) });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([name]);
});
