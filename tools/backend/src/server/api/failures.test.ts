import { readDatabaseFailure, statusOf } from './failures';

test.each([
  ['23514', 400],
  ['23505', 409],
  ['P0001', 400],
  ['P0002', 500],
  ['PT409', 409],
  ['42883', 404],
  ['40001', 500],
  ['22P02', 400],
])('%s answers %d', (code, status) => {
  expect(statusOf(code, true)).toBe(status);
});

test('a missing privilege is 401 for a visitor and 403 for an account', () => {
  expect(statusOf('42501', false)).toBe(401);
  expect(statusOf('42501', true)).toBe(403);
});

test('an error of Postgres keeps code, detail and hint; anything else is none', () => {
  const error = Object.assign(new Error('no credit'), { code: 'P0001', detail: 'd', hint: undefined });
  expect(readDatabaseFailure(error)).toEqual({ code: 'P0001', message: 'no credit', details: 'd', hint: null });
  expect(readDatabaseFailure(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeNull();
  expect(readDatabaseFailure(new Error('x'))).toBeNull();
});
