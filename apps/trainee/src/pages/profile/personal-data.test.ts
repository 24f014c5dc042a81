import { fakeProfile } from '@nemus/testing';
import { personalDataOf, personalFormOf, personalFormSchema, type PersonalForm } from './personal-data';

const form: PersonalForm = {
  firstName: 'Paula',
  lastName: 'Probe',
  phone: '',
  street: '',
  postalCode: '',
  city: '',
  birthDate: '',
};

it.each<[string, Partial<PersonalForm>]>([
  ['nothing but the names', {}],
  ['a number with prefix', { phone: '+49 (221) 12 34-56' }],
  ['a postcode with a leading zero', { postalCode: '01067' }],
  ['a date of birth', { birthDate: '1991-04-12' }],
])('accepts %s', (_case, change) => {
  expect(personalFormSchema.safeParse({ ...form, ...change }).success).toBe(true);
});

it.each<[string, Partial<PersonalForm>, string]>([
  ['an empty first name', { firstName: '  ' }, 'firstName'],
  ['an empty last name', { lastName: '' }, 'lastName'],
  ['a number with letters', { phone: 'zu Hause' }, 'phone'],
  ['a postcode that nobody has', { postalCode: '00000' }, 'postalCode'],
  ['a postcode of four digits', { postalCode: '5066' }, 'postalCode'],
  ['a birth in the future', { birthDate: '2999-01-01' }, 'birthDate'],
  ['a birth before 1900', { birthDate: '1899-12-31' }, 'birthDate'],
])('refuses %s', (_case, change, field) => {
  const parsed = personalFormSchema.safeParse({ ...form, ...change });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

it('comes from the account and goes back as it came', () => {
  const data = { phone: '0221 1', street: 'Weg 1', postal_code: '50667', city: 'Köln', birth_date: null };
  const filled = personalFormOf(fakeProfile('piw', { firstName: 'Ada' }), data);
  expect(filled).toMatchObject({ firstName: 'Ada', birthDate: '' });
  expect(personalDataOf(filled)).toEqual(data);
});
