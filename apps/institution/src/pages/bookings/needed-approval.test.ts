import { neededApproval } from './needed-approval';

const COST = { credits: 120, cents: 24_000 };

it.each([
  [null, []],
  [{ credits: null, cents: null }, []],
  [{ credits: 120, cents: 24_000 }, []],
  [{ credits: 119, cents: null }, ['credits']],
  [{ credits: null, cents: 23_999 }, ['card']],
  [{ credits: 0, cents: 0 }, ['credits', 'card']],
])('of a limit %j the payments %j wait', (limit, payments) =>
  expect(neededApproval(limit, COST).payments).toEqual(payments),
);

it('returns what is possible without approval', () =>
  expect(neededApproval({ credits: 100, cents: 10_000 }, COST).words).toMatch(
    /^Ohne Freigabe sind höchstens 100 Credits oder 100,00\s€ je Buchung möglich\.$/,
  ));
