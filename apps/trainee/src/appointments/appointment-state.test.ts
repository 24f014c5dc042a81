import {
  actionsOf,
  isUpcoming,
  joinState,
  nextAppointment,
  nextChange,
  splitAppointments,
  statusLabel,
} from './appointment-state';
import { formatPeriod } from './parts';
import { exampleAppointment } from '../examples/appointment';

const at = (time: string) => Date.parse(`2027-03-01T${time}:00+01:00`);
const ids = (appointments: readonly { id: string }[]) => appointments.map(({ id }) => id);

describe('upcoming and past', () => {
  it.each([
    ['confirmed', '13:00', true],
    ['waitlist', '13:00', true],
    ['confirmed', '15:00', true],
    ['confirmed', '15:30', false],
    ['cancelled', '13:00', false],
    ['cancelled', '15:30', false],
    ['completed', '13:00', false],
  ] as const)('a %s one is upcoming at %s: %s', (status, time, expected) => {
    expect(isUpcoming(exampleAppointment({ status }), at(time))).toBe(expected);
  });

  it('lists the next one first, and the latest past one first', () => {
    const appointment = (id: string, starts_at: string, ends_at: string, cancelled = false) =>
      exampleAppointment({ id, starts_at, ends_at, status: cancelled ? 'cancelled' : 'confirmed' });
    const { upcoming, calledOff, past } = splitAppointments(
      [
        appointment('later', '2027-04-01T10:00:00Z', '2027-04-01T11:00:00Z'),
        appointment('old', '2027-01-01T10:00:00Z', '2027-01-01T11:00:00Z'),
        appointment('next', '2027-03-02T10:00:00Z', '2027-03-02T11:00:00Z'),
        appointment('recent', '2027-02-01T10:00:00Z', '2027-02-01T11:00:00Z'),
        appointment('called-off', '2027-03-03T10:00:00Z', '2027-03-03T11:00:00Z', true),
      ],
      at('12:00'),
    );
    expect(ids(upcoming)).toEqual(['next', 'later']);
    expect(ids(calledOff)).toEqual(['called-off']);
    expect(ids(past)).toEqual(['recent', 'old']);
  });

  it('uses only a confirmed one as the next appointment', () => {
    const waiting = exampleAppointment({ id: 'waiting', status: 'waitlist' });
    const confirmed = exampleAppointment({
      id: 'confirmed',
      starts_at: '2027-03-05T10:00:00Z',
      ends_at: '2027-03-05T11:00:00Z',
    });
    expect(nextAppointment([waiting, confirmed], at('12:00'))?.id).toBe('confirmed');
    expect(nextAppointment([waiting], at('12:00'))).toBeNull();
  });
});

describe('the link to join an online appointment', () => {
  const reason = expect.any(String);
  it.each([
    ['an hour before', '13:00', { url: null, reason: 'Zugang ab 01.03.2027, 13:45 Uhr' }],
    ['a moment before it opens', '13:44', { url: null, reason }],
    ['15 minutes before', '13:45', { url: 'https://meet.example/angst' }],
    ['while it runs', '15:29', { url: 'https://meet.example/angst' }],
    ['at its end', '15:30', null],
  ])('%s', (_case, time, expected) => {
    expect(joinState(exampleAppointment(), at(time))).toEqual(expected);
  });

  it('is only offered for the format Online', () => {
    expect(joinState(exampleAppointment({ format: 'Präsenz' }), at('13:50'))).toBeNull();
    expect(joinState(exampleAppointment({ format: 'Blended' }), at('13:50'))).toBeNull();
  });

  it('says why it is not possible yet', () => {
    const waiting = joinState(exampleAppointment({ status: 'waitlist', waitlist_position: 2 }), at('13:50'));
    expect(waiting).toEqual({ url: null, reason: expect.stringContaining('Warteliste') });
    const withoutLink = joinState(exampleAppointment({ meeting_url: null }), at('13:50'));
    expect(withoutLink).toEqual({ url: null, reason: 'Der Zugangslink wird noch bereitgestellt.' });
  });

  it('is not offered for a cancelled one', () => {
    expect(joinState(exampleAppointment({ status: 'cancelled' }), at('13:50'))).toBeNull();
  });
});

