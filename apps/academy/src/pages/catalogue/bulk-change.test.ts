import type { ChangedSeminar } from '@nemus/data';
import { changeText, countNewlyFree, EMPTY_BULK_FORM, readBulkForm, type BulkForm } from './bulk-change';

const before = (change: Partial<ChangedSeminar> = {}): ChangedSeminar => ({
  id: '1',
  title: 'Trauer',
  price_euros: 89.5,
  credit_cost: 45,
  competency: 'beziehungsgestaltung',
  state: 'draft',
  updated_at: '2026-11-20T10:00:00+00:00',
  problem: null,
  ...change,
});

it.each<[string, Partial<BulkForm>, object]>([
  ['a price', { euros: '1.200,50' }, { change: { price_euros: '1200.5' } }],
  ['a price of zero', { euros: '0' }, { change: { price_euros: '0' } }],
  ['credits alone', { credits: '30' }, { change: { credit_cost: 30 } }],
  ['both', { euros: '60', credits: '30' }, { change: { price_euros: '60', credit_cost: 30 } }],
  ['nothing', {}, { at: 'euros' }],
  ['letters', { euros: '12x' }, { at: 'euros' }],
  ['no credits', { credits: '0' }, { at: 'credits' }],
  ['half credits', { credits: '1,5' }, { at: 'credits' }],
  ['no competency', { field: 'competency', euros: '5' }, { at: 'competency' }],
  [
    'a state, and nothing typed elsewhere',
    { field: 'state', state: 'retired', euros: '5' },
    { change: { state: 'retired' } },
  ],
])('reads %s', (_what, form, read) => {
  expect(readBulkForm({ ...EMPTY_BULK_FORM, ...form })).toMatchObject(read);
});

it.each([
  [{ price_euros: '120' }, '89,50 € → 120,00 €'],
  [{ price_euros: '120', credit_cost: 60 }, '89,50 € → 120,00 €, 45 Credits → 60 Credits'],
  [{ state: 'published' as const }, 'Entwurf → Im Katalog'],
  [{ competency: 'personale_kompetenz' }, 'Beziehungsgestaltung → Personale Kompetenz'],
])('says what %j does', (change, said) => {
  expect(changeText(before(), change).replaceAll('\u00A0', ' ')).toBe(said);
});

it('counts only seminars that were not free before', () => {
  const changed = [before(), before({ price_euros: 0 })];
  expect(countNewlyFree(changed, { price_euros: '0' })).toBe(1);
  expect(countNewlyFree(changed, { price_euros: '10' })).toBe(0);
  expect(countNewlyFree(changed, { credit_cost: 3 })).toBe(0);
});
