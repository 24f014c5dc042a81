import { slotPropsSchemas } from './slots';

const accepts = (change: Readonly<Record<string, unknown>>) =>
  slotPropsSchemas['course-purchase'].safeParse({
    courseId: 'c-1',
    courseTitle: 'Ethik',
    priceEuros: 120.5,
    creditCost: 60,
    enrolled: false,
    ...change,
  }).success;

describe('the props of course-purchase', () => {
  it.each([
    ['as they were in 1.0', {}],
    ['with trainees', { traineeIds: ['t-1', 't-2'] }],
    ['with trainees and a first day', { traineeIds: ['t-1'], startsOn: '2026-12-05' }],
  ])('%s', (_, change) => expect(accepts(change)).toBe(true));

  it.each([
    ['no trainee: an empty list must not turn into a purchase for the account', { traineeIds: [] }],
    ['a first day for no trainee', { startsOn: '2026-12-05' }],
    ['a day that is none', { traineeIds: ['t-1'], startsOn: '2026-02-30' }],
    ['a prop that this version does not know', { discount: 10 }],
    ['a price that is a text', { priceEuros: '120' }],
  ])('not %s', (_, change) => expect(accepts(change)).toBe(false));
});