it.each([
  ['confirmed', '12:00', { change: false, cancel: true, certificate: false, rate: false }],
  ['waitlist', '12:00', { change: false, cancel: true, certificate: false, rate: false }],
  ['confirmed', '14:10', { change: false, cancel: false, certificate: false, rate: false }],
  ['cancelled', '12:00', { change: false, cancel: false, certificate: false, rate: false }],
  ['completed', '16:00', { change: false, cancel: false, certificate: true, rate: true }],
  ['confirmed', '16:00', { change: false, cancel: false, certificate: true, rate: true }],
] as const)('a %s appointment at %s offers %o', (status, time, expected) => {
  expect(actionsOf(exampleAppointment({ status }), at(time))).toEqual(expected);
});

describe('the next automatic change', () => {
  it.each([
    ['12:00', '13:45'],
    ['13:45', '14:00'],
    ['14:00', '15:30'],
  ])('after %s is at %s', (now, expected) => {
    expect(nextChange([exampleAppointment()], at(now))).toBe(at(expected));
  });

  it('never comes when everything has ended', () => {
    expect(nextChange([exampleAppointment()], at('15:30'))).toBeNull();
  });
});

it('writes a period in Berlin time, and the day twice only when it changes', () => {
  expect(formatPeriod(exampleAppointment())).toBe('01.03.2027, 14:00 – 15:30 Uhr');
  expect(formatPeriod(exampleAppointment({ ends_at: '2027-03-02T10:00:00Z' }))).toBe(
    '01.03.2027, 14:00 – 02.03.2027, 11:00 Uhr',
  );
});

describe('a date in parts', () => {
  const part = (id: string, day: string) => ({
    id,
    title: '',
    starts_at: `2027-03-${day}T13:00:00Z`,
    ends_at: `2027-03-${day}T14:30:00Z`,
    units: 4,
  });
  const parts = [part('p1', '01'), part('p2', '08'), part('p3', '15')];
  const course = exampleAppointment({
    id: 'parts',
    course_id: 'angst',
    starts_at: '2027-03-01T13:00:00Z',
    ends_at: '2027-03-15T14:30:00Z',
    parts,
    parts_needed: 2,
  });
  const present = { attendance: 'present', units: 4 } as const;
  const between = Date.parse('2027-03-03T08:00:00Z');

  it('opens the link before each part, and is sorted by the next one', () => {
    expect(joinState(course, between)).toEqual({ url: null, reason: 'Zugang ab 08.03.2027, 13:45 Uhr' });
    expect(joinState(course, Date.parse('2027-03-08T12:50:00Z'))).toEqual({ url: course.meeting_url });
    expect(nextChange([course], between)).toBe(Date.parse('2027-03-08T12:45:00Z'));
    const sooner = exampleAppointment({
      id: 'sooner',
      starts_at: '2027-03-05T10:00:00Z',
      ends_at: '2027-03-05T11:00:00Z',
    });
    expect(nextAppointment([course, sooner], between)?.id).toBe('sooner');
    expect(formatPeriod(course)).toBe('01.03.2027 – 15.03.2027 (3 Teile)');
  });

  it('has the certificate once it is issued, and cannot be left after the first part', () => {
    const once = { ...course, attendance: 'partial' as const, part_marks: { p1: present } };
    expect(actionsOf(once, between)).toMatchObject({ certificate: false, cancel: false, change: false });
    const twice = { ...once, part_marks: { p1: present, p2: present }, has_certificate: true };
    expect(actionsOf(twice, between).certificate).toBe(true);
    // A number that staff raise later takes nothing back.
    expect(actionsOf({ ...twice, parts_needed: 3 }, between).certificate).toBe(true);
    const over = Date.parse('2027-03-16T08:00:00Z');
    const ended = { ...twice, status: 'completed' as const };
    expect(statusLabel(ended, over).label).toBe('Teilnahme wird eingetragen');
    const missed = { attendance: 'absent', units: 0 } as const;
    expect(statusLabel({ ...ended, part_marks: { ...ended.part_marks, p3: missed } }, over).label).toBe(
      'Abgeschlossen',
    );
    expect(statusLabel({ ...ended, part_marks: { p1: present, p2: missed, p3: missed } }, over).label).toBe(
      'Teilweise teilgenommen',
    );
  });
});
