import { differencesOf } from './differences';

it('lists the differences, and nothing else', () => {
  const before = { id: 'a', title: 'Alt', price: 120, updated_at: '1', note: null };
  const after = { id: 'a', title: 'Neu', price: 120, updated_at: '2', note: ['x'] };
  expect(differencesOf({ before, after })).toEqual([
    { name: 'title', before: 'Alt', after: 'Neu' },
    { name: 'note', before: null, after: 'x' },
  ]);
});

it('writes values as people read them, without JSON', () => {
  const after = {
    is_active: true,
    starts_on: '2026-11-22',
    paid_at: '2026-11-22T10:00:00+00:00',
    capacity: 12,
    parts: [{ title: 'Abend', units: 2 }],
    roles: ['people', 'orders'],
    note: [],
  };
  expect(differencesOf({ before: null, after }).map((value) => value.after)).toEqual([
    'ja',
    '22.11.2026',
    '22.11.2026, 11:00',
    '12',
    'Bezeichnung Abend, UE 2',
    'people, orders',
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
