import { forgetRecent, addRecent, recentOf } from './recent';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

it('keeps five of one account, the last first', () => {
  const storage = memory();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) addRecent('u-1', id, storage);
  expect(recentOf('u-1', storage)).toEqual(['b', 'f', 'e', 'd', 'c']);
});

it("does not return another account's, and replaces them", () => {
  const storage = memory();
  addRecent('u-1', 'a', storage);
  expect(recentOf('u-2', storage)).toEqual([]);
  addRecent('u-2', 'b', storage);
  expect(recentOf('u-1', storage)).toEqual([]);
});

it('is deleted when forgotten, and survives foreign data', () => {
  const storage = memory();
  addRecent('u-1', 'a', storage);
  forgetRecent(storage);
  expect(recentOf('u-1', storage)).toEqual([]);
  for (const text of ['', '7', '{"account":"u-1","ids":[1,{}]}', '{"account":"u-1"}']) {
    storage.setItem('nemus.recent', text);
    expect(recentOf('u-1', storage)).toEqual([]);
  }
});
