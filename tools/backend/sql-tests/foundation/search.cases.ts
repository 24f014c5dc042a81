import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ask, signedIn, type Caller, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

/** Also read by the test of `isFound` in libs/data. */
const cases = z
  .array(z.object({ text: z.string(), found: z.array(z.string()), missed: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(path.join(__dirname, '../../../../libs/data/src/search/search-cases.json'), 'utf8')));

/** Names as DIN 5007 sorts them: Ö is O, ß is ss, Ł is L, a hyphen is a space. */
const SORTED = [
  'Adler',
  'Ångström',
  'Doe',
  'Đorđević',
  'Dörfler',
  'Dorothea',
  'Groß',
  'Großer',
  'Grossmann',
  'İpek',
  'Łang',
  'Langer',
  'Müller',
  'Müller Abel',
  'Müller-Zorn',
  'Ngô',
  'Nguyễn',
  'Odin',
  'Ösen',
  'Ozan',
  'Öztürk',
  'Şahin',
  'Zander',
];

/** Searches and lists of names: one search form and one order on every engine. */
export function searchCases(database: () => TestDatabase): void {
  const valueOf = async (caller: Caller, call: string, given: readonly string[] = []) =>
    one(await ask(database(), caller, `select ${call} as value`, [...given])).value;

  const formOf = async (search: string) =>
    String(one(await database().query('select private.nemus_search_form($1) as form', [search])).form);

  it.each(cases)('finds $text however it is written', async ({ text, found, missed }) => {
    const isFound = async (search: string) =>
      one(
        await database().query(
          'select private.nemus_search_text($1) like all (private.nemus_search_patterns($2)) as is_found',
          [text, search],
        ),
      ).is_found;
    const results = async (searches: readonly string[]) =>
      Promise.all(searches.map(async (search) => [search, await isFound(search)]));
    expect(await results(found)).toEqual(found.map((search) => [search, true]));
    expect(await results(missed)).toEqual(missed.map((search) => [search, false]));
  });

  it.each(['Müller', 'Mueller', 'Muller', 'Mu\u0308ller'])('every list finds %s by every spelling', async (name) => {
    const institution = await signUpInstitution(database(), `Praxis ${name}`);
    const planner = await hireStaff(database(), ['people', 'catalogue', 'teaching']);
    const email = freshAddress();
    const account = await signUp(database(), { email });
    const { token, trainee } = await invite(database(), institution, email, ['Zoë', name]);
    await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
    const seminar = await addSeminar(database(), { title: `Lesung ${name}` });
    for (const search of ['müller', 'mueller', 'MULLER', 'mu\u0308ller', 'zoe MÜLLER']) {
      const [word = ''] = search.split(' ').slice(-1);
      const lists = [
        await valueOf(signedIn(institution), `nemus_cohort($1) #>> '{rows,0,trainee_id}'`, [search]),
        await valueOf(
          signedIn(institution),
          `(select id from nemus_trainee_list where search_text like '%' || private.nemus_search_form($1) || '%')`,
          [word],
        ),
        await valueOf(
          signedIn(planner),
          `jsonb_path_exists(nemus_staff_accounts($1), '$.rows[*] ? (@.user_id == $id)', jsonb_build_object('id', $2::text))`,
          [word, institution],
        ),
        await valueOf(
          signedIn(planner),
          `jsonb_path_exists(nemus_staff_courses('lesung ' || $1), '$.courses[*] ? (@.id == $id)', jsonb_build_object('id', $2::text))`,
          [word, seminar],
        ),
        await valueOf(
          signedIn(planner),
          `jsonb_path_exists(nemus_teaching_seminars($1), '$[*] ? (@.id == $id)', jsonb_build_object('id', $2::text))`,
          [word, seminar],
        ),
      ];
      expect([search, ...lists]).toEqual([search, trainee, trainee, true, true, true]);
    }
  });

  it.each(['groß', 'gross', 'GROSS ubergang', 'übergang', 'helena', 'ue'])(
    'the logbook finds its note by %s',
    async (search) => {
      const own = await signUp(database());
      await database().query(
        `insert into nemus_logbook_entries (user_id, category, minutes, done_on, note, state, confirmed_by, confirmed_at)
       values ($1::text::uuid, 'practice', 50, '2026-03-02', 'Gru\u0308ppe Groß, U\u0308bergang', 'confirmed', 'Dr. Helena Sommer', now())`,
        [own],
      );
      const found = await ask(
        database(),
        signedIn(own),
        `select e.id from nemus_logbook_entries e where e.search_text like all (select '%' || word || '%'
       from regexp_split_to_table((select $1), ' ') word)`,
        [await formOf(search)],
      );
      expect(found).toHaveLength(1);
    },
  );

  it('names sort as in a German dictionary', async () => {
    const institution = await signUpInstitution(database());
    for (const name of SORTED.toReversed()) await invite(database(), institution, freshAddress(), ['Kim', name]);
    const listed = await ask(
      database(),
      signedIn(institution),
      'select last_name as name from nemus_trainee_list order by sort_name, id',
    );
    expect(listed.map(({ name }) => name)).toEqual(SORTED);
    const [row] = await database().query(
      `select array_agg(name order by private.nemus_sort_key(name)) as names from unnest($1::text[]) name`,
      [
        `{${SORTED.toReversed()
          .map((name) => `"${name}"`)
          .join()}}`,
      ],
    );
    expect(row?.names).toEqual(SORTED);
  });
}
