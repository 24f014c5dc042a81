/** @jest-environment ../../jest.browser.mjs */
import { nextForm } from '../entries/entry-form';
import { deleteLocalEntry, saveLocalEntry, isStorageWorking, readLocalEntries } from './local-entries';

const entry = (id: string, note = '') => ({
  id,
  revision: null,
  form: { ...nextForm('2026-11-20', 'practice', undefined), note },
  wanted: false,
  problem: null,
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const user of ['anna', 'anna.b']) for (const { id } of readLocalEntries(user)) deleteLocalEntry(user, id);
  window.localStorage.clear();
});

it('keeps the last input of each entry until it is deleted', () => {
  saveLocalEntry('anna', entry('a', 'E'));
  saveLocalEntry('anna', entry('a', 'Ex'));
  saveLocalEntry('anna', entry('b'));
  expect(readLocalEntries('anna').map(({ id, form }) => [id, form.note])).toEqual([
    ['a', 'Ex'],
    ['b', ''],
  ]);
  deleteLocalEntry('anna', 'a');
  expect(readLocalEntries('anna').map(({ id }) => id)).toEqual(['b']);
});

it('does not show entries of another account on this device', () => {
  saveLocalEntry('anna', entry('a'));
  expect(readLocalEntries('ben')).toEqual([]);
  expect(readLocalEntries('ann')).toEqual([]);
  expect(readLocalEntries('')).toEqual([]);
});

it('works in memory when the browser stores nothing, and reports that', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(saveLocalEntry('anna', entry('a', 'x'))).toBe(false);
  expect(isStorageWorking()).toBe(false);
  expect(readLocalEntries('anna').map(({ form }) => form.note)).toEqual(['x']);
  jest.restoreAllMocks();
  expect(saveLocalEntry('anna', entry('a', 'xy'))).toBe(true);
  expect(isStorageWorking()).toBe(true);
});

it.each([['{'], ['null'], ['{"id":"a"}'], ['[]']])('ignores %j', (raw) => {
  window.localStorage.setItem('nemus.logbook.anna.a', raw);
  expect(readLocalEntries('anna')).toEqual([]);
});
