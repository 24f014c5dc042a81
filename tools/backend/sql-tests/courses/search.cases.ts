import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { one } from '../scenes/rows';

const TITLES = `select c.title from jsonb_array_elements_text(nemus_similar_courses($1)) with ordinality as found (id, place)
  join nemus_courses c on c.id = found.id::uuid order by found.place`;
const LEARNING = 'select nemus_similar_learning_courses($1) as found';

export function courseSearchCases(database: () => TestDatabase): void {
  let trainee: ReturnType<typeof signedIn>;
  beforeAll(async () => {
    trainee = signedIn(await signUp(database()));
  });
  const titles = async (search: string) => {
    const rows = await ask(database(), trainee, TITLES, [search]);
    return rows.map(({ title }) => title);
  };

  it.each([
    ['a letter too many', 'Shcematherapie', 'Schematherapie: Modusarbeit'],
    ['a letter missing', 'Schematerapie', 'Schematherapie: Modusarbeit'],
    ['a plural', 'Expositionen', 'Exposition und Reaktionsverhinderung'],
    ['an umlaut in two letters', 'Suizidalitaet', 'Suizidalität einschätzen und handeln'],
    ['several words, all of them nearly right', 'Modusarbiet Schemaherapie', 'Schematherapie: Modusarbeit'],
  ])('finds a course for %s', async (_how, search, title) => {
    expect((await titles(search))[0]).toBe(title);
  });

  it.each(['Xylophon', 'ab', '', '  ', '%%%', '!!', 'Schematherapie Xylophon', "'; drop table nemus_courses; --"])(
    'finds nothing for "%s"',
    async (search) => {
      expect(await titles(search)).toEqual([]);
    },
  );

  it('finds no course that left the catalogue', async () => {
    await database().query(
      `insert into nemus_courses (title, competency, duration_hours, difficulty, price_euros, credit_cost, is_active, zfu_status)
       values ('Quietistische Zirbeltherapie', 'fachliche_kompetenz', 1, 'Anfänger', 100, 50, false, 'not_required')`,
    );
    expect(await titles('Zirbeltherapi')).toEqual([]);
    await database().query(`update nemus_courses set is_active = true where title like '%Zirbel%'`);
    expect(await titles('Zirbeltherapi')).toEqual(['Quietistische Zirbeltherapie']);
  });

  it('finds e-learning courses by what their modules are called', async () => {
    const rows = await ask(database(), trainee, LEARNING, ['Schweigepflichten']);
    expect(one(rows)['found']).toEqual(['rechtliche-grundlagen']);
    expect(one(await ask(database(), trainee, LEARNING, ['']))['found']).toEqual([]);
  });

  it('is for those who are signed in', async () => {
    expect(await refusal(database(), ANONYMOUS, `select nemus_similar_courses('angst')`)).toMatchObject({
      code: '42501',
    });
  });

  it('reads a long text in a moment', async () => {
    expect(await titles('x'.repeat(100_000))).toEqual([]);
  });
}
