import { NAME_CASES } from '@nemus/ui/name-cases';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addProbeCourse } from '../scenes/learning';
import { playRun, saveScore, type Block } from '../scenes/quiz';
import { randomFrom } from '../scenes/random';

const BOARD = 'select user_name, percentage, is_own from nemus_leaderboard($1, $2) order by rank';

/** What happened until now was a day earlier. In two steps, so that no day meets the one before it on the way. */
async function nextDay(database: TestDatabase, { course }: Block): Promise<void> {
  for (const days of ['1000', '-1001']) {
    await database.query(
      `update nemus_quiz_runs set finished_at = finished_at + $2::text::int * interval '1 day',
         ranked_on = ranked_on + $2::text::int where course_id = $1`,
      [course, days],
    );
  }
}

const newBlock = async (database: TestDatabase): Promise<Block> => ({
  course: (await addProbeCourse(database)).id,
  block: 'block-a',
});

export function leaderboardCases(database: () => TestDatabase): void {
  it('counts the first run of a day that reaches the end, and the best of the days', async () => {
    const block = await newBlock(database());
    const user = await signUp(database(), { first: 'Anna', last: 'Arndt' });
    const best = async () =>
      (await ask(database(), signedIn(user), BOARD, [block.course, block.block])).map(({ percentage }) => percentage);
    await playRun(database(), user, 0, block);
    // A game over is no end.
    expect(await best()).toEqual([]);
    await playRun(database(), user, 2, block);
    await playRun(database(), user, 3, block);
    expect(await best()).toEqual([67]);
    await nextDay(database(), block);
    await playRun(database(), user, 1, block);
    await playRun(database(), user, 3, block);
    expect(await best()).toEqual([67]);
    await nextDay(database(), block);
    await playRun(database(), user, 3, block);
    expect(await best()).toEqual([100]);
  });

  it('takes the day from its own clock, in Berlin', async () => {
    const user = await signUp(database());
    const run = await playRun(database(), user, 1);
    const day = `select ranked_on = (finished_at at time zone 'Europe/Berlin')::date as fits,
      finished_at > now() - interval '1 minute' as is_now from nemus_quiz_runs where id = $1::text::uuid`;
    expect(await database().query(day, [run])).toEqual([{ fits: true, is_now: true }]);
  });

  it('counts a day whose result was never saved, so that leaving it out wins no second try', async () => {
    const user = await signUp(database());
    await playRun(database(), user, 1);
    await playRun(database(), user, 3);
    await saveScore(database(), user, 3);
    const own = `select percentage from nemus_leaderboard('rechtliche-grundlagen', 'block-a') where is_own`;
    expect(await ask(database(), signedIn(user), own)).toEqual([{ percentage: 33 }]);
    expect(
      await ask(database(), signedIn(user), 'select is_ranked from nemus_quiz_scores where user_id = $1::text::uuid', [
        user,
      ]),
    ).toEqual([{ is_ranked: false }]);
  });

  it('shows of the scores of others those that it counts, and of its own all', async () => {
    const [user, other] = [await signUp(database()), await signUp(database())];
    for (const right of [2, 3]) {
      await playRun(database(), user, right);
      await saveScore(database(), user, right);
    }
    // S-12.9: by course and block, by percentage and time.
    const read = `select percentage from nemus_quiz_scores where course_id = 'rechtliche-grundlagen'
      and block_id = 'block-a' and user_id = $1::text::uuid order by percentage desc, completed_at limit 10`;
    expect(await ask(database(), signedIn(user), read, [user])).toEqual([{ percentage: 100 }, { percentage: 67 }]);
    expect(await ask(database(), signedIn(other), read, [user])).toEqual([{ percentage: 67 }]);
  });

  it('ranks by percentage, then the earlier, with first name and initial', async () => {
    const block = await newBlock(database());
    for (const [first, last, right] of [
      ['Cem', '', 2],
      ['Ben', 'Brandt', 3],
      ['Anna', 'Arndt', 3],
    ] as const) {
      await playRun(database(), await signUp(database(), { first, last }), right, block);
    }
    const reader = await signUp(database());
    expect(await ask(database(), signedIn(reader), BOARD, [block.course, block.block])).toEqual([
      { user_name: 'Ben B.', percentage: 100, is_own: false },
      { user_name: 'Anna A.', percentage: 100, is_own: false },
      { user_name: 'Cem', percentage: 67, is_own: false },
    ]);
  });

  it.each(NAME_CASES)('names %j %j as an avatar with %j, and here as %j', async (first, last, _initials, shown) => {
    expect(await database().query('select private.nemus_short_name($1, $2) as shown', [first, last])).toEqual([
      { shown },
    ]);
  });

  it.each([1, 2, 3])('agrees with the rule however people play (%d)', async (seed) => {
    const block = await newBlock(database());
    const random = randomFrom(seed);
    const draw = (below: number) => Math.floor(random() * below);
    const people = [];
    for (const first of ['Ada', 'Bea', 'Cleo', 'Dora'])
      people.push({ id: await signUp(database(), { first, last: '' }), first });
    const best = new Map<string, { percentage: number; at: number }>();
    let clock = 0;
    for (let day = 0; day < 3; day += 1) {
      const done = new Set<string>();
      for (let run = 0; run < 8; run += 1) {
        const person = people[draw(people.length)];
        if (!person) throw new Error('No scores yet.');
        const right = draw(4);
        await playRun(database(), person.id, right, block);
        clock += 1;
        const percentage = Math.round((right / 3) * 100);
        if (right === 0 || done.has(person.first)) continue;
        done.add(person.first);
        const known = best.get(person.first);
        if (!known || percentage > known.percentage) best.set(person.first, { percentage, at: clock });
      }
      await nextDay(database(), block);
    }
    const expected = [...best]
      .toSorted(([, one], [, other]) => other.percentage - one.percentage || one.at - other.at)
      .map(([user_name, { percentage }]) => ({ user_name, percentage, is_own: user_name === 'Ada' }));
    expect(await ask(database(), signedIn(String(people[0]?.id)), BOARD, [block.course, block.block])).toEqual(
      expected,
    );
  });
}
