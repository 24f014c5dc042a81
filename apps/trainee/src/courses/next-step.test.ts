import type { Appointment, Enrollment } from '@nemus/data';
import { exampleAppointment } from '../examples/appointment';
import { exampleEnrollment } from '../examples/rows';
import { nextSteps } from './next-step';
import { stepWords } from './step-words';

const now = Date.parse('2027-03-01T08:00:00Z');
const ahead = { starts_at: '2027-04-01T08:00:00Z', ends_at: '2027-04-01T14:00:00Z' };
const over = { starts_at: '2027-02-01T08:00:00Z', ends_at: '2027-02-01T14:00:00Z' };

/** In a course of 8 and 4 units. */
function enrolled(status: Enrollment['status'] = 'not_started', hasDates = true): Enrollment {
  const enrollment = exampleEnrollment('angst', status, status === 'completed' ? 100 : 0);
  return { ...enrollment, course: enrollment.course && { ...enrollment.course, has_dates: hasDates } };
}
const date = (id: string, change: Partial<Appointment>) =>
  exampleAppointment({ id, title: 'Angst', course_id: 'angst', location: 'Raum 3', ...change });

const online = { course_id: 'online', seminar_id: 'angst', is_done: false, next_module: 'Verstehen' };
const done = { ...online, is_done: true, next_module: null };

function stepsOf(
  appointments: readonly Appointment[],
  {
    enrollment = enrolled(),
    learning = [],
  }: { enrollment?: Enrollment; learning?: Parameters<typeof nextSteps>[0]['learning'] } = {},
) {
  return nextSteps({
    enrollment,
    learning,
    appointments,
    now,
  });
}
const wordsOf = (appointments: readonly Appointment[]) => stepsOf(appointments).map((step) => stepWords(step, false));

describe('the next step of a course with dates', () => {
  it('is to choose one, at first', () => {
    expect(wordsOf([date('other', { ...ahead, course_id: 'zwang' })])).toEqual([
      {
        text: 'Wählen Sie einen Termin.',
        label: 'Termin wählen',
        to: '/seminar-catalog/angst?terminwahl=angst',
      },
    ]);
  });

  it('is the date that was chosen, with its place', () => {
    const [words] = wordsOf([date('d1', ahead)]);
    expect(words).toMatchObject({ label: 'Zum Termin', to: '/appointments?termin=d1' });
    expect(words?.text).toBe('Ihr Termin „Angst“ am 01.04.2027, 10:00 – 16:00 Uhr, Raum 3.');
  });

  it('is the waiting list with its position, and the kept place', () => {
    const waiting = date('d2', { ...ahead, status: 'waitlist', waitlist_position: 2 });
    expect(stepsOf([waiting])).toEqual([{ kind: 'queue', appointment: waiting, kept: null }]);
    const place = date('d1', ahead);
    expect(stepsOf([place, waiting])).toEqual([{ kind: 'queue', appointment: waiting, kept: place }]);
    expect(wordsOf([waiting])[0]?.text).toContain('(Platz 2)');
  });

  it('is to wait until attendance is ticked', () => {
    expect(stepsOf([date('d1', over)])).toMatchObject([{ kind: 'unmarked' }]);
  });

  it.each([
    ['missed', { attendance: 'absent', attended_units: 0 }, 'haben Sie nicht teilgenommen'],
    ['attended in part', { status: 'completed', attendance: 'partial', attended_units: 5 }, 'nicht die ganze Zeit'],
    ['cancelled by the academy', { status: 'cancelled', cancelled_by_academy: true }, 'wurde abgesagt'],
  ] as const)('is to choose another one after one that was %s, and says so', (_how, change, words) => {
    expect(stepsOf([date('d1', { ...over, ...change })])).toMatchObject([{ kind: 'choose', after: { id: 'd1' } }]);
    expect(wordsOf([date('d1', { ...over, ...change })])[0]?.text).toContain(words);
  });

  it('ignores a date that the person left', () => {
    expect(stepsOf([date('d1', { ...ahead, status: 'cancelled' })])).toMatchObject([{ kind: 'choose', after: null }]);
  });

  it('is null once all units were attended, counted over several dates', () => {
    const part = { ...over, status: 'completed', attendance: 'partial', attended_units: 6 } as const;
    expect(stepsOf([date('d1', part), date('d2', part)])).toEqual([]);
    expect(stepsOf([date('d1', part)])).toMatchObject([{ kind: 'choose' }]);
  });

  it('comes before the rest of the e-learning, and alone after its last module', () => {
    const learn = { kind: 'learn', courseId: 'online', module: 'Verstehen' };
    expect(stepsOf([], { learning: [online] })).toMatchObject([{ kind: 'choose' }, learn]);
    expect(stepsOf([], { learning: [done] })).toMatchObject([{ kind: 'choose' }]);
    const present = date('d1', { ...over, status: 'completed', attendance: 'present', attended_units: 12 });
    expect(stepsOf([present], { learning: [online] })).toEqual([learn]);
  });

  it('is to wait for later releases when everything open is done', () => {
    const present = date('d1', { ...over, status: 'completed', attendance: 'present', attended_units: 12 });
    const waiting = { ...online, next_module: null };
    expect(stepsOf([present], { learning: [waiting] })).toEqual([{ kind: 'wait', courseId: 'online' }]);
  });

  it('ignores the e-learning of another seminar', () => {
    expect(stepsOf([], { learning: [{ ...online, seminar_id: 'zwang' }] })).toMatchObject([{ kind: 'choose' }]);
  });

  it('is nothing but a repetition when the course is completed', () => {
    expect(stepsOf([], { enrollment: enrolled('completed') })).toEqual([]);
    expect(stepsOf([], { enrollment: enrolled('completed'), learning: [online] })).toEqual([
      { kind: 'repeat', courseId: 'online' },
    ]);
  });
});

it('of a course without a date names no date of another course', () => {
  const other = date('other', { ...ahead, course_id: null, competency: 'fachliche_kompetenz' });
  const steps = nextSteps({ enrollment: enrolled('not_started', false), learning: [], appointments: [other], now });
  expect(steps).toEqual([{ kind: 'attend', appointment: null }]);
  expect(steps.map((step) => stepWords(step, false).text)).toEqual([
    'Sobald ein Termin für Sie feststeht, finden Sie ihn unter „Meine Termine“.',
  ]);
});
