import type { DateParticipant } from '@nemus/data';
import { allPresent, changesOf, isTickable, unitsProblem } from './attendance-draft';

const person = (user_id: string, rest: Partial<DateParticipant> = {}): DateParticipant => ({
  user_id,
  name: user_id,
  email: 'x@y.example',
  status: 'confirmed',
  waitlist_position: null,
  offered_until: null,
  is_enrolled: true,
  is_own: false,
  attendance: null,
  attended_units: null,
  part_marks: null,
  marks: 0,
  marked_at: null,
  marked_how: null,
  marked_by: null,
  certificate: null,
  lost: null,
  phone: null,
  ...rest,
});
const present = { attendance: 'present', units: '', seen: 0 } as const;

it('sends only differences from the list, with the state that was shown', () => {
  const people = [
    person('a'),
    person('b', { attendance: 'present', attended_units: 8, marks: 3 }),
    person('c', { attendance: 'partial', attended_units: 4, marks: 1 }),
    person('d'),
  ];
  expect(
    changesOf(people, {
      a: { attendance: 'partial', units: '3', seen: 0 },
      b: { attendance: 'absent', units: '', seen: 3 },
      c: { attendance: 'partial', units: '4', seen: 1 },
    }),
  ).toEqual([
    { user_id: 'a', attendance: 'partial', units: 3, seen: 0 },
    { user_id: 'b', attendance: 'absent', seen: 3 },
  ]);
  expect(changesOf(people, { b: { attendance: null, units: '', seen: 3 } })).toEqual([
    { user_id: 'b', attendance: null, seen: 3 },
  ]);
});

it('does not tick people who wait or left, or the user', () => {
  const others = [
    person('w', { status: 'waitlist', waitlist_position: 1 }),
    person('l', { status: 'cancelled' }),
    person('o', { is_own: true }),
    person('e', { is_enrolled: false }),
  ];
  expect(others.filter(isTickable)).toEqual([]);
  expect(changesOf(others, { w: present, l: present, o: present, e: present })).toEqual([]);
  // Attendance before the booking ended can still be corrected.
  expect(isTickable(person('x', { status: 'cancelled', attendance: 'present' }))).toBe(true);
});

it('drops a choice for a person whom another user has ticked meanwhile', () => {
  const people = [person('a', { attendance: 'absent', attended_units: 0, marks: 1 })];
  expect(changesOf(people, { a: present })).toEqual([]);
});

it('ticking all at once only affects people without a tick', () => {
  const people = [person('a'), person('b', { attendance: 'absent' }), person('c'), person('o', { is_own: true })];
  const draft = { c: { attendance: 'partial', units: '2', seen: 0 } } as const;
  expect(allPresent(people, draft)).toEqual({ ...draft, a: present });
});

it.each(['', '0', '-1', '8', '9', '1.5', '1e3', 'x', '99999999999'])('%j are no units of a part of 8', (units) => {
  expect(unitsProblem({ attendance: 'partial', units }, 8)).toBe('1 bis 7 UE');
});

it('partial attendance requires at least two units, other choices require none', () => {
  expect(unitsProblem({ attendance: 'partial', units: '1' }, 1)).toMatch(/zu wenige UE/);
  expect(unitsProblem({ attendance: 'partial', units: '7' }, 8)).toBeNull();
  expect(unitsProblem({ attendance: 'present', units: '' }, 8)).toBeNull();
});
