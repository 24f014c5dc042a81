import { CompiledQuery, Kysely } from 'kysely';
import { OwnerLock } from './owner-lock';
import { serialDialect } from './serial-dialect';

/** Remembers the statements in the order in which they reach the one connection. */
function recordingKysely(currentOwner: () => object) {
  const seen: string[] = [];
  const connection = {
    query: (statement: string) => {
      seen.push(statement);
      return Promise.resolve({ rows: [] });
    },
  };
  return { seen, kysely: new Kysely<unknown>({ dialect: serialDialect(connection, new OwnerLock(), currentOwner) }) };
}

const pause = () => new Promise((resolve) => setImmediate(resolve));

test('no statement of another request gets into an open transaction', async () => {
  const { seen, kysely } = recordingKysely(() => ({}));
  const transaction = kysely.transaction().execute(async (open) => {
    await open.executeQuery(CompiledQuery.raw('mine 1'));
    await pause();
    await open.executeQuery(CompiledQuery.raw('mine 2'));
  });
  const other = kysely.executeQuery(CompiledQuery.raw('theirs'));
  await Promise.all([transaction, other]);
  expect(seen).toEqual(['begin', 'mine 1', 'mine 2', 'commit', 'theirs']);
});

test('one request may ask again while it holds the connection', async () => {
  const request = {};
  const { seen, kysely } = recordingKysely(() => request);
  await kysely.transaction().execute(() => kysely.executeQuery(CompiledQuery.raw('inside')));
  expect(seen).toEqual(['begin', 'inside', 'commit']);
});

test('a failed transaction is rolled back and gives the connection on', async () => {
  const { seen, kysely } = recordingKysely(() => ({}));
  const failing = kysely.transaction().execute(() => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  await kysely.executeQuery(CompiledQuery.raw('next'));
  expect(seen).toEqual(['begin', 'rollback', 'next']);
});
