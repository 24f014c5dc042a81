import { writeOriginals } from '../_shared/e-invoice/originals.ts';
import type { Database } from '../_shared/database.ts';

const IDS = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);

it('sets a broken invoice aside with its error, and goes on with the next', async () => {
  const outcomes: unknown[] = [];
  const database: Database = {
    findUserType: () => Promise.resolve(null),
    call(name, args, schema) {
      if (name === 'nemus_note_outcome') outcomes.push(args);
      return Promise.resolve(schema.parse(name === 'nemus_unwritten_invoices' ? IDS.map((id) => ({ id })) : null));
    },
  };
  expect(await writeOriginals(database)).toBe(0);
  expect(outcomes).toEqual(
    IDS.map((id) => ({ p_job: 'write-invoices', p_item: id, p_error: expect.stringContaining('number') })),
  );
});
