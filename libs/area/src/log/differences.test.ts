import { differencesOf } from './differences';

it('lists the differences, and nothing else', () => {
  const before = { id: 'a', title: 'Alt', price: 120, updated_at: '1', note: null };
  const after = { id: 'a', title: 'Neu', price: 120, updated_at: '2', note: ['x'] };
  expect(differencesOf({ before, after })).toEqual([
    { name: 'title', before: 'Alt', after: 'Neu' },
    { name: 'note', before: null, after: '["x"]' },
  ]);
});

it('lists the whole row when it is new or deleted', () => {
  expect(differencesOf({ before: null, after: { role: 'people' } })).toEqual([
    { name: 'role', before: null, after: 'people' },
  ]);
  expect(differencesOf({ before: { role: 'people' }, after: null })).toEqual([
    { name: 'role', before: 'people', after: null },
  ]);
  expect(differencesOf({ before: null, after: null })).toEqual([]);
});
