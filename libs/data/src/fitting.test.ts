import { z } from 'zod';
import { readRows, type RestAnswer } from './errors';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly hours: number | null;
  readonly details: { readonly title: string } | null;
}
const answer: RestAnswer<Row> = {
  data: { id: 'a', status: 'open', hours: 2, details: { title: 'x' } },
  error: null,
  status: 200,
};

it('accepts a schema that is stricter than the columns', async () => {
  const schema = z.object({
    status: z.enum(['open', 'closed']),
    hours: z.number(),
    details: z.object({ title: z.string() }).nullable(),
  });
  const row: { status: 'open' | 'closed'; hours: number } = await readRows(answer, schema);
  expect(row).toEqual({ status: 'open', hours: 2, details: { title: 'x' } });
});

it('refuses others before anything runs', async () => {
  // @ts-expect-error There is no such column.
  await expect(readRows(answer, z.object({ state: z.string() }))).rejects.toThrow();
  // @ts-expect-error The column has numbers.
  await expect(readRows(answer, z.object({ hours: z.string() }))).rejects.toThrow();
  // @ts-expect-error One row is no list.
  await expect(readRows(answer, z.array(z.object({ id: z.string() })))).rejects.toThrow();
  // @ts-expect-error What is embedded has no such column.
  await expect(readRows(answer, z.object({ details: z.object({ name: z.string() }) }))).rejects.toThrow();
});
