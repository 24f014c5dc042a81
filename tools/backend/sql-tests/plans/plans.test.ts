import { become, signedIn, type Connection } from '../database/database';
import { onEveryEngine, SERVER } from '../database/engines';
import { one } from '../scenes/rows';
import { gatherCrowd, TRAINEE } from './crowd';
import { PAGE_QUERIES, readerOf, statementOf } from './pages';
import { wholeReads } from './whole-reads';

/** Below so many rows a table is read from end to end, and rightly. */
const MANY = 1_000;

/** Names of the tables that a plan reads from end to end. */
function scannedTables(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(scannedTables);
  if (typeof plan !== 'object' || plan === null) return [];
  const own = Reflect.get(plan, 'Node Type') === 'Seq Scan' ? [String(Reflect.get(plan, 'Relation Name'))] : [];
  return [...own, ...Object.values(plan).flatMap(scannedTables)];
}

/** How often a transaction read the whole table of courses, and how often its search index, for one search. */
async function readsOfSearch(connection: Connection, userId: string, search: string) {
  await connection.query('begin');
  try {
    await become(connection, signedIn(userId));
    await connection.query('select nemus_similar_courses($1)', [search]);
    await connection.query('reset role');
    return one(
      await connection.query(`select pg_stat_get_xact_numscans('public.nemus_courses'::regclass)::int as whole,
        pg_stat_get_xact_numscans('public.nemus_courses_search'::regclass)::int as index`),
    );
  } finally {
    await connection.query('rollback');
  }
}

it('looks at plans where there is a real PostgreSQL', () => {
  expect(PAGE_QUERIES.length).toBeGreaterThan(20);
});

onEveryEngine(
  (database) => {
    let large: readonly unknown[] = [];
    beforeAll(async () => {
      await gatherCrowd(database());
      const tables = await database().query(`select relname from pg_class where reltuples >= ${MANY}`);
      large = tables.map(({ relname }) => relname);
    }, 120_000);

    it.each(PAGE_QUERIES.map((query) => [`${query.page} (${query.by})`, query] as const))(
      '%s: by index',
      async (_page, query) => {
        const connection = database();
        await connection.query('begin');
        try {
          await become(connection, signedIn(readerOf(query)));
          const statement = statementOf(query);
          const answered = one(await connection.query(`explain (format json) ${statement}`));
          const read = [...scannedTables(answered['QUERY PLAN']), ...(await wholeReads(connection, statement))];
          expect(read.filter((table) => large.includes(table))).toEqual([]);
        } finally {
          await connection.query('rollback');
        }
      },
    );

    it('similar courses: by index', async () => {
      expect(await readsOfSearch(database(), TRAINEE, 'Traumma')).toEqual({ whole: 0, index: 1 });
    });

    it('similar courses: of a word that all courses have, 500 are compared', async () => {
      const connection = database();
      await connection.query('begin');
      try {
        await connection.query(`set local track_functions = 'all'`);
        await become(connection, signedIn(TRAINEE));
        const { found } = one(
          await connection.query(`select jsonb_array_length(nemus_similar_courses('Kurrs')) as found`),
        );
        expect(found).toBe(30);
        await connection.query('reset role');
        const { calls } = one(
          await connection.query(
            `select calls::int from pg_stat_xact_user_functions where funcname = 'word_similarity'`,
          ),
        );
        // With the whole text, the title and the description of each.
        expect(calls).toBe(3 * 500);
      } finally {
        await connection.query('rollback');
      }
    });

    it('similar courses: the one course that resembles two words is found among all that resemble the longer one', async () => {
      const connection = database();
      await connection.query('begin');
      try {
        const { id } = one(
          await connection.query(
            `update nemus_courses set title = 'Kurs Zug' where id =
               (select id from nemus_courses where is_active order by ctid desc limit 1) returning id`,
          ),
        );
        await become(connection, signedIn(TRAINEE));
        const { found } = one(await connection.query(`select nemus_similar_courses('Kurrs Zug') as found`));
        expect(found).toEqual([id]);
      } finally {
        await connection.query('rollback');
      }
    });
  },
  SERVER === null ? [] : [SERVER],
);
