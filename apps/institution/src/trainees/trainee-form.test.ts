import {
  linkedTraineeFormSchema,
  linkedTraineeRecordOf,
  traineeFormSchema,
  traineeRecordOf,
  type TraineeForm,
} from './trainee-form';

const FORM: TraineeForm = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'Anna@Praxis.example',
  phone: '',
  completedHours: '425',
  totalHours: '600',
  competencies: ['personale_kompetenz'],
};
const problems = (change: Partial<TraineeForm>) =>
  traineeFormSchema.safeParse({ ...FORM, ...change }).error?.issues.map(({ path, message }) => [path[0], message]) ??
  [];

it('accepts what the database accepts, and writes addresses in lower case', () => {
  expect(problems({})).toEqual([]);
  expect(traineeRecordOf(FORM)).toMatchObject({ email: 'anna@praxis.example', completed_hours: 425, total_hours: 600 });
});

it('neither saves nor requires the account’s own data of a linked trainee', () => {
  const linked = { ...FORM, email: 'ida@konto', completedHours: '1200', totalHours: '1000' };
  expect(linkedTraineeFormSchema.safeParse(linked).success).toBe(true);
  expect(linkedTraineeRecordOf(linked)).toEqual({ first_name: 'Anna', last_name: 'Berg', phone: '' });
});

it.each([
  [{ firstName: '  ' }, 'firstName', 'Bitte geben Sie den Vornamen ein.'],
  [{ email: 'anna' }, 'email', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
  [{ phone: '12' }, 'phone', 'Bitte geben Sie eine gültige Telefonnummer ein.'],
  [{ completedHours: '4,5' }, 'completedHours', 'Bitte geben Sie eine ganze Zahl ein.'],
  [{ completedHours: '601' }, 'completedHours', 'Die absolvierten Stunden dürfen die Gesamtstunden nicht übersteigen.'],
  [{ totalHours: '0', completedHours: '0' }, 'totalHours', 'Bitte geben Sie mehr als 0 Stunden ein.'],
])('names what is wrong at its field: %j', (change, field, message) =>
  expect(problems(change)).toContainEqual([field, message]),
);
