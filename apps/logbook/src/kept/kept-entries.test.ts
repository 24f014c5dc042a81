/** @jest-environment ../../jest.browser.mjs */
import { nextForm } from '../entries/entry-form';
import { forgetEntry, keepEntry, keepsEverything, readKept } from './kept-entries';

const entry = (id: string, note = '') => ({
  id,
  revision: null,
  form: { ...nextForm('2026-11-20', 'practice', undefined), note },
  wanted: false,
  problem: null,
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const user of ['anna', 'anna.b']) for (const { id } of readKept(user)) forgetEntry(user, id);
  window.localStorage.clear();
});

it('keeps what was typed last, of each entry, until it is forgotten', () => {
  keepEntry('anna', entry('a', 'E'));
  keepEntry('anna', entry('a', 'Ex'));
  keepEntry('anna', entry('b'));
  expect(readKept('anna').map(({ id, form }) => [id, form.note])).toEqual([
    ['a', 'Ex'],
    ['b', ''],
  ]);
  forgetEntry('anna', 'a');
  expect(readKept('anna').map(({ id }) => id)).toEqual(['b']);
});

it('shows nobody what another account of this device has typed', () => {
  keepEntry('anna', entry('a'));
  expect(readKept('ben')).toEqual([]);
  expect(readKept('ann')).toEqual([]);
  expect(readKept('')).toEqual([]);
});

it('goes on with what the page has when the browser keeps nothing, and says so', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keepEntry('anna', entry('a', 'x'))).toBe(false);
  expect(keepsEverything()).toBe(false);
  expect(readKept('anna').map(({ form }) => form.note)).toEqual(['x']);
  jest.restoreAllMocks();
  expect(keepEntry('anna', entry('a', 'xy'))).toBe(true);
  expect(keepsEverything()).toBe(true);
});

it.each([['{'], ['null'], ['{"id":"a"}'], ['[]']])('takes %j for nothing', (raw) => {
  window.localStorage.setItem('nemus.logbook.anna.a', raw);
  expect(readKept('anna')).toEqual([]);
});
